"""A scene as short sentences, for a screen reader or a terminal that cannot draw."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, zip_longest

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


def changed_lines(before: Sequence[str], now: Sequence[str]) -> list[str]:
    """The sentences about a table that are new, below the name of whose they are."""
    lines: list[str] = []
    nothing: list[str] = []
    for old, new in zip_longest(parts(before), parts(now), fillvalue=nothing):
        told = [line for line in new if line not in old]
        lines += ["", new[0], *(line for line in told if line != new[0])] if told else []
    return lines or ["", "The table is as before."]


def parts(lines: Sequence[str]) -> list[list[str]]:
    """What is said of the middle of a table, then of each seat."""
    return [list(part) for blank, part in groupby(lines, key=lambda line: not line) if not blank]


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
