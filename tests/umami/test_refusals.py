"""Claims that may be declined, and how long a refusal holds (UM-R1, UM-R2, UM-R36, UM-R37)."""

import pytest

from tests.rules import rule
from tests.umami.support import asked, dish, holder, lying, moves, phase, play, refused, table, trigger
from yokocho.core.match import Illegal

OPTIONAL = {"claims": "optional"}
AREA = {"claims": "area"}

# seat 0 holds RRY-H on Dish 0 (21) and has a tastier Dish 1 (23)
OWN = "7* 8* 6* = RRY-H / 9b 8s 6s"


# --- the option `claims`


@rule("UM-R1")
@pytest.mark.parametrize(
    ("claims", "from_area", "from_others"),
    [("compulsory", False, False), ("optional", True, True), ("area", False, True)],
)
def test_the_option_claims_says_what_may_be_declined(claims, from_area, from_others):
    options = {"claims": claims}
    match = table(hands=["1s 2* 3* 4*"], dishes=["9* 7b"], favorites="RRG-L +1-H", options=options)
    play(match, 0, "play 1s", "put 0")
    assert asked(match) == ("claim" if from_area else "action", 0)
    if from_area:
        assert moves(match) == ["claim 0 RRG-L", "decline"]
        play(match, 0, "decline")
    assert holder(match, "RRG-L") == ("area" if from_area else (0, 0))
    match = table(hands=["1s 2* 3* 4*"], dishes=["8* 7b", "9* 7b 1s = RRG-L"], options=options)
    play(match, 0, "play 1s", "put 0")
    assert asked(match) == ("claim" if from_others else "action", 0)
    if from_others:
        assert moves(match) == ["claim 0 RRG-L", "decline"]
        play(match, 0, "decline")
    assert holder(match, "RRG-L") == ((1, 0) if from_others else (0, 0))


@rule("UM-R1")
def test_with_claims_optional_a_declined_favorite_goes_to_the_next_player_who_wants_it():
    match = table(dishes=["9* 7b 1s", "8* 7b 2s"], favorites="RRG-L", options=OPTIONAL)
    assert asked(match) == ("claim", 0)
    play(match, 0, "decline")
    assert asked(match) == ("claim", 1)
    play(match, 1, "claim 0 RRG-L")
    assert holder(match, "RRG-L") == (1, 0)
    assert asked(match) == ("action", 0)  # 17 against 17, Blossoms equal


@rule("UM-R1", "UM-R37")
def test_a_declined_favorite_is_offered_again_once_it_has_moved():
    match = table(dishes=["8* 7b 1s", "9* 7b 2s"], favorites="RRG-L", options=OPTIONAL)
    play(match, 0, "decline")
    assert refused(match, 0) == ["0 RRG-L"]
    play(match, 1, "claim 0 RRG-L")
    assert asked(match) == ("claim", 0)  # 16 beats 18, and the Favorite moved
    assert refused(match, 0) == []
    play(match, 0, "decline")
    assert refused(match, 0) == ["0 RRG-L"]
    assert asked(match) == ("action", 0)


@rule("UM-R1", "UM-33")
def test_a_last_favorite_that_everybody_declines_is_no_trigger():
    match = table(dishes=["8* 7b 1s"], favorites="RRG-L", favorites_deck="", options=OPTIONAL)
    play(match, 0, "decline")
    assert lying(match) == {"RRG-L"}
    assert trigger(match) is None


@rule("UM-R1")
def test_with_claims_optional_one_decline_refuses_everything_open():
    match = table(dishes=["4* 6b 8* / 1* 2* 9*"], favorites="YYR-H +2-L GGR-L", options=OPTIONAL)
    assert moves(match) == ["claim 0 YYR-H", "claim 0 +2-L", "claim 1 GGR-L", "decline"]
    play(match, 0, "decline")
    assert refused(match, 0) == ["0 YYR-H", "0 +2-L", "1 GGR-L"]
    assert asked(match) == ("action", 0)


@rule("UM-R1", "UM-R37")
def test_with_claims_optional_what_remains_after_a_claim_is_asked_again():
    match = table(dishes=["4* 6b 8* / 1* 2* 9*"], favorites="YYR-H +2-L GGR-L", options=OPTIONAL)
    play(match, 0, "claim 0 +2-L")
    assert moves(match) == ["claim 1 GGR-L", "decline"]


