"""How often: buckets that fill again with time."""

from __future__ import annotations

import time


class TooMany(Exception):
    """Later, please."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"too many; try again in {wait:.0f} s")
        self.wait = wait


class Rates:
    """One bucket for each name and asker. Full ones are forgotten."""

    def __init__(self) -> None:
        self.buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, name: str, who: str, rate: tuple[float, float]) -> None:
        """One out of the bucket; TooMany when it is empty."""
        size, refill = rate
        now = time.monotonic()
        level, then = self.buckets.get((name, who), (size, now))
        level = min(size, level + (now - then) * refill)
        if level < 1:
            raise TooMany((1 - level) / refill)
        self.buckets[name, who] = level - 1, now
        if len(self.buckets) > 100_000:
            self.buckets.clear()  # forgetting is generous, running out of memory is not
