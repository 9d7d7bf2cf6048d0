"""The review of a whole match: chances after every event, every decision judged, luck and skill apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from math import exp
from threading import local
from typing import Any

import numba.experimental.function_type  # noqa: F401  a lazy import by the first call would make calls in other threads fail

from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.kernel import wrap_around
from yokocho.core.match import Match
from yokocho.core.record import CLOCK, SPECTATOR
from yokocho.core.scene import Name
from yokocho.review.chances import Chances, Line, follow
from yokocho.review.decisions import Decision, decisions
from yokocho.review.judge import QUICK, SURE, USUAL, Budget, Judgement, Valued, judge
from yokocho.review.luck import Worth, parts, shared, worth_of
from yokocho.review.story import Sentence, story

FORMAT = "yokocho-review/1"
STEPS = 3  # of a line that are put in words
STEEPNESS = 10.0  # of the accuracy: a loss of 7 % halves it
ALONE = "nobody to win against: matches of one player are not reviewed"
RUNNING = "the match is not over: a review would tell what to play"


@dataclass(frozen=True)
class Shown:
    """A line as people read it, with its chance to win, give or take `half`."""

    label: str
    notations: tuple[str, ...]
    actions: Line
    chance: float
    half: float
    why: str


@dataclass(frozen=True)
class Event:
    """One decision and what followed from it, up to the next."""

    number: int
    first: int
    last: int  # moves first to last - 1
    seat: int
    heading: str
    told: tuple[str, ...] = ()  # what happened, as an onlooker heard it
    kind: str = ""  # of the judgement; empty before there is one
    loss: float = 0.0
    half: float = 0.0
    lines: tuple[Shown, ...] = ()  # played, best, others
    choice: tuple[float, ...] = ()  # for each seat
    chance: tuple[float, ...] = ()

    @property
    def played(self) -> str:
        return self.lines[0].label if self.lines else ""

    @property
    def better(self) -> str:
        return self.lines[1].label if len(self.lines) > 1 else ""


@dataclass(frozen=True)
class Account:
    """Where the result of a seat comes from: start + own + others + luck = result."""

    seat: int
    start: float
    own: float
    others: float
    luck: float
    result: float
    half: float  # of the 95 % interval of the luck
    accuracy: float | None  # 0 to 100; None without a choice
    counts: dict[str, int]


@dataclass(frozen=True)
class Review:
    """A review as far as it has come."""

    game: str
    title: str
    names: tuple[str, ...]
    curve: tuple[tuple[float, ...], ...]  # chances of every seat at the start and after each event
    events: tuple[Event, ...]
    accounts: tuple[Account, ...]
    done: int
    total: int
    story: tuple[Sentence, ...] = field(default=())

    @property
    def complete(self) -> bool:
        return self.done == self.total

    def to_json(self) -> dict[str, Any]:
        """The review as plain data."""
        return {"format": FORMAT} | asdict(self)


def check(match: Match) -> None:
    """BadInput if the match cannot be reviewed."""
    if not match.over:
        raise BadInput(RUNNING)
    if match.players < 2:
        raise BadInput(ALONE)


class Reviewer:
    """Reviews one match. First comes a quick look at all of it, then the judgement of each decision."""

    def __init__(
        self, match: Match, threads: int = 2, budget: Budget = USUAL, look: int = 32, curve: int = 384
    ) -> None:
        check(match)
        self.match, self.game, self.budget = match, match.game, budget
        self.look, self.fine = look, curve  # samples of each event's chances, at first and in the end
        self.pool = ThreadPoolExecutor(threads, "review", initializer=wrap_around)
        self.memory = local()
        self.decisions = list(decisions(match))
        self.headings, self.told = headings(match, self.decisions), told_of(match, self.decisions)
        self.judgements: dict[int, Judgement] = {}
        self.lines: dict[int, tuple[Shown, ...]] = {}
        self.curve = [shared(match)] * (len(self.decisions) + 1)
        self.worths: list[Worth] = []

    @property
    def total(self) -> int:
        """Steps: each point of the curve twice, and each decision."""
        return 2 * (len(self.decisions) + 1) + len(self.decisions)

    def run(self) -> Iterator[int]:
        """Works; after each step it says how many are done. From `first` on there is something to see."""
        done = 0
        try:
            for work in (self._points(self.look), self._judgements(), self._points(self.fine)):
                for _ in work:
                    done += 1
                    yield done
        finally:
            self.pool.shutdown(wait=True, cancel_futures=True)

    @property
    def first(self) -> int:
        """After so many steps there is a curve."""
        return len(self.curve)

    def whole(self, told: Callable[[int, int], None] | None = None) -> Review:
        """The finished review."""
        for done in self.run():
            if told:
                told(done, self.total)
        return self.review(self.total)

    # --- the parts

    def _chances(self) -> Chances:
        if not hasattr(self.memory, "chances"):
            self.memory.chances = Chances(self.game)
        found: Chances = self.memory.chances
        return found

    def _points(self, count: int) -> Iterator[None]:
        def worth(decision: Decision) -> Worth:
            return worth_of(self._chances(), self.match, decision, count)

        worths = []
        for i, found in enumerate(self.pool.map(worth, self.decisions)):
            worths.append(found)
            if not self.worths:
                self.curve[i] = found.before
            yield
        self.worths = worths
        self.curve[:-1] = [found.before for found in worths]
        yield  # the last point is the result

    def _judgements(self) -> Iterator[None]:
        found = self.pool.map(lambda decision: judge(self._chances(), decision, self.budget), self.decisions)
        for i, judgement in enumerate(found):
            self.judgements[i] = judgement
            self.lines[i] = lines_of(self.game, self.decisions[i], judgement, self.match.name)
            yield

    # --- put together

    def review(self, done: int) -> Review:
        match = self.match
        events = tuple(self.event(i) for i in range(len(self.decisions)))
        accounts = tuple(self.account(p, events) for p in range(match.players))
        names = tuple(match.name(p) for p in range(match.players))
        found = Review(
            *(self.game.name, self.game.title, names, tuple(self.curve), events, accounts), done=done, total=self.total
        )
        return replace(found, story=tuple(story(found, match.name)))

    def event(self, i: int) -> Event:
        """Event number i: of what it changed one part is the choice, and the rest chance."""
        decision, judgement = self.decisions[i], self.judgements.get(i)
        event = Event(i, decision.first, decision.last, decision.seat, self.headings[i], self.told[i])
        if self.worths:
            change = [after - before for before, after in zip(self.curve[i], self.curve[i + 1])]
            choice = self.worths[i].choice
            event = replace(event, choice=choice, chance=tuple(all - part for all, part in zip(change, choice)))
        if judgement is None:
            return event
        return replace(event, kind=judgement.kind, loss=judgement.loss, half=judgement.half, lines=self.lines[i])

    def account(self, p: int, events: tuple[Event, ...]) -> Account:
        mine = [event for event in events if event.seat == p and event.kind not in ("", "forced")]
        found = parts(self.worths, [decision.seat for decision in self.decisions], p, self.curve[-1][p])
        kinds = [event.kind for event in mine]
        return Account(
            *(p, found.start, found.own, found.others, found.luck, found.result),
            half=SURE * found.luck_error,
            accuracy=accuracy([event.loss for event in mine]),
            counts={kind: kinds.count(kind) for kind in dict.fromkeys(kinds)},
        )


def accuracy(losses: list[float]) -> float | None:
    """From 0 to 100: the mean over all decisions, each by how much it gave away."""
    if not losses:
        return None
    return 100 * sum(exp(-STEEPNESS * loss) for loss in losses) / len(losses)


def headings(match: Match, found: list[Decision]) -> list[str]:
    """The line above the table before each decision, without the game's title."""
    game = match.game
    whole = [game.words.heading(game.view(match.at(decision.first), SPECTATOR)) for decision in found]
    rest = [heading.removeprefix(game.title.partition(":")[0]).lstrip(" ,:·–-") for heading in whole]
    return [heading[:1].upper() + heading[1:] for heading in rest]


