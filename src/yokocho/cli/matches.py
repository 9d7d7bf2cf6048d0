"""Commands about one match, move by move: yokocho replay | verify | review | trace."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from yokocho.cli.shared import (
    OK,
    Commands,
    bots_of,
    command,
    find,
    find_compiled,
    log_argument,
    log_of,
    show,
    start,
    table_arguments,
)
from yokocho.core.errors import BadInput


def add(commands: Commands) -> None:
    """Adds the parsers of this group."""
    made = command(commands, "replay", do_replay, "Tell a saved match move by move.")
    made.add_argument("file", type=Path)
    made.add_argument("--seat", type=int, metavar="S", help="as this seat saw it (default: everything open)")
    made.add_argument("--json", action="store_true", help="print data")

    made = command(commands, "verify", do_verify, "Check a saved match: seed, every move, result, digest.")
    made.add_argument("file", type=Path)
    made.add_argument("--json", action="store_true", help="print data")

    made = command(
        commands, "review", do_review, "What decided a finished match, from what each seat knew at the time."
    )
    made.add_argument("file", type=Path)
    made.add_argument("--quick", action="store_true", help="fewer samples: done in seconds, with wide intervals")
    made.add_argument("--threads", type=int, default=os.cpu_count() or 1, metavar="N", help="(default: every core)")
    made.add_argument("--json", action="store_true", help="print data")

    made = command(commands, "trace", do_trace, "Play a match between bots and print every decision as a line of JSON.")
    made.add_argument("game")
    table_arguments(made)
    made.add_argument("--bots", default="random", metavar="BOTS", help="one bot for all seats, or one each with commas")
    log_argument(made)
    made.add_argument("--from", dest="position", type=Path, metavar="FILE", help="start from a position")
    made.add_argument(
        "--moves", type=Path, metavar="FILE", help="play these moves first: a saved match, or a list of notations"
    )


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


def do_review(wanted: argparse.Namespace) -> int:
    from yokocho.core.match import Match
    from yokocho.review.review import Reviewer, quick
    from yokocho.review.telling import lines

    if wanted.threads < 1:
        raise BadInput("--threads: at least 1")
    match = Match.load(wanted.file, find_compiled)
    reviewer = (quick if wanted.quick else Reviewer)(match, wanted.threads)
    review = reviewer.whole(show_progress if sys.stderr.isatty() else None)
    if wanted.json:
        show(review.to_json())
    else:
        print("\n".join(lines(review)))
    return OK


def show_progress(done: int, total: int) -> None:
    """A bar on one line, which goes away at the end."""
    filled = 30 * done // total
    bar = f"\r{'█' * filled}{'░' * (30 - filled)} {done} of {total} "
    print("\r" + " " * len(bar) + "\r" if done == total else bar, end="", file=sys.stderr, flush=True)


def do_trace(wanted: argparse.Namespace) -> int:
    from yokocho.bots import seats
    from yokocho.core.trace import play_moves, trace

    match = start(wanted, find_compiled)
    names = bots_of(wanted.bots, match.players)
    seed = wanted.seed if wanted.seed is not None else match.seed.hex()
    log = log_of(wanted)
    bots = {p: seats.bot(name, match.game, f"{seed} {p}", log) for p, name in enumerate(names)}
    first = play_moves(wanted.moves) if wanted.moves else []
    for line in trace(match, lambda p: bots[p](match.view(p), p), first):
        print(json.dumps(line, ensure_ascii=False))
    return OK
