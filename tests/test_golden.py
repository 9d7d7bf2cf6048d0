"""The rules have not changed by accident: golden playthroughs, recorded matches, recorded digests."""

from __future__ import annotations

import json

import pytest

from tests.golden import FOLDER, PLAYTHROUGHS, Playthrough
from tests.support import GAMES, ROOT, SHORT
from yokocho import catalog
from yokocho.arena.simulate import simulate
from yokocho.core.match import Match, read_json

MATCHES = sorted((ROOT / "tests" / "matches").glob("*.json"))
NOTATION_CHANGED = {"yatta"}  # games that still read the notation of their recorded matches but write another one
DIGESTS = json.loads((ROOT / "tests" / "digests.json").read_text())


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda p: p.path.stem)
def test_the_golden_playthrough_is_as_it_was(playthrough: Playthrough) -> None:
    assert playthrough.text() == playthrough.path.read_text(encoding="utf-8"), "meant? then `make golden` and say why"


def test_every_golden_file_is_played() -> None:
    assert {p.path for p in PLAYTHROUGHS} == set(FOLDER.glob("*.txt"))


def test_every_way_to_end_has_a_playthrough() -> None:
    for game in {catalog.game(playthrough.game) for playthrough in PLAYTHROUGHS}:
        told = "".join(p.path.read_text(encoding="utf-8") for p in PLAYTHROUGHS if p.game == game.name)
        for ending in game.endings[1:]:
            assert f"because {ending}" in told


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_recorded_matches_of_every_version_still_play(path) -> None:  # type: ignore[no-untyped-def]
    """What is written of them is what was read, but for moves whose notation has changed since; these play alike."""
    recorded, match = read_json(path), Match.load(path, catalog.game)
    written = match.to_json()
    assert written | {"moves": None} == recorded | {"moves": None}
    assert [(seat, when) for seat, _, when in written["moves"]] == [(seat, when) for seat, _, when in recorded["moves"]]
    assert Match.from_json(written, catalog.game).actions == match.actions
    if match.game.name not in NOTATION_CHANGED:
        assert written == recorded


def test_there_are_recorded_matches_of_every_version() -> None:
    recorded = {(data["game"], data["version"]) for data in map(read_json, MATCHES)}
    for game in GAMES:
        if game.folder.is_relative_to(ROOT / "src"):
            assert {(game.name, version) for version in range(1, game.version + 1)} <= recorded


@pytest.mark.parametrize("record", DIGESTS, ids=lambda r: f"{r['game']}-{r['players']}")
def test_thousands_of_matches_are_what_plain_python_played(record: dict[str, object]) -> None:
    """The digests were recorded with YOKOCHO_PLAIN=1 (tests/digests.py): every move of every match, and all scores."""
    game = catalog.game(record["game"])
    options = SHORT.get(game.name)
    outcome = simulate(game, record["players"], record["games"], ["random"], seed=record["seed"], options=options)
    assert outcome.report()["digest"] == record["digest"]
    assert int(outcome.scores.sum()) == record["points"]
