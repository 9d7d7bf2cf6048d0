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
UNKNOWN = -2  # a value that the viewing seat may not know
SPECTATOR = -1  # the viewer without a seat
CLOCK = 127  # the pseudo-seat that moves when a countdown ends

OPTIONS = 16  # most house rules of a game
AGENDA = 12  # most rows of the agenda
WORD_BYTES = 8
EVENTS = 20  # most events of a move
SPARE = "spare"  # the field that fills up a record
MEMORY = "_memory"  # attribute of a state: the array of length one that it is the item of


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
    "rng": WORD[4],  # the generator, source of all randomness in the match
    "news": Kind(np.int32),  # rises when chance decides or something hidden is revealed; undo never crosses a change
    "players": COUNT,
    "agenda_size": COUNT,
    "events_size": COUNT,
    "options": NUMBER[OPTIONS],  # house rules, in the order the game lists them
    "agenda": NUMBER[AGENDA, 4],  # what the table waits for: kind, seats, two arguments; the last row is open
    "events": NUMBER[EVENTS, 4],  # what the last move did: message, three arguments
}


def record(**fields: Kind) -> Dtype:
    """The dtype of a state. Fields are sorted by size and the end is filled up, so that there is no unnamed padding."""
    clash = (HEADER.keys() | {SPARE} | set(dir(np.record))) & fields.keys()
    if clash:
        raise ValueError(f"names that a record has already: {', '.join(sorted(clash))}")
    kinds = sorted((HEADER | fields).items(), key=lambda item: -np.dtype(item[1].type).itemsize)
    layout = [(name, kind.type, kind.shape) for name, kind in kinds]
    spare = -np.dtype(layout).itemsize % WORD_BYTES
    return np.dtype([*layout, *([(SPARE, np.int8, (spare,))] if spare else [])], align=True)


class PlainTable(np.ndarray[Any, Any]):
    """An array for kernels that run as Python: an item is read as an int, which does not overflow like its field."""

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(key)
        return int(value) if isinstance(value, np.integer) else value


class PlainRecord(np.record):  # type: ignore[misc]
    """A record for kernels that run as Python: a field is read as an int, which does not overflow like the field."""

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        if isinstance(value, np.integer):
            return int(value)
        return value.view(PlainTable) if isinstance(value, np.ndarray) else value


class Table:
    """A field that holds an array: looked up once, then cached as an attribute of the record, a view of its memory."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, s: Any, owner: type) -> Any:
        memory = s.__dict__.get(MEMORY)
        if memory is None:
            return s[self.name]  # an item of a batch; caching it would leak by a reference cycle
        found = s.__dict__[self.name] = memory[self.name][0]
        return found


class Data:
    """The buffer of a record, for kernels; cached, since NumPy would build a description of all fields at each call."""

    def __get__(self, s: Any, owner: type) -> Any:
        memory = s.__dict__.get(MEMORY)
        if memory is None:
            return np.void.data.__get__(s)
        found = s.__dict__["data"] = memory.view(np.uint8).data
        return found


@cache
def quick(dtype: Dtype) -> Dtype:
    """The dtype with a record type whose attribute access takes a tenth of the time of NumPy's."""
    fields = {name: Table(name) if dtype[name].shape else property(itemgetter(name)) for name in dtype.names or ()}
    members = {"__getattribute__": np.void.__getattribute__, "data": Data(), **fields}
    made = type("Record", (np.record,), members)
    compiled_states.add(made)
    return np.dtype((made, dtype))


@cache
def plain(dtype: Dtype) -> Dtype:
    """The dtype with the record type for kernels that run as Python."""
    return np.dtype((PlainRecord, dtype))


interpreted_states: set[Dtype] = set()  # of games whose kernels run as Python for now


def current(dtype: Dtype) -> Dtype:
    """The dtype with the record type for the form in which the game's kernels run now."""
    as_python = dtype in interpreted_states and not is_loading()
    return plain(dtype) if PLAIN or as_python else quick(dtype)


def batch(dtype: Dtype, size: int) -> npt.NDArray[Any]:
    """An array of states, all zero; an item is a reference to a state."""
    return np.zeros(size, current(dtype))


def blank(dtype: Dtype) -> State:
    """A new state, all zero."""
    return only(batch(dtype, 1))


def only(memory: npt.NDArray[Any]) -> State:
    """The state in a batch of one, with a reference to the batch."""
    s = memory[0]
    if type(s) is not PlainRecord:
        s.__dict__[MEMORY] = memory
    return s


def copy(s: State) -> State:
    """An independent copy of a state."""
    dtype = current(s.dtype) if type(s) is PlainRecord else s.dtype  # its game may have changed to machine code
    return only(np.ndarray(1, dtype, bytearray(s.data)))


def data(s: State) -> bytes:
    return bytes(s.tobytes())
