"""What is printed on the sheets and dice of Wok and Roll (components.toml), checked when it is loaded.

A sheet is a list of structures: dishes, filled from the top, and platters, filled in any order. A serving is known by
its number in file order. Letters are numbers in the order of ``LETTERS``; the last one is the Recipe Book.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from yokocho.core.components import Components

PLAYER_COUNTS = range(1, 6)
LETTERS = "RNMVSB"
KINDS = len(LETTERS)
INGREDIENTS = KINDS - 1
BOOK = LETTERS.index("B")
SECTIONS = ("rice", "noodle", "meat", "vegetable", "seafood")
ROW_SECTIONS = {SECTIONS.index("meat"), SECTIONS.index("vegetable")}  # WR-18
DISH, PLATTER = KIND_WORDS = ("dish", "platter")
PER_SERVING, PER_ROW, PER_STRUCTURE = range(3)
PER_WORDS = ("serving", "row", "structure")
MOST_PLACES = 6  # servings of one structure
MOST_PAYMENTS = 8  # 5.3: payments of one serving that differ
BASIC = -1  # a structure on everybody's sheet


@dataclass(frozen=True)
class Serving:
    """One box to cross off: its name, cost, points, and the books that open it first (Expert Menu)."""

    id: str
    structure: int
    place: int
    cost: str
    points: int
    lock: int = 0


@dataclass(frozen=True)
class Structure:
    """A dish or a platter; ``tile`` is the House Special it belongs to."""

    id: str
    section: int
    kind: str
    bonus: int
    label: str
    servings: tuple[Serving, ...]
    tile: int = BASIC


@dataclass(frozen=True)
class Rectangle:
    """An end-game bonus: points for each thing of a kind."""

    id: str
    per: int
    section: int
    points: int


BOX = Components(Path(__file__).with_name("components.toml"))


def number(table: dict[str, Any], where: str, key: str, low: int, high: int) -> int:
    found = int(BOX.get(table, where, key, int))
    if not low <= found <= high:
        raise BOX.wrong(where, f"{key} should be from {low} to {high}, not {found}")
    return found


def section(name: str) -> dict[str, Any]:
    table: dict[str, Any] = BOX.get(BOX.data, "file", name, dict)
    BOX.provenance(table, name)
    return table


def letters(table: dict[str, Any], where: str, key: str, allowed: str, low: int, high: int) -> str:
    text = str(BOX.get(table, where, key, str))
    if not low <= len(text) <= high or any(letter not in allowed for letter in text):
        raise BOX.wrong(where, f"{key} should be {low} to {high} letters of {allowed}, not {text!r}")
    return text


def load_symbols() -> list[dict[str, Any]]:
    found = BOX.get(BOX.data, "file", "symbol", list)
    for i, row in enumerate(found):
        BOX.provenance(row, f"symbol[{i}]")
        for key in ("letter", "name", "color", "shape"):
            BOX.get(row, f"symbol[{i}]", key, str)
    if "".join(row["letter"] for row in found) != LETTERS:
        raise BOX.wrong("symbol", f"the letters are {', '.join(LETTERS)} in this order")
    return list(found)


def load_serving(value: Any, where: str, structure: int, place: int, id: str) -> Serving:
    """``"RR:1"``, or a table with cost, points and lock."""
    if isinstance(value, dict):
        cost = letters(value, where, "cost", LETTERS[:BOOK], 2, 3)
        lock = number(value, where, "lock", 0, KINDS) if "lock" in value else 0
        return Serving(id, structure, place, cost, number(value, where, "points", 0, 99), lock)
    match = re.fullmatch(rf"([{LETTERS[:BOOK]}]{{2,3}}):(\d{{1,2}})", str(value))
    if not match:
        raise BOX.wrong(where, f"a serving is two or three letters of {LETTERS[:BOOK]} and points, RR:1, not {value!r}")
    return Serving(id, structure, place, match[1], int(match[2]))


def load_structure(row: Any, where: str, index: int, tile: int) -> Structure:
    BOX.provenance(row, where)
    id = str(BOX.get(row, where, "id", str))
    if not re.fullmatch(r"[A-Z]\d+", id):
        raise BOX.wrong(where, f"id should be a letter and a number, not {id!r}")
    name, kind = BOX.get(row, where, "section", str), BOX.get(row, where, "kind", str)
    if name not in SECTIONS:
        raise BOX.wrong(where, f"section should be one of {', '.join(SECTIONS)}, not {name!r}")
    if kind not in KIND_WORDS:
        raise BOX.wrong(where, f"kind should be dish or platter, not {kind!r}")
    rows = BOX.get(row, where, "servings", list)
    if not 1 <= len(rows) <= MOST_PLACES:
        raise BOX.wrong(where, f"servings should be one to {MOST_PLACES}, not {len(rows)}")
    servings = tuple(
        load_serving(text, f"{where}.servings[{i}]", index, i, f"{id}.{i + 1}") for i, text in enumerate(rows)
    )
    bonus = number(row, where, "bonus", 0, 99)
    if kind == DISH and bonus:
        raise BOX.wrong(where, "a dish has no bonus (WR-20)")
    label = str(BOX.get(row, where, "label", str))
    return Structure(id, SECTIONS.index(name), kind, bonus, label, servings, tile)


def load_sheet() -> tuple[Structure, ...]:
    found = []
    for i, row in enumerate(BOX.get(BOX.data, "file", "structure", list)):
        found.append(load_structure(row, f"structure[{i}]", i, BASIC))
    for tile, table in enumerate(BOX.data.get("house_special", [])):
        where = f"house_special[{tile}]"
        for i, row in enumerate(BOX.get(table, where, "structure", list)):
            found.append(load_structure(row, f"{where}.structure[{i}]", len(found), tile))
    ids = [structure.id for structure in found]
    if len(set(ids)) != len(ids):
        raise BOX.wrong("structure", f"each id once, not {', '.join(ids)}")
    return tuple(found)


def load_rows(servings: tuple[Serving, ...]) -> tuple[tuple[tuple[Serving, ...], str], ...]:
    """WR-R8: a row joins one serving of each column of one section, and gives a letter."""
    by_id = {serving.id: serving for serving in servings}
    found: list[tuple[tuple[Serving, ...], str]] = []
    used: set[str] = set()
    for i, row in enumerate(BOX.get(BOX.data, "file", "row", list)):
        where = f"row[{i}]"
        BOX.provenance(row, where)
        names = BOX.get(row, where, "servings", list)
        for name in names:
            if name not in by_id:
                raise BOX.wrong(where, f"there is no serving {name!r}")
            if name in used:
                raise BOX.wrong(where, f"{name} is in two rows")
            used.add(name)
        members = tuple(by_id[name] for name in names)
        columns = [member.structure for member in members]
        sections = {SHEET[column].section for column in columns}
        whole = [j for j, structure in enumerate(SHEET) if structure.section in sections and structure.tile == BASIC]
        if len(sections) != 1 or sorted(columns) != whole:
            raise BOX.wrong(where, "a row has one serving from each column of one section (WR-R8)")
        if not sections <= ROW_SECTIONS:
            raise BOX.wrong(where, "rows are in the sections meat and vegetable (WR-18)")
        found.append((members, letters(row, where, "gives", LETTERS, 1, 1)))
    return tuple(found)


def load_rectangles(table: dict[str, Any]) -> tuple[Rectangle, ...]:
    found = []
    for i, row in enumerate(BOX.get(table, "end_bonus", "rect", list)):
        where = f"end_bonus.rect[{i}]"
        BOX.provenance(row, where)
        per = BOX.get(row, where, "per", str)
        if per not in PER_WORDS:
            raise BOX.wrong(where, f"per should be one of {', '.join(PER_WORDS)}, not {per!r}")
        name = BOX.get(row, where, "section", str) if per == "serving" else SECTIONS[0]
        if name not in SECTIONS:
            raise BOX.wrong(where, f"section should be one of {', '.join(SECTIONS)}, not {name!r}")
        points = number(row, where, "points", 0, 99)
        id = str(BOX.get(row, where, "id", str))
        found.append(Rectangle(id, PER_WORDS.index(per), SECTIONS.index(name), points))
    if not found or len({rectangle.id for rectangle in found}) != len(found) or len(found) > KINDS:
        raise BOX.wrong("end_bonus", f"one to {KINDS} rectangles with different ids, not {len(found)}")
    return tuple(found)


def check_totals() -> None:
    """The sums that a slip of the pen would change. Whoever corrects the sheet corrects them too."""
    table = BOX.get(BOX.data, "file", "totals", dict)
    basic = [serving for serving in SERVINGS if SHEET[serving.structure].tile == BASIC]
    demand = Counter("".join(serving.cost for serving in basic))
    points = {name: sum(v.points for v in basic if SHEET[v.structure].section == i) for i, name in enumerate(SECTIONS)}
    there: dict[str, Any] = {
        "structures": sum(structure.tile == BASIC for structure in SHEET),
        "servings": len(basic),
        "points": points,
        "bonus": sum(structure.bonus for structure in SHEET if structure.tile == BASIC),
        "rows": len(ROWS),
        "letters": {
            "two": sum(len(serving.cost) == 2 for serving in basic),
            "three": sum(len(serving.cost) == 3 for serving in basic),
        },
        "repeats": sum(len(set(serving.cost)) < len(serving.cost) for serving in basic),
        "demand": {letter: demand[letter] for letter in LETTERS[:BOOK]},
    }
    for key, value in there.items():
        if table.get(key) != value:
            raise BOX.wrong("totals", f"{key} should be {value}, as the sheet has it, not {table.get(key)}")


def table_of(structure: Structure) -> list[int]:
    """Points for each set of crossed-off places of a structure, its bonus included (WR-17, WR-33)."""
    places = len(structure.servings)
    values = [
        sum(serving.points for serving in structure.servings if bits >> serving.place & 1)
        for bits in range(1 << MOST_PLACES)
    ]
    values[(1 << places) - 1] += structure.bonus
    return values


SYMBOLS = load_symbols()
DICE_TABLE = section("dice")
WHITE = number(DICE_TABLE, "dice", "white", 1, 6)  # WR-9
RED = number(DICE_TABLE, "dice", "red", 0, 6 - WHITE)
DICE = WHITE + RED
ROLLS = number(DICE_TABLE, "dice", "rolls", 1, 9)  # WR-7
WHITE_FACES = letters(DICE_TABLE, "dice", "white_faces", LETTERS, 1, 20)
RED_FACES = letters(DICE_TABLE, "dice", "red_faces", LETTERS, 1, 20)
FRIDGE_TABLE = section("fridge")
FRIDGE_START = letters(FRIDGE_TABLE, "fridge", "start", LETTERS, KINDS, KINDS)
if FRIDGE_START.count("B") != 1:
    raise BOX.wrong("fridge", f"start should be five ingredients and one book (WR-2), not {FRIDGE_START!r}")
SKILL_TABLE = section("skill")
SKILL_BOOKS = number(SKILL_TABLE, "skill", "book_cost", 1, DICE)  # WR-22
HEXES = letters(SKILL_TABLE, "skill", "hexes", LETTERS[:BOOK], 0, INGREDIENTS)
if len(set(HEXES)) != len(HEXES):
    raise BOX.wrong("skill", f"hexes should name each ingredient once, not {HEXES!r}")
BONUS_TABLE = section("end_bonus")
BONUS_BOOKS = number(BONUS_TABLE, "end_bonus", "book_cost", 1, DICE)  # WR-25
RECTANGLES = load_rectangles(BONUS_TABLE)
TO_END = number(section("end"), "end", "structures_to_end", 1, 20)  # WR-31
SOLO_RANKS = BOX.get(section("solo"), "solo", "ranks", list)  # WR-R10
if len(SOLO_RANKS) != 3 or any(type(n) is not int for n in SOLO_RANKS) or sorted(set(SOLO_RANKS)) != SOLO_RANKS:
    raise BOX.wrong("solo", f"ranks should be three rising numbers, not {SOLO_RANKS}")
SHEET = load_sheet()
TILES = 1 + max(structure.tile for structure in SHEET)
SERVINGS = tuple(serving for structure in SHEET for serving in structure.servings)
SERVING_IDS = tuple(serving.id for serving in SERVINGS)
RECTANGLE_IDS = tuple(rectangle.id for rectangle in RECTANGLES)
ROWS = load_rows(SERVINGS)
check_totals()

# The same as arrays, for the kernels
STRUCTURES = len(SHEET)
FACES = np.array(
    [[LETTERS.index(c) for c in text] + [0] * (20 - len(text)) for text in (WHITE_FACES, RED_FACES)], np.int64
)
FACE_COUNT = np.array([len(WHITE_FACES), len(RED_FACES)], np.int64)
FIRST_FRIDGE = np.array([FRIDGE_START.count(letter) for letter in LETTERS], np.int64)
HEX = np.array([letter in HEXES for letter in LETTERS], np.int64)
FIRST = np.array([sum(len(x.servings) for x in SHEET[:i]) for i in range(STRUCTURES)], np.int64)  # serving number
PLACES = np.array([len(structure.servings) for structure in SHEET], np.int64)
FULL = (1 << PLACES) - 1
IN_ORDER = np.array([structure.kind == DISH for structure in SHEET], np.int64)  # WR-14
TILE = np.array([structure.tile for structure in SHEET], np.int64)
SECTION = np.array([structure.section for structure in SHEET], np.int64)
VALUE = np.array([table_of(structure) for structure in SHEET], np.int64)
COST = np.array([[serving.cost.count(letter) for letter in LETTERS] for serving in SERVINGS], np.int64)
POINTS = np.array([serving.points for serving in SERVINGS], np.int64)
LOCK = np.array([serving.lock for serving in SERVINGS], np.int64)
LOCKS = bool(LOCK.any())  # 2.8
STRUCTURE = np.array([serving.structure for serving in SERVINGS], np.int64)
PLACE = np.array([serving.place for serving in SERVINGS], np.int64)
DISTINCT = [list(dict.fromkeys(serving.cost)) for serving in SERVINGS]  # letters in cost order
ORDER = np.array([[LETTERS.index(c) for c in found] + [0] * (3 - len(found)) for found in DISTINCT], np.int64)
DIFFERENT = np.array([len(found) for found in DISTINCT], np.int64)
ROW = np.full(len(SERVINGS), -1, np.int64)
for _r, (_members, _) in enumerate(ROWS):
    for _member in _members:
        ROW[SERVINGS.index(_member)] = _r
ROW_SIZE = np.array([len(members) for members, _ in ROWS], np.int64)
ROW_SERVINGS = np.array([[SERVINGS.index(m) for m in (*ms, *ms[:1] * 6)[:6]] for ms, _ in ROWS], np.int64)
GIVES = np.array([LETTERS.index(letter) for _, letter in ROWS], np.int64)  # WR-18
RECT_PER = np.array([rectangle.per for rectangle in RECTANGLES], np.int64)
RECT_SECTION = np.array([rectangle.section for rectangle in RECTANGLES], np.int64)
RECT_POINTS = np.array([rectangle.points for rectangle in RECTANGLES], np.int64)
