"""Mitsuhamama once more, straight from the rules: slow, obvious, and independent of the engine.

Numbers such as MI-12 and MI-R27 are those of the rules page. Positions and moves are written as in docs/positions.md.

Where a position is taken in the middle of a day, this is how it stands: what is laid down has left the hand and the
tracks; fish given to a restaurant have left them with each `give` (they are not `laid`); the cube is on the restaurant
only when `cube` has been answered; the lot is there until its buyer has stored it; `buyer` is set by sell, buy or take.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.oracle.generator import Generator

KINDS = "RYKW"
NAMES = ("Takata", "Kasugano", "Hanazono", "Ishimaru", "Yamazakura")
CLOCK = 127
CAPACITY = 12  # MI-36
HIRE = 10  # MI-50
LIMIT = {2: 4, 3: 5, 4: 6}  # MI-52
START = [10, 10, 5, 5, 4, 3, 2, 1]  # 2.1
MIX = 18  # Hanazono b
PAIR = 8  # Hanazono a

# 2.4; Hanazono asks for a free choice of kinds instead.
DEMANDS = {
    ("Takata", "a"): (0, 7, 0, 5),
    ("Takata", "b"): (8, 0, 6, 0),
    ("Kasugano", "a"): (7, 0, 0, 0),
    ("Kasugano", "b"): (0, 4, 2, 3),
    ("Ishimaru", "a"): (0, 0, 10, 0),
    ("Ishimaru", "b"): (0, 0, 0, 9),
    ("Yamazakura", "a"): (5, 0, 4, 3),
    ("Yamazakura", "b"): (4, 4, 3, 3),
}

# What nobody knows for certain, and the owner of a box may correct: the die faces (2.2) and the price spaces (2.5).
TABLES = Path(__file__).parents[2] / "src/yokocho/games/mitsuhamama/components.toml"
COMPONENTS = tomllib.loads(TABLES.read_text(encoding="utf-8"))
DIE_FACES: list[int] = COMPONENTS["dice"]["faces"]
LADDERS: dict[tuple[str, str], list[int]] = {
    (card["name"], face): card[face]["ladder"] for card in COMPONENTS["restaurant"] for face in "ab"
}

DEFAULTS: dict[str, Any] = {  # 4.8
    "faces": "random",
    "first": "random",
    "auction": "turns_hold",
    "renege": "forbid",
    "payment_visibility": "all",
    "allpass_min": 1,
    "allpass_fish": True,
    "end_recall": True,
    "max_days": 100,
}


def kinds_of(fish: Iterable[int]) -> list[int]:
    """Kinds of which there is at least one fish."""
    return [kind for kind, count in enumerate(fish) if count > 0]


def letters(kinds: Iterable[int]) -> str:
    return "".join(KINDS[kind] for kind in sorted(kinds))


def sums_of(cards: Iterable[int]) -> set[int]:
    """All totals that some of the cards make, none of them included."""
    sums = {0}
    for card in cards:
        sums |= {total + card for total in sums}
    return sums


@dataclass
class Seat:
    hand: list[int]
    fish: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    cubes: int = 3  # owned, those on restaurants included


@dataclass
class Todo:
    """Something the table still has to do: a question to a seat or a step of its own."""

    kind: str
    seat: int = -1
    hire: bool = False  # pay: for the 4th cube, not for the lot
    fish: tuple[int, ...] = ()  # store: what arrives
    name: str = ""  # pair, mix, place, cube: the restaurant
    index: int = 0  # mix: the kind asked now
    left: int = 0  # mix: fish still to give


PREFIXED = {"lot", "bid", "decide", "take", "pay", "store", "serve"}  # MI-R39
QUESTIONS = {"lot", "bid", "decide", "take", "pay", "serve", "pair", "mix", "cube"}


class Oracle:
    def __init__(self, players: int, options: dict[str, Any], words: Iterable[int]) -> None:
        unknown = set(options) - set(DEFAULTS)
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)}")
        self.players = players
        self.options = {**DEFAULTS, **options}
        self.generator = Generator(words)
        self.day, self.auctioneer = 1, 0
        self.faces = dict.fromkeys(NAMES, "a" if players == 2 else "b")
        self.spaces: dict[str, list[int]] = {name: [] for name in NAMES}  # whose cubes are on spaces 1, 2, ...
        self.dice = [0, 0, 0, 0]
        self.next_dice: list[int] | None = None
        self.lot: list[int] = []  # kinds
        self.bidders: list[int] = []
        self.barred: list[int] = []
        self.high: int | None = None
        self.price = self.quiet = self.last = 0
        self.last_call = False
        self.laid_cards: list[int] = []
        self.laid_fish = [0, 0, 0, 0]
        self.buyer: int | None = None
        self.may_sell: set[int] = set()
        self.out: list[int] = []
        self.seats_: list[Seat] = []
        self.todo: list[Todo] = []

    # ----- what is asked

    @property
    def live(self) -> bool:
        """Is a live auction open? Nobody in particular is asked then."""
        return bool(self.todo) and self.todo[0].kind == "bid" and self.todo[0].seat < 0

    @property
    def seat(self) -> int | None:
        """None when the game is over, and while bidding is live."""
        return self.todo[0].seat if self.todo and not self.live else None

    @property
    def seats(self) -> set[int]:
        """All who may act."""
        if self.live:
            return set(self.bidders)
        return {self.todo[0].seat} if self.todo else set()

    @property
    def question(self) -> str | None:
        if not self.todo:
            return None
        return "keep" if self.todo[0].kind == "store" else self.todo[0].kind

    def legal(self, seat: int | None = None) -> list[str]:
        if not self.todo:
            return []
        if self.live and seat == CLOCK:
            return ["hammer"]
        if self.live and seat is None:
            raise ValueError("whose moves? Bidding is live")
        seat = self.todo[0].seat if seat is None else seat
        if seat not in self.seats:
            return []
        asked = self.todo[0]
        moves: list[str] = getattr(self, f"moves_{asked.kind}")(asked, seat)
        return moves + self.prefixes(asked, seat)

    def play(self, notation: str, seat: int | None = None) -> None:
        legal = self.legal(seat)
        if notation not in legal:
            raise ValueError(f"{notation!r} is not legal, these are: {legal}")
        seat = self.todo[0].seat if seat is None else seat
        words = notation.split()
        if words[0] == "hire":
            self.first_do(Todo("pay", seat, hire=True))
        elif words[0] == "recall":  # MI-47; those below move up, MI-48
            self.spaces[words[1]].remove(seat)
        else:
            asked = self.todo.pop(0)
            getattr(self, f"answer_{asked.kind}")(asked, words, seat)
        self.run()

    def run(self) -> None:
        """Do the table's own steps until somebody has to decide."""
        while self.todo and not self.is_question(self.todo[0]):
            step = self.todo.pop(0)
            getattr(self, f"step_{step.kind}")(step)

    def is_question(self, todo: Todo) -> bool:
        if todo.kind == "store":
            return self.is_short(todo)
        if todo.kind == "recall":  # MI-R41: stop as soon as the count is below the limit, or nothing is left to recall
            return self.limit_reached() and bool(self.placed(todo.seat))
        return todo.kind in QUESTIONS

    def first_do(self, *things: Todo) -> None:
        self.todo[:0] = things

    def clockwise(self, after: int) -> list[int]:
        """All seats, beginning with the left neighbour; `after` itself is the last."""
        return [(after + step) % self.players for step in range(1, self.players + 1)]

    # ----- cubes

    def placed(self, seat: int) -> list[str]:
        return [name for name in NAMES if seat in self.spaces[name]]

    def free(self, seat: int) -> int:
        return self.seats_[seat].cubes - len(self.placed(seat))

    def loaded(self, seat: int) -> list[int]:
        return kinds_of(self.seats_[seat].fish)

    def idle(self, seat: int) -> int:
        """Negative: so many cubes are owed (MI-R46)."""
        return self.free(seat) - len(self.loaded(seat))

    # ----- hire and recall before an own decision, MI-R39

    def prefixes(self, asked: Todo, seat: int) -> list[str]:
        if asked.kind == "recall":
            return [f"recall {name}" for name in self.placed(seat)]
        if asked.kind not in PREFIXED or asked.hire or self.laid_cards or any(self.laid_fish):
            return []
        moves = [f"recall {name}" for name in self.placed(seat)]
        if self.seats_[seat].cubes == 3 and self.can_finish(Todo("pay", seat, hire=True)):  # MI-50, MI-R11
            moves.append("hire")
        return moves

    # ----- the lot, D1

    def moves_lot(self, _: Todo, seat: int) -> list[str]:
        """MI-12, MI-R4."""
        subsets = [kinds for size in (1, 2, 3, 4) for kinds in combinations(range(4), size)]
        return [f"lot {letters(kinds)}" for kinds in subsets if 1 <= sum(self.dice[k] for k in kinds) <= 9]

    def answer_lot(self, _: Todo, words: list[str], seat: int) -> None:
        self.lot = [KINDS.index(letter) for letter in words[1]]
        self.barred = []
        self.open_auction()

    def lot_fish(self) -> tuple[int, ...]:
        return tuple(self.dice[kind] if kind in self.lot else 0 for kind in range(4))

    # ----- the auction, D2 and D3, MI-R13

    def open_auction(self) -> None:
        others = [seat for seat in self.clockwise(self.auctioneer) if seat != self.auctioneer]
        self.bidders = [seat for seat in others if seat not in self.barred]
        self.high, self.price, self.quiet, self.last = None, 0, 0, self.auctioneer
        self.last_call = self.options["auction"] == "raise_or_pass"
        self.first_do(Todo("auction"))

    def step_auction(self, _: Todo) -> None:
        if not self.bidders:
            self.first_do(Todo("take", self.auctioneer))  # MI-28
        elif self.bidders == [self.high]:
            self.first_do(Todo("decide", self.auctioneer))  # MI-18
        elif self.options["auction"] == "live" and self.players > 2:
            self.first_do(Todo("bid"))
        else:
            self.first_do(Todo("bid", self.next_bidder()))

    def next_bidder(self) -> int:
        active = [seat for seat in self.clockwise(self.last) if seat in self.bidders]
        if self.last_call and active[0] == self.high:
            active.pop(0)
        return active[0]

    def means(self, seat: int) -> int:
        """MI-R8."""
        me = self.seats_[seat]
        return sum(me.hand) + sum(me.fish[kind] for kind in range(4) if kind not in self.lot)

    def moves_bid(self, _: Todo, seat: int) -> list[str]:
        most = self.means(seat)
        if self.options["renege"] == "rulebook":  # MI-R9
            most = max(99, most)
        amounts = range(self.price + 1, most + 1)  # MI-16, MI-R5
        if seat == self.high:  # MI-R6: no pass
            return [f"raise {x}" for x in amounts] + ([] if self.live else ["stand"])
        moves = [f"bid {x}" for x in amounts] + ["pass"]
        if not self.live and not self.last_call and len(self.bidders) > 1:
            moves.append("hold")
        return moves

    def answer_bid(self, _: Todo, words: list[str], seat: int) -> None:
        if words[0] in ("bid", "raise"):
            self.high, self.price, self.quiet = seat, int(words[1]), 0
            self.last_call = self.options["auction"] == "raise_or_pass"
        elif words[0] == "pass":  # MI-17
            self.bidders.remove(seat)
        elif words[0] == "hammer":  # live: a pass by all but the highest bidder
            self.bidders = [] if self.high is None else [self.high]
        else:  # hold, stand
            self.quiet += 1
        if self.quiet >= len(self.bidders):
            self.last_call = True
        if seat != CLOCK:
            self.last = seat
        self.first_do(Todo("auction"))

    # ----- sell or buy, D4; after all passed, D5

    def moves_decide(self, _: Todo, seat: int) -> list[str]:
        return ["sell"] + (["buy"] if self.means(seat) >= self.price else [])  # MI-R14

    def answer_decide(self, _: Todo, words: list[str], seat: int) -> None:
        assert self.high is not None
        if words[0] == "buy":  # MI-22
            self.buyer = seat
            self.first_do(Todo("pay", seat))
        elif self.means(self.high) >= self.price:  # MI-21
            self.buyer = self.high
            self.first_do(Todo("pay", self.high))
        else:  # MI-19, MI-33, MI-R10
            self.barred.append(self.high)
            self.open_auction()

    def moves_take(self, _: Todo, seat: int) -> list[str]:
        """MI-R47."""
        hand, fish = self.seats_[seat].hand, self.seats_[seat].fish
        able = sum(hand) + sum(fish[kind] for kind in self.payable())
        return (["take"] if able >= self.options["allpass_min"] else []) + ["decline"]

    def answer_take(self, _: Todo, words: list[str], seat: int) -> None:
        if words[0] == "take":
            self.buyer = seat
            self.first_do(Todo("pay", seat))
        else:  # MI-30
            self.lot = []
            self.todo = [Todo("finish")]

    # ----- payments, D6 and D7

    def payable(self) -> list[int]:
        """Kinds of fish that may pay for the lot: MI-24, MI-R15, MI-R21."""
        if self.high is None and not self.options["allpass_fish"]:
            return []
        return [kind for kind in range(4) if kind not in self.lot]

    def cost(self, pay: Todo) -> int:
        if pay.hire:
            return HIRE
        return self.options["allpass_min"] if self.high is None else self.price

    def debt(self, seat: int) -> tuple[int, list[int]]:
        """MI-R11: what a seat that hires now must still be able to pay afterwards, and the fish that may pay it."""
        if any(todo.kind == "pay" and not todo.hire and todo.seat == seat for todo in self.todo):
            return self.cost(Todo("pay", seat)), self.payable()
        bidding = any(todo.kind == "bid" for todo in self.todo)
        if bidding and self.high == seat and self.options["renege"] == "forbid":
            return self.price, self.payable()
        return 0, []

    def can_finish(self, pay: Todo, card: int | None = None, kind: int | None = None) -> bool:
        """Can the payment, after one more card or fish if one is named, still be brought to an end?"""
        hand, fish = list(self.seats_[pay.seat].hand), list(self.seats_[pay.seat].fish)
        cards_laid, fish_laid = list(self.laid_cards), list(self.laid_fish)
        if card is not None:
            hand.remove(card)
            cards_laid.append(card)
        if kind is not None:
            fish[kind] -= 1
            fish_laid[kind] += 1
        coming_cards = [c for c in hand if c <= min(cards_laid, default=c) and not any(fish_laid)]
        first = max(kinds_of(fish_laid), default=0)
        coming_kinds = [k for k in (range(4) if pay.hire else self.payable()) if k >= first]
        owed, good = self.debt(pay.seat) if pay.hire else (0, [])
        total = sum(cards_laid) + sum(fish_laid) + sum(fish[k] for k in coming_kinds if k not in good)
        left = sum(hand) + sum(fish[k] for k in good)  # the means for what is owed
        dear_fish = sum(fish[k] for k in coming_kinds if k in good)  # these would be missed there
        return any(
            total + money + dear >= self.cost(pay) and left - money - dear >= owed
            for money in sums_of(coming_cards)
            for dear in range(dear_fish + 1)
        )

    def moves_pay(self, pay: Todo, seat: int) -> list[str]:
        me = self.seats_[seat]
        cards = [] if any(self.laid_fish) else sorted(set(me.hand), reverse=True)
        cards = [c for c in cards if c <= min(self.laid_cards, default=c)]
        kinds = [k for k in (range(4) if pay.hire else self.payable()) if me.fish[k]]
        kinds = [k for k in kinds if k >= max(kinds_of(self.laid_fish), default=0)]
        moves = [f"pay {card}" for card in cards if self.can_finish(pay, card=card)]
        moves += [f"fish {KINDS[kind]}" for kind in kinds if self.can_finish(pay, kind=kind)]
        if self.is_enough(pay):
            moves.append("paid")
        return moves

    def is_enough(self, pay: Todo) -> bool:
        """MI-23, MI-51, MI-R17; and after a hire the means left must do for what is owed, MI-R11."""
        owed, good = self.debt(pay.seat) if pay.hire else (0, [])
        me = self.seats_[pay.seat]
        left = sum(me.hand) + sum(me.fish[k] for k in good)
        return sum(self.laid_cards) + sum(self.laid_fish) >= self.cost(pay) and left >= owed

    def answer_pay(self, pay: Todo, words: list[str], seat: int) -> None:
        me = self.seats_[seat]
        if words[0] == "paid":
            self.finish_payment(pay)
            return
        if words[0] == "pay":
            me.hand.remove(int(words[1]))
            self.laid_cards.append(int(words[1]))
        else:
            me.fish[KINDS.index(words[1])] -= 1
            self.laid_fish[KINDS.index(words[1])] += 1
        self.first_do(pay)

    def finish_payment(self, pay: Todo) -> None:
        cards, fish = self.laid_cards, tuple(self.laid_fish)
        self.laid_cards, self.laid_fish = [], [0, 0, 0, 0]
        if pay.hire:  # MI-51
            self.out += cards
            self.seats_[pay.seat].cubes += 1
            return
        assert self.buyer is not None
        store_lot = Todo("store", self.buyer, fish=self.lot_fish())
        if self.high is None:  # MI-29, MI-R21, MI-R22
            self.out += cards
            self.todo = [store_lot, Todo("window", self.buyer), Todo("finish")]
            return
        payee = self.auctioneer if self.buyer == self.high else self.high
        self.seats_[payee].hand += cards  # MI-26
        windows = [Todo("window", self.buyer), Todo("window", payee)]  # MI-41
        self.todo = [Todo("store", payee, fish=fish), store_lot, *windows, Todo("finish")]  # MI-R24

    # ----- storing, D8

    def concerned(self, store: Todo) -> list[int]:
        """Kinds held or arriving."""
        return sorted({*self.loaded(store.seat), *kinds_of(store.fish)})

    def is_short(self, store: Todo) -> bool:
        return len(self.concerned(store)) > self.free(store.seat)

    def step_store(self, store: Todo) -> None:
        """MI-R26: cubes suffice."""
        self.store(store, self.concerned(store))

    def moves_store(self, store: Todo, seat: int) -> list[str]:
        """MI-R27."""
        return self.moves_keep(self.concerned(store), seat)

    def moves_keep(self, kinds: list[int], seat: int) -> list[str]:
        return [f"keep {letters(kept) or '-'}" for kept in combinations(kinds, self.free(seat))]

    def answer_store(self, store: Todo, words: list[str], seat: int) -> None:
        self.store(store, [kind for kind in range(4) if KINDS[kind] in words[1]])

    def store(self, store: Todo, kept: list[int]) -> None:
        fish = self.seats_[store.seat].fish
        for kind in range(4):
            if kind not in kept:  # MI-38
                fish[kind] = 0
                continue
            stored = min(store.fish[kind], CAPACITY - fish[kind])  # MI-36
            fish[kind] += stored
            if stored > 0:  # MI-40, MI-R30
                self.may_sell.add(store.seat)
        if store.seat == self.buyer:
            self.lot = []

    # ----- selling, D9

    def step_window(self, window: Todo) -> None:
        if window.seat in self.may_sell:  # MI-R49
            self.first_do(Todo("serve", window.seat))

    def can_serve(self, seat: int, name: str) -> bool:
        fish = self.seats_[seat].fish
        face = self.faces[name]
        full = len(self.spaces[name]) >= len(LADDERS[name, face])  # MI-R3
        if full or seat in self.spaces[name] or self.free(seat) < 1:  # MI-45, MI-R36, MI-R34
            return False
        if name == "Hanazono":  # MI-R32, MI-R33
            return sum(fish) >= MIX if face == "b" else sum(count >= PAIR for count in fish) >= 2
        return all(have >= need for have, need in zip(fish, DEMANDS[name, face], strict=True))

    def moves_serve(self, _: Todo, seat: int) -> list[str]:
        moves = [f"serve {name}" for name in NAMES if self.can_serve(seat, name)]
        if self.idle(seat) < 0:  # MI-R46: cubes are owed
            return moves + self.moves_keep(self.loaded(seat), seat)
        return moves + ["done"]

    def answer_serve(self, asked: Todo, words: list[str], seat: int) -> None:
        if words[0] == "done":
            return
        self.first_do(asked)  # the window stays open
        fish = self.seats_[seat].fish
        if words[0] == "keep":
            for kind in range(4):
                fish[kind] = fish[kind] if KINDS[kind] in words[1] else 0
            return
        name = words[1]
        if name == "Hanazono":
            mix = self.faces[name] == "b"
            self.first_do(Todo("mix", seat, name=name, left=MIX) if mix else Todo("pair", seat, name=name))
            return
        for kind, need in enumerate(DEMANDS[name, self.faces[name]]):  # MI-42
            fish[kind] -= need
        self.first_do(Todo("place", seat, name=name))

    def moves_pair(self, _: Todo, seat: int) -> list[str]:
        kinds = [kind for kind, count in enumerate(self.seats_[seat].fish) if count >= PAIR]
        return [f"give {letters(pair)}" for pair in combinations(kinds, 2)]

    def answer_pair(self, asked: Todo, words: list[str], seat: int) -> None:
        for letter in words[1]:
            self.seats_[seat].fish[KINDS.index(letter)] -= PAIR
        self.first_do(Todo("place", seat, name=asked.name))

    def moves_mix(self, asked: Todo, seat: int) -> list[str]:
        fish = self.seats_[seat].fish
        later = sum(fish[asked.index + 1 :])
        amounts = [n for n in range(fish[asked.index] + 1) if 0 <= asked.left - n <= later]
        return [f"give {KINDS[asked.index]}{amount}" for amount in amounts]

    def answer_mix(self, asked: Todo, words: list[str], seat: int) -> None:
        amount = int(words[1][1:])
        self.seats_[seat].fish[asked.index] -= amount
        if asked.index < 3:
            self.first_do(Todo("mix", seat, name=asked.name, index=asked.index + 1, left=asked.left - amount))
        else:
            self.first_do(Todo("place", seat, name=asked.name))

    def step_place(self, step: Todo) -> None:
        """MI-43, MI-R35: the fish are gone, now the cube."""
        if self.idle(step.seat) > 0:
            self.spaces[step.name].append(step.seat)
        else:
            self.first_do(Todo("cube", step.seat, name=step.name))

    def moves_cube(self, asked: Todo, seat: int) -> list[str]:
        moves = [f"cube {KINDS[kind]}" for kind in self.loaded(seat)]
        self.spaces[asked.name].append(seat)  # MI-R46: as if the cube were there already
        if any(self.can_serve(seat, name) for name in NAMES):
            moves.append("later")
        self.spaces[asked.name].remove(seat)
        return moves

    def answer_cube(self, asked: Todo, words: list[str], seat: int) -> None:
        if words[0] == "cube":  # MI-44
            self.seats_[seat].fish[KINDS.index(words[1])] = 0
        self.spaces[asked.name].append(seat)

    # ----- the end of the day

    def limit_reached(self) -> bool:
        """MI-52, MI-R42."""
        return sum(len(cubes) for cubes in self.spaces.values()) >= LIMIT[self.players]

    def step_finish(self, _: Todo) -> None:
        self.buyer, self.high = None, None
        self.todo = [Todo("end")]
        if self.limit_reached() and self.options["end_recall"]:  # MI-R41
            left_to_right = self.clockwise(self.auctioneer)
            seats = [self.auctioneer, *left_to_right[:-1]]
            self.first_do(*(Todo("recall", seat) for seat in seats if self.placed(seat)))

    def moves_recall(self, _: Todo, seat: int) -> list[str]:
        return ["done"]

    def answer_recall(self, _: Todo, words: list[str], seat: int) -> None:
        """Done: the next one is asked."""

    def step_recall(self, _: Todo) -> None:
        """Not asked any more: the count is below the limit."""

    def step_end(self, _: Todo) -> None:
        capped = self.options["max_days"] and self.day >= self.options["max_days"]  # MI-R44
        if self.limit_reached() or capped:
            self.todo = []
            return
        self.day += 1
        self.auctioneer = self.clockwise(self.auctioneer)[0]  # MI-10
        self.todo = [Todo("roll")]

    def step_roll(self, _: Todo) -> None:
        """MI-11."""
        self.may_sell = set()
        if self.next_dice:
            self.dice, self.next_dice = self.next_dice, None
        else:
            self.dice = [DIE_FACES[self.generator.below(len(DIE_FACES))] for _ in range(4)]
        self.todo = [Todo("lot", self.auctioneer)]

    # ----- scoring

    def scores(self) -> list[int]:
        """MI-53."""
        totals = [sum(seat.hand) + sum(seat.fish) for seat in self.seats_]
        for name, cubes in self.spaces.items():
            for seat, price in zip(cubes, LADDERS[name, self.faces[name]], strict=False):
                totals[seat] += price
        return totals

    def ranks(self) -> list[int]:
        """MI-54, MI-R50."""
        scores = self.scores()
        return [1 + sum(other > mine for other in scores) for mine in scores]

    # ----- positions

    @classmethod
    def read(cls, position: dict[str, Any]) -> Oracle:
        """A complete position at the start of a day, before or after the roll."""
        text = position["generator"]
        words = [int(text[i : i + 16], 16) for i in range(0, 64, 16)]
        oracle = cls(position["players"], position.get("options", {}), words)
        oracle.day, oracle.auctioneer = position["day"], position["auctioneer"]
        for name, card in position["restaurants"].items():
            oracle.faces[name], oracle.spaces[name] = card["face"], list(card["cubes"])
        oracle.dice = list(position["dice"])
        oracle.next_dice = dice_or_none(position.get("next_dice"))
        oracle.out = cards_of(position["out"])
        oracle.seats_ = [Seat(cards_of(seat["hand"]), list(seat["fish"]), seat["cubes"]) for seat in position["seats"]]
        oracle.check()
        asked = position.get("asked")
        if asked and asked[0].get("question", "lot") != "lot":
            raise ValueError("only the start of a day can be read")
        oracle.todo = [Todo("lot", oracle.auctioneer) if any(oracle.dice) else Todo("roll")]
        oracle.run()
        return oracle

    def check(self) -> None:
        """2.7"""
        money = self.out + self.laid_cards + [card for seat in self.seats_ for card in seat.hand]
        assert sorted(money) == sorted(start_hand(self.players) * self.players), "the money cards are not complete"
        for number, seat in enumerate(self.seats_):
            assert all(0 <= count <= CAPACITY for count in seat.fish)
            assert seat.cubes in (3, 4) and self.free(number) >= 0
            selling = any(todo.kind == "serve" and todo.seat == number for todo in self.todo)
            assert self.idle(number) >= 0 or selling, "stock without a cube"
        for name, cubes in self.spaces.items():
            assert len(set(cubes)) == len(cubes) <= len(LADDERS[name, self.faces[name]])

    def position(self) -> dict[str, Any]:
        """All of docs/positions.md except `asked` and `closed`."""
        arriving = next((todo.fish for todo in self.todo if todo.kind == "store"), (0, 0, 0, 0))
        auction = {name: getattr(self, name) for name in ("high", "price", "quiet", "last_call", "last")}
        auction |= {"bidders": sorted(self.bidders), "barred": sorted(self.barred)}
        faces, spaces = self.faces, self.spaces
        return {
            "format": "yokocho-position/1",
            "game": "mitsuhamama",
            "players": self.players,
            "options": dict(self.options),
            "day": self.day,
            "auctioneer": self.auctioneer,
            "restaurants": {name: {"face": faces[name], "cubes": list(spaces[name])} for name in NAMES},
            "dice": list(self.dice),
            "next_dice": self.next_dice,
            "lot": letters(self.lot),
            "auction": auction if self.lot else None,
            "laid": {"cards": written(self.laid_cards), "fish": list(self.laid_fish)},
            "arriving": list(arriving),
            "buyer": self.buyer,
            "may_sell": sorted(self.may_sell),
            "out": written(self.out),
            "seats": [
                {"hand": written(seat.hand), "fish": list(seat.fish), "cubes": seat.cubes} for seat in self.seats_
            ],
            "generator": "".join(f"{word:016x}" for word in self.generator.words),
        }


