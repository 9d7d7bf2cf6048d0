"""Bots of the host: those named with --bot, and those of installed packages. People choose them by name only; the
commands behind the names never leave the house.
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from yokocho import catalog
from yokocho.bots import outside
from yokocho.bots import seats as bots
from yokocho.bots.outside import LIMIT, Misbehaved
from yokocho.core.errors import BadInput, no_bot
from yokocho.core.game import Game
from yokocho.core.kernel import wrap_around
from yokocho.core.record import State
from yokocho.server.settings import Settings

T = TypeVar("T")
log = logging.getLogger("yokocho.house")
LEVELS = ("apprentice", "cook", "chef", "master")
GIVEN = re.compile(r"(?P<name>[^\[=]*)(?:\[(?P<games>[^\]]*)\])?(?P<rest>=.*)", re.S)
HIRED = 32  # bots kept for their next decision; beyond it the one that waited longest is closed and starts anew
AT_ONCE = 16  # bots that think at the same time


@dataclass(frozen=True)
class Own:
    """A bot of the host."""

    name: str
    means: str  # its name in the arena, which may be a command
    games: frozenset[str] = frozenset()  # those it plays; empty: all

    @property
    def full(self) -> str:
        return self.means if self.means == self.name else f"{self.name}={self.means}"

    def plays(self, game: Game) -> bool:
        return not self.games or game.name in self.games

    @property
    def limit(self) -> float | None:
        """Seconds for a decision; programs are timed where they are asked, built-in bots have limits of their own."""
        return LIMIT if self.means in outside.announced() else None


class Roster:
    """The bots that sit at the tables of a house: the levels, and those of the host."""

    def __init__(self, given: Sequence[str] = ()) -> None:
        """`given` are bots as written after --bot. Packages that cannot be loaded are logged and left out."""
        self.own: dict[str, Own] = {}
        for name in outside.names():
            try:
                kind = outside.kind_of(name)
            except BadInput as error:
                log.warning("%s", error)
            else:
                self.own[name] = Own(name, name, frozenset(kind.games))
        self.own |= read_all(given)

    def names(self, game: Game) -> list[str]:
        """Whom people can choose for a game: the levels first."""
        return [*LEVELS, *self.own_names(game)]

    def own_names(self, game: Game) -> list[str]:
        return [one.name for one in self.own.values() if one.plays(game)]

    def check(self, name: str, game: Game) -> str:
        """The name; BadInput if nobody is called so here."""
        if name not in self.names(game):
            raise no_bot(name, self.names(game))
        return name


def read_all(given: Sequence[str]) -> dict[str, Own]:
    """The bots of the host by name."""
    found: dict[str, Own] = {}
    for one in map(read, given):
        if one.name in found:
            raise BadInput(f"two bots are called {one.name!r}")
        found[one.name] = one
    return found


def read(text: str) -> Own:
    """A bot of the host from ``NAME=BOT`` or ``NAME[GAME,GAME]=BOT``."""
    found = GIVEN.fullmatch(text)
    full = found["name"] + found["rest"] if found else ""
    alias, means = bots.split(full)
    if not found or not alias:
        raise BadInput(f"write a bot as NAME=exec:COMMAND or NAME[GAME,GAME]=exec:COMMAND, not {text!r}")
    bots.check_name(full)
    games = [catalog.game(game.strip()).name for game in (found["games"] or "").split(",") if game.strip()]
    if means.startswith("exec"):
        outside.check_command(means)
    return Own(alias, means, frozenset(games))


class Hired:
    """A bot of the host at one seat of a table."""

    def __init__(self, own: Own, game: Game, chance: str, file: Path | None) -> None:
        self.own, self.game, self.chance, self.file = own, game, chance, file
        self.lock = asyncio.Lock()  # held while it thinks, also when nobody wants to know any more
        self.bot: bots.Bot | None = None
        self.stray: asyncio.Future[int] | None = None  # a decision that took too long

    async def decide(self, view: State, p: int) -> int:
        if self.stray and not self.stray.done():
            raise Misbehaved(self.own.name, "is still busy with an earlier decision")
        work = in_a_thread(lambda: self.think(view, p))
        done, _ = await asyncio.wait({work}, timeout=self.own.limit)
        if not done:
            self.stray, self.bot = work, None  # a thread cannot be ended
            raise Misbehaved(self.own.name, f"took longer than {self.own.limit:g} s for a decision")
        return work.result()

    def think(self, view: State, p: int) -> int:
        try:
            if self.bot is None:
                self.bot = bots.bot(self.own.full, self.game, self.chance, self.file)
            return self.bot(view, p)
        except Misbehaved:
            self.bot = None  # it has been closed; the next try is another one's
            raise
        except BadInput as error:
            raise Misbehaved(self.own.name, f"cannot play: {error}") from error

    def close(self) -> None:
        """Ends it. Called in a thread: a program has half a second to go by itself."""
        gone, self.bot = self.bot, None
        if isinstance(gone, outside.Outsider):
            try:
                gone.close()
            except Misbehaved as error:
                log.error("%s", error, extra={"trace": error.details})


class Owns:
    """The bots of the host at work."""

    def __init__(self, settings: Settings) -> None:
        self.roster, self.file = Roster(settings.bots), settings.bot_log
        self.hired: OrderedDict[tuple[str, int, str], Hired] = OrderedDict()
        self.thoughts: set[asyncio.Future[int]] = set()
        self.places = asyncio.Semaphore(AT_ONCE)

    async def decide(self, table: str, game: Game, name: str, view: State, p: int, chance: str) -> int:
        """The action that a bot chooses in a masked state. If this is cancelled, the bot still answers the old question
        before it is asked the next.
        """
        key = table, p, name
        hired = self.hired.pop(key, None) or Hired(self.roster.own[name], game, chance, self.file)
        self.hired[key] = hired
        self.make_room()
        await hired.lock.acquire()
        try:
            await self.places.acquire()
        except BaseException:
            hired.lock.release()
            raise
        thought = asyncio.ensure_future(hired.decide(view, p))

        def leave(done: asyncio.Future[int]) -> None:
            self.thoughts.discard(thought)
            self.places.release()
            hired.lock.release()
            if not done.cancelled():
                done.exception()  # nobody may have waited for it
            if self.hired.get(key) is not hired:  # dismissed meanwhile
                in_a_thread(hired.close)

        self.thoughts.add(thought)
        thought.add_done_callback(leave)
        return await asyncio.shield(thought)

    def make_room(self) -> None:
        """Closes bots that nobody has asked for longest."""
        free = [key for key, hired in self.hired.items() if not hired.lock.locked()]
        for key in free[: max(0, len(self.hired) - HIRED)]:
            in_a_thread(self.hired.pop(key).close)

    def dismiss(self, table: str) -> None:
        """The bots of a table are no longer needed; those that think are closed when they have answered."""
        for key in [key for key in self.hired if key[0] == table]:
            hired = self.hired.pop(key)
            if not hired.lock.locked():
                in_a_thread(hired.close)

    async def close(self) -> None:
        """Ends all of them."""
        gone = list(self.hired.values())
        self.hired.clear()
        for thought in self.thoughts:
            thought.cancel()
        await asyncio.gather(*(in_a_thread(hired.close) for hired in gone))


def in_a_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """Runs work in a thread of its own, which does not keep the house from closing."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(result: T | None, error: Exception | None) -> None:
        if done.cancelled():
            return
        if error:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        wrap_around()
        result, error = None, None
        try:
            result = work()
        except Exception as found:
            error = found
        with suppress(RuntimeError):  # the house has closed
            loop.call_soon_threadsafe(tell, result, error)

    threading.Thread(target=run, name="own bot", daemon=True).start()
    return done
