"""Who somebody is: cookies, codes, passwords, names, and pages from elsewhere."""

from __future__ import annotations

import base64
import socket
from collections.abc import Callable, Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.server.support import Guest, Passerby, Served, closed, get, post, served, until
from yokocho.server import identity, schema
from yokocho.server.clocks import Time

PASSWORD = "soup of the day"


@pytest.fixture
def passerby(inn: Served) -> Iterator[Passerby]:
    one = Passerby(inn.url)
    yield one
    one.close()


def token(guest: Guest) -> str:
    return guest.http.cookies[identity.COOKIE]


def rows(inn: Served, table: sa.Table) -> list[dict[str, Any]]:
    def job(connection: sa.Connection) -> list[dict[str, Any]]:
        return [dict(row) for row in connection.execute(sa.select(table)).mappings()]

    found: list[dict[str, Any]] = inn.run(inn.house.store.read(job))
    return found


# --- the cookie


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(passerby: Passerby) -> None:
    made = passerby.post("/api/me")
    (cookie,) = SimpleCookie(made.headers["set-cookie"]).values()
    assert cookie["httponly"] and cookie["samesite"] == "lax" and cookie["path"] == "/"
    assert not cookie["secure"] and not cookie["domain"]
    assert int(cookie["max-age"]) > 30 * 24 * 3600


def test_behind_https_the_cookie_stays_there(tmp_path: Path) -> None:
    with served(tmp_path / "house.db", secure=True) as house:
        assert "secure" in post(f"{house.url}/api/me").headers["set-cookie"].lower()


def test_a_token_has_256_bits_and_only_its_hash_is_kept(guest: Callable[..., Guest], inn: Served) -> None:
    ann = guest()
    assert len(base64.urlsafe_b64decode(token(ann) + "=")) == 32
    kept = [row for row in rows(inn, schema.sessions) if row["person"] == ann.me["id"]]
    assert [row["token"] for row in kept] == [identity.hashed(token(ann))]
    assert token(ann) not in str(kept)


def test_tokens_are_never_told_again(guest: Callable[..., Guest]) -> None:
    ann = guest()
    again = ann.post("/api/me", {"name": "Somebody else"})
    assert again.json() == ann.me and "set-cookie" not in again.headers


@pytest.mark.parametrize("value", ["", "x", "x" * 5000, "é", "a;b", "%00", "null"])
def test_a_made_up_token_is_nobodys(value: str, inn: Served) -> None:
    headers = {"cookie": f"{identity.COOKIE}={value}".encode()}
    assert get(f"{inn.url}/api/me", headers=headers).status_code == 401  # type: ignore[arg-type]


def test_a_hash_is_not_a_token(guest: Callable[..., Guest], inn: Served) -> None:
    cookie = f"{identity.COOKIE}={identity.hashed(token(guest()))}"
    assert get(f"{inn.url}/api/me", headers={"cookie": cookie}).status_code == 401


def test_after_logout_its_connections_are_closed(guest: Callable[..., Guest]) -> None:
    ann, bob = guest(), guest()
    id = ann.table("last_dumpling", ["me", "bot:cook"], public=True)["id"]
    with ann.socket(id) as mine, bob.socket(id) as other:
        mine.expect("state")
        other.expect("state")
        ann.post("/api/logout")
        assert closed(mine) == 4404
        other.send("ping")
        other.expect("pong")


def test_after_logout_the_token_is_void(guest: Callable[..., Guest], inn: Served) -> None:
    ann = guest()
    old = ann.cookie
    gone = ann.post("/api/logout")
    assert gone.status_code == 204 and not ann.cookie
    assert get(f"{inn.url}/api/me", headers={"cookie": old}).status_code == 401
    assert ann.post("/api/logout").status_code == 204


# --- recovery


def test_a_code_brings_a_person_to_another_device(guest: Callable[..., Guest], passerby: Passerby) -> None:
    ann = guest("Ann")
    id = ann.table("yatta", ["me", "open"])["id"]
    code = ann.post("/api/me/recovery").json()["code"]
    found = passerby.post("/api/recover", {"code": f"  {code.lower().replace('-', ' ')}"})
    assert found.json() == ann.me
    assert passerby.state(id)["table"]["mine"] == [0]
    assert ann.get("/api/me").status_code == 200
    assert token(ann) != token(passerby)


