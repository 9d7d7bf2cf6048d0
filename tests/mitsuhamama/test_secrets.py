"""Who knows what of a payment (MI-6, MI-R18, MI-R19, MI-R48)."""

import json
from collections import Counter

import pytest

from tests.mitsuhamama.support import (
    START,
    asked,
    hand,
    market,
    passed,
    pay,
    play,
    quiet_day,
    seen,
    sold,
    to_decision,
    told,
)
from tests.rules import rule
from yokocho.core.match import Illegal, Match
from yokocho.games.mitsuhamama import GAME
from yokocho.games.mitsuhamama.state import SELL

PARTIES = {"payment_visibility": "parties"}


def scene(match, p):
    return json.dumps(match.scene(p).to_json())


def zone(match, p, name):
    return {zone.id: zone for zone in match.scene(p).zones}.get(name)


def closed_payment(**position):
    """Seat 1 has just paid seat 0 five thousand; seat 2 looked on."""
    match = market(**{"options": PARTIES} | position)
    sold(match, "R", 1, 5)
    pay(match, 1, "5")
    return match


@rule("MI-R18")
def test_payments_are_open_to_all():
    match = market()
    sold(match, "R", 1, 6)
    play(match, 1, "pay 5")
    for p in (-1, 0, 1, 2):
        assert [piece.face for piece in zone(match, p, "laid:1").pieces] == ["5"]
        assert match.log(p)[-1] == "seat 1 lays down a card of 5k"


@rule("MI-R18", "MI-6")
def test_and_yet_nobody_is_shown_a_tally_of_hands():
    match = market()
    sold(match, "R", 1, 5)
    pay(match, 1, "5")
    for p in (-1, 0, 2):
        assert (zone(match, p, "hand:1").count, zone(match, p, "hand:1").pieces) == (7, [])


@rule("MI-R48")
def test_during_a_closed_payment():
    match = market(options=PARTIES, fish=[(0, 0, 0, 0), (0, 2, 0, 0)])
    sold(match, "R", 1, 15)
    play(match, 1, "pay 10", "pay 3", "fish Y")
    for p in (0, 1):  # payee and payer
        assert [piece.face for piece in zone(match, p, "laid:1").pieces] == ["10", "3", "Y"]
        assert told(match, p)["laid"][1] == {"cards": "10 3", "fish": [0, 1, 0, 0]}
        assert match.log(p)[-3:-1] == ["seat 1 lays down a card of 10k", "seat 1 lays down a card of 3k"]
    for p in (-1, 2):
        laid = zone(match, p, "laid:1")
        assert (laid.count, [piece.face for piece in laid.pieces]) == (2, ["Y"])
        assert "?" in told(match, p)["laid"][1]["cards"]
        assert told(match, p)["laid"][1]["fish"] == [0, 1, 0, 0]
        assert match.log(p)[-3:-1] == ["seat 1 lays down a card"] * 2
        assert zone(match, p, "hand:1").count == 6


@rule("MI-R48")
def test_the_number_of_cards_laid_is_public_in_positions_too():
    match = market(options=PARTIES)
    sold(match, "R", 1, 15)
    play(match, 1, "pay 10", "pay 3")
    assert told(match, 2)["laid"][1]["cards"].split() == ["?", "?"]
    assert len(told(match, 2)["seats"][1]["hand"].split()) == 6


@rule("MI-R48")
def test_after_a_closed_payment():
    match = closed_payment()
    for p in (-1, 2):
        seats = told(match, p)["seats"]
        assert [len(seat["hand"].split()) for seat in seats] == [9, 7, 8]
        assert set(seats[0]["hand"] + seats[1]["hand"]) == {"?", " "}
        assert told(match, p)["closed"] == ["0 1"]
    for p in (0, 1):
        assert [seat["hand"] for seat in told(match, p)["seats"]] == [hand(match, q) for q in range(3)]
    assert told(match, 2)["seats"][2]["hand"] == START
    assert told(match, -1)["seats"][2]["hand"] == START  # nothing of seat 2's money ever moved unseen


@rule("MI-R48")
def test_a_payment_in_fish_alone_hides_nothing():
    match = market(options=PARTIES, fish=[(0, 0, 0, 0), (0, 2, 0, 0)])
    sold(match, "R", 1, 2)
    pay(match, 1, "", "YY")
    assert seen(match)["closed"] == []
    assert told(match, 2)["seats"][1]["hand"] == START


