"""YATTA! once more, straight from the rules: slow, obvious, and independent of the engine.

Numbers such as YA-12 and YA-R7 are those of the rules page, items those of its section 5. Positions and moves are
written as in docs/positions.md. Every branch that is seldom taken counts itself in `seen`, so that a test can tell
which rules a comparison has really reached.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from tests.oracle.generator import Generator

# Section 2.2 of the rules page, word by word; another table may be handed to the oracle instead.
DATA = tomllib.loads("""
[meta]
game = "yatta"
data_version = "1"
reconstructed = ["tiles", "reputation", "review_track", "influencer_track", "special_tokens.back_vp",
                 "capacity.sink_stacks", "customer_names"]

[colours]
order = ["R", "B", "G", "Y"]
food = { R = "ramen", B = "yakitori", G = "gyoza", Y = "ebi_tempura" }
tourist = "T"

[customer_names]
R = "yankee"
B = "jugyoin"
G = "koureisha"
Y = "gakusei"
T = "kankokyaku"

[capacity]
customer_queue = 4
dish_queue_base = 2
dish_queue_improved = 3
fridge_base = 2
fridge_improved = 3
recycle_box = 3
sink_stacks = 4
menu_spaces = 4

[rounds]
count = 12

[players.2]
dishes = 6
beverages = 3
customers = 6
tourists = 3
special = 6
[players.3]
dishes = 8
beverages = 4
customers = 8
tourists = 4
special = 9
[players.4]
dishes = 10
beverages = 5
customers = 10
tourists = 5
special = 12

[[tiles]]
id = "customers_1"
kind = "customers"
n = 1
[[tiles]]
id = "customers_2"
kind = "customers"
n = 2
[[tiles]]
id = "cook_1"
kind = "cook"
n = 1
[[tiles]]
id = "cook_2"
kind = "cook"
n = 2
[[tiles]]
id = "refill_1"
kind = "refill"
n = 1
[[tiles]]
id = "refill_2"
kind = "refill"
n = 2
[[tiles]]
id = "serve_1"
kind = "serve"
n = 1
[[tiles]]
id = "serve_2"
kind = "serve"
n = 2
[[tiles]]
id = "recycle_a"
kind = "recycle"
n = 1
[[tiles]]
id = "recycle_b"
kind = "recycle"
n = 1

[reputation]
rows = 4
cols = 4
red = ["B2", "C2", "B3", "C3"]
[reputation.cells]
A1 = { bonus = "review", icons = ["C", "S"] }
B1 = { bonus = "special" }
C1 = { bonus = "review", icons = ["S", "A"] }
D1 = { bonus = "influencer" }
A2 = { bonus = "review", icons = ["C", "V"] }
B2 = { bonus = "menu" }
C2 = { bonus = "stove" }
D2 = { bonus = "special" }
A3 = { bonus = "special" }
B3 = { bonus = "fridge" }
C3 = { bonus = "menu" }
D3 = { bonus = "review", icons = ["A", "V"] }
A4 = { bonus = "influencer" }
B4 = { bonus = "review", icons = ["S", "V"] }
C4 = { bonus = "review", icons = ["C", "A"] }
D4 = { bonus = "double" }

[review_track]
vp = [-3, -2, -1, 0, 1, 2, 5, 8]
start = 3

[influencer_track]
stars = [0, 1, 2]

[special_tokens]
copies_each = 4
kinds = ["doggy_bag", "urgent_call", "taiyaki", "garbage"]
back_vp = { doggy_bag = 1, urgent_call = 1, taiyaki = 1, garbage = 1 }

[vp]
recycle = 1
serve_base = 1
serve_dish_match = 1
serve_beverage_match = 1
taiyaki_to_tourist = 1
menu_improvement = 2
fridge_improvement = 2
stove_improvement = 2
penalty_reviews = 2

