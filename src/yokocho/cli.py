"""The command line: yokocho list | serve | backup | restore | play | simulate | arena | rules | replay | verify | trace
| warm | bench.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from yokocho import __version__
from yokocho.core.errors import BadInput

if TYPE_CHECKING:
    from yokocho.core.game import Game, Option
    from yokocho.core.match import Match

OK, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130
OPEN = ("serve", "--open")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command, without one opens the alley; bad input is one line on standard error and exit code 2."""
    wanted = parser().parse_args((sys.argv[1:] if arguments is None else arguments) or OPEN)
    try:
        code: int = wanted.run(wanted)
        sys.stdout.flush()
    except BadInput as error:
        print(f"yokocho: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    return code


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="yokocho", description="An alley of four food games. Without a command: opens it in a browser."
    )
    top.add_argument("--version", action="version", version=f"yokocho {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], words: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=words, description=words)
        made.set_defaults(run=run)
        return made

    def table(made: argparse.ArgumentParser, players: int | None = 4) -> None:
        made.add_argument(
            "--players", type=int, default=players, metavar="N", help="how many players (default %(default)s)"
        )
        made.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a house rule, see `yokocho list GAME`; may be repeated",
        )
        made.add_argument("--seed", metavar="TEXT", help="decides all chance; any text, or 64 hexadecimal digits")

    made = command("list", do_list, "List the games, or one of them with its house rules.")
    made.add_argument("game", nargs="?", help="only this game, with its house rules")
    made.add_argument("--json", action="store_true", help="print data")

    def database(made: argparse.ArgumentParser) -> None:
        made.add_argument(
            "--database", default="", metavar="URL", help="a file, or postgresql://... (default: a file of yours)"
        )

    made = command("serve", do_serve, "Open the house: tables for people and bots, in a browser.")
    made.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s)")
    made.add_argument("--port", type=int, default=8080, help="port (default %(default)s; 0: any)")
    database(made)
    made.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="the site this house is; no other is answered for"
    )
    made.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy, or a range such as 10.0.0.0/8, whose X-Forwarded-For is believed (default none)",
    )
    made.add_argument("--metrics", type=Path, metavar="FILE", help="where the token is that /metrics asks for")
    made.add_argument("--secure", action="store_true", help="cookies over https only: behind a proxy that speaks it")
    made.add_argument("--open", action="store_true", help="open a browser, where there is one")
    made.add_argument("--unlimited", action="store_true", help="no limits: for measuring")
    made.add_argument("--bot-delay", type=float, default=0.8, metavar="S", help="seconds a bot takes (%(default)s)")
    made.add_argument(
        "--lease", type=float, default=6.0, metavar="S", help="until another process takes over (%(default)s)"
    )
    made.add_argument("--log", default="warning", choices=("debug", "info", "warning", "error"), help="how much to log")

    made = command("backup", do_backup, "Copy the whole house into a file while it is open.")
    made.add_argument("file", type=Path)
    database(made)

    made = command("restore", do_restore, "Fill an empty database from a backup.")
    made.add_argument("file", type=Path)
    database(made)

    made = command("play", do_play, "Play in this terminal, against bots or with friends at one keyboard.")
    made.add_argument("game", nargs="?", help="which game; not needed to resume a match")
    table(made)
    made.add_argument(
        "--bots", metavar="BOTS", help="bots of the other seats, one name or a list with commas (default greedy)"
    )
    made.add_argument("--humans", metavar="SEATS", help="seats played by people, with commas, or none (default 0)")
    made.add_argument("--from", dest="position", type=Path, metavar="FILE", help="start from a position")
    made.add_argument("--resume", type=Path, metavar="FILE", help="go on with a saved match")
    made.add_argument("--save", type=Path, metavar="FILE", help="keep the match in this file after every move")
    made.add_argument(
        "--plain", action="store_true", help="no colour and no boxes: for screen readers and dumb terminals"
    )

    made = command("simulate", do_simulate, "Play many matches between bots and report.")
    made.add_argument("game")
    table(made)
    made.add_argument("--games", type=int, default=1000, metavar="G", help="how many matches (default %(default)s)")
    made.add_argument("--bots", default="random", metavar="BOTS", help="one bot for all seats, or one each with commas")
    made.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default %(default)s)")
    made.add_argument(
        "--fixed-seats", action="store_true", help="bots keep their seats instead of moving on by one a match"
    )
    made.add_argument("--check", action="store_true", help="check all invariants after every move")
    made.add_argument("--json", action="store_true", help="print data")

    made = command("arena", do_arena, "Compare bots: paired deals, every bot in every seat, ratings with intervals.")
    made.add_argument("game")
    table(made)
    made.add_argument("--bots", required=True, metavar="BOTS", help="one bot for each seat, with commas")
    made.add_argument("--games", type=int, default=400, metavar="G", help="how many matches (default %(default)s)")
    made.add_argument("--threads", type=int, metavar="K", help="threads (default 1), or workers of a new Ray cluster")
    made.add_argument(
        "--ray", nargs="?", const="", metavar="ADDRESS", help="play on the Ray cluster there (default a new one, here)"
    )
    made.add_argument("--out", type=Path, metavar="FILE", help="keep every match in this file; go on where it ends")
    made.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw ratings and scores")
    made.add_argument("--json", action="store_true", help="print data")

    made = command("rules", do_rules, "Show a game's rules, or which code and tests guard them.")
    made.add_argument("game")
    made.add_argument("number", nargs="?", help="one rule, for instance UM-13")
    made.add_argument("--coverage", action="store_true", help="for every rule the code and the tests that name it")
    made.add_argument("--json", action="store_true", help="print data")

    made = command("replay", do_replay, "Tell a saved match move by move.")
    made.add_argument("file", type=Path)
    made.add_argument("--seat", type=int, metavar="S", help="as this seat saw it (default: everything open)")
    made.add_argument("--json", action="store_true", help="print data")

    made = command("verify", do_verify, "Check a saved match: seed, every move, result, digest.")
    made.add_argument("file", type=Path)
    made.add_argument("--json", action="store_true", help="print data")

    made = command("trace", do_trace, "Play a match between bots and print every decision as a line of JSON.")
    made.add_argument("game")
    table(made)
    made.add_argument("--bots", default="random", metavar="BOTS", help="one bot for all seats, or one each with commas")
    made.add_argument("--from", dest="position", type=Path, metavar="FILE", help="start from a position")
    made.add_argument(
        "--moves", type=Path, metavar="FILE", help="play these moves first: a saved match, or a list of notations"
    )

    made = command("warm", do_warm, "Compile the kernels of all games ahead of time.")
    made.add_argument("games", nargs="*", metavar="GAME", help="only these games")

    made = command("bench", do_bench, "Measure this machine: decisions and matches a second, state size, copy time.")
    made.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    made.add_argument(
        "--games-each", type=int, default=20000, metavar="G", help="random matches a game (default %(default)s)"
    )
    made.add_argument("--json", action="store_true", help="print data")
    return top


