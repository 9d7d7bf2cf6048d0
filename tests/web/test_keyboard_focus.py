"""Where the focus goes, and letters that depend on it."""

from __future__ import annotations

import pytest

from tests.server.support import until

HERE = "document.activeElement.dataset.piece ?? document.activeElement.ariaLabel ?? document.activeElement.className"


@pytest.fixture
def at_umami(visit):
    """A person whose turn it is, and the table's id."""
    person = visit()
    id = person.sit("umami", ["me", "bot:apprentice"])
    person.page.wait_for_selector(".piece.legal")
    return person, id


def close(page):
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.evaluate("() => new Promise(requestAnimationFrame).then(() => 0)")


def test_dialogs_give_the_focus_back(at_umami):
    page = at_umami[0].page
    for button in ("Menu", "Rules"):
        page.get_by_role("button", name=button).focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog")
        close(page)
        assert page.evaluate(HERE) == button
    piece = page.locator(".hand .piece.legal").last
    piece.focus()
    page.keyboard.press("?")
    page.wait_for_selector("dialog")
    close(page)
    assert page.evaluate(HERE) == piece.get_attribute("data-piece")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Keys and help").click()  # one dialog leads to the next
    page.get_by_role("dialog", name="How to play here").wait_for()
    close(page)
    assert page.evaluate(HERE) == "Menu"


def test_a_dialog_whose_opener_is_gone(at_umami):
    page = at_umami[0].page
    piece = page.locator(".hand .piece.legal").first
    piece.focus()
    page.keyboard.press("r")
    page.wait_for_selector("dialog .rule")
    piece.evaluate("(piece) => piece.replaceWith(piece.cloneNode(true))")  # as when it is drawn anew
    close(page)
    assert page.evaluate(HERE) == piece.get_attribute("data-piece")
    page.get_by_role("button", name="Menu").click()
    page.locator(".bar .tools").evaluate("(tools) => tools.remove()")
    close(page)
    assert page.evaluate("document.activeElement.matches('.piece.legal')")


def test_the_focus_goes_back_to_the_question_it_started_at(at_umami):
    page = at_umami[0].page
    page.keyboard.press("?")
    page.wait_for_selector("dialog")
    close(page)
    assert page.evaluate("document.activeElement.matches('.question h1')")
    page.keyboard.press("?")
    page.wait_for_selector("dialog")
    page.locator(".question").evaluate("(question) => question.remove()")
    close(page)
    assert page.evaluate("document.activeElement.matches('.piece.legal')")


def test_bidding(visit):
    person = visit()
    person.sit("mitsuhamama", ["me", "bot:apprentice", "bot:apprentice"])
    page = person.page
    for _ in range(60):
        page.wait_for_function("() => document.querySelector('.ask.turn') && !document.querySelector('.actions.busy')")
        if page.locator("[data-question=bid] .number-choice").count():
            break
        person.touch()
    assert page.get_by_role("button", name="One less").is_disabled()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('.piece.legal, .actions .choice')")
    page.locator(".number-choice .choice").focus()
    page.keyboard.press("ArrowUp")  # how much stands above the buttons
    assert page.evaluate("document.activeElement.matches('.actions .step')")
    slider = page.locator(".number-choice input")
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert slider.input_value() == "1"


def test_the_log_at_a_desk(at_umami):
    person, _ = at_umami
    page = person.page
    person.play(4)
    page.wait_for_selector(".story .entry")
    person.wait_for_my_turn()
    page.keyboard.press("L")
    page.wait_for_function("() => document.activeElement.matches('.story .entry')")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('.story .entry')")
    page.keyboard.press("L")
    page.wait_for_function("() => document.activeElement.matches('.board *')")


def test_taking_back_leaves_an_earlier_moment_first(at_umami):
    person, id = at_umami
    page = person.page

    def made():
        return len(person.api("GET", f"/tables/{id}/log?seat=0")["entries"])

    while not page.locator('button[aria-label="Undo"]').count():
        person.touch()
        person.wait_for_my_turn()
    moves = made()
    page.locator(".story .entry").last.click()
    page.wait_for_selector(".moment-bar")
    page.keyboard.press("u")
    page.wait_for_selector(".moment-bar", state="detached")
    page.wait_for_timeout(300)
    assert made() == moves
    page.keyboard.press("u")
    until(lambda: made() == moves - 1)


def test_capital_letters_in_a_replay(visit):
    person = visit()
    id = person.sit("last_dumpling", ["me", "bot:apprentice"])
    person.play(2)
    page = person.go(f"/t/{id}/replay?move=0")
    page.wait_for_selector(".replay-bar")
    page.keyboard.press("A")
    page.wait_for_selector(".side-analysis")
    page.keyboard.press("R")
    page.get_by_role("dialog", name="Rules").wait_for()
