"""Sentences of the log for the person they are about: "You plays" becomes "You play"."""

from __future__ import annotations

import re

YOU = "You"
UNUSUAL = {"is": "are", "has": "have", "goes": "go", "does": "do", "was": "were"}
HISSING = ("ss", "sh", "ch", "x", "z")


def to_you(line: str) -> str:
    """A sentence of the log in which a seat is called You."""
    line = re.sub(rf"\b{YOU}'s\b", lambda found: "Your" if found.start() == 0 else "your", line)
    line = re.sub(rf"\b{YOU} ([a-z]+)", lambda found: f"{YOU} {plural(found[1])}", line)
    return re.sub(rf"(?<!^)(?<![.!?:] )\b{YOU}\b", YOU.lower(), line)


def plural(verb: str) -> str:
    """The form of a verb that goes with you."""
    if verb in UNUSUAL:
        return UNUSUAL[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith("es") and verb[:-2].endswith(HISSING):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
