"""The worked examples of the rules (section 6), one by one. Mei is seat 0 and active, Wong seat 1."""

import pytest

from tests.rules import rule
from tests.wok_and_roll.support import (
    FULL,
    HEXES,
    RECTS,
    active,
    asked,
    bonuses,
    cook,
    everybody_done,
    faces,
    kitchen,
    moves,
    next_turn,
    of,
    other,
    others,
    payments,
    play,
    scores,
    seen,
    servings,
    sheet,
    skills,
    tray,
    x,
)
from yokocho.core.match import Illegal
from yokocho.games.wok_and_roll import GAME


@rule("WR-5", "WR-6", "WR-7")
def test_1_two_rerolls():
    match = tray("RNMV", "SB", next_dice="NRSVM")
    play(match, 0, "reroll 1 4")
    assert (faces(match), seen(match)["roll"]) == ("RNMVRB", 2)
    play(match, 0, "reroll 1 2 5")  # 1 for the second time; 2 and 5 were left alone before
    assert (faces(match), seen(match)["roll"]) == ("RSVVRM", 3)
    assert (asked(match), match.pending()) == ("cook", [0, 1])
    for seat in (0, 1):
        with pytest.raises(Illegal):
            play(match, seat, "reroll 1")


@rule("WR-9", "WR-10")
def test_2_shared_dice():
    match = kitchen(sheet(), sheet(), white="MMVR", red="MV")
    assert servings(match, 0) == set(x("M1.1-M1.4 M2.1 M2.2 M2.4 V1.1-V1.3 V2.1 V2.2").split())
    assert servings(match, 1) == set(x("M1.1-M1.4 M2.1 M2.2").split())
    play(match, 0, "cook M1.1")
    play(match, 1, "cook M1.1")
    assert (of(match, 0, "dice"), of(match, 1, "dice")) == ("RMVV", "RV")
    assert scores(match) == [1, 1]


@rule("WR-7")
def test_3_early_lock():
    match = tray("RNMV", "SB")
    match.play(0, 347, 0)  # mask 0
    assert (asked(match), seen(match)["phase"], seen(match)["roll"]) == ("cook", "cook", 1)
    assert faces(match) == "RNMVSB"


@rule("WR-9", "WR-12", "WR-13")
def test_4_split_pair():
    match = kitchen(sheet(), sheet(), sheet(fridge="R"), white="RNVB", red="RS")
    assert servings(match, 0) == {"R1.1", "R2.1", "V1.4"}
    assert servings(match, 1) == set()
    assert servings(match, 2) == {"R1.1", "R2.1"}
    assert payments(match, 2, "R1.1") == payments(match, 2, "R2.1") == {"R"}
    play(match, 2, "cook R1.1 fridge R")
    assert of(match, 2, "fridge") == ""


@rule("WR-11", "WR-14")
def test_5_order_in_a_dish():
    match = active("RRRRNB")
    assert servings(match, 0) == {"R1.1", "R2.1"}
    with pytest.raises(Illegal, match="WR-14"):
        play(match, 0, "cook R1.2")
    play(match, 0, "cook R1.1")
    assert servings(match, 0) == {"R1.2", "R2.1"}
    play(match, 0, "cook R1.2")
    assert scores(match)[0] == 3


@rule("WR-15", "WR-17", "WR-33")
def test_6_any_order_in_a_platter():
    assert servings(other("SSSB"), 1) == {"S1.1", "S1.4", "S2.1", "S2.4"}
    match = active("SSSBRN", crossed="S1.1-S1.3")
    assert scores(match)[0] == 5
    play(match, 0, "cook S1.4")
    assert scores(match)[0] == 1 + 2 + 2 + 3 + 2
    assert 10 in dict(match.scene(0).panels[0].sources).values()  # the seafood wok


