"""Bots by name, for a client that plays one match: each gets a masked state and nothing else.

The levels are the same in every game: apprentice, cook, chef, master. ``search:800`` searches with 800 iterations,
``search:800:explore=2:rounds=0`` also with other parameters. External bots are in outside.py. Any bot may be given
another name, its alias: ``mine=exec:./mybot``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from yokocho.bots import outside
from yokocho.bots.playout import GREEDY, RANDOM, SENSIBLE, STUCK, chooser, hasty_chooser
from yokocho.bots.search import Found, Search, check_tuning
from yokocho.core.errors import no_bot
from yokocho.core.game import SCRATCH, BadInput, Game
from yokocho.core.position import seed_bytes
from yokocho.core.record import State, batch
from yokocho.core.rng import below
from yokocho.core.scene import CHARACTERS

NATIVE = {"random": RANDOM, "greedy": GREEDY, "apprentice": SENSIBLE, "cook": GREEDY}

STAFF = {level: list(CHARACTERS)[4 * i : 4 * i + 4] for i, level in enumerate(("apprentice", "cook", "chef", "master"))}
STAFF |= {"random": STAFF["apprentice"], "greedy": STAFF["cook"]}

Bot = Callable[[State, int], int]  # (masked state, seat) -> action


@dataclass(frozen=True)
class Thought:
    """The budget of a search for one decision: iterations, and an upper limit in seconds."""

    iterations: int
    seconds: float
    tuning: dict[str, float] = field(default_factory=dict)


LEVELS = {"chef": Thought(500, 1.0), "master": Thought(10_000, 5.0)}
HINT = Thought(4000, 0.8)
WARMING = "The bots are still warming up; ask for a hint in a minute."
LONGEST = 60.0  # seconds for a decision of ``search:N``
ALIAS = re.compile(r"(?P<alias>[^\W\d][\w.-]{0,23})=(?P<bot>.*)", re.S)


def names() -> list[str]:
    """The built-in bots, weakest first."""
    return ["random", "apprentice", "greedy", "cook", "chef", "master"]


def split(name: str) -> tuple[str, str]:
    """The alias of a name, empty if it has none, and the bot it stands for."""
    found = ALIAS.fullmatch(name)
    return (found["alias"], found["bot"].strip()) if found else ("", name)


def shown(name: str) -> str:
    """What tables and ratings call a bot: by its alias, if it has one."""
    return split(name)[0] or name


def listed(text: str) -> list[str]:
    """The bots of a list with commas. An alias can be used again: ``mine=exec:./mybot,cook,mine``."""
    given = [name.strip() for name in text.split(",")]
    aliased: dict[str, str] = {}
    for name in given:
        alias, _ = split(name)
        if alias and aliased.setdefault(alias, name) != name:
            raise BadInput(f"two bots are called {alias!r}")
    return [check_name(aliased.get(name, name)) for name in given]


def check_name(name: str) -> str:
    """The name; BadInput if there is no such bot."""
    alias, bot = split(name)
    if alias in (*names(), *outside.names()):
        raise BadInput(f"{alias!r} is a bot already; call yours something else")
    if bot.startswith("search:"):
        thought(bot)
    elif not (bot in NATIVE or bot in LEVELS or outside.is_outside(bot)):
        raise no_bot(bot, [*names(), *outside.names(), "search:ITERATIONS", "exec:COMMAND"])
    return name


def thought(name: str) -> Thought:
    """The budget and parameters for a name such as chef or ``search:800:explore=2``."""
    if name in LEVELS:
        return LEVELS[name]
    iterations, *settings = name.removeprefix("search:").split(":")
    tuning = {}
    try:
        for setting in settings:
            key, _, value = setting.partition("=")
            tuning[key] = float(value)
        return Thought(int(iterations), LONGEST, tuning)
    except ValueError:
        raise BadInput(f"{name!r} should be like search:800 or search:800:explore=2") from None


def bot(name: str, game: Game, seed: str, log: Path | None = None) -> Bot:
    """A bot with its own generator: the same seed gives the same decisions. What external bots have to say goes into
    the log.
    """
    alias, name = split(check_name(name))
    if outside.is_outside(name):
        return outside.make(name, game, seed, alias, log)
    if name not in NATIVE:
        return Thinker(game, seed, thought(name))
    words = np.frombuffer(seed_bytes(f"bot {seed}"), ">u8").astype(np.uint64)
    if NATIVE[name] == GREEDY:
        return greedy(game, words)
    return at_random(game, words, NATIVE[name] == SENSIBLE)


def at_random(game: Game, words: npt.NDArray[np.uint64], sensibly: bool) -> Bot:
    actions = np.empty(game.most, np.int16)

    def choose(view: State, p: int) -> int:
        n = game.kernels.legal(view, p, actions)
        if sensibly:
            n = game.kernels.sensible(view, p, actions, n)
        return decided(p, int(actions[below(words, n)]) if n else STUCK)

    return choose


def greedy(game: Game, words: npt.NDArray[np.uint64]) -> Bot:
    """Plays the best action by `advise`; while the kernels are interpreted, by the faster `rollout`."""
    actions, worth = np.empty(game.most, np.int16), np.empty(game.most + SCRATCH)

    def choose(view: State, p: int) -> int:
        best = hasty_chooser(game) if game.interpreted else chooser(game)
        return decided(p, int(best(view, p, words, batch(game.state, 1), actions, worth)))

    return choose


def decided(p: int, a: int) -> int:
    """The action; an error if the seat had no legal one."""
    if a == STUCK:
        raise BadInput(f"seat {p} has nothing to decide")
    return a


class Thinker:
    """A bot that searches. A forced move is played at once. While the kernels are interpreted, which is far too slow
    for a search, the cook decides instead.
    """

    def __init__(self, game: Game, seed: str, thought: Thought) -> None:
        self.game, self.seed, self.thought = game, seed, thought
        check_tuning(thought.tuning)

    @cached_property
    def search(self) -> Search:
        return Search(self.game, self.seed, self.thought.tuning)

    @cached_property
    def cook(self) -> Bot:
        return bot("cook", self.game, self.seed)

    def __call__(self, view: State, p: int) -> int:
        if self.game.interpreted:
            return self.cook(view, p)
        return self.search.choose(view, p, self.thought.iterations, self.thought.seconds)


def advice(game: Game, view: State, p: int) -> list[tuple[int, float]]:
    """The legal actions of a masked state with their worth by `advise`, best first."""
    actions = np.empty(game.most, np.int16)
    worth = np.zeros(game.most + SCRATCH)
    n = game.kernels.sensible(view, p, actions, game.kernels.legal(view, p, actions))
    if n:
        game.kernels.advise(view, p, actions, n, worth)
    return sorted(((int(actions[i]), float(worth[i])) for i in range(n)), key=lambda item: -item[1])


def hints(game: Game, view: State, p: int) -> list[Found]:
    """The moves of a masked state as a short search values them, best first."""
    if game.interpreted:
        raise BadInput(WARMING)
    return Search(game, "hint").think(view, p, HINT.iterations, HINT.seconds)


def cast(bots: Mapping[int, str], taken: Collection[str] = ()) -> dict[int, str]:
    """What the bots of a table are called, by seat: a level's bots are characters of the alley, each another one; other
    bots go by their own names and the number of their seat.
    """
    names: dict[int, str] = {}
    for p, bot in bots.items():
        free = [name for name in (*STAFF.get(bot, ()), *CHARACTERS) if name not in (*taken, *names.values())]
        names[p] = free[0] if bot in STAFF and free else f"{shown(bot)} {p}"
    return names
