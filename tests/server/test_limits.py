"""How much is too much, and what every answer carries."""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import partial, reduce
from operator import getitem
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.support import PATIENCE, TOKEN, Guest, Passerby, Served, closed, figures, get, post, served, until
from yokocho import catalog
from yokocho.core.match import Match
from yokocho.server import tables, views
from yokocho.server.app import HEADERS
from yokocho.server.readiness import Readiness
from yokocho.server.run import Lines, set_up_logs
from yokocho.server.settings import UNLIMITED, Limits
from yokocho.server.store import Lost, Unavailable

Welcome = Callable[..., Guest]
FEW = (2.0, 0.001)  # two, and then for a long time none
PATIENT = "soup of the day"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """A house with limits of its own."""
    opened: list[Any] = []

    def open(**limits: Any) -> Served:
        opened.append(served(tmp_path / "house.db", limits=Limits(**{**vars(UNLIMITED), **limits})))
        made: Served = opened[-1].__enter__()
        return made

    yield open
    for one in opened:
        one.__exit__(None, None, None)


def finished(guest: Guest) -> str:
    id: str = guest.table("yatta", ["me", "me"])["id"]
    guest.say(id, "concede")
    return id


def asks(name: str, guest: Guest) -> Callable[[], httpx.Response]:
    """A request that counts towards a limit."""
    if name in ("chat", "hints", "moves"):
        id = guest.table("yatta", ["me", "me"])["id"]
        type = {"chat": "chat", "hints": "hint", "moves": "ping"}[name]
        message = {"type": type, "text": "hello"} if type == "chat" else {"type": type}
        return partial(guest.post, f"/api/tables/{id}/messages", message)
    if name in ("logs", "moments"):
        id = guest.table("yatta", ["me", "me"])["id"]
        return partial(guest.get, f"/api/tables/{id}/{name[:-1]}")
    if name == "imports":
        return partial(guest.post, "/api/matches", {})
    if name in ("tables", "waiting"):
        return partial(guest.post, "/api/tables", {"game": "yatta", "seats": ["me", "open"]})
    if name == "logins":
        return partial(guest.post, "/api/recover", {"code": "?"})
    return partial(guest.get, "/api/me")


@pytest.mark.parametrize(
    "name",
    ["logins", "requests", "tables", "imports", "logs", "moments", "moves", "chat", "hints", "waiting"],
)
def test_too_many_of_one_kind(name: str, house: Callable[..., Served]) -> None:
    made = house(**{name: 2 if name == "waiting" else FEW if name != "requests" else (4.0, 0.001)})
    ann = Guest(made.url)
    ask = asks(name, ann)
    codes = [ask().status_code for _ in range(2)]
    assert 429 not in codes
    until(lambda: ask().status_code == 429)
    refused = ask()
    assert refused.status_code == 429 and refused.json()["detail"]
    assert int(refused.headers["retry-after"]) > 0
    counted = f'yokocho_limited_total{{name="{name}"}}'
    assert counted in figures(made.url).text
    ann.close()


def test_too_many_newcomers(house: Callable[..., Served]) -> None:
    made = house(guests=FEW)
    answers = [post(f"{made.url}/api/me") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2].headers["retry-after"]) > 0


def test_every_way_to_a_table_counts(house: Callable[..., Served]) -> None:
    ann = Guest(house(waiting=3).url)
    over, bob = finished(ann), Guest(str(ann.http.base_url))
    for _ in range(3):
        ann.table("yatta", ["me", "open"])
    assert ann.post(f"/api/tables/{over}/rematch").status_code == 429
    assert ann.post("/api/matches", ann.get(f"/api/tables/{over}/export").json()).status_code == 429
    assert bob.post("/api/tables", {"game": "yatta", "seats": ["me", "open"]}).status_code == 201
    for one in (ann, bob):
        one.close()


def test_passwords_are_not_hashed_without_end(house: Callable[..., Served]) -> None:
    ann = Guest(house(logins=FEW).url)
    wish = {"login": "ann", "password": PATIENT}
    assert [ann.post("/api/me/account", wish).status_code for _ in range(3)] == [200, 409, 429]
    assert ann.post("/api/me/password", {"old": PATIENT, "new": PATIENT}).status_code == 429
    assert ann.post("/api/login", wish).status_code == 429
    ann.close()


