"""Why an action of Mitsuhamama is not legal, and the rule that says so."""

from __future__ import annotations

from collections.abc import Callable

from yokocho.core.agenda import row_of
from yokocho.core.record import CLOCK, NONE, State
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.market import free_cubes, next_space, stands_at
from yokocho.games.mitsuhamama.money import means, purpose_of
from yokocho.games.mitsuhamama.words import demand_words, kind_asked, question

Reason = tuple[str, str]
NO_CLOCK = ("There is no live auction to end.", "MI-R13")
TOO_MANY_KINDS = ("Keep exactly as many kinds as you have free employees.", "MI-R27")
ORDER = ", ".join(fish["color"] for fish in kit.FISH)


def why_not(s: State, p: int, a: int) -> Reason:
    """Why an action is not legal now, and the rule that says so."""
    verb, numbers = state.ACTIONS.verb[a].first, state.ACTIONS.numbers[a]
    kind = kind_asked(s, p)
    if p == CLOCK or verb == state.HAMMER:
        return NO_CLOCK
    if verb in ASIDE:
        return ASIDE[verb](s, p, kind, *numbers)
    if verb in REASONS and kind in state.ACTIONS.answers(a):
        return REASONS[verb](s, p, *numbers)
    if kind in ASKED:
        return ASKED[kind]
    said, _, number = question(s, p, str).rpartition(" ")
    return f"Now something else is asked: {said}", number


def why_no_hire(s: State, p: int, kind: int) -> Reason:
    if s.cubes[p] >= kit.MOST_CUBES:
        return "You have hired already.", "MI-50"
    if kind == state.RECALL:
        return "There is no hiring at the end.", "MI-R41"
    return "You cannot pay for an employee now, or it is not the moment.", "MI-R11"


def why_no_recall(s: State, p: int, kind: int, r: int) -> Reason:
    if not stands_at(s, p, r):
        return f"You have no employee at {kit.NAMES[r]}.", "MI-47"
    return "First finish what you are doing.", "MI-R39"


def why_no_offer(s: State, p: int, price: int) -> Reason:
    if price <= s.price:
        return f"A bid must be higher than {s.price}k.", "MI-16"
    return f"You could pay {means(s, p, state.FOR_LOT)}k at most.", "MI-R9"


def why_no_word(s: State, p: int) -> Reason:
    """Why a bidder may not pass or wait."""
    return ("A bid binds until it is topped.", "MI-R6") if p == s.high else ("Now it is bid or pass.", "MI-R13")


def why_no_stand(s: State, p: int) -> Reason:
    return why_no_word(s, p) if p == s.high else ("Only the highest bidder stands.", "MI-R13")


def why_no_card(s: State, p: int, d: int) -> Reason:
    return ("You have none of those.", "MI-23") if s.hand[p, d] == 0 else ASKED[state.PAY]


def why_no_fish(s: State, p: int, k: int) -> Reason:
    hiring = purpose_of(int(s.agenda[row_of(s, p), 3])) == state.FOR_HIRE
    if s.lot >> k & 1 and not hiring:
        return f"There is {kit.FISH[k]['color']} fish in the lot.", "MI-24"
    return ("You have none of those.", "MI-23") if s.stock[p, k] == 0 else ASKED[state.PAY]


def why_no_sale(s: State, p: int, r: int) -> Reason:
    if stands_at(s, p, r):
        return f"You have an employee at {kit.NAMES[r]} already.", "MI-45"
    if next_space(s, r) == NONE:
        return f"{kit.NAMES[r]} is full.", "MI-R3"
    if free_cubes(s, p) == 0:
        return "You have no free employee.", "MI-43"
    return f"{kit.NAMES[r]} wants {demand_words(s, r)}.", "MI-42"


# Of moves that may come before a decision; with the kind of question that is asked
ASIDE: dict[int, Callable[..., Reason]] = {state.HIRE: why_no_hire, state.RECALL_FROM: why_no_recall}

# Of a move that would answer the question
REASONS: dict[int, Callable[..., Reason]] = {
    state.PICK: lambda s, p, kinds: ("A lot has 1 to 9 fish.", "MI-12"),
    state.OFFER: why_no_offer,
    state.PASS: why_no_word,
    state.HOLD: why_no_word,
    state.STAND: why_no_stand,
    state.BUY: lambda s, p: (f"You cannot pay {s.price}k.", "MI-R14"),
    state.TAKE_LOT: lambda s, p: ("You cannot pay for it.", "MI-R47"),
    state.PAY_CARD: why_no_card,
    state.PAY_FISH: why_no_fish,
    state.PAID: lambda s, p: ("That is not enough yet.", "MI-23"),
    state.KEEP_KINDS: lambda s, p, kinds: TOO_MANY_KINDS,
    state.SERVE_AT: why_no_sale,
    state.DONE: lambda s, p: ("You owe an employee: first keep fewer kinds.", "MI-R46"),
}

# Of any other move while this is asked
ASKED: dict[int, Reason] = {
    state.LOT: ("First choose the lot.", "MI-12"),
    state.PAY: (
        f"Cards come from the largest down, then fish in the order {ORDER}, as far as you have them.",
        "MI-23",
    ),
    state.PAIR: ("Two different kinds with enough fish.", "MI-R32"),
    state.MIX: ("The fish must make up the demand exactly.", "MI-42"),
    state.CUBE: ("Name a track with fish on it, or later if you can serve another restaurant.", "MI-R35"),
}
