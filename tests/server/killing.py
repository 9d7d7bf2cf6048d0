"""A house that is killed again and again while people play, and the proof that it forgot nothing."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import httpx
import sqlalchemy as sa
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.server.support import PATIENCE, Guest, until
from yokocho import catalog
from yokocho.core.match import Match
from yokocho.server.rated import rebuild
from yokocho.server.schema import events, rated, ratings, seats, tables
from yokocho.server.settings import Settings
from yokocho.server.store import engine
from yokocho.server.table import bit

LOST = (httpx.TransportError, WebSocketException, InvalidHandshake, OSError, EOFError)
AUCTION = {"auction": "live", "max_days": 1}
DAYS = {"kind": "days", "days": 2}
LOAD: list[dict[str, Any]] = [  # how people reach the table, and what is played there
    {"by": "socket", "game": "umami", "people": 2},
    {"by": "http", "game": "wok_and_roll", "people": 2, "pace": {"kind": "live", "bank": 3600, "increment": 5}},
    {"by": "socket", "game": "yatta", "people": 1, "bots": ["bot:apprentice", "bot:cook"]},
    {"by": "socket", "game": "mitsuhamama", "people": 2, "options": {"max_days": 3}, "pace": DAYS},
    {"by": "socket", "game": "mitsuhamama", "people": 2, "options": AUCTION, "pace": {"hammer": [0.5, 0.5]}},
    {"by": "http", "game": "yatta", "people": 2, "bots": ["bot:apprentice"]},
]

NURSERY = """
import json, os, signal, sys
import yokocho.server.run
from yokocho import catalog, cli
from yokocho.bots.warm import warm_one
for game in catalog.games():
    warm_one(game)
for line in sys.stdin:
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        sys.exit(cli.main(json.loads(line)))
    print(child, flush=True)
    os.waitpid(child, 0)
    print("gone", flush=True)
