"""Positions: what every game's reader and writer share (docs/positions.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from yokocho.core.agenda import ALONE, ASIDE
from yokocho.core.errors import BadInput
from yokocho.core.record import AGENDA, HEADER, NONE, SPARE, SPECTATOR, UNKNOWN, State, blank
from yokocho.core.rng import seed_words

if TYPE_CHECKING:
    from yokocho.core.game import Game, Option

T = TypeVar("T")
Allowed: TypeAlias = Mapping[str, Sequence[int]]  # field -> the numbers it may be, as a range or one by one

FORMAT = "yokocho-position/1"
HEAD = ("format", "game", "players", "options")
TAIL = ("asked", "generator", "seed")


def seed_bytes(text: str) -> bytes:
    """The 32 bytes for a seed given as text: 64 hexadecimal digits are decoded, any other text is hashed."""
    if len(text) == 64 and all(c in "0123456789abcdef" for c in text):
        return bytes.fromhex(text)
    return hashlib.sha256(text.encode()).digest()


def generator_words(data: dict[str, Any]) -> npt.NDArray[np.uint64]:
    """The generator of a position: given in `generator`, or made from `seed`."""
    named = data.get("generator")
    if named is None:
        return seed_words(seed_bytes(str(data.get("seed", "0"))))
    if not isinstance(named, str) or len(named) != 64 or any(c not in "0123456789abcdef" for c in named):
        raise BadInput("generator: 64 hexadecimal digits")
    if not named.strip("0"):
        raise BadInput("generator: 64 hexadecimal digits, not all of them 0 (that is how a hidden one is written)")
    return np.frombuffer(bytes.fromhex(named), ">u8").astype(np.uint64)


class Reader:
    """Reads the values of a position; errors name the place."""

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
        for i, known in enumerate(values):
            if known == value and type(known) is type(value):  # true is not 1
                return i
        raise BadInput(f"{key}: one of {', '.join(str(v) for v in values)}, not {value!r}")

    def understood(self, where: str, how: Callable[[str], T], word: str) -> T:
        try:
            return how(word)
        except ValueError as error:
            raise BadInput(f"{where}: {error}") from None

    def faces(self, where: str, value: Any, how: Callable[[str], int]) -> list[int]:
        """A list of card faces, without counting them as cards on the table."""
        return [self.understood(where, how, word) for word in self.text(where, value).split()]


class HeadReader(Reader):
    """A reader that has read the keys common to all games: players, options, generator."""

    def __init__(self, game: Game, data: Any) -> None:
        super().__init__(data)
        if data.get("game", game.name) != game.name:
            raise BadInput(f"game: a position of {data['game']}, not of {game.name}")
        self.dtype = game.state
        self.players = self.number("players", game.players[0], game.players[-1], None)
        self.options = game.numbers(self.mapping("options"), self.players)

    def cleared(self, keys: Sequence[str], clear: Callable[[State], Any]) -> State:
        """An empty table with these players and options; refuses keys that are not among those of the game."""
        self.known("", self.data, keys)
        s = blank(self.dtype)
        clear(s)
        s.players = self.players
        s.options[:] = self.options
        return s

    @cached_property
    def generator(self) -> npt.NDArray[np.uint64]:
        """The generator that deals everything the position leaves out."""
        return generator_words(self.data)


def write_head(name: str, options: Sequence[Option], s: State) -> dict[str, Any]:
    """The keys common to all games."""
    house_rules = {option.name: option.value(int(s.options[i])) for i, option in enumerate(options)}
    return {"format": FORMAT, "game": name, "players": int(s.players), "options": house_rules}


def write_generator(s: State) -> str:
    """The generator as 64 hexadecimal digits; all 0 if it is hidden."""
    return "".join(f"{int(word):016x}" for word in s.rng)


def write_asked(s: State, kinds: Mapping[int, str]) -> list[dict[str, Any]]:
    """The agenda, open row first."""
    rows = []
    for kind, seats, a, b in reversed(s.agenda[: s.agenda_size].tolist()):
        asked = [p for p in range(ASIDE.bit_length() - 1) if seats >> p & 1]
        what = "question" if asked else "step"
        if kind not in kinds:
            raise BadInput(f"no word for the {what} of kind {kind}: give it one in `Words.{what}s`")
        row: dict[str, Any] = {what: kinds[kind]}
        if asked:
            row |= {"seat": asked[0]} if len(asked) == 1 and not seats & ALONE else {"seats": asked}
        more = (("a", a), ("b", b), ("aside", bool(seats & ASIDE)), ("alone", bool(seats & ALONE)))
        row |= {key: value for key, value in more if value}
        rows.append(row)
    return rows


def read_asked(
    reader: Reader,
    s: State,
    kinds: Mapping[int, str],
    first_step: int,
    aside: Collection[str] = (),
    alone: Collection[str] = (),
) -> None:
    """The agenda from its rows. Kinds from ``first_step`` on are steps of the table itself. The game names the kinds of
    question that may carry ASIDE or ALONE.
    """
    rows = reader.listing("asked", reader.data["asked"], AGENDA)
    questions = {name: kind for kind, name in kinds.items() if kind < first_step}
    steps = {name: kind for kind, name in kinds.items() if kind >= first_step}
    s.agenda[:] = 0
    for i, row in enumerate(reversed(rows)):
        where = f"asked[{len(rows) - 1 - i}]"
        reader.known(where, row, ("question", "step", "seat", "seats", "a", "b", "aside", "alone"))
        name = row.get("question", row.get("step"))
        known = questions if "question" in row else steps
        if not isinstance(name, str) or name not in known or {"question", "step"} <= row.keys():
            steps_too = f"; step one of {', '.join(steps)}" if steps else ""
            raise BadInput(f"{where}: question is one of {', '.join(questions)}{steps_too}")
        seats = row.get("seats", [row["seat"]] if "seat" in row else [])
        if (
            not isinstance(seats, list)
            or any(type(p) is not int or not 0 <= p < s.players or seats.count(p) > 1 for p in seats)
            or ("question" in row) != bool(seats)
        ):
            raise BadInput(f"{where}: a question asks a seat from 0 to {s.players - 1}, a step none")
        for key in ("a", "b"):
            if type(row.get(key, 0)) is not int or not -1 <= row.get(key, 0) < 1 << 15:
                raise BadInput(f"{where}.{key}: a small number is needed here")
        bits = sum(1 << p for p in seats)
        for key, bit, fitting in (("aside", ASIDE, aside), ("alone", ALONE, alone)):
            if reader.flag(f"{where}.{key}", row.get(key), False):
                if name not in fitting:
                    raise BadInput(f"{where}.{key}: {name} is never {key}")
                bits |= bit
        s.agenda[i] = known[name], bits, row.get("a", 0), row.get("b", 0)
    s.agenda_size = len(rows)


# --- positions that hold the fields of the state under their own names


@dataclass(frozen=True)
class Fields:
    """The fields of a state that a position holds, under their own names, with the numbers they may be.

    NONE is written as null. A key that is left out has its value after the deal, ``?`` is filled in by `imagine`, and a
    position that breaks an invariant is refused.
    """

    table: Allowed = field(default_factory=dict)
    seat: Allowed = field(default_factory=dict)  # a number, or a list of them, for each seat
    who: Sequence[str] = ()  # fields that hold a seat, or null

    def of_table(self, players: int) -> dict[str, Sequence[int]]:
        """The fields of the table, those that hold a seat included."""
        return {**self.table, **dict.fromkeys(self.who, range(NONE, players))}


def check_fields(game: Game) -> None:
    """BadInput unless each field of the game's state is in its positions, once."""
    own = [name for name in game.state.names or () if name not in HEADER and name != SPARE]
    held = [*game.fields.table, *game.fields.seat, *game.fields.who]
    for problem, names in (
        ("positions would not hold {} of the state: name them in `fields`, or define write and read", {*own} - {*held}),
        ("the state has no {}, which `fields` names", {*held} - {*own}),
        ("`fields` names {} twice", {name for name in held if held.count(name) > 1}),
    ):
        if names:
            found = " and ".join(f"`{name}`" for name in sorted(names))
            raise BadInput(f"{game.title}: {problem.format(found)}")


