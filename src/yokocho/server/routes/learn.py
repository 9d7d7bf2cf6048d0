"""Learning: the guide, lessons that are played without a table, the coach's words, and what a person has learned."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from yokocho import catalog
from yokocho.bots.seats import WARMING
from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.match import Illegal
from yokocho.learn import coach, guide, lessons, puzzles
from yokocho.learn.playing import Place, Playing
from yokocho.learn.reading import has
from yokocho.learn.voice import to_you
from yokocho.server import learned, messages, teaching, views
from yokocho.server.house import House
from yokocho.server.live import Missing
from yokocho.server.routes.asking import REFUSALS, House_, Known, Maybe, Person, address
from yokocho.server.routes.play import json
from yokocho.server.routes.stalls import stall

router = APIRouter(prefix="/api", tags=["learning"], responses=REFUSALS)
STEPS, MOVES = 30, 60  # most steps of a lesson, and most moves of one
Notation = Annotated[str, Field(max_length=80)]
Key = Annotated[str, Field(max_length=64, pattern=r"^[^\x00]*$")]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^\x00]+$")]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class At(Strict):
    """A place in a lesson."""

    step: int = Field(0, ge=0, le=STEPS)
    ways: list[Annotated[int, Field(ge=0, le=1000)]] = Field(default_factory=list, max_length=STEPS)
    played: list[Notation] = Field(default_factory=list, max_length=MOVES)

    def place(self) -> Place:
        return Place(self.step, tuple(self.ways), tuple(self.played))


class Spoken(Strict):
    id: Id | None = None


class Move(Spoken):
    type: Literal["move"]
    move: Notation | int


class Next(Spoken):
    type: Literal["next"]


class Preview(Spoken):
    type: Literal["preview"]
    move: int
    then: list[int] = Field(default_factory=list, max_length=32)


class Why(Spoken):
    type: Literal["why"]
    action: int | None = None
    piece: Notation = ""


class Hint(Spoken):
    type: Literal["hint"]


class Asked(Strict):
    """What a learner does at a place; without a message they look."""

    at: At
    message: Annotated[Move | Next | Preview | Why | Hint, Field(discriminator="type")] | None = None


class Learned(Strict):
    lessons: list[Key] = Field(default_factory=list, max_length=200)
    coach: list[Key] = Field(default_factory=list, max_length=500)
    puzzles: list[Key] = Field(default_factory=list, max_length=5000)


def limited(request: Request, house: House, person: Person | None) -> None:
    house.rates.take("lessons", person["id"] if person else address(request), house.settings.limits.lessons)


def needs(game: Game, name: str, what: str) -> None:
    if not has(game, name):
        raise Missing(f"{game.title} has no {what} yet")


async def worked(house: House, work: Callable[[], Any]) -> Response:
    """Something slow, in a thread: where the rules are not compiled yet, a guide with its tables takes a second."""
    return await house.thinkers.look_up(lambda: json(work()))


@router.get("/games/{game}/guide", summary="A game's guide, with its tables")
async def get_guide(request: Request, house: House_, person: Maybe, game: str) -> Response:
    limited(request, house, person)
    found = stall(game)
    needs(found, guide.FILE, "guide")
    return await worked(house, lambda: teaching.guide_of(found))


@router.get("/games/{game}/lessons", summary="A game's lessons")
async def get_lessons(house: House_, person: Maybe, game: str) -> Response:
    return json(teaching.lessons_of(stall(game)))


@router.get("/games/{game}/puzzles", summary="A game's puzzles, without what solves them, and the one of the day")
async def get_puzzles(house: House_, person: Maybe, game: str) -> Response:
    found = stall(game)
    needs(found, puzzles.FILE, "puzzles")
    today = datetime.fromtimestamp(house.time.now() / 1000, UTC).date()
    return json(teaching.puzzles_of(found, today))


@router.get("/games/{game}/coach", summary="What the coach says of the things on the table")
async def get_coach(house: House_, person: Maybe, game: str) -> Response:
    found = stall(game)
    needs(found, coach.FILE, "coach")
    return json(teaching.coach_of(found))


@router.post("/games/{game}/lessons/{lesson}", summary="A lesson at a place: look, or play a move there")
async def play_lesson(request: Request, house: House_, person: Maybe, game: str, lesson: str, asked: Asked) -> Response:
    limited(request, house, person)
    found, message, place = stall(game), asked.message, asked.at.place()
    needs(found, *((puzzles.FILE, "puzzles") if lesson.startswith(puzzles.PREFIX) else (lessons.FILE, "lessons")))
    if found.interpreted:
        house.stoves.hurry(found.name)  # hints need compiled rules
    playing = await house.thinkers.look_up(lambda: teaching.playing_at(found, lesson, place))
    if message is None:
        return await worked(house, lambda: teaching.moment(playing))
    if isinstance(message, Hint):
        house.rates.take("hints", person["id"] if person else address(request), house.settings.limits.hints)
    try:
        told = await answered(house, playing, message)
    except Illegal as error:
        told = {"type": "refused", "reason": error.reason, "rule": error.rule}
    return json({"id": message.id, **told})


async def answered(house: House, playing: Playing, message: Move | Next | Preview | Why | Hint) -> dict[str, Any]:
    """The answer to a message, as at a table where there is such a message."""
    game, match, p = playing.game, playing.match, playing.seat
    match message:
        case Move():
            return await house.thinkers.look_up(lambda: teaching.answer(playing, message.move))
        case Next():
            if not playing.done:
                raise Illegal("There is something to do first.")
            return await house.thinkers.look_up(lambda: teaching.go_on(playing))
        case Preview():
            told = await messages.preview(game, match, p, message.move, message.then)
            return {"type": "preview", "move": message.move, **vars(told), "lines": [*map(to_you, told.lines)]}
        case Why():
            asked = messages.Why(action=message.action, piece=message.piece)
            reason, rule = messages.why(game, match, p, asked)
            return {"type": "why", "reason": reason, "rule": rule}
    if game.interpreted:
        raise Illegal(WARMING)
    if p not in match.pending():
        raise Illegal("Nothing is asked of you.")
    view = match.view(p)
    return {"type": "hint", "hints": await house.thinkers.run(lambda: views.hints(game, view, p, match.name))}


# --- what a person has learned


@router.get("/me/learned", summary="What I have learned of each game")
async def get_learned(house: House_, person: Known) -> dict[str, Learned]:
    return told(await house.store.read(learned.learned_of(person["id"])))


@router.post("/me/learned", summary="Add what I have learned, on this device too")
async def post_learned(
    house: House_, person: Known, more: Annotated[dict[Key, Learned], Field(max_length=64)]
) -> dict[str, Learned]:
    rows = [row for name, found in more.items() for row in known(name, found)]
    await house.store.write(learned.learn(person["id"], rows))
    return told(await house.store.read(learned.learned_of(person["id"])))


@router.delete("/me/learned", status_code=204, summary="Forget what I have learned of a game, to start over")
async def forget(house: House_, person: Known, game: Annotated[str, Query(max_length=64)]) -> None:
    await house.store.write(learned.unlearn(person["id"], game))


def known(name: str, found: Learned) -> list[tuple[str, str, str]]:
    """The rows of what a game really has; the rest is left out."""
    try:
        game = catalog.game(name)
        ids = {lesson.id for lesson in lessons.course(game).lessons}
        keys = set(coach.coach(game).sayings)
        tried = {word + one.id for one in puzzles.puzzles(game) for word in (puzzles.SOLVED, puzzles.FAILED)}
    except BadInput:
        return []
    rows = [(name, "lesson", id) for id in found.lessons if id in ids]
    rows += [(name, "coach", key) for key in found.coach if key in keys]
    return rows + [(name, "puzzle", word) for word in found.puzzles if word in tried or puzzles.is_day(word)]


def told(rows: list[tuple[str, str, str]]) -> dict[str, Learned]:
    found: dict[str, Learned] = {}
    for game, kind, word in rows:
        mine = found.setdefault(game, Learned())
        {"lesson": mine.lessons, "coach": mine.coach, "puzzle": mine.puzzles}[kind].append(word)
    return found
