"""How moves of YATTA! are written, and read (docs/positions.md)."""

from __future__ import annotations

import re
from collections.abc import Callable

from yokocho.core.record import State
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.components import set_index, set_text

# --- notation -------------------------------------------------------------------------------------


def notation(s: State, p: int, a: int) -> str:
    if a < state.SEND_TO:
        return turn_notation(a)
    if a < state.COOK_ONE:
        return place_notation(a)
    if a < state.PUT_ON:
        return stall_notation(a)
    if a < state.PUT_ANYWHERE:
        return f"cell {kit.CELL_NAMES[a - state.PUT_ON]}"
    if a < state.GAIN_STEPS:
        return f"cell {kit.CELL_NAMES[a - state.PUT_ANYWHERE]} doggy_bag"
    if a < state.ADD_FOOD:
        return f"review {set_text(a - state.GAIN_STEPS, kit.REVIEW_CODES)}"
    if a < state.TAKE_TOKEN:
        return f"menu {kit.CODES[a - state.ADD_FOOD]}"
    if a < state.CHOOSE_FIGURE:
        return f"take {kit.TOKEN_KINDS[a - state.TAKE_TOKEN]}"
    if a < state.SERVE_WITH:
        return f"double {kit.CODES[a - state.CHOOSE_FIGURE]}"
    if a < state.USE_GARBAGE:
        return f"final {a - state.SERVE_WITH + 1}"
    if a == state.USE_GARBAGE:
        return "garbage"
    i, j = divmod(a - state.USE_CALL, kit.QUEUE)
    return f"urgent_call {i + 1} {j + 1}"


def turn_notation(a: int) -> str:
    if a < state.PICK_BEVERAGE:
        return f"food {kit.CODES[a - state.PICK_FOOD]}"
    if a < state.ACCEPT:
        return f"beverage {kit.CODES[a - state.PICK_BEVERAGE]}"
    if a == state.ACCEPT:
        return "accept"
    if a < state.OFFER_TAIYAKI:
        return f"offer {kit.CODES[a - state.OFFER]}"
    if a == state.OFFER_TAIYAKI:
        return "taiyaki"
    if a < state.INSERT_TILE:
        return f"lose {set_text(a - state.LOSE_STEPS, kit.REVIEW_CODES)}"
    if a < state.DO:
        face, line = divmod(a - state.INSERT_TILE, len(kit.LINES))
        return f"insert {kit.FACES[face]} {kit.LINES[line]}"
    if a < state.IGNORE:
        return f"do {kit.FACES[a - state.DO]}"
    return "stop" if a == state.STOP else f"ignore {kit.FACES[a - state.IGNORE]}"


def place_notation(a: int) -> str:
    if a < state.SWAP_WITH:
        f, q = divmod(a - state.SEND_TO, state.SEATS)
        return f"{kit.CODES[f]} to {q}"
    q, k = divmod(a - state.SWAP_WITH, kit.QUEUE)
    return f"{kit.CODES[kit.TOURIST]} swap {q}.{k + 1}"


def stall_notation(a: int) -> str:
    if a < state.COOK_TWO:
        return f"cook {kit.CODES[a - state.COOK_ONE]}"
    if a < state.TAKE_BEVERAGES:
        c, d = divmod(a - state.COOK_TWO, kit.COLOURS)
        return f"cook {kit.CODES[c]}{kit.CODES[d]}"
    if a < state.RECYCLE_ONE:
        return f"refill {set_text(a - state.TAKE_BEVERAGES, kit.CODES)}"
    if a < state.SERVE_DISH:
        return f"recycle {kit.CODES[a - state.RECYCLE_ONE]}"
    if a < state.SERVE_TAIYAKI:
        return f"serve {set_text(a - state.SERVE_DISH, kit.CODES)}"
    return f"serve {set_text(a - state.SERVE_TAIYAKI, kit.CODES)} taiyaki"


