"""The rules of Umami in the rulebook's order: set-up, the turn, stealing, the end of a turn, the Secret Favorite
Phase. Claims are in claims.py.
"""

from __future__ import annotations

from yokocho.core.agenda import ask, drop, first_asked, hush, open_a, open_b, open_kind, open_seats, step, tell, then
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.core.rng import shuffle
from yokocho.games.umami import components as kit
from yokocho.games.umami import state
from yokocho.games.umami.claims import (
    change,
    claim,
    decline,
    latch_last_favorite,
    next_claimant,
    single_claim,
)
from yokocho.games.umami.dishes import first_free, in_dishes
from yokocho.games.umami.piles import (
    draw_to_area,
    draw_to_hand,
    leave_area,
    leave_hand,
    renew_deck,
    top_card,
    trash,
)

# --- set-up ---------------------------------------------------------------------------------------


@kernel
def clear_table(s):
    """Empty slots say so."""
    s.moving = NONE
    for p in range(state.SEATS):
        s.secret[p] = NONE
        for i in range(state.HAND):
            s.hand[p, i] = NONE
            s.kept[p, i] = NONE
        for d in range(state.DISHES):
            s.favorite_on[p, d] = NONE
            for i in range(state.DISH + 1):
                s.dish[p, d, i] = NONE
    for i in range(state.AREA):
        s.area[i] = NONE
    for i in range(kit.INGREDIENTS):
        s.deck[i] = NONE
    for f in range(kit.FAVORITES):
        s.favorites_deck[f] = NONE
        s.whereabouts[f] = state.UNSEEN


@kernel
def deal(s, players, options):
    """UM-1 to UM-4, from the generator already in the state."""
    clear_table(s)
    for card in range(kit.FACES):
        for i in range(kit.COPIES):
            s.deck[card * kit.COPIES + i] = card
    s.deck_size = kit.INGREDIENTS
    shuffle(s, s.deck, kit.INGREDIENTS)  # UM-1
    for f in range(kit.FAVORITES):
        s.favorites_deck[f] = f
    shuffle(s, s.favorites_deck, kit.FAVORITES)  # UM-1
    n = kit.FAVORITES
    for p in range(players):
        n -= 1
        s.secret[p] = s.favorites_deck[n]  # UM-1
        s.favorites_deck[n] = NONE
        for _ in range(state.HAND):
            draw_to_hand(s, p)  # UM-1
    for i in range(kit.FAVORITES_DECK[players]):  # UM-2: counted out; the rest leaves the game unseen
        s.favorites_deck[i] = s.favorites_deck[n - kit.FAVORITES_DECK[players] + i]
    for i in range(kit.FAVORITES_DECK[players], n):
        s.favorites_deck[i] = NONE
    s.favorites_deck_size = kit.FAVORITES_DECK[players]
    for _ in range(state.AREA):
        reveal_favorite(s)  # UM-3
        draw_to_area(s)  # UM-3
    s.first = 0  # UM-4
    s.active = 0
    s.rounds = 1
    s.phase = state.REGULAR
    hush(s)
    begin_turn(s)


@kernel
def reveal_favorite(s):
    s.favorites_deck_size -= 1
    f = int(s.favorites_deck[s.favorites_deck_size])
    s.favorites_deck[s.favorites_deck_size] = NONE
    s.whereabouts[f] = state.IN_AREA
    s.news += 1
    return f


# --- the turn -------------------------------------------------------------------------------------


@kernel
def begin_turn(s):
    s.hand_due = True  # UM-9
    s.area_due = True
    s.may_steal = True  # UM-10
    tell(s, state.TURN, s.active, s.rounds)
    then(
        s,
        (
            ask(state.ACTION, s.active),  # UM-9: two actions, both compulsory
            ask(state.ACTION, s.active),  # UM-30
            step(state.REFILL),  # UM-31: in this order
            step(state.REVEAL, -1),
            step(state.REFILL_HAND),
            step(state.NEXT_TURN),
        ),
    )


