"""Whole matches by clicking what glows, against bots and between two people."""

from __future__ import annotations

import pytest

from tests.server.support import until
from tests.support import GAMES, ROOT
from tests.web.support import LARGE, play_together
from tests.web.test_access import violations

NAMES = [game.name for game in GAMES]


@pytest.mark.parametrize("name", NAMES)
def test_a_person_against_bots(visit, name):
    """By mouse, on a large screen."""
    person = visit(**LARGE)
    person.sit(name, ["me", "bot:apprentice"])
    assert person.play()
    ranking = person.ranking()
    assert len(ranking) == 2 and ranking[0].startswith("1st")
    assert not violations(person.page)


@pytest.mark.parametrize("name", NAMES)
def test_two_people(visit, name):
    host, guest = visit(), visit()
    id = host.table(name, ["me", "open"])
    host.go(f"/t/{id}")
    link = host.page.get_by_role("textbox", name="Invite link").input_value()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Join").click()
    play_together([host, guest])
    assert [row.split("\t")[-1] for row in host.ranking()] == [row.split("\t")[-1] for row in guest.ranking()]


@pytest.mark.parametrize("name", NAMES)
def test_two_clicks_from_the_first_visit_to_the_first_move(visit, name):
    person = visit()
    person.go("/")
    stall = person.page.locator(f'.stall[data-game="{name}"]')
    stall.get_by_role("button", name="Play now").click()
    person.page.wait_for_url("**/t/*")
    person.page.wait_for_selector(".board")
    id = person.page.url.rsplit("/", 1)[1]
    (mine,) = person.api("GET", f"/tables/{id}")["mine"]

    def moved() -> bool:
        return any(entry["seat"] == mine for entry in person.api("GET", f"/tables/{id}/log")["entries"])

    person.touch()
    while not moved():  # a move of several pieces, or one that asks a small question, takes what else glows
        ready = person.page.locator(".actions .choice.main:enabled")  # plays what is picked
        if ready.count():
            person.clicks += 1
            ready.first.click()
            until(moved)
        else:
            person.touch(0.2)
    assert person.clicks <= 4


def test_the_client_names_no_game(visit):
    """A fifth game, from a package of its own, stands in the alley without a line about it in web/."""
    for path in sorted((ROOT / "web").rglob("*")):
        if not {"node_modules", "tests"} & set(path.parts) and path.suffix in (
            ".ts",
            ".svelte",
            ".css",
            ".html",
            ".js",
        ):
            text = path.read_text(encoding="utf-8").lower()
            for game in GAMES:
                assert game.name not in text and game.title.lower() not in text, path
    person = visit()
    person.go("/")
    person.page.wait_for_selector(".stall")
    assert [stall.get_attribute("data-game") for stall in person.page.locator("article.stall").all()] == NAMES
