"""That the bots get nothing but masked states. What each game promises about its secrets is in yokocho.testing.secrecy,
and test_every_game.py checks it.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.support import GAMES, random_options, steps, table_id
from yokocho.bots import seats
from yokocho.core.game import Game
from yokocho.core.record import data

games = pytest.mark.parametrize("game", GAMES, ids=table_id)


@games
def test_bots_get_nothing_but_a_masked_state(game: Game) -> None:
    """The native loops mask too: a greedy series is the same when the bot is asked through the one door."""
    from yokocho.arena.simulate import simulate
    from yokocho.bots.playout import chooser
    from yokocho.core.game import SCRATCH
    from yokocho.core.record import batch

    assert simulate(game, game.players[0], 3, ["greedy"]).tallies[:, 0].min() > 0
    choose, scratch, actions = chooser(game), batch(game.state, 1), np.empty(game.most, np.int16)
    worth = np.zeros(game.most + SCRATCH)
    for match in steps(game, game.players[0], 77):
        if not match.over:
            p = match.actor()
            words, again = np.arange(1, 5, dtype=np.uint64), np.arange(1, 5, dtype=np.uint64)
            whole = choose(match.state, p, words, scratch, actions, worth)
            assert data(scratch[0]) == data(match.view(p))
            assert whole == choose(match.view(p), p, again, scratch, actions, worth)


@games
def test_a_search_does_not_peek(game: Game) -> None:
    """300 positions: the same seed and iterations decide the same way when everything hidden is dealt anew."""
    chance = random.Random("peek")
    looked = i = 0
    while looked < 300:
        i += 1
        players = game.players[i % len(game.players)]
        for match in steps(game, players, 4000 + i, random_options(game, chance) if i % 3 == 0 else None):
            if not match.over and chance.random() < 0.2:
                p = chance.choice(match.pending())
                other = game.imagined(match.view(p), p, chance.randbytes(32))
                first, second = (seats.bot("search:24", game, "same")(game.view(s, p), p) for s in (match.state, other))
                assert first == second
                looked += 1
