"""Positions that once crashed, hung or locked a match: all are refused, or can be played."""

from __future__ import annotations

import copy
import random

import pytest

from tests.rules import rule
from tests.umami.support import END_OF_TURN, asked, moves, seen, table
from yokocho.core.game import BadInput
from yokocho.core.match import Match
from yokocho.core.record import SPECTATOR, data
from yokocho.games.umami import GAME

ACTION = {"question": "action", "seat": 0}
NOTHING_DUE = {"hand": False, "area": False, "steal": False}


def dealt(players=2, seed="deal", **options):
    return GAME.write(Match(GAME, players, options, seed).state)


def refused(position, said):
    with pytest.raises(BadInput, match=said):
        Match.from_position(GAME, position)


@rule("UM-31")
def test_a_seat_without_a_hand_is_refused():
    """Its cards under the deck: it would come to its turn with nothing to play."""
    position = dealt()
    position["ingredients"]["deck"] += " " + position["seats"][1]["hand"]
    position["seats"][1]["hand"] = ""
    refused(position, r"a turn starts with full hands|seats\[1\].hand: 4 cards at this moment")


@rule("UM-9", "UM-31")
@pytest.mark.parametrize(("due", "said"), [(True, "due: each action"), (False, r"seats\[0\].hand: 3 cards")])
def test_in_the_middle_of_a_turn_too_hands_fit_what_is_due(due, said):
    position = dealt() | {"asked": [ACTION, *END_OF_TURN], "due": {"hand": due, "area": True, "steal": True}}
    refused(position, said)


@rule("UM-15")
def test_an_area_that_is_short_of_cards_is_refused():
    position = dealt()
    first, *rest = position["ingredients"]["area"].split()
    position["ingredients"] |= {"area": " ".join(rest), "deck": f"{first} {position['ingredients']['deck']}"}
    refused(position, "full areas|ingredients.area: 4 cards")


@rule("UM-12", "UM-R13")
def test_five_set_dishes_in_regular_play_are_refused():
    """No card could be placed any more."""
    rows = "1* 2* 9* = GGR≠-H / 4* 5* 1b = YYG≠-H / 7* 8* 3* = RRG≠-H / 7b 8b 4b = RRY-H / 1s 5s 9b = GYR-H"
    with pytest.raises(BadInput, match=r"beyond the trigger|regular play ends with the round"):
        table(dishes=[rows], hands=[None, None], favorites="", trigger="B")


@rule("UM-35", "UM-R13")
def test_a_seat_with_a_turn_to_come_has_fewer_ingredients_than_trigger_the_end():
    dishes = ["", "1* 1b 2* / 4* 4b 5* / 7* 7b 8* / 9* 9b / 9s"]
    with pytest.raises(BadInput, match=r"seats\[1\].dishes: 12 Ingredients, and 0 to come"):
        table(dishes=dishes, favorites="+1-H")
    assert asked(table(dishes=dishes, favorites="+1-H", first=1, active=0)) == ("action", 0)


@rule("UM-R5", "UM-R6")
def test_a_thief_without_a_place_for_the_card_is_refused():
    asks = [{"question": "take", "seat": 0}, *END_OF_TURN]
    position = dict(hands=["1* 1b 2*", None], area="5* 6b 7s", dishes=["", "9*"], due=NOTHING_DUE, asked=asks)
    assert moves(table(**position, favorites="+1-H")) == ["take 9* from 1.0"]
    with pytest.raises(BadInput, match="take: there is no place for the card"):
        table(**position, favorites="+1-H", options={"steal_new_dish": False})


@rule("UM-10")
@pytest.mark.parametrize(
    "asks",
    [
        [{"question": "take", "seat": 0}, *END_OF_TURN],
        [{"question": "restock", "seat": 1}, *END_OF_TURN],
    ],
)
def test_a_steal_that_is_under_way_is_the_only_one_of_the_turn(asks):
    position = dict(hands=["1* 1b 2*", None], area="5* 6b 7s", dishes=["", "9*"], asked=asks, favorites="+1-H")
    assert table(**position, due=NOTHING_DUE)
    with pytest.raises(BadInput, match=r"due.steal: this turn has seen a Steal"):
        table(**position, due=NOTHING_DUE | {"steal": True})


@rule("UM-31", "UM-R17")
def test_a_turn_that_ends_without_its_refills_is_refused():
    rows = [ACTION, ACTION, *END_OF_TURN]
    for left_out in range(2, len(rows)):
        refused(dealt() | {"asked": rows[:left_out] + rows[left_out + 1 :]}, "not an order that occurs")
    position = dealt()
    position["asked"][3] = {"step": "reveal", "a": 1}  # a single pass, where Favorites come until there are four
    refused(position, "reveal cannot have a = 1")


# --- memory


def reshuffled():
    """A match after a reshuffle, with something spent since."""
    match = Match(GAME, 5, {}, "reshuffled")
    chance = random.Random(1)
    while not (seen(match)["memory"]["held"] and any(seat["spent"] for seat in seen(match)["memory"]["seats"])):
        p = match.actor()
        match.play(p, chance.choice(match.legal(p)), 0)
    return match


@rule("UM-32")
@pytest.mark.parametrize("key", ["held", "kept", "spent"])
def test_a_memory_without_a_past_is_refused(key):
    """Whoever imagined the hidden cards from it dealt cards that are not there, for ever."""
    position = seen(reshuffled())
    changed = copy.deepcopy(position)
    part = changed["memory"] if key == "held" else changed["memory"]["seats"][1]
    part[key] = "" if key != "spent" else " ".join(sorted(set(changed["memory"]["held"].split())) * 3)
    refused(changed, "memory")
    assert seen(Match.from_position(GAME, position)) == position


@rule("UM-32")
def test_a_card_of_a_face_that_was_held_may_be_spent_again():
    """The old 7* is played, another is drawn and played too: spent twice, held once."""
    for seed in range(40):
        match = Match(GAME, 5, {}, f"spent {seed}")
        chance = random.Random(seed)
        found = False
        while not match.over:
            p = match.actor()
            match.play(p, chance.choice(match.legal(p)), 0)
            memory = seen(match)["memory"]
            if any(seat["spent"].split().count(card) > memory["held"].split().count(card)
                   for seat in memory["seats"] for card in seat["spent"].split()):  # fmt: skip
                found = True
                assert data(GAME.read(GAME, seen(match))) == data(GAME.settle(match.state))
        if found:
            return
    pytest.fail("no such match")


@rule("UM-32")
def test_a_past_that_is_hard_to_find_is_left_aside_when_imagining():
    """In the final round a seat has played nearly all of its hand: few guesses of what was old fit. Whatever comes of
    it, each card is there once.
    """
    match = reshuffled()
    for seed in range(300):
        for p in range(SPECTATOR, 5):
            s = GAME.imagined(match.view(p), p, seed.to_bytes(32, "big"))
            assert GAME.kernels.check(s, s) == 0
    view = match.view(SPECTATOR)
    view.spent[:] = 0  # nothing spent, yet the hands are too small for what was kept: no past fits
    view.hand_size[0] = 0
    view.deck_size += match.state.hand_size[0]
    s = GAME.imagined(view, SPECTATOR, bytes(range(32)))
    assert GAME.kernels.check(s, s) in (0, 7)  # 7: the hand that was taken away