def write_fields(game: Game, s: State) -> dict[str, Any]:
    """A state as a position."""
    table = game.fields.of_table(int(s.players)).items()
    seat = game.fields.seat.items()
    return {
        **write_head(game.name, game.options, s),
        **{name: shown(s[name].tolist(), allowed) for name, allowed in table},
        "seats": [{name: shown(s[name][p].tolist(), allowed) for name, allowed in seat} for p in range(s.players)],
        "asked": write_asked(s, {**game.words.questions, **game.words.steps}),
        "generator": write_generator(s),
    }


def shown(value: Any, allowed: Sequence[int]) -> Any:
    if isinstance(value, list):
        return [shown(item, allowed) for item in value]
    if value == UNKNOWN and UNKNOWN not in allowed:
        return "?"
    return None if value == NONE else value


def read_fields(game: Game, data: Any) -> State:
    """A state from a position."""
    reader = HeadReader(game, data)
    fields = game.fields
    table = fields.of_table(reader.players)
    reader.known("", data, (*HEAD, *table, "seats", *TAIL))
    s = game.new(reader.players, reader.mapping("options"), reader.generator.astype(">u8").tobytes())
    for name in table:
        if name in data:
            s[name] = meant(reader, name, data[name], table[name], s[name].shape)
    for p, seat in enumerate(reader.listing("seats", data.get("seats", []), reader.players)):
        reader.known(f"seats[{p}]", seat, tuple(fields.seat))
        for name in seat:
            s[name][p] = meant(reader, f"seats[{p}].{name}", seat[name], fields.seat[name], s[name].shape[1:])
    if "asked" in data:
        first_step = min(game.words.steps, default=max(game.words.questions) + 1)
        questions = tuple(game.words.questions.values())
        read_asked(reader, s, {**game.words.questions, **game.words.steps}, first_step, questions, questions)
    if unknown(fields, s):
        game.kernels.imagine(s, SPECTATOR)
    if data.get("generator") is not None:
        s.rng[:] = reader.generator
    for name in unknown(fields, s):
        raise BadInput(f"{name}: there is nothing to deal for a ?")
    return s


