"""Input and output of the client: drawn with Rich, or plain."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from itertools import product

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from yokocho.core.scene import Panel, Scene, seat_lines, table_lines
from yokocho.terminal import draw, plain
from yokocho.terminal.cards import LANTERN, LIGHT, LINE, QUIET, faces, tint
from yokocho.terminal.story import Line

PIPED_WIDTH = 100
LEAST_STORY = 4  # lines of the story that are shown even in a small window
LEAST_CHOICES = 4  # rows of choices
PROMPT = 2  # lines: an empty one, and the one that is typed into


class Pipe(Console):
    """A console that lets BrokenPipeError pass, for the command line to handle."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """The table drawn with Rich."""

    plain = False

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or make_console(plain=self.plain)
        self.colors: dict[str, str] = {}  # of every face seen so far
        self.live = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))

    @property
    def width(self) -> int:
        return self.console.width

    # --- writing

    def draw(self, what: RenderableType) -> None:
        self.console.print(what)

    def say(self, text: str, style: str = "") -> None:
        self.draw(tint(text, self.colors, style))

    def shell(self, command: str) -> None:
        """A command to be copied: printed without line breaks."""
        self.console.print(Text(f"  {command}", LIGHT), soft_wrap=True)

    def head(self, text: str) -> None:
        """The beginning of a chapter."""
        self.draw(Text())
        self.draw(Rule(Text(f" {text} ", f"bold {LANTERN}"), style=LINE, characters="─", align="left"))

    def complain(self, text: str) -> None:
        self.draw(Text.assemble(("✗ ", f"bold {LANTERN}"), tint(text, self.colors)))

    def listing(self, rows: Sequence[tuple[str, str]]) -> None:
        """Two columns: a word and its explanation."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style=f"bold {LIGHT}", no_wrap=True)
        grid.add_column(overflow="fold")
        for key, text in rows:
            grid.add_row(Text(key), tint(text, self.colors))
        self.draw(Padding(grid, (0, 0, 0, 2)))

    def story(self, lines: Sequence[Line]) -> None:
        self.draw(self.script(lines))

    def script(self, lines: Sequence[Line]) -> RenderableType:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", style=LIGHT, max_width=16, overflow="fold")
        grid.add_column(overflow="fold")
        for line in lines:
            said = tint(" · ".join(line.did), self.colors, "" if line.who else QUIET)
            grid.add_row(Text(line.who), said)
        return Padding(grid, (0, 0, 0, 2))

    def scene(self, scene: Scene, story: Sequence[Line], notes: Sequence[str], whole: bool) -> None:
        """Everything a person needs for the next decision."""
        self.colors |= faces(scene)
        table = draw.table(scene, self.width)
        question = draw.question(scene, self.colors, self.width)
        if self.live:
            self.console.clear()
            table, question, room = self.fitted(scene, story, notes)
            story = self.fitting(story, room)
        self.draw(table)
        if story:
            self.draw(Rule(Text("since your last decision", QUIET), style=LINE, characters="─", align="left"))
            self.story(story)
        for note in notes:
            self.say(note, QUIET)
        self.draw(Text())
        self.draw(question)

    def height(self, what: RenderableType) -> int:
        return len(self.console.render_lines(what))

    def fitted(
        self, scene: Scene, story: Sequence[Line], notes: Sequence[str]
    ) -> tuple[RenderableType, RenderableType, int]:
        """The largest table and question that fit on the screen together, and the lines that are left for the story."""
        lines = self.console.height - sum(self.height(Text(note)) for note in notes) - PROMPT - bool(story)
        least = min(LEAST_STORY, self.height(self.script(story))) if story else 0
        for size, notations in product(draw.SIZES, (True, False)):
            table = draw.table(scene, self.width, size)
            question = draw.question(scene, self.colors, self.width, notations)
            room = lines - self.height(table) - self.height(question)
            if room >= least:
                return table, question, room
        lines -= self.height(table)
        most = min(len(scene.choices), self.console.height)
        while room < least and most > LEAST_CHOICES:
            most -= 1
            question = draw.question(scene, self.colors, self.width, False, most)
            room = lines - self.height(question)
        return table, question, max(room, least)

    def fitting(self, story: Sequence[Line], room: int) -> Sequence[Line]:
        """The latest part of a story that fits on the screen together with the table."""
        start = 0
        while start < len(story) - 1 and self.height(self.script(story[start:])) > room - (start > 0):
            start += 1
        return [Line("", ["… and before that, see log"]), *story[start:]] if start else story

    def table(self, scene: Scene, _before: Scene | None = None) -> None:
        self.draw(draw.table(scene, self.width))

    def seat(self, scene: Scene, seat: int) -> None:
        self.draw(draw.seat_board(scene, seat, self.width))

    def question(self, scene: Scene) -> None:
        self.draw(draw.question(scene, self.colors, self.width))

    def ranking(self, panels: Sequence[Panel], places: dict[int, int]) -> None:
        self.draw(Rule(Text(" The end ", f"bold {LANTERN}"), style=LINE, characters="─"))
        self.draw(draw.ranking(panels, places))

    def hide(self) -> None:
        """Clears what the next person must not see, including the scrollback."""
        if self.live:
            self.console.clear()
            print("\x1b[3J", end="", flush=True)

    # --- reading

    def ask(self, prompt: str) -> str:
        """A line typed by the person; EOFError at the end of the input."""
        if sys.stdin is None:
            raise EOFError
        line = input(prompt)
        if not self.live:
            print(line)
        return line

    def complete(self, words: Sequence[str]) -> None:
        """Sets the words that the Tab key completes."""
        if not self.live or self.plain:
            return
        try:
            import readline
        except ImportError:
            return

        def complete(text: str, n: int) -> str | None:
            fitting = [word for word in words if word.startswith(text)]
            return fitting[n] if n < len(fitting) else None

        readline.set_completer_delims("")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")


