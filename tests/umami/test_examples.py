"""The worked examples of the rules, one by one. P1 of the rules is seat 0 here, and so on."""

import pytest

from tests.rules import rule
from tests.umami.support import (
    all_matched,
    asked,
    crowded,
    dish,
    dishes,
    final,
    hand,
    holder,
    in_dishes,
    is_down,
    lying,
    moves,
    phase,
    pile,
    play,
    scores,
    table,
    trigger,
    wins,
)
from yokocho.core.match import Illegal


@rule("UM-6", "UM-7")
def test_1_two_equal_reds_match_only_without_the_unequal_sign():
    assert wins("7* 7b 4s", "RRY-H")
    assert not wins("7* 7b 4s", "RRY≠-L")
    assert wins("7* 8b 4s", "RRY-H")
    assert wins("7* 8b 4s", "RRY≠-L")


@rule("UM-18")
def test_1_the_sums_are_18_and_19():
    match = table(dishes=["7* 8b 4s", "7* 7b 4s = RRY-H"])
    assert holder(match, "RRY-H") == (0, 0)
    match = table(dishes=["7* 7b 4s", "7* 8b 4s = RRY-H"])
    assert holder(match, "RRY-H") == (1, 0)


@rule("UM-8", "UM-R23")
def test_2_runs_are_plain_and_ignore_colours():
    assert all_matched("3* 4* 5*") == {"+1-H", "+1-L", "YYG≠-H", "YYG-L"}
    assert all_matched("3* 5* 7*") == {"+2-H", "+2-L", "GYR-H", "GYR-L"}
    assert all_matched("9* 1* 2*") == {"GGR≠-H", "GGR-L"}
    assert all_matched("4* 4b 4s") == set()
    assert all_matched("4* 5* 6*") == {"+1-H", "+1-L"}


@rule("UM-11", "UM-16", "UM-17", "UM-31")
def test_3_a_completed_dish_wins_from_the_area_and_the_area_is_refilled_at_the_end_of_the_turn():
    match = table(
        hands=["1s 2* 3* 4*"],
        dishes=["9* 7b"],
        area="5* 5b 5s 6*",
        favorites="RRG-L GGY-H GYR-H +1-H",
        favorites_deck="+2-H YYG-L",
    )
    play(match, 0, "play 1s", "put 0")
    assert holder(match, "RRG-L") == (0, 0)
    assert lying(match) == {"GGY-H", "GYR-H", "+1-H"}
    play(match, 0, "play 5* from area")
    assert moves(match) == ["put new"]  # the Dish is Set
    play(match, 0, "put new")
    assert lying(match) == {"GGY-H", "GYR-H", "+1-H", "+2-H"}


@rule("UM-31", "UM-32")
def test_3_nothing_is_revealed_without_a_favorites_deck():
    match = table(
        hands=["1s 2* 3* 4*"],
        dishes=["9* 7b"],
        area="5* 5b 5s 6*",
        favorites="RRG-L GGY-H GYR-H +1-H",
        favorites_deck="",
    )
    play(match, 0, "play 1s", "put 0", "play 5* from area", "put new")
    assert asked(match) == ("action", 1)
    assert lying(match) == {"GGY-H", "GYR-H", "+1-H"}


@rule("UM-18", "UM-21", "UM-25")
def test_4_a_tastier_dish_takes_the_favorite_and_the_loser_lies_open():
    match = table(
        active=1,
        hands=["1* 2* 3* 4*", "1b 4s 5* 6*"],
        dishes=["9* 7b 1s = RRG-L", "7s 8*"],
        area="4s 5b 6* 6b",
    )
    play(match, 1, "play 1b", "put 0")
    assert holder(match, "RRG-L") == (1, 0)
    assert dish(match, 0, 0) == "1s 7b 9*"
    assert hand(match, 0) == ["1*", "2*", "3*", "4*"]
    assert asked(match) == ("action", 1)  # no Restock for P1
    play(match, 1, "steal 4s from area")
    assert moves(match) == ["take 1s from 0.0", "take 7b from 0.0", "take 9* from 0.0"]


