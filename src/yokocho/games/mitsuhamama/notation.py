"""How moves of Mitsuhamama are written and read (docs/positions.md)."""

from __future__ import annotations

from yokocho.core.actions import Code, Notation, Special
from yokocho.core.record import State
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state


def write_offer(s: State, p: int, price: int) -> str:
    return f"{'raise' if s.high == p else 'bid'} {price}"


def read_offer(s: State, p: int, price: str) -> int:
    """Either word is read, whoever the highest bidder is."""
    if not price.isdecimal() or not 0 < int(price) <= kit.MOST_BID:
        raise ValueError(f"{price!r} is not a price: 1 to {kit.MOST_BID}")
    return state.OFFER + int(price)


NOTATION = Notation(
    state.ACTIONS,
    codes={"kinds": Code(lambda s, bits: kit.KIND_SETS[bits], lambda s, text: kit.kinds_bits(text))},
    verbs={state.OFFER: Special(write_offer, read_offer)},
)
