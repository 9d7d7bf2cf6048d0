"""The reputation board: where figures go, and every bonus (YA-64 to YA-77)."""

from itertools import combinations_with_replacement

import pytest

from tests.rules import rule
from tests.yatta.support import (
    CELLS,
    EDGE,
    RED,
    REVIEWS,
    alley,
    asked,
    beside,
    board,
    changed,
    dishes,
    ended,
    filled,
    fridge,
    held,
    moves,
    of,
    other_box,
    placed,
    placing,
    play,
    queue,
    reviews,
    scores,
    supply,
    token,
    turn,
    vp,
)
from yokocho.core.match import Illegal

PAIRS = {f"gain {a}{b}" for a, b in combinations_with_replacement(REVIEWS, 2)}


def served_to(cell, figure="R", **seat):
    """A figure on a space, all being ready; it touches an occupied one."""
    return placed(figure, cell, {beside(cell)[0]: "B"}, **seat)


def where(match):
    """Spaces offered without a doggy bag."""
    return {move.split()[1] for move in moves(match, "place") if not move.endswith("doggy_bag")}


# --- where


@rule("YA-65")
def test_the_first_figure_goes_on_the_edge():
    assert {"B2", "C2", "B3", "C3"} == RED
    assert where(placing()) == set(EDGE)
    with pytest.raises(Illegal):
        play(placing(), 0, "place B2")


@rule("YA-65")
@pytest.mark.parametrize("figure", ["B", "T"])
def test_the_same_for_every_figure(figure):
    assert where(placing(figure)) == set(EDGE)


@rule("YA-66", "YA-67", "YA-64")
@pytest.mark.parametrize("cell", CELLS)
def test_later_figures_touch_another_with_a_side(cell):
    match = placing(board={cell: "B"})
    column, row = "ABCD".index(cell[0]), int(cell[1])
    near = {
        other
        for other in CELLS
        if abs("ABCD".index(other[0]) - column) + abs(int(other[1]) - row) == 1  # not diagonally
    }
    assert where(match) == near


@rule("YA-66", "YA-64")
def test_any_of_the_own_figures_will_do():
    assert where(placing(board={"A1": "B", "D4": "T"})) == {"B1", "A2", "D3", "C4"}
    assert where(placing(board={"A1": "B", "B1": "B", "B2": "T"})) == {"C1", "A2", "C2", "B3"}


@rule("YA-66")
def test_other_boards_mean_nothing():
    match = turn("serve_1 serve_2", dict(queue="R", dishes="R", fridge="R"), dict(board={"B2": "G", "A1": "B"}))
    play(match, 0, "do serve_1")
    assert where(match) == set(EDGE)


@rule("YA-64")
def test_the_only_free_space_is_not_asked_for():
    full = filled(len(CELLS), "BGY")
    del full["A1"]
    match = turn("serve_1 serve_2", dict(queue="R", dishes="R", fridge="R", board=full))
    play(match, 0, "do serve_1")
    assert asked(match) == ("review", 0)
    assert board(match)["A1"] == "R"


@rule("YA-68", "YA-81")
def test_every_placement_gives_its_bonus():
    """By the rules of placement, by a doggy bag, by a double customer."""
    assert asked(placed("R", "A1")) == ("review", 0)
    match = placing(tokens=token(doggy_bag=1))
    play(match, 0, "place B2 with doggy_bag")
    assert asked(match) == ("menu", 0)
    match = placed("R", "D4")
    play(match, 0, "choose figure G", "place D3")
    assert asked(match) == ("review", 0)
    assert board(match) == {"D4": "R", "D3": "G"}


@rule("YA-R36", "YA-68")
def test_a_bonus_cannot_be_declined():
    assert moves(placed("R", "A1")) == {"gain S", "gain C"}
    assert moves(served_to("B2")) == {"add food G", "add food Y"}
    assert moves(placed("R", "D4")) == {f"choose figure {figure}" for figure in "RBGYT"}
    match = turn("serve_1 serve_2", dict(queue="R", dishes="R", fridge="R"), tokens=[1, 2, 2, 1])
    play(match, 0, "do serve_1", "place B1")
    assert moves(match) == {"take doggy_bag", "take urgent_call", "take taiyaki", "take garbage"}


# --- reviews


