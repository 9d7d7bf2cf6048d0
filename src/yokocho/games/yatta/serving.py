"""The actions of a stall: cook, refill, recycle, serve; and the garbage and urgent call tokens (YA-48 to YA-63, YA-78
to YA-82).
"""

from __future__ import annotations

from yokocho.core.agenda import ask, step, tell, then
from yokocho.core.kernel import kernel
from yokocho.core.record import NONE
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.customers import can_draw
from yokocho.games.yatta.reputation import has_free_cell
from yokocho.games.yatta.stall import (
    box_room,
    dish_room,
    fridge_room,
    in_box,
    in_fridge,
    shift_dishes,
    shift_queue,
    spend,
    to_box,
)

# --- what is possible -----------------------------------------------------------------------------


@kernel
def can_cook(s, p, n):
    """YA-50 YA-R10 YA-R11: room for n dishes, and n in the supply of the foods on the menu."""
    if dish_room(s, p) < n:
        return False
    dishes = 0
    for c in range(kit.COLOURS):
        if s.menu[p] >> c & 1:
            dishes += s.dishes[c]
    return dishes >= n


@kernel
def can_refill(s, p, n, bottles):
    """YA-52 YA-R10: room for n beverages, and n in the supply (with so many bottles more)."""
    for c in range(kit.COLOURS):
        bottles += s.beverages[c]
    return bottles >= n and fridge_room(s, p) >= n


@kernel
def can_serve(s, p, n, room):
    """YA-55 YA-R22 YA-R38: figure, dish or taiyaki, exactly n beverages, room in the box, a free reputation space."""
    return (
        s.queue_size[p] > 0
        and (s.dish_size[p] > 0 or s.held[p, kit.TAIYAKI] > 0)
        and in_fridge(s, p) >= n
        and room >= n
        and has_free_cell(s, p)
    )


@kernel
def can_do(s, p, face):
    """YA-37: can this action be carried out completely now?"""
    kind = kit.FACE_KIND[face]
    n = kit.FACE_N[face]
    if kind == kit.CUSTOMERS:
        return can_draw(s, n)
    if kind == kit.COOKING:
        return can_cook(s, p, n)
    if kind == kit.REFILLING:
        return can_refill(s, p, n, 0)
    if kind == kit.RECYCLING:
        return in_box(s, p) > 0  # YA-54
    return can_serve(s, p, n, box_room(s, p))


@kernel
def needs_taiyaki(s, p, face):
    """YA-R42: a serve that only a taiyaki makes possible."""
    return kit.FACE_KIND[face] == kit.SERVING and s.dish_size[p] == 0


@kernel
def can_use_garbage(s, p):
    """YA-R27"""
    return s.held[p, kit.GARBAGE] > 0 and in_box(s, p) > 0


@kernel
def garbage_would_help(s, p, face):
    """YA-R26: would this action be possible with an empty box, and its bottles in the supply?"""
    if not can_use_garbage(s, p):
        return False
    kind = kit.FACE_KIND[face]
    if kind == kit.REFILLING:
        return can_refill(s, p, kit.FACE_N[face], in_box(s, p))
    return kind == kit.SERVING and can_serve(s, p, kit.FACE_N[face], kit.RECYCLE_BOX)


# --- cook, refill, recycle ------------------------------------------------------------------------


@kernel
def cook(s, p, c):
    """YA-48 YA-49: a dish from the supply takes the leftmost free space."""
    s.dishes[c] -= 1
    s.dish[p, s.dish_size[p]] = c
    s.dish_size[p] += 1
    tell(s, state.COOKED, p, c)


@kernel
def refill(s, p, i):
    """YA-51: beverages of any colours."""
    for c in range(kit.COLOURS):
        s.beverages[c] -= kit.IN_SET[i, c]
        s.fridge[p, c] += kit.IN_SET[i, c]
    tell(s, state.REFILLED, p, i)


@kernel
def recycle(s, p, c):
    """YA-53 YA-R23: exactly one, of the owner's choice; it is available again at once."""
    s.box[p, c] -= 1
    s.beverages[c] += 1
    s.vp[p] += kit.RECYCLE_VP
    tell(s, state.RECYCLED, p, c, kit.RECYCLE_VP)


# --- serve ----------------------------------------------------------------------------------------


@kernel
def serve_worth(f, dish, i):
    """YA-60 YA-62 YA-78 YA-79: VP of a serve; NONE for the dish is a taiyaki. A tourist matches no colour."""
    if f == kit.TOURIST:
        return kit.SERVE_VP + (kit.TAIYAKI_VP if dish == NONE else 0)
    return kit.SERVE_VP + (kit.DISH_MATCH_VP if dish == f else 0) + kit.BEVERAGE_MATCH_VP * kit.IN_SET[i, f]


@kernel
def serve(s, p, i, with_taiyaki):
    """YA-56: always the figure and the dish in position 1; then the space on the reputation board, VP and shift."""
    f = int(s.queue[p, 0])
    dish = NONE
    if with_taiyaki:
        spend(s, p, kit.TAIYAKI)  # YA-78: no dish moves
    else:
        dish = int(s.dish[p, 0])
        s.sink[p, dish] += 1  # YA-57
        s.dish[p, 0] = NONE
        s.dish_given = True
    for c in range(kit.COLOURS):
        to_box(s, p, c, kit.IN_SET[i, c])  # YA-58
    s.serving = True
    s.serving_vp = serve_worth(f, dish, i)
    tell(s, state.SERVED, p, f, i * kit.FIGURES + dish + 1)
    then(s, (ask(state.CELL, p), step(state.SHIFT)))  # YA-59


@kernel
def shift(s, p):
    """YA-60 YA-61: the VP, and both queues move up."""
    s.vp[p] += s.serving_vp  # YA-R30
    tell(s, state.GAINED, p, s.serving_vp)
    shift_queue(s, p)
    if s.dish_given:
        shift_dishes(s, p)
    s.serving = False
    s.serving_vp = 0
    s.dish_given = False
    s.figure_placed = False


# --- tokens that are used between actions ---------------------------------------------------------


@kernel
def uses_token(a):
    """YA-R25: is this move made before the decision that is asked?"""
    return state.VERB[a] == state.USE_GARBAGE or state.VERB[a] == state.USE_CALL


@kernel
def use_garbage(s, p):
    """YA-80: the whole box goes to the supply, without VP."""
    for c in range(kit.COLOURS):
        s.beverages[c] += s.box[p, c]
        s.box[p, c] = 0
    spend(s, p, kit.GARBAGE)
    tell(s, state.USED_GARBAGE, p)


@kernel
def use_call(s, p, i, j):
    """YA-82: two figures of the own queue swap their positions."""
    f = int(s.queue[p, i])
    s.queue[p, i] = s.queue[p, j]
    s.queue[p, j] = f
    spend(s, p, kit.URGENT_CALL)
    tell(s, state.USED_CALL, p, i, j)
