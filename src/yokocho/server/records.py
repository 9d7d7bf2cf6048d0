"""Rows in, rows out: the SQL of the house."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from yokocho.server import rated
from yokocho.server.identity import LIFETIME, hashed
from yokocho.server.schema import events, invites, people, pulses, seats, sent_away, sessions, tables
from yokocho.server.store import About, Lost
from yokocho.server.table import RUNNING, WAITING, Event, Seat

Row = dict[str, Any]
CHANNEL = "yokocho"
LOGGED_OUT, RENEWED, REVOKED = "!session", "!renewed", "!invite"  # NOTIFY prefixes, before a key that is void
ANEW = "!anew"  # NOTIFY prefix, before a table that is to be loaded again
PRESENCE = "!here"  # NOTIFY prefix of messages of presence.py
MANY = 100  # lines of a list


def one(connection: Connection, query: Any) -> Row | None:
    found = connection.execute(query).mappings().first()
    return dict(found) if found else None


def every(connection: Connection, query: Any) -> list[Row]:
    return [dict(found) for found in connection.execute(query).mappings()]


# --- people


def person_of(token: str, now: int) -> Callable[[Connection], Row | None]:
    """The person whose sign-in a token is, with the time of its last use; None if expired."""
    query = (
        sa.select(people.c.id, people.c.name, people.c.login, people.c.handle, people.c.page, sessions.c.used)
        .join(sessions)
        .where(sessions.c.token == token, sessions.c.used > now - LIFETIME)
    )
    return lambda connection: one(connection, query)


def use_session(token: str, now: int) -> Callable[[Connection], None]:
    def job(connection: Connection) -> None:
        connection.execute(sessions.update().where(sessions.c.token == token).values(used=now))

    return job


def sign_in(connection: Connection, person: str, token: str, now: int) -> None:
    """Adds a sign-in, and deletes expired ones."""
    connection.execute(sessions.delete().where(sessions.c.used <= now - LIFETIME))
    connection.execute(sessions.insert().values(token=token, person=person, created=now, used=now))


def new_person(row: Row, token: str) -> Callable[[Connection], None]:
    def job(connection: Connection) -> None:
        connection.execute(people.insert().values(**row))
        sign_in(connection, row["id"], token, row["created"])

    return job


def new_session(person: str, token: str, now: int) -> Callable[[Connection], None]:
    def job(connection: Connection) -> None:
        sign_in(connection, person, token, now)

    return job


def end_session(token: str) -> Callable[[Connection], None]:
    def job(connection: Connection) -> None:
        connection.execute(sessions.delete().where(sessions.c.token == token))
        tell(connection, f"{LOGGED_OUT} {token}")

    return job


def end_others(connection: Connection, person: str, kept: str) -> list[str]:
    """Ends every sign-in of a person except one; returns the ended ones."""
    others = sessions.c.person == person, sessions.c.token != kept
    gone = list(connection.execute(sa.select(sessions.c.token).where(*others)).scalars())
    connection.execute(sessions.delete().where(*others))
    for token in gone:
        tell(connection, f"{LOGGED_OUT} {token}")
    return gone


def change_password(person: str, password: str, kept: str) -> Callable[[Connection], list[str]]:
    """Changes a password, voids the recovery code, ends all other sign-ins and returns them."""

    def job(connection: Connection) -> list[str]:
        connection.execute(people.update().where(people.c.id == person).values(password=password, recovery=None))
        return end_others(connection, person, kept)

    return job


def make_account(
    person: str, login: str, password: str, old: str, new: str
) -> Callable[[Connection], list[str] | None]:
    """Makes a guest an account with a new token. Returns the sign-ins that ended, or None if it is an account already;
    `Lost` if the login is taken.
    """

    def job(connection: Connection) -> list[str] | None:
        guest = people.c.id == person, people.c.login.is_(None)
        if connection.execute(people.update().where(*guest).values(login=login, password=password)).rowcount != 1:
            return None
        connection.execute(sessions.update().where(sessions.c.token == old).values(token=new))
        tell(connection, f"{RENEWED} {old}")
        return end_others(connection, person, new)

    return job


def use_code(recovery: str, token: str, now: int) -> Callable[[Connection], Row | None]:
    """Signs in the person of a recovery code, and uses the code up."""

    def job(connection: Connection) -> Row | None:
        found = one(connection, sa.select(people).where(people.c.recovery == recovery))
        used = people.update().where(people.c.recovery == recovery).values(recovery=None)
        if not found or connection.execute(used).rowcount != 1:
            return None
        sign_in(connection, found["id"], token, now)
        return found

    return job


def change_person(person: str, **values: Any) -> Callable[[Connection], None]:
    def job(connection: Connection) -> None:
        connection.execute(people.update().where(people.c.id == person).values(**values))

    return job


def find_person(**values: Any) -> Callable[[Connection], Row | None]:
    query = sa.select(people).where(*(people.c[name] == value for name, value in values.items()))
    return lambda connection: one(connection, query)


# --- tables


def seat_row(table: str, p: int, seat: Seat) -> Row:
    return {
        "table_id": table,
        "seat": p,
        "kind": seat.kind,
        "person": seat.person,
        "name": seat.name,
        "bot": seat.bot,
        "ready": seat.ready,
    }


def event_row(table: str, event: Event) -> Row:
    return {
        "table_id": table,
        "number": event.number,
        "at": event.at,
        "kind": event.kind,
        "seat": event.seat,
        "person": event.person,
        "client": event.client,
        "unheard": event.unheard,
        "body": json.dumps(event.body, ensure_ascii=False),
    }


def new_table(
    row: Row, sitting: Sequence[Seat], begun: Sequence[Event] = (), most: int = 0
) -> Callable[[Connection], None]:
    """A new table; `Lost` if its owner has too many."""

    def job(connection: Connection) -> None:
        if most:
            held = sa.select(sa.func.count()).where(
                tables.c.owner == row["owner"], tables.c.status.in_((WAITING, RUNNING))
            )
            if connection.execute(held).scalar_one() >= most:
                raise Lost("too many tables")
        connection.execute(tables.insert().values(**row))
        connection.execute(seats.insert(), [seat_row(row["id"], p, seat) for p, seat in enumerate(sitting)])
        if begun:
            connection.execute(events.insert(), [event_row(row["id"], event) for event in begun])

    return job


def load(table: str) -> Callable[[Connection], tuple[Row, list[Seat], list[Event]] | None]:
    def job(connection: Connection) -> tuple[Row, list[Seat], list[Event]] | None:
        row = one(connection, sa.select(tables).where(tables.c.id == table))
        if row is None:
            return None
        sitting = [
            Seat(found["kind"], found["name"], found["person"], found["bot"], bool(found["ready"]))
            for found in every(connection, sa.select(seats).where(seats.c.table_id == table).order_by(seats.c.seat))
        ]
        return row, sitting, since(table, 0)(connection)

    return job


def since(table: str, number: int) -> Callable[[Connection], list[Event]]:
    query = sa.select(events).where(events.c.table_id == table, events.c.number > number).order_by(events.c.number)

    def job(connection: Connection) -> list[Event]:
        return [
            Event(
                found.number, found.at, found.kind, found.seat, json.loads(found.body), found.unheard, found.person,
                found.client,
            )
            for found in connection.execute(query)
        ]  # fmt: skip

    return job


APPEND = events.insert()
TOUCH = (
    tables.update()
    .where(tables.c.id == sa.bindparam("table"))
    .values(moved=sa.bindparam("at"), awaiting=sa.bindparam("awaits"), care=True)
)
TOUCH_ALL = TOUCH.values(heard=sa.bindparam("at"))


def append(table: str, happened: Sequence[Event], awaiting: int) -> Callable[[Connection], None]:
    """Appends events in one transaction; `Lost` if another process has appended first. With the end of a match come its
    ratings.
    """

    def job(connection: Connection) -> None:
        connection.execute(APPEND, [event_row(table, event) for event in happened])
        touch = TOUCH if all(event.unheard for event in happened) else TOUCH_ALL
        connection.execute(touch, {"table": table, "at": happened[-1].at, "awaits": awaiting})
        for event in happened:
            if event.kind == "end":
                connection.execute(
                    tables.update()
                    .where(tables.c.id == table)
                    .values(
                        status=event.body["status"],
                        result=json.dumps(event.body["result"]) if event.body["result"] else None,
                        finished=event.at,
                        care=False,
                        awaiting=0,
                    )
                )
                rated.rate(connection, table, event.at, event.body)
        tell(connection, f"{table} {happened[-1].number}")

    return job if any(event.kind == "end" for event in happened) else About(table, job)


def change_table(
    table: str, revision: int, values: Row, sitting: Sequence[Seat], begun: Sequence[Event], gone: Sequence[str] = ()
) -> Callable[[Connection], list[str]]:
    """Changes the seats of a table, and starts it with the given events; `Lost` if somebody else changed it first.
    Returns the invites that are void because people were sent away.
    """

    def job(connection: Connection) -> list[str]:
        changed = connection.execute(
            tables.update()
            .where(tables.c.id == table, tables.c.revision == revision)
            .values(revision=revision + 1, **values)
        )
        if changed.rowcount != 1:
            raise Lost("the table changed meanwhile")
        connection.execute(seats.delete().where(seats.c.table_id == table))
        connection.execute(seats.insert(), [seat_row(table, p, seat) for p, seat in enumerate(sitting)])
        if begun:
            connection.execute(events.insert(), [event_row(table, event) for event in begun])
        void = [token for person in gone for token in send_away(connection, table, person)]
        tell(connection, f"{table} 0")
        return void

    return About(table, job)


def send_away(connection: Connection, table: str, person: str) -> list[str]:
    """Records that a person was sent away and voids all invites, so that only a later invite admits them, also under
    another name. Returns the void invites.
    """
    known = sa.select(sent_away).where(sent_away.c.table_id == table, sent_away.c.person == person)
    if not one(connection, known):
        connection.execute(sent_away.insert().values(table_id=table, person=person))
    void = [row["token"] for row in invites_of(table)(connection)]
    connection.execute(invites.delete().where(invites.c.table_id == table))
    for token in void:
        tell(connection, f"{REVOKED} {hashed(token)}")
    return void


def was_sent_away(table: str, person: str) -> Callable[[Connection], bool]:
    query = sa.select(sent_away).where(sent_away.c.table_id == table, sent_away.c.person == person)
    return lambda connection: one(connection, query) is not None


def delete_table(table: str, revision: int) -> Callable[[Connection], None]:
    """Deletes a table; `Lost` if somebody has changed it meanwhile."""

    def job(connection: Connection) -> None:
        gone = connection.execute(tables.delete().where(tables.c.id == table, tables.c.revision == revision))
        if gone.rowcount != 1:
            raise Lost("the table changed meanwhile")
        connection.execute(tables.update().where(tables.c.rematch == table).values(rematch=None))
        tell(connection, f"{table} 0")

    return job


def tell(connection: Connection, text: str) -> None:
    """Notifies other processes when the transaction is committed (PostgreSQL)."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_notify(:channel, :text)"), {"channel": CHANNEL, "text": text})


