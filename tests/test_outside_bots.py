"""Bots of others: both examples play every game, a bot is told what its seat knows and nothing else, and one that
misbehaves is named, in time, and leaves no process behind.
"""

from __future__ import annotations

import ast
import fcntl
import gc
import json
import re
import shlex
import sys
import time
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.support import GAMES, ROOT, SHORT, run, table_id
from yokocho import catalog
from yokocho.bots import outside, seats
from yokocho.bots.outside import Bot, Misbehaved, Outsider, View
from yokocho.core.game import BadInput, Game
from yokocho.core.match import Match
from yokocho.core.record import data

SIMPLE = ROOT / "examples" / "bots" / "simple_bot.py"
TRYING = ROOT / "examples" / "bots" / "trying_bot.py"
TIDY = ROOT / "examples" / "tidy_bot" / "src" / "tidy_bot" / "__init__.py"
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8").partition("\n## Your own bot\n")[2]
DUMPLING = catalog.game("last_dumpling")
SOON = 300.0  # seconds: any machine does it by then, and whoever sleeps for 600 is not waited for


def command(path: Path, *arguments: str, limit: str = "") -> str:
    return f"exec{limit}:{shlex.join([sys.executable, str(path), *arguments])}"


EXAMPLES = {"simple": command(SIMPLE), "trying": command(TRYING), "tidy": "tidy"}
examples = pytest.mark.parametrize("name", EXAMPLES.values(), ids=EXAMPLES.keys())


def played(game: Game, players: int, names: list[str], seed: str) -> Match:
    """A whole match between bots of others, and of our own."""
    match = Match(game, players, SHORT.get(game.name), seed)
    make = [outside.make if outside.is_outside(name) else seats.bot for name in names]
    bots: list[Any] = [make[p](names[p], game, f"{seed} {p}") for p in range(players)]
    while not match.over:
        p = match.actor()
        match.play(p, bots[p](match.view(p), p), when=0)
    for bot in bots:
        if isinstance(bot, Outsider):
            bot.close()
    return match


# --- the examples


@examples
@pytest.mark.parametrize(
    ("game", "players"), [(game, n) for game in GAMES for n in game.players if n <= 3], ids=table_id
)
def test_the_examples_play_every_game(game: Game, players: int, name: str) -> None:
    match = played(game, players, [name] * players, "a whole match")
    result = match.result()
    assert result and min(result["ranks"]) == 1


@examples
@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_the_same_seed_is_the_same_match(game: Game, name: str) -> None:
    one, two, other = (played(game, 2, [name] * 2, seed).moves for seed in ("one", "one", "other"))
    assert one == two != other


@examples
def test_the_examples_know_some_umami(name: str) -> None:
    umami = catalog.game("umami")
    ranks = [played(umami, 2, [name, "random"], f"passable {i}").result() or {} for i in range(10)]
    assert sum(result["ranks"] == [1, 2] for result in ranks) >= 8


def test_the_examples_are_small() -> None:
    for path in (SIMPLE, TRYING, TIDY):
        assert len(path.read_text(encoding="utf-8").splitlines()) < 60
    for path in (SIMPLE, TRYING):
        nodes = [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Import | ast.ImportFrom)]
        assert {alias.name for node in nodes for alias in node.names} == {"json", "random", "sys"}


@pytest.mark.parametrize("name", ["umami", "wok_and_roll", "yatta"])
def test_trying_beats_chance(name: str) -> None:
    """Of four matches, half in each seat, most; by chance it would be two. In Mitsuhamama that takes minutes."""
    game = catalog.game(name)
    names = [command(TRYING), "apprentice"]
    won = 0.0
    for i in range(4):
        turned = i % 2
        result = played(game, 2, names[::-1] if turned else names, f"chance {i // 2}").result()
        assert result
        won += 0.5 if result["ranks"] == [1, 1] else result["ranks"][turned] == 1
    assert won >= 3