@rule("YA-69")
@pytest.mark.parametrize("cell", [cell for cell in CELLS if CELLS[cell]["bonus"] == "review"])
def test_a_customer_gives_one_step(cell):
    icons = CELLS[cell]["icons"]
    assert len(icons) == 2
    for icon in icons:
        match = served_to(cell)
        assert moves(match) == {f"gain {other}" for other in icons}
        play(match, 0, f"gain {icon}")
        assert reviews(match) == [int(letter == icon) for letter in REVIEWS]


@rule("YA-70")
@pytest.mark.parametrize("cell", [cell for cell in CELLS if CELLS[cell]["bonus"] == "review"])
def test_a_tourist_gives_two_steps(cell):
    icons = sorted(CELLS[cell]["icons"], key=REVIEWS.index)
    pairs = ["".join(pair) for pair in combinations_with_replacement(icons, 2)]
    assert moves(served_to(cell, "T")) == {f"gain {pair}" for pair in pairs}
    for pair in pairs:
        match = served_to(cell, "T")
        play(match, 0, f"gain {pair}")
        assert reviews(match) == [pair.count(letter) for letter in REVIEWS]


@rule("YA-R13", "YA-69")
def test_a_marker_at_the_right_end_cannot_be_chosen():
    match = placed("R", "A1", reviews=[4, 0, 0, 0])  # C or S, and S is at the end
    assert reviews(match) == [4, 0, 0, 1]
    match = placed("R", "A1", reviews=[3, 0, 0, 0])
    play(match, 0, "gain S")
    assert reviews(match) == [4, 0, 0, 0]


@rule("YA-R13", "YA-69", "YA-70")
@pytest.mark.parametrize("figure", ["R", "T"])
def test_when_no_marker_can_move_the_step_lapses(figure):
    match = placed(figure, "A1", reviews=[4, 0, 0, 4])
    assert reviews(match) == [4, 0, 0, 4]
    assert asked(match) == ("insert", 1)


@rule("YA-R13", "YA-70")
def test_the_steps_of_a_tourist_near_the_end():
    assert moves(placed("T", "A1", reviews=[3, 0, 0, 0])) == {"gain SC", "gain CC"}
    assert reviews(placed("T", "A1", reviews=[3, 0, 0, 3])) == [4, 0, 0, 4]  # one each
    assert reviews(placed("T", "A1", reviews=[3, 0, 0, 4])) == [4, 0, 0, 4]  # the second step lapses
    assert reviews(placed("T", "A1", reviews=[4, 0, 0, 2])) == [4, 0, 0, 4]


@rule("YA-77")
def test_reviews_give_vp_only_at_the_end():
    match = placed("T", "A1", reviews=[2, 0, 0, 0])
    play(match, 0, "gain SS")
    assert vp(match) == 1  # for serving a tourist
    assert reviews(match) == [4, 0, 0, 0]
    assert scores(ended(dict(vp=1, reviews=[4, 0, 0, 0])))[0] == 1 + 8


# --- improvements


@rule("YA-71")
@pytest.mark.parametrize("cell", ["B2", "C3"])
def test_a_menu_improvement(cell):
    match = served_to(cell, dishes="B", fridge="B", menu="RB")
    assert moves(match) == {"add food G", "add food Y"}
    play(match, 0, "add food Y")
    assert set(of(match)["menu"]) == set("RBY")
    assert vp(match) == 2 + 1


@rule("YA-71", "YA-8")
def test_the_last_food_is_not_asked_for():
    match = served_to("B2", dishes="B", fridge="B", menu="GRB")
    assert set(of(match)["menu"]) == set("RBGY")
    assert vp(match) == 2 + 1


@rule("YA-72")
def test_a_fridge_improvement():
    match = turn("serve_1 refill_2", dict(queue="R", dishes="B", fridge="B R", board={"B4": "G"}))
    play(match, 0, "do serve_1", "serve B", "place B3")
    assert of(match)["fridge_improved"] is True
    assert vp(match) == 2 + 1
    play(match, 0, "refill GG")  # two spaces are free at once
    assert fridge(match) == "R G G"


@rule("YA-73")
def test_a_stove_improvement():
    match = turn("serve_1 cook_2", dict(queue="R", dishes="B R", fridge="B", board={"C1": "G"}))
    play(match, 0, "do serve_1", "place C2")
    assert of(match)["stove_improved"] is True
    assert vp(match) == 2 + 1
    play(match, 0, "cook BB")
    assert dishes(match) == "R B B"


@rule("YA-72", "YA-73")
def test_each_improves_its_own():
    assert (of(served_to("B3"))["fridge_improved"], of(served_to("B3"))["stove_improved"]) == (True, False)
    assert (of(served_to("C2"))["fridge_improved"], of(served_to("C2"))["stove_improved"]) == (False, True)


