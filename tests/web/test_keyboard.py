"""Without a mouse."""

from __future__ import annotations

import pytest

from tests.server.support import PATIENCE
from tests.support import GAMES
from tests.web.support import MOST, SHORTER

# Waits for my turn or the end; says where the focus is.
WHERE = """(patience) => new Promise((done) => {
  const look = () => {
    if (document.querySelector('.end')) return 'over';
    if (document.querySelector('.actions.busy')) return '';
    if (!document.querySelector('.piece.legal, .zone-target, .actions .choice:not(:disabled), .ask .choice')) return '';
    const at = document.activeElement;
    if (at.matches('.ask .choice')) return 'ask';
    if (at.matches('.piece.legal:not(.picked), .zone-target:not(.picked), .actions .choice')) return 'glow';
    return at === document.body ? 'lost' : 'elsewhere';
  };
  let timer, watch;
  const check = () => { const it = look(); if (it) { clearTimeout(timer); watch?.disconnect(); done(it); } return it; };
  if (check()) return;
  watch = new MutationObserver(check);
  watch.observe(document.documentElement, {subtree: true, childList: true, attributes: true});
  timer = setTimeout(() => { watch.disconnect(); done('idle'); }, patience);
})"""

AMONG = ("ArrowRight", "ArrowLeft", "ArrowDown", "Tab")  # pieces; the last one leads on to the question in the end


def play(person, touches=MOST):
    """Plays by keys; how often the focus was lost, and whether it came to an end."""
    page, lost = person.page, 0
    for n in range(touches):
        where = page.evaluate(WHERE, PATIENCE * 1000)
        if where == "over":
            return lost, True
        assert where != "idle", page.inner_text(".ask")
        if where == "lost":
            page.evaluate("() => new Promise(requestAnimationFrame).then(() => 0)")
            where = page.evaluate(WHERE, PATIENCE * 1000)
        lost += where == "lost" and n > 0  # a page begins without
        for key in ("Tab", "ArrowDown", "ArrowUp", "Shift+Tab", "Shift+Tab", *["Tab"] * 150):
            if where in ("ask", "glow"):
                break
            page.keyboard.press(key)
            where = page.evaluate(WHERE, PATIENCE * 1000)
        assert where in ("ask", "glow"), where
        for _ in range(person.chance.randrange(3)):
            page.keyboard.press("Tab" if where == "ask" else person.chance.choice(AMONG))
        if page.evaluate(WHERE, PATIENCE * 1000) in ("ask", "glow"):
            page.keyboard.press("Enter")
    return lost, False


def test_a_match_from_the_alley(visit):
    person = visit()
    person.go("/")
    person.page.wait_for_selector(".stall")
    person.page.get_by_role("button", name="Play now: Last Dumpling").focus()
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector(".board")
    lost, over = play(person)
    assert over and person.ranking()
    assert not lost


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_a_whole_match(visit, name):
    person = visit()
    person.sit(name, ["me", "bot:apprentice"], options=SHORTER.get(name, {}))
    said = person.page.locator("[aria-live]")
    heard, lost, over = set(), 0, False
    for _ in range(MOST // 20):
        times, over = play(person, 20)
        lost += times
        heard.add(" ".join(said.all_inner_texts()))
        if over:
            break
    assert over, f"{person.page.inner_text('.ask')}\n{person.page.evaluate('document.activeElement.outerHTML')[:300]}"
    assert any(heard) and person.ranking()
    assert lost == 0, f"the focus was lost {lost} times"


def test_letters(visit):
    person = visit(viewport={"width": 800, "height": 900})
    person.sit("umami", ["me", "bot:apprentice"])
    page = person.page
    page.wait_for_selector(".piece.legal")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="How to play here").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("r")
    page.wait_for_selector("dialog .rule")
    page.keyboard.type("steal")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("l")
    page.wait_for_selector(".story.open")
    page.keyboard.press("l")
    page.wait_for_selector(".story.open", state="detached")
    page.keyboard.press("h")
    page.wait_for_selector(".chance, .tip-chance")
    page.locator(".hand .piece.legal").first.focus()
    question = page.inner_text(".question")
    page.keyboard.press("Enter")
    page.wait_for_function("(was) => document.querySelector('.question').innerText !== was", arg=question)
    page.keyboard.press("u")
    page.wait_for_function("(was) => document.querySelector('.question').innerText === was", arg=question)


def test_escape_steps_back(visit):
    person = visit()
    person.sit("last_dumpling", ["me", "bot:apprentice"])
    person.page.locator(".piece.legal").last.focus()
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector(".picked")
    person.page.keyboard.press("Escape")
    person.page.wait_for_selector(".picked", state="detached")
