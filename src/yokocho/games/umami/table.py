"""Umami's table as a scene, from a masked state."""

from __future__ import annotations

from functools import cache

from yokocho.core.agenda import open_a, open_kind, open_seats
from yokocho.core.record import NONE, State
from yokocho.core.scene import Name, Panel, Piece, Zone
from yokocho.games.umami import components as kit
from yokocho.games.umami import state
from yokocho.games.umami.components import face_name
from yokocho.games.umami.dishes import first_free, in_dishes
from yokocho.games.umami.notation import profile_of
from yokocho.games.umami.scoring import favorites_of, icons_in_set, score
from yokocho.games.umami.words import (
    COLOR_WORDS,
    ICON_WORDS,
    card_title,
    dish_number,
    favorite_words,
)

SHAPES = ("leaf", "circle", "flame")  # green, yellow, red
PLANTS = ("fern", "peas", "perilla", "ginkgo", "corn", "pumpkin", "mushroom", "chili", "tomato")  # by number
GUESTS = (
    *("deer", "moth", "badger", "hedgehog", "bat", "otter", "owl", "monkey", "boar"),
    *("bear", "fox", "squirrel", "toad", "bird", "rabbit", "mouse", "snake", "crane"),
)  # who asks for a Favorite, in the order of the components


class Pieces:
    """Hands out ids. Copies with equal faces are interchangeable, so an id is a face and a running number; a
    face-down card has none of its own.
    """

    def __init__(self) -> None:
        self.made: dict[int | str, int] = {}

    def ingredient(self, card: int, where: str) -> Piece:
        face = card if card >= 0 else where
        n = self.made[face] = self.made.get(face, 0) + 1
        return ingredient(card, n) if card >= 0 else hidden(where, n, "an Ingredient", "back-ingredient")

    def favorite(self, s: State, f: int, where: str, down: bool = False) -> Piece:
        if f >= 0:
            return favorite(f, profile_of(s), down)
        n = self.made[where] = self.made.get(where, 0) + 1
        return hidden(where, n, "a Favorite", "back-favorite")


# The same pieces lie on every table: they are made once.


@cache
def hidden(where: str, n: int, kind: str, back: str) -> Piece:
    return Piece(f"{where}:hidden#{n}", "card", "", tooltip=f"{kind} you do not know", art=back)


@cache
def ingredient(card: int, n: int) -> Piece:
    color, icon = card // (3 * kit.ICONS), card % kit.ICONS
    return Piece(
        f"{face_name(card)}#{n}",
        "card",
        face_name(card),
        COLOR_WORDS[color],
        SHAPES[color],
        [ICON_WORDS[icon]],
        f"{card_title(card)}, {COLOR_WORDS[color]}",
        [["UM-42"], ["UM-19"], ["UM-26"]][icon],
        PLANTS[card // kit.ICONS],
    )


@cache
def favorite(f: int, profile: str, down: bool) -> Piece:
    card = kit.CARDS[f]
    color = COLOR_WORDS[kit.COLOR_CODES.index(card.pattern[0])] if card.doubled else "silver"
    badges = ["high" if card.high else "low"] + ["face down"] * down
    rule = "UM-36" if down else "UM-16"
    told = favorite_words(f, profile)
    return Piece(f"favorite:{f}", "card", card.id(profile), color, "crown", badges, told, [rule], f"guest-{GUESTS[f]}")


def zones(s: State, p: int, name: Name) -> list[Zone]:
    make = Pieces()
    lying = [f for f, where in enumerate(s.whereabouts.tolist()) if where == state.IN_AREA]
    found = [
        Zone(
            "favorites",
            "row",
            "Favorites area",
            pieces=[make.favorite(s, f, "favorites") for f in lying],
            rules=["UM-3", "UM-16"],
        ),
        Zone("favorites-deck", "stack", "Favorites deck", count=int(s.favorites_deck_size), rules=["UM-2"]),
        Zone(
            "area",
            "row",
            "Ingredients area",
            pieces=[make.ingredient(c, "area") for c in s.area[: s.area_size].tolist()],
            rules=["UM-3", "UM-15"],
        ),
        Zone("deck", "stack", "Ingredient deck", count=int(s.deck_size), rules=["UM-32"]),
        Zone("trash", "stack", "Trash", count=int(s.trash_size), note=trash_words(s), rules=["UM-13", "UM-R31"]),
    ]
    if s.moving != NONE:
        found.append(
            Zone("moving", "row", "On its way", pieces=[make.ingredient(int(s.moving), "moving")], rules=["UM-11"])
        )
    me = max(p, 0)
    for q in [(me + i) % int(s.players) for i in range(s.players)]:
        found.extend(seat_zones(s, q, p, make))
    return found


def trash_words(s: State) -> str:
    counts = enumerate(s.trash.tolist())
    return ", ".join(card_title(card) + (f" x{n}" if n > 1 else "") for card, n in counts if n)


def may_start(s: State, p: int) -> bool:
    """UM-11 UM-12 UM-R5: may the card on its way start a new Dish of this seat?"""
    asked = p >= 0 and open_kind(s) == state.PLACE and open_seats(s) >> p & 1
    return bool(asked and not open_a(s) and first_free(s, p) != NONE)


def seat_zones(s: State, q: int, p: int, make: Pieces) -> list[Zone]:
    zones = []
    new = int(first_free(s, q)) if q == p and may_start(s, p) else NONE
    dishes, sizes, favorites = s.dish[q].tolist(), s.dish_size[q].tolist(), s.favorite_on[q].tolist()
    for d in range(state.DISHES):
        if sizes[d]:
            f = favorites[d]
            pieces = [make.favorite(s, f, "", bool(s.turned >> f & 1))] if f != NONE else []
            pieces += [make.ingredient(c, "dish") for c in dishes[d][: sizes[d]]]
            note = "Set" if f != NONE else ""
            zones.append(
                Zone(
                    f"dish:{q}.{d}",
                    "column",
                    f"Dish {dish_number(d)}",
                    q,
                    pieces,
                    note=note,
                    rules=["UM-17" if f != NONE else "UM-11"],
                )
            )
        elif d == new:
            zones.append(Zone(f"dish:{q}.new", "column", "New Dish", q, rules=["UM-11", "UM-12"]))
    hand = [make.ingredient(c, f"hand:{q}") for c in s.hand[q, : s.hand_size[q]].tolist()]
    zones.append(Zone(f"hand:{q}", "fan", "Hand", q, hand, rules=["UM-1"]))
    if s.secret[q] != NONE:
        secret = make.favorite(s, int(s.secret[q]), f"secret:{q}")
        zones.append(Zone(f"secret:{q}", "fan", "Secret Favorite", q, [secret], rules=["UM-1", "UM-38"]))
    return zones


def panel(s: State, q: int, name: Name) -> Panel:
    marks = ["First Serving"] * bool(q == s.first) + ["active"] * bool(q == s.active and s.phase != state.OVER)
    marks.append(f"{in_dishes(s, q)}/{kit.SETUPS[int(s.players)].trigger} in Dishes")
    sources = [
        ("Favorites", int(favorites_of(s, q))),
        ("Stars", int(icons_in_set(s, q, 0))),
        ("Blossoms (tie-break)", int(icons_in_set(s, q, 1))),
    ]
    return Panel(q, name(q), int(score(s, q)), sources, marks, int(s.hand_size[q]))
