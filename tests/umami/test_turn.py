"""The turn: two actions, placing cards, the fourth card, slots (UM-9 to UM-15)."""

import pytest

from tests.rules import rule
from tests.umami.support import asked, dish, dishes, final, hand, in_dishes, lying, moves, pile, play, refused, table
from yokocho.core.match import Illegal


def start(**position):
    return table(
        **dict(hands=["1* 2b 3s 4*", "1b 1s 2* 2s"], area="5* 6b 7s 8*", favorites="+2-L", favorites_deck="") | position
    )


@rule("UM-9")
def test_a_turn_is_one_hand_card_and_one_area_card():
    match = start()
    assert set(moves(match)) == {
        *("play 1*", "play 2b", "play 3s", "play 4*"),
        *("play 5* from area", "play 6b from area", "play 7s from area", "play 8* from area"),
    }
    play(match, 0, "play 1*", "put new")
    assert asked(match) == ("action", 0)
    assert set(moves(match)) == {"play 5* from area", "play 6b from area", "play 7s from area", "play 8* from area"}
    play(match, 0, "play 5* from area", "put 0")
    assert asked(match) == ("action", 1)


@rule("UM-9")
def test_the_two_actions_may_come_in_either_order():
    match = start()
    play(match, 0, "play 5* from area", "put new")
    assert set(moves(match)) == {"play 1*", "play 2b", "play 3s", "play 4*"}
    with pytest.raises(Illegal, match="UM-9"):
        play(match, 0, "play 6b from area")
    play(match, 0, "play 1*", "put new")
    assert asked(match) == ("action", 1)


@rule("UM-9")
def test_both_actions_are_compulsory():
    match = start()
    for move in ("stop", "decline", "restock deck"):
        with pytest.raises(Illegal):
            play(match, 0, move)
    assert asked(match) == ("action", 0)


@rule("UM-9")
def test_only_the_active_player_takes_actions():
    match = start()
    with pytest.raises(Illegal, match="not for seat 1"):
        play(match, 1, "play 1b")
    with pytest.raises(Illegal, match="no 9 Steal in your hand"):
        play(match, 0, "play 9s")


@rule("UM-9")
def test_a_card_played_cannot_be_taken_back_into_the_hand_by_another_play():
    match = start()
    play(match, 0, "play 1*")
    assert asked(match) == ("place", 0)
    with pytest.raises(Illegal, match="something else is asked"):
        play(match, 0, "play 2b")


@rule("UM-10")
def test_either_action_may_be_the_steal_but_only_one():
    match = start(dishes=["", "9* / 9b"])
    assert {"steal 3s", "steal 7s from area"} <= set(moves(match))
    play(match, 0, "play 1*", "put new")
    assert "steal 7s from area" in moves(match)
    match = start(dishes=["", "9* / 9b"])
    play(match, 0, "steal 7s from area", "take 9* from 1.0", "put new")
    play(match, 1, "restock 5*", "put new")
    assert asked(match) == ("action", 0)
    assert set(moves(match)) == {"play 1*", "play 2b", "play 3s", "play 4*"}
    with pytest.raises(Illegal, match="UM-10"):
        play(match, 0, "steal 3s")


@rule("UM-10")
def test_a_new_turn_brings_a_new_steal():
    match = start(dishes=["", "9* / 9b"])
    play(match, 0, "steal 3s", "take 9* from 1.0", "put new")
    play(match, 1, "restock deck", "put 1")
    play(match, 0, "play 7s from area", "put 0")
    assert asked(match) == ("action", 1)
    assert "steal 1s" in moves(match)


@rule("UM-11")
def test_a_card_joins_an_unset_dish_or_starts_a_new_one():
    match = start(dishes=["9* 7b 1s = RRG-L / 5b / 5s 6s"])
    play(match, 0, "play 1*")
    assert moves(match) == ["put 1", "put 2", "put new"]
    with pytest.raises(Illegal, match="UM-17"):
        play(match, 0, "put 0")
    with pytest.raises(Illegal, match="start a new one"):
        play(match, 0, "put 4")
    play(match, 0, "put 2")
    assert dish(match, 0, 2) == "1* 5s 6s"


