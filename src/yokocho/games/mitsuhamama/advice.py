"""What a move is worth, roughly, in thousands of yen: for the greedy bot, rollouts and search. Reads masked states
only.
"""

from __future__ import annotations

import numpy as np

from yokocho.core.agenda import row_of
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.market import all_placed, free_cubes, next_space, stands_at
from yokocho.games.mitsuhamama.money import laid_value, purpose_of
from yokocho.games.mitsuhamama.scoring import fish_of, income
from yokocho.games.mitsuhamama.secrets import known_cash

# Judgements, tuned by self-play
READY = 0.8  # of its margin: a demand that is complete, but the right to sell must come first
NEAR = 0.55  # a demand that one lot may complete
FAR = 0.28  # two lots
FARTHER = 0.1
NEAR_FISH, FAR_FISH, FARTHER_FISH = 4, 8, 12
SLOW = 16  # days after which unsold fish count less and less
EMPLOYEE = 3.0  # what a cube is worth elsewhere
NEVER = -50.0
REACH = 62  # sums of cards that are looked at


@kernel
def pack(r, y, k, w):
    """A warehouse as one number, so that what-ifs need no room of their own."""
    return r | y << 8 | k << 16 | w << 24


@kernel
def fish_in(stock, k):
    return stock >> 8 * k & 255


@kernel
def stock_of(s, p):
    return pack(int(s.stock[p, 0]), int(s.stock[p, 1]), int(s.stock[p, 2]), int(s.stock[p, 3]))


@kernel
def with_fish(stock, k, fish):
    """The same with another number of one kind."""
    return (stock & ~(255 << 8 * k)) | fish << 8 * k


@kernel
def missing(s, r, stock):
    """How many fish a demand still lacks."""
    form = kit.FORM[r, s.face[r]]
    amount = kit.AMOUNT[r, s.face[r]]
    n = 0
    if form == kit.FIXED:
        for k in range(kit.KINDS):
            n += max(0, kit.DEMAND[r, s.face[r], k] - fish_in(stock, k))
        return n
    if form == kit.SETS:
        best = 0
        second = 0
        for k in range(kit.KINDS):
            fish = min(amount, fish_in(stock, k))
            if fish > best:
                second = best
                best = fish
            else:
                second = max(second, fish)
        return 2 * amount - best - second
    for k in range(kit.KINDS):
        n += fish_in(stock, k)
    return max(0, amount - n)


@kernel
def hope(lacking):
    """How much of a margin is to be counted on."""
    if lacking == 0:
        return READY
    if lacking <= NEAR_FISH:
        return NEAR
    if lacking <= FAR_FISH:
        return FAR
    return FARTHER if lacking <= FARTHER_FISH else 0.0


@kernel
def fade(s):
    """Late games should end: fish that only fill a track count less and less, a sale does not."""
    return 1.0 if s.day <= SLOW else SLOW / s.day


@kernel
def margin(s, p, r):
    """What the next space pays beyond the fish; nothing where p cannot go."""
    i = next_space(s, r)
    if i == NONE or stands_at(s, p, r):
        return 0.0
    return float(kit.LADDER[r, s.face[r], i] - kit.SIZE[r, s.face[r]])


@kernel
def kinds_wanted(s, r):
    """MI-R38: employees needed to collect a demand."""
    if kit.FORM[r, s.face[r]] != kit.FIXED:
        return 2
    n = 0
    for k in range(kit.KINDS):
        n += kit.DEMAND[r, s.face[r], k] > 0
    return n


@kernel
def promise(s, p, stock, cubes):
    """The best two demands that a warehouse may come to meet, in margins."""
    best = 0.0
    second = 0.0
    if cubes <= 0:
        return 0.0
    for r in range(kit.RESTAURANTS):
        if kinds_wanted(s, r) > cubes:
            continue
        worth = margin(s, p, r) * hope(missing(s, r, stock))
        if worth > best:
            second = best
            best = worth
        else:
            second = max(second, worth)
    return best + (0.6 * second if cubes > 1 else 0.0)


@kernel
def stock_worth(s, p, stock, cubes):
    """A thousand a fish and what the demands promise; a full track takes no more."""
    n = 0.0
    for k in range(kit.KINDS):
        fish = fish_in(stock, k)
        n += fish - (0.8 if fish == kit.CAPACITY else 0.0)
    return n * fade(s) + promise(s, p, stock, cubes)


