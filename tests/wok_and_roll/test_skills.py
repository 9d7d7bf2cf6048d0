"""Specialty skills: hexagons and rectangles, and the books that pay for them (WR-22 to WR-28, WR-R3 to WR-R5)."""

import pytest

from tests.rules import rule
from tests.wok_and_roll.support import (
    HEXES,
    RECT,
    RECTS,
    SKILL,
    active,
    bonuses,
    cook,
    kitchen,
    moves,
    next_turn,
    of,
    other,
    others,
    payments,
    play,
    scores,
    servings,
    sheet,
    skills,
)
from yokocho.core.match import Illegal
from yokocho.games.wok_and_roll import GAME

# --- prices


@rule("WR-22", "WR-25", "WR-R4")
@pytest.mark.parametrize("books", range(5))
def test_a_hexagon_costs_two_books_a_rectangle_three(books):
    match = other("RMSV"[books:] + "B" * books)
    assert skills(match, 1) == (set(HEXES) if books >= 2 else set())
    assert bonuses(match, 1) == (set(RECTS) if books >= 3 else set())
    if books >= 2:
        play(match, 1, "skill V")
        assert (of(match, 1, "hexes"), of(match, 1, "dice").count("B")) == ("V", books - 2)
    if books >= 3:
        match = other("RMSV"[books:] + "B" * books)
        play(match, 1, "bonus E4")
        assert (of(match, 1, "rects"), of(match, 1, "dice").count("B")) == ("E4", books - 3)


@rule("WR-22", "WR-25", "WR-27")
def test_each_only_once():
    match = active("BBBBBB", hexes="RS", rects="E2 E5")
    assert skills(match, 0) == {"N", "M", "V"}
    assert bonuses(match, 0) == {"E1", "E3", "E4"}
    for move, number in (("skill R", "WR-22"), ("bonus E5", "WR-25")):
        with pytest.raises(Illegal, match=f"{number}|WR-27"):
            play(match, 0, move)


@rule("WR-22", "WR-25")
def test_the_numbers_of_these_actions():
    match = active("BBBRNM")
    legal = {GAME.words.notation(match.state, 0, a): a for a in match.legal(0)}
    assert [legal[f"skill {h}"] for h in HEXES] == list(range(SKILL, SKILL + 5))
    assert [legal[f"bonus {e}"] for e in RECTS] == list(range(RECT, RECT + 5))
    assert legal["done"] == RECT + 5


@rule("WR-27")
def test_several_in_one_turn():
    match = active("BBBBBB")
    play(match, 0, "skill R", "skill M", "skill V")
    assert (of(match, 0, "hexes"), moves(match, 0)) == ("RMV", ["done"])
    match = active("BBBBBB")
    play(match, 0, "bonus E3", "bonus E1")
    assert (of(match, 0, "rects"), moves(match, 0)) == ("E1 E3", ["done"])
    match = active("BBBBBN")
    play(match, 0, "bonus E2", "skill N")
    assert (of(match, 0, "rects"), of(match, 0, "hexes")) == ("E2", "N")


@rule("WR-27")
def test_other_players_skills_do_not_matter():
    match = kitchen(sheet(hexes=HEXES, rects="E1 E2 E3 E4 E5"), sheet(), white="BBBR", red="BB")
    assert (skills(match, 0), bonuses(match, 0)) == (set(), set())
    assert (skills(match, 1), bonuses(match, 1)) == (set(HEXES), set(RECTS))
    assert "R1.1" in servings(match, 0) and servings(match, 1) == set()
    play(match, 1, "skill S")
    assert of(match, 0, "hexes") == HEXES


# --- converting


@rule("WR-23")
def test_a_hexagon_works_in_this_and_all_later_turns():
    match = kitchen(sheet(), sheet(), white="BBBS", red="RN")
    assert servings(match, 0) == set()
    play(match, 0, "skill S")
    assert "S1.1" in servings(match, 0)
    for _ in range(3):
        match = next_turn(match, "SBRNMV")
        assert of(match, 0, "hexes") == "S"
        assert "S1.1" in servings(match, 0) and "S1.1" not in servings(match, 1)


@rule("WR-23")
@pytest.mark.parametrize("h", HEXES)
def test_a_hexagon_is_for_its_own_ingredient(h):
    pair = {"R": "R1.1", "N": "N1.1", "M": "M1.1", "V": "V1.1", "S": "S1.1"}
    for face in HEXES:
        match = other(f"{face}BBB", hexes=h)
        assert (pair[face] in servings(match, 1)) is (face == h)


@rule("WR-23", "WR-24")
def test_any_number_of_books_may_be_converted_each_into_one_ingredient():
    match = active("BBBBBB", hexes="S")
    assert servings(match, 0) == {"S1.1", "S1.4", "S2.1", "S2.4"}
    play(match, 0, "cook S1.4", "cook S2.4")
    assert (of(match, 0, "dice"), scores(match)[0]) == ("", 6)
    match = active("BBBBBB", hexes="S")
    play(match, 0, "cook S1.1", "cook S2.1")
    assert of(match, 0, "dice") == "BB"  # two books for two letters, no more


@rule("WR-24")
def test_with_several_hexagons_the_choice_is_made_for_each_book():
    match = other("VBBR", hexes="MVS")
    assert {"M1.1", "V1.1", "S1.1", "M1.4", "S1.2"} <= servings(match, 1)
    play(match, 1, "cook M1.4")  # one book as M
    assert (of(match, 1, "dice"), servings(match, 1)) == ("B", set())
    match = other("BBBN", hexes="VS")
    assert "V1.4" in servings(match, 1)  # V and S of two books
    play(match, 1, "cook V1.4")
    assert of(match, 1, "dice") == "B"


