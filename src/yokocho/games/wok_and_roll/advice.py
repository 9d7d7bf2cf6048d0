"""What a good cook would do: exact expectation at the market (7.1), every way to cook (7.2)."""

from __future__ import annotations

import numpy as np

from yokocho.core.agenda import open_kind
from yokocho.core.kernel import kernel
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.cooking import take_step
from yokocho.games.wok_and_roll.market_odds import (
    ADD_RED,
    ADD_WHITE,
    DIGIT,
    FIRST_WHITE,
    FULL,
    FULL_RED,
    FULL_WHITE,
    KEPT_WHITE,
    PLACE_RED,
    PLACE_WHITE,
    keep_worth,
)
from yokocho.games.wok_and_roll.scoring import score
from yokocho.games.wok_and_roll.search import (
    best_of,
    best_with,
    empty_fridge,
    fill_fridge,
    load_lane,
    room_for,
    save_lane,
)
from yokocho.games.wok_and_roll.worth import sheet_worth, turns_left

DENIAL = 0.6  # how much of the others' gain counts against a roll
KEPT_TURN = 1 << 14  # places for the sheets of one turn
KEPT_MARKET = 1 << 15  # and for those of all rolls


@kernel
def advise_cook(s, p, actions, n, out):
    """The best end of the turn that each step leads to."""
    room = room_for(KEPT_TURN)
    left = turns_left(s)
    lane = np.empty(room[2].shape[1], np.int64)
    save_lane(s, p, lane)
    for i in range(n):
        if actions[i] == state.DONE:
            out[i] = sheet_worth(s, p, left)
        else:
            take_step(s, p, actions[i])
            out[i] = best_of(s, p, left, room)
            load_lane(s, p, lane)


@kernel
def place_of(places, counts):
    n = 0
    for f in range(kit.KINDS):
        n += counts[f] * DIGIT[f]
    return places[n]


@kernel
def value_rolls(s, p, left, room, leaf):
    """leaf[state]: the own best turn with all dice, less part of what the white ones give the others."""
    own = np.zeros(len(PLACE_WHITE), np.float64)  # by dice of both colours together
    known = np.zeros(len(PLACE_WHITE), np.uint8)
    dice = np.empty(kit.KINDS, np.int64)
    others = np.zeros(FULL_WHITE, np.float64)
    for q in range(s.players):
        if q == p:
            continue
        for w in range(FULL_WHITE):
            for f in range(kit.KINDS):
                dice[f] = KEPT_WHITE[FIRST_WHITE + w, f]
            others[w] += best_with(s, q, left, room, dice) / (s.players - 1)
    for i in range(len(FULL)):
        at = 0
        for f in range(kit.KINDS):
            dice[f] = FULL[i, 0, f] + FULL[i, 1, f]
            at += dice[f] * DIGIT[f]
        if known[at] == 0:
            known[at] = 1
            own[at] = best_with(s, p, left, room, dice)
        leaf[i] = own[at] - (DENIAL * others[i // FULL_RED] if s.players > 1 else 0.0)


@kernel
def advise_market(s, p, actions, n, out):
    """7.1: what each choice of dice to keep is worth under optimal play. Looked at without the Fridge."""
    room = room_for(KEPT_MARKET)
    fridges = np.empty((state.SEATS, kit.KINDS), np.int64)
    for q in range(s.players):
        empty_fridge(s, q, fridges[q])
    leaf = np.empty(len(FULL), np.float64)
    value_rolls(s, p, turns_left(s), room, leaf)
    for q in range(s.players):
        fill_fridge(s, q, fridges[q])
        for f in range(kit.KINDS):
            s.pool[q, f] = 0
    keep = np.empty((len(ADD_WHITE), len(ADD_RED)), np.float64)
    best = np.empty((len(ADD_WHITE), len(ADD_RED)), np.float64)
    keep_worth(leaf, kit.ROLLS - s.rolls, keep, best)
    white = np.empty(kit.KINDS, np.int64)
    red = np.empty(kit.KINDS, np.int64)
    for i in range(n):
        dice = state.PART[actions[i], 0]
        for f in range(kit.KINDS):
            white[f] = 0
            red[f] = 0
        for d in range(kit.DICE):
            if dice >> d & 1 == 0:
                if d < kit.WHITE:
                    white[s.dice[d]] += 1
                else:
                    red[s.dice[d]] += 1
        out[i] = keep[place_of(PLACE_WHITE, white), place_of(PLACE_RED, red)]


@kernel
def advise(s, p, actions, n, out):
    if open_kind(s) == state.COOKING:
        advise_cook(s, p, actions, n, out)
    else:
        advise_market(s, p, actions, n, out)


@kernel
def estimate(s, out):
    """Points, and what the sheets promise."""
    for p in range(s.players):
        out[p] = sheet_worth(s, p, turns_left(s)) if s.phase != state.OVER else score(s, p)
