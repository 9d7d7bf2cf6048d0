"""The house at work: tables in memory, messages in, events out.

An event is written, then folded into the table, then sent: whatever a client has seen is on disk. If another process
wrote first, its events are read and folded, and the message is tried again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import Any

import msgspec
import psycopg

from yokocho import catalog
from yokocho.bots.seats import WARMING
from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.match import Illegal
from yokocho.core.record import SPECTATOR
from yokocho.learn.doubt import doubts
from yokocho.server import metrics, records, views
from yokocho.server.clocks import SECOND, Time
from yokocho.server.identity import hashed
from yokocho.server.keeping import PAUSE, Keepers
from yokocho.server.live import Listener, Live, Missing
from yokocho.server.presence import Presence
from yokocho.server.rated import why_not
from yokocho.server.rates import Rates
from yokocho.server.readiness import Readiness
from yokocho.server.reviews import Reviews
from yokocho.server.settings import Settings
from yokocho.server.store import CONNECTING, Lost, Store, Unavailable
from yokocho.server.stoves import Stoves
from yokocho.server.table import RUNNING, WAITING, Event, Seat, Table, bit
from yokocho.server.thinking import Thinkers

log = logging.getLogger("yokocho.house")
encode = msgspec.json.Encoder().encode
BREATH = 0.01  # seconds of folding a long match before the event loop gets a turn
RETRIES = 40  # races that a message may lose before it is refused
STEP_BACK = 0.004  # seconds: after n lost races wait at random up to n times as long

Plan = Callable[[Table, int], list[Event]]


class House:
    """The house as one process sees it."""

    def __init__(self, settings: Settings, time: Time | None = None) -> None:
        self.settings = settings
        self.build = settings.build()
        self.time = time or Time()
        self.store = Store(settings.url())
        self.thinkers = Thinkers(settings)
        self.roster = self.thinkers.owns.roster
        self.keepers = Keepers(self)
        self.presence = Presence(self)
        self.readiness = Readiness(self)
        self.reviews = Reviews(self)
        self.rates = Rates()
        self.id = secrets.token_hex(8)
        self.lives: dict[str, Live] = {}
        self.opening: dict[str, asyncio.Task[Live]] = {}
        self.connections: Counter[str] = Counter()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = False
        self.stoves: Stoves

    # --- what it offers

    def games(self) -> list[Game]:
        return [game for game in catalog.games() if self.settings.samples or not game.sample]

    def game(self, name: str) -> Game:
        """The game of that name, if the house offers it."""
        found = catalog.game(name)
        if found not in self.games():
            raise BadInput(f"{found.title} is a sample game, and this house offers none")
        return found

    # --- opening and closing

    async def begin(self) -> None:
        self.stoves = Stoves(self)
        self.spawn(self.keepers.look_after_all())
        if self.store.dialect == "postgresql":
            self.spawn(self._hear_others())

    async def end(self) -> None:
        """Shuts down: stops all work, releases the tables to other processes, tells listeners to reconnect."""
        self.closing = True
        self.stoves.close()
        self.reviews.close()
        for live in self.lives.values():
            self.keepers.let_go(live)
            for listener in live.listeners:
                listener.hang_up()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        try:
            await self.presence.leave()
            await self.store.write(records.release(self.id, self.time.now() + int(self.settings.lease * SECOND)))
        except Unavailable as error:
            log.warning("others take over later: %s", error)
        finally:
            await self.thinkers.close()
            self.store.close()

    def shut_out(self, key: str, session: bool, again: bool = False) -> None:
        """A session or an invite is void: listeners that used it are disconnected, except where the table admits the
        person without an invite. `again`: they have a new session and are told to reconnect.
        """
        for live in self.lives.values():
            for listener in live.listeners:
                if key == (listener.session if session else listener.invite):
                    listener.invite = None
                    if again:
                        listener.hang_up()
                    elif session or not live.table.admits(listener.person):
                        listener.shut_out()

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a task failed", exc_info=task.exception())

    async def open(self, id: str) -> Live:
        """The table with that id, from memory or rebuilt from its events."""
        live = self.lives.get(id)
        if live is None:
            if id not in self.opening:
                self.opening[id] = asyncio.create_task(self._open(id))
                self.opening[id].add_done_callback(lambda _: self.opening.pop(id, None))
            live = await asyncio.shield(self.opening[id])
        live.used = self.time.now()
        return live

    async def _open(self, id: str) -> Live:
        table = await self._load(id)
        live = self.lives[id] = Live(table)
        return live

    async def _load(self, id: str) -> Table:
        found = await self.store.read(records.load(id))
        if found is None:
            raise Missing("there is no such table")
        row, seats, happened = found
        table = Table(row, seats)
        for seat in seats:
            seat.absent = seat.bot is not None and seat.bot not in self.roster.names(table.game)
        self.stoves.hurry(table.game.name)
        skip = not table.pace.timed and any(event.kind == "end" for event in happened)
        begun = perf_counter()
        for event in happened:
            table.fold(event, notice=not skip or event.kind == "end")
            if perf_counter() - begun > BREATH:
                await asyncio.sleep(0)
                begun = perf_counter()
        return table

    def put_away(self) -> None:
        """Drops tables from memory that nobody watches and where nothing is going to happen."""
        old = self.time.now() - self.settings.idle * SECOND
        for id, live in list(self.lives.items()):
            if live.watched() or live.used >= old or live.lock.locked() or live.table.is_busy():
                continue
            if live.keeper:
                self.keepers.let_go(live)
                self.spawn(self.store.write(records.rest(self.id, id, live.table.row["moved"])))
            del self.lives[id]

    # --- what happens

    async def submit(self, live: Live, plan: Plan, person: str | None = None, client: str | None = None) -> int:
        """As `_submit`, but not cancelled when the sender disconnects: what is written is always sent to the others."""
        work = asyncio.create_task(self._submit(live, plan, person, client))
        self.tasks.add(work)
        work.add_done_callback(self.tasks.discard)
        work.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(work)

    async def _submit(self, live: Live, plan: Plan, person: str | None, client: str | None) -> int:
        """Writes the events that a plan makes for the current table, sends them, and returns the event's number as its
        seat counts. Raises Illegal, with nothing changed, if the plan refuses or the seat has changed hands.
        """
        async with live.lock:
            for lost in range(RETRIES):
                table = live.table
                if person and client and (person, client) in table.answered:
                    return table.answered[person, client]
                planned = plan(table, self.time.now())
                seat = planned[0].seat
                if person and seat != SPECTATOR and table.seats[seat].person != person:
                    raise Illegal("That seat is not yours.")
                planned[0].person, planned[0].client = person, client
                awaiting = planned[-1].awaiting if planned[-1].awaiting is not None else table.row["awaiting"]
                if planned[0].awaiting is not None:
                    awaiting = planned[0].awaiting
                try:
                    await self.store.write(records.append(table.id, planned, awaiting))
                except Lost:
                    metrics.races.inc()
                    await asyncio.sleep(random.uniform(0, lost * STEP_BACK))
                    await self._catch_up(live)
                    continue
                number = table.counts.get(seat, 0) + 1
                self.deliver(live, planned)
                self._note_awaiting(table, awaiting)
                return number
        raise Illegal("Too much is happening at this table; try again.")

    def deliver(self, live: Live, happened: Iterable[Event]) -> None:
        """Folds events into the table and sends them to the listeners that may notice them."""
        table = live.table
        for event in happened:
            asked, stuck = table.request, set(table.stuck)
            table.fold(event)
            if not event.unheard:
                metrics.events.labels(event.kind).inc()
            now = self.time.now()
            told: dict[int, bytes] = {}
            for listener in live.listeners:
                viewer = listener.viewer
                if event.unheard & bit(viewer):
                    continue
                if viewer not in told:
                    told[viewer] = encode(views.happened(table, event, viewer, now))
                listener.send(told[viewer])
            if event.kind not in ("move", "chat", "undo", "redo") or table.request is not asked or table.stuck != stuck:
                self.tell_table(live)
        live.used = self.time.now()
        live.changed.set()
        self.keepers.mind(live)

    def _note_awaiting(self, table: Table, written: int) -> None:
        """Writes which seats are awaited after an undo or a start; with a move it is written anyway."""
        if table.row["awaiting"] != written:
            self.spawn(self.store.write(records.note_awaiting(table.id, table.row["awaiting"])))

    def tell_table(self, live: Live) -> None:
        """Sends the table's description (seats, presence, status) to each listener, as that listener may see it."""
        self.presence.tell(live)
        online = live.online()
        for listener in live.listeners:
            listener.send(encode({"type": "table", "table": views.table(live.table, listener.person, online)}))

    async def _catch_up(self, live: Live) -> None:
        """Reads and delivers events that other processes have written."""
        table = live.table
        if table.status == WAITING:
            await self._renew(live)
            return
        self.deliver(live, await self.store.read(records.since(table.id, table.number)))

    async def _renew(self, live: Live) -> None:
        """Reloads the table from the database, and sends the new state to its listeners."""
        before = live.table
        try:
            live.table = await self._load(before.id)
        except Missing:
            self.forget(live)
            raise
        self.keepers.mind(live)
        for listener in live.listeners:
            if not listener.invite and not live.table.admits(listener.person):
                listener.shut_out()  # sent away, without another right to watch
                continue
            moved = before.status == WAITING and self.reseat(live, listener)
            if moved or live.table.number > before.number:
                listener.send(encode(self.state(live, listener.viewer, listener.person)))
        self.tell_table(live)

    def reseat(self, live: Live, listener: Listener) -> bool:
        """Moves a listener to the seat that its person has now; has it changed?"""
        mine, before = live.table.seats_of(listener.person), listener.viewer
        listener.viewer = before if before in mine else next(iter(mine), SPECTATOR)
        return listener.viewer != before

    def state(self, live: Live, viewer: int, person: str | None, since: int | None = None) -> dict[str, Any]:
        """The full state for a client, with the build of the web client; `unchanged` if the client is up to date."""
        now = self.time.now()
        if since is not None and since == live.table.counts[viewer]:
            return {"type": "unchanged", "number": since, "clocks": views.clocks(live.table, now)}
        return views.state(live.table, viewer, person, live.online(), now) | {"build": self.build}

    # --- before the start

    async def change(self, live: Live, mutate: Callable[[Table, list[Seat]], dict[str, Any] | None]) -> None:
        """Changes the seats of a waiting table, and the columns that the mutation returns; `gone` lists people who are
        sent away. The table starts when it is full and everybody is ready.
        """
        async with live.lock:
            for _ in range(RETRIES):
                table = live.table
                if table.status != WAITING:
                    raise Illegal("The match has begun.")
                seats = [Seat(s.kind, s.name, s.person, s.bot, s.ready) for s in table.seats]
                values = mutate(table, seats) or {}
                begun: list[Event] = []
                if all(s.kind == "bot" or (s.kind == "person" and s.ready) for s in seats):
                    now = self.time.now()
                    begun = [table.next(now, "start")]
                    if table.row["seating"] == "random":
                        order = random.SystemRandom().sample(range(len(seats)), len(seats))
                        seats = [seats[order.index(p)] for p in range(len(seats))]
                        begun[0].body["order"] = order  # the new place of each seat
                    values["rated"] = bool(table.row["rated"]) and not why_not(
                        table.row, seats, table.game, started=True
                    )
                    values |= {"status": RUNNING, "started": now, "moved": now, "heard": now, **self.care(now)}
                gone = values.pop("gone", ())
                job = records.change_table(table.id, table.row["revision"], values, seats, begun, gone)
                try:
                    void = await self.store.write(job)
                except Lost:
                    metrics.races.inc()
                    await self._renew(live)
                    continue
                hashes = {hashed(invite) for invite in void}
                for listener in live.listeners:
                    listener.invite = None if listener.invite in hashes else listener.invite
                await self._renew(live)
                self._note_awaiting(live.table, table.row["awaiting"])
                return
        raise Illegal("Too much is happening at this table; try again.")

    async def anew(self, id: str) -> None:
        """Loads a table again if it is in memory: somebody who sat there has been forgotten."""
        if live := self.lives.get(id):
            async with live.lock:
                await self._renew(live)

    async def close_empty(self, live: Live) -> None:
        """Deletes a waiting table that nobody sits at."""
        async with live.lock:
            table = live.table
            if table.status == WAITING and not any(seat.kind == "person" for seat in table.seats):
                with suppress(Lost):  # somebody has joined meanwhile
                    await self.store.write(records.delete_table(table.id, table.row["revision"]))
                    self.forget(live)

    def forget(self, live: Live) -> None:
        self.lives.pop(live.table.id, None)
        for listener in live.listeners:
            listener.hang_up()

    def care(self, now: int) -> dict[str, Any]:
        """The columns that make this process the keeper of a table that starts here."""
        return {"care": True, "keeper": self.id, "kept": now + int(self.settings.lease * SECOND)}

    # --- messages of people

    async def move(
        self, live: Live, p: int, number: int | None, move: int | str, person: str, client: str | None
    ) -> int:
        """Plays a move of a seat and returns its event number; Behind if it answers an older question. Under the
        hammer, moves that arrive at the same time are collected first.
        """

        def plan(table: Table, now: int) -> list[Event]:
            if number is not None and table.is_behind(p, number):
                raise Behind
            table.present(p)
            return table.plan_move(now, p, move)

        if live.table.hammer and (person, client) not in live.table.answered:
            plan(live.table, self.time.now())  # illegal moves are refused at once and delay nothing
            number_there: int = await self.together(live, p, move, lambda: self.submit(live, plan, person, client))
            return number_there
        return await self.submit(live, plan, person, client)

    async def together(self, live: Live, p: int, move: int | str, work: Callable[[], Any]) -> Any:
        """Collects moves under the hammer for a moment, then plays them in the game's order; refuses what is late."""
        table = live.table
        assert table.game.hammer
        table.playing.validate(p, move)
        if not table.hammer or self.time.now() >= table.hammer[1]:
            raise Illegal("The hammer has fallen.")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        live.batch.append((p, move, work, done))
        if len(live.batch) == 1:
            self.spawn(self._flush(live, table.game.hammer.batch))
        return await done

    async def _flush(self, live: Live, seconds: float) -> None:
        await self.time.wait(asyncio.Event(), self.time.now() + int(seconds * SECOND))
        table = live.table

        def order(item: tuple[int, int | str, Any, Any]) -> Any:
            p, move, _, _ = item
            try:
                a = table.playing.validate(p, move)
            except Illegal:
                return 1, ()
            assert table.game.hammer
            return 0, table.game.hammer.first(table.playing.state, p, a)

        batch = list(live.batch)
        try:
            for _, _, work, done in sorted(batch, key=order):
                try:
                    outcome = await work()
                except Exception as error:
                    if not done.cancelled():
                        done.set_exception(error)
                else:
                    if not done.cancelled():
                        done.set_result(outcome)
        finally:
            live.batch = live.batch[len(batch) :]  # only now: the hammer waits for moves that were in time
            if live.batch and not self.closing:  # more have arrived meanwhile
                self.spawn(self._flush(live, seconds))

    async def come_back(self, live: Live, p: int, person: str | None) -> None:
        """A person who acts takes the seat back from the caretaker."""
        seat = live.table.seats[p]
        if live.table.status == RUNNING and seat.caretaker and not seat.conceded:
            with suppress(Illegal):
                await self.submit(live, lambda table, now: table.plan_back(now, p), person)

    async def hint(self, live: Live, p: int) -> list[dict[str, Any]]:
        """The hints for a seat, computed in a thread from a masked copy."""
        table = live.table
        match = table.running(p)
        if not table.row["hints"]:
            raise Illegal("There are no hints at this table.")
        if table.game.interpreted:
            raise Illegal(WARMING)
        if p not in match.pending() or not match.legal(p):
            raise Illegal("Nothing is asked of you.")
        view = match.view(p)
        return await self.thinkers.run(partial(views.hints, table.game, view, p, match.name))

    async def doubts(self, live: Live, p: int) -> list[dict[str, Any]]:
        """The clear mistakes among the moves of a seat, found in a thread from a masked copy; none without a coach."""
        table = live.table
        match = table.running(p)
        if not table.row["coach"]:
            raise Illegal("There is no coach at this table.")
        if table.game.interpreted or p not in match.pending():
            return []
        view = match.view(p)
        found = await self.thinkers.run(partial(doubts, table.game, view, p, match.name))
        return [{"action": action, "ask": ask} for action, ask in found.items()]

    # --- other processes

    async def _hear_others(self) -> None:
        url = self.settings.url().replace("postgresql+psycopg://", "postgresql://", 1)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    url, autocommit=True, connect_timeout=CONNECTING
                ) as connection:
                    await connection.execute(f"LISTEN {records.CHANNEL}")
                    for id in [*self.lives, *self.opening]:  # catch up on what was missed while not listening
                        try:
                            await self._hear(id)
                        except Unavailable:
                            raise
                        except Exception:  # one table must not stop the others
                            log.exception("table %s cannot be heard", id)
                    async for note in connection.notifies():
                        id, _, number = note.payload.partition(" ")
                        if id == records.PRESENCE:
                            self.presence.hear(number)
                            continue
                        if id == records.ANEW:
                            self.spawn(self.anew(number))
                            continue
                        if id in (records.LOGGED_OUT, records.RENEWED, records.REVOKED):
                            self.shut_out(number, session=id != records.REVOKED, again=id == records.RENEWED)
                            continue
                        known = self.lives.get(id)
                        news = known and (number == "0" or int(number) > known.table.number)
                        if news or id in self.opening:
                            self.spawn(self._hear(id))
            except (psycopg.Error, Unavailable) as error:
                log.warning("lost touch with the other processes: %s", error)
            except Exception:
                log.exception("hearing the other processes failed")
            await asyncio.sleep(PAUSE)

    async def _hear(self, id: str) -> None:
        """Reads what others wrote about a table that is open, or being opened, in this process."""
        with suppress(Missing):
            live = await self.open(id)
            async with live.lock:
                if live.table.status == RUNNING:
                    await self._catch_up(live)
                else:
                    await self._renew(live)


class Behind(Exception):
    """The message answers an older question."""


def pace_json(pace: Any) -> str:
    return json.dumps({name: getattr(pace, name) for name in ("kind", "bank", "increment", "days", "hammer")})
