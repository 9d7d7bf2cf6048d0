"""Who knows what of a payment (MI-6, MI-R18, MI-R19, MI-R48)."""

import json
from collections import Counter

import pytest

from tests.mitsuhamama.support import START, hand, market, passed, pay, play, quiet_day, seen, sold, told
from tests.rules import rule
from yokocho.core.match import Illegal, Match
from yokocho.games.mitsuhamama import GAME

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
    assert "you could pay 14k" in match.scene(1).question
    for p in (-1, 0):
        assert "14" not in scene(match, p)
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
