"""A house to knock at: served in a thread of this process, or by a process of its own that can be killed."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import random
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from yokocho.server.app import make
from yokocho.server.clocks import Time
from yokocho.server.door import config
from yokocho.server.house import House
from yokocho.server.settings import UNLIMITED, Settings

TOKEN = "figures"  # for /metrics
PATIENCE = 120.0  # seconds until a test gives up waiting: no machine is that busy
OURS = Path(sys.executable).with_name("yokocho")
WAIT = ("-w", "-t", f"{PATIENCE:.0f}")  # for PostgreSQL, likewise
TRUST = ssl.create_default_context()  # slow to make, so once


class Served:
    """A house in a thread."""

    def __init__(self, settings: Settings, clock: Time | None = None) -> None:
        self.app = make(settings, clock)
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        served = config(self.app, settings)
        served.timeout_graceful_shutdown = 2
        self.server = uvicorn.Server(served)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]}, daemon=True)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        until(lambda: self.server.started or not self.thread.is_alive())
        assert self.server.started, "the house did not open"

    @property
    def house(self) -> House:
        house: House = self.app.state.house
        return house

    def run(self, work: Any) -> Any:
        """Runs a coroutine in the house's loop."""
        loop = next(iter(self.house.tasks)).get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        self.socket.close()


@contextmanager
def served(database: str | Path, clock: Time | None = None, **settings: Any) -> Iterator[Served]:
    """A house without limits and without waiting for bots, unless the settings say otherwise."""
    made = Served(
        Settings(**{"database": str(database), "limits": UNLIMITED, "bot_delay": 0.0, "metrics": TOKEN, **settings}),
        clock,
    )
    try:
        yield made
    finally:
        made.stop()


class Process:
    """`yokocho serve` as a process of its own."""

    def __init__(
        self, database: str | Path, *arguments: str, program: Path = OURS, stderr: Any = None, **environment: str
    ) -> None:
        command = [program, "serve", "--port", "0", "--database", str(database), "--unlimited", "--bot-delay", "0"]
        self.child = subprocess.Popen(
            [*command, *arguments], stdout=subprocess.PIPE, stderr=stderr, text=True, env=os.environ | environment
        )
        assert self.child.stdout
        found = re.search(r"http://\S+", self.child.stdout.readline())
        assert found, "the house did not open"
        self.url = found[0]
        until(self.answers)

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz").status_code == 200
        except httpx.TransportError:
            assert self.child.poll() is None, "the house closed at once"
            return False

    def kill(self) -> None:
        """As a power cut would, as far as a process can tell."""
        self.child.kill()
        self.child.wait()
        assert self.child.stdout
        self.child.stdout.close()

    def stop(self) -> int:
        self.child.terminate()
        code = self.child.wait(PATIENCE)
        assert self.child.stdout
        self.child.stdout.close()
        return code


