"""Compiles everything a game needs ahead of time, and clears away what older sources left in the cache."""

from __future__ import annotations

import shutil
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from yokocho.bots import playout, seats
from yokocho.core.game import SCRATCH, Game
from yokocho.core.kernel import CORE, PLAIN, cache_folder, cache_root
from yokocho.core.record import SPECTATOR, batch, copy

OLD = 14 * 24 * 3600  # seconds after which an unused folder of compiled kernels goes


def warm(games: Sequence[Game]) -> None:
    """Each game in a process of its own, so that two cores compile two games."""
    if PLAIN:
        return
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("Compiling the rules", total=len(games))
        with ProcessPoolExecutor(min(2, len(games)), mp_context=get_context("spawn")) as pool:
            for done in as_completed([pool.submit(warm_by_name, game.name) for game in games]):
                done.result()
                bar.advance(task)
    sweep(games)


def warm_by_name(name: str) -> None:
    from yokocho import catalog

    warm_one(catalog.game(name))


def warm_one(game: Game) -> None:
    """Calls every kernel once, the way clients call it."""
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
    game.scores(s)
    game.ranks(s)
    game.read(game, game.write(s))
    game.table(game.view(s, p), p, str)
    seats.bot("greedy", game, "warm")(game.view(s, p), p)
    seats.bot("random", game, "warm")(game.view(s, p), p)
    seats.bot("search:2", game, "warm")(game.view(s, p), p)
    before = copy(s)
    k.apply(s, p, game.legal(s, p)[0])
    k.check(before, s)
    states, words = batch(game.state, 4), np.zeros(4, np.uint64)
    tally, scores, ranks = (
        np.zeros((1, 4), np.int64),
        np.zeros((1, players), np.int16),
        np.zeros((1, players), np.int16),
    )
    bots, numbers = np.zeros(players, np.int8), game.numbers(None)
    playout.runner(game)(
        words, 0, 1, players, numbers, bots, True, False, states, actions, worth, tally, scores, ranks
    )  # fmt: skip


def sweep(games: Sequence[Game]) -> None:
    """Folders of compiled kernels whose sources have changed since are removed once they are old."""
    current = {cache_folder(CORE), *(cache_folder(game.folder) for game in games)}
    current |= {cache_folder(Path(playout.__file__).parent, game.folder) for game in games}
    for folder in cache_root().iterdir():
        if folder.is_dir() and folder not in current and time.time() - folder.stat().st_mtime > OLD:
            shutil.rmtree(folder, ignore_errors=True)
