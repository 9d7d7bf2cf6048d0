"""For designers of games: yokocho balance."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from yokocho.cli.shared import INTERRUPTED, OK, Commands, command, find_compiled, options_of, show, table_arguments
from yokocho.core.errors import BadInput

if TYPE_CHECKING:
    from yokocho.balance.findings import Findings


def add(commands: Commands) -> None:
    """Adds the parser of this group."""
    made = command(commands, "balance", do_balance, "Measure how a game is balanced; writes one page.")
    made.add_argument("game")
    table_arguments(made)
    made.add_argument(
        "--matches", type=int, default=2000, metavar="M", help="of each series; the main one has five times as many"
    )
    made.add_argument("--bot", default="greedy", metavar="BOT", help="who plays (default %(default)s; or hasty)")
    made.add_argument(
        "--levels", default="random,apprentice,greedy", metavar="BOTS", help="from weak to strong (default %(default)s)"
    )
    made.add_argument("--parts", metavar="PARTS", help="only these besides the main series: levels,without,rules")
    made.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="PLACE=VALUES",
        help="try other component data, such as setup[players=4].trigger=10,14; may be repeated",
    )
    made.add_argument("--threads", type=int, default=os.cpu_count() or 1, metavar="K", help="threads (%(default)s)")
    made.add_argument(
        "--ray", nargs="?", const="", metavar="ADDRESS", help="play on the Ray cluster there (default a new one, here)"
    )
    made.add_argument("--out", type=Path, metavar="FILE.html", help="the page (default balance-GAME.html)")
    made.add_argument("--keep", type=Path, metavar="FILE", help="keep what was played in this file; go on there")
    made.add_argument("--charts", type=Path, metavar="FOLDER", help="write each chart there as an SVG too")
    made.add_argument("--json", action="store_true", help="print data, and write a page only with --out")


def do_balance(wanted: argparse.Namespace) -> int:
    from yokocho.arena.report import progress_bar
    from yokocho.balance.changed import read_setting
    from yokocho.balance.findings import Findings
    from yokocho.balance.plan import PARTS, Wish, plan
    from yokocho.balance.running import Played, run
    from yokocho.balance.series import BLOCKS, Table

    game = find_compiled(wanted.game)
    game.check_players(wanted.players)
    wish = Wish(
        wanted.matches,
        wanted.bot,
        tuple(name.strip() for name in wanted.levels.split(",")),
        options_of(wanted, game),
        tuple(read_setting(text) for text in wanted.set),
        PARTS if wanted.parts is None else tuple(part.strip() for part in wanted.parts.split(",") if part.strip()),
    )
    table = Table(game, wanted.players, wanted.seed or "0")
    planned = plan(table, wish)
    out = wanted.out or (None if wanted.json else Path(f"balance-{game.name}.html"))
    for path in (out, wanted.keep):
        if path is not None and not path.absolute().parent.is_dir():
            raise BadInput(f"there is no folder {path.parent}")
    with (
        Played(table, planned, wanted.keep) as played,
        progress_bar(game.title, BLOCKS * len(planned)) as progress,
    ):
        whole = run(table, planned, played, wanted.threads, wanted.ray, progress)
    findings = Findings(table, planned, played)
    if out is not None and findings.sections():
        write_page(findings, out)
        print(out) if not wanted.json else None
    if wanted.charts is not None:
        write_charts(findings, wanted.charts)
    if wanted.json:
        show(findings.report())
    return OK if whole else INTERRUPTED


def write_page(findings: Findings, path: Path) -> None:
    from yokocho.balance.page import page

    write(path, page(findings.title(), findings.words(), findings.sections()))


def write_charts(findings: Findings, folder: Path) -> None:
    from yokocho.balance.charts import alone, draw

    folder.mkdir(exist_ok=True)
    for section in findings.sections():
        for exhibit in section.exhibits:
            if draw(exhibit):
                write(folder / f"{exhibit.id}.svg", alone(exhibit))


def write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
