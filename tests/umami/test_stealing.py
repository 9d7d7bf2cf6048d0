"""Stealing and the Restock (UM-26 to UM-30)."""

import pytest

from tests.rules import rule
from tests.umami.support import (
    asked,
    dish,
    dishes,
    hand,
    holder,
    in_dishes,
    lying,
    moves,
    pile,
    play,
    seen,
    table,
    trigger,
)
from yokocho.core.match import Illegal


def thieves(**position):
    """Seat 0 may steal with 4s of the hand or 7s of the area."""
    return table(
        **dict(
            hands=["4s 1b 2* 2b", None, None],
            dishes=["", "8* 9s", ""],
            area="5* 6b 7s 9*",
            deck="3* 3b 3s ...",
            favorites="+1-H",
            favorites_deck="",
        )
        | position
    )


@rule("UM-26")
def test_a_steal_is_paid_with_a_steal_card_of_the_hand():
    match = thieves()
    play(match, 0, "steal 4s")
    assert hand(match, 0) == ["1b", "2*", "2b"]
    assert pile(match, "trash") == ["4s"]
    play(match, 0, "take 8* from 1.0", "put new")
    play(match, 1, "restock deck", "put 0")
    assert {move.endswith("from area") for move in moves(match)} == {True}


@rule("UM-26")
def test_or_with_one_of_the_area():
    match = thieves()
    play(match, 0, "steal 7s from area")
    assert pile(match, "area") == ["5*", "6b", "9*"]
    assert pile(match, "trash") == ["7s"]
    play(match, 0, "take 8* from 1.0", "put new")
    play(match, 1, "restock deck", "put 0")
    assert sorted(moves(match)) == ["play 1b", "play 2*", "play 2b", "play 4s"]


@rule("UM-26")
def test_other_icons_do_not_pay():
    match = thieves()
    assert {move for move in moves(match) if move.startswith("steal")} == {"steal 4s", "steal 7s from area"}
    with pytest.raises(Illegal, match="no Steal icon"):
        play(match, 0, "steal 1b")
    with pytest.raises(Illegal, match="no 9 Steal in your hand"):
        play(match, 0, "steal 9s")


@rule("UM-26", "UM-11")
def test_a_steal_card_may_also_be_played():
    match = thieves()
    play(match, 0, "play 4s", "put new", "play 7s from area", "put 0")
    assert dish(match, 0, 0) == "4s 7s"
    assert asked(match) == ("action", 1)


@rule("UM-27")
def test_any_card_of_any_unset_dish_of_another_player_may_be_taken():
    match = thieves(dishes=["4* / 5b 5s 6s", "8* 9s / 9* 7b 1s = RRG-L", "1* / - / 2s 2s 3*"])
    play(match, 0, "steal 4s")
    assert moves(match) == [
        *("take 8* from 1.0", "take 9s from 1.0"),
        *("take 1* from 2.0", "take 2s from 2.2", "take 3* from 2.2"),
    ]
    with pytest.raises(Illegal, match="UM-17"):
        play(match, 0, "take 9* from 1.1")
    play(match, 0, "take 2s from 2")  # the seat alone will do where only one Dish fits
    assert seen(match)["moving"] == "2s"
    assert dish(match, 2, 2) == "2s 3*"
    assert moves(match) == ["put 0", "put 1", "put new"]
    play(match, 0, "put 0")
    assert dish(match, 0, 0) == "2s 4*"
    assert asked(match) == ("restock", 2)


@rule("UM-27", "UM-R9")
def test_a_card_on_its_way_is_open_to_all():
    match = thieves()
    play(match, 0, "steal 4s", "take 8* from 1.0")
    for viewer in range(-1, 3):
        assert match.game.write(match.view(viewer))["moving"] == "8*"


@rule("UM-28")
def test_claims_of_all_players_come_before_the_restock():
    match = thieves(
        dishes=["5* 6b", "8* 9s", "4* 6* 8b = YYR-H"],
        favorites="+2-L +2-H +1-H",
    )
    play(match, 0, "steal 4s", "take 8* from 1.0", "put 0")  # 19 beats 18
    assert holder(match, "YYR-H") == (0, 0)
    assert asked(match) == ("claim", 2)
    assert moves(match) == ["claim 0 +2-H", "claim 0 +2-L"]
    play(match, 2, "claim 0 +2-L")
    assert asked(match) == ("restock", 1)


@rule("UM-29", "UM-R35")
def test_the_robbed_player_must_restock():
    match = thieves()
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    assert asked(match) == ("restock", 1)
    assert moves(match) == ["restock 5*", "restock 6b", "restock 7s", "restock 9*", "restock deck"]
    with pytest.raises(Illegal, match="UM-R35"):
        play(match, 1, "decline")
    with pytest.raises(Illegal, match="not in the Ingredients area"):
        play(match, 1, "restock 1s")


