"""Why an action is not legal now, and the rule that says so."""

from __future__ import annotations

from yokocho.core.agenda import open_a, open_kind
from yokocho.core.record import NONE, State
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.customers import customers_of_others, fits
from yokocho.games.yatta.reputation import has_free_cell, occupied
from yokocho.games.yatta.serving import can_do
from yokocho.games.yatta.stall import box_room, dish_room, fridge_room, in_bag, in_box, in_fridge, queue_room

Reason = tuple[str, str]

# Which question an action answers, in the order of the action list: it is the first whose actions end after it
ANSWERS = (
    (state.PICK_BEVERAGE, state.FOOD),
    (state.ACCEPT, state.BEVERAGE),
    (state.LOSE_STEPS, state.CHECK),
    (state.INSERT_TILE, state.LOSE),
    (state.DO, state.INSERT),
    (state.STOP, state.ACTION),
    (state.SEND_TO, state.END),
    (state.COOK_ONE, state.PLACE),
    (state.TAKE_BEVERAGES, state.COOK),
    (state.RECYCLE_ONE, state.REFILL),
    (state.SERVE_DISH, state.RECYCLE),
    (state.PUT_ON, state.SERVE),
    (state.GAIN_STEPS, state.CELL),
    (state.ADD_FOOD, state.REVIEW),
    (state.TAKE_TOKEN, state.MENU),
    (state.CHOOSE_FIGURE, state.TOKEN),
    (state.SERVE_WITH, state.DOUBLE),
    (state.USE_GARBAGE, state.FINAL),
)
BETWEEN = (
    state.CHECK,
    state.INSERT,
    state.ACTION,
    state.END,
    state.FINAL,
)  # YA-R25: when garbage and urgent call may be used
ELSE_ASKED = {
    state.FOOD: ("First foods are picked.", "YA-9"),
    state.BEVERAGE: ("First everybody takes a beverage.", "YA-14"),
    state.CHECK: ("First the figure in the last position has to be dealt with.", "YA-22"),
    state.LOSE: ("First the lost reviews have to be chosen.", "YA-24"),
    state.INSERT: ("Now a tile is inserted.", "YA-30"),
    state.ACTION: ("Now an action of the line is chosen.", "YA-36"),
    state.END: ("The actions of this turn are done.", "YA-R41"),
    state.PLACE: ("First the drawn figures have to be placed.", "YA-43"),
    state.COOK: ("First the dishes have to be chosen.", "YA-48"),
    state.REFILL: ("First the beverages have to be chosen.", "YA-51"),
    state.RECYCLE: ("First the bottle has to be chosen.", "YA-53"),
    state.SERVE: ("First the serve has to be completed.", "YA-56"),
    state.CELL: ("First the figure needs a space on the reputation board.", "YA-59"),
    state.REVIEW: ("First the review steps have to be chosen.", "YA-69"),
    state.MENU: ("First the new food has to be chosen.", "YA-71"),
    state.TOKEN: ("First the special token has to be chosen.", "YA-75"),
    state.DOUBLE: ("First the second figure has to be chosen.", "YA-76"),
    state.FINAL: ("In the final serving turn there are only serves.", "YA-84"),
}


def why_not(s: State, p: int, a: int) -> Reason:
    kind = int(open_kind(s))
    if a >= state.USE_GARBAGE:
        return why_no_token(s, p, a, kind)
    wanted = next(question for end, question in ANSWERS if a < end)
    if kind == NONE:
        return "The game is over.", "YA-19"
    if wanted != kind and not (a == state.STOP and kind == state.FINAL):
        return ELSE_ASKED[kind]
    if kind == state.ACTION:
        return why_no_action(s, p, a)
    if kind == state.PLACE:
        return why_no_place(s, p, a)
    if kind == state.SERVE:
        return why_no_serve(s, p, a)
    if kind == state.CELL:
        return why_no_cell(s, p, a)
    if kind == state.COOK:
        return why_no_dish(s, p, a)
    if kind == state.CHECK:
        return why_no_offer(s, p, a)
    if kind == state.FINAL:
        return why_cannot(s, p, kit.FACES.index(f"serve_{a - state.SERVE_WITH + 1}"))
    return SIMPLE[kind]


SIMPLE = {
    state.FOOD: ("Somebody has picked that food.", "YA-9"),
    state.BEVERAGE: ("There is no beverage of that colour left.", "YA-14"),
    state.LOSE: ("Lose as many steps as you owe, on markers that can go down.", "YA-R12"),
    state.INSERT: ("That tile does not lie outside.", "YA-30"),
    state.REFILL: ("Take exactly as many as the action says, of colours in the supply.", "YA-51"),
    state.RECYCLE: ("There is no such bottle in your recycle box.", "YA-53"),
    state.REVIEW: ("Exactly the steps you gained, on reviews shown there whose markers can go up.", "YA-R13"),
    state.MENU: ("That food is on your menu already.", "YA-71"),
    state.TOKEN: ("There is no such token in the supply.", "YA-75"),
    state.DOUBLE: ("There is no such figure in the bag.", "YA-76"),
}


def why_no_token(s: State, p: int, a: int, kind: int) -> Reason:
    if kind not in BETWEEN:
        return "Tokens like this are used between actions, not within one.", "YA-R25"
    if a == state.USE_GARBAGE:
        if s.held[p, kit.GARBAGE] == 0:
            return "You have no garbage token.", "YA-20"
        return "Your recycle box is empty.", "YA-R27"
    if s.held[p, kit.URGENT_CALL] == 0:
        return "You have no urgent call token.", "YA-20"
    return "Two different figures of your queue, the first position first.", "YA-R27"


