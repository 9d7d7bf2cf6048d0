"""What is said of a choice before it is made holds when it is made."""

import random
import time
from dataclasses import replace

import pytest

from tests.wok_and_roll.support import active, everybody_done, kitchen, moves, new, other, play, sheet, tray
from yokocho.core.match import Match
from yokocho.core.scene import Remark, undrawn
from yokocho.games.wok_and_roll import GAME, state


def said(match: Match, p: int, move: str) -> Remark:
    """Without the drawings in what it costs."""
    view = match.view(p)
    found = GAME.remark(view, p, GAME.words.parse(view, p, move), lambda q: f"seat {q}")
    return replace(found, cost=undrawn(found.cost))


# --- every choice of whole matches


@pytest.mark.parametrize("players", range(1, 6))
def test_gains_and_costs_are_those_of_the_move(players):
    """WR-12 WR-13 WR-17 WR-33: points as they come, and the Fridge spent exactly where it is said."""
    chance = random.Random(players)
    options = {"bonus_ingredient_persists": False, "max_turns": 12}
    match, looked = new(players, str(players), **options), 0
    while not match.over:
        p = match.actor()
        legal = match.legal(p)
        for a in chance.sample(legal, min(len(legal), 4)):
            found = GAME.remark(match.view(p), p, a, lambda q: f"seat {q}")
            if GAME.words.asks(match.state) == "market" or a == state.DONE:
                assert not found.gain
                continue
            before = match.state.copy()
            after = before.copy()
            GAME.kernels.apply(after, p, a)
            spent = int(before.fridge[p].sum() - after.fridge[p].sum())
            assert found.gain == int(GAME.kernels.score(after, p) - GAME.kernels.score(before, p))
            assert (found.tone == "costly") == ("fridge" in found.cost) == (spent > 0)
            looked += 1
        cooking = [a for a in legal if a != state.DONE]
        match.play(p, chance.choice(cooking or legal), 0)
    assert looked > 20


def test_remarks_know_only_what_the_seat_knows():
    """WR-R25: others' hidden marks change nothing."""
    match = kitchen(sheet(), sheet(crossed="M1.1"), white="MMRV", red="RN")
    told = {move: said(match, 0, move) for move in moves(match, 0)}
    play(match, 1, "cook M2.1")
    assert {move: said(match, 0, move) for move in moves(match, 0)} == told


def test_remarks_are_cheap():
    match = active("RRVMBB", fridge="RNMVSB", hexes="M", crossed="M1.1-M1.3 V1.1")
    view, legal = match.view(0), match.legal(0)
    for _ in range(2):
        start = time.perf_counter()
        for a in legal:
            GAME.remark(view, 0, a, lambda q: "")
        spent = (time.perf_counter() - start) / len(legal)
    assert spent < 0.0003


# --- cooking


def test_what_a_serving_brings_and_leads_to():
    """WR-14: the next serving of the dish."""
    assert said(active("RRVMNN"), 0, "cook R1.1") == Remark("good", 1, "", "Leads to 2 points for 2 rice.")
    found = said(active("RRNNMM"), 0, "cook M1.1")
    assert found.why == "1 of 4 for the full platter (+3); half of a row that gives rice."


def test_a_full_platter_and_a_full_row():
    """WR-17 WR-18"""
    found = said(active("MVRNNB", crossed="M1.1-M1.3 M2.4"), 0, "cook M1.4")
    assert (found.tone, found.gain) == ("good", 5)
    assert found.why == "Completes Pork for 3 points more; fills a row, which gives book."
    assert said(active("MMNVSB", crossed="M1.1-M1.2"), 0, "cook M1.3").why == (
        "Leaves one serving for the full platter (+3); half of a row that gives seafood."
    )


def test_outlined_bonuses_are_part_of_the_gain():
    """WR-33: E1 counts servings of rice, E5 what is complete."""
    match = active("RRMNNB", crossed="R1.1-R1.3", rects="E1 E5")
    found = said(match, 0, "cook R1.4")
    assert found.gain == 5 + 1 + 2
    assert found.why == "Completes Fried Rice; your bonuses add 3 points."


def test_the_last_complete_one_ends_the_game():
    """WR-31 WR-32 WR-R12"""
    crossed = "R1.1-R1.4 N1.1-N1.4 M1.1-M1.3"
    for rounds, words in ((False, "with this turn"), (True, "with the round")):
        match = active("MVRNNB", crossed=crossed, options={"finish_round": rounds}, turn=4)
        assert said(match, 0, "cook M1.4").why.endswith(f"; it is your third complete one and ends the game {words}.")
    play(match := active("MVRNNB", crossed=crossed), 0, "cook M1.4")
    everybody_done(match)
    assert match.over