@rule("MI-R48", "MI-29", "MI-51")
def test_cards_that_leave_the_game_are_public():
    match = market(options=PARTIES)
    play(match, 0, "hire", "pay 5")
    assert match.log(2)[-1] == "seat 0 lays down a card of 5k"
    assert [piece.face for piece in zone(match, 2, "laid:0").pieces] == ["5"]
    play(match, 0, "pay 5", "paid")
    assert told(match, 2)["out"] == "5 5"
    assert told(match, 2)["seats"][0]["hand"] == "10 10 4 3 2 1"
    passed(match, "R")
    play(match, 0, "take", "pay 3")
    assert match.log(1)[-1] == "seat 0 lays down a card of 3k"
    play(match, 0, "paid")
    assert told(match, 1)["out"] == "5 5 3"
    assert seen(match)["closed"] == []


@rule("MI-R48")
def test_both_directions_are_closed():
    match = market(options=PARTIES)
    play(match, 0, "lot R")
    play(match, 1, "bid 5")
    play(match, 2, "pass")
    play(match, 0, "buy", "pay 5")
    assert match.log(2)[-1] == "seat 0 lays down a card"
    assert match.log(1)[-1] == "seat 0 lays down a card of 5k"


def pile(text):
    return Counter(text.split())


@rule("MI-R48")
def test_what_is_imagined_is_the_cards_of_the_group_dealt_anew():
    match = closed_payment()
    truth = pile(hand(match, 0)) + pile(hand(match, 1))
    found = set()
    for i in range(60):
        dreamt = GAME.write(GAME.imagined(match.view(2), 2, bytes([i] * 32)))["seats"]
        assert pile(dreamt[0]["hand"]) + pile(dreamt[1]["hand"]) == truth
        assert [len(seat["hand"].split()) for seat in dreamt] == [9, 7, 8]
        assert dreamt[2]["hand"] == START
        found.add(dreamt[0]["hand"])
    assert len(found) > 20
    for p in (0, 1):
        dreamt = GAME.write(GAME.imagined(match.view(p), p, bytes(range(32))))["seats"]
        assert [seat["hand"] for seat in dreamt] == [hand(match, q) for q in range(3)]


@rule("MI-R48")
@pytest.mark.parametrize(
    ("players", "middle"),
    [(n, p) for n in (3, 4) for p in range(n)],
)
def test_who_was_party_to_all_closed_payments_knows_all_hands(players, middle):
    """One seat traded with all others, they never with each other: it can work everything out."""
    pairs = [f"{min(middle, q)} {max(middle, q)}" for q in range(players) if q != middle]
    match = market(players=players, options=PARTIES, closed=pairs)
    assert [seat["hand"] for seat in told(match, middle)["seats"]] == [START] * players


@rule("MI-R48")
def test_a_chain_of_closed_payments_is_one_group_to_whoever_stood_beside():
    match = market(players=4, options=PARTIES, closed=["0 1", "1 2"])
    assert [seat["hand"][0] for seat in told(match, 3)["seats"]] == ["?", "?", "?", "1"]
    # seat 0 saw what passed between 0 and 1, not what passed between 1 and 2
    assert [seat["hand"][0] for seat in told(match, 0)["seats"]] == ["1", "?", "?", "1"]


@rule("MI-R48")
def test_two_groups_are_dealt_apart():
    """0 and 1 traded, and 2 and 3: a spectator knows what each pair holds together."""
    match = market(players=4, options=PARTIES, hands=["10 10", "5 5", "4 3", "2 1"], closed=["0 1", "2 3"])
    for i in range(20):
        dreamt = GAME.write(GAME.imagined(match.view(-1), -1, bytes([i] * 32)))["seats"]
        assert pile(dreamt[0]["hand"]) + pile(dreamt[1]["hand"]) == pile("10 10 5 5")


def dreams(match, p, n=20):
    """What a seat imagines: states of the same view, in which everybody who is asked has an answer."""
    for i in range(n):
        dreamt = GAME.imagined(match.view(p), p, bytes([i] * 32))
        assert GAME.write(GAME.view(dreamt, p)) == told(match, p)
        assert all(GAME.legal(dreamt, q) for q in match.pending())
        yield dreamt


def hands_dreamt(match, p, q, n=20):
    return {GAME.write(dreamt)["seats"][q]["hand"] for dreamt in dreams(match, p, n)}


