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
from yokocho.games.yatta.components import (
    BEVERAGES_EACH,
    CELLS,
    COLOURS,
    COPIES_EACH,
    CUSTOMERS_EACH,
    DISH_IMPROVED,
    DISHES_EACH,
    LINES,
    LONGEST_LINE,
    MOST_N,
    QUEUE,
    REVIEWS,
    SPECIAL_IN_ALL,
    START_COLUMN,
    TILE_FACE,
    TILES,
    TOKENS,
    TOURIST,
    TOURISTS_IN_ALL,
)
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
)
from yokocho.games.yatta.stall import foods_on_menu
from yokocho.games.yatta.state import (
    ACTION,
    ADD_FOOD,
    BEVERAGE,
    CELL,
    CHECK,
    CHOOSE_FIGURE,
    COOK,
    COOK_ONE,
    COOK_TWO,
    DO,
    DOUBLE,
    DRAW,
    DREW_FOOD,
    FINAL,
    FOOD,
    GAIN_STEPS,
    IGNORE,
    INSERT,
    INSERT_TILE,
    LOSE,
    LOSE_STEPS,
    MENU,
    NEW_ROUND,
    NEXT_ACTION,
    OVER,
    PICK_BEVERAGE,
    PICK_FOOD,
    PICKED_BEVERAGE,
    PICKED_FOOD,
    PINNED,
    PLACE,
    RECYCLE,
    RECYCLE_ONE,
    REFILL,
    REVIEW,
    ROUND,
    SEATS,
    SERVE,
    SERVE_DISH,
    SERVE_TAIYAKI,
    SERVE_WITH,
    SETUP,
    SHIFT,
    STOP,
    STOPPED,
    TAKE_BEVERAGES,
    TAKE_TOKEN,
    TOKEN,
    USE_GARBAGE,
)
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
    for i in range(LONGEST_LINE):
        s.todo[i] = NONE
    for i in range(MOST_N):
        s.hand[i] = NONE
    for i in range(PINNED):
        s.next_figures[i] = NONE
    for i in range(SEATS):
        s.next_foods[i] = NONE
    for p in range(SEATS):
        for i in range(QUEUE):
            s.queue[p, i] = NONE
        for i in range(DISH_IMPROVED):
            s.dish[p, i] = NONE
        for cell in range(CELLS):
            s.board[p, cell] = NONE
        for r in range(REVIEWS):
            s.review[p, r] = START_COLUMN  # YA-15
        s.influencer[p] = 0  # YA-16


@kernel
def deal(s, players, options):
    """YA-1 to YA-8, from the generator already in the state; then the first player picks a food."""
    s.players = players
    for i in range(len(options)):
        s.options[i] = options[i]
    clear_table(s)
    for i in range(TILES):
        s.tiles[i] = TILE_FACE[i]
    shuffle(s, s.tiles, TILES)  # YA-2
    s.rounds = 1  # YA-3
    for c in range(COLOURS):
        s.dishes[c] = DISHES_EACH[players]  # YA-4
        s.beverages[c] = BEVERAGES_EACH[players]
        s.bag[c] = CUSTOMERS_EACH[players]  # YA-5
    s.bag[TOURIST] = TOURISTS_IN_ALL[players]
    draw_tokens(s, SPECIAL_IN_ALL[players])
    s.first = 0  # YA-1
    s.active = 0
    s.phase = SETUP
    then(s, (ask(FOOD, 0),))  # YA-9


@kernel
def draw_tokens(s, n):
    """YA-6: so many special tokens at random out of those not yet in the game."""
    for _ in range(n):
        left = 0
        for k in range(TOKENS):
            left += COPIES_EACH - tokens_out(s, k)
        i = roll(s, left)
        k = 0
        while i >= COPIES_EACH - tokens_out(s, k):
            i -= COPIES_EACH - tokens_out(s, k)
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
    tell(s, PICKED_FOOD, p, c)
    s.active = (p + 1) % s.players
    if s.active != s.first:
        then(s, (ask(FOOD, s.active),))
        return
    for i in range(s.players):
        draw_food(s, (s.first + i) % s.players)
    then(s, (ask(BEVERAGE, s.active),))  # YA-14


