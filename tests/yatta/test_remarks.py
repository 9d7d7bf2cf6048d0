"""What is said of a move before it is made, against what the move does."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.rules import rule
from tests.support import random_options
from tests.yatta.support import alley, final, placing, play, tiles_for, token, turn
from yokocho.core.agenda import open_kind
from yokocho.core.match import Match
from yokocho.core.record import State, copy
from yokocho.core.scene import Remark
from yokocho.games.yatta import GAME, state
from yokocho.games.yatta.remarks import best_line, stall_of
from yokocho.games.yatta.scoring import review_points


def said(match: Match, move: str, p: int = 0) -> Remark:
    view = match.view(p)
    return GAME.remark(view, p, GAME.words.parse(view, p, move), lambda q: f"seat {q}")


def before(line: str, *seats: dict, **position) -> tuple[Match, str]:
    """Before the insertion that makes a line, and that insertion."""
    tiles, move = tiles_for(line)
    return alley(*seats, **{"asked": [{"question": "insert", "seat": 0}]} | tiles | position), move


def of_line(line: str, *seats: dict, **position) -> Remark:
    match, move = before(line, *seats, **position)
    return said(match, move)


# --- insertions


@rule("YA-35", "YA-38", "YA-60", "YA-53")
def test_an_insertion_says_what_is_carried_out():
    ready = dict(queue="R B", dishes="R Y", fridge="R B", box="", menu="RY")
    assert of_line("recycle serve_1", ready) == Remark("good", 4, "", "Serve 1 (+3), then recycle (+1).")
    found = of_line("recycle serve_1 cook_2", ready)
    assert (found.tone, found.gain, found.cost) == ("costly", 4, "1 lost")
    assert "cook 2 is ignored: only one dish has room" in found.why


@rule("YA-38")
def test_an_insertion_that_wastes_the_turn():
    found = of_line("serve_1 recycle", dict(queue="", box=""))
    assert (found.tone, found.gain, found.cost) == ("wasteful", 0, "all ignored")
    assert "nobody stands in your queue" in found.why and "the recycle box is empty" in found.why


@rule("YA-R42", "YA-72", "YA-78")
def test_what_a_token_or_a_bonus_might_save_is_not_called_lost():
    stall = dict(queue="R", dishes="", fridge="R", box="")
    assert of_line("serve_1 recycle", stall).tone == "wasteful"  # recycling needs the serve's bottle
    found = of_line("serve_1 recycle", stall | dict(tokens=token(taiyaki=1)))
    assert (found.tone, found.cost) == ("costly", "2 at risk")
    stove = dict(queue="R", dishes="R R", fridge="R", box="GGG", menu="RB", board={"C1": "B"})  # beside the stove
    found = of_line("serve_1 cook_2 recycle", stove)
    assert (found.cost, found.gain) == ("1 at risk", 4)


@rule("YA-36", "YA-40")
def test_the_order_is_the_best_one():
    full = dict(queue="R", dishes="R R", fridge="R", box="", menu="RB")
    assert of_line("cook_1 serve_1", full).why == "Serve 1 (+3), then cook 1."


def positions(games: int, kinds: set[int], every: int = 1) -> Iterator[tuple[State, int]]:
    """Masked states of random matches in which such a question is asked."""
    for seed in range(games):
        chance = random.Random(f"remarks {seed}")
        match = Match(GAME, 2 + seed % 3, random_options(GAME, chance), f"remarks {seed}")
        n = 0
        while not match.over:
            p = match.actor()
            if int(open_kind(match.state)) in kinds:
                n += 1
                if n % every == 0:
                    yield match.view(p), p
            match.play(p, chance.choice(match.notations(p)), 0)


def done_in(s: State) -> int:
    return sum(int(event[0]) == state.DID for event in s.events[: s.events_size])


def playout(start: State, p: int, a: int, chance: random.Random) -> int:
    """How many actions a random play of the rest of this turn carries out."""
    s = GAME.imagined(start, p, chance.randbytes(32))
    GAME.kernels.apply(s, p, a)
    done = done_in(s)
    while s.phase == state.ROUND and s.active == p and s.line != -1:
        GAME.kernels.apply(s, p, chance.choice(GAME.legal(s, p)))
        done += done_in(s)
    return done


@rule("YA-37", "YA-38", "YA-39")
def test_what_is_said_to_be_lost_is_lost():
    chance = random.Random(5)
    checked = 0
    for view, p in positions(6, {state.INSERT}, every=3):
        for a in GAME.legal(view, p):
            about = GAME.remark(view, p, a, str)
            if state.ACTIONS.verb[a].first != state.INSERT_TILE or not about.cost.endswith(("lost", "happens")):
                continue
            checked += 1
            size = 3 if state.PART[a, 1] > 2 else 2
            most = 0 if about.tone == "wasteful" else size - int(about.cost[0])
            for _ in range(3):
                assert playout(view, p, a, chance) <= most, (GAME.words.notation(view, p, a), about)
    assert checked > 100


def reaches(s: State, p: int, done: int, points: int, chance: random.Random) -> bool:
    """Can so many actions be carried out from here, for so many points? Spaces and reviews are taken as they come."""
    if done <= 0 and points <= 0:
        return True
    if s.phase != state.ROUND or s.active != p or s.line == -1:
        return False
    answers = [a for a in GAME.legal(s, p) if state.ACTIONS.verb[a].first not in WITHOUT]
    if int(open_kind(s)) in (state.CELL, state.REVIEW, state.TOKEN, state.MENU, state.DOUBLE):
        answers = answers[:1]
    if int(open_kind(s)) == state.PLACE:
        keeps = [a for a in answers if state.ACTIONS.verb[a].first == state.SWAP_WITH or state.PART[a, 1] == p]
        answers = keeps[:1] or answers[:1]
    for a in answers:
        then = copy(s)
        earned = int(then.vp[p])
        GAME.kernels.apply(then, p, a)
        if reaches(then, p, done - done_in(then), points - (int(then.vp[p]) - earned), chance):
            return True
    return False


WITHOUT = {state.USE_GARBAGE, state.USE_CALL, state.SERVE_TAIYAKI, state.PUT_ANYWHERE, state.IGNORE, state.STOP}


@rule("YA-36", "YA-39", "YA-60")
def test_what_is_promised_can_be_had_whatever_the_bag_gives():
    chance = random.Random(6)
    checked = 0
    for view, p in positions(6, {state.INSERT}, every=8):
        for a in GAME.legal(view, p):
            if state.ACTIONS.verb[a].first != state.INSERT_TILE or chance.random() < 0.6:
                continue
            about = GAME.remark(view, p, a, str)
            size = 3 if state.PART[a, 1] > 2 else 2
            done = {"": size, "all ignored": 0}.get(about.cost)
            done = size - int(about.cost[0]) if done is None else done
            s = GAME.imagined(view, p, chance.randbytes(32))
            earned = int(s.vp[p])
            GAME.kernels.apply(s, p, a)
            checked += 1
            gained = int(s.vp[p]) - earned
            assert reaches(s, p, done - done_in(s), about.gain - gained, chance), (
                GAME.words.notation(view, p, a),
                about,
            )
    assert checked > 60


# --- the next action


@rule("YA-38", "YA-R2")
def test_ignoring_is_wasteful():
    match = turn("recycle serve_1 cook_1", dict(queue="R", dishes="R R", fridge="R", box="R", menu="RB"))
    found = said(match, "ignore cook_1")
    assert (found.tone, found.why) == ("wasteful", "It becomes possible after another action of this line.")
    assert said(match, "do serve_1").gain == 3 and said(match, "do recycle").gain == 1
    match = turn("recycle cook_1", dict(dishes="R R", box="R", menu="RB"))
    assert said(match, "ignore cook_1").why == "It is lost for this turn: the dish queue is full."


@rule("YA-R42")
def test_a_taiyaki_may_be_kept():
    match = turn("serve_1 cook_1", dict(queue="T", fridge="R", dishes="", menu="RB", tokens=token(taiyaki=1)))
    assert (said(match, "ignore serve_1").tone, said(match, "ignore serve_1").cost) == ("costly", "no serve")
    assert (said(match, "do serve_1").cost, said(match, "do serve_1").gain) == ("1 taiyaki", 2)


@rule("YA-36")
def test_an_order_that_loses_an_action_says_so():
    match = turn("refill_1 refill_2 serve_2", dict(queue="R", dishes="R", fridge="", box=""))
    assert said(match, "do refill_2").tone == "good"
    found = said(match, "do refill_1")
    assert (found.tone, found.cost) == ("costly", "2 lost") and "refill 2 is ignored then" in found.why


# --- in the middle of an action


@rule("YA-60", "YA-62", "YA-79")
def test_serves_say_their_points():
    match = turn("serve_1 recycle", dict(queue="R", dishes="R", fridge="R B", box="G", tokens=token(taiyaki=1)))
    play(match, 0, "do serve_1")
    assert said(match, "serve R") == Remark("good", 3, "", "Ramen and red match the red customer.")
    assert (said(match, "serve B").tone, said(match, "serve B").cost) == ("costly", "1 less")
    assert (said(match, "serve R with taiyaki").cost, said(match, "serve R with taiyaki").gain) == ("1 taiyaki", 2)


@rule("YA-49", "YA-56")
def test_dishes_say_whom_they_match():
    match = turn("cook_1 recycle", dict(queue="R B", dishes="R", menu="RB", box="R"))
    play(match, 0, "do cook_1")
    assert said(match, "cook B") == Remark("good", 0, "", "Yakitori matches the customer in position 2.")
    assert (said(match, "cook R").tone, said(match, "cook R").cost) == ("costly", "no match")


@rule("YA-43", "YA-22", "YA-40")
def test_a_figure_that_fills_a_queue():
    match = turn("customers_1 recycle", dict(queue="R B G", box="R"), dict(queue="R B G"), next_figures="Y")
    play(match, 0, "do customers_1")
    assert (said(match, "send Y to 0").tone, said(match, "send Y to 0").cost) == ("costly", "queue full")
    assert said(match, "send Y to 1").tone == "good" and "lose patience" in said(match, "send Y to 1").why


@rule("YA-65", "YA-69", "YA-70", "YA-74", "YA-93")
@pytest.mark.parametrize("figure", "RT")
def test_a_space_says_what_it_brings_at_best(figure):
    """Bonus points and final points of the reviews, by trying all that can follow."""
    match = placing(figure)
    view = match.view(0)
    serve = int(view.serving_vp)

    def best(s: State) -> int:
        if not s.serving or open_kind(s) in (state.TOKEN, state.DOUBLE):
            tokens = 1 if open_kind(s) == state.TOKEN else 0
            return int(s.vp[0]) - serve * (not s.serving) + review_points(s, 0) + tokens
        found = []
        for a in GAME.legal(s, 0):
            then = copy(s)
            GAME.kernels.apply(then, 0, a)
            found.append(best(then))
        return max(found)

    start = int(view.vp[0]) + review_points(view, 0)
    for a in GAME.legal(view, 0):
        then = copy(view)
        GAME.kernels.apply(then, 0, a)
        assert GAME.remark(view, 0, a, str).gain == best(then) - start, GAME.words.notation(view, 0, a)


@rule("YA-93", "YA-24")
def test_steps_say_what_they_change_at_the_end():
    for kind, sign in ((state.REVIEW, 1), (state.LOSE, -1)):
        found = 0
        for view, p in positions(5, {kind}):
            for a in GAME.legal(view, p):
                about = GAME.remark(view, p, a, str)
                if state.ACTIONS.verb[a].first not in (state.GAIN_STEPS, state.LOSE_STEPS):
                    continue
                then = copy(view)
                GAME.kernels.apply(then, p, a)
                change = review_points(then, p) - review_points(view, p)
                assert about.gain == change if sign > 0 else about.cost.startswith(f"\N{MINUS SIGN}{-change} ")
                found += 1
        assert found


@rule("YA-23", "YA-25", "YA-27")
def test_what_a_check_costs():
    match = alley(dict(queue="R B G Y", fridge="R", tokens=token(taiyaki=1)))
    assert said(match, "accept").cost == "\N{MINUS SIGN}2 reviews"
    assert said(match, "offer R").cost == "1 drink" and "position 1" in said(match, "offer R").why
    assert said(match, "offer taiyaki").cost == "1 taiyaki"


@rule("YA-86", "YA-R29")
def test_the_final_turn_says_when_a_second_beverage_is_wasted():
    match = final(dict(queue="R T", dishes="Y R", fridge="R Y"))
    assert said(match, "stop").tone == "final" and "could still serve" in said(match, "stop").why
    assert said(match, "serve with 1").gain == 2
    assert said(match, "serve with 2").cost == "1 drink"


@rule("YA-71", "YA-72", "YA-73", "YA-53")
def test_points_that_come_at_once_are_those_said():
    """Whatever is said to be gained by a move that asks nothing more is what the score does."""
    told = {state.RECYCLE_ONE, state.ADD_FOOD}
    found = 0
    for view, p in positions(6, {state.RECYCLE, state.MENU}):
        for a in GAME.legal(view, p):
            if state.ACTIONS.verb[a].first in told:
                then = copy(view)
                GAME.kernels.apply(then, p, a)
                earned = int(then.vp[p]) - int(view.vp[p])
                if not view.serving or then.serving:  # a serve that ends with it brings its own
                    assert GAME.remark(view, p, a, str).gain == earned
                    found += 1
    assert found


def test_every_choice_of_every_scene_has_words_without_codes():
    tones = set()
    for view, p in positions(4, set(range(state.NEXT_ACTION))):
        for a in GAME.legal(view, p):
            about = GAME.remark(view, p, a, lambda q: f"Cook {q}")
            tones.add(about.tone)
            assert about.tone in ("", "good", "costly", "wasteful", "final")
            assert "_" not in about.why + about.cost and "YA-" not in about.why
            assert len(about.cost.split()) <= 5
            assert not about.why or ((about.why[0].isupper() or about.why[0].isdigit()) and about.why.endswith("."))
            assert about.tone not in ("costly", "wasteful") or about.cost
    assert tones == {"", "good", "costly", "wasteful", "final"}


@rule("YA-55")
def test_the_first_in_the_queue_says_what_a_serve_lacks():
    def note(**seat):
        match = alley(dict(queue="R") | seat)
        scene = match.scene(0)
        return next(zone for zone in scene.zones if zone.id == "queue:0").pieces[0].note

    assert note(dishes="R", fridge="R", box="") == "next: +3"
    assert note(dishes="", fridge="R") == "no dish"
    assert note(dishes="R", fridge="") == "no drink"
    assert note(dishes="R", fridge="R", box="GGG") == "box full"


def test_lines_are_planned_from_what_a_seat_may_know():
    """Nothing that is drawn later is looked at (YA-41)."""
    seats = (dict(queue="R", menu="RB", box="R"),)
    one, move = before("customers_1 recycle", *seats, next_figures="T")
    two, _ = before("customers_1 recycle", *seats, next_figures="R")
    assert said(one, move) == said(two, move)
    assert best_line(stall_of(one.view(0), 0), (0, 8)) == best_line(stall_of(two.view(0), 0), (0, 8))
