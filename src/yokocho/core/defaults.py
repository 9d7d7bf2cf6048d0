"""Defaults for the kernels and words that a game does not define."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from string import Formatter
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from yokocho.core.agenda import asked_seats, first_asked, open_kind
from yokocho.core.kernel import Kernel, kernel, specialise
from yokocho.core.observing import Part, by_seat, observe_question, question_parts
from yokocho.core.record import NONE, State
from yokocho.core.scene import Choice, Meter, Name, Panel, Remark, Zone

if TYPE_CHECKING:
    from yokocho.core.game import Game, Kernels, Words

MOST_POINTS = 1000.0  # a bound that no game of ours comes near

T = TypeVar("T", "Kernels", "Words")


def left_out(*_: Any) -> NoReturn:
    """Stands for a function that the author of a game has not given; `Game` replaces it by its default."""
    raise NotImplementedError("this was left out: only `Game` knows its default")


def score(s: State, p: int) -> Any:
    """A placeholder: functions that call it are specialised with the game's own `score`."""


@kernel
def actor(s: State) -> Any:
    """The first seat that is asked, clockwise from seat 0."""
    return first_asked(s, 0)


@kernel
def ending(s: State) -> Any:
    """There is only one way to end."""
    return 0


@kernel
def check(before: State, after: State) -> Any:
    """Nothing is checked."""
    return 0


@kernel
def piece(s: State, p: int, a: int) -> Any:
    """No action is about a piece."""
    return NONE


@kernel
def offered(s: State, p: int, out: Any) -> Any:
    """No pieces, apart from those that actions are about."""
    return 0


@kernel
def taken(s: State, p: int, out: Any) -> Any:
    """No pieces, apart from those that actions are about."""
    return 0


@kernel
def sensible(s: State, p: int, actions: Any, n: int) -> Any:
    """All legal actions."""
    return n


@kernel
def advise(s: State, p: int, actions: Any, n: int, out: Any) -> None:
    """All actions are rated equal."""
    for i in range(n):
        out[i] = 0.0


def standing(s: State, p: int) -> Any:
    """Most points win. A placeholder too: `rank` is specialised with the game's own `standing`."""
    return score(s, p)


def rank(s: State, out: Any) -> None:
    """The highest standing wins; equal ones share the better place."""
    for p in range(s.players):
        out[p] = 1
        for q in range(s.players):
            if standing(s, q) > standing(s, p):
                out[p] += 1


def estimate(s: State, out: Any) -> None:
    """The current scores."""
    for p in range(s.players):
        out[p] = score(s, p)


SEATS = KINDS = ACTIONS = 1  # placeholders too: the game's most seats, its kinds of question, its actions


def legal(s: State, p: int, out: Any) -> Any:
    """A placeholder."""


def observe(s: State, p: int, out: Any) -> None:
    """The open question, what is legal, then everybody's points as seat p knows them, its own first."""
    k = observe_question(s, p, SEATS, KINDS, out)
    if p >= 0:
        for i in range(legal(s, p, out[k:])):  # the list becomes a mark at each action on it, in the same place
            out[k + int(out[k + i]) % ACTIONS] += ACTIONS
        for a in range(ACTIONS):
            out[k + a] = out[k + a] >= ACTIONS
    k += ACTIONS
    for i in range(s.players):
        out[k + i] = score(s, (max(p, 0) + i) % s.players)


def observation(game: Game) -> list[Part]:
    """What `observe` writes."""
    points = Part("points", low=-MOST_POINTS, high=MOST_POINTS)
    seats = game.players[-1]
    return [*question_parts(seats, kinds_of(game)), Part("legal actions", game.actions), *by_seat(seats, points)]


def kinds_of(game: Game) -> int:
    """How many kinds of question it has."""
    return max(game.words.questions, default=0) + 1


SIMPLE = {
    "pending": asked_seats,
    "actor": actor,
    "ending": ending,
    "check": check,
    "piece": piece,
    "offered": offered,
    "taken": taken,
    "sensible": sensible,
    "advise": advise,
}
MADE: dict[str, Kernel] = {  # specialised with the game's score and standing, in this order
    "standing": standing,
    "rank": rank,
    "estimate": estimate,
    "observe": observe,
}


def filled(given: T, defaults: Mapping[str, Any]) -> T:
    """A copy in which missing fields have their defaults."""
    return replace(given, **{name: value for name, value in defaults.items() if getattr(given, name) is left_out})


