"""Bots of the host: they sit at the tables under their own names, and what goes wrong with them is told to the host
only.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
import shlex
import sys
import threading
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.server.support import Guest, Process, play_on, served, until
from tests.support import ROOT, yokocho
from yokocho import catalog
from yokocho.bots import outside
from yokocho.bots.outside import Bot, View
from yokocho.core.errors import BadInput
from yokocho.server import own
from yokocho.server.own import LEVELS, Roster, read

TRYING = ROOT / "examples" / "bots" / "trying_bot.py"
NOTICE = (
    "The bot at seat 2 cannot go on; it tries again when something happens at the table. "
    "You can take a move back or call the match off."
)
SECRET = "soup of the day"

# Plays, writes down who it is and all that it hears, and stays until it is told to go
FAITHFUL = """
import json, os, sys
for line in sys.stdin:
    with open(sys.argv[1], 'a') as out:
        out.write(json.dumps([os.getpid(), json.loads(line)]) + '\\n')
    message = json.loads(line)
    if 'legal' in message:
        print(json.dumps({'choice': message['legal'][-1]}), flush=True)
"""
FAILING = f"import sys\nsys.stdin.readline()\nsys.stdin.readline()\n{{}}[{SECRET!r}]\n"


def command(path: Path, *arguments: str | Path) -> str:
    return f"exec:{shlex.join([sys.executable, str(path), *map(str, arguments)])}"


def program(folder: Path, code: str, *arguments: str | Path) -> str:
    path = folder / f"bot{len(list(folder.glob('bot*.py')))}.py"
    path.write_text(code)
    return command(path, *arguments)


def heard(path: Path) -> list[tuple[int, dict[str, Any]]]:
    return [tuple(json.loads(line)) for line in path.read_text().splitlines()] if path.exists() else []


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def announce(monkeypatch: pytest.MonkeyPatch, kind: type[Bot]) -> None:
    """A bot named fresh, as if an installed package had announced it."""
    monkeypatch.setattr(EntryPoint, "load", lambda point: kind)
    monkeypatch.setattr(outside, "announced", lambda: {"fresh": EntryPoint("fresh", "fresh:Bot", "yokocho.bots")})


def notices(guest: Guest, id: str) -> list[str]:
    found: list[str] = guest.get(f"/api/tables/{id}").json()["notices"]
    return found


# --- at the table


def test_a_whole_match_over_the_socket(tmp_path: Path) -> None:
    """It hears what its seat knows and nothing else, and ends with the match."""
    kept = tmp_path / "heard"
    with served(tmp_path / "house.db", bots=(f"mine={program(tmp_path, FAITHFUL, kept)}",)) as made:
        ann = Guest(made.url, "Ann")
        table = ann.table("last_dumpling", ["me", "bot:mine"])
        assert [(seat["name"], seat["bot"]) for seat in table["seats"]] == [("Ann", None), ("mine", "mine")]
        moves: list[int] = []
        with ann.socket(table["id"]) as ear:
            state = ear.expect("state")
            scene, number = state["scene"], state["number"]
            while not scene["over"]:
                if scene["choices"]:
                    ear.send("move", id=f"{number}", number=number, move=scene["choices"][0]["notation"])
                event = ear.expect("event")
                scene, number = event.get("scene", scene), event["number"]
                moves += [event["seat"]] if event["kind"] == "move" else []
        assert set(moves) == {0, 1}
        until(lambda: not made.house.thinkers.owns.hired)
        (process,) = {process for process, _ in heard(kept)}
        until(lambda: is_gone(process))
        ann.close()
    hello, *asked = [message for _, message in heard(kept)]
    assert (hello["game"], hello["seat"], hello["players"]) == ("last_dumpling", 1, 2)
    assert 0 < len(asked) <= moves.count(1)
    assert all(message["view"]["seats"][0]["appetite"] == "?" for message in asked)


def test_the_example_plays_umami_to_its_end(tmp_path: Path) -> None:
    with served(tmp_path / "house.db", bots=(f"trying={command(TRYING)}",)) as made:
        ann = Guest(made.url, "Ann")
        id = ann.table("umami", ["me", "bot:trying", "bot:tidy"])["id"]
        play_on({0: ann}, id)
        assert ann.get(f"/api/tables/{id}").json()["status"] == "finished"
        ann.close()


def test_they_are_offered_beside_the_levels_for_the_games_they_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Fresh(Bot):
        games = ("yatta",)

    announce(monkeypatch, Fresh)
    bots = (f"mine={command(TRYING)}", f"picky[umami, yatta]={command(TRYING)}")
    with served(tmp_path / "house.db", bots=bots) as made:
        ann = Guest(made.url, "Ann")
        told = {game["name"]: (game["levels"], game["own"]) for game in ann.get("/api/games").json()}
        assert told["umami"] == ([*LEVELS, "mine", "picky"], ["mine", "picky"])
        assert told["yatta"] == ([*LEVELS, "fresh", "mine", "picky"], ["fresh", "mine", "picky"])
        assert told["last_dumpling"] == ([*LEVELS, "mine"], ["mine"])
        for game, bot in (("last_dumpling", "picky"), ("umami", "fresh")):
            refused = ann.post("/api/tables", {"game": game, "seats": ["me", f"bot:{bot}"]})
            assert refused.status_code == 422 and f"there is no bot '{bot}'" in refused.json()["detail"]
        ann.close()


def test_nobody_chooses_but_what_the_host_has_named(tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    with served(tmp_path / "house.db", bots=(f"mine={command(TRYING)}",)) as made:
        ann = Guest(made.url, "Ann")
        waiting = ann.table("umami", ["me", "open"])["id"]
        for name in (f"exec:touch {touched}", "exec:ls", "search:800", "greedy", "random", f"mine={TRYING}", ""):
            for said in (
                ann.post("/api/tables", {"game": "umami", "seats": ["me", f"bot:{name}"]}),
                ann.post(f"/api/tables/{waiting}/seat", {"seat": 1, "take": f"bot:{name}"}),
            ):
                assert said.status_code == 422, name
        misspelt = ann.post("/api/tables", {"game": "umami", "seats": ["me", "bot:mime"]}).json()["detail"]
        assert misspelt == (
            "there is no bot 'mime'; did you mean 'mine'? There are apprentice, cook, chef, master, tidy, mine"
        )
        assert str(TRYING) not in misspelt and not touched.exists()
        ann.close()


def test_a_seat_is_given_to_it_and_kept_for_the_rematch(tmp_path: Path) -> None:
    with served(tmp_path / "house.db", bots=(f"mine={command(TRYING)}",)) as made:
        ann = Guest(made.url, "Ann")
        id = ann.table("last_dumpling", ["me", "open", "open"])["id"]
        for seat, name in ((1, "mine"), (2, "mine")):
            assert ann.post(f"/api/tables/{id}/seat", {"seat": seat, "take": f"bot:{name}"}).status_code == 200
        assert [seat["name"] for seat in ann.get(f"/api/tables/{id}").json()["seats"]] == ["Ann", "mine", "mine 2"]
        play_on({0: ann}, id)
        again = ann.post(f"/api/tables/{id}/rematch").json()
        assert [seat["bot"] for seat in again["seats"]] == [None, "mine", "mine"]
        play_on({0: ann}, again["id"])
        ann.close()


def test_the_levels_are_characters_of_the_alley(tmp_path: Path) -> None:
    with served(tmp_path / "house.db") as made:
        ann = Guest(made.url, "Ann")
        table = ann.table("yatta", ["me", "bot:apprentice", "bot:cook", "bot:chef"])
        stored = [(seat["bot"], seat["name"]) for seat in table["seats"][1:]]
        assert stored == [("apprentice", "Pip"), ("cook", "Kiko"), ("chef", "Neko")]
        ann.close()


# --- what goes wrong


def test_its_traceback_is_told_to_the_host_and_to_nobody_else(tmp_path: Path) -> None:
    """In the log of the house, and in --bot-log."""
    log, means = tmp_path / "stderr", program(tmp_path, FAILING)
    with log.open("w") as stderr:
        house = Process(
            tmp_path / "house.db", "--bot", f"mine={means}", "--bot-log", str(tmp_path / "bots"), stderr=stderr
        )
    ann = Guest(house.url, "Ann")
    id = ann.table("last_dumpling", ["me", "bot:mine"])["id"]
    with ann.socket(id) as ear:
        state = ear.expect("state")
        if state["scene"]["choices"]:
            ear.send("move", id="1", move=state["scene"]["choices"][0]["notation"])
        said: list[str] = []
        while NOTICE not in (message := ear.receive()).get("table", {}).get("notices", []):
            said.append(json.dumps(message))
    said += [json.dumps(message), json.dumps(ann.state(id))]
    assert not any(SECRET in text or means in text or "Traceback" in text for text in said)
    house.stop()
    ann.close()
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    failures = [line for line in lines if "the bot of seat 1 failed" in line["says"]]
    assert len(failures) == 5
    assert failures[0]["says"].endswith(f"the bot 'mine' died with exit code 1; it last said: KeyError: {SECRET!r}")
    assert failures[0]["trace"].startswith("Traceback (most recent call last):") and SECRET in failures[0]["trace"]
    kept = (tmp_path / "bots").read_text()
    assert kept.count("plays last_dumpling, seat 1 of 2") == 5 and f"]: KeyError: {SECRET!r}\n" in kept


def failed(guest: Guest, caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    """A match against fresh, until it has given up."""
    id = guest.table("last_dumpling", ["me", "bot:fresh"])["id"]
    state = guest.state(id)
    if state["scene"]["choices"]:
        guest.say(id, "move", id="1", move=state["scene"]["choices"][0]["notation"])
    until(lambda: notices(guest, id) == [NOTICE])
    return [record for record in caplog.records if "the bot of seat 1 failed" in record.getMessage()]


def test_a_class_that_fails_shows_its_own_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Fresh(Bot):
        def choose(self, view: View, seat: int, legal: list[int]) -> int:
            raise KeyError(SECRET)

    announce(monkeypatch, Fresh)
    with served(tmp_path / "house.db", bot_log=tmp_path) as made:
        ann = Guest(made.url, "Ann")
        records = failed(ann, caplog)
        ann.close()
    assert len(records) == 5
    trace = vars(records[0])["trace"]
    assert "in choose" in trace and f"KeyError: {SECRET!r}" in trace and "outside.py" not in trace
    assert f"fresh: KeyError: {SECRET!r}\n" in (tmp_path / "fresh.log").read_text()


def test_a_class_that_takes_too_long_delays_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither the other bots nor the end of the house."""
    awake, asked = threading.Event(), threading.Event()

    class Fresh(Bot):
        def choose(self, view: View, seat: int, legal: list[int]) -> int:
            asked.set()
            awake.wait()
            return legal[0]

    announce(monkeypatch, Fresh)
    monkeypatch.setattr(own, "LIMIT", 0.2)
    try:
        with served(tmp_path / "house.db", bot_threads=1) as made:
            ann = Guest(made.url, "Ann")
            records = failed(ann, caplog)
            assert asked.is_set()
            play_on({0: ann}, ann.table("last_dumpling", ["me", "bot:cook"])["id"])
            ann.close()
        assert not made.thread.is_alive()
    finally:
        awake.set()
    told = [record.getMessage().partition("'fresh' ")[2] for record in records]
    assert told == ["took longer than 0.2 s for a decision"] + ["is still busy with an earlier decision"] * 4


