"""Plays many matches in native code, on several threads, and reports the results."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from yokocho.bots.playout import STUCK, runner
from yokocho.bots.seats import NATIVE, check_name, shown, split
from yokocho.core.game import SCRATCH, BadInput, Game
from yokocho.core.position import seed_bytes
from yokocho.core.record import batch

CHUNK = 500  # matches between two updates of the progress bar
USUAL = 400  # moves of a match, for a first guess of the room that they need


@dataclass(frozen=True)
class Part:
    """Some of the matches, one after another."""

    start: int  # the number of the first
    tallies: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int16]
    ranks: npt.NDArray[np.int16]
    log: npt.NDArray[np.int16]  # seat and action of all moves, if they are kept


@dataclass
class Outcome:
    """The results of a series of matches, a row for each match."""

    game: Game
    players: int
    bots: list[str]  # by seat of match 0; if rotated, shifted by one seat with each match
    rotated: bool
    tallies: npt.NDArray[np.int64]  # decisions, broken invariant, digest of all moves, ending
    scores: npt.NDArray[np.int16]
    ranks: npt.NDArray[np.int16]
    seconds: float = field(default=0.0, compare=False)
    played: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))  # the numbers of the matches
    stopped: bool = False  # interrupted: these are the matches that were played until then

    @property
    def broken(self) -> list[tuple[int, str]]:
        """Matches that broke an invariant or got stuck."""
        rows = np.flatnonzero(self.tallies[:, 1])
        codes = [int(self.tallies[i, 1]) for i in rows]
        return [
            (int(self.played[i]), "stuck" if c == STUCK else self.game.invariants[c - 1]) for i, c in zip(rows, codes)
        ]

    def shares(self) -> npt.NDArray[np.float64]:
        """Shares of the win by match and seat; a tie is split."""
        won = (self.ranks == 1).astype(np.float64)
        return np.asarray(won / won.sum(axis=1, keepdims=True))

    def by_bot(self, rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Columns by bot rather than by seat."""
        if not self.rotated:
            return rows
        games = self.played[:, None]
        return np.asarray(rows[games, (np.arange(self.players)[None, :] - games) % self.players])

    def report(self) -> dict[str, Any]:
        """Everything as data; the keys are a public interface."""
        games = len(self.tallies)
        decisions = self.tallies[:, 0]
        scores = self.scores.astype(np.float64)
        shares = self.shares()
        endings = np.bincount(self.tallies[:, 3], minlength=len(self.game.endings))
        values, counts = np.unique(self.scores, return_counts=True)
        return {
            "game": self.game.name,
            "players": self.players,
            "games": games,
            "bots": self.bots,
            "games_per_second": games / self.seconds,
            "decisions_per_second": float(decisions.sum()) / self.seconds,
            "decisions_per_game": float(decisions.mean()),
            "state_bytes": self.game.state.itemsize,
            "seconds": self.seconds,
            "lengths": spread(decisions),
            "scores": spread(self.scores) | {"histogram": {int(v): int(c) for v, c in zip(values, counts)}},
            "winning_score": spread(self.scores.max(axis=1)),
            "seat_advantage": [
                {"seat": p, "win_share": float(shares[:, p].mean()), "mean_score": float(scores[:, p].mean())}
                for p in range(self.players)
            ],
            "bot_results": [
                {
                    "bot": name,
                    "win_share": float(self.by_bot(shares)[:, i].mean()),
                    "mean_score": float(self.by_bot(scores)[:, i].mean()),
                }
                for i, name in enumerate(self.bots)
            ],
            "shared_wins": float(((self.ranks == 1).sum(axis=1) > 1).mean()),
            "endings": {self.game.endings[i]: int(n) for i, n in enumerate(endings) if n},
            "broken": [{"match": i, "invariant": what} for i, what in self.broken],
            "digest": f"{int(np.bitwise_xor.reduce(self.tallies[:, 2] + self.played)):016x}",
        }


