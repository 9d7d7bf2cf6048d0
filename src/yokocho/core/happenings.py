"""What happened, in order and as data, for clients that let one see and hear it. Made from masked states only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from yokocho.core.record import State
from yokocho.core.scene import Meter, Name

if TYPE_CHECKING:
    from yokocho.core.game import Game

ACTS = {
    "moved": "a thing goes to another place",
    "drawn": "a thing comes from a pile or a bag",
    "rolled": "dice are rolled",
    "pushed": "a thing goes in and pushes others on",
    "arrived": "somebody comes",
    "left": "somebody goes, happy or not: see its tone",
    "served": "somebody gets what was wanted",
    "cooked": "something is cooked",
    "paid": "money goes to who gets it",
    "bid": "somebody offers a price",
    "hammer": "a sale is closed",
    "claimed": "a prize goes to whoever wins it",
    "taken": "a thing goes from one seat to another that did not own it",
    "marked": "something is outlined or crossed out",
    "passed": "somebody does nothing",
    "scored": "a seat gains or loses points",
}
MOMENTS = {
    "turn": "the looking seat is asked, and was not",
    "day": "a new day or round",
    "near": "one more step, and the end begins",
    "last": "the end has begun",
    "full": "something is complete",
    "tipped": "something turns from a loss into a gain, or back",
    "lost": "a prize is taken from a seat",
    "over": "the match is over",
}


@dataclass
class Happening:
    """One thing that happened: an act that can be shown, or a moment that should be noticed."""

    what: str  # one of ACTS or MOMENTS
    seat: int = -1  # who did it, or whose moment it is; -1: nobody, or everybody
    zone: str = ""  # where it ends
    pieces: list[str] = field(default_factory=list)  # what it is about, where that has a name before or after
    tone: str = ""  # good or costly, for that seat
    points: int = 0  # that were scored
    words: str = ""  # of a moment: a line to be said of it; of points: the line of what brought them


Happens: TypeAlias = Callable[[State, int, int, int], Sequence[Happening]]


def happens(what: str, zone: str = "", *pieces: str, seat: int | None = 0, tone: str = "") -> Happens:
    """What an event of a message is, for `Words.happens`. In the names of the zone and the pieces, {0} to {2} are the
    numbers of the event; ``seat`` says which of them is a seat.
    """

    def made(s: State, *numbers: int) -> list[Happening]:
        who = -1 if seat is None else numbers[seat]
        return [Happening(what, who, zone.format(*numbers), [piece.format(*numbers) for piece in pieces], tone)]

    return made


def happenings(game: Game, before: State, after: State, p: int, name: Name) -> list[Happening]:
    """What the last move did, as seat p may know it. Both states are masked for that seat."""
    acts = list(told(game, after, name))
    points = list(scored(game, before, after, name))
    for one in points:
        one.words = next((line for act, line in reversed(acts) if (act.seat, act.tone) == (one.seat, one.tone)), "")
    return [*(act for act, _ in acts), *points, *moments(game, before, after, p, name)]


def told(game: Game, s: State, name: Name) -> Iterator[tuple[Happening, str]]:
    """What the events say, with the line of the log, where each event has one. A moment is spoken of in its words."""
    events = s.events[: s.events_size].tolist()
    lines = game.words.narrate(s, name)
    aligned = len(lines) == len(events)
    for i, (message, *numbers) in enumerate(events):
        if message in game.words.happens:
            for one in game.words.happens[message](s, *numbers):
                line = lines[i] if aligned else ""
                if one.what in MOMENTS:
                    one.words = line
                yield one, line


def scored(game: Game, before: State, after: State, name: Name) -> Iterator[Happening]:
    for q in range(after.players):
        points = game.panel(after, q, name).score - game.panel(before, q, name).score
        if points:
            yield Happening("scored", q, tone="good" if points > 0 else "costly", points=points)


def moments(game: Game, before: State, after: State, p: int, name: Name) -> Iterator[Happening]:
    """What two states tell of any game."""
    asked = game.pending(after)
    if not asked:
        if game.pending(before):
            yield Happening("over", words=game.words.heading(after))
        return
    was, now = [round_of(game.words.heading(s)) for s in (before, after)]
    if now != was and now:
        yield Happening("day", words=now)
    yield from endings(game, before, after, p, name)
    if p in asked and p not in game.pending(before):
        yield Happening("turn", p)


def endings(game: Game, before: State, after: State, p: int, name: Name) -> Iterator[Happening]:
    """How near the end has come, for the story too."""
    if not game.pending(after):
        return
    counted = round_of(game.words.heading(before)) != round_of(game.words.heading(after))
    for one in nearer(game.meters(before, p), game.meters(after, p), counted):
        one.words = f"{name(one.seat)}: {one.words}" if one.seat >= 0 else one.words
        yield one


def round_of(heading: str) -> str:
    """What stands after the title of a game."""
    return heading.partition(", ")[2]


def nearer(before: Sequence[Meter], after: Sequence[Meter], counted: bool) -> Iterator[Happening]:
    """Meters that are full now, or lack one step. ``counted``: a new round has begun, so that a meter of rounds has
    risen by itself, which brings nobody near the end.
    """
    was = {(meter.seat, meter.art, meter.of): meter.now for meter in before}
    for meter in after:
        then = was.get((meter.seat, meter.art, meter.of), meter.now)
        if then < meter.now == meter.of:
            yield Happening("last", meter.seat, words=meter.words)
        elif then < meter.now == meter.of - 1 and not counted:
            yield Happening("near", meter.seat, words=meter.words)
