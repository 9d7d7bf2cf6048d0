"""Positions: what is refused, what is left out, and that writing and reading are inverse (docs/positions.md)."""

import copy
import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.rules import rule
from tests.support import random_options
from tests.yatta.legality import Look
from tests.yatta.support import CELLS, FACES, alley, asked, moves, of, play, queue, seen, supply, token, when
from tests.yatta.test_invariants import Walk, bottles, dishes, figures, tokens
from yokocho.bots import seats
from yokocho.core.game import BadInput
from yokocho.core.match import Match
from yokocho.core.record import data
from yokocho.games.yatta import GAME

DOCS = Path(__file__).parents[2] / "docs" / "positions.md"
TILES = dict(
    grid=["customers_1 cook_2 serve_1", "refill_1 recycle cook_1"], outside="serve_2 customers_2 refill_2 recycle"
)
IN_LINE = TILES | dict(line="C2", todo="cook_2", asked=[{"question": "action", "seat": 0}])


def read(**position):
    return Match.from_position(GAME, {"players": 2} | position)


def seat(**parts):
    return {"seats": [{}, parts]}


# --- what is refused


@pytest.mark.parametrize(
    ("position", "place"),
    [
        ({"color": "red"}, "color"),
        ({"format": "yokocho-position/9"}, "format"),
        ({"players": 1}, "players"),
        ({"players": 5}, "players"),
        ({"players": "2"}, "players"),
        ({"options": {"speed": 1}}, "yatta has no option 'speed'"),
        ({"options": {"tourist_swap_to": "moon"}}, "option tourist_swap_to"),
        ({"round": 0}, "round"),
        ({"round": 13}, "round"),
        ({"round": "4"}, "round"),
        ({"phase": "lunch"}, "phase"),
        ({"first": 2}, "first"),
        ({"active": 2}, "active"),
        ({"active": -1}, "active"),
        ({"grid": TILES["grid"][:1]}, "grid"),
        ({"grid": "cook_1"}, "grid"),
        (TILES | {"grid": ["customers_1 cook_2", "refill_1 recycle cook_1"]}, "grid"),
        (TILES | {"grid": ["customers_1 cook_2 serve_3", "refill_1 recycle cook_1"]}, "grid"),
        (TILES | {"grid": ["customers_1 cook_2 cook_2", "refill_1 recycle cook_1"]}, "grid|outside"),
        (TILES | {"outside": "serve_2 customers_2 refill_2"}, "outside"),
        (TILES | {"outside": "serve_2 customers_2 refill_2 fish"}, "outside"),
        (TILES | {"outside": "serve_2 customers_2 refill_2 cook_1"}, "grid|outside"),
        (IN_LINE | {"line": "C4"}, "line"),
        (IN_LINE | {"line": 1}, "line"),
        (IN_LINE | {"todo": "cook_3"}, "todo"),
        (IN_LINE | {"todo": "serve_1"}, "todo"),
        (IN_LINE | {"todo": "cook_2 cook_2"}, "todo"),
        (IN_LINE | {"line": None}, "todo|line|asked"),
        ({"dishes": [6, 6, 6]}, "dishes"),
        ({"dishes": [6, 6, 6, -1]}, "dishes"),
        ({"dishes": [7, 6, 6, 6]}, "dishes"),
        ({"dishes": [5, 6, 6, 6]}, "dishes"),
        ({"beverages": [3, 3, 3, 4]}, "beverages"),
        ({"beverages": [3, 3, 3, 2]}, "beverages"),
        ({"beverages": 3}, "beverages"),
        ({"bag": [6, 6, 6, 6]}, "bag"),
        ({"bag": [6, 6, 6, 6, 4]}, "bag"),
        ({"bag": [6, 6, 6, 5, 3]}, "bag"),
        ({"tokens": [1, 1, 1]}, "tokens"),
        ({"tokens": [5, 1, 0, 0]}, "tokens"),
        ({"tokens": [4, 4, 0, 0]}, "tokens"),
        ({"tokens": [1, 1, 1, 1]}, "tokens"),
        ({"spent": [0, 0, 0, 7]}, "spent|tokens"),
        ({"spent": [5, 0, 0, 0]}, "spent|tokens"),
        ({"hand": "X"}, "hand"),
        ({"hand": "R G B"}, "hand"),
        ({"hand": "R"}, "hand|asked"),
        ({"next_figures": "X"}, "next_figures"),
        ({"next_figures": 3}, "next_figures"),
        ({"phase": "setup", "next_foods": "T"}, "next_foods"),
        ({"serving": {"vp": 3}, "asked": [{"question": "insert", "seat": 0}]}, r"serving|asked|seats\[0\].dishes"),
        ({"serving": 3}, "serving"),
        ({"seats": [{}] * 3}, "seats"),
        ({"seats": [{}, 7]}, r"seats\[1\]"),
        (seat(hat=1), r"seats\[1\].hat"),
        (seat(vp="many"), r"seats\[1\].vp"),
        (seat(vp=-1), r"seats\[1\].vp"),
        (seat(queue="R X"), r"seats\[1\].queue"),
        (seat(queue="R R G G B"), r"seats\[1\].queue"),
        (seat(queue="- R"), r"seats\[1\].queue"),
        (seat(queue=["R"]), r"seats\[1\].queue"),
        (seat(dishes="T"), r"seats\[1\].dishes"),
        (seat(dishes="R R R"), r"seats\[1\].dishes"),
        (seat(dishes="R R R R", stove_improved=True), r"seats\[1\].dishes"),
        (seat(fridge="R R B"), r"seats\[1\].fridge"),
        (seat(fridge="T"), r"seats\[1\].fridge"),
        (seat(box="R R B B"), r"seats\[1\].box"),
        (seat(box=3), r"seats\[1\].box"),
        (seat(sink=[1, 2, 3]), r"seats\[1\].sink"),
        (seat(sink=[-1, 0, 0, 0]), r"seats\[1\].sink"),
        (seat(menu="RR"), r"seats\[1\].menu"),
        (seat(menu="RX"), r"seats\[1\].menu"),
        (seat(menu="R"), r"seats\[1\].menu"),
        (seat(fridge_improved=1), r"seats\[1\].fridge_improved"),
        (seat(stove_improved="yes"), r"seats\[1\].stove_improved"),
        (seat(board={"E1": "R"}), r"seats\[1\].board"),
        (seat(board={"A1": "X"}), r"seats\[1\].board"),
        (seat(board={"A1": ""}), r"seats\[1\].board"),
        (seat(board=["A1"]), r"seats\[1\].board"),
        (seat(reviews=[0, 0, 0]), r"seats\[1\].reviews"),
        (seat(reviews=[5, 0, 0, 0]), r"seats\[1\].reviews"),
        (seat(reviews=[0, -4, 0, 0]), r"seats\[1\].reviews"),
        (seat(influencer=3), r"seats\[1\].influencer"),
        (seat(influencer=-1), r"seats\[1\].influencer"),
        (seat(tokens=[0, 0, 5, 0]), r"seats\[1\].tokens|tokens"),
        (seat(tokens=[0, 0, 1]), r"seats\[1\].tokens"),
        (seat(tokens=[4, 3, 0, 0]), r"seats\[1\].tokens|tokens"),
        ({"asked": [{"question": "sing", "seat": 0}]}, r"asked\[0\]"),
        ({"asked": [{"question": "insert", "seat": 0, "alone": True}]}, r"asked\[0\].alone"),
        ({"asked": [{"question": "insert"}]}, r"asked\[0\]"),
        ({"asked": [{"question": "insert", "seat": 2}]}, r"asked\[0\]"),
        ({"active": 0, "asked": [{"question": "insert", "seat": 1}]}, "asked"),
        ({"asked": [{"question": "check", "seat": 0}]}, "asked"),
        ({"asked": [{"question": "action", "seat": 0}]}, "asked|todo|line"),
        ({"asked": [{"question": "food", "seat": 0}]}, "asked"),
        ({"asked": [{"question": "final", "seat": 0}]}, "asked"),
        ({"asked": [{"question": "place", "seat": 0}]}, "asked|hand"),
        ({"asked": [{"question": "cell", "seat": 0}]}, "asked|serving"),
        ({"phase": "final", "asked": [{"question": "insert", "seat": 0}]}, "asked"),
        ({"phase": "over", "asked": [{"question": "insert", "seat": 0}]}, "asked|phase"),
        ({"asked": []}, "asked"),
        ({"asked": "insert"}, "asked"),
        ({"generator": "12"}, "generator"),
    ],
)
def test_what_is_impossible_is_refused_and_named(position, place):
    with pytest.raises(BadInput, match=f"^({place})"):
        read(**position)


