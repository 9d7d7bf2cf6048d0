"""Who may do what: every route and every message, asked by everybody."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest

from tests.server.support import Guest, Passerby, Served
from yokocho.server import messages
from yokocho.server.app import make

STATUSES = ("waiting", "running", "finished")
# Those who ask, in this order: nobody (no cookie), a stranger (without an invite, and the table is unlisted), a
# spectator, the other seat, the owner. An answer that is the same at every table stands there once.
AT_TABLES: dict[str, tuple[Any, str, str, str]] = {
    "GET /api/tables/{id}": (None, *["200 404 200 200 200"] * 3),
    "POST /api/tables/{id}/join": ({}, "401 404 200 409 409", *["401 404 409 409 409"] * 2),
    "POST /api/tables/{id}/leave": ({}, *["401 404 409 200 200"] * 2, "401 404 409 409 409"),
    "POST /api/tables/{id}/kick": ({"seat": 1}, "401 404 403 403 200", *["401 404 403 403 409"] * 2),
    "POST /api/tables/{id}/seat": (
        {"seat": 1, "take": "open"},
        "401 404 403 403 200",
        *["401 404 403 403 409"] * 2,
    ),
    "POST /api/tables/{id}/ready": ({"ready": False}, "401 404 409 200 200", *["401 404 409 409 409"] * 2),
    "POST /api/tables/{id}/rematch": ({}, *["401 404 404 409 409"] * 2, "401 404 404 200 200"),
    "POST /api/tables/{id}/invites": ({}, *["401 404 403 403 201"] * 3),
    "POST /api/tables/{id}/share": ({}, *["401 404 403 403 200"] * 2, "401 404 403 200 200"),
    "GET /api/tables/{id}/invites": (None, *["401 404 403 403 200"] * 3),
    "DELETE /api/tables/{id}/invites/{invite}": (None, *["401 404 403 403 204"] * 3),
    "GET /api/tables/{id}/state": (None, *["200 404 200 200 200"] * 3),
    "GET /api/tables/{id}/state?seat=0": (None, *["403 404 403 403 200"] * 3),
    "POST /api/tables/{id}/messages": ({"type": "ping"}, *["401 404 200 200 200"] * 3),
    "POST /api/tables/{id}/messages?seat=0": ({"type": "sync"}, *["401 404 403 403 200"] * 3),
    "GET /api/tables/{id}/moment": (None, "422 404 422 422 422", *["200 404 200 200 200"] * 2),
    "GET /api/tables/{id}/moment?seat=0": (None, "403 404 403 403 422", "403 404 403 403 200", "200 404 200 200 200"),
    "GET /api/tables/{id}/moment?seat=open": (None, *["422 404 422 422 422"] * 2, "200 404 200 200 200"),
    "GET /api/tables/{id}/log": (None, "422 404 422 422 422", *["200 404 200 200 200"] * 2),
    "GET /api/tables/{id}/log?seat=1": (None, "403 404 403 422 403", "403 404 403 200 403", "200 404 200 200 200"),
    "GET /api/tables/{id}/log?seat=open": (None, *["422 404 422 422 422"] * 2, "200 404 200 200 200"),
    "POST /api/tables/{id}/review": ({}, *["401 404 409 409 409"] * 2, "401 404 422 422 422"),
    "GET /api/tables/{id}/review": (None, *["409 404 409 409 409"] * 2, "422 404 422 422 422"),
    "GET /api/tables/{id}/review/0": (None, *["409 404 409 409 409"] * 2, "422 404 422 422 422"),
    "GET /api/tables/{id}/picture.png": (None, *["409 404 409 409 409"] * 2, "200 404 200 200 200"),
    "GET /api/tables/{id}/export": (None, *["409 404 409 409 409"] * 2, "200 404 200 200 200"),
}
ELSEWHERE: dict[str, tuple[Any, int, int]] = {  # for nobody, for a person
    "GET /api/me": (None, 401, 200),
    "POST /api/me": ({}, 200, 200),
    "PATCH /api/me": ({"name": "Zoe"}, 401, 200),
    "POST /api/me/recovery": ({}, 401, 200),
    "POST /api/recover": ({"code": "AAAAA-AAAAA"}, 403, 403),
    "POST /api/me/account": ({"login": "zoe", "password": "short"}, 401, 422),
    "POST /api/me/password": ({"old": "wrong password", "new": "short"}, 401, 409),
    "POST /api/login": ({"login": "nobody", "password": "wrong password"}, 403, 403),
    "POST /api/logout": ({}, 204, 204),
    "GET /api/games": (None, 200, 200),
    "GET /api/games/kitchen": (None, 200, 200),
    "GET /api/games/yatta/rules": (None, 200, 200),
    "GET /api/games/yatta/table.css": (None, 200, 200),
    "GET /api/games/yatta/guide": (None, 200, 200),
    "GET /api/games/yatta/lessons": (None, 200, 200),
    "POST /api/games/yatta/lessons/no-such-lesson": ({"at": {}}, 404, 404),
    "GET /api/games/yatta/puzzles": (None, 200, 200),
    "GET /api/games/yatta/coach": (None, 200, 200),
    "GET /api/me/learned": (None, 401, 200),
    "POST /api/me/learned": ({}, 401, 200),
    "DELETE /api/me/learned?game=yatta": (None, 401, 204),
    "POST /api/tables": ({"game": "yatta", "seats": ["me", "open"]}, 401, 201),
    "GET /api/tables": (None, 200, 200),
    "GET /api/me/tables": (None, 401, 200),
    "POST /api/matches": ({"format": "?"}, 401, 422),
    "GET /api/me/page": (None, 401, 200),
    "GET /api/me/export": (None, 401, 200),
    "DELETE /api/me": ({"name": "somebody else"}, 401, 409),
    "GET /api/people/no-such-page": (None, 404, 404),
    "GET /api/best/yatta": (None, 200, 200),
    "GET /healthz": (None, 200, 200),
    "GET /livez": (None, 200, 200),
    "GET /readyz": (None, 200, 200),
    "GET /metrics": (None, 403, 403),
}
# Who sees the page of the owner, as the owner decides: nobody, a stranger, a spectator, whom they have met, they
PAGES = {"all": "200 200 200 200 200", "met": "404 404 404 200 200", "nobody": "404 404 404 404 200"}
# What nobody (looking on through a WebSocket), a spectator, the other seat and the owner hear, one after the other.
MESSAGES: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "move": ({"move": "notation"}, "refused " * 4, "refused refused refused accepted", "refused " * 4),
    "undo": ({}, *["refused " * 4] * 3),
    "redo": ({}, *["refused " * 4] * 3),
    "ask": ({"kind": "abort"}, "refused " * 4, "refused refused accepted refused", "refused " * 4),
    "answer": ({"yes": True}, *["refused " * 4] * 3),
    "concede": ({}, "refused " * 4, "refused refused accepted refused", "refused " * 4),
    "away": ({}, "refused " * 4, "refused refused accepted accepted", "refused " * 4),
    "back": ({}, *["refused " * 4] * 3),
    "chat": ({"text": "hello"}, *["refused accepted accepted accepted"] * 3),
    "look": ({"seat": 0}, *["refused refused refused state"] * 3),
    "sync": ({}, *["state " * 4] * 3),
    "hint": ({}, "refused " * 4, "refused refused refused hint", "refused " * 4),
    "coach": ({}, *["refused " * 4] * 3),  # none at these tables
    "why": ({"action": 0}, "refused " * 4, "refused refused why why", "refused " * 4),
    "preview": ({"move": "action"}, "refused " * 4, "refused refused refused preview", "refused " * 4),
    "ping": ({}, *["pong " * 4] * 3),
}


class Cast:
    """Everybody who might ask."""

    def __init__(self, inn: Served) -> None:
        self.inn = inn
        self.nobody = Passerby(inn.url)
        self.stranger, self.spectator, self.other, self.owner = (
            Guest(inn.url, name) for name in ("Stranger", "Spectator", "Other", "Owner")
        )
        self.all = (self.nobody, self.stranger, self.spectator, self.other, self.owner)
        self.seen = cache(self.table)  # for those who only look

    def table(self, status: str, public: bool) -> str:
        """A table of the owner and the other; only the other is not ready where it waits."""
        seats = ["me", "open", "open"] if status == "waiting" else ["me", "open"]
        id: str = self.owner.table("yatta", seats, public=public)["id"]
        invite = self.owner.post(f"/api/tables/{id}/invites").json()["invite"]
        self.other.join(id, invite=invite, ready=status != "waiting")
        if status == "finished":
            assert self.owner.say(id, "concede")["type"] == "accepted"
        return id

    def check(self, asker: Guest, id: str | None, text: str) -> None:
        """Nobody is told a secret: another's id, a token, a hash, the seed of a match that is not over."""
        for somebody in self.all:
            assert somebody is asker or not somebody.me or somebody.me["id"] not in text
            assert all(token not in text for token in somebody.http.cookies.values())
        assert "argon2" not in text
        if id and (table := self.inn.house.lives.get(id)) and table.table.status in ("waiting", "running"):
            assert bytes(table.table.row["seed"]).hex() not in text


