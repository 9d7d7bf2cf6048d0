"""What Mitsuhamama says: notation, labels, questions, the log, and why something is not legal."""

from __future__ import annotations

import re
from collections.abc import Callable

from yokocho.core.agenda import row_of
from yokocho.core.game import Words
from yokocho.core.record import CLOCK, NONE, State
from yokocho.games.mitsuhamama.components import (
    ANY,
    CAPACITY,
    CARDS,
    CODES,
    FISH,
    FIXED,
    FORM,
    HIRE_PRICE,
    KINDS,
    LADDER,
    RESTAURANTS,
    VALUES,
)
from yokocho.games.mitsuhamama.market import free_cubes, next_space, stands_at
from yokocho.games.mitsuhamama.money import laid_value, means, payee_of, purpose_of
from yokocho.games.mitsuhamama.scoring import score
from yokocho.games.mitsuhamama.state import (
    ALL_PASSED,
    BID,
    BIDDING,
    BOUGHT,
    BUY,
    CUBE,
    DAY,
    DECIDE,
    DECLINE,
    DECLINED,
    DONE,
    FINISH,
    FOR_ALLPASS,
    FOR_HIRE,
    FOR_LOT,
    GAVE_UP,
    GIVE,
    GIVE_CUBE,
    GIVE_PAIR,
    HAMMER,
    HAMMERED,
    HELD,
    HIRE,
    HIRED,
    HOLD,
    KEEP,
    KEEP_KINDS,
    LAID_CARD,
    LAID_FISH,
    LATER,
    LOST,
    LOT,
    MIX,
    NEXT_DAY,
    OFFER,
    OFFERED,
    OVER,
    PAID,
    PAIR,
    PASS,
    PASSED,
    PAY,
    PAY_CARD,
    PAY_FISH,
    PICKED,
    RECALL,
    RECALL_FROM,
    RECALLED,
    RENEGED,
    ROLLED,
    RUNNING,
    SELL,
    SELLING,
    SERVE,
    SERVE_AT,
    SERVED,
    SETTLED,
    SOLD,
    STAND,
    STORE,
    STORED,
    TAKE,
    TAKE_LOT,
    TO_PARTIES,
    TOOK,
    VISIBILITY,
    WON,
)

Name = Callable[[int], str]

QUESTIONS = {
    LOT: "lot",
    BID: "bid",
    DECIDE: "decide",
    TAKE: "take",
    PAY: "pay",
    KEEP: "keep",
    SERVE: "serve",
    PAIR: "pair",
    MIX: "mix",
    CUBE: "cube",
    RECALL: "recall",
}
STEPS = {BIDDING: "bidding", STORE: "store", SELLING: "selling", FINISH: "finish", NEXT_DAY: "day"}
ENDINGS = (
    "the market goes on",
    "enough employees stood on restaurants (MI-52)",
    "the guard on days was reached (MI-R44)",
)
PLAIN_MOVES = {
    PASS: "pass",
    HOLD: "hold",
    STAND: "stand",
    SELL: "sell",
    BUY: "buy",
    TAKE_LOT: "take",
    DECLINE: "decline",
    PAID: "paid",
    LATER: "later",
    DONE: "done",
    HIRE: "hire",
    HAMMER: "hammer",
}
NAMES = [card.name for card in CARDS]


def kinds_text(bits: int) -> str:
    return "".join(CODES[k] for k in range(KINDS) if bits >> k & 1) or "-"


def kinds_bits(text: str) -> int:
    bits = 0
    for code in "" if text == "-" else text:
        if code not in CODES or bits >> CODES.index(code) & 1:
            raise ValueError(f"{text!r} is no set of kinds: letters of {CODES}, each once, or -")
        bits |= 1 << CODES.index(code)
    return bits


def fish_text(fish: list[int]) -> str:
    return " ".join(f"{CODES[k]}{n}" for k, n in enumerate(fish) if n) or "none"


def fish_words(k: int, n: int) -> str:
    """So many of a kind for a sentence: ``3 red sea perch``."""
    return f"{n} {FISH[k]['color']} {FISH[k]['name']}"


def colors_words(bits: int) -> str:
    return ", ".join(FISH[k]["color"] for k in range(KINDS) if bits >> k & 1) or "no fish"


def catch_words(fish: list[int]) -> str:
    """Fish of several kinds, short: ``2 red, 3 white``."""
    return ", ".join(f"{n} {FISH[k]['color']}" for k, n in enumerate(fish) if n) or "no fish"


