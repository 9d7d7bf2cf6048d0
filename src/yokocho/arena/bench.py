"""Measures this machine: how fast each game is played, how large its state is and how fast it is copied."""

from __future__ import annotations

import random
import statistics
import time
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from yokocho.arena.simulate import simulate
from yokocho.core.game import Game
from yokocho.core.kernel import kernel
from yokocho.core.position import seed_bytes
from yokocho.core.record import State, batch

SEATS = 4  # players, or as many as the game allows
GREEDY_SHARE = 50  # random matches for each greedy one, which is slower
PYTHON_SHARE = 200  # random matches for each one that is driven from Python, decision by decision
STATES = 16  # different states in the copy test; with their copies they fit the first-level cache
COPIES = 2000  # of each
REPEATS = 5

Batch = npt.NDArray[Any]


class Speed(NamedTuple):
    """What is done in a second."""

    decisions: float
    games: float


def seats(game: Game) -> int:
    return SEATS if SEATS in game.players else game.players[-1]


def native_speed(game: Game, games: int, bot: str = "random", threads: int = 1) -> Speed:
    """Whole matches in native code; compilation is not counted."""
    outcome = simulate(game, seats(game), games, [bot], threads=threads)
    return Speed(float(outcome.tallies[:, 0].sum()) / outcome.seconds, games / outcome.seconds)


def python_speed(game: Game, games: int) -> Speed:
    """Random matches that Python drives: three calls of kernels a decision."""
    actor, legal, apply = game.kernels.actor, game.kernels.legal, game.kernels.apply
    chance = random.Random(0).random
    actions = np.empty(game.most, np.int16)
    walk(game, 0, 1)  # compiles or loads the kernels before the clock starts
    decisions = 0
    begun = time.perf_counter()
    for i in range(games):
        s = game.new(seats(game), None, seed_bytes(str(i)))
        while (p := actor(s)) >= 0:
            apply(s, p, actions.item(int(chance() * legal(s, p, actions))))
            decisions += 1
    seconds = time.perf_counter() - begun
    return Speed(decisions / seconds, games / seconds)


def walk(game: Game, number: int, decisions: int) -> State:
    """A state some random decisions into a match."""
    lots = random.Random(number)
    s = game.new(seats(game), None, seed_bytes(str(number)))
    for _ in range(decisions):
        p = game.actor(s)
        if p < 0:
            break
        game.kernels.apply(s, p, lots.choice(game.legal(s, p)))
    return s


@kernel
def copy_all(source: Batch, target: Batch, times: int) -> int:
    """Copies every state, each time to another place, so that no copy can be optimised away."""
    size = len(source)
    first = 0
    for _ in range(times):
        j = first
        for i in range(size):
            target[i] = source[j]
            j += 1
            if j == size:
                j = 0
        first += 1
        if first == size:
            first = 0
    return first


def copy_time(game: Game) -> float:
    """Nanoseconds to copy a state in native code, from one place in the cache to another."""
    source, target = batch(game.state, STATES), batch(game.state, STATES)
    for i in range(STATES):
        source[i] = walk(game, i, 5 * i)
    copy_all(source, target, 1)
    times = []
    for _ in range(REPEATS):
        begun = time.perf_counter_ns()
        copy_all(source, target, COPIES)
        times.append((time.perf_counter_ns() - begun) / (COPIES * STATES))
    return statistics.median(times)


def bench(game: Game, games: int) -> dict[str, Any]:
    """All measurements of a game as data; the keys are a public interface."""
    one = native_speed(game, games)
    two = native_speed(game, games, threads=2)
    greedy = native_speed(game, max(1, games // GREEDY_SHARE), "greedy")
    driven = python_speed(game, max(1, games // PYTHON_SHARE))
    return {
        "game": game.name,
        "players": seats(game),
        "games": games,
        "decisions_per_second": one.decisions,
        "decisions_per_second_two_threads": two.decisions,
        "games_per_second": one.games,
        "decisions_per_game": one.decisions / one.games,
        "greedy_decisions_per_second": greedy.decisions,
        "python_decisions_per_second": driven.decisions,
        "state_bytes": game.state.itemsize,
        "copy_ns": copy_time(game),
        "actions": game.actions,
        "most_legal": game.most,
        "features": game.features,
    }


def print_bench(rows: list[dict[str, Any]]) -> None:
    """A table with a column for each game."""
    lines = {
        "players": "players",
        "random play, decisions/s": "decisions_per_second",
        "on two threads": "decisions_per_second_two_threads",
        "random play, matches/s": "games_per_second",
        "decisions a match": "decisions_per_game",
        "greedy play, decisions/s": "greedy_decisions_per_second",
        "driven from Python, decisions/s": "python_decisions_per_second",
        "state, bytes": "state_bytes",
        "copy of a state, ns": "copy_ns",
        "actions": "actions",
        "legal at once, at most": "most_legal",
        "features": "features",
    }
    table = Table("")
    for row in rows:
        table.add_column(row["game"], justify="right")
    for words, key in lines.items():
        table.add_row(words, *(number(row[key]) for row in rows))
    Console().print(table)


def number(value: float) -> str:
    return f"{value:,.1f}" if isinstance(value, float) and value < 1000 else f"{value:,.0f}"
