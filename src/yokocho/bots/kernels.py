"""Placeholders for a game's kernels, by the names that generic algorithms use; `specialise` replaces them."""

from __future__ import annotations


def stands_for_a_games_own(*_):
    raise NotImplementedError("a generic algorithm is made for a game before it is run: see specialise")


actor = advise = apply = check = deal = ending = estimate = imagine = legal = mask = stands_for_a_games_own
observe = pending = rank = rollout = score = sensible = stands_for_a_games_own
