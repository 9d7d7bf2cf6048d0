"""What happened, told like the script of a play: who, then what they did.

Narration is made with stand-in characters for names, so that lines can be assigned to seats whatever people are called.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from yokocho.core.game import no_name

STAND_IN = 0xE000  # Unicode's private use area: no game's text contains these


@dataclass
class Line:
    who: str  # "" for the table itself
    did: list[str]


def stand_in(p: int) -> str:
    return chr(STAND_IN + p) if p >= 0 else no_name(p)


def tell(lines: list[str], name: Callable[[int], str]) -> list[Line]:
    """The script for a narration with stand-ins: consecutive sentences of one seat become one line."""
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
