"""What people have learned: rows in, rows out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sqlalchemy as sa
from sqlalchemy import Connection

from yokocho.server.schema import learned


def learned_of(person: str) -> Callable[[Connection], list[tuple[str, str, str]]]:
    """Game, kind and word of everything that a person has learned."""
    columns = learned.c.game, learned.c.kind, learned.c.word
    query = sa.select(*columns).where(learned.c.person == person).order_by(*columns)
    return lambda connection: [(game, kind, word) for game, kind, word in connection.execute(query)]


def learn(person: str, rows: Sequence[tuple[str, str, str]]) -> Callable[[Connection], None]:
    """Adds what is new."""

    def job(connection: Connection) -> None:
        have = set(learned_of(person)(connection))
        new = [row for row in dict.fromkeys(rows) if row not in have]
        if new:
            made = [{"person": person, "game": game, "kind": kind, "word": word} for game, kind, word in new]
            connection.execute(learned.insert(), made)

    return job


def unlearn(person: str, game: str) -> Callable[[Connection], None]:
    def job(connection: Connection) -> None:
        connection.execute(learned.delete().where(learned.c.person == person, learned.c.game == game))

    return job
