"""What a move is worth, roughly, in VP: for the greedy bot, rollouts and search. Reads masked states only.

Each answer is played in the head, then what is left of the line in its best order (outlook.py); the worth is what
that gains and what the stall then promises.
"""

from __future__ import annotations

from yokocho.core.agenda import open_kind
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.outlook import (
    DIGIT,
    DISH_NOTES,
    SPENT_TOKEN,
    after_three,
    after_todo,
    after_two,
    digit,
    in_mind,
    in_mind_serve,
    length,
    notes_of,
    outlook,
    prospects,
    raised,
    stall_of,
)
from yokocho.games.yatta.reputation import occupied, within_reach
from yokocho.games.yatta.scoring import score
from yokocho.games.yatta.serving import uses_token
from yokocho.games.yatta.stall import box_room, in_fridge
from yokocho.games.yatta.worths import cell_worth, figure_worth, step_worth

# Judgements, tuned by self-play
GIFT = 0.9  # a figure for somebody else's queue
GIFT_MATCH = 0.5  # of a colour on their menu
BURDEN = 1.1  # the same when it fills the queue of somebody who has nothing to offer
NUISANCE = 0.4  # or who has
RIVAL = 0.7  # of what a rival gains or loses, shared among the rivals
TOKEN_CHOICE = (1.2, 0.9, 1.5, 1.1)  # doggy bag, urgent call, taiyaki, garbage
ANOTHER = 0.3  # less for each that one has
EARNED = 4.0  # VP a turn
PROMISED = 0.75  # of what a stall is ready for
PICK = 0.02  # a bottle that one could use oneself


# --- tokens between actions -----------------------------------------------------------------------


@kernel
def with_garbage(stall):
    return (stall[0], stall[1], stall[2], 0)


@kernel
def with_call(stall, i, j):
    queue, dishes, fridge, box = stall
    f = digit(queue, i)
    g = digit(queue, j)
    return (raised(raised(queue, i, g - f), j, f - g), dishes, fridge, box)


@kernel
def with_token(stall, a):
    if a == state.USE_GARBAGE:
        return with_garbage(stall)
    return with_call(stall, state.PART[a, 0], state.PART[a, 1])


# --- the turn -------------------------------------------------------------------------------------


@kernel
def insert_worth(s, p, notes, stall, a):
    face, line = state.PART[a, 0], state.PART[a, 1]
    x = int(s.tiles[kit.LINE_CELL[line, 0]])
    if kit.LINE_SIZE[line] < kit.LONGEST_LINE:
        return after_two(s, p, notes, stall, face, x)
    return after_three(s, p, notes, stall, face, x, int(s.tiles[kit.LINE_CELL[line, 1]]))


@kernel
def advise_insert(s, p, actions, n, out, notes):
    stall = stall_of(s, p)
    now = outlook(s, p, notes, stall)
    best = -1000.0
    for i in range(n):
        a = int(actions[i])
        if not uses_token(a):
            out[i] = insert_worth(s, p, notes, stall, a)
            best = max(best, out[i])
        else:  # tokens come last in the list
            out[i] = best + outlook(s, p, notes, with_token(stall, a)) - now - SPENT_TOKEN


@kernel
def without(s, face, i):
    """The i-th of the actions still to come when one of them is crossed off."""
    gone = False
    for j in range(kit.LONGEST_LINE):
        if s.todo[j] == face and not gone:
            gone = True
        elif i == 0:
            return int(s.todo[j])
        else:
            i -= 1
    return NONE


@kernel
def advise_action(s, p, actions, n, out, notes):
    stall = stall_of(s, p)
    for i in range(n):
        a = int(actions[i])
        face = state.PART[a, 0]
        if uses_token(a):
            out[i] = after_todo(s, p, notes, with_token(stall, a)) - SPENT_TOKEN
        elif state.VERB[a] == state.IGNORE:
            out[i] = after_two(s, p, notes, stall, without(s, face, 0), without(s, face, 1))
        else:
            then, gain = in_mind(s, p, notes, stall, face)
            out[i] = gain + after_two(s, p, notes, then, without(s, face, 0), without(s, face, 1))


@kernel
def advise_end(s, p, actions, n, out, notes):
    stall = stall_of(s, p)
    for i in range(n):
        a = int(actions[i])
        if a == state.STOP:
            out[i] = outlook(s, p, notes, stall)
        else:
            out[i] = outlook(s, p, notes, with_token(stall, a)) - SPENT_TOKEN


@kernel
def advise_final(s, p, actions, n, out, notes):
    stall = stall_of(s, p)
    for i in range(n):
        a = int(actions[i])
        if a == state.STOP:
            out[i] = 0.0
        elif uses_token(a):
            out[i] = outlook(s, p, notes, with_token(stall, a)) - 1.0
        else:
            then, gain = in_mind_serve(s, p, notes, stall, state.PART[a, 0] + 1)
            out[i] = gain + outlook(s, p, notes, then)


