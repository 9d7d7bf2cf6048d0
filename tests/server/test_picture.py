"""The picture of a match that is over."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.positions import OVER, Position, played
from yokocho import catalog
from yokocho.core.record import SPECTATOR
from yokocho.core.scene import Panel, Piece, Scene, Zone
from yokocho.server import picture
from yokocho.server.settings import SITE
from yokocho.server.table import Table

RACK = r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)" rx="8" fill="#000"'


def over(players: int) -> Table:
    game = catalog.game("last_dumpling")
    return Position(game, players, 1, len(played(game, players, 1).asked), OVER, SPECTATOR).table()


def test_it_says_who_won_and_with_how_much() -> None:
    table = over(3)
    result = table.result or {}
    said = re.findall(">([^<>]+)</text>", picture.svg(table, SITE))
    winner = table.seats[result["ranks"].index(1)].name
    assert {f"{winner} won", f"The cat bows, and there is tea for {winner}.", "Last Dumpling"} <= set(said)
    assert [said.count(str(score)) > 0 for score in result["scores"]] == [True] * 3


def test_names_are_no_markup(tmp_path: Path) -> None:
    table = over(2)
    for seat in table.seats:
        seat.name = "<image href='http://else.where'/>"
    assert "<image" not in picture.svg(table, tmp_path) and "&lt;image" in picture.svg(table, tmp_path)


def test_it_is_a_picture_of_the_usual_size() -> None:
    made = picture.png(over(4), SITE)
    assert made.startswith(b"\x89PNG")
    assert (int.from_bytes(made[16:20]), int.from_bytes(made[20:24])) == (picture.WIDTH, picture.HEIGHT)


def test_what_lies_before_the_winner_fits_on_the_board() -> None:
    piece = Piece("a", "card", "7")
    left, top, width, height = picture.BOARD
    for counts in ([4] * 4, [1] * 30, [9, 12, 3, 7, 20]):
        drawn = picture.board(
            Scene("", 0, "", [Zone(f"{n}", "row", "", 0, [piece] * n) for n in counts], [Panel(0, "Ann", 1)], [], ""),
            0,
            SITE,
        )
        racks = [tuple(map(int, found)) for found in re.findall(RACK, "".join(drawn))]
        assert len(racks) == len(counts)
        assert all(x >= left and x + w <= left + width + 16 for x, _, w, _ in racks)
        assert all(y >= top and y + h <= top + height + 16 for _, y, _, h in racks)
