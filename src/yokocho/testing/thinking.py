"""Promises about what bots use: advice, estimates, and bots that can play the game at all."""

from __future__ import annotations

import numpy as np

from yokocho.bots import seats
from yokocho.core.game import SCRATCH
from yokocho.testing.promises import Sample, promise

NEAR = 0.5  # points by which an estimate may miss the final score
LEVELS = ("random", "apprentice", "greedy", "search:8")


@promise("advice", "sensible moves are legal, and all that is advised or estimated is finite")
def advice(sample: Sample) -> None:
    game, k = sample.game, sample.game.kernels
    actions = np.empty(game.most, np.int16)
    for moment in sample.moments(0.5):
        match, s = moment.match, moment.s
        for p in match.pending():
            view, legal = match.view(p), match.legal(p)
            n = int(k.sensible(view, p, actions, k.legal(view, p, actions)))
            chosen = actions[:n].tolist()
            if not chosen or not set(chosen) <= set(legal) or len(set(chosen)) < n:
                raise sample.broken(f"sensible leaves seat {p} {chosen} of the legal actions {legal}")
            for name, advise in (("advise", k.advise), ("rollout", k.rollout)):
                worth = np.full(game.most + SCRATCH, np.nan)
                advise(view, p, actions, n, worth)
                for i in np.flatnonzero(~np.isfinite(worth[:n]))[:1]:
                    raise sample.broken(f"{name} of seat {p} says {worth[i]} of action {chosen[i]}")
        guess = np.full(match.players, np.nan)
        k.estimate(s, guess)
        if not np.isfinite(guess).all():
            raise sample.broken(f"estimate says {guess.tolist()}")
        if match.over and np.abs(guess - game.scores(s)).max() > NEAR:
            raise sample.broken(f"at the end, estimate says {guess.tolist()}, but the scores are {game.scores(s)}")


@promise("bots", "bots of each level answer legally, and the same for the same seed")
def bots(sample: Sample) -> None:
    for level in LEVELS:
        if level.startswith("search") and sample.game.interpreted:
            sample.notes.append("the search is not checked: the kernels are not compiled")
            continue
        first, second = seats.bot(level, sample.game, "x"), seats.bot(level, sample.game, "x")
        for moment in sample.moments(0.05):
            match = moment.match
            if match.over:
                continue
            p = match.actor()
            a, b = first(match.view(p), p), second(match.view(p), p)
            if a not in match.legal(p):
                raise sample.broken(f"{level} plays action {a} for seat {p}; legal are {match.legal(p)}")
            if a != b:
                raise sample.broken(f"{level} plays action {a} for seat {p}, and {b} with the same seed")
