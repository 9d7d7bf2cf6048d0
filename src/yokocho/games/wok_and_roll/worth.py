"""What a sheet is worth at the end of a turn (7.3): points, and what will become points."""

from __future__ import annotations

import numpy as np

from yokocho.core.kernel import kernel
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll.scoring import score
from yokocho.games.wok_and_roll.sheet import completed, is_crossed, is_on_sheet
from yokocho.games.wok_and_roll.state import SOLO_TURNS

LENGTH = 13.0  # turns of a game (2.5)
ITEM_EARLY = 0.8  # a fridge item; unused it scores nothing
ITEM_LATE = 0.25
HEX_EARLY = 3.2  # the first hexagon, falling to nothing; each further one
NEXT_HEX = 0.6
SHARE = 1.6  # a structure begun: its crossed share squared
HALF_ROW = 0.35
COVERED = 0.3  # an ingredient that a pair would cook something with
GROWTH = 1.4  # points a rectangle still gains, early
WIN = 6.0  # ending the game ahead, or behind


@kernel
def turns_left(s):
    """How much of the game is still to come, from 1 to 0: by turns, and by how near anybody is to the end."""
    if s.players == 1:
        length = min(LENGTH, s.options[SOLO_TURNS] - 1.0)
        return max(0.0, 1.0 - s.turn / max(length, 1.0))
    most = 0
    for p in range(s.players):
        most = max(most, completed(s, p))
    left = max(0.08, 1.0 - s.turn / LENGTH)
    return left * (1.0 if most == 0 else 0.85 if most == 1 else 0.55)


@kernel
def fridge_worth(s, p, left):
    each = ITEM_LATE + (ITEM_EARLY - ITEM_LATE) * left if left > 0.0 else 0.0
    n = 0.0
    for f in range(kit.KINDS):
        n += each * s.fridge[p, f]
    return n


@kernel
def hex_worth(s, p, left):
    n = 0.0
    each = HEX_EARLY * left
    for f in range(kit.INGREDIENTS):
        if s.hexes[p] >> f & 1:
            n += each
            each *= NEXT_HEX
    return n


def share_table(x: int) -> list[float]:
    """For each set of crossed-off places of a structure: its pull towards the end."""
    share = [bits.bit_count() / int(kit.PLACES[x]) for bits in range(len(kit.VALUE[x]))]
    return [SHARE * n * n if n < 1 else 0.0 for n in share]


def cover_table(x: int) -> list[int]:
    """For each set of crossed-off places the ingredients of which a pair would cook something, as bits."""
    out = []
    for bits in range(len(kit.VALUE[x])):
        free = [i for i in range(int(kit.PLACES[x])) if not bits >> i & 1]
        servings = [int(kit.FIRST[x]) + i for i in (free[:1] if kit.IN_ORDER[x] else free)]
        out.append(sum(1 << f for f in range(kit.INGREDIENTS) if any(kit.COST[v, f] >= 2 for v in servings)))
    return out


SHARES = np.array([share_table(x) for x in range(kit.STRUCTURES)])
COVERS = np.array([cover_table(x) for x in range(kit.STRUCTURES)], np.int64)


@kernel
def begun_worth(s, p):
    """Structures begun pull towards their end, and ingredients with an open serving of a pair are useful."""
    n = 0.0
    covered = 0
    for x in range(kit.STRUCTURES):
        if is_on_sheet(s, p, x):
            n += SHARES[x, s.crossed[p, x]]
            covered |= COVERS[x, s.crossed[p, x]]
    for f in range(kit.INGREDIENTS):
        if covered >> f & 1:
            n += COVERED
    return n


@kernel
def rows_worth(s, p):
    """A row with one serving to go: its ingredient, times the chance to use it (WR-R1)."""
    n = 0.0
    for r in range(len(kit.ROW_SIZE)):
        there = 0
        for i in range(kit.ROW_SIZE[r]):
            there += is_crossed(s, p, kit.ROW_SERVINGS[r, i])
        if there == kit.ROW_SIZE[r] - 1:
            n += HALF_ROW
    return n


@kernel
def end_worth(s, p):
    """The third complete structure ends the game: good ahead, bad behind (7.4)."""
    if s.players == 1 or completed(s, p) < kit.TO_END:
        return 0.0
    best = 0
    for q in range(s.players):
        if q != p:
            best = max(best, score(s, q))
    ahead = score(s, p) - best - 3.0  # what the others cook in the same turn
    return WIN * max(-1.0, min(1.0, ahead / 4.0))


@kernel
def sheet_worth(s, p, left):
    """``left`` of the game is to come."""
    n = score(s, p) + fridge_worth(s, p, left) + hex_worth(s, p, left)
    n += left * (begun_worth(s, p) + rows_worth(s, p))
    if s.rects[p] != 0:
        for r in range(len(kit.RECT_POINTS)):
            if s.rects[p] >> r & 1:
                n += GROWTH * left * kit.RECT_POINTS[r]
    return n + end_worth(s, p)
