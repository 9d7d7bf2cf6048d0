"""One table: who sits where, and the match, as a fold over its events. No I/O here.

Viewers are the seats and SPECTATOR. Each viewer counts only the events that it may notice, so a hidden move leaves no
gap in the numbers.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from yokocho import catalog
from yokocho.core.game import BadInput, Game
from yokocho.core.match import Illegal, Match, Move
from yokocho.core.record import CLOCK, SPECTATOR, State, copy, data
from yokocho.server.clocks import SECOND, Clocks, Pace
from yokocho.server.identity import cleaned

GALLERY = 1 << 30  # the bit of spectators in a mask of viewers
CARETAKER = "cook"  # the bot that plays for somebody who is away
WAITING, RUNNING, FINISHED, ABORTED = "waiting", "running", "finished", "aborted"
TALK = 200  # lines of chat kept in memory
BINDS = "Under the hammer every word binds."
TIME_IS_UP = "Your time is up; the caretaker makes this move."


def bit(viewer: int) -> int:
    return GALLERY if viewer == SPECTATOR else 1 << viewer


def hidden(game: Game, before: State, after: State, p: int, a: int, viewers: Iterable[int]) -> tuple[int, int]:
    """Two bit masks of viewers to whom a move is secret: those who must not notice it (their view does not change), and
    those who notice that something was done but not what (their view changes).
    """
    unheard = veiled = 0
    for v in viewers:
        if v != p and game.words.secret(before, p, a, v):
            seen, then = (data(game.settle(game.view(s, v))) for s in (before, after))
            unheard |= bit(v) if seen == then else 0
            veiled |= bit(v) if seen != then else 0
    return unheard, veiled


@dataclass(slots=True)
class Event:
    """Something that happened at a table."""

    number: int
    at: int
    kind: str
    seat: int = -1
    body: dict[str, Any] = field(default_factory=dict)
    unheard: int = 0
    person: str | None = None
    client: str | None = None
    awaiting: int | None = None  # bit mask of the seats that owe a decision afterwards; None: unchanged or unknown


@dataclass(slots=True)
class Seat:
    kind: str  # open, person, bot
    name: str
    person: str | None = None
    bot: str | None = None
    ready: bool = False
    caretaker: bool = False
    conceded: bool = False
    relieved: bool = False  # the caretaker has moved since it took over
    absent: bool = False  # its bot is not in this house any more; the caretaker plays for it

    @property
    def by_bot(self) -> str | None:
        """The bot that decides for this seat now."""
        return CARETAKER if self.absent or self.caretaker or self.conceded else self.bot


@dataclass(slots=True)
class Request:
    """A request that needs the consent of the others."""

    kind: str  # undo, abort
    by: int
    index: int = -1  # the first move that would be taken back
    yes: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Made:
    """What the table knows about a move besides the match."""

    seat: int
    used: tuple[int, ...]  # time that each seat had used before it
    stands: str  # why its seat cannot take it back without consent; empty if it can
    earned: int = 0  # time that its seat earned with it


class Table:
    """A table in memory."""

    def __init__(self, row: dict[str, Any], seats: list[Seat]) -> None:
        self.id: str = row["id"]
        self.game: Game = catalog.game(row["game"])
        self.row = row
        self.players: int = row["players"]
        self.options: dict[str, Any] = json.loads(row["options"])
        self.pace = Pace(**pace_of(row["pace"]))
        self.seats = seats
        self.status: str = row["status"]
        self.result: dict[str, Any] | None = json.loads(row["result"]) if row["result"] else None
        self.match: Match | None = None
        self.number = 0
        self.counts = dict.fromkeys([*range(self.players), SPECTATOR], 0)
        self.heard: dict[int, list[int]] = {viewer: [] for viewer in self.counts}  # by viewer: the moves it noticed
        self.asked: dict[int, tuple[Any, int]] = {}  # by pending seat: the question, and the seat's count then
        self.clocks = Clocks(self.pace, self.players)
        self.made: list[Made] = []  # for each move of the match
        self.hammer: tuple[Any, int, int] | None = None  # key of the countdown, when it falls, its length
        self.request: Request | None = None
        self.stuck: set[int] = set()  # seats whose bots have given up
        self.stirred = 0  # the last event after which such bots try again; one that everybody noticed, so no leak
        self.conceded: dict[int, int] = {}  # by seat that has conceded: after how many moves
        self.chat: list[Event] = []
        self.answered: dict[tuple[str, str], int] = {}  # accepted messages: (person, id) -> event number

    # --- folding

    def fold(self, event: Event, notice: bool = True) -> None:
        """Applies an event. `notice` is false while a finished match is replayed: nobody needs clocks and questions."""
        if event.number != self.number + 1:
            raise AssertionError(f"event {event.number} after {self.number}")
        self.number = event.number
        self.row["moved"] = event.at
        if event.kind in ("move", "undo", "redo"):
            self.asked.pop(event.seat, None)  # the next question is a new one even if it reads the same
        if event.kind != "start":
            if event.kind == "resume":
                self.clocks.pass_to(event.body["from"])
                self.clocks.skip_to(event.at)
            else:
                self.clocks.pass_to(event.at)
        if not event.unheard and event.kind not in ("stuck", "chat", "resume"):
            self.stirred = event.number
            self.stuck.clear()
        getattr(self, f"_{event.kind}")(event)
        for viewer in self.counts:
            if not event.unheard & bit(viewer):
                self.counts[viewer] += 1
        if event.person and event.client:
            self.answered[event.person, event.client] = self.counts[event.seat]
            if len(self.answered) > 4 * TALK:
                del self.answered[next(iter(self.answered))]
        if notice and event.kind != "chat":
            self._notice(event)

    def _notice(self, event: Event) -> None:
        """Updates whose clock runs, who is asked what, and when the hammer falls."""
        match = self.match
        if match is None or self.status != RUNNING:
            self.clocks.run(())
            self.asked, self.hammer = {}, None
            self.row["awaiting"] = 0
            return
        pending = match.pending()
        self.row["awaiting"] = sum(1 << p for p in pending)
        people = [p for p in pending if not self.seats[p].by_bot]
        lent = [p for p in pending if self.seats[p].caretaker and not self.seats[p].relieved]
        if event.kind in ("move", "redo"):
            self.made[-1].earned = self.clocks.run(people, lent, event.seat)
        else:
            self.clocks.run(people, lent)
        asks = self.game.words.asks(match.state)
        before, self.asked = self.asked, {}
        for p in pending:
            question = (asks, tuple(match.legal(p)))
            kept = before.get(p)
            self.asked[p] = kept if kept and kept[0] == question else (question, self.counts[p])
        if self.game.hammer and match.legal(CLOCK):
            key, stage = self.game.hammer.stage(match.state)
            if self.hammer is None or self.hammer[0] != key:
                seconds = (self.pace.hammer or self.game.hammer.seconds)[stage]
                self.hammer = key, event.at + int(seconds * SECOND), int(seconds * SECOND)
        else:
            self.hammer = None

    def _start(self, event: Event) -> None:
        self.status = RUNNING
        self.row["started"] = event.at
        self.match = self.deal()
        self.clocks.now = event.at
        for said in self.chat:  # seats may have been shuffled
            if said.seat != SPECTATOR:
                said.seat = event.body.get("order", range(self.players))[said.seat]

    def deal(self) -> Match:
        """The match before its first move."""
        if self.row["position"]:
            match = Match.from_position(self.game, json.loads(self.row["position"]))
        else:
            match = Match(self.game, self.players, self.options, bytes(self.row["seed"]).hex())
        match.names = {p: seat.name for p, seat in enumerate(self.seats)}
        match.roles = {p: "person" if seat.kind == "person" else f"{seat.bot}" for p, seat in enumerate(self.seats)}
        return match

    @property
    def playing(self) -> Match:
        if self.match is None:
            raise BadInput("the match has not begun")
        return self.match

    def _move(self, event: Event) -> None:
        match = self.playing
        match.follow(Move(event.seat, event.body["move"], event.at // SECOND), event.body["action"])
        for viewer, moves in self.heard.items():
            if not event.unheard & bit(viewer):
                moves.append(len(match.moves) - 1)
        self._note(event)

    def _note(self, event: Event) -> None:
        """Records a move that was made, or redone."""
        p, stands = event.seat, BINDS if self.hammer else ""
        if p != CLOCK and self.seats[p].caretaker:
            self.seats[p].relieved = True
            stands = stands or ("The caretaker made that move." if self.pace.timed else "")
        self.made.append(Made(p, tuple(self.clocks.used), stands))
        if self.request and self.request.kind == "undo" and event.person and not event.unheard:
            self.request = None  # a person has played on, which everybody noticed: that is a no

    def _undo(self, event: Event) -> None:
        match, i = self.playing, event.body["index"]
        match.take_back(i)
        for viewer, moves in self.heard.items():
            self.heard[viewer] = [k - (k > i) for k in moves if k != i]
        self.conceded = {p: n - (n > i) for p, n in self.conceded.items()}
        self.clocks.left[event.seat] -= self.made.pop(i).earned
        if self.request and i < self.request.index:
            self.request.index -= 1

    def _redo(self, event: Event) -> None:
        match = self.playing
        match.redo(event.seat)
        for viewer, moves in self.heard.items():
            if not event.unheard & bit(viewer):
                moves.append(len(match.moves) - 1)
        self._note(event)

    def _back_to(self, event: Event) -> None:
        """Takes back everything from a move on, by consent."""
        match, i = self.playing, event.body["index"]
        while len(match.moves) > i:
            match.take_back()
        match.undone.clear()
        for viewer, moves in self.heard.items():
            self.heard[viewer] = [k for k in moves if k < i]
        self.conceded = {p: min(n, i) for p, n in self.conceded.items()}
        gone, self.made = self.made[i:], self.made[:i]
        for p in range(self.players) if gone else ():
            self.clocks.take_back(p, sum(made.earned for made in gone if made.seat == p), gone[0].used[p])
        self.request = None

    def _chat(self, event: Event) -> None:
        self.chat.append(event)
        del self.chat[:-TALK]

    def _caretaker(self, event: Event) -> None:
        seat = self.seats[event.seat]
        seat.caretaker, seat.relieved = True, False

    def _back(self, event: Event) -> None:
        seat = self.seats[event.seat]
        seat.caretaker = False
        if seat.relieved:
            self.clocks.grant(event.seat)

    def _ask(self, event: Event) -> None:
        self.request = Request(event.body["what"], event.seat, event.body.get("index", -1), {event.seat})

    def _answer(self, event: Event) -> None:
        if self.request:
            if event.body["yes"]:
                self.request.yes.add(event.seat)
            else:
                self.request = None

    def _concede(self, event: Event) -> None:
        self.seats[event.seat].conceded = True
        self.conceded[event.seat] = len(self.playing.moves)
        if self.request and self.request.by == event.seat:
            self.request = None

    def _resume(self, event: Event) -> None:
        self.hammer = None  # restarts the countdown: nobody could bid while the house was closed

    def _stuck(self, event: Event) -> None:
        self.stuck.add(event.seat)

    def _end(self, event: Event) -> None:
        self.status = event.body["status"]
        self.result = event.body["result"]
        self.row["finished"] = event.at
        self.request = None

    # --- plans: each returns the events to be written, or raises Illegal

    def next(self, now: int, kind: str, seat: int = -1, unheard: int = 0, after: int = 0, **body: Any) -> Event:
        return Event(self.number + 1 + after, max(now, self.row["moved"]), kind, seat, body, unheard)

    def plan_move(self, now: int, p: int, move: int | str) -> list[Event]:
        """A move, and the end of the match if it ends it."""
        match = self.running()
        a = match.validate(p, move)
        text = self.game.words.notation(match.state, p, a)
        trial = copy(match.state)
        self.game.kernels.apply(trial, p, a)
        unheard, veiled = hidden(self.game, match.state, trial, p, a, self.counts)
        planned = [self.next(now, "move", p, unheard, move=text, action=a, **({"veiled": veiled} if veiled else {}))]
        planned[0].awaiting = int(self.game.kernels.pending(trial))
        if not planned[0].awaiting:
            planned.append(self._finished(now, self.outcome(trial)))
        return planned

    def _finished(self, now: int, result: dict[str, Any]) -> Event:
        """The end, with the seats whose people are away: for the rating they have left."""
        away = [p for p, seat in enumerate(self.seats) if seat.kind == "person" and seat.caretaker]
        return self.next(now, "end", after=1, status=FINISHED, result=result, away=away)

    def plan_undo(self, now: int, p: int) -> list[Event]:
        match = self.present(p)
        reason = self.why_no_undo(p)
        if reason:
            raise Illegal(reason)
        i = match.own_last(p)
        return [self.next(now, "undo", p, self._deaf_to(i), index=i)]

    def why_no_undo(self, p: int) -> str:
        """Why a seat cannot take back its last move without consent; empty if it can."""
        if self.hammer:
            return BINDS
        if self.request and self.request.kind == "undo" and self.request.by == p:
            return "You have asked the others already."
        match = self.playing
        return match.why_no_undo(p) or self.made[match.own_last(p)].stands

    def plan_redo(self, now: int, p: int) -> list[Event]:
        match = self.present(p)
        if self.hammer:
            raise Illegal(BINDS)
        for move, a in reversed(match.undone):
            if move.seat == p:
                trial = copy(match.state)
                self.game.kernels.apply(trial, p, a)
                unheard, _ = hidden(self.game, match.state, trial, p, a, self.counts)
                return [self.next(now, "redo", p, unheard)]
        raise Illegal("Nothing was taken back.")

    def _deaf_to(self, i: int) -> int:
        return sum(bit(v) for v, moves in self.heard.items() if i not in moves)

    def plan_ask(self, now: int, p: int, kind: str) -> list[Event]:
        """Asks for the consent of the others. Bots agree, so among bots it is granted at once."""
        match = self.running(p)
        if self.request:
            raise Illegal("Something else is being asked already.")
        if kind == "abort":
            planned = [self.next(now, "ask", p, what=kind)]
        elif kind == "undo":
            if self.row["rated"]:
                raise Illegal("This match is rated: nothing is taken back by consent.")
            own = [i for i, move in enumerate(match.moves) if move.seat == p]
            if not own:
                raise Illegal("You have nothing to take back.")
            planned = [self.next(now, "ask", p, what=kind, index=own[-1])]
        else:
            raise Illegal("Only undo and abort can be asked for.")
        request = Request(kind, p, planned[0].body.get("index", -1), {p})
        return planned + self._granted(now, request, 1)

    def plan_answer(self, now: int, p: int, yes: bool) -> list[Event]:
        self.running(p)
        if not self.request:
            raise Illegal("Nothing is being asked.")
        if yes and p in self.request.yes:
            raise Illegal("You have agreed already.")  # "no" of the seat that asked withdraws the request
        planned = [self.next(now, "answer", p, yes=yes)]
        if yes:
            agreed = Request(self.request.kind, self.request.by, self.request.index, self.request.yes | {p})
            planned += self._granted(now, agreed, 1)
        return planned

    def _granted(self, now: int, request: Request, after: int, gone: int = -1) -> list[Event]:
        """The events that follow once everybody has agreed, else none. Bots and people who are away count as agreeing,
        and so does the seat `gone`, which is just leaving.
        """
        needed = {p for p, seat in enumerate(self.seats) if not seat.by_bot and p != gone}
        holders = {self.seats[p].person for p in request.yes}
        if any(self.seats[p].person not in holders for p in needed):
            return []
        if request.kind == "undo":
            return [self.next(now, "back_to", request.by, after=after, index=request.index)]
        return [self.next(now, "end", after=after, status=ABORTED, result=None)]

    def plan_care(self, now: int, p: int, why: str) -> list[Event]:
        self.running()
        if self.seats[p].by_bot:
            raise Illegal("A caretaker plays for this seat already.")
        if self.row["rated"] and why == "away":
            raise Illegal("This match is rated: nobody plays for you while you are here.")
        planned = [self.next(now, "caretaker", p, why=why)]
        if self.request:
            planned += self._granted(now, self.request, 1, p)
        return planned

    def plan_back(self, now: int, p: int) -> list[Event]:
        match, seat = self.running(), self.seats[p]
        if not seat.caretaker or seat.conceded:
            raise Illegal("You are at the table.")
        if self.clocks.is_out(p, now) and not seat.relieved and p in match.pending():
            raise Illegal(TIME_IS_UP)
        return [self.next(now, "back", p)]

    def plan_concede(self, now: int, p: int) -> list[Event]:
        """The seat is ranked last and a bot plays on for it; with nobody left to play against, the match ends."""
        match = self.running(p)
        planned = [self.next(now, "concede", p)]
        left = [q for q, seat in enumerate(self.seats) if q != p and not seat.conceded]
        people = [q for q in left if self.seats[q].kind == "person"]
        if len(left) <= 1 or not people:
            result = self.outcome(match.state, {p})
            planned.append(self._finished(now, result))
        elif self.request and self.request.by != p:
            planned += self._granted(now, self.request, 1, p)
        return planned

    def plan_chat(self, now: int, viewer: int, name: str, text: str, room: str) -> list[Event]:
        if not self.row["chat"]:
            raise Illegal("There is no chat at this table.")
        if room != ("gallery" if viewer == SPECTATOR else "table"):
            raise Illegal("That is another room.")
        text = cleaned(text)
        if not 0 < len(text) <= 500:
            raise Illegal("A line of chat has 1 to 500 characters.")
        seats = sum(bit(p) for p in range(self.players))
        unheard = seats if viewer == SPECTATOR else GALLERY
        name = name if viewer == SPECTATOR else self.seats[viewer].name
        return [self.next(now, "chat", viewer, unheard, text=text, room=room, name=name)]

    def running(self, p: int = SPECTATOR) -> Match:
        """The match; Illegal if it is not running or the seat has conceded."""
        if self.status == WAITING:
            raise Illegal("The match has not begun.")
        if self.status != RUNNING:
            raise Illegal("The match is over.")
        if p != SPECTATOR and self.seats[p].conceded:
            raise Illegal("You have conceded.")
        return self.playing

    def present(self, p: int) -> Match:
        """The match; Illegal also if a caretaker plays for the seat."""
        match = self.running(p)
        if self.seats[p].caretaker:
            raise Illegal(TIME_IS_UP if self.clocks.is_out(p) else "A caretaker plays for this seat.")
        return match

    def outcome(self, s: Any, now_out: Iterable[int] = ()) -> dict[str, Any]:
        """The result; seats that have conceded are ranked last."""
        out = {p for p, seat in enumerate(self.seats) if seat.conceded} | set(now_out)
        ranks = self.game.ranks(s)
        if out:
            stay = sorted(ranks[p] for p in range(self.players) if p not in out)
            ranks = [len(stay) + 1 if p in out else stay.index(ranks[p]) + 1 for p in range(self.players)]
        over = not self.game.kernels.pending(s)
        names = [self.seats[p].name for p in sorted(out)]
        ending = self.game.endings[int(self.game.kernels.ending(s))] if over else conceding(names)
        return {"scores": self.game.scores(s), "ranks": ranks, "ending": ending, "conceded": sorted(out)}

    def chance(self, p: int) -> str:
        """The seed of a seat's bot, derived from the secret seed of the match."""
        secret = bytes(self.row["seed"]) or str(self.row["position"]).encode()
        return hmac.new(secret, f"bot {p}".encode(), "sha256").hexdigest()

    # --- who is who

    def admits(self, person: str | None) -> bool:
        """May a person watch without an invite?"""
        return bool(self.row["public"] or (person and (self.row["owner"] == person or self.seats_of(person))))

    def seats_of(self, person: str | None) -> list[int]:
        return [p for p, seat in enumerate(self.seats) if person and seat.person == person]

    def is_behind(self, p: int, number: int) -> bool:
        """Does a message that was sent after `number` events answer an older question?"""
        if number > self.counts[p]:
            return True
        asked = self.asked.get(p)
        return number < asked[1] if asked else number < self.counts[p]

    def needs_care(self) -> bool:
        """Does it need a keeper: for bots, clocks or the hammer?"""
        if self.status != RUNNING:
            return False
        return self.pace.timed or self.game.hammer is not None or any(seat.by_bot for seat in self.seats)

    def is_busy(self) -> bool:
        """Will something happen at it without people: a bot's move, the end of a clock or the hammer?"""
        waits = any(self.seats[p].by_bot and p not in self.stuck for p in self.asked)
        return self.status == RUNNING and bool(waits or self.clocks.running or self.hammer)


def conceding(names: Sequence[str]) -> str:
    """How a match ended in which these have conceded."""
    listed = ", ".join(names[:-1]) + " and " * (len(names) > 1) + "".join(names[-1:])
    return f"{listed} {'has' if len(names) == 1 else 'have'} conceded"


def pace_of(text: str) -> dict[str, Any]:
    pace: dict[str, Any] = json.loads(text)
    return pace | {"hammer": tuple(pace.get("hammer", ()))}
