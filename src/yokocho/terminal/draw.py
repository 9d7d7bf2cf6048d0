"""Draws a scene with Rich: the shared area, the other seats, the own board and hand, the question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel as Frame
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from yokocho.core.scene import Panel, Piece, Scene, Zone
from yokocho.terminal.cards import (
    BACK,
    HIDDEN,
    INK,
    LANTERN,
    LIGHT,
    LINE,
    QUIET,
    card,
    card_width,
    chip,
    chip_width,
    short,
    tint,
)
from yokocho.terminal.choose import told

Block = list[Text]  # lines of one zone

GAP = 3
SEAT_WIDTH = 38  # other seats are drawn side by side if each has at least this width
MANY = 12  # with more pieces than this in a zone of another seat, they are only counted
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


def seat_name(panel: Panel) -> str:
    """The name together with the seat's number, which labels and notation use."""
    return panel.name if panel.name.endswith(f" {panel.seat}") else f"{panel.name} (seat {panel.seat})"


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
    if zone.note:
        line.append(f" {zone.note}", LIGHT)
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


def stack(zone: Zone, marks: Marks) -> Block:
    count = zone.count if zone.count >= 0 else len(zone.pieces)
    line = Text.assemble((f"{HIDDEN} ", BACK), (zone.title, QUIET), (f" {count}", f"bold {LIGHT}"))
    for piece in zone.pieces[:1]:
        line.append(" ").append_text(chip(piece))
    if zone.note:
        line.append(f" {short(zone.note, NOTE)}", QUIET)
    if zone.id in marks.of:
        line.append(" ").append_text(marks.text(zone.id))
    return [line]


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
    line = heading(replace(zone, title=zone.title.removeprefix(f"{owner}'s ")), marks)
    hidden = sum(not piece.face for piece in zone.pieces)
    if len(zone.pieces) > MANY:
        line.append(f" {len(zone.pieces)} pieces", QUIET)
        return [line]
    if hidden:
        line.append(f" {HIDDEN}", BACK).append(f"×{hidden}" if hidden > 1 else "", QUIET)
    if zone.count >= 0:
        line.append(f" {zone.count}", LIGHT)
    parts: list[Block] = []
    for piece in zone.pieces:
        if piece.face:
            parts.append([chip(piece, tight=True).append_text(marks.text(piece.id))])
    open_ones = flow(parts, width, 0)
    if len(open_ones) == 1 and line.cell_len + 1 + wide(open_ones) <= width:
        return [line.append(" ").append_text(open_ones[0])]
    return [line, *open_ones]


# --- seats


def only_hand(zone: Zone, panel: Panel) -> bool:
    """Is it a hand of which only the number of cards is known, which the panel shows already?"""
    return zone.kind == "fan" and len(zone.pieces) == panel.hand and not any(piece.face for piece in zone.pieces)


def score_line(panel: Panel) -> Text:
    line = Text.assemble((f"{panel.score}", f"bold {LIGHT}"), (" point" if panel.score == 1 else " points", LIGHT))
    line.append("".join(f" · {source} {points}" for source, points in panel.sources if points), QUIET)
    return line


def frame(panel: Panel, body: Sequence[RenderableType], mine: bool, asked: bool) -> Frame:
    title = Text(f" {seat_name(panel)} ", f"bold {INK} on {LIGHT}" if mine else f"bold {LIGHT}")
    if asked and not mine:
        title.append("◂ ", LANTERN)
    facts = panel.marks + ([f"hand {panel.hand}"] if panel.hand >= 0 else [])
    marks = Text(f" {' · '.join(facts)} " if facts else "", QUIET)
    return Frame(
        Group(*body),
        title=title,
        title_align="left",
        subtitle=marks,
        subtitle_align="right",
        box=ROUNDED,
        border_style=LANTERN if asked else LINE,
        padding=(0, 1),
    )


def my_board(scene: Scene, panel: Panel, zones: Sequence[Zone], marks: Marks, width: int) -> Frame:
    room = width - 4
    board = [zone_block(zone, marks, room) for zone in zones if zone.kind != "fan"]
    hand = [zone_block(zone, marks, room) for zone in zones if zone.kind == "fan"]
    body = [score_line(panel)]
    for blocks in (board, hand):
        if blocks:
            body += [Text(), *flow(blocks, room)]
    return frame(panel, body, True, panel.seat in scene.asked)


def other_seat(scene: Scene, panel: Panel, zones: Sequence[Zone], marks: Marks, width: int) -> Frame:
    blocks = [compact(zone, marks, panel.name, width - 4) for zone in zones if not only_hand(zone, panel)]
    body = [score_line(panel), *flow(blocks, width - 4, 2, spaced=False)]
    return frame(panel, body, False, panel.seat in scene.asked)


