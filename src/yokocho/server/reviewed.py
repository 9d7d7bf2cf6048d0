"""Reviews in the database: rows in, rows out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy import Connection

from yokocho.server.schema import reviews


@dataclass(frozen=True)
class Kept:
    """A review as far as it has come: steps done of so many, and what there is to see, as JSON."""

    at: int
    done: int
    total: int
    body: str | None

    @property
    def complete(self) -> bool:
        return self.body is not None and self.done == self.total


def review_of(table: str) -> Callable[[Connection], Kept | None]:
    query = sa.select(reviews.c.at, reviews.c.done, reviews.c.total, reviews.c.body).where(reviews.c.table_id == table)

    def job(connection: Connection) -> Kept | None:
        row = connection.execute(query).one_or_none()
        return Kept(*row) if row else None

    return job


def keep(table: str, kept: Kept) -> Callable[[Connection], None]:
    """Keeps a review in place of an earlier one."""

    def job(connection: Connection) -> None:
        connection.execute(reviews.delete().where(reviews.c.table_id == table))
        connection.execute(reviews.insert().values(table_id=table, **vars(kept)))

    return job
