"""The second sample game: simultaneous, hidden choices. The tests of the catalog run for it too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.rules import rule
from tests.support import ROOT, yokocho
from yokocho import catalog
from yokocho.arena.simulate import simulate
from yokocho.core.coverage import coverage
from yokocho.core.game import BadInput
from yokocho.core.match import Illegal, Match
from yokocho.core.record import SPECTATOR, UNKNOWN, copy

GAME = catalog.game("pass_the_tray")
HIDDEN = [UNKNOWN] * 3


def test_it_is_small_and_found_by_its_entry_point_alone() -> None:
    assert len((GAME.folder / "__init__.py").read_text(encoding="utf-8").splitlines()) < 250
    assert ROOT / "examples" in GAME.folder.parents
    ours = [path for path in (ROOT / "src").rglob("*.*") if path.suffix in (".py", ".toml", ".md", ".css")]
    assert ours and not any("pass_the_tray" in path.read_text(encoding="utf-8") for path in ours)


@pytest.mark.parametrize("players", GAME.players)
def test_a_thousand_checked_matches(players: int) -> None:
    outcome = simulate(GAME, players, 1000, ["random"], checked=True, seed="trays")
    assert outcome.broken == []
    assert (outcome.tallies[:, 0] == {2: 66, 3: 81, 4: 96, 5: 105}[players]).all()  # decisions


@pytest.mark.parametrize("players", GAME.players)
def test_the_greedy_bot_beats_chance(players: int) -> None:
    outcome = simulate(GAME, players, 4000, ["greedy", *["random"] * (players - 1)], seed="trays")
    assert outcome.report()["bot_results"][0]["win_share"] > 1.5 / players


def test_a_whole_match_in_the_terminal(tmp_path: Path) -> None:
    kept = tmp_path / "match.json"
    table = ("--players", "3", "--seed", "trays", "--plain", "--save", str(kept))
    played = yokocho("play", "pass_the_tray", *table, stdin="take bun\ntake dango\ntake tea\n" * 30)
    assert played.returncode == 0, played.stderr
    assert "takes dango" in played.stdout and "in round 3" in played.stdout
    assert Match.load(kept, catalog.game).over
    checked = yokocho("verify", str(kept))
    assert checked.returncode == 0, checked.stderr


# --- small positions: of each seat the tray and the plate, as numbers of bun, dango and tea


def table(*seats: tuple[str, str], rounds: int = 0, **more: Any) -> Match:
    rows = [[[int(word) for word in counts.split()] for counts in seat] for seat in seats]
    asked = [{"question": "choose", "seats": list(range(len(rows)))}] if rounds < 3 else []
    position = {
        "players": len(rows),
        "rounds": rounds,
        "left": sum(rows[0][0]),
        "seats": [{"tray": tray, "plate": plate, "points": 0} for tray, plate in rows],
        "asked": asked,
    }
    return Match.from_position(GAME, position | more)


def scores(one: str, other: str, **options: str) -> list[int]:
    """In the end, of plates with 11 cards each."""
    return GAME.scores(table(("1 0 0", one), ("1 0 0", other), rounds=3, options=options).state)


def play(match: Match, *choices: str) -> None:
    """A choice of each seat."""
    for p, card in enumerate(choices):
        match.play(p, f"take {card}")


@rule("PT-1")
def test_as_many_cards_as_the_players_are_few() -> None:
    for players, cards in {2: 12, 3: 10, 4: 9, 5: 8}.items():
        s = Match(GAME, players, seed="deal").state
        assert s.tray.sum(axis=1).tolist() == [cards] * players + [0] * (5 - players) and s.left == cards
        assert (s.tray.sum(axis=0) <= 15).all()


@rule("PT-2")
def test_only_the_own_tray_is_seen() -> None:
    match = Match(GAME, 3, seed="mine")
    for p in (0, 1, 2, SPECTATOR):
        seen = match.view(p).tray[:3].tolist()
        assert seen == [match.state.tray[q].tolist() if q == p else HIDDEN for q in range(3)]


@rule("PT-3")
def test_a_choice_is_hidden_but_not_that_it_was_made() -> None:
    match = Match(GAME, 3, seed="choice")
    match.play(1, "take dango")
    assert match.pending() == [0, 2]
    assert match.view(1).chosen.tolist()[:3] == [-1, 1, -1]
    for p in (0, 2, SPECTATOR):
        assert match.view(p).chosen.tolist()[:3] == [-1, UNKNOWN, -1]
        assert match.heard(p, 0) is None and match.log(p) == ["seat 1 has chosen"]
        assert [piece.face for piece in match.scene(p).zones[3].pieces] == [""]
    assert match.heard(1, 0) == "take dango"
    with pytest.raises(Illegal, match="not for seat 1 to decide"):
        match.play(1, "take dango")


@rule("PT-3")
def test_only_what_is_on_the_tray() -> None:
    match = table(("1 0 1", "4 3 3"), ("1 1 0", "3 4 3"))
    assert match.notations(0) == ["take bun", "take tea"] and match.notations(1) == ["take bun", "take dango"]
    with pytest.raises(Illegal, match=r"There is no dango on your tray. \(PT-3\)"):
        match.play(0, "take dango")


@rule("PT-3")
def test_a_choice_is_taken_back_until_somebody_else_has_chosen() -> None:
    match = Match(GAME, 3, seed="undo")
    match.play(2, "take bun")
    match.undo(2)
    match.play(2, "take dango")
    match.play(0, "take bun")
    with pytest.raises(Illegal, match="nothing to take back"):
        match.undo(2)
    match.play(1, "take bun")
    with pytest.raises(Illegal, match="came to light"):
        match.undo(1)


@rule("PT-4", "PT-5")
def test_all_is_shown_at_once_and_the_rest_is_passed_on() -> None:
    match = table(("3 0 0", "3 3 3"), ("1 2 0", "3 3 3"), rounds=1)
    play(match, "bun", "dango")
    assert match.state.plate[:2].tolist() == [[4, 3, 3], [3, 4, 3]]
    assert match.state.tray[:2].tolist() == [[1, 1, 0], [2, 0, 0]]
    assert match.log(SPECTATOR, 1) == ["seat 0 takes bun", "seat 1 takes dango"]
    assert match.heard(0, 1) == "take dango" and match.pending() == [0, 1]


@rule("PT-5")
def test_trays_go_clockwise() -> None:
    match = Match(GAME, 4, seed="round")
    before = match.state.tray[:4].tolist()
    for p in range(4):
        match.play(p, match.legal(p)[0])
        before[p][match.actions[p]] -= 1
    assert match.state.tray[:4].tolist() == [before[3], *before[:3]]


@rule("PT-6", "PT-10")
def test_a_round_ends_with_one_card_on_each_tray() -> None:
    match = table(("1 1 0", "3 3 4"), ("1 0 1", "3 4 3"))
    play(match, "bun", "bun")  # 4 buns 8, a stick 8, 6 for the tea; 4 buns 8, a stick 8
    s = match.state
    assert s.points.tolist()[:2] == GAME.scores(s) == [22, 16]
    assert s.rounds == 1 and s.left == 12 and s.plate.sum() == 0 and s.tray[:2].sum() == 24
    assert match.log(0, 1)[2:] == ["seat 0 scores 22 in round 1", "seat 1 scores 16 in round 1"]


@rule("PT-7")
def test_enough_buns() -> None:
    assert scores("3 2 6", "0 2 9") == [9, 6]
    assert scores("4 2 5", "0 2 9") == [8, 6]
    assert scores("11 0 0", "0 2 9") == [1, 6]


@rule("PT-8")
def test_full_sticks() -> None:
    assert scores("3 2 6", "1 1 9") == [9, 9]
    assert scores("2 3 6", "1 1 9") == [6 + 8, 9]
    assert scores("0 11 0", "1 1 9") == [24, 9]


@rule("PT-9", "PT-R1")
def test_most_tea_and_what_if_several_have_it() -> None:
    assert scores("3 2 6", "4 2 5") == [9 + 6, 8]
    assert scores("3 2 6", "3 2 6") == scores("3 2 6", "3 2 6", tea="all") == [15, 15]
    assert scores("3 2 6", "3 2 6", tea="none") == [9, 9]
    assert scores("6 5 0", "5 6 0") == [6 + 8, 7 + 16], "without a cup nobody has most"


@rule("PT-10")
def test_most_points_win_and_equals_share_the_place() -> None:
    match = table(("1 0 0", "3 2 6"), ("1 0 0", "3 2 6"), rounds=3)
    assert match.result() == {"scores": [15, 15], "ranks": [1, 1], "ending": "three rounds have been played (PT-10)"}


@rule("PT-R2")
def test_a_tray_that_was_passed_on_is_remembered() -> None:
    match = Match(GAME, 4, seed="memory")
    for passed in range(4):
        for p in range(4):
            known = [match.view(p).tray[q].tolist() != HIDDEN for q in range(4)]
            assert known == [(q - p) % 4 <= passed for q in range(4)]
        assert all((match.view(SPECTATOR).tray[q] == UNKNOWN).all() for q in range(4))
        for p in range(4):
            match.play(p, match.legal(p)[0])
    note = next(zone.note for zone in match.scene(0).zones if zone.id == "tray:1")
    assert note == " ".join(f"{n} {kind}" for n, kind in zip(match.state.tray[1], ("bun", "dango", "tea")) if n)


@rule("PT-2", "PT-R2")
def test_an_unknown_tray_is_imagined_of_the_cards_unseen() -> None:
    """Seat 0 has not held the tray of seat 1: of 15 buns, 13 dango and 7 cups of tea, 35 cards in all, it has 10."""
    match = Match(GAME, 3, seed="imagine")
    view = copy(match.view(0))
    view.tray[0] = 0, 2, 8
    trays = np.array([GAME.imagined(view, 0, bytes([i % 250 + 1, i // 250]) * 16).tray[:3] for i in range(3000)])
    assert (trays[:, 0] == [0, 2, 8]).all() and (trays.sum(axis=2) == 10).all() and (trays.sum(axis=1) <= 15).all()
    for q in (1, 2):
        assert trays[:, q].mean(axis=0) == pytest.approx([10 * 15 / 35, 10 * 13 / 35, 10 * 7 / 35], abs=0.15)


@rule("PT-3")
def test_any_card_of_a_known_tray_may_have_been_chosen() -> None:
    match = table(("1 0 2", "3 3 3"), ("2 1 0", "3 3 3"))
    match.play(1, "take bun")
    view = match.view(0)
    assert view.tray[1].tolist() == [2, 1, 0], "it was here before, so it is known"
    chosen = [int(GAME.imagined(view, 0, bytes([i + 1]) * 32).chosen[1]) for i in range(250)]
    assert set(chosen) == {0, 1} and 130 < chosen.count(0) < 205


# --- positions


def test_a_position_may_leave_out_what_is_hidden() -> None:
    match = Match(GAME, 3, seed="position")
    match.play(0, match.legal(0)[0])
    position = GAME.write(match.view(1))
    assert position["seats"][0]["chosen"] == "?" and position["seats"][2]["chosen"] is None
    assert position["seats"][0]["tray"] == ["?"] * 3 and position["asked"] == [{"question": "choose", "seats": [1, 2]}]
    s = GAME.read(GAME, position | {"generator": None, "seed": "view"})
    assert s.tray[1].tolist() == match.state.tray[1].tolist() and s.tray[0, s.chosen[0]] > 0


@pytest.mark.parametrize(
    ("seat", "complaint"),
    [
        ({"tray": [12, 1, 0]}, "each card is on a tray, a plate or in the box"),
        ({"tray": [4, 4]}, r"seats\[0\].tray: 3 are needed here, not 2"),
        ({"tray": ["?", 4, 4]}, "tray: there is nothing to deal for a ?"),
        ({"plate": [1, 0, 0]}, "each card is on a tray, a plate or in the box"),
        ({"chosen": 0}, "who has chosen no card is asked, until one is left"),
        ({"chosen": 3}, r"seats\[0\].chosen: a number from 0 to 2 or null, not 3"),
        ({"points": -1}, r"seats\[0\].points: a number from 0 to 199, not -1"),
    ],
)
def test_an_impossible_position_is_refused(seat: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        GAME.read(GAME, {"players": 2, "seats": [seat]})


@pytest.mark.parametrize(
    "asked",
    [
        [],
        [{"question": "choose", "seats": [0]}],
        [{"question": "choose", "seats": [0, 1], "alone": True}],
        [{"question": "choose", "seats": [0, 1]}] * 2,
    ],
)
def test_everybody_is_asked(asked: list[Any]) -> None:
    with pytest.raises(BadInput, match="who has chosen no card is asked"):
        GAME.read(GAME, {"players": 2, "asked": asked})


def test_every_rule_is_enforced_and_tested() -> None:
    assert [row["id"] for row in coverage(GAME) if not (row["code"] and row["tests"])] == []
