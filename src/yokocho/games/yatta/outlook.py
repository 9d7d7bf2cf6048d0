"""What a stall promises: the next serves it is ready for, in VP. For the greedy bot, rollouts and search.

A stall is looked at as four whole numbers of small digits, so that what-ifs need no room of their own: the figures of
the queue and the dishes of theirs (code + 1, position by position), the beverages in the fridge and the bottles in
the box (how many of each colour).
"""

from __future__ import annotations

import numpy as np

from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.yatta import components as kit
from yokocho.games.yatta.customers import can_draw
from yokocho.games.yatta.stall import in_bag
from yokocho.games.yatta.worths import best_cell, customer_worth, dish_worth, turns_left

# Judgements, tuned by self-play
AHEAD = 3  # serves that are looked at
CHANCE = np.array(
    [
        [0.97, 0.02, 0.0, 0.0, 0.0],
        [0.92, 0.5, 0.18, 0.03, 0.0],
        [0.9, 0.64, 0.38, 0.15, 0.03],
        [0.9, 0.68, 0.45, 0.24, 0.08],
    ]
)  # of a serve, by turns left (3: or more) and things still missing
LATER = np.array([1.0, 0.88, 0.7])  # the second serve and the third
MATCH_TO_COME = 0.75  # a dish or beverage not yet taken will match
NO_MATCH_TO_COME = 0.12
BLIND_MATCH = 0.4  # a dish that waits for a figure not yet there
SECOND_MATCH = 0.3  # a second beverage of the figure's colour
BOTTLE = np.array([0.0, 0.3, 0.5, 0.6])  # in the box, to be recycled, by turns left
SPENT_TOKEN = 1.1
CROWDED = 1.0  # the last position is taken, and there is something to offer
STRANDED = 3.2  # the same with nothing to offer
BUSY = 0.35  # one more, and it is taken

UNSEEN = kit.FIGURES  # a figure not yet drawn
DISH_NOTES = kit.FIGURES + 1  # where the dishes begin in the notes
DIGIT = 4  # bits


@kernel
def digit(packed, i):
    return packed >> DIGIT * i & (1 << DIGIT) - 1


@kernel
def raised(packed, i, n):
    return packed + (n << DIGIT * i)


@kernel
def total(packed):
    n = 0
    while packed:
        n += packed & (1 << DIGIT) - 1
        packed >>= DIGIT
    return n


@kernel
def length(packed):
    n = 0
    while packed:
        n += 1
        packed >>= DIGIT
    return n


@kernel
def stall_of(s, p):
    """Queue, dishes, fridge and box; what a serve has left is gone."""
    queue = 0
    n = 0
    for i in range(s.queue_size[p]):
        if s.queue[p, i] != NONE:
            queue = raised(queue, n, int(s.queue[p, i]) + 1)
            n += 1
    dishes = 0
    n = 0
    for i in range(s.dish_size[p]):
        if s.dish[p, i] != NONE:
            dishes = raised(dishes, n, int(s.dish[p, i]) + 1)
            n += 1
    fridge = 0
    box = 0
    for c in range(kit.COLOURS):
        fridge = raised(fridge, c, int(s.fridge[p, c]))
        box = raised(box, c, int(s.box[p, c]))
    return (queue, dishes, fridge, box)


# --- the serves to come ---------------------------------------------------------------------------


@kernel
def notes_of(s, p):
    """What holds for a whole decision: the worth of serving each kind of figure, an unseen one, and each dish."""
    customer = kit.SERVE_VP + best_cell(s, p, 0)
    tourist = kit.SERVE_VP + best_cell(s, p, kit.TOURIST)
    r = customer + customer_worth(s, p, 0)
    b = customer + customer_worth(s, p, 1)
    g = customer + customer_worth(s, p, 2)
    y = customer + customer_worth(s, p, 3)
    bag = s.bag[0] * r + s.bag[1] * b + s.bag[2] * g + s.bag[3] * y + s.bag[kit.TOURIST] * tourist
    unseen = bag / max(1, in_bag(s))
    dishes = (dish_worth(s, p, 0), dish_worth(s, p, 1), dish_worth(s, p, 2), dish_worth(s, p, 3))
    return (r, b, g, y, tourist, unseen, *dishes)


