"""The decisions of a match: moves that one seat plays without learning anything in between are one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.record import CLOCK, State, copy, data
from yokocho.review.chances import LONGEST, Line, goes_on


@dataclass(frozen=True)
class Decision:
    """Moves first to last - 1 of a match, all of one seat, and what the seat knew before them."""

    first: int
    last: int
    seat: int  # CLOCK: nobody decided
    line: Line
    view: State


def decisions(match: Match) -> Iterator[Decision]:
    """All decisions of a match, in order."""
    game, i = match.game, 0
    while i < len(match.moves):
        p, s = match.moves[i].seat, match.at(i)
        if p == CLOCK:
            yield Decision(i, i + 1, p, (match.actions[i],), game.view(s, p))
            i += 1
            continue
        view = game.view(s, p)
        line = own_line(match, i, view, p)
        yield Decision(i, i + len(line), p, line, view)
        i += len(line)


def own_line(match: Match, i: int, view: State, p: int) -> Line:
    """The moves from number i on that the seat could plan in advance, from what it knows."""
    game, s, known = match.game, match.at(i), copy(view)
    line: list[int] = []
    while True:
        a = match.actions[i + len(line)]
        game.kernels.apply(s, p, a)
        game.kernels.apply(known, p, a)
        line.append(a)
        j = i + len(line)
        more = j < len(match.moves) and match.moves[j].seat == p and len(line) < LONGEST
        if not (more and goes_on(game, view, known, p) and same(game, known, s, p)):
            return tuple(line)


def same(game: Game, known: State, s: State, p: int) -> bool:
    """Is all that the seat sees of a state what it could foresee?"""
    foreseen = game.view(known, p)
    return data(game.settle(foreseen)) == data(game.settle(game.view(s, p)))