@rule("UM-29")
def test_a_restocked_steal_card_cannot_pay_for_a_steal():
    match = thieves()
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    play(match, 1, "restock 7s")
    assert moves(match) == ["put 0", "put new"]
    play(match, 1, "put new")
    assert dish(match, 1, 1) == "7s"


@rule("UM-29", "UM-12")
def test_a_restock_is_placed_like_any_card():
    match = thieves(dishes=["", "9* 7b 1s = RRG-L / 8* 9s / 4* / 4b / 5b"])
    play(match, 0, "steal 4s", "take 8* from 1.1", "put new")
    play(match, 1, "restock 7s")
    assert moves(match) == ["put 1", "put 2", "put 3", "put 4"]


@rule("UM-29", "UM-16")
def test_a_restock_can_take_a_favorite_from_the_thief():
    match = thieves(
        hands=["4s 1b 2* 2b", None],
        dishes=["9* 7*", "1* / 8* 7b"],
        area="1s 5* 6b 9b",
        favorites="RRG-L +1-H",
    )
    play(match, 0, "steal 4s", "take 1* from 1.0", "put 0")
    assert holder(match, "RRG-L") == (0, 0)  # 17
    play(match, 1, "restock 1s", "put 1")  # 16
    assert holder(match, "RRG-L") == (1, 1)
    assert asked(match) == ("action", 0)


@rule("UM-30")
def test_after_a_steal_the_other_action_is_a_play():
    match = thieves(dishes=["", "8* 9s", "2s"])
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    play(match, 1, "restock deck", "put 0")
    assert asked(match) == ("action", 0)
    assert sorted(moves(match)) == [f"play {card} from area" for card in ("5*", "6b", "7s", "9*")]


@rule("UM-30")
def test_a_steal_may_be_the_second_action():
    match = thieves()
    play(match, 0, "play 6b from area", "put new", "steal 4s", "take 8* from 1.0", "put 0")
    play(match, 1, "restock 7s", "put 0")
    assert asked(match) == ("action", 1)


@rule("UM-30", "UM-27")
def test_even_what_the_victim_lost_can_be_stolen_back_next_turn():
    match = thieves(hands=["4s 1b 2* 2b", "1s 1* 6* 6s"])
    play(match, 0, "play 6b from area", "put new", "steal 4s", "take 8* from 1.0", "put 0")
    play(match, 1, "restock deck", "put 0")
    play(match, 1, "steal 1s", "take 8* from 0.0", "put 0")
    assert dish(match, 1, 0) == "3* 8* 9s"
    assert asked(match) == ("restock", 0)


@rule("UM-R5")
def test_a_stolen_card_may_start_a_new_dish():
    match = thieves(dishes=["1*", "8* 9s"])
    play(match, 0, "steal 4s", "take 8* from 1.0")
    assert moves(match) == ["put 0", "put new"]


OLD_DISH = {"steal_new_dish": False}


@rule("UM-R5")
def test_without_steal_new_dish_it_must_join_one():
    match = thieves(dishes=["1* / 9* 7b 1s = RRG-L", "8* 9s"], options=OLD_DISH)
    play(match, 0, "steal 4s", "take 8* from 1.0")
    assert moves(match) == ["put 0"]
    with pytest.raises(Illegal, match="UM-R5"):
        play(match, 0, "put new")


@rule("UM-R5")
@pytest.mark.parametrize("own", ["", "9* 7b 1s = RRG-L"])
def test_without_steal_new_dish_a_steal_needs_an_own_unset_dish(own):
    match = thieves(dishes=[own, "8* 9s"], options=OLD_DISH)
    assert not [move for move in moves(match) if move.startswith("steal")]
    with pytest.raises(Illegal, match="UM-R5"):
        play(match, 0, "steal 4s")
    play(match, 0, "play 1b", "put new")
    assert "steal 7s from area" in moves(match)


@rule("UM-R5")
def test_steal_new_dish_does_not_affect_play_and_restock():
    match = thieves(dishes=["1*", "8* 9s"], options=OLD_DISH)
    play(match, 0, "steal 4s", "take 8* from 1.0", "put 0")
    play(match, 1, "restock 7s")
    assert moves(match) == ["put 0", "put new"]
    play(match, 1, "put new")
    play(match, 0, "play 6b from area")
    assert moves(match) == ["put 0", "put new"]


@rule("UM-R6")
def test_a_steal_without_an_own_unset_dish_needs_a_free_slot():
    match = thieves(dishes=["9* 7b 1s = RRG-L", "8* 9s"])
    play(match, 0, "steal 4s", "take 8* from 1.0")
    assert moves(match) == ["put new"]