@rule("UM-R1", "UM-R37")
def test_with_claims_area_a_claim_from_the_area_forbids_to_decline_but_leaves_the_choice():
    match = table(hands=["8* 1* 1b 2*"], dishes=["4* 6b", "4b 5b 7b = YYR-H"], favorites="+2-L GGR-L", options=AREA)
    play(match, 0, "play 8*", "put 0")
    assert moves(match) == ["claim 0 YYR-H", "claim 0 +2-L"]
    play(match, 0, "claim 0 YYR-H")
    assert holder(match, "+2-L") == "area"


# --- the option `own_rehome`


@rule("UM-R2")
@pytest.mark.parametrize("claims", ["compulsory", "optional", "area"])
@pytest.mark.parametrize("own_rehome", ["optional", "compulsory", "forbidden"])
def test_moving_a_favorite_between_own_dishes_depends_on_own_rehome_alone(own_rehome, claims):
    match = table(dishes=[OWN], options={"own_rehome": own_rehome, "claims": claims})
    assert asked(match) == ("claim" if own_rehome == "optional" else "action", 0)
    assert holder(match, "RRY-H") == ((0, 1) if own_rehome == "compulsory" else (0, 0))


@rule("UM-R2")
def test_a_compulsory_rehome_among_others_leaves_the_choice_of_which():
    match = table(dishes=[OWN], favorites="RRY≠-L", options={"own_rehome": "compulsory"})
    assert moves(match) == ["claim 1 RRY-H", "claim 1 RRY≠-L"]
    play(match, 0, "claim 1 RRY-H")
    assert holder(match, "RRY-H") == (0, 1)
    assert holder(match, "RRY≠-L") == (0, 0)


@rule("UM-R2")
def test_rehomes_can_follow_one_another():
    match = table(dishes=["7* 8* 6* = RRY-H / 9b 8s 6s / 9* 9b 6b"], options={"own_rehome": "compulsory"})
    assert moves(match) == ["claim 1 RRY-H", "claim 2 RRY-H"]
    play(match, 0, "claim 1 RRY-H")
    assert holder(match, "RRY-H") == (0, 2)  # 24 beats 23, the only claim left
    match = table(dishes=["7* 8* 6* = RRY-H / 9b 8s 6s / 9* 9b 6b"])
    assert moves(match) == ["claim 1 RRY-H", "claim 2 RRY-H", "decline"]
    play(match, 0, "claim 1 RRY-H")
    assert moves(match) == ["claim 2 RRY-H", "decline"]


@rule("UM-R2")
def test_a_rehome_is_asked_once_and_not_again_in_later_windows():
    match = table(
        hands=["1* 1b 2* 2b", "1s 2s 3* 3b"],
        dishes=[OWN],
        area="4* 4b 4s 5*",
        deck="5b 5s ...",
        favorites="+2-L",
        favorites_deck="GYR-L",
    )
    play(match, 0, "decline")
    play(match, 0, "play 1*", "put new")
    play(match, 0, "play 4* from area", "put new")
    assert asked(match) == ("action", 1)
    play(match, 1, "play 1s", "put new")
    assert asked(match) == ("action", 1)
    assert refused(match, 0) == ["1 RRY-H"]


@rule("UM-R2")
def test_a_favorite_that_comes_to_a_less_tasty_own_dish_opens_the_question():
    match = table(dishes=["7* 8* 6* / 9b 8s 6s", "7b 7s 6b = RRY-H"])
    assert moves(match) == ["claim 0 RRY-H", "claim 1 RRY-H"]
    play(match, 0, "claim 0 RRY-H")
    assert moves(match) == ["claim 1 RRY-H", "decline"]


# --- several claims at once


@rule("UM-R37")
def test_with_a_compulsory_claim_among_them_any_one_may_be_picked_and_none_declined():
    rows = [f"{OWN} / 1* 2* 9*"]
    match = table(dishes=rows, favorites="GGR-L +1-H")
    assert moves(match) == ["claim 1 RRY-H", "claim 2 GGR-L"]
    with pytest.raises(Illegal, match="UM-R1"):
        play(match, 0, "decline")
    play(match, 0, "claim 2 GGR-L")
    assert moves(match) == ["claim 1 RRY-H", "decline"]
    play(match, 0, "decline")
    assert (holder(match, "RRY-H"), holder(match, "GGR-L")) == ((0, 0), (0, 2))
    match = table(dishes=rows, favorites="GGR-L +1-H")
    play(match, 0, "claim 1 RRY-H")
    # Dish 0 is free for +1-H now: two compulsory claims
    assert moves(match) == ["claim 0 +1-H", "claim 2 GGR-L"]
    play(match, 0, "claim 0 +1-H")
    assert holder(match, "GGR-L") == (0, 2)
    assert asked(match) == ("action", 0)


