"""What a careful player knows after a reshuffle (UM-32): two pools, and exactly the states they allow."""

from __future__ import annotations

from collections import Counter

from tests.rules import rule
from tests.support import steps
from yokocho import catalog
from yokocho.core.game import Game
from yokocho.core.record import SPECTATOR, data

GAME: Game = catalog.game("umami")


def small_table(**changes: object) -> dict[str, object]:
    """Two players late in a game: three cards in the deck, everything else open but the other hand."""
    position: dict[str, object] = {
        "players": 2,
        "active": 0,
        "ingredients": {"area": "1* 2* 3* 4*", "deck": "7* 8* 9*", "trash": "..."},
        "favorites": {"area": "GYR-H", "deck": "", "box": "..."},
        "seats": [
            {"hand": "5* 5b 5s 6*", "secret": "RRG-L", "dishes": []},
            {"hand": "8b 9b 9s 1s", "secret": "+1-H", "dishes": []},
        ],
        "memory": {
            "held": "5* 5b 5s 6* 8b 9b 7s 1s",
            "seats": [{"kept": "5* 5b 5s 6*", "spent": ""}, {"kept": "1s 7s 8b 9b", "spent": "7s"}],
        },
    }
    return position | changes


def dreams(position: dict[str, object], p: int, n: int = 600) -> list[dict[str, object]]:
    view = GAME.view(GAME.read(GAME, position), p)
    return [GAME.write(GAME.imagined(view, p, i.to_bytes(32, "big"))) for i in range(n)]


@rule("UM-32", "UM-R31")
def test_the_old_hand_and_the_new_deck_are_told_apart() -> None:
    """Seat 1 kept four cards at the reshuffle, spent one, drew one: three old ones are certain, one is unknown."""
    hands = Counter(str(d["seats"][1]["hand"]) for d in dreams(small_table(), 0))
    assert all({"1s", "8b", "9b"} <= set(hand.split()) for hand in hands)
    assert {card for hand in hands for card in hand.split()} == {"1s", "8b", "9b", "7*", "8*", "9*", "9s"}
    decks = Counter(str(d["ingredients"]["deck"]) for d in dreams(small_table(), 0))
    assert {card for deck in decks for card in deck.split()} == {"7*", "8*", "9*", "9s"}
    assert len(hands) == 4 and len(decks) == 24


@rule("UM-32")
def test_the_true_state_itself_is_imagined() -> None:
    """The unknown is small here, so the very state is met byte for byte (its generator apart)."""
    s = GAME.read(GAME, small_table())
    view = GAME.view(s, 0)
    truth = GAME.settle(s)
    truth.rng[:] = 0
    met = False
    for i in range(20_000):
        dreamt = GAME.settle(GAME.imagined(view, 0, i.to_bytes(32, "big")))
        dreamt.rng[:] = 0
        dreamt.favorites_deck[:] = truth.favorites_deck
        dreamt.secret[:] = truth.secret
        met = met or data(dreamt) == data(truth)
    assert met


@rule("UM-32")
def test_a_face_of_both_pools_may_have_come_from_either() -> None:
    """Seat 1 spent a 7*; one lay in the hands, another in the new deck. Either may be the one that is gone."""
    position = small_table(
        ingredients={"area": "1* 2* 3* 4*", "deck": "7* 8* 9*", "trash": "..."},
        memory={
            "held": "5* 5b 5s 6* 8b 9b 7* 1s",
            "seats": [{"kept": "5* 5b 5s 6*", "spent": ""}, {"kept": "1s 7* 8b 9b", "spent": "7*"}],
        },
    )
    seen = dreams(position, 0)
    holding = [d for d in seen if "7*" in str(d["seats"][1]["hand"]).split()]
    assert holding and len(holding) < len(seen)
    kept_it = [d for d in seen if "7*" in str(d["memory"]["seats"][1]["kept"]).split()]
    assert len(kept_it) == len(seen), "it was among the cards held, and seat 0 did not hold it"


@rule("UM-32")
def test_memory_is_public_and_a_spectator_knows_it_too() -> None:
    """In whole matches with reshuffles: no imagined deck holds a card that the reshuffled Trash did not."""
    reshuffles = 0
    for seed in range(60):
        for match in steps(GAME, 5, seed):
            s = match.state
            if not s.held.any():
                continue
            reshuffles += 1
            if len(match.moves) % 5:
                continue
            held = Counter({card: int(n) for card, n in enumerate(s.held) if n})
            for p in range(SPECTATOR, 5):
                dreamt = GAME.imagined(GAME.view(s, p), p, bytes([len(match.moves) % 256]) * 32)
                deck = Counter(int(card) for card in dreamt.deck[: dreamt.deck_size])
                kept = Counter(int(c) for q in range(5) for c in dreamt.kept[q, : dreamt.kept_size[q]])
                assert kept == held
                for card, n in deck.items():
                    assert n + held[card] <= 3, "a card held then cannot lie in the deck now"
    assert reshuffles > 50
