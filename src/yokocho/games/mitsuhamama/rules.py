"""The rules of Mitsuhamama in the rulebook's order: set-up, day, auction, payment, storing, selling, end."""

from __future__ import annotations

from yokocho.core.agenda import (
    ask,
    ask_aside,
    ask_several,
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
from yokocho.games.mitsuhamama.components import (
    AMOUNT,
    ANY,
    DEMAND,
    DENOMINATIONS,
    DIE,
    END_CUBES,
    FIXED,
    FORM,
    HIRE_PRICE,
    KINDS,
    MOST_SPACES,
    RESTAURANTS,
    START_CUBES,
    START_HAND,
)
from yokocho.games.mitsuhamama.market import (
    all_placed,
    count_bits,
    free_cubes,
    kinds_in_play,
    loaded,
    next_space,
    placed,
    recall,
    store,
)
from yokocho.games.mitsuhamama.money import hand_over, lay_card, lay_fish, means, payee_of, purpose_code, purpose_of
from yokocho.games.mitsuhamama.state import (
    ALL_PASSED,
    ALLPASS_MIN,
    AUCTION,
    BID,
    BIDDING,
    BOUGHT,
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
    FOR_ALLPASS,
    FOR_HIRE,
    FOR_LOT,
    GAVE_UP,
    GIVE,
    GIVE_CUBE,
    GIVE_PAIR,
    GUARDED,
    HAMMER,
    HAMMERED,
    HELD,
    HIRE,
    HIRED,
    HOLD,
    KEEP,
    KEEP_KINDS,
    LAID_CARD,
    LAID_FISH,
    LATER,
    LIVE,
    LOST,
    LOT,
    MAX_DAYS,
    MIX,
    NEXT_DAY,
    NOBODY,
    OFFER,
    OFFERED,
    OVER,
    PAID,
    PAIR,
    PASS,
    PASSED,
    PAY,
    PAY_CARD,
    PAY_FISH,
    PAYMENT,
    PICK,
    PICKED,
    RAISE_OR_PASS,
    RECALL,
    RECALL_FROM,
    RECALLED,
    RENEGE,
    RENEGED,
    ROLLED,
    RULEBOOK,
    SELL,
    SELLING,
    SERVE,
    SERVE_AT,
    SERVED,
    SETTLED,
    SOLD,
    STAND,
    STORE,
    STORED,
    TAKE,
    TAKE_LOT,
    TO_PARTIES,
    TOOK,
    VISIBILITY,
    WHOLE_LOT,
    WON,
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
def clear_bids(s):
    s.bidders = 0
    s.high = NONE
    s.price = 0
    s.quiet = 0
    s.last_call = False
    s.last = s.auctioneer


@kernel
def pick_lot(s, p, kinds):
    """MI-12 MI-13: these dice are on offer, the others have no effect today."""
    s.lot = kinds
    tell(s, PICKED, p, kinds)
    begin_auction(s)


# --- the auction ----------------------------------------------------------------------------------


@kernel
def begin_auction(s):
    """MI-14: all but the auctioneer bid, but those who reneged on this lot (MI-19 MI-R10)."""
    clear_bids(s)
    s.bidders = ((1 << s.players) - 1) & ~(1 << s.auctioneer) & ~s.barred
    s.last_call = s.options[AUCTION] == RAISE_OR_PASS  # MI-R13: always on there
    then(s, (step(BIDDING),))


@kernel
def next_bidder(s):
    """MI-R13: the next active seat clockwise from the one that acted last; last call skips the highest bidder."""
    p = int(s.last)
    for _ in range(s.players):
        p = (p + 1) % s.players
        if s.bidders >> p & 1 and not (p == s.high and s.last_call):
            return p
    return NONE


@kernel
def bidding(s):
    """MI-18 MI-R13: who bids next, or how the auction ended. MI-R7: the last bidder may still bid or pass.

    MI-34: with two players only the bidding differs.
    """
    if s.bidders == 0:
        tell(s, ALL_PASSED)
        then(s, (ask(TAKE, s.auctioneer),))  # MI-28
    elif s.high != NONE and (s.bidders == 1 << s.high or s.players == 2):  # MI-18 MI-31 MI-32
        tell(s, WON, s.high, s.price)
        then(s, (ask(DECIDE, s.auctioneer),))  # MI-20
    elif s.options[AUCTION] == LIVE and s.players > 2:
        then(s, (ask_several(BID, s.bidders),))  # MI-14: at any moment, without turns
    else:
        then(s, (ask(BID, next_bidder(s)), step(BIDDING)))


@kernel
def is_live(s):
    return s.options[AUCTION] == LIVE and s.players > 2


@kernel
def offer(s, p, price):
    """MI-15 MI-16: one price for the whole lot, higher than the last."""
    tell(s, OFFERED, p, price, s.high == p)
    s.high = p
    s.price = price
    s.quiet = 0
    s.last_call = s.options[AUCTION] == RAISE_OR_PASS
    s.last = p


@kernel
def look_for_silence(s):
    """MI-R13: one silent circle brings on the last call."""
    if s.quiet >= count_bits(int(s.bidders)):
        s.last_call = True


@kernel
def answer_bid(s, p, a):
    if a == PASS:
        s.bidders &= ~(1 << p)  # MI-17
        tell(s, PASSED, p)
    elif a == HOLD or a == STAND:
        s.quiet += 1
        tell(s, HELD, p, a == STAND)
    else:
        offer(s, p, a - OFFER)
        return
    s.last = p
    look_for_silence(s)


@kernel
def live_bid(s, p, a, i):
    """MI-R13 live: the question stays open until all but the highest bidder have passed, or everybody has."""
    answer_bid(s, p, a)
    s.last_call = False
    s.quiet = 0
    s.agenda[i, 1] = s.bidders
    close_live(s, i)


@kernel
def close_live(s, i):
    if s.bidders == 0 or (s.high != NONE and s.bidders == 1 << s.high):
        s.agenda[i, 0] = BIDDING
        s.agenda[i, 1] = 0


@kernel
def hammer(s):
    """MI-R13 live: time is up, all but the highest bidder have passed."""
    s.bidders = 1 << s.high if s.high != NONE else 0
    tell(s, HAMMERED)
    for i in range(s.agenda_size):
        if s.agenda[i, 0] == BID:
            close_live(s, i)


@kernel
def decide(s, p, a):
    """MI-20: sell to the highest bidder, or buy from them, both at the final price."""
    if a == SELL:
        s.news += s.options[RENEGE] == RULEBOOK  # MI-R9: the test is made only now, and its outcome is seen
        if means(s, s.high, FOR_LOT) < s.price:  # MI-19 MI-33
            renege(s)
            return
        tell(s, SOLD, p, s.high, s.price)
        trade(s, int(s.high), p, int(s.price))  # MI-21
    else:
        tell(s, BOUGHT, p, s.high, s.price)
        trade(s, p, int(s.high), int(s.price))  # MI-22


@kernel
def renege(s):
    """MI-19 MI-R10: the same lot again without that player; with two players it counts as a pass (MI-33)."""
    tell(s, RENEGED, s.high)
    s.barred |= 1 << s.high
    begin_auction(s)


@kernel
def trade(s, payer, payee, price):
    """MI-27 MI-R24: pay, the payee stores, the buyer stores, the buyer sells, the payee sells.

    MI-R23: fish of the lot are nobody's until they are stored. MI-R31: third players have no part in it.
    """
    clear_bids(s)
    then(
        s,
        (
            ask(PAY, payer, price, purpose_code(FOR_LOT, payee)),
            step(STORE, payee, PAYMENT),
            step(STORE, payer, WHOLE_LOT),
            step(SELLING, payer),  # MI-41: the buyer first
            step(SELLING, payee),
        ),
    )


@kernel
def take_lot(s, p):
    """MI-28 MI-R47: the auctioneer takes what everybody passed on, and what is paid is the price."""
    tell(s, TOOK, p)
    then(
        s,
        (
            ask(PAY, p, s.options[ALLPASS_MIN], purpose_code(FOR_ALLPASS, NOBODY)),
            step(STORE, p, WHOLE_LOT),
            step(SELLING, p),
        ),
    )


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


# --- warehousing ----------------------------------------------------------------------------------


@kernel
def arrive(s, p, what):
    """MI-26 MI-35 to MI-38: fish arrive; they are stored if there are cubes enough, else the receiver chooses."""
    if what == WHOLE_LOT:
        for k in range(KINDS):
            s.arriving[k] = s.dice[k] if s.lot >> k & 1 else 0
    kinds = kinds_in_play(s, p)
    if count_bits(kinds) > free_cubes(s, p):
        if has_arrivals(s):
            then(s, (ask(KEEP, p, what),))  # MI-38 MI-R27
        return
    keep(s, p, kinds, what)  # MI-R26


@kernel
def has_arrivals(s):
    for k in range(KINDS):
        if s.arriving[k] > 0:
            return True
    return False


@kernel
def keep(s, p, kinds, what):
    """MI-R27: these kinds stay or come in, all that find room (MI-R25); fish of all others are lost.

    MI-R28: nothing is thrown away but here and with a cube that leaves.
    """
    stored = 0
    for k in range(KINDS):
        if kinds >> k & 1:
            if s.arriving[k] > 0:
                room = store(s, p, k, s.arriving[k])
                stored += room
                tell(s, STORED, p, k, room)
        elif s.stock[p, k] > 0:
            tell(s, LOST, p, k, s.stock[p, k])
            s.stock[p, k] = 0
        s.arriving[k] = 0
    if stored > 0:
        s.may_sell |= 1 << p  # MI-40 MI-R30
    if what == WHOLE_LOT:
        s.lot = 0


# --- selling --------------------------------------------------------------------------------------


@kernel
def serve(s, p, r):
    """MI-42: the demanded fish go; where the kinds are free, they are chosen first."""
    s.serving = r
    form = FORM[r, s.face[r]]
    if form == FIXED:
        for k in range(KINDS):
            s.given[k] = DEMAND[r, s.face[r], k]
        deliver(s, p)
    elif form == ANY:
        then(s, (ask(MIX, p, 0),))  # MI-R33
    else:
        then(s, (ask(PAIR, p),))  # MI-R32


@kernel
def give_pair(s, p, kinds):
    for k in range(KINDS):
        s.given[k] = AMOUNT[s.serving, s.face[s.serving]] if kinds >> k & 1 else 0
    deliver(s, p)


@kernel
def give(s, p, k, fish):
    s.given[k] = fish
    if k + 1 < KINDS:
        then(s, (ask(MIX, p, k + 1),))
    else:
        deliver(s, p)


@kernel
def deliver(s, p):
    """MI-42 MI-43 MI-46: fish go, a cube takes the best empty space, the price is paid at the end of the game."""
    r = int(s.serving)
    for k in range(KINDS):
        s.stock[p, k] -= s.given[k]  # MI-39
        s.given[k] = 0
    s.serving = NONE
    i = next_space(s, r)
    s.space[r, i] = p
    tell(s, SERVED, p, r, i)
    if loaded(s, p) > free_cubes(s, p):
        then(s, (ask(CUBE, p, r),))  # MI-R35: no cube is idle, so one leaves a loaded track


@kernel
def give_up(s, p, k):
    """MI-44: the fish left on that track are thrown away."""
    tell(s, GAVE_UP, p, k, s.stock[p, k])
    s.stock[p, k] = 0


@kernel
def settle_cubes(s, p, kinds):
    """MI-R46: a seller who owes cubes keeps as many loaded kinds as free cubes are left."""
    for k in range(KINDS):
        if s.stock[p, k] > 0 and not kinds >> k & 1:
            give_up(s, p, k)


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
        if s.agenda[i, 0] == RECALL and all_placed(s) < END_CUBES[s.players]:
            drop_row(s, i)  # MI-R41: stop as soon as the count is below the limit; what follows sees it
    else:
        answer(s, p, a, row_of(s, p))
    proceed(s)


@kernel
def ending(s):
    return int(s.finished)
