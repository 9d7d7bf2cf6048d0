"""The street of YATTA!: one record. A reader learns the game from this list alone."""

from __future__ import annotations

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

# The action list: one decision is one number
PICK_FOOD = 0  # + colour                                     YA-9
PICK_BEVERAGE = PICK_FOOD + kit.COLOURS  # + colour               YA-14
ACCEPT = PICK_BEVERAGE + kit.COLOURS  #                           YA-23
OFFER = ACCEPT + 1  # + colour                                YA-25
OFFER_TAIYAKI = OFFER + kit.COLOURS  #                            YA-27
LOSE_STEPS = OFFER_TAIYAKI + 1  # + multiset                  YA-24
INSERT_TILE = LOSE_STEPS + kit.STEP_SETS  # + face * 5 + line     YA-30
DO = INSERT_TILE + len(kit.FACES) * len(kit.LINES)  # + face          YA-36
IGNORE = DO + len(kit.FACES)  # + face                            YA-38
STOP = IGNORE + len(kit.FACES)  #                                 YA-86 YA-R41
SEND_TO = STOP + 1  # + figure * SEATS + seat                 YA-43
SWAP_WITH = SEND_TO + kit.FIGURES * SEATS  # + seat * QUEUE + position   YA-44
COOK_ONE = SWAP_WITH + SEATS * kit.QUEUE  # + colour              YA-48
COOK_TWO = COOK_ONE + kit.COLOURS  # + colour * 4 + colour        YA-48
TAKE_BEVERAGES = COOK_TWO + kit.COLOURS * kit.COLOURS  # + multiset   YA-51
RECYCLE_ONE = TAKE_BEVERAGES + kit.BEVERAGE_SETS  # + colour      YA-53
SERVE_DISH = RECYCLE_ONE + kit.COLOURS  # + multiset              YA-56
SERVE_TAIYAKI = SERVE_DISH + kit.BEVERAGE_SETS  # + multiset      YA-78
PUT_ON = SERVE_TAIYAKI + kit.BEVERAGE_SETS  # + space             YA-66
PUT_ANYWHERE = PUT_ON + kit.CELLS  # + space                      YA-81
GAIN_STEPS = PUT_ANYWHERE + kit.CELLS  # + multiset               YA-69
ADD_FOOD = GAIN_STEPS + kit.STEP_SETS  # + colour                 YA-71
TAKE_TOKEN = ADD_FOOD + kit.COLOURS  # + kind                     YA-75
CHOOSE_FIGURE = TAKE_TOKEN + kit.TOKENS  # + figure               YA-76
SERVE_WITH = CHOOSE_FIGURE + kit.FIGURES  # + beverages - 1       YA-86
USE_GARBAGE = SERVE_WITH + kit.MOST_N  #                          YA-80
USE_CALL = USE_GARBAGE + 1  # + position * QUEUE + position   YA-82
ACTIONS = USE_CALL + kit.QUEUE * kit.QUEUE
MOST = max(
    kit.OUTSIDE * len(kit.LINES) + 1 + kit.QUEUE * kit.QUEUE,
    2 * SEATS + SEATS * kit.QUEUE,
    kit.COLOURS * kit.COLOURS,
    kit.CELLS,
    kit.STEP_SETS,
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
