"""Warehouses (MI-35 to MI-39, MI-R24 to MI-R30)."""

import pytest

from tests.mitsuhamama.support import (
    answers,
    asked,
    hand,
    idle,
    market,
    moves,
    owned,
    passed,
    pay,
    play,
    seen,
    sold,
    spaces,
    stock,
)
from tests.rules import rule
from yokocho.core.match import Illegal


def taken(lot, price="1", **position):
    """Seat 0 takes a lot that everyone passed on."""
    match = market(**position)
    passed(match, lot)
    play(match, 0, "take")
    pay(match, 0, price)
    return match


@rule("MI-35", "MI-R26")
def test_with_cubes_enough_everything_is_stored_without_a_question():
    match = taken("RYW", dice=(4, 3, 2, 1))
    assert stock(match, 0) == (4, 3, 0, 1)
    assert asked(match) == ("serve", 0)


@rule("MI-35", "MI-38", "MI-R27")
def test_each_kind_needs_a_cube():
    match = taken("RYKW", dice=(1, 1, 1, 1))
    assert asked(match) == ("keep", 0)
    assert answers(match) == ["keep RYK", "keep RYW", "keep RKW", "keep YKW"]
    play(match, 0, "keep RKW")
    assert stock(match, 0) == (1, 0, 1, 1)


@rule("MI-35")
def test_cubes_on_restaurants_hold_no_fish():
    match = taken("RY", dice=(2, 2, 1, 1), cubes={"Takata": [0], "Ishimaru": [0]})
    assert answers(match) == ["keep R", "keep Y"]
    match = taken("RY", dice=(2, 2, 1, 1), cubes={"Takata": [0], "Ishimaru": [0]}, hired=[0])
    assert stock(match, 0) == (2, 2, 0, 0)


@rule("MI-36", "MI-R25")
def test_a_track_holds_twelve():
    match = taken("R", dice=(6, 1, 1, 1), fish=[(9, 0, 0, 0)])
    assert stock(match, 0) == (12, 0, 0, 0)


@rule("MI-R29", "MI-36")
def test_a_second_cube_does_not_make_room():
    match = taken("R", dice=(6, 1, 1, 1), fish=[(12, 0, 0, 0)])
    assert (stock(match, 0), idle(match, 0)) == ((12, 0, 0, 0), 2)
    assert asked(match) == ("lot", 1)


@rule("MI-38")
def test_a_moved_cube_loses_the_fish_there():
    match = taken("W", dice=(1, 1, 1, 4), fish=[(7, 2, 5, 0)])
    assert answers(match) == ["keep RYK", "keep RYW", "keep RKW", "keep YKW"]
    play(match, 0, "keep RKW")
    assert stock(match, 0) == (7, 0, 5, 4)
    assert idle(match, 0) == 0


@rule("MI-38", "MI-R30", "MI-40")
def test_a_kind_may_be_declined_and_gives_no_right_to_sell():
    match = taken("W", dice=(1, 1, 1, 4), fish=[(7, 2, 5, 0)])
    play(match, 0, "keep RYK")
    assert stock(match, 0) == (7, 2, 5, 0)
    assert seen(match)["may_sell"] == []
    assert asked(match) == ("lot", 1)


@rule("MI-R27", "MI-R30")
def test_a_held_kind_that_is_not_kept_loses_also_what_just_arrived():
    match = taken("RW", dice=(2, 1, 1, 4), fish=[(7, 2, 5, 0)])
    play(match, 0, "keep YKW")
    assert stock(match, 0) == (0, 2, 5, 4)
    match = taken("RW", dice=(2, 1, 1, 4), fish=[(7, 2, 5, 0)])
    play(match, 0, "keep RYK")
    assert stock(match, 0) == (9, 2, 5, 0)
    assert seen(match)["may_sell"] == [0]


@rule("MI-R30")
def test_keeping_only_a_full_track_is_receiving_nothing():
    match = taken("RW", dice=(2, 1, 1, 4), fish=[(12, 2, 5, 0)])
    play(match, 0, "keep RYK")
    assert stock(match, 0) == (12, 2, 5, 0)
    assert asked(match) == ("lot", 1)


@rule("MI-R27", "MI-R28")
@pytest.mark.parametrize("bad", ["keep R", "keep RY", "keep -", "keep RYKW"])
def test_exactly_as_many_kinds_as_free_cubes_are_kept(bad):
    match = taken("W", dice=(1, 1, 1, 4), fish=[(7, 2, 5, 0)])
    with pytest.raises(Illegal, match=r"exactly as many .*MI-R27"):
        play(match, 0, bad)


