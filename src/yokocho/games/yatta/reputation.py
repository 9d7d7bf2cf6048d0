"""The reputation board: where a figure may be placed, and the bonus of its space (YA-64 to YA-77)."""

from __future__ import annotations

from yokocho.core.agenda import ask, tell, then
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.yatta.components import (
    ALL_CELLS,
    BESIDE,
    CELL_BONUS,
    CELL_ICON,
    CELLS,
    COLOURS,
    DOGGY_BAG,
    FIRST_CELLS,
    FRIDGE_VP,
    GIVES_DOUBLE,
    GIVES_FRIDGE,
    GIVES_INFLUENCER,
    GIVES_MENU,
    GIVES_REVIEW,
    GIVES_SPECIAL,
    IN_SET,
    LAST_COLUMN,
    MENU_SPACES,
    MENU_VP,
    PENALTY,
    REVIEWS,
    STARS,
    STOVE_VP,
    TOKENS,
    TOP_SPACE,
    TOURIST,
)
from yokocho.games.yatta.stall import foods_on_menu, in_bag, leave_hand, spend
from yokocho.games.yatta.state import (
    ADDED_FOOD,
    ADVANCED,
    CELL,
    CHOSE,
    DOGGY_BAG_ON_DOUBLE,
    DOUBLE,
    FINAL_SERVE_BONUSES,
    FINAL_TURN,
    FRIDGE,
    IMPROVED,
    INFLUENCED,
    LOST,
    MENU,
    NOTHING_GAINED,
    PUT_ANYWHERE,
    PUT_DOWN,
    PUT_ON,
    REVIEW,
    STOVE,
    TOKEN,
    TOOK_TOKEN,
    USED_DOGGY_BAG,
    VP_ONLY,
    YES,
)

CUSTOMER_STEPS, TOURIST_STEPS = 1, 2  # YA-69 YA-70
ALL_REVIEWS = (1 << REVIEWS) - 1


# --- placement ------------------------------------------------------------------------------------


@kernel
def occupied(s, p):
    """The spaces with a figure, as bits."""
    bits = 0
    for cell in range(CELLS):
        if s.board[p, cell] != NONE:
            bits |= 1 << cell
    return bits


@kernel
def has_free_cell(s, p):
    """YA-55 YA-R22"""
    for cell in range(CELLS):
        if s.board[p, cell] == NONE:
            return True
    return False


@kernel
def within_reach(taken):
    """YA-64 YA-65 YA-66 YA-67: the edge for the first figure, later the free spaces beside a taken one, as bits."""
    if taken == 0:
        return FIRST_CELLS
    near = 0
    for cell in range(CELLS):
        if taken >> cell & 1:
            near |= BESIDE[cell]
    return near & ~taken


@kernel
def may_go_anywhere(s, p):
    """YA-81 YA-R20: a doggy bag lifts the placement rules, for the figure just served; YA-R19: not for a double."""
    return s.held[p, DOGGY_BAG] > 0 and (s.hand[0] == NONE or s.options[DOGGY_BAG_ON_DOUBLE] == YES)


@kernel
def free_cells(taken):
    return ALL_CELLS & ~taken


@kernel
def put_figure(s, p, a):
    """YA-59 YA-76: the served figure, or the one chosen from the bag, goes on a space and brings its bonus. YA-R21: a
    doggy bag that the space brings comes too late for this figure.
    """
    cell = a - PUT_ON
    if a >= PUT_ANYWHERE:
        cell = a - PUT_ANYWHERE
        spend(s, p, DOGGY_BAG)
        tell(s, USED_DOGGY_BAG, p)
    if s.hand[0] != NONE:
        f = int(s.hand[0])
        leave_hand(s, f)
    else:
        f = int(s.queue[p, 0])
        s.queue[p, 0] = NONE  # YA-61: the position stays empty until the shift
        s.figure_placed = True
    s.board[p, cell] = f  # YA-63
    tell(s, PUT_DOWN, p, f, cell)
    if s.phase == FINAL_TURN and s.options[FINAL_SERVE_BONUSES] == VP_ONLY:  # YA-R31
        return
    bonus(s, p, f, cell)  # YA-68 YA-R36


# --- bonuses --------------------------------------------------------------------------------------


