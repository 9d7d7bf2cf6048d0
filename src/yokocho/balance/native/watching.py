"""What is noted of a match while it is played: who leads, and who takes what. Generic, like playing.py.

A trace has a row for each decision; when it is full, every second row goes. The numbers of choices are those of the
verbs, then those of the game's pieces.
"""

from __future__ import annotations

import numpy as np

from yokocho.balance.native.placeholders import estimate, offered, piece, score, taken
from yokocho.core.record import NONE

OPEN, OPEN_CHANCE, TOOK, TOOK_CHANCE = range(4)  # what is noted of a choice, by seat
POINTS = 20  # of a curve: how far the match is


def note_estimates(s, trace, row):
    """Estimated final points and points so far."""
    estimate(s, trace[row, 0])
    for p in range(s.players):
        trace[row, 1, p] = score(s, p)


def thin_out(trace, numbers, rows):
    """Keeps every second row; returns how many are left."""
    kept = rows // 2
    for i in range(kept):
        numbers[i, 0] = numbers[2 * i, 0]
        numbers[i, 1] = numbers[2 * i, 1]
        for j in range(2):
            for p in range(trace.shape[2]):
                trace[i, j, p] = trace[2 * i, j, p]
    return kept


def write_chances(estimates, players, asked, decisions, usual, model, out):
    """Each seat's chance to win, from the estimates, who is asked and how far the match is: a calibrated softmax."""
    stage = min(len(model) - 1, decisions * len(model) // usual)
    highest = -np.inf
    for p in range(players):
        out[p] = estimates[p] * model[stage, 0] + model[stage, 1 + p]
        if p == asked:
            out[p] += model[stage, 1 + players]
        highest = max(highest, out[p])
    total = 0.0
    for p in range(players):
        out[p] = np.exp(out[p] - highest)
        total += out[p]
    for p in range(players):
        out[p] /= total


def note_open(seen, p, k, once, chance):
    """Choice k is open to seat p."""
    if not once:
        seen[p, k, OPEN] += 1
        seen[p, k, OPEN_CHANCE] += chance
    elif seen[p, k, OPEN] == 0:
        seen[p, k, OPEN] = 1
        seen[p, k, OPEN_CHANCE] = chance


def note_taken(seen, p, k, once, chance):
    """Seat p takes it. What is had once counts with the chance that the seat had when it was first open."""
    if not once:
        seen[p, k, TOOK] += 1
        seen[p, k, TOOK_CHANCE] += chance
    elif seen[p, k, TOOK] == 0:
        note_open(seen, p, k, once, chance)
        seen[p, k, TOOK] = 1
        seen[p, k, TOOK_CHANCE] = seen[p, k, OPEN_CHANCE]


def note_choices(s, p, actions, n, chosen, verb_of, verbs, once, chances, counted, seen):
    """What the legal actions are about, and the one that is chosen. Where all are about the same there is no choice."""
    for i in range(n):
        a = np.int64(actions[i])
        if verb_of[a] != NONE:
            counted[verb_of[a]] += 1
        k = piece(s, p, a)
        if k != NONE:
            counted[verbs + k] += 1
    own = piece(s, p, chosen)
    for i in range(n):
        a = np.int64(actions[i])
        for part in range(2):
            k = verb_of[a] if part == 0 else verbs + piece(s, p, a)
            if k < part * verbs or counted[k] == 0:  # about nothing, or noted already
                continue
            if counted[k] < n or once[k]:
                note_open(seen, p, k, once[k], chances[p])
                if k == (verb_of[chosen] if part == 0 else verbs + own):
                    note_taken(seen, p, k, once[k], chances[p])
            counted[k] = 0


def note_offers(s, verbs, once, chances, listed, seen):
    """The pieces that seats may hope for."""
    for p in range(s.players):
        for i in range(offered(s, p, listed)):
            k = verbs + listed[i]
            note_open(seen, p, k, once[k], chances[p])


def note_gains(s, verbs, once, chances, listed, seen):
    """The pieces that the last move gave."""
    for p in range(s.players):
        for i in range(taken(s, p, listed)):
            k = verbs + listed[i]
            note_taken(seen, p, k, once[k], chances[p])


def add_choices(seen, shares, players, choices):
    """Adds up what was open and taken over the seats of a match: how often, with which share won, and which chance."""
    for p in range(players):
        for k in range(len(choices)):
            if seen[p, k, OPEN] > 0:
                choices[k, 0] += seen[p, k, OPEN]
                choices[k, 1] += seen[p, k, OPEN] * shares[p]
                choices[k, 2] += seen[p, k, OPEN_CHANCE]
                choices[k, 3] += seen[p, k, TOOK]
                choices[k, 4] += seen[p, k, TOOK] * shares[p]
                choices[k, 5] += seen[p, k, TOOK_CHANCE]


def lead_of(row, players, shares):
    """Who leads alone, or NONE, and the share won by those who lead."""
    highest = row[0]
    for p in range(1, players):
        highest = max(highest, row[p])
    leader = NONE
    many = 0
    won = 0.0
    for p in range(players):
        if row[p] == highest:
            leader = p if many == 0 else NONE
            many += 1
            won += shares[p]
    return leader, won / many


def follow_lead(trace, rows, which, players, shares, curve):
    """How often the lead changed, and after which part of the match a winner led to its end; adds to a curve what share
    the leaders won.
    """
    changes = 0
    last = NONE
    settled = 0
    for i in range(rows):
        leader, won = lead_of(trace[i, which], players, shares)
        if leader != NONE:
            changes += last != NONE and leader != last
            last = leader
        if leader == NONE or won == 0.0:
            settled = i + 1
    for j in range(POINTS):
        _, won = lead_of(trace[(2 * j + 1) * rows // (2 * POINTS), which], players, shares)
        curve[j] += won
    return changes, settled / max(rows, 1)
