"""People in browsers. They know the table only by what is drawn, and click only what glows."""

from __future__ import annotations

import gzip
import random
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Request,
    Response,
    TimeoutError,
    expect,
)

from tests.server.support import PATIENCE, Served
from yokocho.server import tables
from yokocho.server.table import Table

expect.set_options(timeout=PATIENCE * 1000)

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SHORT_PHONE = {**PHONE, "viewport": {"width": 390, "height": 664}}
FLAT_PHONE = {**PHONE, "viewport": {"width": 844, "height": 390}}
LARGE = {"viewport": {"width": 2560, "height": 1440}}
STILL = {"reduced_motion": "reduce"}
SHORT: dict[str, dict[str, Any]] = {"mitsuhamama": {"max_days": 2}, "wok_and_roll": {"max_turns": 6}}
SHORTER: dict[str, dict[str, Any]] = {"mitsuhamama": {"max_days": 1}, "wok_and_roll": {"max_turns": 3}}
MOST = 3000  # touches a match may take
LOOKED = 3.0  # seconds after which somebody looks again

# What can be touched now, and where; waits until something can, or the patience is over.
NEXT = """async ({chance, patience}) => {
  const seen = (e) => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 0;
  const all = (s) => [...document.querySelectorAll(s)].filter(seen);
  const glowing = () => {
    const curtain = all('.curtain button');
    if (curtain.length) return curtain;
    if (document.querySelector('.actions.busy')) return [];
    const asked = all('.either .choice:not(:disabled), .doubt .choice[data-tone=wasteful]');
    if (asked.length) return asked;
    const things = all('.actions .choice:not(:disabled), .piece.legal:not(.picked), .zone-target:not(.picked)');
    return things.length ? things : all('.rival.glow .enlarge, .opened-tab.glow, .panel.glow');
  };
  const found = await new Promise((done) => {
    const look = () => {
      if (all('.end').length) return {over: true};
      const things = glowing();
      return things.length ? {things} : null;
    };
    let watch, timer;
    const end = (what) => { watch?.disconnect(); clearTimeout(timer); done(what); };
    const first = look();
    if (first) return end(first);
    watch = new MutationObserver(() => { const it = look(); if (it) end(it); });
    watch.observe(document.documentElement, {subtree: true, childList: true, attributes: true});
    timer = setTimeout(() => end({idle: true}), patience);
  });
  if (!found.things) return found;
  const it = found.things[Math.floor(chance * found.things.length)];
  let top = null;
  for (const block of ['nearest', 'center']) {
    it.scrollIntoView({block, inline: block, behavior: 'instant'});
    const box = it.getBoundingClientRect();
    for (const fy of [.5, .2, .8]) for (const fx of [.5, .2, .8]) {
      const [x, y] = [box.left + box.width * fx, box.top + box.height * fy];
      top = document.elementFromPoint(x, y);
      const alike = top?.closest('.piece.legal')?.closest('.slot') === it.closest('.slot');
      if (it.contains(top) || (alike && it.matches('.slot > .piece')))
        return {x, y, what: it.dataset.notation ?? it.dataset.piece ?? it.className};
    }
  }
  return {covered: it.outerHTML.slice(0, 300), by: top ? top.outerHTML.slice(0, 300) : 'nothing: it is off the screen'};
}"""


RANKING = """(table) => {
  const rows = [...table.rows].map((row) => [...row.cells].map((cell) => cell.innerText.trim()));
  return rows[0].map((_, i) => rows.map((row) => row[i]).join('\\t')).slice(1);
}"""

MINE = """() => !document.querySelector('.actions.busy')
  && (document.querySelector('.ask.turn') || document.querySelector('.end'))"""


