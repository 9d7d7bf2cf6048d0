"""A table in memory, and those who listen to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from yokocho.server.table import Table


class Missing(Exception):
    """There is no such table, or the person may not see it."""


class Listener:
    """One connection with its own queue of outgoing messages, so that a slow one does not delay others."""

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
        self.session, self.invite = session, invite  # hashes of the tokens that admitted it
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
        """Closes the connection because it may no longer watch."""
        self.void = True
        self.hang_up()

    def hang_up(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Live:
    """A table in memory, with its listeners, keeper and bots."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.changed = asyncio.Event()
        self.keeper: asyncio.Task[None] | None = None
        self.thoughts: dict[int, tuple[Any, asyncio.Task[None]]] = {}  # by seat of a bot: the question and the task
        self.failed: dict[int, tuple[Any, int]] = {}  # by seat of a bot: event and question, failures
        self.batch: list[tuple[int, int | str, Callable[[], Any], asyncio.Future[Any]]] = []
        self.elsewhere: dict[str, tuple[frozenset[str], int]] = {}  # by process: who listens there, valid until
        self.told: frozenset[str] | None = None  # who listens here, as last told to other processes
        self.used = 0

    def failures(self, p: int) -> int:
        """How often a bot has failed at its current question since the last event that everybody noticed."""
        then, count = self.failed.get(p, (None, 0))
        return count if then == (self.table.stirred, self.table.asked.get(p)) else 0

    def fail(self, p: int) -> int:
        """Counts one more failure and returns the count."""
        count = self.failures(p) + 1
        self.failed[p] = (self.table.stirred, self.table.asked.get(p)), count
        return count

    def seated(self) -> frozenset[str]:
        """The listeners in this process who have a seat."""
        people = {listener.person for listener in self.listeners}
        return frozenset(seat.person for seat in self.table.seats if seat.person and seat.person in people)

    def watched(self) -> bool:
        """Is anybody connected to it, through any process?"""
        return bool(self.listeners or self.elsewhere)

    def online(self) -> set[int]:
        people = self.seated().union(*(people for people, _ in self.elsewhere.values()))
        return {p for p, seat in enumerate(self.table.seats) if seat.person in people}