def test_a_new_code_voids_the_old_one(guest: Callable[..., Guest], passerby: Passerby, inn: Served) -> None:
    ann = guest()
    old, new = (ann.post("/api/me/recovery").json()["code"] for _ in range(2))
    kept = next(row["recovery"] for row in rows(inn, schema.people) if row["id"] == ann.me["id"])
    assert kept == identity.hashed(new.replace("-", ""))
    assert passerby.post("/api/recover", {"code": old}).status_code == 403
    assert passerby.post("/api/recover", {"code": new}).status_code == 200


def test_a_code_works_once(guest: Callable[..., Guest], passerby: Passerby, inn: Served) -> None:
    ann = guest()
    code = ann.post("/api/me/recovery").json()["code"]
    assert passerby.post("/api/recover", {"code": code}).json() == ann.me
    late = Passerby(inn.url)
    assert late.post("/api/recover", {"code": code}).status_code == 403 and not late.cookie
    assert passerby.post("/api/recover", {"code": ann.post("/api/me/recovery").json()["code"]}).status_code == 200
    late.close()


@pytest.mark.parametrize("code", ["", "-", "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA", "\x00", "0" * 200, "é"])
def test_a_made_up_code_is_nobodys(code: str, passerby: Passerby) -> None:
    refused = passerby.post("/api/recover", {"code": code})
    assert refused.status_code == 403 and "set-cookie" not in refused.headers


# --- accounts


def test_an_account_keeps_the_guests_history(guest: Callable[..., Guest], passerby: Passerby, inn: Served) -> None:
    ann = guest("Ann")
    id = ann.table("yatta", ["me", "open"])["id"]
    made = ann.post("/api/me/account", {"login": " Ann.One ", "password": PASSWORD})
    assert made.json() == ann.me | {"login": "ann.one"}
    found = passerby.post("/api/login", {"login": "ANN.ONE", "password": PASSWORD})
    assert found.json()["id"] == ann.me["id"]
    assert [line["id"] for line in passerby.get("/api/me/tables").json()] == [id]
    kept = next(row["password"] for row in rows(inn, schema.people) if row["id"] == ann.me["id"])
    assert kept.startswith("$argon2id$") and PASSWORD not in kept


def test_a_wrong_password_says_no_more_than_a_wrong_login(guest: Callable[..., Guest], passerby: Passerby) -> None:
    guest().post("/api/me/account", {"login": "bob.one", "password": PASSWORD})
    wrong = passerby.post("/api/login", {"login": "bob.one", "password": PASSWORD + "!"})
    unknown = passerby.post("/api/login", {"login": "bob.two", "password": PASSWORD})
    assert wrong.status_code == unknown.status_code == 403 and wrong.text == unknown.text
    assert not passerby.cookie


def test_a_guest_without_a_password_cannot_be_logged_in_as(passerby: Passerby) -> None:
    for login in ("", "null", "\x00", "a\x00b", "' OR 1=1 --"):
        assert passerby.post("/api/login", {"login": login, "password": ""}).status_code == 403


def test_a_login_is_taken_once(guest: Callable[..., Guest]) -> None:
    wish = {"login": "cleo", "password": PASSWORD}
    assert guest().post("/api/me/account", wish).status_code == 200
    late = guest()
    refused = late.post("/api/me/account", wish | {"login": "Cleo"})
    assert refused.status_code == 422 and refused.json()["detail"] == "that login is taken"
    assert late.get("/api/me").json()["login"] is None


@pytest.mark.parametrize(
    ("login", "password"),
    [("ab", PASSWORD), ("a" * 41, PASSWORD), ("a b c", PASSWORD), ("a/b", PASSWORD), ("a\x00bc", PASSWORD)]
    + [("dora", "short"), ("dora", "x" * 201), ("dora", ""), ("", PASSWORD)],
)
def test_logins_and_passwords_that_will_not_do(login: str, password: str, guest: Callable[..., Guest]) -> None:
    refused = guest().post("/api/me/account", {"login": login, "password": password})
    assert refused.status_code == 422 and refused.json()["detail"]
    assert not password or password not in refused.text


