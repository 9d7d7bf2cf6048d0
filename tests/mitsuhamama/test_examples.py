"""The worked examples of the rules, one by one. A, B, C and D of the rules are seats 0 to 3 here."""

import pytest

from tests.mitsuhamama.support import (
    START,
    all_payments,
    answers,
    asked,
    bids,
    bought,
    hand,
    idle,
    irredundant,
    market,
    money,
    moves,
    out,
    owned,
    passed,
    pay,
    payments,
    play,
    prices,
    quiet_day,
    scores,
    seen,
    sold,
    spaces,
    stock,
    to_decision,
)
from tests.rules import rule
from yokocho.core.match import Illegal
from yokocho.games.mitsuhamama.components import LADDER

NAMES = ("Takata", "Kasugano", "Hanazono", "Ishimaru", "Yamazakura")


def price(name: str, face: str, space: int) -> int:
    return int(LADDER[NAMES.index(name), "ab".index(face), space - 1])


@rule("MI-12", "MI-18", "MI-20", "MI-22", "MI-25", "MI-26", "MI-35", "MI-40", "MI-R16")
def test_e1_the_auctioneer_buys_and_gets_no_change():
    match = market(players=4, hands=["10 10 5 5 2"], dice=(4, 3, 2, 1))
    assert "lot RYKW" not in moves(match)
    play(match, 0, "lot RYW")
    bids(match, "1 bid 11", "2 pass", "3 pass")
    assert asked(match) == ("decide", 0)
    play(match, 0, "buy")
    found = set(payments(match))
    assert found == all_payments("10 10 5 5 2", (0, 0, 0, 0), "RYW", 11)
    cards = {"".join(f"{card} " for card in cards).strip() for cards, _ in irredundant(found, 11)}
    assert cards == {"10 2", "5 5 2", "10 5", "10 10"}
    pay(match, 0, "10 2")
    assert hand(match, 0) == "10 5 5"
    assert hand(match, 1) == "10 10 10 5 5 4 3 2 2 1"
    assert (stock(match, 0), idle(match, 0)) == ((4, 3, 0, 1), 0)
    assert seen(match)["may_sell"] == [0]
    assert asked(match) == ("serve", 0)
    play(match, 0, "done")
    assert asked(match) == ("lot", 1)  # Benjamin gained no fish


def chloe_and_daniel(chloe=(5, 0, 0, 6)):
    """E2: Daniel is seat 3 and the auctioneer, Chloe seat 2 with two free cubes."""
    match = market(
        players=4,
        auctioneer=3,
        dice=(1, 1, 4, 1),
        fish=[(0, 0, 0, 0), (0, 0, 0, 0), chloe, (11, 0, 0, 0)],
        cubes={"Ishimaru": [2]},
    )
    sold(match, "K", 2, 3)
    pay(match, 2, "", "RRR")
    return match


@rule("MI-21", "MI-24", "MI-36", "MI-37", "MI-38", "MI-41", "MI-R24", "MI-R27")
def test_e2_fish_pay_in_full_and_a_cube_is_moved():
    match = chloe_and_daniel()
    assert stock(match, 3) == (12, 0, 0, 0)
    assert stock(match, 2) == (2, 0, 0, 6)
    assert asked(match) == ("keep", 2)
    assert set(answers(match)) == {"keep RK", "keep RW", "keep KW"}
    play(match, 2, "keep KW")
    assert stock(match, 2) == (0, 0, 4, 6)
    assert asked(match) == ("serve", 2)
    play(match, 2, "done")
    assert asked(match) == ("serve", 3)


@rule("MI-38", "MI-R30")
def test_e2_other_choices():
    match = chloe_and_daniel()
    play(match, 2, "keep RK")
    assert stock(match, 2) == (2, 0, 4, 0)
    assert asked(match) == ("serve", 2)
    match = chloe_and_daniel()
    play(match, 2, "keep RW")
    assert stock(match, 2) == (2, 0, 0, 6)
    assert asked(match) == ("serve", 3)  # declined: no right to sell


@rule("MI-39", "MI-R24")
def test_e2_a_payment_that_empties_a_track_releases_its_cube():
    match = chloe_and_daniel((3, 0, 0, 6))
    assert stock(match, 2) == (0, 0, 4, 6)
    assert asked(match) == ("serve", 2)