def kernels(game: Game) -> Kernels:
    given = game.kernels
    made: dict[str, Kernel] = {}
    for name, function in MADE.items():
        if getattr(given, name) is left_out:
            own: dict[str, Any] = {"score": given.score, "standing": made.get("standing", given.standing)}
            own |= {"legal": given.legal, "SEATS": game.players[-1], "KINDS": kinds_of(game), "ACTIONS": game.actions}
            made[name] = specialise(function, game.name, game.folder, **own)
    whole = filled(given, SIMPLE | made)
    return filled(whole, {"rollout": whole.advise})


def words(game: Game) -> Words:
    check_told(game)
    said = (narrate, parse, label, question, asks, why_not, summary, heading, turn, secret)
    return filled(game.words, {function.__name__: partial(function, game) for function in said})


ARGUMENTS = "012"  # of an event, besides its message


def check_told(game: Game) -> None:
    """Refuses a sentence of `told` with an argument that does not exist, or a name for it that is not known."""
    known = ["seat", *game.words.terms]
    told = game.words.told
    for sentence in told.values() if isinstance(told, Mapping) else told:
        if callable(sentence):
            continue
        for _, number, kind, how in Formatter().parse(sentence):
            if number is not None and (number not in tuple(ARGUMENTS) or kind not in ("", *known) or how):
                raise ValueError(
                    f"{game.title}: what is told, {sentence!r}, names the arguments {{0}} to {{2}} of an event, "
                    f"as a number or as {' or '.join(f'{{0:{word}}}' for word in known)}"
                )


@dataclass(frozen=True)
class Argument:
    """An argument of an event: ``{0}`` in a sentence is the number, ``{0:seat}`` the name of who sits there, and
    ``{0:card}`` its word in the game's `terms` of that name.
    """

    number: int
    name: Name
    terms: Mapping[str, Sequence[str]]

    def __format__(self, kind: str) -> str:
        if kind == "seat":
            return self.name(self.number)
        return self.terms[kind][self.number] if kind else str(self.number)


def narrate(game: Game, s: State, name: Name) -> list[str]:
    told, terms = game.words.told, game.words.terms
    said = []
    for message, *numbers in s.events[: s.events_size].tolist():
        sentence = told[message]
        if callable(sentence):
            said.append(sentence(s, name, *numbers))
        else:
            said.append(sentence.format(*(Argument(x, name, terms) for x in numbers)))
    return said


def parse(game: Game, s: State, p: int, text: str) -> int:
    """The action with that notation, found by trying all."""
    for a in range(game.actions):
        if game.words.notation(s, p, a) == text:
            return a
    raise ValueError(f"{text!r} is not a move of {game.title}; one is written like {game.words.notation(s, p, 0)!r}")


def label(game: Game, s: State, p: int, a: int, name: Name) -> str:
    return game.words.notation(s, p, a)


def question(game: Game, s: State, p: int, name: Name) -> str:
    return f"Choose: {game.words.asks(s)}." if game.pending(s) else "The game is over."


def asks(game: Game, s: State) -> str:
    return game.words.questions.get(int(open_kind(s)), "")


def why_not(game: Game, s: State, p: int, a: int) -> tuple[str, str]:
    """A general reason, and the first rule of the game."""
    reason = f"{game.words.notation(s, p, a)!r} is not possible now: {game.words.question(s, p, str)}"
    return reason, next(iter(game.rules))


def summary(game: Game, s: State, p: int) -> str:
    return f"{game.kernels.score(s, p)} points"


def heading(game: Game, s: State) -> str:
    return game.title


def turn(game: Game, s: State) -> int:
    """The field `active`, which stays while others are asked something; without one, who is asked."""
    return int(s.active) if "active" in (game.state.names or ()) else game.actor(s)


def secret(game: Game, s: State, q: int, a: int, p: int) -> bool:
    return False


def panel(game: Game, s: State, q: int, name: Name) -> Panel:
    return Panel(q, name(q), int(game.kernels.score(s, q)))


def touches(s: State, p: int, a: int, zones: dict[str, Zone]) -> list[str]:
    return []


def remark(s: State, p: int, a: int, name: Name) -> Remark:
    return Remark()


def combined(s: State, p: int, name: Name, zones: dict[str, Zone]) -> list[Choice]:
    return []


def meters(s: State, p: int) -> list[Meter]:
    return []
