"""Whether the house can work: alive is cheap, ready writes something."""

from __future__ import annotations

import resource
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy import event

from tests.server.support import Guest, Postgres, Process, Served, get, post, served, until
from yokocho.server import readiness, schema

READY = ("/readyz", "/healthz")


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the next moment."""
    monkeypatch.setattr(readiness, "MOMENT", 0.0)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "house.db") as made:
        yield made


def ask(url: str, path: str) -> httpx.Response:
    return get(f"{url}{path}")


def answers(url: str) -> list[int]:
    return [ask(url, path).status_code for path in ("/livez", *READY)]


def test_a_house_that_can_write_is_ready(house: Served) -> None:
    assert answers(house.url) == [200, 200, 200]
    assert ask(house.url, "/livez").json().keys() == {"status", "version"}

    def job(connection: sa.Connection) -> Any:
        return connection.execute(sa.select(schema.pulses)).all()

    assert house.run(house.house.store.read(job)) == []  # and nothing is left


def test_a_book_that_cannot_be_written_to(house: Served, tmp_path: Path) -> None:
    """It can still be read, which is not enough."""
    ann = Guest(house.url)

    @event.listens_for(house.house.store.engine, "checkout")
    def shut(connection: Any, *_: Any) -> None:
        connection.execute("PRAGMA query_only=ON")

    assert answers(house.url) == [200, 503, 503]
    assert ann.get("/api/tables").status_code == 200
    said = ask(house.url, "/readyz").text
    assert "sqlite" not in said.lower() and str(tmp_path) not in said and "readonly" not in said
    event.remove(house.house.store.engine, "checkout", shut)

    @event.listens_for(house.house.store.engine, "checkout")
    def open_again(connection: Any, *_: Any) -> None:
        connection.execute("PRAGMA query_only=OFF")

    assert answers(house.url) == [200, 200, 200]
    ann.close()


def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    """As on a full disk, every write to a file fails."""
    process = Process(tmp_path / "house.db")
    try:
        assert answers(process.url) == [200, 200, 200]
        _, hard = resource.prlimit(process.child.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.child.pid, resource.RLIMIT_FSIZE, (1, hard))
        until(lambda: answers(process.url) == [200, 503, 503])
        assert post(f"{process.url}/api/me").status_code == 503
        resource.prlimit(process.child.pid, resource.RLIMIT_FSIZE, (hard, hard))
        until(lambda: answers(process.url) == [200, 200, 200])
    finally:
        process.stop()


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_is_gone(replaced: bool, house: Served, tmp_path: Path) -> None:
    """Whatever is written then, nobody will find."""
    (tmp_path / "house.db").rename(tmp_path / "elsewhere.db")
    if replaced:
        (tmp_path / "house.db").write_bytes(b"")
    assert answers(house.url) == [200, 503, 503]
    (tmp_path / "elsewhere.db").rename(tmp_path / "house.db")
    assert answers(house.url) == [200, 200, 200]


def test_nobody_waits_for_a_book_that_somebody_else_holds(
    house: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "PATIENCE", 0.1)
    holder = sqlite3.connect(tmp_path / "house.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        assert answers(house.url) == [200, 503, 503]
        assert house.house.store.jobs.qsize() == 0  # all who ask wait for one write
    finally:
        holder.execute("ROLLBACK")
        holder.close()
    until(lambda: answers(house.url) == [200, 200, 200])


def test_many_who_ask_make_one_write(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "MOMENT", 600.0)
    house.house.readiness.answer = None
    written: list[object] = []
    write = house.house.store.write

    async def counted(job: Any) -> Any:
        written.append(job)
        return await write(job)

    monkeypatch.setattr(house.house.store, "write", counted)
    monkeypatch.setattr("yokocho.server.records.claim", lambda *_: lambda connection: [])
    askers = [threading.Thread(target=ask, args=(house.url, path)) for path in READY * 5]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    pulses = [job for job in written if "pulse" in getattr(job, "__qualname__", "")]
    assert len(pulses) == 1


def test_a_server_that_has_stopped(tmp_path: Path) -> None:
    own = Postgres(tmp_path / "own")
    running = True
    try:
        with served(own.database("gone")) as house:
            assert answers(house.url) == [200, 200, 200]
            own.stop("immediate")
            running = False
            until(lambda: answers(house.url) == [200, 503, 503])
            own.start()
            running = True
            until(lambda: answers(house.url) == [200, 200, 200])
    finally:
        if running:
            own.stop("immediate")
