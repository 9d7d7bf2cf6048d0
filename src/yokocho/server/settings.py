"""The settings of a house."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field, replace
from pathlib import Path

import platformdirs

from yokocho import __version__

KIB = 1024
SITE = Path(__file__).with_name("site")
NO_CLIENT = "The web client is not built, so there is no page to play on: run `make site`, or install a released wheel."


@dataclass(frozen=True)
class Limits:
    """Limits by person, by address and for the whole house. A rate is (burst, number per second in the long run)."""

    guests: tuple[float, float] = (60, 0.05)  # new people from one address
    logins: tuple[float, float] = (10, 0.05)  # passwords and codes tried from one address
    requests: tuple[float, float] = (300, 50)  # requests of a person, or of an address without one
    tables: tuple[float, float] = (30, 0.05)  # new tables and imports of a person
    imports: tuple[float, float] = (20, 0.05)  # imports alone
    logs: tuple[float, float] = (30, 10)  # whole logs, of a person or an address without one
    moments: tuple[float, float] = (300, 30)  # single moments of a match, likewise
    moves: tuple[float, float] = (60, 20)  # messages of a connection or person
    chat: tuple[float, float] = (6, 0.5)  # lines of a person
    hints: tuple[float, float] = (6, 0.5)
    doubts: tuple[float, float] = (12, 1.0)  # searches of a coach for clear mistakes
    lessons: tuple[float, float] = (120, 10)  # moves in lessons and guides, of a person or an address without one
    reviews: tuple[float, float] = (10, 0.01)  # reviews that a person asks for
    waiting: int = 40  # tables of one owner that wait for players or run
    connections: int = 24  # WebSockets of a person
    address: int = 400  # WebSockets of an address
    sockets: int = 512  # other connections of an address; enough for a school behind one address
    unfinished: int = 64  # of those, with an unfinished request; beyond it the oldest is closed
    head_seconds: float = 10.0  # for the headers of a request, from the connection or its first byte on
    body_seconds: float = 60.0  # for its body
    house: int = 4000  # WebSockets in all
    body: int = 64 * KIB
    match: int = 2048 * KIB  # the body of an import
    long: int = 20_000  # moves of an import
    message: int = 16 * KIB
    backlog: int = 64  # messages waiting for one slow connection


UNLIMITED = Limits(
    **dict.fromkeys(  # type: ignore[arg-type]
        ("guests", "logins", "requests", "tables", "imports", "logs", "moments", "moves", "chat", "hints")
        + ("doubts", "lessons", "reviews"),
        (1000000000.0, 1000000000.0),
    ),
    waiting=10**9,
    connections=10**9,
    address=10**9,
    sockets=10**9,
    unfinished=10**9,
    house=10**9,
)


@dataclass(frozen=True)
class Settings:
    """The settings of one house."""

    database: str = ""  # a file, or an SQLAlchemy URL; empty: a file in the user's data folder
    origins: tuple[str, ...] = ()  # the sites this house serves; requests for others are refused
    proxies: tuple[str, ...] = ()  # addresses and ranges whose X-Forwarded-For is believed
    metrics: str = ""  # the token that /metrics requires; empty: no /metrics
    secure: bool = False  # cookies over https only
    bot_delay: float = 0.8  # seconds between the moves of bots, so that people can follow
    bots: tuple[str, ...] = ()  # of the host, beside those of installed packages: NAME=BOT or NAME[GAME,GAME]=BOT
    bot_log: Path | None = None  # what they say on standard error: a file, or a folder
    bot_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    lease: float = 6.0  # seconds until another process takes over the tables of a dead one
    idle: float = 300.0  # seconds until a table that nobody watches is dropped from memory
    limits: Limits = field(default_factory=Limits)
    samples: bool = True  # offer the sample games, where they are installed
    site: Path = SITE  # the built web client
    compile_beside: bool = False  # start on interpreted rules, and compile them in other processes

    def url(self) -> str:
        """The database as SQLAlchemy names it."""
        where = self.database
        if where.startswith("postgres"):
            return "postgresql+psycopg://" + where.split("://", 1)[1]
        if "://" in where:
            return where
        path = Path(where) if where else Path(platformdirs.user_data_dir("yokocho")) / "house.db"
        path.parent.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{path.absolute()}"

    def hosts(self) -> set[str]:
        """The allowed values of the Host header; empty if no origins are configured."""
        names: set[str] = set()
        for origin in self.origins:
            scheme, _, place = origin.lower().partition("://")
            usual = {"http": ":80", "https": ":443"}.get(scheme, "")
            names |= {place.removesuffix(usual), place.removesuffix(usual) + usual}
        return names

    @property
    def index(self) -> Path:
        """The page of the built client, which refers to all other files by their hashes."""
        return self.site / "index.html"

    def build(self) -> str:
        """An id that changes with the built client, so that outdated pages can be recognised."""
        return hashlib.sha256(self.index.read_bytes()).hexdigest()[:12] if self.index.exists() else __version__

    def but(self, **changes: object) -> Settings:
        return replace(self, **changes)  # type: ignore[arg-type]
