"""How smoothly a busy turn of an opponent is shown: frame times and long tasks with a slowed processor.

    python -m benchmarks.motion --slower 4 --times 3
    python -m benchmarks.motion --film build/film

The page is the stage of tests/web: no house runs beside it. Frame times are those of the clock on the wall; the longest
task is told in processor time too, times the factor, which a loaded machine does not change. With `--film`, six frames
of each turn are kept as pictures instead.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.web.stage import Stage, site
from tests.web.support import launch
from tests.web.turns import Turn, busy_turn
from yokocho import catalog

BARS = (20.0, 50.0, 50.0)  # ms: frames at the 95th percentile; the longest task, by the clock and by the processor
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
MOVE = 0.9  # seconds that one takes, or less
LINGER = 1.2  # seconds after the last one
SLOW = 0.08  # how fast a film goes: a picture takes its time


def show_all(stage: Stage, turn: Turn) -> None:
    """Lets everything happen, and waits until it has."""
    for event in turn.events:
        stage.happen(event)
    stage.page.wait_for_timeout((MOVE * len(turn.events) + LINGER) * 1000)


def longest_task(trace: bytes) -> float:
    """Milliseconds of processor time of the longest task of the page's main thread."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("name") == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [event for event in events if event.get("name", "").endswith("RunTask") and "tdur" in event]
    return max((event["tdur"] / 1000 for event in tasks if (event["pid"], event["tid"]) in threads), default=0.0)


def measure(browser: Browser, stage: Stage, turn: Turn, slower: float) -> tuple[float, float, float, int]:
    """The 95th percentile of the frame times, the longest task by the clock and by the processor, and how many
    animations there were.
    """
    stage.draw(turn.state)
    stage.page.wait_for_timeout(1000)
    browser.start_tracing(page=stage.page, categories=["toplevel"])
    show_all(stage, turn)
    busy = longest_task(browser.stop_tracing()) * slower
    again(stage)
    stage.draw(turn.state)
    session = stage.context.new_cdp_session(stage.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    stage.page.wait_for_timeout(1000)
    stage.page.evaluate(WATCH)
    show_all(stage, turn)
    seen = stage.page.evaluate("() => { seen.on = false; return seen; }")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    session.detach()
    again(stage)
    frames = sorted(seen["frames"])
    return statistics.quantiles(frames, n=20)[-1], max(seen["tasks"], default=0.0), busy, seen["flights"]


def again(stage: Stage) -> None:
    stage.page.reload()
    stage.page.wait_for_function("() => window.draw")


def film(stage: Stage, turn: Turn, folder: Path, name: str) -> None:
    stage.page.evaluate("(speed) => localStorage.setItem('yokocho-settings', JSON.stringify({speed}))", SLOW)
    again(stage)
    stage.draw(turn.state)
    stage.page.wait_for_timeout(500)
    begun = time.monotonic()
    for event in turn.events:
        stage.happen(event)
    seconds = 0.7 * len(turn.events) / SLOW
    for i in range(FRAMES):
        stage.page.wait_for_timeout(max(0.0, (begun + (i + 0.35) * seconds / FRAMES - time.monotonic()) * 1000))
        stage.page.screenshot(path=str(folder / f"{name}-{i + 1}.png"))


def told_of(bar: float, values: Sequence[float]) -> str:
    color = "green" if min(values) <= bar else "red"
    return f"[{color}]{min(values):.1f} ms[/] ({' '.join(f'{value:.1f}' for value in values)})"


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
    rows = Table("game", "moves", "animations", "frame, p95", "longest task", "of processor time")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        stage = Stage(browser, site(), *SIZES[asked.size], still=False)
        for name in asked.games:
            turn = busy_turn(catalog.game(name))
            if asked.film:
                film(stage, turn, asked.film, f"{name}-{asked.size}")
                continue
            found = [measure(browser, stage, turn, asked.slower) for _ in range(asked.times)]
            told = [told_of(bar, values) for bar, values in zip(BARS, zip(*(one[:3] for one in found)))]
            rows.add_row(name, f"{len(turn.events)}", f"{found[0][3]}", *told)
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
