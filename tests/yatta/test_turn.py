"""Rounds and turns, the insertion of a tile, and the order of its actions (YA-17 to YA-19, YA-30 to YA-40)."""

import pytest

from tests.rules import rule
from tests.yatta.support import (
    FACES,
    LINES,
    alley,
    asked,
    box,
    dishes,
    finish_turn,
    fridge,
    grid,
    moves,
    outside,
    play,
    put,
    queue,
    seen,
    supply,
    todo,
    token,
    turn,
    vp,
    when,
)
from yokocho.core.match import Illegal

TILES = dict(
    grid=["customers_1 cook_2 serve_1", "refill_1 recycle cook_1"], outside="serve_2 customers_2 refill_2 recycle"
)
WANTED = dict(queue="B B B B", fridge="R")  # has a check to answer


# --- rounds


@rule("YA-17", "YA-1")
def test_everybody_has_one_turn_in_turn_order():
    match = alley(players=3, first=1)
    found = []
    for _ in range(7):
        found.append(when(match))
        finish_turn(match)
    order = [("round", n, p) for n in (1, 2, 3) for p in (1, 2, 0)]
    assert found == order[:7]


@rule("YA-17")
def test_a_turn_is_check_insertion_actions():
    match = alley(WANTED, **TILES)
    assert asked(match) == ("check", 0)
    play(match, 0, "accept")
    assert asked(match) == ("lose", 0)
    play(match, 0, "lose SS")
    assert asked(match) == ("insert", 0)
    play(match, 0, "insert serve_2 R1")
    assert asked(match) == ("action", 0)
    assert seen(match)["line"] == "R1"
    finish_turn(match)
    assert when(match) == ("round", 1, 1)
    assert (seen(match)["line"], seen(match)["todo"]) == (None, "")


@rule("YA-18", "YA-3")
def test_the_round_advances_after_the_last_player():
    match = alley(active=0, round=4)
    finish_turn(match)
    assert when(match) == ("round", 4, 1)
    finish_turn(match)
    assert when(match) == ("round", 5, 0)


@rule("YA-18", "YA-19", "YA-84")
def test_after_round_12_comes_the_final_serving_turn():
    ready = dict(queue="R", dishes="R", fridge="R")
    match = turn("refill_2 cook_2", ready, active=1, round=11)
    finish_turn(match)
    assert when(match) == ("round", 12, 0)
    match = turn("refill_2 cook_2", ready, active=1, round=12)
    finish_turn(match)
    assert when(match) == ("final", 12, 0)
    assert asked(match) == ("final", 0)
    play(match, 0, "stop")
    assert match.over
    assert (seen(match)["phase"], seen(match)["round"]) == ("over", 12)


@rule("YA-18", "YA-19", "YA-17")
@pytest.mark.parametrize("players", [2, 4])
def test_a_match_has_twelve_rounds(players):
    match = alley(players=players)
    turns = []
    while not match.over:
        turns.append(when(match))
        finish_turn(match)
    assert [t for t in turns if t[0] == "round"] == [("round", n, p) for n in range(1, 13) for p in range(players)]
    assert all(t[1] == 12 for t in turns if t[0] == "final")


# --- the insertion


@rule("YA-30")
def test_four_tiles_and_five_lines():
    match = alley(**TILES)
    assert moves(match) == {f"insert {tile} {line}" for tile in TILES["outside"].split() for line in LINES}


@rule("YA-31", "YA-32", "YA-33")
@pytest.mark.parametrize(
    ("line", "rows", "out"),
    [
        ("C1", ["serve_2 cook_2 serve_1", "customers_1 recycle cook_1"], "refill_1"),
        ("C2", ["customers_1 serve_2 serve_1", "refill_1 cook_2 cook_1"], "recycle"),
        ("C3", ["customers_1 cook_2 serve_2", "refill_1 recycle serve_1"], "cook_1"),
        ("R1", ["serve_2 customers_1 cook_2", "refill_1 recycle cook_1"], "serve_1"),
        ("R2", ["customers_1 cook_2 serve_1", "serve_2 refill_1 recycle"], "cook_1"),
    ],
)
def test_tiles_shift(line, rows, out):
    match = alley(dict(box="R", queue="R", dishes="R", fridge="B"), **TILES)
    play(match, 0, f"insert serve_2 {line}")
    assert grid(match) == rows
    assert outside(match) == sorted(["customers_2", "refill_2", "recycle", out])


@rule("YA-35", "YA-R34")
@pytest.mark.parametrize(
    ("move", "actions"),
    [
        ("insert refill_2 C1", "refill_2 customers_1"),
        ("insert refill_2 C2", "refill_2 cook_2"),
        ("insert refill_2 C3", "refill_2 serve_1"),
        ("insert refill_2 R1", "refill_2 customers_1 cook_2"),
        ("insert refill_2 R2", "refill_2 refill_1 recycle"),
    ],
)
def test_the_line_as_it_is_after_the_insertion_counts(move, actions):
    match = alley(**TILES)
    play(match, 0, move)
    assert todo(match) == sorted(actions.split())
    assert seen(match)["line"] == move.split()[2]


