"""Backups of an open house, restored into either database; and a house that is told to stop."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from tests.server.support import Guest, Postgres, Process, play_on, served, until
from yokocho.server.backup import backup, restore
from yokocho.server.schema import events, metadata, tables
from yokocho.server.settings import Settings
from yokocho.server.store import engine


def url(database: str | Path) -> str:
    return Settings(database=str(database)).url()


def rows(database: str | Path) -> dict[str, list[Any]]:
    """Everything that is kept."""
    made = engine(url(database))
    try:
        with made.connect() as connection:
            return {
                table.name: sorted(map(tuple, connection.execute(table.select())), key=repr)
                for table in metadata.sorted_tables
            }
    finally:
        made.dispose()


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("yokocho")
    return subprocess.run([program, *arguments], capture_output=True, text=True)


@contextmanager
def people(house: str, count: int = 2) -> Iterator[list[Guest]]:
    came = [Guest(house) for _ in range(count)]
    try:
        yield came
    finally:
        for guest in came:
            guest.close()


def move_url(guest: Guest, house: str) -> None:
    """The same person at another house."""
    cookies = dict(guest.http.cookies)
    guest.http.base_url = house  # type: ignore[assignment]
    guest.http.cookies.clear()
    guest.http.cookies.update(cookies)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with matches that run, wait and are over."""
    path = tmp_path_factory.mktemp("filled") / "house.db"
    with served(path) as house, people(house.url) as (ann, bob):
        for game, moves in (("umami", 9), ("yatta", 10**6), ("wok_and_roll", 0)):
            id = ann.table(game, ["me", "open"], public=True)["id"]
            bob.join(id)
            play_on({0: ann, 1: bob}, id, moves)
        ann.table("mitsuhamama", ["me", "open"])
    return path


def test_a_backup_of_an_open_house_is_one_moment(tmp_path: Path) -> None:
    """Moves are made all the while; what was acknowledged before is in it, and no table has a gap."""
    path, stop = tmp_path / "house.db", threading.Event()
    made: dict[str, int] = {}
    with served(path) as house, people(house.url, 4) as guests:

        def play(ann: Guest, bob: Guest) -> None:
            while not stop.is_set():
                id = ann.table("yatta", ["me", "open"], public=True)["id"]
                bob.join(id)
                made[id] = 0
                while not stop.is_set():
                    found = play_on({0: ann, 1: bob}, id, 1, seed=made[id])
                    if not found:
                        break
                    made[id] += 1

        pairs = [threading.Thread(target=play, args=pair) for pair in (guests[:2], guests[2:])]
        for pair in pairs:
            pair.start()
        try:
            for i in range(3):
                until(lambda: sum(made.values()) > 10)
                acknowledged = dict(made)
                said = run("backup", tmp_path / f"{i}.gz", "--database", path)
                assert said.returncode == 0, said.stderr
                restore(url(tmp_path / f"{i}.db"), tmp_path / f"{i}.gz")
                kept = rows(tmp_path / f"{i}.db")
                for id, moves in acknowledged.items():
                    happened = sorted(row for row in kept["events"] if row[0] == id)
                    assert [row[1] for row in happened] == list(range(1, len(happened) + 1))
                    assert sum(row[3] == "move" for row in happened) >= moves
                last = {row[0]: row[2] for row in sorted(kept["events"])}
                moved = tables.c.keys().index("moved")
                assert all(row[moved] == last[row[0]] for row in kept["tables"] if row[0] in last), "torn"
        finally:
            stop.set()
            for pair in pairs:
                pair.join()
    assert (tmp_path / "0.gz").stat().st_mode & 0o077 == 0


