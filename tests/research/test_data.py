"""Files of matches: what simulate and arena write is read back, and plays the same again."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest

from tests.support import GAMES, SHORT, table_id, yokocho
from yokocho import catalog
from yokocho.arena import simulate as module
from yokocho.arena.matchfile import MatchFile, header
from yokocho.arena.simulate import Part, simulate
from yokocho.cli import main
from yokocho.core.game import BadInput, Game
from yokocho.research.data import Recorded, load, write_decisions


def kept(game: Game, players: int, matches: int, path: Path, bots: tuple[str, ...] = ("random",), threads: int = 1):  # type: ignore[no-untyped-def]
    options = SHORT.get(game.name)
    with MatchFile(path, header(game, players, options, bots, True, "kept"), game) as file:
        return simulate(
            game, players, matches, bots, options=options, seed="kept", threads=threads, keep=file.add
        )  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=table_id)
@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_what_was_played_plays_the_same_again(game: Game, form: str, tmp_path: Path) -> None:
    players = game.players[-1]
    outcome = kept(game, players, 6, tmp_path / f"m.{form}")
    found = list(load(tmp_path / f"m.{form}"))
    assert [match.match for match in found] == list(range(6))
    for match in found:
        replayed = match.replay()
        assert replayed.over and len(replayed.moves) == outcome.tallies[match.match, 0] == len(match.actions)
        assert game.scores(replayed.state) == match.scores == outcome.scores[match.match].tolist()
        assert game.ranks(replayed.state) == match.ranks
        assert match.ending in game.endings and sum(match.rewards) == pytest.approx(0)
    for decision in found[0].decisions():
        assert decision.legal.tolist() == game.legal(decision.state, decision.seat)
        seen = np.zeros(game.features, np.float32)
        game.kernels.observe(game.view(decision.state, decision.seat), decision.seat, seen)
        assert np.array_equal(decision.observation, seen[: len(decision.observation)])
    assert decision.number == len(found[0].actions) - 1


def test_bots_take_turns_at_the_seats(tmp_path: Path) -> None:
    game = catalog.game("last_dumpling")
    kept(game, 3, 3, tmp_path / "m.jsonl", ("greedy", "random", "random"))
    assert [match.bots.index("greedy") for match in load(tmp_path / "m.jsonl")] == [0, 1, 2]


def test_long_matches_have_room_and_threads_make_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalog.game("umami")
    monkeypatch.setattr(module, "USUAL", 3)
    monkeypatch.setattr(module, "CHUNK", 4)
    kept(game, 2, 12, tmp_path / "one.jsonl")
    kept(game, 2, 12, tmp_path / "two.jsonl", threads=2)
    one, two = (sorted((tmp_path / f"{name}.jsonl").read_text().splitlines()) for name in ("one", "two"))
    assert one == two and all(match.replay().over for match in load(tmp_path / "one.jsonl"))


def test_the_arena_keeps_moves_too(tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    done = yokocho(
        "arena", "last_dumpling", "--players", "2", "--bots", "greedy,random", "--games", "4", "--out", str(path)
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = list(load(path))
    assert len(found) == 4 and all(match.game.scores(match.replay().state) == match.scores for match in found)


def test_decisions_can_be_written_out(tmp_path: Path) -> None:
    game = catalog.game("umami")
    kept(game, 2, 3, tmp_path / "m.jsonl")
    written = write_decisions(tmp_path / "m.jsonl", tmp_path / "d.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "d.parquet")
    decisions = [(match, d) for match in load(tmp_path / "m.jsonl") for d in match.decisions()]
    assert written == table.num_rows == len(decisions)
    match, last = decisions[-1]
    row = table.slice(written - 1).to_pylist()[0]
    assert (row["match"], row["seat"], row["action"]) == (match.match, last.seat, last.action)
    assert row["legal"] == last.legal.tolist() and row["state"] == last.state.tobytes()
    assert row["reward"] == pytest.approx(match.rewards[last.seat])
    assert np.array_equal(np.float32(row["observation"]), last.observation)
    assert write_decisions(tmp_path / "m.jsonl", tmp_path / "few.parquet", most=5) == 5


def test_what_is_no_file_of_matches_is_refused(tmp_path: Path) -> None:
    game = catalog.game("umami")
    kept(game, 2, 1, tmp_path / "m.jsonl")
    first, second = (tmp_path / "m.jsonl").read_text().splitlines()
    for text, complaint in [
        ("", "line 1: not a match"),
        ("{}\n", "not a file of matches; its format should be yokocho-matches/1 or yokocho-arena/2"),
        (json.dumps({**json.loads(first), "version": 99}) + "\n", "these matches are of version 99"),
        (first + "\n[]\n", "line 2: not a match"),
    ]:
        (tmp_path / "bad.jsonl").write_text(text)
        with pytest.raises(BadInput, match=complaint):
            list(load(tmp_path / "bad.jsonl"))
    (tmp_path / "cut.jsonl").write_text(f"{first}\n{second}\n{second[:50]}")
    assert len(list(load(tmp_path / "cut.jsonl"))) == 1, "a line that was cut off is left out"
    wrong = json.loads(second)
    wrong["actions"][3] = 299
    with pytest.raises(BadInput, match=r"match 0: move 3, action 299 of seat ., is not legal"):
        list(Recorded(json.loads(first), **{k: v for k, v in wrong.items() if k != "decisions"}).decisions())
    with pytest.raises(BadInput, match=r"a file of matches ends in .jsonl or .parquet"):
        MatchFile(tmp_path / "m.csv", json.loads(first), game)
    with pytest.raises(BadInput, match="No such file"):
        list(load(tmp_path / "none.jsonl"))


def test_simulate_prints_what_it_has_when_it_is_interrupted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ctrl-C comes while the third part is finished."""
    game, parts = catalog.game("last_dumpling"), []

    def keep(part: Part) -> None:
        parts.append(part)
        if len(parts) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(module, "CHUNK", 10)
    outcome = simulate(game, 2, 100, ["random"], seed="kept", keep=keep)
    assert outcome.stopped and len(outcome.tallies) == 30
    whole = simulate(game, 2, 30, ["random"], seed="kept")
    assert outcome.report()["digest"] == whole.report()["digest"] and not whole.stopped


def test_the_command_prints_what_it_has_when_it_is_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def two_parts(part, starts, threads, finish) -> None:  # type: ignore[no-untyped-def]
        for start in starts[:2]:
            finish(part(start))
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "play_parts", two_parts)
    assert main(["simulate", "last_dumpling", "--players", "2", "--games", "5000"]) == 130
    shown, told = capsys.readouterr()
    assert "1,000 matches in" in shown and told == "stopped: 1,000 of 5,000 matches\n"
