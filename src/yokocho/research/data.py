"""Reads files of matches, and plays them again: every position, what was seen there, what was legal, what was done.

A file keeps moves; all else follows from the rules. `write_decisions` writes it out, for tools that do not have them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from yokocho import catalog
from yokocho.core.game import BadInput, Game
from yokocho.core.match import Match
from yokocho.core.record import State, copy
from yokocho.research.table import Table

FORMATS = ("yokocho-matches/1", "yokocho-arena/2")
ROWS = 4096  # decisions that are written at a time


@dataclass(frozen=True)
class Decision:
    """One move, and what was known before it."""

    number: int  # from 0
    seat: int
    action: int
    legal: npt.NDArray[np.int16]
    observation: npt.NDArray[np.float32]
    state: State  # a copy, with all that is hidden


@dataclass(frozen=True)
class Recorded:
    """A match of a file; lists are by seat."""

    common: dict[str, Any] = field(repr=False)
    match: int
    bots: list[str]
    scores: list[int]
    ranks: list[int]
    ending: str
    deal: str  # the seed, as 64 hexadecimal digits
    seats: list[int] = field(repr=False)  # of each move
    actions: list[int] = field(repr=False)

    @property
    def game(self) -> Game:
        """Its game."""
        return same_game(self.common)

    @property
    def rewards(self) -> list[float]:
        """By seat: 1 for winning alone, down to -1 / (players - 1) for the others, 0 in sum; alone the points."""
        return rewards(self.ranks, self.scores)

    def decisions(self) -> Iterator[Decision]:
        """Plays it again, decision by decision."""
        table = Table(self.game, self.common["players"], self.common["options"])
        table.deal(self.deal)
        for number, (p, a) in enumerate(zip(self.seats, self.actions)):
            legal = table.legal(p).copy()
            if a not in legal:
                raise BadInput(f"match {self.match}: move {number}, action {a} of seat {p}, is not legal")
            yield Decision(number, p, a, legal, table.observe(p), copy(table.s))
            table.play(p, a)

    def replay(self) -> Match:
        """The match as the house knows it, to be looked at or saved."""
        match = Match(self.game, self.common["players"], self.common["options"], self.deal)
        for p, a in zip(self.seats, self.actions):
            match.play(p, a, when=0)
        return match


def rewards(ranks: list[int], scores: list[int]) -> list[float]:
    players = len(ranks)
    if players == 1:
        return [float(n) for n in scores]
    worth = (players / ranks.count(1) - 1) / (players - 1)
    return [worth if rank == 1 else -1 / (players - 1) for rank in ranks]


def same_game(common: dict[str, Any]) -> Game:
    """The game on this machine; BadInput if its rules differ from those of the file."""
    game = catalog.game(common["game"])
    if (game.version, game.components) != (common["version"], common["components"]):
        raise BadInput(
            f"{game.title} here is version {game.version} with components {game.components}, "
            f"these matches are of version {common['version']} with components {common['components']}"
        )
    return game


def load(path: str | Path) -> Iterator[Recorded]:
    """The matches of a file that `yokocho simulate` or `yokocho arena` wrote, one after another."""
    path = Path(path)
    try:
        yield from (load_parquet if path.suffix == ".parquet" else load_lines)(path)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None


def load_lines(path: Path) -> Iterator[Recorded]:
    with path.open("rb") as file:
        common = checked(path, read_line(path, 1, next(file, b"")))
        for number, line in enumerate(file, 2):
            if line.endswith(b"\n"):  # else it was cut off by a crash
                yield recorded(common, read_line(path, number, line))


def read_line(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadInput(f"{path}, line {number}: not a match")
    return found


def checked(path: Path, common: dict[str, Any]) -> dict[str, Any]:
    if common.get("format") not in FORMATS:
        raise BadInput(f"{path}: not a file of matches; its format should be {' or '.join(FORMATS)}")
    same_game(common)
    return common


def load_parquet(path: Path) -> Iterator[Recorded]:
    import pyarrow.parquet

    with pyarrow.parquet.ParquetFile(path) as file:
        kept = (file.schema_arrow.metadata or {}).get(b"yokocho", b"{}")
        common = checked(path, json.loads(kept))
        for part in file.iter_batches(500):
            for row in part.to_pylist():
                yield recorded(common, row)


def recorded(common: dict[str, Any], row: dict[str, Any]) -> Recorded:
    return Recorded(common, **{name: row[name] for name in Recorded.__dataclass_fields__ if name != "common"})


def write_decisions(source: str | Path, target: str | Path, most: int | None = None) -> int:
    """Writes a row for each decision as Parquet: match, number, seat, action, reward of the seat in the end, legal
    actions, observation, and the state as bytes. Returns how many.
    """
    import pyarrow
    import pyarrow.parquet

    writer: Any = None
    rows: list[dict[str, Any]] = []
    written = 0

    def flush() -> None:
        nonlocal writer, written
        if rows:
            table = pyarrow.Table.from_pylist(rows, decision_schema(len(rows[0]["observation"]), common))
            writer = writer or pyarrow.parquet.ParquetWriter(target, table.schema, compression="zstd")
            writer.write_table(table)
            written += len(rows)
            rows.clear()

    common: dict[str, Any] = {}
    for match in load(source):
        common = match.common
        for decision in match.decisions():
            if most is not None and written + len(rows) == most:
                break
            rows.append(
                {
                    "match": match.match,
                    "number": decision.number,
                    "seat": decision.seat,
                    "action": decision.action,
                    "reward": match.rewards[decision.seat],
                    "legal": decision.legal,
                    "observation": decision.observation,
                    "state": decision.state.tobytes(),
                }
            )
            if len(rows) == ROWS:
                flush()
    flush()
    if writer:
        writer.close()
    return written


def decision_schema(features: int, common: dict[str, Any]) -> Any:
    import pyarrow

    return pyarrow.schema(
        {
            "match": pyarrow.int64(),
            "number": pyarrow.int32(),
            "seat": pyarrow.int8(),
            "action": pyarrow.int16(),
            "reward": pyarrow.float32(),
            "legal": pyarrow.list_(pyarrow.int16()),
            "observation": pyarrow.list_(pyarrow.float32(), features),
            "state": pyarrow.binary(),
        },
        metadata={"yokocho": json.dumps(common)},
    )
