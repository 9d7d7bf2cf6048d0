"""The standings of a series, as data."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from yokocho.arena.clock import summary
from yokocho.arena.ratings import by_deal, mean_interval, rate, share_interval
from yokocho.arena.series import Row, Spec, slot
from yokocho.bots.seats import shown


def standings(spec: Spec, rows: Iterable[Row]) -> dict[str, Any]:
    """Everything as data; the keys are a public interface. Apart from times, the result does not depend on the order of
    the rows. A bot that has several seats appears once.
    """
    rows = sorted(rows, key=lambda row: row["match"])
    names = list(dict.fromkeys(spec.bots))
    who = np.array([[names.index(name) for name in row["bots"]] for row in rows])
    scores = np.array([row["scores"] for row in rows])
    ranks = np.array([row["ranks"] for row in rows])
    deals, index = np.unique([row["match"] // spec.players for row in rows], return_inverse=True)
    shares = (ranks == 1) / (ranks == 1).sum(axis=1, keepdims=True)  # a tie is split
    others = (scores.sum(axis=1, keepdims=True) - scores) / (spec.players - 1)
    ratings, rating_intervals = rate(by_deal(index, finished_before(who, ranks, len(names))))
    results = []
    for i, name in enumerate(names):
        mine = who == i
        seats = by_deal(index, mine.sum(axis=1))
        wins = by_deal(index, (shares * mine).sum(axis=1))
        margins = by_deal(index, ((scores - others) * mine).sum(axis=1))
        values, counts = np.unique(scores[mine], return_counts=True)
        margin_interval = mean_interval(margins, seats)
        results.append(
            {
                "bot": shown(name),
                "slots": [k for k, other in enumerate(spec.bots) if other == name],
                "seats": int(seats.sum()),
                "wins": float(wins.sum()),
                "win_share": float(wins.sum() / seats.sum()),
                "win_share_95": list(share_interval(wins, seats)),
                "times_fair_share": float(wins.sum() / seats.sum() * spec.players),
                "rating": float(ratings[i]),
                "rating_95": list(rating_intervals[i]),
                "mean_score": float(scores[mine].mean()),
                "margin": float(margins.sum() / seats.sum()),
                "margin_95": list(margin_interval) if margin_interval else None,
                "ranks": np.bincount(ranks[mine], minlength=spec.players + 1)[1:].tolist(),
                "scores": {str(v): int(c) for v, c in zip(values, counts)},
                "time": summary(row["times"][p] for row in rows for p in range(spec.players) if row["bots"][p] == name),
            }
        )
    return spec.header() | {
        "matches": len(rows),
        "deals": len(deals),
        "decisions_per_match": sum(row["decisions"] for row in rows) / len(rows),
        "shared_wins": float(((ranks == 1).sum(axis=1) > 1).mean()),
        "endings": dict(sorted(Counter(row["ending"] for row in rows).items())),
        "results": results,
        "slots": [
            {
                "slot": k,
                "bot": shown(name),
                "win_share": float(shares[at].mean()),
                "mean_score": float(scores[at].mean()),
            }
            for k, name in enumerate(spec.bots)
            for at in [np.array([[slot(spec, row["match"], p) == k for p in range(spec.players)] for row in rows])]
        ],
        "digest": hashlib.sha256("".join(f"{row['match']} {row['digest']}\n" for row in rows).encode()).hexdigest()[
            :16
        ],
    }


def finished_before(who: npt.NDArray[Any], ranks: npt.NDArray[Any], names: int) -> npt.NDArray[np.float64]:
    """By match: how often each bot (row) finished before each other (column); a tie counts half for both."""
    out = np.zeros((len(who), names, names))
    matches = np.arange(len(who))
    for p in range(who.shape[1]):
        for q in range(who.shape[1]):
            if p != q:
                np.add.at(
                    out,
                    (matches, who[:, p], who[:, q]),
                    (ranks[:, p] < ranks[:, q]) + 0.5 * (ranks[:, p] == ranks[:, q]),
                )
    return out
