"""What must hold after every move, whatever is played: compiled, so that a hundred thousand matches can be watched."""

from __future__ import annotations

from yokocho.core.agenda import open_kind
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.umami import state
from yokocho.games.umami.claims import matched, next_claimant, taste
from yokocho.games.umami.components import FAVORITES, TRIGGER
from yokocho.games.umami.dishes import in_dishes
from yokocho.games.umami.pools import EVERYTHING, one, seen_by
from yokocho.games.umami.rules import window_start

INVARIANTS = (
    "each of the 81 Ingredients is in exactly one place",
    "each of the 18 Favorites is in exactly one place",
    "a Set Dish has three cards and matches its Favorite, no Dish at rest has more than three",
    "at rest no compulsory or unrefused claim is open",
    "a Favorite only ever moves to a tastier Dish, and not at all once it is turned",
    "in regular play nobody has more than one Ingredient beyond the trigger",
    "a turn starts with full hands and full areas",
    "turns go round clockwise and the final round starts with First Serving",
)


@kernel
def ingredients_are_whole(s):
    pool = seen_by(s, -1)
    for p in range(s.players):
        for i in range(s.hand_size[p]):
            pool += one(s.hand[p, i])
    for i in range(s.deck_size):
        pool += one(s.deck[i])
    return pool == EVERYTHING


@kernel
def favorites_are_whole(s):
    places = 0
    for p in range(s.players):
        if s.secret[p] != NONE:
            if places >> s.secret[p] & 1 or s.whereabouts[s.secret[p]] != state.UNSEEN:
                return False
            places |= 1 << s.secret[p]
        for d in range(state.DISHES):
            f = s.favorite_on[p, d]
            if f != NONE and s.whereabouts[f] != p * state.DISHES + d:
                return False
    for i in range(s.favorites_deck_size):
        f = s.favorites_deck[i]
        if places >> f & 1 or s.whereabouts[f] != state.UNSEEN:
            return False
        places |= 1 << f
    for f in range(FAVORITES):
        where = s.whereabouts[f]
        if 0 <= where < state.IN_AREA and s.favorite_on[where // state.DISHES, where % state.DISHES] != f:
            return False
    return True


@kernel
def dishes_are_sound(s):
    for p in range(s.players):
        for d in range(state.DISHES):
            f = s.favorite_on[p, d]
            if f != NONE and (s.dish_size[p, d] != state.DISH or not matched(s, p, d) >> f & 1):
                return False
            if s.dish_size[p, d] > state.DISH and open_kind(s) != state.DISCARD:
                return False
    return True


@kernel
def favorites_moved_up(before, s):
    for f in range(FAVORITES):
        old = before.whereabouts[f]
        new = s.whereabouts[f]
        if old == state.UNSEEN or old == new:
            continue
        if before.turned >> f & 1 or new == state.IN_AREA or new == state.UNSEEN:
            return False
        if old != state.IN_AREA and taste(s, new // state.DISHES, new % state.DISHES, f) <= taste(
            before, old // state.DISHES, old % state.DISHES, f
        ):
            return False
    return True


@kernel
def turn_starts_full(before, s):
    if open_kind(s) != state.ACTION or not (s.hand_due and s.area_due):
        return True
    lying = 0
    for f in range(FAVORITES):
        lying += s.whereabouts[f] == state.IN_AREA
    for p in range(s.players):
        if s.hand_size[p] != state.HAND:
            return False
    if s.area_size != state.AREA or lying > state.AREA:
        return False
    begins = before.active != s.active
    return (
        not begins or lying == state.AREA or s.favorites_deck_size == 0 or s.options[state.FAV_REFILL_LOOP] != state.YES
    )


@kernel
def turns_go_round(before, s):
    if before.active == s.active:
        return before.phase == s.phase
    wraps = s.active == s.first
    if s.active != (before.active + 1) % s.players or s.first != before.first:
        return False
    if before.phase == state.REGULAR and s.phase == state.REGULAR:
        return s.rounds == before.rounds + wraps
    if before.phase == state.REGULAR and s.phase == state.FINAL:
        return wraps
    return s.phase != state.REGULAR


@kernel
def check(before, s):
    """0, or the number of the invariant that the move from ``before`` broke."""
    if not ingredients_are_whole(s):
        return 1
    if not favorites_are_whole(s):
        return 2
    if not dishes_are_sound(s):
        return 3
    if open_kind(s) != state.CLAIM and next_claimant(s, window_start(s)) != NONE:
        return 4
    if not favorites_moved_up(before, s):
        return 5
    for p in range(s.players):
        if s.phase == state.REGULAR and in_dishes(s, p) > TRIGGER[s.players] + 1:
            return 6
    if not turn_starts_full(before, s):
        return 7
    if not turns_go_round(before, s):
        return 8
    return 0
