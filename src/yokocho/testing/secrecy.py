"""Promises about secrets: what `mask` hides, what `imagine` fills in, and that nothing else tells.

Only `mask` decides what a seat may know, so no promise can say that it hides too little as long as it contradicts
nothing: that is for the tests of a game's rules. What is found: a generator that is not hidden, a spectator who knows
what a seat does not, hidden cards beside a list of them that is not; and a seat that knows what others do not of
another seat is noted. `imagine` cannot peek at the truth, since all that it is given is a masked state.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from typing import Any

import numpy as np

from yokocho.bots import seats
from yokocho.core.game import Game
from yokocho.core.happenings import happenings
from yokocho.core.match import Match
from yokocho.core.record import HEADER, SPECTATOR, UNKNOWN, State, copy, data
from yokocho.testing.naming import GENERATOR, differences, first_difference, flat, said, short, shown, where, who
from yokocho.testing.promises import Sample, promise

BOTS = ("random", "apprentice", "greedy")  # a search is checked by `bots`
COMPARED = 10  # moves after which the views of all seats are compared, which takes long
MOMENTS = 2  # of a match, at which everything that is told is compared
LOOKS = 4  # moments of a match at which the truth is looked for
DREAMS = 20_000  # tries to imagine the truth
HIDDEN = 3  # secret moves that are tried in place of one that was played


@promise("mask", "masking hides the generator, does not depend on what it hides, and hides no less from a spectator")
def mask(sample: Sample) -> None:
    game = sample.game
    partly: dict[str, str] = {}
    for moment in sample.moments(2.0):
        s = moment.s
        views = {p: game.view(s, p) for p in moment.viewers}
        for p, view in views.items():
            if view.rng.any():
                raise sample.broken(f"mask leaves {who(p)} the field `rng`, the generator: chance can be predicted")
            again = differences(view, game.view(view, p))
            if again:
                raise sample.broken(f"masked again for {who(p)}, {said(again, 'once', 'twice')}")
        if len(moment.match.moves) % COMPARED == 0:
            compare_views(sample, views)
            note_partly(sample, views, partly)
    sample.notes += [f"{what}; is that meant?" for what in partly.values()]


def compare_views(sample: Sample, views: dict[int, State]) -> None:
    """A spectator knows nothing that is hidden from a seat."""
    for p, view in views.items():
        more = [row for row in differences(views[SPECTATOR], view) if row[2] == shown(UNKNOWN) != row[1]]
        if more:
            raise sample.broken(f"a spectator knows more than {who(p)}: {said(more, 'there', 'here')}")


def note_partly(sample: Sample, views: dict[int, State], partly: dict[str, str]) -> None:
    """Notes a field of a seat that is hidden from some of the other seats only."""
    for name in sample.game.state.names or ():
        rows = {p: np.asarray(view[name]) for p, view in views.items()}
        each_seat = rows[SPECTATOR].ndim > 0 and len(rows[SPECTATOR]) == sample.game.players[-1]
        if name in HEADER or name in partly or not each_seat:
            continue
        for q in range(len(views) - 1):
            blind = [p for p in rows if p != q and (rows[p][q] == UNKNOWN).any()]
            seeing = [p for p in rows if p != q and p not in blind]
            if blind and seeing:
                partly[name] = f"{who(seeing[0])} sees {where(name, [q])}, which {who(blind[0])} does not"


@promise("imagine", "what a seat imagines looks the same to it, keeps every invariant, and can be played")
def imagine(sample: Sample) -> None:
    game, chance = sample.game, sample.chance()
    for moment in sample.moments(5.0):
        for p in moment.viewers:
            view = game.view(moment.s, p)
            dreamt = game.imagined(view, p, chance.randbytes(32))
            changed = differences(view, game.view(dreamt, p))
            if changed:
                raise sample.broken(f"{who(p)} sees {said(changed, 'before', 'after')}")
            if game.pending(dreamt) != game.pending(moment.s):
                raise sample.broken(f"{who(p)} imagines that {game.pending(dreamt)} are asked")
            if moment.match.over:
                continue
            broken = int(game.kernels.check(dreamt, dreamt))
            if broken:
                what = game.invariants[broken - 1]
                raise sample.broken(f"what {who(p)} imagines cannot be: {what}; {said_dreamt(view, dreamt)}")
            for q in game.pending(dreamt):
                if not game.legal(dreamt, q):
                    what = said_dreamt(view, dreamt)
                    raise sample.broken(f"{who(p)} imagines that seat {q} has no legal action; {what}")


def said_dreamt(view: State, dreamt: State) -> str:
    """What was filled in."""
    found = [row for row in differences(view, dreamt) if row[0] != f"`{GENERATOR}`"]
    return said(found, "seen", "imagined") if found else "nothing was filled in"


def everything_told(match: Match, s: State, p: int) -> dict[str, Any]:
    """All that leaves for a seat."""
    game = match.game
    view = game.view(s, p)
    told: dict[str, Any] = {
        "scene": game.table(view, p, match.name).to_json(),
        "position": game.write(view),
        "narrate": game.words.narrate(view, match.name),
        "happenings": [asdict(one) for one in happenings(game, view, view, p, match.name)],
        "observe": observed(game, view, p),
    }
    if p != SPECTATOR:
        told["summary"] = game.words.summary(view, p)
    if p in game.pending(s):
        told["label"] = [game.words.label(view, p, a, match.name) for a in game.legal(view, p)]
        told["bot"] = {name: seats.bot(name, game, "same")(view, p) for name in BOTS}
        told["advise"] = seats.advice(game, view, p)
    return dict(json.loads(json.dumps(told)))


def observed(game: Game, view: State, p: int) -> list[float]:
    out = np.zeros(game.features, np.float32)
    game.kernels.observe(view, p, out)
    return [float(number) for number in out]


@promise(
    "secrets", "scene, words, position, features and bots are the same when all that a seat may not know is another"
)
def secrets(sample: Sample) -> None:
    game, chance = sample.game, sample.chance()
    different = 0
    for moment in sample.played(5.0):
        match = moment.match
        for n in chance.sample(range(len(match.moves)), min(MOMENTS, len(match.moves))):
            s = match.at(n)
            for p in moment.viewers:
                other = game.imagined(game.view(s, p), p, chance.randbytes(32))
                different += data(other) != data(s)
                compare_told(sample, match, p, s, other, f"at move {n}")
    if not different:
        sample.notes.append("nothing was hidden from anybody, so nothing could be told")


def compare_told(sample: Sample, match: Match, p: int, s: State, other: State, when: str) -> None:
    one, two = everything_told(match, s, p), everything_told(match, other, p)
    found = first_difference(one, two)
    if found:
        place, here, there = found
        hidden = said(differences(s, other), "here", "there")
        raise sample.broken(
            f"{when}, {who(p)} is told {place} as {short(here)} and {short(there)}: they differ in {hidden}"
        )


@promise("heard", "what a seat may not know of a move shows in nothing that it is told of it")
def heard(sample: Sample) -> None:
    game, chance = sample.game, sample.chance()
    for moment in sample.played(0.15):
        match = moment.match
        for n in chance.sample(range(len(match.moves)), min(20, len(match.moves))):
            q, after = match.moves[n].seat, match.at(n + 1)
            if match.heard(q, n) != match.moves[n].notation:
                raise sample.broken(f"`secret` hides move {n}, {match.moves[n].notation!r}, from seat {q}, who made it")
            for p in moment.viewers:
                if match.heard(p, n) is None:
                    others = [a for a in game.legal(match.at(n), q) if a != match.actions[n]]
                    for a in [a for a in others if game.words.secret(match.at(n), q, a, p)][:HIDDEN]:
                        s = match.at(n)
                        game.kernels.apply(s, q, a)
                        if s.news == after.news:
                            compare_told(sample, match, p, after, s, f"after the secret move {n} of seat {q}")


@promise("reach", "each number that is hidden takes its true value in something that is imagined")
def reach(sample: Sample) -> None:
    chance = sample.chance()
    for moment in sample.played(0.15):
        match = moment.match
        for n in chance.sample(range(len(match.moves)), min(LOOKS, len(match.moves))):
            reach_truth(sample, match.at(n), chance.choice(moment.viewers), n)


def reach_truth(sample: Sample, s: State, p: int, n: int) -> None:
    game, chance = sample.game, random.Random(f"{sample.seed} {n}")
    view = game.view(s, p)
    truth, seen = flat(game.settle(s)), flat(game.settle(view))
    missed = {name: truth[name] != seen[name] for name in truth if name != GENERATOR}
    missed = {name: places for name, places in missed.items() if places.any()}
    for _ in range(DREAMS):
        if not missed:
            break
        dreamt = game.imagined(view, p, chance.randbytes(32))
        for name in list(missed):
            missed[name] &= np.atleast_1d(np.asarray(dreamt[name])) != truth[name]
            if not missed[name].any():
                del missed[name]
    for name, places in missed.items():
        place = np.argwhere(places)[0].tolist()
        label = where(name, place if np.ndim(s[name]) else [])
        true = truth[name][tuple(place)]
        raise sample.broken(
            f"at move {n}, in {DREAMS} tries {who(p)} never imagines {label} as {true}, which is the truth"
        )


@promise(
    "observe",
    "observe writes numbers within the bounds of `observation`, which depend only on what is masked, and tells apart "
    "what can be done",
)
def observe(sample: Sample) -> None:
    game, chance = sample.game, sample.chance()
    met: dict[tuple[bytes, bytes], tuple[int, ...]] = {}
    varied = set()
    confused = ""
    for moment in sample.moments(0.5):
        for p in moment.viewers:
            view = game.view(moment.s, p)
            found = watched(sample, view, p)
            varied.add(found.tobytes())
            other = game.view(game.imagined(view, p, chance.randbytes(32)), p)
            if data(other) == data(view):
                again = watched(sample, other, p)
                for i in np.flatnonzero(found != again)[:1]:
                    raise sample.broken(
                        f"number {i} of {who(p)} is {found[i]}, and {again[i]} for an equal masked state"
                    )
            if p in moment.match.pending():
                legal = tuple(moment.match.legal(p))
                known = met.setdefault((moment.s.options.tobytes(), found.tobytes()), legal)
                if known != legal:
                    confused = confused or f"{known}, and {legal}, of {who(p)}"
    if len(varied) < 2:
        raise sample.broken("all moments of all matches have the same observation")
    if confused:
        raise sample.broken(f"equal observations, but other actions are legal: {confused}")


def watched(sample: Sample, view: State, p: int) -> Any:
    """The observation of a seat; Broken if its numbers are not within the bounds that `observation` states."""
    game = sample.game
    out = np.zeros(game.features + 1, np.float32)
    before = copy(view)
    game.kernels.observe(view, p, out[: game.features])
    changed = differences(before, view)
    if changed:
        raise sample.broken(f"observe changes the state: {said(changed, 'before', 'after')}")
    for part in game.observation:
        numbers = out[part.slice]
        for i in np.flatnonzero(~((numbers >= part.low) & (numbers <= part.high)))[:1]:
            raise sample.broken(
                f"number {i} of {part.name!r}, as {who(p)} sees it, is {numbers[i]}, not {part.low} to {part.high}"
            )
    beyond = out[game.features_of(int(view.players)) :]
    if beyond.any():
        raise sample.broken(f"observe of {who(p)} writes beyond the parts that {view.players} seats need")
    return out[: game.features]
