"""The table as people see it: words for fish, the price and the payment, and what each action touches."""

from __future__ import annotations

from copy import copy

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
    assert not zones(match, 0)["bid"].pieces
    play(match, 1, "bid 3")
    (price,) = zones(match, 2)["bid"].pieces
    assert (price.id, price.kind, price.face, price.color, price.shape) == ("price", "cell", "3k", "blue", "triangle")
    assert price.badges == ["seat 1"] and price.tooltip == "seat 1 bids 3k"
    assert [one.face for one in zones(match, 2)["bidders"].pieces] == ["auctioneer", "bids 3k", "may bid"]
    play(match, 2, "pass")
    assert [one.tooltip for one in zones(match, 0)["bidders"].pieces][2] == "seat 2 has passed"
    play(match, 0, "sell")
    (price,) = zones(match, 2)["bid"].pieces
    assert price.tooltip == "seat 1 pays 3k" and zones(match, 2)["bidders"].pieces[0].face == "gets paid"


@rule("MI-23", "MI-25")
def test_the_ladder_marks_what_would_cost_more_and_where_my_means_end() -> None:
    match = market(hands=["5", "10 5", "10 10 10 10"], fish=[(0, 0, 0, 0), (1, 0, 0, 0)])
    play(match, 0, "lot Y")
    play(match, 1, "bid 3")
    play(match, 2, "hold")
    rungs = {piece.id: (piece.slot, piece.tone, piece.tooltip) for piece in zones(match, 1)["ladder"].pieces}
    assert rungs["rung:high"] == (2, "", "seat 1 bids 3k")
    assert rungs["rung:4"] == (3, "costly", "at 4k you would pay 5k")
    assert "rung:5" not in rungs and "rung:6" not in rungs and rungs["rung:7"][2] == "at 7k you would pay 10k"
    assert rungs["rung:most"] == (15, "", "16k is all you can pay")
    assert [piece.id for piece in zones(match, 0)["ladder"].pieces] == ["rung:high"]
    assert "rung:most" not in [piece.id for piece in zones(match, 2)["ladder"].pieces]  # beyond the ladder


@rule("MI-46")
def test_an_employee_shows_what_it_brings_and_whose_it_is() -> None:
    match = market(cubes={"Takata": [2]}, faces="aaaaa")
    employee, free = [piece for piece in zones(match, 0)["restaurant:0"].pieces if piece.slot in (4, 5)]
    assert (employee.face, employee.color, employee.shape) == ("22k", "purple", "square")
    assert employee.tooltip == "seat 2's employee: 22k at the end"
    assert (free.face, free.tooltip) == ("19k", "an empty space: 19k at the end")


@rule("MI-42")
@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ("aaaaa", ["7 yellow, 5 white", "7 red", "8 and 8 of two kinds"]),
        ("bbbbb", ["8 red, 6 black", "4 yellow, 2 black, 3 white", "18 fish in any mix"]),
    ],
)
def test_every_wish_is_said_in_words(faces: str, said: list[str]) -> None:
    places = zones(market(faces=faces), SPECTATOR)
    assert [places[f"restaurant:{r}"].spoken for r in range(3)] == [f"wants {text}" for text in said]


@rule("MI-42", "MI-36")
def test_a_wish_says_what_one_has_what_the_lot_adds_and_what_is_wanted() -> None:
    match = market(fish=[(0, 0, 0, 0), (5, 0, 4, 0)], faces="bbbbb", dice=(4, 6, 2, 5))
    play(match, 0, "lot RK")
    wishes = {r: [piece for piece in zones(match, 1)[f"restaurant:{r}"].pieces if piece.slot < 4] for r in range(5)}
    assert [(wish.face, wish.art) for wish in wishes[0]] == [("5+3/8", "perch"), ("4+2/6", "swordfish")]
    assert wishes[0][0].tooltip == "wants 8 red sea perch: you have 5, and 4 would come"
    assert [wish.face for wish in wishes[1]] == ["0/4", "2/2", "0/3"]
    assert [wish.tone for wish in wishes[1]] == ["", "good", ""]
    assert [wish.face for wish in wishes[2]] == ["9+6/18"]
    assert [wish.face for wish in zones(match, SPECTATOR)["restaurant:0"].pieces if wish.slot < 4] == ["8", "6"]
    places = zones(match, 1)
    assert (places["restaurant:0"].note, places["restaurant:0"].tone) == ("lot: 25k", "good")
    assert [piece.tone for piece in places["restaurant:0"].pieces if piece.slot == 4] == ["good"]
    assert places["restaurant:3"].note == "needs 9"
    assert [track.face for track in places["warehouse:1"].pieces] == ["R5+4", "Y0", "K4+2", "W0"]
    assert [track.face for track in places["warehouse:0"].pieces] == ["R0", "Y0", "K0", "W0"]
    assert places["warehouse:1"].pieces[0].note == "{crest-4}4 {crest-0}8"


@rule("MI-42", "MI-R32")
def test_a_wish_for_two_kinds_counts_the_two_largest() -> None:
    match = market(fish=[(2, 9, 0, 3)], faces="aaaaa")
    rows = [piece for piece in zones(match, 0)["restaurant:2"].pieces if piece.slot < 4]
    assert [(row.face, row.note, row.tone) for row in rows] == [("8/8", "{filefish}", "good"), ("3/8", "{bream}", "")]