[house_rules]
actions_optional = false
tourist_swap_to = "own_queue"
tourist_unplaceable = "return"
customers_draw = "together"
final_serve_beverages = "one_or_two"
final_serve_bonuses = true
doggy_bag_on_double = false
first_player_rotates = false
""")

COLOURS = "RBGY"
FIGURES = "RBGYT"
REVIEWS = "SAVC"
TOKENS = ("doggy_bag", "urgent_call", "taiyaki", "garbage")
LINES = ("C1", "C2", "C3", "R1", "R2")
LEFT = "-"  # position 1 of a queue between being left and the shift, YA-61


def face_of(tile: dict[str, Any]) -> str:
    """Item 1."""
    return "recycle" if tile["kind"] == "recycle" else f"{tile['kind']}_{tile['n']}"


def kind_and_n(face: str) -> tuple[str, int]:
    kind, _, n = face.partition("_")
    return kind, int(n or 1)


def multisets(things: Iterable[str], size: int, order: str) -> list[str]:
    """All ways to take so many of these things, equal ones not told apart, each sorted (item 2)."""
    things = list(things)
    ways = combinations(sorted(things, key=order.index), size)
    return sorted({"".join(way) for way in ways})


def of_counts(counts: Iterable[int], letters: str) -> list[str]:
    """[2, 0, 1] as R R G."""
    return [letter for letter, count in zip(letters, counts) for _ in range(count)]


def next_pinned(pinned: list[str], possible: list[str]) -> str | None:
    """The next pinned outcome, used up; those that cannot be are passed over."""
    while pinned:
        outcome = pinned.pop(0)
        if outcome in possible:
            return outcome
    return None


@dataclass
class Seat:
    vp: int = 0
    queue: list[str] = field(default_factory=list)
    dishes: list[str] = field(default_factory=list)
    fridge: list[str] = field(default_factory=list)
    box: list[str] = field(default_factory=list)
    sink: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    menu: list[str] = field(default_factory=list)
    fridge_improved: bool = False
    stove_improved: bool = False
    board: dict[str, str] = field(default_factory=dict)
    reviews: dict[str, int] = field(default_factory=lambda: dict.fromkeys(REVIEWS, 0))
    influencer: int = 0
    tokens: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TOKENS, 0))


@dataclass
class Todo:
    """Something the table still has to do: a question to a seat or a step of its own."""

    kind: str
    seat: int = -1
    n: int = 0  # how many figures, dishes, bottles, review steps
    icons: str = REVIEWS  # review: among these
    figure: str = ""  # cell: who is placed
    served: bool = False  # cell: by a serve, not by double customer


QUESTIONS = {
    "food", "beverage", "check", "lose", "insert", "action", "end", "place", "cook", "refill", "recycle", "serve",
    "cell", "review", "menu", "token", "double", "final",
}  # fmt: skip
TOKENS_MAY_BE_USED = {"check", "insert", "action", "end", "final"}  # YA-R25


class Oracle:
    def __init__(
        self, players: int, options: dict[str, Any], words: Iterable[int], data: dict[str, Any] | None = None
    ) -> None:
        self.data = DATA if data is None else data
        unknown = set(options) - set(self.data["house_rules"])
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)}")
        self.players = players
        self.options = {**self.data["house_rules"], **options}
        self.generator = Generator(words)
        self.round, self.phase, self.first, self.active = 1, "setup", 0, 0
        self.grid: list[list[str]] = []
        self.outside: list[str] = []
        self.line: str | None = None
        self.todo: list[str] = []  # faces
        self.dishes = dict.fromkeys(COLOURS, 0)
        self.beverages = dict.fromkeys(COLOURS, 0)
        self.tokens = dict.fromkeys(TOKENS, 0)
        self.spent = dict.fromkeys(TOKENS, 0)
        self.bag = dict.fromkeys(FIGURES, 0)
        self.hand: list[str] = []
        self.next_figures: list[str] = []
        self.next_foods: list[str] = []
        self.serving: dict[str, Any] | None = None
        self.seats_: list[Seat] = [Seat() for _ in range(players)]
        self.agenda: list[Todo] = []
        self.sent: list[tuple[int, int]] = []  # where customers went during this action: only to see YA-R43
        self.seen: Counter[str] = Counter()

    # ----- what is asked

    @property
    def seat(self) -> int | None:
        return self.agenda[0].seat if self.agenda else None

    @property
    def question(self) -> str | None:
        return self.agenda[0].kind if self.agenda else None

    def legal(self, seat: int | None = None) -> list[str]:
        if not self.agenda or seat not in (None, self.seat):
            return []
        return self.options_of(self.agenda[0])

    def options_of(self, asked: Todo) -> list[str]:
        moves: list[str] = getattr(self, f"moves_{asked.kind}")(asked, self.seats_[asked.seat])
        if asked.kind in TOKENS_MAY_BE_USED:
            moves = moves + self.token_uses(self.seats_[asked.seat])
        assert len(moves) == len(set(moves))
        return moves

    def play(self, notation: str, seat: int | None = None) -> None:
        legal = self.legal(seat)
        if notation not in legal:
            raise ValueError(f"{notation!r} is not legal, these are: {legal}")
        self.answer(notation)
        self.run()

    def answer(self, notation: str) -> None:
        asked = self.agenda[0]
        me = self.seats_[asked.seat]
        words = notation.split()
        if words[0] == "use":  # the question stays open
            self.use_token(asked, me, words)
        else:
            self.agenda.pop(0)
            getattr(self, f"answer_{asked.kind}")(asked, me, words)
        self.check()

    def run(self) -> None:
        """Do the table's own steps and the forced decisions until somebody really has to decide."""
        while self.agenda:
            asked = self.agenda[0]
            if asked.kind not in QUESTIONS:
                self.agenda.pop(0)
                getattr(self, f"step_{asked.kind}")(asked)
                continue
            if asked.kind == "action" and self.nothing_to_do(asked):
                self.agenda.pop(0)
                self.todo = []
                self.first_do(Todo("end", asked.seat))
                continue
            if self.phase == "setup":
                self.active = asked.seat
            options = self.options_of(asked)
            if len(options) > 1:
                return
            if options:  # item 8
                self.answer(options[0])
            else:
                self.agenda.pop(0)
                getattr(self, f"lapse_{asked.kind}")(asked)

    def first_do(self, *things: Todo) -> None:
        self.agenda[:0] = things

    def from_first(self) -> list[int]:
        """All seats in turn order."""
        return [(self.first + i) % self.players for i in range(self.players)]

    # ----- setup

    def step_setup(self, _: Todo) -> None:
        seats = [seat for seat in self.from_first() if not self.seats_[seat].menu]
        self.first_do(*(Todo("food", seat) for seat in seats), Todo("second_foods"))

    def moves_food(self, _: Todo, me: Seat) -> list[str]:
        taken = [food for seat in self.seats_ for food in seat.menu]  # YA-9
        return [f"choose food {food}" for food in COLOURS if food not in taken]

    def answer_food(self, _: Todo, me: Seat, words: list[str]) -> None:
        me.menu.append(words[2])

    def step_second_foods(self, _: Todo) -> None:
        """YA-10."""
        for me in self.seats_:
            left = [food for food in COLOURS if food not in me.menu]
            food = next_pinned(self.next_foods, left)
            me.menu.append(food or left[self.generator.below(len(left))])
        self.first_do(*(Todo("beverage", seat) for seat in self.from_first()), Todo("begin"))

    def moves_beverage(self, _: Todo, me: Seat) -> list[str]:
        return [f"take beverage {colour}" for colour in COLOURS if self.beverages[colour]]

    def answer_beverage(self, _: Todo, me: Seat, words: list[str]) -> None:
        """YA-14."""
        self.beverages[words[2]] -= 1
        me.box.append(words[2])

    def step_begin(self, _: Todo) -> None:
        self.phase = "round"
        self.first_do(Todo("turn", self.first))

    # ----- round and turn

    def step_turn(self, step: Todo) -> None:
        """YA-17, YA-84."""
        self.active, self.line, self.todo = step.seat, None, []
        then = Todo("insert", step.seat) if self.phase == "round" else Todo("final", step.seat)
        self.agenda = [then, Todo("next", step.seat)]
        if len(self.seats_[step.seat].queue) == self.data["capacity"]["customer_queue"]:  # YA-22
            self.first_do(Todo("check", step.seat))

    def step_next(self, step: Todo) -> None:
        follower = (step.seat + 1) % self.players
        self.agenda = [Todo("turn", follower)]
        if follower != self.first:
            return
        if self.phase == "final":
            self.phase, self.agenda = "over", []
            return
        if self.options["first_player_rotates"]:  # YA-R32
            self.seen["YA-R32 rotates"] += 1
            self.first = (self.first + 1) % self.players
        if self.round < self.data["rounds"]["count"]:
            self.round += 1  # YA-18
        else:
            self.phase = "final"  # YA-19
        self.agenda = [Todo("turn", self.first)]

    # ----- garbage and urgent call

    def token_uses(self, me: Seat) -> list[str]:
        """Item 7, YA-R27."""
        moves = []
        if me.tokens["garbage"] and me.box:
            moves.append("use garbage")
        if me.tokens["urgent_call"]:
            for i, j in combinations(range(len(me.queue)), 2):
                if me.queue[i] != me.queue[j]:  # so one of them is a customer, YA-82
                    moves.append(f"use urgent_call {i + 1} {j + 1}")
        return moves

    def use_token(self, asked: Todo, me: Seat, words: list[str]) -> None:
        self.spend(me, words[1])
        self.seen[f"{words[1]} at {asked.kind}"] += 1  # YA-R25, YA-R26, YA-R28, YA-R41
        if words[1] == "garbage":
            self.empty_box(me)
        else:
            i, j = int(words[2]) - 1, int(words[3]) - 1
            me.queue[i], me.queue[j] = me.queue[j], me.queue[i]

    def empty_box(self, me: Seat) -> None:
        """YA-80."""
        for colour in me.box:
            self.beverages[colour] += 1
        me.box = []

    def spend(self, me: Seat, token: str) -> None:
        """YA-21."""
        me.tokens[token] -= 1
        self.spent[token] += 1

    # ----- step A

    def moves_check(self, _: Todo, me: Seat) -> list[str]:
        moves = ["accept"]
        if self.box_space(me) >= 1:  # YA-26
            moves += [f"offer {colour}" for colour in COLOURS if colour in me.fridge]
        if me.tokens["taiyaki"]:  # YA-27
            moves.append("offer taiyaki")
        return moves

    def answer_check(self, asked: Todo, me: Seat, words: list[str]) -> None:
        if words == ["offer", "taiyaki"]:
            self.spend(me, "taiyaki")
            self.seen["YA-27 taiyaki"] += 1
        elif words[0] == "offer":  # YA-25
            me.fridge.remove(words[1])
            me.box.append(words[1])
        else:  # YA-23
            self.bag[me.queue.pop()] += 1
            self.first_do(Todo("lose", asked.seat, n=self.data["vp"]["penalty_reviews"]))

    def moves_lose(self, asked: Todo, me: Seat) -> list[str]:
        """YA-24, YA-R12."""
        steps = self.review_steps(me, -1, asked.n, REVIEWS)
        return [f"lose {letters}" for letters in steps]

    def answer_lose(self, asked: Todo, me: Seat, words: list[str]) -> None:
        if len(words[1]) < asked.n:
            self.seen["YA-R12 one step lapses"] += 1
        for review in words[1]:
            me.reviews[review] -= 1

    def lapse_lose(self, _: Todo) -> None:
        self.seen["YA-R12 all lapse"] += 1

    def review_steps(self, me: Seat, way: int, n: int, icons: str) -> list[str]:
        """All ways to move markers n steps; fewer steps where they are stuck at the end, none at all: []."""
        last = len(self.data["review_track"]["vp"]) - 1
        start = self.data["review_track"]["start"]
        for size in range(n, 0, -1):
            ways = []
            for way_to in combinations_with_replacement([r for r in REVIEWS if r in icons], size):
                places = dict(me.reviews)
                for review in way_to:
                    places[review] += way
                if all(0 <= start + place <= last for place in places.values()):
                    ways.append("".join(way_to))
            if ways:
                return ways
        return []

    # ----- step B

    def moves_insert(self, _: Todo, me: Seat) -> list[str]:
        return [f"insert {face} {line}" for face in sorted(set(self.outside)) for line in LINES]  # YA-30, item 1

    def answer_insert(self, asked: Todo, me: Seat, words: list[str]) -> None:
        face, line = words[1], words[2]
        self.outside.remove(face)
        number = int(line[1]) - 1
        if line[0] == "C":  # YA-31
            top, bottom = self.grid[0][number], self.grid[1][number]
            self.grid[0][number], self.grid[1][number] = face, top
            self.outside.append(bottom)
            self.todo = [face, top]
        else:  # YA-32
            a, b, c = self.grid[number]
            self.grid[number] = [face, a, b]
            self.outside.append(c)
            self.todo = [face, a, b]
        self.line = line
        self.first_do(Todo("action", asked.seat))

    # ----- step C

    def moves_action(self, asked: Todo, me: Seat) -> list[str]:
        moves = []
        for face in sorted(set(self.todo)):
            possible = self.possible(asked.seat, face)
            if possible:
                moves.append(f"do {face}")
            if not possible or self.options["actions_optional"] or self.needs_taiyaki(me, face):  # item 6
                moves.append(f"ignore {face}")
        return moves

    def needs_taiyaki(self, me: Seat, face: str) -> bool:
        """YA-R42: a serve without a dish."""
        return face.startswith("serve") and not me.dishes

    def nothing_to_do(self, asked: Todo) -> bool:
        """Item 6: nothing left, or nothing possible and no garbage token that would change that."""
        if any(self.possible(asked.seat, face) for face in self.todo):
            return False
        me = self.seats_[asked.seat]
        if self.todo and me.tokens["garbage"]:
            after = deepcopy(self)
            after.empty_box(after.seats_[asked.seat])
            if any(after.possible(asked.seat, face) for face in self.todo):
                self.seen["item 6 garbage could help"] += 1
                return False
            self.seen["item 6 garbage cannot help"] += 1
        self.seen["item 6 ignored by the table"] += len(self.todo)
        return True

    def answer_action(self, asked: Todo, me: Seat, words: list[str]) -> None:
        face = words[1]
        self.todo.remove(face)
        self.first_do(Todo("action", asked.seat))
        possible = self.possible(asked.seat, face)
        if words[0] == "do":
            kind, n = kind_and_n(face)
            if kind == "customers":
                self.sent = []
            self.first_do(Todo(kind, asked.seat, n))
        elif possible:
            optional = self.options["actions_optional"] and not self.needs_taiyaki(me, face)
            self.seen["YA-R1 possible action skipped" if optional else "YA-R42 taiyaki not spent"] += 1
        elif self.todo:
            self.seen["YA-R2 impossible action first"] += 1

    def possible(self, seat: int, face: str) -> bool:
        kind, n = kind_and_n(face)
        me = self.seats_[seat]
        if kind == "customers":  # YA-42
            space = sum(self.queue_space(p) for p in range(self.players))
            figures = sum(self.bag.values())
            if n == 2 and space == 1:
                self.seen["YA-R5 one space for two"] += 1
            if n == 2 and figures == 1:
                self.seen["YA-R6 one figure for two"] += 1
            if figures == 0:
                self.seen["YA-42 empty bag"] += 1
            if space == 0:
                self.seen["YA-42 all queues full"] += 1
            return figures >= n and space >= n
        if kind == "cook":  # YA-50
            cookable = sum(self.dishes[food] for food in me.menu)
            if cookable < n <= self.dish_space(me):
                self.seen["YA-R10 dishes short"] += 1
            return self.dish_space(me) >= n and cookable >= n
        if kind == "refill":  # YA-52
            if sum(self.beverages.values()) < n <= self.fridge_space(me):
                self.seen["YA-R10 bottles short"] += 1
            return self.fridge_space(me) >= n and sum(self.beverages.values()) >= n
        if kind == "recycle":  # YA-54
            return bool(me.box)
        return self.can_serve(me, n)

    def can_serve(self, me: Seat, n: int) -> bool:
        """YA-55."""
        ready = (
            bool(me.queue)
            and (bool(me.dishes) or me.tokens["taiyaki"] > 0)
            and len(me.fridge) >= n
            and self.box_space(me) >= n
        )
        if ready and not self.free_cells(me):
            self.seen["YA-R22 full board"] += 1
        return ready and bool(self.free_cells(me))

    def queue_space(self, seat: int) -> int:
        return self.data["capacity"]["customer_queue"] - len(self.seats_[seat].queue)

    def dish_space(self, me: Seat) -> int:
        kind = "dish_queue_improved" if me.stove_improved else "dish_queue_base"
        return self.data["capacity"][kind] - len(me.dishes)

    def fridge_space(self, me: Seat) -> int:
        kind = "fridge_improved" if me.fridge_improved else "fridge_base"
        return self.data["capacity"][kind] - len(me.fridge)

    def box_space(self, me: Seat) -> int:
        return self.data["capacity"]["recycle_box"] - len(me.box)

    def moves_end(self, _: Todo, me: Seat) -> list[str]:
        return ["stop"]  # YA-R41

    def answer_end(self, _: Todo, me: Seat, words: list[str]) -> None:
        """The next one's turn."""

    # ----- new customers

    def step_customers(self, step: Todo) -> None:
        """YA-41, YA-R8."""
        if self.options["customers_draw"] == "together" or step.n == 1:
            self.first_do(Todo("draw", step.seat, step.n), Todo("place", step.seat))
        else:
            self.seen["YA-R8 one by one"] += 1
            one = [Todo("draw", step.seat, 1), Todo("place", step.seat)]
            self.first_do(*one, *deepcopy(one))

    def step_draw(self, step: Todo) -> None:
        for _ in range(step.n):
            self.hand.append(self.drawn())

    def drawn(self) -> str:
        inside = of_counts(self.bag.values(), FIGURES)
        figure = next_pinned(self.next_figures, inside) or inside[self.generator.below(len(inside))]
        self.bag[figure] -= 1
        return figure

    def by_the_book(self, seat: int) -> list[str]:
        """Placements of figures in hand by YA-43 and YA-44."""
        others = [p for p in range(self.players) if p != seat]
        own_space = self.queue_space(seat) > 0
        moves = []
        for figure in (f for f in FIGURES if f in self.hand):  # item 3
            if figure != "T":
                moves += [f"send {figure} to {p}" for p in range(self.players) if self.queue_space(p) > 0]
                continue
            if own_space:
                moves.append(f"send T to {seat}")
            if own_space or self.options["tourist_swap_to"] == "bag":  # YA-R4
                for p in others:
                    for k, customer in enumerate(self.seats_[p].queue):
                        if customer != "T":  # YA-45
                            moves.append(f"swap T with {p}.{k + 1}")
        return moves

    def moves_place(self, asked: Todo, me: Seat) -> list[str]:
        moves = self.by_the_book(asked.seat)
        if len(self.hand) == 2 and "T" in self.hand:  # YA-R7: do not strand the tourist
            good = [move for move in moves if not self.strands(asked, move)]
            if good:
                if good != moves:
                    self.seen["YA-R7 stranding not offered"] += 1
                moves = good
            if moves and not any(move.split()[1] == "T" for move in moves):
                self.seen["YA-R7 tourist last"] += 1
        if not moves and self.hand and self.options["tourist_unplaceable"] == "give_any":
            moves = [f"send T to {p}" for p in range(self.players) if p != asked.seat and self.queue_space(p) > 0]
        return moves

    def strands(self, asked: Todo, move: str) -> bool:
        after = deepcopy(self)
        after.place(asked.seat, move.split())
        return "T" in after.hand and not any(move.split()[1] == "T" for move in after.by_the_book(asked.seat))

    def place(self, seat: int, words: list[str]) -> None:
        verb, figure, _, where = words
        self.hand.remove(figure)
        if verb == "send":
            target = int(where)
            self.seats_[target].queue.append(figure)  # YA-47
            self.sent.append((target, len(self.seats_[target].queue)))
            return
        p, k = (int(number) for number in where.split("."))  # YA-46
        customer = self.seats_[p].queue[k - 1]
        self.seats_[p].queue[k - 1] = figure
        if self.options["tourist_swap_to"] == "bag":
            self.bag[customer] += 1
        else:
            self.seats_[seat].queue.append(customer)

    def answer_place(self, asked: Todo, me: Seat, words: list[str]) -> None:
        verb, figure, _, where = words
        if verb == "send" and figure == "T" and int(where) != asked.seat:
            self.seen["YA-R7 given"] += 1
        if verb == "swap":
            self.seen[f"YA-R4 {self.options['tourist_swap_to']}"] += 1
            p, k = (int(number) for number in where.split("."))
            if (p, k) in self.sent and self.options["customers_draw"] == "together":
                self.seen["YA-R43 swapped for the one just sent"] += 1
        self.place(asked.seat, words)
        if self.hand:
            self.first_do(Todo("place", asked.seat))

    def lapse_place(self, asked: Todo) -> None:
        """YA-R7: back to the bag."""
        assert self.hand and set(self.hand) == {"T"}
        for figure in self.hand:
            self.bag[figure] += 1
        self.seen["YA-R7 returned"] += len(self.hand)
        self.hand = []

    # ----- cook, refill, recycle

    def moves_cook(self, asked: Todo, me: Seat) -> list[str]:
        """YA-48, YA-49."""
        moves = []
        for foods in product([food for food in COLOURS if food in me.menu], repeat=asked.n):
            if all(foods.count(food) <= self.dishes[food] for food in foods):  # YA-R11
                moves.append(f"cook {''.join(foods)}")
        if any(not self.dishes[food] for food in me.menu):
            self.seen["YA-R11 sold out"] += 1
        return moves

    def answer_cook(self, _: Todo, me: Seat, words: list[str]) -> None:
        for food in words[1]:
            self.dishes[food] -= 1
            me.dishes.append(food)

    def moves_refill(self, asked: Todo, me: Seat) -> list[str]:
        """YA-51."""
        supply = of_counts(self.beverages.values(), COLOURS)
        return [f"refill {letters}" for letters in multisets(supply, asked.n, COLOURS)]

    def answer_refill(self, _: Todo, me: Seat, words: list[str]) -> None:
        for colour in words[1]:
            self.beverages[colour] -= 1
            me.fridge.append(colour)

    def moves_recycle(self, _: Todo, me: Seat) -> list[str]:
        return [f"recycle {colour}" for colour in COLOURS if colour in me.box]

    def answer_recycle(self, _: Todo, me: Seat, words: list[str]) -> None:
        """YA-53."""
        me.box.remove(words[1])
        self.beverages[words[1]] += 1
        me.vp += self.data["vp"]["recycle"]

    # ----- serve

    def moves_serve(self, asked: Todo, me: Seat) -> list[str]:
        bottles = multisets(me.fridge, asked.n, COLOURS)  # YA-R38
        moves = [f"serve {letters}" for letters in bottles] if me.dishes else []
        if me.tokens["taiyaki"]:
            moves += [f"serve {letters} with taiyaki" for letters in bottles]
        return moves

    def answer_serve(self, asked: Todo, me: Seat, words: list[str]) -> None:
        vp = self.data["vp"]
        figure, with_dish = me.queue[0], len(words) == 2
        gained = vp["serve_base"]  # YA-60
        if with_dish:  # YA-57
            dish = me.dishes[0]
            me.dishes[0] = LEFT
            me.sink[dish] += 1
            if dish == figure:
                gained += vp["serve_dish_match"]
        else:  # YA-78
            self.spend(me, "taiyaki")
            self.seen["YA-78 taiyaki as dish"] += 1
            if not me.dishes:
                self.seen["YA-R42 taiyaki spent"] += 1
            if figure == "T":  # YA-79
                gained += vp["taiyaki_to_tourist"]
                self.seen["YA-79 taiyaki to tourist"] += 1
        for colour in words[1]:  # YA-58
            me.fridge.remove(colour)
            me.box.append(colour)
            if colour == figure:
                gained += vp["serve_beverage_match"]
        self.serving = {"vp": gained, "dish": with_dish, "placed": False}
        self.first_do(Todo("cell", asked.seat, figure=figure, served=True), Todo("shift", asked.seat))  # YA-59

    def step_shift(self, step: Todo) -> None:
        me = self.seats_[step.seat]
        assert self.serving and self.serving["placed"]
        me.vp += self.serving["vp"]  # YA-60
        assert me.queue.pop(0) == LEFT  # YA-61
        if self.serving["dish"]:
            assert me.dishes.pop(0) == LEFT
        self.serving = None

    # ----- the reputation board

    def cells(self) -> list[str]:
        cols, rows = self.data["reputation"]["cols"], self.data["reputation"]["rows"]
        return [f"{'ABCDEFGH'[col]}{row + 1}" for row in range(rows) for col in range(cols)]

    def free_cells(self, me: Seat) -> list[str]:
        return [cell for cell in self.cells() if cell not in me.board]  # YA-64

    def on_edge(self, cell: str) -> bool:
        col, row = "ABCDEFGH".index(cell[0]), int(cell[1])
        return col in (0, self.data["reputation"]["cols"] - 1) or row in (1, self.data["reputation"]["rows"])

    def neighbours(self, cell: str) -> list[str]:
        col, row = "ABCDEFGH".index(cell[0]), int(cell[1])
        around = [(col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1)]
        names = [f"{'ABCDEFGH'[c]}{r}" for c, r in around if 0 <= c < 8]
        return [name for name in names if name in self.cells()]

    def reachable(self, me: Seat) -> list[str]:
        if not me.board:  # YA-65
            return [cell for cell in self.cells() if self.on_edge(cell) and cell not in self.data["reputation"]["red"]]
        return [cell for cell in self.free_cells(me) if any(n in me.board for n in self.neighbours(cell))]  # YA-66

    def moves_cell(self, asked: Todo, me: Seat) -> list[str]:
        reachable = self.reachable(me)
        moves = [f"place {cell}" for cell in reachable]
        may_doggy = asked.served or self.options["doggy_bag_on_double"]  # YA-R19
        if me.tokens["doggy_bag"] and may_doggy:  # YA-81, item 5
            moves += [f"place {cell} with doggy_bag" for cell in self.free_cells(me) if cell not in reachable]
        return moves

    def answer_cell(self, asked: Todo, me: Seat, words: list[str]) -> None:
        cell = words[1]
        if len(words) > 2:
            self.spend(me, "doggy_bag")
            self.seen["YA-81 doggy bag"] += 1
            if not me.board and cell in self.data["reputation"]["red"]:
                self.seen["YA-R20 doggy bag first"] += 1
            if not asked.served:
                self.seen["YA-R19 doggy bag on double"] += 1
        if asked.served:
            assert me.queue[0] == asked.figure and self.serving
            me.queue[0] = LEFT
            self.serving["placed"] = True
        else:
            self.hand.remove(asked.figure)
        me.board[cell] = asked.figure
        if self.phase == "final" and not self.options["final_serve_bonuses"]:  # YA-R31
            self.seen["YA-R31 no bonus"] += 1
        else:
            self.bonus(asked, me, self.data["reputation"]["cells"][cell])  # YA-68

    # ----- bonuses

    def bonus(self, asked: Todo, me: Seat, space: dict[str, Any]) -> None:
        getattr(self, f"bonus_{space['bonus']}")(asked, me, space)

    def bonus_review(self, asked: Todo, me: Seat, space: dict[str, Any]) -> None:
        """YA-69, YA-70."""
        steps = 2 if asked.figure == "T" else 1
        self.first_do(Todo("review", asked.seat, steps, icons="".join(space["icons"])))

    def bonus_influencer(self, asked: Todo, me: Seat, space: dict[str, Any]) -> None:
        """YA-74."""
        stars = self.data["influencer_track"]["stars"]
        if me.influencer == len(stars) - 1:
            self.seen["YA-R14 influencer on top"] += 1
            return
        me.influencer += 1
        if stars[me.influencer]:
            self.first_do(Todo("review", asked.seat, stars[me.influencer]))

    def moves_review(self, asked: Todo, me: Seat) -> list[str]:
        """YA-R13."""
        return [f"gain {letters}" for letters in self.review_steps(me, +1, asked.n, asked.icons)]

    def answer_review(self, asked: Todo, me: Seat, words: list[str]) -> None:
        if len(words[1]) < asked.n:
            self.seen["YA-R13 one step lapses"] += 1
        for review in words[1]:
            me.reviews[review] += 1

    def lapse_review(self, _: Todo) -> None:
        self.seen["YA-R13 all lapse"] += 1

    def bonus_menu(self, asked: Todo, me: Seat, space: dict[str, Any]) -> None:
        """YA-71."""
        self.first_do(Todo("menu", asked.seat))

    def moves_menu(self, _: Todo, me: Seat) -> list[str]:
        if len(me.menu) == self.data["capacity"]["menu_spaces"]:
            return []
        return [f"add food {food}" for food in COLOURS if food not in me.menu]

    def answer_menu(self, _: Todo, me: Seat, words: list[str]) -> None:
        me.menu.append(words[2])
        me.vp += self.data["vp"]["menu_improvement"]

    def lapse_menu(self, _: Todo) -> None:
        self.seen["YA-R15 no food left"] += 1

    def bonus_fridge(self, _: Todo, me: Seat, space: dict[str, Any]) -> None:
        """YA-72."""
        if me.fridge_improved:
            self.seen["YA-R15 fridge again"] += 1
            return
        me.fridge_improved = True
        me.vp += self.data["vp"]["fridge_improvement"]

    def bonus_stove(self, _: Todo, me: Seat, space: dict[str, Any]) -> None:
        """YA-73."""
        if me.stove_improved:
            self.seen["YA-R15 stove again"] += 1
            return
        me.stove_improved = True
        me.vp += self.data["vp"]["stove_improvement"]

    def bonus_special(self, asked: Todo, me: Seat, space: dict[str, Any]) -> None:
        """YA-75."""
        self.first_do(Todo("token", asked.seat))

    def moves_token(self, _: Todo, me: Seat) -> list[str]:
        return [f"take {kind}" for kind in TOKENS if self.tokens[kind]]

    def answer_token(self, _: Todo, me: Seat, words: list[str]) -> None:
        self.tokens[words[1]] -= 1
        me.tokens[words[1]] += 1

    def lapse_token(self, _: Todo) -> None:
        self.seen["YA-R16 no token left"] += 1

    def bonus_double(self, asked: Todo, me: Seat, space: dict[str, Any]) -> None:
        """YA-76."""
        self.first_do(Todo("double", asked.seat))

    def moves_double(self, _: Todo, me: Seat) -> list[str]:
        """YA-R18."""
        if not self.free_cells(me):
            return []
        return [f"choose figure {figure}" for figure in FIGURES if self.bag[figure]]

    def answer_double(self, asked: Todo, me: Seat, words: list[str]) -> None:
        self.bag[words[2]] -= 1
        self.hand.append(words[2])
        self.first_do(Todo("cell", asked.seat, figure=words[2]))

    def lapse_double(self, asked: Todo) -> None:
        full = not self.free_cells(self.seats_[asked.seat])
        self.seen["YA-R17 full board" if full else "YA-R17 empty bag"] += 1

    # ----- the final serving turn

    def moves_final(self, _: Todo, me: Seat) -> list[str]:
        """YA-86, YA-R29."""
        numbers = (1, 2) if self.options["final_serve_beverages"] == "one_or_two" else (1,)
        return [f"serve with {n}" for n in numbers if self.can_serve(me, n)] + ["stop"]

    def answer_final(self, asked: Todo, me: Seat, words: list[str]) -> None:
        if words[0] == "serve":
            self.seen["YA-86 final serve"] += 1
            self.first_do(Todo("serve", asked.seat, int(words[2])), Todo("final", asked.seat))

    # ----- scoring

    def scores(self) -> list[int]:
        """YA-95."""
        totals = [me.vp for me in self.seats_]
        sinks = [me.sink for me in self.seats_]
        boards = [Counter(me.board.values()) for me in self.seats_]
        for colour in COLOURS:  # YA-88, YA-89, YA-90
            for counts in ([sink[colour] for sink in sinks], [board[colour] for board in boards]):
                if counts.count(max(counts)) == 1:
                    totals[counts.index(max(counts))] += max(counts)
        track = self.data["review_track"]
        for seat, me in enumerate(self.seats_):
            totals[seat] += sum(track["vp"][track["start"] + steps] for steps in me.reviews.values())  # YA-93
            backs = self.data["special_tokens"]["back_vp"]
            totals[seat] += sum(backs[kind] * count for kind, count in me.tokens.items())  # YA-94
        return totals

    def ranks(self) -> list[int]:
        """YA-96 to YA-98."""
        order = [(score, len(me.board), -len(me.box), -len(me.dishes)) for score, me in zip(self.scores(), self.seats_)]
        return [1 + sum(other > mine for other in order) for mine in order]

    # ----- invariants

    def check(self) -> None:
        """YA-99 to YA-104."""
        mine, capacity = self.data["players"][str(self.players)], self.data["capacity"]
        figures = Counter(of_counts(self.bag.values(), FIGURES)) + Counter(self.hand)
        dishes, beverages = Counter(self.dishes), Counter(self.beverages)
        tokens = sum(self.tokens.values()) + sum(self.spent.values())
        for me in self.seats_:
            figures += Counter(figure for figure in me.queue if figure != LEFT) + Counter(me.board.values())
            dishes += Counter(dish for dish in me.dishes if dish != LEFT) + Counter(me.sink)
            beverages += Counter(me.fridge) + Counter(me.box)
            tokens += sum(me.tokens.values())
            assert len(me.queue) <= capacity["customer_queue"] and len(me.box) <= capacity["recycle_box"]
            assert self.dish_space(me) >= 0 and self.fridge_space(me) >= 0
            assert set(me.board) <= set(self.cells()) and len(set(me.menu)) == len(me.menu)
        wanted = Counter(dict.fromkeys(COLOURS, mine["customers"])) + Counter(T=mine["tourists"])
        assert figures == wanted, ("figures", figures)
        assert dishes == Counter(dict.fromkeys(COLOURS, mine["dishes"])), ("dishes", dishes)
        assert beverages == Counter(dict.fromkeys(COLOURS, mine["beverages"])), ("beverages", beverages)
        assert tokens == mine["special"], ("special tokens", tokens)
        copies = self.data["special_tokens"]["copies_each"]
        for kind in TOKENS:
            held = sum(me.tokens[kind] for me in self.seats_)
            assert self.tokens[kind] + self.spent[kind] + held <= copies, kind
        faces = sorted(face_of(tile) for tile in self.data["tiles"])
        assert sorted(self.grid[0] + self.grid[1] + self.outside) == faces, "tiles"

    # ----- positions

    @classmethod
    def read(cls, position: dict[str, Any], data: dict[str, Any] | None = None) -> Oracle:
        """A complete position as the engine writes it; without `asked` the turn of the active seat begins."""
        text = position["generator"]
        words = [int(text[i : i + 16], 16) for i in range(0, 64, 16)]
        self = cls(position["players"], position.get("options", {}), words, data)
        self.round, self.phase = position["round"], position["phase"]
        self.first, self.active = position["first"], position["active"]
        self.grid = [row.split() for row in position["grid"]]
        self.outside = position["outside"].split()
        self.line, self.todo = position["line"], position["todo"].split()
        self.dishes = dict(zip(COLOURS, position["dishes"]))
        self.beverages = dict(zip(COLOURS, position["beverages"]))
        self.tokens = dict(zip(TOKENS, position["tokens"]))
        self.spent = dict(zip(TOKENS, position["spent"]))
        self.bag = dict(zip(FIGURES, position["bag"]))
        self.hand = letters_of(position["hand"])
        self.next_figures = letters_of(position["next_figures"])
        self.next_foods = letters_of(position["next_foods"])
        self.serving = deepcopy(position["serving"])
        self.seats_ = [
            Seat(
                vp=seat["vp"],
                queue=letters_of(seat["queue"]),
                dishes=letters_of(seat["dishes"]),
                fridge=letters_of(seat["fridge"]),
                box=letters_of(seat["box"]),
                sink=dict(zip(COLOURS, seat["sink"])),
                menu=letters_of(seat["menu"]),
                fridge_improved=seat["fridge_improved"],
                stove_improved=seat["stove_improved"],
                board=dict(seat["board"]),
                reviews=dict(zip(REVIEWS, seat["reviews"])),
                influencer=seat["influencer"],
                tokens=dict(zip(TOKENS, seat["tokens"])),
            )
            for seat in position["seats"]
        ]
        self.check()
        self.take_up(position.get("asked") or [])
        self.run()
        return self

    def take_up(self, asked: list[dict[str, Any]]) -> None:
        """What the table still has to do. A question carries in `a` how many figures, dishes, bottles or steps it is
        about, in `b` the reviews that may be chosen."""
        if self.phase == "over":
            return
        if self.phase == "setup":
            if all(len(me.menu) == 2 for me in self.seats_):
                seats = [seat for seat in self.from_first() if not self.seats_[seat].box]
                self.agenda = [*(Todo("beverage", seat) for seat in seats), Todo("begin")]
            else:
                self.agenda = [Todo("setup")]
            return
        if not asked:
            self.agenda = [Todo("turn", self.active)]
            return
        question, seat, n = asked[0]["question"], asked[0]["seat"], asked[0].get("a", 0)
        step = Todo(question, seat, n)
        goes_on = Todo("action", seat) if self.phase == "round" else Todo("final", seat)
        self.agenda = [step, Todo("next", seat)]
        if question in ("check", "lose"):
            step.n = self.data["vp"]["penalty_reviews"]
            self.agenda.insert(1, Todo("insert", seat) if self.phase == "round" else goes_on)
        elif question not in ("insert", "action", "end", "final"):  # in the middle of an action
            self.agenda.insert(1, goes_on)
        if self.serving:
            self.agenda.insert(1, Todo("shift", seat))
        if question == "place":
            draws = sum(waiting.get("step") == "draw" for waiting in asked)  # YA-R8
            self.agenda[1:1] = [Todo("draw", seat, 1), Todo("place", seat)] * draws
        if question == "review":  # a bit for each review
            step.icons = "".join(review for i, review in enumerate(REVIEWS) if asked[0]["b"] >> i & 1)
        if question == "cell":
            step.served = not self.serving["placed"]
            step.figure = self.seats_[seat].queue[0] if step.served else self.hand[0]

    def position(self) -> dict[str, Any]:
        """All of docs/positions.md except `asked` and `generator`."""
        return {
            "format": "yokocho-position/1",
            "game": "yatta",
            "players": self.players,
            "options": dict(self.options),
            "round": self.round,
            "phase": self.phase,
            "first": self.first,
            "active": self.active,
            "grid": [" ".join(row) for row in self.grid],
            "outside": " ".join(self.outside),
            "line": self.line,
            "todo": " ".join(self.todo),
            "dishes": list(self.dishes.values()),
            "beverages": list(self.beverages.values()),
            "tokens": list(self.tokens.values()),
            "spent": list(self.spent.values()),
            "bag": list(self.bag.values()),
            "hand": " ".join(self.hand),
            "next_figures": " ".join(self.next_figures),
            "next_foods": " ".join(self.next_foods),
            "serving": deepcopy(self.serving),
            "seats": [
                {
                    "vp": me.vp,
                    "queue": " ".join(me.queue),
                    "dishes": " ".join(me.dishes),
                    "fridge": " ".join(me.fridge),
                    "box": " ".join(me.box),
                    "sink": list(me.sink.values()),
                    "menu": "".join(me.menu),
                    "fridge_improved": me.fridge_improved,
                    "stove_improved": me.stove_improved,
                    "board": dict(me.board),
                    "reviews": list(me.reviews.values()),
                    "influencer": me.influencer,
                    "tokens": list(me.tokens.values()),
                }
                for me in self.seats_
            ],
        }

    def generator_text(self) -> str:
        return "".join(f"{word:016x}" for word in self.generator.words)


def letters_of(text: str) -> list[str]:
    return [letter for letter in text if letter != " "]


def normal(position: dict[str, Any]) -> dict[str, Any]:
    """A form in which two equal positions compare equal: things without an order are sorted."""
    out = {key: value for key, value in position.items() if key not in ("asked", "generator")}
    if position["phase"] == "over":  # nobody's turn
        del out["active"]
    for key in ("outside", "todo"):
        out[key] = sorted(position[key].split())
    for key in ("hand", "next_figures", "next_foods"):
        out[key] = letters_of(position[key])
    out["hand"].sort()
    out["seats"] = []
    for seat in position["seats"]:
        told = dict(seat)
        for key in ("fridge", "box", "menu"):
            told[key] = sorted(letters_of(seat[key]))
        for key in ("queue", "dishes"):
            told[key] = letters_of(seat[key])
        out["seats"].append(told)
    return out
