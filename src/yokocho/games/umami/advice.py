"""What a move is worth, roughly: the greedy bot, rollouts and search priors use it. Reads masked states only.

The worth of a Dish is counted in points: a complete one by the best Favorite it could win and hold, an incomplete one
by what it may become with the cards within reach.
"""

from __future__ import annotations

import numpy as np

from yokocho.core.agenda import open_a, open_kind
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.umami import components as kit
from yokocho.games.umami import state
from yokocho.games.umami.claims import TASTE, taste
from yokocho.games.umami.dishes import first_free, is_open
from yokocho.games.umami.scoring import icons_in_set, score

# Judgements, tuned by self-play
NOW = 0.95  # a number that can still be played this turn
LATER = 0.3  # a number in hand for a later turn
HOPE = 0.16  # a number that may come
SECRET = 0.45  # a Dish for one's own secret Favorite, before it is revealed
SLACK = 0.08  # risk of losing a Favorite, for each point short of the best sum
MOST_RISK = 0.7
BREADTH = 0.12  # further ways to complete a Dish
FULL = 0.45  # an unset Dish of three that wins nothing: to be replaced card by card
LONE = 0.5  # a Dish of one card, of what its best pair would be worth
STAR_WORTH = 0.04  # a Star in an incomplete Dish
EXPOSED = 0.28  # a card in an unset Dish can be stolen
RIVAL = 0.6  # what a rival loses, shared among the rivals
BLIND = 0.2  # an unknown card from the deck

BEST_SUM = np.array(
    [
        [
            (max if kit.HIGH[f] else min)(
                a + b + c + 3
                for a in range(9)
                for b in range(9)
                for c in range(9)
                if kit.MATCHES[profile, a, b, c] >> f & 1
            )
            for f in range(kit.FAVORITES)
        ]
        for profile in range(len(kit.PROFILES))
    ],
    np.int64,
)


@kernel
def hold(s, f, total, blossoms):
    """How likely a won Favorite stays: the best sum with Blossoms is safe, slack is risk; nothing is taken after the
    last turn.
    """
    slack = abs(int(BEST_SUM[s.options[state.NE_PROFILE], f]) - total)
    risk = min(MOST_RISK, SLACK * slack + 0.02 * (3 - blossoms))
    if s.phase == state.FINAL:
        last = (s.first - s.active + s.players - 1) % s.players  # seats still to come
        risk *= last / s.players
    return 1.0 - risk


@kernel
def stars_on(s, q, d):
    n = 0
    for i in range(state.DISH):
        n += s.dish[q, d, i] % kit.ICONS == kit.STAR
    return n


@kernel
def win_worth(s, p, f, total, blossoms, stars):
    """What it is worth to seat p to have a complete Dish that matches Favorite f."""
    where = int(s.whereabouts[f])
    if where == state.UNSEEN:
        return SECRET * (1.0 + stars) if s.secret[p] == f else 0.0
    worth = (1.0 + stars) * hold(s, f, total, blossoms)
    if where == state.IN_AREA:
        return worth
    q = where // state.DISHES
    if q == p or s.turned >> f & 1:
        return 0.0
    if (total if kit.HIGH[f] else -total) * TASTE + blossoms <= taste(s, q, where % state.DISHES, f):
        return 0.0
    return worth + RIVAL * (1.0 + stars_on(s, q, where % state.DISHES)) / (s.players - 1)