def test_the_page_quotes_what_is_sent(tmp_path: Path) -> None:
    block, _ = re.findall(r"^```json\n(.*?)^```$", PAGE, re.M | re.S)
    sent = [json.loads(line[2:]) for line in block.splitlines() if line.startswith("> ")]
    answers = [json.loads(line[2:])["choice"] for line in block.splitlines() if line.startswith("< ")]
    program = Recorder(tmp_path, f"choice = {answers!r}[n - 1]")
    match = Match(DUMPLING, 2, seed="7")
    bot = outside.make(program.name, DUMPLING, "7")
    for _ in answers:
        match.play(0, bot(match.view(0), 0))
        match.play(1, "take 1")
    bot.close()
    assert len(sent) == 1 + len(answers) > 2
    assert program.heard() == sent


def test_the_page_quotes_what_is_tried(tmp_path: Path) -> None:
    _, block = re.findall(r"^```json\n(.*?)^```$", PAGE, re.M | re.S)
    wish, told = (json.loads(line[2:]) for line in block.splitlines())
    tried = Tried(tmp_path, wish)
    assert tried.told() == told


# --- trying moves


class Tried:
    """A program that wishes something at its first question, and writes down what it is told."""

    def __init__(self, folder: Path, wish: dict[str, Any], seed: str = "7") -> None:
        self.recorder = Recorder(
            folder,
            f"print(json.dumps({wish!r}), flush=True); told = sys.stdin.readline();"
            "    open(sys.argv[1], 'a').write(told); choice = 'take 1'",
        )
        self.match = Match(DUMPLING, 2, seed="7")
        self.bot = outside.make(self.recorder.name, DUMPLING, seed)

    def told(self) -> dict[str, Any]:
        try:
            self.bot(self.match.view(0), 0)
        finally:
            self.bot.close()
        return self.recorder.heard()[-1]


def test_a_move_is_tried_as_often_and_as_far_as_wished(tmp_path: Path) -> None:
    legal = ["take 1", "take 3"]
    (tmp_path / "once").mkdir()
    once = Tried(tmp_path / "once", {"try": legal, "moves": 0}).told()
    assert {move: len(points) for move, points in once["tried"].items()} == {"take 1": 1, "take 3": 1}
    (tmp_path / "far").mkdir()
    far = Tried(tmp_path / "far", {"try": legal, "moves": 1000, "times": 9}).told()["tried"]
    assert all(len(points) == 9 and all(len(row) == 2 for row in points) for points in far.values())
    assert len({tuple(row) for row in far["take 1"]}) > 1  # what is hidden, and what follows, is drawn at random


def test_what_is_tried_tells_nothing_of_what_is_hidden(tmp_path: Path) -> None:
    """Two states that differ only in what the seat may not know give the same points."""
    game = catalog.game("umami")
    told = []
    for i in range(2):
        match = Match(game, 2, seed="hidden")
        state = match.state if i == 0 else game.imagined(match.view(0), 0, bytes(range(32)))
        assert i == 0 or data(state) != data(match.state)
        folder = tmp_path / str(i)
        folder.mkdir()
        wish = {"try": match.notations(0), "moves": 40, "times": 3}
        recorder = Recorder(
            folder,
            f"print(json.dumps({wish!r}), flush=True); open(sys.argv[1], 'a').write(sys.stdin.readline());"
            "    choice = asked['legal'][0]",
        )
        bot = outside.make(recorder.name, game, "hidden")
        bot(state, 0)
        bot.close()
        told.append(recorder.heard()[-1])
    assert told[0] == told[1] and set(told[0]) == {"tried"}


# --- what a bot is told


class Recorder:
    """A program that keeps what it is sent, and answers by a line of Python."""

    def __init__(self, folder: Path, decide: str = "choice = asked['legal'][n * 7 % len(asked['legal'])]") -> None:
        self.kept = folder / "heard"
        path = folder / "recorder.py"
        path.write_text(
            "import json, sys\n"
            "n = 0\n"
            "for line in sys.stdin:\n"
            "    open(sys.argv[1], 'a').write(line)\n"
            "    asked = json.loads(line)\n"
            "    if 'hello' in asked: continue\n"
            "    n += 1\n"
            f"    {decide}\n"
            "    print(json.dumps({'choice': choice}), flush=True)\n"
        )
        self.name = command(path, str(self.kept))

    def heard(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.kept.read_text().splitlines()]