def whisper(*texts: str) -> Callable[[Connection], None]:
    """Notifies other processes without writing anything."""

    def job(connection: Connection) -> None:
        for text in texts:
            tell(connection, text)

    return job


def set_rematch(table: str, rematch: str) -> Callable[[Connection], str]:
    """Sets the rematch of a table, unless it has one; returns the one it has."""

    def job(connection: Connection) -> str:
        connection.execute(
            tables.update().where(tables.c.id == table, tables.c.rematch.is_(None)).values(rematch=rematch)
        )
        tell(connection, f"{table} 0")
        return str(connection.execute(sa.select(tables.c.rematch).where(tables.c.id == table)).scalar_one())

    return job


def with_seats(connection: Connection, found: list[Row]) -> list[tuple[Row, list[Row]]]:
    by_table: dict[str, list[Row]] = defaultdict(list)
    if found:
        wanted = sa.select(seats).where(seats.c.table_id.in_([row["id"] for row in found]))
        for seat in every(connection, wanted.order_by(seats.c.seat)):
            by_table[seat["table_id"]].append(seat)
    for row in found:
        row["result"] = json.loads(row["result"]) if row["result"] else None
    return [(row, by_table[row["id"]]) for row in found]


def public_tables(game: str | None) -> Callable[[Connection], list[tuple[Row, list[Row]]]]:
    def job(connection: Connection) -> list[tuple[Row, list[Row]]]:
        query = sa.select(tables).where(
            tables.c.public.is_(True), tables.c.status.in_((WAITING, RUNNING)), tables.c.imported.is_(False)
        )
        if game:
            query = query.where(tables.c.game == game)
        order = sa.case((tables.c.status == WAITING, 0), else_=1)
        return with_seats(connection, every(connection, query.order_by(order, tables.c.heard.desc()).limit(MANY)))

    return job