@kernel
def complete_worth(s, p, x, y, z):
    """The best a Dish of these three cards can win."""
    bits = int(kit.MATCHES[s.options[state.NE_PROFILE], x // kit.ICONS, y // kit.ICONS, z // kit.ICONS])
    best = 0.0
    if bits != 0:
        total = x // kit.ICONS + y // kit.ICONS + z // kit.ICONS + 3
        blossoms = (
            int(x % kit.ICONS == kit.BLOSSOM) + int(y % kit.ICONS == kit.BLOSSOM) + int(z % kit.ICONS == kit.BLOSSOM)
        )
        stars = int(x % kit.ICONS == kit.STAR) + int(y % kit.ICONS == kit.STAR) + int(z % kit.ICONS == kit.STAR)
        for f in range(kit.FAVORITES):
            if bits >> f & 1:
                best = max(best, win_worth(s, p, f, total, blossoms, stars))
    return best


@kernel
def pair_worth(s, p, x, y, now, later):
    """What two cards may become with a third: within reach now, in hand for later, or hoped for."""
    best = 0.0
    others = 0.0
    for number in range(kit.NUMBERS):
        bits = kit.MATCHES[s.options[state.NE_PROFILE], x // kit.ICONS, y // kit.ICONS, number]
        if bits == 0:
            continue
        if s.phase == state.REGULAR:
            chance = NOW if now >> number & 1 else LATER if later >> number & 1 else HOPE
        elif now >> number & 1:
            chance = NOW
        else:
            continue
        worth = chance * complete_worth(s, p, x, y, number * kit.ICONS + kit.STEAL)
        others += worth
        best = max(best, worth)
    return (
        best
        + BREADTH * (others - best)
        + STAR_WORTH * (int(x % kit.ICONS == kit.STAR) + int(y % kit.ICONS == kit.STAR))
    )


@kernel
def lone_worth(s, p, x, now, later):
    """What one card may become: the best pair with a number within reach."""
    best = 0.1
    reach = now | later
    for number in range(kit.NUMBERS):
        if reach >> number & 1:
            chance = NOW if now >> number & 1 else LATER
            best = max(best, chance * pair_worth(s, p, x, number * kit.ICONS + kit.STEAL, now & ~(1 << number), later))
    return LONE * best + STAR_WORTH * int(x % kit.ICONS == kit.STAR)


@kernel
def full_worth(s, p, x, y, z, now, later):
    """Three cards: what they win at once, else what replacing one of them may bring."""
    won = complete_worth(s, p, x, y, z)
    if won > 0.0:
        return won
    best = max(
        pair_worth(s, p, x, y, now, later), pair_worth(s, p, x, z, now, later), pair_worth(s, p, y, z, now, later)
    )
    return FULL * best


@kernel
def dish_worth(s, p, d, now, later):
    """An unset Dish as it lies."""
    n = s.dish_size[p, d]
    if n == 0:
        return 0.0
    x, y, z = int(s.dish[p, d, 0]), int(s.dish[p, d, 1]), int(s.dish[p, d, 2])
    if n == 1:
        return lone_worth(s, p, x, now, later) - EXPOSED
    if n == 2:
        return pair_worth(s, p, x, y, now, later) - 2 * EXPOSED
    return full_worth(s, p, x, y, z, now, later)


@kernel
def with_card(s, p, d, card, now, later):
    """The same Dish once a card has joined it, the best discard included (UM-13)."""
    n = s.dish_size[p, d]
    if n == 0:
        return lone_worth(s, p, card, now, later) - EXPOSED
    x, y, z = int(s.dish[p, d, 0]), int(s.dish[p, d, 1]), int(s.dish[p, d, 2])
    if n == 1:
        return pair_worth(s, p, x, card, now, later) - 2 * EXPOSED
    if n == 2:
        return full_worth(s, p, x, y, card, now, later)
    best = max(complete_worth(s, p, x, y, card), complete_worth(s, p, x, z, card), complete_worth(s, p, y, z, card))
    if best > 0.0:
        return best
    best = max(
        pair_worth(s, p, x, card, now, later),
        pair_worth(s, p, y, card, now, later),
        pair_worth(s, p, z, card, now, later),
    )
    return max(FULL * best, full_worth(s, p, x, y, z, now, later))


@kernel
def note_dishes(s, p, now, later, out):
    """The present worth of p's Dishes, beyond the places that actions can take."""
    for d in range(state.DISHES):
        out[state.MOST + d] = dish_worth(s, p, d, now, later) if s.favorite_on[p, d] == NONE else 0.0


@kernel
def gain(s, p, card, now, later, new, out):
    """The best place for a card: how much it adds."""
    best = -1.0
    for d in range(state.DISHES):
        if is_open(s, p, d):
            best = max(best, with_card(s, p, d, card, now, later) - out[state.MOST + d])
    if new:
        d = first_free(s, p)
        if d != NONE:
            best = max(best, with_card(s, p, d, card, now, later))
    return best


@kernel
def numbers_of(cards, n, without):
    """The numbers within reach as bits; one card of a face is left out."""
    bits = 0
    for i in range(n):
        if cards[i] == without:
            without = NONE
        elif cards[i] >= 0:
            bits |= 1 << (cards[i] // kit.ICONS)
    return bits


@kernel
def loss(s, p, q, d, i):
    """What a rival loses with a card of an unset Dish, by the open cards alone."""
    before = dish_worth(s, q, d, 0, 0)
    n = s.dish_size[q, d]
    x, y, z = int(s.dish[q, d, 0]), int(s.dish[q, d, 1]), int(s.dish[q, d, 2])
    if n == 1:
        after = 0.0
    elif n == 2:
        after = lone_worth(s, q, y if i == 0 else x, 0, 0)
    else:
        after = pair_worth(s, q, y if i == 0 else x, y if i == 2 else z, 0, 0)
    return RIVAL * max(0.0, before - after) / (s.players - 1)


@kernel
def advise_action(s, p, actions, n, out):
    """UM-9: which card, and play it or pay a Steal with it."""
    hand = numbers_of(s.hand[p], s.hand_size[p], NONE)
    area = numbers_of(s.area, s.area_size, NONE)
    both = s.hand_due and s.area_due
    note_dishes(s, p, area if s.area_due else hand, hand, out)
    targets = 0  # faces that could be stolen
    for q in range(s.players):
        if q != p:
            for d in range(state.DISHES):
                if is_open(s, q, d):
                    for i in range(s.dish_size[q, d]):
                        targets |= 1 << s.dish[q, d, i]
    for k in range(n):
        a = int(actions[k])
        verb, card = state.VERB[a], state.PART[a, 0]
        plays = verb == state.PLAY_HAND or verb == state.PLAY_AREA
        from_hand = verb == state.PLAY_HAND or verb == state.STEAL_HAND
        if not plays:
            card = card * kit.ICONS + kit.STEAL
        later = numbers_of(s.hand[p], s.hand_size[p], card) if from_hand else hand
        now = 0
        if both:
            now = area if from_hand else hand
        if plays:
            out[k] = gain(s, p, card, now, later, True, out)
            if from_hand and card % kit.ICONS == kit.STEAL:
                out[k] -= 0.05  # a Steal card in hand is fuel
        else:
            best = -1.0
            for target in range(kit.FACES):
                if targets >> target & 1:
                    best = max(best, gain(s, p, target, now, later, True, out))
            out[k] = best + 0.1


@kernel
def advise_take(s, p, actions, n, out):
    """UM-27: gain a card, and let its owner miss it."""
    hand = numbers_of(s.hand[p], s.hand_size[p], NONE)
    now = 0
    if s.hand_due:
        now = hand
    elif s.area_due:
        now = numbers_of(s.area, s.area_size, NONE)
    note_dishes(s, p, now, hand, out)
    for k in range(n):
        q, d, i = state.PART[actions[k], 0], state.PART[actions[k], 1], state.PART[actions[k], 2]
        out[k] = gain(s, p, int(s.dish[q, d, i]), now, hand, True, out) + loss(s, p, q, d, i)


@kernel
def reach_now(s, p):
    """Numbers that can still be played before the turn is over."""
    if s.phase == state.FINAL:
        return numbers_of(s.hand[p], s.hand_size[p], NONE) if s.active == p else 0
    if s.active != p:
        return 0
    bits = 0
    if s.hand_due:
        bits |= numbers_of(s.hand[p], s.hand_size[p], NONE)
    if s.area_due:
        bits |= numbers_of(s.area, s.area_size, NONE)
    return bits


@kernel
def advise_place(s, p, actions, n, out):
    """UM-11."""
    now = reach_now(s, p)
    later = numbers_of(s.hand[p], s.hand_size[p], NONE)
    for k in range(n):
        a = int(actions[k])
        d = first_free(s, p) if a == state.PUT_NEW else state.PART[a, 0]
        out[k] = with_card(s, p, d, int(s.moving), now, later) - dish_worth(s, p, d, now, later)


@kernel
def advise_discard(s, p, actions, n, out):
    """UM-13: the three that remain."""
    now = reach_now(s, p)
    later = numbers_of(s.hand[p], s.hand_size[p], NONE)
    d = open_a(s)
    for k in range(n):
        gone = state.PART[actions[k], 0]
        i = 0
        while s.dish[p, d, i] != gone:
            i += 1
        x = int(s.dish[p, d, 0]) if i > 0 else int(s.dish[p, d, 1])
        y = int(s.dish[p, d, 1]) if i > 1 else int(s.dish[p, d, 2])
        z = int(s.dish[p, d, 2]) if i > 2 else int(s.dish[p, d, 3])
        out[k] = full_worth(s, p, x, y, z, now, later)


@kernel
def advise_claim(s, p, actions, n, out):
    """UM-22: the best Favorite; a re-home pays if the old Dish wins another one (UM-R2)."""
    for k in range(n):
        a = int(actions[k])
        if a == state.DECLINE:
            out[k] = 0.0
            continue
        d, f = state.PART[a, 0], state.PART[a, 1]
        x, y, z = int(s.dish[p, d, 0]), int(s.dish[p, d, 1]), int(s.dish[p, d, 2])
        total = x // kit.ICONS + y // kit.ICONS + z // kit.ICONS + 3
        blossoms = (
            int(x % kit.ICONS == kit.BLOSSOM) + int(y % kit.ICONS == kit.BLOSSOM) + int(z % kit.ICONS == kit.BLOSSOM)
        )
        where = int(s.whereabouts[f])
        if where != state.IN_AREA and where // state.DISHES == p:
            e = where % state.DISHES
            after = (1.0 + stars_on(s, p, d)) * hold(s, f, total, blossoms)
            freed = complete_worth(s, p, int(s.dish[p, e, 0]), int(s.dish[p, e, 1]), int(s.dish[p, e, 2]))
            out[k] = after + freed - 1.0 - stars_on(s, p, e)
        else:
            out[k] = win_worth(s, p, f, total, blossoms, stars_on(s, p, d))


@kernel
def advise_restock(s, p, actions, n, out):
    """UM-29."""
    later = numbers_of(s.hand[p], s.hand_size[p], NONE)
    note_dishes(s, p, 0, later, out)
    for k in range(n):
        a = int(actions[k])
        if a == state.RESTOCK_DECK:
            out[k] = BLIND
        elif a == state.DECLINE:
            out[k] = 0.0
        else:
            out[k] = gain(s, p, state.PART[a, 0], 0, later, True, out)


@kernel
def advise_last_turn(s, p, actions, n, out):
    """UM-40: play what leads to a Favorite, then stop."""
    hand = numbers_of(s.hand[p], s.hand_size[p], NONE)
    note_dishes(s, p, hand, 0, out)
    for k in range(n):
        a = int(actions[k])
        if a == state.STOP:
            out[k] = 0.3
        else:
            card = state.PART[a, 0]
            rest = numbers_of(s.hand[p], s.hand_size[p], card)
            out[k] = gain(s, p, card, rest, 0, True, out)


@kernel
def advise(s, p, actions, n, out):
    """``out`` has room for MOST + DISHES numbers; those beyond the n worths are scratch."""
    kind = open_kind(s)
    if n == 1:
        out[0] = 0.0
    elif kind == state.ACTION:
        advise_action(s, p, actions, n, out)
    elif kind == state.TAKE:
        advise_take(s, p, actions, n, out)
    elif kind == state.PLACE:
        advise_place(s, p, actions, n, out)
    elif kind == state.DISCARD:
        advise_discard(s, p, actions, n, out)
    elif kind == state.CLAIM:
        advise_claim(s, p, actions, n, out)
    elif kind == state.LAST_TURN:
        advise_last_turn(s, p, actions, n, out)
    else:
        advise_restock(s, p, actions, n, out)


@kernel
def estimate(s, out):
    """Points each seat may end with: what is locked, what is held at risk, what the open Dishes promise."""
    for p in range(s.players):
        worth = float(score(s, p)) + 0.01 * icons_in_set(s, p, kit.BLOSSOM)
        if s.phase != state.OVER:
            for d in range(state.DISHES):
                f = int(s.favorite_on[p, d])
                if f == NONE:
                    worth += 0.8 * dish_worth(s, p, d, 0, 0)
                elif not s.turned >> f & 1:
                    x, y, z = int(s.dish[p, d, 0]), int(s.dish[p, d, 1]), int(s.dish[p, d, 2])
                    total = x // kit.ICONS + y // kit.ICONS + z // kit.ICONS + 3
                    blossoms = (
                        int(x % kit.ICONS == kit.BLOSSOM)
                        + int(y % kit.ICONS == kit.BLOSSOM)
                        + int(z % kit.ICONS == kit.BLOSSOM)
                    )
                    worth -= (1.0 - hold(s, f, total, blossoms)) * (1.0 + stars_on(s, p, d))
        out[p] = worth
