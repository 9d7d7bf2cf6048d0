"""The actions cook, refill and recycle (YA-48 to YA-54)."""

from itertools import combinations_with_replacement, product

import pytest

from tests.rules import rule
from tests.yatta.support import (
    COLOURS,
    alley,
    asked,
    box,
    dishes,
    fridge,
    moves,
    play,
    sink,
    supply,
    turn,
    vp,
)
from yokocho.core.match import Illegal

ALL_FOODS = dict(menu="RBGY")


def cooking(n, *seats, **position):
    match = turn(f"cook_{n} recycle", *seats, **position)
    play(match, 0, f"do cook_{n}")
    return match


def refilling(n, *seats, **position):
    match = turn(f"refill_{n} recycle", *seats, **position)
    play(match, 0, f"do refill_{n}")
    return match


# --- cook


@rule("YA-48")
def test_only_foods_of_the_own_menu():
    assert moves(cooking(1, dict(menu="BY"), dict(menu="RG"))) == {"cook B", "cook Y"}
    assert moves(cooking(1, ALL_FOODS)) == {f"cook {food}" for food in COLOURS}


@rule("YA-48", "YA-49")
def test_a_dish_leaves_the_supply():
    match = cooking(1, dict(dishes="R"))
    play(match, 0, "cook B")
    assert dishes(match) == "R B"
    assert supply(match, "dishes") == [5, 5, 6, 6]
    assert (sink(match), vp(match)) == ([0, 0, 0, 0], 0)


@rule("YA-48", "YA-49")
def test_two_dishes_in_an_order_of_choice():
    assert moves(cooking(2)) == {"cook RR", "cook RB", "cook BR", "cook BB"}
    for pair in ("RB", "BR", "BB"):
        match = cooking(2)
        play(match, 0, f"cook {pair}")
        assert dishes(match) == " ".join(pair)


@rule("YA-48")
def test_a_pair_of_equal_dishes_stands_once_in_the_list():
    match = cooking(2, ALL_FOODS)
    assert moves(match) == {f"cook {a}{b}" for a, b in product(COLOURS, repeat=2)}
    assert len(match.notations(0)) == 16


@rule("YA-49", "YA-73")
def test_new_dishes_stand_behind_the_others():
    match = cooking(2, dict(dishes="B", stove_improved=True))
    play(match, 0, "cook RB")
    assert dishes(match) == "B R B"


@rule("YA-50")
@pytest.mark.parametrize(
    ("seat", "one", "two"),
    [
        (dict(dishes=""), True, True),
        (dict(dishes="R"), True, False),
        (dict(dishes="R R"), False, False),
        (dict(dishes="R", stove_improved=True), True, True),
        (dict(dishes="R R", stove_improved=True), True, False),
        (dict(dishes="R R R", stove_improved=True), False, False),
    ],
)
def test_dishes_need_space(seat, one, two):
    match = turn("cook_1 cook_2 refill_1", seat)
    assert moves(match, "do cook") == {f"do cook_{n}" for n, can in ((1, one), (2, two)) if can}
    assert moves(match, "ignore cook") == {f"ignore cook_{n}" for n, can in ((1, one), (2, two)) if not can}


@rule("YA-R11", "YA-48")
def test_a_food_that_is_sold_out_cannot_be_cooked():
    match = cooking(1, dict(menu="RBG"), dict(sink=[6, 0, 0, 0]))
    assert moves(match) == {"cook B", "cook G"}


@rule("YA-R11", "YA-48")
def test_the_last_dish_cannot_be_taken_twice():
    assert moves(cooking(2, {}, dict(sink=[5, 0, 0, 0]))) == {"cook RB", "cook BR", "cook BB"}
    assert moves(cooking(2, {}, dict(sink=[5, 5, 0, 0]))) == {"cook RB", "cook BR"}


@rule("YA-50", "YA-R10")
def test_the_supply_must_have_enough_of_the_own_foods():
    match = turn("cook_1 cook_2", {}, dict(sink=[6, 5, 0, 0]))
    assert moves(match) == {"do cook_1", "ignore cook_2"}
    play(match, 0, "do cook_1")  # B is all there is: not asked
    assert dishes(match) == "B"
    match = turn("cook_1 cook_2", {}, dict(sink=[6, 6, 0, 0]))
    assert asked(match) == ("insert", 1)  # neither is possible, though gyoza and tempura are there


# --- refill


@rule("YA-51")
def test_any_colour_of_the_supply():
    match = refilling(1)
    assert moves(match) == {f"refill {colour}" for colour in COLOURS}
    play(match, 0, "refill G")
    assert (fridge(match), supply(match, "beverages")) == ("G", [3, 3, 2, 3])


