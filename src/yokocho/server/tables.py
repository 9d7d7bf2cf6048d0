"""Making and filling tables, importing and exporting matches."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from yokocho.bots.seats import STAFF, cast
from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.match import Illegal, Match
from yokocho.core.record import SPECTATOR, copy
from yokocho.core.scene import CHARACTERS
from yokocho.server import metrics, records, views
from yokocho.server.clocks import Pace
from yokocho.server.house import House, pace_json
from yokocho.server.identity import MOST_NAME, cleaned, new_id
from yokocho.server.live import Live, Missing
from yokocho.server.own import Roster
from yokocho.server.rated import why_not
from yokocho.server.rates import TooMany
from yokocho.server.store import Lost
from yokocho.server.table import FINISHED, RUNNING, WAITING, Event, Seat, Table, hidden

Person = dict[str, Any]
MINUTE = 60


def seat_from(text: str, person: Person, game: Game, roster: Roster) -> Seat:
    """A seat from ``me``, ``open`` or ``bot:NAME``."""
    if text == "me":
        return Seat("person", person["name"], person["id"], ready=True)
    if text == "open":
        return Seat("open", "")
    if not text.startswith("bot:"):
        raise BadInput(f"a seat is me, open, or bot: with {', '.join(roster.names(game))}, not {text!r}")
    bot = roster.check(text.removeprefix("bot:"), game)
    return Seat("bot", bot if bot in roster.own else bot.capitalize(), bot=bot, ready=True)


def named(seats: list[Seat]) -> None:
    """Gives bots names of characters of the alley, and makes all names at a table distinct."""
    new = {p: seat.bot for p, seat in enumerate(seats) if seat.bot in STAFF and seat.name not in CHARACTERS}
    for p, name in cast(new, [seat.name for p, seat in enumerate(seats) if p not in new]).items():
        seats[p].name = name
    taken: set[str] = set()
    for seat in seats:
        base, n = seat.name, 2
        if seat.kind == "open":
            continue
        while seat.name in taken:
            seat.name, n = f"{base} {n}", n + 1
        taken.add(seat.name)


def new_row(game: Any, players: int, options: dict[str, Any], owner: str, now: int, **values: Any) -> dict[str, Any]:
    return {
        "id": new_id(),
        "game": game.name,
        "version": game.version,
        "components": game.components,
        "players": players,
        "options": json.dumps(options),
        "pace": pace_json(Pace()),
        "seating": "listed",
        "public": False,
        "hints": True,
        "chat": True,
        "coach": False,
        "rated": False,
        "imported": False,
        "status": WAITING,
        "owner": owner,
        "seed": secrets.token_bytes(32),
        "position": None,
        "created": now,
        "started": None,
        "finished": None,
        "result": None,
        "revision": 1,
        "awaiting": 0,
        "moved": now,
        "heard": now,
        "rematch": None,
    } | values


async def create(house: House, person: Person, wish: dict[str, Any]) -> Live:
    """A new table, which starts at once if it is full."""
    game = house.game(wish["game"])
    seats = [seat_from(text, person, game, house.roster) for text in wish["seats"]]
    game.check_players(len(seats))
    game.numbers(wish["options"], len(seats))
    if wish["order"] not in ("random", "listed"):
        raise BadInput("the order is random or listed")
    if all(seat.kind == "open" for seat in seats):
        raise BadInput("somebody has to sit at the table")
    check_people(seats)
    pace = Pace(**wish["pace"])
    if wish["coach"]:
        check_coached(game, seats, pace)
    if pace.hammer and (not game.hammer or len(pace.hammer) != len(game.hammer.seconds)):
        raise BadInput(f"{game.title} needs {len(game.hammer.seconds) if game.hammer else 'no'} times of the hammer")
    named(seats)
    now = house.time.now()
    full = {option.name: option.default for option in game.options} | wish["options"]
    row = new_row(
        game,
        len(seats),
        {name: game_option(game, name, value) for name, value in full.items()},
        person["id"],
        now,
        pace=pace_json(pace),
        seating=wish["order"],
        public=wish["public"],
        hints=wish["hints"],
        chat=wish["chat"],
        coach=wish["coach"],
    )
    row["rated"] = is_rated(row, seats, game, wish["rated"])
    await keep(house, row, seats)
    live = await house.open(row["id"])
    if all(seat.kind != "open" for seat in seats):
        await house.change(live, lambda table, seats: None)
    return live


async def keep(house: House, row: dict[str, Any], seats: list[Seat], begun: Sequence[Event] = ()) -> None:
    """Writes a new table, unless its owner has too many."""
    most = house.settings.limits.waiting
    try:
        await house.store.write(records.new_table(row, seats, begun, most))
    except Lost:
        metrics.limited.labels("waiting").inc()
        raise TooMany(MINUTE, f"no more than {most} tables at a time") from None


def is_rated(row: dict[str, Any], seats: list[Seat], game: Game, wish: bool | None) -> bool:
    """As wished; where nothing is wished, if it can be."""
    reason = why_not(row, seats, game)
    if wish and reason:
        raise BadInput(f"this table cannot be rated: {reason}")
    return wish is not False and not reason


def check_people(seats: list[Seat]) -> None:
    if all(seat.kind == "bot" for seat in seats):
        raise BadInput("somebody has to sit at the table, or be able to")


def check_coached(game: Game, seats: list[Seat], pace: Pace) -> None:
    """The coach has time for one person, who has time to listen."""
    if not views.offered(game)["coach"]:
        raise BadInput(f"{game.title} has no coach yet")
    if [seat.kind for seat in seats].count("person") != 1 or any(seat.kind == "open" for seat in seats):
        raise BadInput("with a coach one person plays, and bots sit on all other seats")
    if pace.timed:
        raise BadInput("with a coach there is no clock")


def game_option(game: Any, name: str, value: Any) -> Any:
    """The value of a house rule as the game defines it."""
    option = next(option for option in game.options if option.name == name)
    return option.value(option.number(value))


async def sit(house: House, live: Live, person: Person, wanted: int | None, ready: bool) -> None:
    def mutate(table: Table, seats: list[Seat]) -> None:
        if any(seat.person == person["id"] for seat in seats) and wanted is None:
            raise Illegal("You sit at this table already.")
        free = [p for p, seat in enumerate(seats) if seat.kind == "open"]
        p = wanted if wanted is not None else next(iter(free), -1)
        if p not in free:
            raise Illegal("That seat is taken." if free else "All seats are taken.")
        seats[p] = Seat("person", person["name"], person["id"], ready=ready)
        named(seats)

    await house.change(live, mutate)


async def leave(house: House, live: Live, person: Person) -> None:
    """Before the start, opens the person's seats and passes the ownership on; afterwards a caretaker plays on."""
    mine = live.table.seats_of(person["id"])
    if not mine:
        raise Illegal("You do not sit at this table.")
    if live.table.status == WAITING:

        def mutate(table: Table, seats: list[Seat]) -> dict[str, Any] | None:
            for p in table.seats_of(person["id"]):
                seats[p] = Seat("open", "")
            heir = next((seat.person for seat in seats if seat.person), None)
            return {"owner": heir} if heir and table.row["owner"] == person["id"] else None

        await house.change(live, mutate)
        if live.table.row["owner"] == person["id"]:
            await house.close_empty(live)
        return
    live.table.running()
    for p in mine:
        if not live.table.seats[p].by_bot:
            await house.submit(live, lambda table, now, p=p: table.plan_care(now, p, "left"), person["id"])  # type: ignore[misc]


