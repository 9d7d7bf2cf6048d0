"""Positions: what is refused, what is left out, and that writing and reading are inverse (docs/positions.md)."""

import json
import random
import re
from pathlib import Path

import pytest

from tests.mitsuhamama.support import NAMES, START, asked, hand, market, moves, play, seen, stock
from tests.mitsuhamama.test_oracle import preferred
from tests.rules import rule
from tests.support import random_options
from yokocho.core.game import BadInput
from yokocho.core.match import Match
from yokocho.core.record import data
from yokocho.games.mitsuhamama import GAME

DOCS = Path(__file__).parents[2] / "docs" / "positions.md"
BIDDING = [{"question": "bid", "seat": 1}, {"step": "bidding"}, {"step": "finish"}]
ONES = [1, 1, 1, 1]


def read(**position):
    return Match.from_position(GAME, {"players": 3} | position)


def seat(**parts):
    return {"seats": [{}, parts]}


def paying(**parts):
    row = {"question": "pay", **({} if "seats" in parts else {"seat": 1}), **parts}
    return {"asked": [row, {"question": "lot", "seat": 0}, {"step": "finish"}]}


def at(name, **parts):
    return {"restaurants": {name: parts}}


# --- what is refused


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"color": "red"}, "color: unknown; known are format, game, players"),
        ({"format": "yokocho-position/9"}, "format: yokocho-position/1"),
        (paying(a=10, b=-1), r"asked\[0\]: pay cannot have a = 10, b = -1"),
        (paying(a=-1, b=9), r"asked\[0\]: pay cannot have a = -1"),
        (paying(a=10, b=3), r"asked\[0\]: pay cannot have a = 10, b = 3"),
        (paying(a=10, b=4), r"asked\[0\]: pay cannot have a = 10, b = 4"),
        (paying(a=10, b=19), r"asked\[0\]: pay cannot have a = 10, b = 19"),
        (
            {"asked": [{"question": "pay", "seat": p, "a": 5} for p in (1, 2)] + [{"step": "finish"}]},
            "asked: only hires are paid for before another payment",
        ),
        (paying(a=10, b=9, aside=True), r"asked\[0\].aside: only during a live auction"),
        (paying(a=10, b=9, alone=True), r"asked\[0\].alone: pay is never alone"),
        ({"asked": [{"question": "lot", "seat": 0}, {"step": "finish", "alone": True}]}, r"asked\[1\].alone: finish"),
        (paying(seats=[0, 1], a=10, b=9), r"asked\[0\]: pay is asked of one seat"),
        (
            {"asked": [{"question": "keep", "seat": 0, "b": 1}, {"step": "finish"}]},
            r"asked\[0\]: keep cannot have a = 0, b = 1",
        ),
        (
            {"asked": [{"question": "lot", "seat": 0}, {"step": "finish", "a": -1}]},
            r"asked\[1\]: finish cannot have a = -1",
        ),
        ({"players": 1}, "players: a number from 2 to 4, not 1"),
        ({"players": 5}, "players: a number from 2 to 4, not 5"),
        ({"options": {"speed": 1}}, "mitsuhamama has no option 'speed'"),
        ({"options": {"renege": "never"}}, "option renege: forbid, rulebook, not 'never'"),
        ({"day": 0}, "day: a number from 1"),
        ({"auctioneer": 3}, "auctioneer: a number from 0 to 2, not 3"),
        ({"restaurants": {"Sushi": {}}}, "restaurants.Sushi: unknown"),
        (at("Takata", face="c"), "restaurants.Takata.face: a or b, not 'c'"),
        (at("Takata", roof="red"), "restaurants.Takata.roof: unknown"),
        (at("Takata", cubes=[0, 0]), r"restaurants.Takata.cubes: .* one of each seat \(MI-45\)"),
        (at("Takata", cubes=[3]), "restaurants.Takata.cubes: seats from 0 to 2, not 3"),
        ({"restaurants": {name: {"cubes": [0]} for name in NAMES[:4]}}, "restaurants: seat 0 has more"),
        ({"dice": [7, 1, 1, 1]}, "dice: four numbers from 0 to 6"),
        ({"dice": [1, 1, 1]}, "dice: four numbers"),
        ({"next_dice": [1, 1, 1, 9]}, "next_dice: four numbers"),
        ({"lot": "RX"}, "lot: 'RX' is not a set of kinds"),
        ({"lot": "RR"}, "lot: 'RR' is not a set of kinds"),
        ({"auction": {"hammer": 1}}, "auction.hammer: unknown"),
        ({"auction": {"bidders": [3]}}, "auction.bidders: seats from 0 to 2, not 3"),
        ({"auction": {"high": 7}}, "auction.high: a seat from 0 to 2 or null, not 7"),
        ({"auction": {"price": 500}}, "auction.price: "),
        ({"auction": {"quiet": 9}}, "auction.quiet: "),
        ({"auction": {"last_call": 1}}, "auction.last_call: true or false"),
        ({"seats": [{}] * 4}, "seats: a list of at most 3"),
        ({"seats": [{}, 7]}, r"seats\[1\]: an object is needed"),
        (seat(hat=1), r"seats\[1\].hat: unknown"),
        (seat(hand="7"), r"seats\[1\].hand: '7' is not a money card"),
        (seat(hand="? ?"), r"seats\[1\].hand: '\?' is not a money card"),
        (seat(hand="4 4 4"), "seats: 5 cards of 4k, there are 3 with 3 players"),
        (seat(fish=[13, 0, 0, 0]), r"seats\[1\].fish: four numbers from 0 to 12"),
        (seat(fish=[1, 1, 1, 1]), r"seats\[1\].fish: more kinds than free employees \(MI-35\)"),
        (seat(cubes=5), r"seats\[1\].cubes: 3 or 4, not 5"),
        ({"laid": [{"coins": "1"}]}, r"laid\[0\].coins: unknown"),
        ({"laid": [{"cards": "10"}]}, "seats: 7 cards of 10k, there are 6"),
        ({"out": "10"}, "seats: 7 cards of 10k, there are 6"),
        ({"out": "six"}, "out: 'six' is not a money card"),
        ({"arriving": [0, 0, 0]}, "arriving: four numbers"),
        ({"may_sell": [4]}, "may_sell: seats from 0 to 2, not 4"),
        ({"serving": "Sushi"}, "serving: one of Takata"),
        ({"given": [0, 0, 0, 13]}, "given: four numbers from 0 to 12"),
        ({"closed": ["0"]}, "closed: a pair of seats such as '0 1', not '0'"),
        ({"closed": ["0 3"]}, "closed: a pair of seats"),
        ({"finished": "yes"}, "finished: one of None, limit, guard, not 'yes'"),
        ({"asked": [{"question": "sing", "seat": 0}]}, r"asked\[0\]: question is one of lot, bid"),
        ({"asked": [{"question": "lot"}]}, r"asked\[0\]: a question asks a seat"),
        ({"asked": [{"question": "lot", "seat": 3}]}, r"asked\[0\]: a question asks a seat from 0 to 2"),
        ({"asked": [{"step": "finish", "seat": 1}]}, r"asked\[0\]: a question asks a seat"),
        ({"dice": ONES, "asked": [{"question": "cube", "seat": 0}]}, "asked: cube is not an order that occurs"),
        (
            {"dice": ONES, "asked": [{"question": "pay", "seat": 0, "a": 99, "b": 9}, {"step": "finish"}]},
            r"asked\[0\]: seat 0 could not pay",
        ),
        ({"generator": "12"}, "generator: 64 hexadecimal digits"),
    ],
)
def test_what_is_impossible_is_refused_and_named(position, said):
    with pytest.raises(BadInput, match=f"^{said}"):
        read(**position)


