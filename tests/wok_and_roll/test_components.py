"""A component file that says something impossible is refused; what the box holds is what the rules say (section 2)."""

import importlib.util
import sys
import tomllib
from collections import Counter
from itertools import count

import pytest

from tests.rules import rule
from tests.wok_and_roll.support import BONUS, DISHES, ROWS, SERVINGS, SHEET, SIZE
from yokocho.core.components import ComponentError
from yokocho.games.wok_and_roll import GAME, components

FILE = components.BOX.path
TEXT = FILE.read_text(encoding="utf-8")
DATA = tomllib.loads(TEXT)
SOURCE = FILE.with_name("components.py").read_text(encoding="utf-8")
SECTION = {"R": "rice", "N": "noodle", "M": "meat", "V": "vegetable", "S": "seafood"}
numbers = count()


def load(folder, text):
    """The module again, beside another file."""
    (folder / "components.toml").write_text(text, encoding="utf-8")
    (folder / "components.py").write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"other_menu_{next(numbers)}", folder / "components.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[spec.name]
    return module


def changed(*pairs, text=TEXT):
    """The file with pieces of text replaced, each where it stands first."""
    for old, new in pairs:
        assert old in text, f"{old!r} is not in the file"
        text = text.replace(old, new, 1)
    return text


def test_the_file_as_it_is_can_be_loaded(tmp_path):
    again = load(tmp_path, TEXT)
    assert [structure.id for structure in again.SHEET] == list(SHEET)


FIRST = 'servings = ["RR:1", "RR:2", "RVM:3", "RRM:5"]'
ROW = 'servings = ["M1.1", "M2.1"]'

REFUSED = [
    ("\n[dice]\n", "\n[die]\n", "file: dice is missing"),
    ("white = 4", "white = 0", "dice: white should be from"),
    ("white = 4", 'white = "4"', "dice: white should be int"),
    ("red = 2", "red = 5", "dice: red should be from"),
    ("rolls = 3", "rolls = 0", "dice: rolls should be from"),
    ('white_faces = "RNMVSB"', 'white_faces = ""', "dice: white_faces should be"),
    ('red_faces = "RNMVSB"', 'red_faces = "RNMVSX"', "dice: red_faces should be"),
    ('red_faces = "RNMVSB"', "", "dice: red_faces is missing"),
    ('letter = "N"', 'letter = "Q"', "symbol: the letters are R, N, M, V, S, B"),
    ('name = "noodle"', "name = 5", r"symbol\[1\]: name should be str"),
    ('start = "RNMVSB" ', 'start = "RNMVSQ" ', "fridge: start should be"),
    ('start = "RNMVSB" ', "start = 6 ", "fridge: start should be str"),
    ("book_cost = 2", "book_cost = 0", "skill: book_cost should be from 1"),
    ("book_cost = 3", "book_cost = true", "end_bonus: book_cost should be int"),
    ('hexes = "RNMVS"', 'hexes = "RNMVB"', "skill: hexes should be"),
    ('per = "row"', 'per = "column"', r"end_bonus.rect\[3\]: per should be one of"),
    ('per = "serving"\nsection = "rice"', 'per = "serving"', r"end_bonus.rect\[0\]: section is missing"),
    ('section = "rice"\npoints', 'section = "tofu"\npoints', r"end_bonus.rect\[0\]: section should be one of"),
    ('id = "E2"', 'id = "E1"', "end_bonus: .*different ids"),
    ("structures_to_end = 3", "structures_to_end = 0", "end: structures_to_end should be from 1"),
    ('id = "R2"', 'id = "R1"', "structure: each id once"),
    ('id = "R2"', 'id = "second"', r"structure\[1\]: id should be"),
    ('section = "rice"\nkind', 'section = "soup"\nkind', r"structure\[0\]: section should be one of rice, noodle"),
    ('kind = "platter"', 'kind = "bowl"', r"structure\[4\]: kind should be dish or platter"),
    ("bonus = 3", "bonus = -3", r"structure\[4\]: bonus should be from 0"),
    ("bonus = 0", "bonus = 1", r"structure\[0\]: .*WR-20"),
    ('label = "Pork"', "", r"structure\[4\]: label is missing"),
    (FIRST, "servings = []", r"structure\[0\]: servings should be"),
    (FIRST, 'servings = "RR:1"', r"structure\[0\]: servings should be list"),
    ('"RR:1", "RR:2"', '"R:1", "RR:2"', r"structure\[0\].servings\[0\]: a serving is"),
    ('"RR:1", "RR:2"', '"RRRR:1", "RR:2"', r"structure\[0\].servings\[0\]: a serving is"),
    ('"RR:1", "RR:2"', '"RB:1", "RR:2"', r"structure\[0\].servings\[0\]: a serving is"),
    ('"RR:1", "RR:2"', '"RR:1", "RR"', r"structure\[0\].servings\[1\]: a serving is"),
    ('"RR:1", "RR:2"', '"RR:1", "RR:-2"', r"structure\[0\].servings\[1\]: a serving is"),
    ('"RR:1", "RR:2"', '"RR:1", 7', r"structure\[0\].servings\[1\]: a serving is"),
    (ROW, 'servings = ["M1.1", "M2.9"]', r"row\[0\]: there is no serving 'M2.9'"),
    (ROW, 'servings = ["M1.1", "M2.2"]', r"row\[1\]: M2.2 is in two rows"),
    (ROW, 'servings = ["M1.1", "V2.1"]', r"row\[0\]: .*WR-R8"),
    (ROW, 'servings = ["M1.1"]', r"row\[0\]: .*WR-R8"),
    (ROW, 'servings = ["M1.1", "M1.3"]', r"row\[0\]: .*WR-R8"),
    ('gives = "S"', 'gives = "SS"', r"row\[2\]: gives should be"),
    ('gives = "S"', 'gives = "X"', r"row\[2\]: gives should be"),
    ('gives = "S"\nprovenance = "reconstructed"', 'gives = "S"\nprovenance = "guess"', r"row\[2\]: provenance is"),
    ("\n[totals]\n", "\n[sums]\n", "file: totals is missing"),
    # a slip of the pen shows in the totals
    ('"RR:1", "RR:2"', '"RR:1", "RR:3"', "totals: points should be"),
    ('"RVM:3"', '"RVS:3"', "totals: demand should be"),
    ('"RVM:3"', '"RV:3"', "totals: letters should be"),
    ("bonus = 3", "bonus = 4", "totals: bonus should be 17"),
    ("rows = 8", "rows = 9", "totals: rows should be 8"),
]


