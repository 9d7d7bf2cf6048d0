"""What is to be said of a choice before it is made, how near everything is, and ready-made payments.

All of it is made from what one seat knows: its own cards, and what lies open on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product

from yokocho.core.agenda import row_of
from yokocho.core.record import NONE, State
from yokocho.core.scene import Choice, Name, Remark, Zone
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.market import all_placed, free_cubes, next_space, stands_at
from yokocho.games.mitsuhamama.money import (
    PLENTY,
    guards,
    hire_slack,
    laid_value,
    may_pay_with,
    next_card,
    next_kind,
    purpose_of,
)
from yokocho.games.mitsuhamama.words import catch_words

Fish = tuple[int, ...]  # of each kind
Cards = tuple[int, ...]  # of each denomination, the smallest first

READY_MADE = 12  # payments that are offered as one
KEPT = 256  # answers that are kept for the next question
MANY_SETS = 1000  # sets of cards in a hand that are compared with each other
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


# --- how near the restaurants are


def stock_of(s: State, q: int) -> Fish:
    return tuple(int(n) for n in s.stock[q])


def lot_of(s: State) -> Fish:
    return tuple(int(s.dice[k]) if s.lot >> k & 1 else 0 for k in range(kit.KINDS))


def coming(s: State, q: int) -> Fish:
    """The fish on their way to a seat: those that arrive now, or the lot while it may still become theirs."""
    i = row_of(s, q)
    if i >= 0 and s.agenda[i, 0] == state.KEEP:
        return tuple(int(n) for n in s.arriving)
    return lot_of(s) if s.lot and may_get(s, q) else (0,) * kit.KINDS


def may_get(s: State, q: int) -> bool:
    """MI-20 MI-28: can the lot on the tray still become this seat's?"""
    for i in range(int(s.agenda_size)):
        if s.agenda[i, 0] == state.STORE and s.agenda[i, 3] == state.WHOLE_LOT:
            return bool(s.agenda[i, 2] == q)
    return bool(q == s.auctioneer or q == s.high or s.bidders >> q & 1)


def stored(stock: Fish, fish: Fish) -> Fish:
    """MI-36: with more fish, as far as there is room."""
    return tuple(min(kit.CAPACITY, n + more) for n, more in zip(stock, fish))


def wishes(s: State, r: int, stock: Fish) -> list[tuple[int, int, int]]:
    """What a restaurant wants, in rows: the kind that counts (NONE: any), how many of it are in stock, how many it
    wants. Of two kinds of choice the two largest count (MI-R32).
    """
    face = int(s.face[r])
    amount = int(kit.AMOUNT[r, face])
    if kit.FORM[r, face] == kit.FIXED:
        return [(k, stock[k], int(kit.DEMAND[r, face, k])) for k in range(kit.KINDS) if kit.DEMAND[r, face, k]]
    if kit.FORM[r, face] == kit.ANY:
        return [(NONE, sum(stock), amount)]
    most = sorted(range(kit.KINDS), key=lambda k: (-stock[k], k))[:2]
    return [(k, stock[k], amount) for k in most]


def lacking(s: State, r: int, stock: Fish) -> int:
    """How many fish a restaurant's wish still lacks."""
    return sum(max(0, wanted - have) for _, have, wanted in wishes(s, r, stock))


def is_open(s: State, q: int, r: int) -> bool:
    """MI-43 MI-45: is there a space, and no employee of the seat yet?"""
    return not stands_at(s, q, r) and next_space(s, r) != NONE


def pays(s: State, r: int) -> int:
    """MI-46: the price of the next space."""
    return int(kit.LADDER[r, s.face[r], next_space(s, r)])


def has_hands(s: State, q: int, r: int, stock: Fish) -> bool:
    """MI-38 MI-R27: are there employees for the kinds that a wish needs?"""
    free = int(free_cubes(s, q))
    face = int(s.face[r])
    if kit.FORM[r, face] == kit.FIXED:
        return bool(sum(kit.DEMAND[r, face, k] > 0 for k in range(kit.KINDS)) <= free)
    if kit.FORM[r, face] == kit.SETS:
        return free >= 2
    return bool(sum(sorted(stock)[-free:] if free > 0 else []) >= kit.AMOUNT[r, face])


