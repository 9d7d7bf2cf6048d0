"""Day, lot and auction (MI-10 to MI-20, MI-28 to MI-34, MI-R4 to MI-R14)."""

import pytest

from tests.mitsuhamama.support import (
    answers,
    asked,
    bids,
    bought,
    hammer,
    hand,
    market,
    moves,
    owned,
    passed,
    pay,
    play,
    prices,
    quiet_day,
    seen,
    sold,
    spaces,
    stock,
    to_decision,
)
from tests.rules import rule
from yokocho.core.match import Illegal
from yokocho.core.record import CLOCK

LIVE = {"auction": "live"}
FAST = {"auction": "raise_or_pass"}
BLUFF = {"renege": "rulebook"}


def opened(lot="R", **position):
    """The auction of a lot has just begun."""
    match = market(**position)
    play(match, match.actor(), f"lot {lot}")
    return match


def auction(match):
    return seen(match)["auction"]


# --- the day


@rule("MI-10")
def test_the_role_goes_to_the_left_neighbour_day_after_day():
    match = market(auctioneer=1)
    for day, auctioneer in enumerate([1, 2, 0, 1, 2], 1):
        assert (seen(match)["day"], asked(match)) == (day, ("lot", auctioneer))
        quiet_day(match)


@rule("MI-10", "MI-11")
def test_the_dice_are_rolled_anew_every_day():
    match = market(next_dice=(6, 5, 1, 2))
    quiet_day(match)
    assert seen(match)["dice"] == [6, 5, 1, 2]
    assert seen(match)["next_dice"] is None
    rolls = set()
    for _ in range(12):
        quiet_day(match)
        rolls.add(tuple(seen(match)["dice"]))
    assert len(rolls) > 8


@rule("MI-12", "MI-R4")
def test_a_lot_has_one_to_nine_fish():
    match = market(dice=(5, 4, 1, 6))
    lots = {"R", "Y", "K", "W", "RY", "RK", "YK", "KW"}
    assert set(answers(match)) == {f"lot {lot}" for lot in lots}
    for bad in ("lot -", "lot YW", "lot RYK"):
        with pytest.raises(Illegal, match="1 to 9 fish"):
            play(match, 0, bad)


@rule("MI-13", "MI-15")
def test_the_whole_lot_and_nothing_else_is_received():
    match = market(dice=(4, 3, 2, 1))
    sold(match, "RW", 2, 3)
    pay(match, 2, "3")
    assert stock(match, 2) == (4, 0, 0, 1)
    assert [stock(match, p) for p in (0, 1)] == [(0, 0, 0, 0)] * 2


# --- bids, in turns


@rule("MI-14")
def test_the_auctioneer_does_not_bid():
    match = opened(auctioneer=1)
    assert auction(match)["bidders"] == [0, 2]
    assert asked(match) == ("bid", 2)
    with pytest.raises(Illegal, match="not for seat 1"):
        play(match, 1, "bid 3")


@rule("MI-16", "MI-R5")
def test_bids_are_whole_and_rise():
    match = opened()
    assert prices(match, 1) == list(range(1, 41))
    for bad in ("bid 0", "bid -1", "bid 2.5", "bid"):
        with pytest.raises(Illegal):
            play(match, 1, bad)
    play(match, 1, "bid 7")
    assert prices(match, 2) == list(range(8, 41))
    with pytest.raises(Illegal, match="higher than 7k"):
        play(match, 2, "bid 7")


@rule("MI-16", "MI-R13")
def test_a_player_may_raise_their_own_bid():
    match = opened()
    bids(match, "1 bid 3", "2 hold")
    assert asked(match) == ("bid", 1)
    assert set(answers(match)) == {"stand", *(f"raise {x}" for x in range(4, 41))}
    play(match, 1, "raise 9")
    assert (auction(match)["high"], auction(match)["price"], auction(match)["quiet"]) == (1, 9, 0)
    assert prices(match, 2)[0] == 10


