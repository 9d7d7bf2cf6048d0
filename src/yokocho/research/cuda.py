"""A batch on a GPU, a thread for each match, from the same functions as on a processor. Equal seeds and actions give
equal bytes.

A thread works on a copy of its state in local memory: there the words of neighbouring threads lie side by side, so that
a warp reads them at once. ``layout="records"`` leaves the states where they are, one after another in global memory.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
import numpy.typing as npt
from numba import cuda

from yokocho.core.game import BadInput, Game
from yokocho.core.record import plain
from yokocho.research.convert import LARGE, SIMULATED, Converter
from yokocho.research.native import playouts, stepping
from yokocho.research.native.made import kernels_of
from yokocho.research.processor import Arrays, blank_arrays, generators
from yokocho.research.random_play import Rollouts

if TYPE_CHECKING:
    from yokocho.research.batch import Batch

LAYOUTS = ("local", "records")
BLOCK = 64  # threads of a block
THREADS = 132 * 512  # that play rollouts at the same time: 512 on each multiprocessor of an H200
TOGETHER = 16  # threads of a warp that have to be waiting before new matches are dealt to them
WARP = 32
EVERYBODY = 0xFFFFFFFF


@dataclass(frozen=True)
class Kernels:
    """What is launched on the device, for one game and layout."""

    step: Any
    draw: Any
    clear: Any
    play: Any


def record_type(game: Game) -> Any:
    """A state, as memory of a thread."""
    return plain(game.state) if SIMULATED else numba.from_dtype(game.state)


@cache
def kernels(game: Game, layout: str, threshold: int, registers: int) -> Kernels:
    """Compiled when first launched, which takes a minute."""
    if layout not in LAYOUTS or (SIMULATED and layout != LAYOUTS[0]):
        raise BadInput(f"a layout is {' or '.join(LAYOUTS)} (local in the simulator), not {layout!r}")
    device = Converter(kernels_of(game), threshold)
    jit = cuda.jit(max_registers=registers) if registers and not SIMULATED else cuda.jit
    make_play = plays_in_lanes if layout == "local" and not SIMULATED else plays_one_by_one
    return Kernels(
        step=jit((steps_locally if layout == "local" else steps_in_place)(device, game)),
        draw=cuda.jit(draws(device)),
        clear=cuda.jit(clears),
        play=jit(make_play(device, game, layout == "local")),
    )


# --- kernels: each is made for a game, as a closure over its device functions


def clears(flat):  # type: ignore[no-untyped-def]
    for j in range(cuda.grid(1), len(flat), cuda.gridsize(1)):
        flat[j] = 0


def draws(device: Converter) -> Any:
    below = device(stepping.below)

    def draw(choices, counts, words, actions):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < len(counts):
            actions[i] = choices[i, below(words[i], counts[i])] if counts[i] > 0 else 0

    return draw


def step_of(device: Converter) -> Any:
    """One step of one match: the same as `step_some` and `start_some`, for arrays that are clear."""
    start_match, ask_next = device(stepping.start_match), device(stepping.ask_next)
    write_result, apply = device(stepping.write_result), device(device.names["apply"])

    def step(i, s, w, many, base, players, options, skipping, a, starting, again, kept, choices, counts, marks,
             actors, episodes, ended, faults, places, points, rewards):  # type: ignore[no-untyped-def]  # fmt: skip
        over = False
        asked = actors[i] >= 0
        if not starting and asked:
            wrong = True  # is the action among those that were listed?
            for k in range(counts[i]):
                wrong = wrong and kept[i, k] != a
            faults[i] = wrong
            if not wrong:
                apply(s, np.int64(actors[i]), a)
        p, n = np.int64(stepping.OVER), np.int64(0)
        if not starting and asked:
            p, n = ask_next(s, skipping and not faults[i], choices)
            over = p < 0
            if over:
                write_result(s, players, places[i], points[i], rewards[i])
                episodes[i] += 1
        if not over and not starting:
            for q in range(players):
                rewards[i, q] = 0
        if starting or (over and again):
            start_match(s, w, base, i + many * episodes[i], players, options)
            p, n = ask_next(s, skipping, choices)
        ended[i] = over
        actors[i] = p
        counts[i] = n
        for k in range(n):
            kept[i, k] = choices[k]
            marks[i, choices[k]] = 1
        return p

    return cuda.jit(device=True)(step)


def steps_locally(device: Converter, game: Game) -> Any:
    """The states lie word by word: word j of all matches together. ``words`` has a column for each match."""
    STATE, MOST = record_type(game), int(game.most)
    step, copy_words = step_of(device), device(stepping.copy_words)
    write_observation = device(stepping.write_observation)

    def run(states, words, many, base, players, options, skipping, actions, starting, again, observing, kept, counts,
            marks, actors, episodes, ended, faults, places, points, rewards, seen):  # type: ignore[no-untyped-def]  # fmt: skip
        i = cuda.grid(1)
        if i >= many:
            return
        memory = cuda.local.array(1, STATE)
        choices = cuda.local.array(MOST, numba.int16)
        s = memory[0]
        w = memory.view(np.uint64)
        copy_words(words[:, i], w)
        p = step(i, s, w, many, base, players, options, skipping, actions[i], starting, again, kept, choices, counts,
                 marks, actors, episodes, ended, faults, places, points, rewards)  # fmt: skip
        copy_words(w, words[:, i])
        if observing and p >= 0:
            write_observation(s, p, seen[i])

    return run


def steps_in_place(device: Converter, game: Game) -> Any:
    """The states lie one after another, with room behind them for masked copies. ``words`` has a row for each."""
    MOST = int(game.most)
    step, copy_words = step_of(device), device(stepping.copy_words)
    write_observation = device(stepping.write_observation)

    def run(states, words, many, base, players, options, skipping, actions, starting, again, observing, kept, counts,
            marks, actors, episodes, ended, faults, places, points, rewards, seen):  # type: ignore[no-untyped-def]  # fmt: skip
        i = cuda.grid(1)
        if i >= many:
            return
        choices = cuda.local.array(MOST, numba.int16)
        p = step(i, states[i], words[i], many, base, players, options, skipping, actions[i], starting, again, kept,
                 choices, counts, marks, actors, episodes, ended, faults, places, points, rewards)  # fmt: skip
        if observing and p >= 0:
            copy_words(words[i], words[many + i])
            write_observation(states[many + i], p, seen[i])

    return run


def plays_one_by_one(device: Converter, game: Game, locally: bool) -> Any:
    """Each thread plays its matches one after another."""
    STATE, MOST = record_type(game), int(game.most)
    play_at_random = device(playouts.play_at_random)

    def run(states, words, n, base, players, options, tallies, points, places, together):  # type: ignore[no-untyped-def]
        choices = cuda.local.array(MOST, numba.int16)
        generator = cuda.local.array(4, numba.uint64)
        t = cuda.grid(1)
        for i in range(t, n, cuda.gridsize(1)):
            play_at_random(
                states[t], words[t], base, i, players, options, generator, choices, tallies[i], points[i], places[i]
            )  # fmt: skip

    def run_locally(states, words, n, base, players, options, tallies, points, places, together):  # type: ignore[no-untyped-def]
        memory = cuda.local.array(1, STATE)
        choices = cuda.local.array(MOST, numba.int16)
        generator = cuda.local.array(4, numba.uint64)
        s = memory[0]
        w = memory.view(np.uint64)
        for i in range(cuda.grid(1), n, cuda.gridsize(1)):
            play_at_random(
                s, w, base, i, players, options, generator, choices, tallies[i], points[i], places[i]
            )  # fmt: skip

    return run_locally if locally else run


def plays_in_lanes(device: Converter, game: Game, locally: bool) -> Any:
    """The threads of a warp decide at the same time. Whoever is through waits until ``together`` of them are, since
    all others stand still while matches are dealt; the last ones are not waited for.
    """
    STATE, MOST = record_type(game), int(game.most)
    begin_random, play_one, write_tally = (
        device(part) for part in (playouts.begin_random, playouts.play_one, playouts.write_tally)
    )

    def run(states, words, n, base, players, options, tallies, points, places, together):  # type: ignore[no-untyped-def]
        memory = cuda.local.array(1, STATE)
        choices = cuda.local.array(MOST, numba.int16)
        generator = cuda.local.array(4, numba.uint64)
        s = memory[0]
        w = memory.view(np.uint64)
        i = cuda.grid(1)
        playing = False
        decisions = np.int64(0)
        trail = np.uint64(0)
        while True:
            waiting = cuda.popc(cuda.ballot_sync(EVERYBODY, not playing and i < n))
            busy = cuda.popc(cuda.ballot_sync(EVERYBODY, playing))
            if busy == 0 and waiting == 0:
                break
            if not playing and i < n and (busy == 0 or waiting >= together):
                begin_random(s, w, base, i, players, options, generator)
                playing = True
                decisions = np.int64(0)
                trail = playouts.BASIS
            if playing:
                going = decisions < playouts.LIMIT
                if going:
                    going, trail = play_one(s, generator, choices, trail)
                if going:
                    decisions += 1
                else:
                    write_tally(s, w, players, decisions, trail, tallies[i], points[i], places[i])
                    playing = False
                    i += cuda.gridsize(1)

    return run


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
    return Rollouts(*tallies.copy_to_host().T, points.copy_to_host(), places.copy_to_host(), seconds)
