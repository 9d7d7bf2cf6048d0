"""New customers: the draw from the bag and where the figures go (YA-41 to YA-47)."""

from __future__ import annotations

from yokocho.core.actions import encode
from yokocho.core.agenda import ask, step, tell, then
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.core.rng import below
from yokocho.games.yatta import state
from yokocho.games.yatta.components import MOST_N, QUEUE, TOURIST
from yokocho.games.yatta.stall import in_bag, in_hand, join_queue, leave_hand, queue_room, room_in_all


@kernel
def can_draw(s, n):
    """YA-42 YA-R5 YA-R6: all n or none, whatever the queues of whom have room."""
    return in_bag(s) >= n and room_in_all(s) >= n


@kernel
def pinned_figure(s):
    """What a position has fixed as the next figure; NONE when chance decides."""
    while s.next_figures[0] != NONE:
        f = int(s.next_figures[0])
        for i in range(state.PINNED - 1):
            s.next_figures[i] = s.next_figures[i + 1]
        s.next_figures[state.PINNED - 1] = NONE
        if s.bag[f] > 0:
            return f
    return NONE


@kernel
def draw_figure(s):
    """YA-41: one figure at random; the bag needs no order."""
    s.news += 1
    f = pinned_figure(s)
    if f == NONE:
        i = below(s.rng, in_bag(s))
        f = 0
        while i >= s.bag[f]:
            i -= s.bag[f]
            f += 1
    s.bag[f] -= 1
    s.hand[in_hand(s)] = f
    tell(s, state.DREW, s.active, f)


@kernel
def new_customers(s, p, n):
    """YA-41 YA-R8: drawn together and placed in any order, or one by one. YA-R9: one action is finished before the
    next one draws.
    """
    together = n if s.options[state.CUSTOMERS_DRAW] != state.ONE_BY_ONE else 1
    for _ in range(together):
        draw_figure(s)
    if n > together:
        then(s, (step(state.DRAW),))
    place_hand(s, p)


@kernel
def draw_another(s, p):
    """YA-R8 one by one: the second figure comes once the first has its place."""
    draw_figure(s)
    place_hand(s, p)


@kernel
def place_hand(s, p):
    """Figures are placed one at a time; tourists that have no place at all go back into the bag (YA-R7)."""
    if in_hand(s) == 0:
        return
    if list_places(s, p, s.only, 0) > 0:
        then(s, (ask(state.PLACE, p),))
        return
    while s.hand[0] != NONE:
        tell(s, state.RETURNED, p, s.hand[0])
        s.bag[s.hand[0]] += 1  # YA-R24
        leave_hand(s, s.hand[0])


# --- where a figure may go ------------------------------------------------------------------------


@kernel
def customers_of_others(s, p):
    """YA-44: what a tourist may be exchanged for."""
    n = 0
    for q in range(s.players):
        if q != p:
            for i in range(s.queue_size[q]):
                n += s.queue[q, i] != TOURIST
    return n


@kernel
def fits(s, room, targets):
    """YA-44: can a tourist be kept or exchanged, with so much room and so many customers elsewhere? YA-R4: what comes
    back needs own room, unless it goes to the bag.
    """
    return room > 0 or (s.options[state.TOURIST_SWAP_TO] == state.TO_BAG and targets > 0)


@kernel
def add(out, n, a):
    """One more for the list; a short list only counts on."""
    if n < len(out):
        out[n] = a
    return n + 1


@kernel
def list_customer(s, p, f, careful, out, n):
    """YA-43: the own queue, or any other with a free space."""
    room = queue_room(s, p)
    targets = customers_of_others(s, p)
    for i in range(s.players):
        q = (p + i) % s.players
        kept = q == p
        if queue_room(s, q) > 0 and (not careful or fits(s, room - kept, targets + (not kept))):
            n = add(out, n, encode(state.STEP, state.SEND_TO, f, q))
    return n


@kernel
def list_tourist(s, p, alone, careful, out, n):
    """YA-44 YA-45: the own queue, or an exchange with a customer of somebody else, position by position."""
    room = queue_room(s, p)
    targets = customers_of_others(s, p)
    to_bag = s.options[state.TOURIST_SWAP_TO] == state.TO_BAG
    if room > 0 and (not careful or fits(s, room - 1, targets)):
        n = add(out, n, encode(state.STEP, state.SEND_TO, TOURIST, p))
    if (room > 0 or to_bag) and (not careful or fits(s, room - (not to_bag), targets - 1)):
        for i in range(1, s.players):
            q = (p + i) % s.players
            for k in range(s.queue_size[q]):
                if s.queue[q, k] != TOURIST:
                    n = add(out, n, encode(state.STEP, state.SWAP_WITH, q, k))
    if s.options[state.TOURIST_UNPLACEABLE] == state.GIVE_ANY and alone and not fits(s, room, targets):
        for i in range(1, s.players):
            q = (p + i) % s.players
            if queue_room(s, q) > 0:
                n = add(out, n, encode(state.STEP, state.SEND_TO, TOURIST, q))  # YA-R7
    return n


@kernel
def list_placements(s, p, careful, out, n):
    """Each kind of figure in hand once. ``careful``: nothing that leaves no place for a tourist still in hand."""
    for i in range(MOST_N):
        f = int(s.hand[i])
        if f == NONE or (i > 0 and f == s.hand[0]):
            continue
        other = int(s.hand[1 - i])
        if f == TOURIST:
            alone = other == NONE or other == TOURIST  # YA-R7: dealt with last
            n = list_tourist(s, p, alone, careful and other == TOURIST, out, n)
        else:
            n = list_customer(s, p, f, careful and other == TOURIST, out, n)
    return n


@kernel
def list_places(s, p, out, n):
    """YA-R7: a placement that strands the tourist is not offered while there is another. YA-R43: nothing sets a
    customer apart that was sent away just now.
    """
    found = list_placements(s, p, True, out, n)
    return found if found > n else list_placements(s, p, False, out, n)


# --- how it goes there ----------------------------------------------------------------------------


@kernel
def place_figure(s, p, a):
    """YA-R40: a queue that fills up has no effect before its owner's next check."""
    x, y = state.PART[a, 0], state.PART[a, 1]
    if state.VERB[a] == state.SEND_TO:
        leave_hand(s, x)
        join_queue(s, y, x)
        tell(s, state.SENT, p, x, y)
    else:
        exchange(s, p, x, y)
    place_hand(s, p)


@kernel
def exchange(s, p, q, k):
    """YA-46 YA-R4: the tourist takes the customer's very position, the customer comes over or goes to the bag."""
    f = int(s.queue[q, k])
    leave_hand(s, TOURIST)
    s.queue[q, k] = TOURIST
    if s.options[state.TOURIST_SWAP_TO] == state.TO_BAG:
        s.bag[f] += 1  # YA-R24
    else:
        join_queue(s, p, f)
    tell(s, state.SWAPPED, p, f, q * QUEUE + k)
