"""The reputation board: where a figure may be placed, and the bonus of its space (YA-64 to YA-77)."""

from __future__ import annotations

from yokocho.core.agenda import ask, tell, then
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.stall import foods_on_menu, in_bag, leave_hand, spend

CUSTOMER_STEPS, TOURIST_STEPS = 1, 2  # YA-69 YA-70
ALL_REVIEWS = (1 << kit.REVIEWS) - 1


# --- placement ------------------------------------------------------------------------------------


@kernel
def occupied(s, p):
    """The spaces with a figure, as bits."""
    bits = 0
    for cell in range(kit.CELLS):
        if s.board[p, cell] != NONE:
            bits |= 1 << cell
    return bits


@kernel
def has_free_cell(s, p):
    """YA-55 YA-R22"""
    for cell in range(kit.CELLS):
        if s.board[p, cell] == NONE:
            return True
    return False


@kernel
def within_reach(taken):
    """YA-64 YA-65 YA-66 YA-67: the edge for the first figure, later the free spaces beside a taken one, as bits."""
    if taken == 0:
        return kit.FIRST_CELLS
    near = 0
    for cell in range(kit.CELLS):
        if taken >> cell & 1:
            near |= kit.BESIDE[cell]
    return near & ~taken


@kernel
def may_go_anywhere(s, p):
    """YA-81 YA-R20: a doggy bag lifts the placement rules, for the figure just served; YA-R19: not for a double."""
    return s.held[p, kit.DOGGY_BAG] > 0 and (s.hand[0] == NONE or s.options[state.DOGGY_BAG_ON_DOUBLE] == state.YES)


@kernel
def free_cells(taken):
    return kit.ALL_CELLS & ~taken


@kernel
def put_figure(s, p, a):
    """YA-59 YA-76: the served figure, or the one chosen from the bag, goes on a space and brings its bonus. YA-R21: a
    doggy bag that the space brings comes too late for this figure.
    """
    cell = state.PART[a, 0]
    if state.VERB[a] == state.PUT_ANYWHERE:
        spend(s, p, kit.DOGGY_BAG)
        tell(s, state.USED_DOGGY_BAG, p)
    if s.hand[0] != NONE:
        f = int(s.hand[0])
        leave_hand(s, f)
    else:
        f = int(s.queue[p, 0])
        s.queue[p, 0] = NONE  # YA-61: the position stays empty until the shift
        s.figure_placed = True
    s.board[p, cell] = f  # YA-63
    tell(s, state.PUT_DOWN, p, f, cell)
    if s.phase == state.FINAL_TURN and s.options[state.FINAL_SERVE_BONUSES] == state.VP_ONLY:  # YA-R31
        return
    bonus(s, p, f, cell)  # YA-68 YA-R36


# --- bonuses --------------------------------------------------------------------------------------


@kernel
def bonus(s, p, f, cell):
    """YA-59 YA-68: resolved at once."""
    what = kit.CELL_BONUS[cell]
    if what == kit.GIVES_REVIEW:
        ask_steps(s, p, TOURIST_STEPS if f == kit.TOURIST else CUSTOMER_STEPS, kit.CELL_ICON[cell])  # YA-69 YA-70
    elif what == kit.GIVES_MENU:
        if foods_on_menu(s, p) < kit.MENU_SPACES:  # YA-R15
            then(s, (ask(state.MENU, p),))
        else:
            tell(s, state.NOTHING_GAINED, p)
    elif what == kit.GIVES_FRIDGE:
        improve_fridge(s, p)
    elif what == kit.GIVES_INFLUENCER:
        influence(s, p)
    elif what == kit.GIVES_SPECIAL:
        if has_tokens(s):  # YA-R16
            then(s, (ask(state.TOKEN, p),))  # YA-75
        else:
            tell(s, state.NOTHING_GAINED, p)
    elif what == kit.GIVES_DOUBLE:
        if in_bag(s) > 0 and has_free_cell(s, p):  # YA-R17
            then(s, (ask(state.DOUBLE, p),))  # YA-76
        else:
            tell(s, state.NOTHING_GAINED, p)
    else:
        improve_stove(s, p)


