"""The engine against an independent, slow, obvious implementation of the same rules (tests/oracle).

`YOKOCHO_ORACLE=20` plays twenty times as many matches.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from tests.oracle.wok_and_roll import (
    DICE,
    FRIDGE,
    HEXES,
    LETTERS,
    RECTS,
    STRUCTURES,
    Oracle,
    Seat,
    Sheet,
    ends,
    normal,
    seen_by,
)
from tests.rules import rule
from yokocho import catalog
from yokocho.core.match import Match

GAME = catalog.game("wok_and_roll")
TIMES = int(os.environ.get("YOKOCHO_ORACLE", "1"))
PARTS = 4
MATCHES = 15 * TIMES  # of each part


def random_sheet(chance: random.Random, persists: bool) -> Sheet:
    """Any sheet that play can lead to, with at most two structures completed."""
    full = chance.sample(list(STRUCTURES), chance.choice([0, 0, 1, 2]))
    density = chance.random()
    sheet = Sheet()
    for name, structure in STRUCTURES.items():
        servings = [f"{name}.{place + 1}" for place in range(len(structure["servings"]))]
        missing = set() if name in full else {chance.choice(servings)}
        missing |= {id for id in servings if name not in full and chance.random() > density}
        if structure["kind"] == "dish":
            first = min((servings.index(id) for id in missing), default=len(servings))
            missing = set(servings[first:])
        sheet.crossed |= set(servings) - missing
    gained = "".join(row["gives"] for row in sheet.full_rows()) if persists else ""
    sheet.fridge = [letter for letter in FRIDGE + gained if chance.random() < 0.6]
    sheet.hexes = {letter for letter in HEXES if chance.random() < 0.4}
    sheet.rects = {rect for rect in RECTS if chance.random() < 0.3}
    return sheet


def halfway(position: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The same table in the market of a later turn, some of the next dice pinned."""
    options, players = position["options"], position["players"]
    sheets = [random_sheet(chance, options["bonus_ingredient_persists"]) for _ in range(players)]
    last = min(options["max_turns"], options["solo_turns"] if players == 1 else options["max_turns"]) - 1
    return position | {
        "turn": chance.randrange(min(last, 12) + 1),
        "roll": chance.choice([1, 2]),
        "next_dice": "".join(chance.choice(LETTERS) for _ in range(chance.choice([0, 3, 12]))),
        "seats": [sheet.write() for sheet in sheets],
    }


def table(seed: int) -> tuple[Match, Oracle, random.Random]:
    """Every player count, all house rules changed at random, most matches from the middle of a game."""
    chance = random.Random(f"wok_and_roll oracle {seed}")
    players = GAME.players[seed % len(GAME.players)]
    options = {
        "bonus_ingredient_persists": chance.random() < 0.4,
        "hidden_until_all_done": chance.random() < 0.6,
        "finish_round": chance.random() < 0.4,
        "solo_turns": chance.choice([1, 5, 10, 15]),
        "max_turns": chance.choice([1, 4, 9, 20, 200]),
    }
    match = Match(GAME, players, options if chance.random() < 0.75 else {}, f"oracle {seed}")
    if chance.random() < 0.7:
        position = GAME.write(match.state)
        del position["asked"]
        match = Match.from_position(GAME, halfway(position, chance))
    return match, Oracle.read(GAME.write(match.state)), chance


def preferred(moves: list[str], chance: random.Random) -> str:
    """Games must get on: whoever can cook mostly does. Rare kinds of moves as often as common ones."""
    kinds = {move.split()[0] for move in moves} - ({"done"} if len(moves) > 1 and chance.random() < 0.9 else set())
    kind = chance.choice(sorted(kinds))
    return chance.choice([move for move in moves if move.startswith(kind)])


def otherwise(move: str, oracle: Oracle, chance: random.Random) -> str:
    """The same move named in another way, if there is one: other dice of the same look."""
    if not move.startswith("reroll"):
        return move
    count = len(move.split()) - 1
    named = ["reroll " + " ".join(map(str, chance.sample(DICE, count))) for _ in range(6)]
    return next((other for other in named if oracle.canonical(other) == move), move)


