"""A large hand of a game that has no layout of its own for it: all of it is seen, on a desktop and on a phone."""

from __future__ import annotations

import pytest

from tests.web.support import DESKTOP, PHONE

HAND = 12
STRIP = 12  # px that are seen of each card, at least
# Each card of the hand: its box, and how wide it is seen to the right of its left edge
SEEN = """() => [...document.querySelectorAll('.hand .piece')].map((card) => {
  const box = card.getBoundingClientRect();
  const y = box.top + box.height / 2;
  let seen = 0;
  while (seen < box.width - 2 && card.contains(document.elementFromPoint(box.left + 1 + seen, y))) seen += 1;
  return {left: box.left, right: box.right, top: box.top, bottom: box.bottom, seen};
})"""
TOO_WIDE = "document.documentElement.scrollWidth - screen.width"  # a page that is too wide widens its window
SCROLLS = """() => [...document.querySelectorAll('.hand, .hand *')]
  .filter((e) => !e.closest('.piece') && getComputedStyle(e).overflowX !== 'visible')
  .filter((e) => e.scrollWidth > e.clientWidth + 1)
  .map((e) => e.className)"""


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("styled", [True, False], ids=["styled", "bare"])
def test_a_hand_of_twelve_fits(visit, look, styled):
    person = visit(**look, service_workers="block")  # or it answers before the route below
    person.forgive("Service Worker registration")
    if not styled:  # as a game without a table.css would look
        person.context.route("**/table.css", lambda route: route.fulfill(body="", content_type="text/css"))
    person.sit("pass_the_tray", ["me", "bot:apprentice"])
    person.page.locator(".hand .piece").nth(HAND - 1).wait_for()
    person.page.wait_for_load_state("networkidle")
    cards = person.page.evaluate(SEEN)
    width, height = look["viewport"]["width"], look["viewport"]["height"]
    assert len(cards) == HAND
    for card in cards:
        assert card["left"] >= 0 and card["right"] <= width and card["top"] >= 0 and card["bottom"] <= height
        assert card["seen"] >= STRIP
    assert person.page.evaluate(TOO_WIDE) <= 0 and person.page.evaluate(SCROLLS) == []
    last = person.page.locator(".hand .piece").last
    person.page.mouse.move(0, 0)
    last.click() if look is DESKTOP else last.tap()
    person.page.wait_for_function(f"() => document.querySelectorAll('.hand .piece').length === {HAND - 1}")