def chromium() -> str:
    """The system's browser; `make test` installs it where it is missing."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert found, "Chromium is not installed: make test installs it"
    return found


def launch(playwright: Playwright, **options: Any) -> Browser:
    return playwright.chromium.launch(
        executable_path=chromium(),
        args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        timeout=PATIENCE * 1000,
        **options,
    )


class Visitor:
    """A person with a browser of their own."""

    def __init__(self, context: BrowserContext, url: str, seed: int = 0) -> None:
        self.context = context
        self.url = url
        self.chance = random.Random(seed)
        self.faults: list[str] = []
        self.forgiven: list[str] = []
        self.clicks = 0
        self.taps = False
        context.set_default_timeout(PATIENCE * 1000)
        context.on("console", self.heard)
        context.on("weberror", lambda error: self.faults.append(f"error: {error.error}"))
        context.on("requestfailed", self.failed)
        context.on("response", self.answered)
        self.page = context.new_page()

    def heard(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.faults.append(f"{said.type}: {said.text}")

    def failed(self, request: Request) -> None:
        probe = request.url.endswith("/livez")  # asked when an answer is late; that nobody answers is an answer
        if request.url.startswith(self.url) and request.failure != "net::ERR_ABORTED" and not probe:
            self.faults.append(f"failed: {request.method} {request.url} {request.failure}")

    def answered(self, response: Response) -> None:
        if response.url.startswith(self.url) and response.status >= 400:
            self.faults.append(f"{response.status}: {response.request.method} {response.url}")

    def forgive(self, *patterns: str) -> None:
        """Faults that this test provokes."""
        self.forgiven += patterns

    def unforgiven(self) -> list[str]:
        return [fault for fault in self.faults if not any(re.search(p, fault) for p in self.forgiven)]

    # --- going places

    def go(self, path: str, page: Page | None = None) -> Page:
        page = page or self.page
        page.goto(self.url + path)
        return page

    def api(self, method: str, path: str, body: Any = None) -> Any:
        """What the page itself could ask the house."""
        answer = self.context.request.fetch(
            f"{self.url}/api{path}", method=method, data=body, headers={"origin": self.url}
        )
        assert answer.ok, answer.text()
        return answer.json()

    def table(self, game: str, seats: list[str], **wishes: Any) -> str:
        """A table of one's own, as the set-up page would open it."""
        self.api("POST", "/me", {})
        wish = {"game": game, "seats": seats, "order": "listed", "options": SHORT.get(game, {}), **wishes}
        id: str = self.api("POST", "/tables", wish)["id"]
        return id

    def sit(self, game: str, seats: list[str], **wishes: Any) -> str:
        id = self.table(game, seats, **wishes)
        self.go(f"/t/{id}")
        self.page.wait_for_selector(".board, .curtain")
        return id

    # --- playing

    def click(self, x: float, y: float, page: Page | None = None) -> None:
        page = page or self.page
        self.clicks += 1
        if self.taps:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)

    def look(self, thing: Locator, told: str) -> Locator:
        """Rests the mouse on a thing until something is told of it; where the thing moves, the mouse follows."""
        tip = self.page.locator(told).first
        for _ in range(int(PATIENCE / LOOKED)):
            self.page.mouse.move(0, 0)  # only what the mouse is moved to is told
            thing.hover()
            with suppress(TimeoutError):
                tip.wait_for(timeout=LOOKED * 1000)
                return tip
        raise AssertionError(f"nothing is told of {thing}")

    def touch(self, patience: float = PATIENCE, page: Page | None = None) -> str:
        """Touches one of the things that glow: what it was, or "over", or "" when nothing came to glow."""
        found = (page or self.page).evaluate(NEXT, {"chance": self.chance.random(), "patience": patience * 1000})
        assert "covered" not in found, f"{found['covered']} glows but cannot be touched; above it: {found['by']}"
        if "x" not in found:
            return "over" if "over" in found else ""
        self.click(found["x"], found["y"], page)
        what: str = found["what"]
        return what

    def play(self, touches: int = MOST) -> bool:
        """Touches what glows until the match is over, or so often."""
        for _ in range(touches):
            what = self.touch()
            assert what, f"nothing glows: {self.page.inner_text('.ask')}"
            if what == "over":
                return True
        return False

    def wait_for_my_turn(self) -> None:
        """Or for the end: until then others may move."""
        self.page.wait_for_function(MINE)

    def ranking(self) -> list[str]:
        """The end screen, a line for each player."""
        self.page.locator(".end-table").evaluate("(table) => { table.open = true; }")
        lines: list[str] = self.page.locator(".end-table table").evaluate(RANKING)
        return lines


def script(visitor: Visitor, path: str) -> float:
    """KiB of JavaScript, gzipped, that the page of a table needs."""
    sizes: list[int] = []

    def weigh(answer: Response) -> None:
        if answer.url.endswith(".js") and not answer.url.endswith("/sw.js"):
            sizes.append(len(gzip.compress(answer.body())))

    visitor.page.on("response", weigh)
    visitor.go(path)
    visitor.page.wait_for_selector(".board")
    visitor.page.wait_for_load_state("networkidle")
    return sum(sizes) / 1024


def play_together(people: list[Visitor]) -> None:
    """Each touches what glows for them, until all see the end."""
    touches, last = 0, time.monotonic()
    while touches < MOST:
        touched = [person.touch(0.01) for person in people]
        if all(what == "over" for what in touched):
            return
        made = sum(what not in ("", "over") for what in touched)
        touches, last = touches + made, time.monotonic() if made else last
        assert time.monotonic() < last + PATIENCE, "nothing glows for anybody"
    raise AssertionError("the match never ends")


@contextmanager
def dealt(seed: int = 0) -> Iterator[random.Random]:
    """Every table of the house is dealt from a known seed, or what comes from it is seeded anew."""
    chance = random.Random(seed)
    with patch.object(tables, "secrets", SimpleNamespace(token_bytes=chance.randbytes)):
        yield chance


def keep_site(site: Path, folder: Path) -> Path:
    """A copy of the built client, so that a build in between does not disturb."""
    assert (site / "index.html").exists(), "the web client is not built: make site"
    return shutil.copytree(site, folder)


def live(house: Served, id: str) -> Table:
    """The table as the house itself knows it."""
    table: Table = house.run(house.house.open(id)).table
    return table
