"""A player's page: what finished matches say about a person, to themselves and to those who may see it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from statistics import fmean
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from yokocho.core.game import Game
from yokocho.server import rated
from yokocho.server.ratings import BOT, STARTS, Rating
from yokocho.server.records import Row, every, one, with_seats
from yokocho.server.schema import people, ratings, reviews, seats, tables
from yokocho.server.table import ABORTED, FINISHED, RUNNING

ALL, MET, NOBODY = "all", "met", "nobody"  # who may see a page
MOST = 5000  # matches that count
REVIEWED = 30  # of them, whose reviews are read
LATELY = 10  # matches that are listed
COMPANY = 12  # people one has played with
CROWD = 2000  # matches of everybody whose points are compared
FEW = 10  # points of others, fewer of which would tell who made them
BARS = 12  # of a distribution, about
WAY = 60  # ratings of the curve
BEST = 100  # lines of a leaderboard


# --- who may see it


def of_handle(handle: str) -> Callable[[Connection], Row | None]:
    return lambda connection: one(connection, sa.select(people).where(people.c.handle == handle))


def may_see(connection: Connection, owner: Row, viewer: str | None) -> bool:
    if viewer == owner["id"] or owner["page"] == ALL:
        return True
    return owner["page"] == MET and viewer is not None and have_met(connection, owner["id"], viewer)


def have_met(connection: Connection, one_id: str, other: str) -> bool:
    """Have two people sat at a table whose match has begun?"""
    mine, theirs = seats.alias(), seats.alias()
    query = (
        sa.select(mine.c.table_id)
        .join(theirs, theirs.c.table_id == mine.c.table_id)
        .join(tables, tables.c.id == mine.c.table_id)
        .where(mine.c.person == one_id, theirs.c.person == other)
        .where(tables.c.status.in_((RUNNING, FINISHED, ABORTED)), tables.c.imported.is_(False))
        .limit(1)
    )
    return connection.execute(query).first() is not None


# --- what is on it


class Played:
    """A finished match as one seat of it saw it end."""

    def __init__(self, row: Any) -> None:
        self.table, self.game, self.players, self.seat = row.id, row.game, row.players, row.seat
        self.options = row.options
        result = json.loads(row.result)
        self.conceded: list[int] = result["conceded"]
        self.won = result["ranks"][self.seat] == 1 and self.seat not in self.conceded
        self.score = result["scores"][self.seat]


def seen_by(owner: str, viewer: str | None) -> list[Any]:
    """Conditions on tables: those of a person that somebody may know of. What was neither open to all nor rated stays
    among those who sat there.
    """
    if viewer == owner:
        return []
    there = sa.select(seats.c.table_id).where(seats.c.person == viewer)
    known = [tables.c.public.is_(True), tables.c.rated.is_(True)]
    return [sa.or_(*known, tables.c.id.in_(there)) if viewer else sa.or_(*known)]


def played(connection: Connection, owner: str, viewer: str | None) -> list[Played]:
    """The finished matches of a person on one seat, the latest first."""
    columns = (tables.c.id, tables.c.game, tables.c.players, tables.c.options, tables.c.result, seats.c.seat)
    query = (
        sa.select(*columns)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.person == owner, *over(), *seen_by(owner, viewer))
        .order_by(tables.c.finished.desc(), tables.c.id)
        .limit(MOST)
    )
    found = connection.execute(query).all()
    twice = {table for table, n in Counter(row.id for row in found).items() if n > 1}  # several people at one device
    return [Played(row) for row in found if row.id not in twice]


def over() -> list[Any]:
    """Conditions on tables: a match that ended, and was played here."""
    return [tables.c.status == FINISHED, tables.c.imported.is_(False), tables.c.result.is_not(None)]


def page(owner: Row, viewer: str | None, games: Iterable[Game]) -> Callable[[Connection], dict[str, Any] | None]:
    """The page of a person for somebody; None if they may not see it."""

    def job(connection: Connection) -> dict[str, Any] | None:
        if not may_see(connection, owner, viewer):
            return None
        known = {game.name: game for game in games}
        found = [match for match in played(connection, owner["id"], viewer) if match.game in known]
        seen = accuracies(connection, found)
        had = rated.ratings_of(owner["id"])(connection)
        order = [name for name, _ in Counter(match.game for match in found).most_common()]
        order += sorted(had.keys() & known.keys() - set(order))
        contests = [match for match in found if match.players > 1]
        return {
            "name": owner["name"],
            "handle": owner["handle"],
            "mine": viewer == owner["id"],
            "matches": len(found),
            "won": sum(match.won for match in contests),
            "streak": streaks([match.won for match in contests]),
            "games": [
                stall(connection, owner["id"], known[name], [m for m in found if m.game == name], seen, had.get(name))
                for name in order
            ],
        }

    return job


def stall(
    connection: Connection,
    owner: str,
    game: Game,
    found: list[Played],
    seen: dict[str, float],
    had: tuple[Rating, int] | None,
) -> dict[str, Any]:
    """What is told of a person at one stall."""
    exact = [seen[match.table] for match in found if match.table in seen]
    sizes = sorted(Counter(match.players for match in found).items(), key=lambda size: (-size[1], size[0]))
    return {
        "game": game.name,
        "title": game.title,
        "matches": len(found),
        "won": sum(match.won for match in found if match.players > 1),
        "accuracy": round(fmean(exact), 1) if exact else None,
        "reviewed": len(exact),
        "rating": told(*had) if had else None,
        "way": [told(one, 0) for one in rated.way(owner, game.name, WAY)(connection)] if had else [],
        "sizes": [
            {"players": players, "matches": n, "won": sum(match.won for match in found if match.players == players)}
            | {"points": points(connection, owner, game, players, found)}
            for players, n in sizes
        ],
    }


def told(rating: Rating, matches: int) -> dict[str, Any]:
    return {
        "rating": round(rating.mu),
        "half": round(rating.half),
        "known": rating.known,
        "matches": matches,
    }


def streaks(won: list[bool]) -> dict[str, int]:
    """Matches won in a row, now and at best; the latest comes first."""
    runs, run = [0], 0
    for one_won in reversed(won):
        run = run + 1 if one_won else 0
        runs.append(run)
    return {"now": run, "best": max(runs)}


class Account(msgspec.Struct):
    accuracy: float | None


class Reviewed(msgspec.Struct):
    """What is read of a review."""

    accounts: list[Account]


def accuracies(connection: Connection, found: list[Played]) -> dict[str, float]:
    """By table: how accurately a person played, where there is a whole review of one of their last matches."""
    seat = {match.table: match.seat for match in found[:MOST]}
    query = (
        sa.select(reviews.c.table_id, reviews.c.body)
        .where(reviews.c.table_id.in_(list(seat)[: 10 * REVIEWED]), reviews.c.done == reviews.c.total)
        .where(reviews.c.body.is_not(None))
        .order_by(reviews.c.at.desc())
        .limit(REVIEWED)
    )
    read = {}
    for row in connection.execute(query):
        accuracy = msgspec.json.decode(row.body, type=Reviewed).accounts[seat[row.table_id]].accuracy
        if accuracy is not None:
            read[row.table_id] = accuracy
    return read


def points(connection: Connection, owner: str, game: Game, players: int, found: list[Played]) -> dict[str, Any] | None:
    """How many points a person makes with the usual rules, beside everybody else; None before there are any."""
    usual = {option.name: option.default for option in game.options}
    mine = [
        match.score
        for match in found
        if match.players == players and not match.conceded and json.loads(match.options) == usual
    ]
    others = crowd(connection, owner, game.name, players, usual)
    if not mine:
        return None
    return bars(mine, others if len(others) >= FEW else [])


def crowd(connection: Connection, owner: str, game: str, players: int, usual: dict[str, Any]) -> list[int]:
    """The points that all other people made in the last matches of that size."""
    latest = (
        sa.select(tables.c.id, tables.c.result, tables.c.options)
        .where(tables.c.game == game, tables.c.players == players, *over())
        .order_by(tables.c.finished.desc())
        .limit(CROWD)
    ).subquery()
    query = (
        sa.select(latest.c.result, latest.c.options, seats.c.seat)
        .join(seats, seats.c.table_id == latest.c.id)
        .where(seats.c.kind == "person", seats.c.person != owner)
    )
    made = []
    for row in connection.execute(query):
        result = json.loads(row.result)
        if not result["conceded"] and json.loads(row.options) == usual:
            made.append(result["scores"][row.seat])
    return made


def bars(mine: list[int], others: list[int]) -> dict[str, Any]:
    """Two distributions over the same steps of points."""
    least, most = min(mine + others), max(mine + others)
    step = next((n for n in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500) if (most - least) / n <= BARS), most - least)
    low = least // step * step

    def counted(scores: list[int]) -> list[int]:
        found = Counter((score - low) // step for score in scores)
        return [found[i] for i in range((most - low) // step + 1)]

    return {
        "low": low,
        "step": step,
        "mine": counted(mine),
        "all": counted(others) if others else None,
        "mean": round(fmean(mine), 1),
        "mean_all": round(fmean(others), 1) if others else None,
    }


def lately(owner: str, viewer: str | None) -> Callable[[Connection], list[tuple[Row, list[Row]]]]:
    """The last finished matches of a person that somebody may look at."""

    def job(connection: Connection) -> list[tuple[Row, list[Row]]]:
        there = sa.select(seats.c.table_id).where(seats.c.person == (viewer or ""))
        query = (
            sa.select(tables)
            .where(tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.person == owner)), *over())
            .where(sa.or_(tables.c.public.is_(True), tables.c.owner == (viewer or ""), tables.c.id.in_(there)))
            .order_by(tables.c.finished.desc())
            .limit(LATELY)
        )
        return with_seats(connection, every(connection, query))

    return job


def company(owner: str) -> Callable[[Connection], list[dict[str, Any]]]:
    """With whom a person has finished most matches, as far as those have a page."""

    def job(connection: Connection) -> list[dict[str, Any]]:
        mine, theirs = seats.alias(), seats.alias()
        together = sa.func.count(sa.distinct(mine.c.table_id))
        query = (
            sa.select(people.c.name, people.c.handle, together.label("matches"))
            .select_from(mine)
            .join(theirs, theirs.c.table_id == mine.c.table_id)
            .join(tables, tables.c.id == mine.c.table_id)
            .join(people, people.c.id == theirs.c.person)
            .where(mine.c.person == owner, theirs.c.person != owner, people.c.page != NOBODY, *over())
            .group_by(people.c.id, people.c.name, people.c.handle)
            .order_by(together.desc(), people.c.name)
            .limit(COMPANY)
        )
        return every(connection, query)

    return job


# --- leaderboards


def best(game: str, viewer: str | None) -> Callable[[Connection], dict[str, Any]]:
    """Who plays a game best: people with a public page, those not known well apart, and the bots on the same scale."""

    def job(connection: Connection) -> dict[str, Any]:
        columns = (ratings, people.c.name, people.c.handle, people.c.id, people.c.page)
        query = sa.select(*columns).join(people, people.c.id == ratings.c.player).where(ratings.c.game == game)
        shown = query.where(people.c.page == ALL).order_by(ratings.c.mu.desc(), people.c.handle)
        found = [line(row, viewer) for row in connection.execute(shown)]
        own = connection.execute(query.where(people.c.id == viewer)).first() if viewer else None
        bots = {
            row.player: (Rating(row.mu, row.sigma), row.matches)
            for row in connection.execute(
                sa.select(ratings).where(ratings.c.game == game, ratings.c.player.in_(STARTS))
            )
        }
        return {
            "known": [one for one in found if one["known"]][:BEST],
            "provisional": [one for one in found if not one["known"]][:BEST],
            "bots": [
                {"level": player.removeprefix(BOT)} | told(*bots.get(player, (first, 0)))
                for player, first in STARTS.items()
            ],
            "me": line(own, viewer) | {"listed": own.page == ALL} if own else None,
        }

    return job


def line(row: Any, viewer: str | None) -> dict[str, Any]:
    return {"name": row.name, "handle": row.handle, "mine": row.id == viewer} | told(
        Rating(row.mu, row.sigma), row.matches
    )
