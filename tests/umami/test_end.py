"""What ends regular play, and when (UM-33 to UM-35)."""

import pytest

from tests.rules import rule
from tests.umami.support import (
    asked,
    hand,
    holder,
    in_dishes,
    last_turn,
    lying,
    phase,
    pile,
    play,
    seen,
    table,
    trigger,
)

NINE = "1* 1b 2* / 4* 4b 5* / 7* 7b 8*"  # nine Ingredients that match nothing


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


@rule("UM-R12")
def test_the_count_is_tested_after_a_placement_with_a_discard_too():
    """Twelve without a trigger cannot come about in play, only in a position; the rules say when it is looked at."""
    match = table(hands=[None, "1s 2s 3* 4s"], dishes=[f"{NINE} / 9* 9b / 9s", "2b 2s 5b"], active=1, favorites="+1-H")
    assert in_dishes(match, 0) == 12
    play(match, 1, "play 1s", "put 0", "discard 2b")
    assert trigger(match) == "B"


@rule("UM-R12")
def test_the_count_of_every_player_is_tested_on_anybodys_turn():
    match = table(hands=[None, "1s 2s 3* 4s"], dishes=[f"{NINE} / 9* 9b / 9s"], active=1, favorites="+1-H")
    play(match, 1, "play 1s", "put new")
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
@pytest.mark.parametrize(
    ("first", "active", "then"), [(0, 1, ("action", 2)), (2, 1, ("final", 2)), (1, 0, ("final", 1))]
)
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


# --- the option `round_cap`


@rule("UM-R32")
@pytest.mark.parametrize(
    ("cap", "number", "ends"),
    [(40, 40, True), (40, 39, False), (0, 40, False), (3, 3, True), (3, 2, False), (1, 1, True)],
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
