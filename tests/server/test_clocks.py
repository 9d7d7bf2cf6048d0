"""Time at the table, with a clock that goes when we say so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.rules import rule
from yokocho.core.errors import BadInput
from yokocho.core.match import Illegal
from yokocho.core.record import CLOCK
from yokocho.server import records, tables, views
from yokocho.server.clocks import DAY, RETURN, SECOND, Clocks, Pace, Time
from yokocho.server.house import House
from yokocho.server.live import Live
from yokocho.server.settings import UNLIMITED, Settings

NOON = 1_800_000_000_000
TURNS = 50  # of the event loop without anything under way, until it is believed


class Slow(Time):
    """A clock that stands still until it is told to go on."""

    def __init__(self, start: int = NOON) -> None:
        self.at = start
        self.waiting: list[tuple[int, asyncio.Future[None]]] = []
        self.under_way = 0  # what threads do for the house: reads, writes, decisions of bots

    def now(self) -> int:
        return self.at

    async def wait(self, changed: asyncio.Event, until: int | None) -> None:
        if until is None:
            await changed.wait()
        elif until > self.at:
            due: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.waiting.append((until, due))
            noticed = asyncio.ensure_future(changed.wait())
            try:
                await asyncio.wait((due, noticed), return_when=asyncio.FIRST_COMPLETED)
            finally:
                noticed.cancel()
                due.cancel()

    async def go(self, ms: int) -> None:
        """Time passes; whoever waits for an instant on the way acts at that instant."""
        end = self.at + ms
        while True:
            await self.settle()
            self.waiting = [(until, due) for until, due in self.waiting if not due.done()]
            until, due = min(self.waiting, key=lambda item: item[0], default=(end + 1, None))
            if due is None or until > end:
                break
            self.at = max(self.at, until)
            due.set_result(None)
        self.at = end
        await self.settle()

    async def settle(self) -> None:
        """Until everything that is under way has come to an end, and what follows from it, and so on."""
        quiet = 0
        while quiet < TURNS:
            await asyncio.sleep(0.001 if self.under_way else 0)
            quiet = 0 if self.under_way else quiet + 1

    def count(self, work: Callable[..., Any]) -> Callable[..., Any]:
        async def counted(*what: Any) -> Any:
            self.under_way += 1
            try:
                return await work(*what)
            finally:
                self.under_way -= 1

        return counted


@asynccontextmanager
async def house(path: Path, time: Slow, **settings: Any) -> AsyncIterator[House]:
    made = House(Settings(database=str(path), limits=UNLIMITED, bot_delay=0, **settings), time)
    made.store.read, made.store.write = time.count(made.store.read), time.count(made.store.write)  # type: ignore[method-assign]
    made.thinkers.run = time.count(made.thinkers.run)  # type: ignore[method-assign]
    await made.begin()
    try:
        yield made
    finally:
        await made.end()


async def person(made: House, name: str) -> dict[str, Any]:
    row = {"id": name, "name": name, "login": None, "created": 0}
    await made.store.write(records.new_person(row, name))
    return row


HOUSE = {"public": True, "hints": True, "chat": True, "coach": False, "rated": False}


async def table(made: House, game: str, people: list[str], **wishes: Any) -> Live:
    """A running table with these people in this order."""
    host, *others = [await person(made, name) for name in people]
    wish = {"game": game, "options": {}, "seats": ["me"] + ["open"] * len(others), "order": "listed", "pace": {}}
    live = await tables.create(made, host, wish | HOUSE | wishes)
    for other in others:
        await tables.sit(made, live, other, None, True)
    return live


def timed(work: Callable[[Path, Slow], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """A test in a loop of its own."""

    def test(tmp_path: Path) -> None:
        asyncio.run(work(tmp_path / "house.db", Slow()))

    test.__name__, test.__doc__ = work.__name__, work.__doc__
    return test


def left(live: Live, time: Slow) -> list[int]:
    return [seat["left"] for seat in views.clocks(live.table, time.now())["seats"]]


async def decide(made: House, live: Live, people: list[str], move: int | str | None = None) -> int:
    match = live.table.playing
    p = match.actor()
    await made.move(live, p, None, match.legal(p)[0] if move is None else move, people[p], None)
    return p


TWO = ["Ann", "Bob"]
LIVE = {"kind": "live", "bank": 60, "increment": 5}


@timed
async def test_only_the_clock_of_the_awaited_seat_runs(path: Path, time: Slow) -> None:
    async with house(path, time) as made:
        live = await table(made, "umami", TWO, pace=LIVE)
        p = live.table.playing.actor()
        await time.go(10 * SECOND)
        assert left(live, time)[p] == 50 * SECOND and left(live, time)[1 - p] == 60 * SECOND
        while live.table.playing.actor() == p:
            await decide(made, live, TWO)
        assert left(live, time)[p] == 55 * SECOND  # the turn is over: the increment
        await time.go(7 * SECOND)
        assert left(live, time) == ([55 * SECOND, 53 * SECOND] if p == 0 else [53 * SECOND, 55 * SECOND])


@timed
async def test_time_runs_out_a_caretaker_plays_and_makes_room(path: Path, time: Slow) -> None:
    async with house(path, time) as made:
        live = await table(made, "umami", TWO, pace=LIVE)
        p = live.table.playing.actor()
        await time.go(59 * SECOND)
        assert not live.table.seats[p].caretaker
        await time.go(2 * SECOND)
        assert live.table.seats[p].caretaker
        await time.settle()
        assert live.table.playing.actor() == 1 - p  # it played the turn
        while live.table.playing.actor() == 1 - p:
            await decide(made, live, TWO)
        await made.come_back(live, p, TWO[p])
        assert not live.table.seats[p].caretaker and left(live, time)[p] >= RETURN


@timed
async def test_days_are_whole_again_each_turn(path: Path, time: Slow) -> None:
    async with house(path, time) as made:
        live = await table(made, "last_dumpling", TWO, pace={"kind": "days", "days": 2})
        await time.go(DAY)
        assert left(live, time) == [DAY, 2 * DAY]
        await decide(made, live, TWO)
        await time.go(DAY // 2)
        assert left(live, time) == [2 * DAY, 3 * DAY // 2]
        await time.go(2 * DAY)
        assert live.table.seats[1].caretaker


@timed
async def test_nobody_pays_for_the_time_the_house_was_closed(path: Path, time: Slow) -> None:
    async with house(path, time) as made:
        live = await table(made, "umami", TWO, pace=LIVE)
        p = live.table.playing.actor()
        await time.go(10 * SECOND)
        id = live.table.id
    time.at += 3600 * SECOND
    async with house(path, time) as made:
        await time.settle()
        live = made.lives[id]
        assert live.keeper
        assert not live.table.seats[p].caretaker and left(live, time)[p] == 50 * SECOND


@timed
async def test_the_clock_of_a_bot_never_runs(path: Path, time: Slow) -> None:
    async with house(path, time) as made:
        live = await table(made, "umami", ["Ann"], seats=["me", "bot:apprentice"], pace=LIVE)
        await time.settle()
        assert live.table.playing.actor() == 0
        assert left(live, time)[1] == 60 * SECOND and live.table.clocks.running == {0}


@pytest.mark.parametrize(
    "pace",
    [
        {"kind": "blitz"},
        {"kind": "live"},
        {"kind": "live", "bank": -5},
        {"kind": "days"},
        {"kind": "days", "days": 1000},
        {"hammer": (0.0,)},
    ],
)
def test_a_pace_that_makes_no_sense_is_refused(pace: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        Pace(**pace)


def test_clocks_follow_from_the_times_of_events() -> None:
    clocks = Clocks(Pace("live", bank=10, increment=2), 3)
    clocks.pass_to(100)
    clocks.run([0, 2])
    clocks.pass_to(1100)
    assert clocks.left == [9000, 10_000, 9000] and clocks.first_out() == (0, 10_100)
    assert clocks.run([2], mover=0) == 2000
    assert clocks.left[0] == 11_000
    clocks.skip_to(50_000)
    assert clocks.left_at(2, 51_000) == 8000


# --- nobody gains time but by a move


async def quiet(made: House, game: str, **pace: Any) -> Live:
    """A table of two that nobody looks after: no caretaker moves, nobody's time runs out by itself."""
    made.keepers.mind = lambda live: None  # type: ignore[method-assign]
    return await table(made, game, TWO, pace=pace)