def meant(reader: Reader, where: str, value: Any, allowed: Sequence[int], shape: tuple[int, ...]) -> Any:
    """The number, or nested list of numbers, for a value of a position."""
    if shape:
        if len(reader.listing(where, value, shape[0])) != shape[0]:
            raise BadInput(f"{where}: {shape[0]} are needed here, not {len(value)}")
        return [meant(reader, f"{where}[{i}]", item, allowed, shape[1:]) for i, item in enumerate(value)]
    if value == "?":
        return UNKNOWN
    number = NONE if value is None else value
    if type(number) is int and number in allowed:
        return number
    numbers = [str(n) for n in allowed if n != NONE]
    known = (
        f"a number from {numbers[0]} to {numbers[-1]}" if isinstance(allowed, range) else f"one of {', '.join(numbers)}"
    )
    raise BadInput(f"{where}: {known}{' or null' if NONE in allowed else ''}, not {value!r}")


def unknown(fields: Fields, s: State) -> list[str]:
    """The fields that still hold UNKNOWN although they may not."""
    numbers = {**fields.of_table(int(s.players)), **fields.seat}
    return [name for name, allowed in numbers.items() if UNKNOWN not in allowed and (s[name] == UNKNOWN).any()]


def read_soundly(read: Callable[[Game, dict[str, Any]], State], game: Game, data: dict[str, Any]) -> State:
    """Reads a position and checks that it can be played: the invariants hold, the agenda starts with a question unless
    the match is over, and every seat that is asked has a legal action.
    """
    s = game.settle(read(game, data))
    broken = int(game.kernels.check(s, s))
    if broken:
        raise BadInput(f"this cannot be: {game.invariants[broken - 1]}")
    if s.agenda_size and not game.pending(s):
        raise BadInput("asked: the first of them is a question")
    for p in game.pending(s):
        if not game.legal(s, p):
            raise BadInput(f"asked: seat {p} has no legal answer to {game.words.asks(s)!r}")
    return s
