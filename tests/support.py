"""What several tests need: random matches, and a second process in another mode."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from yokocho import catalog
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.scene import Choice, Zone
from yokocho.testing import promises

ROOT = Path(__file__).parent.parent
GAMES = catalog.games()
TABLES = [(game, players) for game in GAMES for players in game.players]

# At random Mitsuhamama is played for ever: its own guard makes such matches short enough to look at every step
SHORT: dict[str, dict[str, object]] = {"mitsuhamama": {"max_days": 8}}


def zones(match: Match, p: int) -> dict[str, Zone]:
    return {zone.id: zone for zone in match.scene(p).zones}


def choice(match: Match, p: int, notation: str) -> Choice:
    return next(choice for choice in match.scene(p).choices if choice.notation == notation)


def table_id(value: object) -> str:
    return value.name if isinstance(value, Game) else str(value)


def steps(game: Game, players: int, seed: int, options: dict[str, object] | None = None) -> Iterator[Match]:
    """A random match, stopping before every decision; the caller may look but not play."""
    match = Match(game, players, SHORT.get(game.name, {}) | (options or {}), f"test {seed}")
    chance = random.Random(f"{game.name} {players} {seed}")
    yield from promises.stepping(match, chance, most=10**6)


def random_match(game: Game, players: int, seed: int, options: dict[str, object] | None = None) -> Match:
    *_, match = steps(game, players, seed, options)
    return match


def random_options(game: Game, chance: random.Random) -> dict[str, object]:
    """Some house rules, changed at random."""
    return promises.random_options(game, chance) | SHORT.get(game.name, {})


def run(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """`python ARGUMENTS` from the root of the checkout."""
    return subprocess.run(
        [sys.executable, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | environment,
        timeout=600,
    )


def yokocho(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return run("-m", "yokocho.cli", *arguments, stdin=stdin, **environment)
