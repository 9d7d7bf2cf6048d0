"""What must hold for every game of the catalog, so that a new one is tested before it has tests of its own."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from tests.playlog import digest
from tests.support import GAMES, SHORT, TABLES, random_match, random_options, run, steps, table_id
from yokocho import catalog
from yokocho.arena.simulate import simulate
from yokocho.bots import seats
from yokocho.core.agenda import is_alone
from yokocho.core.game import BadInput, Game
from yokocho.core.match import Illegal, Match
from yokocho.core.record import SPECTATOR, copy, data

tables = pytest.mark.parametrize(("game", "players"), TABLES, ids=table_id)
games = pytest.mark.parametrize("game", GAMES, ids=table_id)


@tables
def test_random_play_ends_and_keeps_every_invariant(game: Game, players: int) -> None:
    outcome = simulate(game, players, 1500, ["random"], options=SHORT.get(game.name), checked=True, seed="every")
    assert outcome.broken == []
    assert (outcome.ranks.min(axis=1) == 1).all()


@games
def test_random_house_rules_keep_every_invariant(game: Game) -> None:
    chance = random.Random(game.name)
    for i in range(40):
        players = chance.choice(list(game.players))
        options = random_options(game, chance)
        outcome = simulate(game, players, 50, ["random"], options=options, checked=True, seed=f"options {i}")
        assert outcome.broken == [], options


@tables
def test_whoever_is_asked_has_distinct_answers_in_words(game: Game, players: int) -> None:
    words = game.words
    for seed in range(3):
        for match in steps(game, players, seed):
            s = match.state
            assert game.actor(s) in [*game.pending(s), -1]
            for p in game.pending(s):
                actions = game.legal(s, p)
                assert actions and len(set(actions)) == len(actions) <= game.most
                assert all(0 <= a < game.actions for a in actions)
                notations = [words.notation(s, p, a) for a in actions]
                assert len(set(notations)) == len(notations)
                view = game.view(s, p)
                assert game.legal(view, p) == actions, "legality needs nothing hidden"
                for a, text in zip(actions, notations):
                    assert words.parse(view, p, text) == a
                    assert words.label(view, p, a, match.name)
                assert words.question(view, p, match.name) and words.asks(s)
            for p in range(players):
                if p not in game.pending(s):
                    assert game.legal(s, p) == []
            assert all(words.narrate(game.view(s, SPECTATOR), match.name))
            assert words.summary(game.view(s, 0), 0)


@tables
def test_what_is_not_legal_is_refused_with_a_reason_and_changes_nothing(game: Game, players: int) -> None:
    chance = random.Random(f"{game.name} {players}")
    for match in steps(game, players, 5):
        before = data(match.state)
        for p in range(players):
            legal = match.legal(p)
            for a in [*chance.sample(range(game.actions), min(12, game.actions)), -1, game.actions]:
                if a in legal:
                    continue
                with pytest.raises(Illegal) as refusal:
                    match.play(p, a)
                assert refusal.value.reason
                if match.pending() == [p] and 0 <= a < game.actions:
                    assert refusal.value.rule in game.rules
            with pytest.raises(Illegal):
                match.play(p, "no such move")
        assert data(match.state) == before


@tables
def test_a_copy_is_independent_and_replaying_gives_equal_bytes(game: Game, players: int) -> None:
    match = random_match(game, players, 11)
    again = Match(game, players, game.options_of(match.state), "test 11")
    for move in match.moves:
        kept, bytes_before = copy(again.state), data(again.state)
        again.play(move.seat, move.notation, move.time)
        assert data(kept) == bytes_before
    assert data(again.state) == data(match.state)
    for n in range(0, len(match.moves), 7):
        assert data(match.at(n)) == data(again.at(n))


@tables
def test_a_match_is_saved_and_loaded(game: Game, players: int, tmp_path) -> None:  # type: ignore[no-untyped-def]
    for match in steps(game, players, 3):
        if len(match.moves) in (0, 9) or match.over:
            path = tmp_path / "match.json"
            match.save(path)
            loaded = Match.load(path, catalog.game)
            assert data(loaded.state) == data(match.state)
            assert loaded.to_json() == match.to_json()
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


@tables
def test_a_position_holds_the_whole_state(game: Game, players: int) -> None:
    chance = random.Random(players)
    for seed in range(4):
        for match in steps(game, players, seed, random_options(game, chance) if seed else None):
            position = json.loads(json.dumps(game.write(match.state)))
            again = game.read(game, position)
            assert data(again) == data(game.settle(match.state))
            assert game.write(again) == position


@tables
def test_what_a_seat_sees_is_read_as_a_table_it_holds_possible_or_refused(game: Game, players: int) -> None:
    for match in steps(game, players, 9):
        p = match.actor()
        position = json.loads(json.dumps(game.write(match.view(p))))
        try:
            s = game.read(game, position | {"generator": None, "seed": "view"})
        except BadInput:
            assert "?" in json.dumps(position), "only what is hidden stands in the way"
        else:
            assert game.legal(s, p) == match.legal(p)


@tables
def test_a_match_goes_on_from_a_position(game: Game, players: int) -> None:
    whole = random_match(game, players, 8)
    middle = len(whole.moves) // 2
    match = Match.from_position(game, game.write(whole.at(middle)))
    for move in whole.moves[middle:]:
        match.play(move.seat, move.notation, move.time)
    assert match.digest() == whole.digest() and match.result() == whole.result()
    assert Match.from_json(json.loads(json.dumps(match.to_json())), catalog.game).digest() == whole.digest()


@games
def test_undo_stops_at_news_and_redo_is_its_inverse(game: Game) -> None:
    """500 matches; at random moments as many moves as possible are taken back and played again."""
    chance = random.Random(game.name)
    undone = 0
    for i in range(500):
        players = chance.choice(list(game.players))
        match = Match(game, players, SHORT.get(game.name), f"undo {i}")
        while not match.over:
            p = match.actor()
            match.play(p, chance.choice(match.legal(p)), when=0)
            if chance.random() < 0.06:
                undone += take_back_and_play_again(match)
        if i % 50 == 0:
            n = len(match.moves)
            while match.moves:
                match.take_back()  # by consent of all, back to the deal
            assert data(match.state) == data(match.start)
            while match.undone:
                match.redo()
            assert len(match.moves) == n and match.over
    assert undone > 100


def take_back_and_play_again(match: Match) -> int:
    """Undoes until it is refused, checks why, and redoes everything."""
    n, now = len(match.moves), data(match.state)
    last = match.moves[-1].seat
    while not match.why_no_undo(last):
        before = match.state.news
        match.undo(last)
        assert match.state.news == before, "nothing came to light in a move that is taken back"
    with pytest.raises(Illegal):
        match.undo(last)
    left = len(match.moves)
    if left:
        revealing = match.at(left - 1).news != match.state.news
        alone = is_alone(match.state)
        settled = alone and (last not in match.pending() or not is_alone(match.at(left - 1)))
        assert revealing or settled or match.moves[-1].seat != last
    for _ in range(n - left):
        match.redo()
    assert len(match.moves) == n and data(match.state) == now
    with pytest.raises(Illegal):
        match.redo()
    return n - left


@tables
def test_every_seat_sees_a_scene(game: Game, players: int) -> None:
    """Whoever decides, and another, taking turns with the spectator."""
    for match in steps(game, players, 2):
        for p in {match.actor(), SPECTATOR + len(match.moves) % (players + 1)}:
            scene = json.loads(json.dumps(match.scene(p).to_json()))
            pieces = [piece["id"] for zone in scene["zones"] for piece in zone["pieces"]]
            zones = [zone["id"] for zone in scene["zones"]]
            assert len(set(pieces)) == len(pieces) and len(set(zones)) == len(zones)
            assert len(scene["panels"]) == players and scene["asked"] == match.pending()
            expected = match.notations(p) if p in match.pending() else []
            assert [choice["notation"] for choice in scene["choices"]] == expected
            for choice in scene["choices"]:
                assert set(choice["pieces"]) <= set(pieces)
                assert choice["zone"] in ["", *zones]
            assert scene["question"]


@tables
def test_features_and_estimates_are_finite_and_change(game: Game, players: int) -> None:
    seen = set()
    for match in steps(game, players, 6):
        out, guess = np.full(game.features, np.nan, np.float32), np.full(players, np.nan)
        game.kernels.observe(game.view(match.state, 0), 0, out)
        game.kernels.estimate(match.state, guess)
        assert np.isfinite(out).all() and np.isfinite(guess).all()
        seen.add(out.tobytes())
    assert len(seen) > 3
    assert guess == pytest.approx(game.scores(match.state), abs=0.5)


@games
def test_bots_answer_legally_and_the_same_way_for_the_same_seed(game: Game) -> None:
    for name in ("random", "apprentice", "greedy", "search:8"):
        first, second = seats.bot(name, game, "x"), seats.bot(name, game, "x")
        for match in steps(game, game.players[-1], 1):
            if not match.over:
                p = match.actor()
                a = first(match.view(p), p)
                assert a in match.legal(p) and a == second(match.view(p), p)


@games
def test_threads_change_nothing_but_the_time(game: Game) -> None:
    players = max(game.players[0], 2)
    bots = ["greedy", "random"] + ["random"] * (players - 2)
    one, two = (simulate(game, players, 100, bots, threads=threads) for threads in (1, 2))
    assert one.report()["digest"] == two.report()["digest"]
    assert (one.scores == two.scores).all()


@tables
def test_plain_python_gives_equal_bytes(game: Game, players: int) -> None:
    plain = run("-m", "tests.playlog", game.name, str(players), "0", "3", YOKOCHO_PLAIN="1")
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout.strip() == digest(game.name, players, 0, 3)


@games
def test_checked_indices_give_equal_bytes(game: Game) -> None:
    """Compiled with boundscheck: an index beyond its array would be an error here."""
    players = game.players[-1]
    checked = run("-m", "tests.playlog", game.name, str(players), "0", "25", YOKOCHO_BOUNDSCHECK="1")
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout.strip() == digest(game.name, players, 0, 25)


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


@games
def test_every_rule_has_words_and_a_number_once(game: Game) -> None:
    assert game.rules
    text = (game.folder / "RULES.md").read_text(encoding="utf-8")
    for number, body in game.rules.items():
        assert text.count(f"**{number}**") == 1 and body
    for option in game.options:
        assert option.rule in game.rules and option.words.endswith("?")


@games
def test_every_house_rule_is_said_in_words(game: Game) -> None:
    for option in game.options:
        assert all(value in option.values for value in (*option.labels, *option.seats, option.default))
        if option.is_number:
            assert option.unit.endswith("s")
            continue
        answers = [option.label(value) for value in option.values]
        assert len(set(answers)) == len(answers)
        for value, answer in zip(option.values, answers, strict=True):
            assert value in option.seats or (answer != str(value) and not answer[0].islower() and len(answer) <= 36)
