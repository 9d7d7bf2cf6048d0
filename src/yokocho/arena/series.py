"""A series between bots: seed-paired, seat-rotated matches, each determined by the series and its number."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

import numpy as np

from yokocho import catalog
from yokocho.arena.clock import Clock, Times
from yokocho.bots import seats
from yokocho.core.game import BadInput, Game
from yokocho.core.position import seed_bytes

FORMAT = "yokocho-arena/2"
LIMIT = 100_000  # decisions; far more than any match needs


@dataclass(frozen=True)
class Spec:
    """Everything that determines the matches of a series, except their number."""

    game: str
    version: int  # of the rules
    components: str
    players: int
    options: dict[str, Any]
    bots: tuple[str, ...]  # one for each seat of match 0; shifted by one seat with each match
    seed: str

    def header(self) -> dict[str, Any]:
        """The first line of a file that keeps the series."""
        return {"format": FORMAT} | asdict(self) | {"bots": list(self.bots)}


class Row(TypedDict):
    """One match; lists are by seat."""

    match: int
    bots: list[str]
    scores: list[int]
    ranks: list[int]
    decisions: int  # including forced ones, for which no bot is asked
    ending: str
    digest: str  # of all moves
    deal: str  # the seed of the match, as 64 hexadecimal digits
    seats: list[int]  # of each move
    actions: list[int]
    times: list[Times]  # of the decisions for which a bot was asked


class Stopped(Exception):
    """The match was abandoned because the series was interrupted."""


def specify(
    game: Game, players: int, bots: Sequence[str], options: dict[str, Any] | None = None, seed: str = "0"
) -> Spec:
    """A series; one bot for all seats, or one for each."""
    game.check_players(players)
    if players < 2:
        raise BadInput("one player alone has nobody to be compared with")
    if len(bots) not in (1, players):
        raise BadInput(f"name one bot, or {players} of them, not {len(bots)}")
    names = tuple(seats.check_name(name) for name in bots) * (players if len(bots) == 1 else 1)
    numbers = game.numbers(options, players)
    house_rules = {option.name: option.value(int(numbers[i])) for i, option in enumerate(game.options)}
    return Spec(game.name, game.version, game.components, players, house_rules, names, seed)


def slot(spec: Spec, match: int, seat: int) -> int:
    """The index in `bots` of the bot that has a seat in a match."""
    return (seat - match) % spec.players


@np.errstate(over="ignore")  # uncompiled, the generator's 64-bit words overflow on purpose; a setting per thread
def play_one(spec: Spec, match: int, stopped: Callable[[], bool] = lambda: False, log: Path | None = None) -> Row:
    """Plays one match. All rotations of a deal have the same cards, and each bot the same seed."""
    game = same_game(spec)
    for name in sorted(set(spec.bots)):
        make_ready(name, game, log)
    seed = f"{spec.seed} deal {match // spec.players}"
    s = game.new(spec.players, spec.options, seed_bytes(seed))
    moves: list[tuple[int, int]] = []
    names = [spec.bots[slot(spec, match, p)] for p in range(spec.players)]
    clocks = [Clock() for _ in names]
    trail = hashlib.sha256()
    decisions = 0
    with ExitStack() as leaving:
        bots = [
            hired(leaving, seats.bot(name, game, f"{seed} bot {slot(spec, match, p)}", log))
            for p, name in enumerate(names)
        ]
        while (p := game.actor(s)) >= 0:
            legal = game.legal(s, p)
            if not legal or decisions == LIMIT:
                raise BadInput(f"match {match} came to a standstill after {decisions} decisions")
            a = legal[0]
            if len(legal) > 1:
                if stopped():
                    raise Stopped
                view = game.view(s, p)
                begun = time.perf_counter()
                answer = bots[p](view, p)
                clocks[p].add(time.perf_counter() - begun)
                if answer not in legal:
                    raise BadInput(
                        f"bot {seats.shown(names[p])!r} answered {answer!r}, which is not legal: "
                        f"match {match}, decision {decisions}"
                    )
                a = int(answer)
            game.kernels.apply(s, p, a)
            decisions += 1
            trail.update(f"{p} {a}\n".encode())
            moves.append((p, a))
    return {
        "match": match,
        "bots": names,
        "scores": game.scores(s),
        "ranks": game.ranks(s),
        "decisions": decisions,
        "ending": game.endings[int(game.kernels.ending(s))],
        "digest": trail.hexdigest()[:16],
        "deal": seed_bytes(seed).hex(),
        "seats": [p for p, _ in moves],
        "actions": [a for _, a in moves],
        "times": [clock.times() for clock in clocks],
    }


def hired(leaving: ExitStack, bot: seats.Bot) -> seats.Bot:
    """The bot; if it has `close`, that is called when the match is over."""
    close = getattr(bot, "close", None)
    if close is not None:
        leaving.callback(close)
    return bot


def same_game(spec: Spec) -> Game:
    """The game on this machine; an error if its rules differ from those of the series."""
    game = catalog.game(spec.game)
    if (game.version, game.components) != (spec.version, spec.components):
        raise BadInput(
            f"{game.title} here is version {game.version} with components {game.components}, "
            f"the series is played with version {spec.version} and components {spec.components}"
        )
    return game


@cache
def make_ready(name: str, game: Game, log: Path | None) -> None:
    """Asks a bot once, so that compiling and loading do not count as thinking time."""
    players = max(game.players[0], 2)
    s = game.new(players, None, seed_bytes("ready"))
    while (p := game.actor(s)) >= 0:
        legal = game.legal(s, p)
        if len(legal) > 1:
            with ExitStack() as leaving:
                hired(leaving, seats.bot(name, game, "ready", log))(game.view(s, p), p)
            return
        game.kernels.apply(s, p, legal[0])
