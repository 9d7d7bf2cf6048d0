"""Puzzles in the browser: from a stall to the one of the day, a wrong try, the right one, and on to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.web.support import PHONE
from tests.web.test_access import violations
from tests.web.test_learn import Pupil
from yokocho import catalog
from yokocho.learn import puzzles

GAME = "mitsuhamama"


class Solver(Pupil):
    """Somebody who solves a puzzle at its table."""

    def begin(self, lesson: str) -> None:
        super().begin(puzzles.PREFIX + lesson)

    def at(self, puzzle: str) -> None:
        self.begin(puzzle)
        expect(self.page.locator('.canvas[data-lesson="do"] .coach')).to_be_visible()

    def try_move(self, move: str) -> None:
        """Plays a move, right or wrong."""
        assert self.moment
        self.play(next(one for one in self.moment["state"]["scene"]["choices"] if one["notation"] == move))


def test_the_puzzle_of_the_day_and_the_next(visit: Callable[..., Any]) -> None:
    person = visit()
    daily = person.api("GET", f"/games/{GAME}/puzzles")["daily"]
    person.go("/")
    person.page.get_by_role("link", name="Puzzle of the day: Mitsuhamama").click()
    person.page.wait_for_url(f"**/puzzles/{GAME}/{daily}")
    one = puzzles.puzzle(catalog.game(GAME), daily)
    solve(person, one, wrong=False)
    page = person.page
    expect(page.locator(".standing dl")).to_contain_text("1 of 1")
    assert not violations(page)
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url(lambda url: "/puzzles/" in url and daily not in url)
    other = puzzles.puzzle(catalog.game(GAME), page.url.rsplit("/", 1)[1])
    solve(person, other, wrong=True)
    expect(page.locator(".standing dl")).to_contain_text("1 of 2")
    page.reload()
    expect(page.locator(".standing dl")).to_contain_text("1 of 2")
    kept = person.api("GET", "/me/learned")[GAME]["puzzles"]
    day = person.api("GET", f"/games/{GAME}/puzzles")["day"]
    assert sorted(kept) == sorted([f"solved:{daily}", f"failed:{other.id}", f"day:{day}"])


def test_a_puzzle_on_a_phone(visit: Callable[..., Any]) -> None:
    person = visit(**PHONE)
    one = puzzles.puzzles(catalog.game(GAME))[0]
    person.go(f"/puzzles/{GAME}/{one.id}")
    expect(person.page.locator('.canvas[data-lesson="do"] .coach')).to_contain_text("One move is clearly best")
    person.page.get_by_role("button", name="Show me").click()
    expect(person.page.locator('.canvas[data-lesson="right"] .coach')).to_contain_text("Your rating")
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def solve(person: Any, one: puzzles.Puzzle, wrong: bool) -> None:
    """Plays the best move, and another one before it if that is wanted."""
    solver = Solver.__new__(Solver)
    solver.person, solver.page, solver.game, solver.keys = person, person.page, GAME, False
    solver.at(one.id)
    if wrong:
        solver.press("do")
        solver.try_move(next(move for move in one.values if move != one.best))
        expect(person.page.locator('.canvas[data-lesson="wrong"] .coach')).to_contain_text("Another move wins")
        solver.press("wrong")
    else:
        solver.press("do")
    solver.try_move(one.best)
    expect(person.page.locator('.canvas[data-lesson="right"] .coach')).to_contain_text("Right. That wins about")
