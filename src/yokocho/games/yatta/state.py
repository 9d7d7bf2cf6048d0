"""The street of YATTA!: one record. A reader learns the game from this list alone."""

from __future__ import annotations

from yokocho.core.actions import Actions
from yokocho.core.game import Option
from yokocho.core.record import CARD, COUNT, FLAG, NUMBER, SEAT, record
from yokocho.games.yatta import components as kit

SEATS = 4
PINNED = 10  # figures of the future that a position may fix

STATE = record(
    rounds=COUNT,  # YA-17   the round being played, from 1
    phase=FLAG,  # SETUP, ROUND, FINAL, OVER
    first=SEAT,  # YA-1    the first player
    active=SEAT,  # whose turn it is
    tiles=CARD[kit.TILES],  # YA-2    faces: the grid row by row, then those outside
    line=CARD,  # YA-34   where the action indicator stands, once a tile was inserted this turn
    todo=CARD[kit.LONGEST_LINE],  # YA-35   activated actions still to come
    dishes=COUNT[kit.COLOURS],  # YA-4    the supply
    beverages=COUNT[kit.COLOURS],  # YA-4
    tokens=COUNT[kit.TOKENS],  # YA-6
    spent=COUNT[kit.TOKENS],  # YA-21   special tokens that left the game
    bag=COUNT[kit.FIGURES],  # YA-5    open in number, drawn by chance
    hand=CARD[kit.MOST_N],  # YA-41   figures drawn, or chosen from the bag, not yet placed
    next_figures=CARD[PINNED],  # pinned: drawn first
    next_foods=CARD[SEATS],  # pinned: second foods of the set-up
    serving=FLAG,  # YA-59   a serve is between its bottles and its shift
    serving_vp=COUNT,  # YA-60   VP that it will bring
    dish_given=FLAG,  # YA-57   the dish has left its queue (none does with a taiyaki)
    figure_placed=FLAG,  # YA-59   the figure has left its queue
    vp=NUMBER[SEATS],  # YA-7    gained in play
    queue=CARD[SEATS, kit.QUEUE],  # YA-47   figures from the serving end
    queue_size=COUNT[SEATS],  # positions, one that was left during a serve included (YA-61)
    dish=CARD[SEATS, kit.DISH_IMPROVED],  # YA-49   the dish queue
    dish_size=COUNT[SEATS],
    fridge=COUNT[SEATS, kit.COLOURS],  # YA-51   beverages
    box=COUNT[SEATS, kit.COLOURS],  # YA-58   the recycle box
    sink=COUNT[SEATS, kit.COLOURS],  # YA-57   served dishes
    menu=FLAG[SEATS],  # YA-8    foods that can be cooked, as bits
    fridge_improved=FLAG[SEATS],  # YA-72
    stove_improved=FLAG[SEATS],  # YA-73
    board=CARD[SEATS, kit.CELLS],  # YA-64   the reputation board
    review=COUNT[SEATS, kit.REVIEWS],  # YA-15   columns of the markers
    influencer=COUNT[SEATS],  # YA-16   space of the marker
    held=COUNT[SEATS, kit.TOKENS],  # YA-75   special tokens
    backs=NUMBER[SEATS],  # YA-94   VP on backs that nobody knew before the final scoring
    only=NUMBER[1],  # where the table notes the answer to a question that has no other; 0 at rest
)

SETUP, ROUND, FINAL_TURN, OVER = range(4)

# Questions and, from NEXT_ACTION on, steps of the table itself
(
    FOOD,
    BEVERAGE,
    CHECK,
    LOSE,
    INSERT,
    ACTION,
    END,
    PLACE,
    COOK,
    REFILL,
    RECYCLE,
    SERVE,
    CELL,
    REVIEW,
    MENU,
    TOKEN,
    DOUBLE,
    FINAL,
) = range(18)
NEXT_ACTION, NEXT_SERVE, SHIFT, DRAW = range(18, 22)
BETWEEN = (CHECK, INSERT, ACTION, END, FINAL)  # YA-R25: when garbage and urgent call may be used

