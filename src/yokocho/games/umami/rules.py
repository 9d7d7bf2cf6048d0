"""The rules of Umami in the rulebook's order: set-up, the turn, stealing, the end of a turn, the Secret Favorite
Phase. Claims are in claims.py.
"""

from __future__ import annotations

from yokocho.core.agenda import ask, drop, first_asked, hush, open_a, open_b, open_kind, open_seats, step, tell, then
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.core.rng import shuffle
from yokocho.games.umami.claims import (
    change,
    claim,
    decline,
    latch_last_favorite,
    list_claims,
    next_claimant,
    single_claim,
)
from yokocho.games.umami.components import COPIES, FACES, FAVORITES, FAVORITES_DECK, ICONS, INGREDIENTS, STEAL, TRIGGER
from yokocho.games.umami.state import (
    ACTION,
    AREA,
    CAP,
    CLAIM,
    CLAIM_IT,
    CLAIM_ORDER,
    CLAIMS,
    DECLINE,
    DISCARD,
    DISCARD_CARD,
    DISCARD_NEW,
    DISH,
    DISHES,
    DREW,
    ENDED,
    FAV_REFILL_LOOP,
    FINAL,
    FINAL_REFILL,
    FROM_FIRST,
    HAND,
    IN_AREA,
    LAST_TURN,
    MANY_INGREDIENTS,
    NEXT_LAST_TURN,
    NEXT_TURN,
    OVER,
    PHASE,
    PLACE,
    PLAY_AREA,
    PLAY_HAND,
    PLAYED,
    PUT,
    PUT_DOWN,
    PUT_NEW,
    REFILL,
    REFILL_ALL,
    REFILL_HAND,
    REFILL_NONE,
    REGULAR,
    RESHUFFLE,
    RESHUFFLED,
    RESTOCK,
    RESTOCK_AREA,
    RESTOCK_DECK,
    RESTOCK_OPTION,
    RESTOCK_OPTIONAL,
    RESTOCKED,
    REVEAL,
    REVEALED,
    ROUND_CAP,
    SEATS,
    SHOWED_SECRET,
    STEAL_AREA,
    STEAL_HAND,
    STEAL_NEW_DISH,
    STOLE,
    STOP,
    STOPPED,
    TAKE,
    TAKE_CARD,
    THREW_OUT,
    TOOK,
    TRIGGERED,
    TURN,
    UNSEEN,
    UNTRIGGERED,
    WHEN_EMPTY,
    YES,
)

# --- piles and hands ------------------------------------------------------------------------------


@kernel
def add_to_hand(s, p, card):
    """Keeps the hand sorted: the order in which cards came is nobody's business."""
    i = int(s.hand_size[p])
    while i > 0 and s.hand[p, i - 1] > card:
        s.hand[p, i] = s.hand[p, i - 1]
        i -= 1
    s.hand[p, i] = card
    s.hand_size[p] += 1


@kernel
def leave_hand(s, p, card):
    i = 0
    while s.hand[p, i] != card:
        i += 1
    n = int(s.hand_size[p]) - 1
    for j in range(i, n):
        s.hand[p, j] = s.hand[p, j + 1]
    s.hand[p, n] = NONE
    s.hand_size[p] = n
    if s.held[card] > 0:  # UM-32: it may be one of the cards held at the last reshuffle; a careful player remembers
        s.spent[p, card] += 1


@kernel
def leave_area(s, card):
    """UM-15: the gap stays until the end of the turn."""
    i = 0
    while s.area[i] != card:
        i += 1
    n = int(s.area_size) - 1
    for j in range(i, n):
        s.area[j] = s.area[j + 1]
    s.area[n] = NONE
    s.area_size = n


@kernel
def trash(s, card):
    s.trash[card] += 1
    s.trash_size += 1


@kernel
def reshuffle(s):
    """UM-32: the Trash becomes the new Ingredient deck. The hands together are now what nobody has seen: public
    memory starts anew.
    """
    if s.trash_size == 0:  # UM-R14: deck and Trash both empty, nothing can be drawn
        return
    n = 0
    for card in range(FACES):
        for _ in range(s.trash[card]):
            s.deck[n] = card
            n += 1
        s.trash[card] = 0
        s.held[card] = 0
    s.deck_size = n
    s.trash_size = 0
    shuffle(s, s.deck, n)
    for p in range(s.players):
        s.kept_size[p] = s.hand_size[p]
        for i in range(HAND):
            s.kept[p, i] = s.hand[p, i]
        for i in range(s.hand_size[p]):
            s.held[s.hand[p, i]] += 1
        for card in range(FACES):
            s.spent[p, card] = 0
    tell(s, RESHUFFLED, n)


