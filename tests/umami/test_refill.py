"""The end of a turn and the reshuffle (UM-31, UM-32)."""

import pytest

from tests.rules import rule
from tests.umami.support import (
    END_OF_TURN,
    asked,
    crowded,
    dish,
    hand,
    holder,
    lying,
    moves,
    pile,
    play,
    seen,
    table,
    trigger,
)

HAND_ONLY = {"hand": True, "area": False, "steal": False}


def last_action(**position):
    """Seat 0 has only a hand card left to play; three Ingredients lie in the area."""
    return table(**dict(hands=["1* 1b 2* 2b", None], area="5* 6b 7s", due=HAND_ONLY) | position)


@rule("UM-31")
def test_the_area_is_refilled_before_the_hand():
    match = last_action(deck="9* 9b 9s ...", favorites="+1-H +2-H +1-L +2-L")
    play(match, 0, "play 1*", "put new")
    assert pile(match, "area") == ["5*", "6b", "7s", "9*"]
    assert sorted(hand(match, 0)) == ["1b", "2*", "2b", "9b"]
    assert pile(match, "deck")[0] == "9s"


@rule("UM-31")
def test_both_areas_are_refilled_before_the_hand():
    match = last_action(
        dishes=["", "3* 5* 7*"],
        deck="9* 9b 9s ...",
        favorites="RRG-L RRY-H GGY-H",
        favorites_deck="GYR-H",
        options={"claims": "optional"},
    )
    play(match, 0, "play 1*", "put new")
    assert asked(match) == ("claim", 1)  # GYR-H is revealed
    assert pile(match, "area") == ["5*", "6b", "7s", "9*"]
    assert len(hand(match, 0)) == 3
    play(match, 1, "claim 0 GYR-H")
    assert len(hand(match, 0)) == 4
    assert asked(match) == ("action", 1)


@rule("UM-31", "UM-30")
def test_two_missing_area_cards_are_both_refilled():
    match = table(
        hands=["4s 1b 2* 2b", None],
        dishes=["", "8* 9s"],
        area="5* 6b 7s 9*",
        deck="1* 1s 3* 3b ...",
        favorites="+1-H +2-H +1-L +2-L",
    )
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    play(match, 1, "restock 5*", "put 0")
    play(match, 0, "play 6b from area", "put new")
    assert pile(match, "area") == ["7s", "9*", "1*", "1s"]
    assert sorted(hand(match, 0)) == ["1b", "2*", "2b", "3*"]


@rule("UM-31")
def test_only_the_active_hand_is_refilled():
    match = table(
        hands=["4s 1b 2* 2b", "1* 3* 8* 9b"], area="5* 6b 7s 9*", deck="1s 3b 3s ...", favorites="+1-H +2-H +1-L +2-L"
    )
    play(match, 0, "play 1b", "put new", "play 5* from area", "put new")
    assert len(hand(match, 0)) == 4
    assert hand(match, 1) == ["1*", "3*", "8*", "9b"]


@rule("UM-31", "UM-23", "UM-R17")
def test_favorites_are_revealed_one_at_a_time():
    match = last_action(dishes=["", "4* 6b 8*"], favorites="GGY-H", favorites_deck="YYR-H +2-L RRG-L")
    play(match, 0, "play 1*", "put new")
    assert holder(match, "YYR-H") == (1, 0)  # won at its own reveal, before there was a choice
    assert lying(match) == {"GGY-H", "+2-L", "RRG-L"}


@rule("UM-31", "UM-22")
def test_a_reveal_can_ask_a_player_who_is_not_active():
    match = last_action(dishes=["", "9* 7b 1s / 9b 8b 1s"], favorites="+1-H", favorites_deck="RRG-L +2-L")
    play(match, 0, "play 1*", "put new")
    assert asked(match) == ("claim", 1)
    assert moves(match) == ["claim 0 RRG-L", "claim 1 RRG-L"]
    assert lying(match) == {"+1-H", "RRG-L"}  # the next reveal waits
    play(match, 1, "claim 0 RRG-L")
    assert lying(match) == {"+1-H", "+2-L"}
    assert asked(match) == ("action", 1)


