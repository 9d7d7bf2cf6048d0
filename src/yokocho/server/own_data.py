"""What the house keeps of a person: a copy of it for them, and its end.

The matches of somebody who has left stay, since they are those of others too; nothing in them says whose seat it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from yokocho.core.match import Illegal
from yokocho.server import learned, rated, records, tables
from yokocho.server.house import House
from yokocho.server.identity import GONE
from yokocho.server.live import Missing
from yokocho.server.pages import NOBODY, told
from yokocho.server.records import LOGGED_OUT, Row, every, tell
from yokocho.server.schema import events, people, reviews, seats, sent_away, sessions
from yokocho.server.schema import learned as lessons
from yokocho.server.schema import tables as at_tables
from yokocho.server.table import FINISHED, RUNNING, WAITING, Seat, Table, conceding

FORMAT = "yokocho-person/1"
UNSAID = "(taken back)"  # in place of what they said
Key = tuple[str, int]  # of an event: table and number


# --- a copy


def copy_of(person: str) -> Callable[[Connection], dict[str, Any]]:
    """Everything that is kept of a person, as plain data: also what they did in matches that run."""

    def job(connection: Connection) -> dict[str, Any]:
        (row,) = every(connection, sa.select(people).where(people.c.id == person))
        mine = sa.select(at_tables).where(theirs(person)).order_by(at_tables.c.created)
        done = sa.select(events).where(events.c.person == person, events.c.kind != "chat")
        done = done.where(events.c.table_id.in_(sa.select(at_tables.c.id).where(theirs(person))))
        return {
            "format": FORMAT,
            "person": {name: row[name] for name in ("name", "login", "handle", "page", "created")},
            "devices": every(
                connection, sa.select(sessions.c.created, sessions.c.used).where(sessions.c.person == person)
            ),
            "learned": [
                {"game": game, "kind": kind, "word": word}
                for game, kind, word in learned.learned_of(person)(connection)
            ],
            "ratings": {game: told(*found) for game, found in rated.ratings_of(person)(connection).items()},
            "tables": [table_of(row, sat) for row, sat in records.with_seats(connection, every(connection, mine))],
            "done": [event_of(row) for row in every(connection, done.order_by(events.c.at))],
            "said": [event_of(row) for row in every(connection, chats(person))],
        }

    return job


def theirs(person: str) -> Any:
    """A condition: tables at which a person sits, or which they opened."""
    sits = sa.select(seats.c.table_id).where(seats.c.person == person)
    return sa.or_(at_tables.c.id.in_(sits), at_tables.c.owner == person)


def chats(person: str) -> Any:
    """What a person has said, wherever it was."""
    return sa.select(events).where(events.c.person == person, events.c.kind == "chat").order_by(events.c.at)


def table_of(row: Row, sat: list[Row]) -> dict[str, Any]:
    kept = ("id", "game", "players", "status", "public", "rated", "created", "started", "finished", "result")
    return {name: row[name] for name in kept} | {"seats": [seat["name"] for seat in sat]}


def event_of(row: Row) -> dict[str, Any]:
    body = json.loads(row["body"])
    return {
        "table": row["table_id"],
        "at": row["at"],
        "kind": row["kind"],
        "seat": row["seat"],
        "what": body.get("text") or body.get("move") or body.get("what") or "",
    }


# --- the end


async def leave_for_good(house: House, person: Row) -> list[str]:
    """Ends what a person plays, and forgets them. Returns their sign-ins, which are void."""
    for id, status in await house.store.read(open_tables(person["id"])):
        with suppress(Missing, Illegal):  # over or gone meanwhile
            await (step_down if status == WAITING else give_up)(house, id, person["id"])
    said = await house.store.read(lambda connection: keys(connection, person["id"]))
    void, known = await house.store.write(forget(person["id"], said))
    for id in known:
        await house.anew(id)
    return void


def open_tables(person: str) -> Callable[[Connection], list[tuple[str, str]]]:
    query = sa.select(at_tables.c.id, at_tables.c.status).where(
        theirs(person), at_tables.c.status.in_((WAITING, RUNNING))
    )
    return lambda connection: [(row.id, row.status) for row in connection.execute(query)]


async def step_down(house: House, id: str, person: str) -> None:
    """Gives up the seats of a waiting table, and the table itself if it is theirs."""
    live = await house.open(id)
    if live.table.seats_of(person):
        await tables.leave(house, live, {"id": person})
    if live.table.row["owner"] == person:

        def mutate(table: Table, seats: list[Seat]) -> dict[str, Any]:
            heir = next((seat.person for seat in seats if seat.person), None)
            return {"owner": heir} if heir else {}

        await house.change(live, mutate)
        await house.close_empty(live)


async def give_up(house: House, id: str, person: str) -> None:
    """Concedes on every seat of a running match."""
    live = await house.open(id)
    for p in live.table.seats_of(person):
        with suppress(Illegal):  # conceded already, or over with the seat before
            await house.submit(live, lambda table, now, p=p: table.plan_concede(now, p), person)  # type: ignore[misc]


def keys(connection: Connection, person: str) -> list[Key]:
    """Where a person has said something; read beforehand, since nothing else can be written while it is searched."""
    return [(row["table_id"], row["number"]) for row in every(connection, chats(person))]


def forget(person: str, said: list[Key]) -> Callable[[Connection], tuple[list[str], list[str]]]:
    """Removes all that says who a person was. Returns the sign-ins that are void and the tables that have changed."""

    def job(connection: Connection) -> tuple[list[str], list[str]]:
        known = sorted(connection.execute(sa.select(at_tables.c.id).where(theirs(person))).scalars())
        known = sorted({*known, *(table for table, _ in said)})
        records.hold(connection, at_tables.c.id.in_(known))
        for table, number in said:
            unsay(connection, table, number)
        for table in known:
            unname(connection, table, person)
        nothing = {"login": None, "password": None, "recovery": None, "handle": None}
        connection.execute(people.update().where(people.c.id == person).values(name=GONE, page=NOBODY, **nothing))
        void = list(connection.execute(sa.select(sessions.c.token).where(sessions.c.person == person)).scalars())
        for kept in (sessions, lessons, sent_away):
            connection.execute(kept.delete().where(kept.c.person == person))
        for token in void:
            tell(connection, f"{LOGGED_OUT} {token}")
        for table in known:
            tell(connection, f"{records.ANEW} {table}")
        return void, known

    return job


def unsay(connection: Connection, table: str, number: int) -> None:
    which = events.c.table_id == table, events.c.number == number
    body = json.loads(connection.execute(sa.select(events.c.body).where(*which)).scalar_one())
    body |= {"text": UNSAID, "name": GONE}
    connection.execute(events.update().where(*which).values(body=json.dumps(body, ensure_ascii=False)))


def unname(connection: Connection, table: str, person: str) -> None:
    """Takes a person's name from a table: from their seats, from how it ended, and its review with it."""
    sat = every(connection, sa.select(seats).where(seats.c.table_id == table).order_by(seats.c.seat))
    if all(seat["person"] != person for seat in sat):
        return
    before = [seat["name"] for seat in sat]
    after = [GONE if seat["person"] == person else seat["name"] for seat in sat]
    connection.execute(seats.update().where(seats.c.table_id == table, seats.c.person == person).values(name=GONE))
    connection.execute(reviews.delete().where(reviews.c.table_id == table))
    ends = events.c.table_id == table, events.c.kind == "end"
    body = json.loads(connection.execute(sa.select(events.c.body).where(*ends)).scalar() or "{}")
    result = body.get("result")
    if body.get("status") == FINISHED and result["ending"] == conceding([before[p] for p in result["conceded"]]):
        result["ending"] = conceding([after[p] for p in result["conceded"]])
        connection.execute(events.update().where(*ends).values(body=json.dumps(body, ensure_ascii=False)))
        connection.execute(at_tables.update().where(at_tables.c.id == table).values(result=json.dumps(result)))
