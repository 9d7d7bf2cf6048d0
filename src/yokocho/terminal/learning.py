"""Lessons in the terminal: at the real table, with reactions to moves, and what follows played out."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from yokocho.bots.kitchen import change_over
from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.match import Illegal, Match
from yokocho.core.scene import Choice, Scene, readable
from yokocho.learn import progress
from yokocho.learn.guide import unmarked
from yokocho.learn.lessons import Course, Lesson, course
from yokocho.learn.playing import Playing
from yokocho.learn.selectors import in_words
from yokocho.terminal.choose import chosen, exact
from yokocho.terminal.commands import COMMANDS, Left, command
from yokocho.terminal.screen import Screen
from yokocho.terminal.story import Line

OK, INTERRUPTED = 0, 130
SHARED = ("rules", "hint", "why", "look", "seat", "choices", "table", "quit")  # commands as in a match
OWN = {
    "show": "see how the lesson would do it",
    "undo": "take back your last move",
    "again": "read the task again",
}
SHORT = {"s": "show", "u": "undo", "a": "again"}


def list_lessons(game: Game, screen: Screen) -> None:
    done = progress.learned(game.name, "lessons")
    rows = [
        (str(i), f"{lesson.title} ({lesson.id}), {lesson.minutes} minutes{', done' if lesson.id in done else ''}")
        for i, lesson in enumerate(lessons_of(game).lessons, 1)
    ]
    screen.listing(rows)


def lessons_of(game: Game) -> Course:
    found = course(game)
    if not found.lessons:
        raise BadInput(f"{game.title} has no lessons")
    return found


def wanted(found: Course, text: str) -> Lesson:
    """A lesson by its number or its name."""
    if text.isdecimal() and 1 <= int(text) <= len(found.lessons):
        return found.lessons[int(text) - 1]
    return found.lesson(text)


class Learner:
    """Somebody at the keyboard who takes lessons, one after the other."""

    def __init__(self, game: Game, screen: Screen, lesson: str | None, ready: threading.Event | None = None) -> None:
        self.game, self.screen, self.ready = game, screen, ready
        self.course = lessons_of(game)
        self.lesson = wanted(self.course, lesson) if lesson else self.first_new()
        self.playing: Playing
        self.told: Scene | None = None  # the table as it was shown last, while it is the same one

    def first_new(self) -> Lesson:
        """The first lesson that is not done; the first of all if all are."""
        done = progress.learned(self.game.name, "lessons")
        return next((lesson for lesson in self.course.lessons if lesson.id not in done), self.course.lessons[0])

    # --- what commands look at

    @property
    def match(self) -> Match:
        return self.playing.match

    def scene(self, p: int) -> Scene:
        return self.playing.match.scene(p)

    # --- lessons

    def run(self) -> int:
        try:
            while self.take() and self.next():
                pass
        except (EOFError, Left):
            self.screen.say("Goodbye.")
        except KeyboardInterrupt:
            self.screen.say("")
            return INTERRUPTED
        return OK

    def take(self) -> bool:
        """One lesson, from its first step to its last."""
        lesson = self.lesson
        number = self.course.lessons.index(lesson) + 1
        self.screen.head(f"{self.game.title}: lesson {number} of {len(self.course.lessons)}, {lesson.title}")
        self.playing = Playing(self.game, self.course, lesson)
        going = True
        while going:
            self.change_over()
            self.do_step()
            going = self.playing.advance()
        trouble = progress.add(self.game.name, "lessons", [lesson.id])
        self.screen.say(f"That was {lesson.title}.")
        if lesson.rules:
            self.screen.say(f"To read on: {', '.join(f'yokocho rules {self.game.name} {n}' for n in lesson.rules)}")
        if trouble:
            self.screen.complain(trouble)
        return True

    def next(self) -> bool:
        """Goes on to the next lesson, if there is one and the person wants it."""
        i = self.course.lessons.index(self.lesson) + 1
        if i == len(self.course.lessons):
            self.screen.say("That was the last lesson. Now play with a coach:")
            self.screen.shell(f"yokocho play {self.game.name} --players {self.game.players[0]} --coach")
            return False
        self.lesson = self.course.lessons[i]
        self.wait(f"Next lesson: {self.lesson.title}. Enter to go on, q to stop: ")
        return True

    def change_over(self) -> None:
        """Changes to compiled rules, once they are ready."""
        if self.game.interpreted and self.ready and self.ready.is_set():
            change_over(self.game)
            self.playing.match.renew()

    # --- steps

    def do_step(self) -> None:
        playing, step = self.playing, self.playing.step
        lit = in_words(playing.scene(), playing.lit(playing.scene()))
        if step.position:
            self.told = None
        self.show([*([f"Look at: {lit}."] if lit else []), *self.task()])
        if step.task:
            while not playing.done:
                self.choose()
        elif step.then or not playing.last:
            self.wait("Enter to go on: ")
        for happened in playing.follow():
            self.tell(happened.lines)
        if step.after:
            self.screen.say(unmarked(step.after))

    def task(self) -> list[str]:
        step = self.playing.step
        return [unmarked(text) for text in (step.say, step.task) if text]

    def show(self, notes: Sequence[str]) -> None:
        """The table, with the choices where there is something to do."""
        playing, scene = self.playing, self.playing.scene()
        to_do = bool(playing.step.task and scene.choices)
        if to_do and not self.screen.plain:
            self.screen.scene(scene, [], notes, True)
            return
        self.screen.table(scene, self.told)
        self.told = scene
        for note in notes:
            self.screen.say(note)
        if to_do:
            self.screen.question(scene)

    def wait(self, prompt: str) -> None:
        """Until the person wants to go on."""
        while (text := " ".join(self.screen.ask(prompt).split())) != "":
            if not self.command(text):
                self.screen.say("Press Enter to go on, or ? for help.")

    def choose(self) -> None:
        """One decision: until a move is played."""
        scene = self.playing.scene()
        words = [*(readable(choice.notation) for choice in scene.choices), *OWN, *SHARED]
        self.screen.complete(words)
        text = " ".join(self.screen.ask(f"Your choice (1-{len(scene.choices)}, s to be shown, ? for help): ").split())
        if not text:
            self.screen.say("Type the number of a choice, s to be shown, or ? for help.")
        elif exact(scene.choices, text) or not self.command(text):
            self.try_move(scene.choices, text)

    def try_move(self, choices: Sequence[Choice], text: str) -> None:
        try:
            self.play(chosen(self.match, self.playing.seat, choices, text).action)
        except Illegal as error:
            self.screen.complain(str(error))

    def play(self, move: int | str) -> None:
        playing = self.playing
        n = len(self.match.moves)
        answer = playing.answer(move)
        self.tell(playing.log(n))
        if answer.said:
            self.screen.say(unmarked(answer.said))
        if answer.result in ("wrong", "other"):
            playing.take_back()
            self.screen.say("Taken back: try again.")
        elif answer.result == "on":
            self.screen.question(playing.scene())

    def tell(self, lines: list[str]) -> None:
        """What the log says, if it says anything."""
        if lines:
            self.screen.story([Line("", lines)])

    # --- commands

    def command(self, text: str) -> bool:
        """Runs a command; False if it is none."""
        word, _, rest = text.partition(" ")
        word = word.casefold()
        own = SHORT.get(word, word)
        known = command(word)
        if own == "show" and self.playing.model:
            self.screen.say(f"▸ {readable(self.playing.model[0])}")
            self.play(self.playing.model[0])
        elif own == "undo" and self.playing.place.played:
            self.playing.take_back()
            self.show(self.task())
        elif own == "again":
            self.show(self.task())
        elif word in ("?", "help"):
            self.help()
        elif known and known in [COMMANDS[name] for name in SHARED]:
            known.run(self, self.playing.seat, rest)
        else:
            return False
        return True

    def help(self) -> None:
        self.screen.say(
            "Type the number of a choice, or its notation (the beginning is enough where it is unique), or:"
        )
        rows = [*OWN.items(), *((COMMANDS[name].usage, COMMANDS[name].words) for name in SHARED)]
        self.screen.listing(rows)
