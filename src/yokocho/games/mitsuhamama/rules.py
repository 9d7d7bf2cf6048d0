"""The rules of Mitsuhamama in the rulebook's order: set-up, day, payment, end.

The auction and the fish have chapters of their own.
"""

from __future__ import annotations

from yokocho.core.agenda import (
    ask,
    ask_aside,
    asked_seats,
    drop,
    drop_row,
    hush,
    open_a,
    open_b,
    open_kind,
    open_seats,
    row_of,
    step,
    tell,
    then,
)
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.core.rng import roll
from yokocho.games.mitsuhamama.auction import (
    answer_bid,
    begin_auction,
    bidding,
    clear_bids,
    decide,
    hammer,
    is_live,
    live_bid,
    take_lot,
)
from yokocho.games.mitsuhamama.components import (
    DENOMINATIONS,
    DIE,
    END_CUBES,
    HIRE_PRICE,
    KINDS,
    MOST_SPACES,
    RESTAURANTS,
    START_CUBES,
    START_HAND,
)
from yokocho.games.mitsuhamama.fish import arrive, give, give_pair, give_up, keep, serve, settle_cubes
from yokocho.games.mitsuhamama.market import all_placed, placed, recall
from yokocho.games.mitsuhamama.money import hand_over, lay_card, lay_fish, payee_of, purpose_code, purpose_of
from yokocho.games.mitsuhamama.state import (
    BID,
    BIDDING,
    CUBE,
    DAY,
    DECIDE,
    DECLINED,
    DONE,
    END_RECALL,
    ENDED,
    FACES_EXPLICIT,
    FACES_OPTION,
    FACES_RANDOM,
    FINISH,
    FIRST_OPTION,
    FIRST_RANDOM,
    FOR_HIRE,
    FOR_LOT,
    GIVE,
    GIVE_CUBE,
    GIVE_PAIR,
    GUARDED,
    HAMMER,
    HIRE,
    HIRED,
    KEEP,
    KEEP_KINDS,
    LAID_CARD,
    LAID_FISH,
    LATER,
    LOT,
    MAX_DAYS,
    MIX,
    NEXT_DAY,
    NOBODY,
    OVER,
    PAID,
    PAIR,
    PAY,
    PAY_CARD,
    PAY_FISH,
    PICK,
    PICKED,
    RECALL,
    RECALL_FROM,
    RECALLED,
    ROLLED,
    SELLING,
    SERVE,
    SERVE_AT,
    SETTLED,
    STORE,
    TAKE,
    TAKE_LOT,
    TO_PARTIES,
    VISIBILITY,
    YES,
)

# --- set-up ---------------------------------------------------------------------------------------


@kernel
def clear_table(s):
    """Empty places say so."""
    s.high = NONE
    s.serving = NONE
    for r in range(RESTAURANTS):
        for i in range(MOST_SPACES):
            s.space[r, i] = NONE


@kernel
def deal(s, players, options):
    """MI-1 to MI-8, from the generator already in the state."""
    s.players = players
    for i in range(len(options)):
        s.options[i] = options[i]
    clear_table(s)
    faces = s.options[FACES_OPTION]
    for r in range(RESTAURANTS):
        if faces == FACES_RANDOM:
            s.face[r] = roll(s, 2)  # MI-2
        elif faces < FACES_EXPLICIT:
            s.face[r] = players > 2  # MI-3
        else:
            s.face[r] = (faces - FACES_EXPLICIT) >> r & 1  # MI-R1
    for p in range(players):
        s.cubes[p] = START_CUBES  # MI-4 MI-7
        for d in range(DENOMINATIONS):
            s.hand[p, d] = START_HAND[players, d]  # MI-5
            s.hand_size[p] += START_HAND[players, d]
    first = s.options[FIRST_OPTION]
    s.auctioneer = roll(s, players) if first == FIRST_RANDOM else (first - 1) % players  # MI-8 MI-R2
    s.day = 1
    begin_day(s)
    hush(s)


# --- the day --------------------------------------------------------------------------------------


@kernel
def begin_day(s):
    """MI-10 MI-11: the auctioneer rolls, then chooses the lot."""
    tell(s, DAY, s.day, s.auctioneer)
    s.lot = 0
    s.barred = 0
    s.may_sell = 0
    clear_bids(s)
    for k in range(KINDS):
        s.dice[k] = s.next_dice[k] if s.next_dice[k] > 0 else DIE[roll(s, len(DIE))]
        s.next_dice[k] = 0
        tell(s, ROLLED, k, s.dice[k])
    then(s, (ask(LOT, s.auctioneer), step(FINISH)))


@kernel
def pick_lot(s, p, kinds):
    """MI-12 MI-13: these dice are on offer, the others have no effect today."""
    s.lot = kinds
    tell(s, PICKED, p, kinds)
    begin_auction(s)


# --- payment --------------------------------------------------------------------------------------


@kernel
def is_closed(s, purpose):
    """MI-R48: do only payer and payee see the cards?"""
    return s.options[VISIBILITY] == TO_PARTIES and purpose == FOR_LOT


@kernel
def pay(s, p, a, i):
    """MI-23: one more item, or the payment is complete."""
    code = int(s.agenda[i, 3])
    purpose = purpose_of(code)
    payee = payee_of(code)
    if a == PAID:
        tell(s, SETTLED, p, payee, s.agenda[i, 2])
        drop_row(s, i)
        if is_closed(s, purpose) and s.laid_size[p] > 0:
            s.closed[p] |= 1 << payee
            s.closed[payee] |= 1 << p
        hand_over(s, p, payee)
        if purpose == FOR_HIRE:
            s.cubes[p] += 1  # MI-50
            tell(s, HIRED, p)
            think_again(s, p)
    elif a < PAY_FISH:
        lay_card(s, p, a - PAY_CARD)
        tell(s, LAID_CARD, p, a - PAY_CARD, payee)
    else:
        lay_fish(s, p, a - PAY_FISH)
        tell(s, LAID_FISH, p, a - PAY_FISH)