def in_auction(**auction):
    return {"dice": ONES, "lot": "R", "auction": {"bidders": [1, 2]} | auction, "asked": BIDDING}


@pytest.mark.parametrize(
    "position",
    [
        {
            "dice": ONES,
            "asked": [{"step": "store", "a": 3}, {"step": "finish"}],
        },  # no such seat; 99 is beyond the state
        {"dice": ONES, "asked": [{"step": "selling", "a": 3}, {"step": "finish"}]},
        {"dice": ONES, "asked": [{"question": "keep", "seat": 0, "a": 7}, {"step": "finish"}]},
        {"dice": ONES, "lot": "R", "asked": [{"question": "pay", "seat": 0, "a": 5, "b": 99}, {"step": "finish"}]},
        {"dice": ONES, "asked": [{"question": "pair", "seat": 0}, {"question": "serve", "seat": 0}]},  # serving nobody
        {"dice": [4, 0, 0, 0], "asked": [{"question": "lot", "seat": 0}, {"step": "finish"}]},  # a die without pips
        {"dice": [4, 0, 0, 0]},  # half rolled
        {"dice": ONES, "asked": [{"question": "lot", "seat": 2}, {"step": "finish"}]},  # not the auctioneer
        {"dice": [6, 6, 6, 6], "lot": "RYKW", "auction": {"bidders": [1, 2]}, "asked": BIDDING},  # MI-12
        {"dice": ONES, "lot": "", "auction": {"bidders": [1, 2]}, "asked": BIDDING},  # MI-R4
        in_auction(bidders=[0, 1]),  # MI-14
        in_auction(bidders=[2]),  # seat 1 is asked, but out
        in_auction(high=0, price=3),  # the auctioneer
        in_auction(price=9),  # whose?
        in_auction(high=2),  # a bid of nothing, MI-R5
        in_auction(high=2, price=99),  # MI-R9
        in_auction(barred=[1]),  # MI-19: out
        {"dice": ONES, "laid": [{"fish": [1, 0, 0, 0]}]},  # nobody pays
        {"closed": ["0 0"]},
        {"asked": []},  # over, and not finished
    ],
)
def test_what_is_impossible_too(position):
    with pytest.raises(BadInput):
        read(**position)


