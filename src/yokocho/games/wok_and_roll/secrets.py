"""Who knows what (the only door out), and how the unknown may be dealt.

Sheets are open, but what is marked while everybody cooks is not (WR-R13): until the last seat is done, the others see
a sheet as it was when the dice were locked, the dice, and who is done (WR-R25).
"""

from __future__ import annotations

import numpy as np

from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.core.rng import below
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.cooking import list_steps, take_step
from yokocho.games.wok_and_roll.sheet import active

GOES_ON = 4  # an imagined cook stops after one step in so many


@kernel
def is_hidden(s):
    return s.phase == state.COOKING and s.options[state.HIDDEN] == state.YES


@kernel
def hide_sheet(s, q):
    """WR-R25: as it was when cooking began."""
    for x in range(kit.STRUCTURES):
        s.crossed[q, x] = s.seen_crossed[q, x]
        s.opened[q, x] = s.seen_opened[q, x]
    s.hexes[q] = s.seen_hexes[q]
    s.rects[q] = s.seen_rects[q]
    for f in range(kit.KINDS):
        s.fridge[q, f] = s.seen_fridge[q, f]
        s.tokens[q, f] = 0
        s.pool[q, f] = 0
    for i in range(kit.DICE if q == active(s) else kit.WHITE):
        s.pool[q, s.dice[i]] += 1


@kernel
def hide_events(s, p):
    """What another cook did this turn is not told."""
    n = 0
    for i in range(s.events_size):
        if state.COOKED <= s.events[i, 0] <= state.OPENED and s.events[i, 1] != p:
            continue
        for j in range(4):
            s.events[n, j] = s.events[i, j]
        n += 1
    for i in range(n, s.events_size):
        for j in range(4):
            s.events[i, j] = 0
    s.events_size = n


@kernel
def mask(s, p):
    for i in range(4):
        s.rng[i] = 0
    for i in range(state.PINS):
        s.next_dice[i] = NONE
    s.next_size = 0
    if is_hidden(s):
        for q in range(s.players):
            if q != p:
                hide_sheet(s, q)
        hide_events(s, p)


@kernel
def imagine_cook(s, q, steps):
    """Some cooking that the others cannot rule out."""
    while True:
        n = list_steps(s, q, steps)
        if n == 0 or below(s.rng, GOES_ON) == 0:
            return
        take_step(s, q, steps[below(s.rng, n)])


@kernel
def imagine(s, p):
    if is_hidden(s):
        steps = np.empty(state.MOST, np.int16)
        for q in range(s.players):
            if q != p:
                imagine_cook(s, q, steps)
