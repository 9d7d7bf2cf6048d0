"""Keepers: tasks for tables that need bots, clocks or the hammer. A lease lets one process at a time keep a table."""

from __future__ import annotations

import asyncio
import logging
import random
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yokocho.bots.outside import Misbehaved
from yokocho.core.match import Illegal
from yokocho.core.record import CLOCK
from yokocho.server import metrics, records
from yokocho.server.clocks import SECOND
from yokocho.server.live import Live
from yokocho.server.store import Unavailable
from yokocho.server.table import Event, Table

if TYPE_CHECKING:
    from yokocho.server.house import House, Plan

log = logging.getLogger("yokocho.house")
NOTICED = 2 * SECOND  # a gap longer than this counts as closed: no clock ran
BIDDING = (0.7, 2.5)  # seconds a bot takes in a live auction
PAUSE = 1.0  # seconds until a failed write is tried again
TRIES = 5  # failures of one decision after which a bot gives up
FIRST_WAIT = SECOND // 4  # until the first retry; doubled for each further one
LONGEST_WAIT = 60 * SECOND


class Keepers:
    """All keepers of one process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.taking: set[str] = set()  # tables being taken over: not kept before the gap is recorded

    def mind(self, live: Live) -> None:
        """Starts a keeper for a table that needs one, if this process holds the lease."""
        if live.keeper or self.house.closing or live.table.id in self.taking or not live.table.needs_care():
            return
        if live.table.row.get("keeper") in (self.house.id, None) or self.house.store.dialect == "sqlite":
            live.keeper = self.house.spawn(self._keep(live))

    def let_go(self, live: Live) -> None:
        if live.keeper:
            live.keeper.cancel()
            live.keeper = None
        for _, task in live.thoughts.values():
            task.cancel()
        live.thoughts.clear()
        self.house.thinkers.owns.dismiss(live.table.id)

    async def _keep(self, live: Live) -> None:
        failed = 0
        try:
            while live.table.needs_care():
                live.changed.clear()
                table, now = live.table, self.house.time.now()
                out = table.clocks.first_out()
                due_now: Plan | None = None
                if table.hammer and now >= table.hammer[1] and not live.batch:
                    due_now = partial(fall, table.hammer[0])
                elif out and now >= out[1]:
                    due_now = partial(run_out, out[0])
                if due_now:
                    failed = 0 if await self._act(live, due_now) else failed + 1
                    if failed:
                        await self.house.time.wait(live.changed, self.house.time.now() + wait_after(failed))
                    continue
                self._set_thinking(live)
                due = [out[1]] if out else []
                due += [max(table.hammer[1], now + (int(0.05 * SECOND) if live.batch else 0))] if table.hammer else []
                await self.house.time.wait(live.changed, min(due, default=None))
        finally:
            if live.keeper is asyncio.current_task():  # not a successor
                live.keeper = None
                self.let_go(live)

    async def _act(self, live: Live, plan: Plan) -> bool:
        """Submits a plan; was it written? Errors are logged and do not end the keeper."""
        try:
            await self.house.submit(live, plan)
        except Illegal:
            return False
        except Unavailable:
            await asyncio.sleep(PAUSE)
            return False
        except Exception as error:
            log.error("table %s: what was due failed: %s", live.table.id, where(error))
            return False
        return True

    def _set_thinking(self, live: Live) -> None:
        table = live.table
        for p in list(live.thoughts):
            asked, task = live.thoughts[p]
            if task.done() or table.asked.get(p) != asked or not table.seats[p].by_bot:
                task.cancel()
                del live.thoughts[p]
        for p, asked in table.asked.items():
            if table.seats[p].by_bot and p not in live.thoughts and live.failures(p) < TRIES:
                live.thoughts[p] = asked, self.house.spawn(self._think(live, p, asked))

    async def _think(self, live: Live, p: int, asked: Any) -> None:
        """One decision of a bot. If it fails it is tried again with growing delays, then the bot is reported stuck."""
        table = live.table
        try:
            await self._decide(live, p, asked)
        except Unavailable:
            await asyncio.sleep(PAUSE)
        except Exception as error:
            if self._still_asks(live, p, asked):
                tries = live.fail(p)
                trace = error.details if isinstance(error, Misbehaved) else ""
                log.error(
                    "table %s: the bot of seat %d failed, try %d: %s",
                    *(table.id, p, tries, where(error)),
                    extra={"trace": trace} if trace else None,
                )
                if tries < TRIES:
                    await self.house.time.wait(asyncio.Event(), self.house.time.now() + wait_after(tries))
                elif not await self._act(live, partial(get_stuck, p)) and p not in live.table.stuck:
                    live.failed.pop(p, None)  # could not be reported: start over
        finally:
            live.changed.set()

    def _still_asks(self, live: Live, p: int, asked: Any) -> bool:
        """Is the seat still asked the same question, by a bot, in time? Otherwise the failure does not count."""
        table = live.table
        is_late = table.hammer is not None and self.house.time.now() >= table.hammer[1]
        return table.asked.get(p) == asked and bool(table.seats[p].by_bot) and not is_late

    async def _decide(self, live: Live, p: int, asked: Any) -> None:
        """Decides and plays; with people watching, not faster than they can follow."""
        table, begun = live.table, self.house.time.now()
        level = table.seats[p].by_bot
        assert level
        delay = random.uniform(*BIDDING) if table.hammer else self.house.settings.bot_delay
        if not live.watched() or not self.house.settings.bot_delay:
            delay = 0
        if not table.playing.legal(p):
            raise Illegal("There is nothing to choose from.")
        with metrics.thinking.time():
            view, chance = table.playing.view(p), table.chance(p)
            action = await self.house.thinkers.decide(table.id, table.game, level, view, p, chance)
        if delay:
            await self.house.time.wait(asyncio.Event(), begun + int(delay * SECOND))

        def plan(table: Table, now: int) -> list[Event]:
            if table.asked.get(p) != asked or not table.seats[p].by_bot:
                raise Illegal("The question is another one by now.")
            return table.plan_move(now, p, action)

        work = partial(self.house.submit, live, plan)
        await (self.house.together(live, p, action, work) if table.hammer else work())

    async def look_after_all(self) -> None:
        """The loop that renews leases and presence, takes over tables of dead processes, and drops idle ones."""
        lease = int(self.house.settings.lease * SECOND)
        alone = self.house.store.dialect == "sqlite"
        while True:
            now = self.house.time.now()
            try:
                taken = await self.house.store.write(records.claim(self.house.id, now, now + lease, alone))
                self.taking.update(id for id, _ in taken)
                self.house.spawn(self._take_over_all(taken, lease))
                await self._leave_to_others()
            except Exception:
                log.exception("claiming tables failed")
            try:
                for live in self.house.lives.values():
                    self.mind(live)
                self.house.presence.renew()
                self.house.put_away()
            except Exception:
                log.exception("looking after tables failed")
            await asyncio.sleep(self.house.settings.lease / 3)

    async def _leave_to_others(self) -> None:
        """Stops keeping tables whose lease another process has taken."""
        kept = [id for id, live in self.house.lives.items() if live.keeper]
        for id, keeper in await self.house.store.read(records.keepers(kept)):
            live = self.house.lives.get(id)
            if live and keeper not in (self.house.id, None):
                live.table.row["keeper"] = keeper
                self.let_go(live)

    async def _take_over_all(self, taken: list[tuple[str, int]], lease: int) -> None:
        await self.house.stoves.loaded()
        try:
            for id, kept in taken:
                try:
                    await self._take_over(id, kept - lease)
                except Exception:
                    log.exception("table %s cannot be looked after", id)
                    release = records.release(self.house.id, kept, id)
                    await self.house.store.write(release)  # another process may manage, or this one later
        finally:
            self.taking.difference_update(id for id, _ in taken)

    async def _take_over(self, id: str, last: int) -> None:
        live = await self.house.open(id)
        live.table.row["keeper"] = self.house.id
        since = max(last, live.table.row["moved"])
        now = self.house.time.now()
        if (live.table.pace.timed or live.table.hammer) and now - since > NOTICED:
            await self._act(live, lambda table, now: [table.next(now, "resume", **{"from": min(since, now)})])
        self.taking.discard(id)
        self.mind(live)


def fall(key: Any, table: Table, now: int) -> list[Event]:
    """The plan for the fall of the hammer, unless somebody has bid meanwhile."""
    if not table.hammer or table.hammer[0] != key:
        raise Illegal("Somebody was quicker.")
    return table.plan_move(now, CLOCK, table.playing.legal(CLOCK)[0])


def run_out(p: int, table: Table, now: int) -> list[Event]:
    """The plan when time is up: a caretaker takes the seat."""
    if p not in table.clocks.running or table.clocks.left_at(p, now) > 0:
        raise Illegal("There is time left.")
    return table.plan_care(now, p, "time")


def get_stuck(p: int, table: Table, now: int) -> list[Event]:
    """The plan when a bot cannot go on: one `stuck` event."""
    if p in table.stuck:
        raise Illegal("They know.")
    return [table.next(now, "stuck", p)]


def wait_after(failures: int) -> int:
    return int(min(FIRST_WAIT * 2.0 ** (failures - 1), LONGEST_WAIT))


def where(error: Exception) -> str:
    """The type of an error and its line of code, but not its text, which could reveal cards. What a bot of the host did
    is told in full: whoever runs it is told it all.
    """
    if isinstance(error, Misbehaved):
        return str(error)
    at = error.__traceback__
    while at and at.tb_next:
        at = at.tb_next
    line = f" ({Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno})" if at else ""
    return f"{type(error).__name__}{line}"
