"""Cooking: what a seat can pay, and paying it. Nothing here is told to anybody: the search uses it too."""

from __future__ import annotations

import numpy as np

from yokocho.core.kernel import kernel
from yokocho.games.wok_and_roll.components import (
    BONUS_BOOKS,
    BOOK,
    COST,
    DIFFERENT,
    FIRST,
    GIVES,
    HEX,
    INGREDIENTS,
    KINDS,
    LOCK,
    MOST_PAYMENTS,
    ORDER,
    PLACE,
    RECT_POINTS,
    ROW,
    SKILL_BOOKS,
    STRUCTURE,
    STRUCTURES,
)
from yokocho.games.wok_and_roll.sheet import books, fills_row, is_locked, open_places
from yokocho.games.wok_and_roll.state import BONUS, COOK, DONE, OPEN, PERSISTS, SKILL

RECTS = len(RECT_POINTS)
LOCKS = bool(LOCK.any())
ONES = sum(1 << 8 * f for f in range(KINDS))  # a byte for each letter
HIGH = ONES << 7
PACKED_COST = np.array([sum(int(n) << 8 * f for f, n in enumerate(cost)) for cost in COST], np.int64)
HEX_BYTES = np.array(
    [sum(0xFF << 8 * f for f in range(INGREDIENTS) if bits >> f & 1) for bits in range(1 << KINDS)], np.int64
)


@kernel
def in_one(counts, p):
    """Counts by letter in one number, a byte for each."""
    n = 0
    for f in range(KINDS):
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
    return rest & ~hexes == 0 and (rest * ONES >> 8 * (KINDS - 1)) & 0xFF <= most


@kernel
def list_payments(s, p, v, missing, hexes, most, out, n):
    """5.3: of what is missing, some from the Fridge and the others with books."""
    f0, f1, f2 = ORDER[v, 0], ORDER[v, 1], ORDER[v, 2]
    u0 = missing >> 8 * f0 & 0xFF
    u1 = missing >> 8 * f1 & 0xFF if DIFFERENT[v] > 1 else 0
    u2 = missing >> 8 * f2 & 0xFF if DIFFERENT[v] > 2 else 0
    c0 = COST[v, f0] + 1
    c1 = COST[v, f1] + 1 if DIFFERENT[v] > 1 else 1
    for k2 in range(min(u2, s.fridge[p, f2]) + 1):
        if k2 < u2 and hexes >> 8 * f2 & 1 == 0:
            continue
        for k1 in range(min(u1, s.fridge[p, f1]) + 1):
            if k1 < u1 and hexes >> 8 * f1 & 1 == 0:
                continue
            for k0 in range(min(u0, s.fridge[p, f0]) + 1):
                if (k0 == u0 or hexes >> 8 * f0 & 1) and u0 + u1 + u2 - k0 - k1 - k2 <= most:
                    out[n] = COOK + MOST_PAYMENTS * v + k0 + c0 * (k1 + c1 * k2)
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
    for x in range(STRUCTURES):
        places = open_places(s, p, x)
        v = FIRST[x]
        while places:
            if places & 1 and not is_locked(s, p, v):
                missing = lacking(PACKED_COST[v], at_hand)
                if missing == 0:
                    out[n] = COOK + MOST_PAYMENTS * v
                    n += 1
                elif is_payable(missing, fridge, hexes, there):
                    n = list_payments(s, p, v, missing, hexes, there, out, n)
            places >>= 1
            v += 1
    if there >= SKILL_BOOKS:
        for f in range(INGREDIENTS):
            if HEX[f] and s.hexes[p] >> f & 1 == 0:  # WR-22
                out[n] = SKILL + f
                n += 1
    if there >= BONUS_BOOKS:
        for r in range(RECTS):
            if s.rects[p] >> r & 1 == 0:  # WR-25
                out[n] = BONUS + r
                n += 1
    return list_locks(s, p, there, out, n) if LOCKS else n


@kernel
def list_locks(s, p, there, out, n):
    """2.8: locked servings of the sheet that books can open."""
    for v in range(len(LOCK)):
        if 0 < LOCK[v] <= there and is_locked(s, p, v) and open_places(s, p, STRUCTURE[v]) >> PLACE[v] & 1:
            out[n] = OPEN + v
            n += 1
    return n


@kernel
def spend_books(s, p, n):
    """Dice first, then row ingredients, then the Fridge (5.3). A book has one use (WR-24, WR-28, WR-R5)."""
    dice = min(n, s.pool[p, BOOK])
    s.pool[p, BOOK] -= dice
    rows = min(n - dice, s.tokens[p, BOOK])
    s.tokens[p, BOOK] -= rows
    s.fridge[p, BOOK] -= n - dice - rows  # WR-13


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
        code //= COST[v, ORDER[v, i]] + 1
    return code % (COST[v, ORDER[v, j]] + 1)


@kernel
def cook_serving(s, p, v, code):
    """WR-12: pays a serving, with a die or without (WR-R7), and crosses it off. It counts for its structure and its row
    (WR-R9); a full row gives its ingredient at once (WR-18, WR-R2).
    """
    for j in range(DIFFERENT[v]):
        f = ORDER[v, j]
        spend_letter(s, p, f, COST[v, f], fridge_items(v, code, j))
    s.crossed[p, STRUCTURE[v]] |= 1 << PLACE[v]
    if fills_row(s, p, v):
        if s.options[PERSISTS]:
            s.fridge[p, GIVES[ROW[v]]] += 1  # WR-R22
        else:
            s.tokens[p, GIVES[ROW[v]]] += 1  # WR-19


@kernel
def take_step(s, p, a):
    """A cook's step."""
    if a < SKILL:
        cook_serving(s, p, (a - COOK) // MOST_PAYMENTS, (a - COOK) % MOST_PAYMENTS)
    elif a < BONUS:
        spend_books(s, p, SKILL_BOOKS)  # WR-22 WR-R4
        s.hexes[p] |= 1 << (a - SKILL)
    elif a < DONE:
        spend_books(s, p, BONUS_BOOKS)  # WR-25 WR-R4
        s.rects[p] |= 1 << (a - BONUS)
    else:
        v = a - OPEN
        spend_books(s, p, LOCK[v])
        s.opened[p, STRUCTURE[v]] |= 1 << PLACE[v]