def until(true: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Waits for something to become true."""
    limit = time.monotonic() + patience
    while time.monotonic() < limit:
        found = true()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("waited in vain")


def get(url: str, **more: Any) -> httpx.Response:
    return httpx.get(url, timeout=PATIENCE, verify=TRUST, **more)


def post(url: str, **more: Any) -> httpx.Response:
    return httpx.post(url, timeout=PATIENCE, verify=TRUST, **more)


def figures(url: str, token: str = TOKEN) -> httpx.Response:
    """What /metrics tells."""
    return get(f"{url}/metrics", headers={"authorization": f"Bearer {token}"})


class Guest:
    """A person with a cookie."""

    def __init__(self, url: str, name: str | None = None) -> None:
        self.http = httpx.Client(base_url=url, timeout=PATIENCE, verify=TRUST)
        self.me = self.http.post("/api/me", json={"name": name} if name else {}).json()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(path, params=query)

    def post(self, path: str, body: Any = None, **query: Any) -> httpx.Response:
        return self.http.post(path, json={} if body is None else body, params=query)

    def table(self, game: str, seats: list[str], **wishes: Any) -> dict[str, Any]:
        made = self.post("/api/tables", {"game": game, "seats": seats, "order": "listed", **wishes})
        assert made.status_code == 201, made.text
        table: dict[str, Any] = made.json()
        return table

    def join(self, id: str, **wish: Any) -> dict[str, Any]:
        joined = self.post(f"/api/tables/{id}/join", wish)
        assert joined.status_code == 200, joined.text
        table: dict[str, Any] = joined.json()
        return table

    def state(self, id: str, **query: Any) -> dict[str, Any]:
        found = self.get(f"/api/tables/{id}/state", **query)
        assert found.status_code == 200, found.text
        state: dict[str, Any] = found.json()
        return state

    def say(self, table: str, type: str, seat: int | None = None, **message: Any) -> dict[str, Any]:
        query = {} if seat is None else {"seat": seat}
        answer = self.post(f"/api/tables/{table}/messages", {"type": type, **message}, **query)
        assert answer.status_code == 200, answer.text
        said: dict[str, Any] = answer.json()
        return said

    def close(self) -> None:
        self.http.close()

    def socket(self, table: str, **query: Any) -> Socket:
        text = str(httpx.QueryParams(query))
        address = str(self.http.base_url).replace("http", "ws", 1).rstrip("/")
        return Socket(f"{address}/api/tables/{table}/ws?{text}", {"Cookie": self.cookie})


class Passerby(Guest):
    """Somebody without a cookie."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=PATIENCE, verify=TRUST)
        self.me = {}


class Socket:
    """A WebSocket at a table, with the messages as data."""

    connection: ClientConnection

    def __init__(self, address: str, headers: dict[str, str] | None = None) -> None:
        self.opening = connect(
            address, additional_headers=headers or {}, max_size=None, open_timeout=PATIENCE, close_timeout=2
        )

    def __enter__(self) -> Socket:
        self.connection = self.opening.__enter__()
        return self

    def __exit__(self, *what: Any) -> None:
        self.opening.__exit__(*what)

    def send(self, type: str, **message: Any) -> None:
        self.connection.send(json.dumps({"type": type, **message}))

    def receive(self, patience: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.connection.recv(patience))
        return message

    def expect(self, *types: str, **fields: Any) -> dict[str, Any]:
        """The next message of such a type with such fields; others are passed over."""
        while True:
            message = self.receive()
            if message["type"] in types and all(message.get(name) == value for name, value in fields.items()):
                return message


def closed(socket: Socket) -> int:
    """The code a connection is closed with, in the end."""
    with pytest.raises(ConnectionClosed) as ended:
        socket.expect("nothing more")
    assert ended.value.rcvd
    return ended.value.rcvd.code


def play_on(guests: dict[int, Guest], id: str, moves: int = 10**6, seed: int = 0) -> list[tuple[int, str]]:
    """People decide at random, each for the seats they hold, until all know that it is over, or so many moves are
    made.
    """
    chance = random.Random(seed)
    made: list[tuple[int, str]] = []
    people = list(guests.values())  # perhaps in different houses, which hear of it one after the other
    while len(made) < moves:
        for seat, guest in guests.items():
            state = guest.state(id, seat=seat)
            if state["scene"]["over"]:
                until(lambda: all(one.get(f"/api/tables/{id}").json()["status"] == "finished" for one in people))
                return made
            if state["scene"]["choices"]:
                choice = chance.choice(state["scene"]["choices"])
                said = guest.say(
                    id, "move", seat, id=f"{seed} {len(made)}", number=state["number"], move=choice["notation"]
                )
                assert said["type"] in ("accepted", "behind"), said
                if said["type"] == "accepted":
                    made.append((seat, choice["notation"]))
                break
        else:
            time.sleep(0.01)  # somebody else is asked: who asks without a pause takes the time that they need
    return made


# --- PostgreSQL


def postgres_folder() -> Path:
    """Where the server's programs are; `make test` installs them where they are missing."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    assert folders, "PostgreSQL is not installed: make test installs it"
    return folders[-1]


class Postgres:
    """A server of its own, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.programs = postgres_folder()
        self.user = "postgres" if os.getuid() == 0 else None  # it refuses to run as root
        folder.mkdir(parents=True)
        if self.user:  # who may not look into root's folders, and pytest closes its own again and again
            folder = Path(tempfile.mkdtemp(prefix="yokocho-postgres-"))
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
            shutil.chown(folder, self.user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.data = folder / "data"
        self.log = folder / "log"
        self.program("initdb", "-D", str(self.data), "-U", "yokocho", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    def program(self, name: str, *arguments: str) -> None:
        subprocess.run(
            [self.programs / name, *arguments], check=True, stdout=subprocess.DEVNULL, user=self.user, cwd="/"
        )

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200"
        self.program("pg_ctl", "-D", str(self.data), "-l", str(self.log), *WAIT, "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        self.program("pg_ctl", "-D", str(self.data), "-m", how, *WAIT, "stop")

    def database(self, name: str) -> str:
        """A new, empty database."""
        self.program("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "yokocho", name)
        return f"postgresql://yokocho@127.0.0.1:{self.port}/{name}"
