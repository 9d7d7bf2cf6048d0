"""Taste points and places."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll.sheet import completed, is_full_row


@kernel
def wok(s, p, section):
    """WR-33: the points of a section, the bonuses of its platters included (WR-17, WR-R17)."""
    n = 0
    for x in range(kit.STRUCTURES):
        if kit.SECTION[x] == section:
            n += kit.VALUE[x, s.crossed[p, x]]
    return n


@kernel
def crossed_in(s, p, section):
    """Servings of a section that are crossed off."""
    n = 0
    for x in range(kit.STRUCTURES):
        if kit.SECTION[x] == section:
            for i in range(kit.PLACES[x]):
                n += s.crossed[p, x] >> i & 1
    return n


@kernel
def full_rows(s, p):
    n = 0
    for r in range(len(kit.GIVES)):
        if is_full_row(s, p, r):
            n += 1
    return n


@kernel
def rectangle(s, p, r):
    """WR-33: what a rectangle is worth on the sheet as it stands (WR-R15)."""
    if kit.RECT_PER[r] == kit.PER_SERVING:
        return kit.RECT_POINTS[r] * crossed_in(s, p, kit.RECT_SECTION[r])
    if kit.RECT_PER[r] == kit.PER_ROW:
        return kit.RECT_POINTS[r] * full_rows(s, p)
    return kit.RECT_POINTS[r] * completed(s, p)


@kernel
def score(s, p):
    """WR-33: servings, platter bonuses, outlined rectangles; nothing else."""
    n = 0
    for x in range(kit.STRUCTURES):
        n += kit.VALUE[x, s.crossed[p, x]]
    if s.rects[p] != 0:
        for r in range(len(kit.RECT_POINTS)):
            if s.rects[p] >> r & 1:
                n += rectangle(s, p, r)
    return n


@kernel
def rank(s, out):
    """WR-34: the most points; of equals the one furthest from the starting player, at every place (WR-R20, WR-R24)."""
    for p in range(s.players):
        out[p] = 1
        for q in range(s.players):
            if score(s, q) > score(s, p) or (score(s, q) == score(s, p) and q > p):
                out[p] += 1
