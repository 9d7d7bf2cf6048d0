"""The terminal client: whole matches through a pseudo-terminal, scripts through a pipe, and what it says on the way."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pexpect
import pytest
from rich.console import Console

from tests.support import GAMES, ROOT, TABLES, random_match, steps, table_id, yokocho
from yokocho import catalog
from yokocho.bots import seats
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.record import SPECTATOR
from yokocho.core.scene import Choice, Panel, Piece, Scene, Zone, zone_line
from yokocho.terminal import draw, plain
from yokocho.terminal.client import Client, ties
from yokocho.terminal.commands import COMMANDS
from yokocho.terminal.screen import Plain, Screen
from yokocho.terminal.story import stand_in, tell

# forkpty complains when another test has started threads
pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")

games = pytest.mark.parametrize("game", GAMES, ids=table_id)
tables = pytest.mark.parametrize(("game", "players"), TABLES, ids=table_id)
looks = pytest.mark.parametrize("kind", [Screen, Plain])

PROMPT = r"for help\): "
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PLAY = ["play", "umami", "--players", "4", "--bots", "greedy", "--seed", "7"]


def scripted(kind: type[Screen], answers: Sequence[str] = (), width: int = 100) -> Screen:
    """A screen on which somebody types these lines and then leaves."""
    screen = kind(Console(file=io.StringIO(), width=width, markup=False, emoji=False, highlight=False))
    screen.live = False
    lines: Iterator[str] = iter(answers)

    def ask(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        screen.console.print(f"{prompt}{line}", soft_wrap=True)
        return line

    screen.ask = ask  # type: ignore[method-assign]
    return screen


def shown(screen: Screen) -> str:
    assert isinstance(screen.console.file, io.StringIO)
    return screen.console.file.getvalue()


def sit_down(
    match: Match, people: Sequence[int], screen: Screen, bot: str = "greedy", save: Path | None = None
) -> Client:
    bots = {p: seats.bot(bot, match.game, f"test {p}") for p in range(match.players) if p not in people}
    return Client(match, people, bots, save, screen=screen)


def umami(*answers: str, kind: type[Screen] = Screen, people: Sequence[int] = (0,), save: Path | None = None) -> str:
    """What the screen shows of a match in which these lines are typed."""
    screen = scripted(kind, answers)
    match = Match(catalog.game("umami"), 4, None, "7")
    assert sit_down(match, people, screen, save=save).run() == 0
    return shown(screen)


def load(path: Path) -> Match:
    return Match.load(path, catalog.game)


# --- whole matches


def terminal(*arguments: str, width: int = 80) -> pexpect.spawn[str]:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "yokocho.cli", *arguments],
        dimensions=(48, width),
        encoding="utf-8",
        cwd=str(ROOT),
        timeout=600,  # a cold cache has to be compiled first
        env=os.environ | {"TERM": "xterm-256color"},  # type: ignore[arg-type]
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell's "&" would ignore it
    )
    child.delaybeforesend = None
    return child


@pytest.mark.parametrize("plain", [[], ["--plain"]], ids=["drawn", "plain"])
def test_a_whole_match_through_a_pseudo_terminal(plain: list[str], tmp_path: Path) -> None:
    kept = tmp_path / "match.json"
    log = io.StringIO()
    child = terminal("play", "umami", "--players", "2", "--seed", "7", "--save", str(kept), *plain)
    child.logfile_read = log
    decisions = 0
    while child.expect([PROMPT, pexpect.EOF]) == 0:
        child.sendline("hint" if decisions == 3 else "1")
        decisions += 1
    child.close()
    assert child.exitstatus == 0 and decisions > 20
    match = load(kept)
    assert match.over
    output = log.getvalue()
    text = ESCAPES.sub("", output)
    assert match.seed.hex() in text and match.commitment in text and "yokocho replay" in text
    assert "looked at" in text and "1. " in text and "2. " in text
    colours = re.findall(r"\x1b\[[0-9;]*m", output)
    assert bool(colours) != bool(plain)
    assert ("╭" in text) != bool(plain) and ("\x1b[2J" in output) != bool(plain)
    named = ("match.json", tmp_path.name)  # however long the folder is
    wide = [line for line in text.splitlines() if len(line) > 80 and not any(name in line for name in named)]
    assert not wide


@looks
@games
def test_every_game_plays_to_its_end(game: Game, kind: type[Screen]) -> None:
    match = Match(game, game.players[-1], None, "terminal")
    screen = scripted(kind, ["1"] * 10_000)
    assert sit_down(match, [0], screen, "random").run() == 0
    assert match.over
    result = match.result()
    assert result is not None and result["ending"][1:] in re.sub(r"\s+", " ", shown(screen))


@games
def test_watching_tells_the_match_as_a_spectator_sees_it(game: Game) -> None:
    match = Match(game, game.players[0], None, "watched")
    screen = scripted(Plain, width=2000)
    assert sit_down(match, [], screen).run() == 0
    told = shown(screen)
    lines = tell(lines_of(match, SPECTATOR), match.name)
    assert all(part in told for line in lines for part in line.did)


def lines_of(match: Match, p: int) -> list[str]:
    words = match.game.words
    views = [match.game.view(match.at(i + 1), p) for i in range(len(match.moves))]
    return [line for view in views for line in words.narrate(view, stand_in)]


@games
def test_the_story_is_the_log(game: Game) -> None:
    """The script says what Match.log says, neither more nor less, and only names are set apart."""
    match = random_match(game, game.players[-1], 3)
    match.names = {p: f"Guest{p}" for p in range(match.players)}
    for p in (0, SPECTATOR):
        story = tell(lines_of(match, p), match.name)
        retold = [f"{line.who} {did}".strip() for line in story for did in line.did]
        assert retold == match.log(p)


@tables
def test_no_line_is_wider_than_the_terminal(game: Game, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "HINT", seats.Thought(10, 1.0))
    names = dict.fromkeys(range(players), "a name that is rather long")
    for i, match in enumerate(steps(game, players, 11)):
        if i % 29 and not match.over:
            continue
        match.names = names
        for width in (60, 80, 120, 160):
            for kind in (Screen, Plain):
                screen = scripted(kind, ["hint", "help", "rules", "log", "seat 1"], width)
                client = sit_down(match, [p for p in [match.actor()] if p >= 0], screen)
                client.careful = True  # nothing is played here
                assert client.run() == 0
                for line in shown(screen).splitlines():
                    assert len(line.rstrip()) <= width or "for help): " in line or "  yokocho play" in line


# --- asking and answering


def test_the_table_the_hand_the_question_and_the_choices() -> None:
    text = umami()
    for part in ("Favorites area", "Ingredients area", "Hand", "Secret Favorite", "seat 3"):
        assert part in text
    assert re.search(r"1 +Play the 1 Steal from your hand +play 1s", text)
    assert "▐♣ 1s" in text and "▐▲ 7*" in text and "‹4›" in text
    assert "The match was not saved" in text


def test_plain_is_sentences() -> None:
    text = umami("1", kind=Plain)
    assert text.isascii() or set(re.findall(r"[^\x00-\x7f]", text)) <= {"≠"}
    assert "Hand: 1s green Steal, 2* green Star, 4s yellow Steal, 7* red Star." in text
    assert "1. Play the 1 Steal from your hand: play 1s" in text
    assert text.count("Favorites area:") == 1  # the table is not read again while nobody else has decided


def test_pieces_are_told_from_the_first_to_the_last() -> None:
    """In a queue the order matters."""
    queue = [Piece(f"{i}", "card", face) for i, face in enumerate("RGGR")]
    assert zone_line(Zone("queue", "row", "Queue", pieces=queue)) == "Queue: R, G 2 times, R."


def test_what_is_said_instead_of_a_number_or_a_note() -> None:
    assert zone_line(Zone("hand", "stack", "Money", count=8, spoken="8 cards")) == "Money: 8 cards."
    assert zone_line(Zone("deck", "stack", "Deck", count=8, note="{leaf}", spoken="green")) == "Deck: 8; green."


def test_notation_prefixes_and_capitals() -> None:
    text = umami("PLAY 7*", "play 9", "put n", "log")
    assert "plays the 7 Star from hand" in text and "plays the 9 Star from the area" in text
    assert "puts the 9 Star on Dish 2" in text
    assert "More than one move begins like that: play 1s, play 2*" in umami("play")


def test_what_is_not_legal_says_why() -> None:
    text = umami("play 8*", "steal 1s", "why play 8*", "why play 7*", "nonsense", "99", "")
    assert text.count("There is no 8 Star in your hand. (UM-9)") == 2
    assert "(UM-R7)" in text
    assert "That is legal: Play the 7 Star from your hand." in text
    assert "'nonsense' is not a move of Umami. Type a number, a move, or ? for help." in text
    assert "The choices are numbered 1 to 8." in text
    assert "Type the number of a choice, or ? for help." in text


def test_a_legal_area_card_is_not_played_for_an_illegal_hand_card() -> None:
    text = umami("play 4b")
    assert "There is no 4 Blossom in your hand" in text and "plays the 4 Blossom" not in text


def test_undo_and_redo() -> None:
    match = Match(catalog.game("umami"), 4, None, "7")
    screen = scripted(Screen, ["undo", "redo", "1", "1", "undo", "redo", "undo", "undo", "undo", "undo"])
    sit_down(match, [0], screen).run()
    text = shown(screen)
    assert "That cannot be taken back: You have nothing to take back." in text
    assert "Nothing was taken back." in text
    assert text.count("Taken back: play 9* from area.") == 2
    assert "Taken back: put new." in text and "Taken back: play 1s." in text
    assert match.moves == []


def test_undo_is_refused_after_a_bot_has_decided() -> None:
    text = umami("1", "1", "1", "undo")
    assert "That cannot be taken back: " in text and "You have nothing to take back." in text


def test_rules() -> None:
    text = umami("rules UM-13", "um-13", "rules 13", "rules R3", "rules UM-99", "rules trash", "rules", kind=Plain)
    assert text.count("UM-13: When a card is placed onto a Dish that already has 3") == 3
    assert "UM-R3: " in text and "has no rule UM-99" in text
    for number in catalog.game("umami").rules:
        assert f"{number}: " in text


def test_hint_log_table_seat_look_help() -> None:
    text = umami("hint", "log", "1", "log", "log x", "TABLE", "seat 2", "seat 9", "look 7*", "look Trash", "look", "?")
    assert re.search(r"\d +Play the \d \w+ from .*wins \d+% of the time", text)
    assert "Nothing has happened yet." in text and "plays the 1 Steal from hand" in text
    assert "Say log, log 50 or log all" in text
    assert text.count("Favorites area") == 3
    assert "Say seat and a number from 0 to 3." in text
    assert "7 Star, red (UM-42)" in text and "Say look and" in text
    for command in COMMANDS.values():
        assert command.usage in text and command.words in text


def test_an_only_choice_is_played_but_not_after_an_undo() -> None:
    text = umami("1", "undo", "undo")
    assert "puts the 1 Steal on Dish 1 (only choice)" in text
    assert "Your choice (1-1, ? for help): undo" in text


def test_hidden_hands_stay_hidden_at_one_keyboard() -> None:
    screen = scripted(Plain, ["", "1", "1", "1", "", "log all"])
    sit_down(Match(catalog.game("umami"), 2, None, "7"), [0, 1], screen).run()
    text = shown(screen)
    first, second = (text.index(f"Pass the keyboard to seat {p}, then press Enter.") for p in (0, 1))
    hand = re.search(r"^Hand: .*$", text[first:second], re.M)
    assert hand and hand[0] not in text[second:]
    assert "seat 1, your choice (" in text[second:]
    assert "Pass the keyboard" not in umami("1")


def test_people_at_one_keyboard_are_told_everything_once() -> None:
    screen = scripted(Plain, ["1"] * 10_000)
    match = Match(catalog.game("umami"), 2, None, "7")
    assert sit_down(match, [0, 1], screen).run() == 0 and match.over
    assert 2 <= len(re.findall(r"turn, round 2\b", shown(screen))) <= 4


def test_names_from_a_file_cannot_steer_the_terminal() -> None:
    match = Match(catalog.game("umami"), 2, None, "7")
    match.names = {0: "\x1b]0;evil\x07Mallory", 1: "\n"}
    screen = scripted(Screen, [])
    sit_down(match, [0], screen).run()
    assert "\x1b" not in shown(screen) and "Mallory" in shown(screen) and "seat 1" in shown(screen)


# --- keeping and leaving


def test_save_and_resume(tmp_path: Path) -> None:
    kept = tmp_path / "a match.json"
    first = yokocho(*PLAY, stdin=f"1\nsave {kept}\n1\nquit\n")
    assert first.returncode == 0 and first.stderr == ""
    assert f"yokocho play --resume '{kept}'" in first.stdout
    before = load(kept)
    assert [move.notation for move in before.moves] == ["play 1s", "put new", "play 9* from area"]
    again = yokocho("play", "--resume", str(kept), stdin="put new\n")
    assert again.returncode == 0 and "Choose a Dish for the 9 Star" in again.stdout
    after = load(kept)
    assert after.moves[: len(before.moves)] == before.moves and len(after.moves) > len(before.moves) + 3


def test_a_finished_match_shows_its_end(tmp_path: Path) -> None:
    match = random_match(catalog.game("umami"), 3, 5)
    match.save(tmp_path / "match.json")
    done = yokocho("play", "--resume", str(tmp_path / "match.json"), COLUMNS="90")
    assert done.returncode == 0 and match.seed.hex() in done.stdout and "The end" in done.stdout
    assert max(len(line) for line in done.stdout.splitlines() if "/match.json" not in line) <= 90


def test_a_closed_input_leaves_the_match_saved(tmp_path: Path) -> None:
    kept = tmp_path / "match.json"
    done = yokocho(*PLAY, "--save", str(kept), stdin="1\n1\n")
    assert done.returncode == 0 and done.stderr == ""
    assert "The match is kept in" in done.stdout and "yokocho play --resume" in done.stdout
    assert len(load(kept).moves) == 3
    assert "\x1b" not in done.stdout
    assert max(len(line) for line in done.stdout.splitlines() if str(kept) not in line) <= 100


def test_a_closed_output_leaves_the_match_saved(tmp_path: Path) -> None:
    kept = tmp_path / "match.json"
    command = [sys.executable, "-m", "yokocho.cli", *PLAY, "--save", str(kept)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin and child.stdout and child.stderr
        child.stdin.write("1\n")
        child.stdin.flush()
        child.stdout.readline()
        child.stdout.close()
        try:
            child.stdin.write("1\n1\n1\n")
            child.stdin.close()
        except BrokenPipeError:
            pass
        errors = child.stderr.read()
    assert child.returncode == 0 and "Traceback" not in errors
    load(kept)


def test_control_c_leaves_the_match_saved(tmp_path: Path) -> None:
    kept = tmp_path / "match.json"
    child = terminal(*PLAY, "--save", str(kept))
    for answer in ("1", "1"):
        child.expect(PROMPT)
        child.sendline(answer)
    child.expect(PROMPT)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in child.before and "yokocho play --resume" in child.before
    assert len(load(kept).moves) == 3


def test_passing_the_keyboard_clears_what_can_be_scrolled_back() -> None:
    child = terminal("play", "umami", "--players", "2", "--humans", "0,1", "--seed", "7")
    child.expect(r"Pass the keyboard to guest 0, then press Enter")
    assert "\x1b[3J" in child.before
    child.sendline("")
    child.expect(r"guest 0, your choice .*" + PROMPT)
    child.sendcontrol("d")
    child.expect("was not saved")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_failing_save_is_a_message(tmp_path: Path) -> None:
    nowhere = tmp_path / "gone" / "match.json"
    text = " ".join(umami("1", "1", "quit", save=nowhere).split())
    assert text.count("could not be saved") == 2 and "No such file or directory" in text and "Goodbye." in text
    kept = tmp_path / "kept.json"
    text = " ".join(umami(f"save {kept}", "1", f"save {nowhere}", f"save {tmp_path}", "1", save=nowhere).split())
    assert "Saved in" in text and "Is a directory" in text
    assert len(load(kept).moves) == 3  # a failed save does not give up the file that works
    assert [path.name for path in tmp_path.iterdir()] == ["kept.json"]


def test_save_without_a_name_makes_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    umami("1", "save")
    (kept,) = tmp_path.iterdir()
    assert kept.name.startswith("umami-") and json.loads(kept.read_text(encoding="utf-8"))["game"] == "umami"


# --- scenes no game of today has


def test_any_scene_can_be_drawn() -> None:
    kinds = ("row", "grid", "fan", "stack", "track", "sheet", "column", "something new")
    pieces = [Piece(f"p{i}", "die", str(i), "mauve", "blob", ["a very long badge indeed"]) for i in range(30)]
    pieces += [Piece("h", "card", ""), Piece("bare", "token", "x")]
    zones = [
        Zone(f"{kind}{owner}{n}", kind, f"A {kind}", owner, pieces[:n], note="a note " * 9)
        for kind in kinds
        for owner in (-1, 0, 1)
        for n in (0, 3, 32)
    ]
    panels = [Panel(p, f"guest {p}", 3, [("things", 3)], ["first"]) for p in range(3)]
    choices = [Choice(i, f"do {i}", f"Do [{i}]", [f"p{i}"]) for i in range(9)]
    scene = Scene("none", 0, "A game", zones, panels, [0], "What now?", choices)
    for width in (40, 60, 80, 120):
        for kind in (Screen, Plain):
            screen = scripted(kind, width=width)
            screen.scene(scene, [], [], True)
            screen.seat(scene, 1)
            text = shown(screen)
            assert "Do [8]" in text and "B 2" in text if kind is Screen else "2 mauve" in text
            assert max(len(line.rstrip()) for line in text.splitlines()) <= width


def test_a_spectator_sees_every_seat_small() -> None:
    scene = Match(catalog.game("umami"), 5, None, "7").scene(SPECTATOR)
    console = Console(file=io.StringIO(), width=120, record=True)
    console.print(draw.table(scene, 120))
    text = console.export_text()
    assert all(f"seat {p}" in text for p in range(5)) and "Ingredients area" in text and "Hand" not in text


def test_ties_are_explained() -> None:
    panels = [Panel(p, f"guest {p}", score) for p, score in enumerate((5, 5, 5, 2))]
    assert ties(panels, {0: 1, 1: 2, 2: 2, 3: 4}) == [
        "guest 0 and guest 1 have equal points: the tie-break decided.",
        "guest 1 and guest 2 share the place.",
    ]


def test_the_tie_break_is_told_only_of_those_who_are_level() -> None:
    panels = [Panel(p, f"guest {p}", n, [("things", n), ("seat (tie-break)", p + 7)]) for p, n in enumerate((5, 5, 2))]
    first, second, third = plain.ranking_lines(panels, {0: 1, 1: 2, 2: 3})
    assert "seat (tie-break) 7" in first and "seat (tie-break) 8" in second and "tie-break" not in third
    console = Console(file=io.StringIO(), width=80, record=True)
    console.print(draw.ranking(panels, {0: 1, 1: 2, 2: 3}))
    text = console.export_text()
    assert "tie-break" in text and "8" in text and "9" not in text


def test_house_rules_that_are_not_as_usual_are_said_at_the_start() -> None:
    screen = scripted(Screen, width=200)
    match = Match(catalog.game("umami"), 2, {"restock": "optional", "round_cap": 1}, "7")
    assert sit_down(match, (0,), screen).run() == 0
    text = shown(screen)
    assert "House rule: Must the robbed player restock? No, the player may decline." in text
    assert "House rule: After how many rounds does regular play end at the latest? 1 round." in text
    assert text.count("House rule") == 2 and "House rule" not in umami()
