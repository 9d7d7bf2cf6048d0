"""Several processes on one PostgreSQL, one of them killed, and PostgreSQL itself restarted under them."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from tests.server.support import PATIENCE, Guest, Postgres, Process, Served, Socket, closed, play_on, served, until
from yokocho import catalog
from yokocho.server import records
from yokocho.server.clocks import Time
from yokocho.server.live import Listener, Live
from yokocho.server.presence import Presence
from yokocho.server.records import since
from yokocho.server.schema import events, people, tables
from yokocho.server.settings import Settings
from yokocho.server.store import About, Store, engine
from yokocho.server.table import Event, Seat
from yokocho.server.tables import new_row

LEASE = 1.5


class Twin(Guest):
    """The same person, at another process."""

    def __init__(self, other: Guest, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=PATIENCE, cookies=dict(other.http.cookies))
        self.me = other.me


class Alley:
    """Two houses with one book, and people who go in and out of both."""

    def __init__(self, database: str, houses: list[Served]) -> None:
        self.database, self.houses = database, houses
        self.came: list[Guest] = []

    def guest(self, house: int, twin: Guest | None = None) -> Guest:
        url = self.houses[house].url
        self.came.append(Twin(twin, url) if twin else Guest(url))
        return self.came[-1]

    def table(self, game: str, *more: str, **wishes: Any) -> tuple[str, Guest, Guest]:
        """A table with a person in each house."""
        ann, bob = self.guest(0), self.guest(1)
        id = ann.table(game, ["me", "open", *more], public=True, **wishes)["id"]
        bob.join(id)
        until(lambda: ann.get(f"/api/tables/{id}").json()["status"] == "running")
        return id, ann, bob

    def kept(self, id: str) -> list[Any]:
        return kept(self.database, id)


def kept(database: str, id: str) -> list[Any]:
    """The events of a table as they are written: none missing."""
    made = engine(Settings(database=database).url())
    with made.connect() as connection:
        found = list(connection.execute(sa.select(events).where(events.c.table_id == id).order_by(events.c.number)))
    made.dispose()
    assert [event.number for event in found] == list(range(1, len(found) + 1))
    return found


@pytest.fixture(scope="module")
def houses(postgres: Postgres) -> Iterator[tuple[str, list[Served]]]:
    database = postgres.database("alley")
    with served(database, lease=LEASE) as one, served(database, lease=LEASE) as other:
        yield database, [one, other]


@pytest.fixture
def alley(houses: tuple[str, list[Served]]) -> Iterator[Alley]:
    made = Alley(*houses)
    yield made
    for guest in made.came:
        guest.close()


def first_move(guest: Guest, id: str, seat: int) -> dict[str, Any]:
    """A message that makes the first possible move."""
    state = until(lambda: (s := guest.state(id, seat=seat))["scene"]["choices"] and s)
    return {"number": state["number"], "move": state["scene"]["choices"][0]["notation"]}


def test_any_process_serves_any_table(alley: Alley) -> None:
    id, ann, bob = alley.table("umami")
    twin = alley.guest(1, ann)
    assert twin.get("/api/me").json() == ann.me
    assert twin.state(id)["scene"] == ann.state(id)["scene"]
    assert id in [line["id"] for line in bob.get("/api/tables").json()]


def test_seats_in_different_processes_play_a_whole_match(alley: Alley) -> None:
    id, ann, bob = alley.table("yatta", "bot:apprentice")
    made = play_on({0: ann, 1: bob}, id)
    one, other = ann.get(f"/api/tables/{id}/export").json(), bob.get(f"/api/tables/{id}/export").json()
    assert one == other and one["result"]
    accepted = [(event.seat, event.body) for event in alley.kept(id) if event.kind == "move" and event.person]
    assert len(accepted) == len(made)


def test_a_move_is_heard_in_the_other_process(alley: Alley) -> None:
    """How soon is measured in benchmarks/server."""
    id, ann, bob = alley.table("umami")
    with bob.socket(id) as listening:
        listening.expect("state")
        for i in range(5):
            mover = 0 if ann.state(id)["scene"]["choices"] else 1
            said = {0: ann, 1: alley.guest(0, bob)}[mover]
            message = first_move(said, id, mover)
            assert said.say(id, "move", mover, id=f"{i}", **message)["type"] == "accepted"
            listening.expect("event", kind="move", move=message["move"])


def test_the_lobby_and_the_chat_are_heard_in_the_other_process(alley: Alley) -> None:
    ann, bob, cat = alley.guest(0), alley.guest(1), alley.guest(1)
    id = ann.table("yatta", ["me", "open", "open"], public=True)["id"]
    with ann.socket(id) as here, cat.socket(id) as there:
        for socket in (here, there):
            assert socket.expect("state")["table"]["status"] == "waiting"
        assert ann.say(id, "chat", id="hello", text="Who plays?")["type"] == "accepted"
        bob.join(id, ready=False)
        cat.join(id)
        for socket in (here, there):
            until(lambda socket=socket: socket.expect("table")["table"]["seats"][2]["kind"] == "person")  # type: ignore[misc]
        bob.post(f"/api/tables/{id}/ready", {"ready": True})
        for socket in (here, there):
            state = until(lambda socket=socket: (s := socket.expect("state"))["table"]["status"] == "running" and s)  # type: ignore[misc]
            assert state["scene"] and [line["text"] for line in state["chat"]] == ["Who plays?"]
        assert state["seat"] == 2
        bob.say(id, "chat", id="there", text="Me.")
        assert here.expect("event", kind="chat")["text"] == there.expect("event", kind="chat")["text"] == "Me."


def test_a_talk_in_both_processes_at_once(alley: Alley) -> None:
    """Every line races for the next number; each is written once and heard by both in the same order."""
    id, ann, bob = alley.table("yatta")
    lines = 25

    def talk(guest: Guest) -> None:
        for i in range(lines):
            assert guest.say(id, "chat", id=f"{i}", text=f"{i}")["type"] == "accepted"

    with ann.socket(id) as here, bob.socket(id) as there, ThreadPoolExecutor(2) as both:
        list(both.map(talk, (ann, bob)))
        heard = [[socket.expect("event", kind="chat") for _ in range(2 * lines)] for socket in (here, there)]
    assert [(e["number"], e["seat"], e["text"]) for e in heard[0]] == [
        (e["number"], e["seat"], e["text"]) for e in heard[1]
    ]
    said = [(event.person, event.client) for event in alley.kept(id) if event.kind == "chat"]
    assert len(said) == len(set(said)) == 2 * lines


def test_one_message_through_both_processes_is_one_move(alley: Alley) -> None:
    id, ann, _ = alley.table("umami")
    twins = [ann, alley.guest(1, ann)]
    for i in range(6):
        if not ann.state(id)["scene"]["choices"]:
            break
        message = first_move(ann, id, 0)
        with ThreadPoolExecutor(2) as both:
            answers = list(both.map(lambda twin, m=message, i=i: twin.say(id, "move", 0, id=f"{i}", **m), twins))  # type: ignore[misc]
        assert answers[0] == answers[1] and answers[0]["type"] == "accepted"
        assert [event.client for event in alley.kept(id)].count(f"{i}") == 1


def test_two_answers_to_one_question_through_both_processes(alley: Alley) -> None:
    """One is accepted; the other one is told that it is behind."""
    id, ann, _ = alley.table("umami")
    twins = [ann, alley.guest(1, ann)]
    message = first_move(ann, id, 0)
    with ThreadPoolExecutor(2) as both:
        said = both.map(lambda pair: pair[0].say(id, "move", 0, id=pair[1], **message), zip(twins, ("one", "other")))
        answers = sorted(answer["type"] for answer in said)
    assert answers == ["accepted", "behind"]
    assert sum(event.kind == "move" for event in alley.kept(id)) == 1


def test_what_is_written_while_a_table_is_opened_is_not_missed(alley: Alley, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other process has read the events, but not yet the news of the next one."""
    ann, house = alley.guest(0), alley.houses[1].house
    id = ann.table("yatta", ["me", "me"], public=True)["id"]
    load, before = house._load, ann.state(id)["number"]

    async def late(wanted: str) -> Any:
        found = await load(wanted)
        await asyncio.to_thread(ann.say, id, "chat", id="late", text="Anybody?")
        await asyncio.sleep(0.3)
        return found

    monkeypatch.setattr(house, "_load", late)
    watching = alley.guest(1)
    watching.get(f"/api/tables/{id}")
    monkeypatch.undo()
    until(lambda: house.lives[id].table.number == before + 1)


