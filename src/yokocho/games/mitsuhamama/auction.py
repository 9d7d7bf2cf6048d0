"""The auction (MI-14 to MI-22, MI-28 to MI-34): bids, the hammer, the decision, who pays whom."""

from __future__ import annotations

from yokocho.core.agenda import ask, ask_several, step, tell, then
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.market import count_bits
from yokocho.games.mitsuhamama.money import means, purpose_code


@kernel
def clear_bids(s):
    s.bidders = 0
    s.high = NONE
    s.price = 0
    s.quiet = 0
    s.last_call = False
    s.last = s.auctioneer


@kernel
def begin_auction(s):
    """MI-14: all but the auctioneer bid, but those who reneged on this lot (MI-19 MI-R10)."""
    clear_bids(s)
    s.bidders = ((1 << s.players) - 1) & ~(1 << s.auctioneer) & ~s.barred
    s.last_call = s.options[state.AUCTION] == state.RAISE_OR_PASS  # MI-R13: always on there
    then(s, (step(state.BIDDING),))


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
        tell(s, state.ALL_PASSED)
        then(s, (ask(state.TAKE, s.auctioneer),))  # MI-28
    elif s.high != NONE and (s.bidders == 1 << s.high or s.players == 2):  # MI-18 MI-31 MI-32
        tell(s, state.WON, s.high, s.price)
        then(s, (ask(state.DECIDE, s.auctioneer),))  # MI-20
    elif s.options[state.AUCTION] == state.LIVE and s.players > 2:
        then(s, (ask_several(state.BID, s.bidders),))  # MI-14: at any moment, without turns
    else:
        then(s, (ask(state.BID, next_bidder(s)), step(state.BIDDING)))


@kernel
def is_live(s):
    return s.options[state.AUCTION] == state.LIVE and s.players > 2


@kernel
def offer(s, p, price):
    """MI-15 MI-16: one price for the whole lot, higher than the last."""
    tell(s, state.OFFERED, p, price, s.high == p)
    s.high = p
    s.price = price
    s.quiet = 0
    s.last_call = s.options[state.AUCTION] == state.RAISE_OR_PASS
    s.last = p


@kernel
def look_for_silence(s):
    """MI-R13: one silent circle brings on the last call."""
    if s.quiet >= count_bits(int(s.bidders)):
        s.last_call = True


@kernel
def answer_bid(s, p, a):
    if a == state.PASS:
        s.bidders &= ~(1 << p)  # MI-17
        tell(s, state.PASSED, p)
    elif a == state.HOLD or a == state.STAND:
        s.quiet += 1
        tell(s, state.HELD, p, a == state.STAND)
    else:
        offer(s, p, state.PART[a, 0])
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
        s.agenda[i, 0] = state.BIDDING
        s.agenda[i, 1] = 0


@kernel
def hammer(s):
    """MI-R13 live: time is up, all but the highest bidder have passed."""
    s.bidders = 1 << s.high if s.high != NONE else 0
    tell(s, state.HAMMERED)
    for i in range(s.agenda_size):
        if s.agenda[i, 0] == state.BID:
            close_live(s, i)


@kernel
def decide(s, p, a):
    """MI-20: sell to the highest bidder, or buy from them, both at the final price."""
    if a == state.SELL:
        s.news += s.options[state.RENEGE] == state.RULEBOOK  # MI-R9: the test is made only now, and its outcome is seen
        if means(s, s.high, state.FOR_LOT) < s.price:  # MI-19 MI-33
            renege(s)
            return
        tell(s, state.SOLD, p, s.high, s.price)
        trade(s, int(s.high), p, int(s.price))  # MI-21
    else:
        tell(s, state.BOUGHT, p, s.high, s.price)
        trade(s, p, int(s.high), int(s.price))  # MI-22


@kernel
def renege(s):
    """MI-19 MI-R10: the same lot again without that player; with two players it counts as a pass (MI-33)."""
    tell(s, state.RENEGED, s.high)
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
            ask(state.PAY, payer, price, purpose_code(state.FOR_LOT, payee)),
            step(state.STORE, payee, state.PAYMENT),
            step(state.STORE, payer, state.WHOLE_LOT),
            step(state.SELLING, payer),  # MI-41: the buyer first
            step(state.SELLING, payee),
        ),
    )


@kernel
def take_lot(s, p):
    """MI-28 MI-R47: the auctioneer takes what everybody passed on, and what is paid is the price."""
    tell(s, state.TOOK, p)
    then(
        s,
        (
            ask(state.PAY, p, s.options[state.ALLPASS_MIN], purpose_code(state.FOR_ALLPASS, state.NOBODY)),
            step(state.STORE, p, state.WHOLE_LOT),
            step(state.SELLING, p),
        ),
    )
