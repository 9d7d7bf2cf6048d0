"""The guide of a game, from guide.md: chapters of texts, lists, tables and figures, which are live tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from yokocho.core.game import Game
from yokocho.learn.reading import Faults, Table, stamp, text_of, toml

FILE = "guide.md"
AID = "Player aid"
WORDS_A_MINUTE = 180
COMMENT = re.compile(r"<!--(.*?)-->", re.S)
FIGURE = re.compile(r"^```figure\n(.*?)^```$", re.M | re.S)
POINT = re.compile(r"^(-|\d+\.)\s+")


@dataclass(frozen=True)
class Point:
    """A numbered label on a figure, with a line beside it."""

    at: tuple[str, ...]
    name: str
    text: str


@dataclass(frozen=True)
class Figure:
    id: str
    where: str  # for errors
    position: str
    seat: int
    caption: str
    points: tuple[Point, ...]
    light: tuple[str, ...]
    crop: tuple[str, ...]
    explains: tuple[str, ...]


@dataclass(frozen=True)
class Block:
    kind: Literal["text", "list", "table", "figure"]
    text: str = ""
    ordered: bool = False
    items: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()  # the head first
    figure: Figure | None = None

    def texts(self) -> list[str]:
        """Everything that is read in it."""
        if self.figure:
            points = [text for point in self.figure.points for text in (point.name, point.text)]
            return [self.figure.caption, *points]
        return [text for text in (self.text, *self.items, *(cell for row in self.rows for cell in row)) if text]


@dataclass(frozen=True)
class Chapter:
    id: str
    title: str
    blocks: tuple[Block, ...]
    explains: tuple[str, ...]

    @property
    def aid(self) -> bool:
        """Is it the player aid, which is folded and opens beside the table?"""
        return self.title == AID

    def figures(self) -> Iterator[Figure]:
        yield from (block.figure for block in self.blocks if block.figure)


@dataclass(frozen=True)
class Guide:
    title: str
    lead: str
    facts: tuple[str, ...]
    chapters: tuple[Chapter, ...] = field(default=())

    def texts(self) -> list[str]:
        """Everything that is read, without the player aid."""
        told = [chapter for chapter in self.chapters if not chapter.aid]
        inside = [text for chapter in told for block in chapter.blocks for text in block.texts()]
        return [self.title, self.lead, *self.facts, *(chapter.title for chapter in told), *inside]

    @property
    def words(self) -> int:
        return sum(len(words_of(text)) for text in self.texts())

    @property
    def minutes(self) -> int:
        return max(1, -(-self.words // WORDS_A_MINUTE))


def words_of(text: str) -> list[str]:
    """The words of a text without its marks: targets of links and drawings do not count."""
    return re.findall(r"[^\W_]+(?:[-'’.][^\W_]+)*", unmarked(text))


def unmarked(text: str) -> str:
    """A text without marks: of a link its words, of a drawing nothing."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\s*\{[a-z0-9-]+\}", "", text)
    return " ".join(re.sub(r"\*+([^*]+)\*+", r"\1", text).split())


def guide(game: Game) -> Guide:
    """The guide of a game; BadInput if there is none or it cannot be read."""
    return kept(game, stamp(game.folder / FILE))


@lru_cache(32)
def kept(game: Game, _stamp: int) -> Guide:
    faults = Faults()
    found = read(game, faults)
    faults.refuse()
    return found


def read(game: Game, faults: Faults) -> Guide:
    """The guide as far as it can be read."""
    text = text_of(game, FILE).replace("\r\n", "\n")
    head, *parts = re.split(r"^## ", text, flags=re.M)
    first, lead = "", []
    facts: tuple[str, ...] = ()
    for line in COMMENT.sub("", head).splitlines():
        if line.startswith("# "):
            first = line[2:].strip()
        elif line.startswith(">"):
            facts = tuple(fact.strip() for fact in line[1:].split("·"))
        elif line.strip():
            lead.append(line.strip())
    for missing, what in ((first, "# and a title"), (lead, "a sentence on what you are after"), (facts, "> and facts")):
        if not missing:
            faults.note(FILE, f"it begins with {what}")
    return Guide(first, " ".join(lead), facts, tuple(chapter(part, faults) for part in parts))


def chapter(text: str, faults: Faults) -> Chapter:
    title, _, body = text.partition("\n")
    title = title.strip()
    id = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    where = f"{FILE}, {title}"
    explains: list[str] = []
    for comment in COMMENT.findall(body):
        word, _, keys = comment.strip().partition(":")
        if word == "explains":
            explains += keys.split()
    blocks: list[Block] = []
    for i, part in enumerate(FIGURE.split(COMMENT.sub("", body))):
        if i % 2:
            table = toml(part, f"{where}, figure {i // 2 + 1}", faults)
            blocks.append(Block("figure", figure=figure(table, f"{id}-{i // 2 + 1}")))
        else:
            blocks += [block(one, where, faults) for one in re.split(r"\n\s*\n", part) if one.strip()]
    return Chapter(id, title, tuple(blocks), tuple(explains))


def figure(table: Table, id: str) -> Figure:
    found = Figure(
        id=id,
        where=table.where,
        position=table.text("position", needed=True),
        seat=table.number("seat", 0),
        caption=table.text("caption", needed=True),
        points=tuple(
            Point(point.texts("at"), point.text("name", needed=True), point.text("text"))
            for point in table.tables("points", "point")
        ),
        light=table.texts("light"),
        crop=table.texts("crop"),
        explains=table.texts("explains"),
    )
    table.end()
    return found


def block(text: str, where: str, faults: Faults) -> Block:
    lines = text.strip().splitlines()
    if "```" in text:
        faults.note(where, "a fenced block that is not a figure, or not closed")
    if lines[0].startswith("|"):
        rows = [cells(line) for line in lines if not re.fullmatch(r"[|:\s-]+", line)]
        return Block("table", rows=tuple(rows))
    if POINT.match(lines[0]):
        return Block("list", ordered=lines[0][0].isdigit(), items=tuple(items(lines)))
    if lines[0].startswith("#"):
        faults.note(where, "chapters are not divided: no ### headings")
    return Block("text", text=" ".join(text.split()))


def cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))


def items(lines: list[str]) -> list[str]:
    found: list[str] = []
    for line in lines:
        if POINT.match(line):
            found.append(POINT.sub("", line).strip())
        else:
            found[-1] = f"{found[-1]} {line.strip()}"
    return found
