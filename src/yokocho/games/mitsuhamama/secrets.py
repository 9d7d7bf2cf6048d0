"""Who knows what (the only door out), and how the unknown may be dealt.

Payments open to all (MI-R18): everybody knows the starting hands and has seen every card move, so hands can be worked
out and only the dice to come are hidden. Payments closed to third players (MI-R48): of seats that ever had such a
payment with each other, a third player knows the cards they hold together, not who holds which. But everybody knows
that whoever is paying can finish, and that the highest bidder can pay, unless bids may be too high (MI-R9, MI-R11).
"""

from __future__ import annotations

from yokocho.core.agenda import row_of
from yokocho.core.kernel import kernel
from yokocho.core.record import UNKNOWN
from yokocho.core.rng import below
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.components import DENOMINATIONS, KINDS, VALUE
from yokocho.games.mitsuhamama.money import payee_of, purpose_of, shortage

TRIES = 60  # to find hands that are possible, or laid cards that a payment could begin with
SWAPS = 300  # to make hands possible that are not


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
    """Is q laying down cards that p may not see? Those for a hire are public, also while a lot has yet to be paid."""
    i = row_of(s, q)
    if s.laid_size[q] == 0 or i < 0 or purpose_of(s.agenda[i, 3]) != state.FOR_LOT:
        return False
    return payee_of(s.agenda[i, 3]) != p


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
def any_card(s, q, size):
    """One of so many cards in a hand, at random."""
    i = below(s.rng, size)
    d = 0
    while i >= s.hand[q, d]:
        i -= s.hand[q, d]
        d += 1
    return d


@kernel
def deal_group(s, q, group):
    """A group gets its cards at random out of what it holds together, which stands at its first seat, q."""
    total = 0
    for d in range(DENOMINATIONS):
        total += s.hand[q, d]
    for r in range(q + 1, s.players):
        if group >> r & 1:
            for d in range(DENOMINATIONS):
                s.hand[r, d] = 0
            for _ in range(held(s, r)):
                d = any_card(s, q, total)
                s.hand[q, d] -= 1
                s.hand[r, d] += 1
                total -= 1


@kernel
def split(s, q, at_random):
    """Lays down as many cards as lie there: some of the hand, or its largest ones, which do if any do."""
    for d in range(DENOMINATIONS):
        s.laid[q, d] = 0
    for n in range(s.laid_size[q]):
        d = DENOMINATIONS - 1
        if at_random:
            d = any_card(s, q, s.hand_size[q] + s.laid_size[q] - n)
        else:
            while s.hand[q, d] == 0:
                d -= 1
        s.hand[q, d] -= 1
        s.laid[q, d] += 1


@kernel
def unsplit(s, q):
    for d in range(DENOMINATIONS):
        s.hand[q, d] += s.laid[q, d]
        s.laid[q, d] = UNKNOWN


@kernel
def group_shortage(s, group):
    """What the seats of a group lack to go on as they must; 0 if these hands are possible."""
    short = 0
    for q in range(s.players):
        if group >> q & 1:
            unseen = s.laid[q, 0] == UNKNOWN
            if unseen:
                split(s, q, False)
            short += shortage(s, q)
            if unseen:
                unsplit(s, q)
    return short


@kernel
def swap(s, q, d, r, e):
    """Seat q gives a card d to seat r for a card e."""
    s.hand[q, d] -= 1
    s.hand[r, d] += 1
    s.hand[r, e] -= 1
    s.hand[q, e] += 1


@kernel
def mend(s, group):
    """Swaps cards of a group at random, but not for the worse, until the hands are possible. Are they?"""
    short = group_shortage(s, group)
    for _ in range(SWAPS):
        if short == 0:
            break
        q = below(s.rng, s.players)
        r = below(s.rng, s.players)
        if group >> q & 1 and group >> r & 1 and held(s, q) > 0 and held(s, r) > 0:
            d = any_card(s, q, held(s, q))
            e = any_card(s, r, held(s, r))
            swap(s, q, d, r, e)
            now = group_shortage(s, group)
            if now > short:
                swap(s, r, d, q, e)
            else:
                short = now
    return short == 0


@kernel
def imagine_hands(s, q, group):
    """A group gets hands that are possible: as they are dealt, or mended where those dealt seldom are."""
    deal_group(s, q, group)
    for _ in range(TRIES):
        if group_shortage(s, group) == 0:
            return
        pool_group(s, q, group)
        deal_group(s, q, group)
    for _ in range(TRIES):
        if mend(s, group):
            return
        pool_group(s, q, group)
        deal_group(s, q, group)


@kernel
def imagine_laid(s, q):
    for _ in range(TRIES):
        split(s, q, True)
        if shortage(s, q) == 0:
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