def spread(numbers: npt.NDArray[Any]) -> dict[str, float]:
    low, mid, high = (float(x) for x in np.percentile(numbers, (5, 50, 95)))
    return {
        "mean": float(numbers.mean()),
        "min": int(numbers.min()),
        "p5": low,
        "median": mid,
        "p95": high,
        "max": int(numbers.max()),
    }


def native(name: str) -> str:
    """The name; BadInput if it is not one of the bots that play in native code."""
    if split(check_name(name))[1] not in NATIVE:
        raise BadInput(f"{shown(name)} thinks too long for this: here play {', '.join(NATIVE)}; see yokocho arena")
    return name


def simulate(
    game: Game,
    players: int,
    games: int,
    bots: Sequence[str],
    *,
    options: dict[str, Any] | None = None,
    seed: str = "0",
    threads: int = 1,
    rotate: bool = True,
    checked: bool = False,
    progress: Callable[[int], object] = lambda done: None,
    keep: Callable[[Part], object] | None = None,
) -> Outcome:
    """Plays matches 0 to games - 1 of the series of a seed; the result does not depend on the number of threads. With
    `keep`, their moves are recorded too, and it is called with each part of them that is done. Interrupted by Ctrl-C,
    it ends with the matches that are done, if there are any.
    """
    game.check_players(players)
    if games < 1 or threads < 1:
        raise BadInput("at least one match and one thread")
    if len(bots) not in (1, players):
        raise BadInput(f"name one bot, or {players} of them, not {len(bots)}")
    names = [native(name) for name in bots] * (players if len(bots) == 1 else 1)
    numbers = game.numbers(options, players)
    codes = np.array([NATIVE[split(name)[1]] for name in names], np.int8)
    base = np.frombuffer(seed_bytes(seed), ">u8").astype(np.uint64)
    run = runner(game)
    tallies = np.zeros((games, 4), np.int64)
    scores = np.zeros((games, players), np.int16)
    ranks = np.zeros((games, players), np.int16)

    @np.errstate(over="ignore")  # uncompiled, the generator's 64-bit words overflow on purpose; a setting per thread
    def part(start: int, most: int = CHUNK) -> Part:
        count = min(most, games - start)
        states = batch(game.state, 4)
        actions = np.empty(game.most, np.int16)
        worth = np.empty(game.most + SCRATCH)
        rows = slice(start, start + count)
        log = np.zeros((count * USUAL if keep else 0, 2), np.int16)
        while True:
            logged = np.zeros(1, np.int64)
            run(
                base, start, count, players, numbers, codes, rotate, checked,
                states, actions, worth, tallies[rows], scores[rows], ranks[rows], log, logged,
            )  # fmt: skip
            if not keep or logged[0] <= len(log):
                return Part(start, tallies[rows], scores[rows], ranks[rows], log[: logged[0]])
            log = np.zeros((int(logged[0]), 2), np.int16)  # it was too short: once more, with room for all

    part(0, 1)  # compiles or loads the kernels before the clock starts
    done: list[Part] = []

    def finish(made: Part) -> None:
        done.append(made)
        if keep:
            keep(made)
        progress(len(made.tallies))

    stopped = False
    begun = time.perf_counter()
    try:
        play_parts(part, range(0, games, CHUNK), threads, finish)
    except KeyboardInterrupt:
        if not done:
            raise
        stopped = True
    found = sorted(done, key=lambda made: made.start)
    return Outcome(
        game, players, [shown(name) for name in names], rotate,
        np.concatenate([made.tallies for made in found]),
        np.concatenate([made.scores for made in found]),
        np.concatenate([made.ranks for made in found]),
        time.perf_counter() - begun,
        np.concatenate([made.start + np.arange(len(made.tallies)) for made in found]),
        stopped,
    )  # fmt: skip


def play_parts(
    part: Callable[[int], Part], starts: Sequence[int], threads: int, finish: Callable[[Part], object]
) -> None:
    """Plays the parts that start there, on several threads; each is finished in this one."""
    if threads == 1:
        for start in starts:
            finish(part(start))
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: set[Future[Part]] = {pool.submit(part, start) for start in starts}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    finish(future.result())
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
