"""External bots: classes that a package registers under the entry point ``yokocho.bots``, and programs that exchange
lines of JSON (docs/bots.md, "Your own bot"). Either way a bot gets the masked state of its seat and nothing else.
"""

from __future__ import annotations

import json
import math
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from yokocho.core.game import BadInput, Game, no_name
from yokocho.core.position import seed_bytes
from yokocho.core.record import State
from yokocho.core.scene import Scene

FORMAT = "yokocho-bot/1"
LIMIT = 10.0  # seconds for a decision, unless exec[SECONDS] says otherwise
START = 10.0  # least seconds for the first decision, in which a program has to start
GRACE = 0.5  # seconds that a program has to exit by itself at the end
GLANCE = 0.2  # seconds between checks whether a silent program is still alive
CHUNK = 1 << 16
LONGEST = 1 << 20  # most bytes of an answer
KEPT = 1 << 12  # bytes of standard error that are kept
EXEC = re.compile(r"exec(?:\[(?P<limit>[^\]]*)\])?:(?P<command>.*)", re.S)


class Misbehaved(BadInput):
    """An external bot broke the protocol; the message names the bot and says what it did."""

    def __init__(self, name: str, deed: str) -> None:
        super().__init__(f"the bot {name!r} {deed}")
        self.name = name
        self.deed = deed


class View:
    """What one seat knows when it has to decide."""

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self.game = game
        self.state = game.view(state, seat)  # a record of the game's fields; masked again, in case a client forgot
        self.seat = seat
        self.legal = game.legal(self.state, seat)

    @cached_property
    def notations(self) -> list[str]:
        """The legal actions in notation, in the same order."""
        return [self.game.words.notation(self.state, self.seat, a) for a in self.legal]

    @property
    def question(self) -> str:
        """One word for what is asked."""
        return self.game.words.asks(self.state)

    def position(self) -> dict[str, Any]:
        """The state as a position (docs/positions.md); ``?`` is what the seat may not know."""
        return self.game.write(self.state)

    def scene(self) -> Scene:
        """The table as a front end would draw it, each choice with its words."""
        return self.game.table(self.state, self.seat, no_name)

    def action(self, choice: Any) -> int | None:
        """The action for a number or a notation; None if it is not legal."""
        if isinstance(choice, str):
            written = " ".join(choice.split())
            return self.legal[self.notations.index(written)] if written in self.notations else None
        with suppress(TypeError, ValueError):
            return self.legal[self.legal.index(choice)]
        return None


class Bot:
    """Base class for bots of your own. Each seat in a match has an instance of its own."""

    def __init__(self, game: Game, seed: int) -> None:
        """All randomness should come from the seed, so that a match can be repeated."""
        self.game = game
        self.seed = seed

    def choose(self, view: View, seat: int, legal: list[int]) -> int | str:
        """One of the legal actions, as its number or in notation. Asked only where there are two or more."""
        raise NotImplementedError

    def close(self) -> None:
        """Nothing more will be asked."""


class Outsider:
    """An external bot as clients call it: masked state and seat in, action out."""

    def __init__(self, name: str, game: Game, seed: str, hire: Callable[[int], Bot]) -> None:
        self.name = name
        self.game = game
        self.seed = seed
        self.hire = hire
        self.seats: dict[int, Bot] = {}  # one each, so that no knowledge passes between seats
        self.closed = False

    def __call__(self, state: State, seat: int) -> int:
        if self.closed:
            raise Misbehaved(self.name, "has been closed")
        view = View(self.game, state, seat)
        try:
            return view.legal[0] if len(view.legal) == 1 else self.ask(view)
        except Misbehaved:
            self.close()
            raise

    def ask(self, view: View) -> int:
        with blame(self.name):
            if view.seat not in self.seats:
                self.seats[view.seat] = self.hire(seed_number(self.seed, view.seat))
            choice = self.seats[view.seat].choose(view, view.seat, list(view.legal))
        a = view.action(choice)
        if a is None:
            some = ", ".join(view.notations[:5]) + (", …" if len(view.legal) > 5 else "")
            raise Misbehaved(self.name, f"chose {shown(repr(choice))}, not a legal {view.question}, such as {some}")
        return a

    def close(self) -> None:
        """Ends the bot. A program and its children are no longer running afterwards."""
        self.closed = True
        while self.seats:
            with blame(self.name):
                self.seats.popitem()[1].close()