def cards_of(text: str) -> list[int]:
    return [int(card) for card in text.split()]


def written(cards: list[int]) -> str:
    return " ".join(str(card) for card in sorted(cards, reverse=True))


def dice_or_none(dice: list[int] | None) -> list[int] | None:
    return list(dice) if dice and any(dice) else None


def start_hand(players: int) -> list[int]:
    """MI-5."""
    return START + ([5, 5] if players == 2 else [])


def normal(position: dict[str, Any]) -> dict[str, Any]:
    """A form in which two positions of the same game compare equal. What no rule can depend on any more is dropped:
    the lot while it is being stored, the buyer after that, and of the auction all but what still counts."""
    out = {key: position[key] for key in ("players", "day", "auctioneer", "dice", "generator")}
    out["options"] = {**DEFAULTS, **position.get("options", {})}
    out["restaurants"] = {name: (card["face"], card["cubes"]) for name, card in position["restaurants"].items()}
    out["next_dice"] = dice_or_none(position.get("next_dice"))
    laid = position.get("laid") or {}
    out["laid"] = [sorted(cards_of(laid.get("cards", ""))), laid.get("fish") or [0, 0, 0, 0]]
    out["arriving"] = position.get("arriving") or [0, 0, 0, 0]
    lot = {KINDS.index(letter) for letter in position.get("lot") or ""}
    if lot.intersection(kinds_of(out["arriving"])):  # fish paid are never of the lot's kinds, so this is the lot
        lot = set()
    out["lot"] = letters(lot)
    out["buyer"] = position.get("buyer") if lot or any(out["arriving"]) else None
    paid = any(out["arriving"]) or not lot  # the payment is over
    out["auction"] = None if paid else normal_auction(position, out["options"])
    out["may_sell"] = sorted(position.get("may_sell") or [])
    out["out"] = sorted(cards_of(position.get("out") or ""))
    out["seats"] = [(sorted(cards_of(seat["hand"])), seat["fish"], seat["cubes"]) for seat in position["seats"]]
    return out


