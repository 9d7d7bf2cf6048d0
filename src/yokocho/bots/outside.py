"""External bots: classes that a package registers under the entry point ``yokocho.bots``, and programs that exchange
lines of JSON (docs/bots.md, "Your own bot"). Either way a bot gets the masked state of its seat and nothing else.
"""

from __future__ import annotations

import json
import math
import os
import re
import select
import selectors
import shlex
import shutil
import signal
import subprocess
import time
import traceback
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, ClassVar

from yokocho.core import ahead
from yokocho.core.errors import no_bot
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
FULL = 32  # chunks, more than a pipe holds
LONGEST = 1 << 20  # most bytes of an answer
KEPT = 1 << 12  # bytes of standard error that are kept
MOST_TRIED = 1000  # moves after the one that is tried, and times that it is tried, of one request
EXEC = re.compile(r"exec(?:\[(?P<limit>[^\]]*)\])?:(?P<command>.*)", re.S)


class Misbehaved(BadInput):
    """An external bot broke the protocol; the message names the bot and says what it did."""

    def __init__(self, name: str, deed: str, details: str = "") -> None:
        super().__init__(f"the bot {name!r} {deed}")
        self.name = name
        self.deed = deed
        self.details = details  # its traceback, or the end of its standard error


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

    games: ClassVar[Collection[str]] = ()  # the names of the games it plays; empty: all

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

    def __init__(self, name: str, game: Game, seed: str, hire: Callable[[int], Bot], log: Path | None = None) -> None:
        self.name = name
        self.game = game
        self.seed = seed
        self.hire = hire
        self.log = log
        self.seats: dict[int, Bot] = {}  # one each, so that no knowledge passes between seats
        self.closed = False

    def __call__(self, state: State, seat: int) -> int:
        if self.closed:
            raise Misbehaved(self.name, "has been closed")
        view = View(self.game, state, seat)
        try:
            return view.legal[0] if len(view.legal) == 1 else self.ask(view)
        except Misbehaved as error:
            told = any(isinstance(bot, Program) for bot in self.seats.values())  # its standard error is in the log
            note(self.log, self.name, [*(() if told else error.details.splitlines()), error.deed])
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
    except (Exception, SystemExit) as error:
        at = error.__traceback__
        while at and at.tb_next and at.tb_frame.f_code.co_filename == __file__:
            at = at.tb_next  # to its own lines
        details = "".join(traceback.format_exception(error.with_traceback(at))).rstrip()
        raise Misbehaved(name, f"failed with {type(error).__name__}: {shown(str(error))}", details) from error


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


def make(name: str, game: Game, seed: str, alias: str = "", log: Path | None = None) -> Outsider:
    """The external bot of that name; BadInput if there is none. In messages it is called by its alias, if it has one;
    what programs say on standard error, and why a bot failed, is appended to the log.
    """
    command, called = EXEC.fullmatch(name), alias or name
    log = log_file(log, called)
    if command:
        limit, arguments = limit_of(name, command["limit"]), arguments_of(name, command["command"])
        return Outsider(called, game, seed, lambda number: Program(game, number, called, arguments, limit, log), log)
    kind = kind_of(name)
    if kind.games and game.name not in kind.games:
        raise BadInput(f"the bot {called!r} plays {', '.join(kind.games)}, not {game.name}")
    return Outsider(called, game, seed, lambda number: kind(game, number), log)


def kind_of(name: str) -> type[Bot]:
    """The class that a package registers under that name."""
    if name not in announced():
        raise no_bot(name, [*names(), "exec:COMMAND"])
    try:
        kind = announced()[name].load()
    except Exception as error:
        raise BadInput(f"the bot {name!r} cannot be loaded: {type(error).__name__}: {error}") from error
    if not (isinstance(kind, type) and issubclass(kind, Bot)):
        raise BadInput(f"the entry point {name!r} of yokocho.bots is not a subclass of yokocho.bots.outside.Bot")
    return kind


