"""Set-up: tiles, supplies, bag, tokens, menus and the first bottle (YA-1 to YA-16)."""

from collections import Counter

import pytest

from tests.rules import rule
from tests.yatta.support import (
    COLOURS,
    FACES,
    alley,
    asked,
    box,
    fridge,
    grid,
    moves,
    of,
    outside,
    placed,
    play,
    ranks,
    scores,
    seen,
    supply,
    turn,
)
from yokocho.core.game import BadInput
from yokocho.core.match import Match
from yokocho.games.yatta import GAME


def new(players=3, seed="0", **options):
    return Match(GAME, players, options, seed)


def with_menus(players=3, seed="0", foods="RBGY"):
    """All have picked a food, and drawn another."""
    match = new(players, seed)
    for p in range(min(players, 3)):  # a fourth player has no choice
        play(match, p, f"choose food {foods[p]}")
    assert asked(match) == ("beverage", 0)
    return match


def set_up(players=3, seed="0", bottles="RBGY"):
    match = with_menus(players, seed)
    for p in range(players):
        play(match, p, f"take beverage {bottles[p]}")
    return match


@rule("YA-1")
def test_two_to_four_players():
    for players in (2, 3, 4):
        assert new(players).players == players
    for players in (1, 5):
        with pytest.raises(BadInput, match="2 to 4 players"):
            new(players)


@rule("YA-1", "YA-9", "YA-17")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_0_is_first_and_the_others_follow_clockwise(players):
    match = new(players)
    position = seen(match)
    assert (position["first"], position["active"], position["phase"]) == (0, 0, "setup")
    order = []
    while seen(match)["phase"] == "setup":
        order.append(asked(match))
        play(match, match.actor(), match.notations(match.actor())[0])
    foods = [("food", p) for p in range(min(players, 3))]
    assert order == foods + [("beverage", p) for p in range(players)]
    assert asked(match) == ("insert", 0)


@rule("YA-2", "YA-102")
def test_six_tiles_in_the_grid_and_four_outside():
    seats = Counter()
    for i in range(120):
        match = new(seed=str(i))
        rows = [row.split() for row in grid(match)]
        assert [len(row) for row in rows] == [3, 3]
        assert len(outside(match)) == 4
        assert sorted([*rows[0], *rows[1], *outside(match)]) == sorted(FACES)
        seats.update((face, place) for place, face in enumerate([*rows[0], *rows[1]]))
        seats.update((face, 6) for face in outside(match))
    for face in set(FACES):
        copies = FACES.count(face)
        for place in range(6):
            assert 1 <= seats[face, place] <= 30 * copies  # 12 of each copy are expected
        assert 24 * copies <= seats[face, 6] <= 72 * copies  # 48


@rule("YA-3", "YA-15", "YA-16", "YA-7")
def test_the_match_begins_in_round_1_with_nothing():
    match = new(4)
    assert (seen(match)["round"], seen(match)["line"], seen(match)["todo"]) == (1, None, "")
    nothing = dict(vp=0, queue="", dishes="", fridge="", box="", sink=[0, 0, 0, 0], menu="", board={})
    nothing |= dict(fridge_improved=False, stove_improved=False, reviews=[0, 0, 0, 0], influencer=0, tokens=[0] * 4)
    assert seen(match)["seats"] == [nothing] * 4
    assert supply(match, "spent") == [0, 0, 0, 0]


@rule("YA-4", "YA-5")
@pytest.mark.parametrize(
    ("players", "dishes", "bottles", "customers", "tourists", "figures"),
    [(2, 6, 3, 6, 3, 27), (3, 8, 4, 8, 4, 36), (4, 10, 5, 10, 5, 45)],
)
def test_supplies(players, dishes, bottles, customers, tourists, figures):
    match = new(players)
    assert supply(match, "dishes") == [dishes] * 4
    assert supply(match, "beverages") == [bottles] * 4
    assert supply(match, "bag") == [customers] * 4 + [tourists]
    assert sum(supply(match, "bag")) == figures


@rule("YA-6", "YA-103")
@pytest.mark.parametrize(("players", "count"), [(2, 6), (3, 9), (4, 12)])
def test_some_special_tokens_are_drawn(players, count):
    drawn = [supply(new(players, str(i)), "tokens") for i in range(150)]
    assert {sum(kinds) for kinds in drawn} == {count}
    assert all(0 <= n <= 4 for kinds in drawn for n in kinds)  # there are four of a kind
    assert len({tuple(kinds) for kinds in drawn}) > 10
    for kind in range(4):  # count / 4 of each are expected
        assert abs(sum(kinds[kind] for kinds in drawn) / len(drawn) - count / 4) < 0.35
    assert {max(kinds) for kinds in drawn} >= {3, 4}  # without replacement, not one by one from four equal heaps
    assert {min(kinds) for kinds in drawn} >= ({0, 1} if players == 2 else {1, 2})