def normal_auction(position: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    auction = position.get("auction") or {}
    high = auction.get("high")
    out: dict[str, Any] = {"high": high, "price": auction.get("price", 0) if high is not None else 0}
    if position.get("buyer") is not None:  # sold: only the payment is open
        return out
    everyone = [seat for seat in range(position["players"]) if seat != position["auctioneer"]]
    out["bidders"] = sorted(auction.get("bidders", everyone))
    if out["bidders"]:  # nobody left: no further auction of this lot
        out["barred"] = sorted(auction.get("barred") or [])
    over = not out["bidders"] or out["bidders"] == [high]
    if over or options["auction"] == "live" or position["players"] == 2:
        return out
    out["last"] = auction.get("last", position["auctioneer"])
    if options["auction"] == "turns_hold":
        out["last_call"] = auction.get("last_call", False)
        out["quiet"] = None if out["last_call"] else auction.get("quiet", 0)
    return out


def deal(
    players: int, options: dict[str, Any], seed_words: Iterable[int], faces: dict[str, str] | None = None
) -> Oracle:
    """A new game, MI-1 to MI-8. Faces not named are made as the options say."""
    oracle = Oracle(players, options, seed_words)
    oracle.seats_ = [Seat(start_hand(players)) for _ in range(players)]
    if oracle.options["faces"] == "random":
        oracle.faces = {name: "ab"[oracle.generator.below(2)] for name in NAMES}
    oracle.faces |= faces or {}
    if oracle.options["first"] == "random":
        oracle.auctioneer = oracle.generator.below(players)
    oracle.todo = [Todo("roll")]
    oracle.run()
    return oracle
