"""Mitsuhamama's table as a scene, from a masked state."""

from __future__ import annotations

from yokocho.core.agenda import row_of
from yokocho.core.record import NONE, SPECTATOR, State
from yokocho.core.scene import Meter, Name, Panel, Piece, Zone, faces
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.market import all_placed, next_space, placed
from yokocho.games.mitsuhamama.money import cash, laid_value, means, payee_of, purpose_of
from yokocho.games.mitsuhamama.notation import NOTATION
from yokocho.games.mitsuhamama.remarks import (
    Fish,
    coming,
    is_open,
    is_ready,
    lacking,
    least_for,
    lot_of,
    pays,
    stock_of,
    stored,
    wishes,
)
from yokocho.games.mitsuhamama.scoring import fish_of, income, score
from yokocho.games.mitsuhamama.words import demand_words, fish_words

SEAT_COLORS = ("orange", "blue", "purple", "green")  # as the house draws its seats
SEAT_SHAPES = ("circle", "triangle", "square", "diamond")
SHAPES = ("perch", "filefish", "swordfish", "bream")
RUNGS = 24  # prices on the ladder
LAID = kit.DENOMINATIONS + kit.KINDS  # places on a payment tray: one for each value and for each kind


def zones(s: State, p: int, name: Name) -> list[Zone]:
    found = [restaurant(s, r, p, name) for r in range(len(kit.CARDS))]
    lot = [die(s, k) for k in range(kit.KINDS) if s.lot >> k & 1]
    note = f"{sum(lot_of(s))} fish" if lot else ""
    found.append(Zone("lot", "row", "The lot", pieces=lot, note=note, rules=["MI-12", "MI-15"], slots=kit.KINDS))
    rest = [die(s, k) for k in range(kit.KINDS) if not s.lot >> k & 1]
    title = "Not offered" if lot else "Dice"
    found.append(Zone("dice", "row", title, pieces=rest, rules=["MI-11", "MI-13"], slots=kit.KINDS))
    found += [price(s, name), bidders(s, name), ladder(s, p, name)]
    for q in [(max(p, 0) + i) % int(s.players) for i in range(s.players)]:
        found.extend(seat_zones(s, q, p, name))
    return found


# --- restaurants


def restaurant(s: State, r: int, p: int, name: Name) -> Zone:
    """What it wants, as far as seat p has it, and what its spaces pay."""
    pieces = demands(s, r, p)
    best = next_space(s, r)
    good = p >= 0 and is_ready(s, p, r, stored(stock_of(s, p), coming(s, p)))
    for i in range(int(kit.SPACES[r, s.face[r]])):
        q = int(s.space[r, i])
        price = int(kit.LADDER[r, s.face[r], i])
        slot = kit.KINDS + i
        if q == NONE:
            told = f"an empty space: {price}k at the end"
            cell = Piece(f"space:{r}.{i}", "cell", f"{price}k", tooltip=told, rules=["MI-43"], slot=slot)
            if good and i == best:
                cell.tone, cell.tooltip = "good", f"{told}, and yours would be here"
            pieces.append(cell)
        else:
            told = f"{name(q)}'s employee: {price}k at the end"
            color, shape = SEAT_COLORS[q], SEAT_SHAPES[q]
            pieces.append(
                Piece(
                    *(f"cube:{q}@{r}", "cube", f"{price}k", color, shape, [], told, ["MI-46"], f"employee-{color}"),
                    slot=slot,
                )
            )
    note, tone = nearness(s, r, p)
    spoken = f"wants {demand_words(s, r)}" + (f"; {note}" if note else "")
    slots = kit.KINDS + int(kit.SPACES[r, s.face[r]])
    return Zone(
        *(f"restaurant:{r}", "track", kit.NAMES[r], -1, pieces, -1, note, ["MI-42"], spoken),
        slots=slots,
        tone=tone,
    )


