"""The standings of a series as a plot: ratings with their intervals, and the distribution of scores."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from yokocho.core.errors import BadInput, Lacking

BINS = 40  # most bars of the score chart


def check_plot(path: Path) -> None:
    """Raises BadInput if the plot could not be drawn, before hours are spent on the matches."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise Lacking("arena") from None
    if path.suffix != ".svg":
        raise BadInput(f"the plot is an SVG: name it FILE.svg, not {path.name}")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"there is no folder {path.parent} for the plot")
    if path.is_dir() or not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise BadInput(f"{path}: cannot be written")


def draw_standings(report: dict[str, Any], title: str, path: Path) -> None:
    """Writes an SVG; needs no display."""
    import numpy as np
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    results = sorted(report["results"], key=lambda row: row["rating"])
    colors = [f"C{i}" for i in range(len(results))]
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "yokocho", "font.size": 9}):
        figure = Figure(figsize=(10, 2.6 + 0.45 * len(results)), layout="constrained")
        figure.suptitle(f"{title}, {report['players']} players, {report['matches']} matches", parse_math=False)
        left, right = figure.subplots(1, 2)

        for i, row in enumerate(results):
            low, high = row["rating_95"]
            left.plot([low, high], [i, i], color=colors[i], linewidth=2, solid_capstyle="butt")
            left.plot(row["rating"], i, "o", color=colors[i])
            left.annotate(
                f"{row['rating']:.0f}", (row["rating"], i), xytext=(0, 6), textcoords="offset points", ha="center"
            )
        left.set_yticks(range(len(results)), [row["bot"] for row in results], parse_math=False)
        left.set_ylim(-0.6, len(results) - 0.4)
        left.margins(x=0.15)
        left.set_xlabel("rating, with 95 % interval")
        left.grid(axis="x", alpha=0.3)

        scores = [np.array([int(s) for s in row["scores"]]) for row in results]
        counts = [np.array(list(row["scores"].values())) for row in results]
        least, most = min(int(s.min()) for s in scores), max(int(s.max()) for s in scores)
        width = max(1, -(-(most + 1 - least) // BINS))
        edges = np.arange(least, most + 1 + width, width) - 0.5
        for i in reversed(range(len(results))):
            heights, _ = np.histogram(scores[i], edges, weights=counts[i] / counts[i].sum())
            right.stairs(100 * heights, edges, color=colors[i], linewidth=1.5, label=results[i]["bot"])
            right.axvline(results[i]["mean_score"], color=colors[i], linewidth=1, linestyle=":")
        right.set_xlabel("score; dotted: the mean")
        right.set_ylabel("% of scores")
        right.set_ylim(bottom=0)
        right.xaxis.set_major_locator(MaxNLocator(integer=True))
        for text in right.legend(frameon=False).get_texts():
            text.set_parse_math(False)
        try:
            figure.savefig(path, format="svg", metadata={"Date": None})
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None