def at_a_review():
    """Seat 0 has just placed R on A1, and is to say which review goes up."""
    tiles = dict(grid=["serve_2 cook_1 cook_2", "refill_1 refill_2 customers_1"])
    match = alley(dict(queue="R G", dishes="R B", fridge="R"), **tiles, outside="serve_1 customers_2 recycle recycle")
    play(match, 0, "insert serve_1 C1", "do serve_1", "place A1")
    assert asked(match) == ("review", 0)
    return seen(match)


@rule("YA-60", "YA-61")
@pytest.mark.parametrize(
    "serving",
    [
        {"vp": 9, "dish": True, "placed": True},
        {"vp": -1, "dish": True, "placed": True},
        {"vp": 3, "dish": True, "placed": False},
        {"vp": 3, "dish": False, "placed": True},
        {"vp": 3, "dish": 1, "placed": True},
        {"vp": 3, "dish": True, "placed": True, "figure": "R"},
        None,
    ],
)
def test_a_serve_that_cannot_be(serving):
    with pytest.raises(BadInput):
        read(**at_a_review() | {"serving": serving})


@rule("YA-60")
@pytest.mark.parametrize("points", [0, 5])
def test_a_serve_gives_one_to_four(points):
    with pytest.raises(BadInput, match=r"serving\.vp"):
        read(**at_a_review() | {"serving": {"vp": points, "dish": True, "placed": True}})


