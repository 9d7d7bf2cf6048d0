"""What can be had in Wok and Roll, for whoever asks what it is worth: each once on every sheet."""

from __future__ import annotations

from yokocho.core.game import Pieces
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state

PIECES = (
    Pieces("Servings", kit.SERVING_IDS, once=True),
    Pieces("Skills", [str(kit.SYMBOLS[i]["name"]) for i in range(kit.INGREDIENTS)], once=True),
    Pieces("Bonuses at the end", kit.RECTANGLE_IDS, once=True),
)
SKILLS = len(kit.SERVING_IDS)
BONUSES = SKILLS + kit.INGREDIENTS


@kernel
def piece(s, p, a):
    """The serving, skill or bonus that an action is about."""
    verb = state.VERB[a]
    if verb == state.COOK:
        return state.PART[a, 0]
    if verb == state.SKILL:
        return SKILLS + state.PART[a, 0]
    if verb == state.BONUS:
        return BONUSES + state.PART[a, 0]
    return NONE
