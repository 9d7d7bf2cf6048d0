"""House rules (4.8 of the rules): every toggle, its default, and what each value changes."""

import pytest

from tests.mitsuhamama.support import (
    answers,
    asked,
    bids,
    hammer,
    hand,
    market,
    moves,
    passed,
    pay,
    play,
    prices,
    quiet_day,
    seen,
    sold,
    stock,
    to_decision,
    told,
)
from tests.rules import rule
from yokocho.core.game import BadInput
from yokocho.core.match import Match
from yokocho.games.mitsuhamama import GAME

DEFAULTS = {
    "faces": "random",
    "first": "random",
    "auction": "turns_hold",
    "renege": "forbid",
    "payment_visibility": "all",
    "allpass_min": 1,
    "allpass_fish": True,
    "end_recall": True,
    "max_days": 100,
}
RULINGS = {
    "faces": "MI-R1",
    "first": "MI-R2",
    "auction": "MI-R13",
    "renege": "MI-R9",
    "payment_visibility": "MI-R18",
    "allpass_min": "MI-R20",
    "allpass_fish": "MI-R21",
    "end_recall": "MI-R41",
    "max_days": "MI-R44",
}


def test_the_toggles_their_rulings_and_their_defaults():
    assert {option.name: option.default for option in GAME.options} == DEFAULTS
    assert {option.name: option.rule for option in GAME.options} == RULINGS
    assert seen(Match(GAME, 3, {}, "0"))["options"] == DEFAULTS


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("faces", "explicit"),
        ("faces", "abba"),
        ("faces", "abcab"),
        ("first", "4"),
        ("auction", "sealed"),
        ("renege", "allow"),
        ("payment_visibility", "none"),
        ("allpass_min", 2),
        ("allpass_min", -1),
        ("allpass_fish", "maybe"),
        ("end_recall", 1),
        ("max_days", 0),
        ("ladder", "custom"),
        ("die_faces", [1, 2, 3]),
    ],
)
def test_what_is_no_value_is_refused(name, value):
    with pytest.raises(BadInput, match=name):
        Match(GAME, 3, {name: value}, "0")


@rule("MI-R1", "MI-R2")
def test_chosen_faces_and_seat():
    match = Match(GAME, 4, {"faces": "babba", "first": "2"}, "x")
    assert [card["face"] for card in seen(match)["restaurants"].values()] == list("babba")
    assert asked(match) == ("lot", 2)


@rule("MI-R13")
def test_auction_values():
    offered = {}
    for value in ("turns_hold", "raise_or_pass", "live"):
        match = market(options={"auction": value})
        play(match, 0, "lot R")
        offered[value] = (len(match.pending()), "hold" in moves(match, 1))
    assert offered == {"turns_hold": (1, True), "raise_or_pass": (1, False), "live": (2, False)}
    hammer(match)
    assert asked(match) == ("take", 0)


@rule("MI-R9")
def test_renege_values():
    for value, most in (("forbid", 3), ("rulebook", 99)):
        match = market(hands=[None, "3"], options={"renege": value})
        play(match, 0, "lot R")
        assert prices(match, 1)[-1] == most


@rule("MI-R18", "MI-R48")
def test_payment_visibility_values():
    lines = {}
    for value in ("all", "parties"):
        match = market(options={"payment_visibility": value})
        sold(match, "R", 1, 5)
        play(match, 1, "pay 5")
        lines[value] = [match.log(p)[-1] for p in (-1, 0, 1, 2)]
    full, bare = "seat 1 lays down a card of 5k", "seat 1 lays down a card"
    assert lines == {"all": [full] * 4, "parties": [bare, full, full, bare]}


@rule("MI-R20", "MI-R47")
def test_allpass_min_values():
    for value, free in ((1, False), (0, True)):
        match = market(hands=[""], options={"allpass_min": value})
        passed(match, "R")
        assert ("take" in answers(match)) is free
        match = market(options={"allpass_min": value})
        passed(match, "R")
        play(match, 0, "take")
        assert ("paid" in answers(match)) is free
        if free:
            play(match, 0, "paid")
            assert (stock(match, 0), seen(match)["out"]) == ((4, 0, 0, 0), "")


@rule("MI-R21", "MI-R47")
def test_allpass_fish_values():
    for value in (True, False):
        match = market(fish=[(0, 3, 0, 0)], options={"allpass_fish": value})
        passed(match, "R")
        play(match, 0, "take")
        assert ("fish Y" in moves(match)) is value
        match = market(hands=[""], fish=[(0, 3, 0, 0)], options={"allpass_fish": value})
        passed(match, "R")
        assert ("take" in moves(match)) is value


@rule("MI-R21", "MI-23")
def test_allpass_fish_false_is_about_nothing_else():
    match = market(hands=[None, ""], fish=[(0, 0, 0, 0), (0, 3, 0, 0)], options={"allpass_fish": False})
    sold(match, "R", 1, 3)
    pay(match, 1, "", "YYY")
    assert stock(match, 0) == (0, 3, 0, 0)
    match = market(hands=[""], fish=[(0, 3, 0, 0)], options={"allpass_fish": False})
    to_decision(match, "R", 1, 3)
    assert "buy" in moves(match)


@rule("MI-R41")
def test_end_recall_values():
    for value in (True, False):
        match = market(cubes={"Takata": [0, 1, 2], "Kasugano": [0, 1]}, options={"end_recall": value})
        quiet_day(match)
        assert match.over is not value


@rule("MI-R44")
def test_max_days_values():
    for days in (1, 2, 5):
        match = market(options={"max_days": days})
        for _ in range(days):
            assert not match.over
            quiet_day(match)
        assert match.over


@rule("MI-19", "MI-R10")
def test_options_work_together():
    options = {"auction": "live", "renege": "rulebook", "payment_visibility": "parties", "allpass_min": 0}
    match = market(hands=[None, "1", "1"], options=options)
    play(match, 0, "lot R")
    bids(match, "2 bid 9", "1 pass", "0 sell")
    assert match.pending() == [1]
    hammer(match)
    play(match, 0, "take", "paid")
    assert stock(match, 0) == (4, 0, 0, 0)
    assert hand(match, 2) == told(match, 2)["seats"][2]["hand"] == "1"
