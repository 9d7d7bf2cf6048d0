"""The one list that decides legality: every answer to the open question (chapter by chapter as in the rules)."""

from __future__ import annotations

from yokocho.core.actions import encode
from yokocho.core.agenda import open_a, open_b, open_kind, open_seats
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.umami import state
from yokocho.games.umami.claims import list_claims
from yokocho.games.umami.components import ICONS, STEAL
from yokocho.games.umami.dishes import first_free, has_open_dish, is_open


@kernel
def has_target(s, p):
    """UM-R7: is there any card to steal?"""
    for q in range(s.players):
        if q != p and has_open_dish(s, q):
            return True
    return False


@kernel
def can_steal(s, p):
    """UM-10 UM-R5 UM-R6 UM-R7."""
    if not s.may_steal or not has_target(s, p):
        return False
    return has_open_dish(s, p) or (s.options[state.STEAL_NEW_DISH] == state.YES and first_free(s, p) != NONE)


@kernel
def list_faces(cards, size, base, out, n):
    """Each face once; the cards lie sorted or not."""
    for i in range(size):
        again = False
        for j in range(i):
            again = again or cards[j] == cards[i]
        if not again:
            out[n] = base + cards[i]
            n += 1
    return n


@kernel
def list_steals(cards, size, base, out, n):
    """UM-26: each Steal card once."""
    for i in range(size):
        card = int(cards[i])
        if card % ICONS == STEAL:
            again = False
            for j in range(i):
                again = again or cards[j] == card
            if not again:
                out[n] = base + card // ICONS
                n += 1
    return n


@kernel
def list_actions(s, p, out):
    """UM-9 UM-10 UM-26."""
    n = 0
    if s.hand_due:
        n = list_faces(s.hand[p], s.hand_size[p], state.PLAY_HAND, out, n)
    if s.area_due:
        n = list_faces(s.area, s.area_size, state.PLAY_AREA, out, n)
    if can_steal(s, p):
        if s.hand_due:
            n = list_steals(s.hand[p], s.hand_size[p], state.STEAL_HAND, out, n)
        if s.area_due:
            n = list_steals(s.area, s.area_size, state.STEAL_AREA, out, n)
    return n


@kernel
def list_targets(s, p, out):
    """UM-27 UM-R8: any card of any unset Dish of the others."""
    n = 0
    for q in range(s.players):
        if q != p:
            for d in range(state.DISHES):
                if is_open(s, q, d):
                    for i in range(s.dish_size[q, d]):
                        if i == 0 or s.dish[q, d, i] != s.dish[q, d, i - 1]:
                            out[n] = encode(state.STEP, state.TAKE_CARD, q, d, i)
                            n += 1
    return n


@kernel
def list_places(s, p, no_new, out):
    """UM-11 UM-12: an unset Dish, or a new one while there are fewer than five."""
    n = 0
    for d in range(state.DISHES):
        if is_open(s, p, d):
            out[n] = state.PUT + d
            n += 1
    if not no_new and first_free(s, p) != NONE:
        out[n] = state.PUT_NEW
        n += 1
    return n


@kernel
def list_discards(s, p, d, placed, out):
    """UM-13 UM-R3: any of the four, or only the old three."""
    n = 0
    for i in range(state.DISH + 1):
        card = s.dish[p, d, i]
        if i > 0 and card == s.dish[p, d, i - 1]:
            continue
        if (
            card == placed
            and s.options[state.DISCARD_NEW] != state.YES
            and (i == state.DISH or s.dish[p, d, i + 1] != card)
        ):
            continue
        out[n] = state.DISCARD_CARD + card
        n += 1
    return n


@kernel
def list_restocks(s, out):
    """UM-29 UM-R35."""
    n = list_faces(s.area, s.area_size, state.RESTOCK_AREA, out, 0)
    if s.deck_size > 0 or s.trash_size > 0:  # UM-R14
        out[n] = state.RESTOCK_DECK
        n += 1
    if s.options[state.RESTOCK_OPTION] == state.RESTOCK_OPTIONAL or n == 0:
        out[n] = state.DECLINE
        n += 1
    return n


@kernel
def list_last_plays(s, p, out):
    """UM-40 UM-R26 UM-R38: any hand card while there is a place for one, or stop."""
    n = 0
    if has_open_dish(s, p) or first_free(s, p) != NONE:
        n = list_faces(s.hand[p], s.hand_size[p], state.PLAY_HAND, out, n)
    out[n] = state.STOP
    return n + 1


@kernel
def legal(s, p, out):
    if not open_seats(s) >> p & 1:
        return 0
    kind = open_kind(s)
    if kind == state.ACTION:
        return list_actions(s, p, out)
    if kind == state.TAKE:
        return list_targets(s, p, out)
    if kind == state.PLACE:
        return list_places(s, p, open_a(s), out)
    if kind == state.DISCARD:
        return list_discards(s, p, open_a(s), open_b(s), out)
    if kind == state.CLAIM:
        return list_claims(s, p, out)
    if kind == state.RESTOCK:
        return list_restocks(s, out)
    return list_last_plays(s, p, out)
