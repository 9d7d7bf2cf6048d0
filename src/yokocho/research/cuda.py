"""A batch on a GPU, a thread for each match, from the same functions as on a processor. Equal seeds and actions give
equal bytes.

A thread works on a copy of its state in local memory: there the words of neighbouring threads lie side by side, so that
a warp reads them at once. ``layout="records"`` leaves the states where they are, one after another in global memory.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import cuda

from yokocho.core.game import Game
from yokocho.research.convert import LARGE
from yokocho.research.launched import kernels
from yokocho.research.processor import Arrays, blank_arrays, generators
from yokocho.research.random_play import Rollouts, result

if TYPE_CHECKING:
    from yokocho.research.batch import Batch

BLOCK = 64  # threads of a block
THREADS = 132 * 512  # that play rollouts at the same time: 512 on each multiprocessor of an H200
TOGETHER = 16  # threads of a warp that have to be waiting before new matches are dealt to them


# --- batches


def grid(n: int, block: int) -> tuple[int, int]:
    """Blocks, and threads of each, for at least so many threads."""
    return (n + block - 1) // block, block


class Engine:
    """The memory of a batch on the device, and what happens to it there."""

    def __init__(
        self,
        batch: Batch,
        layout: str = "local",
        block: int = BLOCK,
        threshold: int = LARGE,
        registers: int = 0,
        columns: bool = False,
    ) -> None:
        """``columns``: observations and legal actions lie feature by feature, match beside match."""
        self.batch, self.layout = batch, layout
        self.launch = grid(batch.n, block)
        self.kernels = kernels(batch.game, layout, threshold, registers)
        n, size = batch.n, batch.game.state.itemsize // 8
        if layout == "local":
            self.memory = self.words = cuda.to_device(np.zeros((size, n), np.uint64))
        else:
            self.memory = cuda.to_device(np.zeros(2 * n, batch.game.state))
            self.words = words_on_device(self.memory, size)
        self.flat: list[Any] = []  # what is cleared before each step
        self.arrays: Arrays = {}
        for name, array in blank_arrays(batch).items():
            self.arrays[name] = self.cleared(array, columns) if name in ("legal", "observations") else array
        self.arrays |= {
            name: cuda.to_device(np.asfortranarray(array) if name == "choices" else array)
            for name, array in self.arrays.items()
            if isinstance(array, np.ndarray) and array.size
        }
        self.actions = cuda.to_device(np.zeros(n, np.int64))
        self.options = cuda.to_device(batch.options)

    def cleared(self, array: npt.NDArray[Any], columns: bool) -> Any:
        """An array of the device that is cleared before each step."""
        n, width = len(array), max(1, array.shape[1])
        flat = cuda.to_device(np.zeros(n * width, array.dtype))
        self.flat.append(flat)
        return flat.reshape((n, width), order="F" if columns else "C")

    def reset(self) -> None:
        self.base = cuda.to_device(self.batch.base())
        self.generators = cuda.to_device(generators(self.batch.base(), self.batch.n))
        self.arrays["episodes"].copy_to_device(np.zeros(self.batch.n, np.int64))
        self.run(self.actions, starting=True)

    def step(self, actions: Any) -> int:
        if not (hasattr(actions, "__cuda_array_interface__") or isinstance(actions, type(self.actions))):
            self.actions.copy_to_device(np.ascontiguousarray(actions, np.int64))
            actions = self.actions
        self.run(actions, starting=False)
        return 0

    def run(self, actions: Any, starting: bool) -> None:
        b, a = self.batch, self.arrays
        for flat in self.flat:
            self.clear(flat)
        self.kernels.step[self.launch](
            *(self.memory, self.words, b.n, self.base, b.players, self.options, b.skip_forced),
            *(actions, starting, b.again, b.observing, a["choices"], a["counts"], a["legal"], a["actors"]),
            *(a["episodes"], a["ended"], a["faults"], a["places"], a["points"], a["rewards"], a["observations"]),
        )

    def clear(self, flat: Any) -> None:
        self.kernels.clear[min(grid(len(flat), 256)[0], 4096), 256](flat)

    def sample(self) -> Any:
        self.kernels.draw[self.launch](self.arrays["choices"], self.arrays["counts"], self.generators, self.actions)
        return self.actions

    def states(self) -> npt.NDArray[Any]:
        dtype = self.batch.game.state
        if self.layout == "local":
            words = np.ascontiguousarray(self.words.copy_to_host().T)
            return words.view(dtype).reshape(self.batch.n)
        return np.asarray(self.memory.copy_to_host()[: self.batch.n], dtype)

    def host(self, array: Any) -> npt.NDArray[Any]:
        return np.asarray(array.copy_to_host())


def words_on_device(memory: Any, size: int) -> Any:
    """The memory of states on the device as words, a row for each."""
    return memory.view(np.uint64).reshape((memory.shape[0], size))


# --- rollouts


def rollouts(
    game: Game,
    n: int,
    players: int,
    options: npt.NDArray[np.int16],
    base: npt.NDArray[np.uint64],
    layout: str = "local",
    block: int = BLOCK,
    at_once: int = THREADS,
    together: int = TOGETHER,
    threshold: int = LARGE,
    registers: int = 0,
) -> Rollouts:
    """Whole random matches; see `random_play.rollouts`."""
    launch = grid(min(n, at_once), block)
    size = game.state.itemsize // 8
    if layout == "local":
        memory = words = cuda.to_device(np.zeros((1, size), np.uint64))  # not used
    else:
        memory = cuda.to_device(np.zeros(launch[0] * launch[1], game.state))
        words = words_on_device(memory, size)
    tallies = cuda.to_device(np.zeros((n, 4), np.int64))
    points, places = (cuda.to_device(np.zeros((n, players), np.int16)) for _ in range(2))
    play = kernels(game, layout, threshold, registers).play
    arguments = (memory, words, n, cuda.to_device(base), players, cuda.to_device(options))
    cuda.synchronize()
    begun = time.perf_counter()
    play[launch](*arguments, tallies, points, places, together)
    cuda.synchronize()
    seconds = time.perf_counter() - begun
    return result(tallies.copy_to_host(), points.copy_to_host(), places.copy_to_host(), seconds)
