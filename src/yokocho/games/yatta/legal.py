"""The one list that decides legality: every answer to the open question, each choice once."""

from __future__ import annotations

from yokocho.core.actions import encode
from yokocho.core.agenda import open_a, open_b, open_kind, open_seats
from yokocho.core.kernel import kernel
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.customers import add, list_places
from yokocho.games.yatta.reputation import (
    free_cells,
    may_go_anywhere,
    occupied,
    steps_to_lose,
    unused_foods,
    within_reach,
)
from yokocho.games.yatta.serving import can_do, can_serve, can_use_garbage, needs_taiyaki
from yokocho.games.yatta.stall import box_room


@kernel
def list_foods(s, out, n):
    """YA-9: no food that somebody picked before."""
    picked = 0
    for q in range(s.players):
        picked |= s.menu[q]
    for c in range(kit.COLOURS):
        if not picked >> c & 1:
            n = add(out, n, state.PICK_FOOD + c)
    return n


@kernel
def list_colours(counts, base, out, n):
    """Each colour, or kind, that there is."""
    for c in range(len(counts)):
        if counts[c] > 0:
            n = add(out, n, base + c)
    return n


@kernel
def list_bits(bits, size, base, out, n):
    for c in range(size):
        if bits >> c & 1:
            n = add(out, n, base + c)
    return n


@kernel
def fits_in(i, counts):
    """Are there enough of each for a multiset?"""
    for c in range(kit.COLOURS):
        if kit.IN_SET[i, c] > counts[c]:
            return False
    return True


@kernel
def list_sets(counts, size, base, out, n):
    """Multisets of so many out of these, each once."""
    for i in range(kit.SETS_FROM[size], kit.SETS_FROM[size + 1]):
        if fits_in(i, counts):
            n = add(out, n, base + i)
    return n


@kernel
def list_ways_out(s, p, out, n):
    """YA-23 YA-25 YA-26 YA-27 YA-28: accept the penalty, offer a beverage if the box has room, or a taiyaki."""
    n = add(out, n, state.ACCEPT)
    if box_room(s, p) > 0:
        n = list_colours(s.fridge[p], state.OFFER, out, n)
    if s.held[p, kit.TAIYAKI] > 0:
        n = add(out, n, state.OFFER_TAIYAKI)
    return n


@kernel
def list_losses(s, p, out, n):
    """YA-24 YA-R12: as many steps as can be lost, on markers that can move."""
    size = steps_to_lose(s, p)
    for i in range(kit.SETS_FROM[size], kit.SETS_FROM[size + 1]):
        movable = True
        for r in range(kit.REVIEWS):
            movable = movable and kit.IN_SET[i, r] <= s.review[p, r]
        if movable:
            n = add(out, n, state.LOSE_STEPS + i)
    return n


@kernel
def list_gains(s, p, size, icons, out, n):
    """YA-69 YA-70 YA-74 YA-R13: steps among these reviews, on markers that can move."""
    for i in range(kit.SETS_FROM[size], kit.SETS_FROM[size + 1]):
        movable = True
        for r in range(kit.REVIEWS):
            room = kit.LAST_COLUMN - s.review[p, r] if icons >> r & 1 else 0
            movable = movable and kit.IN_SET[i, r] <= room
        if movable:
            n = add(out, n, state.GAIN_STEPS + i)
    return n


@kernel
def list_inserts(s, out, n):
    """YA-30: each face outside once, into each line."""
    for i in range(kit.GRID, kit.TILES):
        again = False
        for j in range(kit.GRID, i):
            again = again or s.tiles[j] == s.tiles[i]
        if not again:
            for line in range(len(kit.LINES)):
                n = add(out, n, encode(state.STEP, state.INSERT_TILE, int(s.tiles[i]), line))
    return n


@kernel
def list_actions(s, p, out, n):
    """YA-36 YA-38 YA-39 YA-R1 YA-R2: what is possible is done, what is not may be ignored at any moment."""
    for i in range(kit.LONGEST_LINE):
        face = int(s.todo[i])
        again = face < 0
        for j in range(i):
            again = again or s.todo[j] == face  # YA-R35: each resolves by itself, offered once
        if again:
            continue
        possible = can_do(s, p, face)
        if possible:
            n = add(out, n, state.DO + face)
        if not possible or s.options[state.ACTIONS_OPTIONAL] == state.YES or needs_taiyaki(s, p, face):  # YA-R42
            n = add(out, n, state.IGNORE + face)
    return n


