"""Memory of a house by the idle table: nobody connected, and four connections each.

python benchmarks/server/memory.py --tables 500
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

import uvloop
from load import SEATS, Tally, few_at_once, open_tables
from process import Program, house

QUIET = 3.0  # seconds until the memory is read
FIRST = 50  # tables before counting begins: pools and caches fill


async def weigh(program: Program, game: str, count: int) -> dict[str, Any]:
    tally = Tally()
    await open_tables(program.url, game, FIRST, tally)
    await asyncio.sleep(QUIET)
    empty = program.memory()
    tables = await open_tables(program.url, game, count, tally, connected=False)
    await asyncio.sleep(QUIET)
    alone = program.memory()
    await few_at_once(table.connect(program.url) for table in tables)
    await asyncio.sleep(QUIET)
    together = program.memory()
    return {
        "game": game,
        "tables": count,
        "connections": count * SEATS,
        "empty_mib": round(empty / 1024),
        "kib_per_table": round((alone - empty) / count, 1),
        "kib_per_table_connected": round((together - empty) / count, 1),
        "kib_per_connection": round((together - alone) / count / SEATS, 1),
    }


def measure(game: str = "umami", tables: int = 500) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        program = house(Path(folder) / "house.db")
        try:
            return uvloop.run(weigh(program, game, tables))
        finally:
            program.kill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="umami")
    parser.add_argument("--tables", type=int, default=500)
    print(json.dumps(measure(**vars(parser.parse_args())), indent=1))
