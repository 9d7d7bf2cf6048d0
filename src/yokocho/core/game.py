"""The protocol: what a game must offer. Everybody else (clients, bots, research) is written against this and nothing
more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from yokocho.core.record import NONE, OPTIONS, Dtype, State, blank, copy
from yokocho.core.scene import Scene

NOT_ZERO = [0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x2545F4914F6CDD1D]  # zero is no generator
SCRATCH = 16  # numbers beyond `most` that advise may use for notes


class BadInput(ValueError):
    """Something from outside makes no sense; the message is one sentence for the person who gave it."""


@dataclass(frozen=True)
class Option:
    """A house rule: its values, default first (or ``default``), and the ruling it belongs to."""

    name: str
    values: Sequence[Any]
    rule: str
    words: str
    default: Any = None

    def __post_init__(self) -> None:
        if self.default is None:
            object.__setattr__(self, "default", self.values[0])

    def number(self, value: Any) -> int:
        """How a value stands in the state: a number is itself, a word or truth value its place in the list."""
        if isinstance(value, str) and not isinstance(self.values[0], str):
            value = {"true": True, "yes": True, "false": False, "no": False}.get(
                value.lower(), int(value) if value.isdecimal() else value
            )
        known = [v for v in self.values if v == value and type(v) is type(value)]
        if not known:
            allowed = (
                f"{self.values[0]} to {self.values[-1]}"
                if isinstance(self.values, range)
                else ", ".join(str(v).lower() for v in self.values)
            )
            raise BadInput(f"option {self.name}: {allowed}, not {value!r}")
        return int(value) if isinstance(self.values, range) else list(self.values).index(value)

    def value(self, number: int) -> Any:
        return number if isinstance(self.values, range) else self.values[number]


@dataclass(frozen=True)
class Kernels:
    """The compiled half of a game: ``s`` a state, ``p`` a seat, ``a`` an action number."""

    deal: Callable[..., Any]  # (s, players, options) sets up from the generator already in s
    pending: Callable[..., Any]  # (s) -> bit mask of the seats that owe a decision; 0 when over
    actor: Callable[..., Any]  # (s) -> the one a sequential client asks next; -1 when over
    legal: Callable[..., Any]  # (s, p, out) -> how many legal actions were written to out
    apply: Callable[..., Any]  # (s, p, a) plays it, and the table's own steps up to the next decision
    score: Callable[..., Any]  # (s, p) -> points now
    rank: Callable[..., Any]  # (s, out) places from 1, ties shared
    mask: Callable[..., Any]  # (s, p) hides all that seat p may not know, the generator included
    imagine: Callable[..., Any]  # (s, p) on a masked state with a fresh generator: deals the unknown at random
    observe: Callable[..., Any]  # (s, p, out) numeric features of a masked state
    advise: Callable[
        ..., Any
    ]  # (s, p, actions, n, out) worth of each legal action, from a masked state; out has room for most + SCRATCH
    estimate: Callable[..., Any]  # (s, out) expected final standing of every seat
    ending: Callable[..., Any]  # (s) -> why the game ended or will end, as a number of Game.endings
    check: Callable[
        ..., Any
    ]  # (before, after) -> 0, or the number of the invariant a move broke; standing still breaks none


@dataclass(frozen=True)
class Words:
    """What a game says. All of it works on masked states."""

    notation: Callable[[State, int, int], str]  # (s, p, a): the stable short form
    parse: Callable[[State, int, str], int]  # its inverse, for any action of the list; ValueError for nonsense
    label: Callable[[State, int, int], str]  # (s, p, a): the choice in words
    question: Callable[[State, int, Callable[[int], str]], str]  # (s, p, name): what is asked of p
    asks: Callable[[State], str]  # one word for the kind of question
    narrate: Callable[[State, Callable[[int], str]], list[str]]  # (s, name): what the last move did
    why_not: Callable[[State, int, int], tuple[str, str]]  # (s, p, a): reason and rule number for what is not legal
    summary: Callable[[State, int], str]  # (s, p): the seat's own view in a line or two, for golden playthroughs


@dataclass(frozen=True, eq=False)
class Game:
    """One stall."""

    name: str
    title: str
    credits: str
    summary: str
    players: range
    minutes: str
    version: int  # rises when an old move list would play out differently, and only then
    folder: Path
    components: str  # digest of the component data
    state: Dtype
    actions: int  # length of the action list
    most: int  # never more legal actions at once
    features: int  # length of what observe writes
    options: tuple[Option, ...]
    endings: tuple[str, ...]  # what ending's numbers mean, from 0
    invariants: tuple[str, ...]  # what check's numbers mean, from 1
    kernels: Kernels
    words: Words
    table: Callable[[State, int, Callable[[int], str]], Scene]
    write: Callable[[State], dict[str, Any]]  # a state as a position, in the rulebook's nouns
    read: Callable[[Game, dict[str, Any]], State]  # and back; BadInput where it is impossible
    rule_prefix: str = ""

    def numbers(self, options: dict[str, Any] | None) -> npt.NDArray[np.int16]:
        """House rules by name as the numbers that stand in the state."""
        options = dict(options or {})
        out = np.zeros(OPTIONS, np.int16)
        for i, option in enumerate(self.options):
            out[i] = option.number(options.pop(option.name, option.default))
        if options:
            raise BadInput(
                f"{self.name} has no option {next(iter(options))!r}; it has {', '.join(o.name for o in self.options)}"
            )
        return out

    def options_of(self, s: State) -> dict[str, Any]:
        return {option.name: option.value(int(s.options[i])) for i, option in enumerate(self.options)}

    def check_players(self, players: int) -> None:
        if players not in self.players:
            raise BadInput(f"{self.title} is for {self.players[0]} to {self.players[-1]} players, not {players}")

    def new(self, players: int, options: dict[str, Any] | None, seed: bytes) -> State:
        """A dealt state: everything follows from players, options and the 32 bytes of seed."""
        self.check_players(players)
        s = blank(self.state)
        set_seed(s, seed)
        self.kernels.deal(s, players, self.numbers(options))
        return s

    def legal(self, s: State, p: int) -> list[int]:
        out = np.empty(self.most, np.int16)
        n = self.kernels.legal(s, p, out)
        return [int(a) for a in out[:n]]

    def pending(self, s: State) -> list[int]:
        seats = int(self.kernels.pending(s))
        return [p for p in range(seats.bit_length()) if seats >> p & 1]

    def actor(self, s: State) -> int:
        return int(self.kernels.actor(s))

    def scores(self, s: State) -> list[int]:
        return [int(self.kernels.score(s, p)) for p in range(s.players)]

    def ranks(self, s: State) -> list[int]:
        out = np.zeros(int(s.players), np.int16)
        self.kernels.rank(s, out)
        return [int(r) for r in out]

    def view(self, s: State, p: int) -> State:
        """What seat p knows, and nothing else: the only thing that ever leaves for p."""
        masked = copy(s)
        self.kernels.mask(masked, p)
        return masked

    def imagined(self, masked: State, p: int, seed: bytes) -> State:
        """One whole state that seat p must hold possible."""
        s = copy(masked)
        set_seed(s, seed)
        self.kernels.imagine(s, p)
        return s

    def settle(self, s: State) -> State:
        """A copy without what describes only the last move: two states at the same position are then equal bytes."""
        s = copy(s)
        s.news = 0
        s.events_size = 0
        s.events[:] = 0
        return s

    @cached_property
    def rules(self) -> dict[str, str]:
        """The rules text by number, from RULES.md."""
        text = (self.folder / "RULES.md").read_text(encoding="utf-8")
        found = re.findall(rf"^\*\*({self.rule_prefix}-R?\d+)\*\*\s+(.*?)(?=\n\s*\n|\Z)", text, re.M | re.S)
        return {number: " ".join(body.split()) for number, body in found}


def set_seed(s: State, seed: bytes) -> None:
    """Puts 256 bits into a state's generator."""
    if len(seed) != 32:
        raise BadInput(f"a seed has 32 bytes, not {len(seed)}")
    words = np.frombuffer(seed, ">u8").astype(np.uint64)
    s.rng[:] = words if words.any() else NOT_ZERO


def no_name(p: int) -> str:
    return f"seat {p}" if p != NONE else "nobody"
