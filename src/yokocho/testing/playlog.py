"""All that another process computes of the same random matches, with its kernels in another mode.

``python -c "from yokocho.testing.playlog import main; main()" GAME PLAYERS MATCHES OPTIONS`` prints a line for each
state, of what a seat sees of it and of what it may imagine, and for each result.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any

import numpy as np

from yokocho import catalog
from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.record import SPECTATOR, data
from yokocho.testing.naming import differences, said, who
from yokocho.testing.promises import Sample, failure

SEED = bytes(range(32))
Line = tuple[str, bytes]  # what it is, and its bytes


def find(named: str) -> Game:
    """The installed game of that name, or the GAME of the package in that folder or project."""
    if named in catalog.names() or not Path(named).is_dir():
        return catalog.game(named)
    folder = package(Path(named).resolve())
    sys.path.insert(0, str(folder.parent))
    found = getattr(import_module(folder.name), "GAME", None)
    if not isinstance(found, Game):
        raise BadInput(f"{folder} has no game called GAME")
    return found


def package(folder: Path) -> Path:
    """The folder itself if it is a package, or the one package with components in a project."""
    if (folder / "__init__.py").is_file():
        return folder
    beside = [*folder.glob("*/components.toml"), *folder.glob("src/*/components.toml")]
    inside = sorted(path.parent for path in beside if (path.parent / "__init__.py").is_file())
    if len(inside) == 1:
        return inside[0]
    if inside:
        names = " and ".join(str(path.relative_to(folder)) for path in inside)
        raise BadInput(f"{folder} holds several games: name the folder of one, {names}")
    raise BadInput(
        f"{folder} holds no game: a package has __init__.py and components.toml, here, in NAME or in src/NAME"
    )


def source(game: Game) -> str | None:
    """What another process may call `find` with; None for a game that was only made in this one."""
    # The folder first: by name, another process would find the installed game of that name
    module = sys.modules.get(game.folder.name)
    if getattr(module, "GAME", None) is game:
        return str(game.folder)
    return game.name if game.name in catalog.names() and catalog.game(game.name) is game else None


def lines(game: Game, players: int, matches: int, options: dict[str, Any]) -> Iterator[Line]:
    for moment in Sample(game, matches, "log", players, options).moments():
        match, s = moment.match, moment.s
        yield f"the state {moment.where()}", data(s)
        for p in (SPECTATOR, match.actor()):
            view = match.view(p)
            yield f"what {who(p)} sees {moment.where()}", data(view)
            yield f"what {who(p)} imagines {moment.where()}", data(game.imagined(view, p, SEED))
        if match.over:
            yield f"the result {moment.where()}", json.dumps(match.result()).encode()


def compare(game: Game, players: int, matches: int, options: dict[str, Any], mode: str, words: str) -> str:
    """What is different in a process with that environment variable set, in a sentence; empty if nothing is."""
    theirs = elsewhere(game, players, matches, options, mode)
    return compared(game, lines(game, players, matches, options), theirs, words)


def elsewhere(game: Game, players: int, matches: int, options: dict[str, Any], mode: str) -> list[Line]:
    """The lines of another process."""
    call = "from yokocho.testing.playlog import main; main()"
    arguments = [str(source(game)), str(players), str(matches), json.dumps(options)]
    other = subprocess.run(
        [sys.executable, "-c", call, *arguments], capture_output=True, text=True, env=os.environ | {mode: "1"}
    )
    if other.returncode:
        raise BadInput(f"with {mode}=1: {(other.stderr.strip().splitlines() or ['it stopped'])[-1]}")
    rows = [line.split("\t") for line in other.stdout.splitlines()]
    return [(what, bytes.fromhex(content)) for what, content in rows]


def compared(game: Game, ours: Iterable[Line], theirs: Iterable[Line], words: str) -> str:
    """The first difference, in a sentence; empty if there is none."""
    for one, other in zip_longest(ours, theirs):
        if one is None or other is None:
            return f"{one[0] if one else other[0]} is only {'here' if one else words}"
        if one != other:
            return f"{one[0]} is another {words}: {told(game, one[1], other[1], words)}"
    return ""


def told(game: Game, here: bytes, there: bytes, words: str) -> str:
    """How two lines differ."""
    if len(here) == len(there) == game.state.itemsize:
        one, two = (np.frombuffer(part, game.state)[0] for part in (here, there))
        return said(differences(one, two), "here", words)
    return f"{here.decode(errors='replace')} here and {there.decode(errors='replace')} {words}"


def main() -> None:
    named, players, matches, options = sys.argv[1:]
    try:
        for what, content in lines(find(named), int(players), int(matches), json.loads(options)):
            print(what, content.hex(), sep="\t")
    except IndexError as error:
        sys.exit(failure(error))
