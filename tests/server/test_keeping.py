"""Bots that cannot go on: they try a few times, later each time, and then leave the table to its people."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.support import Guest, Served, served, until
from tests.server.test_clocks import Slow, decide, house, table
from yokocho.bots import seats as bots
from yokocho.core import ahead
from yokocho.core.match import Illegal
from yokocho.core.record import CLOCK
from yokocho.server import views
from yokocho.server.clocks import SECOND
from yokocho.server.house import House
from yokocho.server.keeping import LONGEST_WAIT, TRIES, wait_after
from yokocho.server.live import Live
from yokocho.server.table import Table

LONG = 100 * LONGEST_WAIT
PEOPLE = ["Ann", "Bob", "Cleo"]
SECRET = "the card is a 7"


class Broken:
    """Bots that fail, and how often they were asked."""

    def __init__(self, made: House, fail: Callable[[], Any]) -> None:
        self.asked: list[int] = []
        self.fail, self.time = fail, made.time
        self.works = made.thinkers.decide
        made.thinkers.decide = self.decide  # type: ignore[method-assign]

    async def decide(self, *_: Any) -> Any:
        self.asked.append(self.time.now())
        return self.fail()


def illegal() -> int:
    return 10**6


def raising() -> int:
    raise ZeroDivisionError(SECRET)


async def against_a_bot(made: House, fail: Callable[[], Any]) -> tuple[Live, Broken]:
    """Umami at its first question to the bot of seat 1, which cannot answer it."""
    broken = Broken(made, fail)
    live = await table(made, "umami", ["Ann"], seats=["me", "bot:apprentice"])
    while live.table.playing.actor() == 0:
        await decide(made, live, PEOPLE)
    return live, broken


def told(live: Live) -> list[str]:
    notices: list[str] = views.table(live.table, "Ann")["notices"]
    return notices


@pytest.mark.parametrize("fail", [illegal, raising])
def test_a_bot_that_cannot_go_on_leaves_the_table_alone(
    fail: Callable[[], int], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live, broken = await against_a_bot(made, fail)
            await time.go(LONG)
            assert len(broken.asked) == TRIES
            waits = [later - sooner for sooner, later in zip(broken.asked, broken.asked[1:])]
            assert waits == [wait_after(n) for n in range(1, TRIES)] and waits == sorted(set(waits))
            (notice,) = told(live)
            assert notice.startswith("The bot at seat 2 cannot go on")
            number = live.table.number
            await time.go(LONG)
            assert (len(broken.asked), live.table.number) == (TRIES, number)
            assert live.keeper and not live.keeper.done()

    with caplog.at_level(logging.ERROR, "yokocho.house"):
        asyncio.run(work())
    said = [record.getMessage() for record in caplog.records if record.name == "yokocho.house"]
    assert len(said) == TRIES and all("seat 1 failed" in line for line in said)
    assert SECRET not in caplog.text


def test_it_tries_again_when_something_happens_and_after_a_restart(tmp_path: Path) -> None:
    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live, broken = await against_a_bot(made, illegal)
            await time.go(LONG)
            await made.submit(live, lambda t, now: t.plan_chat(now, 0, "Ann", "hello?", "table"), "Ann")
            await time.go(LONG)
            assert len(broken.asked) == TRIES and told(live)
            await made.submit(live, lambda t, now: t.plan_care(now, 0, "away"), "Ann")
            assert not told(live)
            await time.go(LONG)
            assert len(broken.asked) == 2 * TRIES and told(live)
        async with house(tmp_path / "house.db", time) as again:
            broken = Broken(again, illegal)
            live = await again.open(live.table.id)
            await time.go(LONG)
            assert len(broken.asked) == TRIES and len(told(live)) == 1
            number = live.table.number
            await time.go(LONG)
            assert (len(broken.asked), live.table.number) == (TRIES, number)

    asyncio.run(work())


def test_one_failure_is_no_failure(tmp_path: Path) -> None:
    """Whatever came back to its senses plays on, and nobody is told."""

    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live, broken = await against_a_bot(made, illegal)
            await time.go(wait_after(1) + 1)
            assert len(broken.asked) == 2
            made.thinkers.decide = broken.works  # type: ignore[method-assign]
            await time.go(wait_after(2) + 1)
            while live.table.playing.actor() == 1:
                await time.go(SECOND)
            assert not told(live) and live.failures(1) == 0

    asyncio.run(work())


def test_without_anything_to_choose_it_does_not_think(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live, broken = await against_a_bot(made, illegal)
            monkeypatch.setattr(live.table.playing, "legal", lambda p: [])
            await time.go(LONG)
            assert len(broken.asked) <= 1 and told(live)

    asyncio.run(work())


def test_a_hammer_that_cannot_fall_does_not_stop_the_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again, later each time, and falls once it can."""
    tries: list[int] = []

    def fails(key: Any, table: Any, now: int) -> Any:
        tries.append(now)
        raise ZeroDivisionError

    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:
            live = await table(made, "mitsuhamama", PEOPLE, options={"auction": "live"})
            while not live.table.hammer:
                await decide(made, live, PEOPLE)
            with monkeypatch.context() as broken:
                broken.setattr("yokocho.server.keeping.fall", fails)
                await time.go(600 * SECOND)
            assert 3 < len(tries) < 40
            number = live.table.number
            await time.go(2 * LONGEST_WAIT)
            assert live.table.number > number

    asyncio.run(work())


