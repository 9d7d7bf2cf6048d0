"""Payments (section 5.3): what may be spent, from first principles, against what is offered and what is then gone."""

import random
from collections import Counter
from itertools import product

import pytest

from tests.rules import rule
from tests.wok_and_roll.support import (
    COST,
    DISHES,
    DONE,
    FACES,
    FULL,
    HEXES,
    RECT,
    RECTS,
    ROWS,
    SERVINGS,
    SKILL,
    active,
    kitchen,
    moves,
    multisets,
    of,
    order,
    other,
    payments,
    play,
    sheet,
    x,
)
from tests.wok_and_roll.test_end import random_crossed
from yokocho.core.record import copy, data
from yokocho.games.wok_and_roll import GAME

PERSISTS = {"bonus_ingredient_persists": True}


class Lane:
    """One player's cooking, slow and obvious: every thing that can be spent is one item, (where, letter)."""

    def __init__(self, crossed, dice, tokens, fridge, hexes, rects, persists):
        self.crossed, self.hexes, self.rects, self.persists = set(crossed), set(hexes), set(rects), persists
        self.items = [("dice", f) for f in dice] + [("tokens", f) for f in tokens] + [("fridge", f) for f in fridge]

    @classmethod
    def of(cls, match, p):
        seat = GAME.write(match.state)["seats"][p]
        return cls(
            seat["crossed"].split(),
            seat["dice"],
            seat["tokens"],
            seat["fridge"],
            seat["hexes"],
            seat["rects"].split(),
            GAME.options_of(match.state)["bonus_ingredient_persists"],
        )

    def left(self, spent=()):
        """Dice, tokens and Fridge without what is spent."""
        items = Counter(self.items)
        items.subtract(spent)
        return tuple(
            order(f for (place, f), n in items.items() if place == where for _ in range(n))
            for where in ("dice", "tokens", "fridge")
        )

    def open(self, serving):
        """WR-14, WR-15, WR-16."""
        name, place = serving.split(".")
        above = {f"{name}.{i}" for i in range(1, int(place))} if name in DISHES else set()
        return serving not in self.crossed and above <= self.crossed

    def ways(self, serving):
        """WR-12, WR-13, WR-23, WR-24: every set of items, one for each letter of the cost."""
        found = {()}
        for letter in COST[serving]:
            longer = set()
            for spent in found:
                for item, n in Counter(self.items).items():
                    fits = item[1] == letter or (item[1] == "B" and letter in self.hexes)
                    if fits and n > spent.count(item):
                        longer.add(tuple(sorted([*spent, item])))
            found = longer
        return found

    def books(self, n):
        """WR-26: every set of so many books."""
        books = {(place, "B"): self.items.count((place, "B")) for place in ("dice", "tokens", "fridge")}
        return {
            tuple(sorted(item for item, k in zip(books, taken) for _ in range(k)))
            for taken in product(*(range(k + 1) for k in books.values()))
            if sum(taken) == n
        }

    def canonical(self, serving, spent):
        """5.3: dice before tokens before all else; books from dice, then tokens, then the Fridge."""
        used, have = Counter(spent), Counter(self.items)
        for letter, n in [*Counter(COST[serving]).items(), ("B", sum(f == "B" for _, f in spent))]:
            if used["dice", letter] != min(n, have["dice", letter]):
                return False
            if used["tokens", letter] != min(n - used["dice", letter], have["tokens", letter]):
                return False
        return True

    def after(self, serving, spent):
        """What is left, with the ingredient of a row that was filled (WR-18, WR-R22)."""
        dice, tokens, fridge = self.left(spent)
        for row, letter in ROWS.items():
            if serving in row and set(row) <= self.crossed | {serving}:
                tokens, fridge = (tokens, fridge + letter) if self.persists else (tokens + letter, fridge)
        return dice, order(tokens), order(fridge)


def code(serving, fridge):
    """5.3: how the slot of a payment is numbered."""
    number, factor = 0, 1
    for letter, cost in Counter(COST[serving]).items():
        number += factor * fridge.count(letter)
        factor *= cost + 1
    return 8 * SERVINGS.index(serving) + number


def expected(lane):
    """The whole list of legal actions: {action: what is left after it}."""
    found = {DONE: lane.left()}
    for serving in SERVINGS:
        if lane.open(serving):
            for spent in lane.ways(serving):
                if lane.canonical(serving, spent):
                    fridge = "".join(f for place, f in spent if place == "fridge" and f != "B")
                    assert code(serving, fridge) not in found
                    found[code(serving, fridge)] = lane.after(serving, spent)
    for first, names, outlined, price in ((SKILL, HEXES, lane.hexes, 2), (RECT, RECTS, lane.rects, 3)):
        ways = lane.books(price)
        for i, name in enumerate(names):
            if ways and name not in outlined:
                best = min(ways, key=lambda spent: [-spent.count((place, "B")) for place in ("dice", "tokens")])
                found[first + i] = lane.left(best)
    return found


