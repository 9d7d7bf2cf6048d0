"""The functions beside this, made for one game to run on a processor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from yokocho.core.game import Game
from yokocho.core.kernel import Kernel, specialise_all
from yokocho.research.native import playouts, stepping

NEEDED = ("actor", "advise", "apply", "deal", "ending", "legal", "mask", "observe", "rank", "score", "sensible")
ONE_MATCH = (  # in the order in which they call each other
    stepping.copy_words,
    stepping.start_match,
    stepping.ask_next,
    stepping.write_result,
    stepping.write_observation,
)
PLAYING = (
    playouts.begin_random,
    playouts.play_one,
    playouts.write_tally,
    playouts.play_at_random,
    playouts.play_some,
)
LOOPS = (
    stepping.start_some,
    stepping.step_some,
    stepping.observe_some,
    stepping.advise_some,
    stepping.draw_some,
)


@dataclass(frozen=True)
class Made:
    """The loops for a game."""

    start: Kernel
    step: Kernel
    observe: Kernel
    advise: Kernel
    draw: Kernel
    play: Kernel


def kernels_of(game: Game) -> dict[str, Any]:
    """What the placeholders stand for."""
    return {name: getattr(game.kernels, name) for name in NEEDED}


@cache
def made_for(game: Game) -> Made:
    """Compiled when they are first called, and kept on disk like the rules themselves."""
    kernels = kernels_of(game)
    found = specialise_all([*ONE_MATCH, *LOOPS], game.name, game.folder, **kernels)
    kernels["start_match"] = found["start_match"]
    played = specialise_all(PLAYING, game.name, game.folder, **kernels)
    start, step, observe, advise, draw = (found[loop.__name__] for loop in LOOPS)
    return Made(start, step, observe, advise, draw, played["play_some"])