@rule("MI-12", "MI-R4")
@pytest.mark.parametrize(
    ("dice", "lots"), [((6, 6, 6, 6), 4), ((5, 5, 5, 5), 4), ((6, 3, 3, 3), 11), ((4, 3, 2, 1), 14), ((1, 1, 1, 1), 15)]
)
def test_e3_lots(dice, lots):
    assert len(answers(market(dice=dice))) == lots


@rule("MI-23", "MI-24", "MI-R5", "MI-R8", "MI-R9")
@pytest.mark.parametrize(
    ("cards", "fish", "dice", "lot", "means"),
    [
        ("4 3 2 1", (5, 2, 0, 0), (3, 1, 1, 2), "RW", 12),
        ("4 3 2 1", (5, 2, 0, 0), (3, 4, 1, 2), "Y", 15),
        ("", (6, 2, 1, 0), (3, 1, 1, 2), "RW", 3),
    ],
)
def test_e4_means(cards, fish, dice, lot, means):
    match = market(hands=[None, cards], fish=[(0, 0, 0, 0), fish], dice=dice)
    play(match, 0, f"lot {lot}")
    assert prices(match, 1) == list(range(1, means + 1))
    with pytest.raises(Illegal):
        play(match, 1, f"bid {means + 1}")
    play(match, 1, f"bid {means}")


@rule("MI-23", "MI-25", "MI-R17")
def test_e5_payments_of_seven():
    match = market(hands=[None, "10 5 5"])
    sold(match, "R", 1, 7)
    found = set(payments(match))
    assert {cards for cards, _ in found} == {(5, 5), (10,), (10, 5), (10, 5, 5)}
    assert {cards for cards, _ in irredundant(found, 7)} == {(5, 5), (10,)}


@rule("MI-23", "MI-R17")
def test_e5_the_canonical_payments_of_eleven_are_all_offered():
    match = market(hands=[None, START], fish=[(0, 0, 0, 0), (0, 3, 0, 0)])
    sold(match, "R", 1, 11)
    found = set(payments(match))
    canonical = {((10, 1), 0), ((5, 4, 2), 0), ((10, 2), 0), ((5, 4, 3), 0), ((10,), 1), ((5, 4), 2), ((5, 3), 3)}
    assert canonical <= {(cards, fish[1]) for cards, fish in irredundant(found, 11)}


def everyone_passed(cards, **options):
    match = market(hands=[cards, START, START], dice=(1, 5, 1, 1), options=options)
    passed(match, "Y")
    return match


@rule("MI-28", "MI-29", "MI-R20", "MI-R22", "MI-R47")
def test_e6_the_auctioneer_takes_the_lot_for_a_card():
    match = everyone_passed("10 2")
    before = money(match)
    assert set(answers(match)) == {"take", "decline"}
    play(match, 0, "take")
    pay(match, 0, "2")
    assert money(match) == before - 2
    assert "2" in out(match).split()
    assert stock(match, 0) == (0, 5, 0, 0)
    assert asked(match) == ("serve", 0)


@rule("MI-5", "MI-29")
def test_e6_money_in_play_falls_from_120_to_118():
    match = market(dice=(1, 5, 1, 1))
    passed(match, "Y")
    assert money(match) == 120
    play(match, 0, "take")
    pay(match, 0, "2")
    assert (money(match), out(match)) == (118, "2")


@rule("MI-R20", "MI-25")
def test_e6_with_a_ten_only_it_is_ten_or_nothing():
    match = everyone_passed("10")
    play(match, 0, "take")
    assert answers(match) == ["pay 10"]
    play(match, 0, "pay 10")
    assert answers(match) == ["paid"]


@rule("MI-R20", "MI-R47")
def test_e6_for_nothing():
    match = everyone_passed("10", allpass_min=0)
    play(match, 0, "take", "paid")
    assert (hand(match, 0), stock(match, 0)) == ("10", (0, 5, 0, 0))


@rule("MI-30", "MI-13")
def test_e6_declined():
    match = everyone_passed("10 2")
    play(match, 0, "decline")
    assert [stock(match, p) for p in range(3)] == [(0, 0, 0, 0)] * 3
    assert hand(match, 0) == "10 2"
    assert asked(match) == ("lot", 1)


