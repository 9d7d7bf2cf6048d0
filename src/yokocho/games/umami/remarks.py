"""What is to be said of a move before it is made, and how near a Dish is to a Favorite.

All of it is made from a masked state. Moves are tried on a copy, by the rules themselves, as far as the claims that
follow at once. Neither a deck nor a hand of somebody else is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from yokocho.core.agenda import drop, hush, open_a, open_b, open_kind, open_seats
from yokocho.core.record import NONE, State, copy
from yokocho.core.scene import Name, Remark
from yokocho.games.umami import components as kit
from yokocho.games.umami import state
from yokocho.games.umami.claims import TASTE, claim, list_claims
from yokocho.games.umami.dishes import first_free, in_dishes
from yokocho.games.umami.rules import claims, lift, put, throw_out, window_start
from yokocho.games.umami.scoring import score
from yokocho.games.umami.words import COLOR_WORDS, card_words, dish_number, favorite_title, steal_face

NUMBERS = range(1, kit.NUMBERS + 1)
CHAIN = 3  # so many choices of one's own in a chain of claims are looked at
KEPT = 16  # states whose tables are remembered
NOTHING = Remark()
HIGH: list[int] = kit.HIGH.tolist()
LOWEST = -99 * TASTE  # less than any Dish has


@cache
def fitting(profile: int, a: int, b: int, c: int) -> tuple[int, ...]:
    """UM-5 to UM-8: the Favorites that three numbers match."""
    bits = int(kit.MATCHES[profile, a - 1, b - 1, c - 1])
    return tuple(f for f in range(kit.FAVORITES) if bits >> f & 1)


@cache
def best_sum(profile: int, f: int) -> int:
    """UM-18: no sum pleases this Favorite more."""
    sums = [a + b + c for a in NUMBERS for b in NUMBERS for c in NUMBERS if f in fitting(profile, a, b, c)]
    return max(sums) if HIGH[f] else min(sums)


@cache
def thirds(profile: int, a: int, b: int) -> list[tuple[int, list[int]]]:
    """The Favorites that two numbers and a third match, each with those third numbers."""
    found: dict[int, list[int]] = {}
    for c in NUMBERS:
        for f in fitting(profile, a, b, c):
            found.setdefault(f, []).append(c)
    return sorted(found.items())


@cache
def totals(profile: int, a: int) -> list[tuple[int, int]]:
    """The Favorites that a number and two more match, each with the sum that pleases it most."""
    found: dict[int, list[int]] = {}
    for b in NUMBERS:
        for c in NUMBERS:
            for f in fitting(profile, a, b, c):
                found.setdefault(f, []).append(a + b + c)
    return [(f, max(sums) if HIGH[f] else min(sums)) for f, sums in sorted(found.items())]


def number(card: int) -> int:
    return card // kit.ICONS + 1


def taste(f: int, cards: Sequence[int]) -> int:
    """UM-18 UM-19: as in claims.py, of cards that do not lie there yet."""
    total = sum(map(number, cards))
    return (total if HIGH[f] else -total) * TASTE + sum(card % kit.ICONS == kit.BLOSSOM for card in cards)


# --- the table at a glance


@dataclass
class Sight:
    """The Dishes and Favorites of a state as plain numbers, read once for all that is said of it."""

    profile: int
    players: int
    dishes: list[list[list[int]]]  # the cards of each Dish
    on: list[list[int]]  # the Favorite above each Dish
    where: list[int]
    turned: int
    own: bool  # UM-R2: may a Favorite move between Dishes of one seat?
    found: dict[tuple[int, ...], Outcome | None] = field(default_factory=dict)  # the best place for a card

    def is_open(self, q: int, d: int) -> bool:
        return bool(self.dishes[q][d]) and self.on[q][d] == NONE

    def to_beat(self, p: int, f: int, secret: int = NONE) -> int | None:
        """The taste that a Dish of this seat must have more of; None if it cannot win the Favorite at all. The own
        secret one is looked at as if it lay in its area, where it will (UM-38).
        """
        where = state.IN_AREA if f == secret else self.where[f]
        if where == state.UNSEEN or self.turned >> f & 1:  # UM-36
            return None
        if where == state.IN_AREA:  # UM-16
            return LOWEST
        q, d = divmod(where, state.DISHES)
        return taste(f, self.dishes[q][d]) if q != p or self.own else None

    def wins(self, p: int, cards: Sequence[int], secret: int = NONE) -> list[int]:
        """UM-16 UM-18: the Favorites that an unset Dish of these three would win."""
        a, b, c = map(number, cards)
        beat = {f: self.to_beat(p, f, secret) for f in fitting(self.profile, a, b, c)}
        return [f for f, least in beat.items() if least is not None and taste(f, cards) > least]

    def needs(self, p: int, cards: Sequence[int], secret: int = NONE) -> dict[int, list[int]]:
        """Of each Favorite that two cards and a third can win, the numbers that do; a Blossom of the third counts for
        nothing here.
        """
        found: dict[int, list[int]] = {}
        for f, numbers in thirds(self.profile, number(cards[0]), number(cards[1])):
            least = self.to_beat(p, f, secret)
            if least is not None:
                enough = [n for n in numbers if taste(f, (*cards, (n - 1) * kit.ICONS)) > least]
                if enough:
                    found[f] = enough
        return found

    def in_reach(self, p: int, card: int, secret: int) -> set[int]:
        """The Favorites that a card can win with two more; their Blossoms count for nothing here."""
        found = set()
        for f, total in totals(self.profile, number(card)):
            least = self.to_beat(p, f, secret)
            blossom = card % kit.ICONS == kit.BLOSSOM
            if least is not None and (total if HIGH[f] else -total) * TASTE + blossom > least:
                found.add(f)
        return found


seen: dict[bytes, Sight] = {}


def sight(s: State) -> Sight:
    key = bytes(s.tobytes())
    found = seen.get(key)
    if found is None:
        if len(seen) >= KEPT:
            seen.clear()
        sizes = s.dish_size.tolist()
        found = seen[key] = Sight(
            int(s.options[state.NE_PROFILE]),
            int(s.players),
            [[cards[:n] for cards, n in zip(*row)] for row in zip(s.dish.tolist(), sizes)],
            s.favorite_on.tolist(),
            s.whereabouts.tolist(),
            int(s.turned),
            int(s.options[state.OWN_REHOME]) != state.REHOME_FORBIDDEN,
        )
    return found


# --- trying a move


@dataclass
class Outcome:
    """What a move leads to at once, with the best of one's own answers."""

    after: State
    gain: int
    dish: int = NONE  # where the card goes
    thrown: int = NONE  # UM-13: and the card that goes for it


