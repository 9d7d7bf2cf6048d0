"""The engine against an independent, slow, obvious implementation of the same rules (tests/oracle)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.mitsuhamama.support import KINDS
from tests.oracle.mitsuhamama import Oracle, cards_of, dice_or_none, normal_auction
from tests.rules import rule
from tests.support import random_options
from yokocho.core.match import Match
from yokocho.core.record import CLOCK
from yokocho.games.mitsuhamama import GAME

UNDER_WAY = ("pair", "mix", "cube")  # where fish and cube are on the way, the two write different positions


def common(position: dict[str, Any], question: str) -> dict[str, Any]:
    """What both say of a position."""
    keys = ("players", "options", "day", "auctioneer", "restaurants", "dice", "lot", "may_sell", "generator")
    told = {key: position[key] for key in keys}
    told["next_dice"] = dice_or_none(position["next_dice"])
    told["out"] = sorted(cards_of(position["out"]))
    told["seats"] = [(sorted(cards_of(seat["hand"])), seat["fish"], seat["cubes"]) for seat in position["seats"]]
    if question in ("bid", "decide"):
        told["auction"] = normal_auction(position | {"buyer": None}, position["options"])
    return told


def preferred(moves: list[str], chance: random.Random) -> str:
    """Games must get on: small bids, quick payments, sales; hires and recalls now and then."""
    calm = [m for m in moves if not m.startswith(("hire", "recall"))] or moves
    if chance.random() < 0.05:
        return chance.choice(moves)
    if "paid" in calm and chance.random() < 0.8:
        return "paid"
    serve = [m for m in calm if m.startswith(("serve", "later"))]
    if serve and chance.random() < 0.9:
        return chance.choice(serve)
    prices = [m for m in calm if m.startswith(("bid", "raise"))]
    if prices:
        others = [m for m in calm if m not in prices]
        return chance.choice([*prices[:4], *others])
    if "take" in calm and chance.random() < 0.8:
        return "take"
    return chance.choice(calm)


def table(seed: int, protocols: list[str], players: int = 0) -> tuple[Match, Oracle, random.Random]:
    chance = random.Random(f"mitsuhamama oracle {seed}")
    options = random_options(GAME, chance) if seed % 3 else {}
    options |= {"auction": chance.choice(protocols), "max_days": chance.randrange(12, 26)}
    match = Match(GAME, players or chance.choice(list(GAME.players)), options, f"oracle {seed}")
    return match, Oracle.read(GAME.write(match.state)), chance


def agree(match: Match, oracle: Oracle, p: int, why: object) -> list[str]:
    question = GAME.words.asks(match.state)
    moves = match.notations(p)
    assert sorted(oracle.legal(p)) == sorted(moves), why
    if question not in UNDER_WAY:
        assert common(oracle.position(), question) == common(GAME.write(match.state), question), why
    return moves


def at_the_end(match: Match, oracle: Oracle, why: object) -> None:
    result = match.result()
    assert oracle.question is None and result is not None, why
    assert oracle.scores() == result["scores"] and oracle.ranks() == result["ranks"], why


@rule("MI-10", "MI-R13", "MI-R24", "MI-R46")
@pytest.mark.parametrize("part", range(4))
def test_engine_and_oracle_agree_on_every_decision(part: int) -> None:
    """Question, legal moves, position, scores and places, over all player counts and house rules, bids in turn."""
    served = 0
    for seed in range(part * 10, part * 10 + 10):
        match, oracle, chance = table(seed, ["turns_hold", "raise_or_pass"])
        while not match.over:
            p = match.actor()
            why = (seed, len(match.moves))
            assert (oracle.seat, oracle.question) == (p, GAME.words.asks(match.state)), why
            move = preferred(agree(match, oracle, p, why), chance)
            match.play(p, move, when=0)
            oracle.play(move)
            served += move.startswith("serve")
        at_the_end(match, oracle, seed)
    assert served > 10


@rule("MI-14", "MI-R13")
@pytest.mark.parametrize("part", range(2))
def test_they_agree_on_live_auctions(part: int) -> None:
    """Any bidder at any moment, and the hammer; only a hire is here paid at once, which the engine does not demand."""
    for seed in range(1000 + part * 6, 1006 + part * 6):
        match, oracle, chance = table(seed, ["live"], players=3 + part)
        hiring: int | None = None
        while not match.over:
            why = (seed, len(match.moves))
            if oracle.live:
                seats = sorted(oracle.seats)
                assert match.notations(CLOCK) == oracle.legal(CLOCK) == ["hammer"], why
                assert set(match.pending()) == oracle.seats - {oracle.high}, why
                for p in seats:
                    agree(match, oracle, p, why)
                p = CLOCK if chance.random() < 0.15 else chance.choice(seats)
            else:
                p = match.actor() if hiring is None else hiring
                assert oracle.seat == p, why
            moves = ["hammer"] if p == CLOCK else agree(match, oracle, p, why)
            if not moves:  # a highest bidder who could not raise
                continue
            move = preferred(moves, chance)
            hiring = p if move == "hire" or (hiring is not None and move != "paid") else None
            match.play(p, move, when=0)
            oracle.play(move, p)
        at_the_end(match, oracle, seed)


def test_the_kinds_are_the_same() -> None:
    assert "".join(KINDS) == "RYKW"
