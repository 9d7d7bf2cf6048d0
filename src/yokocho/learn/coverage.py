"""What occurs in a game, and where it is explained: kinds of pieces, zones, questions, events, ways to score."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from yokocho.bots import seats
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.record import SPECTATOR, State
from yokocho.learn import coach, guide, lessons
from yokocho.learn.coach import Coach, event_words, piece_word, score_word, zone_word
from yokocho.learn.reading import Faults, has

MATCHES = 1000
FEW = 3  # matches for each number of players that are enough to know most words
EVERY = 23  # moves from one look at the whole table to the next
LONGEST = 2000  # moves of a match


@dataclass
class Row:
    """Something that occurs, with the places where it is explained."""

    key: str
    guide: list[str] = field(default_factory=list)
    lessons: list[str] = field(default_factory=list)
    coach: list[str] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not (self.guide or self.lessons or self.coach)


def coverage(game: Game, matches: int = MATCHES) -> list[Row]:
    """A row for everything that occurs in so many simulated matches."""
    found = places(game)
    return [found.get(key) or Row(key) for key in sorted(occurring(game, matches))]


def places(game: Game) -> dict[str, Row]:
    """Where each key is explained."""
    rows: defaultdict[str, Row] = defaultdict(lambda: Row(""))
    if has(game, guide.FILE):
        for chapter in guide.guide(game).chapters:
            for key in (*chapter.explains, *(key for figure in chapter.figures() for key in figure.explains)):
                rows[key].guide.append(chapter.title)
    for lesson in lessons.course(game).lessons:
        for key in lesson.explains:
            rows[key].lessons.append(lesson.id)
    for key in coach.coach(game).sayings:
        rows[key].coach.append(key)
    for key, row in rows.items():
        row.key, row.guide = key, list(dict.fromkeys(row.guide))
    return dict(rows)


# --- what occurs


def occurring(game: Game, matches: int, seed: str = "coverage") -> set[str]:
    """The keys of all that occurs in matches of usual rules, of every number of players in turn."""
    found, keys = coach.read(game, Faults()), set[str]()
    for i in range(matches):
        players = game.players[i % len(game.players)]
        for key in played(game, players, f"{seed} {i}", found):
            keys.add(key)
    return keys


def played(game: Game, players: int, seed: str, found: Coach) -> Iterator[str]:
    """The keys of one match; some seats play at random, others well."""
    chance = random.Random(seed)
    levels = [chance.choice(("random", "apprentice", "greedy", "greedy")) for _ in range(players)]
    bots = [seats.bot(level, game, f"{seed} {p}") for p, level in enumerate(levels)]
    s = Match(game, players, None, seed).state
    look = chance.randrange(EVERY)
    for n in range(LONGEST):
        yield from events_of(game, s)
        p = game.actor(s)
        if n % EVERY == look or p < 0:
            yield from table_of(game, s, p, found)
        if p < 0:
            return
        yield f"question:{game.words.asks(s)}"
        game.kernels.apply(s, p, bots[p](game.view(s, p), p))


def events_of(game: Game, s: State) -> Iterator[str]:
    words = event_words(game, s)
    yield from (f"event:{word}" for word in words)
    if len(words) < int(s.events_size):
        yield "event:?"  # a message without a word in `Words.events`


def table_of(game: Game, s: State, p: int, found: Coach) -> Iterator[str]:
    seat = max(p, 0) if p != SPECTATOR else 0
    view = game.view(s, seat)
    for zone in game.zones(view, seat, str):
        yield f"zone:{zone_word(zone.id)}"
        for piece in zone.pieces:
            yield f"piece:{piece_word(found, piece)}"
    for q in range(int(s.players)):
        for source, _ in game.panel(view, q, str).sources:
            yield f"score:{score_word(source)}"


def known_keys(game: Game) -> frozenset[str]:
    """All keys that may be explained: words for questions and events, and what is on the table in a few matches."""
    words = game.words
    keys = {f"question:{word}" for word in words.questions.values()}
    keys |= {f"event:{word}" for word in words.events.values()}
    kinds = tuple(word for word, _ in coach.read(game, Faults()).kinds)
    keys |= {f"piece:{word}" for word in kinds}
    return frozenset(keys | seen(game, kinds, game.interpreted))


@cache
def seen(game: Game, _kinds: tuple[str, ...], quickly: bool) -> frozenset[str]:
    return frozenset(occurring(game, len(game.players) * (1 if quickly else FEW)))
