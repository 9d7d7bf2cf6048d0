"""The promises of the protocol are checked: whatever is wrong with a game is found, and named."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.broken import GAME, VARIANTS, sample, with_kernels
from tests.broken import found as look
from tests.support import ROOT, run, yokocho
from yokocho import catalog
from yokocho.core.errors import BadInput
from yokocho.core.record import data
from yokocho.testing import PROMISES, playlog
from yokocho.testing.naming import differences, first_difference, said

SAMPLE = ROOT / "examples/last_dumpling/src/last_dumpling"


@pytest.fixture(scope="module")
def found() -> dict[str, tuple[str, list[str]]]:
    """What is said of each broken game."""
    printed = run("-m", "tests.broken", YOKOCHO_PLAIN="1")
    assert printed.returncode == 0, printed.stderr
    return dict(json.loads(printed.stdout))


@pytest.mark.parametrize("what", VARIANTS)
def test_what_is_wrong_is_found_and_named(what: str, found: dict[str, tuple[str, list[str]]]) -> None:
    _, promise, sentence = VARIANTS[what]
    broken, notes = found[what]
    (said,) = [broken] if broken else notes
    assert said.startswith(f"last_dumpling, {promise}: ") and sentence in said


def test_a_seat_that_knows_more_than_others_is_noted_only(found: dict[str, tuple[str, list[str]]]) -> None:
    noted = ["a move tells too much", "mask forgets a seat"]
    assert [what for what, (broken, _) in found.items() if not broken] == noted


def test_what_is_not_legal_may_be_about_a_piece_that_is_not_there() -> None:
    by_place = sample(touches=lambda s, p, a, zones: [zones["steamer"].pieces[a].id])
    assert look(by_place, "scene") == ("", [])


def test_each_promise_has_a_game_that_breaks_it() -> None:
    assert {promise.name for promise in PROMISES} - {name for _, name, _ in VARIANTS.values()} == {"plain"}


def test_plain_python_that_differs_is_named() -> None:
    s = GAME.new(2, None, bytes(range(32)))
    here = data(s)
    s.eaten[1] = 7
    assert playlog.told(GAME, here, data(s), "in plain Python") == "field `eaten[1]` as 0 here and 7 in plain Python"
    assert playlog.compare(GAME, 2, 1, {}, "YOKOCHO_PLAIN", "in plain Python") == ""
    assert "is another in plain Python: field `options[0]` as 5 here and 3 in plain Python" in playlog.compared(
        GAME,
        playlog.lines(GAME, 2, 1, {"dishes": 5}),
        playlog.elsewhere(GAME, 2, 1, {}, "YOKOCHO_PLAIN"),
        "in plain Python",
    )


def test_a_game_that_only_this_process_has_is_not_compared() -> None:
    assert playlog.source(with_kernels()) is None
    assert playlog.find(str(playlog.source(GAME))) is GAME
    assert playlog.source(catalog.game("umami")) == "umami"


def test_differences_are_named_by_field() -> None:
    one, other = (GAME.new(3, None, bytes([i] * 32)) for i in (1, 2))
    other.rng[:], other.appetite[:], other.last = one.rng, one.appetite, 2
    other.appetite[1] = -2
    known = one.appetite[1]
    found = differences(one, other)
    assert said(found, "once", "again") == (
        f"fields `appetite[1]` as {known} once and unknown again; `last` as none once and 2 again"
    )
    assert differences(one, one) == []


def test_the_first_difference_of_documents_is_named() -> None:
    assert first_difference({"a": [{"b": 1}, 2]}, {"a": [{"b": 3}, 4]}) == ("a[0].b", 1, 3)
    assert first_difference({"a": [1]}, {"a": [1, 2]}) == ("the length of a", 1, 2)
    assert first_difference({"a": 1}, {"a": 1}) is None


def test_the_guide_lists_every_promise() -> None:
    guide = (ROOT / "docs/add-a-game.md").read_text(encoding="utf-8")
    for promise in PROMISES:
        assert f"| `{promise.name}` | {promise.words} |" in guide


# --- yokocho check


def test_the_command_says_that_all_is_well() -> None:
    done = yokocho("check", "last_dumpling", "--matches", "3", "--players", "3", "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert [row["promise"] for row in rows] == [promise.name for promise in PROMISES]
    assert all(row["ok"] and row["broken"] == "" for row in rows)


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A package that is not installed: the sample, with a mask that forgets the generator and an impatient cat."""
    folder = tmp_path / "hasty_dumpling"
    folder.mkdir()
    for path in SAMPLE.glob("*.*"):
        (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    code = (folder / "__init__.py").read_text(encoding="utf-8")
    changed = code.replace("    s.rng[:] = 0\n", "").replace('title="Last', 'title="Hasty')
    assert changed.count("\n") == code.count("\n") - 1
    (folder / "__init__.py").write_text(changed, encoding="utf-8")
    return folder


def test_the_command_finds_what_is_wrong_in_a_folder(wrong: Path) -> None:
    done = yokocho("check", str(wrong), "--matches", "2", "--players", "2", YOKOCHO_PLAIN="1")
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    broken = {line.split()[1]: lines[i + 1] for i, line in enumerate(lines) if line.startswith("BROKEN")}
    assert "hasty_dumpling, mask: mask leaves a spectator the field `rng`" in broken["mask"]
    assert sum(line.startswith("ok ") for line in lines) == len(PROMISES) - len(broken)


def test_a_folder_is_compared_with_itself_and_not_with_the_installed_game_of_that_name(tmp_path: Path) -> None:
    """The copy asks for other dishes. In a process of its own, since this one has the installed game."""
    folder = tmp_path / "last_dumpling"
    shutil.copytree(SAMPLE, folder)
    code = (folder / "__init__.py").read_text(encoding="utf-8")
    (folder / "__init__.py").write_text(code.replace("default=3", "default=7"), encoding="utf-8")
    compare = "playlog.compare(game, 2, 1, {}, 'YOKOCHO_PLAIN', 'there')"
    done = run(
        "-c",
        f"from yokocho.testing import playlog; game = playlog.find({str(folder)!r});"
        f" print(game.options[0].default, playlog.source(game), repr({compare}))",
        YOKOCHO_PLAIN="1",
    )
    assert done.stdout.split() == ["7", str(folder), "''"], done.stderr


def test_plain_python_names_an_agenda_that_runs_over(wrong: Path) -> None:
    """Compiled code cannot notice: it writes on."""
    code = (wrong / "__init__.py").read_text(encoding="utf-8")
    endless = code.replace("    drop(s)\n", "").replace("(p + 1) % s.players),)", "(p + 1) % s.players),) * 5")
    (wrong / "__init__.py").write_text(endless, encoding="utf-8")
    done = run("-c", "from yokocho.testing.playlog import main; main()", str(wrong), "2", "1", "{}", YOKOCHO_PLAIN="1")
    assert done.returncode == 1
    assert done.stderr == "a move puts more than 12 rows on the agenda, which holds no more\n"


def test_a_project_is_its_one_game(wrong: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(wrong, project / "src" / wrong.name)
    assert playlog.package(project) == project / "src" / wrong.name
    assert playlog.package(wrong) == wrong
    shutil.copytree(wrong, project / "src" / "second")
    with pytest.raises(BadInput, match="holds several games: name the folder of one, src/hasty_dumpling and src/sec"):
        playlog.package(project)
    done = yokocho("check", str(project), YOKOCHO_PLAIN="1")
    assert done.returncode == 2 and "holds several games" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nowhere"], "there is no game 'nowhere'"),
        (["docs"], "docs holds no game: a package has __init__.py and components.toml, here, in NAME or in src/NAME"),
        (["last_dumpling", "--players", "9"], "Last Dumpling is for 2 to 4 players, not 9"),
        (["last_dumpling", "--matches", "0"], "at least one match"),
        (["last_dumpling", "--option", "dishes=many"], "option dishes: 0 to 9, not 'many'"),
    ],
)
def test_the_command_refuses_what_it_does_not_know(arguments: list[str], complaint: str) -> None:
    done = yokocho("check", *arguments, YOKOCHO_PLAIN="1")
    assert done.returncode == 2 and complaint in done.stderr and "Traceback" not in done.stderr


