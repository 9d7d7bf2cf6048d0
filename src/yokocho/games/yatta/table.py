"""YATTA!'s table as a scene, from a masked state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from yokocho.core.record import NONE, State
from yokocho.core.scene import Name, Panel, Piece, Zone
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.reputation import figures_on_board
from yokocho.games.yatta.scoring import customer_majorities, dish_majorities, review_points, score, token_points
from yokocho.games.yatta.stall import in_box
from yokocho.games.yatta.words import TOKEN_WORDS, bonus_words, face_words, figure_words, line_words

BOARD = "Action board"
SHAPES = ("flame", "drop", "leaf", "sun", "camera")  # red, blue, green, yellow, tourist
KIND_SHAPES = {"customers": "people", "cook": "pan", "refill": "bottle", "serve": "bell", "recycle": "arrows"}


# --- pieces ---------------------------------------------------------------------------------------


def tile(face: int, id: str) -> Piece:
    name = kit.FACES[face]
    verb = name.split("_")[0]
    return Piece(id, "card", name, "", KIND_SHAPES[verb], [], face_words(face), ["YA-35"], f"tile-{verb}")


@cache
def figure(f: int, id: str, rule: str = "YA-47") -> Piece:
    told = f"{figure_words(f)} ({kit.CUSTOMER_NAMES[f]})"
    return Piece(
        id, "token", kit.CODES[f], kit.COLOUR_WORDS[f], SHAPES[f], [], told, [rule], f"customer-{kit.COLOUR_WORDS[f]}"
    )


@cache
def dish(c: int, id: str, rule: str = "YA-49") -> Piece:
    return Piece(
        id,
        "token",
        kit.CODES[c],
        kit.COLOUR_WORDS[c],
        SHAPES[c],
        ["dish"],
        kit.FOODS[c],
        [rule],
        f"dish-{kit.COLOUR_WORDS[c]}",
    )


@cache
def bottle(c: int, id: str, rule: str = "YA-51") -> Piece:
    told = f"{kit.COLOUR_WORDS[c]} beverage"
    return Piece(
        id,
        "token",
        kit.CODES[c],
        kit.COLOUR_WORDS[c],
        SHAPES[c],
        ["bottle"],
        told,
        [rule],
        f"bottle-{kit.COLOUR_WORDS[c]}",
    )


def bottles(counts: list[int], where: str, rule: str = "YA-51") -> list[Piece]:
    return [bottle(c, f"{where}.{kit.CODES[c]}#{i}", rule) for c in range(kit.COLOURS) for i in range(counts[c])]


@cache
def token(k: int, id: str) -> Piece:
    rule = ("YA-81", "YA-82", "YA-78", "YA-80")[k]
    name = kit.TOKEN_KINDS[k].replace("_", "-")
    return Piece(id, "token", kit.TOKEN_KINDS[k], "purple", "token", [], TOKEN_WORDS[k], [rule], f"token-{name}")


def heap(n: int, of: Piece) -> Piece:
    """One piece that stands for so many."""
    return replace(of, badges=[*of.badges, f"{n}"])


@cache
def free(where: str, k: int) -> Piece:
    """A place where nothing stands or lies."""
    return Piece(f"{where}.free{k}", "cell", "free", tooltip="free place")


@cache
def closed(where: str, k: int, what: str, rule: str) -> Piece:
    """A place that an improvement opens."""
    return Piece(
        f"{where}.closed{k}", "cell", "closed", tooltip=f"opens with the {what} improvement", rules=[rule], art="lock"
    )


def standing(faces: list[int], where: str, room: int, made: Callable[[int, str], Piece]) -> list[Piece]:
    """A queue from its first place on. An id is a face and a running number, whatever the place: who stands there keeps
    it when the queue moves up.
    """
    found = []
    for k in range(room):
        face = faces[k] if k < len(faces) else NONE
        if face == NONE:
            found.append(free(where, k + 1))
        else:
            found.append(made(face, f"{where}.{kit.CODES[face]}#{faces[: k + 1].count(face)}"))
    return found


def filled(pieces: list[Piece], where: str, room: int) -> list[Piece]:
    return pieces + [free(where, k + 1) for k in range(len(pieces), room)]


# --- zones ----------------------------------------------------------------------------------------


def zones(s: State, p: int, name: Name) -> list[Zone]:
    found = [*action_board(s), *supply(s)]
    if s.hand[0] != NONE:
        drawn = [f for f in s.hand.tolist() if f != NONE]
        hand = standing(drawn, "hand", len(drawn), lambda f, id: figure(f, id, "YA-41"))
        found.append(Zone("hand", "row", "On their way", pieces=hand, rules=["YA-41"]))
    for q in [(max(p, 0) + i) % int(s.players) for i in range(s.players)]:
        found.extend(seat_zones(s, q))
    return found


def action_board(s: State) -> list[Zone]:
    """Tiles with equal faces are interchangeable: an id is a face and a running number."""
    made: dict[int, int] = {}

    def numbered(face: int) -> Piece:
        made[face] = made.get(face, 0) + 1
        return tile(face, f"tile:{kit.FACES[face]}#{made[face]}")

    tiles = [numbered(int(face)) for face in s.tiles]
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
    lines = [
        Piece(
            f"line:{code}",
            "cell",
            code,
            "",
            "arrow",
            ["cat"] * bool(s.line == i),
            f"insert into {line_words(i)}",
            ["YA-31" if code[0] == "C" else "YA-32"],
        )
        for i, code in enumerate(kit.LINES)
    ]
    return [
        Zone(
            "lines",
            "edge",
            "Lines",
            pieces=lines,
            note=f"to do: {', '.join(map(face_words, todo))}" if todo else "",
            rules=["YA-30", "YA-34"],
            grid=BOARD,
        ),
        *(grid_row(row, tiles) for row in range(kit.GRID_ROWS)),
        Zone("outside", "row", "Tiles outside", pieces=tiles[kit.GRID :], rules=["YA-33"]),
    ]


def grid_row(row: int, tiles: list[Piece]) -> Zone:
    pieces = tiles[row * kit.GRID_COLUMNS : (row + 1) * kit.GRID_COLUMNS]
    title = f"{BOARD}, row {row + 1}"
    return Zone(f"grid:R{row + 1}", "row", title, pieces=pieces, rules=["YA-2", "YA-35"], grid=BOARD)


def supply(s: State) -> list[Zone]:
    dishes, beverages, tokens, bag = s.dishes.tolist(), s.beverages.tolist(), s.tokens.tolist(), s.bag.tolist()

    def heaps(id: str, title: str, pieces: list[Piece], *rules: str, note: str = "") -> Zone:
        return Zone(id, "row", title, pieces=pieces, note=note, rules=list(rules))

    return [
        heaps("dishes", "Dishes", [dish_heap(c, dishes[c]) for c in range(kit.COLOURS)], "YA-4", "YA-48"),
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
def dish_heap(c: int, n: int) -> Piece:
    return heap(n, dish(c, f"supply:dish.{kit.CODES[c]}", "YA-4"))


@cache
def bottle_heap(c: int, n: int) -> Piece:
    return heap(n, bottle(c, f"supply:bottle.{kit.CODES[c]}", "YA-4"))


@cache
def token_heap(k: int, n: int) -> Piece:
    return heap(n, token(k, f"supply:{kit.TOKEN_KINDS[k]}"))


@cache
def figure_heap(f: int, n: int) -> Piece:
    return heap(n, figure(f, f"bag:{kit.CODES[f]}", "YA-5"))


def seat_zones(s: State, q: int) -> list[Zone]:
    places = s.queue[q, : s.queue_size[q]].tolist()
    cooked = s.dish[q, : s.dish_size[q]].tolist()
    room = kit.DISH_IMPROVED if s.stove_improved[q] else kit.DISH_BASE
    cold = kit.FRIDGE_IMPROVED if s.fridge_improved[q] else kit.FRIDGE_BASE
    drinks, empties = bottles(s.fridge[q].tolist(), f"fridge:{q}"), bottles(s.box[q].tolist(), f"box:{q}", "YA-58")
    queue = standing(places, f"queue:{q}", kit.QUEUE, figure)
    dishes = standing(cooked, f"dish:{q}", room, dish)
    dishes += [closed(f"dish:{q}", k + 1, "stove", "YA-73") for k in range(room, kit.DISH_IMPROVED)]
    fridge = filled(drinks, f"fridge:{q}", cold)
    fridge += [closed(f"fridge:{q}", k + 1, "fridge", "YA-72") for k in range(cold, kit.FRIDGE_IMPROVED)]
    box = filled(empties, f"box:{q}", kit.RECYCLE_BOX)
    washing, holding, foods = s.sink[q].tolist(), s.held[q].tolist(), int(s.menu[q])
    menu = [dish(c, f"menu:{q}.{kit.CODES[c]}", "YA-48") for c in range(kit.COLOURS) if foods >> c & 1]
    sink = [heap(washing[c], dish(c, f"sink:{q}.{kit.CODES[c]}", "YA-57")) for c in range(kit.COLOURS) if washing[c]]
    held = [token(k, f"token:{q}.{kit.TOKEN_KINDS[k]}#{i}") for k in range(kit.TOKENS) for i in range(holding[k])]
    reviews = [review(q, r, column) for r, column in enumerate(s.review[q].tolist())]
    waiting, ready = len(places) - places.count(NONE), len(cooked) - cooked.count(NONE)
    return [
        Zone(f"queue:{q}", "row", "Customers", q, queue, note=f"{waiting} of {kit.QUEUE}", rules=["YA-22", "YA-47"]),
        Zone(f"dish:{q}", "row", "Dish queue", q, dishes, note=f"{ready} of {room}", rules=["YA-49"]),
        Zone(f"fridge:{q}", "row", "Fridge", q, fridge, note=f"{len(drinks)} of {cold}", rules=["YA-51"]),
        Zone(f"box:{q}", "row", "Recycle box", q, box, note=f"{len(empties)} of {kit.RECYCLE_BOX}", rules=["YA-58"]),
        Zone(f"sink:{q}", "row", "Sink", q, sink, rules=["YA-57", "YA-88"]),
        Zone(f"menu:{q}", "row", "Menu", q, menu, rules=["YA-11", "YA-48"]),
        *board_rows(s, q),
        Zone(f"reviews:{q}", "track", "Reviews", q, reviews, rules=["YA-93"]),
        Zone(f"influencer:{q}", "track", "Influencer", q, [influencer(q, int(s.influencer[q]))], rules=["YA-74"]),
        Zone(f"held:{q}", "row", "Tokens", q, held, rules=["YA-75", "YA-83"]),
    ]


def board_rows(s: State, q: int) -> list[Zone]:
    """The reputation board, a zone a row."""
    found = []
    board = s.board[q].tolist()
    for row in range(kit.BOARD_ROWS):
        first = row * kit.BOARD_COLUMNS
        pieces = [cell(q, i, board[i]) for i in range(first, first + kit.BOARD_COLUMNS)]
        title, rules = f"Reputation {row + 1}", ["YA-64", "YA-66"]
        found.append(Zone(f"board:{q}.{row + 1}", "row", title, q, pieces, rules=rules, grid="Reputation"))
    return found


@cache
def cell(q: int, i: int, f: int) -> Piece:
    """A space with its bonus, and the figure that stands there."""
    name = kit.CELL_NAMES[i]
    badges = [code for r, code in enumerate(kit.REVIEW_CODES) if kit.CELL_ICONS[i] >> r & 1] or [
        kit.BONUSES[kit.CELL_BONUSES[i]]
    ]
    told = f"{name}: {bonus_words(i)}{'' if kit.FIRST_CELLS >> i & 1 else ', not for the first figure'}"
    if f == NONE:
        return Piece(f"cell:{q}.{name}", "cell", name, badges=badges, tooltip=told, rules=["YA-65", "YA-68"])
    told = f"{figure_words(f)} on {told}"
    return Piece(
        f"cell:{q}.{name}",
        "cell",
        kit.CODES[f],
        kit.COLOUR_WORDS[f],
        SHAPES[f],
        badges,
        told,
        ["YA-64"],
        f"customer-{kit.COLOUR_WORDS[f]}",
    )


@cache
def review(q: int, r: int, column: int) -> Piece:
    told = f"{kit.REVIEW_NAMES[r]}: {column - kit.START_COLUMN:+} steps, {kit.REVIEW_VP[column]:+} VP"
    face = f"{kit.REVIEW_CODES[r]} {kit.REVIEW_VP[column]:+}"
    return Piece(
        f"review:{q}.{kit.REVIEW_CODES[r]}",
        "cell",
        face,
        "pink",
        "disc",
        [],
        told,
        ["YA-93"],
        f"review-{kit.REVIEW_NAMES[r].lower()}",
    )


@cache
def influencer(q: int, up: int) -> Piece:
    stars = f"{kit.STAR_TRACK[up]} star{'s' * (kit.STAR_TRACK[up] != 1)}"
    told = f"space {up} of {kit.TOP_SPACE}: {stars}"
    return Piece(
        f"influencer:{q}.marker",
        "cell",
        f"{up}/{kit.TOP_SPACE}",
        "purple",
        "star",
        [],
        told,
        ["YA-74"],
        "bonus-influencer",
    )


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
