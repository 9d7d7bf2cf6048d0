"""What is wrong in a file is said with its place, and nothing else stops working."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.learn.support import SAMPLE, written
from yokocho.learn import check as checking
from yokocho.learn import guide, lessons
from yokocho.learn.check import check
from yokocho.learn.playing import Playing
from yokocho.learn.reading import Faults

STEP = """
[[lesson]]
id = "one"
title = "One"
{lesson}
[[lesson.step]]
position = "last-one"
say = "Look."
task = "Take three."
right = [["take 3"]]
said = "Right."
otherwise = "No."
{step}
"""


def faults(tmp_path: Path, lesson: str = "", step: str = "") -> list[str]:
    return check(written(tmp_path, lessons=STEP.format(lesson=lesson, step=step)))


def test_the_pattern_of_these_tests_has_no_fault(tmp_path: Path) -> None:
    assert faults(tmp_path) == []


@pytest.mark.parametrize(
    ("lesson", "step", "said"),
    [
        ('explains = ["event:nothing"]', "", "lessons.toml, one: explains 'event:nothing', which does not occur"),
        ('rules = ["LD-99"]', "", "lessons.toml, one: rules: LD-99 is no rule"),
        ("colour = 1", "", "lessons.toml, one: colour: unknown"),
        ('minutes = "two"', "", "lessons.toml, one: minutes: a number is needed here"),
        ("minutes = 0", "", "lessons.toml, one: minutes: 0 are too few, it takes 0.1"),
        ("", 'light = ["zone:stove"]', "lessons.toml, one, step 1: 'zone:stove' matches nothing there"),
        ("", 'light = ["stove"]', "'stove' should begin with one of zone:, piece:"),
        ("", 'then = ["1 take 1"]', "then: '1 take 1' should be a seat, a colon and a move"),
        ("", 'then = ["1: take 2"]', "lessons.toml, one, step 1: Only 1 left in the steamer. (LD-4)"),
        ("", 'then = ["0: take 1"]', "It is not for You to decide now"),
        ("", 'chance = "7"', "chance: 64 hexadecimal digits is needed here"),
        ("", "seat = 5", "lessons.toml, one, step 1: there is no seat 5"),
        ("", "seat = 1", "seat 1 is not asked there, but [0]"),
        ("", '[[lesson.step.wrong]]\nmoves = ["take 3"]\nsay = "No."', "wrong: 'take 3' is no wrong move there"),
        ("", '[[lesson.step.wrong]]\nmoves = ["take 1"]', "step 1, wrong 1: say: a text is needed here"),
        ("", 'after = "See LD-4 for that."', "the number of a rule, LD-4, in running text"),
        ("", 'after = "See [that](LD-99)."', "a link to 'LD-99', which is no rule"),
        ("", 'after = "Type `take 3`."', "a code in backticks"),
        ("", f'after = "{"word " * 30}."', "30 words in a sentence, 24 are the most"),
    ],
)
def test_faults_of_lessons(tmp_path: Path, lesson: str, step: str, said: str) -> None:
    found = faults(tmp_path, lesson, step)
    assert len(found) == 1 and said in found[0], found


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('position = "last-one"', 'position = "none"', "teaching/none.json: there is no such position"),
        ('position = "last-one"\n', "", "step 1: position: the first step needs one"),
        ('right = [["take 3"]]', "", "a step with a task has right ways, and one without has none"),
        ('right = [["take 3"]]', 'right = [["take  three"]]', "'take three' is not a move of Last Dumpling"),
        ('right = [["take 3"]]', 'right = [["take 3"], ["take 3"]]', "is the beginning of another way"),
        ('otherwise = "No."', "", "step 1: otherwise: a text is needed here"),
        ('id = "one"', 'id = "One!"', "id: small letters, digits and hyphens are needed here"),
        ("[[lesson]]", "[[lesson", "lessons.toml: "),
    ],
)
def test_faults_of_what_a_lesson_needs(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = STEP.format(lesson="", step="").replace(old, new)
    assert any(said in line for line in check(written(tmp_path, lessons=text)))


def test_a_drawing_that_does_not_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = checking.drawings(SAMPLE)
    assert {"dumpling", "leaf"} <= known
    monkeypatch.setattr(checking, "drawings", lambda game: known)
    found = faults(tmp_path, step='after = "A {dumpling}, and a {nonexistent} drawing."')
    assert found == ["lessons.toml, one, step 1: there is no drawing 'nonexistent'"]


def test_one_lesson_is_checked_alone(tmp_path: Path) -> None:
    text = STEP.format(lesson='rules = ["LD-99"]', step="") + STEP.format(lesson="", step="").replace("one", "two", 1)
    game = written(tmp_path, lessons=text)
    assert check(game, "two") == []
    assert len(check(game, "one")) == 1


def test_chance_is_fixed_where_a_lesson_says_so() -> None:
    """LD-5: three dumplings are noisy, and in this lesson the coin shows the cat."""
    found = lessons.course(SAMPLE)
    play = Playing(SAMPLE, found, found.lesson("first-bite"))
    assert play.advance() and play.step.chance
    play.answer("take 3")
    assert play.log() == ["You eat 3", "The cat snatches one"]


GUIDE = (SAMPLE.folder / "guide.md").read_text(encoding="utf-8")


def test_a_guide_in_parts() -> None:
    found = guide.guide(SAMPLE)
    assert (found.title, found.facts) == ("Last Dumpling", ("2 to 4 eaters", "5 minutes", "one round"))
    assert [chapter.aid for chapter in found.chapters] == [False] * 5 + [True]
    assert [block.kind for block in found.chapters[-1].blocks] == ["table", "list"]
    (figure,) = found.chapters[0].figures()
    assert (figure.id, figure.points[0].at) == ("the-table-1", ("zone:steamer",))
    assert found.chapters[1].explains == ("question:turn", "event:ate", "event:snatched")


def test_words_are_counted_as_they_are_read(tmp_path: Path) -> None:
    assert guide.words_of("Put **three** on a [Dish](UM-13) {leaf}: it's 1,5 or 7-9.") == [
        *("Put", "three", "on", "a", "Dish", "it's", "1", "5", "or", "7-9")
    ]
    found = guide.guide(SAMPLE)
    more = GUIDE.replace("You cannot pass.", "You cannot pass. Five more words for you.")
    longer = guide.read(written(tmp_path, guide=more), Faults())
    aid = guide.read(written(tmp_path, guide=f"{GUIDE}\nMany more words that nobody counts.\n"), Faults())
    assert longer.words == found.words + 5 and aid.words == found.words


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("# Last Dumpling", "", "guide.md: it begins with # and a title"),
        ("> 2 to 4", "2 to 4", "guide.md: it begins with > and facts"),
        ("## Points", "## Scores", "the chapters are The table, Your turn, ..., Points"),
        ('position = "guide-table"', 'position = "none"', "The table, figure 1: teaching/none.json: there is no such"),
        ('at = ["zone:steamer"]', 'at = ["zone:stove"]', "The table, figure 1: 'zone:stove' matches nothing there"),
        ('caption = "', 'captions = "', "The table, figure 1: caption: a text is needed here"),
        ("event:snatched -->", "event:barked -->", "guide.md, Your turn: explains 'event:barked'"),
        ("You cannot pass.", "word " * 500 + ".", "words, 700 are the most"),
        ("Each dumpling is a point", "See LD-7", "the number of a rule, LD-7"),
        ("## Points", "### Points", "no ### headings"),
    ],
)
def test_faults_of_a_guide(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = GUIDE.replace(old, new) * (2 if "700" in said else 1)
    assert any(said in line for line in check(written(tmp_path, guide=text))), check(written(tmp_path, guide=text))


COACH = (SAMPLE.folder / "coach.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[event.ate]", "[event.barked]", "[event.barked]: explains 'event:barked'"),
        ("{points}", "{marks}", "[round]: {marks}: known are {points}"),
        ("[round]", "[rounds]", "coach.toml: rounds: unknown"),
        ('level = "', 'even = "', "coach.toml: [round] level is missing"),
        ("{better}", "{best}", "[mistake]: {best}: known are {why}, {better}"),
        ('light = ["zone:steamer", "zone:cup:0"]', 'light = ["steamer"]', "'steamer' should begin with one of"),
    ],
)
def test_faults_of_a_coach(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert any(said in line for line in check(written(tmp_path, coach=COACH.replace(old, new))))


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    game = written(tmp_path)
    for name in ("guide.md", "lessons.toml", "coach.toml"):
        (tmp_path / name).unlink()
    assert check(game) == ["guide.md: missing", "lessons.toml: there are no lessons", "coach.toml: missing"]
