"""What is printed on YATTA!'s components, as constant arrays (components.toml, checked here)."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np

from yokocho.core.components import Components

COLOURS = 4  # R B G Y
TOURIST = COLOURS  # the fifth kind of figure
FIGURES = COLOURS + 1
CODES = "RBGYT"
COLOUR_CODES = CODES[:COLOURS]
REVIEWS = 4
REVIEW_CODES = "SAVC"
REVIEW_NAMES = ("service", "atmosphere", "value", "cleanliness")
PLAYER_COUNTS = range(2, 5)

KINDS = ("customers", "cook", "refill", "serve", "recycle")
CUSTOMERS, COOKING, REFILLING, SERVING, RECYCLING = range(5)
FACES = ("customers_1", "customers_2", "cook_1", "cook_2", "refill_1", "refill_2", "serve_1", "serve_2", "recycle")
MOST_N = 2
GRID_ROWS, GRID_COLUMNS = 2, 3  # YA-2
GRID = GRID_ROWS * GRID_COLUMNS
TILES = 10
OUTSIDE = TILES - GRID
LINES = ("C1", "C2", "C3", "R1", "R2")  # YA-30

BONUSES = ("review", "menu", "fridge", "stove", "influencer", "special", "double")
GIVES_REVIEW, GIVES_MENU, GIVES_FRIDGE, GIVES_STOVE, GIVES_INFLUENCER, GIVES_SPECIAL, GIVES_DOUBLE = range(7)

TOKEN_KINDS = ("doggy_bag", "urgent_call", "taiyaki", "garbage")
TOKENS = len(TOKEN_KINDS)
DOGGY_BAG, URGENT_CALL, TAIYAKI, GARBAGE = range(TOKENS)

# What fits the state and its checks; no printed value comes near
MOST_SPACES = 6  # of a queue, a fridge, a box; rows and columns of the reputation board
MOST_COPIES = 25  # of one colour of dishes, beverages, customers
MOST_COLUMNS = 30
MOST_STARS = 4
MOST_VP = 20

BOX = Components(Path(__file__).with_name("components.toml"))


def section(*names: str) -> dict[str, Any]:
    """A table that says where it comes from."""
    table: dict[str, Any] = BOX.data
    where = "file"
    for name in names:
        table = BOX.get(table, where, name, dict)
        where = name if where == "file" else f"{where}.{name}"
    BOX.provenance(table, where)
    return table


def within(where: str, key: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BOX.wrong(where, f"{key} should be a whole number from {low} to {high}, not {value!r}")
    return value


def number(table: dict[str, Any], where: str, key: str, low: int, high: int) -> int:
    return within(where, key, BOX.get(table, where, key, int), low, high)


def numbers(table: dict[str, Any], where: str, key: str, low: int, high: int) -> list[int]:
    return [within(where, f"{key}[{i}]", n, low, high) for i, n in enumerate(BOX.get(table, where, key, list))]


def words(table: dict[str, Any], where: str, key: str, length: int) -> tuple[str, ...]:
    found = BOX.get(table, where, key, list)
    if len(found) != length or any(not isinstance(word, str) or not word for word in found):
        raise BOX.wrong(where, f"{key} should be {length} words, not {found!r}")
    return tuple(found)


def spaces(key: str, low: int) -> int:
    capacity = BOX.get(BOX.data, "file", "capacity", dict)
    table = BOX.get(capacity, "capacity", key, dict)
    BOX.provenance(table, f"capacity.{key}")
    return number(table, f"capacity.{key}", "spaces", low, MOST_SPACES)


def load_supply() -> dict[int, dict[str, int]]:
    """YA-4 YA-5 YA-6: how much there is of what, by number of players."""
    table = BOX.get(BOX.data, "file", "players", dict)
    if sorted(table) != [str(n) for n in PLAYER_COUNTS]:
        raise BOX.wrong("players", f"one table each for {list(PLAYER_COUNTS)} players, not {sorted(table)}")
    found = {}
    for players in PLAYER_COUNTS:
        row, where = section("players", str(players)), f"players.{players}"
        found[players] = {key: number(row, where, key, 1, MOST_COPIES) for key in ("dishes", "beverages", "customers")}
        found[players]["tourists"] = number(row, where, "tourists", 0, MOST_COPIES)
        found[players]["special"] = number(row, where, "special", 0, TOKENS * COPIES_EACH)
    return found


def load_tiles() -> list[int]:
    """The face of each tile; a face is a kind and a number, and every recycle tile has the face ``recycle``."""
    faces: list[int] = []
    names = set()
    for i, row in enumerate(BOX.get(BOX.data, "file", "tiles", list)):
        where = f"tiles[{i}]"
        BOX.provenance(row, where)
        names.add(BOX.get(row, where, "id", str))
        kind = BOX.get(row, where, "kind", str)
        if kind not in KINDS:
            raise BOX.wrong(where, f"kind is one of {', '.join(KINDS)}, not {kind!r}")
        n = number(row, where, "n", 1, 1 if kind == KINDS[RECYCLING] else MOST_N)
        faces.append(FACES.index(kind if kind == KINDS[RECYCLING] else f"{kind}_{n}"))
    if len(faces) != TILES or len(names) != TILES:
        raise BOX.wrong("tiles", f"{TILES} tiles with different ids, not {len(faces)}")
    return faces


def icon_bits(where: str, icons: Any) -> int:
    if not isinstance(icons, list) or not icons or len({str(icon) for icon in icons}) != len(icons):
        raise BOX.wrong(where, f"icons should be different reviews, not {icons!r}")
    for icon in icons:
        if icon not in tuple(REVIEW_CODES):
            raise BOX.wrong(where, f"icons are {', '.join(REVIEW_CODES)}, not {icon!r}")
    return sum(1 << REVIEW_CODES.index(icon) for icon in icons)


def load_cells() -> tuple[list[int], list[int]]:
    """Bonus and review icons of each space of the reputation board, row by row."""
    table = BOX.get(REPUTATION, "reputation", "cells", dict)
    if sorted(table) != sorted(CELL_NAMES):
        odd = sorted(set(table) ^ set(CELL_NAMES))
        raise BOX.wrong("reputation.cells", f"the spaces are {CELL_NAMES[0]} to {CELL_NAMES[-1]}; look at {odd[0]}")
    bonuses, icons = [], []
    for name in CELL_NAMES:
        where = f"reputation.cells.{name}"
        row = BOX.get(table, "reputation.cells", name, dict)
        BOX.provenance(row, where)
        bonus = BOX.get(row, where, "bonus", str)
        if bonus not in BONUSES:
            raise BOX.wrong(where, f"bonus is one of {', '.join(BONUSES)}, not {bonus!r}")
        if ("icons" in row) != (bonus == BONUSES[GIVES_REVIEW]):
            raise BOX.wrong(where, "a review space has icons, and no other")
        bonuses.append(BONUSES.index(bonus))
        icons.append(icon_bits(where, row["icons"]) if "icons" in row else 0)
    return bonuses, icons


def load_first_cells() -> int:
    """YA-65: the spaces on the edge that are not red, as bits."""
    red = BOX.get(REPUTATION, "reputation", "red", list)
    for name in red:
        if name not in CELL_NAMES:
            raise BOX.wrong("reputation", f"red: there is no space {name!r}")
    bits = 0
    for cell, name in enumerate(CELL_NAMES):
        row, column = divmod(cell, BOARD_COLUMNS)
        if (row in (0, BOARD_ROWS - 1) or column in (0, BOARD_COLUMNS - 1)) and name not in red:
            bits |= 1 << cell
    if not bits:
        raise BOX.wrong("reputation", "red: no space on the edge is left for the first figure")
    return bits


def beside(cell: int) -> int:
    """YA-66: the spaces orthogonally adjacent, as bits."""
    row, column = divmod(cell, BOARD_COLUMNS)
    near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return sum(1 << y * BOARD_COLUMNS + x for y, x in near if 0 <= y < BOARD_ROWS and 0 <= x < BOARD_COLUMNS)


def load_backs() -> list[list[int]]:
    """YA-83: of each kind of token the VP on the backs of its copies."""
    table = section("special_tokens", "back_vp")
    where = "special_tokens.back_vp"
    found = []
    for kind in TOKEN_KINDS:
        if isinstance(table.get(kind), list):
            backs = numbers(table, where, kind, -MOST_VP, MOST_VP)
            if len(backs) != COPIES_EACH:
                raise BOX.wrong(where, f"{kind} should have {COPIES_EACH} values, one a copy, not {len(backs)}")
        else:
            backs = [number(table, where, kind, -MOST_VP, MOST_VP)] * COPIES_EACH
        found.append(backs)
    return found


def by_players(key: str) -> Any:
    """A column of the supply table, indexed by the number of players."""
    return np.array([SUPPLY[n][key] if n in SUPPLY else 0 for n in range(PLAYER_COUNTS.stop)], np.int64)


COLOUR_TABLE = section("colours")
if words(COLOUR_TABLE, "colours", "order", COLOURS) != tuple(CODES[:COLOURS]):
    raise BOX.wrong("colours", "order is R, B, G, Y")
if BOX.get(COLOUR_TABLE, "colours", "tourist", str) != CODES[TOURIST]:
    raise BOX.wrong("colours", "tourist is T")
COLOUR_WORDS = (*words(COLOUR_TABLE, "colours", "words", COLOURS), "gray")
FOODS = words(COLOUR_TABLE, "colours", "foods", COLOURS)
CUSTOMER_NAMES = tuple(
    str(BOX.get(section("customer_names"), "customer_names", code, str)) for code in CODES
)  # cosmetic only

QUEUE = spaces("customer_queue", 2)  # YA-22
POSITIONS = range(1, QUEUE + 1)
DISH_BASE = spaces("dish_queue_base", 1)  # YA-13
DISH_IMPROVED = spaces("dish_queue_improved", DISH_BASE)  # YA-73
FRIDGE_BASE = spaces("fridge_base", 1)  # YA-12
FRIDGE_IMPROVED = spaces("fridge_improved", FRIDGE_BASE)  # YA-72
RECYCLE_BOX = spaces("recycle_box", 1)
spaces("sink_stacks", COLOURS)  # YA-57: one stack a colour, so that a dish always finds its place
MENU_SPACES = min(spaces("menu_spaces", 2), COLOURS)  # YA-11

ROUNDS = number(section("rounds"), "rounds", "count", 1, 100)  # YA-19

SPECIAL = section("special_tokens")
COPIES_EACH = number(SPECIAL, "special_tokens", "copies_each", 1, MOST_COPIES)
if words(SPECIAL, "special_tokens", "kinds", TOKENS) != TOKEN_KINDS:
    raise BOX.wrong("special_tokens", f"kinds are {', '.join(TOKEN_KINDS)}")
BACKS = load_backs()
BACK_VP = np.array(BACKS, np.int64)  # YA-94
IS_VARIED = np.array([len(set(backs)) > 1 for backs in BACKS], np.int64)  # backs that nobody knows before the end

SUPPLY = load_supply()
DISHES_EACH = by_players("dishes")  # YA-4
BEVERAGES_EACH = by_players("beverages")  # YA-4
CUSTOMERS_EACH = by_players("customers")  # YA-5
TOURISTS_IN_ALL = by_players("tourists")  # YA-5
SPECIAL_IN_ALL = by_players("special")  # YA-6

TILE_FACES = load_tiles()
TILE_FACE = np.array(TILE_FACES, np.int64)
FACE_KIND = np.array([KINDS.index(face.split("_")[0]) for face in FACES], np.int64)
FACE_N = np.array([int(face[-1]) if face[-1].isdecimal() else 1 for face in FACES], np.int64)
LINE_SIZE = np.array([GRID_ROWS] * GRID_COLUMNS + [GRID_COLUMNS] * GRID_ROWS, np.int64)
LINE_CELL = np.array(
    [[column, column + GRID_COLUMNS, 0] for column in range(GRID_COLUMNS)]
    + [[row * GRID_COLUMNS + column for column in range(GRID_COLUMNS)] for row in range(GRID_ROWS)],
    np.int64,
)  # YA-31 YA-32: in the order in which tiles are pushed
LONGEST_LINE = max(GRID_ROWS, GRID_COLUMNS)

REPUTATION = section("reputation")
BOARD_ROWS = number(REPUTATION, "reputation", "rows", 1, MOST_SPACES)
BOARD_COLUMNS = number(REPUTATION, "reputation", "cols", 1, MOST_SPACES)
CELLS = BOARD_ROWS * BOARD_COLUMNS
CELL_NAMES = [f"{'ABCDEF'[column]}{row + 1}" for row in range(BOARD_ROWS) for column in range(BOARD_COLUMNS)]
CELL_BONUSES, CELL_ICONS = load_cells()
CELL_BONUS = np.array(CELL_BONUSES, np.int64)
CELL_ICON = np.array(CELL_ICONS, np.int64)
FIRST_CELLS = load_first_cells()  # YA-65
BESIDE = np.array([beside(cell) for cell in range(CELLS)], np.int64)
ALL_CELLS = (1 << CELLS) - 1

REVIEW_TRACK = section("review_track")
TRACK = numbers(REVIEW_TRACK, "review_track", "vp", -MOST_VP, MOST_VP)
if not 1 <= len(TRACK) <= MOST_COLUMNS:
    raise BOX.wrong("review_track", f"vp should have 1 to {MOST_COLUMNS} columns, not {len(TRACK)}")
REVIEW_VP = np.array(TRACK, np.int64)  # YA-93
LAST_COLUMN = len(TRACK) - 1
START_COLUMN = number(REVIEW_TRACK, "review_track", "start", 0, LAST_COLUMN)  # YA-15
if TRACK[START_COLUMN] != 0:
    raise BOX.wrong("review_track", f"start should be the column marked 0, not the one marked {TRACK[START_COLUMN]}")

STAR_TRACK = numbers(section("influencer_track"), "influencer_track", "stars", 0, MOST_STARS)
if not 1 <= len(STAR_TRACK) <= MOST_COLUMNS:
    raise BOX.wrong("influencer_track", f"stars should have 1 to {MOST_COLUMNS} spaces, not {len(STAR_TRACK)}")
STARS = np.array(STAR_TRACK, np.int64)  # YA-74
TOP_SPACE = len(STAR_TRACK) - 1

VP = section("vp")


def points(key: str) -> int:
    return number(VP, "vp", key, 0, MOST_VP)


RECYCLE_VP = points("recycle")  # YA-53
SERVE_VP = points("serve_base")  # YA-60
DISH_MATCH_VP = points("serve_dish_match")
BEVERAGE_MATCH_VP = points("serve_beverage_match")
TAIYAKI_VP = points("taiyaki_to_tourist")  # YA-79
MENU_VP = points("menu_improvement")  # YA-71
FRIDGE_VP = points("fridge_improvement")  # YA-72
STOVE_VP = points("stove_improvement")  # YA-73
PENALTY = number(VP, "vp", "penalty_reviews", 0, MOST_STARS)  # YA-23
MOST_DISH_VP = SERVE_VP + DISH_MATCH_VP + MOST_N * BEVERAGE_MATCH_VP
MOST_TAIYAKI_VP = SERVE_VP + max(MOST_N * BEVERAGE_MATCH_VP, TAIYAKI_VP)


def set_code(counts: tuple[int, ...], codes: str) -> str:
    """A multiset by its letters, in their order."""
    return "".join(code * n for code, n in zip(codes, counts, strict=True))


# Multisets of four things, the small ones first: one to two beverages, one or more review steps
MOST_STEPS = max(MOST_N, PENALTY, *STAR_TRACK)
SETS = [
    tuple(letters.count(i) for i in range(4))
    for size in range(1, MOST_STEPS + 1)
    for letters in combinations_with_replacement(range(4), size)
]
IN_SET = np.array(SETS, np.int64)
BEVERAGE_CODES = [set_code(counts, COLOUR_CODES) for counts in SETS if sum(counts) <= MOST_N]
STEP_CODES = [set_code(counts, REVIEW_CODES) for counts in SETS]
SETS_FROM = np.array([sum(1 for c in SETS if sum(c) < size) for size in range(MOST_STEPS + 2)], np.int64)