@kernel
def advise_check(s, p, actions, n, out, notes):
    """The figure leaves with two bad reviews, or stays for a beverage, or for a taiyaki."""
    stall = stall_of(s, p)
    queue, dishes, fridge, box = stall
    for i in range(n):
        a = int(actions[i])
        if uses_token(a):
            out[i] = outlook(s, p, notes, with_token(stall, a)) - SPENT_TOKEN
        elif a == state.ACCEPT:
            shorter = queue & (1 << DIGIT * (kit.QUEUE - 1)) - 1
            out[i] = outlook(s, p, notes, (shorter, dishes, fridge, box)) + best_loss(s, p)
        elif a == state.OFFER_TAIYAKI:
            out[i] = outlook(s, p, notes, stall) - SPENT_TOKEN
        else:
            c = state.PART[a, 0]
            out[i] = outlook(s, p, notes, (queue, dishes, raised(fridge, c, -1), raised(box, c, 1)))


# --- reviews --------------------------------------------------------------------------------------


@kernel
def set_worth(s, p, i, sign):
    worth = 0.0
    for r in range(kit.REVIEWS):
        if kit.IN_SET[i, r] > 0:
            worth += step_worth(s, p, r, sign * kit.IN_SET[i, r])
    return worth


@kernel
def best_loss(s, p):
    """Two steps lost where it hurts least."""
    best = -1000.0
    for r in range(kit.REVIEWS):
        best = max(best, step_worth(s, p, r, -2))
        for q in range(r):
            best = max(best, step_worth(s, p, r, -1) + step_worth(s, p, q, -1))
    return best


# --- new customers --------------------------------------------------------------------------------


@kernel
def others(s):
    return RIVAL / (s.players - 1)


@kernel
def gift(s, q, f):
    """What a figure is worth to the queue of seat q."""
    if s.queue_size[q] == kit.QUEUE - 1:
        helpless = s.held[q, kit.TAIYAKI] == 0 and (in_fridge(s, q) == 0 or box_room(s, q) == 0)
        return -BURDEN if helpless else -NUISANCE
    worth = GIFT * (kit.QUEUE - s.queue_size[q]) / kit.QUEUE
    return worth + (GIFT_MATCH if f < kit.COLOURS and s.menu[q] >> f & 1 else 0.0)


@kernel
def swap_gain(s, q, k):
    """What seat q loses when a tourist takes the place of its customer."""
    f = int(s.queue[q, k])
    ready = k < s.dish_size[q] and s.dish[q, k] == f
    return kit.DISH_MATCH_VP * (1.0 if ready else 0.4) + (0.4 if s.fridge[q, f] > 0 else 0.0)


@kernel
def place_worth(s, p, notes, stall, a):
    queue, dishes, fridge, box = stall
    if state.VERB[a] == state.SEND_TO:
        f, q = state.PART[a, 0], state.PART[a, 1]
        if q != p:
            return after_todo(s, p, notes, stall) - others(s) * gift(s, q, f)
    else:
        q, k = state.PART[a, 0], state.PART[a, 1]
        f = int(s.queue[q, k])
        hurt = others(s) * swap_gain(s, q, k)
        if s.options[state.TOURIST_SWAP_TO] == state.TO_BAG:
            return after_todo(s, p, notes, stall) + hurt
        return after_todo(s, p, notes, (raised(queue, length(queue), f + 1), dishes, fridge, box)) + hurt
    return after_todo(s, p, notes, (raised(queue, length(queue), f + 1), dishes, fridge, box))


# --- in the middle of an action -------------------------------------------------------------------


@kernel
def serve_choice(s, p, notes, stall, a):
    queue, dishes, fridge, box = stall
    i = state.PART[a, 0]
    f = digit(queue, 0) - 1
    worth = notes[f]
    if state.VERB[a] == state.SERVE_TAIYAKI:
        worth += (kit.TAIYAKI_VP if f == kit.TOURIST else 0) - SPENT_TOKEN
    else:
        d = digit(dishes, 0) - 1
        worth += notes[DISH_NOTES + d] + (kit.DISH_MATCH_VP if d == f else 0)
        dishes >>= DIGIT
    if f < kit.COLOURS:
        worth += kit.BEVERAGE_MATCH_VP * kit.IN_SET[i, f]
    for c in range(kit.COLOURS):
        fridge = raised(fridge, c, -kit.IN_SET[i, c])
        box = raised(box, c, kit.IN_SET[i, c])
    return worth + after_todo(s, p, notes, (queue >> DIGIT, dishes, fridge, box))


