"""Umami's states as JSON in the rulebook's nouns, and back (docs/positions.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from yokocho.core.agenda import drop, step, then
from yokocho.core.game import BadInput, Game
from yokocho.core.position import HEAD, HeadReader, read_asked, write_asked, write_generator, write_head
from yokocho.core.record import AGENDA, NONE, UNKNOWN, State
from yokocho.core.rng import mingle
from yokocho.games.umami import components as kit
from yokocho.games.umami import state
from yokocho.games.umami.claims import matched
from yokocho.games.umami.components import face, face_name, favorite, favorite_name
from yokocho.games.umami.dishes import first_free, has_open_dish, in_dishes
from yokocho.games.umami.rules import begin_last_turn, begin_turn, clear_table, proceed, window_start
from yokocho.games.umami.words import QUESTIONS, STEPS

PHASES = ("regular", "final", "over")
KEYS = (
    *(*HEAD, "round", "phase", "first_serving", "active", "due", "trigger", "moving", "ingredients", "favorites"),
    *("seats", "asked", "memory", "generator", "seed"),
)
# Rows as they can follow each other: a card on its way, a claim, a Restock, then what is left of the turn
PLACING = "((discard |place |claim )?claims )?"
ORDERS = {
    state.REGULAR: re.compile(
        rf"((take |{PLACING}(restock )?)(action )?refill |((claim )?claims )?(action action refill )?)"
        "reveal hand next "
    ),
    state.FINAL: re.compile(rf"{PLACING}(final )?(refill )?(reveal )?(hand )?last "),
}
REST = "..."  # all that is not named elsewhere


def faces(cards: Any) -> str:
    return " ".join(face_name(int(card)) for card in cards)


def of_counts(counts: Any) -> list[int]:
    return [card for card in range(kit.FACES) for _ in range(counts[card])]


def write(s: State) -> dict[str, Any]:
    """The whole state; what a masked state hides is written as ``?``."""
    profile = str(state.OPTIONS[state.NE_PROFILE].value(int(s.options[state.NE_PROFILE])))

    def name(f: int) -> str:
        return favorite_name(int(f), profile)

    known = {int(f) for f in [*s.secret, *s.favorites_deck]}
    masked = UNKNOWN in known
    box = [f for f in range(kit.FAVORITES) if s.whereabouts[f] == state.UNSEEN and f not in known]
    seats = []
    for p in range(s.players):
        dishes: list[str | None] = []
        for d in range(state.DISHES):
            f = int(s.favorite_on[p, d])
            set_by = f" = {name(f)}{' down' if s.turned >> f & 1 else ''}" if f != NONE else ""
            dishes.append(faces(s.dish[p, d, : s.dish_size[p, d]]) + set_by if s.dish_size[p, d] else None)
        seats.append(
            {
                "hand": faces(s.hand[p, : s.hand_size[p]]),
                "secret": name(s.secret[p]) if s.secret[p] != NONE else None,
                "dishes": dishes,
                "refused": [
                    f"{d} {name(f)}"
                    for d in range(state.DISHES)
                    for f in range(kit.FAVORITES)
                    if s.refused[p, d] >> f & 1
                ],
            }
        )
    asked = write_asked(s, QUESTIONS | STEPS)
    return {
        **write_head("umami", state.OPTIONS, s),
        "round": int(s.rounds),
        "phase": PHASES[s.phase],
        "first_serving": int(s.first),
        "active": int(s.active),
        "due": {"hand": bool(s.hand_due), "area": bool(s.area_due), "steal": bool(s.may_steal)},
        "trigger": state.TRIGGERS[s.trigger],
        "moving": face_name(int(s.moving)) if s.moving != NONE else None,
        "ingredients": {
            "area": faces(s.area[: s.area_size]),
            "deck": faces(s.deck[: s.deck_size][::-1]),
            "trash": faces(of_counts(s.trash)),
        },
        "favorites": {
            "area": " ".join(name(f) for f in range(kit.FAVORITES) if s.whereabouts[f] == state.IN_AREA),
            "deck": " ".join(name(f) for f in s.favorites_deck[: s.favorites_deck_size][::-1]),
            "box": "?" if masked else " ".join(name(f) for f in box),
        },
        "seats": seats,
        "asked": [
            row | ({"a": 0} if row.get("step") == STEPS[state.REVEAL] and "a" not in row else {}) for row in asked
        ],
        "memory": {
            "held": faces(of_counts(s.held)),
            "seats": [
                {"kept": faces(s.kept[p, : s.kept_size[p]]), "spent": faces(of_counts(s.spent[p]))}
                for p in range(s.players)
            ],
        },
        "generator": write_generator(s),
    }


class Table(HeadReader):
    """Reads one position; every complaint names its place."""

    def __init__(self, game: Game, data: dict[str, Any]) -> None:
        super().__init__(game, data)
        self.profile = str(state.OPTIONS[state.NE_PROFILE].value(int(self.options[state.NE_PROFILE])))
        self.ingredients: Counter[int] = Counter()
        self.favorites: Counter[int] = Counter()

    def cards(self, where: str, text: Any, most: int) -> tuple[list[int], bool]:
        """A list of Ingredients, and whether it ends with the rest of the pile."""
        names = self.text(where, text).split()
        rest = bool(names) and names[-1] == REST and most == kit.INGREDIENTS
        found = [self.understood(where, face, word) for word in names[: len(names) - rest]]
        self.use(where, found)
        if len(found) > most:
            raise BadInput(f"{where}: {len(found)} cards, there is room for {most}")
        return found, rest

    def use(self, where: str, cards: list[int]) -> None:
        for card in cards:
            self.ingredients[card] += 1
            if self.ingredients[card] > kit.COPIES:
                raise BadInput(
                    f"{where}: {face_name(card)} appears {self.ingredients[card]} times in all, there are {kit.COPIES}"
                )

    def favorite(self, where: str, text: Any) -> int:
        f = self.understood(where, lambda word: favorite(word, self.profile), self.text(where, text))
        self.favorites[f] += 1
        if self.favorites[f] > 1:
            raise BadInput(f"{where}: {favorite_name(f, self.profile)} appears twice")
        return f

    def favorite_list(self, where: str, text: Any, may_rest: bool = True) -> tuple[list[int], bool]:
        names = self.text(where, text).split()
        rest = may_rest and bool(names) and names[-1] == REST
        return [self.favorite(where, word) for word in names[: len(names) - rest]], rest

    def counted(self, where: str, text: Any) -> Iterable[tuple[int, int]]:
        """Cards that need not be on the table, each with how many there are."""
        counts = Counter(self.faces(where, text, face))
        for card, n in counts.items():
            if n > kit.COPIES:
                raise BadInput(f"{where}: {face_name(card)} appears {n} times, there are {kit.COPIES}")
        return counts.items()

    def shuffled(self, pile: list[int]) -> list[int]:
        """What is left out is dealt by the position's own generator."""
        cards = np.array(pile, np.int8)
        mingle(self.generator, cards, len(cards))
        return [int(card) for card in cards]


