"""Pieces as small coloured cards. Each colour has a shape or a letter beside it, so it never carries meaning alone."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.cells import cell_len
from rich.text import Text

from yokocho.core.scene import Piece, Scene, readable

INK, PAPER, BACK = "#1f1a17", "#f7f0e1", "#4a4d63"
LANTERN, LIGHT, QUIET, LINE = "#ff7a50", "#ffd58a", "#9a9cb0", "#565a75"

COLORS = {
    "green": "#8fce8a",
    "yellow": "#f4d062",
    "red": "#f58d78",
    "blue": "#8dbdf5",
    "silver": "#cdd2de",
    "gold": "#e8bf5a",
    "orange": "#f7b066",
    "purple": "#c8a8f0",
    "violet": "#c8a8f0",
    "pink": "#f5adcb",
    "brown": "#cfa985",
    "turquoise": "#7fd3cb",
    "teal": "#7fd3cb",
    "jade": "#7fcfa6",
    "grey": "#b4b6c2",
    "gray": "#b4b6c2",
    "black": "#8b8a96",
    "white": PAPER,
}
SHAPES = {
    "leaf": "♣",
    "circle": "●",
    "flame": "▲",
    "triangle": "▲",
    "crown": "♛",
    "star": "★",
    "diamond": "◆",
    "square": "■",
    "heart": "♥",
    "hexagon": "⬢",
    "ring": "○",
    "cross": "✚",
    "drop": "▼",
    "moon": "☾",
    "sun": "☀",
}
RULE = re.compile(r"\b[A-Z]{2,4}-R?\d+\b")
HIDDEN = "▒"
BADGES = 12  # most letters of badges below a face; `look` shows them all


def symbol(piece: Piece) -> str:
    """The shape that stands for the colour; a letter if there is no such shape and no letter on the face."""
    known = SHAPES.get(piece.shape)
    if known or any(c.isalpha() for c in piece.face[:1]):
        return known or ""
    return (piece.shape or piece.color)[:1].upper()


def background(piece: Piece) -> str:
    return COLORS.get(piece.color, PAPER) if piece.face else BACK


def caption(piece: Piece, tight: bool = False) -> str:
    """The text of the card in one line."""
    if not piece.face:
        return HIDDEN * 2
    return f"{symbol(piece)}{'' if tight else ' '}{readable(piece.face)}".strip()


def short(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def chip(piece: Piece, width: int = 0, tight: bool = False) -> Text:
    """A card in one line, with half a cell of edge on both sides."""
    color = background(piece)
    ink = INK if piece.face else QUIET
    body = caption(piece, tight)
    body += " " * (width - 2 - cell_len(body))
    return Text.assemble(("▐", color), (body, f"bold {ink} on {color}"), ("▌", color))


def card(piece: Piece, width: int = 0, badges: bool = True) -> list[Text]:
    """A card in two lines, its face and its badges in words; in one line without badges."""
    color = background(piece)
    ink = INK if piece.face else QUIET
    lower = short(", ".join(piece.badges), BADGES) if piece.face else HIDDEN * 2
    rows = [(caption(piece), f"bold {ink} on {color}"), (lower, f"{ink} on {color}")][: 1 + badges]
    width = max([width, *(cell_len(line) + 2 for line, _ in rows)])
    return [
        Text.assemble(("▐", color), (line + " " * (width - 2 - cell_len(line)), style), ("▌", color))
        for line, style in rows
    ]


def chip_width(pieces: Iterable[Piece]) -> int:
    return max((cell_len(caption(piece)) + 2 for piece in pieces), default=0)


def card_width(pieces: Iterable[Piece]) -> int:
    return max((card(piece)[0].cell_len for piece in pieces), default=0)


def faces(scene: Scene) -> dict[str, str]:
    """The colour of every face that lies open."""
    return {piece.face: background(piece) for zone in scene.zones for piece in zone.pieces if piece.face}


def tint(text: str, colors: dict[str, str], style: str = "") -> Text:
    """A sentence with coloured faces and highlighted rule numbers."""
    made = Text(style=style)
    for part in re.split(r"([\s{}(),;:]+)", text):
        made.append(part, f"bold {colors[part]}" if part in colors else "")
    made.highlight_regex(RULE, QUIET)
    return made