async def step_away(made: House, live: Live, p: int, why: str = "away") -> None:
    await made.submit(live, lambda table, now: table.plan_care(now, p, why))


async def undo(made: House, live: Live, p: int) -> None:
    await made.submit(live, lambda table, now: table.plan_undo(now, p))


async def caretaker_moves(made: House, live: Live, p: int) -> None:
    await made.submit(live, lambda table, now: table.plan_move(now, p, table.playing.legal(p)[0]))


PACES = [
    ({"kind": "live", "bank": 60, "increment": 10}, 59 * SECOND),
    ({"kind": "live", "bank": 2, "increment": 0}, SECOND),
    ({"kind": "days", "days": 1}, 60 * SECOND),
]


@pytest.mark.parametrize(("pace", "rest"), PACES)
def test_stepping_away_gains_no_time(pace: dict[str, Any], rest: int, tmp_path: Path) -> None:
    async def work(rest: int = rest) -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live = await quiet(made, "last_dumpling", **pace)
            await time.go(left(live, time)[0] - rest)
            for _ in range(10):
                await step_away(made, live, 0)
                await time.go(10)
                await made.come_back(live, 0, "Ann")
                rest -= 10  # nobody stops a clock by leaving
                assert not live.table.seats[0].caretaker and left(live, time)[0] == rest
            await step_away(made, live, 0)
            await caretaker_moves(made, live, 0)
            await time.go(10)
            await made.come_back(live, 0, "Ann")
            assert left(live, time)[0] == rest

    asyncio.run(work())


