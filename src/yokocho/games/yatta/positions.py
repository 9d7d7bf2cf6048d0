"""YATTA!'s states as JSON in the rulebook's nouns, and back (docs/positions.md)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np

from yokocho.core.agenda import open_kind
from yokocho.core.game import BadInput, Game
from yokocho.core.position import HEAD, HeadReader, write_asked, write_generator, write_head
from yokocho.core.record import NONE, State
from yokocho.core.rng import mingle
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.agendas import read_agenda
from yokocho.games.yatta.reputation import figures_on_board
from yokocho.games.yatta.rules import clear_table, draw_tokens, tokens_out
from yokocho.games.yatta.stall import foods_on_menu
from yokocho.games.yatta.turn import turn_tokens_over
from yokocho.games.yatta.words import QUESTIONS, STEPS, counts_text, figures_text, menu_text

PHASES = ("setup", "round", "final", "over")
MOST_VP = 9999
RECYCLE_FACE = kit.FACES.index(kit.KINDS[kit.RECYCLING])
VARIED = bool(kit.IS_VARIED.any())  # backs that differ within a kind: their VP are known, and written, after the end
SERVING = ("vp", "dish", "placed")
KEYS = (
    *(*HEAD, "round", "phase", "first", "active", "grid", "outside", "line", "todo", "dishes", "beverages", "tokens"),
    *("spent", "bag", "hand", "next_figures", "next_foods", "serving", "seats", "asked", "generator", "seed"),
)
SEAT_KEYS = (
    *("vp", "queue", "dishes", "fridge", "box", "sink", "menu", "fridge_improved", "stove_improved", "board"),
    *("reviews", "influencer", "tokens", *(["backs"] if VARIED else [])),
)


# --- writing --------------------------------------------------------------------------------------


def faces_text(tiles: Any) -> str:
    return " ".join(kit.FACES[int(face)] for face in tiles if face != NONE)


def letters(row: Any) -> str:
    return " ".join(kit.CODES[int(f)] for f in row if f != NONE)


def ints(row: Any) -> list[int]:
    return [int(n) for n in row]


def write(s: State) -> dict[str, Any]:
    """The whole state."""
    serving = {"vp": int(s.serving_vp), "dish": bool(s.dish_given), "placed": bool(s.figure_placed)}
    return {
        **write_head("yatta", state.OPTIONS, s),
        "round": int(s.rounds),
        "phase": PHASES[s.phase],
        "first": int(s.first),
        "active": int(s.active),
        "grid": [
            faces_text(s.tiles[row * kit.GRID_COLUMNS : (row + 1) * kit.GRID_COLUMNS]) for row in range(kit.GRID_ROWS)
        ],
        "outside": faces_text(s.tiles[kit.GRID :]),
        "line": kit.LINES[s.line] if s.line != NONE else None,
        "todo": faces_text(s.todo),
        "dishes": ints(s.dishes),
        "beverages": ints(s.beverages),
        "tokens": ints(s.tokens),
        "spent": ints(s.spent),
        "bag": ints(s.bag),
        "hand": letters(s.hand),
        "next_figures": letters(s.next_figures),
        "next_foods": letters(s.next_foods),
        "serving": serving if s.serving else None,
        "seats": [write_seat(s, p) for p in range(s.players)],
        "asked": write_asked(s, QUESTIONS | STEPS),
        "generator": write_generator(s),
    }


def write_seat(s: State, p: int) -> dict[str, Any]:
    return {
        "vp": int(s.vp[p]),
        "queue": figures_text(s.queue[p], int(s.queue_size[p])),
        "dishes": figures_text(s.dish[p], int(s.dish_size[p])),
        "fridge": counts_text(s.fridge[p]),
        "box": counts_text(s.box[p]),
        "sink": ints(s.sink[p]),
        "menu": menu_text(int(s.menu[p])),
        "fridge_improved": bool(s.fridge_improved[p]),
        "stove_improved": bool(s.stove_improved[p]),
        "board": {kit.CELL_NAMES[cell]: kit.CODES[int(f)] for cell, f in enumerate(s.board[p]) if f != NONE},
        "reviews": [int(column) - kit.START_COLUMN for column in s.review[p]],
        "influencer": int(s.influencer[p]),
        "tokens": ints(s.held[p]),
    } | ({"backs": int(s.backs[p])} if VARIED else {})


# --- reading --------------------------------------------------------------------------------------


class Street(HeadReader):
    """Reads one position; every complaint names its place."""

    def letters(self, where: str, value: Any, known: str, most: int) -> list[int]:
        """Letters, with blanks between them or without."""
        found = "".join(self.text(where, value).split())
        for letter in found:
            if letter not in known:
                raise BadInput(f"{where}: letters of {known}, not {letter!r}")
        if len(found) > most:
            raise BadInput(f"{where}: {len(found)}, there is room for {most}")
        return [known.index(letter) for letter in found]

    def line_up(self, where: str, value: Any, known: str, most: int, left: bool) -> list[int]:
        """A queue; ``-`` stands first exactly while a serve has left that position."""
        text = "".join(self.text(where, value).split())
        if text.startswith("-") != left:
            raise BadInput(f"{where}: - stands first exactly while a serve has left that position (YA-61)")
        rest = self.letters(where, text.removeprefix("-"), known, most - left)
        return [NONE] * left + rest

    def counts(self, where: str, value: Any, size: int, most: int) -> list[int]:
        found = self.listing(where, value, size)
        if len(found) != size or any(type(n) is not int or not 0 <= n <= most for n in found):
            raise BadInput(f"{where}: {size} numbers from 0 to {most}, not {value!r}")
        return found

    def whole(self, where: str, value: Any, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            raise BadInput(f"{where}: a number from {low} to {high}, not {value!r}")
        return value

    def tiles(self, where: str, value: Any, most: int) -> list[int]:
        names = self.text(where, value).split()
        for name in names:
            if name not in kit.FACES:
                raise BadInput(f"{where}: {name!r} is not a tile: {', '.join(kit.FACES)}")
        if len(names) > most:
            raise BadInput(f"{where}: {len(names)} tiles, there is room for {most}")
        return [kit.FACES.index(name) for name in names]


def read(game: Game, data: dict[str, Any]) -> State:
    """A state from a position. What is left out is as dealt; what is impossible is refused."""
    t = Street(game, data)
    s = t.cleared(KEYS, clear_table)
    s.rng[:] = t.generator
    read_turn(t, s)
    read_serving(t, s)
    for p, seat in enumerate([*t.listing("seats", data.get("seats", []), t.players), *[{}] * t.players][: t.players]):
        read_seat(t, s, p, seat)
    read_supply(t, s)
    read_tiles(t, s)
    read_tokens(t, s)
    read_backs(t, s)
    read_agenda(t, s)
    check_vp(s)
    return s


def read_turn(t: Street, s: State) -> None:
    s.phase = t.choice("phase", PHASES, "round")
    late = s.phase in (state.FINAL_TURN, state.OVER)
    s.rounds = t.number("round", 1, kit.ROUNDS, kit.ROUNDS if late else 1)
    if late and s.rounds != kit.ROUNDS:
        raise BadInput(f"round: the final serving turn follows round {kit.ROUNDS}, not {s.rounds}")
    if s.phase == state.SETUP and s.rounds != 1:
        raise BadInput(f"round: the set-up comes before round 1, not {s.rounds}")
    s.first = t.number("first", 0, t.players - 1, 0)
    s.active = t.number("active", 0, t.players - 1, asked_first(t, int(s.first)))


def asked_first(t: Street, otherwise: int) -> int:
    """The seat that the open question names, where it names one."""
    rows = t.data.get("asked")
    row = rows[0] if isinstance(rows, list) and rows and isinstance(rows[0], dict) else {}
    seat = row.get("seat")
    return seat if type(seat) is int and 0 <= seat < t.players else otherwise


def read_serving(t: Street, s: State) -> None:
    table = t.data.get("serving")
    if table is None:
        return
    t.known("serving", table, SERVING)
    s.serving = True
    s.dish_given = t.flag("serving.dish", table.get("dish"), True)
    most = kit.MOST_DISH_VP if s.dish_given else kit.MOST_TAIYAKI_VP
    s.serving_vp = t.whole("serving.vp", table.get("vp"), kit.SERVE_VP, most)
    s.figure_placed = t.flag("serving.placed", table.get("placed"), False)


def read_seat(t: Street, s: State, p: int, seat: Any) -> None:
    where = f"seats[{p}]"
    t.known(where, seat, SEAT_KEYS)
    mine = bool(s.serving and p == s.active)
    s.vp[p] = t.whole(f"{where}.vp", seat.get("vp", 0), 0, MOST_VP)
    s.fridge_improved[p] = t.flag(f"{where}.fridge_improved", seat.get("fridge_improved"), False)
    s.stove_improved[p] = t.flag(f"{where}.stove_improved", seat.get("stove_improved"), False)
    queue = t.line_up(f"{where}.queue", seat.get("queue", ""), kit.CODES, kit.QUEUE, mine and bool(s.figure_placed))
    s.queue[p, : len(queue)] = queue
    s.queue_size[p] = len(queue)
    room = kit.DISH_IMPROVED if s.stove_improved[p] else kit.DISH_BASE
    gone = mine and bool(s.dish_given)
    dishes = t.line_up(f"{where}.dishes", seat.get("dishes", ""), kit.CODES[: kit.COLOURS], room, gone)
    s.dish[p, : len(dishes)] = dishes
    s.dish_size[p] = len(dishes)
    room = kit.FRIDGE_IMPROVED if s.fridge_improved[p] else kit.FRIDGE_BASE
    for c in t.letters(f"{where}.fridge", seat.get("fridge", ""), kit.CODES[: kit.COLOURS], room):
        s.fridge[p, c] += 1
    for c in t.letters(f"{where}.box", seat.get("box", ""), kit.CODES[: kit.COLOURS], kit.RECYCLE_BOX):
        s.box[p, c] += 1
    s.sink[p] = t.counts(
        f"{where}.sink", seat.get("sink", [0] * kit.COLOURS), kit.COLOURS, int(kit.DISHES_EACH[t.players])
    )
    read_menu(t, s, p, seat)
    board = seat.get("board", {})
    t.known(f"{where}.board", board, kit.CELL_NAMES)
    for name, figure in board.items():
        found = t.letters(f"{where}.board.{name}", figure, kit.CODES, 1)
        if not found:
            raise BadInput(f"{where}.board.{name}: a figure is needed here; leave a free space out")
        s.board[p, kit.CELL_NAMES.index(name)] = found[0]
    steps = t.listing(f"{where}.reviews", seat.get("reviews", [0] * kit.REVIEWS), kit.REVIEWS)
    if len(steps) != kit.REVIEWS:
        raise BadInput(f"{where}.reviews: four numbers, S A V C, not {steps!r}")
    for r, n in enumerate(steps):
        place = f"{where}.reviews[{r}]"
        s.review[p, r] = kit.START_COLUMN + t.whole(place, n, -kit.START_COLUMN, kit.LAST_COLUMN - kit.START_COLUMN)
    s.influencer[p] = t.whole(f"{where}.influencer", seat.get("influencer", 0), 0, kit.TOP_SPACE)
    s.held[p] = t.counts(f"{where}.tokens", seat.get("tokens", [0] * kit.TOKENS), kit.TOKENS, kit.COPIES_EACH)


def read_menu(t: Street, s: State, p: int, seat: dict[str, Any]) -> None:
    where = f"seats[{p}].menu"
    foods = t.letters(
        where, seat.get("menu", "" if s.phase == state.SETUP else "RB"), kit.CODES[: kit.COLOURS], kit.COLOURS
    )
    if len(set(foods)) != len(foods):
        raise BadInput(f"{where}: each food once, not {seat['menu']!r}")
    if s.phase != state.SETUP and not 2 <= len(foods) <= kit.MENU_SPACES:
        raise BadInput(f"{where}: two to {kit.MENU_SPACES} foods after the set-up (YA-11)")
    s.menu[p] = sum(1 << c for c in foods)


def read_supply(t: Street, s: State) -> None:
    """What the seats leave of the set for this number of players, unless it is named."""
    hand = t.letters("hand", t.data.get("hand", ""), kit.CODES, kit.MOST_N)
    s.hand[: len(hand)] = hand
    pinned = t.letters("next_figures", t.data.get("next_figures", ""), kit.CODES, state.PINNED)
    s.next_figures[: len(pinned)] = pinned
    foods = t.letters(
        "next_foods", t.data.get("next_foods", ""), kit.CODES[: kit.COLOURS], t.players if s.phase == state.SETUP else 0
    )
    s.next_foods[: len(foods)] = foods
    everybody = range(t.players)
    dishes = Counter(int(c) for p in everybody for c in s.dish[p])
    figures = Counter(int(f) for p in everybody for f in [*s.queue[p], *s.board[p]]) + Counter(hand)
    share_out(t, "dishes", s.dishes, kit.DISHES_EACH, [dishes[c] + int(s.sink[:, c].sum()) for c in range(kit.COLOURS)])
    bottles = [int(s.fridge[:, c].sum() + s.box[:, c].sum()) for c in range(kit.COLOURS)]
    share_out(t, "beverages", s.beverages, kit.BEVERAGES_EACH, bottles)
    share_out(t, "bag", s.bag, kit.CUSTOMERS_EACH, [figures[f] for f in range(kit.FIGURES)])


def share_out(t: Street, key: str, place: Any, each: Any, used: list[int]) -> None:
    total = [int(kit.TOURISTS_IN_ALL[t.players] if c == kit.TOURIST else each[t.players]) for c in range(len(used))]
    rest = [total[c] - used[c] for c in range(len(used))]
    for c, n in enumerate(rest):
        if n < 0:
            what = "figures" if key == "bag" else key
            raise BadInput(f"seats: {used[c]} {what} {kit.CODES[c]} in all, there are {total[c]}")
    if key in t.data and t.counts(key, t.data[key], len(rest), max(total)) != rest:
        raise BadInput(f"{key}: with what the seats have, {rest} are left, not {t.data[key]}")
    place[:] = rest


def read_tiles(t: Street, s: State) -> None:
    """Named ones first; what is left out is shuffled by the position's own generator."""
    rest = list(kit.TILE_FACES)
    grid: list[int] | None = None
    outside: list[int] | None = None
    if "grid" in t.data:
        rows = t.listing("grid", t.data["grid"], kit.GRID_ROWS)
        grid = [face for i, row in enumerate(rows) for face in t.tiles(f"grid[{i}]", row, kit.GRID_COLUMNS)]
        if len(grid) != kit.GRID:
            raise BadInput(f"grid: {kit.GRID_ROWS} rows of {kit.GRID_COLUMNS} tiles")
    if "outside" in t.data:
        outside = t.tiles("outside", t.data["outside"], kit.OUTSIDE)
        if len(outside) != kit.OUTSIDE:
            raise BadInput(f"outside: {kit.OUTSIDE} tiles, not {len(outside)}")
    for where, faces in (("grid", grid), ("outside", outside)):
        for face in faces or []:
            if face not in rest:
                raise BadInput(f"{where}: {kit.FACES[face]} is there once too often")
            rest.remove(face)
    pile = np.array(rest, np.int8)
    mingle(s.rng, pile, len(rest))
    rest = ints(pile)
    if grid is None:
        grid, rest = rest[: kit.GRID], rest[kit.GRID :]
    s.tiles[:] = [*grid, *(rest if outside is None else outside)]
    s.line = t.choice("line", (None, *kit.LINES), None) - 1
    todo = t.tiles("todo", t.data.get("todo", ""), len(s.todo))
    s.todo[: len(todo)] = todo
    activated = line_faces(s)
    for face in todo:
        if face not in activated:
            raise BadInput(f"todo: {kit.FACES[face]} is not in the line, or not so often (YA-35)")
        activated.remove(face)


