"""What Mitsuhamama says: labels, questions, the log."""

from __future__ import annotations

from collections.abc import Callable

from yokocho.core.agenda import row_of
from yokocho.core.happenings import Happening, Happens, happens
from yokocho.core.record import NONE, State
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.market import can_serve, free_cubes, loaded, next_space, stands_at
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


def fish_on_dice(s: State, kinds: int) -> list[int]:
    """The fish on the dice of some kinds."""
    return [int(s.dice[k]) if kinds >> k & 1 else 0 for k in range(kit.KINDS)]


def label_pick(s: State, p: int, name: Name, kinds: int) -> str:
    fish = fish_on_dice(s, kinds)
    return f"Offer {catch_words(fish)} ({sum(fish)} fish)"


def label_serve(s: State, p: int, name: Name, r: int) -> str:
    return f"Serve {kit.NAMES[r]} for {kit.LADDER[r, s.face[r], next_space(s, r)]}k"


def label_cube(s: State, p: int, name: Name, k: int) -> str:
    return f"The employee leaves {kit.FISH[k]['color']}: {s.stock[p, k]} fish are lost"


LABELS: dict[int, Callable[..., str]] = {
    state.PICK: label_pick,
    state.OFFER: lambda s, p, name, price: f"{'Raise to' if s.high == p else 'Bid'} {price}k",
    state.PASS: lambda s, p, name: "Pass",
    state.HOLD: lambda s, p, name: "Wait",
    state.STAND: lambda s, p, name: "Let your bid stand",
    state.SELL: lambda s, p, name: f"Sell for {s.price}k",
    state.BUY: lambda s, p, name: f"Buy for {s.price}k",
    state.TAKE_LOT: lambda s, p, name: "Take the lot",
    state.DECLINE: lambda s, p, name: "Leave the lot",
    state.PAY_CARD: lambda s, p, name, d: f"Lay down a card of {kit.VALUES[d]}k",
    state.PAY_FISH: lambda s, p, name, k: f"Lay down a {kit.FISH[k]['color']} fish (1k)",
    state.PAID: lambda s, p, name: f"That is the payment: {laid_value(s, p)}k",
    state.KEEP_KINDS: lambda s, p, name, kinds: f"Keep {colors_words(kinds)}",
    state.SERVE_AT: label_serve,
    state.GIVE_PAIR: lambda s, p, name, kinds: f"Give {colors_words(kinds)}",
    state.GIVE: lambda s, p, name, k, n: f"Give {n} {kit.FISH[k]['color']}",
    state.GIVE_CUBE: label_cube,
    state.LATER: lambda s, p, name: "Say later which employee goes",
    state.DONE: lambda s, p, name: "Done",
    state.HIRE: lambda s, p, name: f"Hire the fourth employee for {kit.HIRE_PRICE}k",
    state.RECALL_FROM: lambda s, p, name, r: f"Recall your employee from {kit.NAMES[r]}",
    state.HAMMER: lambda s, p, name: "The hammer falls",
}


def kind_asked(s: State, p: int) -> int:
    i = row_of(s, p)
    return int(s.agenda[i, 0]) if i >= 0 else NONE


def question(s: State, p: int, name: Name) -> str:
    kind = kind_asked(s, p)
    return ASKS[kind](s, p, name) if kind != NONE else "The market is closed."


def ask_bid(s: State, p: int, name: Name) -> str:
    """MI-R13: the highest bidder is asked too, while others may still wait; with two there is one bid (MI-31)."""
    most = means(s, p, state.FOR_LOT)
    if s.high == p:
        return f"Yours is the highest bid, {s.price}k: let it stand, or raise it before the others speak? MI-R13"
    if s.players == 2:
        return f"Your one bid, of {most}k at most, or pass? MI-31"
    now = f"{name(int(s.high))} bids {s.price}k" if s.high != NONE else "No bid yet"
    if most <= s.price:
        return f"{now}, and you cannot pay more than {most}k. MI-R12"
    last = " This is the last call." if s.last_call and s.options[state.AUCTION] == state.TURNS_HOLD else ""
    return f"{now}; you could pay {most}k. Bid?{last} MI-16"


def ask_pay(s: State, p: int, name: Name) -> str:
    """MI-25: how much, to whom, and that there is no change."""
    price, code = [int(x) for x in s.agenda[row_of(s, p), 2:4]]
    laid = int(laid_value(s, p))
    if laid >= price:
        return f"{laid}k lie there, {price}k are due: pay them? MI-23"
    what = {
        state.FOR_LOT: f"Pay {name(payee_of(code))} {price}k",
        state.FOR_ALLPASS: f"Pay {price}k or more for the lot",
        state.FOR_HIRE: f"Pay {price}k for the employee",
    }[int(purpose_of(code))]
    return f"{what}, without change{f'; {laid}k lie there' if laid else ''}. MI-25"