class Plain(Screen):
    """Short lines without colour, boxes or symbols."""

    plain = True

    def lines(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.draw(Text(line))

    def head(self, text: str) -> None:
        self.lines(["", text, ""])

    def complain(self, text: str) -> None:
        self.lines([plain.unruled(text)])

    def listing(self, rows: Sequence[tuple[str, str]]) -> None:
        self.lines([f"{key} {text}" if key.endswith(("-", ".")) else f"{key}: {text}" for key, text in rows])

    def story(self, lines: Sequence[Line]) -> None:
        self.lines([(f"{line.who}: " if line.who else "") + "; ".join(line.did) + "." for line in lines])

    def scene(self, scene: Scene, story: Sequence[Line], notes: Sequence[str], whole: bool) -> None:
        self.story(story)
        self.lines(notes)
        if whole:
            self.lines([""])
            self.table(scene)
        self.lines([""])
        self.question(scene)

    def table(self, scene: Scene, before: Scene | None = None) -> None:
        """The whole table, or what has changed since it was told before."""
        now = table_lines(scene)
        self.lines(plain.changed_lines(table_lines(before), now) if before else now)

    def seat(self, scene: Scene, seat: int) -> None:
        self.lines(seat_lines(scene, next(panel for panel in scene.panels if panel.seat == seat)))

    def question(self, scene: Scene) -> None:
        self.lines(plain.question_lines(scene))

    def ranking(self, panels: Sequence[Panel], places: dict[int, int]) -> None:
        self.lines(["", "The end.", *plain.ranking_lines(panels, places)])

    def hide(self) -> None:
        if self.live:
            self.lines([""] * self.console.height)


def make_console(plain: bool) -> Console:
    for stream in (sys.stdin, sys.stdout):  # characters that cannot be decoded or shown become question marks
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    columns = os.environ.get("COLUMNS", "")
    piped = None if sys.stdout.isatty() else int(columns) if columns.isdecimal() else PIPED_WIDTH
    return Pipe(
        width=piped,
        color_system=None if plain else "auto",
        no_color=plain or None,
        markup=False,
        emoji=False,
        highlight=False,
    )


def make_screen(wanted_plain: bool) -> Screen:
    """Plain if asked for, or if the terminal cannot show anything else."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    dumb = sys.stdout.isatty() and os.environ.get("TERM", "") in ("dumb", "unknown")
    return Plain() if wanted_plain or dumb or not encoding.startswith("utf") else Screen()