# --- shared


def find(name: str) -> Game:
    """The game of that name. Where its rules are not compiled yet they run as Python: slower, but at once."""
    from yokocho import catalog
    from yokocho.bots.kitchen import hold_back
    from yokocho.bots.warm import is_warm

    game = catalog.game(name)
    if not is_warm(game):
        hold_back([game])
    return game


def find_compiled(name: str) -> Game:
    """The game of that name, for what is too slow in Python."""
    from yokocho import catalog
    from yokocho.bots.kitchen import prepare

    game = catalog.game(name)
    prepare([game])
    return game


def options_of(wanted: argparse.Namespace, game: Game) -> dict[str, Any]:
    """The house rules somebody typed."""
    options = {}
    for text in wanted.option:
        name, sign, value = text.partition("=")
        if not sign:
            raise BadInput(f"write an option as NAME=VALUE, not {text!r}; see `yokocho list {game.name}`")
        options[name] = value
    try:
        game.numbers(options)
    except BadInput as error:
        raise BadInput(f"{error}; see `yokocho list {game.name}`") from None
    return options


def house_rule(option: Option) -> str:
    """A house rule for people: the question, then what can be typed and what it means."""
    rows = option.choices()
    width = max(len(typed) for typed, _ in rows)
    return "\n".join([f"{option.name}: {option.words} {option.rule}", *(f"  {a:{width}}  {b}" for a, b in rows)])


def show(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=1))


def start(wanted: argparse.Namespace, find: Callable[[str], Game]) -> Match:
    """The match that --from, or game, players, options and seed name."""
    from yokocho.core.match import Match, read_json

    game = find(wanted.game)
    if wanted.position is None:
        return Match(game, wanted.players, options_of(wanted, game), wanted.seed)
    position = read_json(wanted.position)
    named = position.get("game", game.name) if isinstance(position, dict) else game.name
    if named != game.name:
        raise BadInput(f"{wanted.position} is a position of {named}, not of {game.name}")
    return Match.from_position(game, position)


