"""Small alleys for the tests: a position in a line or two, moves in notation, and looking at what came of it.

``alley(dict(queue="R G", fridge="R"), dict(vp=3))`` is a match at the start of seat 0's turn. ``turn("serve_1 cook_2",
dict(...))`` goes on to where the tiles of the line are to be carried out: two tiles are a column, three a row.
``final(...)`` is a final serving turn of seat 0, ``ended(...)`` a match that has only to be counted.

Nothing here knows what is printed on a tile, a space or a track but by the component file, so that examples which the
rulebook prints can be played with a corrected box too (see ``other_box``).
"""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from yokocho.core.match import Match
from yokocho.games.yatta import GAME

ROOT = Path(__file__).parents[2]

COLOURS = "RBGY"
FIGURES = "RBGYT"
REVIEWS = "SAVC"
TOKENS = ("doggy_bag", "urgent_call", "taiyaki", "garbage")
LINES = ("C1", "C2", "C3", "R1", "R2")

DATA: dict[str, Any] = GAME.box.data
FACES = [tile["kind"] if tile["kind"] == "recycle" else f"{tile['kind']}_{tile['n']}" for tile in DATA["tiles"]]
CAPACITY: dict[str, int] = {place: row["spaces"] for place, row in DATA["capacity"].items()}
CELLS: dict[str, Any] = DATA["reputation"]["cells"]
RED = set(DATA["reputation"]["red"])
ENDS = ("A", chr(ord("A") + DATA["reputation"]["cols"] - 1)), ("1", str(DATA["reputation"]["rows"]))
EDGE = [cell for cell in CELLS if (cell[0] in ENDS[0] or cell[1:] in ENDS[1]) and cell not in RED]
TRACK: list[int] = DATA["review_track"]["vp"]
START: int = DATA["review_track"]["start"]
STARS: list[int] = DATA["influencer_track"]["stars"]
SETS = {players: DATA["players"][str(players)] for players in (2, 3, 4)}

Seat = dict[str, Any]


# --- what is printed


def cells(bonus: str, icons: str = "") -> list[str]:
    """Spaces with a bonus; of reviews those that show just these."""
    found = [cell for cell in CELLS if CELLS[cell]["bonus"] == bonus]
    return [cell for cell in found if not icons or set(CELLS[cell]["icons"]) == set(icons)]


def beside(cell: str) -> list[str]:
    """The spaces that touch a space with a side."""
    column, row = ord(cell[0]), int(cell[1:])
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [name for c, r in around if (name := f"{chr(c)}{r}") in CELLS]


def step_of(vp: int) -> int:
    """Steps from the start to the first column that is worth so much."""
    return TRACK.index(vp) - START


def token(**held: int) -> list[int]:
    """``token(taiyaki=1)``: special tokens as a list."""
    assert set(held) <= set(TOKENS)
    return [held.get(kind, 0) for kind in TOKENS]


# --- matches


def alley(*seats: Seat, players: int = 0, **position: Any) -> Match:
    """A match from a position: the turn of seat 0 begins, unless something else is said."""
    players = players or max(2, len(seats))
    return Match.from_position(GAME, {"players": players, "seats": list(seats)} | position)


def tiles_for(line: str) -> tuple[dict[str, Any], str]:
    """Tiles that lie so that one insertion makes a line; and that insertion."""
    tiles = line.split()
    rest = list((Counter(FACES) - Counter(tiles)).elements())
    assert len(rest) + len(tiles) == len(FACES), f"the box has no {line}"
    if len(tiles) == 2:
        grid = [[tiles[1], *rest[0:2]], rest[2:5]]
        outside, move = [tiles[0], *rest[5:]], f"insert {tiles[0]} C1"
    else:
        grid = [[*tiles[1:3], rest[0]], rest[1:4]]
        outside, move = [tiles[0], *rest[4:]], f"insert {tiles[0]} R1"
    return {"grid": [" ".join(row) for row in grid], "outside": " ".join(outside)}, move


def turn(line: str, *seats: Seat, active: int = 0, **position: Any) -> Match:
    """The active seat has inserted a tile, and these are the actions of its line. It is past its check."""
    tiles, move = tiles_for(line)
    start = {"asked": [{"question": "insert", "seat": active}], "active": active}
    match = alley(*seats, **start | tiles | position)
    match.play(active, move, 0)
    return match


def placing(
    figure: str = "R", board: dict[str, str] | None = None, *, line: str = "serve_1 serve_2", **seat: Any
) -> Match:
    """Seat 0 serves its only figure and is to say where it goes; it has no more than one dish and one bottle."""
    own = {"queue": figure, "dishes": "R", "fridge": "R", "board": board or {}}
    match = turn(line, own | seat)
    match.play(0, "do serve_1", 0)
    return match


def placed(figure: str, cell: str, board: dict[str, str] | None = None, **seat: Any) -> Match:
    """... and it went there."""
    match = placing(figure, board, **seat)
    match.play(0, f"place {cell}", 0)
    return match


WAITING: Seat = {"queue": "G", "dishes": "G", "fridge": "G"}  # could serve, and so has to be asked in its final turn


def final(*seats: Seat, **position: Any) -> Match:
    """The final serving turn of seat 0. Unless other seats are named, seat 1 is asked next."""
    seats = seats if len(seats) > 1 else (*seats, WAITING)
    return alley(*seats, **{"phase": "final", "round": DATA["rounds"]["count"]} | position)


def ended(*seats: Seat, **position: Any) -> Match:
    return alley(*seats, **{"phase": "over", "round": DATA["rounds"]["count"]} | position)


# --- playing


def play(match: Match, seat: int, *moves: str) -> None:
    for move in moves:
        match.play(seat, move, 0)


