"""A scene as short sentences, for a screen reader or a terminal that cannot draw."""

from __future__ import annotations

import re
from collections.abc import Sequence

from yokocho.core.scene import Panel, Scene, seat_name
from yokocho.terminal.choose import told

LAST_RULES = re.compile(r"(?<=[.?!:])(\s*(\(([A-Z]{2,4}-R?\d+[\s,]*)+\)|[A-Z]{2,4}-R?\d+))+\s*$")


def unruled(text: str) -> str:
    """A text without the rule numbers at its end, which are said only to those who ask."""
    return LAST_RULES.sub("", text)


def question_lines(scene: Scene) -> list[str]:
    return [
        unruled(scene.question),
        *(f"{number}. {label}: {notation}" for number, label, notation in told(scene.choices)),
    ]


def told_sources(panel: Panel, panels: Sequence[Panel]) -> list[tuple[str, int]]:
    """Where the points of a match that is over come from: tie-breaks only where somebody is level."""
    level = any(other.score == panel.score for other in panels if other is not panel)
    return [(source, n) for source, n in panel.sources if level or "(tie-break)" not in source]


def ranking_lines(panels: Sequence[Panel], places: dict[int, int]) -> list[str]:
    lines = []
    for panel in panels:
        sources = "".join(f", {source} {n}" for source, n in told_sources(panel, panels))
        lines.append(f"Place {places[panel.seat]}: {seat_name(panel)}, {panel.score} points{sources}.")
    return lines
