"""The alley for research: batches of matches on processors and GPUs, adapters, data. docs/research.md is the tutorial.

A name is imported when it is first used: an adapter needs the package it adapts to, a GPU needs numba-cuda.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yokocho.research.batch import Batch
    from yokocho.research.random_play import Rollouts, rollouts

__all__ = ["Batch", "Rollouts", "rollouts"]

HOMES = {"Batch": "batch", "Rollouts": "random_play", "rollouts": "random_play"}

if not TYPE_CHECKING:  # else any name would be right

    def __getattr__(name: str) -> Any:
        if name not in HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
        return found
