"""The action serve (YA-55 to YA-63, YA-78, YA-79)."""

from itertools import combinations, product

import pytest

from tests.rules import rule
from tests.yatta.support import (
    CELLS,
    FIGURES,
    asked,
    board,
    box,
    dishes,
    filled,
    fridge,
    held,
    moves,
    placed,
    placing,
    play,
    put,
    queue,
    seen,
    sink,
    supply,
    token,
    turn,
    vp,
)
from yokocho.core.match import Illegal

READY = dict(queue="R", dishes="R", fridge="R", box="")


def possible(n=1, **changes):
    """Can seat 0 serve, all being ready but for what is changed? ``ignore``, ``do``, or both."""
    match = turn(f"serve_{n} cook_1 refill_1", dict(READY, stove_improved=True, fridge_improved=True) | changes)
    return {move.split()[0] for move in moves(match) if move.endswith(f"serve_{n}")}


# --- what it needs


@rule("YA-55")
@pytest.mark.parametrize("missing", [dict(queue=""), dict(dishes=""), dict(fridge=""), dict(box="R B G")])
def test_each_thing_is_needed(missing):
    assert possible() == {"do"}
    assert possible(**missing) == {"ignore"}


@rule("YA-55", "YA-R38")
@pytest.mark.parametrize(
    ("n", "fridge", "box", "can"),
    [
        (1, "R", "R B", True),
        (1, "R", "R B G", False),
        (2, "R", "", False),
        (2, "R B", "", True),
        (2, "R B", "R", True),
        (2, "R B", "R B", False),
        (2, "R B G", "R", True),
    ],
)
def test_bottles_and_room_for_them(n, fridge, box, can):
    assert possible(n, fridge=fridge, box=box) == {"do" if can else "ignore"}


@rule("YA-55", "YA-R22", "YA-64")
def test_a_free_space_on_the_reputation_board():
    full = filled(len(CELLS), "BGYT")
    assert possible(board=full) == {"ignore"}
    del full["D4"]
    assert possible(board=full) == {"do"}


@rule("YA-R22")
def test_a_doggy_bag_does_not_help_with_a_full_board():
    full = filled(len(CELLS), "BGYT")
    assert possible(board=full, tokens=token(doggy_bag=1)) == {"ignore"}


@rule("YA-55", "YA-78", "YA-R42")
def test_a_taiyaki_stands_in_for_the_dish():
    """Nobody has to spend a token: without a dish the serve may also be let go."""
    assert possible(dishes="", tokens=token(taiyaki=1)) == {"do", "ignore"}
    assert possible(tokens=token(taiyaki=1)) == {"do"}  # with a dish it is possible without the token


@rule("YA-R42")
@pytest.mark.parametrize("missing", [dict(queue=""), dict(fridge=""), dict(box="R B G")])
def test_a_taiyaki_replaces_nothing_but_the_dish(missing):
    assert possible(dishes="", tokens=token(taiyaki=1), **missing) == {"ignore"}


@rule("YA-R42", "YA-20")
def test_a_serve_that_only_a_taiyaki_makes_possible_can_be_let_go():
    match = turn("serve_1 cook_2", dict(READY, dishes="", tokens=token(taiyaki=1), menu="RB"))
    play(match, 0, "ignore serve_1")
    assert asked(match) == ("cook", 0)
    assert (held(match), queue(match)) == (token(taiyaki=1), "R")


# --- what is served


@rule("YA-56")
def test_the_first_figure_and_the_first_dish():
    match = turn("serve_1 serve_2", dict(queue="G R T", dishes="Y B", fridge="B"))
    play(match, 0, "do serve_1")
    cell = put(match)
    assert board(match) == {cell: "G"}
    assert sink(match) == [0, 0, 0, 1]
    assert (queue(match), dishes(match)) == ("R T", "B")


@rule("YA-56")
def test_bottles_are_chosen_freely():
    seat = dict(queue="R", dishes="R", fridge="B B Y", fridge_improved=True)
    match = turn("serve_1 recycle", seat)
    play(match, 0, "do serve_1")
    assert moves(match) == {"serve B", "serve Y"}
    match = turn("serve_2 recycle", seat)
    play(match, 0, "do serve_2")
    assert moves(match) == {"serve BB", "serve BY"}
    match = turn("serve_2 recycle", seat | dict(fridge="R B Y"))
    play(match, 0, "do serve_2")
    assert moves(match) == {"serve RB", "serve RY", "serve BY"}


@rule("YA-R38", "YA-37", "YA-55")
def test_exactly_as_many_bottles_as_the_tile_says():
    match = turn("serve_2 recycle", dict(queue="R", dishes="R", fridge="R B"))
    play(match, 0, "do serve_2")
    assert (fridge(match), box(match)) == ("", "R B")
    match = turn("serve_1 recycle", dict(queue="R", dishes="R", fridge="R B"))
    play(match, 0, "do serve_1")
    with pytest.raises(Illegal):
        play(match, 0, "serve RB")
    play(match, 0, "serve B")
    assert (fridge(match), box(match)) == ("R", "B")


