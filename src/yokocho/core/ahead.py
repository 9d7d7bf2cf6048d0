"""What somebody may ask before a move, answered from a masked state: why not this, and what would that do?"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from yokocho.core.errors import BadInput
from yokocho.core.record import State
from yokocho.core.scene import Ghost, Name, Zone, ghosts

if TYPE_CHECKING:
    from yokocho.core.game import Game

SEEDS = [bytes([n]) * 32 for n in range(32)]  # one for each imagined state that a preview looks at


@dataclass
class Preview:
    """What a move does in every imagined state: the lines and points that are the same in all of them."""

    lines: list[str]
    points: int
    open: bool  # does the outcome also depend on what the seat cannot know yet?
    ghosts: list[Ghost] = field(default_factory=list)  # what would lie where
    gone: list[str] = field(default_factory=list)  # the pieces that would lie where they lie no more


def why_not(game: Game, s: State, p: int, id: str, name: Name) -> tuple[str, str]:
    """Why a piece or a zone cannot be chosen now, and the rule; two empty strings if it can."""
    asked, places = game.pending(s), {zone.id: zone for zone in game.zones(s, p, name)}
    if not asked:
        return "The game is over.", ""
    if not game.legal(s, p):
        return f"It is for {' and '.join(name(q) for q in asked)} to decide now.", ""
    legal, reasons = set(game.legal(s, p)), Counter[tuple[str, str]]()
    for a in range(game.actions):
        try:
            about = id in game.touches(s, p, a, places)
        except LookupError:  # the action is about a place that does not exist now
            continue
        if about and a in legal:
            return "", ""
        if about:
            reasons[game.words.why_not(s, p, a)] += 1
    plain, _ = question_of(game, s, p, str)
    telling = [reason for reason in reasons if plain not in reason[0]]  # that say more than "something else is asked"
    if telling:
        return max(telling, key=reasons.__getitem__)
    said, rule = question_of(game, s, p, name)
    return f"It is not part of what is asked now: {said}", rule


def question_of(game: Game, s: State, p: int, name: Name) -> tuple[str, str]:
    """The question without its rule number, and that number."""
    question = game.words.question(s, p, name)
    said, _, rule = question.rpartition(" ")
    return (said, rule) if rule in game.rules else (question, "")


def preview(game: Game, s: State, p: int, a: int, name: Name, then: Sequence[int] = ()) -> Preview:
    """What an action, and those after it, do for certain, as far as a sample of imagined states shows: a rare
    exception can be missed.
    """
    if a not in game.legal(s, p):
        raise BadInput(f"seat {p} may not play {a} now")
    before, told, points = int(game.kernels.score(s, p)), [], set()
    tables: dict[bytes, list[Zone]] = {}  # most moves leave the same one in every imagined state
    for seed in SEEDS:
        after = game.imagined(s, p, seed)
        lines = []
        for action in (a, *then):
            if action not in game.legal(after, p):
                break
            game.kernels.apply(after, p, action)
            lines += game.words.narrate(game.view(after, p), name)
        points.add(int(game.kernels.score(after, p)) - before)
        game.kernels.mask(after, p)
        told.append(lines)
        if bytes(after) not in tables:
            tables[bytes(after)] = game.zones(after, p, name)
    first, *others = told
    lines = [line for line in first if all(line in other for other in others)]
    certain = len(points) == 1
    unsure = not certain or any(other != first for other in others)
    return Preview(
        lines, points.pop() if certain else 0, unsure, *on_the_table(game.zones(s, p, name), [*tables.values()])
    )


def on_the_table(before: list[Zone], tables: list[list[Zone]]) -> tuple[list[Ghost], list[str]]:
    """What changes in each of these tables alike: what would lie where, and what would lie there no more."""
    (first, gone), *others = [ghosts(before, after) for after in tables]
    for other, also in others:
        first = {place: ghost for place, ghost in first.items() if place in other}
        gone &= also
    return list(first.values()), sorted(gone)


def tried(game: Game, s: State, p: int, a: int, seed: bytes, moves: int) -> list[int]:
    """The points of every seat after an action and so many random sensible moves of all seats, in an imagined state."""
    k, chance, actions = game.kernels, random.Random(seed), np.empty(game.most, np.int16)
    after = game.imagined(s, p, seed)
    k.apply(after, p, a)
    for _ in range(moves):
        q = game.actor(after)
        if q < 0:
            break
        n = k.sensible(after, q, actions, k.legal(after, q, actions))
        k.apply(after, q, int(actions[chance.randrange(n)]))
    return game.scores(after)