@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_a_program_is_sent_the_masked_view_and_nothing_else(game: Game, tmp_path: Path) -> None:
    """Even by a client that forgets to mask."""
    recorder = Recorder(tmp_path)
    match = Match(game, 2, SHORT.get(game.name), "told")
    bot, other = outside.make(recorder.name, game, match.seed.hex()), seats.bot("random", game, "other")
    expected: list[dict[str, Any]] = []
    while not match.over and len(expected) < 60:
        p = match.actor()
        if p == 0 and len(match.legal(0)) > 1:
            view = game.view(match.state, 0)
            legal = [game.words.notation(view, 0, a) for a in game.legal(view, 0)]
            asked = {"move": len(expected) + 1, "seat": 0, "question": game.words.asks(view)}
            expected.append({**asked, "view": game.write(view), "legal": legal})
        match.play(p, bot(match.state, p) if p == 0 else other(match.view(p), p))
    bot.close()
    hello, *heard = recorder.heard()
    assert heard == expected and len(heard) > 2
    options = game.options_of(match.state)
    table = {"hello": "yokocho-bot/1", "game": game.name, "players": 2, "options": options, "seat": 0}
    assert hello == {**table, "seed": outside.seed_number(match.seed.hex(), 0), "limit": 10.0}
    assert match.seed.hex() not in recorder.kept.read_text()


def test_each_seat_has_a_program_and_a_seed_of_its_own(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    bot = outside.make(recorder.name, DUMPLING, "seats")
    match = Match(DUMPLING, 3, seed="seats")
    for p in (0, 1, 2, 0, 1, 2):
        match.play(p, bot(match.view(p), p))
    bot.close()
    hellos = [message for message in recorder.heard() if "hello" in message]
    assert [hello["seat"] for hello in hellos] == [0, 1, 2]
    assert len({hello["seed"] for hello in hellos}) == 3
    assert all(0 <= hello["seed"] < 2**53 for hello in hellos)


def test_a_class_is_given_the_masked_view(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[View] = []

    class Looker(Bot):
        def choose(self, view: View, seat: int, legal: list[int]) -> str:
            seen.append(view)
            assert legal == view.legal
            legal.clear()  # its own to keep
            return view.notations[-1]

    bot = announce(monkeypatch, Looker)
    match = Match(DUMPLING, 2, seed="looker")
    assert bot(match.state, 0) == match.legal(0)[-1]
    (view,) = seen
    assert data(view.state) == data(match.view(0)) != data(match.state)
    assert view.position() == DUMPLING.write(match.view(0))
    assert view.scene() == match.scene(0)
    assert (view.question, view.seat, view.notations) == ("turn", 0, match.notations(0))


def test_nobody_is_asked_where_there_is_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    class Never(Bot):
        def choose(self, view: View, seat: int, legal: list[int]) -> int:
            raise AssertionError

    position = {"players": 2, "steamer": 1, "cat": 15}
    match = Match.from_position(DUMPLING, position)
    assert announce(monkeypatch, Never)(match.view(0), 0) == 0


# --- by name


def announce(monkeypatch: pytest.MonkeyPatch, kind: object) -> Outsider:
    """A bot under the name of `fresh`, as if a package had announced it."""
    monkeypatch.setattr(EntryPoint, "load", lambda point: kind)
    monkeypatch.setattr(outside, "announced", lambda: {"fresh": EntryPoint("fresh", "fresh:Bot", "yokocho.bots")})
    return outside.make("fresh", DUMPLING, "fresh")


def test_names() -> None:
    assert "tidy" in outside.names()
    assert all(outside.is_outside(name) for name in ("tidy", "exec:python bot.py", "exec[2.5]:python bot.py"))
    assert not any(outside.is_outside(name) for name in ("greedy", "exec", "executor", ""))


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("messy", r"there is no bot 'messy'; there are .*tidy.*, exec:COMMAND"),
        ("exec:", "needs a command"),
        ("exec: ", "needs a command"),
        ("exec:no-such-program-anywhere now", "there is no program 'no-such-program-anywhere'"),
        ("exec:python 'bot.py", "not a command: No closing quotation"),
        ("exec[]:python", "needs a number of seconds, not ''"),
        ("exec[soon]:python", "needs a number of seconds, not 'soon'"),
        ("exec[0]:python", "needs a number of seconds, not '0'"),
        ("exec[nan]:python", "needs a number of seconds, not 'nan'"),
        ("exec[inf]:python", "needs a number of seconds, not 'inf'"),
        ("exec[2:python", "there is no bot"),
    ],
)
def test_names_that_make_no_sense(name: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        outside.make(name, DUMPLING, "0")


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_bytes(b"\x00\x01")
    path.chmod(0o755)
    bot = outside.make(f"exec:{path}", DUMPLING, "0")
    with pytest.raises(Misbehaved, match="cannot be started: Exec format error"):
        bot(Match(DUMPLING, 2).view(0), 0)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, "open(sys.argv[1], 'a').write(json.dumps(sys.argv[2:])); choice = 'take 1'")
    bot = outside.make(f"{recorder.name} '$HOME' ; touch {tmp_path}/made *", DUMPLING, "0")
    assert bot(Match(DUMPLING, 2).view(0), 0) == 0
    bot.close()
    assert recorder.heard()[-1] == ["$HOME", ";", "touch", f"{tmp_path}/made", "*"]
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("gredy", "'greedy'"),
        ("Cheff", "'chef'"),
        ("tiddy", "'tidy'"),
        ("serch:800", "'search:800'"),
        ("exce:python bot.py", "'exec:python bot.py'"),
        ("search", "'search:ITERATIONS'"),
        ("mine=mastre", "'master'"),
    ],
)
def test_did_you_mean(name: str, meant: str) -> None:
    with pytest.raises(BadInput, match=re.escape(f"; did you mean {meant}? There are random, apprentice, ")):
        seats.check_name(name)