@rule("UM-19")
def test_5_blossoms_break_a_tie_of_sums_and_equal_blossoms_change_nothing():
    match = table(
        active=1,
        hands=[None, "1b 2* 2b 3*", "1* 2* 2b 3*"],
        dishes=["8b 7* 2s = RRG-L", "9s 7b", "7b 9b"],
        area="4* 4b 4s 5*",
        favorites="+2-H",
        favorites_deck="",
    )
    play(match, 1, "play 1b", "put 0")
    assert holder(match, "RRG-L") == (1, 0)
    play(match, 1, "play 4* from area", "put new")
    play(match, 2, "play 1*", "put 0")
    assert dish(match, 2, 0) == "1* 7b 9b"
    assert holder(match, "RRG-L") == (1, 0)
    assert asked(match) == ("action", 2)


@rule("UM-23", "UM-24", "UM-R18", "UM-R19")
@pytest.mark.parametrize(("rival", "winner"), [("3b 6* 9*", (1, 0)), ("3b 6b 9*", (2, 0))])
def test_6_a_revealed_favorite_goes_to_the_active_player_first_and_on_to_a_tastier_dish(rival, winner):
    match = table(
        active=1,
        due={"hand": True, "area": False, "steal": False},
        hands=[None, "1* 1b 1s 2*", None],
        dishes=["", "3* 6s 9b", rival],
        area="4* 4b 4s",
        favorites_deck="GYR-H",
    )
    play(match, 1, "play 1*", "put new")
    assert holder(match, "GYR-H") == winner
    assert dish(match, 1, 0) == "3* 6s 9b"
    assert asked(match) == ("action", 2)


@rule("UM-21", "UM-23", "UM-R22")
def test_7_a_dish_that_loses_its_favorite_wins_another_at_once_off_turn():
    match = table(active=1, hands=[None, "4* 5* 5b 6*"], dishes=["2* 3s 4b = GGY≠-L", "1b 2s"], favorites="+1-L RRG-L")
    play(match, 1, "play 4*", "put 0")
    assert holder(match, "GGY≠-L") == (1, 0)
    assert holder(match, "+1-L") == (0, 0)
    assert lying(match) == {"RRG-L"}
    assert asked(match) == ("action", 1)


@rule("UM-20", "UM-R2")
def test_8_a_player_may_move_a_favorite_to_an_own_tastier_dish():
    match = table(hands=["6s 1* 1b 2*"], dishes=["7* 8* 6* = RRY-H / 9b 8s"], favorites="+1-H")
    play(match, 0, "play 6s", "put 1")
    assert asked(match) == ("claim", 0)
    assert moves(match) == ["claim 1 RRY-H", "decline"]
    play(match, 0, "claim 1 RRY-H")
    assert holder(match, "RRY-H") == (0, 1)
    assert holder(match, "+1-H") == (0, 0)  # compulsory, hence silent
    assert scores(match)[0] == 5


@rule("UM-20", "UM-R2")
def test_8_or_refuse_to_move_it():
    match = table(hands=["6s 1* 1b 2*"], dishes=["7* 8* 6* = RRY-H / 9b 8s"], favorites="+1-H")
    play(match, 0, "play 6s", "put 1", "decline")
    assert holder(match, "RRY-H") == (0, 0)
    assert holder(match, "+1-H") == "area"
    assert scores(match)[0] == 4
    assert asked(match) == ("action", 0)


@rule("UM-22")
@pytest.mark.parametrize(("taken", "left"), [("YYR-H", "+2-L"), ("+2-L", "YYR-H")])
def test_9_a_dish_that_matches_two_favorites_takes_one_of_its_owners_choice(taken, left):
    match = table(hands=["8* 1* 1b 2*"], dishes=["4* 6b"], favorites="YYR-H +2-L")
    play(match, 0, "play 8*", "put 0")
    assert asked(match) == ("claim", 0)
    assert moves(match) == ["claim 0 YYR-H", "claim 0 +2-L"]  # must: there is no decline
    play(match, 0, f"claim 0 {taken}")
    assert holder(match, taken) == (0, 0)
    assert holder(match, left) == "area"
    assert asked(match) == ("action", 0)


