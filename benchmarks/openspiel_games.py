"""OpenSpiel: games in C++, driven three ways.

bots      C++ plays a whole match between uniformly random bots (`evaluate_bots`), deal included
rollouts  C++ plays random matches on from a dealt table (`RandomRolloutEvaluator`, inside its tree search): the
          barest loop that the Python package offers
python    Python asks for the legal actions and applies one
vector    OpenSpiel's own environments in lock-step (`SyncVectorEnv`), with observations and legal actions

A decision is a player's; chance events cost time and are not counted.
"""

from __future__ import annotations

import random
import time
from functools import cache

import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.rl_agent import StepOutput
from open_spiel.python.vector_env import SyncVectorEnv

from yokocho.arena.bench import Speed

NAME = "OpenSpiel"
PACKAGE = "open_spiel"
GAMES = {
    "backgammon": "backgammon",
    "gin_rummy": "gin_rummy",
    "hearts": "hearts",
    "spades": "spades",
    "euchre": "euchre",
    "skat": "skat",
    "tarok": "tarok",
    "oh_hell": "oh_hell(players=4)",
    "crazy_eights": "crazy_eights(players=4)",
    "dou_dizhu": "dou_dizhu",
}
WAYS = ("bots", "rollouts", "python", "vector")
ABREAST = 16  # environments in lock-step

AT_ONCE = 50  # matches between two looks at the clock
ROLLOUTS = 100  # from one table, twice: from the root and from one of its children


def lines() -> list[tuple[str, str]]:
    return [(game, way) for game in GAMES for way in WAYS]


@cache
def load(game: str) -> pyspiel.Game:
    return pyspiel.load_game(GAMES[game])


def players(game: str) -> int:
    return int(load(game).num_players())


def speed(game: str, way: str, seconds: float) -> Speed:
    """Decisions and matches a second, measured for about so many seconds."""
    if way == "python":
        return by_python(load(game), deals_evenly(game), seconds)
    return {"bots": by_bots, "rollouts": by_rollouts, "vector": by_vector}[way](load(game), seconds)


def bots_of(game: pyspiel.Game) -> list[pyspiel.Bot]:
    return [pyspiel.make_uniform_random_bot(p, random.getrandbits(30)) for p in range(game.num_players())]


def decisions_of(state: pyspiel.State) -> int:
    return sum(move.player >= 0 for move in state.full_history())


def by_bots(game: pyspiel.Game, seconds: float) -> Speed:
    bots = bots_of(game)
    fresh = game.new_initial_state()  # cloned: some games, gin_rummy for one, take their time to make a new one
    spent, decisions, games = 0.0, 0, 0
    while spent < seconds:
        seeds = [random.getrandbits(30) for _ in range(AT_ONCE)]
        played = []
        begun = time.perf_counter()
        for seed in seeds:
            state = fresh.clone()
            pyspiel.evaluate_bots(state, bots, seed)
            played.append(state)
        spent += time.perf_counter() - begun
        decisions += sum(decisions_of(state) for state in played)
        games += AT_ONCE
    return Speed(decisions / spent, games / spent)


def by_rollouts(game: pyspiel.Game, seconds: float) -> Speed:
    """The number of decisions is not told; it is estimated from matches that random bots play from the same table."""
    bots = bots_of(game)
    spent, decisions, games = 0.0, 0.0, 0
    while spent < seconds:
        state = dealt(game)
        before = decisions_of(state)
        lengths = []
        for _ in range(AT_ONCE):
            ended = state.clone()
            pyspiel.evaluate_bots(ended, bots, random.getrandbits(30))
            lengths.append(decisions_of(ended) - before)
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, random.getrandbits(30))
        search = pyspiel.MCTSBot(game, evaluator, 1.0, 2, 100, False, random.getrandbits(30), False)
        begun = time.perf_counter()
        search.step(state)
        spent += time.perf_counter() - begun
        decisions += ROLLOUTS * (2 * sum(lengths) / AT_ONCE - 1)  # the child is one decision further
        games += 2 * ROLLOUTS
    return Speed(decisions / spent, games / spent)


def by_vector(game: pyspiel.Game, seconds: float) -> Speed:
    environments = SyncVectorEnv([rl_environment.Environment(game) for _ in range(ABREAST)])
    now = environments.reset()
    decisions, games = 0, 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds or not games:
        chosen = []
        for step in now:
            legal = step.observations["legal_actions"][step.current_player()]
            chosen.append(StepOutput(action=random.choice(legal), probs=[]))
        now, _, done, _ = environments.step(chosen, reset_if_done=True)
        decisions += ABREAST
        games += sum(done)
    return Speed(decisions / spent, games / spent)


def dealt(game: pyspiel.Game) -> pyspiel.State:
    """A table where somebody has a choice."""
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(drawn(state) if state.is_chance_node() else state.legal_actions()[0])
    return state


def drawn(state: pyspiel.State) -> int:
    actions, weights = zip(*state.chance_outcomes())
    return int(random.choices(actions, weights)[0])


@cache
def deals_evenly(game: str) -> bool:
    """Whether all chance events of a match are uniform: then a faster draw will do."""
    state = load(game).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            if len({weight for _, weight in state.chance_outcomes()}) > 1:
                return False
            state.apply_action(drawn(state))
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return True


def by_python(game: pyspiel.Game, even: bool, seconds: float) -> Speed:
    fresh = game.new_initial_state()
    chance = random.random
    decisions, games = 0, 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds or not games:
        state = fresh.clone()
        while (player := state.current_player()) != pyspiel.PlayerId.TERMINAL:
            if player >= 0:
                decisions += 1
            elif not even:
                state.apply_action(drawn(state))
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
        games += 1
    return Speed(decisions / spent, games / spent)
