"""The action new customers (YA-41 to YA-47)."""

from collections import Counter

import pytest

from tests.rules import rule
from tests.yatta.support import (
    CELLS,
    FIGURES,
    alley,
    asked,
    filled,
    moves,
    play,
    queue,
    reviews,
    seen,
    supply,
    turn,
)
from yokocho.core.match import Illegal

ONE = "customers_1 recycle"  # without a bottle the other tile does nothing
TWO = "customers_2 recycle"


def drawn(figures, *queues, line=None, **position):
    """Seat 0 has drawn these; queues of seats 0, 1, ..."""
    line = line or (ONE if len(figures.split()) == 1 else TWO)
    match = turn(line, *(dict(queue=text) for text in queues), **{"next_figures": figures} | position)
    play(match, 0, f"do {line.split()[0]}")
    return match


def queues(match):
    return [queue(match, p) for p in range(match.players)]


@rule("YA-41")
def test_figures_leave_the_bag():
    match = drawn("R", "", "")
    assert seen(match)["hand"] == "R"
    assert supply(match, "bag") == [5, 6, 6, 6, 3]
    match = drawn("R T", "", "G")
    assert sorted(seen(match)["hand"].split()) == ["R", "T"]
    assert supply(match, "bag") == [5, 6, 5, 6, 2]


@rule("YA-41")
def test_every_figure_of_the_bag_is_as_likely():
    found = Counter()
    for i in range(270):
        match = turn(ONE, {}, dict(queue="R G"), seed=f"draw {i}")
        play(match, 0, "do customers_1")
        found[seen(match)["hand"]] += 1
    for figure, count in zip(FIGURES, (5, 6, 5, 6, 3)):
        assert 0.5 * count / 25 < found[figure] / 270 < 1.6 * count / 25


@rule("YA-41")
def test_two_are_drawn_without_replacement():
    """The bag holds one tourist and one customer: both are drawn."""
    boards = [dict(board=filled(16, "RBG")), dict(board=dict(zip(CELLS, "GGYYYYYTT")))]
    match = turn(TWO, *boards)
    assert supply(match, "bag") == [0, 0, 0, 1, 1]
    play(match, 0, "do customers_2")
    assert sorted(seen(match)["hand"].split()) == ["T", "Y"]


@rule("YA-42", "YA-R6", "YA-37")
def test_the_bag_must_hold_enough():
    boards = [dict(board=filled(16, "RBG")), dict(board=dict(zip(CELLS, "GGYYYYYYTT")))]
    match = turn("customers_1 customers_2", *boards)
    assert supply(match, "bag") == [0, 0, 0, 0, 1]
    assert moves(match) == {"do customers_1", "ignore customers_2"}
    boards[1]["board"]["D4"] = "T"
    match = turn("customers_1 customers_2", *boards)
    assert asked(match) == ("insert", 1)


@rule("YA-42", "YA-R5")
def test_all_queues_together_must_have_room():
    full = "R R G G"
    match = turn("customers_1 customers_2 recycle", dict(queue=full), dict(queue="B B Y"))
    assert moves(match) == {"do customers_1", "ignore customers_2", "ignore recycle"}
    match = turn("customers_1 customers_2 recycle", dict(queue="R R G"), dict(queue="B B Y"))
    assert moves(match) == {"do customers_1", "do customers_2", "ignore recycle"}
    match = turn("customers_1 customers_2 recycle", dict(queue=full), dict(queue="B B"))
    assert moves(match) == {"do customers_1", "do customers_2", "ignore recycle"}


@rule("YA-42")
def test_with_all_queues_full_nobody_is_drawn():
    match = turn("customers_1 customers_2", dict(queue="R R G G"), dict(queue="B B Y Y", fridge="R"))
    assert asked(match) == ("check", 1)  # both were ignored
    assert supply(match, "bag") == [4, 4, 4, 4, 3]


@rule("YA-43", "YA-47")
@pytest.mark.parametrize("to", [0, 1, 2])
def test_a_customer_goes_where_there_is_room(to):
    match = drawn("B", "R", "R G", "T", "Y Y Y Y")
    assert moves(match) == {"send B to 0", "send B to 1", "send B to 2"}
    play(match, 0, f"send B to {to}")
    expected = ["R", "R G", "T", "Y Y Y Y"]
    expected[to] += " B"
    assert queues(match) == expected


