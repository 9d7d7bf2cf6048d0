"""Who knows what while all cook (WR-R13, WR-R25): nothing of a step leaves its lane before the last ``done``."""

import json
import random

import pytest

from tests.rules import rule
from tests.wok_and_roll.support import FULL, asked, kitchen, moves, play, scores, seen, sheet, told, tray
from tests.wok_and_roll.test_lanes import random_kitchen
from yokocho.bots import seats as bots
from yokocho.core.match import Match
from yokocho.core.record import SPECTATOR, data
from yokocho.games.wok_and_roll import GAME

OPEN = {"hidden_until_all_done": False}
SHEET = ("crossed", "fridge", "hexes", "rects")


def everything_told(match, p):
    """All that leaves for a seat: the masked state, byte for byte, and what is made of it."""
    view = match.view(p)
    found = [data(GAME.settle(view)).hex(), told(match, p), match.scene(p).to_json(), match.log(p)]
    if p != SPECTATOR:
        found.append(GAME.words.summary(view, p))
        found.append(moves(match, p))
    return json.dumps(found)


def cooks(*steps, options=None, players=3):
    """Seat 0 does so much, the others nothing yet."""
    match = kitchen(
        *[sheet("M1.1 M1.4", FULL)] * players,
        white="MMBB",
        red="MR",
        options=options or {},
    )
    play(match, 0, *steps)
    return match


STEPS = [
    ["cook M2.1"],  # a mark, two dice, a token
    ["cook M2.1", "cook R1.1"],
    ["cook M2.4", "skill S"],  # a token, books, a hexagon
    ["bonus E3"],  # dice and a fridge item, a rectangle
    ["cook M1.2", "cook R1.1 fridge R"],
]


@rule("WR-R25", "WR-R13")
@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("done", [False, True])
def test_whatever_a_seat_does_the_others_are_told_the_same(steps, done):
    end = ["done"] * done
    nothing, match = cooks(*end), cooks(*steps, *end)
    assert seen(match)["seats"][0] != seen(nothing)["seats"][0]
    for p in (SPECTATOR, 1, 2):
        assert everything_told(match, p) == everything_told(nothing, p)


@rule("WR-R25")
@pytest.mark.parametrize("steps", STEPS)
def test_who_cooks_sees_its_own_steps(steps):
    match = cooks(*steps)
    mine = seen(match)["seats"][0]
    assert told(match, 0)["seats"][0] == mine
    assert mine["before"]["crossed"] == "M1.1 M1.4"
    assert match.scene(0).panels[0].score == scores(match)[0]
    assert len(match.log(0)) >= len(steps)
    assert match.log(1) == []


@rule("WR-R25")
def test_the_others_see_the_sheet_as_it_was():
    match = cooks("cook M2.1", "bonus E3")
    for p in (SPECTATOR, 1, 2):
        seat = told(match, p)["seats"][0]
        assert [seat[key] for key in SHEET] == ["M1.1 M1.4", FULL, "", ""]
        assert (sorted(seat["dice"]), seat["tokens"], seat["done"]) == (sorted("MMMBBR"), "", False)
        assert match.scene(p).panels[0].score == 3  # not 4


@rule("WR-R25")
def test_public_are_the_dice_and_who_is_done():
    match = cooks("cook M2.1", "done")
    for p in (SPECTATOR, 0, 1, 2):
        assert told(match, p)["dice"] == {"white": "MMBB", "red": "MR"}
        assert [seat["done"] for seat in told(match, p)["seats"]] == [True, False, False]
        assert match.scene(p).asked == [1, 2]
        assert any("done" in line for line in match.log(p))


@rule("WR-R25")
def test_who_is_done_learns_nothing_more_than_before():
    match = cooks("cook M2.1", "done")
    blind = cooks("cook M2.1", "done")
    play(match, 1, "cook M2.4 fridge M", "skill V")
    play(match, 2, "cook M1.3 fridge V")
    assert everything_told(match, 0) == everything_told(blind, 0)
    play(match, 1, "done")
    play(blind, 1, "done")
    for p in (SPECTATOR, 0):
        assert everything_told(match, p) == everything_told(blind, p)


@rule("WR-R25", "WR-R13")
def test_with_the_last_done_all_is_told():
    match = cooks("cook M2.1", "done")
    play(match, 1, "bonus E3", "done")
    assert told(match, 2)["seats"][0]["crossed"] == "M1.1 M1.4"
    play(match, 2, "cook M2.1", "cook R1.1 fridge R", "done")
    assert asked(match) == "market"
    truth = seen(match)["seats"]
    assert [truth[0]["crossed"], truth[1]["rects"], truth[2]["crossed"]] == [
        "M1.1 M1.4 M2.1",
        "E3",
        "R1.1 M1.1 M1.4 M2.1",
    ]
    for p in (SPECTATOR, 0, 1, 2):
        assert told(match, p)["seats"] == truth
        assert [panel.score for panel in match.scene(p).panels] == scores(match)
        line = " ".join(match.log(p))
        assert "Chicken 1" in line and "serving of seafood" in line  # the log tells what was cooked and learnt


