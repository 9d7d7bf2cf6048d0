"""Why an action is not legal now, and the rule that says so."""

from __future__ import annotations

from collections.abc import Callable

from yokocho.core.agenda import open_a, open_kind
from yokocho.core.record import NONE, State
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state
from yokocho.games.yatta.customers import customers_of_others, fits
from yokocho.games.yatta.reputation import has_free_cell, occupied
from yokocho.games.yatta.serving import can_do
from yokocho.games.yatta.stall import box_room, dish_room, fridge_room, in_bag, in_box, in_fridge, queue_room

Reason = tuple[str, str]
NOT_POSSIBLE = ("That is not possible now.", "YA-37")
NOT_TO_COME = ("That is none of the actions still to come in this line.", "YA-35")
NOT_DRAWN = ("You have drawn no such figure.", "YA-41")
NOBODY = ("Nobody sits there.", "YA-1")
OCCUPIED = ("A figure stands there.", "YA-64")
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
    """Why an action is not legal now, and the rule that says so."""
    kind = int(open_kind(s))
    verb = state.ACTIONS.verb[a]
    if kind not in verb.answers:
        if verb.first in (state.USE_GARBAGE, state.USE_CALL):
            return "Tokens like this are used between actions, not within one.", "YA-R25"
        return ("The game is over.", "YA-19") if kind == NONE else ELSE_ASKED[kind]
    return REASONS[verb.first](s, p, *state.ACTIONS.numbers[a])


def because(said: str, rule: str) -> Callable[..., Reason]:
    """There is only one reason."""
    return lambda s, p, *numbers: (said, rule)


# --- the turn -------------------------------------------------------------------------------------


def why_no_offer(s: State, p: int, c: int) -> Reason:
    if in_box(s, p) and box_room(s, p) == 0:
        return "Your recycle box is full.", "YA-26"
    return "There is no such beverage in your fridge.", "YA-26"


def why_not_do(s: State, p: int, face: int) -> Reason:
    return why_cannot(s, p, face) if face in s.todo.tolist() else NOT_TO_COME


def why_not_ignore(s: State, p: int, face: int) -> Reason:
    return ("It can be carried out, so it is.", "YA-39") if face in s.todo.tolist() else NOT_TO_COME


def why_no_final_serve(s: State, p: int, i: int) -> Reason:
    return why_cannot(s, p, kit.FACES.index(f"serve_{i + 1}"))


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
    return NOT_POSSIBLE


# --- in the middle of an action -------------------------------------------------------------------


def why_not_send(s: State, p: int, f: int, q: int) -> Reason:
    if f not in s.hand.tolist():
        return NOT_DRAWN
    if q >= s.players:
        return NOBODY
    if f == kit.TOURIST and q != p:
        return "A tourist is never simply added to another queue.", "YA-45"
    if queue_room(s, q) == 0:
        return "That queue is full.", "YA-43"
    return why_stranded(s, p, f)


def why_not_swap(s: State, p: int, q: int, k: int) -> Reason:
    if kit.TOURIST not in s.hand.tolist():
        return NOT_DRAWN
    if q >= s.players:
        return NOBODY
    if q == p or s.queue[q, k] in (NONE, kit.TOURIST):
        return "A tourist is exchanged for a customer of another player.", "YA-45"
    if queue_room(s, p) == 0 and s.options[state.TOURIST_SWAP_TO] != state.TO_BAG:
        return "Your queue has no room for the customer.", "YA-46"
    return why_stranded(s, p, kit.TOURIST)


def why_stranded(s: State, p: int, f: int) -> Reason:
    if f == kit.TOURIST and not fits(s, queue_room(s, p), customers_of_others(s, p)):
        return "First the other figure.", "YA-R7"
    return "That would leave no place for the tourist.", "YA-R7"


def why_no_dishes(s: State, p: int, *foods: int) -> Reason:
    if (len(foods) > 1) != (open_a(s) > 1):
        return f"Exactly {open_a(s)}.", "YA-37"
    for c in foods:
        if not s.menu[p] >> c & 1:
            return f"{kit.FOODS[c].capitalize()} is not on your menu.", "YA-48"
    return "That is sold out.", "YA-R11"


