"""The story of a match in about ten sentences: the mistakes that cost most and what chance did."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yokocho.core.game import no_name
from yokocho.core.scene import Name

if TYPE_CHECKING:
    from yokocho.review.review import Event, Review

SENTENCES = 10
MISTAKES = 5  # at most so many of them are mistakes
LONGEST = 60  # letters of a move that is quoted
TELLING = 0.05  # a change of the chances that is worth a sentence


@dataclass(frozen=True)
class Sentence:
    """One sentence, the kind of its mark and the event it is about (-1: the whole match)."""

    text: str
    kind: str
    event: int


def story(review: Review, name: Name) -> list[Sentence]:
    """The sentences of a review, in the order of the match."""
    told = sorted([*mistakes(review, name), *turns(review, name)], key=lambda one: one.event)
    return [beginning(review, name), *told, *endings(review, name)]


def percent(change: float) -> str:
    return f"{abs(change):.0%}".replace("%", " %")


def beginning(review: Review, name: Name) -> Sentence:
    first = review.curve[0]
    best = max(range(len(first)), key=first.__getitem__)
    if first[best] - min(first) < TELLING:
        return Sentence("At the start everybody has about the same chances.", "start", -1)
    return Sentence(f"At the start {name(best)} has the best chances, {percent(first[best])}.", "start", -1)


def mistakes(review: Review, name: Name) -> list[Sentence]:
    """The costliest mistakes, whoever made them."""
    made = [event for event in review.events if event.kind in ("inaccuracy", "mistake", "blunder")]
    made = sorted(made, key=lambda event: -event.loss)[:MISTAKES]
    return [Sentence(mistake(event, name), event.kind, event.number) for event in made]


def mistake(event: Event, name: Name) -> str:
    who, cost = name(event.seat), percent(event.loss)
    return f"{where(event)}: {who} gives away {cost}: {quoted(event.played)} instead of {quoted(event.better)}."


def where(event: Event) -> str:
    return event.heading or f"Move {event.first + 1}"


def quoted(label: str) -> str:
    return f"“{textwrap.shorten(label, LONGEST, placeholder='…')}”"


def turns(review: Review, name: Name) -> list[Sentence]:
    """What chance and reveals changed most, beside the mistakes."""
    lucky = sorted(review.events, key=lambda event: -max(event.chance, default=0.0))
    room = SENTENCES - 3 - min(MISTAKES, len(mistakes(review, name)))
    return [
        Sentence(turn(event, name), "luck", event.number)
        for event in lucky[: max(2, room)]
        if max(event.chance, default=0.0) >= TELLING
    ]


def turn(event: Event, name: Name) -> str:
    p = max(range(len(event.chance)), key=event.chance.__getitem__)
    happened = event.told[-1].rstrip(".") if event.told else "something comes to light"
    return f"{where(event)}: {happened}. What chance brought with it is worth {percent(event.chance[p])} to {name(p)}."


def endings(review: Review, name: Name) -> list[Sentence]:
    """Who won, and by what."""
    if not review.complete:
        return []
    told = []
    last = review.curve[-1]
    winners = [p for p, share in enumerate(last) if share > 0]
    for p in winners[:2]:
        mine = review.accounts[p]
        parts = [part(mine.own, "own choices"), part(mine.others, "the others' choices"), part(mine.luck, "luck")]
        shared = " with somebody else" if len(winners) > 1 else ""
        told.append(Sentence(f"{name(p)} wins{shared}: {', '.join(parts)}.", "end", len(review.events) - 1))
    return told


def part(change: float, words: str) -> str:
    return f"{words} {change:+.0%}".replace("%", " %").replace("-", "−")


def plain_name(names: Sequence[str]) -> Name:
    """The name of a seat, from a list."""
    return lambda p: names[p] if 0 <= p < len(names) and names[p] else no_name(p)
