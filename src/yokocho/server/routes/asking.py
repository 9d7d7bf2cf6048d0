"""Who makes a request, and what they are allowed to do."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request
from pydantic import BaseModel
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from yokocho.core.record import SPECTATOR
from yokocho.server import records
from yokocho.server.house import House
from yokocho.server.identity import COOKIE, RENEWAL, hashed
from yokocho.server.live import Live, Missing
from yokocho.server.rates import home
from yokocho.server.settings import Settings
from yokocho.server.store import Unavailable
from yokocho.server.table import WAITING

Person = dict[str, Any]


class Said(BaseModel):
    detail: str


REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Said, "description": words}
    for code, words in {
        400: "The body cannot be read",
        401: "Nobody: no cookie",
        403: "Not for you, or from another site",
        404: "There is no such thing, or not for you",
        409: "Not now",
        413: "Too big",
        415: "Not JSON",
        422: "It makes no sense",
        429: "Too often; Retry-After says when",
        503: "The database is away",
    }.items()
}


def house_of(connection: HTTPConnection) -> House:
    house: House = connection.app.state.house
    return house


def address(connection: HTTPConnection) -> str:
    return home(connection.client.host) if connection.client else "nowhere"


async def somebody(connection: HTTPConnection) -> Person | None:
    """The person whose cookie it is."""
    token = connection.cookies.get(COOKIE)
    if not token or len(token) > 100:
        return None
    house, now = house_of(connection), connection.app.state.house.time.now()
    found = await house.store.read(records.person_of(hashed(token), now))
    if found and is_old(found, now):
        house.spawn(note_use(house, hashed(token), now))
    return found


def is_old(person: Person, now: int) -> bool:
    """Is it time to record the use of the sign-in again?"""
    return bool(now - person["used"] > RENEWAL)


async def note_use(house: House, token: str, now: int) -> None:
    with suppress(Unavailable):  # the next request tries again
        await house.store.write(records.use_session(token, now))


async def maybe(request: Request) -> Person | None:
    person = await somebody(request)
    house = house_of(request)
    house.rates.take("requests", person["id"] if person else address(request), house.settings.limits.requests)
    return person


async def person(found: Annotated[Person | None, Depends(maybe)]) -> Person:
    if found is None:
        raise HTTPException(401, "say who you are first: POST /api/me")
    return found


async def the_house(request: Request) -> House:
    return house_of(request)


House_ = Annotated[House, Depends(the_house)]
Maybe = Annotated[Person | None, Depends(maybe)]
Known = Annotated[Person, Depends(person)]


async def may_look(house: House, id: str, who: Person | None, invite: str | None) -> Live:
    """The table, if this person may look at it: public, theirs, or with an invite. Otherwise there is no such table."""
    if len(id) > 24:
        raise Missing("there is no such table")
    live = await house.open(id)
    if live.table.admits(who["id"] if who else None):
        return live
    if invite and len(invite) <= 32:
        found = await house.store.read(records.invite(invite, id))
        if found:
            return live
    raise Missing("there is no such table")


async def may_sit(house: House, live: Live, who: Person, invite: str | None) -> None:
    """Raises unless the person may join: at a public table everybody who was not sent away, else with an invite."""
    table = live.table
    away = await house.store.read(records.was_sent_away(table.id, who["id"]))
    if table.row["owner"] == who["id"] or (table.row["public"] and not away):
        return
    found = await house.store.read(records.invite(invite, table.id)) if invite and len(invite) <= 32 else None
    if not found or found["spectate"]:
        said = "you were sent away from this table; it needs a new invite" if away else "this table needs an invite"
        raise HTTPException(403, said)


def owns(live: Live, who: Person) -> None:
    if live.table.row["owner"] != who["id"]:
        raise HTTPException(403, "only the owner of the table may do that")


def viewer(live: Live, who: Person | None, seat: int | None) -> int:
    """The seat somebody looks from: one of their own, or the gallery."""
    mine = live.table.seats_of(who["id"] if who else None)
    if seat is None:
        return mine[0] if mine else SPECTATOR
    if seat == SPECTATOR and (not mine or live.table.status not in (WAITING, "running")):
        return SPECTATOR
    if seat not in mine:
        raise HTTPException(403, "that seat is not yours")
    return seat


def same_origin(headers: Headers, settings: Settings) -> bool:
    """Does a request come from our own pages, or from no page at all?"""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return origin in settings.origins or origin.partition("://")[2] == headers.get("host")