def nearness(s: State, r: int, p: int) -> tuple[str, str]:
    """How near seat p is to serving a restaurant, in a few words, and whether that is good news."""
    if next_space(s, r) == NONE:
        return "full", ""
    if p < 0:
        return "", ""
    if not is_open(s, p, r):
        return "served", ""
    stock = stock_of(s, p)
    after = stored(stock, coming(s, p))
    if is_ready(s, p, r, stock):
        return f"ready: {pays(s, r)}k", "good"
    if is_ready(s, p, r, after):
        return f"lot: {pays(s, r)}k", "good"
    short = lacking(s, r, stock)
    return (f"needs {short}", "") if short else ("needs hands", "costly")


def demands(s: State, r: int, p: int) -> list[Piece]:
    """MI-42: a row for each kind: how many seat p has, how many more the lot has, how many are wanted."""
    stock: Fish = stock_of(s, p) if p >= 0 else (0,) * kit.KINDS
    more: Fish = coming(s, p) if p >= 0 else (0,) * kit.KINDS
    after = stored(stock, more)
    rows = wishes(s, r, after)
    fixed = kit.FORM[r, s.face[r]] == kit.FIXED
    pieces = []
    for i, (k, _, wanted) in enumerate(rows):
        have = sum(stock) if k == NONE else stock[k]
        add = sum(after) - sum(stock) if k == NONE else after[k] - stock[k]
        counted = min(have, wanted)
        added = min(add, wanted - counted)
        what = f"{wanted} {kit.FISH[k]['color']} {kit.FISH[k]['name']}" if fixed else f"{wanted} of one kind"
        what = f"{wanted} fish in any mix" if k == NONE else what
        face, told = f"{wanted}", f"wants {what}"
        if p >= 0:
            face = f"{counted}{f'+{added}' if added else ''}/{wanted}"
            told += f": you have {have}" + (f", and {add} would come" if add else "")
            told += f" {kit.FISH[k]['color']}" if not fixed and k != NONE else ""
        pieces.append(
            Piece(
                *(f"demand:{r}.{i}", "cell", face, kit.FISH[k]["color"] if fixed else "blue", "", [], told, ["MI-42"]),
                SHAPES[k] if fixed else "any-fish",
                slot=i,
                note="" if fixed or k == NONE or p < 0 or not after[k] else f"{{{SHAPES[k]}}}",
                tone="good" if p >= 0 and have >= wanted else "",
            )
        )
    return pieces


# --- the market


def die(s: State, k: int) -> Piece:
    told, face = fish_words(k, int(s.dice[k])), f"{kit.CODES[k]}{s.dice[k]}"
    color = kit.FISH[k]["color"]
    return Piece(f"die:{kit.CODES[k]}", "die", face, color, SHAPES[k], [], told, ["MI-11"], SHAPES[k], slot=k)


def portraits(s: State, name: Name) -> list[str]:
    return [f"face-{face}" for face in faces([name(q) for q in range(s.players)])]


def price(s: State, name: Name) -> Zone:
    """MI-15: the price now, in the colour and shape of who bids it; then what is paid for the lot."""
    zone = Zone("bid", "row", "The bid", rules=["MI-15", "MI-16"], slots=1)
    q, k, what = highest(s)
    if q == NONE:
        return zone
    told, color = f"{name(q)} {what} {k}k", SEAT_COLORS[q]
    face = portraits(s, name)[q]
    zone.pieces = [Piece("price", "cell", f"{k}k", color, SEAT_SHAPES[q], [name(q)], told, ["MI-15"], face, slot=0)]
    zone.note = what
    return zone


def highest(s: State) -> tuple[int, int, str]:
    """Who bids or pays, how much, and which of the two; NONE where nobody does."""
    if s.high != NONE:
        return int(s.high), int(s.price), "bids"
    row = lot_payment(s)
    return (seat_of(s, row), int(s.agenda[row, 2]), "pays") if row != NONE else (NONE, 0, "")


def lot_payment(s: State) -> int:
    """The row of the agenda by which somebody owes the price of the lot; NONE if nobody does."""
    for i in range(int(s.agenda_size)):
        if s.agenda[i, 0] == state.PAY and purpose_of(int(s.agenda[i, 3])) != state.FOR_HIRE:
            return i
    return NONE