@rule("YA-43", "YA-45")
def test_customers_are_never_exchanged():
    assert moves(drawn("B", "R", "G T")) == {"send B to 0", "send B to 1"}
    with pytest.raises(Illegal):
        play(drawn("B", "R", "G T"), 0, "swap B with 1.1")


@rule("YA-44", "YA-45")
def test_a_tourist_stays_or_is_exchanged_for_a_customer():
    match = drawn("T", "R", "G T Y", "", "T")
    assert moves(match) == {"send T to 0", "swap T with 1.1", "swap T with 1.3"}
    for move in ("send T to 1", "send T to 2", "swap T with 1.2", "swap T with 3.1", "swap T with 0.1"):
        with pytest.raises(Illegal):
            play(match, 0, move)


@rule("YA-44")
def test_equal_customers_in_different_places_are_different_choices():
    assert moves(drawn("T", "", "G G")) == {"send T to 0", "swap T with 1.1", "swap T with 1.2"}


@rule("YA-46", "YA-47", "YA-R4", "YA-R24")
def test_the_tourist_takes_the_place_of_the_customer():
    match = drawn("T", "R", "G Y B T", line="customers_1 cook_1")
    before = supply(match, "bag")
    play(match, 0, "swap T with 1.2")
    assert queues(match) == ["R Y", "G T B T"]
    assert supply(match, "bag") == before  # the customer joins the own queue, not the bag


@rule("YA-44", "YA-46")
def test_an_exchange_is_possible_with_a_full_queue():
    match = drawn("T", "R G B", "R G B Y", line="customers_1 cook_1")
    play(match, 0, "swap T with 1.4")
    assert queues(match) == ["R G B Y", "R G B T"]


@rule("YA-44")
def test_a_tourist_with_nobody_to_be_exchanged_for_stays():
    match = drawn("T", "R", "T")
    assert queues(match) == ["R T", "T"]
    assert asked(match) == ("insert", 1)


@rule("YA-R7", "YA-44", "YA-R24")
def test_with_a_full_queue_a_tourist_goes_back():
    match = drawn("T", "R R G G", "B")
    assert queues(match) == ["R R G G", "B"]
    assert supply(match, "bag") == [4, 5, 4, 6, 3]
    assert asked(match) == ("insert", 1)  # and no other figure is drawn


@rule("YA-R7")
def test_a_placement_that_strands_the_tourist_is_not_offered():
    match = drawn("B T", "R R R", "G G G")
    swaps = {"swap T with 1.1", "swap T with 1.2", "swap T with 1.3"}
    assert moves(match) == {"send B to 1", "send T to 0"} | swaps
    play(match, 0, "send B to 1")
    assert moves(match) == {"send T to 0", "swap T with 1.4"} | swaps


@rule("YA-R7")
def test_with_two_free_spaces_nothing_is_stranded():
    assert moves(drawn("B T", "R R", "G G G")) >= {"send B to 0", "send B to 1", "send T to 0"}


@rule("YA-R7")
def test_the_tourist_first_and_then_the_customer_elsewhere():
    match = drawn("B T", "R R R", "G G")
    play(match, 0, "send T to 0")
    assert queues(match) == ["R R R T", "G G B"]  # there is only one place left for B
    match = drawn("B T", "R R R", "G G")
    play(match, 0, "swap T with 1.1")
    assert queues(match) == ["R R R G", "T G B"]


@rule("YA-R7")
def test_of_two_tourists_one_may_have_to_go_back():
    match = drawn("T T", "R R R", "G G")
    assert moves(match) == {"send T to 0", "swap T with 1.1", "swap T with 1.2"}
    play(match, 0, "send T to 0")
    assert queues(match) == ["R R R T", "G G"]
    assert supply(match, "bag") == [3, 6, 4, 6, 2]


