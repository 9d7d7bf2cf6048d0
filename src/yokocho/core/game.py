"""The protocol: what a game must offer. Clients and bots use this interface and nothing else of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from yokocho.core import defaults
from yokocho.core.components import Components
from yokocho.core.defaults import left_out
from yokocho.core.errors import BadInput as BadInput
from yokocho.core.happenings import Happens
from yokocho.core.kernel import Kernel, interpreted, is_loading
from yokocho.core.observing import Part, placed
from yokocho.core.position import Fields as Fields
from yokocho.core.position import check_fields, read_fields, read_soundly, write_fields
from yokocho.core.record import NONE, OPTIONS, Dtype, State, blank, copy
from yokocho.core.rng import seed_words
from yokocho.core.scene import Choice, Finale, Meter, Name, Panel, Remark, Scene, Zone, scene

SCRATCH = 16  # numbers beyond `most` that advise may use as scratch space
NOWHERE = Path()
NOT_GIVEN = (left_out, NOWHERE, "", 0, ())
SHOWN = 8  # most values of an option that an error message lists


@dataclass(frozen=True)
class Option:
    """A house rule: its values, default first (or ``default``), and the ruling it belongs to.

    Matches and commands store names and values, so these never change. People read ``words`` (the question) and
    ``labels`` (the answers).
    """

    name: str
    values: Sequence[Any]
    rule: str
    words: str
    default: Any = None
    _: KW_ONLY
    labels: Mapping[Any, str] = field(default_factory=dict)  # what a value means; booleans default to Yes and No
    unit: str = ""  # what a number counts, in the plural
    seats: Sequence[Any] = ()  # values that name a seat, the first seat first

    def __post_init__(self) -> None:
        if self.default is None:
            object.__setattr__(self, "default", self.values[0])
        if isinstance(self.default, bool):
            object.__setattr__(self, "labels", {True: "Yes", False: "No"} | dict(self.labels))

    @property
    def is_number(self) -> bool:
        """Is it typed as a number? A range with a label for every value is a list to choose from instead."""
        return isinstance(self.values, range) and len(self.labels) < len(self.values)

    def label(self, value: Any) -> str:
        """A value in words."""
        if value in self.labels:
            return self.labels[value]
        if value in self.seats:
            return f"Seat {self.seats.index(value)}"
        if isinstance(self.values, range) and self.unit:
            return f"{value} {self.unit.removesuffix('s') if value == 1 else self.unit}"
        return str(value)

    def choices(self) -> list[tuple[str, str]]:
        """Rows for a listing: what can be typed, and what it means."""
        if not self.is_number:
            usual = {self.default: " (usual)"}
            return [(str(v).lower(), self.label(v) + usual.get(v, "")) for v in self.values]
        numbers = f"{self.unit or 'a number'}, usually {self.default}"
        return [(f"{self.values[0]} to {self.values[-1]}", numbers), *((str(v), w) for v, w in self.labels.items())]

    def number(self, value: Any) -> int:
        """A value as stored in the state: of a range the number itself, otherwise its index in the list of values."""
        if isinstance(value, str) and not isinstance(self.values[0], str):
            value = {"true": True, "yes": True, "false": False, "no": False}.get(
                value.lower(), int(value) if value.isdecimal() else value
            )
        if type(value) not in {type(v) for v in self.values[:2]} or value not in self.values:
            names = [str(v).lower() for v in self.values]
            if len(names) > SHOWN:
                names[SHOWN // 2 : -1] = ["..."]
            allowed = f"{names[0]} to {names[-1]}" if isinstance(self.values, range) else ", ".join(names)
            raise BadInput(f"option {self.name}: {allowed}, not {value!r}")
        return int(value) if isinstance(self.values, range) else list(self.values).index(value)

    def value(self, number: int) -> Any:
        """The value for a number in the state."""
        return number if isinstance(self.values, range) else self.values[number]


@dataclass(frozen=True)
class Kernels:
    """The compiled half of a game: ``s`` a state, ``p`` a seat, ``a`` an action number. Defaults are in brackets; a
    `Game` has them all.
    """

    deal: Kernel  # (s, players, options) sets up a state whose generator, players and options are set already
    legal: Kernel  # (s, p, out) -> how many legal actions were written to out
    apply: Kernel  # (s, p, a) plays the action, then the automatic steps up to the next decision
    score: Kernel  # (s, p) -> points now
    mask: Kernel  # (s, p) hides all that seat p may not know, the generator included
    imagine: Kernel  # (s, p) fills in the unknown at random, on a masked state with a fresh generator
    _: KW_ONLY
    pending: Kernel = left_out  # (s) -> bit mask of the seats that owe a decision, 0 when over (by the agenda)
    actor: Kernel = left_out  # (s) -> the seat a sequential client asks next, -1 when over (clockwise from seat 0)
    standing: Kernel = left_out  # (s, p) -> a number by which seats are placed: points, then tie-breaks (the score)
    rank: Kernel = left_out  # (s, out) places from 1, ties shared (by standing)
    observe: Kernel = left_out  # (s, p, out) a masked state as numbers, into zeros (the question and the scores)
    sensible: Kernel = left_out  # (s, p, actions, n) moves those worth looking at to the front -> how many (all)
    advise: Kernel = left_out  # (s, p, actions, n, out) worth of each legal action, from a masked state (all equal);
    # out has room for most + SCRATCH
    rollout: Kernel = left_out  # like advise, but within a few microseconds: the policy of playouts (advise)
    estimate: Kernel = left_out  # (s, out) expected final points of every seat (the scores)
    ending: Kernel = left_out  # (s) -> why the game ended or will end, an index into Game.endings (0)
    piece: Kernel = left_out  # (s, p, a) -> the piece that an action is about, a number in Game.pieces, or NONE (NONE)
    offered: Kernel = left_out  # (s, p, out) -> how many pieces were written that seat p may hope for now (0) and
    taken: Kernel = left_out  # that the last move gave it (0): only those that its actions are not about
    check: Kernel = left_out  # (before, after) -> number of the invariant that a move broke, or 0 (0);
    # check(s, s) must be 0 for every valid state


@dataclass(frozen=True)
class Pieces:
    """A group of things that players choose and take, such as cards, tiles or recipes: for whoever asks what they are
    worth. The numbers of a game's pieces run through its groups.
    """

    title: str
    names: Sequence[str]
    once: bool = False  # had at most once a match: then a whole match is compared, and not single decisions


Sentence: TypeAlias = str | Callable[[State, Name, int, int, int], str]
Told: TypeAlias = Sequence[Sentence] | Mapping[int, Sentence]  # by message


@dataclass(frozen=True)
class Words:
    """What a game says. All functions work on masked states. Defaults are in brackets; a `Game` has them all."""

    notation: Callable[[State, int, int], str]  # (s, p, a): the stable short form of any action, legal or not
    questions: Mapping[int, str] = field(default_factory=dict)  # one word for each kind of question on the agenda
    steps: Mapping[int, str] = field(default_factory=dict)  # one word for each kind of automatic step
    told: Told = ()  # a sentence for each message of an event: "{0:seat} eats {1}", or a function
    # (s, name, three arguments) that says it
    events: Mapping[int, str] = field(default_factory=dict)  # one word for each message of an event
    happens: Mapping[int, Happens] = field(default_factory=dict)  # what a message is to the eye and the ear, made by
    # `happens` or by a function (s, three arguments); a message that is left out is only told
    terms: Mapping[str, Sequence[str]] = field(default_factory=dict)  # lists of words for `told`: with "card", {1:card}
    narrate: Callable[[State, Name], list[str]] = left_out  # (s, name): what the last move did (from `told`)
    parse: Callable[[State, int, str], int] = left_out  # (s, p, notation) -> a, or ValueError (tries all actions)
    label: Callable[[State, int, int, Name], str] = left_out  # (s, p, a, name): the choice in words (the notation)
    question: Callable[[State, int, Name], str] = left_out  # (s, p, name): what is asked of p, also after the end
    asks: Callable[[State], str] = left_out  # one word for the kind of question (from `questions`)
    why_not: Callable[[State, int, int], tuple[str, str]] = left_out  # (s, p, a): why it is not legal, and the rule
    summary: Callable[[State, int], str] = left_out  # (s, p): the seat's own view in a line or two (its points)
    heading: Callable[[State], str] = left_out  # the line above the table (the title)
    turn: Callable[[State], int] = left_out  # (s): whose turn it is (the field `active`, or who is asked)
    secret: Callable[[State, int, int, int], bool] = left_out  # (s, q, a, p): is it hidden from p that q plays a? (no)


@dataclass(frozen=True)
class Hammer:
    """The countdown of a live auction, in games where the seat CLOCK may act: at zero, its one legal move is played."""

    seconds: tuple[float, ...]  # length of the countdown, by stage; a host may set others
    stage: Callable[[State], tuple[Hashable, int]]  # (s): a key whose change restarts the countdown, and the stage
    first: Callable[[State, int, int], Any]  # (s, p, a): sort key for moves that arrive at the same time
    batch: float = 0.15  # moves within so many seconds arrive at the same time


@dataclass(frozen=True, eq=False, kw_only=True)
class Game:
    """One game, a stall of the alley."""

    name: str = ""  # default: the folder's name
    title: str
    credits: str
    summary: str
    players: range
    minutes: str
    sample: bool = False  # an example of how a game is made: listed last, and a house may leave it out
    version: int = 1  # rises when an old move list would play out differently, and only then
    box: Components  # the component data; `folder` and `components` default to its folder and digest
    folder: Path = NOWHERE
    components: str = ""  # digest of the component data
    rule_prefix: str = ""  # default: as in RULES.md
    state: Dtype
    actions: int  # length of the action list
    most: int = 0  # upper bound of legal actions in any state; default: `actions`
    observation: Sequence[Part] = ()  # the parts of what observe writes; required with an observe of your own
    scale: float = 5.0  # in points: the temperature at which the search turns estimates into chances to win
    tuning: Mapping[str, float] = field(default_factory=dict)  # parameters of the search that differ from the defaults
    options: tuple[Option, ...] = ()
    hammer: Hammer | None = None  # only where the seat CLOCK may act
    verbs: Mapping[str, Sequence[int]] = field(default_factory=dict)  # kinds of actions by name, for analyses: each
    # action is of one kind at most
    pieces: tuple[Pieces, ...] = ()  # what can be taken; the kernels `piece`, `offered` and `taken` tell by whom
    endings: tuple[str, ...] = ("the game is over",)  # what the numbers of `ending` mean, from 0
    invariants: tuple[str, ...] = ()  # what the numbers of `check` mean, from 1
    kernels: Kernels
    words: Words
    zones: Callable[[State, int, Name], list[Zone]] = left_out  # (s, p, name): what lies on the table, as p sees it
    panel: Callable[[State, int, Name], Panel] = left_out  # (s, q, name): seat q at a glance; default: its score
    touches: Callable[[State, int, int, dict[str, Zone]], list[str]] = left_out  # (s, p, a, zones by id): ids of the
    # pieces and the zone that an action, legal or not, is about; LookupError if the place does not exist; default: none
    remark: Callable[[State, int, int, Name], Remark] = left_out  # (s, p, a, name): what is to be said of a legal
    # action before it is played; default: nothing
    combined: Callable[[State, int, Name, dict[str, Zone]], list[Choice]] = left_out  # (s, p, name, zones by id): ways
    # to answer this question and those after it as one; default: none
    meters: Callable[[State, int], list[Meter]] = left_out  # (s, p): how near the end is; default: nothing
    table: Callable[[State, int, Name], Scene] = left_out  # (s, p, name): all p sees; default: from those above
    finale: Finale = field(default_factory=Finale)  # how it honours whoever wins
    fields: Fields = field(default_factory=Fields)  # what a position holds, if write and read are left to the core
    write: Callable[[State], dict[str, Any]] = left_out  # a state as a position, in the rulebook's nouns
    read: Callable[[Game, dict[str, Any]], State] = left_out  # and back, or BadInput. `Game` adds two checks: the
    # invariants hold, and every seat that is asked has a legal action

    def __post_init__(self) -> None:
        if self.kernels.observe is not left_out and not self.observation:
            raise BadInput(f"{self.title}: observation names the parts of what observe writes")
        if self.zones is left_out and self.table is left_out:
            raise BadInput(f"{self.title}: zones says what lies on the table")
        if self.write is left_out:
            check_fields(self)
        for name, make in DEFAULTS.items():
            if getattr(self, name) in NOT_GIVEN:
                object.__setattr__(self, name, make(self))
        object.__setattr__(self, "observation", placed(self.observation))
        object.__setattr__(self, "read", partial(read_soundly, self.read))
        object.__setattr__(self, "kernels", defaults.kernels(self))
        object.__setattr__(self, "words", defaults.words(self))

    @property
    def interpreted(self) -> bool:
        """Do its kernels run as Python for now? A search has to wait until they are compiled."""
        return self.folder in interpreted and not is_loading()

    @property
    def features(self) -> int:
        """How many numbers an observation has."""
        return sum(part.size for part in self.observation)

    def features_of(self, players: int) -> int:
        """How many of them a table of so many needs: those beyond are about seats that nobody has."""
        return max(part.start + part.size for part in self.observation if part.seat < players)

    def numbers(self, options: dict[str, Any] | None, players: int = 0) -> npt.NDArray[np.int16]:
        """House rules by name as the numbers in the state. With `players`, values that name a seat are checked too."""
        options = dict(options or {})
        out = np.zeros(OPTIONS, np.int16)
        for i, option in enumerate(self.options):
            value = options.pop(option.name, option.default)
            out[i] = option.number(value)
            if players and value in option.seats[players:]:
                raise BadInput(f"option {option.name}: a seat from 0 to {players - 1}, not {value}")
        if options:
            known = ", ".join(option.name for option in self.options) or "none"
            raise BadInput(f"{self.name} has no option {next(iter(options))!r}; it has {known}")
        return out

    def options_of(self, s: State) -> dict[str, Any]:
        """The house rules of a state, by name."""
        return {option.name: option.value(int(s.options[i])) for i, option in enumerate(self.options)}

    def check_players(self, players: int) -> None:
        """BadInput if the game is not for so many."""
        if players not in self.players:
            raise BadInput(f"{self.title} is for {self.players[0]} to {self.players[-1]} players, not {players}")

    def new(self, players: int, options: dict[str, Any] | None, seed: bytes) -> State:
        """A dealt state, determined by players, options and the 32 bytes of seed."""
        self.check_players(players)
        s = blank(self.state)
        set_seed(s, seed)
        numbers = self.numbers(options, players)
        s.players = players
        s.options[:] = numbers
        self.kernels.deal(s, players, numbers)
        return s

    def legal(self, s: State, p: int) -> list[int]:
        """The legal actions of a seat; none if it is not asked."""
        out = np.empty(self.most, np.int16)
        n = self.kernels.legal(s, p, out)
        return [int(a) for a in out[:n]]

    def pending(self, s: State) -> list[int]:
        """The seats that owe a decision; none when the match is over."""
        seats = int(self.kernels.pending(s))
        return [p for p in range(seats.bit_length()) if seats >> p & 1]

    def actor(self, s: State) -> int:
        """The seat that a sequential client asks next; -1 when the match is over."""
        return int(self.kernels.actor(s))

    def scores(self, s: State) -> list[int]:
        """The points of every seat now."""
        return [int(self.kernels.score(s, p)) for p in range(s.players)]

    def ranks(self, s: State) -> list[int]:
        """The place of every seat, from 1; ties share a place."""
        out = np.zeros(int(s.players), np.int16)
        self.kernels.rank(s, out)
        return [int(r) for r in out]

    def view(self, s: State, p: int) -> State:
        """A masked copy: what seat p knows and nothing else. Whatever is sent to p is made from this."""
        masked = copy(s)
        self.kernels.mask(masked, p)
        return masked

    def imagined(self, masked: State, p: int, seed: bytes) -> State:
        """A full state drawn at random from those consistent with what seat p knows."""
        s = copy(masked)
        set_seed(s, seed)
        self.kernels.imagine(s, p)
        return s

    def settle(self, s: State) -> State:
        """A copy without the traces of the last move (news, events): equal positions then have equal bytes."""
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


def prefix_of(game: Game) -> str:
    """The letters before the number of the first rule."""
    found = re.search(r"^\*\*([A-Z]+)-R?\d+\*\*", (game.folder / "RULES.md").read_text(encoding="utf-8"), re.M)
    return found[1] if found else ""


DEFAULTS: dict[str, Callable[[Game], Any]] = {
    "folder": lambda game: game.box.path.parent,
    "name": lambda game: game.folder.name,
    "components": lambda game: game.box.digest,
    "rule_prefix": prefix_of,
    "most": lambda game: game.actions,
    "observation": defaults.observation,
    "panel": lambda game: partial(defaults.panel, game),
    "touches": lambda game: defaults.touches,
    "remark": lambda game: defaults.remark,
    "combined": lambda game: defaults.combined,
    "meters": lambda game: defaults.meters,
    "table": lambda game: partial(scene, game),
    "write": lambda game: partial(write_fields, game),
    "read": lambda game: read_fields,
}


def set_seed(s: State, seed: bytes) -> None:
    """Puts 256 bits into a state's generator."""
    if len(seed) != 32:
        raise BadInput(f"a seed has 32 bytes, not {len(seed)}")
    s.rng[:] = seed_words(seed)


def no_name(p: int) -> str:
    return f"seat {p}" if p != NONE else "nobody"