def another(inn: Served, guest: Guest) -> Passerby:
    """The same person on another device."""
    device = Passerby(inn.url)
    code = guest.post("/api/me/recovery").json()["code"]
    assert device.post("/api/recover", {"code": code}).json() == guest.get("/api/me").json()
    return device


def is_void(inn: Served, cookie: str) -> bool:
    return get(f"{inn.url}/api/me", headers={"cookie": cookie}).status_code == 401


def test_whoever_becomes_an_account_has_a_new_token(guest: Callable[..., Guest], inn: Served) -> None:
    """Whoever knew the old one is nobody; an open page of this device comes again with the new one."""
    ann = guest("Ann")
    id = ann.table("last_dumpling", ["me", "open"])["id"]
    other, before = another(inn, ann), ann.cookie
    with ann.socket(id) as mine, other.socket(id) as theirs:
        mine.expect("state")
        theirs.expect("state")
        assert ann.post("/api/me/account", {"login": "new.token", "password": PASSWORD}).status_code == 200
        assert closed(mine) == 1012 and closed(theirs) == 4404
    assert ann.cookie != before and is_void(inn, before) and is_void(inn, other.cookie)
    with ann.socket(id) as mine:
        assert mine.expect("state")["table"]["mine"] == [0]
    other.close()


def test_an_account_is_made_once(guest: Callable[..., Guest], passerby: Passerby) -> None:
    """Nobody takes one over who only found a device open."""
    ann = guest()
    ann.post("/api/me/account", {"login": "only.once", "password": PASSWORD})
    again = ann.post("/api/me/account", {"login": "taken.over", "password": PASSWORD + "!"})
    assert again.status_code == 409 and again.json()["detail"]
    assert passerby.post("/api/login", {"login": "taken.over", "password": PASSWORD + "!"}).status_code == 403
    assert passerby.post("/api/login", {"login": "only.once", "password": PASSWORD}).status_code == 200


def test_another_password_needs_the_old_one(guest: Callable[..., Guest], passerby: Passerby) -> None:
    ann, new = guest(), "soup of tomorrow"
    assert ann.post("/api/me/password", {"old": "", "new": new}).status_code == 409  # there is none
    ann.post("/api/me/account", {"login": "two.soups", "password": PASSWORD})
    wrong = ann.post("/api/me/password", {"old": PASSWORD + "!", "new": new})
    assert (wrong.status_code, wrong.json()["detail"]) == (403, "the old password is wrong")
    assert ann.post("/api/me/password", {"old": PASSWORD, "new": "short"}).status_code == 422
    assert passerby.post("/api/login", {"login": "two.soups", "password": PASSWORD}).status_code == 200
    assert ann.post("/api/me/password", {"old": PASSWORD, "new": new}).status_code == 200
    for password, status in ((PASSWORD, 403), (new, 200)):
        assert passerby.post("/api/login", {"login": "two.soups", "password": password}).status_code == status


def test_another_password_signs_out_everywhere_else(guest: Callable[..., Guest], inn: Served) -> None:
    ann = guest("Ann")
    ann.post("/api/me/account", {"login": "alone.now", "password": PASSWORD})
    id = ann.table("last_dumpling", ["me", "open"])["id"]
    others = [another(inn, ann), another(inn, ann)]
    code, mine = ann.post("/api/me/recovery").json()["code"], ann.cookie
    with ann.socket(id) as here, others[0].socket(id) as there:
        here.expect("state")
        there.expect("state")
        changed = ann.post("/api/me/password", {"old": PASSWORD, "new": PASSWORD + "!"})
        assert changed.json() == ann.get("/api/me").json() | {"signed_out": 2}
        assert closed(there) == 4404
        here.send("ping")
        here.expect("pong")
    assert ann.cookie == mine and all(is_void(inn, other.cookie) for other in others)
    assert others[0].post("/api/recover", {"code": code}).status_code == 403  # nor by a code from before
    for other in others:
        other.close()