@rule("MI-31", "MI-32", "MI-R9", "MI-R14")
def test_e7_two_players_bid_once():
    match = market(players=2, hands=["5", None])
    play(match, 0, "lot R")
    play(match, 1, "bid 6")
    assert asked(match) == ("decide", 0)
    assert answers(match) == ["sell"]
    match = market(players=2, hands=["5 4", None])
    to_decision(match, "R", 1, 6)
    assert set(answers(match)) == {"sell", "buy"}
    play(match, 0, "buy")
    pay(match, 0, "5 4")
    assert hand(match, 1).split().count("5") == 5


@rule("MI-33", "MI-R10")
def test_e7_a_bid_that_cannot_be_paid_is_a_pass():
    match = market(players=2, hands=[None, "4"], options={"renege": "rulebook"})
    to_decision(match, "R", 1, 6)
    play(match, 0, "sell")
    assert asked(match) == ("take", 0)
    assert set(answers(match)) == {"take", "decline"}


def seller(fish, **more):
    """Seat 0 is about to sell: it took one more fish of a kind it holds, for a 1k card."""
    kind = next(k for k in range(4) if 0 < fish[k] < 13)
    before = [n - (k == kind) for k, n in enumerate(fish)]
    match = market(**{"fish": [before], "dice": [1, 1, 1, 1]} | more)
    passed(match, "RYKW"[kind])
    play(match, 0, "take")
    pay(match, 0, "1")
    assert asked(match) == ("serve", 0)
    assert stock(match, 0) == tuple(fish)
    return match


@rule("MI-39", "MI-42", "MI-43", "MI-R35")
def test_e8_a_released_cube_goes_to_the_restaurant():
    match = seller((9, 0, 6, 4), faces="bbbbb")
    play(match, 0, "serve Takata")
    assert stock(match, 0) == (1, 0, 0, 4)
    assert spaces(match, "Takata") == [0]
    assert price("Takata", "b", 1) == 25
    assert asked(match) == ("serve", 0)


@rule("MI-43", "MI-44", "MI-R35")
@pytest.mark.parametrize(("track", "left"), [("R", (0, 0, 1, 4)), ("K", (1, 0, 0, 4)), ("W", (1, 0, 1, 0))])
def test_e8_without_an_idle_cube_a_track_is_given_up(track, left):
    match = seller((9, 0, 7, 4), faces="bbbbb")
    play(match, 0, "serve Takata")
    assert asked(match) == ("cube", 0)
    assert answers(match) == ["cube R", "cube K", "cube W"]
    play(match, 0, f"cube {track}")
    assert stock(match, 0) == left
    assert spaces(match, "Takata") == [0]
    assert "done" in answers(match)


@rule("MI-47", "MI-48", "MI-49", "MI-R36", "MI-R42")
def test_e9_recall_and_return():
    cubes = {"Kasugano": [0, 1, 2]}
    match = market(faces="aaaaa", cubes=cubes, fish=[(6, 0, 0, 0)], dice=(1, 1, 1, 1))
    before = scores(match)
    play(match, 0, "recall Kasugano")
    assert spaces(match, "Kasugano") == [1, 2]
    assert idle(match, 0) == 2
    gains = [price("Kasugano", "a", 1), price("Kasugano", "a", 2), price("Kasugano", "a", 3)]
    assert gains == [14, 12, 10]
    assert scores(match) == [before[0] - gains[0], before[1] + gains[0] - gains[1], before[2] + gains[1] - gains[2]]
    passed(match, "R")
    play(match, 0, "take")
    pay(match, 0, "1")
    play(match, 0, "serve Kasugano")
    assert stock(match, 0) == (0, 0, 0, 0)
    assert spaces(match, "Kasugano") == [1, 2, 0]
    assert scores(match)[0] == before[0] - 14 - 1 - 6 + price("Kasugano", "a", 3)


# E10: five cubes are placed, none of them of the buyer (seat 1) or the payee (seat 0)
FIVE = {"Takata": [2, 3], "Hanazono": [2, 3], "Yamazakura": [3]}


def crowded_day(**options):
    """Seat 1 buys K1 from seat 0 with two W; then it has Ishimaru a and Kasugano a, seat 0 has Kasugano a."""
    match = market(
        players=4,
        faces="aaaaa",
        cubes=FIVE,
        dice=(1, 1, 1, 1),
        fish=[(7, 0, 0, 1), (7, 0, 9, 2)],
        options=options,
    )
    sold(match, "K", 1, 2)
    pay(match, 1, "", "WW")
    return match


