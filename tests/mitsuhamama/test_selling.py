"""Selling (MI-40 to MI-49, MI-R3, MI-R31 to MI-R38, MI-R46, MI-R49)."""

import json

import pytest

from tests.mitsuhamama.support import (
    answers,
    asked,
    bought,
    hand,
    idle,
    market,
    moves,
    owned,
    passed,
    pay,
    play,
    scores,
    seen,
    sold,
    spaces,
    stock,
)
from tests.rules import rule
from tests.support import run
from yokocho.core.match import Illegal

LETTERS = "RYKW"


def selling(fish, **position):
    """Seat 0 is about to sell with this stock, of which it took one fish today."""
    kind = max(range(4), key=lambda k: fish[k])
    before = [n - (k == kind) for k, n in enumerate(fish)]
    match = market(**{"fish": [before], "dice": [1, 1, 1, 1]} | position)
    passed(match, LETTERS[kind])
    play(match, 0, "take")
    pay(match, 0, "1")
    assert (asked(match), stock(match, 0)) == (("serve", 0), tuple(fish))
    return match


DEMANDS = [
    ("Takata", "a", (0, 7, 0, 5)),
    ("Takata", "b", (8, 0, 6, 0)),
    ("Kasugano", "a", (7, 0, 0, 0)),
    ("Kasugano", "b", (0, 4, 2, 3)),
    ("Ishimaru", "a", (0, 0, 10, 0)),
    ("Ishimaru", "b", (0, 0, 0, 9)),
    ("Yamazakura", "a", (5, 0, 4, 3)),
    ("Yamazakura", "b", (4, 4, 3, 3)),
]
NAMES = ["Takata", "Kasugano", "Hanazono", "Ishimaru", "Yamazakura"]


def one_face(name, face):
    """All faces the other way round but one."""
    return "".join(face if other == name else "ab"[face == "a"] for other in NAMES)


# --- the right


@rule("MI-40", "MI-R31")
def test_third_players_never_sell():
    match = market(fish=[(0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 12)], dice=(1, 1, 1, 1))
    sold(match, "R", 1, 1)
    pay(match, 1, "1")
    play(match, 1, "done")
    assert asked(match) == ("lot", 1)
    assert seen(match)["may_sell"] == []


@rule("MI-41", "MI-R31")
def test_the_buyer_sells_before_the_payee():
    for who in ("sell", "buy"):
        match = market(fish=[(0, 2, 0, 0), (0, 2, 0, 0)], dice=(1, 1, 1, 1))
        (sold if who == "sell" else bought)(match, "R", 1, 2)
        buyer, payee = (1, 0) if who == "sell" else (0, 1)
        pay(match, buyer, "", "YY")
        assert seen(match)["may_sell"] == [0, 1]
        assert asked(match) == ("serve", buyer)
        play(match, buyer, "done")
        assert asked(match) == ("serve", payee)
        play(match, payee, "done")
        assert asked(match) == ("lot", 1)


@rule("MI-41", "MI-R30")
def test_a_buyer_who_stored_nothing_does_not_sell_but_the_payee_may():
    match = market(fish=[(0, 0, 0, 0), (12, 3, 0, 0)], dice=(4, 1, 1, 1))
    sold(match, "R", 1, 2)
    pay(match, 1, "", "YY")
    assert asked(match) == ("serve", 0)


@rule("MI-R49")
def test_the_window_opens_even_if_nothing_can_be_sold():
    match = selling((1, 0, 0, 0))
    assert answers(match) == ["done"]


@rule("MI-40")
def test_the_right_ends_with_the_day():
    match = selling((0, 0, 0, 9))
    play(match, 0, "done")
    play(match, 1, answers(match)[0])
    assert seen(match)["may_sell"] == []


# --- the sale


