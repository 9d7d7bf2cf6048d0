"""Small kitchens for the tests: a position in a line or two, moves in notation, and looking at what came of it.

``active("MMMBRN", crossed="M1.4")`` is a match in which seat 0, the active player, cooks from these six dice (the white
ones first) and has this sheet; ``other("MMRV", crossed="M1.1")`` one in which seat 1 cooks from these four white dice.
A Fridge is empty unless it is said what it holds. ``R1.1-R1.3`` is three servings. The sheet is written out here once
more, from the rules page and not from the component file, so that a slip in either is noticed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Any

from yokocho.core.match import Match
from yokocho.games.wok_and_roll import GAME

FACES = "RNMVSB"
FULL = "RNMVSB"  # a Fridge at the start (WR-2)
HEXES = "RNMVS"
RECTS = ("E1", "E2", "E3", "E4", "E5")
SHEET = {
    "R1": "RR:1 RR:2 RVM:3 RRM:5",
    "R2": "RR:2 RRV:3 RRS:3 RMS:3 RRR:5",
    "N1": "NN:1 NN:2 NVS:3 NNM:5",
    "N2": "NN:2 NNV:3 NNM:3 NMS:3 NNN:5",
    "M1": "MM:1 MM:1 MMV:2 MVR:2",
    "M2": "MM:1 MMR:2 MMN:2 MMM:3",
    "V1": "VV:1 VV:1 VVM:2 VSN:2",
    "V2": "VV:1 VVR:2 VVN:2 VVV:3",
    "S1": "SS:1 SSR:2 SSV:2 SSS:3",
    "S2": "SS:1 SSN:2 SSM:2 SSS:3",
}
DISHES = ("R1", "R2", "N1", "N2")
BONUS = {"M1": 3, "M2": 3, "V1": 3, "V2": 3, "S1": 2, "S2": 2}
ROWS = {  # WR-R8
    ("M1.1", "M2.1"): "R",
    ("M1.2", "M2.2"): "N",
    ("M1.3", "M2.3"): "S",
    ("M1.4", "M2.4"): "B",
    ("V1.1", "V2.1"): "N",
    ("V1.2", "V2.2"): "R",
    ("V1.3", "V2.3"): "M",
    ("V1.4", "V2.4"): "B",
}
SIZE = {name: len(text.split()) for name, text in SHEET.items()}
SERVINGS = [f"{name}.{i + 1}" for name in SHEET for i in range(SIZE[name])]
COST = {f"{name}.{i + 1}": word.split(":")[0] for name, text in SHEET.items() for i, word in enumerate(text.split())}
POINTS = {
    f"{name}.{i + 1}": int(word.split(":")[1]) for name, text in SHEET.items() for i, word in enumerate(text.split())
}

# The fixed list of actions (section 5.3)
SKILL, RECT, DONE, LOCK, ACTIONS = 336, 341, 346, 347, 347 + 64


# --- positions


def x(text: str) -> str:
    """``"R1.1-R1.3 S1.1"`` with its ranges written out, in the order of the sheet."""
    found: set[str] = set()
    for word in text.split():
        first, _, last = word.partition("-")
        found.update(SERVINGS[SERVINGS.index(first) : SERVINGS.index(last or first) + 1])
    return " ".join(sorted(found, key=SERVINGS.index))


def sheet(crossed: str = "", fridge: str = "", hexes: str = "", rects: str = "", **more: Any) -> dict[str, Any]:
    """A seat of a position; its Fridge is empty unless said otherwise."""
    return {"crossed": x(crossed), "fridge": fridge, "hexes": hexes, "rects": rects, **more}


def kitchen(*seats: dict[str, Any], white: str = "", red: str = "", players: int = 0, **more: Any) -> Match:
    """Everybody cooks. The active seat is 0 unless ``turn`` says otherwise; seats left out are fresh."""
    players = players or max(2, len(seats))
    position = {"players": players, "turn": 2 * players, "phase": "cook", "roll": 3, "seats": list(seats)}
    return Match.from_position(GAME, position | {"dice": {"white": white, "red": red}} | more)


def active(dice: str, *, players: int = 2, turn: int | None = None, options: Any = None, **parts: Any) -> Match:
    """Seat 0 is active and has these six dice and this sheet; the others have fresh sheets."""
    more: dict[str, Any] = {"options": options or {}} | ({} if turn is None else {"turn": turn})
    return kitchen(sheet(**parts), white=dice[:4], red=dice[4:], players=players, **more)


def other(dice: str, *, options: Any = None, **parts: Any) -> Match:
    """Seat 1 has these four white dice and this sheet; seat 0 is active, with a fresh sheet and red dice besides."""
    return kitchen({}, sheet(**parts), white=dice, red="RN", options=options or {})


def tray(white: str = "RNMV", red: str = "SB", *, players: int = 2, **more: Any) -> Match:
    """The active seat is in the market, with these dice before it."""
    return Match.from_position(GAME, {"players": players, "dice": {"white": white, "red": red}} | more)


def new(players: int = 3, seed: str = "0", **options: Any) -> Match:
    return Match(GAME, players, options, seed)


# --- playing


def play(match: Match, seat: int, *moves: str) -> None:
    for move in moves:
        match.play(seat, move, 0)


def cook(match: Match, seat: int, serving: str, fridge: str = "") -> None:
    """Cooks with these fridge items, in whatever order notation lists them."""
    for move in moves(match, seat):
        words = move.split()
        if words[:2] == ["cook", serving] and sorted("".join(words[3:])) == sorted(fridge):
            match.play(seat, move, 0)
            return
    raise AssertionError(f"{serving} with fridge {fridge or '-'} is not offered: {moves(match, seat)}")


def everybody_done(match: Match) -> None:
    """All who still cook stop."""
    turn = seen(match)["turn"]
    while not match.over and seen(match)["turn"] == turn:
        play(match, match.actor(), "lock" if asked(match) == "market" else "done")


def next_turn(match: Match, dice: str) -> Match:
    """The cooking ends; in the match returned the next active player has rolled these six dice and locked them."""
    match = Match.from_position(GAME, seen(match) | {"next_dice": dice})
    everybody_done(match)
    play(match, match.actor(), "lock")
    return match


# --- looking


def seen(match: Match) -> dict[str, Any]:
    """The position on the table."""
    return GAME.write(match.state)


def told(match: Match, seat: int) -> dict[str, Any]:
    """The position as a seat may know it."""
    return GAME.write(match.view(seat))


def of(match: Match, seat: int, key: str) -> str:
    """A part of a seat: ``crossed``, ``rects``; ``fridge``, ``hexes``, ``dice``, ``tokens`` with letters in order."""
    text = seen(match)["seats"][seat][key]
    return text if key in ("crossed", "rects") else order(text)


def faces(match: Match) -> str:
    """All six dice, in their order."""
    dice = seen(match)["dice"]
    return dice["white"] + dice["red"]


def asked(match: Match) -> str | None:
    """What is asked; None when the match is over."""
    return None if match.over else GAME.words.asks(match.state)


def moves(match: Match, seat: int) -> list[str]:
    return match.notations(seat)


def servings(match: Match, seat: int) -> set[str]:
    """What a seat may cook."""
    return {move.split()[1] for move in moves(match, seat) if move.startswith("cook ")}


def payments(match: Match, seat: int, serving: str) -> set[str]:
    """Of one serving, the fridge items of each payment offered; ``""`` is the one without any."""
    found = [move.split() for move in moves(match, seat)]
    fridges = [order("".join(words[3:])) for words in found if words[:2] == ["cook", serving]]
    assert len(set(fridges)) == len(fridges)
    return set(fridges)


def others(match: Match, seat: int) -> set[str]:
    """What a seat may do besides cooking."""
    return {move for move in moves(match, seat) if not move.startswith("cook ")}


def skills(match: Match, seat: int) -> set[str]:
    return {move.split()[1] for move in moves(match, seat) if move.startswith("skill ")}


def bonuses(match: Match, seat: int) -> set[str]:
    return {move.split()[1] for move in moves(match, seat) if move.startswith("bonus ")}


def scores(match: Match) -> list[int]:
    return GAME.scores(match.state)


# --- the sheet, slow and obvious


def order(letters: Iterable[str]) -> str:
    """Letters as positions write them."""
    return "".join(sorted(letters, key=FACES.index))


def completed(crossed: Iterable[str]) -> list[str]:
    """WR-30: dishes and platters that are crossed off as a whole."""
    crossed = set(crossed)
    return [name for name in SHEET if all(f"{name}.{i + 1}" in crossed for i in range(SIZE[name]))]


def points(crossed: str, rects: str = "") -> int:
    """WR-33: what a sheet is worth."""
    marks = crossed.split()
    full = completed(marks)
    worth = {
        "E1": sum(mark[0] == "R" for mark in marks),
        "E2": sum(mark[0] == "N" for mark in marks),
        "E3": sum(mark[0] == "S" for mark in marks),
        "E4": sum(a in marks and b in marks for a, b in ROWS),
        "E5": 2 * len(full),
    }
    return (
        sum(POINTS[mark] for mark in marks)
        + sum(BONUS.get(name, 0) for name in full)
        + sum(worth[rect] for rect in rects.split())
    )


def multisets(size: int) -> Iterator[tuple[str, ...]]:
    """All rolls of so many equal dice."""
    return combinations_with_replacement(FACES, size)


def less(have: str, spent: str) -> str:
    """What is left of things of one kind."""
    left = Counter(have)
    left.subtract(spent)
    assert min(left.values(), default=0) >= 0, (have, spent)
    return order(left.elements())