@rule("MI-41", "MI-45", "MI-52", "MI-R41", "MI-R42", "MI-R43")
def test_e10_all_sales_of_the_day_are_made_before_the_game_ends():
    match = crowded_day()
    play(match, 1, "serve Ishimaru", "serve Kasugano", "done")
    assert asked(match) == ("serve", 0)
    play(match, 0, "serve Kasugano", "done")
    for p in range(4):
        assert asked(match) == ("recall", p)
        assert "hire" not in moves(match)
        play(match, p, "done")
    assert match.over
    assert match.result()["ending"].endswith("(MI-52)")
    assert seen(match)["finished"] == "limit"


@rule("MI-R41", "MI-R42", "MI-52")
def test_e10_a_recall_at_the_last_moment_lets_play_go_on():
    match = crowded_day()
    play(match, 1, "serve Ishimaru", "done")
    play(match, 0, "done")
    assert asked(match) == ("recall", 1)  # seat 0 has no cube out
    play(match, 1, "done")
    play(match, 2, "recall Takata")
    assert asked(match) == ("lot", 1)
    assert seen(match)["day"] == 2


@rule("MI-R41")
def test_e10_without_the_last_recall():
    match = crowded_day(end_recall=False)
    play(match, 1, "serve Ishimaru", "done")
    play(match, 0, "done")
    assert match.over


@rule("MI-46", "MI-53", "MI-54", "MI-9", "MI-R45")
def test_e11_the_score():
    match = market(
        players=3,
        hands=["10 4 1", "10 10 5 5 4 3", "2"],
        fish=[(3, 0, 0, 2), (5, 0, 0, 0)],
        faces="bbbbb",
        cubes={"Takata": [1, 0], "Kasugano": [0, 2], "Hanazono": [2]},
        hired=[0, 2],
    )
    assert scores(match)[0] == 15 + 5 + price("Takata", "b", 2) + price("Kasugano", "b", 1) == 61
    assert scores(match)[1] == 37 + 5 + 25


@rule("MI-54", "MI-R50")
def test_e11_tied_players_both_win():
    match = market(
        players=3,
        hands=["10 10 5", "10 10 5", "10"],
        cubes={"Takata": [2, 0], "Kasugano": [2, 1], "Hanazono": [0, 1]},
        options={"end_recall": False, "max_days": 1},
        faces="aaaaa",
    )
    quiet_day(match)
    # 25 + 19 + 25 against 25 + 12 + 22 against 10 + 22 + 14
    assert match.result()["scores"] == [69, 59, 46]
    match = market(
        players=3,
        hands=["10 10", "10 10", "10"],
        options={"max_days": 1},
    )
    quiet_day(match)
    assert match.result()["scores"] == [20, 20, 10]
    assert match.result()["ranks"] == [1, 1, 3]


@rule("MI-50", "MI-51", "MI-R40")
@pytest.mark.parametrize(
    ("cards", "fish"), [("10", ""), ("5 5", ""), ("5 4 2", ""), ("4", "RRRYYY"), ("", "RRRRRYYYYY")]
)
def test_e12_hire(cards, fish):
    match = market(fish=[(5, 5, 0, 0)])
    before = len(hand(match, 0).split())
    play(match, 0, "hire")
    pay(match, 0, cards, fish)
    assert owned(match, 0) == 4
    assert out(match) == cards
    assert len(hand(match, 0).split()) == before - len(cards.split())
    assert sum(stock(match, 0)) == 10 - len(fish)
    assert asked(match) == ("lot", 0)
    assert "hire" not in moves(match)
    with pytest.raises(Illegal, match="MI-50"):
        play(match, 0, "hire")


@rule("MI-50", "MI-51")
def test_e12_nine_is_not_enough():
    match = market(hands=["5 4"])
    assert "hire" not in moves(match)
    match = market(hands=["5 4 2"])
    play(match, 0, "hire", "pay 5", "pay 4")
    assert "paid" not in moves(match)


@rule("MI-35", "MI-39", "MI-43", "MI-R38")
def test_e13_four_kinds():
    match = seller((5, 4, 3, 3), faces="bbbbb", hired=[0])
    play(match, 0, "serve Yamazakura")
    assert stock(match, 0) == (1, 0, 0, 0)
    assert spaces(match, "Yamazakura") == [0]
    assert price("Yamazakura", "b", 1) == 35
    assert idle(match, 0) == 2


