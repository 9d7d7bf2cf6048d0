"""What a bot should look at, out of all that is legal: few bids, payments without waste, hires and recalls where they
matter; and an end, as fish that are sold bring it nearer (MI-52).

A person may make any legal payment (MI-R17). Of the payments, a bot sees those that waste nothing and keep the most
useful change. A payment is looked at through its parts, so an item is offered if
it begins such a payment.
"""

from __future__ import annotations

import numpy as np

from yokocho.core.agenda import row_of
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.advice import SLOW, standing
from yokocho.games.mitsuhamama.market import can_serve, can_supply, next_space, stands_at
from yokocho.games.mitsuhamama.money import PLENTY, hire_slack, laid_items, may_pay_with, purpose_of

DIGIT = 6  # bits for the number of cards of one denomination in a packed set
REACH = 62  # amounts that are looked at when change is compared
NO_TOTAL = 10_000
MANY_SETS = 1000  # sets of cards that a hand has


@kernel
def cards_in(cards, d):
    return cards >> DIGIT * d & (1 << DIGIT) - 1


@kernel
def total_of(cards):
    n = 0
    for d in range(kit.DENOMINATIONS):
        n += kit.VALUE[d] * cards_in(cards, d)
    return n


@kernel
def next_set(s, p, cards):
    """The next set of cards out of hand and table, as a counter runs; 0 when all have been seen."""
    for d in range(kit.DENOMINATIONS):
        if cards_in(cards, d) < s.hand[p, d] + s.laid[p, d]:
            return cards + (np.int64(1) << np.int64(DIGIT * d))
        cards &= ~(((np.int64(1) << np.int64(DIGIT)) - 1) << np.int64(DIGIT * d))
    return np.int64(0)


@kernel
def smallest(cards):
    for d in range(kit.DENOMINATIONS):
        if cards_in(cards, d) > 0:
            return int(kit.VALUE[d])
    return 0


@kernel
def wastes_nothing(cards, price):
    """Cards alone: no card could be left out."""
    total = total_of(cards)
    return total >= price and (total == 0 or total - smallest(cards) < price)


@kernel
def least_total(s, p, price):
    """The smallest sum of cards alone that pays without waste."""
    best = NO_TOTAL
    cards = np.int64(0)
    while True:
        if wastes_nothing(cards, price):
            best = min(best, total_of(cards))
        cards = next_set(s, p, cards)
        if cards == 0:
            return best


@kernel
def change_left(s, p, cards):
    """The amounts that can be made exactly with what these cards leave, as bits."""
    sums = np.int64(1)
    for d in range(kit.DENOMINATIONS):
        for _ in range(s.hand[p, d] + s.laid[p, d] - cards_in(cards, d)):
            sums |= sums << np.int64(kit.VALUE[d])
            sums &= (np.int64(1) << np.int64(REACH)) - 1
    return sums


@kernel
def simpler(one, two):
    """Fewer cards, then larger ones."""
    n = 0
    for d in range(kit.DENOMINATIONS):
        n += cards_in(one, d) - cards_in(two, d)
    return n < 0 or (n == 0 and one > two)


@kernel
def is_dominated(s, p, cards, price):
    """Is there another set of the same sum, without waste either, that leaves better change? Out of a very large hand
    no such thing is looked for: it would take minutes.
    """
    sets = 1
    for d in range(kit.DENOMINATIONS):
        sets *= s.hand[p, d] + s.laid[p, d] + 1
    if sets > MANY_SETS:
        return False
    total = total_of(cards)
    left = change_left(s, p, cards)
    other = np.int64(0)
    while True:
        if other != cards and total_of(other) == total and (total < price or wastes_nothing(other, price)):
            better = change_left(s, p, other)
            if left & ~better == 0 and (better != left or simpler(other, cards)):
                return True
        other = next_set(s, p, other)
        if other == 0:
            return False


@kernel
def begins(s, p, cards, d):
    """Do these cards go on from what is laid, with one more of denomination d next (none for d < 0)?"""
    for e in range(kit.DENOMINATIONS):
        if e > d and cards_in(cards, e) != s.laid[p, e]:
            return False
        if e == d and cards_in(cards, e) <= s.laid[p, e]:
            return False
    return True


@kernel
def payable(s, p, purpose):
    n = 0
    for k in range(kit.KINDS):
        if may_pay_with(s, k, purpose):
            n += s.stock[p, k] + s.laid_fish[p, k]
    return n


@kernel
def good_card(s, p, price, purpose, d, least):
    """Does a payment worth looking at go on with a card of denomination d, or, for d < 0, with no more cards?"""
    fish = payable(s, p, purpose)
    cards = np.int64(0)
    while True:
        total = total_of(cards)
        fits = total < price and price - total <= fish
        if total >= price:
            fits = (total == least or total == least + 1) and wastes_nothing(cards, price)
        if fits and begins(s, p, cards, d) and not is_dominated(s, p, cards, price):
            return True
        cards = next_set(s, p, cards)
        if cards == 0:
            return False


@kernel
def is_breakpoint(s, p, k, left):
    """An amount at which a track is left with a purpose: empty, untouched, or just what a restaurant wants."""
    if left == 0 or left == s.stock[p, k] + s.laid_fish[p, k]:
        return True
    for r in range(kit.RESTAURANTS):
        if not stands_at(s, p, r):
            form = kit.FORM[r, s.face[r]]
            if form == kit.FIXED and kit.DEMAND[r, s.face[r], k] == left:
                return True
            if form == kit.SETS and kit.AMOUNT[r, s.face[r]] == left:
                return True
    return False


