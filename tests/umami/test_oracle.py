"""The engine against an independent, slow, obvious implementation of the same rules (tests/oracle)."""

from __future__ import annotations

import random

import pytest

from tests.oracle.umami import Oracle, normal
from tests.support import random_options
from yokocho import catalog
from yokocho.core.match import Match

GAME = catalog.game("umami")


def preferred(moves: list[str], chance: random.Random) -> str:
    """Steals, claims and full Dishes more often than chance would have them."""
    liked = [m for m in moves if m.startswith(("steal", "take", "claim")) or (m.startswith("put") and m != "put new")]
    return chance.choice(liked if liked and chance.random() < 0.6 else moves)


@pytest.mark.parametrize("part", range(4))
def test_engine_and_oracle_agree_on_every_decision(part: int) -> None:
    """Question, legal moves, whole position, scores and places, over all player counts and house rules."""
    for seed in range(part * 30, part * 30 + 30):
        chance = random.Random(seed)
        players = chance.choice(list(GAME.players))
        options = random_options(GAME, chance) if seed % 3 else {}
        match = Match(GAME, players, options, f"oracle {seed}")
        oracle = Oracle.read(GAME.write(match.state))
        reread = chance.random() < 0.3
        while not match.over:
            p = match.actor()
            position = GAME.write(match.state)
            assert (oracle.seat, oracle.question) == (p, GAME.words.asks(match.state)), (seed, match.moves)
            assert normal(oracle.position()) == normal(position), (seed, options, match.moves)
            moves = match.notations(p)
            assert sorted(oracle.legal()) == sorted(moves), (seed, options, match.moves)
            if reread:
                oracle = Oracle.read(position)
            move = preferred(moves, chance)
            match.play(p, move, when=0)
            oracle.play(move)
        result = match.result()
        assert oracle.seat is None and result is not None
        assert list(oracle.scores()) == result["scores"] and list(oracle.ranks()) == result["ranks"]
