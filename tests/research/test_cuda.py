"""The same matches on a GPU, byte for byte: here in Numba's simulator, in a process of its own; on a GPU by
`benchmarks/gpu.py`.
"""

from __future__ import annotations

import pytest

from tests.support import GAMES, run, table_id
from yokocho.core.game import Game

SAME = """
import sys
import numpy as np
from yokocho.research import Batch, rollouts

NAMES = "observations legal counts actors rewards ended places points episodes faults".split()
game = sys.argv[1]
np.seterr(over="ignore")


def compare(here, there):
    assert np.array_equal(here.states(), there.states())
    for name in NAMES:
        mine, theirs = getattr(here, name), there.engine.host(getattr(there, name))
        assert np.array_equal(mine.reshape(theirs.shape) if mine.size else theirs, theirs), name


for choice in dict(skip_forced=True), dict(columns=True, block=3):
    here = Batch(game, 2, options=OPTIONS, **{k: v for k, v in choice.items() if k == "skip_forced"})
    there = Batch(game, 2, options=OPTIONS, device="cuda", **choice)
    compare(here, there)
    for _ in range(STEPS):
        actions = here.sample().copy()
        assert np.array_equal(actions, there.engine.host(there.sample()))
        here.step(actions)
        there.step(actions)
        compare(here, there)
bad = np.full(2, -1)
there.step(bad)
assert there.engine.host(there.faults).tolist() == [1, 1]
compare_to = there.states()
assert np.array_equal(here.states(), compare_to)
assert rollouts(game, 2, options=OPTIONS, seed="x").equals(rollouts(game, 2, options=OPTIONS, seed="x", device="cuda"))
print("same")
"""


@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_equal_bytes_in_the_simulator(game: Game) -> None:
    options = (
        {"max_days": 2} if game.name == "mitsuhamama" else {"solo_turns": 3} if game.name == "wok_and_roll" else {}
    )
    code = SAME.replace("OPTIONS", repr(options)).replace("STEPS", "40" if game.sample else "6")
    done = run("-W", "ignore", "-c", code, game.name, NUMBA_ENABLE_CUDASIM="1", YOKOCHO_PLAIN="1")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "same\n"


def test_a_layout_that_does_not_exist_is_refused() -> None:
    code = "from yokocho.research import Batch; Batch('umami', 1, device='cuda', layout='heap')"
    done = run("-W", "ignore", "-c", code, NUMBA_ENABLE_CUDASIM="1", YOKOCHO_PLAIN="1")
    assert "a layout is local or records" in done.stderr
