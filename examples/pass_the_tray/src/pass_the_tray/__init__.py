"""Pass the Tray: simultaneous, hidden choices in one small file. docs/add-a-game.md explains them."""

from pathlib import Path

import numpy as np

# fmt: off
from yokocho import (
    CARD, COUNT, NONE, NUMBER, SPECTATOR, UNKNOWN, Components, Fields, Finale, Game, Kernels, Name, Option, Piece,
    State, Words, Zone, ask_several, asked_seats, below, excuse, happens, hush, kernel, record, tell, then,
)
# fmt: on

BOX = Components(Path(__file__).with_name("components.toml"))
NAMES = ["bun", "dango", "tea"]
BUN, DANGO, TEA = range(3)  # the action list: to take one of them
KINDS, SEATS, LEAST, ROUNDS = 3, 5, 2, 3
CARDS = np.array([BOX.get(BOX.data[name], name, "cards", int) for name in NAMES], np.int8)
TRAYS = np.array(BOX.get(BOX.data["tray"], "tray", "cards", list), np.int8)  # PT-1: from LEAST players on
BUN_POINTS, STICK_POINTS, TEA_POINTS = [BOX.get(BOX.data[name], name, "points", int) for name in NAMES]
ENOUGH = BOX.get(BOX.data["bun"], "bun", "enough", int)  # PT-7
STICK = BOX.get(BOX.data["dango"], "dango", "stick", int)  # PT-8

STATE = record(
    rounds=COUNT,  # PT-1   those that are over
    left=COUNT,  # PT-6   cards on each tray
    tray=COUNT[SEATS, KINDS],  # PT-2   how many of each kind; a secret
    chosen=CARD[SEATS],  # PT-3   face down, and still counted on the tray
    plate=COUNT[SEATS, KINDS],  # PT-4   how many of each kind
    points=NUMBER[SEATS],  # PT-10  of the rounds that are over
)
CHOSE, TOOK, SCORED = range(3)  # what a move may be said to have done
CHOOSE, TIES, ALL_OF_THEM = 0, 0, 0  # the only question; the only option, and its first value


@kernel
def everybody(s):
    return (1 << s.players) - 1


@kernel
def deal(s, players, options):
    s.news += 1
    s.left = TRAYS[s.players - LEAST]  # PT-1
    s.chosen[:] = NONE
    s.plate[:] = 0
    s.tray[:] = 0
    s.tray[:players] = UNKNOWN
    imagine(s, SPECTATOR)  # PT-2
    then(s, (ask_several(CHOOSE, everybody(s)),))  # PT-3


@kernel
def legal(s, p, out):
    n = 0
    for k in range(KINDS):
        if asked_seats(s) >> p & 1 and s.tray[p, k] > 0:  # PT-3
            out[n] = k
            n += 1
    return n


@kernel
def apply(s, p, a):
    hush(s)
    s.chosen[p] = a  # PT-3
    excuse(s, p)
    if s.agenda_size > 0:
        tell(s, CHOSE, p)
        return
    s.news += 1
    for q in range(s.players):  # PT-4
        tell(s, TOOK, q, s.chosen[q])
        s.tray[q, s.chosen[q]] -= 1
        s.plate[q, s.chosen[q]] += 1
        s.chosen[q] = NONE
    for q in range(s.players - 1, 0, -1):  # PT-5
        for k in range(KINDS):
            s.tray[q, k], s.tray[q - 1, k] = s.tray[q - 1, k], s.tray[q, k]
    s.left -= 1
    if s.left > 1:
        then(s, (ask_several(CHOOSE, everybody(s)),))
    else:
        end_round(s)  # PT-6


@kernel
def end_round(s):
    s.rounds += 1
    for q in range(s.players):
        tell(s, SCORED, q, meal(s, q), s.rounds)
    if s.rounds < ROUNDS:  # PT-10: the last plates stay
        for q in range(s.players):
            s.points[q] += meal(s, q)
        deal(s, s.players, s.options)


@kernel
def meal(s, p):
    """What a plate is worth."""
    buns, tea, as_much = s.plate[p, BUN], s.plate[p, TEA], 0
    points = min(BUN_POINTS * buns, (BUN_POINTS + 1) * ENOUGH - buns)  # PT-7
    points += s.plate[p, DANGO] // STICK * STICK_POINTS  # PT-8
    for q in range(s.players):
        if s.plate[q, TEA] > tea:
            return points
        as_much += s.plate[q, TEA] == tea
    return points + TEA_POINTS if tea > 0 and (as_much == 1 or s.options[TIES] == ALL_OF_THEM) else points  # PT-9 PT-R1


@kernel
def score(s, p):
    return s.points[p] + meal(s, p)  # PT-10: who has most wins


@kernel
def mask(s, p):
    s.rng[:] = 0
    passed = TRAYS[s.players - LEAST] - s.left
    for q in range(s.players):
        if q != p and s.chosen[q] != NONE:  # PT-3
            s.chosen[q] = UNKNOWN
        if p == SPECTATOR or (q - p) % s.players > passed:  # PT-R2: this tray has not been here
            s.tray[q, :] = UNKNOWN


@kernel
def unseen(s, k):
    """How many cards of a kind are on no plate and on no tray we know."""
    n = CARDS[k]
    for q in range(s.players):
        n -= s.plate[q, k] + max(s.tray[q, k], 0)
    return n


@kernel
def draw(s, buns, dango, tea):
    """One card of so many, at random."""
    n = below(s.rng, max(buns + dango + tea, 1))
    return BUN if n < buns else DANGO if n < buns + dango else TEA


