"""The end of regular play, the Secret Favorite Phase and scoring (UM-33 to UM-43)."""

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
    lying,
    moves,
    phase,
    pile,
    play,
    scores,
    seen,
    table,
    trigger,
)
from yokocho.core.match import Illegal

DISAGREES = pytest.mark.xfail(strict=True, reason="the engine looks only at the placer, and only when a card was added")
HAND_ONLY = {"hand": True, "area": False, "steal": False}
NINE = "1* 1b 2* / 4* 4b 5* / 7* 7b 8*"  # nine Ingredients that match nothing


def last_turn(**position):
    """The last seat's last action before First Serving would come round."""
    return table(
        **dict(
            active=1,
            due=HAND_ONLY,
            hands=["1s 2b 2s 3b", "3* 6* 6b 9*"],
            secrets=["GYR-H", "+2-H"],
            area="4s 5b 5s",
            deck="6s ...",
            favorites="",
            favorites_deck="",
            trigger="B",
        )
        | position
    )


@rule("UM-33", "UM-R16")
@pytest.mark.parametrize(("favorites", "deck", "latched"), [("", "", "A"), ("+1-H", "", None), ("", "+1-H", None)])
def test_the_last_favorite_leaving_the_area_is_a_trigger(favorites, deck, latched):
    match = table(hands=["1s 2* 3* 4*"], dishes=["9* 7b"], favorites=f"RRG-L {favorites}", favorites_deck=deck)
    play(match, 0, "play 1s", "put 0")
    assert holder(match, "RRG-L") == (0, 0)
    assert trigger(match) == latched


@rule("UM-33")
def test_a_favorite_moving_between_set_dishes_is_no_trigger():
    match = table(
        hands=["1s 2* 3* 4*"], dishes=["8* 7b", "9* 7b 1s = RRG-L"], favorites="+1-H", favorites_deck="", area="5* 5b"
    )
    play(match, 0, "play 1s", "put 0")
    assert trigger(match) is None


@rule("UM-34", "UM-R12")
@pytest.mark.parametrize(("players", "needed"), [(2, 12), (3, 12), (4, 12), (5, 10)])
def test_so_many_ingredients_are_a_trigger(players, needed):
    start = NINE + (" / 9* 9b" if needed == 12 else "")
    if needed == 10:
        start = NINE.removesuffix(" 8*")
    match = table(players=players, hands=["1s 2s 3* 4s"], dishes=[start], area="5b 5s 6* 6b")
    assert in_dishes(match, 0) == needed - (1 if needed == 12 else 2)
    if needed == 10:
        play(match, 0, "play 5b from area", "put new")
        assert trigger(match) is None
    play(match, 0, "play 1s", "put new")
    assert in_dishes(match, 0) == needed
    assert trigger(match) == "B"


@rule("UM-34", "UM-R12")
def test_set_dishes_count_too_but_hands_and_favorites_do_not():
    match = table(hands=["1s 2s 3* 4s"], dishes=["9* 7b 1s = RRG-L / 4* 4b 5* / 7* 7b 8* / 9b"])
    assert in_dishes(match, 0) == 10
    play(match, 0, "play 1s", "put new")
    assert trigger(match) is None
    match = table(hands=["1s 2s 3* 4s"], dishes=["9* 7b 1s = RRG-L / 4* 4b 5* / 7* 7b 8* / 9b 9s"])
    play(match, 0, "play 1s", "put new")
    assert trigger(match) == "B"


@rule("UM-R12")
def test_replacing_a_card_at_eleven_is_no_trigger():
    match = table(hands=["1s 2s 3* 4s"], dishes=[f"{NINE} / 9* 9b"], favorites="+1-H")
    play(match, 0, "play 1s", "put 0", "discard 1*")
    assert trigger(match) is None


@DISAGREES
@rule("UM-R12")
def test_the_count_is_tested_after_a_placement_with_a_discard_too():
    """Twelve without a trigger cannot come about in play, only in a position; the rules say when it is looked at."""
    match = table(hands=["1s 2s 3* 4s"], dishes=[f"{NINE} / 9* 9b / 9s"], favorites="+1-H")
    assert in_dishes(match, 0) == 12
    play(match, 0, "play 1s", "put 0", "discard 1*")
    assert trigger(match) == "B"


