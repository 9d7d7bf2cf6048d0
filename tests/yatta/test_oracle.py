"""The engine against an independent, slow, obvious implementation of the same rules (tests/oracle).

`YOKOCHO_ORACLE=20 pytest tests/yatta/test_oracle.py` plays twenty times as many matches and positions.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from tests.oracle.yatta import COLOURS, DATA, FIGURES, TOKENS, Oracle, face_of, letters_of, normal
from tests.rules import rule
from tests.support import random_options
from yokocho import catalog
from yokocho.core.match import Match

GAME = catalog.game("yatta")
MORE = int(os.environ.get("YOKOCHO_ORACLE", "1"))
MATCHES, POSITIONS = 10 * MORE, 700 * MORE  # matches in each of four parts

NEARLY = [[4, 4, 4, 3], [4, 4, 3, 3], [4, 4, 4, 2], [-3, -3, -3, -2], [-3, -3, -3, -2]]
CELLS: dict[str, Any] = DATA["reputation"]["cells"]
ENDS = [[-3, -2], [-3], [4, 3], [4], [-3, 4, 0], [0], [-3, -2, -1, 0, 1, 2, 3, 4]]

# What matches and strange positions must have reached between them, or the comparison says nothing about it.
RARE = {
    "YA-27 taiyaki",
    "YA-42 all queues full",
    "YA-42 empty bag",
    "YA-78 taiyaki as dish",
    "YA-79 taiyaki to tourist",
    "YA-81 doggy bag",
    "YA-86 final serve",
    "YA-R1 possible action skipped",
    "YA-R2 impossible action first",
    "YA-R4 bag",
    "YA-R4 own_queue",
    "YA-R5 one space for two",
    "YA-R6 one figure for two",
    "YA-R7 given",
    "YA-R7 returned",
    "YA-R7 stranding not offered",
    "YA-R7 tourist last",
    "YA-R8 one by one",
    "YA-R10 bottles short",
    "YA-R10 dishes short",
    "YA-R11 sold out",
    "YA-R12 all lapse",
    "YA-R12 one step lapses",
    "YA-R13 all lapse",
    "YA-R13 one step lapses",
    "YA-R14 influencer on top",
    "YA-R15 fridge again",
    "YA-R15 no food left",
    "YA-R15 stove again",
    "YA-R16 no token left",
    "YA-R17 empty bag",
    "YA-R17 full board",
    "YA-R19 doggy bag on double",
    "YA-R20 doggy bag first",
    "YA-R22 full board",
    "YA-R31 no bonus",
    "YA-R32 rotates",
    "YA-R42 taiyaki not spent",
    "YA-R42 taiyaki spent",
    "YA-R43 swapped for the one just sent",
    "garbage at action",
    "garbage at check",
    "garbage at end",
    "garbage at final",
    "garbage at insert",
    "item 6 garbage cannot help",
    "item 6 garbage could help",
    "item 6 ignored by the table",
    "urgent_call at action",
    "urgent_call at check",
    "urgent_call at end",
    "urgent_call at final",
    "urgent_call at insert",
}


def preferred(moves: list[str], chance: random.Random) -> str:
    """Serves, exchanges and tokens more often than chance would have them."""
    liked_words = ("do serve", "do customers_2", "insert serve", "insert customers_2", "swap", "serve")
    liked = [move for move in moves if move.startswith(liked_words) or "taiyaki" in move or "doggy_bag" in move]
    tokens = [move for move in moves if move.startswith("use")]
    double = [move for move in moves if move.startswith("place D4")]
    if double and chance.random() < 0.4:
        return double[0]
    if tokens and chance.random() < 0.2:
        return chance.choice(tokens)
    return chance.choice(liked if liked and chance.random() < 0.5 else moves)


def agree(match: Match, oracle: Oracle, why: object) -> list[str]:
    p = match.actor()
    position = GAME.write(match.state)
    assert (oracle.question, oracle.seat) == (GAME.words.asks(match.state), p), (why, position)
    moves = match.notations(p)
    assert sorted(oracle.legal()) == sorted(moves), (why, position)
    assert normal(oracle.position()) == normal(position), why
    assert oracle.generator_text() == position["generator"], why
    return moves


def compared(match: Match, oracle: Oracle, chance: random.Random, decisions: int, why: object) -> Counter[str]:
    """Plays on, both sides at once; what the oracle has seen on the way."""
    seen: Counter[str] = Counter()
    reread = chance.random() < 0.3
    for number in range(decisions):
        if match.over:
            break
        moves = agree(match, oracle, (why, number))
        if reread:
            seen += oracle.seen
            oracle = Oracle.read(GAME.write(match.state))
        move = preferred(sorted(moves), chance)
        match.play(match.actor(), move, when=0)
        oracle.play(move)
    if match.over:
        result = match.result()
        assert oracle.question is None and result is not None, why
        assert normal(oracle.position()) == normal(GAME.write(match.state)), why
        assert oracle.scores() == result["scores"] and oracle.ranks() == result["ranks"], why
    return seen + oracle.seen


# ----- matches


def check_deal(position: dict[str, Any]) -> None:
    """YA-1 to YA-8, YA-15, YA-16."""
    numbers = DATA["players"][str(position["players"])]
    assert (position["phase"], position["round"], position["first"]) == ("setup", 1, 0)
    assert position["dishes"] == [numbers["dishes"]] * 4 and position["beverages"] == [numbers["beverages"]] * 4
    assert position["bag"] == [numbers["customers"]] * 4 + [numbers["tourists"]]
    assert sum(position["tokens"]) == numbers["special"] and max(position["tokens"]) <= 4
    assert position["spent"] == [0, 0, 0, 0]
    tiles = " ".join([*position["grid"], position["outside"]]).split()
    assert sorted(tiles) == sorted(face_of(tile) for tile in DATA["tiles"])
    assert [len(row.split()) for row in position["grid"]] == [3, 3]
    assert (position["line"], position["todo"], position["hand"], position["serving"]) == (None, "", "", None)
    for seat in position["seats"]:
        assert not any((seat["vp"], seat["queue"], seat["dishes"], seat["fridge"], seat["box"], seat["menu"]))
        assert not any((*seat["sink"], *seat["reviews"], *seat["tokens"], seat["influencer"], *seat["board"]))
        assert seat["fridge_improved"] is False and seat["stove_improved"] is False


@rule("YA-2", "YA-4", "YA-5", "YA-6", "YA-17", "YA-37", "YA-95", "YA-97")
@pytest.mark.parametrize("part", range(4))
def test_engine_and_oracle_agree_on_every_decision(part: int) -> None:
    """Question, legal moves, whole position, scores and places, over all player counts and house rules."""
    for seed in range(part * MATCHES, (part + 1) * MATCHES):
        chance = random.Random(f"yatta oracle {seed}")
        options = random_options(GAME, chance) if seed % 3 else {}
        match = Match(GAME, chance.choice(list(GAME.players)), options, f"oracle {seed}")
        start = GAME.write(match.state)
        check_deal(start)
        compared(match, Oracle.read(start), chance, 10_000, seed)
        assert match.over


# ----- positions that no match is likely to reach


def taken(pool: list[Any], number: int, chance: random.Random) -> list[Any]:
    chance.shuffle(pool)
    out, pool[:] = pool[:number], pool[number:]
    return out


def some(chance: random.Random, often: list[int], most: int) -> int:
    return min(most, chance.choice(often) if chance.random() < 0.7 else chance.randint(0, most))


def grown(board: dict[str, str], size: int, pool: list[str], chance: random.Random) -> dict[str, str]:
    """More figures on a reputation board, placed one beside the other."""
    neighbours = Oracle(2, {}, [0, 0, 0, 1]).neighbours
    for figure in taken(pool, size, chance):
        free = [cell for cell in CELLS if cell not in board]
        beside = [cell for cell in free if any(other in board for other in neighbours(cell))]
        board[chance.choice(beside or [cell for cell in free if cell not in DATA["reputation"]["red"]])] = figure
    return board


def improved(seat: dict[str, Any]) -> Counter[str]:
    """What the figures on the board have brought: improvements, menu, influencer. The bonuses by kind."""
    bonuses = Counter(CELLS[cell]["bonus"] for cell in seat["board"])
    spare = [food for food in COLOURS if food not in seat["menu"]]
    seat["menu"] += "".join(spare[: 2 + bonuses["menu"] - len(seat["menu"])])
    seat["fridge_improved"], seat["stove_improved"] = bonuses["fridge"] > 0, bonuses["stove"] > 0
    seat["influencer"] = bonuses["influencer"]
    return bonuses


SLANTS = ("any", "tourists", "dry", "double", "garbage", "ends", "last bottles", "taiyaki", "again")
FIRST = {
    "tourists": "customers",
    "dry": "cook",
    "double": "serve",
    "taiyaki": "serve",
    "last bottles": "refill",
    "ends": "serve",
    "again": "serve",
}
WISHES = {"double": "doggy_bag", "garbage": "garbage", "taiyaki": "taiyaki"}


def strange(chance: random.Random, slant: str) -> dict[str, Any]:
    """The start of a turn: full queues, empty bag, full boards, tokens in hands, markers at the ends of tracks."""
    players = chance.choice([3, 4] if slant == "last bottles" else list(GAME.players))
    numbers = DATA["players"][str(players)]
    figures = [f for f in COLOURS for _ in range(numbers["customers"])] + ["T"] * numbers["tourists"]
    dishes = [c for c in COLOURS for _ in range(numbers["dishes"])]
    bottles = [c for c in COLOURS for _ in range(numbers["beverages"])]
    tokens = taken([kind for kind in TOKENS for _ in range(4)], numbers["special"], chance)
    active = chance.randrange(players)
    full_queues = slant == "any" and chance.random() < 0.4
    empty_bag = slant in ("any", "double") and chance.random() < 0.4
    few_dishes = slant == "dry" or chance.random() < 0.2
    tokens_held = slant in ("any", "garbage", "double") or chance.random() < 0.3
    seats: list[dict[str, Any]] = []
    for p in range(players):
        seat: dict[str, Any] = {"vp": chance.randrange(20), "menu": "".join(taken(list(COLOURS), 2, chance))}
        lengths = [3, 4] if full_queues else [0, 1, 4]
        if slant == "ends":
            lengths = [2, 4, 4]
        if slant == "tourists":
            lengths = [3, 4] if p == active else [0, 1]
        seat["queue"] = " ".join(taken(figures, some(chance, lengths, 4), chance))
        sizes = [0, 0, 1, 13, 15, 16] if p == active else [0, 1, 2]
        if slant == "double" and p == active:
            sizes = [1, 4, 8, 16]
        if slant == "again" and p == active:
            sizes = [0, 1]
        start = ["A3", "B3"] if slant == "last bottles" else []  # the fridge
        if slant == "again":
            start = [chance.choice(["A3", "B1", "C1", "B4"])]
        size = min(some(chance, sizes, 16 - len(start) if p == active else 8), len(figures) - 1)
        board = dict(zip(start, taken(figures, len(start), chance)))
        seat["board"] = grown(board, size, figures, chance)
        if slant == "double" and p == active and "D4" in seat["board"]:
            figures.append(seat["board"].pop("D4"))
        improved(seat)
        if slant == "again":  # no match has this with these boards, another board could
            menu = seat["menu"] + "".join(food for food in COLOURS if food not in seat["menu"])
            seat |= {"menu": menu, "fridge_improved": True, "stove_improved": True, "influencer": 2}
        spaces = {"dishes": 2 + seat["stove_improved"], "fridge": 2 + seat["fridge_improved"], "box": 3}
        often = {"dishes": [0, 1, 2], "fridge": [1, 2], "box": [0, 1, 3]}
        if slant == "garbage":
            often |= {"fridge": [2] if chance.random() < 0.5 else [0], "box": [3]}
        if slant in ("double", "ends", "again"):
            often |= {"dishes": [1], "fridge": [2], "box": [0]}
        if slant == "dry":
            often |= {"dishes": [0]}
        if slant == "taiyaki":
            often |= {"dishes": [0], "fridge": [1, 2], "box": [0, 1]}
        if slant == "last bottles":
            often |= {"fridge": [0, 1] if p == active else [3], "box": [3]}
        for place, most in spaces.items():
            pool = dishes if place == "dishes" else bottles
            seat[place] = " ".join(taken(pool, some(chance, often[place], most), chance))
        seat["reviews"] = [chance.choice(chance.choice(ENDS)) for _ in range(4)]
        if slant == "ends":
            ends = chance.choice(ENDS)
            if p == active and seat["queue"] and "T" in figures:  # a tourist is served first
                figures.remove("T")
                figures.append(seat["queue"][0])
                seat["queue"] = "T" + seat["queue"][1:]
            seat["reviews"] = [chance.choice(ends) for _ in range(4)]
            if chance.random() < 0.5:  # one step or two are left
                seat["reviews"] = taken(chance.choice(NEARLY).copy(), 4, chance)
        held = taken(tokens, min(chance.randint(1, 4) if tokens_held else chance.randint(0, 1), len(tokens)), chance)
        for _ in range(2):
            if p == active and WISHES.get(slant) in tokens:
                tokens.remove(WISHES[slant])
                held.append(WISHES[slant])
        seat["tokens"] = [held.count(kind) for kind in TOKENS]
        seats.append(seat)
    if slant == "last bottles":  # the others have them all but one or two
        left = chance.choice([0, 0, 1, 2])
        for seat in seats[:active] + seats[active + 1 :]:
            for place, most in (("fridge", 2 + seat["fridge_improved"]), ("box", 3)):
                room = most - len(letters_of(seat[place]))
                more = taken(bottles, min(room, max(0, len(bottles) - left)), chance)
                seat[place] = " ".join(letters_of(seat[place]) + more)
    if empty_bag:  # the figures go to the boards of the others, or where there is room
        left = chance.choice([0, 0, 1, 2])
        while len(figures) > left:
            others = [p for p in range(players) if p != active and len(seats[p]["board"]) < 16]
            seat = seats[chance.choice(others or [active])]
            free = [cell for cell in CELLS if cell not in seat["board"]]
            seat["board"][chance.choice([cell for cell in free if CELLS[cell]["bonus"] == "review"] or free)] = (
                figures.pop()
            )
            improved(seat)
    for seat in seats:
        most = min(len(dishes), len(seat["board"]))
        if few_dishes:
            most = max(0, len(dishes) - chance.choice([1, 2, 4])) if seat is seats[-1] else len(dishes) // 2
        washed = taken(dishes, most if few_dishes else chance.randint(0, most), chance)
        seat["sink"] = [washed.count(food) for food in COLOURS]
    gone = taken(tokens, len(tokens) if slant == "again" else chance.randint(0, len(tokens)), chance)
    faces = [face_of(tile) for tile in DATA["tiles"]]
    chance.shuffle(faces)
    if slant in FIRST:  # such a tile can be inserted
        faces.sort(key=lambda face: face.startswith(FIRST[slant]))
    final = chance.random() < 0.2
    pins = taken(figures[:], min(len(figures), chance.randint(0, 4)), chance)  # double customer may take one away
    if slant == "tourists":
        pins = taken([f for f in figures if f == "T"], 1, chance) + taken([f for f in figures if f != "T"], 1, chance)
    options = random_options(GAME, chance)
    if slant == "double":
        options["doggy_bag_on_double"] = chance.random() < 0.7
    if slant == "tourists":
        options["tourist_unplaceable"] = chance.choice(["return", "give_any"])
        options["customers_draw"] = chance.choice(["together", "together", "one_by_one"])
    return {
        "format": "yokocho-position/1",
        "game": "yatta",
        "players": players,
        "options": options,
        "round": 12 if final else chance.randint(2, 12),
        "phase": "final" if final else "round",
        "first": chance.choice([0, chance.randrange(players)]),
        "active": active,
        "grid": [" ".join(faces[:3]), " ".join(faces[3:6])],
        "outside": " ".join(faces[6:]),
        "line": None,
        "todo": "",
        "dishes": [dishes.count(food) for food in COLOURS],
        "beverages": [bottles.count(colour) for colour in COLOURS],
        "tokens": [tokens.count(kind) for kind in TOKENS],
        "spent": [gone.count(kind) for kind in TOKENS],
        "bag": [figures.count(figure) for figure in FIGURES],
        "hand": "",
        "next_figures": " ".join(pins),
        "next_foods": "",
        "serving": None,
        "seats": seats,
        "seed": str(chance.random()),
    }


@rule("YA-R5", "YA-R6", "YA-R7", "YA-R8", "YA-R10", "YA-R11", "YA-R12", "YA-R13", "YA-R14", "YA-R15", "YA-R16")
@rule("YA-R17", "YA-R19", "YA-R20", "YA-R22", "YA-R26", "YA-R31", "YA-R32", "YA-R41", "YA-R42", "YA-R43")
def test_they_agree_on_strange_positions() -> None:
    """A turn or two from the start of one that matches seldom see."""
    seen: Counter[str] = Counter()
    for seed in range(POSITIONS):
        chance = random.Random(f"yatta strange {seed}")
        slant = SLANTS[seed % len(SLANTS)]
        match = Match.from_position(GAME, strange(chance, slant))
        seen += compared(match, Oracle.read(GAME.write(match.state)), chance, 12, (seed, slant))
    missing = RARE - set(seen)
    assert not missing, sorted(missing)


@rule("YA-88", "YA-89", "YA-90", "YA-93", "YA-94", "YA-96", "YA-97", "YA-98", "YA-R37")
def test_they_agree_on_scores_and_close_places() -> None:
    """Games that are over, with few things that differ, so that every tie-break decides now and then."""
    decided: Counter[int] = Counter()
    for seed in range(100 * MORE):
        chance = random.Random(f"yatta close {seed}")
        position = strange(chance, "any") | {"phase": "over", "round": 12, "next_figures": ""}
        if seed % 4:  # the same VP, no majorities: on to the tie-breaks
            numbers = DATA["players"][str(position["players"])]
            boards = [chance.randint(0, 1) for _ in position["seats"]]
            boxes = [chance.randint(0, 1) for _ in position["seats"]]
            stoves = [chance.randint(0, 1) for _ in position["seats"]]
            for seat, board, box, stove in zip(position["seats"], boards, boxes, stoves):
                seat |= {"vp": 5, "queue": "", "fridge": "", "reviews": [0, 0, 0, 0], "sink": [0, 0, 0, 0]}
                seat |= {"board": {"A1": "T"} if board else {}, "box": "R" * box, "dishes": "G" * stove}
                seat["tokens"] = [0, 0, 0, 0]
            position["bag"] = [numbers["customers"]] * 4 + [numbers["tourists"] - sum(boards)]
            position["beverages"] = [numbers["beverages"] - sum(boxes)] + [numbers["beverages"]] * 3
            position["dishes"] = [numbers["dishes"]] * 2 + [numbers["dishes"] - sum(stoves), numbers["dishes"]]
            position["tokens"] = [numbers["special"] // 3] * 3 + [0]
            position["spent"] = [0, 0, 0, 0]
        match = Match.from_position(GAME, position)
        oracle = Oracle.read(GAME.write(match.state))
        result = match.result()
        assert oracle.question is None and result is not None, seed
        assert (oracle.scores(), oracle.ranks()) == (result["scores"], result["ranks"]), (seed, position)
        decided[len(set(result["ranks"]))] += 1
    assert set(decided) == {1, 2, 3, 4}
