"""How long one match takes from the command line, everything included."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from yokocho.arena.bench import seats
from yokocho.core.game import Game


class Start(NamedTuple):
    """Seconds on the clock, and of the processor's time: the second hardly minds what else runs."""

    clock: float
    processor: float


def cold_and_warm(game: Game) -> tuple[Start, Start]:
    """With nothing compiled, then again with what the first start kept."""
    with tempfile.TemporaryDirectory() as folder:
        return start(game, folder), start(game, folder)


def start(game: Game, cache: str) -> Start:
    command = [
        sys.executable,
        "-m",
        "yokocho.cli",
        "simulate",
        game.name,
        "--games",
        "1",
        "--players",
        str(seats(game)),
    ]
    before, begun = children(), time.perf_counter()
    subprocess.run(command, env=os.environ | {"YOKOCHO_CACHE": cache}, stdout=subprocess.DEVNULL, check=True)
    return Start(time.perf_counter() - begun, children() - before)


def children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
