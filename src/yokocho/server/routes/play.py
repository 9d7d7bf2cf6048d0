"""At the table: a WebSocket, and the same over plain HTTP."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import Response
from pydantic import Field

from yokocho.core.record import SPECTATOR
from yokocho.server import messages, metrics, views
from yokocho.server.house import House, Listener, Live, Missing, encode
from yokocho.server.messages import Speaker
from yokocho.server.rates import TooMany
from yokocho.server.routes.asking import (
    House_,
    Known,
    Maybe,
    Person,
    address,
    house_of,
    may_look,
    same_origin,
    somebody,
    viewer,
)
from yokocho.server.store import Unavailable

router = APIRouter(prefix="/api/tables/{id}", tags=["play"])
log = logging.getLogger("yokocho.play")
NOT_FOUND, NOT_ALLOWED, TOO_MANY, TOO_BIG, LAGGING, CLOSING = 4404, 4403, 4429, 1009, 4408, 1012
Seat = Annotated[int | None, Query(ge=-1, le=30)]


def json(data: Any) -> Response:
    return Response(encode(data), media_type="application/json")


@router.get("/state", summary="All that a seat or a spectator may know now", response_class=Response)
async def state(
    house: House_,
    person: Maybe,
    id: str,
    seat: Seat = None,
    since: Annotated[int | None, Field(ge=0)] = None,
    invite: str | None = None,
) -> Response:
    live = await may_look(house, id, person, invite)
    looker = viewer(live, person, seat)
    if since is not None and since == live.table.counts[looker]:
        return json({"type": "unchanged", "number": since, "clocks": views.clocks(live.table, house.time.now())})
    me = person["id"] if person else None
    return json(views.state(live.table, looker, me, live.online(), house.time.now()))


@router.post("/messages", summary="One message of a client; the direct answer", response_class=Response)
async def message(
    request: Request, house: House_, person: Known, id: str, seat: Seat = None, invite: str | None = None
) -> Response:
    live = await may_look(house, id, person, invite)
    house.rates.take("moves", person["id"], house.settings.limits.moves)
    speaker = Speaker(person["id"], person["name"], viewer(live, person, seat))
    return json(await messages.handle(house, live, speaker, await request.body()))


@router.get("/moment", summary="The table after so many moves", response_class=Response)
async def moment(
    house: House_,
    person: Maybe,
    id: str,
    seat: Annotated[str | None, Query(pattern=r"^(-1|\d{1,2}|open)$")] = None,
    move: Annotated[int | None, Query(ge=0)] = None,
    invite: str | None = None,
) -> Response:
    live = await may_look(house, id, person, invite)
    return json(views.moment(live.table, looker_at(live, person, seat), move))


@router.get("/log", summary="Every entry of the log", response_class=Response)
async def whole_log(house: House_, person: Maybe, id: str, seat: Seat = None, invite: str | None = None) -> Response:
    live = await may_look(house, id, person, invite)
    looker = looker_at(live, person, None if seat is None else str(seat))
    if looker is None:
        raise HTTPException(422, "the log is a seat's")
    return json({"from": 0, "entries": views.entries(live.table, looker, 0)})


def looker_at(live: Live, person: Person | None, seat: str | None) -> int | None:
    """Over: any seat, or everything open (None). Running: only what the viewer may know."""
    if seat == "open":
        return None
    wanted = None if seat is None else int(seat)
    if live.table.status == "finished" and wanted is not None:
        if not SPECTATOR <= wanted < live.table.players:
            raise HTTPException(422, "there is no such seat")
        return wanted
    return viewer(live, person, wanted)


@router.websocket("/ws")
async def socket(
    websocket: WebSocket, id: str, seat: int | None = None, since: int | None = None, invite: str | None = None
) -> None:
    """Everything that happens, and whatever the client has to say."""
    house = house_of(websocket)
    limits = house.settings.limits
    if not same_origin(websocket.headers, house.settings):
        await websocket.close(NOT_ALLOWED, "another site")
        return
    try:
        person = await somebody(websocket)
        live = await may_look(house, id, person, invite)
        looker = viewer(live, person, seat)
    except (Missing, Unavailable) as error:
        await refuse(websocket, NOT_FOUND, str(error))
        return
    except HTTPException as error:
        await refuse(websocket, NOT_ALLOWED, str(error.detail))
        return
    who, where = f"person {person['id'] if person else address(websocket)}", f"address {address(websocket)}"
    counts = house.connections
    if counts[who] >= limits.connections or counts[where] >= limits.address or counts["house"] >= limits.house:
        metrics.limited.labels("connections").inc()
        await refuse(websocket, TOO_MANY, "too many connections")
        return
    await websocket.accept()
    for name in (who, where, "house"):
        counts[name] += 1
    metrics.connections.inc()
    listener = Listener(person["id"] if person else None, looker, limits.backlog)
    try:
        await converse(house, live, websocket, listener, person, since)
    finally:
        metrics.connections.dec()
        for name in (who, where, "house"):
            counts[name] -= 1
            if not counts[name]:
                del counts[name]


async def refuse(websocket: WebSocket, code: int, reason: str) -> None:
    """A browser learns a close code only from a connection that was opened."""
    await websocket.accept()
    await websocket.close(code, reason[:100])


async def converse(
    house: House, live: Live, websocket: WebSocket, listener: Listener, person: Person | None, since: int | None
) -> None:
    table = live.table
    live.listeners.add(listener)
    if since is None or since != table.counts[listener.viewer]:
        listener.send(house.state(live, listener))
    else:
        greeting = {"type": "unchanged", "number": since, "clocks": views.clocks(table, house.time.now())}
        listener.send(encode(greeting))
    if person and table.seats_of(person["id"]):
        house.tell_table(live)
        for p in table.seats_of(person["id"]):
            await house.come_back(live, p, person["id"])
    sender = asyncio.create_task(pass_on(websocket, listener))
    reader = asyncio.create_task(hear(house, live, websocket, listener, person))
    try:
        await asyncio.wait((sender, reader), return_when=asyncio.FIRST_COMPLETED)
    finally:
        live.listeners.discard(listener)
        for task in (sender, reader):
            task.cancel()
        await asyncio.gather(sender, reader, return_exceptions=True)
        for task in (sender, reader):
            if not task.cancelled() and task.exception() and not isinstance(task.exception(), WebSocketDisconnect):
                log.error("a connection failed", exc_info=task.exception())
        if person and live.table.seats_of(person["id"]) and not house.closing:
            house.tell_table(live)


async def pass_on(websocket: WebSocket, listener: Listener) -> None:
    while (message := await listener.queue.get()) is not None:
        await websocket.send_text(message.decode())
    if listener.lagging:
        await websocket.close(LAGGING, "too slow; connect again")
    else:
        await websocket.close(CLOSING, "the house is closing; connect again")


async def hear(house: House, live: Live, websocket: WebSocket, listener: Listener, person: Person | None) -> None:
    limits = house.settings.limits
    me, name = (person["id"], person["name"]) if person else (None, "")
    while True:
        received = await websocket.receive()
        if received["type"] == "websocket.disconnect":
            return
        data: str | bytes = received.get("text") or received.get("bytes") or b""
        if len(data) > limits.message:
            await websocket.close(TOO_BIG, "that message is too big")
            return
        try:
            house.rates.take("moves", me or address(websocket), limits.moves)
            speaker = Speaker(me, name, listener.viewer)
            answer = await messages.handle(house, live, speaker, data)
        except TooMany as error:
            metrics.limited.labels("messages").inc()
            answer = {"type": "refused", "id": None, "reason": str(error), "rule": "", "retry": error.wait}
        except Unavailable:
            answer = {
                "type": "refused",
                "id": None,
                "reason": "The house cannot reach its book; try again.",
                "rule": "",
            }
        listener.viewer = speaker.viewer
        listener.send(encode(answer))
