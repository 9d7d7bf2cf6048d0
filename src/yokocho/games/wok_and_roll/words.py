"""What Wok and Roll says: notation, labels, questions, the log, and why something is not legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from yokocho.core.agenda import open_kind
from yokocho.core.game import Words
from yokocho.core.record import State
from yokocho.games.wok_and_roll.components import (
    BONUS_BOOKS,
    BOOK,
    COST,
    DICE,
    DIFFERENT,
    HEXES,
    IN_ORDER,
    INGREDIENTS,
    LETTERS,
    LOCK,
    MOST_PAYMENTS,
    ORDER,
    PLACE,
    RECTANGLES,
    ROLLS,
    SECTIONS,
    SERVINGS,
    SHEET,
    SKILL_BOOKS,
    SOLO_RANKS,
    STRUCTURE,
    SYMBOLS,
    WHITE,
)
from yokocho.games.wok_and_roll.cooking import fridge_items
from yokocho.games.wok_and_roll.scoring import score
from yokocho.games.wok_and_roll.secrets import is_hidden
from yokocho.games.wok_and_roll.sheet import at_hand, books, completed, is_crossed, is_locked, is_on_sheet, open_places
from yokocho.games.wok_and_roll.state import (
    BONUS,
    COMPLETED,
    COOKED,
    COOKING,
    DONE,
    END,
    ENDED,
    GAINED,
    LEARNED,
    LOCK_DICE,
    LOCKED,
    MARKET,
    OPEN,
    OPENED,
    OUTLINED,
    OVER,
    REROLL,
    REVEALED,
    ROLLED,
    SAID_DONE,
    SKILL,
    SKILLED,
    TURN,
)

Name = Callable[[int], str]

QUESTIONS = {MARKET: "market", COOKING: "cook"}
STEPS = {END: "end"}
ENDINGS = (
    "the woks are hot",
    "somebody has completed three dishes or platters (WR-31)",
    "the turns of a game alone are over (WR-35)",
    "the guard on turns was reached (WR-R18)",
)
IDS = [serving.id for serving in SERVINGS]
RECT_IDS = [rectangle.id for rectangle in RECTANGLES]
NAMES = {row["letter"]: row["name"].removeprefix("Recipe ").lower() for row in SYMBOLS}
RANKS = ("apprentice", "cook", "chef", "master chef")  # of a game alone, from the lowest


def letters_of(counts: object) -> str:
    """Counts by letter as a string."""
    return "".join(letter * int(counts[f]) for f, letter in enumerate(LETTERS))  # type: ignore[index]


@lru_cache(1024)
def ingredients(letters: str, color: str = "") -> str:
    """Letters in words, equal ones counted: 2 rice, meat."""
    said = []
    for letter in dict.fromkeys(letters):
        n, what = letters.count(letter), f"{color}{NAMES[letter]}"
        said.append(what if n == 1 else f"{n} {what}{'s' * (letter == LETTERS[BOOK])}")
    return ", ".join(said)


def cost_words(cost: str) -> str:
    *first, last = ingredients(cost).split(", ")
    return f"{', '.join(first)} and {last}" if first else last


def points_words(n: int) -> str:
    return f"{n} point{'s' * (n != 1)}"


def dice_of(bits: int) -> list[int]:
    return [i for i in range(DICE) if bits >> i & 1]


def fridge_of(v: int, code: int) -> str:
    """The fridge items of a payment, in cost order."""
    return "".join(LETTERS[ORDER[v, j]] * int(fridge_items(v, code, j)) for j in range(int(DIFFERENT[v])))


def canonical(s: State, bits: int) -> int:
    """Of dice with one colour and face, as many as are named are rolled, those with the highest numbers."""
    out = 0
    for white in (True, False):
        there = [i for i in range(DICE) if (i < WHITE) == white]
        for face in {int(s.dice[i]) for i in there}:
            alike = [i for i in there if s.dice[i] == face]
            n = sum(bits >> i & 1 for i in alike)
            out |= sum(1 << i for i in alike[len(alike) - n :])
    return out


def notation(s: State, p: int, a: int) -> str:
    if a < SKILL:
        v, code = divmod(a, MOST_PAYMENTS)
        items = fridge_of(v, code)
        return f"cook {IDS[v]} fridge {items}" if items else f"cook {IDS[v]}" + f" payment {code}" * (code > 0)
    if a < BONUS:
        return f"skill {LETTERS[a - SKILL]}"
    if a < DONE:
        return f"bonus {RECT_IDS[a - BONUS]}"
    if a in (DONE, LOCK_DICE):
        return "done" if a == DONE else "lock"
    if a < OPEN:
        return f"reroll {' '.join(map(str, dice_of(a - REROLL)))}"
    return f"open {IDS[a - OPEN]}"


def payment_code(v: int, items: str) -> int:
    """The number of the payment that takes these fridge items."""
    for code in range(MOST_PAYMENTS):
        if sorted(fridge_of(v, code)) == sorted(items):
            return code
    raise ValueError(f"{IDS[v]} costs {SERVINGS[v].cost}: it cannot be paid with {items} of the Fridge")


def parse(s: State, p: int, text: str) -> int:
    match text.split():
        case ["done"]:
            return DONE
        case ["lock"]:
            return LOCK_DICE
        case ["reroll", *dice] if dice and len(set(dice)) == len(dice) and set(dice) <= set(map(str, range(DICE))):
            return REROLL + canonical(s, sum(1 << int(i) for i in dice))
        case ["skill", letter] if letter in list(HEXES):
            return SKILL + LETTERS.index(letter)
        case ["bonus", id] if id in RECT_IDS:
            return BONUS + RECT_IDS.index(id)
        case ["cook", id] if id in IDS:
            return MOST_PAYMENTS * IDS.index(id)
        case ["cook", id, "fridge", items] if id in IDS:
            return MOST_PAYMENTS * IDS.index(id) + payment_code(IDS.index(id), items)
        case ["open", id] if id in IDS and LOCK[IDS.index(id)]:
            return OPEN + IDS.index(id)
    raise ValueError(f"{text!r} is no move of Wok and Roll")


def payment_words(s: State, p: int, v: int, code: int) -> str:
    """How a serving is paid, where that is not with dice alone."""
    items = fridge_of(v, code)
    paid = []
    rows = books_used = 0
    for j in range(int(DIFFERENT[v])):
        f = int(ORDER[v, j])
        from_dice = min(int(COST[v, f]), int(s.pool[p, f]))
        from_rows = min(int(COST[v, f]) - from_dice, int(s.tokens[p, f]))
        rows += from_rows
        books_used += int(COST[v, f]) - from_dice - from_rows - int(fridge_items(v, code, j))
    if rows:
        paid.append(f"{rows} of a row")
    if items:
        paid.append(f"{cost_words(items)} from the Fridge")
    if books_used:
        paid.append(f"{books_used} {'book' if books_used == 1 else 'books'}")
    return f" with {' and '.join(paid)}" if paid else ""


def serving_words(v: int) -> str:
    """A dish or platter, and which of its servings, from the top."""
    return f"{SHEET[STRUCTURE[v]].label} {PLACE[v] + 1}"


def whole_serving(v: int, paid: str = "") -> str:
    return f"{serving_words(v)} ({cost_words(SERVINGS[v].cost)}){paid}: {points_words(SERVINGS[v].points)}"


def label(s: State, p: int, a: int, name: Name) -> str:
    if a < SKILL:
        v, code = divmod(a, MOST_PAYMENTS)
        return f"Cook {whole_serving(v, payment_words(s, p, v, code))}"
    if a < BONUS:
        return f"Learn to use books as {NAMES[LETTERS[a - SKILL]]} ({SKILL_BOOKS} books)"
    if a < DONE:
        return f"Outline {rectangle_words(a - BONUS)} ({BONUS_BOOKS} books)"
    if a == DONE:
        return "Done"
    if a == LOCK_DICE:
        return "Keep all dice: cook"
    if a < OPEN:
        dice = dice_of(a - REROLL)
        return f"Roll {dice_words(s, dice)} again"
    return f"Open {whole_serving(a - OPEN)} ({LOCK[a - OPEN]} books)"


def rectangle_words(r: int) -> str:
    rectangle = RECTANGLES[r]
    what = ("serving of " + SECTIONS[rectangle.section], "full row", "complete dish or platter")[rectangle.per]
    return f"{points_words(rectangle.points)} for each {what}"


def dice_words(s: State, dice: Iterable[int] = range(DICE)) -> str:
    """Dice by what they show, in the order of the symbols, white ones first."""
    shown = s.dice.tolist()
    white = "".join(LETTERS[f] for f in sorted(shown[i] for i in dice if i < WHITE))
    red = "".join(LETTERS[f] for f in sorted(shown[i] for i in dice if i >= WHITE))
    return ", ".join(filter(None, (ingredients(white), ingredients(red, "red "))))


def question(s: State, p: int, name: Name) -> str:
    if s.phase == OVER:
        return "The kitchen is closed."
    if s.phase == MARKET:
        left = ROLLS - int(s.rolls)
        return f"Pick dice to roll again, or keep them all. {left} roll{'s' * (left != 1)} left. WR-6"
    have = ingredients(letters_of(s.pool[p] + s.tokens[p]))
    return f"You have {have}: cook, learn, or done? WR-11" if have else "No dice left: done? WR-11"


def narrate(s: State, name: Name) -> list[str]:
    return [sentence(s, [int(x) for x in row], name) for row in s.events[: s.events_size]]


def revealed(code: int) -> list[str]:
    """The servings of one structure in a message."""
    x, bits = divmod(code - 1, 64)
    return [f"{SHEET[x].label} {serving.place + 1}" for serving in SHEET[x].servings if bits >> serving.place & 1]


def sentence(s: State, event: list[int], name: Name) -> str:
    message, a, b, c = event
    if message == TURN:
        return f"Turn {a}: {name(b)} goes to the market"
    if message == ROLLED:
        n = len(dice_of(b))
        return f"{name(a)} rolls {n} {'die' if n == 1 else 'dice'}: {dice_words(s)}"
    if message == LOCKED:
        return f"{name(a)} keeps the dice"
    if message == COOKED:
        return f"{name(a)} cooks {whole_serving(b)}"
    if message == GAINED:
        return f"{name(a)} fills a row and gains 1 {NAMES[LETTERS[b]]}"
    if message == COMPLETED:
        return f"{name(a)} completes {SHEET[b].label}"
    if message == SKILLED:
        return f"{name(a)} learns to use books as {NAMES[LETTERS[b]]}"
    if message == OUTLINED:
        return f"{name(a)} outlines {rectangle_words(b)}"
    if message == OPENED:
        return f"{name(a)} opens {serving_words(b)}"
    if message == SAID_DONE:
        return f"{name(a)} is done"
    if message == REVEALED:
        return f"{name(a)} has cooked {', '.join(revealed(b) + (revealed(c) if c else []))}"
    if message == LEARNED:
        found = [f"books as {NAMES[LETTERS[f]]}" for f in range(INGREDIENTS) if b >> f & 1]
        found += [rectangle_words(r) for r in range(len(RECTANGLES)) if c >> r & 1]
        return f"{name(a)} has outlined {', '.join(found)}"
    if message == ENDED:
        return "The kitchen closes"
    raise ValueError(f"no words for event {message}")


def why_not(s: State, p: int, a: int) -> tuple[str, str]:
    """Why an action is not legal now, and the rule that says so."""
    cooking = open_kind(s) == COOKING
    if a < SKILL and cooking:
        return why_not_cook(s, p, *divmod(a, MOST_PAYMENTS))
    if a < BONUS and cooking:
        f = a - SKILL
        if LETTERS[f] not in HEXES:
            return f"There is no hexagon for {NAMES[LETTERS[f]]}.", "WR-22"
        if s.hexes[p] >> f & 1:
            return f"You have the hexagon for {NAMES[LETTERS[f]]} already.", "WR-27"
        return f"A hexagon costs {SKILL_BOOKS} books; you have {books(s, p)}.", "WR-22"
    if a < DONE and cooking:
        if s.rects[p] >> (a - BONUS) & 1:
            return f"You have outlined {rectangle_words(a - BONUS)} already.", "WR-27"
        return f"A rectangle costs {BONUS_BOOKS} books; you have {books(s, p)}.", "WR-25"
    if REROLL <= a < OPEN:
        if cooking:
            return "The dice are locked.", "WR-8"
        return "Of equal dice the ones with the highest numbers are rolled.", "WR-6"
    if a >= OPEN and cooking:
        return f"{serving_words(a - OPEN)} is open, or you have too few books.", "WR-26"
    return "First the market: roll again, or keep the dice.", "WR-7"


def why_not_cook(s: State, p: int, v: int, code: int) -> tuple[str, str]:
    x, told = int(STRUCTURE[v]), serving_words(v)
    costs = f"{told} costs {cost_words(SERVINGS[v].cost)}"
    if is_crossed(s, p, v):
        return f"{told} is crossed off already.", "WR-16"
    if not is_on_sheet(s, p, x):
        return f"{told} is not on your sheet.", "WR-1"
    if IN_ORDER[x] and not open_places(s, p, x) >> PLACE[v] & 1:
        return f"{SHEET[x].label} is filled from the top: first what stands above {told}.", "WR-14"
    if is_locked(s, p, v):
        return f"{told} has to be opened with {LOCK[v]} books first.", "WR-26"
    lacking = 0
    for j in range(int(DIFFERENT[v])):
        f, k = int(ORDER[v, j]), int(fridge_items(v, code, j))
        missing = max(0, int(COST[v, f]) - int(at_hand(s, p, f)))
        if k > s.fridge[p, f]:
            return f"Your Fridge has no {NAMES[LETTERS[f]]}.", "WR-13"
        if k > missing:
            return f"Dice come first: {NAMES[LETTERS[f]]} of the Fridge is not needed.", "WR-12"
        if missing > k and not s.hexes[p] >> f & 1:
            return f"{costs}: {missing - k} {NAMES[LETTERS[f]]} missing.", "WR-12"
        lacking += missing - k
    return f"{costs}: {lacking} books would be needed, you have {books(s, p)}.", "WR-23"


def servings_text(bits: list[int]) -> str:
    """Servings, given as bits for each structure."""
    return " ".join(serving.id for serving in SERVINGS if bits[serving.structure] >> serving.place & 1)


def solo_rank(points: int) -> str:
    return RANKS[sum(points >= bound for bound in SOLO_RANKS)]


def summary(s: State, p: int) -> str:
    """The seat's own view in a line."""
    hexes = "".join(LETTERS[f] for f in range(INGREDIENTS) if s.hexes[p] >> f & 1)
    rects = " ".join(id for r, id in enumerate(RECT_IDS) if s.rects[p] >> r & 1)
    skills = f", outlined {' '.join(x for x in (hexes, rects) if x)}" if hexes or rects else ""
    rank = f" ({solo_rank(int(score(s, p)))})" if s.players == 1 and s.phase == OVER else ""
    return (
        f"{score(s, p)} points{rank}, {completed(s, p)} complete: [{servings_text(s.crossed[p].tolist())}], "
        f"Fridge {letters_of(s.fridge[p]) or '-'}{skills}"
    )


def heading(s: State) -> str:
    return f"Wok and Roll, {f'turn {int(s.turn) + 1}' if s.phase != OVER else 'over'}"


def secret(s: State, q: int, a: int, p: int) -> bool:
    """WR-R25: steps are hidden until all are done, but not who is done."""
    return bool(is_hidden(s)) and a != DONE


WORDS = Words(
    notation=notation,
    questions=QUESTIONS,
    steps=STEPS,
    heading=heading,
    parse=parse,
    label=label,
    question=question,
    narrate=narrate,
    why_not=why_not,
    summary=summary,
    secret=secret,
)