@kernel
def list_dishes(s, p, size, out, n):
    """YA-48 YA-49: foods of the menu that are not sold out (YA-R11), pairs in the order of the queue."""
    for c in range(kit.COLOURS):
        if not s.menu[p] >> c & 1 or s.dishes[c] == 0:
            continue
        if size == 1:
            n = add(out, n, state.COOK_ONE + c)
            continue
        for d in range(kit.COLOURS):
            if s.menu[p] >> d & 1 and s.dishes[d] > (c == d):
                n = add(out, n, encode(state.STEP, state.COOK_TWO, c, d))
    return n


@kernel
def list_serves(s, p, size, out, n):
    """YA-55 YA-56 YA-78: beverages from the fridge, with the dish in position 1 or a taiyaki."""
    if s.dish_size[p] > 0:
        n = list_sets(s.fridge[p], size, state.SERVE_DISH, out, n)
    if s.held[p, kit.TAIYAKI] > 0:
        n = list_sets(s.fridge[p], size, state.SERVE_TAIYAKI, out, n)
    return n


@kernel
def list_cells(s, p, out, n):
    """YA-64 to YA-67; with a doggy bag the spaces that are not legal without it (YA-81)."""
    taken = occupied(s, p)
    near = within_reach(taken)
    n = list_bits(near, kit.CELLS, state.PUT_ON, out, n)
    if may_go_anywhere(s, p):
        n = list_bits(free_cells(taken) & ~near, kit.CELLS, state.PUT_ANYWHERE, out, n)
    return n


@kernel
def list_final_serves(s, p, out, n):
    """YA-86 YA-R29: serve with one or two beverages while it is possible, or stop."""
    most = 1 if s.options[state.FINAL_SERVE_BEVERAGES] == state.ONE else kit.MOST_N
    for size in range(1, most + 1):
        if can_serve(s, p, size, box_room(s, p)):
            n = add(out, n, state.SERVE_WITH + size - 1)
    return add(out, n, state.STOP)


@kernel
def list_tokens(s, p, out, n):
    """YA-20 YA-R25 YA-R27 YA-R28: garbage with something in the box, urgent call on different figures (YA-82)."""
    if can_use_garbage(s, p):
        n = add(out, n, state.USE_GARBAGE)
    if s.held[p, kit.URGENT_CALL] > 0:
        for i in range(s.queue_size[p]):
            for j in range(i + 1, s.queue_size[p]):
                if s.queue[p, i] != s.queue[p, j]:
                    n = add(out, n, encode(state.STEP, state.USE_CALL, i, j))
    return n


@kernel
def list_choices(s, p, kind, a, b, out, n):
    """The answers to a question in the middle of an action, or of the set-up."""
    if kind == state.PLACE:
        return list_places(s, p, out, n)
    if kind == state.COOK:
        return list_dishes(s, p, a, out, n)
    if kind == state.REFILL:
        return list_sets(s.beverages, a, state.TAKE_BEVERAGES, out, n)  # YA-51
    if kind == state.RECYCLE:
        return list_colours(s.box[p], state.RECYCLE_ONE, out, n)  # YA-53
    if kind == state.SERVE:
        return list_serves(s, p, a, out, n)
    if kind == state.CELL:
        return list_cells(s, p, out, n)
    if kind == state.REVIEW:
        return list_gains(s, p, a, b, out, n)
    if kind == state.MENU:
        return list_bits(unused_foods(s, p), kit.COLOURS, state.ADD_FOOD, out, n)  # YA-71
    if kind == state.TOKEN:
        return list_colours(s.tokens, state.TAKE_TOKEN, out, n)  # YA-75
    if kind == state.DOUBLE:
        return list_colours(s.bag, state.CHOOSE_FIGURE, out, n)  # YA-76 YA-R18
    if kind == state.LOSE:
        return list_losses(s, p, out, n)
    if kind == state.FOOD:
        return list_foods(s, out, n)
    return list_colours(s.beverages, state.PICK_BEVERAGE, out, n)  # YA-14


@kernel
def list_answers(s, p, out):
    """Writes as many as there is room for, and returns how many there are."""
    kind = open_kind(s)
    if kind == state.ACTION:
        n = list_actions(s, p, out, 0)
    elif kind == state.INSERT:
        n = list_inserts(s, out, 0)
    elif kind == state.CHECK:
        n = list_ways_out(s, p, out, 0)
    elif kind == state.END:
        n = add(out, 0, state.STOP)  # YA-R41
    elif kind == state.FINAL:
        n = list_final_serves(s, p, out, 0)
    else:
        return list_choices(s, p, kind, open_a(s), open_b(s), out, 0)
    return list_tokens(s, p, out, n)


@kernel
def legal(s, p, out):
    return list_answers(s, p, out) if open_seats(s) >> p & 1 else 0
