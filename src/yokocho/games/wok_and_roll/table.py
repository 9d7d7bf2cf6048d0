"""Wok and Roll's table as a scene, from a masked state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from yokocho.core.record import State
from yokocho.core.scene import Name, Panel, Piece, Zone
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.components import Serving, Structure
from yokocho.games.wok_and_roll.scoring import rectangle, score, wok
from yokocho.games.wok_and_roll.sheet import active, completed
from yokocho.games.wok_and_roll.words import NAMES, cost_words, points_words, rectangle_words, serving_words

ROW_OF = {member.id: (r, *row) for r, row in enumerate(kit.ROWS) for member in row[0]}
ROWS_OF = [
    sum({1 << ROW_OF[y.id][0] for y in structure.servings if y.id in ROW_OF}) for structure in kit.SHEET
]  # as bits
SECTION_RULES = (("WR-20",), ("WR-20",), ("WR-17", "WR-18"), ("WR-17", "WR-18"), ("WR-17",))


def symbol(f: int, id: str, kind: str, tooltip: str = "", badges: Sequence[str] = (), rule: str = "WR-12") -> Piece:
    row = kit.SYMBOLS[f]
    told, art = tooltip or row["name"], row["name"].split()[-1].lower()
    return Piece(id, kind, kit.LETTERS[f], row["color"], row["shape"], [*badges], told, [rule], art)


def zones(s: State, p: int, name: Name) -> list[Zone]:
    found = [tray(s, name)]
    for q in [(max(p, 0) + i) % int(s.players) for i in range(s.players)]:
        found.extend(seat_zones(s, q, name))
    return found


def tray(s: State, name: Name) -> Zone:
    pieces = []
    for i in range(kit.DICE):
        color = "white" if i < kit.WHITE else "red"
        badges = [f"{color} {i}"]
        tooltip = f"{color} die: {NAMES[kit.LETTERS[s.dice[i]]]}" + (", active player only" if i >= kit.WHITE else "")
        pieces.append(symbol(int(s.dice[i]), f"die:{i}", "die", tooltip, badges, "WR-9"))
    note = (
        "the kitchen is closed" if s.phase == state.OVER else f"{name(int(active(s)))}'s roll {s.rolls} of {kit.ROLLS}"
    )
    return Zone("tray", "row", "The wok", pieces=pieces, note=note, rules=["WR-5", "WR-8"])


def seat_zones(s: State, q: int, name: Name) -> list[Zone]:
    crossed, opened, tiles = s.crossed[q].tolist(), s.opened[q].tolist(), (kit.BASIC, int(s.tile[q]))
    full = sum(
        1 << r for r, (members, _) in enumerate(kit.ROWS) if all(crossed[m.structure] >> m.place & 1 for m in members)
    )
    found = [
        structure_zone(q, x, crossed[x], opened[x], full & ROWS_OF[x])
        for x, structure in enumerate(kit.SHEET)
        if structure.tile in tiles
    ]
    fridge = [
        symbol(f, f"fridge:{q}.{kit.LETTERS[f]}{i}", "token", rule="WR-13")
        for f in range(len(kit.LETTERS))
        for i in range(int(s.fridge[q, f]))
    ]
    found.append(
        Zone(f"fridge:{q}", "row", "Fridge", q, fridge, note="" if fridge else "empty", rules=["WR-2", "WR-13"])
    )
    found += skills(s, q)
    if s.phase == state.COOKING:
        dice = [
            symbol(f, f"pool:{q}.{kit.LETTERS[f]}{i}", "die", rule="WR-10")
            for f in range(len(kit.LETTERS))
            for i in range(int(s.pool[q, f]))
        ]
        dice += [
            symbol(f, f"row:{q}.{kit.LETTERS[f]}{i}", "token", "row ingredient, for this turn only", ["row"], "WR-19")
            for f in range(len(kit.LETTERS))
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
    structure = kit.SHEET[x]
    pieces = [cell(q, serving, crossed, opened, full) for serving in structure.servings]
    value = int(kit.VALUE[x, crossed])
    points = f"{value} pt{'s' * (value != 1)}"
    if is_complete(structure, crossed):
        note = f"{points} ✓"
    else:
        note = f"{points}, +{structure.bonus}" if structure.bonus else points
    return Zone(
        f"structure:{q}.{structure.id}",
        "sheet",
        structure.label,
        q,
        pieces,
        note=note,
        rules=["WR-14" if structure.kind == kit.DISH else "WR-15", *SECTION_RULES[structure.section]],
    )


def is_complete(structure: Structure, crossed: int) -> bool:
    return crossed == (1 << len(structure.servings)) - 1


def cell(q: int, serving: Serving, crossed: int, opened: int, full: int) -> Piece:
    """A serving of a sheet: what it costs and what it is worth, crossed off or not."""
    structure = kit.SHEET[serving.structure]
    is_crossed = crossed >> serving.place & 1
    badges = []
    told = (
        f"{serving_words(kit.SERVINGS.index(serving))}: {points_words(serving.points)} for {cost_words(serving.cost)}"
    )
    if structure.bonus:
        told += f", platter bonus {structure.bonus}"
    if is_crossed:
        badges.append("crossed")
        told += ", crossed off"
    if is_complete(structure, crossed):
        badges.append("complete")
    if serving.id in ROW_OF:
        r, members, letter = ROW_OF[serving.id]
        badges.append(f"row {letter}{' full' if full >> r & 1 else ''}")
        others = " and ".join(serving_words(kit.SERVINGS.index(m)) for m in members if m.id != serving.id)
        told += f", a full row with {others} gives {NAMES[letter]}"
    if serving.lock and not opened >> serving.place & 1:
        badges.append(f"locked {serving.lock}")
    face, color = f"{serving.cost} {serving.points}", kit.SYMBOLS[structure.section]["color"]
    rules = ["WR-12", *["WR-18"] * (serving.id in ROW_OF)]
    return Piece(f"serving:{q}.{serving.id}", "cell", face, color, "cross" * is_crossed, badges, told, rules)


def skills(s: State, q: int) -> list[Zone]:
    outlined, framed = int(s.hexes[q]), int(s.rects[q])
    hexes = [hexagon(q, f, outlined >> f & 1) for f in range(kit.INGREDIENTS)]
    rects = [bonus(q, r, framed >> r & 1, int(rectangle(s, q, r))) for r in range(len(kit.RECTANGLES))]
    return [
        Zone(f"hexes:{q}", "row", "Hexagons", q, hexes, note=f"{kit.SKILL_BOOKS} books each", rules=["WR-22"]),
        Zone(f"rects:{q}", "row", "Rectangles", q, rects, note=f"{kit.BONUS_BOOKS} books each", rules=["WR-25"]),
    ]


@cache
def hexagon(q: int, f: int, outlined: int) -> Piece:
    """WR-23: a book is as good as that ingredient."""
    told = (
        f"books may be used as {NAMES[kit.LETTERS[f]]}"
        if outlined
        else f"{kit.SKILL_BOOKS} books: a book as {NAMES[kit.LETTERS[f]]}"
    )
    face, row = f"{kit.LETTERS[kit.BOOK]}={kit.LETTERS[f]}", kit.SYMBOLS[f]
    badges = ["outlined"] * outlined
    return Piece(
        f"hex:{q}.{kit.LETTERS[f]}", "cell", face, row["color"], row["shape"], badges, told, ["WR-23", "WR-24"]
    )


@cache
def bonus(q: int, r: int, outlined: int, now: int) -> Piece:
    """WR-33: what a rectangle counts, and what that is now."""
    found = kit.RECTANGLES[r]
    per = kit.LETTERS[found.section] if found.per == kit.PER_SERVING else ("", "row", "dish")[found.per]
    told = f"{rectangle_words(r)}: {now} now, {'outlined' if outlined else f'costs {kit.BONUS_BOOKS} books'}"
    badges = [*["outlined"] * outlined, f"{now}"]
    return Piece(
        f"rect:{q}.{found.id}", "cell", f"{found.points}/{per}", "", "rectangle", badges, told, ["WR-25", "WR-33"]
    )


def panel(s: State, q: int, name: Name) -> Panel:
    """WR-33: a wok for each section, rectangles apart."""
    sources = [(kit.SECTIONS[i], int(wok(s, q, i))) for i in range(len(kit.SECTIONS))]
    points = int(score(s, q))
    sources.append(("rectangles", points - sum(n for _, n in sources)))
    if s.phase == state.OVER and s.players > 1:  # WR-34
        sources.append(("seat (tie-break)", q + 1))
    marks = ["at the market"] * bool(s.phase != state.OVER and q == active(s)) + [f"{completed(s, q)} complete"]
    marks += ["done"] * bool(s.done >> q & 1)
    return Panel(q, name(q), points, sources, marks)