@contextmanager
def blame(name: str) -> Iterator[None]:
    """Turns any exception in its body into Misbehaved."""
    try:
        yield
    except Misbehaved:
        raise
    except Exception as error:
        raise Misbehaved(name, f"failed with {type(error).__name__}: {shown(str(error))}") from error


def seed_number(seed: str, seat: int) -> int:
    """A seed for one seat, from which the match's seed cannot be derived; below 2⁴⁸, so exact as a double."""
    return int.from_bytes(seed_bytes(f"outside {seed} {seat}")[:6], "big")


def shown(text: str) -> str:
    """Output of a bot, shortened and made printable for an error message."""
    text = "".join(c if c.isprintable() else " " for c in text).strip()
    return text if len(text) <= 200 else text[:200] + "…"


# --- by name


@cache
def announced() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group="yokocho.bots")}


def names() -> list[str]:
    """The bots that installed packages register."""
    return sorted(announced())


def is_outside(name: str) -> bool:
    """Is it an external bot: registered by a package, or a command to run?"""
    return name in announced() or name.startswith(("exec:", "exec["))


def make(name: str, game: Game, seed: str) -> Outsider:
    """The external bot of that name; BadInput if there is none."""
    command = EXEC.fullmatch(name)
    if command:
        limit, arguments = limit_of(name, command["limit"]), arguments_of(name, command["command"])
        return Outsider(name, game, seed, lambda number: Program(game, number, name, arguments, limit))
    if name not in announced():
        raise BadInput(f"there is no bot {name!r} from outside; there are {', '.join([*names(), 'exec:COMMAND'])}")
    try:
        kind = announced()[name].load()
    except Exception as error:
        raise BadInput(f"the bot {name!r} cannot be loaded: {type(error).__name__}: {error}") from error
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise BadInput(f"the entry point {name!r} of yokocho.bots is not a subclass of yokocho.bots.outside.Bot")
    return Outsider(name, game, seed, lambda number: kind(game, number))


def limit_of(name: str, text: str | None) -> float:
    if text is None:
        return LIMIT
    with suppress(ValueError):
        if 0 < float(text) < math.inf:
            return float(text)
    raise BadInput(f"{name!r}: exec[SECONDS]:COMMAND needs a number of seconds, not {text!r}")


def arguments_of(name: str, command: str) -> list[str]:
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise BadInput(f"{name!r}: not a command: {error}") from None
    if not arguments:
        raise BadInput(f"{name!r}: exec:COMMAND needs a command")
    if shutil.which(arguments[0]) is None:
        raise BadInput(f"{name!r}: there is no program {arguments[0]!r}")
    return arguments


# --- programs


