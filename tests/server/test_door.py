"""The door against guests who dawdle, bring too many connections, or pretend to come from elsewhere."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.support import OURS, PATIENCE, TRUST, Guest, Process, Served, figures, get, post, served, until
from yokocho.core.errors import BadInput
from yokocho.server import door
from yokocho.server.rates import home
from yokocho.server.settings import UNLIMITED, Limits, Settings

HALF = b"GET /livez HTTP/1.1\r\nHost: here\r\n"
SHORT = 0.2  # seconds for what is never finished
FEW = 8

Open = Callable[..., Served]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Open]:
    """A house with limits of its own."""
    with ExitStack() as stack:

        def open(proxies: tuple[str, ...] = (), **limits: Any) -> Served:
            own = Limits(**{**vars(UNLIMITED), **limits})
            return stack.enter_context(served(tmp_path / "house.db", limits=own, proxies=proxies))

        yield open


@pytest.fixture
def knock() -> Iterator[Callable[[Served, bytes], socket.socket]]:
    """Connections that begin in some way."""
    with ExitStack() as stack:

        def connect(house: Served, begins: bytes) -> socket.socket:
            made = stack.enter_context(socket.create_connection(house.socket.getsockname(), PATIENCE))
            made.sendall(begins)
            return made

        yield connect


Knock = Callable[[Served, bytes], socket.socket]


def last_words(connection: socket.socket) -> bytes:
    """All that comes until the house hangs up."""
    said = b""
    try:
        while some := connection.recv(4096):
            said += some
    except ConnectionResetError:
        pass
    return said


def is_open(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionResetError:
        return False
    finally:
        connection.settimeout(PATIENCE)


@pytest.mark.parametrize(
    "begins",
    [
        b"G",
        HALF,
        HALF + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ],
)
def test_whoever_does_not_finish_has_to_leave(begins: bytes, house: Open, knock: Knock) -> None:
    made = house(head_seconds=SHORT, body_seconds=SHORT)
    said = last_words(knock(made, begins))
    assert said.startswith(b"HTTP/1.1 408 ") and said.endswith(b"\r\n\r\n")


def test_whoever_says_nothing_is_told_nothing(house: Open, knock: Knock) -> None:
    """Browsers connect ahead, and would take an answer for that to a later question."""
    assert last_words(knock(house(head_seconds=SHORT), b"")) == b""


def test_the_second_request_of_a_connection_too(house: Open, knock: Knock) -> None:
    connection = knock(house(head_seconds=SHORT), HALF + b"\r\n")
    assert b" 200 OK" in connection.recv(4096)
    connection.sendall(HALF)
    assert b"408" in last_words(connection)


def refuses(connection: socket.socket, more: bytes) -> bool:
    try:
        connection.sendall(more)
    except OSError:
        return True
    return False


def test_a_trickle_does_not_help(house: Open, knock: Knock) -> None:
    connection = knock(house(head_seconds=SHORT), HALF)
    until(lambda: refuses(connection, b"a: b\r\n"))


def test_headers_without_end_are_too_much(house: Open, knock: Knock) -> None:
    connection = knock(house(head_seconds=10 * PATIENCE), HALF)
    until(lambda: refuses(connection, b"a: " + b"b" * 4000 + b"\r\n"))


def test_whoever_is_at_a_table_or_waits_for_an_answer_stays(house: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time for the headers is no time for what comes afterwards."""
    made = house(head_seconds=SHORT, body_seconds=SHORT)
    ann = Guest(made.url)
    id = ann.table("last_dumpling", ["me", "open"])["id"]
    with ann.socket(id) as sitting:
        sitting.expect("state")
        time.sleep(3 * SHORT)
        sitting.send("ping")
        sitting.expect("pong")
    ann.close()


def test_half_requests_do_not_shut_the_house(house: Open, knock: Knock) -> None:
    """Of many from one address the oldest go, and everybody else from there is served."""
    made = house(unfinished=FEW, sockets=4 * FEW, head_seconds=600.0)
    with httpx.Client(base_url=made.url, verify=TRUST, timeout=PATIENCE) as guest:
        half: list[socket.socket] = []
        for _ in range(5):
            half += [knock(made, HALF) for _ in range(4 * FEW)]
            assert guest.get("/healthz").status_code == 200
            assert get(f"{made.url}/healthz").status_code == 200
        until(lambda: sum(is_open(one) for one in half) == FEW)
        assert not is_open(half[0]) and is_open(half[-1])