@kernel
def top_card(s):
    """The top card of the Ingredient deck, now known to somebody; NONE when there is no card anywhere (UM-R14)."""
    if s.deck_size == 0:
        reshuffle(s)  # UM-R15: at the latest when a card is needed
    if s.deck_size == 0:
        return NONE
    s.deck_size -= 1
    card = int(s.deck[s.deck_size])
    s.deck[s.deck_size] = NONE
    s.news += 1
    return card


@kernel
def renew_deck(s):
    """UM-R15: the moment the deck is empty, once its last card has come to rest."""
    if s.deck_size == 0 and s.options[RESHUFFLE] == WHEN_EMPTY:
        reshuffle(s)


@kernel
def draw_to_hand(s, p):
    card = top_card(s)
    if card == NONE:
        return False
    add_to_hand(s, p, card)
    renew_deck(s)
    return True


@kernel
def draw_to_area(s):
    card = top_card(s)
    if card == NONE:
        return NONE
    s.area[s.area_size] = card
    s.area_size += 1
    renew_deck(s)
    return card


# --- set-up ---------------------------------------------------------------------------------------


@kernel
def clear_table(s):
    """Empty slots say so."""
    s.moving = NONE
    for p in range(SEATS):
        s.secret[p] = NONE
        for i in range(HAND):
            s.hand[p, i] = NONE
            s.kept[p, i] = NONE
        for d in range(DISHES):
            s.favorite_on[p, d] = NONE
            for i in range(DISH + 1):
                s.dish[p, d, i] = NONE
    for i in range(AREA):
        s.area[i] = NONE
    for i in range(INGREDIENTS):
        s.deck[i] = NONE
    for f in range(FAVORITES):
        s.favorites_deck[f] = NONE
        s.whereabouts[f] = UNSEEN


@kernel
def deal(s, players, options):
    """UM-1 to UM-4, from the generator already in the state."""
    s.players = players
    for i in range(len(options)):
        s.options[i] = options[i]
    clear_table(s)
    for card in range(FACES):
        for i in range(COPIES):
            s.deck[card * COPIES + i] = card
    s.deck_size = INGREDIENTS
    shuffle(s, s.deck, INGREDIENTS)  # UM-1
    for f in range(FAVORITES):
        s.favorites_deck[f] = f
    shuffle(s, s.favorites_deck, FAVORITES)  # UM-1
    n = FAVORITES
    for p in range(players):
        n -= 1
        s.secret[p] = s.favorites_deck[n]  # UM-1
        s.favorites_deck[n] = NONE
        for _ in range(HAND):
            draw_to_hand(s, p)  # UM-1
    for i in range(FAVORITES_DECK[players]):  # UM-2: counted out; the rest leaves the game unseen
        s.favorites_deck[i] = s.favorites_deck[n - FAVORITES_DECK[players] + i]
    for i in range(FAVORITES_DECK[players], n):
        s.favorites_deck[i] = NONE
    s.favorites_deck_size = FAVORITES_DECK[players]
    for _ in range(AREA):
        reveal_favorite(s)  # UM-3
        draw_to_area(s)  # UM-3
    s.first = 0  # UM-4
    s.active = 0
    s.rounds = 1
    s.phase = REGULAR
    hush(s)
    begin_turn(s)


@kernel
def reveal_favorite(s):
    s.favorites_deck_size -= 1
    f = int(s.favorites_deck[s.favorites_deck_size])
    s.favorites_deck[s.favorites_deck_size] = NONE
    s.whereabouts[f] = IN_AREA
    s.news += 1
    return f


# --- the turn -------------------------------------------------------------------------------------


@kernel
def begin_turn(s):
    s.hand_due = True  # UM-9
    s.area_due = True
    s.may_steal = True  # UM-10
    tell(s, TURN, s.active, s.rounds)
    then(
        s,
        (
            ask(ACTION, s.active),  # UM-9: two actions, both compulsory
            ask(ACTION, s.active),  # UM-30
            step(REFILL),  # UM-31: in this order
            step(REVEAL, -1),
            step(REFILL_HAND),
            step(NEXT_TURN),
        ),
    )


@kernel
def window_start(s):
    """UM-R18: with whom claims begin. In UM-39 the active seat is the holder of First Serving."""
    return int(s.first) if s.options[CLAIM_ORDER] == FROM_FIRST else int(s.active)


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
    tell(s, PLAYED, p, card, from_hand)
    then(s, (ask(PLACE, p), step(CLAIMS, window_start(s))))  # UM-16 UM-23


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
    tell(s, STOLE, p, card, from_hand)
    then(s, (ask(TAKE, p),))


