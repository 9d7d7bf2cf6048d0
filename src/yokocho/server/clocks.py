"""Time at the table: the house's clock, in milliseconds, and the time that each seat has left."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field

from yokocho.core.errors import BadInput

SECOND = 1000
DAY = 24 * 3600 * SECOND
RETURN = 30 * SECOND  # granted to a seat that comes back after its time ran out
MOST_BANK, MOST_DAYS = 24 * 3600, 60


class Time:
    """The house's clock; tests replace it."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    async def wait(self, changed: asyncio.Event, until: int | None) -> None:
        """Waits until the event is set or the time is reached."""
        seconds = None if until is None else max(0, until - self.now()) / SECOND
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await changed.wait()


@dataclass(frozen=True)
class Pace:
    """How much time there is. Without bank and days it is unlimited."""

    kind: str = "untimed"
    bank: int = 0  # seconds, for the whole match
    increment: int = 0  # seconds, for each turn
    days: int = 0  # for each turn
    hammer: tuple[float, ...] = ()  # seconds, by stage; empty: as the game says

    def __post_init__(self) -> None:
        if self.kind not in ("untimed", "live", "days"):
            raise BadInput(f"a pace is untimed, live or days, not {self.kind!r}")
        if self.kind == "live" and not (0 < self.bank <= MOST_BANK and 0 <= self.increment <= MOST_BANK):
            raise BadInput(f"a live pace has a bank of 1 to {MOST_BANK} seconds and an increment of 0 to {MOST_BANK}")
        if self.kind == "days" and not 0 < self.days <= MOST_DAYS:
            raise BadInput(f"a pace of days has 1 to {MOST_DAYS} of them")
        if any(not 0.5 <= seconds <= 600 for seconds in self.hammer) or len(self.hammer) > 4:
            raise BadInput("a hammer falls after 0.5 to 600 seconds")

    @property
    def timed(self) -> bool:
        return self.kind != "untimed"


@dataclass
class Clocks:
    """The time that each seat has left; a function of the events and their times."""

    pace: Pace
    players: int
    now: int = 0
    left: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)  # in all
    running: frozenset[int] = frozenset()
    lent: frozenset[int] = frozenset()  # seats with a caretaker that has not moved yet; their clocks run too

    def __post_init__(self) -> None:
        whole = self.pace.bank * SECOND if self.pace.kind == "live" else self.pace.days * DAY
        self.left = [whole] * self.players
        self.used = [0] * self.players

    def pass_to(self, now: int) -> None:
        """Advances the time; running clocks lose it."""
        for p in self.running | self.lent:
            self.left[p] -= max(0, now - self.now)
            self.used[p] += max(0, now - self.now)
        self.now = max(self.now, now)

    def skip_to(self, now: int) -> None:
        """Advances the time without charging anybody: the house was closed."""
        self.now = max(self.now, now)

    def run(self, seats: Collection[int], lent: Collection[int] = (), mover: int | None = None) -> int:
        """Lets the clocks of these seats run from now on. If the mover's turn has ended with its own move, it earns the
        increment, or its full days again. Returns what it earned.
        """
        earned = 0
        if mover in self.running and mover not in seats:
            live = self.pace.kind == "live"
            earned = self.pace.increment * SECOND if live else self.pace.days * DAY - self.left[mover]
            self.left[mover] += earned
        if self.pace.timed:
            self.running, self.lent = frozenset(seats), frozenset(lent)
        return earned

    def is_out(self, p: int, now: int = 0) -> bool:
        return self.pace.timed and self.left_at(p, now) <= 0

    def grant(self, p: int) -> None:
        """Gives a seat that is back, and whose time had run out, enough for a move."""
        if self.is_out(p):
            self.left[p] = RETURN if self.pace.kind == "live" else self.pace.days * DAY

    def take_back(self, p: int, earned: int, used: int) -> None:
        """After moves were taken back by consent. `earned`: what the seat earned with them; `used`: what it had used in
        total before them. The seat gets what it had before, less what it used since, but is not pushed below enough for
        a move if it had that much before and has it now.
        """
        rest = self.left[p] - earned
        had = rest + self.used[p] - used
        self.left[p] = max(rest, min(had, self.left[p], RETURN if self.pace.kind == "live" else DAY))

    def left_at(self, p: int, now: int) -> int:
        return self.left[p] - (max(0, now - self.now) if p in self.running | self.lent else 0)

    def first_out(self) -> tuple[int, int] | None:
        """The seat whose time runs out first if nothing happens, and when."""
        if not self.running:
            return None
        p = min(sorted(self.running), key=lambda q: self.left[q])
        return p, self.now + self.left[p]
