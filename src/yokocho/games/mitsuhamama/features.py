"""Numbers for learning, from a masked state: auction, restaurants, own hand, then each seat, the looking one first."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.core.observing import Part, by_seat, observe_question, part_of, question_parts
from yokocho.core.record import NONE
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.advice import margin, missing, stock_of
from yokocho.games.mitsuhamama.market import all_placed, placed, stands_at
from yokocho.games.mitsuhamama.money import means
from yokocho.games.mitsuhamama.secrets import known_cash
from yokocho.games.mitsuhamama.state import SEATS

QUESTIONS = state.RECALL + 1  # kinds of question
NUMBERS = 6
LONG = 50  # days
RICH = 100  # thousands of yen
MANY = 20  # cards of one denomination, or in a hand
PIPS = 6

OBSERVATION = [
    *question_parts(SEATS, QUESTIONS),
    Part("day, cubes placed, last bid, last call, silent seats, own means", NUMBERS),
    Part("auctioneer", SEATS),
    Part("highest bidder", SEATS),
    Part("who acted last", SEATS),
    Part("dice", kit.KINDS),
    Part("kinds on offer", kit.KINDS),
    Part("fish on their way", kit.KINDS, high=MANY * PIPS),
    Part("fish chosen", kit.KINDS),
    Part("money out of the game", kit.DENOMINATIONS),
    Part("own hand", kit.DENOMINATIONS),
    Part("faces of restaurants", kit.RESTAURANTS),
    Part("restaurant being served", kit.RESTAURANTS),
    Part("what the next space pays beyond the fish", kit.RESTAURANTS, low=-1),
    Part("spaces", (kit.RESTAURANTS, kit.MOST_SPACES, SEATS)),
    *by_seat(
        SEATS,
        Part("cash as far as known, cards, cubes, cubes placed", 4),
        Part("bids, is out for reneging, may sell", 3),
        Part("warehouses", kit.KINDS),
        Part("fish that each demand lacks", kit.RESTAURANTS),
        Part("stands at restaurants", kit.RESTAURANTS),
        Part("cards laid down", kit.DENOMINATIONS),
        Part("fish laid down", kit.KINDS),
    ),
]


@kernel
def observe_seat_number(s, me, q, out, k):
    """A seat as one of those around the table; none at all for NONE. Returns where the next part begins."""
    if q != NONE:
        out[k + (q - me) % s.players] = 1
    return k + SEATS


@kernel
def observe_auction(s, p, out, k):
    me = max(p, 0)
    out[k] = part_of(s.day, LONG)
    out[k + 1] = all_placed(s) / (kit.RESTAURANTS * kit.MOST_SPACES)
    out[k + 2] = part_of(s.price, kit.MOST_BID)
    out[k + 3] = s.last_call
    out[k + 4] = part_of(s.quiet, SEATS)
    out[k + 5] = part_of(means(s, p, state.FOR_LOT), kit.MOST_BID) if p >= 0 else 0.0
    k = observe_seat_number(s, me, s.auctioneer, out, k + NUMBERS)
    k = observe_seat_number(s, me, s.high, out, k)
    k = observe_seat_number(s, me, s.last, out, k)
    for kind in range(kit.KINDS):
        out[k + kind] = s.dice[kind] / PIPS
        out[k + kit.KINDS + kind] = s.lot >> kind & 1
        out[k + 2 * kit.KINDS + kind] = s.arriving[kind]
        out[k + 3 * kit.KINDS + kind] = s.given[kind] / kit.CAPACITY
    k += 4 * kit.KINDS
    for d in range(kit.DENOMINATIONS):
        out[k + d] = part_of(s.out[d], MANY)
        if p >= 0:
            out[k + kit.DENOMINATIONS + d] = part_of(s.hand[p, d], MANY)
    return k + 2 * kit.DENOMINATIONS


@kernel
def observe_restaurants(s, p, out, k):
    for r in range(kit.RESTAURANTS):
        out[k + r] = s.face[r]
        out[k + kit.RESTAURANTS + r] = s.serving == r
        out[k + 2 * kit.RESTAURANTS + r] = part_of(margin(s, max(p, 0), r), RICH)
    k += 3 * kit.RESTAURANTS
    for r in range(kit.RESTAURANTS):
        for i in range(kit.MOST_SPACES):
            k = observe_seat_number(s, max(p, 0), s.space[r, i], out, k)
    return k


@kernel
def observe_seat(s, q, out, k):
    out[k] = part_of(known_cash(s, q), RICH)
    out[k + 1] = part_of(s.hand_size[q], MANY)
    out[k + 2] = s.cubes[q] / kit.MOST_CUBES
    out[k + 3] = placed(s, q) / kit.MOST_CUBES
    out[k + 4] = s.bidders >> q & 1
    out[k + 5] = s.barred >> q & 1
    out[k + 6] = s.may_sell >> q & 1
    k += 7
    for kind in range(kit.KINDS):
        out[k + kind] = s.stock[q, kind] / kit.CAPACITY
    k += kit.KINDS
    for r in range(kit.RESTAURANTS):
        out[k + r] = part_of(missing(s, r, stock_of(s, q)), 2 * kit.CAPACITY)
        out[k + kit.RESTAURANTS + r] = stands_at(s, q, r)
    k += 2 * kit.RESTAURANTS
    for d in range(kit.DENOMINATIONS):
        out[k + d] = part_of(max(s.laid[q, d], 0), MANY)  # those of others may be unknown
    k += kit.DENOMINATIONS
    for kind in range(kit.KINDS):
        out[k + kind] = s.laid_fish[q, kind] / kit.CAPACITY
    return k + kit.KINDS


@kernel
def observe(s, p, out):
    k = observe_question(s, p, SEATS, QUESTIONS, out)
    k = observe_auction(s, p, out, k)
    k = observe_restaurants(s, p, out, k)
    for i in range(s.players):
        k = observe_seat(s, (max(p, 0) + i) % s.players, out, k)