def line_faces(s: State) -> list[int]:
    """YA-35: the tiles of the line that the action indicator marks."""
    return [int(s.tiles[kit.LINE_CELL[s.line, i]]) for i in range(kit.LINE_SIZE[s.line])] if s.line != NONE else []


def read_tokens(t: Street, s: State) -> None:
    s.spent[:] = t.counts("spent", t.data.get("spent", [0] * kit.TOKENS), kit.TOKENS, kit.COPIES_EACH)
    if "tokens" in t.data:
        s.tokens[:] = t.counts("tokens", t.data["tokens"], kit.TOKENS, kit.COPIES_EACH)
    total = int(kit.SPECIAL_IN_ALL[t.players])
    there = [int(tokens_out(s, k)) for k in range(kit.TOKENS)]
    for k, n in enumerate(there):
        if n > kit.COPIES_EACH:
            raise BadInput(f"tokens: {n} {kit.TOKEN_KINDS[k]} in supply, held and spent, there are {kit.COPIES_EACH}")
    if sum(there) > total or ("tokens" in t.data and sum(there) < total):
        raise BadInput(f"tokens: {sum(there)} in supply, held and spent, there are {total} (YA-6)")
    draw_tokens(s, total - sum(there))


def read_backs(t: Street, s: State) -> None:
    """YA-94: backs that differ within a kind count after the end; what is left out is drawn, as the end would have."""
    seats = [*t.data.get("seats", []), *[{}] * t.players][: t.players]
    if s.phase == state.OVER and VARIED and not any("backs" in seat for seat in seats):
        turn_tokens_over(s)
        return
    for p, seat in enumerate(seats):
        where = f"seats[{p}].backs"
        s.backs[p] = t.whole(where, seat.get("backs", 0), -MOST_VP, MOST_VP)
        if int(s.backs[p]) not in (possible_backs(ints(s.held[p])) if s.phase == state.OVER else {0}):
            raise BadInput(f"{where}: {s.backs[p]} VP are not on the backs of these tokens, or not known yet (YA-94)")


