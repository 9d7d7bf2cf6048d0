"""A review judges by what a seat knew, accounts for every per cent of the result, and tells no running match."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import ROOT, table_id
from yokocho import catalog
from yokocho.bots import seats
from yokocho.cli import main
from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.record import CLOCK
from yokocho.review.chances import Chances
from yokocho.review.decisions import Decision, decisions
from yokocho.review.future import dealt_again, seed_of, without_future
from yokocho.review.judge import CLASSES, Budget, class_of, judge
from yokocho.review.luck import apart, mean
from yokocho.review.review import Reviewer, accuracy

TINY = Budget(lines=3, follow_ups=1, rounds=(6,), measured=(12,), enough=1.0)
NAMES = ("umami", "mitsuhamama", "wok_and_roll", "yatta")
files = pytest.mark.parametrize("file", [f"{name}-v1-2-players" for name in NAMES])
GAMES = pytest.mark.parametrize("game", [catalog.game(name) for name in NAMES], ids=table_id)


def recorded(file: str) -> Match:
    return Match.load(ROOT / "tests" / "matches" / f"{file}.json", catalog.game)


@files
def test_decisions_are_the_moves_of_the_match_and_steps_of_one_seat_are_one(file: str) -> None:
    match = recorded(file)
    found = list(decisions(match))
    assert [a for one in found for a in one.line] == match.actions
    assert all(match.moves[i].seat == one.seat for one in found for i in range(one.first, one.last))
    assert any(len(one.line) > 1 for one in found), "two-step moves are judged as one"
    assert all(match.before[i][0] == match.before[one.first][0] for one in found for i in range(one.first, one.last))


@files
def test_a_judgement_is_the_same_when_all_that_is_hidden_is_dealt_anew(file: str) -> None:
    match, different = recorded(file), 0
    game, chances = match.game, Chances(match.game)
    for one in [one for one in decisions(match) if one.seat != CLOCK][3::25][:4]:
        truth = match.at(one.first)
        other = game.imagined(one.view, one.seat, bytes([7]) * 32)
        different += game.write(other) != game.write(truth)
        dealt_anew = Decision(one.first, one.last, one.seat, one.line, game.view(other, one.seat))
        assert judge(chances, one, TINY) == judge(Chances(game), dealt_anew, TINY)
    assert different or file.startswith("wok"), "something was hidden"


@files
def test_choices_and_chance_make_up_the_result(file: str) -> None:
    match = recorded(file)
    review = Reviewer(match, threads=1, budget=TINY, look=2, curve=3).whole()
    assert review.complete and len(review.curve) == len(review.events) + 1
    assert review.curve[-1] == tuple(float(rank == 1) for rank in match.game.ranks(match.state))
    for point in review.curve:
        assert sum(point) == pytest.approx(1)
    for one in review.accounts:
        assert one.start + one.own + one.others + one.luck == pytest.approx(one.result, abs=1e-6)
        assert one.luck == pytest.approx(sum(event.chance[one.seat] for event in review.events), abs=1e-6)
    for event in review.events:
        assert sum(event.choice) == pytest.approx(0, abs=1e-9) and sum(event.chance) == pytest.approx(0, abs=1e-9)
        assert event.kind != "forced" or event.seat == CLOCK or not any(event.choice)
    assert 3 <= len(review.story) <= 10
    assert not any(event.heading.startswith(match.game.title[:5]) for event in review.events)


@pytest.mark.parametrize("name", ["last_dumpling", "pass_the_tray"])
def test_luck_is_nothing_in_the_mean_whoever_plays(name: str) -> None:
    game = catalog.game(name)
    found = [apart(played(game, ("random", "greedy"), f"luck {i}"), 12) for i in range(120)]
    for p in (0, 1):
        luck, doubt = mean([match[p].luck for match in found])
        assert abs(luck) < 3 * doubt
        for match in found:
            one = match[p]
            assert one.start + one.own + one.others + one.luck == pytest.approx(one.result, abs=1e-9)
    better, doubt = mean([match[1].own - match[0].own for match in found])
    assert better > 3 * doubt, "skill ranks them"


def played(game: Game, bots: tuple[str, ...], seed: str) -> Match:
    match = Match(game, len(bots), None, seed)
    players = [seats.bot(name, game, f"{seed} {p}") for p, name in enumerate(bots)]
    while not match.over:
        p = match.actor()
        match.play(p, players[p](match.view(p), p), when=0)
    return match


def test_what_nobody_knows_is_dealt_anew_and_nothing_else() -> None:
    match = recorded("umami-v1-2-players")
    game, s = match.game, match.at(20)
    lying, piles = without_future(game, s)
    assert piles.keys() == {"deck", "favorites_deck"} and not lying.rng.any()
    starts = dealt_again(game, lying, piles, 8, seed_of(lying, 0))
    assert len({bytes(start["deck"]) for start in starts}) == 8
    for start in starts:
        assert sorted(start["deck"]) == sorted(s.deck) and bytes(start["hand"]) == bytes(s["hand"])
        assert start["deck"][s.deck_size :].tolist() == s.deck[s.deck_size :].tolist()
    assert without_future(match.game, starts[0])[0].tobytes() == lying.tobytes()


def test_threads_change_nothing_but_the_time() -> None:
    match = recorded("wok_and_roll-v1-2-players")
    one, two = (Reviewer(match, threads, TINY, 2, 2).whole() for threads in (1, 2))
    assert one == two


@GAMES
def test_what_is_called_best_is_judged_best_and_loses_nothing(game) -> None:  # type: ignore[no-untyped-def]
    match, chances = recorded(f"{game.name}-v1-2-players"), Chances(game)
    for one in list(decisions(match))[2:40:9]:
        found = judge(chances, one, TINY)
        if not found.forced:
            best = Decision(one.first, one.last, one.seat, found.best.line, one.view)
            again = judge(chances, best, TINY)
            assert found.loss >= 0 and again.played == found.best
            assert found.loss == 0 or again.played.chance > found.played.chance


def test_near_the_end_one_of_several_lines_costs_much() -> None:
    game = catalog.game("umami")
    match, chances, worst = recorded("umami-v1-2-players"), Chances(game), 0.0
    for one in reversed(list(decisions(match))):
        found = judge(chances, one, Budget(lines=8, follow_ups=0, rounds=(24,), measured=(48,)))
        lines = [found.best, *found.others]
        for other in lines:
            again = judge(chances, Decision(one.first, one.last, one.seat, other.line, one.view), TINY)
            worst = max(worst, again.loss)
        if worst > 0.1:
            break
    assert worst > 0.1


def test_classes_go_by_the_loss_beyond_its_interval() -> None:
    assert [class_of(beyond) for beyond in (-0.1, 0.0, 0.01, 0.03, 0.07, 0.3)] == ["best", *CLASSES]
    assert accuracy([]) is None and accuracy([0.0, 0.0]) == 100
    assert accuracy([0.0, 0.1]) == pytest.approx(68.4, abs=0.1)


def test_running_matches_and_solo_matches_are_refused() -> None:
    with pytest.raises(BadInput, match="not over"):
        Reviewer(recorded("umami-v1-unfinished"))
    with pytest.raises(BadInput, match="nobody to win against"):
        Reviewer(recorded("wok_and_roll-v1-1-players"))


def test_the_command_tells_the_story_and_prints_data(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(ROOT / "tests" / "matches" / "wok_and_roll-v1-2-players.json")
    assert main(["review", file, "--quick", "--threads", "1"]) == 0
    told = capsys.readouterr().out
    assert "accuracy" in told and "luck" in told and "At the start" in told and " wins: " in told
    assert main(["review", file, "--quick", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["format"] == "yokocho-review/1" and data["done"] == data["total"]
    assert main(["review", str(ROOT / "tests" / "matches" / "umami-v1-unfinished.json")]) == 2
