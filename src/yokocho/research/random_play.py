"""Whole random matches, many at a time."""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from yokocho import catalog
from yokocho.core.game import BadInput, Game
from yokocho.core.position import seed_bytes
from yokocho.core.record import batch as records
from yokocho.research.native.made import made_for
from yokocho.research.processor import words_of

CHUNK = 500  # matches that a thread plays at a time


@dataclass
class Rollouts:
    """The results of random matches, a row for each."""

    decisions: npt.NDArray[np.int64]
    endings: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int64]  # a digest of all moves
    states: npt.NDArray[np.int64]  # a digest of the last state
    points: npt.NDArray[np.int16]
    places: npt.NDArray[np.int16]
    seconds: float = field(default=0.0, compare=False)

    def equals(self, other: Rollouts) -> bool:
        """Were the same matches played, move by move, to the same states?"""
        names = ("decisions", "endings", "moves", "states", "points", "places")
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)


def result(tallies: Any, points: Any, places: Any, seconds: float) -> Rollouts:
    """The results by name."""
    decisions, endings, moves, states = tallies.T
    return Rollouts(decisions, endings, moves, states, points, places, seconds)


def rollouts(
    game: Game | str,
    n: int,
    players: int = 0,
    options: Mapping[str, Any] | None = None,
    seed: str = "0",
    *,
    device: str = "cpu",
    threads: int = 1,
    **tuning: Any,
) -> Rollouts:
    """Plays ``n`` matches to their end, each decision at random: those of `yokocho simulate` with random bots and the
    same seed. The result does not depend on threads or device.
    """
    game = catalog.game(game) if isinstance(game, str) else game
    players = players or max(2, game.players[0])
    game.check_players(players)
    if n < 1 or threads < 1:
        raise BadInput("at least one match and one thread")
    numbers = game.numbers(dict(options or {}), players)
    base = np.frombuffer(seed_bytes(seed), ">u8").astype(np.uint64)
    if device == "cuda":
        from yokocho.research import cuda

        return cuda.rollouts(game, n, players, numbers, base, **tuning)
    if device != "cpu":
        raise BadInput(f"a device is cpu or cuda, not {device!r}")
    play = made_for(game).play
    tallies = np.zeros((n, 4), np.int64)
    points, places = np.zeros((n, players), np.int16), np.zeros((n, players), np.int16)

    @np.errstate(over="ignore")  # uncompiled, the generator's 64-bit words overflow on purpose; a setting per thread
    def part(start: int) -> None:
        states = records(game.state, 1)
        generator, choices = np.zeros(4, np.uint64), np.zeros(game.most, np.int16)
        play(
            start, min(start + CHUNK, n), states, words_of(states), base, players, numbers,
            generator, choices, tallies, points, places,
        )  # fmt: skip

    begun = time.perf_counter()
    if threads == 1:
        for start in range(0, n, CHUNK):
            part(start)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(part, range(0, n, CHUNK)))
    return result(tallies, points, places, time.perf_counter() - begun)
