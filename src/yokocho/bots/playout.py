"""Whole matches in native code. Generic: `specialise` compiles each function for one game, with that game's kernels as
globals.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from yokocho.bots.kernels import (
    actor,
    advise,
    apply,
    check,
    deal,
    ending,
    legal,
    mask,
    rank,
    score,
    sensible,
)
from yokocho.core.game import Game
from yokocho.core.kernel import specialise, specialise_all
from yokocho.core.rng import below, spread

RANDOM, GREEDY, SENSIBLE = range(3)  # the native bots
STUCK = -1
LIMIT = 100_000  # decisions; far more than any match needs


def best_action(s, p, w, view, actions, worth):
    """The best action by `advise`, from a masked copy; ties are broken at random. STUCK if there is none."""
    view[0] = s
    mask(view[0], p)
    n = sensible(view[0], p, actions, legal(view[0], p, actions))
    if n == 0:
        return np.int64(STUCK)
    advise(view[0], p, actions, n, worth)
    best = 0
    equals = 1
    for i in range(1, n):
        if worth[i] > worth[best]:
            best = i
            equals = 1
        elif worth[i] == worth[best]:
            equals += 1
            if below(w, equals) == 0:
                best = i
    return np.int64(actions[best])


def play_out(states, w, bots, shift, checked, actions, worth, tally, log, logged):
    """Plays states[0] to its end. Writes number of decisions, broken invariant and digest of all moves to tally, and as
    many moves as there is room for to log; logged[0] counts them all.
    """
    s = states[0]
    view = states[1:2]
    decisions = 0
    broken = 0
    trail = np.uint64(0xCBF29CE484222325)
    while True:
        p = actor(s)
        if p < 0:
            break
        n = legal(s, p, actions)
        if n == 0 or decisions == LIMIT:
            broken = STUCK
            break
        bot = bots[(p + shift) % s.players]
        if bot == RANDOM or n == 1:
            a = np.int64(actions[below(w, n)])
        elif bot == SENSIBLE:
            view[0] = s
            mask(view[0], p)
            a = np.int64(actions[below(w, sensible(view[0], p, actions, n))])
        else:
            a = best_action(s, p, w, view, actions, worth)
        if checked:
            states[2] = s
        apply(s, p, a)
        decisions += 1
        if logged[0] < len(log):
            log[logged[0], 0] = p
            log[logged[0], 1] = a
        logged[0] += 1
        trail = ((trail ^ np.uint64(a)) * np.uint64(0x100000001B3)) ^ np.uint64(p)
        if checked:
            broken = check(states[2], s)
            if broken != 0:
                break
    tally[0] = decisions
    tally[1] = broken
    tally[2] = np.int64(trail >> np.uint64(1))


def many(
    base, start, count, players, options, bots, rotate, checked, states, actions, worth, tallies, scores, ranks, log,
    logged,
):  # fmt: skip
    """Plays matches start to start + count - 1 of the series given by four base words."""
    w = np.zeros(4, np.uint64)
    blank = states[3]
    blank.players = players
    for i in range(len(options)):
        blank.options[i] = options[i]
    for i in range(count):
        game = start + i
        states[0] = blank
        s = states[0]
        spread(base, 2 * game, s.rng)
        spread(base, 2 * game + 1, w)
        deal(s, players, options)
        play_out(states, w, bots, game if rotate else 0, checked, actions, worth, tallies[i], log, logged)
        tallies[i, 3] = ending(s)
        for p in range(players):
            scores[i, p] = score(s, p)
        rank(s, ranks[i])


def kernels_of(game: Game) -> dict[str, Any]:
    return {name: getattr(game.kernels, name) for name in game.kernels.__dataclass_fields__}


@cache
def chooser(game: Game) -> Callable[..., Any]:
    """`best_action`, compiled for a game."""
    return specialise(best_action, game.name, game.folder, **kernels_of(game))


@cache
def hasty_chooser(game: Game) -> Callable[..., Any]:
    """`best_action` with `rollout` in place of `advise`: fast enough even when interpreted."""
    kernels = kernels_of(game) | {"advise": game.kernels.rollout}
    return specialise(best_action, f"{game.name}_hasty", game.folder, **kernels)


@cache
def runner(game: Game) -> Callable[..., Any]:
    """`many`, compiled for a game."""
    kernels = kernels_of(game) | {"best_action": chooser(game)}
    return specialise_all([play_out, many], game.name, game.folder, **kernels)["many"]
