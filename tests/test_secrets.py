"""Secrets, by construction: the three properties, for every game, seat and step of random matches.

(a) masking what was imagined gives the masked state again; (b) states that differ only in what a seat may not know
look the same to it, in every way we have of telling; (c) imagining can reach the true state.
"""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from tests.support import GAMES, random_options, steps, table_id
from yokocho.bots import seats
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.record import SPECTATOR, copy, data

games = pytest.mark.parametrize("game", GAMES, ids=table_id)

MATCHES = 200
BOTS = ("random", "apprentice", "greedy")  # search has a test of its own


@games
def test_what_is_imagined_looks_the_same_masked(game: Game) -> None:
    """(a), at every step, for every seat and a spectator; and what is imagined is a sound state."""
    chance = random.Random("imagine")
    for i in range(MATCHES):
        players = game.players[i % len(game.players)]
        for match in steps(game, players, i, random_options(game, chance) if i % 3 == 2 else None):
            s = match.state
            for p in range(SPECTATOR, players):
                view = game.view(s, p)
                again = copy(view)
                game.kernels.mask(again, p)
                assert data(again) == data(view), "masking twice is masking once"
                dreamt = game.imagined(view, p, chance.randbytes(32))
                assert data(game.view(dreamt, p)) == data(view)
                if not match.over:
                    assert game.kernels.check(dreamt, dreamt) == 0


def everything_told(match: Match, s: object, p: int) -> str:
    """All that leaves for a seat."""
    game = match.game
    view = game.view(s, p)
    told = [game.table(view, p, match.name).to_json(), game.write(view), game.words.narrate(view, match.name)]
    if p != SPECTATOR:
        told.append(game.words.summary(view, p))
    features = np.zeros(game.features, np.float32)
    game.kernels.observe(view, p, features)
    told.append(features.tolist())
    if p in game.pending(s):
        told.append([game.words.label(view, p, a, match.name) for a in game.legal(view, p)])
        told.append([seats.bot(name, game, "same")(view, p) for name in BOTS])
        told.append(seats.advice(game, view, p))
    return json.dumps(told)


@games
def test_what_a_seat_may_not_know_changes_nothing_it_is_told(game: Game) -> None:
    """(b): scene, words, position, features and bot decisions are the same when all that is hidden is dealt anew."""
    chance = random.Random("redeal")
    different = 0
    for i in range(MATCHES):
        players = game.players[i % len(game.players)]
        *_, match = steps(game, players, 1000 + i)
        for n in chance.sample(range(len(match.moves)), 1 + i % 2):
            s = match.at(n)
            for p in range(SPECTATOR, players):
                other = game.imagined(game.view(s, p), p, chance.randbytes(32))
                different += data(other) != data(s)
                assert everything_told(match, other, p) == everything_told(match, s, p)
    assert different > MATCHES // 2


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
def test_the_generator_and_its_future_are_hidden(game: Game) -> None:
    for match in steps(game, game.players[-1], 5):
        for p in range(SPECTATOR, game.players[-1]):
            assert not match.view(p).rng.any()


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


@games
def test_a_move_is_heard_by_its_seat_and_by_others_only_if_it_shows(game: Game) -> None:
    """What a seat may not know of a move shows in nothing that is told of it."""
    chance = random.Random("heard")
    for i in range(6):
        *_, match = steps(game, game.players[-1], 3000 + i, random_options(game, chance))
        for n in chance.sample(range(len(match.moves)), min(20, len(match.moves))):
            q = match.moves[n].seat
            assert match.heard(q, n) == match.moves[n].notation
            for p in range(SPECTATOR, game.players[-1]):
                if match.heard(p, n) is None:
                    others = [a for a in game.legal(match.at(n), q) if a != match.actions[n]]
                    hidden = [a for a in others if game.words.secret(match.at(n), q, a, p)]
                    for a in hidden[:3]:
                        s = match.at(n)
                        game.kernels.apply(s, q, a)
                        if s.news == match.at(n + 1).news:
                            assert everything_told(match, s, p) == everything_told(match, match.at(n + 1), p)


@games
def test_imagining_reaches_the_true_state(game: Game) -> None:
    """(c), fact by fact: each number that is hidden takes its true value in some imagined state."""
    chance = random.Random("support")
    for i in range(6):
        players = game.players[i % len(game.players)]
        for match in steps(game, players, 2000 + i):
            if chance.random() < 0.03:
                p = chance.choice(range(SPECTATOR, players))
                view = game.view(match.state, p)
                truth, seen = position_bytes(game, match.state), position_bytes(game, view)
                hidden = (truth != seen) & ~generator_bytes(game)
                met = np.zeros(len(truth), bool)
                for _ in range(1500):
                    met |= position_bytes(game, game.imagined(view, p, chance.randbytes(32))) == truth
                    if met[hidden].all():
                        break
                assert met[hidden].all()


def position_bytes(game: Game, s: object) -> np.ndarray:
    """All of a state but what the last move did, which is told or not told but never dealt."""
    return np.frombuffer(data(game.settle(s)), np.int8)


def generator_bytes(game: Game) -> np.ndarray:
    kind, offset = game.state.fields["rng"][:2]
    mask = np.zeros(game.state.itemsize, bool)
    mask[offset : offset + kind.itemsize] = True
    return mask