@kernel
def window_start(s):
    """UM-R18: with whom claims begin. In UM-39 the active seat is the holder of First Serving."""
    return int(s.first) if s.options[state.CLAIM_ORDER] == state.FROM_FIRST else int(s.active)


@kernel
def play_card(s, p, card, from_hand):
    """UM-11: the card is named; where it goes is asked next."""
    if from_hand:
        leave_hand(s, p, card)
        s.hand_due = False  # UM-9
    else:
        leave_area(s, card)
        s.area_due = False  # UM-9
    s.moving = card
    tell(s, state.PLAYED, p, card, from_hand)
    then(s, (ask(state.PLACE, p), step(state.CLAIMS, window_start(s))))  # UM-16 UM-23


@kernel
def pay_steal(s, p, card, from_hand):
    """UM-26: the Steal card goes to the Trash and uses up the action of its source."""
    if from_hand:
        leave_hand(s, p, card)
        s.hand_due = False
    else:
        leave_area(s, card)
        s.area_due = False
    trash(s, card)
    s.may_steal = False  # UM-10
    tell(s, state.STOLE, p, card, from_hand)
    then(s, (ask(state.TAKE, p),))


@kernel
def latch_many_ingredients(s):
    """UM-34 UM-R12: looked at after every placement, on anybody's turn (UM-R11), and latched."""
    if s.phase == state.REGULAR and s.trigger == state.UNTRIGGERED:
        for p in range(s.players):
            if in_dishes(s, p) >= kit.TRIGGER[s.players]:
                s.trigger = state.MANY_INGREDIENTS
                tell(s, state.TRIGGERED, state.MANY_INGREDIENTS, p)
                return


@kernel
def put(s, p, d):
    """UM-11: the moving card joins an unset Dish, or starts a new one."""
    card = int(s.moving)
    s.moving = NONE
    n = int(s.dish_size[p, d])
    i = n
    while i > 0 and s.dish[p, d, i - 1] > card:
        s.dish[p, d, i] = s.dish[p, d, i - 1]
        i -= 1
    s.dish[p, d, i] = card
    s.dish_size[p, d] = n + 1
    tell(s, state.PUT_DOWN, p, d, card)
    if n == state.DISH:
        then(
            s, (ask(state.DISCARD, p, d, card),)
        )  # UM-13: a fourth card, one of them goes; UM-R4: no claim before that
        return
    change(s, p, d)  # UM-R36
    latch_many_ingredients(s)


@kernel
def lift(s, p, d, i):
    """UM-14: a card leaves a Dish; a Dish without cards is gone."""
    card = int(s.dish[p, d, i])
    n = int(s.dish_size[p, d]) - 1
    for j in range(i, n):
        s.dish[p, d, j] = s.dish[p, d, j + 1]
    s.dish[p, d, n] = NONE
    s.dish_size[p, d] = n
    return card


@kernel
def throw_out(s, p, d, card, placed):
    """UM-13: one of the four goes to the Trash."""
    i = 0
    while s.dish[p, d, i] != card:
        i += 1
    trash(s, lift(s, p, d, i))
    tell(s, state.THREW_OUT, p, d, card)
    if card != placed:  # UM-R36: the same face back is no change
        change(s, p, d)
    latch_many_ingredients(s)


@kernel
def take(s, p, victim, d, i):
    """UM-27: a card of another player's unset Dish comes over; then they restock."""
    s.moving = lift(s, victim, d, i)
    change(s, victim, d)
    tell(s, state.TOOK, p, victim * state.DISHES + d, s.moving)
    then(
        s,
        (
            ask(state.PLACE, p, s.options[state.STEAL_NEW_DISH] != state.YES),  # UM-R5
            step(state.CLAIMS, window_start(s)),  # UM-28: claims first
            ask(state.RESTOCK, victim),  # UM-29: then the Restock
        ),
    )


