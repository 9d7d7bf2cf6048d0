"""What people do at a table besides moving: talk, ask, leave, come back, take back, take a hint, race the hammer."""

from __future__ import annotations

import re

import pytest

from tests.server.support import until
from tests.web.support import DESKTOP, PHONE, SHORT_PHONE, play_together

HAMMER = """() => { window.hammer = false; new MutationObserver(() => {
  window.hammer ||= !!document.querySelector('.hammer[role=timer][aria-label*="falls in"]');
}).observe(document.body, {subtree: true, childList: true}); }"""


@pytest.fixture
def two(visit):
    """Two people at a table of Umami, and its id."""
    host, guest = visit(), visit()
    id = host.table("umami", ["me", "open"], public=True)
    guest.api("POST", "/me", {})
    guest.api("POST", f"/tables/{id}/join", {"ready": True})
    for person in (host, guest):
        person.go(f"/t/{id}")
        person.page.wait_for_selector(".board")
    return host, guest, id


def choose(person, name):
    """From the menu."""
    person.page.get_by_role("button", name="Menu").click()
    person.page.locator(".menu").get_by_role("button", name=name).click()


def status(person, id):
    return person.api("GET", f"/tables/{id}")["status"]


def test_talking(two, visit):
    host, guest, id = two
    onlooker = visit()
    onlooker.go(f"/t/{id}")
    onlooker.page.wait_for_selector(".board")
    for person, words in ((host, "<b>Hello</b> & good evening"), (onlooker, "who wins?")):
        person.page.get_by_role("tab", name="Chat").click()
        person.page.get_by_role("textbox", name="Your words").fill(words)
        person.page.get_by_role("button", name="Say").click()
        person.page.locator(".chat p").get_by_text(words, exact=True).wait_for()
    guest.page.get_by_role("tab", name="Chat").click()
    guest.page.get_by_text("<b>Hello</b> & good evening", exact=True).wait_for()
    assert not guest.page.locator(".chat b").count()
    assert not guest.page.get_by_text("who wins?").count()  # the gallery talks among itself


def test_calling_it_off_by_consent(two):
    host, guest, id = two
    choose(host, "Ask to call the match off")
    guest.page.get_by_text("asks to call the match off").wait_for()
    host.page.get_by_role("button", name="Take it back").click()
    guest.page.get_by_text("asks to call the match off").wait_for(state="detached")
    choose(host, "Ask to call the match off")
    guest.page.get_by_role("button", name="Refuse").click()
    host.page.get_by_text("Waiting for the others to answer").wait_for(state="detached")
    assert status(host, id) == "running"
    choose(guest, "Ask to call the match off")
    host.page.get_by_role("button", name="Agree").click()
    for person in (host, guest):
        person.page.get_by_text("This match was called off.").wait_for()
    assert status(host, id) == "aborted"


def test_conceding(two):
    host, guest, id = two
    choose(host, "Concede…")
    host.page.get_by_role("button", name="Yes, concede").click()
    for person in (host, guest):
        person.page.wait_for_selector(".end")
        assert person.ranking()[0].startswith("1st") and status(person, id) == "finished"
    assert host.ranking() == guest.ranking()


def test_a_caretaker_plays_until_the_person_is_back(two):
    host, guest, _ = two
    choose(host, "Step away, a caretaker plays")
    host.page.get_by_text("A caretaker plays for you").wait_for()
    guest.page.locator(".panel .mark", has_text="caretaker").wait_for()
    guest.play(4)  # the caretaker has moved, or nothing would glow for long
    host.page.get_by_role("button", name="Take over again").click()
    host.page.get_by_text("A caretaker plays for you").wait_for(state="detached")
    guest.page.locator(".panel .mark", has_text="caretaker").wait_for(state="detached")