def test_a_bid_that_comes_too_late_is_no_failure(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    late: list[int] = []

    async def work() -> None:
        time = Slow()
        async with house(tmp_path / "house.db", time) as made:

            async def come_too_late(live: Live, p: int, *_: Any) -> None:
                assert live.table.hammer
                late.append(p)
                time.at = live.table.hammer[1]
                raise Illegal("The hammer has fallen.")

            made.together = come_too_late  # type: ignore[method-assign]
            seats = ["me", "bot:apprentice", "bot:apprentice"]
            live = await table(made, "mitsuhamama", ["Ann"], seats=seats, options={"auction": "live"})
            while not late:
                await (decide(made, live, PEOPLE) if live.table.playing.actor() == 0 else time.go(SECOND))
            await time.go(60 * SECOND)
            assert CLOCK in {move.seat for move in live.table.playing.moves}  # it fell
            assert not live.failed

    asyncio.run(work())
    assert "failed" not in caplog.text


def test_those_at_the_table_see_it(tmp_path: Path) -> None:
    with served(tmp_path / "house.db") as inn:
        Broken(inn.house, raising)
        ann = Guest(inn.url)
        id = ann.table("last_dumpling", ["bot:apprentice", "me"], public=True)["id"]
        with ann.socket(id) as socket:
            until(lambda: socket.expect("state", "table")["table"]["notices"])
            assert ann.say(id, "ask", kind="abort")["type"] == "accepted"
            until(lambda: socket.expect("table")["table"]["status"] == "aborted")
        assert ann.state(id)["table"]["notices"] == []
        ann.close()


def test_the_chance_of_a_bot_is_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes from the seed of the match, which nobody knows before the end, and is another for each seat."""
    seeds: list[str] = []
    make = bots.bot

    def watched(level: str, game: Any, seed: str) -> Any:
        seeds.append(seed)
        return make(level, game, seed)

    monkeypatch.setattr("yokocho.server.thinking.bots.bot", watched)
    with served(tmp_path / "house.db") as inn:
        ann = Guest(inn.url)
        ids = [ann.table("last_dumpling", ["bot:apprentice", "bot:apprentice", "me"])["id"] for _ in range(2)]
        until(lambda: len(seeds) >= 4)
        tables = [inn.house.lives[id].table for id in ids]
        assert len(set(seeds)) == len(seeds) and all(len(seed) == 64 for seed in seeds)
        told = [ann.state(id)["table"]["commitment"] for id in ids] + ids
        assert not any(word in seed for word in told for seed in seeds)
        assert set(seeds) == {table.chance(p) for table in tables for p in (0, 1)}
        twin = Table(tables[0].row | {"seed": bytes(tables[1].row["seed"])}, tables[0].seats)
        assert twin.chance(0) == tables[1].chance(0) != tables[0].chance(0)  # and from nothing else
        ann.close()


@pytest.mark.parametrize("type", ["hint", "preview", "why"])
def test_a_search_that_fails_is_refused_in_words(
    type: str, inn: Served, guest: Callable[..., Guest], monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError(SECRET)

    for owner, name in ((views, "hints"), (ahead, "preview"), (ahead, "why_not")):
        monkeypatch.setattr(owner, name, fail)
    ann = guest()
    id = ann.table("last_dumpling", ["me", "me"])["id"]
    action = ann.state(id)["scene"]["choices"][0]["action"]
    message = {"hint": {}, "preview": {"move": action}, "why": {"piece": "x"}}[type]
    with ann.socket(id) as socket:
        socket.send(type, id="q", **message)
        refused = socket.expect("refused", id="q")
        assert refused["reason"] == "Something went wrong in the house."
        socket.send("ping")
        socket.expect("pong")
    assert SECRET not in caplog.text and "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("type", ["hint", "preview"])
def test_where_nothing_can_be_chosen_there_is_nothing_to_hint_at(
    type: str, inn: Served, guest: Callable[..., Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = guest()
    id = ann.table("last_dumpling", ["me", "me"])["id"]
    action = ann.state(id)["scene"]["choices"][0]["action"]
    monkeypatch.setattr(inn.house.lives[id].table.playing, "legal", lambda p: [])
    refused = ann.say(id, type, id="q", **({"move": action} if type == "preview" else {}))
    assert refused["type"] == "refused" and refused["reason"] and refused["id"] == "q"
