"""The worked examples of the rules, one by one (section 6).

Those that depend on nothing reconstructed are ``neutral``: they say what they need of a space or a track, find it in
the component file, and are played again with other boxes.
"""

from collections import Counter

import pytest

from tests.rules import rule
from tests.yatta.support import (
    CAPACITY,
    CELLS,
    DATA,
    STARS,
    START,
    TRACK,
    alley,
    asked,
    beside,
    board,
    box,
    cells,
    changed,
    dishes,
    ended,
    final,
    finish_turn,
    fridge,
    grid,
    held,
    moves,
    of,
    other_box,
    outside,
    placed,
    placing,
    play,
    put,
    queue,
    ranks,
    reviews,
    scores,
    seen,
    sink,
    step_of,
    supply,
    todo,
    token,
    turn,
    vp,
)
from yokocho.core.match import Illegal, Match
from yokocho.games.yatta import GAME

NEUTRAL = []


def neutral(test):
    """Holds with any corrected box."""
    NEUTRAL.append(test.__name__)
    return test


# --- tiles

E1 = dict(
    grid=["customers_1 cook_2 serve_1", "refill_1 recycle cook_1"], outside="serve_2 customers_2 refill_2 recycle"
)


@rule("YA-30", "YA-31", "YA-33", "YA-35")
def test_e1_a_tile_enters_a_column():
    match = alley(**E1)
    play(match, 0, "insert serve_2 C2")
    assert grid(match) == ["customers_1 serve_2 serve_1", "refill_1 cook_2 cook_1"]
    assert outside(match) == sorted("customers_2 refill_2 recycle recycle".split())
    assert todo(match) == ["cook_2", "serve_2"]
    assert moves(match) == {"do cook_2", "ignore serve_2"}


@rule("YA-32", "YA-33", "YA-35")
def test_e2_a_tile_enters_a_row():
    match = alley(**E1)
    play(match, 0, "insert customers_2 R2")
    assert grid(match) == ["customers_1 cook_2 serve_1", "customers_2 refill_1 recycle"]
    assert outside(match) == sorted("serve_2 refill_2 recycle cook_1".split())
    assert todo(match) == ["customers_2", "recycle", "refill_1"]
    assert moves(match) == {"do customers_2", "do refill_1", "ignore recycle"}


@rule("YA-30", "YA-33")
def test_e3_equal_tiles_are_one_choice():
    match = alley(**E1)
    assert len(moves(match, "insert")) == len(moves(match)) == 20
    play(match, 0, "insert serve_2 C2")
    finish_turn(match)
    assert asked(match) == ("insert", 1)
    assert len(moves(match)) == 15
    assert len(moves(match, "insert recycle")) == 5


# --- serving


@neutral
@rule("YA-55", "YA-56", "YA-57", "YA-58", "YA-59", "YA-60", "YA-61")
def test_e4_a_green_customer_with_a_green_dish_and_a_green_bottle():
    others = ["R"] * (CAPACITY["recycle_box"] - 1)
    match = turn("serve_1 serve_2", dict(queue="G", dishes="G", fridge="G", box=" ".join(others)))
    play(match, 0, "do serve_1")
    cell = put(match)
    assert vp(match) == 3
    assert sink(match) == [0, 0, 1, 0]
    assert box(match) == " ".join([*others, "G"])
    assert (queue(match), dishes(match), fridge(match)) == ("", "", "")
    assert board(match) == {cell: "G"}


@neutral
@rule("YA-56", "YA-60")
@pytest.mark.parametrize(("bottles", "gained"), [("RR", 4), ("RB", 3)])
def test_e5_two_bottles(bottles, gained):
    match = turn("serve_2 serve_1", dict(queue="R", dishes="R", fridge="R R B", fridge_improved=True))
    play(match, 0, "do serve_2")
    assert moves(match) == {"serve RR", "serve RB"}
    play(match, 0, f"serve {bottles}")
    put(match)
    assert vp(match) == gained
    assert box(match) == " ".join(bottles)


@neutral
@rule("YA-62", "YA-78", "YA-79", "YA-21")
def test_e6_a_tourist_with_a_dish_or_with_a_taiyaki():
    seat = dict(queue="T", dishes="Y", fridge="B", tokens=token(taiyaki=1))
    match = turn("serve_1 serve_2", seat)
    play(match, 0, "do serve_1")
    assert moves(match) == {"serve B", "serve B with taiyaki"}
    play(match, 0, "serve B")
    put(match)
    assert (vp(match), sink(match), dishes(match), held(match)) == (1, [0, 0, 0, 1], "", token(taiyaki=1))

    match = turn("serve_1 serve_2", seat)
    play(match, 0, "do serve_1", "serve B with taiyaki")
    put(match)
    assert (vp(match), sink(match), dishes(match)) == (2, [0, 0, 0, 0], "Y")
    assert (held(match), supply(match, "spent")) == (token(), token(taiyaki=1))


