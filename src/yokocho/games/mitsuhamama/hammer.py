"""MI-R13: the countdown of a live auction."""

from __future__ import annotations

from collections.abc import Hashable

from yokocho.core.game import Hammer
from yokocho.core.record import State
from yokocho.games.mitsuhamama import state

BEFORE_A_BID, AFTER_A_BID = 20.0, 8.0  # seconds


def stage(s: State) -> tuple[Hashable, int]:
    """Every bid starts the countdown anew, and so does the auction after a renege."""
    return (int(s.day), int(s.barred), int(s.price)), int(s.price > 0)


def first(s: State, p: int, a: int) -> tuple[int, int]:
    """Of bids that arrive together the highest counts; equal ones in seat order from the auctioneer's left."""
    bid = int(state.PART[a, 0]) if state.VERB[a] == state.OFFER else 0
    return -bid, (p - int(s.auctioneer) - 1) % int(s.players)


HAMMER = Hammer((BEFORE_A_BID, AFTER_A_BID), stage, first)
