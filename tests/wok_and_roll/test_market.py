"""Going to the market: rolls, re-rolls and the lock (WR-5 to WR-8, WR-R16, WR-R21; section 5.2)."""

import random

import pytest

from tests.rules import rule
from tests.wok_and_roll.support import (
    FACES,
    LOCK,
    asked,
    cook,
    everybody_done,
    faces,
    moves,
    new,
    of,
    play,
    seen,
    tray,
)
from yokocho.core.match import Illegal
from yokocho.games.wok_and_roll import GAME


def groups(dice):
    """The dice of each colour and face, by number."""
    found = {}
    for i, face in enumerate(dice):
        found.setdefault((i < 4, face), []).append(i)
    return found.values()


def rerolls(dice):
    """Section 5.2: of each colour and face some are kept, those with the lowest numbers."""
    masks = {0}
    for ids in groups(dice):
        rolled = [sum(1 << i for i in ids[keep:]) for keep in range(len(ids) + 1)]
        masks = {mask | more for mask in masks for more in rolled}
    return masks


def words(mask):
    return "reroll " + " ".join(str(i) for i in range(6) if mask >> i & 1) if mask else "lock"


# --- rolling


@rule("WR-5")
def test_a_turn_begins_with_a_roll_of_all_six():
    match = tray("RRRR", "RR", next_dice="NMVSBN", players=3)
    everybody_done(match)
    assert (faces(match), seen(match)["roll"]) == ("NMVSBN", 1)
    assert (asked(match), match.pending()) == ("market", [1])


@rule("WR-6")
@pytest.mark.parametrize("mask", range(1, 64))
def test_any_dice_may_be_rolled_again_and_the_others_stay(mask):
    match = tray("RNMV", "SB", next_dice="B" * 6)
    play(match, 0, words(mask))
    assert faces(match) == "".join("B" if mask >> i & 1 else face for i, face in enumerate("RNMVSB"))
    assert (asked(match), seen(match)["roll"]) == ("market", 2)
    assert seen(match)["next_dice"] == "B" * (6 - mask.bit_count())


@rule("WR-6")
def test_dice_left_alone_may_be_rolled_later_and_others_twice():
    match = tray("RNMV", "SB", next_dice="NMBV")
    play(match, 0, "reroll 0 5")
    assert faces(match) == "NNMVSM"
    play(match, 0, "reroll 1 4")  # of the two white N the second
    assert faces(match) == "NBMVVM"


@rule("WR-6")
def test_all_six_may_be_rolled_twice():
    match = tray("RRRR", "RR", next_dice="NNNNNNMMMMMM")
    play(match, 0, "reroll 0 1 2 3 4 5")
    assert faces(match) == "N" * 6
    play(match, 0, "reroll 0 1 2 3 4 5")
    assert (faces(match), asked(match)) == ("M" * 6, "cook")


@rule("WR-7")
def test_after_the_third_roll_the_dice_are_locked():
    match = tray(roll=2)
    play(match, 0, "reroll 0")
    assert (asked(match), seen(match)["roll"], match.pending()) == ("cook", 3, [0, 1])


@rule("WR-7")
@pytest.mark.parametrize("roll", [1, 2])
def test_the_dice_may_be_locked_after_roll_one_or_two(roll):
    match = tray("RNMV", "SB", roll=roll)
    play(match, 0, "lock")
    assert (asked(match), seen(match)["roll"], faces(match)) == ("cook", roll, "RNMVSB")


@rule("WR-8")
def test_locked_dice_keep_their_faces():
    match = tray("RRMM", "SS")
    play(match, 0, "lock")
    for seat, move in ((0, "cook R1.1"), (1, "cook M1.1"), (0, "cook S1.1"), (0, "done")):
        play(match, seat, move)
        assert faces(match) == "RRMMSS"
    for p in (0, 1):
        with pytest.raises(Illegal):
            match.play(p, LOCK + 1)
        with pytest.raises(Illegal):
            match.play(p, LOCK)


