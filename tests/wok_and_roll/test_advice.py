"""What bots know: of the dice, the exact re-roll expectimax of section 7.1; of a turn, every way to cook (7.2)."""

import random
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from tests.rules import rule
from yokocho.core.match import Match
from yokocho.core.record import data
from yokocho.games.wok_and_roll import GAME, market_odds
from yokocho.games.wok_and_roll.search import DEPTH, PATIENCE, best_of, room_for
from yokocho.games.wok_and_roll.state import MOST
from yokocho.games.wok_and_roll.worth import sheet_worth

FULL = market_odds.FULL
R, N, M, V, S, B = range(6)


def leaf(worth):
    """The worth of every roll of 4 white and 2 red dice, from the counts of faces among them."""
    return np.array([worth(white, red) for white, red in FULL.tolist()], np.float64)


def both(worth):
    """Without colours."""
    return leaf(lambda white, red: worth([w + r for w, r in zip(white, red)]))


def pairs(counts):
    return [n // 2 for n in counts]


def test_all_rolls_are_there_once():
    assert FULL.shape == (2646, 2, 6)
    assert (FULL[:, 0].sum(axis=1) == 4).all() and (FULL[:, 1].sum(axis=1) == 2).all()
    assert len({tuple(state.ravel()) for state in FULL}) == 2646
    assert len({tuple(state.sum(axis=0)) for state in FULL}) == 462


THREE_ROLLS = {
    "number of M": (both(lambda n: n[M]), 91 / 36),
    "two M": (both(lambda n: n[M] >= 2), 0.798372),
    "three B": (both(lambda n: n[B] >= 3), 0.499771),
    "pairs of any face": (both(lambda n: sum(pairs(n))), 2.265820),
    "pairs without books": (both(lambda n: sum(pairs(n)[:B])), 2.174460),
    "three pairs without books": (both(lambda n: sum(pairs(n)[:B]) >= 3), 0.246875),
    "two white M": (leaf(lambda white, red: white[M] >= 2), 0.561243),
}


@rule("WR-5", "WR-6", "WR-7")
@pytest.mark.parametrize("what", THREE_ROLLS)
def test_values_of_three_rolls(what):
    worth, value = THREE_ROLLS[what]
    assert market_odds.expected(worth, 3) == pytest.approx(value, abs=6e-7)


ONE_ROLL = {
    "some pair": (both(lambda n: max(n) >= 2), 319 / 324),
    "some white pair": (leaf(lambda white, red: max(white) >= 2), 13 / 18),
    "number of M": (both(lambda n: n[M]), 1.0),
    "six S": (both(lambda n: n[S] == 6), 6.0**-6),
}


@rule("WR-5")
@pytest.mark.parametrize("what", ONE_ROLL)
def test_values_of_one_roll(what):
    worth, value = ONE_ROLL[what]
    assert market_odds.expected(worth, 1) == pytest.approx(value, abs=1e-12)


@rule("WR-6")
@pytest.mark.parametrize("face", range(6))
@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_chasing_one_face(face, rolls):
    """Every die by itself: it shows the face unless it missed in every roll."""
    hit = 1 - (5 / 6) ** rolls
    for n, worth in ((6, both(lambda n: n[face])), (4, leaf(lambda white, red: white[face]))):
        assert market_odds.expected(worth, rolls) == pytest.approx(n * hit, abs=1e-9)
    two_white = leaf(lambda white, red: white[face] >= 2)
    value = 1 - (1 - hit) ** 4 - 4 * hit * (1 - hit) ** 3
    assert market_odds.expected(two_white, rolls) == pytest.approx(value, abs=1e-9)


def sets(size):
    return [tuple(dice.count(f) for f in range(6)) for dice in combinations_with_replacement(range(6), size)]


def slow(worth, rolls):
    """7.1, written out: the mean over the faces of one more die, then the best of all that may be kept."""
    value = {(tuple(w), tuple(r)): worth[i] for i, (w, r) in enumerate(FULL.tolist())}
    rolled = list(value)
    while True:
        keep = dict(value)
        for red in (r for size in (2, 1, 0) for r in sets(size)):
            for white in (w for size in (4, 3, 2, 1, 0) for w in sets(size)):
                if sum(white) < 4:
                    more = [(tuple(n + (g == f) for g, n in enumerate(white)), red) for f in range(6)]
                elif sum(red) < 2:
                    more = [(white, tuple(n + (g == f) for g, n in enumerate(red))) for f in range(6)]
                else:
                    continue
                keep[white, red] = sum(keep[state] for state in more) / 6
        rolls -= 1
        if not rolls:
            return keep[(0,) * 6, (0,) * 6]
        value = {state: max(keep[kept] for kept in parts(state)) for state in rolled}


def parts(state):
    """All that may be kept of a roll."""
    for counts in product(*(range(n + 1) for dice in state for n in dice)):
        yield counts[:6], counts[6:]


@rule("WR-6", "WR-7", "WR-R16")
@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_any_leaf_against_the_slow_version(rolls):
    chance = random.Random(f"leaf {rolls}")
    for _ in range(2):
        worth = np.array([chance.choice((0.0, 1.0, chance.random() * 20 - 5)) for _ in range(2646)])
        assert market_odds.expected(worth, rolls) == pytest.approx(slow(worth, rolls), abs=1e-9)


def test_more_rolls_are_never_worse():
    chance = random.Random("more")
    for _ in range(4):
        worth = np.array([chance.random() for _ in range(2646)])
        values = [market_odds.expected(worth, rolls) for rolls in (1, 2, 3)]
        assert values == sorted(values) and values[0] < values[2]
        assert values[0] == pytest.approx(worth @ chances(), abs=1e-9)


def chances():
    """How likely each state is in one roll."""
    found = []
    for dice in FULL:
        ways = 1.0
        for colour in dice:
            ways *= float(np.prod(np.arange(1, colour.sum() + 1)))
            for n in colour:
                ways /= float(np.prod(np.arange(1, n + 1)))
        found.append(ways / 6**6)
    return np.array(found)


def test_a_turn_with_too_many_ways_to_cook_is_not_searched_to_its_end():
    """Books that are anything, and a full Fridge: minutes would not be enough for all of them."""
    cook = {"fridge": "RNMVSB", "hexes": "RNMVS"}
    position = {"players": 2, "phase": "cook", "dice": {"white": "BBBB", "red": "BB"}, "seats": [cook]}
    s = Match.from_position(GAME, position).state
    before = data(s)
    room = room_for(1 << 18)
    assert best_of(s, 0, 0.5, room) > sheet_worth(s, 0, 0.5)
    assert np.count_nonzero(room[0]) <= PATIENCE + DEPTH * MOST
    assert data(s) == before
