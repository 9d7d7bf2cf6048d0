"""Compiles everything a game needs ahead of time, and removes outdated code from the cache.

``python -m yokocho.bots.warm GAME`` compiles one game; kitchen.py starts and watches that process. It prints a line
``done total`` for each compiled function, and exits when its standard input is closed, so that it never outlives its
parent.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from yokocho.bots import playout, search, seats
from yokocho.bots.native import playing_on
from yokocho.core.game import SCRATCH, Game
from yokocho.core.kernel import CORE, PLAIN, Cache, cache_folder, cache_root, made
from yokocho.core.match import Match
from yokocho.core.record import SPECTATOR, batch, copy

BOTS = Path(__file__).parent
OLD = 14 * 24 * 3600  # seconds after which an unused folder of compiled kernels is removed
MOVES = 150  # of a match that is played to compile the kernels that clients call
NICE = 5  # the process's niceness: people's moves have priority
WHOLE = "whole"  # a marker file in a folder that is complete


def is_warm(game: Game) -> bool:
    """Is everything compiled that a game needs?"""
    return PLAIN or (cache_folder(BOTS, game.folder) / WHOLE).exists()


def warm_one(game: Game) -> None:
    """Calls every kernel with the argument types that clients use."""
    k = game.kernels
    players = game.players[0]
    s = game.new(players, None, bytes(range(32)))
    p = game.actor(s)
    actions, worth = np.empty(game.most, np.int16), np.zeros(game.most + SCRATCH)
    for seat in (p, SPECTATOR):
        view = game.view(s, seat)
        game.imagined(view, seat, bytes(range(32)))
        k.observe(view, seat, np.zeros(game.features, np.float32))
    seats.advice(game, game.view(s, p), p)
    k.estimate(s, np.zeros(players))
    k.ending(s)
    for name in ("random", "greedy", "apprentice", "search:2"):
        seats.bot(name, game, "warm")(game.view(s, p), p)
    before = copy(s)
    k.apply(s, p, game.legal(s, p)[0])
    k.check(before, s)
    states, words = batch(game.state, 4), np.zeros(4, np.uint64)
    tally = np.zeros((1, 4), np.int64)
    scores, ranks = np.zeros((1, players), np.int16), np.zeros((1, players), np.int16)
    bots, numbers = np.zeros(players, np.int8), game.numbers(None)
    playout.runner(game)(
        words, 0, 1, players, numbers, bots, True, False, states, actions, worth, tally, scores, ranks,
        np.zeros((0, 2), np.int16), np.zeros(1, np.int64),
    )  # fmt: skip
    views = batch(game.state, 1)
    views[0] = game.view(before, p)
    playing_on.player(game)["play_on"](
        views, p, True, words, 0, np.zeros((1, 1), np.int16), np.zeros(1, np.int64), batch(game.state, 2), actions,
        worth, np.zeros(game.players[-1], np.int16), np.zeros((1, 1, players)),
    )  # fmt: skip
    play_some(game, game.players[-1])


def play_some(game: Game, players: int) -> None:
    """Plays part of a match as a server does: scenes, words, positions and undo call kernels too."""
    match, bot = Match(game, players, None, "warm"), seats.bot("apprentice", game, "warm")
    for i in range(MOVES):
        if match.over:
            break
        p = match.actor()
        for viewer in (p, SPECTATOR):
            match.scene(viewer)
        match.play(p, bot(match.view(p), p))
        match.log(p, i)
        if not match.why_no_undo(p):
            match.undo(p)
            match.redo(p)
        if i % 10 == 0:
            game.read(game, game.write(match.state))
    game.scores(match.state)
    game.ranks(match.state)


def warm(game: Game, told: Callable[[int, int], None] | None = None) -> None:
    """Compiles a game and marks its folder as complete; calls `told` with the compiled functions and their total."""
    playout.runner(game), search.searcher(game), playing_on.player(game)
    functions = {dispatcher.py_func for dispatcher in made[game.folder]}
    done: set[Any] = set()

    def ready(function: Any) -> None:
        if function in functions and function not in done and told:
            done.add(function)
            told(len(done), len(functions))

    Cache.on_ready = ready
    try:
        warm_one(game)
    finally:
        Cache.on_ready = None
    (cache_folder(BOTS, game.folder) / WHOLE).touch()


@contextmanager
def only_one(game: Game) -> Iterator[None]:
    """A lock: of two processes that compile the same game the second waits, and then finds everything done."""
    with (cache_root() / f"{game.name}.lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def sweep(games: Sequence[Game]) -> None:
    """Removes folders of compiled kernels that are outdated and have not been used for long."""
    current = {cache_folder(CORE), *(cache_folder(game.folder) for game in games)}
    current |= {cache_folder(bots, game.folder) for game in games for bots in (BOTS, BOTS / "native")}
    for folder in cache_root().iterdir():
        if folder.is_dir() and folder not in current and time.time() - folder.stat().st_mtime > OLD:
            shutil.rmtree(folder, ignore_errors=True)


def end_with_input() -> None:
    """Exits when standard input is closed: the parent process holds it open."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)


def main() -> None:
    from yokocho import catalog

    os.nice(NICE)
    threading.Thread(target=end_with_input, daemon=True).start()
    game = catalog.game(sys.argv[1])
    with only_one(game):
        warm(game, lambda done, total: print(done, total, flush=True))


if __name__ == "__main__":
    main()
