"""Secrecy over the wire: two tables that differ only in what a seat may not know send it equal bytes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.support import PATIENCE, Guest, Served, Socket, served, until
from yokocho import catalog
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.record import SPECTATOR, copy, data
from yokocho.server import tables
from yokocho.server.clocks import Time
from yokocho.server.table import bit, hidden

NOON = 1_800_000_000_000
STEPS = 12  # moves at the twin tables


class Still(Time):
    """It is always the same instant, so that times tell nothing."""

    def now(self) -> int:
        return NOON


class Twin:
    """One of two tables, and everything that a seat and a spectator hear of it."""

    def __init__(self, inn: Served, stack: ExitStack, match: Match, seat: int) -> None:
        self.match = match
        self.host, self.onlooker = Guest(inn.url, "Host"), Guest(inn.url, "Onlooker")
        stack.callback(self.host.close)
        stack.callback(self.onlooker.close)
        made = self.host.post("/api/matches", match.to_json())
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        self.invite = self.host.post(f"/api/tables/{self.id}/invites", {"spectate": True}).json()["invite"]
        self.seat = seat
        self.seated: Socket = stack.enter_context(self.host.socket(self.id, seat=seat))
        self.looking: Socket = stack.enter_context(self.onlooker.socket(self.id, invite=self.invite))

    def heard(self) -> list[str]:
        """All that came since the last time, up to the answer to a ping."""
        out: list[str] = []
        for socket in (self.seated, self.looking):
            socket.send("ping", id="now")
            while True:
                text = str(socket.connection.recv(PATIENCE))
                if '"pong"' in text:
                    break
                out.append(text)
        return out

    def asked(self) -> list[str]:
        """All that can be asked for."""
        base = f"/api/tables/{self.id}"
        host, onlooker, seat = self.host, self.onlooker, self.seat
        answers = [
            host.get(base),
            onlooker.get(base, invite=self.invite),
            host.get(f"{base}/state", seat=seat),
            onlooker.get(f"{base}/state", invite=self.invite),
            host.get(f"{base}/moment", seat=seat),
            host.get(f"{base}/moment", seat=seat, move=0),
            host.get(f"{base}/log", seat=seat),
            host.get(f"{base}/export"),
            host.get("/api/me/tables"),
            host.post(f"{base}/messages", {"type": "undo", "id": "u", "number": 0}, seat=seat),
            host.post(f"{base}/messages", {"type": "move", "id": "n", "move": "nonsense"}, seat=seat),
        ]
        every = max(1, self.match.game.actions // 40)
        for action in range(0, self.match.game.actions, every):
            answers.append(host.post(f"{base}/messages", {"type": "why", "action": action}, seat=seat))
        view = self.match.view(seat)
        for zone in self.match.game.zones(view, seat, self.match.name):
            for id in [zone.id, *(piece.id for piece in zone.pieces[:2])]:
                answers.append(host.post(f"{base}/messages", {"type": "why", "piece": id}, seat=seat))
        for action in self.match.game.legal(view, seat)[:6]:
            answers.append(host.post(f"{base}/messages", {"type": "preview", "move": action}, seat=seat))
        return [f"{answer.status_code} {answer.text}" for answer in answers]

    def play(self, p: int, action: int) -> None:
        said = self.host.say(self.id, "move", p, move=action)
        assert said["type"] == "accepted", said
        self.match.play(p, action, NOON // 1000)


@contextmanager
def house(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    with served(path, Still(), idle=1e9) as inn:
        yield inn


def positions(game: Game, moves: int, seed: int) -> tuple[Match, Match, int]:
    """A position from inside a random match, the same with all that a seat cannot see dealt anew, and that seat."""
    chance = random.Random(seed)
    match = Match(game, chance.choice([n for n in game.players if n > 1]), seed=f"{game.name} {seed}")
    while not match.over and len(match.moves) < moves:
        p = match.actor()
        match.play(p, chance.choice(match.legal(p)), 0)
    if match.over:
        for _ in range(1 + moves % 3):
            match.take_back()
    seat = chance.randrange(match.players)
    true = game.settle(match.state)
    other = game.imagined(game.view(true, seat), seat, chance.randbytes(32))
    return Match.from_position(game, game.write(true)), Match.from_position(game, game.write(other)), seat


def steps(ours: Match, theirs: Match, seat: int, chance: random.Random) -> tuple[int, int, int] | None:
    """Who moves, and how at each table, so that seat and spectator know the same afterwards; not alike, if possible."""
    game = ours.game
    found = []
    for p in sorted(set(ours.pending()) & set(theirs.pending())):
        seen: dict[tuple[bytes, bytes], list[tuple[int, str]]] = {}
        for match, side in ((ours, 0), (theirs, 1)):
            for action in chance.sample(match.legal(p), min(12, len(match.legal(p)))):
                after = copy(match.state)
                game.kernels.apply(after, p, action)
                if game.pending(after):
                    key = tuple(data(game.view(after, viewer)) for viewer in (seat, SPECTATOR))
                    seen.setdefault(key, []).append((side, action))  # type: ignore[arg-type]
        for made in seen.values():
            first = [action for side, action in made if side == 0]
            second = [action for side, action in made if side == 1]
            found += [(p, a, b) for a in first for b in second]
    chance.shuffle(found)
    return min(found, key=lambda step: step[1] == step[2], default=None)


@pytest.mark.parametrize("game", catalog.names())
@pytest.mark.parametrize("seed", range(3))
def test_a_seat_hears_the_same_whatever_is_hidden_from_it(
    game: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "new_id", lambda: "twin")
    monkeypatch.setattr("secrets.token_urlsafe", named_tokens())
    chance = random.Random(seed)
    ours, theirs, seat = positions(catalog.game(game), 8 + 17 * seed, seed)
    heard: list[list[list[str]]] = []
    with ExitStack() as stack:
        twins = [
            Twin(stack.enter_context(house(tmp_path / f"{side}.db", monkeypatch)), stack, match, seat)
            for side, match in enumerate((ours, theirs))
        ]
        played = 0
        while True:
            heard.append([twin.heard() + twin.asked() for twin in twins])
            step = steps(ours, theirs, seat, chance) if played < STEPS else None
            if step is None:
                break
            p, *actions = step
            for twin, action in zip(twins, actions):
                twin.play(p, action)
            played += 1
        hidden = data(catalog.game(game).settle(ours.state)) != data(catalog.game(game).settle(theirs.state))
    for mine, other in heard:
        assert mine == other
    assert hidden or catalog.game(game).name == "yatta"  # where only the generator is secret


def named_tokens() -> Any:
    """Invites that are the same in both houses; they must not make the difference."""
    made = 0

    def token(size: int = 32) -> str:
        nonlocal made
        made += 1
        return f"invite-{size}" if size == 16 else f"token-{made}-{size}"

    return token


def until_hidden(inn: Served, id: str, guests: dict[int, Guest]) -> tuple[int, int]:
    """Plays on until a seat can do something that the other may not notice: the seat, and what."""
    match = inn.house.lives[id].table.playing
    for _ in range(200):
        state, secret = match.state, match.game.words.secret
        found = [(p, a) for p in match.pending() for a in match.legal(p) if secret(state, p, a, 1 - p)]
        if found and len(match.pending()) == 2:
            return found[0]
        seat = match.actor()
        told = guests[seat].state(id)
        guests[seat].say(id, "move", number=told["number"], move=told["scene"]["choices"][0]["action"])
    raise AssertionError("nothing is ever hidden")


def test_a_hidden_step_leaves_no_trace(tmp_path: Path) -> None:
    """WR-R25: whoever cooks in secret is not heard, nor missed in the numbers, nor seen in a list."""
    with served(tmp_path / "house.db") as inn, ExitStack() as stack:
        cook, other, onlooker = (Guest(inn.url) for _ in range(3))
        for one in (cook, other, onlooker):
            stack.callback(one.close)
        id = cook.table("wok_and_roll", ["me", "open"], public=True)["id"]
        other.join(id)
        guests = {0: cook, 1: other}
        p, action = until_hidden(inn, id, guests)
        younger = cook.table("last_dumpling", ["me", "open"], public=True)["id"]
        other.join(younger)
        # that the first turn is the cook's is written a moment after the table has started
        until(lambda: [line["awaits_me"] for line in cook.get("/api/tables").json()][:1] == [True])

        def lists() -> list[str]:
            asked = [one.get("/api/tables") for one in (*guests.values(), onlooker)]
            return [answer.text for answer in (*asked, guests[1 - p].get("/api/me/tables"))]

        before = lists()
        assert [line["id"] for line in onlooker.get("/api/tables").json()] == [younger, id]
        with guests[1 - p].socket(id) as waiting, onlooker.socket(id) as looking, guests[p].socket(id) as cooking:
            numbers = [socket.expect("state")["number"] for socket in (waiting, looking, cooking)]
            cooking.send("move", id="m", move=action)
            assert cooking.expect("event")["number"] == numbers[2] + 1
            assert lists() == before
            cooking.send("undo", id="u")
            assert cooking.expect("event", kind="undo")["number"] == numbers[2] + 2
            assert lists() == before
            for socket, number in ((waiting, numbers[0]), (looking, numbers[1])):
                socket.send("ping")
                seen = []
                while (message := socket.receive())["type"] != "pong":
                    seen.append(message["type"])
                assert set(seen) <= {"table"}
                socket.send("sync")
                assert socket.expect("state")["number"] == number


OPTIONS = {"mitsuhamama": {"payment_visibility": "parties"}}


@pytest.mark.parametrize("game", catalog.names())
def test_whoever_sees_the_table_change_hears_why(game: str) -> None:
    """And whoever hears nothing sees nothing."""
    chance, found = random.Random(game), catalog.game(game)
    secrets = 0
    for seed in range(3):
        match = Match(found, max(found.players), OPTIONS.get(game, {}), f"{seed}")
        viewers = [*range(match.players), SPECTATOR]
        while not match.over and len(match.moves) < 120:
            p = chance.choice(match.pending())
            a, before = chance.choice(match.legal(p)), copy(match.state)
            match.play(p, a, 0)
            unheard, veiled = hidden(found, before, match.state, p, a, viewers)
            assert not unheard & veiled
            for v in viewers:
                if unheard & bit(v):
                    seen, then = (found.table(found.view(s, v), v, match.name).to_json() for s in (before, match.state))
                    assert seen == then
                    assert not found.words.narrate(found.view(match.state, v), match.name)
            secrets += bool(unheard | veiled)
    assert bool(secrets) == (game in ("mitsuhamama", "wok_and_roll", "pass_the_tray"))


def test_a_payment_is_heard_by_all_and_seen_by_two(tmp_path: Path) -> None:
    """MI-R18 MI-R19: hands are counted openly, so third players hear that a card is laid down, and not which."""
    with served(tmp_path / "house.db") as inn, ExitStack() as stack:
        people = [Guest(inn.url) for _ in range(3)]
        for one in people:
            stack.callback(one.close)
        id = people[0].table("mitsuhamama", ["me", "open", "open"], public=True, options=OPTIONS["mitsuhamama"])["id"]
        for one in people[1:]:
            one.join(id)
        match = inn.house.lives[id].table.playing
        chance = random.Random(0)

        def closed_payment() -> tuple[int, int, int] | None:
            secret = match.game.words.secret
            for p in match.pending():
                for a in match.legal(p):
                    out = [v for v in range(3) if v != p and secret(match.state, p, a, v)]
                    if out:
                        return p, a, out[0]
            return None

        while not (payment := closed_payment()):
            p = chance.choice(match.pending())
            assert people[p].say(id, "move", move=chance.choice(match.legal(p)))["type"] == "accepted"
        p, action, third = payment
        notation = match.game.words.notation(match.state, p, action)
        with people[third].socket(id) as out, people[3 - p - third].socket(id) as payee:
            before, known = out.expect("state"), payee.expect("state")
            assert people[p].say(id, "move", move=action)["type"] == "accepted"
            told, all_of_it = out.expect("event"), payee.expect("event")
            assert all_of_it["move"] == all_of_it["log"]["entries"][0]["notation"] == notation
            assert told["number"] == before["number"] + 1 and all_of_it["number"] == known["number"] + 1
            assert told["seat"] == p and "move" not in told
            assert told["log"]["entries"][0]["notation"] is None
            assert told["log"]["entries"][0]["lines"][0].endswith("lays down a card")
            assert told["scene"] != before["scene"]
            hands = [state["scene"]["panels"][p]["hand"] for state in (before, told)]
            assert hands[1] == hands[0] - 1
            whole = people[third].get(f"/api/tables/{id}/log").json()["entries"]
            assert whole[-1] == told["log"]["entries"][0]
            assert people[third].state(id)["log"]["entries"][-1] == whole[-1]
            assert people[p].say(id, "undo")["type"] == "accepted"
            assert out.expect("event", kind="undo")["scene"]["panels"][p]["hand"] == hands[0]
            assert people[p].say(id, "redo")["type"] == "accepted"
            assert out.expect("event", kind="redo")["log"]["entries"] == [whole[-1]]
