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
