"""The bots of the house. They think in a small pool of threads, so that people's moves stay fast."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numba.experimental.function_type  # noqa: F401  a lazy import by the first call would make calls in other threads fail

from yokocho.bots import seats as bots
from yokocho.core.game import Game
from yokocho.core.kernel import wrap_around
from yokocho.core.record import State

T = TypeVar("T")
DESKS = 2  # threads for reading long matches
REMEMBERED = 32  # bots kept in memory, with their search trees, for the next decision of the same turn


class Thinkers:
    def __init__(self, threads: int) -> None:
        self.pool = ThreadPoolExecutor(threads, "bot", initializer=wrap_around)
        self.desks = ThreadPoolExecutor(DESKS, "desk", initializer=wrap_around)
        self.made: OrderedDict[tuple[str, int, str], bots.Bot] = OrderedDict()

    async def decide(self, table: str, game: Game, level: str, view: State, p: int, chance: str) -> int:
        """The action that a bot chooses in a masked state; `chance` is its seed."""
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
        """Runs slow work (whole logs, imports) in threads of its own, so that neither people nor bots wait for it."""
        return await asyncio.get_running_loop().run_in_executor(self.desks, work)

    def close(self) -> None:
        for pool in (self.pool, self.desks):
            pool.shutdown(wait=False, cancel_futures=True)


def known(level: Any) -> bool:
    """Is it one of the built-in levels? Others, such as `exec:`, are not available to clients."""
    return level in ("apprentice", "cook", "chef", "master")
