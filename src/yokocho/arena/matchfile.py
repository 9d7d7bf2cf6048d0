"""Matches with their moves, kept in a file as lines of JSON or as Parquet (docs/research.md has the schema)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from yokocho.arena.simulate import Part
from yokocho.core.errors import Lacking
from yokocho.core.game import BadInput, Game
from yokocho.core.position import seed_bytes
from yokocho.core.rng import spread

FORMAT = "yokocho-matches/1"
SUFFIXES = (".jsonl", ".parquet")


def header(
    game: Game, players: int, options: dict[str, Any] | None, bots: Sequence[str], rotated: bool, seed: str
) -> dict[str, Any]:
    """All that the matches of a file have in common."""
    numbers = game.numbers(options, players)
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.version,
        "components": game.components,
        "players": players,
        "options": {option.name: option.value(int(numbers[i])) for i, option in enumerate(game.options)},
        "bots": [*bots] * (players if len(bots) == 1 else 1),
        "rotated": rotated,
        "seed": seed,
    }


class MatchFile:
    """A file that is being written. An existing one is written anew."""

    def __init__(self, path: Path, common: dict[str, Any], game: Game) -> None:
        if path.suffix not in SUFFIXES:
            raise BadInput(f"{path}: a file of matches ends in {' or '.join(SUFFIXES)}")
        self.common, self.game = common, game
        self.base = np.frombuffer(seed_bytes(common["seed"]), ">u8").astype(np.uint64)
        try:
            self.file: Any = path.open("wb")
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None
        self.table: Any = None
        if path.suffix == ".parquet":
            self.table = parquet_writer(self.file, common)
        else:
            self.file.write(line(common))

    def __enter__(self) -> MatchFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.table is not None:
            self.table.close()
        self.file.close()

    def add(self, part: Part) -> None:
        """Writes matches that are done."""
        rows = list(self.rows(part))
        if self.table is not None:
            import pyarrow

            self.table.write_table(pyarrow.Table.from_pylist(rows, self.table.schema))
        else:
            self.file.write(b"".join(line(row) for row in rows))

    def rows(self, part: Part) -> Iterator[dict[str, Any]]:
        bots, players = self.common["bots"], self.common["players"]
        ends = np.cumsum(part.tallies[:, 0])
        for i, end in enumerate(ends.tolist()):
            match = part.start + i
            shift = match if self.common["rotated"] else 0
            moves = part.log[end - int(part.tallies[i, 0]) : end]
            yield {
                "match": match,
                "bots": [bots[(p - shift) % players] for p in range(players)],
                "scores": part.scores[i].tolist(),
                "ranks": part.ranks[i].tolist(),
                "decisions": int(part.tallies[i, 0]),
                "ending": self.game.endings[int(part.tallies[i, 3])],
                "deal": self.deal(match),
                "seats": moves[:, 0].tolist(),
                "actions": moves[:, 1].tolist(),
            }

    def deal(self, match: int) -> str:
        """The seed of a match, as 64 hexadecimal digits."""
        words = np.zeros(4, np.uint64)
        with np.errstate(over="ignore"):
            spread(self.base, 2 * match, words)
        return words.astype(">u8").tobytes().hex()


def line(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def parquet_writer(file: Any, common: dict[str, Any]) -> Any:
    """What all matches have in common goes into the metadata of the schema, as JSON."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise Lacking("research") from None
    whole, text = pyarrow.int32(), pyarrow.string()
    schema = pyarrow.schema(
        {
            "match": pyarrow.int64(),
            "bots": pyarrow.list_(text),
            "scores": pyarrow.list_(whole),
            "ranks": pyarrow.list_(whole),
            "decisions": whole,
            "ending": text,
            "deal": text,
            "seats": pyarrow.list_(pyarrow.int8()),
            "actions": pyarrow.list_(pyarrow.int16()),
        },
        metadata={"yokocho": json.dumps(common)},
    )
    return pyarrow.parquet.ParquetWriter(file, schema, compression="zstd")