@rule("YA-68")
@pytest.mark.parametrize(
    "rows",
    [
        ["review"],
        ["shift", "actions"],
        ["review", "shift"],
        ["review", "review", "shift", "actions"],
        ["review", "shift", "actions", "actions"],
        ["cell", "shift", "actions"],
        ["serve", "shift", "actions"],
        ["insert", "shift", "actions"],
    ],
)
def test_an_order_of_things_that_cannot_be(rows):
    position = at_a_review()
    kept = {row.get("question", row.get("step")): row for row in position["asked"]}
    named = [kept.get(name, {"question": name, "seat": 0}) for name in rows]
    with pytest.raises(BadInput):
        read(**position | {"asked": named})


@rule("YA-68", "YA-69")
@pytest.mark.parametrize("row", [{"question": "menu"}, {"question": "double"}, {"question": "token"}, {"b": 11}])
def test_a_bonus_that_no_space_gives(row):
    """R stands on A1 alone: one step on S or C, and nothing else."""
    position = at_a_review()
    first, *rest = position["asked"]
    changed = {"question": row["question"], "seat": 0} if "question" in row else first | row
    with pytest.raises(BadInput, match=r"^asked"):
        read(**position | {"asked": [changed, *rest]})


@rule("YA-99", "YA-100", "YA-101", "YA-102", "YA-103")
@pytest.mark.parametrize(
    ("position", "what"),
    [
        ({"seats": [dict(queue="T T T"), dict(queue="T")]}, "T"),
        ({"seats": [dict(queue="R R R R"), dict(board=dict(zip(CELLS, "RRR")))]}, "R"),
        ({"seats": [dict(sink=[6, 0, 0, 0]), dict(dishes="R")]}, "R|dishes"),
        ({"seats": [dict(fridge="G G"), dict(box="G G")]}, "G|beverages"),
        ({"seats": [dict(tokens=[3, 0, 0, 0]), dict(tokens=[2, 0, 0, 0])]}, "doggy_bag|tokens"),
        ({"seats": [dict(tokens=[3, 0, 2, 0]), dict(tokens=[0, 2, 0, 0])]}, "tokens"),
    ],
)
def test_more_than_the_box_holds(position, what):
    with pytest.raises(BadInput, match=what):
        read(**position)


@rule("YA-R30")
@pytest.mark.parametrize("position", [dict(round=1), dict(round=12, active=1), dict(phase="final")])
def test_vp_that_could_not_be_written_at_the_end_are_refused(position):
    with pytest.raises(BadInput, match=r"^seats\[1\].vp: at most \d+ with so much of the game to come, not 9999$"):
        read(**position, **seat(vp=9999))


@rule("YA-R30")
@pytest.mark.parametrize("seed", range(6))
def test_however_many_vp_are_read_all_that_follow_can_be_read_too(seed):
    chance = random.Random(seed)
    bot = seats.bot("greedy", GAME, f"{seed}")
    match = Match(GAME, 2, random_options(GAME, chance), f"{seed}")
    for _ in range(chance.randrange(60)):
        match.play(match.actor(), bot(match.view(match.actor()), match.actor()))
    position = json.loads(json.dumps(seen(match)))
    for p in range(2):
        position["seats"][p]["vp"] = 9999
        try:
            Match.from_position(GAME, position)
        except BadInput as error:
            most = int(re.search(r"at most (\d+)", str(error))[1])
            position["seats"][p]["vp"] = most
    match = Match.from_position(GAME, position)
    while not match.over:
        match.play(match.actor(), bot(match.view(match.actor()), match.actor()))
        again = Match.from_position(GAME, seen(match))
        assert data(again.state) == data(GAME.settle(match.state))