def bots_of(text: str, seats: int) -> list[str]:
    """One name for all, or one each."""
    from yokocho.bots.seats import check_name

    names = [check_name(name.strip()) for name in text.split(",")]
    if len(names) not in (1, seats):
        raise BadInput(f"name one bot, or {seats} of them, not {len(names)}")
    return names * seats if len(names) == 1 else names


# --- the commands


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
        print(
            f"{game.name:14} {game.title} ({f'{low} to {high}' if low < high else low} players, {game.minutes} minutes)"
        )
        print(f"{'':14} {game.summary}")
        print(f"{'':14} {game.credits}")
    if wanted.game and games[0].options:
        print("\nHouse rules, for --option NAME=VALUE:")
        for option in games[0].options:
            print(f"\n{house_rule(option)}")
    return OK


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
    bots = {
        p: seats.bot(role, match.game, f"{match.seed.hex()} {p}") for p, role in match.roles.items() if role != PERSON
    }
    with compiling_beside(match.game) as ready:
        return Client(match, people, bots, save, plain=wanted.plain, ready=ready).run()


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


PERSON = "person"


def cast(match: Match, wanted: argparse.Namespace) -> None:
    """Who plays which seat: as asked for; a resumed match keeps its own where nothing is said."""
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
        names = bots_of(wanted.bots or "greedy", len(others)) if others else []
    roles = dict.fromkeys(people, PERSON) | dict(zip(others, names))
    if roles != match.roles:
        match.roles = {p: roles[p] for p in seats}
        match.names = {p: "guest" if len(people) == 1 else f"guest {p}" for p in people}
        match.names |= {p: f"{name} {p}" for p, name in zip(others, names)}


def people_of(text: str, players: int) -> list[int]:
    if text in ("", "none"):
        return []
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and int(part) < players for part in parts):
        raise BadInput(f"seats of people are numbers from 0 to {players - 1} with commas, not {text!r}")
    return sorted({int(part) for part in parts})


def do_simulate(wanted: argparse.Namespace) -> int:
    from yokocho.arena.report import print_outcome, progress_bar
    from yokocho.arena.simulate import simulate

    game = find_compiled(wanted.game)
    with progress_bar(game.title, wanted.games, hidden=wanted.games < 2000) as progress:
        outcome = simulate(
            game,
            wanted.players,
            wanted.games,
            [name.strip() for name in wanted.bots.split(",")],
            options=options_of(wanted, game),
            seed=wanted.seed or "0",
            threads=wanted.threads,
            rotate=not wanted.fixed_seats,
            checked=wanted.check,
            progress=progress,
        )
    report = outcome.report()
    if wanted.json:
        show(report)
    else:
        print_outcome(report)
    return FAILED if outcome.broken else OK


def do_arena(wanted: argparse.Namespace) -> int:
    from yokocho.arena.engines import engine, play_series
    from yokocho.arena.ledger import Ledger
    from yokocho.arena.plot import check_plot, draw_standings
    from yokocho.arena.report import print_standings, progress_bar
    from yokocho.arena.series import specify
    from yokocho.arena.standings import standings

    game = find_compiled(wanted.game)
    names = [name.strip() for name in wanted.bots.split(",")]
    spec = specify(game, wanted.players, names, options_of(wanted, game), wanted.seed or "0")
    players = engine(wanted.threads, wanted.ray)
    if wanted.plot is not None:
        check_plot(wanted.plot)
    with Ledger(spec, wanted.out) as ledger, progress_bar(game.title, wanted.games) as progress:
        whole = play_series(ledger, wanted.games, players, progress)
    rows = [row for row in ledger.rows.values() if row["match"] < wanted.games]
    if rows:
        report = standings(spec, rows)
        if wanted.json:
            show(report)
        else:
            print_standings(report, game.title, wanted.games)
        if wanted.plot is not None:
            draw_standings(report, game.title, wanted.plot)
    return OK if whole else INTERRUPTED


def do_rules(wanted: argparse.Namespace) -> int:
    from yokocho import catalog
    from yokocho.core.coverage import coverage

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
    else:
        for number, text in rules.items():
            print(f"{number}  {text}\n")
    return OK