@rule("MI-17")
def test_a_pass_is_final():
    match = opened(players=4)
    bids(match, "1 pass", "2 bid 2", "3 bid 3")
    for _ in range(3):
        assert asked(match)[1] != 1
        play(match, match.actor(), f"bid {auction(match)['price'] + 1}")
    assert 1 not in auction(match)["bidders"]


@rule("MI-R6")
def test_the_highest_bidder_cannot_pass_or_hold():
    match = opened()
    bids(match, "1 bid 3", "2 hold")
    assert not {"pass", "hold"} & set(moves(match))
    with pytest.raises(Illegal, match=r"binds until it is topped. \(MI-R6\)"):
        play(match, 1, "pass")


@rule("MI-R6", "MI-17")
def test_a_topped_bidder_may_pass():
    match = opened()
    bids(match, "1 bid 3", "2 bid 4", "1 pass")
    assert asked(match) == ("decide", 0)


@rule("MI-R7")
def test_the_last_player_may_still_bid():
    match = opened()
    play(match, 1, "pass")
    assert asked(match) == ("bid", 2)
    assert {"bid 1", "pass"} <= set(answers(match))
    assert "hold" not in answers(match)
    play(match, 2, "bid 1")
    assert asked(match) == ("decide", 0)
    match = opened()
    bids(match, "1 pass", "2 pass")
    assert asked(match) == ("take", 0)


@rule("MI-18", "MI-20")
def test_all_but_one_passed():
    match = opened(players=4)
    bids(match, "1 bid 5", "2 pass", "3 pass")
    assert asked(match) == ("decide", 0)
    assert (auction(match)["high"], auction(match)["price"]) == (1, 5)
    assert set(answers(match)) == {"sell", "buy"}


@rule("MI-R12")
def test_a_player_without_means_is_still_asked():
    match = opened(hands=[None, ""])
    assert asked(match) == ("bid", 1)
    assert moves(match) == ["pass", "hold"]


@rule("MI-R13")
def test_the_turn_runs_clockwise_from_whoever_acted_last():
    match = opened(players=4, auctioneer=2)
    assert asked(match) == ("bid", 3)
    play(match, 3, "hold")
    assert asked(match) == ("bid", 0)
    play(match, 0, "pass")
    assert asked(match) == ("bid", 1)
    play(match, 1, "bid 2")
    assert asked(match) == ("bid", 3)


@rule("MI-R13")
def test_a_silent_circle_brings_on_last_call():
    match = opened(players=4)
    bids(match, "1 hold", "2 hold")
    assert auction(match)["last_call"] is False
    play(match, 3, "hold")
    assert auction(match)["last_call"] is True
    for p in (1, 2, 3):
        assert asked(match) == ("bid", p)
        assert "hold" not in answers(match)
        play(match, p, "pass")
    assert asked(match) == ("take", 0)


@rule("MI-R13")
def test_a_pass_shortens_the_circle():
    match = opened(players=4)
    bids(match, "1 hold", "2 hold", "3 pass")
    assert auction(match)["last_call"] is True
    assert asked(match) == ("bid", 1)
    assert "hold" not in answers(match)


@rule("MI-R13")
def test_a_bid_takes_last_call_off():
    match = opened()
    bids(match, "1 hold", "2 hold", "1 bid 2")
    assert (auction(match)["last_call"], auction(match)["quiet"]) == (False, 0)
    assert "hold" in answers(match)


@rule("MI-R13")
def test_last_call_skips_the_highest_bidder():
    match = opened()
    bids(match, "1 bid 2", "2 hold", "1 stand")
    assert asked(match) == ("bid", 2)
    assert auction(match)["last_call"] is True
    play(match, 2, "bid 3")
    assert asked(match) == ("bid", 1)
    bids(match, "1 hold", "2 stand")
    assert asked(match) == ("bid", 1)
    assert "hold" not in answers(match)


@rule("MI-R13")
def test_last_call_skips_the_highest_bidder_wherever_they_sit():
    bids_so_far = {"bidders": [1, 2, 3], "high": 2, "price": 4, "quiet": 3, "last_call": True, "last": 1}
    match = market(players=4, lot="R", auction=bids_so_far, asked=[{"step": "bidding"}, {"step": "finish"}])
    assert asked(match) == ("bid", 3)


