"""Mitsuhamama's table as a scene, from a masked state."""

from __future__ import annotations

from yokocho.core.record import NONE, State
from yokocho.core.scene import Name, Panel, Piece, Zone
from yokocho.games.mitsuhamama.components import (
    CAPACITY,
    CARDS,
    CODES,
    DENOMINATIONS,
    FISH,
    KINDS,
    LADDER,
    SPACES,
    VALUES,
)
from yokocho.games.mitsuhamama.market import free_cubes, loaded
from yokocho.games.mitsuhamama.scoring import fish_of, income, score
from yokocho.games.mitsuhamama.state import (
    GIVE_CUBE,
    GIVE_PAIR,
    HAMMER,
    LATER,
    OFFER,
    PAID,
    PAY_CARD,
    PAY_FISH,
    RECALL_FROM,
    RUNNING,
    SERVE_AT,
)
from yokocho.games.mitsuhamama.words import NAMES, demand_words

SEAT_COLORS = ("orange", "blue", "purple", "green")  # the name stands beside the colour
SHAPES = ("perch", "filefish", "swordfish", "bream")


def zones(s: State, p: int, name: Name) -> list[Zone]:
    found = [restaurant(s, r, name) for r in range(len(CARDS))]
    found.append(Zone("dice", "row", "Dice", pieces=[die(s, k) for k in range(KINDS)], rules=["MI-11"]))
    lot = [die(s, k, "lot") for k in range(KINDS) if s.lot >> k & 1]
    found.append(Zone("lot", "row", "The lot", pieces=lot, note=bid_words(s, name), rules=["MI-12", "MI-15"]))
    for q in [(max(p, 0) + i) % int(s.players) for i in range(s.players)]:
        found.extend(seat_zones(s, q, p, name))
    return found


def restaurant(s: State, r: int, name: Name) -> Zone:
    pieces = []
    for i in range(int(SPACES[r, s.face[r]])):
        q = int(s.space[r, i])
        price = int(LADDER[r, s.face[r], i])
        if q == NONE:
            pieces.append(Piece(f"space:{r}.{i}", "cell", f"{price}k", tooltip="an empty space", rules=["MI-43"]))
        else:
            told = f"{name(q)}'s employee: {price}k at the end"
            color = SEAT_COLORS[q]
            pieces.append(Piece(f"cube:{q}@{r}", "cube", f"{name(q)} {price}k", color, "square", [], told, ["MI-46"]))
    return Zone(
        f"restaurant:{r}", "track", NAMES[r], pieces=pieces, note=f"wants {demand_words(s, r)}", rules=["MI-42"]
    )


def die(s: State, k: int, where: str = "die") -> Piece:
    fish = FISH[k]
    told = f"{s.dice[k]} {fish['name']}"
    return Piece(f"{where}:{CODES[k]}", "die", f"{CODES[k]}{s.dice[k]}", fish["color"], SHAPES[k], [], told, ["MI-11"])


def bid_words(s: State, name: Name) -> str:
    if s.high != NONE:
        return f"{s.price}k by {name(int(s.high))}"
    return "no bid yet" if s.bidders else ""


def seat_zones(s: State, q: int, p: int, name: Name) -> list[Zone]:
    tracks = []
    for k in range(KINDS):
        told = f"{s.stock[q, k]} of {CAPACITY} {FISH[k]['name']}"
        face = f"{CODES[k]}{s.stock[q, k]}"
        tracks.append(Piece(f"track:{q}.{CODES[k]}", "cell", face, FISH[k]["color"], SHAPES[k], [], told, ["MI-35"]))
    idle = max(0, int(free_cubes(s, q)) - int(loaded(s, q)))
    zones = [
        Zone(f"warehouse:{q}", "track", "Warehouse", q, tracks, note=f"{idle} idle employees", rules=["MI-35", "MI-36"])
    ]
    if q == p or s.finished != RUNNING:
        zones.append(Zone(f"hand:{q}", "fan", "Money", q, money(s.hand[q], f"hand:{q}"), rules=["MI-5"]))
    else:
        zones.append(
            Zone(f"hand:{q}", "stack", f"{name(q)}'s money", q, count=int(s.hand_size[q]), rules=["MI-6", "MI-R19"])
        )
    if s.laid_size[q] or s.laid_fish[q].any():
        laid = money(s.laid[q], f"laid:{q}") if s.laid[q, 0] >= 0 else []
        for k in range(KINDS):
            for i in range(int(s.laid_fish[q, k])):
                laid.append(Piece(f"paid:{q}.{CODES[k]}{i}", "token", CODES[k], FISH[k]["color"], SHAPES[k]))
        zones.append(Zone(f"laid:{q}", "row", "Payment", q, laid, count=int(s.laid_size[q]), rules=["MI-23"]))
    return zones


def money(counts: object, where: str) -> list[Piece]:
    """Cards of one value are interchangeable."""
    return [
        Piece(f"{where}.{VALUES[d]}#{i}", "card", f"{VALUES[d]}", tooltip=f"{VALUES[d]},000 yen", rules=["MI-5"])
        for d in range(DENOMINATIONS - 1, -1, -1)
        for i in range(int(counts[d]))  # type: ignore[index]
    ]


def panel(s: State, q: int, name: Name) -> Panel:
    """MI-6 MI-R18: of money only the number of cards is shown, even where it could be worked out, until the end."""
    marks = ["auctioneer"] * bool(q == s.auctioneer) + ["highest bidder"] * bool(q == s.high)
    marks += [f"{s.cubes[q]} employees"]
    sources = [("fish", int(fish_of(s, q))), ("restaurants", int(income(s, q)))]
    if s.finished != RUNNING:
        sources.insert(0, ("cards", int(score(s, q)) - sources[0][1] - sources[1][1]))
    return Panel(q, name(q), sum(n for _, n in sources), sources, marks, int(s.hand_size[q]))


def touches(s: State, p: int, a: int, zones: dict[str, Zone]) -> list[str]:
    """What an action is about: dice, cards, a track, a restaurant, an employee."""
    if a < OFFER:
        return [f"die:{CODES[k]}" for k in range(KINDS) if a >> k & 1]
    if PAY_CARD <= a < PAY_FISH:
        value = VALUES[a - PAY_CARD]
        return [f"hand:{p}.{value}#{i}" for i in range(int(s.hand[p, a - PAY_CARD]))]
    if PAY_FISH <= a < PAID:
        return [f"track:{p}.{CODES[a - PAY_FISH]}"]
    if SERVE_AT <= a < GIVE_PAIR:
        return [f"restaurant:{a - SERVE_AT}"]
    if GIVE_CUBE <= a < LATER:
        return [f"track:{p}.{CODES[a - GIVE_CUBE]}"]
    return [f"cube:{p}@{a - RECALL_FROM}"] if RECALL_FROM <= a < HAMMER else []