@kernel
def restock(s, p, a):
    """UM-29: any card of the area, or the top card of the deck unseen (UM-R9), goes to the robbed player's Dishes."""
    if a == state.RESTOCK_DECK:
        s.moving = top_card(s)
        renew_deck(s)  # UM-R15: before it is placed
        tell(s, state.RESTOCKED, p, s.moving, 1)
    else:
        s.moving = state.PART[a, 0]
        leave_area(s, s.moving)  # UM-R10: the gap stays
        tell(s, state.RESTOCKED, p, s.moving, 0)
    then(s, (ask(state.PLACE, p), step(state.CLAIMS, window_start(s))))


# --- the end of a turn ----------------------------------------------------------------------------


@kernel
def refill_area(s):
    while s.area_size < state.AREA:  # UM-31
        card = draw_to_area(s)
        if card == NONE:
            return
        tell(s, state.REVEALED, 0, card)


@kernel
def reveal(s, left):
    """UM-31: Favorites come one at a time, claims after each. ``left`` counts down a single pass; -1 goes on until
    four lie there (UM-R17).
    """
    lying = 0
    for f in range(kit.FAVORITES):
        lying += s.whereabouts[f] == state.IN_AREA
    if left < 0 and s.options[state.FAV_REFILL_LOOP] != state.YES:
        left = max(state.AREA - lying, 0)
    if lying < state.AREA and left != 0 and s.favorites_deck_size > 0:  # UM-32: an empty Favorites deck stays empty
        tell(s, state.REVEALED, 1, reveal_favorite(s))
        then(s, (step(state.CLAIMS, window_start(s)), step(state.REVEAL, left - 1 if left > 0 else -1)))  # UM-23


@kernel
def refill_hand(s):
    n = 0
    while s.hand_size[s.active] < state.HAND and draw_to_hand(s, s.active):  # UM-31
        n += 1
    if n > 0:
        tell(s, state.DREW, s.active, n)


@kernel
def next_turn(s):
    """UM-35: regular play ends only when the holder of First Serving would start a turn."""
    s.active = (s.active + 1) % s.players  # UM-4: clockwise
    if s.active == s.first:
        if s.trigger == state.UNTRIGGERED and s.options[state.CAP] > 0 and s.rounds >= s.options[state.CAP]:
            s.trigger = state.ROUND_CAP  # UM-R32
            tell(s, state.TRIGGERED, state.ROUND_CAP)
        if s.trigger != state.UNTRIGGERED:
            secret_favorite_phase(s)
            return
        s.rounds += 1
    begin_turn(s)


# --- the Secret Favorite Phase --------------------------------------------------------------------


@kernel
def secret_favorite_phase(s):
    s.phase = state.FINAL
    tell(s, state.PHASE)
    for f in range(kit.FAVORITES):
        if 0 <= s.whereabouts[f] < state.IN_AREA:
            s.turned |= 1 << f  # UM-36
    for i in range(s.area_size):  # UM-37
        trash(s, s.area[i])
        s.area[i] = NONE
    s.area_size = 0
    for i in range(s.players):  # UM-38 UM-R30
        p = (s.first + i) % s.players
        s.whereabouts[s.secret[p]] = state.IN_AREA
        s.news += 1
        tell(s, state.SHOWED_SECRET, p, s.secret[p])
        s.secret[p] = NONE
    begin_last_turn(s)
    then(s, (step(state.CLAIMS, s.first),))  # UM-39


@kernel
def begin_last_turn(s):
    """UM-40: one final turn each; no Steal, no Ingredients area, no refill (UM-R28)."""
    s.hand_due = False
    s.area_due = False
    s.may_steal = False
    if s.options[state.FINAL_REFILL] == state.REFILL_NONE:
        then(s, (ask(state.LAST_TURN, s.active), step(state.NEXT_LAST_TURN)))
    elif s.options[state.FINAL_REFILL] == state.REFILL_ALL:
        then(
            s,
            (
                ask(state.LAST_TURN, s.active),
                step(state.REFILL),
                step(state.REVEAL, -1),
                step(state.REFILL_HAND),
                step(state.NEXT_LAST_TURN),
            ),
        )
    else:
        then(s, (ask(state.LAST_TURN, s.active), step(state.REVEAL, -1), step(state.NEXT_LAST_TURN)))


