"""How moves of Wok and Roll are written and read (docs/positions.md)."""

from __future__ import annotations

from yokocho.core.actions import Notation, Special
from yokocho.core.record import State
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.cooking import fridge_items

SERVING = state.ACTIONS.verb[state.COOK].parts[0]


def fridge_of(v: int, code: int) -> str:
    """The fridge items of a payment, in cost order."""
    return "".join(kit.LETTERS[kit.ORDER[v, j]] * int(fridge_items(v, code, j)) for j in range(int(kit.DIFFERENT[v])))


def write_cook(s: State, p: int, v: int, code: int) -> str:
    """A number of a payment that the cost does not need is written too: it is no legal action, but it has a name."""
    items = fridge_of(v, code)
    return f"cook {SERVING.codes[v]}" + (f" fridge {items}" if items else f" payment {code}" * (code > 0))


def read_cook(s: State, p: int, serving: str, items: str = "") -> int:
    v = SERVING.number(serving)
    for code in range(kit.MOST_PAYMENTS):
        if sorted(fridge_of(v, code)) == sorted(items):
            return state.ACTIONS.of(state.COOK, v, code)
    raise ValueError(f"{serving} costs {kit.SERVINGS[v].cost}: it cannot be paid with {items} of the Fridge")


def write_reroll(s: State, p: int, dice: int) -> str:
    return f"reroll {state.DICE_SETS[dice]}" if dice else "lock"


def read_reroll(s: State, p: int, dice: str = "") -> int:
    """The numbers of dice in any order; nothing is the lock."""
    numbers, known = dice.split(), [str(i) for i in range(kit.DICE)]
    if not set(numbers) <= set(known) or len(set(numbers)) < len(numbers):
        raise ValueError(f"{dice!r} are no dice: write different numbers of {' '.join(known)}")
    return state.ACTIONS.of(state.REROLL, canonical(s, sum(1 << int(i) for i in numbers)))


def canonical(s: State, dice: int) -> int:
    """Of dice with one colour and face, as many as are named are rolled, those with the highest numbers."""
    out = 0
    for white in (True, False):
        there = [i for i in range(kit.DICE) if (i < kit.WHITE) == white]
        for face in {int(s.dice[i]) for i in there}:
            alike = [i for i in there if s.dice[i] == face]
            n = sum(dice >> i & 1 for i in alike)
            out |= sum(1 << i for i in alike[len(alike) - n :])
    return out


NOTATION = Notation(
    state.ACTIONS,
    verbs={state.COOK: Special(write_cook, read_cook), state.REROLL: Special(write_reroll, read_reroll)},
)
