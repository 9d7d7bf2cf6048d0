"""What YATTA! says: labels, questions and the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from yokocho.core.agenda import open_a, open_b, open_kind
from yokocho.core.game import Sentence
from yokocho.core.happenings import Happening, Happens, happens
from yokocho.core.record import NONE, State
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
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
REVIEW_WORDS = kit.REVIEW_NAMES
BONUS_WORDS = {
    kit.GIVES_MENU: "menu improvement",
    kit.GIVES_FRIDGE: "fridge improvement",
    kit.GIVES_STOVE: "stove improvement",
    kit.GIVES_INFLUENCER: "influencer",
    kit.GIVES_SPECIAL: "special action",
    kit.GIVES_DOUBLE: "double customer",
}


# --- single words ---------------------------------------------------------------------------------


def signed(n: int) -> str:
    """Points as they are printed: +3, 0, −2."""
    return f"+{n}" if n > 0 else "0" if n == 0 else f"\N{MINUS SIGN}{-n}"


def steps_words(n: int) -> str:
    return f"{signed(n)} step{'' if abs(n) == 1 else 's'}"


def counted(n: int, what: str) -> str:
    """One dish, 2 dishes."""
    if n == 1:
        return f"one {what}"
    return f"{n or 'no'} {what}{'es' if what.endswith('sh') else 's'}"


def joined(parts: Sequence[str], then: bool = False) -> str:
    """One, two and three; of what is done one after the other: one, then two, then three."""
    if then:
        return ", then ".join(parts)
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def figure_words(f: int) -> str:
    return "tourist" if f == kit.TOURIST else f"{kit.COLOUR_WORDS[f]} customer"


def a_figure(f: int) -> str:
    return f"a {figure_words(f)}"


def beverage_words(i: int) -> str:
    colours = [(n, kit.COLOUR_WORDS[c]) for c, n in enumerate(kit.SETS[i]) if n]
    return " and ".join(colour if n == 1 else f"{n} {colour}" for n, colour in colours)


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


@cache
def short_words(face: int) -> str:
    """A tile as it is printed: cook 2."""
    return kit.FACES[face].replace("_", " ")


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


def label_do(s: State, p: int, name: Name, face: int) -> str:
    return face_words(face).capitalize() + " (with a taiyaki)" * bool(needs_taiyaki(s, p, face))


def label_send(s: State, p: int, name: Name, f: int, q: int) -> str:
    return f"Keep the {figure_words(f)}" if q == p else f"Send the {figure_words(f)} to {name(q)}"


def label_swap(s: State, p: int, name: Name, q: int, k: int) -> str:
    there = int(s.queue[q, k])
    other = figure_words(there) if there != NONE else "figure"
    return f"Exchange the tourist for {name(q)}'s {other} in position {k + 1}"


def label_serve(s: State, p: int, name: Name, i: int) -> str:
    dish = int(s.dish[p, 0])
    return serve_words(s, p, kit.FOODS[dish] if dish != NONE else "a dish", dish, i)


def serve_words(s: State, p: int, meal: str, dish: int, i: int) -> str:
    f = int(s.queue[p, 0])
    worth = f": {serve_worth(f, dish, i)} VP" if f != NONE else ""
    return f"Serve {meal} with {beverage_words(i)}{worth}"


LABELS: dict[int, Callable[..., str]] = {
    state.PICK_FOOD: lambda s, p, name, c: f"Start with {kit.FOODS[c]}",
    state.PICK_BEVERAGE: lambda s, p, name, c: f"Start with a {kit.COLOUR_WORDS[c]} bottle in the recycle box",
    state.ACCEPT: lambda s, p, name: f"Let the last figure leave and lose {kit.PENALTY} reviews",
    state.OFFER: lambda s, p, name, c: f"Offer a {kit.COLOUR_WORDS[c]} beverage",
    state.OFFER_TAIYAKI: lambda s, p, name: "Offer a taiyaki",
    state.LOSE_STEPS: lambda s, p, name, i: f"Lose {step_words(i)}",
    state.INSERT_TILE: lambda s, p, name, face, line: f"Into {line_words(line)}: {face_words(face)}",
    state.DO: label_do,
    state.IGNORE: lambda s, p, name, face: f"Ignore: {face_words(face)}",
    state.STOP: lambda s, p, name: "Stop",
    state.SEND_TO: label_send,
    state.SWAP_WITH: label_swap,
    state.COOK_ONE: lambda s, p, name, c: f"Cook {kit.FOODS[c]}",
    state.COOK_TWO: lambda s, p, name, c, d: f"Cook {kit.FOODS[c]}, then {kit.FOODS[d]}",
    state.TAKE_BEVERAGES: lambda s, p, name, i: f"Take {beverage_words(i)}",
    state.RECYCLE_ONE: lambda s, p, name, c: f"Recycle a {kit.COLOUR_WORDS[c]} bottle",
    state.SERVE_DISH: label_serve,
    state.SERVE_TAIYAKI: lambda s, p, name, i: serve_words(s, p, "a taiyaki", NONE, i),
    state.PUT_ON: lambda s, p, name, cell: f"{kit.CELL_NAMES[cell]}: {bonus_words(cell)}",
    state.PUT_ANYWHERE: lambda s, p, name, cell: f"{kit.CELL_NAMES[cell]}: {bonus_words(cell)} (with a doggy bag)",
    state.GAIN_STEPS: lambda s, p, name, i: f"Advance {step_words(i)}",
    state.ADD_FOOD: lambda s, p, name, c: f"Put {kit.FOODS[c]} on the menu",
    state.TAKE_TOKEN: lambda s, p, name, k: f"Take a {TOKEN_WORDS[k]} token",
    state.CHOOSE_FIGURE: lambda s, p, name, f: f"Choose {a_figure(f)} from the bag",
    state.SERVE_WITH: lambda s, p, name, i: f"Serve with {i + 1} beverage{'s' * (i > 0)}",
    state.USE_GARBAGE: lambda s, p, name: "Use garbage: empty the recycle box",
    state.USE_CALL: lambda s, p, name, i, j: f"Urgent call: swap positions {i + 1} and {j + 1} of your queue",
}


# --- questions ------------------------------------------------------------------------------------


def question(s: State, p: int, name: Name) -> str:
    return ASKED[int(open_kind(s))](s)


def plain(said: str) -> Callable[[State], str]:
    return lambda s: said


def ask_check(s: State) -> str:
    who = a_figure(int(s.queue[s.active, kit.QUEUE - 1])).capitalize()
    return f"{who} stands in the last position: lose {kit.PENALTY} reviews, or offer something? YA-23"


def ask_place(s: State) -> str:
    hand = " and ".join(a_figure(int(f)) for f in s.hand if f != NONE)
    return f"You have drawn {hand}: who goes where? YA-43"


def ask_cook(s: State) -> str:
    n = int(open_a(s))
    return f"Choose {n} dish{'es' * (n > 1)} from the supply. YA-48"


def ask_refill(s: State) -> str:
    n = int(open_a(s))
    return f"Choose {n} beverage{'s' * (n > 1)} from the supply. YA-51"


def ask_serve(s: State) -> str:
    f = int(s.queue[s.active, 0])
    return f"Serve {a_figure(f)} with {int(open_a(s))} of your beverages: which, and what dish? YA-56"


def ask_cell(s: State) -> str:
    f = int(s.hand[0]) if s.hand[0] != NONE else int(s.queue[s.active, 0])
    return f"Where does the {figure_words(f)} go on your reputation board? YA-66"


def ask_review(s: State) -> str:
    n, icons = int(open_a(s)), int(open_b(s))
    which = ", ".join(word for r, word in enumerate(kit.REVIEW_NAMES) if icons >> r & 1)
    return f"Advance {n} step{'s' * (n > 1)} among {which}. {'YA-70' if n > 1 else 'YA-69'}"


ASKED: dict[int, Callable[[State], str]] = {
    state.FOOD: plain("Pick the first food of your menu, one that nobody has picked. YA-9"),
    state.BEVERAGE: plain("Take a beverage of any colour into your recycle box. YA-14"),
    state.CHECK: ask_check,
    state.LOSE: plain("Which reviews go down? YA-24"),
    state.INSERT: plain("Insert a tile from outside into a row or a column. YA-30"),
    state.ACTION: plain("Which action do you carry out next? YA-36"),
    state.END: plain("Your actions are done: use a token, or stop? YA-R41"),
    state.PLACE: ask_place,
    state.COOK: ask_cook,
    state.REFILL: ask_refill,
    state.RECYCLE: plain("Which bottle goes back to the supply? YA-53"),
    state.SERVE: ask_serve,
    state.CELL: ask_cell,
    state.REVIEW: ask_review,
    state.MENU: plain("Which food joins your menu? YA-71"),
    state.TOKEN: plain("Take a special action token. YA-75"),
    state.DOUBLE: plain("Choose a figure from the bag for your reputation board. YA-76"),
    state.FINAL: plain("Final serving turn: serve, or stop? YA-86"),
    NONE: plain("The stalls are closed. YA-19"),
}


# --- the log --------------------------------------------------------------------------------------


def tell_served(s: State, name: Name, p: int, f: int, packed: int) -> str:
    i, dish = divmod(packed, kit.FIGURES)
    meal = "a taiyaki" if dish == 0 else kit.FOODS[dish - 1]
    return f"{name(p)} serves {a_figure(f)}: {meal} with {beverage_words(i)}"


def tell_sent(s: State, name: Name, p: int, f: int, q: int) -> str:
    return f"{name(p)} {f'keeps {a_figure(f)}' if p == q else f'puts {a_figure(f)} into the queue of {name(q)}'}"


def tell_swapped(s: State, name: Name, p: int, f: int, packed: int) -> str:
    q, k = divmod(packed, kit.QUEUE)
    return f"{name(p)} exchanges a tourist for the {figure_words(f)} in position {k + 1} of {name(q)}"


TOLD: dict[int, Sentence] = {
    state.NEW_ROUND: "Round {0}",
    state.PICKED_FOOD: lambda s, name, p, b, c: f"{name(p)} starts with {kit.FOODS[b]}",
    state.DREW_FOOD: lambda s, name, p, b, c: f"{name(p)} draws {kit.FOODS[b]} as the second food",
    state.PICKED_BEVERAGE: lambda s, name, p, b, c: (
        f"{name(p)} takes a {kit.COLOUR_WORDS[b]} bottle into the recycle box"
    ),
    state.TURN: "{0:seat} is on turn",
    state.LEFT: lambda s, name, p, b, c: f"{name(p)} loses the last figure: {a_figure(b)} goes back into the bag",
    state.OFFERED: lambda s, name, p, b, c: f"{name(p)} offers a {kit.COLOUR_WORDS[b]} beverage to the last figure",
    state.OFFERED_TAIYAKI: "{0:seat} offers a taiyaki to the last figure",
    state.LOST: lambda s, name, p, b, c: f"{name(p)} goes down on {step_words(b)}",
    state.INSERTED: lambda s, name, p, b, c: f"{name(p)} inserts into {line_words(c)}: {face_words(b)}",
    state.DID: lambda s, name, p, b, c: f"{name(p)} chooses to {face_words(b)}",
    state.IGNORED: lambda s, name, p, b, c: f"{name(p)} ignores: {face_words(b)}",
    state.STOPPED: "{0:seat} ends the turn",
    state.DREW: lambda s, name, p, b, c: f"{name(p)} draws {a_figure(b)}",
    state.SENT: tell_sent,
    state.SWAPPED: tell_swapped,
    state.RETURNED: lambda s, name, p, b, c: f"{name(p)} has no place for {a_figure(b)}, which goes back into the bag",
    state.COOKED: lambda s, name, p, b, c: f"{name(p)} cooks {kit.FOODS[b]}",
    state.REFILLED: lambda s, name, p, b, c: f"{name(p)} takes {beverage_words(b)} into the fridge",
    state.RECYCLED: lambda s, name, p, b, c: f"{name(p)} recycles a {kit.COLOUR_WORDS[b]} bottle: +{c} VP",
    state.SERVED: tell_served,
    state.PUT_DOWN: lambda s, name, p, b, c: f"{name(p)} places {a_figure(b)} on {kit.CELL_NAMES[c]}: {bonus_words(c)}",
    state.USED_DOGGY_BAG: "{0:seat} uses a doggy bag",
    state.NOTHING_GAINED: "{0:seat} gains nothing there",
    state.ADVANCED: lambda s, name, p, b, c: f"{name(p)} advances {step_words(b)}",
    state.ADDED_FOOD: lambda s, name, p, b, c: f"{name(p)} adds {kit.FOODS[b]} to the menu: +{c} VP",
    state.IMPROVED: lambda s, name, p, b, c: (
        f"{name(p)} improves the {'fridge' if b == state.FRIDGE else 'stove'}: +{c} VP"
    ),
    state.INFLUENCED: lambda s, name, p, b, c: (
        f"{name(p)} moves up to {b} star{'s' * (b != 1)} on the influencer track"
    ),
    state.TOOK_TOKEN: lambda s, name, p, b, c: f"{name(p)} takes a {TOKEN_WORDS[b]} token",
    state.CHOSE: lambda s, name, p, b, c: f"{name(p)} chooses {a_figure(b)} from the bag",
    state.GAINED: lambda s, name, p, b, c: f"{name(p)} gains {b} VP for the serve",
    state.USED_GARBAGE: "{0:seat} uses garbage and empties the recycle box",
    state.USED_CALL: lambda s, name, p, b, c: f"{name(p)} makes an urgent call: positions {b + 1} and {c + 1} swap",
    state.TURNED_OVER: lambda s, name, p, b, c: f"{name(p)} turns over unused {TOKEN_WORDS[b]} tokens: {c:+} VP",
    state.FINAL_SERVING: "The final serving turn begins",
    state.ENDED: "The stalls close",
}
EVENTS = {
    state.NEW_ROUND: "new-round",
    state.PICKED_FOOD: "picked-food",
    state.DREW_FOOD: "drew-food",
    state.PICKED_BEVERAGE: "picked-beverage",
    state.TURN: "turn",
    state.LEFT: "left",
    state.OFFERED: "offered",
    state.OFFERED_TAIYAKI: "offered-taiyaki",
    state.LOST: "lost",
    state.INSERTED: "inserted",
    state.DID: "did",
    state.IGNORED: "ignored",
    state.STOPPED: "stopped",
    state.DREW: "drew",
    state.SENT: "sent",
    state.SWAPPED: "swapped",
    state.RETURNED: "returned",
    state.COOKED: "cooked",
    state.REFILLED: "refilled",
    state.RECYCLED: "recycled",
    state.SERVED: "served",
    state.PUT_DOWN: "put-down",
    state.USED_DOGGY_BAG: "used-doggy-bag",
    state.NOTHING_GAINED: "nothing-gained",
    state.ADVANCED: "advanced",
    state.ADDED_FOOD: "added-food",
    state.IMPROVED: "improved",
    state.INFLUENCED: "influenced",
    state.TOOK_TOKEN: "took-token",
    state.CHOSE: "chose",
    state.GAINED: "gained",
    state.USED_GARBAGE: "used-garbage",
    state.USED_CALL: "used-call",
    state.TURNED_OVER: "turned-over",
    state.FINAL_SERVING: "final-serving",
    state.ENDED: "ended",
}


def happens_inserted(s: State, p: int, face: int, line: int) -> list[Happening]:
    """YA-31: the tile that goes in, and the one that falls out at the end of its line."""
    fallen = "fallen:C" if kit.LINES[line][0] == "C" else "fallen:R"
    return [Happening("pushed", p, fallen, [f"line:{kit.LINES[line]}", f"tile:{kit.FACES[face]}#1"])]


def happens_reviews(gained: int) -> Happens:
    """YA-69 YA-24: markers that move, and those that come to be worth points, or cost some."""

    def made(s: State, p: int, steps: int, _: int) -> list[Happening]:
        found, tone = [], "good" if gained > 0 else "costly"
        for r, n in enumerate(kit.IN_SET[steps].tolist()):
            if n:
                now = int(s.review[p, r])
                zone, marker = f"reviews:{p}.{kit.REVIEW_NAMES[r]}", f"review:{p}.{kit.REVIEW_CODES[r]}"
                found.append(Happening("moved", p, zone, [marker], tone))
                if (kit.REVIEW_VP[now] < 0) != (kit.REVIEW_VP[now - gained * n] < 0):
                    found.append(Happening("tipped", p, zone, [marker], tone))
        return found

    return made


def happens_swapped(s: State, p: int, f: int, packed: int) -> list[Happening]:
    return [Happening("arrived", p, f"queue:{packed // kit.QUEUE}"), Happening("taken", p, f"queue:{p}", tone="good")]


HAPPENS: dict[int, Happens] = {
    state.PICKED_FOOD: happens("moved", "menu:{0}"),
    state.DREW_FOOD: happens("drawn", "menu:{0}"),
    state.PICKED_BEVERAGE: happens("moved", "box:{0}"),
    state.LEFT: happens("left", "bag", tone="costly"),
    state.OFFERED: happens("paid", "box:{0}"),
    state.OFFERED_TAIYAKI: happens("paid", "held:{0}"),
    state.LOST: happens_reviews(-1),
    state.INSERTED: happens_inserted,
    state.IGNORED: happens("passed"),
    state.STOPPED: happens("passed"),
    state.DREW: happens("drawn", "hand"),
    state.SENT: happens("arrived", "queue:{2}"),
    state.SWAPPED: happens_swapped,
    state.RETURNED: happens("left", "bag"),
    state.COOKED: happens("cooked", "dish:{0}", tone="good"),
    state.REFILLED: happens("drawn", "fridge:{0}"),
    state.RECYCLED: happens("moved", "beverages", tone="good"),
    state.SERVED: happens("served", "sink:{0}", tone="good"),
    state.PUT_DOWN: lambda s, p, f, cell: [
        Happening("left", p, pieces=[f"cell:{p}.{kit.CELL_NAMES[cell]}"], tone="good")
    ],
    state.USED_DOGGY_BAG: happens("marked", "held:{0}"),
    state.NOTHING_GAINED: happens("passed"),
    state.ADVANCED: happens_reviews(1),
    state.ADDED_FOOD: happens("moved", "menu:{0}", tone="good"),
    state.IMPROVED: lambda s, p, what, _: [
        Happening("marked", p, f"{'fridge' if what == state.FRIDGE else 'dish'}:{p}", tone="good")
    ],
    state.INFLUENCED: happens("moved", "influencer:{0}", "influencer:{0}.marker", tone="good"),
    state.TOOK_TOKEN: happens("drawn", "held:{0}", tone="good"),
    state.CHOSE: happens("drawn", "hand"),
    state.USED_GARBAGE: happens("moved", "beverages"),
    state.USED_CALL: happens("moved", "queue:{0}"),
    state.TURNED_OVER: happens("marked", "held:{0}"),
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
