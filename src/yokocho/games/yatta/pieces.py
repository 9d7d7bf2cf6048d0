"""What can be chosen in YATTA!, for whoever asks what it is worth."""

from __future__ import annotations

from yokocho.core.game import Pieces
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state

PIECES = (
    Pieces("Tiles inserted", [face.replace("_", " ") for face in kit.FACES]),
    Pieces("Foods on the menu", kit.FOODS),
    Pieces("Special tokens", [token.replace("_", " ") for token in kit.TOKEN_KINDS]),
    Pieces("Spaces of the reputation board", kit.CELL_NAMES, once=True),
)
FOOD = len(kit.FACES)
TOKEN = FOOD + kit.COLOURS
SPACE = TOKEN + kit.TOKENS


@kernel
def piece(s, p, a):
    """The tile, food, token or space that an action is about."""
    verb = state.VERB[a]
    if verb == state.INSERT_TILE:
        return state.PART[a, 0]
    if verb == state.PICK_FOOD or verb == state.ADD_FOOD:
        return FOOD + state.PART[a, 0]
    if verb == state.TAKE_TOKEN:
        return TOKEN + state.PART[a, 0]
    if verb == state.PUT_ON or verb == state.PUT_ANYWHERE:
        return SPACE + state.PART[a, 0]
    return NONE
