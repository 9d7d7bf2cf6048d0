"""Last Dumpling: a whole game in one small file. docs/add-a-game.md walks through it."""

from pathlib import Path

import numpy as np

# fmt: off
from yokocho import (
    CARD, COUNT, NONE, SEAT, SPECTATOR, UNKNOWN, Components, Fields, Finale, Game, Kernels, Name, Option, Piece, State,
    Words, Zone, ask, below, drop, happens, hush, kernel, open_seats, record, roll, tell, then,
)
# fmt: on

BOX = Components(Path(__file__).with_name("components.toml"))
EACH = BOX.get(BOX.data["steamer"], "steamer", "dumplings", int)  # LD-1
DIE = np.array(BOX.get(BOX.data["appetite_die"], "appetite_die", "faces", list), np.int8)  # LD-2
SEATS, TAKES = 4, 3  # LD-4: the action list is take 1, take 2, take 3
MANY = range(EACH * SEATS + 1)
NOISY, COIN, CAT = 3, 2, 0  # LD-5

STATE = record(
    steamer=COUNT,  # LD-1  dumplings left
    appetite=CARD[SEATS],  # LD-2  each seat's secret
    eaten=COUNT[SEATS],  # LD-4
    cat=COUNT,  # LD-5  what the cat has had
    last=SEAT,  # LD-6  who took the last one
)
TURN, DISHES = 0, 0  # the only question, and the only option
ATE, SNATCHED, ENDED = range(3)  # what a move may be said to have done


@kernel
def deal(s, players, options):
    s.steamer = EACH * players  # LD-1
    s.appetite[:] = NONE
    s.appetite[:players] = UNKNOWN
    imagine(s, SPECTATOR)  # LD-2
    s.last = NONE
    then(s, (ask(TURN, 0),))  # LD-3


@kernel
def legal(s, p, out):
    n = min(s.steamer, TAKES) if open_seats(s) >> p & 1 else 0  # LD-4
    for a in range(n):
        out[a] = a
    return n


@kernel
def apply(s, p, a):
    hush(s)
    drop(s)
    s.steamer -= a + 1  # LD-4
    s.eaten[p] += a + 1
    tell(s, ATE, p, a + 1)
    if a + 1 == NOISY and roll(s, COIN) == CAT and s.steamer > 1:  # LD-5 LD-R2
        s.steamer -= 1
        s.cat += 1
        tell(s, SNATCHED)
    if s.steamer > 0:
        then(s, (ask(TURN, (p + 1) % s.players),))  # LD-3
    else:
        s.last = p  # LD-6
        s.news += 1  # LD-7: the cups are lifted
        tell(s, ENDED, p)


@kernel
def worth(s, p, n, last):
    """What n dumplings are worth to seat p, the last one or not. A die nobody shows us sets no limit."""
    meal = n if s.appetite[p] == UNKNOWN else min(n, 2 * s.appetite[p] - n)  # LD-7
    return meal - s.options[DISHES] if last else meal  # LD-6 LD-R1


@kernel
def score(s, p):
    return worth(s, p, s.eaten[p], s.last == p)  # LD-8: who has most wins


@kernel
def mask(s, p):
    s.rng[:] = 0
    for q in range(s.players):
        if q != p and s.steamer > 0:  # LD-2, until LD-7
            s.appetite[q] = UNKNOWN


@kernel
def imagine(s, p):
    """LD-2: what cannot be seen under a cup was rolled there."""
    for q in range(s.players):
        if s.appetite[q] == UNKNOWN:
            s.appetite[q] = DIE[below(s.rng, len(DIE))]


@kernel
def advise(s, p, actions, n, out):
    for i in range(n):
        out[i] = worth(s, p, s.eaten[p] + actions[i] + 1, actions[i] + 1 == s.steamer)


@kernel
def check(before, s):
    total = s.steamer + s.cat
    for p in range(s.players):
        total += s.eaten[p]
    if total != EACH * s.players:
        return 1
    return 2 if (s.last == NONE) != (s.steamer > 0) or s.agenda_size != (s.steamer > 0) else 0


def zones(s: State, p: int, name: Name) -> list[Zone]:
    dumplings = [Piece(f"dumpling#{i}", "token", "dumpling", art="dumpling") for i in range(s.steamer)]
    found = [Zone("steamer", "row", "Steamer", pieces=dumplings, slots=EACH * int(s.players), rules=["LD-1"])]
    for q in range(s.players):
        die = Piece(f"die:{q}", "die", "" if s.appetite[q] == UNKNOWN else str(s.appetite[q]), rules=["LD-2"])
        found.append(Zone(f"cup:{q}", "row", "Cup", q, [die], note=f"{s.eaten[q]} eaten"))
    return found


GAME = Game(
    title="Last Dumpling",
    credits="A game of our own, made for docs/add-a-game.md",
    summary="Eat as much as you like, not more, and never the last one.",
    sample=True,
    players=range(2, SEATS + 1),
    minutes="5",
    box=BOX,
    state=STATE,
    actions=TAKES,
    options=(Option("dishes", range(10), "LD-R1", "What does the last dumpling cost?", default=3, unit="points"),),
    endings=("somebody took the last dumpling (LD-6)",),
    invariants=("each dumpling is in the steamer, eaten, or the cat's", "turns go on until the last one is taken"),
    finale=Finale("The cat bows, and there is tea for {}.", "dumpling"),
    kernels=Kernels(deal, legal, apply, score, mask, imagine, advise=advise, check=check),
    words=Words(
        notation=lambda s, p, a: f"take {a + 1}",
        questions={TURN: "turn"},
        told=("{0:seat} eats {1}", "The cat snatches one", "{0:seat} took the last dumpling and washes the dishes"),
        events={ATE: "ate", SNATCHED: "snatched", ENDED: "ended"},
        happens={ATE: happens("moved", "cup:{0}"), SNATCHED: happens("taken", seat=None), ENDED: happens("lost")},
        question=lambda s, p, name: "How many dumplings do you take? LD-4" if s.steamer else "The steamer is empty.",
        why_not=lambda s, p, a: (f"Only {s.steamer} left in the steamer.", "LD-4"),
    ),
    zones=zones,
    touches=lambda s, p, a, zones: [dumpling.id for dumpling in zones["steamer"].pieces[-1 - a :]],
    fields=Fields({"steamer": MANY, "cat": MANY}, seat={"appetite": DIE.tolist(), "eaten": MANY}, who=["last"]),
)
