"""Zones as lines of text: cards in rows, grids with their edges, stacks, and others' zones in few lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from rich.text import Text

from yokocho.core.scene import Piece, Scene, Zone, undrawn
from yokocho.terminal.cards import (
    BACK,
    HIDDEN,
    LANTERN,
    LIGHT,
    QUIET,
    card,
    card_width,
    chip,
    chip_width,
    short,
)

Block = list[Text]  # lines of one zone

GAP = 3
MANY = 12  # with more pieces than this in a zone of another seat, they are only counted
DOWN, RIGHT = "↓", "→"
MARKS = 6  # with more choices than this, a piece does not list their numbers
NOTE = 30  # longest note of a stack; `look` shows all of it


@dataclass
class Marks:
    """Which choices touch a piece or a zone, by the numbers that are typed."""

    of: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of_scene(cls, scene: Scene) -> Marks:
        marks = cls()
        for number, choice in enumerate(scene.choices, 1):
            for touched in choice.pieces or [choice.zone]:
                marks.of[touched].append(number)
        return marks

    def text(self, key: str) -> Text:
        numbers = self.of.get(key, [])
        useful = 0 < len(numbers) <= MARKS
        return Text(f"‹{' '.join(map(str, numbers))}›" if useful else "", f"bold {LANTERN}")

    def any(self, pieces: Sequence[Piece]) -> bool:
        return any(piece.id in self.of for piece in pieces)


# --- laying out


def wide(block: Block) -> int:
    return max((line.cell_len for line in block), default=0)


def flow(blocks: Sequence[Block], width: int, gap: int = GAP, spaced: bool = True) -> list[Text]:
    """Blocks side by side, in as many rows as the width requires; a blank line between tall rows."""
    rows: list[list[Block]] = []
    room = 0
    for block in blocks:
        if not rows or wide(block) + gap > room:
            rows.append([])
            room = width + gap
        rows[-1].append(block)
        room -= wide(block) + gap
    lines: list[Text] = []
    for i, row in enumerate(rows):
        if spaced and i and max(map(len, row)) > 1:
            lines.append(Text())
        lines += beside(row, gap)
    return lines


def beside(row: Sequence[Block], gap: int) -> list[Text]:
    lines = []
    for y in range(max(map(len, row))):
        line = Text()
        for block in row:
            part = block[y].copy() if y < len(block) else Text()
            part.pad_right(wide(block) - part.cell_len + gap)
            line.append_text(part)
        line.rstrip()
        lines.append(line)
    return lines


# --- zones


def heading(zone: Zone, marks: Marks) -> Text:
    line = Text(zone.title, QUIET)
    if note := undrawn(zone.spoken or zone.note):
        line.append(f" {note}", LIGHT)
    if zone.id in marks.of:
        line.append(" ").append_text(marks.text(zone.id))
    return line


def card_row(zone: Zone, marks: Marks, width: int) -> Block:
    """Cards in two lines each, the numbers of their choices below."""
    block = [heading(zone, marks)]
    size = card_width(zone.pieces)
    badges = any(piece.badges for piece in zone.pieces)
    cells = []
    for piece in zone.pieces:
        cell = card(piece, size, badges)
        if marks.any(zone.pieces):
            number = marks.text(piece.id)
            number.pad_left(max(0, (size - number.cell_len) // 2))
            cell = [*cell, number]
        cells.append(cell)
    return block + (flow(cells, width, 1) if cells else [Text("empty", QUIET)])


def column(zone: Zone, marks: Marks) -> Block:
    """Cards one below the other, each with the numbers of its choices beside it."""
    size = chip_width(zone.pieces)
    block = [heading(zone, marks)]
    for piece in zone.pieces:
        line = chip(piece, size)
        if piece.id in marks.of:
            line.append(" ").append_text(marks.text(piece.id))
        block.append(line)
    return block


def cells(zone: Zone, marks: Marks, width: int) -> Block:
    """Many small pieces: a grid, a track, a sheet."""
    parts = []
    for piece in zone.pieces:
        part = chip(piece)
        if piece.id in marks.of:
            part.append_text(marks.text(piece.id))
        parts.append([part])
    return [heading(zone, marks), *flow(parts, width, 1)]


def grid(zones: Sequence[Zone], marks: Marks) -> Block:
    """The rows of a grid one below the other; its edge, with arrows, above the columns and left of the rows."""
    rows = [zone for zone in zones if zone.kind != "edge"]
    columns = max(len(row.pieces) for row in rows)
    edges = [zone for zone in zones if zone.kind == "edge"]
    edge = [piece for zone in edges for piece in zone.pieces]
    above = [edge_text(f"{DOWN} ", piece, "", marks) for piece in edge[:columns]]
    beside = [edge_text("", piece, f" {RIGHT} ", marks) for piece in edge[columns:]]
    room = max((text.cell_len for text in beside), default=0)
    drawn = [[cell(piece, marks) for piece in row.pieces] for row in rows]
    across = [
        max(text.cell_len for text in column if text) for column in zip_longest(*([above] if above else []), *drawn)
    ]
    block = [heading(replace(edges[0] if edges else rows[0], title=rows[0].grid), marks)]
    beside += [Text()] * (len(rows) - len(beside))
    for left, row in [*([(Text(), above)] if above else []), *zip(beside, drawn)]:
        line = Text().append_text(left)
        line.pad_right(room - line.cell_len)
        for text, size in zip(row, across):
            line.append_text(text)
            line.pad_right(size - text.cell_len + 1)
        line.rstrip()
        block.append(line)
    return block


def edge_text(before: str, piece: Piece, after: str, marks: Marks) -> Text:
    """An arrow into a column or a row, with what lies on it and the numbers of its choices."""
    line = Text(" ".join([before + piece.face, *piece.badges]), LIGHT)
    return line.append_text(marks.text(piece.id)).append(after, LIGHT)


def cell(piece: Piece, marks: Marks) -> Text:
    face = " ".join([piece.face, *piece.badges]) if piece.face else ""
    return chip(replace(piece, face=face)).append_text(marks.text(piece.id))


def stack(zone: Zone, marks: Marks) -> Block:
    count = zone.count if zone.count >= 0 else len(zone.pieces)
    line = Text.assemble((f"{HIDDEN} ", BACK), (zone.title, QUIET), (f" {count}", f"bold {LIGHT}"))
    for piece in zone.pieces[:1]:
        line.append(" ").append_text(chip(piece))
    if note := undrawn(zone.spoken or zone.note) if zone.note else "":
        line.append(f" {short(note, NOTE)}", QUIET)
    if zone.id in marks.of:
        line.append(" ").append_text(marks.text(zone.id))
    return [line]


def blocks(zones: Sequence[Zone], marks: Marks, width: int, tight: bool = False) -> list[Block]:
    """The zones of a place, in order; those of one grid together."""
    grids: dict[str, list[Zone]] = {}
    for zone in zones:
        grids.setdefault(zone.grid or zone.id, []).append(zone)
    return [
        grid(group, marks) if group[0].grid else (low if tight else zone_block)(group[0], marks, width)
        for group in grids.values()
    ]


def zone_block(zone: Zone, marks: Marks, width: int) -> Block:
    if zone.kind == "stack":
        return stack(zone, marks)
    if zone.kind == "column":
        return column(zone, marks)
    if zone.kind in ("row", "fan") and len(zone.pieces) <= MANY:
        return card_row(zone, marks, width)
    return cells(zone, marks, width)


def compact(zone: Zone, marks: Marks, owner: str, width: int) -> Block:
    """Another seat's zone in one line, or in few."""
    zone = replace(zone, title=zone.title.removeprefix(f"{owner}'s "))
    if len(zone.pieces) > MANY:
        return [heading(zone, marks).append(f" {len(zone.pieces)} pieces", QUIET)]
    return low(zone, marks, width)


def low(zone: Zone, marks: Marks, width: int) -> Block:
    """A zone in one line, or in few."""
    line = heading(zone, marks)
    hidden = sum(not piece.face for piece in zone.pieces)
    if hidden:
        line.append(f" {HIDDEN}", BACK).append(f"×{hidden}" if hidden > 1 else "", QUIET)
    if zone.count >= 0:
        line.append(f" {zone.count}", LIGHT)
    parts: list[Block] = []
    for piece in zone.pieces:
        if piece.face:
            face = " ".join([piece.face, *filter(str.isdecimal, piece.badges)])
            parts.append([chip(replace(piece, face=face), tight=True).append_text(marks.text(piece.id))])
    open_ones = flow(parts, width, 0)
    if len(open_ones) == 1 and line.cell_len + 1 + wide(open_ones) <= width:
        return [line.append(" ").append_text(open_ones[0])]
    return [line, *open_ones]
