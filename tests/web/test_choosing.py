"""Choosing without traps: equal dice, payments in any order, tones, waste. Tables without a house."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.web.positions import plain, story
from tests.web.stage import Stage
from yokocho import catalog

PHONE = (390, 664)
DO = ".actions .choice.main"

# How each tone is drawn, hue apart: the form of the edge, hatching, and what is written beside.
FORMS = """() => [...document.querySelectorAll(':is(.piece.legal, .zone-target)[data-tone]')].map((e) => {
  const own = getComputedStyle(e), over = getComputedStyle(e, '::after');
  const edge = e.matches('.piece') ? over.borderTopStyle : own.borderTopStyle;
  const hatched = [own, over].some((style) => style.backgroundImage.includes('repeating'));
  const tags = e.matches('.piece') ? e.closest('.slot') : e;
  return [e.dataset.tone, edge, hatched, (tags.querySelector('.tags')?.innerText ?? '').trim()];
})"""


@pytest.fixture
def stage(browser, site):
    made = Stage(browser, site, *PHONE)
    yield made
    made.close()


def scene(position):
    return plain(position.message())["scene"]


def first(game, kind, wanted):
    """The first moment at which seat 0 is asked that, and at which something holds."""
    for position in story(catalog.game(game), 3, kind, viewer=0):
        found = wanted(scene(position))
        if found:
            return position, found
    raise AssertionError(f"no such moment in {game}")


def pieces(scene, *ids):
    return [piece for zone in scene["zones"] for piece in zone["pieces"] if piece["id"] in ids]


def draw(stage, position):
    stage.draw(plain(position.message()))
    return stage.page


def touch(stage, *ids):
    for id in ids:
        stage.page.locator(f'.slot > .piece[data-piece="{id}"]').tap()


def equal_dice(scene):
    tray = next(zone for zone in scene["zones"] if zone["id"] == "tray")
    alike = defaultdict(list)
    for die in tray["pieces"]:
        alike[die["face"], *die["badges"]].append(die["id"])
    return next((dice for dice in alike.values() if len(dice) > 1), None)


def test_of_equal_dice_either_can_be_rolled_again(stage):
    position, dice = first("wok_and_roll", "market", equal_dice)
    offered = set()
    for die in dice:
        page = draw(stage, position)
        touch(stage, die)
        assert page.locator(f'.picked[data-piece="{die}"]').count() == page.locator(".picked").count() == 1
        assert page.locator(DO).is_enabled()
        offered.add(page.locator(DO).inner_text())
    assert len(offered) == 1 and "again" in offered.pop()
    draw(stage, position)
    touch(stage, *reversed(dice))
    assert stage.page.locator(".picked").count() == len(dice)
    assert stage.page.locator(DO).is_enabled()


def of_several_notes(scene):
    return next((pay for pay in scene["combined"] if len(pay["pieces"]) > 2), None)


def test_notes_are_laid_down_in_any_order(stage):
    position, pay = first("mitsuhamama", "pay", of_several_notes)
    notes = [piece["id"] for piece in pieces(scene(position), *pay["pieces"]) if piece["id"].startswith("note:")]
    for order in (notes, notes[::-1]):
        page = draw(stage, position)
        assert page.locator(".actions .choice", has_text="Pay exactly").first.is_enabled()  # in one tap
        touch(stage, *order)
        page.locator(DO, has_text=pay["label"]).wait_for()


def a_waste(scene):
    return next(
        (
            choice
            for choice in scene["choices"]
            if choice["tone"] == "wasteful"
            and len(choice["pieces"]) == 1
            and [other["pieces"] for other in scene["choices"]].count(choice["pieces"]) == 1
        ),
        None,
    )


@pytest.mark.parametrize(("game", "kind"), [("yatta", "action"), ("mitsuhamama", "pay")])
def test_what_would_be_wasted_is_asked_once_more(stage, game, kind):
    position, choice = first(game, kind, a_waste)
    page = draw(stage, position)
    touch(stage, choice["pieces"][0])
    doubt = page.get_by_role("alertdialog")
    doubt.wait_for()
    assert (choice["why"] or choice["label"]) in doubt.inner_text()
    doubt.get_by_role("button", name="Not now").tap()
    doubt.wait_for(state="detached")
    assert not page.locator(".table.sending").count()
    touch(stage, choice["pieces"][0])
    doubt.get_by_role("button", name="Do it anyway").tap()
    page.locator(".table.sending").wait_for()


def moments(game, kind):
    """Some moments at which seat 0 is asked that."""
    return story(catalog.game(game), 3, kind, viewer=0)[::3][:4]


@pytest.mark.parametrize(
    ("game", "kind", "opens", "tones"),
    [
        ("wok_and_roll", "cook", "", {"good", "costly"}),
        ("yatta", "insert", ".zone[data-zone=outside] .piece.legal", {"good", "costly"}),
        ("yatta", "action", "", {"good", "wasteful"}),
    ],
)
def test_a_tone_is_drawn_by_form_and_word(stage, game, kind, opens, tones):
    forms, words = defaultdict(set), defaultdict(set)
    for position in moments(game, kind):
        page = draw(stage, position)
        if opens:
            page.locator(opens).first.tap()
        for tone, edge, hatched, told in page.evaluate(FORMS):
            forms[tone].add((edge, hatched))
            words[tone].add(told)
    assert set(forms) >= tones, forms
    for tone in tones - {"good"}:
        assert not forms[tone] & forms["good"], forms
    assert all(words[tone] - {""} for tone in tones - {"good"}), words
