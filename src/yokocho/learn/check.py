"""Checks the guide, the lessons and the coach of a game: every text, figure, selector, way and key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from pathlib import Path

from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.scene import Scene
from yokocho.learn import coach, coverage, guide, lessons
from yokocho.learn.guide import WORDS_A_MINUTE, Chapter, Figure, Guide, words_of
from yokocho.learn.lessons import Course, Lesson
from yokocho.learn.playing import Playing
from yokocho.learn.prose import GRADE, LONGEST, grade, sentences
from yokocho.learn.reading import Faults, has, position
from yokocho.learn.selectors import matching, one

MOST_WORDS, MOST_MINUTES = 700, 4
SECONDS_A_MOVE, SECONDS_TO_WATCH = 5, 1  # in a lesson: for a move of the learner, and for one that follows
FEWEST, MOST = 6, 9  # lessons of a game; a sample may have fewer
PATHS = 200  # combinations of right ways that are tried in a lesson
FIRST = ("The table", "Your turn")
LAST = ("How it ends", "Five first tips", guide.AID)
DRAWINGS = ("web/src/drawings", "web/src/shapes")
LEVELS = 6  # folders above a game's folder in which the checkout is looked for


def check(game: Game, only: str = "") -> list[str]:
    """All that is wrong, or with `only` all that is wrong in that lesson."""
    faults = Faults()
    course = lessons.read(game, faults)
    known = coverage.known_keys(game)
    if only:
        check_lesson(game, course, course.lesson(only), known, faults)
        return [line for line in faults if line.startswith(f"{lessons.FILE}, {only}")]
    if has(game, guide.FILE):
        check_guide(game, guide.read(game, faults), known, faults)
    else:
        faults.note(guide.FILE, "missing")
    check_course(game, course, known, faults)
    check_coach(game, coach.read(game, faults), known, faults)
    return faults


# --- texts


def check_texts(game: Game, where: str, texts: Sequence[str], faults: Faults) -> None:
    for text in texts:
        for part in sentences(text):
            if len(words_of(part)) > LONGEST:
                faults.note(where, f"{len(words_of(part))} words in a sentence, {LONGEST} are the most: {part!r}")
        plain = guide.unmarked(text)
        for number in re.findall(rf"\b{game.rule_prefix}-R?\d+\b", plain):
            faults.note(where, f"the number of a rule, {number}, in running text: {plain!r}")
        for target in re.findall(r"\]\(([^)]*)\)", text):
            if target not in game.rules:
                faults.note(where, f"a link to {target!r}, which is no rule")
        for option in game.options:
            if "_" in option.name and option.name in plain:
                faults.note(where, f"the name of an option, {option.name}: {plain!r}")
        if "`" in text:
            faults.note(where, f"a code in backticks: {text!r}")
        for name in re.findall(r"\{([a-z0-9-]+)\}", text):
            if drawings(game) and name not in drawings(game):
                faults.note(where, f"there is no drawing {name!r}")


def check_grade(where: str, texts: Sequence[str], faults: Faults) -> None:
    found = grade(texts)
    if found > GRADE:
        faults.note(where, f"hard to read: grade {found:.1f}, at most {GRADE}: shorter sentences and words")


def drawings(game: Game) -> frozenset[str]:
    """The drawings of the checkout; none for an installed package."""
    return drawn(game.folder)


@cache
def drawn(folder: Path) -> frozenset[str]:
    for parent in list(folder.parents)[:LEVELS]:
        if (parent / DRAWINGS[0]).is_dir():
            return frozenset(path.stem for place in DRAWINGS for path in (parent / place).glob("*.svg"))
    return frozenset()


def check_keys(where: str, keys: Iterable[str], known: frozenset[str], faults: Faults) -> None:
    for key in keys:
        if key not in known:
            near = ", ".join(sorted(name for name in known if name.partition(":")[0] == key.partition(":")[0]))
            faults.note(where, f"explains {key!r}, which does not occur; there are {near or 'no such keys'}")


def check_light(where: str, scene: Scene, selectors: Sequence[str], faults: Faults) -> None:
    for selector in selectors:
        try:
            if not one(scene, selector):
                faults.note(where, f"{selector!r} matches nothing there")
        except BadInput as error:
            faults.note(where, str(error))


# --- the guide


def check_guide(game: Game, found: Guide, known: frozenset[str], faults: Faults) -> None:
    if found.words > MOST_WORDS:
        faults.note(guide.FILE, f"{found.words} words, {MOST_WORDS} are the most (the player aid does not count)")
    if found.minutes > MOST_MINUTES:
        faults.note(guide.FILE, f"{found.minutes} minutes, {MOST_MINUTES} are the most")
    titles = [chapter.title for chapter in found.chapters]
    if tuple(titles[: len(FIRST)]) != FIRST or tuple(titles[-len(LAST) :]) != LAST or "Points" not in titles:
        order = ", ".join([*FIRST, "...", "Points", *LAST])
        faults.note(guide.FILE, f"the chapters are {order}; not {', '.join(titles)}")
    check_texts(game, guide.FILE, [found.title, found.lead, *found.facts], faults)
    for chapter in found.chapters:
        where = f"{guide.FILE}, {chapter.title}"
        check_texts(game, where, [text for block in chapter.blocks for text in block.texts()], faults)
        check_keys(where, chapter.explains, known, faults)
        check_figures(game, chapter, known, faults)
    if not any(True for chapter in found.chapters for _ in chapter.figures()):
        faults.note(guide.FILE, "there is no figure")
    check_grade(guide.FILE, found.texts(), faults)


def check_figures(game: Game, chapter: Chapter, known: frozenset[str], faults: Faults) -> None:
    for figure in chapter.figures():
        check_keys(figure.where, figure.explains, known, faults)
        try:
            scene = figure_scene(game, figure)
        except BadInput as error:
            faults.note(figure.where, str(error))
            continue
        check_light(figure.where, scene, figure.light, faults)
        check_light(figure.where, scene, figure.crop, faults)
        for selector in figure.crop:
            if not selector.startswith("zone:"):
                faults.note(figure.where, f"crop: zones are needed here, not {selector!r}")
        for point in figure.points:
            check_light(figure.where, scene, point.at, faults)
            if not point.at:
                faults.note(figure.where, f"{point.name!r} points at nothing")


def figure_match(game: Game, figure: Figure) -> Match:
    """The table of a figure."""
    match = Match.from_state(game, game.settle(position(game, figure.position)))
    match.names = dict(zip(range(match.players), lessons.names(game)))
    if not 0 <= figure.seat < match.players:
        raise BadInput(f"seat: a number from 0 to {match.players - 1}")
    return match


def figure_scene(game: Game, figure: Figure) -> Scene:
    return figure_match(game, figure).scene(figure.seat)


# --- lessons


def check_course(game: Game, course: Course, known: frozenset[str], faults: Faults) -> None:
    if not course.lessons:
        faults.note(lessons.FILE, "there are no lessons")
    elif not (1 if game.sample else FEWEST) <= len(course.lessons) <= MOST:
        faults.note(lessons.FILE, f"{len(course.lessons)} lessons; a game has {FEWEST} to {MOST}")
    for lesson in course.lessons:
        check_lesson(game, course, lesson, known, faults)


def check_lesson(game: Game, course: Course, lesson: Lesson, known: frozenset[str], faults: Faults) -> None:
    where = f"{lessons.FILE}, {lesson.id}"
    check_keys(where, lesson.explains, known, faults)
    for number in lesson.rules:
        if number not in game.rules:
            faults.note(where, f"rules: {number} is no rule")
    texts = [lesson.title]
    for step in lesson.steps:
        said = [step.say, step.task, step.said, step.otherwise, step.after, *(wrong.say for wrong in step.wrong)]
        check_texts(game, step.where, said, faults)
        texts += said
    check_grade(where, texts, faults)
    if not any(step.task for step in lesson.steps):
        faults.note(where, "there is nothing to do in it")
    if (taken := seconds(lesson)) > 60 * lesson.minutes:
        faults.note(where, f"minutes: {lesson.minutes} are too few, it takes {taken / 60:.1f}")
    ways = [range(max(1, len(step.right))) for step in lesson.steps]
    trial = Trial(game, course, lesson)
    for path in list(product(*ways))[:PATHS]:
        trial.play(path)
    trial.check_wrongs()
    faults += list(dict.fromkeys(trial.faults))


def seconds(lesson: Lesson) -> float:
    """How long a lesson takes whoever reads steadily and does what it asks for."""
    words = sum(len(words_of(text)) for step in lesson.steps for text in (step.say, step.task, step.said, step.after))
    moves = sum(len(step.right[0]) for step in lesson.steps if step.right)
    watched = sum(len(step.then) for step in lesson.steps)
    return 60 * words / WORDS_A_MINUTE + SECONDS_A_MOVE * moves + SECONDS_TO_WATCH * watched


class Trial:
    """A lesson played by its right ways, one path through them after the other."""

    def __init__(self, game: Game, course: Course, lesson: Lesson) -> None:
        self.game, self.course, self.lesson = game, course, lesson
        self.faults = Faults()
        self.seen: dict[str, set[str]] = {step.where: set() for step in lesson.steps}  # wrong moves that are legal

    def play(self, path: Sequence[int]) -> None:
        where = self.lesson.steps[0].where
        try:
            playing = Playing(self.game, self.course, self.lesson)
            for n, way in enumerate(path):
                where = playing.step.where
                self.check_step(playing)
                for move in playing.step.right[way] if playing.step.right else ():
                    self.see(playing)
                    if playing.answer(move).result not in ("on", "right"):
                        raise BadInput(f"right: {move!r} is written {playing.match.moves[-1].notation!r}")
                for _ in playing.follow():
                    pass
                if n + 1 < len(path):
                    where = self.lesson.steps[n + 1].where
                    playing.advance()
        except BadInput as error:
            self.faults.note(where, f"{error}{f' (after the ways {list(path[: n + 1])})' if any(path) else ''}")

    def check_step(self, playing: Playing) -> None:
        step, match = playing.step, playing.match
        check_light(step.where, playing.scene(), step.light, self.faults)
        if not step.right:
            return
        if playing.seat not in match.pending():
            raise BadInput(f"seat {playing.seat} is not asked there, but {match.pending()}")
        if len(match.legal(playing.seat)) == 1 and all(len(way) == 1 for way in step.right):
            self.faults.note(step.where, "there is only one legal move: let it be played by itself, in `then`")

    def see(self, playing: Playing) -> None:
        n, played = len(playing.place.played), playing.place.played
        right = {way[n] for way in playing.step.right if way[:n] == played}
        legal = playing.match.notations(playing.seat)
        for pattern in (pattern for wrong in playing.step.wrong for pattern in wrong.moves):
            if set(matching(pattern, legal)) - right:
                self.seen[playing.step.where].add(pattern)

    def check_wrongs(self) -> None:
        for step in self.lesson.steps:
            for pattern in (pattern for wrong in step.wrong for pattern in wrong.moves):
                if pattern not in self.seen[step.where] and not any(step.where in line for line in self.faults):
                    self.faults.note(step.where, f"wrong: {pattern!r} is no wrong move there")


# --- the coach


def check_coach(game: Game, found: coach.Coach, known: frozenset[str], faults: Faults) -> None:
    if not has(game, coach.FILE):
        faults.note(coach.FILE, "missing")
        return
    for key, saying in found.sayings.items():
        where = f"{coach.FILE}, [{key.replace(':', '.')}]"
        check_keys(where, [key], known, faults)
        check_texts(game, where, [saying.say], faults)
        for selector in saying.light:
            try:
                one(blank_scene(game), selector)
            except BadInput as error:
                faults.note(where, str(error))
    names = ["leading", "level", "behind"] * (game.players[-1] > 1) + ["alone"] * (game.players[0] == 1)
    for table, told in (("round", found.round), ("end", found.end)):
        for name in names:
            if told and name not in told:
                faults.note(coach.FILE, f"[{table}] {name} is missing")
    if not found.ask:
        faults.note(coach.FILE, "[mistake] ask is missing")
    lines = [re.sub(r"\{\w+\}", "3", text) for text in (*found.round.values(), *found.end.values(), found.ask)]
    check_texts(game, coach.FILE, lines, faults)
    check_grade(coach.FILE, [*(saying.say for saying in found.sayings.values()), *lines], faults)


def blank_scene(game: Game) -> Scene:
    """A scene in which nothing can be found: to see whether a selector is one."""
    return Scene(game.name, 0, "", [], [], [], "")


def unexplained(game: Game, keys: Iterable[str]) -> list[str]:
    """Those of the keys that are explained nowhere."""
    places = coverage.places(game)
    return [key for key in keys if not places.get(key)]
