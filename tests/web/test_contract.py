"""The client's types against what the house really says: samples of every message and answer, read by TypeScript."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.support import Guest, Served, play_on, served
from tests.support import GAMES, ROOT, table_id
from tests.web.support import SHORT

WEB = ROOT / "web"
LIB = WEB / "src" / "lib"
TSC = WEB / "node_modules" / ".bin" / "tsc"


@pytest.fixture
def inn(tmp_path: Path) -> Iterator[Served]:
    with served(tmp_path / "house.db") as made:
        yield made


def spoken(inn: Served, game: str) -> dict[str, list[Any]]:
    """What a match of two people and a bot brings, by the name of its type."""
    ann, bob = Guest(inn.url, "Ann"), Guest(inn.url, "Bob")
    said: dict[str, list[Any]] = {"Person": [ann.me], "FromServer": [], "Listed[]": [], "Table": [], "Moment": []}
    said["GameInfo[]"] = [ann.get("/api/games").json()]
    said["Rules"] = [ann.get(f"/api/games/{game}/rules").json()]
    wish = {"public": True, "order": "listed", "options": SHORT.get(game, {}), "pace": {"kind": "days", "days": 2}}
    id = ann.table(game, ["me", "open"], **wish)["id"]
    said["Listed[]"].append(bob.get("/api/tables").json())
    said["Table"].append(ann.get(f"/api/tables/{id}").json())
    with ann.socket(id) as ear:
        bob.join(id, ready=True)
        choices = ann.state(id)["scene"]["choices"] or bob.state(id)["scene"]["choices"]
        for somebody in (ann, bob):
            for type, more in (
                ("why", {"piece": "nothing"}),
                ("preview", {"move": choices[0]["action"]}),
                ("hint", {}),
                ("move", {"move": "nonsense"}),
                ("move", {"move": choices[0]["action"], "number": -1}),
                ("chat", {"text": "hello"}),
                ("ping", {}),
                ("sync", {}),
            ):
                said["FromServer"].append(somebody.say(id, type, id="x", **more))
        play_on({0: ann, 1: bob}, id, 12)
        ann.say(id, "undo")
        ann.say(id, "ask", kind="abort")
        said["Table"].append(ann.get(f"/api/tables/{id}").json())
        bob.say(id, "answer", yes=False)
        said["LogPart"] = [ann.get(f"/api/tables/{id}/log").json()]
        play_on({0: ann, 1: bob}, id)
        said["Table"].append(ann.get(f"/api/tables/{id}").json())
        said["Listed[]"].append(ann.get("/api/me/tables").json())
        for seat in ("0", "open"):
            said["Moment"] += [ann.get(f"/api/tables/{id}/moment", seat=seat, move=n).json() for n in (0, 3)]
        ann.say(id, "chat", text="the last word")
        while True:
            heard = ear.receive()
            said["FromServer"].append(heard)
            if heard.get("text") == "the last word":
                break
    for guest in (ann, bob):
        guest.close()
    return said


def complaints(folder: Path, text: str) -> str:
    """What the compiler says of a file that imports the client's types."""
    file = folder / "samples.ts"
    file.write_text(text, encoding="utf-8")
    options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "ES2022", "--skipLibCheck"]
    return subprocess.run(
        [TSC, *options, "--module", "ESNext", "--moduleResolution", "bundler", file], capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_what_the_house_says_has_the_types_of_the_client(inn: Served, tmp_path: Path, game: Any) -> None:
    said = spoken(inn, game.name)
    heard = {message["type"] for message in said["FromServer"]}
    assert heard >= {"state", "event", "table", "accepted", "refused", "behind", "why", "preview", "hint", "pong"}
    names = ", ".join(sorted(name.removesuffix("[]") for name in said))
    lines = [f"import type {{ {names} }} from {json.dumps(str(LIB / 'types'))};"]
    for name, samples in said.items():
        for n, sample in enumerate(samples):
            lines.append(f"export const {name.removesuffix('[]')}{n}: {name} = {json.dumps(sample)};")
    assert complaints(tmp_path, "\n".join(lines)) == ""
    wrong = lines[0] + '\nexport const pong: FromServer = {"type": "pong", "id": "x", "nonsense": 1};\n'
    assert "nonsense" in complaints(tmp_path, wrong)


def test_what_the_client_may_say_is_what_the_house_reads() -> None:
    script = WEB / "scripts" / "messages.py"
    made = subprocess.run(
        [sys.executable, "-c", f"import runpy; print(runpy.run_path({str(script)!r})['text'](), end='')"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert made.stdout == (LIB / "messages.ts").read_text(encoding="utf-8"), "python web/scripts/messages.py"
