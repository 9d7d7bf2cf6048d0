"""Without a line to the house: what can be read, what is kept for it, and what becomes of it in another build."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.support import PATIENCE, Served, served, until
from tests.web.support import keep_site

# Of the browser itself, of a page that was on its way when the line broke.
BROKEN = (r"ERR_INTERNET_DISCONNECTED",)
WHOLE = "async () => !!(await caches.match('/', {ignoreVary: true}))"
SHELVES = "() => caches.keys()"
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
  (await (await caches.open(name)).keys()).map(({url}) => url.replace(location.origin, ''))))).flat()"""
PUBLIC = (
    r"/|/offline\.html|/icon\.svg|/manifest\.webmanifest|/assets/[\w.-]+"
    r"|/api/games(/\w+/(rules|guide|lessons|coach|table\.css))?"
)
READABLE = {
    "/": ".stall",
    "/new/umami": ".setup .waits",
    "/rules/wok_and_roll": ".rule",
    "/guide/last_dumpling": ".guide-contents",
    "/learn/yatta": ".path",
    "/settings": ".waits",
}
AWAY = {
    "/me": "safe at the house",
    "/learn/umami/first": "played with the house",
    "/puzzles/umami": "played with the house",
    "/best/umami": "written down",
    "/t/none": "safe there",
}


def notice(page):
    return page.locator(".no-line", has_text="No line to the house")


@contextmanager
def silent(house: Served) -> Iterator[None]:
    """The house takes calls and answers none."""
    speaks = threading.Event()
    loop = next(iter(house.house.tasks)).get_loop()
    loop.call_soon_threadsafe(speaks.wait, PATIENCE)
    yield
    speaks.set()


def renew(site: Path, build: str) -> set[str]:
    """Another build of the client: its scripts have other names. Those of before."""
    names = [file.name for file in (site / "assets").glob("*.js")]
    for file in (*site.rglob("*.js"), site / "index.html"):
        text = file.read_text(encoding="utf-8").replace(build, "renewed")
        file.write_text(re.sub(r"([\w-]+-[\w-]{8})\.js", r"\1-again.js", text), encoding="utf-8")
    for name in names:
        (site / "assets" / name).rename(site / "assets" / name.replace(".js", "-again.js"))
    return {f"/assets/{name}" for name in names}


def test_without_a_line(visit, site, tmp_path):
    own = keep_site(site, tmp_path / "site")
    with served(tmp_path / "house.db", site=own) as house:
        person = visit(url=house.url)
        page, context = person.page, person.context
        person.forgive(*BROKEN)
        id = person.sit("last_dumpling", ["me", "bot:apprentice"])
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        context.set_offline(True)
        person.go("/")  # at a table nothing is kept
        page.get_by_text("cannot be reached").wait_for()

        context.set_offline(False)
        person.go("/")
        page.locator(".stall").first.wait_for()
        page.evaluate("dispatchEvent(new Event('appinstalled'))")
        until(lambda: page.evaluate(WHOLE))
        context.set_offline(True)
        notice(page).wait_for()
        assert page.get_by_role("button", name="Play now: Umami").is_disabled()
        context.set_offline(False)
        notice(page).wait_for(state="detached")
        page.get_by_role("button", name="Play now: Umami").click(trial=True)

        context.set_offline(True)
        for path, ready in READABLE.items():
            person.go(path)
            page.locator(ready).first.wait_for()
            notice(page).wait_for()
        for path, words in AWAY.items():
            person.go(path)
            page.get_by_text(words).wait_for()
        kept = page.evaluate(KEPT)
        assert not [path for path in kept if not re.fullmatch(PUBLIC, path)]
        person.go(f"/t/{id}")
        page.get_by_role("heading", name="No line to the house").wait_for()
        context.set_offline(False)
        page.locator(".board").wait_for()  # by itself

        with silent(house):
            person.go("/rules/umami")
            page.locator(".rule").first.wait_for()
            notice(page).wait_for()
        notice(page).wait_for(state="detached")

        (shelf,) = page.evaluate(SHELVES)
        before = renew(own, shelf.removeprefix("yokocho-"))
        person.go("/")
        until(lambda: page.evaluate(SHELVES) == ["yokocho-renewed"])
        kept = page.evaluate(KEPT)
        assert not before & {*kept} and {name.replace(".js", "-again.js") for name in before} <= {*kept}
        context.set_offline(True)
        person.go("/guide/umami")
        page.locator(".guide-contents").wait_for()
        notice(page).wait_for()
