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
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
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
from yokocho.games.mitsuhamama.fish import arrive, give, give_pair, give_up, keep, serve, settle_cubes
from yokocho.games.mitsuhamama.market import all_placed, placed, recall
from yokocho.games.mitsuhamama.money import hand_over, lay_card, lay_fish, payee_of, purpose_code, purpose_of

# --- set-up ---------------------------------------------------------------------------------------


@kernel
def clear_table(s):
    """Empty places say so."""
    s.high = NONE
    s.serving = NONE
    for r in range(kit.RESTAURANTS):
        for i in range(kit.MOST_SPACES):
            s.space[r, i] = NONE


@kernel
def deal(s, players, options):
    """MI-1 to MI-8, from the generator already in the state."""
    clear_table(s)
    faces = s.options[state.FACES_OPTION]
    for r in range(kit.RESTAURANTS):
        if faces == state.FACES_RANDOM:
            s.face[r] = roll(s, 2)  # MI-2
        elif faces < state.FACES_EXPLICIT:
            s.face[r] = players > 2  # MI-3
        else:
            s.face[r] = (faces - state.FACES_EXPLICIT) >> r & 1  # MI-R1
    for p in range(players):
        s.cubes[p] = kit.START_CUBES  # MI-4 MI-7
        for d in range(kit.DENOMINATIONS):
            s.hand[p, d] = kit.START_HAND[players, d]  # MI-5
            s.hand_size[p] += kit.START_HAND[players, d]
    first = s.options[state.FIRST_OPTION]
    s.auctioneer = roll(s, players) if first == state.FIRST_RANDOM else (first - 1) % players  # MI-8 MI-R2
    s.day = 1
    begin_day(s)
    hush(s)


# --- the day --------------------------------------------------------------------------------------


@kernel
def begin_day(s):
    """MI-10 MI-11: the auctioneer rolls, then chooses the lot."""
    tell(s, state.DAY, s.day, s.auctioneer)
    s.lot = 0
    s.barred = 0
    s.may_sell = 0
    clear_bids(s)
    for k in range(kit.KINDS):
        s.dice[k] = s.next_dice[k] if s.next_dice[k] > 0 else kit.DIE[roll(s, len(kit.DIE))]
        s.next_dice[k] = 0
        tell(s, state.ROLLED, k, s.dice[k])
    then(s, (ask(state.LOT, s.auctioneer), step(state.FINISH)))


@kernel
def pick_lot(s, p, kinds):
    """MI-12 MI-13: these dice are on offer, the others have no effect today."""
    s.lot = kinds
    tell(s, state.PICKED, p, kinds)
    begin_auction(s)


# --- payment --------------------------------------------------------------------------------------


@kernel
def is_closed(s, purpose):
    """MI-R48: do only payer and payee see the cards?"""
    return s.options[state.VISIBILITY] == state.TO_PARTIES and purpose == state.FOR_LOT


@kernel
def pay(s, p, a, i):
    """MI-23: one more item, or the payment is complete."""
    code = int(s.agenda[i, 3])
    purpose = purpose_of(code)
    payee = payee_of(code)
    if a == state.PAID:
        tell(s, state.SETTLED, p, payee, s.agenda[i, 2])
        drop_row(s, i)
        if is_closed(s, purpose) and s.laid_size[p] > 0:
            s.closed[p] |= 1 << payee
            s.closed[payee] |= 1 << p
        hand_over(s, p, payee)
        if purpose == state.FOR_HIRE:
            s.cubes[p] += 1  # MI-50
            tell(s, state.HIRED, p)
            think_again(s, p)
    elif state.VERB[a] == state.PAY_CARD:
        d = state.PART[a, 0]
        lay_card(s, p, d)
        tell(s, state.LAID_CARD, p, d, payee)
    else:
        k = state.PART[a, 0]
        lay_fish(s, p, k)
        tell(s, state.LAID_FISH, p, k)


@kernel
def hire(s, p):
    """MI-50 MI-51 MI-R39: before any own decision, which is then still owed."""
    code = purpose_code(state.FOR_HIRE, state.NOBODY)
    if is_live(s) and s.agenda[row_of(s, p), 0] == state.BID:
        then(s, (ask_aside(state.PAY, p, kit.HIRE_PRICE, code),))  # the others go on bidding
    else:
        then(s, (ask(state.PAY, p, kit.HIRE_PRICE, code),))