@rule("WR-R8", "WR-20", "WR-17")
@pytest.mark.parametrize(("old", "new", "said"), REFUSED)
def test_what_is_impossible_is_named(tmp_path, old, new, said):
    with pytest.raises(ComponentError, match=f"components.toml: {said}"):
        load(tmp_path, changed((old, new)))


IMPOSSIBLE = {
    "a hexagon twice": [('hexes = "RNMVS"', 'hexes = "RRMVS"')],
    "a row in seafood": [(ROW, 'servings = ["S1.1", "S2.1"]')],  # rulebook: rows of meat and vegetable
    "ranks of solo that fall": [("ranks = [45, 55, 65]", "ranks = [45, 35, 65]")],
    "ranks of solo that are words": [("ranks = [45, 55, 65]", 'ranks = ["45", "55", "65"]')],
    "a provenance of faces that is none": [('faces_provenance = "reconstructed"', 'faces_provenance = "guess"')],
    "a Fridge without a book": [('start = "RNMVSB" ', 'start = "RNMVSR" ')],  # WR-2
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_is_impossible_too(tmp_path, what):
    with pytest.raises(ComponentError):
        load(tmp_path, changed(*IMPOSSIBLE[what]))


def test_a_correction_in_its_place_is_taken_over(tmp_path):
    menu = load(tmp_path, changed(('"RR:1", "RR:2"', '"RR:1", "RRV:4"'), *TOTALS))
    assert [(serving.cost, serving.points) for serving in menu.SHEET[0].servings][:2] == [("RR", 1), ("RRV", 4)]
    menu = load(tmp_path, changed(('gives = "S"', 'gives = "B"')))
    assert menu.ROWS[2][1] == "B"


TOTALS = (("rice = 27", "rice = 29"), ("two = 14, three = 28", "two = 13, three = 29"), ("V = 23", "V = 24"))


# --- what the rules say


@rule("WR-1", "WR-12")
def test_the_sheet_is_that_of_the_rules():
    """Every structure, serving, cost and point of 2.4, in file order."""
    assert {row["id"]: " ".join(row["servings"]) for row in DATA["structure"]} == SHEET
    assert [row["id"] for row in DATA["structure"]] == list(SHEET)
    assert {row["id"]: row["section"] for row in DATA["structure"]} == {name: SECTION[name[0]] for name in SHEET}
    assert {row["id"] for row in DATA["structure"] if row["kind"] == "dish"} == set(DISHES)
    assert {row["id"]: row["bonus"] for row in DATA["structure"]} == dict.fromkeys(DISHES, 0) | BONUS
    assert {tuple(row["servings"]): row["gives"] for row in DATA["row"]} == ROWS


@rule("WR-12")
def test_the_totals():
    """The loader's invariants of 2.4, counted once more."""
    words = [word for row in DATA["structure"] for word in row["servings"]]
    costs = [word.split(":")[0] for word in words]
    assert (len(DATA["structure"]), len(words), len(DATA["row"])) == (10, 42, 8)
    by_section = dict.fromkeys(SECTION.values(), 0)
    sizes = dict(by_section)
    for row in DATA["structure"]:
        by_section[row["section"]] += sum(int(word.split(":")[1]) for word in row["servings"])
        sizes[row["section"]] += len(row["servings"])
    assert by_section == {"rice": 27, "noodle": 27, "meat": 14, "vegetable": 14, "seafood": 16}
    assert sizes == {"rice": 9, "noodle": 9, "meat": 8, "vegetable": 8, "seafood": 8}
    assert sum(by_section.values()) == 98
    assert sum(row["bonus"] for row in DATA["structure"]) == 16
    assert Counter(len(cost) for cost in costs) == {2: 14, 3: 28}
    assert sum(len(set(cost)) < len(cost) for cost in costs) == 36
    assert Counter("".join(costs)) == {"R": 21, "N": 21, "M": 24, "V": 23, "S": 23}


@rule("WR-R8")
def test_rows_join_one_serving_of_each_column_of_one_section():
    assert sorted(name for row in DATA["row"] for name in row["servings"]) == sorted(
        name for name in SERVINGS if name[0] in "MV"
    )
    for row in DATA["row"]:
        (a, i), (b, j) = (name.split(".") for name in row["servings"])
        assert a[0] == b[0] and (a[1], b[1]) == ("1", "2") and i == j
        assert row["gives"] != a[0]  # 2.5: never the own section


@rule("WR-2", "WR-5", "WR-7", "WR-9", "WR-22", "WR-25", "WR-31")
def test_the_counts():
    dice = DATA["dice"]
    assert (dice["white"], dice["red"], dice["rolls"]) == (4, 2, 3)
    assert sorted(dice["white_faces"]) == sorted(dice["red_faces"]) == sorted("RNMVSB")
    assert DATA["fridge"]["start"] == "RNMVSB"
    assert (DATA["skill"]["book_cost"], DATA["end_bonus"]["book_cost"]) == (2, 3)
    assert "".join(DATA["skill"]["hexes"]) == "RNMVS"
    assert DATA["end"]["structures_to_end"] == 3
    rects = [(r["id"], r["per"], r.get("section"), r["points"]) for r in DATA["end_bonus"]["rect"]]
    assert rects == [
        ("E1", "serving", "rice", 1),
        ("E2", "serving", "noodle", 1),
        ("E3", "serving", "seafood", 1),
        ("E4", "row", None, 1),
        ("E5", "structure", None, 2),
    ]


@rule("WR-12")
def test_the_number_of_a_serving_is_its_place_in_the_file():
    assert [serving.id for serving in components.SERVINGS] == SERVINGS
    assert [structure.id for structure in components.SHEET] == list(SIZE)


def test_the_digest_is_that_of_the_file():
    assert GAME.components == components.BOX.digest
