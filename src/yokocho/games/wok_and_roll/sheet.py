"""What a sheet says: which servings are open, what is complete, what a seat has to spend."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.games.wok_and_roll.components import (
    BASIC,
    BOOK,
    FULL,
    IN_ORDER,
    LOCK,
    PLACE,
    ROW,
    ROW_SERVINGS,
    ROW_SIZE,
    STRUCTURE,
    STRUCTURES,
    TILE,
)


@kernel
def active(s):
    return s.turn % s.players  # WR-4


@kernel
def is_on_sheet(s, p, x):
    """Everybody has the structures of the board; those of a House Special only its owner (2.8)."""
    return TILE[x] == BASIC or TILE[x] == s.tile[p]


@kernel
def is_crossed(s, p, v):
    return s.crossed[p, STRUCTURE[v]] >> PLACE[v] & 1


@kernel
def is_complete(s, p, x):
    return s.crossed[p, x] == FULL[x]  # WR-30


@kernel
def completed(s, p):
    """Dishes and platters that are complete."""
    n = 0
    for x in range(STRUCTURES):
        if is_complete(s, p, x):
            n += 1
    return n


@kernel
def open_places(s, p, x):
    """The servings of a structure that could be crossed off next, as bits."""
    if not is_on_sheet(s, p, x):
        return 0
    crossed = s.crossed[p, x]
    if IN_ORDER[x]:
        return (crossed + 1) & FULL[x]  # WR-14   the first one that is not crossed off
    return FULL[x] & ~crossed  # WR-15 WR-16


@kernel
def is_locked(s, p, v):
    """Books must open it first (2.8)."""
    return LOCK[v] > 0 and s.opened[p, STRUCTURE[v]] >> PLACE[v] & 1 == 0


@kernel
def is_full_row(s, p, r):
    for i in range(ROW_SIZE[r]):
        if not is_crossed(s, p, ROW_SERVINGS[r, i]):
            return False
    return True


@kernel
def fills_row(s, p, v):
    """Is this serving, just crossed off, the last of a row? WR-18"""
    return ROW[v] >= 0 and is_full_row(s, p, ROW[v])


@kernel
def at_hand(s, p, f):
    """Dice and row ingredients of a letter: what is lost when it is not used (WR-21)."""
    return s.pool[p, f] + s.tokens[p, f]


@kernel
def books(s, p):
    """Recipe Books from dice, rows and Fridge together (WR-26, WR-R3)."""
    return at_hand(s, p, BOOK) + s.fridge[p, BOOK]