def why_no_beverages(s: State, p: int, i: int) -> Reason | None:
    """What is wrong with the beverages of a serve."""
    if sum(kit.SETS[i]) != open_a(s):
        return f"Exactly {open_a(s)} of your beverages.", "YA-R38"
    if any(kit.SETS[i][c] > s.fridge[p, c] for c in range(kit.COLOURS)):
        return "Those beverages are not in your fridge.", "YA-55"
    return None


def why_not_there(s: State, p: int, cell: int) -> Reason:
    taken = int(occupied(s, p))
    if taken >> cell & 1:
        return OCCUPIED
    if taken == 0:
        return "The first figure goes on the edge.", "YA-65"
    return "No figure stands beside that space.", "YA-66"


def why_not_anywhere(s: State, p: int, cell: int) -> Reason:
    if occupied(s, p) >> cell & 1:
        return OCCUPIED
    if s.held[p, kit.DOGGY_BAG] == 0:
        return "You have no doggy bag.", "YA-81"
    if s.hand[0] != NONE:
        return "A doggy bag is for the figure you served.", "YA-R19"
    return "That space needs no doggy bag.", "YA-81"


# --- tokens between actions -----------------------------------------------------------------------


def why_no_garbage(s: State, p: int) -> Reason:
    if s.held[p, kit.GARBAGE] == 0:
        return "You have no garbage token.", "YA-20"
    return "Your recycle box is empty.", "YA-R27"


def why_no_call(s: State, p: int, i: int, j: int) -> Reason:
    if s.held[p, kit.URGENT_CALL] == 0:
        return "You have no urgent call token.", "YA-20"
    return "Two different figures of your queue, the first position first.", "YA-R27"


REASONS: dict[int, Callable[..., Reason]] = {
    state.PICK_FOOD: because("Somebody has picked that food.", "YA-9"),
    state.PICK_BEVERAGE: because("There is no beverage of that colour left.", "YA-14"),
    state.ACCEPT: because(*NOT_POSSIBLE),
    state.OFFER: why_no_offer,
    state.OFFER_TAIYAKI: because("You have no taiyaki.", "YA-27"),
    state.LOSE_STEPS: because("Lose as many steps as you owe, on markers that can go down.", "YA-R12"),
    state.INSERT_TILE: because("That tile does not lie outside.", "YA-30"),
    state.DO: why_not_do,
    state.IGNORE: why_not_ignore,
    state.STOP: because(*NOT_POSSIBLE),
    state.SEND_TO: why_not_send,
    state.SWAP_WITH: why_not_swap,
    state.COOK_ONE: why_no_dishes,
    state.COOK_TWO: why_no_dishes,
    state.TAKE_BEVERAGES: because("Take exactly as many as the action says, of colours in the supply.", "YA-51"),
    state.RECYCLE_ONE: because("There is no such bottle in your recycle box.", "YA-53"),
    state.SERVE_DISH: lambda s, p, i: why_no_beverages(s, p, i) or ("You have no dish to serve.", "YA-55"),
    state.SERVE_TAIYAKI: lambda s, p, i: why_no_beverages(s, p, i) or ("You have no taiyaki.", "YA-78"),
    state.PUT_ON: why_not_there,
    state.PUT_ANYWHERE: why_not_anywhere,
    state.GAIN_STEPS: because(
        "Exactly the steps you gained, on reviews shown there whose markers can go up.", "YA-R13"
    ),
    state.ADD_FOOD: because("That food is on your menu already.", "YA-71"),
    state.TAKE_TOKEN: because("There is no such token in the supply.", "YA-75"),
    state.CHOOSE_FIGURE: because("There is no such figure in the bag.", "YA-76"),
    state.SERVE_WITH: why_no_final_serve,
    state.USE_GARBAGE: why_no_garbage,
    state.USE_CALL: why_no_call,
}
