"""The table as data: what every front end draws. Made from a masked state only."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
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
Look: TypeAlias = tuple[str, str, str, tuple[str, ...]]  # of a piece: kind, face, colour, badges


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
    slot: int = -1  # its place in the zone; -1: the next free one
    note: str = ""  # a fact about it now, in a few words beside it: "Dish 3 needs 7 8". {name} is a drawing
    tone: str = ""  # of that fact: good, costly, wasteful, final


@dataclass
class Zone:
    """A place on the table: row, column, grid, fan, stack, track, sheet or edge. It has so many slots, whatever lies
    there: an empty one keeps its place.

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
    spoken: str = ""  # the note as it is said, where it is written in codes; what is said where there is none
    grid: str = ""  # the title of the grid of which this is a row or the edge
    slots: int = 0  # how many places it has; 0: as many as pieces
    tone: str = ""  # of the note: good, costly, wasteful, final


@dataclass
class Ghost:
    """A piece as it would lie there after a move."""

    zone: str
    slot: int
    piece: Piece


@dataclass
class Meter:
    """How near something is, drawn as so many pieces of a whole: the end of the game, first of all."""

    words: str  # "10 of 12 cards in Dishes"
    now: int
    of: int
    art: str = ""
    seat: int = -1  # whose it is; -1: the table's


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
class Remark:
    """What is to be said of a choice before it is made."""

    tone: str = ""  # good, costly (gives up something that does not come back), wasteful (asked once more), final
    gain: int = 0  # points that it brings at once
    cost: str = ""  # what it gives up, in two or three words: "fridge -1", "1 card", "pays 15k"
    why: str = ""  # one line: what it scores or prepares, or what is wrong with it


@dataclass(frozen=True)
class Finale:
    """How a game honours whoever wins it, in its own way."""

    words: str = "Tonight the table is cleared for {}."  # {} is a name, several names, or "you"
    art: str = "lantern"  # the drawing that falls over the table
    sources: Mapping[str, str] = field(default_factory=dict)  # drawings of the sources of points, by their words


@dataclass
class Choice:
    """One legal action and the pieces it touches. With `then`, a way to answer the questions after it too, as one."""

    action: int
    notation: str
    label: str
    pieces: list[str] = field(default_factory=list)
    zone: str = ""
    tone: str = ""
    gain: int = 0
    cost: str = ""
    why: str = ""
    then: list[int] = field(default_factory=list)  # the actions that follow


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
    meters: list[Meter] = field(default_factory=list)
    kind: str = ""  # of the question, in one word
    combined: list[Choice] = field(default_factory=list)  # ready-made answers to this question and those after it
    finale: Finale | None = None  # once the match is over

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
    places = {zone.id: zone for zone in zones}
    choices = choices_of(game, s, p, places, name) if p in asked else []
    return Scene(
        *(game.name, p, game.words.heading(s), zones, panels, asked, question, choices),
        over=not asked,
        meters=game.meters(s, p),
        kind=game.words.asks(s) if asked else "",
        combined=game.combined(s, p, name, places) if choices else [],
        finale=None if asked else game.finale,
    )


def slots_of(zone: Zone) -> list[tuple[int, Piece]]:
    """Which piece lies in which slot: its own, or the next one that no piece names."""
    named, free, found = {piece.slot for piece in zone.pieces if piece.slot >= 0}, 0, []
    for piece in zone.pieces:
        slot = piece.slot
        if slot < 0:
            while free in named:
                free += 1
            slot, free = free, free + 1
        found.append((slot, piece))
    return found


def ghosts(before: Sequence[Zone], after: Sequence[Zone]) -> tuple[dict[tuple[str, int, Look], Ghost], set[str]]:
    """What lies elsewhere or looks otherwise after a move, and the pieces that lie where they lay no more. Where pieces
    name no slot, one that only moves up is not told.
    """
    was = {zone.id: zone for zone in before}
    new: dict[tuple[str, int, Look], Ghost] = {}
    gone = {piece.id for zone in before for piece in zone.pieces}
    for zone in after:
        old = was.get(zone.id)
        lay = slots_of(old) if old else []
        staying = {piece.id for piece in zone.pieces}
        gone -= staying & {piece.id for _, piece in lay}
        here, looks = {(slot, look(piece)) for slot, piece in lay}, {(piece.id, look(piece)) for _, piece in lay}
        taken = {slot for slot, piece in lay if piece.id in staying}
        for slot, piece in slots_of(zone):
            named = piece.slot >= 0
            if not piece.face or ((slot, look(piece)) in here if named else (piece.id, look(piece)) in looks):
                continue
            if not named:
                slot = next(i for i in range(len(taken) + 1) if i not in taken)
                taken.add(slot)
            new[zone.id, slot, look(piece)] = Ghost(zone.id, slot, piece)
    return new, gone