def agree(match: Match, oracle: Oracle, why: object) -> None:
    """Who is asked, what each may do and its number, the position, and what everybody sees of it."""
    s = match.state
    assert match.pending() == oracle.pending(), why
    for p in range(match.players):
        ours = {GAME.words.notation(s, p, a): a for a in match.legal(p)}
        assert ours == {move: oracle.action(p, move) for move in oracle.legal(p)}, (p, why)
        assert len(ours) == len(match.legal(p)), (p, why)
    position = GAME.write(s)
    assert normal(position) == normal(oracle.position()), why
    for p in range(-1, match.players):
        view, seen = match.view(p), seen_by(oracle.position(), p)
        written = GAME.write(view)
        assert normal(written) == normal(seen) and written["asked"] == position["asked"], (p, why)
        assert GAME.scores(view) == Oracle.read(seen).scores(), (p, why)
        assert p < 0 or GAME.legal(view, p) == match.legal(p), (p, why)
    assert GAME.scores(s) == oracle.scores(), why
    assert GAME.ranks(s) == oracle.ranks(), why


@rule(
    "WR-4", "WR-6", "WR-9", "WR-12", "WR-14", "WR-18", "WR-23", "WR-31", "WR-33", "WR-R22", "WR-R23", "WR-R24", "WR-R25"
)
@pytest.mark.parametrize("part", range(PARTS))
def test_engine_and_oracle_agree_on_every_decision(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(part, PARTS * MATCHES, PARTS):
        match, oracle, chance = table(seed)
        reread = chance.random() < 0.3
        while not match.over:
            why = (seed, oracle.position(), match.moves)
            agree(match, oracle, why)
            if reread:  # each from what the other has written
                assert GAME.write(GAME.read(GAME, oracle.position())) == GAME.write(match.state), why
                oracle = Oracle.read(GAME.write(match.state))
            p = chance.choice(match.pending())
            move = preferred(oracle.legal(p), chance)
            match.play(p, otherwise(move, oracle, chance), when=0)
            assert match.moves[-1].notation == move, why
            oracle.play(p, move)
            seen[move.split()[0]] += 1
        agree(match, oracle, seed)
        result = match.result()
        assert result is not None and oracle.finished, seed
        assert (result["scores"], result["ranks"]) == (oracle.scores(), oracle.ranks()), seed
        seen[oracle.finished] += 1
    assert set(seen) == {"lock", "reroll", "cook", "skill", "bonus", "done", "structures", "solo", "guard"}


@rule("WR-12", "WR-13", "WR-23", "WR-24", "WR-26")
@pytest.mark.parametrize("persists", [False, True])
def test_canonical_payments_lose_nothing(persists: bool) -> None:
    """5.3: whatever can be reached by paying in any way at all is reached, or bettered, by the payments on offer."""
    compared = 0
    for seed in range(100 * TIMES):
        chance = random.Random(f"payments {persists} {seed}")
        sheet = random_sheet(chance, persists)
        tokens = [] if persists else [row["gives"] for row in sheet.full_rows() if chance.random() < 0.3]
        seat = Seat(sheet, [chance.choice("RNMVSBB") for _ in range(chance.choice([2, 3, 4, 6]))], tokens)
        for id in sheet.open_servings():
            offered = []
            for k in seat.payments(id):
                offered.append(seat.copy())
                offered[-1].cook(id, k, persists)
            every = seat.every_payment(id, persists)
            assert {after.key() for after in offered} <= {after.key() for after in every}, (seed, id)
            assert all(any(after.as_good_as(other) for after in offered) for other in every), (seed, id)
        canonical = ends(seat, lambda state: state.steps(persists)) if len(seat.dice) < 4 else {}
        if 0 < len(canonical) < 100:
            kept: dict[object, list[Counter[str]]] = {}
            for end in canonical.values():
                kept.setdefault(marks(end), []).append(Counter(end.sheet.fridge))
            for end in ends(seat, lambda state: state.every_step(persists)).values():
                assert any(Counter(end.sheet.fridge) <= fridge for fridge in kept[marks(end)]), (seed, end)
                compared += 1
    assert compared > 1000


def marks(seat: Seat) -> object:
    written = seat.sheet.write()
    return written["crossed"], written["hexes"], written["rects"]