@rule("UM-26", "UM-27", "UM-28", "UM-29", "UM-30", "UM-R9", "UM-R10")
def test_10_a_steal_claims_first_then_the_victim_restocks_then_the_other_action_follows():
    match = table(
        hands=["4s 1b 1s 2*", None], dishes=["5* 6b", "8* 9s"], area="7b 2s 5s 1*", favorites="YYR-H", favorites_deck=""
    )
    play(match, 0, "steal 4s")
    assert pile(match, "trash") == ["4s"]
    assert moves(match) == ["take 8* from 1.0", "take 9s from 1.0"]
    play(match, 0, "take 8* from 1.0", "put 0")
    assert holder(match, "YYR-H") == (0, 0)
    assert asked(match) == ("restock", 1)
    assert set(moves(match)) == {"restock 7b", "restock 2s", "restock 5s", "restock 1*", "restock deck"}
    play(match, 1, "restock 7b")
    assert moves(match) == ["put 0", "put new"]
    play(match, 1, "put 0")
    assert dish(match, 1, 0) == "7b 9s"
    assert asked(match) == ("action", 0)
    assert set(moves(match)) == {"play 2s from area", "play 5s from area", "play 1* from area"}
    assert len(hand(match, 0)) == 3
    play(match, 0, "play 1* from area", "put new")
    assert len(hand(match, 0)) == 4
    assert len(pile(match, "area")) == 4


@rule("UM-14", "UM-R8", "UM-12")
def test_11_a_dish_that_loses_its_last_card_is_gone_and_frees_its_slot():
    match = table(
        hands=["4s 1b 1s 2*", None], dishes=["", "1* / 2* / 3b / 4b / 9s"], area="7b 2s 5s 1*", favorites_deck=""
    )
    play(match, 0, "steal 4s", "take 9s from 1.4", "put new")
    assert dishes(match, 1) == 4
    play(match, 1, "restock 7b")
    assert "put new" in moves(match)
    play(match, 1, "put new")
    assert dish(match, 1, 4) == "7b"
    assert dishes(match, 1) == 5


@rule("UM-13", "UM-R3", "UM-R4", "UM-34")
def test_12_a_fourth_card_makes_one_of_the_four_go_and_only_then_the_dish_counts():
    match = table(
        hands=["6b 1* 1s 2*"], dishes=["4* 5s 8b / 1* 1b 2* / 9* 9b / 2b 3b / 7s"], favorites="+2-L", favorites_deck=""
    )
    assert in_dishes(match, 0) == 11
    play(match, 0, "play 6b", "put 0")
    assert asked(match) == ("discard", 0)
    assert moves(match) == ["discard 4*", "discard 5s", "discard 6b", "discard 8b"]
    assert holder(match, "+2-L") == "area"  # 4, 6 and 8 are there, but so is 5
    play(match, 0, "discard 5s")
    assert dish(match, 0, 0) == "4* 6b 8b"
    assert holder(match, "+2-L") == (0, 0)
    assert in_dishes(match, 0) == 11
    assert trigger(match) == "A"  # the last Favorite went, but nobody has 12 Ingredients


@rule("UM-13", "UM-R3", "UM-34")
def test_12_the_card_just_placed_may_be_the_one_that_goes():
    match = table(hands=["6b 1* 1s 2*"], dishes=["4* 5s 8b / 1* 1b 2* / 9* 9b / 2b 3b / 7s"], favorites="+2-L")
    play(match, 0, "play 6b", "put 0", "discard 6b")
    assert dish(match, 0, 0) == "4* 5s 8b"
    assert pile(match, "trash") == ["6b"]
    assert trigger(match) is None


@rule("UM-34", "UM-35", "UM-R12")
def test_13_twelve_ingredients_latch_the_end_and_everybody_finishes_the_round():
    match = table(
        active=1,
        hands=[None, "9* 1s 3* 3s", "4s 5b 5s 6*"],
        dishes=["", "1* 1b 2* / 4* 4b 5* / 7* 7b 8* / 2b 3b", ""],
        area="9b 6b 6s 8b",
        favorites="+2-H +2-L",
        favorites_deck="",
    )
    play(match, 1, "play 9*", "put new")
    assert in_dishes(match, 1) == 12
    assert trigger(match) == "B"
    play(match, 1, "play 9b from area", "put 3")
    assert in_dishes(match, 1) == 13
    assert asked(match) == ("action", 2)
    play(match, 2, "steal 4s", "take 9* from 1.4", "put new")
    play(match, 1, "restock 6b", "put 0", "discard 6b")
    assert in_dishes(match, 1) == 12
    play(match, 2, "play 6s from area", "put 0")
    assert phase(match) == "final"
    assert asked(match) == ("final", 0)