@kernel
def first_free(s, p):
    """UM-R39: a new Dish takes the lowest free slot; NONE when there are five already (UM-12)."""
    for d in range(DISHES):
        if s.dish_size[p, d] == 0:
            return d
    return NONE


@kernel
def is_open(s, p, d):
    """A Dish that is there and not Set (UM-17)."""
    return s.dish_size[p, d] > 0 and s.favorite_on[p, d] == NONE


@kernel
def has_open_dish(s, p):
    for d in range(DISHES):
        if is_open(s, p, d):
            return True
    return False


@kernel
def in_dishes(s, p):
    """UM-34 UM-R12: all Ingredients in all Dishes of a player, Set and unset."""
    n = 0
    for d in range(DISHES):
        n += s.dish_size[p, d]
    return n


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
    tell(s, PUT_DOWN, p, d, card)
    if n == DISH:
        then(s, (ask(DISCARD, p, d, card),))  # UM-13: a fourth card, one of them goes; UM-R4: no claim before that
        return
    change(s, p, d)  # UM-R36
    if s.phase == REGULAR and s.trigger == UNTRIGGERED and in_dishes(s, p) >= TRIGGER[s.players]:
        s.trigger = MANY_INGREDIENTS  # UM-34 UM-R12: latched, on anybody's turn (UM-R11)
        tell(s, TRIGGERED, MANY_INGREDIENTS, p)


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
    tell(s, THREW_OUT, p, d, card)
    if card != placed:  # UM-R36: the same face back is no change
        change(s, p, d)


@kernel
def take(s, p, victim, d, i):
    """UM-27: a card of another player's unset Dish comes over; then they restock."""
    s.moving = lift(s, victim, d, i)
    change(s, victim, d)
    tell(s, TOOK, p, victim, s.moving)
    then(
        s,
        (
            ask(PLACE, p, s.options[STEAL_NEW_DISH] != YES),  # UM-R5
            step(CLAIMS, window_start(s)),  # UM-28: claims first
            ask(RESTOCK, victim),  # UM-29: then the Restock
        ),
    )


@kernel
def restock(s, p, a):
    """UM-29: any card of the area, or the top card of the deck unseen (UM-R9), goes to the robbed player's Dishes."""
    if a == RESTOCK_DECK:
        s.moving = top_card(s)
        renew_deck(s)  # UM-R15: before it is placed
        tell(s, RESTOCKED, p, s.moving, 1)
    else:
        s.moving = a - RESTOCK_AREA
        leave_area(s, s.moving)  # UM-R10: the gap stays
        tell(s, RESTOCKED, p, s.moving, 0)
    then(s, (ask(PLACE, p), step(CLAIMS, window_start(s))))


# --- the end of a turn ----------------------------------------------------------------------------


@kernel
def refill_area(s):
    while s.area_size < AREA:  # UM-31
        card = draw_to_area(s)
        if card == NONE:
            return
        tell(s, REVEALED, 0, card)


@kernel
def reveal(s, left):
    """UM-31: Favorites come one at a time, claims after each. ``left`` counts down a single pass; -1 goes on until
    four lie there (UM-R17).
    """
    lying = 0
    for f in range(FAVORITES):
        lying += s.whereabouts[f] == IN_AREA
    if left < 0 and s.options[FAV_REFILL_LOOP] != YES:
        left = max(AREA - lying, 0)
    if lying < AREA and left != 0 and s.favorites_deck_size > 0:  # UM-32: an empty Favorites deck stays empty
        tell(s, REVEALED, 1, reveal_favorite(s))
        then(s, (step(CLAIMS, window_start(s)), step(REVEAL, left - 1 if left > 0 else -1)))  # UM-23


@kernel
def refill_hand(s):
    n = 0
    while s.hand_size[s.active] < HAND and draw_to_hand(s, s.active):  # UM-31
        n += 1
    if n > 0:
        tell(s, DREW, s.active, n)


@kernel
def next_turn(s):
    """UM-35: regular play ends only when the holder of First Serving would start a turn."""
    s.active = (s.active + 1) % s.players  # UM-4: clockwise
    if s.active == s.first:
        if s.trigger == UNTRIGGERED and s.options[CAP] > 0 and s.rounds >= s.options[CAP]:
            s.trigger = ROUND_CAP  # UM-R32
            tell(s, TRIGGERED, ROUND_CAP)
        if s.trigger != UNTRIGGERED:
            secret_favorite_phase(s)
            return
        s.rounds += 1
    begin_turn(s)


# --- the Secret Favorite Phase --------------------------------------------------------------------


