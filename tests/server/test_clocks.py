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


class Slow(Time):
    """A clock that stands still until it is told to go on."""

    def __init__(self, start: int = NOON) -> None:
        self.at = start
        self.waiting: list[tuple[int, asyncio.Future[None]]] = []

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
            await asyncio.sleep(0.03)  # for what is under way
            self.waiting = [(until, due) for until, due in self.waiting if not due.done()]
            until, due = min(self.waiting, key=lambda item: item[0], default=(end + 1, None))
            if due is None or until > end:
                break
            self.at = max(self.at, until)
            due.set_result(None)
        self.at = end
        await asyncio.sleep(0.03)


@asynccontextmanager
async def house(path: Path, time: Slow, **settings: Any) -> AsyncIterator[House]:
    made = House(Settings(database=str(path), limits=UNLIMITED, bot_delay=0, **settings), time)
    await made.begin()
    try:
        yield made
    finally:
        await made.end()


async def person(made: House, name: str) -> dict[str, Any]:
    row = {"id": name, "name": name, "login": None, "created": 0}
    await made.store.write(records.new_person(row, name))
    return row


async def table(made: House, game: str, people: list[str], **wishes: Any) -> Live:
    """A running table with these people in this order."""
    host, *others = [await person(made, name) for name in people]
    wish = {"game": game, "options": {}, "seats": ["me"] + ["open"] * len(others), "order": "listed", "pace": {}}
    live = await tables.create(made, host, wish | {"public": True, "hints": True, "chat": True} | wishes)
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
        for _ in range(100):
            if live.table.playing.actor() != p:
                break
            await asyncio.sleep(0.03)
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
        for _ in range(100):
            if id in made.lives and made.lives[id].keeper:
                break
            await asyncio.sleep(0.03)
        live = made.lives[id]
        assert not live.table.seats[p].caretaker and left(live, time)[p] > 40 * SECOND


@timed
async def test_the_clock_of_a_bot_never_runs(path: Path, time: Slow) -> None:
    async with house(path, time) as made:
        live = await table(made, "umami", ["Ann"], seats=["me", "bot:apprentice"], pace=LIVE)
        for _ in range(200):
            if live.table.playing.actor() == 0:
                break
            await asyncio.sleep(0.03)
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
    clocks.run([2])
    assert clocks.left[0] == 11_000
    clocks.skip_to(50_000)
    assert clocks.left_at(2, 51_000) == 8000


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
            await asyncio.sleep(0.05)
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
