"""Whole matches at the level of HTTP and WebSocket."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.support import Guest, Served, play_on, served, until
from tests.server.test_clocks import Slow
from yokocho import catalog
from yokocho.core.match import Match
from yokocho.server.clocks import SECOND

SHORT = {"mitsuhamama": {"max_days": 3}}


@pytest.mark.parametrize("game", catalog.names())
def test_two_people_play_a_whole_match(game: str, guest: Callable[..., Guest]) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    id = ann.table(game, ["me", "open"], options=SHORT.get(game, {}), public=True)["id"]
    assert ann.get(f"/api/tables/{id}").json()["status"] == "waiting"
    assert bob.join(id)["status"] == "running"
    play_on({0: ann, 1: bob}, id)
    table = bob.get(f"/api/tables/{id}").json()
    assert table["status"] == "finished" and len(table["result"]["ranks"]) == 2
    exported = bob.get(f"/api/tables/{id}/export").json()
    match = Match.from_json(exported, catalog.game)
    assert match.over and match.commitment == table["commitment"] and match.seed.hex() == table["seed"]
    assert match.result()["ranks"] == table["result"]["ranks"]  # type: ignore[index]


def test_bots_play_on_by_themselves(guest: Callable[..., Guest], inn: Served) -> None:
    ann = guest()
    id = ann.table("yatta", ["me", "bot:cook", "bot:apprentice"])["id"]
    until(lambda: 0 in ann.state(id)["scene"]["asked"])
    before = ann.state(id)["number"]
    play_on({0: ann}, id, moves=6)
    until(lambda: ann.state(id)["number"] > before + 6)


def test_a_house_that_closes_and_opens_again_gives_no_time_back(tmp_path: Path) -> None:
    """Nor does it take any for as long as it was closed."""
    clock = Slow()
    with served(tmp_path / "house.db", clock) as inn:
        ann = Guest(inn.url)
        id = ann.table("umami", ["me", "me"], pace={"kind": "live", "bank": 60, "increment": 5})["id"]
        p = inn.house.lives[id].table.playing.actor()
        clock.at += 20 * SECOND
        ann.close()
    clock.at += 3600 * SECOND
    with served(tmp_path / "house.db", clock) as inn:
        until(lambda: id in inn.house.lives and inn.house.lives[id].keeper)
        clock.at += SECOND
        again = Guest(inn.url)
        again.http.cookies = ann.http.cookies
        assert again.state(id)["clocks"]["seats"][p] == {"left": 39 * SECOND, "running": True}
        again.close()
