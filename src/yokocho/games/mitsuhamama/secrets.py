"""Who knows what (the only door out), and how the unknown may be dealt.

Payments open to all (MI-R18): everybody knows the starting hands and has seen every card move, so hands can be worked
out and only the dice to come are hidden. Payments closed to third players (MI-R48): of seats that ever had such a
payment with each other, a third player knows the cards they hold together, not who holds which.
"""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.core.record import UNKNOWN
from yokocho.core.rng import below
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.components import DENOMINATIONS, KINDS, VALUE
from yokocho.games.mitsuhamama.money import can_finish, laid_value, payee_of, purpose_of

TRIES = 60  # to find laid cards that a payment could begin with
PLENTY = 1000


@kernel
def partners(s, q, p):
    """The seats whose cards seat p cannot tell from q's, q included, as bits (MI-R48)."""
    group = 1 << q
    for _ in range(state.SEATS):
        for r in range(s.players):
            if group >> r & 1:
                group |= s.closed[r] if p < 0 else s.closed[r] & ~(1 << p)  # what p was party to, p has seen
    return group


@kernel
def lays_closed(s, q, p):
    """Is q laying down cards that p may not see?"""
    if s.laid_size[q] == 0:
        return False
    for i in range(s.agenda_size):
        if s.agenda[i, 0] == state.PAY and s.agenda[i, 1] >> q & 1 and purpose_of(s.agenda[i, 3]) == state.FOR_LOT:
            return payee_of(s.agenda[i, 3]) != p
    return False


@kernel
def pool_group(s, q, group):
    """What a group holds together is known: it stands at its first seat, and the others are unknown."""
    if group & ((1 << q) - 1):  # q is not the first
        return
    for r in range(q + 1, s.players):
        if group >> r & 1:
            for d in range(DENOMINATIONS):
                if s.hand[r, d] != UNKNOWN:
                    s.hand[q, d] += s.hand[r, d]
                s.hand[r, d] = UNKNOWN


@kernel
def mask(s, p):
    for i in range(4):
        s.rng[i] = 0
    for k in range(KINDS):
        s.next_dice[k] = 0
    if s.options[state.VISIBILITY] != state.TO_PARTIES or s.finished != state.RUNNING:
        return
    for q in range(s.players):
        if q == p:
            continue
        if lays_closed(s, q, p) and s.laid[q, 0] != UNKNOWN:
            for d in range(DENOMINATIONS):
                s.hand[q, d] += s.laid[q, d]  # together they are known, if anything is
                s.laid[q, d] = UNKNOWN
    for q in range(s.players):
        if q != p:
            pool_group(s, q, partners(s, q, p))
    for i in range(s.events_size):
        if (
            s.events[i, 0] == state.LAID_CARD
            and s.events[i, 3] != state.NOBODY
            and s.events[i, 1] != p
            and s.events[i, 3] != p
        ):
            s.events[i, 2] = UNKNOWN


@kernel
def held(s, q):
    """Cards in hand, and those laid down unseen."""
    return s.hand_size[q] + (s.laid_size[q] if s.laid[q, 0] == UNKNOWN else 0)


@kernel
def imagine_hands(s, q, group):
    """A group gets its cards at random out of what it holds together."""
    total = 0
    for d in range(DENOMINATIONS):
        total += s.hand[q, d]
    for r in range(q + 1, s.players):
        if group >> r & 1:
            for d in range(DENOMINATIONS):
                s.hand[r, d] = 0
            for _ in range(held(s, r)):
                i = below(s.rng, total)
                d = 0
                while i >= s.hand[q, d]:
                    i -= s.hand[q, d]
                    d += 1
                s.hand[q, d] -= 1
                s.hand[r, d] += 1
                total -= 1


@kernel
def split(s, q, at_random):
    """Lays down as many cards as lie there: some of the hand, or its largest ones, which can always be gone on with."""
    for d in range(DENOMINATIONS):
        s.laid[q, d] = 0
    for n in range(s.laid_size[q]):
        d = DENOMINATIONS - 1
        if at_random:
            i = below(s.rng, s.hand_size[q] + s.laid_size[q] - n)
            d = 0
            while i >= s.hand[q, d]:
                i -= s.hand[q, d]
                d += 1
        else:
            while s.hand[q, d] == 0:
                d -= 1
        s.hand[q, d] -= 1
        s.laid[q, d] += 1


@kernel
def unsplit(s, q):
    for d in range(DENOMINATIONS):
        s.hand[q, d] += s.laid[q, d]
        s.laid[q, d] = 0


@kernel
def is_possible(s, q):
    """Could the payment have begun with the cards that lie there, and still be finished?"""
    for i in range(s.agenda_size):
        if s.agenda[i, 0] == state.PAY and s.agenda[i, 1] >> q & 1 and purpose_of(s.agenda[i, 3]) == state.FOR_LOT:
            top = 0
            while s.laid[q, top] == 0:
                top += 1
            kind = 0
            for k in range(KINDS):
                if s.laid_fish[q, k] > 0:
                    kind = k
                    top = -1
            return can_finish(s, q, state.FOR_LOT, s.agenda[i, 2] - laid_value(s, q), top, kind, PLENTY)
    return True


@kernel
def imagine_laid(s, q):
    for _ in range(TRIES):
        split(s, q, True)
        if is_possible(s, q):
            return
        unsplit(s, q)
    split(s, q, False)


@kernel
def imagine(s, p):
    if s.options[state.VISIBILITY] != state.TO_PARTIES or s.finished != state.RUNNING:
        return
    for q in range(s.players):
        group = partners(s, q, p)
        if q != p and not group & ((1 << q) - 1) and group != 1 << q:
            imagine_hands(s, q, group)
    for q in range(s.players):
        if s.laid[q, 0] == UNKNOWN:
            imagine_laid(s, q)


@kernel
def known_cash(s, q):
    """What a seat's hand is worth as far as it is known; unknown cards count as five thousand each."""
    n = 0
    cards = 0
    for d in range(DENOMINATIONS):
        n += VALUE[d] * s.hand[q, d]
        cards += s.hand[q, d]
    return n if cards == s.hand_size[q] else 5 * s.hand_size[q]
