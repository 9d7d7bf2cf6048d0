"""Mitsuhamama's states as JSON in the rulebook's nouns, and back (docs/positions.md)."""

from __future__ import annotations

import re
from typing import Any

from yokocho.core.game import BadInput, Game
from yokocho.core.position import HeadReader, read_asked, write_asked, write_generator, write_head
from yokocho.core.record import NONE, UNKNOWN, State
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.auction import is_live
from yokocho.games.mitsuhamama.market import can_serve, free_cubes, loaded
from yokocho.games.mitsuhamama.money import laid_items, laid_value, means
from yokocho.games.mitsuhamama.rules import begin_day, clear_table, proceed
from yokocho.games.mitsuhamama.words import QUESTIONS, STEPS

ROWS = QUESTIONS | STEPS
FACES = ("a", "b")
OUT_OF_THE_GAME = (
    state.FOR_ALLPASS * (state.SEATS + 1) + state.NOBODY,
    state.FOR_HIRE * (state.SEATS + 1) + state.NOBODY,
)  # payments to nobody
# Rows as they can follow each other: payments, then the auction or the last recalls, what is stored, or what is sold
ORDER = re.compile(
    "(pay ){0,4}((lot|bid bidding|bid|bidding|decide|take|recall) |(keep )?(store ){0,2}(selling ){0,2}"
    "|(pair |mix |cube )?serve (selling ){0,2})finish "
)
AUCTION_ROWS = {"bid", "bidding", "decide"}
MORNING = {"lot", "take", *AUCTION_ROWS}  # before anything is stored
FINISHED = (None, "limit", "guard")
KEYS = (
    *(
        "format",
        "game",
        "players",
        "options",
        "day",
        "auctioneer",
        "restaurants",
        "dice",
        "next_dice",
        "lot",
        "auction",
    ),
    *("laid", "arriving", "may_sell", "serving", "given", "out", "seats", "closed", "finished", "asked"),
    *("generator", "seed"),
)


def cards_text(counts: Any, size: int | None = None) -> str:
    """Cards from the largest down; as many ``?`` where a masked state does not say which they are."""
    if size is not None and (int(counts[0]) == UNKNOWN or sum(int(n) for n in counts) != size):
        return " ".join("?" * size)
    return " ".join(str(kit.VALUES[d]) for d in range(kit.DENOMINATIONS - 1, -1, -1) for _ in range(int(counts[d])))


def fish_list(fish: Any) -> list[int]:
    return [int(n) for n in fish]


def seats_of(bits: int) -> list[int]:
    return [p for p in range(int(bits).bit_length()) if int(bits) >> p & 1]


def write(s: State) -> dict[str, Any]:
    players = int(s.players)
    closed = [f"{p} {q}" for p in range(players) for q in range(p + 1, players) if s.closed[p] >> q & 1]
    return {
        **write_head("mitsuhamama", state.OPTIONS, s),
        "day": int(s.day),
        "auctioneer": int(s.auctioneer),
        "restaurants": {
            name: {"face": FACES[s.face[r]], "cubes": [int(p) for p in s.space[r] if p != NONE]}
            for r, name in enumerate(kit.NAMES)
        },
        "dice": fish_list(s.dice),
        "next_dice": fish_list(s.next_dice) if s.next_dice.any() else None,
        "lot": kit.KIND_SETS[s.lot] if s.lot else "",
        "auction": {
            "bidders": seats_of(s.bidders),
            "barred": seats_of(s.barred),
            "high": int(s.high) if s.high != NONE else None,
            "price": int(s.price),
            "quiet": int(s.quiet),
            "last_call": bool(s.last_call),
            "last": int(s.last),
        },
        "laid": [
            {"cards": cards_text(s.laid[p], int(s.laid_size[p])), "fish": fish_list(s.laid_fish[p])}
            for p in range(players)
        ],
        "arriving": fish_list(s.arriving),
        "may_sell": seats_of(s.may_sell),
        "serving": kit.NAMES[s.serving] if s.serving != NONE else None,
        "given": fish_list(s.given),
        "out": cards_text(s.out),
        "seats": [
            {
                "hand": cards_text(s.hand[p], int(s.hand_size[p])),
                "fish": fish_list(s.stock[p]),
                "cubes": int(s.cubes[p]),
            }
            for p in range(players)
        ],
        "closed": closed,
        "finished": FINISHED[s.finished],
        "asked": write_asked(s, ROWS),
        "generator": write_generator(s),
    }


