"""The table as data: what every front end draws. Made from a masked state only."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Piece:
    """A card, die, token, cube or cell. Equal faces are interchangeable; a face-down piece is anonymous."""

    id: str
    kind: str  # card, die, token, cube, cell
    face: str  # what is printed on it, in the game's notation; "" when face down
    color: str = ""  # a word; never the only carrier of meaning
    shape: str = ""  # the shape or letter that goes with the colour
    badges: list[str] = field(default_factory=list)
    tooltip: str = ""
    rules: list[str] = field(default_factory=list)


@dataclass
class Zone:
    """A place on the table: row, grid, fan, stack, track or sheet."""

    id: str
    kind: str
    title: str
    owner: int = -1  # a seat, or -1: the table's
    pieces: list[Piece] = field(default_factory=list)
    count: int = -1  # of a stack whose pieces are not shown
    note: str = ""
    rules: list[str] = field(default_factory=list)


@dataclass
class Panel:
    """One seat at a glance."""

    seat: int
    name: str
    score: int
    sources: list[tuple[str, int]] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)  # active, First Serving, ...
    hand: int = -1


@dataclass
class Choice:
    """One legal action and the pieces it touches."""

    action: int
    notation: str
    label: str
    pieces: list[str] = field(default_factory=list)
    zone: str = ""


@dataclass
class Scene:
    """Everything one seat sees."""

    game: str
    seat: int
    title: str
    zones: list[Zone]
    panels: list[Panel]
    asked: list[int]  # seats that owe a decision
    question: str  # what is asked, in words
    choices: list[Choice] = field(default_factory=list)  # of the looking seat; empty when it is not asked
    over: bool = False

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
