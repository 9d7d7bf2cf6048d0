"""PettingZoo's and Gymnasium's own suites, and a policy that learns through each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

from tests.support import GAMES, table_id
from yokocho.core.game import BadInput, Game
from yokocho.research import gym, zoo

games = pytest.mark.parametrize("game", GAMES, ids=table_id)
theirs = pytest.mark.filterwarnings("ignore")  # their suites warn of dictionaries as observations


def drawn(seen: dict[str, Any], chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(seen["action_mask"])))


@games
@theirs
def test_their_suites_pass(game: Game) -> None:
    api_test(zoo.env(game), num_cycles=200)
    seed_test(lambda: zoo.env(game), num_cycles=50)
    parallel_api_test(zoo.parallel_env(game), num_cycles=200)
    check_env(gym.SeatEnv(game))


@games
def test_agents_take_turns_as_the_game_says(game: Game) -> None:
    env, chance = zoo.raw_env(game, game.players[-1]), np.random.default_rng(1)
    env.reset(seed=4)
    for agent in env.agent_iter(300):
        seen, reward, ended, _, _ = env.last()
        if ended:
            env.step(None)
            continue
        p = env.seats[agent]
        assert env.table.actor() == p and reward == 0
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(game.legal(env.table.s, p))
        others = env.observe(env.possible_agents[p - 1])
        assert not others["action_mask"].any() and env.observation_space(agent).contains(others)
        env.step(drawn(seen, chance))


def test_rewards_come_at_the_end_and_add_up_to_0() -> None:
    env, chance = zoo.raw_env("last_dumpling", 3), np.random.default_rng(1)
    env.reset(seed=1)
    while not env.terminations[env.agent_selection]:
        env.step(drawn(env.observe(env.agent_selection), chance))
    assert sum(env.rewards.values()) == pytest.approx(0) and max(env.rewards.values()) > 0
    told = dict(env.rewards)
    for _ in range(3):
        env.step(None)
    assert not env.agents and sum(told.values()) == pytest.approx(0)


def test_who_is_not_asked_waits_and_answers_of_the_same_time_are_played_together() -> None:
    env = zoo.parallel_env("pass_the_tray", 3)
    seen, _ = env.reset(seed=3)
    assert all(not told["action_mask"][env.wait] for told in seen.values()), "all choose at the same time"
    left = int(env.table.s.left)
    chance = np.random.default_rng(2)
    env.step({agent: drawn(told, chance) for agent, told in seen.items()})
    assert env.table.s.left == left - 1, "one step, all three cards"
    turns = zoo.parallel_env("last_dumpling", 2)
    seen, _ = turns.reset(seed=3)
    assert seen["seat_1"]["action_mask"].tolist() == [0, 0, 0, 1]


def test_what_is_not_legal_is_refused() -> None:
    turns = zoo.raw_env("last_dumpling")
    turns.reset(seed=1)
    with pytest.raises(BadInput, match="action 7 of seat_0 is not legal"):
        turns.step(7)
    together = zoo.parallel_env("last_dumpling")
    together.reset(seed=1)
    with pytest.raises(BadInput, match="action 3 of seat_0 is not legal"):
        together.step({"seat_0": 3, "seat_1": 3})
    strict = gym.SeatEnv("last_dumpling", illegal="error", seat=0)
    strict.reset(seed=1)
    with pytest.raises(BadInput, match="action 3 is not legal"):
        strict.step(3)
    lax = gym.SeatEnv("last_dumpling", seat=0)
    lax.reset(seed=1)
    assert lax.step(3)[1:4] == (-1.0, True, False)
    with pytest.raises(BadInput, match="name one bot, or 2 of them"):
        gym.SeatEnv("umami", 3, bots=["random"])


def test_they_are_drawn_as_text() -> None:
    env = zoo.raw_env("umami", 3, render_mode="ansi")
    env.reset(seed=1)
    everybody = env.render()
    assert everybody and "Ingredients area:" in everybody and "Hand of seat 0: ? ? ? ?" in everybody
    seat = gym.SeatEnv("umami", 3, seat=1, render_mode="ansi")
    seat.reset(seed=1)
    mine = seat.render()
    assert mine and "Hand of seat 1: ? ? ? ?" not in mine and "Hand of seat 0: ? ? ? ?" in mine


def test_the_agent_sits_in_each_seat_in_turn() -> None:
    env = gym.SeatEnv("yatta", 3, bots=["random", "greedy"])
    assert [env.reset(seed=5 if i == 0 else None)[1]["seat"] for i in range(4)] == [0, 1, 2, 0]
    assert env.action_masks().any()


class Softmax:
    """A linear policy that learns by policy gradient."""

    def __init__(self, features: int, actions: int) -> None:
        self.weights = np.zeros((actions, features))
        self.chance = np.random.default_rng(0)
        self.baseline = 0.0

    def choose(self, seen: Any, mask: Any) -> tuple[int, Any]:
        """An action, and the gradient of its log-probability."""
        worth = np.where(mask, self.weights @ seen, -1e9)
        chances = np.exp(worth - worth.max())
        chances /= chances.sum()
        a = int(self.chance.choice(len(chances), p=chances))
        return a, np.outer((np.arange(len(chances)) == a) - chances, seen)

    def learn(self, gradients: list[Any], reward: float) -> None:
        self.baseline += 0.02 * (reward - self.baseline)
        for gradient in gradients:
            self.weights += 0.03 * (reward - self.baseline) * gradient


def test_a_policy_learns_against_a_bot_through_gymnasium() -> None:
    env = gym.SeatEnv("last_dumpling", 2, bots="greedy")
    assert env.observation_space.shape and isinstance(env.action_space.n, int | np.integer)  # type: ignore[attr-defined]
    policy = Softmax(env.observation_space.shape[0], int(env.action_space.n))  # type: ignore[attr-defined]
    won = []
    for i in range(1200):
        seen, info = env.reset(seed=i if i == 0 else None)
        gradients, reward, over = [], 0.0, not info["action_mask"].any()
        while not over:
            a, gradient = policy.choose(seen, env.action_masks())
            gradients.append(gradient)
            seen, reward, over, _, _ = env.step(a)
        policy.learn(gradients, reward)
        won.append(reward)
    assert np.mean(won[-300:]) > np.mean(won[:300]) + 0.25


def test_a_policy_learns_by_self_play_through_pettingzoo() -> None:
    """All seats play the same policy; then it meets a random one."""
    env = zoo.raw_env("last_dumpling", 2)
    policy = Softmax(env.table.features, env.table.game.actions)

    def play(seats: tuple[str, ...], seed: int) -> float:
        env.reset(seed=seed)
        gradients: dict[str, list[Any]] = {agent: [] for agent in env.possible_agents}
        while not env.terminations[env.agent_selection]:
            agent = env.agent_selection
            seen = env.observe(agent)
            if agent in seats:
                a, gradient = policy.choose(seen["observation"], seen["action_mask"])
                gradients[agent].append(gradient)
            else:
                a = drawn(seen, policy.chance)
            env.step(a)
        if len(seats) == 2:
            for agent in seats:
                policy.learn(gradients[agent], env.rewards[agent])
        return float(env.rewards[seats[0]])

    def measured() -> float:
        return float(np.mean([play((env.possible_agents[i % 2],), 10_000 + i) for i in range(300)]))

    before = measured()
    for i in range(1000):
        play(tuple(env.possible_agents), i)
    assert measured() > before + 0.15
