"""What Wok and Roll says: notation, labels, questions, the log, and why something is not legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from yokocho.core.agenda import open_kind
from yokocho.core.game import Words
from yokocho.core.record import State
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.cooking import fridge_items
from yokocho.games.wok_and_roll.scoring import score
from yokocho.games.wok_and_roll.secrets import is_hidden
from yokocho.games.wok_and_roll.sheet import at_hand, books, completed, is_crossed, is_locked, is_on_sheet, open_places

Name = Callable[[int], str]

QUESTIONS = {state.MARKET: "market", state.COOKING: "cook"}
STEPS = {state.END: "end"}
ENDINGS = (
    "the woks are hot",
    "somebody has completed three dishes or platters (WR-31)",
    "the turns of a game alone are over (WR-35)",
    "the guard on turns was reached (WR-R18)",
)
IDS = [serving.id for serving in kit.SERVINGS]
RECT_IDS = [rectangle.id for rectangle in kit.RECTANGLES]
NAMES = {row["letter"]: row["name"].removeprefix("Recipe ").lower() for row in kit.SYMBOLS}
RANKS = ("apprentice", "cook", "chef", "master chef")  # of a game alone, from the lowest


def letters_of(counts: object) -> str:
    """Counts by letter as a string."""
    return "".join(letter * int(counts[f]) for f, letter in enumerate(kit.LETTERS))  # type: ignore[index]


@lru_cache(1024)
def ingredients(letters: str, color: str = "") -> str:
    """Letters in words, equal ones counted: 2 rice, meat."""
    said = []
    for letter in dict.fromkeys(letters):
        n, what = letters.count(letter), f"{color}{NAMES[letter]}"
        said.append(what if n == 1 else f"{n} {what}{'s' * (letter == kit.LETTERS[kit.BOOK])}")
    return ", ".join(said)


def cost_words(cost: str) -> str:
    *first, last = ingredients(cost).split(", ")
    return f"{', '.join(first)} and {last}" if first else last


def points_words(n: int) -> str:
    return f"{n} point{'s' * (n != 1)}"


def dice_of(bits: int) -> list[int]:
    return [i for i in range(kit.DICE) if bits >> i & 1]


def fridge_of(v: int, code: int) -> str:
    """The fridge items of a payment, in cost order."""
    return "".join(kit.LETTERS[kit.ORDER[v, j]] * int(fridge_items(v, code, j)) for j in range(int(kit.DIFFERENT[v])))


def canonical(s: State, bits: int) -> int:
    """Of dice with one colour and face, as many as are named are rolled, those with the highest numbers."""
    out = 0
    for white in (True, False):
        there = [i for i in range(kit.DICE) if (i < kit.WHITE) == white]
        for face in {int(s.dice[i]) for i in there}:
            alike = [i for i in there if s.dice[i] == face]
            n = sum(bits >> i & 1 for i in alike)
            out |= sum(1 << i for i in alike[len(alike) - n :])
    return out


def notation(s: State, p: int, a: int) -> str:
    if a < state.SKILL:
        v, code = divmod(a, kit.MOST_PAYMENTS)
        items = fridge_of(v, code)
        return f"cook {IDS[v]} fridge {items}" if items else f"cook {IDS[v]}" + f" payment {code}" * (code > 0)
    if a < state.BONUS:
        return f"skill {kit.LETTERS[a - state.SKILL]}"
    if a < state.DONE:
        return f"bonus {RECT_IDS[a - state.BONUS]}"
    if a in (state.DONE, state.LOCK_DICE):
        return "done" if a == state.DONE else "lock"
    if a < state.OPEN:
        return f"reroll {' '.join(map(str, dice_of(a - state.REROLL)))}"
    return f"open {IDS[a - state.OPEN]}"


def payment_code(v: int, items: str) -> int:
    """The number of the payment that takes these fridge items."""
    for code in range(kit.MOST_PAYMENTS):
        if sorted(fridge_of(v, code)) == sorted(items):
            return code
    raise ValueError(f"{IDS[v]} costs {kit.SERVINGS[v].cost}: it cannot be paid with {items} of the Fridge")


def parse(s: State, p: int, text: str) -> int:
    match text.split():
        case ["done"]:
            return state.DONE
        case ["lock"]:
            return state.LOCK_DICE
        case ["reroll", *dice] if dice and len(set(dice)) == len(dice) and set(dice) <= set(map(str, range(kit.DICE))):
            return state.REROLL + canonical(s, sum(1 << int(i) for i in dice))
        case ["skill", letter] if letter in list(kit.HEXES):
            return state.SKILL + kit.LETTERS.index(letter)
        case ["bonus", id] if id in RECT_IDS:
            return state.BONUS + RECT_IDS.index(id)
        case ["cook", id] if id in IDS:
            return kit.MOST_PAYMENTS * IDS.index(id)
        case ["cook", id, "fridge", items] if id in IDS:
            return kit.MOST_PAYMENTS * IDS.index(id) + payment_code(IDS.index(id), items)
        case ["open", id] if id in IDS and kit.LOCK[IDS.index(id)]:
            return state.OPEN + IDS.index(id)
    raise ValueError(f"{text!r} is no move of Wok and Roll")


def payment_words(s: State, p: int, v: int, code: int) -> str:
    """How a serving is paid, where that is not with dice alone."""
    items = fridge_of(v, code)
    paid = []
    rows = books_used = 0
    for j in range(int(kit.DIFFERENT[v])):
        f = int(kit.ORDER[v, j])
        from_dice = min(int(kit.COST[v, f]), int(s.pool[p, f]))
        from_rows = min(int(kit.COST[v, f]) - from_dice, int(s.tokens[p, f]))
        rows += from_rows
        books_used += int(kit.COST[v, f]) - from_dice - from_rows - int(fridge_items(v, code, j))
    if rows:
        paid.append(f"{rows} of a row")
    if items:
        paid.append(f"{cost_words(items)} from the Fridge")
    if books_used:
        paid.append(f"{books_used} {'book' if books_used == 1 else 'books'}")
    return f" with {' and '.join(paid)}" if paid else ""


def serving_words(v: int) -> str:
    """A dish or platter, and which of its servings, from the top."""
    return f"{kit.SHEET[kit.STRUCTURE[v]].label} {kit.PLACE[v] + 1}"


def whole_serving(v: int, paid: str = "") -> str:
    return f"{serving_words(v)} ({cost_words(kit.SERVINGS[v].cost)}){paid}: {points_words(kit.SERVINGS[v].points)}"


def label(s: State, p: int, a: int, name: Name) -> str:
    if a < state.SKILL:
        v, code = divmod(a, kit.MOST_PAYMENTS)
        return f"Cook {whole_serving(v, payment_words(s, p, v, code))}"
    if a < state.BONUS:
        return f"Learn to use books as {NAMES[kit.LETTERS[a - state.SKILL]]} ({kit.SKILL_BOOKS} books)"
    if a < state.DONE:
        return f"Outline {rectangle_words(a - state.BONUS)} ({kit.BONUS_BOOKS} books)"
    if a == state.DONE:
        return "Done"
    if a == state.LOCK_DICE:
        return "Keep all dice: cook"
    if a < state.OPEN:
        dice = dice_of(a - state.REROLL)
        return f"Roll {dice_words(s, dice)} again"
    return f"Open {whole_serving(a - state.OPEN)} ({kit.LOCK[a - state.OPEN]} books)"


def rectangle_words(r: int) -> str:
    rectangle = kit.RECTANGLES[r]
    what = ("serving of " + kit.SECTIONS[rectangle.section], "full row", "complete dish or platter")[rectangle.per]
    return f"{points_words(rectangle.points)} for each {what}"


def dice_words(s: State, dice: Iterable[int] = range(kit.DICE)) -> str:
    """Dice by what they show, in the order of the symbols, white ones first."""
    shown = s.dice.tolist()
    white = "".join(kit.LETTERS[f] for f in sorted(shown[i] for i in dice if i < kit.WHITE))
    red = "".join(kit.LETTERS[f] for f in sorted(shown[i] for i in dice if i >= kit.WHITE))
    return ", ".join(filter(None, (ingredients(white), ingredients(red, "red "))))


def question(s: State, p: int, name: Name) -> str:
    if s.phase == state.OVER:
        return "The kitchen is closed."
    if s.phase == state.MARKET:
        left = kit.ROLLS - int(s.rolls)
        return f"Pick dice to roll again, or keep them all. {left} roll{'s' * (left != 1)} left. WR-6"
    have = ingredients(letters_of(s.pool[p] + s.tokens[p]))
    return f"You have {have}: cook, learn, or done? WR-11" if have else "No dice left: done? WR-11"


def narrate(s: State, name: Name) -> list[str]:
    return [sentence(s, [int(x) for x in row], name) for row in s.events[: s.events_size]]


def revealed(code: int) -> list[str]:
    """The servings of one structure in a message."""
    x, bits = divmod(code - 1, 64)
    return [
        f"{kit.SHEET[x].label} {serving.place + 1}" for serving in kit.SHEET[x].servings if bits >> serving.place & 1
    ]


def sentence(s: State, event: list[int], name: Name) -> str:
    message, a, b, c = event
    if message == state.TURN:
        return f"Turn {a}: {name(b)} goes to the market"
    if message == state.ROLLED:
        n = len(dice_of(b))
        return f"{name(a)} rolls {n} {'die' if n == 1 else 'dice'}: {dice_words(s)}"
    if message == state.LOCKED:
        return f"{name(a)} keeps the dice"
    if message == state.COOKED:
        return f"{name(a)} cooks {whole_serving(b)}"
    if message == state.GAINED:
        return f"{name(a)} fills a row and gains 1 {NAMES[kit.LETTERS[b]]}"
    if message == state.COMPLETED:
        return f"{name(a)} completes {kit.SHEET[b].label}"
    if message == state.SKILLED:
        return f"{name(a)} learns to use books as {NAMES[kit.LETTERS[b]]}"
    if message == state.OUTLINED:
        return f"{name(a)} outlines {rectangle_words(b)}"
    if message == state.OPENED:
        return f"{name(a)} opens {serving_words(b)}"
    if message == state.SAID_DONE:
        return f"{name(a)} is done"
    if message == state.REVEALED:
        return f"{name(a)} has cooked {', '.join(revealed(b) + (revealed(c) if c else []))}"
    if message == state.LEARNED:
        found = [f"books as {NAMES[kit.LETTERS[f]]}" for f in range(kit.INGREDIENTS) if b >> f & 1]
        found += [rectangle_words(r) for r in range(len(kit.RECTANGLES)) if c >> r & 1]
        return f"{name(a)} has outlined {', '.join(found)}"
    if message == state.ENDED:
        return "The kitchen closes"
    raise ValueError(f"no words for event {message}")


def why_not(s: State, p: int, a: int) -> tuple[str, str]:
    """Why an action is not legal now, and the rule that says so."""
    cooking = open_kind(s) == state.COOKING
    if a < state.SKILL and cooking:
        return why_not_cook(s, p, *divmod(a, kit.MOST_PAYMENTS))
    if a < state.BONUS and cooking:
        f = a - state.SKILL
        if kit.LETTERS[f] not in kit.HEXES:
            return f"There is no hexagon for {NAMES[kit.LETTERS[f]]}.", "WR-22"
        if s.hexes[p] >> f & 1:
            return f"You have the hexagon for {NAMES[kit.LETTERS[f]]} already.", "WR-27"
        return f"A hexagon costs {kit.SKILL_BOOKS} books; you have {books(s, p)}.", "WR-22"
    if a < state.DONE and cooking:
        if s.rects[p] >> (a - state.BONUS) & 1:
            return f"You have outlined {rectangle_words(a - state.BONUS)} already.", "WR-27"
        return f"A rectangle costs {kit.BONUS_BOOKS} books; you have {books(s, p)}.", "WR-25"
    if state.REROLL <= a < state.OPEN:
        if cooking:
            return "The dice are locked.", "WR-8"
        return "Of equal dice the ones with the highest numbers are rolled.", "WR-6"
    if a >= state.OPEN and cooking:
        return f"{serving_words(a - state.OPEN)} is open, or you have too few books.", "WR-26"
    return "First the market: roll again, or keep the dice.", "WR-7"


def why_not_cook(s: State, p: int, v: int, code: int) -> tuple[str, str]:
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


def servings_text(bits: list[int]) -> str:
    """Servings, given as bits for each structure."""
    return " ".join(serving.id for serving in kit.SERVINGS if bits[serving.structure] >> serving.place & 1)


def solo_rank(points: int) -> str:
    return RANKS[sum(points >= bound for bound in kit.SOLO_RANKS)]


def summary(s: State, p: int) -> str:
    """The seat's own view in a line."""
    hexes = "".join(kit.LETTERS[f] for f in range(kit.INGREDIENTS) if s.hexes[p] >> f & 1)
    rects = " ".join(id for r, id in enumerate(RECT_IDS) if s.rects[p] >> r & 1)
    skills = f", outlined {' '.join(x for x in (hexes, rects) if x)}" if hexes or rects else ""
    rank = f" ({solo_rank(int(score(s, p)))})" if s.players == 1 and s.phase == state.OVER else ""
    return (
        f"{score(s, p)} points{rank}, {completed(s, p)} complete: [{servings_text(s.crossed[p].tolist())}], "
        f"Fridge {letters_of(s.fridge[p]) or '-'}{skills}"
    )


def heading(s: State) -> str:
    return f"Wok and Roll, {f'turn {int(s.turn) + 1}' if s.phase != state.OVER else 'over'}"


def secret(s: State, q: int, a: int, p: int) -> bool:
    """WR-R25: steps are hidden until all are done, but not who is done."""
    return bool(is_hidden(s)) and a != state.DONE


WORDS = Words(
    notation=notation,
    questions=QUESTIONS,
    steps=STEPS,
    heading=heading,
    turn=lambda s: int(s.turn % s.players),
    parse=parse,
    label=label,
    question=question,
    narrate=narrate,
    why_not=why_not,
    summary=summary,
    secret=secret,
)