@kernel
def last_play(s, p, card):
    """UM-40 UM-R29: one card at a time, claims after each, then the same question again. UM-R27: places as ever."""
    leave_hand(s, p, card)
    s.moving = card
    tell(s, state.PLAYED, p, card, True)
    then(s, (ask(state.PLACE, p), step(state.CLAIMS, window_start(s)), ask(state.LAST_TURN, p)))


@kernel
def next_last_turn(s):
    s.active = (s.active + 1) % s.players
    if s.active == s.first:
        s.phase = state.OVER
        tell(s, state.ENDED)
    else:
        begin_last_turn(s)


# --- what the table does by itself ----------------------------------------------------------------


@kernel
def claims(s, start):
    """UM-23 UM-24 UM-R19: claims are resolved one by one from the start seat until nobody can claim.

    UM-R22: every claim empties the area or finds a tastier Dish, so this ends.
    """
    while True:
        p = next_claimant(s, start)
        if p == NONE:
            break
        only = single_claim(s, p)
        if only == NONE:
            then(s, (ask(state.CLAIM, p), step(state.CLAIMS, start)))  # UM-22
            return
        claim(s, p, only // kit.FAVORITES, only % kit.FAVORITES)  # UM-R38: silent
    latch_last_favorite(s)


@kernel
def proceed(s):
    """The table's own steps, until somebody is asked or nothing is left to do."""
    while s.agenda_size > 0 and open_seats(s) == 0:
        kind = open_kind(s)
        a = open_a(s)
        drop(s)
        if kind == state.CLAIMS:
            claims(s, a)
        elif kind == state.REFILL:
            refill_area(s)
        elif kind == state.REVEAL:
            reveal(s, a)
        elif kind == state.REFILL_HAND:
            refill_hand(s)
        elif kind == state.NEXT_TURN:
            next_turn(s)
        else:
            next_last_turn(s)


# --- the protocol ------------------------------------------------------------


@kernel
def pending(s):
    return open_seats(s)


@kernel
def actor(s):
    return first_asked(s, int(s.active))


@kernel
def act(s, p, a):
    """UM-9: one of the two actions."""
    verb, x = state.VERB[a], state.PART[a, 0]
    if verb == state.PLAY_HAND:
        play_card(s, p, x, True)
    elif verb == state.PLAY_AREA:
        play_card(s, p, x, False)
    else:
        pay_steal(s, p, x * kit.ICONS + kit.STEAL, verb == state.STEAL_HAND)


@kernel
def apply(s, p, a):
    kind, about, placed = open_kind(s), open_a(s), open_b(s)
    x, y, z = state.PART[a, 0], state.PART[a, 1], state.PART[a, 2]
    hush(s)
    drop(s)
    if kind == state.ACTION:
        act(s, p, a)
    elif kind == state.TAKE:
        take(s, p, x, y, z)
    elif kind == state.PLACE:
        put(s, p, first_free(s, p) if a == state.PUT_NEW else x)
    elif kind == state.DISCARD:
        throw_out(s, p, about, x, placed)
    elif kind == state.CLAIM:
        if a == state.DECLINE:
            decline(s, p)
        else:
            claim(s, p, x, y)
    elif kind == state.RESTOCK:
        if a != state.DECLINE:
            restock(s, p, a)
    elif a == state.STOP:
        tell(s, state.STOPPED, p)
    else:
        last_play(s, p, x)
    proceed(s)


@kernel
def ending(s):
    """UM-33 UM-34 UM-R32: what ended regular play, or is about to."""
    return int(s.trigger)
