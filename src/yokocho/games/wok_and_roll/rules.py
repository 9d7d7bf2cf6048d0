"""The turns of Wok and Roll: the market, cooking side by side, the end."""

from __future__ import annotations

from yokocho.core.agenda import ask, ask_each, drop, excuse, first_asked, hush, open_kind, open_seats, step, tell, then
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.core.rng import roll, shuffle
from yokocho.games.wok_and_roll.components import (
    DICE,
    FACE_COUNT,
    FACES,
    FIRST_FRIDGE,
    GIVES,
    KINDS,
    MOST_PAYMENTS,
    ROLLS,
    ROW,
    STRUCTURE,
    STRUCTURES,
    TILES,
    TO_END,
    WHITE,
)
from yokocho.games.wok_and_roll.cooking import take_step
from yokocho.games.wok_and_roll.sheet import active, completed, fills_row, is_complete
from yokocho.games.wok_and_roll.state import (
    BONUS,
    BY_GUARD,
    BY_SOLO,
    BY_STRUCTURES,
    COMPLETED,
    COOK,
    COOKED,
    COOKING,
    DONE,
    END,
    ENDED,
    FINISH_ROUND,
    GAINED,
    LEARNED,
    LOCK_DICE,
    LOCKED,
    MARKET,
    MAX_TURNS,
    OPEN,
    OPENED,
    OUTLINED,
    OVER,
    PINS,
    REROLL,
    REVEALED,
    ROLLED,
    SAID_DONE,
    SEATS,
    SKILL,
    SKILLED,
    SOLO_TURNS,
    TURN,
)


@kernel
def deal(s, players, options):
    """WR-1 WR-2: fresh sheets; seat 0 starts (WR-3, WR-R21)."""
    clear_table(s)
    for p in range(players):
        for f in range(KINDS):
            s.fridge[p, f] = FIRST_FRIDGE[f]
    if TILES > 0:
        deal_tiles(s)
    begin_turn(s)
    s.news = 0


@kernel
def clear_table(s):
    for i in range(PINS):
        s.next_dice[i] = NONE
    for p in range(SEATS):
        s.tile[p] = NONE


@kernel
def deal_tiles(s):
    """2.8: a House Special for each player, where the sheet has them. The pile is shuffled in the pins' place."""
    n = min(TILES, PINS)
    for i in range(n):
        s.next_dice[i] = i
    shuffle(s, s.next_dice, n)
    for p in range(s.players):
        s.tile[p] = s.next_dice[p]
    for i in range(n):
        s.next_dice[i] = NONE


# --- the market -----------------------------------------------------------------------------------


@kernel
def begin_turn(s):
    s.phase = MARKET
    s.rolls = 0
    tell(s, TURN, s.turn + 1, active(s))
    roll_dice(s, (1 << DICE) - 1)  # WR-5


@kernel
def rolled_face(s, i):
    """Chance, or what was pinned for the next die."""
    if s.next_size > 0:
        face = s.next_dice[0]
        s.next_size -= 1
        for j in range(s.next_size):
            s.next_dice[j] = s.next_dice[j + 1]
        s.next_dice[s.next_size] = NONE
        s.news += 1
        return face
    color = 0 if i < WHITE else 1
    return FACES[color, roll(s, FACE_COUNT[color])]


@kernel
def roll_dice(s, dice):
    """Rolls some dice in ascending order; after the last roll they are locked (WR-7)."""
    s.rolls += 1
    for i in range(DICE):
        if dice >> i & 1:
            s.dice[i] = rolled_face(s, i)
    tell(s, ROLLED, active(s), dice, s.rolls)
    if s.rolls == ROLLS:
        lock_dice(s)
    else:
        then(s, (ask(MARKET, active(s)),))  # WR-6


@kernel
def lock_dice(s):
    """WR-8: the dice stay as they are, and everybody cooks at once (WR-10)."""
    s.phase = COOKING
    s.done = 0
    for p in range(s.players):
        note_sheet(s, p)
        for f in range(KINDS):
            s.pool[p, f] = 0
        for i in range(DICE if p == active(s) else WHITE):  # WR-9
            s.pool[p, s.dice[i]] += 1
    then(s, (ask_each(COOKING, (1 << s.players) - 1), step(END)))  # WR-R19: steps may be taken back until done


