"""Umami once more, straight from the rules: slow, obvious, and independent of the engine.

Numbers such as UM-13 and UM-R36 are those of the rules page. Positions and moves are written as in docs/positions.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from tests.oracle.generator import Generator

ICONS = "*bs"  # Star, Blossom, Steal
FACES = [f"{number}{icon}" for number in range(1, 10) for icon in ICONS]
INGREDIENTS = [face for face in FACES for _ in range(3)]  # 2.1

# Table 2.3 in its order; the sign is the one of ne_profile = half.
FAVORITES = (
    "GGY-H GGY≠-L GGR≠-H GGR-L YYG≠-H YYG-L YYR-H YYR≠-L RRG≠-H RRG-L RRY-H RRY≠-L GYR-H GYR-L +1-H +1-L +2-H +2-L"
).split()

DEFAULTS: dict[str, Any] = {  # 4.1
    "claims": "compulsory",
    "own_rehome": "optional",
    "discard_new": True,
    "steal_new_dish": True,
    "reshuffle": "empty",
    "fav_refill_loop": True,
    "claim_order": "active",
    "final_refill": "none",
    "round_cap": 40,
    "restock": "compulsory",
    "ne_profile": "half",
}

FAVORITES_COUNTED_OUT = {2: 7, 3: 9, 4: 10, 5: 11}  # 2.2
INGREDIENT_TRIGGER = {2: 12, 3: 12, 4: 12, 5: 10}  # 2.2, UM-34
SLOTS = 5  # UM-12, UM-R39


def number_of(card: str) -> int:
    return int(card[0])


def colour_of(number: int) -> str:
    """2.1: 1-3 green, 4-6 yellow, 7-9 red."""
    return "GYR"[(number - 1) // 3]


def in_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=FACES.index)


def faces_of(cards: Iterable[str]) -> list[str]:
    """Equal faces merged."""
    return in_order(set(cards))


def count_icon(icon: str, cards: list[str]) -> int:
    return sum(card[1] == icon for card in cards)


def favorites_of(profile: str) -> list[str]:
    """The 18 ids, in table order, with the signs that ne_profile gives them."""
    if profile == "half":
        return FAVORITES
    plain = [favorite.replace("≠", "") for favorite in FAVORITES]
    if profile == "none":
        return plain
    return [favorite.replace("-", "≠-") if favorite[0] == favorite[1] else favorite for favorite in plain]


def matches(favorite: str, numbers: tuple[int, int, int]) -> bool:
    """UM-6 to UM-8: can the three numbers be laid out, in some order, as the Favorite shows them?"""
    return any(shows(favorite, *layout) for layout in permutations(numbers))


def shows(favorite: str, first: int, second: int, third: int) -> bool:
    pattern = favorite[: favorite.index("-")]
    if pattern == "+1":
        return second == first + 1 and third == second + 1
    if pattern == "+2":
        return second == first + 2 and third == second + 2
    if "≠" in pattern and first == second:  # the doubled colour is shown first
        return False
    return [colour_of(first), colour_of(second), colour_of(third)] == list(pattern[:3])


def tastier(favorite: str, challenger: list[str], holder: list[str]) -> bool:
    """UM-18, UM-19."""
    ours, theirs = sum(map(number_of, challenger)), sum(map(number_of, holder))
    if ours == theirs:
        return count_icon("b", challenger) > count_icon("b", holder)
    return ours > theirs if favorite.endswith("-H") else ours < theirs


@dataclass
class Dish:
    cards: list[str]
    favorite: str | None = None
    down: bool = False  # UM-36

    def matches(self, favorite: str) -> bool:
        """UM-5: only with exactly three cards."""
        if len(self.cards) != 3:
            return False
        first, second, third = map(number_of, self.cards)
        return matches(favorite, (first, second, third))


@dataclass
class Seat:
    hand: list[str]
    secret: str | None
    dishes: list[Dish | None]
    refused: set[tuple[int, str]] = field(default_factory=set)  # (slot, Favorite), UM-R37

    def set_dishes(self) -> list[Dish]:
        return [dish for dish in self.dishes if dish and dish.favorite]

    def unset_slots(self) -> list[int]:
        return [slot for slot, dish in enumerate(self.dishes) if dish and not dish.favorite]

    def count(self) -> int:
        return sum(len(dish.cards) for dish in self.dishes if dish)


@dataclass
class Todo:
    """Something the table still has to do: a question to a seat or a step of its own."""

    kind: str
    seat: int = -1
    new_dish: bool = True  # place: may the card start a new Dish?
    slot: int = -1  # discard: the Dish with four cards
    card: str = ""  # discard: the card just placed
    left: int = -1  # reveal, single pass: reveals left, -1 not counted yet


@dataclass
class Claim:
    slot: int
    favorite: str
    holder: tuple[int, int] | None  # seat and slot of the Set Dish; None: the Favorites area
    compulsory: bool


QUESTIONS = {"action", "take", "place", "discard", "claim", "restock", "final"}


class Oracle:
    def __init__(self, players: int, options: dict[str, Any], words: Iterable[int]) -> None:
        unknown = set(options) - set(DEFAULTS)
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)}")
        self.players = players
        self.options = {**DEFAULTS, **options}
        self.generator = Generator(words)
        self.round, self.phase = 1, "regular"
        self.first, self.active = 0, 0
        self.due = {"hand": True, "area": True, "steal": True}
        self.trigger: str | None = None
        self.moving: str | None = None
        self.area: list[str] = []
        self.deck: list[str] = []
        self.trash: list[str] = []
        self.favorites: list[str] = []
        self.favorites_deck: list[str] = []
        self.box: list[str] = []
        self.seats: list[Seat] = []
        self.todo: list[Todo] = []

    # ----- what is asked

    @property
    def seat(self) -> int | None:
        return self.todo[0].seat if self.todo else None

    @property
    def question(self) -> str | None:
        return self.todo[0].kind if self.todo else None

    def legal(self) -> list[str]:
        if not self.todo:
            return []
        asked = self.todo[0]
        moves: list[str] = getattr(self, f"moves_{asked.kind}")(asked)
        return moves

    def play(self, notation: str) -> None:
        notation = notation.replace("!=", "≠")
        if notation not in self.legal():
            raise ValueError(f"{notation!r} is not legal, these are: {self.legal()}")
        asked = self.todo.pop(0)
        getattr(self, f"answer_{asked.kind}")(asked, notation.split())
        self.run()

    def run(self) -> None:
        """Do the table's own steps until somebody has to decide."""
        while self.todo and self.todo[0].kind not in QUESTIONS:
            step = self.todo.pop(0)
            getattr(self, f"step_{step.kind}")(step)
        if self.todo and not self.legal():
            if self.todo[0].kind != "restock":
                raise RuntimeError(f"nothing to choose: {self.todo[0]}")  # UM-R10, UM-R13: cannot happen
            self.todo.pop(0)  # UM-R14: nothing left to restock with
            self.run()

    def first_do(self, *things: Todo) -> None:
        self.todo[:0] = things

    # ----- D1 action

    def moves_action(self, asked: Todo) -> list[str]:
        moves = []
        for source, cards, suffix in (("hand", self.seats[asked.seat].hand, ""), ("area", self.area, " from area")):
            if not self.due[source]:  # UM-9
                continue
            for face in faces_of(cards):
                if self.places(asked.seat):
                    moves.append(f"play {face}{suffix}")
                if face[1] == "s" and self.may_steal(asked.seat):  # UM-26
                    moves.append(f"steal {face}{suffix}")
        return moves

    def may_steal(self, thief: int) -> bool:
        """UM-10, UM-R5 to UM-R7: once per turn, with a target and with a place for what is taken."""
        has_place = bool(self.places(thief, self.options["steal_new_dish"]))
        return self.due["steal"] and has_place and bool(self.moves_take(Todo("take", thief)))

    def answer_action(self, asked: Todo, words: list[str]) -> None:
        kind, card = words[:2]
        source = "area" if words[2:] else "hand"
        (self.area if source == "area" else self.seats[asked.seat].hand).remove(card)
        self.due[source] = False
        if kind == "play":
            self.moving = card
            self.first_do(Todo("place", asked.seat), Todo("claims"))
        else:
            self.due["steal"] = False
            self.trash.append(card)
            self.first_do(Todo("take", asked.seat))

    # ----- D2 steal target

    def moves_take(self, asked: Todo) -> list[str]:
        """UM-27, UM-17, UM-R8."""
        return [
            f"take {face} from {victim}.{slot}"
            for victim, seat in enumerate(self.seats)
            if victim != asked.seat
            for slot in seat.unset_slots()
            for face in faces_of(self.dish(victim, slot).cards)
        ]

    def answer_take(self, asked: Todo, words: list[str]) -> None:
        victim, slot = map(int, words[3].split("."))
        dish = self.dish(victim, slot)
        dish.cards.remove(words[1])
        if not dish.cards:
            self.seats[victim].dishes[slot] = None  # UM-14
        self.dish_changed(victim, slot)
        self.moving = words[1]
        place = Todo("place", asked.seat, new_dish=self.options["steal_new_dish"])
        self.first_do(place, Todo("claims"), Todo("restock", victim))  # UM-28: claims come first

    # ----- D3 place

    def places(self, seat: int, new_dish: bool = True) -> list[str]:
        """UM-11, UM-12, UM-17."""
        places = [f"put {slot}" for slot in self.seats[seat].unset_slots()]
        if new_dish and None in self.seats[seat].dishes:
            places.append("put new")
        return places

    def moves_place(self, asked: Todo) -> list[str]:
        return self.places(asked.seat, asked.new_dish)

    def answer_place(self, asked: Todo, words: list[str]) -> None:
        card, self.moving = self.moving, None
        assert card
        dishes = self.seats[asked.seat].dishes
        if words[1] == "new":
            slot = dishes.index(None)  # UM-R39: the lowest free slot
            dishes[slot] = Dish([card])
        else:
            slot = int(words[1])
            self.dish(asked.seat, slot).cards.append(card)
            if len(self.dish(asked.seat, slot).cards) == 4:  # UM-13
                self.first_do(Todo("discard", asked.seat, slot=slot, card=card))
                return
        self.dish_changed(asked.seat, slot)
        self.placement_finished()

    # ----- D4 discard

    def moves_discard(self, asked: Todo) -> list[str]:
        cards = list(self.dish(asked.seat, asked.slot).cards)
        if not self.options["discard_new"]:  # UM-R3
            cards.remove(asked.card)
        return [f"discard {face}" for face in faces_of(cards)]

    def answer_discard(self, asked: Todo, words: list[str]) -> None:
        self.dish(asked.seat, asked.slot).cards.remove(words[1])
        self.trash.append(words[1])
        if words[1] != asked.card:  # UM-R36: else the Dish is as it was
            self.dish_changed(asked.seat, asked.slot)
        self.placement_finished()

    def placement_finished(self) -> None:
        """UM-34, UM-R12: Trigger B, in regular play, latched."""
        limit = INGREDIENT_TRIGGER[self.players]
        if self.phase == "regular" and any(seat.count() >= limit for seat in self.seats):
            self.trigger = self.trigger or "B"

    # ----- D5 claims

    def step_claims(self, _: Todo) -> None:
        """The window of 5.3: every claim starts it again from its first seat."""
        # UM-R18; in UM-39 the active seat is First Serving's.
        start = self.first if self.options["claim_order"] == "first" else self.active
        for seat in [(start + i) % self.players for i in range(self.players)]:
            claims = self.open_claims(seat)
            if len(claims) == 1 and claims[0].compulsory:  # UM-R38: silent
                self.win(seat, claims[0])
                self.first_do(Todo("claims"))
                return
            if claims:
                self.first_do(Todo("claim", seat), Todo("claims"))
                return
        if self.phase == "regular" and not self.favorites and not self.favorites_deck:  # UM-33, UM-R16
            self.trigger = self.trigger or "A"

    def open_claims(self, seat: int) -> list[Claim]:
        """By slot, then in table order; refused ones left out unless they have become compulsory (UM-R37)."""
        claims = []
        for slot in self.seats[seat].unset_slots():
            for favorite in favorites_of(self.options["ne_profile"]):
                claim = self.claim_of(seat, slot, favorite) if self.dish(seat, slot).matches(favorite) else None
                if claim and (claim.compulsory or (slot, favorite) not in self.seats[seat].refused):
                    claims.append(claim)
        return claims

    def claim_of(self, seat: int, slot: int, favorite: str) -> Claim | None:
        """How that matching unset Dish may win that Favorite now, if at all."""
        if favorite in self.favorites:  # UM-16
            return Claim(slot, favorite, None, self.options["claims"] != "optional")
        for other, other_seat in enumerate(self.seats):
            for other_slot, held in enumerate(other_seat.dishes):
                if not held or held.favorite != favorite:
                    continue
                if held.down or not tastier(favorite, self.dish(seat, slot).cards, held.cards):  # UM-18, UM-36, UM-R24
                    return None
                if other == seat:  # UM-20, UM-R2
                    if self.options["own_rehome"] == "forbidden":
                        return None
                    return Claim(slot, favorite, (other, other_slot), self.options["own_rehome"] == "compulsory")
                return Claim(slot, favorite, (other, other_slot), self.options["claims"] == "compulsory")
        return None

    def moves_claim(self, asked: Todo) -> list[str]:
        claims = self.open_claims(asked.seat)
        moves = [f"claim {claim.slot} {claim.favorite}" for claim in claims]
        if not any(claim.compulsory for claim in claims):  # UM-R37
            moves.append("decline")
        return moves

    def answer_claim(self, asked: Todo, words: list[str]) -> None:
        claims = self.open_claims(asked.seat)
        if words == ["decline"]:
            self.seats[asked.seat].refused |= {(claim.slot, claim.favorite) for claim in claims}
            return
        chosen = [claim for claim in claims if [str(claim.slot), claim.favorite] == words[1:]]
        self.win(asked.seat, chosen[0])

    def win(self, seat: int, claim: Claim) -> None:
        if claim.holder is None:
            self.favorites.remove(claim.favorite)
        else:
            self.dish(*claim.holder).favorite = None  # UM-21
            self.dish_changed(*claim.holder)
        self.dish(seat, claim.slot).favorite = claim.favorite
        self.dish_changed(seat, claim.slot)
        for anyone in self.seats:  # UM-R37: the Favorite has moved
            anyone.refused = {refusal for refusal in anyone.refused if refusal[1] != claim.favorite}

    def dish_changed(self, seat: int, slot: int) -> None:
        """UM-R36, UM-R37: refusals of a Dish that changed are over."""
        self.seats[seat].refused = {refusal for refusal in self.seats[seat].refused if refusal[0] != slot}

    def dish(self, seat: int, slot: int) -> Dish:
        dish = self.seats[seat].dishes[slot]
        assert dish is not None
        return dish

    # ----- D6 restock

    def moves_restock(self, _: Todo) -> list[str]:
        """UM-29."""
        moves = [f"restock {face}" for face in faces_of(self.area)]
        if self.deck or self.trash:  # UM-R14
            moves.append("restock deck")
        if self.options["restock"] == "optional":  # UM-R35
            moves.append("decline")
        return moves

    def answer_restock(self, asked: Todo, words: list[str]) -> None:
        if words == ["decline"]:
            return
        if words[1] == "deck":
            self.moving = self.drawn()
        else:
            self.area.remove(words[1])
            self.moving = words[1]
        self.first_do(Todo("place", asked.seat), Todo("claims"))

    # ----- D7 final play

    def moves_final(self, asked: Todo) -> list[str]:
        """UM-40, UM-R27, UM-R29."""
        hand = faces_of(self.seats[asked.seat].hand) if self.places(asked.seat) else []
        return [f"play {face}" for face in hand] + ["stop"]

    def answer_final(self, asked: Todo, words: list[str]) -> None:
        if words == ["stop"]:
            refill = {"none": [], "favorites": ["reveal"], "all": ["refill", "reveal", "hand"]}  # UM-R28
            self.first_do(*map(Todo, [*refill[self.options["final_refill"]], "last"]))
            return
        self.seats[asked.seat].hand.remove(words[1])
        self.moving = words[1]
        self.first_do(Todo("place", asked.seat), Todo("claims"), Todo("final", asked.seat))

    # ----- end of turn

    def drawn(self) -> str | None:
        """The top Ingredient. UM-32, UM-R14, UM-R15."""
        if not self.deck:
            self.reshuffle()
        if not self.deck:
            return None
        card = self.deck.pop(0)
        if not self.deck and self.options["reshuffle"] == "empty":
            self.reshuffle()
        return card

    def reshuffle(self) -> None:
        if self.trash:
            self.deck = self.generator.shuffled(in_order(self.trash))
            self.trash = []

    def fill(self, cards: list[str]) -> None:
        """UM-31."""
        while len(cards) < 4 and (card := self.drawn()):
            cards.append(card)

    def step_refill(self, _: Todo) -> None:
        self.fill(self.area)

    def step_reveal(self, step: Todo) -> None:
        """UM-31, UM-R17: one Favorite at a time, claims after each."""
        missing = 4 - len(self.favorites)
        if not self.options["fav_refill_loop"] and step.left >= 0:
            missing = step.left
        if missing <= 0 or not self.favorites_deck:
            return
        self.favorites.append(self.favorites_deck.pop(0))
        self.first_do(Todo("claims"), Todo("reveal", left=missing - 1))

    def step_hand(self, _: Todo) -> None:
        self.fill(self.seats[self.active].hand)

    def step_next(self, _: Todo) -> None:
        self.active = (self.active + 1) % self.players
        if self.active == self.first:
            if self.options["round_cap"] and self.round >= self.options["round_cap"]:  # UM-R32
                self.trigger = self.trigger or "cap"
            if self.trigger:  # UM-35
                self.secret_favorite_phase()
                return
            self.round += 1
        self.due = {"hand": True, "area": True, "steal": True}
        self.todo = self.rest_of_turn()

    def rest_of_turn(self) -> list[Todo]:
        actions = [Todo("action", self.active) for source in ("hand", "area") if self.due[source]]
        return [*actions, Todo("refill"), Todo("reveal"), Todo("hand"), Todo("next")]

    def secret_favorite_phase(self) -> None:
        self.phase = "final"
        self.due = {"hand": False, "area": False, "steal": False}
        for seat in self.seats:
            for dish in seat.set_dishes():  # UM-36
                dish.down = True
        self.trash += self.area  # UM-37
        self.area = []
        for seat in self.seats:  # UM-38
            if seat.secret:
                self.favorites.append(seat.secret)
            seat.secret = None
        self.todo = [Todo("claims"), Todo("final", self.active)]  # UM-39, UM-40

    def step_last(self, _: Todo) -> None:
        """The end of a final turn."""
        self.active = (self.active + 1) % self.players
        if self.active == self.first:
            self.phase, self.todo = "over", []
        else:
            self.todo = [Todo("final", self.active)]

    # ----- scoring

    def scores(self) -> list[int]:
        """UM-42."""
        return [sum(1 + count_icon("*", dish.cards) for dish in seat.set_dishes()) for seat in self.seats]

    def ranks(self) -> list[int]:
        """UM-43."""
        blossoms = [sum(count_icon("b", dish.cards) for dish in seat.set_dishes()) for seat in self.seats]
        results = list(zip(self.scores(), blossoms, strict=True))
        return [1 + sum(other > mine for other in results) for mine in results]

    # ----- positions

    @classmethod
    def read(cls, position: dict[str, Any]) -> Oracle:
        text = position["generator"]
        words = [int(text[i : i + 16], 16) for i in range(0, 64, 16)]
        oracle = cls(position["players"], position.get("options", {}), words)
        oracle.round, oracle.phase = position["round"], position["phase"]
        oracle.first, oracle.active = position["first_serving"], position["active"]
        oracle.due = dict(position.get("due") or dict.fromkeys(("hand", "area", "steal"), False))
        oracle.trigger, oracle.moving = position["trigger"], position["moving"]
        ingredients, favorites = position["ingredients"], position["favorites"]
        oracle.area, oracle.deck, oracle.trash = (ingredients[pile].split() for pile in ("area", "deck", "trash"))
        oracle.favorites, oracle.favorites_deck, oracle.box = (
            read_favorites(favorites[pile]) for pile in ("area", "deck", "box")
        )
        oracle.seats = [read_seat(seat) for seat in position["seats"]]
        oracle.check_complete()
        oracle.todo = oracle.read_asked(position.get("asked"))
        oracle.run()
        return oracle

    def check_complete(self) -> None:
        dishes = [dish for seat in self.seats for dish in seat.dishes if dish]
        cards = self.area + self.deck + self.trash + ([self.moving] if self.moving else [])
        cards += [card for seat in self.seats for card in seat.hand] + [card for dish in dishes for card in dish.cards]
        if in_order(cards) != in_order(INGREDIENTS):
            raise ValueError("the position does not have the 81 Ingredients")
        favorites = self.favorites + self.favorites_deck + self.box
        favorites += [seat.secret for seat in self.seats if seat.secret]
        favorites += [dish.favorite for dish in dishes if dish.favorite]
        if sorted(favorites) != sorted(favorites_of(self.options["ne_profile"])):
            raise ValueError("the position does not have the 18 Favorites")

    def read_asked(self, asked: list[dict[str, Any]] | None) -> list[Todo]:
        """The open item and what waits behind it, rebuilt from the rules: of the waiting items only what cannot be
        worked out is used (who restocks, how far the end of the turn has got)."""
        if self.phase == "over":
            return []
        names = [item.get("question") or item["step"] for item in asked or []]
        if not asked:
            rest = [Todo("final", self.active)] if self.phase == "final" else self.rest_of_turn()
            return [Todo("claims"), *rest]
        rest = self.read_rest(asked, names)
        now = self.read_open(names[0], asked[0])
        if names[0] in ("place", "discard", "claim", "claims"):  # a window follows, after that perhaps a Restock
            now.append(Todo("claims"))
            now += [Todo("restock", item["seat"]) for item, name in zip(asked, names, strict=True) if name == "restock"]
        return now + rest

    def read_open(self, name: str, item: dict[str, Any]) -> list[Todo]:
        if name == "place":
            return [Todo("place", item["seat"], new_dish=item.get("a", 0) != 1)]
        if name == "discard":
            slot, card = item.get("a", 0), FACES[item.get("b", 0)]
            if self.moving:  # written as still on its way
                self.dish(item["seat"], slot).cards.append(self.moving)
                card, self.moving = self.moving, None
            return [Todo("discard", item["seat"], slot=slot, card=card)]
        if name in ("take", "claim", "restock"):
            return [Todo(name, item["seat"])]
        return []  # claims: the caller adds it; the others belong to the rest of the turn

    def read_rest(self, asked: list[dict[str, Any]], names: list[str]) -> list[Todo]:
        """What is left of the turn once the open item and its claims are dealt with."""
        final = self.phase == "final"
        if "final" in names or (final and not {"refill", "reveal", "hand", "last"}.intersection(names)):
            return [Todo("final", self.active)]
        if not final and {"action", "refill"}.intersection(names):
            return self.rest_of_turn()
        rest = [Todo(name) for name in ("refill", "reveal", "hand") if name in names]
        for item, name in zip(asked, names, strict=True):
            if name == "reveal":  # behind a claim it has begun, so a number left out can only be 0
                rest[[todo.kind for todo in rest].index("reveal")].left = max(item.get("a", 0), 0)
        return [*rest, Todo("last" if final else "next")]

    def position(self) -> dict[str, Any]:
        """All of docs/positions.md except `asked` and `memory`. While a discard is asked its Dish has four cards."""
        ingredients = {"area": in_order(self.area), "deck": self.deck, "trash": in_order(self.trash)}
        by_row = favorites_of(self.options["ne_profile"]).index
        favorites = {"area": sorted(self.favorites, key=by_row), "deck": self.favorites_deck}
        favorites["box"] = sorted(self.box, key=by_row)
        return {
            "format": "yokocho-position/1",
            "game": "umami",
            "players": self.players,
            "options": dict(self.options),
            "round": self.round,
            "phase": self.phase,
            "first_serving": self.first,
            "active": self.active,
            "due": dict(self.due),
            "trigger": self.trigger,
            "moving": self.moving,
            "ingredients": {name: " ".join(cards) for name, cards in ingredients.items()},
            "favorites": {name: " ".join(cards) for name, cards in favorites.items()},
            "seats": [write_seat(seat) for seat in self.seats],
            "generator": "".join(f"{word:016x}" for word in self.generator.words),
        }


