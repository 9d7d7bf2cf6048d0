"""Money at the end (MI-53, MI-54)."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama.money import cash, laid_value


@kernel
def income(s, p):
    """MI-46 MI-53: the prices of the spaces with own cubes."""
    n = 0
    for r in range(kit.RESTAURANTS):
        for i in range(kit.MOST_SPACES):
            if s.space[r, i] == p:
                n += kit.LADDER[r, s.face[r], i]
    return n


@kernel
def fish_of(s, p):
    """MI-9 MI-53: a thousand each."""
    n = 0
    for k in range(kit.KINDS):
        n += s.stock[p, k]
    return n


@kernel
def score(s, p):
    """MI-53: cards, fish, spaces; unhired or idle cubes are worth nothing (MI-R45). MI-54 MI-R50: the highest wins, and
    ties share the better place.
    """
    return cash(s, p) + laid_value(s, p) + fish_of(s, p) + income(s, p)