def is_ready(s: State, q: int, r: int, stock: Fish) -> bool:
    """Could the seat serve this restaurant with such a stock, once it may sell?"""
    return is_open(s, q, r) and lacking(s, r, stock) == 0 and has_hands(s, q, r, stock)


REACHED: dict[tuple[object, ...], list[int]] = {}  # what was asked last, since every bid asks for the same


def within_reach(s: State, q: int, fish: Fish) -> list[int]:
    """The restaurants that these fish would make ready for a seat, the best paid first."""
    key = (s.space.tobytes(), s.face.tobytes(), s.stock.tobytes(), s.cubes.tobytes(), q, fish)
    found = REACHED.get(key)
    if found is None:
        if len(REACHED) >= KEPT:
            REACHED.clear()
        found = REACHED[key] = made_ready(s, q, fish)
    return found


def made_ready(s: State, q: int, fish: Fish) -> list[int]:
    before = stock_of(s, q)
    after = stored(before, fish)
    if after == before:
        return []
    found = [r for r in range(kit.RESTAURANTS) if is_ready(s, q, r, after) and not is_ready(s, q, r, before)]
    return sorted(found, key=lambda r: -pays(s, r))


def served_words(s: State, r: int) -> str:
    """``Takata (22k)``"""
    return f"{kit.NAMES[r]} ({pays(s, r)}k)"


# --- what can be paid


@lru_cache(maxsize=256)
def simplest(hand: Cards) -> dict[int, Cards]:
    """Every sum that the cards make, with the fewest cards for it."""
    found: dict[int, Cards] = {0: (0,) * len(hand)}
    for d in reversed(range(len(hand))):
        more = dict(found)
        for total, cards in found.items():
            for n in range(1, hand[d] + 1):
                new = total + n * kit.VALUES[d]
                made = (*cards[:d], n, *cards[d + 1 :])
                if new not in more or sum(more[new]) > sum(made):
                    more[new] = made
        found = more
    return found


@lru_cache(maxsize=4096)
def least(hand: Cards, fish: int, price: int) -> int:
    """MI-25: the least that must be paid for a price with these cards and fish; 0 if it cannot be paid."""
    sums = simplest(hand)
    if any(total <= price <= total + fish for total in sums):
        return price
    return min((total for total in sums if total > price), default=0)


def cards_words(cards: Cards) -> str:
    """``10k 2k``"""
    return " ".join(f"{kit.VALUES[d]}k" for d in reversed(range(len(cards))) for _ in range(cards[d]))


@lru_cache(maxsize=4096)
def paid_with(hand: Cards, fish: int, paid: int) -> str:
    """A way to pay so much exactly, in words: as few fish as can be, then as few cards."""
    sums = simplest(hand)
    total = max((total for total in sums if total <= paid <= total + fish), default=0)
    given = paid - total
    told = [cards_words(sums[total])] if total else []
    return " and ".join(told + [f"{given} fish"] * bool(given))


def hand_of(s: State, p: int) -> Cards:
    return tuple(int(n) for n in s.hand[p])


def payable(s: State, p: int, purpose: int, kind: int = 0) -> Fish:
    """The fish that may pay, from a kind on."""
    return tuple(int(s.stock[p, k]) if k >= kind and may_pay_with(s, k, purpose) else 0 for k in range(kit.KINDS))


def least_for(s: State, p: int, price: int, purpose: int) -> int:
    return least(hand_of(s, p), sum(payable(s, p, purpose)), price)


def way_to_pay(s: State, p: int, paid: int, purpose: int) -> str:
    return paid_with(hand_of(s, p), sum(payable(s, p, purpose)), paid)


# --- ready-made payments


def change_of(hand: Cards, cards: Cards) -> int:
    """The sums that can be made with what these cards leave, as bits."""
    sums = 1
    for d, n in enumerate(hand):
        for _ in range(n - cards[d]):
            sums |= sums << kit.VALUES[d]
    return sums


def total_of(cards: Cards) -> int:
    return sum(n * value for n, value in zip(cards, kit.VALUES))