@rule("MI-R13")
def test_a_stand_is_not_for_others():
    match = opened()
    play(match, 1, "bid 2")
    with pytest.raises(Illegal):
        play(match, 2, "stand")


# --- the fast protocol


@rule("MI-R13")
def test_raise_or_pass_has_no_waiting():
    match = opened(players=4, options=FAST)
    assert auction(match)["last_call"] is True
    assert set(answers(match)) == {"pass", *(f"bid {x}" for x in range(1, 41))}
    bids(match, "1 bid 2", "2 pass", "3 bid 3")
    assert asked(match) == ("bid", 1)
    play(match, 1, "bid 4")
    assert asked(match) == ("bid", 3)  # the highest bidder is never asked
    assert auction(match)["last_call"] is True
    play(match, 3, "pass")
    assert asked(match) == ("decide", 0)


@rule("MI-R13", "MI-R7")
def test_raise_or_pass_all_pass():
    match = opened(options=FAST)
    bids(match, "1 pass", "2 pass")
    assert asked(match) == ("take", 0)


# --- live


@rule("MI-14", "MI-R13")
def test_live_bids_come_in_any_order():
    match = opened(players=4, options=LIVE)
    assert set(match.pending()) == {1, 2, 3}
    bids(match, "3 bid 2", "1 bid 4", "1 raise 5", "3 bid 6", "3 raise 9")
    assert (auction(match)["high"], auction(match)["price"]) == (3, 9)
    with pytest.raises(Illegal, match="higher than 9k"):
        play(match, 2, "bid 9")
    assert set(match.pending()) == {1, 2}
    assert prices(match, 3)[0] == 10
    assert "hold" not in moves(match, 1) and "stand" not in moves(match, 3)


@rule("MI-R13", "MI-R6", "MI-17")
def test_live_passes_close_it_at_once():
    match = opened(players=4, options=LIVE)
    bids(match, "3 bid 2", "1 pass")
    assert moves(match, 1) == []
    with pytest.raises(Illegal, match="topped"):
        play(match, 3, "pass")
    play(match, 2, "pass")
    assert asked(match) == ("decide", 0)
    match = opened(players=4, options=LIVE)
    bids(match, "3 pass", "1 pass")
    assert match.pending() == [2]
    play(match, 2, "pass")
    assert asked(match) == ("take", 0)


@rule("MI-R13", "MI-R7")
def test_live_the_last_player_may_still_bid():
    match = opened(options=LIVE)
    play(match, 2, "pass")
    play(match, 1, "bid 1")
    assert asked(match) == ("decide", 0)


@rule("MI-R13", "MI-18")
def test_live_the_hammer_is_a_pass_of_all_but_the_highest():
    match = opened(players=4, options=LIVE)
    assert moves(match, CLOCK) == ["hammer"]
    bids(match, "2 bid 5")
    hammer(match)
    assert asked(match) == ("decide", 0)
    assert (auction(match)["high"], auction(match)["price"]) == (2, 5)
    match = opened(players=4, options=LIVE)
    hammer(match)
    assert asked(match) == ("take", 0)


@rule("MI-R13")
def test_there_is_no_hammer_but_in_a_live_auction():
    for match in (market(options=LIVE), opened(), opened(players=2, options=LIVE)):
        assert moves(match, CLOCK) == []
        with pytest.raises(Illegal):
            hammer(match)
    match = opened(options=LIVE)
    play(match, 1, "bid 3")
    hammer(match)
    with pytest.raises(Illegal):
        hammer(match)


