"""Yokocho's own games.

random    native code plays whole random matches on one thread
threads   the same on two threads
greedy    native code, each decision by the game's own advice from a masked copy of the state
python    Python calls the kernels decision by decision
"""

from __future__ import annotations

from yokocho import catalog
from yokocho.arena.bench import Speed, native_speed, python_speed, seats

NAME = "yokocho"
PACKAGE = "yokocho"
WAYS = ("random", "threads", "greedy", "python")
FIRST_GUESS = {"random": 1000, "threads": 1000, "greedy": 5, "python": 2}  # matches

known: dict[tuple[str, str], float] = {}  # matches a second, from the last time


def lines() -> list[tuple[str, str]]:
    return [(game, way) for game in catalog.names() for way in WAYS]


def players(game: str) -> int:
    return seats(catalog.game(game))


def speed(game: str, way: str, seconds: float) -> Speed:
    """Decisions and matches a second, measured for about so many seconds."""
    line = (game, way)
    games = max(1, round(known[line] * seconds)) if line in known else FIRST_GUESS[way]
    if way == "python":
        measured = python_speed(catalog.game(game), games)
    else:
        bot, threads = {"random": ("random", 1), "threads": ("random", 2), "greedy": ("greedy", 1)}[way]
        measured = native_speed(catalog.game(game), games, bot, threads)
    known[line] = measured.games
    return measured
