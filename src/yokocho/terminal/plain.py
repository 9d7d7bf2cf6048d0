"""A scene as short sentences, for a screen reader or a terminal that cannot draw."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from yokocho.core.scene import Panel, Piece, Scene, Zone, undrawn
from yokocho.terminal.cards import readable
from yokocho.terminal.choose import told
from yokocho.terminal.draw import clockwise, seat_name, zones_of

LAST_RULES = re.compile(r"(?<=[.?!:])(\s*(\(([A-Z]{2,4}-R?\d+[\s,]*)+\)|[A-Z]{2,4}-R?\d+))+\s*$")


def unruled(text: str) -> str:
    """A text without the rule numbers at its end, which are said only to those who ask."""
    return LAST_RULES.sub("", text)


def piece_words(piece: Piece) -> str:
    """A piece in a few words: face, colour, badges."""
    return " ".join([readable(piece.face), *([piece.color] if piece.color else []), *piece.badges])


def pieces_words(pieces: Sequence[Piece]) -> str:
    """Pieces in words; equal ones, and face-down ones, are counted."""
    counted = Counter(piece_words(piece) if piece.face else "hidden" for piece in pieces)
    return ", ".join(
        f"{n} {words}" if words == "hidden" else words + f" {n} times" * (n > 1) for words, n in counted.items()
    )


def zone_line(zone: Zone) -> str:
    parts = [str(zone.count)] if zone.count >= 0 else []
    parts += [pieces_words(zone.pieces)] if zone.pieces else []
    parts += [undrawn(zone.spoken or zone.note)] if zone.note else []
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


def question_lines(scene: Scene) -> list[str]:
    return [
        unruled(scene.question),
        *(f"{number}. {label}: {notation}" for number, label, notation in told(scene.choices)),
    ]


def ranking_lines(panels: Sequence[Panel], places: dict[int, int]) -> list[str]:
    lines = []
    for panel in panels:
        sources = "".join(f", {source} {n}" for source, n in panel.sources)
        lines.append(f"Place {places[panel.seat]}: {seat_name(panel)}, {panel.score} points{sources}.")
    return lines