def test_a_talkative_connection_is_refused_and_stays(house: Callable[..., Served]) -> None:
    ann = Guest(house(moves=FEW, chat=(1.0, 0.001)).url)
    id = ann.table("yatta", ["me", "me"])["id"]
    with ann.socket(id) as socket:
        socket.send("chat", id="a", text="one")
        assert socket.expect("accepted")["id"] == "a"
        socket.send("chat", id="b", text="two")
        refused = socket.expect("refused")
        assert refused["id"] == "b" and refused["retry"] > 0
        socket.send("ping", id="c", more="than a ping has")
        refused = socket.expect("refused")
        assert refused["id"] == "c" and refused["retry"] > 0
    with ann.socket(id) as socket:  # the first message of a connection, too
        for said in ('{"type": "ping"}', '{"id": 5}', "[", "[" * 5000, '{"id": "\\u0000"}'):
            socket.connection.send(said)
            refused = socket.expect("refused")
            assert refused["id"] is None and refused["retry"] > 0
    assert len(ann.state(id)["chat"]) == 1
    ann.close()


@pytest.mark.parametrize("name", ["connections", "address", "house"])
def test_too_many_connections(name: str, house: Callable[..., Served]) -> None:
    ann = Guest(house(**{name: 2}).url)
    id = ann.table("yatta", ["me", "me"])["id"]
    with ann.socket(id) as one, ann.socket(id), ann.socket(id) as third:
        assert closed(third) == 4429
        one.send("ping")
        one.expect("pong")
    until(lambda: comes_in(ann, id))
    ann.close()


def comes_in(guest: Guest, id: str) -> bool:
    with guest.socket(id) as socket:
        try:
            return bool(socket.expect("state"))
        except ConnectionClosed:
            return False


def test_no_limit_is_forgotten() -> None:
    rates = {"guests", "logins", "requests", "tables", "moves", "chat", "hints", "waiting"}
    rates |= {"imports", "logs", "moments", "doubts", "lessons", "reviews"}
    connections = {"connections", "address", "house", "backlog", "sockets", "unfinished"}
    sizes = {"body", "match", "long", "message", "head_seconds", "body_seconds"}
    assert {field.name for field in fields(Limits)} == rates | connections | sizes


# --- sizes


def test_bodies_have_a_size(house: Callable[..., Served]) -> None:
    ann = Guest(house(body=1000, match=5000).url)
    headers = {"content-type": "application/json"}
    for path, most in (("/api/tables", 1000), ("/api/matches", 5000)):
        fits, over = b" " * most, b" " * (most + 1)
        assert ann.http.post(path, content=fits, headers=headers).status_code == 422
        assert ann.http.post(path, content=over, headers=headers).status_code == 413
        pieces = (b" " * 500 for _ in range(most // 500 + 1))
        refused = ann.http.post(path, content=pieces, headers=headers)  # without a length
        assert refused.status_code == 413 and refused.json()["detail"]
    ann.close()


# --- what every answer carries


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/t/anything", 200),
        ("GET", "/offline.html", 200),
        ("GET", "/nothing/here", 404),
        ("GET", "/../pyproject.toml", 404),
        ("GET", "/%2e%2e/%2e%2e/settings.py", 404),
        ("GET", "/api/me", 401),
        ("POST", "/api/me", 200),
        ("PUT", "/api/me", 405),
        ("POST", "/api/recover", 422),
        ("GET", "/api/tables/%00", 404),
        ("GET", "/api/tables?game=%00", 404),
        ("GET", "/api/games", 200),
        ("GET", "/api/games/umami/table.css", 200),
        ("GET", "/api/games/chess/table.css", 404),
        ("GET", "/api/docs", 200),
        ("GET", "/api/docs/swagger-ui-bundle.js", 200),
        ("GET", "/api/docs/nothing", 404),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/healthz", 200),
        ("GET", "/livez", 200),
        ("GET", "/readyz", 200),
        ("GET", "/metrics", 403),
    ],
)
def test_headers(method: str, path: str, status: int, inn: Served) -> None:
    answer = httpx.request(method, f"{inn.url}{path}", timeout=PATIENCE)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        if (name, path) != ("content-security-policy", "/api/docs"):
            assert answer.headers[name] == value
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "*" not in policy
    assert "'unsafe-eval'" not in policy and "script-src 'unsafe" not in policy
    assert "server" not in answer.headers


INSIDE = ("site-packages", "Traceback", ".py", "sqlalchemy", "sqlite", "psycopg", "uvicorn", "starlette", "pydantic")


