"""What is said of a choice before it is made, against what making it does; and payments in one tap."""

from __future__ import annotations

import random
import time

import pytest

from tests.mitsuhamama.support import market, passed, pay, play, sold, stock, to_decision
from tests.mitsuhamama.test_sensible import owing
from tests.mitsuhamama.test_sensible import payments as sensible_payments
from tests.rules import rule
from tests.support import choice, random_options, steps
from yokocho.core.match import Match
from yokocho.core.record import copy
from yokocho.core.scene import Choice
from yokocho.games.mitsuhamama import GAME
from yokocho.games.mitsuhamama import components as kit


def ready_made(match: Match, seat: int) -> list[Choice]:
    """Payments; a mix of fish is ready-made too."""
    scene = match.scene(seat)
    return scene.combined if scene.kind == "pay" else []


def told(match: Match, seat: int, notation: str) -> tuple[str, int, str]:
    one = choice(match, seat, notation)
    return one.tone, one.gain, one.cost


# --- bids


@rule("MI-23", "MI-25")
def test_a_bid_that_cannot_be_paid_exactly_says_what_it_costs() -> None:
    match = market(hands=["5", "10 5", "5"], fish=[(0, 0, 0, 0), (1, 0, 0, 0)])
    play(match, 0, "lot Y")
    assert told(match, 1, "bid 4") == ("costly", 0, "pays 5k")
    assert choice(match, 1, "bid 4").why == "You cannot pay 4k exactly: you would give 5k, 1k for nothing."
    assert told(match, 1, "bid 11") == ("", 0, "")
    assert choice(match, 1, "bid 11").why == "You could pay exactly with 10k and 1 fish."
    assert [told(match, 1, f"bid {n}")[2] for n in (13, 14, 15)] == ["pays 15k", "pays 15k", ""]


@rule("MI-25")
def test_what_a_bid_is_said_to_cost_is_the_least_that_pays_it() -> None:
    """Every bid of many hands is won, sold and paid with the cheapest payment there is."""
    chance = random.Random("bids")
    for _ in range(30):
        hand = [n for n in (1, 2, 3, 4, 5, 5, 10, 10) if chance.random() < 0.5] or [10]
        fish = [chance.randint(0, 3) if chance.random() < 0.5 else 0 for _ in range(3)] + [0]
        match = market(hands=["1", " ".join(map(str, hand)), "1"], fish=[(0, 0, 0, 0), fish])
        play(match, 0, "lot W")
        sums = {0}
        for card in hand:
            sums |= {n + card for n in sums}
        for one in match.scene(1).choices:
            if one.notation.startswith("bid "):
                price = int(one.notation.split()[1])
                least = min(max(n, price) for n in sums if n + sum(fish) >= price)
                assert (one.tone, one.cost) == (("costly", f"pays {least}k") if least > price else ("", ""))


@rule("MI-R9")
def test_a_bid_beyond_all_means_says_so() -> None:
    match = market(hands=["5", "10", "5"], options={"renege": "rulebook"})
    play(match, 0, "lot Y")
    assert told(match, 1, "bid 11") == ("costly", 0, "too much")


@rule("MI-R13", "MI-R6")
def test_the_highest_bidder_is_told_so() -> None:
    match = market()
    play(match, 0, "lot R")
    play(match, 1, "bid 3")
    play(match, 2, "hold")
    assert match.scene(1).question.startswith("Yours is the highest bid, 3k: let it stand, or raise it")
    assert told(match, 1, "stand")[0] == "good" and told(match, 1, "raise 5") == ("costly", 0, "2k more")


@rule("MI-17", "MI-30", "MI-20")
def test_what_cannot_be_taken_back_is_final() -> None:
    match = market(fish=[(0, 0, 0, 0), (3, 0, 0, 0)], faces="aaaaa")
    play(match, 0, "lot R")
    assert told(match, 1, "pass")[0] == "final"
    assert choice(match, 1, "pass").why.endswith("With the lot you could serve Kasugano (14k).")
    play(match, 1, "pass")
    play(match, 2, "pass")
    assert told(match, 0, "decline")[0] == "final"
    assert told(match, 0, "take") == ("", 0, "pays 1k")


@rule("MI-12", "MI-42")
def test_a_lot_says_whom_it_would_help() -> None:
    match = market(fish=[(0, 0, 0, 0), (3, 0, 0, 0)], faces="aaaaa")
    assert choice(match, 0, "lot R").why == "With it seat 1 could serve Kasugano (14k)."
    assert choice(match, 0, "lot Y").why == ""
    play(match, 0, "lot R")
    play(match, 1, "bid 5")
    play(match, 2, "pass")
    why = choice(match, 0, "sell").why
    assert why == "seat 1 would pay you 5k or a little more, and get 4 red. With it seat 1 could serve Kasugano (14k)."


@rule("MI-22", "MI-25")
def test_buying_says_what_would_be_given() -> None:
    match = market(hands=["10 5", "10 5 4 1", "5"])
    to_decision(match, "R", 1, 12)
    assert told(match, 0, "buy") == ("costly", 0, "pays 15k")
    assert choice(match, 0, "buy").why == "You cannot pay 12k exactly: you would give 10k 5k, 3k for nothing."


