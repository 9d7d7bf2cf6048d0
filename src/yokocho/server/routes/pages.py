"""Pages of players, leaderboards, and what belongs to a person."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse

from yokocho.core.match import Illegal
from yokocho.server import identity, own_data, pages, records
from yokocho.server.house import House
from yokocho.server.identity import COOKIE
from yokocho.server.live import Missing
from yokocho.server.routes.asking import REFUSALS, House_, Known, Maybe, Person, address
from yokocho.server.routes.people import Body, Text
from yokocho.server.routes.stalls import stall
from yokocho.server.routes.tables import lines

router = APIRouter(prefix="/api", tags=["pages"], responses=REFUSALS)
NOWHERE = "there is no such page, or not for you"


class Farewell(Body):
    name: Text  # as it stands there, so that nobody leaves by mistake
    password: Text | None = None


async def drawn(house: House, owner: dict[str, Any], viewer: Person | None) -> dict[str, Any]:
    me = viewer["id"] if viewer else None
    found = await house.store.read(pages.page(owner, me, house.games()))
    if found is None:
        raise Missing(NOWHERE)
    lately = await house.store.read(pages.lately(owner["id"], me))
    return found | {"lately": lines(house, lately, viewer)}


@router.get("/people/{handle}", summary="The page of a person, for those who may see it")
async def one(request: Request, house: House_, person: Maybe, handle: str) -> dict[str, Any]:
    house.rates.take("logs", person["id"] if person else address(request), house.settings.limits.logs)
    owner = await house.store.read(pages.of_handle(handle[:16]))
    if owner is None:
        raise Missing(NOWHERE)
    return await drawn(house, owner, person)


@router.get("/me/page", summary="My own page, with whom I have played")
async def mine(house: House_, person: Known) -> dict[str, Any]:
    house.rates.take("logs", person["id"], house.settings.limits.logs)
    owner = await house.store.read(records.find_person(id=person["id"]))
    assert owner
    company = await house.store.read(pages.company(person["id"]))
    return await drawn(house, owner, person) | {"company": company, "page": owner["page"]}


@router.get("/best/{game}", summary="Who plays a game best, and where the bots stand")
async def best(request: Request, house: House_, person: Maybe, game: str) -> dict[str, Any]:
    house.rates.take("logs", person["id"] if person else address(request), house.settings.limits.logs)
    found = stall(game)
    told = await house.store.read(pages.best(found.name, person["id"] if person else None))
    return {"game": found.name, "title": found.title} | told


@router.get("/me/export", summary="All that the house keeps of me, as a file")
async def export(house: House_, person: Known) -> JSONResponse:
    house.rates.take("imports", person["id"], house.settings.limits.imports)
    found = await house.store.read(own_data.copy_of(person["id"]))
    return JSONResponse(found, headers={"content-disposition": 'attachment; filename="yokocho-me.json"'})


@router.delete("/me", status_code=204, summary="Leave for good: running matches are conceded, and I am forgotten")
async def farewell(request: Request, response: Response, house: House_, person: Known, body: Farewell) -> None:
    house.rates.take("logins", address(request), house.settings.limits.logins)
    if body.name != person["name"]:
        raise Illegal("Write your name as it stands here.")
    if person["login"]:
        found = await house.store.read(records.find_person(id=person["id"]))
        stored = found["password"] if found else None
        given = body.password or ""
        if not await house.thinkers.run(lambda: identity.fits(stored, given)):
            raise HTTPException(403, "the password is wrong")
    for token in await own_data.leave_for_good(house, person):
        house.shut_out(token, session=True)
    response.delete_cookie(COOKIE, path="/")
