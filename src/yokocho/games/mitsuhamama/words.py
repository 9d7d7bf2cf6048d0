"""What Mitsuhamama says: notation, labels, questions, the log, and why something is not legal."""

from __future__ import annotations

import re
from collections.abc import Callable

from yokocho.core.agenda import row_of
from yokocho.core.game import Words
from yokocho.core.record import CLOCK, NONE, State
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.market import free_cubes, next_space, stands_at
from yokocho.games.mitsuhamama.money import laid_value, means, payee_of, purpose_of
from yokocho.games.mitsuhamama.scoring import score

Name = Callable[[int], str]

QUESTIONS = {
    state.LOT: "lot",
    state.BID: "bid",
    state.DECIDE: "decide",
    state.TAKE: "take",
    state.PAY: "pay",
    state.KEEP: "keep",
    state.SERVE: "serve",
    state.PAIR: "pair",
    state.MIX: "mix",
    state.CUBE: "cube",
    state.RECALL: "recall",
}
STEPS = {
    state.BIDDING: "bidding",
    state.STORE: "store",
    state.SELLING: "selling",
    state.FINISH: "finish",
    state.NEXT_DAY: "day",
}
ENDINGS = (
    "the market goes on",
    "enough employees stood on restaurants (MI-52)",
    "the guard on days was reached (MI-R44)",
)
PLAIN_MOVES = {
    state.PASS: "pass",
    state.HOLD: "hold",
    state.STAND: "stand",
    state.SELL: "sell",
    state.BUY: "buy",
    state.TAKE_LOT: "take",
    state.DECLINE: "decline",
    state.PAID: "paid",
    state.LATER: "later",
    state.DONE: "done",
    state.HIRE: "hire",
    state.HAMMER: "hammer",
}
NAMES = [card.name for card in kit.CARDS]


def kinds_text(bits: int) -> str:
    return "".join(kit.CODES[k] for k in range(kit.KINDS) if bits >> k & 1) or "-"


def kinds_bits(text: str) -> int:
    bits = 0
    for code in "" if text == "-" else text:
        if code not in kit.CODES or bits >> kit.CODES.index(code) & 1:
            raise ValueError(f"{text!r} is no set of kinds: letters of {kit.CODES}, each once, or -")
        bits |= 1 << kit.CODES.index(code)
    return bits


def fish_text(fish: list[int]) -> str:
    return " ".join(f"{kit.CODES[k]}{n}" for k, n in enumerate(fish) if n) or "none"


def fish_words(k: int, n: int) -> str:
    """So many of a kind for a sentence: ``3 red sea perch``."""
    return f"{n} {kit.FISH[k]['color']} {kit.FISH[k]['name']}"


def colors_words(bits: int) -> str:
    return ", ".join(kit.FISH[k]["color"] for k in range(kit.KINDS) if bits >> k & 1) or "no fish"


def catch_words(fish: list[int]) -> str:
    """Fish of several kinds, short: ``2 red, 3 white``."""
    return ", ".join(f"{n} {kit.FISH[k]['color']}" for k, n in enumerate(fish) if n) or "no fish"


def notation(s: State, p: int, a: int) -> str:
    if a in PLAIN_MOVES:
        return PLAIN_MOVES[a]
    if a < state.OFFER:
        return f"lot {kinds_text(a)}"
    if a < state.PASS:
        return f"{'raise' if s.high == p else 'bid'} {a - state.OFFER}"
    if a < state.PAY_FISH:
        return f"pay {kit.VALUES[a - state.PAY_CARD]}"
    if a < state.PAID:
        return f"fish {kit.CODES[a - state.PAY_FISH]}"
    if a < state.SERVE_AT:
        return f"keep {kinds_text(a - state.KEEP_KINDS)}"
    if a < state.GIVE_PAIR:
        return f"serve {NAMES[a - state.SERVE_AT]}"
    if a < state.GIVE:
        return f"give {kinds_text(a - state.GIVE_PAIR)}"
    if a < state.GIVE_CUBE:
        return f"give {kit.CODES[(a - state.GIVE) // 13]}{(a - state.GIVE) % 13}"
    if a < state.LATER:
        return f"cube {kit.CODES[a - state.GIVE_CUBE]}"
    return f"recall {NAMES[a - state.RECALL_FROM]}"