def settled(t: State, p: int, start: int, chain: int = CHAIN) -> State:
    """UM-23: the claims are resolved, and what seat p is asked is answered as it brings most."""
    claims(t, start)
    if open_kind(t) != state.CLAIM or not open_seats(t) >> p & 1 or not chain:
        return t
    actions = np.empty(state.MOST, np.int16)
    listed = actions[: list_claims(t, p, actions)].tolist()
    best = t if state.DECLINE in listed else None  # UM-R37
    for a in listed:
        if a != state.DECLINE:
            u = copy(t)
            drop(u)
            claim(u, p, int(state.PART[a, 0]), int(state.PART[a, 1]))
            drop(u)  # the step that goes on with the claims
            u = settled(u, p, start, chain - 1)
            if best is None or score(u, p) > score(best, p):
                best = u
    return t if best is None else best


def placed(s: State, p: int, card: int, d: int, thrown: int = NONE, taken: tuple[int, int, int] | None = None) -> State:
    """UM-11 UM-13: the state after a card came to a Dish and another one left it, claims included."""
    t = copy(s)
    hush(t)
    if taken is not None:
        lift(t, *taken)
    t.moving = card
    put(t, p, d)
    if thrown != NONE:
        drop(t)
        throw_out(t, p, d, thrown, card)
    return settled(t, p, window_start(t))


