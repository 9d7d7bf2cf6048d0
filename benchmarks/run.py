"""Measures yokocho's games beside those of other frameworks, all in one run: `make bench`.

Machines are noisy, so nothing is measured only once: every round measures each line for a moment, in an order of its
own, and the tables show the median of the rounds with the slowest and fastest beside it. What one thread does is
told by the second of its processor's time, so that other programs hardly matter; what two threads do, by the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import statistics
import sys
import time
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from startup import Start, cold_and_warm

from yokocho import catalog
from yokocho.arena.bench import Speed, copy_time

FRAMEWORKS = ("yokocho_games", "openspiel_games", "rlcard_games", "pettingzoo_games")
MEASURE = ("yokocho", "umami", "random")  # what the others are compared with
WARM_UP = 0.05  # seconds
UNDISTURBED = 0.95  # of both processors' time, for a measurement of two threads to stand
TRIES = 5

console = Console(width=None if sys.stdout.isatty() else 110)


@dataclass
class Line:
    """One game of one framework, played one way."""

    module: ModuleType
    game: str
    way: str
    players: int = 0
    speeds: list[Speed] = field(default_factory=list)  # one a round
    shares: list[float] = field(default_factory=list)  # of the processor's time, one a round

    @property
    def key(self) -> tuple[str, str, str]:
        return self.module.NAME, self.game, self.way

    def measure(self, seconds: float) -> None:
        share, measured = self.look(seconds)
        if self.way == "threads":
            tries = 1
            while share < UNDISTURBED and tries < TRIES:
                share, measured = max((share, measured), self.look(seconds))
                tries += 1
        else:
            measured = Speed(measured.decisions / share, measured.games / share)
        self.shares.append(share)
        self.speeds.append(measured)

    def look(self, seconds: float) -> tuple[float, Speed]:
        """The speed by the clock, and the share of the processors' time that it had."""
        clock, processor = time.perf_counter(), time.process_time()
        measured = self.module.speed(self.game, self.way, seconds)
        processor = (time.process_time() - processor) / (2 if self.way == "threads" else 1)
        return min(1.0, processor / (time.perf_counter() - clock)), measured


@dataclass
class Stall:
    """What else is measured of one of our games."""

    name: str
    copies: list[float] = field(default_factory=list)  # ns, one a round
    cold: list[Start] = field(default_factory=list)
    warm: list[Start] = field(default_factory=list)


def main() -> None:
    wanted = parser().parse_args()
    seconds, rounds, starts = (0.1, 3, 1) if wanted.quick else (0.5, 7, 3)
    rounds = wanted.rounds or rounds
    starts = starts if wanted.starts is None else wanted.starts
    skipped: list[str] = []
    lines = prepare(wanted.games, skipped)
    stalls = [Stall(name) for name in catalog.names() if not wanted.games or name in wanted.games]
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("measuring", total=rounds * len(lines) + starts * len(stalls))
        order = random.Random(0)
        for _ in range(rounds):
            for line in order.sample(lines, len(lines)):
                line.measure(seconds)
                bar.advance(task)
            for stall in stalls:
                stall.copies.append(copy_time(catalog.game(stall.name)))
        for _ in range(starts):
            for stall in stalls:
                cold, warm = cold_and_warm(catalog.game(stall.name))
                stall.cold.append(cold)
                stall.warm.append(warm)
                bar.advance(task)
    data = {
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "versions": {line.module.NAME: version(line.module.PACKAGE) for line in lines},
        "rounds": rounds,
        "seconds_each": seconds,
        "lines": told(lines),
        "games": [
            {
                "game": stall.name,
                "state_bytes": catalog.game(stall.name).state.itemsize,
                "copy_ns": summary(stall.copies),
                "cold_start_seconds": summary([start.clock for start in stall.cold]),
                "cold_start_processor_seconds": summary([start.processor for start in stall.cold]),
                "warm_start_seconds": summary([start.clock for start in stall.warm]),
                "warm_start_processor_seconds": summary([start.processor for start in stall.warm]),
            }
            for stall in stalls
        ],
        "skipped": skipped,
    }
    show(data)
    if wanted.json:
        wanted.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Measure yokocho's games beside those of other frameworks.")
    made.add_argument("--games", nargs="+", metavar="GAME", help="only these games, of any framework (and Umami)")
    made.add_argument("--quick", action="store_true", help="a short run, for a first impression")
    made.add_argument("--rounds", type=int, metavar="N", help="how often everything is measured (default 7, quick 3)")
    made.add_argument("--starts", type=int, metavar="N", help="cold starts of each game (default 3, quick 1)")
    made.add_argument("--json", type=Path, metavar="FILE", help="write all data to a file")
    return made


