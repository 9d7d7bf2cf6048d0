"""Cooking: dice, fridge items, row ingredients, dishes and platters (WR-9 to WR-21)."""

from itertools import permutations

import pytest

from tests.rules import rule
from tests.wok_and_roll.support import (
    BONUS,
    COST,
    DISHES,
    FULL,
    HEXES,
    POINTS,
    ROWS,
    SERVINGS,
    SIZE,
    active,
    cook,
    everybody_done,
    kitchen,
    moves,
    next_turn,
    of,
    other,
    payments,
    play,
    scores,
    seen,
    servings,
    sheet,
    x,
)
from yokocho.core.match import Illegal

PERSISTS = {"bonus_ingredient_persists": True}


def everything(crossed="", **more):
    """Six books and all hexagons: whatever a serving costs can be paid."""
    return active("BBBBBB", crossed=crossed, hexes=HEXES, **more)


# --- dice


@rule("WR-9")
@pytest.mark.parametrize("players", range(1, 6))
def test_the_active_player_has_six_dice_the_others_the_white_ones(players):
    for turn in range(players, 2 * players):
        match = kitchen(white="RNMV", red="SB", players=players, turn=turn)
        for p in range(players):
            assert of(match, p, "dice") == ("RNMVSB" if p == turn % players else "RNMV")


@rule("WR-9")
def test_a_red_die_is_of_no_use_to_the_others():
    match = kitchen(sheet(), sheet(), white="MRNV", red="MM")
    assert {"M1.1", "M2.4"} <= servings(match, 0)
    assert servings(match, 1) & {"M1.1", "M2.4"} == set()
    with pytest.raises(Illegal):
        play(match, 1, "cook M1.1")


@rule("WR-10")
def test_a_die_used_by_one_is_still_there_for_the_others_but_not_for_oneself():
    match = kitchen(*[sheet()] * 5, white="MMVB", red="SS")
    play(match, 0, "cook M1.1")
    assert servings(match, 0) == {"S1.1", "S2.1", "S1.3"} and "M1.2" in servings(match, 1)
    for p in range(1, 5):
        play(match, p, "cook M1.1")
        assert servings(match, p) == set()
    with pytest.raises(Illegal):
        play(match, 0, "cook M1.2")


@rule("WR-10")
def test_all_dice_are_there_again_next_turn():
    match = kitchen(sheet(), sheet(), white="MMVB", red="SS")
    play(match, 0, "cook M1.1")
    match = next_turn(match, "MMVBSS")
    assert [of(match, p, "dice") for p in (0, 1)] == ["MMVB", "MMVSSB"]


@rule("WR-R14")
def test_the_colour_of_a_die_does_not_matter_to_who_may_use_it():
    for a, b in (("MMRV", "BS"), ("RMSV", "MM"), ("BBSN", "NR")):
        expected = servings(active(a + b, hexes="M"), 0)
        for dice in sorted({"".join(p) for p in permutations(a + b)})[::37]:
            assert servings(active(dice, hexes="M"), 0) == expected


# --- servings


@rule("WR-11", "WR-R26")
def test_none_or_several_servings():
    match = other("MMVV")
    play(match, 1, "done")
    assert (of(match, 1, "crossed"), match.pending()) == ("", [0])
    match = other("MMVV")
    play(match, 1, "cook M1.1", "cook V1.1", "done")
    assert of(match, 1, "crossed") == "M1.1 V1.1"
    match = active("RRMMVV", fridge="RM")
    play(match, 0, "cook R1.1", "cook M1.2", "cook V2.1")
    assert scores(match)[0] == 3


@rule("WR-12")
@pytest.mark.parametrize("serving", SERVINGS)
def test_every_serving_costs_what_the_sheet_says(serving):
    """Its letters on the dice pay it, and with any one of them missing nothing does."""
    name, place = serving.split(".")
    above = " ".join(f"{name}.{i}" for i in range(1, int(place))) if name in DISHES else ""
    cost = COST[serving]
    match = active(cost.ljust(6, "B"), crossed=above)
    before = scores(match)[0]
    assert payments(match, 0, serving) == {""}
    play(match, 0, f"cook {serving}")
    assert of(match, 0, "crossed") == x(f"{above} {serving}")
    assert of(match, 0, "dice") == "B" * (6 - len(cost))
    assert scores(match)[0] == before + POINTS[serving]
    for i in range(len(cost)):
        less = cost[:i] + cost[i + 1 :]
        assert serving not in servings(active(less.ljust(6, "B"), crossed=above), 0)


