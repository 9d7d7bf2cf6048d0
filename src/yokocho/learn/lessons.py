"""The lessons of a game, from lessons.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.record import CLOCK
from yokocho.learn.reading import Faults, Table, has, stamp, text_of, toml

FILE = "lessons.toml"
NAMES = ("You", "Kiko", "Old Gama", "Hoot", "Pip")
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
CHANCE = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Wrong:
    """What is said when somebody plays one of these moves."""

    moves: tuple[str, ...]  # patterns
    say: str


@dataclass(frozen=True)
class Step:
    """One step of a lesson: something to read and, with a task, something to do."""

    where: str  # for errors
    position: str  # empty: goes on from where the step before ended
    seat: int  # -1: as in the step before
    chance: str
    say: str
    task: str
    light: tuple[str, ...]
    right: tuple[tuple[str, ...], ...]  # each way: the moves of the learner, one after the other; the first is shown
    said: str
    wrong: tuple[Wrong, ...]
    otherwise: str
    then: tuple[tuple[int, str], ...]  # what follows, by seat
    after: str


@dataclass(frozen=True)
class Lesson:
    id: str
    title: str
    minutes: int
    explains: tuple[str, ...]
    rules: tuple[str, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Course:
    """All lessons of a game, with the names of those who sit at the table."""

    names: tuple[str, ...]
    lessons: tuple[Lesson, ...]

    def lesson(self, id: str) -> Lesson:
        """The lesson of that id; BadInput if there is none."""
        found = next((lesson for lesson in self.lessons if lesson.id == id), None)
        if found is None:
            raise BadInput(f"there is no lesson {id!r}; there are {', '.join(lesson.id for lesson in self.lessons)}")
        return found


def course(game: Game) -> Course:
    """The lessons of a game; BadInput if they cannot be read."""
    return kept(game, stamp(game.folder / FILE))


def names(game: Game) -> tuple[str, ...]:
    """The names of those who sit at the tables of a game, whatever else may be wrong with its lessons."""
    return kept_names(game, stamp(game.folder / FILE))


@lru_cache(32)
def kept_names(game: Game, _stamp: int) -> tuple[str, ...]:
    return read(game, Faults()).names


@lru_cache(32)
def kept(game: Game, _stamp: int) -> Course:
    faults = Faults()
    found = read(game, faults)
    faults.refuse()
    return found


def read(game: Game, faults: Faults) -> Course:
    """The lessons as far as they can be read."""
    if not has(game, FILE):
        return Course(NAMES, ())
    file = toml(text_of(game, FILE), FILE, faults)
    names = file.texts("names") or NAMES
    lessons = [lesson(table) for table in file.tables("lesson", "lesson")]
    file.end()
    for i, one in enumerate(lessons):
        if one.id in [other.id for other in lessons[:i]]:
            faults.note(FILE, f"two lessons are called {one.id!r}")
    return Course(names, tuple(lessons))


def lesson(table: Table) -> Lesson:
    id = table.text("id", needed=True)
    if id:
        table.where = f"{FILE}, {id}"
    if not ID.fullmatch(id):
        table.note("id: small letters, digits and hyphens are needed here")
    found = Lesson(
        id,
        table.text("title", needed=True),
        table.number("minutes", 2),
        table.texts("explains"),
        table.texts("rules"),
        tuple(step(part) for part in table.tables("step", "step")),
    )
    table.end()
    if not found.steps:
        table.note("a lesson has steps")
    elif not found.steps[0].position:
        table.note("step 1: position: the first step needs one")
    return found


def step(table: Table) -> Step:
    chance = table.text("chance")
    if chance and not CHANCE.fullmatch(chance):
        table.wrong("chance", "64 hexadecimal digits")
        chance = ""
    task = table.text("task")
    found = Step(
        where=table.where,
        position=table.text("position"),
        seat=table.number("seat", -1),
        chance=chance,
        say=table.text("say", needed=not task),
        task=task,
        light=table.texts("light"),
        right=table.lists("right"),
        said=table.text("said", needed=bool(task)),
        wrong=tuple(wrong(part) for part in table.tables("wrong", "wrong")),
        otherwise=table.text("otherwise", needed=bool(task)),
        then=tuple(move for line in table.texts("then") if (move := follows(table, line))),
        after=table.text("after"),
    )
    table.end()
    if bool(task) != bool(found.right):
        table.note("a step with a task has right ways, and one without has none")
    if any(not way for way in found.right):
        table.note("right: a way has at least one move")
    for one in found.right:
        if any(other != one and other[: len(one)] == one for other in found.right) or found.right.count(one) > 1:
            table.note(f"right: {list(one)} is the beginning of another way")
    if not task and (found.said or found.wrong or found.otherwise):
        table.note("without a task there is no reaction to a move")
    return found


def wrong(table: Table) -> Wrong:
    found = Wrong(table.texts("moves"), table.text("say", needed=True))
    if not found.moves:
        table.wrong("moves", "a list of moves")
    table.end()
    return found


def follows(table: Table, line: str) -> tuple[int, str] | None:
    """A move of `then`: "1: play a 4^"."""
    seat, colon, notation = line.partition(":")
    if not colon or not seat.strip().isdecimal() or not notation.strip():
        table.note(f"then: {line!r} should be a seat, a colon and a move")
        return None
    p = int(seat)
    return (p if p < 8 else CLOCK), notation.strip()
