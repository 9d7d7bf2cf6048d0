"""The best that a cook can make of a turn: every order of steps is looked at, every sheet once (7.2)."""

from __future__ import annotations

import numpy as np

from yokocho.core.kernel import kernel
from yokocho.core.rng import U, mix
from yokocho.games.wok_and_roll.components import KINDS, STRUCTURES
from yokocho.games.wok_and_roll.cooking import list_steps, take_step
from yokocho.games.wok_and_roll.state import MOST
from yokocho.games.wok_and_roll.worth import sheet_worth

DEPTH = 32  # more steps than dice, row ingredients and fridge items allow
LANE = 3 * KINDS + 2 * STRUCTURES + 2  # numbers that a step may change
PROBES = 24
PATIENCE = 1 << 14  # steps looked at in one search; with few books and hexagons a turn has less than half as many


@kernel
def save_lane(s, p, lane):
    for f in range(KINDS):
        lane[f] = s.pool[p, f]
        lane[KINDS + f] = s.tokens[p, f]
        lane[2 * KINDS + f] = s.fridge[p, f]
    for x in range(STRUCTURES):
        lane[3 * KINDS + x] = s.crossed[p, x]
        lane[3 * KINDS + STRUCTURES + x] = s.opened[p, x]
    lane[LANE - 2] = s.hexes[p]
    lane[LANE - 1] = s.rects[p]


@kernel
def load_lane(s, p, lane):
    for f in range(KINDS):
        s.pool[p, f] = lane[f]
        s.tokens[p, f] = lane[KINDS + f]
        s.fridge[p, f] = lane[2 * KINDS + f]
    for x in range(STRUCTURES):
        s.crossed[p, x] = lane[3 * KINDS + x]
        s.opened[p, x] = lane[3 * KINDS + STRUCTURES + x]
    s.hexes[p] = lane[LANE - 2]
    s.rects[p] = lane[LANE - 1]


@kernel
def name_of(lane):
    """A number for a lane; never 0."""
    name = U(0)
    for i in range(LANE):
        name = (name + U(lane[i] + 1)) * U(0x100000001B3)
    return mix(name) | U(1)


@kernel
def find(names, name):
    """Where a lane is kept, or could be; -1 when there is no room."""
    at = int(name >> U(40)) & (len(names) - 1)
    for i in range(PROBES):
        j = (at + i) & (len(names) - 1)
        if names[j] == name or names[j] == U(0):
            return j
    return -1


@kernel
def best_turn(s, p, left, names, values, lanes, steps, sizes, tried, best):
    """The worth of the best sheet that seat p can reach from here. Leaves the state as it was.

    The arrays are room to work in: one row for each step of depth, and what is known already. A sheet that is met when
    patience is at its end is worth what it is worth now.
    """
    depth = 0
    looked = 0
    save_lane(s, p, lanes[0])
    found = find(names, name_of(lanes[0]))
    if found >= 0 and names[found] != U(0):
        return values[found]
    sizes[0] = list_steps(s, p, steps[0])
    tried[0] = 0
    best[0] = sheet_worth(s, p, left)
    while True:
        if tried[depth] < sizes[depth]:
            a = int(steps[depth, tried[depth]])
            tried[depth] += 1
            take_step(s, p, a)
            looked += 1
            save_lane(s, p, lanes[depth + 1])
            found = find(names, name_of(lanes[depth + 1]))
            if found >= 0 and names[found] != U(0):
                best[depth] = max(best[depth], values[found])
                load_lane(s, p, lanes[depth])
                continue
            depth += 1
            best[depth] = sheet_worth(s, p, left)
            sizes[depth] = list_steps(s, p, steps[depth]) if depth < DEPTH - 1 and looked < PATIENCE else 0
            tried[depth] = 0
            continue
        name = name_of(lanes[depth])
        found = find(names, name)
        if found >= 0:
            names[found] = name
            values[found] = best[depth]
        if depth == 0:
            return best[0]
        depth -= 1
        load_lane(s, p, lanes[depth])
        best[depth] = max(best[depth], best[depth + 1])


@kernel
def room_for(kept):
    """Room to work in, with so many places (a power of two) for what is known."""
    return (
        np.zeros(kept, np.uint64),
        np.empty(kept, np.float64),
        np.empty((DEPTH, LANE), np.int64),
        np.empty((DEPTH, MOST), np.int16),
        np.empty(DEPTH, np.int64),
        np.empty(DEPTH, np.int64),
        np.empty(DEPTH, np.float64),
    )


@kernel
def best_of(s, p, left, room):
    return best_turn(s, p, left, room[0], room[1], room[2], room[3], room[4], room[5], room[6])


@kernel
def best_with(s, p, left, room, dice):
    """The best turn with these dice."""
    for f in range(KINDS):
        s.pool[p, f] = dice[f]
    return best_of(s, p, left, room)


@kernel
def empty_fridge(s, p, kept):
    """Notes a Fridge and takes out what is in it, books too."""
    for f in range(KINDS):
        kept[f] = s.fridge[p, f]
        s.fridge[p, f] = 0


@kernel
def fill_fridge(s, p, kept):
    for f in range(KINDS):
        s.fridge[p, f] = kept[f]
