"""Making, filling, leaving and repeating tables; importing matches."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.server.support import Guest, Served, closed, play_on, until
from yokocho import catalog
from yokocho.core.match import Match

Welcome = Callable[..., Guest]
WISH = {"game": "yatta", "seats": ["me", "open"]}


def at_once(*work: Callable[[], Any]) -> list[Any]:
    """Several things at the same time, from threads."""
    with ThreadPoolExecutor(len(work)) as pool:
        return [done.result() for done in [pool.submit(job) for job in work]]


def running(ann: Guest, bob: Guest, game: str = "yatta", **wishes: Any) -> str:
    """A table of two, begun."""
    id: str = ann.table(game, ["me", "open"], public=True, **wishes)["id"]
    assert bob.join(id)["status"] == "running"
    return id


def names(table: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in table["seats"]]


# --- a new table


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"game": "chess"},
        {"game": "../yatta"},
        {"game": "\x00"},
        {"game": 5},
        {"game": "x" * 65},
        {"options": {"nonsense": True}},
        {"options": {"actions_optional": "perhaps"}},
        {"options": {"actions_optional": 10**30}},
        {"options": {"actions_optional": 1.5}},
        {"options": {"actions_optional": None}},
        {"options": []},
        {"options": {str(i): 1 for i in range(40)}},
        {"seats": []},
        {"seats": ["me"]},
        {"seats": ["me"] * 5},
        {"seats": ["me"] * 9},
        {"seats": ["open", "open"]},
        {"seats": ["bot:cook", "bot:chef"]},
        {"seats": ["me", "you"]},
        {"seats": ["me", "bot:"]},
        {"seats": ["me", "bot:genius"]},
        {"seats": ["me", "bot:/bin/sh"]},
        {"seats": ["me", "bot:greedy"]},
        {"seats": ["me", None]},
        {"seats": "me"},
        {"order": "alphabetical"},
        {"pace": {"kind": "hasty"}},
        {"pace": {"kind": "live"}},
        {"pace": {"kind": "live", "bank": -1}},
        {"pace": {"kind": "live", "bank": 10**9}},
        {"pace": {"kind": "live", "bank": 60, "increment": -1}},
        {"pace": {"kind": "days", "days": 0}},
        {"pace": {"kind": "days", "days": 61}},
        {"pace": {"kind": "untimed", "speed": 3}},
        {"pace": {"hammer": [5, 5]}},
        {"pace": None},
        {"game": "mitsuhamama", "pace": {"hammer": [0.1, 0.1]}},
        {"game": "mitsuhamama", "pace": {"hammer": [5]}},
        {"game": "mitsuhamama", "pace": {"hammer": [5, 5, 5]}},
        {"game": "mitsuhamama", "pace": {"hammer": ["soon", "later"]}},
        {"public": "perhaps"},
        {"chat": None},
        {"owner": "somebody"},
        {"seed": "00"},
    ],
    ids=str,
)
def test_bad_wishes_are_refused_in_words(wish: dict[str, Any], guest: Welcome) -> None:
    ann = guest()
    refused = ann.post("/api/tables", WISH | wish if wish else {})
    assert refused.status_code == 422 and len(refused.json()["detail"]) > 10
    assert ann.get("/api/me/tables").json() == []


@pytest.mark.parametrize("body", [b"", b"{", b"null", b"[]", b'"me"', b"\xff\xfe", b'{"game": 1e999}', b"NaN"])
def test_a_wish_that_is_none(body: bytes, guest: Welcome) -> None:
    refused = guest().http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert refused.status_code in (400, 422) and refused.json()["detail"]


def test_a_table_reads_as_wished(guest: Welcome) -> None:
    pace = {"kind": "live", "bank": 600, "increment": 10}
    made = guest("Ann").table(
        "umami", ["bot:chef", "me", "open"], options={"claims": "area"}, pace=pace, hints=False, chat=False
    )
    assert made["status"] == "waiting" and made["mine"] == [1] and made["owner"] and not made["public"]
    assert made["options"]["claims"] == "area" and made["pace"] == pace
    assert (made["hints"], made["chat"], made["order"]) == (False, False, "listed")
    assert [seat["kind"] for seat in made["seats"]] == ["bot", "person", "open"]
    assert len(made["commitment"]) == 64 and made["seed"] is None


@pytest.mark.parametrize("id", ["x", "x" * 200, "%00", "..", "%F0%9F%8D%9C", "-1", "None"])
def test_there_is_no_such_table(id: str, guest: Welcome) -> None:
    ann = guest()
    for path in ("", "/state", "/log", "/moment", "/export", "/invites"):
        assert ann.get(f"/api/tables/{id}{path}").status_code == 404
    assert ann.post(f"/api/tables/{id}/join").status_code in (404, 405)


# --- coming in


def test_whoever_has_the_link_may_sit(guest: Welcome) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    id = ann.table("yatta", ["me", "open"])["id"]
    assert bob.post(f"/api/tables/{id}/join").status_code == 404
    invite = ann.http.post(f"/api/tables/{id}/invites").json()
    assert invite["spectate"] is False and len(invite["invite"]) >= 20
    assert bob.get(f"/api/tables/{id}", invite=invite["invite"]).json()["status"] == "waiting"
    assert bob.join(id, invite=invite["invite"])["mine"] == [1]
    assert bob.state(id)["table"]["status"] == "running"


def test_whoever_came_by_a_revoked_link_has_to_leave(guest: Welcome) -> None:
    ann, bob, eve = guest(), guest(), guest()
    id = ann.table("last_dumpling", ["me", "open"])["id"]
    invite = ann.post(f"/api/tables/{id}/invites").json()["invite"]
    bob.join(id, invite=invite)
    with bob.socket(id, invite=invite) as seated, eve.socket(id, invite=invite) as looking:
        seated.expect("state")
        looking.expect("state")
        ann.http.delete(f"/api/tables/{id}/invites/{invite}")
        assert closed(looking) == 4404
        seated.send("ping")
        seated.expect("pong")


def test_a_revoked_link_is_void(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = ann.table("yatta", ["me", "open"])["id"]
    kept, revoked = (ann.post(f"/api/tables/{id}/invites").json()["invite"] for _ in range(2))
    assert ann.http.delete(f"/api/tables/{id}/invites/{revoked}").status_code == 204
    assert ann.http.delete(f"/api/tables/{id}/invites/{revoked}").status_code == 404
    assert ann.get(f"/api/tables/{id}/invites").json() == [{"invite": kept, "spectate": False}]
    assert bob.get(f"/api/tables/{id}", invite=revoked).status_code == 404
    assert bob.post(f"/api/tables/{id}/join", {"invite": revoked}).status_code == 404
    assert bob.post(f"/api/tables/{id}/join", {"invite": kept}).status_code == 200


def test_an_onlookers_link_has_no_chair(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = ann.table("yatta", ["me", "open"])["id"]
    invite = ann.post(f"/api/tables/{id}/invites", {"spectate": True}).json()["invite"]
    assert bob.state(id, invite=invite)["seat"] == -1
    refused = bob.post(f"/api/tables/{id}/join", {"invite": invite})
    assert refused.status_code == 403 and "invite" in refused.json()["detail"]


def test_there_are_not_too_many_links(guest: Welcome) -> None:
    ann = guest()
    id = ann.table("yatta", ["me", "open"])["id"]
    codes = [ann.post(f"/api/tables/{id}/invites").status_code for _ in range(21)]
    assert codes == [201] * 20 + [422]


def test_one_chair_is_taken_once(guest: Welcome) -> None:
    ann = guest()
    id = ann.table("umami", ["me", "open", "open"], public=True)["id"]
    several = [guest() for _ in range(6)]
    codes = at_once(*(lambda one=one: one.post(f"/api/tables/{id}/join", {"seat": 1}).status_code for one in several))
    assert sorted(codes) == [200] + [409] * 5
    assert [seat["kind"] for seat in ann.state(id)["table"]["seats"]] == ["person", "person", "open"]


def test_everybody_wants_the_last_chairs(guest: Welcome) -> None:
    ann = guest()
    id = ann.table("umami", ["me", "open", "open"], public=True)["id"]
    several = [guest() for _ in range(6)]
    codes = at_once(*(lambda one=one: one.post(f"/api/tables/{id}/join").status_code for one in several))
    assert sorted(codes) == [200] * 2 + [409] * 4
    assert ann.state(id)["table"]["status"] == "running"
    assert sum(bool(one.state(id)["table"]["mine"]) for one in several) == 2


@pytest.mark.parametrize("seat", [0, 2, -1, 99, 10**30])
def test_chairs_that_cannot_be_taken(seat: int, guest: Welcome) -> None:
    id = guest().table("yatta", ["me", "open"], public=True)["id"]
    refused = guest().post(f"/api/tables/{id}/join", {"seat": seat})
    assert refused.status_code == 409 and refused.json()["detail"] == "That seat is taken."


def test_names_at_a_table_differ(guest: Welcome) -> None:
    ann = guest("Ann")
    id = ann.table("umami", ["me", "me", "bot:cook", "bot:cook", "open"], public=True)["id"]
    guest("Ann 2").join(id, ready=False)
    assert names(ann.state(id)["table"]) == ["Ann", "Ann 2", "Kiko", "Ponta", "Ann 2 2"]


def test_bots_cannot_be_impersonated_by_name(guest: Welcome) -> None:
    made = guest("Kiko").table("yatta", ["me", "bot:cook", "open"])
    assert names(made)[:2] == ["Kiko", "Ponta"] and made["seats"][0]["bot"] is None


# --- before the start


def test_it_starts_when_all_are_ready(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = ann.table("yatta", ["me", "open"], public=True)["id"]
    ann.post(f"/api/tables/{id}/ready", {"ready": False})
    assert bob.join(id)["status"] == "waiting"
    assert [seat["ready"] for seat in bob.state(id)["table"]["seats"]] == [False, True]
    begun = ann.post(f"/api/tables/{id}/ready", {"ready": True}).json()
    assert begun["status"] == "running" and begun["started"]
    for late in ({"ready": False}, {"ready": True}):
        assert ann.post(f"/api/tables/{id}/ready", late).status_code == 409


def test_leaving_opens_the_seat(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = ann.table("umami", ["me", "open", "open"], public=True)["id"]
    bob.join(id)
    assert bob.post(f"/api/tables/{id}/leave").json()["seats"][1]["kind"] == "open"
    assert bob.post(f"/api/tables/{id}/leave").status_code == 409
    bob.join(id)
    left = ann.post(f"/api/tables/{id}/leave").json()
    assert not left["owner"] and left["mine"] == [] and left["seats"][1]["kind"] == "person"
    assert bob.get(f"/api/tables/{id}").json()["owner"]  # somebody has to see to it
    assert bob.post(f"/api/tables/{id}/seat", {"seat": 0, "take": "bot:cook"}).status_code == 200


def test_an_empty_table_is_taken_away(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = ann.table("yatta", ["me", "open"], public=True)["id"]
    with bob.socket(id) as socket:
        socket.expect("state")
        assert ann.post(f"/api/tables/{id}/leave").status_code == 200
        assert bob.get(f"/api/tables/{id}").status_code == 404
        assert closed(socket) == 1012
    assert ann.get("/api/me/tables").json() == []


def test_somebody_comes_while_the_last_one_goes(guest: Welcome, inn: Served) -> None:
    for _ in range(8):
        ann, bob = guest(), guest()
        id = ann.table("umami", ["me", "open", "open"], public=True)["id"]
        left, joined = at_once(
            lambda a=ann, t=id: a.post(f"/api/tables/{t}/leave"), lambda b=bob, t=id: b.post(f"/api/tables/{t}/join")
        )
        assert left.status_code == 200 and joined.status_code in (200, 404)
        assert bob.get(f"/api/tables/{id}").status_code == joined.status_code
        assert (id in inn.house.lives) == (joined.status_code == 200)


def test_the_owner_sends_somebody_away(guest: Welcome) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    id = ann.table("umami", ["me", "open", "bot:cook"], public=True)["id"]
    bob.join(id, ready=False)
    with bob.socket(id) as socket:
        assert socket.expect("state")["seat"] == 1
        ann.post(f"/api/tables/{id}/kick", {"seat": 1})
        assert socket.expect("state")["seat"] == -1
    assert ann.post(f"/api/tables/{id}/kick", {"seat": 1}).json()["detail"] == "Nobody sits there."
    for seat, code in ((0, 409), (-1, 409), (3, 409), (2, 200)):
        assert ann.post(f"/api/tables/{id}/kick", {"seat": seat}).status_code == code


@pytest.mark.parametrize("how", ["kick", "seat"])
def test_who_is_sent_away_does_not_come_back(how: str, guest: Welcome) -> None:
    """Not by the same link, nor under another name, until there is a new link."""
    ann, bob, cleo = guest("Ann"), guest("Bob"), guest("Cleo")
    id = ann.table("umami", ["me", "open", "open"])["id"]
    old, onlooking = (ann.post(f"/api/tables/{id}/invites", {"spectate": s}).json()["invite"] for s in (False, True))
    bob.join(id, invite=old, ready=False)
    cleo.join(id, invite=old, ready=False)
    with bob.socket(id, invite=onlooking) as there, cleo.socket(id, invite=old) as stays:
        there.expect("state")
        stays.expect("state")
        wish = {"seat": 1} if how == "kick" else {"seat": 1, "take": "bot:cook"}
        assert ann.post(f"/api/tables/{id}/{how}", wish).status_code == 200
        assert closed(there) == 4404
        stays.send("ping")
        stays.expect("pong")
    for invite in (old, onlooking):
        for one in (bob, guest()):
            assert one.get(f"/api/tables/{id}", invite=invite).status_code == 404
            assert one.post(f"/api/tables/{id}/join", {"invite": invite}).status_code == 404
    assert ann.get(f"/api/tables/{id}/invites").json() == []
    if how == "kick":
        new = ann.post(f"/api/tables/{id}/invites").json()["invite"]
        assert bob.join(id, invite=new, ready=False)["mine"] == [1]


def test_who_is_sent_away_from_a_public_table_may_look_but_not_sit(guest: Welcome) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    id = ann.table("umami", ["me", "open", "open"], public=True)["id"]
    bob.join(id, ready=False)
    ann.post(f"/api/tables/{id}/kick", {"seat": 1})
    refused = bob.post(f"/api/tables/{id}/join")
    assert refused.status_code == 403 and "sent away" in refused.json()["detail"]
    assert bob.get(f"/api/tables/{id}").json()["spectator"]
    assert guest().join(id, ready=False)["mine"] == [1]
    invite = ann.post(f"/api/tables/{id}/invites").json()["invite"]
    assert bob.join(id, invite=invite, ready=False)["mine"] == [2]


def test_a_bot_that_makes_room_sends_nobody_away(guest: Welcome) -> None:
    ann = guest("Ann")
    id = ann.table("umami", ["me", "me", "bot:cook", "open"])["id"]
    invite = ann.post(f"/api/tables/{id}/invites").json()["invite"]
    assert ann.post(f"/api/tables/{id}/kick", {"seat": 2}).status_code == 200
    assert ann.post(f"/api/tables/{id}/seat", {"seat": 1, "take": "open"}).status_code == 200
    assert guest().join(id, invite=invite)["mine"] == [1]


def test_the_owner_arranges_the_seats(guest: Welcome) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    id = ann.table("umami", ["me", "open", "open"], public=True)["id"]
    bob.join(id, ready=False)

    def arrange(seat: int, take: str) -> int:
        return ann.post(f"/api/tables/{id}/seat", {"seat": seat, "take": take}).status_code

    assert arrange(2, "bot:chef") == 200 and arrange(2, "bot:spy") == 422 and arrange(2, "") == 422
    assert arrange(3, "open") == arrange(-1, "open") == 409
    assert arrange(0, "bot:cook") == 200
    assert arrange(1, "bot:cook") == 422  # nobody would be left to play
    assert names(bob.state(id)["table"]) == ["Kiko", "Bob", "Neko"]
    assert arrange(1, "me") == 200
    table = ann.state(id)["table"]
    assert table["status"] == "running" and table["mine"] == [1]
    assert arrange(1, "open") == 409


def test_one_device_for_all(guest: Welcome) -> None:
    ann = guest("Ann")
    made = ann.table("yatta", ["me", "me", "me"])
    assert made["status"] == "running" and made["mine"] == [0, 1, 2]
    play_on({0: ann, 1: ann, 2: ann}, made["id"], moves=5)
    with ann.socket(made["id"], seat=1) as socket:
        assert socket.expect("state")["seat"] == 1
        socket.send("look", seat=2)
        assert socket.expect("state")["seat"] == 2
        socket.send("look", seat=3)
        assert socket.expect("refused")["reason"] == "That seat is not yours."


def test_another_chair_for_the_same_person(guest: Welcome) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    id = ann.table("umami", ["me", "open", "open"], public=True)["id"]
    bob.join(id)
    assert bob.post(f"/api/tables/{id}/join").json()["detail"] == "You sit at this table already."
    assert bob.join(id, seat=2)["mine"] == [1, 2]


def test_seats_in_random_order(guest: Welcome) -> None:
    ann = guest("Ann")
    seen = {tuple(names(ann.table("yatta", ["me"] * 4, order="random"))) for _ in range(10)}
    assert len(seen) > 1
    assert all(sorted(order) == ["Ann", "Ann 2", "Ann 3", "Ann 4"] for order in seen)


def test_talk_before_the_start_stays_with_who_said_it(guest: Welcome) -> None:
    """Chat is an event too: it delays no start, and whoever moves to another seat takes it along."""
    ann, bob = guest("Ann"), guest("Bob")
    for _ in range(5):
        id = ann.table("yatta", ["me", "open"], public=True, order="random")["id"]
        assert ann.say(id, "chat", text="I am Ann", id="1")["number"] == 1
        with ann.socket(id) as socket:
            first = socket.expect("state")
            assert bob.join(id)["status"] == "running"
            state = socket.expect("state")
        assert (first["number"], state["number"]) == (1, 2) and state["seat"] == state["table"]["mine"][0]
        (line,) = state["chat"]
        assert line["name"] == "Ann" and line["seat"] == state["seat"]
        play_on(dict(zip((state["seat"], 1 - state["seat"]), (ann, bob))), id, moves=2)


# --- lists


def test_public_tables_are_listed(guest: Welcome) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    waiting = ann.table("yatta", ["me", "open"], public=True)["id"]
    unlisted = ann.table("yatta", ["me", "open"])["id"]
    begun = running(ann, bob)
    over = running(ann, bob)
    ann.say(over, "concede")
    lines = {line["id"]: line for line in bob.get("/api/tables", game="yatta").json()}
    assert lines[waiting]["status"] == "waiting" and lines[begun]["status"] == "running"
    assert unlisted not in lines and over not in lines
    assert lines[waiting]["mine"] == [] and lines[begun]["mine"] == [1]
    assert waiting not in [line["id"] for line in bob.get("/api/tables", game="umami").json()]
    assert bob.get("/api/tables", game="chess").json() == []


def test_those_that_await_me_come_first(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    over = running(ann, bob)
    ann.say(over, "concede")
    waiting = ann.table("yatta", ["me", "open"])["id"]
    hers, his = running(ann, bob), running(ann, bob)
    play_on({0: ann}, his, moves=1)
    until(lambda: 0 not in ann.state(his)["scene"]["asked"])
    assert [line["id"] for line in ann.get("/api/me/tables").json()] == [hers, his, waiting, over]
    assert [line["awaits_me"] for line in ann.get("/api/me/tables").json()] == [True, False, False, False]
    assert bob.get("/api/me/tables").json()[0]["id"] == his


# --- leaving, conceding, giving up together


def test_whoever_leaves_a_match_is_stood_in_for(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    assert ann.post(f"/api/tables/{id}/leave").json()["seats"][0]["caretaker"]
    until(lambda: 1 in bob.state(id)["scene"]["asked"])
    assert ann.post(f"/api/tables/{id}/leave").status_code == 200
    assert ann.say(id, "move", move="nonsense")["type"] == "refused"
    assert not ann.state(id)["table"]["seats"][0]["caretaker"]  # whoever says something is back


@pytest.mark.parametrize("message", [{"type": "hint"}, {"type": "chat", "text": "back"}, {"type": "back"}], ids=str)
def test_whoever_speaks_is_back(message: dict[str, Any], guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    assert bob.say(id, "away")["type"] == "accepted"
    for quiet in ("ping", "sync", "look"):
        bob.say(id, quiet, **({"seat": 1} if quiet == "look" else {}))  # type: ignore[arg-type]
    assert bob.state(id)["table"]["seats"][1]["caretaker"]
    bob.post(f"/api/tables/{id}/messages", message)
    assert not bob.state(id)["table"]["seats"][1]["caretaker"]


def test_of_two_the_other_wins(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    with bob.socket(id) as socket:
        socket.expect("state")
        assert ann.say(id, "concede", id="c")["type"] == "accepted"
        assert socket.expect("event")["kind"] == "concede"
        assert socket.expect("event")["result"]["ranks"] == [2, 1]
    table = bob.state(id)["table"]
    assert table["status"] == "finished" and table["result"]["conceded"] == [0]
    assert ann.say(id, "concede", id="d")["reason"] == "The match is over."


def test_of_more_the_others_play_on(guest: Welcome) -> None:
    ann, bob, cleo = guest("Ann"), guest("Bob"), guest("Cleo")
    id = ann.table("yatta", ["me", "open", "open"], public=True)["id"]
    bob.join(id)
    cleo.join(id)
    assert ann.say(id, "concede")["type"] == "accepted"
    until(lambda: 1 in bob.state(id)["scene"]["asked"])  # a bot has played for Ann
    table = bob.state(id)["table"]
    assert table["status"] == "running" and table["seats"][0]["conceded"]
    for message in ({"type": "back"}, {"type": "concede"}, {"type": "undo"}, {"type": "ask"}, {"type": "hint"}):
        assert ann.post(f"/api/tables/{id}/messages", message).json()["type"] == "refused"
    assert cleo.say(id, "ask", kind="abort")["type"] == "accepted"
    assert ann.say(id, "answer", yes=False)["reason"] == "You have conceded."
    assert cleo.say(id, "concede")["type"] == "accepted"
    table = bob.state(id)["table"]
    assert table["status"] == "finished" and table["result"]["ranks"] == [2, 1, 2]


def test_a_seat_that_conceded_is_the_bots(guest: Welcome) -> None:
    ann, bob, cleo = guest(), guest(), guest()
    id = ann.table("yatta", ["me", "open", "open"], public=True)["id"]
    bob.join(id)
    cleo.join(id)
    bob.say(id, "concede")
    play_on({0: ann}, id, moves=1)
    for _ in range(20):
        assert bob.say(id, "move", move=0)["type"] == "refused"


def test_with_bots_alone_it_is_over(guest: Welcome) -> None:
    ann = guest()
    id = ann.table("yatta", ["me", "bot:apprentice", "bot:apprentice"])["id"]
    ann.say(id, "concede")
    assert ann.state(id)["table"]["status"] == "finished"
    assert ann.state(id)["table"]["result"]["ranks"][0] == 3


def test_no_result_if_all_agree(guest: Welcome) -> None:
    ann, bob, cleo = guest(), guest(), guest()
    id = ann.table("umami", ["me", "open", "open", "bot:apprentice"], public=True)["id"]
    bob.join(id)
    cleo.join(id)
    assert ann.say(id, "ask", kind="abort")["type"] == "accepted"
    assert bob.say(id, "ask", kind="abort")["reason"] == "Something else is being asked already."
    assert ann.say(id, "answer", yes=True)["type"] == "refused"
    assert ann.say(id, "answer", yes=False)["type"] == "accepted"  # thought better of it
    assert bob.say(id, "answer", yes=True)["reason"] == "Nothing is being asked."
    ann.say(id, "ask", kind="abort")
    assert bob.say(id, "answer", yes=False)["type"] == "accepted"
    assert ann.state(id)["table"]["request"] is None
    assert cleo.say(id, "answer", yes=True)["reason"] == "Nothing is being asked."
    bob.say(id, "ask", kind="abort")
    assert cleo.say(id, "answer", yes=True)["type"] == "accepted"
    assert ann.state(id)["table"]["request"] == {"kind": "abort", "by": 1, "yes": [1, 2]}
    ann.say(id, "answer", yes=True)
    table = ann.state(id)["table"]
    assert table["status"] == "aborted" and table["result"] is None and table["seed"]
    assert ann.get(f"/api/tables/{id}/moment", seat="open").status_code == 200


def test_whoever_is_away_does_not_object(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    bob.say(id, "away")
    ann.say(id, "ask", kind="abort")
    assert ann.state(id)["table"]["status"] == "aborted"


def three(ann: Guest, bob: Guest, cleo: Guest, game: str = "yatta") -> str:
    id: str = ann.table(game, ["me", "open", "open"], public=True)["id"]
    bob.join(id)
    cleo.join(id)
    return id


def test_whoever_was_away_is_asked_again(guest: Welcome) -> None:
    ann, bob, cleo = guest(), guest(), guest()
    id = three(ann, bob, cleo)
    ann.say(id, "ask", kind="abort")
    bob.say(id, "away")
    bob.say(id, "back")
    cleo.say(id, "answer", yes=True)
    assert ann.state(id)["table"]["request"] == {"kind": "abort", "by": 0, "yes": [0, 2]}
    bob.say(id, "answer", yes=True)
    assert ann.state(id)["table"]["status"] == "aborted"


def test_whoever_concedes_does_not_object(guest: Welcome) -> None:
    ann, bob, cleo = guest(), guest(), guest()
    id = three(ann, bob, cleo)
    ann.say(id, "ask", kind="abort")
    bob.say(id, "answer", yes=True)
    assert cleo.say(id, "concede")["type"] == "accepted"
    assert ann.state(id)["table"]["status"] == "aborted"


def test_whoever_concedes_asks_nothing_any_more(guest: Welcome) -> None:
    ann, bob, cleo = guest(), guest(), guest()
    id = three(ann, bob, cleo)
    ann.say(id, "ask", kind="abort")
    ann.say(id, "concede")
    assert bob.state(id)["table"]["request"] is None


def test_whoever_asks_to_stop_is_answered_while_others_play(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    ann.say(id, "ask", kind="abort")
    play_on({0: ann, 1: bob}, id, moves=6)
    assert bob.state(id)["table"]["request"] == {"kind": "abort", "by": 0, "yes": [0]}
    bob.say(id, "answer", yes=True)
    assert ann.state(id)["table"]["status"] == "aborted"


def test_whoever_plays_on_takes_nothing_back(guest: Welcome) -> None:
    """Everybody who sees the move learns that the question is gone."""
    ann, bob, cleo = guest(), guest(), guest()
    id = three(ann, bob, cleo)
    play_on({0: ann, 1: bob, 2: cleo}, id, moves=4)
    (seat, _), *_ = play_on({0: ann, 1: bob, 2: cleo}, id, moves=1)
    people = [ann, bob, cleo]
    assert people[seat].say(id, "ask", kind="undo")["type"] == "accepted"
    assert people[seat].say(id, "undo")["reason"] == "You have asked the others already."
    with people[seat - 1].socket(id) as socket:
        assert socket.expect("state")["table"]["request"]["kind"] == "undo"
        play_on({0: ann, 1: bob, 2: cleo}, id, moves=1, seed=1)
        socket.expect("event", kind="move")
        assert socket.expect("table")["table"]["request"] is None


def test_a_hidden_step_leaves_the_question_open(guest: Welcome, inn: Served) -> None:
    """WR-R25: or it would be noticed."""
    ann, bob = guest(), guest()
    id = running(ann, bob, "wok_and_roll")
    table, people = inn.house.lives[id].table, [ann, bob]
    match = table.playing

    def secret() -> list[tuple[int, int]]:
        state = match.state
        return [
            (p, a)
            for p in match.pending()
            for a in match.legal(p)
            if len(match.pending()) == 2 and match.game.words.secret(state, p, a, 1 - p)
            if any(move.seat == 1 - p for move in match.moves)
        ]

    until(lambda: secret() or not people[match.actor()].say(id, "move", move=match.legal(match.actor())[0]))
    p, action = secret()[0]
    for kind in ("abort", "undo"):
        assert people[1 - p].say(id, "ask", kind=kind)["type"] == "accepted"
        before = people[1 - p].state(id)["table"]
        with people[1 - p].socket(id) as socket:
            socket.expect("state")
            assert people[p].say(id, "move", move=action)["type"] == "accepted"
            assert people[p].say(id, "undo")["type"] == "accepted"
            socket.send("ping")
            while (message := socket.receive())["type"] != "pong":
                assert message["type"] == "table" and message["table"]["request"] == before["request"]
        assert people[1 - p].state(id)["table"]["request"] == before["request"] and before["request"]["kind"] == kind
        people[1 - p].say(id, "answer", yes=False)


# --- again


def test_a_rematch_has_the_same_seats(guest: Welcome) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    id = ann.table("yatta", ["me", "open", "bot:apprentice"], public=True, hints=False)["id"]
    bob.join(id)
    ann.say(id, "ask", kind="abort")
    bob.say(id, "answer", yes=True)
    with bob.socket(id) as socket:
        socket.expect("state")
        again = ann.post(f"/api/tables/{id}/rematch").json()
        until(lambda: socket.expect("table")["table"]["rematch"] == again["id"])
    assert again["status"] == "waiting" and names(again) == ["Ann", "Bob", "Pip"] and not again["hints"]
    assert [seat["ready"] for seat in again["seats"]] == [True, False, True]
    begun = bob.post(f"/api/tables/{id}/rematch").json()
    assert (begun["id"], begun["status"]) == (again["id"], "running")
    assert ann.post(f"/api/tables/{id}/rematch").json()["id"] == again["id"]
    assert begun["commitment"] != bob.state(id)["table"]["commitment"]


def test_a_rematch_against_bots_of_another_level(guest: Welcome) -> None:
    ann = guest("Ann")
    id = ann.table("last_dumpling", ["me", "bot:apprentice", "bot:apprentice"])["id"]
    ann.say(id, "concede")
    assert ann.post(f"/api/tables/{id}/rematch", {"level": "baker"}).status_code == 422
    again = ann.post(f"/api/tables/{id}/rematch", {"level": "chef"}).json()
    assert sorted(filter(None, (seat["bot"] for seat in again["seats"]))) == ["chef", "chef"]
    assert {"Ann", "Neko", "Kamome"} == set(names(again))


def test_both_ask_for_a_rematch_at_once(guest: Welcome) -> None:
    for _ in range(4):
        ann, bob = guest(), guest()
        id = running(ann, bob)
        ann.say(id, "concede")
        asked = [lambda g=g, t=id: g.post(f"/api/tables/{t}/rematch") for g in (ann, bob, ann, bob)]
        answers = at_once(*asked)
        assert [answer.status_code for answer in answers] == [200] * 4
        assert len({answer.json()["id"] for answer in answers}) == 1
        assert ann.get(f"/api/tables/{answers[0].json()['id']}").json()["status"] == "running"
        assert len(ann.get("/api/me/tables").json()) == 2


def test_a_rematch_given_up_can_be_asked_for_again(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    ann.say(id, "concede")
    first = ann.post(f"/api/tables/{id}/rematch").json()["id"]
    ann.post(f"/api/tables/{first}/kick", {"seat": 1})
    ann.post(f"/api/tables/{first}/leave")
    assert ann.get(f"/api/tables/{first}").status_code == 404
    second = bob.post(f"/api/tables/{id}/rematch")
    assert second.status_code == 200 and second.json()["id"] != first


# --- matches from files


@pytest.fixture(scope="module")
def unfinished() -> dict[str, Any]:
    match = Match(catalog.game("mitsuhamama"), 2, {}, "1")
    match.names = {0: "Ann", 1: "Bob"}
    for _ in range(3):
        p = match.pending()[0]
        match.play(p, match.legal(p)[0], 0)
    return match.to_json()


def bring(guest: Guest, match: dict[str, Any]) -> httpx.Response:
    """Imports a match, as ASCII: half a character passes."""
    return guest.http.post("/api/matches", content=json.dumps(match), headers={"content-type": "application/json"})


def test_an_import_goes_on(guest: Welcome, unfinished: dict[str, Any]) -> None:
    ann = guest()
    made = ann.post("/api/matches", unfinished)
    assert made.status_code == 201
    table = made.json()
    assert table["status"] == "running" and table["mine"] == [0, 1] and table["imported"]
    assert names(table) == ["Ann", "Bob"] and not table["public"]
    assert len(ann.get(f"/api/tables/{table['id']}/log").json()["entries"]) == 3
    before = ann.state(table["id"])["number"]
    until(lambda: ann.state(table["id"])["number"] > before or play_on({0: ann, 1: ann}, table["id"], moves=1))


def test_an_export_comes_back_as_it_was(guest: Welcome) -> None:
    ann = guest("Ann")
    id = ann.table("yatta", ["me", "me"])["id"]
    play_on({0: ann, 1: ann}, id)
    file = ann.get(f"/api/tables/{id}/export")
    assert "attachment" in file.headers["content-disposition"]
    made = ann.post("/api/matches", file.json()).json()
    assert made["status"] == "finished" and made["result"]["ranks"] == ann.state(id)["table"]["result"]["ranks"]
    assert ann.get(f"/api/tables/{made['id']}/export").json()["digest"] == file.json()["digest"]


@pytest.mark.parametrize(
    "change",
    [{"moves": [[seat, "lot R", 0]]} for seat in (2, -1, -2, 126, 5000, 10**6, 10**9, 10**30, 1.5, True, "0", None)]
    + [{"moves": moves} for moves in ([[0]], {"a": 1}, "moves", 5, [None], [[0, None, 0]], [[0, "lot R", "now"]])]
    + [{"players": players} for players in (1, 9, 10**30, 2.0, "2", None)]
    + [{"names": ["Ann"]}, {"names": {"first": "Ann"}}, {"names": {"\ud800": "Ann"}}]
    + [{"seed": 5}, {"seed": "\ud800"}, {"seed": "0" * 64}, {"options": [1]}, {"options": {"x": 1}}, {"digest": "0"}]
    + [{"game": "chess"}, {"game": ["umami"]}, {"game": None}, {"version": 10**9}, {"version": "x"}, {"components": ""}]
    + [{"position": {}}, {"position": []}, {"position": {"players": 10**30}}, {"result": {"ranks": [1, 2]}}],
    ids=ascii,
)
def test_imports_that_will_not_do(change: dict[str, Any], guest: Welcome, unfinished: dict[str, Any]) -> None:
    """Nothing in a file gets further than words: compiled rules would read wherever a made-up seat points."""
    refused = bring(guest(), unfinished | change)
    assert refused.status_code == 422 and refused.json()["detail"]


def test_names_from_a_file_are_cleaned(guest: Welcome, unfinished: dict[str, Any]) -> None:
    cases = {"0": "\u202e\x00\ud800 Ann\n", "1": "x" * 99}
    made = bring(guest(), unfinished | {"names": cases})
    assert names(made.json()) == ["Ann", "x" * 32]