def read_favorites(text: str) -> list[str]:
    return text.replace("!=", "≠").split()


def read_seat(seat: dict[str, Any]) -> Seat:
    dishes = [read_dish(text) for text in seat["dishes"]]
    dishes += [None] * (SLOTS - len(dishes))
    secret = read_favorites(seat["secret"])[0] if seat["secret"] else None
    refused = [read_favorites(text) for text in seat["refused"]]
    return Seat(seat["hand"].split(), secret, dishes, {(int(slot), favorite) for slot, favorite in refused})


def read_dish(text: str | None) -> Dish | None:
    if not text:
        return None
    cards, _, favorite = text.replace("!=", "≠").partition("=")
    words = favorite.split()
    return Dish(cards.split(), words[0] if words else None, words[1:] == ["down"])


def write_seat(seat: Seat) -> dict[str, Any]:
    return {
        "hand": " ".join(in_order(seat.hand)),
        "secret": seat.secret,
        "dishes": [write_dish(dish) if dish else None for dish in seat.dishes],
        "refused": [f"{slot} {favorite}" for slot, favorite in sorted(seat.refused)],
    }


def write_dish(dish: Dish) -> str:
    text = " ".join(in_order(dish.cards))
    return text + (f" = {dish.favorite}" if dish.favorite else "") + (" down" if dish.down else "")


