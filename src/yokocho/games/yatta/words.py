"""What YATTA! says: notation, labels, questions and the log. Why something is not legal is in refusals.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from yokocho.core.agenda import open_a, open_b, open_kind
from yokocho.core.game import Words
from yokocho.core.record import NONE, State
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.notation import notation, parse
from yokocho.games.yatta.refusals import why_not
from yokocho.games.yatta.scoring import score
from yokocho.games.yatta.serving import needs_taiyaki, serve_worth

Name = Callable[[int], str]

QUESTIONS = {
    state.FOOD: "food",
    state.BEVERAGE: "beverage",
    state.CHECK: "check",
    state.LOSE: "lose",
    state.INSERT: "insert",
    state.ACTION: "action",
    state.END: "end",
    state.PLACE: "place",
    state.COOK: "cook",
    state.REFILL: "refill",
    state.RECYCLE: "recycle",
    state.SERVE: "serve",
    state.CELL: "cell",
    state.REVIEW: "review",
    state.MENU: "menu",
    state.TOKEN: "token",
    state.DOUBLE: "double",
    state.FINAL: "final",
}
STEPS = {state.NEXT_ACTION: "actions", state.NEXT_SERVE: "serves", state.SHIFT: "shift", state.DRAW: "draw"}
ENDINGS = ("the stalls are open", "all rounds and the final serving turn were played (YA-19)")
TOKEN_WORDS = ("doggy bag", "urgent call", "taiyaki", "garbage")
BONUS_WORDS = {
    kit.GIVES_MENU: "menu improvement",
    kit.GIVES_FRIDGE: "fridge improvement",
    kit.GIVES_STOVE: "stove improvement",
    kit.GIVES_INFLUENCER: "influencer",
    kit.GIVES_SPECIAL: "special action",
    kit.GIVES_DOUBLE: "double customer",
}


# --- single words ---------------------------------------------------------------------------------


def figure_words(f: int) -> str:
    return "tourist" if f == kit.TOURIST else f"{kit.COLOUR_WORDS[f]} customer"


def a_figure(f: int) -> str:
    return f"a {figure_words(f)}"


def beverage_words(i: int) -> str:
    counted = [(n, kit.COLOUR_WORDS[c]) for c, n in enumerate(kit.SETS[i]) if n]
    return " and ".join(colour if n == 1 else f"{n} {colour}" for n, colour in counted)


def step_words(i: int) -> str:
    """A multiset of review steps: service and value, or value twice."""
    said = []
    for r, n in enumerate(kit.SETS[i]):
        if n:
            said.append(kit.REVIEW_NAMES[r] + {1: "", 2: " twice"}.get(n, f" {n} times"))
    return " and ".join(said)


@cache
def face_words(face: int) -> str:
    n = int(kit.FACE_N[face])
    what = {
        "customers": f"draw {n} new customer{'s' * (n > 1)}",
        "cook": f"cook {n} dish{'es' * (n > 1)}",
        "refill": f"refill {n} beverage{'s' * (n > 1)}",
        "serve": f"serve with {n} beverage{'s' * (n > 1)}",
    }
    return what.get(kit.FACES[face].split("_")[0], "recycle a bottle")


def line_words(line: int) -> str:
    return f"{'column' if kit.LINES[line][0] == 'C' else 'row'} {kit.LINES[line][1]}"


def bonus_words(cell: int) -> str:
    if kit.CELL_BONUSES[cell] != kit.GIVES_REVIEW:
        return BONUS_WORDS[kit.CELL_BONUSES[cell]]
    said = [
        f"{name} ({kit.REVIEW_CODES[r]})" for r, name in enumerate(kit.REVIEW_NAMES) if kit.CELL_ICONS[cell] >> r & 1
    ]
    return f"review: {' or '.join(said)}"


# --- labels ---------------------------------------------------------------------------------------


def label(s: State, p: int, a: int, name: Name) -> str:
    if a < state.SEND_TO:
        return turn_label(s, p, a)
    if a < state.SWAP_WITH:
        f, q = divmod(a - state.SEND_TO, state.SEATS)
        return f"Keep the {figure_words(f)}" if q == p else f"Send the {figure_words(f)} to {name(q)}"
    if a < state.COOK_ONE:
        q, k = divmod(a - state.SWAP_WITH, kit.QUEUE)
        there = int(s.queue[q, k])
        other = figure_words(there) if there != NONE else "figure"
        return f"Exchange the tourist for {name(q)}'s {other} in position {k + 1}"
    if a < state.PUT_ON:
        return stall_label(s, p, a)
    if a < state.GAIN_STEPS:
        cell = (a - state.PUT_ON) % len(kit.CELL_NAMES)
        return f"{kit.CELL_NAMES[cell]}: {bonus_words(cell)}{' (with a doggy bag)' * (a >= state.PUT_ANYWHERE)}"
    if a < state.ADD_FOOD:
        return f"Advance {step_words(a - state.GAIN_STEPS)}"
    if a < state.TAKE_TOKEN:
        return f"Put {kit.FOODS[a - state.ADD_FOOD]} on the menu"
    if a < state.CHOOSE_FIGURE:
        return f"Take a {TOKEN_WORDS[a - state.TAKE_TOKEN]} token"
    if a < state.SERVE_WITH:
        return f"Choose {a_figure(a - state.CHOOSE_FIGURE)} from the bag"
    if a < state.USE_GARBAGE:
        return f"Serve with {a - state.SERVE_WITH + 1} beverage{'s' * (a > state.SERVE_WITH)}"
    if a == state.USE_GARBAGE:
        return "Use garbage: empty the recycle box"
    i, j = divmod(a - state.USE_CALL, kit.QUEUE)
    return f"Urgent call: swap positions {i + 1} and {j + 1} of your queue"


def turn_label(s: State, p: int, a: int) -> str:
    if a < state.PICK_BEVERAGE:
        return f"Start with {kit.FOODS[a - state.PICK_FOOD]}"
    if a < state.ACCEPT:
        return f"Start with a {kit.COLOUR_WORDS[a - state.PICK_BEVERAGE]} bottle in the recycle box"
    if a == state.ACCEPT:
        return f"Let the last figure leave and lose {kit.PENALTY} reviews"
    if a < state.OFFER_TAIYAKI:
        return f"Offer a {kit.COLOUR_WORDS[a - state.OFFER]} beverage"
    if a == state.OFFER_TAIYAKI:
        return "Offer a taiyaki"
    if a < state.INSERT_TILE:
        return f"Lose {step_words(a - state.LOSE_STEPS)}"
    if a < state.DO:
        face, line = divmod(a - state.INSERT_TILE, len(kit.LINES))
        return f"Into {line_words(line)}: {face_words(face)}"
    if a < state.IGNORE:
        face = a - state.DO
        return face_words(face).capitalize() + " (with a taiyaki)" * bool(needs_taiyaki(s, p, face))
    return f"Ignore: {face_words(a - state.IGNORE)}" if a < state.STOP else "Stop"


def stall_label(s: State, p: int, a: int) -> str:
    if a < state.COOK_TWO:
        return f"Cook {kit.FOODS[a - state.COOK_ONE]}"
    if a < state.TAKE_BEVERAGES:
        c, d = divmod(a - state.COOK_TWO, kit.COLOURS)
        return f"Cook {kit.FOODS[c]}, then {kit.FOODS[d]}"
    if a < state.RECYCLE_ONE:
        return f"Take {beverage_words(a - state.TAKE_BEVERAGES)}"
    if a < state.SERVE_DISH:
        return f"Recycle a {kit.COLOUR_WORDS[a - state.RECYCLE_ONE]} bottle"
    f = int(s.queue[p, 0])
    i, taiyaki = (a - state.SERVE_DISH, False) if a < state.SERVE_TAIYAKI else (a - state.SERVE_TAIYAKI, True)
    dish = NONE if taiyaki else int(s.dish[p, 0])
    meal = "a taiyaki" if taiyaki else (kit.FOODS[dish] if dish != NONE else "a dish")
    worth = f": {serve_worth(f, dish, i)} VP" if f != NONE else ""
    return f"Serve {meal} with {beverage_words(i)}{worth}"


# --- questions ------------------------------------------------------------------------------------


def question(s: State, p: int, name: Name) -> str:
    kind = int(open_kind(s))
    if kind in PLAIN_QUESTIONS:
        return PLAIN_QUESTIONS[kind]
    if kind == state.CHECK:
        f = int(s.queue[s.active, kit.QUEUE - 1])
        who = a_figure(f).capitalize()
        return f"{who} stands in the last position: lose {kit.PENALTY} reviews, or offer something? YA-23"
    if kind == state.PLACE:
        hand = " and ".join(a_figure(int(f)) for f in s.hand if f != NONE)
        return f"You have drawn {hand}: who goes where? YA-43"
    if kind in (state.COOK, state.REFILL):
        n, what = int(open_a(s)), "dish" if kind == state.COOK else "beverage"
        plural = ("es" if kind == state.COOK else "s") * (n > 1)
        return f"Choose {n} {what}{plural} from the supply. {'YA-48' if kind == state.COOK else 'YA-51'}"
    if kind == state.SERVE:
        f = int(s.queue[s.active, 0])
        return f"Serve {a_figure(f)} with {int(open_a(s))} of your beverages: which, and what dish? YA-56"
    if kind == state.CELL:
        f = int(s.hand[0]) if s.hand[0] != NONE else int(s.queue[s.active, 0])
        return f"Where does the {figure_words(f)} go on your reputation board? YA-66"
    if kind == state.REVIEW:
        n, icons = int(open_a(s)), int(open_b(s))
        which = ", ".join(word for r, word in enumerate(kit.REVIEW_NAMES) if icons >> r & 1)
        return f"Advance {n} step{'s' * (n > 1)} among {which}. {'YA-70' if n > 1 else 'YA-69'}"
    return "The stalls are closed. YA-19"


PLAIN_QUESTIONS = {
    state.FOOD: "Pick the first food of your menu, one that nobody has picked. YA-9",
    state.BEVERAGE: "Take a beverage of any colour into your recycle box. YA-14",
    state.LOSE: "Which reviews go down? YA-24",
    state.INSERT: "Insert a tile from outside into a row or a column. YA-30",
    state.ACTION: "Which action do you carry out next? YA-36",
    state.END: "Your actions are done: use a token, or stop? YA-R41",
    state.RECYCLE: "Which bottle goes back to the supply? YA-53",
    state.MENU: "Which food joins your menu? YA-71",
    state.TOKEN: "Take a special action token. YA-75",
    state.DOUBLE: "Choose a figure from the bag for your reputation board. YA-76",
    state.FINAL: "Final serving turn: serve, or stop? YA-86",
}


# --- the log --------------------------------------------------------------------------------------


def narrate(s: State, name: Name) -> list[str]:
    return [sentence([int(x) for x in row], name) for row in s.events[: s.events_size]]


def sentence(event: list[int], name: Name) -> str:
    message, a, b, c = event
    if message in COMMON:
        return COMMON[message](a, b, c)
    if message == state.SENT and a == c:
        return f"{name(a)} keeps {a_figure(b)}"
    return f"{name(a)} {SAID[message](b, c, name)}"


COMMON: dict[int, Callable[[int, int, int], str]] = {
    state.NEW_ROUND: lambda a, b, c: f"Round {a}",
    state.FINAL_SERVING: lambda a, b, c: "The final serving turn begins",
    state.ENDED: lambda a, b, c: "The stalls close",
}


def served(f: int, packed: int) -> str:
    i, dish = divmod(packed, kit.FIGURES)
    meal = "a taiyaki" if dish == 0 else kit.FOODS[dish - 1]
    return f"serves {a_figure(f)}: {meal} with {beverage_words(i)}"


def sent(f: int, q: int, name: Name) -> str:
    return f"puts {a_figure(f)} into the queue of {name(q)}"


def swapped(f: int, packed: int, name: Name) -> str:
    q, k = divmod(packed, kit.QUEUE)
    return f"exchanges a tourist for the {figure_words(f)} in position {k + 1} of {name(q)}"


SAID: dict[int, Callable[[int, int, Name], str]] = {  # after the name of the seat
    state.PICKED_FOOD: lambda b, c, name: f"starts with {kit.FOODS[b]}",
    state.DREW_FOOD: lambda b, c, name: f"draws {kit.FOODS[b]} as the second food",
    state.PICKED_BEVERAGE: lambda b, c, name: f"takes a {kit.COLOUR_WORDS[b]} bottle into the recycle box",
    state.TURN: lambda b, c, name: "is on turn",
    state.LEFT: lambda b, c, name: f"loses the last figure: {a_figure(b)} goes back into the bag",
    state.OFFERED: lambda b, c, name: f"offers a {kit.COLOUR_WORDS[b]} beverage to the last figure",
    state.OFFERED_TAIYAKI: lambda b, c, name: "offers a taiyaki to the last figure",
    state.LOST: lambda b, c, name: f"goes down on {step_words(b)}",
    state.INSERTED: lambda b, c, name: f"inserts into {line_words(c)}: {face_words(b)}",
    state.DID: lambda b, c, name: f"chooses to {face_words(b)}",
    state.IGNORED: lambda b, c, name: f"ignores: {face_words(b)}",
    state.STOPPED: lambda b, c, name: "ends the turn",
    state.DREW: lambda b, c, name: f"draws {a_figure(b)}",
    state.SENT: sent,
    state.SWAPPED: swapped,
    state.RETURNED: lambda b, c, name: f"has no place for {a_figure(b)}, which goes back into the bag",
    state.COOKED: lambda b, c, name: f"cooks {kit.FOODS[b]}",
    state.REFILLED: lambda b, c, name: f"takes {beverage_words(b)} into the fridge",
    state.RECYCLED: lambda b, c, name: f"recycles a {kit.COLOUR_WORDS[b]} bottle: +{c} VP",
    state.SERVED: lambda b, c, name: served(b, c),
    state.PUT_DOWN: lambda b, c, name: f"places {a_figure(b)} on {kit.CELL_NAMES[c]}: {bonus_words(c)}",
    state.USED_DOGGY_BAG: lambda b, c, name: "uses a doggy bag",
    state.NOTHING_GAINED: lambda b, c, name: "gains nothing there",
    state.ADVANCED: lambda b, c, name: f"advances {step_words(b)}",
    state.ADDED_FOOD: lambda b, c, name: f"adds {kit.FOODS[b]} to the menu: +{c} VP",
    state.IMPROVED: lambda b, c, name: f"improves the {'fridge' if b == state.FRIDGE else 'stove'}: +{c} VP",
    state.INFLUENCED: lambda b, c, name: f"moves up to {b} star{'s' * (b != 1)} on the influencer track",
    state.TOOK_TOKEN: lambda b, c, name: f"takes a {TOKEN_WORDS[b]} token",
    state.CHOSE: lambda b, c, name: f"chooses {a_figure(b)} from the bag",
    state.GAINED: lambda b, c, name: f"gains {b} VP for the serve",
    state.USED_GARBAGE: lambda b, c, name: "uses garbage and empties the recycle box",
    state.USED_CALL: lambda b, c, name: f"makes an urgent call: positions {b + 1} and {c + 1} swap",
    state.TURNED_OVER: lambda b, c, name: f"turns over unused {TOKEN_WORDS[b]} tokens: {c:+} VP",
}


# --- a seat at a glance ---------------------------------------------------------------------------


def figures_text(row: object, size: int) -> str:
    """A queue by its letters; ``-`` is a position that was left."""
    return " ".join(kit.CODES[int(f)] if f != NONE else "-" for f in row[:size])  # type: ignore[index]


def counts_text(counts: object) -> str:
    return " ".join(kit.CODES[c] for c in range(kit.COLOURS) for _ in range(int(counts[c])))  # type: ignore[index]


def menu_text(bits: int) -> str:
    return "".join(kit.CODES[c] for c in range(kit.COLOURS) if bits >> c & 1)


def summary(s: State, p: int) -> str:
    """The seat's own view in a line."""
    queue = figures_text(s.queue[p], int(s.queue_size[p]))
    dishes = figures_text(s.dish[p], int(s.dish_size[p]))
    board = " ".join(f"{kit.CELL_NAMES[i]}:{kit.CODES[int(f)]}" for i, f in enumerate(s.board[p]) if f != NONE)
    tokens = ", ".join(f"{int(n)} {TOKEN_WORDS[k]}" for k, n in enumerate(s.held[p]) if n)
    return (
        f"{score(s, p)} points: menu {menu_text(int(s.menu[p]))}, queue [{queue}], dishes [{dishes}], "
        f"fridge [{counts_text(s.fridge[p])}], box [{counts_text(s.box[p])}], board [{board}], {tokens or 'no tokens'}"
    )


def heading(s: State) -> str:
    if s.phase == state.ROUND:
        return f"YATTA!, round {s.rounds} of {kit.ROUNDS}"
    return {state.FINAL_TURN: "YATTA!, final serving turn", state.OVER: "YATTA!, over"}.get(
        int(s.phase), "YATTA!, set-up"
    )


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
)
