"""PettingZoo: its classic games, through `last` and `step`, as users get them (env) and without the wrappers that
check every call (raw).
"""

from __future__ import annotations

import random
import time
import warnings
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pettingzoo  # noqa: F401  so that a missing package is noticed here

from yokocho.arena.bench import Speed

NAME = "PettingZoo"
PACKAGE = "pettingzoo"
GAMES = (
    "tictactoe_v3",
    "connect_four_v3",
    "leduc_holdem_v4",
    "texas_holdem_v4",
    "texas_holdem_no_limit_v6",
    "hanabi_v5",
)
WAYS = {"env": "env", "raw": "raw_env"}


def lines() -> list[tuple[str, str]]:
    return [(game, way) for game in GAMES for way in WAYS]


@cache
def load(game: str, way: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer versions would rather be asked through a registry
        return getattr(import_module(f"pettingzoo.classic.{game}"), WAYS[way])()


def players(game: str) -> int:
    return len(load(game, "env").possible_agents)


def speed(game: str, way: str, seconds: float) -> Speed:
    """Decisions and matches a second, measured for about so many seconds."""
    env = load(game, way)
    decisions, games = 0, 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds or not games:
        env.reset()
        while True:
            seen, _, ended, cut, info = env.last()
            if ended or cut:
                break
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            env.step(int(random.choice(np.flatnonzero(mask))))
            decisions += 1
        games += 1
    return Speed(decisions / spent, games / spent)
