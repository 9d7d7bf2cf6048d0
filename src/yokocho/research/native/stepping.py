"""Many matches in lock-step: one decision of each a step. Generic: made for each game with its kernels as globals.

``s`` is a state, ``w`` the same memory as words. The first functions are about one match and run anywhere; the loops
below them are for a processor.
"""

from __future__ import annotations

import numpy as np

from yokocho.core.rng import below, spread
from yokocho.research.native.placeholders import actor, advise, apply, deal, legal, mask, observe, rank, score, sensible

OVER = -1  # the seat that decides when a match is over


def copy_words(source, target):
    for j in range(len(target)):
        target[j] = source[j]


def start_match(s, w, base, number, players, options):
    """Deals match ``number`` of the series that four base words stand for."""
    for j in range(len(w)):
        w[j] = 0
    s.players = players
    for j in range(len(options)):
        s.options[j] = options[j]
    spread(base, number, s.rng)
    deal(s, players, options)


def ask_next(s, skipping, choices):
    """Who decides next, and among how many actions, which are written to ``choices``. Forced moves may be skipped."""
    while True:
        p = actor(s)
        if p < 0:
            return OVER, 0
        n = legal(s, p, choices)
        if n != 1 or not skipping:
            return p, n
        apply(s, p, np.int64(choices[0]))


def write_result(s, players, places, points, rewards):
    """Places, points and rewards of a match that is over. The rewards of several seats add up to 0."""
    rank(s, places)
    firsts = 0
    for p in range(players):
        firsts += places[p] == 1
    for p in range(players):
        points[p] = score(s, p)
        if players == 1:
            rewards[p] = points[p]
        elif places[p] == 1:
            rewards[p] = (players / firsts - 1.0) / (players - 1.0)
        else:
            rewards[p] = -1.0 / (players - 1.0)


def write_observation(s, p, out):
    """What seat p sees, into zeros. The state is masked in place."""
    mask(s, p)
    observe(s, p, out)


# --- on a processor


def start_some(
    start, stop, many, states, words, base, players, options, skipping, choices, counts, marks, actors, episodes, ended,
    faults, places, points, rewards,
):  # fmt: skip
    """Deals matches ``start`` to ``stop`` - 1 of ``many`` in lock-step."""
    for i in range(start, stop):
        for k in range(counts[i]):
            marks[i, choices[i, k]] = 0
        start_match(states[i], words[i], base, i + many * episodes[i], players, options)
        p, n = ask_next(states[i], skipping, choices[i])
        actors[i], counts[i] = p, n
        for k in range(n):
            marks[i, choices[i, k]] = 1
        ended[i] = 0
        faults[i] = 0
        for q in range(players):
            rewards[i, q] = 0.0


def step_some(
    start, stop, many, states, words, base, players, options, skipping, choices, counts, marks, actors, episodes, ended,
    faults, places, points, rewards, actions, again,
):  # fmt: skip
    """Plays one action in each match. Returns how many were not legal and so not played."""
    wrong = 0
    for i in range(start, stop):
        s = states[i]
        if ended[i]:
            ended[i] = 0
            for q in range(players):
                rewards[i, q] = 0.0
        if actors[i] < 0:
            continue
        a = np.int64(actions[i])
        faults[i] = a < 0 or a >= marks.shape[1] or marks[i, a] == 0
        if faults[i]:
            wrong += 1
            continue
        for k in range(counts[i]):
            marks[i, choices[i, k]] = 0
        apply(s, np.int64(actors[i]), a)
        p, n = ask_next(s, skipping, choices[i])
        if p < 0:
            write_result(s, players, places[i], points[i], rewards[i])
            ended[i] = 1
            episodes[i] += 1
            if again:
                start_match(s, words[i], base, i + many * episodes[i], players, options)
                p, n = ask_next(s, skipping, choices[i])
        actors[i], counts[i] = p, n
        for k in range(n):
            marks[i, choices[i, k]] = 1
    return wrong


def observe_some(start, stop, words, actors, views, view_words, observations):
    """What the seat that decides sees of each match."""
    for i in range(start, stop):
        observations[i, :] = 0.0
        if actors[i] >= 0:
            copy_words(words[i], view_words[0])
            write_observation(views[0], np.int64(actors[i]), observations[i])


def advise_some(start, stop, words, actors, choices, counts, views, view_words, listed, worth, advice):
    """What the game's own heuristic thinks of each legal action, from what the seat sees; actions that are not sensible
    are as bad as the worst. 0 where nobody decides or nothing is to be decided.
    """
    for i in range(start, stop):
        advice[i, :] = 0.0
        if counts[i] > 1:
            p = np.int64(actors[i])
            copy_words(words[i], view_words[0])
            mask(views[0], p)
            for k in range(counts[i]):
                listed[k] = choices[i, k]
            n = sensible(views[0], p, listed, counts[i])
            advise(views[0], p, listed, n, worth)
            worst = worth[0]
            for k in range(n):
                worst = min(worst, worth[k])
            for k in range(counts[i]):
                advice[i, choices[i, k]] = worst
            for k in range(n):
                advice[i, listed[k]] = worth[k]


def draw_some(start, stop, choices, counts, generators, actions):
    """A legal action of each match, at random."""
    for i in range(start, stop):
        actions[i] = choices[i, below(generators[i], counts[i])] if counts[i] > 0 else 0
