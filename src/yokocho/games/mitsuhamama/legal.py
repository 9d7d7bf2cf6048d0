"""The one list that decides legality: every answer to the open question, for a person (MI-R17)."""

from __future__ import annotations

from yokocho.core.actions import encode
from yokocho.core.agenda import row_of
from yokocho.core.kernel import kernel
from yokocho.core.record import CLOCK
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.auction import is_live
from yokocho.games.mitsuhamama.market import can_serve, count_bits, free_cubes, kinds_in_play, loaded, stands_at
from yokocho.games.mitsuhamama.money import can_hire, list_items, means, nothing_laid, purpose_of


@kernel
def list_lots(s, out):
    """MI-12 MI-R4: any dice with 1 to 9 pips together."""
    n = 0
    for kinds in range(1, 1 << kit.KINDS):
        fish = 0
        for k in range(kit.KINDS):
            if kinds >> k & 1:
                fish += s.dice[k]
        if 1 <= fish <= kit.MOST_LOT:
            out[n] = state.PICK + kinds
            n += 1
    return n


@kernel
def list_bids(s, p, out):
    """MI-16 MI-R5 MI-R9 MI-R13: any higher price the bidder could pay; pass or hold, stand for the highest bidder."""
    most = means(s, p, state.FOR_LOT)
    if s.options[state.RENEGE] == state.RULEBOOK:
        most = max(most, state.BLUFF)
    n = 0
    for price in range(s.price + 1, most + 1):
        out[n] = state.OFFER + price
        n += 1
    turns = s.players > 2 and not is_live(s)
    if p == s.high:  # MI-R6: a bid binds until it is topped
        if turns and not s.last_call:
            out[n] = state.STAND
            n += 1
        return n
    out[n] = state.PASS  # MI-R12: also when it is the only answer
    n += 1
    if turns and not s.last_call and s.bidders != 1 << p:
        out[n] = state.HOLD
        n += 1
    return n


@kernel
def list_kinds(kinds, size, out, n):
    """MI-R27 MI-R46: exactly so many kinds out of these."""
    for chosen in range(1 << kit.KINDS):
        if chosen & ~kinds == 0 and count_bits(chosen) == size:
            out[n] = state.KEEP_KINDS + chosen
            n += 1
    return n


@kernel
def list_sales(s, p, out):
    """MI-45 MI-R46: any restaurant that can be served; done, unless a cube is owed."""
    n = 0
    for r in range(kit.RESTAURANTS):
        if can_serve(s, p, r):
            out[n] = state.SERVE_AT + r
            n += 1
    if loaded(s, p) > free_cubes(s, p):
        kinds = 0
        for k in range(kit.KINDS):
            if s.stock[p, k] > 0:
                kinds |= 1 << k
        return list_kinds(kinds, free_cubes(s, p), out, n)
    out[n] = state.DONE
    return n + 1


@kernel
def list_pairs(s, p, out):
    """MI-R32: two different kinds with enough fish."""
    amount = kit.AMOUNT[s.serving, s.face[s.serving]]
    n = 0
    for one in range(kit.KINDS):
        for two in range(one + 1, kit.KINDS):
            if s.stock[p, one] >= amount and s.stock[p, two] >= amount:
                out[n] = state.GIVE_PAIR + (1 << one | 1 << two)
                n += 1
    return n


@kernel
def list_mix(s, p, kind, out):
    """MI-R33: so many of this kind that the later ones can make up the rest."""
    due = int(kit.AMOUNT[s.serving, s.face[s.serving]])
    for k in range(kind):
        due -= s.given[k]
    later = 0
    for k in range(kind + 1, kit.KINDS):
        later += s.stock[p, k]
    n = 0
    for fish in range(s.stock[p, kind] + 1):
        if 0 <= due - fish <= later:
            out[n] = encode(state.STEP, state.GIVE, kind, fish)
            n += 1
    return n


@kernel
def list_cubes(s, p, out):
    """MI-44 MI-R35 MI-R46: the track that is given up, or later if another restaurant can be served meanwhile."""
    n = 0
    for k in range(kit.KINDS):
        if s.stock[p, k] > 0:
            out[n] = state.GIVE_CUBE + k
            n += 1
    for r in range(kit.RESTAURANTS):
        if can_serve(s, p, r):
            out[n] = state.LATER
            return n + 1
    return n


@kernel
def list_recalls(s, p, out, n):
    """MI-47 MI-R41."""
    for r in range(kit.RESTAURANTS):
        if stands_at(s, p, r):
            out[n] = state.RECALL_FROM + r
            n += 1
    return n


@kernel
def list_answers(s, p, i, out):
    kind = s.agenda[i, 0]
    x = int(s.agenda[i, 2])
    if kind == state.LOT:
        return list_lots(s, out)
    if kind == state.BID:
        return list_bids(s, p, out)
    if kind == state.DECIDE:  # MI-20 MI-R14
        out[0] = state.SELL
        out[1] = state.BUY
        return 2 if means(s, p, state.FOR_LOT) >= s.price else 1
    if kind == state.TAKE:  # MI-28 MI-R47
        out[0] = state.DECLINE
        out[1] = state.TAKE_LOT
        return 2 if means(s, p, state.FOR_ALLPASS) >= s.options[state.ALLPASS_MIN] else 1
    if kind == state.PAY:
        return list_items(s, p, x, purpose_of(s.agenda[i, 3]), out, 0)
    if kind == state.KEEP:
        return list_kinds(kinds_in_play(s, p), free_cubes(s, p), out, 0)
    if kind == state.SERVE:
        return list_sales(s, p, out)
    if kind == state.PAIR:
        return list_pairs(s, p, out)
    if kind == state.MIX:
        return list_mix(s, p, x, out)
    if kind == state.CUBE:
        return list_cubes(s, p, out)
    out[0] = state.DONE  # the last chance to recall
    return 1


@kernel
def is_fresh(s, p, i):
    """MI-R39: hire and recall come before an own decision, not in the middle of one."""
    kind = s.agenda[i, 0]
    if kind == state.PAY:
        return nothing_laid(s, p) and purpose_of(s.agenda[i, 3]) != state.FOR_HIRE
    return kind != state.PAIR and kind != state.MIX and kind != state.CUBE


@kernel
def legal(s, p, out):
    if p == CLOCK:  # MI-R13: the hammer of a live auction
        for i in range(s.agenda_size):
            if s.agenda[i, 0] == state.BID and is_live(s):
                out[0] = state.HAMMER
                return 1
        return 0
    i = row_of(s, p)
    if i < 0:
        return 0
    n = list_answers(s, p, i, out)
    if is_fresh(s, p, i):
        if s.agenda[i, 0] != state.RECALL and can_hire(s, p):
            out[n] = state.HIRE
            n += 1
        n = list_recalls(s, p, out, n)
    return n
