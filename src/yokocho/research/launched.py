"""What is launched on a GPU, for one game: made from the same functions as for a processor, as closures over their
device functions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import cuda

from yokocho.core.game import BadInput, Game
from yokocho.core.record import plain
from yokocho.core.rng import below as below_kernel
from yokocho.research.convert import SIMULATED, Converter
from yokocho.research.native import playouts, stepping
from yokocho.research.native.made import kernels_of

LAYOUTS = ("local", "records")
EVERYBODY = 0xFFFFFFFF  # all threads of a warp


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


def clears(flat):
    for j in range(cuda.grid(1), len(flat), cuda.gridsize(1)):
        flat[j] = 0


def draws(device: Converter) -> Any:
    below = device(below_kernel)

    def draw(choices, counts, words, actions):
        i = cuda.grid(1)
        if i < len(counts):
            actions[i] = choices[i, below(words[i], counts[i])] if counts[i] > 0 else 0

    return draw


def step_of(device: Converter) -> Any:
    """One step of one match: the same as `step_some` and `start_some`, for arrays that are clear."""
    start_match, ask_next = device(stepping.start_match), device(stepping.ask_next)
    write_result, apply = device(stepping.write_result), device(device.names["apply"])

    def step(i, s, w, many, base, players, options, skipping, a, starting, again, kept, choices, counts, marks,
             actors, episodes, ended, faults, places, points, rewards):  # fmt: skip
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
            marks, actors, episodes, ended, faults, places, points, rewards, seen):  # fmt: skip
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
            marks, actors, episodes, ended, faults, places, points, rewards, seen):  # fmt: skip
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

    def run(states, words, n, base, players, options, tallies, points, places, together):
        choices = cuda.local.array(MOST, numba.int16)
        generator = cuda.local.array(4, numba.uint64)
        t = cuda.grid(1)
        for i in range(t, n, cuda.gridsize(1)):
            play_at_random(
                states[t], words[t], base, i, players, options, generator, choices, tallies[i], points[i], places[i]
            )  # fmt: skip

    def run_locally(states, words, n, base, players, options, tallies, points, places, together):
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

    def run(states, words, n, base, players, options, tallies, points, places, together):
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
