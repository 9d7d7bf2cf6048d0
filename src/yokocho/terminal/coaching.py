"""A coach beside somebody who plays in the terminal: explains what happens for the first time, says how one stands
after a round, and asks before a clear mistake.
"""

from __future__ import annotations

from collections.abc import Iterator

from yokocho.core.match import Match
from yokocho.core.record import State
from yokocho.core.scene import Panel, Scene
from yokocho.learn import coach, progress
from yokocho.learn.doubt import doubts
from yokocho.learn.guide import unmarked
from yokocho.learn.selectors import in_words


class Coaching:
    """The coach of one seat."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.coach = coach.coach(match.game)
        self.known = set(progress.learned(match.game.name, "coach"))
        self.seen = len(match.moves)  # moves the coach has spoken about
        self.panels: list[Panel] = []  # a round ago
        self.asked: tuple[int, int] | None = None  # the last question before a mistake: number of moves, action

    def notes(self, scene: Scene) -> list[str]:
        """What there is to say now."""
        events: list[coach.Event] = []
        lines = []
        heading = ""
        game, match = self.match.game, self.match
        if self.seen < len(match.moves):
            for view in self.views():
                now = game.words.heading(view)
                if heading and coach.is_new_round(heading, now):
                    lines = [coach.so_far(self.coach, self.panels, scene.panels, self.seat, now).text]
                    self.panels = scene.panels
                events += coach.events_of(game, view, match.name) if heading else []
                heading = now
        self.panels = self.panels or scene.panels
        self.seen = len(self.match.moves)
        said = [one for one in coach.first(self.coach, scene, events) if one.key not in self.known]
        self.known |= {one.key for one in said}
        progress.add(self.match.game.name, "coach", [one.key for one in said])
        return [*filter(None, lines), *(self.in_words(scene, one) for one in said)]

    def views(self) -> Iterator[State]:
        """What the seat saw after each move since the coach last spoke, and before the first of them."""
        for s in self.match.states(self.seen):
            yield self.match.game.view(s, self.seat)

    def in_words(self, scene: Scene, one: coach.Said) -> str:
        place = in_words(scene, one.lit)
        return f"Coach: {unmarked(one.say)}" + (f" ({place})" if place else "")

    def doubt(self, action: int) -> str:
        """What the coach asks before a move that is a clear mistake, once; else an empty string."""
        if self.asked == (len(self.match.moves), action):
            return ""
        self.asked = len(self.match.moves), action
        match = self.match
        return doubts(match.game, match.view(self.seat), self.seat, match.name).get(action, "")