@rule("UM-34")
def test_13_five_players_need_only_ten():
    dishes = ["1* 1b 2* / 4* 4b 5* / 7* 7b", "", "", "", ""]
    match = table(hands=["9* 9b 1s 3*"], dishes=dishes, area="9s 6b 6s 8b")
    play(match, 0, "play 9*", "put new")
    assert in_dishes(match, 0) == 9
    assert trigger(match) is None
    play(match, 0, "play 9s from area", "put 3")
    assert in_dishes(match, 0) == 10
    assert trigger(match) == "B"


def last_favorite(active: int, favorites_deck: str = ""):
    row = "9* 7b"
    return table(
        active=active,
        hands=["1s 2* 3* 4*", "1s 2* 3* 4*"],
        dishes=[row, ""] if active == 0 else ["", row],
        area="5* 5b 5s 6*",
        favorites="RRG-L",
        favorites_deck=favorites_deck,
    )


@rule("UM-33", "UM-35")
def test_14_after_the_last_favorite_the_round_is_finished():
    match = last_favorite(active=0)
    play(match, 0, "play 1s", "put 0")
    assert trigger(match) == "A"
    play(match, 0, "play 5* from area", "put new")
    assert (phase(match), asked(match)) == ("regular", ("action", 1))
    play(match, 1, "play 1s", "put new", "play 5b from area", "put new")
    assert (phase(match), asked(match)) == ("final", ("final", 0))


@rule("UM-33", "UM-35")
def test_14_the_last_player_ends_regular_play_at_once():
    match = last_favorite(active=1)
    play(match, 1, "play 1s", "put 0", "play 5* from area", "put new")
    assert (phase(match), asked(match)) == ("final", ("final", 0))


@rule("UM-33", "UM-R16")
def test_14_an_empty_area_is_no_trigger_while_there_is_a_favorites_deck():
    match = last_favorite(active=0, favorites_deck="+1-H GGY-H")
    play(match, 0, "play 1s", "put 0")
    assert lying(match) == set()
    assert trigger(match) is None
    play(match, 0, "play 5* from area", "put new")
    assert lying(match) == {"+1-H", "GGY-H"}
    assert trigger(match) is None


@rule("UM-36", "UM-37", "UM-38", "UM-39", "UM-41", "UM-R24", "UM-R25")
def test_15_claimed_favorites_are_locked_and_the_new_ones_are_contested():
    match = table(
        active=2,
        trigger="B",
        due={"hand": True, "area": False, "steal": False},
        hands=["2* 2b 2s 3*", "1s 1* 1b 3b", "3s 3* 6* 6b"],
        secrets=["GYR-L", "+2-H", "GGR-L"],
        dishes=["9* 7b 1s = RRG-L / 2b 5s 8*", "7* 8b", "1* 4b 7s"],
        area="4* 4s 5*",
        deck="5b ...",
        favorites_deck="",
    )
    play(match, 2, "play 3s", "put new")
    assert phase(match) == "final"
    assert is_down(match, "RRG-L")
    assert pile(match, "area") == []
    assert pile(match, "trash") == ["4*", "4s", "5*", "5b"]
    assert lying(match) == {"+2-H", "GGR-L"}
    assert holder(match, "GYR-L") == (2, 0)
    assert not is_down(match, "GYR-L")
    assert dish(match, 0, 1) == "2b 5s 8*"
    play(match, 0, "stop")
    play(match, 1, "play 1s", "put 0")
    assert dish(match, 1, 0) == "1s 7* 8b"
    assert holder(match, "RRG-L") == (0, 0)
    assert asked(match) == ("final", 1)


@rule("UM-40", "UM-12", "UM-R28", "UM-R29")
def test_16_a_final_turn_plays_cards_one_by_one_and_nothing_is_refilled():
    match = final(hands=["3* 6b 9s 9*"], dishes=["1* / 1b / 2* / 2b"], favorites="GYR-H")
    play(match, 0, "play 3*", "put new", "play 6b", "put 4")
    assert holder(match, "GYR-H") == "area"
    play(match, 0, "play 9s", "put 4")
    assert holder(match, "GYR-H") == (0, 4)
    assert moves(match) == ["play 9*", "stop"]
    play(match, 0, "play 9*")
    assert moves(match) == ["put 0", "put 1", "put 2", "put 3"]
    with pytest.raises(Illegal, match="UM-12"):
        play(match, 0, "put new")
    play(match, 0, "put 0")
    assert moves(match) == ["stop"]
    play(match, 0, "stop")
    assert hand(match, 0) == []


