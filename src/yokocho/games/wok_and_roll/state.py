"""The wok and the sheets of Wok and Roll: one record."""

from __future__ import annotations

from yokocho.core.actions import Actions
from yokocho.core.game import Option
from yokocho.core.record import BITS, CARD, COUNT, FLAG, NONE, NUMBER, record
from yokocho.games.wok_and_roll import components as kit

SEATS = 5
PINS = 18  # faces of dice that may be pinned

STATE = record(
    turn=NUMBER,  # WR-4    finished turns
    phase=FLAG,  # MARKET, COOKING or OVER
    finished=FLAG,  # why it is over
    rolls=COUNT,  # WR-7    rolls made this turn
    dice=CARD[kit.DICE],  # WR-5    the faces that lie in the wok, white dice first
    next_dice=CARD[PINS],  # faces pinned for the next dice rolled
    next_size=COUNT,
    crossed=FLAG[SEATS, kit.STRUCTURES],  # WR-16   crossed-off servings of each structure, as bits
    opened=FLAG[SEATS, kit.STRUCTURES],  # 2.8     locked servings that books have opened (Expert Menu), as bits
    fridge=COUNT[SEATS, kit.KINDS],  # WR-2
    hexes=FLAG[SEATS],  # WR-22   outlined hexagons, as bits
    rects=FLAG[SEATS],  # WR-25   outlined rectangles, as bits
    tile=FLAG[SEATS],  # 2.8     a House Special (Expert Menu)
    pool=COUNT[SEATS, kit.KINDS],  # WR-10   dice a seat has yet to spend, by face
    tokens=COUNT[SEATS, kit.KINDS],  # WR-18   row ingredients of this turn
    done=BITS,  # WR-29   seats that have finished cooking, as bits
    seen_crossed=FLAG[SEATS, kit.STRUCTURES],  # WR-R25  the sheets when this turn's cooking began: what the others know
    seen_opened=FLAG[SEATS, kit.STRUCTURES],
    seen_fridge=COUNT[SEATS, kit.KINDS],
    seen_hexes=FLAG[SEATS],
    seen_rects=FLAG[SEATS],
)

MARKET, COOKING, OVER = range(3)  # phases, and the questions of the first two
END = 2  # the table's own step after the last done
RUNNING, BY_STRUCTURES, BY_SOLO, BY_GUARD = range(4)  # WR-31 WR-35 WR-R18

# The numbers of the dice in each set of dice (bits)
DICE_SETS = tuple(" ".join(str(i) for i in range(kit.DICE) if bits >> i & 1) for bits in range(1 << kit.DICE))

# The action list (5.3): one decision is one number
ACTIONS = do = Actions("Wok and Roll")
COOK = do(  # WR-12
    "cook {serving}",
    also=("cook {serving} fridge {items}",),
    serving=kit.SERVING_IDS,
    payment=kit.MOST_PAYMENTS,  # which fridge items (5.3)
    answers=COOKING,
    touches="serving:{seat}.{serving}",
)
SKILL = do(  # WR-22
    "skill {letter}", letter=kit.LETTERS[: kit.INGREDIENTS], answers=COOKING, touches="hex:{seat}.{letter}"
)
BONUS = do(  # WR-25
    "bonus {rectangle}", rectangle=kit.RECTANGLE_IDS, answers=COOKING, touches="rect:{seat}.{rectangle}"
)
DONE = do("done", answers=COOKING)  # WR-29
REROLL = do(  # WR-6 WR-R16; to roll no dice is the lock, WR-7
    "reroll {dice}", also=("lock",), dice=DICE_SETS, answers=MARKET, touches="die:{dice:each}"
)
OPEN = (  # 2.8: only of a sheet with locked servings
    do("open {serving}", serving=kit.SERVING_IDS, answers=COOKING, touches="serving:{seat}.{serving}")
    if kit.LOCKS
    else NONE
)
VERB, PART, STEP = do.tables()
MOST = DONE + 1 + (len(kit.SERVINGS) if kit.LOCKS else 0)  # never met: 118 in an artificial extreme (5.3)

# What a move may be said to have done
(
    TURN,
    ROLLED,
    LOCKED,
    COOKED,
    GAINED,
    COMPLETED,
    SKILLED,
    OUTLINED,
    OPENED,
    SAID_DONE,
    REVEALED,
    LEARNED,
    ENDED,
) = range(1, 14)

OPTIONS = (
    Option(
        "bonus_ingredient_persists",
        (False, True),
        "WR-R1",
        "Does a row's ingredient go into the Fridge?",
        labels={False: "No, it is for this turn only", True: "Yes, and it keeps"},
    ),
    Option(
        "hidden_until_all_done",
        (True, False),
        "WR-R13",
        "Are marks hidden until everybody has finished cooking?",
        labels={False: "No, all cook openly"},
    ),
    Option(
        "finish_round",
        (False, True),
        "WR-R12",
        "Is the last round played to its end?",
        labels={False: "No, it ends with the turn", True: "Yes, up to the last seat"},
    ),
    Option("solo_turns", range(1, 1000), "WR-R10", "How many turns has a game alone?", default=10, unit="turns"),
    Option(
        "max_turns",
        range(1, 1000),
        "WR-R18",
        "After how many turns is a game cut off that does not end?",
        default=200,
        unit="turns",
    ),
)
PERSISTS, HIDDEN, FINISH_ROUND, SOLO_TURNS, MAX_TURNS = range(len(OPTIONS))
YES = 0  # of hidden_until_all_done, whose default is true