def test_the_fridge_is_costly():
    """WR-13: what is taken from it is gone."""
    found = said(other("MMRV", fridge="MB"), 1, "cook M2.4 fridge M")
    assert (found.tone, found.cost) == ("costly", "fridge -1 meat")
    assert found.why.endswith("; meat of the Fridge is gone for good.")
    both = said(other("MRBB", fridge="MV"), 1, "cook M1.3 fridge MV")
    assert both.cost == "fridge -1 meat, -1 vegetable"
    assert both.why.endswith("; meat and vegetable of the Fridge are gone for good.")


def test_books_say_so():
    """WR-23: a book of the dice is lost anyway; one of the Fridge is not."""
    assert said(other("RBNV", hexes="R"), 1, "cook R1.1").cost == "a book"
    assert said(other("BBNV", hexes="R"), 1, "cook R1.1").cost == "2 books"
    found = said(other("RNNV", fridge="B", hexes="R"), 1, "cook R1.1")
    assert (found.tone, found.cost) == ("costly", "fridge -1 book")
    mixed = said(other("BNNV", fridge="B", hexes="R"), 1, "cook R1.1")
    assert (mixed.tone, mixed.cost) == ("costly", "fridge -1 book and a book")


# --- learning


def test_what_learning_costs():
    """WR-22 WR-26"""
    found = said(active("BBMVNR"), 0, "skill M")
    assert (found.tone, found.cost) == ("", "2 books")
    assert found.why == "From now on each book may be meat; 16 of your servings still need it."
    found = said(active("BRMVNR", fridge="B"), 0, "skill M")
    assert (found.tone, found.cost) == ("costly", "fridge -1 book and a book")


def test_a_skill_without_use_is_wasteful():
    """WR-23: no serving that is left costs rice."""
    match = active("BBMVNR", crossed="R1.1-R1.4 R2.1-R2.5 M1.4 M2.2 V2.2 S1.2")
    found = said(match, 0, "skill R")
    assert (found.tone, found.cost, found.why) == (
        "wasteful",
        "2 books",
        "Nothing that is left on your menu needs rice.",
    )
    assert said(match, 0, "skill M").tone == ""


def test_what_a_bonus_is_worth():
    """WR-25 WR-33 WR-R15: it counts what is there already."""
    found = said(active("BBBMVN", crossed="R1.1 R1.2"), 0, "bonus E1")
    assert (found.tone, found.gain, found.cost) == ("good", 2, "3 books")
    assert found.why == "Worth 2 points now, and 1 more for each further serving of rice."
    assert said(active("BBBMVN"), 0, "bonus E5").gain == 0


# --- done


def test_done_with_useful_dice_left_is_final():
    """WR-21: they are lost."""
    found = said(active("RRVMNN"), 0, "done")
    assert found == Remark(
        "final", 0, "6 dice unused", "You could still cook Claypot Rice 1 for 2 points, without the Fridge."
    )
    assert said(other("BBVM"), 1, "done").why == "You could still learn a skill with 2 books."


def test_done_with_nothing_left_to_do_is_plain():
    found = said(other("RNMB", fridge="R"), 1, "done")
    assert (found.tone, found.cost) == ("", "")
    assert found.why == "What is left pays for nothing without the Fridge."
    match = other("MMVV")
    play(match, 1, "cook M1.1", "cook V1.1")
    assert said(match, 1, "done").why == "All your dice are used."


def test_a_row_ingredient_left_is_useful_too():
    """WR-19: the rice of the row and the die pay for Claypot Rice 1."""
    match = other("MMRV", crossed="M1.1")
    play(match, 1, "cook M2.1")
    assert said(match, 1, "done").tone == "final"


# --- the market


def test_what_dice_that_stay_pay():
    """WR-6: the highest serving that they pay alone."""
    match = tray("RRMV", "SB")
    assert said(match, 0, "reroll 2 4 5").why == "2 rice, vegetable stay: they pay Claypot Rice 1 for 2 points."
    assert (
        said(match, 0, "reroll 0 1").why == "Meat, vegetable, red seafood, red book stay, but no serving is paid yet."
    )
    assert said(match, 0, "reroll 0 1 2 3 4 5").why == "No die stays."
    hexed = tray("RNMV", "BS", seats=[sheet(hexes="R"), {}])
    assert said(hexed, 0, "reroll 1 2 3 5").why == "Rice, red book stay: they pay Claypot Rice 1 for 2 points."


def test_keeping_all_gives_up_rolls():
    """WR-7"""
    found = said(tray("RRMV", "SB"), 0, "lock")
    assert found == Remark(
        "final", 0, "2 rolls given up", "The best they pay is Claypot Rice 1 for 2 points; then everybody cooks."
    )
    later = tray("RNMV", "SB", roll=2)
    assert said(later, 0, "lock").cost == "1 roll given up"
    assert said(later, 0, "reroll 0").why.endswith("; it is the last roll, then everybody cooks.")