@rule("UM-40", "UM-R28")
def test_16_or_keeps_the_last_card_in_hand():
    match = final(hands=["3* 6b 9s 9*"], dishes=["1* / 1b / 2* / 2b"], favorites="GYR-H")
    play(match, 0, "play 3*", "put new", "play 6b", "put 4", "play 9s", "put 4", "stop")
    assert asked(match) == ("final", 1)
    assert hand(match, 0) == ["9*"]


FIVE_SET = (
    "7* 8* 9* = +1-H down / 1* 2* 3* = +1-L down / 5* 7b 9b = +2-H down / 1b 3b 5b = +2-L down / 2b 4b 7b = GYR-L down"
)


@rule("UM-R13", "UM-R26")
def test_17_with_five_set_dishes_a_final_turn_can_only_stop():
    match = final(hands=["3* 6b 9s 9*"], dishes=[FIVE_SET])
    assert moves(match) == ["stop"]


THREE_SET = "1* 2b 9s = GGR-L / 4* 5* 8b = YYR-H / 3b 6s 9* = GYR-H"
SEVEN_AND_TWO = "7* 8* 1b = RRG-L / 9s 9* 6b = RRY-H / 4s 5* 1s = YYG-L"
SEVEN_AND_THREE = "7* 8* 1b = RRG-L / 9b 9* 6b = RRY-H / 4s 5* 1s = YYG-L"
SIX_AND_NINE = "7b 8b 9b = +1-H / 1b 2b 3b = +1-L / 5b 7b 9b = +2-H / 2* 4* 6s = +2-L"


@rule("UM-42")
def test_18_stars_count_on_favorites_and_under_them():
    match = final(phase="over", dishes=[f"{THREE_SET} / 7* 7* 7b"])
    assert scores(match)[0] == 7
    assert match.result()["scores"] == [7, 0]


@rule("UM-43")
def test_19_blossoms_in_set_dishes_break_a_tie_and_a_full_tie_is_shared():
    match = final(phase="over", dishes=[f"{THREE_SET} / 7* 7* 7b", SEVEN_AND_TWO, SIX_AND_NINE])
    assert match.result()["scores"] == [7, 7, 6]
    assert match.result()["ranks"] == [1, 2, 3]
    match = final(phase="over", dishes=[f"{THREE_SET} / 7* 7* 7b", SEVEN_AND_THREE, SIX_AND_NINE])
    assert match.result()["scores"] == [7, 7, 6]
    assert match.result()["ranks"] == [1, 1, 3]


@rule("UM-32", "UM-R15")
def test_20_the_trash_is_shuffled_the_moment_the_deck_is_empty():
    match = crowded(deck=1, trash=9, area=3, due={"hand": True, "area": False, "steal": False})
    last, old_trash = pile(match, "deck"), pile(match, "trash")
    held = hand(match, 0)
    play(match, 0, f"play {held[0]}", "put new")
    assert asked(match) == ("action", 1)
    assert pile(match, "area")[3:] == last
    assert len(pile(match, "deck")) == 8
    assert pile(match, "trash") == []
    drawn = list(hand(match, 0))
    for card in held[1:]:
        drawn.remove(card)
    assert sorted(drawn + pile(match, "deck")) == sorted(old_trash)


@rule("UM-16", "UM-29", "UM-R11")
def test_21_a_restock_can_win_on_another_players_turn():
    match = table(hands=["4s", ""], dishes=["", "1b 7s / 5*"], area="1* 2s 9b 6b", favorites="GGR-L")
    play(match, 0, "steal 4s", "take 5* from 1", "put new")
    assert dishes(match, 1) == 1
    play(match, 1, "restock 1*", "put 0")
    assert holder(match, "GGR-L") == (1, 0)
    assert asked(match) == ("action", 0)


@rule("UM-18", "UM-19")
def test_21_only_another_nine_with_more_blossoms_could_take_it_away():
    assert holder(table(dishes=["1b 1b 7s", "1b 1* 7s = GGR-L"]), "GGR-L") == (0, 0)
    assert holder(table(dishes=["1b 1s 7*", "1b 1* 7s = GGR-L"]), "GGR-L") == (1, 0)
    assert holder(table(dishes=["1b 2b 7b", "1b 1* 7s = GGR-L"]), "GGR-L") == (1, 0)
