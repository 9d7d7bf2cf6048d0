"""Last Dumpling: a whole game in one small file. docs/add-a-game.md walks through it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from yokocho.core.agenda import ask, drop, first_asked, hush, open_seats, tell, then
from yokocho.core.components import Components
from yokocho.core.game import BadInput, Game, Kernels, Option, Words
from yokocho.core.kernel import kernel
from yokocho.core.position import FORMAT, Reader, generator_words, write_asked
from yokocho.core.record import CARD, COUNT, NONE, SEAT, SPECTATOR, UNKNOWN, State, record
from yokocho.core.rng import below, roll
from yokocho.core.scene import Choice, Panel, Piece, Scene, Zone

BOX = Components(Path(__file__).with_name("components.toml"))
EACH = BOX.get(BOX.data["steamer"], "steamer", "dumplings", int)  # LD-1
FACES = BOX.get(BOX.data["appetite_die"], "appetite_die", "faces", list)  # LD-2
DIE = np.array(FACES, np.int8)
SEATS = 4
TAKES = 3  # LD-4: the action list is take 1, take 2, take 3
NOISY, COIN, CAT = 3, 2, 0  # LD-5

STATE = record(
    steamer=COUNT,  # LD-1  dumplings left
    appetite=CARD[SEATS],  # LD-2  each seat's secret
    eaten=COUNT[SEATS],  # LD-4
    cat=COUNT,  # LD-5  what the cat has had
    last=SEAT,  # LD-6  who took the last one
)
TURN = 0  # the only question
ATE, SNATCHED, ENDED = range(3)  # what a move may be said to have done
OPTIONS = (Option("dishes", range(10), "LD-R1", "How many points does the last dumpling cost?", default=3),)
DISHES = 0


@kernel
def deal(s, players, options):
    s.players = players
    for i in range(len(options)):
        s.options[i] = options[i]
    s.steamer = EACH * players  # LD-1
    s.appetite[:] = NONE
    s.appetite[:players] = UNKNOWN
    imagine(s, SPECTATOR)  # LD-2
    s.last = NONE
    then(s, (ask(TURN, 0),))  # LD-3


@kernel
def actor(s):
    return first_asked(s, 0)


@kernel
def legal(s, p, out):
    n = min(s.steamer, TAKES) if open_seats(s) >> p & 1 else 0  # LD-4
    for a in range(n):
        out[a] = a
    return n


@kernel
def apply(s, p, a):
    hush(s)
    drop(s)
    s.steamer -= a + 1  # LD-4
    s.eaten[p] += a + 1
    tell(s, ATE, p, a + 1)
    if a + 1 == NOISY and roll(s, COIN) == CAT and s.steamer > 1:  # LD-5 LD-R2
        s.steamer -= 1
        s.cat += 1
        tell(s, SNATCHED)
    if s.steamer > 0:
        then(s, (ask(TURN, (p + 1) % s.players),))  # LD-3
    else:
        s.last = p  # LD-6
        s.news += 1  # LD-7: the cups are lifted
        tell(s, ENDED, p)


@kernel
def content(s, p, more):
    """LD-7: what seat p's meal is worth after so many more. A die nobody shows us sets no limit."""
    n = s.eaten[p] + more
    return n if s.appetite[p] == UNKNOWN else min(n, 2 * s.appetite[p] - n)


@kernel
def score(s, p):
    return content(s, p, 0) - (s.options[DISHES] if s.last == p else 0)  # LD-6 LD-R1


@kernel
def rank(s, out):
    for p in range(s.players):
        out[p] = 1
        for q in range(s.players):
            out[p] += (score(s, q), -s.eaten[q]) > (score(s, p), -s.eaten[p])  # LD-8


@kernel
def ending(s):
    return 1 if s.steamer == 0 else 0  # LD-6


@kernel
def mask(s, p):
    s.rng[:] = 0
    for q in range(s.players):
        if q != p and s.steamer > 0:  # LD-2, until LD-7
            s.appetite[q] = UNKNOWN


@kernel
def imagine(s, p):
    """LD-2: what cannot be seen under a cup was rolled there."""
    for q in range(s.players):
        if s.appetite[q] == UNKNOWN:
            s.appetite[q] = DIE[below(s.rng, len(DIE))]


@kernel
def observe(s, p, out):
    me = max(p, 0)
    out[0] = s.steamer
    out[1] = s.appetite[me]
    for i in range(SEATS):
        out[2 + i] = s.eaten[(me + i) % s.players] if i < s.players else NONE


@kernel
def advise(s, p, actions, n, out):
    for i in range(n):
        take = actions[i] + 1
        out[i] = content(s, p, take) - (s.options[DISHES] if take == s.steamer else 0)


@kernel
def estimate(s, out):
    for p in range(s.players):
        out[p] = score(s, p)


@kernel
def check(before, s):
    total = s.steamer + s.cat
    for p in range(s.players):
        total += s.eaten[p]
    if total != EACH * s.players:
        return 1
    return 2 if s.steamer > before.steamer else 0


def parse(s: State, p: int, text: str) -> int:
    if text not in (moves := [f"take {n + 1}" for n in range(TAKES)]):
        raise ValueError(f"{text!r} is no move: say {', '.join(moves)}")
    return moves.index(text)


