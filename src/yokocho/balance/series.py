"""A series of matches between bots, played in blocks: what all figures are computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from yokocho.arena.series import play_one, specify
from yokocho.balance.chances import STAGES, Chances
from yokocho.balance.native.made import player
from yokocho.balance.native.playing import DECISIONS, ENDING, FORCED, KINDS, REAL, WIDTHS
from yokocho.balance.native.watching import POINTS
from yokocho.bots.playout import GREEDY
from yokocho.bots.seats import NATIVE
from yokocho.core.game import SCRATCH, Game
from yokocho.core.position import seed_bytes
from yokocho.core.record import NONE, batch

BLOCKS = 50  # of a series: the independent samples that intervals are computed from
TRACE = 1024  # decisions of which a lead is noted; of longer matches every second one, and so on
HASTY = "hasty"  # the greedy bot with the faster advice of playouts

Floats: TypeAlias = npt.NDArray[np.float64]
Sums: TypeAlias = dict[str, Floats]  # sums over the matches of a block, by name


@dataclass(frozen=True)
class Series:
    """What determines a series, except the game and the number of players."""

    name: str
    bots: tuple[str, ...]  # one for each seat of match 0
    matches: int
    without: tuple[int, ...] = ()  # actions that the first bot does not play
    options: Mapping[str, Any] = field(default_factory=dict)
    changes: tuple[tuple[str, Any], ...] = ()  # of component data
    leads: bool = False  # is the lead followed?
    choices: bool = False  # is it noted what is open and what is taken?

    @property
    def uniform(self) -> bool:
        """Do all seats play alike? Then each deal is played once, otherwise with the bots in all rotations."""
        return len(set(self.bots)) == 1 and not self.without

    @property
    def native(self) -> bool:
        return all(bot in NATIVE or bot == HASTY for bot in self.bots)

    def deals(self, players: int) -> int:
        """How many deals are played: as many in each block."""
        return max(BLOCKS, -(-self.matches // (1 if self.uniform else players)) // BLOCKS * BLOCKS)

    def header(self) -> dict[str, Any]:
        """As data, for the file that keeps it."""
        return asdict(self) | {"bots": list(self.bots), "without": list(self.without), "changes": list(self.changes)}


@dataclass(frozen=True)
class Table:
    """The game, how many play it, and the seed of all series."""

    game: Game
    players: int
    seed: str = "0"

    @property
    def choices(self) -> list[str]:
        """The names of verbs and pieces, in the order of their numbers."""
        return [*self.game.verbs, *(name for group in self.game.pieces for name in group.names)]


def play_block(table: Table, series: Series, block: int, chances: Chances | None = None) -> Sums:
    """One of the blocks of a series."""
    deals = series.deals(table.players) // BLOCKS
    rotations = 1 if series.uniform else table.players
    span = range(block * deals * rotations, (block + 1) * deals * rotations)
    if series.native:
        return play_natively(table, series, span, rotations, chances)
    return play_by_thinking(table, series, span)


def play_by_thinking(table: Table, series: Series, span: range) -> Sums:
    """Matches of bots that search: only results."""
    spec = specify(table.game, table.players, series.bots, dict(series.options), table.seed)
    rows = [play_one(spec, i) for i in span]
    scores = np.array([row["scores"] for row in rows])
    ranks = np.array([row["ranks"] for row in rows])
    shares = (ranks == 1) / (ranks == 1).sum(axis=1, keepdims=True)
    return results(series, span, shares, scores.astype(np.float64))


def results(series: Series, span: range, shares: Floats, scores: Floats) -> Sums:
    """Who won and how many points were made, by seat and by bot."""
    players = shares.shape[1]
    turns = np.zeros(len(span), np.int64) if series.uniform else np.array([i % players for i in span])
    slots = (np.arange(players)[None, :] + turns[:, None]) % players
    won, points = np.zeros(players), np.zeros(players)
    np.add.at(won, slots, shares)
    np.add.at(points, slots, scores)
    return {
        "matches": np.array([float(len(span))]),
        "won": won,
        "points": points,
        "won by seat": shares.sum(axis=0),
        "points by seat": scores.sum(axis=0),
        "best score": np.array([scores.max(axis=1).sum()]),
    }


@np.errstate(over="ignore")  # uncompiled, the generator's 64-bit words overflow on purpose
def play_natively(table: Table, series: Series, span: range, rotations: int, chances: Chances | None) -> Sums:
    game, players, n = table.game, table.players, len(span)
    verbs, names = len(game.verbs), len(table.choices)
    scores, ranks, shares = np.zeros((n, players)), np.zeros((n, players), np.int16), np.zeros((n, players))
    tallies, widths = np.zeros((n, KINDS + REAL + 1)), np.zeros(WIDTHS)
    curves, choices = np.zeros((2, POINTS)), np.zeros((names, 6))
    samples = np.zeros((n, POINTS if series.leads and chances is None else 0, players + 2))
    model = np.zeros((STAGES, players + 2)) if chances is None else np.array(chances.model)
    player(game, HASTY in series.bots)(
        np.frombuffer(seed_bytes(table.seed), ">u8").astype(np.uint64), span.start, span.stop, rotations, players,
        game.numbers(dict(series.options), players), bot_numbers(series), banned(table, series),
        series.leads, series.choices and chances is not None, verb_of(game), verbs, had_once(game),
        1 if chances is None else chances.usual, model, batch(game.state, 3), np.empty(game.most, np.int16),
        np.empty(names + 1, np.int64), np.empty(game.most, np.int16), np.empty(game.most + SCRATCH),
        np.zeros(names + 1, np.int64), np.zeros(players), np.zeros((TRACE, 2, players)), np.zeros((TRACE, 2), np.int64),
        np.zeros((players, names + 1, 4)), widths, curves, choices, tallies, scores, ranks, shares, samples,
    )  # fmt: skip
    endings = np.bincount(tallies[:, ENDING].astype(np.int64), minlength=len(game.endings)).astype(np.float64)
    greedy = all(bot not in ("random", "apprentice") for bot in series.bots)
    return results(series, span, shares, scores) | {
        "tally": tallies[:, :KINDS].sum(axis=0),
        "kinds": tallies[:, KINDS:].sum(axis=0) if greedy else tallies[:, [KINDS + FORCED]].sum(axis=0),
        "squares": (tallies[:, [DECISIONS]] ** 2).sum(axis=0),
        "widths": widths,
        "endings": endings,
        "lengths": tallies[:, DECISIONS],
        "scores": scores.reshape(-1),
        **({"curves": curves.reshape(-1)} if series.leads else {}),
        **({"choices": choices.reshape(-1)} if series.choices and chances is not None else {}),
        **({"samples": samples.reshape(-1), "shares": shares.reshape(-1)} if samples.size else {}),
    }


LISTS = ("lengths", "scores", "samples", "shares")  # not sums: a number for each match or seat


def bot_numbers(series: Series) -> npt.NDArray[np.int8]:
    return np.array([NATIVE.get(bot, GREEDY) for bot in series.bots], np.int8)


def banned(table: Table, series: Series) -> npt.NDArray[np.uint8]:
    """The actions that each bot does without."""
    out = np.zeros((table.players, table.game.actions), np.uint8)
    out[0, list(series.without)] = 1
    return out


def verb_of(game: Game) -> npt.NDArray[np.int64]:
    out = np.full(game.actions, NONE, np.int64)
    for i, actions in enumerate(game.verbs.values()):
        out[list(actions)] = i
    return out


def had_once(game: Game) -> npt.NDArray[np.uint8]:
    """By choice: is it had at most once a match?"""
    kinds = [False] * len(game.verbs) + [group.once for group in game.pieces for _ in group.names]
    return np.array([*kinds, False], np.uint8)


def joined(blocks: Sequence[Sums]) -> Sums:
    """The sums of all blocks: a row for each."""
    return {name: np.array([block[name] for block in blocks]) for name in blocks[0]}