# --- payments


@rule("MI-23")
def test_one_tap_pays() -> None:
    match = market(hands=["10", "10 5 5 2 1", "5"])
    sold(match, "R", 1, 12)
    (first,) = ready_made(match, 1)  # 15k would be far too much
    assert (first.label, first.tone, first.cost) == ("Pay exactly: 10k 2k", "good", "")
    assert first.pieces == ["note:1.10#0", "note:1.2#0"]
    assert first.notation == "pay 10, pay 2, paid"
    for a in (first.action, *first.then):
        match.play(1, match.game.words.notation(match.state, 1, a), 0)
    assert GAME.scores(match.state)[1] == 23 - 12 + 4


@rule("MI-25", "MI-R17")
def test_without_an_exact_payment_the_least_too_much_is_offered() -> None:
    match = market(hands=["10", "10 5 4", "5"])
    sold(match, "R", 1, 12)
    (first, *_) = ready_made(match, 1)
    assert (first.label, first.tone, first.cost) == ("Pay 14k: 10k 4k", "costly", "pays 14k")


@rule("MI-24", "MI-37")
def test_fish_pay_too_and_which_restaurant_suffers_is_said() -> None:
    match = market(hands=["10", "10", "5"], fish=[(0, 0, 0, 0), (7, 0, 0, 0)], faces="aaaaa")
    sold(match, "Y", 1, 12)
    (first, *_) = ready_made(match, 1)
    assert first.label == "Pay exactly: 10k, 2 red fish" and first.pieces == ["note:1.10#0", "track:1.R"]
    assert first.why == "Then you no longer have all that Kasugano wants."


def walked(match: Match, seat: int, one: Choice) -> tuple[int, int]:
    """Plays a ready-made payment, each step of which must be legal: what the seat has less, and the price."""
    after = copy(match.state)
    price = next(int(row[2]) for row in after.agenda[::-1] if row[0] == 4 and row[1])
    before = GAME.scores(after)[seat]
    for a in (one.action, *one.then):
        assert a in GAME.legal(after, seat), one
        paid = a == GAME.words.parse(after, seat, "paid")
        if paid:
            laid = sum(int(n) * v for n, v in zip(after.laid[seat], kit.VALUES)) + int(after.laid_fish[seat].sum())
            before = laid
        GAME.kernels.apply(after, seat, a)
    return before, price


@rule("MI-23", "MI-25", "MI-R17", "MI-R11")
def test_every_ready_made_payment_can_be_made_and_costs_what_it_says() -> None:
    chance = random.Random("ready-made")
    looked = 0
    for seed in range(12):
        for match in steps(GAME, (2, 3, 4)[seed % 3], seed, random_options(GAME, chance) if seed % 2 else None):
            for p in match.pending():
                made = ready_made(match, p)
                assert len(made) <= 12
                costs = []
                for one in made:
                    laid, price = walked(match, p, one)
                    assert laid >= price and (one.tone == "costly") == (laid > price)
                    assert one.cost == (f"pays {laid}k" if laid > price else "")
                    costs.append(laid)
                    looked += 1
                assert costs == sorted(costs)
    assert looked > 300


@rule("MI-R17")
def test_ready_made_payments_are_those_of_the_short_list() -> None:
    chance = random.Random("short list")
    for _ in range(40):
        hand = [v for v in (1, 2, 3, 4, 5, 5, 10, 10) if chance.random() < 0.6]
        fish = [chance.randint(0, 4), 0, 0, 0]
        price = chance.randint(1, 20)
        if sum(hand) + sum(fish) < price:
            continue
        match = owing(price, " ".join(map(str, hand)), fish)
        short = sensible_payments(match.state, 0)
        made = {" ".join(word.split()[1] for word in one.notation.split(", ")[:-1]) for one in match.scene(0).combined}
        assert made <= short, (hand, fish, price)
        exact = {one for one in short if sum(int(w) if w.isdecimal() else 1 for w in one.split()) == price}
        assert len(made & exact) >= min(len(exact), 11)


@rule("MI-25")
def test_a_card_that_makes_it_too_much_says_so() -> None:
    match = market(hands=["10", "10 5 4 2 1", "5"])
    sold(match, "R", 1, 12)
    assert told(match, 1, "pay 10") == ("", 0, "")
    play(match, 1, "pay 10")
    assert told(match, 1, "pay 5") == ("costly", 0, "3k over")
    play(match, 1, "pay 2")
    assert told(match, 1, "paid") == ("good", 0, "")
    assert told(match, 1, "pay 1") == ("wasteful", 0, "1k")


# --- stores and restaurants


