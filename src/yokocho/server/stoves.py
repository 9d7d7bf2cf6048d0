"""The kitchen of a house: it opens on interpreted rules and changes over, game by game, on its event loop."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING, Any

from yokocho import catalog
from yokocho.bots.kitchen import Kitchen, change_over, hold_back, load
from yokocho.core.game import Game

if TYPE_CHECKING:
    from yokocho.server.house import House

PAUSE = 0.02  # seconds
GARBAGE = (20_000, 20, 50)  # objects made until the young, the middle-aged and all are searched


class Stoves:
    """Of one process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.loop = asyncio.get_running_loop()
        self.kitchen: Kitchen | None = None
        if house.settings.compile_beside:
            hold_back(catalog.games())
            self.kitchen = Kitchen(catalog.games(), self._cooked)
            self.kitchen.start()

    def close(self) -> None:
        if self.kitchen:
            self.kitchen.close()

    def hurry(self, game: str) -> None:
        """Somebody sits down at this game: it comes first."""
        if self.kitchen:
            self.kitchen.hurry(game)

    def progress(self) -> dict[str, dict[str, Any]]:
        """How far each game is."""
        if not self.kitchen:
            return {name: {"ready": True, "done": 0, "total": 0} for name in catalog.names()}
        return {
            name: {"ready": not stove.game.interpreted, "done": stove.done, "total": stove.total}
            for name, stove in self.kitchen.stoves.items()
        }

    async def loaded(self) -> None:
        """Waits while there is machine code that only has to be loaded: a house that opens again has tables to read."""
        stoves = self.kitchen.stoves.values() if self.kitchen else ()
        while any(stove.whole and not stove.ready for stove in stoves):
            await asyncio.sleep(PAUSE)

    def _cooked(self, game: Game) -> None:
        """In a thread of the kitchen."""
        load(game)
        self.loop.call_soon_threadsafe(self._change_over, game)

    def _change_over(self, game: Game) -> None:
        """On the event loop, so between two moves of any table."""
        change_over(game)
        for live in self.house.lives.values():
            if live.table.game is game and live.table.match:
                live.table.match.renew()
                self.house.tell_table(live)  # its bots play as they can
        if not any(other.interpreted for other in catalog.games()):
            gc.collect()  # what is there by now stays: to search it for garbage holds up every table for a moment
            gc.freeze()
            gc.set_threshold(*GARBAGE)