def tables_of(person: str) -> Callable[[Connection], list[tuple[Row, list[Row]]]]:
    def job(connection: Connection) -> list[tuple[Row, list[Row]]]:
        sits = sa.select(seats.c.table_id).where(seats.c.person == person)
        query = (
            sa.select(tables)
            .where(sa.or_(tables.c.id.in_(sits), tables.c.owner == person))
            .order_by(sa.case((tables.c.status == RUNNING, 0), (tables.c.status == WAITING, 1), else_=2))
            .order_by(tables.c.heard.desc())
            .limit(MANY)
        )
        return with_seats(connection, every(connection, query))

    return job


# --- invites


def new_invite(token: str, table: str, spectate: bool, now: int) -> Callable[[Connection], None]:
    def job(connection: Connection) -> None:
        connection.execute(invites.insert().values(token=token, table_id=table, spectate=spectate, created=now))

    return job


def invite(token: str, table: str) -> Callable[[Connection], Row | None]:
    query = sa.select(invites).where(invites.c.token == token, invites.c.table_id == table)
    return lambda connection: one(connection, query)


def invites_of(table: str) -> Callable[[Connection], list[Row]]:
    query = sa.select(invites).where(invites.c.table_id == table).order_by(invites.c.created)
    return lambda connection: every(connection, query)


