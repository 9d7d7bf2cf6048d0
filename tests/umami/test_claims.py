"""Winning Favorites: Set Dishes, tastier Dishes, chains, turn order (UM-5, UM-16 to UM-25)."""

from itertools import permutations

import pytest

from tests.rules import rule
from tests.umami.support import asked, dish, final, hand, holder, lying, moves, play, refused, scores, table
from yokocho.core.match import Illegal

HAND_ONLY = {"hand": True, "area": False, "steal": False}


def claimed(favorite: str, *rows: str, **position):
    """Who has a Favorite once the claims of these Dishes are resolved."""
    return holder(table(dishes=list(rows), **position), favorite)


@rule("UM-5")
def test_only_exactly_three_ingredients_match():
    match = table(hands=["1* 1b 2* 2b"], dishes=["9*"], area="7b 7s 8* 8b", favorites="RRG-L GYR-H")
    play(match, 0, "play 1*", "put 0")
    assert holder(match, "RRG-L") == "area"
    play(match, 0, "play 7b from area", "put 0")
    assert holder(match, "RRG-L") == (0, 0)


@rule("UM-5")
@pytest.mark.parametrize("cards", list(permutations(["9*", "7b", "1s"])))
def test_the_order_inside_a_dish_is_irrelevant(cards):
    assert claimed("RRG-L", " ".join(cards), favorites="RRG-L") == (0, 0)


@rule("UM-6")
def test_three_colours_must_be_there_as_often_as_shown():
    assert claimed("RRG-L", "9* 7b 1s", favorites="RRG-L") == (0, 0)
    assert claimed("RRG-L", "9* 1b 1s", favorites="RRG-L") == "area"
    assert claimed("RRG-L", "9* 7b 4s", favorites="RRG-L") == "area"
    assert claimed("GYR-L", "9* 7b 4s", favorites="GYR-L") == "area"


@rule("UM-16")
def test_a_matching_dish_wins_at_once():
    match = table(hands=["1* 1b 2* 2b"], dishes=["9* 7b", "9s 7s"], favorites="RRG-L GYR-H")
    play(match, 0, "play 1*", "put 0")
    assert holder(match, "RRG-L") == (0, 0)
    assert lying(match) == {"GYR-H"}
    assert asked(match) == ("action", 0)


@rule("UM-17", "UM-R20")
def test_a_set_dish_takes_no_second_favorite():
    match = table(hands=["1* 1b 2* 2b"], dishes=["4* 6b 8* = YYR-H"], favorites="+2-L +2-H")
    assert asked(match) == ("action", 0)
    assert lying(match) == {"+2-L", "+2-H"}


@rule("UM-17", "UM-R20")
def test_a_set_dish_does_not_swap_for_a_favorite_of_another_player():
    match = table(dishes=["7* 8* 9* = +1-H", "6* 7* 8* = +1-L"], favorites="")
    assert holder(match, "+1-H") == (0, 0)
    assert holder(match, "+1-L") == (1, 0)


@rule("UM-17", "UM-R20")
def test_nothing_is_added_to_a_set_dish_or_taken_off_it():
    match = table(hands=["4s 1b 2* 2b"], dishes=["9* 7b 1s = RRG-L", "4* 6b 8* = YYR-H / 5*"])
    play(match, 0, "steal 4s")
    assert moves(match) == ["take 5* from 1.1"]
    with pytest.raises(Illegal, match="UM-17"):
        play(match, 0, "take 8* from 1.0")
    play(match, 0, "take 5* from 1.1")
    assert moves(match) == ["put new"]
    with pytest.raises(Illegal, match="UM-17"):
        play(match, 0, "put 0")


@rule("UM-18")
def test_tastier_means_a_strictly_better_sum_in_the_favorites_direction():
    assert claimed("RRY-H", "9* 8* 6*", "9* 7* 6* = RRY-H") == (0, 0)
    assert claimed("RRY-H", "9* 7* 5*", "9* 7* 6* = RRY-H") == (1, 0)
    assert claimed("RRG-L", "8* 7* 1*", "9* 7* 1* = RRG-L") == (0, 0)
    assert claimed("RRG-L", "9* 7* 2*", "9* 7* 1* = RRG-L") == (1, 0)


