"""A cook in a hurry: a few sums a move, for the playouts of a search."""

from __future__ import annotations

import numpy as np

from yokocho.core.agenda import open_kind
from yokocho.core.kernel import kernel
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.cooking import fridge_items
from yokocho.games.wok_and_roll.scoring import rectangle
from yokocho.games.wok_and_roll.sheet import is_crossed
from yokocho.games.wok_and_roll.worth import COVERS, turns_left

ITEM = 0.6  # a fridge item
FILLED = 0.6  # a row that fills up
THRESHOLD = 0.25  # what a step must bring at least
LEARN = 2.2  # a hexagon, early
AGAIN = 0.4  # a die that is rolled again
HELD = np.array([0.0, 0.3, 1.0, 1.4, 2.0, 2.4, 3.0])  # so many dice of a face that a pair cooks something with
IDLE = np.array([0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6])  # and of another


@kernel
def worth_cooking(s, p, v, code, left):
    """Points, the bonus of a platter that is complete, a row that fills up; less what leaves the Fridge."""
    x = kit.STRUCTURE[v]
    after = s.crossed[p, x] | 1 << kit.PLACE[v]
    n = kit.VALUE[x, after] - kit.VALUE[x, s.crossed[p, x]] + 0.1 * (after == kit.FULL[x])
    if code:
        for j in range(kit.DIFFERENT[v]):
            n -= ITEM * min(1.0, 2.0 * left) * fridge_items(v, code, j)
    r = kit.ROW[v]
    if r >= 0:
        missing = 0
        for i in range(kit.ROW_SIZE[r]):
            missing += 1 - is_crossed(s, p, kit.ROW_SERVINGS[r, i])
        if missing == 1:
            n += FILLED
    return n


@kernel
def rollout(s, p, actions, n, out):
    left = turns_left(s)
    if open_kind(s) == state.COOKING:
        for i in range(n):
            verb, x = state.VERB[actions[i]], state.PART[actions[i], 0]
            if verb == state.COOK:
                out[i] = worth_cooking(s, p, x, state.PART[actions[i], 1], left)
            elif verb == state.SKILL:
                out[i] = LEARN * left if s.hexes[p] == 0 else 0.5 * LEARN * left
            elif verb == state.BONUS:
                out[i] = rectangle(s, p, x) * 1.0 + kit.RECT_POINTS[x] * 2.0 * left - 1.0
            else:
                out[i] = THRESHOLD
        return
    covered = 0
    for x in range(kit.STRUCTURES):
        covered |= COVERS[x, s.crossed[p, x]]
    for i in range(n):
        dice = state.PART[actions[i], 0]
        kept = 0  # a byte for each face
        again = 0
        for d in range(kit.DICE):
            if dice >> d & 1:
                again += 1
            else:
                kept += 1 << 8 * s.dice[d]
        worth = AGAIN * again
        for f in range(kit.KINDS):
            held = kept >> 8 * f & 0xFF
            useful = covered >> f & 1 if f < kit.INGREDIENTS else s.hexes[p] != 0
            worth += HELD[held] if useful else IDLE[held]
            if f == kit.BOOK and held >= 2:
                worth += 0.5 * left
        out[i] = worth
