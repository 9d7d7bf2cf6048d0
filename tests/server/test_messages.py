"""What goes over the wire: twice, late, early, broken, too big, or all at once."""

from __future__ import annotations

import json
import random
import socket as sockets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.support import PATIENCE, Guest, Served, closed, play_on, served, until
from yokocho.server.settings import UNLIMITED, Limits

Welcome = Callable[..., Guest]


def running(ann: Guest, bob: Guest, game: str = "yatta", **wishes: Any) -> str:
    """A table of two, begun; seat 0 is asked first."""
    id: str = ann.table(game, ["me", "open"], public=True, **wishes)["id"]
    assert bob.join(id)["status"] == "running"
    return id


def first(state: dict[str, Any]) -> str:
    """A legal move."""
    notation: str = state["scene"]["choices"][0]["notation"]
    return notation


def snapshot(guest: Guest, id: str) -> dict[str, Any]:
    """All that a seat knows, without the time of day."""
    return {name: value for name, value in guest.state(id).items() if name != "clocks"}


# --- twice, late, early


def test_a_repeated_id_is_answered_as_before(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    state = ann.state(id)
    message = {"id": "m1", "number": state["number"], "move": first(state)}
    answer = ann.say(id, "move", **message)
    assert answer == {"type": "accepted", "id": "m1", "number": state["number"] + 1}
    bob.say(id, "chat", text="well played")
    before = snapshot(ann, id)
    for _ in range(3):
        assert ann.say(id, "move", **message) == answer
    assert ann.say(id, "chat", id="m1", text="a second use of the same id") == answer
    assert snapshot(ann, id) == before


@contextmanager
def held(house: Served, id: str) -> Iterator[None]:
    """Nothing is written at a table meanwhile."""
    lock = house.run(house.house.open(id)).lock

    async def let_go() -> None:
        lock.release()

    house.run(lock.acquire())
    try:
        yield
    finally:
        house.run(let_go())


def test_a_ping_is_answered_while_something_else_waits(guest: Welcome, inn: Served) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    with ann.socket(id) as socket:
        socket.expect("state")
        with held(inn, id):
            socket.send("chat", id="c", text="I wait")
            socket.send("ping", id="p")
            assert socket.expect("pong", "accepted") == {"type": "pong", "id": "p"}
        assert socket.expect("accepted")["id"] == "c"


def test_what_was_said_before_a_line_closed_still_counts(guest: Welcome, inn: Served) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    with held(inn, id), ann.socket(id) as socket:
        socket.expect("state")
        socket.send("chat", id="c", text="I go")
        socket.send("ping")
        socket.expect("pong")
    until(lambda: bob.state(id)["chat"])


def test_the_same_message_from_everywhere_at_once(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    state = ann.state(id)
    with ThreadPoolExecutor(8) as pool:
        said = list(
            pool.map(lambda _: ann.say(id, "move", id="m", number=state["number"], move=first(state)), range(8))
        )
    assert said == [{"type": "accepted", "id": "m", "number": state["number"] + 1}] * 8
    assert len(ann.get(f"/api/tables/{id}/log").json()["entries"]) == 1


def test_ids_are_each_persons_own(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    assert ann.say(id, "chat", id="1", text="hello")["number"] == 2
    assert bob.say(id, "chat", id="1", text="hello yourself")["number"] == 3
    assert [line["text"] for line in ann.state(id)["chat"]] == ["hello", "hello yourself"]


def test_an_answer_to_an_older_question_is_late(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    state = ann.state(id)
    ann.say(id, "move", number=state["number"], move=first(state))
    before = snapshot(ann, id)
    late = ann.say(id, "move", id="late", number=state["number"], move=first(state))
    assert late["type"] == "behind" and late["id"] == "late"
    assert {name: value for name, value in late["state"].items() if name != "clocks"} == before
    assert snapshot(ann, id) == before
    assert ann.say(id, "undo", number=state["number"])["type"] == "behind"


def test_talk_does_not_make_a_move_late(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    state = ann.state(id)
    bob.say(id, "chat", text="hurry up")
    assert ann.say(id, "move", number=state["number"], move=first(state))["type"] == "accepted"


@pytest.mark.parametrize("number", [10**6, 10**18, 10**40])
def test_a_number_from_the_future(number: int, guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    before = snapshot(ann, id)
    assert ann.say(id, "move", number=number, move=first(before))["type"] == "behind"
    assert snapshot(ann, id) == before


def test_messages_in_the_wrong_order(guest: Welcome) -> None:
    """The second of two moves comes first: it is behind, and nothing happens twice when both are sent again."""
    ann = guest()
    id = ann.table("yatta", ["me", "me"])["id"]
    state = ann.state(id)
    assert ann.say(id, "move", id="2", number=state["number"] + 1, move=first(state))["type"] == "behind"
    assert ann.say(id, "move", id="1", number=state["number"], move=first(state))["type"] == "accepted"
    assert len(ann.get(f"/api/tables/{id}/log", seat=0).json()["entries"]) == 1


def test_before_the_start_and_after_the_end(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = ann.table("yatta", ["me", "open"], public=True)["id"]
    assert ann.say(id, "move", move=0)["reason"] == "The match has not begun."
    assert ann.state(id)["scene"] is None
    bob.join(id)
    bob.say(id, "concede")
    for type in ("move", "undo", "redo", "ask", "answer", "concede", "away", "back", "hint", "why", "preview"):
        assert ann.say(id, type)["reason"] == "The match is over."


# --- broken


BROKEN: list[Any] = [
    "",
    "{",
    "null",
    "[]",
    "5",
    '"move"',
    "{}",
    '{"type": "dance"}',
    '{"type": null}',
    '{"type": "move", "type": "dance"}',
    '{"type": "move", "move": 1.5}',
    '{"type": "move", "move": null}',
    '{"type": "move", "move": ["food R"]}',
    '{"type": "move", "move": true}',
    '{"type": "move", "move": "%s"}' % ("x" * 81),
    '{"type": "move", "number": "1"}',
    '{"type": "move", "seat": 0}',
    '{"type": "ping", "id": ""}',
    '{"type": "ping", "id": "%s"}' % ("x" * 65),
    '{"type": "ping", "id": 7}',
    '{"type": "ping", "id": "\\u0000"}',
    '{"type": "chat", "text": "\\ud800"}',
    '{"type": "chat", "text": 5}',
    '{"type": "chat", "text": "hello", "room": "kitchen"}',
    '{"type": "ask", "kind": "money"}',
    '{"type": "answer", "yes": "maybe"}',
    '{"type": "look", "seat": "0"}',
    '{"type": "why", "action": 1e3000}',
    "[" * 5000,
    '{"type": "move", "move": %s}' % ("9" * 5000),
    b"\xff\xfe",
    b'{"type": "chat", "text": "\xff"}',
]


def test_broken_messages_are_refused_and_nothing_else(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    before = snapshot(bob, id)
    with ann.socket(id) as socket:
        socket.expect("table")
        for message in BROKEN:
            socket.connection.send(message)
            refused = socket.receive()
            assert refused["type"] == "refused" and refused["reason"], message
        socket.send("ping", id="still here")
        assert socket.receive() == {"type": "pong", "id": "still here"}
    after = until(lambda: not (now := snapshot(bob, id))["table"]["seats"][0]["online"] and now)
    assert after == before


def test_broken_messages_over_http(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    for message in BROKEN:
        said = ann.http.post(
            f"/api/tables/{id}/messages", content=message, headers={"content-type": "application/json"}
        )
        assert said.status_code == 200 and said.json()["type"] == "refused", message


@pytest.mark.parametrize("move", ["", " ", "food", "food Q", "food ²", "\x00", "食べ物", -1, 271, 272, 10**6, 10**40])
def test_moves_that_are_none(move: str | int, guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    before = snapshot(ann, id)
    said = ann.say(id, "move", move=move)
    assert said["type"] == "refused" and said["reason"]
    assert snapshot(ann, id) == before


def test_an_illegal_move_is_refused_with_its_rule(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob, "umami")
    state = snapshot(ann, id)
    legal = {choice["action"] for choice in state["scene"]["choices"]}
    hand = next(action for action in range(300) if action not in legal)
    said = ann.say(id, "move", number=state["number"], move=hand)
    assert said["type"] == "refused" and said["reason"] and said["rule"].startswith("UM-")
    assert ann.say(id, "why", action=hand) == {
        "type": "why",
        "id": None,
        "reason": said["reason"],
        "rule": said["rule"],
    }
    assert ann.say(id, "why", action=min(legal))["reason"] == ""
    assert ann.say(id, "why", action=300)["type"] == "refused"
    assert snapshot(ann, id) == state


def test_a_thing_on_the_table_says_why_it_cannot_be_chosen(guest: Welcome) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    id = running(ann, bob, "umami")
    state = snapshot(ann, id)
    lying = [piece["id"] for zone in state["scene"]["zones"] for piece in zone["pieces"]]
    legal = {piece for choice in state["scene"]["choices"] for piece in choice["pieces"]}
    favorite = next(piece for piece in lying if piece.startswith("favorite:") and piece not in legal)
    said = ann.say(id, "why", piece=favorite)
    assert said["reason"].startswith("It is not part of what is asked now: ") and said["rule"] == "UM-9"
    assert ann.say(id, "why", piece=min(legal))["reason"] == ""
    assert ann.say(id, "why", piece="nothing such")["reason"]
    assert bob.say(id, "why", piece=favorite)["reason"] == "It is for Ann to decide now."
    assert snapshot(ann, id) == state


def test_a_preview_says_what_a_move_would_do_and_changes_nothing(guest: Welcome) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    id = running(ann, bob, "umami")
    state = snapshot(ann, id)
    for choice in state["scene"]["choices"]:
        said = ann.say(id, "preview", id="a", move=choice["action"])
        assert said["type"] == "preview" and said["id"] == "a" and said["move"] == choice["action"]
        assert said["lines"] and said["lines"][0].startswith("Ann ") and said["points"] == 0
    legal = {choice["action"] for choice in state["scene"]["choices"]}
    illegal = next(action for action in range(300) if action not in legal)
    assert ann.say(id, "preview", move=illegal)["type"] == "refused"
    assert bob.say(id, "preview", move=min(legal))["type"] == "refused"
    assert snapshot(ann, id) == state


def test_out_of_turn(guest: Welcome) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    id = running(ann, bob)
    said = bob.say(id, "move", move=first(ann.state(id)))
    assert said["reason"] == "It is not for Bob to decide now, but for Ann."


def test_from_anothers_seat(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    refused = bob.post(f"/api/tables/{id}/messages", {"type": "move", "move": first(ann.state(id))}, seat=0)
    assert refused.status_code == 403
    for seat in (0, 2, -1, 10**6):
        with bob.socket(id, seat=seat) as socket:
            assert closed(socket) == 4403
    with guest().socket("k7Qm2nXw") as socket:
        assert closed(socket) == 4404


def test_too_big(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    for message in ("x" * 20_000, "x" * 200_000, "味" * 6_000):
        with ann.socket(id) as socket:
            socket.connection.send(message)
            assert closed(socket) == 1009
    assert ann.post(f"/api/tables/{id}/messages", {"type": "chat", "text": "x" * 70_000}).status_code == 413


# --- what is heard


def test_two_tabs_see_the_same(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    with ann.socket(id) as one, ann.socket(id) as other, bob.socket(id) as his:
        for socket in (one, other, his):
            socket.expect("state")
        number = ann.state(id)["number"]
        one.send("move", id="m", number=number, move=first(ann.state(id)))
        heard = [socket.expect("event") for socket in (one, other)]
        assert heard[0] == heard[1] and heard[0]["number"] == number + 1
        assert one.expect("accepted") == {"type": "accepted", "id": "m", "number": number + 1}
        other.send("move", id="m", number=number, move="food R")  # the same id from the other tab
        assert other.expect("accepted")["number"] == number + 1
        assert his.expect("event")["kind"] == "move"


def test_numbers_have_no_gaps_and_since_fits(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob, "umami")
    with ann.socket(id) as hers, bob.socket(id) as his:
        seen = {socket: [socket.expect("state")["number"]] for socket in (hers, his)}
        play_on({0: ann, 1: bob}, id, moves=12)
        for guest_, socket in ((ann, hers), (bob, his)):
            last = guest_.state(id)["number"]
            while seen[socket][-1] < last:
                seen[socket].append(socket.expect("event")["number"])
            assert seen[socket] == list(range(seen[socket][0], last + 1))
    assert ann.state(id, since=ann.state(id)["number"])["type"] == "unchanged"
    assert ann.state(id, since=3)["type"] == "state"


def test_coming_back_after_a_break(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    number = ann.state(id)["number"]
    with ann.socket(id, since=number) as socket:
        assert socket.expect("unchanged")["number"] == number
    bob.say(id, "chat", text="still there?")
    with ann.socket(id, since=number) as socket:
        state = socket.expect("state")
        assert state["number"] == number + 1 and state["chat"][0]["text"] == "still there?"
        socket.send("sync", since=number)
        assert socket.expect("state")["number"] == number + 1
        socket.send("sync", since=number + 1)
        assert socket.expect("unchanged", "state")["type"] == "unchanged"
    with ann.socket(id, since=10**6) as socket:
        assert socket.expect("state")["number"] == number + 1


def test_presence(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    with ann.socket(id) as socket:
        assert socket.expect("table")["table"]["seats"][0]["online"]
        with bob.socket(id):
            assert socket.expect("table")["table"]["seats"][1]["online"]
        until(lambda: not socket.expect("table")["table"]["seats"][1]["online"])


def test_all_cook_at_once(guest: Welcome, inn: Served) -> None:
    """Everybody answers at the same time, from threads: each move that is accepted is made, once."""
    cooks = {p: guest(f"Cook {p}") for p in range(4)}
    id = cooks[0].table("wok_and_roll", ["me", "open", "open", "open"], public=True)["id"]
    for p in (1, 2, 3):
        cooks[p].join(id)
    for n in range(50):
        if len(cooks[0].state(id)["scene"]["asked"]) > 1:
            break
        play_on(cooks, id, moves=1, seed=n)
    else:
        pytest.fail("they never cook")
    accepted: list[int] = []

    def cook(p: int) -> None:
        chance = random.Random(p)
        for n in range(12):
            state = cooks[p].state(id)
            if not state["scene"]["choices"]:
                continue
            move = chance.choice(state["scene"]["choices"])["notation"]
            said = cooks[p].say(id, "move", id=f"cook {n}", number=state["number"], move=move)
            assert said["type"] in ("accepted", "behind", "refused"), said
            accepted.extend([p] if said["type"] == "accepted" else [])

    before = len(inn.house.lives[id].table.playing.moves)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(cook, cooks))
    made = [move.seat for move in inn.house.lives[id].table.playing.moves[before:]]
    assert len(set(made)) > 1 and sorted(made) == sorted(accepted)


def test_nobody_speaks_or_looks_from_a_seat_that_has_moved(guest: Welcome, inn: Served) -> None:
    """A message is under way while the seats are shuffled: it counts for whoever sent it, and so do their eyes."""
    for _ in range(6):
        ann, bob = guest(), guest()
        id = ann.table("yatta", ["me", "open"], public=True, order="random")["id"]
        with ann.socket(id) as socket, ThreadPoolExecutor(1) as pool:
            joined = pool.submit(bob.join, id)
            for n in range(25):
                socket.send("chat", id=f"c{n}", text=f"{n}")
                socket.send("move", id=f"m{n}", move=0)
            joined.result()
            socket.send("ping")
            socket.expect("pong")
            live = inn.house.lives[id]
            (listener,) = live.listeners
            assert listener.viewer in live.table.seats_of(ann.me["id"])
            assert {line.seat for line in live.table.chat} == {listener.viewer}
            assert all(line.body["text"].isdecimal() for line in live.table.chat)
            assert all(move.seat == listener.viewer for move in live.table.playing.moves)


def test_whoever_goes_at_once_is_still_heard(guest: Welcome) -> None:
    """A move is written and told even if its sender is gone before the answer."""
    ann, bob = guest(), guest()
    for _ in range(5):
        id = running(ann, bob)
        with bob.socket(id) as his:
            his.expect("state")
            with ann.socket(id) as hers:
                state = hers.expect("state")
                hers.send("move", move=first(state))
                hers.connection.socket.shutdown(sockets.SHUT_RDWR)
            assert his.expect("event")["kind"] == "move"


def test_a_slow_connection_is_hung_up_and_can_come_back(tmp_path: Path) -> None:
    limits = Limits(**{**vars(UNLIMITED), "backlog": 4})
    with served(tmp_path / "house.db", limits=limits) as house:
        ann = Guest(house.url)
        id = ann.table("yatta", ["me", "me"])["id"]
        slow = sockets.socket()
        slow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", int(house.url.rpartition(":")[2])))
        headers = {"Cookie": ann.cookie}
        with connect(f"ws://127.0.0.1/api/tables/{id}/ws", sock=slow, additional_headers=headers) as socket:
            for _ in range(2000):
                socket.send('{"type": "sync"}')
                if any(listener.lagging for listener in house.house.lives[id].listeners):
                    break
            with pytest.raises(ConnectionClosed) as ended:
                list(socket)
        assert ended.value.rcvd and ended.value.rcvd.code == 4408
        with ann.socket(id) as again:
            assert again.expect("state")["number"] == 1
        ann.close()


# --- chat


@pytest.mark.parametrize(
    ("text", "becomes"),
    [("  hello \n there\t", "hello there"), ("a\x07b\x00c", "a b c"), ("\u202eevil", "evil"), ("<script>", "<script>")]
    + [("味" * 500, "味" * 500), ("\x00", ""), ("", ""), ("x" * 501, ""), ("x" * 2001, "")],
)
def test_chat_is_cleaned(text: str, becomes: str, guest: Welcome) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    id = running(ann, bob)
    assert ann.say(id, "chat", text=text)["type"] == ("accepted" if becomes else "refused")
    lines = bob.state(id)["chat"]
    assert [(line["text"], line["name"], line["seat"]) for line in lines] == ([(becomes, "Ann", 0)] if becomes else [])


def test_rooms_are_apart(guest: Welcome) -> None:
    ann, bob, cleo = guest("Ann"), guest("Bob"), guest("Cleo")
    id = running(ann, bob)
    with ann.socket(id) as table, cleo.socket(id) as gallery:
        start = [socket.expect("state")["number"] for socket in (table, gallery)]
        assert cleo.say(id, "chat", text="Bob holds everything")["type"] == "accepted"
        assert ann.say(id, "chat", text="good luck")["type"] == "accepted"
        heard = [socket.expect("event") for socket in (table, gallery)]
        assert [event["text"] for event in heard] == ["good luck", "Bob holds everything"]
        assert [event["number"] - before for event, before in zip(heard, start)] == [1, 1]
        assert [(event["room"], event["name"]) for event in heard] == [("table", "Ann"), ("gallery", "Cleo")]
    assert [line["text"] for line in bob.state(id)["chat"]] == ["good luck"]
    assert [line["text"] for line in cleo.state(id)["chat"]] == ["Bob holds everything"]
    assert cleo.say(id, "chat", text="psst", room="table")["reason"] == "That is another room."
    assert ann.say(id, "chat", text="psst", room="gallery")["reason"] == "That is another room."


def test_a_newcomer_hears_the_room_they_are_in(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = ann.table("umami", ["me", "open", "open"], public=True)["id"]
    with bob.socket(id) as socket:
        assert socket.expect("state")["seat"] == -1
        bob.join(id)
        assert socket.expect("state")["seat"] == 1
        ann.say(id, "chat", text="welcome")
        assert socket.expect("event")["text"] == "welcome"
        bob.post(f"/api/tables/{id}/leave")
        assert socket.expect("state")["chat"] == []


def test_no_chat_where_there_is_none(guest: Welcome) -> None:
    ann, bob, cleo = guest(), guest(), guest()
    id = running(ann, bob, chat=False)
    for one in (ann, cleo):
        assert one.say(id, "chat", text="hello")["reason"] == "There is no chat at this table."


def test_no_hints_where_there_are_none(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob, hints=False)
    assert ann.say(id, "hint")["reason"] == "There are no hints at this table."


def test_hints_are_legal_moves(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    id = running(ann, bob)
    choices = {choice["notation"] for choice in ann.state(id)["scene"]["choices"]}
    hints = ann.say(id, "hint", id="h")["hints"]
    assert hints and {hint["notation"] for hint in hints} <= choices


def test_what_the_wire_carries_is_json(guest: Welcome) -> None:
    ann, bob = guest(), guest()
    with ann.socket(running(ann, bob)) as socket:
        text = socket.connection.recv(PATIENCE)
        assert isinstance(text, str) and json.loads(text)["type"] == "state"