@kernel
def kinds_of(stock):
    n = 0
    for k in range(kit.KINDS):
        n += fish_in(stock, k) > 0
    return n


@kernel
def received(s, p, fish, cubes):
    """The warehouse after fish have come in, the least useful kinds given up where employees are short."""
    stock = stock_of(s, p)
    for k in range(kit.KINDS):
        stock = with_fish(stock, k, min(kit.CAPACITY, fish_in(stock, k) + fish_in(fish, k)))
    while kinds_of(stock) > max(cubes, 0):
        best = -1
        most = NEVER
        for k in range(kit.KINDS):
            if fish_in(stock, k) > 0:
                left = stock_worth(s, p, with_fish(stock, k, 0), cubes)
                if left > most:
                    most = left
                    best = k
        stock = with_fish(stock, best, 0)
    return stock


@kernel
def lot_fish(s, kinds):
    fish = 0
    for k in range(kit.KINDS):
        if kinds >> k & 1:
            fish = with_fish(fish, k, int(s.dice[k]))
    return fish


@kernel
def lot_worth(s, p, kinds):
    """What a lot is worth to a seat, got for nothing: fish, and the sale it makes possible today."""
    cubes = int(free_cubes(s, p))
    fish = lot_fish(s, kinds)
    after = received(s, p, fish, cubes)
    gain = stock_worth(s, p, after, cubes) - stock_worth(s, p, stock_of(s, p), cubes)
    sale = 0.0
    if cubes > 0:
        for r in range(kit.RESTAURANTS):
            if missing(s, r, after) == 0:
                sale = max(sale, margin(s, p, r) * (1.0 - READY))
    return gain + sale


@kernel
def standing(s, p):
    """Money and fish and spaces, as far as they are known."""
    return float(known_cash(s, p) + fish_of(s, p) + income(s, p))


@kernel
def best_rival(s, p, kinds):
    """The highest worth of a lot to anybody but p."""
    best = 0.0
    for q in range(s.players):
        if q != p:
            best = max(best, lot_worth(s, q, kinds))
    return best


@kernel
def fair_price(s, p, q, kinds):
    """The price at which an auctioneer p is indifferent between selling to q and buying."""
    n = s.players
    return ((n - 1) * lot_worth(s, p, kinds) + lot_worth(s, q, kinds)) / (2 * n)


@kernel
def advise_lot(s, p, kinds):
    """Sell for what a rival would give, or keep what is worth more to oneself."""
    own = lot_worth(s, p, kinds)
    rival = best_rival(s, p, kinds)
    price = min(rival, max(1.0, 0.7 * rival)) if s.players > 2 else (own + rival) / 4
    return max(price - (rival - price) / (s.players - 1), own - price - price / (s.players - 1))


@kernel
def bid_limit(s, p):
    """How far a bidder goes."""
    own = lot_worth(s, p, int(s.lot))
    if s.players == 2:
        return max(1.0, (own + lot_worth(s, int(s.auctioneer), int(s.lot))) / 4)
    return max(1.0, 0.85 * own)


@kernel
def advise_bid(s, p, a):
    limit = bid_limit(s, p)
    if state.VERB[a] == state.OFFER:
        price = state.PART[a, 0]
        if s.players == 2:
            return 1.0 - abs(price - limit) * 0.1
        if s.high == p:
            return NEVER
        opening = max(float(s.price + 1), min(limit, 0.55 * limit))
        return (1.0 if price <= limit else -1.0) - abs(price - opening) * 0.01
    return 0.0


@kernel
def overpaid(s, p, purpose, due, top, kind):
    """The least that must be paid too much to cover ``due`` with cards up to ``top`` and fish from ``kind`` on."""
    if due <= 0:
        return -due
    fish = 0
    for k in range(kind, kit.KINDS):
        if purpose == state.FOR_HIRE or not s.lot >> k & 1:
            fish += s.stock[p, k]
    sums = np.int64(1)
    for d in range(top + 1):
        for _ in range(s.hand[p, d]):
            sums |= sums << np.int64(kit.VALUE[d])
            sums &= (np.int64(1) << np.int64(REACH)) - 1
    best = REACH
    for n in range(REACH):
        if sums >> np.int64(n) & 1 and n + fish >= due:
            best = min(best, max(0, n - due))
    return best