@rule("MI-R13", "MI-R39", "MI-50", "MI-47")
def test_live_hire_and_recall_are_open_to_every_active_bidder():
    match = opened(players=4, options=LIVE, cubes={"Takata": [1, 2]})
    play(match, 2, "bid 5")
    for p in (1, 2, 3):
        assert "hire" in moves(match, p)
    assert "recall Takata" in moves(match, 2)
    play(match, 3, "pass")
    assert moves(match, 3) == []
    play(match, 2, "recall Takata", "hire")
    play(match, 1, "bid 6")  # meanwhile
    play(match, 2, "pay 10", "paid")
    assert owned(match, 2) == 4
    assert spaces(match, "Takata") == [1]
    assert prices(match, 2)[0] == 7


@rule("MI-R13")
def test_live_a_hire_under_way_is_finished_after_the_hammer():
    match = opened(options=LIVE)
    bids(match, "2 bid 5", "1 hire", "1 pay 5")
    hammer(match)
    assert match.pending() == [1]
    play(match, 1, "pay 5", "paid")
    assert owned(match, 1) == 4
    assert asked(match) == ("decide", 0)


@rule("MI-R13", "MI-R11")
def test_live_two_hires_at_once():
    match = opened(players=4, options=LIVE)
    bids(match, "1 hire", "3 hire", "1 pay 10", "2 bid 3", "3 pay 5", "1 paid", "1 bid 30")
    assert "bid 31" not in moves(match, 1)
    bids(match, "3 pay 5", "3 paid", "2 pass", "3 pass")
    assert [owned(match, p) for p in range(4)] == [3, 4, 3, 4]
    assert asked(match) == ("decide", 0)


@rule("MI-R13", "MI-R10", "MI-19")
def test_live_a_new_auction_after_a_renege():
    match = opened(players=4, hands=[None, "1"], options=LIVE | BLUFF)
    bids(match, "2 pass", "1 bid 50")
    hammer(match)
    play(match, 0, "sell")
    assert set(match.pending()) == {2, 3}
    assert moves(match, CLOCK) == ["hammer"]
    play(match, 2, "bid 1")
    hammer(match)
    assert asked(match) == ("decide", 0)


# --- reneging


@rule("MI-R9")
def test_under_forbid_a_bid_is_at_most_the_means():
    match = opened(hands=[None, "5 2"], fish=[(0, 0, 0, 0), (3, 0, 2, 0)])
    assert prices(match, 1) == list(range(1, 10))
    with pytest.raises(Illegal, match=r"9k at most. \(MI-R9\)"):
        play(match, 1, "bid 10")


@rule("MI-R9")
def test_under_rulebook_bids_go_to_99_or_to_the_means():
    match = opened(hands=[None, "1"], options=BLUFF)
    assert prices(match, 1) == list(range(1, 100))
    hands = ["", "10 10 10 10 10 10 10 10 5 5 5 5 5", "", ""]
    match = opened(players=4, hands=hands, fish=[(0, 0, 0, 0), (0, 12, 0, 0)], options=BLUFF)
    assert prices(match, 1)[-1] == 80 + 25 + 12


@rule("MI-19", "MI-R10")
def test_the_auction_starts_again_with_those_who_had_passed():
    match = opened(players=4, hands=[None, None, "1"], options=BLUFF)
    bids(match, "1 pass", "2 bid 5", "3 pass", "0 sell")
    assert asked(match) == ("bid", 1)
    now = auction(match)
    assert (now["bidders"], now["barred"], now["high"], now["price"]) == ([1, 3], [2], None, 0)
    assert seen(match)["lot"] == "R"
    assert prices(match, 1)[0] == 1
    assert hand(match, 2) == "1"


@rule("MI-R10", "MI-28")
def test_when_all_renege_everyone_has_passed():
    match = opened(hands=[None, "1", "1"], options=BLUFF)
    bids(match, "1 bid 5", "2 pass", "0 sell", "2 bid 7", "0 sell")
    assert asked(match) == ("take", 0)


@rule("MI-19", "MI-R10")
def test_the_bar_is_lifted_the_next_day():
    match = opened(hands=[None, None, "1"], options=BLUFF)
    bids(match, "1 pass", "2 bid 5", "0 sell", "1 pass", "0 decline")
    assert asked(match) == ("lot", 1)
    play(match, 1, answers(match)[0])
    assert auction(match)["bidders"] == [0, 2]


