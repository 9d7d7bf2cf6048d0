"""Cubes, restaurants and warehouses as they stand (MI-35 to MI-49)."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.mitsuhamama import components as kit


@kernel
def placed(s, p):
    """Own cubes on restaurants."""
    n = 0
    for r in range(kit.RESTAURANTS):
        for i in range(kit.MOST_SPACES):
            n += s.space[r, i] == p
    return n


@kernel
def all_placed(s):
    """MI-52 MI-R42: cubes on restaurants now."""
    n = 0
    for r in range(kit.RESTAURANTS):
        for i in range(kit.MOST_SPACES):
            n += s.space[r, i] != NONE
    return n


@kernel
def free_cubes(s, p):
    """Own cubes that are not on restaurants."""
    return s.cubes[p] - placed(s, p)


@kernel
def loaded(s, p):
    """MI-35 MI-R29: tracks with fish, each held by one cube."""
    n = 0
    for k in range(kit.KINDS):
        n += s.stock[p, k] > 0
    return n


@kernel
def stands_at(s, p, r):
    """MI-45: an own cube at a restaurant."""
    for i in range(kit.MOST_SPACES):
        if s.space[r, i] == p:
            return True
    return False


@kernel
def next_space(s, r):
    """MI-43: the highest-priced empty space; NONE when the card is full (MI-R3)."""
    for i in range(kit.SPACES[r, s.face[r]]):
        if s.space[r, i] == NONE:
            return i
    return NONE


@kernel
def can_supply(s, p, r):
    """MI-42: is the demand in the warehouses?"""
    form = kit.FORM[r, s.face[r]]
    amount = kit.AMOUNT[r, s.face[r]]
    if form == kit.FIXED:
        for k in range(kit.KINDS):
            if s.stock[p, k] < kit.DEMAND[r, s.face[r], k]:
                return False
        return True
    n = 0
    for k in range(kit.KINDS):
        if form == kit.SETS:
            n += s.stock[p, k] >= amount  # MI-R32: two different kinds
        else:
            n += s.stock[p, k]  # MI-R33
    return n >= 2 if form == kit.SETS else n >= amount


@kernel
def can_serve(s, p, r):
    """MI-43 MI-45 MI-R3 MI-R34 MI-R36 MI-R37: no own cube there, an empty space, a free cube, the fish."""
    return not stands_at(s, p, r) and next_space(s, r) != NONE and free_cubes(s, p) > 0 and can_supply(s, p, r)


@kernel
def recall(s, p, r):
    """MI-47 MI-48: the cube comes back, the cubes below move up."""
    i = 0
    while s.space[r, i] != p:
        i += 1
    for j in range(i, kit.MOST_SPACES - 1):
        s.space[r, j] = s.space[r, j + 1]
    s.space[r, kit.MOST_SPACES - 1] = NONE


@kernel
def store(s, p, k, fish):
    """MI-36: up to the capacity, the rest is lost; returns how many found room."""
    room = min(int(fish), kit.CAPACITY - int(s.stock[p, k]))
    s.stock[p, k] += room
    return room


@kernel
def kinds_in_play(s, p):
    """MI-R27: kinds held or arriving, as bits."""
    bits = 0
    for k in range(kit.KINDS):
        if s.stock[p, k] > 0 or s.arriving[k] > 0:
            bits |= 1 << k
    return bits


@kernel
def count_bits(bits):
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@kernel
def is_any(s, r):
    return kit.FORM[r, s.face[r]] == kit.ANY
