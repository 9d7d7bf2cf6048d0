"""Special tokens (YA-20, YA-21, YA-78 to YA-83)."""

import pytest

from tests.rules import rule
from tests.yatta.support import (
    CELLS,
    alley,
    asked,
    board,
    box,
    dishes,
    ended,
    final,
    finish_turn,
    fridge,
    held,
    moves,
    placing,
    play,
    put,
    queue,
    scores,
    seen,
    supply,
    token,
    turn,
    vp,
)
from yokocho.core.match import Illegal

GARBAGE = dict(box="R G", tokens=token(garbage=1))
CALL = dict(queue="T G R", tokens=token(urgent_call=1))
CALLS = {"use urgent_call 1 2", "use urgent_call 1 3", "use urgent_call 2 3"}


# --- when


@rule("YA-20", "YA-R25")
def test_before_the_insertion():
    match = alley(GARBAGE)
    assert asked(match) == ("insert", 0)
    assert "use garbage" in moves(match)
    play(match, 0, "use garbage")
    assert asked(match) == ("insert", 0)  # the insertion is still to come
    assert not moves(match) - moves(match, "insert")
    assert moves(alley(CALL)) >= CALLS


@rule("YA-20", "YA-R25")
def test_before_the_check_is_answered():
    match = alley(dict(queue="R R G G", box="R", tokens=token(garbage=1)))
    assert moves(match) == {"accept", "use garbage"}
    play(match, 0, "use garbage")
    assert asked(match) == ("lose", 0)


@rule("YA-20", "YA-R25")
def test_between_actions():
    match = turn("cook_1 refill_1", GARBAGE)
    assert moves(match) == {"do cook_1", "do refill_1", "use garbage"}
    play(match, 0, "do cook_1", "cook R")
    assert moves(match) == {"do refill_1", "use garbage"}
    play(match, 0, "use garbage")
    assert asked(match) == ("refill", 0)


@rule("YA-R25")
def test_not_inside_an_action():
    seat = dict(queue="R T G", dishes="R", fridge="R B", box="R", tokens=token(garbage=1, urgent_call=1, doggy_bag=1))
    match = turn("serve_1 cook_2 refill_2", seat)
    assert {"use garbage", "use urgent_call 1 2"} <= moves(match)
    play(match, 0, "do serve_1")
    assert moves(match) == {"serve R", "serve B"}
    play(match, 0, "serve R")
    assert all(move.startswith("place") for move in moves(match))
    play(match, 0, "place A1")
    assert moves(match) == {"gain S", "gain C"}
    play(match, 0, "gain S")
    assert {"use garbage", "use urgent_call 1 2"} <= moves(match)


@rule("YA-R25")
def test_not_inside_the_check():
    match = alley(dict(queue="R R G G", fridge="R", box="R", tokens=token(garbage=1)))
    play(match, 0, "accept")
    assert asked(match) == ("lose", 0)
    assert all(move.startswith("lose") for move in moves(match))


@rule("YA-20")
def test_only_in_the_own_turn():
    match = alley({}, GARBAGE | CALL | dict(tokens=token(garbage=1, urgent_call=1)))
    assert asked(match) == ("insert", 0)
    assert match.notations(1) == []
    with pytest.raises(Illegal):
        play(match, 1, "use garbage")
    finish_turn(match)
    assert {"use garbage"} | CALLS <= moves(match)


@rule("YA-20", "YA-83")
def test_nobody_has_to_use_a_token():
    match = turn("cook_1 recycle", dict(box="R", tokens=token(garbage=1)))
    play(match, 0, "do cook_1", "cook R")
    play(match, 0, "do recycle")
    assert (held(match), asked(match)) == (token(garbage=1), ("insert", 1))