class Market(HeadReader):
    """Reads one position; every complaint names its place."""

    def cards(self, where: str, text: Any) -> list[int]:
        counts = [0] * kit.DENOMINATIONS
        for word in self.text(where, text).split():
            if not word.isdecimal() or int(word) not in kit.VALUES:
                raise BadInput(f"{where}: {word!r} is not a money card: {', '.join(map(str, kit.VALUES))}")
            counts[kit.VALUES.index(int(word))] += 1
        return counts

    def fish(self, where: str, value: Any, most: int) -> list[int]:
        found = self.listing(where, value, kit.KINDS)
        if len(found) != kit.KINDS or any(type(n) is not int or not 0 <= n <= most for n in found):
            raise BadInput(f"{where}: four numbers from 0 to {most}, R Y K W, not {value!r}")
        return found

    def seats(self, where: str, value: Any, players: int) -> int:
        bits = 0
        for p in self.listing(where, value, players):
            if type(p) is not int or not 0 <= p < players:
                raise BadInput(f"{where}: seats from 0 to {players - 1}, not {p!r}")
            bits |= 1 << p
        return bits

    def seat(self, where: str, value: Any, players: int) -> int:
        if value is None:
            return NONE
        if type(value) is not int or not 0 <= value < players:
            raise BadInput(f"{where}: a seat from 0 to {players - 1} or null, not {value!r}")
        return value


def read(game: Game, data: dict[str, Any]) -> State:
    """A state from a position. What is left out is as at the start; what is impossible is refused."""
    t = Market(game, data)
    players = t.players
    s = t.cleared(KEYS, clear_table)
    s.day = t.number("day", 1, 30000, 1)
    s.auctioneer = t.number("auctioneer", 0, players - 1, 0)
    s.finished = t.choice("finished", FINISHED, None)
    read_restaurants(t, s)
    read_seats(t, s)
    read_trade(t, s)
    s.rng[:] = t.generator
    dice = data.get("dice")
    for key, place in (("dice", s.dice), ("next_dice", s.next_dice)):
        if data.get(key) is not None:
            place[:] = t.fish(key, data[key], int(kit.DIE.max()))
            if place.any() and not set(place.tolist()) <= set(kit.DIE.tolist()):
                raise BadInput(f"{key}: the dice show {', '.join(map(str, kit.DIE))}, not {data[key]}")
    if s.finished:
        check_asked(t, s)
        return s
    if "asked" in data:
        read_asked(t, s, ROWS, state.BIDDING, aside=("pay",))
        check_rows(t, s)
        proceed(s)
    else:
        if dice is not None:
            pinned, s.next_dice[:] = s.next_dice.copy(), s.dice
        begin_day(s)
        if dice is not None:
            s.next_dice[:] = pinned
    check_asked(t, s)
    return s


def read_restaurants(t: Market, s: State) -> None:
    table = t.mapping("restaurants")
    t.known("restaurants", table, kit.NAMES)
    for r, card in enumerate(kit.CARDS):
        row = table.get(card.name, {})
        where = f"restaurants.{card.name}"
        t.known(where, row, ("face", "cubes"))
        face = row.get("face", FACES[int(s.players > 2)])
        if face not in FACES:
            raise BadInput(f"{where}.face: a or b, not {face!r}")
        s.face[r] = FACES.index(face)
        cubes = row.get("cubes", [])
        t.seats(f"{where}.cubes", cubes, int(s.players))
        if len(set(cubes)) != len(cubes) or len(cubes) > kit.SPACES[r, s.face[r]]:
            raise BadInput(f"{where}.cubes: at most {kit.SPACES[r, s.face[r]]}, one of each seat (MI-45)")
        s.space[r, : len(cubes)] = cubes