QUIET = ("review", "influencer", "special")  # bonuses without VP


def put(match: Match, seat: int = 0) -> str:
    """The figure goes on a space that gives no VP, and the bonus is whatever comes first. Which space it was."""
    legal = {move.split()[1] for move in moves(match, "place") if not move.endswith("doggy_bag")}
    cell = next(cell for bonus in QUIET for cell in cells(bonus) if cell in legal)
    play(match, seat, f"place {cell}")
    while asked(match) in [("review", seat), ("token", seat)]:
        play(match, seat, match.notations(seat)[0])
    return cell


def asked(match: Match) -> tuple[str, int] | None:
    """What is asked, and of whom; None when the match is over."""
    if match.over:
        return None
    assert match.pending() == [match.actor()]
    return GAME.words.asks(match.state), match.actor()


def moves(match: Match, start: str = "") -> set[str]:
    """All that whoever is asked may answer, or those that begin in a certain way."""
    found = match.notations(match.actor())
    assert len(found) == len(set(found))
    return {move for move in found if move.startswith(start)}


def when(match: Match) -> tuple[str, int, int]:
    """Phase, round and active seat: whose turn it is."""
    position = seen(match)
    return position["phase"], position["round"], position["active"]


def finish_turn(match: Match) -> None:
    """The rest of this turn, with whatever comes first."""
    now = when(match)
    while not match.over and when(match) == now:
        answers = match.notations(match.actor())
        match.play(match.actor(), "stop" if "stop" in answers else answers[0], 0)


def finish(match: Match) -> None:
    while not match.over:
        finish_turn(match)


# --- looking


def seen(match: Match) -> dict[str, Any]:
    """The position on the table."""
    return GAME.write(match.state)


def told(match: Match, seat: int) -> dict[str, Any]:
    """The position as a seat may know it."""
    return GAME.write(match.view(seat))


def of(match: Match, seat: int = 0) -> Seat:
    return seen(match)["seats"][seat]


def vp(match: Match, seat: int = 0) -> int:
    return of(match, seat)["vp"]


def queue(match: Match, seat: int = 0) -> str:
    return of(match, seat)["queue"]


def dishes(match: Match, seat: int = 0) -> str:
    return of(match, seat)["dishes"]


def fridge(match: Match, seat: int = 0) -> str:
    """Bottles in the order R B G Y: their places mean nothing."""
    return bottles(of(match, seat)["fridge"])


def box(match: Match, seat: int = 0) -> str:
    return bottles(of(match, seat)["box"])


def bottles(text: str) -> str:
    return " ".join(sorted(text.split(), key=COLOURS.index))


def sink(match: Match, seat: int = 0) -> list[int]:
    return of(match, seat)["sink"]


def board(match: Match, seat: int = 0) -> dict[str, str]:
    return of(match, seat)["board"]


def reviews(match: Match, seat: int = 0) -> list[int]:
    """Steps from the start, S A V C."""
    return of(match, seat)["reviews"]


def held(match: Match, seat: int = 0) -> list[int]:
    """Special tokens: doggy bags, urgent calls, taiyaki, garbage."""
    return of(match, seat)["tokens"]


def supply(match: Match, what: str) -> list[int]:
    """``dishes``, ``beverages``, ``tokens``, ``spent`` or ``bag``."""
    return seen(match)[what]


def todo(match: Match) -> list[str]:
    return sorted(seen(match)["todo"].split())


def grid(match: Match) -> list[str]:
    return seen(match)["grid"]


def outside(match: Match) -> list[str]:
    return sorted(seen(match)["outside"].split())


def scores(match: Match) -> list[int]:
    return GAME.scores(match.state)


def ranks(match: Match) -> list[int]:
    return GAME.ranks(match.state)


def figures(count: int, colours: str = FIGURES, players: int = 2) -> str:
    """So many figures, of the first colours first, as far as the box has them."""
    amounts = {c: SETS[players]["tourists" if c == "T" else "customers"] for c in FIGURES}
    found = "".join(c * amounts[c] for c in colours)
    assert count <= len(found)
    return found[:count]


def filled(count: int, colours: str = FIGURES, players: int = 2, spare: Sequence[str] = ()) -> dict[str, str]:
    """A reputation board with so many figures, leaving out some spaces."""
    places = [cell for cell in CELLS if cell not in spare]
    assert count <= len(places)
    return dict(zip(places, figures(count, colours, players)))


# --- another box


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(value)


def box_text(data: dict[str, Any]) -> str:
    """A whole component file."""
    return "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in data.items())


def changed(data: dict[str, Any] | None = None, /, **places: Any) -> dict[str, Any]:
    """The component data with some values replaced: ``changed(capacity__recycle_box=4)``; None leaves a key out."""
    found = copy.deepcopy(DATA if data is None else data)
    for place, value in places.items():
        *path, last = place.split("__")
        table = found
        for key in path:
            table = table[key]
        if value is None:
            del table[last]
        else:
            table[last] = value
    return found


def other_box(folder: Path, data: dict[str, Any], code: str) -> subprocess.CompletedProcess[str]:
    """Python code in a process where the game is played with other component data.

    The game's folder is copied beside a changed file, and found first. Kernels stay plain Python: compiling them for
    one use would take longer.
    """
    copied = folder / "yatta"
    shutil.copytree(GAME.folder, copied, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    (copied / GAME.box.path.name).write_text(box_text(data), encoding="utf-8")
    lead = f"import sys, yokocho.games\nyokocho.games.__path__.insert(0, {str(folder)!r})\n"
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    return subprocess.run(
        [sys.executable, "-c", lead + code],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment | {"YOKOCHO_PLAIN": "1"},
        timeout=600,
    )