def possible_backs(held: list[int]) -> set[int]:
    """What the backs that differ may add up to."""
    sums = {0}
    for k, n in enumerate(held):
        if kit.IS_VARIED[k]:
            sums = {old + sum(some) for old in sums for some in combinations(kit.BACKS[k], n)}
    return sums


def check_vp(s: State) -> None:
    """However the match goes on from here, its VP can be written and read again."""
    for p in range(s.players):
        most = MOST_VP - vp_to_come(s, p)
        if s.vp[p] > most:
            raise BadInput(f"seats[{p}].vp: at most {most} with so much of the game to come, not {s.vp[p]}")


def vp_to_come(s: State, p: int) -> int:
    """More VP than these cannot be gained in play from here on (YA-53, YA-60, YA-71 to YA-73)."""
    served = int(s.serving_vp) if p == s.active and s.figure_placed else 0
    serves = (kit.CELLS - int(figures_on_board(s, p))) * max(kit.MOST_DISH_VP, kit.MOST_TAIYAKI_VP)
    foods = max(0, kit.MENU_SPACES - int(foods_on_menu(s, p))) * kit.MENU_VP
    built = kit.FRIDGE_VP * (not s.fridge_improved[p]) + kit.STOVE_VP * (not s.stove_improved[p])
    return served + serves + foods + built + recycles_to_come(s, p) * kit.RECYCLE_VP


def recycles_to_come(s: State, p: int) -> int:
    """Every recycle tile in each turn without a line yet, and what is left of a line."""
    if s.phase != state.ROUND:
        return 0
    behind = (p - int(s.first)) % int(s.players) - (int(s.active) - int(s.first)) % int(s.players)
    whole = behind > 0 or (behind == 0 and s.line == NONE)
    n = kit.TILE_FACES.count(RECYCLE_FACE) * (kit.ROUNDS - int(s.rounds) + whole)
    if behind == 0:
        n += ints(s.todo).count(RECYCLE_FACE) + (open_kind(s) == state.RECYCLE)
    return n
