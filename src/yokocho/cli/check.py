"""Commands for authors of games: yokocho check."""

from __future__ import annotations

import argparse

from yokocho.cli.shared import FAILED, OK, Commands, command, option_argument, options_of, show
from yokocho.core.errors import BadInput


def add(commands: Commands) -> None:
    """Adds the parsers of this group."""
    made = command(commands, "check", do_check, "Check that a game keeps every promise of the protocol.")
    made.add_argument("game", help="the name of an installed game, or the folder of its package or project")
    made.add_argument(
        "--matches", type=int, default=20, metavar="N", help="random matches for each promise (default %(default)s)"
    )
    made.add_argument("--seed", default="0", metavar="TEXT", help="decides which matches (default %(default)s)")
    made.add_argument("--players", type=int, default=0, metavar="N", help="only tables of so many (default: all)")
    option_argument(made)
    made.add_argument("--json", action="store_true", help="print data")


def do_check(wanted: argparse.Namespace) -> int:
    from yokocho import catalog
    from yokocho.bots.kitchen import prepare
    from yokocho.testing import PROMISES, Broken
    from yokocho.testing.playlog import find

    game = find(wanted.game)
    if wanted.matches < 1:
        raise BadInput("at least one match")
    if wanted.players:
        game.check_players(wanted.players)
    sample = {
        "matches": wanted.matches,
        "seed": wanted.seed,
        "players": wanted.players,
        "options": options_of(wanted, game),
    }
    if wanted.game in catalog.names():
        prepare([game])
    rows = []
    for promise in PROMISES:
        broken, notes = "", []
        try:
            notes = promise(game, **sample)
        except Broken as error:
            broken = str(error)
        rows.append(
            {"promise": promise.name, "words": promise.words, "ok": not broken, "broken": broken, "notes": notes}
        )
        if not wanted.json:
            print(f"{'BROKEN' if broken else 'ok':7} {promise.name:9} {promise.words}")
            for said in [broken] if broken else notes:
                print(f"{'':7} {'':9} {said}", flush=True)
    if wanted.json:
        show(rows)
    return OK if all(row["ok"] for row in rows) else FAILED
