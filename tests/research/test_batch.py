"""Batches: the rules as they are, many matches at a time, whatever the threads; and what they give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.support import GAMES, SHORT, table_id
from yokocho import catalog
from yokocho.arena.simulate import simulate
from yokocho.bots.seats import advice
from yokocho.core.game import BadInput, Game
from yokocho.core.record import data
from yokocho.research import Batch, rollouts

games = pytest.mark.parametrize("game", GAMES, ids=table_id)


def batch_of(game: Game, n: int, **changes: Any) -> Batch:
    return Batch(game, n, options=SHORT.get(game.name), **changes)


@games
def test_it_gives_what_the_game_gives(game: Game) -> None:
    batch = batch_of(game, 5, players=game.players[-1])
    ended = 0
    for _ in range(400):
        for i in range(batch.n):
            s = batch.state(i)
            p = game.actor(s)
            assert batch.actors[i] == p
            legal = game.legal(s, p)
            assert np.flatnonzero(batch.legal[i]).tolist() == sorted(legal)
            assert batch.choices[i, : batch.counts[i]].tolist() == legal
            seen = np.zeros(game.features, np.float32)
            game.kernels.observe(game.view(s, p), p, seen)
            assert np.array_equal(batch.observations[i], seen[: batch.features])
        before = [batch.state(i) for i in range(batch.n)]
        actions = batch.sample().copy()
        batch.step(actions)
        for i, s in enumerate(before):
            game.kernels.apply(s, game.actor(s), int(actions[i]))
            if game.actor(s) >= 0:
                assert data(s) == data(batch.state(i)) and not batch.ended[i] and not batch.rewards[i].any()
            else:
                ended += 1
                assert batch.ended[i] and batch.points[i].tolist() == game.scores(s)
                assert batch.places[i].tolist() == game.ranks(s)
                winners = np.flatnonzero(batch.places[i] == 1)
                assert (batch.rewards[i][winners] == batch.rewards[i].max()).all()
                assert batch.rewards[i].sum() == pytest.approx(0, abs=1e-6)
    assert ended == batch.episodes.sum() > 0


@games
def test_threads_make_no_difference_and_a_reset_begins_again(game: Game) -> None:
    one, three = batch_of(game, 7, seed="same"), batch_of(game, 7, seed="same", threads=3)
    first = one.states()
    for _ in range(60):
        actions = one.sample().copy()
        assert np.array_equal(actions, three.sample())
        one.step(actions)
        three.step(actions)
        assert np.array_equal(one.states(), three.states())
        assert np.array_equal(one.observations, three.observations) and np.array_equal(one.legal, three.legal)
    one.reset()
    assert np.array_equal(one.states(), first)
    one.reset("another")
    assert not np.array_equal(one.states(), first)


def test_forced_moves_may_be_skipped_and_matches_may_end_for_good() -> None:
    batch = Batch("yatta", 4, players=2, skip_forced=True, again=False)
    steps = 0
    while (batch.actors >= 0).any():
        assert (batch.counts[batch.actors >= 0] > 1).all()
        batch.step(batch.sample())
        steps += 1
    assert batch.episodes.tolist() == [1, 1, 1, 1] and not batch.legal.any() and not batch.observations.any()
    places = batch.places.copy()
    batch.step(np.zeros(4))
    assert not batch.ended.any() and not batch.rewards.any() and np.array_equal(batch.places, places)


def test_matches_follow_each_other_in_the_series() -> None:
    """Match 2 of a batch of 2 is the second one of match 0."""
    two, four = Batch("umami", 2, players=2), Batch("umami", 4, players=2)
    third = data(four.state(2))
    while not two.ended[0]:
        two.step(two.sample())
    assert data(two.state(0)) == third


def test_an_action_that_is_not_legal_is_refused_and_not_played() -> None:
    batch = Batch("last_dumpling", 3, players=2)
    before = batch.states()
    with pytest.raises(BadInput, match="not legal: the action of match 1, and of 1 others"):
        batch.step([0, 3, -1])
    assert batch.faults.tolist() == [0, 1, 1]
    after = batch.states()
    assert after[0] != before[0] and np.array_equal(after[1:], before[1:])
    batch.step(batch.sample())
    assert not batch.faults.any()


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(BadInput, match="for 2 to 4 players"):
        Batch("yatta", 2, players=7)
    with pytest.raises(BadInput, match="at least one match"):
        Batch("yatta", 0)
    with pytest.raises(BadInput, match="a device is cpu or cuda"):
        Batch("yatta", 1, device="abacus")
    with pytest.raises(BadInput, match="a device is cpu or cuda"):
        rollouts("yatta", 1, device="abacus")


def test_alone_the_reward_is_the_points() -> None:
    batch = Batch("wok_and_roll", 2, players=1, again=False)
    while (batch.actors >= 0).any():
        batch.step(batch.sample())
        for i in np.flatnonzero(batch.ended):
            assert batch.rewards[i].tolist() == batch.points[i].tolist()
    assert Batch("wok_and_roll", 1).players == 2


def test_parts_of_an_observation_can_be_found_by_name() -> None:
    batch = Batch("umami", 3, players=3)
    parts = {part.name: part for part in batch.observation}
    assert batch.observations[:, parts["number of seats"].slice].tolist() == [[0, 0, 1, 0, 0]] * 3
    assert "Dishes of seat +2" in parts and "Dishes of seat +3" not in parts
    assert batch.observations[:, parts["own hand"].slice].sum(axis=1).tolist() == [4, 4, 4]
    assert Batch("umami", 2, observing=False).observations.shape == (2, 0)


@games
def test_rollouts_are_the_matches_of_simulate(game: Game) -> None:
    options = SHORT.get(game.name)
    players = game.players[-1]
    played = rollouts(game, 40, players, options, "seed")
    told = simulate(game, players, 40, ["random"], options=options, seed="seed", rotate=False)
    assert np.array_equal(played.decisions, told.tallies[:, 0]) and np.array_equal(played.endings, told.tallies[:, 3])
    assert np.array_equal(played.moves, told.tallies[:, 2])
    assert np.array_equal(played.points, told.scores) and np.array_equal(played.places, told.ranks)
    assert rollouts(game, 40, players, options, "seed", threads=2).equals(played)
    assert not rollouts(game, 40, players, options, "other").equals(played)


def test_every_game_has_an_observation_within_its_bounds() -> None:
    """Beyond what `observe` of the promises sees: matches played to their ends in all numbers of seats."""
    for game in catalog.games():
        for players in game.players:
            if players < 2:
                continue
            batch = batch_of(game, 16, players=players)
            low = np.concatenate([np.full(part.size, part.low) for part in batch.observation])
            high = np.concatenate([np.full(part.size, part.high) for part in batch.observation])
            for _ in range(300):
                batch.step(batch.sample())
                assert (batch.observations >= low).all() and (batch.observations <= high).all()


@pytest.mark.parametrize("game", [game for game in GAMES if not game.sample], ids=table_id)
def test_advice_is_that_of_the_greedy_bot(game: Game) -> None:
    batch = batch_of(game, 3, players=2, advising=True, skip_forced=True)
    for _ in range(20):
        for i in range(batch.n):
            s, p = batch.state(i), int(batch.actors[i])
            told = dict(advice(game, game.view(s, p), p))
            assert {a: pytest.approx(batch.advice[i, a], rel=1e-5, abs=1e-5) for a in told} == told
            ignored = [a for a in game.legal(s, p) if a not in told]
            assert all(batch.advice[i, a] == min(batch.advice[i, b] for b in told) for a in ignored)
            assert not batch.advice[i][batch.legal[i] == 0].any()
        batch.step(batch.sample())
    with pytest.raises(BadInput, match="advice is given on a processor only"):
        Batch(game, 1, device="cuda", advising=True)
