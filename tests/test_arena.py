"""The arena: matches that follow from the series and their number alone, files that outlive a crash, figures with
honest intervals.
"""

from __future__ import annotations

import json
import pickle
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from yokocho import catalog
from yokocho.arena import engines, series
from yokocho.arena.clock import Clock, summary
from yokocho.arena.engines import engine, play_series
from yokocho.arena.ledger import Ledger
from yokocho.arena.plot import draw_standings
from yokocho.arena.ratings import ELO, bradley_terry, by_deal, mean_interval, rate, share_interval
from yokocho.arena.report import print_standings
from yokocho.arena.series import Row, Spec, play_one, specify
from yokocho.arena.standings import finished_before, standings
from yokocho.bots import seats
from yokocho.cli import main
from yokocho.core.game import BadInput, Game
from yokocho.core.position import seed_bytes
from yokocho.core.record import State

UMAMI = catalog.game("umami")
GAMES = 12
SERIES = "arena umami --players 3 --bots greedy,random,random --games 12".split()


@pytest.fixture(scope="module")
def spec() -> Spec:
    return specify(UMAMI, 3, ["greedy", "random", "random"], seed="7")


@pytest.fixture(scope="module")
def rows(spec: Spec) -> list[Row]:
    return [play_one(spec, i) for i in range(GAMES)]


def timeless(rows: list[Row]) -> list[dict[str, Any]]:
    """Rows in order, without what a clock says; how many decisions were timed is no matter of the clock."""
    return [
        {**row, "times": [times["asked"] for times in row["times"]]} for row in sorted(rows, key=lambda r: r["match"])
    ]


def without_time(report: dict[str, Any]) -> dict[str, Any]:
    return report | {"results": [{k: v for k, v in row.items() if k != "time"} for row in report["results"]]}


def data_of(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == code
    return without_time(json.loads(capsys.readouterr().out))


@pytest.fixture
def hire(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[str, Game, str], Any]], None]:
    """Puts other bots behind all names."""

    def put(make: Callable[[str, Game, str], Any]) -> None:
        monkeypatch.setattr(seats, "check_name", lambda name: name)
        monkeypatch.setattr(seats, "bot", lambda name, game, seed, log: make(name, game, seed))
        series.make_ready.cache_clear()

    return put


def first_legal(view: State, p: int) -> int:
    return UMAMI.legal(view, p)[0]


# --- one match


def test_a_match_follows_from_series_and_number(spec: Spec, rows: list[Row]) -> None:
    assert timeless([play_one(pickle.loads(pickle.dumps(spec)), 5)]) == timeless(rows)[5:6]
    assert json.loads(json.dumps(rows)) == rows
    other = play_one(replace(spec, seed="8"), 5)
    assert other["digest"] != rows[5]["digest"]


