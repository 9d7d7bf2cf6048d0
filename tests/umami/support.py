"""Small tables for the tests: a position in a line or two, moves in notation, and looking at what came of it.

``table(hands=["4s", None], dishes=["", "1b 7s / 5*"], area="1* 2s 9b 6b", favorites="GGR-L")`` is a match at the
start of seat 0's turn. A hand of ``None`` is dealt. Dishes are parted by ``/``; ``-`` is a free slot; ``= GGR-L``
after the cards makes a Dish Set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from yokocho.core.match import Match
from yokocho.core.record import NONE, copy
from yokocho.games.umami import GAME
from yokocho.games.umami.components import face

ICONS = "*bs"
FACES = [f"{number}{icon}" for number in range(1, 10) for icon in ICONS]
FAVORITES = (
    "GGY-H GGY≠-L GGR≠-H GGR-L YYG≠-H YYG-L YYR-H YYR≠-L RRG≠-H RRG-L RRY-H RRY≠-L GYR-H GYR-L +1-H +1-L +2-H +2-L"
).split()


END_OF_TURN = [{"step": "refill"}, {"step": "reveal"}, {"step": "hand"}, {"step": "next"}]


def table(
    *,
    players: int = 0,
    hands: Sequence[str | None] = (),
    dishes: Sequence[str] = (),
    secrets: Sequence[str] = (),
    refused: Sequence[Sequence[str]] = (),
    area: str | None = None,
    deck: str | None = None,
    trash: str | None = None,
    favorites: str = "",
    favorites_deck: str | None = None,
    first: int = 0,
    active: int | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Match:
    """A match from a position. Unnamed hands, areas, decks and secrets are dealt; the Favorites area is empty."""
    players = players or max(2, len(hands), len(dishes), len(secrets))
    seats: list[dict[str, Any]] = [{} for _ in range(players)]
    for seat, hand in zip(seats, hands):
        if hand is not None:
            seat["hand"] = hand
    for seat, row in zip(seats, dishes):
        seat["dishes"] = [None if text.strip() in ("", "-") else text.strip() for text in row.split("/")]
    for seat, secret in zip(seats, secrets):
        seat["secret"] = secret
    for seat, claims in zip(seats, refused):
        seat["refused"] = list(claims)
    ingredients = {"area": area, "deck": deck, "trash": trash}
    position: dict[str, Any] = {
        "players": players,
        "options": options or {},
        "first_serving": first,
        "active": first if active is None else active,
        "ingredients": {key: text for key, text in ingredients.items() if text is not None},
        "favorites": {"area": favorites} | ({} if favorites_deck is None else {"deck": favorites_deck}),
        "seats": seats,
    } | more
    return Match.from_position(GAME, fill_up(position) if "asked" not in position else position)


def fill_up(position: dict[str, Any]) -> dict[str, Any]:
    """Hands and area as a turn has them: what a test does not name are cards that it does not speak of."""
    if position.get("phase", "regular") != "regular":
        return position
    due = {"hand": True, "area": True} | position.get("due", {})
    ingredients, seats = position["ingredients"], position["seats"]
    texts = [*ingredients.values(), position.get("moving") or ""]
    texts += [text or "" for seat in seats for text in (seat.get("hand"), *seat.get("dishes", []))]
    named = Counter(word for text in texts for word in text.partition("=")[0].split())
    spare = sorted((face for face in FACES for _ in range(3 - named[face])), key=lambda face: (named[face], face[1]))
    for p, seat in enumerate(seats):
        if "hand" in seat:
            short = 4 - (p == position["active"] and not due["hand"]) - len(seat["hand"].split())
            seat["hand"] = " ".join([seat["hand"], *(spare.pop(0) for _ in range(short))])
    if "area" in ingredients:
        short = 4 - (not due["area"]) - len(ingredients["area"].split())
        ingredients["area"] = " ".join([ingredients["area"], *(spare.pop(0) for _ in range(short))])
    return position


def final(**position: Any) -> Match:
    """A table in the final round, at seat 0's turn: secrets revealed, nothing left of the Ingredients area."""
    return table(**{"phase": "final", "trigger": "B", "favorites_deck": ""} | position)


def last_turn(**position: Any) -> Match:
    """Two players: seat 1's last action before First Serving would come round, with the end latched."""
    return table(
        **dict(
            active=1,
            due={"hand": True, "area": False, "steal": False},
            hands=["1s 2b 2s 3b", "3* 6* 6b 9*"],
            secrets=["GYR-H", "+2-H"],
            area="4s 5b 5s",
            deck="6s ...",
            favorites="",
            favorites_deck="",
            trigger="B",
        )
        | position
    )


