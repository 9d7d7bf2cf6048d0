"""Do those win so often whom a review gives such a chance? Takes positions from matches of cooks with stray moves, the
chance that the seat to move has from what it knows, and plays each on to the end once, as everything really lies:
python benchmarks/calibration.py umami --positions 2000
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np

from yokocho import catalog
from yokocho.bots import seats
from yokocho.core.match import Match
from yokocho.core.record import CLOCK
from yokocho.review.chances import Chances

BINS = 10
EVERY = 5  # moves between two positions of a match
STRAY = 8  # one move in so many is any sensible one


def pairs(name: str, samples: int) -> Iterator[tuple[float, float]]:
    """Chance and share of the win, position after position."""
    game = catalog.game(name)
    chances, counts = Chances(game), [n for n in game.players if n > 1]
    k = 0
    while True:
        match = Match(game, counts[k % len(counts)], None, f"calibration {k}")
        cook, stray = seats.bot("cook", game, str(k)), seats.bot("apprentice", game, str(k))
        random = np.random.default_rng(k)
        k += 1
        while not match.over:
            p = match.actor()
            view = match.view(p)
            if p != CLOCK and len(match.moves) % EVERY == 0:
                chance = chances.sample(view, p, [()], 0, samples)[:, 0, p].mean()
                yield float(chance), float(chances.as_it_lies(match.state, p, [()], 1)[0, 0, p])
            match.play(p, (stray if random.integers(STRAY) == 0 else cook)(view, p), when=0)


def main() -> None:
    made = argparse.ArgumentParser(description=__doc__)
    made.add_argument("game")
    made.add_argument("--positions", type=int, default=2000)
    made.add_argument("--samples", type=int, default=128, help="of each chance (default %(default)s)")
    wanted = made.parse_args()
    found = pairs(wanted.game, wanted.samples)
    chance, won = np.array([next(found) for _ in range(wanted.positions)]).T
    bins = np.minimum((chance * BINS).astype(int), BINS - 1)
    off = 0.0
    for i in np.unique(bins):
        said, came = chance[bins == i], won[bins == i]
        off += len(said) / len(chance) * abs(said.mean() - came.mean())
        error = came.std() / np.sqrt(len(came))
        print(f"{len(said):6} positions, chance {said.mean():.1%}, won {came.mean():.1%} ± {error:.1%}")
    print(f"expected calibration error {off:.3f}")


if __name__ == "__main__":
    main()