@rule("MI-R28", "MI-R26")
def test_fish_cannot_be_thrown_away_or_declined_without_need():
    match = taken("W", dice=(1, 1, 1, 4), fish=[(7, 2, 0, 0)])
    assert stock(match, 0) == (7, 2, 0, 4)
    assert answers(match) == ["done"]
    for bad in ("keep R", "keep RW", "cube R"):
        with pytest.raises(Illegal):
            play(match, 0, bad)


@rule("MI-R25")
def test_a_kind_that_is_kept_is_stored_in_full():
    match = taken("RW", dice=(5, 1, 1, 4), fish=[(3, 2, 5, 0)])
    play(match, 0, "keep RKW")
    assert stock(match, 0) == (8, 0, 5, 4)


@rule("MI-39", "MI-R24")
def test_a_track_emptied_by_the_payment_frees_its_cube_for_the_lot():
    match = market(dice=(1, 1, 1, 4), fish=[(0, 0, 0, 0), (7, 2, 5, 0)])
    sold(match, "W", 1, 2)
    pay(match, 1, "", "YY")
    assert stock(match, 1) == (7, 0, 5, 4)


@rule("MI-R27", "MI-R39", "MI-50")
def test_a_hire_before_storing_makes_room_for_everything():
    match = taken("W", dice=(1, 1, 1, 4), fish=[(7, 2, 5, 0)])
    play(match, 0, "hire")
    pay(match, 0, "10")
    assert stock(match, 0) == (7, 2, 5, 4)
    assert asked(match) == ("serve", 0)


@rule("MI-R27", "MI-51")
def test_a_hire_paid_with_the_last_fish_of_a_kind_frees_two_cubes():
    match = taken("RW", dice=(1, 1, 1, 4), fish=[(0, 8, 4, 0)], cubes={"Takata": [0]})
    assert set(answers(match)) == {"keep RY", "keep RK", "keep RW", "keep YK", "keep YW", "keep KW"}
    play(match, 0, "hire")
    pay(match, 0, "2", "YYYYYYYY")
    assert stock(match, 0) == (1, 0, 4, 4)
    assert (owned(match, 0), asked(match)) == (4, ("serve", 0))


@rule("MI-R27")
def test_a_hire_that_is_not_enough_leaves_the_question_open():
    match = taken("RYW", dice=(1, 1, 1, 4), cubes={"Takata": [0], "Ishimaru": [0], "Kasugano": [0]})
    assert answers(match) == ["keep -"]
    play(match, 0, "hire")
    pay(match, 0, "10")
    assert asked(match) == ("keep", 0)
    assert answers(match) == ["keep R", "keep Y", "keep W"]
    play(match, 0, "recall Takata")
    assert answers(match) == ["keep RY", "keep RW", "keep YW"]
    play(match, 0, "recall Kasugano")
    assert stock(match, 0) == (1, 1, 0, 4)
    assert spaces(match, "Ishimaru") == [0]


@rule("MI-R24", "MI-R27", "MI-R39")
def test_the_payee_may_hire_before_storing_too():
    match = market(dice=(3, 1, 1, 1), fish=[(1, 1, 0, 1), (0, 0, 4, 0)])
    sold(match, "R", 1, 2)
    pay(match, 1, "", "KK")
    assert asked(match) == ("keep", 0)
    play(match, 0, "hire")
    pay(match, 0, "10")
    assert stock(match, 0) == (1, 1, 2, 1)
    assert stock(match, 1) == (3, 0, 2, 0)
    assert hand(match, 1) == "10 10 5 5 4 3 2 1"


@rule("MI-R24", "MI-38")
def test_a_payee_who_keeps_other_kinds_loses_the_payment():
    match = market(dice=(3, 1, 1, 1), fish=[(1, 1, 0, 1), (0, 0, 4, 0)])
    sold(match, "R", 1, 2)
    pay(match, 1, "", "KK")
    play(match, 0, "keep RYW")
    assert stock(match, 0) == (1, 1, 0, 1)
    play(match, 1, "done")
    assert asked(match) == ("lot", 1)  # and has no right to sell


@rule("MI-47", "MI-R39")
def test_a_recall_before_an_own_decision_leaves_it_open():
    match = market(cubes={"Takata": [1, 0]})
    play(match, 0, "recall Takata")
    assert asked(match) == ("lot", 0)
    assert spaces(match, "Takata") == [1]
    play(match, 0, "lot R")
    play(match, 1, "recall Takata")
    assert asked(match) == ("bid", 1)
    with pytest.raises(Illegal, match="no employee at Takata"):
        play(match, 1, "recall Takata")


@rule("MI-R39")
def test_nobody_hires_or_recalls_while_another_decides():
    match = market(cubes={"Takata": [2]})
    play(match, 0, "lot R")
    for move in ("hire", "recall Takata"):
        with pytest.raises(Illegal, match="not for seat 2"):
            play(match, 2, move)
    assert moves(match, 2) == []
