"""Wok and Roll's table as a scene, from a masked state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from yokocho.core.record import State
from yokocho.core.scene import Meter, Name, Panel, Piece, Zone
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
GIVEN = sorted({kit.LETTERS.index(letter) for _, letter in kit.ROWS})  # letters that rows give
SECTION_RULES = (("WR-20",), ("WR-20",), ("WR-17", "WR-18"), ("WR-17", "WR-18"), ("WR-17",))


def symbol(f: int, id: str, kind: str, tooltip: str = "", badges: Sequence[str] = (), rule: str = "WR-12") -> Piece:
    row = kit.SYMBOLS[f]
    told, art = tooltip or row["name"], row["name"].split()[-1].lower()
    return Piece(id, kind, kit.LETTERS[f], row["color"], row["shape"], [*badges], told, [rule], art)


def zones(s: State, p: int, name: Name) -> list[Zone]:
    found = [tray(s, p, name)]
    for q in [(max(p, 0) + i) % int(s.players) for i in range(s.players)]:
        found.extend(seat_zones(s, q, name))
    return found


def tray(s: State, p: int, name: Name) -> Zone:
    """The dice of everybody (WR-10). Those that seat p has used, or may not use, say so."""
    dice = s.dice.tolist()
    cooking, others = s.phase == state.COOKING, p >= 0 and p != int(active(s))
    left = s.pool[p].tolist() if cooking and p >= 0 else []
    pieces = []
    for i, f in enumerate(dice):
        color = "white" if i < kit.WHITE else "red"
        badges = [color]
        tooltip = f"{color} die: {NAMES[kit.LETTERS[f]]}"
        if i >= kit.WHITE:
            tooltip += ", active player only"
        if i >= kit.WHITE and others:
            badges.append("not yours")
        elif left and not left[f]:
            badges.append("used")
        elif left:
            left[f] -= 1
        pieces.append(placed(i, symbol(f, f"die:{i}", "die", tooltip, badges, "WR-9")))
    note = (
        "the kitchen is closed" if s.phase == state.OVER else f"{name(int(active(s)))}'s roll {s.rolls} of {kit.ROLLS}"
    )
    return Zone("tray", "row", "The wok", pieces=pieces, note=note, rules=["WR-5", "WR-8"], slots=kit.DICE)


def seat_zones(s: State, q: int, name: Name) -> list[Zone]:
    """A seat's sheet. It has the same zones, each with the same places, whatever is asked."""
    crossed, opened, tiles = s.crossed[q].tolist(), s.opened[q].tolist(), (kit.BASIC, int(s.tile[q]))
    there = [sum(crossed[m.structure] >> m.place & 1 for m in members) for members, _ in kit.ROWS]
    begun = sum(1 << r for r, n in enumerate(there) if n)
    full = sum(1 << r for r, n in enumerate(there) if n == len(kit.ROWS[r][0]))
    found = [
        structure_zone(q, x, crossed[x], opened[x], full & ROWS_OF[x], begun & ROWS_OF[x])
        for x, structure in enumerate(kit.SHEET)
        if structure.tile in tiles
    ]
    found += [wok_zone(q, i, int(wok(s, q, i))) for i in range(len(kit.SECTIONS))]
    found.append(fridge(q, tuple(s.fridge[q].tolist())))
    found += skills(s, q)
    found.append(pool(s, q))
    return found


@lru_cache(1024)
def fridge(q: int, there: tuple[int, ...]) -> Zone:
    """WR-13: a place for each symbol. What is there twice (WR-R22) lies on one place."""
    pieces = [
        placed(f, symbol(f, f"fridge:{q}.{kit.LETTERS[f]}{i}", "token", rule="WR-13"))
        for f, n in enumerate(there)
        for i in range(n)
    ]
    note = "once each" if pieces else "empty"
    return Zone(f"fridge:{q}", "row", "Fridge", q, pieces, note=note, rules=["WR-2", "WR-13"], slots=kit.KINDS)


def placed(slot: int, piece: Piece) -> Piece:
    piece.slot = slot
    return piece


def pool(s: State, q: int) -> Zone:
    """WR-10 WR-19: what a seat still cooks with. Each die has the place that it has in the wok; row ingredients have
    places of their own behind them.
    """
    pieces = []
    if s.phase == state.COOKING:
        left, met = s.pool[q].tolist(), [0] * kit.KINDS
        for i in range(kit.DICE if q == int(active(s)) else kit.WHITE):
            f = int(s.dice[i])
            if met[f] < left[f]:
                badges = ["red"] * (i >= kit.WHITE)
                pieces.append(
                    placed(i, symbol(f, f"pool:{q}.{kit.LETTERS[f]}{met[f]}", "die", badges=badges, rule="WR-10"))
                )
            met[f] += 1
        for f, n in enumerate(s.tokens[q].tolist()):
            for i in range(n):
                told = f"{NAMES[kit.LETTERS[f]]}, row ingredient, for this turn only"
                piece = symbol(f, f"row:{q}.{kit.LETTERS[f]}{i}", "token", told, ["row"], "WR-19")
                pieces.append(placed(kit.DICE + GIVEN.index(f), piece))
        note = "done" if s.done >> q & 1 else "cooking"
    else:
        note = "not yet" if s.phase == state.MARKET else "closed"
    return Zone(
        f"pool:{q}",
        "row",
        "To cook with",
        q,
        pieces,
        note=note,
        rules=["WR-9", "WR-10"],
        slots=kit.DICE + len(GIVEN),
    )