def told_of(match: Match, found: list[Decision]) -> list[tuple[str, ...]]:
    """What happened with the last move of each decision."""
    return [tuple(match.log(SPECTATOR, decision.last - 1, decision.last)) for decision in found]


def lines_of(game: Game, decision: Decision, judgement: Judgement, name: Name) -> tuple[Shown, ...]:
    if decision.seat == CLOCK:
        return ()
    if judgement.forced:
        return (shown(game, decision, judgement.played, name),)
    every = judgement.played, judgement.best, *judgement.others
    return tuple(shown(game, decision, one, name) for one in every)


def shown(game: Game, decision: Decision, valued: Valued, name: Name) -> Shown:
    """A line in words."""
    p, labels, notations, reasons = decision.seat, [], [], []
    for i, a in enumerate(valued.line):
        s = follow(game, decision.view, p, valued.line[:i])
        if i < STEPS:
            labels.append(game.words.label(s, p, a, name))
        notations.append(game.words.notation(s, p, a))
        reasons.append(game.remark(s, p, a, name).why)
    why = next((reason for reason in reasons if reason), "")
    more = ", …" if len(valued.line) > STEPS else ""
    return Shown(", ".join(labels) + more, tuple(notations), valued.line, valued.chance, valued.half, why)


def quick(match: Match, threads: int = 2) -> Reviewer:
    """A reviewer that is done in seconds, with wide intervals."""
    return Reviewer(match, threads, QUICK, 24, 64)