@rule("YA-R15")
@pytest.mark.parametrize(
    ("cell", "seat"), [("B3", dict(fridge_improved=True)), ("C2", dict(stove_improved=True)), ("B2", dict(menu="RBGY"))]
)
def test_an_improvement_that_is_there_already_gives_nothing(cell, seat):
    match = served_to(cell, dishes="B", fridge="B", **seat)
    assert vp(match) == 1
    assert asked(match) == ("insert", 1)
    for key, value in seat.items():
        assert of(match)[key] == value


# --- influencer


@rule("YA-74")
@pytest.mark.parametrize("figure", ["R", "T"])
@pytest.mark.parametrize("cell", ["D1", "A4"])
def test_the_first_influencer_has_one_star(figure, cell):
    match = placed(figure, cell)
    assert of(match)["influencer"] == 1
    assert moves(match) == {"gain S", "gain A", "gain V", "gain C"}
    play(match, 0, "gain V")
    assert reviews(match) == [0, 0, 1, 0]


@rule("YA-74")
@pytest.mark.parametrize("figure", ["R", "T"])
def test_the_second_has_two(figure):
    match = placed(figure, "A4", {"D1": "B", "A3": "B"}, influencer=1)
    assert of(match)["influencer"] == 2
    assert moves(match) == PAIRS
    play(match, 0, "gain SV")
    assert reviews(match) == [1, 0, 1, 0]


@rule("YA-R13", "YA-74")
def test_stars_near_the_right_end():
    board = {"D1": "B", "A3": "B"}
    assert moves(placed("R", "A4", reviews=[4, 4, 0, 0])) == {"gain V", "gain C"}
    assert moves(placed("R", "A4", board, influencer=1, reviews=[4, 4, 3, 0])) == {"gain VC", "gain CC"}
    assert reviews(placed("R", "A4", board, influencer=1, reviews=[4, 4, 3, 4])) == [4, 4, 4, 4]
    match = placed("R", "A4", board, influencer=1, reviews=[4, 4, 4, 4])
    assert (of(match)["influencer"], asked(match)) == (2, ("insert", 1))


@rule("YA-R14", "YA-74")
def test_an_influencer_on_the_top_space_stays_there():
    match = placed("R", "A4", {"A3": "B"}, influencer=2)
    assert (of(match)["influencer"], reviews(match)) == (2, [0, 0, 0, 0])
    assert asked(match) == ("insert", 1)


# --- special tokens


def taking(supply, **seat):
    """Seat 0 has placed a figure on a special space; the other tokens of the six were used up."""
    own = dict(queue="R", dishes="R", fridge="R", board={"A1": "B"}, tokens=token()) | seat
    spent = token()
    while sum(supply) + sum(own["tokens"]) + sum(spent) < 6:
        spent[next(kind for kind in range(4) if supply[kind] + own["tokens"][kind] + spent[kind] < 4)] += 1
    match = turn("serve_1 serve_2", own, tokens=supply, spent=spent)
    play(match, 0, "do serve_1", "place B1")
    return match


@rule("YA-75")
def test_a_token_of_a_kind_that_is_there():
    match = taking([2, 0, 3, 1])
    assert moves(match) == {"take doggy_bag", "take taiyaki", "take garbage"}
    play(match, 0, "take taiyaki")
    assert (held(match), supply(match, "tokens")) == (token(taiyaki=1), [2, 0, 2, 1])


@rule("YA-75")
def test_a_second_token_of_a_kind():
    match = taking([2, 1, 1, 0], tokens=token(doggy_bag=1))
    play(match, 0, "take doggy_bag")
    assert held(match) == token(doggy_bag=2)


@rule("YA-75")
def test_the_last_kind_is_not_asked_for():
    match = taking([0, 0, 3, 0])
    assert (held(match), supply(match, "tokens")) == (token(taiyaki=1), [0, 0, 2, 0])


@rule("YA-R16")
def test_with_no_token_left_there_is_no_effect():
    match = taking([0, 0, 0, 0])
    assert (held(match), vp(match)) == (token(), 3)
    assert asked(match) == ("insert", 1)


@rule("YA-R21", "YA-75")
def test_a_doggy_bag_just_taken_comes_too_late():
    match = taking([2, 1, 1, 2])
    play(match, 0, "take doggy_bag")
    assert asked(match) == ("insert", 1)
    assert (board(match), held(match)) == ({"A1": "B", "B1": "R"}, token(doggy_bag=1))


