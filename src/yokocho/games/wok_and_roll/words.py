"""What Wok and Roll says: labels, questions, the log."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from yokocho.core.happenings import Happening, Happens, happens
from yokocho.core.record import State
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.cooking import fridge_items
from yokocho.games.wok_and_roll.notation import fridge_of
from yokocho.games.wok_and_roll.scoring import score
from yokocho.games.wok_and_roll.secrets import is_hidden
from yokocho.games.wok_and_roll.sheet import completed

Name = Callable[[int], str]

QUESTIONS = {state.MARKET: "market", state.COOKING: "cook"}
STEPS = {state.END: "end"}
ENDINGS = (
    "the woks are hot",
    "somebody has completed three dishes or platters (WR-31)",
    "the turns of a game alone are over (WR-35)",
    "the guard on turns was reached (WR-R18)",
)
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


def rectangle_words(r: int) -> str:
    rectangle = kit.RECTANGLES[r]
    what = ("serving of " + kit.SECTIONS[rectangle.section], "full row", "complete dish or platter")[rectangle.per]
    return f"{points_words(rectangle.points)} for each {what}"


def dice_words(s: State, dice: int = (1 << kit.DICE) - 1) -> str:
    """Dice (as bits) by what they show, in the order of the symbols, white ones first."""
    shown = s.dice.tolist()
    white = "".join(kit.LETTERS[f] for f in sorted(shown[i] for i in range(kit.WHITE) if dice >> i & 1))
    red = "".join(kit.LETTERS[f] for f in sorted(shown[i] for i in range(kit.WHITE, kit.DICE) if dice >> i & 1))
    return ", ".join(filter(None, (ingredients(white), ingredients(red, "red "))))


LABELS: dict[int, Callable[..., str]] = {
    state.COOK: lambda s, p, name, v, code: f"Cook {whole_serving(v, payment_words(s, p, v, code))}",
    state.SKILL: lambda s, p, name, f: f"Learn to use books as {NAMES[kit.LETTERS[f]]} ({kit.SKILL_BOOKS} books)",
    state.BONUS: lambda s, p, name, r: f"Outline {rectangle_words(r)} ({kit.BONUS_BOOKS} books)",
    state.DONE: lambda s, p, name: "Done",
    state.REROLL: lambda s, p, name, dice: f"Roll {dice_words(s, dice)} again" if dice else "Keep all dice: cook",
    state.OPEN: lambda s, p, name, v: f"Open {whole_serving(v)} ({kit.LOCK[v]} books)",
}


def question(s: State, p: int, name: Name) -> str:
    if s.phase == state.OVER:
        return "The kitchen is closed."
    if s.phase == state.MARKET:
        left = kit.ROLLS - int(s.rolls)
        return f"Pick dice to roll again, or keep them all. {left} roll{'s' * (left != 1)} left. WR-6"
    have = ingredients(letters_of(s.pool[p] + s.tokens[p]))
    return f"You have {have}: cook, learn, or done? WR-11" if have else "No dice left: done? WR-11"


def revealed(code: int) -> list[str]:
    """The servings of one structure in a message."""
    x, bits = divmod(code - 1, 64)
    return [
        f"{kit.SHEET[x].label} {serving.place + 1}" for serving in kit.SHEET[x].servings if bits >> serving.place & 1
    ]


def learned(hexes: int, rects: int) -> list[str]:
    """What was outlined, given as bits."""
    found = [f"books as {NAMES[kit.LETTERS[f]]}" for f in range(kit.INGREDIENTS) if hexes >> f & 1]
    return found + [rectangle_words(r) for r in range(len(kit.RECTANGLES)) if rects >> r & 1]


def tell_roll(s: State, name: Name, p: int, dice: int, rolls: int) -> str:
    n = dice.bit_count()
    return f"{name(p)} rolls {n} {'die' if n == 1 else 'dice'}: {dice_words(s)}"


def tell_cooked(s: State, name: Name, p: int, one: int, other: int) -> str:
    return f"{name(p)} has cooked {', '.join(revealed(one) + (revealed(other) if other else []))}"


# What is said of each message, given its three numbers
TOLD: dict[int, Callable[[State, Name, int, int, int], str]] = {
    state.TURN: lambda s, name, turn, p, _: f"Turn {turn}: {name(p)} goes to the market",
    state.ROLLED: tell_roll,
    state.LOCKED: lambda s, name, p, *_: f"{name(p)} keeps the dice",
    state.COOKED: lambda s, name, p, v, _: f"{name(p)} cooks {whole_serving(v)}",
    state.GAINED: lambda s, name, p, f, _: f"{name(p)} fills a row and gains 1 {NAMES[kit.LETTERS[f]]}",
    state.COMPLETED: lambda s, name, p, x, _: f"{name(p)} completes {kit.SHEET[x].label}",
    state.SKILLED: lambda s, name, p, f, _: f"{name(p)} learns to use books as {NAMES[kit.LETTERS[f]]}",
    state.OUTLINED: lambda s, name, p, r, _: f"{name(p)} outlines {rectangle_words(r)}",
    state.OPENED: lambda s, name, p, v, _: f"{name(p)} opens {serving_words(v)}",
    state.SAID_DONE: lambda s, name, p, *_: f"{name(p)} is done",
    state.REVEALED: tell_cooked,
    state.LEARNED: lambda s, name, p, hexes, rects: f"{name(p)} has outlined {', '.join(learned(hexes, rects))}",
    state.ENDED: lambda s, name, *_: "The kitchen closes",
}
EVENTS = {
    state.TURN: "turn",
    state.ROLLED: "rolled",
    state.LOCKED: "locked",
    state.COOKED: "cooked",
    state.GAINED: "gained",
    state.COMPLETED: "completed",
    state.SKILLED: "skilled",
    state.OUTLINED: "outlined",
    state.OPENED: "opened",
    state.SAID_DONE: "said-done",
    state.REVEALED: "revealed",
    state.LEARNED: "learned",
    state.ENDED: "ended",
}


def happens_rolled(s: State, p: int, dice: int, rolls: int) -> list[Happening]:
    return [Happening("rolled", p, "tray", [f"die:{i}" for i in range(kit.DICE) if dice >> i & 1])]


def happens_served(what: str) -> Happens:
    """A serving is cooked or opened."""
    return lambda s, p, v, _: [
        Happening(what, p, f"structure:{p}.{structure_id(v)}", [f"serving:{p}.{kit.SERVINGS[v].id}"], "good")
    ]


def structure_id(v: int) -> str:
    return str(kit.SHEET[kit.STRUCTURE[v]].id)


def happens_completed(s: State, p: int, x: int, _: int) -> list[Happening]:
    return [Happening("full", p, f"structure:{p}.{kit.SHEET[x].id}", tone="good")]


def happens_revealed(s: State, p: int, one: int, other: int) -> list[Happening]:
    """WR-R25: what was cooked unseen, all at once."""
    found = []
    for code in filter(None, (one, other)):
        x, bits = divmod(code - 1, 64)
        served = [serving.id for serving in kit.SHEET[x].servings if bits >> serving.place & 1]
        pieces = [f"serving:{p}.{id}" for id in served]
        found.append(Happening("cooked", p, f"structure:{p}.{kit.SHEET[x].id}", pieces, "good"))
    return found


def happens_learned(s: State, p: int, hexes: int, rects: int) -> list[Happening]:
    pieces = [f"hex:{p}.{kit.LETTERS[f]}" for f in range(kit.INGREDIENTS) if hexes >> f & 1]
    pieces += [f"rect:{p}.{id}" for r, id in enumerate(kit.RECTANGLE_IDS) if rects >> r & 1]
    return [Happening("marked", p, pieces=pieces, tone="good")]


HAPPENS: dict[int, Happens] = {
    state.ROLLED: happens_rolled,
    state.LOCKED: happens("passed"),
    state.COOKED: happens_served("cooked"),
    state.GAINED: lambda s, p, f, _: [Happening("drawn", p, f"pool:{p}", tone="good")],
    state.COMPLETED: happens_completed,
    state.SKILLED: lambda s, p, f, _: happens_learned(s, p, 1 << f, 0),
    state.OUTLINED: lambda s, p, r, _: happens_learned(s, p, 0, 1 << r),
    state.OPENED: happens_served("marked"),
    state.SAID_DONE: happens("passed"),
    state.REVEALED: happens_revealed,
    state.LEARNED: happens_learned,
}


def servings_text(bits: list[int]) -> str:
    """Servings, given as bits for each structure."""
    return " ".join(serving.id for serving in kit.SERVINGS if bits[serving.structure] >> serving.place & 1)


def solo_rank(points: int) -> str:
    return RANKS[sum(points >= bound for bound in kit.SOLO_RANKS)]


def summary(s: State, p: int) -> str:
    """The seat's own view in a line."""
    hexes = "".join(kit.LETTERS[f] for f in range(kit.INGREDIENTS) if s.hexes[p] >> f & 1)
    rects = " ".join(id for r, id in enumerate(kit.RECTANGLE_IDS) if s.rects[p] >> r & 1)
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