def why_no_action(s: State, p: int, a: int) -> Reason:
    face = a - state.DO if a < state.IGNORE else a - state.IGNORE
    if face not in s.todo.tolist():
        return "That is none of the actions still to come in this line.", "YA-35"
    if a < state.IGNORE:
        return why_cannot(s, p, face)
    return "It can be carried out, so it is.", "YA-39"


def why_cannot(s: State, p: int, face: int) -> Reason:
    """Why an action cannot be carried out completely."""
    kind, n = int(kit.FACE_KIND[face]), int(kit.FACE_N[face])
    if can_do(s, p, face):
        return "That is not offered here.", "YA-R29"
    if kind == kit.CUSTOMERS:
        return ("The bag is too empty.", "YA-R6") if in_bag(s) < n else ("The queues have no room for them.", "YA-42")
    if kind == kit.COOKING:
        return ("The dish queue is full.", "YA-50") if dish_room(s, p) < n else ("Your foods are sold out.", "YA-R10")
    if kind == kit.REFILLING:
        return ("The fridge is full.", "YA-52") if fridge_room(s, p) < n else ("Too few beverages are left.", "YA-R10")
    if kind == kit.RECYCLING:
        return "Your recycle box is empty.", "YA-54"
    if s.queue_size[p] == 0:
        return "Nobody stands in your queue.", "YA-55"
    if s.dish_size[p] == 0 and s.held[p, kit.TAIYAKI] == 0:
        return "You have no dish to serve.", "YA-55"
    if in_fridge(s, p) < n:
        return f"The serve needs {n} of your beverages.", "YA-R38"
    if box_room(s, p) < n:
        return "Your recycle box has no room for the bottles.", "YA-55"
    if not has_free_cell(s, p):
        return "Your reputation board is full.", "YA-R22"
    return "That is not possible now.", "YA-37"


def why_no_place(s: State, p: int, a: int) -> Reason:
    f, q = (
        divmod(a - state.SEND_TO, state.SEATS)
        if a < state.SWAP_WITH
        else (kit.TOURIST, (a - state.SWAP_WITH) // kit.QUEUE)
    )
    if f not in s.hand.tolist():
        return "You have drawn no such figure.", "YA-41"
    if q >= s.players:
        return "Nobody sits there.", "YA-1"
    if a >= state.SWAP_WITH:
        there = int(s.queue[q, (a - state.SWAP_WITH) % kit.QUEUE])
        if q == p or there in (NONE, kit.TOURIST):
            return "A tourist is exchanged for a customer of another player.", "YA-45"
        if queue_room(s, p) == 0 and s.options[state.TOURIST_SWAP_TO] != state.TO_BAG:
            return "Your queue has no room for the customer.", "YA-46"
    elif f == kit.TOURIST and q != p:
        return "A tourist is never simply added to another queue.", "YA-45"
    elif queue_room(s, q) == 0:
        return "That queue is full.", "YA-43"
    if f == kit.TOURIST and not fits(s, queue_room(s, p), customers_of_others(s, p)):
        return "First the other figure.", "YA-R7"
    return "That would leave no place for the tourist.", "YA-R7"


def why_no_serve(s: State, p: int, a: int) -> Reason:
    i, taiyaki = (a - state.SERVE_DISH, False) if a < state.SERVE_TAIYAKI else (a - state.SERVE_TAIYAKI, True)
    if sum(kit.SETS[i]) != open_a(s):
        return f"Exactly {open_a(s)} of your beverages.", "YA-R38"
    if any(kit.SETS[i][c] > s.fridge[p, c] for c in range(kit.COLOURS)):
        return "Those beverages are not in your fridge.", "YA-55"
    return ("You have no taiyaki.", "YA-78") if taiyaki else ("You have no dish to serve.", "YA-55")


def why_no_cell(s: State, p: int, a: int) -> Reason:
    taken = int(occupied(s, p))
    if taken >> ((a - state.PUT_ON) % kit.CELLS) & 1:
        return "A figure stands there.", "YA-64"
    if a >= state.PUT_ANYWHERE:
        if s.held[p, kit.DOGGY_BAG] == 0:
            return "You have no doggy bag.", "YA-81"
        if s.hand[0] != NONE:
            return "A doggy bag is for the figure you served.", "YA-R19"
        return "That space needs no doggy bag.", "YA-81"
    if taken == 0:
        return "The first figure goes on the edge.", "YA-65"
    return "No figure stands beside that space.", "YA-66"


def why_no_dish(s: State, p: int, a: int) -> Reason:
    if (a >= state.COOK_TWO) != (open_a(s) > 1):
        return f"Exactly {open_a(s)}.", "YA-37"
    foods = [a - state.COOK_ONE] if a < state.COOK_TWO else list(divmod(a - state.COOK_TWO, kit.COLOURS))
    for c in foods:
        if not s.menu[p] >> c & 1:
            return f"{kit.FOODS[c].capitalize()} is not on your menu.", "YA-48"
    return "That is sold out.", "YA-R11"


def why_no_offer(s: State, p: int, a: int) -> Reason:
    if a == state.OFFER_TAIYAKI:
        return "You have no taiyaki.", "YA-27"
    if in_box(s, p) and box_room(s, p) == 0:
        return "Your recycle box is full.", "YA-26"
    return "There is no such beverage in your fridge.", "YA-26"
