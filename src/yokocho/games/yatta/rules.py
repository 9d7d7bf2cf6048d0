"""The rules of YATTA!: the set-up, and what follows from each answer. The rounds are in turn.py, the actions in
customers.py and serving.py, the reputation board in reputation.py.
"""

from __future__ import annotations

from yokocho.core.agenda import (
    ask,
    drop,
    first_asked,
    hush,
    open_kind,
    open_seats,
    step,
    tell,
    then,
)
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.core.rng import roll, shuffle
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.customers import draw_another, place_figure
from yokocho.games.yatta.legal import list_answers
from yokocho.games.yatta.reputation import (
    add_food,
    choose_figure,
    gain_steps,
    lose_steps,
    put_figure,
    take_token,
)
from yokocho.games.yatta.serving import (
    cook,
    recycle,
    refill,
    serve,
    shift,
    uses_token,
)
from yokocho.games.yatta.stall import foods_on_menu
from yokocho.games.yatta.turn import (
    answer_check,
    begin_turn,
    do_action,
    final_serve,
    ignore,
    insert,
    next_action,
    next_turn,
    use_token,
)

# --- set-up ---------------------------------------------------------------------------------------


@kernel
def clear_table(s):
    """YA-7: empty places say so."""
    s.line = NONE
    for i in range(kit.LONGEST_LINE):
        s.todo[i] = NONE
    for i in range(kit.MOST_N):
        s.hand[i] = NONE
    for i in range(state.PINNED):
        s.next_figures[i] = NONE
    for i in range(state.SEATS):
        s.next_foods[i] = NONE
    for p in range(state.SEATS):
        for i in range(kit.QUEUE):
            s.queue[p, i] = NONE
        for i in range(kit.DISH_IMPROVED):
            s.dish[p, i] = NONE
        for cell in range(kit.CELLS):
            s.board[p, cell] = NONE
        for r in range(kit.REVIEWS):
            s.review[p, r] = kit.START_COLUMN  # YA-15
        s.influencer[p] = 0  # YA-16


@kernel
def deal(s, players, options):
    """YA-1 to YA-8, from the generator already in the state; then the first player picks a food."""
    clear_table(s)
    for i in range(kit.TILES):
        s.tiles[i] = kit.TILE_FACE[i]
    shuffle(s, s.tiles, kit.TILES)  # YA-2
    s.rounds = 1  # YA-3
    for c in range(kit.COLOURS):
        s.dishes[c] = kit.DISHES_EACH[players]  # YA-4
        s.beverages[c] = kit.BEVERAGES_EACH[players]
        s.bag[c] = kit.CUSTOMERS_EACH[players]  # YA-5
    s.bag[kit.TOURIST] = kit.TOURISTS_IN_ALL[players]
    draw_tokens(s, kit.SPECIAL_IN_ALL[players])
    s.first = 0  # YA-1
    s.active = 0
    s.phase = state.SETUP
    then(s, (ask(state.FOOD, 0),))  # YA-9


@kernel
def draw_tokens(s, n):
    """YA-6: so many special tokens at random out of those not yet in the game."""
    for _ in range(n):
        left = 0
        for k in range(kit.TOKENS):
            left += kit.COPIES_EACH - tokens_out(s, k)
        i = roll(s, left)
        k = 0
        while i >= kit.COPIES_EACH - tokens_out(s, k):
            i -= kit.COPIES_EACH - tokens_out(s, k)
            k += 1
        s.tokens[k] += 1


@kernel
def tokens_out(s, k):
    """Special tokens of a kind that are, or were, in the game."""
    n = s.tokens[k] + s.spent[k]
    for p in range(s.players):
        n += s.held[p, k]
    return n


@kernel
def pick_food(s, p, c):
    """YA-9: in turn order, then all second foods by chance, then the beverages."""
    s.menu[p] = 1 << c
    tell(s, state.PICKED_FOOD, p, c)
    s.active = (p + 1) % s.players
    if s.active != s.first:
        then(s, (ask(state.FOOD, s.active),))
        return
    for i in range(s.players):
        draw_food(s, (s.first + i) % s.players)
    then(s, (ask(state.BEVERAGE, s.active),))  # YA-14


