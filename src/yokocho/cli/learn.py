"""Commands for learning a game: yokocho guide | learn."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from yokocho.cli.shared import FAILED, OK, Commands, command, find, find_compiled, show
from yokocho.core.errors import BadInput

if TYPE_CHECKING:
    from yokocho.core.game import Game


def add(commands: Commands) -> None:
    """Adds the parsers of this group."""
    made = command(commands, "guide", do_guide, "Read a game's guide, with its tables as text.")
    made.add_argument("game")
    made.add_argument(
        "--coverage", action="store_true", help="list what occurs in simulated matches, and where it is explained"
    )
    made.add_argument(
        "--matches", type=int, default=1000, metavar="N", help="matches for --coverage (default %(default)s)"
    )
    made.add_argument("--json", action="store_true", help="print data")
    plain_argument(made)

    made = command(commands, "learn", do_learn, "Learn a game at the table, in short lessons.")
    made.add_argument("game")
    made.add_argument("lesson", nargs="?", help="its name or number; without it the first one not done yet")
    made.add_argument("--list", action="store_true", help="list the lessons")
    made.add_argument("--check", action="store_true", help="for authors: check guide, lessons and coach")
    made.add_argument(
        "--judge", action="store_true", help="for authors: what a long search says of the moves asked for"
    )
    made.add_argument(
        "--iterations", type=int, default=20_000, metavar="N", help="of the search of --judge (default %(default)s)"
    )
    plain_argument(made)


def plain_argument(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--plain", action="store_true", help="no colour and no boxes: for screen readers and dumb terminals"
    )


def do_guide(wanted: argparse.Namespace) -> int:
    if wanted.coverage:
        return coverage(find_compiled(wanted.game), wanted)
    from yokocho.terminal.guide import tell
    from yokocho.terminal.screen import make_screen

    tell(find(wanted.game), make_screen(wanted.plain))
    return OK


def coverage(game: Game, wanted: argparse.Namespace) -> int:
    from dataclasses import asdict

    from yokocho.learn.coverage import coverage as rows_of

    if wanted.matches < 1:
        raise BadInput("at least one match")
    rows = rows_of(game, wanted.matches)
    if wanted.json:
        show([asdict(row) for row in rows])
    else:
        width = max(len(row.key) for row in rows)
        for row in rows:
            told = [("guide", row.guide), ("lessons", row.lessons), ("coach", row.coach)]
            places = "; ".join(f"{name}: {', '.join(found)}" for name, found in told if found)
            print(f"{row.key:{width}}  {places or 'EXPLAINED NOWHERE'}")
    return FAILED if any(row.empty for row in rows) else OK


def do_learn(wanted: argparse.Namespace) -> int:
    if wanted.check:
        return check(find(wanted.game), wanted.lesson or "")
    if wanted.judge:
        return judge(find_compiled(wanted.game), wanted)
    from yokocho.cli.play import compiling_beside
    from yokocho.terminal.learning import Learner, list_lessons
    from yokocho.terminal.screen import make_screen

    game, screen = find(wanted.game), make_screen(wanted.plain)
    if wanted.list:
        list_lessons(game, screen)
        return OK
    with compiling_beside(game) as ready:
        return Learner(game, screen, wanted.lesson, ready).run()


def check(game: Game, lesson: str) -> int:
    from yokocho.learn.check import check as faults_of

    faults = faults_of(game, lesson)
    for line in faults:
        print(line)
    print(f"{len(faults) or 'no'} fault{'s' * (len(faults) != 1)}")
    return FAILED if faults else OK


def judge(game: Game, wanted: argparse.Namespace) -> int:
    from yokocho.learn.judge import judge as judged
    from yokocho.learn.lessons import course

    known, worse = course(game), 0
    for lesson in [known.lesson(wanted.lesson)] if wanted.lesson else known.lessons:
        for one in judged(game, known, lesson, wanted.iterations):
            worse += one.clearly_worse
            better = "the best" if one.best == one.move else f"best {one.best!r} {one.best_value:.3f}"
            mark = "WORSE" if one.clearly_worse else "ok"
            print(f"{mark:6} {one.where}: {one.move!r} {one.value:.3f} ({one.visits} visits), {better}", flush=True)
    return FAILED if worse else OK