@rule("MI-17", "MI-31", "MI-28")
def test_a_lot_that_is_out_of_reach_is_not_counted() -> None:
    match = market(fish=[(0, 0, 0, 0), (5, 0, 0, 0), (5, 0, 0, 0)])
    play(match, 0, "lot R")
    assert zones(match, 1)["warehouse:1"].pieces[0].face == "R5+4"
    play(match, 1, "pass")
    assert zones(match, 1)["warehouse:1"].pieces[0].face == "R5"
    play(match, 2, "bid 3")
    play(match, 0, "sell")
    assert zones(match, 0)["warehouse:0"].pieces[0].face == "R0"
    assert zones(match, 2)["warehouse:2"].pieces[0].face == "R5+4"


@rule("MI-4", "MI-35", "MI-43", "MI-50")
def test_employees_hold_tracks_stand_at_restaurants_or_are_idle() -> None:
    match = market(fish=[(2, 0, 0, 0)], cubes={"Takata": [0]}, hired=[0])
    crew = zones(match, 0)["staff:0"]
    assert [(one.id, one.tooltip) for one in crew.pieces] == [
        ("staff:0.R", "works at the red track"),
        ("out:0@0", "stands at Takata"),
        ("idle:0.0", "an idle employee"),
        ("idle:0.1", "an idle employee"),
    ]
    assert crew.slots == 4 and crew.note == "1 out"
    assert zones(match, 0)["staff:1"].note == "one more for 10k"
    assert [one.note for one in crew.pieces] == ["{perch}", "{crest-0}", "", ""]
    assert choice(market(), 0, "hire").pieces == ["hire:0"]
    assert choice(match, 0, "recall Takata").pieces == ["out:0@0"]


@rule("MI-R46", "MI-35")
def test_no_more_employees_are_drawn_than_one_can_have() -> None:
    match = market(hands=["10 10", "5", "5"], fish=[(9, 3, 7, 1)], faces="bbbbb", hired=[0])
    passed(match, "R")
    play(match, 0, "take")
    pay(match, 0, "10")
    play(match, 0, "serve Takata")
    assert "cube Y" in [one.notation for one in match.scene(0).choices]
    assert len(zones(match, 0)["staff:0"].pieces) == 4


@rule("MI-52")
def test_the_meter_counts_employees_out() -> None:
    match = market(cubes={"Takata": [0, 1], "Ishimaru": [1]})
    (meter,) = match.scene(0).meters
    assert (meter.now, meter.of) == (3, 5)
    assert meter.words == "3 of 5 employees out"


@rule("MI-5", "MI-6")
def test_equal_notes_share_the_place_of_their_value() -> None:
    match = market(hands=["10 10 5 1", "5"])
    hand = zones(match, 0)["hand:0"]
    assert [(card.face, card.slot) for card in hand.pieces] == [("10", 0), ("10", 0), ("5", 1), ("1", 5)]
    assert hand.slots == 6 and len({card.id for card in hand.pieces}) == 4


def test_no_place_comes_or_goes() -> None:
    """Whatever is asked, the zones and their places are the same."""
    for players in (2, 3, 4):
        shapes = set()
        for match in steps(GAME, players, 8):
            for p in range(players):
                scene = match.scene(p)
                shapes.add(tuple(sorted((zone.id, zone.slots) for zone in scene.zones if zone.owner in (-1, p))))
                for zone in scene.zones:
                    assert all(0 <= piece.slot < zone.slots for piece in zone.pieces), zone
        assert len(shapes) == players  # one for each seat that looks


@rule("MI-23")
def test_a_payment_shows_what_lies_there_and_what_is_due() -> None:
    match = market(hands=["10 5", "10 5 4 1", "5"])
    to_decision(match, "R", 1, 12)
    play(match, 0, "sell")
    assert zones(match, 1)["laid:1"].note == "0k of 12k" and not zones(match, 1)["laid:1"].pieces
    assert not zones(match, 1)["laid:0"].pieces and zones(match, 1)["laid:0"].note == ""
    play(match, 1, "pay 10")
    assert zones(match, 1)["laid:1"].note == "10k of 12k"
    assert [card.face for card in zones(match, 0)["laid:1"].pieces] == ["10"]
    assert {card.id for card in zones(match, 1)["laid:1"].pieces} == {"note:1.10#0"}
    play(match, 1, "pay 5")
    assert (zones(match, 1)["laid:1"].note, zones(match, 1)["laid:1"].tone) == ("15k of 12k, 3k too much", "costly")


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
    assert not first.pieces and first.label.startswith("Give ")  # a number on the card, with nothing to touch first


@rule("MI-R33")
def test_a_mix_is_one_tap() -> None:
    match = market(fish=[(0, 12, 11, 0)], faces="bbbbb")
    passed(match, "W")
    play(match, 0, "take")
    pay(match, 0, "1")
    play(match, 0, "serve Hanazono")
    for earlier in ("", "give R0"):  # and the rest of one that was begun
        if earlier:
            play(match, 0, earlier)
        made = match.scene(0).combined
        assert len(made) == 1
        for one in made:
            after = copy(match.state)
            before = int(after.stock[0].sum())
            for a, notation in zip([one.action, *one.then], one.notation.split(", "), strict=True):
                assert a in GAME.legal(after, 0) and GAME.words.notation(after, 0, a) == notation
                GAME.kernels.apply(after, 0, a)
            given = [int(n) for n, _ in (part.split() for part in one.label.removeprefix("Give ").split(", "))]
            assert before - int(after.stock[0].sum()) == sum(given) == 18
            steps_told = one.notation.removeprefix("give ").split(", give ")
            assert one.pieces == [f"track:0.{told[0]}" for told in steps_told if told[1:] != "0"]


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
