"""What one notices: a line that is dead, a choice that is under way, the log, talk, marks, who has conceded."""

from __future__ import annotations

import os
import signal

import pytest

from tests.server.support import Process
from tests.web.support import PHONE
from tests.web.test_resilience import DOWN

# When a word about the line was first seen, in ms since the tap
WATCH = """() => {
  window.told = null;
  addEventListener('pointerdown', () => {
    const since = performance.now();
    const look = () => {
      const notice = [...document.querySelectorAll('.notice')].find((e) => e.innerText.includes('line'));
      if (notice) window.told = performance.now() - since;
      else setTimeout(look, 50);
    };
    look();
  }, {once: true, capture: true});
}"""
SOON = 20_000  # ms; 2,000 on a machine that is not busy


@pytest.fixture
def frozen(tmp_path):
    """A house that can be stopped: it says no more, but no line is closed."""
    house = Process(tmp_path / "house.db")
    yield house
    os.kill(house.child.pid, signal.SIGCONT)
    house.kill()


@pytest.mark.parametrize("what", [".piece.legal", ".heading"])
def test_a_dead_line_is_told_soon_after_a_tap(visit, frozen, what):
    person = visit(url=frozen.url, **PHONE)
    person.forgive(*DOWN)
    person.sit("umami", ["me", "bot:apprentice"])
    page = person.page
    page.wait_for_selector(".piece.legal")
    os.kill(frozen.child.pid, signal.SIGSTOP)
    page.evaluate(WATCH)
    page.locator(what).first.tap(force=True)
    page.wait_for_function("() => window.told !== null")
    assert page.evaluate("window.told") < SOON
    os.kill(frozen.child.pid, signal.SIGCONT)
    page.locator(".notice.bad").wait_for(state="detached")


def test_the_pressed_choice_is_under_way(visit, frozen):
    person = visit(url=frozen.url)
    person.forgive(*DOWN)
    person.sit("last_dumpling", ["me", "bot:apprentice"])
    page = person.page
    page.locator(".piece.legal").last.click()
    page.locator(".actions .choice.main").wait_for()
    os.kill(frozen.child.pid, signal.SIGSTOP)
    page.locator(".actions .choice.main").click()
    button = page.locator(".actions .choice.under-way")
    button.wait_for()
    assert button.get_attribute("aria-busy") == "true" and button.is_disabled()
    assert page.locator(".piece.picked").count() == 1
    os.kill(frozen.child.pid, signal.SIGCONT)
    button.wait_for(state="detached")
    assert not page.locator(".piece.picked").count()


# --- the log

AT_END = "(e) => e.scrollHeight - e.scrollTop - e.clientHeight < 3 && e.scrollHeight > e.clientHeight"


def long_talk(person):
    """A log that is longer than its box."""
    person.sit("umami", ["me", "bot:apprentice"])
    for _ in range(14):
        assert person.touch()
    person.wait_for_my_turn()


@pytest.mark.parametrize("look", [{"viewport": {"width": 1280, "height": 560}}, PHONE], ids=["desk", "phone"])
def test_the_log_opens_at_its_newest_line(visit, look):
    person = visit(**look)
    long_talk(person)
    page = person.page
    if look is PHONE:
        page.get_by_role("button", name="Log and chat").tap()
    page.locator(".log .entry").last.wait_for()
    page.wait_for_function(f"() => ({AT_END})(document.querySelector('.talk'))")
    page.reload()
    page.wait_for_selector(".board")
    if look is PHONE:
        page.get_by_role("button", name="Log and chat").tap()
    page.wait_for_function(f"() => ({AT_END})(document.querySelector('.talk'))")


def test_the_log_has_turns_whose_steps_fold(visit):
    person = visit()
    long_talk(person)
    page = person.page
    entries = person.api("GET", f"/tables/{page.url.rsplit('/', 1)[1]}/log?seat=0")["entries"]
    headings = [(entry["turn"], entry["heading"]) for entry in entries]
    turns = [at for i, at in enumerate(headings) if i == 0 or headings[i - 1] != at]
    heads = page.locator(".log .turn-head")
    assert heads.count() == len(turns) > 2
    for head, (_, heading) in zip(heads.all(), turns):
        assert head.locator(".turn-when").inner_text() == heading.split(", ", 1)[1]
    fold = page.locator(".log .turn:not(:last-child) .fold").first
    assert fold.get_attribute("aria-expanded") == "false"
    turn = page.locator(".log .turn", has=page.locator(".fold")).first
    before = turn.locator(".line").count()
    fold.click()
    assert turn.locator(".line").count() > before
    fold.click()
    assert turn.locator(".line").count() == before


def test_what_was_missed_is_played(visit):
    person = visit()
    long_talk(person)
    page = person.page
    page.get_by_role("button", name="since my move").click()
    bar = page.locator(".moment-bar")
    bar.wait_for()
    page.wait_for_function("() => document.querySelectorAll('.moment-bar, .toast').length === 0")
    assert not bar.count()


# --- marks