@rule("YA-33", "YA-R33")
def test_the_tile_pushed_out_is_for_the_next_player():
    match = alley(**TILES)
    assert not moves(match, "insert cook_1")
    play(match, 0, "insert refill_2 R2")
    assert "cook_1" not in todo(match)
    finish_turn(match)
    assert asked(match) == ("insert", 1)
    assert moves(match, "insert cook_1") == {f"insert cook_1 {line}" for line in LINES}
    assert not moves(match, "insert refill_2")


@rule("YA-34")
def test_a_line_just_used_may_be_used_again():
    match = alley(**TILES)
    play(match, 0, "insert refill_2 R2")
    finish_turn(match)
    lines = {move.split()[2] for move in moves(match, "insert")}
    assert lines == set(LINES)
    play(match, 1, "insert cook_1 R2")
    assert grid(match)[1] == "cook_1 refill_2 refill_1"


# --- the actions


@rule("YA-36", "YA-39")
def test_any_order_one_at_a_time():
    match = turn("cook_1 refill_1 customers_1", next_figures="R")
    assert moves(match) == {"do cook_1", "do refill_1", "do customers_1"}
    play(match, 0, "do refill_1", "refill G")
    assert fridge(match) == "G"  # the result is seen before the next is chosen
    assert moves(match) == {"do cook_1", "do customers_1"}
    play(match, 0, "do cook_1", "cook B")
    assert dishes(match) == "B"
    assert asked(match) == ("place", 0)  # the last one is forced


@rule("YA-36")
@pytest.mark.parametrize("first", ["cook_1", "cook_2", "refill_2"])
def test_whichever_is_first(first):
    match = turn("cook_1 cook_2 refill_2")
    play(match, 0, f"do {first}")
    assert asked(match) == (first.split("_")[0], 0)


@rule("YA-37", "YA-38")
def test_what_cannot_be_done_completely_is_lost():
    match = turn("cook_2 refill_1", dict(dishes="R"))
    assert moves(match) == {"ignore cook_2", "do refill_1"}
    with pytest.raises(Illegal):
        play(match, 0, "do cook_2")
    play(match, 0, "ignore cook_2")
    assert asked(match) == ("refill", 0)
    play(match, 0, "refill R")
    assert dishes(match) == "R"
    assert asked(match) == ("insert", 1)


@rule("YA-38", "YA-36", "YA-R2")
def test_an_action_ignored_is_lost_though_it_becomes_possible():
    match = turn("cook_1 serve_1 recycle", dict(queue="R", dishes="R R", fridge="R"))
    assert moves(match) == {"ignore cook_1", "do serve_1", "ignore recycle"}
    play(match, 0, "ignore cook_1")
    assert moves(match) == {"do serve_1", "ignore recycle"}
    play(match, 0, "ignore recycle")
    put(match)
    assert (dishes(match), box(match)) == ("R", "R")
    assert asked(match) == ("insert", 1)


@rule("YA-39", "YA-R1")
def test_what_can_be_done_is_done():
    match = turn("cook_1 refill_1 recycle", dict(box="R"))
    assert not moves(match, "ignore")
    for tile in ("cook_1", "refill_1", "recycle"):
        with pytest.raises(Illegal):
            play(match, 0, f"ignore {tile}")


@rule("YA-40", "YA-R35", "YA-R9")
def test_two_tiles_of_a_kind_are_two_actions():
    match = turn("recycle recycle", dict(box="R G"))
    play(match, 0, "recycle R")  # both are equal: there is nothing to choose but the bottle
    assert (vp(match), box(match)) == (2, "")
    match = turn("cook_1 cook_2", dict(stove_improved=True))
    play(match, 0, "do cook_2", "cook RR")
    assert asked(match) == ("cook", 0)
    play(match, 0, "cook B")
    assert dishes(match) == "R R B"


@rule("YA-40", "YA-37")
def test_two_tiles_of_a_kind_are_never_merged():
    """cook_1 and cook_2 are not three dishes: one of them fits, in either order."""
    match = turn("cook_1 cook_2")
    play(match, 0, "do cook_1", "cook R")
    assert asked(match) == ("insert", 1)
    assert dishes(match) == "R"
    match = turn("cook_1 cook_2")
    play(match, 0, "do cook_2", "cook RB")
    assert asked(match) == ("insert", 1)
    assert dishes(match) == "R B"


@rule("YA-R35", "YA-40")
def test_equal_tiles_stand_once_in_the_list():
    match = turn("recycle recycle cook_1", dict(box="R"))
    assert moves(match) == {"do recycle", "do cook_1"}
    play(match, 0, "do recycle")
    assert vp(match) == 1
    assert moves(match) == {"ignore recycle", "do cook_1"}


# --- what is not asked (section 5, items 6 and 8)


@rule("YA-38")
def test_when_nothing_is_possible_the_turn_is_over():
    match = turn("serve_1 serve_2 recycle")
    assert asked(match) == ("insert", 1)
    assert len(match.moves) == 1