@pytest.mark.parametrize("name", ["zebra", "", "42:7"])
def test_nothing_like_it(name: str) -> None:
    with pytest.raises(BadInput, match=f"there is no bot '{name}'; there are random, "):
        seats.check_name(name)


def test_an_alias() -> None:
    full = "mine=exec[2.5]:python my bot.py --level=3"
    assert seats.split(full) == ("mine", "exec[2.5]:python my bot.py --level=3") and seats.shown(full) == "mine"
    for plain in ("cook", "search:800:explore=2", "exec:python bot.py level=3", "exec[2]:bot a=b"):
        assert seats.split(plain) == ("", plain) and seats.shown(plain) == plain
    assert seats.listed(f"cook, {full},mine") == ["cook", full, full]
    for text, complaint in (
        ("a=cook,a=greedy", "two bots are called 'a'"),
        ("chef=cook", "'chef' is a bot already"),
        ("tidy=cook", "'tidy' is a bot already"),
        ("a=cook,b", "there is no bot 'b'"),
    ):
        with pytest.raises(BadInput, match=complaint):
            seats.listed(text)


def test_an_alias_is_what_it_is_called(tmp_path: Path) -> None:
    holder = Holder(tmp_path, "sys.exit(3)")
    bot = seats.bot(f"mine={holder.name}", DUMPLING, "0")
    with pytest.raises(Misbehaved, match=r"^the bot 'mine' died with exit code 3$"):
        bot(holder.match.view(0), 0)


def test_a_game_that_a_class_does_not_play(monkeypatch: pytest.MonkeyPatch) -> None:
    class Picky(Bot):
        games = ("umami", "yatta")

    with pytest.raises(BadInput, match="the bot 'fresh' plays umami, yatta, not last_dumpling"):
        announce(monkeypatch, Picky)


# --- in tables and logs


