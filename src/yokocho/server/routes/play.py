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
from yokocho.server.house import House, encode
from yokocho.server.identity import COOKIE, hashed
from yokocho.server.live import Listener, Live, Missing
from yokocho.server.rates import TooMany
from yokocho.server.routes.asking import (
    REFUSALS,
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
from yokocho.server.table import RUNNING, WAITING

router = APIRouter(prefix="/api/tables/{id}", tags=["play"], responses=REFUSALS)
log = logging.getLogger("yokocho.play")
NOT_FOUND, NOT_ALLOWED, TOO_MANY, TOO_BIG, LAGGING, CLOSING = 4404, 4403, 4429, 1009, 4408, 1012
Seat = Annotated[int | None, Query(ge=-1, le=30)]
Looker = Annotated[str | None, Query(pattern=r"^(-1|\d{1,2}|open)$")]


def json(data: Any, status: int = 200) -> Response:
    return Response(encode(data), status, media_type="application/json")


@router.get("/state", summary="All that a seat or a spectator may know now")
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
    return json(house.state(live, looker, person["id"] if person else None, since))


@router.post(
    "/messages",
    summary="One message of a client; the direct answer",
    openapi_extra={
        "requestBody": {"required": True, "content": {"application/json": {"schema": {"anyOf": messages.schemas()}}}}
    },
)
async def message(
    request: Request, house: House_, person: Known, id: str, seat: Seat = None, invite: str | None = None
) -> Response:
    live = await may_look(house, id, person, invite)
    house.rates.take("moves", person["id"], house.settings.limits.moves)
    speaker = Listener(person["id"], person["name"], viewer(live, person, seat), 0)
    return json(await messages.handle(house, live, speaker, await request.body()))


@router.get("/moment", summary="The table after so many moves")
async def moment(
    request: Request,
    house: House_,
    person: Maybe,
    id: str,
    seat: Looker = None,
    move: Annotated[int | None, Query(ge=0)] = None,
    reached: Annotated[int | None, Query(ge=0)] = None,
    invite: str | None = None,
) -> Response:
    house.rates.take("moments", person["id"] if person else address(request), house.settings.limits.moments)
    live = await may_look(house, id, person, invite)
    if live.table.status == RUNNING:
        reached = None  # it would tell of hidden moves
    return json(views.moment(live.table, looker_at(live, person, seat), move, reached))


@router.get("/log", summary="Every entry of the log")
async def whole_log(
    request: Request, house: House_, person: Maybe, id: str, seat: Looker = None, invite: str | None = None
) -> Response:
    house.rates.take("logs", person["id"] if person else address(request), house.settings.limits.logs)
    live = await may_look(house, id, person, invite)
    looker = looker_at(live, person, seat)
    moves, match = list(views.known(live.table, looker)), live.table.playing.still()
    part = {"from": 0, "conceded": views.conceded(live.table, looker)}
    return await house.thinkers.look_up(lambda: json(part | {"entries": views.retold(match, looker, moves)}))


def looker_at(live: Live, person: Person | None, seat: str | None) -> int | None:
    """Over: any seat, or everything open (None). Running: only what the viewer may know."""
    if seat == "open":
        return None
    wanted = None if seat is None else int(seat)
    if live.table.status not in (WAITING, RUNNING) and wanted is not None:
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
        house.rates.take("requests", person["id"] if person else address(websocket), limits.requests)
        live = await may_look(house, id, person, invite)
        looker = viewer(live, person, seat)
    except Missing as error:
        await refuse(websocket, NOT_FOUND, str(error))
        return
    except TooMany as error:
        await refuse(websocket, TOO_MANY, str(error))
        return
    except Unavailable:
        await refuse(websocket, CLOSING, "the house cannot reach its book; connect again")
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
    for name in (who, where, "house"):
        counts[name] += 1
    metrics.connections.inc()
    me, called = (person["id"], person["name"]) if person else (None, "")
    session, invited = (hashed(key) if key else None for key in (websocket.cookies.get(COOKIE), invite))
    listener = Listener(me, called, looker, limits.backlog, session, invited)
    try:
        await websocket.accept()
        await converse(house, live, websocket, listener, since)
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


async def converse(house: House, live: Live, websocket: WebSocket, listener: Listener, since: int | None) -> None:
    live.listeners.add(listener)
    house.presence.tell(live)
    listener.send(encode(house.state(live, listener.viewer, listener.person, since)))
    sender = asyncio.create_task(pass_on(websocket, listener))
    waiting: asyncio.Queue[str | bytes] = asyncio.Queue(house.settings.limits.backlog)
    reader = asyncio.create_task(hear(house, live, websocket, listener, waiting))
    answerer = asyncio.create_task(answer(house, live, listener, waiting))
    tasks = sender, reader, answerer
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        live.listeners.discard(listener)
        house.presence.tell(live)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for task in tasks:
            if not task.cancelled() and task.exception() and not isinstance(task.exception(), WebSocketDisconnect):
                log.error("a connection failed", exc_info=task.exception())
        if live.table.seats_of(listener.person) and not house.closing:
            house.tell_table(live)


async def pass_on(websocket: WebSocket, listener: Listener) -> None:
    while (message := await listener.queue.get()) is not None:
        await websocket.send_text(message.decode())
    if listener.void:
        await websocket.close(NOT_FOUND, "you are not let in here any more")
    elif listener.lagging:
        await websocket.close(LAGGING, "too slow; connect again")
    else:
        await websocket.close(CLOSING, "the house is closing; connect again")


async def hear(
    house: House, live: Live, websocket: WebSocket, listener: Listener, waiting: asyncio.Queue[str | bytes]
) -> None:
    """Reads on while something is being answered, so that a `ping` always tells whether the line is alive."""
    limits = house.settings.limits
    mine = live.table.seats_of(listener.person)
    if mine:
        house.tell_table(live)
        for p in mine:
            await house.come_back(live, p, listener.person)
    while True:
        received = await websocket.receive()
        if received["type"] == "websocket.disconnect":
            await waiting.join()
            return
        data: str | bytes = received.get("text") or received.get("bytes") or b""
        if len(data) > limits.message:
            await websocket.close(TOO_BIG, "that message is too big")
            return
        try:
            house.rates.take("moves", listener.person or address(websocket), limits.moves)
        except TooMany as error:
            listener.send(encode(too_many(error, messages.id_of(data))))
            continue
        pong = messages.pong(data)
        if pong:
            listener.send(encode(pong))
        else:
            await waiting.put(data)


async def answer(house: House, live: Live, listener: Listener, waiting: asyncio.Queue[str | bytes]) -> None:
    """Answers what was read, one after the other."""
    while True:
        data = await waiting.get()
        try:
            told = await messages.handle(house, live, listener, data)
        except TooMany as error:
            told = too_many(error, error.message)
        except Missing:
            return
        except Unavailable as error:
            reason = "The house cannot reach its book; say it again, with the same id."
            told = {"type": "refused", "id": error.message, "reason": reason, "rule": "", "retry": 1.0}
        listener.send(encode(told))
        waiting.task_done()


def too_many(error: TooMany, id: str | None) -> dict[str, Any]:
    return {"type": "refused", "id": id, "reason": str(error), "rule": "", "retry": error.wait}