@rule("YA-78", "YA-56")
def test_with_or_without_taiyaki_is_chosen_with_the_bottles():
    match = turn("serve_2 recycle", dict(READY, fridge="R R B", fridge_improved=True, tokens=token(taiyaki=1)))
    play(match, 0, "do serve_2")
    assert moves(match) == {"serve RR", "serve RB", "serve RR with taiyaki", "serve RB with taiyaki"}
    match = turn("serve_1 cook_1", dict(READY, dishes="", fridge="R B", tokens=token(taiyaki=1)))
    play(match, 0, "do serve_1")
    assert moves(match) == {"serve R with taiyaki", "serve B with taiyaki"}


# --- one after the other


@rule("YA-57", "YA-58", "YA-59", "YA-60", "YA-61")
def test_dish_then_bottles_then_figure_then_vp_then_the_shift():
    seat = dict(queue="R G", dishes="R B", fridge="R", box="Y")
    match = turn("serve_1 serve_2", seat)
    play(match, 0, "do serve_1")
    assert asked(match) == ("cell", 0)  # dish and bottle are gone, the figure is not placed yet
    assert (sink(match), dishes(match)) == ([1, 0, 0, 0], "- B")
    assert (fridge(match), box(match)) == ("", "R Y")
    assert (queue(match), board(match), vp(match)) == ("R G", {}, 0)
    assert seen(match)["serving"] == {"vp": 3, "dish": True, "placed": False}
    play(match, 0, "place A1")
    assert asked(match) == ("review", 0)  # the bonus comes before the VP
    assert (queue(match), board(match), vp(match)) == ("- G", {"A1": "R"}, 0)
    assert seen(match)["serving"] == {"vp": 3, "dish": True, "placed": True}
    play(match, 0, "gain S")
    assert (queue(match), dishes(match), vp(match)) == ("G", "B", 3)
    assert seen(match)["serving"] is None


@rule("YA-61", "YA-78")
def test_a_taiyaki_leaves_the_dishes_where_they_are():
    match = turn("serve_1 serve_2", dict(queue="R G", dishes="R B", fridge="R", tokens=token(taiyaki=1)))
    play(match, 0, "do serve_1", "serve R with taiyaki")
    assert (dishes(match), sink(match)) == ("R B", [0, 0, 0, 0])
    assert seen(match)["serving"] == {"vp": 2, "dish": False, "placed": False}
    put(match)
    assert (queue(match), dishes(match), sink(match)) == ("G", "R B", [0, 0, 0, 0])
    assert (held(match), supply(match, "spent")) == (token(), token(taiyaki=1))
    assert supply(match, "dishes") == [5, 5, 6, 6]


@rule("YA-57", "YA-63")
def test_dishes_pile_up_in_the_sink():
    match = placing(sink=[2, 0, 1, 0])
    put(match)
    assert sink(match) == [3, 0, 1, 0]
    assert supply(match, "dishes") == [3, 6, 5, 6]  # they never come back


@rule("YA-63", "YA-R24")
def test_served_figures_stay_on_the_board():
    match = placing("B", {"A1": "R"})
    before = supply(match, "bag")
    cell = put(match)
    assert board(match) == {"A1": "R", cell: "B"}
    assert supply(match, "bag") == before


@rule("YA-61")
def test_the_next_action_finds_the_queues_shifted():
    match = turn("serve_1 serve_2", dict(queue="R G", dishes="B G", fridge="G G R", fridge_improved=True))
    play(match, 0, "do serve_1", "serve R")
    first = put(match)
    second = put(match)  # the serve with two bottles is all that is left
    assert board(match) == {first: "R", second: "G"}
    assert vp(match) == 2 + 4
    assert (queue(match), dishes(match), fridge(match), sink(match)) == ("", "", "", [0, 1, 1, 0])


# --- what it is worth


@rule("YA-60", "YA-62", "YA-78", "YA-79")
@pytest.mark.parametrize(("figure", "dish"), list(product(FIGURES, ["R", "G", "taiyaki"])))
def test_one_bottle(figure, dish):
    taiyaki = dish == "taiyaki"
    for bottle in "RGY":
        seat = dict(queue=figure, fridge=bottle, dishes="" if taiyaki else dish)
        match = turn("serve_1 serve_2", seat | dict(tokens=token(taiyaki=int(taiyaki))))
        play(match, 0, "do serve_1")
        put(match)
        expected = 1 + (dish == figure) + (bottle == figure) + (taiyaki and figure == "T")
        assert vp(match) == expected


@rule("YA-60", "YA-62")
@pytest.mark.parametrize("bottles", sorted(set(combinations("RRBG", 2))))
def test_two_bottles(bottles):
    for figure, dish in product("RBT", "RB"):
        match = turn("serve_2 serve_1", dict(queue=figure, dishes=dish, fridge=" ".join(bottles)))
        play(match, 0, "do serve_2")
        put(match)
        assert vp(match) == 1 + (dish == figure) + bottles.count(figure)
        assert 1 <= vp(match) <= 4


@rule("YA-79", "YA-62")
def test_a_taiyaki_for_a_customer_adds_nothing():
    match = turn("serve_1 serve_2", dict(queue="R", fridge="B", tokens=token(taiyaki=1)))
    play(match, 0, "do serve_1")
    put(match)
    assert vp(match) == 1


@rule("YA-60", "YA-71")
def test_the_bonus_adds_to_it():
    match = placed("R", "B3", {"B4": "B"}, vp=10)
    assert vp(match) == 10 + 2 + 3