@kernel
def draw_food(s, p):
    """YA-10 YA-11: one of the own three other foods."""
    c = pinned_food(s, p)
    if c == NONE:
        i = roll(s, kit.COLOURS - foods_on_menu(s, p))
        c = 0
        while s.menu[p] >> c & 1 or i > 0:
            i -= not s.menu[p] >> c & 1
            c += 1
    s.menu[p] |= 1 << c
    tell(s, state.DREW_FOOD, p, c)


@kernel
def pinned_food(s, p):
    """What a position has fixed as the next second food; NONE when chance decides."""
    while s.next_foods[0] != NONE:
        c = int(s.next_foods[0])
        for i in range(state.SEATS - 1):
            s.next_foods[i] = s.next_foods[i + 1]
        s.next_foods[state.SEATS - 1] = NONE
        if not s.menu[p] >> c & 1:
            s.news += 1
            return c
    return NONE


@kernel
def pick_beverage(s, p, c):
    """YA-14: turned over, into the recycle box."""
    s.beverages[c] -= 1
    s.box[p, c] += 1
    tell(s, state.PICKED_BEVERAGE, p, c)
    s.active = (p + 1) % s.players
    if s.active != s.first:
        then(s, (ask(state.BEVERAGE, s.active),))
        return
    s.phase = state.ROUND
    tell(s, state.NEW_ROUND, s.rounds)
    begin_turn(s)


# --- the protocol ---------------------------------------------------------------------------------


@kernel
def choose(s, p, kind, a):
    """The answer to a question in the middle of an action, or of the set-up."""
    x, y = state.PART[a, 0], state.PART[a, 1]
    if kind == state.PLACE:
        place_figure(s, p, a)
    elif kind == state.COOK:
        cook(s, p, x)
        if state.VERB[a] == state.COOK_TWO:
            cook(s, p, y)
    elif kind == state.REFILL:
        refill(s, p, x)
    elif kind == state.RECYCLE:
        recycle(s, p, x)
    elif kind == state.SERVE:
        serve(s, p, x, state.VERB[a] == state.SERVE_TAIYAKI)
    elif kind == state.CELL:
        put_figure(s, p, a)
    elif kind == state.REVIEW:
        gain_steps(s, p, x)
    elif kind == state.MENU:
        add_food(s, p, x)
    elif kind == state.TOKEN:
        take_token(s, p, x)
    elif kind == state.DOUBLE:
        choose_figure(s, p, x)
    elif kind == state.LOSE:
        lose_steps(s, p, x)
    elif kind == state.FOOD:
        pick_food(s, p, x)
    else:
        pick_beverage(s, p, x)


@kernel
def answer(s, p, a):
    """The answer to the open question, which is done with; a token may be used before it is."""
    if uses_token(a):
        use_token(s, p, a)
        return
    kind = open_kind(s)
    x, y = state.PART[a, 0], state.PART[a, 1]
    drop(s)
    if kind == state.CHECK:
        answer_check(s, p, a)
    elif kind == state.INSERT:
        insert(s, p, x, y)
    elif kind == state.ACTION:
        if state.VERB[a] == state.DO:
            do_action(s, p, x)
        else:
            ignore(s, p, x)
            then(s, (step(state.NEXT_ACTION),))
    elif a == state.STOP:
        tell(s, state.STOPPED, p)
        next_turn(s)
    elif kind == state.FINAL:
        final_serve(s, p, x + 1)
    else:
        choose(s, p, kind, a)


@kernel
def take_step(s):
    """Something the table does by itself."""
    kind = open_kind(s)
    p = int(s.active)
    drop(s)
    if kind == state.NEXT_ACTION:
        next_action(s, p)
    elif kind == state.SHIFT:
        shift(s, p)
    elif kind == state.DRAW:
        draw_another(s, p)
    else:
        then(s, (ask(state.FINAL, p),))  # YA-86: the next serve


@kernel
def proceed(s):
    """Steps of the table, and decisions with one option, until there is something to decide or the game is over."""
    while s.agenda_size > 0:
        if open_seats(s) == 0:
            take_step(s)
        elif list_answers(s, int(s.active), s.only) == 1:
            answer(s, int(s.active), int(s.only[0]))
        else:
            break
    s.only[0] = 0


@kernel
def pending(s):
    return open_seats(s)


@kernel
def actor(s):
    return first_asked(s, int(s.active))


@kernel
def apply(s, p, a):
    hush(s)
    answer(s, p, a)
    proceed(s)


@kernel
def ending(s):
    """YA-19: all rounds and the final serving turn are over; 0 while they are not."""
    return int(s.phase == state.OVER)
