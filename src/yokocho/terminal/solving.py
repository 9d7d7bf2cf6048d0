"""Puzzles in the terminal: the one of the day, then those that fit the solver."""

from __future__ import annotations

import threading
from datetime import UTC, date, datetime
from typing import Any

from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.learn import progress, puzzles
from yokocho.learn.playing import Playing
from yokocho.learn.puzzles import DAY, FAILED, SOLVED, Puzzle
from yokocho.terminal.learning import SHORT, Learner
from yokocho.terminal.screen import Screen

KIND = "puzzles"  # of what is kept
NEXT = "next"
TELLING = ("show", "hint")  # commands after which a puzzle is not solved any more


def today() -> date:
    """The day of the puzzle of the day, the same one everywhere."""
    return datetime.now(UTC).date()


def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    found = puzzles.puzzles(game)
    if not found:
        raise BadInput(f"{game.title} has no puzzles")
    return found


def rows(game: Game) -> list[dict[str, Any]]:
    """The puzzles without what solves them, and how one did."""
    words = progress.learned(game.name, KIND)
    daily = puzzles.daily(game, today())
    return [
        {
            "id": one.id,
            "rating": one.rating,
            "theme": one.theme,
            "players": one.players,
            "result": "failed" if FAILED + one.id in words else "solved" if SOLVED + one.id in words else "",
            "daily": one == daily,
        }
        for one in puzzles_of(game)
    ]


def list_puzzles(game: Game, screen: Screen) -> None:
    marks = [("daily", "the puzzle of the day")]
    screen.listing(
        [
            (row["id"], ", ".join(filter(None, [*said(row), *(words for key, words in marks if row[key])])))
            for row in rows(game)
        ]
    )


def said(row: dict[str, Any]) -> list[str]:
    return [f"rated {row['rating']}", row["theme"].replace("_", " "), f"{row['players']} players", row["result"]]


class Solver(Learner):
    """Somebody at the keyboard who solves one puzzle after the other."""

    def __init__(self, game: Game, screen: Screen, wanted: str, ready: threading.Event | None = None) -> None:
        self.game, self.screen, self.ready = game, screen, ready
        self.known, self.told = puzzles_of(game), None
        self.words = progress.learned(game.name, KIND)
        self.daily = puzzles.daily(game, today())
        self.puzzle = self.wanted(wanted)
        self.solved = True  # at the first try

    def wanted(self, text: str) -> Puzzle:
        """A puzzle by its id; else the one of the day if it was not tried yet; else one that fits."""
        if text and text != NEXT:
            return puzzles.puzzle(self.game, text)
        if not text and self.daily.id not in puzzles.tried(self.known, self.words):
            return self.daily
        found = self.following()
        if found is None:
            raise BadInput(f"you have tried all {len(self.known)} puzzles; name one to see it again")
        return found

    @property
    def level(self) -> int:
        return puzzles.rating(puzzles.outcomes(self.known, self.words))

    def following(self) -> Puzzle | None:
        return puzzles.following(self.known, self.words, self.level)

    # --- a puzzle

    def take(self) -> bool:
        """One puzzle, until it is solved."""
        one, self.solved, self.told = self.puzzle, True, None
        self.course, self.lesson = puzzles.as_lesson(self.game, one)
        self.playing = Playing(self.game, self.course, self.lesson)
        of_the_day = " of the day" if one == self.daily else ""
        self.screen.head(f"{self.game.title}: puzzle{of_the_day} {one.id}, rated {one.rating}, {one.players} players")
        self.change_over()
        self.do_step()
        self.keep()
        return True

    def play(self, move: int | str) -> None:
        super().play(move)
        self.solved = self.solved and self.playing.done

    def command(self, text: str) -> bool:
        word = text.partition(" ")[0].casefold()
        self.solved = self.solved and SHORT.get(word, word) not in TELLING
        return super().command(text)

    def keep(self) -> None:
        """Notes how it went, the first time, and says where one stands."""
        one = self.puzzle
        if one.id in puzzles.tried(self.known, self.words):
            return
        new = [(SOLVED if self.solved else FAILED) + one.id]
        if self.solved and one == self.daily:
            new.append(DAY + today().isoformat())
        self.words = [*self.words, *new]
        trouble = progress.add(self.game.name, KIND, new)
        days = puzzles.streak(self.words, today())
        row = f", {days} day{'s' * (days != 1)} in a row" if days else ""
        self.screen.say(f"{'Solved' if self.solved else 'Not at the first try'}. Your rating: {self.level}{row}.")
        if trouble:
            self.screen.complain(trouble)

    def next(self) -> bool:
        """Goes on to the puzzle that fits best, if there is one and the person wants it."""
        found = self.following()
        if found is None:
            self.screen.say("Those were all. Make more with")
            self.screen.shell(f"yokocho puzzles mine {self.game.name} --count 20 --seed more")
            return False
        self.puzzle = found
        self.wait("Enter for the next puzzle, q to stop: ")
        return True