def other_seats(scene: Scene, panels: Sequence[Panel], marks: Marks, width: int) -> list[RenderableType]:
    """The other seats, as many side by side as fit, in rows of nearly equal length."""
    if not panels:
        return []
    rows = -(-len(panels) // max(1, min(len(panels), width // SEAT_WIDTH)))
    size = -(-len(panels) // rows)
    drawn: list[RenderableType] = []
    for start in range(0, len(panels), size):
        row = panels[start : start + size]
        grid = Table.grid(expand=True)
        for _ in row:
            grid.add_column(ratio=1)
        each = width // len(row)
        grid.add_row(*(other_seat(scene, panel, zones_of(scene, panel.seat), marks, each) for panel in row))
        drawn.append(grid)
    return drawn


def zones_of(scene: Scene, seat: int) -> list[Zone]:
    return [zone for zone in scene.zones if zone.owner == seat]


def clockwise(scene: Scene) -> list[Panel]:
    """All seats clockwise, starting with the viewer's."""
    start = next((i for i, panel in enumerate(scene.panels) if panel.seat == scene.seat), 0)
    return scene.panels[start:] + scene.panels[:start]


# --- the whole


def shared(scene: Scene, marks: Marks, width: int) -> list[Text]:
    zones = zones_of(scene, -1)
    open_ones = [zone_block(zone, marks, width) for zone in zones if zone.kind != "stack"]
    stacks = [stack(zone, marks) for zone in zones if zone.kind == "stack"]
    lines = flow(open_ones, width)
    if lines and stacks:
        lines.append(Text())
    return lines + flow(stacks, width)


def table(scene: Scene, width: int) -> RenderableType:
    """The whole table as the viewer sees it."""
    marks = Marks.of_scene(scene)
    seats = clockwise(scene)
    mine = [panel for panel in seats if panel.seat == scene.seat]
    others = [panel for panel in seats if panel.seat != scene.seat]
    parts: list[RenderableType] = [Rule(Text(f" {scene.title} ", f"bold {LANTERN}"), style=LINE, characters="─")]
    parts += [Padding(line, (0, 2)) for line in shared(scene, marks, width - 4)]
    parts += other_seats(scene, others, marks, width)
    parts += [my_board(scene, panel, zones_of(scene, panel.seat), marks, width) for panel in mine]
    return Group(*parts)


def seat_board(scene: Scene, seat: int, width: int) -> RenderableType:
    """One seat's board in full."""
    panel = next(panel for panel in scene.panels if panel.seat == seat)
    return my_board(scene, panel, zones_of(scene, seat), Marks.of_scene(scene), width)


def question(scene: Scene, colors: dict[str, str], width: int) -> RenderableType:
    """What is asked, and the numbered choices."""
    asked = Text.assemble(("▸ ", f"bold {LANTERN}"), tint(scene.question, colors, "bold"))
    choices = told(scene.choices)
    longest = max((len(label) + len(notation) for _, label, notation in choices), default=0)
    lists = 2 if len(choices) > 6 and 2 * (longest + 9) <= width else 1
    grid = Table.grid(padding=(0, 2))
    for _ in range(lists):
        grid.add_column(justify="right", style=f"bold {LANTERN}", min_width=3)
        grid.add_column(overflow="fold")
        grid.add_column(style=QUIET, overflow="fold")
    rows = -(-len(choices) // lists)
    for y in range(rows):
        row: list[RenderableType] = []
        for number, label, notation in choices[y::rows]:
            row += [Text(number), tint(label, colors), Text(notation)]
        grid.add_row(*row)
    return Group(asked, grid)


def ranking(panels: Sequence[Panel], places: dict[int, int]) -> RenderableType:
    """The score pad: a column for each seat, best first, and a line for each source of points."""
    made = Table(box=SIMPLE_HEAD, border_style=LINE, header_style=QUIET, pad_edge=False, show_footer=True)
    made.add_column("", footer=Text("points", LIGHT), style=QUIET, overflow="fold")
    for panel in panels:
        style = f"bold {LIGHT}" if places[panel.seat] == 1 else ""
        made.add_column(
            Text(f"{places[panel.seat]}. {seat_name(panel)}", style),
            footer=Text(str(panel.score), f"bold {LIGHT}"),
            justify="right",
            overflow="fold",
        )
    for source in dict.fromkeys(source for panel in panels for source, _ in panel.sources):
        made.add_row(Text(source), *(Text(str(dict(panel.sources).get(source, ""))) for panel in panels))
    return made