def notation(s: State, p: int, a: int) -> str:
    if a in PLAIN_MOVES:
        return PLAIN_MOVES[a]
    if a < OFFER:
        return f"lot {kinds_text(a)}"
    if a < PASS:
        return f"{'raise' if s.high == p else 'bid'} {a - OFFER}"
    if a < PAY_FISH:
        return f"pay {VALUES[a - PAY_CARD]}"
    if a < PAID:
        return f"fish {CODES[a - PAY_FISH]}"
    if a < SERVE_AT:
        return f"keep {kinds_text(a - KEEP_KINDS)}"
    if a < GIVE_PAIR:
        return f"serve {NAMES[a - SERVE_AT]}"
    if a < GIVE:
        return f"give {kinds_text(a - GIVE_PAIR)}"
    if a < GIVE_CUBE:
        return f"give {CODES[(a - GIVE) // 13]}{(a - GIVE) % 13}"
    if a < LATER:
        return f"cube {CODES[a - GIVE_CUBE]}"
    return f"recall {NAMES[a - RECALL_FROM]}"


def parse(s: State, p: int, text: str) -> int:
    words = text.split()
    if len(words) == 1:
        for a, word in PLAIN_MOVES.items():
            if word == text:
                return a
    match words:
        case ["lot", kinds]:
            return kinds_bits(kinds)
        case ["bid" | "raise", price] if price.isdecimal() and 0 < int(price) < PASS - OFFER:
            return OFFER + int(price)
        case ["pay", value] if value.isdecimal() and int(value) in VALUES:
            return PAY_CARD + VALUES.index(int(value))
        case ["fish", kind] if kind in list(CODES):
            return PAY_FISH + CODES.index(kind)
        case ["keep", kinds]:
            return KEEP_KINDS + kinds_bits(kinds)
        case ["serve", name] if name in NAMES:
            return SERVE_AT + NAMES.index(name)
        case ["recall", name] if name in NAMES:
            return RECALL_FROM + NAMES.index(name)
        case ["cube", kind] if kind in list(CODES):
            return GIVE_CUBE + CODES.index(kind)
        case ["give", what]:
            found = re.fullmatch(r"([RYKW])(\d+)", what)
            if found and int(found[2]) <= 12:
                return GIVE + CODES.index(found[1]) * 13 + int(found[2])
            return GIVE_PAIR + kinds_bits(what)
    raise ValueError(f"{text!r} is no move of Mitsuhamama")


def label(s: State, p: int, a: int, name: Name) -> str:
    if a < OFFER:
        fish = [int(s.dice[k]) if a >> k & 1 else 0 for k in range(KINDS)]
        return f"Offer {catch_words(fish)} ({sum(fish)} fish)"
    if a < PASS:
        return f"{'Raise to' if s.high == p else 'Bid'} {a - OFFER}k"
    if a == PASS:
        return "Pass, for good"
    if a == HOLD:
        return "Wait"
    if a == STAND:
        return "Let your bid stand"
    if a == SELL:
        return f"Sell the lot to {name(int(s.high))} for {s.price}k"
    if a == BUY:
        return f"Buy the lot and pay {name(int(s.high))} {s.price}k"
    if a == TAKE_LOT:
        return "Take the lot and name your price by paying it"
    if a == DECLINE:
        return "Leave the lot"
    if PAY_CARD <= a < PAY_FISH:
        return f"Lay down a card of {VALUES[a - PAY_CARD]}k"
    if PAY_FISH <= a < PAID:
        return f"Lay down a {FISH[a - PAY_FISH]['color']} fish (1k)"
    if a == PAID:
        return f"That is the payment: {laid_value(s, p)}k"
    if KEEP_KINDS <= a < SERVE_AT:
        return f"Keep {colors_words(a - KEEP_KINDS)}"
    if SERVE_AT <= a < GIVE_PAIR:
        r = a - SERVE_AT
        return f"Serve {NAMES[r]} for {LADDER[r, s.face[r], next_space(s, r)]}k"
    if GIVE_PAIR <= a < GIVE:
        return f"Give {colors_words(a - GIVE_PAIR)}"
    if GIVE <= a < GIVE_CUBE:
        k, n = divmod(a - GIVE, CAPACITY + 1)
        return f"Give {n} {FISH[k]['color']}"
    if GIVE_CUBE <= a < LATER:
        k = a - GIVE_CUBE
        return f"The employee leaves {FISH[k]['color']}: {s.stock[p, k]} fish are lost"
    if a == LATER:
        return "Say later which employee goes"
    if a == HIRE:
        return f"Hire the fourth employee for {HIRE_PRICE}k"
    if a == HAMMER:
        return "The hammer falls"
    return "Done" if a == DONE else f"Recall your employee from {NAMES[a - RECALL_FROM]}"


def kind_asked(s: State, p: int) -> int:
    i = row_of(s, p)
    return int(s.agenda[i, 0]) if i >= 0 else NONE


