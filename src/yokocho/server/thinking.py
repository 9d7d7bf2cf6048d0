"""Bots of the house: they think in threads, few at once, so that people's moves stay quick."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numba.experimental.function_type  # noqa: F401  else the first call imports it, and another thread's call fails

from yokocho.bots import seats as bots
from yokocho.core.game import Game
from yokocho.core.kernel import wrap_around
from yokocho.core.record import State

T = TypeVar("T")
DESKS = 2  # long matches read at once
REMEMBERED = 32  # bots that keep their trees between the small decisions of a turn


class Thinkers:
    def __init__(self, threads: int) -> None:
        self.pool = ThreadPoolExecutor(threads, "bot", initializer=wrap_around)
        self.desks = ThreadPoolExecutor(DESKS, "desk", initializer=wrap_around)
        self.made: OrderedDict[tuple[str, int, str], bots.Bot] = OrderedDict()

    async def decide(self, table: str, game: Game, level: str, view: State, p: int, chance: str) -> int:
        """What the bot of a seat does in a masked state; its chance comes from a secret."""
        key = table, p, level
        bot = self.made.pop(key, None) or bots.bot(level, game, chance)
        action = await self.run(lambda: bot(view, p))
        self.made[key] = bot
        while len(self.made) > REMEMBERED:
            self.made.popitem(last=False)
        return action

    async def run(self, thought: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.pool, thought)

    async def look_up(self, work: Callable[[], T]) -> T:
        """What takes long, but no thought: whole logs, matches from files. Neither people nor bots wait for it."""
        return await asyncio.get_running_loop().run_in_executor(self.desks, work)

    def close(self) -> None:
        for pool in (self.pool, self.desks):
            pool.shutdown(wait=False, cancel_futures=True)


def known(level: Any) -> bool:
    """Only bots of our own, by their level: nobody starts a program through the web."""
    return level in ("apprentice", "cook", "chef", "master")
