"""Why an action of Wok and Roll is not legal, and the rule that says so."""

from __future__ import annotations

from collections.abc import Callable

from yokocho.core.agenda import open_kind
from yokocho.core.record import State
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.cooking import fridge_items
from yokocho.games.wok_and_roll.sheet import at_hand, books, is_crossed, is_locked, is_on_sheet, open_places
from yokocho.games.wok_and_roll.words import NAMES, cost_words, rectangle_words, serving_words

Reason = tuple[str, str]
MARKET_FIRST = ("First the market: roll again, or keep the dice.", "WR-7")


def why_not(s: State, p: int, a: int) -> Reason:
    """Why an action is not legal now, and the rule that says so."""
    if open_kind(s) == state.COOKING:
        return why_not_while_cooking(s, p, a)
    if state.MARKET in state.ACTIONS.answers(a):
        return "Of equal dice the ones with the highest numbers are rolled.", "WR-6"
    return MARKET_FIRST


def why_not_cook(s: State, p: int, v: int, code: int) -> Reason:
    x, told = int(kit.STRUCTURE[v]), serving_words(v)
    costs = f"{told} costs {cost_words(kit.SERVINGS[v].cost)}"
    if is_crossed(s, p, v):
        return f"{told} is crossed off already.", "WR-16"
    if not is_on_sheet(s, p, x):
        return f"{told} is not on your sheet.", "WR-1"
    if kit.IN_ORDER[x] and not open_places(s, p, x) >> kit.PLACE[v] & 1:
        return f"{kit.SHEET[x].label} is filled from the top: first what stands above {told}.", "WR-14"
    if is_locked(s, p, v):
        return f"{told} has to be opened with {kit.LOCK[v]} books first.", "WR-26"
    lacking = 0
    for j in range(int(kit.DIFFERENT[v])):
        f, k = int(kit.ORDER[v, j]), int(fridge_items(v, code, j))
        missing = max(0, int(kit.COST[v, f]) - int(at_hand(s, p, f)))
        if k > s.fridge[p, f]:
            return f"Your Fridge has no {NAMES[kit.LETTERS[f]]}.", "WR-13"
        if k > missing:
            return f"Dice come first: {NAMES[kit.LETTERS[f]]} of the Fridge is not needed.", "WR-12"
        if missing > k and not s.hexes[p] >> f & 1:
            return f"{costs}: {missing - k} {NAMES[kit.LETTERS[f]]} missing.", "WR-12"
        lacking += missing - k
    return f"{costs}: {lacking} books would be needed, you have {books(s, p)}.", "WR-23"


def why_no_skill(s: State, p: int, f: int) -> Reason:
    if kit.LETTERS[f] not in kit.HEXES:
        return f"There is no hexagon for {NAMES[kit.LETTERS[f]]}.", "WR-22"
    if s.hexes[p] >> f & 1:
        return f"You have the hexagon for {NAMES[kit.LETTERS[f]]} already.", "WR-27"
    return f"A hexagon costs {kit.SKILL_BOOKS} books; you have {books(s, p)}.", "WR-22"


def why_no_bonus(s: State, p: int, r: int) -> Reason:
    if s.rects[p] >> r & 1:
        return f"You have outlined {rectangle_words(r)} already.", "WR-27"
    return f"A rectangle costs {kit.BONUS_BOOKS} books; you have {books(s, p)}.", "WR-25"


REASONS: dict[int, Callable[..., Reason]] = {
    state.COOK: why_not_cook,
    state.SKILL: why_no_skill,
    state.BONUS: why_no_bonus,
    # a seat that is asked may say done; one that has said it is not asked
    state.DONE: lambda s, p: MARKET_FIRST,
    state.REROLL: lambda s, p, dice: ("The dice are locked.", "WR-8"),
    state.OPEN: lambda s, p, v: (f"{serving_words(v)} is open, or you have too few books.", "WR-26"),
}
why_not_while_cooking = state.ACTIONS.each(REASONS)
