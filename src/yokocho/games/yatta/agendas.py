"""What a position says is asked: an order of things that a turn can come to, with arguments that mean something."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from yokocho.core.agenda import ask, drop, open_kind, step, then
from yokocho.core.errors import BadInput
from yokocho.core.position import HeadReader, read_asked
from yokocho.core.record import NONE, State
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.checks import INVARIANTS, check
from yokocho.games.yatta.reputation import (
    ALL_REVIEWS,
    CUSTOMER_STEPS,
    TOURIST_STEPS,
    figures_on_board,
    has_free_cell,
    has_tokens,
    steps_to_lose,
    steps_up,
)
from yokocho.games.yatta.rules import proceed
from yokocho.games.yatta.serving import can_cook, can_refill, can_serve
from yokocho.games.yatta.stall import box_room, foods_on_menu, in_bag, in_box, in_fridge, in_hand, room_in_all
from yokocho.games.yatta.turn import begin_turn
from yokocho.games.yatta.words import QUESTIONS, STEPS

SERVED = "(cell |review |menu |token |double )shift "
ORDERS = {
    state.SETUP: re.compile("food |beverage "),
    state.ROUND: re.compile(
        f"check |lose insert |insert |action |end |(place (draw )?|cook |refill |recycle |serve |{SERVED})actions "
    ),
    state.FINAL_TURN: re.compile(f"check |lose final |final |(serve |{SERVED})serves "),
    state.OVER: re.compile(""),
}
BONUSES_ASKED = ("review", "menu", "token", "double")
AMID_SERVE = ("cell", *BONUSES_ASKED)
COUNTED = ("cook", "refill", "serve")  # their rows say how many


def read_agenda(t: HeadReader, s: State) -> None:
    """What is asked now, or else what the turn begins with; then the table takes its own steps."""
    if "asked" in t.data:
        read_asked(t, s, QUESTIONS | STEPS, state.NEXT_ACTION)
        check_rows(t, s)
        if open_kind(s) == state.ACTION:  # what nobody could do is ignored by the table
            drop(s)
            then(s, (step(state.NEXT_ACTION),))
    elif s.phase != state.OVER:
        check_rest(s)
        begin(s)
    else:
        check_rest(s)
    proceed(s)
    s.news = 0
    s.events_size = 0
    s.events[:] = 0
    broken = int(check(s, s))
    if broken:
        raise BadInput(f"this cannot be: {INVARIANTS[broken - 1]}")


def begin(s: State) -> None:
    if s.phase == state.SETUP:
        begin_setup(s)
    elif s.line != NONE:
        then(s, (step(state.NEXT_ACTION),))
    else:
        begin_turn(s)


def begin_setup(s: State) -> None:
    """The first in turn order who has not picked yet."""
    order = [(int(s.first) + i) % int(s.players) for i in range(s.players)]
    for p in order:
        if s.menu[p] == 0:
            s.active = p
            then(s, (ask(state.FOOD, p),))
            break
    else:
        s.active = next((p for p in order if in_box(s, p) == 0), order[-1])
        then(s, (ask(state.BEVERAGE, int(s.active)),))
    check_setup(s)


# --- what cannot be -------------------------------------------------------------------------------


def names_of(rows: list[dict[str, Any]]) -> list[str]:
    return [str(row.get("question", row.get("step"))) for row in rows]


def check_rows(t: HeadReader, s: State) -> None:
    rows: list[dict[str, Any]] = t.data["asked"]
    names = names_of(rows)
    if not ORDERS[int(s.phase)].fullmatch("".join(f"{name} " for name in names)):
        raise BadInput(f"asked: {' '.join(names) or 'nothing'} is not an order that occurs in this phase")
    for i, row in enumerate(rows):
        if "question" in row and row.get("seats", [row.get("seat")]) != [int(s.active)]:
            raise BadInput(f"asked[{i}]: {names[i]} is asked of the active seat, {s.active}")
        if row.get("aside"):
            raise BadInput(f"asked[{i}].aside: nobody is asked aside in YATTA!")
        check_arguments(s, f"asked[{i}]", names[i], int(row.get("a", 0)), int(row.get("b", 0)))
    first = names[0] if names else ""
    check_hand(s, first, "draw" in names)
    check_serving(s, first)
    check_bonus(s, first)
    check_line(s, first, int(rows[0].get("a", 0)) if rows else 0)
    check_question(s, first, int(rows[0].get("a", 0)) if rows else 0)


def check_arguments(s: State, where: str, name: str, a: int, b: int) -> None:
    if name in COUNTED:
        most = 1 if s.phase == state.FINAL_TURN and s.options[state.FINAL_SERVE_BEVERAGES] == state.ONE else kit.MOST_N
        if not 1 <= a <= most or b != 0:
            raise BadInput(f"{where}.a: how many the {name} is of, 1 to {most}, not {a}")
    elif name == "review":
        if (a, b) not in possible_steps(s, int(s.active)):
            raise BadInput(f"{where}: no space gives {a} steps (a) among the reviews with the bits {b} (b)")
    elif a != 0 or b != 0:
        raise BadInput(f"{where}: {name} has no a and no b")


def possible_steps(s: State, p: int) -> set[tuple[int, int]]:
    """YA-69 YA-70 YA-74: steps and reviews that an occupied space may have brought just now."""
    found = set()
    for cell, bonus in enumerate(kit.CELL_BONUSES):
        if s.board[p, cell] == NONE:
            continue
        if bonus == kit.GIVES_REVIEW:
            steps = TOURIST_STEPS if s.board[p, cell] == kit.TOURIST else CUSTOMER_STEPS
            found.add((steps, kit.CELL_ICONS[cell]))
        elif bonus == kit.GIVES_INFLUENCER:
            found.add((kit.STAR_TRACK[s.influencer[p]], ALL_REVIEWS))
    brought = {(min(steps, int(steps_up(s, p, icons))), icons) for steps, icons in found}
    return {(steps, icons) for steps, icons in brought if steps > 0}


def check_bonus(s: State, name: str) -> None:
    """YA-68: what is asked is the bonus of a space that a figure of the active seat stands on."""
    if name == "cell" and s.hand[0] != NONE:
        name = "double"
    bonus = {"menu": kit.GIVES_MENU, "token": kit.GIVES_SPECIAL, "double": kit.GIVES_DOUBLE}.get(name)
    given = {kit.CELL_BONUSES[cell] for cell, f in enumerate(s.board[s.active]) if f != NONE}
    if bonus is not None and bonus not in given:
        raise BadInput(f"asked[0]: no space of the reputation board of seat {s.active} brings {name!r} (YA-68)")
    if name in BONUSES_ASKED and s.phase == state.FINAL_TURN and s.options[state.FINAL_SERVE_BONUSES] == state.VP_ONLY:
        raise BadInput(f"asked[0]: there are no bonuses in this final serving turn, so no {name!r} (YA-R31)")


def check_rest(s: State) -> None:
    """Nothing is under way."""
    check_hand(s, "", False)
    check_serving(s, "")
    if s.line != NONE and s.phase != state.ROUND:
        raise BadInput("line: a tile is inserted in a round, in nothing else")
    if s.phase == state.OVER and s.next_foods[0] != NONE:
        raise BadInput("next_foods: only for the set-up")


def check_hand(s: State, name: str, draws: bool) -> None:
    n = int(in_hand(s))
    if draws and s.options[state.CUSTOMERS_DRAW] != state.ONE_BY_ONE:
        raise BadInput("asked: figures are drawn together here (YA-R8)")
    most = 1 if s.options[state.CUSTOMERS_DRAW] == state.ONE_BY_ONE else kit.MOST_N
    if name == "place":
        if not 1 <= n <= most:
            raise BadInput(f"hand: 1 to {most} figures while they are placed, not {n}")
        if room_in_all(s) < n + draws or in_bag(s) < draws:
            raise BadInput("hand: more figures than the queues have room for, or the bag holds (YA-42)")
    elif n != (name == "cell" and bool(s.figure_placed)):
        raise BadInput(f"hand: {n} figures; only drawn or chosen ones that are being placed")


def check_serving(s: State, name: str) -> None:
    p = int(s.active)
    if bool(s.serving) != (name in AMID_SERVE):
        raise BadInput("serving: something exactly between the bottles and the shift of a serve")
    if not s.serving:
        return
    if name != "cell" and not s.figure_placed:
        raise BadInput("serving.placed: first the figure is placed")
    if s.queue_size[p] == 0 or (s.figure_placed and figures_on_board(s, p) == 0):
        raise BadInput("serving: nobody is served")
    if in_box(s, p) == 0 or (s.dish_given and not s.sink[p].any()):
        raise BadInput("serving: the dish lies in the sink by now, and the bottles in the box")


def check_line(s: State, name: str, a: int) -> None:
    """YA-35: the line and what is left of it fit what is being done."""
    busy = s.phase == state.ROUND and name not in ("check", "lose", "insert")
    if (s.line != NONE) != busy:
        raise BadInput("line: one exactly from the insertion to the end of a turn")
    if not busy:
        return
    line = [int(s.tiles[kit.LINE_CELL[s.line, i]]) for i in range(kit.LINE_SIZE[s.line])]
    todo = [int(face) for face in s.todo if face != NONE]
    done = [kit.FACES[face] for face in (Counter(line) - Counter(todo)).elements()]
    if (name == "action" and not todo) or (name == "end" and todo):
        raise BadInput(f"todo: {'no' if not todo else 'an'} action is still to come, so {name} is not asked")
    fitting = {
        "place": ("customers_1", "customers_2") if in_hand(s) == 1 else ("customers_2",),
        "recycle": ("recycle",),
        **{kind: (f"{kind}_{a}",) for kind in COUNTED},
        **dict.fromkeys(AMID_SERVE, ("serve_1", "serve_2")),
    }.get(name)
    if fitting and not set(fitting) & set(done):
        raise BadInput(f"todo: {name} is asked, but none of {', '.join(fitting)} is crossed off (YA-36)")


def check_question(s: State, name: str, a: int) -> None:
    """What the question is about must be there."""
    p = int(s.active)
    sound = {
        "check": s.queue_size[p] == kit.QUEUE,
        "lose": s.queue_size[p] == kit.QUEUE - 1 and steps_to_lose(s, p) > 0,
        "cook": can_cook(s, p, a),
        "refill": can_refill(s, p, a, 0),
        "recycle": in_box(s, p) > 0,
        "serve": can_serve(s, p, a, int(box_room(s, p))),
        "cell": has_free_cell(s, p),
        "menu": foods_on_menu(s, p) < kit.MENU_SPACES,
        "token": has_tokens(s),
        "double": in_bag(s) > 0 and has_free_cell(s, p),
    }.get(name, True)
    if not sound:
        raise BadInput(f"asked[0]: seat {p} cannot be asked for {name!r} here")
    if s.phase == state.SETUP:
        check_setup(s)
    elif s.next_foods[0] != NONE:
        raise BadInput("next_foods: only for the set-up")


def check_setup(s: State) -> None:
    """YA-7 to YA-14: who has picked what, in turn order, and nothing else has happened."""
    drinks = open_kind(s) == state.BEVERAGE
    if drinks and s.next_foods[0] != NONE:
        raise BadInput("next_foods: the second foods are drawn")
    turn = (int(s.active) - int(s.first)) % int(s.players)
    picked = 0
    for i in range(s.players):
        p = (int(s.first) + i) % int(s.players)
        foods = int(foods_on_menu(s, p))
        if foods != (2 if drinks else int(i < turn)) or (not drinks and picked & s.menu[p]):
            raise BadInput(f"seats[{p}].menu: in turn order one food each, all different, then a second one (YA-9)")
        picked |= int(s.menu[p])
        if in_box(s, p) != int(drinks and i < turn):
            raise BadInput(f"seats[{p}].box: in turn order one bottle each, after the foods (YA-14)")
        if any(
            (
                s.vp[p] != 0 or s.queue_size[p] or s.dish_size[p] or in_fridge(s, p) or s.sink[p].any(),
                s.fridge_improved[p] or s.stove_improved[p] or figures_on_board(s, p) or s.influencer[p],
                (s.review[p] != kit.START_COLUMN).any() or s.held[p].any() or s.spent.any(),
            )
        ):
            raise BadInput(f"seats[{p}]: in the set-up there is nothing but foods and a bottle (YA-7)")
