"""A match goes back, is looked at from a thread, and counts what it costs."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from yokocho import catalog
from yokocho.core.errors import BadInput
from yokocho.core.match import SNAPSHOT, Illegal, Match
from yokocho.core.record import data
from yokocho.server import tables, views
from yokocho.server.table import bit

LONG = 5 * SNAPSHOT + 3


class Counted:
    """A game that counts the moves its rules carry out."""

    def __init__(self, game: Any) -> None:
        self.game, self.applied = game, 0
        self.kernels = self

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game if hasattr(self.game, name) else self.game.kernels, name)

    def apply(self, *what: Any) -> None:
        self.applied += 1
        self.game.kernels.apply(*what)


def played(match: Match, moves: int = LONG, seed: int = 0) -> Match:
    chance = random.Random(seed)
    while len(match.moves) < moves and not match.over:
        p = chance.choice(match.pending())
        match.play(p, chance.choice(match.legal(p)), 0)
    return match


@pytest.fixture
def long() -> Match:
    return played(Match(catalog.game("umami"), 3, seed="long"))


def folded(match: Match, n: int) -> bytes:
    again = Match.__new__(Match)
    again.game, again.start = match.game, match.start
    again._begin()
    for move, a in zip(match.moves[:n], match.actions[:n]):
        again.follow(move, a)
    return data(again.state)


def test_any_moment_is_a_few_moves_from_a_kept_one(long: Match) -> None:
    for n in range(len(long.moves) + 1):
        counted = Counted(long.game)
        found = long.still()
        found.game = counted  # type: ignore[assignment]
        assert data(found.at(n)) == folded(long, n)
        assert counted.applied == n % SNAPSHOT


@pytest.mark.parametrize("back", [1, 3, 4, SNAPSHOT, 2 * SNAPSHOT + 5])
def test_moments_after_going_back_and_on(long: Match, back: int) -> None:
    for _ in range(back):
        long.take_back()
    assert data(long.state) == folded(long, LONG - back)
    for _ in range(back // 2):
        long.redo()
    played(long, LONG + 2, seed=1)
    assert all(data(long.at(n)) == folded(long, n) for n in range(len(long.moves) + 1))


def test_a_move_taken_out_from_under_others() -> None:
    match, across = Match(catalog.game("wok_and_roll"), 3, seed="lanes"), 0
    for n in range(1, 10 * SNAPSHOT):
        played(match, n, seed=n)
        for p in range(3):
            i = match.own_last(p)
            if i == len(match.moves) - 1 or match.why_no_undo(p):
                continue
            again = match.still()
            again.undo(p)
            across += i // SNAPSHOT != len(again.moves) // SNAPSHOT
            assert all(data(again.at(n)) == folded(again, n) for n in range(i, len(again.moves) + 1))
    assert across  # a kept state was among those that changed


def test_moments_of_a_match_from_a_position(long: Match) -> None:
    match = played(Match.from_position(long.game, long.game.write(long.at(7))), 2 * SNAPSHOT + 1)
    assert all(data(match.at(n)) == folded(match, n) for n in range(len(match.moves) + 1))


def test_all_states_in_one_pass(long: Match) -> None:
    for since in (0, 5, SNAPSHOT, LONG):
        counted = Counted(long.game)
        found = long.still()
        found.game = counted  # type: ignore[assignment]
        assert [data(s) for s in found.states(since)] == [folded(long, n) for n in range(since, LONG + 1)]
        assert counted.applied == since % SNAPSHOT + LONG - since


def test_a_still_match_does_not_move(long: Match) -> None:
    still, state, moves = long.still(), data(long.state), list(long.moves)
    long.take_back()
    played(long, LONG + 20, seed=2)
    assert (data(still.state), still.moves) == (state, moves)
    assert all(data(still.at(n)) == folded(still, n) for n in range(LONG + 1))


def test_a_log_and_an_import_carry_out_each_move_once(long: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(long.game)
    found = long.still()
    found.game = counted  # type: ignore[assignment]
    told = views.retold(found, None, range(LONG))
    assert counted.applied == LONG and [line for entry in told for line in entry["lines"]]
    some = views.retold(long, 1, [3, 4, 40])
    assert some == [views.retold(long, 1, [i])[0] for i in (3, 4, 40)]
    assert views.retold(long, 1, []) == []
    counted.applied = 0
    monkeypatch.setattr(catalog, "game", lambda name: counted)
    _, _, happened = tables.unpacked(long.to_json(), {"id": "ann"}, 0, catalog.game)
    assert counted.applied <= 2 * LONG  # once to check it, once to see who may know it
    for i, event in enumerate(happened[1:]):
        deaf = [p for p in (*range(3), -1) if event.unheard & bit(p)]
        assert deaf == [p for p in (*range(3), -1) if long.heard(p, i) is None]


@pytest.mark.parametrize("move", [1e999, -1e999, 1.0, None, [], {}])
def test_a_move_is_words_or_a_number(long: Match, move: Any) -> None:
    with pytest.raises(Illegal, match="words or the number of an action"):
        long.validate(long.actor(), move)
    file = long.to_json()
    file["moves"][3][1] = move
    with pytest.raises(BadInput, match=r"move 3: .* words or the number of an action"):
        Match.from_json(json.loads(json.dumps(file)), catalog.game)


def test_whoever_is_asked_has_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalog.game("wok_and_roll")
    position = game.write(Match(game, 2, seed="0").state)
    Match.from_position(game, position)
    monkeypatch.setattr(type(game), "legal", lambda self, s, p: [])
    with pytest.raises(BadInput, match="asked: seat 0 has no legal answer to 'market'"):
        Match.from_position(game, position)