@rule("YA-38", "YA-R25")
def test_a_token_that_changes_nothing_does_not_hold_up_the_turn():
    """Garbage cannot make this serve possible: the actions are ignored, and the token may still be used after them."""
    match = turn("serve_1 cook_2", dict(dishes="R", fridge="R", box="R B G", tokens=token(garbage=1)))
    assert asked(match) == ("end", 0)
    match = turn("serve_1 cook_2", dict(queue="R G", dishes="R", tokens=token(urgent_call=1)))
    assert asked(match) == ("end", 0)
    match = turn("serve_1 cook_2", dict(queue="R", dishes="R", tokens=token(doggy_bag=1)))
    assert asked(match) == ("insert", 1)


FULL = dict(queue="R", dishes="R", fridge="R", box="R B G")


@rule("YA-38", "YA-R26", "YA-80")
def test_a_token_that_makes_a_serve_possible_does():
    match = turn("serve_1 cook_2", FULL | dict(tokens=token(garbage=1)))
    assert moves(match) == {"ignore serve_1", "ignore cook_2", "use garbage"}
    play(match, 0, "use garbage")
    assert moves(match) == {"do serve_1", "ignore cook_2"}
    assert asked(turn("serve_1 cook_2", FULL)) == ("insert", 1)  # nothing is possible without it


@rule("YA-38", "YA-80", "YA-52")
def test_a_token_that_brings_bottles_for_a_refill_does_too():
    rich = dict(fridge="R R B", box="R B B", fridge_improved=True)
    others = [rich, dict(fridge="G G Y", box="G G Y", fridge_improved=True)]
    own = dict(box="R B Y", fridge="Y", tokens=token(garbage=1))
    match = turn("refill_1 serve_2", own, *others)
    assert supply(match, "beverages") == [0, 0, 0, 0]
    assert moves(match) == {"ignore refill_1", "ignore serve_2", "use garbage"}
    play(match, 0, "use garbage")
    assert moves(match) == {"do refill_1", "ignore serve_2"}
    assert asked(turn("refill_1 serve_2", own | dict(tokens=token()), *others)) == ("insert", 1)


@rule("YA-39")
def test_the_only_answer_is_not_asked_for():
    """One tile left, one bottle in the box: both are taken by the table."""
    match = turn("recycle cook_1", dict(box="G"))
    play(match, 0, "do cook_1", "cook R")
    assert asked(match) == ("insert", 1)
    assert (vp(match), box(match)) == (1, "")


@rule("YA-39", "YA-R41")
def test_what_was_not_asked_for_is_told():
    match = turn("recycle cook_1", dict(box="G"))
    play(match, 0, "do cook_1")
    before = len(match.log(-1))
    play(match, 0, "cook R")
    forced = match.log(-1)[before:]
    assert any("recycle" in line for line in forced)
    match = turn("recycle cook_1")
    play(match, 0, "do cook_1")
    before = len(match.log(-1))
    play(match, 0, "cook R")
    assert any("ignore" in line for line in match.log(-1)[before:])


@rule("YA-R41", "YA-20")
@pytest.mark.parametrize(
    ("seat", "uses"),
    [
        (dict(box="R", tokens=token(garbage=1)), {"use garbage"}),
        (dict(queue="R G R", tokens=token(urgent_call=1)), {"use urgent_call 1 2", "use urgent_call 2 3"}),
        (
            dict(queue="R G", box="R", tokens=token(garbage=1, urgent_call=1)),
            {"use garbage", "use urgent_call 1 2"},
        ),
    ],
)
def test_tokens_may_be_used_after_the_last_action(seat, uses):
    match = turn("cook_1 cook_2", seat)
    play(match, 0, "do cook_2", "cook RR")
    assert asked(match) == ("end", 0)
    assert moves(match) == {"stop"} | uses
    play(match, 0, "stop")
    assert asked(match) == ("insert", 1)


@rule("YA-R41")
def test_after_a_token_the_turn_goes_on_as_long_as_there_is_another():
    match = turn("cook_1 cook_2", dict(box="R", queue="R G", tokens=token(garbage=1, urgent_call=2)))
    play(match, 0, "do cook_2", "cook RR", "use garbage", "use urgent_call 1 2")
    assert moves(match) == {"stop", "use urgent_call 1 2"}
    play(match, 0, "use urgent_call 1 2")
    assert asked(match) == ("insert", 1)
    assert (queue(match), box(match)) == ("R G", "")


@rule("YA-R41")
def test_a_token_brought_by_the_last_action_may_be_used():
    seat = dict(queue="R G T", dishes="R", fridge="R", board={"A1": "B"})
    match = turn("serve_1 serve_2", seat, tokens=[2, 2, 1, 1])
    play(match, 0, "do serve_1", "place B1", "take urgent_call")
    assert moves(match) == {"stop", "use urgent_call 1 2"}


@rule("YA-17", "YA-35")
def test_all_ten_tiles_stay_on_the_table():
    match = alley()
    for _ in range(8):
        finish_turn(match)
        tiles = " ".join(grid(match)).split() + outside(match)
        assert sorted(tiles) == sorted(FACES)
