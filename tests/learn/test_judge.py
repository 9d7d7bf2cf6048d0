"""The moves that lessons ask for are good ones: a search likes them too. `yokocho learn GAME --judge` looks longer."""

from __future__ import annotations

import pytest

from tests.learn.support import SAMPLE, TAUGHT
from tests.support import table_id
from yokocho.core.game import Game
from yokocho.learn.judge import judge
from yokocho.learn.lessons import course

ITERATIONS = 3000
CLEARLY = 0.2  # of the chance to win: what so short a search cannot mistake


@pytest.mark.slow
@pytest.mark.parametrize("game", TAUGHT, ids=table_id)
def test_a_search_likes_every_model_move(game: Game) -> None:
    found = course(game)
    judged = [one for lesson in found.lessons for one in judge(game, found, lesson, ITERATIONS)]
    assert judged
    assert [one for one in judged if one.best_value - one.value > CLEARLY] == []
    assert sum(one.clearly_worse for one in judged) <= len(judged) // 10


def test_a_poor_move_would_be_noticed() -> None:
    """LD-6: the same lesson, if it asked for a dumpling too few."""
    found = course(SAMPLE)
    (one,) = judge(SAMPLE, found, found.lesson("last-one"), ITERATIONS)
    assert one.best == one.move == "take 3" and not one.clearly_worse
    poor = type(one)(one.where, "take 1", 0.2, 9, one.best, one.best_value)
    assert poor.clearly_worse
