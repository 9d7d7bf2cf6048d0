"""What is printed on Umami's cards, as constant arrays (components.toml, checked here)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from yokocho.core.components import Components

NUMBERS = 9  # an Ingredient's number is 1 to 9
ICONS = 3
FACES = NUMBERS * ICONS  # a card is its face: copies cannot be told apart
STAR, BLOSSOM, STEAL = range(ICONS)
GREEN, YELLOW, RED = range(3)
RUN, GAP_RUN = "+1", "+2"  # UM-8
FAVORITES = 18
PROFILES = ("half", "all", "none")  # which doubled colours carry the unequal sign
PLAYER_COUNTS = range(2, 6)


@dataclass(frozen=True)
class Favorite:
    """One Favorite card: a pattern, perhaps with the unequal sign, and the sum it prefers."""

    pattern: str
    high: bool
    unequal: bool  # in the profile "half"
    stars: int
    provenance: str
    evidence: str

    @property
    def doubled(self) -> bool:
        return self.pattern[0] == self.pattern[1]

    def has_sign(self, profile: str) -> bool:
        return self.unequal if profile == "half" else self.doubled and profile == "all"

    def id(self, profile: str = "half") -> str:
        return f"{self.pattern}{'≠' if self.has_sign(profile) else ''}-{'H' if self.high else 'L'}"

    def matches(self, profile: str, numbers: tuple[int, int, int]) -> bool:
        """UM-5 to UM-8: do three Ingredients with these numbers make what the card shows?"""
        a, b, c = sorted(numbers)
        if self.pattern in (RUN, GAP_RUN):  # UM-8, UM-R23: plain runs only, colours ignored
            gap = int(self.pattern)
            return b - a == gap and c - b == gap
        colors = sorted(COLOR_CODES[(n - 1) // 3] for n in (a, b, c))
        if colors != sorted(self.pattern):  # UM-6
            return False
        if self.has_sign(profile):  # UM-7
            twins = [n for n in (a, b, c) if COLOR_CODES[(n - 1) // 3] == self.pattern[0]]
            return twins[0] != twins[1]
        return True


@dataclass(frozen=True)
class Setup:
    """UM-1 to UM-3, UM-34: the counts for one number of players."""

    hand: int
    secret: int
    favorites_deck: int
    favorites_area: int
    ingredients_area: int
    trigger: int


BOX = Components(Path(__file__).with_name("components.toml"))


def load_ingredients() -> tuple[int, str, str]:
    """Copies of a face, codes of the colours, codes of the icons (UM-6, component table)."""
    table = BOX.get(BOX.data, "file", "ingredients", dict)
    BOX.provenance(table, "ingredients")
    copies = BOX.get(table, "ingredients", "copies", int)
    colors = BOX.get(table, "ingredients", "color", list)
    icons = BOX.get(table, "ingredients", "icon", list)
    if not 1 <= copies <= 3:
        raise BOX.wrong("ingredients", f"copies should be 1 to 3, not {copies}")
    for i, color in enumerate(colors):
        numbers = BOX.get(color, f"ingredients.color[{i}]", "numbers", list)
        if numbers != [3 * i + 1, 3 * i + 2, 3 * i + 3]:
            raise BOX.wrong(
                f"ingredients.color[{i}]", f"numbers should be three in a row from {3 * i + 1}, not {numbers}"
            )
    codes = [BOX.get(row, "ingredients", "code", str) for row in [*colors, *icons]]
    if codes != ["G", "Y", "R", "*", "b", "s"]:
        raise BOX.wrong("ingredients", "the colours are G, Y, R and the icons *, b, s, in this order")
    return copies, "GYR", "*bs"


def load_setup() -> dict[int, Setup]:
    setups: dict[int, Setup] = {}
    for i, row in enumerate(BOX.get(BOX.data, "file", "setup", list)):
        where = f"setup[{i}]"
        BOX.provenance(row, where)
        players = BOX.get(row, where, "players", int)
        if players in setups:
            raise BOX.wrong(where, f"a second row for {players} players")
        names = ("hand", "secret", "favorites_deck", "favorites_area", "ingredients_area", "trigger")
        setups[players] = setup = Setup(*(BOX.get(row, where, name, int) for name in names))
        if setup.hand != 4 or setup.ingredients_area != 4 or setup.favorites_area != 4 or setup.secret != 1:
            raise BOX.wrong(where, "hand and both areas are 4, secret is 1")
        if not setup.favorites_area <= setup.favorites_deck <= FAVORITES - players:
            raise BOX.wrong(where, f"favorites_deck cannot be {setup.favorites_deck} with {players} players")
        if not 1 <= setup.trigger <= 13:  # UM-R13: five Set Dishes would leave no place for a compulsory card
            raise BOX.wrong(where, f"trigger cannot be {setup.trigger}")
    if sorted(setups) != list(PLAYER_COUNTS):
        raise BOX.wrong("setup", f"one row each for {list(PLAYER_COUNTS)} players, not {sorted(setups)}")
    return setups


def load_favorites() -> tuple[Favorite, ...]:
    favorites: list[Favorite] = []
    for i, row in enumerate(BOX.get(BOX.data, "file", "favorite", list)):
        where = f"favorite[{i}]"
        pattern, direction = BOX.get(row, where, "pattern", str), BOX.get(row, where, "direction", str)
        if direction not in ("H", "L"):
            raise BOX.wrong(where, f"direction is H or L, not {direction!r}")
        if pattern not in (RUN, GAP_RUN) and not (len(pattern) == 3 and set(pattern) <= set("GYR")):
            raise BOX.wrong(
                where, f"pattern is three of G, Y, R with a doubled colour first, or +1, or +2, not {pattern!r}"
            )
        if len(set(pattern)) == 2 and pattern[0] != pattern[1] and pattern[0] != "+":
            raise BOX.wrong(where, f"write the doubled colour of {pattern} first")
        favorite = Favorite(
            pattern,
            direction == "H",
            BOX.get(row, where, "unequal", bool),
            BOX.get(row, where, "stars", int),
            BOX.provenance(row, where),
            str(row.get("evidence", "")),
        )
        if favorite.stars != 1:  # UM-42: at most four points a Dish
            raise BOX.wrong(where, f"stars should be 1, not {favorite.stars}")
        if favorite.unequal and not favorite.doubled:
            raise BOX.wrong(where, f"{pattern} has no doubled colour for an unequal sign")
        if (pattern, favorite.high) in [(other.pattern, other.high) for other in favorites]:
            raise BOX.wrong(where, f"{pattern}-{direction} is there twice")
        favorites.append(favorite)
    highs = sum(favorite.high for favorite in favorites)
    if len(favorites) != FAVORITES or highs != FAVORITES // 2:
        raise BOX.wrong("favorite", f"9 high and 9 low Favorites, not {highs} and {len(favorites) - highs}")
    return tuple(favorites)


COPIES, COLOR_CODES, ICON_CODES = load_ingredients()
SETUPS = load_setup()
CARDS = load_favorites()
INGREDIENTS = FACES * COPIES


def table_of(name: str) -> npt.NDArray[Any]:
    """A column of the set-up table, indexed by the number of players."""
    return np.array([getattr(SETUPS[n], name) if n in SETUPS else 0 for n in range(PLAYER_COUNTS.stop)], np.int64)


FAVORITES_DECK = table_of("favorites_deck")
TRIGGER = table_of("trigger")
HIGH = np.array([favorite.high for favorite in CARDS], np.int64)
FAVORITE_STARS = np.array([favorite.stars for favorite in CARDS], np.int64)

# MATCHES[profile, a - 1, b - 1, c - 1]: bit f is set where Ingredients numbered a, b, c match Favorite f
MATCHES = np.array(
    [
        [
            [
                [sum(1 << f for f, card in enumerate(CARDS) if card.matches(profile, (a, b, c))) for c in range(1, 10)]
                for b in range(1, 10)
            ]
            for a in range(1, 10)
        ]
        for profile in PROFILES
    ],
    np.int32,
)


def face(text: str) -> int:
    """``7*`` as a face; ValueError for anything else."""
    if len(text) != 2 or text[0] not in "123456789" or text[1] not in ICON_CODES:
        raise ValueError(f"{text!r} is not an Ingredient: a number 1 to 9 and *, b or s")
    return (int(text[0]) - 1) * ICONS + ICON_CODES.index(text[1])


def face_name(card: int) -> str:
    return f"{card // ICONS + 1}{ICON_CODES[card % ICONS]}" if card >= 0 else "?"


FACE_CODES = [face_name(card) for card in range(FACES)]
STEAL_CODES = [face_name(card) for card in range(STEAL, FACES, ICONS)]


def favorite(text: str, profile: str) -> int:
    """``RRY≠-L`` as a number; ValueError for anything else."""
    text = text.replace("!=", "≠")
    for f, card in enumerate(CARDS):
        if card.id(profile) == text:
            return f
    raise ValueError(
        f"{text!r} is not a Favorite of the profile {profile!r}: {' '.join(card.id(profile) for card in CARDS)}"
    )


def favorite_name(f: int, profile: str) -> str:
    return CARDS[f].id(profile) if f >= 0 else "?"
