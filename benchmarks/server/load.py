"""Load on a house: full tables of people, each move timed until the other seats have seen it.

    python benchmarks/server/load.py --tables 300 --rate 300 --seconds 20

The server keeps to one core and the clients to another. Moves fall due at random, so many a second in all; a table that
is still waiting for its last move is late, and catches up. At the end the server is killed, and every move that anybody
was told of must be in its database.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import uvloop
from process import Program, house
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

T = TypeVar("T")
SEATS = 4
AT_ONCE = 16  # requests while the tables fill
PATIENCE = 30.0  # seconds for the last events to arrive
WARM_UP = 3.0  # seconds of load that are not measured


class Choice(msgspec.Struct):
    notation: str


class Scene(msgspec.Struct):
    choices: list[Choice]
    over: bool


class Said(msgspec.Struct):
    """What the clients read of a message."""

    type: str
    number: int = 0
    kind: str = ""
    scene: Scene | None = None
    reason: str = ""


hear = msgspec.json.Decoder(Said).decode


@dataclass
class Tally:
    """What the clients have noticed."""

    times: list[float] = field(default_factory=list)  # from sending a move to each other seat's sight of it
    answers: list[float] = field(default_factory=list)  # and to the mover's answer
    bytes: int = 0
    heard: int = 0
    moves: int = 0
    over: int = 0
    errors: Counter[str] = field(default_factory=Counter)


class Seat:
    """One connection."""

    def __init__(self, table: Table, p: int, cookie: str) -> None:
        self.table = table
        self.p = p
        self.cookie = cookie
        self.number = 0
        self.choices: list[Choice] = []
        self.connection: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None

    async def sit(self, url: str) -> None:
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{self.table.id}/ws?seat={self.p}"
        headers = {"Cookie": self.cookie}
        self.connection = await connect(
            address, additional_headers=headers, compression=None, max_size=None, ping_interval=None
        )
        self.listen(await self.connection.recv())
        self.task = asyncio.create_task(self.follow())

    async def follow(self) -> None:
        assert self.connection
        try:
            while True:
                self.listen(await self.connection.recv())
        except ConnectionClosed:
            if not self.table.closing:
                self.table.tally.errors["connection lost"] += 1

    def listen(self, data: str | bytes) -> None:
        now, table, tally = time.perf_counter(), self.table, self.table.tally
        said = hear(data)
        if said.type == "event":
            if said.number != self.number + 1:
                tally.errors["gap"] += 1
            self.number = said.number
            sent = table.sent.get(said.number)
            if sent and sent[0] != self.p and said.kind == "move" and sent[1] >= table.measured:
                tally.times.append(now - sent[1])
                tally.bytes += len(data)
                tally.heard += 1
        elif said.type == "state":
            self.number = said.number
        elif said.type == "accepted":
            sent = table.sent.get(said.number)
            if sent and sent[1] >= table.measured:
                tally.answers.append(now - sent[1])
                tally.moves += 1
        elif said.type not in ("table", "pong"):
            tally.errors[f"{said.type}: {said.reason}"] += 1
        if said.scene:
            self.choices = said.scene.choices
            if said.scene.over and not table.over:
                table.over = True
                tally.over += 1
            if self.choices or table.over:
                table.asked.set()

    def move(self) -> None:
        """Sends a move, whatever it is."""
        assert self.connection
        choice = self.table.chance.choice(self.choices)
        self.choices = []
        self.table.asked.clear()
        number = self.number + 1
        message = {"type": "move", "id": f"m{number}", "number": self.number, "move": choice.notation}
        self.table.sent[number] = self.p, time.perf_counter()
        self.table.made.append((self.p, choice.notation))
        self.table.tasks.append(asyncio.ensure_future(self.connection.send(json.dumps(message))))


class Table:
    """Four people, one after the other."""

    def __init__(self, tally: Tally, seed: int) -> None:
        self.tally = tally
        self.chance = random.Random(seed)
        self.id = ""
        self.seats: list[Seat] = []
        self.asked = asyncio.Event()
        self.sent: dict[int, tuple[int, float]] = {}  # by the number of the event to come: who, and when
        self.made: list[tuple[int, str]] = []
        self.tasks: list[asyncio.Future[Any]] = []
        self.measured = float("inf")  # moves from then on count
        self.over = self.closing = False

    async def fill(self, desk: Desk, game: str) -> None:
        cookies = [await desk.guest() for _ in range(SEATS)]
        wish = {"game": game, "seats": ["me", *["open"] * (SEATS - 1)], "order": "listed", "public": True}
        self.id = (await desk.post("/api/tables", wish, cookies[0]))["id"]
        for p in range(1, SEATS):
            await desk.post(f"/api/tables/{self.id}/join", {"seat": p}, cookies[p])
        self.seats = [Seat(self, p, cookie) for p, cookie in enumerate(cookies)]

    async def connect(self, url: str) -> None:
        for seat in self.seats:
            await seat.sit(url)

    async def play(self, begin: float, end: float, period: float) -> None:
        due = begin + self.chance.uniform(0, period)
        while due < end and not self.over:
            await asyncio.sleep(due - time.perf_counter())
            await self.asked.wait()
            if not self.over and time.perf_counter() < end:
                next(seat for seat in self.seats if seat.choices).move()
            due += period * self.chance.uniform(0.5, 1.5)
        self.tasks = [task for task in self.tasks if not task.done()]

    def settled(self) -> bool:
        """Has everybody seen the last move?"""
        last = max(self.sent, default=0)
        return all(seat.number >= last for seat in self.seats)

    async def leave(self) -> None:
        self.closing = True
        for seat in self.seats:
            if seat.task and seat.connection:
                seat.task.cancel()
                await seat.connection.close()


class Desk:
    """Plain requests, each with a cookie of its own."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.transport = httpx.AsyncHTTPTransport(limits=httpx.Limits(max_connections=AT_ONCE, keepalive_expiry=1))

    async def ask(self, method: str, path: str, body: Any = None, cookie: str = "") -> httpx.Response:
        headers = {"cookie": cookie} if cookie else {}
        request = httpx.Request(method, self.url + path, json=body, headers=headers)
        answer = await self.transport.handle_async_request(request)
        await answer.aread()
        if answer.status_code >= 400:
            raise SystemExit(f"{method} {path}: {answer.status_code} {answer.text}")
        return answer

    async def post(self, path: str, body: Any, cookie: str = "") -> Any:
        return (await self.ask("POST", path, body, cookie)).json()

    async def is_open(self) -> None:
        for _ in range(300):
            try:
                await self.ask("GET", "/healthz")
                return
            except httpx.ConnectError:
                await asyncio.sleep(0.1)
        raise SystemExit("the house does not answer")

    async def guest(self) -> str:
        """The cookie of somebody new."""
        return (await self.ask("POST", "/api/me", {})).headers["set-cookie"].partition(";")[0]


