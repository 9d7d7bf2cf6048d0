"""OpenSpiel: its random simulation, its bots, and what its states tell."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from tests.support import GAMES, run, table_id
from yokocho.core.game import Game
from yokocho.research import spiel

games = pytest.mark.parametrize("game", GAMES, ids=table_id)


@pytest.fixture(autouse=True, scope="module")
def registered() -> None:
    spiel.register()


def load(game: Game | str, players: int = 2, **options: object) -> pyspiel.Game:
    name = game if isinstance(game, str) else game.name
    settings = ",".join(f"{key}={value}" for key, value in {"players": players, "seed": 1, **options}.items())
    return pyspiel.load_game(f"yokocho_{name}({settings})")


def dealt(game: pyspiel.Game) -> pyspiel.State:
    state = game.new_initial_state()
    state.apply_action(state.chance_outcomes()[0][0])
    return state


@games
def test_their_random_simulation_passes(game: Game) -> None:
    options = {"max_days": 4} if game.name == "mitsuhamama" else {}
    pyspiel.random_sim_test(load(game, game.players[-1], **options), num_sims=1, serialize=False, verbose=False)


@games
def test_a_state_tells_what_the_game_tells(game: Game) -> None:
    state = dealt(load(game, game.players[-1]))
    for _ in range(30):
        if state.is_terminal():
            break
        p = state.current_player()
        ours = state.table
        assert p == ours.actor() and state.legal_actions() == sorted(game.legal(ours.s, p))
        seen = np.zeros(game.features, np.float32)
        game.kernels.observe(game.view(ours.s, p), p, seen)
        assert state.observation_tensor(p) == seen[: ours.features].tolist()
        first = state.legal_actions()[0]
        assert state.action_to_string(p, first) == game.words.notation(ours.s, p, first)
        before = state.clone()
        state.apply_action(state.legal_actions()[-1])
        assert before.history() == state.history()[:-1] and before.table.words.tobytes() != ours.words.tobytes()


def test_a_playthrough_can_be_repeated() -> None:
    first = load("yatta", 3)
    state = dealt(first)
    chance = np.random.default_rng(1)
    while not state.is_terminal():
        state.apply_action(int(chance.choice(state.legal_actions())))
    again = load("yatta", 3).new_initial_state()
    for a in state.history():
        again.apply_action(a)
    assert str(again) == str(state) and again.returns() == state.returns()
    assert sum(state.returns()) == pytest.approx(0)
    assert load("yatta", 3).new_initial_state().chance_outcomes() == [(state.history()[0], 1.0)], (
        "the seed repeats deals"
    )


def test_house_rules_are_parameters() -> None:
    assert dealt(load("last_dumpling", 2, dishes=7)).table.s.options[0] == 7
    with pytest.raises(Exception, match="option dishes: 0 to 9, not 77"):
        load("last_dumpling", 2, dishes=77)


def test_what_is_resampled_looks_the_same_to_the_player() -> None:
    state = dealt(load("umami", 3))
    chance = np.random.default_rng(3)
    for _ in range(10):
        state.apply_action(int(chance.choice(state.legal_actions())))
    p = state.current_player()
    others = [state.resample_from_infostate(p, chance.random) for _ in range(8)]
    assert {other.observation_string(p) for other in others} == {state.observation_string(p)}
    assert len({other.table.words.tobytes() for other in others}) == 8
    assert len({other.observation_string((p + 1) % 3) for other in others}) > 1


def test_their_tree_search_beats_random_play() -> None:
    """Information-set search, which sees nothing hidden."""
    game = load("last_dumpling", 2)
    chance = np.random.RandomState(1)
    total = 0.0
    for i in range(24):
        bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(2, chance), 1.0, 30, random_state=chance)
        state = dealt(game)
        while not state.is_terminal():
            mine = state.current_player() == i % 2
            state.apply_action(int(bot.step(state) if mine else chance.choice(state.legal_actions())))
        total += state.returns()[i % 2]
    assert total > 4
    assert mcts.MCTSBot(game, 1.0, 10, mcts.RandomRolloutEvaluator(1, chance)).step(dealt(game)) in range(3)


def test_the_interpreter_ends_in_peace() -> None:
    code = "import pyspiel; from yokocho.research import spiel; spiel.register(); pyspiel.load_game('yokocho_umami')"
    assert run("-c", code, YOKOCHO_PLAIN="1").returncode == 0