TOLD = ("{0} eats {1}", "The cat snatches one", "{0} took the last dumpling and washes the dishes; the cups are lifted")
WORDS = Words(
    notation=lambda s, p, a: f"take {a + 1}",
    parse=parse,
    label=lambda s, p, a: f"Take {a + 1} of {s.steamer}",
    question=lambda s, p, name: "How many dumplings do you take? LD-4" if s.steamer else "The steamer is empty.",
    asks=lambda s: "turn" if s.steamer else "",
    narrate=lambda s, name: [TOLD[m].format(name(p), n) for m, p, n, _ in s.events[: s.events_size].tolist()],
    why_not=lambda s, p, a: (f"Only {s.steamer} left in the steamer.", "LD-4"),
    summary=lambda s, p: f"{score(s, p)} points, {s.eaten[p]} eaten, appetite {under_cup(s, p)}, {s.steamer} left",
)


def under_cup(s: State, p: int) -> int | str:
    return "?" if s.appetite[p] == UNKNOWN else int(s.appetite[p])


def table(s: State, p: int, name: Callable[[int], str]) -> Scene:
    dumplings = [Piece(f"dumpling#{i}", "token", "dumpling") for i in range(s.steamer)]
    zones = [Zone("steamer", "row", "Steamer", pieces=dumplings, rules=["LD-1"])]
    panels = []
    for q in range(s.players):
        die = Piece(f"die:{q}", "die", str(under_cup(s, q)).strip("?"), tooltip="appetite", rules=["LD-2"])
        zones.append(Zone(f"cup:{q}", "row", f"Cup of {name(q)}", q, [die], note=f"{s.eaten[q]} eaten"))
        points, meal = int(score(s, q)), int(content(s, q, 0))
        panels.append(Panel(q, name(q), points, [("meal", meal), ("dishes", points - meal)]))
    asked = GAME.pending(s)
    actions = GAME.legal(s, p) if p in asked else []
    said = WORDS.question(s, p, name) if actions or not asked else f"Waiting for {name(asked[0])}."
    choices = [Choice(a, WORDS.notation(s, p, a), WORDS.label(s, p, a)) for a in actions]
    for choice in choices:
        choice.pieces = [dumpling.id for dumpling in dumplings[-1 - choice.action :]]
    return Scene(GAME.name, p, GAME.title, zones, panels, asked, said, choices, over=not asked)


def write(s: State) -> dict[str, Any]:
    return {
        "format": FORMAT, "game": GAME.name, "players": int(s.players), "options": GAME.options_of(s),
        "steamer": int(s.steamer), "last": int(s.last) if s.last != NONE else None,
        "seats": [{"appetite": under_cup(s, p), "eaten": int(s.eaten[p])} for p in range(s.players)],
        "asked": write_asked(s, {TURN: "turn"}), "generator": "".join(f"{int(word):016x}" for word in s.rng),
    }  # fmt: skip


def read(game: Game, data: dict[str, Any]) -> State:
    """Whatever is left out is as at the start; a die is rolled."""
    r = Reader(data)
    s = game.new(r.number("players", game.players[0], SEATS, None), r.mapping("options"), bytes(32))
    r.known("", data, [*write(s), "seed"])
    s.rng[:] = generator_words(data)
    seats = r.listing("seats", data.get("seats", []), int(s.players))
    for p, seat in enumerate([*seats, *[{}] * SEATS][: s.players]):
        r.known(f"seats[{p}]", seat, ("appetite", "eaten"))
        at = Reader({f"seats[{p}].{key}": value for key, value in seat.items()})
        s.appetite[p] = [UNKNOWN, *FACES][at.choice(f"seats[{p}].appetite", ["?", *FACES], "?")]
        s.eaten[p] = at.number(f"seats[{p}].eaten", 0, int(s.steamer), 0)
        s.steamer -= s.eaten[p]
    imagine(s, SPECTATOR)
    rest = int(s.steamer)
    s.steamer = r.number("steamer", 0, rest, rest)
    s.cat = rest - s.steamer
    s.last = r.choice("last", [None, *range(s.players)], None) - 1
    if (s.last == NONE) != (s.steamer > 0):
        raise BadInput("last: a seat when the steamer is empty, null before")
    turns = [[{"question": "turn", "seat": p}] for p in range(s.players)] if s.steamer else [[]]
    turn = r.choice("asked", turns, turns[0])
    drop(s)
    if s.steamer:
        then(s, (ask(TURN, turn),))
    return s


GAME = Game(
    name="last_dumpling", title="Last Dumpling", credits="A game of our own, made for docs/add-a-game.md",
    summary="Eat as much as you like, not more, and never the last one.", players=range(2, SEATS + 1), minutes="5",
    version=1, folder=Path(__file__).parent, components=BOX.digest, rule_prefix="LD",
    state=STATE, actions=TAKES, most=TAKES, features=2 + SEATS, options=OPTIONS,
    endings=("the steamer is not empty yet", "somebody took the last dumpling (LD-6)"),
    invariants=("each dumpling is in the steamer, eaten, or the cat's", "nothing goes back into the steamer"),
    kernels=Kernels(
        deal, open_seats, actor, legal, apply, score, rank, mask, imagine, observe, advise, estimate, ending, check
    ),
    words=WORDS, table=table, write=write, read=read,
)  # fmt: skip
