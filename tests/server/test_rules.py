"""What a house tells of a game's rules, and of matches that are over."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.support import Guest, play_on


def test_rules_come_with_their_chapters(guest: Callable[..., Guest]) -> None:
    told = guest().get("/api/games/umami/rules").json()
    kinds = {chapter["id"]: chapter["kind"] for chapter in told["chapters"]}
    assert kinds["the-turn"] == "rules" and kinds["rulings"] == "rulings" and kinds["house-rules"] == "options"
    numbers = [part["number"] for chapter in told["chapters"] for part in chapter["parts"] if part["kind"] == "rule"]
    assert numbers == [rule["number"] for rule in told["rules"]]


def test_a_finished_match_tells_its_winner_and_the_margin(guest: Callable[..., Guest]) -> None:
    """The list alone is enough for it: places, points and names by seat."""
    ann, bob = guest("Ann"), guest("Bob")
    id = ann.table("last_dumpling", ["me", "open"], order="listed", public=True)["id"]
    bob.join(id, ready=True)
    play_on({0: ann, 1: bob}, id)
    (listed,) = [table for table in ann.get("/api/me/tables").json() if table["id"] == id]
    assert listed["status"] == "finished" and [seat["name"] for seat in listed["seats"]] == ["Ann", "Bob"]
    result = listed["result"]
    assert min(result["ranks"]) == 1 and len(result["scores"]) == 2 and result["conceded"] == []
    first, second = sorted(range(2), key=lambda p: result["ranks"][p])
    assert result["scores"][first] >= result["scores"][second]