def read_seats(t: Market, s: State) -> None:
    players = int(s.players)
    seats = t.listing("seats", t.data.get("seats", []), players)
    total = [players * int(kit.START_HAND[players, d]) for d in range(kit.DENOMINATIONS)]
    out = t.cards("out", t.data.get("out", ""))
    laid = t.listing("laid", t.data.get("laid", []), players)
    for p in range(players):
        seat = seats[p] if p < len(seats) else {}
        where = f"seats[{p}]"
        t.known(where, seat, ("hand", "fish", "cubes"))
        hand = t.cards(f"{where}.hand", seat["hand"]) if "hand" in seat else [int(n) for n in kit.START_HAND[players]]
        s.hand[p] = hand
        s.hand_size[p] = sum(hand)
        s.stock[p] = t.fish(f"{where}.fish", seat.get("fish", [0] * kit.KINDS), kit.CAPACITY)
        cubes = seat.get("cubes", kit.START_CUBES)
        if type(cubes) is not int or not kit.START_CUBES <= cubes <= kit.MOST_CUBES:
            raise BadInput(f"{where}.cubes: {kit.START_CUBES} or {kit.MOST_CUBES}, not {cubes!r}")
        s.cubes[p] = cubes
        if p < len(laid):
            t.known(f"laid[{p}]", laid[p], ("cards", "fish"))
            s.laid[p] = t.cards(f"laid[{p}].cards", laid[p].get("cards", ""))
            s.laid_size[p] = s.laid[p].sum()
            s.laid_fish[p] = t.fish(f"laid[{p}].fish", laid[p].get("fish", [0] * kit.KINDS), kit.CAPACITY)
    s.out[:] = out
    for d in range(kit.DENOMINATIONS):
        there = int(s.hand[:, d].sum() + s.laid[:, d].sum() + s.out[d])
        if there > total[d]:
            raise BadInput(f"seats: {there} cards of {kit.VALUES[d]}k, there are {total[d]} with {players} players")
        s.out[d] += total[d] - there  # what is named nowhere has left the game


def read_trade(t: Market, s: State) -> None:
    players = int(s.players)
    lot = t.text("lot", t.data.get("lot", ""))
    s.lot = t.understood("lot", kit.kinds_bits, lot)
    auction = t.mapping("auction")
    t.known("auction", auction, ("bidders", "barred", "high", "price", "quiet", "last_call", "last"))
    s.bidders = t.seats("auction.bidders", auction.get("bidders", []), players)
    s.barred = t.seats("auction.barred", auction.get("barred", []), players)
    s.high = t.seat("auction.high", auction.get("high"), players)
    for key in ("price", "quiet"):
        value = auction.get(key, 0)
        if type(value) is not int or not 0 <= value <= (kit.MOST_BID if key == "price" else players):
            raise BadInput(f"auction.{key}: a number that can be, not {value!r}")
        setattr(s, key, value)
    s.last_call = t.flag("auction.last_call", auction.get("last_call"), False)
    last = t.seat("auction.last", auction.get("last"), players)
    s.last = s.auctioneer if last == NONE else last
    s.arriving[:] = t.fish("arriving", t.data.get("arriving", [0] * kit.KINDS), kit.CAPACITY)
    s.may_sell = t.seats("may_sell", t.data.get("may_sell", []), players)
    s.given[:] = t.fish("given", t.data.get("given", [0] * kit.KINDS), kit.CAPACITY)
    serving = t.data.get("serving")
    if serving is not None:
        if serving not in kit.NAMES:
            raise BadInput(f"serving: one of {', '.join(kit.NAMES)}, not {serving!r}")
        s.serving = kit.NAMES.index(serving)
    for pair in t.listing("closed", t.data.get("closed", []), 6):
        seats = t.text("closed", pair).split()
        if len(set(seats)) != 2 or len(seats) != 2 or any(not p.isdecimal() or int(p) >= players for p in seats):
            raise BadInput(f"closed: a pair of seats such as '0 1', not {pair!r}")
        p, q = (int(x) for x in seats)
        s.closed[p] |= 1 << q
        s.closed[q] |= 1 << p


def asked_by(row: dict[str, Any]) -> list[int]:
    """The seats that a question asks."""
    seats: list[int] = row.get("seats", [row.get("seat")])
    return seats


