"""Means and payments (MI-23 to MI-26): cards from the largest down, then fish kind by kind.

So any legal payment can be made, and none in two orders.
"""

from __future__ import annotations

import numpy as np

from yokocho.core.agenda import row_of
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state

PLENTY = 1000  # more than anybody has
REACH = 60  # sums beyond a price plus the largest card never matter


@kernel
def purpose_code(purpose, payee):
    """The second argument of a PAY row."""
    return purpose * (state.SEATS + 1) + payee


@kernel
def purpose_of(code):
    return code // (state.SEATS + 1)


@kernel
def payee_of(code):
    return code % (state.SEATS + 1)


@kernel
def cash(s, p):
    n = 0
    for d in range(kit.DENOMINATIONS):
        n += kit.VALUE[d] * s.hand[p, d]
    return n


@kernel
def may_pay_with(s, k, purpose):
    """MI-24 MI-R15: no fish of a kind in the lot; MI-R40: for a hire any; MI-R21: perhaps none after all passed."""
    if purpose == state.FOR_HIRE:
        return True
    if purpose == state.FOR_ALLPASS and s.options[state.ALLPASS_FISH] != state.YES:
        return False
    return not s.lot >> k & 1


@kernel
def means(s, p, purpose):
    """MI-R8 MI-R16 MI-R47: cards and payable fish, also those the payee cannot store (MI-37); not what is laid down."""
    n = cash(s, p)
    for k in range(kit.KINDS):
        if may_pay_with(s, k, purpose):
            n += s.stock[p, k]
    return n


@kernel
def owed_row(s, p):
    """The waiting payment of a seat, as a row; NONE when it owes nothing (MI-R11)."""
    for i in range(s.agenda_size):
        if s.agenda[i, 0] == state.PAY and s.agenda[i, 1] >> p & 1 and purpose_of(s.agenda[i, 3]) != state.FOR_HIRE:
            return i
    return NONE


@kernel
def hire_slack(s, p):
    """MI-R11: how much of the means a hire may use up. What is laid for the hire is gone from them already."""
    i = owed_row(s, p)
    if i != NONE:
        return means(s, p, purpose_of(s.agenda[i, 3])) - int(s.agenda[i, 2])
    if s.high == p and s.options[state.RENEGE] == state.FORBID:
        return means(s, p, state.FOR_LOT) - int(s.price)
    return PLENTY


@kernel
def guards(s, p, k):
    """MI-R11: is fish of this kind part of the means that must still cover a price?"""
    i = owed_row(s, p)
    return may_pay_with(s, k, purpose_of(s.agenda[i, 3]) if i != NONE else state.FOR_LOT)


@kernel
def can_finish(s, p, purpose, due, top, kind, slack):
    """Can ``due`` more be paid with cards of at most denomination ``top`` and fish from ``kind`` on,
    without using more than ``slack`` of what must cover another price?
    """
    if slack < 0:
        return False
    if due <= 0:
        return True
    bound = 0  # fish that the other price could not be paid with
    loose = 0  # fish that counts for both
    for k in range(kind, kit.KINDS):
        if may_pay_with(s, k, purpose):
            if purpose == state.FOR_HIRE and slack < PLENTY and not guards(s, p, k):
                bound += s.stock[p, k]
            else:
                loose += s.stock[p, k]
    if slack >= PLENTY:
        total = bound + loose
        for d in range(top + 1):
            total += kit.VALUE[d] * s.hand[p, d]
        return total >= due
    sums = np.int64(1)  # bit n: n can be made of cards
    for d in range(top + 1):
        for _ in range(s.hand[p, d]):
            sums |= sums << np.int64(kit.VALUE[d])
            sums &= (np.int64(1) << np.int64(REACH)) - 1
    for n in range(REACH):
        if sums >> np.int64(n) & 1 and n <= slack and n + bound + min(loose, slack - n) >= due:
            return True
    return False


@kernel
def laid_value(s, p):
    n = 0
    for d in range(kit.DENOMINATIONS):
        n += kit.VALUE[d] * s.laid[p, d]
    for k in range(kit.KINDS):
        n += s.laid_fish[p, k]
    return n