# --- how long a sign-in lasts


class Later(Time):
    """The house's clock, put forward."""

    ahead = 0

    def now(self) -> int:
        return super().now() + self.ahead


def sessions(house: Served) -> list[str]:
    return [row["token"] for row in rows(house, schema.sessions)]


def test_a_sign_in_that_is_not_used_expires(tmp_path: Path) -> None:
    clock = Later()
    with served(tmp_path / "house.db", clock) as house:
        ann, bob = Guest(house.url), Guest(house.url)
        id, old = ann.table("last_dumpling", ["me", "open"])["id"], identity.hashed(token(ann))
        clock.ahead = identity.LIFETIME - identity.DAY
        assert bob.get("/api/me").status_code == 200 and not is_void(house, bob.cookie)
        until(lambda: max(row["used"] for row in rows(house, schema.sessions)) >= clock.now() - identity.DAY)
        clock.ahead += 2 * identity.DAY
        assert is_void(house, ann.cookie) and not is_void(house, bob.cookie)
        with ann.socket(id) as void:
            assert closed(void) == 4404
        assert ann.post("/api/me").json()["id"] != ann.me["id"]  # a new guest
        assert old not in sessions(house) and len(sessions(house)) == 2  # what nobody can use is not kept
        for one in (ann, bob):
            one.close()


def test_a_sign_in_that_is_used_is_renewed_now_and_then(tmp_path: Path) -> None:
    """On the server, and in the browser, which asks who it is when it opens."""
    clock = Later()
    with served(tmp_path / "house.db", clock) as house:
        ann = Guest(house.url)
        assert "set-cookie" not in ann.get("/api/me").headers
        clock.ahead = 2 * identity.DAY
        for ask in (ann.get, ann.post):
            (cookie,) = SimpleCookie(ask("/api/me").headers["set-cookie"]).values()
            assert cookie.value == token(ann) and int(cookie["max-age"]) == identity.LIFETIME // 1000
            until(lambda: rows(house, schema.sessions)[0]["used"] > clock.now() - identity.DAY)
            assert "set-cookie" not in ask("/api/me").headers
            clock.ahead += 2 * identity.DAY
        ann.close()


# --- the name of the house


@pytest.mark.parametrize(
    ("host", "status"),
    [("alley.example", 200), ("ALLEY.example", 200), ("alley.example:443", 200), ("other.example:8080", 200)]
    + [("alley.example:80", 421), ("127.0.0.1", 421), ("evil.example", 421), ("alley.example.evil", 421), ("", 421)],
)
def test_a_house_with_a_name_answers_for_no_other(host: str, status: int, tmp_path: Path) -> None:
    """So that no page can reach it under a name of its own."""
    with served(tmp_path / "house.db", origins=("https://alley.example", "http://other.example:8080")) as house:
        answer = get(f"{house.url}/api/games", headers={"host": host})
        assert answer.status_code == status and answer.headers["x-frame-options"] == "DENY"
        for path in ("/livez", "/readyz", "/healthz"):
            assert get(f"{house.url}{path}", headers={"host": host}).status_code == 200
        said = upgrade(house, host)
        assert said == (b"HTTP/1.1 101" if status == 200 else b"HTTP/1.1 421")


def upgrade(house: Served, host: str) -> bytes:
    """How a WebSocket is answered."""
    lines = ["GET /api/tables/none/ws HTTP/1.1", f"Host: {host}", "Connection: Upgrade", "Upgrade: websocket"]
    lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]
    with socket.create_connection(house.socket.getsockname(), 20) as connection:
        connection.sendall("\r\n".join(lines).encode())
        return connection.recv(12)


# --- names


