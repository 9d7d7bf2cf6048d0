"""Declares a state: one flat record of integers, the common header and then a game's own fields."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from yokocho.core.kernel import PLAIN, compiled_states, is_loading

State: TypeAlias = Any  # one record of a game's dtype; attributes are its fields
Dtype: TypeAlias = np.dtype[Any]

NONE = -1  # an empty slot
UNKNOWN = -2  # a card that the looking seat may not know
SPECTATOR = -1  # the seat of somebody who only looks on
CLOCK = 127  # the seat of time itself

OPTIONS = 16  # house rules a game may have
AGENDA = 12  # rows that may wait
WORD_BYTES = 8
EVENTS = 20  # things one move may be said to have done
MEMORY = "_memory"  # beside a state: the array of one that it is the item of


@dataclass(frozen=True)
class Kind:
    """A kind of number; ``CARD[SEATS, 4]`` is a table of them."""

    type: Any
    shape: tuple[int, ...] = ()

    def __getitem__(self, shape: int | tuple[int, ...]) -> Kind:
        return Kind(self.type, shape if isinstance(shape, tuple) else (shape,))


SEAT = Kind(np.int8)
CARD = Kind(np.int8)
COUNT = Kind(np.int8)
FLAG = Kind(np.int8)
NUMBER = Kind(np.int16)
BITS = Kind(np.int32)
WORD = Kind(np.uint64)

HEADER = {
    "rng": WORD[4],  # the generator: all chance of the match
    "news": Kind(np.int32),  # raised by chance and by whatever the deciding seat did not know: the fence of undo
    "players": COUNT,
    "agenda_size": COUNT,
    "events_size": COUNT,
    "options": NUMBER[OPTIONS],  # house rules, in the order the game lists them
    "agenda": NUMBER[AGENDA, 4],  # what the table waits for: kind, seats, two arguments; the last row is the open one
    "events": NUMBER[EVENTS, 4],  # what the last move did: message, three arguments
}


def record(**fields: Kind) -> Dtype:
    """The dtype of a state. Fields are laid out by size and the end is filled, so that every byte has a name."""
    clash = (HEADER.keys() | {"spare"} | set(dir(np.record))) & fields.keys()
    if clash:
        raise ValueError(f"names that a record has already: {', '.join(sorted(clash))}")
    kinds = sorted((HEADER | fields).items(), key=lambda item: -np.dtype(item[1].type).itemsize)
    layout = [(name, kind.type, kind.shape) for name, kind in kinds]
    spare = -np.dtype(layout).itemsize % WORD_BYTES
    return np.dtype([*layout, *([("spare", np.int8, (spare,))] if spare else [])], align=True)


class PlainTable(np.ndarray[Any, Any]):
    """In plain mode a number read from a table is as wide as in compiled code, not as narrow as its field."""

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(key)
        return int(value) if isinstance(value, np.integer) else value


class PlainRecord(np.record):  # type: ignore[misc]
    """In plain mode a number read from a field is as wide as in compiled code."""

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        if isinstance(value, np.integer):
            return int(value)
        return value.view(PlainTable) if isinstance(value, np.ndarray) else value


class Table:
    """A field that holds a table: looked up once, then kept beside the record as a view of its memory."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, s: Any, owner: type) -> Any:
        memory = s.__dict__.get(MEMORY)
        if memory is None:
            return s[self.name]  # an item of a batch: if it kept the table, each would hold the other for ever
        found = s.__dict__[self.name] = memory[self.name][0]
        return found


class Data:
    """Where a kernel finds the bytes of a record. NumPy would describe all fields anew at each call."""

    def __get__(self, s: Any, owner: type) -> Any:
        memory = s.__dict__.get(MEMORY)
        if memory is None:
            return np.void.data.__get__(s)
        found = s.__dict__["data"] = memory.view(np.uint8).data
        return found


@cache
def quick(dtype: Dtype) -> Dtype:
    """The dtype with a record type of its own, whose attributes cost a tenth of those that NumPy's has."""
    fields = {name: Table(name) if dtype[name].shape else property(itemgetter(name)) for name in dtype.names or ()}
    members = {"__getattribute__": np.void.__getattribute__, "data": Data(), **fields}
    made = type("Record", (np.record,), members)
    compiled_states.add(made)
    return np.dtype((made, dtype))


@cache
def plain(dtype: Dtype) -> Dtype:
    """The dtype with the record type that kernels need when they run as Python."""
    return np.dtype((PlainRecord, dtype))


interpreted_states: set[Dtype] = set()  # of games whose kernels run as Python for now


def current(dtype: Dtype) -> Dtype:
    """The dtype with the record type that suits the game's kernels as they run now."""
    as_python = dtype in interpreted_states and not is_loading()
    return plain(dtype) if PLAIN or as_python else quick(dtype)


def batch(dtype: Dtype, size: int) -> npt.NDArray[Any]:
    """Room for many states, all zero; an item is a state by reference."""
    return np.zeros(size, current(dtype))


def blank(dtype: Dtype) -> State:
    """A new state, all zero."""
    return only(batch(dtype, 1))


def only(memory: npt.NDArray[Any]) -> State:
    """The state in a batch of one, which knows its memory."""
    s = memory[0]
    if type(s) is not PlainRecord:
        s.__dict__[MEMORY] = memory
    return s


def copy(s: State) -> State:
    """The same state again, independent of the first."""
    dtype = current(s.dtype) if type(s) is PlainRecord else s.dtype  # its game may be compiled by now
    return only(np.ndarray(1, dtype, bytearray(s.data)))


def data(s: State) -> bytes:
    return bytes(s.tobytes())