@lru_cache(maxsize=64)
def best_sets(hand: Cards, price: int) -> dict[int, list[Cards]]:
    """MI-R17: by their sum, the sets of cards below a price, and those above it that waste no card; of equal sums
    those that leave the best change. Out of a very large hand, the one with the fewest cards for each sum.
    """
    size = 1
    for n in hand:
        size *= n + 1
    found: dict[int, list[Cards]] = {}
    sets: Sequence[Cards] = (
        list(simplest(hand).values()) if size > MANY_SETS else list(product(*(range(n + 1) for n in hand)))
    )
    for cards in sets:
        total = total_of(cards)
        smallest = next((value for n, value in zip(cards, kit.VALUES) if n), 0)
        if total < price or total == 0 or total - smallest < price:
            found.setdefault(total, []).append(cards)
    return {total: undominated(hand, group) for total, group in found.items()}


def undominated(hand: Cards, sets: list[Cards]) -> list[Cards]:
    """Those to which no other leaves better change; of equal change, fewer cards, then larger ones."""
    left = [(change_of(hand, cards), (sum(cards), [-n for n in reversed(cards)]), cards) for cards in sets]
    return [
        cards
        for change, rank, cards in left
        if not any(change | better == better and (better != change or other < rank) for better, other, _ in left)
    ]


def useful(s: State, p: int, k: int) -> set[int]:
    """Amounts at which a track has a purpose besides none at all (MI-R17)."""
    found = {0, int(s.stock[p, k]) + int(s.laid_fish[p, k])}
    for r in range(kit.RESTAURANTS):
        if not stands_at(s, p, r):
            face = int(s.face[r])
            found.add(int(kit.DEMAND[r, face, k]))
            if kit.FORM[r, face] == kit.SETS:
                found.add(int(kit.AMOUNT[r, face]))
    return found


def fish_sets(s: State, p: int, fish: Fish, due: int) -> Iterator[Fish]:
    """Ways to give so many fish that leave at most one kind at an amount without a purpose, the harmless ones first."""
    if not due:
        yield (0,) * kit.KINDS
        return
    purposes = [useful(s, p, k) for k in range(kit.KINDS)]
    stock = stock_of(s, p)
    found = []
    for given in product(*(range(min(n, due) + 1) for n in fish)):
        if sum(given) == due:
            odd = sum(n > 0 and stock[k] - n not in purposes[k] for k, n in enumerate(given))
            if odd <= 1:
                # a demand that was met stays met
                spoilt = sum(
                    n > 0 and any(stock[k] - n < aim <= stock[k] for aim in purposes[k] if aim)
                    for k, n in enumerate(given)
                )
                found.append(((spoilt, odd, sum(n > 0 for n in given)), given))
    for _, given in sorted(found):
        yield given


def payments(s: State, p: int) -> list[tuple[int, Cards, Fish]]:
    """MI-R17: whole payments from here, what they cost first: the exact ones, then the smallest that is too much."""
    i = row_of(s, p)
    price, code = (int(x) for x in s.agenda[i, 2:4])
    purpose = purpose_of(code)
    due = price - int(laid_value(s, p))
    if due <= 0:
        return []
    top, kind = int(next_card(s, p)), int(next_kind(s, p))
    hand = tuple(n if d <= top else 0 for d, n in enumerate(hand_of(s, p)))
    fish = payable(s, p, purpose, kind)
    slack = int(hire_slack(s, p)) if purpose == state.FOR_HIRE else PLENTY
    tied = [k for k in range(kit.KINDS) if slack < PLENTY and guards(s, p, k)]
    sets = best_sets(hand, due)
    enough = min((total for total in sets if total >= due), default=0)

    def fits(cards: Cards, given: Fish) -> bool:
        """MI-R11: a hire must leave enough for what is owed."""
        return slack >= PLENTY or total_of(cards) + sum(given[k] for k in tied) <= slack

    def rank(total: int, cards: Cards) -> tuple[int, int, int]:
        return due - total, -change_of(hand, cards).bit_count(), sum(cards)

    none = (0,) * kit.KINDS
    exact = [
        (due, cards, given)
        for total in sorted((total for total in sets if total <= due), reverse=True)
        if due - total <= sum(fish)
        for cards in sorted(sets[total], key=lambda cards: rank(total, cards))
        for given in fish_sets(s, p, fish, due - total)
        if fits(cards, given)
    ]
    over = [
        (total, cards, none)
        for total in sorted(total for total in sets if due < total <= enough + 1)
        for cards in sets[total]
        if fits(cards, none)
    ]
    room = READY_MADE - bool(over)
    return sorted(exact, key=lambda one: sum(one[2]) > 0)[:room] + over[:1] if exact else over[:READY_MADE]