LOOP = dict(dishes=["", "9* 7b 1s"], favorites="+2-H +2-L", favorites_deck="RRG-L GYR-H GGY-H YYG-L")


@rule("UM-R17")
def test_the_refill_loops_until_four_favorites_lie_there():
    match = last_action(**LOOP)
    play(match, 0, "play 1*", "put new")
    assert holder(match, "RRG-L") == (1, 0)
    assert lying(match) == {"+2-H", "+2-L", "GYR-H", "GGY-H"}
    assert seen(match)["favorites"]["deck"] == "YYG-L"


@rule("UM-R17")
def test_a_single_pass_reveals_as_many_as_were_missing_at_its_start():
    match = last_action(**LOOP, options={"fav_refill_loop": False})
    play(match, 0, "play 1*", "put new")
    assert holder(match, "RRG-L") == (1, 0)
    assert lying(match) == {"+2-H", "+2-L", "GYR-H"}
    assert seen(match)["favorites"]["deck"] == "GGY-H YYG-L"


@rule("UM-R17")
def test_a_single_pass_is_counted_anew_every_turn():
    match = last_action(
        **LOOP | {"hands": ["1* 1b 2* 2b", "2s 3* 3b 3s"], "deck": "4* 4b 4s ..."}, options={"fav_refill_loop": False}
    )
    play(match, 0, "play 1*", "put new")
    play(match, 1, "play 3*", "put new", "play 5* from area", "put new")
    assert lying(match) == {"+2-H", "+2-L", "GYR-H", "GGY-H"}
    assert seen(match)["favorites"]["deck"] == "YYG-L"


@rule("UM-R17")
def test_a_single_pass_also_reveals_one_at_a_time_with_questions_between():
    match = last_action(
        dishes=["", "9* 7b 1s / 9b 8b 1s"],
        favorites="+2-H",
        favorites_deck="RRG-L GYR-H GGY-H YYG-L",
        options={"fav_refill_loop": False},
    )
    play(match, 0, "play 1*", "put new")
    assert asked(match) == ("claim", 1)
    play(match, 1, "claim 0 RRG-L")
    assert lying(match) == {"+2-H", "GYR-H", "GGY-H"}  # three were missing: RRG-L and these two
    assert asked(match) == ("action", 1)


@rule("UM-R17", "UM-33")
@pytest.mark.parametrize("loop", [True, False])
def test_a_last_favorite_that_is_revealed_and_won_at_once_ends_regular_play(loop):
    match = last_action(dishes=["", "9* 7b 1s"], favorites_deck="RRG-L", options={"fav_refill_loop": loop})
    play(match, 0, "play 1*", "put new")
    assert holder(match, "RRG-L") == (1, 0)
    assert trigger(match) == "A"
    assert asked(match) == ("action", 1)


@rule("UM-32")
def test_a_full_area_of_favorites_is_left_alone():
    match = last_action(favorites="+1-H +2-H +1-L +2-L", favorites_deck="GYR-H")
    play(match, 0, "play 1*", "put new")
    assert lying(match) == {"+1-H", "+2-H", "+1-L", "+2-L"}
    assert seen(match)["favorites"]["deck"] == "GYR-H"


# --- the reshuffle


def robbed_for_the_last_card(**options):
    """Seat 1 restocks with the last card of the deck; six cards lie in the Trash by then."""
    match = crowded(deck=1, trash=5, area=4, options=options)
    play(match, 0, "steal 9s", f"take {dish(match, 1, 0).split()[0]} from 1.0", "put new")
    return match


@rule("UM-R15", "UM-29")
def test_a_last_card_turned_up_for_a_restock_is_followed_by_the_shuffle_before_it_is_placed():
    match = robbed_for_the_last_card()
    last, trash = pile(match, "deck"), pile(match, "trash")
    assert (len(last), len(trash)) == (1, 6)
    play(match, 1, "restock deck")
    assert seen(match)["moving"] == last[0]
    assert pile(match, "trash") == []
    assert sorted(pile(match, "deck")) == sorted(trash)
    gone = dish(match, 1, 1).split()[0]
    play(match, 1, "put 1", f"discard {gone}")
    assert pile(match, "trash") == [gone]  # the new Trash
    assert len(pile(match, "deck")) == 6


