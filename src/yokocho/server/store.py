"""The database, with two entry points: `read` and `write`.

One thread writes. It puts all waiting jobs into one transaction, so that a busy house syncs the disk once for many
moves. If that fails, each job is run in a transaction of its own, so that only the faulty one fails.

To avoid deadlocks between processes, a transaction locks the rows of tables in the order of their ids, and a job that
changes more than one table has a transaction of its own.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError

T = TypeVar("T")
GROUP = 256  # most jobs in one transaction
TRIES = 3  # of a job, if the connection is lost
READERS = 4
CONNECTING = 5  # seconds a server may take to answer


class Lost(Exception):
    """Another process wrote first: read its events and try again."""


class Unavailable(Exception):
    """The database cannot be reached, or was lost before it answered: the job may have been done or not."""

    message: str | None = None  # the id of the message that could not be handled


@dataclass(frozen=True)
class About(Generic[T]):
    """A job that changes the rows of one table, and no others."""

    table: str
    job: Callable[[Connection], T]

    def __call__(self, connection: Connection) -> T:
        return self.job(connection)


def engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        wait = {"connect_timeout": CONNECTING}
        return sa.create_engine(url, pool_size=READERS + 2, pool_pre_ping=True, hide_parameters=True, connect_args=wait)
    made = sa.create_engine(url, connect_args={"timeout": 30, "check_same_thread": False}, hide_parameters=True)

    @event.listens_for(made, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver begins no transactions; `begin` below does
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(made, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("write") else "BEGIN")

    return made


def migrate(made: Engine, revision: str = "head") -> None:
    """Brings the schema up to date; several processes may try at once."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    with made.connect().execution_options(write=True) as connection, connection.begin():
        if made.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(20261115)"))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


class Store:
    """The database as one process uses it."""

    def __init__(self, url: str) -> None:
        self.engine = engine(url)
        self.dialect = self.engine.dialect.name
        migrate(self.engine)
        self.file = self.engine.url.database if self.dialect == "sqlite" else None
        self.inode = os.stat(self.file).st_ino if self.file else 0
        snapshot = {"isolation_level": "REPEATABLE READ"} if self.dialect == "postgresql" else {}
        self.snapshots = self.engine.execution_options(**snapshot)  # all queries of a read see the same snapshot
        self.jobs: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.readers = ThreadPoolExecutor(READERS, "reader")
        self.thread = threading.Thread(target=self._write_all, name="writer", daemon=True)
        self.thread.start()

    async def read(self, job: Callable[[Connection], T]) -> T:
        def look() -> T:
            with self.snapshots.connect() as connection:
                return job(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self.readers, look)
        except DBAPIError as error:
            raise Unavailable(str(error.orig)) from error

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Runs a job in a transaction and returns when that is on disk. A job may be run twice, so it must not change
        anything but the database. `Lost` if it violates a constraint: another process wrote the same rows first.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self.jobs.put((job, loop, done))
        return await asyncio.shield(done)

    def check_file(self) -> None:
        """Raises Unavailable if the SQLite file was deleted or replaced: writes to the open file would be lost."""
        try:
            there = not self.file or os.stat(self.file).st_ino == self.inode
        except OSError:
            there = False
        if not there:
            raise Unavailable("the file of the database is gone")

    def close(self) -> None:
        """Closes the database after all waiting jobs are done."""
        self.jobs.put(None)
        self.thread.join(30)
        self.readers.shutdown()
        self.engine.dispose()

    def _write_all(self) -> None:
        while (first := self.jobs.get()) is not None:
            group, last = [first], False
            while len(group) < GROUP and not last:
                try:
                    job = self.jobs.get_nowait()
                except queue.Empty:
                    break
                last = job is None
                if not last:
                    group.append(job)
            for part in self.parts(group):
                outcomes = self._together([job for job, _, _ in part]) if len(part) > 1 else None
                if outcomes is None:
                    outcomes = [self._alone(job) for job, _, _ in part]
                for (_, loop, done), outcome in zip(part, outcomes):
                    with suppress(RuntimeError):  # the event loop is closed
                        loop.call_soon_threadsafe(settle, done, outcome)
            if last:
                return

    def parts(self, group: list[Any]) -> list[list[Any]]:
        """Splits jobs into lists that share a transaction."""
        if self.dialect == "sqlite":  # one writer at a time
            return [group]
        together = sorted((item for item in group if isinstance(item[0], About)), key=lambda item: item[0].table)
        return [together, *([item] for item in group if not isinstance(item[0], About))]

    def _transaction(self, jobs: list[Callable[[Connection], Any]]) -> list[Any]:
        with self.engine.connect().execution_options(write=True) as connection, connection.begin():
            return [job(connection) for job in jobs]

    def _together(self, jobs: list[Callable[[Connection], Any]]) -> list[Any] | None:
        try:
            return self._transaction(jobs)
        except Exception:
            return None

    def _alone(self, job: Callable[[Connection], Any]) -> Any:
        for attempt in range(TRIES):
            try:
                return self._transaction([job])[0]
            except IntegrityError as error:
                return Lost(str(error.orig))
            except DBAPIError as error:
                if attempt + 1 == TRIES:
                    return Unavailable(str(error.orig))
            except Exception as error:
                return error
        raise AssertionError


def settle(done: asyncio.Future[Any], outcome: Any) -> None:
    if done.cancelled():
        return
    if isinstance(outcome, Exception):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)
