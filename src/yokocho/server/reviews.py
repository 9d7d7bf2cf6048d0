"""Reviews of finished matches, made in the background, one at a time in each process."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from yokocho.bots.seats import WARMING
from yokocho.core.ahead import preview
from yokocho.core.errors import BadInput
from yokocho.core.kernel import wrap_around
from yokocho.core.match import Illegal, Match
from yokocho.core.record import State
from yokocho.review.chances import follow
from yokocho.review.review import RUNNING as NOT_OVER
from yokocho.review.review import Reviewer, check
from yokocho.server import reviewed
from yokocho.server.clocks import SECOND
from yokocho.server.live import Missing
from yokocho.server.reviewed import Kept
from yokocho.server.table import RUNNING, WAITING, Table

if TYPE_CHECKING:
    from yokocho.server.house import House

BEAT = 2 * SECOND  # so often a review is kept while it is being made
DEAD = 30 * SECOND  # a review of which nothing was heard for so long has lost its process
QUEUE = 20  # reviews that may wait in one process
encode = msgspec.json.Encoder().encode


class Reviews:
    def __init__(self, house: House) -> None:
        self.house = house
        self.turn = asyncio.Semaphore(1)
        self.at_work: dict[str, Kept] = {}  # by table
        self.failed: set[str] = set()
        self.closing = False

    async def look(self, table: Table) -> Kept | None:
        """The review as far as it has come, here or in another process."""
        return self.at_work.get(table.id) or await self.house.store.read(reviewed.review_of(table.id))

    async def start(self, table: Table) -> None:
        """Begins the review of a finished match, unless there is one."""
        may_review(table)
        kept = await self.look(table)
        if kept and (kept.complete or kept.at > self.house.time.now() - DEAD):
            return
        if table.game.interpreted:
            raise BadInput(WARMING)
        if len(self.at_work) >= QUEUE:
            raise BadInput("many reviews are being made; ask again in a few minutes")
        self.failed.discard(table.id)
        self.at_work[table.id] = Kept(self.house.time.now(), 0, 0, None)
        self.house.spawn(self._make(table.id, table.playing.still()))

    async def _make(self, id: str, match: Match) -> None:
        loop = asyncio.get_running_loop()

        def told(kept: Kept) -> None:
            loop.call_soon_threadsafe(self.at_work.__setitem__, id, kept)
            write = asyncio.run_coroutine_threadsafe(self.house.store.write(reviewed.keep(id, kept)), loop)
            write.result()

        try:
            async with self.turn:
                await asyncio.to_thread(self._work, match, told)
        except asyncio.CancelledError:
            raise
        except Exception:
            self.failed.add(id)
            raise
        finally:
            self.at_work.pop(id, None)

    def _work(self, match: Match, told: Callable[[Kept], None]) -> None:
        """In a thread: makes the review, and tells of it as it grows."""
        wrap_around()
        reviewer, last = Reviewer(match, os.cpu_count() or 1), 0
        for done in reviewer.run():
            now = self.house.time.now()
            if self.closing:
                return
            if done in (reviewer.first, reviewer.total) or now - last > BEAT:
                last = now
                body = encode(reviewer.review(done).to_json()).decode() if done >= reviewer.first else None
                told(Kept(now, done, reviewer.total, body))

    def close(self) -> None:
        """Stops at the next step; the review is begun anew when somebody asks for it."""
        self.closing = True

    # --- what clients get

    async def told(self, table: Table) -> dict[str, Any]:
        """The review and how far it has come."""
        may_review(table)
        kept = await self.look(table)
        state = "failed" if table.id in self.failed else "none"
        if kept:
            dead = table.id not in self.at_work and kept.at < self.house.time.now() - DEAD
            state = "done" if kept.complete else "none" if dead else "working" if kept.done else "queued"
        body = msgspec.Raw(kept.body.encode()) if kept and kept.body else None
        return {
            "state": state,
            "done": kept.done if kept else 0,
            "total": kept.total if kept else 0,
            "review": body,
        }

    async def moment(self, table: Table, event: int) -> dict[str, Any]:
        """The table before a decision as its seat saw it, and where its lines touch it."""
        may_review(table)
        kept = await self.look(table)
        events = msgspec.json.decode(kept.body)["events"] if kept and kept.body else []
        if not 0 <= event < len(events):
            raise Missing("there is no such event in this review")
        found, match = events[event], table.playing
        if not 0 <= found["seat"] < match.players:
            raise Missing("nobody decided there")
        return moment(match, found)


def may_review(table: Table) -> None:
    """Illegal or BadInput if a table's match cannot be reviewed."""
    if table.status in (WAITING, RUNNING):
        raise Illegal(NOT_OVER)
    check(table.playing)


def moment(match: Match, event: dict[str, Any]) -> dict[str, Any]:
    p, game = event["seat"], match.game
    view = game.view(match.at(event["first"]), p)
    scene = game.table(view, p, match.name)
    lines = [touched(match, view, p, line["actions"]) for line in event["lines"]]
    scene.choices, scene.combined = [], []
    return {"seat": p, "move": event["first"], "scene": scene, "lines": lines}


def touched(match: Match, view: State, p: int, line: list[int]) -> dict[str, Any]:
    """The pieces and the zone of a line, and what would lie where."""
    game, pieces, zone = match.game, list[str](), ""
    for i in range(len(line)):
        s = follow(game, view, p, tuple(line[:i]))
        places = {one.id: one for one in game.zones(s, p, match.name)}
        try:
            ids = game.touches(s, p, line[i], places)
        except LookupError:  # a place that the line made
            continue
        pieces += [id for id in ids if id not in places]
        zone = zone or next((id for id in ids if id in places), "")
    seen = preview(game, view, p, line[0], match.name, line[1:])
    return {"pieces": list(dict.fromkeys(pieces)), "zone": zone, "ghosts": seen.ghosts, "lines": seen.lines}
