"""A balance page: everything in it, kept and taken up again, and readable by everybody."""

from __future__ import annotations

import json
import tomllib
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from yokocho import catalog
from yokocho.balance.changed import change, read_setting, written
from yokocho.balance.findings import Findings
from yokocho.balance.plan import Wish, plan, restrictions, tried
from yokocho.balance.running import Played, run
from yokocho.balance.series import BLOCKS, Table, verb_of
from yokocho.bots.kitchen import prepare
from yokocho.cli import main
from yokocho.core.game import BadInput
from yokocho.core.position import seed_bytes
from yokocho.core.record import NONE

TRAY = Table(catalog.game("pass_the_tray"), 3)
SMALL = Wish(BLOCKS, parts=("rules",))


def report(played: Played, table: Table = TRAY, wish: Wish = SMALL) -> dict[str, Any]:
    return Findings(table, plan(table, wish), played).report()


@pytest.fixture(scope="module")
def whole() -> Played:
    played = Played(TRAY, plan(TRAY, SMALL))
    assert run(TRAY, plan(TRAY, SMALL), played)
    return played


def test_what_was_broken_off_goes_on_where_it_ended(tmp_path: Path, whole: Played) -> None:
    """Ctrl-C, then a line that was cut off, then on two threads: the same to the last digit."""
    kept, left = tmp_path / "kept.jsonl", 40

    def stop(done: int) -> None:
        nonlocal left
        left -= done == 1
        if left == 0:
            raise KeyboardInterrupt

    planned = plan(TRAY, SMALL)
    with Played(TRAY, planned, kept) as played:
        assert not run(TRAY, planned, played, progress=stop)
    kept.write_bytes(kept.read_bytes() + b'{"series": "ma')
    with Played(TRAY, planned, kept) as played:
        assert 40 <= len(played.rows) < len(whole.rows)
        assert run(TRAY, planned, played, threads=2)
    with Played(TRAY, planned, kept) as read:
        assert report(played) == report(whole) == report(read)
    with pytest.raises(BadInput, match="holds other series"):
        Played(TRAY, plan(TRAY, Wish(2 * BLOCKS)), kept)
    with pytest.raises(BadInput, match="not a file of yokocho balance"):
        Played(TRAY, planned, Path(__file__))


