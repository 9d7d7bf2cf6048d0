"""The Secret Favorite Phase, the final round and scoring (UM-36 to UM-43)."""

import pytest

from tests.rules import rule
from tests.umami.support import (
    asked,
    dish,
    final,
    hand,
    holder,
    in_dishes,
    is_down,
    last_turn,
    lying,
    moves,
    phase,
    pile,
    play,
    scores,
    seen,
    table,
)
from yokocho.core.match import Illegal

HAND_ONLY = {"hand": True, "area": False, "steal": False}


@rule("UM-36")
def test_all_claimed_favorites_are_turned_down_even_the_latest():
    match = last_turn(dishes=["9s 7s 1* = RRG-L", "9b 8b 6s = RRY-H / 3s 9s"], favorites="GYR-L +1-H")
    play(match, 1, "play 6*", "put 1")
    assert phase(match) == "final"
    assert [is_down(match, favorite) for favorite in ("RRG-L", "RRY-H", "GYR-L")] == [True] * 3
    assert [holder(match, favorite) for favorite in ("RRG-L", "RRY-H", "GYR-L")] == [(0, 0), (1, 0), (1, 1)]
    assert moves(match)[-1] == "stop"
    play(match, 0, "play 1s")
    assert "put 0" not in moves(match)


@rule("UM-37")
def test_the_ingredients_area_is_discarded():
    match = last_turn(trash="9b")
    play(match, 1, "play 3*", "put new")
    assert pile(match, "area") == []
    assert pile(match, "trash") == ["4s", "5b", "5s", "6s", "9b"]


@rule("UM-38", "UM-R30")
def test_secrets_join_the_favorites_left_over():
    match = last_turn(favorites="RRG-L +1-H", favorites_deck="")
    play(match, 1, "play 3*", "put new")
    assert lying(match) == {"RRG-L", "+1-H", "GYR-H", "+2-H"}
    assert [seat["secret"] for seat in seen(match)["seats"]] == [None, None]


@rule("UM-38", "UM-R28")
def test_favorites_still_in_their_deck_stay_there():
    match = last_turn(favorites="RRG-L +1-H +2-L GGY-H", favorites_deck="YYG-L YYR-H")
    play(match, 1, "play 3*", "put new")
    assert lying(match) == {"RRG-L", "+1-H", "+2-L", "GGY-H", "GYR-H", "+2-H"}
    play(match, 0, "stop")
    play(match, 1, "stop")
    assert match.over
    assert seen(match)["favorites"]["deck"] == "YYG-L YYR-H"


@rule("UM-39", "UM-R18")
@pytest.mark.parametrize(("first", "winner"), [(0, 0), (1, 2), (2, 2)])
@pytest.mark.parametrize("order", ["active", "first"])
def test_the_claims_on_secrets_start_with_first_serving(first, winner, order):
    active = (first - 1) % 3
    hands = ["1s 2b 2s 3b"] * 3
    match = table(
        players=3,
        first=first,
        active=active,
        trigger="B",
        due=HAND_ONLY,
        hands=[text if p == active else None for p, text in enumerate(hands)],
        secrets=["GYR-H", "+2-H", "RRG-L"],
        dishes=["3* 6s 9b", "", "3b 6* 9*"],
        area="4s 5b 5s",
        favorites_deck="",
        options={"claim_order": order},
    )
    play(match, active, "play 1s", "put new")
    assert asked(match) == ("final", first)
    assert holder(match, "GYR-H") == (winner, 0)


@rule("UM-39", "UM-22")
def test_a_choice_among_the_secrets_is_asked_before_the_final_turns():
    match = last_turn(dishes=["1* 2* 3*", "3s 5* 7*"])
    play(match, 1, "play 3*", "put new")
    assert asked(match) == ("claim", 1)
    assert moves(match) == ["claim 0 GYR-H", "claim 0 +2-H"]
    play(match, 1, "claim 0 +2-H")
    assert holder(match, "GYR-H") == "area"
    assert asked(match) == ("final", 0)


@rule("UM-R30")
def test_anybody_may_win_a_secret_and_nobody_loses_for_one_left():
    match = last_turn(dishes=["1* 3b 5s", ""], secrets=["GYR-H", "+2-H"], favorites_deck="")
    play(match, 1, "play 3*", "put new")
    assert holder(match, "+2-H") == (0, 0)  # the secret of seat 1
    play(match, 0, "stop")
    play(match, 1, "stop")
    assert holder(match, "GYR-H") == "area"
    assert match.result()["scores"] == [2, 0]


@rule("UM-40")
def test_there_is_one_final_turn_each_from_first_serving_on():
    match = final(players=3, first=1, active=1, hands=["1* 2*", "3* 4*", "5* 6*"])
    for seat in (1, 2, 0):
        assert asked(match) == ("final", seat)
        play(match, seat, "stop")
    assert match.over
    assert match.result()["ranks"] == [1, 1, 1]


