"""The kitchen, a background compiler: people start at once on interpreted kernels, and a game changes over to machine
code when that is ready.

Other processes compile (warm.py), first the game that somebody is waiting for. Then a thread of this process loads the
result, and the client decides when to change over: a server on its event loop, a terminal between two moves.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from yokocho.bots import warm
from yokocho.core import kernel, record
from yokocho.core.game import BadInput, Game
from yokocho.core.kernel import CORE, PLAIN

log = logging.getLogger("yokocho.kitchen")
TRIES = 3  # at compiling one game
LOOK = 0.1  # seconds between two checks of the progress


@dataclass
class Stove:
    """The progress of one game."""

    game: Game
    done: int = 0  # compiled functions
    total: int = 0  # all functions; 0: not known yet
    whole: bool = False  # everything is compiled, on disk
    ready: bool = False  # and `cooked` was called
    tries: int = 0


def hold_back(games: Sequence[Game]) -> None:
    """The kernels of these games run as Python until `change_over`."""
    if PLAIN:
        return
    kernel.wrap_around()
    for game in games:
        record.interpreted_states.add(game.state)
        kernel.interpret(game.folder)
    kernel.interpret(CORE)


def change_over(game: Game) -> None:
    """Switches a game to machine code; states copied from now on have the record type for it."""
    record.interpreted_states.discard(game.state)
    kernel.run_compiled(game.folder)
    if kernel.interpreted == {CORE}:
        kernel.run_compiled(CORE)


def load(game: Game) -> None:
    """Loads the machine code of a game into this process; `change_over` then switches to it."""
    with kernel.loading():
        warm.warm_one(game)


class Kitchen:
    """Compiles games, several at once; calls ``cooked``, in a thread of its own, for each that is compiled."""

    def __init__(self, games: Sequence[Game], cooked: Callable[[Game], object], processes: int = 0) -> None:
        self.stoves = {game.name: Stove(game, whole=warm.is_warm(game)) for game in games}
        self.queue = sorted(self.stoves, key=lambda name: not self.stoves[name].whole)
        self.cooked = cooked
        self.cooks = min(processes or max(1, min(2, os.cpu_count() or 1)), len(games))
        self.changed = threading.Lock()
        self.at_work: dict[str, subprocess.Popen[str]] = {}
        self.closing = False
        self.threads: list[threading.Thread] = []

    def start(self) -> None:
        self.threads = [threading.Thread(target=self._work, name="kitchen", daemon=True) for _ in range(self.cooks)]
        for thread in self.threads:
            thread.start()

    def hurry(self, name: str) -> None:
        """Compiles this game next, since somebody is waiting for it. If all processes are busy, another game is put
        back; its functions that are compiled already are kept.
        """
        with self.changed:
            if name not in self.queue or (self.queue[0] == name and len(self.at_work) < self.cooks):
                return
            self.queue.remove(name)
            self.queue.insert(0, name)
            if len(self.at_work) >= self.cooks:
                least = min(self.at_work, key=lambda other: self.stoves[other].done)
                self.at_work[least].terminate()

    def close(self) -> None:
        """Ends the processes that compile."""
        with self.changed:
            self.closing = True
            for process in self.at_work.values():
                process.terminate()

    def _work(self) -> None:
        kernel.wrap_around()
        while name := self._next():
            stove = self.stoves[name]
            try:
                stove.whole = stove.whole or self._compile(stove)
                if stove.whole:
                    self.cooked(stove.game)
                    stove.ready = True
                else:
                    self._put_back(stove)
            except Exception:
                stove.whole = False
                log.exception("%s cannot be made ready; it goes on as it is", stove.game.title)

    def _next(self) -> str | None:
        with self.changed:
            return self.queue.pop(0) if self.queue and not self.closing else None

    def _put_back(self, stove: Stove) -> None:
        """Queues a game again that made room for another, or whose process failed."""
        with self.changed:
            if not self.closing and stove.tries < TRIES:
                self.queue.insert(min(1, len(self.queue)), stove.game.name)

    def command(self, game: Game) -> list[str]:
        """The process that compiles a game."""
        return [sys.executable, "-m", "yokocho.bots.warm", game.name]

    def _compile(self, stove: Stove) -> bool:
        """Compiles a game in another process; is it complete?"""
        process = subprocess.Popen(
            self.command(stove.game),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # Ctrl-C does not reach it; this process ends it
        )
        with self.changed:
            self.at_work[stove.game.name] = process
            if self.closing:
                process.terminate()
        trouble = []
        with process:  # keeps its standard input open; it ends when that is closed
            assert process.stdout
            for line in process.stdout:
                if re.fullmatch(r"\d+ \d+\n", line):
                    stove.done, stove.total = (int(word) for word in line.split())
                else:
                    trouble.append(line)
        with self.changed:
            del self.at_work[stove.game.name]
        if process.returncode not in (0, -signal.SIGTERM):
            stove.tries += 1
            log.error("compiling %s failed (%s): %s", stove.game.title, process.returncode, "".join(trouble[-20:]))
        return process.returncode == 0


def prepare(games: Sequence[Game]) -> None:
    """Compiles what is missing of these games, with a progress bar, and waits for it."""
    cold = [game for game in games if not warm.is_warm(game)]
    if not cold:
        return
    kitchen = Kitchen(cold, cooked=lambda _: None)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        tasks = {game.name: bar.add_task(f"Compiling {game.title}", total=None) for game in cold}
        kitchen.start()
        try:
            while any(thread.is_alive() for thread in kitchen.threads):
                kitchen.threads[0].join(LOOK)
                kitchen.threads[-1].join(LOOK)
                for name, stove in kitchen.stoves.items():
                    done = stove.total if stove.whole else stove.done
                    bar.update(tasks[name], completed=done, total=stove.total or None)
        finally:
            kitchen.close()
    failed = [stove.game.title for stove in kitchen.stoves.values() if not stove.whole]
    if failed:
        raise BadInput(f"{' and '.join(failed)} could not be compiled; see above")
