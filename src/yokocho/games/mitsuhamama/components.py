"""What is printed on Mitsuhamama's components, as constant arrays (components.toml, checked here)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from yokocho.core.components import Components

KINDS = 4  # R Y K W
FACES = 2  # of a restaurant card: a, b
MOST_SPACES = 4
PLAYER_COUNTS = range(2, 5)

FIXED, SETS, ANY = range(3)  # how a demand is written: so many of each kind, sets of kinds of choice, any mix


@dataclass(frozen=True)
class Demand:
    """One face of a restaurant card: what it wants and what its spaces pay."""

    form: int
    fish: tuple[int, ...]  # FIXED: of each kind
    amount: int  # SETS: fish in a set; ANY: fish in all
    ladder: tuple[int, ...]

    @property
    def size(self) -> int:
        return sum(self.fish) if self.form == FIXED else self.amount * (2 if self.form == SETS else 1)


@dataclass(frozen=True)
class Restaurant:
    name: str
    kanji: str
    faces: tuple[Demand, Demand]


BOX = Components(Path(__file__).with_name("components.toml"))


def numbers(table: dict[str, Any], where: str, key: str, length: int | None, low: int, high: int) -> list[int]:
    """A list of whole numbers within bounds."""
    found = BOX.get(table, where, key, list)
    if length is not None and len(found) != length:
        raise BOX.wrong(where, f"{key} should have {length} numbers, not {len(found)}")
    for n in found:
        if type(n) is not int or not low <= n <= high:
            raise BOX.wrong(where, f"{key} should hold whole numbers from {low} to {high}, not {n!r}")
    return list(found)


def number(section: str, key: str, low: int, high: int) -> int:
    table = BOX.get(BOX.data, "file", section, dict)
    BOX.provenance(table, section)
    found = int(BOX.get(table, section, key, int))
    if not low <= found <= high:
        raise BOX.wrong(section, f"{key} should be from {low} to {high}, not {found}")
    return found


def load_demand(table: dict[str, Any], where: str) -> Demand:
    for key in ("demand_provenance", "ladder_provenance"):
        BOX.provenance({"provenance": BOX.get(table, where, key, str)}, where)
    ladder = numbers(table, where, "ladder", None, 1, 99)
    if not 1 <= len(ladder) <= MOST_SPACES or ladder != sorted(set(ladder), reverse=True):
        raise BOX.wrong(where, f"ladder should be one to four prices, each lower than the one before, not {ladder}")
    if "demand" in table:
        fish = numbers(table, where, "demand", KINDS, 0, CAPACITY)
        if not any(fish):
            raise BOX.wrong(where, "demand should want some fish")
        return Demand(FIXED, tuple(fish), 0, tuple(ladder))
    if "any" in table:
        amount = int(BOX.get(table, where, "any", int))
        if not 1 <= amount <= KINDS * CAPACITY:
            raise BOX.wrong(where, f"any cannot be {amount}")
        return Demand(ANY, (0,) * KINDS, amount, tuple(ladder))
    sets, amount = BOX.get(table, where, "sets", int), int(BOX.get(table, where, "of", int))
    if sets != 2 or not 1 <= amount <= CAPACITY:
        raise BOX.wrong(where, f"two sets of 1 to {CAPACITY}, not {sets} of {amount}")
    return Demand(SETS, (0,) * KINDS, amount, tuple(ladder))


def load_restaurants() -> tuple[Restaurant, ...]:
    found = []
    for i, row in enumerate(BOX.get(BOX.data, "file", "restaurant", list)):
        where = f"restaurant[{i}]"
        name = BOX.get(row, where, "name", str)
        faces = [load_demand(BOX.get(row, where, face, dict), f"{where}.{face}") for face in "ab"]
        found.append(Restaurant(name, BOX.get(row, where, "kanji", str), (faces[0], faces[1])))
    if len(found) != 5 or len({restaurant.name for restaurant in found}) != 5:
        raise BOX.wrong("restaurant", f"five cards with different names, not {len(found)}")
    return tuple(found)


def load_end() -> dict[int, int]:
    limits = {}
    for i, row in enumerate(BOX.get(BOX.data, "file", "end", list)):
        BOX.provenance(row, f"end[{i}]")
        cubes = BOX.get(row, f"end[{i}]", "cubes", int)
        if not 1 <= cubes <= 12:
            raise BOX.wrong(f"end[{i}]", f"cubes should be from 1 to 12, not {cubes}")
        limits[BOX.get(row, f"end[{i}]", "players", int)] = cubes
    if sorted(limits) != list(PLAYER_COUNTS):
        raise BOX.wrong("end", f"one row each for {list(PLAYER_COUNTS)} players, not {sorted(limits)}")
    return limits


MONEY = BOX.get(BOX.data, "file", "money", dict)
BOX.provenance(MONEY, "money")
VALUES = numbers(MONEY, "money", "denominations", 6, 1, 10)  # MI-5
if sorted(set(VALUES)) != VALUES:
    raise BOX.wrong("money", f"denominations should rise, not {VALUES}")
DENOMINATIONS = len(VALUES)
SET = numbers(MONEY, "money", "set", DENOMINATIONS, 0, 9)
EXTRA = numbers(MONEY, "money", "extra_two_players", DENOMINATIONS, 0, 9)
FISH = BOX.get(BOX.data, "file", "fish", list)
CODES = "".join(str(BOX.get(row, f"fish[{i}]", "code", str)) for i, row in enumerate(FISH))
if CODES != "RYKW":
    raise BOX.wrong("fish", f"the kinds are R, Y, K, W in this order, not {', '.join(CODES)}")
KIND_SETS = tuple("".join(CODES[k] for k in range(KINDS) if bits >> k & 1) or "-" for bits in range(1 << KINDS))
CAPACITY = number("warehouse", "capacity", 1, 12)  # MI-36
START_CUBES = number("employees", "start", 1, 3)  # MI-4
MOST_CUBES = number("employees", "most", START_CUBES, 4)  # MI-7
HIRE_PRICE = number("employees", "hire", 1, 40)  # MI-50
MOST_LOT = number("lot", "most", 1, 24)  # MI-12
DIE_TABLE = BOX.get(BOX.data, "file", "dice", dict)
BOX.provenance(DIE_TABLE, "dice")
PIPS = numbers(DIE_TABLE, "dice", "faces", None, 1, MOST_LOT)  # one die is a legal lot
if not PIPS:
    raise BOX.wrong("dice", "faces should not be empty")
DIE = np.array(PIPS, np.int64)  # MI-11
CARDS = load_restaurants()
RESTAURANTS = len(CARDS)
NAMES = [card.name for card in CARDS]

VALUE = np.array(VALUES, np.int64)
START_HAND = np.array([[(SET[d] + EXTRA[d] * (n == 2)) for d in range(DENOMINATIONS)] for n in range(5)], np.int64)
END_CUBES = np.array([load_end().get(n, 0) for n in range(5)], np.int64)  # MI-52
FORM = np.array([[face.form for face in card.faces] for card in CARDS], np.int64)
DEMAND = np.array([[face.fish for face in card.faces] for card in CARDS], np.int64)
AMOUNT = np.array([[face.amount for face in card.faces] for card in CARDS], np.int64)
SIZE = np.array([[face.size for face in card.faces] for card in CARDS], np.int64)
SPACES = np.array([[len(face.ladder) for face in card.faces] for card in CARDS], np.int64)
LADDER = np.array(
    [[[*face.ladder, *[0] * (MOST_SPACES - len(face.ladder))] for face in card.faces] for card in CARDS], np.int64
)  # MI-46
MOST_BID = int(4 * (START_HAND[4] * VALUE).sum()) + (KINDS - 1) * CAPACITY  # nobody ever has more means (MI-R8)


def kinds_bits(text: str) -> int:
    """Kinds as bits, from their letters in any order."""
    letters = "" if text == "-" else text
    if set(letters) - set(CODES) or len(set(letters)) < len(letters):
        raise ValueError(f"{text!r} is not a set of kinds: letters of {CODES}, each once, or -")
    return sum(1 << CODES.index(code) for code in letters)