def test_a_question_about_a_fifth_kind_is_refused_not_a_crash():
    with pytest.raises(BadInput):
        moves(read(dice=ONES, asked=[{"question": "mix", "seat": 0, "a": 4}, {"step": "finish"}]))


def test_a_position_of_another_game_is_refused():
    with pytest.raises(BadInput, match="game"):
        read(game="umami")


# --- what is left out


@rule("MI-4", "MI-5")
def test_what_is_left_out_is_as_at_the_start():
    position = seen(read())
    assert position["seats"] == [{"hand": START, "fish": [0, 0, 0, 0], "cubes": 3}] * 3
    assert {card["face"] for card in position["restaurants"].values()} == {"b"}
    assert {card["face"] for card in seen(read(players=2))["restaurants"].values()} == {"a"}
    assert (position["day"], position["auctioneer"], position["out"]) == (1, 0, "")
    assert all(1 <= n <= 6 for n in position["dice"])
    assert asked(read(auctioneer=2)) == ("lot", 2)


def test_the_seed_decides_what_is_left_out():
    rolls = {tuple(seen(read(seed=str(i)))["dice"]) for i in range(20)}
    assert len(rolls) > 15
    assert seen(read(seed="a")) == seen(read(seed="a"))


def test_money_named_nowhere_has_left_the_game():
    match = market(hands=["10", "5 5", "4"])
    assert seen(match)["out"] == "10 10 10 10 10 5 5 5 5 4 4 3 3 3 2 2 2 1 1 1"


