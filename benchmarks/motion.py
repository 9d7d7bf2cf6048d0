"""How smoothly a busy turn of an opponent is shown: frame times and long tasks with a slowed processor.

    python -m benchmarks.motion --slower 4 --times 3
    python -m benchmarks.motion --film /tmp/film

The page is the stage of tests/web: no house runs beside it. With `--film`, six frames of each turn are kept as pictures
instead.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

from tests.web.stage import Stage, site
from tests.web.support import launch
from tests.web.turns import Turn, busy_turn
from yokocho import catalog

BARS = {"frame": 20.0, "task": 50.0}  # ms: at the 95th percentile; the longest
FRAMES = 6
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
WATCH = """() => {
  const seen = window.seen = {frames: [], tasks: [], flights: 0, on: true};
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { seen.flights += 1; return animate.apply(this, how); };
  let last = 0;
  const frame = (now) => {
    if (last) seen.frames.push(now - last);
    last = now;
    if (seen.on) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => list.getEntries().forEach((task) => seen.tasks.push(task.duration)))
    .observe({type: 'longtask'});
}"""
LINGER = 1.2  # seconds after the last move


def show(stage: Stage, turn: Turn) -> float:
    """Lets everything happen; seconds until all is shown, at most."""
    for event in turn.events:
        stage.happen(event)
    return sum(1.0 for _ in turn.events) + LINGER


def measure(stage: Stage, turn: Turn, slower: float) -> tuple[float, float, int]:
    """The 95th percentile of the frame times, the longest task, and how many animations there were."""
    stage.draw(turn.state)
    session = stage.context.new_cdp_session(stage.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    stage.page.wait_for_timeout(1000)
    stage.page.evaluate(WATCH)
    stage.page.wait_for_timeout(show(stage, turn) * 1000)
    seen = stage.page.evaluate("() => { seen.on = false; return seen; }")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    session.detach()
    stage.page.reload()
    stage.page.wait_for_function("() => window.draw")
    frames = sorted(seen["frames"])
    return statistics.quantiles(frames, n=20)[-1], max(seen["tasks"], default=0.0), seen["flights"]


def film(stage: Stage, turn: Turn, folder: Path, name: str) -> None:
    stage.draw(turn.state)
    stage.page.wait_for_timeout(500)
    begun = time.monotonic()
    seconds = show(stage, turn) - LINGER
    for i in range(FRAMES):
        stage.page.wait_for_timeout(max(0.0, (begun + (i + 0.35) * seconds / FRAMES - time.monotonic()) * 1000))
        stage.page.screenshot(path=str(folder / f"{name}-{i + 1}.png"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=[game.name for game in catalog.games() if not game.sample])
    parser.add_argument("--size", choices=SIZES, default="phone")
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--film", type=Path, help="a folder for pictures")
    asked = parser.parse_args()
    if asked.film:
        asked.film.mkdir(parents=True, exist_ok=True)
    rows = Table("game", "moves", "animations", "frame, p95", "longest task")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        stage = Stage(browser, site(), *SIZES[asked.size], still=False)
        for name in asked.games:
            turn = busy_turn(catalog.game(name))
            if asked.film:
                film(stage, turn, asked.film, f"{name}-{asked.size}")
                continue
            found = [measure(stage, turn, asked.slower) for _ in range(asked.times)]
            frame, task = min(frame for frame, _, _ in found), min(task for _, task, _ in found)
            spread = " ".join(f"{frame:.1f}" for frame, _, _ in found), " ".join(f"{task:.0f}" for _, task, _ in found)
            good = [
                f"{'[green]' if value <= BARS[bar] else '[red]'}{value:.1f} ms[/] ({all_of})"
                for bar, value, all_of in zip(BARS, (frame, task), spread)
            ]
            rows.add_row(name, f"{len(turn.events)}", f"{found[0][2]}", *good)
    if not asked.film:
        load = os.getloadavg()
        console = Console()
        console.print(rows)
        console.print(
            f"{asked.size}, processor slowed {asked.slower:g} times; the best of {asked.times} (all of them); load "
            f"{load[0]:.1f} on {os.cpu_count()} cores"
        )


if __name__ == "__main__":
    main()
