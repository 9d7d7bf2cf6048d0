"""Why an action is not legal now, and the rule that says so."""

from __future__ import annotations

from yokocho.core.agenda import open_a, open_kind
from yokocho.core.record import NONE, State
from yokocho.games.yatta.components import (
    CELLS,
    COLOURS,
    COOKING,
    CUSTOMERS,
    DOGGY_BAG,
    FACE_KIND,
    FACE_N,
    FACES,
    FOODS,
    GARBAGE,
    QUEUE,
    RECYCLING,
    REFILLING,
    SETS,
    TAIYAKI,
    TOURIST,
    URGENT_CALL,
)
from yokocho.games.yatta.customers import customers_of_others, fits
from yokocho.games.yatta.reputation import has_free_cell, occupied
from yokocho.games.yatta.serving import can_do
from yokocho.games.yatta.stall import box_room, dish_room, fridge_room, in_bag, in_box, in_fridge, queue_room
from yokocho.games.yatta.state import (
    ACCEPT,
    ACTION,
    ADD_FOOD,
    BEVERAGE,
    CELL,
    CHECK,
    CHOOSE_FIGURE,
    COOK,
    COOK_ONE,
    COOK_TWO,
    DO,
    DOUBLE,
    END,
    FINAL,
    FOOD,
    GAIN_STEPS,
    IGNORE,
    INSERT,
    INSERT_TILE,
    LOSE,
    LOSE_STEPS,
    MENU,
    OFFER_TAIYAKI,
    PICK_BEVERAGE,
    PLACE,
    PUT_ANYWHERE,
    PUT_ON,
    RECYCLE,
    RECYCLE_ONE,
    REFILL,
    REVIEW,
    SEATS,
    SEND_TO,
    SERVE,
    SERVE_DISH,
    SERVE_TAIYAKI,
    SERVE_WITH,
    STOP,
    SWAP_WITH,
    TAKE_BEVERAGES,
    TAKE_TOKEN,
    TO_BAG,
    TOKEN,
    TOURIST_SWAP_TO,
    USE_GARBAGE,
)

Reason = tuple[str, str]

# Which question an action answers, in the order of the action list: it is the first whose actions end after it
ANSWERS = (
    (PICK_BEVERAGE, FOOD),
    (ACCEPT, BEVERAGE),
    (LOSE_STEPS, CHECK),
    (INSERT_TILE, LOSE),
    (DO, INSERT),
    (STOP, ACTION),
    (SEND_TO, END),
    (COOK_ONE, PLACE),
    (TAKE_BEVERAGES, COOK),
    (RECYCLE_ONE, REFILL),
    (SERVE_DISH, RECYCLE),
    (PUT_ON, SERVE),
    (GAIN_STEPS, CELL),
    (ADD_FOOD, REVIEW),
    (TAKE_TOKEN, MENU),
    (CHOOSE_FIGURE, TOKEN),
    (SERVE_WITH, DOUBLE),
    (USE_GARBAGE, FINAL),
)
BETWEEN = (CHECK, INSERT, ACTION, END, FINAL)  # YA-R25: when garbage and urgent call may be used
ELSE_ASKED = {
    FOOD: ("First foods are picked.", "YA-9"),
    BEVERAGE: ("First everybody takes a beverage.", "YA-14"),
    CHECK: ("First the figure in the last position has to be dealt with.", "YA-22"),
    LOSE: ("First the lost reviews have to be chosen.", "YA-24"),
    INSERT: ("Now a tile is inserted.", "YA-30"),
    ACTION: ("Now an action of the line is chosen.", "YA-36"),
    END: ("The actions of this turn are done.", "YA-R41"),
    PLACE: ("First the drawn figures have to be placed.", "YA-43"),
    COOK: ("First the dishes have to be chosen.", "YA-48"),
    REFILL: ("First the beverages have to be chosen.", "YA-51"),
    RECYCLE: ("First the bottle has to be chosen.", "YA-53"),
    SERVE: ("First the serve has to be completed.", "YA-56"),
    CELL: ("First the figure needs a space on the reputation board.", "YA-59"),
    REVIEW: ("First the review steps have to be chosen.", "YA-69"),
    MENU: ("First the new food has to be chosen.", "YA-71"),
    TOKEN: ("First the special token has to be chosen.", "YA-75"),
    DOUBLE: ("First the second figure has to be chosen.", "YA-76"),
    FINAL: ("In the final serving turn there are only serves.", "YA-84"),
}