@rule("YA-R7")
def test_a_tourist_that_cannot_be_placed_comes_after_the_customer():
    match = drawn("Y T", "R R R R", "G G", "B")
    assert moves(match) == {"send Y to 1", "send Y to 2"}
    play(match, 0, "send Y to 2")
    assert queues(match) == ["R R R R", "G G", "B Y"]
    assert supply(match, "bag")[4] == 4


@rule("YA-R8", "YA-43")
def test_two_are_seen_together_and_placed_in_any_order():
    match = drawn("B Y", "R", "G")
    assert moves(match) == {"send B to 0", "send B to 1", "send Y to 0", "send Y to 1"}
    play(match, 0, "send Y to 0", "send B to 0")
    assert queues(match) == ["R Y B", "G"]


@rule("YA-R8", "YA-43")
def test_they_may_go_to_different_players():
    match = drawn("B Y", "R", "G", "")
    play(match, 0, "send B to 2", "send Y to 1")
    assert queues(match) == ["R", "G Y", "B"]


@rule("YA-43")
def test_two_equal_figures_are_one_choice():
    match = drawn("B B", "R", "G")
    assert moves(match) == {"send B to 0", "send B to 1"}
    play(match, 0, "send B to 1")
    assert seen(match)["hand"] == "B"
    assert moves(match) == {"send B to 0", "send B to 1"}


@rule("YA-R43", "YA-44", "YA-46")
def test_a_customer_sent_away_may_be_exchanged_for_the_tourist_drawn_with_it():
    match = drawn("B T", "R", "T")
    assert moves(match) == {"send B to 0", "send B to 1", "send T to 0"}
    play(match, 0, "send B to 1")
    assert moves(match) == {"send T to 0", "swap T with 1.2"}
    play(match, 0, "swap T with 1.2")
    assert queues(match) == ["R B", "T T"]


@rule("YA-R9", "YA-40", "YA-41")
def test_two_actions_one_after_the_other():
    """The first draws and places, and only then the second draws."""
    match = turn("customers_1 customers_2", dict(queue="R"), dict(queue="G"), next_figures="B Y Y")
    play(match, 0, "do customers_1")
    assert seen(match)["hand"] == "B"
    play(match, 0, "send B to 1")
    assert sorted(seen(match)["hand"].split()) == ["Y", "Y"]
    assert queues(match) == ["R", "G B"]


@rule("YA-R9", "YA-42")
def test_the_second_action_finds_the_room_that_the_first_left():
    match = turn("customers_1 customers_2", dict(queue="R R R"), dict(queue="G G G", fridge="R"), next_figures="B")
    assert moves(match) == {"do customers_1", "do customers_2"}
    play(match, 0, "do customers_1", "send B to 1")
    assert asked(match) == ("check", 1)  # one space is left: customers_2 is ignored
    assert queues(match) == ["R R R", "G G G B"]


@rule("YA-R40", "YA-22")
def test_a_queue_filled_by_another_player_is_checked_at_its_own_turn():
    match = turn("customers_1 cook_1", dict(queue="R"), {}, dict(queue="G G G", fridge="B"), next_figures="B")
    play(match, 0, "do customers_1", "send B to 2")
    assert queue(match, 2) == "G G G B"
    assert reviews(match, 2) == [0, 0, 0, 0]
    assert asked(match) == ("cook", 0)  # seat 0 goes on
    play(match, 0, "cook R")
    assert asked(match) == ("insert", 1)


@rule("YA-R40", "YA-29", "YA-22")
def test_and_then_it_is_checked():
    match = turn("customers_1 recycle", dict(queue="R"), dict(queue="G G G", fridge="B"), next_figures="B")
    play(match, 0, "do customers_1", "send B to 1")
    assert asked(match) == ("check", 1)
    assert moves(match) == {"accept", "offer B"}


@rule("YA-47")
def test_queues_have_no_gaps():
    match = drawn("B", "", "")
    play(match, 0, "send B to 1")
    assert queues(match) == ["", "B"]


@rule("YA-41", "YA-99")
def test_the_bag_can_be_counted_out():
    match = alley(dict(queue="R T"), dict(queue="G", board={"A1": "G", "B1": "T"}))
    assert supply(match, "bag") == [5, 6, 4, 6, 1]
