"""The fish market of Mitsuhamama: one record."""

from __future__ import annotations

from yokocho.core.actions import Actions
from yokocho.core.game import Option
from yokocho.core.record import COUNT, FLAG, NUMBER, SEAT, record
from yokocho.games.mitsuhamama import components as kit

SEATS = 4

STATE = record(
    day=NUMBER,  # MI-10   from 1
    auctioneer=SEAT,  # MI-8
    finished=FLAG,  # MI-52   ENDED, or GUARDED by the day guard (MI-R44)
    face=FLAG[kit.RESTAURANTS],  # MI-2    which face lies up: a = 0, b = 1
    space=SEAT[kit.RESTAURANTS, kit.MOST_SPACES],  # MI-43   whose cube stands on each space, best price first
    hand=COUNT[SEATS, kit.DENOMINATIONS],  # MI-5    money cards by denomination
    hand_size=COUNT[SEATS],  # MI-R19  public
    out=COUNT[kit.DENOMINATIONS],  # MI-29   money that left the game
    stock=COUNT[SEATS, kit.KINDS],  # MI-35   fish in the warehouses
    cubes=COUNT[SEATS],  # MI-4    employees owned, those on restaurants included
    dice=COUNT[kit.KINDS],  # MI-11   today's fish
    next_dice=COUNT[kit.KINDS],  # pinned for the next day; 0 = not pinned
    lot=FLAG,  # MI-12   kinds on offer, as bits
    bidders=FLAG,  # MI-14   seats still in the auction, as bits
    barred=FLAG,  # MI-19   seats out for reneging, as bits
    high=SEAT,  # MI-18   the highest bidder
    price=NUMBER,  # MI-15   the last bid
    quiet=COUNT,  # MI-R13  silent seats since the last bid
    last_call=FLAG,  # MI-R13  bid or pass now
    last=SEAT,  # MI-R13  who acted last
    laid=COUNT[SEATS, kit.DENOMINATIONS],  # MI-23   cards a payer has laid down so far
    laid_size=COUNT[SEATS],
    laid_fish=COUNT[SEATS, kit.KINDS],  # MI-23   and fish
    arriving=COUNT[kit.KINDS],  # MI-26   fish on their way into a warehouse
    may_sell=FLAG,  # MI-40   seats that stored fish today, as bits
    serving=FLAG,  # MI-42   the restaurant being served
    given=COUNT[kit.KINDS],  # MI-R33  fish chosen for it so far
    closed=FLAG[SEATS],  # MI-R48  with whom each seat had a payment that others did not see, as bits
)

RUNNING, ENDED, GUARDED = range(3)

# Questions and, from BIDDING on, steps of the table itself
LOT, BID, DECIDE, TAKE, PAY, KEEP, SERVE, PAIR, MIX, CUBE, RECALL = range(11)
BIDDING, STORE, SELLING, FINISH, NEXT_DAY = range(11, 16)

# What a payment is for: with the payee it makes up the second argument of a PAY row
FOR_LOT, FOR_ALLPASS, FOR_HIRE = range(3)
NOBODY = SEATS  # the payee of money that leaves the game

# What is stored: the first argument of a STORE row is the seat, the second one of these
PAYMENT, WHOLE_LOT = range(2)

# The action list: one decision is one number
ACTIONS = do = Actions("Mitsuhamama")
FREELY = (LOT, BID, DECIDE, TAKE, PAY, KEEP, SERVE)  # MI-R39: decisions that a hire or a recall may come before
PICK = do("lot {kinds}", kinds=kit.KIND_SETS, answers=LOT, touches="die:{kinds:each}")  # MI-12
# Any price from 1: that of 0 is never legal
OFFER = do("bid {price}", also=("raise {price}",), price=kit.MOST_BID + 1, answers=BID)  # MI-16
PASS = do("pass", answers=BID)  # MI-17
HOLD = do("hold", answers=BID)  # MI-R13
STAND = do("stand", answers=BID)  # MI-R13
SELL = do("sell", answers=DECIDE)  # MI-21
BUY = do("buy", answers=DECIDE)  # MI-22
TAKE_LOT = do("take", answers=TAKE)  # MI-28
DECLINE = do("decline", answers=TAKE)  # MI-30
PAY_CARD = do("pay {card}", card=map(str, kit.VALUES), answers=PAY, touches="hand:{seat} / {card}")  # MI-23
PAY_FISH = do("fish {kind}", kind=kit.CODES, answers=PAY, touches="track:{seat}.{kind}")  # MI-23
PAID = do("paid", answers=PAY)  # MI-23
KEEP_KINDS = do(  # MI-38 MI-R46
    "keep {kinds}", kinds=kit.KIND_SETS, answers=(KEEP, SERVE), touches="track:{seat}.{kinds:each}"
)
SERVE_AT = do(  # MI-42
    "serve {restaurant}", restaurant=kit.NAMES, answers=SERVE, touches="restaurant:{restaurant:number}"
)
GIVE_PAIR = do("give {kinds}", kinds=kit.KIND_SETS, answers=PAIR, touches="track:{seat}.{kinds:each}")  # MI-R32
GIVE = do("give {kind}{fish}", kind=kit.CODES, fish=kit.CAPACITY + 1, answers=MIX)  # MI-R33
GIVE_CUBE = do("cube {kind}", kind=kit.CODES, answers=CUBE, touches="track:{seat}.{kind}")  # MI-44
LATER = do("later", answers=CUBE)  # MI-R46
DONE = do("done", answers=(SERVE, RECALL))  # MI-45 MI-R41
HIRE = do("hire", answers=FREELY)  # MI-50
RECALL_FROM = do(  # MI-47
    "recall {restaurant}",
    restaurant=kit.NAMES,
    answers=(*FREELY, RECALL),
    touches="cube:{seat}@{restaurant:number}",
)
HAMMER = do("hammer", answers=BID)  # MI-R13
VERB, PART, STEP = do.tables()
BESIDE_BIDS = 16  # room for all else that a bidder may do: pass, wait, stand, hire, recall
MOST = kit.MOST_BID + BESIDE_BIDS

