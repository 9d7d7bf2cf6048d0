"""How moves of Umami are written and read (docs/positions.md), and the pieces that they are about."""

from __future__ import annotations

import re

from yokocho.core.actions import Code, Notation, Special, faces
from yokocho.core.agenda import open_a, open_kind
from yokocho.core.record import NONE, State
from yokocho.core.scene import Zone
from yokocho.games.umami import components as kit
from yokocho.games.umami import state
from yokocho.games.umami.components import face, face_name, favorite, favorite_name
from yokocho.games.umami.dishes import is_open


def profile_of(s: State) -> str:
    return kit.PROFILES[s.options[state.NE_PROFILE]]


def fav(s: State, f: int) -> str:
    return favorite_name(f, profile_of(s))


def read_steal(s: State, text: str) -> int:
    if face(text) % kit.ICONS != kit.STEAL:
        raise ValueError(f"{text} has no Steal icon (UM-26)")
    return face(text) // kit.ICONS


def write_take(s: State, p: int, victim: int, d: int, i: int) -> str:
    return f"take {face_name(s.dish[victim, d, i])} from {victim}.{d}"


def read_take(s: State, p: int, card: str, where: str) -> int:
    """``1.0``, or ``1`` where the seat has the card in one open Dish only."""
    found = re.fullmatch(rf"(\d)(?:\.([0-{state.DISHES - 1}]))?", where)
    if not found or int(found[1]) >= s.players:
        raise ValueError(f"{where!r} is not a Dish of a player: write SEAT.SLOT, for instance 1.0")
    q, wanted = int(found[1]), face(card)
    dishes = (
        [int(found[2])]
        if found[2]
        else [d for d in range(state.DISHES) if is_open(s, q, d) and wanted in s.dish[q, d].tolist()]
    )
    places = [
        (d, i)
        for d in dishes
        for i in range(state.DISH)
        if s.dish[q, d, i] == wanted and (i == 0 or s.dish[q, d, i - 1] != wanted)
    ]
    if len(places) != 1:
        raise ValueError(f"there is {'more than one' if places else 'no'} {card} at {where}")
    return state.ACTIONS.of(state.TAKE_CARD, q, *places[0])


def taken(s: State, p: int, zones: dict[str, Zone], victim: int, d: int, i: int) -> list[str]:
    return faces(zones, f"dish:{victim}.{d}", face_name(int(s.dish[victim, d, i])))


def thrown_out(s: State, p: int, zones: dict[str, Zone], card: int) -> list[str]:
    """UM-13: a card of the Dish that has four."""
    d = open_a(s) if open_kind(s) == state.DISCARD else NONE
    return faces(zones, f"dish:{p}.{d}", face_name(card))


NOTATION = Notation(
    state.ACTIONS,
    codes={
        "card": Code(lambda s, card: face_name(card), lambda s, text: face(text)),
        "steal": Code(lambda s, number: kit.STEAL_CODES[number], read_steal),
        "favorite": Code(fav, lambda s, text: favorite(text, profile_of(s))),
    },
    verbs={state.TAKE_CARD: Special(write_take, read_take)},
    pieces={state.TAKE_CARD: taken, state.DISCARD_CARD: thrown_out},
)