@pytest.mark.parametrize(("pace", "rest"), PACES)
def test_who_comes_back_gets_time_once_the_caretaker_has_moved(pace: dict[str, Any], rest: int, tmp_path: Path) -> None:
    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live = await quiet(made, "last_dumpling", **pace)
            await time.go(left(live, time)[0])
            await step_away(made, live, 0, "time")
            await made.come_back(live, 0, "Ann")
            assert live.table.seats[0].caretaker and left(live, time)[0] == 0
            for attempt in (decide(made, live, TWO), undo(made, live, 0)):
                with pytest.raises(Illegal, match="Your time is up"):
                    await attempt
            await caretaker_moves(made, live, 0)
            await made.come_back(live, 0, "Ann")
            assert not live.table.seats[0].caretaker
            assert left(live, time)[0] == (DAY if pace["kind"] == "days" else RETURN)
            with pytest.raises(Illegal, match="The caretaker made that move"):  # else the same again, for ever
                await undo(made, live, 0)

    asyncio.run(work())


@pytest.mark.parametrize(("pace", "rest"), PACES)
def test_a_move_that_is_taken_back_earns_nothing(pace: dict[str, Any], rest: int, tmp_path: Path) -> None:
    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live = await quiet(made, "last_dumpling", **pace)
            await time.go(left(live, time)[0] - rest)
            before = left(live, time)
            for _ in range(40):
                await decide(made, live, TWO)
                await undo(made, live, 0)
                assert left(live, time) == before
            await decide(made, live, TWO)
            await time.go(400)
            await undo(made, live, 0)
            await time.go(100)
            assert left(live, time) == [before[0] - 100, before[1] - 400]
            await made.submit(live, lambda table, now: table.plan_redo(now, 0))
            whole = before[0] - 100 + pace.get("increment", 0) * SECOND if pace["kind"] == "live" else DAY
            assert left(live, time)[0] == whole
            again = await made._load(live.table.id)
            assert again.clocks == live.table.clocks  # everything follows from the events

    asyncio.run(work())


@timed
async def test_by_consent_the_clocks_go_back_too(path: Path, time: Slow) -> None:
    async with house(path, time) as made:
        live = await quiet(made, "last_dumpling", kind="live", bank=60, increment=10)
        await time.go(5 * SECOND)
        await decide(made, live, TWO)
        await time.go(7 * SECOND)
        await decide(made, live, TWO)
        assert left(live, time) == [65 * SECOND, 63 * SECOND]
        await time.go(2 * SECOND)
        await made.submit(live, lambda table, now: table.plan_ask(now, 0, "undo"))
        await made.submit(live, lambda table, now: table.plan_answer(now, 1, True))
        assert not live.table.playing.moves
        assert left(live, time) == [53 * SECOND, 53 * SECOND]  # as before the move, less what was used since


def test_what_is_left_after_going_back_is_enough_for_a_move() -> None:
    """If it was before. A turn of days that is gone does not weigh on another."""
    clocks = Clocks(Pace("days", days=1), 2)
    hour = 3600 * SECOND
    clocks.left, clocks.used = [24 * hour, 4 * hour], [20 * hour, 20 * hour]
    clocks.take_back(0, 34 * hour, 0)
    clocks.take_back(1, 0, 19 * hour)
    assert clocks.left == [10 * hour, 4 * hour]


@timed
async def test_a_bot_that_plays_on_refuses_nothing(path: Path, time: Slow) -> None:
    async with house(path, time) as made:
        made.keepers.mind = lambda live: None  # type: ignore[method-assign]
        live = await table(made, "yatta", TWO, seats=["me", "open", "bot:apprentice"])
        while live.table.playing.actor() != 2:
            await decide(made, live, TWO)
        for kind in ("undo", "abort"):
            await made.submit(live, lambda table, now, kind=kind: table.plan_ask(now, 1, kind))  # type: ignore[misc]
            while live.table.playing.actor() == 2:
                await caretaker_moves(made, live, 2)
            assert live.table.request and live.table.request.kind == kind
            while live.table.playing.actor() != 2:
                await decide(made, live, TWO)
            assert bool(live.table.request) == (kind == "abort")  # somebody plays on: nothing is taken back


# --- the hammer

THREE = ["Ann", "Bob", "Cid"]
AUCTION = {"auction": "live", "first": "0"}


async def auction(made: House, time: Slow) -> Live:
    """Three people in a live auction, before the first bid."""
    live = await table(made, "mitsuhamama", THREE, options=AUCTION)
    while live.table.hammer is None:
        await decide(made, live, THREE)
    return live


