"""The door: how connections come in. Whoever does not finish a request, or brings too many, holds up nobody else.

uvicorn reads the requests; what is added are times for headers and bodies, and counts by address. A proxy that the host
has named speaks for many, and counts them itself.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from yokocho.core.errors import BadInput
from yokocho.server.rates import home
from yokocho.server.settings import KIB, Settings

GRACE = 5  # seconds for connections to end when the house closes
FRESH = 0.5  # seconds in which a connection is not turned out: a request that comes with it is read before
READING = 0.02  # seconds in which whatever has come is read
MOST_HEADERS = 64 * KIB
SPARE = 256  # files that are no connections
LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


@dataclass
class Address:
    """Who came from there: how many whose first request was whole, and those whose request is not whole yet, since
    when, the oldest first.
    """

    open: int = 0
    unfinished: dict[Door, float] = field(default_factory=dict)
    is_swept: bool = False


class Door(HttpToolsProtocol):
    """One connection."""

    settings: Settings
    proxies: list[Any]
    addresses: defaultdict[str, Address]
    most: int

    home = ""
    address: Address | None = None  # none: not counted, or not any more
    is_inside = False
    late: asyncio.TimerHandle | None = None
    in_headers = True
    head = 0  # bytes of them so far

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if not self.is_proxy(host) and not self.come_in(host):
            transport.abort()
            return
        self.expect(self.settings.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        begun = self.in_headers
        super().data_received(data)
        if begun and self.in_headers and self.late:
            self.head += len(data)
            if self.head > MOST_HEADERS:
                self.turn_out(LONG)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.head, self.in_headers = 0, True
        if not self.late:  # as there is one from the beginning for the first
            self.expect(self.settings.limits.head_seconds)

    def on_headers_complete(self) -> None:
        self.in_headers = False
        self.expect(self.settings.limits.body_seconds)
        if self.address and not self.is_inside:
            self.is_inside = self.address.open < self.settings.limits.sockets
            if self.is_inside:
                self.address.open += 1
            else:
                self.app = crowded
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.is_whole()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self.leave()  # another protocol has it from here on, and the house counts those
        super().handle_websocket_upgrade()

    # --- times and counts

    def is_proxy(self, host: str) -> bool:
        try:
            return any(ipaddress.ip_address(host) in proxy for proxy in self.proxies)
        except ValueError:
            return False

    def come_in(self, host: str) -> bool:
        """Is there room? Where the house is full, whoever dawdles makes some."""
        self.home = home(host)
        self.address = self.addresses[self.home]
        if len(self.connections) > self.most:
            oldest = next(iter(self.address.unfinished), None)
            if not oldest:
                return False
            oldest.turn_out()
        return True

    def leave(self) -> None:
        self.is_whole()
        if self.address:
            self.address.open -= self.is_inside
            if not self.address.open and not self.address.unfinished:
                self.addresses.pop(self.home, None)
            self.address = None

    def expect(self, seconds: float) -> None:
        """The rest of a request within so many seconds."""
        if self.late:
            self.late.cancel()
        self.late = self.loop.call_later(seconds, self.turn_out, LATE)
        if self.address:
            self.address.unfinished.setdefault(self, self.loop.time())
            self.sweep_later(self.address)

    def sweep_later(self, address: Address) -> None:
        if len(address.unfinished) > self.settings.limits.unfinished and not address.is_swept:
            address.is_swept = True
            self.loop.call_later(FRESH, self.sweep, address)

    def sweep(self, address: Address) -> None:
        """Of too many requests that are not whole the oldest have to go, unless the rest has come meanwhile and was not
        read yet: the house may have been busy.
        """
        over = max(0, len(address.unfinished) - self.settings.limits.unfinished)
        old = [door for door, since in islice(address.unfinished.items(), over) if self.loop.time() - since >= FRESH]
        self.loop.call_later(READING, self.turn_out_all, address, old)

    def turn_out_all(self, address: Address, old: list[Door]) -> None:
        for door in old:
            if door in address.unfinished:
                door.turn_out()
        address.is_swept = False
        self.sweep_later(address)

    def is_whole(self) -> None:
        if self.late:
            self.late.cancel()
            self.late = None
        if self.address:
            self.address.unfinished.pop(self, None)

    def turn_out(self, words: bytes = b"") -> None:
        self.leave()
        silent = self.cycle is None and not self.head and self.in_headers  # browsers connect ahead, for nothing yet
        if not words or silent:
            self.transport.abort()
        elif not self.transport.is_closing():
            if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
                self.transport.write(words)
            self.transport.close()


async def crowded(_scope: Any, _receive: Any, send: Any) -> None:
    """The answer to a connection too many."""
    headers = [(b"content-length", b"0"), (b"connection", b"close"), (b"retry-after", b"10")]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body"})


def network(text: str) -> Any:
    """An address, or a range of them."""
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise BadInput(f"a proxy is an address or a range such as 10.0.0.0/8, not {text!r}") from None


def config(app: Any, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves this house. Who somebody's proxy is, only the host says, and no variable of the system."""
    words = {
        "settings": settings,
        "proxies": [network(text) for text in settings.proxies],
        "addresses": defaultdict(Address),
        "most": raise_file_limit() - SPARE,
    }
    return uvicorn.Config(
        app,
        http=type("HouseDoor", (Door,), words),
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=settings.limits.message + 1,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
    )


def raise_file_limit() -> int:
    """As many open files as the system lets us have: so many."""
    try:
        import resource
    except ImportError:  # no such limit here
        return 1 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return soft if soft != resource.RLIM_INFINITY else 1 << 20
