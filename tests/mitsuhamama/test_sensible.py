"""What bots are offered: every payment that wastes nothing and keeps the best change (MI-R17)."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.rules import rule
from yokocho.arena.simulate import simulate
from yokocho.core.match import Match
from yokocho.core.record import State, copy
from yokocho.games.mitsuhamama import GAME
from yokocho.learn.lessons import course
from yokocho.learn.playing import Place, Playing

VALUES = (1, 2, 3, 4, 5, 10)


def offered(s: State, p: int) -> list[int]:
    """The legal actions that a bot looks at."""
    actions = np.empty(GAME.most, np.int16)
    n = GAME.kernels.legal(s, p, actions)
    return [int(a) for a in actions[: GAME.kernels.sensible(s, p, actions, n)]]


def payments(s: State, p: int) -> set[str]:
    """All whole payments reached through what is offered, as words in order."""
    found = set()
    stack = [(s, "")]
    while stack:
        s, text = stack.pop()
        for a in offered(s, p):
            word = GAME.words.notation(s, p, a)
            if word == "paid":
                assert text not in found, "no payment has two orders"
                found.add(text.strip())
            elif word.startswith(("pay", "fish")):
                then = copy(s)
                GAME.kernels.apply(then, p, a)
                stack.append((then, f"{text} {word.split()[1]}"))
    return found


def owing(price: int, hand: str, fish: list[int], lot: str = "W", hires: bool = False, players: int = 3) -> Match:
    """Seat 0 must pay seat 1 for a lot, or hires before it sells."""
    pay = [{"question": "pay", "seat": 0, "a": price, "b": 14 if hires else 1}]
    serve = [{"question": "serve", "seat": 0}] if hires else []
    position: dict[str, Any] = {
        "players": players,
        "auctioneer": 1,
        "restaurants": {name: {"face": "a"} for name in ("Takata", "Kasugano", "Hanazono", "Ishimaru", "Yamazakura")},
        "dice": [1, 1, 1, 1],
        "lot": lot,
        "seats": [{"hand": hand, "fish": fish}, *[{"hand": ""}] * (players - 1)],
        "asked": [*pay, *serve, {"step": "finish"}],
    }
    return Match.from_position(GAME, position)


@rule("MI-R17")
def test_the_canonical_payments_of_the_example() -> None:  # E5
    assert payments(owing(7, "10 5 5", [0, 0, 0, 0]).state, 0) == {"10"}
    start = "10 10 5 5 4 3 2 1"
    expected = {"10 1", "5 4 2", "10 2", "5 4 3", "10 R", "5 4 R R", "5 3 R R R"}
    assert payments(owing(11, start, [3, 0, 0, 0]).state, 0) == expected


@rule("MI-R17", "MI-12")
def test_a_person_is_not_held_to_that() -> None:
    match = owing(7, "10 5 5", [0, 0, 0, 0])
    for move in ("pay 10", "pay 5", "pay 5", "paid"):
        match.play(0, move)


def slow(price: int, hand: list[int], fish: int) -> set[tuple[tuple[int, ...], int]]:
    """Section 5.2, step D6, written out: (cards, number of fish)."""

    def total(cards: tuple[int, ...]) -> int:
        return sum(n * v for n, v in zip(cards, VALUES))

    def change(cards: tuple[int, ...]) -> set[int]:
        sums = {0}
        for n, used, v in zip(hand, cards, VALUES):
            for _ in range(n - used):
                sums |= {x + v for x in sums}
        return {x for x in sums if x < 62}

    sets = list(product(*(range(n + 1) for n in hand)))
    alone = [c for c in sets if total(c) >= price and all(total(c) - v < price for n, v in zip(c, VALUES) if n)]
    least = min((total(c) for c in alone), default=0)
    whole = {*alone, *(c for c in sets if total(c) < price)}
    chosen = [(c, 0) for c in alone if total(c) in (least, least + 1)]
    chosen += [(c, price - total(c)) for c in sets if 1 <= price - total(c) <= fish]

    def dominated(c: tuple[int, ...]) -> bool:
        for other in whole:
            if other != c and total(other) == total(c) and change(c) <= change(other):
                fewer = (sum(other), tuple(-n for n in reversed(other))) < (sum(c), tuple(-n for n in reversed(c)))
                if change(c) < change(other) or fewer:
                    return True
        return False

    return {(c, f) for c, f in chosen if not dominated(c)}


@rule("MI-R17")
def test_a_set_is_dropped_only_for_one_that_is_offered() -> None:
    """3 and 1 would leave better change than 2 and 2, but the 1 could be left out."""
    hand = "10 10 10 5 5 3 3 2 2 2 1 1 1 1"
    assert "2 2" in payments(owing(3, hand, [0, 0, 0, 0], players=4).state, 0)


@rule("MI-R17")
def test_all_the_money_in_one_hand_is_not_thought_about_for_minutes() -> None:
    """50,625 sets of cards: comparing each with each is left out, so both ways to 3 are offered."""
    hand = " ".join(["10"] * 8 + ["5"] * 8 + [f"{n}" for n in (1, 2, 3, 4) for _ in range(4)])
    assert {"3", "2 1"} <= payments(owing(3, hand, [0, 0, 0, 0], players=4).state, 0)


@rule("MI-R17", "MI-50")
@pytest.mark.parametrize("hires", [False, True])
def test_what_is_offered_is_the_canonical_list(hires: bool) -> None:
    """Against the slow version, for small hands with fish of one kind."""
    chance = random.Random("payments")
    for _ in range(60):
        hand = [chance.randint(0, most) for most in (2, 1, 1, 2, 2, 2)]
        fish = chance.randint(0, 6)
        price = 10 if hires else chance.randint(1, 20)
        if sum(n * v for n, v in zip(hand, VALUES)) + fish < price:
            continue
        text = " ".join(str(v) for v, n in zip(VALUES, hand) for _ in range(n))
        got = set()
        for payment in payments(owing(price, text, [fish, 0, 0, 0], hires=hires).state, 0):
            words = payment.split()
            cards = tuple(words.count(str(v)) for v in VALUES)
            got.add((cards, words.count("R")))
        assert got == slow(price, hand, fish), (price, hand, fish)


@rule("MI-R39")
def test_bots_are_offered_few_bids_and_no_idle_hires() -> None:
    match = Match(GAME, 3, {"first": "0"}, "few bids")
    match.play(0, match.notations(0)[0])
    p = match.actor()
    words = [GAME.words.notation(match.state, p, a) for a in offered(match.state, p)]
    assert 4 < len(words) < 14 < len(match.notations(p))
    assert "pass" in words and "bid 1" in words
    assert not any(w.startswith("recall") for w in words)


def selling(spaces: dict[str, list[int]], fish: list[int], day: int = 5, question: str = "serve") -> Match:
    """Seat 0 is asked at the end of a day."""
    names = ("Takata", "Kasugano", "Hanazono", "Ishimaru", "Yamazakura")
    position: dict[str, Any] = {
        "players": 3,
        "day": day,
        "auctioneer": 0,
        "restaurants": {name: {"face": "a", "cubes": spaces.get(name, [])} for name in names},
        "dice": [1, 1, 1, 1],
        "seats": [{"hand": "", "fish": fish}, {"hand": "10 10 10 10 10 10 5 5 5"}, {"hand": ""}],
        "asked": [{"question": question, "seat": 0}, {"step": "finish"}],
    }
    return Match.from_position(GAME, position)


def words_of(match: Match) -> list[str]:
    return [GAME.words.notation(match.state, 0, a) for a in offered(match.state, 0)]


def recalls(match: Match) -> list[str]:
    return [word for word in words_of(match) if word.startswith("recall")]


def sold(match: Match) -> set[str]:
    return {word for word in words_of(match) if word.startswith(("serve", "done"))}


@rule("MI-47")
def test_no_space_is_given_back_while_the_market_goes_on() -> None:
    match = selling({"Kasugano": [0], "Hanazono": [0]}, [0, 0, 10, 0])
    assert "recall Kasugano" in match.notations(0)
    assert recalls(match) == []


@rule("MI-45")
def test_late_in_a_match_what_can_be_sold_is_sold() -> None:
    early, late = (selling({"Kasugano": [0]}, [0, 0, 10, 0], day=day) for day in (16, 17))
    assert {"serve Ishimaru", "done"} == sold(early)
    assert {"serve Ishimaru"} == sold(late)
    assert {"done"} == sold(selling({"Kasugano": [0]}, [0, 0, 9, 0], day=17))


@rule("MI-R41")
def test_who_is_behind_goes_on_but_not_for_ever() -> None:
    out = {"Kasugano": [0], "Hanazono": [0], "Ishimaru": [0, 1, 2]}
    assert recalls(selling(out, [0, 0, 0, 0], question="recall")) == ["recall Kasugano"]
    assert recalls(selling(out, [0, 0, 0, 0], day=17, question="recall")) == []


@rule("MI-52")
def test_a_match_among_apprentices_ends() -> None:
    """Without a rule for what is sensible all of them reach the guard on days."""
    assert simulate(GAME, 3, 12, ["apprentice"], seed="days").report()["endings"] == {GAME.endings[1]: 12}


@rule("MI-38", "MI-47")
def test_an_employee_comes_back_who_fills_an_order_at_once() -> None:
    """Six black fish make Takata's 25k with the red ones; the employee at Kasugano brought 12k."""
    found = course(GAME)
    match = Playing(GAME, found, found.lesson("hire-and-recall"), Place(step=2, ways=(0, 0))).match
    assert recalls(match) == ["recall Kasugano"] and "recall Hanazono" in match.notations(0)
    match.state.stock[0, 0] = 0
    assert recalls(match) == []
