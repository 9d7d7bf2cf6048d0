"""The table as data: what every front end draws. Made from a masked state only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias
from zlib import crc32

from yokocho.core.record import State

if TYPE_CHECKING:
    from yokocho.core.game import Game

# Who lives in the alley. Bots are called after them, and everybody at a table has one of their faces.
CHARACTERS = {
    **{"Pip": "ebi", "Bao": "bao", "Onigi": "onigiri", "Momo": "tofu"},
    **{"Kiko": "fox", "Ponta": "tanuki", "Tako": "octopus", "Pepper": "chili"},
    **{"Neko": "cat", "Kamome": "gull", "Hari": "hedgehog", "Shii": "shiitake"},
    **{"Old Gama": "toad", "Hoot": "owl", "Daiko": "daikon", "Akane": "radish"},
}

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
    art: str = ""  # the drawing on it, by name; "" where what is printed says all


@dataclass
class Zone:
    """A place on the table: row, column, grid, fan, stack, track or sheet."""

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
    face: str = ""  # the drawing of who sits there, by name


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
    for panel, face in zip(panels, faces([panel.name for panel in panels])):
        panel.face = face
    choices = choices_of(game, s, p, zones, name) if p in asked else []
    return Scene(game.name, p, game.words.heading(s), zones, panels, asked, question, choices, over=not asked)


def faces(names: Sequence[str]) -> list[str]:
    """A face for each name at a table: a character's own, for others one that follows from the name. No two are the
    same while there are enough.
    """
    everybody = list(CHARACTERS.values())
    found = {name: CHARACTERS[name] for name in names if name in CHARACTERS}
    for name in names:
        if name not in found:
            first = crc32(name.encode()) % len(everybody)
            free = [face for face in everybody[first:] + everybody[:first] if face not in found.values()]
            found[name] = free[0] if free else everybody[first]
    return [found[name] for name in names]


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