def test_a_package_that_cannot_be_loaded_is_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    point = EntryPoint("gone", "no_such_package_anywhere:Bot", "yokocho.bots")
    monkeypatch.setattr(outside, "announced", lambda: {"gone": point})
    assert Roster().names(catalog.game("umami")) == list(LEVELS)
    assert "the bot 'gone' cannot be loaded: ModuleNotFoundError" in caplog.text


# --- coming and going


def test_after_a_restart_it_is_back_or_a_cook_plays(tmp_path: Path) -> None:
    kept, database = tmp_path / "heard", tmp_path / "house.db"
    bots = (f"mine={program(tmp_path, FAITHFUL, kept)}",)

    turns = itertools.count()

    def play() -> None:
        assert play_on({0: ann}, id, 1, seed=next(turns)), "it is over already"

    def questions() -> int:
        return sum("legal" in message for _, message in heard(kept))

    def moves() -> int:
        return sum(entry["seat"] == 1 for entry in ann.get(f"/api/tables/{id}/log").json()["entries"])

    told: list[list[str]] = []
    with served(database, bots=bots) as made:
        ann = Guest(made.url, "Ann")
        id = ann.table("umami", ["me", "bot:mine"])["id"]
        while not questions():
            play()
        told.append(notices(ann, id))
    before = questions()
    with served(database) as made:
        ann.http.base_url = made.url
        made_before = moves()
        while moves() == made_before:  # by the cook
            play()
        told.append(notices(ann, id))
    assert questions() == before
    with served(database, bots=bots) as made:
        ann.http.base_url = made.url
        while questions() == before:
            play()
        told.append(notices(ann, id))
    absent = "The bot mine at seat 2 is not in this house any more; a cook plays for it."
    assert told == [[], [absent], []]
    ann.close()


