"""Lessons, guides and the coach in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.learn.support import ALL_LESSONS, SAMPLE, TAUGHT, find
from tests.support import table_id, yokocho
from tests.test_terminal import scripted, shown
from yokocho import catalog
from yokocho.bots import seats
from yokocho.cli import parser
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.learn import coach, progress
from yokocho.learn.guide import guide, unmarked
from yokocho.terminal import guide as telling
from yokocho.terminal.client import Client
from yokocho.terminal.coaching import Coaching
from yokocho.terminal.learning import Learner
from yokocho.terminal.screen import Plain, Screen

looks = pytest.mark.parametrize("kind", [Screen, Plain])


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder in which nothing has been learned."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name: str(tmp_path / name))
    return tmp_path


def learn(game: Game, lesson: str | None, *answers: str, kind: type[Screen] = Plain) -> str:
    screen = scripted(kind, answers, width=100)
    assert Learner(game, screen, lesson).run() == 0
    return " ".join(shown(screen).split())


class Answers:
    """Always shown what to do: answers for as long as a lesson may ask."""

    def __init__(self, game: Game, id: str) -> None:
        steps = find(game, id).steps
        self.lines: list[str] = []
        for i, step in enumerate(steps):
            if step.task:
                self.lines += ["s"] * len(step.right[0])
            elif step.then or i + 1 < len(steps):
                self.lines.append("")


@looks
@pytest.mark.parametrize(("game", "id"), ALL_LESSONS, ids=table_id)
def test_every_lesson_is_played_by_its_model_moves(game: Game, id: str, kind: type[Screen]) -> None:
    lesson = find(game, id)
    said = learn(game, id, *Answers(game, id).lines, kind=kind)
    assert f"That was {lesson.title}." in said
    assert progress.learned(game.name, "lessons") == [id]
    if kind is Plain:
        for step in lesson.steps:
            for text in (step.say, step.task, step.said, step.after):
                assert " ".join(unmarked(text).split()) in said, text


def test_a_wrong_move_is_taken_back_and_explained() -> None:
    said = learn(SAMPLE, "last-one", "take 1", "1", "take 3")
    assert said.count("Then Kiko can leave just one for you.") == 2 and said.count("Taken back") == 2
    assert "That was Never the last one." in said


def test_commands_in_a_lesson() -> None:
    typed = ["", "?", "rules LD-6", "hint", "why take 2", "look dumpling", "again", "take 9", "q"]
    said = learn(SAMPLE, "3", *typed)
    for words in (
        *("Type the number of a choice", "show: see how the lesson would do it", "LD-6: The game ends"),
        *("What seems best", "That is legal", "dumpling:", "'take 9' is not a move"),
    ):
        assert words in said, words
    assert said.count("Leave the last one to Kiko.") == 2
    assert "That was" not in said and "Goodbye." in said
    assert progress.learned(SAMPLE.name, "lessons") == []


def test_only_what_has_changed_is_told_again() -> None:
    """In plain text; `table` tells all of it."""
    game = catalog.game("wok_and_roll")
    menu = "Crab: SS 1 blue, SSN 2 blue, SSM 2 blue, SSS 3 blue"
    said = learn(game, "first-market", "", "s", "q")
    assert said.count(menu) == 2  # once on each sheet
    assert said.count("You (seat 0): 0 points") == 2 and "The wok: M brown white 2 times, V green white" in said
    assert learn(game, "first-market", "", "table", "q").count(menu) == 4


def test_a_right_move_can_be_taken_back() -> None:
    game = catalog.game("umami")
    lesson = next(
        found
        for found in (find(game, id) for other, id in ALL_LESSONS if other is game)
        if found.steps[0].right and len(found.steps[0].right[0]) > 1
    )
    first = lesson.steps[0].right[0][0]
    said = learn(game, lesson.id, first, "undo", first, "q")
    assert said.count(lesson.steps[0].task) == 2


def test_lessons_follow_each_other_and_are_remembered() -> None:
    ids = [id for game, id in ALL_LESSONS if game is SAMPLE]
    lines = [line for id in ids for line in [*Answers(SAMPLE, id).lines, ""]]
    said = learn(SAMPLE, None, *lines)
    assert progress.learned(SAMPLE.name, "lessons") == ids
    assert "Next lesson: Just right." in said and "That was the last lesson." in said
    assert f"yokocho play {SAMPLE.name} --players 2 --coach" in said
    progress.path().write_text(f'{{"{SAMPLE.name}": {{"lessons": ["first-bite"]}}}}')
    assert Learner(SAMPLE, scripted(Plain), None).lesson.id == "just-right"


@pytest.mark.parametrize("text", ["", "[]", '{"last_dumpling": 3}', '{"last_dumpling": {"lessons": 3}}', "\0"])
def test_what_was_learned_may_be_lost_but_harms_nobody(text: str) -> None:
    progress.path().parent.mkdir(parents=True)
    progress.path().write_text(text)
    assert progress.learned(SAMPLE.name, "lessons") == []
    assert progress.add(SAMPLE.name, "lessons", ["one", "one"]) == ""
    assert progress.learned(SAMPLE.name, "lessons") == ["one"]


@looks
@pytest.mark.parametrize("game", TAUGHT, ids=table_id)
def test_a_guide_as_text(game: Game, kind: type[Screen]) -> None:
    screen = scripted(kind, width=100)
    telling.tell(game, screen)
    said = " ".join(shown(screen).split())
    found = guide(game)
    for chapter in found.chapters:
        assert chapter.title in said
        for figure in chapter.figures():
            assert " ".join(unmarked(figure.caption).split()) in said
    for marks in ("{", "](", "**", " ,", " .", "You's"):
        assert marks not in said, marks


def test_the_commands() -> None:
    parser().parse_args(["guide", "umami", "--coverage", "--matches", "20"])
    assert yokocho("learn", "last_dumpling", "--list").stdout.splitlines()[0].split()[:2] == ["1", "The"]
    assert yokocho("learn", "last_dumpling", "--check").stdout == "no faults\n"
    done = yokocho("learn", "last_dumpling", "nothing")
    assert done.returncode == 2 and "there is no lesson 'nothing'" in done.stderr
    done = yokocho("guide", "last_dumpling", "--coverage", "--matches", "20")
    assert done.returncode == 0 and "event:ate" in done.stdout and "NOWHERE" not in done.stdout
    done = yokocho("play", "last_dumpling", "--players", "2", "--coach", "--humans", "0,1")
    assert done.returncode == 2 and "with a coach one person plays" in done.stderr


# --- a match with a coach


def coached(game: Game, *answers: str, players: int = 2) -> str:
    screen = scripted(Plain, answers)
    match = Match(game, players, None, "coached")
    match.names = {0: "guest", 1: "Pip"}
    bots = {p: seats.bot("apprentice", game, f"test {p}") for p in range(1, players)}
    assert Client(match, [0], bots, screen=screen, coaching=Coaching(match, 0)).run() == 0
    return " ".join(shown(screen).split())


def test_everything_is_explained_once_for_ever() -> None:
    said = coached(SAMPLE, "take 1", "take 1", "take 1")
    texts = [coach.coach(SAMPLE).sayings[key].say for key in ("question:turn", "event:ate")]
    assert [said.count(text) for text in texts] == [1, 1]
    assert set(progress.learned(SAMPLE.name, "coach")) >= {"question:turn", "event:ate"}
    assert not any(text in coached(SAMPLE, "take 1") for text in texts)


def test_a_clear_mistake_is_asked_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yokocho.terminal.coaching.doubts", lambda game, view, p, name: {0: "Are you sure?"})
    said = coached(SAMPLE, "take 1", "take 1")
    assert said.count("Coach: Are you sure? Type it again if you want it so.") == 1
    assert "eats 1" in said
    monkeypatch.setattr("yokocho.terminal.coaching.doubts", lambda game, view, p, name: {})
    assert "Are you sure?" not in coached(SAMPLE, "take 1")


def test_after_a_round_the_coach_says_how_one_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yokocho.terminal.coaching.doubts", lambda game, view, p, name: {})
    game = catalog.game("umami")
    said = coached(game, *["1", "1"] * 15)
    assert "round 4" in said
    lines = [line.partition("{")[0] for line in coach.coach(game).round.values()]
    assert sum(said.count(line) for line in lines if line) + said.count("Pip leads") >= 2, said
