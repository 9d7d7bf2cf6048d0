"""What may be answered to every question, slow and obvious: from the rules and a written position alone."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product
from typing import Any

from tests.yatta.support import (
    CAPACITY,
    CELLS,
    COLOURS,
    DATA,
    EDGE,
    FIGURES,
    LINES,
    REVIEWS,
    STARS,
    START,
    TOKENS,
    TRACK,
    beside,
)

BOX = CAPACITY["recycle_box"]
QUEUE = CAPACITY["customer_queue"]


class Look:
    """A position and the seat that is asked."""

    def __init__(self, position: dict[str, Any], p: int) -> None:
        self.position, self.p = position, p
        self.options = position["options"]
        self.seats = position["seats"]
        self.own = self.seats[p]
        self.queues = [seat["queue"].split() for seat in self.seats]
        self.queue = self.queues[p]
        self.dishes = self.own["dishes"].split()
        self.fridge = self.own["fridge"].split()
        self.box = self.own["box"].split()
        self.held = dict(zip(TOKENS, self.own["tokens"]))
        self.stock = dict(zip(COLOURS, position["beverages"]))
        self.food = dict(zip(COLOURS, position["dishes"]))
        self.bag = dict(zip(FIGURES, position["bag"]))

    # --- the answers to each question

    def food_answers(self) -> set[str]:
        """YA-9: none that another player picked."""
        return {f"choose food {c}" for c in COLOURS if all(c not in seat["menu"] for seat in self.seats)}

    def beverage(self) -> set[str]:
        return {f"take beverage {c}" for c in COLOURS if self.stock[c]}

    def tokens(self) -> set[str]:
        """YA-80, YA-82, YA-R27."""
        found = {"use garbage"} if self.held["garbage"] and self.box else set()
        if self.held["urgent_call"]:
            pairs = combinations(range(len(self.queue)), 2)
            found |= {f"use urgent_call {i + 1} {j + 1}" for i, j in pairs if self.queue[i] != self.queue[j]}
        return found

    def check(self) -> set[str]:
        """YA-23 to YA-27."""
        found = {"accept"}
        if len(self.box) < BOX:
            found |= {f"offer {c}" for c in self.fridge}
        if self.held["taiyaki"]:
            found.add("offer taiyaki")
        return found | self.tokens()

    def steps(self, count: int, icons: str, room: dict[str, int]) -> set[str]:
        """As many of these steps as can be made (YA-R12, YA-R13)."""
        for n in range(count, 0, -1):
            choices = combinations_with_replacement([c for c in REVIEWS if c in icons], n)
            found = {"".join(steps) for steps in choices if all(steps.count(c) <= room[c] for c in steps)}
            if found:
                return found
        return set()

    def lose(self) -> set[str]:
        room = {c: START + step for c, step in zip(REVIEWS, self.own["reviews"])}
        return {f"lose {steps}" for steps in self.steps(DATA["vp"]["penalty_reviews"], REVIEWS, room)}

    def insert(self) -> set[str]:
        tiles = self.position["outside"].split()
        return {f"insert {tile} {line}" for tile, line in product(tiles, LINES)} | self.tokens()

    def action(self) -> set[str]:
        found = set()
        for face in self.position["todo"].split():
            can, freely = self.can(face), self.can(face, taiyaki=False)
            if can:
                found.add(f"do {face}")
            if not freely or self.options["actions_optional"]:  # YA-38, YA-R42, YA-R1
                found.add(f"ignore {face}")
        return found | self.tokens()

    def can(self, face: str, taiyaki: bool = True, garbage: bool = False) -> bool:
        """Can an action be carried out completely? With the help of these tokens?"""
        kind, _, number = face.partition("_")
        n = int(number or 1)
        emptied = self.box if garbage and self.held["garbage"] else []
        if kind == "customers":  # YA-42
            return sum(self.bag.values()) >= n and sum(QUEUE - len(queue) for queue in self.queues) >= n
        if kind == "cook":  # YA-50
            space = CAPACITY["dish_queue_improved" if self.own["stove_improved"] else "dish_queue_base"]
            return space - len(self.dishes) >= n and sum(self.food[c] for c in self.own["menu"]) >= n
        if kind == "refill":  # YA-52
            space = CAPACITY["fridge_improved" if self.own["fridge_improved"] else "fridge_base"]
            return space - len(self.fridge) >= n and sum(self.stock.values()) + len(emptied) >= n
        if kind == "recycle":  # YA-54
            return bool(self.box)
        return (  # YA-55
            bool(self.queue)
            and bool(self.dishes or (taiyaki and self.held["taiyaki"]))
            and len(self.fridge) >= n
            and BOX - len(self.box) + len(emptied) >= n
            and len(self.own["board"]) < len(CELLS)
        )

    def end(self) -> set[str]:
        return {"stop"} | self.tokens()

    def place(self) -> set[str]:
        hand = self.position["hand"].split()
        found = set()
        for figure in set(hand) - {"T"}:  # YA-43
            for q, queue in enumerate(self.queues):
                if len(queue) == QUEUE:
                    continue
                strands = "T" in hand and q == self.p and len(queue) == QUEUE - 1 and not self.swaps(space=0)
                if not strands:  # YA-R7; to keep or exchange the tourist first is always another way
                    found.add(f"send {figure} to {q}")
        if "T" not in hand:
            return found
        space = QUEUE - len(self.queue)
        tourist = self.swaps(space)  # YA-44
        if space:
            tourist.add(f"send T to {self.p}")
        if tourist or found:  # a tourist that cannot be placed comes last
            return found | tourist
        others = {f"send T to {q}" for q, queue in enumerate(self.queues) if q != self.p and len(queue) < QUEUE}
        return others if self.options["tourist_unplaceable"] == "give_any" else set()

    def swaps(self, space: int) -> set[str]:
        """YA-44, YA-46, YA-R4."""
        if not space and self.options["tourist_swap_to"] == "own_queue":
            return set()
        return {
            f"swap T with {q}.{k + 1}"
            for q, queue in enumerate(self.queues)
            for k, figure in enumerate(queue)
            if q != self.p and figure != "T"
        }

    def cook(self, n: int) -> set[str]:
        """YA-48: in the order of the queue."""
        pairs = product(self.own["menu"], repeat=n)
        return {f"cook {''.join(pair)}" for pair in pairs if all(pair.count(c) <= self.food[c] for c in pair)}

    def refill(self, n: int) -> set[str]:
        pairs = combinations_with_replacement(COLOURS, n)
        return {f"refill {''.join(pair)}" for pair in pairs if all(pair.count(c) <= self.stock[c] for c in pair)}

    def recycle(self) -> set[str]:
        return {f"recycle {c}" for c in self.box}

    def serve(self, n: int) -> set[str]:
        """YA-56, YA-78."""
        chosen = {"".join(pair) for pair in combinations(sorted(self.fridge, key=COLOURS.index), n)}
        found = {f"serve {pair}" for pair in chosen} if self.dishes else set()
        return found | ({f"serve {pair} with taiyaki" for pair in chosen} if self.held["taiyaki"] else set())

    def cell(self) -> set[str]:
        """YA-64 to YA-67, YA-81."""
        board = self.own["board"]
        free = [cell for cell in CELLS if cell not in board]
        if board:
            near = [cell for cell in free if any(other in board for other in beside(cell))]
        else:
            near = EDGE
        found = {f"place {cell}" for cell in near}
        double = bool(self.position["hand"])  # YA-R19
        if self.held["doggy_bag"] and (not double or self.options["doggy_bag_on_double"]):
            found |= {f"place {cell} with doggy_bag" for cell in free if cell not in near}
        return found

    def review(self, cell: str) -> set[str]:
        """What the figure that was just placed there brings (YA-69, YA-70, YA-74)."""
        room = {c: len(TRACK) - 1 - START - step for c, step in zip(REVIEWS, self.own["reviews"])}
        if CELLS[cell]["bonus"] == "influencer":
            count, icons = STARS[self.own["influencer"]], REVIEWS
        else:
            count, icons = 2 if self.own["board"][cell] == "T" else 1, "".join(CELLS[cell]["icons"])
        return {f"gain {steps}" for steps in self.steps(count, icons, room)}

    def menu(self) -> set[str]:
        return {f"add food {c}" for c in COLOURS if c not in self.own["menu"]}

    def token(self) -> set[str]:
        return {f"take {kind}" for kind, n in zip(TOKENS, self.position["tokens"]) if n}

    def double(self) -> set[str]:
        return {f"choose figure {figure}" for figure, n in self.bag.items() if n}

    def final(self) -> set[str]:
        most = 1 if self.options["final_serve_beverages"] == "one" else 2
        return {"stop"} | {f"serve with {n}" for n in range(1, most + 1) if self.can(f"serve_{n}")} | self.tokens()

    def answers(self, question: str, offered: list[str], last_cell: str | None) -> set[str] | None:
        """All legal answers; None where the position alone does not tell."""
        if question == "food":
            return self.food_answers()
        if question in ("cook", "refill", "serve"):
            return getattr(self, question)(len(offered[0].split()[1]))  # how many is what the tile said
        if question == "review":
            return self.review(last_cell) if last_cell else None
        return getattr(self, question)()
