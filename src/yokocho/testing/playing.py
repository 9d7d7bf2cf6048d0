"""Promises about playing: what is legal, how a match ends, and what may be taken back."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from yokocho.arena.simulate import simulate
from yokocho.core.agenda import is_alone
from yokocho.core.game import Game
from yokocho.core.kernel import PLAIN
from yokocho.core.match import Illegal, Match
from yokocho.core.record import AGENDA, EVENTS, State, copy
from yokocho.testing import playlog
from yokocho.testing.naming import differences, said
from yokocho.testing.promises import LONGEST, Broken, Sample, promise

ENDLESS = 20_000  # moves after which a match is thought never to end
VOLUME = 200  # matches that machine code plays for each that is looked at
TRIES = 12  # actions that are not legal, tried at each moment
UNDO = 0.06  # how often moves are taken back
LOG = 3  # matches that are compared with plain Python, for each number of players


@promise("end", "random play ends, every move keeps the invariants, and somebody wins")
def end(sample: Sample) -> None:
    game = sample.game
    for moment in sample.deals():
        chance, s, n = sample.chance(), moment.s, 0
        while game.pending(s):
            p = game.actor(s)
            legal = game.legal(s, p)
            if not legal:
                raise sample.broken(f"after {n} random moves seat {p} is asked and has no legal action")
            if n == ENDLESS:
                raise sample.broken(f"the match is not over after {ENDLESS} random moves")
            before, a = copy(s), chance.choice(legal)
            game.kernels.apply(s, p, a)
            check_room(sample, before, s, n, p, a)
            broken = int(game.kernels.check(before, s))
            if broken:
                move = game.words.notation(before, p, a)
                raise sample.broken(f"move {n}, {move!r} of seat {p}, broke an invariant: {invariant(game, broken)}")
            n += 1
        if game.actor(s) != -1:
            raise sample.broken(f"nobody is pending, but actor is {game.actor(s)} and not -1")
        ranks = game.ranks(s)
        if min(ranks) != 1:
            raise sample.broken(f"the places are {ranks}: nobody has the first")
        if not 0 <= int(game.kernels.ending(s)) < len(game.endings):
            raise sample.broken(f"ending is {game.kernels.ending(s)}, and `endings` has no words for it")
        if not (PLAIN or game.interpreted):
            in_volume(sample, moment.match)


def check_room(sample: Sample, before: State, s: State, n: int, p: int, a: int) -> None:
    """A move that tells as many events as fit is noted; one that leaves the agenda is an error."""
    if not 0 <= s.agenda_size <= AGENDA:
        move = sample.game.words.notation(before, p, a)
        raise sample.broken(f"move {n}, {move!r} of seat {p}, leaves {s.agenda_size} rows on the agenda of {AGENDA}")
    if s.events_size == EVENTS and not any("events" in note for note in sample.notes):
        move = sample.game.words.notation(before, p, a)
        full = f"move {n}, {move!r} of seat {p}, fills the {EVENTS} events of a move: what it tells beyond them is lost"
        sample.notes.append(str(sample.broken(full)))


def in_volume(sample: Sample, match: Match) -> None:
    """Many more matches at the same table, in machine code."""
    options = match.game.options_of(match.start)
    outcome = simulate(
        match.game, match.players, VOLUME, ["random"], options=options, checked=True, seed=match.seed.hex()
    )
    for number, what in outcome.broken:
        raise sample.broken(f"match {number} of `yokocho simulate --check --seed {match.seed.hex()}`: {what}")
    if (outcome.ranks.min(axis=1) != 1).any():
        raise sample.broken(f"nobody has the first place in matches of `yokocho simulate --seed {match.seed.hex()}`")


def invariant(game: Game, number: int) -> str:
    known = 0 < number <= len(game.invariants)
    return repr(game.invariants[number - 1]) if known else f"number {number}, for which `invariants` has no words"


@promise("legal", "whoever is asked has legal actions, each once; nobody else has; legality needs nothing hidden")
def legal(sample: Sample) -> None:
    game = sample.game
    out = np.empty(game.most + game.actions, np.int16)  # with room for what is too many
    for moment in sample.moments():
        s, pending = moment.s, game.pending(moment.s)
        if game.actor(s) not in (pending or [-1]):
            raise sample.broken(f"actor is {game.actor(s)}, but the seats that are asked are {pending}")
        for p in range(s.players):
            n = int(game.kernels.legal(s, p, out))
            actions = game.legal(s, p) if n <= game.most else []
            if n > game.most:
                raise sample.broken(f"seat {p} has {n} legal actions, more than `most`, {game.most}")
            if p in pending and not actions:
                raise sample.broken(f"seat {p} is asked and has no legal action")
            if p not in pending and actions and game.hammer is None:  # in a live auction, whoever likes may bid
                raise sample.broken(f"seat {p} is not asked and has {n} legal actions")
            twice = {a for a in actions if actions.count(a) > 1} if len(set(actions)) < n else set()
            if twice:
                raise sample.broken(f"legal lists action {min(twice)} of seat {p} more than once: {actions}")
            beyond = [a for a in actions if not 0 <= a < game.actions]
            if beyond:
                raise sample.broken(f"legal lists action {beyond[0]} of seat {p}; they are 0 to {game.actions - 1}")
            seen = game.legal(game.view(s, p), p)
            if seen != actions:
                raise sample.broken(f"seat {p} has the legal actions {actions}, but as it sees the table {seen}")


@promise("refuse", "what is not legal is refused, with a reason and a rule, and changes nothing")
def refuse(sample: Sample) -> None:
    game, chance = sample.game, sample.chance()
    for moment in sample.moments(0.3):
        match, before = moment.match, copy(moment.s)
        for p in range(match.players):
            legal = match.legal(p)
            tried = [*chance.sample(range(game.actions), min(TRIES, game.actions)), -1, game.actions]
            moves: list[int | str] = [*(a for a in tried if a not in legal), "no such move"]
            for move in moves:
                try:
                    match.play(p, move)
                except Illegal as refusal:
                    reason, rule = refusal.reason, refusal.rule
                else:
                    raise sample.broken(f"{move!r} of seat {p} is not legal, but was played")
                if not reason:
                    raise sample.broken(f"why_not gives no reason for {move!r} of seat {p}")
                real = isinstance(move, int) and 0 <= move < game.actions
                if real and match.pending() == [p] and rule not in game.rules:
                    raise sample.broken(f"why_not names the rule {rule!r} for {move!r} of seat {p}; there is none")
        changed = differences(before, match.state)
        if changed:
            raise sample.broken(f"refusing a move changes {said(changed, 'before', 'after')}")


@promise("replay", "playing on a copy leaves the original alone; the same moves give the same bytes")
def replay(sample: Sample) -> None:
    for moment in sample.played(0.3):
        match = moment.match
        again = Match(sample.game, match.players, sample.game.options_of(match.start), moment.seed)
        for n, move in enumerate(match.moves):
            kept, before = copy(again.state), copy(again.state)
            try:
                again.play(move.seat, move.notation, move.time)
            except Illegal as error:
                raise sample.broken(f"replayed, move {n}, {move.notation!r}, is refused: {error}") from None
            changed = differences(before, kept)
            if changed:
                raise sample.broken(f"move {n} on a copy changes the original: {said(changed, 'before', 'after')}")
        for n in {*range(0, len(match.moves), 7), len(match.moves)}:
            changed = differences(match.at(n), again.at(n))
            if changed:
                raise sample.broken(f"replayed, move {n} leads to {said(changed, 'at first', 'when replayed')}")


@promise("news", "what uses chance or shows its seat something hidden raises `news`")
def news(sample: Sample) -> None:
    """Whatever lies hidden: a move without news shows its seat the same."""
    game, chance = sample.game, sample.chance()
    for moment in sample.moments():
        match = moment.match
        if match.over:
            continue
        p = match.actor()
        a = chance.choice(match.legal(p))
        move = game.words.notation(match.state, p, a)
        played, dreamt = copy(match.state), game.imagined(match.view(p), p, chance.randbytes(32))
        game.kernels.apply(played, p, a)
        if played.news != match.state.news:
            continue
        if (played.rng != match.state.rng).any():
            raise sample.broken(f"{move!r} of seat {p} uses the generator, but `news` stays {played.news}")
        game.kernels.apply(dreamt, p, a)
        shown = differences(game.view(played, p), game.view(dreamt, p))
        if shown:
            what = said(shown, "here", "if something else were hidden")
            raise sample.broken(f"`news` stays {played.news} although {move!r} shows seat {p} {what}")


@promise("undo", "undo never crosses news, and redo is its inverse")
def undo(sample: Sample) -> None:
    chance, undone = sample.chance(), 0
    for moment in sample.deals(12.5):
        match = moment.match
        while not match.over and len(match.moves) < LONGEST:
            p = match.actor()
            match.play(p, chance.choice(match.legal(p)), when=0)
            if chance.random() < UNDO:
                undone += take_back_and_play_again(sample, match)
        if chance.random() < UNDO:
            back_to_the_deal(sample, match)
    if not undone:
        sample.notes.append("no move could be taken back: each raised `news`")


def take_back_and_play_again(sample: Sample, match: Match) -> int:
    """Undoes until it is refused, checks why, and redoes everything."""
    n, now, last = len(match.moves), copy(match.state), match.moves[-1].seat
    while not match.why_no_undo(last):
        before = match.state.news
        match.undo(last)
        if match.state.news != before:
            raise sample.broken(f"seat {last} took back a move that changed `news` from {match.state.news} to {before}")
    expect_illegal(sample, lambda: match.undo(last), "an undo that has a reason against it")
    left = len(match.moves)
    if left:
        revealing = match.at(left - 1).news != match.state.news
        alone = is_alone(match.state)
        settled = alone and (last not in match.pending() or not is_alone(match.at(left - 1)))
        if not (revealing or settled or match.moves[-1].seat != last):
            raise sample.broken(f"seat {last} may not take back move {left - 1}, although it revealed nothing")
    for _ in range(n - left):
        match.redo()
    changed = differences(now, match.state)
    if changed or len(match.moves) != n:
        raise sample.broken(f"after undo and redo, the state has {said(changed, 'before', 'after')}")
    expect_illegal(sample, match.redo, "a redo of nothing")
    return n - left


def back_to_the_deal(sample: Sample, match: Match) -> None:
    """By consent of all."""
    now = copy(match.state)
    while match.moves:
        match.take_back()
    changed = differences(match.start, match.state)
    if changed:
        raise sample.broken(f"with all moves taken back, the state has {said(changed, 'after the deal', 'now')}")
    while match.undone:
        match.redo()
    changed = differences(now, match.state)
    if changed:
        raise sample.broken(f"with all moves redone, the state has {said(changed, 'before', 'now')}")


def expect_illegal(sample: Sample, act: Callable[[], object], what: str) -> None:
    try:
        act()
    except Illegal:
        return
    raise sample.broken(f"{what} was not refused")


@promise("plain", "compiled kernels and plain Python give the same bytes")
def plain(sample: Sample) -> None:
    if PLAIN or sample.game.interpreted:
        sample.notes.append("the kernels run as plain Python here, so there is nothing to compare it with")
        return
    if playlog.source(sample.game) is None:
        sample.notes.append("another process cannot find this game, so it is not compared with plain Python")
        return
    for players in sample.tables:
        what = playlog.compare(sample.game, players, LOG, dict(sample.options), "YOKOCHO_PLAIN", "in plain Python")
        if what:
            raise Broken(what)