@rule("MI-36", "MI-40", "MI-42", "MI-R30")
def test_e14_capacity_and_the_right_to_sell():
    for before, lot, after, may in [
        ((10, 0, 0, 0), "R", (12, 0, 0, 0), [0]),
        ((12, 0, 0, 0), "R", (12, 0, 0, 0), []),
        ((12, 0, 0, 0), "RY", (12, 1, 0, 0), [0]),
    ]:
        match = market(fish=[before], dice=(4, 1, 1, 1), faces="aaaaa")
        passed(match, lot)
        play(match, 0, "take")
        pay(match, 0, "1")
        assert stock(match, 0) == after
        assert seen(match)["may_sell"] == may
        if may:
            assert asked(match) == ("serve", 0)
            assert "serve Kasugano" in answers(match)  # fish of earlier days count
        else:
            assert asked(match) == ("lot", 1)


@rule("MI-14", "MI-16", "MI-17", "MI-18", "MI-R13")
def test_e15_the_protocol():
    match = market(players=4)
    play(match, 0, "lot R")
    bids(match, "1 hold", "2 bid 5", "3 hold", "1 hold", "2 stand")
    assert seen(match)["auction"]["last_call"] is True
    assert asked(match) == ("bid", 3)
    assert "hold" not in answers(match)
    play(match, 3, "pass")
    assert asked(match) == ("bid", 1)
    play(match, 1, "bid 6")
    assert seen(match)["auction"]["last_call"] is False
    assert asked(match) == ("bid", 2)
    play(match, 2, "pass")
    assert asked(match) == ("decide", 0)
    auction = seen(match)["auction"]
    assert (auction["high"], auction["price"]) == (1, 6)


@rule("MI-19", "MI-20", "MI-22", "MI-R9", "MI-R10")
def test_e16_renege():
    match = market(hands=[None, "5 4"], options={"renege": "rulebook"})
    play(match, 0, "lot R")
    bids(match, "1 bid 12", "2 pass", "0 sell")
    assert asked(match) == ("bid", 2)
    assert set(answers(match)) & {"pass", "hold"} == {"pass"}
    play(match, 2, "bid 4")
    assert asked(match) == ("decide", 0)
    play(match, 0, "buy")
    pay(match, 0, "4")
    assert hand(match, 2).split().count("4") == 2
    assert stock(match, 0) == (4, 0, 0, 0)


@rule("MI-R9", "MI-22")
def test_e16_a_bluff_that_the_auctioneer_buys_is_paid_and_never_tested():
    match = market(hands=[None, "5 4"], options={"renege": "rulebook"})
    bought(match, "R", 1, 12)
    pay(match, 0, "10 2")
    assert hand(match, 1) == "10 5 4 2"
    assert stock(match, 0) == (4, 0, 0, 0)


@rule("MI-42", "MI-43", "MI-R32")
def test_e17_hanazono_a():
    match = seller((9, 8, 3, 0), faces="aaaaa")
    play(match, 0, "serve Hanazono")
    assert asked(match) == ("pair", 0)
    assert moves(match) == ["give RY"]
    play(match, 0, "give RY")
    assert stock(match, 0) == (1, 0, 3, 0)
    assert spaces(match, "Hanazono") == [0]
    assert price("Hanazono", "a", 1) == 25
    assert "serve Hanazono" not in moves(seller((12, 4, 0, 0), faces="aaaaa"))


@rule("MI-42", "MI-43", "MI-R33")
def test_e17_hanazono_b():
    left = set()
    for r in range(13):
        for y in range(6):
            k = 18 - r - y
            match = seller((12, 5, 3, 0), faces="bbbbb")
            play(match, 0, "serve Hanazono")
            try:
                play(match, 0, f"give R{r}", f"give Y{y}", f"give K{k}", "give W0")
            except Illegal:
                continue
            assert spaces(match, "Hanazono") == [0]
            left.add((12 - r, 5 - y, 3 - k))
            assert stock(match, 0) == (12 - r, 5 - y, 3 - k, 0)
    assert left == {(2, 0, 0), (1, 1, 0), (1, 0, 1), (0, 2, 0), (0, 1, 1), (0, 0, 2)}
    assert price("Hanazono", "b", 1) == 28


