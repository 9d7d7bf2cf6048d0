"""Bots by name, for a client that plays one match: each gets a masked state and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from yokocho.bots.playout import GREEDY, RANDOM, chooser
from yokocho.core.game import SCRATCH, BadInput, Game
from yokocho.core.position import seed_bytes
from yokocho.core.record import State, batch
from yokocho.core.rng import below

NATIVE = {"random": RANDOM, "greedy": GREEDY}

Bot = Callable[[State, int], int]  # (masked state, seat) -> action


def names() -> list[str]:
    return list(NATIVE)


def check_name(name: str) -> str:
    if name not in NATIVE:
        raise BadInput(f"there is no bot {name!r}; there are {', '.join(NATIVE)}")
    return name


def bot(name: str, game: Game, seed: str) -> Bot:
    """A bot with a generator of its own, so that it decides the same way for the same seed."""
    check_name(name)
    words = np.frombuffer(seed_bytes(f"bot {seed}"), ">u8").astype(np.uint64)
    actions = np.empty(game.most, np.int16)
    if name == "random":

        def at_random(view: State, p: int) -> int:
            n = game.kernels.legal(view, p, actions)
            return int(actions[below(words, n)])

        return at_random

    choose = chooser(game)
    scratch = batch(game.state, 1)
    worth = np.empty(game.most + SCRATCH)
    return lambda view, p: int(choose(view, p, words, scratch, actions, worth))


def advice(game: Game, view: State, p: int) -> list[tuple[int, float]]:
    """The legal actions of a masked state with what they seem worth, best first."""
    actions = np.empty(game.most, np.int16)
    worth = np.zeros(game.most + SCRATCH)
    n = game.kernels.sensible(view, p, actions, game.kernels.legal(view, p, actions))
    game.kernels.advise(view, p, actions, n, worth)
    return sorted(((int(actions[i]), float(worth[i])) for i in range(n)), key=lambda item: -item[1])
