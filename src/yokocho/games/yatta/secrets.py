"""Who knows what (the only door out). Everything lies open but the future: what will be drawn from the bag."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.yatta.state import PINNED, SEATS


@kernel
def mask(s, p):
    """YA-41 YA-10: chance to come, drawn by the generator or pinned by a position."""
    for i in range(4):
        s.rng[i] = 0
    for i in range(PINNED):
        s.next_figures[i] = NONE
    for i in range(SEATS):
        s.next_foods[i] = NONE


@kernel
def imagine(s, p):
    """Nothing that lies on the table is hidden: the fresh generator draws another future."""