def revoke(token: str, table: str) -> Callable[[Connection], int]:
    def job(connection: Connection) -> int:
        gone = connection.execute(invites.delete().where(invites.c.token == token, invites.c.table_id == table))
        tell(connection, f"{REVOKED} {hashed(token)}")
        return gone.rowcount

    return job


# --- which process keeps which table


def hold(connection: Connection, *which: Any) -> None:
    """Locks several rows in the order that all writers use, so that there are no deadlocks."""
    if connection.dialect.name == "postgresql":
        order = tables.c.id.collate("C")
        connection.execute(sa.select(tables.c.id).where(*which).order_by(order).with_for_update(key_share=True))


def claim(process: str, now: int, until: int, alone: bool) -> Callable[[Connection], list[tuple[str, int]]]:
    """Renews the leases of a process and takes over tables without one; returns those, with the end of the old one."""

    def job(connection: Connection) -> list[tuple[str, int]]:
        mine = tables.c.keeper == process, tables.c.care.is_(True)
        hold(connection, *mine)
        connection.execute(tables.update().where(*mine).values(kept=until))
        query = (
            sa.select(tables.c.id, tables.c.kept)
            .where(tables.c.care.is_(True), tables.c.status == RUNNING)
            .where(sa.or_(tables.c.keeper.is_(None), tables.c.keeper != process))
            .limit(500)
        )
        if not alone:
            query = query.where(sa.or_(tables.c.keeper.is_(None), tables.c.kept < now))
        if connection.dialect.name == "postgresql":
            query = query.with_for_update(skip_locked=True)
        found = [(row.id, row.kept) for row in connection.execute(query)]
        if found:
            connection.execute(
                tables.update().where(tables.c.id.in_([table for table, _ in found])).values(keeper=process, kept=until)
            )
        return found

    return job


def keepers(ids: list[str]) -> Callable[[Connection], list[tuple[str, str | None]]]:
    query = sa.select(tables.c.id, tables.c.keeper).where(tables.c.id.in_(ids))
    return lambda connection: [(row.id, row.keeper) for row in connection.execute(query)]


def release(process: str, kept: int, table: str | None = None) -> Callable[[Connection], None]:
    """Gives up the lease of one table, or of all that a process keeps; `kept` is when it ends."""
    which = [tables.c.keeper == process, *([tables.c.id == table] if table else [])]

    def job(connection: Connection) -> None:
        hold(connection, *which)
        connection.execute(tables.update().where(*which).values(keeper=None, kept=kept))

    return job


def rest(process: str, table: str, moved: int) -> Callable[[Connection], None]:
    """Marks a table as needing no keeper until somebody moves again."""
    still = (tables.c.id == table, tables.c.keeper == process, tables.c.moved <= moved)

    def job(connection: Connection) -> None:
        connection.execute(tables.update().where(*still).values(keeper=None, care=False))

    return job


def pulse(process: str, now: int) -> Callable[[Connection], None]:
    """Writes a row and deletes it, to see whether the database can be written."""

    def job(connection: Connection) -> None:
        connection.execute(pulses.insert().values(process=process, at=now))
        connection.execute(pulses.delete().where(pulses.c.process == process))

    return job


def note_awaiting(table: str, awaiting: int) -> Callable[[Connection], None]:
    def job(connection: Connection) -> None:
        connection.execute(tables.update().where(tables.c.id == table).values(awaiting=awaiting))

    return About(table, job)
