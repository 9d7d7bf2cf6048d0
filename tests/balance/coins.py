"""A game whose balance is known: each of two seats takes the coin or the stone; a coin gives a point in seven of ten
cases, a stone in three.

Of two who choose at random, who takes the coin wins 0.6 of a match and who takes the stone 0.4. Who may not take the
coin wins 0.3 against who takes it: 0.3 * 0.3 alone, and half of the 0.42 in which both or neither score.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from last_dumpling import GAME as DUMPLING
from yokocho.core.agenda import ask, drop, hush, open_seats, then
from yokocho.core.game import Game, Kernels, Pieces, Words
from yokocho.core.kernel import kernel
from yokocho.core.position import Fields
from yokocho.core.record import COUNT, record
from yokocho.core.rng import below

COIN, STONE = 0, 1
OF_TEN = np.array([7, 3])
STATE = record(points=COUNT[2])


@kernel
def deal(s, players, options):
    then(s, (ask(0, 0),))


@kernel
def legal(s, p, out):
    if not open_seats(s) >> p & 1:
        return 0
    out[0], out[1] = COIN, STONE
    return 2


@kernel
def apply(s, p, a):
    hush(s)
    drop(s)
    s.points[p] += below(s.rng, 10) < OF_TEN[a]
    if p == 0:
        then(s, (ask(0, 1),))


@kernel
def score(s, p):
    return s.points[p]


@kernel
def mask(s, p):
    s.rng[:] = 0


@kernel
def imagine(s, p):
    return


@kernel
def advise(s, p, actions, n, out):
    for i in range(n):
        out[i] = OF_TEN[actions[i]]


@kernel
def piece(s, p, a):
    return a


COINS = Game(
    name="coins",
    title="Coins",
    credits="For a test",
    summary="Coins are better.",
    players=range(2, 3),
    minutes="1",
    box=DUMPLING.box,
    folder=Path(__file__).parent,
    rule_prefix="CO",
    state=STATE,
    actions=2,
    verbs={"take coin": [COIN], "take stone": [STONE]},
    pieces=(Pieces("Things", ("coin", "stone")),),
    kernels=Kernels(deal, legal, apply, score, mask, imagine, advise=advise, piece=piece),
    words=Words(notation=lambda s, p, a: ("take coin", "take stone")[a], questions={0: "take"}),
    zones=lambda s, p, name: [],
    fields=Fields({}, seat={"points": range(2)}),
)
