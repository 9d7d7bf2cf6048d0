"""What one needs for a choice is in sight beside it, and a choice looks like what it is."""

from __future__ import annotations

import pytest

from tests.web.layout import shown
from tests.web.positions import chosen, plain, story
from tests.web.stage import Stage
from yokocho import catalog

SIZES = ((1280, 800), (820, 1180), (360, 640), (844, 390))  # the smallest of each shape
LOOKED_AT = {
    "umami": ("action", "take", "claim", "place", "restock", "final"),
    "mitsuhamama": ("bid", "decide", "pay", "keep", "cube", "recall"),
}
# Words that end in an ellipsis; tags on a number; counts and sums below a piece that is raised.
HIDDEN = """() => {
  const seen = (e) => e.checkVisibility({visibilityProperty: true}) && e.getBoundingClientRect().width > 3;
  const all = (s) => [...document.querySelectorAll(s)].filter(seen);
  const said = (e) => e.textContent.trim().slice(0, 50);
  const faults = [];
  for (const e of all('.meter-words, .question, .why, .advice, [data-piece=price] .badge, .mine .note'))
    if (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 3) faults.push(`cut: ${said(e)}`);
  for (const tag of all('.tags > *')) {
    const [a, slot] = [tag.getBoundingClientRect(), tag.closest('.slot') ?? tag.closest('.zone')];
    for (const number of slot.querySelectorAll('.piece:not(.ghost) > .face .part[data-part=number]')) {
      if (!seen(number)) continue;
      const range = document.createRange();
      range.selectNodeContents(number);
      const b = range.getBoundingClientRect(), high = b.height * .7, top = b.top + b.height * .15; // of a digit itself
      const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const h = Math.min(a.bottom, top + high) - Math.max(a.top, top);
      if (w > 0 && h > 0 && w * h > b.width * high * .3) faults.push(`${said(tag)} on ${said(slot)}`);
    }
  }
  for (const e of all('.stacked, .zone[data-kind=column] .piece-note')) {
    const level = (it) => Number(getComputedStyle(it).zIndex) || 0;
    const pieces = [...e.parentElement.querySelectorAll(':scope > .piece')];
    if (level(e) <= Math.max(...pieces.map(level))) faults.push(`below a piece: ${said(e)}`);
  }
  return faults;
}"""
BORDERS = """() => Object.fromEntries([...document.querySelectorAll('.hand .piece.legal')].map((piece) => {
  const style = getComputedStyle(piece, '::after');
  return [piece.dataset.tone ?? '', `${style.borderTopStyle} ${style.backgroundImage !== 'none'}`];
}))"""


@pytest.fixture(params=SIZES, ids=shown)
def stage(request, browser, client):
    made = Stage(browser, client, *request.param)
    yield made
    made.close()


@pytest.fixture
def desk(browser, client):
    made = Stage(browser, client, *SIZES[0])
    yield made
    made.close()


def visible(stage, selector):
    return stage.page.evaluate(
        "(s) => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility({visibilityProperty: true})"
        " && e.getBoundingClientRect().width > 3).length",
        selector,
    )


@pytest.mark.parametrize("name", LOOKED_AT)
def test_nothing_that_one_needs_is_cut_or_covered(stage, name):
    game = catalog.game(name)
    for players in (game.players[1], game.players[-1]):
        for position in chosen(game, players):
            if position.kind in LOOKED_AT[name]:
                stage.draw(plain(position.message()))
                assert not stage.page.evaluate(HIDDEN), position.name


def test_those_who_can_be_robbed_are_in_sight(stage):
    """Wide screens and tablets show every board; a small one opens that of somebody who can be robbed."""
    game = catalog.game("umami")
    for players in game.players:
        position = next(one for one in chosen(game, players) if one.kind == "take")
        stage.draw(plain(position.message()))
        assert visible(stage, ":is(.rival, .opened) .piece.legal"), position.name
        if stage.page.viewport_size["width"] >= 820 and stage.page.viewport_size["height"] > 520:
            for rival in range(1, players):
                assert visible(stage, f".rival:nth-of-type({rival}) .slot"), position.name
        else:
            assert visible(stage, ".opened .piece.legal"), position.name


def toned(position):
    """A state whose first choices have one tone each."""
    state = plain(position.message())
    hand = {
        piece["id"]
        for zone in state["scene"]["zones"]
        if zone["id"] == f"hand:{position.viewer}"
        for piece in zone["pieces"]
    }
    cards = list(
        dict.fromkeys(
            choice["pieces"][0]
            for choice in state["scene"]["choices"]
            if choice["pieces"] and choice["pieces"][0] in hand
        )
    )
    for card, tone in zip(cards, ("", "costly", "wasteful", "final"), strict=False):
        for choice in state["scene"]["choices"]:
            if card in choice["pieces"]:
                choice["tone"], choice["cost"] = tone, tone
    return state, cards


def four_cards(game):
    """Somebody who may play any of four different cards."""
    for players in game.players:
        for position in story(game, players, "action", viewer=0):
            _, cards = toned(position)
            if len(cards) == 4:
                return position
    raise AssertionError


def test_tones_have_shapes_and_what_is_wasteful_is_asked_once_more(desk):
    state, cards = toned(four_cards(catalog.game("umami")))
    desk.draw(state)
    borders = desk.page.evaluate(BORDERS)
    assert set(borders) == {"", "costly", "wasteful", "final"}
    assert len(set(borders.values())) == 4, "told apart without their colours"
    assert desk.page.locator(".hand .cost-tag").all_inner_texts() == ["costly", "wasteful", "final"], "and in words"
    desk.page.locator(f".hand .piece[data-piece='{cards[2]}']").click()
    doubt = desk.page.locator(".doubt")
    doubt.get_by_role("button", name="Do it anyway").wait_for()
    doubt.get_by_role("button", name="Not now").click()
    doubt.wait_for(state="detached")
    assert not desk.page.locator(".picked").count()


def test_a_payment_is_one_tap(desk):
    game = catalog.game("mitsuhamama")
    states = [plain(position.message()) for position in story(game, 3, "pay", viewer=0)[:6]]
    begun = [state for state in states if state["scene"]["combined"]]
    assert len(begun) > 1
    for state in begun:
        desk.draw(state)
        ready = desk.page.locator(".ask .choice").first
        assert ready.inner_text().startswith("Pay ")
        exact = "exactly" in ready.inner_text()
        assert ready.get_attribute("data-tone") == ("good" if exact else "costly")


def test_a_mix_of_fish_is_one_tap_or_given_kind_by_kind(stage):
    game = catalog.game("mitsuhamama")
    mixes = [position for players in game.players for position in chosen(game, players) if position.kind == "mix"]
    assert mixes
    for position in mixes:
        stage.draw(plain(position.message()))
        assert visible(stage, ".ask .choice[data-then]") and visible(stage, ".ask .choice:not([data-then])")