@rule("UM-18")
def test_a_challenger_must_match_and_be_unset():
    assert claimed("RRY-H", "9* 9b 9s", "9* 7* 6* = RRY-H") == (1, 0)
    assert claimed("RRY-H", "9* 8* 6* = RRY≠-L", "9* 7* 6* = RRY-H") == (1, 0)
    assert claimed("RRY-H", "9* 8*", "9* 7* 6* = RRY-H") == (1, 0)


@rule("UM-19")
def test_blossoms_count_only_between_equal_sums():
    assert claimed("RRG-L", "9b 7* 1s", "9* 7* 1s = RRG-L") == (0, 0)
    assert claimed("RRG-L", "9* 7b 1s", "9b 7* 1s = RRG-L") == (1, 0)
    assert claimed("RRG-L", "9b 7b 2b", "9* 7* 1* = RRG-L") == (1, 0)
    assert claimed("RRG-L", "8* 7* 1*", "9b 7b 1b = RRG-L") == (0, 0)
    assert claimed("RRY-H", "9b 7b 5b", "9* 7* 6* = RRY-H") == (1, 0)


@rule("UM-20")
def test_a_player_can_challenge_their_own_set_dish():
    match = table(dishes=["9* 7* 6* = RRY-H / 9b 8* 6s"])
    assert moves(match) == ["claim 1 RRY-H", "decline"]
    play(match, 0, "claim 1 RRY-H")
    assert holder(match, "RRY-H") == (0, 1)


@rule("UM-20", "UM-19")
def test_between_own_dishes_too_a_tie_is_not_tastier():
    assert asked(table(dishes=["9* 7* 6* = RRY-H / 9s 7* 6s"])) == ("action", 0)
    assert asked(table(dishes=["9* 7* 6* = RRY-H / 9b 7* 6s"])) == ("claim", 0)


@rule("UM-21", "UM-R33")
def test_a_dish_that_lost_its_favorite_can_be_changed_again():
    match = table(
        hands=[None, "5* 6* 5b 6b"],
        active=1,
        area="1b 2* 3* 4*",
        dishes=["9* 7b 2s = RRG-L", "7s 8* / 9b"],
        favorites="+1-H",
        favorites_deck="",
    )
    play(match, 1, "play 2* from area", "put 0")
    assert holder(match, "RRG-L") == (1, 0)
    assert dish(match, 0, 0) == "2s 7b 9*"
    play(match, 1, "play 5*", "put 1")
    card = hand(match, 0)[0]
    play(match, 0, f"play {card}")
    assert "put 0" in moves(match)


@rule("UM-21")
def test_losing_a_favorite_can_cascade_around_the_table():
    match = table(
        hands=["4* 5* 5b 6*"],
        dishes=["1b 2s", "2* 3s 4b = GGY≠-L", "3* 4s 5s = +1-L"],
        favorites="YYG-L RRG-L",
    )
    play(match, 0, "play 4*", "put 0")
    assert holder(match, "GGY≠-L") == (0, 0)
    assert holder(match, "+1-L") == (1, 0)
    assert holder(match, "YYG-L") == (2, 0)
    assert lying(match) == {"RRG-L"}
    assert asked(match) == ("action", 0)


@rule("UM-22", "UM-23")
def test_a_choice_in_the_middle_of_a_chain_is_asked_of_its_owner_off_turn():
    match = table(
        hands=["4* 5* 5b 6*"], dishes=["1b 2s", "2* 3s 4b = GGY≠-L", "3* 4s 5s = +1-L"], favorites="GGY-H RRG-L"
    )
    play(match, 0, "play 4*", "put 0")
    # seat 0 itself is asked first: its new Dish matches GGY-H too
    assert asked(match) == ("claim", 0)
    assert moves(match) == ["claim 0 GGY-H", "claim 0 GGY≠-L"]
    play(match, 0, "claim 0 GGY≠-L")
    assert asked(match) == ("claim", 1)
    assert moves(match) == ["claim 0 GGY-H", "claim 0 +1-L"]
    play(match, 1, "claim 0 +1-L")
    assert holder(match, "+1-L") == (1, 0)
    assert holder(match, "GGY-H") == "area"
    assert asked(match) == ("action", 0)


