"""What must hold after every move, whatever is played."""

from __future__ import annotations

from yokocho.core.agenda import asked_seats
from yokocho.core.kernel import kernel
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.scoring import full_rows, rectangle, score
from yokocho.games.wok_and_roll.sheet import active, is_complete, is_crossed, is_on_sheet

INVARIANTS = (
    "crosses stay, and stand only on the own sheet",
    "a dish is crossed off from the top",
    "nothing is spent that is not there, and nothing comes into a Fridge but from a full row",
    "dice and row ingredients are there only while somebody cooks with them",
    "whoever is not done is asked, and nobody else",
    "turns pass one by one, and a roll is one of three",
    "the score is what can be counted on the sheet",
)


@kernel
def sheet_is_sound(before, after, p):
    for x in range(kit.STRUCTURES):
        crossed = after.crossed[p, x]
        if crossed & ~kit.FULL[x] or before.crossed[p, x] & ~crossed or (crossed and not is_on_sheet(after, p, x)):
            return False
    return before.hexes[p] & ~after.hexes[p] == 0 and before.rects[p] & ~after.rects[p] == 0


@kernel
def dishes_are_in_order(s, p):
    for x in range(kit.STRUCTURES):
        if kit.IN_ORDER[x] and s.crossed[p, x] & (s.crossed[p, x] + 1):
            return False
    return True


@kernel
def fridge_is_sound(s, p):
    there = 0
    for f in range(kit.KINDS):
        if s.fridge[p, f] < 0 or s.pool[p, f] < 0 or s.tokens[p, f] < 0:
            return False
        there += s.fridge[p, f] - kit.FIRST_FRIDGE[f]
        if s.fridge[p, f] > kit.FIRST_FRIDGE[f] and not s.options[state.PERSISTS]:
            return False
    return there <= full_rows(s, p)


@kernel
def tray_is_sound(s, p):
    dice = 0
    tokens = 0
    for f in range(kit.KINDS):
        dice += s.pool[p, f]
        tokens += s.tokens[p, f]
    if s.phase != state.COOKING:
        return dice == 0 and tokens == 0
    return dice <= (kit.DICE if p == active(s) else kit.WHITE) and tokens <= len(kit.GIVES)


@kernel
def lanes_are_sound(s):
    asked = asked_seats(s)
    if s.phase == state.OVER:
        return asked == 0 and s.finished != 0
    if s.phase == state.MARKET:
        return asked == 1 << active(s) and s.done == 0
    return asked == ((1 << s.players) - 1) & ~s.done and asked != 0


@kernel
def counted(s, p):
    """The score, counted serving by serving."""
    n = 0
    for v in range(len(kit.POINTS)):
        if is_crossed(s, p, v):
            n += kit.POINTS[v]
    for x in range(kit.STRUCTURES):
        if is_complete(s, p, x):
            n += kit.VALUE[x, kit.FULL[x]]
            for i in range(len(kit.POINTS)):
                if kit.STRUCTURE[i] == x:
                    n -= kit.POINTS[i]
    for r in range(len(kit.RECT_POINTS)):
        if s.rects[p] >> r & 1:
            n += rectangle(s, p, r)
    return n


@kernel
def check(before, after):
    for p in range(after.players):
        if not sheet_is_sound(before, after, p) or after.hexes[p] >> kit.INGREDIENTS:
            return 1
        if not dishes_are_in_order(after, p):
            return 2
        if not fridge_is_sound(after, p):
            return 3
        if not tray_is_sound(after, p):
            return 4
        if score(after, p) != counted(after, p):
            return 7
    if not lanes_are_sound(after):
        return 5
    turns = after.turn - before.turn
    if turns < 0 or turns > 1 or (after.phase != state.OVER and not 1 <= after.rolls <= kit.ROLLS):
        return 6
    return 0