# What a move may be said to have done
(
    DAY,
    ROLLED,
    PICKED,
    OFFERED,
    PASSED,
    HELD,
    WON,
    ALL_PASSED,
    RENEGED,
    SOLD,
    BOUGHT,
    TOOK,
    DECLINED,
    LAID_CARD,
    LAID_FISH,
    SETTLED,
    STORED,
    LOST,
    SERVED,
    GAVE_UP,
    HIRED,
    RECALLED,
    HAMMERED,
    OVER,
) = range(1, 25)

# MI-R1: explicit faces, card by card, for instance "abbab"
EXPLICIT = tuple("".join("ab"[bits >> r & 1] for r in range(kit.RESTAURANTS)) for bits in range(1 << kit.RESTAURANTS))


def faces_words(faces: str) -> str:
    """``abbab`` as people say it: those that differ from the rest, by name."""
    few, rest = "ab" if faces.count("a") < faces.count("b") else "ba"
    names = [name for name, face in zip(kit.NAMES, faces, strict=True) if face == few]
    return f"{' and '.join(names)} {few.upper()}, rest {rest.upper()}" if names else f"All {rest.upper()}"


CHAIRS = tuple(str(p) for p in range(SEATS))

OPTIONS = (
    Option(
        "faces",
        ("random", "recommended", *EXPLICIT),
        "MI-R1",
        "Which faces of the restaurant cards lie up?",
        labels={"random": "Drawn at random", "recommended": "As recommended for so many players"}
        | {faces: faces_words(faces) for faces in EXPLICIT},
    ),
    Option(
        "first",
        ("random", *CHAIRS),
        "MI-R2",
        "Who is the first auctioneer?",
        labels={"random": "Drawn at random"},
        seats=CHAIRS,
    ),
    Option(
        "auction",
        ("turns_hold", "raise_or_pass", "live"),
        "MI-R13",
        "How is free bidding played?",
        labels={
            "turns_hold": "In turns: bid, wait or pass",
            "raise_or_pass": "In turns: bid or pass",
            "live": "In real time, against a countdown",
        },
    ),
    Option(
        "renege",
        ("forbid", "rulebook"),
        "MI-R9",
        "May a bid be higher than the bidder can pay?",
        labels={"forbid": "No", "rulebook": "Yes, and it comes out at the sale"},
    ),
    Option(
        "payment_visibility",
        ("all", "parties"),
        "MI-R18",
        "Who sees the cards of a payment?",
        labels={"all": "Everybody", "parties": "Only who pays and who is paid"},
    ),
    Option(
        "allpass_min",
        range(2),
        "MI-R20",
        "What must the auctioneer pay at least when everyone passed?",
        default=1,
        labels={0: "Nothing", 1: "1k"},
    ),
    Option(
        "allpass_fish",
        (True, False),
        "MI-R21",
        "May fish pay for a lot that everyone passed on?",
        labels={False: "No, cards only"},
    ),
    Option("end_recall", (True, False), "MI-R41", "May a recall put off the end at the last moment?"),
    Option(
        "max_days",
        range(1, 1000),
        "MI-R44",
        "After how many days is a game cut off that does not end?",
        default=100,
        unit="days",
    ),
)
(
    FACES_OPTION,
    FIRST_OPTION,
    AUCTION,
    RENEGE,
    VISIBILITY,
    ALLPASS_MIN,
    ALLPASS_FISH,
    END_RECALL,
    MAX_DAYS,
) = range(len(OPTIONS))

FACES_RANDOM, FACES_RECOMMENDED, FACES_EXPLICIT = range(3)  # from FACES_EXPLICIT on, the faces as bits
FIRST_RANDOM = 0
TURNS_HOLD, RAISE_OR_PASS, LIVE = range(3)
FORBID, RULEBOOK = range(2)
TO_ALL, TO_PARTIES = range(2)
YES, NO = range(2)
BLUFF = 99  # MI-R9: the highest bid of somebody who cannot pay it