@rule("WR-12", "WR-19", "WR-23")
def test_each_kind_of_resource_pays_for_a_letter():
    for dice, parts, fridge in (
        ("RRNS", {}, ""),
        ("RNSV", {"fridge": "R"}, "R"),
        ("RBNS", {"hexes": "R"}, ""),
        ("RNSV", {"fridge": "B", "hexes": "R"}, ""),
    ):
        match = other(dice, **parts)
        cook(match, 1, "R1.1", fridge)
        assert of(match, 1, "crossed") == "R1.1"
    match = other("MMRV", crossed="M1.1")
    play(match, 1, "cook M2.1", "cook R1.1")  # a token
    assert of(match, 1, "crossed") == "R1.1 M1.1 M2.1"


@rule("WR-12", "WR-23")
def test_a_book_is_no_ingredient_without_its_hexagon():
    assert servings(other("RBBB", hexes="NMVS"), 1) & {"R1.1", "R2.1"} == set()
    assert {"R1.1", "R2.1"} <= servings(other("RBBB", hexes="R"), 1)


@rule("WR-13")
def test_a_fridge_item_is_spent_once_in_the_game():
    match = other("RNSV", fridge="RM")
    cook(match, 1, "R1.1", "R")
    assert of(match, 1, "fridge") == "M"
    for _ in range(3):
        match = next_turn(match, "RNMSVB")
        assert of(match, 1, "fridge") == "M"
        assert "R1.2" not in servings(match, 1)
        assert "M1.1" in servings(match, 1)


@rule("WR-13")
def test_a_fridge_item_not_spent_is_kept():
    match = next_turn(other("RNSV", fridge=FULL), "RRNNMM")
    assert of(match, 1, "fridge") == FULL


@rule("WR-13", "WR-R7")
def test_any_number_of_fridge_items_in_a_turn():
    match = other("RNMB", fridge=FULL, hexes="V")
    cook(match, 1, "R1.1", "R")
    cook(match, 1, "N1.1", "N")
    cook(match, 1, "M1.1", "M")
    cook(match, 1, "V1.1", "V")  # and the white book
    assert (of(match, 1, "fridge"), of(match, 1, "dice"), scores(match)[1]) == ("SB", "", 4)


@rule("WR-14")
@pytest.mark.parametrize("name", DISHES)
def test_a_dish_is_filled_from_the_top(name):
    for done in range(SIZE[name]):
        crossed = " ".join(f"{name}.{i + 1}" for i in range(done))
        match = everything(crossed)
        assert {s for s in servings(match, 0) if s.startswith(name)} == {f"{name}.{done + 1}"}
        for i in range(done + 1, SIZE[name]):
            with pytest.raises(Illegal, match="WR-14"):
                play(match, 0, f"cook {name}.{i + 1}")


@rule("WR-14")
def test_the_serving_above_may_be_of_the_same_turn():
    match = active("NNNNNN")
    play(match, 0, "cook N1.1", "cook N1.2", "cook N2.1")
    assert of(match, 0, "crossed") == "N1.1 N1.2 N2.1"


@rule("WR-14")
def test_the_two_dishes_of_a_section_do_not_wait_for_each_other():
    match = everything("R2.1-R2.4")
    assert {"R1.1", "R2.5"} <= servings(match, 0)


@rule("WR-15")
@pytest.mark.parametrize("name", list(BONUS))
def test_a_platter_is_filled_in_any_order(name):
    places = {f"{name}.{i}" for i in range(1, 5)}
    for crossed in ("", f"{name}.4", f"{name}.3", f"{name}.2 {name}.4", f"{name}.1 {name}.3"):
        match = everything(crossed)
        assert {s for s in servings(match, 0) if s.startswith(name)} == places - set(crossed.split())


