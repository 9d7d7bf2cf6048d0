"""Chances to win from what a seat knows, by playing on to the end many times."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from yokocho.bots.native.playing_on import player
from yokocho.core.game import SCRATCH, Game
from yokocho.core.record import State, batch, copy
from yokocho.review.future import Seed, Starts, dealt_again, seed_of, without_future

LONGEST = 16  # moves of a line
Line = tuple[int, ...]  # actions of one seat that are played as one
Shares = npt.NDArray[np.float64]  # by sample, line and seat: the share of the win


class Chances:
    """The memory for playing on in one thread."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.run = player(game)
        self.states = batch(game.state, 2)
        self.actions = np.empty(game.most, np.int16)
        self.worth = np.zeros(game.most + SCRATCH)
        self.ranks = np.zeros(game.players[-1], np.int16)

    def sample(self, view: State, p: int, lines: Sequence[Line], first: int, count: int) -> Shares:
        """Samples first to first + count - 1 of a masked state. They follow from it alone: nothing that is hidden from
        the seat has a say.
        """
        settled = self.game.settle(view)
        views = batch(self.game.state, 1)
        views[0] = settled
        return self._play_on(views, p, True, seed_of(settled, p), lines, first, count)

    def as_it_lies(self, s: State, p: int, lines: Sequence[Line], count: int) -> Shares:
        """Samples of a whole state: all hands are as they are, and what nobody knows is left to chance."""
        lying, piles = without_future(self.game, s)
        seed = seed_of(lying, p)
        return self._play_on(dealt_again(self.game, lying, piles, count, seed), p, False, seed, lines, 0, count)

    def _play_on(
        self, starts: Starts, p: int, masked: bool, seed: Seed, lines: Sequence[Line], first: int, count: int
    ) -> Shares:
        given = np.zeros((len(lines), LONGEST), np.int16)
        for i, line in enumerate(lines):
            given[i, : len(line)] = line
        lengths = np.array([len(line) for line in lines], np.int64)
        shares = np.zeros((count, len(lines), int(starts[0].players)))
        memory = self.states, self.actions, self.worth, self.ranks
        self.run["play_on"](starts, p, masked, seed, first, given, lengths, *memory, shares)
        return shares

    def quick(self, s: State, p: int) -> int:
        """What the quick bot, which plays on, would play."""
        return int(self.run["quick_move"](s, p, self.actions, self.worth))

    def completed(self, view: State, p: int, line: Line) -> Line:
        """A line with the quick bot's moves after it, as long as the seat is asked and nothing new comes to light."""
        s = follow(self.game, view, p, line)
        while len(line) < LONGEST and goes_on(self.game, view, s, p):
            line = (*line, self.quick(s, p))
            self.game.kernels.apply(s, p, line[-1])
        return line

    def sensible(self, s: State, p: int) -> list[int]:
        """The moves worth looking at, best first by the quick bot's rating."""
        kernels, actions = self.game.kernels, self.actions
        n = int(kernels.sensible(s, p, actions, kernels.legal(s, p, actions)))
        if n > 1:
            kernels.rollout(s, p, actions, n, self.worth)
            return [int(actions[i]) for i in np.argsort(-self.worth[:n], kind="stable")]
        return [int(actions[i]) for i in range(n)]


def follow(game: Game, view: State, p: int, line: Line) -> State:
    """What a seat knows after a line of its own that brings nothing new to light."""
    s = copy(view)
    for a in line:
        game.kernels.apply(s, p, a)
    return s


def goes_on(game: Game, view: State, s: State, p: int) -> bool:
    """Does the same decision go on? The seat is asked again, and nothing has come to light since."""
    return s.news == view.news and p in game.pending(s) and bool(game.legal(s, p))