def test_a_table_that_starts_while_it_is_read_is_not_torn(postgres: Postgres) -> None:
    """Its seats are shuffled at the start: seats of before with the events of after would mix people up."""
    store = Store(Settings(database=postgres.database("torn")).url())
    person = {"id": "ann", "name": "Ann", "login": None, "created": 1}
    row = new_row(catalog.game("yatta"), 2, {}, "ann", 1)
    seats = [Seat("person", name, "ann", ready=True) for name in ("Ann", "Bea")]

    async def torn() -> Any:
        await store.write(records.new_person(person, "token"))
        await store.write(records.new_table(row, seats))

        def job(connection: sa.Connection) -> Any:
            connection.execute(sa.select(tables.c.id)).all()
            begun = [Event(1, 2, "start")]
            asyncio.run_coroutine_threadsafe(
                store.write(records.change_table(row["id"], 1, {"status": "running"}, seats[::-1], begun)), loop
            ).result(PATIENCE)
            return records.load(row["id"])(connection)

        loop = asyncio.get_running_loop()
        return await store.read(job)

    found, sitting, happened = asyncio.run(torn())
    store.close()
    assert (found["status"], [seat.name for seat in sitting], happened) == ("waiting", ["Ann", "Bea"], [])


def test_who_is_awaited_is_right_wherever_it_is_asked(alley: Alley) -> None:
    id, ann, bob = alley.table("yatta")
    play_on({0: ann, 1: bob}, id, 5)
    for house, guest in ((0, bob), (1, ann)):
        asked = guest.state(id)["scene"]["asked"]
        for seat, person in enumerate((ann, bob)):
            person = alley.guest(house, person)
            assert person.say(id, "chat", text="Hm.")["type"] == "accepted"
            lines = person.get("/api/me/tables").json()
            assert [line["awaits_me"] for line in lines if line["id"] == id] == [seat in asked]