def parse(s: State, p: int, text: str) -> int:
    words = text.split()
    if len(words) == 1:
        for a, word in PLAIN_MOVES.items():
            if word == text:
                return a
    match words:
        case ["lot", kinds]:
            return kinds_bits(kinds)
        case ["bid" | "raise", price] if price.isdecimal() and 0 < int(price) < state.PASS - state.OFFER:
            return state.OFFER + int(price)
        case ["pay", value] if value.isdecimal() and int(value) in kit.VALUES:
            return state.PAY_CARD + kit.VALUES.index(int(value))
        case ["fish", kind] if kind in list(kit.CODES):
            return state.PAY_FISH + kit.CODES.index(kind)
        case ["keep", kinds]:
            return state.KEEP_KINDS + kinds_bits(kinds)
        case ["serve", name] if name in NAMES:
            return state.SERVE_AT + NAMES.index(name)
        case ["recall", name] if name in NAMES:
            return state.RECALL_FROM + NAMES.index(name)
        case ["cube", kind] if kind in list(kit.CODES):
            return state.GIVE_CUBE + kit.CODES.index(kind)
        case ["give", what]:
            found = re.fullmatch(r"([RYKW])(\d+)", what)
            if found and int(found[2]) <= 12:
                return state.GIVE + kit.CODES.index(found[1]) * 13 + int(found[2])
            return state.GIVE_PAIR + kinds_bits(what)
    raise ValueError(f"{text!r} is no move of Mitsuhamama")


def label(s: State, p: int, a: int, name: Name) -> str:
    if a < state.OFFER:
        fish = [int(s.dice[k]) if a >> k & 1 else 0 for k in range(kit.KINDS)]
        return f"Offer {catch_words(fish)} ({sum(fish)} fish)"
    if a < state.PASS:
        return f"{'Raise to' if s.high == p else 'Bid'} {a - state.OFFER}k"
    if a == state.PASS:
        return "Pass, for good"
    if a == state.HOLD:
        return "Wait"
    if a == state.STAND:
        return "Let your bid stand"
    if a == state.SELL:
        return f"Sell the lot to {name(int(s.high))} for {s.price}k"
    if a == state.BUY:
        return f"Buy the lot and pay {name(int(s.high))} {s.price}k"
    if a == state.TAKE_LOT:
        return "Take the lot and name your price by paying it"
    if a == state.DECLINE:
        return "Leave the lot"
    if state.PAY_CARD <= a < state.PAY_FISH:
        return f"Lay down a card of {kit.VALUES[a - state.PAY_CARD]}k"
    if state.PAY_FISH <= a < state.PAID:
        return f"Lay down a {kit.FISH[a - state.PAY_FISH]['color']} fish (1k)"
    if a == state.PAID:
        return f"That is the payment: {laid_value(s, p)}k"
    if state.KEEP_KINDS <= a < state.SERVE_AT:
        return f"Keep {colors_words(a - state.KEEP_KINDS)}"
    if state.SERVE_AT <= a < state.GIVE_PAIR:
        r = a - state.SERVE_AT
        return f"Serve {NAMES[r]} for {kit.LADDER[r, s.face[r], next_space(s, r)]}k"
    if state.GIVE_PAIR <= a < state.GIVE:
        return f"Give {colors_words(a - state.GIVE_PAIR)}"
    if state.GIVE <= a < state.GIVE_CUBE:
        k, n = divmod(a - state.GIVE, kit.CAPACITY + 1)
        return f"Give {n} {kit.FISH[k]['color']}"
    if state.GIVE_CUBE <= a < state.LATER:
        k = a - state.GIVE_CUBE
        return f"The employee leaves {kit.FISH[k]['color']}: {s.stock[p, k]} fish are lost"
    if a == state.LATER:
        return "Say later which employee goes"
    if a == state.HIRE:
        return f"Hire the fourth employee for {kit.HIRE_PRICE}k"
    if a == state.HAMMER:
        return "The hammer falls"
    return "Done" if a == state.DONE else f"Recall your employee from {NAMES[a - state.RECALL_FROM]}"