@rule("WR-18", "WR-19", "WR-21")
def test_7_row_token_used_at_once():
    match = other("MMRV", crossed="M1.1")
    assert servings(match, 1) & {"R1.1", "R2.1"} == set()
    play(match, 1, "cook M2.1")
    assert (of(match, 1, "tokens"), scores(match)[1]) == ("R", 2)
    assert servings(match, 1) == {"R1.1", "R2.1"}
    play(match, 1, "cook R2.1")
    assert (of(match, 1, "tokens"), of(match, 1, "dice")) == ("", "V")
    assert scores(match)[1] == 4
    match = next_turn(match, "RMNSBB")  # no V: the die was not kept
    assert servings(match, 1) & set(x("V1.1-V2.4").split()) == set()


@rule("WR-18", "WR-21", "WR-R1")
@pytest.mark.parametrize(("persists", "fridge"), [(False, ""), (True, "R")])
def test_8_row_token_lost(persists, fridge):
    match = other("MMRV", crossed="M1.1", options={"bonus_ingredient_persists": persists})
    play(match, 1, "cook M2.1", "done")
    match = next_turn(match, "RNVSMB")
    assert (of(match, 1, "tokens"), of(match, 1, "fridge")) == ("", fridge)
    assert ("R1.1" in servings(match, 1)) is persists
    for _ in range(2):
        match = next_turn(match, "MMMMMM")
        assert servings(match, 1) & {"M1.1", "M2.1"} == set()
        assert (of(match, 1, "tokens"), of(match, 1, "fridge")) == ("", fridge)


@rule("WR-18", "WR-22", "WR-26")
def test_9_book_from_a_row():
    match = active("MMMBRN", crossed="M1.4")
    assert skills(match, 0) == set()
    play(match, 0, "cook M2.4")
    assert (of(match, 0, "tokens"), scores(match)[0]) == ("B", 5)
    assert others(match, 0) == {"done", *(f"skill {h}" for h in HEXES)}
    play(match, 0, "skill S")
    assert moves(match, 0) == ["done"]


@rule("WR-22", "WR-23")
def test_10_skill_used_in_the_turn_it_is_gained():
    match = active("BBBSRN")
    assert (servings(match, 0), skills(match, 0), bonuses(match, 0)) == (set(), set(HEXES), set(RECTS))
    play(match, 0, "skill S")
    assert servings(match, 0) == {"S1.1", "S1.2", "S2.1", "S2.2"}
    play(match, 0, "cook S1.2")
    assert scores(match)[0] == 2
    assert moves(match, 0) == ["done"]


@rule("WR-23", "WR-26")
def test_11_the_fridge_book_converts_too():
    match = active("BBBSRN", fridge="B")
    play(match, 0, "skill S")
    assert of(match, 0, "fridge") == "B"
    assert servings(match, 0) == {"S1.1", "S1.2", "S1.4", "S2.1", "S2.2", "S2.4"}
    assert skills(match, 0) == {"R", "N", "M", "V"}
    play(match, 0, "cook S1.4")
    assert (of(match, 0, "fridge"), of(match, 0, "dice")) == ("", "RN")


@rule("WR-24")
def test_12_one_book_one_ingredient_choice_per_book():
    match = other("BBMV", hexes="MV")
    assert servings(match, 1) == set(x("M1.1-M1.3 M2.1 M2.4 V1.1-V1.3 V2.1 V2.4").split())
    play(match, 1, "cook M1.1", "cook V1.1")
    assert (scores(match)[1], of(match, 1, "dice")) == (2, "")
    match = other("BBMV", hexes="MV")
    play(match, 1, "cook M1.3")
    assert (of(match, 1, "dice"), moves(match, 1)) == ("B", ["done"])


@rule("WR-12")
def test_13_payment_choice():
    for fridge, left in (("R", ("NVB", "B")), ("", ("NV", "RB"))):
        match = other("RBNV", fridge="RB", hexes="R")
        assert payments(match, 1, "R1.1") == {"R", ""}
        cook(match, 1, "R1.1", fridge)
        assert (of(match, 1, "dice"), of(match, 1, "fridge")) == left


@rule("WR-25", "WR-26", "WR-33")
def test_14_rectangle_with_mixed_books():
    match = other("BBRM", fridge="B", crossed="R1.1-R1.3 R2.1")
    assert scores(match)[1] == 8
    play(match, 1, "bonus E1")
    assert [of(match, 1, key) for key in ("dice", "fridge", "rects")] == ["RM", "", "E1"]
    assert scores(match)[1] == 12


