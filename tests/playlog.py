"""Prints a digest of all bytes of all states of random matches: `python -m tests.playlog GAME PLAYERS FIRST LAST`.

Run compiled, with checked indices and in plain Python it must print the same.
"""

from __future__ import annotations

import hashlib
import random
import sys

from tests.support import random_options, steps
from yokocho import catalog
from yokocho.core.record import data


def digest(game_name: str, players: int, first: int, last: int) -> str:
    game = catalog.game(game_name)
    h = hashlib.sha256()
    for seed in range(first, last):
        options = random_options(game, random.Random(seed)) if seed % 2 else None
        for match in steps(game, players, seed, options):
            h.update(data(match.state))
            for p in (-1, match.actor()):
                view = game.view(match.state, p)
                h.update(data(view))
                h.update(data(game.imagined(view, p, bytes(range(32)))))
        h.update(repr(match.result()).encode())
    return h.hexdigest()


if __name__ == "__main__":
    print(digest(sys.argv[1], *(int(x) for x in sys.argv[2:5])))
