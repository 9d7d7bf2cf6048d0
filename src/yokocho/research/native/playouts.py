"""Whole random matches. Generic, like stepping.py."""

from __future__ import annotations

import numpy as np

from yokocho.core.rng import below, spread
from yokocho.research.native.placeholders import actor, apply, ending, legal, rank, score
from yokocho.research.native.stepping import start_match

LIMIT = 100_000  # decisions; far more than any match needs
BASIS, PRIME = np.uint64(0xCBF29CE484222325), np.uint64(0x100000001B3)  # of the digests, FNV-1a


def begin_random(s, w, base, number, players, options, generator):
    """Deals a match of the series, the same as `yokocho simulate` plays it between random bots."""
    start_match(s, w, base, 2 * number, players, options)
    spread(base, 2 * number + 1, generator)


def play_one(s, generator, choices, trail):
    """Plays one decision. Whether there was one, and the digest of all moves with it."""
    p = actor(s)
    if p < 0:
        return False, trail
    a = np.int64(choices[below(generator, legal(s, p, choices))])
    apply(s, p, a)
    return True, ((trail ^ np.uint64(a)) * PRIME) ^ np.uint64(p)


def write_tally(s, w, players, decisions, trail, tally, points, places):
    """The number of decisions, the ending, and digests of all moves and of the last state."""
    whole = BASIS
    for j in range(len(w)):
        whole = (whole ^ w[j]) * PRIME
    tally[0] = decisions
    tally[1] = ending(s)
    tally[2] = np.int64(trail >> np.uint64(1))
    tally[3] = np.int64(whole >> np.uint64(1))
    for p in range(players):
        points[p] = score(s, p)
    rank(s, places)


def play_at_random(s, w, base, number, players, options, generator, choices, tally, points, places):
    """A whole match."""
    begin_random(s, w, base, number, players, options, generator)
    trail = BASIS
    decisions = 0
    while decisions < LIMIT:
        going, trail = play_one(s, generator, choices, trail)
        if not going:
            break
        decisions += 1
    write_tally(s, w, players, decisions, trail, tally, points, places)


def play_some(start, stop, states, words, base, players, options, generator, choices, tallies, points, places):
    """On a processor: matches ``start`` to ``stop`` - 1."""
    for i in range(start, stop):
        play_at_random(
            states[0], words[0], base, i, players, options, generator, choices, tallies[i], points[i], places[i]
        )  # fmt: skip
