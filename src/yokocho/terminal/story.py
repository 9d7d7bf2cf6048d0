"""What happened, told as a script: who, then what they did.

Narration comes with stand-ins for names, so that a line can be given to its seat whatever the seat is called.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from yokocho.core.game import no_name

STAND_IN = 0xE000  # Unicode's private area: no text of a game has these


@dataclass
class Line:
    who: str  # "" for the table itself
    did: list[str]


def stand_in(p: int) -> str:
    return chr(STAND_IN + p) if p >= 0 else no_name(p)


def tell(lines: list[str], name: Callable[[int], str]) -> list[Line]:
    """Narration with stand-ins as a script: what one seat did in a row is one line."""
    story: list[Line] = []
    for text in lines:
        who = ""
        found = re.match(r"([\ue000-\uf8ff]) (.*)", text)
        if found:
            who, text = name(ord(found[1]) - STAND_IN), found[2]
        text = re.sub(r"([\ue000-\uf8ff])('s)?", lambda m: named(name(ord(m[1]) - STAND_IN), m[2]), text)
        if not story or story[-1].who != who:
            story.append(Line(who, []))
        story[-1].did.append(text)
    return story


def named(name: str, owning: str | None) -> str:
    if name == "you" and owning:
        return "your"
    return name + (owning or "")
