"""A game's folder with teaching files of a test, and the games that have such files."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from tests.support import GAMES
from yokocho import catalog
from yokocho.core.game import Game
from yokocho.learn.lessons import FILE as LESSONS
from yokocho.learn.lessons import Lesson, course
from yokocho.learn.playing import Playing
from yokocho.learn.reading import has

SAMPLE = catalog.game("last_dumpling")
TAUGHT = [game for game in GAMES if has(game, LESSONS)]
ALL_LESSONS = [(game, lesson.id) for game in TAUGHT for lesson in course(game).lessons]


def playing(game: Game, lesson: str) -> Playing:
    found = course(game)
    return Playing(game, found, found.lesson(lesson))


def find(game: Game, id: str) -> Lesson:
    return course(game).lesson(id)


def written(folder: Path, **texts: str) -> Game:
    """The sample game as if these files lay in its folder, beside the positions that it has."""
    shutil.copytree(SAMPLE.folder / "teaching", folder / "teaching", dirs_exist_ok=True)
    names = {"lessons": "lessons.toml", "coach": "coach.toml", "guide": "guide.md"}
    for name in names.values():
        shutil.copy(SAMPLE.folder / name, folder / name)
    for name, text in texts.items():
        (folder / names[name]).write_text(text, encoding="utf-8")
    made = object.__new__(Game)
    vars(made).update(vars(SAMPLE) | {"folder": folder, "rules": SAMPLE.rules})
    return made


def model(found: Playing) -> Iterator[str]:
    """Plays a lesson by its model moves to the end; yields each of them before it is played."""
    going = True
    while going:
        for move in found.model:
            yield move
            found.answer(move)
        for _ in found.follow():
            pass
        going = found.advance()