LAST = dict(queue="R T", dishes="Y R", fridge="R Y", box="B")


@neutral
@rule("YA-84", "YA-85", "YA-86", "YA-87", "YA-61", "YA-62")
def test_e7_two_final_serves():
    match = final(LAST)
    assert moves(match) == {"serve with 1", "serve with 2", "stop"}
    play(match, 0, "serve with 1", "serve R")
    put(match)
    assert (vp(match), queue(match), dishes(match)) == (2, "T", "R")
    assert asked(match) == ("final", 0)
    assert moves(match) == {"serve with 1", "stop"}
    play(match, 0, "serve with 1")
    put(match)
    assert vp(match) == 3
    assert sink(match) == [1, 0, 0, 1]
    assert (queue(match), dishes(match), fridge(match), box(match)) == ("", "", "", "R B Y")
    assert asked(match) == ("final", 1)


@neutral
@rule("YA-R29", "YA-55")
def test_e8_both_bottles_at_once():
    match = final(LAST)
    play(match, 0, "serve with 2")
    put(match)
    assert (vp(match), fridge(match), queue(match)) == (2, "", "T")
    assert asked(match) == ("final", 1)


# --- the check


@neutral
@rule("YA-22", "YA-23", "YA-24", "YA-77")
def test_e9_the_fourth_figure_leaves_with_two_bad_reviews():
    match = alley(dict(queue="B B G T", reviews=[0, 1, 0, 2]))
    tourists = DATA["players"]["2"]["tourists"]
    assert asked(match) == ("lose", 0)
    assert (queue(match), supply(match, "bag")[4]) == ("B B G", tourists)
    play(match, 0, "lose AV")
    assert (queue(match), reviews(match), vp(match)) == ("B B G", [0, 0, -1, 2], 0)
    assert asked(match) == ("insert", 0)


@rule("YA-R12", "YA-23")
def test_e10_a_step_that_nobody_can_take_lapses():
    match = alley(dict(queue="B B G T", reviews=[-2, -3, -3, -3]))
    assert asked(match) == ("insert", 0)
    assert reviews(match) == [-3, -3, -3, -3]
    assert (queue(match), supply(match, "bag")) == ("B B G", [6, 4, 5, 6, 3])


@neutral
@rule("YA-25", "YA-28")
def test_e11_a_drink_is_offered():
    match = alley(dict(queue="R G B Y", fridge="Y", box="R"))
    assert moves(match) == {"accept", "offer Y"}
    play(match, 0, "offer Y")
    assert (fridge(match), box(match), queue(match)) == ("", "R Y", "R G B Y")
    assert (vp(match), reviews(match)) == (0, [0, 0, 0, 0])
    assert asked(match) == ("insert", 0)


@neutral
@rule("YA-26", "YA-80", "YA-R26")
def test_e12_garbage_makes_room_for_the_offer():
    seat = dict(queue="R G B Y", fridge="Y", box="R G B")
    match = alley(seat | dict(tokens=token(garbage=1)))
    before = supply(match, "beverages")
    assert moves(match) == {"accept", "use garbage"}
    play(match, 0, "use garbage")
    assert [now - then for now, then in zip(supply(match, "beverages"), before)] == [1, 1, 1, 0]
    assert moves(match) == {"accept", "offer Y"}
    play(match, 0, "offer Y")
    assert (box(match), vp(match), queue(match)) == ("Y", 0, "R G B Y")
    assert asked(alley(seat)) == ("lose", 0)  # without the token there is nothing but to accept


# --- new customers


@neutral
@rule("YA-42", "YA-R5")
def test_e13_one_free_space_for_two():
    seats = [
        dict(queue="R R R R", board=dict(zip(CELLS, "GGGGGG"))),
        dict(queue="B B B", board=dict(zip(CELLS, "YYYY"))),
    ]
    match = turn("customers_1 customers_2", *seats)
    assert sum(supply(match, "bag")) == 10
    assert moves(match) == {"do customers_1", "ignore customers_2"}