def test_taking_back_alone_and_by_consent(two):
    host, guest, id = two
    mover, other = (host, guest) if host.page.locator(".ask.turn").count() else (guest, host)

    def made():
        return len(mover.api("GET", f"/tables/{id}/log")["entries"])

    while not made():
        mover.touch(0.2)
    mover.page.wait_for_selector('button[aria-label="Undo"]')
    moves = made()
    mover.page.keyboard.press("u")
    until(lambda: made() == moves - 1)
    choose(mover, "Play again what was taken back")
    until(lambda: made() == moves)
    choose(mover, "Ask the others for a take-back")
    other.page.get_by_text("asks to take back a move").wait_for()
    other.page.get_by_role("button", name="Agree").click()
    until(lambda: made() < moves)


# Marks of a hint that lie over a figure that one needs: numbers on pieces, gains, how many there are.
OVER = """() => [...document.querySelectorAll('.hint-tag')].filter((e) => e.checkVisibility()).flatMap((tag) => {
  const a = tag.getBoundingClientRect();
  return [...document.querySelectorAll('.slot .part[data-part=number], .gain-tag, .badge.count')]
    .filter((e) => e.checkVisibility({visibilityProperty: true}) && e.textContent.trim())
    .map((e) => [e, e.getBoundingClientRect()])
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2)
    .filter(([, b]) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
    .map(([e]) => `${tag.textContent} over ${e.outerHTML.slice(0, 80)}`);
})"""


def take_a_hint(person, game):
    person.sit(game, ["me", "bot:apprentice"], hints=True)
    person.page.locator(".ask.turn").wait_for()
    person.page.get_by_role("button", name="Hint", exact=True).click()
    advice = person.page.locator(".ask .advice")
    advice.wait_for()
    marks = person.page.locator(".hint-tag, .tip-chance").all_text_contents()
    assert marks and all(re.fullmatch(r"(best|good|poor)\s+\d+%", mark) for mark in marks)
    assert advice.evaluate(
        """(e) => e.scrollHeight <= e.clientHeight + 3
          && e.getBoundingClientRect().bottom <= e.closest('.ask').getBoundingClientRect().bottom"""
    ), "whole, and in its card"
    return advice.text_content()


@pytest.mark.parametrize("look", [DESKTOP, SHORT_PHONE], ids=["desk", "phone"])
def test_a_hint_marks_what_the_chef_would_do(visit, look):
    assert take_a_hint(visit(**look), "umami").startswith("best ")


@pytest.mark.parametrize("game", ["wok_and_roll", "yatta"])
def test_a_hint_says_why_and_covers_no_figure(visit, game):
    person = visit(**PHONE)
    assert re.match(r"best \d+%\s+.+: \S", take_a_hint(person, game))
    assert not person.page.evaluate(OVER)


def test_without_hints_there_is_no_button(visit):
    person = visit()
    person.sit("umami", ["me", "bot:apprentice"], hints=False)
    assert not person.page.get_by_role("button", name="Hint").count()


def test_clocks_are_shown(visit):
    person = visit()
    person.sit("umami", ["me", "bot:apprentice"], pace={"kind": "live", "bank": 300, "increment": 5})
    clock = person.page.get_by_role("timer", name="Time left")
    clock.wait_for()
    assert re.search(r"\d:\d\d", clock.inner_text())
    mine, other = person.page.locator(".panel .seat-clock").all()
    before, rest = mine.inner_text(), other.inner_text()
    person.page.wait_for_function(
        "(before) => document.querySelector('.panel .seat-clock').innerText !== before", arg=before
    )
    assert other.inner_text() == rest  # only whose turn it is
    assert person.page.locator(".panel .mark", has_text=re.compile(r"\d:\d\d")).count() == 2


def test_a_live_auction_with_the_hammer(visit):
    """Whoever is asked may bid; the countdown is shown, falls, and the match goes on to its end."""
    person, other = visit(), visit()
    options = {"auction": "live", "max_days": 1}
    id = person.table("mitsuhamama", ["me", "open", "bot:apprentice"], public=True, options=options)
    other.api("POST", "/me", {})
    other.api("POST", f"/tables/{id}/join", {"ready": True})
    for one in (person, other):
        one.go(f"/t/{id}")
        one.page.wait_for_selector(".board")
        one.page.evaluate(HAMMER)
    play_together([person, other])
    assert all(one.page.evaluate("window.hammer") for one in (person, other))
    assert len(person.ranking()) == len(other.ranking()) == 3