def test_nothing_that_leaves_names_what_is_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither paths of the house, nor what it is made of."""
    json_type = {"content-type": "application/json"}
    with served(tmp_path / "house.db", origins=()) as house, httpx.Client(base_url=house.url, timeout=PATIENCE) as web:
        ann = Guest(house.url)
        id = ann.table("last_dumpling", ["me", "me"])["id"]
        web.cookies.update(ann.http.cookies)
        said = [
            web.get("/api/nothing"),
            web.get("/../../etc/passwd"),
            web.get("/assets/%2e%2e/%2e%2e/app.py"),
            web.get(f"/api/tables/{id}/ws"),
            web.delete("/api/me"),
            web.post("/api/tables", content=b"{", headers=json_type),
            web.post("/api/tables", json={"game": "../umami", "seats": ["me", "bot:python -c 1"]}),
            web.post("/api/tables", json={"game": "umami", "seats": ["me", "bot:python -c 1"]}),
            web.post("/api/matches", json={"format": "yokocho-match/1", "game": "__init__"}),
            web.post("/api/matches", json={"format": "yokocho-match/1", "game": "umami", "players": {}}),
            web.get(f"/api/tables/{id}/moment", params={"seat": "x" * 300}),
            web.post(f"/api/tables/{id}/messages", content=b"\xff", headers=json_type),
            web.post(f"/api/tables/{id}/messages", json={"type": "move", "move": "x" * 500}),
            web.get("/api/me", headers={"cookie": "yokocho=" + "x" * 60}),
        ]

        def fail(*_: object) -> None:
            raise RuntimeError(f"no {tmp_path}")

        monkeypatch.setattr("yokocho.server.views.game", fail)
        monkeypatch.setattr("yokocho.server.messages.answer_to", fail)
        said.append(web.get("/api/games"))
        with ann.socket(id) as socket:
            socket.send("undo", id="x")
            refused = socket.expect("refused", id="x")
        (tmp_path / "house.db").unlink()
        said.append(web.get("/readyz"))
        ann.close()
    assert [answer.status_code for answer in said[-2:]] == [500, 503]
    for text in (*(f"{answer.text} {dict(answer.headers)}" for answer in said), json.dumps(refused)):
        assert "text/html" not in text
        for inside in (*INSIDE, str(tmp_path), str(Path(views.__file__).parent)):
            assert inside not in text, text


def test_a_mistake_of_ours_is_told_calmly(inn: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr("yokocho.server.routes.stalls.views.game", fail)
    answer = get(f"{inn.url}/api/games")
    assert answer.status_code == 500 and "secret" not in answer.text
    assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


def test_the_documentation_stays_in_the_house(inn: Served) -> None:
    page = get(f"{inn.url}/api/docs").text
    start = get(f"{inn.url}/api/docs/start.js").text
    assert "://" not in page + start and "validatorUrl: null" in start
    for name in re.findall(r'(?:src|href)="([^"]+)"', page):
        assert get(f"{inn.url}{name}").status_code == 200


def test_health(inn: Served) -> None:
    assert get(f"{inn.url}/healthz").json()["status"] == "ok"


@pytest.mark.parametrize("error", [Unavailable, Lost])
def test_where_the_database_is_stays_in_the_house(
    error: type[Exception], guest: Welcome, inn: Served, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    ann = guest("Ann")
    where = 'connection to server at "10.1.2.3", port 5432 failed'

    async def fail(job: Any) -> None:
        raise error(where)

    monkeypatch.setattr(inn.house.store, "read", fail)
    monkeypatch.setattr(inn.house.store, "write", fail)
    monkeypatch.setattr(inn.house, "readiness", Readiness(inn.house))
    for path in ("/healthz", "/api/tables", "/api/me"):
        answer = ann.get(path)
        assert answer.status_code == (503 if error is Unavailable or path == "/healthz" else 409)
        assert answer.json()["detail"] and "10.1.2.3" not in answer.text and "5432" not in answer.text
    assert where in caplog.text


# --- matches from files


def short_file() -> dict[str, Any]:
    match = Match(catalog.game("mitsuhamama"), 3, seed="0")
    for _ in range(4):
        match.play(match.actor(), match.legal(match.actor())[0], 0)
    return match.to_json()


def test_a_match_that_is_too_long_is_refused_before_it_is_read(house: Callable[..., Served]) -> None:
    ann = Guest(house(long=3).url)
    refused = ann.post("/api/matches", short_file())
    assert refused.status_code == 422
    assert refused.json()["detail"] == "a match of 4 moves is too long; this house takes 3"
    ann.close()


def test_long_reading_is_not_for_the_event_loop(guest: Welcome, inn: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, threads = guest("Ann"), []

    def noted(work: Callable[..., Any], *what: Any) -> Any:
        threads.append(threading.current_thread())
        return work(*what)

    monkeypatch.setattr(tables, "unpacked", partial(noted, tables.unpacked))
    monkeypatch.setattr(views, "retold", partial(noted, views.retold))
    file = short_file()
    id = ann.post("/api/matches", file).json()["id"]
    log = ann.get(f"/api/tables/{id}/log").json()["entries"]
    assert [entry["notation"] for entry in log] == [notation for _, notation, _ in file["moves"]]
    assert len(threads) == 2 and inn.thread not in threads


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("components",), "\ud800"),
        (("game",), "\ud800"),
        (("options", "\ud800"), 1),
        (("moves", 0, 1), "\ud800"),
        (("moves", 0, 1), 1e999),
        (("moves", 0, 1), 0.0),
        (("moves", 0, 2), 1e999),
        (("players",), 1e999),
        (("position",), {"players": 3, "\ud800": 1}),
        (("position",), {"players": 3, "seats": [{"\ud800": 1}]}),
        (("position",), {"players": 3, "lot": "\ud800"}),
    ],
)
def test_odd_files_are_refused_in_words(place: tuple[Any, ...], value: Any, guest: Welcome) -> None:
    file = short_file()
    *inner, last = place
    reduce(getitem, inner, file)[last] = value
    headers = {"content-type": "application/json"}
    refused = guest().http.post("/api/matches", content=json.dumps(file), headers=headers)
    assert refused.status_code == 422 and refused.json()["detail"]


def test_figures(guest: Welcome, inn: Served) -> None:
    ann = guest("Marguerite")
    id = ann.table("yatta", ["me", "me"])["id"]
    ann.say(id, "chat", text="xyzzy")
    ann.say(id, "dance")
    with ann.socket(id) as socket:
        socket.expect("state")
        text = figures(inn.url).text
    for name in ("events_total", "refused_total", "behind_total", "races_total", "connections", "tables_in_memory"):
        assert f"yokocho_{name}" in text
    assert re.search(r"^yokocho_connections [1-9]", text, re.MULTILINE)
    for secret in (id, ann.me["id"], "Marguerite", "xyzzy"):
        assert secret not in text


def test_figures_are_for_whoever_has_the_token(inn: Served, tmp_path: Path) -> None:
    """Counts tell when something hidden is done."""
    for token in ("wrong", "figures2", "é"):
        answer = get(f"{inn.url}/metrics", headers={"authorization": f"Bearer {token}".encode()})  # type: ignore[dict-item]
        assert answer.status_code == 403 and "yokocho_" not in answer.text
    assert get(f"{inn.url}/metrics", params={"token": TOKEN}).status_code == 403
    assert figures(inn.url).status_code == 200
    with served(tmp_path / "house.db", metrics="") as quiet:
        assert figures(quiet.url).status_code == 404


# --- the log


CLIENTS = ("httpx", "httpcore", "websockets.client", "uvicorn.access")  # ours, and what `serve` switches off


class Lists(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Lines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith(CLIENTS):
            self.lines.append(self.format(record))


@pytest.fixture
def written() -> Iterator[list[str]]:
    """What a house writes down at its most talkative."""
    root = logging.getLogger()
    before, level, quiet = root.handlers[:], root.level, logging.getLogger("uvicorn.error").level
    root.handlers = []
    set_up_logs("debug")
    root.handlers = [handler := Lists()]
    yield handler.lines
    root.handlers = before
    root.setLevel(level)
    for name in ("uvicorn.error", "alembic"):
        logging.getLogger(name).setLevel(quiet)


def test_the_log_has_no_secrets(tmp_path: Path, written: list[str]) -> None:
    with served(tmp_path / "house.db") as house:
        ann, bob = Guest(house.url, "Marguerite"), Passerby(house.url)
        ann.post("/api/me/account", {"login": "marguerite", "password": PATIENT})
        bob.post("/api/login", {"login": "marguerite", "password": PATIENT + "!"})
        recovery = ann.post("/api/me/recovery").json()["code"]
        bob.post("/api/recover", {"code": recovery})
        id = ann.table("yatta", ["me", "me"])["id"]
        kept, revoked = (ann.post(f"/api/tables/{id}/invites").json()["invite"] for _ in range(2))
        ann.http.delete(f"/api/tables/{id}/invites/{revoked}")
        ann.get(f"/api/tables/{id}", invite=kept)
        with bob.socket(id, invite=kept) as socket:
            socket.send("chat", text="xyzzy", id="plugh")
            socket.expect("accepted")
        tokens = [ann.cookie, bob.cookie]
        for one in (ann, bob):
            one.close()
    lines = [json.loads(line) for line in written]
    requests = [line for line in lines if line["says"] == "request"]
    assert {"method", "path", "status", "ms", "at", "level", "from"} <= requests[0].keys()
    assert any(line["path"].endswith("/invites/…") for line in requests)
    text = "\n".join(written)
    for secret in (PATIENT, recovery, kept, revoked, "xyzzy", "plugh", "Marguerite", "marguerite", "argon2"):
        assert secret not in text, secret
    for token in tokens:
        assert token.partition("=")[2] not in text
