"""A table in memory, and those who listen to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from yokocho.server.table import Table


class Missing(Exception):
    """There is no such table, or not for you."""


class Listener:
    """One connection: whatever is sent waits in a queue of its own, so that a slow one holds up nobody."""

    def __init__(
        self,
        person: str | None,
        name: str,
        viewer: int,
        backlog: int,
        session: str | None = None,
        invite: str | None = None,
    ) -> None:
        self.person = person
        self.session, self.invite = session, invite  # hashes of what let it in
        self.name = name
        self.viewer = viewer
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(backlog)
        self.lagging = self.void = False

    def send(self, message: bytes) -> None:
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.lagging = True
            self.hang_up()

    def shut_out(self) -> None:
        """It has no right to be here any more."""
        self.void = True
        self.hang_up()

    def hang_up(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Live:
    """A table in memory, with those who listen."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.changed = asyncio.Event()
        self.keeper: asyncio.Task[None] | None = None
        self.thoughts: dict[int, tuple[Any, asyncio.Task[None]]] = {}  # of each bot, what is asked and the work on it
        self.failed: dict[int, tuple[Any, int]] = {}  # of each bot, at which question since which event, how often
        self.batch: list[tuple[int, int | str, Callable[[], Any], asyncio.Future[Any]]] = []
        self.elsewhere: dict[str, tuple[frozenset[str], int]] = {}  # by process, who listens there, and until when
        self.told: frozenset[str] | None = None  # who listens here, as the other processes know it
        self.used = 0

    def failures(self, p: int) -> int:
        """How often a bot has failed at its question since something else happened at the table."""
        then, count = self.failed.get(p, (None, 0))
        return count if then == (self.table.stirred, self.table.asked.get(p)) else 0

    def fail(self, p: int) -> int:
        """Once more: so often."""
        count = self.failures(p) + 1
        self.failed[p] = (self.table.stirred, self.table.asked.get(p)), count
        return count

    def seated(self) -> frozenset[str]:
        """Who of those that listen here has a seat."""
        people = {listener.person for listener in self.listeners}
        return frozenset(seat.person for seat in self.table.seats if seat.person and seat.person in people)

    def watched(self) -> bool:
        """Does anybody see it at once when something happens?"""
        return bool(self.listeners or self.elsewhere)

    def online(self) -> set[int]:
        people = self.seated().union(*(people for people, _ in self.elsewhere.values()))
        return {p for p, seat in enumerate(self.table.seats) if seat.person in people}