@rule("UM-22")
def test_claims_are_listed_by_slot_and_then_in_the_order_of_the_table():
    match = table(dishes=["5* 6* 7* / 4* 6b 8*"], favorites="+2-H +1-L YYR≠-L YYR-H")
    assert moves(match) == [
        *("claim 0 YYR-H", "claim 0 YYR≠-L", "claim 0 +1-L"),
        *("claim 1 YYR-H", "claim 1 YYR≠-L", "claim 1 +2-H"),
    ]


@rule("UM-22", "UM-18")
def test_a_choice_may_be_between_the_area_and_another_players_dish():
    match = table(hands=["8* 1* 1b 2*"], dishes=["4* 6b", "4b 5b 7b = YYR-H"], favorites="+2-L")
    play(match, 0, "play 8*", "put 0")
    assert moves(match) == ["claim 0 YYR-H", "claim 0 +2-L"]
    with pytest.raises(Illegal, match="UM-R1"):
        play(match, 0, "decline")
    play(match, 0, "claim 0 YYR-H")
    assert holder(match, "YYR-H") == (0, 0)


@rule("UM-23")
def test_a_claim_comes_after_the_discard_of_the_fourth_card():
    match = table(hands=["1s 1* 1b 2*"], dishes=["9* 7b 2s"], favorites="RRG≠-H +1-H", refused=[["0 RRG≠-H"]])
    assert holder(match, "RRG≠-H") == (0, 0)  # compulsory: a refusal does not cover it
    match = table(hands=["1s 1* 1b 2*"], dishes=["9* 7b 4s"], favorites="RRG-L +1-H")
    play(match, 0, "play 1s", "put 0")
    assert holder(match, "RRG-L") == "area"
    play(match, 0, "discard 4s")
    assert holder(match, "RRG-L") == (0, 0)


@rule("UM-24", "UM-R18")
@pytest.mark.parametrize(("active", "winner"), [(0, 0), (1, 2), (2, 2)])
def test_simultaneous_claims_go_in_turn_order_from_the_active_player(active, winner):
    rows = ["3* 6s 9b", "", "3b 6* 9*"]
    assert claimed("GYR-H", *rows, favorites="GYR-H", active=active) == (winner, 0)


@rule("UM-R18")
@pytest.mark.parametrize(("active", "first", "winner"), [(1, 0, 0), (2, 0, 0), (0, 1, 2), (0, 2, 2)])
def test_with_claim_order_first_they_start_with_first_serving(active, first, winner):
    rows = ["3* 6s 9b", "", "3b 6* 9*"]
    options = {"claim_order": "first"}
    assert claimed("GYR-H", *rows, favorites="GYR-H", active=active, first=first, options=options) == (winner, 0)


@rule("UM-R18", "UM-31")
@pytest.mark.parametrize(("order", "winner"), [("active", 1), ("first", 0)])
def test_the_claim_order_holds_for_reveals(order, winner):
    match = table(
        active=1,
        due=HAND_ONLY,
        hands=[None, "1* 1b 1s 2*", None],
        dishes=["3b 6* 9*", "3* 6s 9b", "3* 6s 9b"],
        area="4* 4b 4s",
        favorites_deck="GYR-H",
        options={"claim_order": order},
    )
    play(match, 1, "play 1*", "put new")
    assert holder(match, "GYR-H") == (winner, 0)


@rule("UM-24")
def test_after_each_claim_the_order_starts_again_with_the_first_player():
    # seat 1 takes +2-H off seat 0, whose Dish then wins GYR-H before seat 2, who is equal in sum and Blossoms
    match = table(dishes=["3* 5* 7s = +2-H", "5b 7b 9b", "2* 5* 8*"], favorites="GYR-H")
    assert holder(match, "+2-H") == (1, 0)
    assert holder(match, "GYR-H") == (0, 0)


