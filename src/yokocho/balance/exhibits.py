"""What a balance page consists of: sections of exhibits, each a list of figures that is drawn and listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from yokocho.balance.estimators import Figure

SHARE, NUMBER, DIFFERENCE, POINTS_OF_SHARE = "share", "number", "difference", "difference of shares"
DOTS, BARS, CURVE, TABLE = "dots", "bars", "curve", "table"


@dataclass(frozen=True)
class Row:
    """A figure with its label; further figures stand in the table only."""

    label: str
    figure: Figure
    group: str = ""
    more: tuple[Figure, ...] = ()


@dataclass(frozen=True)
class Exhibit:
    """A chart with its table."""

    id: str
    title: str
    words: str
    what: str  # what the figures are, as the heading of their column
    kind: str
    unit: str
    rows: Sequence[Row]
    reference: float | None = None  # where a line is drawn
    reference_words: str = ""
    label: str = ""  # the heading of the labels
    more: tuple[tuple[str, str], ...] = ()  # headings and units of the further figures

    def data(self) -> dict[str, Any]:
        return {
            "id": self.id, "title": self.title, "words": self.words, "what": self.what, "unit": self.unit,
            "reference": self.reference,
            "rows": [
                {"label": row.label, "group": row.group, **figure_data(row.figure)}
                | {name: figure_data(more) for (name, _), more in zip(self.more, row.more)}
                for row in self.rows
            ],
        }  # fmt: skip


@dataclass(frozen=True)
class Section:
    """A chapter of the page."""

    id: str
    title: str
    words: str
    exhibits: Sequence[Exhibit] = field(default=())

    def data(self) -> dict[str, Any]:
        return {"id": self.id, "title": self.title, "exhibits": [exhibit.data() for exhibit in self.exhibits]}


def figure_data(figure: Figure) -> dict[str, Any]:
    return {"value": figure.value, "low": figure.low, "high": figure.high}


def number_words(value: float, unit: str) -> str:
    """A number as people read it."""
    if unit == SHARE:
        return f"{100 * value:.1f} %"
    if unit == POINTS_OF_SHARE:
        return f"{100 * value:+.1f} %".replace("-", "−")
    sign = "+" if unit == DIFFERENCE else ""
    places = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:{sign},.{places}f}".replace("-", "−")


def interval_words(figure: Figure, unit: str) -> str:
    if figure.low is None or figure.high is None:
        return "unknown"
    return f"{number_words(figure.low, unit)} to {number_words(figure.high, unit)}"
