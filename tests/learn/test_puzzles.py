"""Puzzles: what is shipped can be solved, ratings follow from results, mining finds what searches agree on."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from tests.support import GAMES, table_id
from tests.test_terminal import scripted, shown
from yokocho import catalog
from yokocho.bots.search import Search
from yokocho.cli import main
from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.learn import mining, progress, puzzles
from yokocho.learn.playing import Playing
from yokocho.terminal.screen import Plain
from yokocho.terminal.solving import Solver

MINED = [game for game in GAMES if puzzles.puzzles(game)]
games = pytest.mark.parametrize("game", MINED, ids=table_id)
WOK = catalog.game("wok_and_roll")
LONGER = 24_000  # iterations


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder in which nothing was solved."""
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name: str(tmp_path / name))
    return tmp_path


def playing(game: Game, one: puzzles.Puzzle) -> Playing:
    return Playing(game, *puzzles.as_lesson(game, one))


@games
def test_every_puzzle_has_a_position_and_its_best_move_solves_it(game: Game) -> None:
    known = puzzles.puzzles(game)
    assert known and len({one.id for one in known}) == len(known)
    for one in known:
        found = playing(game, one)
        legal = found.match.notations(one.seat)
        assert one.best in legal and len(legal) >= mining.CHOICES and one.values.keys() <= set(legal)
        assert one.theme in game.verbs and one.rating == mining.difficulty(one.found)
        others = [value for move, value in one.values.items() if move != one.best]
        assert others and all(one.values[one.best] - value > mining.MARGIN for value in others)
        answer = found.answer(one.best)
        assert answer.result == "right" and answer.said.startswith("Right.") and found.done
    assert sum(one.found["cook"] >= 0.5 for one in known) <= len(known) / 2 + 1


@games
def test_a_longer_search_keeps_the_best_move(game: Game) -> None:
    one = puzzles.puzzles(game)[0]
    view = playing(game, one).match.view(one.seat)
    best = Search(game, "longer").think(view, one.seat, LONGER)[0]
    assert game.words.notation(view, one.seat, best.action) == one.best


def test_another_move_is_wrong_and_both_chances_are_told() -> None:
    game = WOK
    one = puzzles.puzzles(game)[0]
    other = next(move for move in one.values if move != one.best)
    found = playing(game, one)
    answer = found.answer(other)
    assert answer.result == "wrong" and puzzles.percent(one.values[one.best]) in answer.said
    found.take_back()
    legal = found.match.notations(one.seat)
    unseen = next((move for move in legal if move not in one.values), None)
    assert unseen is None or found.answer(unseen).result == "other"


def test_a_rating_rises_with_what_is_solved_and_never_depends_on_the_order() -> None:
    assert puzzles.rating([]) == puzzles.BEGINNER
    easy, hard = (1200, True), (1900, True)
    assert puzzles.BEGINNER < puzzles.rating([easy]) < puzzles.rating([hard]) < puzzles.rating([easy, hard])
    assert puzzles.rating([(1200, False)]) < puzzles.BEGINNER
    assert puzzles.rating([easy, (1800, False)]) == puzzles.rating([(1800, False), easy])
    assert puzzles.rating([(1500, True), (1700, False), (1300, True)]) == 1554


def test_a_streak_goes_on_until_a_day_is_missed() -> None:
    words = [f"day:2026-02-{day:02}" for day in (25, 27, 28)] + ["day:2026-03-01"]
    assert puzzles.streak(words, date(2026, 3, 1)) == puzzles.streak(words, date(2026, 3, 2)) == 3
    assert puzzles.streak(words, date(2026, 3, 3)) == puzzles.streak([], date(2026, 3, 3)) == 0
    assert puzzles.is_day("day:2026-03-01") and not puzzles.is_day("day:2026-13-01") and not puzzles.is_day("2026")


def test_the_puzzles_of_the_days_are_all_of_them_in_turn() -> None:
    game = WOK
    known = puzzles.puzzles(game)
    first = date(2026, 1, 1).toordinal()
    days = [puzzles.daily(game, date.fromordinal(first + i)) for i in range(len(known))]
    assert {one.id for one in days} == {one.id for one in known}
    assert puzzles.daily(game, date.fromordinal(first + len(known))) == days[0]


def test_solving_in_the_terminal_is_kept_and_counts_once() -> None:
    game = WOK
    one = puzzles.puzzles(game)[0]
    wrong = next(move for move in one.values if move != one.best)
    screen = scripted(Plain, [one.best, "q"], width=100)
    assert Solver(game, screen, one.id).run() == 0
    assert "Solved." in shown(screen) and puzzles.SOLVED + one.id in progress.learned(game.name, "puzzles")
    other = puzzles.puzzles(game)[1]
    screen = scripted(Plain, ["s", "q"], width=100)
    assert Solver(game, screen, other.id).run() == 0
    assert "Not at the first try." in shown(screen)
    screen = scripted(Plain, [wrong, one.best, "q"], width=100)
    assert Solver(game, screen, one.id).run() == 0
    kept = progress.learned(game.name, "puzzles")
    assert puzzles.FAILED + one.id not in kept and puzzles.FAILED + other.id in kept
    assert Solver(game, screen, "next").puzzle.id not in (one.id, other.id)


def test_the_list_tells_no_solution(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "wok_and_roll", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert sum(row["daily"] for row in rows) == 1
    assert all(row.keys() == {"id", "rating", "theme", "players", "result", "daily"} for row in rows)
    assert main(["puzzles", "wok_and_roll", "--list", "--plain"]) == 0
    assert rows[0]["id"] in capsys.readouterr().out
    assert main(["puzzles", "wok_and_roll", "no-such"]) == 2
    assert main(["puzzles", "last_dumpling"]) == 2
    assert main(["puzzles", "mine"]) == 2


def test_mining_finds_the_same_puzzles_again() -> None:
    game = WOK
    first, again = ([*mining.mine(game, 1, 1, "test", (60, 200))] for _ in range(2))
    assert first == again and len(first) == 1
    assert first[0].best in Match.from_position(game, first[0].position).notations(first[0].seat)
    with pytest.raises(BadInput, match="at least one"):
        next(mining.mine(game, 0, 1, "test"))
