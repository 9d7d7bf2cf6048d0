"""Fish come into the warehouses and go to the restaurants (MI-35 to MI-46)."""

from __future__ import annotations

from yokocho.core.agenda import ask, tell, then
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.market import count_bits, free_cubes, kinds_in_play, loaded, next_space, store


@kernel
def arrive(s, p, what):
    """MI-26 MI-35 to MI-38: fish arrive; they are stored if there are cubes enough, else the receiver chooses."""
    if what == state.WHOLE_LOT:
        for k in range(kit.KINDS):
            s.arriving[k] = s.dice[k] if s.lot >> k & 1 else 0
    kinds = kinds_in_play(s, p)
    if count_bits(kinds) > free_cubes(s, p):
        if has_arrivals(s):
            then(s, (ask(state.KEEP, p, what),))  # MI-38 MI-R27
        return
    keep(s, p, kinds, what)  # MI-R26


@kernel
def has_arrivals(s):
    for k in range(kit.KINDS):
        if s.arriving[k] > 0:
            return True
    return False


@kernel
def keep(s, p, kinds, what):
    """MI-R27: these kinds stay or come in, all that find room (MI-R25); fish of all others are lost.

    MI-R28: nothing is thrown away but here and with a cube that leaves.
    """
    stored = 0
    for k in range(kit.KINDS):
        if kinds >> k & 1:
            if s.arriving[k] > 0:
                room = store(s, p, k, s.arriving[k])
                stored += room
                tell(s, state.STORED, p, k, room)
        elif s.stock[p, k] > 0:
            tell(s, state.LOST, p, k, s.stock[p, k])
            s.stock[p, k] = 0
        s.arriving[k] = 0
    if stored > 0:
        s.may_sell |= 1 << p  # MI-40 MI-R30
    if what == state.WHOLE_LOT:
        s.lot = 0


@kernel
def serve(s, p, r):
    """MI-42: the demanded fish go; where the kinds are free, they are chosen first."""
    s.serving = r
    form = kit.FORM[r, s.face[r]]
    if form == kit.FIXED:
        for k in range(kit.KINDS):
            s.given[k] = kit.DEMAND[r, s.face[r], k]
        deliver(s, p)
    elif form == kit.ANY:
        then(s, (ask(state.MIX, p, 0),))  # MI-R33
    else:
        then(s, (ask(state.PAIR, p),))  # MI-R32


@kernel
def give_pair(s, p, kinds):
    for k in range(kit.KINDS):
        s.given[k] = kit.AMOUNT[s.serving, s.face[s.serving]] if kinds >> k & 1 else 0
    deliver(s, p)


@kernel
def give(s, p, k, fish):
    s.given[k] = fish
    if k + 1 < kit.KINDS:
        then(s, (ask(state.MIX, p, k + 1),))
    else:
        deliver(s, p)


@kernel
def deliver(s, p):
    """MI-42 MI-43 MI-46: fish go, a cube takes the best empty space, the price is paid at the end of the game."""
    r = int(s.serving)
    for k in range(kit.KINDS):
        s.stock[p, k] -= s.given[k]  # MI-39
        s.given[k] = 0
    s.serving = NONE
    i = next_space(s, r)
    s.space[r, i] = p
    tell(s, state.SERVED, p, r, i)
    if loaded(s, p) > free_cubes(s, p):
        then(s, (ask(state.CUBE, p, r),))  # MI-R35: no cube is idle, so one leaves a loaded track


@kernel
def give_up(s, p, k):
    """MI-44: the fish left on that track are thrown away."""
    tell(s, state.GAVE_UP, p, k, s.stock[p, k])
    s.stock[p, k] = 0


@kernel
def settle_cubes(s, p, kinds):
    """MI-R46: a seller who owes cubes keeps as many loaded kinds as free cubes are left."""
    for k in range(kit.KINDS):
        if s.stock[p, k] > 0 and not kinds >> k & 1:
            give_up(s, p, k)
