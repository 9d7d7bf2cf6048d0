"""Which series are played for a balance page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from yokocho.balance.series import HASTY, Series, Table
from yokocho.bots.seats import NATIVE, check_name
from yokocho.core.game import BadInput, Option

LADDER = ("random", "apprentice", "greedy")
MAIN_TIMES = 5  # the main series has so many times the matches of the others
THINKING = 20  # a series of bots that search, so many times fewer
MOST_VALUES = 6  # of a house rule that are tried
MAIN, LEVEL, STEP, WITHOUT, RULE, CHANGE = "main", "level", "step", "without", "rule", "change"


@dataclass(frozen=True)
class Wish:
    """What somebody wants to know."""

    matches: int = 2000  # of each series; the main one has more
    bot: str = "greedy"  # who plays
    ladder: tuple[str, ...] = LADDER  # weakest first
    options: dict[str, Any] = field(default_factory=dict)  # house rules that hold throughout
    sets: tuple[tuple[str, tuple[Any, ...]], ...] = ()  # component data: where, and which values
    parts: tuple[str, ...] = ("levels", "without", "rules")  # apart from the main series


PARTS = Wish.parts


def check(table: Table, wish: Wish) -> None:
    """BadInput if it cannot be answered."""
    if table.players < 2:
        raise BadInput("one player alone has nobody to be compared with")
    if wish.matches < 1:
        raise BadInput("at least one match")
    for bot in (wish.bot, *wish.ladder):
        if bot != HASTY:
            check_name(bot)
    if wish.bot not in (*NATIVE, HASTY):
        raise BadInput(f"{wish.bot} thinks too long for this: here play {', '.join(NATIVE)}, {HASTY}")
    for part in wish.parts:
        if part not in PARTS:
            raise BadInput(f"there is no part {part!r}; there are {', '.join(PARTS)}")
    table.game.numbers(wish.options, table.players)


def plan(table: Table, wish: Wish) -> list[Series]:
    """All series, the main one first."""
    check(table, wish)
    everybody = (wish.bot,) * table.players

    def series(kind: str, name: str, bots: Sequence[str] = everybody, **more: Any) -> Series:
        matches = wish.matches
        if any(bot not in (*NATIVE, HASTY) for bot in bots):
            matches //= THINKING
        settings: dict[str, Any] = {"matches": matches, "options": wish.options} | more
        return Series(f"{kind} {name}".strip(), tuple(bots), **settings)

    found = [series(MAIN, "", matches=MAIN_TIMES * wish.matches, leads=True, choices=True)]
    usual = [wish.bot] if "rules" in wish.parts or wish.sets else []  # for comparison
    for bot in levels(wish) if "levels" in wish.parts else usual:
        found.append(series(LEVEL, bot, (bot,) * table.players, leads=True))
    if "levels" in wish.parts:
        for low, high in zip(wish.ladder, wish.ladder[1:]):
            found.append(series(STEP, f"{high} over {low}", (high, *(low,) * (table.players - 1))))
    if "without" in wish.parts:
        found += [series(WITHOUT, name, without=actions) for name, actions in restrictions(table).items()]
    if "rules" in wish.parts:
        found += [
            series(RULE, f"{option.name}={value}", options=wish.options | {option.name: value}, leads=True)
            for option in table.game.options
            if option.name not in wish.options
            for value in tried(option, table.players)
        ]
    for place, values in wish.sets:
        found += [series(CHANGE, f"{place}={value}", changes=((place, value),), leads=True) for value in values]
    return found


def native(bot: str) -> bool:
    return bot in NATIVE or bot == HASTY


def levels(wish: Wish) -> list[str]:
    """The levels whose seats are compared, with the same deals: those of the ladder, and who plays otherwise."""
    return list(dict.fromkeys([*(bot for bot in wish.ladder if native(bot)), wish.bot]))


def restrictions(table: Table) -> dict[str, tuple[int, ...]]:
    """What a bot may have to do without: each verb, and all that begin with the same word."""
    verbs = table.game.verbs
    found = {verb: tuple(actions) for verb, actions in verbs.items()}
    for first in {verb.split()[0]: None for verb in verbs}:
        alike = [verb for verb in verbs if verb.split()[0] == first]
        if 1 < len(alike) < len(verbs):
            found[f"any {first}"] = tuple(a for verb in alike for a in verbs[verb])
    return found


def tried(option: Option, players: int) -> list[Any]:
    """Values of a house rule other than the usual one: of many numbers half and twice the usual one, and what has a
    label; of a list the first.
    """
    values = list(option.values) if len(option.values) <= MOST_VALUES or not option.is_number else []
    if option.is_number and not values:
        values = [v for v in (*option.labels, option.default // 2, option.default * 2) if v in option.values]
    values = [v for v in values if v != option.default and v not in option.seats[players:]]
    return list(dict.fromkeys(values))[:MOST_VALUES]
