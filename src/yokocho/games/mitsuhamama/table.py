"""Mitsuhamama's table as a scene, from a masked state."""

from __future__ import annotations

from yokocho.core.agenda import row_of
from yokocho.core.record import NONE, SPECTATOR, State
from yokocho.core.scene import Name, Panel, Piece, Zone
from yokocho.games.mitsuhamama import components as kit
from yokocho.games.mitsuhamama import state
from yokocho.games.mitsuhamama.market import free_cubes, loaded
from yokocho.games.mitsuhamama.money import cash, laid_value
from yokocho.games.mitsuhamama.scoring import fish_of, income, score
from yokocho.games.mitsuhamama.words import demand_note, demand_words, fish_words

SEAT_COLORS = ("orange", "blue", "purple", "green")  # as the house draws its seats
SEAT_SHAPES = ("circle", "triangle", "square", "diamond")
SHAPES = ("perch", "filefish", "swordfish", "bream")


def zones(s: State, p: int, name: Name) -> list[Zone]:
    found = [restaurant(s, r, name) for r in range(len(kit.CARDS))]
    rest = [die(s, k) for k in range(kit.KINDS) if not s.lot >> k & 1]
    found.append(Zone("dice", "row", "Dice", pieces=rest, rules=["MI-11"]))
    lot = [die(s, k) for k in range(kit.KINDS) if s.lot >> k & 1]
    if s.high != NONE:
        lot.append(price(s, name))
    found.append(Zone("lot", "row", "The lot", pieces=lot, note=bid_words(s, name), rules=["MI-12", "MI-15"]))
    for q in [(max(p, 0) + i) % int(s.players) for i in range(s.players)]:
        found.extend(seat_zones(s, q, p))
    return found


def restaurant(s: State, r: int, name: Name) -> Zone:
    pieces = []
    for i in range(int(kit.SPACES[r, s.face[r]])):
        q = int(s.space[r, i])
        pays = int(kit.LADDER[r, s.face[r], i])
        if q == NONE:
            told = f"an empty space: {pays}k at the end"
            pieces.append(Piece(f"space:{r}.{i}", "cell", f"{pays}k", tooltip=told, rules=["MI-43"]))
        else:
            told = f"{name(q)}'s employee: {pays}k at the end"
            color, shape = SEAT_COLORS[q], SEAT_SHAPES[q]
            pieces.append(
                Piece(f"cube:{q}@{r}", "cube", f"{pays}k", color, shape, [], told, ["MI-46"], f"employee-{color}")
            )
    note, spoken = f"wants {demand_note(s, r)}", f"wants {demand_words(s, r)}"
    return Zone(f"restaurant:{r}", "track", kit.NAMES[r], pieces=pieces, note=note, rules=["MI-42"], spoken=spoken)


def die(s: State, k: int) -> Piece:
    told, face = fish_words(k, int(s.dice[k])), f"{kit.CODES[k]}{s.dice[k]}"
    return Piece(f"die:{kit.CODES[k]}", "die", face, kit.FISH[k]["color"], SHAPES[k], [], told, ["MI-11"], SHAPES[k])


def price(s: State, name: Name) -> Piece:
    """The price now, in the colour and shape of who bids it."""
    q = int(s.high)
    told, rules = f"{name(q)} bids {s.price}k", ["MI-15", "MI-16"]
    return Piece("price", "cell", f"{s.price}k", SEAT_COLORS[q], SEAT_SHAPES[q], [name(q)], told, rules)


def bid_words(s: State, name: Name) -> str:
    """Who is still in the auction; the price is a piece of its own."""
    bidding = ", ".join(name(q) for q in range(s.players) if s.bidders >> q & 1)
    return f"bidding: {bidding}" if bidding else ""


def is_seen(s: State, q: int, p: int) -> bool:
    """MI-6 MI-R18: cards in hand are shown to their owner, at the end, and to a spectator of the open table.

    A mask takes the generator away and may leave hands that can be worked out; those stay face down.
    """
    return q == p or s.finished != state.RUNNING or (p == SPECTATOR and bool(s.rng.any()))


def seat_zones(s: State, q: int, p: int) -> list[Zone]:
    tracks = []
    for k in range(kit.KINDS):
        told = f"{fish_words(k, int(s.stock[q, k]))} of {kit.CAPACITY}"
        face = f"{kit.CODES[k]}{s.stock[q, k]}"
        tracks.append(
            Piece(
                f"track:{q}.{kit.CODES[k]}",
                "cell",
                face,
                kit.FISH[k]["color"],
                SHAPES[k],
                [],
                told,
                ["MI-35"],
                SHAPES[k],
            )
        )
    idle = max(0, int(free_cubes(s, q)) - int(loaded(s, q)))
    note = f"{idle} idle {'employee' if idle == 1 else 'employees'}"
    zones = [Zone(f"warehouse:{q}", "track", "Warehouse", q, tracks, note=note, rules=["MI-35", "MI-36"])]
    if is_seen(s, q, p):
        cards = money(s.hand[q], f"hand:{q}")
        zones.append(Zone(f"hand:{q}", "fan", "Money", q, cards, note=f"{cash(s, q)}k", rules=["MI-5"]))
    else:
        zones.append(Zone(f"hand:{q}", "stack", "Money", q, count=int(s.hand_size[q]), rules=["MI-6", "MI-R19"]))
    i = row_of(s, q)
    paying = i >= 0 and s.agenda[i, 0] == state.PAY
    if paying or s.laid_size[q] or s.laid_fish[q].any():
        known = s.laid[q, 0] >= 0
        laid = money(s.laid[q], f"laid:{q}") if known else []
        for k in range(kit.KINDS):
            for n in range(int(s.laid_fish[q, k])):
                told = f"a {kit.FISH[k]['color']} {kit.FISH[k]['name']}, worth 1k"
                face, color = kit.CODES[k], kit.FISH[k]["color"]
                laid.append(
                    Piece(
                        f"paid:{q}.{kit.CODES[k]}{n}", "token", face, color, SHAPES[k], [], told, ["MI-24"], SHAPES[k]
                    )
                )
        due = f" of {s.agenda[i, 2]}k" if paying else ""
        note = f"{laid_value(s, q)}k{due}" if known else ""
        count = -1 if known else int(s.laid_size[q])
        zones.append(Zone(f"laid:{q}", "row", "Payment", q, laid, count, note, rules=["MI-23"]))
    return zones


def money(counts: object, where: str) -> list[Piece]:
    """Cards of one value are interchangeable."""
    return [
        Piece(
            f"{where}.{kit.VALUES[d]}#{i}",
            "card",
            f"{kit.VALUES[d]}",
            tooltip=f"{kit.VALUES[d]},000 yen",
            rules=["MI-5"],
            art=f"note-{kit.VALUES[d]}",
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
