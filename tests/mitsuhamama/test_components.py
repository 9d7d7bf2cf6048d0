"""A component file that says something impossible is refused; what the box holds is what the rules say."""

import importlib.util
import math
import sys
import tomllib
from itertools import count

import pytest

from tests.rules import rule
from yokocho.core.components import ComponentError
from yokocho.games.mitsuhamama import components

FILE = components.BOX.path
TEXT = FILE.read_text(encoding="utf-8")
SOURCE = FILE.with_name("components.py").read_text(encoding="utf-8")
numbers = count()


def load(folder, text):
    """The module again, beside another file."""
    (folder / "components.toml").write_text(text, encoding="utf-8")
    (folder / "components.py").write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"other_box_{next(numbers)}", folder / "components.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[spec.name]
    return module


def changed(old, new, nth=0):
    """The file with one piece of text replaced, the nth where there are several."""
    parts = TEXT.split(old)
    assert len(parts) > nth + 1, f"{old!r} is not in the file"
    return old.join(parts[: nth + 1]) + new + old.join(parts[nth + 1 :])


def test_the_file_as_it_is_can_be_loaded(tmp_path):
    again = load(tmp_path, TEXT)
    assert [card.name for card in again.CARDS] == [card.name for card in components.CARDS]
    assert (again.LADDER == components.LADDER).all()


REFUSED = [
    ("[money]", "[cash]", 0, "file: money is missing"),
    (
        "denominations = [1, 2, 3, 4, 5, 10]",
        "denominations = [1, 2, 3, 5, 4, 10]",
        0,
        "money: denominations should rise",
    ),
    ("denominations = [1, 2, 3, 4, 5, 10]", "denominations = [1, 2]", 0, "money: denominations should have 6 numbers"),
    (
        "denominations = [1, 2, 3, 4, 5, 10]",
        "denominations = [0, 2, 3, 4, 5, 10]",
        0,
        "money: denominations should hold",
    ),
    ("denominations = [1, 2, 3, 4, 5, 10]", 'denominations = "10"', 0, "money: denominations should be list"),
    ("set = [1, 1, 1, 1, 2, 2]", "set = [1, 1, 1, 1, 2, -2]", 0, "money: set should hold whole numbers"),
    ("set = [1, 1, 1, 1, 2, 2]", "set = [1, 1, 1, 1, 2, 2.0]", 0, "money: set should hold whole numbers"),
    ("extra_two_players", "extra", 0, "money: extra_two_players is missing"),
    ('code = "Y"', 'code = "B"', 0, "fish: the kinds are R, Y, K, W"),
    ("[dice]", "[pips]", 0, "file: dice is missing"),
    ("faces = [1, 2, 3, 4, 5, 6]", "faces = [0, 1, 2]", 0, "dice: faces should hold whole numbers from 1 to 9"),
    ("faces = [1, 2, 3, 4, 5, 6]", "faces = [1, 10]", 0, "dice: faces should hold whole numbers from 1 to 9"),
    ("capacity = 12", "capacity = 13", 0, "warehouse: capacity should be from 1 to 12"),
    ("capacity = 12", 'capacity = "12"', 0, "warehouse: capacity should be int"),
    ("start = 3", "start = 5", 0, "employees: start should be from 1 to 3"),
    ("most = 4", "most = 5", 0, "employees: most should be from 3 to 4"),
    ("hire = 10", "hire = 0", 0, "employees: hire should be from 1"),
    ("[lot]", "[lots]", 0, "file: lot is missing"),
    ("players = 4", "players = 5", 0, "end: one row each"),
    ("cubes = 4", "cubes = true", 0, r"end\[0\]: cubes should be int"),
    ('name = "Takata"', "name = 7", 0, r"restaurant\[0\]: name should be str"),
    ('name = "Takata"', 'name = "Kasugano"', 0, "restaurant: five cards with different names"),
    ("[restaurant.a]", "[restaurant.c]", 0, r"restaurant\[0\]: a is missing"),
    ("demand = [0, 7, 0, 5]", "demand = [0, 7, 0]", 0, r"restaurant\[0\].a: demand should have 4 numbers"),
    ("demand = [0, 7, 0, 5]", "demand = [0, 13, 0, 5]", 0, r"restaurant\[0\].a: demand should hold .* 0 to 12"),
    ("demand = [0, 7, 0, 5]", "demand = [0, 0, 0, 0]", 0, r"restaurant\[0\].a: demand should want some fish"),
    ("sets = 2", "sets = 3", 0, r"restaurant\[2\].a: two sets of 1 to 12, not 3 of 8"),
    ("of = 8", "of = 13", 0, r"restaurant\[2\].a: two sets of 1 to 12"),
    ("any = 18", "any = 49", 0, r"restaurant\[2\].b: any cannot be 49"),
    ("any = 18", "all = 18", 0, r"restaurant\[2\].b: sets is missing"),
    ("ladder = [22, 19, 16, 13]", "ladder = []", 0, r"restaurant\[0\].a: ladder should be one to four prices"),
    (
        "ladder = [22, 19, 16, 13]",
        "ladder = [22, 22, 16, 13]",
        0,
        r"restaurant\[0\].a: ladder .* lower than the one before",
    ),
    (
        "ladder = [22, 19, 16, 13]",
        "ladder = [22, 19, 16, 13, 9]",
        0,
        r"restaurant\[0\].a: ladder should be one to four",
    ),
    (
        "ladder = [22, 19, 16, 13]",
        "ladder = [22, 19, 16, 0]",
        0,
        r"restaurant\[0\].a: ladder should hold whole numbers",
    ),
    ('ladder_provenance = "reconstructed"', 'ladder_provenance = "guess"', 3, r"restaurant\[1\].b: provenance is"),
    ('demand_provenance = "rulebook"', "", 9, r"restaurant\[4\].b: demand_provenance is missing"),
]