def ways(cards: Sequence[int], card: int) -> Iterator[tuple[int, list[int]]]:
    """The Dishes of three that a card can make of one, and the card that is thrown out for each."""
    if len(cards) == state.DISH - 1:
        yield NONE, [*cards, card]
    elif len(cards) == state.DISH:
        for thrown in dict.fromkeys(cards):
            if thrown != card:
                rest = list(cards)
                rest.remove(thrown)
                yield thrown, [*rest, card]


def best_place(s: State, p: int, card: int, taken: tuple[int, int, int] | None = None) -> Outcome | None:
    """Where a card would bring most points at once; None if nowhere."""
    view = sight(s)
    key = (p, card, *(taken or ()))
    if key not in view.found:
        best = None
        for d in range(state.DISHES):
            found = on_dish(s, p, card, d, taken)
            if found and found.gain > (best.gain if best else 0):
                best = found
        view.found[key] = best
    return view.found[key]


def on_dish(s: State, p: int, card: int, d: int, taken: tuple[int, int, int] | None = None) -> Outcome | None:
    """The best that a card does on an unset Dish, if a Favorite is won."""
    view, best = sight(s), None
    if view.is_open(p, d):
        for thrown, cards in ways(view.dishes[p][d], card):
            if view.wins(p, cards):
                after = placed(s, p, card, d, thrown, taken)
                found = Outcome(after, int(score(after, p) - score(s, p)), d, thrown)
                if best is None or found.gain > best.gain:
                    best = found
    return best


# --- words


TO = "\u2060–\u2060"  # no line ends within it