def test_a_table_that_is_given_up_is_gone_everywhere(alley: Alley) -> None:
    ann, bob = alley.guest(0), alley.guest(1)
    id = ann.table("yatta", ["me", "open"], public=True)["id"]
    assert bob.get(f"/api/tables/{id}").status_code == 200
    ann.post(f"/api/tables/{id}/leave")
    until(lambda: bob.get(f"/api/tables/{id}").status_code == 404)


def test_who_was_too_slow_leaves_the_table_to_others(alley: Alley) -> None:
    """A process that could not renew its lease lets go; when the new keeper dies, one of the others takes over."""
    id, _, _ = alley.table("yatta", pace={"kind": "live", "bank": 600, "increment": 0})

    def keepers() -> int:
        return sum(bool(house.house.lives[id].keeper) for house in alley.houses)

    def steal(kept: int) -> None:
        job = tables.update().where(tables.c.id == id).values(keeper="a third", kept=kept)
        alley.houses[0].run(alley.houses[0].house.store.write(lambda connection: connection.execute(job).rowcount))

    until(lambda: keepers() == 1)
    steal(2**60)
    until(lambda: keepers() == 0)
    steal(0)
    until(lambda: keepers() == 1)


def test_bots_and_clocks_of_a_killed_process_are_picked_up(alley: Alley) -> None:
    """After the lease the other process plays for its bots, and its clocks run on."""
    doomed = Process(alley.database, "--lease", f"{LEASE}", "--bot-delay", "30")
    ann = Guest(doomed.url)
    try:
        thinking = ann.table("yatta", ["bot:apprentice", "me"])["id"]
        timed = ann.table("yatta", ["me", "me"], pace={"kind": "live", "bank": 3, "increment": 0})["id"]
        with ann.socket(thinking):  # somebody watches, so the bot takes its time
            doomed.kill()
    finally:
        ann.close()
    alive = alley.guest(1, ann)
    until(lambda: any(event.kind == "move" for event in alley.kept(thinking)))
    until(lambda: alive.state(thinking)["scene"]["choices"])
    until(lambda: any(event.kind == "caretaker" for event in alley.kept(timed)))
    play_on({1: alive}, thinking)
    assert alive.get(f"/api/tables/{thinking}").json()["status"] == "finished"


