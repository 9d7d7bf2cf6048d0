"""The table as people see it: words for cards and Dishes, and what each action touches."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.support import choice, steps, zones
from tests.umami.support import play, table
from yokocho import catalog
from yokocho.core.game import Game
from yokocho.core.record import SPECTATOR
from yokocho.games.umami import state
from yokocho.games.umami.words import favorite_title

GAME: Game = catalog.game("umami")


@rule("UM-11")
def test_people_count_dishes_from_one() -> None:
    match = table(hands=["7*", "1s"], dishes=["1b 7s / 5*", "2*"], area="1* 2s 9b 6b")
    play(match, 0, "play 7*")
    assert match.scene(0).question == "Choose a Dish for the 7 Star. UM-11"
    titles = [zone.title for zone in zones(match, 0).values() if zone.owner == 0 and zone.kind == "column"]
    assert titles == [f"Dish {n}" for n in range(1, 6)]
    assert choice(match, 0, "put 0").label == "Put the 7 Star on Dish 1 (1, 7)"
    assert choice(match, 0, "put 0").zone == "dish:0.0"
    play(match, 0, "put 1")
    assert match.log(1)[-2:] == ["seat 0 plays the 7 Star from hand", "seat 0 puts the 7 Star on Dish 2"]


@rule("UM-11", "UM-12")
def test_a_new_dish_has_the_first_free_place() -> None:
    match = table(hands=["7*", "1s"], dishes=["1b", "2*"], area="1* 2s 9b 6b")
    play(match, 0, "play 7*")
    assert choice(match, 0, "put new").zone == "dish:0.1"
    assert zones(match, 0)["dish:0.1"].pieces == [] and zones(match, 0)["dish:0.1"].note == "new: 2 of 12"
    assert zones(match, 1)["dish:0.1"].note == zones(match, SPECTATOR)["dish:0.1"].note == ""
    play(match, 0, "put new")
    assert [piece.face for piece in zones(match, 0)["dish:0.1"].pieces] == ["7*"]


@rule("UM-12")
def test_five_dishes_leave_no_place_for_a_new_one() -> None:
    match = table(hands=["7*", "1s"], dishes=["1b / 2b / 3b / 4b / 5b", "2*"], area="1* 2s 9b 6b")
    play(match, 0, "play 7*")
    assert "put new" not in match.notations(0)


@pytest.mark.parametrize("players", [2, 5])
def test_every_place_is_there_in_every_scene_of_a_phase(players: int) -> None:
    places: dict[bool, set[tuple[tuple[str, int], ...]]] = {True: set(), False: set()}
    for match in steps(GAME, players, 3):
        for p in range(-1, players):
            ids = sorted((zone.id, zone.slots) for zone in match.scene(p).zones)
            places[match.state.phase == state.REGULAR].add(tuple(ids))
            for zone in match.scene(p).zones:
                slots = [piece.slot for piece in zone.pieces]
                assert len(set(slots)) == len(slots) and all(0 <= slot < zone.slots for slot in slots)
    assert [len(ids) for ids in places.values()] == [1, 1]


@rule("UM-13")
def test_a_discard_is_one_of_the_four_cards() -> None:
    match = table(hands=["7*", "1s"], dishes=["1b 1* 7s", "2*"], area="1* 2s 9b 6b")
    play(match, 0, "play 7*", "put 0")
    assert match.scene(0).question == "Dish 1 has four cards: discard one. UM-13"
    discard = choice(match, 0, "discard 1b")
    assert discard.label == "Discard the 1 Blossom" and discard.pieces == ["1b#1"]
    assert [piece.slot for piece in zones(match, 0)["dish:0.0"].pieces] == [1, 2, 3]
    (card,) = zones(match, 0)["moving"].pieces
    assert card.face == "7*" and choice(match, 0, "discard 7*").pieces == [card.id]


@rule("UM-13")
def test_of_two_equal_cards_on_and_beside_a_full_dish_either_can_be_touched() -> None:
    match = table(hands=["7s", "1s"], dishes=["1b 1* 7s", "2*"], area="1* 2s 9b 6b")
    play(match, 0, "play 7s", "put 0")
    places = zones(match, 0)
    found = [piece.id for zone in ("dish:0.0", "moving") for piece in places[zone].pieces if piece.face == "7s"]
    assert sorted(choice(match, 0, "discard 7s").pieces) == sorted(found) and len(found) == 2


@rule("UM-11")
def test_a_card_that_has_just_come_lies_last_and_a_gap_in_the_hand_stays() -> None:
    match = table(hands=["1* 2* 3* 9s", "1s"], dishes=["4s 9b", "2*"], area="1* 2s 9b 6b")
    play(match, 0, "play 2*")
    hand = {piece.face: piece.slot for piece in zones(match, 0)["hand:0"].pieces}
    assert hand == {"1*": 0, "3*": 2, "9s": 3}
    play(match, 0, "put 0")
    assert [piece.face for piece in zones(match, 0)["dish:0.0"].pieces] == ["4s", "9b", "2*"]


@pytest.mark.parametrize(("favorite", "said"), [("RRY≠-L", "red≠red-yellow low"), ("+1-H", "+1 high")])
def test_a_favorite_is_named_as_it_is_printed(favorite: str, said: str) -> None:
    match = table(hands=["7*", "1s"], area="1* 2s 9b 6b", favorites=favorite)
    (piece,) = zones(match, 0)["favorites"].pieces
    assert favorite_title(match.state, int(piece.id.split(":")[1])) == said
    assert favorite_title(match.state, -1) == "a Favorite"


@rule("UM-1")
def test_a_board_is_headed_with_its_owner_and_its_zones_are_not() -> None:
    match = table(hands=["7*", "1s"], area="1* 2s 9b 6b")
    assert {zones(match, 0)[f"hand:{q}"].title for q in range(2)} == {"Hand"}


def test_whatever_is_not_legal_touches_what_is_there_or_nothing() -> None:
    for match in steps(GAME, 3, 5):
        for p in range(3):
            view = match.view(p)
            places = {zone.id: zone for zone in GAME.zones(view, p, str)}
            for a in range(GAME.actions):
                try:
                    GAME.touches(view, p, a, places)
                except KeyError:
                    assert a not in GAME.legal(view, p)
