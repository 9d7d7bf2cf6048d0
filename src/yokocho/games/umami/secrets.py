"""Who knows what (the only door out), and how the unknown may be dealt.

Hidden are the hands and secret Favorites of the others, the order of both decks, and the Favorites in the box.
Everything else is open: Dishes, areas, the Trash (UM-R31), refusals, a card on its way. A reshuffle leaves a public
memory: what all hands held together at that moment, and so the new deck as a known multiset.
"""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.core.record import NONE, UNKNOWN
from yokocho.core.rng import below, mingle
from yokocho.games.umami.components import FACES, FAVORITES
from yokocho.games.umami.pools import EMPTY, EVERYTHING, count, one, pick, seen_by, size
from yokocho.games.umami.state import UNSEEN

TRIES = 40  # for one seat, and for all seats together, to find a past that fits


@kernel
def mask(s, p):
    for i in range(4):
        s.rng[i] = 0
    for q in range(s.players):
        if q != p:
            for i in range(s.hand_size[q]):
                s.hand[q, i] = UNKNOWN
            for i in range(s.kept_size[q]):
                s.kept[q, i] = UNKNOWN
            if s.secret[q] != NONE:
                s.secret[q] = UNKNOWN
    for i in range(s.deck_size):
        s.deck[i] = UNKNOWN
    for i in range(s.favorites_deck_size):
        s.favorites_deck[i] = UNKNOWN


@kernel
def imagine_favorites(s, p):
    """The Favorites nobody has shown, at random over the others' secrets, the deck and the box."""
    pile = s.favorites_deck
    n = 0
    for f in range(FAVORITES):
        if s.whereabouts[f] == UNSEEN and not (p >= 0 and s.secret[p] == f):
            pile[n] = f
            n += 1
    mingle(s.rng, pile, n)
    for q in range(s.players):
        if s.secret[q] == UNKNOWN:
            n -= 1
            s.secret[q] = pile[n]
    for i in range(s.favorites_deck_size, FAVORITES):
        pile[i] = NONE


@kernel
def guess_spent(s, q, old, new):
    """Which of the cards that left hand q since the reshuffle were old ones? A face of both pools may have come from
    either.

    Notes the old ones as kept and returns the pools without the cards and the number of old ones; -1 if they do not
    fit the sizes of the hand then and now.
    """
    n = 0
    for card in range(FACES):
        for _ in range(s.spent[q, card]):
            chances = count(old, card)
            if below(s.rng, chances + count(new, card)) < chances:
                if n == s.kept_size[q]:
                    return old, new, -1
                s.kept[q, n] = card
                n += 1
                old -= one(card)
            else:
                new -= one(card)
    if s.kept_size[q] - n > s.hand_size[q]:
        return old, new, -1
    return old, new, n


@kernel
def guess_all_spent(s, p, old, new):
    """The same for every hand but p's, until it fits, and whether it did. What was kept and is still there is left
    unknown.
    """
    for _ in range(TRIES):
        rest_old = old
        rest_new = new
        fitting = True
        for q in range(s.players):
            if q == p or s.kept_size[q] == 0:
                continue
            n = -1
            for _ in range(TRIES):
                next_old, next_new, n = guess_spent(s, q, rest_old, rest_new)
                if n >= 0:
                    rest_old = next_old
                    rest_new = next_new
                    break
            if n < 0:
                fitting = False
                break
            for i in range(n, s.kept_size[q]):
                s.kept[q, i] = UNKNOWN
        if fitting:
            return rest_old, rest_new, True
    return old, new, False


@kernel
def sort(cards, n):
    for i in range(1, n):
        card = cards[i]
        j = i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@kernel
def imagine_hands(s, p):
    """UM-32: hands and deck from the two pools a careful player can tell apart.

    `old`: in a hand ever since the last reshuffle. `new`: from the present deck. Before the first reshuffle there are
    no old cards.
    """
    old = EMPTY
    for card in range(FACES):
        old += one(card) * s.held[card]
    if p >= 0:
        for i in range(s.kept_size[p]):
            old -= one(s.kept[p, i])
    new = EVERYTHING - seen_by(s, p) - old
    for q in range(s.players):
        if q != p:
            for card in range(FACES):
                new += one(card) * s.spent[q, card]
    old, new, fitting = guess_all_spent(s, p, old, new)
    if not fitting:  # no past was found: what is known of it is left aside
        new = EVERYTHING - seen_by(s, p)
        for q in range(s.players):
            if q != p:
                for i in range(s.kept_size[q]):
                    s.kept[q, i] = pick(s.rng, old, size(old))
                    old -= one(s.kept[q, i])
    for q in range(s.players):
        if q == p:
            continue
        n = 0
        for i in range(s.kept_size[q]):
            if s.kept[q, i] == UNKNOWN and n < s.hand_size[q]:  # kept and still there
                card = pick(s.rng, old, size(old))
                old -= one(card)
                s.kept[q, i] = card
                s.hand[q, n] = card
                n += 1
        for i in range(n, s.hand_size[q]):
            card = pick(s.rng, new, size(new))
            new -= one(card)
            s.hand[q, i] = card
        sort(s.hand[q], s.hand_size[q])
        sort(s.kept[q], s.kept_size[q])
    n = 0
    for card in range(FACES):
        for _ in range(count(new, card)):
            s.deck[n] = card
            n += 1
    mingle(s.rng, s.deck, n)


@kernel
def imagine(s, p):
    imagine_favorites(s, p)
    imagine_hands(s, p)
