"""The door: how connections are accepted. Clients with slow or too many requests do not hold up others.

uvicorn reads the requests; this adds timeouts for headers and bodies, and limits by address. Configured proxies are
exempt: they carry the requests of many clients and have to limit them themselves.
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

GRACE = 5  # seconds that connections have to end when the house closes
FRESH = 0.5  # seconds for which a new connection is not closed, so that a request sent with it is read first
READING = 0.02  # seconds to read data that has already arrived
MOST_HEADERS = 64 * KIB
SPARE = 256  # file descriptors for other things than connections
LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


@dataclass
class Address:
    """The connections of one address: `open` counts those that have sent the headers of a request; `unfinished` has
    those that are in the middle of a request, with the time since when, oldest first.
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
    address: Address | None = None  # None: not counted, or no longer
    is_inside = False
    late: asyncio.TimerHandle | None = None
    in_headers = True
    head = 0  # bytes of headers so far

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
        if not self.late:  # for the first request the timer runs since the connection
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
        self.leave()  # the WebSocket protocol takes over; the house counts those
        super().handle_websocket_upgrade()

    # --- times and counts

    def is_proxy(self, host: str) -> bool:
        try:
            return any(ipaddress.ip_address(host) in proxy for proxy in self.proxies)
        except ValueError:
            return False

    def come_in(self, host: str) -> bool:
        """Is there room? If the house is full, the oldest unfinished request of the same address is closed for it."""
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
        """Starts the timer for the rest of a request."""
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
        """Closes the oldest of too many unfinished requests. First, data that has arrived already is read: the house
        may have been too busy for it.
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
        silent = self.cycle is None and not self.head and self.in_headers  # a browser's speculative connection
        if not words or silent:
            self.transport.abort()
        elif not self.transport.is_closing():
            if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
                self.transport.write(words)
            self.transport.close()


async def crowded(_scope: Any, _receive: Any, send: Any) -> None:
    """The application that answers when an address has too many connections."""
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
    """The configuration of uvicorn. Trusted proxies come from the settings only, not from environment variables."""
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
    """Raises the limit of open files as far as the system allows, and returns it."""
    try:
        import resource
    except ImportError:  # not on this system
        return 1 << 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return soft if soft != resource.RLIM_INFINITY else 1 << 20