@neutral
@rule("YA-44", "YA-45", "YA-46", "YA-47")
@pytest.mark.parametrize(
    ("move", "own", "other"),
    [("send T to 0", "R T", "G Y T"), ("swap T with 1.1", "R G", "T Y T"), ("swap T with 1.2", "R Y", "G T T")],
)
def test_e14_a_tourist_is_kept_or_exchanged(move, own, other):
    match = turn("customers_1 recycle", dict(queue="R"), dict(queue="G Y T"), next_figures="T")
    play(match, 0, "do customers_1")
    assert moves(match) == {"send T to 0", "swap T with 1.1", "swap T with 1.2"}
    play(match, 0, move)
    assert (queue(match), queue(match, 1)) == (own, other)


@neutral
@rule("YA-43", "YA-R7")
def test_e15_with_the_own_queue_full():
    match = turn("customers_1 recycle", dict(queue="B B G G"), next_figures="R")
    play(match, 0, "do customers_1")
    assert (queue(match), queue(match, 1)) == ("B B G G", "R")
    match = turn("customers_1 recycle", dict(queue="B B G G"), next_figures="T")
    before = supply(match, "bag")
    play(match, 0, "do customers_1")
    assert (queue(match), queue(match, 1)) == ("B B G G", "")
    assert supply(match, "bag") == before
    assert asked(match) == ("insert", 1)


# --- order


COOK_AND_SERVE = dict(queue="R", dishes="R R", fridge="R")


@neutral
@rule("YA-36", "YA-37", "YA-38", "YA-39", "YA-R2")
def test_e16_cook_first_or_serve_first():
    match = turn("cook_1 serve_1", COOK_AND_SERVE)
    assert moves(match) == {"ignore cook_1", "do serve_1"}
    play(match, 0, "ignore cook_1")
    put(match)  # to serve is all that is left
    assert (vp(match), dishes(match)) == (3, "R")
    assert asked(match)[1] == 1

    match = turn("cook_1 serve_1", COOK_AND_SERVE)
    play(match, 0, "do serve_1")
    put(match)
    assert vp(match) == 3
    assert asked(match) == ("cook", 0)
    play(match, 0, "cook B")
    assert dishes(match) == "R B"


@neutral
@rule("YA-50", "YA-37")
def test_e17_two_dishes_need_two_spaces():
    match = turn("cook_1 cook_2", dict(dishes="R"))
    assert moves(match) == {"do cook_1", "ignore cook_2"}


# --- the reputation board


@rule("YA-65", "YA-R20", "YA-81")
def test_e18_the_first_figure():
    match = placing()
    assert moves(match) == {f"place {cell}" for cell in CELLS} - {"place B2", "place C2", "place B3", "place C3"}
    assert len(moves(match)) == 12
    match = placing(tokens=token(doggy_bag=1))
    assert len(moves(match)) == 16
    assert {move for move in moves(match) if move.endswith("doggy_bag")} == {
        f"place {cell} with doggy_bag" for cell in ("B2", "C2", "B3", "C3")
    }


@rule("YA-66", "YA-67")
def test_e19_the_next_figure():
    assert moves(placing(board={"A1": "B"})) == {"place B1", "place A2"}
    assert moves(placing(board={"A1": "B", "B1": "B"})) == {"place A2", "place B2", "place C1"}


@neutral
@rule("YA-69")
def test_e20_a_customer_s_review():
    cell = next(cell for cell in cells("review", "CS") if cell not in DATA["reputation"]["red"])
    match = placed("R", cell)
    assert moves(match) == {"gain C", "gain S"}
    play(match, 0, "gain S")
    assert reviews(match) == [1, 0, 0, 0]


@rule("YA-69")
def test_e20_the_space_is_a1():
    assert cells("review", "CS") == ["A1"]


@neutral
@rule("YA-70")
@pytest.mark.parametrize(("move", "steps"), [("VC", [0, 0, 1, 1]), ("VV", [0, 0, 2, 0]), ("CC", [0, 0, 0, 2])])
def test_e21_a_tourist_s_reviews(move, steps):
    cell = cells("review", "CV")[0]
    match = placed("T", cell, {beside(cell)[0]: "B"})
    assert moves(match) == {"gain VV", "gain VC", "gain CC"}
    play(match, 0, f"gain {move}")
    assert reviews(match) == steps


@rule("YA-70")
def test_e21_the_space_is_a2():
    assert cells("review", "CV") == ["A2"]


