"""Positions of real matches, as the house would send them to somebody who looks at the table."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import msgspec

from yokocho.bots import seats as bots
from yokocho.core.game import Game
from yokocho.core.record import SPECTATOR
from yokocho.server import views
from yokocho.server.table import RUNNING, WAITING, Event, Seat, Table

ME = "Amber Fox"
MATCHES = (("cook",), ("cook", "apprentice"), ("cook",), ("apprentice",))  # who plays them, seat by seat
LONGEST = 600  # moves of a match
OVER, WAITS, WATCHES = "over", "waits", "watches"  # kinds of position besides those of the question
SHORT: dict[str, dict[str, Any]] = {"mitsuhamama": {"max_days": 6}, "wok_and_roll": {"max_turns": 12}}


@dataclass(frozen=True)
class Position:
    """A moment of a match, and who looks."""

    game: Game
    players: int
    match: int  # which of the matches
    moves: int
    kind: str  # of the question; `waits`, `watches` or `over` where the viewer is not asked
    viewer: int
    asked: str = ""  # the kind of question, whoever is asked

    @property
    def name(self) -> str:
        return f"{self.game.name}-{self.players}-{self.kind}-{self.match}.{self.moves}"

    def table(self) -> Table:
        """The table at that moment, as the house knows it."""
        table = begun(self.game, self.players, self.viewer, self.match)
        for event in played(self.game, self.players, self.match).events[1:]:
            if len(table.playing.moves) == self.moves and event.kind == "move":
                break
            table.fold(event, notice=event.kind != "move" or len(table.playing.moves) == self.moves - 1)
        return table

    @property
    def me(self) -> str | None:
        return ME if self.viewer != SPECTATOR else None

    def message(self) -> dict[str, Any]:
        """What the house would send to the viewer."""
        table = self.table()
        return {**views.state(table, self.viewer, self.me, range(self.players), 0), "build": "stage"}


def plain(said: Any, lenient: bool = False) -> Any:
    """As the house encodes it, and the browser reads it. Lenient: numbers of NumPy too, with which the house fails."""
    return msgspec.json.decode(msgspec.json.encode(said, enc_hook=int if lenient else None))


def begun(game: Game, players: int, me: int, match: int) -> Table:
    """A table at which a person sits at seat `me`, right after the deal; a row of the store is pretended."""
    others = bots.cast({p: "cook" for p in range(players) if p != max(me, 0)}, [ME])
    row = {
        **{"id": "stage", "game": game.name, "players": players, "status": WAITING, "result": None, "position": None},
        **{"options": json.dumps(SHORT.get(game.name, {}) if match else {}), "pace": '{"kind": "untimed"}'},
        **{"seed": random.Random(f"{game.name} {players} {match}").randbytes(32), "owner": ME, "public": True},
        **{
            "hints": True,
            "chat": True,
            "coach": False,
            "rated": False,
            "seating": "listed",
            "imported": False,
            "revision": 1,
            "rematch": None,
        },
        **{"created": 0, "started": None, "finished": None, "moved": 0, "awaiting": 0},
    }
    seats = [
        Seat("bot", others[p], bot="cook") if p in others else Seat("person", ME, ME, ready=True)
        for p in range(players)
    ]
    table = Table(row, seats)
    table.fold(table.next(0, "start"))
    return table


@dataclass(frozen=True)
class Played:
    """A match from its start to its end, and before each move: who is asked, and the kind of question."""

    events: list[Event]
    asked: list[tuple[list[int], str]]


@cache
def played(game: Game, players: int, number: int) -> Played:
    table = begun(game, players, 0, number)
    match = table.playing
    events = [Event(1, 0, "start")]
    asked: list[tuple[list[int], str]] = []
    chance = random.Random(f"who {game.name} {players} {number}")
    who = MATCHES[number % len(MATCHES)]
    minds = [bots.bot(who[p % len(who)], game, f"stage {p}") for p in range(players)]
    while table.status == RUNNING and len(match.moves) < LONGEST:
        pending = match.pending()
        asked.append((pending, game.words.asks(match.state)))
        p = chance.choice(pending)
        for event in table.plan_move(len(match.moves) * 1000, p, minds[p](match.view(p), p)):
            table.fold(event, notice=False)
            events.append(event)
    return Played(events, asked)


def after(game: Game, players: int, match: int, moves: int) -> Position:
    """The position after so many moves, as the seat that is asked sees it."""
    story = played(game, players, match)
    if moves >= len(story.asked):
        return Position(game, players, match, len(story.asked), OVER, 0)
    (first, *_), kind = story.asked[moves]
    return Position(game, players, match, moves, kind, first, kind)


def last(position: Position) -> Position:
    """The end of the same match."""
    moves = len(played(position.game, position.players, position.match).asked)
    return replace(position, moves=moves, kind=OVER, asked="")


def kinds(game: Game) -> list[str]:
    """Every kind of question that the game knows, and what else can be seen."""
    return [*dict.fromkeys(game.words.questions.values()), WAITS, WATCHES, OVER]


def chosen(game: Game, players: int, each: int = 1, matches: int = len(MATCHES)) -> list[Position]:
    """For every kind of question so many positions, spread from early to late; and somebody who waits, somebody who
    watches, and the end.
    """
    found: dict[str, list[Position]] = {}
    for number in range(matches):
        story = played(game, players, number)
        for moves, (pending, kind) in enumerate(story.asked):
            viewer = pending[moves % len(pending)]
            found.setdefault(kind, []).append(Position(game, players, number, moves, kind, viewer, kind))
            idle = [p for p in range(players) if p not in pending]
            if idle:
                seat = idle[moves % len(idle)]
                found.setdefault(WAITS, []).append(Position(game, players, number, moves, WAITS, seat, kind))
            found.setdefault(WATCHES, []).append(Position(game, players, number, moves, WATCHES, SPECTATOR, kind))
        if story.events[-1].kind == "end":
            found.setdefault(OVER, []).append(Position(game, players, number, len(story.asked), OVER, 0))
    order = {kind: i for i, kind in enumerate(kinds(game))}
    return [
        position
        for kind in sorted(found, key=lambda kind: order.get(kind, -1))
        for position in spread(found[kind], each if kind not in (OVER, WATCHES) else max(1, each // 2))
    ]


def spread(positions: list[Position], count: int) -> list[Position]:
    """So many of them, from early in a match to late; the first one of all is among them."""
    ordered = sorted(positions, key=lambda one: (one.moves, one.match))
    if len(ordered) <= count:
        return ordered
    if count == 1:
        return [ordered[len(ordered) // 2]]
    return [ordered[round(i * (len(ordered) - 1) / (count - 1))] for i in range(count)]


def story(game: Game, players: int, kind: str, viewer: int, match: int = 0) -> list[Position]:
    """All moments of a match at which one seat is asked a kind of question."""
    return [
        Position(game, players, match, moves, kind, viewer, kind)
        for moves, (pending, asked) in enumerate(played(game, players, match).asked)
        if asked == kind and viewer in pending
    ]


def missing(game: Game) -> set[str]:
    """Kinds of question that no match had, at any number of seats."""
    return set(game.words.questions.values()) - set(occurring(game))


def occurring(game: Game) -> Iterator[str]:
    for players in game.players:
        for number in range(len(MATCHES)):
            yield from (kind for _, kind in played(game, players, number).asked)