@kernel
def cook_choice(s, p, notes, stall, a):
    queue, dishes, fridge, box = stall
    dishes = raised(dishes, length(dishes), state.PART[a, 0] + 1)
    if state.VERB[a] == state.COOK_TWO:
        dishes = raised(dishes, length(dishes), state.PART[a, 1] + 1)
    return after_todo(s, p, notes, (queue, dishes, fridge, box))


@kernel
def refill_choice(s, p, notes, stall, a):
    queue, dishes, fridge, box = stall
    for c in range(kit.COLOURS):
        fridge = raised(fridge, c, kit.IN_SET[state.PART[a, 0], c])
    return after_todo(s, p, notes, (queue, dishes, fridge, box))


@kernel
def recycle_choice(s, p, c):
    """A colour that somebody in the own queue would like."""
    worth = 0.0
    for i in range(s.queue_size[p]):
        if s.queue[p, i] == c:
            worth += PICK
    return worth


@kernel
def cell_choice(s, p, a):
    taken = occupied(s, p)
    near = within_reach(taken)
    f = int(s.hand[0]) if s.hand[0] != NONE else int(s.queue[p, 0])
    worth = cell_worth(s, p, f, state.PART[a, 0], taken, near)
    return worth - SPENT_TOKEN if state.VERB[a] == state.PUT_ANYWHERE else worth


@kernel
def food_choice(s, p, c):
    """A food whose customers are in the own queue or still to come."""
    worth = 0.02 * s.bag[c] + 0.01 * s.dishes[c]
    for i in range(s.queue_size[p]):
        if s.queue[p, i] == c:
            worth += 0.3
    return worth


@kernel
def advise_choice(s, p, kind, actions, n, out, notes):
    stall = stall_of(s, p)
    for i in range(n):
        a = int(actions[i])
        x = state.PART[a, 0]
        if kind == state.PLACE:
            out[i] = place_worth(s, p, notes, stall, a)
        elif kind == state.COOK:
            out[i] = cook_choice(s, p, notes, stall, a)
        elif kind == state.REFILL:
            out[i] = refill_choice(s, p, notes, stall, a)
        elif kind == state.RECYCLE:
            out[i] = recycle_choice(s, p, x)
        elif kind == state.SERVE:
            out[i] = serve_choice(s, p, notes, stall, a)
        elif kind == state.CELL:
            out[i] = cell_choice(s, p, a)
        elif kind == state.REVIEW:
            out[i] = set_worth(s, p, x, 1)
        elif kind == state.LOSE:
            out[i] = set_worth(s, p, x, -1)
        elif kind == state.MENU:
            out[i] = food_choice(s, p, x)
        elif kind == state.TOKEN:
            out[i] = TOKEN_CHOICE[x] - ANOTHER * s.held[p, x]
        elif kind == state.DOUBLE:
            near = within_reach(occupied(s, p))
            out[i] = figure_worth(s, p, x, near)
        else:  # the set-up: one food is as good as another
            out[i] = 0.0


@kernel
def advise(s, p, actions, n, out):
    kind = open_kind(s)
    if n == 1:
        out[0] = 0.0
        return
    notes = notes_of(s, p)
    if kind == state.INSERT:
        advise_insert(s, p, actions, n, out, notes)
    elif kind == state.ACTION:
        advise_action(s, p, actions, n, out, notes)
    elif kind == state.CHECK:
        advise_check(s, p, actions, n, out, notes)
    elif kind == state.END:
        advise_end(s, p, actions, n, out, notes)
    elif kind == state.FINAL:
        advise_final(s, p, actions, n, out, notes)
    else:
        advise_choice(s, p, kind, actions, n, out, notes)


@kernel
def turns_to_come(s, p):
    """Turns that seat p will still have, one that it is in the middle of counting half."""
    if s.phase == state.SETUP:
        return 1.0 * kit.ROUNDS
    if s.phase != state.ROUND:
        return 0.0
    behind = (p - s.first) % s.players - (s.active - s.first) % s.players
    return kit.ROUNDS - s.rounds + (1.0 if behind > 0 else 0.5 if behind == 0 else 0.0)


@kernel
def has_served(s, p):
    """Is the final serving turn of seat p over?"""
    return s.phase == state.OVER or (
        s.phase == state.FINAL_TURN and (p - s.first) % s.players < (s.active - s.first) % s.players
    )


@kernel
def estimate(s, out):
    """What is scored now, what the stall promises, and what a turn usually brings."""
    for p in range(s.players):
        worth = float(score(s, p)) + EARNED * turns_to_come(s, p)
        out[p] = worth if has_served(s, p) else worth + PROMISED * prospects(s, p)