def test_the_one_that_waited_longest_starts_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are only so many programs, however many tables are opened."""
    monkeypatch.setattr(own, "HIRED", 1)
    kept = tmp_path / "heard"
    with served(tmp_path / "house.db", bots=(f"mine={program(tmp_path, FAITHFUL, kept)}",)) as made:
        ann = Guest(made.url, "Ann")
        tables = [ann.table("umami", ["me", "bot:mine"])["id"] for _ in range(2)]
        for turn in range(2):
            for id in tables:
                play_on({0: ann}, id, 8, seed=turn)
                until(lambda id=id: ann.state(id)["scene"]["choices"])
        processes = {process for process, _ in heard(kept)}
        assert len(processes) > 2
        until(lambda: sum(not is_gone(process) for process in processes) <= 1)
        ann.close()
    until(lambda: all(map(is_gone, processes)))


@pytest.mark.parametrize("code", [FAITHFUL, "import sys, time\nsys.stdin.readline()\ntime.sleep(600)\n"])
def test_none_outlives_the_house(code: str, tmp_path: Path) -> None:
    """Not even one that thinks."""
    started = tmp_path / "started"
    noted = f"import os\nopen({str(started)!r}, 'a').write(f'{{os.getpid()}}\\n')\n{code}"
    with served(tmp_path / "house.db", bots=(f"mine={program(tmp_path, noted, tmp_path / 'heard')}",)) as made:
        ann = Guest(made.url, "Ann")
        play_on({0: ann}, ann.table("last_dumpling", ["me", "bot:mine"])["id"], 1)
        until(started.exists)
        ann.close()
    until(lambda: all(is_gone(int(process)) for process in started.read_text().split()))


# --- how they are named


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("tidy", "write a bot as NAME=exec:COMMAND"),
        ("exec:python bot.py a=b", "write a bot as NAME=exec:COMMAND"),
        ("a b=exec:python bot.py", "write a bot as NAME=exec:COMMAND"),
        (f"{'x' * 25}=exec:python bot.py", "write a bot as NAME=exec:COMMAND"),
        ("chef=exec:python bot.py", "'chef' is a bot already"),
        ("tidy=exec:python bot.py", "'tidy' is a bot already"),
        ("mine=exec:no-such-program-anywhere", "there is no program 'no-such-program-anywhere'"),
        ("mine=exec[0]:python", "needs a number of seconds"),
        ("mine=exec[2:python", r"write a command as exec:COMMAND or exec\[SECONDS\]:COMMAND"),
        ("mine=gredy", "there is no bot 'gredy'; did you mean 'greedy'"),
        ("mine[umammi]=greedy", "umammi"),
    ],
)
def test_names_that_make_no_sense(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        read(text)


@pytest.mark.parametrize("code", [("mine=greedy", "mine=cook"), ("mine",)])
def test_the_house_does_not_open_with_them(code: tuple[str, ...]) -> None:
    done = yokocho("serve", "--port", "0", *(word for text in code for word in ("--bot", text)))
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and done.stdout == ""


def test_any_bot_may_have_another_name(tmp_path: Path) -> None:
    with served(tmp_path / "house.db", bots=("deep=search:4", "swift=random")) as made:
        ann = Guest(made.url, "Ann")
        id = ann.table("last_dumpling", ["me", "bot:deep", "bot:swift"])["id"]
        play_on({0: ann}, id)
        assert not notices(ann, id)
        ann.close()
