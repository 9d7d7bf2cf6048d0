"""The schema, from nothing and from its last step, on both databases."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tests.server.support import Guest, Process, play_on, served, until
from yokocho.server.schema import metadata
from yokocho.server.settings import Settings
from yokocho.server.store import engine, migrate

HEAD = "0006"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    name = "".join(c if c.isalnum() else "_" for c in request.node.name)
    made: str = request.getfixturevalue("postgres").database(name)
    return made


@pytest.fixture
def empty(database: str) -> Iterator[sa.Engine]:
    made = engine(Settings(database=database).url())
    yield made
    made.dispose()


def revision(made: sa.Engine) -> str | None:
    with made.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def differences(made: sa.Engine) -> list[object]:
    with made.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))


def test_from_nothing(empty: sa.Engine) -> None:
    migrate(empty)
    assert revision(empty) == HEAD
    assert differences(empty) == []
    migrate(empty)
    assert revision(empty) == HEAD


def test_two_processes_at_once(database: str) -> None:
    """Both open; the schema is made once."""
    with ThreadPoolExecutor(2) as both:
        houses = list(both.map(Process, [database] * 2))
    guests = [Guest(house.url) for house in houses]
    try:
        assert guests[0].get("/api/me").json() == guests[0].me
        assert all(guest.get("/healthz").status_code == 200 for guest in guests)
    finally:
        for guest in guests:
            guest.close()
        assert [house.stop() for house in houses] == [0, 0]


def test_from_the_last_schema(empty: sa.Engine, database: str, tmp_path: Path) -> None:
    """A house as it was at 0001, with matches under way: everything is there, and the matches go on."""
    old = sa.MetaData()
    migrate(empty, "0001")
    assert revision(empty) == "0001"
    old.reflect(empty)
    assert "keeper" not in old.tables["tables"].c and "care" not in old.tables["tables"].c
    with served(tmp_path / "today.db") as house:
        ann, bob = Guest(house.url, "Ann"), Guest(house.url, "Bob")
        running = ann.table("yatta", ["me", "open", "bot:apprentice"], public=True)["id"]
        bob.join(running)
        play_on({0: ann, 1: bob}, running, 8)
        over = ann.table("yatta", ["me", "open"], public=True)["id"]
        bob.join(over)
        play_on({0: ann, 1: bob}, over)
        waiting = ann.table("umami", ["me", "open"], public=True)["id"]
        until(lambda: house.house.store.jobs.empty())
        today = engine(Settings(database=str(tmp_path / "today.db")).url())
        with today.connect() as source, empty.begin() as target:
            for table in old.sorted_tables:
                if table.name in metadata.tables:
                    columns = [metadata.tables[table.name].c[name] for name in old.tables[table.name].columns.keys()]  # noqa: SIM118
                    found = [dict(row) for row in source.execute(sa.select(*columns)).mappings()]
                    target.execute(table.insert(), found) if found else None
        today.dispose()
    with served(database) as again:
        assert revision(empty) == HEAD
        assert differences(empty) == []
        with empty.connect() as connection:
            for row in connection.execute(sa.select(metadata.tables["tables"])).mappings():
                assert row["heard"] >= (row["finished"] or row["started"] or row["created"]) > 0
        for guest in (ann, bob):
            cookies = dict(guest.http.cookies)
            guest.http.base_url = again.url  # type: ignore[assignment]
            guest.http.cookies.update(cookies)
            assert guest.get("/api/me").json()["name"] == guest.me["name"]
        assert ann.get(f"/api/tables/{over}").json()["status"] == "finished"
        play_on({0: ann, 1: bob}, running, seed=1)
        assert bob.get(f"/api/tables/{running}").json()["status"] == "finished"
        assert bob.join(waiting)["status"] == "running"
        assert json.loads(ann.get(f"/api/tables/{over}/export").text)["result"]
    ann.close()
    bob.close()