def test_postgresql_is_restarted_under_two_houses(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Meanwhile there is a clear answer; afterwards everything is there and goes on by itself."""
    folder: Path = tmp_path_factory.mktemp("restarted") / "cluster"
    cluster = Postgres(folder)
    database = cluster.database("restarted")
    try:
        with served(database, lease=LEASE) as one, served(database, lease=LEASE) as other:
            alley = Alley(database, [one, other])
            id, ann, bob = alley.table("yatta", pace={"kind": "live", "bank": 3600, "increment": 8})
            made = play_on({0: ann, 1: bob}, id, 6)
            timed = ann.table("yatta", ["me", "me"], pace={"kind": "live", "bank": 4, "increment": 0})["id"]
            with ann.socket(id) as socket:
                state = socket.expect("state")
                cluster.stop("immediate")
                message = {"type": "chat", "id": "lost", "text": "Hello?"}
                assert ann.post(f"/api/tables/{id}/messages", message).status_code == 503
                assert ann.get("/healthz").status_code == 503
                socket.send("chat", id="lost too", text="Hello?")
                refused = socket.expect("refused")
                assert refused["id"] == "lost too" and refused["retry"]
                time.sleep(4)  # a clock runs out, and nobody can write that down
                cluster.start()
                until(lambda: ann.get("/healthz").status_code == 200)
                until(lambda: bob.get("/healthz").status_code == 200)
                socket.send("chat", id="lost too", text="Hello?")
                assert socket.expect("accepted", "refused")["type"] == "accepted"
                assert ann.say(id, "chat", **{k: v for k, v in message.items() if k != "type"})["type"] == "accepted"
                until(lambda: len(bob.state(id)["chat"]) == 2)  # news travel again
            assert [line["text"] for line in ann.state(id)["chat"]] == ["Hello?"] * 2
            found = [event for event in kept(database, id) if event.kind == "move"]
            assert len(found) == len(made) and state["table"]["status"] == "running"
            until(lambda: any(event.kind == "caretaker" for event in kept(database, timed)))
            play_on({0: ann, 1: bob}, id, seed=1)
            assert bob.get(f"/api/tables/{id}").json()["status"] == "finished"
            for guest in alley.came:
                guest.close()
    finally:
        cluster.stop("immediate")


def test_nobody_hears_less_in_the_end(alley: Alley) -> None:
    """Moves and talk through both processes at random: both know the same, event for event."""
    id, ann, bob = alley.table("yatta")
    talking = threading.Event()

    def talk() -> None:
        twin = alley.guest(1, ann)
        for i in range(30):
            twin.say(id, "chat", id=f"talk {i}", text=f"{i}")
        talking.set()

    thread = threading.Thread(target=talk)
    thread.start()
    play_on({0: ann, 1: bob}, id, 30)
    thread.join()
    assert talking.is_set()
    number = alley.kept(id)[-1].number
    for house in alley.houses:
        until(lambda house=house: house.house.lives[id].table.number == number)  # type: ignore[misc]
        assert len(house.run(house.house.store.read(since(id, 0)))) == number


def test_who_loses_the_right_in_one_house_has_to_leave_the_other(alley: Alley) -> None:
    ann = alley.guest(0)
    id = ann.table("last_dumpling", ["me", "open"])["id"]
    invite = ann.post(f"/api/tables/{id}/invites").json()["invite"]
    with alley.guest(1).socket(id, invite=invite) as looking, alley.guest(1, ann).socket(id) as mine:
        looking.expect("state")
        mine.expect("state")
        ann.http.delete(f"/api/tables/{id}/invites/{invite}")
        assert closed(looking) == 4404
        ann.post("/api/logout")
        assert closed(mine) == 4404


def test_another_password_in_one_house_signs_out_in_the_other(alley: Alley) -> None:
    ann, password = alley.guest(0), "soup of the day"
    id = ann.table("last_dumpling", ["me", "open"])["id"]
    with alley.guest(1, ann).socket(id) as guests:
        guests.expect("state")
        assert ann.post("/api/me/account", {"login": "two.houses", "password": password}).status_code == 200
        assert closed(guests) == 1012  # and comes again, with the new cookie
    twin = alley.guest(1, ann)
    twin.http.cookies.clear()
    assert twin.post("/api/login", {"login": "two.houses", "password": password}).status_code == 200
    with twin.socket(id) as other, alley.guest(1, ann).socket(id) as mine:
        other.expect("state")
        mine.expect("state")
        assert ann.post("/api/me/password", {"old": password, "new": password + "!"}).json()["signed_out"] == 1
        assert closed(other) == 4404
        mine.send("ping")
        mine.expect("pong")


def is_told(socket: Socket, *online: bool) -> None:
    """In the end somebody at the table knows who is there."""
    while [seat["online"] for seat in socket.expect("table", "state")["table"]["seats"]] != list(online):
        pass


def test_who_is_there_is_known_in_every_house(alley: Alley) -> None:
    id, ann, bob = alley.table("yatta")
    with ann.socket(id) as anns:
        with bob.socket(id) as bobs:
            is_told(anns, True, True)
            is_told(bobs, True, True)  # who came first answers who came later
            time.sleep(LEASE * 1.5)  # longer than anybody is believed who falls silent
            for guest in (ann, bob):  # a busy house may be late, but tells it again
                until(lambda guest=guest: all(s["online"] for s in guest.get(f"/api/tables/{id}").json()["seats"]))  # type: ignore[misc]
        is_told(anns, True, False)
        with alley.guest(1).socket(id) as looking:  # in a house where nobody was
            is_told(looking, True, False)
    until(lambda: not any(house.house.lives[id].watched() for house in alley.houses))


class Crowd:
    """As much of a house as presence needs: many tables, each with listeners."""

    def __init__(self, id: str, tables: int) -> None:
        self.id, self.closing = id, False
        self.settings, self.time, self.store = Settings(), Time(), self
        self.dialect, self.spawned, self.written = "postgresql", [], []
        self.lives: dict[str, Any] = {}
        for i in range(tables):
            seats = [SimpleNamespace(person=f"person-{i}-{p}") for p in range(4)]
            live = Live(SimpleNamespace(id=f"table-{i:05}", seats=seats))  # type: ignore[arg-type]
            self.lives[live.table.id] = live
        self.presence = Presence(self)  # type: ignore[arg-type]

    def spawn(self, work: Any) -> None:
        self.spawned.append(work)

    def tell_table(self, live: Live) -> None:
        pass

    async def write(self, job: Any) -> None:
        self.written.append(job)

    def said(self, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
        """What was said, by write."""
        for work in self.spawned:
            asyncio.run(work)
        texts: list[list[str]] = []
        monkeypatch.setattr(records, "tell", lambda connection, text: texts[-1].append(text))
        for job in self.written:
            texts.append([])
            job(None)
        self.spawned, self.written = [], []
        return texts


def test_a_full_house_renews_its_presence_in_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = Crowd("one", 1000), Crowd("other", 1000)
    for live in one.lives.values():
        live.listeners = {Listener(seat.person, "", 0, 1) for seat in live.table.seats[:3]}
        one.presence.tell(live)
    assert len(one.said(monkeypatch)) == 1000  # news is told at once
    one.presence.renew()
    (texts,) = one.said(monkeypatch)
    assert len(texts) < 20 and all(len(text.encode()) < 8000 for text in texts)
    for text in texts:
        assert text.startswith(f"{records.PRESENCE} ")
        other.presence.hear(text.removeprefix(f"{records.PRESENCE} "))
    assert all(live.online() == {0, 1, 2} for live in other.lives.values())
    assert other.said(monkeypatch) == []  # a renewal asks for no answer
    one.presence.hear(texts[0].removeprefix(f"{records.PRESENCE} "))
    assert not any(live.elsewhere for live in one.lives.values())  # its own voice


def test_nobody_there_nothing_to_renew(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = Crowd("empty", 10)
    empty.presence.renew()
    assert empty.said(monkeypatch) == []


# --- what would end a loop for good


def test_nonsense_between_processes_is_passed_over(alley: Alley) -> None:
    id, ann, bob = alley.table("last_dumpling")
    store = alley.houses[0].house.store
    for text in (f"{records.PRESENCE} nonsense", f"{id} nonsense"):
        alley.houses[0].run(store.write(records.whisper(text)))
    with bob.socket(id, seat=1) as bobs:
        bobs.expect("state")
        ann.say(id, "move", 0, id="still", **first_move(ann, id, 0))
        assert bobs.expect("event", kind="move")["seat"] == 0


def test_a_table_that_cannot_be_heard_does_not_silence_the_others(postgres: Postgres) -> None:
    database = postgres.database("deaf")
    with served(database) as one, served(database) as other:
        ann = Guest(one.url)
        bad, good = (ann.table("last_dumpling", ["me", "me"], public=True)["id"] for _ in range(2))
        twin = Twin(ann, other.url)
        for id in (bad, good):
            twin.state(id)
        hear = other.house._hear

        async def torn(id: str) -> None:
            if id == bad:
                raise AssertionError("event 7 after 3")
            await hear(id)

        other.house._hear = torn  # type: ignore[method-assign]
        store = one.house.store
        one.run(store.write(records.whisper(f"{records.PRESENCE} nonsense")))  # the other house begins to listen again
        with twin.socket(good, seat=1) as socket:
            socket.expect("state")
            ann.say(good, "move", 0, id="on", **first_move(ann, good, 0))
            assert socket.expect("event", kind="move")["seat"] == 0
        for one_of_them in (ann, twin):
            one_of_them.close()


def test_a_mistake_while_looking_after_tables_is_not_the_last(tmp_path: Path) -> None:
    with served(tmp_path / "house.db", lease=0.03) as inn:
        calls: list[int] = []

        def fail() -> None:
            calls.append(0)
            raise RuntimeError("renewing")

        inn.house.presence.renew = fail  # type: ignore[method-assign]
        until(lambda: len(calls) > 2)


# --- writes that wait together


@pytest.fixture
def two_stores(postgres: Postgres) -> Iterator[tuple[Store, Store]]:
    url = Settings(database=postgres.database(f"stores{time.monotonic_ns()}")).url()
    made = Store(url), Store(url)
    yield made
    for store in made:
        store.close()


def waiting_together(store: Store, jobs: list[Any]) -> Any:
    """Has the writer take jobs in one group."""

    async def all_written() -> list[Any]:
        busy, go = threading.Event(), threading.Event()

        def hold(_: Any) -> None:
            busy.set()
            go.wait(PATIENCE)

        first = asyncio.create_task(store.write(hold))
        await asyncio.to_thread(busy.wait, PATIENCE)
        rest = [asyncio.create_task(store.write(job)) for job in jobs]
        await asyncio.sleep(0)  # they are in the queue
        go.set()
        await first
        return list(await asyncio.gather(*rest))

    return asyncio.run(all_written())


def test_two_processes_never_wait_in_a_circle(two_stores: tuple[Store, Store]) -> None:
    """Each job is run once: a group that PostgreSQL breaks up as a deadlock would run again."""
    with two_stores[0].engine.begin() as connection:
        game = catalog.game("last_dumpling")
        connection.execute(people.insert().values(id="ann", name="Ann", created=0))
        rows = [new_row(game, 2, {}, "ann", 0, id=id, keeper="a", care=True) for id in ("B", "a", "c")]
        connection.execute(tables.insert(), rows)
    runs: list[tuple[int, str]] = []
    both = threading.Barrier(2)

    def moves(store: int, id: str) -> Any:
        touch = records.note_awaiting(id, 1)

        def job(connection: Any) -> None:
            runs.append((store, id))
            touch(connection)
            with suppress(threading.BrokenBarrierError):
                both.wait(0.5)  # where both hold a row by now, each wants the other's next

        return About(id, job)

    with ThreadPoolExecutor(2) as pool:
        for orders in (("B", "a", "c"), ("c", "a", "B")), (("a", "c"), ("c", "B", "a")):
            runs.clear()
            both.reset()
            jobs = [[moves(store, id) for id in order] for store, order in enumerate(orders)]
            list(pool.map(waiting_together, two_stores, jobs))
            assert sorted(runs) == sorted((store, id) for store, order in enumerate(orders) for id in order)
            assert [id for store, id in runs if store == 0] == sorted(orders[0])


def test_what_touches_several_tables_goes_alone(two_stores: tuple[Store, Store]) -> None:
    store, seen = two_stores[0], []

    def job(connection: Any) -> None:
        seen.append(connection.execute(sa.text("SELECT pg_current_xact_id()::text")).scalar_one())

    moves = [About(id, job) for id in ("b", "a", "b")]
    waiting_together(store, [moves[0], job, moves[1], job, moves[2]])
    assert len(set(seen)) == 3 and len(set(seen[:3])) == 1


def test_several_tables_are_taken_in_the_order_of_all_writers(two_stores: tuple[Store, Store]) -> None:
    said: list[str] = []
    store = two_stores[0]
    sa.event.listen(store.engine, "before_cursor_execute", lambda *what: said.append(what[2]))
    for job in (records.claim("me", 0, 1, alone=False), records.release("me", 0)):
        said.clear()
        waiting_together(store, [job])
        first = next(text for text in said if "tables" in text)
        assert 'ORDER BY tables.id COLLATE "C" FOR NO KEY UPDATE' in " ".join(first.split())


def test_one_file_has_one_group(tmp_path: Path) -> None:
    store = Store(Settings(database=str(tmp_path / "house.db")).url())
    jobs = [(About("b", len),), (len,), (About("a", len),)]
    assert store.parts(jobs) == [jobs]
    store.close()


@pytest.mark.parametrize("how", [Process.stop, Process.kill])
def test_with_a_house_its_people_have_gone(alley: Alley, how: Callable[[Process], Any]) -> None:
    ann = alley.guest(0)
    id = ann.table("last_dumpling", ["me", "open"], public=True)["id"]
    third = Process(alley.database, "--lease", f"{LEASE}")
    bob = Guest(third.url)
    with ann.socket(id) as anns:
        bob.join(id)
        with bob.socket(id):
            is_told(anns, True, True)
            how(third)
            is_told(anns, True, False)
    bob.close()


def test_bots_take_their_time_for_whoever_watches_in_another_house(postgres: Postgres) -> None:
    database = postgres.database("watched")
    with served(database, bot_delay=60.0) as one, served(database, bot_delay=60.0) as other:
        ann = Guest(one.url)
        twin = Twin(ann, other.url)
        id = ann.table("yatta", ["me", "bot:apprentice"])["id"]  # the first house looks after it
        with twin.socket(id) as watching:
            watching.expect("state")
            until(lambda: one.house.lives[id].watched())
            while ann.state(id)["scene"]["asked"] == [0]:
                play_on({0: ann}, id, 1)
            until(lambda: one.house.lives[id].thoughts)
            time.sleep(0.5)  # unseen, a bot is much quicker
            assert ann.state(id)["scene"]["asked"] == [1]
        ann.close()
        twin.close()