def kind_asked(s: State, p: int) -> int:
    i = row_of(s, p)
    return int(s.agenda[i, 0]) if i >= 0 else NONE


def question(s: State, p: int, name: Name) -> str:
    i = row_of(s, p)
    if i < 0:
        return "The market is closed."
    kind = int(s.agenda[i, 0])
    if kind == state.LOT:
        return "Choose the dice of today's lot, 1 to 9 fish. MI-12"
    if kind == state.BID:
        now = f"The bid is {s.price}k by {name(int(s.high))}" if s.high != NONE else "No bid yet"
        return f"{now}; you could pay {means(s, p, state.FOR_LOT)}k. Bid or pass? MI-16"
    if kind == state.DECIDE:
        return f"{name(int(s.high))} offers {s.price}k: sell or buy at that price? MI-20"
    if kind == state.TAKE:
        return "Everyone passed: take the lot yourself? MI-28"
    if kind == state.PAY:
        price, code = int(s.agenda[i, 2]), int(s.agenda[i, 3])
        what = {state.FOR_LOT: "the lot", state.FOR_ALLPASS: "the lot", state.FOR_HIRE: "the employee"}[
            purpose_of(code)
        ]
        to = f" to {name(payee_of(code))}" if purpose_of(code) == state.FOR_LOT else ""
        return f"Pay {price}k{to} for {what}; {laid_value(s, p)}k lie there, no change. MI-23"
    if kind == state.KEEP:
        return f"You have {free_cubes(s, p)} free employees: which kinds do you keep? MI-38"
    if kind == state.SERVE:
        return "Serve a restaurant, or done? MI-45"
    if kind == state.PAIR:
        return "Choose the two kinds to give. MI-R32"
    if kind == state.MIX:
        return f"How many {kit.FISH[int(s.agenda[i, 2])]['color']} fish do you give? MI-R33"
    if kind == state.CUBE:
        return "No employee is idle: whose track do you give up? MI-44"
    return "The game is about to end: recall an employee? MI-R41"


def narrate(s: State, name: Name) -> list[str]:
    return [sentence(s, [int(x) for x in row], name) for row in s.events[: s.events_size]]


