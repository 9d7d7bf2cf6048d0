"""Judges a decision from what the seat knew: the chance to win with the line that was played, and with the best others.

All lines meet the same samples, so their differences are known better than the chances themselves. The best line is
found with some samples; how much better it is, is measured with others, or its luck in the first would be held against
the player. Everything follows from the masked state, so what was hidden has no say.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from yokocho.core.game import Game
from yokocho.core.record import CLOCK, State
from yokocho.review.chances import Chances, Line, Shares, follow, goes_on
from yokocho.review.decisions import Decision

SURE = 1.96  # standard errors on each side of a 95 % interval
CLASSES = ("best", "good", "inaccuracy", "mistake", "blunder")
LIMITS = (0.0, 0.02, 0.06, 0.12)  # of the loss beyond its interval, between the classes
FRESH = 1 << 20  # the number of the first sample that no search for the best line has used


@dataclass(frozen=True)
class Budget:
    """How many samples a judgement takes, and how many lines it looks at."""

    lines: int = 10  # first moves
    follow_ups: int = 4  # other ways to go on, at each later move of the best line
    rounds: tuple[int, ...] = (24, 24, 48, 96)  # of the search for the best line; fewer lines in each
    measured: tuple[int, ...] = (128, 128, 256)  # of the measurement; the later ones only where it is close
    enough: float = 0.02  # half an interval that needs no more samples


QUICK = Budget(6, 0, (16, 16), (48,), 1.0)
USUAL = Budget()
LONG = Budget(16, 6, (64, 64, 128, 256), (512, 512, 1024), 0.01)


@dataclass(frozen=True)
class Valued:
    """A line with its chance to win, give or take `half` of its 95 % interval."""

    line: Line
    chance: float
    half: float


@dataclass(frozen=True)
class Judgement:
    """What is to be said of a decision."""

    played: Valued
    best: Valued
    others: tuple[Valued, ...]  # further good lines, best first
    loss: float  # best minus played
    half: float  # of the interval of the loss
    kind: str  # one of CLASSES, or "forced"

    @property
    def forced(self) -> bool:
        return self.kind == "forced"


def judge(chances: Chances, decision: Decision, budget: Budget = USUAL) -> Judgement:
    """The judgement of a decision. It uses the masked state and the line, and nothing else of the match."""
    view, p = decision.view, decision.seat
    if p == CLOCK or is_forced(chances.game, view, p, decision.line):
        only = Valued(decision.line, 0.0, 0.0)
        return Judgement(only, only, (), 0.0, 0.0, "forced")
    return measure(chances, decision, search(chances, view, p, decision.line, budget), budget)


def is_forced(game: Game, view: State, p: int, line: Line) -> bool:
    """Was there only one legal move all along?"""
    return all(len(game.legal(follow(game, view, p, line[:i]), p)) == 1 for i in range(len(line)))


# --- the search for the best line


def search(chances: Chances, view: State, p: int, played: Line, budget: Budget) -> list[Line]:
    """The most promising lines, best first; among them the best way to go on after the best first move."""
    first = [chances.completed(view, p, (a,)) for a in chances.sensible(view, p)[: budget.lines]]
    ranked = race(chances, view, p, [played, *first], budget)
    for i in range(1, len(ranked[0]) if budget.follow_ups else 0):
        ways = follow_ups(chances, view, p, ranked[0], i, budget)
        if ways:
            ranked = race(chances, view, p, [*ranked[:3], *ways], budget)
    return ranked


def follow_ups(chances: Chances, view: State, p: int, line: Line, i: int, budget: Budget) -> list[Line]:
    """Other ways to go on at move i of a line."""
    if i >= len(line):
        return []
    s = follow(chances.game, view, p, line[:i])
    if not goes_on(chances.game, view, s, p):
        return []
    others = [a for a in chances.sensible(s, p) if a != line[i]]
    return [chances.completed(view, p, (*line[:i], a)) for a in others[: budget.follow_ups]]


def race(chances: Chances, view: State, p: int, lines: list[Line], budget: Budget) -> list[Line]:
    """Lines, best first. Those that fall clearly behind the leader get no more samples."""
    left = list(dict.fromkeys(lines))
    behind: list[Line] = []
    taken = np.zeros((0, len(left)))
    first = 0
    for count in budget.rounds:
        if len(left) == 1:
            break
        new = chances.sample(view, p, left, first, count)[:, :, p]
        taken = np.concatenate([taken, new])
        first += count
        order = np.argsort(-taken.mean(axis=0), kind="stable")
        ahead = [int(j) for j in order if not clearly_behind(taken[:, order[0]] - taken[:, j])]
        behind = [left[int(j)] for j in order if int(j) not in ahead] + behind
        left = [left[j] for j in ahead]
        taken = taken[:, ahead]
    return left + behind


def clearly_behind(lead: npt.NDArray[np.float64]) -> bool:
    return bool(lead.mean() > 2 * error(lead) + 1e-9)


def error(values: npt.NDArray[np.float64]) -> float:
    """The standard error of a mean."""
    return float(values.std(ddof=1) / sqrt(len(values))) if len(values) > 1 else 0.0


# --- the measurement


def measure(chances: Chances, decision: Decision, found: list[Line], budget: Budget) -> Judgement:
    """Compares the line that was played with the best ones, on samples that the search has not seen."""
    p, played = decision.seat, decision.line
    lines = list(dict.fromkeys([played, *found[:3]]))
    taken: Shares = np.zeros((0, len(lines), int(decision.view.players)))
    for count in budget.measured:
        taken = np.concatenate([taken, chances.sample(decision.view, p, lines, FRESH + len(taken), count)])
        lead = taken[:, lines.index(found[0]), p] - taken[:, 0, p]
        if SURE * error(lead) <= budget.enough:
            break
    mine = taken[:, :, p]
    best = lines.index(found[0]) if lead.mean() > 0 else 0
    lead = mine[:, best] - mine[:, 0]
    loss, half = max(0.0, float(lead.mean())), SURE * error(lead)
    valued = [Valued(line, float(mine[:, j].mean()), SURE * error(mine[:, j])) for j, line in enumerate(lines)]
    others = sorted((one for j, one in enumerate(valued) if j not in (0, best)), key=lambda one: -one.chance)
    return Judgement(valued[0], valued[best], tuple(others), loss, half, class_of(loss - half))


def class_of(beyond: float) -> str:
    """The class of a loss that goes so far beyond its interval."""
    return CLASSES[sum(beyond > limit for limit in LIMITS)]
