"""The action list of a game, declared once: numbering, notation, questions and pieces follow from the declaration.

    ACTIONS = do = Actions("Umami")
    PUT = do("put {dish}", dish=DISHES, answers=PLACE, touches="dish:{seat}.{dish}")
    TAKE = do("take {place} from {victim}.{dish}", victim=SEATS, dish=DISHES, place=DISH, answers=STEAL)
    STOP = do("stop", answers=LAST_TURN)
    VERB, PART, STEP = do.tables()

A verb is the number of its first action. Its other actions follow, one for each combination of its parts, the last part
fastest. Kernels find the verb of an action in ``VERB[a]`` and its parts in ``PART[a, 0]``, ``PART[a, 1]``, ...; they
write ``PUT + dish``, or ``encode(STEP, TAKE, victim, dish, place)`` for a verb of several parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from string import Formatter
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from yokocho.core.kernel import kernel
from yokocho.core.record import State
from yokocho.core.scene import Zone

T = TypeVar("T")
PARTS = 3  # most parts of a verb
LISTED = 40  # most codes that an error message lists
FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")  # {part}, {part:number} or {part:each}


@kernel
def encode(steps, verb, x, y=0, z=0):  # type: ignore[no-untyped-def]
    """The action of a verb with these parts."""
    return verb + x * steps[verb, 0] + y * steps[verb, 1] + z * steps[verb, 2]


@dataclass(frozen=True)
class Code:
    """How the values of a part are written and read, where it depends on the state or is not one code for each."""

    write: Callable[[State, int], str]
    read: Callable[[State, str], int]  # or ValueError


@dataclass(frozen=True)
class Part:
    """A number of an action: what it is called, and how each of its values is written."""

    name: str
    codes: tuple[str, ...]

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {code: i for i, code in enumerate(self.codes)}

    def number(self, text: str) -> int:
        if text not in self.numbers:
            known = f": {' '.join(self.codes)}" if len(self.codes) <= LISTED else ""
            raise ValueError(f"{text!r} is not a valid {self.name.replace('_', ' ')}{known}")
        return self.numbers[text]


class Value:
    """A part of one action, for a template: ``{dish}`` is its code, ``{dish:number}`` the number itself."""

    def __init__(self, code: str, number: int) -> None:
        self.code, self.number = code, number

    def __format__(self, spec: str) -> str:
        return str(self.number) if spec == "number" else self.code

    def letters(self) -> list[str]:
        """The different letters or digits of a code that names several things."""
        return [letter for letter in dict.fromkeys(self.code) if letter.isalnum()]


@dataclass(frozen=True)
class Verb:
    """A kind of action."""

    first: int  # its first action
    text: str  # the notation, with parts in braces
    parts: tuple[Part, ...]
    answers: tuple[int, ...]  # kinds of questions that it answers
    touches: tuple[str, ...]  # pieces and zones that it is about: "ID", "ZONE / FACE" or "ZONE # PLACE"
    also: tuple[str, ...]  # other notations that are read

    @cached_property
    def numbers(self) -> list[tuple[int, ...]]:
        """The parts of each of its actions."""
        return list(product(*(range(len(part.codes)) for part in self.parts)))

    @cached_property
    def patterns(self) -> list[re.Pattern[str]]:
        return [self.pattern(text) for text in (self.text, *self.also)]

    def pattern(self, text: str) -> re.Pattern[str]:
        """A part is a word; where nothing stands between two parts, each is one of its codes."""
        out, end, codes = "", 0, {part.name: part.codes for part in self.parts}
        for found in FIELD.finditer(text):
            name, there = found[1], codes.get(found[1], ())
            next_to = (
                "{" in text[found.end() : found.end() + 1] or "}" in text[max(found.start() - 1, 0) : found.start()]
            )
            if next_to and there:
                shape = "|".join(re.escape(code) for code in sorted(there, key=len, reverse=True))
            else:
                shape = ".+" if any(" " in code for code in there) else r"\S+"
            out += f"{re.escape(text[end : found.start()])}(?P<{name}>{shape})"
            end = found.end()
        return re.compile(out + re.escape(text[end:]))


def codes_of(values: int | range | Iterable[str]) -> tuple[str, ...]:
    """So many numbers from 0, a range of numbers, or a code for each value."""
    return tuple(str(value) for value in (range(values) if isinstance(values, int) else values))


class Actions:
    """The verbs of a game, in the order in which they are declared."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.verbs: list[Verb] = []
        self.verb: list[Verb] = []  # of each action
        self.numbers: list[tuple[int, ...]] = []  # the parts of each action

    def __call__(
        self,
        text: str,
        *,
        answers: int | tuple[int, ...] = (),
        touches: str | tuple[str, ...] = (),
        also: tuple[str, ...] = (),
        **parts: int | range | Iterable[str],
    ) -> int:
        """Declares a verb, and returns its first action."""
        if len(parts) > PARTS:
            raise ValueError(f"{text!r}: a verb has at most {PARTS} parts")
        verb = Verb(
            len(self.verb),
            text,
            tuple(Part(name, codes_of(values)) for name, values in parts.items()),
            answers if isinstance(answers, tuple) else (answers,),
            touches if isinstance(touches, tuple) else (touches,),
            also,
        )
        self.verbs.append(verb)
        self.numbers += verb.numbers
        self.verb += [verb] * len(verb.numbers)
        return verb.first

    def __len__(self) -> int:
        return len(self.verb)

    def tables(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """For kernels: the verb of each action, its parts, and how far apart the actions are that differ in a part."""
        verbs = np.array([verb.first for verb in self.verb], np.int64)
        parts = np.zeros((len(self), PARTS), np.int64)
        steps = np.zeros((len(self), PARTS), np.int64)
        for a, numbers in enumerate(self.numbers):
            parts[a, : len(numbers)] = numbers
        for verb in self.verbs:
            sizes = [len(part.codes) for part in verb.parts]
            for i in range(len(sizes)):
                steps[verb.first, i] = int(np.prod(sizes[i + 1 :], dtype=np.int64))
        return verbs, parts, steps

    def by_verb(self) -> dict[str, list[int]]:
        """The actions of each verb, by its notation without the parts: a game's `verbs`."""
        found: dict[str, list[int]] = {}
        for a, verb in enumerate(self.verb):
            words = FIELD.sub(" ", verb.text)
            found.setdefault(" ".join(word for word in words.split() if word.isidentifier()), []).append(a)
        return found

    def of(self, verb: int, *numbers: int) -> int:
        """The action of a verb with these parts."""
        return verb + self.verb[verb].numbers.index(numbers)

    def answers(self, a: int) -> tuple[int, ...]:
        """The kinds of questions that an action answers."""
        return self.verb[a].answers

    def each(self, functions: Mapping[int, Callable[..., T]]) -> Callable[..., T]:
        """One function of (s, p, a, more...) made of one for each verb, of (s, p, more..., parts...)."""
        missing = [verb.text for verb in self.verbs if verb.first not in functions]
        if missing:
            raise ValueError(f"{self.title}: nothing is said of {', '.join(missing)}")

        def chosen(s: State, p: int, a: int, *more: Any) -> T:
            return functions[self.verb[a].first](s, p, *more, *self.numbers[a])

        return chosen


@dataclass(frozen=True)
class Special:
    """How the actions of one verb are written and read, where its template does not say all."""

    write: Callable[..., str]  # (s, p, parts...)
    read: Callable[..., int]  # (s, p, words by field of the template) -> action, or ValueError


@dataclass(frozen=True)
class Notation:
    """Writes, reads and points at the actions of a list. Codes and verbs that depend on the state are given."""

    actions: Actions
    codes: Mapping[str, Code] = field(default_factory=dict)  # by the name of the part
    verbs: Mapping[int, Special] = field(default_factory=dict)
    pieces: Mapping[int, Callable[..., list[str]]] = field(default_factory=dict)  # (s, p, zones, parts...) -> ids

    def __post_init__(self) -> None:
        for verb in self.actions.verbs:
            parts = {part.name for part in verb.parts}
            if verb.first not in self.verbs:
                for text in (verb.text, *verb.also):
                    self.check(text, parts)
                    for missing in sorted(parts - {found[1] for found in FIELD.finditer(text)}):
                        raise ValueError(f"{self.actions.title}: {text!r} does not say the part {{{missing}}}")
            if verb.first not in self.pieces:
                for place in verb.touches:
                    self.check(place, parts | {"seat"}, f" of {verb.text!r}")

    def check(self, text: str, known: set[str], of: str = "") -> None:
        """Refuses a template that names what is not known."""
        for name in [name for _, name, _, _ in Formatter().parse(text) if name is not None]:
            if name not in known:
                parts = " and ".join(f"{{{part}}}" for part in sorted(known)) or "nothing"
                raise ValueError(f"{self.actions.title}: {text!r}{of} names {{{name}}}; it may name {parts}")

    def values(self, s: State, a: int) -> dict[str, Value]:
        """The parts of an action by name."""
        out = {}
        for part, number in zip(self.actions.verb[a].parts, self.actions.numbers[a], strict=True):
            code = self.codes[part.name].write(s, number) if part.name in self.codes else part.codes[number]
            out[part.name] = Value(code, number)
        return out

    def write(self, s: State, p: int, a: int) -> str:
        """The stable short form of an action."""
        verb = self.actions.verb[a]
        special = self.verbs.get(verb.first)
        if special:
            return special.write(s, p, *self.actions.numbers[a])
        return verb.text.format(**self.values(s, a)) if verb.parts else verb.text

    def read(self, s: State, p: int, text: str) -> int:
        """The action that is written so, or ValueError."""
        words, problem = " ".join(text.split()), ""
        for verb in self.actions.verbs:
            for pattern in verb.patterns:
                found = pattern.fullmatch(words)
                if not found:
                    continue
                try:
                    return self.decoded(s, p, verb, found.groupdict())
                except ValueError as error:
                    problem = problem or str(error)
        raise ValueError(problem or f"{text!r} is not a move of {self.actions.title}")

    def decoded(self, s: State, p: int, verb: Verb, words: dict[str, str]) -> int:
        """The action of a verb from the words in the fields of its template."""
        special = self.verbs.get(verb.first)
        if special:
            return special.read(s, p, **words)
        numbers = []
        for part in verb.parts:
            code = self.codes.get(part.name)
            word = words[part.name]
            numbers.append(code.read(s, word) if code else part.number(word))
        return self.actions.of(verb.first, *numbers)

    def touches(self, s: State, p: int, a: int, zones: dict[str, Zone]) -> list[str]:
        """Ids of the pieces and zones that an action is about. KeyError for what is not on the table."""
        verb = self.actions.verb[a]
        if verb.first in self.pieces:
            return self.pieces[verb.first](s, p, zones, *self.actions.numbers[a])
        if not verb.touches:
            return []
        values: dict[str, Any] = {**self.values(s, a), "seat": p}
        return [id for place in verb.touches for item in several(place, values) for id in ids(item, zones)]


def several(place: str, values: dict[str, Any]) -> list[str]:
    """A template filled in: once, or once for each letter of the part in ``{part:each}``."""
    found = next((m for m in FIELD.finditer(place) if m[2] == "each"), None)
    letters = values[found[1]].letters() if found else [""]
    return [place.replace(found[0], letter).format(**values) if found else place.format(**values) for letter in letters]


def faces(zones: dict[str, Zone], zone: str, face: str) -> list[str]:
    """The pieces of a zone that show a face: equal faces are one choice."""
    return [piece.id for piece in zones[zone].pieces if piece.face == face]


def ids(item: str, zones: dict[str, Zone]) -> list[str]:
    """The pieces of a zone that show a face; the piece at a place; or the id itself."""
    try:
        zone, by_face, face = item.partition(" / ")
        if by_face:
            return faces(zones, zone, face)
        zone, by_place, place = item.partition(" # ")
        return [zones[zone].pieces[int(place)].id] if by_place else [item]
    except LookupError:
        raise KeyError(item) from None


def letter_sets(codes: Sequence[str]) -> Code:
    """Codes that name several things by their letters, in any order."""
    numbers = {"".join(sorted(code)): i for i, code in enumerate(codes)}

    def read(s: State, text: str) -> int:
        found = numbers.get("".join(sorted(text)))
        if found is None:
            raise ValueError(f"{text!r} is not one of {' '.join(codes)}")
        return found

    return Code(lambda s, number: codes[number], read)
