"""Nothing is hidden but what the bag will give and the generator (section 5); and, in some boxes, backs of tokens."""

import json
import random

import pytest

from tests.rules import rule
from tests.support import random_options
from tests.yatta.support import alley, asked, changed, moves, other_box, play, seen, token, told, turn
from yokocho.core.match import Illegal, Match
from yokocho.games.yatta import GAME


def public(position):
    """A position without the generator."""
    return {key: value for key, value in position.items() if key != "generator"}


@rule("YA-R23", "YA-R30", "YA-6", "YA-99")
@pytest.mark.parametrize("seed", range(6))
def test_all_else_is_public(seed):
    """Fridges, boxes, tokens, VP, menus, boards and what is in the bag: to every seat and to a spectator."""
    chance = random.Random(seed)
    match = Match(GAME, 2 + seed % 3, random_options(GAME, chance), f"secrets {seed}")
    while True:
        now = public(seen(match))
        for p in range(-1, match.players):
            assert public(told(match, p)) == now
            assert set(told(match, p)["generator"]) == {"0"}
        if match.over:
            break
        match.play(match.actor(), chance.choice(match.notations(match.actor())), 0)


@rule("YA-41")
def test_pinned_draws_are_hidden():
    match = alley(next_figures="T R")
    for p in (-1, 0, 1):
        assert told(match, p)["next_figures"] == ""
    match = alley(phase="setup", next_foods="GY")
    for p in (-1, 0, 1):
        assert told(match, p)["next_foods"] == ""


@rule("YA-41", "YA-R18")
def test_what_is_imagined_has_the_same_bag_and_another_future():
    match = turn("customers_1 recycle", dict(queue="R"), dict(queue="G"), next_figures="Y")
    found = set()
    for i in range(60):
        dreamt = GAME.imagined(match.view(0), 0, bytes([i] * 32))
        assert GAME.write(dreamt)["bag"] == seen(match)["bag"]
        again = Match.from_position(GAME, GAME.write(dreamt))
        play(again, 0, "do customers_1")
        found.add(seen(again)["hand"])
    assert found == set("RBGYT")


@rule("YA-41")
def test_a_draw_cannot_be_taken_back():
    match = turn("customers_1 recycle", dict(queue="R"), dict(queue="G"), next_figures="Y")
    play(match, 0, "do customers_1")
    with pytest.raises(Illegal, match="came to light"):
        match.undo(0)


@rule("YA-10")
def test_second_foods_cannot_be_taken_back():
    match = Match(GAME, 2, {}, "0")
    play(match, 0, "choose food R")
    play(match, 1, "choose food B")
    with pytest.raises(Illegal, match="came to light"):
        match.undo(1)


@rule("YA-36")
def test_what_hid_nothing_can_be_taken_back():
    match = turn("cook_1 refill_1")
    play(match, 0, "do cook_1", "cook R")
    match.undo(0)
    match.undo(0)
    assert moves(match) == {"do cook_1", "do refill_1"}


@rule("YA-5", "YA-76")
def test_a_double_customer_is_chosen_openly():
    match = turn("serve_1 serve_2", dict(queue="R", dishes="R", fridge="R"))
    play(match, 0, "do serve_1", "place D4", "choose figure T")
    for p in (-1, 0, 1):
        assert told(match, p)["hand"] == "T"
    match.undo(0)
    assert asked(match) == ("double", 0)


# --- backs that differ

HIDDEN = """
import json, random
from tests.yatta.support import *
from yokocho.core.record import copy, data

def everything(s, p):
    view = GAME.view(s, p)
    told = [GAME.table(view, p, lambda q: str(q)).to_json(), GAME.write(view), GAME.words.narrate(view, str)]
    return json.dumps([*told, GAME.scores(view)])

totals, dreams = set(), set()
for i in range(8):
    chance = random.Random(i)
    match = Match(GAME, 2, {}, f"backs {i}")
    while not match.over:
        answers = match.notations(match.actor())
        wanted = ("do serve", "do cook", "do refill", "place B1", "place D2", "take tai")
        eager = [a for a in answers if a.startswith(wanted)]
        if chance.random() < 0.05:
            for p in (-1, 0, 1):
                view = match.view(p)
                one, two = (GAME.imagined(view, p, bytes([k + i] * 32)) for k in (1, 2))
                assert data(GAME.view(one, p)) == data(GAME.view(two, p)) == data(view)
                assert everything(one, p) == everything(two, p) == everything(match.state, p)
        match.play(match.actor(), chance.choice(eager if eager and chance.random() < 0.9 else answers), 0)
    last = seen(match)
    for p, seat in enumerate(last["seats"]):
        if seat["tokens"][2]:
            totals.add((seat["tokens"][2], scores(match)[p] - final_scores_without(last, p)))
print("hidden", json.dumps(sorted(totals)))
"""

WITHOUT = """
def final_scores_without(position, p):
    seats = position["seats"]
    rows = [[seat["sink"][k] for seat in seats] for k in range(4)]
    rows += [[list(seat["board"].values()).count(c) for seat in seats] for c in COLOURS]
    majorities = sum(row[p] for row in rows if row[p] > max(n for q, n in enumerate(row) if q != p))
    reviews = sum(TRACK[START + step] for step in seats[p]["reviews"])
    others = sum(n for kind, n in zip(TOKENS, seats[p]["tokens"]) if kind != "taiyaki")
    return seats[p]["vp"] + majorities + reviews + others
"""


@rule("YA-83", "YA-94")
def test_backs_that_differ_are_hidden_from_all_until_scoring(tmp_path):
    backs = changed()["special_tokens"]["back_vp"] | {"taiyaki": [1, 2, 4, 8]}
    ran = other_box(tmp_path, changed(special_tokens__back_vp=backs), WITHOUT + HIDDEN)
    assert ran.returncode == 0, ran.stderr[-3000:]
    totals = {tuple(row) for row in json.loads(ran.stdout.split("hidden ")[1])}
    possible = {1: {1, 2, 4, 8}, 2: {3, 5, 9, 6, 10, 12}, 3: {7, 11, 13, 14}, 4: {15}}
    assert totals
    assert all(worth in possible[count] for count, worth in totals)
    assert len({worth for _, worth in totals}) > 1


LEFT_OUT = """
from tests.yatta.support import *
from yokocho.core.game import BadInput
try:
    print("worth", scores(ended(dict(tokens=token(taiyaki=2))))[0])
except BadInput as error:
    print("refused", error)
"""


@rule("YA-94")
def test_backs_left_out_of_a_position_that_is_over_are_drawn(tmp_path):
    backs = changed()["special_tokens"]["back_vp"] | {"taiyaki": [1, 2, 4, 8]}
    ran = other_box(tmp_path, changed(special_tokens__back_vp=backs), LEFT_OUT)
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert ran.stdout.startswith("refused") or int(ran.stdout.split()[1]) in {3, 5, 9, 6, 10, 12}


@rule("YA-83", "YA-94")
def test_equal_backs_hide_nothing():
    match = alley(dict(tokens=token(taiyaki=2)))
    for p in (-1, 0, 1):
        assert told(match, p)["seats"][0]["tokens"] == token(taiyaki=2)
