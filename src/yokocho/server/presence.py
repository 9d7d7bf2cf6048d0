"""Who is connected to a table through other processes. Each process sends its listeners when they change, and repeats
them periodically; what is not repeated within a lease expires.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from yokocho.server import records
from yokocho.server.clocks import SECOND
from yokocho.server.live import Live
from yokocho.server.store import Unavailable

if TYPE_CHECKING:
    from yokocho.server.house import House

HERE, ASK, GONE = "here", "ask", "gone"  # these people listen; the same, and others please answer; nobody does
EVERYWHERE = "*"  # in place of a table: all tables
SEVERAL = "+"  # in place of a table: a list of tables with their people follows
MOST = 7_900  # characters in a message; PostgreSQL's limit is 8,000


class Presence:
    """Presence as one process sends and hears it."""

    def __init__(self, house: House) -> None:
        self.house = house

    def tell(self, live: Live, again: bool = False) -> None:
        """Sends who listens here, if that has changed."""
        here = live.seated() if live.listeners else None
        if self.house.store.dialect == "postgresql" and not self.house.closing and (again or here != live.told):
            word = GONE if here is None else ASK if live.told is None else HERE
            live.told = here
            self.house.spawn(self._whisper(live.table.id, word, here or ()))

    async def leave(self) -> None:
        """Sends that nobody listens here any more: the process ends."""
        said = " ".join((records.PRESENCE, EVERYWHERE, self.house.id, GONE, ""))
        await self.house.store.write(records.whisper(said))

    def hear(self, said: str) -> None:
        """Handles a message of another process."""
        table, process, word, people = said.split(" ")
        if process == self.house.id:
            return
        if table == SEVERAL:
            for one in people.split(";"):
                self._note(process, word, *one.split("="))
        else:
            self._note(process, word, table, people)

    def _note(self, process: str, word: str, table: str, people: str) -> None:
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
        """Repeats everything, and drops what has expired."""
        now = self.house.time.now()
        here: list[str] = []
        for live in list(self.house.lives.values()):
            self.tell(live)
            if live.told is not None:
                here.append(f"{live.table.id}={','.join(sorted(live.told))}")
            before = live.online()
            live.elsewhere = {process: told for process, told in live.elsewhere.items() if told[1] > now}
            if live.online() != before:
                self.house.tell_table(live)
        if here and not self.house.closing:
            head = " ".join((records.PRESENCE, SEVERAL, self.house.id, HERE))
            self.house.spawn(self._say(records.whisper(*packed(head, here))))

    async def _whisper(self, table: str, word: str, people: Collection[str]) -> None:
        said = " ".join((records.PRESENCE, table, self.house.id, word, ",".join(sorted(people))))
        await self._say(records.whisper(said))

    async def _say(self, job: Callable[[Connection], None]) -> None:
        with suppress(Unavailable):  # the next renewal repeats it
            await self.house.store.write(job)


def packed(head: str, parts: Iterable[str]) -> list[str]:
    """All parts, in as few messages as they fit into."""
    messages: list[str] = []
    for part in parts:
        if messages and len(messages[-1]) + len(part) < MOST:
            messages[-1] += f";{part}"
        else:
            messages.append(f"{head} {part}")
    return messages
