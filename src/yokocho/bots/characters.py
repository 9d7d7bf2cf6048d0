"""What the people of the alley say at moments. It follows from what everybody who hears it was shown of a move, so it
tells nothing; and from nothing else, so it is the same wherever it is said.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

FILE = Path(__file__).with_suffix(".toml")
MOMENTS = ("took", "robbed", "joy", "won", "lost")
WELL = 3  # points at once are worth a word
RARELY = 3  # of so many moves that went well, one is spoken of


@cache
def lines() -> dict[str, dict[str, Any]]:
    """By character and moment."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def line(name: str, moment: str, key: str) -> str:
    """A line of a character at a moment; the same key gives the same line. Empty for whoever is no character."""
    found: Sequence[str] = lines().get(name, {}).get(moment, ())
    return found[crc32(f"{key} {name} {moment}".encode()) % len(found)] if found else ""


def remark(
    names: Mapping[int, str], mover: int, points: Sequence[int], asked: Collection[int], key: str
) -> tuple[int, str] | None:
    """Who of these seats has something to say after a move, and what. `points`: what each seat gained or lost by it;
    `asked`: the seats that think now. While somebody thinks who is none of them, nobody speaks.
    """
    if any(seat not in names for seat in asked):
        return None
    lost = [seat for seat, n in enumerate(points) if n < 0 and seat != mover]
    gain = points[mover] if 0 <= mover < len(points) else 0
    speaker, moment = -1, ""
    if lost and gain > 0:
        speaker, moment = (mover, "took") if mover in names else (lost[0], "robbed")
    elif gain >= WELL and crc32(key.encode()) % RARELY == 0:
        speaker, moment = mover, "joy"
    words = line(names.get(speaker, ""), moment, key)
    return (speaker, words) if words else None


def bows(names: Mapping[int, str], winners: Collection[int], key: str) -> list[tuple[int, str]]:
    """What everybody says at the end."""
    said = [(seat, line(name, "won" if seat in winners else "lost", key)) for seat, name in names.items()]
    return [(seat, words) for seat, words in said if words]
