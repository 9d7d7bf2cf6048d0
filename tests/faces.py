"""Every face that the games' tables can show, met in random matches, for the gallery of the web client.

python -m tests.faces          rewrites web/src/gallery/faces.json
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.support import random_options, steps
from yokocho import catalog
from yokocho.core.game import Game
from yokocho.core.scene import Piece, Scene, Zone

FILE = Path(__file__).parent.parent / "web" / "src" / "gallery" / "faces.json"
OURS = ("umami", "mitsuhamama", "wok_and_roll", "yatta")
MATCHES = 40  # of each game, for all numbers of players
EVERY = 2  # decisions
UNDRAWN = {"scale"}  # zones that are said and not drawn
DRAWN = re.compile(r"\{[a-z0-9-]+\}")  # in notes
NUMBER = re.compile(r"\d+")
SEAT = re.compile(r":\d\b")


def key(zone: Zone, piece: Piece) -> str:
    """What makes a face: not which copy it is, nor whose. A number that is only printed is one like another."""
    badges = ["0" if badge.isdigit() else badge for badge in piece.badges if piece.id != "price"]
    face = piece.face if piece.kind == "card" or piece.kind == "die" else NUMBER.sub("0", piece.face)
    place = SEAT.sub("", piece.id if piece.kind == "cell" else piece.id.split(":")[0])
    group = NUMBER.sub("0", place if piece.face in ("free", "closed") else place.split(".")[0].split("@")[0])
    drawn = DRAWN.findall(piece.note) if piece.kind == "cube" else []
    return " ".join([zone.kind, group, face, piece.color, piece.shape, piece.art, *badges, *drawn])


def scenes(game: Game, seed: int, matches: int, every: int) -> Iterator[Scene]:
    """Tables of random matches, as one of the seats sees them."""
    chance = random.Random(f"faces {game.name} {seed}")
    for i in range(matches):
        players = game.players[i % len(game.players)]
        for n, match in enumerate(steps(game, players, seed + i, random_options(game, chance))):
            if n % every == 0 or match.over:
                yield match.scene(chance.randrange(players))


def faces(game: Game, seed: int = 0, matches: int = MATCHES, every: int = EVERY) -> dict[str, dict[str, Any]]:
    """The distinct faces met, each with the kind and the id of its zone."""
    met: dict[str, dict[str, Any]] = {}
    for scene in scenes(game, seed, matches, every):
        for zone in (zone for zone in scene.zones if zone.id not in UNDRAWN):
            for piece in zone.pieces:
                note = {"note": "".join(DRAWN.findall(piece.note))}
                shown = {name: getattr(piece, name) for name in ("id", "kind", "face", "color", "shape", "art")}
                met.setdefault(
                    key(zone, piece), {"zone": zone.id, "in": zone.kind} | shown | {"badges": piece.badges} | note
                )
    return dict(sorted(met.items()))


if __name__ == "__main__":
    found = {name: list(faces(catalog.game(name)).values()) for name in OURS}
    FILE.write_text(
        "{\n"
        + ",\n".join(
            f'"{name}": [\n' + ",\n".join(json.dumps(one, ensure_ascii=False) for one in list) + "\n]"
            for name, list in found.items()
        )
        + "\n}\n"
    )
    print({name: len(list) for name, list in found.items()})
