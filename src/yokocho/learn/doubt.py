"""Finds the clear mistakes among the moves of a seat, before one is made."""

from __future__ import annotations

from yokocho.bots.search import Search
from yokocho.bots.seats import Thought
from yokocho.core.game import Game
from yokocho.core.record import State
from yokocho.core.scene import Name
from yokocho.learn.coach import coach, question

DOUBT = Thought(2000, 0.4)
LEAST_VISITS = 20  # of a move, to judge it
CLEAR = 0.1  # so much less of the chance to win is a clear mistake, beyond the search's own doubt
NOISE = 0.7  # of that doubt, by the square root of the visits


def doubts(game: Game, view: State, p: int, name: Name) -> dict[int, str]:
    """What is asked before each clear mistake in a masked state, by action. Nothing if the game's coach has no
    question, or the rules are not compiled yet.
    """
    found = coach(game)
    if not found.ask or game.interpreted:
        return {}
    moves = Search(game, "doubt").think(view, p, DOUBT.iterations, DOUBT.seconds)
    best = moves[0]
    return {
        move.action: question(found, game, view, p, move.action, best.action, name)
        for move in moves
        if move.visits >= LEAST_VISITS and best.value - move.value > CLEAR + NOISE / move.visits**0.5
    }