@rule("YA-R28", "YA-20")
def test_all_kinds_in_the_final_serving_turn():
    tokens = token(garbage=1, urgent_call=1, taiyaki=1, doggy_bag=1)
    match = final(dict(queue="R G", dishes="", fridge="G B", box="R B", tokens=tokens))
    assert moves(match) == {"serve with 1", "stop", "use garbage", "use urgent_call 1 2"}
    play(match, 0, "use garbage")
    assert moves(match) == {"serve with 1", "serve with 2", "stop", "use urgent_call 1 2"}
    play(match, 0, "use urgent_call 1 2", "serve with 2")  # for G, with the taiyaki: there is no dish
    assert "place B2 with doggy_bag" in moves(match)
    play(match, 0, "place B2 with doggy_bag", "add food G")
    assert (vp(match), held(match), board(match)) == (1 + 1 + 2, token(), {"B2": "G"})


# --- used once


@rule("YA-21")
@pytest.mark.parametrize(
    ("kind", "play_it"),
    [
        ("garbage", ["use garbage"]),
        ("urgent_call", ["use urgent_call 1 2"]),
        ("taiyaki", ["insert serve_1 C1", "do serve_1", "serve R with taiyaki"]),
        ("doggy_bag", ["insert serve_1 C1", "do serve_1", "place B2 with doggy_bag"]),
    ],
)
def test_a_used_token_leaves_the_game(kind, play_it):
    tiles = dict(grid=["serve_2 cook_1 cook_2", "refill_1 refill_2 customers_1"])
    tiles["outside"] = "serve_1 customers_2 recycle recycle"
    seat = dict(queue="R G", dishes="R", fridge="R", box="B", tokens=token(**{kind: 2}))
    match = alley(seat, tokens=[1, 1, 1, 1], **tiles)
    play(match, 0, *play_it)
    assert held(match) == token(**{kind: 1})
    assert supply(match, "spent") == token(**{kind: 1})
    assert supply(match, "tokens") == [1, 1, 1, 1]


@rule("YA-83", "YA-94")
@pytest.mark.parametrize("kind", ["doggy_bag", "urgent_call", "taiyaki", "garbage"])
def test_a_token_kept_is_worth_its_back(kind):
    assert scores(ended(dict(vp=3, tokens=token(**{kind: 2})))) == [5, 0]


# --- garbage


@rule("YA-80", "YA-53")
def test_garbage_empties_the_box_without_vp():
    match = alley(dict(box="R R Y", fridge="R", vp=4, tokens=token(garbage=1)), dict(box="G"))
    assert supply(match, "beverages") == [0, 3, 2, 2]
    play(match, 0, "use garbage")
    assert supply(match, "beverages") == [2, 3, 2, 3]
    assert (box(match), box(match, 1), fridge(match), vp(match)) == ("", "G", "R", 4)


@rule("YA-R27", "YA-80")
def test_no_garbage_without_bottles():
    match = alley(dict(box="", tokens=token(garbage=1)))
    assert moves(match) == moves(match, "insert")


@rule("YA-80")
def test_one_garbage_at_a_time():
    match = alley(dict(box="R", tokens=token(garbage=2)))
    play(match, 0, "use garbage")
    assert held(match) == token(garbage=1)
    assert "use garbage" not in moves(match)  # the box is empty


@rule("YA-R26", "YA-80")
def test_garbage_makes_room_for_a_serve():
    seat = dict(queue="R", dishes="R", fridge="R B", box="R B", tokens=token(garbage=1))
    match = turn("serve_2 cook_2", seat)
    assert moves(match) == {"ignore serve_2", "ignore cook_2", "use garbage"}
    play(match, 0, "use garbage", "do serve_2")
    put(match)
    assert (vp(match), box(match)) == (3, "R B")


# --- urgent call


@rule("YA-82")
@pytest.mark.parametrize(("pair", "after"), [("1 2", "G T R"), ("1 3", "R G T"), ("2 3", "T R G")])
def test_two_figures_change_places(pair, after):
    match = alley(CALL)
    play(match, 0, f"use urgent_call {pair}")
    assert queue(match) == after
    assert (held(match), supply(match, "spent")) == (token(), token(urgent_call=1))


