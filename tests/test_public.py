"""What `yokocho` exports is public: every name exists, is imported only when used, is documented, and stays typed."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from functools import cached_property
from pathlib import Path

import pytest

import yokocho
from tests.support import ROOT

NAMES = [name for name in yokocho.__all__ if name != "__version__"]
VALUES = (
    "SEAT CARD COUNT FLAG NUMBER BITS WORD NONE UNKNOWN SPECTATOR CLOCK HEAD TAIL State Name".split()
)  # no docstring
PAGES = [ROOT / "docs" / f"api-{part}.md" for part in ("matches", "bots", "games")]


def listed(page: Path) -> list[str]:
    """The names in the first column of a page's tables."""
    return re.findall(r"^\| `(\w+)` \| \S", page.read_text(encoding="utf-8"), re.M)


def test_what_is_imported_when_used_is_what_editors_are_told() -> None:
    parsed = ast.parse(Path(yokocho.__file__).read_text(encoding="utf-8"))
    (typed,) = (node for node in parsed.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    told = {
        line.module: {alias.name for alias in line.names} for line in typed.body if isinstance(line, ast.ImportFrom)
    }
    assert told.pop("yokocho") == {"catalog"}
    assert told == {home: set(names.split()) for home, names in yokocho.HOMES.items()}
    assert sorted(NAMES) == sorted([*(name for names in told.values() for name in names), "catalog"])
    assert sorted(dir(yokocho)) == sorted(yokocho.__all__)


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_exists_and_has_a_docstring(name: str) -> None:
    found = getattr(yokocho, name)
    if name in VALUES:
        return
    assert found.__doc__ and not found.__doc__.startswith(f"{name}("), "a docstring of its own"
    if inspect.isclass(found):
        for part, what in vars(found).items():
            if not part.startswith("_") and (inspect.isroutine(what) or isinstance(what, property | cached_property)):
                assert inspect.getdoc(what), f"{name}.{part}"


def test_the_pages_list_what_is_public_and_nothing_else() -> None:
    assert sorted(name for page in PAGES for name in listed(page)) == sorted(NAMES)


def test_a_name_that_is_not_public_is_missing() -> None:
    with pytest.raises(AttributeError, match="no attribute 'specialise'"):
        yokocho.specialise  # noqa: B018


def test_importing_the_module_imports_nothing_slow() -> None:
    code = """
import sys, yokocho
print(*sys.modules)
yokocho.BadInput
print(*sys.modules)
yokocho.kernel
print("numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    alone, after, last = done.stdout.splitlines()
    slow = {"numpy", "numba", "yokocho.core.kernel"}
    assert not slow & set(alone.split()) and not slow & set(after.split())
    assert last == "True"


def test_documents_use_only_what_is_public() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r"^(?:>>> |\.\.\. )? *(?:from|import) yokocho\.(?!research\b)\S+", text, re.M), page.name
        for names in re.findall(r"^>>> from yokocho import (.+)", text, re.M):
            assert set(names.split(", ")) <= set(NAMES), page.name
