"""Pictures of every page and every game's table, at a desk and on a phone.

python -m tests.web.screenshots FOLDER          all of them
python -m tests.web.screenshots docs/images --readme    each game's table only, small enough for the README
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.server.support import Guest, Served, served, until
from tests.support import GAMES
from tests.web.support import DESKTOP, PHONE, STILL, Visitor, dealt, keep_site, launch, live
from yokocho.bots import seats as bots
from yokocho.server.settings import SITE
from yokocho.server.table import RUNNING

SIZES = {"desktop": DESKTOP, "phone": PHONE}
MOVES = {
    "umami": 14,
    "mitsuhamama": 30,
    "wok_and_roll": 9,
    "yatta": 14,
    "last_dumpling": 2,
    "pass_the_tray": 5,
}  # mine, until the picture
COLORS = 255
MARK = Path(__file__).parents[2] / "src" / "yokocho" / "games"


def advance(house: Served, guest: Guest, id: str, moves: int) -> None:
    """Plays so many sensible moves for the person, whatever the bots do in between."""
    (seat,) = guest.get(f"/api/tables/{id}").json()["mine"]

    def asked() -> bool:
        table = live(house, id)
        return table.status != RUNNING or seat in table.playing.pending()

    bot = bots.bot("cook", live(house, id).game, "picture")
    for n in range(moves + 1):
        until(asked)
        table = live(house, id)
        if table.status != RUNNING or n == moves:
            return
        number = guest.state(id, seat=seat)["number"]
        guest.say(id, "move", seat, id=str(n), number=number, move=bot(table.playing.view(seat), seat))


@contextmanager
def looking(browser: Browser, guest: Guest, url: str, size: str, still: bool = True) -> Iterator[Visitor]:
    context = browser.new_context(**SIZES[size], **STILL if still else {})
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in guest.http.cookies.items()])
    yield Visitor(context, url)
    context.close()


def shoot(visitor: Visitor, path: str, wait: str, file: Path) -> None:
    visitor.go(path)
    visitor.page.wait_for_selector(wait)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate("document.fonts.ready")
    visitor.page.mouse.move(0, 0)
    visitor.page.screenshot(path=str(file), animations="disabled")


def shrink(file: Path) -> None:
    """A palette is enough for flat pictures, and a point a pixel."""
    image = Image.open(file).convert("RGB")
    if file.stem.endswith("phone"):
        image = image.resize((image.width // 2, image.height // 2), Image.Resampling.LANCZOS)
    image.quantize(COLORS, Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE).save(file, optimize=True)


def tables(browser: Browser, house: Served, folder: Path, games: list[str]) -> dict[str, tuple[Guest, str]]:
    """Each game's table in the middle of a match."""
    made = {}
    for name in games:
        guest = Guest(house.url, "Amber Fox")
        id = guest.table(name, ["me", "bot:cook", "bot:cook"])["id"]
        advance(house, guest, id, MOVES.get(name, 10))
        made[name] = guest, id
        for size in SIZES:
            with looking(browser, guest, house.url, size) as visitor:
                shoot(visitor, f"/t/{id}", ".board", folder / f"{name}-{size}.png")
    return made


def pages(browser: Browser, house: Served, folder: Path, guest: Guest, running: str) -> None:
    """The other pages, and the end."""
    over = guest.table("last_dumpling", ["me", "bot:cook"])["id"]
    advance(house, guest, over, 99)
    open = guest.table("umami", ["me", "open", "bot:chef"])["id"]
    shots = [
        ("home", "/", ".stall"),
        ("new", "/new/mitsuhamama", ".setup"),
        ("lobby", f"/t/{open}", ".qr"),
        ("rules", "/rules/umami", ".rule"),
        ("settings", "/settings", "form"),
        ("me", "/me", ".table-list"),
        ("end", f"/t/{over}", ".end"),
        ("replay", f"/t/{running}/replay?move=12", ".replay-bar"),
    ]
    for size in SIZES:
        with looking(browser, guest, house.url, size) as visitor:
            for name, path, wait in shots:
                shoot(visitor, path, wait, folder / f"{name}-{size}.png")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.web.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--readme", action="store_true", help="only the tables of our own games, and small")
    parser.add_argument("--game", action="append", choices=[game.name for game in GAMES])
    wanted = parser.parse_args(arguments)
    own = [game.name for game in GAMES if game.folder.is_relative_to(MARK)]
    games = wanted.game or (own if wanted.readme else [game.name for game in GAMES])
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as scratch,
        dealt(),
        served(Path(scratch) / "house.db", site=keep_site(SITE, Path(scratch) / "site")) as house,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        made = tables(browser, house, wanted.folder, games)
        if wanted.readme:
            for file in wanted.folder.glob("*.png"):
                shrink(file)
        elif not wanted.game:
            pages(browser, house, wanted.folder, *made["umami"])
        for guest, _ in made.values():
            guest.close()
        browser.close()


if __name__ == "__main__":
    main()