async def reseat(house: House, live: Live, person: Person, p: int, take: str) -> None:
    """The owner opens a seat, takes it, or gives it to a bot."""

    def mutate(table: Table, seats: list[Seat]) -> dict[str, Any]:
        if not 0 <= p < len(seats):
            raise Illegal("There is no such seat.")
        gone = take_seat(seats, p, seat_from(take, person, table.game, house.roster))
        check_people(seats)
        named(seats)
        return {"gone": [one for one in gone if one != person["id"]]}

    await house.change(live, mutate)


def take_seat(seats: list[Seat], p: int, seat: Seat) -> list[str]:
    """Replaces a seat; returns the people who have no seat left because of it."""
    before, seats[p] = seats[p].person, seat
    return [before] if before and all(other.person != before for other in seats) else []


async def set_ready(house: House, live: Live, person: Person, ready: bool) -> None:
    def mutate(table: Table, seats: list[Seat]) -> None:
        mine = table.seats_of(person["id"])
        if not mine:
            raise Illegal("You do not sit at this table.")
        for p in mine:
            seats[p].ready = ready

    await house.change(live, mutate)


async def rematch(house: House, live: Live, person: Person, level: str | None = None) -> Live:
    """A new table with the same seats, if wished with bots of another level; later requests get the same table."""
    table = live.table
    if person["id"] not in [seat.person for seat in table.seats]:
        raise Missing("you did not sit at this table")
    if table.status in (WAITING, RUNNING):
        raise Illegal("The match is not over.")
    found = await rematch_of(house, live)
    if found is None:
        now = house.time.now()
        seats = [
            seat_from(f"bot:{level}", person, table.game, house.roster)
            if level and s.kind == "bot"
            else Seat(s.kind, s.name, s.person, s.bot, s.kind == "bot" or s.person == person["id"])
            for s in table.seats
        ]
        named(seats)
        row = new_row(
            table.game,
            table.players,
            table.options,
            person["id"],
            now,
            **{name: table.row[name] for name in ("pace", "seating", "public", "hints", "chat", "coach", "rated")},
        )
        await keep(house, row, seats)
        table.row["rematch"] = await house.store.write(records.set_rematch(table.id, row["id"]))
        if table.row["rematch"] != row["id"]:
            await house.store.write(records.delete_table(row["id"], row["revision"]))
        found = await house.open(table.row["rematch"])
        house.tell_table(live)
    if not found.table.admits(person["id"]):
        raise Missing("you were sent away from the next match")
    if found.table.seats_of(person["id"]):
        with suppress(Illegal):  # it has already begun
            await set_ready(house, found, person, True)
    return found