def read(game: Game, data: dict[str, Any]) -> State:
    """A state from a position. What is left out is dealt; what is impossible is refused."""
    t = Table(game, data)
    s = t.cleared(KEYS, clear_table)
    s.phase = t.choice("phase", PHASES, "regular")
    s.first = t.number("first_serving", 0, t.players - 1, 0)
    s.active = t.number("active", 0, t.players - 1, int(s.first))
    s.rounds = t.number("round", 1, 30000, 1)
    s.trigger = t.choice("trigger", state.TRIGGERS, None)
    due = t.mapping("due")
    t.known("due", due, ("hand", "area", "steal"))
    regular = s.phase == state.REGULAR
    s.hand_due, s.area_due, s.may_steal = (
        t.flag(f"due.{key}", due.get(key), regular) for key in ("hand", "area", "steal")
    )
    if data.get("moving") is not None:
        moving, _ = t.cards("moving", data["moving"], 1)
        if not moving:
            raise BadInput("moving: one card, or null")
        s.moving = moving[0]
    read_dishes(t, s)
    read_piles(t, s)
    read_memory(t, s)
    s.rng[:] = t.generator
    if s.phase != state.OVER:
        if "asked" in data:
            read_agenda(t, s)
        else:
            default_agenda(s)
        proceed(s)
    check_asked(s)
    check_turn(s)
    check_memory(s)
    return s