@rule("WR-16")
@pytest.mark.parametrize("serving", ["R1.1", "N2.1", "M1.2", "V2.1", "S1.1"])
def test_a_serving_is_cooked_once(serving):
    match = active((COST[serving] * 3)[:6])
    play(match, 0, f"cook {serving}")
    assert serving not in servings(match, 0)
    with pytest.raises(Illegal, match="WR-16"):
        play(match, 0, f"cook {serving}")
    match = next_turn(match, (COST[serving] * 3)[:6])
    assert serving in of(match, 0, "crossed").split()
    assert serving not in servings(match, 0) and serving in servings(match, 1)


# --- platters and rows


@rule("WR-17", "WR-R17")
def test_a_full_platter_earns_its_bonus_once():
    for name, bonus in BONUS.items():
        match = everything(f"{name}.1-{name}.3")
        before = scores(match)[0]
        play(match, 0, f"cook {name}.4")
        assert scores(match)[0] == before + POINTS[f"{name}.4"] + bonus
        match = next_turn(match, "RNMVSB")
        assert scores(match)[0] == before + POINTS[f"{name}.4"] + bonus


@rule("WR-R17")
@pytest.mark.parametrize(("pair", "bonus"), [("M1 M2", 6), ("V1 V2", 6), ("S1 S2", 4)])
def test_two_platters_of_a_section_earn_two_bonuses(pair, bonus):
    a, b = pair.split()
    match = everything(f"{a}.1-{a}.4 {b}.1-{b}.3")
    play(match, 0, f"cook {b}.4")
    plain = sum(POINTS[f"{name}.{i}"] for name in (a, b) for i in range(1, 5))
    assert scores(match)[0] == plain + bonus


@rule("WR-20")
@pytest.mark.parametrize(("name", "worth"), [("R1", 11), ("R2", 16), ("N1", 11), ("N2", 16)])
def test_rice_and_noodle_have_no_effect_but_points(name, worth):
    match = everything(f"{name}.1-{name}.{SIZE[name] - 1}")
    play(match, 0, f"cook {name}.{SIZE[name]}")
    assert (scores(match)[0], of(match, 0, "tokens"), of(match, 0, "fridge")) == (worth, "", "")


@rule("WR-18", "WR-R8", "WR-R2")
@pytest.mark.parametrize("first", x("M1.1-V2.4").split())
def test_two_servings_are_a_row_when_they_lie_side_by_side_in_one_section(first):
    """Every pair: the last of a row gives its letter by itself, any other pair gives nothing."""
    for second in SERVINGS:
        if second == first or (second[0] in "RN" and not second.endswith(".1")):
            continue
        match = everything(first)
        play(match, 0, f"cook {second}")
        gives = ROWS.get((first, second), "") + ROWS.get((second, first), "")
        assert of(match, 0, "tokens") == gives, (first, second)


@rule("WR-R8")
def test_seafood_and_dishes_have_no_rows():
    for first, second in (("S1.1", "S2.1"), ("S1.4", "S2.4"), ("R1.1", "R2.1"), ("N2.1", "N1.1")):
        match = everything(first)
        play(match, 0, f"cook {second}")
        assert of(match, 0, "tokens") == ""


@rule("WR-R2")
def test_a_token_is_taken_by_itself_and_at_once():
    match = other("VVVV", crossed="V2.1")
    play(match, 1, "cook V1.1")
    assert of(match, 1, "tokens") == "N"
    assert {move.split()[0] for move in moves(match, 1)} <= {"cook", "skill", "bonus", "done"}


@rule("WR-18", "WR-R2")
def test_a_row_gives_its_token_once():
    match = other("MMVB", crossed="M1.1 M2.1")  # full before this turn
    play(match, 1, "cook M1.2")
    assert of(match, 1, "tokens") == ""
    match = other("MMVB", crossed="M1.1")
    play(match, 1, "cook M2.1")
    assert of(match, 1, "tokens") == "R"
    match = next_turn(match, "RNMVSB")
    assert of(match, 1, "tokens") == ""


