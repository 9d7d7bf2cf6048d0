"""Sentences of the log for the person they are about: "You plays" becomes "You play"."""

from __future__ import annotations

import re

from yokocho.core.scene import Scene

YOU = "You"
UNUSUAL = {"is": "are", "has": "have", "goes": "go", "does": "do", "was": "were"}
MORE = "gains|takes|draws|pays|wins|loses|discards|goes|puts|empties"  # what else somebody does in a sentence
HISSING = ("ss", "sh", "ch", "x", "z")


def to_you(line: str) -> str:
    """A sentence of the log in which a seat is called You."""
    line = owned(line)
    line = re.sub(rf"\b{YOU} ([a-z]+)", lambda found: f"{YOU} {plural(found[1])}", line)
    line = re.sub(rf"(\b{YOU} [^.:;]*? and )({MORE})\b", lambda found: found[1] + plural(found[2]), line)
    return re.sub(rf"(?<!^)(?<![.!?:] )\b{YOU}\b", YOU.lower(), line)


def owned(line: str) -> str:
    """What is said to be You's is yours."""
    return re.sub(rf"\b{YOU}'s\b", lambda found: "Your" if found.start() == 0 else "your", line)


def spoken_to(scene: Scene) -> Scene:
    """The table for the person who is called You on it."""
    scene.question = owned(scene.question)
    for zone in scene.zones:
        zone.note, zone.spoken = owned(zone.note), owned(zone.spoken)
        for piece in zone.pieces:
            piece.note, piece.tooltip = owned(piece.note), owned(piece.tooltip)
    for choice in scene.choices:
        choice.label, choice.why = owned(choice.label), owned(choice.why)
    return scene


def plural(verb: str) -> str:
    """The form of a verb that goes with you."""
    if verb in UNUSUAL:
        return UNUSUAL[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith("es") and verb[:-2].endswith(HISSING):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
