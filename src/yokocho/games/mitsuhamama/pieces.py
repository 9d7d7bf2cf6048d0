"""What can be had in Mitsuhamama, for whoever asks what it is worth: restaurants by face, and lots by their kinds."""

from __future__ import annotations

from yokocho.core.game import Pieces
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state

FACES = 2
PIECES = (
    Pieces("Restaurants served", [f"{name} {face}" for name in kit.NAMES for face in "ab"]),
    Pieces("Lots auctioned, by kind", kit.KIND_SETS),
)
LOTS = FACES * kit.RESTAURANTS


@kernel
def piece(s, p, a):
    """The restaurant, with the face that lies up, or the kinds of the lot."""
    verb = state.VERB[a]
    if verb == state.SERVE_AT:
        return state.PART[a, 0] * FACES + s.face[state.PART[a, 0]]
    if verb == state.PICK:
        return LOTS + state.PART[a, 0]
    return NONE
