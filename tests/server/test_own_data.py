"""What the house keeps of a person: a copy for them, and nothing once they have left."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.server.support import Guest, Postgres, Process, play_on, served, until
from yokocho.server.identity import GONE
from yokocho.server.schema import metadata, reviews
from yokocho.server.settings import Settings
from yokocho.server.store import engine

PASSWORD = "a patient password"


def test_a_copy(guest: Callable[..., Guest]) -> None:
    """It has what one did oneself, and no more."""
    ann, bob = guest("Ann"), guest("Bob")
    id = ann.table("yatta", ["me", "open"], public=True)["id"]
    bob.join(id)
    play_on({0: ann, 1: bob}, id, 12)
    ann.say(id, "chat", text="is it my turn?")
    bob.say(id, "chat", text="a secret of Bob")
    answer = ann.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert found["person"]["name"] == "Ann" and len(found["devices"]) == 1
    assert [(table["id"], table["seats"]) for table in found["tables"]] == [(id, ["Ann", "Bob"])]
    assert {event["seat"] for event in found["done"]} == {0} and len(found["done"]) > 3
    assert [event["what"] for event in found["said"]] == ["is it my turn?"]
    assert bob.me["id"] not in answer.text and "a secret of Bob" not in answer.text
    assert all(token not in answer.text for token in ann.http.cookies.values())


def everything(database: str | Path) -> str:
    """Every row of the database as text."""
    made = engine(Settings(database=str(database)).url())
    with made.connect() as connection:
        found = [str(list(connection.execute(sa.select(table)))) for table in metadata.sorted_tables]
    made.dispose()
    return "\n".join(found)


def test_leaving_for_good(tmp_path: Path) -> None:
    """Matches that run are conceded, tables that wait are given up; no row knows the name, the login or the words."""
    with served(tmp_path / "house.db") as house:
        zora, bob = Guest(house.url, "Zora the Unlikely"), Guest(house.url, "Bob")
        login = {"login": "zora-login", "password": PASSWORD}
        assert zora.post("/api/me/account", login).status_code == 200
        over, runs, three = (
            zora.table("yatta", ["me", "open", *more], public=True)["id"] for more in ([], [], ["open"])
        )
        cat = Guest(house.url, "Cat")
        for id in (over, runs, three):
            bob.join(id)
        cat.join(three)
        zora.say(over, "chat", text="words of hers")
        zora.say(over, "concede")
        waits = zora.table("umami", ["me", "open"], public=True)["id"]
        heir = zora.table("umami", ["me", "open", "open"], public=True)["id"]
        bob.join(heir)
        watched = bob.table("yatta", ["me", "bot:apprentice"], public=True)["id"]
        zora.say(watched, "chat", text="words from the gallery")
        house.run(
            house.house.store.write(
                lambda c: c.execute(reviews.insert().values(table_id=over, at=0, done=1, total=1, body="Zora")) and None
            )
        )

        def leave(**body: str) -> int:
            return zora.http.request("DELETE", "/api/me", json=body).status_code

        name = zora.me["name"]
        assert [leave(name="Zora"), leave(name=name), leave(name=name, password="wrong password")] == [409, 403, 403]
        with zora.socket(over) as ear:
            ear.expect("state")
            assert leave(name=name, password=PASSWORD) == 204
        assert zora.get("/api/me").status_code == 401
        assert zora.post("/api/login", login).status_code == 403
        assert zora.get(f"/api/people/{zora.me['handle']}").status_code == 404
        for id in (over, runs):
            table = bob.get(f"/api/tables/{id}").json()
            assert (table["status"], table["result"]["ending"]) == ("finished", f"{GONE} has conceded")
            assert [seat["name"] for seat in table["seats"]] == [GONE, "Bob"]
        still = bob.get(f"/api/tables/{three}").json()
        assert still["status"] == "running" and still["seats"][0]["conceded"] and still["seats"][0]["name"] == GONE
        assert bob.get(f"/api/tables/{waits}").status_code == 404
        assert bob.get(f"/api/tables/{heir}").json()["owner"] is True
        assert "(taken back)" in json.dumps(bob.state(over)["chat"])
        for one in (zora, bob, cat):
            one.close()
    left = everything(tmp_path / "house.db")
    assert all(word not in left for word in ("Zora", "zora-login", "words of hers", "words from the gallery"))
    assert "Bob" in left


def test_other_processes_forget_too(postgres: Postgres) -> None:
    database = postgres.database("forgotten")
    here, there = Process(database), Process(database)
    try:
        zora, bob, cat = Guest(here.url, "Zora"), Guest(there.url, "Bob"), Guest(there.url, "Cat")
        id = zora.table("yatta", ["me", "open", "open"], public=True)["id"]
        for other in (bob, cat):
            other.join(id)
        assert bob.get(f"/api/tables/{id}").json()["seats"][0]["name"] == "Zora"
        assert zora.http.request("DELETE", "/api/me", json={"name": "Zora"}).status_code == 204
        until(lambda: bob.get(f"/api/tables/{id}").json()["seats"][0]["name"] == GONE)
        assert "Zora" not in everything(database)
        for one in (zora, bob, cat):
            one.close()
    finally:
        for house in (here, there):
            house.stop()


@pytest.mark.parametrize("name", ["zoe", " Zoe", ""])
def test_nobody_leaves_by_mistake(name: str, guest: Callable[..., Guest]) -> None:
    zoe = guest("Zoe")
    assert zoe.http.request("DELETE", "/api/me", json={"name": name}).status_code == 409
    assert zoe.get("/api/me").json() == zoe.me
