"""Commands that play many matches, and compile for it: yokocho simulate | arena | warm | bench."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

from yokocho.cli.shared import (
    FAILED,
    INTERRUPTED,
    OK,
    Commands,
    command,
    find_compiled,
    log_argument,
    log_of,
    options_of,
    show,
    table_arguments,
)


def add(commands: Commands) -> None:
    """Adds the parsers of this group."""
    made = command(commands, "simulate", do_simulate, "Play many matches between bots and report.")
    made.add_argument("game")
    table_arguments(made)
    made.add_argument("--games", type=int, default=1000, metavar="G", help="how many matches (default %(default)s)")
    made.add_argument("--bots", default="random", metavar="BOTS", help="one bot for all seats, or one each with commas")
    made.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default %(default)s)")
    made.add_argument(
        "--fixed-seats", action="store_true", help="bots keep their seats instead of moving on by one a match"
    )
    made.add_argument("--check", action="store_true", help="check all invariants after every move")
    made.add_argument("--out", type=Path, metavar="FILE", help="keep all matches with their moves: .jsonl or .parquet")
    made.add_argument("--json", action="store_true", help="print data")

    made = command(
        commands, "arena", do_arena, "Compare bots: paired deals, every bot in every seat, ratings with intervals."
    )
    made.add_argument("game")
    table_arguments(made)
    made.add_argument("--bots", required=True, metavar="BOTS", help="one bot for each seat, with commas")
    made.add_argument("--games", type=int, default=400, metavar="G", help="how many matches (default %(default)s)")
    made.add_argument("--threads", type=int, metavar="K", help="threads (default 1), or workers of a new Ray cluster")
    made.add_argument(
        "--ray", nargs="?", const="", metavar="ADDRESS", help="play on the Ray cluster there (default a new one, here)"
    )
    made.add_argument("--out", type=Path, metavar="FILE", help="keep every match in this file; go on where it ends")
    log_argument(made)
    made.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw ratings and scores")
    made.add_argument("--json", action="store_true", help="print data")

    made = command(commands, "warm", do_warm, "Compile the kernels of all games ahead of time.")
    made.add_argument("games", nargs="*", metavar="GAME", help="only these games")

    made = command(
        commands, "bench", do_bench, "Measure this machine: decisions and matches a second, state size, copy time."
    )
    made.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    made.add_argument(
        "--games-each", type=int, default=20000, metavar="G", help="random matches a game (default %(default)s)"
    )
    made.add_argument("--json", action="store_true", help="print data")


def do_simulate(wanted: argparse.Namespace) -> int:
    from yokocho.arena.matchfile import MatchFile, header
    from yokocho.arena.report import print_outcome, progress_bar
    from yokocho.arena.simulate import simulate
    from yokocho.bots.seats import listed

    game = find_compiled(wanted.game)
    bots, options, seed = listed(wanted.bots), options_of(wanted, game), wanted.seed or "0"
    with ExitStack() as leaving:
        progress = leaving.enter_context(progress_bar(game.title, wanted.games, hidden=wanted.games < 2000))
        keep = None
        if wanted.out is not None:
            game.check_players(wanted.players)
            common = header(game, wanted.players, options, bots, not wanted.fixed_seats, seed)
            keep = leaving.enter_context(MatchFile(wanted.out, common, game)).add
        outcome = simulate(
            game,
            wanted.players,
            wanted.games,
            bots,
            options=options,
            seed=seed,
            threads=wanted.threads,
            rotate=not wanted.fixed_seats,
            checked=wanted.check,
            progress=progress,
            keep=keep,
        )
    report = outcome.report()
    if wanted.json:
        show(report)
    else:
        print_outcome(report)
    if outcome.stopped:
        print(f"stopped: {len(outcome.tallies):,} of {wanted.games:,} matches", file=sys.stderr)
        return INTERRUPTED
    return FAILED if outcome.broken else OK


def do_arena(wanted: argparse.Namespace) -> int:
    from yokocho.arena.engines import engine, play_series
    from yokocho.arena.ledger import Ledger
    from yokocho.arena.plot import check_plot, draw_standings
    from yokocho.arena.report import print_standings, progress_bar
    from yokocho.arena.series import specify
    from yokocho.arena.standings import standings
    from yokocho.bots.seats import listed

    game = find_compiled(wanted.game)
    spec = specify(game, wanted.players, listed(wanted.bots), options_of(wanted, game), wanted.seed or "0")
    players = engine(wanted.threads, wanted.ray, log_of(wanted))
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
