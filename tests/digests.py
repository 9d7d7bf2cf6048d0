"""Records what plain Python plays, for the compiled rules to be compared with.

`YOKOCHO_PLAIN=1 python -m tests.digests GAME MATCHES`
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tests.support import SHORT
from yokocho import catalog
from yokocho.arena.simulate import simulate
from yokocho.core.kernel import PLAIN

PATH = Path(__file__).with_suffix(".json")
SEED = "plain"


def record(game: str, players: int, games: int) -> dict[str, object]:
    outcome = simulate(catalog.game(game), players, games, ["random"], seed=SEED, options=SHORT.get(game))
    digest, points = outcome.report()["digest"], int(outcome.scores.sum())
    return {"game": game, "players": players, "games": games, "seed": SEED, "digest": digest, "points": points}


def main(game: str, games: int) -> None:
    assert PLAIN, "set YOKOCHO_PLAIN=1: the record is what plain Python does"
    known = [row for row in json.loads(PATH.read_text()) if row["game"] != game] if PATH.exists() else []
    with ProcessPoolExecutor(2) as pool:
        jobs = [pool.submit(record, game, players, games) for players in catalog.game(game).players]
        rows = [job.result() for job in jobs]
    PATH.write_text(json.dumps(known + rows, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
