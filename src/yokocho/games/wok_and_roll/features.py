"""Numbers for learning, from a masked state: the turn, the dice, then every sheet, the own first."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.core.observing import Part, by_seat, observe_question, part_of, question_parts
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.cooking import RECTS
from yokocho.games.wok_and_roll.scoring import score
from yokocho.games.wok_and_roll.sheet import active, is_crossed, is_locked
from yokocho.games.wok_and_roll.state import SEATS

QUESTIONS = state.COOKING + 1  # kinds of question
SERVED = len(kit.POINTS)
LONG = 50  # turns
RICH = 200  # points
MANY = 100  # of one ingredient

OBSERVATION = [
    *question_parts(SEATS, QUESTIONS),
    Part("turns, rolls", 2),
    Part("whose turn", SEATS),
    Part("dice", (kit.DICE, kit.KINDS)),
    *by_seat(
        SEATS,
        Part("points, done cooking", 2, low=-1),
        Part("servings crossed off", SERVED),
        *([Part("servings locked", SERVED)] if kit.LOCKS else []),
        Part("Fridge", kit.KINDS, high=MANY),
        Part("dice to spend", kit.KINDS, high=kit.DICE),
        Part("row ingredients", kit.KINDS, high=MANY),
        Part("hexagons", kit.INGREDIENTS),
        Part("rectangles", RECTS),
    ),
]


@kernel
def observe_market(s, me, out, k):
    out[k] = part_of(s.turn, LONG)
    out[k + 1] = part_of(s.rolls, kit.ROLLS)
    out[k + 2 + (active(s) - me) % s.players] = 1
    k += 2 + SEATS
    for i in range(kit.DICE):
        if s.dice[i] >= 0:
            out[k + s.dice[i]] = 1
        k += kit.KINDS
    return k


@kernel
def observe_sheet(s, q, out, k):
    out[k] = part_of(score(s, q), RICH)
    out[k + 1] = s.done >> q & 1
    k += 2
    for v in range(SERVED):
        out[k + v] = is_crossed(s, q, v)
    k += SERVED
    if kit.LOCKS:
        for v in range(SERVED):
            out[k + v] = is_locked(s, q, v)
        k += SERVED
    for f in range(kit.KINDS):
        out[k + f] = s.fridge[q, f]
        out[k + kit.KINDS + f] = s.pool[q, f]
        out[k + 2 * kit.KINDS + f] = s.tokens[q, f]
    k += 3 * kit.KINDS
    for f in range(kit.INGREDIENTS):
        out[k + f] = s.hexes[q] >> f & 1
    k += kit.INGREDIENTS
    for r in range(RECTS):
        out[k + r] = s.rects[q] >> r & 1
    return k + RECTS


@kernel
def observe(s, p, out):
    me = max(p, 0)
    k = observe_question(s, p, SEATS, QUESTIONS, out)
    k = observe_market(s, me, out, k)
    for i in range(s.players):
        k = observe_sheet(s, (me + i) % s.players, out, k)