@rule("WR-17", "WR-30", "WR-31", "WR-32")
@pytest.mark.parametrize("earlier", [False, True])
def test_15_two_completions_in_one_turn(earlier):
    match = active("SSVVSN", crossed="S1.1 S1.2 S1.4 V1.1-V1.3" + " M1.1-M1.4" * earlier)
    before = 10 + 9 * earlier
    assert scores(match)[0] == before
    play(match, 0, "cook S1.3", "cook V1.4")
    assert scores(match)[0] == before + 2 + 2 + 2 + 3
    play(match, 0, "done")
    assert match.pending() == [1]  # who still finishes this turn
    play(match, 1, "cook S1.1", "done")
    assert match.over is earlier
    assert seen(match)["finished"] == ("structures" if earlier else None)
    assert scores(match)[1] == 1


WONG = "R1.1-R1.4 R2.1 R2.2 N1.1 N1.2 N2.1 M1.1-M1.4 M2.1 M2.2 V1.1 V1.2 V2.1 V2.2 S1.1-S1.3 S2.1"  # and S1.4


@rule("WR-31", "WR-33")
def test_16_final_score_55():
    match = other("SSSB", crossed=WONG, rects="E1")
    play(match, 1, "cook S1.4")
    assert scores(match)[1] == 55
    sources = [n for _, n in match.scene(1).panels[1].sources if n]
    assert sources == [16, 5, 12, 5, 11, 6]
    crossed = of(match, 1, "crossed")
    assert crossed == x(WONG + " S1.4")
    assert sum(1 << GAME.words.parse(match.state, 1, f"cook {name}") // 8 for name in crossed.split()) == 0x7CCCFC263F
    everybody_done(match)
    assert match.over and match.result()["scores"][1] == 55


@rule("WR-13", "WR-R7")
def test_17_fridge_only():
    match = other("NBBS", fridge=FULL)
    assert payments(match, 1, "M1.4") == {"RMV"}
    cook(match, 1, "M1.4", "RMV")
    assert [of(match, 1, key) for key in ("dice", "fridge")] == ["NSBB", "NSB"]
    assert scores(match)[1] == 2
    match = next_turn(match, "RMVRMV")
    assert of(match, 1, "fridge") == "NSB"


@rule("WR-18", "WR-19")
def test_18_row_chain():
    match = other("VVNM", crossed="V1.3")
    play(match, 1, "cook V2.3")
    assert (scores(match)[1], of(match, 1, "tokens")) == (4, "M")
    assert servings(match, 1) == {"M1.1", "M1.2", "M2.1"}
    play(match, 1, "cook M1.2")
    assert scores(match)[1] == 5


@rule("WR-34")
@pytest.mark.parametrize(("points", "winner"), [((55, 55, 48), 1), ((55, 50, 55), 2)])
def test_19_tie(points, winner):
    sheets = {
        55: sheet(WONG, rects="E1"),
        50: sheet(WONG.replace("V1.1 V1.2 V2.1 V2.2 ", ""), rects="E1"),
        48: sheet(WONG.replace(" S2.1", "")),
    }
    match = kitchen(*(sheets[n] for n in points), white="SSSB", red="RN")
    for p in range(3):
        play(match, p, "cook S1.4", "done")
    result = match.result()
    assert result["scores"] == list(points)
    assert [p for p in range(3) if result["ranks"][p] == 1] == [winner]


@rule("WR-21")
@pytest.mark.parametrize(("extra", "payable"), [({}, False), ({"fridge": "M"}, True), ({"hexes": "M"}, True)])
def test_20_no_carry_over_of_dice(extra, payable):
    match = active("MRVSNB", turn=2, **extra)
    match = next_turn(match, "MRVBNS")
    assert (seen(match)["turn"], of(match, 0, "dice")) == (3, "RMVB")
    assert ("M1.1" in servings(match, 0)) is payable