@rule("YA-8", "YA-9")
def test_every_food_may_be_picked_first_and_none_twice():
    match = new(3)
    assert moves(match) == {f"choose food {food}" for food in COLOURS}
    play(match, 0, "choose food G")
    assert moves(match) == {"choose food R", "choose food B", "choose food Y"}
    play(match, 1, "choose food Y")
    assert moves(match) == {"choose food R", "choose food B"}


@rule("YA-9")
def test_a_fourth_player_takes_the_last_food():
    match = new(4)
    for p, food in enumerate("YRB"):
        play(match, p, f"choose food {food}")
    assert asked(match) == ("beverage", 0)
    assert "G" in of(match, 3)["menu"]


@rule("YA-10", "YA-11", "YA-8")
def test_a_second_food_is_drawn_from_the_three_others():
    found = [Counter() for _ in range(3)]
    shared = 0
    for i in range(150):
        match = with_menus(3, str(i), "YRB")
        for p, food in enumerate("YRB"):
            menu = of(match, p)["menu"]
            assert len(set(menu)) == len(menu) == 2
            assert food in menu
            found[p].update(set(menu) - {food})
        menus = "".join(of(match, p)["menu"] for p in range(3))
        shared += len(set(menus)) < 6
    for p, food in enumerate("YRB"):
        assert set(found[p]) == set(COLOURS) - {food}
        assert min(found[p].values()) > 25  # 50 of each are expected
    assert shared > 100  # a drawn food may be another player's: with three players some always are


@rule("YA-10")
def test_second_foods_are_drawn_after_all_picks():
    match = new(3)
    play(match, 0, "choose food R")
    play(match, 1, "choose food B")
    assert [of(match, p)["menu"] for p in range(3)] == ["R", "B", ""]
    play(match, 2, "choose food G")
    assert [len(of(match, p)["menu"]) for p in range(3)] == [2, 2, 2]


@rule("YA-10")
def test_second_foods_can_be_pinned():
    match = alley(phase="setup", players=2, next_foods="YR")
    play(match, 0, "choose food R")
    play(match, 1, "choose food G")
    assert [set(of(match, p)["menu"]) for p in range(2)] == [set("RY"), set("GR")]


@rule("YA-11", "YA-8", "YA-71")
def test_the_other_two_foods_wait_for_improvements():
    match = placed("R", "B2", {"A2": "B"}, menu="BY")
    assert moves(match) == {"add food R", "add food G"}


@rule("YA-12")
def test_the_fridge_has_two_spaces():
    assert moves(turn("refill_2 refill_1")) == {"do refill_2", "do refill_1"}
    assert moves(turn("refill_2 refill_1", dict(fridge="R"))) == {"ignore refill_2", "do refill_1"}
    assert asked(turn("refill_2 refill_1", dict(fridge="R R"))) == ("insert", 1)  # both are impossible


@rule("YA-13")
def test_the_dish_queue_has_two_spaces():
    assert moves(turn("cook_2 cook_1")) == {"do cook_2", "do cook_1"}
    assert moves(turn("cook_2 cook_1", dict(dishes="R"))) == {"ignore cook_2", "do cook_1"}
    assert asked(turn("cook_2 cook_1", dict(dishes="R R"))) == ("insert", 1)


@rule("YA-14")
def test_the_first_bottle_is_an_empty_one():
    match = with_menus(2)
    assert moves(match) == {f"take beverage {colour}" for colour in COLOURS}
    play(match, 0, "take beverage G")
    assert (box(match), fridge(match), supply(match, "beverages")) == ("G", "", [3, 3, 2, 3])
    assert asked(match) == ("beverage", 1)
    play(match, 1, "take beverage G")  # the same colour may be taken again
    assert (box(match, 1), fridge(match, 1), supply(match, "beverages")) == ("G", "", [3, 3, 1, 3])
    assert seen(match)["phase"] == "round"


@rule("YA-15", "YA-16", "YA-7", "YA-93")
def test_who_did_nothing_scores_nothing():
    match = set_up(3)
    for p in range(3):
        assert of(match, p)["reviews"] == [0, 0, 0, 0]
        assert of(match, p)["influencer"] == 0
    match = alley(phase="over", round=12)
    assert scores(match) == [0, 0]
    assert ranks(match) == [1, 1]
