"""The command line. Each module holds a group of commands: `add` adds their parsers, `do_…` runs one.

What is slow to import (NumPy, Numba, the server) is imported inside `do_…`, so that --help and wrong arguments are
answered at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from yokocho import __version__
from yokocho.cli import arena, balance, check, learn, matches, play, puzzles, serve
from yokocho.cli.shared import BAD_INPUT, INTERRUPTED, OK
from yokocho.core.errors import BadInput

OPEN = ("serve", "--open")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command, by default OPEN, and returns its exit code. Bad input is one line on standard error, code 2."""
    wanted = parser().parse_args((sys.argv[1:] if arguments is None else arguments) or OPEN)
    try:
        code: int = wanted.run(wanted)
        sys.stdout.flush()
    except BadInput as error:
        if error.details:  # of a bot that failed, for its author
            print(error.details, file=sys.stderr)
        print(f"yokocho: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output, such as `head`, has exited
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    return code


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="yokocho", description="An alley of four food games. Without a command: opens it in a browser."
    )
    top.add_argument("--version", action="version", version=f"yokocho {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for group in (play, learn, puzzles, matches, check, serve, arena, balance):
        group.add(commands)
    return top