@rule("MI-R9", "MI-21")
def test_a_bid_that_can_be_paid_is_no_renege():
    match = opened(hands=[None, "5 1"], options=BLUFF)
    bids(match, "1 bid 6", "2 pass", "0 sell")
    assert asked(match) == ("pay", 1)


@rule("MI-R8", "MI-33", "MI-24")
def test_fish_of_the_lot_are_no_means_in_the_test():
    match = opened("RY", hands=[None, "5"], fish=[(0, 0, 0, 0), (9, 9, 2, 0)], options=BLUFF)
    bids(match, "1 bid 8", "2 pass", "0 sell")
    assert asked(match) == ("bid", 2)
    match = opened("RY", hands=[None, "5"], fish=[(0, 0, 0, 0), (9, 9, 2, 0)], options=BLUFF)
    bids(match, "1 bid 7", "2 pass", "0 sell")
    assert asked(match) == ("pay", 1)


# --- the auctioneer decides


@rule("MI-20", "MI-21")
def test_the_auctioneer_sells():
    match = market()
    sold(match, "R", 1, 6)
    assert asked(match) == ("pay", 1)
    pay(match, 1, "5 1")
    assert hand(match, 0) == "10 10 5 5 5 4 3 2 1 1"
    assert stock(match, 1) == (4, 0, 0, 0)


@rule("MI-22", "MI-20")
def test_the_auctioneer_buys():
    match = market()
    bought(match, "R", 1, 6)
    assert asked(match) == ("pay", 0)
    pay(match, 0, "5 1")
    assert hand(match, 1) == "10 10 5 5 5 4 3 2 1 1"
    assert stock(match, 0) == (4, 0, 0, 0)


@rule("MI-R14")
def test_an_auctioneer_without_means_is_asked_but_must_sell():
    match = market(hands=["5"], fish=[(3, 0, 0, 0)])
    to_decision(match, "R", 1, 6)
    assert asked(match) == ("decide", 0)
    assert answers(match) == ["sell"]
    with pytest.raises(Illegal, match=r"cannot pay 6k. \(MI-R14\)"):
        play(match, 0, "buy")
    match = market(hands=["5"], fish=[(3, 0, 1, 0)])
    to_decision(match, "R", 1, 6)
    assert answers(match) == ["sell", "buy"]


# --- everyone passes


@rule("MI-28", "MI-R47", "MI-R21")
def test_take_is_offered_only_to_who_can_pay():
    match = market(hands=[""], fish=[(5, 0, 0, 0)])
    passed(match, "R")
    assert answers(match) == ["decline"]
    match = market(hands=[""], fish=[(5, 1, 0, 0)])
    passed(match, "R")
    assert set(answers(match)) == {"take", "decline"}


@rule("MI-28")
def test_any_price_may_be_paid():
    match = market()
    passed(match, "R")
    play(match, 0, "take")
    pay(match, 0, "10 10 5 5 4 3 2 1")
    assert hand(match, 0) == ""


# --- two players


@rule("MI-31", "MI-R13")
@pytest.mark.parametrize("protocol", ["turns_hold", "raise_or_pass", "live"])
def test_two_players_make_one_bid_whatever_the_protocol(protocol):
    match = opened(players=2, options={"auction": protocol})
    assert asked(match) == ("bid", 1)
    assert set(answers(match)) == {"pass", *(f"bid {x}" for x in range(1, 51))}
    play(match, 1, "bid 4")
    assert asked(match) == ("decide", 0)
    match = opened(players=2, options={"auction": protocol})
    play(match, 1, "pass")
    assert asked(match) == ("take", 0)


