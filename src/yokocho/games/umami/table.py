"""Umami's table as a scene, from a masked state."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from yokocho.core.actions import faces
from yokocho.core.agenda import open_b, open_kind
from yokocho.core.record import NONE, State
from yokocho.core.scene import Meter, Name, Panel, Piece, Zone
from yokocho.games.umami import components as kit
from yokocho.games.umami import state
from yokocho.games.umami.components import face_name
from yokocho.games.umami.dishes import first_free, in_dishes
from yokocho.games.umami.notation import NOTATION, profile_of
from yokocho.games.umami.remarks import Fact, best_sum, dish_fact, nearest, sentence, sum_words
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

    def ingredient(self, card: int, where: str, slot: int) -> Piece:
        face = card if card >= 0 else where
        n = self.made[face] = self.made.get(face, 0) + 1
        return ingredient(card, n, slot) if card >= 0 else hidden(where, n, slot, "an Ingredient", "back-ingredient")

    def favorite(self, s: State, f: int, where: str, down: bool = False) -> Piece:
        if f >= 0:
            return favorite(f, profile_of(s), down)
        n = self.made[where] = self.made.get(where, 0) + 1
        return hidden(where, n, 0, "a Favorite", "back-favorite")


# The same pieces lie on every table: they are made once.


@cache
def hidden(where: str, n: int, slot: int, kind: str, back: str) -> Piece:
    return Piece(f"{where}:hidden#{n}", "card", "", tooltip=f"{kind} you do not know", art=back, slot=slot)


@cache
def ingredient(card: int, n: int, slot: int) -> Piece:
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
        slot,
    )


@cache
def favorite(f: int, profile: str, down: bool) -> Piece:
    card = kit.CARDS[f]
    color = COLOR_WORDS[kit.COLOR_CODES.index(card.pattern[0])] if card.doubled else "silver"
    best = best_sum(kit.PROFILES.index(profile), f)
    badges = [f"{'high' if card.high else 'low'} {best}"] + ["face down"] * down
    rule = "UM-36" if down else "UM-16"
    told = favorite_words(f, profile)
    return Piece(f"favorite:{f}", "card", card.id(profile), color, "crown", badges, told, [rule], f"guest-{GUESTS[f]}")


def at(piece: Piece, slot: int, fact: Fact | None = None) -> Piece:
    """A piece in its place, with what is to be said of it now."""
    if fact is None:
        return replace(piece, slot=slot)
    told = f"{piece.tooltip}. {sentence(fact.spoken)}" if fact.spoken else piece.tooltip
    return replace(piece, slot=slot, note=fact.note, tone=fact.tone, tooltip=told)


def said(s: State, message: int) -> list[int]:
    """What the last move told of itself: the three arguments of its last event of a kind; nothing without one."""
    found = [row[1:] for row in s.events[: s.events_size].tolist() if row[0] == message]
    return list(found[-1]) if found else []


def zones(s: State, p: int, name: Name) -> list[Zone]:
    """The same places for every question of a phase: what is empty stays (UM-1 UM-3 UM-12 UM-36)."""
    make = Pieces()
    near = nearest(s, p) if p >= 0 else {}
    lying = [f for f, where in enumerate(s.whereabouts.tolist()) if where == state.IN_AREA]
    open_ones = [at(make.favorite(s, f, "favorites"), i, near.get(f)) for i, f in enumerate(lying)]
    some, more = open_ones[: state.AREA], [replace(piece, slot=i) for i, piece in enumerate(open_ones[state.AREA :])]
    area = [make.ingredient(c, "area", i) for i, c in enumerate(s.area[: s.area_size].tolist())]
    final = s.phase != state.REGULAR
    found = [
        Zone("favorites", "row", "Favorites area", pieces=some, rules=["UM-3", "UM-16"], slots=state.AREA),
        Zone("favorites-deck", "stack", "Favorites deck", count=int(s.favorites_deck_size), rules=["UM-2"]),
    ]
    if final:  # UM-37 UM-38: the secret Favorites come where the market was
        found.append(Zone("more", "row", "More Favorites", pieces=more, rules=["UM-38"], slots=int(s.players)))
    if not final or area:  # UM-R28: refilled in the final round as a house rule
        found.append(Zone("area", "row", "Ingredients area", pieces=area, rules=["UM-3", "UM-15"], slots=state.AREA))
    found += [
        Zone("deck", "stack", "Ingredient deck", count=int(s.deck_size), rules=["UM-32"]),
        Zone("trash", "stack", "Trash", count=int(s.trash_size), note=trash_words(s), rules=["UM-13", "UM-R31"]),
        moving_zone(s, make),
    ]
    me = max(p, 0)
    for q in [(me + i) % int(s.players) for i in range(s.players)]:
        found.extend(seat_zones(s, q, p, name, make, near))
    return found


def moving_zone(s: State, make: Pieces) -> Zone:
    """The card on its way to a Dish, or the fourth card of one that has to lose a card first (UM-13)."""
    card = int(s.moving) if s.moving != NONE else fourth_card(s)
    pieces = [make.ingredient(card, "moving", 0)] if card != NONE else []
    return Zone("moving", "row", "On its way", pieces=pieces, rules=["UM-11"], slots=1)


def fourth_card(s: State) -> int:
    """UM-13: the card that has just come to a full Dish."""
    return int(open_b(s)) if open_kind(s) == state.DISCARD else NONE


def trash_words(s: State) -> str:
    counts = enumerate(s.trash.tolist())
    return ", ".join(card_title(card) + (f" x{n}" if n > 1 else "") for card, n in counts if n)


def dish_cards(s: State, q: int, d: int) -> list[int]:
    """A Dish as it lies: in order, the card that has just come last (UM-5). A fourth one lies beside it."""
    cards: list[int] = s.dish[q, d, : s.dish_size[q, d]].tolist()
    new = said(s, state.PUT_DOWN)
    if new[:2] == [q, d] and new[2] in cards:
        cards.remove(new[2])
        if len(cards) < state.DISH:
            cards.append(new[2])
    return cards


def dish_zone(s: State, q: int, d: int, p: int, name: Name, make: Pieces, near: dict[int, Fact]) -> Zone:
    f = int(s.favorite_on[q, d])
    fact = dish_fact(s, q, d, p, name)
    pieces = []
    if f != NONE:
        piece = make.favorite(s, f, "", bool(s.turned >> f & 1))
        mine = near.get(f, Fact())  # UM-18: how I could take it
        beside = Fact(sum_words(f, s.dish[q, d, : state.DISH].tolist()), mine.spoken, mine.tone)
        pieces = [at(piece, 0, beside)]
    pieces += [make.ingredient(c, "dish", i + 1) for i, c in enumerate(dish_cards(s, q, d))]
    rule = "UM-17" if f != NONE else "UM-11"
    return Zone(
        *(f"dish:{q}.{d}", "column", f"Dish {dish_number(d)}", q, pieces),
        note=fact.note,
        rules=[rule],
        spoken=fact.spoken,
        slots=state.DISH + 1,
        tone=fact.tone,
    )


def hand_places(s: State, q: int) -> list[int]:
    """The slots of a hand: where a card has just left it, its place stays empty."""
    cards = s.hand[q, : s.hand_size[q]].tolist()
    left = said(s, state.PLAYED) or said(s, state.STOLE)
    gap = len(cards)
    if left and left[0] == q and left[2] and min(cards, default=0) >= 0:
        gap = sum(card < left[1] for card in cards)
    return [i + (i >= gap) for i in range(len(cards))]


def seat_zones(s: State, q: int, p: int, name: Name, make: Pieces, near: dict[int, Fact]) -> list[Zone]:
    found = [dish_zone(s, q, d, p, name, make, near) for d in range(state.DISHES)]
    cards = s.hand[q, : s.hand_size[q]].tolist()
    hand = [make.ingredient(card, f"hand:{q}", slot) for card, slot in zip(cards, hand_places(s, q))]
    found.append(Zone(f"hand:{q}", "fan", "Hand", q, hand, rules=["UM-1"], slots=state.HAND))
    secret = int(s.secret[q])
    pieces = [at(make.favorite(s, secret, f"secret:{q}"), 0, near.get(secret))] if secret != NONE else []
    found.append(Zone(f"secret:{q}", "fan", "Secret Favorite", q, pieces, rules=["UM-1", "UM-38"], slots=1))
    return found


def touches(s: State, p: int, a: int, zones: dict[str, Zone]) -> list[str]:
    """The pieces and the place that an action is about. A new Dish has the first free place (UM-R39); of a Dish of
    four, the card that came last lies beside it (UM-13).
    """
    if a == state.PUT_NEW:
        if first_free(s, p) == NONE:
            raise KeyError(a)
        return [f"dish:{p}.{first_free(s, p)}"]
    found = NOTATION.touches(s, p, a, zones)
    if state.VERB[a] == state.DISCARD_CARD:
        found = found + faces(zones, "moving", face_name(int(state.PART[a, 0])))
    return found


def meters(s: State, p: int) -> list[Meter]:
    """How near the end is (UM-33 UM-34 UM-35 UM-40)."""
    if s.phase != state.REGULAR:
        n = int(s.players)
        turns = n if s.phase == state.OVER else (int(s.active) - int(s.first)) % n
        return [Meter(f"{turns} of {n} final turns done", turns, n, "lantern")]
    setup = kit.SETUPS[int(s.players)]
    trigger, favorites = setup.trigger, setup.favorites_deck
    most = max(range(s.players), key=lambda q: (in_dishes(s, q), q == p))
    cards, whose = int(in_dishes(s, most)), "My Dishes" if most == p else "Fullest Dishes"
    left = int(s.favorites_deck_size) + int((s.whereabouts == state.IN_AREA).sum())
    last = "" if s.trigger == state.UNTRIGGERED else "Last round. "
    return [
        Meter(f"{last}{whose}: {cards} of {trigger} cards", min(cards, trigger), trigger, "back-ingredient"),
        Meter(f"{left} of {favorites} Favorites left", favorites - left, favorites, "back-favorite"),
    ]


def panel(s: State, q: int, name: Name) -> Panel:
    marks = [f"{in_dishes(s, q)}/{kit.SETUPS[int(s.players)].trigger} in Dishes"]
    marks += ["First Serving"] * bool(q == s.first) + ["active"] * bool(q == s.active and s.phase != state.OVER)
    sources = [
        ("Favorites", int(favorites_of(s, q))),
        ("Stars", int(icons_in_set(s, q, 0))),
        ("Blossoms (tie-break)", int(icons_in_set(s, q, 1))),
    ]
    return Panel(q, name(q), int(score(s, q)), sources, marks, int(s.hand_size[q]))
