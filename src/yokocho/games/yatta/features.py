"""Numbers for learning, from a masked state: progress, tiles, supply, then each seat's stall, the looking one first."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.core.observing import Part, by_seat, observe_question, part_of, question_parts
from yokocho.core.record import NONE
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.scoring import score
from yokocho.games.yatta.state import NEXT_ACTION, SEATS

QUESTIONS = NEXT_ACTION  # kinds of question
PHASES = state.OVER + 1
FACES = len(kit.FACES)
LINES = len(kit.LINES)
SERVE = 4
RICH = 100  # points
MANY_DISHES = 20  # of one colour, in the supply or served
MANY_FIGURES = 30

OBSERVATION = [
    *question_parts(SEATS, QUESTIONS),
    Part("round", 1),
    Part("phase", PHASES),
    Part("a serve: under way, its points, dish given, figure placed", SERVE),
    Part("whose turn", SEATS),
    Part("first player", SEATS),
    Part("tiles of the grid", (kit.GRID, FACES)),
    Part("tiles outside", FACES, high=kit.OUTSIDE),
    Part("actions to come", FACES, high=kit.LONGEST_LINE),
    Part("action indicator", LINES),
    Part("dishes left", kit.COLOURS),
    Part("beverages left", kit.COLOURS),
    Part("special tokens left", kit.TOKENS),
    Part("bag", kit.FIGURES),
    Part("figures to be placed", kit.FIGURES, high=kit.MOST_N),
    *by_seat(
        SEATS,
        Part("points of play, points in all", 2, low=-1),
        Part("Fridge improved, stove improved, influencer", 3),
        Part("lengths of the queues of figures and dishes", 2),
        Part("queue", (kit.QUEUE, kit.FIGURES)),
        Part("dishes", (kit.DISH_IMPROVED, kit.COLOURS)),
        Part("beverages", kit.COLOURS, high=kit.FRIDGE_IMPROVED),
        Part("recycle box", kit.COLOURS, high=kit.RECYCLE_BOX),
        Part("dishes served", kit.COLOURS),
        Part("menu", kit.COLOURS),
        Part("reviews", kit.REVIEWS),
        Part("special tokens", kit.TOKENS),
        Part("reputation board", (kit.CELLS, kit.FIGURES)),
    ),
]


@kernel
def observe_progress(s, me, out, k):
    """How far the game is, whose turn it is, what a serve will bring."""
    out[k] = s.rounds / kit.ROUNDS
    k += 1
    out[k + s.phase] = 1
    k += PHASES
    out[k] = s.serving
    out[k + 1] = part_of(s.serving_vp, kit.MOST_VP)
    out[k + 2] = s.dish_given
    out[k + 3] = s.figure_placed
    k += SERVE
    out[k + (s.active - me) % s.players] = 1
    k += SEATS
    out[k + (s.first - me) % s.players] = 1
    return k + SEATS


@kernel
def observe_tiles(s, out, k):
    for i in range(kit.GRID):
        out[k + i * FACES + s.tiles[i]] = 1
    k += kit.GRID * FACES
    for i in range(kit.GRID, kit.TILES):
        out[k + s.tiles[i]] += 1
    k += FACES
    for i in range(kit.LONGEST_LINE):
        if s.todo[i] != NONE:
            out[k + s.todo[i]] += 1
    k += FACES
    if s.line != NONE:
        out[k + s.line] = 1
    return k + LINES


@kernel
def observe_supply(s, out, k):
    for c in range(kit.COLOURS):
        out[k + c] = part_of(s.dishes[c], MANY_DISHES)
        out[k + kit.COLOURS + c] = part_of(s.beverages[c], MANY_DISHES)
    k += 2 * kit.COLOURS
    for i in range(kit.TOKENS):
        out[k + i] = part_of(s.tokens[i], MANY_DISHES)
    k += kit.TOKENS
    for f in range(kit.FIGURES):
        out[k + f] = part_of(s.bag[f], MANY_FIGURES)
    k += kit.FIGURES
    for i in range(kit.MOST_N):
        if s.hand[i] != NONE:
            out[k + s.hand[i]] += 1
    return k + kit.FIGURES


@kernel
def observe_seat(s, q, out, k):
    out[k] = part_of(s.vp[q], RICH)
    out[k + 1] = part_of(score(s, q), RICH)
    out[k + 2] = s.fridge_improved[q]
    out[k + 3] = s.stove_improved[q]
    out[k + 4] = s.influencer[q] / kit.MOST_SPACES
    out[k + 5] = s.queue_size[q] / kit.QUEUE
    out[k + 6] = s.dish_size[q] / kit.DISH_IMPROVED
    k += 7
    for i in range(s.queue_size[q]):
        if s.queue[q, i] != NONE:
            out[k + i * kit.FIGURES + s.queue[q, i]] = 1
    k += kit.QUEUE * kit.FIGURES
    for i in range(s.dish_size[q]):
        if s.dish[q, i] != NONE:
            out[k + i * kit.COLOURS + s.dish[q, i]] = 1
    k += kit.DISH_IMPROVED * kit.COLOURS
    for c in range(kit.COLOURS):
        out[k + c] = s.fridge[q, c]
        out[k + kit.COLOURS + c] = s.box[q, c]
        out[k + 2 * kit.COLOURS + c] = part_of(s.sink[q, c], MANY_DISHES)
        out[k + 3 * kit.COLOURS + c] = s.menu[q] >> c & 1
    k += 4 * kit.COLOURS
    for r in range(kit.REVIEWS):
        out[k + r] = s.review[q, r] / kit.LAST_COLUMN
    k += kit.REVIEWS
    for i in range(kit.TOKENS):
        out[k + i] = part_of(s.held[q, i], MANY_DISHES)
    k += kit.TOKENS
    for cell in range(kit.CELLS):
        if s.board[q, cell] != NONE:
            out[k + cell * kit.FIGURES + s.board[q, cell]] = 1
    return k + kit.CELLS * kit.FIGURES


@kernel
def observe(s, p, out):
    """Seats count from the looking one; a spectator looks from seat 0."""
    me = max(p, 0)
    k = observe_question(s, p, SEATS, QUESTIONS, out)
    k = observe_progress(s, me, out, k)
    k = observe_tiles(s, out, k)
    k = observe_supply(s, out, k)
    for i in range(s.players):
        k = observe_seat(s, (me + i) % s.players, out, k)