def bids(live: Live) -> tuple[int, int]:
    s = live.table.playing.state
    return int(s.price), int(s.high)


@rule("MI-R13")
def test_the_hammer_falls_after_the_countdown(tmp_path: Path) -> None:
    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live = await auction(made, time)
            told = views.clocks(live.table, time.now())["hammer"]
            assert told == {"left": 20 * SECOND, "of": 20 * SECOND}
            await time.go(19 * SECOND)
            assert live.table.hammer
            await time.go(2 * SECOND)
            last = live.table.playing.moves
            assert any(move.seat == CLOCK and move.notation == "hammer" for move in last)

    asyncio.run(work())


@rule("MI-R13")
def test_every_bid_starts_the_countdown_anew(tmp_path: Path) -> None:
    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live = await auction(made, time)
            await time.go(15 * SECOND)
            bid = asyncio.ensure_future(made.move(live, 1, None, "bid 2", "Bob", "b"))
            await time.go(200)
            await bid
            assert bids(live) == (2, 1)
            left_now = views.clocks(live.table, time.now())["hammer"]
            assert left_now["of"] == 8 * SECOND and left_now["left"] > 7 * SECOND
            await time.go(7 * SECOND)
            assert live.table.hammer
            raise_ = asyncio.ensure_future(made.move(live, 2, None, "bid 3", "Cid", "c"))
            await time.go(200)
            await raise_
            await time.go(7 * SECOND)
            assert live.table.hammer and bids(live) == (3, 2)
            await time.go(2 * SECOND)
            assert not live.table.hammer or bids(live)[0] != 3

    asyncio.run(work())


@rule("MI-R13")
def test_of_bids_that_arrive_together_the_highest_counts(tmp_path: Path) -> None:
    """And equal ones in seat order from the auctioneer's left; the others are refused without harm."""

    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live = await auction(made, time)
            made_at_once = [
                asyncio.ensure_future(made.move(live, 2, None, "bid 3", "Cid", "c")),
                asyncio.ensure_future(made.move(live, 1, None, "bid 5", "Bob", "b")),
            ]
            await time.settle()
            assert bids(live)[0] == 0  # they wait for others
            await time.go(160)
            lower, higher = await asyncio.gather(*made_at_once, return_exceptions=True)
            assert isinstance(higher, int) and isinstance(lower, Illegal) and bids(live) == (5, 1)
            equal = [
                asyncio.ensure_future(made.move(live, 2, None, "bid 6", "Cid", "d")),
                asyncio.ensure_future(made.move(live, 1, None, "bid 6", "Bob", "e")),
            ]
            await time.go(160)
            later, sooner = await asyncio.gather(*equal, return_exceptions=True)
            assert isinstance(sooner, int) and isinstance(later, Illegal) and bids(live) == (6, 1)

    asyncio.run(work())


@rule("MI-R13")
def test_under_the_hammer_every_word_binds(tmp_path: Path) -> None:
    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live = await auction(made, time)
            for p, move in ((1, "bid 2"), (2, "pass")):
                said = asyncio.ensure_future(made.move(live, p, None, move, THREE[p], None))
                await time.go(200)
                await said
                assert bool(live.table.hammer) == (move != "pass")  # the last pass ends it, and binds too
                assert views.freedom(live.table, p) == {"undo": "Under the hammer every word binds.", "redo": False}
                with pytest.raises(Illegal, match="binds"):
                    await undo(made, live, p)
                for seat in (0, 1, 2) if live.table.hammer else ():
                    with pytest.raises(Illegal, match="binds"):
                        await made.submit(live, lambda table, now, p=seat: table.plan_redo(now, p))  # type: ignore[misc]

    asyncio.run(work())


@rule("MI-R13")
def test_nonsense_does_not_hold_the_hammer_up(tmp_path: Path) -> None:
    """Nor does a bid that comes when the time is over; one that came before is waited for."""

    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live = await auction(made, time)
            for nonsense in ("bid 99999", "bid 0", "nonsense", 10**6):
                with pytest.raises(Illegal):
                    await made.move(live, 1, None, nonsense, "Bob", None)
            assert not live.batch
            assert live.table.hammer
            await time.go(live.table.hammer[1] - time.at - 50)
            bid = asyncio.ensure_future(made.move(live, 1, None, "bid 2", "Bob", None))
            await time.go(100)
            assert live.batch and bids(live)[0] == 0  # it waits, and the hammer waits for it
            with pytest.raises(Illegal, match="The hammer has fallen"):
                await made.move(live, 2, None, "bid 3", "Cid", None)
            await time.go(100)
            await bid
            assert bids(live) == (2, 1) and live.table.hammer and not live.batch

    asyncio.run(work())