def test_opening_a_table_by_hand(visit):
    """Set-up, lobby, a bot for the free seat, and the first scene."""
    person = visit()
    person.go("/")
    person.page.locator('.stall[data-game="yatta"]').get_by_role("link", name="Open a table").click()
    page = person.page
    page.wait_for_selector(".setup")
    page.locator(".pill", has_text="4").first.click()
    page.get_by_label("Seat 2", exact=False).select_option("bot:apprentice")
    page.get_by_label("Seat 3", exact=False).select_option("bot:cook")
    page.locator(".pill", has_text="Days").click()
    page.get_by_label("Days for a move").fill("3")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".qr")
    id = page.url.rsplit("/", 1)[1].split("?")[0]
    table = person.api("GET", f"/tables/{id}")
    assert table["players"] == 4 and table["pace"] == {"kind": "days", "days": 3}
    page.locator(".lobby-seats li.free select").select_option("bot:apprentice")
    until(lambda: all(seat["kind"] != "open" for seat in person.api("GET", f"/tables/{id}")["seats"]))
    if status(person, id) == "waiting":
        page.get_by_role("button", name="I am ready").click()
    page.wait_for_selector(".board")


def test_one_person_two_devices(visit):
    """A name, a recovery code on another device, and an account."""
    person, device = visit(), visit()
    person.go("/settings")
    person.page.get_by_label("Name").fill("Bright Kettle")
    person.page.get_by_role("button", name="Change").click()
    person.page.get_by_text("Your name is changed.").wait_for()
    person.page.get_by_role("button", name="Show me a recovery code").click()
    code = person.page.locator("output.code").inner_text()
    device.go("/settings")
    device.page.get_by_label("I have a code").fill(code)
    device.page.get_by_role("button", name="Use it here").click()
    device.page.get_by_text("Welcome back, Bright Kettle.").wait_for()
    device.page.get_by_text("The code is used up").wait_for()
    assert device.api("GET", "/me")["id"] == person.api("GET", "/me")["id"]
    login = "kettle" + person.api("GET", "/me")["id"][:6]
    device.page.get_by_role("button", name="Make an account").click()
    device.page.get_by_label("Login").fill(login)
    device.page.get_by_label("New password").fill("a patient password")
    device.page.get_by_role("button", name="Make the account").click()
    device.page.get_by_text(f"You are signed in as {login}").wait_for()
    device.page.get_by_role("button", name="Sign out").click()
    device.page.get_by_role("button", name="Make an account").wait_for()
    assert device.api("GET", "/me")["name"] != "Bright Kettle"


def test_a_link_is_taken_back(visit):
    host, friend, late = visit(), visit(), visit()
    id = host.table("last_dumpling", ["me", "open"])
    host.go(f"/t/{id}")
    link = host.page.get_by_role("textbox", name="Invite link")
    old = link.input_value()
    host.page.get_by_role("button", name="Take this link back").click()
    host.page.get_by_text("The old link is void").wait_for()
    assert link.input_value() != old
    late.forgive("404")
    late.page.goto(old)
    late.page.get_by_role("heading", name="This table is not open to you").wait_for()
    friend.page.goto(link.input_value())
    friend.page.get_by_role("button", name="Join").click()
    for person in (host, friend):
        person.page.wait_for_selector(".board")


def test_a_link_for_onlookers(visit):
    """A table by invitation: its owner lets friends look on while it is played."""
    host, friend = visit(permissions=["clipboard-read", "clipboard-write"]), visit()
    host.sit("last_dumpling", ["me", "bot:apprentice"])
    host.page.get_by_role("button", name="Menu").click()
    host.page.get_by_role("button", name="Copy a link for onlookers").click()
    host.page.get_by_text("whoever has it may look on").wait_for()
    friend.page.goto(host.page.evaluate("navigator.clipboard.readText()"))
    friend.page.get_by_text("You are looking on.").wait_for()
    assert host.play()
    friend.page.wait_for_selector(".end")