@cache
def wok_zone(q: int, i: int, points: int) -> Zone:
    """WR-33: the points of a section."""
    section = kit.SECTIONS[i]
    spoken = points_words(points)
    return Zone(
        f"wok:{q}.{section}", "track", section.capitalize(), q, note=f"{points}", rules=["WR-33"], spoken=spoken
    )


@lru_cache(4096)
def structure_zone(q: int, x: int, crossed: int, opened: int, full: int, begun: int) -> Zone:
    """A dish or platter of a sheet, outlined: each serving a cell, in the order in which it is filled. Crossed-off and
    opened servings, full rows and rows that are begun are bits.
    """
    structure = kit.SHEET[x]
    pieces = [cell(q, serving, crossed, opened, full, begun) for serving in structure.servings]
    there, most, points = crossed.bit_count(), len(pieces), points_words(int(kit.VALUE[x, crossed]))
    complete = is_complete(structure, crossed)
    spoken = f"{there} of {most} servings, {points}"
    if structure.bonus:
        note = f"{'full' if most - there != 1 else '1 more'} +{structure.bonus}"
        spoken += f", {structure.bonus} of them for the full platter" if complete else f", {note}"
    else:
        note = f"{there}/{most}"
    return Zone(
        f"structure:{q}.{structure.id}",
        "sheet",
        structure.label,
        q,
        pieces,
        note=note,
        rules=["WR-14" if structure.kind == kit.DISH else "WR-15", *SECTION_RULES[structure.section]],
        spoken=spoken,
        slots=most,
        tone="good" if complete else "",
    )


def is_complete(structure: Structure, crossed: int) -> bool:
    return crossed == (1 << len(structure.servings)) - 1


def cell(q: int, serving: Serving, crossed: int, opened: int, full: int, begun: int) -> Piece:
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
        badges.append(f"row {letter}{' full' if full >> r & 1 else ' half' if begun >> r & 1 else ''}")
        others = " and ".join(serving_words(kit.SERVINGS.index(m)) for m in members if m.id != serving.id)
        told += f", a full row with {others} gives {NAMES[letter]}"
    if serving.lock and not opened >> serving.place & 1:
        badges.append(f"locked {serving.lock}")
    face, color = f"{serving.cost} {serving.points}", kit.SYMBOLS[structure.section]["color"]
    rules = ["WR-12", *["WR-18"] * (serving.id in ROW_OF)]
    shape = "cross" * is_crossed
    return Piece(f"serving:{q}.{serving.id}", "cell", face, color, shape, badges, told, rules, slot=serving.place)


def skills(s: State, q: int) -> list[Zone]:
    outlined, framed = int(s.hexes[q]), int(s.rects[q])
    hexes = [hexagon(q, f, outlined >> f & 1) for f in range(kit.INGREDIENTS)]
    rects = [bonus(q, r, framed >> r & 1, int(rectangle(s, q, r))) for r in range(len(kit.RECTANGLES))]
    return [
        Zone(
            *(f"hexes:{q}", "row", "Skills", q, hexes),
            note=f"{kit.SKILL_BOOKS} books each",
            rules=["WR-22"],
            slots=len(hexes),
        ),
        Zone(
            *(f"rects:{q}", "row", "Bonuses", q, rects),
            note=f"{kit.BONUS_BOOKS} books each",
            rules=["WR-25"],
            slots=len(rects),
        ),
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
    id, rules = f"hex:{q}.{kit.LETTERS[f]}", ["WR-23", "WR-24"]
    return Piece(id, "cell", face, row["color"], row["shape"], badges, told, rules, slot=f)


@cache
def bonus(q: int, r: int, outlined: int, now: int) -> Piece:
    """WR-33: what a rectangle counts, and what that is now."""
    found = kit.RECTANGLES[r]
    per = kit.LETTERS[found.section] if found.per == kit.PER_SERVING else ("", "row", "dish")[found.per]
    told = f"{rectangle_words(r)}: {now} now, {'outlined' if outlined else f'costs {kit.BONUS_BOOKS} books'}"
    badges = [*["outlined"] * outlined, f"{now}"]
    id, face, rules = f"rect:{q}.{found.id}", f"{found.points}/{per}", ["WR-25", "WR-33"]
    return Piece(id, "cell", face, "", "rectangle", badges, told, rules, slot=r)


def panel(s: State, q: int, name: Name) -> Panel:
    """WR-33: a wok for each section, rectangles apart."""
    sources = [(kit.SECTIONS[i], int(wok(s, q, i))) for i in range(len(kit.SECTIONS))]
    points = int(score(s, q))
    sources.append(("bonuses", points - sum(n for _, n in sources)))
    if s.phase == state.OVER and s.players > 1:  # WR-34
        sources.append(("seat (tie-break)", q + 1))
    marks = ["at the market"] * bool(s.phase != state.OVER and q == active(s)) + [f"{completed(s, q)} complete"]
    marks += ["done"] * bool(s.done >> q & 1)
    return Panel(q, name(q), points, sources, marks)


def meters(s: State, p: int) -> list[Meter]:
    """WR-31 WR-35: how near the end is, by the dishes and platters that each seat has completed."""
    found = []
    for q in range(s.players):
        n = int(completed(s, q))
        words = f"{n} of the {kit.TO_END} complete dishes or platters that end the game"
        found.append(Meter(words, min(n, kit.TO_END), kit.TO_END, "platter", q))
    if s.players == 1:
        turns = int(s.options[state.SOLO_TURNS])
        now = min(int(s.turn) + bool(s.phase != state.OVER), turns)
        found.append(Meter(f"turn {now} of {turns}", now, turns))
    return found
