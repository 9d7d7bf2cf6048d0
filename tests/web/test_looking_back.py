"""Log, replay, the end and its analysis."""

from __future__ import annotations

import re

import pytest

from tests.web.support import PHONE

LEAST = 44  # px
TALLEST = 170  # px of a phone


@pytest.fixture
def over(visit):
    """A person at the end of a short match."""

    def made(**look):
        person = visit(**look)
        id = person.sit("umami", ["me", "bot:apprentice"], options={"round_cap": 2})
        assert person.play()
        return person, id

    return made


def at(page, move):
    page.wait_for_function(
        "(move) => document.querySelector('.heading')?.innerText.includes(`move ${move} of`)", arg=move
    )


def boundaries(movers, begins):
    stops = [i for i in range(1, len(movers)) if begins(movers[i], movers[i - 1])]
    return [0, *stops, len(movers)]


@pytest.mark.parametrize("seat", ["0", "open"])
def test_by_move_turn_and_round(over, seat):
    person, id = over()
    page = person.page
    movers = [entry["seat"] for entry in person.api("GET", f"/tables/{id}/log?seat=0")["entries"]]
    turns = boundaries(movers, lambda a, b: a != b)
    rounds = boundaries(movers, lambda a, b: a == movers[0] != b)
    assert len(rounds) > 2
    person.go(f"/t/{id}/replay?move=0&seat={seat}")
    at(page, 0)
    for key, stops in (("Shift+ArrowRight", turns), ("PageDown", rounds)):
        for stop in stops[1:4]:
            page.keyboard.press(key)
            at(page, stop)
        page.keyboard.press("Home")
        at(page, 0)
    page.get_by_role("button", name="One turn on").click()
    at(page, turns[1])
    page.get_by_role("button", name="One move on").click()
    at(page, turns[1] + 1)
    page.keyboard.press("Home")  # a card on its way takes the room of this button
    at(page, 0)
    page.get_by_role("button", name="One round on").click()
    at(page, rounds[1])
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="One turn back").click()
    at(page, max(stop for stop in turns if stop < rounds[1] - 1))
    page.keyboard.press("End")
    at(page, len(movers))
    page.keyboard.press("PageUp")
    at(page, rounds[-2])


def test_the_log_leads_through_the_match(over):
    person, id = over()
    page = person.page
    person.go(f"/t/{id}/replay?move=3")
    at(page, 3)
    page.locator(".story .entry.now").wait_for()
    page.locator(".story .entry").last.click()
    total = int(page.locator(".heading").inner_text().rsplit(" ", 1)[1])
    at(page, total)
    assert page.locator(".story .entry.now").count() == 1
    page.get_by_label("Seen by").select_option("open")
    page.wait_for_function("() => location.search.includes('seat=open')")
    page.locator(".story .entry").first.click()
    at(page, 1)


def test_keys_reach_the_pieces_and_come_back(over):
    person, id = over()
    person.go(f"/t/{id}/replay?move=3")
    page = person.page
    at(page, 3)
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('.piece')")
    page.locator(".inspector:not([data-idle])").wait_for()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('.piece, .zone-title')")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    at(page, 4)
    page.keyboard.press("?")
    page.get_by_role("dialog", name="How to look back").wait_for()


def test_the_bar_is_small_on_a_phone(over):
    person, id = over(**PHONE)
    person.go(f"/t/{id}/replay?move=3")
    page = person.page
    at(page, 3)
    assert page.locator(".replay-bar").bounding_box()["height"] <= TALLEST
    steps = page.locator(".steps button:visible").all()
    boxes = [step.bounding_box() for step in steps]
    assert len(steps) >= 4 and len({box["y"] for box in boxes}) == 1  # as many as the question leaves room for
    assert all(min(box["width"], box["height"]) >= LEAST for box in boxes)
    page.get_by_role("button", name="More", exact=True).tap()
    page.get_by_role("button", name="Log", exact=True).tap()
    page.locator("dialog .entry").nth(1).tap()
    at(page, 2)
    page.get_by_role("button", name="Analysis").tap()
    page.locator("dialog .chart").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


def test_analysis(over):
    person, _ = over()
    page = person.page
    assert not page.locator(".actions button:visible").count()  # nothing sticks out behind the end
    assert re.match("[A-Z]", page.inner_text(".end .ending"))
    scores = [row.split("\t")[-1].strip() for row in person.ranking()]
    page.locator(".end").get_by_role("button", name="Analysis").click()
    chart = page.locator(".end .chart")
    chart.wait_for()
    assert chart.locator("polyline").count() == 2
    assert sorted(scores) == sorted(page.locator(".legend b").all_inner_texts())
    box = chart.bounding_box()
    chart.click(position={"x": box["width"] - 8, "y": box["height"] / 2})
    page.wait_for_selector(".replay-bar")
    total = int(page.locator(".heading").inner_text().rsplit(" ", 1)[1])
    at(page, total)
    chart = page.locator(".story .chart")
    chart.wait_for()
    page.get_by_text("As a table").click()
    page.get_by_role("button", name="Show move 0").click()
    at(page, 0)
    assert "analysis=1" in page.url


LIT = """(piece) => {
  const lit = [...document.querySelectorAll('.piece.lit')].map((e) => e.dataset.piece);
  return lit.every((one) => one === piece);
}"""


def test_a_line_of_the_log_lights_its_pieces(visit):
    person = visit()
    person.sit("umami", ["me", "bot:apprentice"])
    page = person.page
    hand = page.locator(".hand .piece.legal").first
    piece = hand.get_attribute("data-piece")
    hand.click()
    line = page.locator(".log .entry").last
    line.wait_for()
    person.look(line, f'.piece.lit[data-piece="{piece}"]')
    page.wait_for_function(LIT, arg=piece)  # in one look: the line may move on under the mouse at any time


def test_the_log_is_one_tab_stop(visit):
    person = visit()
    person.sit("umami", ["me", "bot:apprentice"])
    person.play(8)
    page = person.page
    entries = page.locator(".log .entry")
    page.wait_for_function("() => document.querySelectorAll('.log .entry').length > 3")
    person.wait_for_my_turn()  # nothing is added to it meanwhile
    assert page.locator('.log .entry[tabindex="0"]').count() == 1
    page.locator('.log .entry[tabindex="0"]').focus()
    page.keyboard.press("Home")
    where = "[...document.querySelectorAll('.log .entry')].indexOf(document.activeElement)"
    assert page.evaluate(where) == 0
    page.keyboard.press("ArrowDown")
    assert page.evaluate(where) == 1
    assert entries.nth(1).get_attribute("tabindex") == "0"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    assert page.evaluate(where) == entries.count() - 1
    assert page.locator('.log .entry[tabindex="0"]').count() == 1