# --- double customer


@rule("YA-76", "YA-R18")
def test_any_figure_of_the_bag_may_be_chosen():
    match = placed("R", "D4")
    assert moves(match) == {
        "choose figure R",
        "choose figure B",
        "choose figure G",
        "choose figure Y",
        "choose figure T",
    }
    own = dict(queue="R", dishes="R", fridge="R", board=dict(zip(CELLS, "TTTBBBBBB")))
    match = turn("serve_1 serve_2", own | dict(board=own["board"] | {"D3": "G"}))
    play(match, 0, "do serve_1", "place D4")
    assert moves(match) == {"choose figure R", "choose figure G", "choose figure Y"}  # no tourist and no B is left


@rule("YA-76", "YA-66", "YA-60")
def test_a_double_customer_follows_the_rules_of_placement():
    match = placed("R", "D4", {"D3": "B"})
    before = supply(match, "bag")
    play(match, 0, "choose figure G")
    assert moves(match) == {"place C4", "place C3", "place D2"}
    assert supply(match, "bag") == [before[0], before[1], before[2] - 1, before[3], before[4]]
    play(match, 0, "place D2")
    if asked(match) == ("token", 0):
        play(match, 0, match.notations(0)[0])
    assert board(match) == {"D3": "B", "D4": "R", "D2": "G"}
    assert vp(match) == 3  # for the figure that was served
    assert (queue(match), dishes(match), fridge(match)) == ("", "", "")


@rule("YA-76", "YA-70", "YA-R18")
def test_its_own_bonus_follows_its_own_kind():
    match = placed("T", "D4")
    play(match, 0, "choose figure R", "place D3")
    assert moves(match) == {"gain A", "gain V"}
    match = placed("R", "D4")
    play(match, 0, "choose figure T", "place D3")
    assert moves(match) == {"gain AA", "gain AV", "gain VV"}


@rule("YA-76", "YA-71", "YA-68")
def test_it_may_bring_an_improvement():
    match = placed("R", "D4", {"D3": "B"}, dishes="B", fridge="B", menu="RB")
    play(match, 0, "choose figure G", "place C3", "add food G")
    assert set(of(match)["menu"]) == set("RBG")
    assert vp(match) == 1 + 2


@rule("YA-R17")
def test_no_double_customer_from_an_empty_bag():
    places = ["D3", "C3", "B3", "A3", "A2", "A1", "B1"]
    own = dict(queue="R", dishes="R", fridge="R", board=dict(zip(places, "RRRRRBB")))
    other = dict(queue="T T T", board=filled(16, "YGB"))
    match = turn("serve_1 serve_2", own, other)
    play(match, 0, "do serve_1")
    assert supply(match, "bag") == [0, 0, 0, 0, 0]
    play(match, 0, "place D4")
    assert board(match)["D4"] == "R"
    assert asked(match) == ("insert", 1)


@rule("YA-R17")
def test_no_double_customer_on_a_full_board():
    full = filled(len(CELLS), "BGY")
    del full["D4"]
    match = turn("serve_1 serve_2", dict(queue="R", dishes="R", fridge="R", board=full))
    before = supply(match, "bag")
    play(match, 0, "do serve_1")
    assert len(board(match)) == len(CELLS)
    assert supply(match, "bag") == before
    assert asked(match) == ("insert", 1)


CHAIN = """
from tests.yatta.support import *
match = placed("R", "D4")
play(match, 0, "choose figure B", "place D3", "choose figure G", "place D2")
finish_turn(match)
assert board(match) == {"D4": "R", "D3": "B", "D2": "G"}, board(match)
assert vp(match) == 3, vp(match)
print("chained")
"""


@rule("YA-R18", "YA-68")
def test_double_customers_chain(tmp_path):
    """On a board with two such spaces the second figure brings a third."""
    cells = changed()["reputation"]["cells"] | {"D3": {"bonus": "double", "provenance": "published"}}
    ran = other_box(tmp_path, changed(reputation__cells=cells), CHAIN)
    assert ran.stdout.strip() == "chained", ran.stderr[-2000:]


@rule("YA-63", "YA-64")
def test_boards_are_not_shared():
    match = alley(dict(board={"A1": "R"}), dict(board={"A1": "G"}))
    assert (board(match), board(match, 1)) == ({"A1": "R"}, {"A1": "G"})
