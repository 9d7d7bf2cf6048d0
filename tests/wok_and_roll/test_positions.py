"""Positions: what is refused, what is left out, and that writing and reading are inverse (docs/positions.md)."""

import json
import random
import re
from pathlib import Path

import pytest

from tests.rules import rule
from tests.support import random_options
from tests.wok_and_roll.support import (
    FACES,
    FULL,
    asked,
    everybody_done,
    faces,
    kitchen,
    moves,
    of,
    order,
    play,
    seen,
    servings,
    sheet,
    x,
)
from yokocho.core.game import BadInput
from yokocho.core.match import Match
from yokocho.core.record import data
from yokocho.games.wok_and_roll import GAME

DOCS = Path(__file__).parents[2] / "docs" / "positions.md"
COOK = {"phase": "cook", "turn": 4, "roll": 3, "dice": {"white": "MMVR", "red": "MV"}}
COOKING = [{"question": "cook", "seats": [0, 1], "alone": True}, {"step": "end"}]
THREE = x("R1.1-R1.4 S1.1-S1.4 S2.1-S2.4")
PERSISTS = {"options": {"bonus_ingredient_persists": True}}
ROUND = {"options": {"finish_round": True}}


def read(**position):
    return Match.from_position(GAME, {"players": 2} | position)


def seat(**parts):
    """A position with this second seat."""
    return {"seats": [{}, parts]}


def cooking(**parts):
    """The same while all cook; the first seat is active."""
    return COOK | seat(**parts)


# --- what is refused


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"color": "red"}, "color: unknown; known are format, game, players"),
        ({"format": "yokocho-position/9"}, "format: yokocho-position/1"),
        ({"game": "umami"}, "game: a position of umami"),
        ({"players": 0}, "players: a number from 1 to 5, not 0"),
        ({"players": 6}, "players: a number from 1 to 5, not 6"),
        ({"options": {"speed": 1}}, "wok_and_roll has no option 'speed'"),
        ({"options": {"max_turns": 0}}, "option max_turns: "),
        ({"options": {"finish_round": "soon"}}, "option finish_round: "),
        ({"turn": -1}, "turn: "),
        ({"turn": "3"}, "turn: "),
        ({"phase": "dinner"}, "phase: one of market, cook, over, not 'dinner'"),
        ({"roll": 0}, "roll: a number from 1 to 3, not 0"),
        ({"roll": 4, "phase": "cook"}, "roll: a number from 1 to 3, not 4"),
        ({"roll": 3}, "roll: "),  # WR-7: locked by then
        ({"dice": "MMVRMV"}, "dice: "),
        ({"dice": {"white": "MMV", "red": "MV"}}, "dice.white: "),
        ({"dice": {"white": "MMVR", "red": "MVV"}}, "dice.red: "),
        ({"dice": {"white": "MMVR"}}, "dice.red: "),
        ({"dice": {"white": "MMVX", "red": "MV"}}, "dice.white: "),
        ({"dice": {"white": 4, "red": "MV"}}, "dice.white: "),
        ({"dice": {"white": "MMVR", "red": "MV", "blue": ""}}, "dice.blue: unknown"),
        ({"next_dice": "RX"}, "next_dice: "),
        ({"next_dice": 6}, "next_dice: "),
        ({"finished": "yes"}, "finished: one of None, structures, solo, guard, not 'yes'"),
        ({"finished": "guard"}, "finished: "),  # and yet not over
        ({"phase": "over"}, "finished: "),  # why?
        ({"seats": [{}] * 3}, "seats: a list of at most 2"),
        ({"seats": [{}, 7]}, r"seats\[1\]: an object is needed"),
        (seat(hat=1), r"seats\[1\].hat: unknown"),
        (seat(crossed="R1.9"), r"seats\[1\].crossed: .*R1.9"),
        (seat(crossed="T1.1"), r"seats\[1\].crossed: .*T1.1"),
        (seat(crossed="R1"), r"seats\[1\].crossed: .*R1"),
        (seat(crossed="M1.1 M1.1"), r"seats\[1\].crossed: .*M1.1"),
        (seat(crossed=["M1.1"]), r"seats\[1\].crossed: "),
        (seat(fridge="X"), r"seats\[1\].fridge: "),
        (seat(fridge=3), r"seats\[1\].fridge: "),
        (seat(fridge="?"), r"seats\[1\].fridge: "),
        (seat(hexes="B"), r"seats\[1\].hexes: "),  # 2.6: of ingredients only
        (seat(hexes="SS"), r"seats\[1\].hexes: "),  # WR-22
        (seat(rects="E6"), r"seats\[1\].rects: .*E6"),
        (seat(rects="E1 E1"), r"seats\[1\].rects: .*E1"),  # WR-25
        (seat(dice="MM"), r"seats\[1\].dice: "),  # nobody cooks in the market
        (seat(tokens="R"), r"seats\[1\].tokens: "),
        (seat(done=True), r"seats\[1\].done: "),
        (seat(before={"crossed": ""}), r"seats\[1\].before: "),
        (cooking(dice="SS"), r"seats\[1\].dice: "),  # not in the tray
        (cooking(dice="MMM"), r"seats\[1\].dice: "),  # WR-9: the third is red
        (cooking(tokens="X"), r"seats\[1\].tokens: "),
        (cooking(done="yes"), r"seats\[1\].done: true or false"),
        (cooking(before=5), r"seats\[1\].before: "),
        (cooking(before={"dice": ""}), r"seats\[1\].before.dice: unknown"),
        (cooking(before={"crossed": "M1.1"}), r"seats\[1\].before"),  # WR-16
        (cooking(before={"hexes": "S"}), r"seats\[1\].before"),
        (cooking(before={"rects": "E1"}), r"seats\[1\].before"),
        (COOK | {"seats": [{"done": True}, {"done": True}]}, "seats: "),  # WR-29
        ({"asked": [{"question": "sing", "seat": 0}]}, r"asked\[0\]: question is one of market, cook"),
        ({"asked": [{"question": "market"}]}, r"asked\[0\]: "),
        ({"asked": [{"question": "market", "seat": 2}]}, r"asked\[0\]: a question asks a seat from 0 to 1"),
        ({"asked": [{"question": "market", "seat": 1}]}, "asked: "),  # WR-4
        ({"asked": [{"question": "market", "seat": 0}, {"step": "end"}]}, "asked: "),
        ({"asked": []}, "asked: "),
        ({"asked": COOKING}, "asked: "),  # in the market
        (COOK | {"asked": [{"question": "market", "seat": 0}]}, "asked: "),
        (COOK | {"asked": COOKING[:1]}, "asked: "),
        (COOK | {"asked": [{"step": "end"}]}, "asked: "),
        (COOK | {"asked": [{"question": "cook", "seats": [0], "alone": True}, {"step": "end"}]}, "asked: "),
        (cooking(done=True) | {"asked": COOKING}, "asked: "),
        ({"generator": "12"}, "generator: 64 hexadecimal digits"),
    ],
)
def test_what_is_impossible_is_refused_and_named(position, said):
    with pytest.raises(BadInput, match=f"^{said}"):
        read(**position)


