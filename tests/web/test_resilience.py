"""What survives: restarts, bad lines, reloads, a second tab, several people at one device, onlookers, old matches."""

from __future__ import annotations

import json
import socket

import pytest

from tests.server.support import Process, until
from tests.web.support import live, play_together

DOWN = (r"WebSocket connection", r"ERR_CONNECTION_REFUSED", r"ERR_INTERNET_DISCONNECTED")


def half_chosen(person):
    """Picks a dumpling that may be the only one taken, or one of more."""
    person.page.wait_for_selector(".piece.legal")
    person.page.locator(".piece.legal").last.click()
    person.page.wait_for_selector(".piece.picked")


def moves(house, id):
    return len(live(house, id).playing.moves)


KEEP = """const Line = WebSocket;
  window.lines = [];
  window.WebSocket = class extends Line { constructor(...how) { super(...how); lines.push(this); } };"""
LOST = """lines.forEach((line) => {
  const told = line.onclose;
  line.onclose = null;  // its own farewell may take long, now that the house cannot hear it
  line.close();
  told?.({code: 1006, reason: ''});
})"""


def cut(person):
    """No line to the house until it is mended."""
    person.forgive(*DOWN)
    person.context.set_offline(True)
    person.page.evaluate(LOST)
    person.page.get_by_text("The line is down").wait_for()


def mend(person):
    person.context.set_offline(False)
    person.page.get_by_text("The line is down").wait_for(state="detached")


