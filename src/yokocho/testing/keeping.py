"""Promises about what is kept: positions and saved matches."""

from __future__ import annotations

import json
from typing import Any

from yokocho.core.errors import BadInput
from yokocho.core.match import Match
from yokocho.testing.naming import differences, first_difference, said
from yokocho.testing.promises import Sample, promise

SAVED = 9  # after so many moves, and at the end, a match is saved


def plain(document: Any) -> Any:
    """As it is after it has been stored."""
    return json.loads(json.dumps(document))


@promise("position", "a position holds the whole state: written and read again, it is the same")
def position(sample: Sample) -> None:
    game = sample.game
    for moment in sample.moments(0.5):
        state = game.settle(moment.s)
        written = plain(game.write(moment.s))
        try:
            again = game.read(game, written)
        except BadInput as error:
            raise sample.broken(f"the position reached is refused: {error}") from None
        lost = differences(state, again)
        if lost:
            raise sample.broken(f"the position loses {said(lost, 'written', 'read')}")
        found = first_difference(written, plain(game.write(again)))
        if found:
            raise sample.broken("the position has {} as {!r}, and read and written again as {!r}".format(*found))


@promise("seen", "what a seat sees is read as a table that it holds possible, or refused for what is hidden")
def seen(sample: Sample) -> None:
    game = sample.game
    for moment in sample.moments(0.3):
        match, p = moment.match, max(moment.match.actor(), 0)
        written = plain(game.write(match.view(p)))
        try:
            s = game.read(game, written | {"generator": None, "seed": "view"})
        except BadInput as error:
            if "?" not in json.dumps(written):
                raise sample.broken(f"seat {p} sees everything, but that position is refused: {error}") from None
            continue
        if game.legal(s, p) != match.legal(p):
            raise sample.broken(f"read from what seat {p} sees, it has other legal actions: {game.legal(s, p)}")


@promise("resume", "a match goes on from a position as it would have without")
def resume(sample: Sample) -> None:
    game = sample.game
    for moment in sample.played(0.3):
        whole = moment.match
        middle = len(whole.moves) // 2
        match = Match.from_position(game, plain(game.write(whole.at(middle))))
        for move in whole.moves[middle:]:
            match.play(move.seat, move.notation, move.time)
        found = first_difference(outcome(whole), outcome(match))
        if found:
            raise sample.broken(f"gone on from move {middle}, {said([found], 'as a whole', 'from there')}")
        check_saved(sample, match)


@promise("saved", "a saved match is loaded as it was")
def saved(sample: Sample) -> None:
    for moment in sample.moments(0.3):
        if len(moment.match.moves) in (0, SAVED) or moment.match.over:
            loaded = check_saved(sample, moment.match)
            changed = differences(moment.s, loaded.state)
            if changed:
                raise sample.broken(f"a loaded match has {said(changed, 'saved', 'loaded')}")


def check_saved(sample: Sample, match: Match) -> Match:
    kept = plain(match.to_json())
    try:
        loaded = Match.from_json(kept, lambda name: sample.game)
    except BadInput as error:
        raise sample.broken(f"the saved match is refused: {error}") from None
    found = first_difference(kept, plain(loaded.to_json()))
    if found:
        raise sample.broken(f"a saved match has {said([found], 'saved', 'loaded')}")
    return loaded


def outcome(match: Match) -> dict[str, Any]:
    return {"position": plain(match.game.write(match.state)), "result": plain(match.result())}