@rule("WR-14", "WR-13", "WR-R22")
@pytest.mark.parametrize(
    ("position", "said"),
    [
        (seat(crossed="R1.2"), r"seats\[1\].crossed: .*R1"),
        (seat(crossed="N2.1 N2.3"), r"seats\[1\].crossed: .*N2"),
        (seat(fridge="RR"), r"seats\[1\].fridge: "),
        (seat(fridge="RNMVSBB"), r"seats\[1\].fridge: "),
        (cooking(dice="MMV", before={"fridge": FULL.replace("R", "")}), r"seats\[1\].fridge: "),  # an R for a die
    ],
)
def test_the_place_is_named_here_too(position, said):
    with pytest.raises(BadInput, match=f"^{said}"):
        read(**position)


@rule("WR-35", "WR-R18", "WR-R23")
@pytest.mark.parametrize(
    ("position", "last"),
    [
        ({"turn": 201}, 200),
        ({"turn": 30000}, 200),
        (COOK | {"turn": 202}, 200),
        ({"turn": 7, "options": {"max_turns": 6}}, 6),
        ({"turn": 202, "phase": "over", "finished": "structures", "seats": [{"crossed": THREE}]}, 200),
        ({"turn": 11, "players": 1}, 10),
        ({"turn": 9, "players": 1, "options": {"max_turns": 8}}, 8),
    ],
)
def test_a_turn_after_the_last_one_would_never_meet_the_end(position, last):
    with pytest.raises(BadInput, match=f"^turn: a number from 0 to {last}, not "):
        read(**position)


@rule("WR-21", "WR-29")
@pytest.mark.parametrize("said", [{"dice": "M"}, {"tokens": "M"}, {"done": True}, {"before": {"crossed": ""}}])
def test_nobody_cooks_when_it_is_over(said):
    with pytest.raises(BadInput, match=rf"^seats\[1\].{next(iter(said))}: nobody cooks now"):
        read(phase="over", finished="guard", turn=200, **seat(**said))


def spent(**parts):
    """A seat that has cooked, with two white M gone."""
    return cooking(**{"crossed": "M1.1 M2.1", "dice": "VR", "before": {"crossed": "M1.1"}} | parts)


