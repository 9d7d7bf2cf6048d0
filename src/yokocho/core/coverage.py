"""Which code and which tests name each rule: found in the sources, so that it cannot be out of date."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from yokocho.core.game import Game

LEVELS = 6  # folders above a game's folder in which its tests are looked for


def coverage(game: Game) -> list[dict[str, Any]]:
    """For every rule in RULES.md, the lines of the game's code and the tests that name it."""
    code: dict[str, list[str]] = {number: [] for number in game.rules}
    tests: dict[str, list[str]] = {number: [] for number in game.rules}
    for path in sorted(game.folder.glob("*.py")):
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for number in numbers_in(line, game.rule_prefix):
                if number in code:
                    code[number].append(f"{path.name}:{n}")
    for test, ids in tagged_tests(test_folder(game)):
        for number in ids:
            if number in tests:
                tests[number].append(test)
    return [{"id": number, "code": code[number], "tests": tests[number]} for number in game.rules]


def numbers_in(line: str, prefix: str) -> list[str]:
    return list(dict.fromkeys(re.findall(rf"\b{prefix}-R?\d+\b", line)))


def test_folder(game: Game) -> Path | None:
    """The tests folder of the checkout that a game lies in; None for an installed package."""
    for folder in list(game.folder.parents)[:LEVELS]:
        if (folder / "tests").is_dir() and (folder / "pyproject.toml").is_file():
            return folder / "tests"
    return None


def tagged_tests(folder: Path | None) -> Iterator[tuple[str, list[str]]]:
    """Tests decorated with ``@rule("UM-16", ...)``, found by parsing: nothing is imported."""
    if folder is None:
        return
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                ids = [constant.value for mark in node.decorator_list for constant in rule_ids(mark)]
                if ids:
                    yield f"{path.relative_to(folder.parent).as_posix()}::{node.name}", [str(i) for i in ids]


def rule_ids(mark: ast.expr) -> list[ast.Constant]:
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) in ("rule", "pytest.mark.rule"):
        return [argument for argument in mark.args if isinstance(argument, ast.Constant)]
    return []