def test_a_position_of_another_game_is_refused():
    with pytest.raises(BadInput, match="game"):
        read(game="umami")


def spoilt(position, chance):
    """The position with something changed at random."""
    position = copy.deepcopy(position)
    places = []

    def walk(value, path):
        places.append(path)
        for key, item in value.items() if isinstance(value, dict) else enumerate(value if type(value) is list else []):
            walk(item, [*path, key])

    key = chance.choice([key for key in position if key not in ("generator", "options", "game", "format")])
    walk(position[key], [key])
    *path, last = chance.choice(places)
    table = position
    for step in path:
        table = table[step]
    value = table[last]
    if isinstance(value, bool):
        table[last] = not value
    elif isinstance(value, int):
        table[last] = value + chance.choice([-2, -1, 1, 2, 100])
    elif isinstance(value, str) and chance.random() < 0.9:
        words = value.split()
        at = chance.randrange(len(words) + 1)
        words[at : at + chance.randrange(2)] = chance.choice([[], ["R"], ["T"], ["-"], ["cook_1"], ["cell"]])
        table[last] = " ".join(words)
    elif isinstance(value, list) and value:
        at = chance.randrange(len(value))
        value[at : at + 1] = chance.choice([[], value[at : at + 1] * 2])
    else:
        table[last] = chance.choice([None, 0, 3, "R", [], {}, "place"])
    return position


@rule("YA-99", "YA-100", "YA-101", "YA-103")
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_read_can_be_played(seed):
    """Spoilt positions are refused in words, or are sound: what they hold is kept, and every answer is a legal one."""
    chance = random.Random(f"spoilt {seed}")
    pool = [now for _, _, now in Walk(700 + seed)]
    refused = read_after_all = 0
    for _ in range(400):
        try:
            match = Match.from_position(GAME, spoilt(chance.choice(pool), chance))
        except BadInput:
            refused += 1
            continue
        read_after_all += 1
        before = seen(match)
        for _ in range(6):
            if match.over:
                break
            question, p = asked(match)
            offered = match.notations(p)
            if question != "review":
                assert set(offered) == Look(seen(match), p).answers(question, offered, None)
            match.play(p, chance.choice(offered), 0)
        for count in (figures, dishes, bottles, tokens):
            assert count(seen(match)) == count(before)
    assert refused > 150
    assert read_after_all > 20


# --- what is left out


@rule("YA-4", "YA-5", "YA-6", "YA-11")
def test_what_is_left_out_is_as_at_the_start():
    position = seen(read())
    assert (position["round"], position["phase"], position["first"], position["active"]) == (1, "round", 0, 0)
    assert (position["line"], position["todo"], position["hand"], position["serving"]) == (None, "", "", None)
    assert (position["next_figures"], position["next_foods"]) == ("", "")
    assert position["dishes"] == [6, 6, 6, 6]
    assert position["beverages"] == [3, 3, 3, 3]
    assert position["bag"] == [6, 6, 6, 6, 3]
    assert (sum(position["tokens"]), position["spent"]) == (6, [0, 0, 0, 0])
    bare = dict(vp=0, queue="", dishes="", fridge="", box="", sink=[0, 0, 0, 0], menu="RB", board={})
    bare |= dict(fridge_improved=False, stove_improved=False, reviews=[0, 0, 0, 0], influencer=0, tokens=[0, 0, 0, 0])
    assert position["seats"] == [bare] * 2
    assert sorted(" ".join([*position["grid"], position["outside"]]).split()) == sorted(FACES)
    assert position["asked"][0] == {"question": "insert", "seat": 0}


def test_who_is_active_when_nobody_says():
    assert when(read(players=3, first=2)) == ("round", 1, 2)
    assert when(read(players=3, first=2, active=1)) == ("round", 1, 1)
    assert asked(read(players=3, first=2, phase="setup")) == ("food", 2)


def test_the_check_comes_by_itself():
    assert asked(read(seats=[dict(queue="R R G G", fridge="R")])) == ("check", 0)
    assert asked(read(phase="final", round=12, seats=[dict(queue="R R G G", fridge="R")])) == ("check", 0)


def test_the_seed_decides_what_is_left_out():
    grids = {tuple(seen(read(seed=str(i)))["grid"]) for i in range(20)}
    drawn = {tuple(seen(read(seed=str(i)))["tokens"]) for i in range(20)}
    assert len(grids) > 15
    assert len(drawn) > 5
    assert seen(read(seed="a")) == seen(read(seed="a"))


