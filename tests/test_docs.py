"""The documents are true: examples run, links lead somewhere, commands exist, nothing names a machine."""

from __future__ import annotations

import doctest
import re
import subprocess
from pathlib import Path

import pytest

from tests.support import GAMES, ROOT
from yokocho.cli import OPEN, parser

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


def test_the_readme_has_examples() -> None:
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8").attempted > 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_commands_of_the_readme_parse() -> None:
    lines = re.findall(r"^yokocho (.*?)(?:\s+#.*)?$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M)
    assert len(lines) > 5
    for line in lines:
        parser().parse_args(line.split() or OPEN)


def test_every_stall_is_credited() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for game in GAMES:
        if game.folder.is_relative_to(ROOT / "src"):
            designer = re.search(r"Design (.*?),", game.credits)
            assert designer and designer[1] in readme
    assert "not affiliated" in readme


def test_no_tracked_file_names_a_machine_or_a_package_host() -> None:
    found = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    hosts = re.compile(
        "|".join(["pypi" + r"\.org", "files\\.python" + "hosted", "registry\\.npm" + "js", re.escape(str(ROOT))])
    )
    for name in found:
        path = ROOT / name
        if path.is_file() and path.suffix not in (".png",):
            assert not hosts.search(path.read_text(encoding="utf-8", errors="ignore")), name


def test_the_architecture_names_what_exists() -> None:
    page = ROOT / "docs" / "architecture.md"
    checked = 0
    for part in re.split(r"\n\n|\n(?=\d+\. |- )", page.read_text(encoding="utf-8")):
        files = [
            (page.parent / target).read_text(encoding="utf-8") for target in re.findall(r"\]\((\.\./\S+?)\)", part)
        ]
        for owner, name in re.findall(r"`(?:(\w+)\.)?(\w+)\(\)`", part):
            checked += 1
            assert any(defines(text, owner, name) for text in files), (
                f"{owner}.{name}() is in none of the files named beside it"
            )
        for path in re.findall(r"`(tests/\S+)`", part):
            assert (ROOT / path).is_file()
    assert checked > 40


def defines(text: str, owner: str, name: str) -> bool:
    """Does a source, Python or TypeScript, define a function, or the method of a class?"""
    body = re.split(rf"^(?:export )?class {owner}\b", text, maxsplit=1, flags=re.M)[1:] if owner else [text]
    function = rf"^\s*(?:export |private |async )*(?:def |function )?{name}(?:<\w+>)?\((?:.*[:{{(,])?$"
    return any(re.search(function, part, re.M) for part in body)