def ask_serve(s: State, p: int, name: Name) -> str:
    """MI-45 MI-R49: also when nothing can be served."""
    if any(can_serve(s, p, r) for r in range(kit.RESTAURANTS)):
        return "Serve a restaurant, or done? MI-45"
    if loaded(s, p) > free_cubes(s, p):
        return "An employee has to leave a track: which kinds do you keep? MI-R46"
    return "You have not enough fish for any restaurant. MI-45"


def ask_mix(s: State, p: int, name: Name) -> str:
    k = int(s.agenda[row_of(s, p), 2])
    return f"How many {kit.FISH[k]['color']} fish do you give? MI-R33"


def ask_keep(s: State, p: int, name: Name) -> str:
    n = int(free_cubes(s, p))
    if n == 0:
        return "You have no free employee, so you keep no fish. MI-38"
    if n == 1:
        return "You have 1 free employee: choose the kind you keep in your warehouse. MI-38"
    return f"You have {n} free employees: choose the {n} kinds you keep in your warehouse. MI-38"


ASKS: dict[int, Callable[[State, int, Name], str]] = {
    state.LOT: lambda s, p, name: "Choose the dice of today's lot, 1 to 9 fish. MI-12",
    state.BID: ask_bid,
    state.DECIDE: lambda s, p, name: (
        f"{name(int(s.high))} bids {s.price}k: sell them the lot, or buy it and pay them? MI-20"
    ),
    state.TAKE: lambda s, p, name: "Everyone passed: take the lot for what you like? MI-28",
    state.PAY: ask_pay,
    state.KEEP: ask_keep,
    state.SERVE: ask_serve,
    state.PAIR: lambda s, p, name: "Choose the two kinds to give. MI-R32",
    state.MIX: ask_mix,
    state.CUBE: lambda s, p, name: "No employee is idle: whose track do you give up? MI-44",
    state.RECALL: lambda s, p, name: "The game is about to end: recall an employee? MI-R41",
}


def tell_picked(s: State, name: Name, a: int, b: int, c: int) -> str:
    return f"{name(a)} offers {catch_words(fish_on_dice(s, b)) if s.lot == b else colors_words(b)}"


def tell_card(s: State, name: Name, a: int, b: int, c: int) -> str:
    return f"{name(a)} lays down {f'a card of {kit.VALUES[b]}k' if b >= 0 else 'a card'}"


def tell_served(s: State, name: Name, a: int, b: int, c: int) -> str:
    return f"{name(a)} serves {kit.NAMES[b]} for {kit.LADDER[b, s.face[b], c]}k"


TOLD: dict[int, Callable[[State, Name, int, int, int], str]] = {
    state.DAY: lambda s, name, a, b, c: f"Day {a}, {name(b)} is the auctioneer",
    state.ROLLED: lambda s, name, a, b, c: f"The {kit.FISH[a]['color']} die shows {b}",
    state.PICKED: tell_picked,
    state.OFFERED: lambda s, name, a, b, c: f"{name(a)} {'raises to' if c else 'bids'} {b}k",
    state.PASSED: lambda s, name, a, b, c: f"{name(a)} passes",
    state.HELD: lambda s, name, a, b, c: f"{name(a)} {'stands' if b else 'waits'}",
    state.WON: lambda s, name, a, b, c: f"{name(a)} is the highest bidder at {b}k",
    state.ALL_PASSED: lambda s, name, a, b, c: "Everyone has passed",
    state.RENEGED: lambda s, name, a, b, c: f"{name(a)} cannot pay: the auction starts anew without them",
    state.SOLD: lambda s, name, a, b, c: f"{name(a)} sells to {name(b)} for {c}k",
    state.BOUGHT: lambda s, name, a, b, c: f"{name(a)} buys, {name(b)} is paid {c}k",
    state.TOOK: lambda s, name, a, b, c: f"{name(a)} takes the lot",
    state.DECLINED: lambda s, name, a, b, c: f"{name(a)} leaves the lot",
    state.LAID_CARD: tell_card,
    state.LAID_FISH: lambda s, name, a, b, c: f"{name(a)} lays down a {kit.FISH[b]['color']} fish",
    state.SETTLED: lambda s, name, a, b, c: f"{name(a)} has paid",
    state.STORED: lambda s, name, a, b, c: f"{name(a)} stores {fish_words(b, c)}",
    state.LOST: lambda s, name, a, b, c: f"{name(a)} loses {fish_words(b, c)}",
    state.SERVED: tell_served,
    state.GAVE_UP: lambda s, name, a, b, c: f"{name(a)} gives up {fish_words(b, c)}",
    state.HIRED: lambda s, name, a, b, c: f"{name(a)} hires an employee",
    state.RECALLED: lambda s, name, a, b, c: f"{name(a)} recalls an employee from {kit.NAMES[b]}",
    state.HAMMERED: lambda s, name, a, b, c: "The hammer falls",
    state.OVER: lambda s, name, a, b, c: "The market closes",
}
EVENTS = {
    state.DAY: "day",
    state.ROLLED: "rolled",
    state.PICKED: "picked",
    state.OFFERED: "offered",
    state.PASSED: "passed",
    state.HELD: "held",
    state.WON: "won",
    state.ALL_PASSED: "all-passed",
    state.RENEGED: "reneged",
    state.SOLD: "sold",
    state.BOUGHT: "bought",
    state.TOOK: "took",
    state.DECLINED: "declined",
    state.LAID_CARD: "laid-card",
    state.LAID_FISH: "laid-fish",
    state.SETTLED: "settled",
    state.STORED: "stored",
    state.LOST: "lost",
    state.SERVED: "served",
    state.GAVE_UP: "gave-up",
    state.HIRED: "hired",
    state.RECALLED: "recalled",
    state.HAMMERED: "hammered",
    state.OVER: "over",
}


