"""Step A, the customer queue check (YA-22 to YA-29)."""

from itertools import combinations_with_replacement

import pytest

from tests.rules import rule
from tests.yatta.support import (
    REVIEWS,
    alley,
    asked,
    box,
    fridge,
    held,
    moves,
    play,
    queue,
    reviews,
    supply,
    token,
    turn,
    vp,
)
from yokocho.core.match import Illegal

FOUR = "R G B Y"
NONE = [0, 0, 0, 0]
WORST = [-3, -3, -3, -3]


def losing(reviews, **seat):
    """Nothing can be offered: the figure has left, and reviews are to be lost."""
    return alley(dict(queue=FOUR, reviews=reviews) | seat)


@rule("YA-22")
@pytest.mark.parametrize("text", ["", "R", "R G", "R G B"])
def test_three_figures_are_no_trouble(text):
    match = alley(dict(queue=text, fridge="R", tokens=token(taiyaki=1)))
    assert asked(match) == ("insert", 0)


@rule("YA-22")
def test_only_the_own_queue_counts():
    assert asked(alley({}, dict(queue=FOUR, fridge="R"))) == ("insert", 0)
    assert asked(alley({}, dict(queue=FOUR, fridge="R"), active=1)) == ("check", 1)


@rule("YA-23", "YA-28", "YA-R24")
def test_accepting_puts_the_figure_back_before_reviews_are_lost():
    match = alley(dict(queue=FOUR, fridge="R"))
    before = supply(match, "bag")
    play(match, 0, "accept")
    assert queue(match) == "R G B"
    assert supply(match, "bag") == [*before[:3], before[3] + 1, before[4]]
    assert asked(match) == ("lose", 0)
    play(match, 0, "lose SA")
    assert (reviews(match), fridge(match), vp(match)) == ([-1, -1, 0, 0], "R", 0)


@rule("YA-23")
def test_without_a_way_out_there_is_no_question():
    match = losing(NONE)
    assert asked(match) == ("lose", 0)
    assert queue(match) == "R G B"


@rule("YA-24")
def test_two_reviews_or_one_twice():
    pairs = {f"lose {a}{b}" for a, b in combinations_with_replacement(REVIEWS, 2)}
    assert moves(losing(NONE)) == pairs
    assert len(pairs) == 10


@rule("YA-24")
@pytest.mark.parametrize(("move", "steps"), [("VV", [0, 0, -2, 0]), ("SC", [-1, 0, 0, -1]), ("AV", [0, -1, -1, 0])])
def test_the_steps_are_lost(move, steps):
    match = losing(NONE)
    play(match, 0, f"lose {move}")
    assert reviews(match) == steps
    assert asked(match) == ("insert", 0)


@rule("YA-R12")
@pytest.mark.parametrize(
    ("steps", "offered"),
    [
        ([-3, -3, 0, -3], None),  # VV is all there is
        ([-3, -3, -2, -2], None),  # one of each
        ([-3, -3, -1, -2], {"VV", "VC"}),  # C can move but once
        ([-2, 0, -3, -3], {"SA", "AA"}),
        ([-2, -2, -2, -3], {"SA", "SV", "AV"}),
        ([-2, 4, 4, 4], {"SA", "SV", "SC", "AA", "AV", "AC", "VV", "VC", "CC"}),
    ],
)
def test_a_marker_at_the_left_end_is_passed_over(steps, offered):
    """Others must take the step."""
    match = losing(steps)
    if offered is None:
        assert asked(match) == ("insert", 0)
        assert sum(reviews(match)) == sum(steps) - 2
        assert min(reviews(match)) >= -3
    else:
        assert moves(match) == {f"lose {pair}" for pair in offered}


@rule("YA-R12")
def test_when_no_marker_can_move_the_steps_lapse():
    for step in (-3, -2):
        match = losing([step, -3, -3, -3])
        assert asked(match) == ("insert", 0)
        assert reviews(match) == WORST
        assert queue(match) == "R G B"


@rule("YA-25", "YA-28", "YA-R3")
def test_any_drink_placates():
    match = alley(dict(queue=FOUR, fridge="R G", box="R"))
    before = supply(match, "beverages")
    assert moves(match) == {"accept", "offer R", "offer G"}
    play(match, 0, "offer R")
    assert (fridge(match), box(match), queue(match)) == ("G", "R R", FOUR)
    assert (vp(match), reviews(match), supply(match, "beverages")) == (0, NONE, before)
    assert asked(match) == ("insert", 0)


