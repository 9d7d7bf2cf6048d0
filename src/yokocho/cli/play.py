"""Commands for people: yokocho list | rules | play."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from yokocho.cli.shared import (
    FAILED,
    OK,
    Commands,
    bots_of,
    command,
    find,
    log_argument,
    log_of,
    show,
    start,
    table_arguments,
)
from yokocho.core.errors import BadInput

if TYPE_CHECKING:
    from yokocho.core.game import Game, Option
    from yokocho.core.match import Match
    from yokocho.core.rulebook import Part
    from yokocho.terminal.coaching import Coaching

PERSON = "person"


def add(commands: Commands) -> None:
    """Adds the parsers of this group."""
    made = command(commands, "list", do_list, "List the games, or one of them with its house rules.")
    made.add_argument("game", nargs="?", help="only this game, with its house rules")
    made.add_argument("--json", action="store_true", help="print data")

    made = command(commands, "rules", do_rules, "Show a game's rules, or which code and tests guard them.")
    made.add_argument("game")
    made.add_argument("number", nargs="?", help="one rule, for instance UM-13")
    made.add_argument("--coverage", action="store_true", help="for every rule the code and the tests that name it")
    made.add_argument("--json", action="store_true", help="print data")

    made = command(commands, "play", do_play, "Play in this terminal, against bots or with friends at one keyboard.")
    made.add_argument("game", nargs="?", help="which game; not needed to resume a match")
    table_arguments(made)
    made.add_argument(
        "--bots", metavar="BOTS", help="bots of the other seats, one name or a list with commas (default greedy)"
    )
    log_argument(made)
    made.add_argument("--humans", metavar="SEATS", help="seats played by people, with commas, or none (default 0)")
    made.add_argument(
        "--coach", action="store_true", help="a coach explains what happens for the first time (bots: apprentice)"
    )
    made.add_argument("--quiet", action="store_true", help="the bots have nothing to say")
    made.add_argument("--from", dest="position", type=Path, metavar="FILE", help="start from a position")
    made.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved match")
    made.add_argument("--save", type=Path, metavar="FILE", help="keep the match in this file after every move")
    made.add_argument(
        "--plain", action="store_true", help="no colour and no boxes: for screen readers and dumb terminals"
    )


def do_list(wanted: argparse.Namespace) -> int:
    from yokocho import catalog

    games = [catalog.game(wanted.game)] if wanted.game else catalog.games()
    if wanted.json:
        show(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "players": [game.players[0], game.players[-1]],
                    "minutes": game.minutes,
                    "credits": game.credits,
                    "sample": game.sample,
                    "version": game.version,
                    "options": [
                        {"name": o.name, "default": o.default, "rule": o.rule, "words": o.words} for o in game.options
                    ],
                }
                for game in games
            ]
        )
        return OK
    for game in games:
        low, high = game.players[0], game.players[-1]
        players = f"{low} to {high}" if low < high else low
        sample = "a sample, " if game.sample else ""
        print(f"{game.name:14} {game.title} ({sample}{players} players, {game.minutes} minutes)")
        print(f"{'':14} {game.summary}")
        print(f"{'':14} {game.credits}")
    if wanted.game and games[0].options:
        print("\nHouse rules, for --option NAME=VALUE:")
        for option in games[0].options:
            print(f"\n{house_rule(option)}")
    return OK


def house_rule(option: Option) -> str:
    """A house rule for people: the question, then what can be typed and what it means."""
    rows = option.choices()
    width = max(len(typed) for typed, _ in rows)
    return "\n".join([f"{option.name}: {option.words} {option.rule}", *(f"  {a:{width}}  {b}" for a, b in rows)])


def do_rules(wanted: argparse.Namespace) -> int:
    from yokocho import catalog
    from yokocho.core.coverage import coverage
    from yokocho.core.rulebook import chapters

    game = catalog.game(wanted.game)
    rules = game.rules
    if wanted.number is not None:
        number = wanted.number.upper()
        if number not in rules:
            raise BadInput(f"{game.title} has no rule {wanted.number}; it has {next(iter(rules))} to {list(rules)[-1]}")
        rules = {number: rules[number]}
    if wanted.coverage:
        rows = [row for row in coverage(game) if row["id"] in rules]
        if wanted.json:
            show(rows)
        else:
            for row in rows:
                print(
                    f"{row['id']:8} code {', '.join(row['code']) or '-'}\n{'':8} tests {', '.join(row['tests']) or '-'}"
                )
        return OK if all(row["code"] and row["tests"] for row in rows) else FAILED
    if wanted.json:
        show([{"id": number, "text": text} for number, text in rules.items()])
    elif wanted.number is not None:
        for number, text in rules.items():
            print(f"{number}  {text}\n")
    else:
        for chapter in chapters(game):
            if chapter.kind != "text":
                print(f"{chapter.title}\n{'-' * len(chapter.title)}\n")
                print("\n\n".join(map(told, chapter.parts)), end="\n\n")
    return OK


def told(part: Part) -> str:
    """A part of the rules for reading: a number or a question first, answers below it."""
    if part.kind == "rule":
        return f"{part.number}  {part.text}"
    lines = [f"{part.text} {part.number}".strip()] if part.text else []
    return "\n".join(lines + [f"  {item}" for item in part.items] + ["  ".join(row) for row in part.rows])


def do_play(wanted: argparse.Namespace) -> int:
    from yokocho.bots import seats
    from yokocho.core.match import Match
    from yokocho.terminal.client import Client

    if wanted.resume is not None:
        match = Match.load(wanted.resume, find)
        if wanted.game not in (None, match.game.name):
            raise BadInput(f"{wanted.resume} is a match of {match.game.name}, not of {wanted.game}")
        save = wanted.save or wanted.resume
    else:
        if wanted.game is None:
            raise BadInput("which game? See `yokocho list`")
        match = start(wanted, find)
        save = wanted.save
    if save is not None and not save.absolute().parent.is_dir():
        raise BadInput(f"there is no folder {save.parent} to save in")
    cast(match, wanted)
    people = [p for p, role in match.roles.items() if role == PERSON]
    log = log_of(wanted)
    bots = {
        p: seats.bot(role, match.game, f"{match.seed.hex()} {p}", log)
        for p, role in match.roles.items()
        if role != PERSON
    }
    with compiling_beside(match.game) as ready:
        coaching = coach_of(match, people) if wanted.coach else None
        return Client(
            match, people, bots, save, plain=wanted.plain, ready=ready, coaching=coaching, talk=not wanted.quiet
        ).run()


def coach_of(match: Match, people: list[int]) -> Coaching:
    from yokocho.learn.coach import FILE
    from yokocho.learn.reading import has
    from yokocho.terminal.coaching import Coaching

    if not has(match.game, FILE):
        raise BadInput(f"{match.game.title} has no coach")
    if len(people) != 1:
        raise BadInput("with a coach one person plays, and bots play all other seats")
    return Coaching(match, people[0])


@contextmanager
def compiling_beside(game: Game) -> Iterator[threading.Event]:
    """While somebody plays on interpreted rules, they are compiled; gives an event that says when they are there."""
    from yokocho.bots.kitchen import Kitchen, load

    ready = threading.Event()

    def cooked(game: Game) -> None:
        load(game)
        ready.set()

    kitchen = Kitchen([game], cooked)
    if game.interpreted:
        kitchen.start()
    try:
        yield ready
    finally:
        kitchen.close()


def cast(match: Match, wanted: argparse.Namespace) -> None:
    """Who plays which seat: as asked for; a resumed match keeps its own where nothing is said."""
    from yokocho.bots import seats as bots

    seats = range(match.players)
    kept = wanted.resume is not None and match.roles.keys() == set(seats)
    if kept and wanted.humans is None:
        people = [p for p in seats if match.roles[p] == PERSON]
    else:
        people = people_of(wanted.humans or "0", match.players)
    others = [p for p in seats if p not in people]
    if kept and wanted.bots is None and all(match.roles[p] != PERSON for p in others):
        names = [match.roles[p] for p in others]
    else:
        usual = "apprentice" if wanted.coach else "greedy"
        names = bots_of(wanted.bots or usual, len(others)) if others else []
    roles = dict.fromkeys(people, PERSON) | dict(zip(others, names))
    if roles != match.roles:
        match.roles = {p: roles[p] for p in seats}
        match.names = {p: "guest" if len(people) == 1 else f"guest {p}" for p in people}
        match.names |= bots.cast(dict(zip(others, names)))


def people_of(text: str, players: int) -> list[int]:
    if text in ("", "none"):
        return []
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and int(part) < players for part in parts):
        raise BadInput(f"seats of people are numbers from 0 to {players - 1} with commas, not {text!r}")
    return sorted({int(part) for part in parts})
