"""axe-core on every page; still pictures for whoever wants them; twice the size."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError

from tests.support import GAMES, ROOT
from tests.web.support import LOOKED, PHONE

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")
NAMES = [game.name for game in GAMES]
SIZES = {"desktop": {}, "phone": PHONE}
sizes = pytest.mark.parametrize("size", SIZES)
# What scrolls becomes a tab stop a moment after its text came.
STOPS = """() => [...document.querySelectorAll('.foreseen')].every((e) =>
  e.scrollHeight <= e.clientHeight + 1 || getComputedStyle(e).overflowY !== 'auto' || e.tabIndex === 0)"""
SETTLED = """() => !document.querySelector('.flash, .said') && document.getAnimations().every((one) =>
  one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)"""

PASSED = 15.0  # seconds after which what passes by has passed, on a busy machine too


def violations(page, *only):
    """What axe finds grave, by all of its rules or these, once what fades in or passes by has done so."""
    with suppress(TimeoutError):  # then axe says so
        page.wait_for_function(SETTLED, timeout=PASSED * 1000)
    with suppress(TimeoutError):
        page.wait_for_function(STOPS, timeout=LOOKED * 1000)
    page.evaluate(AXE.read_text(encoding="utf-8") + "\n;0")
    how = {"resultTypes": ["violations"], **({"runOnly": only} if only else {})}
    found = page.evaluate("(how) => axe.run(document, how)", how)["violations"]
    return [
        f"{one['impact']} {one['id']}: {node['html'][:160]} {node['failureSummary']}"
        for one in found
        if one["impact"] in GRAVE
        for node in one["nodes"][:4]
    ]


@sizes
def test_pages(visit, size):
    person = visit(**SIZES[size])
    over = person.sit("last_dumpling", ["me", "bot:apprentice"])
    person.play()
    waiting = person.table("umami", ["me", "open"])
    found = {"end": violations(person.page)}
    for name, path, ready in (
        ("home", "/", ".stall"),
        ("new", "/new/umami", ".setup"),
        ("lobby", f"/t/{waiting}", ".qr"),
        ("rules", "/rules/last_dumpling", ".rule"),
        ("guide", "/guide/last_dumpling", ".sheet .picture"),
        ("settings", "/settings", "form"),
        ("me", "/me", ".record .points"),
        ("page", f"/p/{person.api('GET', '/me')['handle']}", ".record"),
        ("best", "/best/last_dumpling", ".ranks-scale"),
        ("replay", f"/t/{over}/replay?move=2", ".replay-bar"),
        ("nowhere", "/t/none/such/page", "main"),
    ):
        person.go(path)
        person.page.wait_for_selector(ready)
        found[name] = violations(person.page)
        if size == "desktop":
            person.page.emulate_media(color_scheme="dark")
            found[f"{name} at night"] = violations(person.page, "color-contrast")
            person.page.emulate_media(color_scheme="light")
    assert not any(found.values()), "\n".join(f"{name}: {one}" for name, many in found.items() for one in many)


@sizes
@pytest.mark.parametrize("name", NAMES)
def test_tables(visit, size, name):
    person = visit(**SIZES[size])
    person.sit(name, ["me", "bot:apprentice", "bot:apprentice"], options={})
    found = []
    for touches in (1, 1) if name == "last_dumpling" else (1, 6, 9):
        person.play(touches)
        found += violations(person.page)
    person.touch()
    found += violations(person.page)
    assert not found, "\n".join(found)


@sizes
def test_what_opens_at_a_table(visit, size):
    person = visit(**SIZES[size])
    person.sit("last_dumpling", ["me", "bot:apprentice"])
    person.play(1)
    page, found = person.page, []
    page.locator(".panel").last.click()
    found += violations(page)
    page.keyboard.press("Escape")
    for key, what in (("?", "dialog"), ("r", "dialog .rule"), ("l", ".story")):
        page.keyboard.press(key)
        page.wait_for_selector(what)
        found += violations(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.wait_for_selector("dialog")
    found += violations(page)
    assert not found, "\n".join(found)


FLIGHTS = """() => {
  window.flights = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.flights += 1; return animate.apply(this, how); };
}"""


@pytest.mark.parametrize(("wish", "moves"), [("reduce", False), ("no-preference", True)])
def test_motion_is_as_the_system_says(visit, wish, moves):
    person = visit(reduced_motion=wish)
    person.sit("umami", ["me", "bot:apprentice"])
    person.page.evaluate(FLIGHTS)
    person.play(6)
    assert (person.page.evaluate("window.flights") > 0) == moves


@pytest.mark.parametrize("name", NAMES)
def test_twice_the_size(visit, name):
    """A window of 1280x800 at 200 %: everything can still be reached, nothing sticks out sideways."""
    person = visit(viewport={"width": 640, "height": 400}, device_scale_factor=2)
    person.sit(name, ["me", "bot:apprentice"])
    person.play(12)
    person.wait_for_my_turn()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for piece in person.page.locator(".bar button, .mine .piece, .hand .piece").all()[:40]:
        piece.scroll_into_view_if_needed()
        box = piece.bounding_box()
        assert box and box["x"] + box["width"] > 0 and box["x"] < 640 and -1 <= box["y"] + box["height"] / 2 <= 401