# The action list: one decision is one number. `also` is an earlier notation, which saved matches may have.
ACTIONS = do = Actions("YATTA!")
PICK_FOOD = do(  # YA-9
    "choose food {food}",
    also=("food {food}",),
    food=kit.COLOUR_CODES,
    answers=FOOD,
    touches="supply:dish.{food}",
)
PICK_BEVERAGE = do(  # YA-14
    "take beverage {beverage}",
    also=("beverage {beverage}",),
    beverage=kit.COLOUR_CODES,
    answers=BEVERAGE,
    touches="supply:bottle.{beverage}",
)
ACCEPT = do("accept", answers=CHECK, touches=f"queue:{{seat}} # {kit.QUEUE - 1}")  # YA-23
OFFER = do(  # YA-25
    "offer {beverage}", beverage=kit.COLOUR_CODES, answers=CHECK, touches="fridge:{seat} / {beverage}"
)
OFFER_TAIYAKI = do("offer taiyaki", also=("taiyaki",), answers=CHECK, touches="held:{seat} / taiyaki")  # YA-27
LOSE_STEPS = do("lose {steps}", steps=kit.STEP_CODES, answers=LOSE, touches="review:{seat}.{steps:each}")  # YA-24
INSERT_TILE = do(  # YA-30
    "insert {tile} {line}",
    tile=kit.FACES,
    line=kit.LINES,
    answers=INSERT,
    touches=("outside / {tile}", "line:{line}"),
)
DO = do("do {tile}", tile=kit.FACES, answers=ACTION)  # YA-36
IGNORE = do("ignore {tile}", tile=kit.FACES, answers=ACTION)  # YA-38
STOP = do("stop", answers=(END, FINAL))  # YA-86 YA-R41
SEND_TO = do(  # YA-43
    "send {figure} to {player}", also=("{figure} to {player}",), figure=kit.CODES, player=SEATS, answers=PLACE
)
SWAP_WITH = do(  # YA-44
    "swap T with {player}.{position}",
    also=("T swap {player}.{position}",),
    player=SEATS,
    position=kit.POSITIONS,
    answers=PLACE,
    touches=("queue:{player}", "hand / T", "queue:{player} # {position:number}"),
)
COOK_ONE = do("cook {food}", food=kit.COLOUR_CODES, answers=COOK, touches="supply:dish.{food}")  # YA-48
COOK_TWO = do("cook {food}{second_food}", food=kit.COLOUR_CODES, second_food=kit.COLOUR_CODES, answers=COOK)  # YA-48
TAKE_BEVERAGES = do(  # YA-51
    "refill {beverages}", beverages=kit.BEVERAGE_CODES, answers=REFILL, touches="beverages / {beverages:each}"
)
RECYCLE_ONE = do(  # YA-53
    "recycle {bottle}", bottle=kit.COLOUR_CODES, answers=RECYCLE, touches="box:{seat} / {bottle}"
)
SERVE_DISH = do(  # YA-56
    "serve {beverages}",
    beverages=kit.BEVERAGE_CODES,
    answers=SERVE,
    touches=("dish:{seat} # 0", "fridge:{seat} / {beverages:each}"),
)
SERVE_TAIYAKI = do(  # YA-78
    "serve {beverages} with taiyaki",
    also=("serve {beverages} taiyaki",),
    beverages=kit.BEVERAGE_CODES,
    answers=SERVE,
    touches=("held:{seat} / taiyaki", "fridge:{seat} / {beverages:each}"),
)
PUT_ON = do(  # YA-66
    "place {space}", also=("cell {space}",), space=kit.CELL_NAMES, answers=CELL, touches="cell:{seat}.{space}"
)
PUT_ANYWHERE = do(  # YA-81
    "place {space} with doggy_bag",
    also=("cell {space} doggy_bag",),
    space=kit.CELL_NAMES,
    answers=CELL,
    touches=("cell:{seat}.{space}", "held:{seat} / doggy_bag"),
)
GAIN_STEPS = do(  # YA-69
    "gain {steps}", also=("review {steps}",), steps=kit.STEP_CODES, answers=REVIEW, touches="review:{seat}.{steps:each}"
)
ADD_FOOD = do(  # YA-71
    "add food {food}", also=("menu {food}",), food=kit.COLOUR_CODES, answers=MENU, touches="supply:dish.{food}"
)
TAKE_TOKEN = do("take {token}", token=kit.TOKEN_KINDS, answers=TOKEN, touches="supply:{token}")  # YA-75
CHOOSE_FIGURE = do(  # YA-76
    "choose figure {figure}", also=("double {figure}",), figure=kit.CODES, answers=DOUBLE, touches="bag:{figure}"
)
SERVE_WITH = do(  # YA-86
    "serve with {number_of_beverages}",
    also=("final {number_of_beverages}",),
    number_of_beverages=range(1, kit.MOST_N + 1),
    answers=FINAL,
    touches="queue:{seat} # 0",
)
USE_GARBAGE = do("use garbage", also=("garbage",), answers=BETWEEN, touches="held:{seat} / garbage")  # YA-80
USE_CALL = do(  # YA-82
    "use urgent_call {first_position} {second_position}",
    also=("urgent_call {first_position} {second_position}",),
    first_position=kit.POSITIONS,
    second_position=kit.POSITIONS,
    answers=BETWEEN,
    touches=(
        "queue:{seat} # {first_position:number}",
        "queue:{seat} # {second_position:number}",
        "held:{seat} / urgent_call",
    ),
)
VERB, PART, STEP = do.tables()
MOST = max(
    kit.OUTSIDE * len(kit.LINES) + 1 + kit.QUEUE * kit.QUEUE,
    2 * SEATS + SEATS * kit.QUEUE,
    kit.COLOURS * kit.COLOURS,
    kit.CELLS,
    len(kit.SETS),
)  # never more legal actions at once