@kernel
def most_of(s, p, k, kind, purpose, due):
    """How many more fish of kind k may still be laid."""
    return min(due, int(s.stock[p, k])) if k >= kind and may_pay_with(s, k, purpose) else 0


@kernel
def pointless(s, p, k, purpose, n):
    """Would n more fish of this kind leave its track at an amount of no use?"""
    return may_pay_with(s, k, purpose) and not is_breakpoint(s, p, k, int(s.stock[p, k]) - n)


@kernel
def good_fish(s, p, due, purpose, kind):
    """Can ``due`` more fish from ``kind`` on leave at most one track at a pointless amount?"""
    for r in range(most_of(s, p, 0, kind, purpose, due) + 1):
        for y in range(most_of(s, p, 1, kind, purpose, due - r) + 1):
            for k in range(most_of(s, p, 2, kind, purpose, due - r - y) + 1):
                w = due - r - y - k
                if w <= most_of(s, p, 3, kind, purpose, w):
                    odd = int(pointless(s, p, 0, purpose, r)) + int(pointless(s, p, 1, purpose, y))
                    odd += int(pointless(s, p, 2, purpose, k)) + int(pointless(s, p, 3, purpose, w))
                    if odd <= 1:
                        return True
    return False


@kernel
def is_good_item(s, p, i, a, least):
    """MI-R17: does a payment without waste go on like this?"""
    price = int(s.agenda[i, 2])
    purpose = purpose_of(s.agenda[i, 3])
    laid = 0
    for d in range(kit.DENOMINATIONS):
        laid += kit.VALUE[d] * s.laid[p, d]
    fish = laid_items(s, p) - s.laid_size[p]
    if state.VERB[a] == state.PAY_CARD:
        return good_card(s, p, price, purpose, state.PART[a, 0], least)
    if state.VERB[a] != state.PAY_FISH:
        if fish > 0:
            return laid + fish == price
        return good_card(s, p, price, purpose, -1, least)
    k = state.PART[a, 0]
    if laid + fish >= price or (fish == 0 and not good_card(s, p, price, purpose, -1, least)):
        return False
    s.stock[p, k] -= 1
    s.laid_fish[p, k] += 1
    good = good_fish(s, p, price - laid - fish - 1, purpose, k)
    s.stock[p, k] += 1
    s.laid_fish[p, k] -= 1
    return good


@kernel
def is_good_bid(s, price):
    """D2: small steps, and jumps to what the fish alone are worth and a little more."""
    fish = 0
    for k in range(kit.KINDS):
        if s.lot >> k & 1:
            fish += s.dice[k]
    if s.players == 2:
        return price <= fish + 2
    step = price - s.price
    return step <= 3 or step == 5 or price == fish or price == fish * 5 // 4 or price == fish * 3 // 2


@kernel
def paid_at(s, p, r):
    """What an own employee at a restaurant brings at the end."""
    i = 0
    while s.space[r, i] != p:
        i += 1
    return kit.LADDER[r, s.face[r], i]


@kernel
def may_serve(s, p):
    for r in range(kit.RESTAURANTS):
        if can_serve(s, p, r):
            return True
    return False


@kernel
def is_behind(s, p):
    for q in range(s.players):
        if standing(s, q) > standing(s, p):
            return True
    return False


@kernel
def pays_back(s, p, back):
    """Would what arrives, with an employee from a restaurant to hold it, fill an order that brings more? MI-38 MI-43"""
    found = False
    for k in range(kit.KINDS):
        s.stock[p, k] += s.arriving[k]
    for r in range(kit.RESTAURANTS):
        i = next_space(s, r)
        if i != NONE and not stands_at(s, p, r) and can_supply(s, p, r):
            found = found or kit.LADDER[r, s.face[r], i] > paid_at(s, p, back)
    for k in range(kit.KINDS):
        s.stock[p, k] -= s.arriving[k]
    return found


@kernel
def is_good_recall(s, p, kind, r):
    """MI-47 MI-R41: before the game ends, who is behind may go on with the employee who brings least, but not for ever.
    Earlier a recall costs more than another kind in store brings, unless it fills an order at once.
    """
    if kind == state.KEEP:
        if s.day > SLOW or not pays_back(s, p, r):
            return False
    elif kind != state.RECALL or s.day > SLOW or not is_behind(s, p):
        return False
    for q in range(kit.RESTAURANTS):
        if stands_at(s, p, q) and paid_at(s, p, q) < paid_at(s, p, r):
            return False
    return True


@kernel
def sensible(s, p, actions, n):
    """Moves what a bot should look at to the front, and says how many there are; never none."""
    i = row_of(s, p)
    kind = s.agenda[i, 0]
    least = 0
    if kind == state.PAY:
        least = least_total(s, p, int(s.agenda[i, 2]))
    m = 0
    for j in range(n):
        a = int(actions[j])
        verb = state.VERB[a]
        good = True
        if a == state.HIRE:
            good = kind == state.KEEP or kind == state.SERVE or (kind == state.BID and s.price == 0)
        elif verb == state.RECALL_FROM:
            good = is_good_recall(s, p, kind, state.PART[a, 0])
        elif verb == state.OFFER:
            good = is_good_bid(s, state.PART[a, 0])
        elif kind == state.SERVE and a == state.DONE:
            good = s.day <= SLOW or not may_serve(s, p)
        elif kind == state.PAY and (purpose_of(s.agenda[i, 3]) != state.FOR_HIRE or hire_slack(s, p) >= PLENTY):
            good = is_good_item(s, p, i, a, least)
        if good:
            actions[j] = actions[m]
            actions[m] = a
            m += 1
    return m if m > 0 else n
