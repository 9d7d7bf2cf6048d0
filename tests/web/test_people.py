"""People with people: what each is told when the other asks, leaves, refuses or goes."""

from __future__ import annotations

import pytest

from tests.web.support import PHONE


@pytest.fixture
def two(visit):
    """A table of two people, whoever is to move first."""

    def made(game="last_dumpling", **wishes):
        host, guest = visit(), visit()
        id = host.table(game, ["me", "open"], public=True, **wishes)
        guest.api("POST", "/me", {})
        guest.api("POST", f"/tables/{id}/join", {"ready": True})
        for one in (host, guest):
            one.go(f"/t/{id}")
            one.page.wait_for_selector(".board")
        return *sorted((host, guest), key=lambda one: "Waiting" in one.page.locator(".question").inner_text()), id

    return made


def menu(person, item):
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name=item).click()


def test_what_is_over_asks_nothing(two):
    mover, other, _ = two()
    menu(other, "Concede…")
    other.page.get_by_role("button", name="Yes, concede").click()
    for person in (mover, other):
        person.page.wait_for_selector(".end")
        assert not person.page.locator(".piece.legal, .ask.turn").count()
        assert "Your turn" not in person.page.title()
    assert mover.page.inner_text(".end h2") == "You won!"
    assert "over" in mover.page.inner_text(".question")


def test_conceding_alone_wins_nothing(visit):
    person = visit()
    person.sit("wok_and_roll", ["me"])
    menu(person, "Concede…")
    person.page.get_by_role("button", name="Yes, concede").click()
    assert person.page.inner_text(".end h2") == "Nobody won"


def test_a_refusal_is_told(two):
    mover, other, _ = two()
    menu(mover, "Ask to call the match off")
    other.page.get_by_role("button", name="Refuse").click()
    mover.page.get_by_text("said no.").wait_for()


def test_who_is_sent_away_is_told(visit):
    host, guest = visit(), visit()
    id = host.table("last_dumpling", ["me", "open"], public=True)
    guest.api("POST", "/me", {})
    guest.api("POST", f"/tables/{id}/join", {"ready": False})
    host.go(f"/t/{id}")
    guest.go(f"/t/{id}")
    host.page.get_by_text("to be ready.").wait_for()
    host.page.get_by_role("button", name="Send away").click()
    guest.page.get_by_text("You were sent away from this table.").wait_for()
    host.page.get_by_text("The old link is void").wait_for()


def test_a_bot_that_cannot_go_on_is_told_of(visit, house, monkeypatch):
    async def fail(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(house.house.thinkers, "decide", fail)
    person = visit()
    person.sit("last_dumpling", ["bot:apprentice", "me"])
    person.page.get_by_text("The bot at seat 1 cannot go on").wait_for()
    menu(person, "Ask to call the match off")
    person.page.get_by_text("The bot at seat 1 cannot go on").wait_for(state="detached")


def test_the_curtain_stays_closed_over_a_reload(visit):
    person = visit()
    person.sit("umami", ["me", "me", "bot:apprentice"])
    curtain = person.page.locator(".curtain")
    curtain.wait_for()  # nobody has said who holds the device
    curtain.get_by_role("button").click()
    person.page.locator(".hand .piece").first.wait_for()
    person.page.reload()
    curtain.wait_for()
    assert not person.page.locator(".hand .piece").count()


AT_END = "() => /move (\\d+) of \\1$/.test(document.querySelector('.heading')?.innerText ?? '')"


@pytest.mark.parametrize(
    ("address", "shown"),
    [("move=99999", None), ("move=-5", 0), ("move=abc&seat=abc", 0), ("seat=7&move=1", 1), ("seat=open&move=1", 1)],
)
def test_a_replay_opens_with_any_address(visit, address, shown):
    person = visit()
    id = person.sit("last_dumpling", ["me", "bot:apprentice"])
    person.play()
    person.forgive("422")
    person.go(f"/t/{id}/replay?{address}")
    if shown is None:
        person.page.wait_for_function(AT_END)
    else:
        person.page.locator(".heading", has_text=f"move {shown} of").wait_for()


def test_the_same_moment_with_other_eyes(visit):
    """While all cook in secret, not everybody knows of the same moves."""
    person = visit()
    id = person.sit("wok_and_roll", ["me", "bot:apprentice"])
    person.play()
    page = person.page
    person.go(f"/t/{id}/replay?seat=open&move=99999")
    person.forgive("422")
    page.wait_for_function(AT_END)
    page.get_by_label("Seen by").select_option("0")
    page.wait_for_function("() => location.search.includes('seat=0')")
    page.wait_for_function(AT_END)
    assert not page.locator(".toast").count()


def test_a_link_to_a_running_match_opens_for_others(visit):
    person, friend = visit(permissions=["clipboard-read", "clipboard-write"]), visit()
    id = person.sit("last_dumpling", ["me", "bot:apprentice"])
    person.play(1)
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("link", name="Look back").click()
    person.page.wait_for_selector(".replay-bar")
    person.page.get_by_role("button", name="Copy link").click()
    person.page.get_by_text("whoever has it may look").wait_for()
    friend.page.goto(person.page.evaluate("navigator.clipboard.readText()"))
    friend.page.wait_for_selector(".replay-bar")
    assert id in friend.page.url


def test_without_a_clipboard(visit):
    """A house in the local network over plain http: browsers offer no clipboard and no hashes there."""
    person = visit(permissions=["clipboard-read"])
    person.page.add_init_script(
        """Object.defineProperty(navigator, 'clipboard', {value: undefined});
        Object.defineProperty(crypto, 'subtle', {value: undefined});"""
    )
    id = person.table("last_dumpling", ["me", "open"])
    person.go(f"/t/{id}")
    person.page.get_by_role("button", name="Copy").click()
    person.page.get_by_text("Link copied.").wait_for()
    person.sit("last_dumpling", ["me", "bot:apprentice"])
    person.play()
    person.page.locator(".end").get_by_role("link", name="Replay").click()
    person.page.get_by_role("button", name="Check the seed").click()
    person.page.get_by_text("The seed is the one that was sealed").wait_for()


def test_on_a_phone_the_log_makes_room(visit):
    person = visit(**PHONE)
    id = person.sit("last_dumpling", ["me", "bot:apprentice"])
    while not person.api("GET", f"/tables/{id}/log")["entries"]:
        person.touch()
    page = person.page
    page.get_by_role("button", name="Log and chat").tap()
    page.locator(".story.open .entry").first.tap()
    page.wait_for_selector(".moment-bar")
    assert not page.locator(".story.open").count()
