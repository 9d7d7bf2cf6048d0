"""Wok and Roll's table as a scene, from a masked state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from yokocho.core.record import State
from yokocho.core.scene import Name, Panel, Piece, Zone
from yokocho.games.wok_and_roll.components import (
    BASIC,
    BONUS_BOOKS,
    DICE,
    DISH,
    INGREDIENTS,
    LETTERS,
    MOST_PAYMENTS,
    RECTANGLES,
    ROWS,
    SECTIONS,
    SHEET,
    SKILL_BOOKS,
    SYMBOLS,
    VALUE,
    WHITE,
    Serving,
)
from yokocho.games.wok_and_roll.scoring import rectangle, score, wok
from yokocho.games.wok_and_roll.sheet import active, completed
from yokocho.games.wok_and_roll.state import BONUS, COOKING, DONE, LOCK_DICE, OPEN, OVER, REROLL, SKILL
from yokocho.games.wok_and_roll.words import IDS, NAMES, rectangle_words

ROW_OF = {member.id: (r, *row) for r, row in enumerate(ROWS) for member in row[0]}
ROWS_OF = [sum({1 << ROW_OF[y.id][0] for y in structure.servings if y.id in ROW_OF}) for structure in SHEET]  # as bits
SECTION_RULES = (("WR-20",), ("WR-20",), ("WR-17", "WR-18"), ("WR-17", "WR-18"), ("WR-17",))


def symbol(f: int, id: str, kind: str, tooltip: str = "", badges: Sequence[str] = (), rule: str = "WR-12") -> Piece:
    row = SYMBOLS[f]
    return Piece(id, kind, LETTERS[f], row["color"], row["shape"], [*badges], tooltip or row["name"], [rule])


def zones(s: State, p: int, name: Name) -> list[Zone]:
    found = [tray(s, name)]
    for q in [(max(p, 0) + i) % int(s.players) for i in range(s.players)]:
        found.extend(seat_zones(s, q, name))
    return found


def tray(s: State, name: Name) -> Zone:
    pieces = []
    for i in range(DICE):
        color = "white" if i < WHITE else "red"
        badges = [f"{color} {i}"]
        tooltip = f"{color} die {i}: {NAMES[LETTERS[s.dice[i]]]}" + (" (active player only)" if i >= WHITE else "")
        pieces.append(symbol(int(s.dice[i]), f"die:{i}", "die", tooltip, badges, "WR-9"))
    note = "the kitchen is closed" if s.phase == OVER else f"{name(int(active(s)))}'s roll {s.rolls}"
    return Zone("tray", "row", "The wok", pieces=pieces, note=note, rules=["WR-5", "WR-8"])


def seat_zones(s: State, q: int, name: Name) -> list[Zone]:
    crossed, opened, tiles = s.crossed[q].tolist(), s.opened[q].tolist(), (BASIC, int(s.tile[q]))
    full = sum(
        1 << r for r, (members, _) in enumerate(ROWS) if all(crossed[m.structure] >> m.place & 1 for m in members)
    )
    found = [
        structure_zone(q, x, crossed[x], opened[x], full & ROWS_OF[x])
        for x, structure in enumerate(SHEET)
        if structure.tile in tiles
    ]
    fridge = [
        symbol(f, f"fridge:{q}.{LETTERS[f]}{i}", "token", rule="WR-13")
        for f in range(len(LETTERS))
        for i in range(int(s.fridge[q, f]))
    ]
    found.append(Zone(f"fridge:{q}", "row", "Fridge", q, fridge, rules=["WR-2", "WR-13"]))
    found += skills(s, q)
    if s.phase == COOKING:
        dice = [
            symbol(f, f"pool:{q}.{LETTERS[f]}{i}", "die", rule="WR-10")
            for f in range(len(LETTERS))
            for i in range(int(s.pool[q, f]))
        ]
        dice += [
            symbol(f, f"row:{q}.{LETTERS[f]}{i}", "token", "row ingredient, for this turn only", ["row"], "WR-19")
            for f in range(len(LETTERS))
            for i in range(int(s.tokens[q, f]))
        ]
        note = "done" if s.done >> q & 1 else "cooking"
        found.append(Zone(f"pool:{q}", "row", "To cook with", q, dice, note=note, rules=["WR-9", "WR-10"]))
    return found


@lru_cache(4096)
def structure_zone(q: int, x: int, crossed: int, opened: int, full: int) -> Zone:
    """A dish or platter of a sheet, outlined: each serving a cell, in the order in which it is filled. Crossed-off and
    opened servings and full rows are bits.
    """
    structure = SHEET[x]
    pieces = [cell(q, serving, crossed, opened, full) for serving in structure.servings]
    bonus = f" +{structure.bonus}" if structure.bonus else ""
    return Zone(
        f"structure:{q}.{structure.id}",
        "sheet",
        f"{structure.id} {structure.label}",
        q,
        pieces,
        note=f"{structure.kind}{bonus}, {int(VALUE[x, crossed])} points",
        rules=["WR-14" if structure.kind == DISH else "WR-15", *SECTION_RULES[structure.section]],
    )


def cell(q: int, serving: Serving, crossed: int, opened: int, full: int) -> Piece:
    """A serving of a sheet."""
    structure = SHEET[serving.structure]
    is_crossed = crossed >> serving.place & 1
    badges = []
    told = f"{structure.label} {serving.place + 1}: {serving.cost} for {serving.points}"
    if structure.bonus:
        told += f", platter bonus {structure.bonus}"
    if is_crossed:
        badges.append("crossed")
        told += ", crossed off"
    if crossed == (1 << len(structure.servings)) - 1:
        badges.append("complete")
    if serving.id in ROW_OF:
        r, members, letter = ROW_OF[serving.id]
        badges.append(f"row {letter}{' full' if full >> r & 1 else ''}")
        told += f", row with {' '.join(m.id for m in members if m.id != serving.id)} gives {NAMES[letter]}"
    if serving.lock and not opened >> serving.place & 1:
        badges.append(f"locked {serving.lock}")
    face = "x" if is_crossed else f"{serving.cost} {serving.points}"
    color = SYMBOLS[structure.section]["color"]
    return Piece(f"serving:{q}.{serving.id}", "cell", face, color, "", badges, told, ["WR-12"])


def skills(s: State, q: int) -> list[Zone]:
    hexes, rects = [], []
    outlined, framed = int(s.hexes[q]), int(s.rects[q])
    for f in range(INGREDIENTS):
        badges = ["outlined"] if outlined >> f & 1 else []
        told = f"a book as {NAMES[LETTERS[f]]}"
        hexes.append(symbol(f, f"hex:{q}.{LETTERS[f]}", "cell", told, badges, "WR-23"))
    for r, found in enumerate(RECTANGLES):
        badges = ["outlined"] if framed >> r & 1 else []
        told = f"{rectangle_words(r)}: {rectangle(s, q, r)} now"
        rects.append(Piece(f"rect:{q}.{found.id}", "cell", found.id, "", "rectangle", badges, told, ["WR-25"]))
    return [
        Zone(f"hexes:{q}", "row", "Hexagons", q, hexes, note=f"{SKILL_BOOKS} books each", rules=["WR-22"]),
        Zone(f"rects:{q}", "row", "Rectangles", q, rects, note=f"{BONUS_BOOKS} books each", rules=["WR-25"]),
    ]


def panel(s: State, q: int, name: Name) -> Panel:
    """WR-33: a wok for each section, rectangles apart."""
    sources = [(SECTIONS[i], int(wok(s, q, i))) for i in range(len(SECTIONS))]
    points = int(score(s, q))
    sources.append(("rectangles", points - sum(n for _, n in sources)))
    marks = ["at the market"] * bool(s.phase != OVER and q == active(s)) + [f"{completed(s, q)} complete"]
    marks += ["done"] * bool(s.done >> q & 1)
    return Panel(q, name(q), points, sources, marks)


def touches(s: State, p: int, a: int, zones: dict[str, Zone]) -> list[str]:
    """What an action is about: a serving, a hexagon, a rectangle, dice."""
    if a < SKILL:
        return [f"serving:{p}.{IDS[a // MOST_PAYMENTS]}"]
    if a < BONUS:
        return [f"hex:{p}.{LETTERS[a - SKILL]}"]
    if a < DONE:
        return [f"rect:{p}.{RECTANGLES[a - BONUS].id}"]
    if LOCK_DICE < a < OPEN:
        return [f"die:{i}" for i in range(DICE) if (a - REROLL) >> i & 1]
    return [f"serving:{p}.{IDS[a - OPEN]}"] if a >= OPEN else []