# --- the plugin


def plugged(folder: Path, *lines: str) -> subprocess.CompletedProcess[str]:
    """pytest, on a file of a few lines."""
    test = folder / "test_mine.py"
    test.write_text("\n".join(lines), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-v", "-W", "error", "-p", "no:cacheprovider", "--rootdir", folder, test]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=600)


def test_a_test_file_of_a_game_has_a_test_for_each_promise(tmp_path: Path) -> None:
    done = plugged(
        tmp_path,
        "from last_dumpling import GAME",
        "from yokocho.testing import Promise",
        'pytest_plugins = ["yokocho.testing"]',
        "def test_promises(promise: Promise): promise(GAME, matches=2, players=2)",
    )
    assert done.returncode == 0, done.stdout
    for promise in PROMISES:
        assert f"test_promises[{promise.name}] PASSED" in done.stdout


def test_what_is_wrong_is_one_sentence_of_a_failed_test(tmp_path: Path) -> None:
    done = plugged(
        tmp_path,
        "from dataclasses import replace",
        "from last_dumpling import GAME",
        'pytest_plugins = ["yokocho.testing"]',
        "def test_promises(promise):",
        "    promise(replace(GAME, rule_prefix='XX'), matches=2, players=2)",
    )
    assert done.returncode == 1
    assert "test_promises[rules] FAILED" in done.stdout and "test_promises[legal] PASSED" in done.stdout
    assert "Broken: last_dumpling, rules: RULES.md has no rules that start like **XX-1**" in done.stdout


def test_the_library_needs_no_pytest() -> None:
    done = run("-c", "import sys, yokocho.testing; assert 'pytest' not in sys.modules")
    assert done.returncode == 0, done.stderr