def combined(s: State, p: int, name: Name, places: dict[str, Zone]) -> list[Choice]:
    """Ready-made payments: one tap lays down everything and closes; and mixes: one tap gives all fish."""
    i = row_of(s, p)
    if i >= 0 and s.agenda[i, 0] == state.MIX:
        return [mix(s, p, int(s.agenda[i, 2]), given) for given in mixes(s, p, int(s.agenda[i, 2]))]
    if i < 0 or s.agenda[i, 0] != state.PAY:
        return []
    price = int(s.agenda[i, 2])
    laid = int(laid_value(s, p))
    return [ready_made(s, p, price, laid + paid, cards, given) for paid, cards, given in payments(s, p)]


def ready_made(s: State, p: int, price: int, paid: int, cards: Cards, fish: Fish) -> Choice:
    steps = [state.PAY_CARD + d for d in reversed(range(len(cards))) for _ in range(cards[d])]
    steps += [state.PAY_FISH + k for k in range(kit.KINDS) for _ in range(fish[k])]
    notation = [f"pay {kit.VALUES[state.PART[a, 0]]}" for a in steps if state.VERB[a] == state.PAY_CARD]
    notation += [f"fish {kit.CODES[k]}" for k in range(kit.KINDS) for _ in range(fish[k])]
    pieces = [
        f"note:{p}.{kit.VALUES[d]}#{int(s.hand[p, d]) - 1 - n}"
        for d in reversed(range(len(cards)))
        for n in range(cards[d])
    ]
    pieces += [f"track:{p}.{kit.CODES[k]}" for k in range(kit.KINDS) if fish[k]]
    what = ", ".join([cards_words(cards)] * bool(sum(cards)) + [f"{catch_words(list(fish))} fish"] * bool(sum(fish)))
    over = paid - price
    return Choice(
        steps[0],
        ", ".join([*notation, "paid"]),
        f"Pay {f'{paid}k' if over else 'exactly'}: {what}",
        pieces,
        tone="costly" if over else "good",
        cost=f"pays {paid}k" if over else "",
        why=f"{over}k more than the price, and nobody gives change." if over else spoilt_words(s, p, fish),
        then=[*steps[1:], state.PAID],
    )


def mixes(s: State, p: int, first: int) -> list[Fish]:
    """MI-R33: the way to give the rest that leaves most of what is wanted elsewhere; others are given kind by kind."""
    due = int(kit.AMOUNT[s.serving, s.face[s.serving]]) - int(s.given[:first].sum())
    stock = stock_of(s, p)
    free = tuple(n if k >= first else 0 for k, n in enumerate(stock))
    return list(islice(fish_sets(s, p, free, due), 1)) if due else []


def mix(s: State, p: int, first: int, given: Fish) -> Choice:
    steps = [state.GIVE + k * (kit.CAPACITY + 1) + given[k] for k in range(first, kit.KINDS)]
    notation = ", ".join(f"give {kit.CODES[k]}{given[k]}" for k in range(first, kit.KINDS))
    pieces = [f"track:{p}.{kit.CODES[k]}" for k in range(kit.KINDS) if given[k]]
    told = spoilt_words(s, p, given, but=int(s.serving))
    label = f"Give {catch_words(list(given))}"
    return Choice(steps[0], notation, label, pieces, tone="costly" if told else "good", why=told, then=steps[1:])


def spoilt_words(s: State, p: int, given: Fish, but: int = NONE) -> str:
    """Which restaurants would no longer be ready without these fish."""
    before = stock_of(s, p)
    after = tuple(n - gone for n, gone in zip(before, given))
    lost = [
        r for r in range(kit.RESTAURANTS) if r != but and is_ready(s, p, r, before) and not is_ready(s, p, r, after)
    ]
    return f"Then you no longer have all that {' and '.join(kit.NAMES[r] for r in lost)} wants." if lost else ""


# --- what is to be said of each choice


