"""kill -9 at random instants under load: nothing that was acknowledged is lost, nothing is doubled."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.killing import Figures, besiege
from tests.server.support import Guest, Postgres, served, until
from yokocho import catalog
from yokocho.server.keeping import Keepers
from yokocho.server.table import FINISHED, Event, Seat, Table
from yokocho.server.tables import new_row

ROUNDS = 6


def check(seen: Figures) -> None:
    """The proof is in the siege itself; here, that there was something to prove."""
    assert seen.rounds == ROUNDS and seen.matches >= 5
    assert seen.acknowledged > 100 and seen.events > seen.acknowledged


def test_killed_with_sqlite(tmp_path: Path) -> None:
    check(besiege(str(tmp_path / "house.db"), ROUNDS, seed=1))


def test_killed_with_postgresql(postgres: Postgres) -> None:
    check(besiege(postgres.database("killed"), ROUNDS, seed=2))


@pytest.mark.parametrize("game", catalog.names())
def test_a_question_that_was_answered_is_never_open_again(game: str) -> None:
    """Said twice without an id, a move is made once: even where the next question looks the same."""
    made = catalog.game(game)
    players = made.players[0]
    row = new_row(made, players, {}, "ann", 0)
    table = Table(row, [Seat("person", f"{p}", "ann", ready=True) for p in range(players)])
    table.fold(Event(1, 0, "start"))
    chance = random.Random(3)
    for _ in range(300):
        if not table.asked:
            break
        p = chance.choice(sorted(table.asked))
        number = table.counts[p]
        for event in table.plan_move(0, p, chance.choice(table.playing.legal(p))):
            table.fold(event)
        assert table.status == FINISHED or table.is_behind(p, number)


def test_after_a_kill_the_countdown_begins_again() -> None:
    """The hammer does not fall on those who could not bid."""
    game = catalog.game("mitsuhamama")
    table = Table(
        new_row(game, 3, {"auction": "live"}, "ann", 0), [Seat("person", f"{p}", "ann", ready=True) for p in range(3)]
    )
    table.fold(Event(1, 0, "start"))
    chance = random.Random(1)
    while not table.hammer:
        p = chance.choice(sorted(table.asked))
        table.fold(table.plan_move(0, p, chance.choice(table.playing.legal(p)))[0])
    _, _, whole = table.hammer
    table.fold(table.next(10**6, "resume", **{"from": 5}))
    assert table.hammer and table.hammer[1:] == (10**6 + whole, whole)


def test_the_move_of_somebody_who_hangs_up_is_told(guest: Callable[..., Guest]) -> None:
    ann, bob = guest(), guest()
    id = ann.table("umami", ["me", "open"], public=True)["id"]
    bob.join(id)
    with bob.socket(id) as listening:
        listening.expect("state")
        for _ in range(5):
            mover, seat = (ann, 0) if ann.state(id)["scene"]["choices"] else (bob, 1)
            with mover.socket(id) as socket:
                state = socket.expect("state")
                move = state["scene"]["choices"][0]["notation"]
                socket.send("move", id=f"{state['number']}", number=state["number"], move=move)
            assert listening.expect("event", kind="move")["move"] == move
            said = mover.say(id, "move", seat, id=f"{state['number']}", number=state["number"], move=move)
            assert said == {"type": "accepted", "id": f"{state['number']}", "number": state["number"] + 1}


def test_a_table_that_could_not_be_opened_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path / "house.db", bot_delay=60.0) as house:
        ann = Guest(house.url)
        id = ann.table("yatta", ["bot:apprentice", "me"])["id"]
        with ann.socket(id):  # somebody watches, so the bot takes its time
            house.stop()
    failures = iter([RuntimeError("not today")])
    take_over = Keepers._take_over

    async def fail_first(self: Keepers, id: str, last: int) -> None:
        for failure in failures:
            raise failure
        await take_over(self, id, last)

    monkeypatch.setattr(Keepers, "_take_over", fail_first)
    with served(tmp_path / "house.db", lease=0.5) as house:
        until(lambda: id in house.house.lives and house.house.lives[id].table.number > 1)
    ann.close()