@rule("YA-25")
def test_equal_bottles_are_one_choice():
    match = alley(dict(queue=FOUR, fridge="G G"))
    assert moves(match) == {"accept", "offer G"}


@rule("YA-26")
def test_no_offer_with_a_full_box_or_an_empty_fridge():
    assert asked(alley(dict(queue=FOUR, fridge="R G", box="R B B"))) == ("lose", 0)
    assert asked(alley(dict(queue=FOUR, fridge="", box="R"))) == ("lose", 0)
    match = alley(dict(queue=FOUR, fridge="R G", box="R B B", tokens=token(taiyaki=1)))
    assert moves(match) == {"accept", "offer taiyaki"}
    with pytest.raises(Illegal):
        play(match, 0, "offer R")


@rule("YA-27", "YA-21", "YA-28")
def test_a_taiyaki_placates():
    match = alley(dict(queue=FOUR, tokens=token(taiyaki=2)))
    assert moves(match) == {"accept", "offer taiyaki"}
    play(match, 0, "offer taiyaki")
    assert (held(match), supply(match, "spent")) == (token(taiyaki=1), token(taiyaki=1))
    assert (queue(match), reviews(match), vp(match)) == (FOUR, NONE, 0)
    assert asked(match) == ("insert", 0)


@rule("YA-28")
def test_a_way_out_need_not_be_taken():
    match = alley(dict(queue=FOUR, fridge="R", tokens=token(taiyaki=1)))
    assert moves(match) == {"accept", "offer R", "offer taiyaki"}
    play(match, 0, "accept", "lose CC")
    assert (fridge(match), held(match), reviews(match)) == ("R", token(taiyaki=1), [0, 0, 0, -2])


@rule("YA-29", "YA-R3")
def test_once_a_turn_and_again_in_the_next():
    match = turn("cook_1 refill_1", dict(queue=FOUR, fridge="R"))  # past the check, position 4 still taken
    play(match, 0, "do cook_1", "cook R", "refill G")
    assert asked(match) == ("insert", 1)
    assert queue(match) == FOUR
    tiles = moves(match, "insert cook") | moves(match, "insert refill")
    play(match, 1, next(iter(sorted(tiles))))
    while match.actor() == 1:
        play(match, 1, match.notations(1)[0])
    assert asked(match) == ("check", 0)


@rule("YA-29")
def test_a_figure_that_fills_the_queue_during_the_turn_waits_for_the_next_check():
    match = turn("customers_1 cook_1", dict(queue="R G B"), next_figures="Y")
    play(match, 0, "do customers_1", "send Y to 0")
    assert queue(match) == FOUR
    assert asked(match) == ("cook", 0)
    play(match, 0, "cook R")
    assert asked(match) == ("insert", 1)
    assert queue(match) == FOUR


@rule("YA-20", "YA-R25", "YA-82")
def test_an_urgent_call_changes_who_leaves():
    match = alley(dict(queue="R G B T", tokens=token(urgent_call=1)))
    pairs = {
        "use urgent_call 1 2",
        "use urgent_call 1 3",
        "use urgent_call 1 4",
        "use urgent_call 2 3",
        "use urgent_call 2 4",
    }
    assert moves(match) == {"accept", "use urgent_call 3 4"} | pairs
    play(match, 0, "use urgent_call 1 4")
    assert asked(match) == ("lose", 0)
    assert (queue(match), supply(match, "bag")) == ("T G B", [6, 5, 5, 6, 2])


@rule("YA-R26", "YA-20")
def test_garbage_may_come_before_the_offer():
    match = alley(dict(queue=FOUR, fridge="R G", box="R B B", tokens=token(garbage=1)))
    assert moves(match) == {"accept", "use garbage"}
    play(match, 0, "use garbage")
    assert moves(match) == {"accept", "offer R", "offer G"}


@rule("YA-24", "YA-77")
def test_reviews_lost_cost_nothing_now():
    match = alley(dict(queue=FOUR, vp=5))
    play(match, 0, "lose SS")
    assert vp(match) == 5