@rule("YA-82", "YA-R27")
def test_a_pair_of_equal_figures_is_not_offered():
    """Two tourists neither: one of the two must be a customer."""
    match = alley(dict(queue="T T G", tokens=token(urgent_call=1)))
    assert moves(match, "use urgent") == {"use urgent_call 1 3", "use urgent_call 2 3"}
    match = alley(dict(queue="R R R", tokens=token(urgent_call=1)))
    assert not moves(match, "use urgent")


@rule("YA-82")
def test_only_the_own_queue():
    match = alley(dict(queue="R", tokens=token(urgent_call=1)), dict(queue="R G"))
    assert not moves(match, "use urgent")


@rule("YA-82", "YA-56")
def test_it_changes_who_is_served():
    match = turn("serve_1 serve_2", dict(queue="R G", dishes="G", fridge="G", tokens=token(urgent_call=1)))
    play(match, 0, "use urgent_call 1 2", "do serve_1")
    put(match)
    assert (vp(match), queue(match)) == (3, "R")


# --- doggy bag


@rule("YA-81", "YA-R20")
def test_any_free_space_for_the_first_figure():
    match = placing(tokens=token(doggy_bag=1))
    assert moves(match, "place B2") == {"place B2 with doggy_bag"}
    play(match, 0, "place B2 with doggy_bag", "add food G")
    assert (board(match), held(match), supply(match, "spent")) == ({"B2": "R"}, token(), token(doggy_bag=1))


@rule("YA-81", "YA-67", "YA-64")
def test_any_free_space_later():
    match = placing(board={"A1": "B"}, tokens=token(doggy_bag=1))
    near = {"A2", "B1"}
    expected = {f"place {cell}" for cell in near}
    expected |= {f"place {cell} with doggy_bag" for cell in CELLS if cell not in near | {"A1"}}
    assert moves(match) == expected  # diagonal contact, none at all; never without need, never a taken space


@rule("YA-81")
def test_a_doggy_bag_need_not_be_used():
    match = placing(board={"A1": "B"}, tokens=token(doggy_bag=1))
    play(match, 0, "place A2", "gain C")
    assert (held(match), supply(match, "spent")) == (token(doggy_bag=1), token())


@rule("YA-81", "YA-68", "YA-66")
def test_the_next_figure_may_touch_one_that_a_doggy_bag_placed():
    match = placing(board={"A1": "B", "D4": "G"})
    assert moves(match) == {"place B1", "place A2", "place D3", "place C4"}


@rule("YA-R19", "YA-76")
def test_no_doggy_bag_for_a_double_customer():
    match = placing(tokens=token(doggy_bag=1))
    play(match, 0, "place D4", "choose figure T")
    assert moves(match) == {"place C4", "place D3"}


# --- taiyaki


@rule("YA-78", "YA-20")
def test_a_taiyaki_is_no_move_of_its_own():
    match = alley(dict(queue="R", tokens=token(taiyaki=1)))
    assert moves(match) == moves(match, "insert")


@rule("YA-78", "YA-21")
def test_each_serve_takes_its_own_taiyaki():
    seat = dict(queue="T T", fridge="R B B", fridge_improved=True, tokens=token(taiyaki=1))
    match = turn("serve_1 serve_2", seat)
    play(match, 0, "do serve_1", "serve R with taiyaki")
    put(match)
    assert asked(match) == ("insert", 1)  # no dish and no token are left for the other serve
    assert (queue(match), dishes(match), vp(match)) == ("T", "", 2)
    match = turn("serve_1 serve_2", seat | dict(tokens=token(taiyaki=2)))
    play(match, 0, "do serve_1", "serve R with taiyaki")
    put(match)
    assert moves(match) == {"do serve_2", "ignore serve_2"}


@rule("YA-20", "YA-R25")
def test_tokens_do_not_change_whose_turn_it_is():
    match = turn("cook_1 refill_1", GARBAGE | dict(queue="R G T", tokens=token(garbage=1, urgent_call=2)))
    play(match, 0, "use urgent_call 1 2", "use garbage", "use urgent_call 1 3")
    assert seen(match)["active"] == 0
    assert queue(match) == "T R G"
    assert moves(match) == {"do cook_1", "do refill_1"}
