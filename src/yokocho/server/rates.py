"""Rate limits: token buckets."""

from __future__ import annotations

import ipaddress
import time
from functools import lru_cache

from yokocho.server import metrics


@lru_cache(4096)
def home(address: str) -> str:
    """The key by which an address is limited: itself; for IPv6 its /64 network, since one line has all of those."""
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, 64), strict=False))


class TooMany(Exception):
    """A rate limit is exceeded; `wait` seconds until the next try."""

    def __init__(self, wait: float, words: str = "") -> None:
        super().__init__(words or f"too many; try again in {wait:.0f} s")
        self.wait = wait
        self.message: str | None = None  # the id of the refused message


class Rates:
    """A token bucket for each limit and client."""

    def __init__(self) -> None:
        self.buckets: dict[tuple[str, str], tuple[float, float]] = {}

    def take(self, name: str, who: str, rate: tuple[float, float]) -> None:
        """Takes a token; TooMany if the bucket is empty."""
        size, refill = rate
        now = time.monotonic()
        level, then = self.buckets.get((name, who), (size, now))
        level = min(size, level + (now - then) * refill)
        if level < 1:
            metrics.limited.labels(name).inc()
            raise TooMany((1 - level) / refill)
        self.buckets[name, who] = level - 1, now
        if len(self.buckets) > 100_000:
            self.buckets.clear()  # bounds the memory; all clients start with full buckets again
