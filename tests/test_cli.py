"""Every command: its help, its data, its exit codes, one line for bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support import GAMES, ROOT, random_match, run, yokocho
from yokocho import catalog
from yokocho.cli import main
from yokocho.core.match import Match

COMMANDS = (
    *("list", "serve", "backup", "restore", "play", "simulate", "arena", "rules", "replay", "verify", "trace"),
    *("warm", "bench"),
)
UMAMI = catalog.game("umami")


def data_of(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0):  # type: ignore[no-untyped-def]
    assert main(arguments) == code
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([command, "--help"])
    assert leaving.value.code == 0 and command in capsys.readouterr().out


def test_without_a_command_the_alley_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    from yokocho.server import run as house

    asked: list[Any] = []
    monkeypatch.setattr(house, "serve", lambda *what, **more: asked.append((what, more)))
    monkeypatch.setattr("sys.argv", ["yokocho"])
    for arguments in (None, [], ["serve", "--open"]):
        assert main(arguments) == 0
    assert asked[0] == asked[1] == asked[2]


@pytest.mark.parametrize("arguments", ["--help", "--version", "serve --help", "cook", "simulate", "serve --port many"])
def test_help_and_wrong_arguments_need_no_rules(arguments: str) -> None:
    """So they come at once: what takes long to import is not imported."""
    told = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    done = run("-c", f"{told}; from yokocho.cli import main; main({arguments.split()})")
    assert done.returncode == (0 if "--help" in arguments or "--version" in arguments else 2)
    imported = set(done.stderr.split())
    assert "yokocho.cli" in imported and not imported & {"numpy", "numba", "llvmlite", "rich", "fastapi", "sqlalchemy"}


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    random_match(UMAMI, 3, 1).save(path)
    return path


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("simulate umamy", "did you mean umami?"),
        ("simulate nothing-like-it", "there is no game"),
        ("simulate umami --players 6", "2 to 5 players, not 6"),
        ("simulate umami --players 1", "2 to 5 players"),
        (
            "simulate umami --option claims=never",
            "option claims: compulsory, optional, area, not 'never'; see `yokocho list umami`",
        ),
        ("simulate mitsuhamama --option faces=x", "faces: random, recommended, aaaaa, baaaa, ..., bbbbb, not 'x'"),
        ("simulate umami --option colour=red", "no option 'colour'"),
        ("simulate umami --option claims", "NAME=VALUE"),
        ("simulate umami --bots clever", "there is no bot 'clever'"),
        ("simulate umami --bots random,greedy,random", "name one bot, or 4"),
        ("simulate umami --games 0", "at least one match"),
        ("rules umami UM-99", "no rule UM-99"),
        ("replay no-such-file.json", "No such file"),
        ("verify README.md", "not JSON"),
        ("verify pyproject.toml", "not JSON"),
        ("trace umami --from no-such-file.json", "No such file"),
        ("play umami --humans 9", "numbers from 0 to 3"),
        ("play", "which game?"),
        ("play umami --save no/such/folder/x.json", "no folder"),
        ("play umami --resume README.md", "not JSON"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments.split()) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1
    assert error.startswith("yokocho: ") and says in error


def test_unknown_arguments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["cook"], ["simulate"], ["simulate", "umami", "--games", "many"]):
        with pytest.raises(SystemExit) as leaving:
            main(arguments)
        assert leaving.value.code == 2
        assert "usage: yokocho" in capsys.readouterr().err


def test_list_names_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    listed = data_of(capsys, "list", "--json")
    assert [row["name"] for row in listed] == [game.name for game in GAMES]
    assert main(["list"]) == 0
    shown = capsys.readouterr().out
    assert all(game.title in shown and game.credits in shown for game in GAMES)
    assert [row["sample"] for row in listed] == [False] * 4 + [True] * 2, "samples are last"
    assert shown.count("(a sample, ") == 2 and "Last Dumpling (a sample, 2 to 4 players" in shown


def test_list_says_the_house_rules_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert [row["name"] for row in data_of(capsys, "list", "umami", "--json")] == ["umami"]
    assert main(["list", "umami"]) == 0
    shown = capsys.readouterr().out
    for line in (
        "restock: Must the robbed player restock? UM-R35\n",
        "  compulsory  Yes (usual)\n",
        "  optional    No, the player may decline\n",
        "  0 to 30000  rounds, usually 40\n",
        "  0           No limit\n",
    ):
        assert line in shown


def test_simulate_promises_its_keys(capsys: pytest.CaptureFixture[str]) -> None:
    report = data_of(
        capsys, "simulate", "umami", "--players", "3", "--games", "300", "--seed", "7", "--check", "--json"
    )
    for key in ("games_per_second", "decisions_per_second", "decisions_per_game", "state_bytes", "lengths", "scores"):
        assert report[key]
    assert report["games"] == 300 and len(report["seat_advantage"]) == 3 and report["broken"] == []
    assert sum(row["win_share"] for row in report["seat_advantage"]) == pytest.approx(1)
    again = data_of(capsys, *"simulate umami --players 3 --games 300 --seed 7 --threads 2 --json".split())
    assert again["digest"] == report["digest"] and again["scores"] == report["scores"]
    other = data_of(capsys, *"simulate umami --players 3 --games 300 --seed 8 --json".split())
    assert other["digest"] != report["digest"]
    assert main("simulate umami --games 20 --bots greedy,random,random,random --option ne_profile=all".split()) == 0
    assert "By bot" in capsys.readouterr().out


def test_a_simulated_match_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    """Bots move on by a seat a match unless told otherwise."""
    fixed = data_of(capsys, *"simulate umami --players 2 --games 400 --bots greedy,random --fixed-seats --json".split())
    assert fixed["seat_advantage"][0]["win_share"] > 0.9
    turned = data_of(capsys, *"simulate umami --players 2 --games 400 --bots greedy,random --json".split())
    assert turned["seat_advantage"][0]["win_share"] < 0.6 and turned["bot_results"][0]["win_share"] > 0.9


def test_rules_and_their_coverage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "umami", "um-13"]) == 0
    assert capsys.readouterr().out.startswith("UM-13")
    assert len(data_of(capsys, "rules", "umami", "--json")) == 82
    rows = data_of(capsys, "rules", "umami", "--coverage", "--json")
    assert [row["id"] for row in rows] == list(UMAMI.rules)
    assert [row["id"] for row in rows if not row["code"] or not row["tests"]] == []
    assert main(["rules", "umami", "UM-16", "--coverage"]) == 0


def test_replay_shows_a_seat_only_what_it_saw(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    everything = data_of(capsys, "replay", str(saved), "--json")
    seen = data_of(capsys, "replay", str(saved), "--seat", "0", "--json")
    assert len(everything) == len(seen) == len(Match.load(saved, catalog.game).moves)
    assert "?" not in everything[0]["position"]["seats"][1]["hand"]
    assert set(seen[0]["position"]["seats"][1]["hand"].split()) == {"?"}
    assert "?" not in seen[0]["position"]["seats"][0]["hand"] and int(seen[0]["position"]["generator"], 16) == 0
    assert main(["replay", str(saved), "--seat", "1"]) == 0
    assert "scores" in capsys.readouterr().out
    assert main(["replay", str(saved), "--seat", "5"]) == 2


def test_verify_finds_a_changed_move(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = data_of(capsys, "verify", str(saved), "--json")
    assert facts["result"] and facts["commitment"]
    assert main(["verify", str(saved)]) == 0
    assert "all legal" in capsys.readouterr().out
    text = saved.read_text()
    cheated = json.loads(text)
    cheated["moves"][-1][1] = "play 1*"
    saved.write_text(json.dumps(cheated))
    assert main(["verify", str(saved)]) == 2
    saved.write_text(text[: len(text) // 2])
    assert main(["verify", str(saved)]) == 2


def test_trace_tells_every_decision(tmp_path: Path, saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main("trace umami --players 2 --seed 3 --bots greedy".split()) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[-1]["over"] and len(lines[-1]["scores"]) == 2
    for n, line in enumerate(lines[:-1]):
        assert line["move"] == n and line["chosen"] in line["legal"] and line["question"]
        assert line["position"]["asked"][0]["seat"] == line["seat"]
    middle = tmp_path / "position.json"
    middle.write_text(json.dumps(lines[len(lines) // 2]["position"]))
    moves = tmp_path / "moves.json"
    moves.write_text(json.dumps([line["chosen"] for line in lines[len(lines) // 2 : -1]]))
    assert main(["trace", "umami", "--from", str(middle), "--moves", str(moves)]) == 0
    again = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert again[-1] == lines[-1]
    assert [line["position"] for line in again] == [line["position"] for line in lines[len(lines) // 2 :]]
    match = json.loads(saved.read_text())
    assert main(["trace", "umami", "--players", "3", "--seed", match["seed"], "--moves", str(saved)]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["scores"] == match["result"]["scores"]


def test_a_wrong_position_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.json"
    for position, says in (
        ({"players": 2, "seats": [{"hand": "7x"}]}, "seats[0].hand"),
        ({"players": 2, "game": "chess"}, "a position of chess"),
        ([], "a JSON object"),
    ):
        path.write_text(json.dumps(position))
        assert main(["trace", "umami", "--from", str(path)]) == 2
        assert says in capsys.readouterr().err


def test_a_closed_pipe_is_no_error() -> None:
    import subprocess
    import sys

    command = f"{sys.executable} -m yokocho.cli trace umami --seed 1 | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=600
    )
    assert done.stderr == "" and done.stdout.startswith('{"move": 0')
    assert done.returncode in (0, 141)


def test_the_module_runs_as_a_program() -> None:
    assert yokocho("--version").stdout.startswith("yokocho 0.1.0")
    assert yokocho("warm", "umami").returncode == 0
