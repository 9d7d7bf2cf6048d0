"""Can the house write? Checked on request by a real write; requests within a second share one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from yokocho.server import records
from yokocho.server.store import Unavailable

if TYPE_CHECKING:
    from yokocho.server.house import House

MOMENT = 1.0  # seconds for which an answer is reused
PATIENCE = 2.0  # seconds until it counts as failed


class Readiness:
    """The readiness of one process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.asked = 0.0
        self.answer: asyncio.Task[Exception | None] | None = None

    async def check(self) -> None:
        """Raises Unavailable if nothing can be written."""
        now = asyncio.get_running_loop().time()
        if self.answer is None or (self.answer.done() and now - self.asked > MOMENT):
            self.asked, self.answer = now, self.house.spawn(self._try())
        await asyncio.wait((self.answer,), timeout=PATIENCE)
        if not self.answer.done():
            raise Unavailable("nothing was written in time")
        if error := self.answer.result():
            raise Unavailable(str(error)) from error

    async def _try(self) -> Exception | None:
        try:
            self.house.store.check_file()
            await self.house.store.write(records.pulse(self.house.id, self.house.time.now()))
        except Exception as error:
            return error
        return None