@pytest.fixture(scope="module")
def cast(inn: Served) -> Iterator[Cast]:
    made = Cast(inn)
    yield made
    for somebody in made.all:
        somebody.close()


def test_no_route_is_left_out() -> None:
    made = make().openapi()["paths"]
    known = {f"{method.upper()} {path}" for path, methods in made.items() for method in methods}
    asked = {route.partition("?")[0].replace("/yatta/", "/{game}/") for route in (*AT_TABLES, *ELSEWHERE)}
    given = {
        "no-such-lesson": "{lesson}",
        "/review/0": "/review/{event}",
        "no-such-page": "{handle}",
        "/best/yatta": "/best/{game}",
    }
    for example, name in given.items():
        asked = {route.replace(example, name) for route in asked}
    assert asked == known


def test_no_message_is_left_out() -> None:
    assert set(MESSAGES) == {kind.__struct_config__.tag for kind in get_args(messages.Any_)}


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("route", AT_TABLES)
def test_routes_at_a_table(route: str, status: str, cast: Cast) -> None:
    body, *expected = AT_TABLES[route]
    method, path = route.split()
    find = cast.seen if method == "GET" else cast.table
    public, unlisted = find(status, True), find(status, False)
    invite = cast.owner.post(f"/api/tables/{public}/invites").json()["invite"] if "{invite}" in path else ""
    answers = []
    for somebody in cast.all:
        id = unlisted if somebody is cast.stranger else public
        answer = somebody.http.request(method, path.replace("{id}", id).replace("{invite}", invite), json=body)
        answers.append(answer.status_code)
        if status != "finished":
            cast.check(somebody, id, answer.text)
        if answer.status_code >= 400:
            assert isinstance(answer.json()["detail"], str)
    assert " ".join(map(str, answers)) == expected[STATUSES.index(status)]