def pick(s: State, p: int, name: Name, kinds: int) -> Remark:
    """MI-12: whom the lot would help, as far as everybody can see."""
    fish = tuple(int(s.dice[k]) if kinds >> k & 1 else 0 for k in range(kit.KINDS))
    told = [f"you could serve {served_words(s, r)}" for r in within_reach(s, p, fish)[:1]]
    for q in range(int(s.players)):
        if q != p:
            told += [f"{name(q)} could serve {served_words(s, r)}" for r in within_reach(s, q, fish)[:1]]
    return Remark(why=f"With it {', '.join(told)}." if told else "")


def purpose_words(s: State, p: int) -> str:
    found = within_reach(s, p, lot_of(s))
    return f" With the lot you could serve {served_words(s, found[0])}." if found else ""


def offer(s: State, p: int, name: Name, price: int) -> Remark:
    """MI-23 MI-25: a bid that cannot be paid exactly costs more than it says. MI-R9: or cannot be paid at all."""
    paid = least_for(s, p, price, state.FOR_LOT)
    own = f"Your {s.price}k is the highest bid already. " if s.high == p else ""
    if not paid:
        return Remark(
            "costly", cost="too much", why=f"{own}You cannot pay that: sold to you, the lot is auctioned anew."
        )
    if paid > price:
        why = f"{own}You cannot pay {price}k exactly: you would give {paid}k, {paid - price}k for nothing."
        return Remark("costly", cost=f"pays {paid}k", why=why)
    way = way_to_pay(s, p, paid, state.FOR_LOT)
    why = f"{own}You could pay exactly with {way}.{purpose_words(s, p)}"
    return Remark("costly", cost=f"{price - int(s.price)}k more", why=why) if own else Remark(why=why)


def give_in(s: State, p: int, name: Name) -> Remark:
    """MI-17 MI-31: there is no way back into this auction."""
    return Remark("final", why=f"You would be out of this auction.{purpose_words(s, p)}")


def hold(s: State, p: int, name: Name) -> Remark:
    return Remark(why="You stay in without a bid; once everybody has waited, it is bid or pass.")


def stand(s: State, p: int, name: Name) -> Remark:
    return Remark("good", why=f"Your {s.price}k stays the highest bid, and costs no more.")


def sell(s: State, p: int, name: Name) -> Remark:
    """MI-21: the price is the least that comes."""
    q = int(s.high)
    helped = within_reach(s, q, lot_of(s))
    more = f" With it {name(q)} could serve {served_words(s, helped[0])}." if helped else ""
    return Remark(
        why=f"{name(q)} would pay you {s.price}k or a little more, and get {catch_words(list(lot_of(s)))}.{more}"
    )


def buy(s: State, p: int, name: Name) -> Remark:
    """MI-22: at the price that was bid."""
    paid = least_for(s, p, int(s.price), state.FOR_LOT)
    way = way_to_pay(s, p, paid, state.FOR_LOT)
    if paid > s.price:
        why = f"You cannot pay {s.price}k exactly: you would give {way}, {paid - int(s.price)}k for nothing."
        return Remark("costly", cost=f"pays {paid}k", why=why)
    return Remark(
        cost=f"pays {paid}k", why=f"You would keep the lot and pay {name(int(s.high))} {way}.{purpose_words(s, p)}"
    )


def take_lot(s: State, p: int, name: Name) -> Remark:
    """MI-28 MI-R20: what is paid is the price."""
    lowest = int(s.options[state.ALLPASS_MIN])
    paid = least_for(s, p, lowest, state.FOR_ALLPASS)
    tone = "costly" if paid > lowest else ""
    why = f"Nobody bid: {f'{paid}k is' if paid else 'nothing at all is'} enough.{purpose_words(s, p)}"
    return Remark(tone, cost=f"pays {paid}k" if paid else "", why=why)


def decline(s: State, p: int, name: Name) -> Remark:
    """MI-30."""
    return Remark("final", why=f"Nobody would get the lot.{purpose_words(s, p)}")


def due_of(s: State, p: int) -> tuple[int, int]:
    """What is still to be laid down, and what for."""
    i = row_of(s, p)
    return int(s.agenda[i, 2]) - int(laid_value(s, p)), int(purpose_of(int(s.agenda[i, 3])))