def question(s: State, p: int, name: Name) -> str:
    i = row_of(s, p)
    if i < 0:
        return "The market is closed."
    kind = int(s.agenda[i, 0])
    if kind == LOT:
        return "Choose the dice of today's lot, 1 to 9 fish. MI-12"
    if kind == BID:
        now = f"The bid is {s.price}k by {name(int(s.high))}" if s.high != NONE else "No bid yet"
        return f"{now}; you could pay {means(s, p, FOR_LOT)}k. Bid or pass? MI-16"
    if kind == DECIDE:
        return f"{name(int(s.high))} offers {s.price}k: sell or buy at that price? MI-20"
    if kind == TAKE:
        return "Everyone passed: take the lot yourself? MI-28"
    if kind == PAY:
        price, code = int(s.agenda[i, 2]), int(s.agenda[i, 3])
        what = {FOR_LOT: "the lot", FOR_ALLPASS: "the lot", FOR_HIRE: "the employee"}[purpose_of(code)]
        to = f" to {name(payee_of(code))}" if purpose_of(code) == FOR_LOT else ""
        return f"Pay {price}k{to} for {what}; {laid_value(s, p)}k lie there, no change. MI-23"
    if kind == KEEP:
        return f"You have {free_cubes(s, p)} free employees: which kinds do you keep? MI-38"
    if kind == SERVE:
        return "Serve a restaurant, or done? MI-45"
    if kind == PAIR:
        return "Choose the two kinds to give. MI-R32"
    if kind == MIX:
        return f"How many {FISH[int(s.agenda[i, 2])]['color']} fish do you give? MI-R33"
    if kind == CUBE:
        return "No employee is idle: whose track do you give up? MI-44"
    return "The game is about to end: recall an employee? MI-R41"


def narrate(s: State, name: Name) -> list[str]:
    return [sentence(s, [int(x) for x in row], name) for row in s.events[: s.events_size]]


def sentence(s: State, event: list[int], name: Name) -> str:
    message, a, b, c = event
    if message == DAY:
        return f"Day {a}, {name(b)} is the auctioneer"
    if message == ROLLED:
        return f"The {FISH[a]['color']} die shows {b}"
    if message == PICKED:
        fish = [int(s.dice[k]) if b >> k & 1 else 0 for k in range(KINDS)]
        return f"{name(a)} offers {catch_words(fish) if s.lot == b else colors_words(b)}"
    if message == OFFERED:
        return f"{name(a)} {'raises to' if c else 'bids'} {b}k"
    if message == PASSED:
        return f"{name(a)} passes"
    if message == HELD:
        return f"{name(a)} {'stands' if b else 'waits'}"
    if message == WON:
        return f"{name(a)} is the highest bidder at {b}k"
    if message == ALL_PASSED:
        return "Everyone has passed"
    if message == RENEGED:
        return f"{name(a)} cannot pay: the auction starts anew without them"
    if message == SOLD:
        return f"{name(a)} sells to {name(b)} for {c}k"
    if message == BOUGHT:
        return f"{name(a)} buys, {name(b)} is paid {c}k"
    if message == TOOK:
        return f"{name(a)} takes the lot"
    if message == DECLINED:
        return f"{name(a)} leaves the lot"
    if message == LAID_CARD:
        return f"{name(a)} lays down {f'a card of {VALUES[b]}k' if b >= 0 else 'a card'}"
    if message == LAID_FISH:
        return f"{name(a)} lays down a {FISH[b]['color']} fish"
    if message == SETTLED:
        return f"{name(a)} has paid"
    if message == STORED:
        return f"{name(a)} stores {fish_words(b, c)}"
    if message == LOST:
        return f"{name(a)} loses {fish_words(b, c)}"
    if message == SERVED:
        return f"{name(a)} serves {NAMES[b]} for {LADDER[b, s.face[b], c]}k"
    if message == GAVE_UP:
        return f"{name(a)} gives up {fish_words(b, c)}"
    if message == HIRED:
        return f"{name(a)} hires an employee"
    if message == RECALLED:
        return f"{name(a)} recalls an employee from {NAMES[b]}"
    if message == HAMMERED:
        return "The hammer falls"
    if message == OVER:
        return "The market closes"
    raise ValueError(f"no words for event {message}")