@kernel
def imagine(s, p):
    """PT-2: on a tray we do not know is any of the cards unseen. PT-3: any card of a tray may have been chosen."""
    for q in range(s.players):
        if s.tray[q, BUN] == s.tray[q, DANGO] == s.tray[q, TEA] == UNKNOWN:
            s.tray[q, :] = 0
            for _ in range(s.left):
                s.tray[q, draw(s, unseen(s, BUN), unseen(s, DANGO), unseen(s, TEA))] += 1
    for q in range(s.players):
        if s.chosen[q] == UNKNOWN:
            s.chosen[q] = draw(s, s.tray[q, BUN], s.tray[q, DANGO], s.tray[q, TEA])


@kernel
def advise(s, p, actions, n, out):
    missing = STICK - s.plate[p, DANGO] % STICK
    for i in range(n):
        if actions[i] == BUN:
            out[i] = BUN_POINTS if s.plate[p, BUN] < ENOUGH else -1
        else:
            out[i] = TEA_POINTS / 3 if actions[i] == TEA else STICK_POINTS / missing if missing < s.left else 0


@kernel
def check(before, s):
    asked = 0
    for p in range(s.players):
        dealt, left = TRAYS[s.players - LEAST], s.left
        for k in range(KINDS):
            dealt -= s.tray[p, k] + s.plate[p, k]
            left -= s.tray[p, k]
        if dealt != 0 or left != 0 or unseen(s, BUN) < 0 or unseen(s, DANGO) < 0 or unseen(s, TEA) < 0:
            return 1
        if s.chosen[p] == NONE:
            asked |= 1 << p
        elif s.tray[p, s.chosen[p]] == 0:
            return 2
    if s.rounds == ROUNDS:
        return 2 if s.left != 1 or s.agenda_size > 0 or asked != everybody(s) else 0
    return 2 if s.left < 2 or s.agenda_size != 1 or asked == 0 or s.agenda[0, 1] != asked else 0


def cards(where: str, kind: str, many: list[int]) -> list[Piece]:
    looks = [("orange", "circle", "PT-7"), ("pink", "ring", "PT-8"), ("green", "leaf", "PT-9")]
    arts = ("dumpling", "dango", "tea")
    return [
        Piece(f"{where}/{word}#{i}", kind, word, color, shape, rules=[rule], art=art)
        for n, word, art, (color, shape, rule) in zip(many, NAMES, arts, looks)
        for i in range(n)
    ]


def zones(s: State, p: int, name: Name) -> list[Zone]:
    found = []
    for q in range(s.players):
        face = NAMES[s.chosen[q]] if s.chosen[q] >= 0 else ""
        chosen = [Piece(f"chosen:{q}", "card", face, rules=["PT-3"])] if s.chosen[q] != NONE else []
        tray = [int(s.tray[q, k]) - (k == s.chosen[q]) for k in range(KINDS)]
        seen = " ".join(f"{n} {word}" for n, word in zip(tray, NAMES) if n > 0)
        stack = Zone(f"tray:{q}", "stack", "Tray", q, count=int(s.left), note=seen, rules=["PT-R2"])
        fan = Zone(f"tray:{q}", "fan", "Tray", q, cards(f"tray:{q}", "card", tray), rules=["PT-2"])
        plate = chosen + cards(f"plate:{q}", "token", s.plate[q].tolist())
        note = f"{meal(s, q)} points"
        places = int(TRAYS[s.players - LEAST])
        found.append(fan if q == p else stack)
        found.append(Zone(f"plate:{q}", "row", "Plate", q, plate, note=note, rules=["PT-4"], slots=places))
    return found


MANY = range(max(TRAYS) + 1)
TIES_IN_WORDS = {"all": "All of them", "none": "None of them"}

GAME = Game(
    title="Pass the Tray",
    credits="A game of our own, made for docs/add-a-game.md",
    summary="Take a card and pass the rest on: some buns, sticks of three dango, or the most tea.",
    sample=True,
    players=range(LEAST, SEATS + 1),
    minutes="10",
    box=BOX,
    state=STATE,
    actions=KINDS,
    options=(Option("tea", ("all", "none"), "PT-R1", "Who scores when several have most tea?", labels=TIES_IN_WORDS),),
    verbs={f"take {name}": [k] for k, name in enumerate(NAMES)},
    endings=("three rounds have been played (PT-10)",),
    invariants=("each card is on a tray, a plate or in the box", "who has chosen no card is asked, until one is left"),
    finale=Finale("The last tray stays with {}.", "dango"),
    kernels=Kernels(deal, legal, apply, score, mask, imagine, advise=advise, check=check),
    words=Words(
        notation=lambda s, p, a: f"take {NAMES[a]}",
        questions={CHOOSE: "choose"},
        told=("{0:seat} has chosen", "{0:seat} takes {1:card}", "{0:seat} scores {1} in round {2}"),
        events={CHOSE: "chose", TOOK: "took", SCORED: "scored"},
        happens={CHOSE: happens("moved", "plate:{0}", "chosen:{0}"), TOOK: happens("moved", "plate:{0}")},
        terms={"card": NAMES},
        question=lambda s, p, name: "Which card do you take? PT-3" if s.agenda_size else "The trays are empty.",
        why_not=lambda s, p, a: (f"There is no {NAMES[a]} on your tray.", "PT-3"),
        secret=lambda s, q, a, p: asked_seats(s) != 1 << q,  # PT-3; the last choice is shown at once: PT-4
    ),
    zones=zones,
    touches=lambda s, p, a, zones: [card.id for card in zones[f"tray:{p}"].pieces if card.face == NAMES[a]],
    fields=Fields(
        {"rounds": range(ROUNDS + 1), "left": MANY},
        seat={"tray": MANY, "chosen": range(NONE, KINDS), "plate": MANY, "points": range(200)},
    ),
)