def random_lane(chance, persists=False, steps=2):
    """A seat that has made some steps, active or not."""
    me = chance.randrange(2)
    weights = [1, 1, 1, 1, 1, chance.choice((0, 1, 3))]
    faces = "".join(chance.choices(FACES, weights, k=6))
    fridge = "".join(f for f in FULL if chance.random() < 0.5)
    hexes = "".join(h for h in HEXES if chance.random() < 0.4)
    rects = " ".join(e for e in RECTS if chance.random() < 0.3)
    sheets = [sheet(), sheet()]
    sheets[me] = sheet(random_crossed(chance), fridge, hexes, rects)
    options = {"bonus_ingredient_persists": persists}
    match = kitchen(*sheets, white=faces[:4], red=faces[4:], turn=10, options=options)
    for _ in range(chance.randint(0, steps)):  # tokens come from steps
        offered = [move for move in moves(match, me) if move.startswith("cook")]
        if offered:
            play(match, me, chance.choice(offered))
    return match, me


@rule("WR-12", "WR-13", "WR-14", "WR-15", "WR-18", "WR-19", "WR-22", "WR-23", "WR-24", "WR-25", "WR-26", "WR-R22")
@pytest.mark.parametrize("persists", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_offered_and_what_it_costs(seed, persists):
    """Random positions: the legal list is the canonical list, and after every step exactly that is left."""
    chance = random.Random(f"payments {seed} {persists}")
    most = tokens = 0
    for _ in range(45):
        match, p = random_lane(chance, persists)
        lane = Lane.of(match, p)
        wanted = expected(lane)
        assert sorted(match.legal(p)) == sorted(wanted), GAME.write(match.state)
        for a, left in wanted.items():
            if a != DONE:
                state = copy(match.state)
                GAME.kernels.apply(state, p, a)
                seat = GAME.write(state)["seats"][p]
                assert tuple(order(seat[key]) for key in ("dice", "tokens", "fridge")) == left, (a, lane.items)
        most = max(most, len(wanted))
        tokens += bool(lane.left()[1])
    assert most > 25
    assert persists or tokens > 4


@rule("WR-12", "WR-23")
def test_every_payment_offered_has_its_notation():
    chance = random.Random("notation")
    for _ in range(40):
        match, p = random_lane(chance)
        lane = Lane.of(match, p)
        for a in match.legal(p):
            if a < SKILL:
                words = GAME.words.notation(match.state, p, a).split()
                assert (words[0], words[1]) == ("cook", SERVINGS[a // 8])
                fridge = words[3] if len(words) > 2 else ""
                assert words[2:3] in ([], ["fridge"])
                assert code(words[1], fridge) == a
                assert all(fridge.count(f) <= lane.left()[2].count(f) for f in fridge)


@rule("WR-12", "WR-13", "WR-23", "WR-R22")
@pytest.mark.parametrize("persists", [False, True])
def test_no_result_is_lost(persists):
    """5.3: whatever any payments lead to by the end of the turn, the canonical ones lead to something as good."""
    chance = random.Random(f"lost {persists}")
    looked = 0
    while looked < 5:
        match, p = random_lane(chance, persists, steps=0)
        lane = Lane.of(match, p)
        if p == 0 or not 6 <= len(match.legal(p)) <= 14:
            continue
        free = results(lane)
        if not 30 < len(free) < 1500:
            continue
        looked += 1
        offered = set()
        for state in reached(match.state, p):
            seat = GAME.write(state)["seats"][p]
            marks = frozenset(seat["crossed"].split()), frozenset(seat["hexes"]), frozenset(seat["rects"].split())
            offered.add((*marks, seat["fridge"]))
        by_marks = {}
        for *marks, fridge in offered:
            by_marks.setdefault(tuple(marks), []).append(Counter(fridge))
        for *marks, fridge in free:
            assert any(Counter(fridge) <= other for other in by_marks[tuple(marks)]), (marks, fridge)


def results(lane):
    """All sheets that one turn can lead to with payments of any kind: marks, hexagons, rectangles, Fridge."""
    start = (frozenset(lane.crossed), frozenset(lane.hexes), frozenset(lane.rects), tuple(sorted(lane.items)))
    found, stack = {start}, [start]
    while stack:
        crossed, hexes, rects, items = stack.pop()
        now = Lane(crossed, "", "", "", hexes, rects, lane.persists)
        now.items = list(items)
        after = []
        for serving in SERVINGS:
            if now.open(serving):
                for spent in now.ways(serving):
                    after.append((crossed | {serving}, hexes, rects, now.after(serving, spent)))
        for h in HEXES:
            if h not in hexes:
                after += [(crossed, hexes | {h}, rects, now.left(spent)) for spent in now.books(2)]
        for e in RECTS:
            if e not in rects:
                after += [(crossed, hexes, rects | {e}, now.left(spent)) for spent in now.books(3)]
        for *marks, left in after:
            items = [(place, f) for place, text in zip(("dice", "tokens", "fridge"), left) for f in text]
            state = (*marks, tuple(sorted(items)))
            if state not in found:
                found.add(state)
                stack.append(state)
    return {(*marks, order(f for place, f in items if place == "fridge")) for *marks, items in found}


def reached(s, p):
    """Every state that a seat can reach in its cooking, itself included."""
    found, stack = {data(GAME.settle(s)): s}, [s]
    while stack:
        s = stack.pop()
        for a in GAME.legal(s, p):
            if a != DONE:
                then = copy(s)
                GAME.kernels.apply(then, p, a)
                key = data(GAME.settle(then))
                if key not in found:
                    found[key] = then
                    stack.append(then)
    return list(found.values())


# --- the counts of 5.3


@rule("WR-2", "WR-9", "WR-12")
def test_counts_of_legal_steps_on_a_fresh_sheet():
    six = {"".join(dice): len(active("".join(dice), fridge=FULL).legal(0)) for dice in multisets(6)}
    assert len(six) == 462
    assert max(six.values()) == six["RMVSBB"] == 33
    four = {"".join(dice): len(other("".join(dice), fridge=FULL).legal(1)) for dice in multisets(4)}
    assert len(four) == 126
    assert max(four.values()) == 26
    assert [dice for dice, n in four.items() if n == 26] == ["MVSB"]


@rule("WR-12", "WR-23")
def test_the_artificial_extreme():
    assert len(active("BBBBBB", fridge=FULL, hexes=HEXES).legal(0)) == 94
    opened = "R1.1 R1.2 R2.1-R2.3 N1.1 N1.2 N2.1-N2.3"
    assert len(active("BBBBBB", fridge=FULL, hexes=HEXES, crossed=opened).legal(0)) == 118


@rule("WR-11", "WR-12")
@pytest.mark.parametrize(("dice", "ends"), [("NMVSBB", 7521), ("MVSB", 1122)])
def test_distinct_end_states_of_one_turn(dice, ends):
    match, p = (active(dice, fridge=FULL), 0) if len(dice) == 6 else (other(dice, fridge=FULL), 1)
    assert len(reached(match.state, p)) == ends


# --- the numbers of the slots


@rule("WR-12")
@pytest.mark.parametrize(
    ("serving", "fridge", "number"),
    [
        ("R1.1", "", 0),
        ("R1.1", "R", 1),
        ("M1.4", "M", 1),  # MVR in this order
        ("M1.4", "V", 2),
        ("M1.4", "R", 4),
        ("M1.4", "RMV", 7),
        ("M1.3", "M", 1),  # MMV
        ("M1.3", "V", 3),
        ("M1.3", "MV", 4),
        ("S1.4", "S", 1),
    ],
)
def test_codes(serving, fridge, number):
    match = active("BBBBBB", fridge=FULL, hexes=HEXES)
    names = {a: GAME.words.notation(match.state, 0, a).split() for a in match.legal(0)}
    found = {
        (words[1], order("".join(words[3:]))): a - 8 * SERVINGS.index(words[1])
        for a, words in names.items()
        if words[0] == "cook"
    }
    assert found[serving, fridge] == number


@rule("WR-R22", "WR-13")
def test_codes_with_several_fridge_items_of_a_letter():
    """The rows M1.1/M2.1 and V1.2/V2.2 gave an R each."""
    rows = "M1.1 M2.1 V1.2 V2.2"
    match = other("BBBN", fridge="RRRN", hexes="RV", crossed=rows, options=PERSISTS)
    assert payments(match, 1, "R1.1") == {"", "R", "RR"}
    first = 8 * SERVINGS.index("R1.1")
    assert [a - first for a in match.legal(1) if 0 <= a - first < 8] == [0, 1, 2]
    match = other("NNBB", fridge="RRR", hexes="R", crossed=x(f"{rows} R2.1-R2.4"), options=PERSISTS)
    assert payments(match, 1, "R2.5") == {"R", "RR", "RRR"}
    first = 8 * SERVINGS.index("R2.5")
    assert [a - first for a in match.legal(1) if 0 <= a - first < 8] == [1, 2, 3]
    play(match, 1, "cook R2.5 fridge RR")
    assert (of(match, 1, "fridge"), of(match, 1, "dice")) == ("R", "NNB")


@rule("WR-12")
def test_no_shortage_no_choice():
    """Dice and tokens go first: there is one payment, with nothing from the Fridge."""
    match = other("RRBB", fridge=FULL, hexes="R")
    assert payments(match, 1, "R1.1") == {""}
    match = other("MMRV", fridge=FULL, hexes="R", crossed="M1.1")
    play(match, 1, "cook M2.1")
    assert payments(match, 1, "R1.1") == {""}  # die and token
    play(match, 1, "cook R1.1")
    assert of(match, 1, "fridge") == FULL


@rule("WR-12", "WR-13")
def test_a_forced_fridge_item_is_part_of_the_number():
    match = other("RNVS", fridge="R")
    first = 8 * SERVINGS.index("R1.1")
    assert [a - first for a in match.legal(1) if 0 <= a - first < 8] == [1]
    assert "cook R1.1" not in moves(match, 1) and "cook R1.1 fridge R" in moves(match, 1)
