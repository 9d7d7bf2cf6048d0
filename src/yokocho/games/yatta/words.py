"""What YATTA! says: notation, labels, questions and the log. Why something is not legal is in refusals.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from yokocho.core.agenda import open_a, open_b, open_kind
from yokocho.core.game import Words
from yokocho.core.record import NONE, State
from yokocho.games.yatta.components import (
    CELL_BONUSES,
    CELL_ICONS,
    CELL_NAMES,
    CODES,
    COLOUR_WORDS,
    COLOURS,
    FACE_N,
    FACES,
    FIGURES,
    FOODS,
    GIVES_DOUBLE,
    GIVES_FRIDGE,
    GIVES_INFLUENCER,
    GIVES_MENU,
    GIVES_REVIEW,
    GIVES_SPECIAL,
    GIVES_STOVE,
    LINES,
    PENALTY,
    QUEUE,
    REVIEW_CODES,
    REVIEW_NAMES,
    ROUNDS,
    SETS,
    TOURIST,
)
from yokocho.games.yatta.notation import notation, parse
from yokocho.games.yatta.refusals import why_not
from yokocho.games.yatta.scoring import score
from yokocho.games.yatta.serving import needs_taiyaki, serve_worth
from yokocho.games.yatta.state import (
    ACCEPT,
    ACTION,
    ADD_FOOD,
    ADDED_FOOD,
    ADVANCED,
    BEVERAGE,
    CELL,
    CHECK,
    CHOOSE_FIGURE,
    CHOSE,
    COOK,
    COOK_ONE,
    COOK_TWO,
    COOKED,
    DID,
    DO,
    DOUBLE,
    DRAW,
    DREW,
    DREW_FOOD,
    END,
    ENDED,
    FINAL,
    FINAL_SERVING,
    FINAL_TURN,
    FOOD,
    FRIDGE,
    GAIN_STEPS,
    GAINED,
    IGNORE,
    IGNORED,
    IMPROVED,
    INFLUENCED,
    INSERT,
    INSERT_TILE,
    INSERTED,
    LEFT,
    LOSE,
    LOSE_STEPS,
    LOST,
    MENU,
    NEW_ROUND,
    NEXT_ACTION,
    NEXT_SERVE,
    NOTHING_GAINED,
    OFFER,
    OFFER_TAIYAKI,
    OFFERED,
    OFFERED_TAIYAKI,
    OVER,
    PICK_BEVERAGE,
    PICK_FOOD,
    PICKED_BEVERAGE,
    PICKED_FOOD,
    PLACE,
    PUT_ANYWHERE,
    PUT_DOWN,
    PUT_ON,
    RECYCLE,
    RECYCLE_ONE,
    RECYCLED,
    REFILL,
    REFILLED,
    RETURNED,
    REVIEW,
    ROUND,
    SEATS,
    SEND_TO,
    SENT,
    SERVE,
    SERVE_DISH,
    SERVE_TAIYAKI,
    SERVE_WITH,
    SERVED,
    SHIFT,
    STOP,
    STOPPED,
    SWAP_WITH,
    SWAPPED,
    TAKE_BEVERAGES,
    TAKE_TOKEN,
    TOKEN,
    TOOK_TOKEN,
    TURN,
    TURNED_OVER,
    USE_CALL,
    USE_GARBAGE,
    USED_CALL,
    USED_DOGGY_BAG,
    USED_GARBAGE,
)

Name = Callable[[int], str]

QUESTIONS = {
    FOOD: "food",
    BEVERAGE: "beverage",
    CHECK: "check",
    LOSE: "lose",
    INSERT: "insert",
    ACTION: "action",
    END: "end",
    PLACE: "place",
    COOK: "cook",
    REFILL: "refill",
    RECYCLE: "recycle",
    SERVE: "serve",
    CELL: "cell",
    REVIEW: "review",
    MENU: "menu",
    TOKEN: "token",
    DOUBLE: "double",
    FINAL: "final",
}
STEPS = {NEXT_ACTION: "actions", NEXT_SERVE: "serves", SHIFT: "shift", DRAW: "draw"}
ENDINGS = ("the stalls are open", "all rounds and the final serving turn were played (YA-19)")
TOKEN_WORDS = ("doggy bag", "urgent call", "taiyaki", "garbage")
BONUS_WORDS = {
    GIVES_MENU: "menu improvement",
    GIVES_FRIDGE: "fridge improvement",
    GIVES_STOVE: "stove improvement",
    GIVES_INFLUENCER: "influencer",
    GIVES_SPECIAL: "special action",
    GIVES_DOUBLE: "double customer",
}


# --- single words ---------------------------------------------------------------------------------


def figure_words(f: int) -> str:
    return "tourist" if f == TOURIST else f"{COLOUR_WORDS[f]} customer"


def a_figure(f: int) -> str:
    return f"a {figure_words(f)}"


def beverage_words(i: int) -> str:
    counted = [(n, COLOUR_WORDS[c]) for c, n in enumerate(SETS[i]) if n]
    return " and ".join(colour if n == 1 else f"{n} {colour}" for n, colour in counted)


def step_words(i: int) -> str:
    """A multiset of review steps: service and value, or value twice."""
    said = []
    for r, n in enumerate(SETS[i]):
        if n:
            said.append(REVIEW_NAMES[r] + {1: "", 2: " twice"}.get(n, f" {n} times"))
    return " and ".join(said)


@cache
def face_words(face: int) -> str:
    n = int(FACE_N[face])
    what = {
        "customers": f"draw {n} new customer{'s' * (n > 1)}",
        "cook": f"cook {n} dish{'es' * (n > 1)}",
        "refill": f"refill {n} beverage{'s' * (n > 1)}",
        "serve": f"serve with {n} beverage{'s' * (n > 1)}",
    }
    return what.get(FACES[face].split("_")[0], "recycle a bottle")


def line_words(line: int) -> str:
    return f"{'column' if LINES[line][0] == 'C' else 'row'} {LINES[line][1]}"


def bonus_words(cell: int) -> str:
    if CELL_BONUSES[cell] != GIVES_REVIEW:
        return BONUS_WORDS[CELL_BONUSES[cell]]
    said = [f"{name} ({REVIEW_CODES[r]})" for r, name in enumerate(REVIEW_NAMES) if CELL_ICONS[cell] >> r & 1]
    return f"review: {' or '.join(said)}"


# --- labels ---------------------------------------------------------------------------------------


def label(s: State, p: int, a: int, name: Name) -> str:
    if a < SEND_TO:
        return turn_label(s, p, a)
    if a < SWAP_WITH:
        f, q = divmod(a - SEND_TO, SEATS)
        return f"Keep the {figure_words(f)}" if q == p else f"Send the {figure_words(f)} to {name(q)}"
    if a < COOK_ONE:
        q, k = divmod(a - SWAP_WITH, QUEUE)
        there = int(s.queue[q, k])
        other = figure_words(there) if there != NONE else "figure"
        return f"Exchange the tourist for {name(q)}'s {other} in position {k + 1}"
    if a < PUT_ON:
        return stall_label(s, p, a)
    if a < GAIN_STEPS:
        cell = (a - PUT_ON) % len(CELL_NAMES)
        return f"{CELL_NAMES[cell]}: {bonus_words(cell)}{' (with a doggy bag)' * (a >= PUT_ANYWHERE)}"
    if a < ADD_FOOD:
        return f"Advance {step_words(a - GAIN_STEPS)}"
    if a < TAKE_TOKEN:
        return f"Put {FOODS[a - ADD_FOOD]} on the menu"
    if a < CHOOSE_FIGURE:
        return f"Take a {TOKEN_WORDS[a - TAKE_TOKEN]} token"
    if a < SERVE_WITH:
        return f"Choose {a_figure(a - CHOOSE_FIGURE)} from the bag"
    if a < USE_GARBAGE:
        return f"Serve with {a - SERVE_WITH + 1} beverage{'s' * (a > SERVE_WITH)}"
    if a == USE_GARBAGE:
        return "Use garbage: empty the recycle box"
    i, j = divmod(a - USE_CALL, QUEUE)
    return f"Urgent call: swap positions {i + 1} and {j + 1} of your queue"


def turn_label(s: State, p: int, a: int) -> str:
    if a < PICK_BEVERAGE:
        return f"Start with {FOODS[a - PICK_FOOD]}"
    if a < ACCEPT:
        return f"Start with a {COLOUR_WORDS[a - PICK_BEVERAGE]} bottle in the recycle box"
    if a == ACCEPT:
        return f"Let the last figure leave and lose {PENALTY} reviews"
    if a < OFFER_TAIYAKI:
        return f"Offer a {COLOUR_WORDS[a - OFFER]} beverage"
    if a == OFFER_TAIYAKI:
        return "Offer a taiyaki"
    if a < INSERT_TILE:
        return f"Lose {step_words(a - LOSE_STEPS)}"
    if a < DO:
        face, line = divmod(a - INSERT_TILE, len(LINES))
        return f"Into {line_words(line)}: {face_words(face)}"
    if a < IGNORE:
        face = a - DO
        return face_words(face).capitalize() + " (with a taiyaki)" * bool(needs_taiyaki(s, p, face))
    return f"Ignore: {face_words(a - IGNORE)}" if a < STOP else "Stop"


def stall_label(s: State, p: int, a: int) -> str:
    if a < COOK_TWO:
        return f"Cook {FOODS[a - COOK_ONE]}"
    if a < TAKE_BEVERAGES:
        c, d = divmod(a - COOK_TWO, COLOURS)
        return f"Cook {FOODS[c]}, then {FOODS[d]}"
    if a < RECYCLE_ONE:
        return f"Take {beverage_words(a - TAKE_BEVERAGES)}"
    if a < SERVE_DISH:
        return f"Recycle a {COLOUR_WORDS[a - RECYCLE_ONE]} bottle"
    f = int(s.queue[p, 0])
    i, taiyaki = (a - SERVE_DISH, False) if a < SERVE_TAIYAKI else (a - SERVE_TAIYAKI, True)
    dish = NONE if taiyaki else int(s.dish[p, 0])
    meal = "a taiyaki" if taiyaki else (FOODS[dish] if dish != NONE else "a dish")
    worth = f": {serve_worth(f, dish, i)} VP" if f != NONE else ""
    return f"Serve {meal} with {beverage_words(i)}{worth}"


# --- questions ------------------------------------------------------------------------------------


def question(s: State, p: int, name: Name) -> str:
    kind = int(open_kind(s))
    if kind in PLAIN_QUESTIONS:
        return PLAIN_QUESTIONS[kind]
    if kind == CHECK:
        f = int(s.queue[s.active, QUEUE - 1])
        return (
            f"{a_figure(f).capitalize()} stands in the last position: lose {PENALTY} reviews, or offer something? YA-23"
        )
    if kind == PLACE:
        hand = " and ".join(a_figure(int(f)) for f in s.hand if f != NONE)
        return f"You have drawn {hand}: who goes where? YA-43"
    if kind in (COOK, REFILL):
        n, what = int(open_a(s)), "dish" if kind == COOK else "beverage"
        plural = ("es" if kind == COOK else "s") * (n > 1)
        return f"Choose {n} {what}{plural} from the supply. {'YA-48' if kind == COOK else 'YA-51'}"
    if kind == SERVE:
        f = int(s.queue[s.active, 0])
        return f"Serve {a_figure(f)} with {int(open_a(s))} of your beverages: which, and what dish? YA-56"
    if kind == CELL:
        f = int(s.hand[0]) if s.hand[0] != NONE else int(s.queue[s.active, 0])
        return f"Where does the {figure_words(f)} go on your reputation board? YA-66"
    if kind == REVIEW:
        n, icons = int(open_a(s)), int(open_b(s))
        which = ", ".join(word for r, word in enumerate(REVIEW_NAMES) if icons >> r & 1)
        return f"Advance {n} step{'s' * (n > 1)} among {which}. {'YA-70' if n > 1 else 'YA-69'}"
    return "The stalls are closed. YA-19"


PLAIN_QUESTIONS = {
    FOOD: "Pick the first food of your menu, one that nobody has picked. YA-9",
    BEVERAGE: "Take a beverage of any colour into your recycle box. YA-14",
    LOSE: "Which reviews go down? YA-24",
    INSERT: "Insert a tile from outside into a row or a column. YA-30",
    ACTION: "Which action do you carry out next? YA-36",
    END: "Your actions are done: use a token, or stop? YA-R41",
    RECYCLE: "Which bottle goes back to the supply? YA-53",
    MENU: "Which food joins your menu? YA-71",
    TOKEN: "Take a special action token. YA-75",
    DOUBLE: "Choose a figure from the bag for your reputation board. YA-76",
    FINAL: "Final serving turn: serve, or stop? YA-86",
}


# --- the log --------------------------------------------------------------------------------------


def narrate(s: State, name: Name) -> list[str]:
    return [sentence([int(x) for x in row], name) for row in s.events[: s.events_size]]


def sentence(event: list[int], name: Name) -> str:
    message, a, b, c = event
    if message in COMMON:
        return COMMON[message](a, b, c)
    if message == SENT and a == c:
        return f"{name(a)} keeps {a_figure(b)}"
    return f"{name(a)} {SAID[message](b, c, name)}"


COMMON: dict[int, Callable[[int, int, int], str]] = {
    NEW_ROUND: lambda a, b, c: f"Round {a}",
    FINAL_SERVING: lambda a, b, c: "The final serving turn begins",
    ENDED: lambda a, b, c: "The stalls close",
}


def served(f: int, packed: int) -> str:
    i, dish = divmod(packed, FIGURES)
    meal = "a taiyaki" if dish == 0 else FOODS[dish - 1]
    return f"serves {a_figure(f)}: {meal} with {beverage_words(i)}"


def sent(f: int, q: int, name: Name) -> str:
    return f"puts {a_figure(f)} into the queue of {name(q)}"


def swapped(f: int, packed: int, name: Name) -> str:
    q, k = divmod(packed, QUEUE)
    return f"exchanges a tourist for the {figure_words(f)} in position {k + 1} of {name(q)}"


SAID: dict[int, Callable[[int, int, Name], str]] = {  # after the name of the seat
    PICKED_FOOD: lambda b, c, name: f"starts with {FOODS[b]}",
    DREW_FOOD: lambda b, c, name: f"draws {FOODS[b]} as the second food",
    PICKED_BEVERAGE: lambda b, c, name: f"takes a {COLOUR_WORDS[b]} bottle into the recycle box",
    TURN: lambda b, c, name: "is on turn",
    LEFT: lambda b, c, name: f"loses the last figure: {a_figure(b)} goes back into the bag",
    OFFERED: lambda b, c, name: f"offers a {COLOUR_WORDS[b]} beverage to the last figure",
    OFFERED_TAIYAKI: lambda b, c, name: "offers a taiyaki to the last figure",
    LOST: lambda b, c, name: f"goes down on {step_words(b)}",
    INSERTED: lambda b, c, name: f"inserts into {line_words(c)}: {face_words(b)}",
    DID: lambda b, c, name: f"chooses to {face_words(b)}",
    IGNORED: lambda b, c, name: f"ignores: {face_words(b)}",
    STOPPED: lambda b, c, name: "ends the turn",
    DREW: lambda b, c, name: f"draws {a_figure(b)}",
    SENT: sent,
    SWAPPED: swapped,
    RETURNED: lambda b, c, name: f"has no place for {a_figure(b)}, which goes back into the bag",
    COOKED: lambda b, c, name: f"cooks {FOODS[b]}",
    REFILLED: lambda b, c, name: f"takes {beverage_words(b)} into the fridge",
    RECYCLED: lambda b, c, name: f"recycles a {COLOUR_WORDS[b]} bottle: +{c} VP",
    SERVED: lambda b, c, name: served(b, c),
    PUT_DOWN: lambda b, c, name: f"places {a_figure(b)} on {CELL_NAMES[c]}: {bonus_words(c)}",
    USED_DOGGY_BAG: lambda b, c, name: "uses a doggy bag",
    NOTHING_GAINED: lambda b, c, name: "gains nothing there",
    ADVANCED: lambda b, c, name: f"advances {step_words(b)}",
    ADDED_FOOD: lambda b, c, name: f"adds {FOODS[b]} to the menu: +{c} VP",
    IMPROVED: lambda b, c, name: f"improves the {'fridge' if b == FRIDGE else 'stove'}: +{c} VP",
    INFLUENCED: lambda b, c, name: f"moves up to {b} star{'s' * (b != 1)} on the influencer track",
    TOOK_TOKEN: lambda b, c, name: f"takes a {TOKEN_WORDS[b]} token",
    CHOSE: lambda b, c, name: f"chooses {a_figure(b)} from the bag",
    GAINED: lambda b, c, name: f"gains {b} VP for the serve",
    USED_GARBAGE: lambda b, c, name: "uses garbage and empties the recycle box",
    USED_CALL: lambda b, c, name: f"makes an urgent call: positions {b + 1} and {c + 1} swap",
    TURNED_OVER: lambda b, c, name: f"turns over unused {TOKEN_WORDS[b]} tokens: {c:+} VP",
}


# --- a seat at a glance ---------------------------------------------------------------------------


def figures_text(row: object, size: int) -> str:
    """A queue by its letters; ``-`` is a position that was left."""
    return " ".join(CODES[int(f)] if f != NONE else "-" for f in row[:size])  # type: ignore[index]


def counts_text(counts: object) -> str:
    return " ".join(CODES[c] for c in range(COLOURS) for _ in range(int(counts[c])))  # type: ignore[index]


def menu_text(bits: int) -> str:
    return "".join(CODES[c] for c in range(COLOURS) if bits >> c & 1)


def summary(s: State, p: int) -> str:
    """The seat's own view in a line."""
    queue = figures_text(s.queue[p], int(s.queue_size[p]))
    dishes = figures_text(s.dish[p], int(s.dish_size[p]))
    board = " ".join(f"{CELL_NAMES[i]}:{CODES[int(f)]}" for i, f in enumerate(s.board[p]) if f != NONE)
    tokens = ", ".join(f"{int(n)} {TOKEN_WORDS[k]}" for k, n in enumerate(s.held[p]) if n)
    return (
        f"{score(s, p)} points: menu {menu_text(int(s.menu[p]))}, queue [{queue}], dishes [{dishes}], "
        f"fridge [{counts_text(s.fridge[p])}], box [{counts_text(s.box[p])}], board [{board}], {tokens or 'no tokens'}"
    )


def heading(s: State) -> str:
    if s.phase == ROUND:
        return f"YATTA!, round {s.rounds} of {ROUNDS}"
    return {FINAL_TURN: "YATTA!, final serving turn", OVER: "YATTA!, over"}.get(int(s.phase), "YATTA!, set-up")


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
