"""Draws a scene with Rich: the shared area, the other seats, the own board and hand, the question."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel as Frame
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from yokocho.core.scene import Panel, Scene, Zone, clockwise, seat_name, zones_of
from yokocho.terminal.cards import INK, LANTERN, LIGHT, LINE, QUIET, tint
from yokocho.terminal.choose import told
from yokocho.terminal.plain import told_sources
from yokocho.terminal.zones import Marks, blocks, compact, flow, stack

FULL, LOW, LINES = SIZES = (2, 1, 0)  # of a table: as it is, in few lines, and with a line for each other seat
FEW, MOST_LISTS = 6, 3  # choices in one list; lists beside each other
SEAT_WIDTH = 38  # other seats are drawn side by side if each has at least this width


# --- seats


def only_hand(zone: Zone, panel: Panel) -> bool:
    """Is it a hand of which only the number of cards is known, which the panel shows already?"""
    return zone.kind == "fan" and len(zone.pieces) == panel.hand and not any(piece.face for piece in zone.pieces)


def score_line(panel: Panel) -> Text:
    line = Text.assemble((f"{panel.score}", f"bold {LIGHT}"), (" point" if panel.score == 1 else " points", LIGHT))
    line.append("".join(f" · {source} {points}" for source, points in panel.sources if points), QUIET)
    return line


def facts(panel: Panel) -> list[str]:
    return panel.marks + ([f"hand {panel.hand}"] if panel.hand >= 0 else [])


def frame(panel: Panel, body: Sequence[RenderableType], mine: bool, asked: bool) -> Frame:
    title = Text(f" {seat_name(panel)} ", f"bold {INK} on {LIGHT}" if mine else f"bold {LIGHT}")
    if asked and not mine:
        title.append("◂ ", LANTERN)
    marks = Text(f" {' · '.join(facts(panel))} " if facts(panel) else "", QUIET)
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


def my_board(scene: Scene, panel: Panel, zones: Sequence[Zone], marks: Marks, width: int, tight: bool = False) -> Frame:
    room = width - 4
    board = blocks([zone for zone in zones if zone.kind != "fan"], marks, room, tight)
    hand = blocks([zone for zone in zones if zone.kind == "fan"], marks, room, tight)
    body = [score_line(panel)]
    for part in (board, hand):
        if part:
            body += [*([] if tight else [Text()]), *flow(part, room, spaced=not tight)]
    return frame(panel, body, True, panel.seat in scene.asked)


def other_seat(scene: Scene, panel: Panel, zones: Sequence[Zone], marks: Marks, width: int) -> Frame:
    parts = [compact(zone, marks, panel.name, width - 4) for zone in zones if not only_hand(zone, panel)]
    body = [score_line(panel), *flow(parts, width - 4, 2, spaced=False)]
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


def seat_line(scene: Scene, panel: Panel) -> Text:
    """Another seat in one line; `seat` shows its board."""
    line = Text.assemble((seat_name(panel), f"bold {LIGHT}"), ("  ", ""), score_line(panel))
    if panel.seat in scene.asked:
        line.append(" ◂", LANTERN)
    return line.append("".join(f" · {fact}" for fact in facts(panel)), QUIET)


# --- the whole


def shared(scene: Scene, marks: Marks, width: int, tight: bool = False) -> list[Text]:
    zones = zones_of(scene, -1)
    open_ones = blocks([zone for zone in zones if zone.kind != "stack"], marks, width, tight)
    stacks = [stack(zone, marks) for zone in zones if zone.kind == "stack"]
    lines = flow(open_ones, width, spaced=not tight)
    if lines and stacks and not tight:
        lines.append(Text())
    return lines + flow(stacks, width)


def table(scene: Scene, width: int, size: int = FULL) -> RenderableType:
    """The whole table as the viewer sees it."""
    marks = Marks.of_scene(scene)
    seats = clockwise(scene)
    mine = [panel for panel in seats if panel.seat == scene.seat]
    others = [panel for panel in seats if panel.seat != scene.seat]
    parts: list[RenderableType] = [Rule(Text(f" {scene.title} ", f"bold {LANTERN}"), style=LINE, characters="─")]
    parts += [Padding(line, (0, 2)) for line in shared(scene, marks, width - 4, size < FULL)]
    if size > LINES:
        parts += other_seats(scene, others, marks, width)
    else:
        parts += [Padding(seat_line(scene, panel), (0, 2)) for panel in others]
    parts += [my_board(scene, panel, zones_of(scene, panel.seat), marks, width, size < FULL) for panel in mine]
    return Group(*parts)


def seat_board(scene: Scene, seat: int, width: int) -> RenderableType:
    """One seat's board in full."""
    panel = next(panel for panel in scene.panels if panel.seat == seat)
    return my_board(scene, panel, zones_of(scene, seat), Marks.of_scene(scene), width)


def question(
    scene: Scene, colors: dict[str, str], width: int, notations: bool = True, most: int | None = None
) -> RenderableType:
    """What is asked, and the numbered choices: in so many rows at most, if that is said."""
    asked = Text.assemble(("▸ ", f"bold {LANTERN}"), tint(scene.question, colors, "bold"))
    choices = told(scene.choices)
    longest = max((cell_len(label) + len(notation) * notations for _, label, notation in choices), default=0)
    room = longest + (9 if notations else 7)
    lists = max(1, min(MOST_LISTS, width // room)) if len(choices) > FEW else 1
    grid = Table.grid(padding=(0, 2))
    for _ in range(lists):
        grid.add_column(justify="right", style=f"bold {LANTERN}", min_width=3)
        grid.add_column(overflow="fold")
        if notations:
            grid.add_column(style=QUIET, overflow="fold")
    shown = choices if most is None else choices[: most * lists]
    rows = -(-len(shown) // lists)
    for y in range(rows):
        row: list[RenderableType] = []
        for number, label, notation in shown[y::rows]:
            row += [Text(number), tint(label, colors)] + [Text(notation)] * notations
        grid.add_row(*row)
    left = len(choices) - len(shown)
    more = [Text(f"… and {left} more: say choices to see them all", QUIET)] if left else []
    return Group(asked, grid, *more)


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
    pads = [dict(told_sources(panel, panels)) for panel in panels]
    for source in dict.fromkeys(source for pad in pads for source in pad):
        made.add_row(Text(source), *(Text(str(pad.get(source, ""))) for pad in pads))
    return made
