"""Ratings in the database: a match is rated in the transaction that writes its end, so exactly once."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from yokocho.core.game import Game
from yokocho.server import ratings as model
from yokocho.server.ratings import BOT, Rating
from yokocho.server.schema import events, rated, ratings, seats, tables

LEVELS = ("apprentice", "cook", "chef", "master")
SLOW = ("chef", "master")  # a cook plays for them while a game warms up
FINISHED = "finished"


def why_not(row: dict[str, Any], sitting: Sequence[Any], game: Game, started: bool = False) -> str:
    """Why a table cannot be rated, in words; empty if it can. Before the start open seats may still become people."""
    options = {option.name: option.default for option in game.options}
    if row["imported"] or row["position"]:
        return "it did not begin as the rules say"
    if row["coach"]:
        return "there is a coach"
    if row["hints"]:
        return "hints are allowed"
    if any(value != options.get(name) for name, value in json.loads(row["options"]).items()):
        return "there are house rules"
    if any(seat.kind == "bot" and seat.bot not in LEVELS for seat in sitting):
        return "a bot of the host plays"
    people = [seat.person for seat in sitting if seat.kind == "person"]
    if len(set(people)) < len(people):
        return "somebody sits on two seats"
    if len(people) + (0 if started else sum(seat.kind == "open" for seat in sitting)) < 2:
        return "it takes two people"
    if started and game.interpreted and any(seat.bot in SLOW for seat in sitting):
        return "the bots are still warming up"
    return ""


def places(sitting: Sequence[Any], ended: dict[str, Any]) -> list[tuple[str, int]]:
    """Player and rank of every seat for the rating; empty if nobody stayed. Who conceded, or left the seat to a
    caretaker, is last.
    """
    ranks, gone = ended["result"]["ranks"], {*ended["result"]["conceded"], *ended.get("away", ())}
    if all(seat.seat in gone for seat in sitting if seat.kind == "person"):
        return []
    stay = sorted(ranks[seat.seat] for seat in sitting if seat.seat not in gone)
    return [
        (seat.person or f"{BOT}{seat.bot}", len(stay) + 1 if seat.seat in gone else stay.index(ranks[seat.seat]) + 1)
        for seat in sitting
    ]


def rate(connection: Connection, table: str, at: int, ended: dict[str, Any]) -> None:
    """Rates the match of a table that has just ended, if it is rated."""
    row = connection.execute(sa.select(tables.c.game, tables.c.rated).where(tables.c.id == table)).one()
    if not row.rated or ended["status"] != FINISHED:
        return
    sitting = connection.execute(sa.select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)).all()
    if found := places(sitting, ended):
        write(connection, row.game, table, at, found)


def hold(connection: Connection) -> None:
    """One match after the other, until the transaction is over: SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(20261120)"))


def write(connection: Connection, game: str, table: str, at: int, found: list[tuple[str, int]]) -> None:
    hold(connection)
    last = connection.execute(sa.select(sa.func.max(rated.c.number)).where(rated.c.game == game)).scalar() or 0
    players, ranks = zip(*found)
    kept = {
        row.player: row
        for row in connection.execute(
            sa.select(ratings).where(ratings.c.game == game, ratings.c.player.in_(sorted(set(players))))
        )
    }
    before = {
        player: Rating(kept[player].mu, kept[player].sigma) if player in kept else model.start(player)
        for player in players
    }
    after = model.rate(before, players, ranks)
    rows = [
        {"table_id": table, "seat": p, "game": game, "number": last + 1, "player": player, "rank": rank}
        | vars(after[player])
        for p, (player, rank) in enumerate(found)
    ]
    connection.execute(rated.insert(), rows)
    for player, now in after.items():
        values = vars(now) | {"matches": (kept[player].matches if player in kept else 0) + 1, "at": at}
        if player in kept:
            which = ratings.c.game == game, ratings.c.player == player
            connection.execute(ratings.update().where(*which).values(**values))
        else:
            connection.execute(ratings.insert().values(game=game, player=player, **values))


def rebuild(connection: Connection) -> int:
    """Forgets all ratings and computes them anew from the matches, in the order in which they were rated; returns how
    many there are.
    """
    hold(connection)
    order = sa.select(rated.c.table_id, sa.func.min(rated.c.number).label("number")).group_by(rated.c.table_id)
    known = order.subquery()
    query = (
        sa.select(tables.c.id, tables.c.finished, events.c.body)
        .join(events, sa.and_(events.c.table_id == tables.c.id, events.c.kind == "end"))
        .outerjoin(known, known.c.table_id == tables.c.id)
        .where(tables.c.rated.is_(True), tables.c.status == FINISHED)
        .order_by(known.c.number.is_(None), known.c.number, tables.c.finished, tables.c.id)
    )
    found = connection.execute(query).all()
    connection.execute(rated.delete())
    connection.execute(ratings.delete())
    for row in found:
        rate(connection, row.id, row.finished, json.loads(row.body))
    return int(connection.execute(sa.select(sa.func.count(sa.distinct(rated.c.table_id)))).scalar_one())


# --- what is known


def ratings_of(player: str) -> Callable[[Connection], dict[str, tuple[Rating, int]]]:
    """Rating and number of rated matches by game."""

    def job(connection: Connection) -> dict[str, tuple[Rating, int]]:
        query = sa.select(ratings).where(ratings.c.player == player)
        return {row.game: (Rating(row.mu, row.sigma), row.matches) for row in connection.execute(query)}

    return job


def way(player: str, game: str, most: int) -> Callable[[Connection], list[Rating]]:
    """The last ratings of a player, the oldest first."""

    def job(connection: Connection) -> list[Rating]:
        query = (
            sa.select(rated.c.mu, rated.c.sigma)
            .where(rated.c.player == player, rated.c.game == game)
            .order_by(rated.c.number.desc())
            .limit(most)
        )
        return [Rating(row.mu, row.sigma) for row in connection.execute(query)][::-1]

    return job