def ranges(numbers: Sequence[int]) -> str:
    """``4, 7–9``."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return ", ".join(f"{run[0]}{TO}{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def or_list(numbers: Sequence[int]) -> str:
    """``4, 7 or 8``."""
    *rest, last = map(str, numbers)
    return f"{', '.join(rest)} or {last}" if rest else last


def plural(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def dish_sum(s: State, q: int, d: int) -> int:
    return sum(map(number, s.dish[q, d, : state.DISH].tolist()))


def winnings(t: State, p: int, name: Name) -> str:
    """Which Favorites would come and go, from what the tried state tells of itself."""
    said = []
    for message, x, y, z in t.events[: t.events_size].tolist():
        if message == state.WON and x == p:
            said.append(f"Dish {dish_number(y)} would win {favorite_title(t, z)} with {dish_sum(t, p, y)}")
        elif message == state.WON_FROM:
            (q, d), (loser, e) = divmod(x, state.DISHES), divmod(z, state.DISHES)
            what = favorite_title(t, y)
            if q == p:
                whose = "my own" if loser == p else f"{name(loser)}'s"
                mine, theirs = dish_sum(t, p, d), dish_sum(t, loser, e)
                with_sum = f"with {mine} against {theirs}" + (" and more Blossoms" if mine == theirs else "")  # UM-19
                said.append(f"Dish {dish_number(d)} would take {what} from {whose} Dish {dish_number(e)}, {with_sum}")
            elif loser == p:
                said.append(f"{name(q)} would win {what} from my Dish {dish_number(e)}")
    return ", then ".join(said)


def signed(n: int) -> str:
    return f"+{n}" if n >= 0 else f"−{-n}"


def told(outcome: Outcome, p: int, name: Name, before: str = "") -> str:
    thrown = f"without {card_words(outcome.thrown)} " if outcome.thrown != NONE else ""
    return f"{before}{thrown}{winnings(outcome.after, p, name)}: {signed(outcome.gain)}."


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def good(outcome: Outcome, p: int, name: Name, before: str = "", cost: str = "") -> Remark:
    one_goes = "1 card" if outcome.thrown != NONE else ""
    return Remark("good", outcome.gain, cost or one_goes, sentence(told(outcome, p, name, before)))


# --- remarks


def triggers(s: State, p: int) -> bool:
    """UM-34: would one more Ingredient in the Dishes of this seat end regular play?"""
    return bool(
        s.phase == state.REGULAR
        and s.trigger == state.UNTRIGGERED
        and in_dishes(s, p) + 1 >= kit.SETUPS[int(s.players)].trigger
    )


def idle(s: State, p: int, card: int, dishes: Sequence[int], others: Sequence[int]) -> bool:
    """UM-40 UM-42: can a card win nothing any more on any of these Dishes, whatever else of the hand goes with it?

    Nothing new is revealed in the final round (UM-R28), and a Favorite that lies on a Dish only becomes harder to win.
    """
    if s.phase != state.FINAL or s.options[state.FINAL_REFILL] != state.REFILL_NONE:
        return False
    view = sight(s)
    for d in dishes:
        pool = [*view.dishes[p][d], *others]
        for i in range(len(pool)):
            for j in range(i):
                if view.wins(p, [card, pool[i], pool[j]]):
                    return False
    return True


def rest_of_hand(s: State, p: int, card: int) -> list[int]:
    """The own hand without a card that is played from it."""
    hand = s.hand[p, : s.hand_size[p]].tolist()
    if card in hand:
        hand.remove(card)
    return list(hand)


def play(s: State, p: int, name: Name, card: int) -> Remark:
    found = best_place(s, p, card)
    if found:
        return good(found, p, name)
    if s.phase == state.FINAL:
        view = sight(s)
        free = first_free(s, p)
        dishes = [d for d in range(state.DISHES) if view.is_open(p, d) or d == free]
        if idle(s, p, card, dishes, rest_of_hand(s, p, card)):
            return Remark("wasteful", why="It can win no Favorite any more, and unset Dishes score nothing.")
    return NOTHING


def play_from_area(s: State, p: int, name: Name, card: int) -> Remark:
    found = best_place(s, p, card)
    return good(found, p, name) if found else NOTHING


def steal(s: State, p: int, name: Name, card: int) -> Remark:
    """UM-26 UM-27: the Steal card goes, whatever is taken for it."""
    view, best, at = sight(s), None, (0, 0, 0)
    for q in range(view.players):
        for d in range(state.DISHES):
            if q != p and view.is_open(q, d):
                for i, target in enumerate(view.dishes[q][d]):
                    found = best_place(s, p, target, (q, d, i))
                    if found and found.gain > (best.gain if best else 0):
                        best, at = found, (q, d, i)
    if best is None:
        return Remark(
            "costly", 0, "Steal card", f"{sentence(card_words(card))} would go to the Trash for another card."
        )
    q, d, i = at
    got = card_words(view.dishes[q][d][i])
    return good(best, p, name, f"with {got} of {name(q)}'s Dish {dish_number(d)}, ", "Steal card")


def take(s: State, p: int, name: Name, q: int, d: int, i: int) -> Remark:
    view = sight(s)
    found = best_place(s, p, view.dishes[q][d][i], (q, d, i))
    if found:
        return good(found, p, name)
    lost = view.needs(q, view.dishes[q][d]) if len(view.dishes[q][d]) == state.DISH - 1 else {}
    if lost:
        f, numbers = next(iter(lost.items()))
        return Remark(why=f"{name(q)} would lack more than {or_list(numbers)} for {favorite_title(s, f)} there.")
    return NOTHING


def put_on(s: State, p: int, name: Name, d: int) -> Remark:
    card, view = int(s.moving), sight(s)
    cards = view.dishes[p][d]
    found = on_dish(s, p, card, d)
    if found and found.gain > 0:
        return with_end(s, p, d, good(found, p, name))
    if found and found.gain < 0:
        return Remark("costly", found.gain, plural(-found.gain, "point"), sentence(told(found, p, name)))
    if idle(s, p, card, [d], rest_of_hand(s, p, NONE)):
        return Remark("wasteful", why="It would win no Favorite here any more, and unset Dishes score nothing.")
    if len(cards) == state.DISH:
        why = f"Dish {dish_number(d)} is full: one of its cards would go, or {card_words(card)} itself."
        return Remark("costly", 0, "1 card", why)  # UM-13
    return with_end(s, p, d, Remark(why=prepared(s, p, [*cards, card])))


def put_new(s: State, p: int, name: Name) -> Remark:
    d, card = int(first_free(s, p)), int(s.moving)
    if idle(s, p, card, [d], rest_of_hand(s, p, NONE)):
        return Remark("wasteful", why="It would win no Favorite here any more, and unset Dishes score nothing.")
    return with_end(s, p, d, NOTHING)


def with_end(s: State, p: int, d: int, said: Remark) -> Remark:
    """UM-34: the end is said with whatever brings it about."""
    if len(sight(s).dishes[p][d]) == state.DISH or not triggers(s, p):
        return said
    ends = f"Regular play would end with this round: {in_dishes(s, p) + 1} Ingredients would lie in my Dishes."
    return Remark(said.tone or "final", said.gain, said.cost or "last round", f"{said.why} {ends}".strip())


def prepared(s: State, p: int, cards: Sequence[int]) -> str:
    """What a Dish of two or three is good for."""
    if len(cards) == state.DISH:
        return f"No Favorite would be won with {', '.join(str(number(card)) for card in sorted(cards))}."
    if len(cards) < state.DISH - 1:
        return ""
    needs = sight(s).needs(p, cards)
    if not needs:
        return "No third card would win a Favorite that lies open now."
    said = [f"{or_list(numbers)} for {favorite_title(s, f)}" for f, numbers in list(needs.items())[:2]]
    return f"It would then need {', or '.join(said)}."


def discard(s: State, p: int, name: Name, card: int) -> Remark:
    """UM-13."""
    if open_kind(s) != state.DISCARD:
        return NOTHING
    d, new = int(open_a(s)), int(open_b(s))
    rest = sight(s).dishes[p][d].copy()
    if card not in rest:
        return NOTHING
    rest.remove(card)
    if card == new:
        return Remark(why=f"Dish {dish_number(d)} would stay as it was.")
    t = copy(s)
    hush(t)
    drop(t)
    throw_out(t, p, d, card, new)
    t = settled(t, p, window_start(t))
    found = Outcome(t, int(score(t, p) - score(s, p)))
    won = winnings(t, p, name)
    if found.gain > 0:
        return good(found, p, name)
    if found.gain < 0:
        return Remark("costly", found.gain, plural(-found.gain, "point"), sentence(told(found, p, name)))
    return Remark(why=f"{won}: +0." if won else prepared(s, p, rest))


def claim_it(s: State, p: int, name: Name, d: int, f: int) -> Remark:
    """UM-16 UM-18 UM-22."""
    t = copy(s)
    hush(t)
    start = int(t.agenda[t.agenda_size - 2, 2]) if t.agenda_size > 1 else window_start(t)
    drop(t)
    claim(t, p, d, f)
    if t.agenda_size:
        drop(t)
    t = settled(t, p, start)
    found = Outcome(t, int(score(t, p) - score(s, p)))
    why = sentence(told(found, p, name))
    if found.gain > 0:
        return Remark("good", found.gain, "", why)
    lost = plural(-found.gain, "point") if found.gain else ""
    return Remark("costly" if lost else "", found.gain, lost, why)


def decline(s: State, p: int, name: Name) -> Remark:
    """UM-R35 UM-R37."""
    if open_kind(s) == state.RESTOCK:
        return Remark("final", why="No card would come for the one that was taken.")
    return Remark("final", why="This would hold until one of these Dishes changes or the Favorite moves.")


def restock_deck(s: State, p: int, name: Name) -> Remark:
    return Remark(why="Nobody knows the top card before it is taken; the market would stay whole.")


def stop(s: State, p: int, name: Name) -> Remark:
    """UM-40 UM-42."""
    held = int(s.hand_size[p])
    best = max(
        (found.gain for found in (best_place(s, p, card) for card in rest_of_hand(s, p, NONE)) if found), default=0
    )
    kept = f" {plural(held, 'card')} in hand would score nothing." if held else ""
    missed = f" A card of my hand could still win {signed(best)}." if best else ""
    return Remark("final", why=f"My last turn would be over.{kept}{missed}")


SAID: dict[int, Callable[..., Remark]] = {
    state.PLAY_HAND: play,
    state.PLAY_AREA: play_from_area,
    state.STEAL_HAND: lambda s, p, name, n: steal(s, p, name, steal_face(n)),
    state.STEAL_AREA: lambda s, p, name, n: steal(s, p, name, steal_face(n)),
    state.TAKE_CARD: take,
    state.PUT: put_on,
    state.PUT_NEW: put_new,
    state.DISCARD_CARD: discard,
    state.CLAIM_IT: claim_it,
    state.DECLINE: decline,
    state.RESTOCK_AREA: play_from_area,
    state.RESTOCK_DECK: restock_deck,
    state.STOP: stop,
}
remark = state.ACTIONS.each(SAID)


# --- how near a Dish is to a Favorite


@dataclass
class Fact:
    """What lies beside a piece or a Dish: in a few words, as it is said, and its tone."""

    note: str = ""
    spoken: str = ""
    tone: str = ""


def asks(s: State, p: int, *kinds: int) -> bool:
    return open_kind(s) in kinds and bool(p >= 0 and open_seats(s) >> p & 1)


def at_hand(s: State, p: int) -> list[int]:
    """The cards that a seat may choose to place now, or the one that it has to."""
    cards: list[int] = []
    if asks(s, p, state.PLACE):
        cards = [int(s.moving)]
    elif asks(s, p, state.ACTION, state.LAST_TURN, state.RESTOCK):
        if s.hand_due or open_kind(s) == state.LAST_TURN:
            cards += s.hand[p, : s.hand_size[p]].tolist()
        if s.area_due or open_kind(s) == state.RESTOCK:
            cards += s.area[: s.area_size].tolist()
    return cards


def nearest(s: State, p: int) -> dict[int, Fact]:
    """Of each Favorite that this seat could win, and of its own secret one: which of its Dishes is nearest to it."""
    view, secret = sight(s), int(s.secret[p])
    cards, claiming = at_hand(s, p), asks(s, p, state.CLAIM)
    dishes = {d: view.dishes[p][d] for d in range(state.DISHES) if view.is_open(p, d)}
    needs = {d: view.needs(p, dish, secret) for d, dish in dishes.items() if len(dish) == state.DISH - 1}
    now = {f: d for d in needs for card in cards for f in view.wins(p, [*dishes[d], card], secret)}
    done = {f: d for d, dish in dishes.items() if claiming and len(dish) == state.DISH for f in view.wins(p, dish)}
    begun = {d: view.in_reach(p, dish[0], secret) for d, dish in dishes.items() if len(dish) == 1}
    found: dict[int, Fact] = {}
    for f in range(kit.FAVORITES):
        mine = view.where[f] // state.DISHES == p and view.where[f] != state.IN_AREA
        if mine or view.to_beat(p, f, secret) is None:
            continue
        if f in done:  # UM-22
            found[f] = Fact(f"Dish {dish_number(done[f])} wins", f"Dish {dish_number(done[f])} matches it", "good")
        elif f in now and asks(s, p, state.PLACE):
            said = f"Dish {dish_number(now[f])} would win it with {card_words(cards[0])}"
            found[f] = Fact(f"Dish {dish_number(now[f])} wins", said, "good")
        else:
            found[f] = lacking(f, dishes, needs, begun, f in now)
    return found


def lacking(
    f: int, dishes: dict[int, list[int]], needs: dict[int, dict[int, list[int]]], begun: dict[int, set[int]], now: bool
) -> Fact:
    """What the nearest Dish lacks for a Favorite: the numbers of one card, or the colours of two."""
    near = [(len(needs[d][f]), -d) for d in needs if f in needs[d]]
    if near:
        d = -max(near)[1]
        said = f"Dish {dish_number(d)} needs {or_list(needs[d][f])}" + (", which I can play now" if now else "")
        return Fact(f"Dish {dish_number(d)}: {ranges(needs[d][f])}", said, "good" if now else "")
    for d, reach in begun.items():
        if f in reach:
            pattern = list(kit.CARDS[f].pattern)
            color = kit.COLOR_CODES[dishes[d][0] // (3 * kit.ICONS)]
            if color not in pattern:  # UM-8
                return Fact(f"Dish {dish_number(d)}: 2 more", f"Dish {dish_number(d)} needs two more numbers")
            pattern.remove(color)
            words = [COLOR_WORDS[kit.COLOR_CODES.index(code)] for code in pattern]
            marks = "".join(f"{{mark-{word}}}" for word in words)
            return Fact(f"Dish {dish_number(d)} {marks}", f"Dish {dish_number(d)} needs {' and '.join(words)}")
    return Fact("no Dish yet", "none of my Dishes is on its way to it")


def sum_words(f: int, cards: Sequence[int]) -> str:
    """The sum of a Dish, and its Blossoms, which decide between equal ones."""
    blossoms = sum(card % kit.ICONS == kit.BLOSSOM for card in cards)
    return f"{sum(map(number, cards))}{'{blossom}' * blossoms}"


def dish_fact(s: State, q: int, d: int, p: int, name: Name) -> Fact:
    """What a Dish of seat q is worth or lacks, as seat p sees it."""
    view = sight(s)
    cards, f = view.dishes[q][d], view.on[q][d]
    if f != NONE:
        return set_fact(s, view, q, d, name)
    if q == p and asks(s, p, state.PLACE):
        return place_fact(s, view, p, d)
    if not cards:
        return Fact()
    if len(cards) == state.DISH:
        return Fact("full", f"full, with the sum {sum(map(number, cards))}")
    needs = view.needs(q, cards) if len(cards) == state.DISH - 1 else None
    return needs_fact(s, needs)


def needs_fact(s: State, needs: dict[int, list[int]] | None) -> Fact:
    if needs is None:
        return Fact("needs 2", "needs two more cards")
    if not needs:
        return Fact("no guest", "no third card would win a Favorite that lies open now")
    numbers = sorted({n for those in needs.values() for n in those})
    said = [f"{or_list(those)} for {favorite_title(s, f)}" for f, those in needs.items()]
    return Fact(f"needs {ranges(numbers)}", f"needs {'; '.join(said)}")


def set_fact(s: State, view: Sight, q: int, d: int, name: Name) -> Fact:
    """UM-42: its points, and whether somebody could take it away."""
    cards, f = view.dishes[q][d], view.on[q][d]
    total = sum(map(number, cards))
    stars = sum(card % kit.ICONS == kit.STAR for card in cards) + int(kit.FAVORITE_STARS[f])
    said = f"Set, {plural(stars, 'point')}, sum {total}"
    if view.turned >> f & 1:  # UM-36
        return Fact(f"{plural(stars, 'point')}, locked", f"{said}, face down to the end")
    for other in range(view.players):
        for e in range(state.DISHES):
            rival = view.dishes[other][e]
            if other != q and view.is_open(other, e) and len(rival) == state.DISH - 1:
                numbers = view.needs(other, rival).get(f)
                if numbers:
                    danger = f"{name(other)}'s Dish {dish_number(e)} needs {or_list(numbers)} to take it"
                    return Fact(f"{plural(stars, 'point')}, at risk", f"{said}; {danger}", "costly")
    best = best_sum(view.profile, f)
    if total == best:
        return Fact(f"{plural(stars, 'point')}, best sum", f"{said}, the best there is")
    return Fact(plural(stars, "point"), f"{said}; the best would be {best}")


def place_fact(s: State, view: Sight, p: int, d: int) -> Fact:
    """What the card on its way would make of a Dish."""
    card, cards = int(s.moving), view.dishes[p][d]
    if not cards:
        if d != first_free(s, p) or open_a(s):  # UM-R5 UM-R39
            return Fact()
        n, trigger = in_dishes(s, p) + 1, kit.SETUPS[int(s.players)].trigger
        regular = s.phase == state.REGULAR and s.trigger == state.UNTRIGGERED
        return Fact(f"new: {n} of {trigger}" if regular else "new", "a new Dish would be started here")
    if len(cards) == state.DISH:
        return Fact("full: 1 goes", "full: one of the four cards would go", "costly")
    after = [*cards, card]
    if len(after) == state.DISH:
        total = sum(map(number, after))
        if view.wins(p, after):
            return Fact(f"wins: {total}", f"would win with {total}", "good")
        return Fact("wins nothing", "would be full and win nothing")
    then = needs_fact(s, view.needs(p, after))
    return Fact(then.note, f"with this card: {then.spoken}")
