"""What chance to win a seat has in the middle of a match: the estimates of all seats, calibrated on a few matches.

The chances are a softmax over the seats: estimated points times a factor, plus a constant of the seat, plus one of the
seat that is asked, since an estimate may not see what the rest of a turn brings. All depend on how far the match is,
counted in decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

STAGES = 8  # parts of a match with parameters of their own
STEPS = 30  # of Newton's method; it needs about six
PRIOR = 2.0  # keeps parameters finite where there is little to learn from

Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Chances:
    """The parameters: by stage a factor for estimates, a constant for each seat, and one for who is asked."""

    usual: int  # decisions of a match
    model: Sequence[Sequence[float]]


def fit(samples: Floats, shares: Floats, lengths: Floats) -> Chances:
    """From estimates at several points of each match, each followed by how many decisions were made and who is asked,
    and the shares of the win.
    """
    _, points, width = samples.shape
    usual = max(1, int(np.median(lengths)))
    stages = np.minimum(STAGES - 1, samples[:, :, -2].astype(np.int64) * STAGES // usual).reshape(-1)
    asked = samples[:, :, -1].astype(np.int64).reshape(-1)
    estimates = samples[:, :, :-2].reshape(-1, width - 2)
    won = np.repeat(shares, points, axis=0)
    model = [fit_stage(estimates[stages == k], asked[stages == k], won[stages == k]).tolist() for k in range(STAGES)]
    return Chances(usual, model)


def fit_stage(estimates: Floats, asked: npt.NDArray[np.int64], won: Floats) -> Floats:
    """Maximum likelihood with a weak prior, by Newton's method."""
    rows, players = estimates.shape
    out = np.zeros(players + 2)
    if not rows:
        return out
    features = np.zeros((rows, players, players + 2))
    features[:, :, 0] = estimates - estimates.mean(axis=1, keepdims=True)
    features[:, range(players), range(1, players + 1)] = 1.0
    features[range(rows), asked, players + 1] = 1.0
    for _ in range(STEPS):
        chance = chances(features @ out)
        middle = np.einsum("rp,rpk->rk", chance, features)
        slope = np.einsum("rp,rpk->k", won - chance, features) - PRIOR * out
        bend = np.einsum("rp,rpk,rpl->kl", chance, features, features) - middle.T @ middle + PRIOR * np.eye(players + 2)
        step = np.linalg.solve(bend, slope)
        out += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    return out


def chances(strengths: Floats) -> Floats:
    """A softmax over the last axis."""
    raised = np.exp(strengths - strengths.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))
