"""A review as text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from yokocho.review.review import Account, Event, Review
from yokocho.review.story import percent, where

BLAMED = ("inaccuracy", "mistake", "blunder")


def lines(review: Review) -> Iterator[str]:
    """All there is to read."""
    for account in review.accounts:
        yield seat_line(review, account)
    yield ""
    for sentence in review.story:
        yield sentence.text
    blamed = [event for event in review.events if event.kind in BLAMED]
    if blamed:
        yield ""
    for event in blamed:
        yield from event_lines(review, event)


def seat_line(review: Review, account: Account) -> str:
    name = review.names[account.seat]
    parts = f"own {signed(account.own)}, others' {signed(account.others)}, luck {signed(account.luck)}"
    rated = "no choices" if account.accuracy is None else f"accuracy {account.accuracy:.0f}"
    start, result = f"{account.start:.0%}", f"{account.result:.0%}"
    return f"{name}: {rated}; start {start}, {parts} (± {percent(account.half)}), result {result}"


def signed(change: float) -> str:
    return f"{change:+.0%}"


def event_lines(review: Review, event: Event) -> Iterator[str]:
    """A mistake: what was played, what was better, and why."""
    played, better = event.lines[0], event.lines[1]
    loss = f"{percent(event.loss)} ± {percent(event.half)}"
    yield f"{where(event)}, move {event.first + 1}, {review.names[event.seat]}: {event.kind}, {loss}"
    yield f"  played {played.label}: {played.chance:.0%}"
    yield f"  better {better.label}: {better.chance:.0%}{f'. {better.why}' if better.why else ''}"