@kernel
def steps_up(s, p, icons):
    """YA-R13: how many steps the markers of these reviews could still gain."""
    n = 0
    for r in range(kit.REVIEWS):
        if icons >> r & 1:
            n += kit.LAST_COLUMN - s.review[p, r]
    return n


@kernel
def steps_to_lose(s, p):
    """YA-23 YA-R12: lost on markers that can move; what none can take lapses."""
    n = 0
    for r in range(kit.REVIEWS):
        n += s.review[p, r]
    return min(n, kit.PENALTY)


@kernel
def ask_steps(s, p, steps, icons):
    """YA-69 YA-70 YA-74: steps among these reviews, chosen by the player; those that no marker can make lapse."""
    n = min(steps, steps_up(s, p, icons))  # YA-R13
    if n > 0:
        then(s, (ask(state.REVIEW, p, n, icons),))
    else:
        tell(s, state.NOTHING_GAINED, p)


@kernel
def gain_steps(s, p, i):
    """YA-77: their VP count at the end of the game only."""
    for r in range(kit.REVIEWS):
        s.review[p, r] += kit.IN_SET[i, r]
    tell(s, state.ADVANCED, p, i)


@kernel
def lose_steps(s, p, i):
    """YA-24: one step each on two reviews, or two on one."""
    for r in range(kit.REVIEWS):
        s.review[p, r] -= kit.IN_SET[i, r]
    tell(s, state.LOST, p, i)


@kernel
def add_food(s, p, c):
    """YA-71: one more food, from now on cookable."""
    s.menu[p] |= 1 << c
    s.vp[p] += kit.MENU_VP
    tell(s, state.ADDED_FOOD, p, c, kit.MENU_VP)


@kernel
def improve_fridge(s, p):
    """YA-72 YA-R15"""
    if s.fridge_improved[p]:
        tell(s, state.NOTHING_GAINED, p)
        return
    s.fridge_improved[p] = True
    s.vp[p] += kit.FRIDGE_VP
    tell(s, state.IMPROVED, p, state.FRIDGE, kit.FRIDGE_VP)


@kernel
def improve_stove(s, p):
    """YA-73 YA-R15"""
    if s.stove_improved[p]:
        tell(s, state.NOTHING_GAINED, p)
        return
    s.stove_improved[p] = True
    s.vp[p] += kit.STOVE_VP
    tell(s, state.IMPROVED, p, state.STOVE, kit.STOVE_VP)


@kernel
def influence(s, p):
    """YA-74: one space up, and as many steps as the stars there, on any reviews, whatever the figure."""
    if s.influencer[p] == kit.TOP_SPACE:  # YA-R14
        tell(s, state.NOTHING_GAINED, p)
        return
    s.influencer[p] += 1
    tell(s, state.INFLUENCED, p, kit.STARS[s.influencer[p]])
    ask_steps(s, p, kit.STARS[s.influencer[p]], ALL_REVIEWS)


@kernel
def has_tokens(s):
    for k in range(kit.TOKENS):
        if s.tokens[k] > 0:
            return True
    return False


@kernel
def take_token(s, p, k):
    """YA-75"""
    s.tokens[k] -= 1
    s.held[p, k] += 1
    tell(s, state.TOOK_TOKEN, p, k)


@kernel
def choose_figure(s, p, f):
    """YA-76 YA-R18: any figure of the bag, openly; its space is asked next, and gives its own bonus."""
    s.bag[f] -= 1
    s.hand[0] = f
    tell(s, state.CHOSE, p, f)
    then(s, (ask(state.CELL, p),))


@kernel
def customers_on_board(s, p, c):
    """YA-89 YA-91: customers of a colour, those of a double included."""
    n = 0
    for cell in range(kit.CELLS):
        n += s.board[p, cell] == c
    return n


@kernel
def figures_on_board(s, p):
    """YA-97: tourists included."""
    n = 0
    for cell in range(kit.CELLS):
        n += s.board[p, cell] != NONE
    return n


@kernel
def unused_foods(s, p):
    """YA-8 YA-71: own food tokens beside the menu, as bits."""
    return ((1 << kit.COLOURS) - 1) & ~s.menu[p]