class Program(Bot):
    """A process that gets a line of JSON for each decision and answers with one. Started for its first decision."""

    def __init__(self, game: Game, seed: int, name: str, arguments: list[str], limit: float) -> None:
        super().__init__(game, seed)
        self.name = name
        self.arguments = arguments
        self.limit = limit
        self.moves = 0
        self.unsent = b""
        self.unread = b""
        self.errors = b""  # the end of its standard error

    def choose(self, view: View, seat: int, legal: list[int]) -> str:
        if self.moves == 0:
            self.start(view, seat)
        elif self.hear(self.out) or self.unread:
            raise self.failure(f"spoke before it was asked: {shown(self.unread.decode(errors='replace'))!r}")
        self.moves += 1
        asked = {"move": self.moves, "seat": seat, "question": view.question}
        self.send({**asked, "view": view.position(), "legal": view.notations})
        line = self.line(max(self.limit, START) if self.moves == 1 else self.limit)
        written = shown(line.decode(errors="replace"))
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise self.failure(f"wrote no JSON but {written!r}") from None
        if not isinstance(answer, dict) or not isinstance(answer.get("choice"), str):
            raise self.failure(f'wrote {written}, not {{"choice": NOTATION}}')
        return str(answer["choice"])

    def start(self, view: View, seat: int) -> None:
        try:
            process = subprocess.Popen(
                self.arguments,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # a process group, to end its children with it; Ctrl-C does not reach it
            )
        except OSError as error:
            raise Misbehaved(self.name, f"cannot be started: {error.strerror}") from None
        self.process = process
        self.stop = weakref.finalize(self, end, process)  # at the latest when this object is collected, or at exit
        assert process.stdin and process.stdout and process.stderr
        self.into, self.out, self.err = (pipe.fileno() for pipe in (process.stdin, process.stdout, process.stderr))
        for pipe in (self.into, self.out, self.err):
            os.set_blocking(pipe, False)
        table = {"players": int(view.state.players), "options": self.game.options_of(view.state), "seat": seat}
        self.send({"hello": FORMAT, "game": self.game.name, **table, "seed": self.seed, "limit": self.limit})

    def send(self, message: dict[str, Any]) -> None:
        self.unsent += json.dumps(message).encode() + b"\n"

    def line(self, seconds: float) -> bytes:
        """The next line that it writes; meanwhile sends it what is still to be sent."""
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as ready:
            ready.register(self.into, selectors.EVENT_WRITE)
            ready.register(self.out, selectors.EVENT_READ)
            ready.register(self.err, selectors.EVENT_READ)
            while b"\n" not in self.unread:
                if len(self.unread) > LONGEST:
                    raise self.failure("wrote no JSON but a line without end")
                left = until - time.monotonic()
                if left <= 0:
                    raise self.failure(f"took longer than {seconds:g} s for a decision")
                events = ready.select(min(left, GLANCE))
                if not events and self.death(0):  # dead, although a child may still hold the pipes open
                    raise self.failure(self.death(0))
                for key, _ in events:
                    over = self.tell() if key.fd == self.into else self.hear(key.fd) == b""
                    if over and key.fd == self.out:
                        raise self.failure(self.death(GRACE) or "closed its output")
                    if over:
                        ready.unregister(key.fd)
        line, _, self.unread = self.unread.partition(b"\n")
        return line

    def tell(self) -> bool:
        """Sends as much as the pipe takes; is everything sent?"""
        try:
            self.unsent = self.unsent[os.write(self.into, self.unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:  # it has closed its input; its answer or its end still comes through the other pipes
            self.unsent = b""
        return not self.unsent

    def hear(self, pipe: int) -> bytes | None:
        """Reads what is available: empty at the end of the stream, None if there is nothing yet."""
        try:
            heard = os.read(pipe, CHUNK)
        except BlockingIOError:
            return None
        if pipe == self.out:
            self.unread += heard
        else:
            self.errors = (self.errors + heard)[-KEPT:]
        return heard

    def death(self, seconds: float) -> str:
        """Waits up to so many seconds for its end; says how it ended, or is empty."""
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(seconds)
            return f"died with exit code {code}" if code >= 0 else f"was ended by signal {-code}"
        return ""

    def failure(self, deed: str) -> Misbehaved:
        """Kills it; the exception says what it did, with the last line of its standard error."""
        kill(self.process)
        while self.hear(self.err):
            pass
        self.close()
        words = self.errors.decode(errors="replace").strip().splitlines()
        return Misbehaved(self.name, f"{deed}; it last said: {shown(words[-1])}" if words else deed)

    def close(self) -> None:
        if self.moves:
            self.stop()


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kills a process and its children."""
    with suppress(ProcessLookupError, PermissionError):  # gone already
        os.killpg(process.pid, signal.SIGKILL)


def end(process: subprocess.Popen[bytes]) -> None:
    """Gives a process GRACE seconds to exit by itself, then kills it with its children."""
    assert process.stdin and process.stdout and process.stderr
    process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    kill(process)
    process.wait()
    process.stdout.close()
    process.stderr.close()
