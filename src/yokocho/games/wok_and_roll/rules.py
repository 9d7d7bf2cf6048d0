"""The turns of Wok and Roll: the market, cooking side by side, the end."""

from __future__ import annotations

from yokocho.core.agenda import ask, ask_each, drop, excuse, first_asked, hush, open_kind, open_seats, step, tell, then
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.core.rng import roll, shuffle
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.cooking import take_step
from yokocho.games.wok_and_roll.sheet import active, completed, fills_row, is_complete


@kernel
def deal(s, players, options):
    """WR-1 WR-2: fresh sheets; seat 0 starts (WR-3, WR-R21)."""
    clear_table(s)
    for p in range(players):
        for f in range(kit.KINDS):
            s.fridge[p, f] = kit.FIRST_FRIDGE[f]
    if kit.TILES > 0:
        deal_tiles(s)
    begin_turn(s)
    s.news = 0


@kernel
def clear_table(s):
    for i in range(state.PINS):
        s.next_dice[i] = NONE
    for p in range(state.SEATS):
        s.tile[p] = NONE


@kernel
def deal_tiles(s):
    """2.8: a House Special for each player, where the sheet has them. The pile is shuffled in the pins' place."""
    n = min(kit.TILES, state.PINS)
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
    s.phase = state.MARKET
    s.rolls = 0
    tell(s, state.TURN, s.turn + 1, active(s))
    roll_dice(s, (1 << kit.DICE) - 1)  # WR-5


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
    color = 0 if i < kit.WHITE else 1
    return kit.FACES[color, roll(s, kit.FACE_COUNT[color])]


@kernel
def roll_dice(s, dice):
    """Rolls some dice in ascending order; after the last roll they are locked (WR-7)."""
    s.rolls += 1
    for i in range(kit.DICE):
        if dice >> i & 1:
            s.dice[i] = rolled_face(s, i)
    tell(s, state.ROLLED, active(s), dice, s.rolls)
    if s.rolls == kit.ROLLS:
        lock_dice(s)
    else:
        then(s, (ask(state.MARKET, active(s)),))  # WR-6


@kernel
def lock_dice(s):
    """WR-8: the dice stay as they are, and everybody cooks at once (WR-10)."""
    s.phase = state.COOKING
    s.done = 0
    for p in range(s.players):
        note_sheet(s, p)
        for f in range(kit.KINDS):
            s.pool[p, f] = 0
        for i in range(kit.DICE if p == active(s) else kit.WHITE):  # WR-9
            s.pool[p, s.dice[i]] += 1
    then(
        s, (ask_each(state.COOKING, (1 << s.players) - 1), step(state.END))
    )  # WR-R19: steps may be taken back until done


@kernel
def note_sheet(s, p):
    """WR-R25: what the others know of a sheet until all are done."""
    for x in range(kit.STRUCTURES):
        s.seen_crossed[p, x] = s.crossed[p, x]
        s.seen_opened[p, x] = s.opened[p, x]
    for f in range(kit.KINDS):
        s.seen_fridge[p, f] = s.fridge[p, f]
    s.seen_hexes[p] = s.hexes[p]
    s.seen_rects[p] = s.rects[p]


# --- cooking --------------------------------------------------------------------------------------


@kernel
def cook(s, p, a):
    """One step of a cook."""
    take_step(s, p, a)
    verb, x = state.VERB[a], state.PART[a, 0]
    if verb == state.COOK:
        tell(s, state.COOKED, p, x)
        if fills_row(s, p, x):
            tell(s, state.GAINED, p, kit.GIVES[kit.ROW[x]])
        if is_complete(s, p, kit.STRUCTURE[x]):
            tell(s, state.COMPLETED, p, kit.STRUCTURE[x])  # WR-30 WR-R11: cooking goes on
    elif verb == state.SKILL:
        tell(s, state.SKILLED, p, x)
    elif verb == state.BONUS:
        tell(s, state.OUTLINED, p, x)
    elif verb == state.OPEN:
        tell(s, state.OPENED, p, x)


@kernel
def reveal(s, p):
    """WR-R13: what a seat has cooked this turn, two structures to a message."""
    first = 0
    for x in range(kit.STRUCTURES):
        fresh = s.crossed[p, x] & ~s.seen_crossed[p, x]
        if fresh == 0:
            continue
        found = 1 + x * 64 + fresh
        if first == 0:
            first = found
        else:
            tell(s, state.REVEALED, p, first, found)
            first = 0
    if first != 0:
        tell(s, state.REVEALED, p, first)
    if s.hexes[p] != s.seen_hexes[p] or s.rects[p] != s.seen_rects[p]:
        tell(s, state.LEARNED, p, s.hexes[p] & ~s.seen_hexes[p], s.rects[p] & ~s.seen_rects[p])


@kernel
def end_turn(s):
    """WR-29: all are done; leftovers are lost (WR-21, WR-R6), the sheets are open, and the end is looked for."""
    s.news += 1
    for p in range(s.players):
        reveal(s, p)
        s.seen_hexes[p] = 0
        s.seen_rects[p] = 0
        for f in range(kit.KINDS):
            s.pool[p, f] = 0
            s.tokens[p, f] = 0
            s.seen_fridge[p, f] = 0
        for x in range(kit.STRUCTURES):
            s.seen_crossed[p, x] = 0
            s.seen_opened[p, x] = 0
    s.done = 0
    s.turn += 1
    s.finished = why_over(s)
    if s.finished:
        s.phase = state.OVER
        tell(s, state.ENDED)
    else:
        begin_turn(s)


@kernel
def why_over(s):
    """WR-31 WR-32 WR-R23: counted in finished turns."""
    most = 0
    for p in range(s.players):
        most = max(most, completed(s, p))
    if most >= kit.TO_END and (not s.options[state.FINISH_ROUND] or s.turn % s.players == 0):  # WR-R12
        return state.BY_STRUCTURES
    if s.players == 1 and s.turn == s.options[state.SOLO_TURNS]:
        return state.BY_SOLO  # WR-35 WR-R10
    if s.turn == s.options[state.MAX_TURNS]:
        return state.BY_GUARD  # WR-R18
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
    if open_kind(s) == state.MARKET:
        drop(s)
        dice = state.PART[a, 0]
        if dice:
            roll_dice(s, dice)
        else:
            tell(s, state.LOCKED, p)  # WR-7 WR-R16
            lock_dice(s)
    elif a == state.DONE:
        s.done |= 1 << p
        tell(s, state.SAID_DONE, p)
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
