"""What other programs show of a link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.support import Guest, served


@pytest.fixture
def ann(tmp_path: Path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<html><head><title>Yokocho</title></head></html>")
    with served(tmp_path / "house.db", site=site) as inn:
        guest = Guest(inn.url, "Ann <b>")
        yield guest
        guest.close()


def tags(guest: Guest, path: str) -> dict[str, str]:
    return dict(re.findall('<meta property="og:([a-z:_]+)" content="([^"]*)" />', guest.http.get(path).text))


def test_a_link_shows_the_alley_or_the_end_of_a_match(ann: Guest) -> None:
    home = tags(ann, "/")
    assert home["title"].startswith("Yokocho") and home["image"].endswith("/og.png")
    public = ann.table("last_dumpling", ["me", "bot:apprentice"], public=True)["id"]
    closed = ann.table("last_dumpling", ["me", "bot:apprentice"])["id"]
    assert tags(ann, f"/t/{public}")["title"] == "Last Dumpling: a table in the alley"
    assert tags(ann, f"/t/{closed}") == tags(ann, "/t/nowhere") == home
    for id in (public, closed):
        ann.say(id, "concede")
    assert tags(ann, f"/t/{closed}") == home
    over = tags(ann, f"/t/{public}")
    assert over["title"] == "Last Dumpling: Pip won" and ann.http.get(over["image"]).content.startswith(b"\x89PNG")
    invite = ann.post(f"/api/tables/{closed}/share").json()["invite"]
    shared = tags(ann, f"/t/{closed}?invite={invite}")
    assert shared["image"].endswith(f"/api/tables/{closed}/picture.png?invite={invite}")


def test_an_invite_is_no_markup(ann: Guest) -> None:
    assert tags(ann, '/t/nowhere?invite="><script>') == tags(ann, "/")
