"""House rules: every toggle, its default, and what each value changes (section 4)."""

import pytest

from tests.rules import rule
from tests.yatta.support import (
    CELLS,
    WAITING,
    alley,
    asked,
    board,
    dishes,
    final,
    finish_turn,
    held,
    moves,
    of,
    placing,
    play,
    put,
    queue,
    reviews,
    seen,
    supply,
    token,
    turn,
    vp,
    when,
)
from yokocho.core.game import BadInput
from yokocho.core.match import Match
from yokocho.games.yatta import GAME

DEFAULTS = {
    "actions_optional": False,
    "tourist_swap_to": "own_queue",
    "tourist_unplaceable": "return",
    "customers_draw": "together",
    "final_serve_beverages": "one_or_two",
    "final_serve_bonuses": True,
    "doggy_bag_on_double": False,
    "first_player_rotates": False,
}
RULINGS = {
    "actions_optional": "YA-R1",
    "tourist_swap_to": "YA-R4",
    "tourist_unplaceable": "YA-R7",
    "customers_draw": "YA-R8",
    "final_serve_beverages": "YA-R29",
    "final_serve_bonuses": "YA-R31",
    "doggy_bag_on_double": "YA-R19",
    "first_player_rotates": "YA-R32",
}


def drawn(figures, *queues, **options):
    """Seat 0 has drawn these by one action; queues of seats 0, 1, ..."""
    n = len(figures.split())
    match = turn(
        f"customers_{n} recycle", *(dict(queue=text) for text in queues), next_figures=figures, options=options
    )
    play(match, 0, f"do customers_{n}")
    return match


def queues(match):
    return [queue(match, p) for p in range(match.players)]


def test_the_toggles_their_rulings_and_their_defaults():
    assert {option.name: option.default for option in GAME.options} == DEFAULTS
    assert {option.name: option.rule for option in GAME.options} == RULINGS
    assert seen(Match(GAME, 3, {}, "0"))["options"] == DEFAULTS


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("actions_optional", "maybe"),
        ("tourist_swap_to", "any_queue"),
        ("tourist_unplaceable", "redraw"),
        ("customers_draw", "three"),
        ("final_serve_beverages", "two"),
        ("final_serve_bonuses", 1),
        ("doggy_bag_on_double", None),
        ("first_player_rotates", "clockwise"),
        ("tiles", "3 serve"),
    ],
)
def test_what_is_no_value_is_refused(name, value):
    with pytest.raises(BadInput, match=name):
        Match(GAME, 3, {name: value}, "0")


# --- actions_optional


@rule("YA-R1", "YA-39")
def test_actions_optional():
    for optional in (False, True):
        match = turn("cook_1 refill_1 recycle", dict(box="R"), options={"actions_optional": optional})
        do, ignore = ({f"{verb} {tile}" for tile in ("cook_1", "refill_1", "recycle")} for verb in ("do", "ignore"))
        assert moves(match) == (do | ignore if optional else do)


@rule("YA-R1")
def test_an_action_let_go_is_lost():
    match = turn("cook_1 refill_1", options={"actions_optional": True})
    play(match, 0, "ignore cook_1")
    assert moves(match) == {"do refill_1", "ignore refill_1"}
    play(match, 0, "ignore refill_1")
    assert asked(match) == ("insert", 1)
    assert (dishes(match), of(match)["fridge"]) == ("", "")


@rule("YA-R1", "YA-38")
def test_what_is_impossible_stays_impossible():
    match = turn("cook_2 refill_1", dict(dishes="R"), options={"actions_optional": True})
    assert moves(match) == {"ignore cook_2", "do refill_1", "ignore refill_1"}
    assert asked(turn("cook_2 recycle", dict(dishes="R"), options={"actions_optional": True})) == ("insert", 1)


# --- tourist_swap_to


@rule("YA-R4", "YA-46", "YA-R24")
def test_tourist_swap_to():
    for value, own, bag in (("own_queue", "R Y", [5, 6, 5, 5, 1]), ("bag", "R", [5, 6, 5, 6, 1])):
        match = drawn("T", "R", "G Y T", tourist_swap_to=value)
        assert moves(match) == {"send T to 0", "swap T with 1.1", "swap T with 1.2"}
        play(match, 0, "swap T with 1.2")
        assert queues(match) == [own, "G T T"]
        assert supply(match, "bag") == bag


@rule("YA-R4", "YA-R7")
def test_an_exchange_into_the_bag_needs_no_own_space():
    match = drawn("T", "R R R R", "G Y T", tourist_swap_to="bag")
    assert moves(match) == {"swap T with 1.1", "swap T with 1.2"}
    play(match, 0, "swap T with 1.1")
    assert queues(match) == ["R R R R", "T Y T"]
    match = drawn("T", "R R R R", "T", tourist_swap_to="bag")
    assert queues(match) == ["R R R R", "T"]  # nobody to be exchanged for
    assert supply(match, "bag")[4] == 2


