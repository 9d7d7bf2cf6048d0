"""What a screen reader gets: where it starts, what it is told of its own accord, and how things are named."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.support import GAMES

NAMES = [game.name for game in GAMES if not game.sample]
CODE = re.compile(r"\b[A-Z]{2}-R?\d+\b")

# Everything that any live region has come to say: lines that are added, and texts that are replaced.
LISTEN = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      const region = element?.closest('[aria-live]');
      if (!region) continue;
      const how = type === 'childList' && region.getAttribute('role') === 'log' ? 'added' : 'changed';
      const texts = type === 'childList' ? [...addedNodes].map((node) => node.textContent) : [target.textContent];
      for (const text of texts) if (text.trim()) heard.push([region.role ?? '', how, text.trim()]);
    }
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


@pytest.mark.parametrize("name", NAMES)
def test_news_and_turns_are_said_once_and_in_order(visit, name):
    person = visit()
    person.sit(name, ["me", "bot:apprentice"])
    page = person.page
    person.wait_for_my_turn()
    assert not page.locator("[aria-live=assertive]").count()  # it would cut off what is being said
    page.evaluate(LISTEN)
    person.play(8)
    person.wait_for_my_turn()
    page.wait_for_function(
        "() => document.querySelector('.question h1').textContent === window.heard.filter("
        "([role]) => role === 'log').at(-1)?.[2].replace('Your turn. ', '')"
    )
    heard = [(how, text) for role, how, text in page.evaluate("window.heard") if role == "log"]
    assert {how for how, _ in heard} == {"added"}
    said = [text for _, text in heard]
    log = person.api("GET", f"/tables/{page.url.rpartition('/')[2]}/log?seat=0")["entries"]
    lines = [line for entry in log for line in entry["lines"]]
    news = [text for text in said if text in lines]
    assert news == lines[len(lines) - len(news) :] and news  # each line once, none left out
    assert not [text for text in said if CODE.search(text)]
    assert not [pair for pair in pairwise(said) if pair[0] == pair[1] and pair[0] not in lines]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_words(visit, name):
    person = visit()
    person.sit(name, ["me", "bot:apprentice"])
    page = person.page
    for touches in (0, 3, 6):
        person.play(touches)
        person.wait_for_my_turn()
        read = page.locator(".board").aria_snapshot()
        assert not re.search(r"\w_\w", read)
        heading = page.locator(".question h1")
        assert heading.inner_text() and not CODE.search(heading.inner_text())
        assert CODE.search(page.locator(".question .rule-link").first.inner_text())  # for those who ask
        if name == "mitsuhamama":
            for wish in page.locator('.zone[data-zone^="restaurant:"]').all():
                words = wish.aria_snapshot()
                assert re.search(r"wants (\d+ (red|yellow|black|white)|\d+ fish|\d+ and \d+ of)", words), words
                assert not re.search(r"\b[RYKWAB]\d+\b", words), words


def test_whoever_comes_starts_at_the_question(visit):
    person = visit()
    person.sit("umami", ["me", "bot:apprentice"])
    page = person.page
    page.wait_for_function("() => document.activeElement.matches('.question h1')")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('.piece.legal')")


def test_what_a_move_would_do_is_not_taken_for_news(visit):
    person = visit()
    person.sit("umami", ["me", "bot:apprentice"])
    page = person.page
    page.wait_for_function("() => document.activeElement.matches('.question h1')")
    page.keyboard.press("ArrowRight")
    page.evaluate(LISTEN)
    page.wait_for_function(
        """() => [...document.querySelectorAll('[aria-live=polite]')]
          .some((e) => e.textContent.trim().startsWith('If you do this: '))"""
    )
    assert all(text.startswith("If you do this: ") for role, _, text in page.evaluate("window.heard") if not role)
    assert not [text for role, _, text in page.evaluate("window.heard") if role == "log"]
