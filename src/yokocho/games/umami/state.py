"""The table of Umami: one record. A reader learns the game from this list alone."""

from __future__ import annotations

from yokocho.core.actions import Actions
from yokocho.core.game import Option
from yokocho.core.record import BITS, CARD, COUNT, FLAG, NUMBER, SEAT, record
from yokocho.games.umami import components as kit

SEATS = 5
HAND = 4  # UM-1
AREA = 4  # UM-3
DISHES = 5  # UM-12
DISH = 3  # UM-5

STATE = record(
    active=SEAT,  # whose turn it is
    first=SEAT,  # UM-4    the holder of First Serving
    rounds=NUMBER,  # the round being played, from 1
    phase=FLAG,  # UM-36   REGULAR, FINAL, OVER
    trigger=FLAG,  # UM-33   UM-34: why regular play ends; latched
    hand_due=FLAG,  # UM-9    the action with a hand card is still open
    area_due=FLAG,  # UM-9    the action with a card of the area is still open
    may_steal=FLAG,  # UM-10   no Steal yet this turn
    moving=CARD,  # a card on its way to a Dish; open to all
    hand=CARD[SEATS, HAND],  # UM-1    sorted, so that places tell nothing
    hand_size=COUNT[SEATS],
    secret=CARD[SEATS],  # UM-1    until UM-38
    area=CARD[AREA],  # UM-3    the Ingredients area
    area_size=COUNT,
    deck=CARD[kit.INGREDIENTS],  # UM-1    the last card is the top one
    deck_size=COUNT,
    trash=COUNT[kit.FACES],  # UM-13   open: how many of each face (UM-R31)
    trash_size=COUNT,
    dish=CARD[SEATS, DISHES, DISH + 1],  # UM-11   sorted; the fourth place only until UM-13 is answered
    dish_size=COUNT[SEATS, DISHES],
    favorite_on=CARD[SEATS, DISHES],  # UM-17   what makes a Dish Set
    whereabouts=CARD[kit.FAVORITES],  # UM-16   of each Favorite: UNSEEN, IN_AREA, or seat * DISHES + dish
    turned=BITS,  # UM-36   Favorites lying face down
    favorites_deck=CARD[kit.FAVORITES],  # UM-2    the last card is the top one
    favorites_deck_size=COUNT,
    refused=BITS[SEATS, DISHES],  # UM-R37  Favorites that a Dish's owner declined
    held=COUNT[kit.FACES],  # UM-32   faces that all hands held together when the Trash was last shuffled: public memory
    kept=CARD[SEATS, HAND],  # UM-32   the hand each seat had then; its own secret
    kept_size=COUNT[SEATS],
    spent=COUNT[SEATS, kit.FACES],  # UM-32   faces of `held` that have left each hand since
)

REGULAR, FINAL, OVER = range(3)
UNTRIGGERED, LAST_FAVORITE, MANY_INGREDIENTS, ROUND_CAP = range(4)  # UM-33 UM-34 UM-R32
TRIGGERS = (None, "A", "B", "cap")

UNSEEN = -1  # in the Favorites deck, the box or somebody's secret
IN_AREA = SEATS * DISHES

# Questions and, from CLAIMS on, steps of the table itself
ACTION, TAKE, PLACE, DISCARD, CLAIM, RESTOCK, LAST_TURN = range(7)
CLAIMS, REFILL, REVEAL, REFILL_HAND, NEXT_TURN, NEXT_LAST_TURN = range(7, 13)

# The action list: one decision is one number
ACTIONS = do = Actions("Umami")
PLAY_HAND = do("play {card}", card=kit.FACE_CODES, answers=(ACTION, LAST_TURN), touches="hand:{seat} / {card}")  # UM-40
PLAY_AREA = do("play {card} from area", card=kit.FACE_CODES, answers=ACTION, touches="area / {card}")  # UM-9
STEAL_HAND = do("steal {steal}", steal=kit.STEAL_CODES, answers=ACTION, touches="hand:{seat} / {steal}")  # UM-26
STEAL_AREA = do("steal {steal} from area", steal=kit.STEAL_CODES, answers=ACTION, touches="area / {steal}")  # UM-26
TAKE_CARD = do("take {card} from {where}", victim=SEATS, dish=DISHES, place=DISH, answers=TAKE)  # UM-27
PUT = do("put {dish}", dish=DISHES, answers=PLACE, touches="dish:{seat}.{dish}")  # UM-11
PUT_NEW = do("put new", answers=PLACE, touches="dish:{seat}.new")  # UM-11
DISCARD_CARD = do("discard {card}", card=kit.FACE_CODES, answers=DISCARD)  # UM-13
CLAIM_IT = do(  # UM-16
    "claim {dish} {favorite}",
    dish=DISHES,
    favorite=kit.FAVORITES,
    answers=CLAIM,
    touches=("dish:{seat}.{dish}", "favorite:{favorite:number}"),
)
DECLINE = do("decline", answers=(CLAIM, RESTOCK))  # UM-R35 UM-R37
RESTOCK_AREA = do("restock {card}", card=kit.FACE_CODES, answers=RESTOCK, touches="area / {card}")  # UM-29
RESTOCK_DECK = do("restock deck", answers=RESTOCK, touches="deck")  # UM-29
STOP = do("stop", answers=LAST_TURN)  # UM-40
VERB, PART, STEP = do.tables()
MOST = 96  # never more legal actions at once: 5.1 of the rules counts 44 targets, 91 claims

