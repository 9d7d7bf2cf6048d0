"""Plays on many times, from what a seat knows or from what lies there. Generic: `specialise` compiles each function for
one game.

Sample number i is the same whatever lines it is tried with: the same imagined state, the same chance after it. So two
lines are compared under equal luck.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from yokocho.bots.kernels import actor, apply, imagine, legal, rank, rollout, sensible
from yokocho.core.game import Game
from yokocho.core.kernel import specialise_all
from yokocho.core.rng import spread

LIMIT = 20_000  # decisions of one playout; far more than any match needs


def quick_move(s, q, actions, worth):
    """The move of the quick bot: the best by `rollout`, the first of equals; -1 if there is none."""
    n = sensible(s, q, actions, legal(s, q, actions))
    if n == 0:
        return np.int64(-1)
    best = 0
    if n > 1:
        rollout(s, q, actions, n, worth)
        for i in range(1, n):
            if worth[i] > worth[best]:
                best = i
    return np.int64(actions[best])


def to_the_end(s, actions, worth):
    """The quick bot plays every seat until the match is over."""
    for _ in range(LIMIT):
        q = actor(s)
        if q < 0:
            break
        a = quick_move(s, q, actions, worth)
        if a < 0:
            break
        apply(s, q, a)


def play_on(starts, p, masked, base, first, lines, lengths, states, actions, worth, ranks, shares):
    """Writes for each sample and line how the win is shared. A line is played by seat p. The samples begin with the
    starts in turn; what is unknown in masked ones is imagined as p may.
    """
    for i in range(shares.shape[0]):
        states[1] = starts[i % len(starts)]
        spread(base, first + i, states[1].rng)
        if masked:
            imagine(states[1], p)
        for j in range(len(lengths)):
            states[0] = states[1]
            s = states[0]
            for k in range(lengths[j]):
                apply(s, p, np.int64(lines[j, k]))
            to_the_end(s, actions, worth)
            rank(s, ranks)
            winners = 0
            for q in range(s.players):
                winners += ranks[q] == 1
            for q in range(s.players):
                shares[i, j, q] = 1.0 / winners if ranks[q] == 1 else 0.0


@cache
def player(game: Game) -> dict[str, Callable[..., Any]]:
    """These functions, compiled for a game, by name."""
    kernels = {name: getattr(game.kernels, name) for name in game.kernels.__dataclass_fields__}
    return specialise_all([quick_move, to_the_end, play_on], game.name, game.folder, **kernels)
