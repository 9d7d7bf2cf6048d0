"""The table as people see it: words for fish, the price and the payment, and what each action touches."""

from __future__ import annotations

import pytest

from tests.mitsuhamama.support import market, passed, pay, play, sold, to_decision
from tests.rules import rule
from tests.support import choice, steps, zones
from yokocho.core.record import SPECTATOR
from yokocho.games.mitsuhamama import GAME


@rule("MI-12")
def test_the_dice_of_the_lot_lie_on_the_tray() -> None:
    match = market()
    assert choice(match, 0, "lot RW").pieces == ["die:R", "die:W"]
    assert choice(match, 0, "lot RW").label == "Offer 4 red, 1 white (5 fish)"
    play(match, 0, "lot RW")
    assert match.log(1)[-1] == "seat 0 offers 4 red, 1 white"
    assert [die.id for die in zones(match, 1)["lot"].pieces] == ["die:R", "die:W"]
    assert [die.id for die in zones(match, 1)["dice"].pieces] == ["die:Y", "die:K"]


@rule("MI-15", "MI-16")
def test_the_price_lies_beside_the_lot_in_the_colour_of_who_bids() -> None:
    match = market()
    play(match, 0, "lot R")
    assert zones(match, 0)["lot"].note == "bidding: seat 1, seat 2"
    play(match, 1, "bid 3")
    price = zones(match, 2)["lot"].pieces[-1]
    assert (price.id, price.kind, price.face, price.color, price.shape) == ("price", "cell", "3k", "blue", "triangle")
    assert price.badges == ["seat 1"] and price.tooltip == "seat 1 bids 3k"


@rule("MI-46")
def test_an_employee_shows_what_it_brings_and_whose_it_is() -> None:
    match = market(cubes={"Takata": [2]}, faces="aaaaa")
    employee, free, *_ = zones(match, 0)["restaurant:0"].pieces
    assert (employee.face, employee.color, employee.shape) == ("22k", "purple", "square")
    assert employee.tooltip == "seat 2's employee: 22k at the end"
    assert (free.face, free.tooltip) == ("19k", "an empty space: 19k at the end")


@rule("MI-42")
@pytest.mark.parametrize(
    ("faces", "said"),
    [("aaaaa", ["Y7 W5", "R7", "A8 B8 two kinds"]), ("bbbbb", ["R8 K6", "Y4 K2 W3", "A18 any mix"])],
)
def test_every_demand_is_written_in_codes(faces: str, said: list[str]) -> None:
    places = zones(market(faces=faces), 0)
    assert [places[f"restaurant:{r}"].note for r in range(3)] == [f"wants {text}" for text in said]


@rule("MI-23")
def test_a_payment_shows_what_lies_there_and_what_is_due() -> None:
    match = market(hands=["10 5", "10 5 4 1", "5"])
    to_decision(match, "R", 1, 12)
    play(match, 0, "sell")
    assert zones(match, 1)["laid:1"].note == "0k of 12k" and not zones(match, 1)["laid:1"].pieces
    assert "laid:0" not in zones(match, 1)
    play(match, 1, "pay 10")
    assert zones(match, 1)["laid:1"].note == "10k of 12k"
    assert [card.face for card in zones(match, 0)["laid:1"].pieces] == ["10"]


@rule("MI-R32")
def test_fish_are_given_from_their_tracks() -> None:
    match = market(fish=[(0, 8, 8, 0)], faces="bbabb")
    passed(match, "W")
    play(match, 0, "take")
    pay(match, 0, "1")
    play(match, 0, "serve Hanazono")
    pair = choice(match, 0, "give YK")
    assert pair.pieces == ["track:0.Y", "track:0.K"] and pair.label == "Give yellow, black"


@rule("MI-R33")
def test_a_mix_is_given_kind_by_kind() -> None:
    match = market(fish=[(0, 12, 11, 0)], faces="bbbbb")
    passed(match, "W")
    play(match, 0, "take")
    pay(match, 0, "1")
    play(match, 0, "serve Hanazono")
    first = match.scene(0).choices[0]
    assert first.pieces[0].startswith("track:0.") and first.label.startswith("Give ")


@rule("MI-38")
def test_kinds_are_kept_on_their_tracks() -> None:
    match = market(hands=["10", "10 5 4 1", "5"], fish=[(0, 0, 0, 0), (2, 2, 2, 0)])
    sold(match, "W", 1, 4)
    pay(match, 1, "4")
    keep = choice(match, 1, "keep RKW")
    assert keep.pieces == ["track:1.R", "track:1.K", "track:1.W"] and keep.label == "Keep red, black, white"


@rule("MI-6", "MI-R18")
def test_money_lies_open_for_its_owner_and_on_the_open_table_only() -> None:
    match = market()
    assert [zones(match, 0)[f"hand:{q}"].kind for q in range(3)] == ["fan", "stack", "stack"]
    assert [zones(match, 0)[f"hand:{q}"].note for q in range(3)] == ["40k", "", ""]
    assert {zones(match, SPECTATOR)[f"hand:{q}"].kind for q in range(3)} == {"stack"}
    open_table = {zone.id: zone for zone in GAME.zones(match.state, SPECTATOR, str)}
    assert [len(open_table[f"hand:{q}"].pieces) for q in range(3)] == [8, 8, 8]
    assert {zones(match, 0)[f"hand:{q}"].title for q in range(3)} == {"Money"}


def test_whatever_is_not_legal_touches_what_is_there_or_nothing() -> None:
    for match in steps(GAME, 3, 5):
        for p in range(3):
            view = match.view(p)
            places = {zone.id: zone for zone in GAME.zones(view, p, str)}
            for a in range(GAME.actions):
                GAME.touches(view, p, a, places)