@kernel
def laid_items(s, p):
    n = int(s.laid_size[p])
    for k in range(kit.KINDS):
        n += s.laid_fish[p, k]
    return n


@kernel
def next_card(s, p):
    """The largest card that may be laid down next: none above the last one, and none after a fish (-1)."""
    if laid_items(s, p) > s.laid_size[p]:
        return -1
    for d in range(kit.DENOMINATIONS):
        if s.laid[p, d] > 0:
            return d
    return kit.DENOMINATIONS - 1


@kernel
def next_kind(s, p):
    """The first kind of fish that may be laid down next."""
    kind = 0
    for k in range(kit.KINDS):
        if s.laid_fish[p, k] > 0:
            kind = k
    return kind


@kernel
def list_items(s, p, price, purpose, out, n):
    """MI-23 MI-25 MI-R17: any item that leaves the payment possible; enough is enough whenever the payer says so."""
    due = price - laid_value(s, p)
    slack = hire_slack(s, p) if purpose == state.FOR_HIRE else PLENTY
    for d in range(next_card(s, p), -1, -1):
        if s.hand[p, d] > 0:
            s.hand[p, d] -= 1
            left = slack if slack >= PLENTY else slack - kit.VALUE[d]
            if can_finish(s, p, purpose, due - kit.VALUE[d], d, 0, left):
                out[n] = state.PAY_CARD + d
                n += 1
            s.hand[p, d] += 1
    for k in range(next_kind(s, p), kit.KINDS):
        if s.stock[p, k] > 0 and may_pay_with(s, k, purpose):
            s.stock[p, k] -= 1
            left = slack if slack >= PLENTY or not guards(s, p, k) else slack - 1
            if can_finish(s, p, purpose, due - 1, -1, k, left):
                out[n] = state.PAY_FISH + k
                n += 1
            s.stock[p, k] += 1
    if due <= 0 and slack >= 0:
        out[n] = state.PAID
        n += 1
    return n


@kernel
def shortage(s, p):
    """How much less a seat would have to owe, to be able to finish its payment, or to pay what it bid.

    0 with its true cards, since nobody gets into anything else (MI-R9, MI-R11), but not with any that are imagined.
    """
    purpose, due, slack = state.FOR_HIRE, 0, hire_slack(s, p)
    i = row_of(s, p)
    if i >= 0 and s.agenda[i, 0] == state.PAY:
        purpose = purpose_of(int(s.agenda[i, 3]))
        due = int(s.agenda[i, 2]) - laid_value(s, p)
        if purpose != state.FOR_HIRE:
            slack = PLENTY
    short = max(0, -slack)
    while not can_finish(s, p, purpose, due - short, next_card(s, p), next_kind(s, p), slack + short):
        short += 1
    return short


@kernel
def can_hire(s, p):
    """MI-50 MI-R11: once, and only if it can be paid for."""
    if s.cubes[p] >= kit.MOST_CUBES:
        return False
    return can_finish(s, p, state.FOR_HIRE, kit.HIRE_PRICE, kit.DENOMINATIONS - 1, 0, hire_slack(s, p))


@kernel
def lay_card(s, p, d):
    s.hand[p, d] -= 1
    s.hand_size[p] -= 1
    s.laid[p, d] += 1
    s.laid_size[p] += 1


@kernel
def lay_fish(s, p, k):
    s.stock[p, k] -= 1  # MI-39: a track that reaches 0 releases its cube
    s.laid_fish[p, k] += 1


@kernel
def hand_over(s, p, payee):
    """MI-26 MI-29 MI-51 MI-R22: cards go to the payee or out of the game; fish are on their way to them, or gone."""
    for d in range(kit.DENOMINATIONS):
        if payee == state.NOBODY:
            s.out[d] += s.laid[p, d]
        else:
            s.hand[payee, d] += s.laid[p, d]
            s.hand_size[payee] += s.laid[p, d]
        s.laid[p, d] = 0
    s.laid_size[p] = 0
    for k in range(kit.KINDS):
        if payee != state.NOBODY:
            s.arriving[k] = s.laid_fish[p, k]
        s.laid_fish[p, k] = 0


@kernel
def nothing_laid(s, p):
    return laid_items(s, p) == 0