IMPOSSIBLE = {
    "an item in the Fridge that no row gave": seat(fridge="RR") | PERSISTS,
    "two such items of one row": seat(fridge="RRR", crossed="M1.1 M2.1") | PERSISTS,
    "a token of no row": cooking(tokens="R"),
    "a token of a row that was full before": cooking(tokens="R", crossed="M1.1 M2.1"),
    "a token of another letter": spent(tokens="S"),
    "two tokens of one row": spent(tokens="RR"),
    "a token where row ingredients persist": spent(tokens="R") | PERSISTS,
    "a Fridge that was filled up": cooking(fridge="RN", before={"fridge": "R"}),
    "a dish not from the top before": cooking(crossed="R1.1 R1.2", before={"crossed": "R1.2"}),
    "a Fridge that never was": cooking(fridge="R", before={"fridge": "RR"}),
    "a serving for nothing": cooking(crossed="M1.1", before={"crossed": ""}),
    "a serving for one die": cooking(crossed="M1.1", before={"crossed": ""}, dice="MVR"),
    "dice for nothing": cooking(dice="R"),
    "fridge items for nothing": cooking(fridge="RN", before={"fridge": FULL}),
    "a hexagon for nothing": cooking(hexes="R", before={"hexes": ""}),
    "a rectangle for nothing": cooking(rects="E1", before={"rects": ""}),
    "three structures, and the game goes on": {"turn": 4} | seat(crossed=THREE),
    "three structures before this turn": cooking(crossed=THREE),
    "three structures at the start of a round": {"turn": 4} | seat(crossed=THREE) | ROUND,
    "after the guard": {"turn": 200},
    "after the last turn of solo": {"turn": 10, "players": 1},
    "over by structures without them": {"phase": "over", "finished": "structures", "turn": 4},
    "over by the guard too early": {"phase": "over", "finished": "guard", "turn": 4},
    "solo with two": {"phase": "over", "finished": "solo", "turn": 10},
    "solo too early": {"phase": "over", "finished": "solo", "turn": 9, "players": 1},
    "over before the first turn": {"phase": "over", "finished": "structures", "turn": 0} | seat(crossed=THREE),
}


@rule("WR-12", "WR-13", "WR-14", "WR-18", "WR-22", "WR-31", "WR-35", "WR-R18", "WR-R22", "WR-R23")
@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_is_impossible_too(what):
    with pytest.raises(BadInput):
        read(**IMPOSSIBLE[what])


@rule("WR-R12", "WR-R22", "WR-18")
@pytest.mark.parametrize(
    "position",
    [
        seat(fridge="RR", crossed="M1.1 M2.1") | PERSISTS,
        seat(fridge="RRR", crossed="M1.1 M2.1 V1.2 V2.2") | PERSISTS,
        {"turn": 5} | seat(crossed=THREE) | ROUND,  # the round is being finished
        spent(tokens="R"),
        spent(fridge=FULL + "R", before={"crossed": "M1.1", "fridge": FULL}) | PERSISTS,
        COOK
        | {
            "dice": {"white": "MMVR", "red": "BB"},
            "seats": [{"rects": "E1", "dice": "MMVR", "fridge": "RNMVS", "before": {"rects": "", "fridge": FULL}}],
        },
        {"phase": "over", "finished": "structures", "turn": 4} | seat(crossed=THREE),
        {"phase": "over", "finished": "guard", "turn": 200},
        {"phase": "over", "finished": "solo", "turn": 10, "players": 1},
        {"turn": 199},
        {"turn": 9, "players": 1},
        {"turn": 10, "players": 2},
    ],
)
def test_what_is_possible_is_read(position):
    match = read(**position)
    again = seen(match)
    for key, value in position.items():
        if key not in ("seats", "options"):
            assert again[key] == value
    assert seen(Match.from_position(GAME, again)) == again


# --- what is left out


@rule("WR-1", "WR-2", "WR-5")
def test_what_is_left_out_is_as_at_the_start():
    position = seen(read(players=3))
    assert [position[key] for key in ("turn", "phase", "roll", "finished", "next_dice")] == [0, "market", 1, None, ""]
    for p in range(3):
        assert [position["seats"][p][key] for key in ("crossed", "fridge", "hexes", "rects")] == ["", FULL, "", ""]
        assert position["seats"][p]["before"] is None
    assert {len(position["dice"]["white"]), len(position["dice"]["red"])} == {4, 2}
    assert set(faces(read())) <= set(FACES)


def test_the_seed_decides_what_is_left_out():
    assert len({faces(read(seed=str(i))) for i in range(20)}) > 15
    assert seen(read(seed="a")) == seen(read(seed="a"))