def why_not(s: State, p: int, a: int) -> Reason:
    kind = int(open_kind(s))
    if a >= USE_GARBAGE:
        return why_no_token(s, p, a, kind)
    wanted = next(question for end, question in ANSWERS if a < end)
    if kind == NONE:
        return "The game is over.", "YA-19"
    if wanted != kind and not (a == STOP and kind == FINAL):
        return ELSE_ASKED[kind]
    if kind == ACTION:
        return why_no_action(s, p, a)
    if kind == PLACE:
        return why_no_place(s, p, a)
    if kind == SERVE:
        return why_no_serve(s, p, a)
    if kind == CELL:
        return why_no_cell(s, p, a)
    if kind == COOK:
        return why_no_dish(s, p, a)
    if kind == CHECK:
        return why_no_offer(s, p, a)
    if kind == FINAL:
        return why_cannot(s, p, FACES.index(f"serve_{a - SERVE_WITH + 1}"))
    return SIMPLE[kind]


SIMPLE = {
    FOOD: ("Somebody has picked that food.", "YA-9"),
    BEVERAGE: ("There is no beverage of that colour left.", "YA-14"),
    LOSE: ("Lose as many steps as you owe, on markers that can go down.", "YA-R12"),
    INSERT: ("That tile does not lie outside.", "YA-30"),
    REFILL: ("Take exactly as many as the action says, of colours in the supply.", "YA-51"),
    RECYCLE: ("There is no such bottle in your recycle box.", "YA-53"),
    REVIEW: ("Exactly the steps you gained, on reviews shown there whose markers can go up.", "YA-R13"),
    MENU: ("That food is on your menu already.", "YA-71"),
    TOKEN: ("There is no such token in the supply.", "YA-75"),
    DOUBLE: ("There is no such figure in the bag.", "YA-76"),
}


def why_no_token(s: State, p: int, a: int, kind: int) -> Reason:
    if kind not in BETWEEN:
        return "Tokens like this are used between actions, not within one.", "YA-R25"
    if a == USE_GARBAGE:
        if s.held[p, GARBAGE] == 0:
            return "You have no garbage token.", "YA-20"
        return "Your recycle box is empty.", "YA-R27"
    if s.held[p, URGENT_CALL] == 0:
        return "You have no urgent call token.", "YA-20"
    return "Two different figures of your queue, the first position first.", "YA-R27"


def why_no_action(s: State, p: int, a: int) -> Reason:
    face = a - DO if a < IGNORE else a - IGNORE
    if face not in s.todo.tolist():
        return "That is none of the actions still to come in this line.", "YA-35"
    if a < IGNORE:
        return why_cannot(s, p, face)
    return "It can be carried out, so it is.", "YA-39"


def why_cannot(s: State, p: int, face: int) -> Reason:
    """Why an action cannot be carried out completely."""
    kind, n = int(FACE_KIND[face]), int(FACE_N[face])
    if can_do(s, p, face):
        return "That is not offered here.", "YA-R29"
    if kind == CUSTOMERS:
        return ("The bag is too empty.", "YA-R6") if in_bag(s) < n else ("The queues have no room for them.", "YA-42")
    if kind == COOKING:
        return ("The dish queue is full.", "YA-50") if dish_room(s, p) < n else ("Your foods are sold out.", "YA-R10")
    if kind == REFILLING:
        return ("The fridge is full.", "YA-52") if fridge_room(s, p) < n else ("Too few beverages are left.", "YA-R10")
    if kind == RECYCLING:
        return "Your recycle box is empty.", "YA-54"
    if s.queue_size[p] == 0:
        return "Nobody stands in your queue.", "YA-55"
    if s.dish_size[p] == 0 and s.held[p, TAIYAKI] == 0:
        return "You have no dish to serve.", "YA-55"
    if in_fridge(s, p) < n:
        return f"The serve needs {n} of your beverages.", "YA-R38"
    if box_room(s, p) < n:
        return "Your recycle box has no room for the bottles.", "YA-55"
    if not has_free_cell(s, p):
        return "Your reputation board is full.", "YA-R22"
    return "That is not possible now.", "YA-37"


