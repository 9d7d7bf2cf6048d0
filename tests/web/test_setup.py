"""The page that opens a table: house rules in words, numbers within limits, seats that are there."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support import GAMES, table_id

FIRST = "Who is the first auctioneer?"
ROUNDS = "After how many rounds does regular play end at the latest?"
CARDS = "May the card just placed on a full Dish be the one that goes?"


def unfolded(person: Any, game: str) -> Any:
    page = person.go(f"/new/{game}")
    page.locator(".house-fold > summary").click()
    return page


def opened(person: Any) -> Any:
    person.page.get_by_role("button", name="Open the table").click()
    person.page.wait_for_selector(".qr")
    id = person.page.url.rsplit("/", 1)[1].split("?")[0]
    return person.api("GET", f"/tables/{id}")


@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_nobody_reads_a_code(visit, game):
    person = visit(viewport={"width": 390, "height": 844})
    page = unfolded(person, game.name)
    shown = page.locator(".setup").inner_text()
    assert all(option.words in shown for option in game.options) and "_" not in shown
    said = page.locator(".option option").all_inner_texts()
    assert len(said) < 100 and not any("_" in text or text in ("True", "False") for text in said)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_number_has_limits_and_is_sent_as_a_number(visit):
    person = visit()
    page = unfolded(person, "umami")
    field = page.get_by_label(ROUNDS)
    expect(field).to_have_value("40")
    for wrong in ("", "30001", "-1", "1.5"):
        field.fill(wrong)
        expect(page.get_by_text("Please give a whole number from 0 to 30000.")).to_be_visible()
        page.get_by_role("button", name="Open the table").click()
        expect(page.locator(".setup")).to_be_visible()
    field.fill("7")
    expect(page.get_by_text("0 to 30000, usually 40; 0: no limit")).to_be_visible()
    page.get_by_label(CARDS).select_option("No, one of the other three goes")
    table = opened(person)
    assert table["options"]["round_cap"] == 7 and table["options"]["discard_new"] is False
    expect(page.locator(".options-said dt")).to_have_text([CARDS, ROUNDS])
    expect(page.locator(".options-said dd")).to_have_text(["No, one of the other three goes", "7 rounds"])


def test_a_seat_is_one_of_those_at_the_table(visit):
    person = visit()
    page = unfolded(person, "mitsuhamama")
    first = page.get_by_label(FIRST)
    expect(first.locator("option")).to_have_text(["Drawn at random (usual)", "Seat 1", "Seat 2", "Seat 3"])
    first.select_option("Seat 3")
    page.locator(".pill", has_text="2").first.click()
    expect(first).to_have_value("random")
    first.select_option("Seat 2")
    assert opened(person)["options"]["first"] == "1"
    expect(page.locator(".options-said dd")).to_have_text(["Seat 2"])


def test_house_rules_are_folded_under_what_differs(visit):
    page = visit().go("/new/umami")
    said = page.locator(".fold-says")
    expect(said).to_have_text("Everything as usual")
    expect(page.get_by_label(CARDS)).to_be_hidden()
    page.locator(".house-fold > summary").click()
    page.get_by_label(CARDS).select_option("No, one of the other three goes")
    expect(said).to_have_text(f"{CARDS} No, one of the other three goes")
    page.get_by_role("button", name="Everything as usual again").click()
    expect(said).to_have_text("Everything as usual")


def test_samples_are_marked_and_stand_last(visit):
    person = visit()
    person.go("/")
    person.page.wait_for_selector("article.stall")
    stalls = person.page.locator("article.stall").all()
    marks = [stall.locator(".facts .sample:visible").all_inner_texts() for stall in stalls]
    samples = sum(game.sample for game in GAMES)
    assert samples and marks == [[]] * (len(GAMES) - samples) + [["sample"]] * samples