def check_command(name: str) -> None:
    """BadInput if a name such as exec:COMMAND makes no sense, or there is no such program."""
    command = EXEC.fullmatch(name)
    if not command:
        raise BadInput(f"write a command as exec:COMMAND or exec[SECONDS]:COMMAND, not {name!r}")
    limit_of(name, command["limit"])
    arguments_of(name, command["command"])


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


# --- their log


def check_log(log: Path) -> Path:
    """A file that can be written, or a folder."""
    try:
        if not log.is_dir():
            log.open("ab").close()
    except OSError as error:
        raise BadInput(f"{log}: {error.strerror}") from None
    return log


def log_file(log: Path | None, name: str) -> Path | None:
    """The file for a bot: one for all, or, in a folder, one for each."""
    if log is None or not log.is_dir():
        return log
    return log / (re.sub(r"[^\w.-]+", "_", name)[:64] + ".log")


def note(log: Path | None, who: str, lines: Iterable[str]) -> None:
    """Appends lines to a log. If they cannot be written, the match goes on without."""
    if log is not None:
        with suppress(OSError), log.open("ab") as out:
            out.write("".join(f"{who}: {line}\n" for line in lines).encode(errors="replace"))


class Errors:
    """The standard error of a program: its end is kept, all of it goes into the log."""

    def __init__(self, pipe: int, log: Path | None, who: str) -> None:
        self.pipe, self.log, self.who = pipe, log, who
        self.kept = self.rest = b""

    def read(self) -> bool:
        """Reads some of what is available; False at its end."""
        try:
            heard = os.read(self.pipe, CHUNK)
        except BlockingIOError:
            return True
        self.kept = (self.kept + heard)[-KEPT:]
        *lines, self.rest = (self.rest + heard).split(b"\n")
        if self.rest and (not heard or len(self.rest) > KEPT):
            lines, self.rest = [*lines, self.rest], b""
        note(self.log, self.who, [line.decode(errors="replace") for line in lines])
        return bool(heard)

    def drain(self) -> None:
        """Reads what a process that has ended left in the pipe."""
        for _ in range(FULL):
            if not self.read():
                break

    def said(self) -> str:
        return self.kept.decode(errors="replace").strip()


# --- programs