@rule("WR-6", "WR-7", "WR-R21")
@pytest.mark.parametrize("players", [2, 5])
def test_the_market_is_for_the_active_player_alone(players):
    for turn in range(players, 2 * players):
        match = tray(players=players, turn=turn)
        assert match.pending() == [turn % players]
        for p in range(players):
            if p != turn % players:
                assert moves(match, p) == []
                for move in ("lock", "reroll 0", "done"):
                    with pytest.raises(Illegal):
                        play(match, p, move)


# --- what is offered


@rule("WR-6", "WR-R14", "WR-R16")
def test_equal_dice_are_one_choice():
    """5.2: as many options as the product of (count + 1), those with the highest numbers rolled."""
    chance = random.Random("trays")
    sizes = set()
    for i in range(120):
        few = FACES[: chance.randint(1, 6)]
        dice = "".join(chance.choice(few) for _ in range(6))
        match = tray(dice[:4], dice[4:], roll=1 + i % 2)
        expected = rerolls(dice)
        assert sorted(match.legal(0)) == sorted(LOCK + mask for mask in expected), dice
        assert sorted(moves(match, 0)) == sorted(words(mask) for mask in expected), dice
        product = 1
        for ids in groups(dice):
            product *= len(ids) + 1
        assert len(expected) == product
        sizes.add(product)
    assert min(sizes) == 5 * 3 and max(sizes) == 64


@rule("WR-6")
def test_the_list_of_actions():
    """5.3: 347 slots of cooking, then the masks; die 0 is the lowest bit."""
    match = tray("RNMV", "SB")
    assert GAME.actions == LOCK + 64
    assert sorted(match.legal(0)) == list(range(LOCK, LOCK + 64))
    for mask in range(64):
        assert GAME.words.notation(match.state, 0, LOCK + mask) == words(mask)


@rule("WR-6", "WR-R14")
@pytest.mark.parametrize(
    ("named", "meant"), [("0", "2"), ("0 1", "1 2"), ("0 3", "2 3"), ("4", "5"), ("0 4", "2 5"), ("2 1 0", "0 1 2")]
)
def test_whichever_are_named_those_with_the_highest_numbers_are_rolled(named, meant):
    match = tray("MMMV", "BB", next_dice="RRRRRR")
    play(match, 0, f"reroll {named}")
    rolled = [i for i, face in enumerate(faces(match)) if face == "R"]
    assert rolled == [int(i) for i in meant.split()]
    assert match.moves[-1].notation == f"reroll {meant}"


@pytest.mark.parametrize("move", ["reroll 6", "reroll -1", "reroll 0 0", "reroll x", "reroll", "roll 1"])
def test_what_is_no_reroll_is_refused(move):
    match = tray()
    with pytest.raises(Illegal):
        play(match, 0, move)


@rule("WR-R16")
def test_rolling_no_dice_is_locking():
    match = tray("RNMV", "SB", next_dice="BBBBBB")
    assert GAME.words.notation(match.state, 0, LOCK) == "lock"
    match.play(0, LOCK, 0)
    assert (asked(match), faces(match), seen(match)["roll"]) == ("cook", "RNMVSB", 1)
    assert seen(match)["next_dice"] == "BBBBBB"


# --- what comes after


@rule("WR-9", "WR-29")
def test_everybody_cooks_from_the_dice_as_locked():
    match = tray("RNMV", "SB", players=3, turn=4)
    play(match, 1, "lock")
    assert [of(match, p, "dice") for p in range(3)] == ["RNMV", "RNMVSB", "RNMV"]


@rule("WR-6")
def test_rolls_are_chance_and_not_the_same_every_time():
    found = set()
    for i in range(40):
        match = new(2, seed=str(i))
        play(match, 0, "reroll 0 1 2 3 4 5")
        found.add(faces(match))
    assert len(found) > 36


@rule("WR-8", "WR-21")
def test_a_pinned_roll_is_used_once():
    match = tray("RRRR", "RR", next_dice="MMMM", seed="x")
    play(match, 0, "reroll 2 3")
    assert (faces(match), seen(match)["next_dice"]) == ("RRMMRR", "MM")
    play(match, 0, "lock")
    cook(match, 0, "R1.1")
    everybody_done(match)
    assert faces(match)[:2] == "MM"
    assert seen(match)["next_dice"] == ""
