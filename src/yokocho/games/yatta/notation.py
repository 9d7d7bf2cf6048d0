"""How moves of YATTA! are written, and read (docs/positions.md)."""

from __future__ import annotations

import re
from collections.abc import Callable

from yokocho.core.record import State
from yokocho.games.yatta.components import (
    CELL_NAMES,
    CODES,
    COLOURS,
    FACES,
    LINES,
    QUEUE,
    REVIEW_CODES,
    SETS,
    TOKEN_KINDS,
    TOURIST,
    set_index,
    set_text,
)
from yokocho.games.yatta.state import (
    ACCEPT,
    ADD_FOOD,
    CHOOSE_FIGURE,
    COOK_ONE,
    COOK_TWO,
    DO,
    GAIN_STEPS,
    IGNORE,
    INSERT_TILE,
    LOSE_STEPS,
    OFFER,
    OFFER_TAIYAKI,
    PICK_BEVERAGE,
    PICK_FOOD,
    PUT_ANYWHERE,
    PUT_ON,
    RECYCLE_ONE,
    SEATS,
    SEND_TO,
    SERVE_DISH,
    SERVE_TAIYAKI,
    SERVE_WITH,
    STOP,
    SWAP_WITH,
    TAKE_BEVERAGES,
    TAKE_TOKEN,
    USE_CALL,
    USE_GARBAGE,
)

# --- notation -------------------------------------------------------------------------------------


def notation(s: State, p: int, a: int) -> str:
    if a < SEND_TO:
        return turn_notation(a)
    if a < COOK_ONE:
        return place_notation(a)
    if a < PUT_ON:
        return stall_notation(a)
    if a < PUT_ANYWHERE:
        return f"cell {CELL_NAMES[a - PUT_ON]}"
    if a < GAIN_STEPS:
        return f"cell {CELL_NAMES[a - PUT_ANYWHERE]} doggy_bag"
    if a < ADD_FOOD:
        return f"review {set_text(a - GAIN_STEPS, REVIEW_CODES)}"
    if a < TAKE_TOKEN:
        return f"menu {CODES[a - ADD_FOOD]}"
    if a < CHOOSE_FIGURE:
        return f"take {TOKEN_KINDS[a - TAKE_TOKEN]}"
    if a < SERVE_WITH:
        return f"double {CODES[a - CHOOSE_FIGURE]}"
    if a < USE_GARBAGE:
        return f"final {a - SERVE_WITH + 1}"
    if a == USE_GARBAGE:
        return "garbage"
    i, j = divmod(a - USE_CALL, QUEUE)
    return f"urgent_call {i + 1} {j + 1}"


def turn_notation(a: int) -> str:
    if a < PICK_BEVERAGE:
        return f"food {CODES[a - PICK_FOOD]}"
    if a < ACCEPT:
        return f"beverage {CODES[a - PICK_BEVERAGE]}"
    if a == ACCEPT:
        return "accept"
    if a < OFFER_TAIYAKI:
        return f"offer {CODES[a - OFFER]}"
    if a == OFFER_TAIYAKI:
        return "taiyaki"
    if a < INSERT_TILE:
        return f"lose {set_text(a - LOSE_STEPS, REVIEW_CODES)}"
    if a < DO:
        face, line = divmod(a - INSERT_TILE, len(LINES))
        return f"insert {FACES[face]} {LINES[line]}"
    if a < IGNORE:
        return f"do {FACES[a - DO]}"
    return "stop" if a == STOP else f"ignore {FACES[a - IGNORE]}"


def place_notation(a: int) -> str:
    if a < SWAP_WITH:
        f, q = divmod(a - SEND_TO, SEATS)
        return f"{CODES[f]} to {q}"
    q, k = divmod(a - SWAP_WITH, QUEUE)
    return f"{CODES[TOURIST]} swap {q}.{k + 1}"


