"""Whole random matches: what must hold after every move (YA-99 to YA-104), whatever the house rules.

Everything is worked out from the written position, with nothing but the rules in mind.
"""

import random
from collections import Counter

import pytest

from tests.rules import rule
from tests.support import random_options
from tests.yatta.legality import Look
from tests.yatta.support import (
    CAPACITY,
    CELLS,
    COLOURS,
    DATA,
    FACES,
    FIGURES,
    SETS,
    START,
    TOKENS,
    TRACK,
    asked,
    changed,
    other_box,
    seen,
)
from yokocho.core.match import Match
from yokocho.games.yatta import GAME


def letters(text):
    return text.replace("-", "").replace(" ", "")


def figures(position):
    """YA-99."""
    found = Counter(dict(zip(FIGURES, position["bag"]))) + Counter(letters(position["hand"]))
    for seat in position["seats"]:
        found += Counter(letters(seat["queue"])) + Counter(seat["board"].values())
    return found


def dishes(position):
    """YA-100."""
    found = Counter(dict(zip(COLOURS, position["dishes"])))
    for seat in position["seats"]:
        found += Counter(letters(seat["dishes"])) + Counter(dict(zip(COLOURS, seat["sink"])))
    return found


def bottles(position):
    """YA-101."""
    found = Counter(dict(zip(COLOURS, position["beverages"])))
    for seat in position["seats"]:
        found += Counter(letters(seat["fridge"])) + Counter(letters(seat["box"]))
    return found


def tokens(position):
    """YA-103."""
    piles = [position["tokens"], position["spent"], *(seat["tokens"] for seat in position["seats"])]
    return [sum(column) for column in zip(*piles)]


def final_scores(position):
    """YA-88 to YA-95."""
    seats = position["seats"]
    rows = [[seat["sink"][k] for seat in seats] for k in range(4)]
    rows += [[list(seat["board"].values()).count(c) for seat in seats] for c in COLOURS]
    backs = [DATA["special_tokens"]["back_vp"][kind] for kind in TOKENS]
    points = []
    for p, seat in enumerate(seats):
        majorities = sum(row[p] for row in rows if row[p] > max(n for q, n in enumerate(row) if q != p))
        reviews = sum(TRACK[START + step] for step in seat["reviews"])
        kept = sum(n * back for n, back in zip(seat["tokens"], backs))
        points.append(seat["vp"] + majorities + reviews + kept)
    return points


def final_ranks(position, points):
    """YA-96 to YA-98."""
    keys = [
        (points[p], len(seat["board"]), -len(letters(seat["box"])), -len(letters(seat["dishes"])))
        for p, seat in enumerate(position["seats"])
    ]
    return [1 + sum(other > key for other in keys) for key in keys]


class Walk:
    """A match played at random, with what was seen before the last move."""

    def __init__(self, seed, eager=0.8):
        self.chance = random.Random(f"yatta {seed}")
        options = random_options(GAME, self.chance) if seed % 3 else {}
        self.match = Match(GAME, 2 + seed % 3, options, f"walk {seed}")
        self.eager = eager

    def __iter__(self):
        """Positions one after the other: (before or None, move or None, now)."""
        before, move = None, None
        while True:
            now = seen(self.match)
            yield before, move, now
            if self.match.over:
                return
            p = self.match.actor()
            move = self.choose(self.match.notations(p))
            self.match.play(p, move, 0)
            before = now

    def choose(self, answers):
        """At random, but rather to serve than not: otherwise boards stay empty."""
        eager = [
            a
            for a in answers
            if a.startswith(("do serve", "serve with", "place D4", "place B1", "do cook", "do refill"))
        ]
        if eager and self.chance.random() < self.eager:
            return self.chance.choice(eager)
        return self.chance.choice(answers)


SEEDS = range(12)


@rule("YA-99", "YA-100", "YA-101", "YA-102", "YA-103")
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_and_nothing_is_added(seed):
    walk = Walk(seed)
    players = walk.match.players
    box = SETS[players]
    kinds = None
    for _, _, now in walk:
        assert figures(now) == Counter(dict.fromkeys(COLOURS, box["customers"]) | {"T": box["tourists"]})
        assert dishes(now) == Counter(dict.fromkeys(COLOURS, box["dishes"]))
        assert bottles(now) == Counter(dict.fromkeys(COLOURS, box["beverages"]))
        assert sorted(" ".join([*now["grid"], now["outside"]]).split()) == sorted(FACES)
        assert [len(row.split()) for row in now["grid"]] == [3, 3]
        assert sum(tokens(now)) == box["special"]
        kinds = kinds or tokens(now)
        assert tokens(now) == kinds  # none of them changes its kind


@rule("YA-104", "YA-64", "YA-47", "YA-61")
@pytest.mark.parametrize("seed", SEEDS)
def test_no_place_holds_more_than_it_can(seed):
    for _, _, now in Walk(100 + seed):
        for p, seat in enumerate(now["seats"]):
            fridge = CAPACITY["fridge_improved" if seat["fridge_improved"] else "fridge_base"]
            stove = CAPACITY["dish_queue_improved" if seat["stove_improved"] else "dish_queue_base"]
            assert len(seat["queue"].split()) <= CAPACITY["customer_queue"]
            assert len(seat["dishes"].split()) <= stove
            assert len(seat["fridge"].split()) <= fridge
            assert len(seat["box"].split()) <= CAPACITY["recycle_box"]
            assert set(seat["board"]) <= set(CELLS)
            assert len(set(seat["menu"])) == len(seat["menu"]) <= CAPACITY["menu_spaces"]
            assert all(-START <= step < len(TRACK) - START for step in seat["reviews"])
            serving = now["serving"] if p == now["active"] else None
            assert seat["queue"].count("-") == bool(serving and serving["placed"])  # no gaps but during a serve
            assert seat["dishes"].count("-") == bool(serving and serving["dish"])
            assert "-" not in seat["queue"][1:] + seat["dishes"][1:]


