"""Sample games: listed last and marked, or left out of a house."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.support import Guest, served
from tests.support import GAMES
from yokocho import cli
from yokocho.core.match import Match
from yokocho.server import run as house

SAMPLES = [game.name for game in GAMES if game.sample]


def test_samples_are_last_and_say_so(tmp_path: Path) -> None:
    with served(tmp_path / "house.db") as made:
        guest = Guest(made.url)
        told = guest.get("/api/games").json()
        assert [game["sample"] for game in told] == [False] * (len(told) - len(SAMPLES)) + [True] * len(SAMPLES)
        assert [game["name"] for game in told if game["sample"]] == SAMPLES == ["last_dumpling", "pass_the_tray"]
        assert set(SAMPLES) <= guest.get("/api/games/kitchen").json().keys()
        guest.close()


def test_a_house_without_samples(tmp_path: Path) -> None:
    seats = ["me", "open"]
    with served(tmp_path / "house.db") as made:
        guest = Guest(made.url)
        kept = {name: guest.table(name, seats, public=True)["id"] for name in ("last_dumpling", "umami")}
        cookies = dict(guest.http.cookies)
        guest.close()
    with served(tmp_path / "house.db", samples=False) as made:
        guest = Guest(made.url)
        assert {game["name"] for game in guest.get("/api/games").json()}.isdisjoint(SAMPLES)
        assert guest.get("/api/games/kitchen").json().keys().isdisjoint(SAMPLES)
        wish = {"game": "last_dumpling", "seats": seats, "order": "listed"}
        refused = guest.post("/api/tables", wish)
        assert refused.status_code == 422
        assert "Last Dumpling is a sample game, and this house offers none" in refused.text
        (sample,) = (game for game in GAMES if game.name == "last_dumpling")
        brought = guest.post("/api/matches", Match(sample, 2).to_json())
        assert brought.status_code == 422 and "is a sample game" in brought.text
        assert [line["id"] for line in guest.get("/api/tables").json()] == [kept["umami"]]
        guest.http.cookies.update(cookies)
        assert [line["id"] for line in guest.get("/api/me/tables").json()] == [kept["umami"]]
        assert guest.get(f"/api/tables/{kept['last_dumpling']}").status_code == 200, "who is there may stay"
        guest.close()


@pytest.mark.parametrize("given", [True, False])
def test_the_command_that_leaves_them_out(given: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(house, "serve", lambda settings, *more: asked.append(settings))
    assert cli.main(["serve", *["--no-samples"] * given]) == 0
    assert [settings.samples for settings in asked] == [not given]
