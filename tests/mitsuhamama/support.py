"""Small markets for the tests: a position in a line or two, moves in notation, and looking at what came of it.

``market(hands=["10 2", None], fish=[(5, 0, 0, 6)], faces="aabab", dice=(4, 3, 2, 1), cubes={"Takata": [0, 2]})`` is a
match at the start of a day, with the lot to be chosen by seat 0. A hand of ``None`` is a start hand. Faces are those
of Takata, Kasugano, Hanazono, Ishimaru and Yamazakura. Fish are R, Y, K, W.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from yokocho.core.match import Match
from yokocho.core.record import CLOCK, copy
from yokocho.games.mitsuhamama import GAME

NAMES = ("Takata", "Kasugano", "Hanazono", "Ishimaru", "Yamazakura")
KINDS = "RYKW"
START = "10 10 5 5 4 3 2 1"
START_TWO = "10 10 5 5 5 5 4 3 2 1"

Payment = tuple[tuple[int, ...], tuple[int, ...]]  # cards from the largest down; fish of each kind


def market(
    *,
    players: int = 0,
    hands: Sequence[str | None] = (),
    fish: Sequence[Sequence[int]] = (),
    faces: str | None = None,
    dice: Sequence[int] | None = (4, 3, 2, 1),
    next_dice: Sequence[int] | None = None,
    cubes: Mapping[str, Sequence[int]] | None = None,
    hired: Sequence[int] = (),
    auctioneer: int = 0,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Match:
    """A match from a position. With nothing said of seats there are three."""
    players = players or max(3, len(hands), len(fish))
    seats: list[dict[str, Any]] = [{} for _ in range(players)]
    for seat, hand in zip(seats, hands):
        if hand is not None:
            seat["hand"] = hand
    for seat, row in zip(seats, fish):
        seat["fish"] = list(row)
    for p in hired:
        seats[p]["cubes"] = 4
    restaurants: dict[str, dict[str, Any]] = {}
    for i, name in enumerate(NAMES):
        restaurants[name] = {"cubes": list((cubes or {}).get(name, []))} | ({"face": faces[i]} if faces else {})
    position: dict[str, Any] = {
        "players": players,
        "options": options or {},
        "auctioneer": auctioneer,
        "restaurants": restaurants,
        "seats": seats,
    }
    if dice is not None:
        position["dice"] = list(dice)
    if next_dice is not None:
        position["next_dice"] = list(next_dice)
    return Match.from_position(GAME, position | more)


def play(match: Match, seat: int, *moves: str) -> None:
    for move in moves:
        match.play(seat, move, 0)


def hammer(match: Match) -> None:
    match.play(CLOCK, "hammer", 0)


def bids(match: Match, *moves: str) -> None:
    """``"1 bid 5", "2 pass"``: a seat and its move."""
    for move in moves:
        seat, _, text = move.partition(" ")
        match.play(int(seat), text, 0)


def pay(match: Match, seat: int, cards: str = "", fish: str = "") -> None:
    """``pay(match, 1, "10 2", "RRW")``: a whole payment."""
    play(match, seat, *(f"pay {card}" for card in cards.split()), *(f"fish {kind}" for kind in fish), "paid")


def seen(match: Match) -> dict[str, Any]:
    """The position on the table."""
    return GAME.write(match.state)


def told(match: Match, seat: int) -> dict[str, Any]:
    """The position as a seat may know it."""
    return GAME.write(match.view(seat))


def asked(match: Match) -> tuple[str, int] | None:
    """What is asked, and of whom; None when the match is over."""
    if match.over:
        return None
    assert match.pending() == [match.actor()]
    return GAME.words.asks(match.state), match.actor()


def moves(match: Match, seat: int | None = None) -> list[str]:
    """All that whoever is asked may answer."""
    return match.notations(match.actor() if seat is None else seat)


def answers(match: Match, seat: int | None = None) -> list[str]:
    """The same without hire and recall, which may come before."""
    return [move for move in moves(match, seat) if move != "hire" and not move.startswith("recall")]


def prices(match: Match, seat: int) -> list[int]:
    """What a seat may bid."""
    return [int(move.split()[1]) for move in moves(match, seat) if move.startswith(("bid ", "raise "))]


def to_decision(match: Match, lot: str, seat: int, price: int) -> None:
    """The auction of a lot that one seat wins with its first bid."""
    play(match, seen(match)["auctioneer"], f"lot {lot}")
    while not match.over and GAME.words.asks(match.state) == "bid":
        auction = seen(match)["auction"]
        p = match.actor()
        play(match, p, "stand" if p == auction["high"] else f"bid {price}" if p == seat else "pass")


def sold(match: Match, lot: str, seat: int, price: int) -> None:
    """The auctioneer sells to a seat, which has yet to pay."""
    to_decision(match, lot, seat, price)
    play(match, seen(match)["auctioneer"], "sell")


def bought(match: Match, lot: str, seat: int, price: int) -> None:
    """The auctioneer buys at what a seat bid, and has yet to pay."""
    to_decision(match, lot, seat, price)
    play(match, seen(match)["auctioneer"], "buy")


def passed(match: Match, lot: str) -> None:
    """Everyone passes: the auctioneer may take the lot."""
    play(match, seen(match)["auctioneer"], f"lot {lot}")
    while GAME.words.asks(match.state) == "bid":
        play(match, match.actor(), "pass")


def quiet_day(match: Match) -> None:
    """A day on which nobody gets anything."""
    auctioneer = seen(match)["auctioneer"]
    passed(match, moves(match, auctioneer)[0].split()[1])
    play(match, auctioneer, "decline")


def stock(match: Match, seat: int) -> tuple[int, ...]:
    return tuple(seen(match)["seats"][seat]["fish"])


def hand(match: Match, seat: int) -> str:
    return seen(match)["seats"][seat]["hand"]


def owned(match: Match, seat: int) -> int:
    """Cubes, those on restaurants included."""
    return seen(match)["seats"][seat]["cubes"]


def idle(match: Match, seat: int) -> int:
    placed = sum(seat in card["cubes"] for card in seen(match)["restaurants"].values())
    return owned(match, seat) - placed - sum(n > 0 for n in stock(match, seat))


def spaces(match: Match, name: str) -> list[int]:
    """Whose cubes stand on spaces 1, 2, ..."""
    return seen(match)["restaurants"][name]["cubes"]


def out(match: Match) -> str:
    """Money that left the game."""
    return seen(match)["out"]


def money(match: Match) -> int:
    """All money in play."""
    return sum(int(card) for p in range(match.players) for card in hand(match, p).split())


def scores(match: Match) -> list[int]:
    return GAME.scores(match.state)


def payments(match: Match) -> Counter[Payment]:
    """Every payment that whoever is asked to pay can make move by move, with the number of ways to make it."""
    p = match.actor()
    found: Counter[Payment] = Counter()
    values = (1, 2, 3, 4, 5, 10)

    def walk(state: Any) -> None:
        for a in GAME.legal(state, p):
            move = GAME.words.notation(state, p, a)
            if move == "paid":
                cards = tuple(values[d] for d in range(5, -1, -1) for _ in range(int(state.laid[p, d])))
                found[cards, tuple(int(n) for n in state.laid_fish[p])] += 1
            elif move.startswith(("pay", "fish")):
                after = copy(state)
                GAME.kernels.apply(after, p, a)
                walk(after)

    walk(match.state)
    return found


def subsets(cards: Sequence[int]) -> set[tuple[int, ...]]:
    """All hands that are part of a hand, cards from the largest down."""
    counts = Counter(cards)
    kinds = sorted(counts, reverse=True)
    return {
        tuple(card for card, n in zip(kinds, chosen) for _ in range(n))
        for chosen in product(*(range(counts[card] + 1) for card in kinds))
    }


def all_payments(hand: str, fish: Sequence[int], barred: str, price: int) -> set[Payment]:
    """MI-23 and MI-24, slow and obvious: every part of hand and warehouses that is worth enough."""
    limits = [0 if KINDS[k] in barred else n for k, n in enumerate(fish)]
    return {
        (cards, given)
        for cards in subsets([int(card) for card in hand.split()])
        for given in product(*(range(n + 1) for n in limits))
        if sum(cards) + sum(given) >= price
    }


def irredundant(found: set[Payment], price: int) -> set[Payment]:
    """MI-R17: those in which no single item can be left out."""
    return {
        (cards, given)
        for cards, given in found
        if sum(cards) + sum(given) - min([*cards, *[1 for n in given if n]], default=1000) < price
    }