@kernel
def draw_food(s, p):
    """YA-10 YA-11: one of the own three other foods."""
    c = pinned_food(s, p)
    if c == NONE:
        i = roll(s, COLOURS - foods_on_menu(s, p))
        c = 0
        while s.menu[p] >> c & 1 or i > 0:
            i -= not s.menu[p] >> c & 1
            c += 1
    s.menu[p] |= 1 << c
    tell(s, DREW_FOOD, p, c)


@kernel
def pinned_food(s, p):
    """What a position has fixed as the next second food; NONE when chance decides."""
    while s.next_foods[0] != NONE:
        c = int(s.next_foods[0])
        for i in range(SEATS - 1):
            s.next_foods[i] = s.next_foods[i + 1]
        s.next_foods[SEATS - 1] = NONE
        if not s.menu[p] >> c & 1:
            s.news += 1
            return c
    return NONE


@kernel
def pick_beverage(s, p, c):
    """YA-14: turned over, into the recycle box."""
    s.beverages[c] -= 1
    s.box[p, c] += 1
    tell(s, PICKED_BEVERAGE, p, c)
    s.active = (p + 1) % s.players
    if s.active != s.first:
        then(s, (ask(BEVERAGE, s.active),))
        return
    s.phase = ROUND
    tell(s, NEW_ROUND, s.rounds)
    begin_turn(s)


# --- the protocol ---------------------------------------------------------------------------------


@kernel
def choose(s, p, kind, a):
    """The answer to a question in the middle of an action, or of the set-up."""
    if kind == PLACE:
        place_figure(s, p, a)
    elif kind == COOK:
        if a < COOK_TWO:
            cook(s, p, a - COOK_ONE)
        else:
            cook(s, p, (a - COOK_TWO) // COLOURS)
            cook(s, p, (a - COOK_TWO) % COLOURS)
    elif kind == REFILL:
        refill(s, p, a - TAKE_BEVERAGES)
    elif kind == RECYCLE:
        recycle(s, p, a - RECYCLE_ONE)
    elif kind == SERVE:
        if a < SERVE_TAIYAKI:
            serve(s, p, a - SERVE_DISH, False)
        else:
            serve(s, p, a - SERVE_TAIYAKI, True)
    elif kind == CELL:
        put_figure(s, p, a)
    elif kind == REVIEW:
        gain_steps(s, p, a - GAIN_STEPS)
    elif kind == MENU:
        add_food(s, p, a - ADD_FOOD)
    elif kind == TOKEN:
        take_token(s, p, a - TAKE_TOKEN)
    elif kind == DOUBLE:
        choose_figure(s, p, a - CHOOSE_FIGURE)
    elif kind == LOSE:
        lose_steps(s, p, a - LOSE_STEPS)
    elif kind == FOOD:
        pick_food(s, p, a - PICK_FOOD)
    else:
        pick_beverage(s, p, a - PICK_BEVERAGE)


@kernel
def answer(s, p, a):
    """The answer to the open question, which is done with; a token may be used before it is."""
    if a >= USE_GARBAGE:
        use_token(s, p, a)
        return
    kind = open_kind(s)
    drop(s)
    if kind == CHECK:
        answer_check(s, p, a)
    elif kind == INSERT:
        insert(s, p, (a - INSERT_TILE) // len(LINES), (a - INSERT_TILE) % len(LINES))
    elif kind == ACTION:
        if a < IGNORE:
            do_action(s, p, a - DO)
        else:
            ignore(s, p, a - IGNORE)
            then(s, (step(NEXT_ACTION),))
    elif a == STOP:
        tell(s, STOPPED, p)
        next_turn(s)
    elif kind == FINAL:
        final_serve(s, p, a - SERVE_WITH + 1)
    else:
        choose(s, p, kind, a)


@kernel
def take_step(s):
    """Something the table does by itself."""
    kind = open_kind(s)
    p = int(s.active)
    drop(s)
    if kind == NEXT_ACTION:
        next_action(s, p)
    elif kind == SHIFT:
        shift(s, p)
    elif kind == DRAW:
        draw_another(s, p)
    else:
        then(s, (ask(FINAL, p),))  # YA-86: the next serve


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
    return int(s.phase == OVER)