def read_dishes(t: Table, s: State) -> None:
    seats = t.listing("seats", t.data.get("seats", []), t.players)
    for p, seat in enumerate(seats):
        where = f"seats[{p}]"
        t.known(where, seat, ("hand", "secret", "dishes", "refused"))
        for d, text in enumerate(t.listing(f"{where}.dishes", seat.get("dishes", []), state.DISHES)):
            if text is None or text == "":
                continue
            place = f"{where}.dishes[{d}]"
            cards, sign, favored = t.text(place, text).partition("=")
            if sign and not favored.strip():
                raise BadInput(f"{place}: a Favorite is missing after =")
            found, _ = t.cards(place, cards, state.DISH + 1)
            for i, card in enumerate(sorted(found)):
                s.dish[p, d, i] = card
            s.dish_size[p, d] = len(found)
            if not found:
                raise BadInput(f"{place}: a Dish without cards; write null for a free slot")
            if favored:
                name, _, down = favored.strip().partition(" ")
                f = t.favorite(place, name)
                if len(found) != state.DISH or not matched(s, p, d) >> f & 1:
                    raise BadInput(f"{place}: {cards.strip()} does not match {name}")
                if down not in ("", "down") or (down and s.phase == state.REGULAR):
                    raise BadInput(f"{place}: after a Favorite only `down`, and only from the Secret Favorite Phase on")
                s.favorite_on[p, d] = f
                s.whereabouts[f] = p * state.DISHES + d
                if down:
                    s.turned |= 1 << f
        for text in t.listing(f"{where}.refused", seat.get("refused", []), state.DISHES * kit.FAVORITES):
            place = f"{where}.refused"
            slot, _, name = t.text(place, text).partition(" ")
            if slot not in [str(d) for d in range(state.DISHES)]:
                raise BadInput(f"{place}: write SLOT FAVORITE, not {text!r}")
            f = t.understood(place, lambda word: favorite(word, t.profile), name)
            s.refused[p, int(slot)] |= 1 << f


def read_piles(t: Table, s: State) -> None:
    """Hands, secrets, areas, decks: named ones first, then what is left out, from the shuffled rest."""
    ingredients, favorites = t.mapping("ingredients"), t.mapping("favorites")
    t.known("ingredients", ingredients, ("area", "deck", "trash"))
    t.known("favorites", favorites, ("area", "deck", "box"))
    seats = [*t.data.get("seats", []), *[{}] * t.players][: t.players]
    hands: list[list[int] | None] = []
    secrets: list[int | None] = []
    for p, seat in enumerate(seats):
        hands.append(t.cards(f"seats[{p}].hand", seat["hand"], state.HAND)[0] if seat.get("hand") is not None else None)
        named = seat.get("secret")
        secrets.append(t.favorite(f"seats[{p}].secret", named) if named is not None else None)
        if named is not None and s.phase != state.REGULAR:
            raise BadInput(f"seats[{p}].secret: secret Favorites have been revealed (UM-38)")
    area = t.cards("ingredients.area", ingredients["area"], state.AREA)[0] if "area" in ingredients else None
    deck, deck_rest = t.cards("ingredients.deck", ingredients.get("deck", REST), kit.INGREDIENTS)
    trash, trash_rest = t.cards("ingredients.trash", ingredients.get("trash", ""), kit.INGREDIENTS)
    rest = t.shuffled([card for card in range(kit.FACES) for _ in range(kit.COPIES - t.ingredients[card])])
    for p in range(t.players):
        hand = hands[p]
        if hand is None:
            due = state.HAND - (p == s.active and not s.hand_due) if s.phase == state.REGULAR else 0
            hand = [rest.pop() for _ in range(min(due, len(rest)))]
        for i, card in enumerate(sorted(hand)):
            s.hand[p, i] = card
        s.hand_size[p] = len(hand)
    if area is None:
        due = state.AREA - (not s.area_due) if s.phase == state.REGULAR else 0
        area = [rest.pop() for _ in range(min(due, len(rest)))]
    if rest and not (deck_rest or trash_rest):
        raise BadInput(
            f"ingredients: {len(rest)} cards are nowhere, for instance {face_name(rest[0])}; end the deck with {REST}"
        )
    deck = deck + rest if deck_rest else deck
    trash = trash + rest if trash_rest and not deck_rest else trash
    s.area_size = len(area)
    s.area[: len(area)] = area
    s.deck_size = len(deck)
    s.deck[: len(deck)] = deck[::-1]
    for card in trash:
        s.trash[card] += 1
    s.trash_size = len(trash)
    read_favorites(t, s, favorites, secrets)


