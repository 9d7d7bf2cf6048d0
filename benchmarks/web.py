"""The browser's bars: JavaScript on the wire, the first table, and a click until its scene is drawn.

    python -m benchmarks.web --moves 120 --game umami yatta

A warm house on localhost, the system's Chromium, animation off. The clock starts at the trusted click and stops after
the first frame that was drawn with the new scene in it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.server.support import Process
from tests.web.support import DESKTOP, SHORT, STILL, Visitor, launch, script
from yokocho import catalog

PAUSE = 150  # ms: nobody looks at a scene and clicks faster, and its last frame is drawn by then
BARS = {"js": 150.0, "table": 1500.0, "move": 120.0}  # KiB, ms, ms at the 95th percentile
WATCH = """() => {
  window.drawn = [];
  let begun = 0;
  addEventListener('click', (event) => { begun = event.timeStamp; }, true);
  const scene = () => document.querySelectorAll('.log *').length; // a turn's steps are folded into it
  let known = scene();
  new MutationObserver(() => {
    const now = scene();
    if (now === known) return;
    known = now;
    const from = begun;
    begun = 0;
    if (!from) return;
    const after = new MessageChannel();
    after.port1.onmessage = () => drawn.push(performance.now() - from);
    requestAnimationFrame(() => after.port2.postMessage(0));
  }).observe(document.body, {subtree: true, childList: true});
}"""


def first_table(browser: Browser, url: str, visitor: Visitor, path: str, times: int) -> list[float]:
    """Milliseconds from the address to the table, with nothing in the cache."""
    found = []
    for _ in range(times):
        context = browser.new_context(**DESKTOP, **STILL, storage_state=visitor.context.storage_state())
        page = context.new_page()
        page.add_init_script(
            """new MutationObserver((_, it) => { if (document.querySelector('.board .piece')) {
            it.disconnect(); requestAnimationFrame(() => { window.shown = performance.now(); }); } })
            .observe(document, {subtree: true, childList: true});"""
        )
        page.goto(url + path)
        page.wait_for_function("() => window.shown")
        found.append(page.evaluate("window.shown"))
        context.close()
    return found


def moves(visitor: Visitor, game: str, wanted: int) -> list[float]:
    found: list[float] = []
    while len(found) < wanted:
        visitor.sit(game, ["me", "bot:apprentice"])
        visitor.page.evaluate(WATCH)
        while len(found) + visitor.page.evaluate("window.drawn.length") < wanted:
            visitor.page.wait_for_timeout(PAUSE)
            if visitor.touch() == "over":
                break
        found += visitor.page.evaluate("window.drawn")
    return found


def percentile(found: list[float], share: float) -> float:
    return sorted(found)[min(len(found) - 1, int(share * len(found)))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="+", choices=catalog.names(), default=catalog.names())
    parser.add_argument("--moves", type=int, default=120, help="of each game, at least")
    parser.add_argument("--times", type=int, default=9, help="the first table is opened so often")
    parser.add_argument("--bot-delay", default="0.3", help="seconds a bot waits before each move, as a house has it")
    wanted = parser.parse_args()
    begun = os.getloadavg()
    table = Table("game", "JS, KiB gzipped", "first table, ms", "click to scene, ms: median", "p95", "moves")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        house = Process(Path(scratch) / "house.db", "--bot-delay", wanted.bot_delay)
        browser = launch(playwright)
        for game in wanted.game:
            visitor = Visitor(browser.new_context(**DESKTOP, **STILL), house.url)
            id = visitor.table(game, ["me", "bot:apprentice"], options=SHORT.get(game, {}))
            size = script(visitor, f"/t/{id}")
            shown = statistics.median(first_table(browser, house.url, visitor, f"/t/{id}", wanted.times))
            drawn = moves(visitor, game, wanted.moves)
            late = percentile(drawn, 0.95)
            cells = [f"{size:.1f}", f"{shown:.0f}", f"{statistics.median(drawn):.0f}", f"{late:.0f}", f"{len(drawn)}"]
            table.add_row(game, *cells)
            visitor.context.close()
        browser.close()
        house.stop()
    table.add_row("bar", *[f"< {BARS[bar]:.0f}" for bar in ("js", "table")], "", f"< {BARS['move']:.0f}", "")
    Console(width=110).print(table)
    print(f"load {begun[0]:.1f} at the beginning, {os.getloadavg()[0]:.1f} at the end, on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