def normal(position: dict[str, Any]) -> dict[str, Any]:
    """A form in which two positions of the same game compare equal. What no rule can depend on any more is dropped:
    the Steal once both actions are done, `round` and `due` after regular play, refusals of locked Favorites."""
    out = {key: position[key] for key in ("players", "phase", "first_serving", "trigger", "generator")}
    out["options"] = {**DEFAULTS, **position["options"]}
    out["active"] = position["active"] if position["phase"] != "over" else None
    out["round"] = position["round"] if position["phase"] == "regular" else None
    due = position["due"]
    out["due"] = None
    if position["phase"] == "regular":
        out["due"] = {**due, "steal": due["steal"] and (due["hand"] or due["area"])}
    piles = position["ingredients"]
    out["ingredients"] = [in_order(piles["area"].split()), piles["deck"].split(), in_order(piles["trash"].split())]
    piles = {name: read_favorites(text) for name, text in position["favorites"].items()}
    out["favorites"] = [sorted(piles["area"]), piles["deck"], sorted(piles["box"])]
    seats = [read_seat(seat) for seat in position["seats"]]
    out["moving"] = position["moving"]
    asked = (position.get("asked") or [{}])[0]
    if asked.get("question") == "discard" and out["moving"]:  # written as still on its way: put it into its Dish
        dish = seats[asked["seat"]].dishes[asked.get("a", 0)]
        assert dish is not None
        dish.cards.append(out["moving"])
        out["moving"] = None
    locked = {dish.favorite for seat in seats for dish in seat.set_dishes() if dish.down}
    for seat in seats:
        seat.refused = {refusal for refusal in seat.refused if refusal[1] not in locked}
    out["seats"] = [write_seat(seat) for seat in seats]
    return out


def deal(players: int, options: dict[str, Any], seed_words: Iterable[int]) -> Oracle:
    """A new game; seat 0 has First Serving. UM-1 to UM-4."""
    oracle = Oracle(players, options, seed_words)
    oracle.deck = oracle.generator.shuffled(in_order(INGREDIENTS))
    favorites = oracle.generator.shuffled(favorites_of(oracle.options["ne_profile"]))
    for _ in range(players):
        hand = [oracle.deck.pop(0) for _ in range(4)]
        oracle.seats.append(Seat(hand, favorites.pop(0), [None] * SLOTS))
    counted = FAVORITES_COUNTED_OUT[players]
    oracle.favorites, oracle.favorites_deck, oracle.box = favorites[:4], favorites[4:counted], favorites[counted:]
    oracle.area = [oracle.deck.pop(0) for _ in range(4)]
    oracle.todo = oracle.rest_of_turn()
    return oracle
