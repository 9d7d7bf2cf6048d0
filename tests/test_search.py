"""The search decides the same way for the same seed, keeps to its budget, and is stronger than what it starts from."""

from __future__ import annotations

import random
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest

from tests.support import GAMES, SHORT, steps, table_id
from yokocho import catalog
from yokocho.arena.simulate import simulate
from yokocho.bots import seats
from yokocho.bots.search import CHUNK, Search, Team, added_up, promise
from yokocho.core.game import BadInput, Game
from yokocho.core.match import Match
from yokocho.core.record import data

games = pytest.mark.parametrize("game", GAMES, ids=table_id)


def whole_match(game: Game, players: int, names: list[str], seed: str) -> Match:
    match = Match(game, players, SHORT.get(game.name), seed)
    bots = [seats.bot(name, game, f"{seed} {p}") for p, name in enumerate(names)]
    while not match.over:
        p = match.actor()
        match.play(p, bots[p](match.view(p), p), when=0)
    return match


@games
def test_the_same_seed_plays_the_same_match_and_the_view_is_left_alone(game: Game) -> None:
    players = game.players[0]
    first, second = (whole_match(game, players, ["search:12"] * players, "same") for _ in range(2))
    assert first.moves == second.moves and first.over
    match = Match(game, players, None, "alone")
    view, p = match.view(match.actor()), match.actor()
    before = data(view)
    Search(game, "x").think(view, p, iterations=20)
    assert data(view) == before


@games
def test_iterations_are_counted_and_values_are_shares(game: Game) -> None:
    for match in steps(game, game.players[-1], 8):
        p = match.actor()
        if not match.over and len(match.moves) % 9 == 0:
            found = Search(game, "x").think(match.view(p), p, iterations=40)
            legal = match.legal(p)
            assert {move.action for move in found} <= set(legal)
            assert sum(move.visits for move in found) in (0, 40)
            assert all(0 <= move.value <= 1 for move in found)
            assert [move.visits for move in found] == sorted((move.visits for move in found), reverse=True)


@games
def test_a_full_tree_and_a_deep_one_do_no_harm(game: Game) -> None:
    for nodes in (2, 20, 60):
        match = Match(game, game.players[0], SHORT.get(game.name), "small")
        chance = random.Random(nodes)
        search = Search(game, "x", nodes=nodes)
        while not match.over:
            p = match.actor()
            a = (
                search.choose(match.view(p), p, iterations=15)
                if chance.random() < 0.3
                else chance.choice(match.legal(p))
            )
            match.play(p, a, when=0)


def test_a_tree_goes_on_where_the_own_move_led() -> None:
    game = catalog.game("umami")
    match = Match(game, 2, None, "reuse")
    search = Search(game, "x")
    kept = 0
    for _ in range(12):
        p = match.actor()
        a = search.choose(match.view(p), p, iterations=200)
        match.play(p, a, when=0)
        if search.next and not match.over and match.actor() == p:
            search.plant(match.view(p), p)
            assert search.room.root[0] != 0
            assert int(search.room.tree.visits[search.room.root[0]]) > 0
            kept += 1
    assert kept > 2


def test_a_team_adds_up() -> None:
    game = catalog.game("umami")
    match = Match(game, 3, None, "team")
    view, p = match.view(match.actor()), match.actor()
    together = Team(game, "t", 2).think(view, p, iterations=60)
    apart = [Search(game, f"t {i}").think(view, p, iterations=60) for i in range(2)]
    assert together == added_up([found for part in apart for found in part])
    assert sum(found.visits for found in together) == 120


def test_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """It thinks for as long as it may, and looks at the clock in between; ours goes on by a second a look."""
    clock = SimpleNamespace(perf_counter=map(float, count(1)).__next__)
    monkeypatch.setattr("yokocho.bots.search.time", clock)
    game = catalog.game("yatta")
    match = Match(game, 4, None, "time")
    done = []
    for seconds in (10.0, 20.0, 40.0):
        search = Search(game, "x")
        begun = clock.perf_counter()
        search.think(match.view(0), 0, seconds=seconds)
        assert seconds < clock.perf_counter() - begun < seconds + 5
        done.append(int(search.room.tree.visits[0]))
    assert done == [1 + CHUNK * 10, 1 + CHUNK * 20, 1 + CHUNK * 40]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("search:many", "should be like search:800"),
        ("search:10:explore", "should be like search:800"),
        (
            "cheff",
            "there is no bot 'cheff'; did you mean 'chef'[?] There are random, apprentice, greedy, cook, chef, master",
        ),
    ],
)
def test_names_that_mean_nothing(name: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        seats.check_name(name)


def test_unknown_tuning() -> None:
    with pytest.raises(BadInput, match="a search has no 'luck'; it has explore"):
        seats.bot("search:10:luck=7", catalog.game("umami"), "x")


def test_native_series_are_for_native_bots() -> None:
    with pytest.raises(BadInput, match="chef thinks too long for this"):
        simulate(catalog.game("umami"), 2, 10, ["chef", "cook"])


def test_an_apprentice_plays_what_is_sensible() -> None:
    """In Mitsuhamama payments without waste are sensible, others only legal."""
    game = catalog.game("mitsuhamama")
    native = simulate(game, 3, 30, ["apprentice"], options={"max_days": 10}, checked=True)
    assert native.broken == []
    actions = np.empty(game.most, np.int16)
    for match in steps(game, 3, 4):
        if not match.over:
            p = match.actor()
            n = game.kernels.sensible(match.view(p), p, actions, game.kernels.legal(match.view(p), p, actions))
            assert seats.bot("apprentice", game, "x")(match.view(p), p) in actions[:n].tolist()


@pytest.mark.parametrize("name", ["mitsuhamama", "yatta"])
def test_a_short_search_beats_the_greedy_bot(name: str) -> None:
    """It wins nearly always at this budget (docs/bots.md); by chance alone, five of six come once in nine times."""
    game = catalog.game(name)
    won = 0.0
    for i in range(6):
        names = ["search:150", "greedy"] if i % 2 == 0 else ["greedy", "search:150"]
        match = Match(game, 2, {"max_days": 40} if name == "mitsuhamama" else None, f"strength {i // 2}")
        bots = [seats.bot(bot, game, f"{i} {p}") for p, bot in enumerate(names)]
        while not match.over:
            p = match.actor()
            match.play(p, bots[p](match.view(p), p), when=0)
        won += game.ranks(match.state)[i % 2] == 1
    assert won >= 5


def test_a_promise_in_words() -> None:
    assert promise(catalog.game("umami"), 2, 0.614) == "wins 61% of the time"
    assert promise(catalog.game("wok_and_roll"), 1, 0.5) == "comes to about 50 points"