def read_favorites(t: Table, s: State, favorites: dict[str, Any], secrets: list[int | None]) -> None:
    seats = t.data.get("seats", [])
    lying = t.favorite_list("favorites.area", favorites["area"], may_rest=False)[0] if "area" in favorites else None
    deck, deck_rest = t.favorite_list("favorites.deck", favorites["deck"]) if "deck" in favorites else ([], None)
    _, box_rest = t.favorite_list("favorites.box", favorites.get("box", REST))
    rest = t.shuffled([f for f in range(kit.FAVORITES) if not t.favorites[f]])
    for p, f in enumerate(secrets):
        revealed = s.phase != state.REGULAR or (p < len(seats) and "secret" in seats[p])
        if f is None and not revealed:
            f = rest.pop() if rest else None
        if f is None and s.phase == state.REGULAR:
            raise BadInput(f"seats[{p}].secret: in regular play each seat has a secret Favorite")
        s.secret[p] = NONE if f is None else f
    if lying is None:
        lying = [rest.pop() for _ in range(min(state.AREA, len(rest)))]
    if deck_rest is None:
        deck = [rest.pop() for _ in range(min(int(kit.FAVORITES_DECK[t.players]) - state.AREA, len(rest)))]
    elif deck_rest:
        deck, rest = deck + rest, []
    if rest and not box_rest:
        raise BadInput(f"favorites: {favorite_name(rest[0], t.profile)} is nowhere; end the box with {REST}")
    for f in lying:
        s.whereabouts[f] = state.IN_AREA
    s.favorites_deck_size = len(deck)
    s.favorites_deck[: len(deck)] = deck[::-1]


def read_memory(t: Table, s: State) -> None:
    """UM-32. Remembered cards are not on the table a second time, so they are not counted."""
    memory = t.mapping("memory")
    t.known("memory", memory, ("held", "seats"))
    for card, n in t.counted("memory.held", memory.get("held", "")):
        s.held[card] = n
    for p, seat in enumerate(t.listing("memory.seats", memory.get("seats", []), t.players)):
        t.known(f"memory.seats[{p}]", seat, ("kept", "spent"))
        kept = t.faces(f"memory.seats[{p}].kept", seat.get("kept", ""), face)
        if len(kept) > state.HAND:
            raise BadInput(f"memory.seats[{p}].kept: a hand has {state.HAND} cards")
        s.kept[p, : len(kept)] = sorted(kept)
        s.kept_size[p] = len(kept)
        for card, n in t.counted(f"memory.seats[{p}].spent", seat.get("spent", "")):
            s.spent[p, card] = n