def do_replay(wanted: argparse.Namespace) -> int:
    from yokocho.core.match import Match
    from yokocho.core.record import SPECTATOR

    match = Match.load(wanted.file, find)
    if wanted.seat is not None and not SPECTATOR <= wanted.seat < match.players:
        raise BadInput(f"the match has seats 0 to {match.players - 1}; -1 is a spectator")
    seat = SPECTATOR if wanted.seat is None else wanted.seat
    lines = []
    for i, move in enumerate(match.moves):
        told = match.log(seat, i, i + 1)
        notation = move.notation if wanted.seat is None else match.heard(seat, i)
        if notation is None and not told:
            continue  # not even that something was played
        line: dict[str, Any] = {"move": i, "seat": move.seat, "notation": notation, "told": told}
        if wanted.json:
            s = match.at(i + 1)
            line["position"] = match.game.write(s if wanted.seat is None else match.game.view(s, seat))
        lines.append(line)
    if wanted.json:
        show(lines)
        return OK
    for line in lines:
        said = f"{line['notation'] or '?'}  |  {'; '.join(line['told'])}"
        print(f"{line['move']:4} {match.name(line['seat'])}: {said}")
    for p in range(match.players) if wanted.seat is None else [wanted.seat]:
        if p != SPECTATOR:
            print(f"{match.name(p)}: {match.game.words.summary(match.view(p), p)}")
    result = match.result()
    if result:
        print(f"scores {result['scores']}, places {result['ranks']}: {result['ending']}")
    return OK


def do_verify(wanted: argparse.Namespace) -> int:
    from yokocho.core.match import Match

    match = Match.load(wanted.file, find)
    facts = {
        "game": match.game.name,
        "version": match.game.version,
        "moves": len(match.moves),
        "commitment": match.commitment,
        "digest": match.digest(),
        "result": match.result(),
    }
    if wanted.json:
        show(facts)
    else:
        state = "finished" if match.over else "unfinished"
        print(f"{wanted.file}: {state} match of {match.game.title}, {len(match.moves)} moves, all legal")
        print("seed, result and digest fit")
    return OK


def do_trace(wanted: argparse.Namespace) -> int:
    from yokocho.bots import seats
    from yokocho.core.trace import play_moves, trace

    match = start(wanted, find_compiled)
    names = bots_of(wanted.bots, match.players)
    seed = wanted.seed if wanted.seed is not None else match.seed.hex()
    bots = {p: seats.bot(name, match.game, f"{seed} {p}") for p, name in enumerate(names)}
    first = play_moves(wanted.moves) if wanted.moves else []
    for line in trace(match, lambda p: bots[p](match.view(p), p), first):
        print(json.dumps(line, ensure_ascii=False))
    return OK


def first_line(path: Path) -> str:
    """A secret from a file."""
    from yokocho.core.errors import BadInput

    try:
        found = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: {getattr(error, 'strerror', None) or 'no text'}") from None
    if not found.isascii() or len(found.split()) != 1:
        raise BadInput(f"{path}: a token is one word")
    return found


def do_serve(wanted: argparse.Namespace) -> int:
    from yokocho.server.door import network
    from yokocho.server.run import serve
    from yokocho.server.settings import UNLIMITED, Limits, Settings

    settings = Settings(
        database=wanted.database,
        origins=tuple(origin.rstrip("/") for origin in wanted.origin),
        metrics=first_line(wanted.metrics) if wanted.metrics else "",
        proxies=tuple(str(network(text)) for text in wanted.proxy),
        secure=wanted.secure,
        bot_delay=wanted.bot_delay,
        lease=wanted.lease,
        limits=UNLIMITED if wanted.unlimited else Limits(),
    )
    serve(settings, wanted.host, wanted.port, wanted.log, wanted.open)
    return OK


def do_backup(wanted: argparse.Namespace) -> int:
    from yokocho.server.backup import backup
    from yokocho.server.settings import Settings

    print(f"{backup(Settings(database=wanted.database).url(), wanted.file)} rows in {wanted.file}")
    return OK


def do_restore(wanted: argparse.Namespace) -> int:
    from yokocho.server.backup import restore
    from yokocho.server.settings import Settings

    print(f"{restore(Settings(database=wanted.database).url(), wanted.file)} rows from {wanted.file}")
    return OK


def do_warm(wanted: argparse.Namespace) -> int:
    from yokocho import catalog
    from yokocho.bots.kitchen import prepare
    from yokocho.bots.warm import sweep

    prepare([catalog.game(name) for name in wanted.games] or catalog.games())
    sweep(catalog.games())
    return OK


def do_bench(wanted: argparse.Namespace) -> int:
    from yokocho import catalog
    from yokocho.arena.bench import bench, print_bench

    games = [find_compiled(name) for name in wanted.games or catalog.names()]
    rows = [bench(game, wanted.games_each) for game in games]
    if wanted.json:
        show(rows)
    else:
        print_bench(rows)
    return OK


if __name__ == "__main__":
    sys.exit(main())