def play(match: Match, seat: int, *moves: str) -> None:
    for move in moves:
        match.play(seat, move, 0)


def seen(match: Match) -> dict[str, Any]:
    """The position on the table."""
    return GAME.write(match.state)


def asked(match: Match) -> tuple[str, int] | None:
    """What is asked, and of whom; None when the match is over."""
    if match.over:
        return None
    assert match.pending() == [match.actor()]
    return GAME.words.asks(match.state), match.actor()


def moves(match: Match) -> list[str]:
    """All that whoever is asked may answer."""
    return match.notations(match.actor())


def dish(match: Match, seat: int, slot: int) -> str | None:
    """``5* 6b 8*``, the cards of a Dish in order; None for a free slot."""
    text = seen(match)["seats"][seat]["dishes"][slot]
    return None if text is None else text.split(" =")[0]


def dishes(match: Match, seat: int) -> int:
    return sum(text is not None for text in seen(match)["seats"][seat]["dishes"])


def in_dishes(match: Match, seat: int) -> int:
    return sum(len(dish(match, seat, slot).split()) for slot in range(5) if dish(match, seat, slot))


def holder(match: Match, favorite: str) -> tuple[int, int] | str | None:
    """(seat, slot) of the Dish that has a Favorite, ``area``, or None while nobody sees it."""
    position = seen(match)
    for p, seat in enumerate(position["seats"]):
        for d, text in enumerate(seat["dishes"]):
            if text is not None and text.partition(" = ")[2].removesuffix(" down") == favorite:
                return p, d
    return "area" if favorite in position["favorites"]["area"].split() else None


def is_down(match: Match, favorite: str) -> bool:
    seats = seen(match)["seats"]
    return any(text is not None and text.endswith(f"= {favorite} down") for seat in seats for text in seat["dishes"])


def hand(match: Match, seat: int) -> list[str]:
    return seen(match)["seats"][seat]["hand"].split()


def refused(match: Match, seat: int) -> list[str]:
    return seen(match)["seats"][seat]["refused"]


def pile(match: Match, name: str) -> list[str]:
    """The Ingredients of ``area``, ``deck`` (top card first) or ``trash``."""
    return seen(match)["ingredients"][name].split()


def lying(match: Match) -> set[str]:
    """The Favorites area."""
    return set(seen(match)["favorites"]["area"].split())


def trigger(match: Match) -> str | None:
    return seen(match)["trigger"]


def phase(match: Match) -> str:
    return seen(match)["phase"]


def scores(match: Match) -> list[int]:
    return GAME.scores(match.state)


def wins(cards: str, favorite: str, profile: str = "half") -> bool:
    """Does a Dish win a Favorite that lies in the area?"""
    match = table(dishes=[cards], favorites=favorite, options={"ne_profile": profile})
    return holder(match, favorite) == (0, 0)


def all_matched(cards: str) -> set[str]:
    """All Favorites a Dish would win."""
    return {favorite for favorite in FAVORITES if wins(cards, favorite)}


def crowded(*, deck: int, trash: int, area: int, players: int = 5, **more: Any) -> Match:
    """A table with almost empty piles: the cards are in full unset Dishes, the last seats' first, and no Favorite is
    left. No position says so, since regular play ends before (UM-R14): the Dishes are laid by hand.
    """
    cards = [face for face in FACES for _ in range(3)]
    due = {"hand": True} | more.get("due", {})
    hands = [" ".join(cards.pop() for _ in range(4 - (p == 0 and not due["hand"]))) for p in range(players)]
    piles = [[cards.pop() for _ in range(n)] for n in (area, deck, trash)]
    position = dict(players=players, hands=hands, area=" ".join(piles[0]))
    match = table(**position | {"favorites_deck": "", "trigger": "B"} | more)
    s = match.start
    s.deck[:], s.deck_size = NONE, deck
    s.deck[:deck] = [face(card) for card in piles[1][::-1]]
    s.trash_size = trash
    for card in piles[2]:
        s.trash[face(card)] += 1
    for p in range(players - 1, -1, -1):
        dishes, cards = cards[:15], cards[15:]
        for i, card in enumerate(dishes):
            s.dish[p, i // 3, i % 3] = face(card)
            s.dish_size[p, i // 3] += 1
    assert not cards
    match.state = copy(s)
    return match
