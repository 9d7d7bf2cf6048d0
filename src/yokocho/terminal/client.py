"""One match at one keyboard: people choose, bots answer, every move is kept."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from yokocho.bots import characters
from yokocho.bots.kitchen import change_over
from yokocho.bots.seats import LEVELS, Bot
from yokocho.core.match import Illegal, Match
from yokocho.core.record import SPECTATOR
from yokocho.core.scene import Choice, Panel, Scene, readable, seat_name
from yokocho.terminal.choose import chosen, exact
from yokocho.terminal.coaching import Coaching
from yokocho.terminal.commands import COMMANDS, Left, command, rules
from yokocho.terminal.screen import Screen, make_screen
from yokocho.terminal.story import Line, stand_in, tell

OK, INTERRUPTED = 0, 130


class Client:
    """Plays a match in the terminal."""

    def __init__(
        self,
        match: Match,
        people: Sequence[int],
        bots: Mapping[int, Bot],
        save: Path | None = None,
        *,
        plain: bool = False,
        screen: Screen | None = None,
        ready: threading.Event | None = None,  # set when the machine code of the rules is ready
        coaching: Coaching | None = None,  # a coach, for a person who plays alone against bots
        talk: bool = False,  # may the bots say something now and then?
    ) -> None:
        self.match = match
        self.ready = ready
        self.coaching = coaching
        self.talkers = {p: match.name(p) for p in bots} if talk and not coaching else {}
        self.people = list(people)
        self.bots = bots
        self.save = save
        self.screen = screen or make_screen(plain)
        self.trouble = ""  # why the match could not be saved
        self.notes: list[str] = []  # to be shown with the next question
        self.facing: int | None = None  # the seat of the person at the keyboard
        self.only: set[int] = set()  # forced moves, which were played automatically
        self.careful = False  # after an undo, nothing is played automatically
        self.seen = {p: self.since_last_move(p) for p in [*self.people, SPECTATOR]}  # moves told so far
        self.followed = len(match.moves)  # moves told as they happened
        self.drawn = -1  # number of moves when the whole table was last drawn
        match.names = {p: "".join(c for c in name if c.isprintable()) or f"seat {p}" for p, name in match.names.items()}

    @property
    def viewer(self) -> int:
        """The viewer for whom the screen is drawn while nobody is asked: the only person, else a spectator."""
        return self.people[0] if len(self.people) == 1 else SPECTATOR

    def run(self) -> int:
        """Plays to the end, or until the people leave."""
        try:
            self.welcome()
            while not self.match.over:
                self.change_over()
                p = self.match.actor()
                if p in self.people:
                    self.ask(p)
                else:
                    self.play(p, self.bots[p](self.match.view(p), p))
                    self.follow(p)
            self.finish()
        except (EOFError, Left) as left:
            self.farewell(aloud=isinstance(left, EOFError))
        except KeyboardInterrupt:
            self.farewell(aloud=True)
            return INTERRUPTED
        return OK

    def change_over(self) -> None:
        """Changes to compiled rules, once they are ready."""
        if self.match.game.interpreted and self.ready and self.ready.is_set():
            change_over(self.match.game)
            self.match.renew()

    # --- looking

    def scene(self, p: int) -> Scene:
        scene = self.match.scene(p)
        for panel in scene.panels:
            role = self.match.roles.get(panel.seat, "")
            if panel.seat in self.bots and not panel.name.startswith(role):
                panel.marks.insert(0, role)
        return scene

    def story(self, p: int, since: int) -> list[Line]:
        """What happened from a move on, as far as seat p may know it."""
        lines: list[str] = []
        for i in range(since, len(self.match.moves)):
            told = self.match.game.words.narrate(self.match.game.view(self.match.at(i + 1), p), stand_in)
            if i in self.only and told:
                told[0] += " (only choice)"
            lines += told
        return tell(lines, self.match.name)

    def since_last_move(self, p: int) -> int:
        """The first move after the person's own last one: where a resumed match is told from."""
        moves = self.match.moves
        if p == SPECTATOR:
            return len(moves)
        return next((i + 1 for i in reversed(range(len(moves))) if moves[i].seat == p), 0)

    # --- people

    def welcome(self) -> None:
        self.keep()
        if self.match.over:
            return
        self.notes.append(f"Welcome to {self.match.game.title}.{' Type ? for help.' if self.people else ''}")
        wishes = self.match.game.options_of(self.match.state)
        for option in self.match.game.options:
            if (value := wishes[option.name]) != option.default:
                self.notes.append(f"House rule: {option.words} {option.label(value)}.")
        if self.match.game.interpreted and any(role in LEVELS for role in self.match.roles.values()):
            self.notes.append("The chefs are still warming up; cooks play for them meanwhile.")
        if self.match.commitment:
            self.notes.append(f"The SHA-256 of the seed is {self.match.commitment}; the seed is shown at the end.")
        if not self.people:
            self.flush()

    def ask(self, p: int) -> None:
        """Asks until the person has made a decision."""
        scene = self.scene(p)
        if len(scene.choices) == 1 and not self.careful:
            self.only.add(len(self.match.moves))
            self.play(p, scene.choices[0].action)
            return
        self.hand_over(p)
        if self.coaching:
            self.notes += self.coaching.notes(scene)
        self.show(p, scene)
        self.screen.complete(
            [*(readable(choice.notation) for choice in scene.choices), *COMMANDS, *self.match.game.rules]
        )
        who = "Your choice" if len(self.people) == 1 else f"{self.match.name(p)}, your choice"
        while not self.answer(p, scene.choices, self.screen.ask(f"{who} (1-{len(scene.choices)}, ? for help): ")):
            pass

    def hand_over(self, p: int) -> None:
        """With several people at one keyboard, nobody sees another's hand."""
        if len(self.people) > 1 and self.facing != p:
            self.screen.hide()
            self.screen.ask(f"Pass the keyboard to {self.match.name(p)}, then press Enter. ")
            self.screen.hide()
            self.drawn = -1
        self.facing = p

    def show(self, p: int, scene: Scene) -> None:
        moves = self.match.moves
        whole = not 0 <= self.drawn <= len(moves) or any(move.seat != p for move in moves[self.drawn :])
        self.screen.scene(scene, self.story(p, self.seen[p]), self.notes, whole)
        self.seen[p] = self.seen[SPECTATOR] = self.followed = len(moves)
        if whole:
            self.drawn = len(moves)
        self.notes = []

    def answer(self, p: int, choices: Sequence[Choice], line: str) -> bool:
        """Carries out a typed line; has it changed the position?"""
        text = " ".join(line.split())
        word, _, rest = text.partition(" ")
        wanted = command(word)
        if not text:
            self.screen.say("Type the number of a choice, or ? for help.")
            return False
        if wanted and not exact(choices, text):
            return wanted.run(self, p, rest)
        if text.upper() in self.match.game.rules:
            return rules(self, p, text)
        try:
            choice = chosen(self.match, p, choices, text)
        except Illegal as error:
            self.screen.complain(str(error))
            return False
        if self.coaching and (doubt := self.coaching.doubt(choice.action)):
            self.screen.say(f"Coach: {doubt} Type it again if you want it so.")
            return False
        self.careful = False
        self.play(p, choice.action)
        return True

    def changed(self, p: int, note: str) -> None:
        """After an undo or a redo: the person is asked again, even about a forced move."""
        self.careful = True
        self.only = {i for i in self.only if i < len(self.match.moves)}
        self.seen[p] = min(self.seen[p], len(self.match.moves))
        self.notes += [note] if note else []
        self.keep()

    # --- playing

    def play(self, p: int, action: int) -> None:
        before = self.points()
        self.match.play(p, action)
        self.keep()
        self.remark(p, before)

    def points(self) -> list[int]:
        """Of each seat, as far as the viewer sees them."""
        match, view = self.match, self.match.view(self.viewer)
        return [match.game.panel(view, q, match.name).score for q in range(match.players)] if self.talkers else []

    def remark(self, p: int, before: list[int]) -> None:
        """What a bot has to say to a move."""
        gained = [after - was for after, was in zip(self.points(), before)]
        asked = self.match.game.pending(self.match.view(self.viewer))
        said = characters.remark(self.talkers, p, gained, asked, f"{self.match.commitment} {len(self.match.moves)}")
        if said and not self.match.over:
            self.notes.append(f"{self.match.name(said[0])}: “{said[1]}”")

    def follow(self, p: int) -> None:
        """Tells what a bot did as soon as another seat has to decide."""
        if self.match.actor() == p or len(self.people) > 1:
            return
        if not self.people or self.screen.plain:
            self.flush()
        elif self.screen.live:  # drawing the table clears the screen, so it is told again below it
            self.screen.story(self.story(self.viewer, self.followed))
            self.followed = len(self.match.moves)

    def flush(self) -> None:
        self.screen.story(self.story(self.viewer, self.seen[self.viewer]))
        self.seen[self.viewer] = len(self.match.moves)
        for note in self.notes:
            self.screen.say(note)
        self.notes = []

    def keep(self) -> None:
        """Saves the match, if a file was given; a failure is reported once and play goes on."""
        if self.save is not None:
            trouble = self.saved(self.save)
            if trouble and trouble != self.trouble:
                self.notes.append(trouble)
            self.trouble = trouble

    def saved(self, path: Path) -> str:
        """Saves the match; returns what went wrong, or an empty string."""
        try:
            self.match.save(path)
        except OSError as error:
            return f"The match could not be saved in {path}: {error.strerror or error}."
        return ""

    # --- leaving

    def finish(self) -> None:
        """The table at the end, the places, and how to see it again."""
        self.flush()
        result = self.match.result()
        assert result is not None
        scene = self.scene(self.viewer)
        self.screen.table(scene)
        places = {p: int(place) for p, place in enumerate(result["ranks"])}
        panels = sorted(scene.panels, key=lambda panel: (places[panel.seat], panel.seat))
        self.screen.ranking(panels, places)
        for tie in ties(panels, places):
            self.screen.say(tie)
        ending = str(result["ending"])
        self.screen.say(f"{ending[:1].upper()}{ending[1:]}.")
        first = [p for p, place in places.items() if place == 1]
        for p, words in characters.bows(self.talkers, first, self.match.commitment):
            self.screen.say(f"{self.match.name(p)}: “{words}”")
        self.proof()

    def proof(self) -> None:
        """Shows the seed, its commitment, and how to replay the match."""
        match = self.match
        if match.seed:
            self.screen.listing([("seed", match.seed.hex()), ("its SHA-256", match.commitment)])
        if self.trouble:
            self.screen.complain(self.trouble)
        elif self.save is not None:
            self.screen.say("To replay the match, and to check its seed and every move:")
            for verb in ("replay", "verify"):
                self.screen.shell(f"yokocho {verb} {shlex.quote(str(self.save))}")
        elif match.seed:
            wishes = match.game.options_of(match.state)
            changed = [
                f" --option {o.name}={wishes[o.name]}" for o in match.game.options if wishes[o.name] != o.default
            ]
            self.screen.say("The match was not saved. The same deal again, with the seed above:")
            self.screen.shell(f"yokocho play {match.game.name} --players {match.players}{''.join(changed)} --seed SEED")

    def farewell(self, aloud: bool) -> None:
        """Says where the match is saved."""
        if aloud:
            self.screen.say("")
        if self.save is None:
            self.screen.say("Goodbye. The match was not saved.")
        elif self.trouble:
            self.screen.say(f"Goodbye. {self.trouble}")
        else:
            humans = "" if self.people == [0] else f" --humans {','.join(map(str, self.people)) or 'none'}"
            self.screen.say(f"Goodbye. The match is kept in {self.save}. Go on with:")
            self.screen.shell(f"yokocho play --resume {shlex.quote(str(self.save))}{humans}")


def ties(panels: Sequence[Panel], places: Mapping[int, int]) -> list[str]:
    """How ties in points were decided, for panels in the order of their places."""
    said = []
    for better, worse in pairwise(panels):
        if better.score == worse.score:
            shared = places[better.seat] == places[worse.seat]
            how = "share the place" if shared else "have equal points: the tie-break decided"
            said.append(f"{seat_name(better)} and {seat_name(worse)} {how}.")
    return said