@rule("WR-18")
@pytest.mark.parametrize(
    ("dice", "crossed", "serving"), [("VVNS", "V1.2", "V2.2"), ("VVNS", "V2.3", "V1.3"), ("VRNS", "M2.4", "M1.4")]
)
def test_a_serving_is_paid_before_its_token_comes(dice, crossed, serving):
    """V2.2 costs an R and its row gives one, V1.3 an M; the book of the row of M1.4 comes too late for its M."""
    match = other(dice, crossed=crossed, hexes="M")
    assert serving not in servings(match, 1)
    with pytest.raises(Illegal):
        play(match, 1, f"cook {serving}")


@rule("WR-18")
def test_two_rows_in_one_turn():
    match = active("MMMMBB", crossed="M1.1 M2.2")
    play(match, 0, "cook M2.1", "cook M1.2")
    assert of(match, 0, "tokens") == "RN"


@rule("WR-R9")
def test_a_serving_counts_for_its_row_and_its_platter():
    match = active("MVRBBB", crossed="M1.1-M1.3 M2.4")
    before = scores(match)[0]
    play(match, 0, "cook M1.4")
    assert (of(match, 0, "tokens"), scores(match)[0] - before) == ("B", 2 + 3)


@rule("WR-19")
def test_a_token_is_used_like_a_fridge_item():
    match = other("MMRV", crossed="M1.1", hexes="R", fridge="B")
    play(match, 1, "cook M2.1")
    assert payments(match, 1, "R1.1") == {""}  # die and token, nothing else need be spent
    play(match, 1, "cook R1.1")
    assert [of(match, 1, key) for key in ("dice", "tokens", "fridge")] == ["V", "", "B"]


@rule("WR-19", "WR-26")
def test_a_book_token_is_a_book_in_every_way():
    match = active("MMMRNV", crossed="M1.4", hexes="R")
    play(match, 0, "cook M2.4")
    assert of(match, 0, "tokens") == "B"
    play(match, 0, "cook R1.1")  # die R, and the token as R
    assert (of(match, 0, "tokens"), of(match, 0, "dice")) == ("", "NV")


@rule("WR-19")
def test_tokens_of_one_turn_may_pay_one_serving():
    match = active("VVVVVV", crossed="V1.2 V1.3", fridge="RN")  # rows of V2.2 and V2.3 give R and M
    cook(match, 0, "V2.2", "R")
    cook(match, 0, "V2.3", "N")
    assert of(match, 0, "tokens") == "RM"
    play(match, 0, "cook M1.4")  # M and R tokens, die V
    assert (of(match, 0, "tokens"), of(match, 0, "dice")) == ("", "V")


@rule("WR-21", "WR-R1", "WR-R6")
def test_dice_and_tokens_do_not_outlive_the_turn():
    match = other("MMRV", crossed="M1.1", fridge="S")
    play(match, 1, "cook M2.1")
    assert of(match, 1, "tokens") == "R"
    everybody_done(match)
    assert (seen(match)["phase"], of(match, 1, "fridge")) == ("market", "S")
    play(match, 1, "reroll 0", "lock")
    assert (of(match, 1, "tokens"), of(match, 1, "fridge")) == ("", "S")


@rule("WR-R1", "WR-R22", "WR-21")
def test_a_row_ingredient_that_persists_is_kept():
    match = other("MMRV", crossed="M1.1", options=PERSISTS)
    play(match, 1, "cook M2.1")
    assert (of(match, 1, "tokens"), of(match, 1, "fridge")) == ("", "R")
    for _ in range(2):
        match = next_turn(match, "RNMVSB")
        assert of(match, 1, "fridge") == "R"
    assert payments(match, 1, "R1.1") == {"R"}
    play(match, 1, "cook R1.1 fridge R")
    assert of(match, 1, "fridge") == ""


@rule("WR-R6")
def test_nothing_can_be_put_into_the_fridge():
    match = active("RNMVSB", fridge="")
    assert {move.split()[0] for move in moves(match, 0)} == {"cook", "done"}
    match = next_turn(match, "RNMVSB")
    assert (of(match, 0, "fridge"), of(match, 1, "fridge")) == ("", FULL)