def read_agenda(t: Table, s: State) -> None:
    """What is asked and what waits, in an order that a turn can come to."""
    rows = [dict(row) if isinstance(row, dict) else row for row in t.listing("asked", t.data["asked"], AGENDA)]
    for row in rows:
        if isinstance(row, dict) and row.get("step") == STEPS[state.REVEAL]:
            row.setdefault("a", -1)  # all that are missing
    t.data = t.data | {"asked": rows}
    read_asked(t, s, QUESTIONS | STEPS, state.CLAIMS)
    names = "".join(f"{row.get('question', row.get('step'))} " for row in rows)
    if not ORDERS[int(s.phase)].fullmatch(names):
        raise BadInput(f"asked: {names.strip() or 'nothing'} is not an order that occurs in a turn")
    for i, row in enumerate(rows):
        if row.get("question") in ("action", "take", "final") and row.get("seat") != s.active:
            raise BadInput(f"asked[{i}]: {row['question']} is asked of the active seat, {s.active}")
        if len(row.get("seats", [])) > 1:
            raise BadInput(f"asked[{i}]: Umami asks one seat at a time")
        name, a, b = str(row.get("question", row.get("step"))), row.get("a", 0), row.get("b", 0)
        sound = {
            "place": a in (0, 1) and b == 0,
            "discard": 0 <= a < state.DISHES and 0 <= b < kit.FACES,
            "claims": 0 <= a < s.players and b == 0,
            "reveal": (a == NONE or (0 <= a <= state.AREA and s.options[state.FAV_REFILL_LOOP] != state.YES))
            and b == 0,
        }.get(name, a == 0 and b == 0)
        if not sound:
            raise BadInput(f"asked[{i}]: {name} cannot have a = {a}, b = {b}")


def default_agenda(s: State) -> None:
    """Claims now possible, then what is still open of the active seat's turn."""
    if s.phase == state.REGULAR:
        due = bool(s.hand_due), bool(s.area_due), bool(s.may_steal)
        begin_turn(s)
        s.hand_due, s.area_due, s.may_steal = due
        for _ in range(2 - due[0] - due[1]):
            drop(s)
    else:
        begin_last_turn(s)
    then(s, (step(state.CLAIMS, window_start(s)),))


def check_asked(s: State) -> None:
    """A card on its way has somebody who places it, and a fourth card somebody who discards one."""
    kind, seats, a, b = (int(x) for x in s.agenda[max(s.agenda_size - 1, 0)]) if s.agenda_size else (NONE, 0, 0, 0)
    p = seats.bit_length() - 1
    if (s.moving != NONE) != (kind == state.PLACE):
        raise BadInput("moving: a card is on its way exactly while its place is asked")
    full = [(q, d) for q in range(s.players) for d in range(state.DISHES) if s.dish_size[q, d] > state.DISH]
    if full != ([(p, a)] if kind == state.DISCARD else []):
        raise BadInput("seats: a Dish has four cards exactly while the discard from it is asked (UM-13)")
    if kind == state.DISCARD and b not in s.dish[p, a]:
        raise BadInput(f"asked[0].b: {face_name(b)} was put there last, but is not among the four (UM-13)")


def check_turn(s: State) -> None:
    """What the rules rely on at any moment of a turn."""
    rows = [(int(kind), int(seats).bit_length() - 1) for kind, seats, _, _ in s.agenda[: s.agenda_size]]
    kinds = [kind for kind, _ in rows]
    kind, p = rows[-1] if rows else (NONE, NONE)
    others = kind in (state.PLACE, state.DISCARD) and p != s.active
    if s.phase != state.REGULAR:
        if s.trigger == state.UNTRIGGERED:
            raise BadInput("trigger: something ended regular play (UM-33, UM-34)")
        if s.hand_due or s.area_due or s.may_steal:
            raise BadInput("due: in the final round there are no actions of this kind (UM-40)")
        if others:
            raise BadInput(f"asked[0]: in the final round only the active seat, {s.active}, places cards (UM-40)")
        return
    if kinds.count(state.ACTION) != s.hand_due + s.area_due:
        raise BadInput("due: each action that is due is asked for, and no other (UM-9)")
    if s.may_steal and (others or state.TAKE in kinds or state.RESTOCK in kinds):
        raise BadInput("due.steal: this turn has seen a Steal (UM-10)")
    if not s.may_steal and s.hand_due and s.area_due:
        raise BadInput("due.steal: a Steal is one of the two actions (UM-26)")
    if (state.RESTOCK, int(s.active)) in rows:
        raise BadInput("asked: only somebody else is robbed by the active seat (UM-29)")
    if kind == state.TAKE and not (
        has_open_dish(s, p) or (s.options[state.STEAL_NEW_DISH] == state.YES and first_free(s, p) != NONE)
    ):
        raise BadInput("asked[0]: take: there is no place for the card (UM-R6)")
    check_hands(s, kinds)
    check_sizes(s, rows)