class Reader(HTMLParser):
    """Collects what a page has."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def of(self, *names: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag in names]


def test_everything_in_one_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare([TRAY.game])
    monkeypatch.setenv("YOKOCHO_PLAIN", "1")  # of the processes with other components
    out, charts = tmp_path / "page.html", tmp_path / "charts"
    arguments = ["balance", "pass_the_tray", "--players", "2", "--matches", "50", "--out", str(out)]
    arguments += ["--set", 'bun.points=1,3,"x"', "--set", "dango.stick=0", "--charts", str(charts), "--json"]
    assert main(arguments) == 0
    data = json.loads(capsys.readouterr().out)
    assert [section["id"] for section in data["sections"]] == [
        *("seats", "results", "lead", "decisions", "worth", "without", "skill", "rules", "components")
    ]
    for section in data["sections"]:
        for exhibit in section["exhibits"]:
            assert exhibit["rows"], exhibit["id"]
            for row in exhibit["rows"]:
                assert row["low"] <= row["value"] <= row["high"], (exhibit["id"], row)
    assert "components.toml: bun: points should be int" in data["refused"]["change bun.points=x"]
    assert "ZeroDivisionError" in data["refused"]["change dango.stick=0"]
    (winner,) = [e for e in data["sections"][-1]["exhibits"] if e["id"] == "components-winner"]
    less, same = winner["rows"][:2]
    assert less["label"] == "bun.points=1" and less["high"] < 0, "buns are worth less"
    assert same["label"] == "bun.points=3" and same["low"] == same["high"] == 0, "as it is: the same matches"

    text = out.read_text(encoding="utf-8")
    found = Reader()
    found.feed(text)
    levels = [int(tag[1]) for tag, _ in found.tags if tag in ("h1", "h2", "h3", "h4")]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert found.of("html") == [{"lang": "en"}] and len(found.of("main")) == len(found.of("nav")) == 1
    exhibits = [exhibit["id"] for section in data["sections"] for exhibit in section["exhibits"]]
    assert [table["aria-labelledby"] for table in found.of("table")] == exhibits, "a table behind every chart"
    assert all(cell.get("scope") in ("row", "col") for cell in found.of("th"))
    assert all(chart["role"] == "img" and chart["aria-label"] for chart in found.of("svg"))
    assert len(found.of("svg")) == len(list(charts.glob("*.svg"))) > 15
    ids = [attributes["id"] for _, attributes in found.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for attributes in found.of("a", "link", "img", "script"):
        assert (attributes.get("href") or "").removeprefix("#") in ids, "nothing from elsewhere"
    assert "http" not in text and "url(" not in text


@pytest.mark.parametrize("name", ["mitsuhamama", "umami", "wok_and_roll", "yatta"])
def test_a_game_says_what_is_taken(name: str) -> None:
    """Every action is of one verb, pieces have names, and both are found in matches."""
    game = catalog.game(name)
    table = Table(game, game.players[-1])
    assert sorted(a for actions in game.verbs.values() for a in actions) == list(range(game.actions))
    assert NONE not in verb_of(game)
    names = [name for group in game.pieces for name in group.names]
    seen = set()
    for seed in range(3):
        s = game.new(game.players[-1], None, seed_bytes(f"taken {seed}"))
        chance = Random(seed)
        while (p := game.actor(s)) >= 0:
            actions = game.legal(s, p)
            pieces = [int(game.kernels.piece(s, p, a)) for a in actions]
            assert all(NONE <= k < len(names) for k in pieces)
            seen |= {k for k in pieces if k != NONE}
            game.kernels.apply(s, p, chance.choice(actions))
    assert len(seen) > 10
    assert all(actions for actions in restrictions(table).values())


def test_won_favorites_are_told_from_those_in_the_area() -> None:
    umami = catalog.game("umami")
    table = Table(umami, 2)
    wish = Wish(BLOCKS, parts=())
    planned = plan(table, wish)
    played = Played(table, planned)
    assert run(table, planned, played)
    sums = played.sums(planned[0])
    assert sums is not None
    favorites = sums["choices"].sum(axis=0).reshape(-1, 6)[len(umami.verbs) :][:18]
    opened, won, chance, took = favorites[:, 0], favorites[:, 1], favorites[:, 2], favorites[:, 3]
    matches = 5 * BLOCKS
    assert (opened <= 2 * matches).all() and (took < opened).all() and took.sum() > 3 * matches
    assert won.sum() / opened.sum() == pytest.approx(0.5, abs=0.02), "both seats see nearly the same ones"
    assert chance.sum() / opened.sum() == pytest.approx(0.5, abs=0.02)


def test_house_rules_that_are_tried() -> None:
    values = {option.name: tried(option, 3) for game in catalog.games() for option in game.options}
    assert values["round_cap"] == [0, 20, 80] and values["claims"] == ["optional", "area"]
    assert values["first"] == ["0", "1", "2"], "no seat that nobody has"
    assert len(values["faces"]) == 6


def test_places_in_component_data() -> None:
    assert read_setting("setup[players=4].trigger=10,14") == ("setup[players=4].trigger", (10, 14))
    assert read_setting('a.b=["x", 1],[]') == ("a.b", (["x", 1], []))
    data = {"setup": [{"players": 2, "trigger": 12}, {"players": 4, "trigger": 12}], "dice": {"faces": [1, 2]}}
    change(data, "setup[players=4].trigger", 10)
    change(data, "setup[0].trigger", 11)
    change(data, "dice.faces[1]", 6)
    assert data["dice"] == {"faces": [1, 6]} and [row["trigger"] for row in data["setup"]] == [11, 10]  # type: ignore[index]
    for place in ("nothing", "setup[7].trigger", "setup[players=9].trigger", "dice.faces[x]", "dice..faces"):
        with pytest.raises(BadInput):
            change(data, place, 1)
    for text in ("setup", "setup=", "=1", "setup=x"):
        with pytest.raises(BadInput, match="PLACE=VALUE"):
            read_setting(text)
    whole = {"a": {"b": [1, {"c": 'x"\n', "d": True}], "e-f": 0.5}}
    assert tomllib.loads(f"a = {written(whole['a'])}") == whole


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--parts", "nonsense"], "there is no part 'nonsense'"),
        (["--bot", "master"], "thinks too long"),
        (["--set", "bun"], "PLACE=VALUE"),
        (["--matches", "0"], "at least one match"),
        (["--levels", "random,nobody"], "nobody"),
        (["--players", "9"], "2 to 5 players"),
    ],
)
def test_what_cannot_be_asked(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "pass_the_tray", *arguments]) == 2
    assert complaint in capsys.readouterr().err