"""


class Nursery:
    """`yokocho serve`, again and again: each a process of its own, forked from one that has everything imported."""

    def __init__(self, database: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.command = ["serve", "--port", str(port), "--database", database, "--unlimited", "--bot-delay", "0"]
        self.parent = subprocess.Popen(
            [sys.executable, "-c", NURSERY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.child = 0

    def open(self) -> None:
        assert self.parent.stdin and self.parent.stdout
        print(json.dumps(self.command), file=self.parent.stdin, flush=True)
        self.child = int(self.parent.stdout.readline())
        until(self.answers)

    def answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/healthz").status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """As a power cut would, as far as a process can tell."""
        assert self.parent.stdout
        os.kill(self.child, signal.SIGKILL)
        assert self.parent.stdout.readline() == "gone\n"
        self.child = 0

    def close(self) -> None:
        if self.child:
            self.kill()
        self.parent.communicate()


@dataclass
class Figures:
    """What a run has seen."""

    rounds: int = 0
    matches: int = 0
    acknowledged: int = 0
    resent: int = 0  # messages whose answer the kill swallowed
    kept: int = 0  # of those, what was on disk already
    events: int = 0
    seconds: float = 0.0
    down: list[float] = field(default_factory=list)


class Player(threading.Thread):
    """One person at one table, who moves at once, and says again what was not answered."""

    def __init__(self, open: threading.Event, guest: Guest, seat: int, by: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.open, self.guest, self.seat, self.by = open, guest, seat, by
        self.chance = random.Random(seed)
        self.table = ""
        self.waiting: dict[str, Any] | None = None  # what was said and not answered
        self.accepted: dict[str, tuple[str, int]] = {}  # by id: the move, and as which event of this seat it stands
        self.denied: set[str] = set()
        self.parked = threading.Event()
        self.over = threading.Event()
        self.leave = False
        self.resent = 0
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.leave:
                if self.open.is_set() and self.table and not self.over.is_set():
                    self.parked.clear()
                    try:
                        self.play_by_socket() if self.by == "socket" else self.play_by_http()
                        continue
                    except LOST:
                        pass
                    except AssertionError:
                        if self.open.is_set():
                            raise
                self.parked.set()
                time.sleep(0.005)
        except BaseException as failure:
            self.failure = failure
        finally:
            self.parked.set()

    def sit(self, table: str) -> None:
        self.table, self.waiting = table, None
        self.accepted, self.denied = {}, set()
        self.over.clear()

    def message(self, scene: dict[str, Any], number: int) -> dict[str, Any]:
        """The next move; the same once more when it was not answered."""
        if self.waiting:
            self.resent += 1
        else:
            move = self.chance.choice(scene["choices"])["notation"]
            self.waiting = {"id": f"{self.chance.getrandbits(64):x}", "number": number, "move": move}
        return self.waiting

    def answered(self, answer: dict[str, Any]) -> None:
        assert self.waiting
        id, move = self.waiting["id"], self.waiting["move"]
        self.waiting = None
        if answer["type"] == "accepted":
            self.accepted[id] = move, answer["number"]
        else:
            assert answer["type"] in ("behind", "refused"), answer
            self.denied.add(id)

    def play_by_http(self) -> None:
        while self.open.is_set() and not self.leave:
            state = self.guest.state(self.table, seat=self.seat)
            if self.waiting or state["scene"]["choices"]:
                said = self.message(state["scene"], state["number"])
                self.answered(self.guest.say(self.table, "move", self.seat, **said))
            elif state["scene"]["over"]:
                self.over.set()
                return
            else:
                time.sleep(0.01)

    def play_by_socket(self) -> None:
        with self.guest.socket(self.table, seat=self.seat) as socket:
            state = socket.expect("state")
            scene, number = state["scene"], state["number"]
            while self.open.is_set() and not self.leave:
                if scene["over"] and not self.waiting:
                    self.over.set()
                    return
                asked = self.message(scene, number) if self.waiting or scene["choices"] else None
                if asked:
                    socket.send("move", **asked)
                while True:
                    heard = socket.receive()
                    if heard["type"] in ("state", "event"):
                        assert heard["type"] == "state" or heard["number"] == number + 1, "an event is missing"
                        number, scene = heard["number"], heard.get("scene") or scene
                        if not asked:
                            break
                    elif asked and heard.get("id") == asked["id"]:
                        self.answered(heard)
                        if heard["type"] == "behind":
                            scene, number = heard["state"]["scene"], heard["state"]["number"]
                        break


class Siege:
    """Tables of several games in one house, which is killed at random instants."""

    def __init__(self, database: str, seed: int = 0) -> None:
        self.chance = random.Random(seed)
        self.figures = Figures()
        self.begun = time.monotonic()
        self.engine = engine(Settings(database=database).url())
        self.open = threading.Event()
        self.before: dict[str, list[Any]] = {}  # of each table, the events that were seen on disk
        self.house = Nursery(database)
        self.house.open()
        self.tables = [
            [
                Player(self.open, Guest(self.house.url), p, wish["by"], seed * 100 + 10 * i + p)
                for p in range(wish["people"])
            ]
            for i, wish in enumerate(LOAD)
        ]
        self.players = [player for people in self.tables for player in people]
        for people, wish in zip(self.tables, LOAD):
            self.set_table(people, wish)
        for player in self.players:
            player.start()

    def set_table(self, people: list[Player], wish: dict[str, Any]) -> None:
        seats = ["me", *["open"] * (wish["people"] - 1), *wish.get("bots", [])]
        more = {name: wish[name] for name in ("options", "pace") if name in wish}
        made = people[0].guest.table(wish["game"], seats, public=True, hints=False, **more)
        for player in people[1:]:
            player.guest.join(made["id"], seat=player.seat)
        for player in people:
            player.sit(made["id"])
        self.before[made["id"]] = []

    def round(self) -> None:
        """Play, a kill at a random instant, the proof, and a new house."""
        enough = self.answers() + self.chance.randint(1, 60)
        limit = time.monotonic() + 3
        self.open.set()
        while self.answers() < enough and time.monotonic() < limit:
            time.sleep(0.001)
        time.sleep(self.chance.uniform(0, 0.02))
        self.house.kill()
        self.open.clear()
        killed = time.monotonic()
        self.rest()
        unanswered = {player: player.waiting for player in self.players if player.waiting}
        for people in self.tables:
            self.prove(people)
        on_disk = {player for player in unanswered if self.on_disk(player)}
        self.house.open()
        self.figures.down.append(time.monotonic() - killed)
        for player in unanswered:  # before anything else happens
            self.say_again(player, player in on_disk)
        self.figures.rounds += 1
        for people, wish in zip(self.tables, LOAD):
            if all(player.over.is_set() for player in people):
                self.finish(people)
                self.set_table(people, wish)

    def answers(self) -> int:
        return sum(len(player.accepted) for player in self.players)

    def rest(self) -> None:
        """Until every player has noticed."""
        for player in self.players:
            assert player.parked.wait(PATIENCE), "a connection hangs"
            if player.failure:
                raise player.failure

    def on_disk(self, player: Player) -> bool:
        assert player.waiting
        return any(event.client == player.waiting["id"] for event in self.before[player.table])

    def say_again(self, player: Player, stands: bool) -> None:
        """A message without an answer, twice more: the same answer, and accepted if it was on disk."""
        said = player.waiting
        assert said
        answers = [player.guest.say(player.table, "move", player.seat, **said) for _ in range(2)]
        if stands:
            assert answers[0]["type"] == "accepted", answers
        if answers[0]["type"] == "accepted":
            assert answers[0] == answers[1]
        player.answered(answers[0])
        self.figures.resent += 1
        self.figures.kept += stands

    def prove(self, people: list[Player]) -> None:
        """On disk: no gap, what was there before unchanged, every acknowledged move once, nothing that was denied."""
        table = people[0].table
        with self.engine.connect() as connection:
            query = sa.select(events).where(events.c.table_id == table).order_by(events.c.number)
            found = list(connection.execute(query))
        assert [event.number for event in found] == list(range(1, len(found) + 1)), "a gap"
        before = self.before[table]
        assert found[: len(before)] == before, "what was written has changed"
        self.figures.events += len(found) - len(before)
        self.before[table] = found
        ids = Counter((event.person, event.client) for event in found if event.client)
        assert not [id for id, times in ids.items() if times > 1], "doubled"
        for player in people:
            me = player.guest.me["id"]
            heard, stood = 0, {}
            for event in found:
                heard += not event.unheard & bit(player.seat)
                if event.person == me and event.kind == "move":
                    stood[event.client] = json.loads(event.body)["move"], heard, event.seat
            order = [id for id in stood if id in player.accepted]
            assert order == list(player.accepted), "lost, or in another order"
            assert all(stood[id] == (*player.accepted[id], player.seat) for id in order), "another move or number"
            more = set(stood) - set(order)
            assert more <= ({player.waiting["id"]} if player.waiting else set()), "made by nobody"
            assert not player.denied & set(stood), "denied, and yet there"

    def finish(self, people: list[Player]) -> None:
        """A match that is over reads as it was played."""
        self.prove(people)
        table = people[0].table
        exported = people[0].guest.get(f"/api/tables/{table}/export").json()
        match = Match.from_json(exported, catalog.game)
        played = [json.loads(e.body)["move"] for e in self.before[table] if e.kind == "move"]
        assert match.over and [move.notation for move in match.moves] == played
        self.figures.matches += 1
        self.figures.acknowledged += sum(len(player.accepted) for player in people)
        del self.before[table]

    def play_to_the_end(self) -> None:
        """Every match goes on and comes to its end, bots and clocks included."""
        self.open.set()
        until(lambda: all(p.over.is_set() or p.failure for p in self.players), 4 * PATIENCE)
        self.open.clear()
        self.rest()
        for people in self.tables:
            self.finish(people)
        self.prove_ratings()

    def prove_ratings(self) -> None:
        """Every rated match that is over was rated once, and ratings come out the same from scratch."""
        with self.engine.connect() as connection, connection.begin() as trial:
            over = sa.select(tables.c.id).where(tables.c.rated.is_(True), tables.c.status == "finished")
            seated = sa.select(seats.c.table_id, seats.c.seat).where(seats.c.table_id.in_(over))
            written = sa.select(rated.c.table_id, rated.c.seat)
            assert sorted(connection.execute(seated)) == sorted(connection.execute(written)) != []
            kept = [sorted(map(tuple, connection.execute(sa.select(table)))) for table in (ratings, rated)]
            rebuild(connection)
            assert kept == [sorted(map(tuple, connection.execute(sa.select(table)))) for table in (ratings, rated)]
            trial.rollback()

    def close(self) -> None:
        self.open.clear()
        for player in self.players:
            player.leave = True
        self.house.close()
        for player in self.players:
            player.join(PATIENCE)
            player.guest.close()
        self.engine.dispose()
        self.figures.seconds = time.monotonic() - self.begun


def besiege(database: str, rounds: int, seed: int = 0, say: Any = None) -> Figures:
    """So many kills, then every match to its end."""
    siege = Siege(database, seed)
    try:
        for _ in range(rounds):
            siege.round()
            if say:
                say(siege.figures)
        siege.play_to_the_end()
    finally:
        siege.close()
    return siege.figures
