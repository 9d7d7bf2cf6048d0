"""Finds puzzles in matches of bots: positions in which one move is clearly best for what the seat knows.

Every decision is searched several times, longer each time and with other chance; the longer ones only if the shorter
ones found one move clearly best. The measure of difficulty is how seldom weaker bots find it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import log10, sqrt
from multiprocessing import get_context
from typing import Any

import numpy as np

from yokocho.bots.search import Found, Search
from yokocho.bots.seats import advice, bot
from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.record import CLOCK, State, data
from yokocho.learn.puzzles import BEGINNER, EVEN, Puzzle

LOOKS = (100, 600, 3_000, 12_000)  # iterations of the searches of one decision
MARGIN = 0.06  # of the chance to win: so much better than any other, beyond the doubt about both
ENOUGH = 20  # visits of a move in the longest search, for its value to be told
TOLD = 6  # moves whose values are kept
CERTAIN = 0.97  # a match that is won anyway has no puzzles
HOPELESS = 0.12
CHOICES = 3  # at least so many sensible moves
EACH = 2  # most puzzles of one match
STRAY = 8  # one move in so many is any sensible one, so that no two matches are alike
QUICK, TRIES = 120, 4  # iterations and number of the short searches that measure the difficulty
SHARES = {"apprentice": 1, "cook": 2, "chef": 2}  # of the bots in it
RARE = 0.03
EASY = 0.4  # at most such a part of the puzzles is found by the cook
STALE = 40  # matches in a row without a puzzle: then there are none


@dataclass
class Miner:
    """Plays matches of one game, and looks at every decision."""

    game: Game
    seed: str
    looks: Sequence[int] = LOOKS

    def match(self, k: int) -> list[Puzzle]:
        """The puzzles of match number k."""
        seed = f"{self.seed} {k}"
        counts = [n for n in self.game.players if n > 1]
        match = Match(self.game, counts[k % len(counts)], None, seed)
        cook, stray = bot("cook", self.game, seed), bot("apprentice", self.game, f"stray {seed}")
        chance = np.random.default_rng(list(hashlib.sha256(seed.encode()).digest()))
        found: list[Puzzle] = []
        while not match.over and len(found) < EACH:
            p = match.actor()
            if p != CLOCK:
                one = self.puzzle(match.state, p, f"{seed} {len(match.moves)}")
                found += [one] if one else []
            view = match.view(p)
            match.play(p, (stray if chance.integers(STRAY) == 0 else cook)(view, p), when=0)
        return found

    def puzzle(self, s: State, p: int, seed: str) -> Puzzle | None:
        """The puzzle that a state is for a seat, if it is one."""
        game = self.game
        view = game.view(s, p)
        rated = advice(game, view, p)
        if len(rated) < CHOICES:
            return None
        best, moves = -1, list[Found]()
        for i, iterations in enumerate(self.looks):
            moves = Search(game, f"{seed} {i}", nodes=4 * iterations + 4096).think(view, p, iterations)
            if not is_clear(moves, i == len(self.looks) - 1) or (i > 1 and moves[0].action != best):
                return None
            best = moves[0].action
        if not HOPELESS <= moves[0].value <= CERTAIN:
            return None
        position = written(game, s, p)
        if position is None:
            return None
        found = self.found(view, p, rated, best, seed)
        words, verb = game.words, next((verb for verb, actions in game.verbs.items() if best in actions), "")
        told = [one for one in moves if one.visits >= ENOUGH][:TOLD]
        return Puzzle(
            id=hashlib.sha256(json.dumps([p, position], sort_keys=True).encode()).hexdigest()[:8],
            seat=p,
            best=words.notation(view, p, best),
            theme=verb,
            rating=difficulty(found),
            values={words.notation(view, p, one.action): round(one.value, 3) for one in told},
            found=found,
            position=position,
        )

    def found(self, view: State, p: int, rated: list[tuple[int, float]], best: int, seed: str) -> dict[str, float]:
        """How often each of the weaker bots finds the best move."""
        top = [a for a, worth in rated if worth == rated[0][1]]
        chosen = [Search(self.game, f"{seed} quick {i}", nodes=4096).choose(view, p, QUICK) for i in range(TRIES)]
        return {
            "apprentice": round(1 / len(rated), 3),
            "cook": round((best in top) / len(top), 3),
            "chef": chosen.count(best) / TRIES,
        }


def is_clear(moves: list[Found], surely: bool) -> bool:
    """Is the most visited move the best by far? Moves that were hardly visited were given up for good reason; but to be
    sure, one at least has to have been a rival, and the doubt about both counts.
    """
    best, *others = moves
    rivals = [one for one in others if one.visits >= ENOUGH]
    doubts = [0.5 * sqrt(1 / one.visits + 1 / best.visits) if surely else 0.0 for one in rivals]
    return (
        2 * best.visits > sum(one.visits for one in moves)
        and bool(rivals or not surely)
        and all(best.value - one.value > MARGIN + doubt for one, doubt in zip(rivals, doubts))
    )


def written(game: Game, s: State, p: int) -> dict[str, Any] | None:
    """The position, if it says all that the seat knows."""
    position = game.write(game.settle(s))
    position.pop("generator", None)
    again = game.read(game, position)
    views = [data(game.settle(game.view(one, p))) for one in (s, again)]
    return position if views[0] == views[1] else None


def difficulty(found: dict[str, float]) -> int:
    """A rating: of a puzzle that half of the bots find, that of a beginner."""
    share = sum(SHARES[name] * often for name, often in found.items()) / sum(SHARES.values())
    share = min(max(share, RARE), 1 - RARE)
    return round(BEGINNER - EVEN * log10(share / (1 - share)))


def puzzles_of(name: str, seed: str, looks: Sequence[int], k: int) -> list[Puzzle]:
    """The puzzles of one match, in any process."""
    from yokocho import catalog

    return Miner(catalog.game(name), seed, looks).match(k)


def mine(game: Game, count: int, processes: int, seed: str, looks: Sequence[int] = LOOKS) -> Iterator[Puzzle]:
    """So many puzzles, as they are found; the same ones with any number of processes."""
    if count < 1 or processes < 1:
        raise BadInput("at least one puzzle and one process")
    taken = set[str]()
    easy = idle = 0
    for found in matches(game, processes, partial(puzzles_of, game.name, seed, looks)):
        idle += 1
        for one in found:
            is_easy = one.found["cook"] >= 0.5
            if one.id in taken or (is_easy and easy > EASY * len(taken)):
                continue
            taken.add(one.id)
            easy += is_easy
            idle = 0
            yield one
            if len(taken) == count:
                return
        if idle == STALE:
            raise BadInput(f"{STALE} matches of {game.title} without a puzzle")


def matches(game: Game, processes: int, work: partial[list[Puzzle]]) -> Iterator[list[Puzzle]]:
    """The results of match after match, in their order."""
    if processes == 1:
        yield from map(work, range(1 << 30))
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        k = 0
        while True:
            yield from pool.map(work, range(k, k + 4 * processes))
            k += 4 * processes
