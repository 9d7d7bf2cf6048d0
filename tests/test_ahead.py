"""What a person may ask before a move: reasons and previews, in every game."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.support import GAMES, random_match, steps, table_id
from yokocho.core import ahead
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.record import CLOCK
from yokocho.core.scene import Zone, look, slots_of

RARE = 0.01  # of what is drawn ahead comes otherwise, because of what nobody knew and no imagined state had


def looked_at(game: Game, seed: int, share: float) -> Iterator[tuple[Match, int]]:
    """Some of the moments of a random match at which a seat is asked; only good until the next one."""
    chance = random.Random(f"{game.name} {seed}")
    for match in steps(game, game.players[-1] if seed % 2 else max(2, game.players[0]), seed):
        p = match.actor()
        if p not in (-1, CLOCK) and (game.most < 10 or chance.random() < share):  # a small game is over soon
            yield match, p


@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_everything_on_the_table_can_be_chosen_or_says_why_not(game: Game) -> None:
    said = set()
    for match, p in looked_at(game, 1, 0.1):
        view = match.view(p)
        scene = game.table(view, p, match.name)
        open = {id for choice in scene.choices for id in (*choice.pieces, choice.zone)}
        for zone in scene.zones:
            for id in [zone.id, *(piece.id for piece in zone.pieces)]:
                reason, rule = ahead.why_not(game, view, p, id, match.name)
                assert bool(reason) == (id not in open), (id, reason)
                assert not rule or rule in game.rules, (id, rule)
                said.add(rule)
    assert said


@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_who_is_not_asked_hears_who_is(game: Game) -> None:
    for match, p in looked_at(game, 2, 0.1):
        q = next((q for q in range(match.players) if not game.legal(match.view(q), q)), None)
        if q is not None:
            id = game.zones(match.view(q), q, match.name)[0].id
            reason, _ = ahead.why_not(game, match.view(q), q, id, match.name)
            assert match.name(p) in reason
            return
    pytest.skip("everybody is always asked")


@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_what_a_preview_says_comes_true(game: Game) -> None:
    """Whatever is hidden: the lines are told, and the points are made, when the move is played."""
    told = drawn = rare = 0
    for seed in (3, 4):
        for match, p in looked_at(game, seed, 0.08):
            view = match.view(p)
            before = bytes(view)
            for a in game.legal(view, p)[:8]:
                seen = ahead.preview(game, view, p, a, match.name)
                assert bytes(view) == before
                after = game.view(played(match, p, a), p)
                lines = game.words.narrate(after, match.name)
                assert set(seen.lines) <= set(lines), (seen.lines, lines)
                if not seen.open:
                    assert seen.lines == lines
                    assert seen.points == game.kernels.score(after, p) - game.kernels.score(view, p)
                told += len(seen.lines)
                drawn += len(seen.ghosts) + len(seen.gone)
                false = missing(seen, game.zones(view, p, match.name), game.zones(after, p, match.name))
                assert seen.open or not false
                rare += len(false)
    assert told and drawn and rare <= RARE * drawn


def missing(seen: ahead.Preview, before: list[Zone], after: list[Zone]) -> list[str]:
    """What was drawn ahead and lies elsewhere after the move, and what was to go and still lies there."""
    lay = {zone.id: {piece.id for piece in zone.pieces} for zone in before}
    lie = {zone.id: slots_of(zone) for zone in after}
    found = []
    for ghost in seen.ghosts:
        slots = [slot for slot, piece in lie[ghost.zone] if look(piece) == look(ghost.piece)]
        if not slots or (ghost.piece.slot >= 0 and ghost.slot not in slots):
            found.append(ghost.piece.id)
    stay = {piece.id for zone, pieces in lie.items() for _, piece in pieces if piece.id in lay.get(zone, ())}
    return found + [id for id in seen.gone if id in stay]


def played(match: Match, p: int, a: int) -> object:
    s = match.game.settle(match.state)
    match.game.kernels.apply(s, p, a)
    return s


@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_the_end_names_its_points_and_its_tie_break(game: Game) -> None:
    """Sources add up to the score, and where a tie-break sets two seats apart, one of those told differs."""
    for seed in range(40):
        match = random_match(game, game.players[-1], 100 + seed)
        panels, ranks = match.scene(0).panels, game.ranks(match.state)
        for panel in panels:
            if panel.sources:
                assert sum(points for words, points in panel.sources if "(tie-break)" not in words) == panel.score
        for a in panels:
            for b in panels:
                if a.score == b.score and ranks[a.seat] != ranks[b.seat]:
                    told = [(x, y) for x, y in zip(a.sources, b.sources) if "(tie-break)" in x[0]]
                    assert any(x != y for x, y in told), (a, b)
