"""Play starts on interpreted kernels and changes over to machine code without anybody noticing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support import GAMES, yokocho
from yokocho.bots import seats
from yokocho.bots.kitchen import Kitchen, change_over, hold_back
from yokocho.core.game import BadInput, Game
from yokocho.core.match import Match
from yokocho.core.record import SPECTATOR, PlainRecord

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
MOVES = 60
PATIENCE = 600.0  # seconds: compiling takes long on a busy machine


@contextmanager
def interpreted(game: Game) -> Iterator[None]:
    hold_back([game])
    try:
        yield
    finally:
        change_over(game)


def played(game: Game, changes: int | None) -> list[str]:
    """A match by its positions and scenes; it is interpreted up to a move, where that is given."""
    match = Match(game, game.players[-1], None, "change over")
    bot = seats.bot("apprentice", game, "change over")
    seen = []
    for i in range(MOVES):
        if match.over:
            break
        if i == changes:
            view = match.view(match.actor())
            change_over(game)
            assert type(view) is PlainRecord  # what a bot's thread may still look at
            assert seats.bot("cook", game, "another")(view, match.actor()) in match.legal(match.actor())
            match.renew()
            assert type(match.state) is not PlainRecord
        p = match.actor()
        match.play(p, bot(match.view(p), p), when=0)
        seen += [match.digest(), repr(match.scene(p)), repr(match.scene(SPECTATOR)), *match.log(p, i)]
        if not match.why_no_undo(p):
            match.undo(p)
            match.redo(p)
    return seen


@each_game
def test_a_match_changes_over_in_its_midst(game: Game) -> None:
    whole = played(game, None)
    with interpreted(game):
        assert game.interpreted
        assert played(game, MOVES // 3) == whole
    assert not game.interpreted


@each_game
def test_cook_and_chef_play_without_machine_code_and_hints_wait(game: Game) -> None:
    with interpreted(game):
        match = Match(game, game.players[0], None, "cold")
        p = match.actor()
        for name in ("apprentice", "cook", "chef", "master"):
            assert seats.bot(name, game, "cold")(match.view(p), p) in match.legal(p)
        with pytest.raises(BadInput, match="warming up"):
            seats.hints(game, match.view(p), p)


def other_process(cache: Path, code: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"YOKOCHO_CACHE": str(cache)},
    )


COOK = """
from yokocho import catalog
from yokocho.bots.kitchen import Kitchen, change_over, hold_back, load
from yokocho.bots.warm import is_warm
from yokocho.core.match import Match
game = catalog.game("last_dumpling")
assert not is_warm(game)
hold_back([game])
match = Match(game, 2, None, "x")
match.play(match.actor(), match.legal(match.actor())[0])
kitchen = Kitchen([game], load)
kitchen.start()
for thread in kitchen.threads:
    thread.join()
stove = kitchen.stoves["last_dumpling"]
assert stove.ready and stove.done == stove.total > 5 and is_warm(game)
change_over(game)
match.renew()
match.play(match.actor(), match.legal(match.actor())[0])
print(sum(sum(k.stats.cache_misses.values()) for k in __import__("yokocho.core.kernel").core.kernel.made[game.folder]))
"""


def test_a_game_is_compiled_in_another_process_and_loaded(tmp_path: Path) -> None:
    out, _ = other_process(tmp_path, COOK).communicate(timeout=PATIENCE)
    assert out == "0\n", "what the other process compiled is loaded, not compiled again"


WAIT = """
import time
from yokocho import catalog
from yokocho.bots.kitchen import Kitchen
kitchen = Kitchen([catalog.game("yatta"), catalog.game("umami")], print, processes=2)
kitchen.start()
while len(kitchen.at_work) < 2 or not all(stove.done for stove in kitchen.stoves.values()):
    time.sleep(0.05)
print(*[process.pid for process in kitchen.at_work.values()], flush=True)
time.sleep(600)
"""


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_what_compiles_ends_with_whoever_started_it(tmp_path: Path, how: signal.Signals) -> None:
    parent = other_process(tmp_path, WAIT)
    assert parent.stdout
    pids = [int(word) for word in parent.stdout.readline().split()]
    assert len(pids) == 2 and all(is_running(pid) for pid in pids)
    parent.send_signal(how)
    parent.wait()
    parent.stdout.close()
    limit = time.monotonic() + PATIENCE
    while any(is_running(pid) for pid in pids):
        assert time.monotonic() < limit
        time.sleep(0.05)


@each_game
def test_a_terminal_plays_at_once_on_an_empty_cache(tmp_path: Path, game: Game) -> None:
    """A line for each question; the first is no hint yet. Then the person leaves, and what compiles ends."""
    wish = ["--players", "2", "--bots", "chef", "--seed", "7", "--plain"]
    answers = "hint\n1\n1\n1\nquit\n"
    done = yokocho("play", game.name, *wish, stdin=answers, YOKOCHO_CACHE=str(tmp_path))
    assert done.returncode == 0 and not done.stderr
    assert "The chefs are still warming up" in done.stdout and "ask for a hint in a minute" in done.stdout
    assert "Neko" in done.stdout  # the first of the chefs


class Slow(Kitchen):
    """Compiles nothing, until it is told to end it."""

    def __init__(self, games: list[Game]) -> None:
        self.order: list[str] = []
        super().__init__(games, lambda _: None, processes=1)
        for stove in self.stoves.values():
            stove.whole = False
        self.queue = [game.name for game in games]

    def command(self, game: Game) -> list[str]:
        self.order.append(game.name)
        return [sys.executable, "-c", "import sys; print(1, 9, flush=True); sys.stdin.read()"]


def wait_for(true) -> None:  # type: ignore[no-untyped-def]
    limit = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < limit
        time.sleep(0.01)


def test_the_game_that_somebody_waits_for_comes_first() -> None:
    games = GAMES[:3]
    kitchen = Slow(games)
    kitchen.start()
    wait_for(lambda: kitchen.stoves[games[0].name].done)
    kitchen.hurry(games[2].name)
    wait_for(lambda: kitchen.stoves[games[2].name].done)
    kitchen.hurry(games[2].name)  # it is at work: nothing changes
    assert kitchen.order == [games[0].name, games[2].name]
    assert kitchen.queue == [games[0].name, games[1].name], "what made room comes next"
    kitchen.close()
    for thread in kitchen.threads:
        thread.join(PATIENCE)
    assert not kitchen.at_work and kitchen.order == [games[0].name, games[2].name]


def test_what_cannot_be_compiled_is_tried_a_few_times_and_told(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Slow):
        def command(self, game: Game) -> list[str]:
            self.order.append(game.name)
            return [sys.executable, "-c", "raise SystemExit('no room')"]

    kitchen = Broken(GAMES[:1])
    kitchen.start()
    for thread in kitchen.threads:
        thread.join(PATIENCE)
    assert len(kitchen.order) == 3 and not kitchen.stoves[GAMES[0].name].ready
    assert "no room" in caplog.text