def test_too_many_whole_connections_of_an_address(house: Open, knock: Knock) -> None:
    """They are refused at once, and there is room again when some have gone."""
    made = house(sockets=FEW)
    first = [knock(made, HALF + b"\r\n") for _ in range(FEW)]
    for one in first:
        assert b" 200 OK" in one.recv(4096)
    assert last_words(knock(made, HALF + b"\r\n")).startswith(b"HTTP/1.1 429 ")
    for one in first:
        one.close()
    until(lambda: b" 200 OK" in knock(made, HALF + b"\r\n").recv(4096))


def test_what_ended_is_not_counted(house: Open) -> None:
    made = house(sockets=FEW, unfinished=FEW)
    for _ in range(3 * FEW):
        assert get(f"{made.url}/livez").status_code == 200
    ann = Guest(made.url)
    id = ann.table("last_dumpling", ["me", "open"])["id"]
    for _ in range(3 * FEW):
        with ann.socket(id) as socket:
            socket.expect("state")
    ann.close()
    addresses = made.server.config.http.addresses  # type: ignore[union-attr]
    until(lambda: not addresses)


# --- who comes through whom


def newcomers(made: Served, **headers: str) -> list[int]:
    return [post(f"{made.url}/api/me", headers=headers).status_code for _ in range(3)]


def test_nobody_says_where_they_come_from(house: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless the host named a proxy; no variable of the system does."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    made = house(guests=(2.0, 0.001))
    assert newcomers(made, **{"x-forwarded-for": "198.51.100.1"}) == [200, 200, 429]
    assert newcomers(made, **{"x-forwarded-for": "198.51.100.2"}) == [429] * 3


def test_a_named_proxy_is_believed(house: Open, knock: Knock) -> None:
    made = house(proxies=("127.0.0.0/8",), guests=(2.0, 0.001), sockets=2, unfinished=1)
    for address in ("198.51.100.1", "198.51.100.2, 127.0.0.9"):
        assert newcomers(made, **{"x-forwarded-for": address}) == [200, 200, 429]
    half = [knock(made, HALF) for _ in range(FEW)]
    time.sleep(door.FRESH)
    assert get(f"{made.url}/livez").status_code == 200
    assert all(is_open(one) for one in half)


@pytest.mark.parametrize("text", ["proxy.example", "10.0.0.0/99", "*", ""])
def test_a_proxy_is_an_address(text: str) -> None:
    with pytest.raises(BadInput, match="a proxy is an address"):
        door.config(None, Settings(proxies=(text,)))


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a:b", "a:b"),
    ],
)
def test_a_line_has_many_addresses(address: str, counts_as: str) -> None:
    assert home(address) == counts_as


def test_what_the_host_says_is_checked(tmp_path: Path) -> None:
    (tmp_path / "two words").write_text("two words\n")
    (tmp_path / "token").write_text("a-token\n")
    for wrong in (("--proxy", "nonsense"), ("--metrics", tmp_path / "two words"), ("--metrics", tmp_path / "none")):
        said = subprocess.run([OURS, "serve", *wrong], capture_output=True, text=True, check=False)
        assert said.returncode == 2 and said.stderr.startswith("yokocho: ") and "Traceback" not in said.stderr
    process = Process(tmp_path / "house.db", "--metrics", str(tmp_path / "token"), "--proxy", "127.0.0.1")
    try:
        assert figures(process.url, "a-token").status_code == 200
        assert figures(process.url, "another").status_code == 403
    finally:
        assert process.stop() == 0


def test_as_many_files_as_there_may_be() -> None:
    code = (
        "import resource; from yokocho.server.door import raise_file_limit;"
        "_, hard = resource.getrlimit(resource.RLIMIT_NOFILE);"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (64, min(hard, 4096)));"
        "print(raise_file_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    most = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 4096)
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == [str(most)] * 3