@rule("MI-R3", "MI-11")
@pytest.mark.parametrize(("old", "new", "nth", "said"), REFUSED)
def test_what_is_impossible_is_named(tmp_path, old, new, nth, said):
    with pytest.raises(ComponentError, match=f"components.toml: {said}"):
        load(tmp_path, changed(old, new, nth))


NOT_LOOKED_AT = [
    ("faces = [1, 2, 3, 4, 5, 6]", "faces = []"),  # nothing can be rolled
    ("cubes = 4 ", "cubes = -4 "),  # the game would end on the first evening
    ("cubes = 4 ", "cubes = 99 "),  # and this one never
    ('provenance = "rulebook"\n\n[[fish]]', 'provenance = "hearsay"\n\n[[fish]]'),  # of the money
]


@pytest.mark.parametrize(("old", "new"), NOT_LOOKED_AT)
def test_what_is_impossible_too(tmp_path, old, new):
    with pytest.raises(ComponentError):
        load(tmp_path, changed(old, new))


def test_a_correction_in_its_place_is_taken_over(tmp_path):
    box = load(tmp_path, changed("ladder = [22, 19, 16, 13]", "ladder = [21, 18]"))
    assert box.LADDER[0, 0].tolist() == [21, 18, 0, 0]
    assert box.SPACES[0].tolist() == [2, 4]
    box = load(tmp_path, changed("faces = [1, 2, 3, 4, 5, 6]", "faces = [1, 1, 2, 2, 9]"))
    assert box.DIE.tolist() == [1, 1, 2, 2, 9]


# --- what the rules say


@rule("MI-5")
def test_the_money_cards():
    assert components.VALUES == [1, 2, 3, 4, 5, 10]
    assert [int(4 * n) for n in components.SET] == [4, 4, 4, 4, 8, 8]
    assert (components.START_HAND * components.VALUE).sum(axis=1)[2:].tolist() == [50, 40, 40]


@rule("MI-3", "MI-42")
def test_the_demands():
    table = {
        "Takata": ((0, 7, 0, 5), (8, 0, 6, 0)),
        "Kasugano": ((7, 0, 0, 0), (0, 4, 2, 3)),
        "Hanazono": ("8 + 8", "18"),
        "Ishimaru": ((0, 0, 10, 0), (0, 0, 0, 9)),
        "Yamazakura": ((5, 0, 4, 3), (4, 4, 3, 3)),
    }
    forms = {components.SETS: "8 + 8", components.ANY: "18"}
    found = {card.name: tuple(forms.get(face.form, face.fish) for face in card.faces) for card in components.CARDS}
    assert found == table
    assert [[face.size for face in card.faces] for card in components.CARDS] == [
        [12, 14],
        [7, 9],
        [16, 18],
        [10, 9],
        [12, 14],
    ]
    kanji = [card.kanji for card in components.CARDS]
    assert kanji == ["たか田", "春日乃", "はなぞの", "伊志丸", "山ざくら"]


def reconstructed(fish, kinds, free_choice):
    """The formula of 2.5."""
    margin = 3 + math.ceil(fish / 2) + (kinds - 1) + (8 if kinds == 4 else 0) - (3 if free_choice else 0)
    margins = [margin, math.ceil(2 * margin / 3), math.ceil(margin / 3), 1]
    return [fish + margin for margin in margins]


@rule("MI-46")
def test_the_ladders_follow_the_formula():
    """Only those still marked as ours: an owner of the box may have corrected some."""
    data = tomllib.loads(TEXT)
    checked = 0
    for card, row in zip(components.CARDS, data["restaurant"]):
        for face, text in zip(card.faces, "ab"):
            if row[text]["ladder_provenance"] == "reconstructed":
                free = face.form != components.FIXED
                kinds = 2 if free else sum(n > 0 for n in face.fish)
                assert list(face.ladder) == reconstructed(face.size, kinds, free), (card.name, text)
                checked += 1
    assert checked == 10


@rule("MI-R37")
def test_no_space_pays_less_than_the_fish():
    for card in components.CARDS:
        for face in card.faces:
            assert min(face.ladder) > face.size


@rule("MI-11", "MI-12", "MI-36", "MI-4", "MI-7", "MI-50", "MI-52")
def test_the_counts():
    assert components.DIE.tolist() == [1, 2, 3, 4, 5, 6]
    assert (components.CAPACITY, components.MOST_LOT, components.HIRE_PRICE) == (12, 9, 10)
    assert (components.START_CUBES, components.MOST_CUBES) == (3, 4)
    assert components.END_CUBES.tolist()[2:] == [4, 5, 6]
