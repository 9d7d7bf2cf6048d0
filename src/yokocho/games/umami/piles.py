"""Hands, areas, the Trash and the deck: how single cards move (UM-15, UM-31, UM-32)."""

from __future__ import annotations

from yokocho.core.agenda import tell
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.core.rng import shuffle
from yokocho.games.umami import state
from yokocho.games.umami.components import FACES


@kernel
def add_to_hand(s, p, card):
    """Keeps the hand sorted: the order in which cards came is nobody's business."""
    i = int(s.hand_size[p])
    while i > 0 and s.hand[p, i - 1] > card:
        s.hand[p, i] = s.hand[p, i - 1]
        i -= 1
    s.hand[p, i] = card
    s.hand_size[p] += 1


@kernel
def leave_hand(s, p, card):
    i = 0
    while s.hand[p, i] != card:
        i += 1
    n = int(s.hand_size[p]) - 1
    for j in range(i, n):
        s.hand[p, j] = s.hand[p, j + 1]
    s.hand[p, n] = NONE
    s.hand_size[p] = n
    if s.held[card] > 0:  # UM-32: it may be one of the cards held at the last reshuffle; a careful player remembers
        s.spent[p, card] += 1


@kernel
def leave_area(s, card):
    """UM-15: the gap stays until the end of the turn."""
    i = 0
    while s.area[i] != card:
        i += 1
    n = int(s.area_size) - 1
    for j in range(i, n):
        s.area[j] = s.area[j + 1]
    s.area[n] = NONE
    s.area_size = n


@kernel
def trash(s, card):
    s.trash[card] += 1
    s.trash_size += 1


@kernel
def reshuffle(s):
    """UM-32: the Trash becomes the new Ingredient deck. The hands together are now what nobody has seen: public
    memory starts anew.
    """
    if s.trash_size == 0:  # UM-R14: deck and Trash both empty, nothing can be drawn
        return
    n = 0
    for card in range(FACES):
        for _ in range(s.trash[card]):
            s.deck[n] = card
            n += 1
        s.trash[card] = 0
        s.held[card] = 0
    s.deck_size = n
    s.trash_size = 0
    shuffle(s, s.deck, n)
    for p in range(s.players):
        s.kept_size[p] = s.hand_size[p]
        for i in range(state.HAND):
            s.kept[p, i] = s.hand[p, i]
        for i in range(s.hand_size[p]):
            s.held[s.hand[p, i]] += 1
        for card in range(FACES):
            s.spent[p, card] = 0
    tell(s, state.RESHUFFLED, n)


@kernel
def top_card(s):
    """The top card of the Ingredient deck, now known to somebody; NONE when there is no card anywhere (UM-R14)."""
    if s.deck_size == 0:
        reshuffle(s)  # UM-R15: at the latest when a card is needed
    if s.deck_size == 0:
        return NONE
    s.deck_size -= 1
    card = int(s.deck[s.deck_size])
    s.deck[s.deck_size] = NONE
    s.news += 1
    return card


@kernel
def renew_deck(s):
    """UM-R15: the moment the deck is empty, once its last card has come to rest."""
    if s.deck_size == 0 and s.options[state.RESHUFFLE] == state.WHEN_EMPTY:
        reshuffle(s)


@kernel
def draw_to_hand(s, p):
    card = top_card(s)
    if card == NONE:
        return False
    add_to_hand(s, p, card)
    renew_deck(s)
    return True


@kernel
def draw_to_area(s):
    card = top_card(s)
    if card == NONE:
        return NONE
    s.area[s.area_size] = card
    s.area_size += 1
    renew_deck(s)
    return card
