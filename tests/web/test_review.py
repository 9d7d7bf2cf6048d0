"""The review of a match in the browser: it grows, leads to its moments, draws what was better, and asks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.support import ROOT

MATCH = json.loads((ROOT / "tests" / "matches" / "wok_and_roll-v1-2-players.json").read_text(encoding="utf-8"))
WINDOWS = ((1920, 1080), (390, 844), (844, 390))


def test_a_review_from_the_curve_to_a_mistake(visit: Callable[..., Any]) -> None:
    person = visit()
    person.api("POST", "/me", {})
    id = person.api("POST", "/matches", MATCH)["id"]
    page = person.go(f"/t/{id}/review")
    page.locator(".curve polyline").first.wait_for()
    assert page.locator(".curve polyline").count() == 2
    page.get_by_text("moments looked at").wait_for()
    review = person.api("GET", f"/tables/{id}/review")["review"]
    assert page.locator(".review-story li").count() == len(review["story"])
    assert page.locator(".accounts li").count() == 2
    check_moment(page, review)
    check_mistakes(page, review)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".review-table .canvas").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        inside = page.locator(".review > section button:visible, .review > nav button:visible").all()
        assert inside and all(one.bounding_box()["height"] >= 43.5 for one in inside)


def check_moment(page: Any, review: dict[str, Any]) -> None:
    """A sentence of the story leads to its moment: what was played and what was better, also on the table."""
    told = [one for one in review["story"] if one["event"] >= 0 and review["events"][one["event"]]["kind"] != "forced"]
    event = review["events"][told[0]["event"]]
    page.locator(".review-story button:not(:disabled)", has_text=told[0]["text"]).first.click()
    page.wait_for_url(f"**moment={event['number'] + 1}*")
    page.locator('.judged-line[data-line^="played"]', has_text=event["lines"][0]["label"]).wait_for()
    page.locator(".review-arrows rect").first.wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("was => !location.search.includes(was)", arg=f"moment={event['number'] + 1}")


def check_mistakes(page: Any, review: dict[str, Any]) -> None:
    """The own mistakes are asked anew; before the answer nothing tells it."""
    mine = [e for e in review["events"] if e["seat"] == 0 and e["kind"] in ("inaccuracy", "mistake", "blunder")]
    assert page.locator(".own-mistakes > div button").count() == len(mine)
    if not mine:
        return
    page.get_by_role("button", name="What would you do now?").click()
    page.locator(".judged-line.asked").first.wait_for()
    assert not page.locator(".judged-bar, .review-arrows rect").count()
    page.locator(".judged-line.asked", has_text=mine[0]["lines"][1]["label"]).first.click()
    page.get_by_role("status").filter(has_text="the best of them").wait_for()
    assert page.locator(".own-mistakes header span").inner_text().startswith("1 of")