async def rematch_of(house: House, live: Live) -> Live | None:
    """The existing rematch of a table, unless it was deleted."""
    id = live.table.row["rematch"]
    try:
        return await house.open(id) if id else None
    except Missing:
        return None


def export(table: Table) -> dict[str, Any]:
    """The match as a file, only after its end: the seed reveals everything."""
    if table.status in (WAITING, RUNNING):
        raise Illegal("The match is not over.")
    return table.playing.to_json()


async def bring(house: House, person: Person, data: Any) -> Live:
    """Imports a match from a file: a finished one, or one that the person plays on, on all seats."""
    most = house.settings.limits.long
    if isinstance(data.get("moves"), list) and len(data["moves"]) > most:
        raise BadInput(f"a match of {len(data['moves'])} moves is too long; this house takes {most}")
    now = house.time.now()
    row, seats, happened = await house.thinkers.look_up(lambda: unpacked(data, person, now, house.game))
    if row["status"] == RUNNING:
        row |= house.care(house.time.now())
    await keep(house, row, seats, happened)
    live = await house.open(row["id"])
    house.keepers.mind(live)
    return live


def unpacked(
    data: Any, person: Person, now: int, find: Callable[[str], Game]
) -> tuple[dict[str, Any], list[Seat], list[Event]]:
    """The rows of the database for a file. Slow for long matches, so it is run in a thread."""
    match = Match.from_json(data, find)
    game = match.game
    seats = [
        Seat("person", cleaned(match.names.get(p, ""))[:MOST_NAME] or f"Seat {p + 1}", person["id"], ready=True)
        for p in range(match.players)
    ]
    named(seats)
    happened = [Event(1, now, "start")]
    viewers = [*range(match.players), SPECTATOR]
    for move, a, (s, then) in zip(match.moves, match.actions, pairwise(map(copy, match.states()))):
        unheard, veiled = hidden(game, s, then, move.seat, a, viewers)
        body = {"move": move.notation, "action": a} | ({"veiled": veiled} if veiled else {})
        happened.append(Event(len(happened) + 1, now, "move", move.seat, body, unheard, person["id"]))
    if match.over:
        ended = {"status": FINISHED, "result": (match.result() or {}) | {"conceded": []}}
        happened.append(Event(len(happened) + 1, now, "end", -1, ended))
    row = new_row(
        game,
        match.players,
        game.options_of(match.start),
        person["id"],
        now,
        seed=match.seed,
        position=json.dumps(match.position) if match.position is not None else None,
        imported=True,
        status=FINISHED if match.over else RUNNING,
        started=now,
        finished=now if match.over else None,
        result=json.dumps(happened[-1].body["result"]) if match.over else None,
        awaiting=sum(1 << p for p in match.pending()),
    )
    return row, seats, happened
