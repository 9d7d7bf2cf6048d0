"""Exhibits as SVG: narrow enough for a phone, in colours that a style sheet may set. What they show stands in a table
too, so for a screen reader a chart is one image with a name.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape

from yokocho.balance.estimators import Figure
from yokocho.balance.exhibits import (
    BARS,
    CURVE,
    DOTS,
    SHARE,
    Exhibit,
    Row,
    number_words,
)

WIDTH = 360  # of all charts, in units of which a phone shows about one a pixel
TEXT, SMALL = 13, 11
ROW = 34  # a dot with its label above it
LONGEST, LEADING = 38, 16  # characters of a label's line; units between lines
HEAD = 22  # a group's name
TALL = 190  # of bars and curves
LEFT, RIGHT, FOOT = 40, 10, 34
TICKS = 5
INK, PALE, LINE = "currentColor", "#8a8578", "#b8402a"
COLOURS = ("#b8402a", "#2f6c8f", "#6a7d2c", "#8a5a9e", "#c08a1e", "#3d8a7a")
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 2", "10 4")  # curves differ in more than colour
STYLE = "font-family: system-ui, sans-serif; color: #2b2722"


def draw(exhibit: Exhibit) -> str:
    """The chart; empty for what is only a table."""
    makers = {DOTS: dots, BARS: bars, CURVE: curve}
    known = [row for row in exhibit.rows if row.figure.value is not None]
    return makers[exhibit.kind](exhibit, known) if exhibit.kind in makers and known else ""


def alone(exhibit: Exhibit) -> str:
    """As a file of its own."""
    return draw(exhibit).replace("<svg ", f'<svg xmlns="http://www.w3.org/2000/svg" width="720" style="{STYLE}" ', 1)


def frame(exhibit: Exhibit, height: float, parts: Sequence[str]) -> str:
    name = f"{exhibit.title}: chart; its data are in the table"
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(name)}" font-size="{TEXT}">'
        f"<title>{escape(exhibit.title)}</title>{''.join(parts)}</svg>"
    )


def text(x: float, y: float, words: str, size: int = TEXT, anchor: str = "start", colour: str = INK) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(words)}</text>"
    )


def line(x1: float, y1: float, x2: float, y2: float, colour: str = PALE, width: float = 1, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"'
        f"{dashed}/>"
    )


def ends(figure: Figure) -> tuple[float, float]:
    """The interval, or the number itself."""
    value = figure.value or 0.0
    return (value if figure.low is None else figure.low), (value if figure.high is None else figure.high)


class Scale:
    """From numbers to places on a line."""

    def __init__(self, low: float, high: float, start: float, stop: float) -> None:
        self.low, self.high, self.start, self.stop = low, high if high > low else low + 1, start, stop

    def __call__(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return self.start + min(max(part, 0.0), 1.0) * (self.stop - self.start)

    def ticks(self) -> list[float]:
        """Round numbers within."""
        rough = (self.high - self.low) / TICKS
        step = nice(rough)
        first = int(self.low // step)
        found = [step * k for k in range(first, first + 4 * TICKS)]
        return [tick for tick in found if self.low - 1e-9 <= tick <= self.high + 1e-9]


def nice(rough: float) -> float:
    """The next of 1, 2, 5, 10, 20, ..."""
    power = 1e-9
    while True:
        for factor in (1, 2, 5):
            if factor * power >= rough * 0.999:
                return factor * power
        power *= 10


def tick_words(value: float, unit: str) -> str:
    if unit == SHARE:
        return f"{100 * value:.0f} %" if abs(100 * value - round(100 * value)) < 1e-6 else f"{100 * value:.1f} %"
    words = number_words(value, unit)
    return words.replace(".0 %", " %").replace(".00", "")


def span(exhibit: Exhibit, rows: Sequence[Row]) -> tuple[float, float]:
    """What a chart has to show, with some air."""
    numbers = [end for row in rows for end in ends(row.figure)]
    if exhibit.reference is not None:
        numbers.append(exhibit.reference)
    low, high = min(numbers), max(numbers)
    air = 0.06 * (high - low or abs(high) or 1)
    low, high = low - air, high + air
    return (max(low, 0.0), min(high, 1.0)) if exhibit.unit == SHARE else (low, high)


def dots(exhibit: Exhibit, rows: Sequence[Row]) -> str:
    """A line for each figure: its interval with a dot, the label above it and the number at the right."""
    scale = Scale(*span(exhibit, rows), 8, WIDTH - 8)
    parts, y, group = [], 4.0, ""
    top = y + (18 if exhibit.reference_words else 0)
    if exhibit.reference is not None and exhibit.reference_words:
        x = scale(exhibit.reference)
        anchor = "start" if x < WIDTH / 3 else "end" if x > WIDTH * 2 / 3 else "middle"
        parts.append(text(x, y + 10, exhibit.reference_words, SMALL, anchor, PALE))
    y = top
    for row in rows:
        if row.group and row.group != group:
            group = row.group
            parts.append(f'<g font-weight="bold">{text(4, y + 16, group)}</g>')
            y += HEAD
        low, high = ends(row.figure)
        off = exhibit.reference is not None and row.figure.differs_from(exhibit.reference)
        colour = LINE if off else COLOURS[1]
        *before, last = textwrap.wrap(row.label, LONGEST) or [""]
        for words in before:
            parts.append(text(4, y + 12, words))
            y += LEADING
        parts.append(text(4, y + 12, last))
        parts.append(text(WIDTH - 4, y + 12, number_words(row.figure.value or 0.0, exhibit.unit), anchor="end"))
        parts.append(line(scale(low), y + 23, scale(high), y + 23, colour, 3))
        parts.append(f'<circle cx="{scale(row.figure.value or 0.0):.1f}" cy="{y + 23:.1f}" r="4.5" fill="{colour}"/>')
        y += ROW
    if exhibit.reference is not None:
        x = scale(exhibit.reference)
        parts.insert(0, line(x, top, x, y, PALE, 1, "3 3"))
    for tick in scale.ticks():
        parts.append(line(scale(tick), y, scale(tick), y + 5))
        x = min(max(scale(tick), 18), WIDTH - 18)
        parts.append(text(x, y + 18, tick_words(tick, exhibit.unit), SMALL, "middle", PALE))
    return frame(exhibit, y + 24, parts)


def axes(exhibit: Exhibit, scale: Scale) -> list[str]:
    """The ticks at the left."""
    parts = []
    for tick in scale.ticks():
        parts.append(line(LEFT, scale(tick), WIDTH - RIGHT, scale(tick), PALE, 0.4))
        parts.append(text(LEFT - 5, scale(tick) + 4, tick_words(tick, exhibit.unit), SMALL, "end", PALE))
    return parts


def bars(exhibit: Exhibit, rows: Sequence[Row]) -> str:
    """How something is spread."""
    scale = Scale(0.0, max(ends(row.figure)[1] for row in rows) * 1.05, TALL, 10)
    parts = axes(exhibit, scale)
    step = (WIDTH - LEFT - RIGHT) / len(rows)
    every = max(1, -(-len(rows) * max(len(short(row.label)) for row in rows) * 8 // (WIDTH - LEFT - RIGHT)))
    for i, row in enumerate(rows):
        x, low, high = LEFT + i * step, *ends(row.figure)
        y = scale(row.figure.value or 0.0)
        parts.append(
            f'<rect x="{x + 0.1 * step:.1f}" y="{y:.1f}" width="{0.8 * step:.1f}" height="{TALL - y:.1f}" '
            f'fill="{COLOURS[1]}" opacity="0.75"/>'
        )
        parts.append(line(x + step / 2, scale(low), x + step / 2, scale(high), INK, 1))
        if i % every == 0:
            parts.append(text(x + step / 2, TALL + 15, short(row.label), SMALL, "middle", PALE))
    parts.append(text(WIDTH - RIGHT, TALL + 30, exhibit.label, SMALL, "end", PALE))
    return frame(exhibit, TALL + FOOT, parts)


def short(label: str) -> str:
    """Of a class of numbers the first."""
    return label.partition(" to ")[0]


def curve(exhibit: Exhibit, rows: Sequence[Row]) -> str:
    """Lines with bands, one for each group, named below."""
    groups = list(dict.fromkeys(row.group for row in rows))
    across = Scale(0, len(rows) / len(groups) - 1, LEFT, WIDTH - RIGHT)
    scale = Scale(*span(exhibit, rows), TALL, 10)
    parts = axes(exhibit, scale)
    if exhibit.reference is not None:
        y = scale(exhibit.reference)
        parts += [line(LEFT, y, WIDTH - RIGHT, y, PALE, 1, "3 3")]
        parts += [text(WIDTH - RIGHT, y - 4, exhibit.reference_words, SMALL, "end", PALE)]
    for g, group in enumerate(groups):
        mine = [row for row in rows if row.group == group]
        there = [(across(i), row.figure) for i, row in enumerate(mine)]
        band = [f"{x:.1f},{scale(ends(f)[0]):.1f}" for x, f in there]
        band += [f"{x:.1f},{scale(ends(f)[1]):.1f}" for x, f in reversed(there)]
        middle = " ".join(f"{x:.1f},{scale(f.value or 0.0):.1f}" for x, f in there)
        colour, dash = COLOURS[g % len(COLOURS)], DASHES[g % len(DASHES)]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        parts.append(f'<polygon points="{" ".join(band)}" fill="{colour}" opacity="0.2"/>')
        parts.append(f'<polyline points="{middle}" fill="none" stroke="{colour}" stroke-width="2"{dashed}/>')
        parts.append(line(LEFT, TALL + 34 + 18 * g, LEFT + 30, TALL + 34 + 18 * g, colour, 2, dash))
        parts.append(text(LEFT + 38, TALL + 38 + 18 * g, group))
        for i in range(0, len(mine), max(1, len(mine) // 4)):
            parts += [text(across(i), TALL + 15, mine[i].label, SMALL, "middle", PALE)] if g == 0 else []
    return frame(exhibit, TALL + 34 + 18 * len(groups), parts)
