"""How strong people and bots play one game: a rating with its uncertainty, from matches of two and more seats.

The scale is that of Elo: who is 400 points ahead wins ten of eleven matches of two. A match is an order of its seats
(Plackett-Luce); conceding and leaving count as last. The cook is 1500 in every game and never moves; the other levels
of bots are players like people. Pure: no I/O here, `rated.py` keeps what comes out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log, sqrt
from statistics import fmean

from openskill.models import PlackettLuce

BOT = "bot:"  # before the level of a bot
ANCHOR = "bot:cook"
MEAN, DOUBT = 1500.0, 250.0  # of somebody nobody knows: the standard deviation of what people are
SCALE = 400 / log(10)  # of the logistic curve that Elo's points stand for
BLUR = 0.6  # how much of the doubt at a table makes its outcome less telling; the tests say that intervals hold with it
DRIFT = 4.0  # people change: so much doubt comes back with a match
KNOWN = 100.0  # a rating with more doubt is provisional
SURE = 1.96  # standard deviations of a 95 % interval


@dataclass(frozen=True)
class Rating:
    """What is known of the strength of a player: the mean and the standard deviation of what it may be."""

    mu: float = MEAN
    sigma: float = DOUBT

    @property
    def known(self) -> bool:
        return self.sigma <= KNOWN

    @property
    def half(self) -> float:
        """Half the 95 % interval."""
        return SURE * self.sigma


# Before their first match: from the arena, docs/bots.md
STARTS = {
    "bot:apprentice": Rating(900.0, 150.0),
    ANCHOR: Rating(MEAN, 0.0),
    "bot:chef": Rating(1650.0, 150.0),
    "bot:master": Rating(1800.0, 150.0),
}


def start(player: str) -> Rating:
    """What is known of a player before their first match."""
    return STARTS.get(player, Rating())


def rate(before: Mapping[str, Rating], players: Sequence[str], ranks: Sequence[int]) -> dict[str, Rating]:
    """The ratings after a match, in which each seat's player came in at that rank. Of a bot on several seats, the mean
    of what they tell counts.
    """
    had = [before[player] for player in players]
    doubts = [one.sigma**2 + DRIFT**2 for one in had]
    made = [
        after(one, doubt, slope, bend)
        for one, doubt, (slope, bend) in zip(had, doubts, told([one.mu for one in had], fmean(doubts), ranks))
    ]
    found: dict[str, Rating] = {}
    for player in dict.fromkeys(players):
        mine = [one for one, name in zip(made, players) if name == player]
        found[player] = Rating(fmean(one.mu for one in mine), sqrt(fmean(one.sigma**2 for one in mine)))
    return found | {player: STARTS[player] for player in found if player == ANCHOR}


def after(had: Rating, doubt: float, slope: float, bend: float) -> Rating:
    """One step of Newton's method from the prior; the variance stays positive whatever was told."""
    left = doubt / (1 + doubt * bend)
    return Rating(had.mu + left * slope, sqrt(left))


def told(strengths: Sequence[float], doubt: float, ranks: Sequence[int]) -> list[tuple[float, float]]:
    """What a match says of each seat's strength: slope and curvature of the logarithm of its likelihood.

    The library's own step adds the doubts of all seats to the spread of one match, and keeps more doubt than there is:
    of five seats its intervals hold half the time, late. So it is asked with no doubt to speak of, and tells these two.
    """
    seats = len(ranks)
    spread = sqrt(SCALE**2 + 2 * BLUR * doubt)
    model = PlackettLuce(beta=spread / sqrt(seats), kappa=1e-12, gamma=whole, tau=0.0)
    teams = model.rate([[model.rating(mu, 1.0)] for mu in strengths], ranks=[float(rank) for rank in ranks])
    return [
        (now.mu - mu, (1 - now.sigma**2) * evenly(seats, rank)) for mu, rank, (now,) in zip(strengths, ranks, teams)
    ]


def whole(*_: object) -> float:
    """The library's factor of the curvature."""
    return 1.0


@cache
def evenly(seats: int, rank: int) -> float:
    """What takes the place out of the curvature: it would let winners gain more than losers lose. For seats of equal
    strength; a place tells once for everybody who was there to choose.
    """
    by_rank = [sum((n - 1) / n**2 for n in range(seats, max(seats - place, 1), -1)) for place in range(1, seats + 1)]
    return fmean(by_rank) / by_rank[rank - 1]
