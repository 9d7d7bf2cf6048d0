"""The bots of the house. The levels think in a small pool of threads, so that people's moves stay fast; those of the
host have threads of their own (own.py), so that nobody waits for them.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numba.experimental.function_type  # noqa: F401  a lazy import by the first call would make calls in other threads fail

from yokocho.bots import seats as bots
from yokocho.core.game import Game
from yokocho.core.kernel import wrap_around
from yokocho.core.record import State
from yokocho.server.own import Owns
from yokocho.server.settings import Settings

T = TypeVar("T")
DESKS = 2  # threads for reading long matches
REMEMBERED = 32  # bots kept in memory, with their search trees, for the next decision of the same turn


class Thinkers:
    def __init__(self, settings: Settings) -> None:
        self.owns = Owns(settings)
        self.pool = ThreadPoolExecutor(settings.bot_threads, "bot", initializer=wrap_around)
        self.desks = ThreadPoolExecutor(DESKS, "desk", initializer=wrap_around)
        self.made: OrderedDict[tuple[str, int, str], bots.Bot] = OrderedDict()

    async def decide(self, table: str, game: Game, level: str, view: State, p: int, chance: str) -> int:
        """The action that a bot chooses in a masked state; `chance` is its seed."""
        if level in self.owns.roster.own:
            return await self.owns.decide(table, game, level, view, p, chance)
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

    async def close(self) -> None:
        await self.owns.close()
        for pool in (self.pool, self.desks):
            pool.shutdown(wait=False, cancel_futures=True)