def seat_of(s: State, row: int) -> int:
    return next(q for q in range(int(s.players)) if s.agenda[row, 1] >> q & 1)


def bidders(s: State, name: Name) -> Zone:
    """MI-14 MI-17: who is still in the auction."""
    arts = portraits(s, name)
    pieces = []
    for q in range(int(s.players)):
        face, told = part_in_auction(s, q)
        pieces.append(
            Piece(
                *(f"bidder:{q}", "cell", face, SEAT_COLORS[q], SEAT_SHAPES[q], [], f"{name(q)} {told}", ["MI-14"]),
                arts[q],
                slot=q,
                tone="final" if face == "passed" else "",
            )
        )
    return Zone("bidders", "row", "Bidders", pieces=pieces, rules=["MI-14", "MI-17"], slots=int(s.players))


def part_in_auction(s: State, q: int) -> tuple[str, str]:
    """What a seat does in the auction, in a word and in a sentence."""
    row = lot_payment(s)
    if row != NONE:
        if seat_of(s, row) == q:
            return "pays", "pays for the lot"
        return ("gets paid", "is paid") if payee_of(int(s.agenda[row, 3])) == q else ("looks on", "looks on")
    if q == s.auctioneer:
        return "auctioneer", "is the auctioneer"
    if q == s.high:
        return f"bids {s.price}k", f"bids {s.price}k"
    if s.bidders >> q & 1:
        return "may bid", "may still bid"
    return ("passed", "has passed") if s.lot else ("waits", "waits for the lot")


def ladder(s: State, p: int, name: Name) -> Zone:
    """The prices as they climb: the bid, what a bid of seat p could not be paid with exactly, and its limit (MI-25)."""
    zone = Zone("ladder", "track", "Prices", rules=["MI-16", "MI-25"], slots=RUNGS)
    q, high, what = highest(s)
    if high:
        told = f"{name(q)} {what} {high}k"
        zone.pieces.append(
            Piece("rung:high", "cell", f"{high}", SEAT_COLORS[q], SEAT_SHAPES[q], [], told, slot=min(high, RUNGS) - 1)
        )
    if p < 0 or not s.bidders >> p & 1:
        return zone
    most = int(means(s, p, state.FOR_LOT))
    zone.spoken = f"you can pay {most}k at most"
    for k in range(high + 1, min(most, RUNGS) + 1):
        paid = least_for(s, p, k, state.FOR_LOT)
        if paid > k:
            told = f"at {k}k you would pay {paid}k"
            zone.pieces.append(Piece(f"rung:{k}", "cell", f"{k}", tooltip=told, slot=k - 1, tone="costly"))
    if high < most < RUNGS:
        zone.pieces.append(Piece("rung:most", "cell", f"{most}", tooltip=f"{most}k is all you can pay", slot=most - 1))
    elif high < RUNGS <= most and all(piece.slot < RUNGS - 1 for piece in zone.pieces):
        told = f"{most}k is all you can pay"
        zone.pieces.append(Piece("rung:open", "cell", f"{RUNGS}", tooltip=told, slot=RUNGS - 1))
    return zone


# --- seats


def is_seen(s: State, q: int, p: int) -> bool:
    """MI-6 MI-R18: cards in hand are shown to their owner, at the end, and to a spectator of the open table.

    A mask takes the generator away and may leave hands that can be worked out; those stay face down.
    """
    return q == p or s.finished != state.RUNNING or (p == SPECTATOR and bool(s.rng.any()))


def seat_zones(s: State, q: int, p: int, name: Name) -> list[Zone]:
    return [store(s, q, p), staff(s, q), money(s, q, p), tray(s, q)]


