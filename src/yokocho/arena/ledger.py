"""The finished matches of a series, optionally kept in a file."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from yokocho.arena.series import FORMAT, Row, Spec
from yokocho.core.game import BadInput


class Ledger:
    """Rows by match number. The file has lines of JSON: first the series, then a row for each match, in any order."""

    def __init__(self, spec: Spec, path: Path | None = None) -> None:
        """Reads the matches of an existing file of the same series; BadInput if it holds anything else."""
        self.spec = spec
        self.path = path
        self.rows: dict[int, Row] = {}
        self.file: IO[bytes] | None = None
        if path is None:
            return
        try:
            kept = self.read(path.read_bytes()) if path.exists() else 0
            self.file = path.open("ab")
            self.file.truncate(kept)
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None
        if not kept:
            self.write(spec.header())

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.file is not None:
            self.file.close()

    def add(self, row: Row) -> None:
        """Adds a finished match, and writes it if there is a file."""
        self.rows[row["match"]] = row
        self.write(row)

    def write(self, line: Any) -> None:
        """Writes a line of JSON, if there is a file."""
        if self.file is None:
            return
        try:
            self.file.write(line_of(line))
            self.file.flush()
        except OSError as error:
            raise BadInput(f"{self.path}: {error.strerror}") from None

    def read(self, text: bytes) -> int:
        """Reads complete lines and returns their length in bytes; anything after them is a line cut off by a crash."""
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and line_of(self.spec.header()).startswith(text):
            return 0
        for number, line in enumerate(whole.splitlines() or [text], 1):
            try:
                data = json.loads(line)
            except ValueError:
                data = None
            if number == 1:
                self.compare(data)
            elif isinstance(data, dict) and data.keys() == Row.__annotations__.keys():
                self.rows[data["match"]] = Row(**data)  # type: ignore[typeddict-item]
            else:
                raise BadInput(f"{self.path}, line {number}: not a match of a series")
        return len(whole)

    def compare(self, found: Any) -> None:
        """BadInput if the first line of the file is not that of this series."""
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise BadInput(f"{self.path}: not a series of matches; its first line should say {FORMAT!r}")
        for name, value in self.spec.header().items():
            if found.get(name) != value:
                raise BadInput(f"{self.path} holds another series: {name} is {found.get(name)}, not {value}")


def line_of(data: Any) -> bytes:
    return (json.dumps(data, ensure_ascii=False) + "\n").encode()
