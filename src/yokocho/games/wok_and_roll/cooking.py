"""Cooking: what a seat can pay, and paying it. Nothing here is told to anybody: the search uses it too."""

from __future__ import annotations

import numpy as np

from yokocho.core.actions import encode
from yokocho.core.kernel import kernel
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.sheet import books, fills_row, is_locked, open_places

RECTS = len(kit.RECT_POINTS)
ONES = sum(1 << 8 * f for f in range(kit.KINDS))  # a byte for each letter
HIGH = ONES << 7
PACKED_COST = np.array([sum(int(n) << 8 * f for f, n in enumerate(cost)) for cost in kit.COST], np.int64)
HEX_BYTES = np.array(
    [sum(0xFF << 8 * f for f in range(kit.INGREDIENTS) if bits >> f & 1) for bits in range(1 << kit.KINDS)], np.int64
)


@kernel
def in_one(counts, p):
    """Counts by letter in one number, a byte for each."""
    n = 0
    for f in range(kit.KINDS):
        n |= counts[p, f] << 8 * f
    return n


@kernel
def lacking(cost, there):
    """What is missing, letter by letter, all letters at once: the high bit of a byte is set where enough is asked for
    to use up what is there.
    """
    rest = (cost | HIGH) - there
    asked = rest & HIGH
    return rest & (asked - (asked >> 7))


@kernel
def is_payable(missing, fridge, hexes, most):
    """Can Fridge and books make up for what dice and row ingredients do not give? WR-13 WR-23 WR-24"""
    rest = lacking(missing, fridge)
    return rest & ~hexes == 0 and (rest * ONES >> 8 * (kit.KINDS - 1)) & 0xFF <= most


@kernel
def list_payments(s, p, v, missing, hexes, most, out, n):
    """5.3: of what is missing, some from the Fridge and the others with books."""
    f0, f1, f2 = kit.ORDER[v, 0], kit.ORDER[v, 1], kit.ORDER[v, 2]
    u0 = missing >> 8 * f0 & 0xFF
    u1 = missing >> 8 * f1 & 0xFF if kit.DIFFERENT[v] > 1 else 0
    u2 = missing >> 8 * f2 & 0xFF if kit.DIFFERENT[v] > 2 else 0
    c0 = kit.COST[v, f0] + 1
    c1 = kit.COST[v, f1] + 1 if kit.DIFFERENT[v] > 1 else 1
    for k2 in range(min(u2, s.fridge[p, f2]) + 1):
        if k2 < u2 and hexes >> 8 * f2 & 1 == 0:
            continue
        for k1 in range(min(u1, s.fridge[p, f1]) + 1):
            if k1 < u1 and hexes >> 8 * f1 & 1 == 0:
                continue
            for k0 in range(min(u0, s.fridge[p, f0]) + 1):
                if (k0 == u0 or hexes >> 8 * f0 & 1) and u0 + u1 + u2 - k0 - k1 - k2 <= most:
                    out[n] = encode(state.STEP, state.COOK, v, k0 + c0 * (k1 + c1 * k2))
                    n += 1
    return n


@kernel
def list_steps(s, p, out):
    """All a cook may do but say done (WR-11, WR-27)."""
    n = 0
    there = books(s, p)
    at_hand = in_one(s.pool, p) + in_one(s.tokens, p)  # 5.3: these are spent first
    fridge = in_one(s.fridge, p)
    hexes = HEX_BYTES[s.hexes[p]]
    for x in range(kit.STRUCTURES):
        places = open_places(s, p, x)
        v = kit.FIRST[x]
        while places:
            if places & 1 and not is_locked(s, p, v):
                missing = lacking(PACKED_COST[v], at_hand)
                if missing == 0:
                    out[n] = encode(state.STEP, state.COOK, v)
                    n += 1
                elif is_payable(missing, fridge, hexes, there):
                    n = list_payments(s, p, v, missing, hexes, there, out, n)
            places >>= 1
            v += 1
    if there >= kit.SKILL_BOOKS:
        for f in range(kit.INGREDIENTS):
            if kit.HEX[f] and s.hexes[p] >> f & 1 == 0:  # WR-22
                out[n] = state.SKILL + f
                n += 1
    if there >= kit.BONUS_BOOKS:
        for r in range(RECTS):
            if s.rects[p] >> r & 1 == 0:  # WR-25
                out[n] = state.BONUS + r
                n += 1
    return list_locks(s, p, there, out, n) if kit.LOCKS else n


@kernel
def list_locks(s, p, there, out, n):
    """2.8: locked servings of the sheet that books can open."""
    for v in range(len(kit.LOCK)):
        if 0 < kit.LOCK[v] <= there and is_locked(s, p, v) and open_places(s, p, kit.STRUCTURE[v]) >> kit.PLACE[v] & 1:
            out[n] = state.OPEN + v
            n += 1
    return n


@kernel
def spend_books(s, p, n):
    """Dice first, then row ingredients, then the Fridge (5.3). A book has one use (WR-24, WR-28, WR-R5)."""
    dice = min(n, s.pool[p, kit.BOOK])
    s.pool[p, kit.BOOK] -= dice
    rows = min(n - dice, s.tokens[p, kit.BOOK])
    s.tokens[p, kit.BOOK] -= rows
    s.fridge[p, kit.BOOK] -= n - dice - rows  # WR-13


@kernel
def spend_letter(s, p, f, cost, k):
    """One letter of a cost, k of it from the Fridge (WR-12). Of dice only the face counts (WR-R14)."""
    dice = min(cost, s.pool[p, f])
    s.pool[p, f] -= dice
    rows = min(cost - dice, s.tokens[p, f])
    s.tokens[p, f] -= rows
    s.fridge[p, f] -= k  # WR-13
    spend_books(s, p, cost - dice - rows - k)  # WR-23


@kernel
def fridge_items(v, code, j):
    """How many fridge items of the j-th letter of the cost a payment takes."""
    for i in range(j):
        code //= kit.COST[v, kit.ORDER[v, i]] + 1
    return code % (kit.COST[v, kit.ORDER[v, j]] + 1)


@kernel
def cook_serving(s, p, v, code):
    """WR-12: pays a serving, with a die or without (WR-R7), and crosses it off. It counts for its structure and its row
    (WR-R9); a full row gives its ingredient at once (WR-18, WR-R2).
    """
    for j in range(kit.DIFFERENT[v]):
        f = kit.ORDER[v, j]
        spend_letter(s, p, f, kit.COST[v, f], fridge_items(v, code, j))
    s.crossed[p, kit.STRUCTURE[v]] |= 1 << kit.PLACE[v]
    if fills_row(s, p, v):
        if s.options[state.PERSISTS]:
            s.fridge[p, kit.GIVES[kit.ROW[v]]] += 1  # WR-R22
        else:
            s.tokens[p, kit.GIVES[kit.ROW[v]]] += 1  # WR-19


@kernel
def take_step(s, p, a):
    """A cook's step."""
    verb, x = state.VERB[a], state.PART[a, 0]
    if verb == state.COOK:
        cook_serving(s, p, x, state.PART[a, 1])
    elif verb == state.SKILL:
        spend_books(s, p, kit.SKILL_BOOKS)  # WR-22 WR-R4
        s.hexes[p] |= 1 << x
    elif verb == state.BONUS:
        spend_books(s, p, kit.BONUS_BOOKS)  # WR-25 WR-R4
        s.rects[p] |= 1 << x
    elif verb == state.OPEN:
        spend_books(s, p, kit.LOCK[x])
        s.opened[p, kit.STRUCTURE[x]] |= 1 << kit.PLACE[x]