@kernel
def bonus(s, p, f, cell):
    """YA-59 YA-68: resolved at once."""
    what = CELL_BONUS[cell]
    if what == GIVES_REVIEW:
        ask_steps(s, p, TOURIST_STEPS if f == TOURIST else CUSTOMER_STEPS, CELL_ICON[cell])  # YA-69 YA-70
    elif what == GIVES_MENU:
        if foods_on_menu(s, p) < MENU_SPACES:  # YA-R15
            then(s, (ask(MENU, p),))
        else:
            tell(s, NOTHING_GAINED, p)
    elif what == GIVES_FRIDGE:
        improve_fridge(s, p)
    elif what == GIVES_INFLUENCER:
        influence(s, p)
    elif what == GIVES_SPECIAL:
        if has_tokens(s):  # YA-R16
            then(s, (ask(TOKEN, p),))  # YA-75
        else:
            tell(s, NOTHING_GAINED, p)
    elif what == GIVES_DOUBLE:
        if in_bag(s) > 0 and has_free_cell(s, p):  # YA-R17
            then(s, (ask(DOUBLE, p),))  # YA-76
        else:
            tell(s, NOTHING_GAINED, p)
    else:
        improve_stove(s, p)


@kernel
def steps_up(s, p, icons):
    """YA-R13: how many steps the markers of these reviews could still gain."""
    n = 0
    for r in range(REVIEWS):
        if icons >> r & 1:
            n += LAST_COLUMN - s.review[p, r]
    return n


@kernel
def steps_to_lose(s, p):
    """YA-23 YA-R12: lost on markers that can move; what none can take lapses."""
    n = 0
    for r in range(REVIEWS):
        n += s.review[p, r]
    return min(n, PENALTY)


@kernel
def ask_steps(s, p, steps, icons):
    """YA-69 YA-70 YA-74: steps among these reviews, chosen by the player; those that no marker can make lapse."""
    n = min(steps, steps_up(s, p, icons))  # YA-R13
    if n > 0:
        then(s, (ask(REVIEW, p, n, icons),))
    else:
        tell(s, NOTHING_GAINED, p)


@kernel
def gain_steps(s, p, i):
    """YA-77: their VP count at the end of the game only."""
    for r in range(REVIEWS):
        s.review[p, r] += IN_SET[i, r]
    tell(s, ADVANCED, p, i)


@kernel
def lose_steps(s, p, i):
    """YA-24: one step each on two reviews, or two on one."""
    for r in range(REVIEWS):
        s.review[p, r] -= IN_SET[i, r]
    tell(s, LOST, p, i)


@kernel
def add_food(s, p, c):
    """YA-71: one more food, from now on cookable."""
    s.menu[p] |= 1 << c
    s.vp[p] += MENU_VP
    tell(s, ADDED_FOOD, p, c, MENU_VP)


@kernel
def improve_fridge(s, p):
    """YA-72 YA-R15"""
    if s.fridge_improved[p]:
        tell(s, NOTHING_GAINED, p)
        return
    s.fridge_improved[p] = True
    s.vp[p] += FRIDGE_VP
    tell(s, IMPROVED, p, FRIDGE, FRIDGE_VP)


@kernel
def improve_stove(s, p):
    """YA-73 YA-R15"""
    if s.stove_improved[p]:
        tell(s, NOTHING_GAINED, p)
        return
    s.stove_improved[p] = True
    s.vp[p] += STOVE_VP
    tell(s, IMPROVED, p, STOVE, STOVE_VP)


@kernel
def influence(s, p):
    """YA-74: one space up, and as many steps as the stars there, on any reviews, whatever the figure."""
    if s.influencer[p] == TOP_SPACE:  # YA-R14
        tell(s, NOTHING_GAINED, p)
        return
    s.influencer[p] += 1
    tell(s, INFLUENCED, p, STARS[s.influencer[p]])
    ask_steps(s, p, STARS[s.influencer[p]], ALL_REVIEWS)


@kernel
def has_tokens(s):
    for k in range(TOKENS):
        if s.tokens[k] > 0:
            return True
    return False


@kernel
def take_token(s, p, k):
    """YA-75"""
    s.tokens[k] -= 1
    s.held[p, k] += 1
    tell(s, TOOK_TOKEN, p, k)


@kernel
def choose_figure(s, p, f):
    """YA-76 YA-R18: any figure of the bag, openly; its space is asked next, and gives its own bonus."""
    s.bag[f] -= 1
    s.hand[0] = f
    tell(s, CHOSE, p, f)
    then(s, (ask(CELL, p),))


@kernel
def customers_on_board(s, p, c):
    """YA-89 YA-91: customers of a colour, those of a double included."""
    n = 0
    for cell in range(CELLS):
        n += s.board[p, cell] == c
    return n


@kernel
def figures_on_board(s, p):
    """YA-97: tourists included."""
    n = 0
    for cell in range(CELLS):
        n += s.board[p, cell] != NONE
    return n


@kernel
def unused_foods(s, p):
    """YA-8 YA-71: own food tokens beside the menu, as bits."""
    return ((1 << COLOURS) - 1) & ~s.menu[p]
