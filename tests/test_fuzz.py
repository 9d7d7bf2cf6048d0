"""Changed positions, a few hundred for each game; `make fuzz` tries as many as you like, with checked indices."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests import fuzz
from tests.mutations import Mutator, differences, restored, smallest
from tests.support import GAMES, run, table_id
from yokocho.bots import seats
from yokocho.bots.search import Search
from yokocho.core import ahead
from yokocho.core.game import BadInput, Game, no_name
from yokocho.core.match import Match

games = pytest.mark.parametrize("game", GAMES, ids=table_id)


@pytest.mark.slow
@games
def test_changed_positions_are_refused_or_played_to_the_end(game: Game, tmp_path: Path) -> None:
    """In a process of its own: what goes wrong here may take it down."""
    done = run("-m", "tests.fuzz", game.name, "--accepted", "30", "--processes", "1", "--folder", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert " 0 failures" in done.stdout


@games
def test_a_lot_is_the_same_whenever_it_is_run(game: Game) -> None:
    one, two = (fuzz.run_lot(game, "again", 0, mutants=1, matches=1) for _ in range(2))
    tried = one.refused + one.unchanged + one.accepted + len(one.failures)
    assert one == two and 0 < tried <= fuzz.MOMENTS  # a match may have fewer moments


def test_what_fails_is_found_made_simple_and_told() -> None:
    """Three changes, of which one matters."""
    game = GAMES[0]
    base = json.loads(json.dumps(game.write(Match(game, game.players[-1], {}, "simple").state)))
    changed = base | {"players": base["players"] - 1, "options": {}}
    changed["seats"] = base["seats"][::-1]
    assert set(differences(base, changed)) >= {("players",)}
    found = smallest(base, changed, lambda document: document["players"] != base["players"])
    assert list(differences(base, found)) == [("players",)]
    assert restored(base, found, ("players",)) == base


def test_changes_leave_the_document_they_start_from_alone() -> None:
    game = GAMES[0]
    base = json.loads(json.dumps(game.write(Match(game, game.players[-1], {}, "alone").state)))
    before = json.dumps(base)
    mutator = Mutator(random.Random(1), [base], fuzz.option_values(game))
    mutants = {json.dumps(mutator.mutant(base)) for _ in range(300)}
    assert json.dumps(base) == before
    assert len(mutants) > 200


@games
def test_nobody_decides_where_nothing_is_asked(game: Game) -> None:
    """No bot, hint or preview plays an action that was left over from somewhere."""
    match = Match(game, max(2, game.players[0]), {}, "nobody")
    while len(match.pending()) == match.players and not match.over:
        match.play(match.actor(), match.legal(match.actor())[0], when=0)
    idle = next((p for p in range(match.players) if not match.legal(p)), None)
    if idle is None:
        pytest.skip("everybody is asked all the time")
    view = match.view(idle)
    for name in ("random", "apprentice", "greedy", "cook", "search:4"):
        with pytest.raises(BadInput, match="nothing to decide"):
            seats.bot(name, game, "x")(view, idle)
    with pytest.raises(BadInput, match="nothing to decide"):
        Search(game, "x", nodes=100).think(view, idle, 4)
    with pytest.raises(BadInput, match="nothing to decide"):
        seats.hints(game, view, idle)
    assert seats.advice(game, view, idle) == []
    with pytest.raises(BadInput, match="may not play"):
        ahead.preview(game, view, idle, 0, no_name)