def test_the_house_restarts_during_a_half_made_choice(visit, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    house = Process(tmp_path / "house.db", "--port", port)
    try:
        person = visit(url=house.url)
        person.forgive(*DOWN)
        person.sit("last_dumpling", ["me", "bot:apprentice"])
        half_chosen(person)
        house.kill()
        person.page.get_by_text("The line is down").wait_for()
        house = Process(tmp_path / "house.db", "--port", port)
        person.page.get_by_text("The line is down").wait_for(state="detached")
        assert person.page.locator(".piece.picked").count() == 1
        person.page.locator(".actions .choice.main").click()
        assert person.play()
    finally:
        house.kill()


def test_a_cut_line_is_told_and_mended(visit, house):
    person = visit()
    person.page.add_init_script(KEEP)
    id = person.sit("last_dumpling", ["me", "bot:apprentice"])
    half_chosen(person)
    cut(person)
    mend(person)
    assert person.page.locator(".piece.picked").count() == 1
    person.page.locator(".actions .choice.main").click()
    until(lambda: moves(house, id) > 0)


def test_reload_second_tab_and_back_keep_the_place(visit):
    person = visit()
    id = person.sit("umami", ["me", "bot:apprentice"])
    person.play(3)
    person.wait_for_my_turn()
    question = person.page.inner_text(".question")
    person.page.reload()
    person.page.wait_for_selector(".board")
    assert person.page.inner_text(".question") == question
    second = person.go(f"/t/{id}", person.context.new_page())
    second.wait_for_selector(".board")
    assert second.inner_text(".question") == question
    entries = second.locator(".log .entry").count()
    while second.locator(".log .entry").count() == entries:
        person.touch()
    person.page.locator(".bar .home").click()
    person.page.wait_for_selector(".stall")
    person.page.go_back()
    person.page.wait_for_selector(".board")
    assert person.page.url.endswith(id)


def test_several_people_at_one_device(visit):
    person = visit()
    person.sit("umami", ["me", "me"], options={"round_cap": 1})
    curtains = 0
    while True:
        person.page.wait_for_selector(
            ".curtain, .end, .ask.turn:not(:has(.busy))"
        )  # a move under way may bring the curtain
        if person.page.locator(".end").count():
            break
        if not person.page.locator(".curtain").count():
            person.touch()
            continue
        curtains += 1
        assert not person.page.locator(".piece").count()
        button = person.page.locator(".curtain button")
        name = button.inner_text().removeprefix("I am ")
        button.click()
        person.page.wait_for_selector(".board")
        assert name in person.page.inner_text(".panel.me")
        assert not person.page.locator('.rivals [data-zone^="hand"] .piece:not(.down)').count()
    assert curtains > 1 and person.ranking()


def test_hotseat_to_the_end(visit):
    person = visit()
    person.sit("last_dumpling", ["me", "me"])
    assert person.play()


@pytest.mark.parametrize("name", ["umami", "mitsuhamama"])
def test_onlookers_see_no_secrets(visit, house, name):
    host, onlooker = visit(), visit()
    id = host.sit(name, ["me", "bot:apprentice"], public=True)
    frames = []
    onlooker.page.on("websocket", lambda line: line.on("framereceived", lambda frame: frames.append(frame)))
    onlooker.go(f"/t/{id}")
    onlooker.page.get_by_text("You are looking on").wait_for()
    host.play(9)
    until(lambda: live(house, id).playing.moves)

    def both():
        """The same moment for either: the bot may be moving."""
        found = host.api("GET", f"/tables/{id}/state?seat=0"), onlooker.api("GET", f"/tables/{id}/state")
        return found if found[0]["number"] == found[1]["number"] else None

    mine, seen = (answer["scene"] for answer in until(both))
    blind = {zone["id"]: zone for zone in seen["zones"]}
    secret = 0
    for zone in mine["zones"]:
        faces = [piece["face"] for piece in zone["pieces"]]
        if zone["owner"] < 0 or zone["id"] not in blind:  # what all share is told to each with what it means to them
            continue
        if [piece["face"] for piece in blind[zone["id"]]["pieces"]] == faces:
            continue
        secret += 1
        drawn = onlooker.page.locator(f'[data-zone="{zone["id"]}"] .piece')
        assert not any(drawn.evaluate_all("(all) => all.map((e) => e.dataset.face)")), zone["id"]
        text = onlooker.page.locator(f'[data-zone="{zone["id"]}"]').inner_html()
        for piece in zone["pieces"]:
            assert not piece["face"] or not piece["tooltip"] or piece["tooltip"] not in text
    assert secret
    assert not onlooker.page.locator(".piece.legal, .zone-target, .actions .choice").count()
    seed = live(house, id).row["seed"].hex()
    assert frames and not any(seed in str(frame) for frame in frames)


def test_an_old_client_is_told_to_reload(visit, house, monkeypatch):
    person = visit()
    person.page.add_init_script(KEEP)
    person.sit("last_dumpling", ["me", "bot:apprentice"])
    cut(person)
    monkeypatch.setattr(house.house, "build", "another")
    mend(person)
    person.page.get_by_text("renovated").wait_for()
    person.page.get_by_role("button", name="Reload").click()
    person.page.wait_for_selector(".board")
    assert not person.page.get_by_text("renovated").count()


def test_a_rematch_takes_everybody_along(visit):
    host, guest = visit(), visit()
    id = host.table("last_dumpling", ["me", "open"], public=True)
    guest.table("last_dumpling", ["me", "bot:apprentice"])
    guest.api("POST", f"/tables/{id}/join", {"ready": True})
    host.go(f"/t/{id}")
    guest.go(f"/t/{id}")
    play_together([host, guest])
    host.page.get_by_role("button", name="Rematch").click()
    host.page.wait_for_url(lambda url: not url.endswith(id))
    guest.page.get_by_role("button", name="Join the next match").click()
    guest.page.wait_for_url(host.page.url)
    play_together([host, guest])


def test_the_next_match_may_be_harder(visit):
    person = visit()
    id = person.sit("last_dumpling", ["me", "bot:apprentice"])
    person.play()
    person.page.get_by_role("button", name="Change level now: apprentice").click()
    person.page.get_by_role("group", name="Rematch against").get_by_role("button", name="cook").click()
    person.page.wait_for_url(lambda url: not url.endswith(id))
    person.page.locator(".panel", has_text="cook").wait_for()


def test_replay(visit, tmp_path):
    person, friend = visit(permissions=["clipboard-read", "clipboard-write"]), visit()
    id = person.sit("umami", ["me", "bot:apprentice"])
    person.play()
    page = person.page
    page.locator(".end").get_by_role("link", name="Replay").click()
    page.wait_for_selector(".replay-bar")
    heading = page.locator(".heading")
    total = int(heading.inner_text().rsplit(" ", 1)[1])

    def at(move):
        page.wait_for_function(
            "(words) => document.querySelector('.heading').innerText.includes(words)", arg=f"move {move} of {total}"
        )

    at(0)
    for key, move in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", total), ("Home", 0)):
        page.keyboard.press(key)
        at(move)
    page.get_by_role("slider", name="Move").fill("5")
    at(5)
    page.keyboard.press("Escape")
    page.get_by_label("Seen by").select_option("1")
    page.wait_for_function("() => location.search.includes('seat=1')")
    assert "move=5" in page.url
    page.wait_for_selector(".hand .piece")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("whoever has it may look").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    friend.page.goto(link)  # not a public table: the link itself lets in
    friend.page.locator(".heading", has_text="move 5 of").wait_for()
    friend.page.get_by_role("link", name="To the table").click()
    friend.page.locator(".end").get_by_role("button", name="Analysis").click()
    friend.page.locator(".end .chart").wait_for()
    with friend.page.expect_download():
        friend.page.locator(".end").get_by_role("link", name="Export").click()
    friend.page.locator(".end").get_by_role("link", name="Replay").click()
    friend.page.wait_for_selector(".replay-bar")
    page.get_by_role("button", name="Check the seed").click()
    page.get_by_text("The seed is the one that was sealed before the match.").wait_for()
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    file = tmp_path / "match.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())
    person.go("/me")
    person.page.get_by_label("Bring a match in").set_input_files(file)
    person.page.wait_for_url("**/t/*")
    person.page.wait_for_selector(".end")
    assert not person.page.url.endswith(id)
    page.go_back()


def test_a_page_from_before_the_house_was_renewed_opens_itself_anew(visit):
    person = visit(service_workers="block")  # what it keeps would not be gone
    person.forgive(r"Service Worker registration", r"404", r"Failed to fetch dynamically imported module", r"preload")
    person.go("/")
    gone = []

    def once(route):
        if gone:
            route.continue_()
        else:
            gone.append(route.request.url)
            route.fulfill(status=404, body="")

    person.page.route("**/assets/GuidePage*.js", once)
    person.page.locator(".stall a", has_text="Guide").first.click()
    person.page.get_by_role("heading", name="The table").wait_for()
    assert gone
