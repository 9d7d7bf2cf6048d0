"""Looking before touching: why not this, and what would that do."""

from __future__ import annotations

import json

import pytest

from tests.web.support import PHONE, live

ILLEGAL = ".piece[aria-disabled=true]"
OUTSIDE = """() => [...document.querySelectorAll('.tip, .actions')].map((e) => e.getBoundingClientRect())
  .filter((box) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight).length"""


def overheard(person):
    """What the page asks the house, by type."""
    said = []
    person.page.on("websocket", lambda line: line.on("framesent", lambda frame: said.append(json.loads(frame))))
    return lambda kind: [one for one in said if one["type"] == kind]


def hold(person, thing, told):
    """A long press, until something is told."""
    box = thing.bounding_box()
    touch = person.context.new_cdp_session(person.page)
    at = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    person.page.locator(told).wait_for()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_what_cannot_be_chosen_says_why(visit):
    person = visit()
    asked = overheard(person)
    person.sit("umami", ["me", "bot:apprentice"])
    person.play(1)
    person.wait_for_my_turn()
    page = person.page
    thing = page.locator(f'[data-zone^="favorites"] {ILLEGAL}').first
    for _ in range(2):  # the second look costs the house nothing
        reason = person.look(thing, ".inspector:not([data-idle]) .tip-no .rule-link")
        page.mouse.move(1, 1)
        page.locator(".inspector:not([data-idle])").wait_for(state="detached")
    assert len([one for one in asked("why") if one["piece"].startswith("favorite:")]) == 1
    person.look(thing, ".inspector:not([data-idle]) .tip-no .rule-link")
    number = reason.inner_text()
    reason.click()
    assert page.locator("dialog .rule.at").get_attribute("data-rule") == number
    assert not page.locator(".toast").count()


def test_a_place_says_why(visit):
    person = visit()
    person.sit("umami", ["me", "bot:apprentice"])
    person.page.wait_for_selector(".piece.legal")
    person.look(person.page.locator('[data-about="trash"]').first, ".inspector:not([data-idle]) .tip-no .rule-link")


def test_by_keys_the_reason_is_read_out(visit):
    person = visit()
    person.sit("umami", ["me", "bot:apprentice"])
    page = person.page
    page.locator(".piece.legal").first.focus()
    for _ in range(12):
        page.keyboard.press("Shift+ArrowUp")
        if page.evaluate("document.activeElement.getAttribute('aria-disabled') === 'true'"):
            break
    tip = page.locator(".inspector:not([data-idle]) .tip-no")
    tip.wait_for()
    page.wait_for_function(
        """() => { const told = document.querySelector('.inspector:not([data-idle]) .tip-no')?.innerText.trim();
          const said = told?.replace(/ [(]?[A-Z]{2}-R?\\d+[)]?$/, '');
          return told && told !== 'Not part of a move now.' && said !== told
            && [...document.querySelectorAll('[aria-live=polite]')].some((e) => e.textContent.trim() === said); }"""
    )


def test_not_my_turn(visit):
    host, guest = visit(), visit()
    id = host.table("last_dumpling", ["me", "open"], public=True)
    guest.api("POST", "/me", {})
    guest.api("POST", f"/tables/{id}/join", {"ready": True})
    asked = overheard(guest)
    host.go(f"/t/{id}")
    guest.go(f"/t/{id}")
    waiting = next(p for p in (host, guest) if "Waiting" in p.page.locator(".question").inner_text())
    waiting.look(waiting.page.locator(".piece").first, ".inspector:not([data-idle]) .tip-no")
    assert "Waiting for" in waiting.page.locator(".inspector:not([data-idle])").inner_text()
    assert not asked("why") and not asked("preview")


def test_who_keeps_looking_is_told_anew(visit):
    """The table changes under a mouse that rests."""
    host, guest = visit(), visit()
    id = host.table("last_dumpling", ["me", "open"], public=True)
    guest.api("POST", "/me", {})
    guest.api("POST", f"/tables/{id}/join", {"ready": True})
    host.go(f"/t/{id}")
    guest.go(f"/t/{id}")
    mover, waiting = sorted((host, guest), key=lambda p: "Waiting" in p.page.locator(".question").inner_text())
    waiting.look(waiting.page.locator(".piece").first, ".inspector:not([data-idle]) .tip-no")
    assert "Waiting for" in waiting.page.locator(".inspector:not([data-idle])").inner_text()
    mover.touch()
    mover.page.locator(".actions .choice.main").click()
    waiting.page.locator(".inspector:not([data-idle])", has_not_text="Waiting for").wait_for()


