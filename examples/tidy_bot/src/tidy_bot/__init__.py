"""Tidy, a bot for any game: of the moves the game advises, it plays the one that leaves it furthest ahead."""

import random

import numpy as np

from yokocho import (
    Bot,
    Game,
    State,
    View,
    advice,
    copy,
)

ADVISED = 3  # moves it looks at
DREAMS = 4  # imagined states, on each of which it tries them
WHIM = 0.02  # now and then it plays anything, so as not to go round in circles


class Tidy(Bot):
    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.chance = random.Random(seed)

    def choose(self, view: View, seat: int, legal: list[int]) -> int:
        if self.chance.random() < WHIM:
            return self.chance.choice(legal)
        leads = {a: 0.0 for a, _ in advice(self.game, view.state, seat)[:ADVISED]}
        for _ in range(DREAMS):
            dream = self.game.imagined(view.state, seat, self.chance.randbytes(32))
            for a in leads:
                after = copy(dream)
                self.game.kernels.apply(after, seat, a)
                leads[a] += self.lead(after, seat)
        return max(leads, key=lambda a: leads[a])  # the better advised, where they are equal

    def lead(self, s: State, seat: int) -> float:
        """How far seat is ahead of the best of the others, by the game's own estimate."""
        points = np.zeros(int(s.players))
        self.game.kernels.estimate(s, points)
        return points[seat] - max(np.delete(points, seat), default=0)