def why_no_place(s: State, p: int, a: int) -> Reason:
    f, q = divmod(a - SEND_TO, SEATS) if a < SWAP_WITH else (TOURIST, (a - SWAP_WITH) // QUEUE)
    if f not in s.hand.tolist():
        return "You have drawn no such figure.", "YA-41"
    if q >= s.players:
        return "Nobody sits there.", "YA-1"
    if a >= SWAP_WITH:
        there = int(s.queue[q, (a - SWAP_WITH) % QUEUE])
        if q == p or there in (NONE, TOURIST):
            return "A tourist is exchanged for a customer of another player.", "YA-45"
        if queue_room(s, p) == 0 and s.options[TOURIST_SWAP_TO] != TO_BAG:
            return "Your queue has no room for the customer.", "YA-46"
    elif f == TOURIST and q != p:
        return "A tourist is never simply added to another queue.", "YA-45"
    elif queue_room(s, q) == 0:
        return "That queue is full.", "YA-43"
    if f == TOURIST and not fits(s, queue_room(s, p), customers_of_others(s, p)):
        return "First the other figure.", "YA-R7"
    return "That would leave no place for the tourist.", "YA-R7"


def why_no_serve(s: State, p: int, a: int) -> Reason:
    i, taiyaki = (a - SERVE_DISH, False) if a < SERVE_TAIYAKI else (a - SERVE_TAIYAKI, True)
    if sum(SETS[i]) != open_a(s):
        return f"Exactly {open_a(s)} of your beverages.", "YA-R38"
    if any(SETS[i][c] > s.fridge[p, c] for c in range(COLOURS)):
        return "Those beverages are not in your fridge.", "YA-55"
    return ("You have no taiyaki.", "YA-78") if taiyaki else ("You have no dish to serve.", "YA-55")


def why_no_cell(s: State, p: int, a: int) -> Reason:
    taken = int(occupied(s, p))
    if taken >> ((a - PUT_ON) % CELLS) & 1:
        return "A figure stands there.", "YA-64"
    if a >= PUT_ANYWHERE:
        if s.held[p, DOGGY_BAG] == 0:
            return "You have no doggy bag.", "YA-81"
        if s.hand[0] != NONE:
            return "A doggy bag is for the figure you served.", "YA-R19"
        return "That space needs no doggy bag.", "YA-81"
    if taken == 0:
        return "The first figure goes on the edge.", "YA-65"
    return "No figure stands beside that space.", "YA-66"


def why_no_dish(s: State, p: int, a: int) -> Reason:
    if (a >= COOK_TWO) != (open_a(s) > 1):
        return f"Exactly {open_a(s)}.", "YA-37"
    foods = [a - COOK_ONE] if a < COOK_TWO else list(divmod(a - COOK_TWO, COLOURS))
    for c in foods:
        if not s.menu[p] >> c & 1:
            return f"{FOODS[c].capitalize()} is not on your menu.", "YA-48"
    return "That is sold out.", "YA-R11"


def why_no_offer(s: State, p: int, a: int) -> Reason:
    if a == OFFER_TAIYAKI:
        return "You have no taiyaki.", "YA-27"
    if in_box(s, p) and box_room(s, p) == 0:
        return "Your recycle box is full.", "YA-26"
    return "There is no such beverage in your fridge.", "YA-26"