@rule("MI-42", "MI-43")
@pytest.mark.parametrize(("name", "face", "demand"), DEMANDS)
def test_a_sale_removes_exactly_the_demand(name, face, demand):
    kinds = [k for k in range(4) if demand[k]]
    # with one cube on each kind and one to spare for the restaurant
    match = selling([n + 1 if n else 0 for n in demand], faces=one_face(name, face), hired=[0])
    play(match, 0, f"serve {name}")
    if asked(match)[0] == "cube":
        assert len(kinds) == 4
        play(match, 0, "cube R")
        assert stock(match, 0) == (0, 1, 1, 1)
    else:
        assert stock(match, 0) == tuple(int(n > 0) for n in demand)
    assert spaces(match, name) == [0]
    for k in kinds:
        short = [n - (j == k) for j, n in enumerate(demand)]
        if any(short):
            match = selling(short, faces=one_face(name, face), hired=[0])
            assert f"serve {name}" not in moves(match)
            with pytest.raises(Illegal, match=rf"{name} wants .*MI-42"):
                play(match, 0, f"serve {name}")


@rule("MI-42")
def test_fish_of_earlier_days_count():
    match = market(fish=[(0, 0, 0, 9)], dice=(1, 1, 1, 1))
    passed(match, "R")
    play(match, 0, "take")
    pay(match, 0, "1")
    play(match, 0, "serve Ishimaru")
    assert stock(match, 0) == (1, 0, 0, 0)


@rule("MI-43")
def test_the_cube_takes_the_highest_empty_space():
    match = selling((0, 0, 0, 9), players=4, cubes={"Ishimaru": [2, 1]})
    play(match, 0, "serve Ishimaru")
    assert spaces(match, "Ishimaru") == [2, 1, 0]


@rule("MI-46")
def test_the_price_is_not_paid_before_the_end():
    match = selling((0, 0, 0, 9))
    before = hand(match, 0)
    play(match, 0, "serve Ishimaru", "done")
    assert hand(match, 0) == before
    assert scores(match)[0] == sum(map(int, before.split())) + 17


@rule("MI-43", "MI-R35")
def test_an_idle_cube_goes_without_a_question():
    match = selling((8, 0, 7, 0), faces="bbbbb")
    play(match, 0, "serve Takata")
    assert stock(match, 0) == (0, 0, 1, 0)
    assert asked(match) == ("serve", 0)
    match = selling((9, 0, 7, 0), faces="bbbbb")  # one cube is idle, none is released
    play(match, 0, "serve Takata")
    assert stock(match, 0) == (1, 0, 1, 0)
    assert (asked(match), idle(match, 0)) == (("serve", 0), 0)


@rule("MI-44", "MI-R35")
def test_only_loaded_tracks_may_be_given_up():
    match = selling((9, 0, 7, 4), faces="bbbbb")
    play(match, 0, "serve Takata")
    for bad in ("cube Y", "later", "done", "hire"):
        with pytest.raises(Illegal):
            play(match, 0, bad)


@rule("MI-45")
def test_several_restaurants_in_one_go():
    match = selling((7, 0, 10, 0), faces="aaaaa")
    play(match, 0, "serve Kasugano", "serve Ishimaru", "done")
    assert (spaces(match, "Kasugano"), spaces(match, "Ishimaru")) == ([0], [0])
    assert stock(match, 0) == (0, 0, 0, 0)


@rule("MI-45", "MI-R36")
def test_each_restaurant_only_once():
    match = selling((12, 0, 0, 0), faces="aaaaa", cubes={"Kasugano": [0]})
    assert "serve Kasugano" not in moves(match)
    with pytest.raises(Illegal, match=r"already. \(MI-45\)"):
        play(match, 0, "serve Kasugano")


