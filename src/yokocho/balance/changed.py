"""Copies of a game with other component data, played by processes of their own.

A game reads its components when it is imported and compiles them into its rules. So a change is made in a copy of its
folder, and a new process imports that: ``python -m yokocho.balance.changed`` reads what to play as JSON and writes a
line for each block.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from yokocho import catalog
from yokocho.core.components import ComponentError
from yokocho.core.game import BadInput, Game

PLACE = re.compile(r"[^.\[\]]+(\[[^\]]+\])*(\.[^.\[\]]+(\[[^\]]+\])*)*")
STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]|\[(\w+)=([^\]]+)\]")


def read_setting(text: str) -> tuple[str, tuple[Any, ...]]:
    """``setup[players=4].trigger=10,14`` as a place and values, which are written as in TOML."""
    place, sign, values = re.fullmatch(r"((?:[^=\[]|\[[^\]]*\])*)(=?)(.*)", text, re.S).groups()  # type: ignore[union-attr]
    try:
        found = tomllib.loads(f"values = [{values}]")["values"]
    except tomllib.TOMLDecodeError:
        found = []
    if not sign or not place or not found:
        raise BadInput(f"write a change of components as PLACE=VALUE,VALUE with values as in TOML, not {text!r}")
    return place, tuple(found)


def change(data: Any, place: str, value: Any) -> None:
    """Sets the value at a place, such as ``favorite[3].unequal`` or ``setup[players=4].trigger``."""
    steps = list(STEP.finditer(place))
    if not PLACE.fullmatch(place):
        raise BadInput(f"{place!r} is not a place in component data, such as setup[players=4].trigger")
    for last, step in zip([False] * (len(steps) - 1) + [True], steps):
        key: Any = step[1]
        if step[2]:
            key = int(step[2])
        elif step[3]:
            key = next((i for i, row in enumerate(data) if str(row.get(step[3])) == step[4]), -1)
        there = key in data if isinstance(data, dict) else isinstance(key, int) and 0 <= key < len(data)
        if not there:
            known = ", ".join(data) if isinstance(data, dict) else f"{len(data)} entries"
            raise BadInput(f"{place}: there is no {step[0]}; there is {known}")
        if last:
            data[key] = value
        else:
            data = data[key]


def written(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {written(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(written(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def copy_changed(game: Game, changes: Sequence[tuple[str, Any]], into: Path) -> None:
    """A copy of the game's folder with other component data."""
    folder = into / game.folder.name
    shutil.copytree(game.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / game.box.path.name
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    for place, value in changes:
        change(data, place, value)
    file.write_text("".join(f"{json.dumps(key)} = {written(item)}\n" for key, item in data.items()), encoding="utf-8")


def play_changed(game: Game, order: dict[str, Any], changes: Sequence[tuple[str, Any]]) -> Iterator[dict[str, Any]]:
    """The lines of a process that plays with changed components."""
    with tempfile.TemporaryDirectory(prefix="yokocho-") as made:
        copy_changed(game, changes, Path(made))
        order = order | {"folder": made}
        with subprocess.Popen(
            [sys.executable, "-m", "yokocho.balance.changed"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            assert process.stdin and process.stdout
            process.stdin.write(json.dumps(order))
            process.stdin.close()
            try:
                for line in process.stdout:
                    yield json.loads(line)
            finally:
                process.terminate()


def main() -> None:
    order = json.load(sys.stdin)
    catalog.stand_in(order["game"], Path(order["folder"]))
    from yokocho.balance.running import row_of
    from yokocho.balance.series import Series, Table, play_block

    try:
        table = Table(catalog.game(order["game"]), order["players"], order["seed"])
        series = Series(**order["series"])
        for block in order["blocks"]:
            print(json.dumps(row_of(series, block, play_block(table, series, block))), flush=True)
    except Exception as error:  # by the game, or where its rules meet what nobody thought of
        said = str(error) if isinstance(error, BadInput | ComponentError) else f"{type(error).__name__}: {error}"
        print(json.dumps({"refused": said}), flush=True)


if __name__ == "__main__":
    main()
