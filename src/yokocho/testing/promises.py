"""What a promise is, and the random matches on which it is checked."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yokocho.core.agenda import then
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.record import AGENDA, SPECTATOR, State

MATCHES = 20
LONGEST = 1000  # moves of a match that are looked at
CHANGED = 0.4  # how often a house rule is not the usual one, in a match with changed house rules


class Broken(AssertionError):
    """A promise that a game does not keep, in a sentence."""


@dataclass
class Moment:
    """A match between two moves: it may be looked at, but not played."""

    match: Match
    seed: str

    @property
    def s(self) -> State:
        return self.match.state

    @property
    def viewers(self) -> range:
        """The spectator and all seats."""
        return range(SPECTATOR, self.match.players)

    def where(self) -> str:
        """How to find it again."""
        match, n = self.match, len(self.match.moves)
        chosen = match.game.options_of(match.start)
        rules = [f"{o.name}={chosen[o.name]}" for o in match.game.options if chosen[o.name] != o.default]
        return ", ".join(
            [*([f"after {n} moves"] if n else []), f"{match.players} players", f"seed {self.seed!r}", *rules]
        )


@dataclass
class Sample:
    """The random matches on which a promise is checked, and what is noted meanwhile."""

    game: Game
    matches: int = MATCHES
    seed: str = "0"
    players: int = 0  # 0: each number in turn
    options: Mapping[str, Any] = field(default_factory=dict)  # house rules of every match
    notes: list[str] = field(default_factory=list)
    now: Moment | None = None  # where the walk is

    def chance(self) -> random.Random:
        return random.Random(f"{self.game.name} {self.seed}")

    def share(self, part: float) -> int:
        """How many matches a promise plays that needs a part of them, since each takes long, or a multiple."""
        return max(len(self.tables), round(self.matches * part))

    @property
    def tables(self) -> list[int]:
        return [self.players] if self.players else list(self.game.players)

    def deals(self, part: float = 1.0) -> Iterator[Moment]:
        """New matches: each number of players in turn, every second round with changed house rules."""
        for i in range(self.share(part)):
            seed = f"{self.seed} {i}"
            chance = random.Random(f"{self.game.name} {seed}")
            usual = i // len(self.tables) % 2 == 0
            options = {**({} if usual else random_options(self.game, chance)), **self.options}
            self.now = Moment(Match(self.game, self.tables[i % len(self.tables)], options, seed), seed)
            yield self.now

    def moments(self, part: float = 1.0) -> Iterator[Moment]:
        """Every moment of random matches, the end included."""
        for moment in self.deals(part):
            for _ in stepping(moment.match, random.Random(f"{self.game.name} {moment.seed} moves")):
                yield moment

    def played(self, part: float = 1.0) -> Iterator[Moment]:
        """Random matches, played to the end, or as far as a match is looked at."""
        for moment in self.deals(part):
            for _ in stepping(moment.match, random.Random(f"{self.game.name} {moment.seed} moves")):
                pass
            yield moment

    def broken(self, what: str) -> Broken:
        place = f" ({self.now.where()})" if self.now else ""
        return Broken(f"{what}{place}")


def stepping(match: Match, chance: random.Random, most: int = LONGEST) -> Iterator[Match]:
    """Plays a match at random, stopping before every decision and at the end; the caller may look but not play."""
    while not match.over and len(match.moves) < most:
        yield match
        p = match.actor()
        match.play(p, chance.choice(match.legal(p)), when=0)
    yield match


def random_options(game: Game, chance: random.Random) -> dict[str, Any]:
    """Some house rules, changed at random."""
    changed: dict[str, Any] = {}
    for option in game.options:
        if chance.random() < CHANGED:
            values = option.values if not isinstance(option.values, range) else {0, 1, 3, option.default}
            beyond = option.seats[game.players[0] :]  # seats that not every table has
            known = [value for value in sorted(values, key=str) if value in option.values and value not in beyond]
            changed[option.name] = chance.choice(known)
    return changed


@dataclass(frozen=True)
class Promise:
    """One promise of the protocol. Called with a game, it raises Broken if the game does not keep it."""

    name: str
    words: str
    look: Callable[[Sample], None]

    def __call__(self, game: Game, **sample: Any) -> list[str]:
        """Checks the promise on random matches, see `Sample`; returns what it noted."""
        __tracebackhide__ = True  # the sentence says it all
        looked = Sample(game, **sample)
        try:
            self.look(looked)
        except Broken as broken:
            raise Broken(f"{game.name}, {self.name}: {broken}") from None
        except Exception as error:
            raise Broken(f"{game.name}, {self.name}: {looked.broken(failure(error))}") from error
        return [f"{game.name}, {self.name}: {note}" for note in looked.notes]


def failure(error: Exception) -> str:
    """An unexpected exception and where it was raised, in a line."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    if frame.name == then.__name__ and isinstance(error, IndexError):
        return f"a move puts more than {AGENDA} rows on the agenda, which holds no more"
    return f"{frame.name} ({Path(frame.filename).name}:{frame.lineno}) fails with {type(error).__name__}: {error}"


def promise(name: str, words: str) -> Callable[[Callable[[Sample], None]], Promise]:
    """Makes a promise of a function that raises Broken where it is not kept."""
    return lambda look: Promise(name, words, look)
