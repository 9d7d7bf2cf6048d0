"""How long any position of a long match takes to open: at once after a restart, and again.

python benchmarks/server/moments.py
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import uvloop
from load import Desk, percentiles
from process import house

from yokocho import catalog
from yokocho.core.match import Match

LOOKS = 40  # positions of a match, spread over its length


def longest(game: str, tries: int) -> Match:
    """The longest of some matches at random."""
    found = catalog.game(game)
    return max((at_random(found, seed) for seed in range(tries)), key=lambda match: len(match.moves))


def at_random(game: Any, seed: int) -> Match:
    chance, match = random.Random(seed), Match(game, game.players[-1], None, f"moments {seed}")
    while not match.over:
        p = chance.choice(match.pending())
        match.play(p, chance.choice(match.legal(p)), 0)
    return match


async def bring(url: str, matches: dict[str, Match]) -> tuple[str, dict[str, str]]:
    desk = Desk(url)
    await desk.is_open()
    cookie = await desk.guest()
    ids = {name: (await desk.post("/api/matches", match.to_json(), cookie))["id"] for name, match in matches.items()}
    return cookie, ids


async def look(url: str, cookie: str, id: str, moves: int) -> tuple[list[float], list[float]]:
    """The first look, which loads the table, and those after it."""
    desk, times = Desk(url), []
    await desk.is_open()
    for i in range(LOOKS + 1):
        begun = time.perf_counter()
        n = random.Random(i).randrange(moves + 1)
        await desk.ask("GET", f"/api/tables/{id}/moment?seat=open&move={n}", None, cookie)
        times.append(time.perf_counter() - begun)
    return times[:1], times[1:]


def measure(games: list[str], tries: int = 3, restarts: int = 3) -> list[dict[str, Any]]:
    matches = {name: longest(name, tries) for name in games}
    cold: dict[str, list[float]] = {name: [] for name in games}
    warm: dict[str, list[float]] = {name: [] for name in games}
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "house.db"
        program = house(database)
        cookie, ids = uvloop.run(bring(program.url, matches))
        for _ in range(restarts):
            program.kill()
            program = house(database)
            time.sleep(5)  # the bots' kernels are loaded beside
            for name in games:
                first, rest = uvloop.run(look(program.url, cookie, ids[name], len(matches[name].moves)))
                cold[name] += first
                warm[name] += rest
        program.kill()
    return [
        {
            "game": name,
            "moves": len(matches[name].moves),
            "cold_ms": percentiles(cold[name]),
            "warm_ms": percentiles(warm[name]),
        }
        for name in games
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=["umami", "mitsuhamama", "wok_and_roll", "yatta"])
    print(json.dumps(measure(parser.parse_args().games), indent=1))
