"""A component file that says something impossible is refused; what the box holds is what the rules say."""

import importlib.util
import sys
from collections import Counter
from itertools import combinations, count

import pytest

from tests.rules import rule
from tests.yatta.support import (
    CAPACITY,
    CELLS,
    DATA,
    FACES,
    RED,
    SETS,
    STARS,
    START,
    TRACK,
    box_text,
    cells,
    changed,
    other_box,
)
from yokocho.core.components import ComponentError
from yokocho.games.yatta import GAME

SOURCE = GAME.box.path.with_name("components.py").read_text(encoding="utf-8")
numbers = count()


def load(folder, data):
    """The module again, beside another file."""
    (folder / "components.toml").write_text(box_text(data), encoding="utf-8")
    (folder / "components.py").write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"other_yatta_{next(numbers)}", folder / "components.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[spec.name]
    return module


def tiles(i, **parts):
    """The tiles with one changed; None leaves a key out."""
    found = [dict(tile) for tile in DATA["tiles"]]
    found[i] = {key: value for key, value in (found[i] | parts).items() if value is not None}
    return dict(tiles=found)


def cell(name, **parts):
    found = {key: dict(printed) for key, printed in CELLS.items()}
    found[name] = {key: value for key, value in (found[name] | parts).items() if value is not None}
    return dict(reputation__cells=found)


def without(name):
    return dict(reputation__cells={key: printed for key, printed in CELLS.items() if key != name})


def backs(**parts):
    return dict(special_tokens__back_vp=DATA["special_tokens"]["back_vp"] | parts)


def test_the_file_as_it_is_can_be_loaded(tmp_path):
    again = load(tmp_path, changed())
    assert again.BOX.data == DATA
    assert again.BOX.digest == GAME.components


REFUSED = [
    (dict(colours=None), "colours"),
    (dict(colours__order=["R", "G", "B", "Y"]), "colours"),
    (dict(colours__order=["R", "B", "G"]), "colours"),
    (dict(colours__tourist="X"), "colours"),
    (dict(colours__provenance="hearsay"), "colours"),
    (dict(customer_names__T=None), "customer_names"),
    (dict(capacity=None), "capacity"),
    (dict(capacity__recycle_box=None), "capacity"),
    (dict(capacity__recycle_box__spaces=0), "capacity.recycle_box"),
    (dict(capacity__recycle_box__spaces="three"), "capacity.recycle_box"),
    (dict(capacity__recycle_box__spaces=True), "capacity.recycle_box"),
    (dict(capacity__recycle_box__provenance=None), "capacity.recycle_box"),
    (dict(capacity__fridge_improved__spaces=1), "capacity.fridge_improved"),
    (dict(capacity__dish_queue_improved__spaces=1), "capacity.dish_queue_improved"),
    (dict(capacity__customer_queue__spaces=1000), "capacity.customer_queue"),
    (dict(capacity__sink_stacks__spaces=3), "capacity.sink_stacks"),
    (dict(capacity__menu_spaces__spaces=1), "capacity.menu_spaces"),
    (dict(rounds__count=0), "rounds"),
    (dict(rounds__count=12.0), "rounds"),
    (dict(players={"2": DATA["players"]["2"]}), "players"),
    (dict(players__3__dishes=0), "players.3"),
    (dict(players__3__tourists=-1), "players.3"),
    (dict(players__3__special=17), "players.3"),
    (dict(players__3__beverages=None), "players.3"),
    (dict(players__4__provenance="?"), "players.4"),
    (dict(tiles=DATA["tiles"][:9]), "tiles"),
    (dict(tiles=[*DATA["tiles"], DATA["tiles"][0] | {"id": "more"}]), "tiles"),
    (dict(tiles=None), "tiles"),
    (tiles(2, kind="sing"), r"tiles\[2\]"),
    (tiles(3, n=3), r"tiles\[3\]"),
    (tiles(3, n=0), r"tiles\[3\]"),
    (tiles(8, n=2), r"tiles\[8\]"),
    (tiles(4, id="cook_1"), "tiles"),
    (tiles(4, n=None), r"tiles\[4\]"),
    (tiles(4, provenance=None), r"tiles\[4\]"),
    (dict(reputation__rows=3), "reputation"),
    (dict(reputation__cols=0), "reputation"),
    (dict(reputation__red=["E5"]), "reputation"),
    (dict(reputation__red="B2"), "reputation"),
    (dict(reputation__red=list(CELLS)), "reputation"),
    (without("C3"), "reputation.cells"),
    (cell("A1", bonus="money"), "reputation.cells.A1"),
    (cell("A1", icons=None), "reputation.cells.A1"),
    (cell("A1", icons=["C", "X"]), "reputation.cells.A1"),
    (cell("A1", icons=["C", "C"]), "reputation.cells.A1"),
    (cell("A1", icons=[]), "reputation.cells.A1"),
    (cell("B1", icons=["C", "S"]), "reputation.cells.B1"),
    (cell("D4", provenance="guess"), "reputation.cells.D4"),
    (dict(review_track__start=8), "review_track"),
    (dict(review_track__start=4), "review_track"),
    (dict(review_track__vp=[]), "review_track"),
    (dict(review_track__vp=[0, 1, 2, "3"]), "review_track"),
    (dict(review_track__vp=[-1, 0, 1.5], review_track__start=1), "review_track"),
    (dict(influencer_track__stars=[]), "influencer_track"),
    (dict(influencer_track__stars=[0, -1]), "influencer_track"),
    (dict(influencer_track__stars=[0, 99]), "influencer_track"),
    (dict(special_tokens__copies_each=0), "special_tokens"),
    (dict(special_tokens__kinds=["doggy_bag", "taiyaki", "urgent_call", "garbage"]), "special_tokens"),
    (backs(taiyaki=[1, 2, 3]), "special_tokens.back_vp"),
    (backs(taiyaki="1"), "special_tokens.back_vp"),
    (backs(taiyaki=[1, 2, 3, "4"]), "special_tokens.back_vp"),
    (dict(special_tokens__back_vp__garbage=None), "special_tokens.back_vp"),
    (dict(vp__recycle=-1), "vp"),
    (dict(vp__serve_base=None), "vp"),
    (dict(vp__penalty_reviews="two"), "vp"),
]


