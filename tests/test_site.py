"""The site of all documents: it is built without a warning, is complete, and fetches nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import yokocho
from tests.support import GAMES, ROOT
from tests.test_docs import PAGES
from yokocho.cli import parser
from yokocho.server import messages
from yokocho.server.app import make

FETCHED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "video": "src"}


def build(source: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """What `make docs` does."""
    strict = ["-q", "-W", "--keep-going", "-E", "-d", str(out / "doctrees"), "-c", str(ROOT / "docs")]
    command = [sys.executable, "-m", "sphinx", *strict, str(source), str(out / "site")]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("docs")
    done = build(ROOT, out)
    assert done.returncode == 0, done.stderr
    return out / "site"


def words_of(page: Path) -> str:
    """The text of a page."""
    reader = Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    return " ".join("".join(reader.text).split())


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.fetched: list[str] = []

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value or "" for name, value in attrs if name == FETCHED.get(tag)]


def test_every_document_is_a_page(site: Path) -> None:
    for page in [*PAGES, *(game.folder / "RULES.md" for game in GAMES if game.folder.is_relative_to(ROOT / "src"))]:
        assert (site / page.relative_to(ROOT)).with_suffix(".html").is_file(), page
    assert "docs/index.html" in (site / "index.html").read_text(encoding="utf-8")


def test_it_fetches_nothing_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        reader = Reader()
        reader.feed(page.read_text(encoding="utf-8"))
        assert reader.fetched or page == site / "index.html"
        assert not [address for address in reader.fetched if re.match(r"(\w+:)?//", address)], page
    for sheet in [*site.rglob("*.css"), *site.rglob("*.svg")]:
        text = sheet.read_text(encoding="utf-8")
        assert not re.search(r"url\(\s*[\"']?(\w+:)?//|@import|href=[\"'](\w+:)?//", text), sheet


def test_the_reference_is_complete(site: Path) -> None:
    text = " ".join(words_of(site / "docs" / f"api-{part}.html") for part in ("matches", "bots", "games"))
    for name in yokocho.__all__[1:]:
        assert name in text
    for said in (
        "class yokocho.Game",
        "yokocho.then(s, rows)",
        "yokocho.catalog.game(name",
        "Match.take_back",
        "mask: Kernel",
    ):
        assert said.replace(" ", "") in text.replace(" ", "").replace("[source]", ""), said


def test_every_command_is_listed_with_its_arguments(site: Path) -> None:
    (commands,) = (
        action.choices for action in parser()._actions if action.dest == "command" or action.metavar == "COMMAND"
    )
    text = words_of(site / "docs" / "commands.html")
    listed = re.findall(r"^\| `yokocho (\w+)`", (ROOT / "docs" / "commands.md").read_text(encoding="utf-8"), re.M)
    assert sorted(listed) == sorted(commands or ())
    for name in listed:
        assert f"usage: yokocho {name} [-h]" in text


def test_every_call_and_message_of_the_house_is_listed(site: Path) -> None:
    text = words_of(site / "docs" / "server.html")
    calls = [f"{method.upper()} {path}" for path, found in make().openapi()["paths"].items() for method in found]
    assert len(calls) > 30
    for call in calls:
        assert call in text
    for schema in messages.schemas():
        assert schema["title"].lower() in text
    assert "kind (abort or undo)" in text


def test_a_broken_link_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "other.md").write_text("# Other\n\n## Good\n", encoding="utf-8")
    links = (
        "[a](no-page.md) [b](other.md#no-heading) [c](#nothing) [d](no-file.py) [e](no-folder/) ![f](no-picture.png)"
    )
    page = f"# Links\n\n{links} [g](other.md#good) [h](other.md) [i](../docs)\n"
    (tmp_path / "docs" / "index.md").write_text(page, encoding="utf-8")
    done = build(tmp_path, tmp_path)
    assert done.returncode != 0
    wrong = [line for line in done.stderr.splitlines() if "index.md:3:" in line]
    for target in ("no-page.md", "no-heading", "'nothing'", "no-file.py", "no-folder/", "no-picture.png"):
        assert sum(target in line for line in wrong) == 1, target
    assert len(wrong) == 6  # the others are right