def happens_rolled(s: State, k: int, fish: int, _: int) -> list[Happening]:
    return [Happening("rolled", zone="dice", pieces=[f"die:{kit.CODES[k]}"])]


def happens_picked(s: State, p: int, kinds: int, _: int) -> list[Happening]:
    """MI-12: these dice become the lot."""
    return [Happening("moved", p, "lot", [f"die:{kit.CODES[k]}" for k in range(kit.KINDS) if kinds >> k & 1])]


def happens_stored(s: State, p: int, k: int, n: int) -> list[Happening]:
    return [Happening("moved", p, f"warehouse:{p}", [f"track:{p}.{kit.CODES[k]}"], "good")]


def happens_lost(s: State, p: int, k: int, n: int) -> list[Happening]:
    return [Happening("moved", p, pieces=[f"track:{p}.{kit.CODES[k]}"], tone="costly")]


HAPPENS: dict[int, Happens] = {
    state.ROLLED: happens_rolled,
    state.PICKED: happens_picked,
    state.OFFERED: happens("bid", "bid", "bidder:{0}"),
    state.PASSED: happens("passed", "bidders", "bidder:{0}"),
    state.HELD: happens("passed", "bidders", "bidder:{0}"),
    state.SOLD: happens("hammer", "lot", seat=1),
    state.BOUGHT: happens("hammer", "lot"),
    state.TOOK: happens("hammer", "lot"),
    state.HAMMERED: happens("hammer", "lot", seat=None),
    state.DECLINED: happens("passed", "bidders", "bidder:{0}"),
    state.RENEGED: happens("passed", "bidders", "bidder:{0}", tone="costly"),
    state.LAID_CARD: happens("paid", "laid:{0}"),
    state.LAID_FISH: happens("paid", "laid:{0}"),
    state.SETTLED: lambda s, p, payee, price: (
        [Happening("paid", p, f"hand:{payee}" if 0 <= payee < s.players else "")]
    ),
    state.STORED: happens_stored,
    state.LOST: happens_lost,
    state.SERVED: happens("served", "restaurant:{1}", "cube:{0}@{1}", tone="good"),
    state.GAVE_UP: happens_lost,
    state.HIRED: happens("arrived", "staff:{0}", tone="good"),
    state.RECALLED: happens("moved", "staff:{0}"),
}


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
    places = [kit.NAMES[r] for r in range(kit.RESTAURANTS) if stands_at(s, p, r)]
    fish = fish_text([int(n) for n in s.stock[p]])
    return f"{score(s, p)}k: cards [{cards}], fish {fish}, {s.cubes[p]} employees, at {' '.join(places) or 'none'}"


def heading(s: State) -> str:
    return f"Mitsuhamama, {f'day {s.day}' if s.finished == state.RUNNING else 'over'}"


def secret(s: State, q: int, a: int, p: int) -> bool:
    """MI-R18: the cards of a payment that third players do not see."""
    if s.options[state.VISIBILITY] != state.TO_PARTIES or state.VERB[a] != state.PAY_CARD:
        return False
    code = int(s.agenda[row_of(s, q), 3])
    return bool(purpose_of(code) == state.FOR_LOT and payee_of(code) != p)