@pytest.mark.parametrize(
    ("name", "becomes"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("Ann\n\tLee", "Ann Lee"),
        ("\u202eAnn", "Ann"),
        ("\u3164Ann\u2800", "Ann"),
        ("Zoe\u0308", "Zoe\u0308"),
        ("A\x00n", "A n"),
    ]
    + [("<b>Ann</b>", "<b>Ann</b>"), ("Änne 味", "Änne 味"), ("x" * 32, "x" * 32)],
)
def test_names_are_cleaned(name: str, becomes: str, guest: Callable[..., Guest]) -> None:
    assert guest(name).me["name"] == becomes
    assert guest().http.patch("/api/me", json={"name": name}).json()["name"] == becomes


INVISIBLE = ["\u3164", "\u2800 \u2800", "\u115f\u1160", "\uffa0", "\ufe0f", "\u034f\u0301"]


@pytest.mark.parametrize("name", ["\t", "\u200b", *INVISIBLE, "x" * 33, "x" * 201, 5, None, ["Ann"]])
def test_names_that_will_not_do(name: Any, guest: Callable[..., Guest]) -> None:
    ann = guest("Ann")
    refused = ann.http.patch("/api/me", json={"name": name})
    assert refused.status_code == 422 and refused.json()["detail"]
    assert ann.get("/api/me").json()["name"] == "Ann"


def test_half_a_character_is_refused_in_words(guest: Callable[..., Guest]) -> None:
    ann = guest()
    headers = {"content-type": "application/json"}
    for body in (rb'{"name": "\ud800"}', rb'{"\ud800": 1, "name": "Ann"}', b'{"name": "\xff"}', b"\xff", b"[" * 60000):
        refused = ann.http.patch("/api/me", content=body, headers=headers)
        assert refused.status_code in (400, 422) and refused.json()["detail"]


def test_whoever_gives_no_name_gets_one(guest: Callable[..., Guest], inn: Served) -> None:
    first, last = guest().me["name"].split()
    assert first in identity.ADJECTIVES and last in identity.NOUNS
    assert post(f"{inn.url}/api/me").status_code == 200


# --- pages from elsewhere

ELSEWHERE: list[dict[str, str]] = [
    {"origin": "https://elsewhere.example"},
    {"origin": "null"},
    {"origin": "http://["},
    {"origin": ""},
    {"origin": "http://127.0.0.1"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_a_page_from_elsewhere_cannot_act(headers: dict[str, str], guest: Callable[..., Guest]) -> None:
    ann = guest("Ann")
    for method, path, body in (
        ("PATCH", "/api/me", {"name": "Mallory"}),
        ("POST", "/api/logout", None),
        ("POST", "/api/tables", {}),
        ("DELETE", "/api/tables/x/invites/y", None),
    ):
        assert ann.http.request(method, path, json=body, headers=headers).status_code == 403
    assert ann.get("/api/me").json()["name"] == "Ann"


def test_our_own_pages_can(guest: Callable[..., Guest], inn: Served) -> None:
    for headers in ({"origin": inn.url}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}):
        assert guest().http.patch("/api/me", json={"name": "Ann"}, headers=headers).status_code == 200


def test_a_form_cannot_act(guest: Callable[..., Guest]) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        sent = guest().http.post("/api/me/recovery", content=b'{"a": 1}', headers={"content-type": kind})
        assert sent.status_code == 415
        pieces = guest().http.post("/api/me/recovery", content=iter([b"{}"]), headers={"content-type": kind})
        assert pieces.status_code == 415


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_a_page_from_elsewhere_cannot_listen(headers: dict[str, str], guest: Callable[..., Guest], inn: Served) -> None:
    ann = guest()
    address = f"{inn.url.replace('http', 'ws')}/api/tables/{ann.table('yatta', ['me', 'open'])['id']}/ws"
    with pytest.raises(InvalidStatus), connect(address, additional_headers=headers | {"cookie": ann.cookie}):
        pass


def test_pages_the_host_allows_can_act_and_listen(tmp_path: Path) -> None:
    with served(tmp_path / "house.db", origins=("https://friend.example",)) as house:
        headers = {"origin": "https://friend.example", "host": "friend.example"}
        assert post(f"{house.url}/api/me", headers=headers).status_code == 200
        headers["origin"] += ".org"
        assert post(f"{house.url}/api/me", headers=headers).status_code == 403