def test_a_choice_says_what_it_does(visit):
    person = visit()
    asked = overheard(person)
    person.sit("last_dumpling", ["me", "bot:apprentice"])
    page = person.page
    person.look(page.locator(".piece.legal").last, ".inspector:not([data-idle])")
    page.locator(".piece.legal").last.click()
    told = page.locator(".ask .foreseen")
    told.locator(".gain").wait_for()
    assert "+1 point" in told.inner_text()
    person.look(page.locator(".actions .choice:not(.main)").first, ".inspector:not([data-idle]) .gain")
    assert not page.evaluate(OUTSIDE)
    assert all(isinstance(one["move"], int) for one in asked("preview"))
    page.locator(".actions .choice.main").click()
    assert person.play()


def test_the_second_half_of_a_choice_says_what_it_does(visit):
    person = visit()
    person.sit("yatta", ["me", "bot:apprentice"])
    page = person.page
    while not page.locator(".piece.picked").count():  # a tile, after the choices of the set-up
        person.touch()
        page.wait_for_timeout(100)
    person.look(
        page.locator(".piece.legal:not(.picked), .zone-target:not(.picked)").first,
        ".inspector:not([data-idle]) .foreseen p",
    )
    assert page.locator(".inspector:not([data-idle]) li").count() == 1


def test_what_would_be_lies_on_the_table_before_the_click(visit, house):
    person = visit()
    id = person.sit("umami", ["me", "bot:apprentice"])
    page = person.page
    person.wait_for_my_turn()
    page.locator(".hand .piece.legal:not([data-badges~='Steal'])").first.click()
    place = page.locator(".mine .zone-target").first
    place.wait_for()
    before = len(live(house, id).playing.moves)
    zone = place.get_attribute("data-target")
    person.look(place, f".zone[data-zone='{zone}'] .piece.ghost")
    assert page.locator(".piece.ghost").count() == page.locator(".piece.ghost[aria-hidden=true]").count()
    page.mouse.move(1, 1)
    page.wait_for_function("() => !document.querySelector('.piece.ghost')")
    assert len(live(house, id).playing.moves) == before


def test_without_an_answer_nothing_breaks(visit):
    person = visit()

    def deaf(line):
        server = line.connect_to_server()
        line.on_message(lambda said: None if json.loads(said)["type"] in ("why", "preview") else server.send(said))

    person.page.route_web_socket("**/ws*", deaf)
    person.sit("last_dumpling", ["me", "bot:apprentice"])
    person.page.locator(".piece.legal").last.click()
    person.page.locator(".actions .choice.main").wait_for()
    person.look(person.page.locator(".piece").first, ".inspector:not([data-idle])")
    assert person.play()


def test_on_a_phone(visit):
    person = visit(**PHONE)
    person.sit("last_dumpling", ["me", "bot:apprentice"])
    page = person.page
    page.locator(".piece.legal").last.tap()
    page.locator(".ask .foreseen .gain").wait_for()
    assert not page.evaluate(OUTSIDE)
    hold(person, page.locator(".actions .choice:not(.main)").first, ".inspector:not([data-idle])")
    page.locator(".inspector:not([data-idle]) .gain").wait_for()
    assert page.locator(".picked").count() == 1
    page.locator(ILLEGAL).first.tap(force=True)
    page.locator(".inspector:not([data-idle]) .tip-no .rule-link").wait_for()


@pytest.mark.parametrize("name", ["umami", "last_dumpling"])
def test_one_line_to_the_house(visit, name):
    """A table page opens one WebSocket: from the alley, and where a match starts in the lobby."""
    person, guest = visit(), visit()
    lines = []
    person.page.on("websocket", lambda line: lines.append(line))
    person.go("/")
    person.page.locator(f'.stall[data-game="{name}"]').get_by_role("button", name="Play now").click()
    person.page.wait_for_selector(".board")
    person.touch()
    person.page.wait_for_timeout(500)
    assert len(lines) == 1
    id = guest.table(name, ["me", "open"])
    guest.page.on("websocket", lambda line: lines.append(line))
    guest.go(f"/t/{id}")
    guest.page.locator(".lobby-tools select").first.select_option("bot:apprentice")
    guest.page.wait_for_selector(".board")
    guest.page.wait_for_timeout(500)
    assert len(lines) == 2


def test_a_part_of_the_client_that_is_gone(visit):
    """After an update the old page's parts are not there any more."""
    person = visit(service_workers="block")  # what it keeps would not be gone
    person.forgive(
        "Service Worker registration", "404", "Failed to fetch dynamically imported module", "Failed to load resource"
    )
    person.go("/")
    person.page.wait_for_selector(".stall")
    person.page.route("**/assets/New-*.js", lambda route: route.fulfill(status=404))
    person.page.get_by_role("link", name="Open a table").first.click()
    person.page.get_by_text("The house has been renovated").wait_for()
    person.page.unroute_all()
    person.page.get_by_role("button", name="Reload").click()
    person.page.wait_for_selector(".setup")
