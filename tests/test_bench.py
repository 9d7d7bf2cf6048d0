"""The measurements work; what they say is not judged here."""

import json
import subprocess
import sys

import pytest

from yokocho import catalog
from yokocho.arena.bench import bench, print_bench

KEYS = {
    "game",
    "players",
    "games",
    "decisions_per_second",
    "decisions_per_second_two_threads",
    "games_per_second",
    "decisions_per_game",
    "greedy_decisions_per_second",
    "python_decisions_per_second",
    "state_bytes",
    "copy_ns",
    "actions",
    "most_legal",
    "features",
}


@pytest.mark.parametrize("name", catalog.names())
def test_every_game_is_measured(name, capsys):
    row = bench(catalog.game(name), 2)
    assert row.keys() == KEYS
    assert row["game"] == name and row["state_bytes"] == catalog.game(name).state.itemsize
    assert all(value > 0 for key, value in row.items() if key != "game")
    print_bench([row])
    assert name in capsys.readouterr().out


def test_the_command_prints_data():
    command = [sys.executable, "-m", "yokocho.cli", "bench", "--json", "--games-each", "50"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert [row["game"] for row in rows] == catalog.names()
    assert all(row.keys() == KEYS and row["games"] == 50 for row in rows)
