"""Undo, consent, caretakers, hints: what people do at a table beside their moves."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.support import Guest, Served, closed, play_on, served, until
from tests.server.test_clocks import Slow
from yokocho import catalog


def pair(guest: Callable[..., Guest], game: str = "umami", **wishes: Any) -> tuple[Guest, Guest, str]:
    ann, bob = guest("Ann"), guest("Bob")
    id = ann.table(game, ["me", "open"], public=True, **wishes)["id"]
    bob.join(id)
    return ann, bob, id


def first_choice(guest: Guest, id: str) -> dict[str, Any]:
    state = guest.state(id)
    choice: dict[str, Any] = state["scene"]["choices"][0]
    return guest.say(id, "move", number=state["number"], move=choice["notation"])


def to_move(ann: Guest, bob: Guest, id: str) -> tuple[Guest, Guest]:
    """Who is asked, and the other."""
    return (ann, bob) if 0 in ann.state(id)["scene"]["asked"] else (bob, ann)


def test_undo_and_redo_as_the_engine_allows_it(guest: Callable[..., Guest]) -> None:
    mover, other = to_move(*(found := pair(guest)))
    id = found[2]
    before = mover.state(id)
    assert before["undo"] == "You have nothing to take back." and not before["redo"]
    first_choice(mover, id)
    played = mover.state(id)
    assert played["undo"] == "" and len(played["log"]["entries"]) == 1
    with other.socket(id) as socket:
        number = socket.expect("state")["number"]
        assert mover.say(id, "undo", number=played["number"])["type"] == "accepted"
        told = socket.expect("event")
        assert (
            told["kind"] == "undo"
            and told["number"] == number + 1
            and told["log"] == {"from": 0, "entries": [], "conceded": []}
        )
        assert mover.state(id)["scene"] == before["scene"] and mover.state(id)["redo"]
        assert mover.say(id, "redo")["type"] == "accepted"
        assert socket.expect("event")["log"]["entries"] == played["log"]["entries"]
    assert mover.state(id)["scene"] == played["scene"]
    assert other.say(id, "undo")["reason"] == "You have nothing to take back."


def test_further_back_by_consent_of_the_others(guest: Callable[..., Guest]) -> None:
    ann, bob, id = pair(guest)
    mover, other = to_move(ann, bob, id)
    start = mover.state(id)["scene"]
    own = [0] if mover is ann else [1]
    while mover.state(id)["scene"]["asked"] == own:  # to the end of the turn: something comes to light
        first_choice(mover, id)
    assert mover.say(id, "undo")["type"] == "refused"
    assert mover.say(id, "ask", kind="undo")["type"] == "accepted"
    assert other.get(f"/api/tables/{id}").json()["request"]["kind"] == "undo"
    assert mover.say(id, "answer", yes=True)["type"] == "refused"  # one's own consent is not asked for
    assert other.say(id, "answer", yes=False)["type"] == "accepted"
    assert other.get(f"/api/tables/{id}").json()["request"] is None
    moves = len(mover.state(id)["log"]["entries"])
    while mover.state(id)["scene"] != start:
        assert mover.say(id, "ask", kind="undo")["type"] == "accepted"
        assert other.say(id, "answer", yes=True)["type"] == "accepted"
        fewer = len(mover.state(id)["log"]["entries"])
        assert fewer < moves
        moves = fewer
    assert moves == 0


def test_bots_agree_at_once(guest: Callable[..., Guest]) -> None:
    ann = guest()
    id = ann.table("last_dumpling", ["me", "bot:cook"])["id"]
    first_choice(ann, id)
    until(lambda: 0 in ann.state(id)["scene"]["asked"])
    assert ann.say(id, "undo")["type"] == "refused"
    assert ann.say(id, "ask", kind="undo")["type"] == "accepted"
    assert ann.state(id)["log"]["entries"] == [] and 0 in ann.state(id)["scene"]["asked"]
    assert ann.say(id, "ask", kind="abort")["type"] == "accepted"
    assert ann.get(f"/api/tables/{id}").json()["status"] == "aborted"


def test_a_caretaker_plays_for_whoever_leaves_and_makes_room_again(guest: Callable[..., Guest]) -> None:
    ann, bob, id = pair(guest)
    mover, other = to_move(ann, bob, id)
    seat = 0 if mover is ann else 1
    assert mover.post(f"/api/tables/{id}/leave").json()["seats"][seat]["caretaker"]
    until(lambda: other.state(id)["scene"]["asked"] == [1 - seat])
    assert all(entry["seat"] == seat for entry in other.state(id)["log"]["entries"])
    with mover.socket(id):  # back at the table
        until(lambda: not other.get(f"/api/tables/{id}").json()["seats"][seat]["caretaker"])
        assert mover.say(id, "back")["reason"] == "You are at the table."
        assert mover.say(id, "away")["type"] == "accepted"
        assert other.get(f"/api/tables/{id}").json()["seats"][seat]["caretaker"]


def test_a_hint_where_the_table_allows_it(guest: Callable[..., Guest]) -> None:
    ann = guest()
    id = ann.table("last_dumpling", ["me", "me"])["id"]
    hints = ann.say(id, "hint", 0)["hints"]
    assert {hint["notation"] for hint in hints} <= {"take 1", "take 2", "take 3"}
    assert all(0 <= hint["chance"] <= 1 and hint["label"] for hint in hints)
    assert ann.say(id, "hint", 1)["reason"] == "Nothing is asked of you."
    quiet = ann.table("last_dumpling", ["me", "me"], hints=False)["id"]
    assert ann.say(quiet, "hint", 0)["reason"] == "There are no hints at this table."


def test_bots_take_their_time(tmp_path: Path) -> None:
    clock = Slow()
    with served(tmp_path / "house.db", clock, bot_delay=0.3) as inn:
        ann = Guest(inn.url)
        id = ann.table("last_dumpling", ["me", "bot:cook"])["id"]
        with ann.socket(id) as socket:
            state = socket.expect("state")
            socket.send("move", id="1", number=state["number"], move="take 1")
            socket.expect("event", seat=0)
            until(lambda: clock.waiting)  # the bot has decided
            inn.run(clock.go(299))
            assert ann.state(id)["scene"]["asked"] == [1]
            inn.run(clock.go(1))
            socket.expect("event", seat=1)
        ann.close()


def test_hotseat_one_device_several_seats(guest: Callable[..., Guest]) -> None:
    ann = guest("Ann")
    table = ann.table("last_dumpling", ["me", "me", "bot:cook"])
    assert table["mine"] == [0, 1] and [seat["name"] for seat in table["seats"]] == ["Ann", "Ann 2", "Kiko"]
    with ann.socket(table["id"]) as socket:
        assert socket.expect("state")["seat"] == 0
        socket.send("move", id="1", move="take 1")
        socket.expect("event", seat=0)
        socket.send("look", seat=1)
        assert socket.expect("state")["seat"] == 1
        socket.send("move", id="2", move="take 2")
        assert socket.expect("accepted")["id"] == "2"
        socket.send("look", seat=2)
        assert socket.expect("refused")["reason"] == "That seat is not yours."


# --- replays


@pytest.mark.parametrize("game", catalog.names())
def test_a_finished_match_opens_at_any_moment_from_any_seat(game: str, guest: Callable[..., Guest]) -> None:
    ann, bob, id = pair(guest, game, options={"max_days": 2} if game == "mitsuhamama" else {})
    play_on({0: ann, 1: bob}, id, moves=5)
    onlooker = guest()
    hidden = onlooker.get(f"/api/tables/{id}/moment", seat=0)
    assert hidden.status_code == 403 and onlooker.get(f"/api/tables/{id}/moment", seat="open").status_code == 422
    mine = ann.get(f"/api/tables/{id}/moment", seat=0).json()
    assert mine["scene"]["zones"] == ann.state(id, seat=0)["scene"]["zones"]
    assert ann.get(f"/api/tables/{id}/export").status_code == 409
    play_on({0: ann, 1: bob}, id)
    for seat in (0, 1, -1, "open"):
        end = onlooker.get(f"/api/tables/{id}/moment", seat=seat).json()
        assert end["scene"]["over"] and end["move"] == end["moves"]
        for move in random.Random(1).sample(range(end["moves"] + 1), 3):
            moment = onlooker.get(f"/api/tables/{id}/moment", seat=seat, move=move).json()
            assert moment["move"] == move and moment["scene"]["choices"] == []
    assert onlooker.get(f"/api/tables/{id}/moment", seat=0, move=10**6).status_code == 422
    for seat in (0, "open"):
        log = onlooker.get(f"/api/tables/{id}/log", seat=seat).json()["entries"]
        for move, entry in list(enumerate(log, 1))[:20]:
            moment = onlooker.get(f"/api/tables/{id}/moment", seat=seat, move=move).json()
            assert [entry["seat"], entry["lines"]] == [moment["mover"], moment["lines"]]
    assert len(log) == moment["moves"]


def test_a_match_goes_out_as_a_file_and_comes_in_again(guest: Callable[..., Guest], inn: Served) -> None:
    ann, bob, id = pair(guest, "umami")
    play_on({0: ann, 1: bob}, id)
    file = bob.get(f"/api/tables/{id}/export")
    assert "attachment" in file.headers["content-disposition"]
    carol = guest("Carol")
    made = carol.post("/api/matches", file.json())
    assert made.status_code == 201
    table = made.json()
    assert table["imported"] and table["status"] == "finished" and table["result"]["ranks"]
    moment = carol.get(f"/api/tables/{table['id']}/moment", seat="open", move=7).json()
    assert moment["scene"] == bob.get(f"/api/tables/{id}/moment", seat="open", move=7).json()["scene"]
    half = file.json()
    half["moves"] = half["moves"][:20]
    assert carol.post("/api/matches", half).status_code == 422  # its result and digest do not fit
    for bad in ({}, {"format": "yokocho-match/1"}, file.json() | {"game": "chess"}, file.json() | {"moves": 7}):
        assert carol.post("/api/matches", bad).status_code == 422


def test_who_is_sent_away_from_a_private_table_hears_no_more(guest: Callable[..., Guest]) -> None:
    ann, bob, carol = guest("Ann"), guest("Bob"), guest("Carol")
    id = ann.table("umami", ["me", "open", "open"])["id"]
    invite = ann.post(f"/api/tables/{id}/invites").json()["invite"]
    bob.join(id, invite=invite)
    carol.join(id, invite=invite, ready=False)
    with bob.socket(id) as by_seat, carol.socket(id, invite=invite) as by_invite:
        by_seat.expect("state")
        by_invite.expect("state")
        for seat in (1, 2):
            assert ann.post(f"/api/tables/{id}/kick", {"seat": seat}).status_code == 200
        assert closed(by_seat) == 4404
        assert closed(by_invite) == 4404


def test_who_is_sent_away_from_a_rematch_does_not_get_in_by_asking_again(guest: Callable[..., Guest]) -> None:
    ann, bob = guest("Ann"), guest("Bob")
    id = ann.table("last_dumpling", ["me", "open"])["id"]
    bob.join(id, invite=ann.post(f"/api/tables/{id}/invites").json()["invite"])
    play_on({0: ann, 1: bob}, id)
    again = ann.post(f"/api/tables/{id}/rematch").json()["id"]
    seat = 1 - ann.get(f"/api/tables/{again}").json()["mine"][0]
    assert ann.post(f"/api/tables/{again}/kick", {"seat": seat}).status_code == 200
    assert bob.get(f"/api/tables/{again}").status_code == 404
    assert bob.post(f"/api/tables/{id}/rematch").status_code == 404


def asked_or_over(guest: Guest, id: str) -> Any:
    state = guest.state(id)
    return state if state["scene"]["choices"] or state["scene"]["over"] else None


def test_a_table_where_nothing_happens_leaves_the_memory(tmp_path: Path) -> None:
    """Bots sit there, but none is asked; it comes back with the next move, and they answer."""
    with served(tmp_path / "house.db", lease=0.3, idle=0) as inn:
        ann = Guest(inn.url)
        id = ann.table("last_dumpling", ["me", "bot:apprentice"])["id"]
        until(lambda: id not in inn.house.lives)
        while not (state := until(lambda: asked_or_over(ann, id)))["scene"]["over"]:
            move = state["scene"]["choices"][0]["notation"]
            assert ann.say(id, "move", number=state["number"], move=move)["type"] == "accepted"
            until(lambda: id not in inn.house.lives)
        assert ann.get(f"/api/tables/{id}").json()["status"] == "finished"
        ann.close()