def check_rows(t: Market, s: State) -> None:
    """What is asked and what waits: an order a day can come to, with arguments that mean something."""
    names = "".join(f"{row.get('question', row.get('step'))} " for row in t.data["asked"])
    if not ORDER.fullmatch(names):
        raise BadInput(f"asked: {names.strip() or 'nothing'} is not an order that occurs in a day")
    players = int(s.players)
    for i, row in enumerate(t.data["asked"]):
        name, a, b = row.get("question", row.get("step")), row.get("a", 0), row.get("b", 0)
        purpose, payee = divmod(b, state.SEATS + 1)
        sound = {
            "store": 0 <= a < players and b in (state.PAYMENT, state.WHOLE_LOT),
            "selling": 0 <= a < players and b == 0,
            "keep": a in (state.PAYMENT, state.WHOLE_LOT) and b == 0,
            "finish": 0 <= a <= players and b == 0,
            "cube": 0 <= a < kit.RESTAURANTS and b == 0,
            "mix": 0 <= a < kit.KINDS
            and b == 0
            and s.serving != NONE
            and kit.FORM[s.serving, s.face[s.serving]] == kit.ANY,
            "pair": a == b == 0 and s.serving != NONE and kit.FORM[s.serving, s.face[s.serving]] == kit.SETS,
            "pay": 0 <= a <= kit.MOST_BID and (payee < players if purpose == state.FOR_LOT else b in OUT_OF_THE_GAME),
        }.get(name, a == 0 and b == 0)
        if not sound:
            raise BadInput(f"asked[{i}]: {name} cannot have a = {a}, b = {b} here")
        if row.get("aside") and not (is_live(s) and "bid " in names):
            raise BadInput(f"asked[{i}].aside: only during a live auction")
        if len(row.get("seats", [])) > 1 and name != "bid":
            raise BadInput(f"asked[{i}]: {name} is asked of one seat")
        if name in ("lot", "decide", "take") and row.get("seat") != s.auctioneer:
            raise BadInput(f"asked[{i}]: {name} is asked of the auctioneer, seat {s.auctioneer}")
    check_payments(t, s)
    if "auction" not in t.data and names.startswith(("bid", "bidding")):
        s.bidders = ((1 << players) - 1) & ~(1 << int(s.auctioneer))
    check_auction(t, s, names)
    check_sale(t, s)


def check_payments(t: Market, s: State) -> None:
    """MI-R39: one payment for a lot at most; before it, or before another question, hires of whoever owes an answer."""
    rows = t.data["asked"]
    pays = [i for i, row in enumerate(rows) if row.get("question") == "pay"]
    hires = [i for i in pays if rows[i].get("b", 0) == OUT_OF_THE_GAME[1]]
    if set(pays[:-1]) - set(hires):
        raise BadInput("asked: only hires are paid for before another payment")
    laid: dict[int, int] = {}
    for i in pays:
        p = asked_by(rows[i])[0]
        purpose = rows[i].get("b", 0) // (state.SEATS + 1)
        if means(s, p, purpose) + laid.setdefault(p, int(laid_value(s, p))) < rows[i].get("a", 0):
            raise BadInput(f"asked[{i}]: seat {p} could not pay {rows[i]['a']} (MI-R8)")
        laid[p] = 0  # it lies there for the first of them
    payers = [asked_by(rows[i])[0] for i in hires]
    for i, p in zip(hires, payers):
        if payers.count(p) > 1 or s.cubes[p] >= kit.MOST_CUBES:
            raise BadInput(f"asked[{i}]: seat {p} hires one employee, once (MI-50)")
        below = next(row for row in rows[i + 1 :] if not row.get("aside"))  # finish is always there
        if "question" not in below or p not in asked_by(below):
            raise BadInput(f"asked[{i}]: seat {p} hires before a decision of its own (MI-R39)")
        if below["question"] in ("pair", "mix", "cube", "recall"):
            raise BadInput(f"asked[{i}]: nobody hires before {below['question']} (MI-R39)")


