"""Whole matches at the level of HTTP and WebSocket."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.support import Guest, Served, play_on, until
from yokocho import catalog
from yokocho.core.match import Match

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
