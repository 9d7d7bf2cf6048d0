"""Positions that a guest may bring: real ones, changed. Each is refused with a sentence, or can be played to its end.

`python -m tests.fuzz GAME --accepted 20000 --seed 1 --processes 16`

Set YOKOCHO_BOUNDSCHECK=1 to have array indices checked (`make fuzz` does). Work is cut into lots; a lot is the same
whenever it is run, so that `--seed 1 --lot 37` repeats one, and `--first 500` goes on where a run ended. A position
that fails is made as simple as it can be and written to a file, which `--file` plays again.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cache
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from tests.mutations import Document, Mutator, smallest
from tests.support import random_options
from yokocho import catalog
from yokocho.bots import seats
from yokocho.bots.playout import GREEDY, LIMIT, RANDOM, SENSIBLE, chooser, kernels_of, play_out
from yokocho.bots.search import Search
from yokocho.core import ahead
from yokocho.core.game import SCRATCH, BadInput, Game, no_name
from yokocho.core.kernel import PLAIN, specialise
from yokocho.core.match import Illegal, Match
from yokocho.core.record import CLOCK, SPECTATOR, State, batch, copy, data

MATCHES = 3  # played for one lot
MOMENTS = 8  # of each match
MUTANTS = 6  # of each moment
DECISIONS = 40  # that all clients look at; then the rest is played natively, and checked
HANG = 600  # seconds after which a position hangs: a kernel that spins cannot be stopped otherwise, and one compiles
ENOUGH = 20  # failures, of which to learn
NOTES: list[Path] = []  # where this process notes what it tries
STYLES = ("random", "greedy", "apprentice", "cook", "search:4", "mixed")


@dataclass
class Tally:
    """What came of a lot."""

    lot: int
    refused: int = 0
    unchanged: int = 0
    accepted: int = 0
    decisions: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, Any]] = field(default_factory=list)


# --- real positions


def moments(game: Game, chance: random.Random) -> list[Document]:
    """Positions of one match, at any moment of a turn."""
    players = chance.choice(list(game.players))
    options = random_options(game, chance) if chance.random() < 0.7 else random_options(game, random.Random(0))
    s = game.new(players, options, chance.randbytes(32))
    bots = [seats.bot(chance.choice(("random", "greedy", "apprentice")), game, f"{chance.random()}") for _ in range(2)]
    found: list[State] = []
    for n in count():
        if len(found) < MOMENTS:
            found.append(copy(s))
        elif (at := chance.randrange(n + 1)) < MOMENTS:
            found[at] = copy(s)
        p = game.actor(s)
        if p < 0 or (PLAIN and n > 150):
            break
        game.kernels.apply(s, p, bots[p % 2](game.view(s, p), p))
    return [json.loads(json.dumps(game.write(s))) for s in found]


def option_values(game: Game) -> list[tuple[str, list[Any]]]:
    return [
        (option.name, [0, 1, 2, 3, option.default] if isinstance(option.values, range) else list(option.values))
        for option in game.options
    ]


# --- playing on


@cache
def player(game: Game) -> Any:
    """`play_out`, made for a game."""
    return specialise(play_out, game.name, game.folder, **(kernels_of(game) | {"best_action": chooser(game)}))


@cache
def thinker(game: Game) -> Search:
    return Search(game, "fuzz", nodes=2000)


def attempt(game: Game, document: Document, base: Document | None, seed: str) -> int | str | None:
    """Refused: why, in words. Not changed at all: None. Accepted: the decisions played from there. All else raises."""
    try:
        match = Match.from_position(game, json.loads(json.dumps(document)))
    except BadInput as error:
        return str(error)
    if match.position == base:
        return None
    written = json.loads(json.dumps(match.position))
    again = Match.from_position(game, written)
    assert again.position == written, "written and read again, a position is the same"
    assert data(game.settle(again.start)) == data(game.settle(match.start)), "and so is its state"
    return play_on(match, random.Random(seed))


def play_on(match: Match, chance: random.Random) -> int:
    game = match.game
    words = np.frombuffer(chance.randbytes(32), np.uint64).copy()
    style = chance.choice(STYLES)
    bots = {name: seats.bot(name, game, "fuzz") for name in STYLES[:4]}
    search = thinker(game)
    search.room.words[:], search.next = words, None
    bots["search:4"] = lambda view, p: search.choose(view, p, 4)
    whole(game, match.state, match.state)
    for n in range(DECISIONS):
        if match.over:
            break
        before = copy(match.state)
        p = asked(match, chance)
        if chance.random() < (0.3 if n < 3 else 0.03):
            look(match, p, chance)
        if p == CLOCK:
            a = chance.choice(match.legal(p))
        else:
            name = chance.choice(list(bots)) if style == "mixed" else style
            a = bots[name](match.view(p), p)
        if chance.random() < 0.3:
            match.play(p, game.words.notation(match.state, p, a), when=0)
        else:
            match.play(p, a, when=0)
        whole(game, before, match.state)
        if chance.random() < 0.1:
            back_and_forth(match, chance)
    if match.over:
        look(match, SPECTATOR, chance)
        assert match.result()
        return len(match.moves)
    return len(match.moves) + (0 if PLAIN else to_the_end(game, match.state, words, chance))


def asked(match: Match, chance: random.Random) -> int:
    """Somebody who may move now; everybody who is asked has an answer."""
    game, s = match.game, match.state
    pending = match.pending()
    assert match.actor() in pending, "the actor is one of those who are asked"
    for p in pending:
        assert 0 <= p < s.players, "a seat at the table"
        legal = match.legal(p)
        assert legal, f"seat {p} has no legal answer to {game.words.asks(s)!r}"
        assert len(set(legal)) == len(legal) <= game.most
        assert min(legal) >= 0 and max(legal) < game.actions
    if game.hammer and match.legal(CLOCK) and chance.random() < 0.3:
        return CLOCK
    return match.actor() if chance.random() < 0.8 else chance.choice(pending)


def whole(game: Game, before: State, after: State) -> None:
    broken = int(game.kernels.check(before, after))
    assert broken == 0, f"this cannot be: {game.invariants[broken - 1]}"


def look(match: Match, p: int, chance: random.Random) -> None:
    """All that a client may ask about a state."""
    game, s = match.game, match.state
    kept = data(s)
    for q in range(SPECTATOR, match.players):
        view = match.view(q)
        scene = match.scene(q)
        ids = [zone.id for zone in scene.zones] + [piece.id for zone in scene.zones for piece in zone.pieces]
        assert len(set(ids)) == len(ids), "every piece and zone has a name of its own"
        assert scene.question and scene.asked == match.pending()
        if chance.random() < 0.1:
            json.dumps(scene.to_json())
        game.words.narrate(view, no_name)
        game.words.summary(view, max(q, 0))
        json.dumps(game.write(view))
        possible = game.imagined(view, q, chance.randbytes(32))
        whole(game, possible, possible)
        features = np.zeros(game.features, np.float32)
        game.kernels.observe(view, q, features)
        assert np.isfinite(features).all(), "features are finite"
    guess = np.full(match.players, np.nan)
    game.kernels.estimate(s, guess)
    assert np.isfinite(guess).all(), "estimates are finite"
    ranks = game.ranks(s)
    assert min(ranks) == 1 and max(ranks) <= match.players, "places count from 1"
    game.scores(s)
    int(game.kernels.ending(s))
    if 0 <= p < match.players:
        view, legal = match.view(p), match.legal(p)
        assert game.legal(view, p) == legal, "legality needs nothing hidden"
        for a in legal:
            text = game.words.notation(view, p, a)
            assert game.words.parse(view, p, text) == a, text
            assert game.words.label(view, p, a, no_name)
        assert {a for a, _ in seats.advice(game, view, p)} <= set(legal)
        assert thinker(game).think(view, p, 8)[0].action in legal
        ahead.preview(game, view, p, chance.choice(legal), no_name)
        zones = game.zones(view, p, no_name)
        ids = [zone.id for zone in zones] + [piece.id for zone in zones for piece in zone.pieces]
        if chance.random() < 0.2:
            ahead.why_not(game, view, p, chance.choice(ids), no_name)
        a = chance.randrange(game.actions)
        if a not in legal:
            reason, rule = game.words.why_not(view, p, a)
            assert reason and rule in game.rules, "a refusal has a reason and a rule"
    assert data(s) == kept, "looking changes nothing"


def back_and_forth(match: Match, chance: random.Random) -> None:
    """A move is taken back, by its player or by consent, and played again."""
    now, n = data(match.state), len(match.moves)
    try:
        match.undo(match.moves[-1].seat if chance.random() < 0.5 else None)
    except Illegal:
        match.take_back()
    assert len(match.moves) == n - 1
    match.redo()
    assert data(match.state) == now, "undo and redo lead back"


def to_the_end(game: Game, s: State, words: Any, chance: random.Random) -> int:
    """The rest of the match in native code, with all invariants: it ends, and nobody is stuck."""
    states = batch(game.state, 3)
    states[0] = s
    kind = chance.choice((RANDOM, GREEDY, SENSIBLE))
    bots = np.full(game.players[-1], kind, np.int64)
    actions, worth, tally = np.empty(game.most, np.int16), np.zeros(game.most + SCRATCH), np.zeros(4, np.int64)
    no_log, logged = np.empty((0, 2), np.int16), np.zeros(1, np.int64)
    player(game)(states, words, bots, 0, True, actions, worth, tally, no_log, logged)
    broken = int(tally[1])
    assert broken >= 0, f"stuck, or no end, after {tally[0]} of at most {LIMIT} decisions"
    assert broken == 0, f"this cannot be: {game.invariants[broken - 1]}"
    return int(tally[0])


# --- lots


def run_lot(game: Game, seed: str, lot: int, mutants: int = MUTANTS, matches: int = MATCHES) -> Tally:
    chance = random.Random(f"{game.name} {seed} {lot}")
    tally = Tally(lot)
    bases = [moment for _ in range(matches) for moment in moments(game, chance)]
    mutator = Mutator(chance, bases, option_values(game))
    for i, base in enumerate(bases):
        for j in range(mutants):
            document = mutator.mutant(base)
            judge(game, document, base, f"{game.name} {seed} {lot} {i} {j}", tally)
    return tally


def judge(game: Game, document: Document, base: Document, seed: str, tally: Tally) -> None:
    watch(document, seed)
    try:
        found = attempt(game, document, base, seed)
    except Exception as error:
        kind = type(error)

        def fails(simpler: Document) -> bool:
            try:
                attempt(game, simpler, base, seed)
            except kind:
                return True
            except Exception:
                pass
            return False

        document = smallest(base, document, fails)
        told = "".join(traceback.format_exception(error)[-4:])
        tally.failures.append({"seed": seed, "error": repr(error), "told": told, "position": document})
        return
    if found is None:
        tally.unchanged += 1
    elif isinstance(found, str):
        tally.refused += 1
        tally.reasons[found.partition(":")[0]] += 1
    else:
        tally.accepted += 1
        tally.decisions += found


def watch(document: Document, seed: str) -> None:
    """Notes what is tried now, in case the process does not come back; ends it when it hangs."""
    if NOTES:
        NOTES[0].write_text(json.dumps({"seed": seed, "position": document}))
        faulthandler.dump_traceback_later(HANG, exit=True)


def work(name: str, seed: str, lot: int, folder: str) -> Tally:
    """One lot, in a process that is watched."""
    NOTES[:] = [Path(folder) / f"fuzz-{name}-at-{os.getpid()}.json"]
    faulthandler.enable()
    try:
        return run_lot(catalog.game(name), seed, lot)
    finally:
        faulthandler.cancel_dump_traceback_later()
        NOTES[0].unlink(missing_ok=True)


def tallies(name: str, seed: str, lots: Iterator[int], processes: int, folder: str) -> Iterator[Tally]:
    if processes == 1:
        for lot in lots:
            yield work(name, seed, lot, folder)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        while True:
            chunk = list(islice(lots, 2 * processes))
            if not chunk:
                return
            yield from [job.result() for job in [pool.submit(work, name, seed, lot, folder) for lot in chunk]]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them, unless named")
    parser.add_argument("--accepted", type=int, default=2000, help="positions of each game to play on from")
    parser.add_argument("--seed", default="0", help="any text; the same lots for the same seed")
    parser.add_argument("--first", type=int, default=0, help="the lot to begin with")
    parser.add_argument("--lot", type=int, help="only this lot")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no further lots after so long")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", default="build", help="where positions that fail are written")
    parser.add_argument("--file", type=Path, help="plays one position that failed again")
    given = parser.parse_args(arguments)
    Path(given.folder).mkdir(parents=True, exist_ok=True)
    if given.file:
        failure = json.loads(given.file.read_text(encoding="utf-8"))
        game = catalog.game(failure["position"]["game"])
        print(attempt(game, failure["position"], None, failure["seed"]))
        return 0
    failed = 0
    for name in given.games or [game.name for game in catalog.games()]:
        failed += fuzz(name, given)
    return min(failed, 1)


def fuzz(name: str, given: argparse.Namespace) -> int:
    """Lots of one game until enough positions were played on from; prints what came of them."""
    total, begun = Tally(given.first), time.perf_counter()
    lots = iter([given.lot]) if given.lot is not None else count(given.first)
    try:
        for tally in tallies(name, given.seed, lots, given.processes, given.folder):
            total.lot = tally.lot
            for key in ("refused", "unchanged", "accepted", "decisions"):
                setattr(total, key, getattr(total, key) + getattr(tally, key))
            total.reasons += tally.reasons
            for failure in tally.failures:
                total.failures.append(failure)
                path = Path(given.folder) / f"fuzz-{name}-{given.seed}-{len(total.failures)}.json"
                path.write_text(json.dumps(failure, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
                print(f"{failure['told']}{failure['seed']}: written to {path}", file=sys.stderr, flush=True)
            late = time.perf_counter() - begun > given.seconds
            if total.accepted >= given.accepted or len(total.failures) >= ENOUGH or late:
                break
    except BrokenProcessPool:
        notes = sorted(map(str, Path(given.folder).glob(f"fuzz-{name}-at-*.json")))
        print("a process died or hung; --file FILE plays what they did again:", *notes, file=sys.stderr)
        return 1
    seconds = time.perf_counter() - begun
    print(
        f"{name}: {total.accepted} accepted ({total.accepted / seconds:.0f}/s), {total.refused} refused, "
        f"{total.unchanged} as before, {total.decisions} decisions, {len(total.failures)} failures; "
        f"seed {given.seed}, lots {given.first} to {total.lot}, {seconds:.0f} s",
        flush=True,
    )
    return len(total.failures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
