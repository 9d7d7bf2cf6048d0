"""The picture of a match that is over, to be shared: who won, by how much, and the winner's table. Drawn from what
onlookers may see.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from pathlib import Path

import resvg_py

from yokocho.core.match import Illegal
from yokocho.core.record import SPECTATOR
from yokocho.core.scene import Finale, Piece, Scene, Zone
from yokocho.server import views
from yokocho.server.table import FINISHED, Table

WIDTH, HEIGHT = 1200, 630
DRAWINGS = "generated"  # where the built client keeps drawings and fonts for the server
SANS, BRUSH = "'Rounded Mplus 1c ExtraBold'", "'Yusei Magic'"
SEAT_COLORS = ("#e0701c", "#2565b5", "#7a45a8", "#2f7d3b", "#d4508c", "#f2b61c")
COLORS = {
    **{"red": "#c8321f", "green": "#2f7d3b", "yellow": "#f2b61c", "blue": "#2565b5", "orange": "#e0701c"},
    **{"purple": "#7a45a8", "brown": "#7c4a2b", "black": "#23262b", "white": "#fbfaf6", "gray": "#6b7078"},
    **{"pink": "#d4508c", "silver": "#b9c2cf"},
}
BOARD = (640, 108, 510, 420)  # x, y, width, height
CARDS, GAP, ROW = (92, 76, 64, 54, 44, 36, 28, 22), 5, 6  # sizes of a piece, the space around it, how many side by side
TOWERS, PLINTH, TALL = 540, 78, 135  # where they stand, and how high they may be
LEAST = 16  # a tower of no points
LONGEST = 13  # letters of a name on a plinth


def png(table: Table, site: Path) -> bytes:
    """The picture; Illegal before the end."""
    if table.status != FINISHED or not table.result:
        raise Illegal("There is a picture once the match is over.")
    fonts = [str(font) for font in sorted((site / DRAWINGS).glob("*.ttf"))]
    return resvg_py.svg_to_bytes(svg_string=svg(table, site), font_files=fonts)


def headline(table: Table) -> tuple[str, str]:
    """Who won, and how the game honours them."""
    result = table.result or {}
    first = [p for p, rank in enumerate(result["ranks"]) if rank == 1 and p not in result.get("conceded", ())]
    names = joined([table.seats[p].name for p in first])
    if not first:
        return "Nobody won", ""
    return f"{names} {'share the win' if len(first) > 1 else 'won'}", table.game.finale.words.format(names)


def joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""


def svg(table: Table, site: Path) -> str:
    shown = views.scene(table, SPECTATOR, table.playing.view(SPECTATOR))
    ranks = (table.result or {})["ranks"]
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">',
            *ground(table.game.finale, site),
            *words(table, site),
            *towers(table, shown, site),
            *board(shown, ranks.index(1) if 1 in ranks else 0, site),
            "</svg>",
        ]
    )


def ground(finale: Finale, site: Path) -> Iterator[str]:
    yield (
        '<defs><radialGradient id="g" cx="24%" cy="60%" r="80%"><stop offset="0" stop-color="#5b4520"/>'
        '<stop offset=".55" stop-color="#1e2238"/><stop offset="1" stop-color="#0e1124"/></radialGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#g)"/>'
        f'<rect y="{TOWERS + 30}" width="{WIDTH}" height="{HEIGHT - TOWERS - 30}" fill="#3a2a22"/>'
        f'<rect y="{TOWERS + 30}" width="{WIDTH}" height="7" fill="#6a4a31"/>'
    )
    for i in range(9):  # what falls over the table
        x, y, turn = 40 + i * 137 % 1130, 20 + i * 89 % 480, i * 53
        yield f'<g opacity=".3" transform="rotate({turn} {x} {y})">{drawing(finale.art, x, y, 34, site)}</g>'


def words(table: Table, site: Path) -> Iterator[str]:
    said, honour = headline(table)
    size = min(62, int(980 / max(10, len(said))) + 18)
    title = table.game.title.partition(":")[0]
    yield f'<rect x="44" y="34" width="{30 + 21 * len(title)}" height="52" rx="10" fill="#f6e3b4"/>'
    yield text(title, 59, 73, 38, "#3b2a20", BRUSH)
    yield text(said, 44, 160, size, "#ffe9b8", BRUSH)
    yield text(honour, 44, 204, 23, "#ffd58a")
    yield drawing("lantern", 40, 580, 40, site)
    yield text("Yokocho", 88, 611, 32, "#ffe9b8", BRUSH) + text("an alley of small tables", 226, 610, 19, "#e9dcc4")


def towers(table: Table, shown: Scene, site: Path) -> Iterator[str]:
    """The seats in order, each as high as its points."""
    result = table.result or {}
    scores, ranks = result["scores"], result["ranks"]
    width = min(150, 570 // len(scores))
    for panel in shown.panels:
        p, x = panel.seat, 40 + panel.seat * width
        high = LEAST + round(max(0, scores[p]) / max(1, *scores) * (TALL - LEAST))
        y, mid, first = TOWERS - PLINTH - high, x + width / 2 - 4, ranks[p] == 1
        face = min(70, width - 30)
        fill = SEAT_COLORS[p % len(SEAT_COLORS)]
        yield f'<rect x="{x + 8}" y="{y}" width="{width - 24}" height="{high}" fill="{fill}" opacity=".85"/>'
        yield f'<circle cx="{mid}" cy="{y - face / 2 - 4}" r="{face / 2 + 3}" fill="{fill}"/>'
        yield drawing(f"face-{panel.face}", mid - face / 2, y - face - 4, face, site)
        if first:
            yield (
                f'<path transform="translate({mid - 22} {y - face - 44}) scale(1.9)" fill="#ffc933" stroke="#5a3a10" '
                'd="M3 18.5h18V21H3zM2.500 6.500 7 10.500 12 3l5 7.500 4.500-4L20 17H4z"/>'
            )
        fill, ink = ("#f2b93f", "#2d1c08") if first else ("#8a5d31", "#fff6e2")
        yield f'<rect x="{x}" y="{TOWERS - PLINTH}" width="{width - 8}" height="{PLINTH}" rx="8" fill="{fill}"/>'
        yield text(str(scores[p]), mid, TOWERS - 36, 38, ink, middle=True)
        name = panel.name if len(panel.name) <= LONGEST else f"{panel.name[: LONGEST - 1]}…"
        yield text(name, mid, TOWERS - 12, min(19, int(1.6 * width / max(6, len(name)))), ink, middle=True)


def board(shown: Scene, seat: int, site: Path) -> Iterator[str]:
    """What lies open before the winner, zone by zone, as large as it fits."""
    left, top, width, height = BOARD
    yield (
        f'<rect x="{left}" y="{top - 20}" width="{width + 16}" height="{height + 36}" rx="18" fill="#5f442c" '
        'stroke="#2b1d12" stroke-width="4"/>'
    )
    yield text(shown.panels[seat].name, left + 18, top + 16, 22, "#ffe9b8")
    zones = [pieces for zone in shown.zones if zone.owner == seat for pieces in [open_pieces(zone)] if pieces]
    size = next((size for size in CARDS if racks(zones, size)[-1][1] <= height - 30), CARDS[-1])
    for pieces, (y, under, x) in zip(zones, racks(zones, size)):
        if under > height - 20:
            return
        across = min(ROW, len(pieces))
        high, x, y = under - y, left + 14 + x, top + 30 + y
        wide = across * (size + GAP) + 4
        yield f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="8" fill="#000" fill-opacity=".22"/>'
        for i, piece in enumerate(pieces):
            yield card(piece, x + 4 + i % ROW * (size + GAP), y + 4 + i // ROW * (size + GAP), size, site)


def racks(zones: list[list[Piece]], size: int) -> list[tuple[int, int, int]]:
    """For each zone its upper and its lower edge and its left one, side by side as long as there is room."""
    found, x, y, low = [], 0, 0, 0
    for pieces in zones:
        wide = min(ROW, len(pieces)) * (size + GAP) + 10
        high = -(-len(pieces) // ROW) * (size + GAP) + 4
        if x and x + wide > BOARD[2] - 4:
            x, y, low = 0, y + low + 6, 0
        found.append((y, y + high, x))
        x, low = x + wide, max(low, high)
    return found or [(0, 0, 0)]


def open_pieces(zone: Zone) -> list[Piece]:
    return [piece for piece in zone.pieces if piece.face] if zone.kind != "edge" else []


def card(piece: Piece, x: float, y: float, size: int, site: Path) -> str:
    color = COLORS.get(piece.color, "#b9a88a")
    drawn = drawing(piece.art, x + 0.2 * size, y + 0.14 * size, 0.72 * size, site)
    face = piece.face.replace("_", " ")[:5]
    said = drawn or text(face, x + 0.56 * size, y + 0.6 * size, 0.27 * size, "#2a2320", middle=True)
    return (
        f'<rect x="{x}" y="{y}" width="{size}" height="{size}" rx="7" fill="#fbf4e4"/>'
        f'<path d="M{x + 7} {y}h4v{size}h-4a7 7 0 0 1-7-7v-{size - 14}a7 7 0 0 1 7-7z" fill="{color}"/>{said}'
    )


def text(said: str, x: float, y: float, size: float, fill: str, family: str = SANS, middle: bool = False) -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    return (
        f'<text x="{x}" y="{y}" font-family="{family}, sans-serif" font-size="{size}" fill="{fill}"{anchor}>'
        f"{escape(said)}</text>"
    )


def drawing(name: str, x: float, y: float, size: float, site: Path) -> str:
    """A drawing of the client; nothing where there is none by that name."""
    data = encoded(site / DRAWINGS / f"{name}.svg") if name else ""
    return f'<image x="{x}" y="{y}" width="{size}" height="{size}" href="{data}"/>' if data else ""


@lru_cache(maxsize=256)
def encoded(file: Path) -> str:
    if not file.is_file():
        return ""
    return f"data:image/svg+xml;base64,{base64.b64encode(file.read_bytes()).decode()}"
