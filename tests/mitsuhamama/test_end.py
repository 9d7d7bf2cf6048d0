"""The end: limit, last recall, guard, scores and places (MI-52 to MI-54, MI-R41 to MI-R45, MI-R50)."""

import pytest

from tests.mitsuhamama.support import (
    answers,
    asked,
    hand,
    market,
    moves,
    passed,
    pay,
    play,
    quiet_day,
    scores,
    seen,
    sold,
    spaces,
    stock,
)
from tests.rules import rule
from yokocho.core.match import Illegal

LIMITS = {2: 4, 3: 5, 4: 6}
NAMES = ["Takata", "Kasugano", "Hanazono", "Ishimaru", "Yamazakura"]


def crowd(players, cubes):
    """So many cubes on restaurants, seat after seat, none of the last seat if that can be."""
    placed = {}
    for i in range(cubes):
        placed.setdefault(NAMES[i // (players - 1)], []).append(i % (players - 1))
    return placed


@rule("MI-52")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_ends_at_the_limit(players):
    hired = range(players)
    for short in (1, 0, -1):
        cubes = LIMITS[players] - short
        if players == 2 and short < 0:
            continue  # seat 0 has no fifth cube
        match = market(
            players=players, cubes=crowd(players, cubes), hired=hired, options={"end_recall": False, "max_days": 50}
        )
        assert not match.over  # only at the end of a day
        quiet_day(match)
        assert match.over is (short <= 0)
        if match.over:
            assert (seen(match)["finished"], match.result()["ending"][-7:]) == ("limit", "(MI-52)")
            with pytest.raises(Illegal, match="over"):
                play(match, 0, "done")


@rule("MI-R43", "MI-52")
def test_the_day_is_finished_after_the_limit_is_reached():
    match = market(
        players=2,
        faces="aaaaa",
        cubes={"Takata": [0], "Hanazono": [1], "Yamazakura": [1]},
        fish=[(6, 0, 0, 0), (7, 2, 0, 0)],
        dice=(1, 1, 1, 1),
        hired=[1],
        options={"end_recall": False},
    )
    sold(match, "K", 1, 2)
    # seat 1: R7 Y2, two free cubes; pays two Y
    pay(match, 1, "", "YY")
    play(match, 1, "serve Kasugano")
    assert asked(match) == ("serve", 1)  # four cubes are out, and the day goes on
    play(match, 1, "done")
    assert asked(match) == ("serve", 0)
    play(match, 0, "done")
    assert match.over


@rule("MI-R42")
def test_recalled_cubes_do_not_count():
    match = market(cubes={"Takata": [1, 2], "Kasugano": [1, 2], "Hanazono": [0]}, options={"end_recall": False})
    play(match, 0, "recall Hanazono")
    quiet_day(match)
    assert not match.over
    assert seen(match)["day"] == 2


def last_evening(**position):
    """Six cubes with three players, at the end of a day of seat 1."""
    cubes = {"Takata": [0, 1], "Kasugano": [0, 2], "Hanazono": [1, 2]}
    match = market(**{"cubes": cubes, "auctioneer": 1} | position)
    quiet_day(match)
    return match


@rule("MI-R41")
def test_the_last_recall_goes_round_from_the_auctioneer():
    match = last_evening()
    for p in (1, 2, 0):
        assert asked(match) == ("recall", p)
        play(match, p, "done")
    assert match.over


@rule("MI-R41")
def test_a_player_may_recall_as_often_as_they_like_until_the_count_is_below_the_limit():
    match = last_evening()
    assert set(moves(match)) == {"done", "recall Takata", "recall Hanazono"}
    play(match, 1, "recall Takata")  # five are left: still the end
    assert asked(match) == ("recall", 1)
    assert set(moves(match)) == {"done", "recall Hanazono"}
    play(match, 1, "recall Hanazono")
    assert asked(match) == ("lot", 2)
    assert (spaces(match, "Takata"), spaces(match, "Hanazono")) == ([0], [2])


@rule("MI-R41")
def test_two_players_together_may_put_off_the_end():
    match = last_evening()
    play(match, 1, "recall Takata", "done")
    play(match, 2, "recall Kasugano")
    assert asked(match) == ("lot", 2)


@rule("MI-R41")
def test_a_recall_that_changes_nothing_but_the_prices():
    match = last_evening()
    before = scores(match)
    play(match, 1, "recall Takata", "done")
    play(match, 2, "done")
    play(match, 0, "done")
    assert match.over
    assert scores(match) == [before[0], before[1] - 22, before[2]]


@rule("MI-R41", "MI-R39")
def test_no_hire_before_the_end():
    match = last_evening()
    assert "hire" not in moves(match)
    with pytest.raises(Illegal):
        play(match, 1, "hire")


@rule("MI-R41")
def test_only_players_with_a_cube_out_are_asked():
    match = last_evening(cubes={name: [0, 2] for name in NAMES[:3]})
    assert asked(match) == ("recall", 2)
    play(match, 2, "done")
    assert asked(match) == ("recall", 0)


@rule("MI-R41")
def test_who_recalled_everything_is_done():
    cubes = {"Takata": [0, 1, 2], "Kasugano": [0, 2], "Hanazono": [0, 2]}
    match = last_evening(cubes=cubes)
    play(match, 1, "recall Takata")  # the only answer left would be done: it is not asked for
    assert asked(match) == ("recall", 2)


@rule("MI-R44")
def test_the_guard():
    match = market(options={"max_days": 3})
    for day in (1, 2, 3):
        assert seen(match)["day"] == day
        quiet_day(match)
    assert match.over
    assert seen(match)["finished"] == "guard"
    assert match.result()["ending"].endswith("(MI-R44)")
    assert match.result()["scores"] == [40, 40, 40]
    match = market(day=100)
    quiet_day(match)
    assert match.over
    match = market(day=99)
    quiet_day(match)
    assert not match.over


@rule("MI-R44", "MI-R41")
def test_the_guard_after_the_recall_window():
    match = last_evening(options={"max_days": 1})
    play(match, 1, "recall Takata", "recall Hanazono")
    assert match.over
    assert seen(match)["finished"] == "guard"
    match = last_evening(options={"max_days": 1})
    for p in (1, 2, 0):
        play(match, p, "done")
    assert seen(match)["finished"] == "limit"


@rule("MI-53", "MI-9", "MI-46")
def test_the_score_is_cards_fish_and_spaces():
    match = market(
        players=2,
        hands=["10 5 1", "3"],
        fish=[(0, 12, 0, 0), (1, 0, 0, 0)],
        faces="aaaaa",
        cubes={"Takata": [1, 0], "Ishimaru": [0, 1]},
        options={"max_days": 1},
    )
    passed(match, "R")
    play(match, 0, "decline")
    while not match.over:
        play(match, match.actor(), "done")
    assert match.result()["scores"] == [16 + 12 + 19 + 18, 3 + 1 + 22 + 16]
    assert match.result()["ranks"] == [1, 2]


@rule("MI-R45")
def test_cubes_are_worth_nothing():
    assert scores(market()) == scores(market(hired=[0, 1])) == [40, 40, 40]


@rule("MI-54", "MI-R50")
@pytest.mark.parametrize(
    ("hands", "ranks"),
    [
        (["10", "10", "5", "4"], [1, 1, 3, 4]),
        (["5", "10", "10", "10"], [4, 1, 1, 1]),
        (["10", "5", "5", "2"], [1, 2, 2, 4]),
        (["5", "5", "5", "5"], [1, 1, 1, 1]),
        (["1", "2", "3", "4"], [4, 3, 2, 1]),
    ],
)
def test_places(hands, ranks):
    match = market(players=4, hands=hands, options={"max_days": 1})
    quiet_day(match)
    assert match.result()["ranks"] == ranks


@rule("MI-54", "MI-53")
def test_fish_and_spaces_decide_not_cards_alone():
    match = market(hands=["5", "4", "4"], fish=[(0,) * 4, (0, 0, 0, 1), (2, 0, 0, 0)], options={"max_days": 1})
    quiet_day(match)
    assert match.result()["ranks"] == [2, 2, 1]


@rule("MI-R48", "MI-6")
def test_hands_are_opened_when_the_game_is_over():
    match = market(hands=["10 1", "5"], options={"max_days": 1, "payment_visibility": "parties"}, closed=["0 1"])
    assert hand_told(match, 2, 0) == "? ?"
    quiet_day(match)
    for p in range(-1, 3):
        assert hand_told(match, p, 0) == hand(match, 0) == "10 1"
        zone = {zone.id: zone for zone in match.scene(p).zones}["hand:0"]
        assert [piece.face for piece in zone.pieces] == ["10", "1"]


def hand_told(match, looker, seat):
    return match.game.write(match.view(looker))["seats"][seat]["hand"]


@rule("MI-52", "MI-39")
def test_a_finished_game_has_nothing_left_to_answer():
    match = market(options={"max_days": 1}, fish=[(1, 0, 0, 0)])
    quiet_day(match)
    assert (match.pending(), match.actor()) == ([], -1)
    assert stock(match, 0) == (1, 0, 0, 0)
    assert all(answers(match, p) == [] for p in range(3))