@rule("UM-R37")
def test_one_decline_refuses_all_optional_claims_at_once():
    match = table(dishes=["7* 7s 4* = RRY-H / 1* 2* 3* = +1-H / 6b 7b 8b"])
    assert moves(match) == ["claim 2 RRY-H", "claim 2 +1-H", "decline"]
    play(match, 0, "decline")
    assert refused(match, 0) == ["2 RRY-H", "2 +1-H"]
    assert asked(match) == ("action", 0)


@rule("UM-R37")
def test_a_refusal_does_not_cover_a_compulsory_claim():
    match = table(dishes=["9* 7b 1s"], favorites="RRG-L", refused=[["0 RRG-L"]])
    assert holder(match, "RRG-L") == (0, 0)
    match = table(dishes=["9* 7b 1s"], favorites="RRG-L", refused=[["0 RRG-L"]], options=OPTIONAL)
    assert holder(match, "RRG-L") == "area"


@rule("UM-R37")
def test_a_refusal_concerns_one_dish_with_one_favorite():
    match = table(dishes=[f"{OWN} / 9b 9* 6b"], refused=[["1 RRY-H"]])
    assert moves(match) == ["claim 2 RRY-H", "decline"]
    match = table(dishes=["7* 7s 4* = RRY-H / 1* 2* 3* = +1-H / 6b 7b 8b"], refused=[["2 RRY-H"]])
    assert moves(match) == ["claim 2 +1-H", "decline"]
    match = table(dishes=[OWN], refused=[[], ["1 RRY-H"]])
    assert moves(match) == ["claim 1 RRY-H", "decline"]


# --- how a refusal ends


def declined(**position):
    match = table(
        **dict(hands=["9s 9* 6b 6s", None], dishes=[OWN, "1*"], area="4* 4b 5* 5b", deck="6s 3* ...") | position
    )
    play(match, 0, "decline")
    return match


@rule("UM-R36", "UM-R37")
def test_a_dish_that_changes_is_asked_anew():
    match = declined()
    play(match, 0, "play 9s", "put 1", "discard 8s")
    assert dish(match, 0, 1) == "6s 9b 9s"
    assert moves(match) == ["claim 1 RRY-H", "decline"]


@rule("UM-R36")
def test_a_discard_of_the_face_just_placed_is_no_change():
    match = declined()
    play(match, 0, "play 6s", "put 1", "discard 6s")
    assert asked(match) == ("action", 0)
    assert refused(match, 0) == ["1 RRY-H"]
    match = declined(options={"discard_new": False})
    play(match, 0, "play 6s", "put 1", "discard 6s")
    assert asked(match) == ("action", 0)
    match = declined()
    play(match, 0, "play 9*", "put 1", "discard 9*")
    assert asked(match) == ("action", 0)


@rule("UM-R36")
def test_a_change_of_icon_is_a_change():
    match = declined()
    play(match, 0, "play 6b", "put 1", "discard 6s")
    assert moves(match) == ["claim 1 RRY-H", "decline"]


@rule("UM-R36")
def test_a_dish_stolen_from_and_completed_with_the_same_face_has_changed():
    match = declined(active=1, hands=[None, "4s 3* 3b 3s"])
    play(match, 1, "steal 4s", "take 6s from 0.1", "put new")
    assert refused(match, 0) == []
    play(match, 0, "restock deck", "put 1")
    assert dish(match, 0, 1) == "6s 8s 9b"
    assert asked(match) == ("claim", 0)


@rule("UM-R36")
def test_winning_another_favorite_changes_a_dish():
    match = declined(
        due={"hand": True, "area": False, "steal": False},
        area="4* 4b 5*",
        favorites="+2-H GYR-H GGR-L",
        favorites_deck="RRY≠-L",
    )
    assert refused(match, 0) == ["1 RRY-H"]
    play(match, 0, "play 6b", "put new")
    assert holder(match, "RRY≠-L") == (0, 1)
    assert refused(match, 0) == []


@rule("UM-R37", "UM-21")
def test_when_the_favorite_moves_the_refusing_dish_may_take_it_from_the_new_holder():
    """The refusal was against an own Dish; against another player the claim is compulsory, and the Favorite moved."""
    match = declined(active=1, hands=[None, "6s 3* 3b 3s"], dishes=[OWN, "9* 7b"])
    play(match, 1, "play 6s", "put 0")  # 22: better than 21, worse than 23
    assert holder(match, "RRY-H") == (0, 1)
    assert dish(match, 1, 0) == "6s 7b 9*"
    assert asked(match) == ("action", 1)