@rule("UM-R6", "UM-12")
def test_a_thief_with_five_dishes_puts_the_card_on_one_of_them():
    match = thieves(dishes=["1* / 1s / 2s / 3b / 5b 5s 6s", "8* 9s"])
    play(match, 0, "steal 4s", "take 8* from 1.0")
    assert moves(match) == ["put 0", "put 1", "put 2", "put 3", "put 4"]
    play(match, 0, "put 4", "discard 5b")
    assert asked(match) == ("restock", 1)


@rule("UM-R7")
@pytest.mark.parametrize("rows", [["", ""], ["9* 7b 1s = RRG-L", ""], ["9* 7b 1s = RRG-L", "7* 8* 9* = +1-L"]])
def test_without_a_card_to_take_there_is_no_steal(rows):
    match = thieves(dishes=["5* 5b", *rows])
    assert not [move for move in moves(match) if move.startswith("steal")]
    with pytest.raises(Illegal, match="UM-R7"):
        play(match, 0, "steal 4s")


@rule("UM-R8", "UM-14")
def test_the_last_card_of_a_dish_may_be_stolen():
    match = thieves(dishes=["", "8* / 9s"])
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    assert [dish(match, 1, slot) for slot in range(3)] == [None, "9s", None]


@rule("UM-R8")
def test_a_full_but_unset_dish_may_be_stolen_from():
    match = thieves(dishes=["", "8* 8s 9s"])
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    assert dish(match, 1, 0) == "8s 9s"


@rule("UM-R8", "UM-12")
def test_the_only_dish_stolen_leaves_none():
    match = thieves(dishes=["", "8*"])
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    assert dishes(match, 1) == 0
    play(match, 1, "restock 7s")
    assert moves(match) == ["put new"]


@rule("UM-R9")
def test_the_deck_card_is_turned_up_only_after_it_was_chosen():
    match = thieves()
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    assert match.game.write(match.view(1))["ingredients"]["deck"].split()[0] == "?"
    play(match, 1, "restock deck")
    assert asked(match) == ("place", 1)
    assert seen(match)["moving"] == "3*"
    for viewer in range(-1, 3):
        assert match.game.write(match.view(viewer))["moving"] == "3*"
    play(match, 1, "put 0")
    assert dish(match, 1, 0) == "3* 9s"


@rule("UM-R9")
def test_a_turned_up_deck_card_cannot_be_taken_back():
    match = thieves()
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    play(match, 1, "restock deck")
    with pytest.raises(Illegal, match="came to light"):
        match.undo(1)
    match.take_back()
    play(match, 1, "restock 5*")
    match.undo(1)
    assert asked(match) == ("restock", 1)


@rule("UM-R10", "UM-15")
def test_a_restock_from_the_area_leaves_less_for_the_active_player():
    match = thieves()
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    play(match, 1, "restock 6b", "put 0")
    assert pile(match, "area") == ["5*", "7s", "9*"]
    assert moves(match) == ["play 5* from area", "play 7s from area", "play 9* from area"]


@rule("UM-R10")
def test_the_area_never_falls_below_two():
    match = thieves()
    play(match, 0, "steal 7s from area", "take 8* from 1.0", "put new")
    play(match, 1, "restock 6b", "put 0")
    assert pile(match, "area") == ["5*", "9*"]
    play(match, 0, "play 4s", "put new")
    assert len(pile(match, "area")) == 4


@rule("UM-R11", "UM-R12")
def test_a_restock_counts_for_the_end_of_regular_play():
    match = thieves(dishes=["", "1* 1s 2s / 4* 4b 5b / 7* 7b 8b / 8* 9s / 9b"], first=1, active=0)
    assert in_dishes(match, 1) == 12
    assert trigger(match) is None
    play(match, 0, "steal 4s", "take 9b from 1.4", "put new")
    assert in_dishes(match, 1) == 11
    assert trigger(match) is None
    play(match, 1, "restock 7s", "put 3")
    assert in_dishes(match, 1) == 12
    assert trigger(match) == "B"


@rule("UM-R35")
def test_with_restock_optional_the_robbed_player_may_decline():
    match = thieves(options={"restock": "optional"})
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    assert moves(match) == ["restock 5*", "restock 6b", "restock 7s", "restock 9*", "restock deck", "decline"]
    play(match, 1, "decline")
    assert asked(match) == ("action", 0)
    assert dish(match, 1, 0) == "9s"
    assert len(pile(match, "area")) == 4
    assert lying(match) == {"+1-H"}


@rule("UM-R35")
def test_with_restock_optional_it_may_still_be_taken():
    match = thieves(options={"restock": "optional"})
    play(match, 0, "steal 4s", "take 8* from 1.0", "put new")
    play(match, 1, "restock deck", "put 0")
    assert dish(match, 1, 0) == "3* 9s"