@rule("WR-4", "WR-9")
def test_in_a_kitchen_everybody_has_the_dice_they_may_use():
    match = read(players=3, phase="cook", turn=5, dice={"white": "MMVR", "red": "SB"})
    assert [of(match, p, "dice") for p in range(3)] == ["RMMV", "RMMV", "RMMVSB"]
    assert match.pending() == [0, 1, 2]
    for p in range(3):
        own = seen(match)["seats"][p]
        assert own["before"] == {"crossed": "", "fridge": FULL, "hexes": "", "rects": ""}
        assert (own["tokens"], own["done"]) == ("", False)


def test_what_was_before_is_as_now_where_it_is_left_out():
    match = read(**cooking(crossed="M1.1", fridge="NB", hexes="S", rects="E2"))
    assert seen(match)["seats"][1]["before"] == {"crossed": "M1.1", "fridge": "NB", "hexes": "S", "rects": "E2"}


def test_letters_and_servings_may_stand_in_any_order():
    match = read(**seat(crossed="S1.1 R1.1 M2.3", fridge="BSR", hexes="SN", rects="E5 E1"))
    own = seen(match)["seats"][1]
    assert [own[key] for key in ("crossed", "fridge", "hexes", "rects")] == ["R1.1 M2.3 S1.1", "RSB", "NS", "E1 E5"]


@rule("WR-5", "WR-6")
def test_next_dice_are_used_up_over_several_rolls():
    match = read(dice={"white": "RRRR", "red": "RR"}, next_dice="MVSBNM" + "SS" + "VVV")
    play(match, 0, "lock", "done")
    play(match, 1, "done")
    assert (faces(match), seen(match)["next_dice"]) == ("MVSBNM", "SSVVV")
    play(match, 1, "reroll 0 4")
    assert (faces(match), seen(match)["next_dice"]) == ("SVSBSM", "VVV")


def test_the_example_of_the_docs_can_be_read():
    position = example()
    match = Match.from_position(GAME, position)
    assert (asked(match), match.pending()) == ("cook", [0])
    again = seen(match)
    for key, value in position.items():
        if key not in ("seats", "asked"):
            assert again[key] == value, key
    for ours, theirs in zip(again["seats"], position["seats"]):
        assert ours | {"dice": order(ours["dice"])} == theirs | {"dice": order(theirs["dice"])}
    assert servings(match, 0) >= {"V1.1", "V2.1"}  # two V are left, and R with its token
    play(match, 0, "cook R1.1")
    assert of(match, 0, "tokens") == ""


def test_and_is_written_as_it_stands_there():
    position = example()
    again = seen(Match.from_position(GAME, position))
    assert again["seats"] == position["seats"]
    assert again["asked"] == position["asked"]


def example():
    section = DOCS.read_text(encoding="utf-8").split("## Wok and Roll")[1]
    text = re.search(r"```json\n(.*?)```", section, re.S)[1]
    position = json.loads(text)
    del position["generator"]
    return position


# --- there and back


@rule("WR-R13", "WR-R25")
@pytest.mark.parametrize("seed", range(8))
def test_writing_and_reading_are_inverse(seed):
    chance = random.Random(f"positions {seed}")
    options = random_options(GAME, chance) | {"max_turns": 12}
    match = Match(GAME, 1 + seed % 5, options, f"positions {seed}")
    while True:
        position = seen(match)
        again = Match.from_position(GAME, json.loads(json.dumps(position)))
        assert seen(again) == position
        assert data(GAME.settle(again.state)) == data(GAME.settle(match.state))
        assert match.pending() == again.pending()
        for p in match.pending():
            assert moves(match, p) == moves(again, p)
        if match.over:
            assert again.over and again.result() == match.result()
            break
        p = chance.choice(match.pending())
        offered = moves(match, p)
        cheap = [move for move in offered if move != "done"] if chance.random() < 0.7 else offered
        play(match, p, chance.choice(cheap or offered))


@rule("WR-R19", "WR-29")
def test_a_half_finished_cooking_goes_on_from_its_position():
    match = kitchen(sheet("M1.1", "B"), sheet("", FULL), sheet(), white="MMRB", red="BS", next_dice="RNMVSB")
    play(match, 0, "cook M2.1", "skill R")
    play(match, 1, "cook R1.1 fridge R")
    play(match, 2, "done")
    again = Match.from_position(GAME, seen(match))
    for table in (match, again):
        play(table, 0, "cook R1.1")
        everybody_done(table)
    assert seen(again) == seen(match)
    assert of(again, 0, "crossed") == "R1.1 M1.1 M2.1"