@rule("MI-49", "MI-R36", "MI-47")
def test_a_return_needs_the_full_demand_again_and_may_come_in_the_same_window():
    match = selling((12, 0, 10, 0), faces="aaaaa", cubes={"Kasugano": [1]})
    play(match, 0, "serve Kasugano")
    assert spaces(match, "Kasugano") == [1, 0]
    play(match, 0, "recall Kasugano")
    assert spaces(match, "Kasugano") == [1]
    assert stock(match, 0) == (5, 0, 10, 0)
    assert "serve Kasugano" not in moves(match)
    match = selling((7, 0, 0, 0), faces="aaaaa", cubes={"Kasugano": [0, 1]})
    play(match, 0, "recall Kasugano", "serve Kasugano")
    assert spaces(match, "Kasugano") == [1, 0]
    assert stock(match, 0) == (0, 0, 0, 0)


@rule("MI-48")
def test_cubes_below_move_up_and_those_above_stay():
    match = market(players=4, cubes={"Takata": [3, 1, 0, 2]}, auctioneer=1)
    play(match, 1, "recall Takata")
    assert spaces(match, "Takata") == [3, 0, 2]
    match = market(players=4, cubes={"Takata": [3, 1, 0, 2]}, auctioneer=3)
    play(match, 3, "recall Takata")
    assert spaces(match, "Takata") == [1, 0, 2]


@rule("MI-R34", "MI-R46")
def test_a_second_sale_needs_a_free_cube_of_its_own():
    position = dict(faces="aaaaa", cubes={"Takata": [0], "Hanazono": [0]})
    match = selling((0, 0, 12, 0), **position)
    play(match, 0, "serve Ishimaru")
    assert asked(match) == ("cube", 0)
    assert moves(match) == ["cube K"]  # no free cube is left, so no later either


@rule("MI-R46", "MI-R34")
def test_later_needs_a_free_cube_besides():
    # two free cubes: R and K; after Kasugano one is left, and Ishimaru could be served with it
    match = selling((8, 0, 11, 0), faces="aaaaa", cubes={"Takata": [0]})
    play(match, 0, "serve Kasugano")
    assert moves(match) == ["cube R", "cube K", "later"]
    play(match, 0, "later", "serve Ishimaru")
    # both owed, no free cube left
    assert stock(match, 0) == (1, 0, 1, 0)
    assert moves(match) == ["cube R", "cube K"]
    play(match, 0, "cube R")
    assert asked(match) == ("serve", 0)
    assert answers(match) == ["keep -"]
    play(match, 0, "keep -")
    assert stock(match, 0) == (0, 0, 0, 0)
    assert answers(match) == ["done"]


@rule("MI-R46")
def test_later_is_not_offered_without_another_sale():
    match = selling((9, 0, 7, 4), faces="bbbbb")
    play(match, 0, "serve Takata")
    assert "later" not in moves(match)


@rule("MI-R46", "MI-50")
def test_a_hire_settles_what_is_owed():
    match = selling((0, 11, 3, 8), faces="abaaa")
    play(match, 0, "serve Takata", "later")
    assert "done" not in answers(match)
    with pytest.raises(Illegal, match=r"owe an employee.*MI-R46"):
        play(match, 0, "done")
    play(match, 0, "hire")
    pay(match, 0, "10")
    assert answers(match) == ["serve Kasugano", "done"]
    assert stock(match, 0) == (0, 4, 3, 3)


@rule("MI-R46", "MI-47")
def test_a_recall_settles_what_is_owed():
    match = selling((0, 11, 3, 8), faces="abaaa", cubes={"Ishimaru": [0]}, hired=[0])
    play(match, 0, "serve Takata", "later")
    assert "done" not in answers(match)
    play(match, 0, "recall Ishimaru")
    assert answers(match) == ["serve Kasugano", "done"]
    assert (stock(match, 0), owned(match, 0)) == ((0, 4, 3, 3), 4)


@rule("MI-R46")
def test_a_space_is_taken_at_once_by_a_cube_that_is_owed():
    match = selling((0, 11, 3, 8), faces="abaaa", cubes={"Takata": [1]})
    play(match, 0, "serve Takata", "later")
    assert spaces(match, "Takata") == [1, 0]
    assert "serve Takata" not in moves(match)


# --- Hanazono