def command_line(*arguments: str, **environment: str) -> tuple[int, str, str]:
    done = run("-m", "yokocho.cli", *arguments, COLUMNS="160", YOKOCHO_PLAIN="1", **environment)
    return done.returncode, done.stdout, done.stderr


def test_the_arena_shows_the_alias_and_logs(tmp_path: Path) -> None:
    program = Recorder(tmp_path, "choice = 'take 1'; print('hm', file=sys.stderr, flush=True)")
    log, series = tmp_path / "log", tmp_path / "series.jsonl"
    bots = ("arena", "last_dumpling", "--players", "2", "--bots", f"mine={program.name},random", "--games", "2")
    code, out, err = command_line(*bots, "--log", str(log), "--out", str(series))
    assert (code, err) == (0, "")
    assert "mine" in out and "exec:" not in out
    said = log.read_text().splitlines()
    assert all(re.match(r"mine\[\d+\]: (hm|plays last_dumpling, seat [01] of 2)$", line) for line in said)
    assert len([line for line in said if "plays" in line]) == 3 < len(said)  # two, and one to make ready
    assert program.name in series.read_text().splitlines()[0]  # a series goes on with the same command only
    code, out, err = command_line(*bots, "--json")
    report = json.loads(out)
    assert [row["bot"] for row in report["results"]] == ["mine", "random"]


def test_a_log_for_each_bot_in_a_folder(tmp_path: Path) -> None:
    holder = Holder(tmp_path, "asked(); sys.stderr.write('half a line'); sys.exit(3)")
    logs = tmp_path / "logs"
    logs.mkdir()
    bots = f"mine={holder.name},random"
    code, _, err = command_line("trace", "last_dumpling", "--players", "2", "--bots", bots, "--log", str(logs))
    assert code == 2
    assert err == "half a line\nyokocho: the bot 'mine' died with exit code 3; it last said: half a line\n"
    (path,) = logs.iterdir()
    assert path.name == "mine.log"
    assert re.sub(r"\d{2,}", "1", path.read_text()).splitlines() == [
        "mine[1]: plays last_dumpling, seat 0 of 2",
        "mine[1]: half a line",
        "mine: died with exit code 3; it last said: half a line",
    ]


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    bots = ("arena", "last_dumpling", "--players", "2", "--bots", "random,cook", "--games", "2")
    code, _, err = command_line(*bots, "--log", str(tmp_path / "nowhere" / "log"))
    assert code == 2 and err.startswith("yokocho: ") and err.endswith("No such file or directory\n")


def test_last_words_are_logged(tmp_path: Path) -> None:
    """What a program says when it is told that the match is over."""
    holder = Holder(tmp_path, "asked(); answer(); sys.stdin.read(); print('bye', file=sys.stderr)")
    bot = seats.bot(f"mine={holder.name}", DUMPLING, "0", tmp_path / "log")
    bot(holder.match.view(0), 0)
    bot.close()  # type: ignore[attr-defined]
    assert (tmp_path / "log").read_text().endswith("]: bye\n")


def test_a_failed_class_shows_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    class Messy(Bot):
        def choose(self, view: View, seat: int, legal: list[int]) -> Any:
            return {}["soup"]

    with pytest.raises(Misbehaved) as caught:
        announce(monkeypatch, Messy)(Match(DUMPLING, 2).view(0), 0)
    assert caught.value.details.splitlines()[0] == "Traceback (most recent call last):"
    assert "in choose" in caught.value.details and "outside.py" not in caught.value.details


def test_simulate_shows_the_alias() -> None:
    arguments = ("simulate", "last_dumpling", "--players", "2", "--games", "10", "--bots", "quick=greedy,random")
    code, out, err = command_line(*arguments)
    assert (code, err) == (0, "") and "quick" in out and "greedy" not in out


# --- misbehaviour

FAITHFUL = "while asked(): answer()"

