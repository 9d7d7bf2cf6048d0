"""Points and places (UM-42, UM-43)."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.umami import components as kit
from yokocho.games.umami.state import DISH, DISHES


@kernel
def icons_in_set(s, p, icon):
    """How often an icon lies under the Favorites of a seat."""
    n = 0
    for d in range(DISHES):
        if s.favorite_on[p, d] != NONE:
            for i in range(DISH):
                n += s.dish[p, d, i] % kit.ICONS == icon
    return n


@kernel
def favorites_of(s, p):
    """Stars on the Favorites themselves: one each."""
    n = 0
    for d in range(DISHES):
        if s.favorite_on[p, d] != NONE:
            n += kit.FAVORITE_STARS[s.favorite_on[p, d]]
    return n


@kernel
def score(s, p):
    """UM-42: Stars on Favorites and on the Ingredients under them; everything else counts nothing."""
    return favorites_of(s, p) + icons_in_set(s, p, kit.STAR)


@kernel
def standing(s, p):
    """UM-43: points, then Blossoms in Set Dishes; equal in both shares the better place."""
    return score(s, p) * 64 + icons_in_set(s, p, kit.BLOSSOM)
