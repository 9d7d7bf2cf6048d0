"""The table as people see it: words for cards and Dishes, and what each action touches."""

from __future__ import annotations

import pytest

from tests.rules import rule
from tests.support import choice, steps, zones
from tests.umami.support import play, table
from yokocho import catalog
from yokocho.core.game import Game
from yokocho.core.record import SPECTATOR
from yokocho.games.umami.words import favorite_title

GAME: Game = catalog.game("umami")


@rule("UM-11")
def test_people_count_dishes_from_one() -> None:
    match = table(hands=["7*", "1s"], dishes=["1b 7s / 5*", "2*"], area="1* 2s 9b 6b")
    play(match, 0, "play 7*")
    assert match.scene(0).question == "Choose a Dish for the 7 Star. UM-11"
    assert [zone.title for zone in zones(match, 0).values() if zone.owner == 0 and zone.kind == "column"] == [
        "Dish 1",
        "Dish 2",
        "New Dish",
    ]
    assert choice(match, 0, "put 0").label == "Put the 7 Star on Dish 1 (1, 7)"
    assert choice(match, 0, "put 0").zone == "dish:0.0"
    play(match, 0, "put 1")
    assert match.log(1)[-2:] == ["seat 0 plays the 7 Star from hand", "seat 0 puts the 7 Star on Dish 2"]


@rule("UM-11", "UM-12")
def test_a_new_dish_has_a_place_for_the_seat_that_may_start_it() -> None:
    match = table(hands=["7*", "1s"], dishes=["1b", "2*"], area="1* 2s 9b 6b")
    assert "dish:0.new" not in zones(match, 0)
    play(match, 0, "play 7*")
    assert choice(match, 0, "put new").zone == "dish:0.new"
    assert zones(match, 0)["dish:0.new"].pieces == []
    assert "dish:0.new" not in zones(match, 1) and "dish:0.new" not in zones(match, SPECTATOR)
    play(match, 0, "put new")
    assert "dish:0.new" not in zones(match, 0) and zones(match, 0)["dish:0.1"].title == "Dish 2"


@rule("UM-12")
def test_five_dishes_leave_no_place_for_a_new_one() -> None:
    match = table(hands=["7*", "1s"], dishes=["1b / 2b / 3b / 4b / 5b", "2*"], area="1* 2s 9b 6b")
    play(match, 0, "play 7*")
    assert "dish:0.new" not in zones(match, 0)


@rule("UM-13")
def test_a_discard_is_one_of_the_four_cards() -> None:
    match = table(hands=["7*", "1s"], dishes=["1b 1* 7s", "2*"], area="1* 2s 9b 6b")
    play(match, 0, "play 7*", "put 0")
    assert match.scene(0).question == "Dish 1 has four cards: discard one. UM-13"
    discard = choice(match, 0, "discard 1b")
    assert discard.label == "Discard the 1 Blossom" and discard.pieces == ["1b#1"]


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
