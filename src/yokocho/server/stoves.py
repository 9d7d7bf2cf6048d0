"""The kitchen of a house, which starts on interpreted rules and changes to machine code, game by game."""

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
GARBAGE = (20_000, 20, 50)  # thresholds of the garbage collector, by generation


class Stoves:
    """The kitchen of one process, which may have none."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.loop = asyncio.get_running_loop()
        self.kitchen: Kitchen | None = None
        if house.settings.compile_beside:
            hold_back(catalog.games())
            self.kitchen = Kitchen(house.games(), self._cooked)
            self.kitchen.start()

    def close(self) -> None:
        if self.kitchen:
            self.kitchen.close()

    def hurry(self, game: str) -> None:
        """Compiles this game first: somebody plays it."""
        if self.kitchen:
            self.kitchen.hurry(game)

    def progress(self) -> dict[str, dict[str, Any]]:
        """How far each game is compiled."""
        if not self.kitchen:
            return {game.name: {"ready": True, "done": 0, "total": 0} for game in self.house.games()}
        return {
            name: {"ready": not stove.game.interpreted, "done": stove.done, "total": stove.total}
            for name, stove in self.kitchen.stoves.items()
        }

    async def loaded(self) -> None:
        """Waits for games that are compiled but not loaded yet, before many tables are read with interpreted rules."""
        stoves = self.kitchen.stoves.values() if self.kitchen else ()
        while any(stove.whole and not stove.ready for stove in stoves):
            await asyncio.sleep(PAUSE)

    def _cooked(self, game: Game) -> None:
        """Loads a compiled game. Called in a thread of the kitchen."""
        load(game)
        self.loop.call_soon_threadsafe(self._change_over, game)

    def _change_over(self, game: Game) -> None:
        """Switches a game to machine code. Called on the event loop, so between two moves of any table."""
        change_over(game)
        for live in self.house.lives.values():
            if live.table.game is game and live.table.match:
                live.table.match.renew()
                self.house.tell_table(live)  # its bots now play at full strength
        if not any(other.interpreted for other in self.house.games()):
            gc.collect()  # what is left is permanent: frozen, it is not scanned again, which would delay every table
            gc.freeze()
            gc.set_threshold(*GARBAGE)
