"""What the commands share: exit codes, arguments, and finding what they name."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from yokocho.core.errors import BadInput

if TYPE_CHECKING:
    from yokocho.core.game import Game
    from yokocho.core.match import Match

OK, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


# --- arguments


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], words: str
) -> argparse.ArgumentParser:
    """Adds a command; `run` gets the parsed arguments and returns an exit code."""
    made = commands.add_parser(name, help=words, description=words)
    made.set_defaults(run=run)
    return made


def table_arguments(made: argparse.ArgumentParser) -> None:
    """What a new match needs to know, except the game."""
    made.add_argument("--players", type=int, default=4, metavar="N", help="how many players (default %(default)s)")
    option_argument(made)
    made.add_argument("--seed", metavar="TEXT", help="decides all chance; any text, or 64 hexadecimal digits")


def option_argument(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule, see `yokocho list GAME`; may be repeated",
    )


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


def bots_of(text: str, seats: int) -> list[str]:
    """One name for all, or one each."""
    from yokocho.bots.seats import listed

    names = listed(text)
    if len(names) not in (1, seats):
        raise BadInput(f"name one bot, or {seats} of them, not {len(names)}")
    return names * seats if len(names) == 1 else names


def log_argument(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--log",
        type=Path,
        metavar="PATH",
        help="append what bots of your own say on standard error to this file, or in this folder to a file for each "
        "bot (default: shown only when one fails)",
    )


def log_of(wanted: argparse.Namespace) -> Path | None:
    from yokocho.bots.outside import check_log

    return check_log(wanted.log) if wanted.log else None


# --- games and matches


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


def show(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=1))