@kernel
def secret_favorite_phase(s):
    s.phase = FINAL
    tell(s, PHASE)
    for f in range(FAVORITES):
        if 0 <= s.whereabouts[f] < IN_AREA:
            s.turned |= 1 << f  # UM-36
    for i in range(s.area_size):  # UM-37
        trash(s, s.area[i])
        s.area[i] = NONE
    s.area_size = 0
    for i in range(s.players):  # UM-38 UM-R30
        p = (s.first + i) % s.players
        s.whereabouts[s.secret[p]] = IN_AREA
        s.news += 1
        tell(s, SHOWED_SECRET, p, s.secret[p])
        s.secret[p] = NONE
    begin_last_turn(s)
    then(s, (step(CLAIMS, s.first),))  # UM-39


@kernel
def begin_last_turn(s):
    """UM-40: one final turn each; no Steal, no Ingredients area, no refill (UM-R28)."""
    s.hand_due = False
    s.area_due = False
    s.may_steal = False
    if s.options[FINAL_REFILL] == REFILL_NONE:
        then(s, (ask(LAST_TURN, s.active), step(NEXT_LAST_TURN)))
    elif s.options[FINAL_REFILL] == REFILL_ALL:
        then(s, (ask(LAST_TURN, s.active), step(REFILL), step(REVEAL, -1), step(REFILL_HAND), step(NEXT_LAST_TURN)))
    else:
        then(s, (ask(LAST_TURN, s.active), step(REVEAL, -1), step(NEXT_LAST_TURN)))


@kernel
def last_play(s, p, card):
    """UM-40 UM-R29: one card at a time, claims after each, then the same question again. UM-R27: places as ever."""
    leave_hand(s, p, card)
    s.moving = card
    tell(s, PLAYED, p, card, True)
    then(s, (ask(PLACE, p), step(CLAIMS, window_start(s)), ask(LAST_TURN, p)))