@rule("WR-24")
def test_one_book_is_not_two_ingredients():
    assert "M1.1" not in servings(other("BRNV", hexes="M"), 1)
    assert "V1.4" not in servings(other("NBRR", hexes="VS"), 1)
    assert "V1.4" in servings(other("NBBR", hexes="VS"), 1)


# --- where books come from


def three_sources(dice="MMMB", red="RN", fridge="B"):
    """A die, a token and a fridge item with a book each."""
    match = kitchen(sheet("M1.4", fridge), white=dice, red=red)
    play(match, 0, "cook M2.4")
    assert of(match, 0, "tokens") == "B"
    return match


@rule("WR-26", "WR-R3")
@pytest.mark.parametrize(
    ("dice", "red", "fridge", "skill", "bonus"),
    [
        ("MMMR", "RN", "", False, False),  # the token alone
        ("MMMB", "RN", "", True, False),  # die and token
        ("MMMR", "RN", "B", True, False),  # token and Fridge
        ("MMMB", "RN", "B", True, True),  # one of each
        ("MMMB", "BN", "", True, True),  # two dice and the token
        ("MMMB", "BN", "B", True, True),
    ],
)
def test_books_of_any_origin_buy_hexagons_and_rectangles(dice, red, fridge, skill, bonus):
    match = three_sources(dice, red, fridge)
    assert (bool(skills(match, 0)), bool(bonuses(match, 0))) == (skill, bonus)


@rule("WR-26", "WR-R3")
def test_without_a_token_too():
    assert skills(other("BRMS", fridge="B"), 1) == set(HEXES)
    assert bonuses(other("BBRM", fridge="B"), 1) == set(RECTS)
    assert skills(other("RNMS", fridge="B"), 1) == set()


@rule("WR-26")
def test_books_are_taken_from_dice_then_tokens_then_the_fridge():
    match = three_sources()
    play(match, 0, "skill V")
    assert [of(match, 0, key) for key in ("dice", "tokens", "fridge")] == ["RN", "", "B"]
    match = three_sources("MMMB", "BN")
    play(match, 0, "skill V")
    assert [of(match, 0, key) for key in ("dice", "tokens", "fridge")] == ["N", "B", "B"]
    match = three_sources()
    play(match, 0, "bonus E1")
    assert [of(match, 0, key) for key in ("dice", "tokens", "fridge")] == ["RN", "", ""]


@rule("WR-26", "WR-23")
def test_books_of_any_origin_convert():
    match = three_sources("MMMB", "RN")
    play(match, 0, "skill R")  # die and token
    assert "R1.1" in servings(match, 0)
    cook(match, 0, "R1.1")  # the fridge book
    assert [of(match, 0, key) for key in ("dice", "fridge")] == ["N", ""]
    match = kitchen(sheet("M1.4", "B", "S"), white="MMMB", red="RN")
    play(match, 0, "cook M2.4")
    assert {"S1.1", "S1.4"} <= servings(match, 0)  # two, three books
    play(match, 0, "cook S1.4")
    assert [of(match, 0, key) for key in ("dice", "tokens", "fridge")] == ["RN", "", ""]
    match = kitchen(sheet("M1.4", "B", "S"), white="MMMB", red="RN")
    play(match, 0, "cook M2.4", "cook S1.1")
    assert [of(match, 0, key) for key in ("dice", "tokens", "fridge")] == ["RN", "", "B"]


# --- spent is spent


@rule("WR-28")
def test_books_that_bought_something_feed_nothing_else():
    match = active("BBSRNM")
    play(match, 0, "skill S")
    assert (servings(match, 0), of(match, 0, "dice")) == (set(), "RNMS")
    match = active("BBBBSR", hexes="S")
    play(match, 0, "bonus E3")
    assert others(match, 0) == {"done"}
    assert servings(match, 0) == {"S1.1", "S1.2", "S2.1"}
    match = next_turn(other("BBRM", fridge="B"), "BBBBBB")
    play(match, 1, "skill M")
    assert of(match, 1, "fridge") == "B"
    play(match, 1, "skill R", "skill N")
    match = next_turn(match, "BRNMVS")
    assert (of(match, 1, "hexes"), skills(match, 1)) == ("RNM", {"V", "S"})  # the die and the fridge book


@rule("WR-R4")
def test_a_price_is_paid_in_one_turn():
    match = active("BRNMVS")
    assert skills(match, 0) == set()
    for _ in range(3):  # one white book every turn, never two
        match = next_turn(match, "BRNMVS")
        assert (skills(match, 0), bonuses(match, 0)) == (set(), set())
    match = other("BBRM")
    assert bonuses(match, 1) == set()
    assert bonuses(next_turn(match, "BRNMVS"), 1) == set()


@rule("WR-R5")
def test_a_converted_book_is_no_book_any_more_and_an_ingredient_never_is_one():
    match = active("BBSRNM", hexes="S")
    assert skills(match, 0) == {"R", "N", "M", "V"}
    play(match, 0, "cook S1.1")
    assert skills(match, 0) == set()
    assert others(other("RRSS", hexes="RS", fridge="RS"), 1) == {"done"}


@rule("WR-R5", "WR-12")
def test_no_ingredient_becomes_another():
    match = other("RRNN", hexes=HEXES, fridge="M")
    assert "M1.1" not in servings(match, 1) and "S1.1" not in servings(match, 1)
    assert payments(match, 1, "R1.1") == {""}
