"""The exact worth of re-rolling (7.1): optimal play over the two or three rolls of the market.

A state is what lies there of white and of red dice, as two multisets of faces; a *keep* state may hold fewer dice than
are rolled. ``FULL`` lists the states with all dice; a leaf value for each of them is all that the tables need.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from yokocho.core.kernel import kernel
from yokocho.games.wok_and_roll import components as kit

Numbers = npt.NDArray[np.int64]


def multisets(most: int) -> list[tuple[int, ...]]:
    """All multisets of at most so many faces as counts, the smallest first."""
    return [
        tuple(found.count(f) for f in range(kit.KINDS))
        for size in range(most + 1)
        for found in combinations_with_replacement(range(kit.KINDS), size)
    ]


def with_one_more(sets: list[tuple[int, ...]]) -> Numbers:
    """For each multiset and face the multiset with that face added; -1 when it would be too large."""
    place = {found: i for i, found in enumerate(sets)}
    return np.array(
        [[place.get(tuple(n + (g == f) for g, n in enumerate(found)), -1) for f in range(kit.KINDS)] for found in sets],
        np.int64,
    )


def places(sets: list[tuple[int, ...]]) -> Numbers:
    """Where a multiset stands, by its counts read as digits of base 7."""
    out = np.full(7**kit.KINDS, -1, np.int32)
    for i, found in enumerate(sets):
        out[sum(n * 7**f for f, n in enumerate(found))] = i
    return out


WHITES, REDS = multisets(kit.WHITE), multisets(kit.RED)
ADD_WHITE, ADD_RED = with_one_more(WHITES), with_one_more(REDS)
KEPT_WHITE, KEPT_RED = np.array(WHITES, np.int64), np.array(REDS, np.int64)
FIRST_WHITE = sum(sum(found) < kit.WHITE for found in WHITES)  # the first multiset with all white dice
FIRST_RED = sum(sum(found) < kit.RED for found in REDS)
FULL_RED = len(REDS) - FIRST_RED
FULL_WHITE = len(WHITES) - FIRST_WHITE
FULL = np.array([[w, r] for w in WHITES[FIRST_WHITE:] for r in REDS[FIRST_RED:]], np.int64)
CHANCE_WHITE = np.array([kit.WHITE_FACES.count(c) / len(kit.WHITE_FACES) for c in kit.LETTERS])
CHANCE_RED = np.array([kit.RED_FACES.count(c) / len(kit.RED_FACES) for c in kit.LETTERS])
DIGIT = 7 ** np.arange(kit.KINDS, dtype=np.int64)
PLACE_WHITE, PLACE_RED = places(WHITES), places(REDS)


@kernel
def full_state(w, r):
    """The number in FULL of two multisets with all dice."""
    return (w - FIRST_WHITE) * FULL_RED + r - FIRST_RED


@kernel
def before_roll(leaf, keep):
    """keep[w, r]: the worth of rolling all dice but those kept, when ``leaf`` is the worth of what then lies there."""
    for w in range(len(ADD_WHITE) - 1, -1, -1):
        for r in range(len(ADD_RED) - 1, -1, -1):
            worth = 0.0
            if ADD_WHITE[w, 0] >= 0:
                for f in range(kit.KINDS):
                    worth += CHANCE_WHITE[f] * keep[ADD_WHITE[w, f], r]
            elif ADD_RED[r, 0] >= 0:
                for f in range(kit.KINDS):
                    worth += CHANCE_RED[f] * keep[w, ADD_RED[r, f]]
            else:
                worth = leaf[full_state(w, r)]
            keep[w, r] = worth


@kernel
def before_choice(keep, best, leaf):
    """leaf[state]: what it is worth to choose the dice to keep. ``best`` is the best of all parts of a keep state."""
    for w in range(len(ADD_WHITE)):
        for r in range(len(ADD_RED)):
            best[w, r] = keep[w, r]
    for w in range(len(ADD_WHITE)):  # a part comes before the whole
        for r in range(len(ADD_RED)):
            for f in range(kit.KINDS):
                if ADD_WHITE[w, f] >= 0:
                    best[ADD_WHITE[w, f], r] = max(best[ADD_WHITE[w, f], r], best[w, r])
                if ADD_RED[r, f] >= 0:
                    best[w, ADD_RED[r, f]] = max(best[w, ADD_RED[r, f]], best[w, r])
    for w in range(FIRST_WHITE, len(ADD_WHITE)):
        for r in range(FIRST_RED, len(ADD_RED)):
            leaf[full_state(w, r)] = best[w, r]


@kernel
def keep_worth(leaf, rolls, keep, best):
    """Fills keep[w, r] for a market with so many rolls to come, played as well as can be; uses up ``leaf``."""
    before_roll(leaf, keep)
    for _ in range(rolls - 1):
        before_choice(keep, best, leaf)
        before_roll(leaf, keep)


def expected(leaf: npt.NDArray[np.float64], rolls: int) -> float:
    """The worth of a market before its first roll, when ``leaf`` is the worth of each state of FULL."""
    keep, best = np.empty((len(WHITES), len(REDS))), np.empty((len(WHITES), len(REDS)))
    keep_worth(np.array(leaf, np.float64), rolls, keep, best)
    return float(keep[0, 0])
