"""Says where two states, or two documents, differ: by the name of the field, with both values."""

from __future__ import annotations

from typing import Any

import numpy as np

from yokocho.core.record import NONE, SPECTATOR, UNKNOWN, State, data

GENERATOR = "rng"
LONG = 80  # letters of a value
SHOWN = 3  # most differences that a sentence lists
Difference = tuple[str, Any, Any]  # a place such as ``hand[0, 2]``, and both values


def differences(one: State, other: State) -> list[Difference]:
    """The fields in which two states of a game differ."""
    if data(one) == data(other):
        return []
    found: list[Difference] = []
    for name in one.dtype.names:
        a, b = np.asarray(one[name]), np.asarray(other[name])
        if name != GENERATOR:
            for place in np.argwhere(a != b).tolist():
                found.append((where(name, place), shown(a[tuple(place)]), shown(b[tuple(place)])))
    if (one[GENERATOR] != other[GENERATOR]).any():
        found.append((where(GENERATOR, []), "one generator", "another"))
    return found


def who(p: int) -> str:
    return "a spectator" if p == SPECTATOR else f"seat {p}"


def where(name: str, place: list[int]) -> str:
    return f"`{name}[{', '.join(map(str, place))}]`" if place else f"`{name}`"


def shown(number: Any) -> str:
    return {UNKNOWN: "unknown", NONE: "none"}.get(int(number), str(int(number)))


def said(found: list[Difference], one: str, other: str) -> str:
    """``field `hand[0, 2]` as 7 before and 3 after`` for `one` "before" and `other` "after", and how many more."""
    parts = [f"{place} as {a} {one} and {b} {other}" for place, a, b in found[:SHOWN]]
    more = f", and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return f"field{'s' if len(found) > 1 else ''} {'; '.join(parts)}{more}"


def first_difference(one: Any, other: Any, place: str = "") -> Difference | None:
    """The first place in which two documents of lists, objects and plain values differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = [(f"{place}.{key}" if place else str(key), one[key], other[key]) for key in one]
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return f"the length of {place}", len(one), len(other)
        pairs = [(f"{place}[{i}]", a, b) for i, (a, b) in enumerate(zip(one, other))]
    else:
        return None if one == other else (place, one, other)
    for inside, a, b in pairs:
        found = first_difference(a, b, inside)
        if found:
            return found
    return None


def short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONG else f"{text[: LONG - 3]}..."


def flat(s: State) -> dict[str, Any]:
    """All numbers of a state as one array for each field."""
    return {name: np.atleast_1d(np.asarray(s[name])).copy() for name in s.dtype.names}
