"""Finds the games: folders under games/, and packages that announce one by the entry point ``yokocho.games``. Keeps
no list.
"""

from __future__ import annotations

import pkgutil
import sys
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from yokocho import games as stalls
from yokocho.core.game import BadInput, Game


@cache
def announced() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group="yokocho.games")}


def names() -> list[str]:
    """All games by name, our own stalls first."""
    own = sorted(module.name for module in pkgutil.iter_modules(stalls.__path__) if module.ispkg)
    return own + sorted(name for name in announced() if name not in own)


def stand_in(name: str, folder: Path) -> None:
    """From now on the game of that name is imported from a copy in this folder; for a process that has none yet."""
    if name in announced():
        sys.path.insert(0, str(folder))
    else:
        stalls.__path__.insert(0, str(folder))


@cache
def game(name: str) -> Game:
    """The game of that name."""
    if name not in names():
        close = get_close_matches(name, names(), 1)
        raise BadInput(
            f"there is no game {name!r}; {f'did you mean {close[0]}?' if close else 'there are ' + ', '.join(names())}"
        )
    if name in announced():
        found = announced()[name].load()
        if not isinstance(found, Game) or found.name != name:
            raise BadInput(f"the entry point {name!r} of yokocho.games is not a game of that name")
        return found
    found = import_module(f"{stalls.__name__}.{name}").GAME
    assert isinstance(found, Game)
    return found


def games() -> list[Game]:
    """All games, samples last."""
    return sorted((game(name) for name in names()), key=lambda found: found.sample)