@kernel
def take_back(s, p, r):
    """MI-47 MI-R39."""
    recall(s, p, r)
    tell(s, state.RECALLED, p, r)
    think_again(s, p)


@kernel
def think_again(s, p):
    """MI-R27: with one more free cube the receiver may have room for everything."""
    i = row_of(s, p)
    if i >= 0 and s.agenda[i, 0] == state.KEEP:
        what = int(s.agenda[i, 2])
        drop_row(s, i)
        then(s, (step(state.STORE, p, what),))


# --- the end --------------------------------------------------------------------------------------


@kernel
def close(s, how):
    """MI-R48: hands are opened, which is news where they could not be worked out."""
    s.finished = how
    s.news += s.options[state.VISIBILITY] == state.TO_PARTIES
    tell(s, state.OVER)


@kernel
def finish(s, i):
    """MI-52 MI-R41 MI-R43: at the end of the day; seat after seat from the auctioneer may still recall a cube."""
    if all_placed(s) < kit.END_CUBES[s.players]:
        then(s, (step(state.NEXT_DAY),))
        return
    if s.options[state.END_RECALL] == state.YES:
        while i < s.players:
            p = (s.auctioneer + i) % s.players
            i += 1
            if placed(s, p) > 0:
                then(s, (ask(state.RECALL, p), step(state.FINISH, i)))
                return
    close(s, state.ENDED)


@kernel
def next_day(s):
    """MI-10: the role goes to the left neighbour; MI-R44: the guard."""
    if s.day >= s.options[state.MAX_DAYS]:
        close(s, state.GUARDED)
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
        if kind == state.BIDDING:
            bidding(s)
        elif kind == state.STORE:
            arrive(s, a, b)
        elif kind == state.SELLING:
            if s.may_sell >> a & 1:
                then(s, (ask(state.SERVE, a),))  # MI-40 MI-R49
        elif kind == state.FINISH:
            finish(s, a)
        else:
            next_day(s)


# --- the protocol ---------------------------------------------------------------------------------


@kernel
def pending(s):
    """In a live auction the highest bidder owes nothing, but may raise."""
    seats = asked_seats(s)
    if s.high != NONE and is_live(s) and seats >> s.high & 1 and s.agenda[row_of(s, int(s.high)), 0] == state.BID:
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
    about = int(s.agenda[i, 2])
    x = state.PART[a, 0]
    if kind == state.PAY:
        pay(s, p, a, i)
        return
    if kind == state.BID and is_live(s):
        live_bid(s, p, a, i)
        return
    if kind == state.SERVE and a != state.DONE:
        if state.VERB[a] == state.SERVE_AT:
            serve(s, p, x)
        else:
            settle_cubes(s, p, x)
        return
    drop_row(s, i)
    if kind == state.LOT:
        pick_lot(s, p, x)
    elif kind == state.BID:
        answer_bid(s, p, a)
    elif kind == state.DECIDE:
        decide(s, p, a)
    elif kind == state.TAKE:
        if a == state.TAKE_LOT:
            take_lot(s, p)
        else:
            s.lot = 0
            tell(s, state.DECLINED, p)  # MI-30
    elif kind == state.KEEP:
        keep(s, p, x, about)
    elif kind == state.PAIR:
        give_pair(s, p, x)
    elif kind == state.MIX:
        give(s, p, x, state.PART[a, 1])
    elif kind == state.CUBE and a != state.LATER:
        give_up(s, p, x)


@kernel
def apply(s, p, a):
    hush(s)
    if a == state.HAMMER:
        hammer(s)
    elif a == state.HIRE:
        hire(s, p)
    elif state.VERB[a] == state.RECALL_FROM:
        i = row_of(s, p)
        take_back(s, p, state.PART[a, 0])
        if s.agenda[i, 0] == state.RECALL and (all_placed(s) < kit.END_CUBES[s.players] or placed(s, p) == 0):
            drop_row(s, i)  # MI-R41: the count is below the limit, which FINISH sees, or no other cube is left
    else:
        answer(s, p, a, row_of(s, p))
    proceed(s)


@kernel
def ending(s):
    return int(s.finished)
