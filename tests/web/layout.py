"""The tables of all games at every size of screen, drawn from positions of real matches.

python -m tests.web.layout shoot umami --out pictures [--players 3] [--size 390x844 1920x1080] [--kind place]
                                  [--at 20] [--count 3]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, sync_playwright

from tests.web.positions import Position, after, chosen
from tests.web.stage import Broken, Stage, site
from tests.web.support import launch
from yokocho import catalog
from yokocho.core.game import Game

SIZES = (
    *((1280, 800), (1440, 900), (1920, 1080), (2560, 1440)),
    *((820, 1180), (390, 844), (390, 664), (360, 640), (844, 390)),
)


def size_of(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


# --- pictures


def wanted_positions(game: Game, wanted: argparse.Namespace) -> Iterator[Position]:
    for players in wanted.players or game.players:
        if wanted.at is not None:
            yield after(game, players, 0, wanted.at)
            continue
        for position in chosen(game, players, wanted.count):
            if not wanted.kind or position.kind in wanted.kind:
                yield position


def working(browser: Browser, state: dict[str, Any], committed: bool) -> Path:
    """A client that draws: that of the sources as they are, or while they are being changed the committed one."""
    try:
        built = site(committed)
        stage = Stage(browser, built, *SIZES[0])
        stage.draw(state)
        stage.close()
    except (Broken, Error) as problem:
        if committed:
            raise
        print(f"{problem}\nThe client is being changed: these are pictures of the committed one.", file=sys.stderr)
        return working(browser, state, committed=True)
    return built


def shoot(wanted: argparse.Namespace) -> None:
    game = catalog.game(wanted.game)
    positions = list(wanted_positions(game, wanted))
    states = [position.state() for position in positions]
    wanted.out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        built = working(browser, states[0], wanted.committed)
        for width, height in wanted.size or SIZES:
            stage = Stage(browser, built, width, height, sharp=True)
            counts: dict[tuple[int, str], int] = {}
            for position, state in zip(positions, states):
                stage.draw(state)
                n = counts[position.players, position.kind] = counts.get((position.players, position.kind), -1) + 1
                name = f"{game.name}-{position.players}-{width}x{height}-{position.kind}-{n}.png"
                stage.page.screenshot(path=wanted.out / name, animations="disabled")
                print(f"{wanted.out / name}  match {position.match}, {position.moves} moves, seat {position.viewer}")
            for fault in dict.fromkeys(stage.faults):
                print(fault)
            stage.close()
        browser.close()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.layout", description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    commands = parser.add_subparsers(required=True)
    pictures = commands.add_parser("shoot", help="pictures of positions, without a house")
    pictures.add_argument("game", choices=catalog.names())
    pictures.add_argument("--players", type=int, nargs="+")
    pictures.add_argument("--size", type=size_of, nargs="+", help="such as 1920x1080; default: all nine")
    pictures.add_argument("--kind", nargs="+", help="of question; or waits, watches, over")
    pictures.add_argument("--at", type=int, help="after so many moves of the first match, instead of chosen positions")
    pictures.add_argument("--count", type=int, default=1, help="positions of each kind and number of players")
    pictures.add_argument("--committed", action="store_true", help="the client as last committed")
    pictures.add_argument("--out", type=Path, required=True)
    pictures.set_defaults(run=shoot)
    wanted = parser.parse_args(arguments)
    wanted.run(wanted)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