@rule("UM-R15")
def test_with_reshuffle_needed_the_trash_waits_until_a_card_is_drawn():
    match = robbed_for_the_last_card(reshuffle="needed")
    trash = pile(match, "trash")
    play(match, 1, "restock deck")
    assert pile(match, "deck") == []
    assert sorted(pile(match, "trash")) == sorted(trash)
    gone = dish(match, 1, 1).split()[0]
    play(match, 1, "put 1", f"discard {gone}")
    assert sorted(pile(match, "trash")) == sorted([*trash, gone])
    card = pile(match, "area")[0]
    play(match, 0, f"play {card} from area", "put new")  # the area and the hand need one card each
    assert pile(match, "trash") == []
    assert len(pile(match, "deck")) == len(trash) + 1 - 2


@rule("UM-32", "UM-R15")
def test_with_reshuffle_needed_an_empty_deck_may_stay_empty():
    match = crowded(deck=2, trash=3, area=3, due=HAND_ONLY, options={"reshuffle": "needed"})
    trash = pile(match, "trash")
    play(match, 0, f"play {hand(match, 0)[0]}", "put new")
    assert pile(match, "deck") == []
    assert pile(match, "trash") == trash
    match = crowded(deck=2, trash=3, area=3, due=HAND_ONLY)
    play(match, 0, f"play {hand(match, 0)[0]}", "put new")
    assert sorted(pile(match, "deck")) == trash
    assert pile(match, "trash") == []


@rule("UM-32", "UM-R15")
def test_an_empty_deck_can_be_restocked_from_and_is_made_anew_for_it():
    match = crowded(deck=0, trash=5, area=4, options={"reshuffle": "needed"})
    play(match, 0, "steal 9s", f"take {dish(match, 1, 0).split()[0]} from 1.0", "put new")
    trash = pile(match, "trash")
    assert "restock deck" in moves(match)
    play(match, 1, "restock deck")
    assert sorted([seen(match)["moving"], *pile(match, "deck")]) == sorted(trash)


@rule("UM-R15", "UM-R14")
def test_without_any_trash_the_shuffle_waits_for_the_next_draw():
    match = crowded(deck=1, trash=0, area=3, due=HAND_ONLY)
    play(match, 0, f"play {hand(match, 0)[0]}", "put new")
    assert (pile(match, "deck"), pile(match, "trash")) == ([], [])
    assert len(pile(match, "area")) == 4
    assert len(hand(match, 0)) == 3  # there was nothing to draw
    gone = dish(match, 1, 0).split()[0]
    play(match, 1, f"play {hand(match, 1)[0]}", "put 0", f"discard {gone}")
    assert (pile(match, "deck"), pile(match, "trash")) == ([], [gone])
    card = pile(match, "area")[0]
    play(match, 1, f"play {card} from area", "put new")
    assert pile(match, "area")[3:] == [gone]
    assert len(hand(match, 1)) == 3


@rule("UM-R14")
def test_without_deck_and_trash_a_restock_has_only_the_area():
    asks = [{"question": "restock", "seat": 1}, {"question": "action", "seat": 0}, *END_OF_TURN]
    match = crowded(deck=0, trash=0, area=4, due={"hand": False, "area": True, "steal": False}, asked=asks)
    assert sorted(moves(match)) == sorted({f"restock {card}" for card in pile(match, "area")})


@rule("UM-R31")
def test_the_trash_is_open_to_all():
    match = table(hands=["4s 1b 2* 2b", None, None], dishes=["1* 1s 2s"], trash="7* 7b")
    play(match, 0, "play 4s", "put 0", "discard 1s")
    for viewer in range(-1, 3):
        view = match.game.write(match.view(viewer))
        assert view["ingredients"]["trash"] == "1s 7* 7b"
