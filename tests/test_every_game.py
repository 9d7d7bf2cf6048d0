"""What must hold for every game of the catalog, so that a new one is tested before it has tests of its own."""

from __future__ import annotations

import json
import random
from importlib import import_module

import pytest

from tests.support import GAMES, SHORT, TABLES, random_match, random_options, steps, table_id
from yokocho import catalog
from yokocho.arena.simulate import simulate
from yokocho.core.agenda import row_of
from yokocho.core.game import BadInput, Game
from yokocho.core.match import Match
from yokocho.core.record import data
from yokocho.testing import PROMISES, Promise, playlog

tables = pytest.mark.parametrize(("game", "players"), TABLES, ids=table_id)
games = pytest.mark.parametrize("game", GAMES, ids=table_id)

MATCHES = 40
NOTED = {  # what is noted of promises that are kept
    "mask": "is that meant?",  # as are payments that only the two parties see
}


@games
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.name)
def test_every_promise_is_kept(game: Game, promise: Promise) -> None:
    notes = promise(game, matches=MATCHES, seed="every", options=SHORT.get(game.name, {}))
    assert all(NOTED.get(promise.name, "nothing") in note for note in notes)


@games
def test_checked_indices_give_equal_bytes(game: Game) -> None:
    """Compiled with boundscheck: an index beyond its array would be an error here."""
    options = dict(SHORT.get(game.name, {}))
    assert playlog.compare(game, game.players[-1], 25, options, "YOKOCHO_BOUNDSCHECK", "with checked indices") == ""


@pytest.mark.parametrize("game", [game for game in GAMES if not game.sample], ids=table_id)
def test_legal_actions_answer_the_question_that_is_open(game: Game) -> None:
    """As the action list says, which the samples do without (core/actions.py)."""
    actions = import_module(f"yokocho.games.{game.name}.state").ACTIONS
    chance = random.Random("answers")
    for i in range(6):
        for match in steps(game, game.players[i % len(game.players)], i, random_options(game, chance)):
            for p in range(match.players):
                for a in match.legal(p):
                    question = int(match.state.agenda[row_of(match.state, p), 0])
                    assert question in actions.answers(a)


@tables
def test_a_saved_match_is_one_file(game: Game, players: int, tmp_path) -> None:  # type: ignore[no-untyped-def]
    for match in steps(game, players, 3):
        if len(match.moves) in (0, 9) or match.over:
            path = tmp_path / "match.json"
            match.save(path)
            assert data(Match.load(path, catalog.game).state) == data(match.state)
            assert [p.name for p in tmp_path.iterdir()] == ["match.json"]


@games
def test_a_damaged_match_is_refused(game: Game) -> None:
    match = random_match(game, game.players[0], 4)
    good = match.to_json()
    for change in (
        {"format": "something"},
        {"game": "no-such-game"},
        {"version": game.version + 1},
        {"components": "0" * 16},
        {"players": 99},
        {"seed": "00" * 32},
        {"commitment": "0" * 64},
        {"digest": "0" * 64},
        {"result": None},
        {"moves": good["moves"][:-1]},
        {"moves": good["moves"][1:]},
        {"moves": [[0]]},
        {"options": {"no such option": 1}},
    ):
        with pytest.raises(BadInput):
            Match.from_json(json.loads(json.dumps(good | change)), catalog.game)
    for key in good:
        if key not in ("names", "roles", "result"):
            with pytest.raises(BadInput):
                Match.from_json({k: v for k, v in good.items() if k != key}, catalog.game)
    with pytest.raises(BadInput):
        Match.from_json([], catalog.game)


@games
def test_threads_change_nothing_but_the_time(game: Game) -> None:
    players = max(game.players[0], 2)
    bots = ["greedy", "random"] + ["random"] * (players - 2)
    one, two = (simulate(game, players, 100, bots, threads=threads) for threads in (1, 2))
    assert one.report()["digest"] == two.report()["digest"]
    assert (one.scores == two.scores).all()


@games
def test_impossible_tables_are_refused(game: Game) -> None:
    for players in (0, game.players[0] - 1, game.players[-1] + 1):
        with pytest.raises(BadInput, match="players"):
            Match(game, players)
    with pytest.raises(BadInput, match="no option"):
        Match(game, game.players[0], {"no such option": 1})
    for option in game.options:
        with pytest.raises(BadInput, match=option.name):
            Match(game, game.players[0], {option.name: "nonsense"})
