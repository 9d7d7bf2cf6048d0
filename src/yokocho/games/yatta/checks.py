"""What must hold after every move, whatever is played (YA-99 to YA-104)."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.rules import tokens_out
from yokocho.games.yatta.stall import box_room, dish_room, foods_on_menu, fridge_room, queue_room

INVARIANTS = (
    "each figure is in the bag, in hand, in one queue or on one reputation board (YA-99)",
    "each dish is in the supply, in one dish queue or in one sink (YA-100)",
    "each beverage is in the supply, in one fridge or in one recycle box (YA-101)",
    "the ten tiles lie in the grid and outside it (YA-102)",
    "each special token is in the supply, held or spent (YA-103)",
    "nothing holds more than its capacity, and queues have no gaps but during a serve (YA-104)",
    "markers stay on their tracks, and menus have two foods or more after the set-up",
    "turns go round clockwise, round by round, and the final serving turn comes last",
    "VP gained in play are never lost, and what is built stays built",
)


@kernel
def figures_are_whole(s):
    """YA-99"""
    for f in range(kit.FIGURES):
        n = s.bag[f]
        if n < 0:
            return False
        for i in range(kit.MOST_N):
            n += s.hand[i] == f
        for p in range(s.players):
            for i in range(s.queue_size[p]):
                n += s.queue[p, i] == f
            for cell in range(kit.CELLS):
                n += s.board[p, cell] == f
        if n != (kit.TOURISTS_IN_ALL[s.players] if f == kit.TOURIST else kit.CUSTOMERS_EACH[s.players]):
            return False
    return True


@kernel
def dishes_are_whole(s):
    """YA-100"""
    for c in range(kit.COLOURS):
        n = s.dishes[c]
        if n < 0:
            return False
        for p in range(s.players):
            n += s.sink[p, c]
            for i in range(s.dish_size[p]):
                n += s.dish[p, i] == c
            if s.sink[p, c] < 0:
                return False
        if n != kit.DISHES_EACH[s.players]:
            return False
    return True


@kernel
def beverages_are_whole(s):
    """YA-101"""
    for c in range(kit.COLOURS):
        n = s.beverages[c]
        if n < 0:
            return False
        for p in range(s.players):
            n += s.fridge[p, c] + s.box[p, c]
            if s.fridge[p, c] < 0 or s.box[p, c] < 0:
                return False
        if n != kit.BEVERAGES_EACH[s.players]:
            return False
    return True


@kernel
def tiles_are_whole(s):
    """YA-102"""
    for face in range(len(kit.FACES)):
        n = 0
        for i in range(kit.TILES):
            n += int(s.tiles[i] == face) - int(kit.TILE_FACE[i] == face)
        if n != 0:
            return False
    return True


@kernel
def tokens_are_whole(s):
    """YA-103"""
    n = 0
    for k in range(kit.TOKENS):
        n += tokens_out(s, k)
        if s.tokens[k] < 0 or s.spent[k] < 0:
            return False
        for p in range(s.players):
            if s.held[p, k] < 0:
                return False
    return n == kit.SPECIAL_IN_ALL[s.players]


@kernel
def queue_is_sound(s, p):
    """YA-47 YA-61: no gaps but the position that a serve has left."""
    mine = p == s.active and s.serving
    for i in range(kit.QUEUE):
        there = i < s.queue_size[p] and not (i == 0 and mine and s.figure_placed)
        if (s.queue[p, i] != NONE) != there:
            return False
    for i in range(kit.DISH_IMPROVED):
        there = i < s.dish_size[p] and not (i == 0 and mine and s.dish_given)
        if (s.dish[p, i] != NONE) != there:
            return False
    return True


@kernel
def capacities_hold(s):
    """YA-104"""
    for p in range(s.players):
        if queue_room(s, p) < 0 or dish_room(s, p) < 0 or fridge_room(s, p) < 0 or box_room(s, p) < 0:
            return False
        if not queue_is_sound(s, p):
            return False
        for cell in range(kit.CELLS):
            if not NONE <= s.board[p, cell] < kit.FIGURES:  # YA-64
                return False
    for i in range(kit.LONGEST_LINE):
        if not NONE <= s.todo[i] < len(kit.FACES) or (s.todo[i] != NONE and s.line == NONE):
            return False
    return True


@kernel
def markers_hold(s):
    for p in range(s.players):
        for r in range(kit.REVIEWS):
            if not 0 <= s.review[p, r] <= kit.LAST_COLUMN:
                return False
        if not 0 <= s.influencer[p] <= kit.TOP_SPACE or foods_on_menu(s, p) > kit.MENU_SPACES:
            return False
        if s.phase != state.SETUP and foods_on_menu(s, p) < 2:  # YA-11
            return False
    return True


@kernel
def turns_go_round(before, s):
    """YA-17 YA-18 YA-19"""
    if not 1 <= s.rounds <= kit.ROUNDS or s.phase < before.phase:
        return False
    if s.rounds != before.rounds:
        return s.rounds == before.rounds + 1 and before.phase == state.ROUND and s.phase == state.ROUND
    if s.phase != before.phase and before.phase == state.ROUND:
        return s.rounds == kit.ROUNDS
    return (
        s.phase != state.OVER
        or before.phase == state.FINAL_TURN
        or before.phase == state.OVER
        or s.rounds == kit.ROUNDS
    )


@kernel
def nothing_is_lost(before, s):
    for p in range(s.players):
        if s.vp[p] < before.vp[p] or (s.backs[p] != 0 and s.phase != state.OVER):
            return False
        if s.menu[p] & before.menu[p] != before.menu[p]:
            return False
        if s.fridge_improved[p] < before.fridge_improved[p] or s.stove_improved[p] < before.stove_improved[p]:
            return False
        for c in range(kit.COLOURS):
            if s.sink[p, c] < before.sink[p, c]:  # YA-63
                return False
        for cell in range(kit.CELLS):
            if before.board[p, cell] != NONE and s.board[p, cell] != before.board[p, cell]:  # YA-63
                return False
    for k in range(kit.TOKENS):
        if s.spent[k] < before.spent[k]:  # YA-21
            return False
    for p in range(s.players, state.SEATS):
        if s.vp[p] != 0 or s.queue_size[p] != 0 or s.menu[p] != 0:
            return False
    return True


@kernel
def check(before, s):
    """0, or the number of the invariant that the move from ``before`` broke."""
    if not figures_are_whole(s):
        return 1
    if not dishes_are_whole(s):
        return 2
    if not beverages_are_whole(s):
        return 3
    if not tiles_are_whole(s):
        return 4
    if not tokens_are_whole(s):
        return 5
    if not capacities_hold(s):
        return 6
    if not markers_hold(s):
        return 7
    if not turns_go_round(before, s):
        return 8
    if not nothing_is_lost(before, s):
        return 9
    return 0