@rule("MI-24", "MI-26", "MI-40", "MI-41", "MI-R31")
def test_e18_a_payment_in_fish_lets_the_payee_sell():
    match = market(dice=(3, 1, 1, 1), fish=[(0, 0, 0, 7), (0, 0, 0, 5)])
    sold(match, "R", 1, 2)
    pay(match, 1, "", "WW")
    assert (stock(match, 0), stock(match, 1)) == ((0, 0, 0, 9), (3, 0, 0, 3))
    assert asked(match) == ("serve", 1)
    play(match, 1, "done")
    assert asked(match) == ("serve", 0)
    play(match, 0, "serve Ishimaru", "done")
    assert stock(match, 0) == (0, 0, 0, 0)
    assert spaces(match, "Ishimaru") == [0]
    assert price("Ishimaru", "b", 1) == 17
    match = market(dice=(3, 1, 1, 1), fish=[(0, 0, 0, 9), (0, 0, 0, 5)])
    sold(match, "R", 1, 2)
    pay(match, 1, "2")
    play(match, 1, "done")
    assert asked(match) == ("lot", 1)


def no_free_cube():
    """E19: seat 0 has three cubes out, and buys Y4."""
    match = market(dice=(1, 4, 1, 1), cubes={"Takata": [0], "Kasugano": [0], "Ishimaru": [0]})
    bought(match, "Y", 1, 2)
    pay(match, 0, "2")
    assert asked(match) == ("keep", 0)
    return match


@rule("MI-38", "MI-R27", "MI-R30")
def test_e19_receive_nothing():
    match = no_free_cube()
    assert answers(match) == ["keep -"]
    play(match, 0, "keep -")
    assert stock(match, 0) == (0, 0, 0, 0)
    assert hand(match, 1).split().count("2") == 2  # the price is paid
    assert asked(match) == ("lot", 1)


@rule("MI-50", "MI-R27", "MI-R39")
def test_e19_hire():
    match = no_free_cube()
    play(match, 0, "hire")
    pay(match, 0, "10")
    assert stock(match, 0) == (0, 4, 0, 0)
    assert asked(match) == ("serve", 0)


@rule("MI-47", "MI-R27", "MI-R39")
def test_e19_recall():
    match = no_free_cube()
    play(match, 0, "recall Takata")
    assert stock(match, 0) == (0, 4, 0, 0)
    assert spaces(match, "Takata") == []
    assert asked(match) == ("serve", 0)


@rule("MI-39", "MI-42", "MI-43", "MI-45", "MI-R35", "MI-R46")
def test_e20_two_sales_at_the_same_time():
    match = seller((0, 11, 3, 8), faces="abaaa")
    play(match, 0, "serve Takata")
    assert answers(match) == ["cube Y", "cube K", "cube W", "later"]
    play(match, 0, "later")
    assert stock(match, 0) == (0, 4, 3, 3)
    assert "done" not in answers(match)
    play(match, 0, "serve Kasugano")
    assert stock(match, 0) == (0, 0, 1, 0)
    assert (spaces(match, "Takata"), spaces(match, "Kasugano")) == ([0], [0])
    assert answers(match) == ["done"]


@rule("MI-44", "MI-R46")
@pytest.mark.parametrize("track", "YKW")
def test_e20_a_track_given_up_at_once_makes_the_second_sale_impossible(track):
    match = seller((0, 11, 3, 8), faces="abaaa")
    play(match, 0, "serve Takata", f"cube {track}")
    assert answers(match) == ["done"]


@rule("MI-44")
def test_e20_kasugano_first_loses_one_fish():
    match = seller((0, 11, 3, 8), faces="abaaa")
    play(match, 0, "serve Kasugano")
    assert stock(match, 0) == (0, 7, 1, 5)
    play(match, 0, "cube K", "serve Takata")
    assert stock(match, 0) == (0, 0, 0, 0)
    assert idle(match, 0) == 1


@rule("MI-R46")
@pytest.mark.parametrize(("keep", "left"), [("YK", (0, 4, 3, 0)), ("YW", (0, 4, 0, 3)), ("KW", (0, 0, 3, 3))])
def test_e20_the_seller_stops_after_takata(keep, left):
    match = seller((0, 11, 3, 8), faces="abaaa")
    play(match, 0, "serve Takata", "later")
    assert answers(match) == ["serve Kasugano", "keep YK", "keep YW", "keep KW"]
    play(match, 0, f"keep {keep}")
    assert stock(match, 0) == left
    assert answers(match) == ["done"]