async def few_at_once(work: Iterable[Awaitable[T]], most: int = AT_ONCE) -> list[T]:
    gate = asyncio.Semaphore(most)

    async def one(task: Awaitable[T]) -> T:
        async with gate:
            return await task

    return await asyncio.gather(*map(one, work))


async def open_tables(url: str, game: str, count: int, tally: Tally, connected: bool = True) -> list[Table]:
    """Tables that have begun, with everybody at them."""
    desk, tables = Desk(url), [Table(tally, seed) for seed in range(count)]
    await desk.is_open()
    await few_at_once(table.fill(desk, game) for table in tables)
    if connected:
        await few_at_once(table.connect(url) for table in tables)
    return tables


async def drive(program: Program, game: str, count: int, rate: float, seconds: float) -> tuple[dict[str, Any], Any]:
    tally = Tally()
    tables = await open_tables(program.url, game, count, tally)
    gc.collect()
    gc.freeze()
    begin = time.perf_counter() + 1
    for table in tables:
        table.measured = begin + WARM_UP
    end = begin + WARM_UP + seconds
    playing = [asyncio.create_task(table.play(begin, end, count / rate)) for table in tables]
    await asyncio.sleep(begin + WARM_UP - time.perf_counter())
    cpu, own = program.cpu(), time.process_time()
    await asyncio.sleep(end - time.perf_counter())
    cpu, own = program.cpu() - cpu, time.process_time() - own
    await asyncio.gather(*playing)
    limit = time.perf_counter() + PATIENCE
    while not all(table.settled() for table in tables) and time.perf_counter() < limit:
        await asyncio.sleep(0.05)
    unseen = sum(not table.settled() for table in tables)
    memory = program.memory()
    gc.unfreeze()
    result = {
        "tables": count,
        "connections": count * SEATS,
        "asked": rate,
        "achieved": round(tally.moves / seconds, 1),
        "ms": percentiles(tally.times),
        "answer_ms": percentiles(tally.answers),
        "bytes": round(tally.bytes / max(1, tally.heard)),
        "cpu": round(cpu / seconds, 3),
        "client_cpu": round(own / seconds, 3),
        "memory_mib": round(memory / 1024),
        "matches_over": tally.over,
        "errors": dict(tally.errors) | ({"unseen": unseen} if unseen else {}),
    }
    return result, tables


def percentiles(times: list[float]) -> dict[str, float]:
    """In milliseconds."""
    found = sorted(times) or [float("nan")]
    at = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    return {name: round(found[min(len(found) - 1, int(part * len(found)))] * 1000, 1) for name, part in at.items()}


def missing(database: Path, tables: list[Table]) -> int:
    """Moves that somebody saw and the database does not have, or has otherwise."""
    lost = 0
    with sqlite3.connect(database) as kept:
        for table in tables:
            rows = kept.execute("SELECT number, kind, seat, body FROM events WHERE table_id = ? ORDER BY 1", [table.id])
            found = {number: (seat, json.loads(body).get("move")) for number, kind, seat, body in rows}
            lost += sorted(found) != list(range(1, len(found) + 1))
            seen = max(seat.number for seat in table.seats)
            lost += sum(found.get(n) != made for n, made in zip(sorted(table.sent), table.made) if n <= seen)
    return lost


def measure(game: str = "umami", tables: int = 300, rate: float = 300, seconds: float = 20) -> dict[str, Any]:
    """One house, filled and played at, then killed and read."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "house.db"
        program = house(database)
        try:
            result, played = uvloop.run(drive(program, game, tables, rate, seconds))
        finally:
            program.kill()
        return result | {"lost": missing(database, played)}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="umami")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--rate", type=float, default=300, help="moves a second, of all tables together")
    parser.add_argument("--seconds", type=float, default=20)
    return parser.parse_args()


if __name__ == "__main__":
    print(json.dumps(measure(**vars(arguments())), indent=1))