def worth(cards):
    return sum(map(int, cards.split()))


@rule("MI-R48", "MI-R9", "MI-23")
@pytest.mark.parametrize(("move", "payer"), [("sell", 1), ("buy", 0)])
def test_who_is_asked_to_pay_is_imagined_with_the_price(move, payer):
    hands = ["5 4 3 2", "5 4 3 2"]
    hands[payer] = "10 10 5 4"
    match = market(hands=hands, options=PARTIES, closed=["0 1"])
    to_decision(match, "R", 1 if move == "sell" else 2, 22)
    play(match, 0, move)
    found = hands_dreamt(match, 2, payer)
    assert len(found) > 5
    assert all(worth(cards) >= 22 for cards in found)


@rule("MI-R48", "MI-R9", "MI-23")
@pytest.mark.parametrize("p", [-1, 2])
def test_also_where_only_one_hand_in_thousands_could_pay(p):
    match = market(hands=["5 5 4 4 3 3 2 2", "10 10 10 10", "1 1 1"], options=PARTIES, closed=["0 1"])
    sold(match, "R", 1, 40)
    assert hands_dreamt(match, p, 1) == {"10 10 10 10"}


@rule("MI-R48", "MI-23", "MI-24")
def test_fish_of_other_kinds_count_towards_the_price():
    match = market(hands=["3 1", "2 1"], fish=[(0, 0, 0, 0), (9, 4, 0, 0)], options=PARTIES, closed=["0 1"])
    sold(match, "R", 1, 7)
    assert hands_dreamt(match, -1, 1) == {"2 1", "3 1", "3 2"}
    sold_for_more = market(hands=["3 1", "3 1"], fish=[(0, 0, 0, 0), (9, 4, 0, 0)], options=PARTIES, closed=["0 1"])
    sold(sold_for_more, "R", 1, 8)
    assert hands_dreamt(sold_for_more, -1, 1) == {"3 1", "3 3"}


@rule("MI-R48", "MI-23")
@pytest.mark.parametrize("first", ["10", "5"])
def test_cards_laid_unseen_are_imagined_so_that_the_payment_can_go_on(first):
    """Cards come from the largest down: after a 5, only what is left below it counts."""
    match = market(hands=["4 3 3 2 2 1", "10 5 5"], options=PARTIES, closed=["0 1"])
    sold(match, "R", 1, 10)
    play(match, 1, f"pay {first}")
    for p in (-1, 2):
        laid = {GAME.write(dreamt)["laid"][1]["cards"] for dreamt in dreams(match, p)}
        assert len(laid) > 1
    for dreamt in dreams(match, 0):  # who is paid sees them, and knows both hands
        assert GAME.write(dreamt)["seats"] == seen(match)["seats"]


@rule("MI-R48", "MI-R9", "MI-R13")
@pytest.mark.parametrize("auction", ["turns_hold", "live"])
def test_the_highest_bidder_is_imagined_with_what_was_bid(auction):
    match = market(hands=["4 3 2 1", "10 10 5"], options=PARTIES | {"auction": auction}, closed=["0 1"])
    play(match, 0, "lot R")
    play(match, 1, "bid 20")
    assert all(worth(cards) >= 20 for cards in hands_dreamt(match, 2, 1))
    play(match, 2, "bid 21")  # an earlier bid binds nobody
    assert any(worth(cards) < 20 for cards in hands_dreamt(match, 2, 1))


@rule("MI-R48", "MI-R9")
def test_a_bid_that_may_be_too_high_says_nothing_of_the_hand():
    options = PARTIES | {"renege": "rulebook"}
    match = market(hands=["4 3 2 1", "10 10 5"], options=options, closed=["0 1"])
    play(match, 0, "lot R")
    play(match, 1, "bid 20")
    play(match, 2, "pass")
    assert any(worth(cards) < 20 for cards in hands_dreamt(match, 2, 1))
    play(match, 0, "sell")  # the test is made now
    assert all(worth(cards) >= 20 for cards in hands_dreamt(match, 2, 1))


@rule("MI-R48", "MI-R11")
def test_who_hires_is_imagined_with_the_hire_and_the_price():
    """After a 5, it takes a card of at most 5 more, or two smaller ones, and 5 must be left."""
    match = market(hands=["10 10 10", "5 5 5"], options=PARTIES, closed=["0 1"])
    play(match, 0, "lot R")
    play(match, 1, "bid 5")
    play(match, 2, "hold")
    play(match, 1, "hire", "pay 5")
    assert hands_dreamt(match, 2, 1) == {"5 5", "10 5"}


