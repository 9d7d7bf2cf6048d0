"""The time that decisions take, as a logarithmic histogram that is small enough to be kept for every match."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Any, TypedDict

BINS = 40  # per factor of ten: percentiles are accurate to 3 %
LEAST = 1e-3  # milliseconds
PERCENTILES = (50, 90, 99)


class Times(TypedDict):
    """The decisions of one bot in one match."""

    asked: int
    seconds: float
    longest: float  # milliseconds
    bins: dict[str, int]  # bin number -> how many decisions


class Clock:
    def __init__(self) -> None:
        self.asked = 0
        self.seconds = 0.0
        self.longest = 0.0
        self.bins: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        ms = max(1000 * seconds, LEAST)
        self.asked += 1
        self.seconds += seconds
        self.longest = max(self.longest, ms)
        self.bins[math.floor(BINS * math.log10(ms))] += 1

    def times(self) -> Times:
        return {
            "asked": self.asked,
            "seconds": round(self.seconds, 6),
            "longest": round(self.longest, 4),
            "bins": {str(b): n for b, n in sorted(self.bins.items())},
        }


def summary(many: Iterable[Times]) -> dict[str, Any]:
    """Decisions per second, and percentiles of milliseconds per decision."""
    whole = Clock()
    for times in many:
        whole.asked += times["asked"]
        whole.seconds += times["seconds"]
        whole.longest = max(whole.longest, times["longest"])
        whole.bins.update({int(b): n for b, n in times["bins"].items()})
    return {
        "decisions": whole.asked,
        "seconds": whole.seconds,
        "decisions_per_second": whole.asked / whole.seconds if whole.seconds else 0.0,
        **{f"p{percent}_ms": percentile(whole, percent) for percent in PERCENTILES},
        "max_ms": whole.longest,
    }


def percentile(clock: Clock, percent: float) -> float:
    below = 0
    for b, n in sorted(clock.bins.items()):
        below += n
        if 100 * below >= percent * clock.asked:
            return float(min(10 ** ((b + 0.5) / BINS), clock.longest))
    return 0.0
