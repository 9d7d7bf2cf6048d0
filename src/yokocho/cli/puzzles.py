"""Commands for puzzles: yokocho puzzles GAME, and for authors yokocho puzzles mine GAME."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from yokocho.cli.learn import plain_argument
from yokocho.cli.shared import OK, Commands, command, find, find_compiled, show
from yokocho.core.errors import BadInput

MINE = "mine"


def add(commands: Commands) -> None:
    """Adds the parser of this group."""
    made = command(commands, "puzzles", do_puzzles, "Find the best move: the puzzle of the day, then more.")
    made.add_argument("game", help=f"a game; or {MINE}, then a game")
    made.add_argument(
        "puzzle", nargs="?", help=f"its id, or next; without it the one of the day. After {MINE}: the game"
    )
    made.add_argument("--list", action="store_true", help="list the puzzles, and how you did")
    made.add_argument("--json", action="store_true", help="print data")
    plain_argument(made)
    mining = made.add_argument_group("mining: new puzzles from matches of bots")
    mining.add_argument("--count", type=int, default=100, metavar="N", help="how many (default %(default)s)")
    mining.add_argument("--processes", type=int, default=1, metavar="P", help="how many at once (default %(default)s)")
    mining.add_argument("--seed", default="0", metavar="TEXT", help="decides which are found (default %(default)s)")
    mining.add_argument("--out", type=Path, metavar="FILE", help="append them to this file (default: print them)")


def do_puzzles(wanted: argparse.Namespace) -> int:
    if wanted.game == MINE:
        return mine(wanted)
    from yokocho.cli.play import compiling_beside
    from yokocho.terminal.screen import make_screen
    from yokocho.terminal.solving import Solver, list_puzzles, rows

    game, screen = find(wanted.game), make_screen(wanted.plain)
    if wanted.json:
        show(rows(game))
        return OK
    if wanted.list:
        list_puzzles(game, screen)
        return OK
    with compiling_beside(game) as ready:
        return Solver(game, screen, wanted.puzzle or "", ready).run()


def mine(wanted: argparse.Namespace) -> int:
    from yokocho.learn import mining

    if not wanted.puzzle:
        raise BadInput(f"yokocho puzzles {MINE} GAME: of which game?")
    game = find_compiled(wanted.puzzle)
    out = wanted.out.open("a", encoding="utf-8") if wanted.out else sys.stdout
    try:
        for one in mining.mine(game, wanted.count, wanted.processes, wanted.seed):
            print(one.to_json(), file=out, flush=True)
    finally:
        if wanted.out:
            out.close()
    return OK
