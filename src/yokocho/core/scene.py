"""The table as data: what every front end draws. Made from a masked state only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from yokocho.core.record import State

if TYPE_CHECKING:
    from yokocho.core.game import Game

Name: TypeAlias = Callable[[int], str]  # seat -> the name of who sits there


@dataclass
class Piece:
    """A card, die, token, cube or cell. Equal faces are interchangeable; a face-down piece is anonymous."""

    id: str
    kind: str  # card, die, token, cube, cell
    face: str  # what is printed on it, in the game's notation; "" when face down
    color: str = ""  # a word; never the only carrier of meaning
    shape: str = ""  # a shape or letter that means the same as the colour
    badges: list[str] = field(default_factory=list)
    tooltip: str = ""
    rules: list[str] = field(default_factory=list)


@dataclass
class Zone:
    """A place on the table: row, column, grid, fan, stack, track, sheet or edge.

    Zones of one `grid` are its rows, from the top. An edge has a piece above each of its columns, then one left of each
    of its rows.
    """

    id: str
    kind: str
    title: str
    owner: int = -1  # a seat, or -1: the table's
    pieces: list[Piece] = field(default_factory=list)
    count: int = -1  # of a stack whose pieces are not shown
    note: str = ""
    rules: list[str] = field(default_factory=list)
    spoken: str = ""  # the note as it is said, where it is written in codes
    grid: str = ""  # the title of the grid of which this is a row or the edge


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
        """The scene as plain data."""
        return asdict(self)


def scene(game: Game, s: State, p: int, name: Name) -> Scene:
    """A game's zones and panels, with what is asked and the choices of the looking seat."""
    asked = game.pending(s)
    zones = game.zones(s, p, name)
    if p in asked or not asked:
        question = game.words.question(s, p, name)
    else:
        question = f"Waiting for {' and '.join(name(q) for q in asked)}"
    panels = [game.panel(s, q, name) for q in range(s.players)]
    choices = choices_of(game, s, p, zones, name) if p in asked else []
    return Scene(game.name, p, game.words.heading(s), zones, panels, asked, question, choices, over=not asked)


def choices_of(game: Game, s: State, p: int, zones: list[Zone], name: Name) -> list[Choice]:
    """The legal actions, each tied to what it touches."""
    places = {zone.id: zone for zone in zones}
    choices = []
    for a in game.legal(s, p):
        ids = game.touches(s, p, a, places)
        zone = next((id for id in ids if id in places), "")
        pieces = [id for id in ids if id not in places]
        choices.append(Choice(a, game.words.notation(s, p, a), game.words.label(s, p, a, name), pieces, zone))
    return choices
