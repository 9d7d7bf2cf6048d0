"""Winning Favorites: what matches, what is tastier, who may or must claim (UM-5 to UM-8, UM-16 to UM-25)."""

from __future__ import annotations

from yokocho.core.actions import encode
from yokocho.core.agenda import tell
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.umami import components as kit
from yokocho.games.umami import state

NOTHING, MAY, MUST = range(3)
TASTE = 4  # more than the Blossoms of a Dish: sums come first, Blossoms break ties


@kernel
def matched(s, p, d):
    """UM-5 UM-6 UM-7 UM-8: the Favorites a Dish of three matches, as bits."""
    return int(
        kit.MATCHES[
            s.options[state.NE_PROFILE],
            s.dish[p, d, 0] // kit.ICONS,
            s.dish[p, d, 1] // kit.ICONS,
            s.dish[p, d, 2] // kit.ICONS,
        ]
    )


@kernel
def taste(s, p, d, f):
    """UM-18 UM-19: how tasty a Dish is for a Favorite; the sum in its direction, then the Blossoms."""
    total = 0
    blossoms = 0
    for i in range(state.DISH):
        card = int(s.dish[p, d, i])
        total += card // kit.ICONS + 1
        blossoms += card % kit.ICONS == kit.BLOSSOM
    return (total if kit.HIGH[f] else -total) * TASTE + blossoms


@kernel
def standing(s, p, d, f):
    """May, or must, this unset matching Dish win this Favorite now?"""
    where = int(s.whereabouts[f])
    if where == state.UNSEEN:
        return NOTHING
    if where == state.IN_AREA:  # UM-16
        duty = MAY if s.options[state.CLAIMS_OPTION] == state.CLAIMS_OPTIONAL else MUST  # UM-R1
    else:
        holder = where // state.DISHES
        if s.turned >> f & 1 or taste(s, p, d, f) <= taste(
            s, holder, where % state.DISHES, f
        ):  # UM-36 UM-R24; UM-18 UM-19 UM-R21
            return NOTHING
        if holder == p:  # UM-20
            rehome = s.options[state.OWN_REHOME]
            if rehome == state.REHOME_FORBIDDEN:
                return NOTHING
            duty = MUST if rehome == state.REHOME_COMPULSORY else MAY  # UM-R2
        else:  # UM-R1: `optional` and `area` leave it open
            duty = MUST if s.options[state.CLAIMS_OPTION] == state.CLAIMS_COMPULSORY else MAY
    if duty == MAY and s.refused[p, d] >> f & 1:  # UM-R37
        return NOTHING
    return duty


@kernel
def is_complete(s, p, d):
    """UM-5 UM-17 UM-R20: only an unset Dish of exactly three Ingredients can win."""
    return s.dish_size[p, d] == state.DISH and s.favorite_on[p, d] == NONE


@kernel
def next_claimant(s, start):
    """UM-24 UM-R18: the first seat in turn order that may claim anything; NONE when nobody may."""
    for i in range(s.players):
        p = (start + i) % s.players
        for d in range(state.DISHES):
            if is_complete(s, p, d):
                bits = matched(s, p, d)
                for f in range(kit.FAVORITES):
                    if bits >> f & 1 and standing(s, p, d, f) != NOTHING:
                        return p
    return NONE


@kernel
def single_claim(s, p):
    """The one claim a seat has, as dish * FAVORITES + favorite, if it is compulsory; NONE when there is something to
    decide (UM-R37 UM-R38).
    """
    only = NONE
    for d in range(state.DISHES):
        if is_complete(s, p, d):
            bits = matched(s, p, d)
            for f in range(kit.FAVORITES):
                if bits >> f & 1:
                    duty = standing(s, p, d, f)
                    if duty == MAY or (duty == MUST and only != NONE):
                        return NONE
                    if duty == MUST:
                        only = d * kit.FAVORITES + f
    return only


@kernel
def list_claims(s, p, out):
    """UM-22 UM-R34 UM-R37: every Dish with every Favorite it can win; declining only where nothing is compulsory."""
    n = 0
    compulsory = False
    for d in range(state.DISHES):
        if is_complete(s, p, d):
            bits = matched(s, p, d)
            for f in range(kit.FAVORITES):
                if bits >> f & 1:
                    duty = standing(s, p, d, f)
                    if duty != NOTHING:
                        out[n] = encode(state.STEP, state.CLAIM_IT, d, f)
                        n += 1
                        compulsory = compulsory or duty == MUST
    if not compulsory:
        out[n] = state.DECLINE
        n += 1
    return n


@kernel
def change(s, p, d):
    """UM-R36: a changed Dish is asked anew."""
    s.refused[p, d] = 0


@kernel
def claim(s, p, d, f):
    """UM-16 UM-18: the Favorite goes above the Dish, from the area or from a less tasty Set Dish.

    UM-41 UM-R25: in the phase too, for a Favorite that was not turned.
    """
    where = int(s.whereabouts[f])
    if where == state.IN_AREA:
        tell(s, state.WON, p, d, f)
    else:
        loser = where // state.DISHES
        s.favorite_on[loser, where % state.DISHES] = (
            NONE  # UM-21 UM-R33: unset from now on, its cards stay; UM-25: no Restock
        )
        change(s, loser, where % state.DISHES)
        tell(s, state.WON_FROM, p * state.DISHES + d, f, where)
    s.favorite_on[p, d] = f  # UM-17
    s.whereabouts[f] = p * state.DISHES + d
    change(s, p, d)
    for q in range(state.SEATS):  # UM-R37: the Favorite moved
        for e in range(state.DISHES):
            s.refused[q, e] &= ~(1 << f)


@kernel
def decline(s, p):
    """UM-R37: refuses all that is open to the seat."""
    for d in range(state.DISHES):
        if is_complete(s, p, d):
            bits = matched(s, p, d)
            for f in range(kit.FAVORITES):
                if bits >> f & 1 and standing(s, p, d, f) == MAY:
                    s.refused[p, d] |= 1 << f
    tell(s, state.DECLINED, p)


@kernel
def latch_last_favorite(s):
    """UM-33 UM-R16: the last Favorite left the area, and none is left to refill it."""
    if s.phase != state.REGULAR or s.trigger != state.UNTRIGGERED or s.favorites_deck_size > 0:
        return
    for f in range(kit.FAVORITES):
        if s.whereabouts[f] == state.IN_AREA:
            return
    s.trigger = state.LAST_FAVORITE
    tell(s, state.TRIGGERED, state.LAST_FAVORITE)
