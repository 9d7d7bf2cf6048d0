"""What a client may say at a table, and the answers."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Annotated, Any, Literal, Protocol

import msgspec
from msgspec import Meta, Struct

from yokocho.core import ahead
from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.match import Illegal, Match
from yokocho.core.record import SPECTATOR
from yokocho.server import metrics
from yokocho.server.house import Behind, House
from yokocho.server.keeping import where
from yokocho.server.live import Live, Missing
from yokocho.server.rates import TooMany
from yokocho.server.store import Unavailable
from yokocho.server.table import Event, Table

log = logging.getLogger("yokocho.play")
Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00]+$")]


class Message(Struct, tag_field="type", forbid_unknown_fields=True):
    id: Id | None = None


class Move(Message, tag="move"):
    move: Annotated[str, Meta(max_length=80)] | int = ""
    number: int | None = None


class Undo(Message, tag="undo"):
    number: int | None = None


class Redo(Message, tag="redo"):
    number: int | None = None


class Ask(Message, tag="ask"):
    kind: Literal["undo", "abort"] = "undo"


class Answer(Message, tag="answer"):
    yes: bool = False


class Concede(Message, tag="concede"):
    pass


class Away(Message, tag="away"):
    pass


class Back(Message, tag="back"):
    pass


class Chat(Message, tag="chat"):
    text: Annotated[str, Meta(max_length=2000)] = ""
    room: Literal["table", "gallery"] | None = None


class Look(Message, tag="look"):
    seat: int = 0


class Sync(Message, tag="sync"):
    since: int | None = None


class Hint(Message, tag="hint"):
    pass


class Coach(Message, tag="coach"):
    pass


class Why(Message, tag="why"):
    action: int | None = None
    piece: Annotated[str, Meta(max_length=80)] = ""


class Preview(Message, tag="preview"):
    move: int = 0
    then: Annotated[list[int], Meta(max_length=32)] = []


class Ping(Message, tag="ping"):
    pass


Any_ = (
    Move | Undo | Redo | Ask | Answer | Concede | Away | Back | Chat | Look | Sync | Hint | Coach | Why | Preview | Ping
)
decode = msgspec.json.Decoder(Any_).decode


class Named(Struct):
    """The part of a message that a refusal needs: its id."""

    id: Id | None = None


decode_name = msgspec.json.Decoder(Named).decode


def pong(data: bytes | str) -> dict[str, Any] | None:
    """The answer to a ping; None for any other message."""
    try:
        message = decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return {"type": "pong", "id": message.id} if isinstance(message, Ping) else None


def id_of(data: bytes | str) -> str | None:
    """The id of a message that is refused unread."""
    try:
        return decode_name(data).id
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def schemas() -> list[dict[str, Any]]:
    """The JSON schemas of all messages, for the OpenAPI description."""
    return list(msgspec.json.schema_components([Any_])[1].values())


class Speaker(Protocol):
    """The sender of a message: a person at one of their seats, or a spectator."""

    person: str | None
    name: str
    viewer: int


async def handle(house: House, live: Live, speaker: Speaker, data: bytes | str) -> dict[str, Any]:
    """The direct answer to a message."""
    begun = time.perf_counter()
    try:
        message = decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        metrics.refused.inc()
        return {"type": "refused", "id": None, "reason": f"Not a message: {error}", "rule": ""}
    try:
        answer = await answer_to(house, live, speaker, message)
    except Illegal as error:
        metrics.refused.inc()
        return {"type": "refused", "id": message.id, "reason": error.reason, "rule": error.rule}
    except BadInput as error:
        metrics.refused.inc()
        return {"type": "refused", "id": message.id, "reason": str(error), "rule": ""}
    except Behind:
        metrics.behind.inc()
        told = house.state(live, speaker.viewer, speaker.person)
        return {"type": "behind", "id": message.id, "state": told}
    except (TooMany, Unavailable) as error:
        error.message = message.id
        raise
    except Missing:
        raise
    except Exception as error:  # in a search or in the rules; the connection stays open
        metrics.refused.inc()
        log.error("table %s: a %s failed: %s", live.table.id, type(message).__name__, where(error))
        return {"type": "refused", "id": message.id, "reason": "Something went wrong in the house.", "rule": ""}
    metrics.message.observe(time.perf_counter() - begun)
    return answer


async def answer_to(house: House, live: Live, speaker: Speaker, message: Any_) -> dict[str, Any]:
    table, p, person = live.table, speaker.viewer, speaker.person
    limits = house.settings.limits
    match message:
        case Ping():
            return {"type": "pong", "id": message.id}
        case Look():
            if message.seat not in table.seats_of(person):
                raise Illegal("That seat is not yours.")
            speaker.viewer = message.seat
            return house.state(live, message.seat, person)
        case Sync():
            return house.state(live, p, person, message.since)
        case Chat():
            if person is None:
                raise Illegal("Only guests and accounts may talk.")
            house.rates.take("chat", person, limits.chat)
            room = message.room or ("gallery" if p == SPECTATOR else "table")
            if p != SPECTATOR:
                await house.come_back(live, p, person)
            return await accept(
                house, live, speaker, message, lambda t, now: t.plan_chat(now, p, speaker.name, message.text, room)
            )
    if p == SPECTATOR or person is None or p not in table.seats_of(person):
        raise Illegal("Only those who sit at the table may do that.")
    if not isinstance(message, Away | Back | Concede):
        await house.come_back(live, p, person)
    match message:
        case Move():
            number = await house.move(live, p, message.number, message.move, person, message.id)
            return {"type": "accepted", "id": message.id, "number": number}
        case Undo() | Redo():
            return await accept(house, live, speaker, message, lambda t, now: taken_back(t, now, p, message))
        case Ask():
            return await accept(house, live, speaker, message, lambda t, now: t.plan_ask(now, p, message.kind))
        case Answer():
            return await accept(house, live, speaker, message, lambda t, now: t.plan_answer(now, p, message.yes))
        case Concede():
            return await accept(house, live, speaker, message, lambda t, now: t.plan_concede(now, p))
        case Away():
            return await accept(house, live, speaker, message, lambda t, now: t.plan_care(now, p, "away"))
        case Back():
            return await accept(house, live, speaker, message, lambda t, now: t.plan_back(now, p))
        case Hint():
            house.rates.take("hints", person, limits.hints)
            return {"type": "hint", "id": message.id, "hints": await house.hint(live, p)}
        case Coach():
            house.rates.take("doubts", person, limits.doubts)
            return {"type": "coach", "id": message.id, "poor": await house.doubts(live, p)}
        case Why():
            reason, rule = why(table.game, table.running(p), p, message)
            return {"type": "why", "id": message.id, "reason": reason, "rule": rule}
        case Preview():
            told = await preview(table.game, table.running(p), p, message.move, message.then)
            return {"type": "preview", "id": message.id, "move": message.move, **msgspec.to_builtins(told)}
    raise AssertionError(message)


async def accept(house: House, live: Live, speaker: Speaker, message: Any_, plan: Any) -> dict[str, Any]:
    number = await house.submit(live, plan, speaker.person, message.id)
    return {"type": "accepted", "id": message.id, "number": number}


def taken_back(table: Table, now: int, p: int, message: Undo | Redo) -> list[Event]:
    if message.number is not None and table.is_behind(p, message.number):
        raise Behind
    return table.plan_undo(now, p) if isinstance(message, Undo) else table.plan_redo(now, p)


def why(game: Game, match: Match, p: int, message: Why) -> tuple[str, str]:
    """Why an action, or a thing on the table, cannot be chosen now, from what the seat knows."""
    if message.action is None:
        return ahead.why_not(game, match.view(p), p, message.piece, match.name)
    if not 0 <= message.action < game.actions:
        raise Illegal("There is no such action.")
    try:
        match.validate(p, message.action)
    except Illegal as error:
        return error.reason, error.rule
    return "", ""


async def preview(game: Game, match: Match, p: int, action: int, then: list[int]) -> ahead.Preview:
    """What a legal move, and those after it, would do, as far as the seat can know; in a thread, from a masked copy."""
    match.validate(p, action)
    return await asyncio.to_thread(ahead.preview, game, match.view(p), p, action, match.name, then)
