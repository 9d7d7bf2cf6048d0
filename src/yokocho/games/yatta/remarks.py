"""What is to be said of a move before it is made: what it brings, what it gives up, what would be ignored.

A line is played in the head in every order, on plain numbers: what is promised can be reached whatever the bag gives,
and without tokens and bonuses; what is said to be lost cannot be had with them either.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from yokocho.core.agenda import open_a, open_b
from yokocho.core.record import NONE, State
from yokocho.core.scene import Name, Remark
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.words import (
    REVIEW_WORDS,
    TOKEN_WORDS,
    beverage_words,
    counted,
    figure_words,
    joined,
    short_words,
    signed,
)

Counts = tuple[int, ...]
Faces = tuple[int, ...]
UNSEEN = kit.FIGURES  # a figure still in the bag
STEPS_CUSTOMER, STEPS_TOURIST = 1, 2  # YA-69 YA-70
KIND: Faces = tuple(kit.FACE_KIND.tolist())
SIZE: Faces = tuple(kit.FACE_N.tolist())
COLOURS = range(kit.COLOURS)
VP_OF = kit.TRACK


# --- a stall in the head --------------------------------------------------------------------------


class Stall(NamedTuple):
    """What decides whether an action is possible and what it brings."""

    queue: Counts  # figures, from position 1
    dishes: Counts
    fridge: Counts  # of each colour
    box: Counts
    stock: Counts  # beverages in the supply
    food: Counts  # dishes in the supply
    menu: int
    dish_spaces: int
    fridge_spaces: int
    elsewhere: int  # free positions in the queues of others
    bag: int
    cells: int  # free spaces of the reputation board
    taiyaki: int = 0  # only where tokens and bonuses are thought of
    garbage: int = 0
    bonus: int = -1  # then the bonuses within reach, as bits; -1: nothing is thought of


class Line(NamedTuple):
    """A line played in its best order: most actions, then most points."""

    done: int
    points: int
    steps: tuple[tuple[int, int], ...]  # faces in their order, with points
    left: Faces  # what is ignored
    end: Stall | None


def stall_of(s: State, p: int) -> Stall:
    sizes = s.queue_size[: s.players].tolist()
    return Stall(
        tuple(s.queue[p, : sizes[p]].tolist()),
        tuple(s.dish[p, : s.dish_size[p]].tolist()),
        tuple(s.fridge[p].tolist()),
        tuple(s.box[p].tolist()),
        tuple(s.beverages.tolist()),
        tuple(s.dishes.tolist()),
        int(s.menu[p]),
        kit.DISH_IMPROVED if s.stove_improved[p] else kit.DISH_BASE,
        kit.FRIDGE_IMPROVED if s.fridge_improved[p] else kit.FRIDGE_BASE,
        sum(kit.QUEUE - n for q, n in enumerate(sizes) if q != p),
        sum(s.bag.tolist()),
        s.board[p].tolist().count(NONE),
    )


def moved(counts: Counts, c: int, n: int) -> Counts:
    return (*counts[:c], counts[c] + n, *counts[c + 1 :])


def lacking(stall: Stall, face: int) -> str:
    """Why an action is not possible in full now; empty when it is (YA-37)."""
    kind, n = KIND[face], SIZE[face]
    if kind == kit.CUSTOMERS:  # YA-42
        if stall.bag < n:
            return "too few figures are in the bag"
        return "the queues have no room" if stall.elsewhere + kit.QUEUE - len(stall.queue) < n else ""
    if kind == kit.COOKING:  # YA-50
        room = stall.dish_spaces - len(stall.dishes)
        if room < n:
            return "only one dish has room" if room else "the dish queue is full"
        return "your foods are sold out" if sum(stall.food[c] for c in COLOURS if stall.menu >> c & 1) < n else ""
    if kind == kit.REFILLING:  # YA-52
        room = stall.fridge_spaces - sum(stall.fridge)
        if room < n:
            return "only one beverage has room" if room else "the fridge is full"
        return "too few beverages are left" if sum(stall.stock) < n else ""
    if kind == kit.RECYCLING:  # YA-54
        return "" if any(stall.box) else "the recycle box is empty"
    return no_serve(stall, n)


def no_serve(stall: Stall, n: int) -> str:
    """YA-55: what a serve lacks."""
    if not stall.queue:
        return "nobody stands in your queue"
    if not stall.dishes and not stall.taiyaki:
        return "no dish is ready"
    if (cold := sum(stall.fridge)) < n:
        return "the fridge has only one beverage" if cold else "the fridge is empty"
    if (room := kit.RECYCLE_BOX - sum(stall.box)) < n:
        return "the recycle box has room for only one bottle" if room else "the recycle box is full"
    return "" if stall.cells else "your reputation board is full"


def carried_out(stall: Stall, face: int, rest: Faces) -> list[tuple[Stall, int]]:
    """What may come of an action that is possible: the ways worth looking at, each with its certain points."""
    kind, n = KIND[face], SIZE[face]
    if kind == kit.SERVING:
        return [with_serve(stall, n)]
    if kind == kit.COOKING:
        return [(with_dishes(stall, n), 0)]
    if kind == kit.RECYCLING:
        return [(with_recycling(stall), kit.RECYCLE_VP)]
    if kind == kit.CUSTOMERS:
        own = min(n, kit.QUEUE - len(stall.queue))  # YA-43 YA-44: all can be kept, as far as there is room
        drawn = (UNSEEN,) * own
        return [
            (
                stall._replace(queue=stall.queue + drawn, elsewhere=stall.elsewhere - (n - own), bag=stall.bag - n),
                0,
            )
        ]
    if not any(KIND[x] == kit.SERVING for x in rest):
        return [(taken(stall, plentiful(stall.stock, n)), 0)]
    return [(taken(stall, kit.SETS[i]), 0) for i in useful_sets(stall, n)]


def with_serve(stall: Stall, n: int) -> tuple[Stall, int]:
    """YA-55 to YA-61 with the beverages that match, and otherwise those that the next figure does not want."""
    f = stall.queue[0]
    after = stall.queue[1] if len(stall.queue) > 1 else NONE
    fridge, box, match = stall.fridge, stall.box, 0
    for _ in range(n):
        here = [c for c in COLOURS if fridge[c]]
        c = f if f in here else next((c for c in here if c != after), here[0])
        match += c == f
        fridge, box = moved(fridge, c, -1), moved(box, c, 1)
    with_dish = bool(stall.dishes)
    points = kit.SERVE_VP + kit.BEVERAGE_MATCH_VP * match
    points += kit.DISH_MATCH_VP * (with_dish and stall.dishes[0] == f)
    then = stall._replace(
        queue=stall.queue[1:],
        dishes=stall.dishes[1:],
        fridge=fridge,
        box=box,
        cells=stall.cells - 1,
        taiyaki=stall.taiyaki - (not with_dish),
    )
    return (with_bonuses(then) if stall.bonus >= 0 else then), points


def with_dishes(stall: Stall, n: int) -> Stall:
    """YA-48 YA-49: for each customer a dish of its colour where that can be cooked."""
    for _ in range(n):
        k = len(stall.dishes)
        f = stall.queue[k] if k < len(stall.queue) else NONE
        here = [c for c in COLOURS if stall.menu >> c & 1 and stall.food[c]]
        c = f if f in here else max(here, key=lambda c: stall.food[c])
        stall = stall._replace(dishes=(*stall.dishes, c), food=moved(stall.food, c, -1))
    return stall


def with_recycling(stall: Stall) -> Stall:
    """YA-53: a bottle that is missing in the supply, if there is one."""
    c = min((c for c in COLOURS if stall.box[c]), key=lambda c: stall.stock[c])
    return stall._replace(box=moved(stall.box, c, -1), stock=moved(stall.stock, c, 1))


def plentiful(stock: Counts, n: int) -> Counts:
    """Any beverages: of what there is most."""
    found = (0,) * kit.COLOURS
    for _ in range(n):
        c = max(COLOURS, key=lambda c: stock[c] - found[c])
        found = moved(found, c, 1)
    return found


def useful_sets(stall: Stall, n: int) -> list[int]:
    """YA-51: beverages for the two who are served first, and others."""
    wanted = set(stall.queue[:2]) | {max(COLOURS, key=lambda c: stall.stock[c])}
    return [
        i
        for i in range(int(kit.SETS_FROM[n]), int(kit.SETS_FROM[n + 1]))
        if all(not kit.SETS[i][c] or (c in wanted and kit.SETS[i][c] <= stall.stock[c]) for c in COLOURS)
    ] or [kit.SETS.index(plentiful(stall.stock, n))]


def taken(stall: Stall, counts: Counts) -> Stall:
    return stall._replace(
        fridge=tuple(a + b for a, b in zip(stall.fridge, counts)),
        stock=tuple(a - b for a, b in zip(stall.stock, counts)),
    )


@lru_cache(maxsize=4096)
def best_line(stall: Stall, todo: Faces) -> Line:
    """The actions in the order in which most of them are carried out (YA-36 to YA-39)."""
    best = Line(0, 0, (), todo, stall)
    for i, face in enumerate(todo):
        if face not in todo[:i] and not lacking(stall, face):
            found = line_after(stall, todo, face)
            if (found.done, found.points) > (best.done, best.points):
                best = found
    return best


@lru_cache(maxsize=4096)
def line_after(stall: Stall, todo: Faces, face: int) -> Line:
    """The best line that begins with an action that is possible."""
    i = todo.index(face)
    rest = todo[:i] + todo[i + 1 :]
    best = None
    for then, points in carried_out(stall, face, rest):
        line = best_line(then, rest)
        if best is None or (line.done + 1, line.points + points) > (best.done, best.points):
            best = Line(line.done + 1, line.points + points, ((face, points), *line.steps), line.left, line.end)
    assert best is not None
    return best


# --- ... and what tokens and bonuses might add ------------------------------------------------------


def with_bonuses(stall: Stall) -> Stall:
    """Everything within reach that helps further actions, as if one figure brought it all."""
    bits = stall.bonus
    special = bits >> kit.GIVES_SPECIAL & 1
    return stall._replace(
        menu=(1 << kit.COLOURS) - 1 if bits >> kit.GIVES_MENU & 1 else stall.menu,
        dish_spaces=kit.DISH_IMPROVED if bits >> kit.GIVES_STOVE & 1 else stall.dish_spaces,
        fridge_spaces=kit.FRIDGE_IMPROVED if bits >> kit.GIVES_FRIDGE & 1 else stall.fridge_spaces,
        taiyaki=stall.taiyaki + special,
        garbage=stall.garbage + special,
    )


def in_reach(s: State, p: int, serves: int) -> int:
    """The bonuses that so many serves might bring, as bits: never one too few."""
    board = s.board[p].tolist()
    free = sum(1 << i for i, f in enumerate(board) if f == NONE)
    double = next((i for i, what in enumerate(kit.CELL_BONUSES) if what == kit.GIVES_DOUBLE), NONE)
    near = reach(s, p)
    for _ in range(serves):
        if s.held[p, kit.DOGGY_BAG] or s.tokens[kit.DOGGY_BAG]:
            near = free
        if double != NONE and near >> double & 1:
            near |= around(1 << double) & free
        if serves > 1:
            near |= around(near) & free
    return sum({1 << what for i, what in enumerate(kit.CELL_BONUSES) if near >> i & 1})


def around(cells: int) -> int:
    found = 0
    for i in range(kit.CELLS):
        if cells >> i & 1:
            found |= int(kit.BESIDE[i])
    return found


def reach(s: State, p: int) -> int:
    """YA-65 YA-66: where a figure may be placed, as bits."""
    taken = sum(1 << i for i, f in enumerate(s.board[p].tolist()) if f != NONE)
    return around(taken) & ~taken if taken else kit.FIRST_CELLS


@lru_cache(maxsize=4096)
def most_actions(stall: Stall, todo: Faces, luck: int) -> int:
    """No more than so many actions are carried out, whatever helps. Tourists that come to a queue beyond so many may
    leave all room as it was.
    """
    best = 0
    for i, face in enumerate(todo):
        if face in todo[:i]:
            continue
        now = stall
        if lacking(now, face) and stall.garbage and any(stall.box):  # YA-80
            stock = tuple(a + b for a, b in zip(stall.stock, stall.box))
            now = stall._replace(garbage=stall.garbage - 1, box=(0,) * kit.COLOURS, stock=stock)
        if lacking(now, face):
            continue
        rest = todo[:i] + todo[i + 1 :]
        for then, _ in carried_out(now, face, ()):  # which colours does not matter
            best = max(best, 1 + most_actions(then, rest, luck))
        if KIND[face] == kit.CUSTOMERS and len(now.queue) + SIZE[face] > luck:
            best = max(best, 1 + most_actions(now, rest, luck))
    return best


def helped(s: State, p: int, stall: Stall, todo: Faces) -> int:
    serves = sum(KIND[face] == kit.SERVING for face in todo)
    held = s.held[p].tolist()
    bits = in_reach(s, p, serves)
    start = stall._replace(taiyaki=held[kit.TAIYAKI], garbage=held[kit.GARBAGE], bonus=bits)
    if not s.bag[kit.TOURIST]:
        luck = 2 * kit.QUEUE
    elif s.options[state.TOURIST_SWAP_TO] == state.TO_BAG:
        luck = 0  # YA-R4
    else:
        luck = kit.QUEUE  # YA-R7
    return most_actions(start, todo, luck)


# --- what is known of a state, once for all its choices -------------------------------------------


class Known:
    """One state as one seat sees it."""

    def __init__(self, s: State, p: int) -> None:
        self.stall = stall_of(s, p)
        self.todo: Faces = tuple(sorted(face for face in s.todo.tolist() if face != NONE))
        self.tiles = s.tiles[: kit.GRID].tolist()
        self.lines: dict[Faces, Remark] = {}

    def line(self, face: int, line: int) -> Faces:
        """YA-35: the actions of a line once a tile is inserted."""
        size = int(kit.LINE_SIZE[line])
        return tuple(sorted([face, *(self.tiles[kit.LINE_CELL[line, i]] for i in range(size - 1))]))


recent: dict[tuple[int, bytes], Known] = {}


def known(s: State, p: int) -> Known:
    key = (p, s.tobytes())
    found = recent.get(key)
    if found is None:
        if len(recent) > 16:
            recent.clear()
        found = recent[key] = Known(s, p)
    return found


# --- the turn -------------------------------------------------------------------------------------


def remark(s: State, p: int, a: int, name: Name) -> Remark:
    """What is to be said of a legal action."""
    verb = state.ACTIONS.verb[a].first
    return REMARKS[verb](s, p, name, *state.ACTIONS.numbers[a])


def of_insertion(s: State, p: int, name: Name, face: int, line: int) -> Remark:
    """YA-35 to YA-39: which of the actions would be carried out, and which ignored."""
    about = known(s, p)
    todo = about.line(face, line)
    if todo not in about.lines:
        about.lines[todo] = of_line(s, p, about.stall, todo)
    return about.lines[todo]


def of_line(s: State, p: int, stall: Stall, todo: Faces) -> Remark:
    found = best_line(stall, todo)
    steps = [short_words(face) + f" ({signed(points)})" * bool(points) for face, points in found.steps]
    why = joined(steps, then=True).capitalize()
    if not found.left:
        return Remark("good", found.points, "", f"{why}.")
    assert found.end is not None
    lost = "; ".join(f"{short_words(face)} is ignored: {lacking(found.end, face)}" for face in found.left)
    most = helped(s, p, stall, todo)
    if most == 0:
        return Remark("wasteful", 0, "all ignored", f"{lost.capitalize()}.")
    missed = len(found.left)
    if most > found.done:
        hope = "unless a token or a bonus helps"
        return Remark("costly", found.points, f"{missed} at risk", f"{why or 'Nothing'}; {lost}, {hope}.")
    return Remark("costly", found.points, f"{missed} lost", f"{why}; {lost}.")


def of_doing(s: State, p: int, name: Name, face: int) -> Remark:
    """YA-36: what the action itself brings, and whether this order loses another one."""
    about = known(s, p)
    stall, n = about.stall, SIZE[face]
    if lacking(stall, face):  # YA-R42: only a taiyaki makes it possible
        _, points = with_serve(stall._replace(taiyaki=1), n)
        points += kit.TAIYAKI_VP * (stall.queue[0] == kit.TOURIST)
        return Remark("costly", points, "1 taiyaki", "A taiyaki takes the place of the dish.")
    here, best = line_after(stall, about.todo, face), best_line(stall, about.todo)
    gain = most_at_once(stall, face)
    if here.done < best.done:
        assert here.end is not None
        lost = "; ".join(f"{short_words(x)} is ignored then: {lacking(here.end, x)}" for x in here.left)
        return Remark("costly", gain, f"{best.done - here.done} lost", f"In this order {lost}.")
    return Remark("good", gain, "", WHY_DO[KIND[face]](stall, n))


def most_at_once(stall: Stall, face: int) -> int:
    if KIND[face] == kit.SERVING:
        return with_serve(stall, SIZE[face])[1]
    return kit.RECYCLE_VP if KIND[face] == kit.RECYCLING else 0


def why_customers(stall: Stall, n: int) -> str:
    return (
        f"{counted(n, 'figure').capitalize()} out of the bag; your queue has room for {kit.QUEUE - len(stall.queue)}."
    )


def why_cook(stall: Stall, n: int) -> str:
    then = with_dishes(stall, n)
    fits = sum(c == f for c, f in zip(then.dishes[len(stall.dishes) :], then.queue[len(stall.dishes) :]))
    return f"{counted(n, 'dish').capitalize()}; {fits if n > 1 else 'one' if fits else 'none'} can match who waits."


def why_refill(stall: Stall, n: int) -> str:
    room = stall.fridge_spaces - sum(stall.fridge)
    return f"{counted(n, 'beverage').capitalize()} into the fridge, which has room for {room}."


def why_serve(stall: Stall, n: int) -> str:
    return f"Serves the {figure_words(stall.queue[0])}: {signed(with_serve(stall, n)[1])} with what matches."


WHY_DO: tuple[Callable[[Stall, int], str], ...] = (
    why_customers,
    why_cook,
    why_refill,
    why_serve,
    lambda stall, n: "A bottle goes back to the supply, and the box has room again.",
)


def of_ignoring(s: State, p: int, name: Name, face: int) -> Remark:
    """YA-38 YA-R42: lost for this turn."""
    about = known(s, p)
    reason = lacking(about.stall, face)
    if not reason:
        return Remark("costly", 0, "1 action", "It would be possible.")
    if (
        KIND[face] == kit.SERVING
        and s.held[p, kit.TAIYAKI]
        and not no_serve(about.stall._replace(taiyaki=1), SIZE[face])
    ):
        return Remark("costly", 0, "no serve", "Keeps the taiyaki.")
    if face not in best_line(about.stall, about.todo).left:
        return Remark("wasteful", 0, "lost", "It becomes possible after another action of this line.")
    return Remark("wasteful", 0, "lost", f"It is lost for this turn: {reason}.")


def of_stopping(s: State, p: int, name: Name) -> Remark:
    if s.phase != state.FINAL_TURN:
        return Remark()
    stall = known(s, p).stall
    if no_serve(stall, 1):
        return Remark("final", 0, "", "Your last turn ends.")
    return Remark("final", 0, "no more serves", f"You could still serve the {figure_words(stall.queue[0])}.")  # YA-86


def of_final_serve(s: State, p: int, name: Name, i: int) -> Remark:
    """YA-86 YA-R29: how many beverages; each of them needs a place in the box."""
    n, stall = i + 1, known(s, p).stall
    if not stall.dishes:
        points = with_serve(stall._replace(taiyaki=1), n)[1] + kit.TAIYAKI_VP * (stall.queue[0] == kit.TOURIST)
        return Remark("costly", points, "1 taiyaki", "A taiyaki takes the place of the dish.")
    points = with_serve(stall, n)[1]
    if n > 1 and points == with_serve(stall, n - 1)[1]:
        return Remark("costly", points, "1 drink", "The second beverage brings nothing more.")
    return Remark("good", points, "", f"Serves the {figure_words(stall.queue[0])}: {signed(points)} with what matches.")


def next_serve(s: State, q: int) -> tuple[str, str, str] | None:
    """Of the figure in position 1: what a serve with what is ready would bring, or what is missing. In a few words, a
    tone, and for the ear.
    """
    if not s.queue_size[q] or s.queue[q, 0] == NONE or (s.serving and q == s.active) or s.phase == state.OVER:
        return None
    stall = stall_of(s, q)
    points = [with_serve(stall, n)[1] for n in range(1, kit.MOST_N + 1) if not no_serve(stall, n)]
    if points:
        return f"next: {signed(max(points))}", "good", f"served next, for {max(points)} points with what is ready"
    reason = no_serve(stall, 1)
    short = "no dish" if not stall.dishes else "no drink" if not sum(stall.fridge) else "box full"
    return short, "", f"cannot be served yet: {reason}"


# --- step A, and tokens between actions -----------------------------------------------------------


def of_accepting(s: State, p: int, name: Name) -> Remark:
    """YA-23 YA-R12"""
    steps = min(kit.PENALTY, sum(s.review[p].tolist()))
    who = figure_words(int(s.queue[p, kit.QUEUE - 1]))
    return Remark("costly", 0, f"{signed(-steps)} review{'s' * (steps != 1)}", f"The {who} goes back into the bag.")


def of_offering(s: State, p: int, name: Name, c: int) -> Remark:
    """YA-25 YA-28"""
    wanted = [k for k in range(s.queue_size[p]) if s.queue[p, k] == c]
    why = f"The {kit.COLOUR_WORDS[c]} customer in position {wanted[0] + 1} would match it." if wanted else ""
    return Remark("costly", 0, "1 drink", why or "Nobody in your queue would match it, and no review suffers.")


def of_offering_taiyaki(s: State, p: int, name: Name) -> Remark:
    return Remark("costly", 0, "1 taiyaki", "No review suffers, and the figure stays.")  # YA-27


def of_garbage(s: State, p: int, name: Name) -> Remark:
    """YA-80: what becomes possible."""
    about = known(s, p)
    n = sum(about.stall.box)
    why = f"Frees {counted(n, 'place')} in the box, without points."
    if about.todo:
        stock = tuple(a + b for a, b in zip(about.stall.stock, about.stall.box))
        emptied = about.stall._replace(box=(0,) * kit.COLOURS, stock=stock)
        more = best_line(emptied, about.todo).done - best_line(about.stall, about.todo).done
        if more > 0:
            why = f"Makes {counted(more, 'more action')} possible."
        elif more < 0:
            why = "Then there is nothing left to recycle."
    return Remark("costly", 0, "1 garbage token", why)


def of_calling(s: State, p: int, name: Name, i: int, j: int) -> Remark:
    """YA-82: what the next serve brings then."""
    stall = known(s, p).stall
    queue = list(stall.queue)
    queue[i], queue[j] = queue[j], queue[i]
    ready = [n for n in range(1, kit.MOST_N + 1) if not no_serve(stall, n)]
    why = f"The {figure_words(queue[i])} stands in position {i + 1} then."
    if i == 0 and ready:
        before = max(with_serve(stall, n)[1] for n in ready)
        after = max(with_serve(stall._replace(queue=tuple(queue)), n)[1] for n in ready)
        why = f"The next serve would bring {signed(after)} instead of {signed(before)}."
    return Remark("costly", 0, "1 urgent call", why)


# --- in the middle of an action -------------------------------------------------------------------


def of_sending(s: State, p: int, name: Name, f: int, q: int) -> Remark:
    """YA-43 YA-47: into which position, and who may lose patience."""
    k = int(s.queue_size[q])
    fills = k + 1 == kit.QUEUE
    if q != p:
        why = f"{name(q)}'s queue is full then, and the last one may lose patience." if fills else f"Helps {name(q)}."
        return Remark("good" if fills else "costly", 0, "" if fills else "1 figure", why)
    if fills:
        return Remark("costly", 0, "queue full", "In position 4 it loses patience if nobody is served before.")
    if f != kit.TOURIST and k < s.dish_size[p] and s.dish[p, k] == f:
        return Remark("good", 0, "", f"The {kit.FOODS[f]} in position {k + 1} matches.")
    if f == kit.TOURIST:
        return Remark("good", 0, "", "On a review space a tourist brings two steps.")
    cooks = "on" if s.menu[p] >> f & 1 else "not on"
    return Remark("good", 0, "", f"Position {k + 1}; {kit.FOODS[f]} is {cooks} your menu.")


def of_swapping(s: State, p: int, name: Name, q: int, k: int) -> Remark:
    """YA-44 YA-46 YA-R4"""
    who = figure_words(int(s.queue[q, k]))
    if s.options[state.TOURIST_SWAP_TO] == state.TO_BAG:
        return Remark("", 0, "", f"{name(q)} loses the {who} to the bag and has the tourist.")
    if s.queue_size[p] + 1 == kit.QUEUE:
        return Remark("costly", 0, "queue full", f"You get the {who}, in position 4, and {name(q)} the tourist.")
    return Remark(
        "good", 0, "", f"You get the {who}, in position {int(s.queue_size[p]) + 1}, and {name(q)} the tourist."
    )


def of_cooking(s: State, p: int, name: Name, *foods: int) -> Remark:
    """YA-49 YA-56: who each dish would be served to as the queues stand."""
    stall = known(s, p).stall
    said, missed, matched = [], 0, 0
    stock = list(stall.food)
    for k, c in enumerate(foods, len(stall.dishes)):
        f = stall.queue[k] if k < len(stall.queue) else NONE
        if f == NONE:
            said.append(f"{kit.FOODS[c]} waits for a customer in position {k + 1}")
        elif f == c:
            matched += 1
            said.append(f"{kit.FOODS[c]} matches the customer in position {k + 1}")
        else:
            can = f != kit.TOURIST and stall.menu >> f & 1 and stock[f] > 0
            missed += bool(can)
            said.append(f"{kit.FOODS[c]} does not match the {figure_words(f)} in position {k + 1}")
        stock[c] -= 1
    why = "; ".join(said).capitalize() + "."
    if missed:
        return Remark("costly", 0, "no match" if missed == 1 else "no matches", why)
    return Remark("good" if matched else "", 0, "", why)


def of_refilling(s: State, p: int, name: Name, i: int) -> Remark:
    """YA-51 YA-60: whom these beverages match."""
    stall, said = known(s, p).stall, []
    for c in COLOURS:
        places = [k + 1 for k, f in enumerate(stall.queue) if f == c]
        if kit.SETS[i][c] and places:
            said.append(f"{kit.COLOUR_WORDS[c]} matches position {places[0]} of your queue")
    if said:
        return Remark("good", 0, "", joined(said).capitalize() + ".")
    return Remark("", 0, "", f"Nobody in your queue matches {beverage_words(i)}.")


def of_recycling(s: State, p: int, name: Name, c: int) -> Remark:
    """YA-53 YA-R23"""
    wanted = c in known(s, p).stall.queue
    then = f"you could take it again for a {kit.COLOUR_WORDS[c]} customer of yours" if wanted else "anybody may take it"
    return Remark("good", kit.RECYCLE_VP, "", f"Back in the supply, {then}.")


def of_serving(s: State, p: int, name: Name, i: int) -> Remark:
    return served(s, p, i, int(s.dish[p, 0]))


def of_serving_taiyaki(s: State, p: int, name: Name, i: int) -> Remark:
    return served(s, p, i, NONE)


def served(s: State, p: int, i: int, dish: int) -> Remark:
    """YA-60 YA-79: which of dish and beverages match."""
    f = int(s.queue[p, 0])
    points = worth(f, dish, i)
    said = [kit.FOODS[dish]] if dish == f else []
    if f < kit.COLOURS and kit.SETS[i][f]:
        said.append(beverage_words(kit.SETS.index(moved((0,) * kit.COLOURS, f, kit.SETS[i][f]))))
    why = f"{joined(said).capitalize()} match{'es' * (len(said) == 1)} the {figure_words(f)}." if said else ""
    if dish == NONE:
        return Remark("costly", points, "1 taiyaki", why or "No dish is used.")
    best = with_serve(known(s, p).stall, sum(kit.SETS[i]))[1]
    if points < best:
        return Remark("costly", points, f"{best - points} less", why or "Nothing matches.")
    return Remark("good", points, "", why or f"Nothing can match the {figure_words(f)}.")


def worth(f: int, dish: int, i: int) -> int:
    if f == kit.TOURIST:
        return kit.SERVE_VP + kit.TAIYAKI_VP * (dish == NONE)  # YA-62 YA-79
    return kit.SERVE_VP + kit.DISH_MATCH_VP * (dish == f) + kit.BEVERAGE_MATCH_VP * kit.SETS[i][f]


# --- the reputation board -------------------------------------------------------------------------


def best_steps(columns: Counts, icons: int, n: int) -> int:
    """YA-69 YA-70 YA-R13: what so many steps among these reviews bring at the end, at best."""
    if n == 0:
        return 0
    found = [
        VP_OF[columns[r] + 1] - VP_OF[columns[r]] + best_steps(moved(columns, r, 1), icons, n - 1)
        for r in range(kit.REVIEWS)
        if icons >> r & 1 and columns[r] < kit.LAST_COLUMN
    ]
    return max(found, default=0)


def bonus_points(s: State, p: int, f: int, cell: int) -> int:
    """YA-69 to YA-75: points of a space, those of the final scoring included; what a double brings counts apart."""
    if s.phase == state.FINAL_TURN and s.options[state.FINAL_SERVE_BONUSES] == state.VP_ONLY:  # YA-R31
        return 0
    what, columns = kit.CELL_BONUSES[cell], tuple(s.review[p].tolist())
    if what == kit.GIVES_REVIEW:
        return best_steps(columns, kit.CELL_ICONS[cell], STEPS_TOURIST if f == kit.TOURIST else STEPS_CUSTOMER)
    if what == kit.GIVES_INFLUENCER:
        up = int(s.influencer[p])
        return best_steps(columns, (1 << kit.REVIEWS) - 1, kit.STAR_TRACK[up + 1]) if up < kit.TOP_SPACE else 0
    if what == kit.GIVES_MENU:
        return kit.MENU_VP if int(s.menu[p]).bit_count() < kit.MENU_SPACES else 0
    if what == kit.GIVES_FRIDGE:
        return 0 if s.fridge_improved[p] else kit.FRIDGE_VP
    if what == kit.GIVES_STOVE:
        return 0 if s.stove_improved[p] else kit.STOVE_VP
    if what == kit.GIVES_SPECIAL:
        return max((back(k) for k in range(kit.TOKENS) if s.tokens[k]), default=0)
    return 0


def back(k: int) -> int:
    """YA-83: of an unused token; unknown where the backs of a kind differ."""
    return 0 if kit.IS_VARIED[k] else int(kit.BACK_VP[k, 0])


def who_is_placed(s: State, p: int) -> int:
    return int(s.hand[0]) if s.hand[0] != NONE else int(s.queue[p, 0])


def cell_words(s: State, p: int, f: int, cell: int) -> str:
    """What a space would bring."""
    what = kit.CELL_BONUSES[cell]
    if s.phase == state.FINAL_TURN and s.options[state.FINAL_SERVE_BONUSES] == state.VP_ONLY:
        return "In the final turn a space brings nothing."
    if what == kit.GIVES_REVIEW:
        n = STEPS_TOURIST if f == kit.TOURIST else STEPS_CUSTOMER
        names = [REVIEW_WORDS[r] for r in range(kit.REVIEWS) if kit.CELL_ICONS[cell] >> r & 1]
        return f"{counted(n, 'step').capitalize()} of {' or '.join(names)}."
    if what == kit.GIVES_INFLUENCER:
        up = int(s.influencer[p])
        n = kit.STAR_TRACK[up + 1] if up < kit.TOP_SPACE else 0
        return f"Fame rises: {counted(n, 'review step')} of your choice."
    if what == kit.GIVES_MENU:
        return "One more food on your menu."
    if what == kit.GIVES_FRIDGE:
        return "The fridge gets a third place."
    if what == kit.GIVES_STOVE:
        return "The dish queue gets a third place."
    if what == kit.GIVES_SPECIAL:
        return "A special token of your choice."
    return "A second figure, out of the bag, with its own bonus."


def majority_words(s: State, p: int, f: int) -> str:
    """YA-89: where the colour would stand then."""
    if f == kit.TOURIST:
        return ""
    boards = [s.board[q].tolist().count(f) for q in range(s.players)]
    theirs = max(n for q, n in enumerate(boards) if q != p)
    mine = boards[p] + 1
    if mine > theirs:
        return f" You would lead in {kit.COLOUR_WORDS[f]} customers, {mine} to {theirs}."
    return f" In {kit.COLOUR_WORDS[f]} customers you would have {mine}, the leader {theirs}."


def of_placing(s: State, p: int, name: Name, cell: int) -> Remark:
    f = who_is_placed(s, p)
    gain = bonus_points(s, p, f, cell)
    why = cell_words(s, p, f, cell) + majority_words(s, p, f)
    helpful = gain or kit.CELL_BONUSES[cell] in (kit.GIVES_DOUBLE, kit.GIVES_INFLUENCER)
    return Remark("good" if helpful else "", gain, "", why)


def of_placing_anywhere(s: State, p: int, name: Name, cell: int) -> Remark:
    found = of_placing(s, p, name, cell)
    return Remark("costly", found.gain, "1 doggy bag", found.why)  # YA-81


def step_words_of(s: State, p: int, i: int, sign: int) -> tuple[int, str]:
    """What these steps change in the final scoring, and how."""
    gain, said = 0, []
    for r, n in enumerate(kit.SETS[i]):
        if n:
            here = int(s.review[p, r])
            now, then = VP_OF[here], VP_OF[here + sign * n]
            gain += then - now
            said.append(f"{REVIEW_WORDS[r]} from {signed(now)} to {signed(then)}")
    return gain, joined(said).capitalize() + "."


def of_advancing(s: State, p: int, name: Name, i: int) -> Remark:
    """YA-93: best first, others less."""
    gain, why = step_words_of(s, p, i, 1)
    best = best_steps(tuple(s.review[p].tolist()), int(open_b(s)), int(open_a(s)))
    return Remark("good" if gain == best else "", gain, "", why)


def of_losing(s: State, p: int, name: Name, i: int) -> Remark:
    gain, why = step_words_of(s, p, i, -1)
    return Remark("costly", 0, f"{signed(gain)} at the end", why)


def of_adding_food(s: State, p: int, name: Name, c: int) -> Remark:
    """YA-71"""
    wanted = s.queue[p].tolist().count(c)
    waiting = f"{counted(wanted, 'customer')} of yours wait{'s' * (wanted == 1)} for it; " if wanted else ""
    why = f"{waiting}{counted(int(s.dishes[c]), 'dish')} left, {counted(int(s.bag[c]), 'customer')} in the bag."
    return Remark("good", kit.MENU_VP, "", why.capitalize())


def of_token(s: State, p: int, name: Name, k: int) -> Remark:
    return Remark("good", back(k), "", TOKEN_USES[k])


TOKEN_USES = (
    f"A {TOKEN_WORDS[kit.DOGGY_BAG]} puts a served figure on any free space.",
    f"An {TOKEN_WORDS[kit.URGENT_CALL]} lets two figures of your queue change places.",
    f"A {TOKEN_WORDS[kit.TAIYAKI]} replaces a dish, for +{kit.TAIYAKI_VP} with a tourist, or keeps a guest patient.",
    "Garbage empties the recycle box at any time in your turn.",
)


def of_choosing(s: State, p: int, name: Name, f: int) -> Remark:
    """YA-76: what it could bring on the best space."""
    near = reach(s, p)
    gain = max((bonus_points(s, p, f, i) for i in range(kit.CELLS) if near >> i & 1), default=0)
    why = f"Up to {signed(gain)} on its space." + majority_words(s, p, f)
    return Remark("good" if gain else "", gain, "", why)


# --- the set-up -----------------------------------------------------------------------------------


def of_first_food(s: State, p: int, name: Name, c: int) -> Remark:
    return Remark("", 0, "", "Your second food is drawn from the other three.")  # YA-10


def of_first_beverage(s: State, p: int, name: Name, c: int) -> Remark:
    return Remark("", 0, "", f"An empty bottle: recycling it brings {signed(kit.RECYCLE_VP)}.")  # YA-14 YA-53


REMARKS: dict[int, Callable[..., Remark]] = {
    state.PICK_FOOD: of_first_food,
    state.PICK_BEVERAGE: of_first_beverage,
    state.ACCEPT: of_accepting,
    state.OFFER: of_offering,
    state.OFFER_TAIYAKI: of_offering_taiyaki,
    state.LOSE_STEPS: of_losing,
    state.INSERT_TILE: of_insertion,
    state.DO: of_doing,
    state.IGNORE: of_ignoring,
    state.STOP: of_stopping,
    state.SEND_TO: of_sending,
    state.SWAP_WITH: of_swapping,
    state.COOK_ONE: of_cooking,
    state.COOK_TWO: of_cooking,
    state.TAKE_BEVERAGES: of_refilling,
    state.RECYCLE_ONE: of_recycling,
    state.SERVE_DISH: of_serving,
    state.SERVE_TAIYAKI: of_serving_taiyaki,
    state.PUT_ON: of_placing,
    state.PUT_ANYWHERE: of_placing_anywhere,
    state.GAIN_STEPS: of_advancing,
    state.ADD_FOOD: of_adding_food,
    state.TAKE_TOKEN: of_token,
    state.CHOOSE_FIGURE: of_choosing,
    state.SERVE_WITH: of_final_serve,
    state.USE_GARBAGE: of_garbage,
    state.USE_CALL: of_calling,
}
assert set(REMARKS) == {verb.first for verb in state.ACTIONS.verb}