def test_talk_marks_its_button_on_a_phone(visit):
    person, friend = visit(**PHONE), visit()
    id = person.table("last_dumpling", ["me", "open"], public=True)
    friend.api("POST", "/me", {})
    friend.api("POST", f"/tables/{id}/join", {"ready": True})
    person.go(f"/t/{id}")
    page = person.page
    button = page.get_by_role("button", name="Log and chat")
    button.wait_for()
    assert not button.locator(".unread").count()
    friend.api("POST", f"/tables/{id}/messages", {"type": "chat", "id": "a", "text": "hello there"})
    button.locator(".unread", has_text="1").wait_for()
    button.tap()
    page.get_by_text("hello there").wait_for()
    page.get_by_role("button", name="Close").tap()
    button.locator(".unread").wait_for(state="detached")


@pytest.mark.parametrize(
    ("game", "marks"),
    [
        ("mitsuhamama", ["auctioneer", "employees", "away"]),
        ("umami", ["First Serving", "away"]),
        ("yatta", ["first player", "away"]),
    ],
)
def test_marks_of_seats_are_in_sight_on_a_phone(visit, game, marks):
    person, friend = visit(**PHONE), visit()
    id = person.table(game, ["me", "open"], public=True)
    friend.api("POST", "/me", {})
    friend.api("POST", f"/tables/{id}/join", {"ready": True})
    person.go(f"/t/{id}")
    for mark in marks:
        person.page.locator(".panel .mark:visible", has_text=mark).first.wait_for()
    assert person.page.evaluate("document.documentElement.scrollWidth <= screen.width")


# --- conceding


def concede(person):
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name="Concede…").click()
    person.page.get_by_role("button", name="Yes, concede").click()


def test_who_concedes_to_bots_is_named_and_the_table_adds_up(visit):
    person = visit()
    person.sit("mitsuhamama", ["me", "bot:apprentice", "bot:apprentice"])
    name = person.api("GET", "/me")["name"]
    concede(person)
    page = person.page
    assert page.locator(".end .ending").inner_text() == f"{name} has conceded"
    lines = [line.split("\t") for line in person.ranking()]
    assert page.locator(".end thead th", has_text=name).locator(".gave-up").inner_text() == "conceded"
    assert "in hand" in page.inner_text(".end tbody")
    for _, _, *parts, total in lines:
        assert sum(map(int, parts)) == int(total)


def test_a_replay_says_who_conceded_only_from_then_on(visit):
    host, guest, third = visit(), visit(), visit()
    id = host.table("last_dumpling", ["me", "open", "open"], public=True)
    for one in (guest, third):
        one.api("POST", "/me", {})
        one.api("POST", f"/tables/{id}/join", {"ready": True})
    for one in (host, guest, third):
        one.go(f"/t/{id}")
        one.page.wait_for_selector(".board")
    name = guest.api("GET", "/me")["name"]
    host.touch()
    host.page.locator(".actions .choice.main").click()
    host.page.locator(".log .entry").first.wait_for()
    concede(guest)
    host.page.get_by_text(f"{name} has conceded").first.wait_for()
    host.page.locator(".log .conceded", has_text=name).wait_for()
    host.page.locator(".panel .mark", has_text="conceded").wait_for()
    concede(third)
    host.page.wait_for_selector(".end")
    assert "have conceded" in host.page.inner_text(".end .ending") and name in host.page.inner_text(".end .ending")
    for move, many in ((0, 0), (1, 2)):
        host.go(f"/t/{id}/replay?move={move}")
        host.page.wait_for_selector(".replay-bar")
        marks = host.page.locator(".panel .mark", has_text="conceded")
        host.page.wait_for_function(
            "(move) => document.querySelector('.heading').innerText.includes(`move ${move} `)", arg=move
        )
        assert (marks.count() > 0) == (many > 0)


# --- tips

COVERS = """() => {
  const it = document.querySelector('.inspector:not([data-idle])').getBoundingClientRect();
  return [...document.querySelectorAll('.piece.legal, .zone-target, .actions button')]
    .map((e) => e.getBoundingClientRect())
    .filter((e) => e.left < it.right - 1 && e.right > it.left + 1 && e.top < it.bottom - 1 && e.bottom > it.top + 1)
    .length;
}"""


@pytest.mark.parametrize("game", ["umami", "yatta"])
def test_a_tip_covers_no_choice(visit, game):
    person = visit()
    person.sit(game, ["me", "bot:apprentice"])
    page = person.page
    for _ in range(4):
        person.wait_for_my_turn()
        person.look(page.locator(".piece.legal, .zone-target").first, ".inspector:not([data-idle])")
        assert page.evaluate(COVERS) == 0
        person.touch()


def test_what_moves_under_a_resting_pointer_tells_nothing(visit):
    person = visit()
    person.sit("umami", ["me", "bot:apprentice"])
    page = person.page
    person.wait_for_my_turn()
    pieces = page.locator(".hand .piece")
    told = person.look(pieces.first, ".inspector:not([data-idle])").locator(".tip-what").inner_text()
    pieces.first.evaluate("(e) => (e.style.order = 9)")  # the next card slides under the pointer
    page.wait_for_timeout(1500)
    assert page.locator(".tip-what").all_inner_texts() in ([], [told])
    second = pieces.nth(1).locator(".unseen").inner_text()
    person.look(pieces.nth(1), f'.tip-what:has-text("{second}")')
