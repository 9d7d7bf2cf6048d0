"""Numbers for learning, from a masked state: progress, tiles, supply, then each seat's stall, the looking one first."""

from __future__ import annotations

from yokocho.core.agenda import open_a, open_b, open_kind
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.yatta import components as kit
from yokocho.games.yatta.scoring import score
from yokocho.games.yatta.state import NEXT_ACTION, SEATS

QUESTIONS = NEXT_ACTION  # kinds of question
HEAD = 9 + QUESTIONS + SEATS
TILE_NUMBERS = (kit.GRID + 2) * len(kit.FACES) + len(kit.LINES)
SUPPLY = 2 * kit.COLOURS + kit.TOKENS + 2 * kit.FIGURES
SEAT = (
    5
    + kit.QUEUE * kit.FIGURES
    + kit.DISH_IMPROVED * kit.COLOURS
    + 4 * kit.COLOURS
    + kit.REVIEWS
    + kit.TOKENS
    + kit.CELLS * kit.FIGURES
)
FEATURES = HEAD + TILE_NUMBERS + SUPPLY + SEATS * SEAT


@kernel
def observe_head(s, me, out):
    """How far the game is, what is asked, who is first, what a serve will bring."""
    out[0] = s.rounds / kit.ROUNDS
    out[1 + s.phase] = 1.0
    out[5] = s.serving_vp / 4.0
    kind = open_kind(s)
    if kind >= 0:
        out[6] = open_a(s)
        out[7] = open_b(s) / 16.0
        out[9 + kind] = 1.0
    out[8] = s.players / SEATS
    out[9 + QUESTIONS + (s.first - me) % s.players] = 1.0


@kernel
def observe_tiles(s, out, k):
    for i in range(kit.GRID):
        out[k + i * len(kit.FACES) + s.tiles[i]] = 1.0
    k += kit.GRID * len(kit.FACES)
    for i in range(kit.GRID, kit.TILES):
        out[k + s.tiles[i]] += 1.0 / kit.OUTSIDE
    k += len(kit.FACES)
    for i in range(kit.LONGEST_LINE):
        if s.todo[i] != NONE:
            out[k + s.todo[i]] += 1.0
    k += len(kit.FACES)
    if s.line != NONE:
        out[k + s.line] = 1.0


@kernel
def observe_supply(s, out, k):
    for c in range(kit.COLOURS):
        out[k + c] = s.dishes[c] / 10.0
        out[k + kit.COLOURS + c] = s.beverages[c] / 5.0
    k += 2 * kit.COLOURS
    for i in range(kit.TOKENS):
        out[k + i] = s.tokens[i] / 4.0
    k += kit.TOKENS
    for f in range(kit.FIGURES):
        out[k + f] = s.bag[f] / 10.0
    for i in range(kit.MOST_N):
        if s.hand[i] != NONE:
            out[k + kit.FIGURES + s.hand[i]] += 1.0


@kernel
def observe_seat(s, q, out, k):
    out[k] = s.vp[q] / 50.0
    out[k + 1] = score(s, q) / 50.0
    out[k + 2] = s.fridge_improved[q]
    out[k + 3] = s.stove_improved[q]
    out[k + 4] = s.influencer[q]
    k += 5
    for i in range(s.queue_size[q]):
        if s.queue[q, i] != NONE:
            out[k + i * kit.FIGURES + s.queue[q, i]] = 1.0
    k += kit.QUEUE * kit.FIGURES
    for i in range(s.dish_size[q]):
        if s.dish[q, i] != NONE:
            out[k + i * kit.COLOURS + s.dish[q, i]] = 1.0
    k += kit.DISH_IMPROVED * kit.COLOURS
    for c in range(kit.COLOURS):
        out[k + c] = s.fridge[q, c]
        out[k + kit.COLOURS + c] = s.box[q, c]
        out[k + 2 * kit.COLOURS + c] = s.sink[q, c] / 4.0
        out[k + 3 * kit.COLOURS + c] = s.menu[q] >> c & 1
    k += 4 * kit.COLOURS
    for r in range(kit.REVIEWS):
        out[k + r] = (s.review[q, r] - kit.START_COLUMN) / 4.0
    k += kit.REVIEWS
    for i in range(kit.TOKENS):
        out[k + i] = s.held[q, i]
    k += kit.TOKENS
    for cell in range(kit.CELLS):
        if s.board[q, cell] != NONE:
            out[k + cell * kit.FIGURES + s.board[q, cell]] = 1.0


@kernel
def observe(s, p, out):
    """Seats count from the looking one; a spectator looks from seat 0."""
    for i in range(FEATURES):
        out[i] = 0.0
    me = max(p, 0)
    observe_head(s, me, out)
    observe_tiles(s, out, HEAD)
    observe_supply(s, out, HEAD + TILE_NUMBERS)
    for i in range(s.players):
        observe_seat(s, (me + i) % s.players, out, HEAD + TILE_NUMBERS + SUPPLY + i * SEAT)
