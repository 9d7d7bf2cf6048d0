"""A yatai and the street around it as they stand: queues, fridge, box, bag, and how single things move."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.yatta import components as kit


@kernel
def in_bag(s):
    """YA-5: figures, customers and tourists."""
    n = 0
    for f in range(kit.FIGURES):
        n += s.bag[f]
    return n


@kernel
def in_hand(s):
    """YA-41: figures drawn or chosen, not yet placed."""
    n = 0
    for i in range(kit.MOST_N):
        n += s.hand[i] != NONE
    return n


@kernel
def in_fridge(s, p):
    n = 0
    for c in range(kit.COLOURS):
        n += s.fridge[p, c]
    return n


@kernel
def in_box(s, p):
    n = 0
    for c in range(kit.COLOURS):
        n += s.box[p, c]
    return n


@kernel
def queue_room(s, p):
    """YA-22: free positions of the customer queue."""
    return kit.QUEUE - s.queue_size[p]


@kernel
def room_in_all(s):
    """YA-42: free positions of all customer queues."""
    n = 0
    for p in range(s.players):
        n += queue_room(s, p)
    return n


@kernel
def dish_room(s, p):
    """YA-13 YA-73: free usable spaces of the dish queue."""
    return (kit.DISH_IMPROVED if s.stove_improved[p] else kit.DISH_BASE) - s.dish_size[p]


@kernel
def fridge_room(s, p):
    """YA-12 YA-72: free usable spaces of the fridge."""
    return (kit.FRIDGE_IMPROVED if s.fridge_improved[p] else kit.FRIDGE_BASE) - in_fridge(s, p)


@kernel
def box_room(s, p):
    """YA-55: free spaces of the recycle box."""
    return kit.RECYCLE_BOX - in_box(s, p)


@kernel
def foods_on_menu(s, p):
    """YA-11"""
    n = 0
    for c in range(kit.COLOURS):
        n += s.menu[p] >> c & 1
    return n


@kernel
def join_queue(s, p, f):
    """YA-47: the leftmost free position."""
    s.queue[p, s.queue_size[p]] = f
    s.queue_size[p] += 1


@kernel
def leave_hand(s, f):
    """One figure of a kind has found its place."""
    i = 0
    while s.hand[i] != f:
        i += 1
    for j in range(i, kit.MOST_N - 1):
        s.hand[j] = s.hand[j + 1]
    s.hand[kit.MOST_N - 1] = NONE


@kernel
def shift_queue(s, p):
    """YA-61: position 1 was left, everybody moves up."""
    n = int(s.queue_size[p]) - 1
    for i in range(n):
        s.queue[p, i] = s.queue[p, i + 1]
    s.queue[p, n] = NONE
    s.queue_size[p] = n


@kernel
def shift_dishes(s, p):
    """YA-61"""
    n = int(s.dish_size[p]) - 1
    for i in range(n):
        s.dish[p, i] = s.dish[p, i + 1]
    s.dish[p, n] = NONE
    s.dish_size[p] = n


@kernel
def to_box(s, p, c, n):
    """YA-25 YA-58: beverages go, turned over, from the fridge to the recycle box."""
    s.fridge[p, c] -= n
    s.box[p, c] += n


@kernel
def spend(s, p, token):
    """YA-21: a used special token leaves the game."""
    s.held[p, token] -= 1
    s.spent[token] += 1
