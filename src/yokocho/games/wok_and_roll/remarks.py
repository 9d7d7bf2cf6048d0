"""What is to be said of a choice before it is made: what it scores, what it uses up, what it prepares."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from yokocho.core.record import State
from yokocho.core.scene import Name, Remark
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.cooking import fridge_items
from yokocho.games.wok_and_roll.notation import fridge_of
from yokocho.games.wok_and_roll.scoring import rectangle
from yokocho.games.wok_and_roll.words import NAMES, cost_words, dice_words, points_words, serving_words

# The numbers of the sheet as Python has them: this is called for every choice of every scene.
COST: list[list[int]] = kit.COST.tolist()
VALUE: list[list[int]] = kit.VALUE.tolist()
FULL: list[int] = kit.FULL.tolist()
PLACES: list[int] = kit.PLACES.tolist()
LETTERS_OF: list[list[int]] = [kit.ORDER[v, : kit.DIFFERENT[v]].tolist() for v in range(len(kit.SERVINGS))]
ROW: list[int] = kit.ROW.tolist()
ROW_BITS = [[(m.structure, 1 << m.place) for m in members] for members, _ in kit.ROWS]
GIVES = [NAMES[letter] for _, letter in kit.ROWS]
SHEET = kit.SHEET
HEXES = sum(1 << f for f in range(kit.INGREDIENTS) if kit.HEX[f])
NEEDS = [[v for v, cost in enumerate(COST) if cost[f]] for f in range(kit.INGREDIENTS)]  # servings that cost a letter


def books_words(n: int) -> str:
    return "a book" if n == 1 else f"{n} books"


def fridge_cost(items: str) -> str:
    """Fridge items in a few words, with their drawings: fridge -1 meat."""
    words = [f"-{items.count(letter)} {{{NAMES[letter]}}} {NAMES[letter]}" for letter in dict.fromkeys(items)]
    return f"{{fridge}} fridge {', '.join(words)}" if words else ""


def cost_of(items: str, books: int) -> str:
    return " and ".join(filter(None, (fridge_cost(items), f"{{book}} {books_words(books)}" if books else "")))


# --- cooking --------------------------------------------------------------------------------------


@lru_cache(4096)
def paid(v: int, code: int, pool: tuple[int, ...], tokens: tuple[int, ...]) -> tuple[str, int]:
    """WR-12 and "Paying": what a payment takes from the Fridge (books included), and the books from dice and rows."""
    books = 0
    for j, f in enumerate(LETTERS_OF[v]):
        books += max(0, COST[v][f] - pool[f] - tokens[f]) - int(fridge_items(v, code, j))
    kept = min(books, pool[kit.BOOK] + tokens[kit.BOOK])
    return fridge_of(v, code) + kit.LETTERS[kit.BOOK] * (books - kept), kept


def of_rectangles(rects: int, x: int, completes: bool, fills: bool) -> int:
    """WR-33: what the outlined rectangles add for a serving of a structure."""
    n = 0
    for r, found in enumerate(kit.RECTANGLES):
        if rects >> r & 1:
            counts = (found.section == SHEET[x].section, fills, completes)[found.per]
            n += found.points * counts
    return n


@lru_cache(4096)
def prepares(v: int, before: int, other: int, bonus: int) -> str:
    """What crossing off a serving completes or leads to. `other`: the neighbours of its row that are crossed off."""
    serving, x = kit.SERVINGS[v], kit.SERVINGS[v].structure
    structure, after = SHEET[x], before | 1 << serving.place
    said = []
    left = PLACES[x] - after.bit_count()
    if left == 0:
        more = f" for {points_words(structure.bonus)} more" if structure.bonus else ""
        said.append(f"completes {structure.label}{more}")
    elif structure.kind == kit.DISH:
        following = structure.servings[serving.place + 1]
        said.append(f"leads to {points_words(following.points)} for {cost_words(following.cost)}")
    elif left == 1:
        said.append(f"leaves one serving for the full platter (+{structure.bonus})")
    else:
        said.append(f"{after.bit_count()} of {PLACES[x]} for the full platter (+{structure.bonus})")
    row = ROW[v]
    if row >= 0:
        lacks = len(ROW_BITS[row]) - 1 - other
        said.append(
            f"fills a row, which gives {GIVES[row]}" if lacks == 0 else f"half of a row that gives {GIVES[row]}"
        )
    if bonus:
        said.append(f"your bonuses add {points_words(bonus)}")
    return "; ".join(said)


def of_cook(s: State, p: int, name: Name, v: int, code: int) -> Remark:
    serving = kit.SERVINGS[v]
    x, crossed = serving.structure, s.crossed[p].tolist()
    before, after = crossed[x], crossed[x] | 1 << serving.place
    others = sum(crossed[y] & bit != 0 for y, bit in ROW_BITS[ROW[v]] if y != x) if ROW[v] >= 0 else 0
    fills = ROW[v] >= 0 and others == len(ROW_BITS[ROW[v]]) - 1
    bonus = of_rectangles(int(s.rects[p]), x, after == FULL[x], fills) if s.rects[p] else 0
    items, books = paid(v, code, tuple(s.pool[p].tolist()), tuple(s.tokens[p].tolist()))
    why = prepares(v, before, others, bonus)
    if items:
        why += f"; {cost_words(items)} of the Fridge {'is' if len(items) == 1 else 'are'} gone for good"
    if after == FULL[x] and 1 + sum(c == FULL[y] for y, c in enumerate(crossed)) == kit.TO_END:  # WR-31
        why += f"; it is your {('first', 'second', 'third')[kit.TO_END - 1] if kit.TO_END < 4 else 'last'} complete one"
        why += " and ends the game" + (" with the round" if s.options[state.FINISH_ROUND] else " with this turn")
    gain = VALUE[x][after] - VALUE[x][before] + bonus
    return Remark("costly" if items else "good", gain, cost_of(items, books), sentence(why))


# --- learning -------------------------------------------------------------------------------------


def spent_books(s: State, p: int, n: int) -> str:
    """WR-26: how many of so many books would come from the Fridge."""
    at_hand = int(s.pool[p, kit.BOOK]) + int(s.tokens[p, kit.BOOK])
    return kit.LETTERS[kit.BOOK] * max(0, n - at_hand)


def learned(s: State, p: int, n: int, gain: int, why: str) -> Remark:
    items = spent_books(s, p, n)
    tone = "costly" if items else "good" if gain else ""
    if items:
        why += (
            "; the book of the Fridge is gone for good"
            if len(items) == 1
            else "; books of the Fridge are gone for good"
        )
    return Remark(tone, gain, cost_of(items, n - len(items)), sentence(why))


def of_skill(s: State, p: int, name: Name, f: int) -> Remark:
    crossed, letter = s.crossed[p].tolist(), NAMES[kit.LETTERS[f]]
    need = sum(
        not crossed[kit.SERVINGS[v].structure] >> kit.SERVINGS[v].place & 1
        and on_sheet(s, p, kit.SERVINGS[v].structure)
        for v in NEEDS[f]
    )
    found = learned(
        s, p, kit.SKILL_BOOKS, 0, f"from now on each book may be {letter}; {need} of your servings still need it"
    )
    if not need:
        found.tone, found.why = "wasteful", sentence(f"nothing that is left on your menu needs {letter}")
    return found


def of_bonus(s: State, p: int, name: Name, r: int) -> Remark:
    now, found = int(rectangle(s, p, r)), kit.RECTANGLES[r]
    per = ("serving of " + kit.SECTIONS[found.section], "full row", "complete dish or platter")[found.per]
    worth = f"worth {points_words(now)} now, and {found.points} more for each further {per}"
    return learned(s, p, kit.BONUS_BOOKS, now, worth)


def of_open(s: State, p: int, name: Name, v: int) -> Remark:
    return learned(
        s, p, int(kit.LOCK[v]), 0, f"{serving_words(v)} can then be cooked for {cost_words(kit.SERVINGS[v].cost)}"
    )


def on_sheet(s: State, p: int, x: int) -> bool:
    return SHEET[x].tile in (kit.BASIC, int(s.tile[p]))


# --- what dice can pay ----------------------------------------------------------------------------


@lru_cache(4096)
def open_servings(crossed: tuple[int, ...], opened: tuple[int, ...], tile: int) -> tuple[int, ...]:
    """WR-14 to WR-16: the servings that could be crossed off next, the dearest first."""
    found = []
    for v, serving in enumerate(kit.SERVINGS):
        x, place = serving.structure, serving.place
        there = crossed[x] >> place & 1 or SHEET[x].tile not in (kit.BASIC, tile)
        locked = serving.lock and not opened[x] >> place & 1
        early = SHEET[x].kind == kit.DISH and crossed[x] + 1 != 1 << place
        if not (there or locked or early):
            found.append(v)
    return tuple(sorted(found, key=lambda v: -kit.SERVINGS[v].points))


@lru_cache(4096)
def payable(have: tuple[int, ...], servings: tuple[int, ...], hexes: int) -> int:
    """The dearest of some servings that these items pay, books with their hexagons included (WR-23); -1 for none."""
    for v in servings:
        lacking, can = 0, True
        for f in LETTERS_OF[v]:
            short = COST[v][f] - have[f]
            if short > 0:
                lacking += short
                can = can and bool(hexes >> f & 1)
        if can and lacking <= have[kit.BOOK]:
            return v
    return -1


def best(s: State, p: int, have: tuple[int, ...]) -> int:
    """The dearest serving that a seat could cook with these items alone; -1 if there is none."""
    tile = int(s.tile[p])
    return payable(
        have, open_servings(tuple(s.crossed[p].tolist()), tuple(s.opened[p].tolist()), tile), int(s.hexes[p])
    )


def pays(v: int) -> str:
    return f"{serving_words(v)} for {points_words(kit.SERVINGS[v].points)}"


def of_done(s: State, p: int, name: Name) -> Remark:
    """WR-21: what could still be cooked is lost. What only the Fridge could pay is not."""
    pool, tokens = s.pool[p].tolist(), s.tokens[p].tolist()
    v = best(s, p, tuple(a + b for a, b in zip(pool, tokens)))
    unused, books = sum(pool), pool[kit.BOOK] + tokens[kit.BOOK]
    if v < 0 and books >= kit.SKILL_BOOKS and s.hexes[p] != HEXES:
        return Remark("final", 0, "books unused", f"You could still learn a skill with {books_words(books)}.")
    if v < 0:
        return Remark(why="What is left pays for nothing without the Fridge." if unused else "All your dice are used.")
    dice = f"{unused} {'die' if unused == 1 else 'dice'} unused" if unused else "row unused"
    return Remark("final", 0, dice, f"You could still cook {pays(v)}, without the Fridge.")


# --- the market -----------------------------------------------------------------------------------


def of_reroll(s: State, p: int, name: Name, dice: int) -> Remark:
    shown = s.dice.tolist()
    kept = [0] * kit.KINDS
    for i, f in enumerate(shown):
        kept[f] += not dice >> i & 1
    v = best(s, p, tuple(kept))
    if not dice:  # WR-7
        left = kit.ROLLS - int(s.rolls)
        why = f"The best they pay is {pays(v)}" if v >= 0 else "The dice pay for nothing without the Fridge"
        return Remark("final", 0, f"{left} roll{'s' * (left != 1)} given up", f"{why}; then everybody cooks.")
    stay = (1 << kit.DICE) - 1 & ~dice
    why = f"{dice_words(s, stay)} {'stay' if stay.bit_count() > 1 else 'stays'}" if stay else "no die stays"
    if stay:
        why += (
            f": {'they pay' if stay.bit_count() > 1 else 'it pays'} {pays(v)}"
            if v >= 0
            else ", but no serving is paid yet"
        )
    if int(s.rolls) + 1 == kit.ROLLS:
        why += "; it is the last roll, then everybody cooks"
    return Remark(why=sentence(why))


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


REMARKS: dict[int, Callable[..., Remark]] = {
    state.COOK: of_cook,
    state.SKILL: of_skill,
    state.BONUS: of_bonus,
    state.DONE: of_done,
    state.REROLL: of_reroll,
    state.OPEN: of_open,
}
remark = state.ACTIONS.each(REMARKS)