# Holds a lock as long as it or a child of it lives; the child outlives it, unless somebody sees to it
HOLDER = """
import fcntl, json, os, subprocess, sys, time
lock = open(sys.argv[1], "w")
fcntl.flock(lock, fcntl.LOCK_EX)
if os.fork() == 0:
    for pipe in range(KEPT, 3): os.close(pipe)
    time.sleep(600)
def answer(choice="take 1"):
    print(json.dumps({"choice": choice}), flush=True)
def asked():
    while "hello" in (message := json.loads(sys.stdin.readline())): pass
    return message
"""


class Holder:
    """A program of a few lines with a child of its own, and whether any of the two is left."""

    def __init__(self, folder: Path, code: str, limit: str = "", pipes_kept: bool = False) -> None:
        self.lock = folder / "lock"
        self.lock.touch()
        path = folder / "holder.py"
        path.write_text(HOLDER.replace("KEPT", "3" if pipes_kept else "0") + code)
        self.name = command(path, str(self.lock), limit=limit)
        self.bot: Outsider | None = outside.make(self.name, DUMPLING, "0")
        self.match = Match(DUMPLING, 2, seed="0")

    def ask(self) -> int:
        assert self.bot
        return self.bot(self.match.view(0), 0)

    def ask_twice(self) -> None:
        self.ask()
        self.ask()

    def lives(self, seconds: float = 0.0) -> bool:
        """Is somebody left? To die may take so long."""
        until = time.monotonic() + seconds
        with self.lock.open() as file:
            while True:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    if time.monotonic() >= until:
                        return True
                    time.sleep(0.01)
                else:
                    return False


MISDEEDS = [
    ("sys.exit(3)", "died with exit code 3"),
    ("asked(); answer(); asked(); sys.exit('lost interest')", "died with exit code 1; it last said: lost interest"),
    ("asked(); 1 / 0", "died with exit code 1; it last said: ZeroDivisionError: division by zero"),
    ("os.kill(os.getpid(), 9)", "was ended by signal 9"),
    ("asked(); print('take 1', flush=True); time.sleep(600)", "wrote no JSON but 'take 1'"),
    ("asked(); print(flush=True); time.sleep(600)", "wrote no JSON but ''"),
    ("os.write(1, bytes(range(128, 256)) + b'\\n'); time.sleep(600)", "wrote no JSON but '\ufffd"),
    ("print('[' * 100_000, flush=True); time.sleep(600)", f"wrote no JSON but '{'[' * 200}…'"),
    ("while True: print(end='x' * 9999)", "wrote no JSON but a line without end"),
    ("asked(); print('[1]', flush=True)", 'wrote [1], not {"choice": NOTATION}'),
    ("asked(); print(json.dumps({'move': 1}), flush=True)", 'wrote {"move": 1}, not {"choice": NOTATION}'),
    (
        "asked(); print(json.dumps({'try': ['take 9']}), flush=True)",
        'wrote {"try": ["take 9"]}, not {"try": [legal NOTATION, …], "moves": N, "times": N}',
    ),
    ("asked(); print(json.dumps({'try': 'take 1'}), flush=True)", 'wrote {"try": "take 1"}, not {"try": ['),
    ("asked(); print(json.dumps({'try': [['take 1']]}), flush=True)", 'wrote {"try": [["take 1"]]}, not {"try": ['),
    ("asked(); print(json.dumps({'try': [], 'times': 10**9}), flush=True)", 'wrote {"try": [], "times": 10000'),
    ("asked(); print(json.dumps({'try': [], 'moves': 0.5}), flush=True)", 'wrote {"try": [], "moves": 0.5}, not'),
    ("asked(); answer(0)", 'wrote {"choice": 0}, not {"choice": NOTATION}'),
    ("asked(); answer('take 4')", "chose 'take 4', not a legal turn, such as take 1, take 2, take 3"),
    ("asked(); answer('\\x1b[2J')", r"chose '\x1b[2J', not a legal turn"),
    ("asked(); print('one\\ntwo', file=sys.stderr); print(0, flush=True)", "wrote 0, not {"),
    ("print('one\\ntwo', file=sys.stderr); sys.exit(1)", "died with exit code 1; it last said: two"),
    ("print('\\x1b[2J', file=sys.stderr); sys.exit(1)", "died with exit code 1; it last said: [2J"),
    (
        'asked(); print(\'{"choice": "take 1"}\\nwell\', flush=True); time.sleep(600)',
        "spoke before it was asked: 'well'",
    ),
]


