"""Rounds and turns: check, insertion, one action after the other, the final serving turn (YA-17 to YA-40, YA-84)."""

from __future__ import annotations

from yokocho.core.agenda import (
    ask,
    drop,
    open_kind,
    step,
    tell,
    then,
)
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.core.rng import roll
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.customers import new_customers
from yokocho.games.yatta.reputation import (
    steps_to_lose,
)
from yokocho.games.yatta.serving import (
    can_do,
    garbage_would_help,
    use_call,
    use_garbage,
)
from yokocho.games.yatta.stall import spend, to_box

# --- rounds and turns -----------------------------------------------------------------------------


@kernel
def begin_turn(s):
    """YA-17: step A, then B, then C. YA-84 YA-85 YA-R39: a final serving turn has the check, then its serves."""
    p = int(s.active)
    tell(s, state.TURN, p)
    if s.queue_size[p] == kit.QUEUE:  # YA-22
        then(s, (ask(state.CHECK, p),))
    else:
        after_check(s, p)


@kernel
def after_check(s, p):
    """YA-29: the check is over for this turn."""
    if s.phase == state.FINAL_TURN:
        then(s, (ask(state.FINAL, p),))  # YA-86
    else:
        then(s, (ask(state.INSERT, p),))  # YA-30


@kernel
def next_turn(s):
    """YA-17 YA-18: clockwise; after the last player's turn the marker advances, and stays on the last round."""
    s.line = NONE
    s.active = (s.active + 1) % s.players
    if s.active != s.first:
        begin_turn(s)
        return
    if s.phase == state.FINAL_TURN:
        end_game(s)
        return
    if s.options[state.FIRST_PLAYER_ROTATES] == state.YES:
        s.first = (s.first + 1) % s.players  # YA-R32
        s.active = s.first
    if s.rounds < kit.ROUNDS:
        s.rounds += 1
        tell(s, state.NEW_ROUND, s.rounds)
    else:
        s.phase = state.FINAL_TURN  # YA-19 YA-84
        tell(s, state.FINAL_SERVING)
    begin_turn(s)


# --- step A: the customer queue -------------------------------------------------------------------


@kernel
def answer_check(s, p, a):
    """YA-23 YA-25 YA-27 YA-28: the figure in the last position leaves, or something placates it and it stays."""
    if a == state.ACCEPT:
        f = int(s.queue[p, kit.QUEUE - 1])
        s.queue[p, kit.QUEUE - 1] = NONE
        s.queue_size[p] -= 1
        s.bag[f] += 1  # YA-R24
        tell(s, state.LEFT, p, f)
        after_check(s, p)
        if steps_to_lose(s, p) > 0:  # YA-R12
            then(s, (ask(state.LOSE, p),))
        return
    if a == state.OFFER_TAIYAKI:
        spend(s, p, kit.TAIYAKI)
        tell(s, state.OFFERED_TAIYAKI, p)
    else:
        to_box(s, p, state.PART[a, 0], 1)
        tell(s, state.OFFERED, p, state.PART[a, 0])
    after_check(s, p)  # YA-R3: it stays where it is


# --- step B: the tile -----------------------------------------------------------------------------


@kernel
def insert(s, p, face, line):
    """YA-31 YA-32: the tile enters at the top or at the left, the last one of the line is pushed out."""
    i = kit.GRID
    while s.tiles[i] != face:
        i += 1
    for j in range(i, kit.TILES - 1):
        s.tiles[j] = s.tiles[j + 1]
    n = kit.LINE_SIZE[line]
    s.tiles[kit.TILES - 1] = s.tiles[kit.LINE_CELL[line, n - 1]]  # YA-33 YA-R33: for the next player
    for j in range(n - 1, 0, -1):
        s.tiles[kit.LINE_CELL[line, j]] = s.tiles[kit.LINE_CELL[line, j - 1]]
    s.tiles[kit.LINE_CELL[line, 0]] = face
    s.line = line  # YA-34
    for j in range(n):
        s.todo[j] = s.tiles[kit.LINE_CELL[line, j]]  # YA-35 YA-R34
    tell(s, state.INSERTED, p, face, line)
    then(s, (step(state.NEXT_ACTION),))


# --- step C: the actions --------------------------------------------------------------------------


@kernel
def next_action(s, p):
    """YA-36 YA-38: what can no longer be done, with no token that could change it, is ignored; then the turn ends."""
    for i in range(kit.LONGEST_LINE):
        if s.todo[i] != NONE and (can_do(s, p, s.todo[i]) or garbage_would_help(s, p, s.todo[i])):
            then(s, (ask(state.ACTION, p),))
            return
    while s.todo[0] != NONE:
        ignore(s, p, int(s.todo[0]))
    then(s, (ask(state.END, p),))  # YA-R41


@kernel
def cross_off(s, face):
    i = 0
    while s.todo[i] != face:
        i += 1
    for j in range(i, kit.LONGEST_LINE - 1):
        s.todo[j] = s.todo[j + 1]
    s.todo[kit.LONGEST_LINE - 1] = NONE


@kernel
def ignore(s, p, face):
    """YA-38: lost for this turn."""
    cross_off(s, face)
    tell(s, state.IGNORED, p, face)


@kernel
def do_action(s, p, face):
    """YA-37 YA-40: one action, completely, before the next."""
    cross_off(s, face)
    tell(s, state.DID, p, face)
    kind = kit.FACE_KIND[face]
    n = kit.FACE_N[face]
    then(s, (step(state.NEXT_ACTION),))
    if kind == kit.CUSTOMERS:
        new_customers(s, p, n)
    elif kind == kit.COOKING:
        then(s, (ask(state.COOK, p, n),))
    elif kind == kit.REFILLING:
        then(s, (ask(state.REFILL, p, n),))
    elif kind == kit.RECYCLING:
        then(s, (ask(state.RECYCLE, p),))
    else:
        then(s, (ask(state.SERVE, p, n),))


@kernel
def use_token(s, p, a):
    """YA-20 YA-R25: before the decision that is asked, which is then asked again."""
    if a == state.USE_GARBAGE:
        use_garbage(s, p)
    else:
        use_call(s, p, state.PART[a, 0], state.PART[a, 1])
    if open_kind(s) == state.ACTION:
        drop(s)
        then(s, (step(state.NEXT_ACTION),))


# --- the end --------------------------------------------------------------------------------------


@kernel
def final_serve(s, p, n):
    """YA-86 YA-87: as any serve, again and again."""
    then(s, (ask(state.SERVE, p, n), step(state.NEXT_SERVE)))


@kernel
def end_game(s):
    """YA-83 YA-94: backs that differ within a kind are looked at only now."""
    s.phase = state.OVER
    turn_tokens_over(s)
    tell(s, state.ENDED)


@kernel
def turn_tokens_over(s):
    for k in range(kit.TOKENS):
        if kit.IS_VARIED[k]:
            turn_over(s, k)


@kernel
def turn_over(s, k):
    """Each unused token of the kind is any of its copies, none of them twice."""
    seen = 0
    left = kit.COPIES_EACH
    for p in range(s.players):
        points = 0
        for _ in range(s.held[p, k]):
            i = roll(s, left)
            left -= 1
            copy = 0
            while seen >> copy & 1 or i > 0:
                i -= not seen >> copy & 1
                copy += 1
            seen |= 1 << copy
            points += kit.BACK_VP[k, copy]
        if s.held[p, k] > 0:
            s.backs[p] += points
            tell(s, state.TURNED_OVER, p, k, points)
