"""The wok and the sheets of Wok and Roll: one record."""

from __future__ import annotations

from yokocho.core.game import Option
from yokocho.core.record import BITS, CARD, COUNT, FLAG, NUMBER, record
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

# The action list (5.3): one decision is one number
COOK = 0  # + 8 * serving + which fridge items            WR-12
SKILL = COOK + kit.MOST_PAYMENTS * len(kit.SERVINGS)  # + letter  WR-22
BONUS = SKILL + kit.INGREDIENTS  # + rectangle                WR-25
DONE = BONUS + len(kit.RECTANGLES)  #                         WR-29
LOCK_DICE = DONE + 1  #                                   WR-7
REROLL = LOCK_DICE  # + dice as bits; none is the lock    WR-6 WR-R16
OPEN = REROLL + (1 << kit.DICE)  # + serving                  2.8
ACTIONS = OPEN + (len(kit.SERVINGS) if kit.LOCK.any() else 0)
MOST = DONE + 1 + ACTIONS - OPEN  # never met: 118 in an artificial extreme (5.3)

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