@rule("MI-R32")
def test_two_sets_are_of_two_kinds():
    match = selling((12, 8, 9, 0), faces="aaaaa")
    play(match, 0, "serve Hanazono")
    assert moves(match) == ["give RY", "give RK", "give YK"]
    for bad in ("give RR", "give R", "give RW", "give RYK"):
        with pytest.raises(Illegal):
            play(match, 0, bad)
    play(match, 0, "give RK")
    assert stock(match, 0) == (4, 8, 1, 0)
    assert "serve Hanazono" not in moves(selling((12, 7, 7, 0), faces="aaaaa"))
    match = selling((12, 8, 7, 0), faces="aaaaa")
    play(match, 0, "serve Hanazono")
    assert moves(match) == ["give RY"]


@rule("MI-R33")
def test_eighteen_in_any_mix():
    assert "serve Hanazono" not in moves(selling((12, 5, 0, 0), faces="bbbbb"))
    match = selling((12, 6, 0, 0), faces="bbbbb")
    play(match, 0, "serve Hanazono")
    for only in ("give R12", "give Y6", "give K0", "give W0"):
        assert moves(match) == [only]
        play(match, 0, only)
    assert spaces(match, "Hanazono") == [0]
    match = selling((6, 6, 6, 6), faces="bbbbb", hired=[0])
    play(match, 0, "serve Hanazono")
    assert moves(match) == [f"give R{n}" for n in range(7)]
    play(match, 0, "give R3")
    assert moves(match) == [f"give Y{n}" for n in range(3, 7)]
    play(match, 0, "give Y5", "give K6")
    assert moves(match) == ["give W4"]
    play(match, 0, "give W4")
    assert stock(match, 0) == (3, 1, 0, 2)


@rule("MI-R39", "MI-R33")
def test_nothing_comes_between_the_kinds_of_a_mix():
    match = selling((12, 6, 0, 0), faces="bbbbb", cubes={"Takata": [0]})
    play(match, 0, "serve Hanazono")
    for bad in ("hire", "recall Takata", "done"):
        with pytest.raises(Illegal):
            play(match, 0, bad)


@rule("MI-R38")
def test_four_kinds_need_the_hire_and_all_cubes_at_home():
    from yokocho.core.game import BadInput

    for position in (dict(), dict(hired=[0], cubes={"Takata": [0]})):
        with pytest.raises(BadInput, match=r"MI-35"):
            market(fish=[(4, 4, 3, 3)], **position)
    match = selling((4, 4, 3, 3), hired=[0])
    assert "serve Yamazakura" in moves(match)


# --- other ladders than ours: a box that was corrected by its owner

OTHER_LADDERS = """
import json
from yokocho.core import components

first = components.Components.__init__
def corrected(self, path):
    first(self, path)
    if path.parent.name == "mitsuhamama":
        self.data["restaurant"][3]["b"]["ladder"] = [7, 5]
components.Components.__init__ = corrected

from tests.mitsuhamama.support import answers, market, pay, play, passed, scores, spaces
found = {}
for others in ([1], [1, 2]):
    match = market(players=4, fish=[(0, 0, 0, 9)], dice=(1, 1, 1, 1), cubes={"Ishimaru": others})
    passed(match, "R")
    play(match, 0, "take")
    pay(match, 0, "1")
    before = scores(match)[0]
    offered = "serve Ishimaru" in answers(match)
    why = ""
    try:
        play(match, 0, "serve Ishimaru")
    except Exception as error:
        why = str(error)
    found[len(others)] = [offered, scores(match)[0] - before, why]
print(json.dumps(found))
"""


@rule("MI-R3", "MI-R37", "MI-43")
def test_a_full_restaurant_buys_nothing_and_a_poor_price_is_legal():
    done = run("-c", OTHER_LADDERS, YOKOCHO_PLAIN="1")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["1"] == [True, 5 - 9, ""]  # below the value of the fish
    assert found["2"] == [False, 0, "Ishimaru is full. (MI-R3)"]