@DISAGREES
@rule("UM-R12")
def test_the_count_of_every_player_is_tested_on_anybodys_turn():
    match = table(hands=["1s 2s 3* 4s", None], dishes=["", f"{NINE} / 9* 9b / 9s"], favorites="+1-H")
    play(match, 0, "play 1s", "put new")
    assert trigger(match) == "B"


@rule("UM-R12", "UM-35")
def test_a_trigger_stays_latched_when_the_count_falls():
    match = table(
        hands=["1s 2s 3* 4s", "9s 3b 6s 6s"],
        dishes=[f"{NINE} / 9* 9b", "3s"],
        area="5b 5s 6* 6b",
        favorites="+2-H",
        favorites_deck="",
        options={"restock": "optional"},
    )
    play(match, 0, "play 3*", "put new")
    assert trigger(match) == "B"
    play(match, 0, "play 5b from area", "put 1", "discard 5b")
    play(match, 1, "steal 9s", "take 3* from 0.4", "put new")
    play(match, 0, "decline")
    assert in_dishes(match, 0) == 11
    assert trigger(match) == "B"
    play(match, 1, "play 6* from area", "put new")
    assert phase(match) == "final"


@rule("UM-33", "UM-34")
def test_the_count_is_tested_before_the_claims():
    match = table(
        hands=["1s 2s 3* 4s"], dishes=["9* 7b / 4* 4b 5* / 7* 7b 8* / 9b 9s 8s"], favorites="RRG-L", favorites_deck=""
    )
    play(match, 0, "play 1s", "put 0")
    assert holder(match, "RRG-L") == (0, 0)
    assert trigger(match) == "B"


@rule("UM-35")
@pytest.mark.parametrize(("first", "active", "then"), [(0, 1, ("action", 2)), (2, 1, ("final", 2)), (1, 0, ("final", 1))])
def test_the_round_is_finished_up_to_first_serving(first, active, then):
    hands = ["1s 2b 2s 3b", "3* 6* 6b 9*", None]
    match = last_turn(players=3, first=first, active=active, hands=hands, secrets=["GYR-H", "+2-H", "+2-L"])
    play(match, active, f"play {hand(match, active)[0]}", "put new")
    assert asked(match) == then


@rule("UM-35")
def test_after_a_trigger_the_turns_are_normal_ones():
    match = table(
        trigger="B",
        hands=["4s 1b 2* 2b", None],
        dishes=["", "8* 9s"],
        area="5* 6b 7s 9*",
        favorites="+1-H",
        favorites_deck="+2-H",
    )
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    play(match, 1, "restock 5*", "put 0")
    play(match, 0, "play 6b from area", "put 0")
    assert lying(match) == {"+1-H", "+2-H"}
    assert len(hand(match, 0)) == len(pile(match, "area")) == 4
    assert asked(match) == ("action", 1)


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
        favorites="RRG-L +1-H +2-L GGY-H", favorites_deck="YYG-L", dishes=["", "4* 5* 1*"], options={"final_refill": value}
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


# --- the option `round_cap`


@rule("UM-R32")
@pytest.mark.parametrize(
    ("cap", "number", "ends"), [(40, 40, True), (40, 39, False), (0, 40, False), (3, 3, True), (3, 2, False), (1, 1, True)]
)
def test_the_round_cap_replaces_the_round_after_it_by_the_phase(cap, number, ends):
    match = last_turn(trigger=None, round=number, favorites="+1-H", options={"round_cap": cap})
    play(match, 1, "play 3*", "put new")
    assert phase(match) == ("final" if ends else "regular")
    assert trigger(match) == ("cap" if ends else None)
    assert seen(match)["round"] == number + (not ends)


@rule("UM-R32", "UM-35")
def test_the_cap_does_not_cut_a_round_short():
    match = table(
        round=40, hands=["1s 2b 2s 3b", None], area="4s 5b 5s 6*", favorites="+1-H", favorites_deck="", deck="6s ..."
    )
    play(match, 0, "play 1s", "put new", "play 4s from area", "put new")
    assert asked(match) == ("action", 1)


# --- scoring


@rule("UM-42")
def test_a_dish_is_worth_four_points_at_most_and_unset_ones_nothing():
    match = final(
        phase="over",
        hands=["1* 2*", "3*"],
        dishes=["7* 8* 9* = +1-H / 4* 5* 6*", "1* 2* 3* = +1-L down / 7* 8b 9s"],
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
