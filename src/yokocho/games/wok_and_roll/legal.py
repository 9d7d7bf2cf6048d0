"""The list of legal actions: the only truth about legality."""

from __future__ import annotations

from yokocho.core.agenda import open_kind, open_seats
from yokocho.core.kernel import kernel
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.cooking import list_steps


@kernel
def list_rerolls(s, out):
    """5.2 WR-6: of dice with one colour and face those with the lowest numbers are kept. To roll none is the lock."""
    n = 0
    for dice in range(1 << kit.DICE):
        if is_canonical(s, dice):
            out[n] = state.REROLL + dice
            n += 1
    return n


@kernel
def is_canonical(s, dice):
    """5.2: of dice with one colour and face, those with the lowest numbers are kept."""
    for i in range(kit.DICE - 1):
        if dice >> i & 1:
            for j in range(i + 1, kit.DICE):
                if s.dice[j] == s.dice[i] and (i < kit.WHITE) == (j < kit.WHITE):
                    if dice >> j & 1 == 0:
                        return False
                    break
    return True


@kernel
def legal(s, p, out):
    if s.agenda_size == 0 or not open_seats(s) >> p & 1:
        return 0
    if open_kind(s) == state.COOKING:
        n = list_steps(s, p, out)
        out[n] = state.DONE  # WR-29 WR-R26
        return n + 1
    return list_rerolls(s, out)
