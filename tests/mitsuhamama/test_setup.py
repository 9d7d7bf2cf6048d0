"""Set-up: players, faces, hands, cubes, the first auctioneer (MI-1 to MI-9, MI-R1, MI-R2, MI-R19)."""

import random

import pytest

from tests.mitsuhamama.support import (
    START,
    START_TWO,
    asked,
    hand,
    market,
    money,
    moves,
    owned,
    play,
    scores,
    seen,
    told,
)
from tests.rules import rule
from yokocho.core.game import BadInput
from yokocho.core.match import Match
from yokocho.games.mitsuhamama import GAME


def new(players=3, seed="0", **options):
    return Match(GAME, players, options, seed)


def faces(match):
    return "".join(card["face"] for card in seen(match)["restaurants"].values())


@rule("MI-1")
def test_two_to_four_players():
    for players in (2, 3, 4):
        assert new(players).players == players
    for players in (0, 1, 5):
        with pytest.raises(BadInput, match="2 to 4 players"):
            new(players)


@rule("MI-2", "MI-R1")
def test_faces_are_random_and_independent():
    found = [faces(new(seed=str(i))) for i in range(400)]
    assert len(set(found)) == 32
    for r in range(5):
        assert 140 < sum(text[r] == "a" for text in found) < 260


@rule("MI-2")
def test_faces_stay_for_the_whole_game():
    match = new(2, max_days=6)
    before = faces(match)
    chance = random.Random(1)
    while not match.over:
        play(match, match.actor(), chance.choice(moves(match)))
        assert faces(match) == before


@rule("MI-3", "MI-R1")
@pytest.mark.parametrize(("players", "expected"), [(2, "aaaaa"), (3, "bbbbb"), (4, "bbbbb")])
def test_recommended_faces(players, expected):
    assert {faces(new(players, seed=str(i), faces="recommended")) for i in range(8)} == {expected}


@rule("MI-R1")
@pytest.mark.parametrize("chosen", ["aaaaa", "bbbbb", "abbab", "baaab", "aaaab"])
def test_explicit_faces(chosen):
    assert {faces(new(players, seed=str(i), faces=chosen)) for i in range(4) for players in (2, 4)} == {chosen}


@rule("MI-4", "MI-7")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_starts_with_three_cubes_and_no_fish_and_may_hire_the_fourth(players):
    match = new(players)
    assert seen(match)["seats"] == [
        {"hand": START_TWO if players == 2 else START, "fish": [0, 0, 0, 0], "cubes": 3} for _ in range(players)
    ]
    assert all(not card["cubes"] for card in seen(match)["restaurants"].values())
    p = match.actor()
    play(match, p, "hire", "pay 10", "paid")
    assert owned(match, p) == 4


@rule("MI-5")
@pytest.mark.parametrize(("players", "each", "total"), [(2, START_TWO, 100), (3, START, 120), (4, START, 160)])
def test_money(players, each, total):
    match = new(players)
    assert [hand(match, p) for p in range(players)] == [each] * players
    assert (money(match), seen(match)["out"]) == (total, "")


@rule("MI-6", "MI-R19")
def test_hands_are_hidden_but_not_their_size():
    match = market(hands=["10 10 5 4", "5 5 1"])
    for looker in (-1, 1, 2):
        zones = {zone.id: zone for zone in match.scene(looker).zones}
        assert (zones["hand:0"].count, zones["hand:0"].pieces) == (4, [])
        panel = match.scene(looker).panels[0]
        assert "cards" not in dict(panel.sources)
        assert panel.hand == 4
    own = {zone.id: zone for zone in match.scene(0).zones}["hand:0"]
    assert [piece.face for piece in own.pieces] == ["10", "10", "5", "4"]


@rule("MI-8", "MI-R2")
def test_the_first_auctioneer_is_any_seat_unless_the_host_says():
    for players in (2, 3, 4):
        found = [new(players, seed=str(i)).actor() for i in range(200)]
        assert min(found.count(p) for p in range(players)) > 25
        for p in range(players):
            assert {new(players, seed=str(i), first=str(p)).actor() for i in range(5)} == {p}


@rule("MI-R2")
def test_the_first_auctioneer_sits_at_the_table():
    assert new(2, first="1").actor() == 1
    for beyond in ("2", "3", "4"):
        with pytest.raises(BadInput, match="option first"):
            new(2, first=beyond)


@rule("MI-9")
def test_every_fish_is_worth_one_at_all_times():
    bare = scores(market())
    for fish in [(3, 0, 0, 0), (0, 3, 0, 0), (0, 0, 3, 0), (0, 0, 0, 3), (12, 1, 0, 12)]:
        assert scores(market(fish=[fish]))[0] == bare[0] + sum(fish)


@rule("MI-8", "MI-10", "MI-11")
def test_the_auctioneer_has_rolled_four_dice_and_chooses():
    rolled = set()
    for i in range(120):
        match = new(3, seed=str(i), first="1")
        assert asked(match) == ("lot", 1)
        dice = seen(match)["dice"]
        assert len(dice) == 4
        rolled |= {(k, n) for k, n in enumerate(dice)}
    assert rolled == {(k, n) for k in range(4) for n in range(1, 7)}


@rule("MI-R48", "MI-6")
def test_a_view_never_tells_the_generator_or_the_next_roll():
    match = market(next_dice=(6, 6, 6, 6))
    for p in range(-1, 3):
        assert set(told(match, p)["generator"]) == {"0"}
        assert told(match, p)["next_dice"] is None
