"""A series of matches as a table for people."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

BAR = 40


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
