"""Wok and Roll (Simple Menu) once more, straight from the rules: slow, obvious, and independent of the engine.

Numbers such as WR-12 and WR-R25 are those of the rules page. Positions and moves are written as in docs/positions.md.
A `Seat` is what one player has while cooking; which of several dice of one face is which does not matter then (WR-R14),
so its dice are letters in the order of the dice.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from tests.oracle.generator import Generator

# The block of section 2.4.
DATA = tomllib.loads("""
[dice]
white = 4
red = 2
white_faces = ["R", "N", "M", "V", "S", "B"]
red_faces = ["R", "N", "M", "V", "S", "B"]
rolls = 3

[fridge]
start = "RNMVSB"

[skill]
book_cost = 2
hexes = ["R", "N", "M", "V", "S"]

[end_bonus]
book_cost = 3
rects = [
  { id = "E1", per = "serving", section = "rice", points = 1 },
  { id = "E2", per = "serving", section = "noodle", points = 1 },
  { id = "E3", per = "serving", section = "seafood", points = 1 },
  { id = "E4", per = "row", points = 1 },
  { id = "E5", per = "structure", points = 2 },
]

[end]
structures_to_end = 3

[toggles]
bonus_ingredient_persists = false
hidden_until_all_done = true
finish_round = false
solo_turns = 10
max_turns = 200

