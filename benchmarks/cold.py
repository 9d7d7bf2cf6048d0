"""How soon people play: from the start of `yokocho serve` to the home page, the first move and the first answer.

    python -m benchmarks.cold                 # an empty cache of compiled kernels, once for each game
    python -m benchmarks.cold --copied        # a whole cache, copied to another folder

A person with the system's Chromium, against a cook. Bots wait no time of their own.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from pathlib import Path

import httpx
from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.server.support import Process
from tests.web.support import DESKTOP, STILL, Visitor, launch
from yokocho import catalog
from yokocho.core.kernel import cache_root

STEPS = ("house open", "home page", "first scene", "first move", "first answer")


def measure(browser: Browser, game: str, folder: Path, cache: Path) -> list[float]:
    """Seconds since the start of the house, at each step."""
    begun = time.perf_counter()
    times: list[float] = []
    house = Process(folder / "house.db", YOKOCHO_CACHE=str(cache))
    try:
        times.append(time.perf_counter() - begun)
        assert httpx.get(house.url, timeout=60).status_code == 200
        times.append(time.perf_counter() - begun)
        context = browser.new_context(**DESKTOP, **STILL)
        person = Visitor(context, house.url)
        id = person.sit(game, ["me", "bot:cook"])
        times.append(time.perf_counter() - begun)
        moved: set[int] = set()
        while moved != {0, 1}:
            person.touch(0.2)
            before, moved = moved, {entry["seat"] for entry in person.api("GET", f"/tables/{id}/log")["entries"]}
            if 0 in moved and 0 not in before:
                times.append(time.perf_counter() - begun)
        times.append(time.perf_counter() - begun)
        context.close()
    finally:
        house.stop()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--copied", action="store_true", help="with a whole cache, copied to another folder")
    given = parser.parse_args()
    shown = Table("game", *STEPS, title="seconds since the start")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for game in catalog.names():
            with tempfile.TemporaryDirectory() as folder:
                cache = Path(folder) / "cache"
                if given.copied:
                    shutil.copytree(cache_root(), cache)
                times = measure(browser, game, Path(folder), cache)
            shown.add_row(game, *(f"{seconds:.1f}" for seconds in times))
        browser.close()
    Console().print(shown)


if __name__ == "__main__":
    main()
