"""What must hold after every move, whatever is played."""

from __future__ import annotations

from yokocho.core.agenda import open_kind
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama.market import free_cubes, loaded
from yokocho.games.mitsuhamama.state import CUBE, SEATS

INVARIANTS = (
    "each money card is in one hand, laid down, or out of the game",
    "no more tracks are loaded than there are free cubes, but for a seller who owes one",
    "no track holds more than its capacity",
    "cubes fill the spaces of a restaurant without gaps, one of each player at most",
    "a player owns three cubes or four",
    "days pass one by one, and the auctioneer's role goes to the left",
)


@kernel
def money_is_whole(s):
    for d in range(kit.DENOMINATIONS):
        n = s.players * kit.START_HAND[s.players, d] - s.out[d]
        for p in range(s.players):
            if s.hand[p, d] < 0 or s.laid[p, d] < 0:
                return False
            n -= s.hand[p, d] + s.laid[p, d]
        if n != 0:
            return False
    for p in range(s.players):
        n = int(s.hand_size[p])
        for d in range(kit.DENOMINATIONS):
            n -= s.hand[p, d]
        if n != 0:
            return False
    return True


@kernel
def spaces_are_sound(s):
    for r in range(kit.RESTAURANTS):
        seen = 0
        for i in range(kit.MOST_SPACES):
            p = s.space[r, i]
            if p == NONE:
                continue
            if i >= kit.SPACES[r, s.face[r]] or seen >> p & 1 or (i > 0 and s.space[r, i - 1] == NONE):
                return False
            seen |= 1 << p
    return True


@kernel
def check(before, s):
    """0, or the number of the invariant that the move from ``before`` broke."""
    if not money_is_whole(s):
        return 1
    for p in range(s.players):
        if loaded(s, p) > free_cubes(s, p) and not s.may_sell >> p & 1 and open_kind(s) != CUBE:
            return 2
        for k in range(kit.KINDS):
            if not 0 <= s.stock[p, k] <= kit.CAPACITY:
                return 3
        if not kit.START_CUBES <= s.cubes[p] <= kit.MOST_CUBES or s.cubes[p] < before.cubes[p]:
            return 5
    if not spaces_are_sound(s):
        return 4
    if s.day != before.day and (s.day != before.day + 1 or s.auctioneer != (before.auctioneer + 1) % s.players):
        return 6
    for p in range(s.players, SEATS):
        if s.cubes[p] != 0:
            return 5
    return 0