def test_from_one_database_to_the_other_and_back(filled: Path, tmp_path: Path, postgres: Postgres) -> None:
    first, second = tmp_path / "first.gz", tmp_path / "second.gz"
    there, back = postgres.database("there"), tmp_path / "back.db"
    assert run("backup", first, "--database", filled).returncode == 0
    assert run("restore", first, "--database", there).returncode == 0
    assert backup(url(there), second) == restore(url(back), second)
    assert rows(filled) == rows(there) == rows(back)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_restored_house_goes_on(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    other = tmp_path / "other.db" if kind == "sqlite" else request.getfixturevalue("postgres").database("goes_on")
    with served(tmp_path / "house.db") as house, people(house.url) as (ann, bob):
        id = ann.table("yatta", ["me", "open", "bot:apprentice"], public=True)["id"]
        bob.join(id)
        play_on({0: ann, 1: bob}, id, 7)
        backup(url(tmp_path / "house.db"), tmp_path / "backup.gz")
        restore(url(other), tmp_path / "backup.gz")
        with served(other) as again:
            for guest in (ann, bob):
                move_url(guest, again.url)
                assert guest.get("/api/me").json() == guest.me
            play_on({0: ann, 1: bob}, id, seed=1)
            assert ann.get(f"/api/tables/{id}").json()["status"] == "finished"


def test_an_older_backup_signs_nobody_out(tmp_path: Path) -> None:
    """One that was made before the house noted when sign-ins are used, and what everybody heard of."""

    def older(found: list[bytes]) -> list[bytes]:
        out = []
        for text in found:
            line = json.loads(text)
            if isinstance(line, list):
                line[1] = {name: value for name, value in line[1].items() if name not in ("used", "heard")}
            out.append(json.dumps(line).encode() + b"\n")
        return out

    with served(tmp_path / "house.db") as house, people(house.url) as (ann, bob):
        id = ann.table("last_dumpling", ["me", "open"], public=True)["id"]
        backup(url(tmp_path / "house.db"), tmp_path / "new.gz")
        (tmp_path / "old.gz").write_bytes(lines(older)((tmp_path / "new.gz").read_bytes()))
        restore(url(tmp_path / "again.db"), tmp_path / "old.gz")
        with served(tmp_path / "again.db") as again:
            for guest in (ann, bob):
                move_url(guest, again.url)
                assert guest.get("/api/me").json() == guest.me
            assert ann.get(f"/api/tables/{id}").json()["mine"] == [0]
            (row,) = rows(tmp_path / "again.db")["tables"]
            assert row[tables.c.keys().index("heard")] == row[tables.c.keys().index("created")]


def test_a_house_that_is_not_empty_is_left_alone(filled: Path, tmp_path: Path) -> None:
    backup(url(filled), tmp_path / "backup.gz")
    before = rows(filled)
    said = run("restore", tmp_path / "backup.gz", "--database", filled)
    assert said.returncode != 0 and "not empty" in said.stderr and "Traceback" not in said.stderr
    assert rows(filled) == before


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def scratched(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes(b ^ 0x55 for b in data[middle : middle + 64]) + data[middle + 64 :]


def checksum(data: bytes) -> bytes:
    return data[:-8] + bytes(b ^ 1 for b in data[-8:-4]) + data[-4:]


def lines(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[bytes], bytes]:
    return lambda data: gzip.compress(b"".join(change(gzip.decompress(data).splitlines(keepends=True))))


NEWCOMER = b'["people", {"id": "x", "name": "x", "created": 1, "spoon": 1}]\n'
DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "half": cut,
    "almost": lambda data: data[:-1],
    "scratched": scratched,
    "checksum": checksum,
    "plain": gzip.decompress,
    "an end missing": lines(lambda found: found[:-1]),
    "a row missing": lines(lambda found: found[:-2] + found[-1:]),
    "a row twice": lines(lambda found: [*found[:-2], found[-2], found[-2], found[-1]]),
    "more after the end": lines(lambda found: [*found, found[-2]]),
    "a table unknown": lines(lambda found: [found[0], b'["spoons", {"id": 1}]\n', b'{"rows": 1}\n']),
    "a column unknown": lines(lambda found: [found[0], NEWCOMER, b'{"rows": 1}\n']),
    "nobody's seat": lines(lambda found: [found[0], *(x for x in found if b'"people"' not in x[:12])]),
    "another kind": lambda _: gzip.compress(b'{"format": "spoons/1"}\n{"rows": 0}\n'),
    "a list": lambda _: gzip.compress(b"[]\n[]\n"),
    "a number": lambda _: gzip.compress(b"1\n2\n"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_backup_leaves_nothing(damage: str, filled: Path, tmp_path: Path) -> None:
    backup(url(filled), tmp_path / "backup.gz")
    bad = tmp_path / "bad.gz"
    bad.write_bytes(DAMAGE[damage]((tmp_path / "backup.gz").read_bytes()))
    with pytest.raises(ValueError, match="backup"):
        restore(url(tmp_path / "house.db"), bad)
    assert not any(rows(tmp_path / "house.db").values())
    assert restore(url(tmp_path / "house.db"), tmp_path / "backup.gz")


def test_a_damaged_backup_leaves_nothing_in_postgresql(filled: Path, tmp_path: Path, postgres: Postgres) -> None:
    there = postgres.database("damaged")
    backup(url(filled), tmp_path / "backup.gz")
    (tmp_path / "bad.gz").write_bytes(cut((tmp_path / "backup.gz").read_bytes()))
    with pytest.raises(ValueError, match="not a whole backup"):
        restore(url(there), tmp_path / "bad.gz")
    assert not any(rows(there).values())


def test_a_backup_that_cannot_be_made(filled: Path, tmp_path: Path) -> None:
    said = run("backup", tmp_path / "nowhere" / "backup.gz", "--database", filled)
    assert said.returncode != 0 and "Traceback" not in said.stderr
    said = run("backup", tmp_path / "backup.gz", "--database", tmp_path / "nobody.db")
    assert said.returncode != 0 and "there is no house" in said.stderr
    assert not list(tmp_path.iterdir()), "something was left"


def test_a_house_that_is_told_to_stop(tmp_path: Path) -> None:
    """Whoever listens is told to come back, nothing is lost, and the tables are free for the next."""
    path = tmp_path / "house.db"
    house = Process(path)
    with people(house.url) as (ann, bob):
        id = ann.table("yatta", ["me", "open", "bot:apprentice"], public=True)["id"]
        bob.join(id)
        with ann.socket(id) as socket:
            accepted = len(play_on({0: ann, 1: bob}, id, 5))
            assert house.stop() == 0
            with pytest.raises(ConnectionClosed) as closed:
                socket.expect("never")
            assert closed.value.rcvd and closed.value.rcvd.code == 1012
    kept = rows(path)
    moves = [row for row in kept["events"] if row[events.c.keys().index("person")]]
    assert len(moves) == accepted
    assert all(row[tables.c.keys().index("keeper")] is None for row in kept["tables"])
    assert json.loads(moves[0][-1])["move"]


def test_everything_asked_for_before_the_end_is_written(tmp_path: Path) -> None:
    """SIGTERM in the middle of moves: what was accepted is there."""
    house = Process(tmp_path / "house.db")
    accepted: list[int] = []
    with people(house.url, 1) as (ann,):
        id = ann.table("yatta", ["me", "me"])["id"]

        def play() -> None:
            try:
                while True:
                    accepted.append(len(play_on({0: ann, 1: ann}, id, 1, seed=len(accepted))))
            except Exception:
                return

        player = threading.Thread(target=play)
        player.start()
        until(lambda: len(accepted) > 5)
        assert house.stop() == 0
        player.join()
    with engine(url(tmp_path / "house.db")).connect() as connection:
        kept = connection.execute(sa.select(sa.func.count()).where(events.c.kind == "move")).scalar_one()
        connection.engine.dispose()
    assert sum(accepted) <= kept <= sum(accepted) + 1
