"""Reviews over HTTP: made in the background, kept, shared by link, refused while a match runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.server.support import Guest, Passerby, Served, served, until
from tests.support import ROOT
from yokocho.server.settings import UNLIMITED, Limits

MATCH = json.loads((ROOT / "tests" / "matches" / "wok_and_roll-v1-2-players.json").read_text(encoding="utf-8"))


def brought(guest: Guest, match: dict[str, Any] = MATCH) -> str:
    made = guest.post("/api/matches", match)
    assert made.status_code == 201, made.text
    id: str = made.json()["id"]
    return id


def look(guest: Guest, id: str, **query: Any) -> dict[str, Any]:
    found = guest.get(f"/api/tables/{id}/review", **query)
    assert found.status_code == 200, found.text
    told: dict[str, Any] = found.json()
    return told


def test_a_review_grows_is_kept_and_shared_by_link(tmp_path: Path) -> None:
    with served(tmp_path / "house.db") as house:
        ann, nobody = Guest(house.url), Passerby(house.url)
        id = brought(ann)
        assert look(ann, id) == {"state": "none", "done": 0, "total": 0, "review": None}
        assert nobody.post(f"/api/tables/{id}/review").status_code == 401
        begun = ann.post(f"/api/tables/{id}/review")
        assert begun.status_code == 202 and begun.json()["state"] in ("queued", "working")
        first = until(lambda: (told := look(ann, id))["review"] and told)
        assert len(first["review"]["curve"]) == len(first["review"]["events"]) + 1
        done = until(lambda: (told := look(ann, id))["state"] == "done" and told)
        assert done["done"] == done["total"] == done["review"]["total"]
        assert nobody.get(f"/api/tables/{id}/review").status_code == 404
        invite = ann.post(f"/api/tables/{id}/share").json()["invite"]
        assert look(nobody, id, invite=invite) == done
        check_moments(ann, id, done["review"])
        for one in (ann, nobody):
            one.close()
    with served(tmp_path / "house.db") as house:  # it is on disk
        ann = Passerby(house.url)
        assert look(ann, id, invite=invite) == done
        ann.close()


def check_moments(guest: Guest, id: str, review: dict[str, Any]) -> None:
    """Before each decision the seat's own view, and where the lines touch it."""
    judged = [event for event in review["events"] if event["kind"] not in ("", "forced")]
    for event in judged[::17]:
        moment = guest.get(f"/api/tables/{id}/review/{event['number']}").json()
        assert moment["seat"] == moment["scene"]["seat"] == event["seat"]
        assert not moment["scene"]["choices"] and len(moment["lines"]) == len(event["lines"])
        ids = {piece["id"] for zone in moment["scene"]["zones"] for piece in zone["pieces"]}
        assert ids & {piece for line in moment["lines"] for piece in line["pieces"]}
    assert guest.get(f"/api/tables/{id}/review/{len(review['events'])}").status_code == 404


def test_a_running_match_is_not_reviewed_nor_one_that_was_given_up(inn: Served) -> None:
    ann = Guest(inn.url)
    id = ann.table("yatta", ["me", "me"])["id"]
    for answer in (ann.post(f"/api/tables/{id}/review"), ann.get(f"/api/tables/{id}/review")):
        assert answer.status_code == 409 and "not over" in answer.json()["detail"]
    assert ann.get(f"/api/tables/{id}/review/0").status_code == 409
    ann.say(id, "concede")
    assert ann.post(f"/api/tables/{id}/review").status_code == 422
    ann.close()


def test_a_person_can_ask_for_so_many_reviews(tmp_path: Path) -> None:
    limits = Limits(**{**vars(UNLIMITED), "reviews": (2.0, 0.0001)})
    with served(tmp_path / "house.db", limits=limits) as house:
        ann = Guest(house.url)
        id = ann.table("yatta", ["me", "me"])["id"]
        codes = [ann.post(f"/api/tables/{id}/review").status_code for _ in range(3)]
        assert codes == [409, 409, 429]
        ann.close()
