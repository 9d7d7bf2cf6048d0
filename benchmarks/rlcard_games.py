"""RLCard: games in Python, through `env.step`, which works out an observation for every decision."""

from __future__ import annotations

import random
import time
from functools import cache
from typing import Any

import rlcard

from yokocho.arena.bench import Speed

NAME = "RLCard"
PACKAGE = "rlcard"
GAMES = {  # the players asked for, where a game leaves the choice
    "limit-holdem": 4,
    "no-limit-holdem": 4,
    "uno": None,
    "gin-rummy": None,
    "doudizhu": None,
    "mahjong": None,
}


def lines() -> list[tuple[str, str]]:
    return [(game, "python") for game in GAMES]


@cache
def load(game: str) -> Any:
    wanted = {"game_num_players": GAMES[game]} if GAMES[game] else {}
    return rlcard.make(game, config={"seed": 0} | wanted)


def players(game: str) -> int:
    return int(load(game).num_players)


def speed(game: str, way: str, seconds: float) -> Speed:
    """Decisions and matches a second, measured for about so many seconds."""
    env = load(game)
    decisions, games = 0, 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds or not games:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        games += 1
    return Speed(decisions / spent, games / spent)
