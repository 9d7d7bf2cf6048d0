"""A table as it lies, without what has yet to come: what nobody knows is left to chance."""

from __future__ import annotations

import hashlib
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from yokocho.core.game import Game
from yokocho.core.record import UNKNOWN, State, batch, data

Seed: TypeAlias = npt.NDArray[np.uint64]
Starts: TypeAlias = npt.NDArray[Any]  # whole states
Piles: TypeAlias = dict[str, npt.NDArray[np.int64]]  # by field: the places that nobody can see


def seed_of(settled: State, p: int) -> Seed:
    """The seed of all samples of a state, for a seat."""
    digest = hashlib.sha256(bytes([p & 0xFF]) + data(settled)).digest()
    return np.frombuffer(digest, ">u8").astype(np.uint64)


def without_future(game: Game, s: State) -> tuple[State, Piles]:
    """The state without what no seat can see: piles are sorted, and what chance has in store is taken away."""
    lying, piles = game.settle(s), Piles()
    views = [game.settle(game.view(s, q)) for q in range(int(s.players))]
    for name in game.state.names or ():
        shown = views[0][name]
        unseen = shown != lying[name]
        for view in views[1:]:
            unseen = unseen & (view[name] == shown)
        if not np.any(unseen):
            continue
        pile = unseen & (shown == UNKNOWN)
        if np.ndim(pile) == 1 and np.any(pile):
            at = piles[name] = np.flatnonzero(pile)
            lying[name][at] = np.sort(lying[name][at])
        elif not np.any(pile):
            lying[name] = np.where(unseen, shown, lying[name])
    return lying, piles


def dealt_again(game: Game, lying: State, piles: Piles, count: int, seed: Seed) -> Starts:
    """The state with its piles shuffled, so many times; once if there are none."""
    starts = batch(game.state, count if piles else 1)
    starts[:] = lying
    chance = np.random.default_rng(seed)
    for name, at in piles.items():
        starts[name][:, at] = chance.permuted(np.tile(lying[name][at], (count, 1)), axis=1)
    return starts