@rule("YA-20", "YA-63", "YA-21", "YA-R24", "YA-17")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_only_grows(seed):
    """Figures on boards, dishes in sinks, menus, improvements, influencers, spent tokens, VP."""
    for before, _, now in Walk(200 + seed):
        if before is None:
            continue
        for old, new in zip(before["seats"], now["seats"]):
            assert old["board"].items() <= new["board"].items()
            assert all(a <= b for a, b in zip(old["sink"], new["sink"]))
            assert set(old["menu"]) <= set(new["menu"])
            assert old["influencer"] <= new["influencer"]
            assert old["vp"] <= new["vp"]
            assert (old["fridge_improved"], old["stove_improved"]) <= (new["fridge_improved"], new["stove_improved"])
        assert all(a <= b for a, b in zip(before["spent"], now["spent"]))
        assert all(a >= b for a, b in zip(before["tokens"], now["tokens"]))
        assert (before["round"], before["phase"] == "over") <= (now["round"], now["phase"] == "over")


@rule("YA-24", "YA-77", "YA-23")
@pytest.mark.parametrize("seed", SEEDS)
def test_reviews_go_down_only_by_the_check(seed):
    for before, move, now in Walk(300 + seed):
        if before is None or move.startswith("lose"):
            continue
        for p, (old, new) in enumerate(zip(before["seats"], now["seats"])):
            if any(b < a for a, b in zip(old["reviews"], new["reviews"])):  # lost without a choice
                assert len(letters(old["queue"])) == 4 or p != before["active"]
                assert sum(old["reviews"]) - sum(new["reviews"]) <= 2
                assert sum(step > -START for step in new["reviews"]) <= 1


@rule("YA-88", "YA-89", "YA-93", "YA-94", "YA-95", "YA-96", "YA-97", "YA-98")
@pytest.mark.parametrize("seed", range(30))
def test_the_result_is_what_the_last_position_is_worth(seed):
    walk = Walk(400 + seed)
    *_, (_, _, last) = walk
    assert last["phase"] == "over"
    points = final_scores(last)
    result = walk.match.result()
    assert result["scores"] == points
    assert result["ranks"] == final_ranks(last, points)


@pytest.mark.parametrize("seed", range(24))
@rule(
    "YA-9", "YA-30", "YA-36", "YA-43", "YA-44", "YA-48", "YA-51", "YA-53", "YA-55", "YA-66", "YA-75", "YA-82", "YA-86"
)
def test_every_question_offers_what_the_rules_allow(seed):
    """All answers, and no question with a single one (section 5)."""
    walk = Walk(500 + seed)
    last_cell = None
    for before, _, now in walk:
        if walk.match.over:
            break
        question, p = asked(walk.match)
        if before is not None and before["active"] == p:
            new = set(now["seats"][p]["board"]) - set(before["seats"][p]["board"])
            last_cell = new.pop() if len(new) == 1 else None
        offered = walk.match.notations(p)
        assert len(offered) == len(set(offered)) > 1
        look = Look(now, p)
        expected = look.answers(question, offered, last_cell)
        if expected is not None:
            assert set(offered) == expected, (question, now)
        if question == "action" and not any(look.can(face) for face in now["todo"].split()):
            assert any(look.can(face, garbage=True) for face in now["todo"].split()), now  # else: ignored unasked
        if question not in ("food", "beverage"):
            assert p == now["active"]


def test_the_walks_come_to_every_question():
    questions = Counter()
    boards = 0
    for seed in range(500, 512):
        walk = Walk(seed)
        for _ in walk:
            if not walk.match.over:
                questions[asked(walk.match)[0]] += 1
        boards += max(len(seat["board"]) for seat in seen(walk.match)["seats"])
    expected = "food beverage check lose insert action end place cook refill recycle serve cell review menu token"
    assert set(questions) == set(expected.split()) | {"double", "final"}
    assert boards > 40


# --- other boxes

PLAY = """
from tests.yatta.test_invariants import *
for seed in (0, 1):
    test_nothing_is_lost_and_nothing_is_added(seed)
    test_no_place_holds_more_than_it_can(seed)
    test_the_result_is_what_the_last_position_is_worth(seed)
    test_every_question_offers_what_the_rules_allow(seed)
print("sound", len(CELLS))
"""


@rule("YA-65", "YA-66", "YA-R14", "YA-R15", "YA-R16", "YA-R18", "YA-104")
def test_another_box_is_played_by_the_same_rules(tmp_path):
    """A board of 25 spaces with a wide inner part, many doubles, improvements and influencers; other capacities."""
    chance = random.Random(5)
    bonuses = ("review", "menu", "fridge", "stove", "influencer", "special", "double")
    printed = {f"{column}{row}": dict(bonus=chance.choice(bonuses)) for row in range(1, 6) for column in "ABCDE"}
    for cell in printed.values():
        cell |= dict(provenance="published") | (dict(icons=["A"]) if cell["bonus"] == "review" else {})
    data = changed(
        reputation__rows=5,
        reputation__cols=5,
        reputation__red=["C3", "A2"],
        reputation__cells=printed,
        review_track__vp=[-1, 0, 1, 3],
        review_track__start=1,
        capacity__customer_queue__spaces=3,
        capacity__fridge_improved__spaces=4,
        capacity__recycle_box__spaces=2,
        vp__penalty_reviews=3,
    )
    ran = other_box(tmp_path, data, PLAY)
    assert ran.stdout.strip() == "sound 25", ran.stderr[-3000:]
