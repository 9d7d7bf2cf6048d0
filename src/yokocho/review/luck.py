"""Luck and skill apart, with every card as it lay.

The chances before a decision and after what was played come from the same samples; in them chance is drawn anew. What
is between is the choice. From there to the chances before the next decision chance has done the rest: that is luck. In
the mean over all that chance might have brought it is nothing, whoever plays, and however wrong the chances are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from yokocho.core.match import Match
from yokocho.core.record import CLOCK
from yokocho.review.chances import Chances
from yokocho.review.decisions import Decision, decisions

BySeat = tuple[float, ...]


@dataclass(frozen=True)
class Worth:
    """A decision: the chances before it, what the choice changed of them, and the standard errors of both."""

    before: BySeat
    choice: BySeat
    before_error: BySeat
    choice_error: BySeat


def worth_of(chances: Chances, match: Match, decision: Decision, count: int) -> Worth:
    """What a decision was worth to each seat, as everything lay."""
    s, p = match.at(decision.first), decision.seat
    free = p == CLOCK or len(chances.game.legal(s, p)) > 1 or len(decision.line) > 1
    shares = chances.as_it_lies(s, p, [(), decision.line] if free else [()], count)
    before = shares[:, 0]
    change = shares[:, -1] - before
    scale = 1 / sqrt(max(1, count - 1))
    return Worth(
        tuple(float(x) for x in before.mean(axis=0)),
        tuple(float(x) for x in change.mean(axis=0)),
        tuple(float(x) * scale for x in before.std(axis=0)),
        tuple(float(x) * scale for x in change.std(axis=0)),
    )


@dataclass(frozen=True)
class Parts:
    """What makes up the result of a seat."""

    start: float
    own: float
    others: float
    luck: float
    result: float
    luck_error: float  # its standard error


def parts(worths: Sequence[Worth], seats: Sequence[int], p: int, result: float) -> Parts:
    """The parts for seat p, from the worths of all decisions and the seats that made them."""
    own = sum(worth.choice[p] for worth, seat in zip(worths, seats) if seat == p)
    others = sum(worth.choice[p] for worth, seat in zip(worths, seats) if seat != p)
    start = worths[0].before[p] if worths else result
    doubt = sum(worth.choice_error[p] ** 2 for worth in worths) + (worths[0].before_error[p] ** 2 if worths else 0)
    return Parts(start, own, others, result - start - own - others, result, sqrt(doubt))


def apart(match: Match, count: int) -> list[Parts]:
    """The parts of every seat of a finished match, without judging anything."""
    chances, found = Chances(match.game), list(decisions(match))
    worths = [worth_of(chances, match, one, count) for one in found]
    seats = [one.seat for one in found]
    results = shared(match)
    return [parts(worths, seats, p, results[p]) for p in range(match.players)]


def shared(match: Match) -> BySeat:
    """How the win was shared."""
    ranks = match.game.ranks(match.state)
    return tuple(1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks)


def mean(values: Sequence[float]) -> tuple[float, float]:
    """A mean and its standard error."""
    found = np.array(values)
    return float(found.mean()), float(found.std(ddof=1) / sqrt(len(found)))