@kernel
def next_last_turn(s):
    s.active = (s.active + 1) % s.players
    if s.active == s.first:
        s.phase = OVER
        tell(s, ENDED)
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
            then(s, (ask(CLAIM, p), step(CLAIMS, start)))  # UM-22
            return
        claim(s, p, only // FAVORITES, only % FAVORITES)  # UM-R38: silent
    latch_last_favorite(s)


@kernel
def proceed(s):
    """The table's own steps, until somebody is asked or nothing is left to do."""
    while s.agenda_size > 0 and open_seats(s) == 0:
        kind = open_kind(s)
        a = open_a(s)
        drop(s)
        if kind == CLAIMS:
            claims(s, a)
        elif kind == REFILL:
            refill_area(s)
        elif kind == REVEAL:
            reveal(s, a)
        elif kind == REFILL_HAND:
            refill_hand(s)
        elif kind == NEXT_TURN:
            next_turn(s)
        else:
            next_last_turn(s)


# --- the protocol ---------------------------------------------------------------------------------


@kernel
def pending(s):
    return open_seats(s)


@kernel
def actor(s):
    return first_asked(s, int(s.active))


@kernel
def has_target(s, p):
    """UM-R7: is there any card to steal?"""
    for q in range(s.players):
        if q != p and has_open_dish(s, q):
            return True
    return False


@kernel
def can_steal(s, p):
    """UM-10 UM-R5 UM-R6 UM-R7."""
    if not s.may_steal or not has_target(s, p):
        return False
    return has_open_dish(s, p) or (s.options[STEAL_NEW_DISH] == YES and first_free(s, p) != NONE)


@kernel
def list_faces(cards, size, base, out, n):
    """Each face once; the cards lie sorted or not."""
    for i in range(size):
        again = False
        for j in range(i):
            again = again or cards[j] == cards[i]
        if not again:
            out[n] = base + cards[i]
            n += 1
    return n


@kernel
def list_steals(cards, size, base, out, n):
    """UM-26: each Steal card once."""
    for i in range(size):
        card = int(cards[i])
        if card % ICONS == STEAL:
            again = False
            for j in range(i):
                again = again or cards[j] == card
            if not again:
                out[n] = base + card // ICONS
                n += 1
    return n


@kernel
def list_actions(s, p, out):
    """UM-9 UM-10 UM-26."""
    n = 0
    if s.hand_due:
        n = list_faces(s.hand[p], s.hand_size[p], PLAY_HAND, out, n)
    if s.area_due:
        n = list_faces(s.area, s.area_size, PLAY_AREA, out, n)
    if can_steal(s, p):
        if s.hand_due:
            n = list_steals(s.hand[p], s.hand_size[p], STEAL_HAND, out, n)
        if s.area_due:
            n = list_steals(s.area, s.area_size, STEAL_AREA, out, n)
    return n


@kernel
def list_targets(s, p, out):
    """UM-27 UM-R8: any card of any unset Dish of the others."""
    n = 0
    for q in range(s.players):
        if q != p:
            for d in range(DISHES):
                if is_open(s, q, d):
                    for i in range(s.dish_size[q, d]):
                        if i == 0 or s.dish[q, d, i] != s.dish[q, d, i - 1]:
                            out[n] = TAKE_CARD + (q * DISHES + d) * DISH + i
                            n += 1
    return n


@kernel
def list_places(s, p, no_new, out):
    """UM-11 UM-12: an unset Dish, or a new one while there are fewer than five."""
    n = 0
    for d in range(DISHES):
        if is_open(s, p, d):
            out[n] = PUT + d
            n += 1
    if not no_new and first_free(s, p) != NONE:
        out[n] = PUT_NEW
        n += 1
    return n


@kernel
def list_discards(s, p, d, placed, out):
    """UM-13 UM-R3: any of the four, or only the old three."""
    n = 0
    for i in range(DISH + 1):
        card = s.dish[p, d, i]
        if i > 0 and card == s.dish[p, d, i - 1]:
            continue
        if card == placed and s.options[DISCARD_NEW] != YES and (i == DISH or s.dish[p, d, i + 1] != card):
            continue
        out[n] = DISCARD_CARD + card
        n += 1
    return n


@kernel
def list_restocks(s, out):
    """UM-29 UM-R35."""
    n = list_faces(s.area, s.area_size, RESTOCK_AREA, out, 0)
    if s.deck_size > 0 or s.trash_size > 0:  # UM-R14
        out[n] = RESTOCK_DECK
        n += 1
    if s.options[RESTOCK_OPTION] == RESTOCK_OPTIONAL or n == 0:
        out[n] = DECLINE
        n += 1
    return n


@kernel
def list_last_plays(s, p, out):
    """UM-40 UM-R26 UM-R38: any hand card while there is a place for one, or stop."""
    n = 0
    if has_open_dish(s, p) or first_free(s, p) != NONE:
        n = list_faces(s.hand[p], s.hand_size[p], PLAY_HAND, out, n)
    out[n] = STOP
    return n + 1


@kernel
def legal(s, p, out):
    if not open_seats(s) >> p & 1:
        return 0
    kind = open_kind(s)
    if kind == ACTION:
        return list_actions(s, p, out)
    if kind == TAKE:
        return list_targets(s, p, out)
    if kind == PLACE:
        return list_places(s, p, open_a(s), out)
    if kind == DISCARD:
        return list_discards(s, p, open_a(s), open_b(s), out)
    if kind == CLAIM:
        return list_claims(s, p, out)
    if kind == RESTOCK:
        return list_restocks(s, out)
    return list_last_plays(s, p, out)


@kernel
def act(s, p, a):
    """UM-9: one of the two actions."""
    if a < PLAY_AREA:
        play_card(s, p, a - PLAY_HAND, True)
    elif a < STEAL_HAND:
        play_card(s, p, a - PLAY_AREA, False)
    elif a < STEAL_AREA:
        pay_steal(s, p, (a - STEAL_HAND) * ICONS + STEAL, True)
    else:
        pay_steal(s, p, (a - STEAL_AREA) * ICONS + STEAL, False)


@kernel
def apply(s, p, a):
    kind = open_kind(s)
    x = open_a(s)
    y = open_b(s)
    hush(s)
    drop(s)
    if kind == ACTION:
        act(s, p, a)
    elif kind == TAKE:
        target = (a - TAKE_CARD) // DISH
        take(s, p, target // DISHES, target % DISHES, (a - TAKE_CARD) % DISH)
    elif kind == PLACE:
        put(s, p, first_free(s, p) if a == PUT_NEW else a - PUT)
    elif kind == DISCARD:
        throw_out(s, p, x, a - DISCARD_CARD, y)
    elif kind == CLAIM:
        if a == DECLINE:
            decline(s, p)
        else:
            claim(s, p, (a - CLAIM_IT) // FAVORITES, (a - CLAIM_IT) % FAVORITES)
    elif kind == RESTOCK:
        if a != DECLINE:
            restock(s, p, a)
    elif a == STOP:
        tell(s, STOPPED, p)
    else:
        last_play(s, p, a - PLAY_HAND)
    proceed(s)


@kernel
def ending(s):
    """UM-33 UM-34 UM-R32: what ended regular play, or is about to."""
    return int(s.trigger)
