"""Learning in the browser: guides and their pictures, lessons at the table, a match with a coach."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support import GAMES
from tests.web.support import PHONE, SHORT_PHONE, Visitor
from tests.web.test_access import violations
from tests.web.test_phone import SMALL, WIDE
from yokocho.learn import lessons
from yokocho.learn.reading import has

TAUGHT = [game.name for game in GAMES if has(game, "lessons.toml")]
GUIDED = [game.name for game in GAMES if has(game, "guide.md")]
COACHED = [game.name for game in GAMES if has(game, "coach.toml")]
START: dict[str, Any] = {"step": 0, "ways": [], "played": []}
TOUCHES = 12  # most that one move takes
ANSWERED = "() => !document.querySelector('.actions.busy, .under-way')"
LEAST = 44  # px
SMALL_PHONE = {**PHONE, "viewport": {"width": 360, "height": 640}}


# --- pupils


class Pupil:
    """Somebody who plays a lesson as its model says, with what is drawn."""

    def __init__(self, person: Visitor, game: str, lesson: str, keys: bool = False) -> None:
        self.person, self.page, self.game, self.keys = person, person.page, game, keys
        self.moment: dict[str, Any] | None = None
        self.follows = False  # is something played out or said before the next step?
        self.begin(lesson)
        person.go(f"/learn/{game}/{lesson}")

    def begin(self, lesson: str) -> None:
        self.path = f"/games/{self.game}/lessons/{lesson}"
        self.moment = self.person.api("POST", self.path, {"at": START})

    def go_on(self, lesson: str) -> None:
        """To the next lesson, as the coach proposes."""
        self.press("over")
        self.page.wait_for_url(f"**/{lesson}")
        self.begin(lesson)

    def press(self, phase: str) -> None:
        """The main button of the coach, in one phase of a step."""
        button = self.page.locator(f'.canvas[data-lesson="{phase}"] .coach .choice.main')
        button.wait_for()
        self.hit(button)

    def hit(self, thing: Any) -> None:
        if self.keys:
            thing.focus()
            self.page.keyboard.press("Enter")
            return
        thing.scroll_into_view_if_needed()
        pile = thing.evaluate("(e) => Boolean(e.closest('.slot[data-tall]'))")  # of equal pieces, the uppermost is hit
        thing.tap(force=pile) if self.person.taps else thing.click(force=pile)

    def step(self) -> None:
        """Does what the coach asks for, and goes on."""
        assert self.moment
        at = self.moment["at"]
        if not self.moment["task"]:
            self.hear({"type": "next"})
            with self.page.expect_response(lambda answer: "/lessons/" in answer.url):
                self.press("see")
        else:
            self.press("do")
            while self.moment and self.moment["at"]["step"] == at["step"] and self.moment["model"]:
                move = self.moment["model"][0]
                choice = next(one for one in self.moment["state"]["scene"]["choices"] if one["notation"] == move)
                self.play(choice)
                self.hear({"type": "move", "move": move})
            self.press("right")
        if self.follows:
            self.press("follow")

    def hear(self, message: dict[str, Any]) -> None:
        """What the house says of it, for somebody who looks nowhere else."""
        assert self.moment
        answer = self.person.api("POST", self.path, {"at": self.moment["at"], "message": message})
        assert answer["result"] in ("right", "on"), answer
        self.moment = answer["next"]
        self.follows = bool(answer.get("then") or answer.get("after"))

    def play(self, choice: dict[str, Any]) -> None:
        """Touches what a choice names until it is made."""
        made: list[str] = []

        def sent(request: Any) -> None:
            if "/lessons/" in request.url and '"move"' in (request.post_data or ""):
                made.append(json.loads(request.post_data)["message"].get("type", ""))

        self.page.on("request", sent)
        for _ in range(TOUCHES):
            thing = self.next(choice)
            self.hit(thing)
            self.page.wait_for_timeout(30)
            self.page.wait_for_function(ANSWERED)
            if "move" in made:
                break
        self.page.remove_listener("request", sent)
        assert "move" in made, f"{choice['notation']} cannot be chosen: {self.page.inner_text('.ask')}"

    def next(self, choice: dict[str, Any]) -> Any:
        page, notation = self.page, choice["notation"].replace("\\", "\\\\").replace('"', '\\"')
        sure = page.locator(".doubt .choice[data-tone=wasteful]")
        if sure.count():
            return sure
        button = page.locator(f'.ask .choice[data-notation="{notation}"]:not([data-then])')
        if button.count() and button.first.is_visible():
            return button.first
        for id in choice["pieces"]:
            piece = page.locator(f'.board [data-piece="{id}"]')
            self.bring(id, choice)
            if not piece.evaluate("(e) => e.classList.contains('picked')"):
                return piece
        zone = page.locator(f'.board [data-target="{choice["zone"]}"]:not(.picked)')
        if choice["zone"] and zone.count():
            return zone
        return self.number(notation)

    def bring(self, piece: str, choice: dict[str, Any]) -> None:
        """A board that is folded away on a phone is opened."""
        if self.page.locator(f'.board [data-piece="{piece}"]').count():
            return
        zones = self.moment["state"]["scene"]["zones"] if self.moment else []
        owner = next(zone["owner"] for zone in zones if any(one["id"] == piece for one in zone["pieces"]))
        self.page.locator(f'.rival[data-seat="{owner}"] .enlarge').click()

    def number(self, notation: str) -> Any:
        """Sets the number of a choice that has one."""
        for _ in range(60):
            button = self.page.locator(f'.ask .choice[data-notation="{notation}"]')
            if button.count():
                return button.first
            more = self.page.locator(".ask .number-choice [aria-label='One more']:not(:disabled)")
            assert more.count(), f"nothing leads to {notation}: {self.page.inner_text('.ask')}"
            more.first.click()
        raise AssertionError(notation)

    def finish(self) -> None:
        while self.moment:
            self.step()
        expect(self.page.locator(".coach .who-says em")).to_have_text("lesson done")


def ids(game: str) -> list[str]:
    found = next(one for one in GAMES if one.name == game)
    return [lesson.id for lesson in lessons.course(found).lessons]


@pytest.mark.parametrize("game", TAUGHT)
def test_every_lesson_by_clicking(visit, game):
    person = visit()
    person.api("POST", "/me", {})
    finish_all(Pupil(person, game, ids(game)[0]))
    person.go(f"/learn/{game}")
    person.page.wait_for_selector(".path")
    assert person.page.locator(".path li.done").count() == len(ids(game))
    assert set(person.api("GET", "/me/learned")[game]["lessons"]) == set(ids(game))


def finish_all(pupil: Pupil) -> None:
    """From the first lesson to the last."""
    first, *others = ids(pupil.game)
    assert pupil.path.endswith(first)
    pupil.finish()
    for lesson in others:
        pupil.go_on(lesson)
        pupil.finish()


@pytest.mark.parametrize("game", TAUGHT)
def test_every_lesson_on_a_phone(visit, game):
    thumb = visit(**SHORT_PHONE)
    pupil = Pupil(thumb, game, ids(game)[0])
    small: dict[str, None] = {}
    while pupil.moment:
        pupil.page.wait_for_selector(".coach")
        found = pupil.page.evaluate(SMALL, LEAST)
        small.update(dict.fromkeys(one for one in found if 'class="piece' not in one))  # those: test_phone.py
        assert pupil.page.evaluate(WIDE) <= 0
        pupil.step()
    assert not small, "\n".join(small)
    assert not violations(thumb.page)
    finish_all(pupil)


@pytest.mark.parametrize("game", TAUGHT)
def test_every_lesson_by_keyboard(visit, game):
    pupil = Pupil(visit(), game, ids(game)[0], keys=True)
    finish_all(pupil)
    assert not violations(pupil.page)


@pytest.mark.parametrize("game", TAUGHT[:1])
def test_what_is_wrong_is_taken_back(visit, game):
    """A reaction, the table as it was, and the coach who shows it; U takes back as at a table."""
    found = next(one for one in GAMES if one.name == game)
    lesson = next(one for one in lessons.course(found).lessons for step in one.steps[:1] if step.task)
    pupil = Pupil(visit(), game, lesson.id)
    page = pupil.page
    before = page.locator(".board").inner_text()
    page.wait_for_selector(".coach")
    other = next(
        one
        for one in pupil.moment["state"]["scene"]["choices"]
        if all(one["notation"] != way[0] for way in lesson.steps[0].right)
    )
    pupil.press("do")
    pupil.play(other)
    expect(page.locator(".coach")).to_have_attribute("data-mood", "hm")
    page.keyboard.press("u")
    expect(page.locator(".coach")).to_have_count(0)
    page.locator(".coach-face").click()
    assert page.locator(".board").inner_text() == before
    page.locator(".coach .choice", has_text="Hint").click()
    page.locator(".coach .choice", has_text="Show me").click()
    expect(page.locator(".coach")).to_have_attribute("data-mood", "joy")


# --- guides


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("game", GUIDED)
def test_a_guide(visit, game, width):
    person = visit(**(SMALL_PHONE if width == SMALL_PHONE["viewport"]["width"] else {}))
    page = person.page
    person.go(f"/guide/{game}")
    page.wait_for_selector(".sheet")
    page.wait_for_load_state("networkidle")
    figures = page.locator(".figure")
    for i in range(figures.count()):
        expect(figures.nth(i).locator(".kept").first).to_be_attached()
        box = figures.nth(i).locator(".picture-in").bounding_box()
        assert box and box["width"] > 100 and box["height"] > 24
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.locator(".aid > summary").click()
    page.wait_for_selector(".aid[open] .aid-sheet")
    assert not violations(page)
    for link in {one.get_attribute("href") for one in page.locator(".sheet a[href^='/rules/']").all()}:
        number = str(link).rpartition("#")[2]
        assert number in next(one for one in GAMES if one.name == game).rules, link


@pytest.mark.parametrize("game", GUIDED[:1])
def test_the_player_aid_opens_beside_the_table(visit, game):
    person = visit()
    person.sit(game, ["me", "bot:apprentice"])
    page = person.page
    page.keyboard.press("p")
    page.wait_for_selector(".story .aid-sheet p, .story .aid-sheet table")
    assert page.locator(".board .piece.legal, .zone-target, .actions .choice").count()
    assert not violations(page)
    person.go(f"/rules/{game}")
    page.get_by_role("link", name="guide").first.click()
    page.wait_for_selector(".guide-page .sheet")


# --- a match with a coach


def coached(person: Visitor, game: str) -> None:
    """A first match, from the page of the lessons."""
    person.go(f"/learn/{game}")
    person.page.get_by_role("button", name="Play with a coach").click()
    person.page.wait_for_selector(".coach")


DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
IN_SIGHT = """() => {
  const box = (one) => one.getBoundingClientRect();
  const [coach, ask] = [document.querySelector('.coach.placed'), document.querySelector('.ask')].map(box);
  const across = (one) => Math.min(one.right, coach.right) > Math.max(one.left, coach.left) + 1;
  const along = (one) => Math.min(one.bottom, coach.bottom) > Math.max(one.top, coach.top) + 1;
  const hides = (one) => across(one) && along(one);
  const hand = [...document.querySelectorAll('.hand .piece')].map(box);
  const inside = coach.left >= 0 && coach.top >= 0 && coach.right <= innerWidth && coach.bottom <= innerHeight;
  return inside && document.querySelector('.ask .question h1').textContent && ![ask, ...hand].some(hides);
}"""


@pytest.mark.parametrize("game", COACHED)
def test_a_match_with_a_coach(visit, game):
    """What is new is explained, once, beside the question; the coach can be silenced, and speak again."""
    person = visit()
    coached(person, game)
    page = person.page
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        page.wait_for_function(IN_SIGHT)
    first = page.locator(".says p").first.inner_text()
    assert first
    assert not violations(page)
    page.locator(".coach .choice.main").click()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator(".ask .question h1")).to_be_visible()
    page.wait_for_function(
        "async (game) => (await (await fetch('/api/me/learned')).json())[game]?.coach.length", arg=game
    )
    page.reload()
    page.wait_for_selector(".coach, .ask .question")
    assert not page.locator(".says p", has_text=first).count()
    page.locator(".bar .tool[title=Menu]").click()
    page.get_by_role("button", name="Silence the coach").click()
    expect(page.locator(".coach")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".ask .question")
    page.locator(".bar .tool[title=Menu]").click()
    expect(page.get_by_role("button", name="The coach may speak again")).to_be_visible()


def play_a_card(page: Any) -> None:
    """The first of the hand, if it could do two things the first of them."""
    page.locator(".hand .piece.legal").first.click()
    page.wait_for_selector(".either, .doubt, .zone-target, .coach")
    if page.locator(".either").count():
        page.locator(".either .choice").first.click()


def test_a_mistake_is_asked_once(visit):
    """Here the coach takes every move for a mistake."""
    person = visit()
    page = person.page
    legal: list[int] = []

    def overhear(line: Any) -> None:
        house = line.connect_to_server()

        def hear(text: Any) -> None:
            scene = json.loads(text).get("scene") or {}
            legal[:] = [choice["action"] for choice in scene.get("choices", [])] or legal
            line.send(text)

        def say(text: Any) -> None:
            said = json.loads(text)
            if said["type"] != "coach":
                house.send(text)
                return
            poor = [{"action": action, "ask": "Are you sure? Another would bring more."} for action in legal]
            line.send(json.dumps({"type": "coach", "id": said["id"], "poor": poor}))

        house.on_message(hear)
        line.on_message(say)

    page.route_web_socket("**/ws*", overhear)
    coached(person, "umami")
    page.locator(".coach", has_text="Two actions make a turn").locator(".choice.main").click()
    play_a_card(page)
    expect(page.locator(".doubt")).to_contain_text("Are you sure? Another would bring more.")
    assert not violations(page)
    page.locator(".doubt .choice", has_text="Not now").click()
    play_a_card(page)
    expect(page.locator(".doubt")).to_have_count(0)
    page.wait_for_selector(".zone-target, .coach")


# --- where it begins


def test_a_first_visit_leads_to_the_lessons(visit):
    person = visit()
    page = person.page
    person.go("/")
    page.locator(".hello a.primary").click()
    page.wait_for_selector(".path")
    assert not violations(page)
    page.locator(".path li.next a").click()
    page.wait_for_selector(".coach")
