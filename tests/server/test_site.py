"""The built client as the house hands it out."""

from __future__ import annotations

import shutil
from pathlib import Path

import httpx
import pytest

from tests.server.support import PATIENCE, Process, get, served
from tests.support import ROOT

PAGE = "text/html,application/xhtml+xml,*/*;q=0.8"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Yokocho</title><script src=/assets/index-1.js></script>")
    (folder / "assets" / "index-1.js").write_text("let alley = 4;\n" * 400)
    return folder


def test_every_address_of_the_client_is_its_one_page(site: Path, tmp_path: Path) -> None:
    with served(tmp_path / "house.db", site=site) as inn, httpx.Client(base_url=inn.url, timeout=PATIENCE) as web:
        for path in ("/", "/t/abc", "/t/abc/replay", "/new/umami", "/rules/umami", "/settings", "/me"):
            page = web.get(path, headers={"accept": PAGE})
            assert page.status_code == 200 and "<title>Yokocho</title>" in page.text, path
            assert page.headers["cache-control"] == "no-cache"
        script = web.get("/assets/index-1.js")
        assert script.status_code == 200 and "immutable" in script.headers["cache-control"]
        assert script.headers["content-encoding"] == "gzip" and script.text.count("alley") == 400
        plain = web.get("/assets/index-1.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers and plain.text == script.text


def test_an_address_that_is_none_shows_the_page_with_404(site: Path, tmp_path: Path) -> None:
    with served(tmp_path / "house.db", site=site) as inn, httpx.Client(base_url=inn.url, timeout=PATIENCE) as web:
        lost = web.get("/nowhere/at/all", headers={"accept": PAGE})
        assert lost.status_code == 404 and "<title>Yokocho</title>" in lost.text
        assert "content-security-policy" in lost.headers
        for path, accept in (("/assets/gone.js", "*/*"), ("/api/nowhere", "application/json")):
            answer = web.get(path, headers={"accept": accept})
            assert answer.status_code == 404 and "<title>" not in answer.text


def test_without_a_built_client_the_page_says_what_to_do(tmp_path: Path) -> None:
    with (
        served(tmp_path / "house.db", site=tmp_path / "nowhere") as inn,
        httpx.Client(base_url=inn.url, timeout=PATIENCE) as web,
    ):
        for path in ("/", "/t/abc", "/new/umami"):
            page = web.get(path, headers={"accept": PAGE})
            assert page.status_code == 503 and "run `make site`" in page.text, path
        assert web.get("/healthz").status_code == 200


def test_who_opens_a_house_without_a_client_is_told(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src/yokocho", tmp_path / "yokocho", ignore=shutil.ignore_patterns("site", "__pycache__"))
    with (tmp_path / "stderr").open("w+") as said:
        house = Process(tmp_path / "house.db", stderr=said, PYTHONPATH=str(tmp_path))
        assert get(house.url).status_code == 503
        house.stop()
        said.seek(0)
        assert said.read().count("yokocho: The web client is not built") == 1


def test_a_rebuilt_client_is_another_build(site: Path, tmp_path: Path) -> None:
    builds = []
    for script in ("index-1.js", "index-1.js", "index-2.js"):
        (site / "index.html").write_text(f"<script src=/assets/{script}></script>")
        with served(tmp_path / "house.db", site=site) as inn:
            builds.append(inn.house.build)
    assert builds[0] == builds[1] != builds[2]
