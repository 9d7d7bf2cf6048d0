"""The settings, and what else a person has besides matches."""

from __future__ import annotations

import pytest

PASSWORD = "a patient password"


@pytest.fixture
def known(visit):
    """Somebody with an account: the login."""
    person = visit()
    login = "keeper" + person.api("POST", "/me", {})["id"][:6].lower()
    person.api("POST", "/me/account", {"login": login, "password": PASSWORD})
    return login


def test_enter_signs_in(visit, known):
    person = visit()
    page = person.go("/settings")
    page.get_by_label("Login").fill(known)
    field = page.get_by_label("Password")
    assert field.get_attribute("autocomplete") == "current-password"
    field.fill(PASSWORD)
    field.press("Enter")
    page.get_by_text(f"You are signed in as {known}").wait_for()


def test_another_password(visit, known):
    """It needs the old one, and says what becomes of other devices."""
    here, there = visit(), visit()
    for person in (here, there):
        person.api("POST", "/login", {"login": known, "password": PASSWORD})
    page = here.go("/settings")
    for old, said in (("a wrong password", "the old password is wrong"), (PASSWORD, "2 other devices are signed out")):
        page.get_by_label("Old password").fill(old)
        page.get_by_label("New password").fill(PASSWORD + "!")
        here.forgive("403")
        page.get_by_role("button", name="Change the password").click()
        page.get_by_text(said).wait_for()
    assert page.get_by_label("Old password").input_value() == page.get_by_label("New password").input_value() == ""
    assert here.api("GET", "/me")["login"] == known
    there.go("/settings").get_by_role("button", name="Sign in").wait_for()
    assert there.api("GET", "/me")["login"] is None


@pytest.mark.parametrize("way", ["login", "code"])
def test_a_guest_hears_what_becomes_of_the_matches(visit, known, way):
    """Before this device is somebody else's; a code leads back."""
    person, other = visit(), visit()
    person.table("last_dumpling", ["me", "bot:apprentice"])
    guest = person.api("GET", "/me")
    other.api("POST", "/me", {})
    page = person.go("/settings")
    if way == "login":
        page.get_by_label("Login").fill(known)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
    else:
        page.get_by_label("I have a code").fill(other.api("POST", "/me/recovery")["code"])
        page.get_by_role("button", name="Use it here").click()
    warning = page.get_by_role("alert")
    warning.get_by_text("A match stays behind.").wait_for()
    assert person.api("GET", "/me")["id"] == guest["id"]
    warning.get_by_role("button", name="Show me the code first").click()
    code = warning.locator("output").inner_text()
    warning.get_by_role("button", name="now").click()
    page.get_by_text("Welcome back").wait_for()
    assert person.api("GET", "/me")["id"] != guest["id"]
    other.api("POST", "/recover", {"code": code})
    assert other.api("GET", "/me")["id"] == guest["id"]


def test_what_the_house_and_the_browser_allow(visit):
    page = visit().go("/settings")
    page.get_by_label("Name").fill("x" * 50)
    page.get_by_role("button", name="Change").click()
    page.get_by_text("Your name is changed.").wait_for()
    box = page.get_by_label("A notification when the page is hidden")
    box.click()
    page.get_by_text("The browser does not allow notifications here.").wait_for()
    assert not box.is_checked()


def test_every_speed_of_a_replay_is_in_the_menu(visit):
    person = visit()
    id = person.sit("last_dumpling", ["me", "bot:apprentice"])
    page = person.go(f"/t/{id}/replay")
    page.get_by_label("Speed").select_option("very fast")
    person.go(f"/t/{id}")
    page.get_by_role("button", name="Menu").click()
    assert page.get_by_label("Speed").input_value() == "4"


def test_rules_of_no_game(visit):
    person = visit()
    person.forgive("404")
    page = person.go("/rules/nonsense")
    page.get_by_role("link", name="Wok and Roll").click()
    page.wait_for_selector(".rule")


def test_the_badge_counts_what_is_new(visit):
    host, guest = visit(), visit()
    id = host.table("last_dumpling", ["me", "open"], public=True)
    guest.api("POST", "/me", {})
    guest.api("POST", f"/tables/{id}/join", {"ready": True})
    for person in (host, guest):
        person.go(f"/t/{id}")
        person.page.wait_for_selector(".board")
    badge = host.page.get_by_role("tab").locator(".unread")

    def say(person, words):
        person.page.get_by_role("tab", name="Chat").click()
        person.page.get_by_role("textbox", name="Your words").fill(words)
        person.page.get_by_role("button", name="Say").click()
        person.page.locator(".chat p").get_by_text(words, exact=True).wait_for()

    say(guest, "good evening")
    badge.get_by_text("1", exact=True).wait_for()
    say(host, "hello")
    host.page.reload()
    host.page.wait_for_selector(".board")
    assert not badge.count()
    say(guest, "your move")
    badge.get_by_text("1", exact=True).wait_for()
    host.page.reload()
    badge.get_by_text("1", exact=True).wait_for()