@rule("YA-R4", "YA-R7", "YA-R43")
def test_exchanges_into_the_bag_strand_nobody():
    match = drawn("B T", "R R R", "G", tourist_swap_to="bag")
    assert moves(match) == {"send B to 0", "send B to 1", "send T to 0", "swap T with 1.1"}
    match = drawn("B T", "R R R R", "T", tourist_swap_to="bag")
    assert queues(match) == ["R R R R", "T T"]  # B had to go to seat 1, and there T was exchanged for it
    assert supply(match, "bag") == [2, 6, 6, 6, 1]


# --- tourist_unplaceable


@rule("YA-R7", "YA-45")
def test_tourist_unplaceable():
    match = drawn("T", "R R R R", "G", "", tourist_unplaceable="return")
    assert queues(match) == ["R R R R", "G", ""]
    match = drawn("T", "R R R R", "G", "B", tourist_unplaceable="give_any")
    assert moves(match) == {"send T to 1", "send T to 2"}
    play(match, 0, "send T to 2")
    assert queues(match) == ["R R R R", "G", "B T"]


@rule("YA-R7", "YA-45")
def test_giving_is_only_for_when_nothing_else_is_open():
    assert moves(drawn("T", "R R R", "G", tourist_unplaceable="give_any")) == {"send T to 0", "swap T with 1.1"}
    match = drawn("Y T", "R R R R", "G", "B", tourist_unplaceable="give_any")
    assert moves(match) == {"send Y to 1", "send Y to 2"}  # the tourist comes last
    play(match, 0, "send Y to 1")
    assert moves(match) == {"send T to 1", "send T to 2"}
    match = drawn("T", "R R R R", "G", tourist_unplaceable="give_any", tourist_swap_to="bag")
    assert queues(match) == ["R R R R", "T"]  # the exchange is open: the only choice


# --- customers_draw


@rule("YA-R8", "YA-41")
def test_customers_draw():
    match = drawn("B Y", "R", "G", customers_draw="together")
    assert moves(match) == {"send B to 0", "send B to 1", "send Y to 0", "send Y to 1"}
    match = drawn("B Y", "R", "G", customers_draw="one_by_one")
    assert seen(match)["hand"] == "B"
    assert sum(supply(match, "bag")) == 24
    assert moves(match) == {"send B to 0", "send B to 1"}
    play(match, 0, "send B to 1")
    assert seen(match)["hand"] == "Y"
    assert moves(match) == {"send Y to 0", "send Y to 1"}
    play(match, 0, "send Y to 0")
    assert queues(match) == ["R Y", "G B"]
    assert asked(match) == ("insert", 1)


@rule("YA-R8", "YA-R7")
def test_one_by_one_a_tourist_may_find_the_queue_full():
    match = drawn("B T", "R R R", "G G G", customers_draw="one_by_one")
    assert moves(match) == {"send B to 0", "send B to 1"}  # what comes next is not known
    play(match, 0, "send B to 0")
    assert queues(match) == ["R R R B", "G G G"]
    assert supply(match, "bag")[4] == 3


@rule("YA-R8", "YA-42")
def test_one_by_one_room_is_needed_for_both():
    options = {"customers_draw": "one_by_one"}
    match = turn("customers_2 customers_1", dict(queue="R R R R"), dict(queue="G G G"), options=options)
    assert moves(match) == {"ignore customers_2", "do customers_1"}


@rule("YA-R8", "YA-R7")
@pytest.mark.parametrize(("value", "twice"), [("one_by_one", True), ("together", False)])
def test_one_by_one_a_tourist_that_went_back_may_be_drawn_again(value, twice):
    """The bag holds B and T, and T cannot be placed."""
    own = dict(queue="R R R R", board=dict(zip(CELLS, "RRBBBBBGGGGGG")))
    other = dict(queue="Y Y", board=dict(zip(CELLS, "YYYYTT")))
    outcomes = set()
    for i in range(24):
        match = turn("customers_2 recycle", own, other, options={"customers_draw": value}, seed=f"again {i}")
        play(match, 0, "do customers_2")
        outcomes.add((queue(match, 1), *supply(match, "bag")))
    both = ("Y Y B", 0, 0, 0, 0, 1)
    assert outcomes == ({both, ("Y Y", 0, 1, 0, 0, 1)} if twice else {both})


# --- final serves


@rule("YA-R29")
def test_final_serve_beverages():
    seat = dict(queue="R", dishes="R", fridge="R R")
    assert moves(final(seat)) == {"serve with 1", "serve with 2", "stop"}
    match = final(seat, options={"final_serve_beverages": "one"})
    assert moves(match) == {"serve with 1", "stop"}
    play(match, 0, "serve with 1")
    put(match)
    assert vp(match) == 3


