"""The turn of an opponent as a page hears of it: a state, then one event for each move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.web.positions import ME, begun, plain, played
from yokocho.core.game import Game
from yokocho.server import views
from yokocho.server.table import Event

BEGUN = 30  # moves after which there is something on the table
LATE = 160


@dataclass(frozen=True)
class Turn:
    """What seat 0 hears while others move."""

    state: dict[str, Any]
    events: list[dict[str, Any]]

    @property
    def acts(self) -> list[str]:
        return [one["what"] for event in self.events for one in event.get("happened", [])]


def busy_turn(game: Game, players: int = 3, match: int = 0, most: int = 10) -> Turn:
    """Of the moves that others make in a row, those in which most different things happen."""
    events = [event for event in played(game, players, match).events[1:] if event.kind == "move"][:LATE]
    table = begun(game, players, 0, match)
    rows: list[list[int]] = [[]]
    worth: list[set[str]] = [set()]
    for i, event in enumerate(events):
        table.fold(event)
        if event.seat == 0 or len(rows[-1]) == most:
            rows.append([])
            worth.append(set())
        if event.seat != 0 and i >= BEGUN and table.heard[0][-1:] == [i]:
            rows[-1].append(i)
            worth[-1] |= {one.what for one in table.playing.happenings(0)}
    best = max(range(len(rows)), key=lambda i: (len(worth[i]), len(rows[i])))
    return turn_of(game, players, match, events, rows[best])


def turn_of(game: Game, players: int, match: int, events: list[Event], row: list[int]) -> Turn:
    table = begun(game, players, 0, match)
    for event in events[: row[0]]:
        table.fold(event)
    state = plain({**views.state(table, 0, ME, range(players), 0), "build": "stage"})
    told = []
    for i in range(row[0], row[-1] + 1):
        known = len(table.heard[0])
        table.fold(events[i])
        if len(table.heard[0]) > known:
            told.append(plain(views.happened(table, events[i], 0, 0)))
    return Turn(state, told)