def undrawn(note: str) -> str:
    """A note without its drawings, as it is said."""
    return " ".join(re.sub(r"\{[a-z0-9-]+\}", "", note).split())


def look(piece: Piece) -> Look:
    return piece.kind, piece.face, piece.color, tuple(piece.badges)


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


def choices_of(game: Game, s: State, p: int, places: dict[str, Zone], name: Name) -> list[Choice]:
    """The legal actions, each tied to what it touches."""
    return [choice(game, s, p, a, places, name) for a in game.legal(s, p)]


def choice(game: Game, s: State, p: int, a: int, places: dict[str, Zone], name: Name) -> Choice:
    ids = game.touches(s, p, a, places)
    said = game.remark(s, p, a, name)
    return Choice(
        *(a, game.words.notation(s, p, a), game.words.label(s, p, a, name)),
        pieces=[id for id in ids if id not in places],
        zone=next((id for id in ids if id in places), ""),
        tone=said.tone,
        gain=said.gain,
        cost=said.cost,
        why=said.why,
    )


# --- in words


def readable(name: str) -> str:
    """A face or a notation as people read it."""
    return name.replace("_", " ")


def seat_name(panel: Panel) -> str:
    """The name together with the seat's number, which labels and notation use."""
    return panel.name if panel.name.endswith(f" {panel.seat}") else f"{panel.name} (seat {panel.seat})"


def zones_of(scene: Scene, seat: int) -> list[Zone]:
    return [zone for zone in scene.zones if zone.owner == seat]


def clockwise(scene: Scene) -> list[Panel]:
    """All seats clockwise, starting with the viewer's."""
    start = next((i for i, panel in enumerate(scene.panels) if panel.seat == scene.seat), 0)
    return scene.panels[start:] + scene.panels[:start]


def piece_words(piece: Piece) -> str:
    """A piece in a few words: face, colour, badges."""
    return " ".join([readable(piece.face), *([piece.color] if piece.color else []), *piece.badges])


def pieces_words(pieces: Sequence[Piece]) -> str:
    """Pieces in words, from the first to the last; equal neighbours, and face-down ones, are counted."""
    runs = groupby(piece_words(piece) if piece.face else "hidden" for piece in pieces)
    counted = ((words, len(list(run))) for words, run in runs)
    return ", ".join(f"{n} {words}" if words == "hidden" else words + f" {n} times" * (n > 1) for words, n in counted)


def zone_line(zone: Zone) -> str:
    parts = [str(zone.count)] if zone.count >= 0 and (zone.note or not zone.spoken) else []
    parts += [pieces_words(zone.pieces)] if zone.pieces else []
    parts += [undrawn(zone.spoken or zone.note)] if zone.spoken or zone.note else []
    return f"{zone.title}: {'; '.join(parts) or 'empty'}."


def panel_line(panel: Panel, mine: bool) -> str:
    sources = ", ".join(f"{source} {n}" for source, n in panel.sources if n)
    points = f"{panel.score} point{'s' * (panel.score != 1)}" + (f" ({sources})" if sources else "")
    facts = panel.marks + ([f"hand {panel.hand}"] if panel.hand >= 0 and not mine else [])
    return f"{seat_name(panel)}: {points}. {', '.join(facts)}{'.' if facts else ''}".rstrip()


def seat_lines(scene: Scene, panel: Panel) -> list[str]:
    mine = panel.seat == scene.seat
    lines = [panel_line(panel, mine)]
    for zone in zones_of(scene, panel.seat):
        if mine or not zone.pieces or any(piece.face for piece in zone.pieces):
            lines.append(zone_line(zone))
    return lines


def table_lines(scene: Scene) -> list[str]:
    lines = [f"{scene.title}.", *(zone_line(zone) for zone in zones_of(scene, -1))]
    for panel in sorted(clockwise(scene), key=lambda panel: panel.seat == scene.seat):  # the own board last
        lines += ["", *seat_lines(scene, panel)]
    return lines