@rule("UM-40", "UM-R29")
@pytest.mark.parametrize("cards", range(5))
def test_a_final_turn_plays_none_to_four_cards(cards):
    match = final(hands=["1* 4* 7* 7b"])
    for card in "1* 4* 7* 7b".split()[:cards]:
        play(match, 0, f"play {card}", "put new")
    play(match, 0, "stop")
    assert asked(match) == ("final", 1)
    assert in_dishes(match, 0) == cards
    assert len(hand(match, 0)) == 4 - cards


@rule("UM-40")
def test_there_is_no_steal_and_no_ingredients_area_in_the_final_round():
    match = final(hands=["4s 1b 2* 2b"], dishes=["", "8* 9s"])
    assert moves(match) == ["play 1b", "play 2*", "play 2b", "play 4s", "stop"]
    for move in ("steal 4s", "steal 4s from area", "play 5* from area"):
        with pytest.raises(Illegal, match="UM-40"):
            play(match, 0, move)


@rule("UM-40", "UM-R29")
def test_claims_are_resolved_after_each_card():
    match = final(hands=["6* 9* 3* 3b"], dishes=["3s"], favorites="GYR-H +2-H")
    play(match, 0, "play 6*", "put 0", "play 9*", "put 0")
    assert holder(match, "GYR-H") == (0, 0)
    assert asked(match) == ("final", 0)


@rule("UM-41", "UM-R25")
def test_what_is_won_in_the_final_round_can_still_be_lost():
    match = final(hands=["9*", "9b"], dishes=["3* 6*", "3b 6b"], favorites="GYR-H")
    play(match, 0, "play 9*", "put 0")
    assert holder(match, "GYR-H") == (0, 0)
    assert not is_down(match, "GYR-H")
    play(match, 0, "stop")
    play(match, 1, "play 9b", "put 0")
    assert holder(match, "GYR-H") == (1, 0)
    play(match, 1, "stop")
    assert match.result()["scores"] == [0, 1]


@rule("UM-41", "UM-21")
def test_a_dish_that_loses_in_the_final_round_may_win_another_after_its_owners_turn():
    match = final(hands=["7*", "9b"], dishes=["3* 5*", "3b 6b"], favorites="GYR-H GYR-L")
    play(match, 0, "play 7*", "put 0", "claim 0 GYR-H", "stop")
    play(match, 1, "play 9b", "put 0")
    assert moves(match) == ["claim 0 GYR-H", "claim 0 GYR-L"]
    play(match, 1, "claim 0 GYR-H")
    assert holder(match, "GYR-H") == (1, 0)
    assert holder(match, "GYR-L") == (0, 0)
    assert asked(match) == ("final", 1)


@rule("UM-33")
def test_the_last_favorite_ends_nothing_once_regular_play_is_over():
    match = final(hands=["9*", "9b"], dishes=["3* 6*", "3b 6b"], favorites="GYR-H", trigger="cap")
    play(match, 0, "play 9*", "put 0")
    assert lying(match) == set()
    assert seen(match)["trigger"] == "cap"


@rule("UM-R24")
def test_a_face_down_favorite_is_locked_for_its_owner_too():
    match = final(hands=["6s"], dishes=["7* 8* 6* = RRY-H down / 9b 8s"])
    play(match, 0, "play 6s", "put 1")
    assert asked(match) == ("final", 0)
    match = final(hands=["6s"], dishes=["7* 8* 6* = RRY-H / 9b 8s"])
    play(match, 0, "play 6s", "put 1")
    assert moves(match) == ["claim 1 RRY-H", "decline"]


@rule("UM-R26")
def test_locked_dishes_take_no_part_but_count_and_score():
    row = "7* 8* 9* = +1-H down / 1* / 2* / 4* / 5*"
    match = final(hands=["1b"], dishes=[row], favorites="+2-L")
    play(match, 0, "play 1b")
    assert moves(match) == ["put 1", "put 2", "put 3", "put 4"]
    play(match, 0, "put 1", "stop")
    assert scores(match)[0] == 4


@rule("UM-R27")
def test_five_dishes_and_the_fourth_card_hold_in_the_final_round():
    match = final(hands=["1b 9b"], dishes=["1* 1s 2* / 4* / 5* / 7* / 8*"], favorites="GGR-L")
    play(match, 0, "play 9b")
    assert "put new" not in moves(match)
    play(match, 0, "put 0")
    assert asked(match) == ("discard", 0)
    play(match, 0, "discard 1s")
    assert dish(match, 0, 0) == "1* 2* 9b"
    assert holder(match, "GGR-L") == (0, 0)
    assert asked(match) == ("final", 0)