def stall_notation(a: int) -> str:
    if a < COOK_TWO:
        return f"cook {CODES[a - COOK_ONE]}"
    if a < TAKE_BEVERAGES:
        c, d = divmod(a - COOK_TWO, COLOURS)
        return f"cook {CODES[c]}{CODES[d]}"
    if a < RECYCLE_ONE:
        return f"refill {set_text(a - TAKE_BEVERAGES, CODES)}"
    if a < SERVE_DISH:
        return f"recycle {CODES[a - RECYCLE_ONE]}"
    if a < SERVE_TAIYAKI:
        return f"serve {set_text(a - SERVE_DISH, CODES)}"
    return f"serve {set_text(a - SERVE_TAIYAKI, CODES)} taiyaki"


def one_of(text: str, known: str | tuple[str, ...] | list[str], what: str) -> int:
    if text not in list(known):
        raise ValueError(f"{text!r} is no {what}: {' '.join(known)}")
    return list(known).index(text)


def colour(text: str) -> int:
    return one_of(text, CODES[:COLOURS], "colour")


def beverages(text: str) -> int:
    i = set_index(text, CODES)
    if sum(SETS[i]) > 2:
        raise ValueError(f"{text!r} is not one or two colours of {CODES[:COLOURS]}")
    return i


def parse(s: State, p: int, text: str) -> int:
    match text.split():
        case ["accept"]:
            return ACCEPT
        case ["taiyaki"]:
            return OFFER_TAIYAKI
        case ["stop"]:
            return STOP
        case ["garbage"]:
            return USE_GARBAGE
        case ["insert", face, line]:
            return INSERT_TILE + one_of(face, FACES, "tile") * len(LINES) + one_of(line, LINES, "line")
        case ["serve", drinks]:
            return SERVE_DISH + beverages(drinks)
        case ["serve", drinks, "taiyaki"]:
            return SERVE_TAIYAKI + beverages(drinks)
        case ["cell", cell]:
            return PUT_ON + one_of(cell, CELL_NAMES, "space")
        case ["cell", cell, "doggy_bag"]:
            return PUT_ANYWHERE + one_of(cell, CELL_NAMES, "space")
        case ["cook", dishes] if len(dishes) == 2:
            return COOK_TWO + colour(dishes[0]) * COLOURS + colour(dishes[1])
        case [figure, "to", seat] if re.fullmatch(f"[0-{SEATS - 1}]", seat):
            return SEND_TO + one_of(figure, CODES, "figure") * SEATS + int(seat)
        case ["T", "swap", where] if re.fullmatch(rf"[0-{SEATS - 1}]\.[1-{QUEUE}]", where):
            return SWAP_WITH + int(where[0]) * QUEUE + int(where[2]) - 1
        case ["urgent_call", *pair] if len(pair) == 2 and all(re.fullmatch(f"[1-{QUEUE}]", k) for k in pair):
            i, j = sorted(int(k) - 1 for k in pair)
            return USE_CALL + i * QUEUE + j
        case [verb, word] if verb in ONE_WORD:
            return ONE_WORD[verb](word)
    raise ValueError(f"{text!r} is no move of YATTA!")


ONE_WORD: dict[str, Callable[[str], int]] = {
    "food": lambda word: PICK_FOOD + colour(word),
    "beverage": lambda word: PICK_BEVERAGE + colour(word),
    "offer": lambda word: OFFER + colour(word),
    "lose": lambda word: LOSE_STEPS + set_index(word, REVIEW_CODES),
    "do": lambda word: DO + one_of(word, FACES, "tile"),
    "ignore": lambda word: IGNORE + one_of(word, FACES, "tile"),
    "cook": lambda word: COOK_ONE + colour(word),
    "refill": lambda word: TAKE_BEVERAGES + beverages(word),
    "recycle": lambda word: RECYCLE_ONE + colour(word),
    "review": lambda word: GAIN_STEPS + set_index(word, REVIEW_CODES),
    "menu": lambda word: ADD_FOOD + colour(word),
    "take": lambda word: TAKE_TOKEN + one_of(word, TOKEN_KINDS, "token"),
    "double": lambda word: CHOOSE_FIGURE + one_of(word, CODES, "figure"),
    "final": lambda word: SERVE_WITH + one_of(word, "12", "number of beverages"),
}
