"""What a seat sees as numbers, for learning: named parts, and the one that every game shares, the open question.

An observation starts as zeros. Seats count from the looking one, so that one policy can play in every seat.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from yokocho.core.agenda import asked_seats, row_of
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE

ARGUMENT = 16  # bits of an argument of a question


@dataclass(frozen=True)
class Part:
    """A named part of an observation: numbers from ``low`` to ``high`` in a table of this shape."""

    name: str
    shape: int | tuple[int, ...] = 1
    low: float = 0.0
    high: float = 1.0
    seat: int = NONE  # the seat it is about, counted from the looking one
    start: int = 0  # where it begins; set by `placed`

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return self.shape if isinstance(self.shape, int) else math.prod(self.shape)

    @property
    def slice(self) -> slice:
        """Where they are in the observation."""
        return slice(self.start, self.start + self.size)


def by_seat(seats: int, *parts: Part) -> list[Part]:
    """The same parts for each seat, the looking one first. They belong at the end: fewer seats end sooner."""
    return [replace(part, name=f"{part.name} of seat +{i}", seat=i) for i in range(seats) for part in parts]


def placed(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts one after another."""
    found: list[Part] = []
    for part in parts:
        found.append(replace(part, start=found[-1].slice.stop if found else 0))
    return tuple(found)


def question_parts(seats: int, kinds: int) -> list[Part]:
    """What `observe_question` writes."""
    return [
        Part("looking seat", seats),
        Part("number of seats", seats),
        Part("asked seats", seats),
        Part("question", kinds),
        Part("first argument", ARGUMENT),
        Part("second argument", ARGUMENT),
    ]


@kernel
def observe_number(out, k, number):
    """A whole number as bits; returns where the next part begins."""
    for i in range(ARGUMENT):
        out[k + i] = number >> i & 1
    return k + ARGUMENT


@kernel
def observe_question(s, p, seats, kinds, out):
    """Who looks, of how many, who is asked, and what seat p is asked (a spectator and a seat that is not asked see the
    kind of the open question only). Returns where the next part begins.
    """
    me = max(p, 0)
    if p >= 0:
        out[p] = 1
    out[seats + s.players - 1] = 1
    asked = asked_seats(s)
    for i in range(s.players):
        out[2 * seats + i] = asked >> (me + i) % s.players & 1
    k = 3 * seats
    row = row_of(s, p) if p >= 0 else NONE
    if row >= 0:
        observe_number(out, k + kinds, int(s.agenda[row, 2]))
        observe_number(out, k + kinds + ARGUMENT, int(s.agenda[row, 3]))
    elif s.agenda_size > 0:
        row = s.agenda_size - 1
    if row >= 0 and s.agenda[row, 0] < kinds:
        out[k + s.agenda[row, 0]] = 1
    return k + kinds + 2 * ARGUMENT


@kernel
def part_of(x, most):
    """A number as a part of its usual maximum, within -1 and 1."""
    return max(-1.0, min(1.0, x / most))
