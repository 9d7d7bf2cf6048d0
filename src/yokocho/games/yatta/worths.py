"""What a space of the reputation board, a figure there and a dish in the sink are worth, in VP. For bots."""

from __future__ import annotations

import numpy as np

from yokocho.core.kernel import kernel
from yokocho.games.yatta import components as kit
from yokocho.games.yatta.reputation import (
    ALL_REVIEWS,
    CUSTOMER_STEPS,
    TOURIST_STEPS,
    customers_on_board,
    has_tokens,
    occupied,
    within_reach,
)
from yokocho.games.yatta.stall import foods_on_menu
from yokocho.games.yatta.state import FINAL_SERVE_BONUSES, FINAL_TURN, VP_ONLY

# Judgements, tuned by self-play
TOKEN_WORTH = 1.35
SLOPE = 1.2  # a step of a review track is worth this elsewhere
FORESIGHT = 0.5  # of what a marker may still come to
GROWTH_MENU, GROWTH_FRIDGE, GROWTH_STOVE = 0.3, 0.2, 0.1  # VP an improvement earns a turn
OPENING = 0.1  # of the best space that a placement opens up
UNDECIDED = 0.5  # a figure or a dish towards a majority, before anything is settled

HOPE = np.array(
    [
        max(
            [
                0.0,
                *(
                    kit.TRACK[later] - kit.TRACK[column] - SLOPE * (later - column)
                    for later in range(column, len(kit.TRACK))
                ),
            ]
        )
        for column in range(len(kit.TRACK))
    ]
)


@kernel
def turns_left(s):
    """Own turns after this one, the final serving turn not counted."""
    return 0 if s.phase >= FINAL_TURN else kit.ROUNDS - s.rounds


# --- the reputation board -------------------------------------------------------------------------


@kernel
def column_worth(s, column):
    """A marker's VP, and what it may still come to."""
    return kit.REVIEW_VP[column] + FORESIGHT * min(1.0, turns_left(s) / 6.0) * HOPE[column]


@kernel
def step_worth(s, p, r, n):
    """So many steps of one review, forward or back; none beyond the ends."""
    column = int(s.review[p, r])
    new = min(kit.LAST_COLUMN, max(0, column + n))
    return column_worth(s, new) - column_worth(s, column)


@kernel
def steps_worth(s, p, icons, n):
    """The best of so many steps among these reviews: all on one, or one on each of two."""
    best = 0.0
    for r in range(kit.REVIEWS):
        if icons >> r & 1:
            best = max(best, step_worth(s, p, r, n))
            for q in range(r):
                if n > 1 and icons >> q & 1:
                    best = max(best, step_worth(s, p, r, n - 1) + step_worth(s, p, q, 1))
    return best


@kernel
def plain_worth(s, p, f, cell):
    """The bonus of a space by itself; a double counts nothing here."""
    left = turns_left(s)
    what = kit.CELL_BONUS[cell]
    if what == kit.GIVES_REVIEW:
        return steps_worth(s, p, kit.CELL_ICON[cell], TOURIST_STEPS if f == kit.TOURIST else CUSTOMER_STEPS)
    if what == kit.GIVES_INFLUENCER:
        if s.influencer[p] == kit.TOP_SPACE:
            return 0.0
        return steps_worth(s, p, ALL_REVIEWS, kit.STARS[s.influencer[p] + 1]) + (0.4 if s.influencer[p] == 0 else 0.0)
    if what == kit.GIVES_MENU:
        foods = foods_on_menu(s, p)
        return kit.MENU_VP + GROWTH_MENU * left / max(1, foods - 1) if foods < kit.MENU_SPACES else 0.0
    if what == kit.GIVES_FRIDGE:
        return 0.0 if s.fridge_improved[p] else kit.FRIDGE_VP + GROWTH_FRIDGE * left
    if what == kit.GIVES_SPECIAL:
        return TOKEN_WORTH if has_tokens(s) else 0.0
    if what == kit.GIVES_DOUBLE:
        return 0.0
    return 0.0 if s.stove_improved[p] else kit.STOVE_VP + GROWTH_STOVE * left


@kernel
def best_plain(s, p, f, cells):
    best = 0.0
    for cell in range(kit.CELLS):
        if cells >> cell & 1:
            best = max(best, plain_worth(s, p, f, cell))
    return best


@kernel
def cell_worth(s, p, f, cell, taken, near):
    """The bonus of a space, and a little of what it opens up."""
    if s.phase == FINAL_TURN and s.options[FINAL_SERVE_BONUSES] == VP_ONLY:
        return 0.0
    worth = plain_worth(s, p, f, cell)
    if kit.CELL_BONUS[cell] == kit.GIVES_DOUBLE:
        worth = double_worth(s, p, taken | 1 << cell)
    opened = kit.BESIDE[cell] & ~taken & ~near
    return worth + (OPENING * best_plain(s, p, f, opened) if turns_left(s) > 0 else 0.0)


@kernel
def figure_worth(s, p, f, cells):
    """A figure on the best of these spaces, with its majority."""
    worth = best_plain(s, p, f, cells)
    return worth if f == kit.TOURIST else worth + customer_worth(s, p, f)


@kernel
def double_worth(s, p, taken):
    """The best figure of the bag beside the one just placed."""
    best = 0.0
    near = within_reach(taken)
    for f in range(kit.FIGURES):
        if s.bag[f] > 0:
            best = max(best, figure_worth(s, p, f, near))
    return best


@kernel
def best_cell(s, p, f):
    taken = occupied(s, p)
    near = within_reach(taken)
    best = 0.0
    for cell in range(kit.CELLS):
        if near >> cell & 1:
            best = max(best, cell_worth(s, p, f, cell, taken, near))
    return best


# --- majorities -----------------------------------------------------------------------------------


@kernel
def lead(mine, theirs):
    return mine if mine > theirs else 0


@kernel
def one_more(s, mine, theirs):
    """One more towards a majority: what it is worth now, and, as long as much is open, in the end."""
    settled = 1.0 - turns_left(s) / kit.ROUNDS
    gain = lead(mine + 1, theirs) - lead(mine, theirs) + (0.3 * theirs if mine + 1 == theirs else 0.0)
    return settled * gain + (1.0 - settled) * UNDECIDED


@kernel
def customer_worth(s, p, c):
    theirs = 0
    for q in range(s.players):
        if q != p:
            theirs = max(theirs, customers_on_board(s, q, c))
    return one_more(s, customers_on_board(s, p, c), theirs)


@kernel
def dish_worth(s, p, c):
    theirs = 0
    for q in range(s.players):
        if q != p:
            theirs = max(theirs, int(s.sink[q, c]))
    return one_more(s, int(s.sink[p, c]), theirs)