@pytest.mark.parametrize("route", ELSEWHERE)
def test_routes_elsewhere(route: str, inn: Served, cast: Cast) -> None:
    body, *expected = ELSEWHERE[route]
    method, path = route.split()
    person, nobody = Guest(inn.url), Passerby(inn.url)
    answers = [asker.http.request(method, path, json=body) for asker in (nobody, person)]
    assert [answer.status_code for answer in answers] == expected
    for asker, answer in zip((nobody, person), answers):
        cast.check(asker, None, answer.text)
        asker.close()


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("type", MESSAGES)
def test_messages(type: str, status: str, cast: Cast) -> None:
    fields, *expected = MESSAGES[type]
    id = (cast.seen if type in ("look", "sync", "hint", "why", "preview", "ping") else cast.table)(status, True)
    scene = cast.owner.state(id)["scene"]
    if "move" in fields:
        fields = {"move": scene["choices"][0][fields["move"]] if status == "running" else 0}
    with cast.nobody.socket(id) as socket:
        socket.expect("state")
        socket.send(type, **fields)
        heard = [socket.receive()]
    for somebody in (cast.spectator, cast.other, cast.owner):
        heard.append(somebody.post(f"/api/tables/{id}/messages", {"type": type, **fields}).json())
    assert [answer["type"] for answer in heard] == expected[STATUSES.index(status)].split()
    for somebody, answer in zip((cast.nobody, cast.spectator, cast.other, cast.owner), heard):
        if status != "finished":
            cast.check(somebody, id, json.dumps(answer))
        if answer["type"] == "refused":
            assert answer["reason"] and "rule" in answer


