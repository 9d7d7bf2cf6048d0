"""Who is at a table through other processes. Each process tells when that changes, and again now and then; one that
falls silent has gone, and its people with it.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING

from yokocho.server import records
from yokocho.server.clocks import SECOND
from yokocho.server.live import Live
from yokocho.server.store import Unavailable

if TYPE_CHECKING:
    from yokocho.server.house import House

HERE, ASK, GONE = "here", "ask", "gone"  # somebody is; so they are, and who is with you?; nobody any more
EVERYWHERE = "*"  # instead of a table


class Presence:
    """Of one process."""

    def __init__(self, house: House) -> None:
        self.house = house

    def tell(self, live: Live, again: bool = False) -> None:
        """Who listens here, where that is news."""
        here = live.seated() if live.listeners else None
        if self.house.store.dialect == "postgresql" and not self.house.closing and (again or here != live.told):
            word = GONE if here is None else ASK if live.told is None else HERE
            live.told = here
            self.house.spawn(self._whisper(live.table.id, word, here or ()))

    async def leave(self) -> None:
        """The house closes."""
        await self.house.store.write(records.whisper(records.PRESENCE, EVERYWHERE, self.house.id, GONE, ""))

    def hear(self, said: str) -> None:
        """What another process told."""
        table, process, word, people = said.split(" ")
        if process == self.house.id:
            return
        until = self.house.time.now() + int(self.house.settings.lease * SECOND)
        for live in [self.house.lives.get(table)] if table != EVERYWHERE else list(self.house.lives.values()):
            if live is None:
                continue
            before = live.online()
            if word == GONE:
                live.elsewhere.pop(process, None)
            else:
                live.elsewhere[process] = frozenset(filter(None, people.split(","))), until
            if word == ASK and live.told is not None:
                self.tell(live, again=True)
            if live.online() != before:
                self.house.tell_table(live)

    def renew(self) -> None:
        """Tells it all again, and forgets who has fallen silent."""
        now = self.house.time.now()
        for live in list(self.house.lives.values()):
            if live.told is not None:
                self.tell(live, again=True)
            before = live.online()
            live.elsewhere = {process: told for process, told in live.elsewhere.items() if told[1] > now}
            if live.online() != before:
                self.house.tell_table(live)

    async def _whisper(self, table: str, word: str, people: Collection[str]) -> None:
        with suppress(Unavailable):  # then with the next renewal
            await self.house.store.write(
                records.whisper(records.PRESENCE, table, self.house.id, word, ",".join(sorted(people)))
            )
