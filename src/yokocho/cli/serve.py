"""Commands that run a house: yokocho serve | backup | restore."""

from __future__ import annotations

import argparse
from pathlib import Path

from yokocho.cli.shared import OK, Commands, command
from yokocho.core.errors import BadInput


def add(commands: Commands) -> None:
    """Adds the parsers of this group."""
    made = command(commands, "serve", do_serve, "Open the house: tables for people and bots, in a browser.")
    made.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s)")
    made.add_argument("--port", type=int, default=8080, help="port (default %(default)s; 0: any)")
    database_argument(made)
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
    made.add_argument("--no-samples", dest="samples", action="store_false", help="leave out the sample games")
    made.add_argument("--unlimited", action="store_true", help="no limits: for measuring")
    made.add_argument("--bot-delay", type=float, default=0.8, metavar="S", help="seconds a bot takes (%(default)s)")
    made.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=BOT",
        help="a bot of your own that may sit at the tables, such as mine=exec:COMMAND, or "
        "mine[umami,yatta]=exec:COMMAND if it plays only these games; may be repeated",
    )
    made.add_argument(
        "--bot-log",
        type=Path,
        metavar="PATH",
        help="append what bots of your own say on standard error to this file, or in this folder to a file for each",
    )
    made.add_argument(
        "--lease", type=float, default=6.0, metavar="S", help="until another process takes over (%(default)s)"
    )
    made.add_argument("--log", default="warning", choices=("debug", "info", "warning", "error"), help="how much to log")

    made = command(commands, "backup", do_backup, "Copy the whole house into a file while it is open.")
    made.add_argument("file", type=Path)
    database_argument(made)

    made = command(commands, "restore", do_restore, "Fill an empty database from a backup.")
    made.add_argument("file", type=Path)
    database_argument(made)

    made = command(commands, "ratings", do_ratings, "Compute all ratings of a house anew from its matches.")
    made.add_argument("what", choices=("rebuild",))
    database_argument(made)


def database_argument(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--database", default="", metavar="URL", help="a file, or postgresql://... (default: a file of yours)"
    )


def do_serve(wanted: argparse.Namespace) -> int:
    from yokocho.bots.outside import check_log
    from yokocho.server.door import network
    from yokocho.server.own import read_all
    from yokocho.server.run import serve
    from yokocho.server.settings import UNLIMITED, Limits, Settings

    settings = Settings(
        database=wanted.database,
        origins=tuple(origin.rstrip("/") for origin in wanted.origin),
        metrics=first_line(wanted.metrics) if wanted.metrics else "",
        proxies=tuple(str(network(text)) for text in wanted.proxy),
        secure=wanted.secure,
        bots=tuple(wanted.bot),
        bot_log=check_log(wanted.bot_log).absolute() if wanted.bot_log else None,
        bot_delay=wanted.bot_delay,
        lease=wanted.lease,
        samples=wanted.samples,
        limits=UNLIMITED if wanted.unlimited else Limits(),
    )
    read_all(settings.bots)  # for a complaint before the house opens
    serve(settings, wanted.host, wanted.port, wanted.log, wanted.open)
    return OK


def first_line(path: Path) -> str:
    """The token in a file."""
    try:
        found = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: {getattr(error, 'strerror', None) or 'no text'}") from None
    if not found.isascii() or len(found.split()) != 1:
        raise BadInput(f"{path}: a token is one word")
    return found


def do_backup(wanted: argparse.Namespace) -> int:
    from yokocho.server.backup import backup
    from yokocho.server.settings import Settings

    print(f"{backup(Settings(database=wanted.database).url(), wanted.file)} rows in {wanted.file}")
    return OK


def do_ratings(wanted: argparse.Namespace) -> int:
    from yokocho.server.rated import rebuild
    from yokocho.server.settings import Settings
    from yokocho.server.store import engine, migrate

    made = engine(Settings(database=wanted.database).url())
    try:
        migrate(made)
        with made.connect().execution_options(write=True) as connection, connection.begin():
            print(f"{rebuild(connection)} rated matches")
    finally:
        made.dispose()
    return OK


def do_restore(wanted: argparse.Namespace) -> int:
    from yokocho.server.backup import restore
    from yokocho.server.settings import Settings

    print(f"{restore(Settings(database=wanted.database).url(), wanted.file)} rows from {wanted.file}")
    return OK
