"""Output for people: the progress of a series, and its tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

BAR = 40
HOUR = 3600.0  # seconds: the window for estimating the time left, since a single match may take minutes
PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")


@contextmanager
def progress_bar(title: str, games: int, hidden: bool = False) -> Iterator[Callable[[int], object]]:
    """Yields a function that advances the bar; draws only on a terminal."""
    with Progress(
        console=Console(stderr=True),
        transient=True,
        disable=hidden or not sys.stderr.isatty(),
        speed_estimate_period=HOUR,
    ) as bar:
        task = bar.add_task(title, total=games)
        yield lambda done: bar.advance(task, done)


def print_outcome(report: dict[str, Any]) -> None:
    console = Console()
    console.print(
        f"[bold]{report['game']}[/], {report['players']} players, "
        f"{report['games']:,} matches in {report['seconds']:.2f} s: "
        f"{report['games_per_second']:,.0f} matches/s, {report['decisions_per_second']:,.0f} decisions/s, "
        f"{report['decisions_per_game']:.1f} decisions a match, state {report['state_bytes']} bytes"
    )
    seats = Table("seat", "win share", "mean score", title="By seat")
    for row in report["seat_advantage"]:
        seats.add_row(str(row["seat"]), f"{row['win_share']:.1%}", f"{row['mean_score']:.2f}")
    console.print(seats)
    if len(set(report["bots"])) > 1:
        bots = Table("bot", "win share", "mean score", title="By bot")
        for row in report["bot_results"]:
            bots.add_row(row["bot"], f"{row['win_share']:.1%}", f"{row['mean_score']:.2f}")
        console.print(bots)
    scores = report["scores"]["histogram"]
    most = max(scores.values())
    chart = Table("score", "how often", "", title="Scores")
    for value, count in scores.items():
        chart.add_row(str(value), f"{count:,}", "█" * round(BAR * count / most))
    console.print(chart)
    for name in ("lengths", "scores", "winning_score"):
        row = report[name]
        ninety = f"90 % from {row['p5']:g} to {row['p95']:g}"
        console.print(
            f"{name.replace('_', ' ')}: mean {row['mean']:.2f}, {ninety}, all from {row['min']} to {row['max']}"
        )
    for ending, count in report["endings"].items():
        console.print(f"{count:,} ended because {ending}")
    console.print(f"shared wins {report['shared_wins']:.1%}, digest {report['digest']}", highlight=False)
    for row in report["broken"][:10]:
        console.print(f"[bold red]match {row['match']}: {row['invariant']}[/]")


def print_standings(report: dict[str, Any], title: str, games: int) -> None:
    """A series between bots, best rating first."""
    console = Console(highlight=False)
    played = f"{report['matches']:,}" if report["matches"] == games else f"{report['matches']:,} of {games:,}"
    console.print(
        f"[bold]{title}[/], {report['players']} players, {played} matches from {report['deals']:,} deals, "
        f"{report['decisions_per_match']:.1f} decisions a match"
    )
    results = sorted(report["results"], key=lambda row: -row["rating"])
    wins = Table("bot", title="Wins and ratings, with 95 % intervals")
    places = Table("bot", title="Scores and places")
    times = Table("bot", title="Time for a decision, in milliseconds")
    for table, columns in (
        (wins, ("seats", "wins", "share", "x fair", "rating")),
        (places, ("score", "margin", *PLACES[: report["players"]])),
        (times, ("decisions/s", "p50", "p90", "p99", "max")),
    ):
        for column in columns:
            table.add_column(column, justify="right")
    for row in results:
        name, time = escape(row["bot"]), row["time"]
        low, high = row["win_share_95"]
        wins.add_row(
            name,
            f"{row['seats']:,}",
            f"{row['wins']:,.1f}",
            f"{100 * row['win_share']:.1f} % ({100 * low:.1f}–{100 * high:.1f})",
            f"{row['times_fair_share']:.2f}",
            f"{row['rating']:.0f} ({row['rating_95'][0]:.0f}–{row['rating_95'][1]:.0f})",
        )
        places.add_row(
            name,
            f"{row['mean_score']:.2f}",
            f"{row['margin']:+.2f}" + (f" ± {row['margin_95'][1] - row['margin']:.2f}" if row["margin_95"] else ""),
            *(f"{count / row['seats']:.1%}" for count in row["ranks"]),
        )
        times.add_row(
            name,
            f"{time['decisions_per_second']:,.0f}",
            *(f"{time[key]:,.3g}" for key in ("p50_ms", "p90_ms", "p99_ms", "max_ms")),
        )
    for table in (wins, places, times):
        console.print(table)
    for ending, count in report["endings"].items():
        console.print(f"{count:,} ended because {ending}")
    console.print(f"shared wins {report['shared_wins']:.1%}, digest {report['digest']}")