@rule("WR-R25", "WR-R13")
def test_the_log_of_a_whole_match_tells_steps_only_when_all_are_done():
    """At every moment: no line of the log that another seat gets before the last done names anything."""
    chance = random.Random("logs")
    for i in range(6):
        match = Match(GAME, 2 + i % 3, {"max_turns": 8}, f"logs {i}")
        started, known = 0, {p: [] for p in range(SPECTATOR, match.players)}
        while not match.over:
            if asked(match) == "market":
                play(match, match.actor(), chance.choice(moves(match, match.actor())))
                started = len(match.moves)
                known = {p: match.log(p) for p in known}
                continue
            p = chance.choice(match.pending())
            play(match, p, chance.choice(moves(match, p)))
            if asked(match) != "cook":
                continue
            for q in known:
                if all(move.seat != q for move in match.moves[started:]):
                    new = match.log(q)[len(known[q]) :]
                    done = [match.name(move.seat) for move in match.moves[started:] if move.notation == "done"]
                    assert len(new) == len(done)
                    assert all(name in line for name, line in zip(done, new))


@rule("WR-R25")
def test_bots_decide_from_what_they_may_know():
    chance = random.Random("bots")
    for _ in range(5):
        match = random_kitchen(chance)
        p = match.actor()
        blind = Match.from_position(GAME, seen(match))
        for q in match.pending():
            if q != p:
                play(match, q, chance.choice(moves(match, q)[:-1] or ["done"]))
                if match.moves and match.moves[-1].notation == "done":
                    play(blind, q, "done")
        for name in bots.names():
            assert bots.bot(name, GAME, "same")(match.view(p), p) == bots.bot(name, GAME, "same")(blind.view(p), p)


# --- the open form


@rule("WR-R13", "WR-R25")
@pytest.mark.parametrize("steps", STEPS)
def test_in_the_open_form_all_is_public_at_once(steps):
    match = cooks(*steps, options=OPEN)
    for p in (SPECTATOR, 1, 2):
        assert told(match, p)["seats"] == seen(match)["seats"]
        assert match.scene(p).panels[0].score == scores(match)[0]
        assert match.log(p) == match.log(0) != []
    nothing = cooks(options=OPEN)
    assert everything_told(match, 1) != everything_told(nothing, 1)


@rule("WR-R25")
@pytest.mark.parametrize("options", [{}, OPEN], ids=["hidden", "open"])
def test_the_generator_and_pinned_dice_are_nobodys(options):
    for match in (
        tray(next_dice="RRRRRR", options=options),
        kitchen(sheet(), sheet(), white="MMVV", red="RR", next_dice="BBBBBB", options=options),
    ):
        for p in (SPECTATOR, 0, 1):
            assert set(told(match, p)["generator"]) == {"0"}
            assert told(match, p)["next_dice"] == ""


@rule("WR-R25")
def test_in_the_market_all_is_public():
    match = tray(players=3, turn=4, seats=[sheet("M1.1", "B", "S", "E1"), sheet("R1.1", FULL), sheet("S1.2", "")])
    for p in range(SPECTATOR, 3):
        assert told(match, p)["seats"] == seen(match)["seats"]
        assert told(match, p)["dice"] == seen(match)["dice"]


@rule("WR-R25")
def test_at_the_end_all_is_public():
    match = kitchen(sheet("M1.1"), sheet(), white="MMVV", red="RR", turn=4, options={"max_turns": 5})
    play(match, 0, "cook M2.1", "done")
    play(match, 1, "cook V1.1", "done")
    assert match.over
    for p in range(SPECTATOR, 2):
        assert [[seat[key] for key in SHEET] for seat in told(match, p)["seats"]] == [
            ["M1.1 M2.1", "", "", ""],
            ["V1.1", "", "", ""],
        ]
        assert [panel.score for panel in match.scene(p).panels] == [2, 1]


@rule("WR-R25")
def test_secrets_survive_a_round_trip():
    match = cooks("cook M2.1", "done")
    play(match, 1, "cook M2.4 fridge M")
    again = Match.from_position(GAME, seen(match))
    for p in range(SPECTATOR, 3):
        assert told(again, p) == told(match, p)
        assert again.scene(p).to_json() == match.scene(p).to_json()


@rule("WR-R25", "WR-R19")
def test_taking_back_tells_nothing():
    match = cooks("cook M2.1")
    nothing = cooks()
    match.undo(0)
    for p in (SPECTATOR, 1, 2):
        assert everything_told(match, p) == everything_told(nothing, p)


@rule("WR-R25", "WR-R19")
def test_asking_what_could_be_taken_back_tells_nothing():
    """The refusal must not name who has cooked since."""
    match, nothing = (tray("MMVV", "RR", players=3) for _ in range(2))
    for table in (match, nothing):
        play(table, 0, "lock")
    play(match, 2, "cook M1.1")
    assert match.why_no_undo(1) == nothing.why_no_undo(1) != ""


@rule("WR-R25", "WR-8")
def test_whether_a_lock_could_be_taken_back_tells_nothing():
    """Were it possible until somebody cooks, the active player could feel for hidden steps with it."""
    match, nothing = (tray("MMVV", "RR", players=3) for _ in range(2))
    for table in (match, nothing):
        play(table, 0, "lock")
    play(match, 2, "cook M1.1")
    assert match.why_no_undo(0) == nothing.why_no_undo(0)


@rule("WR-R25", "WR-R19")
def test_whether_a_step_can_be_played_again_tells_nothing():
    """What a seat took back is there for it, whatever the others do meanwhile."""
    match = cooks("cook M2.1")
    match.undo(0)
    play(match, 2, "cook M2.1")
    step = match.redo()
    assert (step.seat, step.notation) == (0, "cook M2.1")
    assert [seat["crossed"] for seat in seen(match)["seats"]] == ["M1.1 M1.4 M2.1", "M1.1 M1.4", "M1.1 M1.4 M2.1"]
