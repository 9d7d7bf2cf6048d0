"""Ratings: what they claim is true of simulated people, and each match counts once."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import log
from pathlib import Path
from statistics import fmean
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from tests.server.support import Guest, Served, play_on, served
from yokocho import catalog
from yokocho.cli import main
from yokocho.server import rated, records
from yokocho.server.ratings import ANCHOR, DOUBT, MEAN, SCALE, STARTS, Rating, rate, start
from yokocho.server.schema import rated as history
from yokocho.server.schema import ratings
from yokocho.server.store import Lost
from yokocho.server.table import Event
from yokocho.server.tables import new_row

# --- the model


def simulate(seats: int, each: int, people: int = 40, seed: int = 1) -> tuple[dict[str, float], dict[str, Rating]]:
    """People of known strength play so many matches each, against whoever comes: what is true, and what is claimed.
    Ratings compare people, so what is true is counted from the mean of all.
    """
    chance = random.Random(seed)
    true = {f"{i}": chance.gauss(0, DOUBT) for i in range(people)}
    true = {name: MEAN + strength - fmean(true.values()) for name, strength in true.items()}
    now = {name: start(name) for name in true}
    for _ in range(each * people // seats):
        table = chance.sample(list(true), seats)
        order = sorted(table, key=lambda name: SCALE * log(-log(chance.random())) - true[name])
        now |= rate(now, table, [order.index(name) + 1 for name in table])
    return true, now


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("each", [8, 60])
def test_intervals_hold_what_they_claim(seats: int, each: int) -> None:
    """Of intervals of 95 %, between 90 and 99 % hold the truth: of newcomers as of those who have played much."""
    runs = [simulate(seats, each, seed=seed) for seed in range(5)]
    held = [abs(now[name].mu - true[name]) <= now[name].half for true, now in runs for name in true]
    assert 0.90 <= fmean(held) <= 0.99


@pytest.mark.parametrize("seats", [2, 5])
def test_people_are_ordered_as_they_are(seats: int) -> None:
    true, now = simulate(seats, 60)
    assert all(one.known for one in now.values()) and not start("somebody").known
    apart = [(a, b) for a in true for b in true if true[b] - true[a] > 200]
    assert len(apart) > 200
    assert fmean(now[a].mu < now[b].mu for a, b in apart) > 0.98


def test_whoever_wins_gains_what_an_equal_loses() -> None:
    before = {"ann": start("ann"), "bob": start("bob")}
    after = rate(before, ["ann", "bob"], [1, 2])
    assert after["ann"].mu - MEAN == pytest.approx(MEAN - after["bob"].mu)
    assert after["ann"].mu > MEAN and after["ann"].sigma < DOUBT
    drawn = rate(before, ["ann", "bob"], [1, 1])
    assert drawn["ann"] == drawn["bob"] and drawn["ann"].mu == pytest.approx(MEAN)


def test_the_cook_holds_the_scale() -> None:
    players = ["ann", ANCHOR, ANCHOR, "bot:chef"]
    after = rate({player: start(player) for player in players}, players, [1, 2, 3, 4])
    assert after[ANCHOR] == STARTS[ANCHOR] == Rating(1500.0, 0.0)
    assert after["ann"].mu > MEAN and after["bot:chef"].mu < STARTS["bot:chef"].mu


# --- which matches count


def seat(p: int, person: str | None = None, bot: str | None = None) -> Any:
    return SimpleNamespace(seat=p, kind="person" if person else "bot" if bot else "open", person=person, bot=bot)


ANN, BOB, COOK, OPEN = seat(0, "ann"), seat(1, "bob"), seat(2, bot="cook"), seat(1)
GAME = catalog.game("umami")


@pytest.mark.parametrize(
    ("sitting", "differs", "reason"),
    [
        ([ANN, BOB, COOK], {}, ""),
        ([ANN, OPEN], {}, ""),
        ([ANN, BOB], {"hints": True}, "hints are allowed"),
        ([ANN, BOB], {"coach": True}, "there is a coach"),
        ([ANN, BOB], {"imported": True}, "it did not begin as the rules say"),
        ([ANN, BOB], {"position": "{}"}, "it did not begin as the rules say"),
        ([ANN, BOB], {"options": '{"round_cap": 3}'}, "there are house rules"),
        ([ANN, seat(1, bot="mine"), BOB], {}, "a bot of the host plays"),
        ([ANN, seat(1, "ann"), BOB], {}, "somebody sits on two seats"),
        ([ANN, COOK], {}, "it takes two people"),
    ],
)
def test_what_can_be_rated(sitting: list[Any], differs: dict[str, Any], reason: str) -> None:
    row = new_row(GAME, len(sitting), {"round_cap": 40}, "ann", 0, hints=False) | differs
    assert rated.why_not(row, sitting, GAME) == reason


def test_at_the_start_it_is_two_people_who_sit_there() -> None:
    row = new_row(GAME, 2, {}, "ann", 0, hints=False)
    assert rated.why_not(row, [ANN, OPEN], GAME, started=True) == "it takes two people"


def ended(ranks: list[int], conceded: list[int] = [], away: list[int] = []) -> dict[str, Any]:  # noqa: B006
    return {"status": "finished", "result": {"ranks": ranks, "conceded": conceded}, "away": away}


def test_conceding_and_leaving_count_as_last() -> None:
    sitting = [ANN, BOB, COOK]
    assert rated.places(sitting, ended([2, 1, 3])) == [("ann", 2), ("bob", 1), ("bot:cook", 3)]
    assert rated.places(sitting, ended([1, 2, 3], away=[0])) == [("ann", 3), ("bob", 1), ("bot:cook", 2)]
    assert rated.places(sitting, ended([3, 1, 1], conceded=[0])) == [("ann", 3), ("bob", 1), ("bot:cook", 1)]
    assert rated.places(sitting, ended([1, 2, 3], conceded=[0], away=[1])) == []


# --- in the house


@pytest.fixture
def two(guest: Callable[..., Guest]) -> tuple[Guest, Guest]:
    return guest("Ann"), guest("Bob")


def match(ann: Guest, bob: Guest, **wishes: Any) -> str:
    """A table for two that runs."""
    id: str = ann.table("last_dumpling", ["me", "open"], public=True, **{"hints": False, **wishes})["id"]
    bob.join(id)
    return id


def rating(guest: Guest, game: str = "last_dumpling") -> Any:
    found = {stall["game"]: stall["rating"] for stall in guest.get("/api/me/page").json()["games"]}
    return found.get(game)


def test_a_rated_match(two: tuple[Guest, Guest]) -> None:
    ann, bob = two
    id = match(ann, bob)
    assert ann.get(f"/api/tables/{id}").json()["rated"] is True
    assert rating(ann) is None
    for help in ({"type": "ask", "kind": "undo"}, {"type": "hint"}, {"type": "away"}):
        assert ann.say(id, **help)["type"] == bob.say(id, **help)["type"] == "refused"
    ann.say(id, "concede")
    mine, theirs = rating(ann), rating(bob)
    assert mine["rating"] < 1500 < theirs["rating"] and mine["matches"] == theirs["matches"] == 1
    assert not mine["known"] and mine["half"] < 490


def test_matches_that_do_not_count(two: tuple[Guest, Guest]) -> None:
    ann, bob = two
    for wishes in ({"rated": False}, {"hints": True}):
        id = match(ann, bob, **wishes)
        assert ann.get(f"/api/tables/{id}").json()["rated"] is False
        ann.say(id, "concede")
    id = match(ann, bob)
    ann.say(id, "ask", kind="abort")
    bob.say(id, "answer", yes=True)
    assert ann.get(f"/api/tables/{id}").json()["status"] == "aborted"
    assert rating(ann) is rating(bob) is None
    refused = ann.post("/api/tables", {"game": "last_dumpling", "seats": ["me", "open"], "hints": True, "rated": True})
    assert refused.status_code == 422 and "hints are allowed" in refused.json()["detail"]


def test_a_table_that_bots_fill_is_not_rated(guest: Callable[..., Guest]) -> None:
    ann = guest()
    id = ann.table("last_dumpling", ["me", "open"], hints=False, rated=True)["id"]
    filled = ann.post(f"/api/tables/{id}/seat", {"seat": 1, "take": "bot:cook"}).json()
    assert (filled["status"], filled["rated"]) == ("running", False)


def everything(house: Served) -> list[Any]:
    with house.house.store.engine.connect() as connection:
        return [sorted(map(tuple, connection.execute(sa.select(table))), key=repr) for table in (ratings, history)]


def test_each_match_counts_once_and_can_be_counted_again(tmp_path: Path, capsys: Any) -> None:
    """What was rated match by match comes out the same from scratch, and an end that is written twice is lost."""
    with served(tmp_path / "house.db") as house:
        people = [Guest(house.url, name) for name in ("Ann", "Bob", "Cat")]
        for first, second in ((0, 1), (1, 2), (2, 0), (0, 1)):
            id = match(people[first], people[second])
            play_on({0: people[first], 1: people[second]}, id, seed=first)
        before = everything(house)
        assert [len(rows) for rows in before] == [3, 8]
        late = Event(house.house.lives[id].table.number, 0, "end", body=ended([1, 2]))
        with pytest.raises(Lost):
            house.run(house.house.store.write(records.append(id, [late], 0)))
        assert everything(house) == before
        assert main(["ratings", "rebuild", "--database", str(tmp_path / "house.db")]) == 0
        assert capsys.readouterr().out == "4 rated matches\n"
        assert everything(house) == before
        for one in people:
            one.close()
