"""Bradley-Terry ratings and 95 % confidence intervals. The independent samples are deals: the rotations of one deal are
correlated.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

ELO = 400 / np.log(10)  # points for a factor of e in the odds
MEAN = 1500.0
VIRTUAL = 0.5  # prior wins of each over each other (Jeffreys' prior): ratings stay finite for who never lost
LEAST = 0.05  # least prior wins in a resample
RESAMPLES = 300
SURE = 1.959964  # standard deviations to either side that cover 95 %


class Interval(NamedTuple):
    low: float
    high: float


def bradley_terry(wins: npt.ArrayLike, virtual: npt.ArrayLike = VIRTUAL) -> Floats:
    """Ratings from how often row i finished before column j; leading axes are independent data sets.

    The odds of i before j are exp((rating_i - rating_j) / ELO). Newton's method; no step changes odds by more than e².
    """
    won: Floats = np.add(wins, virtual, dtype=np.float64)
    size = won.shape[-1]
    won[..., range(size), range(size)] = 0
    met = won + np.swapaxes(won, -1, -2)
    strength = np.zeros(won.shape[:-1])
    for _ in range(100):
        ahead = 1 / (1 + np.exp(strength[..., None, :] - strength[..., :, None]))
        surplus = (won - met * ahead).sum(axis=-1)
        bend = -met * ahead * (1 - ahead)
        bend[..., range(size), range(size)] = -bend.sum(axis=-1)
        step = np.linalg.solve(bend + 1 / size, surplus[..., None])[..., 0]  # + 1 / size fixes the mean
        strength += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    return np.asarray(MEAN + ELO * (strength - strength.mean(axis=-1, keepdims=True)))


def rate(wins: npt.ArrayLike) -> tuple[Floats, list[Interval]]:
    """Ratings from the wins of each deal, with bootstrap intervals (deals are resampled)."""
    deals: Floats = np.asarray(wins, np.float64)
    chance = np.random.default_rng(0)
    counts = chance.multinomial(len(deals), np.full(len(deals), 1 / len(deals)), RESAMPLES)
    virtual = chance.gamma(VIRTUAL, size=(RESAMPLES, *deals.shape[1:])).clip(LEAST)
    drawn = bradley_terry(np.tensordot(counts, deals, 1), virtual)
    low, high = np.percentile(drawn, (2.5, 97.5), axis=0)
    return bradley_terry(deals.sum(axis=0)), [Interval(float(a), float(b)) for a, b in zip(low, high)]


def spread_of_mean(sums: Floats, counts: Floats) -> float:
    """The variance of sum / count, both given by deal; infinite with one deal."""
    deals = len(sums)
    if deals < 2:
        return float("inf")
    off = sums - counts * (sums.sum() / counts.sum())
    return float(deals / (deals - 1) * (off**2).sum() / counts.sum() ** 2)


def share_interval(wins: Floats, counts: Floats) -> Interval:
    """Wilson's interval for wins / counts, both given by deal. Its sample size is the effective number of independent
    matches, estimated from the variance between deals and never more than were played: so a bot that won every match
    does not get an interval of width zero.
    """
    n = float(counts.sum())
    share = float(wins.sum()) / n
    spread = spread_of_mean(wins, counts)
    if 0 < spread < float("inf") and 0 < share < 1:
        n = min(n, share * (1 - share) / spread)
    z = SURE**2 / n
    middle = (share + z / 2) / (1 + z)
    half = float(np.sqrt(z * share * (1 - share) + z**2 / 4)) / (1 + z)
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


def mean_interval(sums: Floats, counts: Floats) -> Interval | None:
    """The interval of a mean, of numbers given by deal; None with a single deal."""
    spread = spread_of_mean(sums, counts)
    if spread == float("inf"):
        return None
    mean, half = float(sums.sum() / counts.sum()), SURE * float(np.sqrt(spread))
    return Interval(mean - half, mean + half)


def by_deal(index: npt.NDArray[Any], values: npt.NDArray[Any]) -> Floats:
    """Sums over the matches of each deal."""
    out = np.zeros((int(index.max()) + 1, *values.shape[1:]))
    np.add.at(out, index, values)
    return out