@rule("UM-R37")
def test_or_is_asked_again_where_that_claim_is_optional():
    match = declined(active=1, hands=[None, "6s 3* 3b 3s"], dishes=[OWN, "9* 7b"], options=OPTIONAL)
    play(match, 1, "play 6s", "put 0", "claim 0 RRY-H")
    assert asked(match) == ("claim", 0)
    assert moves(match) == ["claim 1 RRY-H", "decline"]
    assert refused(match, 0) == []


@rule("UM-R37")
def test_a_refused_take_over_is_asked_again_after_the_holder_has_moved_the_favorite():
    match = table(
        active=1,
        hands=[None, "1s 3* 3b 3s"],
        dishes=["7* 7b 1*", "9* 8* 3s = RRG-L / 9s 8b"],
        options=AREA,
    )
    assert asked(match) == ("claim", 0)
    play(match, 0, "decline")
    play(match, 1, "play 1s", "put 1", "claim 1 RRG-L")  # 18 instead of 20
    assert holder(match, "RRG-L") == (1, 1)
    assert asked(match) == ("claim", 0)  # 15
    assert moves(match) == ["claim 0 RRG-L", "decline"]


@rule("UM-R37")
def test_every_refusal_of_a_favorite_ends_when_it_moves():
    match = table(
        dishes=["7* 7b 1*", "9* 8* 3s = RRG-L", "7s 8b 1b"],
        options=AREA,
    )
    play(match, 0, "decline")
    assert asked(match) == ("claim", 2)
    play(match, 2, "claim 0 RRG-L")
    assert refused(match, 0) == []
    assert asked(match) == ("claim", 0)  # 15 against 16
    play(match, 0, "claim 0 RRG-L")
    assert holder(match, "RRG-L") == (0, 0)
    assert asked(match) == ("action", 0)


@rule("UM-R37")
def test_wherever_the_refusing_player_sits():
    match = table(active=1, dishes=["7s 8b 1b", "9* 8* 3s = RRG-L", "7* 7b 1*"], options=AREA)
    assert asked(match) == ("claim", 2)
    play(match, 2, "decline")
    assert asked(match) == ("claim", 0)
    play(match, 0, "claim 0 RRG-L")
    assert asked(match) == ("claim", 2)
    assert refused(match, 2) == []


@rule("UM-R36")
def test_a_card_that_joins_a_dish_ends_its_refusals():
    match = table(hands=["1s 2* 3* 4*"], dishes=["9* 7b"], favorites="RRG-L", refused=[["0 RRG-L"]], options=OPTIONAL)
    play(match, 0, "play 1s", "put 0")
    assert moves(match) == ["claim 0 RRG-L", "decline"]


@rule("UM-R36")
def test_a_dish_that_lost_a_favorite_has_changed():
    match = table(
        active=1,
        hands=[None, "4* 5* 5b 6*"],
        dishes=["2* 3s 4b = GGY≠-L", "1b 2s"],
        favorites="+1-L",
        refused=[["0 +1-L"]],
        options=OPTIONAL,
    )
    play(match, 1, "play 4*", "put 0", "claim 0 GGY≠-L")
    assert asked(match) == ("claim", 0)
    assert moves(match) == ["claim 0 +1-L", "decline"]


@rule("UM-28", "UM-R37")
def test_a_refusal_that_ended_is_asked_about_before_the_restock():
    match = table(
        active=1,
        hands=[None, "4s 1b 1s 2*", None],
        dishes=["3b 6* 9* = GYR-H / 2* 5s 8b", "3* 6s", "9b 7*"],
        favorites="GYR-L",
        refused=[["1 GYR-L"]],
        options=OPTIONAL,
    )
    play(match, 1, "steal 4s", "take 9b from 2.0", "put 0")
    assert moves(match) == ["claim 0 GYR-L", "decline"]  # GYR-H would be a complete tie
    play(match, 1, "claim 0 GYR-L")
    assert asked(match) == ("claim", 0)  # 15 beats 18
    play(match, 0, "claim 1 GYR-L")
    assert holder(match, "GYR-L") == (0, 1)
    assert asked(match) == ("restock", 2)


@rule("UM-R37", "UM-39")
def test_a_refusal_outlasts_the_end_of_regular_play():
    match = table(
        trigger="B",
        active=1,
        due={"hand": True, "area": False, "steal": False},
        hands=[None, "1* 1b 2* 2b"],
        dishes=["9* 7b 1s"],
        area="4* 4b 5*",
        secrets=["+1-H", "+2-H"],
        favorites="RRG-L",
        favorites_deck="",
        refused=[["0 RRG-L"]],
        options=OPTIONAL,
    )
    play(match, 1, "play 1*", "put new")
    assert phase(match) == "final"
    assert asked(match) == ("final", 0)
    assert refused(match, 0) == ["0 RRG-L"]
