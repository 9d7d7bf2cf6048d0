"""House rules (``toggles`` of 2.4): every toggle, its default, and what each value changes."""

import pytest

from tests.rules import rule
from tests.wok_and_roll.support import (
    everybody_done,
    kitchen,
    new,
    next_turn,
    of,
    other,
    payments,
    play,
    seen,
    servings,
    sheet,
    skills,
    told,
)
from yokocho.core.game import BadInput
from yokocho.core.match import Match
from yokocho.games.wok_and_roll import GAME

DEFAULTS = {
    "bonus_ingredient_persists": False,
    "hidden_until_all_done": True,
    "finish_round": False,
    "solo_turns": 10,
    "max_turns": 200,
}
RULINGS = {
    "bonus_ingredient_persists": "WR-R1",
    "hidden_until_all_done": "WR-R13",
    "finish_round": "WR-R12",
    "solo_turns": "WR-R10",
    "max_turns": "WR-R18",
}


def test_the_toggles_their_rulings_and_their_defaults():
    assert {option.name: option.default for option in GAME.options} == DEFAULTS
    assert {option.name: option.rule for option in GAME.options} == RULINGS
    assert seen(Match(GAME, 3, {}, "0"))["options"] == DEFAULTS


@rule("WR-R23")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bonus_ingredient_persists", 1),
        ("bonus_ingredient_persists", "maybe"),
        ("hidden_until_all_done", "seat order"),
        ("finish_round", 2),
        ("solo_turns", 0),
        ("solo_turns", -3),
        ("solo_turns", 2.5),
        ("solo_turns", True),
        ("max_turns", 0),
        ("max_turns", -1),
        ("max_turns", None),
        ("expert_menu", True),
    ],
)
def test_what_is_no_value_is_refused(name, value):
    if value is None:
        value = "none"
    with pytest.raises(BadInput, match=name):
        Match(GAME, 3, {name: value}, "0")


# --- bonus_ingredient_persists


@rule("WR-R1", "WR-R22", "WR-19", "WR-21")
@pytest.mark.parametrize("persists", [False, True])
def test_where_a_row_ingredient_goes(persists):
    match = other("MMNV", crossed="M1.1", fridge="S", options={"bonus_ingredient_persists": persists})
    play(match, 1, "cook M2.1")
    assert (of(match, 1, "tokens"), of(match, 1, "fridge")) == (("", "RS") if persists else ("R", "S"))
    match = next_turn(match, "RNVSMB")
    assert (of(match, 1, "tokens"), of(match, 1, "fridge")) == ("", "RS" if persists else "S")
    assert ("R1.1" in servings(match, 1)) is persists


@rule("WR-R22", "WR-13", "WR-R1")
def test_a_row_ingredient_that_persists_is_a_fridge_item_in_every_respect():
    """It is a choice now, die and fridge item or die and book; a token would be spent without asking."""
    offered = {}
    for persists in (False, True):
        match = other("MMRB", crossed="M1.1", hexes="R", options={"bonus_ingredient_persists": persists})
        play(match, 1, "cook M2.1")
        offered[persists] = payments(match, 1, "R1.1")
    assert offered == {False: {""}, True: {"", "R"}}
    play(match, 1, "cook R1.1")
    assert (of(match, 1, "fridge"), of(match, 1, "dice")) == ("R", "")
    match = next_turn(match, "RNVSMB")
    play(match, 1, "cook R1.2 fridge R")  # and it is crossed off for good
    assert of(match, 1, "fridge") == ""
    assert of(next_turn(match, "RNVSMB"), 1, "fridge") == ""


@rule("WR-R22", "WR-26")
def test_a_book_that_persists():
    """A row book is kept for another turn, and several items of a letter may be kept."""
    match = kitchen(
        sheet("M1.4 V1.4", "B"), sheet(), white="MMMV", red="VV", options={"bonus_ingredient_persists": True}
    )
    play(match, 0, "cook M2.4", "cook V2.4")
    assert of(match, 0, "fridge") == "BBB"
    match = next_turn(match, "RNMVSS")
    assert skills(match, 0) == set("RNMVS")
    play(match, 0, "bonus E5")
    assert of(match, 0, "fridge") == ""


# --- hidden_until_all_done


@rule("WR-R13", "WR-R25")
@pytest.mark.parametrize("hidden", [True, False])
def test_who_sees_marks_while_cooking(hidden):
    match = kitchen(sheet(), sheet(), white="MMVV", red="RR", options={"hidden_until_all_done": hidden})
    play(match, 0, "cook M1.1")
    for p in (-1, 1):
        assert told(match, p)["seats"][0]["crossed"] == ("" if hidden else "M1.1")
        assert match.scene(p).panels[0].score == (0 if hidden else 1)
        assert bool(match.log(p)) is not hidden
    assert match.pending() == [0, 1]  # free order in both forms
    play(match, 0, "done")
    play(match, 1, "done")
    assert told(match, 1)["seats"][0]["crossed"] == "M1.1"


# --- finish_round


@rule("WR-R12", "WR-32")
@pytest.mark.parametrize("finish", [False, True])
def test_whether_a_round_is_completed(finish):
    match = kitchen(
        sheet("S1.1-S1.4 S2.1-S2.4 M1.2-M1.4"),
        sheet(),
        white="MMVV",
        red="RR",
        turn=6,
        options={"finish_round": finish},
    )
    play(match, 0, "cook M1.1")
    everybody_done(match)
    assert match.over is not finish
    if finish:
        everybody_done(match)
        assert match.over and seen(match)["turn"] == 8


# --- the limits


@rule("WR-R10", "WR-35", "WR-R23")
def test_solo_turns_values():
    for turns in (1, 3, 12):
        match = new(1, solo_turns=turns)
        for _ in range(turns):
            assert not match.over
            everybody_done(match)
        assert match.over and seen(match)["finished"] == "solo"


@rule("WR-R18", "WR-R23")
def test_max_turns_values():
    for turns in (1, 2, 7):
        match = new(3, max_turns=turns)
        for _ in range(turns):
            assert not match.over
            everybody_done(match)
        assert match.over and seen(match)["finished"] == "guard"


@rule("WR-R23", "WR-35", "WR-R18")
def test_whichever_limit_comes_first():
    for solo, most, turns, why in ((2, 5, 2, "solo"), (5, 2, 2, "guard")):
        match = new(1, solo_turns=solo, max_turns=most)
        for _ in range(turns):
            assert not match.over
            everybody_done(match)
        assert match.over and seen(match)["finished"] == why


@rule("WR-R23")
def test_a_host_may_ask_for_longer_games():
    match = new(1, solo_turns=500, max_turns=900)
    assert seen(match)["options"]["solo_turns"] == 500