@pytest.mark.parametrize(("code", "deed"), MISDEEDS, ids=[code for code, _ in MISDEEDS])
def test_misbehaviour_is_named(code: str, deed: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    holder = Holder(tmp_path, code)
    begun = time.monotonic()
    with pytest.raises(Misbehaved) as caught:
        holder.ask_twice()
    assert time.monotonic() - begun < SOON
    assert str(caught.value) == f"the bot {holder.name!r} {caught.value.deed}"
    assert caught.value.deed.startswith(deed)
    assert not holder.lives(SOON)
    assert capfd.readouterr() == ("", "")
    with pytest.raises(Misbehaved, match="has been closed"):
        holder.ask()


def test_too_long_for_the_first_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "START", 0.8)
    holder = Holder(tmp_path, "print('hm', file=sys.stderr, flush=True); time.sleep(600)", limit="[0.5]")
    begun = time.monotonic()
    with pytest.raises(Misbehaved, match=r"took longer than 0\.8 s for a decision"):
        holder.ask()
    assert 0.8 <= time.monotonic() - begun < SOON
    assert not holder.lives(SOON)


def test_trying_is_part_of_the_time_for_a_decision(tmp_path: Path) -> None:
    wish = "json.dumps({'try': ['take 1', 'take 2'], 'moves': 1000, 'times': 1000})"
    holder = Holder(tmp_path, f"asked(); answer(); asked()\nwhile True: print({wish}, flush=True)", limit="[0.5]")
    assert holder.ask() == 0
    with pytest.raises(Misbehaved, match=r"took longer than 0\.5 s for a decision"):
        holder.ask()
    assert not holder.lives(SOON)


@pytest.mark.parametrize("late", ["time.sleep(600)", "while True: print(end='x', flush=True); time.sleep(0.1)"])
def test_too_long_for_a_later_decision(late: str, tmp_path: Path) -> None:
    holder = Holder(tmp_path, f"asked(); answer(); asked()\n{late}", limit="[0.5]")
    assert holder.ask() == 0  # to start may take longer
    begun = time.monotonic()
    with pytest.raises(Misbehaved, match=r"took longer than 0\.5 s for a decision"):
        holder.ask()
    assert 0.5 <= time.monotonic() - begun < SOON
    assert not holder.lives(SOON)


def test_one_that_died_is_not_waited_for(tmp_path: Path) -> None:
    """Though its child still holds the pipes."""
    holder = Holder(tmp_path, "sys.exit(4)", limit="[60]", pipes_kept=True)
    begun = time.monotonic()
    with pytest.raises(Misbehaved, match="died with exit code 4"):
        holder.ask()
    assert time.monotonic() - begun < SOON
    assert not holder.lives(SOON)


def test_one_that_closes_its_output(tmp_path: Path) -> None:
    holder = Holder(tmp_path, "os.close(1); time.sleep(600)")
    with pytest.raises(Misbehaved, match="closed its output"):
        holder.ask()
    assert not holder.lives(SOON)


