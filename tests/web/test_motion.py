"""What happens is shown, can be hurried, and stands still for those who want no motion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support import GAMES, table_id
from tests.web.stage import Stage, site
from tests.web.turns import Turn, busy_turn
from yokocho.core.game import Game

OURS = [game for game in GAMES if not game.sample]
COUNT = """() => {
  window.flights = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.flights += 1; return animate.apply(this, how); };
}"""
STYLED = (
    "() => document.getAnimations().filter((one) => one instanceof CSSAnimation || one instanceof CSSTransition).length"
)
SOUND = re.compile(r"/assets/alley-[\w-]+\.js")  # loaded when somebody asks for it
PIECES = """() => [...document.querySelectorAll('.canvas [data-piece]')].map((piece) => {
  const {x, y, width, height} = piece.getBoundingClientRect();
  return [piece.dataset.piece, x, y, width, height].join(' ');
})"""


@pytest.fixture(scope="module")
def built() -> Path:
    return site()


@pytest.fixture(scope="module", params=OURS, ids=table_id)
def turn(request: pytest.FixtureRequest) -> Turn:
    game: Game = request.param
    return busy_turn(game, players=2, most=6)


@pytest.fixture
def moving(browser: Browser, built: Path) -> Iterator[Stage]:
    stage = Stage(browser, built, 1280, 800, still=False)
    yield stage
    stage.close()


REMARK = re.compile(r"\w+: ")


def spoken(stage: Stage) -> list[str]:
    """All that is told of a turn, once it is over; but not what rivals remark, which who hurries need not hear."""
    stage.page.wait_for_function(
        "() => [...document.querySelectorAll('[role=log] p')].some((one) => one.textContent.startsWith('Your turn'))"
    )
    return sorted(one for one in stage.page.locator("[role=log] p").all_text_contents() if not REMARK.match(one))


def test_a_turn_is_shown_and_can_be_hurried(browser: Browser, built: Path, turn: Turn, moving: Stage) -> None:
    """Any key ends all motion: the table is then as it would be had nothing moved, and nothing is told twice. Sound is
    silent, and not even there, until somebody asks for it.
    """
    asked: list[str] = []
    moving.page.on("request", lambda request: asked.append(request.url))
    moving.draw(turn.state)
    moving.page.evaluate(COUNT)
    for event in turn.events:
        moving.happen(event)
    moving.page.wait_for_function("() => window.flights > 0")
    assert moving.page.evaluate("() => document.querySelector('.flying').inert")
    moving.page.keyboard.press("F8")
    moving.page.wait_for_function("() => !document.querySelector('.flying > *')")

    still = Stage(browser, built, 1280, 800)
    still.draw(turn.state)
    still.page.evaluate(COUNT)
    for event in turn.events:
        still.happen(event)
    still.page.wait_for_function("() => document.querySelector('.happened')")
    assert still.page.evaluate("window.flights") == 0
    assert still.page.evaluate(STYLED) == 0
    assert moving.page.evaluate(PIECES) == still.page.evaluate(PIECES)
    assert spoken(moving) == spoken(still)
    assert not any(SOUND.search(url) for url in asked)
    with moving.page.expect_request(SOUND):
        moving.page.keyboard.press("m")
    moving.page.get_by_role("button", name="Sound: quiet").wait_for()
    assert moving.faults == still.faults == []
    still.close()


def test_sound_is_small(built: Path) -> None:
    (made,) = built.glob("assets/alley-*.js")
    assert made.stat().st_size < 20 * 1024
