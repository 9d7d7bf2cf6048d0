"""What one notices: a line that is dead, a choice that is under way, the log, talk, marks, who has conceded."""

from __future__ import annotations

import os
import signal

import pytest

from tests.server.support import Process
from tests.web.support import PHONE, live
from tests.web.test_resilience import DOWN

# When a word about the line was first seen, in ms since the tap
WATCH = """() => {
  window.told = null;
  addEventListener('pointerdown', () => {
    const since = performance.now();
    const look = () => {
      const notice = [...document.querySelectorAll('.notice')].find((e) => e.innerText.includes('line'));
      if (notice) window.told = performance.now() - since;
      else setTimeout(look, 50);
    };
    look();
  }, {once: true, capture: true});
}"""
SOON = 20_000  # ms; 2,000 on a machine that is not busy


@pytest.fixture
def frozen(tmp_path):
    """A house that can be stopped: it says no more, but no line is closed."""
    house = Process(tmp_path / "house.db")
    yield house
    os.kill(house.child.pid, signal.SIGCONT)
    house.kill()


@pytest.mark.parametrize("what", [".piece.legal", ".heading"])
def test_a_dead_line_is_told_soon_after_a_tap(visit, frozen, what):
    person = visit(url=frozen.url, **PHONE)
    person.forgive(*DOWN)
    person.sit("umami", ["me", "bot:apprentice"])
    page = person.page
    page.wait_for_selector(".piece.legal")
    os.kill(frozen.child.pid, signal.SIGSTOP)
    page.evaluate(WATCH)
    page.locator(what).first.tap(force=True)
    page.wait_for_function("() => window.told !== null")
    assert page.evaluate("window.told") < SOON
    os.kill(frozen.child.pid, signal.SIGCONT)
    page.locator(".notice.bad").wait_for(state="detached")


def test_the_pressed_choice_is_under_way(visit, frozen):
    person = visit(url=frozen.url)
    person.forgive(*DOWN)
    person.sit("last_dumpling", ["me", "bot:apprentice"])
    page = person.page
    page.locator(".piece.legal").last.click()
    page.locator(".actions .choice.main").wait_for()
    os.kill(frozen.child.pid, signal.SIGSTOP)
    page.locator(".actions .choice.main").click()
    button = page.locator(".actions .choice.under-way")
    button.wait_for()
    assert button.get_attribute("aria-busy") == "true" and button.is_disabled()
    assert page.locator(".piece.picked").count() == 1
    os.kill(frozen.child.pid, signal.SIGCONT)
    button.wait_for(state="detached")
    assert not page.locator(".piece.picked").count()