@rule("MI-R48", "MI-R11", "MI-51")
def test_a_hire_is_public_also_before_a_payment_that_is_not():
    match = market(options=PARTIES)
    sold(match, "R", 1, 5)
    play(match, 1, "hire", "pay 10")
    for p in (-1, 0, 2):
        assert [piece.face for piece in zone(match, p, "laid:1").pieces] == ["10"]
    play(match, 1, "paid", "pay 5")
    assert [piece.face for piece in zone(match, 0, "laid:1").pieces] == ["5"]
    assert zone(match, 2, "laid:1").pieces == []


@rule("MI-R9", "MI-R48")
def test_selling_shows_nothing_where_no_bid_can_be_too_high():
    """The auctioneer does not know the hand of the highest bidder, but that it can pay; so it may think again."""
    match = market(hands=[None, "10 10 5", "4 3 2 1"], options=PARTIES, closed=["1 2"])
    play(match, 0, "lot R")
    play(match, 1, "bid 25")
    play(match, 2, "pass")
    before = list(dreams(match, 0))
    play(match, 0, "sell")
    for dreamt in before:
        GAME.kernels.apply(dreamt, 0, SELL)
        assert GAME.write(GAME.view(dreamt, 0)) == told(match, 0)
    match.undo(0)
    assert asked(match) == ("decide", 0)


@rule("MI-R48", "MI-R18")
def test_hands_are_opened_at_the_end():
    match = closed_payment(options=PARTIES | {"max_days": 1})
    play(match, 1, "done")
    assert match.over
    for p in (-1, 2):
        assert [seat["hand"] for seat in told(match, p)["seats"]] == [hand(match, q) for q in range(3)]
        assert zone(match, p, "hand:0").pieces


@rule("MI-R48", "MI-R41", "MI-R44")
def test_the_move_that_opens_the_hands_cannot_be_taken_back():
    guarded = closed_payment(options=PARTIES | {"max_days": 1})
    play(guarded, 1, "done")
    cubes = {"Takata": [0, 1], "Kasugano": [0, 1], "Ishimaru": [0]}
    limit = market(options=PARTIES | {"end_recall": False}, cubes=cubes, closed=["1 2"])
    quiet_day(limit)
    recalls = market(options=PARTIES, cubes=cubes, closed=["1 2"])
    quiet_day(recalls)
    play(recalls, 0, "done")
    play(recalls, 1, "done")
    for match in (guarded, limit, recalls):
        assert match.over
        with pytest.raises(Illegal, match="came to light"):
            match.undo()


@rule("MI-R9", "MI-R19")
def test_the_limit_of_a_bid_is_shown_only_to_the_bidder():
    match = market(hands=[None, "10 4"], options=PARTIES, closed=["1 2"])
    play(match, 0, "lot R")
    poorer = market(hands=[None, "10 3"], options=PARTIES, closed=["1 2"])
    play(poorer, 0, "lot R")
    assert "you could pay 14k" in match.scene(1).question and "you could pay 13k" in poorer.scene(1).question
    for p in (-1, 0):
        assert scene(match, p) == scene(poorer, p)
        assert match.scene(p).choices == []


@rule("MI-R9", "MI-R48")
def test_a_renege_that_came_to_light_cannot_be_taken_back():
    """Seat 0 does not know the hand of seat 1; having seen that it cannot pay, it must not go back and buy."""
    match = market(hands=[None, "1"], options=PARTIES | {"renege": "rulebook"}, closed=["1 2"])
    play(match, 0, "lot R")
    play(match, 1, "bid 20")
    play(match, 2, "pass")
    play(match, 0, "sell")
    assert match.log(0)[-1].startswith("seat 1 cannot pay")
    with pytest.raises(Illegal):
        match.undo(0)


@rule("MI-11")
def test_a_roll_cannot_be_taken_back():
    match = market()
    quiet_day(match)
    with pytest.raises(Illegal, match="came to light"):
        match.undo()


@rule("MI-R48")
def test_secrets_survive_a_round_trip():
    match = closed_payment()
    again = Match.from_position(GAME, seen(match))
    for p in range(-1, 3):
        assert told(again, p) == told(match, p)