@rule("UM-12")
def test_there_are_five_dishes_at_most_and_set_ones_count():
    match = start(dishes=["9* 7b 1s = RRG-L / 5b / 5s / 6s / 6*"])
    play(match, 0, "play 1*")
    assert moves(match) == ["put 1", "put 2", "put 3", "put 4"]
    with pytest.raises(Illegal, match="UM-12"):
        play(match, 0, "put new")
    match = start(dishes=["9* 7b 1s = RRG-L / 5b / 5s / 6s"])
    play(match, 0, "play 1*")
    assert "put new" in moves(match)


@rule("UM-13")
def test_a_fourth_card_is_answered_by_a_discard_to_the_trash():
    match = start(dishes=["4b 4s 5s"])
    play(match, 0, "play 1*", "put 0")
    assert asked(match) == ("discard", 0)
    assert moves(match) == ["discard 1*", "discard 4b", "discard 4s", "discard 5s"]
    with pytest.raises(Illegal, match="UM-13"):
        play(match, 0, "discard 9*")
    play(match, 0, "discard 4b")
    assert dish(match, 0, 0) == "1* 4s 5s"
    assert pile(match, "trash") == ["4b"]
    assert asked(match) == ("action", 0)


@rule("UM-13")
def test_three_cards_need_no_discard():
    match = start(dishes=["4b 4s"])
    play(match, 0, "play 1*", "put 0")
    assert asked(match) == ("action", 0)
    assert pile(match, "trash") == []


@rule("UM-13", "UM-27")
def test_a_stolen_fourth_card_needs_a_discard_too():
    match = start(dishes=["4b 4s 5s", "9* / 9b"])
    play(match, 0, "steal 3s", "take 9* from 1.0", "put 0")
    assert asked(match) == ("discard", 0)
    play(match, 0, "discard 9*")
    assert pile(match, "trash") == ["3s", "9*"]
    assert asked(match) == ("restock", 1)


@rule("UM-13", "UM-29")
def test_a_restocked_fourth_card_needs_a_discard_too():
    match = start(dishes=["", "9* / 4b 4s 5s"])
    play(match, 0, "steal 3s", "take 9* from 1.0", "put new")
    play(match, 1, "restock 6b", "put 1")
    assert asked(match) == ("discard", 1)
    assert moves(match) == ["discard 4b", "discard 4s", "discard 5s", "discard 6b"]
    play(match, 1, "discard 4s")
    assert dish(match, 1, 1) == "4b 5s 6b"
    assert asked(match) == ("action", 0)


@rule("UM-R3")
@pytest.mark.parametrize(
    ("allowed", "discards"),
    [(True, ["discard 1*", "discard 4b", "discard 4s"]), (False, ["discard 4b", "discard 4s"])],
)
def test_the_option_discard_new_says_whether_the_new_card_may_go(allowed, discards):
    match = start(dishes=["4b 4b 4s"], options={"discard_new": allowed})
    play(match, 0, "play 1*", "put 0")
    assert moves(match) == discards
    if not allowed:
        with pytest.raises(Illegal, match="UM-R3"):
            play(match, 0, "discard 1*")


@rule("UM-R3")
@pytest.mark.parametrize("old", ["1* 4b 4s", "1* 1* 4s"])
def test_without_discard_new_an_old_card_of_the_same_face_may_still_go(old):
    match = start(dishes=[old], options={"discard_new": False})
    play(match, 0, "play 1*", "put 0")
    assert "discard 1*" in moves(match)
    play(match, 0, "discard 1*")
    assert dish(match, 0, 0) == old


@rule("UM-R3")
def test_discard_new_holds_for_steal_and_restock_alike():
    match = start(dishes=["4b 4s 5s", "9* / 5b 5b 6s"], options={"discard_new": False})
    play(match, 0, "steal 3s", "take 9* from 1.0", "put 0")
    assert moves(match) == ["discard 4b", "discard 4s", "discard 5s"]
    play(match, 0, "discard 4b")
    play(match, 1, "restock 6b", "put 1")
    assert moves(match) == ["discard 5b", "discard 6s"]


@rule("UM-R4")
def test_a_dish_of_four_counts_as_three():
    match = start(dishes=["4b 4s 5s / 1b 1s 2* / 7* 7b 8b / 9* 9b"])
    assert in_dishes(match, 0) == 11
    play(match, 0, "play 1*", "put 0", "discard 1*", "play 5* from area", "put 1", "discard 5*")
    assert in_dishes(match, 0) == 11
    assert asked(match) == ("action", 1)
    assert match.state.trigger == 0


