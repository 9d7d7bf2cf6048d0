"""Matches between bots, with what is noted of them. Generic: made for each game with its kernels as globals."""

from __future__ import annotations

import numpy as np

from yokocho.balance.native.placeholders import actor, advise, apply, deal, ending, legal, mask, rank, score, sensible
from yokocho.balance.native.watching import (
    POINTS,
    add_choices,
    follow_lead,
    note_choices,
    note_estimates,
    note_gains,
    note_offers,
    thin_out,
    write_chances,
)
from yokocho.core.rng import below, spread

RANDOM, GREEDY, SENSIBLE = range(3)
LIMIT = 100_000  # decisions; far more than any match needs
FORCED, NARROW, EQUAL, REAL = range(4)  # one legal action; one sensible one; all as good; a choice
DECISIONS, LEGAL, CHANGES, POINT_CHANGES, SETTLED, ENDING, SHARED, MARGIN, KINDS = range(9)
WIDTHS = 10  # classes of how many actions are legal: 1, 2, 3-4, 5-8, ...


def keep_allowed(actions, n, banned):
    """The actions that a bot may play, to the front; all of them where it may play none."""
    m = 0
    for i in range(n):
        if not banned[actions[i]]:
            m += 1
    if m == 0:
        return n
    m = 0
    for i in range(n):
        if not banned[actions[i]]:
            actions[m] = actions[i]
            m += 1
    return m


def choose(s, p, bot, n, w, view, actions, worth):
    """A bot's action among the first n, and what kind of decision that was (of a greedy bot)."""
    if n == 1:
        return np.int64(actions[0]), FORCED
    if bot == RANDOM:
        return np.int64(actions[below(w, n)]), REAL
    view[0] = s
    mask(view[0], p)
    m = sensible(view[0], p, actions, n)
    if m == 1:
        return np.int64(actions[0]), NARROW
    if bot == SENSIBLE:
        return np.int64(actions[below(w, m)]), REAL
    advise(view[0], p, actions, m, worth)
    best = 0
    equals = 1
    for i in range(1, m):
        if worth[i] > worth[best]:
            best = i
            equals = 1
        elif worth[i] == worth[best]:
            equals += 1
            if below(w, equals) == 0:
                best = i
    return np.int64(actions[best]), EQUAL if equals == m else REAL


def width_of(n):
    """The class of a number of legal actions."""
    width = 0
    while 1 << width < n and width < WIDTHS - 1:
        width += 1
    return width


def share_out(s, players, ranks, shares):
    """The shares of the win; how many there are."""
    rank(s, ranks)
    winners = 0
    for p in range(players):
        winners += ranks[p] == 1
    for p in range(players):
        shares[p] = 1.0 / winners if ranks[p] == 1 else 0.0
    return winners


def margin_of(scores, players):
    """By how much the best score beats the second."""
    first, second = -np.inf, -np.inf
    for p in range(players):
        if scores[p] > first:
            first, second = scores[p], first
        elif scores[p] > second:
            second = scores[p]
    return first - second


def play_match(
    states, w, players, shift, bots, banned, leading, choosing, verb_of, verbs, once, usual, model, actions, listed,
    legal_ones, worth, counted, chances, trace, numbers, seen, widths, tally,
):  # fmt: skip
    """Plays states[0] to its end; returns how many rows the trace has."""
    s = states[0]
    view = states[1:2]
    rows = 0
    stride = 1
    decisions = 0
    while decisions < LIMIT:
        p = actor(s)
        if p < 0:
            break
        slot = (p + shift) % players
        n = legal(s, p, actions)
        n = keep_allowed(actions, n, banned[slot])
        if n == 0:
            break
        if leading and decisions % stride == 0:
            if rows == len(trace):
                rows = thin_out(trace, numbers, rows)
                stride *= 2
            note_estimates(s, trace, rows)
            numbers[rows, 0] = decisions
            numbers[rows, 1] = p
            rows += 1
        for i in range(n):
            legal_ones[i] = actions[i]
        a, kind = choose(s, p, bots[slot], n, w, view, actions, worth)
        tally[KINDS + kind] += 1
        tally[LEGAL] += n
        widths[width_of(n)] += 1
        if choosing:
            write_chances(trace[max(rows - 1, 0), 0], players, p, decisions, usual, model, chances)
            note_offers(s, verbs, once, chances, listed, seen)
            if n > 1:
                note_choices(s, p, legal_ones, n, a, verb_of, verbs, once, chances, counted, seen)
        apply(s, p, a)
        if choosing:
            note_gains(s, verbs, once, chances, listed, seen)
        decisions += 1
    tally[DECISIONS] = decisions
    tally[ENDING] = ending(s)
    return rows


def play_some(
    base, start, stop, rotations, players, options, bots, banned, leading, choosing, verb_of, verbs, once, usual, model,
    states, actions, listed, legal_ones, worth, counted, chances, trace, numbers, seen, widths, curves, choices,
    tallies, scores, ranks, shares, samples,
):  # fmt: skip
    """Plays matches start to stop - 1 of a series; of each deal there are so many rotations of the bots."""
    w = np.zeros(4, np.uint64)
    blank = states[2]
    blank.players = players
    for i in range(len(options)):
        blank.options[i] = options[i]
    for m in range(start, stop):
        i = m - start
        states[0] = blank
        s = states[0]
        spread(base, 2 * (m // rotations), s.rng)
        spread(base, 2 * (m // rotations) + 1, w)
        deal(s, players, options)
        seen[:] = 0.0
        rows = play_match(
            states, w, players, m % rotations, bots, banned, leading, choosing, verb_of, verbs, once, usual, model,
            actions, listed, legal_ones, worth, counted, chances, trace, numbers, seen, widths, tallies[i],
        )  # fmt: skip
        for p in range(players):
            scores[i, p] = score(s, p)
        tallies[i, SHARED] = share_out(s, players, ranks[i], shares[i]) > 1
        tallies[i, MARGIN] = margin_of(scores[i], players)
        if rows > 0:
            tallies[i, CHANGES], tallies[i, SETTLED] = follow_lead(trace, rows, 0, players, shares[i], curves[0])
            tallies[i, POINT_CHANGES], _ = follow_lead(trace, rows, 1, players, shares[i], curves[1])
            for j in range(len(samples[i])):
                row = (2 * j + 1) * rows // (2 * POINTS)
                samples[i, j, players] = numbers[row, 0]
                samples[i, j, players + 1] = numbers[row, 1]
                for p in range(players):
                    samples[i, j, p] = trace[row, 0, p]
        if choosing:
            add_choices(seen, shares[i], players, choices)