@kernel
def advise_pay(s, p, i, a):
    """Exactly if possible; large cards first, so that the small change stays; fish that no demand wants before
    others.
    """
    due = int(s.agenda[i, 2]) - laid_value(s, p)
    purpose = purpose_of(s.agenda[i, 3])
    if state.VERB[a] == state.PAY_CARD:
        d = state.PART[a, 0]
        s.hand[p, d] -= 1
        lost = overpaid(s, p, purpose, due - kit.VALUE[d], d, 0)
        s.hand[p, d] += 1
        return 0.5 - lost + 0.01 * d if due > 0 else -1.0
    if state.VERB[a] == state.PAY_FISH:
        k = state.PART[a, 0]
        s.stock[p, k] -= 1
        lost = overpaid(s, p, purpose, due - 1, -1, k)
        s.stock[p, k] += 1
        cubes = int(free_cubes(s, p))
        stock = stock_of(s, p)
        use = stock_worth(s, p, stock, cubes) - stock_worth(s, p, with_fish(stock, k, fish_in(stock, k) - 1), cubes)
        return 0.4 - lost - 0.3 * (use - 1.0) if due > 0 else -1.0
    return 1.0


@kernel
def kept_worth(s, p, kinds, arriving):
    """A warehouse with only these kinds."""
    stock = stock_of(s, p)
    for k in range(kit.KINDS):
        fish = min(kit.CAPACITY, fish_in(stock, k) + (int(s.arriving[k]) if arriving else 0))
        stock = with_fish(stock, k, fish if kinds >> k & 1 else 0)
    return stock_worth(s, p, stock, int(free_cubes(s, p)))


@kernel
def ends_badly(s, p):
    """Would one more cube end the game while p is behind?"""
    if all_placed(s) + 1 < kit.END_CUBES[s.players]:
        return False
    for q in range(s.players):
        if q != p and standing(s, q) > standing(s, p) + 8:
            return True
    return False


@kernel
def advise_serve(s, p, r):
    """The margin, less what an employee could do elsewhere while the game is young."""
    young = max(0.0, 1.0 - all_placed(s) / kit.END_CUBES[s.players])
    worth = margin(s, p, r) - 0.3 * EMPLOYEE * young
    return worth - 6.0 * fade(s) if ends_badly(s, p) else worth + 2.0


@kernel
def advise_one(s, p, i, a):
    kind = s.agenda[i, 0]
    verb = state.VERB[a]
    x = state.PART[a, 0]
    if a == state.HIRE:  # when a long game hangs on one employee
        return -NEVER if kind == state.KEEP and s.day > 2 * SLOW else NEVER
    if verb == state.RECALL_FROM:
        return NEVER
    if kind == state.LOT:
        return advise_lot(s, p, x)
    if kind == state.BID:
        return advise_bid(s, p, a)
    if kind == state.DECIDE:
        fair = fair_price(s, p, int(s.high), int(s.lot))
        return float(s.price) - fair if a == state.SELL else fair - s.price
    if kind == state.TAKE:
        return 0.0 if a == state.DECLINE else lot_worth(s, p, int(s.lot)) - 2.0
    if kind == state.PAY:
        return advise_pay(s, p, i, a)
    if kind == state.KEEP:
        return kept_worth(s, p, x, True)
    if kind == state.SERVE:
        if verb == state.SERVE_AT:
            return advise_serve(s, p, x)
        return 0.0 if a == state.DONE else -1.0 + 0.01 * kept_worth(s, p, x, False)
    if kind == state.PAIR:
        n = 0.0
        for k in range(kit.KINDS):
            if x >> k & 1:
                n += s.stock[p, k] == kit.AMOUNT[s.serving, s.face[s.serving]]
        return n
    if kind == state.MIX:
        return float(state.PART[a, 1])
    if kind == state.CUBE:
        return 0.0 if a == state.LATER else -float(s.stock[p, x])
    return 0.0 if a == state.DONE else NEVER


@kernel
def advise(s, p, actions, n, out):
    i = row_of(s, p)
    for j in range(n):
        out[j] = advise_one(s, p, i, int(actions[j]))


@kernel
def estimate(s, out):
    """Money each seat may end with."""
    for p in range(s.players):
        worth = standing(s, p) + laid_value(s, p) * (s.laid[p, 0] >= 0)
        if s.finished == 0:
            worth += promise(s, p, stock_of(s, p), int(free_cubes(s, p)))
        out[p] = worth