@rule("MI-38", "MI-R27", "MI-9")
def test_kinds_to_keep_say_what_is_won_and_lost() -> None:
    match = market(hands=["10", "10 5 4 1", "5"], fish=[(0, 0, 0, 0), (2, 1, 2, 0)], dice=(1, 1, 1, 5))
    sold(match, "W", 1, 4)
    pay(match, 1, "4")
    assert told(match, 1, "keep RKW") == ("costly", 4, "1 fish lost")
    assert choice(match, 1, "keep RKW").why == "Of yours 1 yellow would be thrown away."
    assert told(match, 1, "keep RYK") == ("", 0, "")
    assert choice(match, 1, "keep RYK").why == "5 white would not come in."
    before = GAME.scores(match.state)[1]
    play(match, 1, "keep RKW")
    assert GAME.scores(match.state)[1] == before + 4 and stock(match, 1) == (2, 0, 2, 5)


@rule("MI-43", "MI-46", "MI-52")
def test_serving_says_what_it_brings_and_whether_the_day_is_the_last() -> None:
    match = market(
        fish=[(7, 0, 0, 0)], faces="aaaaa", hands=["1"], cubes={"Takata": [1, 2], "Ishimaru": [1, 2]}, dice=(1, 1, 1, 1)
    )
    passed(match, "W")
    play(match, 0, "take")
    pay(match, 0, "1")
    assert told(match, 0, "done")[0] == "final"
    serve = choice(match, 0, "serve Kasugano")
    assert (serve.tone, serve.gain) == ("good", 7)
    assert serve.why.endswith("Yours would be the fifth employee out: the game ends with this day.")
    before = GAME.scores(match.state)[0]
    play(match, 0, "serve Kasugano")
    assert GAME.scores(match.state)[0] == before + 7


@rule("MI-44")
def test_giving_up_a_track_says_what_is_lost() -> None:
    match = market(fish=[(9, 0, 7, 3)], faces="bbbbb", hands=["1"], dice=(1, 1, 1, 1))
    passed(match, "W")
    play(match, 0, "take")
    pay(match, 0, "1")
    play(match, 0, "serve Takata")
    assert told(match, 0, "cube R") == ("costly", 0, "1 fish lost")
    assert told(match, 0, "cube W") == ("costly", 0, "4 fish lost")
    assert choice(match, 0, "cube R").why == "No other track loses fewer."


@rule("MI-47", "MI-48", "MI-R41")
def test_recalling_says_what_is_given_up() -> None:
    match = market(cubes={"Kasugano": [0, 1]}, faces="aaaaa")
    assert told(match, 0, "recall Kasugano") == ("costly", 0, "14k")
    assert choice(match, 0, "recall Kasugano").why == "You would give up 14k, and seat 1 would move up."


@rule("MI-50", "MI-51", "MI-R11")
def test_a_hire_says_what_it_costs() -> None:
    assert told(market(), 0, "hire") == ("costly", 0, "10k")
    short = market(hands=["5 4 4", "5"], players=3)
    assert told(short, 0, "hire") == ("costly", 0, "13k")


@rule("MI-51", "MI-R11")
def test_no_hire_costs_less_than_is_said() -> None:
    """In random matches: of all payments for a hire the cheapest is what was said."""
    looked = 0
    for seed in range(8):
        for match in steps(GAME, 2 + seed % 3, 40 + seed):
            for p in match.pending():
                hires = [one for one in match.scene(p).choices if one.notation == "hire"]
                if hires and looked < 60:
                    after = copy(match.state)
                    GAME.kernels.apply(after, p, hires[0].action)
                    assert GAME.words.asks(after) == "pay"
                    made = GAME.combined(GAME.view(after, p), p, str, {})
                    costs = [one.cost or "pays 10k" for one in made]
                    assert costs[0] == f"pays {hires[0].cost}"
                    looked += 1
    assert looked


# --- all of them


def test_remarks_are_quick_and_whole() -> None:
    """About seventy microseconds each when the rules run compiled, and far below a third of a millisecond."""
    spent = said = 0.0
    for match in steps(GAME, 4, 5):
        for p in match.pending():
            view = match.view(p)
            actions = GAME.legal(view, p)
            start = time.perf_counter()
            for a in actions:
                remark = GAME.remark(view, p, a, str)
                assert remark.tone in ("", "good", "costly", "wasteful", "final")
                assert len(remark.cost) <= 16 and "MI-" not in remark.why
                assert not remark.why or (remark.why.endswith(".") and remark.why[0].upper() == remark.why[0])
            spent += time.perf_counter() - start
            said += len(actions)
    assert spent / said < 0.0003 * 5  # on a busy machine


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_remark_says_nothing_that_its_seat_may_not_know(players: int) -> None:
    """MI-6 MI-R48: with everything hidden dealt anew, the same is said."""
    chance = random.Random("hidden")
    for match in steps(GAME, players, 9, {"payment_visibility": "parties"}):
        for p in match.pending():
            view = match.view(p)
            other = GAME.view(GAME.imagined(view, p, chance.randbytes(32)), p)
            for a in GAME.legal(view, p):
                assert GAME.remark(view, p, a, str) == GAME.remark(other, p, a, str)
            assert GAME.combined(view, p, str, {}) == GAME.combined(other, p, str, {})
