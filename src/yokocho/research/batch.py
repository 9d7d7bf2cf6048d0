"""Many matches of one game at a time, in lock-step: one decision of each a step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from yokocho import catalog
from yokocho.core.game import BadInput, Game
from yokocho.core.observing import Part
from yokocho.core.position import seed_bytes
from yokocho.core.record import State, copy
from yokocho.research import processor

Array = Any  # of NumPy, or on a GPU one with __cuda_array_interface__


class Batch:
    """``n`` matches in lock-step. Its arrays have a row for each match and are reused: a step overwrites them.

    Match i plays numbers i, i + n, i + 2 n... of the series that the seed stands for: the result does not depend on
    threads or device. While the kernels run as Python (YOKOCHO_PLAIN=1) everything works too, slowly.

    Arrays: ``observations`` (float32, what the deciding seat sees), ``legal`` (uint8, 1 for each legal action),
    ``choices`` and ``counts`` (the same as a list of action numbers and its length), ``actors`` (the seat that decides,
    -1 when over), ``rewards`` (by seat, 0 until a match ends: 1 for winning alone, down to -1 / (players - 1) for the
    others, 0 in sum; alone: the points), ``ended`` (1 if the last step ended a match), and of the last match that ended
    ``places`` and ``points``; ``episodes`` (how many have ended), ``faults`` (1 where the action was not legal); with
    ``advising``, on a processor only, ``advice`` (what the heuristic of the greedy bot thinks of each legal action).
    """

    observations: Array
    advice: Array
    legal: Array
    choices: Array
    counts: Array
    actors: Array
    rewards: Array
    ended: Array
    places: Array
    points: Array
    episodes: Array
    faults: Array

    def __init__(
        self,
        game: Game | str,
        n: int,
        players: int = 0,
        options: Mapping[str, Any] | None = None,
        seed: str = "0",
        *,
        device: str = "cpu",
        threads: int = 1,
        observing: bool = True,
        advising: bool = False,
        skip_forced: bool = False,
        again: bool = True,
        **tuning: Any,
    ) -> None:
        """``skip_forced``: a seat with a single legal action is not asked. ``again``: a match that ends is followed by
        the next one at once; its observation is that of the new match. ``players`` 0: the fewest that can compete.
        """
        self.game = game = catalog.game(game) if isinstance(game, str) else game
        if n < 1 or threads < 1:
            raise BadInput("at least one match and one thread")
        self.n, self.players = n, players or max(2, game.players[0])
        game.check_players(self.players)
        self.options = game.numbers(dict(options or {}), self.players)
        self.seed, self.observing, self.advising = seed, observing, advising
        self.skip_forced, self.again = skip_forced, again
        self.features = game.features_of(self.players) if observing else 0
        if device == "cpu":
            self.engine: Any = processor.Engine(self, threads)
        elif device == "cuda" and advising:
            raise BadInput("advice is given on a processor only")
        elif device == "cuda":
            from yokocho.research import cuda

            self.engine = cuda.Engine(self, **tuning)
        else:
            raise BadInput(f"a device is cpu or cuda, not {device!r}")
        self.__dict__ |= self.engine.arrays
        self.reset()

    @property
    def observation(self) -> list[Part]:
        """The parts of an observation: names, slices, bounds."""
        return [part for part in self.game.observation if part.slice.stop <= self.features]

    def base(self) -> npt.NDArray[np.uint64]:
        """The four words that stand for the series."""
        return np.frombuffer(seed_bytes(self.seed), ">u8").astype(np.uint64)

    def reset(self, seed: str | None = None) -> None:
        """Deals all matches anew, from the beginning of a series."""
        self.seed = self.seed if seed is None else seed
        self.engine.reset()

    def step(self, actions: Any) -> None:
        """Plays an action in each match; those of matches that are over are ignored. An action that is not legal is not
        played: on a processor that is an error, on a GPU, which would have to wait for the answer, call `check`.
        """
        if self.engine.step(actions):
            self.check()

    def check(self) -> None:
        """BadInput if an action of the last step was not legal."""
        faults = np.flatnonzero(self.engine.host(self.faults))
        if len(faults):
            raise BadInput(f"not legal: the action of match {faults[0]}, and of {len(faults) - 1} others")

    def sample(self) -> Array:
        """A legal action of each match, at random; 0 where a match is over."""
        return self.engine.sample()

    def states(self) -> npt.NDArray[Any]:
        """All states, as a copy."""
        return np.asarray(self.engine.states())

    def state(self, i: int) -> State:
        """A copy of one state, for everything that `Game` can do with it."""
        return copy(self.engine.states()[i])
