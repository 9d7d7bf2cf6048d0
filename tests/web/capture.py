"""A few moves of a match as a small moving picture, for the README.

python -m tests.web.capture docs/images/umami.webp
"""

from __future__ import annotations

import argparse
import base64
import io
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.server.support import Guest, served
from tests.support import GAMES
from tests.web.screenshots import advance, looking
from tests.web.support import Visitor, dealt, keep_site, launch
from yokocho.server.settings import SITE

WIDTH, HEIGHT = 800, 500
PAUSE = 900  # ms that a person takes for a move
LAST = 1500  # ms that the last picture stays


def film(visitor: Visitor, touches: int) -> list[tuple[float, Image.Image]]:
    """The pictures that Chromium paints meanwhile, each with its second."""
    session = visitor.context.new_cdp_session(visitor.page)
    frames: list[tuple[float, Image.Image]] = []

    def painted(frame: Any) -> None:
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})
        image = Image.open(io.BytesIO(base64.b64decode(frame["data"]))).convert("RGB")
        frames.append((frame["metadata"]["timestamp"], image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)))

    session.on("Page.screencastFrame", painted)
    session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 2})
    for _ in range(touches):
        if visitor.touch() == "over":
            break
        visitor.page.wait_for_timeout(PAUSE)
    session.send("Page.stopScreencast")
    return frames


def save(frames: list[tuple[float, Image.Image]], file: Path, quality: int) -> None:
    times = [time for time, _ in frames]
    lasting = [max(20, round((b - a) * 1000)) for a, b in pairwise(times)] + [LAST]
    first, *others = (image for _, image in frames)
    first.save(
        file,
        save_all=True,
        append_images=others,
        duration=lasting,
        loop=0,
        quality=quality,
        method=6,
        minimize_size=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.web.capture", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--game", choices=[game.name for game in GAMES], default="umami")
    parser.add_argument("--after", type=int, default=10, help="moves of mine before it begins")
    parser.add_argument("--touches", type=int, default=9)
    parser.add_argument("--quality", type=int, default=40)
    wanted = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as scratch,
        dealt(),
        served(Path(scratch) / "house.db", site=keep_site(SITE, Path(scratch) / "site"), bot_delay=0.5) as house,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        guest = Guest(house.url, "Amber Fox")
        id = guest.table(wanted.game, ["me", "bot:cook"])["id"]
        advance(house, guest, id, wanted.after)
        with looking(browser, guest, house.url, "desktop", still=False) as visitor:
            visitor.go(f"/t/{id}")
            visitor.page.wait_for_selector(".board")
            visitor.page.evaluate("document.fonts.ready")
            save(film(visitor, wanted.touches), wanted.file, wanted.quality)
        guest.close()
        browser.close()
    print(f"{wanted.file}: {wanted.file.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