def pay_card(s: State, p: int, name: Name, d: int) -> Remark:
    due, purpose = due_of(s, p)
    if due <= 0:
        return Remark(
            "wasteful", cost=f"{kit.VALUES[d]}k", why="The price lies there already, and nobody gives change."
        )
    top, kind = int(next_card(s, p)), int(next_kind(s, p))
    hand = tuple(n if e <= top else 0 for e, n in enumerate(hand_of(s, p)))
    after = tuple((n - (e == d)) if e <= d else 0 for e, n in enumerate(hand))
    fish = sum(payable(s, p, purpose, kind))
    rest = due - kit.VALUES[d]
    best = least(hand, fish, due) - due
    over = least(after, fish, rest) - rest if rest > 0 else -rest
    return overpaying(over, best)


def overpaying(over: int, best: int) -> Remark:
    """MI-25: by how much a payment that goes on like this must be too much, and by how much any must."""
    if over <= 0:
        return Remark()
    why = "You cannot pay exactly." if best >= over else "You could still pay with less."
    return Remark("costly", cost=f"{over}k over", why=f"It would be {over}k more than the price, without change. {why}")


def pay_fish(s: State, p: int, name: Name, k: int) -> Remark:
    due, _ = due_of(s, p)
    if due <= 0:
        return Remark("wasteful", cost="1 fish", why="The price lies there already, and nobody gives change.")
    given = tuple(int(k == other) for other in range(kit.KINDS))
    spoilt = spoilt_words(s, p, given)
    if spoilt:
        return Remark("costly", cost="1 fish", why=spoilt)
    return Remark()


def paid(s: State, p: int, name: Name) -> Remark:
    due, _ = due_of(s, p)
    if due < 0:
        return Remark("costly", cost=f"{-due}k over", why=f"You would pay {-due}k more than the price, without change.")
    return Remark("good", why="It is exactly the price.")


def keep(s: State, p: int, name: Name, kinds: int) -> Remark:
    """MI-R27: what is kept comes in; everything else is lost, that in stock for good."""
    asked = s.agenda[row_of(s, p), 0] == state.KEEP
    arriving: Fish = tuple(int(n) for n in s.arriving) if asked else (0,) * kit.KINDS
    stock = stock_of(s, p)
    kept = tuple(n if kinds >> k & 1 else 0 for k, n in enumerate(stored(stock, arriving)))
    lost = [n if not kinds >> k & 1 else 0 for k, n in enumerate(stock)]
    gain = sum(kept) - sum(stock)
    told = [f"{catch_words(lost)} would be thrown away"] * bool(sum(lost))
    refused = [n if not kinds >> k & 1 else 0 for k, n in enumerate(arriving)]
    told += [f"{catch_words(refused)} would not come in"] * bool(sum(refused))
    why = f"Of yours {told[0]}" if sum(lost) else (told[0].capitalize() if told else "")
    why = ", and ".join([why, *told[1:]]) + "." if told else ""
    ready = [r for r in range(kit.RESTAURANTS) if is_ready(s, p, r, kept)]
    why += f" You would have all that {served_words(s, ready[0])} wants." if ready else ""
    if sum(lost):
        return Remark("costly", max(0, gain), f"{sum(lost)} fish lost", why.strip())
    return Remark("good" if gain > 0 else "", max(0, gain), why=why.strip())


def serve(s: State, p: int, name: Name, r: int) -> Remark:
    """MI-43 MI-46: the price of the space, less a thousand for each fish. MI-52: and whether the day is the last."""
    face = int(s.face[r])
    gain = pays(s, r) - int(kit.SIZE[r, face])
    why = f"You would give {kit.SIZE[r, face]} fish for {pays(s, r)}k at the end of the game."
    out, limit = int(all_placed(s)) + 1, int(kit.END_CUBES[s.players])
    if out == limit:
        why += f" Yours would be the {ORDINALS[out - 1]} employee out: the game ends with this day."
    return Remark("good", gain, why=why)


def give_pair(s: State, p: int, name: Name, kinds: int) -> Remark:
    """MI-R32: what stays behind on the two tracks."""
    amount = int(kit.AMOUNT[s.serving, s.face[s.serving]])
    left = [int(s.stock[p, k]) - amount if kinds >> k & 1 else 0 for k in range(kit.KINDS)]
    if not sum(left):
        return Remark("good", why="Both tracks would be empty, and both employees free.")
    return Remark(why=f"{catch_words(left)} would stay.")


