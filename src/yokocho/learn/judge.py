"""What a long search says of the moves that lessons ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from yokocho.bots.search import Found, Search
from yokocho.core.game import Game
from yokocho.learn.lessons import Course, Lesson
from yokocho.learn.playing import Playing

ITERATIONS = 20_000
WORSE = 0.04  # of the chance to win: more is clearly worse


@dataclass(frozen=True)
class Judged:
    """One decision of a lesson: the move it asks for, and the best by the search."""

    where: str
    move: str
    value: float
    visits: int
    best: str
    best_value: float

    @property
    def clearly_worse(self) -> bool:
        return self.best_value - self.value > WORSE


def judge(game: Game, course: Course, lesson: Lesson, iterations: int = ITERATIONS) -> Iterator[Judged]:
    """Every decision of the model ways of a lesson."""
    playing, going = Playing(game, course, lesson), True
    while going:
        for move in playing.model:
            if len(playing.match.legal(playing.seat)) > 1:
                yield judged(game, playing, move, iterations)
            playing.answer(move)
        for _ in playing.follow():
            pass
        going = playing.advance()


def judged(game: Game, playing: Playing, move: str, iterations: int) -> Judged:
    match, p = playing.match, playing.seat
    found = Search(game, "judge").think(match.view(p), p, iterations)
    wanted = match.validate(p, move)
    mine = next((one for one in found if one.action == wanted), Found(wanted, 0, 0.0, 0))
    best = found[0]
    named = game.words.notation(match.state, p, best.action)
    return Judged(playing.step.where, move, mine.value, mine.visits, named, best.value)
