"""One match for a client: validates, plays, undoes, replays, narrates, saves, loads.

The move list is authoritative: the state is the start position with all moves applied.
"""

from __future__ import annotations

import hashlib
import json
import operator
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from yokocho.core.agenda import is_alone
from yokocho.core.game import BadInput, Game, no_name
from yokocho.core.happenings import Happening, happenings
from yokocho.core.position import seed_bytes
from yokocho.core.record import CLOCK, State, copy
from yokocho.core.scene import Scene

FORMAT = "yokocho-match/1"
SNAPSHOT = 16  # a copy of the state is kept every so many moves


class Illegal(BadInput):
    """A move that the rules do not allow, with the reason and the rule."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.reason = reason
        self.rule = rule


@dataclass(frozen=True)
class Move:
    """A move that was played."""

    seat: int
    notation: str
    time: int  # seconds since 1970; 0 if not recorded


class Match:
    """A match in progress or over."""

    def __init__(
        self, game: Game, players: int, options: dict[str, Any] | None = None, seed: str | None = None
    ) -> None:
        """A new match. The seed is any text; by default a random one."""
        self.game = game
        self.seed = seed_bytes(seed) if seed is not None else os.urandom(32)
        self.start: State = game.new(players, options, self.seed)
        self.position: dict[str, Any] | None = None  # the start, if not a deal
        self._begin()

    @classmethod
    def from_position(cls, game: Game, position: dict[str, Any]) -> Match:
        """A match that goes on from a position."""
        return cls.from_state(game, game.read(game, position))

    @classmethod
    def from_state(cls, game: Game, s: State) -> Match:
        """A match that goes on from a state, which it keeps."""
        match = cls.__new__(cls)
        match.game = game
        match.seed = b""
        match.start = s
        match.position = game.write(s)
        match._begin()
        return match

    def _begin(self) -> None:
        self.state: State = copy(self.start)
        self.moves: list[Move] = []
        self.actions: list[int] = []
        self.before: list[tuple[int, bool]] = []  # for each move: `news` before it, and was the open row ALONE?
        self.undone: list[tuple[Move, int]] = []
        self.snapshots: list[State] = [self.start]  # after 0, SNAPSHOT, 2 * SNAPSHOT … moves; never mutated
        self.names: dict[int, str] = {}
        self.roles: dict[int, str] = {}  # who plays each seat: "person", or the name of a bot

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.state.players)

    @property
    def commitment(self) -> str:
        """The hash of the seed, published before the match so that the seed can be checked after it."""
        return hashlib.sha256(self.seed).hexdigest() if self.seed else ""

    @property
    def over(self) -> bool:
        """Is nobody asked any more?"""
        return not self.game.pending(self.state)

    def name(self, p: int) -> str:
        """The name of who sits there."""
        return self.names.get(p, no_name(p))

    # --- playing

    def pending(self) -> list[int]:
        """The seats that owe a decision."""
        return self.game.pending(self.state)

    def actor(self) -> int:
        """The seat that is asked next, if one is asked at a time; -1 when the match is over."""
        return self.game.actor(self.state)

    def legal(self, p: int) -> list[int]:
        """The legal actions of a seat."""
        return self.game.legal(self.state, p)

    def notations(self, p: int) -> list[str]:
        """The legal moves of a seat in notation."""
        return [self.game.words.notation(self.state, p, a) for a in self.legal(p)]

    def play(self, p: int, move: int | str, when: int | None = None) -> None:
        """Plays a move, given as an action number or in notation. Raises Illegal and changes nothing if not legal."""
        a = self.validate(p, move)
        text = self.game.words.notation(self.state, p, a)
        self.follow(Move(p, text, int(time.time()) if when is None else when), a)

    def follow(self, move: Move, a: int) -> None:
        """Plays a move that is known to be legal, with its action number."""
        alone = bool(is_alone(self.state))
        self._push(move, a)
        kept = alone and is_alone(self.state)  # others can still redo what they took back
        self.undone = [taken for taken in self.undone if kept and taken[0].seat != move.seat]

    def validate(self, p: int, move: int | str) -> int:
        """The action number of a move; Illegal if it may not be played now."""
        words = self.game.words
        view = self.game.view(self.state, p) if p != CLOCK else self.state
        if isinstance(move, str):
            try:
                a = words.parse(view, p, " ".join(move.split()))
            except ValueError as error:
                raise Illegal(str(error)) from None
        else:
            try:
                a = operator.index(move)
            except TypeError:
                raise Illegal(f"A move is words or the number of an action, not {move!r}.") from None
        if self.over:
            raise Illegal("The game is over.")
        legal = self.legal(p)
        if not legal:  # not `p not in pending`: a seat such as CLOCK may act without owing a decision
            others = " and ".join(self.name(q) for q in self.pending())
            raise Illegal(f"It is not for {self.name(p)} to decide now, but for {others}.")
        if a not in legal:
            if not 0 <= a < self.game.actions:
                raise Illegal(f"There is no action {a}.")
            raise Illegal(*words.why_not(view, p, a))
        return a

    def _push(self, move: Move, a: int) -> None:
        self.before.append((int(self.state.news), bool(is_alone(self.state))))
        self.game.kernels.apply(self.state, move.seat, a)
        self.moves.append(move)
        self.actions.append(a)
        if len(self.moves) % SNAPSHOT == 0:
            self.snapshots.append(copy(self.state))

    # --- going back

    def why_no_undo(self, p: int | None = None) -> str:
        """Why a seat (None: whoever moved last) cannot take back its last move; empty if it can."""
        i = self.own_last(p)
        if i < 0:
            return "You have nothing to take back."
        news, alone = self.before[i]
        if news != self.state.news:
            return "Something came to light with that move."
        if alone and is_alone(self.state) and self.moves[i].seat not in self.pending():
            return "That was your last word."
        return ""

    def own_last(self, p: int | None) -> int:
        """The number of the move that a seat (None: anybody) would take back, or -1.

        That is the last move, if it is the seat's. While the open row is ALONE, moves of different seats are
        independent, so a seat may take back its own last one from under later moves of others.
        """
        alone = bool(is_alone(self.state))
        for i in range(len(self.moves) - 1, -1, -1):
            if alone and not self.before[i][1]:
                break  # made before this row was open
            if p is None or self.moves[i].seat == p:
                return i
            if not alone:
                break
        return -1

    def undo(self, p: int | None = None) -> Move:
        """Takes back the last move of a seat (None: anybody), but never across `news`."""
        reason = self.why_no_undo(p)
        if reason:
            raise Illegal(reason)
        return self.take_back(self.own_last(p))

    def take_back(self, i: int = -1) -> Move:
        """Takes back move number i, whatever it revealed: for a referee, or when all players agree."""
        i %= len(self.moves)
        self.state = self.at(i)
        taken, *others = zip(self.moves[i:], self.actions[i:])
        del self.moves[i:], self.actions[i:], self.before[i:]
        del self.snapshots[i // SNAPSHOT + 1 :]
        for move, a in others:
            self._push(move, a)
        self.undone.append(taken)
        return taken[0]

    def redo(self, p: int | None = None) -> Move:
        """Plays again what a seat (None: anybody) took back last."""
        for i in range(len(self.undone) - 1, -1, -1):
            if p is None or self.undone[i][0].seat == p:
                move, a = self.undone.pop(i)
                self._push(move, a)
                return move
        raise Illegal("Nothing was taken back.")

    def at(self, n: int) -> State:
        """The state after n moves."""
        if not 0 <= n <= len(self.moves):
            raise BadInput(f"the match has {len(self.moves)} moves, there is no move {n}")
        s = copy(self.snapshots[n // SNAPSHOT])
        for i in range(n - n % SNAPSHOT, n):
            self.game.kernels.apply(s, self.moves[i].seat, self.actions[i])
        return s

    def states(self, since: int = 0) -> Iterator[State]:
        """The state after ``since`` moves, then after each further one. Always the same record, changed in place."""
        s = self.at(since)
        yield s
        for move, a in zip(self.moves[since:], self.actions[since:]):
            self.game.kernels.apply(s, move.seat, a)
            yield s

    def renew(self) -> None:
        """Copies all states into the record type that fits, after the game's kernels have changed to machine code."""
        self.start, self.state = copy(self.start), copy(self.state)
        self.snapshots = [copy(s) for s in self.snapshots]

    def still(self) -> Match:
        """A snapshot of the match for another thread to read while this one is played on."""
        still = Match.__new__(Match)
        vars(still).update(vars(self))
        still.state = copy(self.state)
        for name in ("moves", "actions", "before", "undone", "snapshots"):
            setattr(still, name, list(getattr(self, name)))
        return still

    # --- looking

    def view(self, p: int) -> State:
        """A masked copy of the state: what a seat knows."""
        return self.game.view(self.state, p)

    def scene(self, p: int) -> Scene:
        """The table as a seat sees it."""
        return self.game.table(self.view(p), p, self.name)

    def log(self, p: int, since: int = 0, until: int | None = None) -> list[str]:
        """What the moves from number ``since`` up to ``until`` did, in words, as far as seat p may know it."""
        lines: list[str] = []
        for s in islice(self.states(since), 1, None if until is None else until - since + 1):
            lines += self.game.words.narrate(self.game.view(s, p), self.name)
        return lines

    def happenings(self, p: int, i: int = -1) -> list[Happening]:
        """What move number i (the last one) did, in order and as data, as far as seat p may know it."""
        before, after = (self.game.view(s, p) for s in islice(self.states(range(len(self.moves))[i]), 2))
        return happenings(self.game, before, after, p, self.name)

    def heard(self, p: int, i: int) -> str | None:
        """Move number i in notation; None when seat p may not know what was played."""
        move = self.moves[i]
        hidden = move.seat != p and self.game.words.secret(self.at(i), move.seat, self.actions[i], p)
        return None if hidden else move.notation

    def result(self) -> dict[str, Any] | None:
        """Scores and places once the match is over."""
        if not self.over:
            return None
        ending = self.game.endings[int(self.game.kernels.ending(self.state))]
        return {"scores": self.game.scores(self.state), "ranks": self.game.ranks(self.state), "ending": ending}

    def digest(self) -> str:
        """A hash of the position reached."""
        text = json.dumps(self.game.write(self.state), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    # --- saving

    def to_json(self) -> dict[str, Any]:
        """The match as plain data, as it is saved."""
        head: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "components": self.game.components,
            "players": self.players,
            "options": self.game.options_of(self.state),
            "names": {str(p): name for p, name in sorted(self.names.items())},
            "roles": {str(p): role for p, role in sorted(self.roles.items())},
        }
        if self.position is not None:
            head["position"] = self.position
        else:
            head |= {"commitment": self.commitment, "seed": self.seed.hex()}
        return head | {
            "moves": [[move.seat, move.notation, move.time] for move in self.moves],
            "result": self.result(),
            "digest": self.digest(),
        }

    def save(self, path: Path) -> None:
        """Writes the match atomically: a crash leaves either the old file or the new one."""
        path = Path(path)
        beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
        try:
            with beside.open("x", encoding="utf-8") as file:
                file.write(json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)

    @classmethod
    def from_json(cls, data: Any, find: Callable[[str], Game]) -> Match:
        """A match from its JSON form; every move, the result and the digest are checked."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadInput(f"not a match: its format should be {FORMAT!r}")
        try:
            game = find(data["game"])
            if data["version"] > game.version:
                raise BadInput(f"{game.title}: the match has rules version {data['version']}, this is {game.version}")
            if data["components"] != game.components:
                other = f"({data['components']}, here {game.components})"
                raise BadInput(f"{game.title}: the match was played with other component data {other}")
            if "position" in data:
                match = cls.from_position(game, data["position"])
            else:
                if type(data["players"]) is not int:
                    raise BadInput(f"players: a number, not {data['players']!r}")
                match = cls(game, data["players"], data["options"], data["seed"])
                if match.commitment != data["commitment"]:
                    raise BadInput("the seed does not fit its commitment")
            match.names = {int(p): str(name) for p, name in data.get("names", {}).items()}
            match.roles = {int(p): str(role) for p, role in data.get("roles", {}).items()}
            for i, (seat, text, when) in enumerate(data["moves"]):
                if type(seat) is not int or not (0 <= seat < match.players or seat == CLOCK) or type(when) is not int:
                    raise BadInput(f"move {i}: a seat, a move and a time are needed here")
                try:
                    match.play(seat, text, when)
                except Illegal as error:
                    raise BadInput(f"move {i}: {text!r} of seat {seat}: {error}") from None
            if data.get("result") != match.result():
                raise BadInput("the moves lead to another result than the one recorded")
            if data["digest"] != match.digest():
                raise BadInput("the moves lead to another position than the one recorded")
        except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"not a whole match: {type(error).__name__} {error}") from None
        return match

    @classmethod
    def load(cls, path: Path, find: Callable[[str], Game]) -> Match:
        """A saved match; ``find`` is `catalog.game`."""
        return cls.from_json(read_json(path), find)


def read_json(path: Path) -> Any:
    """What a JSON file holds; BadInput when it is not one."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: not JSON: {error}") from None
