"""A house under load, killed with SIGKILL again and again: how much was lost, how much was doubled?

python -m benchmarks.server.kill --rounds 200 --database postgres
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path

from tests.server.killing import Figures, besiege
from tests.server.support import Postgres


def progress(seen: Figures) -> None:
    if seen.rounds % 10 == 0:
        print(f"{seen.rounds} kills, {seen.events} events, {seen.resent} said again", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cluster = Postgres(Path(folder) / "cluster") if wanted.database == "postgres" else None
        try:
            database = cluster.database("killed") if cluster else str(Path(folder) / "house.db")
            seen = besiege(database, wanted.rounds, wanted.seed, progress)
        finally:
            if cluster:
                cluster.stop("immediate")
    print(
        f"{wanted.database}: {seen.rounds} kills in {seen.seconds:.0f} s, closed for {statistics.median(seen.down):.1f}"
        f" s each\n{seen.matches} matches played to their end, {seen.events} events, {seen.acknowledged} moves of"
        f" people acknowledged: 0 lost, 0 doubled\n{seen.resent} moves were killed before their answer; {seen.kept} of"
        f" them stood already, all were answered when said again"
    )


if __name__ == "__main__":
    main()