@kernel
def any_bottle(fridge, spared):
    """A colour of the fridge, rather not the one that is spared."""
    found = NONE
    for c in range(kit.COLOURS):
        if digit(fridge, c) > 0 and (found == NONE or found == spared):
            found = c
    return found


@kernel
def outlook(s, p, notes, stall):
    """The next serves, each by what is still missing for it; bottles to be recycled; the risk of a full queue."""
    queue, dishes, fridge, box = stall
    left = turns_left(s)
    row = min(left, len(CHANCE) - 1)
    room = kit.RECYCLE_BOX - total(box)
    waiting = length(queue)
    bottles = fridge
    worth = 0.0
    for k in range(AHEAD):
        f = digit(queue, k) - 1
        d = digit(dishes, k) - 1
        missing = 0
        gain = 0.0
        if f == NONE:
            missing += 1
            gain += notes[UNSEEN]
        else:
            gain += notes[f]
        known = f >= 0 and f < kit.COLOURS
        if d == NONE:
            missing += 1
            if known:
                gain += MATCH_TO_COME if s.menu[p] >> f & 1 and s.dishes[f] > 0 else NO_MATCH_TO_COME
            elif f != kit.TOURIST:
                gain += BLIND_MATCH
        else:
            gain += notes[DISH_NOTES + d]
            if d == f:
                gain += kit.DISH_MATCH_VP
            elif not known and f != kit.TOURIST:
                gain += BLIND_MATCH
        if known and digit(bottles, f) > 0:
            bottles = raised(bottles, f, -1)
            gain += kit.BEVERAGE_MATCH_VP + (SECOND_MATCH if digit(bottles, f) > 0 else 0.0)
        elif bottles > 0:
            bottles = raised(bottles, any_bottle(bottles, digit(queue, k + 1) - 1), -1)
            if not known and f != kit.TOURIST:
                gain += BLIND_MATCH
        else:
            missing += 1
            if known:
                gain += MATCH_TO_COME if s.beverages[f] > 0 else NO_MATCH_TO_COME
            elif f != kit.TOURIST:
                gain += BLIND_MATCH
        if room <= k:
            missing += 1
        worth += gain * CHANCE[row, missing] * LATER[k]
    worth += BOTTLE[row] * min(total(box), left) * kit.RECYCLE_VP
    if waiting >= kit.QUEUE:
        worth -= CROWDED if (fridge > 0 and room > 0) or s.held[p, kit.TAIYAKI] > 0 else STRANDED
    elif waiting == kit.QUEUE - 1:
        worth -= BUSY
    return worth


# --- actions, played in the head ------------------------------------------------------------------


@kernel
def in_mind_cook(s, p, stall, n):
    """The dish of the figure it will be served to, else of one further back, else of any food."""
    queue, dishes, fridge, box = stall
    room = (kit.DISH_IMPROVED if s.stove_improved[p] else kit.DISH_BASE) - length(dishes)
    supply = 0
    for c in range(kit.COLOURS):
        if s.menu[p] >> c & 1:
            supply += s.dishes[c]
    if room < n or supply < n:
        return stall
    for _ in range(n):
        k = length(dishes)
        c = digit(queue, k) - 1
        if c < 0 or c >= kit.COLOURS or not s.menu[p] >> c & 1 or s.dishes[c] == 0:
            c = 0
            while not s.menu[p] >> c & 1 or s.dishes[c] == 0:
                c += 1
        dishes = raised(dishes, k, c + 1)
    return (queue, dishes, fridge, box)


@kernel
def in_mind_refill(s, p, stall, n):
    """The colours of the figures in their order, as far as they are not there yet."""
    queue, dishes, fridge, box = stall
    supply = 0
    for c in range(kit.COLOURS):
        supply += s.beverages[c]
    if (kit.FRIDGE_IMPROVED if s.fridge_improved[p] else kit.FRIDGE_BASE) - total(fridge) < n or supply < n:
        return stall
    spare = fridge
    k = 0
    while n > 0:
        c = digit(queue, k) - 1 if k < kit.QUEUE else NONE
        k += 1
        if k > kit.QUEUE:
            c = 0
            while s.beverages[c] == 0:
                c += 1
        elif c < 0 or c >= kit.COLOURS:
            continue
        elif digit(spare, c) > 0:
            spare = raised(spare, c, -1)
            continue
        elif s.beverages[c] == 0:
            continue
        fridge = raised(fridge, c, 1)
        n -= 1
    return (queue, dishes, fridge, box)