@rule("UM-25")
def test_losing_a_favorite_brings_no_card():
    match = table(hands=["1* 2* 3* 4*", "1b 4s 5* 6*"], active=1, dishes=["9* 7b 1s = RRG-L", "7s 8*"], deck="2b ...")
    play(match, 1, "play 1b", "put 0")
    assert asked(match) == ("action", 1)
    assert hand(match, 0) == ["1*", "2*", "3*", "4*"]
    assert [dish(match, 0, slot) for slot in range(5)] == ["1s 7b 9*", None, None, None, None]


@rule("UM-R19")
def test_of_three_claimants_the_tastiest_has_it_in_the_end():
    rows = ["2* 5* 8*", "3* 6* 9*", "3b 6* 8b"]
    assert claimed("GYR-H", *rows, favorites="GYR-H") == (1, 0)
    assert claimed("GYR-H", *rows, favorites="GYR-H", active=2) == (1, 0)


@rule("UM-R21")
def test_a_dish_does_not_win_its_favorite_back_unchanged():
    match = table(hands=["7* 5b 6b 6*", None], dishes=["9* 7b 1s", "7s 8* 1b = RRG-L"])
    assert holder(match, "RRG-L") == (1, 0)
    play(match, 0, "play 7*", "put 0", "discard 9*")
    assert dish(match, 0, 0) == "1s 7* 7b"
    assert holder(match, "RRG-L") == (0, 0)


@rule("UM-R22")
def test_a_chain_within_one_players_dishes_ends():
    match = table(
        hands=["9b 1* 1b 2*"],
        dishes=["8b 6s / 7* 8* 6* = RRY-H / 6b 7b 8b = +1-H / 5* 6* 7s = +1-L"],
        options={"own_rehome": "compulsory"},
    )
    play(match, 0, "play 9b", "put 0")  # 23 beats 21; the two runs of 21 keep what they have
    assert holder(match, "RRY-H") == (0, 0)
    assert holder(match, "+1-H") == (0, 2)
    assert asked(match) == ("action", 0)


@rule("UM-R34", "UM-R2")
def test_of_two_own_matching_dishes_the_owner_picks_one_and_may_move_on_to_the_tastier():
    match = table(dishes=["3* 6* 8* / 3b 6b 9b"], favorites="GYR-H")
    assert moves(match) == ["claim 0 GYR-H", "claim 1 GYR-H"]
    play(match, 0, "claim 0 GYR-H")
    assert moves(match) == ["claim 1 GYR-H", "decline"]
    play(match, 0, "decline")
    assert holder(match, "GYR-H") == (0, 0)
    assert scores(match)[0] == 4
    match = table(dishes=["3* 6* 8* / 3b 6b 9b"], favorites="GYR-H")
    play(match, 0, "claim 1 GYR-H")
    assert asked(match) == ("action", 0)
    assert refused(match, 0) == []


@rule("UM-R20")
def test_a_favorite_is_never_released():
    match = table(hands=["1* 2* 3* 4*"], dishes=["9* 7b 1s = RRG-L"])
    assert {move.split()[0] for move in moves(match)} == {"play"}
    match = final(hands=["1* 2* 3* 4*"], dishes=["9* 7b 1s = RRG-L"])
    assert {move.split()[0] for move in moves(match)} == {"play", "stop"}


@pytest.mark.parametrize(
    ("position", "said"),
    [({"options": {"own_rehome": "forbidden"}}, "UM-R2"), ({"refused": [["1 RRY-H"]]}, "UM-R37")],
)
def test_a_claim_that_is_forbidden_or_refused_is_told_so(position, said):
    match = table(dishes=["7* 8* 6* = RRY-H / 9b 8s 6s / 4* 6b 8*"], favorites="YYR-H +2-L", **position)
    assert moves(match) == ["claim 2 YYR-H", "claim 2 +2-L"]
    with pytest.raises(Illegal, match=said):
        play(match, 0, "claim 1 RRY-H")