def sentence(s: State, event: list[int], name: Name) -> str:
    message, a, b, c = event
    if message == state.DAY:
        return f"Day {a}, {name(b)} is the auctioneer"
    if message == state.ROLLED:
        return f"The {kit.FISH[a]['color']} die shows {b}"
    if message == state.PICKED:
        fish = [int(s.dice[k]) if b >> k & 1 else 0 for k in range(kit.KINDS)]
        return f"{name(a)} offers {catch_words(fish) if s.lot == b else colors_words(b)}"
    if message == state.OFFERED:
        return f"{name(a)} {'raises to' if c else 'bids'} {b}k"
    if message == state.PASSED:
        return f"{name(a)} passes"
    if message == state.HELD:
        return f"{name(a)} {'stands' if b else 'waits'}"
    if message == state.WON:
        return f"{name(a)} is the highest bidder at {b}k"
    if message == state.ALL_PASSED:
        return "Everyone has passed"
    if message == state.RENEGED:
        return f"{name(a)} cannot pay: the auction starts anew without them"
    if message == state.SOLD:
        return f"{name(a)} sells to {name(b)} for {c}k"
    if message == state.BOUGHT:
        return f"{name(a)} buys, {name(b)} is paid {c}k"
    if message == state.TOOK:
        return f"{name(a)} takes the lot"
    if message == state.DECLINED:
        return f"{name(a)} leaves the lot"
    if message == state.LAID_CARD:
        return f"{name(a)} lays down {f'a card of {kit.VALUES[b]}k' if b >= 0 else 'a card'}"
    if message == state.LAID_FISH:
        return f"{name(a)} lays down a {kit.FISH[b]['color']} fish"
    if message == state.SETTLED:
        return f"{name(a)} has paid"
    if message == state.STORED:
        return f"{name(a)} stores {fish_words(b, c)}"
    if message == state.LOST:
        return f"{name(a)} loses {fish_words(b, c)}"
    if message == state.SERVED:
        return f"{name(a)} serves {NAMES[b]} for {kit.LADDER[b, s.face[b], c]}k"
    if message == state.GAVE_UP:
        return f"{name(a)} gives up {fish_words(b, c)}"
    if message == state.HIRED:
        return f"{name(a)} hires an employee"
    if message == state.RECALLED:
        return f"{name(a)} recalls an employee from {NAMES[b]}"
    if message == state.HAMMERED:
        return "The hammer falls"
    if message == state.OVER:
        return "The market closes"
    raise ValueError(f"no words for event {message}")


def why_not(s: State, p: int, a: int) -> tuple[str, str]:
    """Why an action is not legal now, and the rule that says so."""
    kind = kind_asked(s, p)
    if p == CLOCK or a == state.HAMMER:
        return "There is no live auction to end.", "MI-R13"
    if a == state.HIRE:
        if s.cubes[p] > 3:
            return "You have hired already.", "MI-50"
        if kind == state.RECALL:
            return "There is no hiring at the end.", "MI-R41"
        return "You cannot pay for an employee now, or it is not the moment.", "MI-R11"
    if a >= state.RECALL_FROM:
        if not stands_at(s, p, a - state.RECALL_FROM):
            return f"You have no employee at {NAMES[a - state.RECALL_FROM]}.", "MI-47"
        return "First finish what you are doing.", "MI-R39"
    if kind == state.LOT:
        return ("A lot has 1 to 9 fish.", "MI-12") if a < state.OFFER else ("First choose the lot.", "MI-12")
    if kind == state.BID and state.OFFER <= a < state.PASS:
        if a - state.OFFER <= s.price:
            return f"A bid must be higher than {s.price}k.", "MI-16"
        return f"You could pay {means(s, p, state.FOR_LOT)}k at most.", "MI-R9"
    if kind == state.BID and a in (state.PASS, state.HOLD, state.STAND):
        return why_no_word(s, p, a)
    if kind == state.DECIDE and a == state.BUY:
        return f"You cannot pay {s.price}k.", "MI-R14"
    if kind == state.TAKE and a == state.TAKE_LOT:
        return "You cannot pay for it.", "MI-R47"
    if kind == state.PAY:
        if a == state.PAID:
            return "That is not enough yet.", "MI-23"
        hiring = purpose_of(int(s.agenda[row_of(s, p), 3])) == state.FOR_HIRE
        if state.PAY_FISH <= a < state.PAID and s.lot >> (a - state.PAY_FISH) & 1 and not hiring:
            return f"There is {kit.FISH[a - state.PAY_FISH]['color']} fish in the lot.", "MI-24"
        if state.PAY_CARD <= a < state.PAID:
            have = s.hand[p, a - state.PAY_CARD] if a < state.PAY_FISH else s.stock[p, a - state.PAY_FISH]
            if have == 0:
                return "You have none of those.", "MI-23"
        order = ", ".join(fish["color"] for fish in kit.FISH)
        return f"Cards come from the largest down, then fish in the order {order}, as far as you have them.", "MI-23"
    if kind in (state.KEEP, state.SERVE) and state.KEEP_KINDS <= a < state.SERVE_AT:
        return "Keep exactly as many kinds as you have free employees.", "MI-R27"
    if kind == state.SERVE and state.SERVE_AT <= a < state.GIVE_PAIR:
        return why_no_sale(s, p, a - state.SERVE_AT)
    if kind == state.SERVE and a == state.DONE:
        return "You owe an employee: first keep fewer kinds.", "MI-R46"
    if kind == state.PAIR:
        return "Two different kinds with enough fish.", "MI-R32"
    if kind == state.MIX:
        return "The fish must make up the demand exactly.", "MI-42"
    if kind == state.CUBE:
        return "Name a track with fish on it, or later if you can serve another restaurant.", "MI-R35"
    said, _, number = question(s, p, str).rpartition(" ")
    return f"Now something else is asked: {said}", number