def store(s: State, q: int, p: int) -> Zone:
    """MI-35: four tracks of twelve. On the own ones lies what may still come, and what is wanted of them."""
    add = coming(s, q) if q == p else (0,) * kit.KINDS
    stock = stock_of(s, q)
    after = stored(stock, add)
    tracks = []
    for k in range(kit.KINDS):
        more = after[k] - stock[k]
        told = f"{fish_words(k, stock[k])} of {kit.CAPACITY}" + (f", and {more} would come" if more else "")
        note, why = wanted(s, q, k) if q == p else ("", "")
        face = f"{kit.CODES[k]}{stock[k]}{f'+{more}' if more else ''}"
        tracks.append(
            Piece(
                *(f"track:{q}.{kit.CODES[k]}", "cell", face, kit.FISH[k]["color"], SHAPES[k], [], told + why),
                ["MI-35"],
                SHAPES[k],
                slot=k,
                note=note,
            )
        )
    note = f"{sum(stock)} fish"
    return Zone(f"warehouse:{q}", "track", "Warehouse", q, tracks, note=note, rules=["MI-35", "MI-36"], slots=kit.KINDS)


def wanted(s: State, q: int, k: int) -> tuple[str, str]:
    """Who wants how many of a kind, by crests; and the same in words."""
    found = [
        (int(kit.DEMAND[r, s.face[r], k]) or int(kit.AMOUNT[r, s.face[r]]), r)
        for r in range(kit.RESTAURANTS)
        if is_open(s, q, r) and (kit.DEMAND[r, s.face[r], k] or kit.FORM[r, s.face[r]] == kit.SETS)
    ]
    if not found:
        return "", ""
    marks = " ".join(f"{{crest-{r}}}{n}" for n, r in sorted(found))
    return marks, "; wanted: " + ", ".join(f"{n} by {kit.NAMES[r]}" for n, r in sorted(found))


def staff(s: State, q: int) -> Zone:
    """MI-4 MI-35 MI-43: an employee holds a track, is idle, or stands at a restaurant and can be recalled."""
    color, shape = SEAT_COLORS[q], SEAT_SHAPES[q]
    pieces: list[Piece] = []

    def add(id: str, face: str, told: str) -> None:
        at = len(pieces)
        pieces.append(Piece(id, "cube", face, color, shape, [], told, ["MI-35"], f"employee-{color}", slot=at))

    for k in range(kit.KINDS):
        if s.stock[q, k]:
            add(f"staff:{q}.{kit.CODES[k]}", kit.FISH[k]["color"], f"works at the {kit.FISH[k]['color']} track")
            pieces[-1].note = f"{{{SHAPES[k]}}}"
    for r in range(kit.RESTAURANTS):
        if (s.space[r] == q).any():
            add(f"out:{q}@{r}", kit.NAMES[r], f"stands at {kit.NAMES[r]}")
            pieces[-1].note = f"{{crest-{r}}}"
    for i in range(int(s.cubes[q]) - len(pieces)):
        add(f"idle:{q}.{i}", "idle", "an idle employee")
    out = int(placed(s, q))
    note = f"{out} out" if out else ""
    del pieces[kit.MOST_CUBES :]  # one that must still leave a track stands at its restaurant already (MI-R46)
    if s.cubes[q] < kit.MOST_CUBES and len(pieces) < kit.MOST_CUBES:
        note = ", ".join([note] * bool(note) + [f"one more for {kit.HIRE_PRICE}k"])
        told, last = f"the fourth employee can be hired for {kit.HIRE_PRICE}k", kit.MOST_CUBES - 1
        pieces.append(
            Piece(f"hire:{q}", "cube", f"{kit.HIRE_PRICE}k", "", "", [], told, ["MI-50"], "employee-blue", last)
        )
    return Zone(f"staff:{q}", "row", "Employees", q, pieces, -1, note, ["MI-35", "MI-50"], slots=kit.MOST_CUBES)


def money(s: State, q: int, p: int) -> Zone:
    """MI-5 MI-6: one place for every value; of others only the number of cards is known."""
    if not is_seen(s, q, p):
        n = int(s.hand_size[q])
        told = f"{n} card{'s' * (n != 1)}"
        return Zone(f"hand:{q}", "stack", "Money", q, count=n, rules=["MI-6", "MI-R19"], spoken=told, slots=1)
    note = f"{cash(s, q)}k"
    cards = notes(s.hand[q], q)
    return Zone(f"hand:{q}", "fan", "Money", q, cards, note=note, rules=["MI-5"], slots=kit.DENOMINATIONS)


