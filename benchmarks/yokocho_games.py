"""Yokocho's own games.

random    native code plays whole random matches on one thread
threads   the same on two threads
greedy    native code, each decision by the game's own advice from a masked copy of the state
python    Python calls the kernels decision by decision
batch     1,024 matches in lock-step on one thread, with masked observations and legal actions
zoo       PettingZoo's interface to one match, without the wrappers, with masked observations and legal actions
"""

from __future__ import annotations

import random
import time
from functools import cache

import numpy as np

from yokocho import catalog
from yokocho.arena.bench import Speed, native_speed, python_speed, seats
from yokocho.research import Batch, zoo

NAME = "yokocho"
PACKAGE = "yokocho"
WAYS = ("random", "threads", "greedy", "python", "batch", "zoo")
MATCHES = 1024  # of a batch
FIRST_GUESS = {"random": 1000, "threads": 1000, "greedy": 5, "python": 2}  # matches

known: dict[tuple[str, str], float] = {}  # matches a second, from the last time


def lines() -> list[tuple[str, str]]:
    return [(game, way) for game in catalog.names() for way in WAYS]


def players(game: str) -> int:
    return seats(catalog.game(game))


@cache
def batch_of(game: str) -> Batch:
    return Batch(game, MATCHES, players(game))


def by_batch(game: str, seconds: float) -> Speed:
    batch = batch_of(game)
    before, steps = int(batch.episodes.sum()), 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds or not steps:
        for _ in range(8):
            batch.step(batch.sample())
        steps += 8
    return Speed(steps * MATCHES / spent, (int(batch.episodes.sum()) - before) / spent)


@cache
def zoo_of(game: str) -> zoo.raw_env:
    return zoo.raw_env(game, players(game))


def by_zoo(game: str, seconds: float) -> Speed:
    env, decisions, games = zoo_of(game), 0, 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds or not games:
        env.reset()
        while True:
            seen, _, ended, _, _ = env.last()
            if ended:
                break
            env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
            decisions += 1
        games += 1
    return Speed(decisions / spent, games / spent)


def speed(game: str, way: str, seconds: float) -> Speed:
    """Decisions and matches a second, measured for about so many seconds."""
    if way in ("batch", "zoo"):
        return (by_batch if way == "batch" else by_zoo)(game, seconds)
    line = (game, way)
    games = max(1, round(known[line] * seconds)) if line in known else FIRST_GUESS[way]
    if way == "python":
        measured = python_speed(catalog.game(game), games)
    else:
        bot, threads = {"random": ("random", 1), "threads": ("random", 2), "greedy": ("greedy", 1)}[way]
        measured = native_speed(catalog.game(game), games, bot, threads)
    known[line] = measured.games
    return measured