@rule("YA-99", "YA-100", "YA-101", "YA-103")
def test_what_the_seats_have_is_not_in_the_supply():
    match = read(
        seats=[
            dict(queue="R T", dishes="R", fridge="G", box="G", sink=[1, 0, 0, 2], board={"A1": "R"}),
            dict(queue="B", tokens=token(taiyaki=2)),
        ],
        spent=token(garbage=1),
    )
    assert supply(match, "bag") == [4, 5, 6, 6, 2]
    assert supply(match, "dishes") == [4, 6, 6, 4]
    assert supply(match, "beverages") == [3, 3, 1, 3]
    assert sum(supply(match, "tokens")) == 6 - 2 - 1
    assert supply(match, "tokens")[2] <= 2 and supply(match, "tokens")[3] <= 3  # four of a kind


def test_a_seat_left_out_is_bare():
    match = read(players=3, seats=[dict(vp=4)])
    assert [of(match, p)["vp"] for p in range(3)] == [4, 0, 0]


def test_pinned_figures_are_drawn_in_their_order():
    match = alley(next_figures="T R G", **TILES)
    play(match, 0, "insert customers_2 C1", "do customers_2")
    assert sorted(seen(match)["hand"].split()) == ["R", "T"]
    assert seen(match)["next_figures"] == "G"


def test_a_match_may_begin_in_the_middle_of_a_line():
    match = read(
        **IN_LINE
        | dict(
            todo="cook_2 recycle", seats=[dict(box="R")], grid=["customers_1 recycle serve_1", "refill_1 cook_2 cook_1"]
        )
    )
    assert moves(match) == {"do cook_2", "do recycle"}
    play(match, 0, "do cook_2", "cook BB")
    assert asked(match) == ("insert", 1)


def test_a_position_that_is_over_is_over():
    match = read(phase="over", round=12, seats=[dict(vp=4), dict(vp=5)])
    assert match.over
    assert match.result()["scores"] == [4, 5]
    assert match.result()["ranks"] == [2, 1]
    assert seen(match)["asked"] == []


def test_the_example_of_the_docs_can_be_read():
    section = DOCS.read_text(encoding="utf-8").split("## YATTA!")[1]
    position = json.loads(re.search(r"```json\n(.*?)```", section, re.S)[1])
    del position["generator"]
    match = Match.from_position(GAME, position)
    assert asked(match) == ("insert", 1)
    again = seen(match)
    for key, value in position.items():
        if key != "seats":
            assert again[key] == value, key
    assert again["seats"][0] == position["seats"][0]
    assert again["seats"][1]["vp"] == 3
    assert len(moves(match)) == 20


# --- there and back


@pytest.mark.parametrize("seed", range(9))
def test_writing_and_reading_are_inverse(seed):
    chance = random.Random(f"positions {seed}")
    options = random_options(GAME, chance) if seed % 3 else {}
    match = Match(GAME, 2 + seed % 3, options, f"positions {seed}")
    questions = Counter()
    while True:
        position = seen(match)
        again = Match.from_position(GAME, json.loads(json.dumps(position)))
        assert seen(again) == position
        assert data(GAME.settle(match.state)) == data(GAME.settle(again.state))
        if match.over:
            assert again.over
            assert again.result() == match.result()
            break
        assert match.pending() == again.pending()
        p = match.actor()
        questions[GAME.words.asks(match.state)] += 1
        answers = match.notations(p)
        assert again.notations(p) == answers
        eager = [a for a in answers if a.startswith(("do serve", "do cook", "do refill", "serve"))]
        match.play(p, chance.choice(eager if eager and chance.random() < 0.8 else answers), 0)
    assert {"food", "beverage", "insert", "action", "place", "cook", "refill", "cell"} <= set(questions)


def test_pins_survive_a_round_trip():
    match = read(next_figures="T R G", phase="setup", next_foods="YG")
    again = Match.from_position(GAME, seen(match))
    assert (seen(again)["next_figures"], seen(again)["next_foods"].replace(" ", "")) == ("T R G", "YG")


def test_a_serve_survives_a_round_trip():
    match = alley(
        dict(queue="R G", dishes="R B", fridge="R"),
        grid=["serve_2 cook_1 cook_2", "refill_1 refill_2 customers_1"],
        outside="serve_1 customers_2 recycle recycle",
    )
    play(match, 0, "insert serve_1 C1", "do serve_1")
    for move in ("place A1", "gain S"):
        match = Match.from_position(GAME, json.loads(json.dumps(seen(match))))
        play(match, 0, move)
    assert (queue(match), of(match)["vp"], of(match)["sink"]) == ("G", 3, [1, 0, 0, 0])