def tray(s: State, q: int) -> Zone:
    """MI-23: what a seat lays down, whether it pays or not; the place is always there."""
    i = row_of(s, q)
    paying = i >= 0 and s.agenda[i, 0] == state.PAY
    zone = Zone(f"laid:{q}", "row", "Payment", q, rules=["MI-23"], slots=LAID)
    known = bool(s.laid[q, 0] >= 0)
    zone.count = -1 if known else int(s.laid_size[q])
    if known:
        zone.pieces = notes(s.laid[q], q, s.hand[q])
    for k in range(kit.KINDS):
        color = kit.FISH[k]["color"]
        for n in range(int(s.laid_fish[q, k])):
            told, id = f"a {color} {kit.FISH[k]['name']}, worth 1k", f"paid:{q}.{kit.CODES[k]}{n}"
            zone.pieces.append(
                Piece(
                    *(id, "token", kit.CODES[k], color, SHAPES[k], [], told, ["MI-24"], SHAPES[k]),
                    slot=kit.DENOMINATIONS + k,
                )
            )
    if known and (paying or zone.pieces):
        laid = int(laid_value(s, q))
        due = int(s.agenda[i, 2]) if paying else laid
        zone.note = f"{laid}k of {due}k" if paying else f"{laid}k"
        if paying and laid >= due:
            zone.note += f", {laid - due}k too much" if laid > due else ", exact"
            zone.tone = "costly" if laid > due else "good"
    return zone


def notes(counts: object, q: int, above: object = None) -> list[Piece]:
    """Cards of one value are interchangeable, and lie on one another. They keep their names from the hand to the
    tray, where those lie that are counted `above` what is left in hand.
    """
    return [
        Piece(
            f"note:{q}.{kit.VALUES[d]}#{i + max(0, int(above[d]) if above is not None else 0)}",  # type: ignore[index]
            "card",
            f"{kit.VALUES[d]}",
            tooltip=f"{kit.VALUES[d]},000 yen",
            rules=["MI-5"],
            art=f"note-{kit.VALUES[d]}",
            slot=kit.DENOMINATIONS - 1 - d,
        )
        for d in range(kit.DENOMINATIONS - 1, -1, -1)
        for i in range(int(counts[d]))  # type: ignore[index]
    ]


def panel(s: State, q: int, name: Name) -> Panel:
    """MI-6 MI-R18: of money only the number of cards is shown, even where it could be worked out, until the end."""
    marks = ["auctioneer"] * bool(q == s.auctioneer) + ["highest bidder"] * bool(q == s.high)
    marks += [f"{s.cubes[q]} employees"]
    sources = [("fish", int(fish_of(s, q))), ("restaurants", int(income(s, q)))]
    if s.finished != state.RUNNING:
        sources.insert(0, ("cards", int(score(s, q)) - sources[0][1] - sources[1][1]))
    return Panel(q, name(q), sum(n for _, n in sources), sources, marks, int(s.hand_size[q]))


def meters(s: State, p: int) -> list[Meter]:
    """MI-52: employees at restaurants, against the number that ends the game."""
    out, limit = int(all_placed(s)), int(kit.END_CUBES[s.players])
    words = f"{out} of {limit} employees out" + (": the last day" if out >= limit else "")
    return [Meter(words, min(out, limit), limit, "employee-blue")]


def touches(s: State, p: int, a: int, places: dict[str, Zone]) -> list[str]:
    """An employee is hired and recalled by what stands for it on the own board, where there is room for a finger."""
    own = {piece.id for piece in places[f"staff:{p}"].pieces}
    if a == state.HIRE:
        return [f"hire:{p}"] if f"hire:{p}" in own else []
    if state.VERB[a] == state.RECALL_FROM and f"out:{p}@{state.PART[a, 0]}" in own:
        return [f"out:{p}@{state.PART[a, 0]}"]
    return NOTATION.touches(s, p, a, places)