# What a move may be said to have done
(
    PICKED_FOOD,
    DREW_FOOD,
    PICKED_BEVERAGE,
    NEW_ROUND,
    TURN,
    LEFT,
    OFFERED,
    OFFERED_TAIYAKI,
    LOST,
    INSERTED,
    DID,
    IGNORED,
    STOPPED,
    DREW,
    SENT,
    SWAPPED,
    RETURNED,
    COOKED,
    REFILLED,
    RECYCLED,
    SERVED,
    PUT_DOWN,
    USED_DOGGY_BAG,
    NOTHING_GAINED,
    ADVANCED,
    ADDED_FOOD,
    IMPROVED,
    INFLUENCED,
    TOOK_TOKEN,
    CHOSE,
    GAINED,
    USED_GARBAGE,
    USED_CALL,
    FINAL_SERVING,
    TURNED_OVER,
    ENDED,
) = range(1, 37)
FRIDGE, STOVE = range(2)  # what an IMPROVED is about

OPTIONS = (
    Option("actions_optional", (False, True), "YA-R1", "May an action that is possible be ignored?"),
    Option(
        "tourist_swap_to",
        ("own_queue", "bag"),
        "YA-R4",
        "Where does a customer go that was exchanged for a tourist?",
        labels={"own_queue": "To whoever drew the tourist", "bag": "Into the bag"},
    ),
    Option(
        "tourist_unplaceable",
        ("return", "give_any"),
        "YA-R7",
        "What becomes of a tourist that can neither be kept nor exchanged?",
        labels={"return": "It goes back into the bag", "give_any": "It joins any queue with room"},
    ),
    Option(
        "customers_draw",
        ("together", "one_by_one"),
        "YA-R8",
        "How are two new customers drawn?",
        labels={"together": "Both together", "one_by_one": "The second once the first is placed"},
    ),
    Option(
        "final_serve_beverages",
        ("one_or_two", "one"),
        "YA-R29",
        "How many beverages go with a serve of the final serving turn?",
        labels={"one_or_two": "One or two", "one": "One"},
    ),
    Option("final_serve_bonuses", (True, False), "YA-R31", "Do placements of the final serving turn give their bonus?"),
    Option("doggy_bag_on_double", (False, True), "YA-R19", "May a doggy bag place the figure of a double customer?"),
    Option(
        "first_player_rotates",
        (False, True),
        "YA-R32",
        "Does the first-player token pass on after each round?",
        labels={False: "No, it stays", True: "Yes, clockwise"},
    ),
)
(
    ACTIONS_OPTIONAL,
    TOURIST_SWAP_TO,
    TOURIST_UNPLACEABLE,
    CUSTOMERS_DRAW,
    FINAL_SERVE_BEVERAGES,
    FINAL_SERVE_BONUSES,
    DOGGY_BAG_ON_DOUBLE,
    FIRST_PLAYER_ROTATES,
) = range(len(OPTIONS))

# Values of options, as they stand in the state: the place in the list above
NO, YES = range(2)
TO_OWN_QUEUE, TO_BAG = range(2)
RETURN, GIVE_ANY = range(2)
TOGETHER, ONE_BY_ONE = range(2)
ONE_OR_TWO, ONE = range(2)
BONUSES_TOO, VP_ONLY = range(2)