@pytest.mark.parametrize("shown", PAGES)
def test_pages(shown: str, cast: Cast) -> None:
    cast.table("finished", False)
    cast.table("running", False)
    cast.owner.http.patch("/api/me", json={"page": shown})
    page = f"/api/people/{cast.owner.me['handle']}"
    answers = [somebody.get(page) for somebody in cast.all]
    assert " ".join(str(answer.status_code) for answer in answers) == PAGES[shown]
    nowhere = cast.stranger.get("/api/people/no-such-page")
    for somebody, answer in zip(cast.all, answers):
        cast.check(somebody, None, answer.text)
        if answer.status_code == 404:
            assert answer.text == nowhere.text


def test_a_page_tells_strangers_nothing_of_what_was_by_invitation(inn: Served) -> None:
    """Neither of matches that run nor of those that only some could see; rated ones count for everybody."""
    ann, bob, zoe = (Guest(inn.url, name) for name in ("Ann", "Bob", "Zoe"))
    ann.http.patch("/api/me", json={"page": "all"})

    def play(end: bool = True, **wishes: Any) -> None:
        id = ann.table("yatta", ["me", "open"], **wishes)["id"]
        bob.join(id, invite=ann.post(f"/api/tables/{id}/invites").json()["invite"])
        if end:
            bob.say(id, "concede")

    def told(asker: Guest) -> tuple[int, int, int, int]:
        page = asker.get(f"/api/people/{ann.me['handle']}").json()
        stalls = page["games"] or [{"matches": 0}]
        return page["matches"], page["won"], stalls[0]["matches"], len(page["lately"])

    play()
    play(end=False, public=True)
    assert told(zoe) == (0, 0, 0, 0) and told(bob) == told(ann) == (1, 1, 1, 1)
    play(public=True)
    play(hints=False)
    assert told(zoe) == (2, 2, 2, 1) and told(bob) == told(ann) == (3, 3, 3, 3)
    best = zoe.get("/api/best/yatta").json()
    assert ann.me["handle"] in [one["handle"] for one in best["provisional"]] and best["me"] is None
    assert bob.me["handle"] not in json.dumps(best)
    assert bob.get("/api/best/yatta").json()["me"]["listed"] is False
    for one in (ann, bob, zoe):
        one.close()


def test_a_stranger_cannot_tell_an_unlisted_table_from_none(cast: Cast) -> None:
    id = cast.table("running", False)
    for asker in (cast.nobody, cast.stranger):
        there, nowhere = asker.get(f"/api/tables/{id}/state"), asker.get("/api/tables/k7Qm2nXw/state")
        assert (there.status_code, there.text) == (nowhere.status_code, nowhere.text)


def test_an_invite_opens_one_table_only(cast: Cast) -> None:
    one, other = cast.table("running", False), cast.table("running", False)
    invite = cast.owner.post(f"/api/tables/{one}/invites", {"spectate": True}).json()["invite"]
    assert cast.stranger.get(f"/api/tables/{one}/state", invite=invite).status_code == 200
    assert cast.stranger.get(f"/api/tables/{other}/state", invite=invite).status_code == 404
    assert cast.owner.http.delete(f"/api/tables/{other}/invites/{invite}").status_code == 404


def test_the_seed_is_told_once_it_is_over(cast: Cast) -> None:
    id = cast.table("running", True)
    assert cast.owner.state(id)["table"]["seed"] is None
    cast.owner.say(id, "concede")
    assert len(cast.nobody.state(id)["table"]["seed"]) == 64
