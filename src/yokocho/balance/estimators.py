"""Figures with 95 % intervals, from sums over blocks of matches.

Every figure is a smooth function of sums, such as a share or a difference of two ratios. Its variance is found by
leaving out one block at a time (the jackknife). Two series with the same deals are joined block by block, so that what
both owe to the deals cancels out of a difference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from yokocho.arena.ratings import share_interval

Floats: TypeAlias = npt.NDArray[np.float64]
Sums: TypeAlias = dict[str, Floats]
Z = 1.959964  # of the normal distribution: 95 % lie within


class Figure(NamedTuple):
    """A number, and the interval that holds the true one in 95 of 100 cases; None where too little was seen."""

    value: float | None
    low: float | None
    high: float | None

    @property
    def known(self) -> bool:
        return self.value is not None and self.low is not None

    def differs_from(self, value: float) -> bool:
        """Is that outside of the interval?"""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high


def t_quantile(freedom: int) -> float:
    """Student's distribution: 95 % lie within (an expansion in 1 / freedom, good to 1 % from 4 on)."""
    f = max(freedom, 4)
    z3, z5, z7 = Z**3, Z**5, Z**7
    return float(
        Z + (z3 + Z) / (4 * f) + (5 * z5 + 16 * z3 + 3 * Z) / (96 * f**2)
        + (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * f**3)
    )  # fmt: skip


def ratio(a: Any, b: Any) -> Floats:
    """a / b; not a number where b is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.asarray(b) > 0, np.divide(a, b), np.nan)


def figures(statistic: Callable[[Sums], Floats], blocks: Sums) -> list[Figure]:
    """The figures that a statistic gives, a function of sums by name; leading axes are data sets of their own."""
    many = len(next(iter(blocks.values())))
    totals = {name: rows.sum(axis=0) for name, rows in blocks.items()}
    values = np.atleast_1d(statistic(totals))
    left = statistic({name: totals[name][None] - rows for name, rows in blocks.items()})
    left = left.reshape(many, -1)
    variance = (many - 1) / many * ((left - left.mean(axis=0)) ** 2).sum(axis=0)
    half = t_quantile(many - 1) * np.sqrt(variance)
    return [figure(float(v), float(h)) for v, h in zip(values.reshape(-1), half, strict=True)]


def figure(value: float, half: float) -> Figure:
    if not np.isfinite(value):
        return Figure(None, None, None)
    if not np.isfinite(half):
        return Figure(value, None, None)
    return Figure(value, value - half, value + half)


def shares(part: str, whole: str, blocks: Sums) -> list[Figure]:
    """Shares of a whole, with Wilson's intervals: within 0 and 1, and of some width even if nothing ever happened."""
    out = []
    counts = blocks[whole].sum(axis=1) if blocks[whole].ndim > 1 else blocks[whole]
    for column in blocks[part].T:
        out.append(share(column, counts))
    return out


def share(part: Floats, whole: Floats) -> Figure:
    """Of numbers by block; without the last digit in which rounding leaves a share outside."""
    value, (low, high) = float(part.sum() / whole.sum()), share_interval(part, whole)
    return Figure(value, min(low, value), max(high, value))


def quantiles(numbers: Floats, which: tuple[float, ...]) -> list[Figure]:
    """Quantiles of independent numbers; the interval is between two of the numbers, by their order."""
    ordered, n = np.sort(numbers), len(numbers)
    out = []
    for q in which:
        half = Z * np.sqrt(n * q * (1 - q))
        low, high = int(np.floor(n * q - half)), int(np.ceil(n * q + half))
        value = float(np.quantile(ordered, q))
        out.append(Figure(value, float(ordered[max(low, 0)]), float(ordered[min(high, n - 1)])))
    return out


def bars(numbers: Floats, most: int) -> list[tuple[str, Figure]]:
    """How independent whole numbers are spread over at most so many classes: shares with intervals."""
    low, high = int(numbers.min()), int(numbers.max())
    width = max(1, -(-(high - low + 1) // most))
    low = low // width * width
    out = []
    for start in range(low, high + 1, width):
        inside = ((numbers >= start) & (numbers < start + width)).astype(np.float64)
        label = str(start) if width == 1 else f"{start} to {start + width - 1}"
        out.append((label, share(inside, np.ones(len(numbers)))))
    return out