def why_no_word(s: State, p: int, a: int) -> tuple[str, str]:
    if p == s.high:
        return "A bid binds until it is topped.", "MI-R6"
    return ("Only the highest bidder stands.", "MI-R13") if a == state.STAND else ("Now it is bid or pass.", "MI-R13")


def why_no_sale(s: State, p: int, r: int) -> tuple[str, str]:
    if stands_at(s, p, r):
        return f"You have an employee at {NAMES[r]} already.", "MI-45"
    if next_space(s, r) == NONE:
        return f"{NAMES[r]} is full.", "MI-R3"
    if free_cubes(s, p) == 0:
        return "You have no free employee.", "MI-43"
    return f"{NAMES[r]} wants {demand_words(s, r)}.", "MI-42"


def demand_note(s: State, r: int) -> str:
    """What a restaurant wants in codes, a letter and a number each; A and B are kinds of choice."""
    face = kit.CARDS[r].faces[int(s.face[r])]
    if kit.FORM[r, s.face[r]] == kit.FIXED:
        return fish_text(list(face.fish))
    if kit.FORM[r, s.face[r]] == kit.ANY:
        return f"A{face.amount} any mix"
    return f"A{face.amount} B{face.amount} two kinds"


def demand_words(s: State, r: int) -> str:
    face = kit.CARDS[r].faces[int(s.face[r])]
    if kit.FORM[r, s.face[r]] == kit.FIXED:
        return catch_words(list(face.fish))
    if kit.FORM[r, s.face[r]] == kit.ANY:
        return f"{face.amount} fish in any mix"
    return f"{face.amount} and {face.amount} of two kinds"


def summary(s: State, p: int) -> str:
    """The seat's own view in a line."""
    cards = " ".join(
        str(kit.VALUES[d]) for d in range(len(kit.VALUES) - 1, -1, -1) for _ in range(max(0, int(s.hand[p, d])))
    )
    places = [NAMES[r] for r in range(kit.RESTAURANTS) if stands_at(s, p, r)]
    fish = fish_text([int(n) for n in s.stock[p]])
    return f"{score(s, p)}k: cards [{cards}], fish {fish}, {s.cubes[p]} employees, at {' '.join(places) or 'none'}"


def heading(s: State) -> str:
    return f"Mitsuhamama, {f'day {s.day}' if s.finished == state.RUNNING else 'over'}"


def secret(s: State, q: int, a: int, p: int) -> bool:
    """MI-R18: the cards of a payment that third players do not see."""
    if s.options[state.VISIBILITY] != state.TO_PARTIES or not state.PAY_CARD <= a < state.PAY_FISH:
        return False
    code = int(s.agenda[row_of(s, q), 3])
    return bool(purpose_of(code) == state.FOR_LOT and payee_of(code) != p)


WORDS = Words(
    notation=notation,
    questions=QUESTIONS,
    steps=STEPS,
    heading=heading,
    turn=lambda s: int(s.auctioneer),
    parse=parse,
    label=label,
    question=question,
    narrate=narrate,
    why_not=why_not,
    summary=summary,
    secret=secret,
)