@neutral
@rule("YA-74")
@pytest.mark.parametrize(("move", "steps"), [("AA", [0, 2, 0, 0]), ("SC", [1, 0, 0, 1])])
def test_e22_two_stars(move, steps):
    cell = cells("influencer")[-1]
    match = placed("R", cell, {beside(cell)[0]: "B"}, influencer=STARS.index(2) - 1)
    assert len(moves(match)) == 10
    play(match, 0, f"gain {move}")
    assert reviews(match) == steps
    assert of(match)["influencer"] == STARS.index(2)


@rule("YA-74")
def test_e22_the_second_influencer_space_has_two_stars():
    assert STARS == [0, 1, 2]
    assert len(cells("influencer")) == 2


@rule("YA-76", "YA-66", "YA-70")
def test_e23_a_double_customer():
    match = placed("R", "D4")
    before = supply(match, "bag")
    assert moves(match) == {f"choose figure {figure}" for figure in "RBGYT"}
    play(match, 0, "choose figure T")
    assert moves(match) == {"place C4", "place D3"}
    play(match, 0, "place C4")
    assert moves(match) == {"gain AA", "gain AC", "gain CC"}
    play(match, 0, "gain AC")
    assert reviews(match) == [0, 1, 0, 1]
    assert board(match) == {"D4": "R", "C4": "T"}
    assert supply(match, "bag") == [*before[:4], before[4] - 1]
    assert vp(match) == 3  # for R alone


@rule("YA-71", "YA-39")
def test_e24_a_new_food():
    match = placed("R", "B2", {"A2": "B"}, line="serve_1 cook_1", menu="RB", dishes="B", fridge="G")
    assert moves(match) == {"add food G", "add food Y"}
    play(match, 0, "add food G")
    assert set(of(match)["menu"]) == set("RBG")
    assert vp(match) == 2 + 1
    assert moves(match) == {"cook R", "cook B", "cook G"}


# --- bottles and tokens


@neutral
@rule("YA-53", "YA-80")
def test_e25_recycling_and_garbage():
    match = turn("recycle serve_1", dict(box="R G"))
    before = supply(match, "beverages")
    play(match, 0, "do recycle")
    assert moves(match) == {"recycle R", "recycle G"}
    play(match, 0, "recycle R")
    assert supply(match, "beverages") == [before[0] + 1, *before[1:]]
    assert (box(match), vp(match)) == ("G", 1)

    match = turn("recycle serve_1", dict(box="R G", tokens=token(garbage=1)))
    play(match, 0, "use garbage")
    assert supply(match, "beverages") == [before[0] + 1, before[1], before[2] + 1, before[3]]
    assert (box(match), vp(match)) == ("", 0)


@neutral
@rule("YA-82")
def test_e26_an_urgent_call():
    match = alley(dict(queue="T G R", tokens=token(urgent_call=1)))
    play(match, 0, "use urgent_call 1 2")
    assert queue(match) == "G T R"


# --- scoring


@neutral
@rule("YA-88", "YA-R37")
def test_e27_most_dishes():
    assert scores(ended(dict(sink=[4, 3, 0, 0]), dict(sink=[2, 3, 0, 0]), dict(sink=[2, 1, 0, 0]))) == [4, 0, 0]


@neutral
@rule("YA-89", "YA-90")
def test_e28_most_customers():
    boards = [dict(zip(CELLS, figures)) for figures in ("YYY", "YTTTT", "YY")]
    assert scores(ended(*(dict(board=figures) for figures in boards))) == [3, 0, 0]


REVIEWED = [step_of(2), step_of(0), step_of(-1), step_of(5)]  # S A V C


@neutral
@rule("YA-93")
def test_e29_reviews():
    assert scores(ended(dict(reviews=REVIEWED))) == [6, 0]


@neutral
@rule("YA-97")
def test_e30_fewer_bottles():
    nine = dict(zip(CELLS, "RRRBBBGGG"))
    seats = [dict(vp=50, board=nine, box="R B"), dict(vp=50, board=nine, box="G", dishes="R B")]
    match = ended(*seats)
    assert scores(match) == [50, 50]
    assert ranks(match) == [2, 1]


@neutral
@rule("YA-4", "YA-5", "YA-6", "YA-14", "YA-2")
def test_e31_three_players_are_set_up():
    match = Match(GAME, 3, {}, "e31")
    for p, food in enumerate("RBG"):
        play(match, p, f"choose food {food}")
    for p, colour in enumerate("YYB"):
        play(match, p, f"take beverage {colour}")
    assert asked(match) == ("insert", 0)
    assert sum(supply(match, "bag")) == 36
    assert supply(match, "dishes") == [8, 8, 8, 8]
    assert supply(match, "beverages") == [4, 3, 4, 2]
    assert sum(supply(match, "beverages")) == 13
    assert sum(supply(match, "tokens")) == 9
    assert [len(row.split()) for row in grid(match)] == [3, 3]
    assert len(outside(match)) == 4
    assert [box(match, p) for p in range(3)] == ["Y", "Y", "B"]