@pytest.mark.parametrize(("places", "where"), REFUSED)
def test_what_is_impossible_is_named(tmp_path, places, where):
    key = next(iter(places)).split("__")[-1]
    with pytest.raises(ComponentError, match=rf"^components\.toml: ({where}|file: {key})"):
        load(tmp_path, changed(**places))


def test_a_file_that_is_no_toml(tmp_path):
    (tmp_path / "components.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "components.toml").write_text("[colours\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("no_yatta", tmp_path / "components.py")
    with pytest.raises(ComponentError, match=r"^components\.toml: "):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


# --- what the rules say


@rule("YA-4", "YA-5", "YA-6")
def test_the_counts():
    table = {2: (6, 3, 6, 3, 6), 3: (8, 4, 8, 4, 9), 4: (10, 5, 10, 5, 12)}
    keys = ("dishes", "beverages", "customers", "tourists", "special")
    assert {players: tuple(row[key] for key in keys) for players, row in SETS.items()} == table
    assert DATA["special_tokens"]["copies_each"] == 4
    assert DATA["rounds"]["count"] == 12


@rule("YA-12", "YA-13", "YA-22", "YA-72", "YA-73")
def test_the_capacities():
    expected = dict(customer_queue=4, dish_queue_base=2, dish_queue_improved=3, fridge_base=2, fridge_improved=3)
    assert expected | dict(recycle_box=3, sink_stacks=4, menu_spaces=4) == CAPACITY


@rule("YA-2")
def test_the_tiles():
    pairs = [f"{kind}_{n}" for kind in ("customers", "cook", "refill", "serve") for n in (1, 2)]
    assert Counter(FACES) == Counter([*pairs, "recycle", "recycle"])


@rule("YA-65", "YA-69", "YA-71", "YA-72", "YA-73", "YA-74", "YA-75", "YA-76")
def test_the_reputation_board():
    assert {"B2", "C2", "B3", "C3"} == RED
    where = {bonus: cells(bonus) for bonus in ("menu", "stove", "fridge", "special", "influencer", "double")}
    assert where == {
        "menu": ["B2", "C3"],
        "stove": ["C2"],
        "fridge": ["B3"],
        "special": ["B1", "D2", "A3"],
        "influencer": ["D1", "A4"],
        "double": ["D4"],
    }
    icons = {name: "".join(CELLS[name]["icons"]) for name in cells("review")}
    assert icons == {"A1": "CS", "C1": "SA", "A2": "CV", "D3": "AV", "B4": "SV", "C4": "CA"}
    assert {frozenset(pair) for pair in icons.values()} == {frozenset(pair) for pair in combinations("SAVC", 2)}


@rule("YA-15", "YA-93", "YA-74", "YA-83")
def test_the_tracks_and_backs():
    assert (TRACK, START) == ([-3, -2, -1, 0, 1, 2, 5, 8], 3)
    assert STARS == [0, 1, 2]
    assert [DATA["special_tokens"]["back_vp"][kind] for kind in DATA["special_tokens"]["kinds"]] == [1, 1, 1, 1]


@rule("YA-53", "YA-60", "YA-71", "YA-72", "YA-73", "YA-79", "YA-23")
def test_the_points():
    expected = dict(recycle=1, serve_base=1, serve_dish_match=1, serve_beverage_match=1, taiyaki_to_tourist=1)
    expected |= dict(menu_improvement=2, fridge_improvement=2, stove_improvement=2, penalty_reviews=2)
    assert {key: value for key, value in DATA["vp"].items() if key != "provenance"} == expected


def test_what_is_ours_is_marked():
    """2.2: the reconstructed items."""
    assert {tile["provenance"] for tile in DATA["tiles"]} == {"reconstructed"}
    assert {printed["provenance"] for printed in CELLS.values()} == {"reconstructed"}
    for name in ("reputation", "review_track", "influencer_track", "customer_names"):
        assert DATA[name]["provenance"] == "reconstructed"
    assert DATA["special_tokens"]["back_vp"]["provenance"] == "reconstructed"
    assert DATA["capacity"]["sink_stacks"]["provenance"] == "reconstructed"


# --- a correction in its place is taken over

CORRECTED = """
from tests.yatta.support import *
match = turn("recycle cook_1", dict(box="R B G Y", queue="R", fridge="R R"), dict(vp=3))
play(match, 0, "do recycle", "recycle R")
assert vp(match) == 2, vp(match)
match = placed("R", "A1", dishes="R", fridge="R")
play(match, 0, "gain S")
assert vp(match) == 2 + 1 + 1
match = alley(dict(queue="R G B", fridge="R"))
assert asked(match) == ("check", 0)
match = ended(dict(reviews=[1, -1, 0, 0]))
assert scores(match) == [7 - 4, 0], scores(match)
match = ended(dict(tokens=token(garbage=2)))
assert scores(match) == [6, 0]
match = turn("cook_1 refill_1", active=1, round=2)
finish_turn(match)
assert match.over or when(match)[0] == "final"
print("corrected")
"""


@rule("YA-15", "YA-83", "YA-22", "YA-53", "YA-19")
def test_a_correction_is_taken_over(tmp_path):
    """Another track, other backs, other capacities, other VP, fewer rounds: nothing but the file is touched."""
    data = changed(
        capacity__recycle_box__spaces=4,
        capacity__customer_queue__spaces=3,
        vp__recycle=2,
        vp__serve_base=2,
        review_track__vp=[-4, 0, 7],
        review_track__start=1,
        special_tokens__back_vp=DATA["special_tokens"]["back_vp"] | dict(garbage=3),
        rounds__count=2,
    )
    ran = other_box(tmp_path, data, CORRECTED)
    assert ran.stdout.strip() == "corrected", ran.stderr[-3000:]