def why_not(s: State, p: int, a: int) -> tuple[str, str]:
    """Why an action is not legal now, and the rule that says so."""
    kind = kind_asked(s, p)
    if p == CLOCK or a == HAMMER:
        return "There is no live auction to end.", "MI-R13"
    if a == HIRE:
        if s.cubes[p] > 3:
            return "You have hired already.", "MI-50"
        if kind == RECALL:
            return "There is no hiring at the end.", "MI-R41"
        return "You cannot pay for an employee now, or it is not the moment.", "MI-R11"
    if a >= RECALL_FROM:
        if not stands_at(s, p, a - RECALL_FROM):
            return f"You have no employee at {NAMES[a - RECALL_FROM]}.", "MI-47"
        return "First finish what you are doing.", "MI-R39"
    if kind == LOT:
        return ("A lot has 1 to 9 fish.", "MI-12") if a < OFFER else ("First choose the lot.", "MI-12")
    if kind == BID and OFFER <= a < PASS:
        if a - OFFER <= s.price:
            return f"A bid must be higher than {s.price}k.", "MI-16"
        return f"You could pay {means(s, p, FOR_LOT)}k at most.", "MI-R9"
    if kind == BID and a in (PASS, HOLD, STAND):
        return why_no_word(s, p, a)
    if kind == DECIDE and a == BUY:
        return f"You cannot pay {s.price}k.", "MI-R14"
    if kind == TAKE and a == TAKE_LOT:
        return "You cannot pay for it.", "MI-R47"
    if kind == PAY:
        if a == PAID:
            return "That is not enough yet.", "MI-23"
        hiring = purpose_of(int(s.agenda[row_of(s, p), 3])) == FOR_HIRE
        if PAY_FISH <= a < PAID and s.lot >> (a - PAY_FISH) & 1 and not hiring:
            return f"There is {FISH[a - PAY_FISH]['color']} fish in the lot.", "MI-24"
        if PAY_CARD <= a < PAID:
            have = s.hand[p, a - PAY_CARD] if a < PAY_FISH else s.stock[p, a - PAY_FISH]
            if have == 0:
                return "You have none of those.", "MI-23"
        order = ", ".join(fish["color"] for fish in FISH)
        return f"Cards come from the largest down, then fish in the order {order}, as far as you have them.", "MI-23"
    if kind in (KEEP, SERVE) and KEEP_KINDS <= a < SERVE_AT:
        return "Keep exactly as many kinds as you have free employees.", "MI-R27"
    if kind == SERVE and SERVE_AT <= a < GIVE_PAIR:
        return why_no_sale(s, p, a - SERVE_AT)
    if kind == SERVE and a == DONE:
        return "You owe an employee: first keep fewer kinds.", "MI-R46"
    if kind == PAIR:
        return "Two different kinds with enough fish.", "MI-R32"
    if kind == MIX:
        return "The fish must make up the demand exactly.", "MI-42"
    if kind == CUBE:
        return "Name a track with fish on it, or later if you can serve another restaurant.", "MI-R35"
    said, _, number = question(s, p, str).rpartition(" ")
    return f"Now something else is asked: {said}", number


def why_no_word(s: State, p: int, a: int) -> tuple[str, str]:
    if p == s.high:
        return "A bid binds until it is topped.", "MI-R6"
    return ("Only the highest bidder stands.", "MI-R13") if a == STAND else ("Now it is bid or pass.", "MI-R13")


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
    face = CARDS[r].faces[int(s.face[r])]
    if FORM[r, s.face[r]] == FIXED:
        return fish_text(list(face.fish))
    if FORM[r, s.face[r]] == ANY:
        return f"A{face.amount} any mix"
    return f"A{face.amount} B{face.amount} two kinds"


def demand_words(s: State, r: int) -> str:
    face = CARDS[r].faces[int(s.face[r])]
    if FORM[r, s.face[r]] == FIXED:
        return catch_words(list(face.fish))
    if FORM[r, s.face[r]] == ANY:
        return f"{face.amount} fish in any mix"
    return f"{face.amount} and {face.amount} of two kinds"


def summary(s: State, p: int) -> str:
    """The seat's own view in a line."""
    cards = " ".join(str(VALUES[d]) for d in range(len(VALUES) - 1, -1, -1) for _ in range(max(0, int(s.hand[p, d]))))
    places = [NAMES[r] for r in range(RESTAURANTS) if stands_at(s, p, r)]
    fish = fish_text([int(n) for n in s.stock[p]])
    return f"{score(s, p)}k: cards [{cards}], fish {fish}, {s.cubes[p]} employees, at {' '.join(places) or 'none'}"


def heading(s: State) -> str:
    return f"Mitsuhamama, {f'day {s.day}' if s.finished == RUNNING else 'over'}"


def secret(s: State, q: int, a: int, p: int) -> bool:
    """MI-R18: the cards of a payment that third players do not see."""
    if s.options[VISIBILITY] != TO_PARTIES or not PAY_CARD <= a < PAY_FISH:
        return False
    code = int(s.agenda[row_of(s, q), 3])
    return bool(purpose_of(code) == FOR_LOT and payee_of(code) != p)


WORDS = Words(
    notation=notation,
    questions=QUESTIONS,
    steps=STEPS,
    heading=heading,
    parse=parse,
    label=label,
    question=question,
    narrate=narrate,
    why_not=why_not,
    summary=summary,
    secret=secret,
)