@rule("YA-95")
def test_e32_everything_together():
    seat = dict(vp=37, reviews=REVIEWED, sink=[4, 0, 0, 0], tokens=token(taiyaki=1, garbage=1))
    assert scores(ended(seat))[0] == 37 + 4 + 6 + 2 == 49


# --- the same with other boxes


def rearranged():
    """Three serve tiles and one recycle tile; every bonus on another space; other tracks and other backs."""
    data = changed()
    recycle = next(i for i, tile in enumerate(data["tiles"]) if tile["kind"] == "recycle")
    serve = next(tile for tile in data["tiles"] if (tile["kind"], tile["n"]) == ("serve", 1))
    data["tiles"][recycle] = serve | {"id": "serve_1_again"}
    names, printed = list(CELLS), list(CELLS.values())
    return changed(
        data,
        reputation__cells=dict(zip(names, printed[5:] + printed[:5])),
        review_track__vp=[-4, -2, -1, 0, 2, 3, 5, 7, 9],
        influencer_track__stars=[0, 1, 1, 2],
        special_tokens__back_vp=dict(doggy_bag=2, urgent_call=1, taiyaki=3, garbage=0, provenance="published"),
    )


def wide():
    """A grid of three rows and five columns."""
    pairs = {"A1": "CS", "C1": "SA", "A2": "CV", "B3": "AV", "C3": "SV", "D3": "CA"}
    others = dict(B1="special", D1="influencer", E1="special", B2="menu", C2="stove", D2="fridge", E2="menu")
    others |= dict(A3="influencer", E3="double")
    found = {cell: dict(bonus="review", icons=list(icons)) for cell, icons in pairs.items()}
    found |= {cell: dict(bonus=bonus) for cell, bonus in others.items()}
    found = {cell: printed | dict(provenance="published") for cell, printed in found.items()}
    order = sorted(found, key=lambda cell: (cell[1], cell[0]))
    return changed(
        reputation__rows=3,
        reputation__cols=5,
        reputation__red=["B2", "C2", "D2"],
        reputation__cells={cell: found[cell] for cell in order},
        review_track__vp=[-5, -3, -2, -1, 0, 1, 2, 3, 5],
        review_track__start=4,
    )


PLAY_AGAIN = """
import pytest
from yokocho.games.yatta import GAME
print("digest", GAME.components)
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *{tests!r}]))
"""


@pytest.mark.parametrize("other", [rearranged, wide])
def test_what_the_rulebook_prints_holds_with_any_box(other, tmp_path):
    tests = [f"tests/yatta/test_examples.py::{name}" for name in NEUTRAL]
    ran = other_box(tmp_path, other(), PLAY_AGAIN.format(tests=tests))
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
    assert f"digest {GAME.components}" not in ran.stdout
    assert "skipped" not in ran.stdout and "deselected" not in ran.stdout


def test_no_example_is_missing():
    """Those with a tag for reconstructed data alone are played with the box as it is only."""
    names = {name.split("_")[1] for name in globals() if name.startswith("test_e") and name[6].isdigit()}
    assert names == {f"e{n}" for n in range(1, 33)}
    data = {"e1", "e2", "e3", "e10", "e18", "e19", "e23", "e24", "e32"}
    assert {name.split("_")[1] for name in NEUTRAL} == names - data


@rule("YA-15", "YA-93")
def test_the_track_has_what_the_examples_name():
    assert {5, 2, -1, 0} <= set(TRACK)
    assert TRACK[START] == 0


@rule("YA-30")
@pytest.mark.parametrize("move", ["insert cook_2 C1", "insert serve_2 R3", "insert serve_2 C4", "insert serve_2"])
def test_e1_what_cannot_be_inserted(move):
    with pytest.raises(Illegal):
        play(alley(**E1), 0, move)


@rule("YA-102")
def test_e1_all_ten_tiles_are_on_the_table():
    match = alley(**E1)
    play(match, 0, "insert serve_2 C2")
    tiles = " ".join([*seen(match)["grid"], seen(match)["outside"]]).split()
    assert Counter(tiles) == Counter(" ".join([*E1["grid"], E1["outside"]]).split())