def test_bots_move_on_by_a_seat_and_share_the_deal(spec: Spec, hire: Callable[..., None]) -> None:
    """Bot k of match i has seat (k + i) % players, with the seed of the deal; the cards are those of the deal."""
    seeds: list[tuple[str, str]] = []
    opening: list[bytes] = []
    dealt = [UMAMI.new(3, {}, seed_bytes(f"7 deal {d}")) for d in range(2)]

    def make(name: str, game: Game, seed: str) -> Any:
        seeds.append((name, seed))

        def answer(view: State, p: int) -> int:
            opening.append(view.tobytes())
            return first_legal(view, p)

        return answer

    hire(make)
    three = replace(spec, bots=("a", "b", "c"))
    for i in range(6):
        play_one(three, i)
        opening.clear()
        seeds.clear()
        row = play_one(three, i)
        assert [row["bots"][(k + i) % 3] for k in range(3)] == ["a", "b", "c"]
        assert sorted(seeds) == [(name, f"7 deal {i // 3} bot {k}") for k, name in enumerate("abc")]
        s = dealt[i // 3]
        assert opening[0] == UMAMI.view(s, UMAMI.actor(s)).tobytes()


def test_a_bot_sees_its_view_and_is_asked_only_when_there_is_a_choice(spec: Spec, hire: Callable[..., None]) -> None:
    asked: list[int] = []
    closed: list[str] = []

    class Careful:
        def __init__(self, name: str) -> None:
            self.name = name

        def __call__(self, view: State, p: int) -> int:
            assert not view.rng.any()
            legal = UMAMI.legal(view, p)
            assert len(legal) > 1
            asked.append(p)
            return legal[-1]

        def close(self) -> None:
            closed.append(self.name)

    hire(lambda name, game, seed: Careful(name))
    trio = replace(spec, bots=("x", "y", "z"))
    play_one(trio, 0)
    asked.clear()
    closed.clear()
    row = play_one(trio, 1)
    assert sorted(closed) == ["x", "y", "z"]
    assert [times["asked"] for times in row["times"]] == [asked.count(p) for p in range(3)]
    assert len(asked) < row["decisions"]


def test_a_bot_that_cheats_is_named_and_all_are_closed(spec: Spec, hire: Callable[..., None]) -> None:
    closed = []

    class Cheat:
        def __call__(self, view: State, p: int) -> int:
            return -5

        def close(self) -> None:
            closed.append(1)

    hire(lambda name, game, seed: Cheat())
    with pytest.raises(BadInput, match="bot 'greedy' answered -5, which is not legal: match 0, decision 0"):
        play_one(spec, 0)
    assert len(closed) == 2 + 3  # asked once each to get ready; then the match


def test_other_rules_elsewhere_are_noticed(spec: Spec) -> None:
    with pytest.raises(BadInput, match="components other"):
        play_one(replace(spec, components="other"), 0)


# --- engines


def test_threads_change_nothing(spec: Spec, rows: list[Row]) -> None:
    for threads in (1, 2):
        played = list(engine(threads)(spec, range(GAMES)))
        assert timeless(played) == timeless(rows)
        assert without_time(standings(spec, played)) == without_time(standings(spec, rows))


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray = engines.import_ray()
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Ray's own
def test_ray_changes_nothing(spec: Spec, rows: list[Row], cluster: None, capsys: pytest.CaptureFixture[str]) -> None:
    played = list(engine(ray="")(spec, range(GAMES)))
    assert timeless(played) == timeless(rows)
    assert data_of(capsys, *SERIES, "--seed", "7", "--ray") == without_time(standings(spec, rows))
    with pytest.raises(BadInput, match="components other"):
        list(engine(ray="")(replace(spec, components="other"), [0]))


def test_giving_up_stops_the_threads(spec: Spec, hire: Callable[..., None]) -> None:
    hire(lambda name, game, seed: first_legal)
    playing = engine(2)(spec, range(10_000))
    next(playing)
    playing.close()
    with pytest.raises(series.Stopped):
        play_one(spec, 0, lambda: True)


@pytest.mark.parametrize(("wish", "package"), [("--ray", "ray"), ("--plot=x.svg", "matplotlib.figure")])
def test_without_an_extra_one_line_says_how_to_get_it(
    wish: str, package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, package, None)
    assert main([*SERIES, wish]) == 2
    assert capsys.readouterr().err == "yokocho: this needs the arena extra: pip install 'yokocho[arena]'\n"


def test_nobody_at_the_address() -> None:
    with pytest.raises(OSError):
        engines.knock("127.0.0.1:1")
    engines.knock("auto")


# --- the file


def test_a_series_goes_on_where_its_file_ends(
    spec: Spec, rows: list[Row], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "series.jsonl"
    with Ledger(spec, path) as ledger:
        assert play_series(ledger, 8, engine())
    lines = path.read_bytes().splitlines(keepends=True)
    assert json.loads(lines[0]) == spec.header() and len(lines) == 1 + 8
    path.write_bytes(b"".join(lines[:2] + lines[3:7] + [lines[7][:40]]))  # without match 1; match 6 is torn

    played: list[int] = []
    monkeypatch.setattr(engines, "play_one", lambda spec, i, log: played.append(i) or play_one(spec, i))
    done: list[int] = []
    with Ledger(spec, path) as ledger:
        assert sorted(ledger.rows) == [0, 2, 3, 4, 5]
        assert play_series(ledger, GAMES, engine(), done.append)
    assert played == [1, 6, 7, 8, 9, 10, 11]
    assert done == [5] + [1] * 7
    kept = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert timeless(kept) == timeless(rows) == timeless(list(ledger.rows.values()))
    with Ledger(spec, path) as ledger:
        assert play_series(ledger, GAMES, engine())
    assert len(played) == 7


def test_a_torn_header_is_no_loss(spec: Spec, tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    for torn in (b"", json.dumps(spec.header()).encode()[:30]):
        path.write_bytes(torn)
        with Ledger(spec, path) as ledger:
            assert ledger.rows == {}
        assert json.loads(path.read_text()) == spec.header()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": "8"}, "another series: seed is 7, not 8"),
        ({"bots": ("random", "greedy", "random")}, "another series: bots is"),
        ({"options": {}}, "another series: options is"),
        ({"version": 99}, "another series: version is 1, not 99"),
    ],
)
def test_another_series_is_refused(spec: Spec, change: dict[str, Any], says: str, tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    with Ledger(spec, path):
        pass
    before = path.read_bytes()
    with pytest.raises(BadInput, match=says):
        Ledger(replace(spec, **change), path)
    assert path.read_bytes() == before


def test_another_file_is_left_alone(spec: Spec, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    for text, says in (("Dear diary", "not a series"), ("Dear diary\n", "not a series"), ("[1]\n", "not a series")):
        path.write_text(text)
        with pytest.raises(BadInput, match=says):
            Ledger(spec, path)
        assert path.read_text() == text
    path.write_text(json.dumps(spec.header()) + "\n{}\n")
    with pytest.raises(BadInput, match="line 2: not a match"):
        Ledger(spec, path)


# --- the command


def test_the_command_tells_draws_and_keeps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, plot = tmp_path / "series.jsonl", tmp_path / "series.svg"
    report = data_of(capsys, *SERIES, "--out", str(kept), "--plot", str(plot))
    assert report["matches"] == 12 and report["deals"] == 4
    greedy, random = report["results"]
    assert greedy["seats"] == 12 and random["seats"] == 24 and random["slots"] == [1, 2]
    assert greedy["wins"] + random["wins"] == pytest.approx(12)
    assert greedy["rating"] + random["rating"] == pytest.approx(3000)
    assert sum(greedy["ranks"]) == sum(greedy["scores"].values()) == 12
    assert greedy["win_share_95"][0] < greedy["win_share"] <= greedy["win_share_95"][1]
    assert ElementTree.parse(plot).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert "greedy" in plot.read_text()
    drawn = plot.read_bytes()

    assert main([*SERIES, "--out", str(kept), "--plot", str(plot), "--threads", "2"]) == 0
    shown = capsys.readouterr().out
    assert "12 matches from 4 deals" in shown and report["digest"] in shown and "Time for a decision" in shown
    assert plot.read_bytes() == drawn
    assert data_of(capsys, *SERIES, "--option", "ne_profile=all")["digest"] != report["digest"]


def test_an_interrupt_prints_what_is_there(
    tmp_path: Path, hire: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    made = 0

    def make(name: str, game: Game, seed: str) -> Any:
        nonlocal made
        made += 1
        if made > 2 + 3 * 7:  # to get ready, and for seven matches
            raise KeyboardInterrupt
        return first_legal

    hire(make)
    path = tmp_path / "series.jsonl"
    assert main([*SERIES, "--out", str(path)]) == 130
    assert "7 of 12 matches from 3 deals" in capsys.readouterr().out
    assert len(path.read_text().splitlines()) == 1 + 7
    made = 0
    assert data_of(capsys, *SERIES, code=130)["matches"] == 7
    made = 100
    assert main(SERIES) == 130
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--bots clever", "there is no bot 'clever'"),
        ("--bots random,greedy", "name one bot, or 3 of them, not 2"),
        ("--bots random,,random", "there is no bot ''"),
        ("--players 9", "players, not 9"),
        ("--games 0", "at least one match"),
        ("--threads 0", "at least one thread"),
        ("--option claims=never", "option claims"),
        ("--out .", "Is a directory"),
        ("--out no/such/folder/x.jsonl", "No such file or directory"),
        ("--out README.md", "not a series of matches"),
        ("--plot no/such/folder/x.svg", "no folder"),
        ("--plot x.png", "FILE.svg"),
        ("--ray 127.0.0.1:1", "no Ray cluster at 127.0.0.1:1"),
    ],
)
def test_bad_input_is_one_line(
    arguments: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "import_ray", lambda: FakeRay)
    assert main([*SERIES, *arguments.split()]) == 2
    out, error = capsys.readouterr()
    assert out == "" and error.count("\n") == 1
    assert error.startswith("yokocho: ") and says in error


class FakeRay:
    """Not connected to anything."""

    @staticmethod
    def is_initialized() -> bool:
        return False


# --- figures


def plackett_luce(elo: np.ndarray, matches: int, chance: np.random.Generator) -> np.ndarray:
    """Ranks by seat; any two seats finish in the order that Bradley and Terry expect."""
    luck = elo / ELO + chance.gumbel(size=(matches, len(elo)))
    return (-luck).argsort(axis=1).argsort(axis=1) + 1


def test_ratings_recover_known_strengths_and_intervals_cover_them() -> None:
    chance = np.random.default_rng(5)
    for elo, who in (
        ([1620.0, 1500.0, 1380.0], [0, 1, 2]),
        ([1600.0, 1400.0], [0, 1, 1, 1]),
        ([1800.0, 1200.0], [0, 1]),
    ):
        strengths, seated = np.array(elo), np.array(who)
        chances = np.exp(strengths / ELO)[seated] / np.exp(strengths / ELO)[seated].sum()
        rated, covered, shares_covered, times = [], 0, 0, 60
        for _ in range(times):
            ranks = plackett_luce(strengths[seated], 200, chance)
            deal = np.arange(200) // len(who)
            table = np.tile(seated, (200, 1))
            ratings, intervals = rate(by_deal(deal, finished_before(table, ranks, len(elo))))
            rated.append(ratings)
            covered += intervals[0].low <= elo[0] <= intervals[0].high
            won = by_deal(deal, (ranks[:, 0] == 1).astype(float))
            low, high = share_interval(won, by_deal(deal, np.ones(200)))
            shares_covered += low <= chances[0] <= high
        assert np.abs(np.mean(rated, axis=0) - strengths).max() < 12
        assert covered >= 0.85 * times and shares_covered >= 0.85 * times


def test_bradley_terry_at_the_edges() -> None:
    assert bradley_terry([[0.0]]) == pytest.approx([1500])
    assert bradley_terry(np.zeros((3, 3))) == pytest.approx([1500] * 3)
    assert bradley_terry([[0, 75.0], [25.0, 0]], 0)[0] - 1500 == pytest.approx(ELO * np.log(3) / 2)
    ratings, intervals = rate(np.full((30, 2, 2), [[0, 4.0], [0, 0]]))  # never lost
    assert intervals[0].low < ratings[0] < intervals[0].high < 3000
    assert intervals[0].high - intervals[0].low > 100
    many = rate(np.full((300, 2, 2), [[0, 3.0], [1.0, 0]]))[1]
    assert many[0].high - many[0].low < 10  # every deal ended the same way


def test_intervals_go_by_the_deal() -> None:
    """Four matches of a deal that always end alike say no more than one."""
    wins = np.array([4.0, 0.0] * 50)
    low, high = share_interval(wins, np.full(100, 4.0))
    one_low, one_high = share_interval(wins / 4, np.ones(100))
    assert high - low == pytest.approx(one_high - one_low, rel=0.02)
    low, high = share_interval(np.full(100, 4.0), np.full(100, 4.0))
    assert high == pytest.approx(1) and 0.98 < low < 0.995  # Wilson's for 400 of 400
    assert mean_interval(np.array([3.0]), np.array([1.0])) is None
    between = mean_interval(np.array([1.0, 2.0, 3.0]), np.ones(3))
    assert between is not None and sum(between) / 2 == pytest.approx(2)


def made_up(match: int, bots: str, scores: list[int], ranks: list[int]) -> Row:
    clock = Clock()
    clock.add(0.002)
    return {
        "match": match,
        "bots": bots.split(),
        "scores": scores,
        "ranks": ranks,
        "decisions": 10,
        "ending": "it was late",
        "digest": f"{match}",
        "deal": "0" * 64,
        "seats": [0],
        "actions": [1],
        "times": [clock.times() for _ in scores],
    }


def test_shared_wins_count_as_shares(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Counted by hand; a name in several seats is one bot; an unfinished deal does no harm."""
    spec = specify(UMAMI, 3, ["greedy", "random", "random"])
    rows = [
        made_up(3, "greedy random random", [5, 9, 1], [2, 1, 3]),
        made_up(0, "greedy random random", [7, 7, 2], [1, 1, 3]),
        made_up(1, "random greedy random", [3, 9, 3], [2, 1, 2]),
    ]
    report = standings(spec, rows)
    greedy, random = report["results"]
    assert (greedy["wins"], random["wins"]) == (1.5, 1.5)
    assert greedy["win_share"] == pytest.approx(0.5) and random["win_share"] == pytest.approx(0.25)
    assert greedy["times_fair_share"] == pytest.approx(1.5)
    assert greedy["ranks"] == [2, 1, 0] and random["ranks"] == [2, 2, 2]
    assert greedy["mean_score"] == 7 and greedy["scores"] == {"5": 1, "7": 1, "9": 1}
    assert greedy["margin"] == pytest.approx((0 + 2.5 + 6) / 3)
    assert report["shared_wins"] == pytest.approx(1 / 3) and report["endings"] == {"it was late": 3}
    assert report == standings(spec, rows[::-1])
    before = finished_before(np.array([[0, 1, 1]]), np.array([[1, 1, 3]]), 2)[0]
    assert before[0, 1] == 1.5 and before[1, 0] == 0.5
    print_standings(report, "Umami", 3)
    assert "1.50" in capsys.readouterr().out
    print_standings(standings(spec, rows[:1]), "Umami", 3)  # a single match has a table too
    draw_standings(report, "Umami", tmp_path / "x.svg")


def test_percentiles_of_time() -> None:
    clock = Clock()
    for ms in range(1, 101):
        clock.add(ms / 1000)
    told = summary([clock.times(), clock.times()])
    assert told["decisions"] == 200 and told["max_ms"] == 100
    assert told["decisions_per_second"] == pytest.approx(200 / 10.1, rel=1e-3)
    for percent in (50, 90, 99):
        assert told[f"p{percent}_ms"] == pytest.approx(percent, rel=0.04)
    assert summary([])["p50_ms"] == 0