def give(s: State, p: int, name: Name, k: int, n: int) -> Remark:
    """MI-R33."""
    left = int(s.stock[p, k]) - n
    if not n:
        return Remark(why=f"All {left} {kit.FISH[k]['color']} would stay." if left else "")
    freed = "the track would be empty and its employee free" if not left else f"{left} would stay"
    return Remark("good" if not left else "", why=f"{freed[0].upper()}{freed[1:]}.")


def give_cube(s: State, p: int, name: Name, k: int) -> Remark:
    """MI-44."""
    n = int(s.stock[p, k])
    least_lost = min(int(m) for m in s.stock[p] if m)
    return Remark(
        "costly",
        0,
        f"{n} fish lost",
        "No other track loses fewer." if n == least_lost else "Another track would lose fewer.",
    )


def later(s: State, p: int, name: Name) -> Remark:
    return Remark(
        "good", why="Another restaurant may empty a track first; before you are done, an employee must leave one."
    )


def done(s: State, p: int, name: Name) -> Remark:
    """MI-45 MI-R41."""
    if s.agenda[row_of(s, p), 0] == state.RECALL:
        return Remark(why="Your employees stay where they are, and keep their prices.")
    stock = stock_of(s, p)
    ready = [r for r in range(kit.RESTAURANTS) if is_ready(s, p, r, stock)]
    if not ready:
        return Remark()
    best = max(ready, key=lambda r: pays(s, r) - int(kit.SIZE[r, s.face[r]]))
    return Remark("final", why=f"You can serve {served_words(s, best)} now. Done means: not today.")


def least_hire(s: State, p: int) -> int:
    """MI-R11: the least that a hire costs, if enough is to be left for what is owed."""
    slack = int(hire_slack(s, p))
    fish = payable(s, p, state.FOR_HIRE)
    tied = sum(fish[k] for k in range(kit.KINDS) if slack < PLENTY and guards(s, p, k))
    return min(
        max(total, kit.HIRE_PRICE)
        for total in simplest(hand_of(s, p))
        if total <= slack and total + sum(fish) - tied + min(tied, slack - total) >= kit.HIRE_PRICE
    )


def hire(s: State, p: int, name: Name) -> Remark:
    """MI-50 MI-51 MI-R11: what must be paid, and what the employee is good for."""
    price = least_hire(s, p)
    i = row_of(s, p)
    why = "A fourth employee holds one more kind of fish, or serves one more restaurant; worth nothing at the end."
    if s.agenda[i, 0] == state.KEEP:
        why = "With one more employee you would keep one more kind."
    if price > kit.HIRE_PRICE:
        why += f" You cannot pay {kit.HIRE_PRICE}k exactly."
    return Remark("costly", cost=f"{price}k", why=why)


def recall(s: State, p: int, name: Name, r: int) -> Remark:
    """MI-47 to MI-49: the space is lost; MI-R41: perhaps the game goes on for it."""
    spaces = [int(q) for q in s.space[r]]
    i = spaces.index(p)
    lost = int(kit.LADDER[r, s.face[r], i])
    below = [name(q) for q in spaces[i + 1 :] if q != NONE]
    why = f"You would give up {lost}k" + (f", and {' and '.join(below)} would move up." if below else ".")
    if s.agenda[row_of(s, p), 0] == state.RECALL and all_placed(s) - 1 < kit.END_CUBES[s.players]:
        why += " The game would go on."
    return Remark("costly", cost=f"{lost}k", why=why)


REMARKS: dict[int, Callable[..., Remark]] = {
    state.PICK: pick,
    state.OFFER: offer,
    state.PASS: give_in,
    state.HOLD: hold,
    state.STAND: stand,
    state.SELL: sell,
    state.BUY: buy,
    state.TAKE_LOT: take_lot,
    state.DECLINE: decline,
    state.PAY_CARD: pay_card,
    state.PAY_FISH: pay_fish,
    state.PAID: paid,
    state.KEEP_KINDS: keep,
    state.SERVE_AT: serve,
    state.GIVE_PAIR: give_pair,
    state.GIVE: give,
    state.GIVE_CUBE: give_cube,
    state.LATER: later,
    state.DONE: done,
    state.HIRE: hire,
    state.RECALL_FROM: recall,
    state.HAMMER: lambda s, p, name: Remark(),
}

remark = state.ACTIONS.each(REMARKS)
