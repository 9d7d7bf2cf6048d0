"""One thumb, taps only: a small phone upright and on its side."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError

from tests.server.support import PATIENCE
from tests.support import GAMES
from tests.web.support import FLAT_PHONE, LOOKED, PHONE, SHORT_PHONE, SHORTER, live
from tests.web.test_access import violations

LEAST = 44  # px
SMALL = """(least) => [...document.querySelectorAll('button, a, select, input, [data-target]')]
  .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.matches('.zone-title'))
  .filter((e) => !e.closest('p, h1, dd, .question, .examples, .rule-table')) // links in running text
  .filter((e) => !e.matches('.panel')) // a panel reaches below itself
  .filter((e) => !e.matches('.piece') || e.matches('.legal, .picked'))
  .map((e) => {
    const box = (e.closest('label') ?? e).getBoundingClientRect();
    const around = getComputedStyle(e, '::before'); // a piece can be touched as far as its slot reaches
    const more = (side) => e.matches('.piece') ? Math.max(box[side], parseFloat(around[side]) || 0) : box[side];
    return [e, {width: more('width'), height: more('height')}];
  })
  .filter(([e, box]) => box.width && (box.width < least - .5 || box.height < least - .5))
  .map(([e, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${e.outerHTML.slice(0, 110)}`)"""
OUTSIDE = """() => [...document.querySelectorAll('main *')]
  .filter((e) => e.checkVisibility() && !e.closest('.rule-table > *')) // wide tables scroll in a box of their own
  .filter((e) => e.getBoundingClientRect().right > screen.width + 1)
  .map((e) => `sticks out: ${e.outerHTML.slice(0, 90)}`)"""
WIDE = "document.documentElement.scrollWidth - screen.width"  # a page that is too wide widens its window
CUT = """[...document.querySelectorAll('.end, .end *')]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === 'auto')
  .map((e) => e.className)"""


@pytest.fixture
def thumb(visit):
    return visit(**PHONE)


@pytest.mark.parametrize("look", [SHORT_PHONE, FLAT_PHONE], ids=["390x664", "844x390"])
@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_a_whole_match(visit, name, look):
    thumb = visit(**look)
    thumb.sit(name, ["me", "bot:apprentice"], options=SHORTER.get(name, {}))
    small: dict[str, None] = {}
    over = False
    while not over:
        over = thumb.play(7)
        small.update(dict.fromkeys(thumb.page.evaluate(SMALL, LEAST)))
        assert thumb.page.evaluate(WIDE) <= 0
    assert len(thumb.ranking()) == 2
    assert not thumb.page.evaluate(CUT)
    assert not small, "\n".join(small)
    assert not violations(thumb.page)


def test_pages_fit(thumb):
    waiting = thumb.table("umami", ["me", "open", "bot:cook"])
    found = {}
    for path, ready in (
        ("/", ".stall"),
        ("/new/mitsuhamama", ".setup"),
        (f"/t/{waiting}", ".qr"),
        ("/rules/umami", ".rule"),
        ("/settings", "form"),
        ("/me", ".table-list"),
        (f"/p/{thumb.api('GET', '/me')['handle']}", ".record-sums"),
        ("/best/umami", ".ranks-scale"),
    ):
        thumb.go(path)
        thumb.page.wait_for_selector(ready)
        found[path] = thumb.page.evaluate(SMALL, LEAST) + thumb.page.evaluate(OUTSIDE)
        assert thumb.page.evaluate(WIDE) <= 0, path
    assert not any(found.values()), "\n".join(f"{path}: {one}" for path, many in found.items() for one in many)


def test_a_tap_on_what_cannot_be_chosen_says_what_it_is(thumb):
    thumb.sit("umami", ["me", "bot:apprentice"])
    piece = thumb.page.locator(".piece[aria-disabled=true]").first
    piece.tap(force=True)
    tip = thumb.page.locator(".inspector:not([data-idle])")
    tip.wait_for()
    tip.locator(".rule-link").first.tap()
    thumb.page.locator("dialog .rule.at").wait_for()


def test_a_long_press_tells_and_does_nothing(thumb, house):
    id = thumb.sit("umami", ["me", "bot:apprentice"])
    before = len(live(house, id).playing.moves)
    piece, tip = thumb.page.locator(".hand .piece.legal").first, thumb.page.locator(".inspector:not([data-idle])")
    touch = thumb.context.new_cdp_session(thumb.page)
    for _ in range(int(PATIENCE / LOOKED)):  # the piece may have moved between the look and the touch
        box = piece.bounding_box()
        at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
        with suppress(TimeoutError):
            tip.wait_for(timeout=LOOKED * 1000)
            break
        touch.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    thumb.page.locator(".inspector:not([data-idle])").wait_for()
    assert len(live(house, id).playing.moves) == before and not thumb.page.locator(".picked, .actions.busy").count()


def test_points_by_source_and_the_reason_for_no_undo_can_be_tapped(thumb):
    thumb.sit("yatta", ["me", "bot:apprentice"])
    thumb.page.locator(".tool[aria-label^=Undo]").tap(force=True)
    thumb.page.locator(".toast").wait_for()
    thumb.page.locator(".panel.me").tap()
    thumb.page.locator(".inspector .points").first.wait_for()