# --- the option `final_refill`


@rule("UM-R28")
@pytest.mark.parametrize("value", ["none", "favorites", "all"])
def test_what_is_refilled_in_the_final_round(value):
    match = final(
        hands=["1s 2b 2s 3b", "3s"],
        dishes=["", "1* 4* 7*"],
        favorites="GGR-L +2-H",
        favorites_deck="GYR-L +1-H RRG-L RRY-H",
        deck="9* 9b 9s ...",
        options={"final_refill": value},
    )
    assert lying(match) == {"GGR-L", "+2-H"}  # nothing before the first final turn is over
    assert pile(match, "area") == []
    play(match, 0, "play 1s", "put new")
    assert lying(match) == {"GGR-L", "+2-H"}
    play(match, 0, "stop")
    if value == "none":
        assert lying(match) == {"GGR-L", "+2-H"}
        assert holder(match, "GYR-L") is None
    else:
        assert holder(match, "GYR-L") == (1, 0)
        assert lying(match) == {"GGR-L", "+2-H", "+1-H", "RRG-L"}
    if value == "all":
        assert len(hand(match, 0)) == 4
        assert len(pile(match, "area")) == 4
        assert pile(match, "area")[:3] == ["9*", "9b", "9s"]
    else:
        assert hand(match, 0) == ["2b", "2s", "3b"]
        assert pile(match, "area") == []
    assert moves(match) == ["play 3s", "stop"]  # the area stays unusable
    play(match, 1, "stop")
    assert match.over
    assert len(hand(match, 1)) == (4 if value == "all" else 1)


@rule("UM-R28")
@pytest.mark.parametrize("value", ["none", "favorites", "all"])
def test_nothing_is_refilled_before_the_first_final_turn(value):
    match = last_turn(
        favorites="RRG-L +1-H +2-L GGY-H",
        favorites_deck="YYG-L",
        dishes=["", "4* 5* 1*"],
        options={"final_refill": value},
    )
    play(match, 1, "play 3*", "put new")
    assert asked(match) == ("final", 0)
    assert lying(match) == {"RRG-L", "+1-H", "+2-L", "GGY-H", "GYR-H", "+2-H"}
    assert pile(match, "area") == []
    play(match, 0, "stop")
    assert seen(match)["favorites"]["deck"] == "YYG-L"  # six lie there: none is missing


@rule("UM-R28", "UM-R17")
@pytest.mark.parametrize(("loop", "left"), [(True, ""), (False, "RRY-H")])
def test_the_refill_of_the_final_round_loops_or_passes_once(loop, left):
    match = final(
        dishes=["", "1* 4* 7*"],
        favorites="GGR-L +2-H",
        favorites_deck="GYR-L +1-H RRY-H",
        options={"final_refill": "favorites", "fav_refill_loop": loop},
    )
    play(match, 0, "stop")
    assert holder(match, "GYR-L") == (1, 0)
    assert seen(match)["favorites"]["deck"] == left


# --- scoring


@rule("UM-42")
def test_a_dish_is_worth_four_points_at_most_and_unset_ones_nothing():
    match = final(
        phase="over",
        hands=["1* 2*", "3*"],
        dishes=["7* 8* 9* = +1-H / 4* 5* 6*", "1* 2* 3* = +1-L down / 7* 8s 9s"],
        favorites="GYR-H",
    )
    assert match.result()["scores"] == [4, 4]


@rule("UM-42")
def test_blossoms_and_steals_are_no_points():
    match = final(phase="over", dishes=["7b 8b 9b = +1-H", "1s 2s 3s = +1-L"])
    assert match.result()["scores"] == [1, 1]
    assert match.result()["ranks"] == [1, 2]


@rule("UM-43")
def test_lower_places_follow_the_same_two_values_and_are_shared():
    rows = ["7* 8b 9s = +1-H", "1b 2b 3s = +1-L", "5* 7s 9b = +2-H", "1s 3b 5b = +2-L", "4* 4* 7* / 1* 1b 2b"]
    match = final(phase="over", dishes=rows)
    assert match.result()["scores"] == [2, 1, 2, 1, 0]
    assert match.result()["ranks"] == [1, 3, 1, 3, 5]


@rule("UM-43")
def test_blossoms_in_unset_dishes_break_no_tie():
    match = final(phase="over", dishes=["7* 8s 9s = +1-H / 1b 1b 2b", "1* 2b 3s = +1-L"])
    assert match.result()["ranks"] == [2, 1]


@rule("UM-43")
def test_the_result_names_what_ended_regular_play():
    assert "UM-34" in final(phase="over", trigger="B").result()["ending"]
    assert "UM-33" in final(phase="over", trigger="A").result()["ending"]
    assert "UM-R32" in final(phase="over", trigger="cap").result()["ending"]
