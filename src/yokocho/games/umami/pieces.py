"""What can be taken in Umami, for whoever asks what it is worth: Favorites, and Ingredients that lie open."""

from __future__ import annotations

from yokocho.core.game import Pieces
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.umami import components as kit
from yokocho.games.umami import state

PIECES = (
    Pieces("Favorites", [card.id() for card in kit.CARDS], once=True),  # with the signs of the profile "half"
    Pieces("Ingredients from the area or a rival", kit.FACE_CODES),
)
MOVED = kit.FAVORITES  # the first Ingredient


@kernel
def piece(s, p, a):
    """The Ingredient that an action takes from where all can see it."""
    verb = state.VERB[a]
    if verb == state.PLAY_AREA or verb == state.RESTOCK_AREA:
        return MOVED + state.PART[a, 0]
    if verb == state.STEAL_AREA:
        return MOVED + state.PART[a, 0] * kit.ICONS + kit.STEAL
    if verb == state.TAKE_CARD:
        card = s.dish[state.PART[a, 0], state.PART[a, 1], state.PART[a, 2]]
        return MOVED + card if card >= 0 else NONE
    return NONE


@kernel
def offered(s, p, out):
    """UM-16: the Favorites of the area, whose turn it may be."""
    n = 0
    for f in range(kit.FAVORITES):
        if s.whereabouts[f] == state.IN_AREA and not s.turned >> f & 1:
            out[n] = f
            n += 1
    return n


@kernel
def taken(s, p, out):
    """The Favorites that seat p won, from the area or from a player."""
    n = 0
    for i in range(s.events_size):
        event = s.events[i]
        if event[0] == state.WON and event[1] == p:
            out[n] = event[3]
            n += 1
        elif event[0] == state.WON_FROM and event[1] // state.DISHES == p:
            out[n] = event[2]
            n += 1
    return n