def one_of(text: str, known: str | tuple[str, ...] | list[str], what: str) -> int:
    if text not in list(known):
        raise ValueError(f"{text!r} is no {what}: {' '.join(known)}")
    return list(known).index(text)


def colour(text: str) -> int:
    return one_of(text, kit.CODES[: kit.COLOURS], "colour")


def beverages(text: str) -> int:
    i = set_index(text, kit.CODES)
    if sum(kit.SETS[i]) > 2:
        raise ValueError(f"{text!r} is not one or two colours of {kit.CODES[: kit.COLOURS]}")
    return i


def parse(s: State, p: int, text: str) -> int:
    match text.split():
        case ["accept"]:
            return state.ACCEPT
        case ["taiyaki"]:
            return state.OFFER_TAIYAKI
        case ["stop"]:
            return state.STOP
        case ["garbage"]:
            return state.USE_GARBAGE
        case ["insert", face, line]:
            return (
                state.INSERT_TILE + one_of(face, kit.FACES, "tile") * len(kit.LINES) + one_of(line, kit.LINES, "line")
            )
        case ["serve", drinks]:
            return state.SERVE_DISH + beverages(drinks)
        case ["serve", drinks, "taiyaki"]:
            return state.SERVE_TAIYAKI + beverages(drinks)
        case ["cell", cell]:
            return state.PUT_ON + one_of(cell, kit.CELL_NAMES, "space")
        case ["cell", cell, "doggy_bag"]:
            return state.PUT_ANYWHERE + one_of(cell, kit.CELL_NAMES, "space")
        case ["cook", dishes] if len(dishes) == 2:
            return state.COOK_TWO + colour(dishes[0]) * kit.COLOURS + colour(dishes[1])
        case [figure, "to", seat] if re.fullmatch(f"[0-{state.SEATS - 1}]", seat):
            return state.SEND_TO + one_of(figure, kit.CODES, "figure") * state.SEATS + int(seat)
        case ["T", "swap", where] if re.fullmatch(rf"[0-{state.SEATS - 1}]\.[1-{kit.QUEUE}]", where):
            return state.SWAP_WITH + int(where[0]) * kit.QUEUE + int(where[2]) - 1
        case ["urgent_call", *pair] if len(pair) == 2 and all(re.fullmatch(f"[1-{kit.QUEUE}]", k) for k in pair):
            i, j = sorted(int(k) - 1 for k in pair)
            return state.USE_CALL + i * kit.QUEUE + j
        case [verb, word] if verb in ONE_WORD:
            return ONE_WORD[verb](word)
    raise ValueError(f"{text!r} is no move of YATTA!")


ONE_WORD: dict[str, Callable[[str], int]] = {
    "food": lambda word: state.PICK_FOOD + colour(word),
    "beverage": lambda word: state.PICK_BEVERAGE + colour(word),
    "offer": lambda word: state.OFFER + colour(word),
    "lose": lambda word: state.LOSE_STEPS + set_index(word, kit.REVIEW_CODES),
    "do": lambda word: state.DO + one_of(word, kit.FACES, "tile"),
    "ignore": lambda word: state.IGNORE + one_of(word, kit.FACES, "tile"),
    "cook": lambda word: state.COOK_ONE + colour(word),
    "refill": lambda word: state.TAKE_BEVERAGES + beverages(word),
    "recycle": lambda word: state.RECYCLE_ONE + colour(word),
    "review": lambda word: state.GAIN_STEPS + set_index(word, kit.REVIEW_CODES),
    "menu": lambda word: state.ADD_FOOD + colour(word),
    "take": lambda word: state.TAKE_TOKEN + one_of(word, kit.TOKEN_KINDS, "token"),
    "double": lambda word: state.CHOOSE_FIGURE + one_of(word, kit.CODES, "figure"),
    "final": lambda word: state.SERVE_WITH + one_of(word, "12", "number of beverages"),
}
