"""An empty kernel cache: people play at once, and nobody notices the change to compiled rules."""

from __future__ import annotations

import fcntl
import shutil

import pytest

from tests.server.support import Process, until
from tests.support import GAMES
from yokocho import catalog
from yokocho.bots.warm import WHOLE
from yokocho.core.kernel import cache_root
from yokocho.core.match import Match

LONG = 900.0  # seconds: compiling takes long on a busy machine


@pytest.fixture(scope="module")
def cold(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cold")
    house = Process(folder / "house.db", YOKOCHO_CACHE=str(folder / "cache"))
    yield house
    assert house.stop() == 0


@pytest.mark.parametrize("name", [game.name for game in GAMES if len(game.rules) > 50])
def test_a_person_moves_and_a_bot_answers_before_anything_is_compiled(visit, cold, name):
    person = visit(url=cold.url)
    person.go("/")
    stall = person.page.locator(f'.stall[data-game="{name}"]')
    stall.get_by_text("Chefs are warming up").wait_for()
    id = person.sit(name, ["me", "bot:cook"])
    moved: set[int] = set()
    while moved != {0, 1}:
        person.touch(1)
        moved = {entry["seat"] for entry in person.api("GET", f"/tables/{id}/log")["entries"]}
    assert not person.api("GET", "/games/kitchen")[name]["ready"]


@pytest.mark.parametrize("name", ["umami", "wok_and_roll"])
def test_a_match_changes_over_while_it_is_played(visit, tmp_path, name):
    """The compiler is held up until the match is under way; what it has to do is then only to find all done."""
    cache = shutil.copytree(cache_root(), tmp_path / "cache")
    for note in cache.rglob(WHOLE):
        note.unlink()
    with (cache / f"{name}.lock").open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        house = Process(tmp_path / "house.db", YOKOCHO_CACHE=str(cache))
        try:
            person = visit(url=house.url)
            id = person.sit(name, ["me", "bot:chef"])
            notice = person.page.get_by_text("Chef and master are still warming up")
            notice.wait_for()
            assert not person.play(6)
            said = person.api("POST", f"/tables/{id}/messages", {"type": "hint"})
            assert said["type"] == "refused" and "warming up" in said["reason"]
            assert not person.api("GET", "/games/kitchen")[name]["ready"]
            fcntl.flock(held, fcntl.LOCK_UN)
            until(lambda: person.api("GET", "/games/kitchen")[name]["ready"], LONG)
            notice.wait_for(state="detached")
            assert person.play()
            match = Match.from_json(person.api("GET", f"/tables/{id}/export"), catalog.game)
            assert match.over and {move.seat for move in match.moves} == {0, 1}
        finally:
            assert house.stop() == 0