@rule("YA-R31", "YA-87", "YA-68")
def test_final_serve_bonuses():
    seat = dict(queue="R", dishes="R", fridge="R", board={"A2": "B"})
    for bonuses, gained in ((True, 5), (False, 3)):
        match = final(seat, options={"final_serve_bonuses": bonuses})
        play(match, 0, "serve with 1", "place B2")
        if bonuses:
            play(match, 0, "add food G")
        assert asked(match) == ("final", 1)
        assert (board(match), vp(match)) == ({"A2": "B", "B2": "R"}, gained)
        assert len(of(match)["menu"]) == (3 if bonuses else 2)


@rule("YA-R31", "YA-66", "YA-81", "YA-64")
def test_without_bonuses_figures_are_still_placed_by_the_rules():
    seat = dict(queue="R", dishes="R", fridge="R", board={"A1": "B"}, tokens=token(doggy_bag=1))
    match = final(seat, options={"final_serve_bonuses": False})
    play(match, 0, "serve with 1")
    near = {"place B1", "place A2"}
    far = {f"place {cell} with doggy_bag" for cell in CELLS if cell not in ("A1", "B1", "A2")}
    assert moves(match) == near | far
    play(match, 0, "place D4 with doggy_bag")
    assert (held(match), board(match)) == (token(), {"A1": "B", "D4": "R"})
    assert asked(match) == ("final", 1)  # and no double customer


@rule("YA-R31")
def test_bonuses_of_the_rounds_stay():
    match = turn("serve_1 serve_2", dict(queue="R", dishes="R", fridge="R"), options={"final_serve_bonuses": False})
    play(match, 0, "do serve_1", "place A1", "gain S")
    assert reviews(match) == [1, 0, 0, 0]


# --- doggy_bag_on_double


@rule("YA-R19", "YA-76", "YA-81")
def test_doggy_bag_on_double():
    own = dict(queue="R", dishes="R", fridge="R", tokens=token(doggy_bag=1))
    for allowed in (False, True):
        match = turn("serve_1 serve_2", own, options={"doggy_bag_on_double": allowed})
        play(match, 0, "do serve_1", "place D4", "choose figure T")
        near = {"place C4", "place D3"}
        far = {f"place {cell} with doggy_bag" for cell in CELLS if cell not in ("C4", "D3", "D4")}
        assert moves(match) == (near | far if allowed else near)
    play(match, 0, "place A1 with doggy_bag", "gain SS")
    assert (board(match), held(match)) == ({"D4": "R", "A1": "T"}, token())


@rule("YA-R19")
def test_one_doggy_bag_is_good_for_one_figure():
    match = turn(
        "serve_1 serve_2",
        dict(queue="R", dishes="R", fridge="R", board={"A1": "B"}, tokens=token(doggy_bag=1)),
        options={"doggy_bag_on_double": True},
    )
    play(match, 0, "do serve_1", "place D4 with doggy_bag", "choose figure G")
    assert moves(match) == {"place B1", "place A2", "place C4", "place D3"}


# --- first_player_rotates


@rule("YA-R32", "YA-17")
def test_first_player_rotates():
    for rotates in (False, True):
        match = alley(players=3, options={"first_player_rotates": rotates})
        turns = []
        for _ in range(9):
            turns.append((seen(match)["round"], seen(match)["first"], seen(match)["active"]))
            finish_turn(match)
        expected = []
        for n in range(3):
            first = n if rotates else 0
            expected += [(n + 1, first, (first + i) % 3) for i in range(3)]
        assert turns == expected


@rule("YA-R32", "YA-84")
@pytest.mark.parametrize("rotates", [False, True])
def test_it_passes_after_round_12_too(rotates):
    ready = dict(queue="B", dishes="B", fridge="B")
    match = turn(
        "cook_2 refill_2",
        dict(ready, dishes=""),
        WAITING,
        ready,
        active=0,
        first=1,
        round=12,
        options={"first_player_rotates": rotates},
    )
    finish_turn(match)
    first = 2 if rotates else 1
    assert when(match) == ("final", 12, first)
    assert seen(match)["first"] == first
    order = []
    while not match.over:
        order.append(match.actor())
        play(match, match.actor(), "stop")
    assert order == [(first + i) % 3 for i in range(3)]


def test_options_work_together():
    """A first figure placed anywhere, a second drawn one by one into the bag's stead, and nothing owed."""
    options = dict(tourist_swap_to="bag", customers_draw="one_by_one", actions_optional=True)
    match = turn("customers_2 serve_1", dict(queue="R R R R"), dict(queue="G Y"), next_figures="T B", options=options)
    assert moves(match) == {"do customers_2", "ignore customers_2", "ignore serve_1"}
    play(match, 0, "do customers_2", "swap T with 1.1")
    assert queues(match) == ["R R R R", "T Y B"]
    assert supply(match, "bag") == [2, 5, 6, 5, 2]


@rule("YA-R20", "YA-R19")
def test_doggy_bags_of_served_figures_need_no_option():
    assert "place B2 with doggy_bag" in moves(placing(tokens=token(doggy_bag=1)))
