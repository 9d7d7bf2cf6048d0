"""Plays a game by plain rules and encodes all that a house would send. Numbers of NumPy come to light here, which the
compiler would have made ints. A process is plain or compiled: `YOKOCHO_PLAIN=1 python -m tests.server.plain_wire GAME`.
"""

from __future__ import annotations

import random
import sys
from dataclasses import asdict

import msgspec

from yokocho import catalog
from yokocho.core.kernel import PLAIN
from yokocho.core.match import Match
from yokocho.core.record import SPECTATOR
from yokocho.server import views

MOVES = 60


def main() -> None:
    assert PLAIN
    match, chance = Match(catalog.game(sys.argv[1]), 2, seed="wire"), random.Random(1)
    while not match.over and len(match.moves) < MOVES:
        p = match.actor()
        match.play(p, chance.choice(match.notations(p)))
        for viewer in (SPECTATOR, 0, 1):
            msgspec.json.encode(views.retold(match, viewer, [len(match.moves) - 1]))
            msgspec.json.encode([asdict(one) for one in match.happenings(viewer)])
            msgspec.json.encode(asdict(match.scene(viewer)))
    print(len(match.moves))


if __name__ == "__main__":
    main()