[sheet]
structures = [
  { id = "R1", section = "rice", kind = "dish", bonus = 0, label = "Fried Rice", servings = ["RR:1", "RR:2", "RVM:3", "RRM:5"] },
  { id = "R2", section = "rice", kind = "dish", bonus = 0, label = "Claypot Rice", servings = ["RR:2", "RRV:3", "RRS:3", "RMS:3", "RRR:5"] },
  { id = "N1", section = "noodle", kind = "dish", bonus = 0, label = "Hor Fun", servings = ["NN:1", "NN:2", "NVS:3", "NNM:5"] },
  { id = "N2", section = "noodle", kind = "dish", bonus = 0, label = "Fried Noodles", servings = ["NN:2", "NNV:3", "NNM:3", "NMS:3", "NNN:5"] },
  { id = "M1", section = "meat", kind = "platter", bonus = 3, label = "Pork", servings = ["MM:1", "MM:1", "MMV:2", "MVR:2"] },
  { id = "M2", section = "meat", kind = "platter", bonus = 3, label = "Chicken", servings = ["MM:1", "MMR:2", "MMN:2", "MMM:3"] },
  { id = "V1", section = "vegetable", kind = "platter", bonus = 3, label = "Kangkong", servings = ["VV:1", "VV:1", "VVM:2", "VSN:2"] },
  { id = "V2", section = "vegetable", kind = "platter", bonus = 3, label = "Kailan", servings = ["VV:1", "VVR:2", "VVN:2", "VVV:3"] },
  { id = "S1", section = "seafood", kind = "platter", bonus = 2, label = "Prawns", servings = ["SS:1", "SSR:2", "SSV:2", "SSS:3"] },
  { id = "S2", section = "seafood", kind = "platter", bonus = 2, label = "Crab", servings = ["SS:1", "SSN:2", "SSM:2", "SSS:3"] },
]
rows = [
  { servings = ["M1.1", "M2.1"], gives = "R" },
  { servings = ["M1.2", "M2.2"], gives = "N" },
  { servings = ["M1.3", "M2.3"], gives = "S" },
  { servings = ["M1.4", "M2.4"], gives = "B" },
  { servings = ["V1.1", "V2.1"], gives = "N" },
  { servings = ["V1.2", "V2.2"], gives = "R" },
  { servings = ["V1.3", "V2.3"], gives = "M" },
  { servings = ["V1.4", "V2.4"], gives = "B" },
]
""")  # noqa: E501

LETTERS = "RNMVSB"  # 2.1; B is the Recipe Book
WHITE, RED = DATA["dice"]["white"], DATA["dice"]["red"]
FACES = [DATA["dice"]["white_faces"]] * WHITE + [DATA["dice"]["red_faces"]] * RED  # of each die, by its number
DICE = range(WHITE + RED)
ROLLS = DATA["dice"]["rolls"]
FRIDGE = DATA["fridge"]["start"]
HEXES = "".join(DATA["skill"]["hexes"])
RECTS = {rect["id"]: rect for rect in DATA["end_bonus"]["rects"]}
STRUCTURES = {structure["id"]: structure for structure in DATA["sheet"]["structures"]}
ROWS = DATA["sheet"]["rows"]
DEFAULTS: dict[str, Any] = DATA["toggles"]


@dataclass(frozen=True)
class Serving:
    structure: str
    place: int  # from 1
    section: str
    cost: str
    points: int


SERVINGS = {
    f"{structure['id']}.{place}": Serving(
        structure["id"], place, structure["section"], text.partition(":")[0], int(text.partition(":")[2])
    )
    for structure in DATA["sheet"]["structures"]
    for place, text in enumerate(structure["servings"], start=1)
}
IDS = list(SERVINGS)  # the place in this list is the bit of the serving

# The fixed action index of 5.3, then the market.
CODES = 8
SKILL = CODES * len(SERVINGS)
BONUS = SKILL + len(HEXES)
DONE = BONUS + len(RECTS)
MARKET = DONE + 1  # and the mask of the dice to re-roll


def in_order(letters: Iterable[str]) -> list[str]:
    return sorted(letters, key=LETTERS.index)


@dataclass
class Sheet:
    """What a player keeps from turn to turn."""

    crossed: set[str] = field(default_factory=set)
    fridge: list[str] = field(default_factory=lambda: list(FRIDGE))  # WR-2
    hexes: set[str] = field(default_factory=set)
    rects: set[str] = field(default_factory=set)

    def copy(self) -> Sheet:
        return Sheet(set(self.crossed), list(self.fridge), set(self.hexes), set(self.rects))

    def has_completed(self, name: str) -> bool:
        """WR-30"""
        places = len(STRUCTURES[name]["servings"])
        return all(f"{name}.{place}" in self.crossed for place in range(1, places + 1))

    def completed(self) -> list[str]:
        return [name for name in STRUCTURES if self.has_completed(name)]

    def full_rows(self) -> list[dict[str, Any]]:
        return [row for row in ROWS if all(id in self.crossed for id in row["servings"])]

    def wok(self, section: str) -> int:
        """WR-33: the servings of a section and the bonuses of its platters (WR-17, WR-R17)."""
        servings = sum(SERVINGS[id].points for id in self.crossed if SERVINGS[id].section == section)
        own = [name for name, structure in STRUCTURES.items() if structure["section"] == section]
        bonuses: int = sum(STRUCTURES[name]["bonus"] for name in own if self.has_completed(name))
        return servings + bonuses

    def rect_points(self, name: str) -> int:
        """2.7, WR-R15"""
        rect = RECTS[name]
        count: int
        if rect["per"] == "serving":
            count = sum(SERVINGS[id].section == rect["section"] for id in self.crossed)
        elif rect["per"] == "row":
            count = len(self.full_rows())
        else:
            assert rect["per"] == "structure"
            count = len(self.completed())
        points: int = rect["points"]
        return count * points

    def score(self) -> int:
        """WR-33"""
        sections = {structure["section"] for structure in STRUCTURES.values()}
        return sum(self.wok(section) for section in sections) + sum(self.rect_points(rect) for rect in self.rects)

    def open_servings(self) -> list[str]:
        """WR-14 to WR-16"""
        servings = []
        for id, serving in SERVINGS.items():
            above = [f"{serving.structure}.{place}" for place in range(1, serving.place)]
            in_any_order = STRUCTURES[serving.structure]["kind"] == "platter"
            if id not in self.crossed and (in_any_order or all(other in self.crossed for other in above)):
                servings.append(id)
        return servings

    def write(self) -> dict[str, str]:
        return {
            "crossed": " ".join(sorted(self.crossed, key=IDS.index)),
            "fridge": "".join(in_order(self.fridge)),
            "hexes": "".join(in_order(self.hexes)),
            "rects": " ".join(sorted(self.rects)),
        }


@dataclass
class Seat:
    sheet: Sheet
    dice: list[str] = field(default_factory=list)  # while cooking: those not spent, in the order of the dice
    tokens: list[str] = field(default_factory=list)
    done: bool = False
    before: Sheet | None = None

    def copy(self) -> Seat:
        return Seat(self.sheet.copy(), list(self.dice), list(self.tokens), self.done, self.before)

    def books(self) -> int:
        """WR-26"""
        return (self.dice + self.tokens + self.sheet.fridge).count("B")

    def spend_book(self) -> None:
        """5.3, item 4; the lowest die first"""
        for pile in (self.dice, self.tokens, self.sheet.fridge):
            if "B" in pile:
                pile.remove("B")
                return
        raise ValueError("no book left")

    # ----- steps of 5.3

    def payments(self, id: str) -> list[dict[str, int]]:
        """The canonical payments of a serving: fridge items by cost letter."""
        cost = Counter(SERVINGS[id].cost)
        short = {f: max(0, count - (self.dice + self.tokens).count(f)) for f, count in cost.items()}
        payments = []
        for items in product(*(range(min(short[f], self.sheet.fridge.count(f)) + 1) for f in cost)):
            k = dict(zip(cost, items))
            rests = {f: short[f] - k[f] for f in cost}
            converted = all(f in self.sheet.hexes for f in cost if rests[f] > 0)  # WR-23
            if converted and sum(rests.values()) <= self.books():  # WR-24
                payments.append(k)
        return payments

    def cook(self, id: str, k: dict[str, int], persists: bool) -> None:
        k = dict(k)
        for f in SERVINGS[id].cost:
            if f in self.dice:
                self.dice.remove(f)
            elif f in self.tokens:
                self.tokens.remove(f)
            elif k[f] > 0:
                self.sheet.fridge.remove(f)
                k[f] -= 1
            else:
                assert f in self.sheet.hexes
                self.spend_book()
        assert not any(k.values())
        self.cross(id, persists)

    def cross(self, id: str, persists: bool) -> None:
        """WR-18: only now, after the payment; WR-R22"""
        self.sheet.crossed.add(id)
        for row in self.sheet.full_rows():
            if id in row["servings"]:
                (self.sheet.fridge if persists else self.tokens).append(row["gives"])

    def skill(self, letter: str) -> None:
        for _ in range(DATA["skill"]["book_cost"]):  # WR-22
            self.spend_book()
        self.sheet.hexes.add(letter)

    def bonus(self, rect: str) -> None:
        for _ in range(DATA["end_bonus"]["book_cost"]):  # WR-25
            self.spend_book()
        self.sheet.rects.add(rect)

    def skills(self) -> list[str]:
        enough = self.books() >= DATA["skill"]["book_cost"]
        return [letter for letter in HEXES if enough and letter not in self.sheet.hexes]  # WR-27

    def bonuses(self) -> list[str]:
        enough = self.books() >= DATA["end_bonus"]["book_cost"]
        return [rect for rect in RECTS if enough and rect not in self.sheet.rects]

    # ----- brute force: any way to pay, nothing canonical

    def every_payment(self, id: str, persists: bool) -> list[Seat]:
        """What every way to pay a serving leads to (WR-12): for each cost letter any resource that can be it."""
        resources = [("dice", f) for f in self.dice] + [("tokens", f) for f in self.tokens]
        resources += [("fridge", f) for f in self.sheet.fridge]
        choices = [
            [n for n, (_, f) in enumerate(resources) if f == letter or (f == "B" and letter in self.sheet.hexes)]
            for letter in SERVINGS[id].cost
        ]
        results: dict[object, Seat] = {}
        for chosen in product(*choices):
            if len(set(chosen)) < len(chosen):  # WR-10, WR-13, WR-24: each once
                continue
            after = self.copy()
            for n in chosen:
                pile, f = resources[n]
                {"dice": after.dice, "tokens": after.tokens, "fridge": after.sheet.fridge}[pile].remove(f)
            after.cross(id, persists)
            results[after.key()] = after
        return list(results.values())

    def every_books(self, count: int) -> list[Seat]:
        """What every way to spend so many books leads to (WR-26)."""
        results = {}
        for dice, tokens, fridge in product(range(count + 1), repeat=3):
            after = self.copy()
            piles = [(after.dice, dice), (after.tokens, tokens), (after.sheet.fridge, fridge)]
            if dice + tokens + fridge != count or any(pile.count("B") < n for pile, n in piles):
                continue
            for pile, n in piles:
                for _ in range(n):
                    pile.remove("B")
            results[after.key()] = after
        return list(results.values())

    def key(self) -> tuple[object, ...]:
        """5.3: the state of a sub-turn"""
        sheet = tuple(self.sheet.write().values())
        return ("".join(in_order(self.dice)), "".join(in_order(self.tokens)), *sheet)

    def steps(self, persists: bool) -> Iterator[Seat]:
        """What one canonical step leads to."""
        for id in self.sheet.open_servings():
            for k in self.payments(id):
                after = self.copy()
                after.cook(id, k, persists)
                yield after
        for letter in self.skills():
            after = self.copy()
            after.skill(letter)
            yield after
        for rect in self.bonuses():
            after = self.copy()
            after.bonus(rect)
            yield after

    def every_step(self, persists: bool) -> Iterator[Seat]:
        """What one step leads to, paid in any way."""
        for id in self.sheet.open_servings():
            yield from self.every_payment(id, persists)
        for letter in HEXES:
            if letter not in self.sheet.hexes:
                for after in self.every_books(DATA["skill"]["book_cost"]):
                    after.sheet.hexes.add(letter)
                    yield after
        for rect in RECTS:
            if rect not in self.sheet.rects:
                for after in self.every_books(DATA["end_bonus"]["book_cost"]):
                    after.sheet.rects.add(rect)
                    yield after

    def as_good_as(self, other: Seat) -> bool:
        """Can this seat do whatever the other can, its marks being equal? Each thing the other has left is matched with
        a thing here that is the same letter, or a book that can be turned into it (WR-23), and that lasts as long."""
        marks, others = self.sheet, other.sheet
        if (marks.crossed, marks.hexes, marks.rects) != (others.crossed, others.hexes, others.rects):
            return False
        here = [(f, False) for f in self.dice + self.tokens] + [(f, True) for f in marks.fridge]
        there = [(f, False) for f in other.dice + other.tokens] + [(f, True) for f in others.fridge]
        serves = [
            [n for n, (g, lasts) in enumerate(here) if (g == f or (g == "B" and f in marks.hexes)) and lasts >= lasting]
            for f, lasting in there
        ]
        return matched(serves)


def matched(choices: list[list[int]]) -> bool:
    """Can everybody be given one of their choices, nothing twice?"""
    holder: dict[int, int] = {}

    def find(who: int, seen: set[int]) -> bool:
        for thing in choices[who]:
            if thing not in seen:
                seen.add(thing)
                if thing not in holder or find(holder[thing], seen):
                    holder[thing] = who
                    return True
        return False

    return all(find(who, set()) for who in range(len(choices)))


def ends(seat: Seat, steps: Callable[[Seat], Iterable[Seat]]) -> dict[tuple[object, ...], Seat]:
    """Every state in which a player may stop cooking (5.3)."""
    known = {seat.key(): seat}
    waiting = [seat]
    while waiting:
        for after in steps(waiting.pop()):
            if after.key() not in known:
                known[after.key()] = after
                waiting.append(after)
    return known


class Oracle:
    def __init__(self, players: int, options: dict[str, Any], words: Iterable[int]) -> None:
        unknown = set(options) - set(DEFAULTS)
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)}")
        self.players = players
        self.options = {**DEFAULTS, **options}
        self.generator = Generator(words)
        self.turn = 0  # finished turns
        self.phase = "market"
        self.roll = 1
        self.dice: list[str] = []
        self.next_dice: list[str] = []
        self.finished: str | None = None
        self.seats = [Seat(Sheet()) for _ in range(players)]

    # ----- what is asked

    @property
    def active(self) -> int:
        return self.turn % self.players  # WR-4

    def pending(self) -> list[int]:
        if self.phase == "market":
            return [self.active]
        if self.phase == "cook":
            return [p for p, seat in enumerate(self.seats) if not seat.done]  # WR-10, WR-R26
        return []

    def legal(self, p: int) -> list[str]:
        if p not in self.pending():
            return []
        return self.rerolls() if self.phase == "market" else self.steps(p)

    def play(self, p: int, notation: str) -> None:
        move = self.canonical(notation)
        if move not in self.legal(p):
            raise ValueError(f"{notation!r} of seat {p} is not legal, these are: {self.legal(p)}")
        words = move.split()
        seat = self.seats[p]
        if words[0] == "reroll":
            self.throw([int(word) for word in words[1:]])
            self.roll += 1
            if self.roll == ROLLS:  # WR-7
                self.lock()
        elif words[0] == "lock":
            self.lock()
        elif words[0] == "cook":
            k = Counter(words[3]) if len(words) > 2 else Counter[str]()
            seat.cook(words[1], {f: k[f] for f in SERVINGS[words[1]].cost}, self.options["bonus_ingredient_persists"])
        elif words[0] == "skill":
            seat.skill(words[1])
        elif words[0] == "bonus":
            seat.bonus(words[1])
        else:
            seat.done = True
            if not self.pending():
                self.end_of_turn()

    def canonical(self, notation: str) -> str:
        """Of equal dice those with the highest numbers are rolled; fridge items are named in the order of the cost."""
        words = notation.split()
        if words[0] == "reroll":
            asked = Counter(self.look(int(word)) for word in words[1:])
            chosen = []
            for die in reversed(DICE):
                if asked[self.look(die)] > 0:
                    asked[self.look(die)] -= 1
                    chosen.append(die)
            return "reroll " + " ".join(map(str, sorted(chosen)))
        if words[0] == "cook" and len(words) > 2:
            return f"cook {words[1]} fridge {''.join(sorted(words[3], key=SERVINGS[words[1]].cost.index))}"
        return " ".join(words)

    def action(self, p: int, notation: str) -> int:
        """The fixed action index of 5.3; then the market, `lock` being the mask 0."""
        words = self.canonical(notation).split()
        if words[0] == "lock":
            return MARKET
        if words[0] == "reroll":
            return MARKET + sum(1 << int(word) for word in words[1:])
        if words[0] == "skill":
            return SKILL + HEXES.index(words[1])
        if words[0] == "bonus":
            return BONUS + list(RECTS).index(words[1])
        if words[0] == "done":
            return DONE
        code, weight = 0, 1
        for f, count in Counter(SERVINGS[words[1]].cost).items():  # distinct letters in cost order
            code += weight * (words[3].count(f) if len(words) > 2 else 0)
            weight *= count + 1
        assert weight <= CODES
        return CODES * IDS.index(words[1]) + code

    # ----- the market, 5.2

    def look(self, die: int) -> tuple[bool, str]:
        """Colour and face: dice that look alike are interchangeable."""
        return die < WHITE, self.dice[die]

    def rerolls(self) -> list[str]:
        masks = ({die for die in DICE if mask >> die & 1} for mask in range(1, 1 << len(DICE)))
        named = ("reroll " + " ".join(map(str, sorted(dice))) for dice in masks)
        return ["lock"] + [move for move in named if self.canonical(move) == move]  # WR-6, WR-7, WR-R16

    def throw(self, dice: Iterable[int]) -> None:
        for die in sorted(dice):  # 5.1
            if self.next_dice:
                self.dice[die] = self.next_dice.pop(0)
            else:
                self.dice[die] = FACES[die][self.generator.below(len(FACES[die]))]

    def lock(self) -> None:
        self.phase = "cook"
        for p, seat in enumerate(self.seats):
            seat.dice, seat.tokens, seat.done = self.usable(p), [], False
            seat.before = seat.sheet.copy()

    def usable(self, p: int) -> list[str]:
        return list(self.dice if p == self.active else self.dice[:WHITE])  # WR-9

    # ----- cooking, 5.3

    def steps(self, p: int) -> list[str]:
        seat = self.seats[p]
        moves = []
        for id in seat.sheet.open_servings():
            for k in seat.payments(id):
                items = "".join(letter * count for letter, count in k.items())
                moves.append(f"cook {id} fridge {items}" if items else f"cook {id}")
        moves += [f"skill {letter}" for letter in seat.skills()]
        moves += [f"bonus {rect}" for rect in seat.bonuses()]
        return [*moves, "done"]

    # ----- end of turn and game

    def end_of_turn(self) -> None:
        for seat in self.seats:
            seat.dice, seat.tokens, seat.done, seat.before = [], [], False, None  # WR-21
        self.turn += 1
        self.finished = self.ending()
        if self.finished:
            self.phase = "over"
            return
        self.phase, self.roll = "market", 1
        self.dice = [""] * len(DICE)
        self.throw(DICE)  # WR-5

    def ending(self) -> str | None:
        """WR-R23. Where several hold, the end by play is named before the clocks."""
        three = any(len(seat.sheet.completed()) >= DATA["end"]["structures_to_end"] for seat in self.seats)  # WR-31
        if three and (not self.options["finish_round"] or self.turn % self.players == 0):
            return "structures"
        if self.players == 1 and self.turn == self.options["solo_turns"]:  # WR-35
            return "solo"
        if self.turn == self.options["max_turns"]:  # WR-R18
            return "guard"
        return None

    def scores(self) -> list[int]:
        return [seat.sheet.score() for seat in self.seats]

    def ranks(self) -> list[int]:
        """WR-34 at every place (WR-R24)"""
        scores = self.scores()
        order = sorted(range(self.players), key=lambda p: (scores[p], p), reverse=True)
        return [order.index(p) + 1 for p in range(self.players)]

    # ----- positions

    @classmethod
    def read(cls, position: dict[str, Any]) -> Oracle:
        """A position as the engine writes it; of a seat anything may be left out."""
        digits = position["generator"]
        words = [int(digits[i : i + 16], 16) for i in range(0, 64, 16)]
        oracle = cls(position["players"], position["options"], words)
        oracle.turn, oracle.phase, oracle.roll = position["turn"], position["phase"], position["roll"]
        oracle.dice = list(position["dice"]["white"] + position["dice"]["red"])
        oracle.next_dice = list(position["next_dice"])
        oracle.finished = position["finished"]
        for p, told in enumerate(position["seats"]):
            seat = oracle.seats[p] = Seat(read_sheet(told))
            if oracle.phase == "cook":
                seat.dice = list(told.get("dice", oracle.usable(p)))
                seat.tokens, seat.done = list(told.get("tokens", "")), told.get("done", False)
                seat.before = read_sheet(told.get("before", told))
        return oracle

    def position(self) -> dict[str, Any]:
        """All of docs/positions.md except `asked`."""
        return {
            "format": "yokocho-position/1",
            "game": "wok_and_roll",
            "players": self.players,
            "options": dict(self.options),
            "turn": self.turn,
            "phase": self.phase,
            "roll": self.roll,
            "dice": {"white": "".join(self.dice[:WHITE]), "red": "".join(self.dice[WHITE:])},
            "next_dice": "".join(self.next_dice),
            "finished": self.finished,
            "seats": [
                seat.sheet.write()
                | {"dice": "".join(seat.dice), "tokens": "".join(in_order(seat.tokens)), "done": seat.done}
                | {"before": seat.before.write() if seat.before else None}
                for seat in self.seats
            ],
            "generator": "".join(f"{word:016x}" for word in self.generator.words),
        }


def read_sheet(told: dict[str, Any]) -> Sheet:
    return Sheet(
        set(told.get("crossed", "").split()),
        list(told.get("fridge", FRIDGE)),
        set(told.get("hexes", "")),
        set(told.get("rects", "").split()),
    )


def seen_by(position: dict[str, Any], p: int) -> dict[str, Any]:
    """The position as a seat may know it, or a spectator (-1). WR-R13, WR-R25"""
    seen = deepcopy(position)
    seen["next_dice"], seen["generator"] = "", "0" * 64
    options = {**DEFAULTS, **position["options"]}
    if position["phase"] == "cook" and options["hidden_until_all_done"]:
        active = position["turn"] % position["players"]
        for q, seat in enumerate(seen["seats"]):
            if q != p:
                seat |= seat["before"]
                seat["dice"] = position["dice"]["white"] + (position["dice"]["red"] if q == active else "")
                seat["tokens"] = ""
    return seen


def normal(position: dict[str, Any]) -> dict[str, Any]:
    """A form in which two positions of the same game compare equal: all but `asked`, a seat's dice in any order."""
    seats = [seat | {"dice": in_order(seat["dice"])} for seat in position["seats"]]
    return {key: value for key, value in position.items() if key != "asked"} | {"seats": seats}