# What a move may be said to have done
(
    PLAYED,
    STOLE,
    TOOK,
    PUT_DOWN,
    THREW_OUT,
    WON,
    WON_FROM,
    DECLINED,
    RESTOCKED,
    REVEALED,
    DREW,
    RESHUFFLED,
    TRIGGERED,
    PHASE,
    SHOWED_SECRET,
    STOPPED,
    ENDED,
    TURN,
) = range(1, 19)

OPTIONS = (
    Option(
        "claims",
        ("compulsory", "optional", "area"),
        "UM-R1",
        "Must a matching Dish take its Favorite?",
        labels={
            "compulsory": "Yes",
            "optional": "No, the player may decline",
            "area": "From the area yes, from players no",
        },
    ),
    Option(
        "own_rehome",
        ("optional", "compulsory", "forbidden"),
        "UM-R2",
        "May a Favorite move to a tastier Dish of the same player?",
        labels={"optional": "Yes, if the player likes", "compulsory": "It must", "forbidden": "No"},
    ),
    Option(
        "discard_new",
        (True, False),
        "UM-R3",
        "May the card just placed on a full Dish be the one that goes?",
        labels={True: "Yes, any of the four may go", False: "No, one of the other three goes"},
    ),
    Option(
        "steal_new_dish",
        (True, False),
        "UM-R5",
        "May a stolen card start a new Dish?",
        labels={False: "No, it joins a Dish that is there"},
    ),
    Option(
        "reshuffle",
        ("empty", "needed"),
        "UM-R15",
        "When is the Trash shuffled into a new deck?",
        labels={"empty": "As soon as the deck is empty", "needed": "Only when a card is needed"},
    ),
    Option(
        "fav_refill_loop",
        (True, False),
        "UM-R17",
        "If a Favorite is won as it is revealed, does another one follow?",
        labels={True: "Yes, until there are four", False: "No, only as many as were missing"},
    ),
    Option(
        "claim_order",
        ("active", "first"),
        "UM-R18",
        "Who comes first when several players can claim?",
        labels={"active": "The player whose turn it is", "first": "The holder of First Serving"},
    ),
    Option(
        "final_refill",
        ("none", "favorites", "all"),
        "UM-R28",
        "What is refilled in the final round?",
        labels={"none": "Nothing", "favorites": "The Favorites area", "all": "Both areas and the hand"},
    ),
    Option(
        "round_cap",
        range(30_001),
        "UM-R32",
        "After how many rounds does regular play end at the latest?",
        default=40,
        unit="rounds",
        labels={0: "No limit"},
    ),
    Option(
        "restock",
        ("compulsory", "optional"),
        "UM-R35",
        "Must the robbed player restock?",
        labels={"compulsory": "Yes", "optional": "No, the player may decline"},
    ),
    Option(
        "ne_profile",
        kit.PROFILES,
        "UM-7",
        "Which Favorites with a doubled colour carry the unequal sign?",
        labels={"half": "Half, as reconstructed", "all": "All of them", "none": "None"},
    ),
)
(
    CLAIMS_OPTION,
    OWN_REHOME,
    DISCARD_NEW,
    STEAL_NEW_DISH,
    RESHUFFLE,
    FAV_REFILL_LOOP,
    CLAIM_ORDER,
    FINAL_REFILL,
    CAP,
    RESTOCK_OPTION,
    NE_PROFILE,
) = range(len(OPTIONS))

# Values of options, as they stand in the state: the place in the list above (a cap is itself)
CLAIMS_COMPULSORY, CLAIMS_OPTIONAL, CLAIMS_AREA = range(3)
REHOME_OPTIONAL, REHOME_COMPULSORY, REHOME_FORBIDDEN = range(3)
YES, NO = range(2)
WHEN_EMPTY, WHEN_NEEDED = range(2)
FROM_ACTIVE, FROM_FIRST = range(2)
REFILL_NONE, REFILL_FAVORITES, REFILL_ALL = range(3)
RESTOCK_COMPULSORY, RESTOCK_OPTIONAL = range(2)
