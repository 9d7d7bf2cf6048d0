"""Multisets of Ingredient faces in one number: two bits a face, since there are at most three copies of each."""

from __future__ import annotations

import numpy as np

from yokocho.core.kernel import kernel
from yokocho.core.rng import below
from yokocho.games.umami.components import COPIES, FACES
from yokocho.games.umami.state import DISHES

EMPTY = np.int64(0)
BITS_A_FACE = 2
MOST_COPIES = (1 << BITS_A_FACE) - 1
EVERYTHING = np.int64(sum(COPIES << BITS_A_FACE * card for card in range(FACES)))


@kernel
def one(card):
    """The pool of a single card; pools add and subtract like numbers."""
    return np.int64(1) << np.int64(BITS_A_FACE * np.int64(card))


@kernel
def count(pool, card):
    return (pool >> np.int64(BITS_A_FACE * np.int64(card))) & MOST_COPIES


@kernel
def size(pool):
    n = 0
    for card in range(FACES):
        n += count(pool, card)
    return n


@kernel
def pick(w, pool, n):
    """One of the n cards of a pool, at random."""
    i = below(w, n)
    card = 0
    while card < FACES - 1 and i >= count(pool, card):
        i -= count(pool, card)
        card += 1
    return card


@kernel
def seen_by(s, p):
    """All Ingredients seat p has in sight: Dishes, area, Trash (UM-R31), a card on its way, its own hand. A spectator
    has no hand.
    """
    pool = EMPTY
    for card in range(FACES):
        pool += one(card) * s.trash[card]
    for i in range(s.area_size):
        pool += one(s.area[i])
    if s.moving >= 0:
        pool += one(s.moving)
    for q in range(s.players):
        for d in range(DISHES):
            for i in range(s.dish_size[q, d]):
                pool += one(s.dish[q, d, i])
    if p >= 0:
        for i in range(s.hand_size[p]):
            pool += one(s.hand[p, i])
    return pool
