"""The whole database in one file, made while the house is open: every row of a snapshot as a line of JSON, compressed.

The file can be restored into SQLite and PostgreSQL, so it also serves to move from one to the other.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
import time
import zlib
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from yokocho.core.errors import BadInput
from yokocho.server.identity import GONE, handle
from yokocho.server.schema import metadata
from yokocho.server.store import engine, migrate

FORMAT = "yokocho-backup/1"
CHUNK = 500


def backup(url: str, path: Path) -> int:
    """Writes a snapshot atomically and returns the number of rows."""
    made = engine(url)
    if made.dialect.name == "sqlite" and not Path(made.url.database or "").is_file():
        raise BadInput(f"{made.url.database}: there is no house")
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    rows = 0
    try:
        migrate(made)
        beside.touch(0o600)  # it contains the hidden cards of running matches
        with made.connect() as connection, gzip.open(beside, "wt", encoding="utf-8") as file:
            if made.dialect.name == "postgresql":
                connection.execute(sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            file.write(json.dumps({"format": FORMAT}) + "\n")
            for table in metadata.sorted_tables:
                for row in connection.execute(table.select(), execution_options={"yield_per": CHUNK}).mappings():
                    file.write(json.dumps([table.name, {k: pack(v) for k, v in row.items()}]) + "\n")
                    rows += 1
            file.write(json.dumps({"rows": rows}) + "\n")
        with beside.open("rb") as file_again:
            os.fsync(file_again.fileno())
        os.replace(beside, path)
    except DBAPIError as error:
        raise BadInput(f"the database cannot be read: {error.orig}") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None
    finally:
        beside.unlink(missing_ok=True)
        made.dispose()
    return rows


def restore(url: str, path: Path) -> int:
    """Fills an empty database in one transaction and returns the number of rows."""
    made = engine(url)
    try:
        migrate(made)
        with made.connect().execution_options(write=True) as connection, connection.begin():
            if any(
                connection.execute(sa.select(sa.func.count()).select_from(t)).scalar() for t in metadata.tables.values()
            ):
                raise BadInput("the database is not empty")
            rows = fill(connection, path)
            bring_up_to_date(connection)
            return rows
    except SQLAlchemyError as error:
        raise BadInput(f"the backup does not fit: {getattr(error, 'orig', error)}") from None
    finally:
        made.dispose()


def bring_up_to_date(connection: sa.Connection) -> None:
    """Fills in what an older backup lacks, as the migrations do."""
    sessions, tables = metadata.tables["sessions"], metadata.tables["tables"]
    now = time.time_ns() // 1_000_000
    connection.execute(sessions.update().where(sessions.c.used == 0).values(used=now))
    people = metadata.tables["people"]
    for (id,) in connection.execute(
        sa.select(people.c.id).where(people.c.handle.is_(None), people.c.name != GONE)
    ).all():
        connection.execute(people.update().where(people.c.id == id).values(handle=handle(id)))
    known = sa.func.coalesce(tables.c.finished, tables.c.started, tables.c.created)
    connection.execute(tables.update().where(tables.c.heard == 0).values(heard=known))


def fill(connection: sa.Connection, path: Path) -> int:
    rows, name, whole = 0, "", False
    waiting: list[dict[str, Any]] = []

    def write() -> None:
        if waiting:
            connection.execute(metadata.tables[name].insert(), waiting)
            waiting.clear()

    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            if json.loads(file.readline() or "{}").get("format") != FORMAT:
                raise BadInput(f"{path} is not a backup")
            for text in file:
                line: Any = json.loads(text)
                if whole:
                    raise ValueError("it goes on after its end")
                if isinstance(line, dict):
                    whole = line["rows"] == rows
                    continue  # read on: the checksum is at the end of the file
                if line[0] != name or len(waiting) >= CHUNK:
                    write()
                    name = line[0]
                if unknown := line[1].keys() - metadata.tables[name].c.keys():
                    raise ValueError(f"this house does not know {', '.join(sorted(unknown))} of {name}")
                waiting.append({k: unpack(v) for k, v in line[1].items()})
                rows += 1
            write()
    except BadInput:
        raise
    except (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadInput(f"{path} is not a whole backup: {error}") from None
    if not whole:
        raise BadInput(f"{path} is not a whole backup")
    return rows


def pack(value: Any) -> Any:
    return {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def unpack(value: Any) -> Any:
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value