def test_an_auction_left_out_has_just_begun():
    match = read(dice=ONES, lot="R", asked=BIDDING)
    assert seen(match)["auction"]["bidders"] == [1, 2]
    play(match, 1, "pass")
    assert asked(match) == ("bid", 2)


def test_pinned_dice_are_today_s_and_tomorrow_s():
    match = market(dice=(2, 2, 2, 2), next_dice=(3, 3, 3, 3))
    assert (seen(match)["dice"], seen(match)["next_dice"]) == ([2, 2, 2, 2], [3, 3, 3, 3])


def test_the_example_of_the_docs_can_be_read():
    section = DOCS.read_text(encoding="utf-8").split("## Mitsuhamama")[1]
    text = re.search(r"```json\n(.*?)```", section, re.S)[1]
    position = json.loads(text)
    del position["generator"]
    match = Match.from_position(GAME, position)
    assert asked(match) == ("bid", 2)
    again = seen(match)
    for key, value in position.items():
        if key not in ("options", "out"):
            assert again[key] == value, key
    assert hand(match, 1) == START


# --- there and back


@pytest.mark.parametrize("protocol", ["turns_hold", "raise_or_pass", "live"])
def test_writing_and_reading_are_inverse(protocol):
    questions = set()
    for seed in range(6):
        chance = random.Random(f"{protocol} {seed}")
        options = random_options(GAME, chance) | {"auction": protocol, "max_days": 14}
        match = Match(GAME, 2 + seed % 3, options, f"positions {seed}")
        while True:
            position = seen(match)
            text = json.loads(json.dumps(position))
            again = Match.from_position(GAME, text)
            assert seen(again) == position
            assert data(GAME.settle(match.state)) == data(GAME.settle(again.state))
            if match.over:
                assert again.over
                break
            assert match.pending() == again.pending()
            questions.add(GAME.words.asks(match.state))
            p = match.actor()
            assert match.notations(p) == again.notations(p)
            if protocol == "live" and chance.random() < 0.1 and moves(match, 127):
                p = 127
            match.play(p, preferred(moves(match, p), chance), when=0)
    assert {"lot", "bid", "decide", "take", "pay", "keep", "serve"} <= questions


def test_a_live_hire_survives_a_round_trip():
    match = market(players=4, options={"auction": "live"})
    play(match, 0, "lot R")
    play(match, 2, "bid 5", "hire", "pay 5")
    play(match, 3, "hire", "pay 4")
    again = Match.from_position(GAME, seen(match))
    assert seen(again) == seen(match)
    for p in range(4):
        assert moves(again, p) == moves(match, p)
    play(again, 2, "pay 5", "paid")
    play(again, 1, "bid 6")
    assert stock(again, 1) == (0, 0, 0, 0)


# --- what once was accepted, and led to what cannot be


