"""Dishes as they lie: free slots, open ones, how many Ingredients (UM-11, UM-12, UM-17)."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.umami.state import (
    DISHES,
)


@kernel
def first_free(s, p):
    """UM-R39: a new Dish takes the lowest free slot; NONE when there are five already (UM-12)."""
    for d in range(DISHES):
        if s.dish_size[p, d] == 0:
            return d
    return NONE


@kernel
def is_open(s, p, d):
    """A Dish that is there and not Set (UM-17)."""
    return s.dish_size[p, d] > 0 and s.favorite_on[p, d] == NONE


@kernel
def has_open_dish(s, p):
    for d in range(DISHES):
        if is_open(s, p, d):
            return True
    return False


@kernel
def in_dishes(s, p):
    """UM-34 UM-R12: all Ingredients in all Dishes of a player, Set and unset."""
    n = 0
    for d in range(DISHES):
        n += s.dish_size[p, d]
    return n