@rule("UM-14")
def test_cards_never_move_between_ones_own_dishes():
    match = start(dishes=["4b 4s / 5s", "9*"])
    assert {move.split()[0] for move in moves(match)} == {"play", "steal"}
    play(match, 0, "steal 3s")
    assert moves(match) == ["take 9* from 1.0"]
    with pytest.raises(Illegal, match="UM-27"):
        play(match, 0, "take 5s from 0.1")


@rule("UM-14", "UM-R39")
def test_nothing_shifts_when_a_dish_is_gone_and_a_new_one_takes_the_lowest_free_slot():
    match = start(dishes=["", "9* / 9b / 9s"])
    play(match, 0, "steal 3s", "take 9b from 1.1", "put new")
    assert [dish(match, 1, slot) for slot in range(5)] == ["9*", None, "9s", None, None]
    play(match, 1, "restock 6b", "put new")
    assert [dish(match, 1, slot) for slot in range(5)] == ["9*", "6b", "9s", None, None]


@rule("UM-R39")
def test_slots_are_filled_in_order():
    match = start(dishes=["- / 9* / - / 9b"])
    play(match, 0, "play 1*", "put new", "play 5* from area", "put new")
    assert [dish(match, 0, slot) for slot in range(5)] == ["1*", "9*", "5*", "9b", None]


@rule("UM-15")
def test_nothing_is_refilled_during_a_turn():
    match = start(dishes=["4b 5b"], favorites="YYG-L +2-L", favorites_deck="GYR-H GYR-L")
    play(match, 0, "play 1*", "put 0")  # wins YYG-L
    assert lying(match) == {"+2-L"}
    assert hand(match, 0) == ["2b", "3s", "4*"]
    play(match, 0, "play 5* from area")
    assert pile(match, "area") == ["6b", "7s", "8*"]
    play(match, 0, "put new")
    assert lying(match) == {"+2-L", "GYR-H", "GYR-L"}
    assert len(hand(match, 0)) == len(pile(match, "area")) == 4


@rule("UM-R38")
def test_a_place_is_asked_even_if_there_is_only_one():
    match = start()
    play(match, 0, "play 1*")
    assert asked(match) == ("place", 0)
    assert moves(match) == ["put new"]


@rule("UM-R38", "UM-R8")
def test_a_single_card_to_steal_is_asked_for():
    match = start(dishes=["", "9*"])
    play(match, 0, "steal 3s")
    assert asked(match) == ("take", 0)
    assert moves(match) == ["take 9* from 1.0"]


@rule("UM-R38")
def test_a_final_turn_with_an_empty_hand_is_ended_by_stop():
    match = final(hands=["", ""])
    assert asked(match) == ("final", 0)
    assert moves(match) == ["stop"]
    play(match, 0, "stop")
    play(match, 1, "stop")
    assert match.over


def test_equal_faces_are_one_move():
    match = table(hands=["7* 7* 3s 3s"], area="5* 5* 7s 7s", dishes=["8* 8* 9b", "4* 4* 4b"])
    assert sorted(moves(match)) == sorted(
        ["play 7*", "play 3s", "play 5* from area", "play 7s from area", "steal 3s", "steal 7s from area"]
    )
    play(match, 0, "steal 3s")
    assert moves(match) == ["take 4* from 1.0", "take 4b from 1.0"]
    play(match, 0, "take 4* from 1.0", "put new")
    assert sorted(moves(match)) == ["restock 5*", "restock 7s", "restock deck"]
    play(match, 1, "restock deck", "put new")
    play(match, 0, "play 7s from area", "put 0")
    assert moves(match) == ["discard 7s", "discard 8*", "discard 9b"]
    assert refused(match, 0) == []


@rule("UM-R13")
def test_five_full_unset_dishes_are_no_obstacle():
    row = "1b 1b 2* / 4b 4b 5b / 7b 7b 8b / 1s 1s 2b / 4s 4s 5s"
    match = final(dishes=[row], hands=["1* 2s 3s 4*", ""])
    assert dishes(match, 0) == 5
    play(match, 0, "play 1*")
    assert moves(match) == ["put 0", "put 1", "put 2", "put 3", "put 4"]
    play(match, 0, "put 4", "discard 4s")
    assert dish(match, 0, 4) == "1* 4s 5s"
    assert in_dishes(match, 0) == 15