def prepare(games: list[str] | None, skipped: list[str]) -> list[Line]:
    """Every line that works here, warmed up. The others are skipped with a word."""

    def skip(what: str, error: Exception) -> None:
        reason = " ".join(str(error).split())
        skipped.append(f"{what}: {reason}")
        console.print(f"skipped {what}: {reason}", highlight=False, markup=False, soft_wrap=True)

    lines = []
    for name in FRAMEWORKS:
        try:
            module = import_module(name)
        except ImportError as error:
            skip(name.removesuffix("_games"), error)
            continue
        for game, way in module.lines():
            if games and game not in games and (module.NAME, game, way) != MEASURE:
                continue
            line = Line(module, game, way)
            try:
                line.players = module.players(game)
                module.speed(game, way, WARM_UP)
            except Exception as error:  # other people's games fail in their own ways
                if module.NAME == "yokocho":
                    raise
                skip(f"{module.NAME} {game} ({way})", error)
                continue
            lines.append(line)
    return lines


def summary(numbers: list[float]) -> dict[str, Any] | None:
    if not numbers:
        return None
    return {"median": statistics.median(numbers), "low": min(numbers), "high": max(numbers), "rounds": numbers}


def told(lines: list[Line]) -> list[dict[str, Any]]:
    """The lines as data."""
    [reference] = [line for line in lines if line.key == MEASURE]
    return [
        {
            "framework": line.module.NAME,
            "game": line.game,
            "way": line.way,
            "players": line.players,
            "share": summary(line.shares),
            "decisions_per_second": summary([speed.decisions for speed in line.speeds]),
            "games_per_second": summary([speed.games for speed in line.speeds]),
            "ratio": summary([a.decisions / b.decisions for a, b in zip(line.speeds, reference.speeds)]),
        }
        for line in lines
    ]


def show(data: dict[str, Any]) -> None:
    versions = ", ".join(f"{name} {number}" for name, number in data["versions"].items())
    console.print(
        f"{versions}; Python {data['python']}, {data['cores']} cores; {data['rounds']} rounds",
        highlight=False,
        soft_wrap=True,
    )
    table = Table("framework", "game", "way", title="Random play (greedy where it says so)")
    for words in ("players", "decisions/s", "low, high", "matches/s", "× Umami"):
        table.add_column(words, justify="right", no_wrap=True)
    before = ""
    for row in data["lines"]:
        if before not in ("", row["framework"]):
            table.add_section()
        before = row["framework"]
        table.add_row(
            row["framework"],
            row["game"],
            row["way"],
            str(row["players"]),
            f"{row['decisions_per_second']['median']:,.0f}",
            spread(row["decisions_per_second"]),
            f"{row['games_per_second']['median']:,.0f}",
            f"{row['ratio']['median']:.2g}",
        )
    console.print(table)
    share = min((row["share"]["median"] for row in data["lines"] if row["way"] == "threads"), default=1.0)
    if share < UNDISTURBED:
        console.print(f"Other programs left two threads only {share:.0%} of two processors: they could be faster.")
    table = Table("", title="State and start-up: median (lowest and highest)")
    for row in data["games"]:
        table.add_column(row["game"], justify="right")
    table.add_row("state, bytes", *(f"{row['state_bytes']:,}" for row in data["games"]))
    for words, key, form in (
        ("copy of a state, ns", "copy_ns", ".1f"),
        ("start with a cold cache, s", "cold_start_seconds", ".1f"),
        ("of the processor's time", "cold_start_processor_seconds", ".1f"),
        ("start with a warm cache, s", "warm_start_seconds", ".2f"),
        ("of the processor's time", "warm_start_processor_seconds", ".2f"),
    ):
        found = [row[key] for row in data["games"]]
        table.add_row(words, *(f"{format(f['median'], form)} ({spread(f)})" if f else "-" for f in found))
    console.print(table)


def spread(of: dict[str, Any]) -> str:
    """How far the slowest and the fastest round are from the median."""
    return f"{of['low'] / of['median'] - 1:+.0%} {of['high'] / of['median'] - 1:+.0%}"


if __name__ == "__main__":
    main()
