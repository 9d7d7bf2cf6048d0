"""A match as data, decision by decision, unmasked: for debugging and cross-checking."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from yokocho.core.game import BadInput
from yokocho.core.match import Match, read_json


def trace(match: Match, choose: Callable[[int], int], first: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """Yields a dict for each decision (seat, question, legal moves, chosen move, position), then one for the result.

    The moves in ``first`` are played first; after them ``choose`` decides.
    """
    words = match.game.words
    while not match.over:
        p = match.actor()
        n = len(match.moves)
        move: int | str = first[n] if n < len(first) else choose(p)
        line = {
            "move": n,
            "seat": p,
            "question": words.asks(match.state),
            "legal": match.notations(p),
            "chosen": words.notation(match.state, p, match.validate(p, move)),
            "position": match.game.write(match.state),
        }
        yield line
        match.play(p, move, when=0)
    yield {"over": True, **(match.result() or {}), "position": match.game.write(match.state)}


def play_moves(path: Path) -> list[str]:
    """The moves of a file: a saved match, or a list of notations."""
    data = read_json(path)
    if isinstance(data, dict):
        data = [row[1] if isinstance(row, list) and len(row) > 1 else None for row in data.get("moves", [None])]
    if not isinstance(data, list) or not all(isinstance(text, str) for text in data):
        raise BadInput(f"{path}: a saved match, or a list of moves in notation")
    return data