def check_hands(s: State, kinds: list[int]) -> None:
    """UM-1 UM-15 UM-31: how many cards hands and area have in regular play."""
    for p in range(s.players):
        full = state.HAND - (p == s.active and not s.hand_due)
        if s.hand_size[p] != full:
            raise BadInput(f"seats[{p}].hand: {full} cards at this moment of a turn, not {s.hand_size[p]} (UM-31)")
    full = state.AREA - (state.REFILL in kinds and not s.area_due)
    restocked = state.REFILL in kinds and not s.may_steal and state.TAKE not in kinds and state.RESTOCK not in kinds
    if s.area_size not in (full, full - restocked):
        raise BadInput(f"ingredients.area: {full} cards at this moment of a turn, not {s.area_size} (UM-15)")
    lying = int((s.whereabouts == state.IN_AREA).sum())
    if lying > state.AREA:
        raise BadInput(f"favorites.area: {lying} Favorites, there are at most {state.AREA} in regular play (UM-3)")


def check_sizes(s: State, rows: list[tuple[int, int]]) -> None:
    """UM-34 UM-35 UM-R13: nobody has more Ingredients than regular play can come to before it ends."""
    trigger = int(kit.TRIGGER[s.players])
    for p in range(s.players):
        coming = sum(q == p and kind in (state.ACTION, state.TAKE, state.PLACE, state.RESTOCK) for kind, q in rows)
        leaving = sum(q == p and kind == state.DISCARD for kind, q in rows)
        played = (p - s.first) % s.players <= (s.active - s.first) % s.players
        most = trigger + 1 if played else trigger - 1
        if in_dishes(s, p) + coming - leaving > most:
            raise BadInput(
                f"seats[{p}].dishes: {in_dishes(s, p)} Ingredients, and {coming} to come: regular play ends with the"
                f" round in which somebody has {trigger} (UM-35)"
            )


def check_memory(s: State) -> None:
    """UM-32: what is remembered must have a past."""
    players = int(s.players)
    open_cards, hands, kept = Counter(of_counts(s.trash)), [], []
    if s.moving != NONE:
        open_cards[int(s.moving)] += 1
    for p in range(players):
        open_cards.update(int(card) for d in range(state.DISHES) for card in s.dish[p, d, : s.dish_size[p, d]])
        hands.append(Counter(s.hand[p, : s.hand_size[p]].tolist()))
        kept.append(Counter(s.kept[p, : s.kept_size[p]].tolist()))
    for card in range(kit.FACES):
        name, spent = face_name(card), [int(s.spent[p, card]) for p in range(players)]
        if s.held[card] != sum(hand[card] for hand in kept):
            raise BadInput(f"memory.held: {name} is held as often as all seats have kept it")
        if any(spent) and not s.held[card]:
            raise BadInput(f"memory.seats: {name} was not held, so nobody remembers who spent it")
        if sum(spent) > open_cards[card]:
            raise BadInput(f"memory.seats: {name} was spent {sum(spent)} times, and lies open {open_cards[card]} times")
        for p in range(players):
            if kept[p][card] > hands[p][card] + spent[p]:
                raise BadInput(f"memory.seats[{p}].kept: {name} has neither been spent nor is it in the hand")