@rule("YA-51")
def test_two_bottles_of_any_colours():
    match = refilling(2)
    assert moves(match) == {f"refill {a}{b}" for a, b in combinations_with_replacement(COLOURS, 2)}
    assert len(moves(match)) == 10
    play(match, 0, "refill RY")
    assert (fridge(match), supply(match, "beverages")) == ("R Y", [2, 3, 3, 2])


@rule("YA-51")
def test_the_order_of_bottles_means_nothing():
    with pytest.raises(Illegal):
        play(refilling(2), 0, "refill RX")
    assert "refill YR" not in moves(refilling(2))


@rule("YA-51", "YA-52")
def test_only_what_is_there():
    rich = dict(fridge="R R R", fridge_improved=True, box="B B")
    assert moves(refilling(1, {}, rich)) == {"refill B", "refill G", "refill Y"}
    pairs = {"BG", "BY", "GG", "GY", "YY"}  # one B is left, and no R
    assert moves(refilling(2, {}, rich)) == {f"refill {pair}" for pair in pairs}


@rule("YA-52")
@pytest.mark.parametrize(
    ("seat", "one", "two"),
    [
        (dict(fridge=""), True, True),
        (dict(fridge="R"), True, False),
        (dict(fridge="R B"), False, False),
        (dict(fridge="R", fridge_improved=True), True, True),
        (dict(fridge="R B", fridge_improved=True), True, False),
        (dict(fridge="R B G", fridge_improved=True), False, False),
    ],
)
def test_bottles_need_space(seat, one, two):
    match = turn("refill_1 refill_2 cook_1", seat)
    assert moves(match, "do refill") == {f"do refill_{n}" for n, can in ((1, one), (2, two)) if can}
    assert moves(match, "ignore refill") == {f"ignore refill_{n}" for n, can in ((1, one), (2, two)) if not can}


@rule("YA-52", "YA-R10")
def test_the_supply_must_have_enough_bottles():
    """Three players have 16 bottles; 15 of them are with the others and in the own box."""
    others = [
        dict(fridge="R R R", box="R B B", fridge_improved=True),
        dict(fridge="B B G", box="G G G", fridge_improved=True),
    ]
    match = turn("refill_1 refill_2", dict(box="Y Y Y"), *others)
    assert supply(match, "beverages") == [0, 0, 0, 1]
    assert moves(match) == {"do refill_1", "ignore refill_2"}
    play(match, 0, "do refill_1")
    assert fridge(match) == "Y"


# --- recycle


@rule("YA-53", "YA-R23")
def test_one_bottle_of_choice_for_one_vp():
    match = turn("recycle cook_1", dict(box="R G Y"))
    play(match, 0, "do recycle")
    assert moves(match) == {"recycle R", "recycle G", "recycle Y"}
    play(match, 0, "recycle G")
    assert (box(match), vp(match), supply(match, "beverages")) == ("R Y", 1, [2, 3, 3, 2])


@rule("YA-R23", "YA-53")
def test_a_recycled_bottle_can_be_taken_at_once():
    rich = dict(fridge="R B", box="R")
    match = turn("recycle refill_1", dict(box="R", fridge="G"), rich)
    assert supply(match, "beverages") == [0, 2, 2, 3]
    play(match, 0, "do recycle")
    assert asked(match) == ("refill", 0)
    assert "refill R" in moves(match)


@rule("YA-R23")
def test_colours_in_the_box_are_known_to_all():
    match = alley(dict(box="R G"), dict(box="Y"))
    for p in (-1, 0, 1):
        seats = match.game.write(match.view(p))["seats"]
        assert [sorted(seat["box"].split()) for seat in seats] == [["G", "R"], ["Y"]]


@rule("YA-54", "YA-53")
def test_an_empty_box_gives_nothing():
    match = turn("recycle cook_1")
    assert moves(match) == {"ignore recycle", "do cook_1"}
    match = turn("recycle recycle cook_2", dict(box="R", dishes="R"))
    play(match, 0, "do recycle")
    assert (box(match), vp(match)) == ("", 1)  # the first takes the only bottle, the second finds none
    assert asked(match) == ("insert", 1)


@rule("YA-53", "YA-R30")
def test_vp_never_run_out():
    """There are 72 VP tokens in the box; they are only change."""
    match = turn("recycle cook_1", dict(box="R", vp=100), dict(vp=150))
    play(match, 0, "do recycle")
    assert (vp(match), vp(match, 1)) == (101, 150)