def check_sale(t: Market, s: State) -> None:
    """MI-42 to MI-46: what a seller is asked about a restaurant can be done."""
    named = {str(row["question"]): (asked_by(row)[0], row.get("a", 0)) for row in t.data["asked"] if "question" in row}
    choosing = named.get("pair", named.get("mix"))
    if (s.serving != NONE) != (choosing is not None):
        raise BadInput("serving: a restaurant is being served exactly while the fish for it are chosen")
    chosen = range(named["mix"][1]) if "mix" in named else ()
    for k in range(kit.KINDS):
        if s.given[k] and (k not in chosen or s.given[k] > s.stock[named["mix"][0], k]):
            raise BadInput("given: fish that the seller has, of the kinds that were chosen already (MI-R33)")
    for name in ("pair", "mix", "cube"):
        if name in named and named[name][0] != named["serve"][0]:
            raise BadInput(f"asked: {name} is asked of the seller")
    if choosing is not None and not can_serve(s, choosing[0], int(s.serving)):
        raise BadInput(f"serving: seat {choosing[0]} cannot serve {kit.NAMES[s.serving]} (MI-42, MI-43, MI-45)")
    if MORNING & named.keys() and s.may_sell:
        raise BadInput("may_sell: nobody has stored fish today yet (MI-40)")


def check_auction(t: Market, s: State, names: str) -> None:
    fish = sum(int(s.dice[k]) for k in range(kit.KINDS) if s.lot >> k & 1)
    if (any(name in names for name in ("bid", "decide", "take ")) and not s.lot) or ("lot" in names and s.lot):
        raise BadInput("lot: there is a lot from its choice until it is stored")
    if fish > kit.MOST_LOT:
        raise BadInput(f"lot: {fish} fish, there are at most {kit.MOST_LOT} (MI-12)")
    if (s.bidders | s.barred) >> s.auctioneer & 1 or s.high == s.auctioneer or s.bidders & s.barred:
        raise BadInput("auction: the auctioneer does not bid, nor who is barred")
    if (s.high == NONE) != (s.price == 0):
        raise BadInput("auction: a price has a bidder, and a bidder a price")
    if s.high != NONE and not s.bidders >> s.high & 1:
        raise BadInput("auction.high: the highest bidder is one of the bidders")
    if s.high != NONE and s.options[state.RENEGE] == state.FORBID and means(s, int(s.high), state.FOR_LOT) < s.price:
        raise BadInput(f"auction.price: seat {s.high} could not pay {s.price} (MI-R9)")
    rows = set(names.split())
    if rows & {"lot", "take", *AUCTION_ROWS} and not s.dice.any():
        raise BadInput("dice: they are rolled before a lot is chosen (MI-11)")
    if not rows & AUCTION_ROWS and (s.bidders or s.high != NONE):
        raise BadInput("auction: nobody bids now")
    if "decide" in rows and (s.high == NONE or not s.price):
        raise BadInput("auction.high: somebody has won the auction when the auctioneer decides (MI-20)")
    if "bid" in rows and ("bidding" in rows) == bool(is_live(s)):
        raise BadInput("asked: bidding goes on after a bid, but in a live auction the question stays open (MI-R13)")
    for i, row in enumerate(t.data["asked"]):
        if row.get("question") == "bid":
            if any(not s.bidders >> p & 1 for p in asked_by(row)):
                raise BadInput(f"asked[{i}]: only a bidder is asked for a bid")
            if is_live(s) and sum(1 << p for p in asked_by(row)) != s.bidders:
                raise BadInput(f"asked[{i}]: in a live auction all bidders are asked (MI-14)")
            if not is_live(s) and len(asked_by(row)) > 1:
                raise BadInput(f"asked[{i}]: bids are made in turn (MI-R13)")
            if not is_live(s) and s.high in asked_by(row) and (s.last_call or s.players == 2):
                raise BadInput(f"asked[{i}]: at last call the highest bidder is not asked, nor of two players (MI-R13)")


def check_asked(t: Market, s: State) -> None:
    """Employees must be enough, and only payers lay down."""
    asked = [] if s.finished else t.data.get("asked", [])
    payers = [p for row in asked if row.get("question") == "pay" for p in asked_by(row)]
    sellers = [p for row in asked if row.get("question") == "serve" for p in asked_by(row)]
    for p in range(s.players):
        if laid_items(s, p) and p not in payers:
            raise BadInput(f"laid[{p}]: only a payer lays anything down")
        if free_cubes(s, p) < 0:
            raise BadInput(f"restaurants: seat {p} has more employees there than it owns")
        if loaded(s, p) > free_cubes(s, p) and not (s.may_sell >> p & 1 and p in sellers):
            raise BadInput(f"seats[{p}].fish: more kinds than free employees (MI-35)")
