"""Positions: what every game's reader and writer share (docs/positions.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from yokocho.core.game import BadInput
from yokocho.core.record import AGENDA, State

T = TypeVar("T")

FORMAT = "yokocho-position/1"


def seed_bytes(text: str) -> bytes:
    """The 256 bits that a seed given as text stands for: 64 hexadecimal digits are themselves, other text is hashed."""
    if len(text) == 64 and all(c in "0123456789abcdef" for c in text):
        return bytes.fromhex(text)
    return hashlib.sha256(text.encode()).digest()


def generator_words(data: dict[str, Any]) -> npt.NDArray[np.uint64]:
    """The generator of a position: named, or made from its seed."""
    named = data.get("generator")
    if named is None:
        raw = seed_bytes(str(data.get("seed", "0")))
    else:
        if not isinstance(named, str) or len(named) != 64 or any(c not in "0123456789abcdef" for c in named):
            raise BadInput("generator: 64 hexadecimal digits")
        raw = bytes.fromhex(named)
    return np.frombuffer(raw, ">u8").astype(np.uint64)


class Reader:
    """Takes a position apart, with complaints that name the place."""

    def __init__(self, data: Any) -> None:
        if not isinstance(data, dict):
            raise BadInput("a position is a JSON object")
        if data.get("format", FORMAT) != FORMAT:
            raise BadInput(f"format: {FORMAT}, not {data['format']!r}")
        self.data: dict[str, Any] = data

    def known(self, where: str, table: Any, keys: Sequence[str]) -> None:
        if not isinstance(table, dict):
            raise BadInput(f"{where}: an object is needed here")
        for key in table:
            if key not in keys:
                raise BadInput(f"{f'{where}.' if where else ''}{key}: unknown; known are {', '.join(keys)}")

    def mapping(self, key: str) -> dict[str, Any]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise BadInput(f"{key}: an object is needed here")
        return value

    def listing(self, where: str, value: Any, most: int) -> list[Any]:
        if not isinstance(value, list) or len(value) > most:
            raise BadInput(f"{where}: a list of at most {most} is needed here")
        return value

    def text(self, where: str, value: Any) -> str:
        if not isinstance(value, str):
            raise BadInput(f"{where}: text is needed here, not {value!r}")
        return value

    def number(self, key: str, low: int, high: int, default: int | None) -> int:
        value = self.data.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise BadInput(f"{key}: a number from {low} to {high}, not {value!r}")
        return value

    def flag(self, where: str, value: Any, default: bool) -> bool:
        if value is None:
            return default
        if not isinstance(value, bool):
            raise BadInput(f"{where}: true or false, not {value!r}")
        return value

    def choice(self, key: str, values: Sequence[Any], default: Any) -> int:
        value = self.data.get(key, default)
        if value not in values:
            raise BadInput(f"{key}: one of {', '.join(str(v) for v in values)}, not {value!r}")
        return list(values).index(value)

    def understood(self, where: str, how: Callable[[str], T], word: str) -> T:
        try:
            return how(word)
        except ValueError as error:
            raise BadInput(f"{where}: {error}") from None

    def faces(self, where: str, value: Any, how: Callable[[str], int]) -> list[int]:
        """A list of cards that need not be on the table."""
        return [self.understood(where, how, word) for word in self.text(where, value).split()]


def write_asked(s: State, kinds: dict[int, str]) -> list[dict[str, Any]]:
    """The agenda, open row first."""
    rows = []
    for kind, seats, a, b in reversed(s.agenda[: s.agenda_size].tolist()):
        asked = [p for p in range(seats.bit_length()) if seats >> p & 1]
        row: dict[str, Any] = {"question" if asked else "step": kinds[kind]}
        if asked:
            row |= {"seat": asked[0]} if len(asked) == 1 else {"seats": asked}
        row |= {key: value for key, value in (("a", a), ("b", b)) if value}
        rows.append(row)
    return rows


def read_asked(reader: Reader, s: State, kinds: dict[int, str], first_step: int) -> None:
    """The agenda from its rows; kinds from ``first_step`` on are the table's own."""
    rows = reader.listing("asked", reader.data["asked"], AGENDA)
    numbers = {name: kind for kind, name in kinds.items()}
    for i, row in enumerate(reversed(rows)):
        where = f"asked[{len(rows) - 1 - i}]"
        reader.known(where, row, ("question", "step", "seat", "seats", "a", "b"))
        name = row.get("question", row.get("step"))
        if name not in numbers or (numbers[name] >= first_step) != ("step" in row):
            questions = ", ".join(n for k, n in kinds.items() if k < first_step)
            steps = ", ".join(n for k, n in kinds.items() if k >= first_step)
            raise BadInput(f"{where}: question is one of {questions}; step one of {steps}")
        seats = row.get("seats", [row["seat"]] if "seat" in row else [])
        if ("question" in row) != bool(seats) or any(type(p) is not int or not 0 <= p < s.players for p in seats):
            raise BadInput(f"{where}: a question asks a seat from 0 to {s.players - 1}, a step none")
        for key in ("a", "b"):
            if type(row.get(key, 0)) is not int or not -1 <= row.get(key, 0) < 1 << 15:
                raise BadInput(f"{where}.{key}: a small number is needed here")
        s.agenda[i] = numbers[name], sum(1 << p for p in seats), row.get("a", 0), row.get("b", 0)
    s.agenda_size = len(rows)
