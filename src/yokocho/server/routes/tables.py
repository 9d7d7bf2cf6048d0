"""Making, finding, filling and leaving tables."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Body, HTTPException, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from yokocho.core.errors import BadInput
from yokocho.core.match import Illegal
from yokocho.server import picture, records, tables, views
from yokocho.server.house import House
from yokocho.server.identity import hashed
from yokocho.server.live import Live
from yokocho.server.routes.asking import REFUSALS, House_, Known, Maybe, Person, address, may_look, may_sit, owns
from yokocho.server.table import RUNNING, WAITING, Seat, Table

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)
Word = Annotated[str, Field(max_length=64, pattern=r"^[^\x00]*$")]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PaceWish(Strict):
    kind: Word = "untimed"
    bank: int = 0
    increment: int = 0
    days: int = 0
    hammer: tuple[float, ...] = ()


class TableWish(Strict):
    game: Word
    options: dict[Word, str | int | bool] = Field(default_factory=dict, max_length=32)
    seats: list[Word] = Field(min_length=1, max_length=8)
    order: Word = "random"
    pace: PaceWish = PaceWish()
    public: bool = False
    hints: bool = True
    chat: bool = True
    coach: bool = False
    rated: bool | None = None  # if it can be


class JoinWish(Strict):
    seat: int | None = None
    invite: Word | None = None
    ready: bool = True


class SeatWish(Strict):
    seat: int


class TakeWish(Strict):
    seat: int
    take: Word


class ReadyWish(Strict):
    ready: bool


class RematchWish(Strict):
    level: Word | None = None  # of the bots


class InviteWish(Strict):
    spectate: bool = False


def told(live: Live, person: Person | None) -> dict[str, Any]:
    return views.table(live.table, person["id"] if person else None, live.online())


@router.post("/tables", status_code=201, summary="A new table")
async def create(house: House_, person: Known, wish: TableWish) -> dict[str, Any]:
    house.rates.take("tables", person["id"], house.settings.limits.tables)
    return told(await tables.create(house, person, wish.model_dump()), person)


def lines(
    house: House, found: list[tuple[dict[str, Any], list[dict[str, Any]]]], person: Person | None
) -> list[dict[str, Any]]:
    titles = {game.name: game.title for game in house.games()}
    me = person["id"] if person else None
    return [views.listed(row, seats, titles[row["game"]], me) for row, seats in found if row["game"] in titles]


@router.get("/tables", summary="Public tables that wait for players or run")
async def public(house: House_, person: Maybe, game: str | None = None) -> list[dict[str, Any]]:
    return lines(house, await house.store.read(records.public_tables(game)), person)


@router.get("/me/tables", summary="My tables: those that await me first")
async def mine(house: House_, person: Known) -> list[dict[str, Any]]:
    found = lines(house, await house.store.read(records.tables_of(person["id"])), person)
    return sorted(found, key=lambda line: not line["awaits_me"])


@router.get("/tables/{id}", summary="A table")
async def one(house: House_, person: Maybe, id: str, invite: str | None = None) -> dict[str, Any]:
    return told(await may_look(house, id, person, invite), person)


@router.post("/tables/{id}/join", summary="Take an open seat")
async def join(house: House_, person: Known, id: str, wish: JoinWish | None = None) -> dict[str, Any]:
    wish = wish or JoinWish()
    live = await may_look(house, id, person, wish.invite)
    await may_sit(house, live, person, wish.invite)
    await tables.sit(house, live, person, wish.seat, wish.ready)
    return told(live, person)


@router.post("/tables/{id}/leave", summary="Give the seat up, or leave it to a caretaker")
async def leave(house: House_, person: Known, id: str) -> dict[str, Any]:
    live = await may_look(house, id, person, None)
    await tables.leave(house, live, person)
    return told(live, person)


@router.post("/tables/{id}/kick", summary="Send somebody away, before the start; the invites of the table are void")
async def kick(house: House_, person: Known, id: str, wish: SeatWish) -> dict[str, Any]:
    live = await may_look(house, id, person, None)
    owns(live, person)

    def mutate(table: Table, seats: list[Seat]) -> dict[str, Any]:
        if not 0 <= wish.seat < len(seats) or seats[wish.seat].kind == "open":
            raise Illegal("Nobody sits there.")
        if seats[wish.seat].person == person["id"]:
            raise Illegal("You can leave, but not kick yourself.")
        gone = tables.take_seat(seats, wish.seat, Seat("open", ""))
        return {"gone": gone}

    await house.change(live, mutate)
    return told(live, person)


@router.post("/tables/{id}/seat", summary="Give a seat to a bot, open it, or take it")
async def seat(house: House_, person: Known, id: str, wish: TakeWish) -> dict[str, Any]:
    live = await may_look(house, id, person, None)
    owns(live, person)
    await tables.reseat(house, live, person, wish.seat, wish.take)
    return told(live, person)


@router.post("/tables/{id}/ready", summary="Ready, or not yet")
async def ready(house: House_, person: Known, id: str, wish: ReadyWish) -> dict[str, Any]:
    live = await may_look(house, id, person, None)
    await tables.set_ready(house, live, person, wish.ready)
    return told(live, person)


@router.post("/tables/{id}/rematch", summary="The same seats again, if wished against bots of another level")
async def rematch(house: House_, person: Known, id: str, wish: RematchWish | None = None) -> dict[str, Any]:
    house.rates.take("tables", person["id"], house.settings.limits.tables)
    live = await may_look(house, id, person, None)
    return told(await tables.rematch(house, live, person, wish.level if wish else None), person)


@router.post("/tables/{id}/invites", status_code=201, summary="A link for players, or for onlookers only")
async def new_invite(house: House_, person: Known, id: str, wish: InviteWish | None = None) -> dict[str, Any]:
    live = await may_look(house, id, person, None)
    owns(live, person)
    spectate = wish is not None and wish.spectate
    return {"invite": await invited(house, id, spectate), "spectate": spectate}


@router.post("/tables/{id}/share", summary="What a link needs so that whoever has it may look on")
async def share(house: House_, person: Known, id: str) -> dict[str, Any]:
    """The owner decides who may look on; a match that is over belongs to all who played it."""
    live = await may_look(house, id, person, None)
    if live.table.status in (WAITING, RUNNING) or not live.table.seats_of(person["id"]):
        owns(live, person)
    if live.table.row["public"]:
        return {"invite": None}
    found = [row["token"] for row in await house.store.read(records.invites_of(id)) if row["spectate"]]
    return {"invite": found[0] if found else await invited(house, id, spectate=True)}


async def invited(house: House_, id: str, spectate: bool) -> str:
    if len(await house.store.read(records.invites_of(id))) >= 20:
        raise BadInput("no more than 20 invites a table")
    token = secrets.token_urlsafe(16)
    await house.store.write(records.new_invite(token, id, spectate, house.time.now()))
    return token


@router.get("/tables/{id}/invites", summary="The links that work")
async def list_invites(house: House_, person: Known, id: str) -> list[dict[str, Any]]:
    live = await may_look(house, id, person, None)
    owns(live, person)
    found = await house.store.read(records.invites_of(id))
    return [{"invite": row["token"], "spectate": bool(row["spectate"])} for row in found]


@router.delete("/tables/{id}/invites/{invite}", status_code=204, summary="Revoke a link")
async def revoke(house: House_, person: Known, id: str, invite: str) -> None:
    live = await may_look(house, id, person, None)
    owns(live, person)
    if not await house.store.write(records.revoke(invite, id)):
        raise HTTPException(404, "there is no such invite")
    house.shut_out(hashed(invite), session=False)


@router.get("/tables/{id}/export", summary="The match as a file, once it is over")
async def export(house: House_, person: Maybe, id: str, invite: str | None = None) -> JSONResponse:
    live = await may_look(house, id, person, invite)
    name = f"{live.table.game.name}-{live.table.id}.json"
    return JSONResponse(tables.export(live.table), headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get(
    "/tables/{id}/picture.png",
    summary="A picture of the end, to be shared",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}},
)
async def drawn(request: Request, house: House_, person: Maybe, id: str, invite: str | None = None) -> Response:
    house.rates.take("logs", person["id"] if person else address(request), house.settings.limits.logs)
    live = await may_look(house, id, person, invite)
    made = await house.thinkers.look_up(lambda: picture.png(live.table, house.settings.site))
    return Response(made, media_type="image/png", headers={"cache-control": "private, max-age=3600"})


@router.post("/matches", status_code=201, summary="A match from a file")
async def bring(house: House_, person: Known, match: Annotated[dict[str, Any], Body()]) -> dict[str, Any]:
    limits = house.settings.limits
    house.rates.take("imports", person["id"], limits.imports)
    house.rates.take("tables", person["id"], limits.tables)
    return told(await tables.bring(house, person, match), person)
