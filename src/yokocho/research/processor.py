"""A batch on a processor: the loops of native/, on ranges of matches, one for each thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from yokocho.core.game import SCRATCH
from yokocho.core.record import batch as records
from yokocho.core.rng import spread
from yokocho.research.native.made import made_for

if TYPE_CHECKING:
    from yokocho.research.batch import Batch

Arrays = dict[str, Any]
DRAWING = 1 << 40  # numbers in the series of a seed that matches never reach


def blank_arrays(batch: Batch) -> Arrays:
    """The arrays of a batch, all zero."""
    n, game = batch.n, batch.game
    return {
        "choices": np.zeros((n, game.most), np.int16),
        "counts": np.zeros(n, np.int32),
        "legal": np.zeros((n, game.actions), np.uint8),
        "actors": np.zeros(n, np.int32),
        "episodes": np.zeros(n, np.int64),
        "ended": np.zeros(n, np.uint8),
        "faults": np.zeros(n, np.uint8),
        "places": np.zeros((n, batch.players), np.int16),
        "points": np.zeros((n, batch.players), np.int16),
        "rewards": np.zeros((n, batch.players), np.float32),
        "advice": np.zeros((n, game.actions if batch.advising else 0), np.float32),
        "observations": np.zeros((n, batch.features), np.float32),
    }


def words_of(states: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    """The memory of states as words, a row for each."""
    return states.view(np.ndarray).view(np.uint64).reshape(len(states), -1)


@np.errstate(over="ignore")
def generators(base: npt.NDArray[np.uint64], n: int) -> npt.NDArray[np.uint64]:
    """A generator for each match, to draw actions with."""
    found = np.zeros((n, 4), np.uint64)
    for i in range(n):
        spread(base, DRAWING + i, found[i])
    return found


class Engine:
    """The memory of a batch, and what happens to it."""

    def __init__(self, batch: Batch, threads: int) -> None:
        self.batch = batch
        self.arrays = blank_arrays(batch)
        self.memory = records(batch.game.state, batch.n)
        self.words = words_of(self.memory)
        self.actions = np.zeros(batch.n, np.int64)
        self.made = made_for(batch.game)
        edges = np.linspace(0, batch.n, min(threads, batch.n) + 1).astype(int).tolist()
        self.ranges = list(pairwise(edges))
        self.views = [records(batch.game.state, 1) for _ in self.ranges]
        most = batch.game.most
        self.lists = [(np.zeros(most, np.int16), np.zeros(most + SCRATCH)) for _ in self.ranges]
        self.pool = ThreadPoolExecutor(len(self.ranges)) if len(self.ranges) > 1 else None

    def on_all(self, run: Callable[[int, tuple[int, int]], Any]) -> list[Any]:
        """Calls a function for each thread's number and range of matches."""
        if self.pool is None:
            return [run(0, self.ranges[0])]
        return list(self.pool.map(run, range(len(self.ranges)), self.ranges))

    def common(self) -> tuple[Any, ...]:
        b, a = self.batch, self.arrays
        return (
            *(b.n, self.memory, self.words, self.base, b.players, b.options, b.skip_forced),
            *(a["choices"], a["counts"], a["legal"], a["actors"], a["episodes"], a["ended"]),
            *(a["faults"], a["places"], a["points"], a["rewards"]),
        )

    def reset(self) -> None:
        self.base = self.batch.base()
        self.generators = generators(self.base, self.batch.n)
        self.arrays["episodes"][:] = 0
        self.on_all(self.start)

    @np.errstate(over="ignore")  # uncompiled, the generator's 64-bit words overflow on purpose; a setting per thread
    def start(self, thread: int, part: tuple[int, int]) -> None:
        self.made.start(*part, *self.common())
        self.observe(thread, part)

    def step(self, actions: Any) -> int:
        actions = np.asarray(actions, np.int64)

        @np.errstate(over="ignore")
        def run(thread: int, part: tuple[int, int]) -> int:
            wrong: int = self.made.step(*part, *self.common(), actions, self.batch.again)
            self.observe(thread, part)
            return wrong

        return sum(self.on_all(run))

    def observe(self, thread: int, part: tuple[int, int]) -> None:
        if self.batch.observing:
            view = self.views[thread]
            seen = self.arrays["observations"]
            self.made.observe(*part, self.words, self.arrays["actors"], view, words_of(view), seen)

        if self.batch.advising:
            a, view = self.arrays, self.views[thread]
            self.made.advise(
                *part, self.words, a["actors"], a["choices"], a["counts"], view, words_of(view), *self.lists[thread],
                a["advice"],
            )  # fmt: skip

    def sample(self) -> npt.NDArray[np.int64]:
        @np.errstate(over="ignore")
        def run(thread: int, part: tuple[int, int]) -> None:
            self.made.draw(*part, self.arrays["choices"], self.arrays["counts"], self.generators, self.actions)

        self.on_all(run)
        return self.actions

    def states(self) -> npt.NDArray[Any]:
        return self.memory.copy()

    def host(self, array: Any) -> npt.NDArray[Any]:
        return np.asarray(array)