LOT_OF_ONE = {"dice": [1, 1, 1, 1], "lot": "R"}
BIDS = {"bidders": [1, 2], "high": 1, "price": 3}


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"options": {"first": "3"}}, "option first: a seat from 0 to 2, not 3"),
        (LOT_OF_ONE | {"asked": [{"question": "decide", "seat": 0}, {"step": "finish"}]}, "somebody has won"),
        (
            LOT_OF_ONE | {"auction": BIDS, "asked": [{"question": "bid", "seat": 2}, {"step": "finish"}]},
            "bidding goes on after a bid",
        ),
        (
            LOT_OF_ONE
            | {
                "auction": BIDS,
                "asked": [{"question": "bid", "seats": [1, 2]}, {"step": "bidding"}, {"step": "finish"}],
            },
            "bids are made in turn",
        ),
        (
            LOT_OF_ONE
            | {
                "auction": BIDS,
                "options": {"auction": "live"},
                "asked": [{"question": "bid", "seat": 2}, {"step": "finish"}],
            },
            "all bidders are asked",
        ),
        (
            {"asked": [{"question": "lot", "seat": 0}, {"question": "serve", "seat": 1}, {"step": "finish"}]},
            "not an order that occurs",
        ),
        ({"auction": BIDS, "asked": [{"question": "lot", "seat": 0}, {"step": "finish"}]}, "nobody bids now"),
        (
            {"may_sell": [1], "dice": [1, 1, 1, 1], "asked": [{"question": "lot", "seat": 0}, {"step": "finish"}]},
            "nobody has stored fish today",
        ),
        ({"dice": None}, "dice: they are rolled before"),
        (
            LOT_OF_ONE
            | {
                "asked": [
                    {"question": "pay", "seat": 1, "a": 99, "b": 0},
                    {"step": "store", "a": 1, "b": 1},
                    {"step": "selling", "a": 1},
                    {"step": "finish"},
                ],
            },
            "seat 1 could not pay 99",
        ),
        (
            LOT_OF_ONE
            | {
                "auction": BIDS | {"high": 1, "price": 1, "quiet": 1, "last_call": True},
                "asked": [
                    {"question": "pay", "seat": 1, "a": 10, "b": 14},
                    {"question": "bid", "seat": 1},
                    {"step": "bidding"},
                    {"step": "finish"},
                ],
            },
            "the highest bidder is not asked",
        ),
        ({"serving": "Takata"}, "serving: a restaurant is being served exactly while"),
        ({"given": [1, 0, 0, 0], "seats": [{"fish": [3, 0, 0, 0]}]}, "given: fish that the seller has"),
    ],
)
def test_a_table_that_no_day_comes_to_is_refused(position, said):
    with pytest.raises(BadInput, match=said):
        read(**{"asked": [{"question": "lot", "seat": 0}, {"step": "finish"}], "dice": [1, 1, 1, 1]} | position)


def hire(seat, **more):
    return {"question": "pay", "seat": seat, "a": 10, "b": 14} | more


@pytest.mark.parametrize(
    ("asked", "cubes", "said"),
    [
        ([hire(0), hire(0), {"question": "serve", "seat": 0}], 3, "hires one employee, once"),
        ([hire(0), {"question": "serve", "seat": 0}], 4, "hires one employee, once"),
        ([hire(1), {"question": "serve", "seat": 0}], 3, "hires before a decision of its own"),
        ([hire(0)], 3, "hires before a decision of its own"),
        ([hire(0), {"question": "recall", "seat": 0}], 3, "nobody hires before recall"),
    ],
)
def test_a_hire_is_one_that_could_have_begun(asked, cubes, said):
    with pytest.raises(BadInput, match=said):
        read(seats=[{"cubes": cubes}], asked=[*asked, {"step": "finish"}])


def test_a_full_restaurant_is_not_being_served():
    """The cube would have gone to a space that the card does not have."""
    full = {"face": "a", "cubes": [1]}
    position = {
        "restaurants": {"Hanazono": full},
        "serving": "Hanazono",
        "may_sell": [0, 1],
        "seats": [{"fish": [8, 8, 0, 0]}, {"fish": [8, 8, 0, 0]}],
        "asked": [{"question": "pair", "seat": 1}, {"question": "serve", "seat": 1}, {"step": "finish"}],
    }
    with pytest.raises(BadInput, match="seat 1 cannot serve Hanazono"):
        read(**position)
    for row in position["asked"][:2]:
        row["seat"] = 0
    assert read(**position).pending() == [0]


def test_fish_without_employees_wait_only_while_their_owner_sells():
    position = {"may_sell": [0], "seats": [{"fish": [2, 2, 2, 2]}], "dice": [1, 1, 1, 1]}
    selling = [{"question": "serve", "seat": 0}, {"step": "finish"}]
    assert read(**position, asked=selling).pending() == [0]
    with pytest.raises(BadInput, match="more kinds than free employees"):
        read(**position, asked=[{"question": "serve", "seat": 1}, {"step": "finish"}])
