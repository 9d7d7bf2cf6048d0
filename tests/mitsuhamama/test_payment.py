"""Payments (MI-23 to MI-27, MI-37, MI-51, MI-R11, MI-R15 to MI-R17, MI-R21 to MI-R23, MI-R40)."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.mitsuhamama.support import (
    KINDS,
    START,
    all_payments,
    answers,
    asked,
    bids,
    bought,
    hand,
    irredundant,
    market,
    moves,
    out,
    owned,
    passed,
    pay,
    payments,
    play,
    seen,
    sold,
    stock,
    subsets,
)
from tests.rules import rule
from yokocho.bots import seats as bots
from yokocho.core.match import Illegal
from yokocho.games.mitsuhamama import GAME

hands = st.lists(st.sampled_from(range(8)), unique=True, max_size=5).map(
    lambda chosen: " ".join(START.split()[i] for i in sorted(chosen))
)
fishes = st.lists(st.sampled_from([0, 0, 1, 2, 3]), min_size=4, max_size=4).filter(
    lambda fish: sum(map(bool, fish)) < 4
)
lots = st.sampled_from(["R", "Y", "KW", "RW", "RYK", "RYKW"])


def means(cards, fish, lot):
    return sum(map(int, cards.split())) + sum(n for kind, n in zip(KINDS, fish) if kind not in lot)


# --- what is legal


@rule("MI-23", "MI-24", "MI-25", "MI-R17")
@settings(max_examples=60, deadline=None)
@given(hands, fishes, lots, st.integers(1, 30))
def test_the_payments_of_a_bidder_are_all_that_are_enough_each_in_one_order(cards, fish, lot, price):
    price = min(price, means(cards, fish, lot))
    if price == 0:
        return
    match = market(hands=[None, cards], fish=[(0, 0, 0, 0), fish], dice=(2, 2, 2, 2))
    sold(match, lot, 1, price)
    found = payments(match)
    assert set(found) == all_payments(cards, fish, lot, price)
    assert set(found.values()) == {1}


@rule("MI-R15", "MI-R16", "MI-24")
@settings(max_examples=25, deadline=None)
@given(hands, fishes, lots, st.integers(1, 20))
def test_the_payments_of_a_buying_auctioneer_likewise(cards, fish, lot, price):
    price = min(price, means(cards, fish, lot))
    if price == 0:
        return
    match = market(hands=[cards], fish=[fish], dice=(2, 2, 2, 2))
    bought(match, lot, 1, price)
    found = payments(match)
    assert set(found) == all_payments(cards, fish, lot, price)
    assert set(found.values()) == {1}


@rule("MI-28", "MI-R20", "MI-R21", "MI-R47")
@settings(max_examples=40, deadline=None)
@given(hands, fishes, lots, st.sampled_from([0, 1]), st.booleans())
def test_the_payments_after_all_passed_likewise(cards, fish, lot, least, with_fish):
    barred = lot if with_fish else KINDS
    match = market(
        hands=[cards], fish=[fish], dice=(2, 2, 2, 2), options={"allpass_min": least, "allpass_fish": with_fish}
    )
    passed(match, lot)
    assert ("take" in moves(match)) is (means(cards, fish, barred) >= least)
    if "take" in moves(match):
        play(match, 0, "take")
        found = payments(match)
        assert set(found) == all_payments(cards, fish, barred, least)
        assert set(found.values()) == {1}


@rule("MI-51", "MI-R40")
@settings(max_examples=40, deadline=None)
@given(hands, fishes)
def test_the_payments_of_a_free_hire_likewise(cards, fish):
    match = market(hands=[cards], fish=[fish])
    assert ("hire" in moves(match)) is (means(cards, fish, "") >= 10)
    if "hire" in moves(match):
        play(match, 0, "hire")
        found = payments(match)
        assert set(found) == all_payments(cards, fish, "", 10)
        assert set(found.values()) == {1}


@rule("MI-R11", "MI-R8", "MI-R40")
@settings(max_examples=120, deadline=None)
@given(hands, fishes, lots, st.integers(1, 30), st.sampled_from(["bidder", "payer", "buyer", "taker"]), st.booleans())
def test_a_hire_while_owing_leaves_the_means_to_pay(cards, fish, lot, price, who, with_fish):
    barred = lot
    if who == "taker":
        price = 1
        barred = lot if with_fish else KINDS
    if means(cards, fish, barred) < price:
        return
    seat = 1 if who in ("bidder", "payer") else 0
    match = market(
        hands=[None, cards] if seat else [cards],
        fish=[(0, 0, 0, 0), fish] if seat else [fish],
        dice=(2, 2, 2, 2),
        options={"allpass_fish": with_fish},
    )
    if who == "bidder":
        play(match, 0, f"lot {lot}")
        bids(match, f"1 bid {price}", "2 hold")
    elif who == "payer":
        sold(match, lot, 1, price)
    elif who == "buyer":
        bought(match, lot, 1, price)
    else:
        passed(match, lot)
        play(match, 0, "take")
    whole = means(cards, fish, barred)
    expected = {
        (paid, given)
        for paid, given in all_payments(cards, fish, "", 10)
        if whole - sum(paid) - sum(n for kind, n in zip(KINDS, given) if kind not in barred) >= price
    }
    assert asked(match)[1] == seat
    assert ("hire" in moves(match)) is bool(expected)
    if expected:
        play(match, seat, "hire")
        found = payments(match)
        assert set(found) == expected
        assert set(found.values()) == {1}


@rule("MI-R17")
def test_people_may_pay_too_much():
    match = market(fish=[(0, 0, 0, 0), (0, 3, 0, 0)])
    sold(match, "R", 1, 1)
    pay(match, 1, "10 10 5 5 4 3 2 1", "YYY")
    assert hand(match, 1) == ""
    assert hand(match, 0) == "10 10 10 10 5 5 5 5 4 4 3 3 2 2 1 1"
    assert stock(match, 0) == (0, 3, 0, 0)


@rule("MI-R17")
def test_a_bot_pays_with_nothing_that_can_be_left_out():
    chance = random.Random(4)
    bot = bots.bot("greedy", GAME, "pay")
    for _ in range(60):
        cards = " ".join(c for c in START.split() if chance.random() < 0.7)
        fish = [0, chance.choice([0, 3, 7]), chance.choice([0, 2, 5]), 0]
        price = chance.randrange(1, 25)
        if means(cards, fish, "R") < price:
            continue
        match = market(hands=[None, cards], fish=[(0, 0, 0, 0), fish])
        sold(match, "R", 1, price)
        while asked(match) == ("pay", 1):
            before = seen(match)["laid"][1]
            match.play(1, bot(match.view(1), 1), 0)
            if not match.moves[-1].notation.startswith(("pay", "fish", "paid")):
                break  # a hire first
        else:
            paid = tuple(int(card) for card in before["cards"].split()), tuple(before["fish"])
            assert irredundant({paid}, price) == {paid}, (cards, fish, price, paid)


# --- one by one


@rule("MI-23")
def test_cards_come_from_the_largest_down_then_fish_in_order():
    match = market(fish=[(0, 0, 0, 0), (0, 2, 2, 2)])
    sold(match, "R", 1, 7)
    play(match, 1, "pay 4")
    assert not {"pay 10", "pay 5", "pay 4"} & set(moves(match))
    play(match, 1, "fish K")
    assert not {"pay 3", "pay 2", "pay 1", "fish Y", "paid"} & set(moves(match))
    with pytest.raises(Illegal, match="largest down"):
        play(match, 1, "fish Y")


@rule("MI-23")
def test_no_item_is_offered_that_leads_nowhere():
    match = market(hands=[None, "10 5 4"])
    sold(match, "R", 1, 15)
    assert answers(match) == ["pay 10"]
    play(match, 1, "pay 10")
    assert answers(match) == ["pay 5"]  # after the 4 the 5 cannot come


@rule("MI-24")
def test_fish_of_the_lot_cannot_pay_for_it():
    match = market(fish=[(0, 0, 0, 0), (5, 5, 0, 0)], dice=(4, 3, 2, 1))
    sold(match, "RW", 1, 3)
    assert "fish Y" in moves(match)
    with pytest.raises(Illegal, match=r"There is red fish in the lot. \(MI-24\)"):
        play(match, 1, "fish R")


@rule("MI-24", "MI-13")
def test_fish_of_dice_left_out_can():
    match = market(fish=[(0, 0, 0, 0), (0, 0, 5, 0)], dice=(4, 3, 2, 1))
    sold(match, "R", 1, 2)
    pay(match, 1, "", "KK")
    assert stock(match, 0) == (0, 0, 2, 0)


@rule("MI-R15")
def test_the_auctioneer_is_bound_by_the_same_limit():
    match = market(hands=["5"], fish=[(9, 2, 0, 0)])
    bought(match, "R", 1, 6)
    assert answers(match) == ["pay 5"]  # two Y alone are too few, and R cannot pay
    play(match, 0, "pay 5")
    assert answers(match) == ["fish Y"]


@rule("MI-R16", "MI-26", "MI-R31")
def test_the_auctioneer_may_pay_in_fish():
    match = market(fish=[(0, 6, 0, 0), (0, 1, 0, 0)])
    bought(match, "R", 1, 5)
    pay(match, 0, "", "YYYYY")
    assert (stock(match, 0), stock(match, 1)) == ((4, 1, 0, 0), (0, 6, 0, 0))
    assert asked(match) == ("serve", 0)
    play(match, 0, "done")
    assert asked(match) == ("serve", 1)


@rule("MI-25")
def test_no_change():
    match = market(hands=["1 1 2 3", "10"])
    sold(match, "R", 1, 7)
    pay(match, 1, "10")
    assert (hand(match, 0), hand(match, 1)) == ("10 3 2 1 1", "")


@rule("MI-26", "MI-27", "MI-R24")
def test_payment_then_payee_then_buyer():
    match = market(fish=[(1, 1, 0, 1), (0, 2, 2, 2)], dice=(3, 1, 1, 1), cubes={"Takata": [1]}, hired=[1], auctioneer=0)
    sold(match, "R", 1, 4)
    pay(match, 1, "2", "KK")
    assert asked(match) == ("keep", 0)  # the payee stores first
    assert stock(match, 1) == (0, 2, 0, 2)  # the buyer has nothing of the lot yet
    assert "2" in hand(match, 0).split()
    play(match, 0, "keep RKW")
    assert stock(match, 0) == (1, 0, 2, 1)
    assert stock(match, 1) == (3, 2, 0, 2)
    assert asked(match) == ("serve", 1)


@rule("MI-37")
@pytest.mark.parametrize(("has", "after"), [((0, 12, 0, 0), (0, 12, 0, 0)), ((0, 10, 0, 0), (0, 12, 0, 0))])
def test_fish_the_payee_cannot_store_pay_in_full(has, after):
    match = market(hands=[None, ""], fish=[has, (0, 3, 0, 0)])
    sold(match, "R", 1, 3)
    pay(match, 1, "", "YYY")
    assert stock(match, 0) == after
    assert stock(match, 1) == (4, 0, 0, 0)


@rule("MI-37", "MI-R8")
def test_fish_the_payee_cannot_store_count_as_means():
    match = market(hands=[None, "1"], fish=[(0, 12, 0, 0), (0, 3, 0, 0)])
    play(match, 0, "lot R")
    assert "bid 4" in moves(match)


@rule("MI-R21", "MI-29")
def test_fish_may_pay_for_a_lot_that_all_passed_on_and_are_gone():
    match = market(hands=["10"], fish=[(0, 1, 0, 0)])
    passed(match, "R")
    play(match, 0, "take")
    pay(match, 0, "", "Y")
    assert stock(match, 0) == (4, 0, 0, 0)
    assert [stock(match, p) for p in (1, 2)] == [(0, 0, 0, 0)] * 2
    assert hand(match, 0) == "10"


@rule("MI-R22", "MI-29")
def test_nobody_is_paid_for_a_lot_that_all_passed_on():
    match = market()
    passed(match, "R")
    play(match, 0, "take")
    pay(match, 0, "5 1")
    assert (hand(match, 0), out(match)) == ("10 10 5 4 3 2", "5 1")
    assert hand(match, 1) == hand(match, 2) == START


@rule("MI-R23")
def test_fish_of_the_lot_pay_for_nothing_before_they_are_stored():
    # seat 1 has three cubes out: nine fish arrive, and none of them pays for the hire
    cubes = {"Takata": [1], "Kasugano": [1], "Ishimaru": [1]}
    match = market(hands=[None, "4 3 2 1"], cubes=cubes, dice=(6, 3, 1, 1))
    sold(match, "RY", 1, 1)
    pay(match, 1, "1")
    assert asked(match) == ("keep", 1)
    assert "hire" not in moves(match)
    play(match, 1, "recall Takata", "keep R")
    assert stock(match, 1) == (6, 0, 0, 0)
    play(match, 1, "hire")  # once stored they may
    pay(match, 1, "4", "R" * 6)
    assert (owned(match, 1), stock(match, 1)) == (4, (0, 0, 0, 0))


@rule("MI-R40", "MI-51")
def test_a_hire_may_be_paid_with_fish_of_the_lot():
    match = market(hands=[None, "2"], fish=[(0, 0, 0, 0), (8, 0, 0, 0)])
    play(match, 0, "lot R")
    play(match, 1, "hire")
    pay(match, 1, "2", "R" * 8)
    assert (owned(match, 1), stock(match, 1), hand(match, 1)) == (4, (0, 0, 0, 0), "")


@rule("MI-R40")
def test_the_refusal_of_a_fish_for_a_hire_does_not_blame_the_lot():
    match = market()
    play(match, 0, "lot R")
    play(match, 1, "hire")
    with pytest.raises(Illegal) as refused:
        play(match, 1, "fish R")
    assert "in the lot" not in str(refused.value)


@rule("MI-R39")
def test_hire_and_recall_do_not_interrupt_a_payment():
    match = market(cubes={"Takata": [1]})
    sold(match, "R", 1, 7)
    assert {"hire", "recall Takata"} <= set(moves(match))
    play(match, 1, "pay 5")
    assert not {"hire", "recall Takata"} & set(moves(match))
    match = market(cubes={"Takata": [0]})
    play(match, 0, "hire")
    assert not {"hire", "recall Takata"} & set(moves(match))


@rule("MI-23")
def test_the_brute_force_itself():
    assert subsets([5, 5, 1]) == {(), (1,), (5,), (5, 1), (5, 5), (5, 5, 1)}
    found = all_payments("5 1", (1, 1, 0, 0), "R", 2)
    assert found == {
        (cards, (0, y, 0, 0)) for cards, y in product([(5, 1), (5,), (1,), ()], [0, 1]) if sum(cards) + y >= 2
    }