@rule("MI-32", "MI-34", "MI-24", "MI-25", "MI-27", "MI-40")
def test_the_rest_is_as_with_more_players():
    match = opened("RY", players=2, dice=(2, 2, 1, 1), fish=[(0, 0, 0, 0), (4, 0, 3, 0)])
    bids(match, "1 bid 4", "0 sell")
    assert "fish R" not in moves(match)
    pay(match, 1, "3", "KK")
    assert stock(match, 0) == (0, 0, 2, 0)
    assert stock(match, 1) == (6, 2, 1, 0)
    assert asked(match) == ("serve", 1)
    play(match, 1, "done")
    assert asked(match) == ("serve", 0)


@rule("MI-33", "MI-R9")
def test_two_players_a_bluff_may_be_bought():
    match = opened(players=2, hands=[None, "4"], options=BLUFF)
    bids(match, "1 bid 6", "0 buy")
    pay(match, 0, "5 1")
    assert hand(match, 1) == "5 4 1"


# --- hire while owing


@rule("MI-R11")
def test_the_highest_bidder_must_stay_able_to_pay():
    match = opened(hands=[None, "10 5 4"])
    bids(match, "1 bid 10", "2 hold")
    assert "hire" not in moves(match)  # 19 - 10 < 10
    match = opened(hands=[None, "10 5 4"])
    bids(match, "1 bid 9", "2 hold")
    play(match, 1, "hire")
    assert moves(match) == ["pay 10"]  # 5 + 4 is not enough, 10 + 5 leaves 4
    play(match, 1, "pay 10")
    assert moves(match) == ["paid"]


@rule("MI-R11")
def test_a_topped_bidder_is_free_again():
    match = opened(hands=[None, "10 5 4"])
    bids(match, "1 bid 12", "2 bid 13")
    assert "hire" in moves(match)
    play(match, 1, "hire", "pay 10", "pay 5", "paid")
    assert prices(match, 1) == []


@rule("MI-R11", "MI-R9")
def test_under_rulebook_a_bidder_may_hire_the_means_away():
    match = opened(hands=[None, "10 5 4"], options=BLUFF)
    bids(match, "1 bid 12", "2 hold", "1 hire", "1 pay 10", "1 paid", "1 stand", "2 pass", "0 sell")
    assert asked(match) == ("bid", 2)
    assert auction(match)["barred"] == [1]


@rule("MI-R11", "MI-R8")
def test_fish_of_the_lot_may_pay_for_a_hire_that_leaves_the_means():
    match = opened("R", hands=[None, "5"], fish=[(0, 0, 0, 0), (10, 0, 0, 0)])
    bids(match, "1 bid 5", "2 hold")
    assert "hire" in moves(match)
    play(match, 1, "hire")
    assert moves(match) == ["fish R"]
    pay(match, 1, "", "R" * 10)
    assert (owned(match, 1), hand(match, 1)) == (4, "5")


@rule("MI-R11")
def test_the_payer_is_bound_until_the_payment_is_made():
    match = market(hands=[None, "10 5 4"])
    sold(match, "R", 1, 10)
    assert "hire" not in moves(match)
    match = market(hands=[None, "10 5 4"])
    sold(match, "R", 1, 9)
    assert "hire" in moves(match)
    play(match, 1, "hire", "pay 10", "paid")
    assert asked(match) == ("pay", 1)
    pay(match, 1, "5 4")
    assert hand(match, 1) == ""


@rule("MI-R11", "MI-R47")
def test_a_taker_must_keep_what_may_pay_for_the_lot():
    for fish, allowed in ((True, True), (False, False)):
        match = market(hands=["10"], fish=[(0, 1, 0, 0)], options={"allpass_fish": fish})
        passed(match, "R")
        play(match, 0, "take")
        assert ("hire" in moves(match)) is allowed
    match = market(hands=["10"], fish=[(0, 1, 0, 0)], options={"allpass_min": 0, "allpass_fish": False})
    passed(match, "R")
    play(match, 0, "take")
    assert "hire" in moves(match)


@rule("MI-R11", "MI-R14")
def test_before_the_decision_the_auctioneer_owes_nothing():
    match = market(hands=["10 5"])
    to_decision(match, "R", 1, 6)
    play(match, 0, "hire", "pay 10", "paid")
    assert answers(match) == ["sell"]
