"""Puzzles of a game, from puzzles.jsonl: positions in which one move is clearly best for what the seat knows.

A puzzle is played as a lesson of one step. How good somebody is at them follows from which ones they solved at the
first try; so what is kept on several devices can be put together in any order.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.record import State
from yokocho.learn import reading
from yokocho.learn.lessons import Course, Lesson, Step, Wrong, names

FILE = "puzzles.jsonl"
PREFIX = "puzzle-"  # of the name of its lesson
SOLVED, FAILED, DAY = "solved:", "failed:", "day:"  # what is kept of a solver; the first try counts
BEGINNER = 1500  # the rating of somebody of whom nothing is known
ANCHORS = 4  # puzzles of that rating, half of them solved, with which everybody begins
EVEN = 400.0  # who is rated so much higher than a puzzle solves it ten times for each time they do not
LOW, HIGH = 400.0, 2800.0


@dataclass(frozen=True)
class Puzzle:
    """A position and its best move, with what the moves are worth."""

    id: str
    seat: int
    best: str
    theme: str  # the kind of the best move
    rating: int
    values: dict[str, float]  # chance to win by move, of those that were looked at long enough
    found: dict[str, float]  # how often weaker bots find the best move
    position: dict[str, Any]

    def to_json(self) -> str:
        """One line of the file."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @property
    def players(self) -> int:
        return int(self.position["players"])


def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """All puzzles of a game; none if it has no file of them. BadInput if they cannot be read."""
    return kept(game, reading.stamp(game.folder / FILE))


@lru_cache(32)
def kept(game: Game, stamp: int) -> tuple[Puzzle, ...]:
    if not stamp:
        return ()
    found = []
    for i, line in enumerate(reading.text_of(game, FILE).splitlines(), 1):
        try:
            found.append(Puzzle(**json.loads(line)))
        except (ValueError, TypeError) as error:
            raise BadInput(f"{FILE}, line {i}: {error}") from None
    return tuple(found)


def puzzle(game: Game, id: str) -> Puzzle:
    """The puzzle of that id; BadInput if there is none."""
    found = next((one for one in puzzles(game) if one.id == id), None)
    if found is None:
        raise BadInput(f"{game.title} has no puzzle {id!r}")
    return found


def daily(game: Game, day: date) -> Puzzle:
    """The puzzle of a day. All have their turn before one comes again."""
    known = puzzles(game)
    if not known:
        raise BadInput(f"{game.title} has no puzzles")
    return known[day.toordinal() % len(known)]


# --- as a lesson


def laid(game: Game, name: str) -> State:
    """A position by its name: of a puzzle, or one of those for teaching. To be copied, not to be played on."""
    if not name.startswith(PREFIX):
        return reading.position(game, name)
    return read_position(game, puzzle(game, name.removeprefix(PREFIX)).to_json())


@lru_cache(64)
def read_position(game: Game, line: str) -> State:
    return game.read(game, json.loads(line)["position"])


def as_lesson(game: Game, found: Puzzle) -> tuple[Course, Lesson]:
    """The lesson that a puzzle is."""
    step = Step(
        where=f"{FILE}, {found.id}",
        position=PREFIX + found.id,
        seat=found.seat,
        chance="",
        say="",
        task="Your turn. One move is clearly best: which?",
        light=(),
        right=((found.best,),),
        said=praise(game, found),
        wrong=tuple(Wrong((move,), blame(found, move)) for move in found.values if move != found.best),
        otherwise=f"Not that one. The best move wins about {percent(found.values[found.best])} from here.",
        then=(),
        after="",
    )
    lesson = Lesson(PREFIX + found.id, "Puzzle", 1, (), (), (step,))
    return Course(names(game), (lesson,)), lesson


def praise(game: Game, found: Puzzle) -> str:
    """What is said of the right move: what it is worth, and why."""
    s = laid(game, PREFIX + found.id)
    view = game.view(s, found.seat)
    called = names(game)
    why = game.remark(view, found.seat, game.words.parse(view, found.seat, found.best), lambda p: called[p]).why
    best, other = (percent(value) for value in sorted(found.values.values(), reverse=True)[:2])
    return f"Right. That wins about {best} from here, the next best {other}. {why}".strip()


def blame(found: Puzzle, move: str) -> str:
    best, mine = (percent(found.values[one]) for one in (found.best, move))
    return f"That wins about {mine} from here. Another move wins {best}."


def percent(share: float) -> str:
    return f"{share:.0%}".replace("%", "\u00a0%")


# --- solvers


def outcomes(known: Iterable[Puzzle], words: Collection[str]) -> list[tuple[int, bool]]:
    """For each puzzle that was tried its rating, and whether the first try was right."""
    tried = [one for one in known if SOLVED + one.id in words or FAILED + one.id in words]
    return [(one.rating, FAILED + one.id not in words) for one in tried]


def rating(found: Sequence[tuple[int, bool]]) -> int:
    """The rating at which so many puzzles would be solved as were."""
    whole = [*found, *[(BEGINNER, won) for won in (True, False)] * (ANCHORS // 2)]
    solved = sum(won for _, won in whole)
    low, high = LOW, HIGH
    for _ in range(40):
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((hard - middle) / EVEN)) for hard, _ in whole)
        low, high = (middle, high) if expected < solved else (low, middle)
    return round(low)


def is_day(word: str) -> bool:
    """Does a word say on which day a puzzle of the day was solved?"""
    try:
        return word.startswith(DAY) and date.fromisoformat(word.removeprefix(DAY)).isoformat() == word.removeprefix(DAY)
    except ValueError:
        return False


def streak(words: Collection[str], today: date) -> int:
    """On how many days in a row, up to today or yesterday, the puzzle of the day was solved."""
    day = today if DAY + today.isoformat() in words else today - timedelta(1)
    days = 0
    while DAY + day.isoformat() in words:
        days += 1
        day -= timedelta(1)
    return days


def tried(known: Iterable[Puzzle], words: Collection[str]) -> set[str]:
    """The ids of the puzzles that were tried."""
    return {one.id for one in known if SOLVED + one.id in words or FAILED + one.id in words}


def following(known: Sequence[Puzzle], words: Collection[str], level: int) -> Puzzle | None:
    """The next puzzle for somebody of a level: of those not tried yet the one nearest to it."""
    done = tried(known, words)
    left = [one for one in known if one.id not in done]
    return min(left, key=lambda one: (abs(one.rating - level), one.id), default=None)