class Program(Bot):
    """A process that gets a line of JSON for each decision and answers with one. Started for its first decision."""

    def __init__(
        self, game: Game, seed: int, name: str, arguments: list[str], limit: float, log: Path | None = None
    ) -> None:
        super().__init__(game, seed)
        self.name = name
        self.arguments = arguments
        self.limit = limit
        self.log = log
        self.moves = self.trials = 0
        self.until = self.allowed = 0.0  # when its time for this decision is up, and how long that is
        self.unsent = b""
        self.unread = b""

    def choose(self, view: View, seat: int, legal: list[int]) -> str:
        if self.moves == 0:
            self.start(view, seat)
        elif self.hear() or self.unread:
            raise self.failure(f"spoke before it was asked: {shown(self.unread.decode(errors='replace'))!r}")
        self.moves += 1
        asked = {"move": self.moves, "seat": seat, "question": view.question}
        self.send({**asked, "view": view.position(), "legal": view.notations})
        self.allowed = max(self.limit, START) if self.moves == 1 else self.limit
        self.until = time.monotonic() + self.allowed
        while True:
            line = self.line()
            written = shown(line.decode(errors="replace"))
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                raise self.failure(f"wrote no JSON but {written!r}") from None
            if isinstance(answer, dict) and isinstance(answer.get("choice"), str):
                return str(answer["choice"])
            if not isinstance(answer, dict) or "try" not in answer:
                raise self.failure(f'wrote {written}, not {{"choice": NOTATION}}')
            self.send({"tried": self.tried(view, seat, answer, written)})

    def tried(self, view: View, seat: int, wish: dict[str, Any], written: str) -> dict[str, list[list[int]]]:
        """The points of every seat after each of the moves it wants to try, once for each time. All moves are tried in
        the same imagined states.
        """
        wanted, moves, times = wish["try"], wish.get("moves", 0), wish.get("times", 1)
        sizes = type(moves) is type(times) is int and 0 <= moves <= MOST_TRIED and 1 <= times <= MOST_TRIED
        if not sizes or not isinstance(wanted, list) or not all(one in view.notations for one in wanted):
            raise self.failure(f'wrote {written}, not {{"try": [legal NOTATION, …], "moves": N, "times": N}}')
        actions = {one: view.legal[view.notations.index(one)] for one in wanted}
        told: dict[str, list[list[int]]] = {one: [] for one in actions}
        for _ in range(times):
            self.trials += 1
            seed = seed_bytes(f"try {self.seed} {self.trials}")
            for one, a in actions.items():
                if time.monotonic() > self.until:
                    raise self.late()
                told[one].append(ahead.tried(self.game, view.state, seat, a, seed, moves))
        return told

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
        assert process.stdin and process.stdout and process.stderr
        self.into, self.out, err = (pipe.fileno() for pipe in (process.stdin, process.stdout, process.stderr))
        for pipe in (self.into, self.out, err):
            os.set_blocking(pipe, False)
        self.errors = Errors(err, self.log, f"{self.name}[{process.pid}]")
        note(self.log, self.errors.who, [f"plays {self.game.name}, seat {seat} of {int(view.state.players)}"])
        # at the latest when this object is collected, or at exit
        self.stop = weakref.finalize(self, end, process, self.errors)
        table = {"players": int(view.state.players), "options": self.game.options_of(view.state), "seat": seat}
        self.send({"hello": FORMAT, "game": self.game.name, **table, "seed": self.seed, "limit": self.limit})

    def send(self, message: dict[str, Any]) -> None:
        self.unsent += json.dumps(message).encode() + b"\n"

    def line(self) -> bytes:
        """The next line that it writes; meanwhile sends it what is still to be sent."""
        with selectors.DefaultSelector() as ready:
            ready.register(self.into, selectors.EVENT_WRITE)
            ready.register(self.out, selectors.EVENT_READ)
            ready.register(self.errors.pipe, selectors.EVENT_READ)
            while b"\n" not in self.unread:
                if len(self.unread) > LONGEST:
                    raise self.failure("wrote no JSON but a line without end")
                left = self.until - time.monotonic()
                if left <= 0:
                    raise self.late()
                events = ready.select(min(left, GLANCE))
                if not events and self.death(0):  # dead, although a child may still hold the pipes open
                    raise self.failure(self.death(0))
                for key, _ in events:
                    if key.fd == self.errors.pipe:
                        over = not self.errors.read()
                    else:
                        over = self.tell() if key.fd == self.into else self.hear() == b""
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

    def hear(self) -> bytes | None:
        """Reads what is available: empty at the end of the stream, None if there is nothing yet."""
        try:
            heard = os.read(self.out, CHUNK)
        except BlockingIOError:
            return None
        self.unread += heard
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
        self.close()
        said = self.errors.said()
        return Misbehaved(self.name, f"{deed}; it last said: {shown(said.splitlines()[-1])}" if said else deed, said)

    def late(self) -> Misbehaved:
        return self.failure(f"took longer than {self.allowed:g} s for a decision")

    def close(self) -> None:
        if self.moves:
            self.stop()


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kills a process and its children."""
    with suppress(ProcessLookupError, PermissionError):  # gone already
        os.killpg(process.pid, signal.SIGKILL)


def end(process: subprocess.Popen[bytes], errors: Errors) -> None:
    """Gives a process GRACE seconds to exit by itself, then kills it with its children."""
    assert process.stdin and process.stdout and process.stderr
    process.stdin.close()
    until = time.monotonic() + GRACE
    while errors.read() and process.poll() is None and time.monotonic() < until:
        select.select([errors.pipe], (), (), GLANCE / 4)  # its last words
    with suppress(subprocess.TimeoutExpired):
        process.wait(max(0.0, until - time.monotonic()))
    kill(process)
    process.wait()
    errors.drain()
    process.stdout.close()
    process.stderr.close()
