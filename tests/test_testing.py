"""The promises of the protocol are checked: whatever is wrong with a game is found, and named."""

from __future__ import annotations

import json

import pytest

from tests.broken import VARIANTS
from tests.support import ROOT, run
from yokocho.testing import PROMISES

SAMPLE = ROOT / "examples/last_dumpling/src/last_dumpling"


@pytest.fixture(scope="module")
def found() -> dict[str, tuple[str, list[str]]]:
    """What is said of each broken game."""
    printed = run("-m", "tests.broken", YOKOCHO_PLAIN="1")
    assert printed.returncode == 0, printed.stderr
    return dict(json.loads(printed.stdout))


@pytest.mark.parametrize("what", VARIANTS)
def test_what_is_wrong_is_found_and_named(what: str, found: dict[str, tuple[str, list[str]]]) -> None:
    _, promise, sentence = VARIANTS[what]
    broken, notes = found[what]
    (said,) = [broken] if broken else notes
    assert said.startswith(f"last_dumpling, {promise}: ") and sentence in said


def test_a_seat_that_knows_more_than_others_is_noted_only(found: dict[str, tuple[str, list[str]]]) -> None:
    assert [what for what, (broken, _) in found.items() if not broken] == ["mask forgets a seat"]


def test_each_promise_has_a_game_that_breaks_it() -> None:
    assert {promise.name for promise in PROMISES} - {name for _, name, _ in VARIANTS.values()} == {"plain"}