def test_one_that_does_not_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than a pipe holds: we do not wait for ever to be heard either."""
    monkeypatch.setattr(outside, "START", 0.3)
    program = outside.Program(DUMPLING, 0, "deaf", ["sleep", "600"], 0.3)
    program.unsent = b"x" * 1_000_000
    with pytest.raises(Misbehaved, match=r"took longer than 0\.3 s"):
        program.choose(View(DUMPLING, Match(DUMPLING, 2).state, 0), 0, [0, 1, 2])


def test_one_that_talks_to_its_stderr(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """More than a pipe holds, before and after it answers."""
    holder = Holder(
        tmp_path, "while asked():\n    sys.stderr.write('x' * 300_000); answer(); sys.stderr.write('y' * 300_000)"
    )
    assert [holder.ask() for _ in range(3)] == [0, 0, 0]
    assert holder.bot
    holder.bot.close()
    assert capfd.readouterr() == ("", "")
    assert not holder.lives(SOON)


@pytest.mark.parametrize(
    ("choose", "deed"),
    [
        (lambda view: 7, "chose 7, not a legal turn, such as take 1, take 2, take 3"),
        (lambda view: -1, "chose -1, not a legal turn"),
        (lambda view: "take 9", "chose 'take 9', not a legal turn"),
        (lambda view: None, "chose None, not a legal turn"),
        (lambda view: {}["soup"], "failed with KeyError: 'soup'"),
    ],
)
def test_a_class_that_misbehaves(choose: Callable[[View], Any], deed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    class Messy(Bot):
        def choose(self, view: View, seat: int, legal: list[int]) -> Any:
            return choose(view)

        def close(self) -> None:
            closed.append(self)

    bot = announce(monkeypatch, Messy)
    with pytest.raises(Misbehaved, match=re.escape(f"the bot 'fresh' {deed}")):
        bot(Match(DUMPLING, 2).view(0), 0)
    assert len(closed) == 1


def test_a_class_that_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    class Proud(Bot):
        def __init__(self, game: Game, seed: int) -> None:
            raise RuntimeError("not for you")

    with pytest.raises(Misbehaved, match="the bot 'fresh' failed with RuntimeError: not for you"):
        announce(monkeypatch, Proud)(Match(DUMPLING, 2).view(0), 0)
    for other in (print, int, Proud.__init__, DUMPLING):
        with pytest.raises(BadInput, match=r"'fresh' of yokocho\.bots is not a subclass"):
            announce(monkeypatch, other)


def test_a_package_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("gone", "no_such_package_anywhere:Bot", "yokocho.bots")
    monkeypatch.setattr(outside, "announced", lambda: {"gone": point})
    with pytest.raises(BadInput, match="the bot 'gone' cannot be loaded: ModuleNotFoundError"):
        outside.make("gone", DUMPLING, "0")


# --- the end


def test_close_ends_it_and_its_children(tmp_path: Path) -> None:
    holder = Holder(tmp_path, FAITHFUL)
    assert holder.ask() == 0 and holder.lives()
    assert holder.bot
    holder.bot.close()
    assert not holder.lives(SOON)
    holder.bot.close()


def test_close_lets_it_finish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "GRACE", SOON)
    bye = tmp_path / "bye"
    code = f"asked(); answer(); sys.stdin.read(); time.sleep(0.5); open({str(bye)!r}, 'w').write('bye')"
    holder = Holder(tmp_path, code)
    holder.ask()
    assert holder.bot
    holder.bot.close()
    assert bye.read_text() == "bye" and not holder.lives(SOON)


def test_close_does_not_let_it_stay(tmp_path: Path) -> None:
    holder = Holder(tmp_path, "asked(); answer(); sys.stdin.read(); time.sleep(600)")
    holder.ask()
    begun = time.monotonic()
    assert holder.bot
    holder.bot.close()
    assert outside.GRACE <= time.monotonic() - begun < SOON
    assert not holder.lives(SOON)


def test_one_that_nobody_has_any_more_ends(tmp_path: Path) -> None:
    holder = Holder(tmp_path, FAITHFUL)
    assert holder.ask() == 0 and holder.lives()
    holder.bot = None
    gc.collect()
    assert not holder.lives(SOON)


def test_it_ends_when_we_do(tmp_path: Path) -> None:
    holder = Holder(tmp_path, FAITHFUL)
    code = (
        "from yokocho import catalog; from yokocho.bots import outside; from yokocho.core.match import Match;"
        f"game = catalog.game('last_dumpling'); bot = outside.make({holder.name!r}, game, '0');"
        "print(bot(Match(game, 2).view(0), 0))"
    )
    done = run("-c", code)
    assert (done.stdout, done.stderr, done.returncode) == ("0\n", "", 0)
    assert not holder.lives(SOON)
