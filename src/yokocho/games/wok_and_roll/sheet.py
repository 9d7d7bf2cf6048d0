"""What a sheet says: which servings are open, what is complete, what a seat has to spend."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.games.wok_and_roll import components as kit


@kernel
def active(s):
    return s.turn % s.players  # WR-4


@kernel
def is_on_sheet(s, p, x):
    """Everybody has the structures of the board; those of a House Special only its owner (2.8)."""
    return kit.TILE[x] == kit.BASIC or kit.TILE[x] == s.tile[p]


@kernel
def is_crossed(s, p, v):
    return s.crossed[p, kit.STRUCTURE[v]] >> kit.PLACE[v] & 1


@kernel
def is_complete(s, p, x):
    return s.crossed[p, x] == kit.FULL[x]  # WR-30


@kernel
def completed(s, p):
    """Dishes and platters that are complete."""
    n = 0
    for x in range(kit.STRUCTURES):
        if is_complete(s, p, x):
            n += 1
    return n


@kernel
def open_places(s, p, x):
    """The servings of a structure that could be crossed off next, as bits."""
    if not is_on_sheet(s, p, x):
        return 0
    crossed = s.crossed[p, x]
    if kit.IN_ORDER[x]:
        return (crossed + 1) & kit.FULL[x]  # WR-14   the first one that is not crossed off
    return kit.FULL[x] & ~crossed  # WR-15 WR-16


@kernel
def is_locked(s, p, v):
    """Books must open it first (2.8)."""
    return kit.LOCK[v] > 0 and s.opened[p, kit.STRUCTURE[v]] >> kit.PLACE[v] & 1 == 0


@kernel
def is_full_row(s, p, r):
    for i in range(kit.ROW_SIZE[r]):
        if not is_crossed(s, p, kit.ROW_SERVINGS[r, i]):
            return False
    return True


@kernel
def fills_row(s, p, v):
    """Is this serving, just crossed off, the last of a row? WR-18"""
    return kit.ROW[v] >= 0 and is_full_row(s, p, kit.ROW[v])


@kernel
def at_hand(s, p, f):
    """Dice and row ingredients of a letter: what is lost when it is not used (WR-21)."""
    return s.pool[p, f] + s.tokens[p, f]


@kernel
def books(s, p):
    """Recipe Books from dice, rows and Fridge together (WR-26, WR-R3)."""
    return at_hand(s, p, kit.BOOK) + s.fridge[p, kit.BOOK]
