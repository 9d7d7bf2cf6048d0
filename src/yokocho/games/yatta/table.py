"""YATTA!'s table as a scene, from a masked state. Every place of the box has its slot, whatever lies in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from yokocho.core.record import NONE, State
from yokocho.core.scene import Meter, Name, Panel, Piece, Zone
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.remarks import next_serve
from yokocho.games.yatta.reputation import figures_on_board
from yokocho.games.yatta.scoring import customer_majorities, dish_majorities, review_points, score, token_points
from yokocho.games.yatta.stall import in_box
from yokocho.games.yatta.words import (
    TOKEN_WORDS,
    bonus_words,
    face_words,
    figure_words,
    line_words,
    signed,
    steps_words,
)

BOARD = "Action board"
SHAPES = ("flame", "drop", "leaf", "sun", "camera")  # red, blue, green, yellow, tourist
KIND_SHAPES = {"customers": "people", "cook": "pan", "refill": "bottle", "serve": "bell", "recycle": "arrows"}
TOKEN_RULES = ("YA-81", "YA-82", "YA-78", "YA-80")


# --- pieces ---------------------------------------------------------------------------------------


def tile(face: int, id: str, slot: int = -1) -> Piece:
    name = kit.FACES[face]
    verb = name.split("_")[0]
    return Piece(id, "card", name, "", KIND_SHAPES[verb], [], face_words(face), ["YA-35"], f"tile-{verb}", slot)


def coloured(f: int, id: str, badges: list[str], told: str, rule: str, art: str, slot: int) -> Piece:
    """A token in one of the colours, whose shape says the same."""
    return Piece(id, "token", kit.CODES[f], kit.COLOUR_WORDS[f], SHAPES[f], badges, told, [rule], art, slot)


@cache
def figure(
    f: int, id: str, slot: int = -1, rule: str = "YA-47", note: str = "", tone: str = "", why: str = ""
) -> Piece:
    told = f"{figure_words(f)} ({kit.CUSTOMER_NAMES[f]})" + f", {why}" * bool(why)
    found = coloured(f, id, [], told, rule, f"customer-{kit.COLOUR_WORDS[f]}", slot)
    found.note, found.tone = note, tone
    return found


@cache
def dish(c: int, id: str, slot: int = -1, rule: str = "YA-49", count: int = 1, note: str = "", why: str = "") -> Piece:
    """One dish, or a heap of them that lies there as one."""
    told = kit.FOODS[c] + f", {why}" * bool(why)
    badges = ["dish"] + [f"{count}"] * (count != 1)
    found = coloured(c, id, badges, told, rule, f"dish-{kit.COLOUR_WORDS[c]}", slot)
    found.note, found.tone = note, "good" if note else ""
    return found


@cache
def bottle(c: int, id: str, slot: int = -1, rule: str = "YA-51", count: int = 1) -> Piece:
    told = f"{kit.COLOUR_WORDS[c]} beverage"
    badges = ["bottle"] + [f"{count}"] * (count != 1)
    return coloured(c, id, badges, told, rule, f"bottle-{kit.COLOUR_WORDS[c]}", slot)


def bottles(counts: list[int], where: str, rule: str = "YA-51") -> list[Piece]:
    """In the order of their colours, from the first place on: their places mean nothing."""
    each = [(c, i) for c in range(kit.COLOURS) for i in range(counts[c])]
    return [bottle(c, f"{where}.{kit.CODES[c]}#{i}", slot, rule) for slot, (c, i) in enumerate(each)]


@cache
def token(k: int, id: str, slot: int, count: int = 1) -> Piece:
    name = kit.TOKEN_KINDS[k].replace("_", "-")
    badges = [f"{count}"] * (count != 1)
    told, rule = TOKEN_WORDS[k], TOKEN_RULES[k]
    return Piece(id, "token", kit.TOKEN_KINDS[k], "purple", "token", badges, told, [rule], f"token-{name}", slot)


@cache
def closed(where: str, k: int, what: str, rule: str) -> Piece:
    """A place that an improvement opens."""
    told = f"opens with the {what} improvement"
    return Piece(f"{where}.closed{k + 1}", "cell", "closed", tooltip=told, rules=[rule], art="lock", slot=k)


def standing(faces: list[int], where: str, made: Callable[[int, str, int], Piece]) -> list[Piece]:
    """A queue, each in its position. An id is a face and a running number, whatever the place: who stands there keeps
    it when the queue moves up.
    """
    return [
        made(face, f"{where}.{kit.CODES[face]}#{faces[: k + 1].count(face)}", k)
        for k, face in enumerate(faces)
        if face != NONE
    ]


# --- zones ----------------------------------------------------------------------------------------


def zones(s: State, p: int, name: Name) -> list[Zone]:
    """The same zones with the same slots at any time: first what belongs to nobody."""
    drawn = [f for f in s.hand.tolist() if f != NONE]
    hand = standing(drawn, "hand", lambda f, id, k: figure(f, id, k, "YA-41"))
    found = [
        *action_board(s),
        *supply(s, p),
        Zone("hand", "row", "On their way", pieces=hand, rules=["YA-41"], slots=kit.MOST_N),
        scale(),
    ]
    for q in [(max(p, 0) + i) % int(s.players) for i in range(s.players)]:
        found.extend(seat_zones(s, q))
    return found


def action_board(s: State) -> list[Zone]:
    """Tiles with equal faces are interchangeable: an id is a face and a running number."""
    made: dict[int, int] = {}
    faces = s.tiles.tolist()
    pieces: dict[int, Piece] = {}
    for i in in_order(s, len(faces)):
        face = faces[i]
        made[face] = made.get(face, 0) + 1
        pieces[i] = tile(face, f"tile:{kit.FACES[face]}#{made[face]}")
    tiles = [pieces[i] for i in range(len(faces))]
    marked = [int(kit.LINE_CELL[s.line, i]) for i in range(kit.LINE_SIZE[s.line])] if s.line != NONE else []
    todo = [face for face in s.todo.tolist() if face != NONE]
    waiting = todo.copy()
    for i in marked:
        face = int(s.tiles[i])
        if face in waiting:
            waiting.remove(face)
            tiles[i].badges = ["activated"]
        else:
            tiles[i].badges = ["activated", "done"]
    arrows = [arrow(i, code, s.line == i) for i, code in enumerate(kit.LINES)]
    rack, fallen = outside(s, tiles[kit.GRID :])
    note = f"to do: {', '.join(map(face_words, todo))}" if todo else ""
    down, across = kit.GRID_COLUMNS, kit.GRID_ROWS

    def pushed(id: str, title: str, first: int, slots: int) -> Zone:
        """YA-31 YA-32: a place at the end of each line."""
        found = [piece for piece in fallen if first <= piece.slot < first + slots]
        for piece in found:
            piece.slot -= first
        return Zone(id, "row", title, pieces=found, rules=["YA-31", "YA-33"], slots=slots)

    rules = ["YA-30", "YA-34"]
    return [
        Zone("lines:C", "edge", "Columns", pieces=arrows[:down], note=note, rules=rules, grid=BOARD, slots=down),
        Zone("lines:R", "edge", "Rows", pieces=arrows[down:], rules=rules, grid=BOARD, slots=across),
        *(grid_row(row, tiles) for row in range(kit.GRID_ROWS)),
        pushed("fallen:C", "Pushed out of a column", 0, down),
        pushed("fallen:R", "Pushed out of a row", down, across),
        Zone("outside", "row", "Tiles outside", pieces=rack, rules=["YA-33"], slots=kit.OUTSIDE),
    ]


def in_order(s: State, tiles: int) -> list[int]:
    """So that the tile that goes in keeps its number, and those of its kind theirs."""
    if s.line == NONE:
        return [*range(kit.GRID, tiles), *range(kit.GRID)]
    new = int(kit.LINE_CELL[s.line, 0])
    return [*range(kit.GRID, tiles - 1), new, *(i for i in range(kit.GRID) if i != new), tiles - 1]


def arrow(i: int, code: str, used: bool) -> Piece:
    """Where a tile can be inserted; during the rest of the turn the cat lies where one was."""
    told, rule = f"insert into {line_words(i)}", "YA-31" if code[0] == "C" else "YA-32"
    slot = i if i < kit.GRID_COLUMNS else i - kit.GRID_COLUMNS
    return Piece(f"line:{code}", "cell", code, "", "arrow", ["cat"] * bool(used), told, [rule], slot=slot)


def grid_row(row: int, tiles: list[Piece]) -> Zone:
    pieces = tiles[row * kit.GRID_COLUMNS : (row + 1) * kit.GRID_COLUMNS]
    for column, piece in enumerate(pieces):
        piece.slot = column
    title = f"{BOARD}, row {row + 1}"
    rules = ["YA-2", "YA-35"]
    return Zone(f"grid:R{row + 1}", "row", title, pieces=pieces, rules=rules, grid=BOARD, slots=kit.GRID_COLUMNS)


def outside(s: State, tiles: list[Piece]) -> tuple[list[Piece], list[Piece]]:
    """YA-33: the tiles that can be inserted, by their faces; and during the rest of a turn the one that was pushed out,
    at the end of its line. The place of the tile that went in stays empty as long.
    """
    order = {face: i for i, face in enumerate(kit.FACES)}
    if s.line == NONE:
        tiles = sorted(tiles, key=lambda piece: order[piece.face])
        for slot, piece in enumerate(tiles):
            piece.slot = slot
        return tiles, []
    *rest, fallen = tiles  # the last is the one that was pushed out
    fallen.slot = int(s.line)
    gone = int(s.tiles[kit.LINE_CELL[s.line, 0]])
    rest.sort(key=lambda piece: order[piece.face])
    for slot, piece in enumerate(rest):
        piece.slot = slot + (order[piece.face] > gone)
    return rest, [fallen]


def supply(s: State, p: int) -> list[Zone]:
    dishes, beverages, tokens, bag = s.dishes.tolist(), s.beverages.tolist(), s.tokens.tolist(), s.bag.tolist()
    foods = int(s.menu[p]) if p >= 0 else 0

    def heaps(id: str, title: str, pieces: list[Piece], *rules: str, note: str = "") -> Zone:
        return Zone(id, "row", title, pieces=pieces, note=note, rules=list(rules), slots=len(pieces))

    return [
        heaps(
            "dishes", "Dishes", [dish_heap(c, dishes[c], foods >> c & 1) for c in range(kit.COLOURS)], "YA-4", "YA-48"
        ),
        heaps("beverages", "Beverages", [bottle_heap(c, beverages[c]) for c in range(kit.COLOURS)], "YA-4", "YA-51"),
        heaps("tokens", "Special tokens", [token_heap(k, tokens[k]) for k in range(kit.TOKENS)], "YA-6", "YA-75"),
        heaps(
            "bag",
            "In the bag",
            [figure_heap(f, bag[f]) for f in range(kit.FIGURES)],
            *("YA-5", "YA-41"),
            note=f"{sum(bag)} figures",
        ),
    ]


@cache
def dish_heap(c: int, n: int, on_menu: int) -> Piece:
    """Foods that the looking seat can cook are marked."""
    told = kit.FOODS[c] + ", on your menu" * on_menu
    badges = ["dish", *["menu"] * on_menu, f"{n}"]
    id = f"supply:dish.{kit.CODES[c]}"
    return coloured(c, id, badges, told, "YA-4", f"dish-{kit.COLOUR_WORDS[c]}", c)


@cache
def bottle_heap(c: int, n: int) -> Piece:
    told = f"{kit.COLOUR_WORDS[c]} beverage"
    id = f"supply:bottle.{kit.CODES[c]}"
    return coloured(c, id, ["bottle", f"{n}"], told, "YA-4", f"bottle-{kit.COLOUR_WORDS[c]}", c)


@cache
def token_heap(k: int, n: int) -> Piece:
    name, id = kit.TOKEN_KINDS[k].replace("_", "-"), f"supply:{kit.TOKEN_KINDS[k]}"
    told, rule = TOKEN_WORDS[k], TOKEN_RULES[k]
    return Piece(id, "token", kit.TOKEN_KINDS[k], "purple", "token", [f"{n}"], told, [rule], f"token-{name}", k)


@cache
def figure_heap(f: int, n: int) -> Piece:
    told = f"{figure_words(f)} ({kit.CUSTOMER_NAMES[f]})"
    return coloured(f, f"bag:{kit.CODES[f]}", [f"{n}"], told, "YA-5", f"customer-{kit.COLOUR_WORDS[f]}", f)


@cache
def scale_cell(column: int) -> Piece:
    vp = int(kit.REVIEW_VP[column])
    told = f"a review marker in this column is worth {signed(vp)} at the end"
    return Piece(f"scale:{column}", "cell", signed(vp), "pink" if vp < 0 else "", "", [], told, ["YA-93"], slot=column)


def scale() -> Zone:
    """What is printed above the review tracks."""
    pieces = [scale_cell(column) for column in range(kit.LAST_COLUMN + 1)]
    return Zone("scale", "row", "Points of the reviews", pieces=pieces, rules=["YA-93"], slots=len(pieces))


# --- a seat ---------------------------------------------------------------------------------------


def seat_zones(s: State, q: int) -> list[Zone]:
    room = kit.DISH_IMPROVED if s.stove_improved[q] else kit.DISH_BASE
    cold = kit.FRIDGE_IMPROVED if s.fridge_improved[q] else kit.FRIDGE_BASE
    drinks, empties = bottles(s.fridge[q].tolist(), f"fridge:{q}"), bottles(s.box[q].tolist(), f"box:{q}", "YA-58")
    queue, dishes = queues(s, q)
    waiting, ready = len(queue), len(dishes)
    dishes += [closed(f"dish:{q}", k, "stove", "YA-73") for k in range(room, kit.DISH_IMPROVED)]
    fridge = drinks + [closed(f"fridge:{q}", k, "fridge", "YA-72") for k in range(cold, kit.FRIDGE_IMPROVED)]
    foods, holding = int(s.menu[q]), s.held[q].tolist()
    menu = [dish(c, f"menu:{q}.{kit.CODES[c]}", c, "YA-48") for c in range(kit.COLOURS) if foods >> c & 1]
    held = [token(k, f"token:{q}.{kit.TOKEN_KINDS[k]}#0", k, holding[k]) for k in range(kit.TOKENS) if holding[k]]
    impatient = waiting == kit.QUEUE

    def row(id: str, title: str, pieces: list[Piece], slots: int, *rules: str, note: str = "", tone: str = "") -> Zone:
        return Zone(f"{id}:{q}", "row", title, q, pieces, note=note, rules=list(rules), slots=slots, tone=tone)

    return [
        row(
            *("queue", "Customers", queue, kit.QUEUE, "YA-22", "YA-47"),
            note=f"{waiting} of {kit.QUEUE}, impatient" if impatient else f"{waiting} of {kit.QUEUE}",
            tone="costly" if impatient else "",
        ),
        row("dish", "Dish queue", dishes, kit.DISH_IMPROVED, "YA-49", **filling(ready, room)),
        row("fridge", "Fridge", fridge, kit.FRIDGE_IMPROVED, "YA-51", **filling(len(drinks), cold)),
        row("box", "Recycle box", empties, kit.RECYCLE_BOX, "YA-58", **filling(len(empties), kit.RECYCLE_BOX)),
        sink(s, q),
        row("menu", "Menu", menu, kit.COLOURS, "YA-11", "YA-48"),
        *board_rows(s, q),
        *(review(q, r, column) for r, column in enumerate(s.review[q].tolist())),
        influencer(q, int(s.influencer[q])),
        row("held", "Tokens", held, kit.TOKENS, "YA-75", "YA-83"),
    ]


def filling(n: int, room: int) -> dict[str, str]:
    """How full a place is."""
    return {"note": "full" if n == room else f"{n} of {room}", "tone": "costly" if n == room else ""}


def queues(s: State, q: int) -> tuple[list[Piece], list[Piece]]:
    """Who waits and what is cooked. YA-56: position 1 serves position 1, and so they are compared, place by place."""
    guests = s.queue[q, : s.queue_size[q]].tolist()
    cooked = s.dish[q, : s.dish_size[q]].tolist()
    said = next_serve(s, q)

    def guest(f: int, id: str, k: int) -> Piece:
        return figure(f, id, k, "YA-47", *said) if k == 0 and said else figure(f, id, k)

    def meal(c: int, id: str, k: int) -> Piece:
        matches = k < len(guests) and guests[k] == c
        return dish(c, id, k, note="match", why="in the colour of its customer") if matches else dish(c, id, k)

    return standing(guests, f"queue:{q}", guest), standing(cooked, f"dish:{q}", meal)


def sink(s: State, q: int) -> Zone:
    """YA-88: each stack with what it wins as things are."""
    others = [r for r in range(s.players) if r != q]
    pieces, won = [], 0
    for c, n in enumerate(s.sink[q].tolist()):
        if not n:
            continue
        leads = n > max(int(s.sink[r, c]) for r in others)
        won += n * leads
        why = "more than anybody else has" if leads else ""
        id = f"sink:{q}.{kit.CODES[c]}"
        pieces.append(dish(c, id, c, "YA-57", n, signed(n) if leads else "", why))
    note = f"majorities {signed(won)}" if won else ""
    tone = "good" if won else ""
    return Zone(
        f"sink:{q}", "row", "Sink", q, pieces, note=note, rules=["YA-57", "YA-88"], slots=kit.COLOURS, tone=tone
    )


def board_rows(s: State, q: int) -> list[Zone]:
    """The reputation board, a zone a row. YA-89: the first one says what its majorities win."""
    found = []
    board = s.board[q].tolist()
    won = int(customer_majorities(s, q))
    for row in range(kit.BOARD_ROWS):
        first = row * kit.BOARD_COLUMNS
        pieces = [cell(q, i, board[i]) for i in range(first, first + kit.BOARD_COLUMNS)]
        made = Zone(
            f"board:{q}.{row + 1}",
            "row",
            f"Reputation {row + 1}",
            q,
            pieces,
            note=f"majorities {signed(won)}" if won and row == 0 else "",
            rules=["YA-64", "YA-66", "YA-89"],
            grid="Reputation",
            slots=kit.BOARD_COLUMNS,
            tone="good" if won and row == 0 else "",
        )
        found.append(made)
    return found


@cache
def cell(q: int, i: int, f: int) -> Piece:
    """A space with its bonus, and the figure that stands there."""
    name = kit.CELL_NAMES[i]
    badges = [code for r, code in enumerate(kit.REVIEW_CODES) if kit.CELL_ICONS[i] >> r & 1] or [
        kit.BONUSES[kit.CELL_BONUSES[i]]
    ]
    shut = not kit.FIRST_CELLS >> i & 1
    told = f"{name}: {bonus_words(i)}{', not for the first figure' if shut else ''}"
    slot = i % kit.BOARD_COLUMNS
    if f == NONE:
        shape, colour = ("centre", "red") if shut else ("", "")
        return Piece(f"cell:{q}.{name}", "cell", name, colour, shape, badges, told, rules=["YA-65", "YA-68"], slot=slot)
    told = f"{figure_words(f)} on {told}"
    art = f"customer-{kit.COLOUR_WORDS[f]}"
    return Piece(
        f"cell:{q}.{name}",
        "cell",
        kit.CODES[f],
        kit.COLOUR_WORDS[f],
        SHAPES[f],
        badges,
        told,
        ["YA-64"],
        art,
        slot,
    )


@cache
def review(q: int, r: int, column: int) -> Zone:
    """A track as long as it is printed, with its marker."""
    name, vp = kit.REVIEW_NAMES[r], int(kit.REVIEW_VP[column])
    told = f"{name}: {steps_words(column - kit.START_COLUMN)}, {signed(vp)} at the end"
    if column < kit.LAST_COLUMN:
        told += f"; the next step brings it to {signed(int(kit.REVIEW_VP[column + 1]))}"
    marker = Piece(
        f"review:{q}.{kit.REVIEW_CODES[r]}",
        "cell",
        name,
        "pink",
        "disc",
        [],
        told,
        ["YA-93"],
        f"review-{name}",
        column,
    )
    return Zone(
        f"reviews:{q}.{name}",
        "track",
        name.capitalize(),
        q,
        [marker],
        note=signed(vp),
        rules=["YA-93"],
        slots=kit.LAST_COLUMN + 1,
        tone="costly" if vp < 0 else "",
    )


@cache
def influencer(q: int, up: int) -> Zone:
    stars = f"{kit.STAR_TRACK[up]} star{'s' * (kit.STAR_TRACK[up] != 1)}"
    told = f"space {up} of {kit.TOP_SPACE}: {stars}"
    marker = Piece(
        f"influencer:{q}.marker",
        "cell",
        f"{up}/{kit.TOP_SPACE}",
        "purple",
        "star",
        [],
        told,
        ["YA-74"],
        "bonus-influencer",
        up,
    )
    if up == kit.TOP_SPACE:
        note = "at the top"
    else:
        n = kit.STAR_TRACK[up + 1]
        note = f"next: {n} step{'s' * (n != 1)}"
    return Zone(f"influencer:{q}", "track", "Fame", q, [marker], note=note, rules=["YA-74"], slots=len(kit.STAR_TRACK))


# --- a seat at a glance, and the end --------------------------------------------------------------


def panel(s: State, q: int, name: Name) -> Panel:
    marks = ["first player"] * bool(q == s.first) + ["active"] * bool(q == s.active and s.phase != state.OVER)
    sources = [
        ("in play", int(s.vp[q])),
        ("dishes", int(dish_majorities(s, q))),
        ("customers", int(customer_majorities(s, q))),
        ("reviews", int(review_points(s, q))),
        ("tokens", int(token_points(s, q))),
    ]
    if s.phase == state.OVER:  # YA-97
        sources += [
            ("figures (tie-break)", int(figures_on_board(s, q))),
            ("fewer bottles (tie-break)", int(in_box(s, q))),
            ("fewer dishes (tie-break)", int(s.dish_size[q])),
        ]
    return Panel(q, name(q), int(score(s, q)), sources, marks)


def meters(s: State, p: int) -> list[Meter]:
    """YA-18 YA-19: the lantern on its way through the rounds."""
    now = int(s.rounds)
    words = {
        state.SETUP: "the stalls are set up",
        state.ROUND: f"round {now} of {kit.ROUNDS}",
        state.FINAL_TURN: "the final serving turn",
    }
    return [Meter(words.get(int(s.phase), "the stalls are closed"), now, kit.ROUNDS, "lantern")]