@kernel
def in_mind_serve(s, p, notes, stall, n):
    """A serve with the best beverages; and its gain. With a taiyaki only where there is no dish."""
    queue, dishes, fridge, box = stall
    if (
        queue == 0
        or (dishes == 0 and s.held[p, kit.TAIYAKI] == 0)
        or total(fridge) < n
        or kit.RECYCLE_BOX - total(box) < n
    ):
        return (stall, 0.0)
    f = digit(queue, 0) - 1
    d = digit(dishes, 0) - 1
    gain = notes[f]
    if d != NONE:
        gain += notes[DISH_NOTES + d] + (kit.DISH_MATCH_VP if d == f else 0)
    else:
        gain -= SPENT_TOKEN
    for _ in range(n):
        if f < kit.COLOURS and digit(fridge, f) > 0:
            c = f
            gain += kit.BEVERAGE_MATCH_VP
        else:
            c = any_bottle(fridge, digit(queue, 1) - 1)
        fridge = raised(fridge, c, -1)
        box = raised(box, c, 1)
    return ((queue >> DIGIT, dishes >> DIGIT, fridge, box), gain)


@kernel
def in_mind(s, p, notes, stall, face):
    """An action if it is possible, with sensible choices: the stall after it and what it gains."""
    kind = kit.FACE_KIND[face]
    n = kit.FACE_N[face]
    queue, dishes, fridge, box = stall
    if kind == kit.COOKING:
        return (in_mind_cook(s, p, stall, n), 0.0)
    if kind == kit.REFILLING:
        return (in_mind_refill(s, p, stall, n), 0.0)
    if kind == kit.RECYCLING:
        c = any_bottle(box, NONE)
        return ((queue, dishes, fridge, raised(box, c, -1)), 1.0 * kit.RECYCLE_VP) if c != NONE else (stall, 0.0)
    if kind == kit.CUSTOMERS:
        if can_draw(s, n):
            for _ in range(n):
                if length(queue) < kit.QUEUE - 1:
                    queue = raised(queue, length(queue), UNSEEN + 1)
        return ((queue, dishes, fridge, box), 0.0)
    return in_mind_serve(s, p, notes, stall, n)


@kernel
def after_one(s, p, notes, stall, x):
    """The worth of what is left to do in the best order, no action being NONE."""
    if x == NONE:
        return outlook(s, p, notes, stall)
    then, gain = in_mind(s, p, notes, stall, x)
    return gain + outlook(s, p, notes, then)


@kernel
def after_two(s, p, notes, stall, x, y):
    if y == NONE:
        return after_one(s, p, notes, stall, x)
    then, gain = in_mind(s, p, notes, stall, x)
    best = gain + after_one(s, p, notes, then, y)
    if x != y:
        then, gain = in_mind(s, p, notes, stall, y)
        best = max(best, gain + after_one(s, p, notes, then, x))
    return best


@kernel
def after_three(s, p, notes, stall, x, y, z):
    if z == NONE:
        return after_two(s, p, notes, stall, x, y)
    then, gain = in_mind(s, p, notes, stall, x)
    best = gain + after_two(s, p, notes, then, y, z)
    if y != x:
        then, gain = in_mind(s, p, notes, stall, y)
        best = max(best, gain + after_two(s, p, notes, then, x, z))
    if z != x and z != y:
        then, gain = in_mind(s, p, notes, stall, z)
        best = max(best, gain + after_two(s, p, notes, then, x, y))
    return best


@kernel
def after_todo(s, p, notes, stall):
    return after_three(s, p, notes, stall, int(s.todo[0]), int(s.todo[1]), int(s.todo[2]))


@kernel
def prospects(s, p):
    """A seat's stall as it stands, in VP to come."""
    return outlook(s, p, notes_of(s, p), stall_of(s, p))