@kernel
def hire(s, p):
    """MI-50 MI-51 MI-R39: before any own decision, which is then still owed."""
    code = purpose_code(FOR_HIRE, NOBODY)
    if is_live(s) and s.agenda[row_of(s, p), 0] == BID:
        then(s, (ask_aside(PAY, p, HIRE_PRICE, code),))  # the others go on bidding
    else:
        then(s, (ask(PAY, p, HIRE_PRICE, code),))


@kernel
def take_back(s, p, r):
    """MI-47 MI-R39."""
    recall(s, p, r)
    tell(s, RECALLED, p, r)
    think_again(s, p)


@kernel
def think_again(s, p):
    """MI-R27: with one more free cube the receiver may have room for everything."""
    i = row_of(s, p)
    if i >= 0 and s.agenda[i, 0] == KEEP:
        what = int(s.agenda[i, 2])
        drop_row(s, i)
        then(s, (step(STORE, p, what),))


# --- the end --------------------------------------------------------------------------------------


@kernel
def finish(s, i):
    """MI-52 MI-R41 MI-R43: at the end of the day; seat after seat from the auctioneer may still recall a cube."""
    if all_placed(s) < END_CUBES[s.players]:
        then(s, (step(NEXT_DAY),))
        return
    if s.options[END_RECALL] == YES:
        while i < s.players:
            p = (s.auctioneer + i) % s.players
            i += 1
            if placed(s, p) > 0:
                then(s, (ask(RECALL, p), step(FINISH, i)))
                return
    s.finished = ENDED
    tell(s, OVER)


@kernel
def next_day(s):
    """MI-10: the role goes to the left neighbour; MI-R44: the guard."""
    if s.day >= s.options[MAX_DAYS]:
        s.finished = GUARDED
        tell(s, OVER)
        return
    s.auctioneer = (s.auctioneer + 1) % s.players
    s.day += 1
    begin_day(s)


@kernel
def proceed(s):
    """The table's own steps, until somebody is asked or the game is over."""
    while s.agenda_size > 0 and open_seats(s) == 0:
        kind = open_kind(s)
        a = open_a(s)
        b = open_b(s)
        drop(s)
        if kind == BIDDING:
            bidding(s)
        elif kind == STORE:
            arrive(s, a, b)
        elif kind == SELLING:
            if s.may_sell >> a & 1:
                then(s, (ask(SERVE, a),))  # MI-40 MI-R49
        elif kind == FINISH:
            finish(s, a)
        else:
            next_day(s)


# --- the protocol ---------------------------------------------------------------------------------


@kernel
def pending(s):
    """In a live auction the highest bidder owes nothing, but may raise."""
    seats = asked_seats(s)
    if s.high != NONE and is_live(s) and seats >> s.high & 1 and s.agenda[row_of(s, int(s.high)), 0] == BID:
        seats &= ~(1 << s.high)
    return seats


@kernel
def actor(s):
    seats = pending(s)
    start = int(s.last) + 1 if s.bidders != 0 else int(s.auctioneer)
    for i in range(s.players):
        p = (start + i) % s.players
        if seats >> p & 1:
            return p
    return -1


@kernel
def answer(s, p, a, i):
    """The answer to the question of row i, which is done with unless it says otherwise."""
    kind = s.agenda[i, 0]
    x = int(s.agenda[i, 2])
    if kind == PAY:
        pay(s, p, a, i)
        return
    if kind == BID and is_live(s):
        live_bid(s, p, a, i)
        return
    if kind == SERVE and a != DONE:
        if a >= SERVE_AT:
            serve(s, p, a - SERVE_AT)
        else:
            settle_cubes(s, p, a - KEEP_KINDS)
        return
    drop_row(s, i)
    if kind == LOT:
        pick_lot(s, p, a - PICK)
    elif kind == BID:
        answer_bid(s, p, a)
    elif kind == DECIDE:
        decide(s, p, a)
    elif kind == TAKE:
        if a == TAKE_LOT:
            take_lot(s, p)
        else:
            s.lot = 0
            tell(s, DECLINED, p)  # MI-30
    elif kind == KEEP:
        keep(s, p, a - KEEP_KINDS, x)
    elif kind == PAIR:
        give_pair(s, p, a - GIVE_PAIR)
    elif kind == MIX:
        give(s, p, x, (a - GIVE) % 13)
    elif kind == CUBE and a != LATER:
        give_up(s, p, a - GIVE_CUBE)


@kernel
def apply(s, p, a):
    hush(s)
    if a == HAMMER:
        hammer(s)
    elif a == HIRE:
        hire(s, p)
    elif a >= RECALL_FROM:
        i = row_of(s, p)
        take_back(s, p, a - RECALL_FROM)
        if s.agenda[i, 0] == RECALL and (all_placed(s) < END_CUBES[s.players] or placed(s, p) == 0):
            drop_row(s, i)  # MI-R41: the count is below the limit, which FINISH sees, or no other cube is left
    else:
        answer(s, p, a, row_of(s, p))
    proceed(s)


@kernel
def ending(s):
    return int(s.finished)