@kernel
def note_sheet(s, p):
    """WR-R25: what the others know of a sheet until all are done."""
    for x in range(STRUCTURES):
        s.seen_crossed[p, x] = s.crossed[p, x]
        s.seen_opened[p, x] = s.opened[p, x]
    for f in range(KINDS):
        s.seen_fridge[p, f] = s.fridge[p, f]
    s.seen_hexes[p] = s.hexes[p]
    s.seen_rects[p] = s.rects[p]


# --- cooking --------------------------------------------------------------------------------------


@kernel
def cook(s, p, a):
    """One step of a cook."""
    take_step(s, p, a)
    if a < SKILL:
        v = (a - COOK) // MOST_PAYMENTS
        tell(s, COOKED, p, v)
        if fills_row(s, p, v):
            tell(s, GAINED, p, GIVES[ROW[v]])
        if is_complete(s, p, STRUCTURE[v]):
            tell(s, COMPLETED, p, STRUCTURE[v])  # WR-30 WR-R11: cooking goes on
    elif a < BONUS:
        tell(s, SKILLED, p, a - SKILL)
    elif a < DONE:
        tell(s, OUTLINED, p, a - BONUS)
    else:
        tell(s, OPENED, p, a - OPEN)


@kernel
def reveal(s, p):
    """WR-R13: what a seat has cooked this turn, two structures to a message."""
    first = 0
    for x in range(STRUCTURES):
        fresh = s.crossed[p, x] & ~s.seen_crossed[p, x]
        if fresh == 0:
            continue
        found = 1 + x * 64 + fresh
        if first == 0:
            first = found
        else:
            tell(s, REVEALED, p, first, found)
            first = 0
    if first != 0:
        tell(s, REVEALED, p, first)
    if s.hexes[p] != s.seen_hexes[p] or s.rects[p] != s.seen_rects[p]:
        tell(s, LEARNED, p, s.hexes[p] & ~s.seen_hexes[p], s.rects[p] & ~s.seen_rects[p])


@kernel
def end_turn(s):
    """WR-29: all are done; leftovers are lost (WR-21, WR-R6), the sheets are open, and the end is looked for."""
    s.news += 1
    for p in range(s.players):
        reveal(s, p)
        s.seen_hexes[p] = 0
        s.seen_rects[p] = 0
        for f in range(KINDS):
            s.pool[p, f] = 0
            s.tokens[p, f] = 0
            s.seen_fridge[p, f] = 0
        for x in range(STRUCTURES):
            s.seen_crossed[p, x] = 0
            s.seen_opened[p, x] = 0
    s.done = 0
    s.turn += 1
    s.finished = why_over(s)
    if s.finished:
        s.phase = OVER
        tell(s, ENDED)
    else:
        begin_turn(s)


@kernel
def why_over(s):
    """WR-31 WR-32 WR-R23: counted in finished turns."""
    most = 0
    for p in range(s.players):
        most = max(most, completed(s, p))
    if most >= TO_END and (not s.options[FINISH_ROUND] or s.turn % s.players == 0):  # WR-R12
        return BY_STRUCTURES
    if s.players == 1 and s.turn == s.options[SOLO_TURNS]:
        return BY_SOLO  # WR-35 WR-R10
    if s.turn == s.options[MAX_TURNS]:
        return BY_GUARD  # WR-R18
    return 0


# --- the protocol ---------------------------------------------------------------------------------


@kernel
def proceed(s):
    """The table's own steps, up to the next decision."""
    while s.agenda_size > 0 and open_seats(s) == 0:
        drop(s)
        end_turn(s)


@kernel
def apply(s, p, a):
    hush(s)
    if open_kind(s) == MARKET:
        drop(s)
        if a == LOCK_DICE:
            tell(s, LOCKED, p)  # WR-7 WR-R16
            lock_dice(s)
        else:
            roll_dice(s, a - REROLL)
    elif a == DONE:
        s.done |= 1 << p
        tell(s, SAID_DONE, p)
        excuse(s, p)
    else:
        cook(s, p, a)
    proceed(s)


@kernel
def actor(s):
    """5.4: in seat order from the active player."""
    return first_asked(s, active(s)) if s.agenda_size > 0 else -1


@kernel
def ending(s):
    return s.finished
