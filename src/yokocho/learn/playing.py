"""A lesson being played: a client asks what to show and says what the learner does. All rules are the game's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from yokocho.core.errors import BadInput
from yokocho.core.game import Game, set_seed
from yokocho.core.match import Match
from yokocho.core.scene import Scene
from yokocho.learn.lessons import Course, Lesson, Step
from yokocho.learn.puzzles import laid
from yokocho.learn.selectors import Lit, lit, matching
from yokocho.learn.voice import spoken_to, to_you

Result: TypeAlias = Literal["right", "on", "wrong", "other"]


@dataclass(frozen=True)
class Place:
    """How far somebody is in a lesson."""

    step: int = 0
    ways: tuple[int, ...] = ()  # for each step before, which of its right ways was played; 0 without a task
    played: tuple[str, ...] = ()  # the right moves so far in this step


@dataclass(frozen=True)
class Answer:
    """The reaction to a move. "on": a right way goes on. After "wrong" and "other" the move is to be taken back."""

    result: Result
    said: str


@dataclass(frozen=True)
class Happened:
    """A move that follows, with what the log says of it."""

    seat: int
    notation: str
    lines: list[str]


class Playing:
    """One lesson at a place. `answer` plays a move of the learner, `follow` what comes after a right one, `advance`
    goes to the next step.
    """

    def __init__(self, game: Game, course: Course, lesson: Lesson, place: Place | None = None) -> None:
        self.game, self.course, self.lesson = game, course, lesson
        self.match: Match
        self.seat = 0
        self.go(place or Place())

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.place.step]

    @property
    def last(self) -> bool:
        return self.place.step == len(self.lesson.steps) - 1

    # --- where

    def go(self, place: Place) -> None:
        """To a place; BadInput if there is none like it."""
        steps = self.lesson.steps
        if not 0 <= place.step < len(steps) or len(place.ways) != place.step:
            raise BadInput(f"this lesson has no such place: step {place.step} after {len(place.ways)} others")
        first = max((i for i in range(place.step + 1) if steps[i].position), default=-1)
        if first < 0:
            raise BadInput("the first step needs a position")
        self.seat = next((steps[i].seat for i in range(first, -1, -1) if steps[i].seat >= 0), 0)
        self.place = Place(first, place.ways[:first])
        self._begin()
        for way in place.ways[first:]:
            self._play_way(way)
            for _ in self.follow():
                pass
            self.advance()
        for move in place.played:
            if self.answer(move).result not in ("right", "on"):
                raise BadInput(f"{move!r} is not a right move here")

    def _play_way(self, way: int) -> None:
        if way != 0 and not 0 <= way < len(self.step.right):
            raise BadInput(f"step {self.place.step} has no right way {way}")
        for move in self.step.right[way] if self.step.right else ():
            self.answer(move)

    def _begin(self) -> None:
        """The table as the step begins: its position, or what lies there."""
        step = self.step
        s = self.game.settle(laid(self.game, step.position) if step.position else self.match.state)
        if step.seat >= 0:
            self.seat = step.seat
        if step.chance:
            set_seed(s, bytes.fromhex(step.chance))
        if not self.seat < int(s.players):
            raise BadInput(f"{step.where}: there is no seat {self.seat}")
        self.match = Match.from_state(self.game, s)
        self.match.names = dict(zip(range(int(s.players)), self.course.names))

    # --- looking

    def scene(self) -> Scene:
        return spoken_to(self.match.scene(self.seat))

    def lit(self, scene: Scene) -> Lit:
        return lit(scene, self.step.light)

    @property
    def model(self) -> tuple[str, ...]:
        """What is still to be played, as the lesson would: of the first right way that the learner has begun."""
        played = self.place.played
        ways = [way for way in self.step.right if way[: len(played)] == played]
        return ways[0][len(played) :] if ways else ()

    @property
    def done(self) -> bool:
        """Is the task of this step done, or is there none?"""
        return not self.step.right or self.place.played in self.step.right

    # --- playing

    def answer(self, move: int | str) -> Answer:
        """Plays a move of the learner. Illegal if the rules do not allow it."""
        if self.done:
            raise BadInput("there is nothing to do in this step")
        step, match = self.step, self.match
        a = match.validate(self.seat, move)
        notation = self.game.words.notation(match.state, self.seat, a)
        legal = match.notations(self.seat)
        match.play(self.seat, a, when=0)
        played = (*self.place.played, notation)
        if any(way[: len(played)] == played for way in step.right):
            self.place = Place(self.place.step, self.place.ways, played)
            return Answer("right", step.said) if self.done else Answer("on", "")
        for wrong in step.wrong:
            if any(notation in matching(pattern, legal) for pattern in wrong.moves):
                return Answer("wrong", wrong.say)
        return Answer("other", step.otherwise)

    def take_back(self) -> None:
        """Takes back the last move: a wrong one, or a right one if nothing has followed yet."""
        if not self.match.moves:
            raise BadInput("there is nothing to take back")
        self.match.take_back()
        place = self.place
        self.place = Place(place.step, place.ways, place.played[: len(self.match.moves)])

    def follow(self) -> Iterator[Happened]:
        """Plays what comes after the right way, move by move."""
        for seat, notation in self.step.then:
            yield self.happen(seat, notation)

    def happen(self, seat: int, notation: str) -> Happened:
        n = len(self.match.moves)
        self.match.play(seat, notation, when=0)
        return Happened(seat, notation, self.log(n))

    def log(self, since: int = 0) -> list[str]:
        """What happened in this step, as the learner may know it."""
        return [to_you(line) for line in self.match.log(self.seat, since)]

    def after(self) -> Place | None:
        """The next place; None if this was the last step."""
        if self.last:
            return None
        way = self.step.right.index(self.place.played) if self.step.right else 0
        return Place(self.place.step + 1, (*self.place.ways, way))

    def advance(self) -> bool:
        """Goes to the next step from what lies on the table; False if there is none."""
        place = self.after()
        if place is None:
            return False
        self.place = place
        self._begin()
        return True
