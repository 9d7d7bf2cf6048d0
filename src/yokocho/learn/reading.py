"""Reads the files of teaching: typed values of TOML tables, with everything that is wrong noted by its place."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.match import read_json
from yokocho.core.record import State

FOLDER = "teaching"


class Faults(list[str]):
    """What is wrong in the files of a game, each line with its place."""

    def note(self, where: str, what: str) -> None:
        self.append(f"{where}: {what}")

    def refuse(self) -> None:
        """BadInput with the first fault, if there is one."""
        if self:
            raise BadInput(self[0])


class Table:
    """A table of a TOML file, read key by key. What is missing or of the wrong kind is noted, and read as empty."""

    def __init__(self, data: Any, where: str, faults: Faults) -> None:
        if not isinstance(data, dict):
            faults.note(where, "a table is needed here")
        self.data: dict[str, Any] = dict(data) if isinstance(data, dict) else {}
        self.where, self.faults = where, faults

    def note(self, what: str) -> None:
        self.faults.note(self.where, what)

    def wrong(self, key: str, needed: str) -> None:
        self.note(f"{key}: {needed} is needed here")

    def text(self, key: str, needed: bool = False) -> str:
        value = self.data.pop(key, "")
        if not isinstance(value, str):
            self.wrong(key, "a text")
            return ""
        if needed and not value.strip():
            self.wrong(key, "a text")
        return value.strip()

    def number(self, key: str, default: int) -> int:
        value = self.data.pop(key, default)
        if type(value) is not int:
            self.wrong(key, "a number")
            return default
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.data.pop(key, [])
        if not isinstance(value, list) or any(not isinstance(item, str) or not item.strip() for item in value):
            self.wrong(key, "a list of texts")
            return ()
        return tuple(" ".join(item.split()) for item in value)

    def lists(self, key: str) -> tuple[tuple[str, ...], ...]:
        value = self.data.pop(key, [])
        if not isinstance(value, list):
            self.wrong(key, "a list of lists of texts")
            return ()
        return tuple(Table({key: item}, f"{self.where}, {key}", self.faults).texts(key) for item in value)

    def tables(self, key: str, called: str) -> list[Table]:
        """The tables of an array, named by their number."""
        value = self.data.pop(key, [])
        if not isinstance(value, list):
            self.wrong(key, "a list of tables")
            return []
        return [Table(item, f"{self.where}, {called} {i}", self.faults) for i, item in enumerate(value, 1)]

    def table(self, key: str) -> Table:
        return Table(self.data.pop(key, {}), f"{self.where}, [{key}]", self.faults)

    def end(self) -> None:
        """Notes the keys that nobody has read."""
        for key in self.data:
            self.note(f"{key}: unknown")


def toml(text: str, where: str, faults: Faults) -> Table:
    try:
        return Table(tomllib.loads(text), where, faults)
    except tomllib.TOMLDecodeError as error:
        faults.note(where, str(error))
        return Table({}, where, faults)


def has(game: Game, name: str) -> bool:
    return (game.folder / name).is_file()


def text_of(game: Game, name: str) -> str:
    """A file of the game's folder; BadInput if there is none."""
    try:
        return (game.folder / name).read_text(encoding="utf-8")
    except OSError:
        raise BadInput(f"{game.title} has no {name}") from None


def stamp(path: Path) -> int:
    """When a file was last changed: what is kept of it is read again after a change. 0 if there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def position(game: Game, name: str) -> State:
    """The state of a position in the game's folder: to be copied, not to be played on."""
    path = game.folder / FOLDER / f"{name}.json"
    return read_position(game, path, stamp(path))


@lru_cache(256)
def read_position(game: Game, path: Path, _stamp: int) -> State:
    where = f"{FOLDER}/{path.name}"
    if not _stamp:
        raise BadInput(f"{where}: there is no such position")
    data = read_json(path)
    if isinstance(data, dict) and data.get("game", game.name) != game.name:
        raise BadInput(f"{where}: a position of {data['game']}")
    try:
        return game.read(game, data)
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None
