"""Every lesson of every game is played: by all its right ways, by wrong moves, and back."""

from __future__ import annotations

import pytest

from tests.learn.support import ALL_LESSONS, TAUGHT, find, model, playing
from tests.support import GAMES, table_id
from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.match import Illegal
from yokocho.learn.check import check
from yokocho.learn.lessons import course
from yokocho.learn.playing import Place, Playing
from yokocho.learn.selectors import matching
from yokocho.learn.voice import spoken_to

lessons = pytest.mark.parametrize(("game", "id"), ALL_LESSONS, ids=table_id)


@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_every_game_teaches_without_a_fault(game: Game) -> None:
    assert check(game) == []


@lessons
def test_the_model_moves_lead_to_the_end(game: Game, id: str) -> None:
    found = playing(game, id)
    assert len(list(model(found))) >= 1
    assert found.last and found.done


@lessons
def test_every_right_way_is_right_and_goes_on(game: Game, id: str) -> None:
    lesson = find(game, id)
    for n, step in enumerate(lesson.steps):
        for way in step.right:
            found = Playing(game, course(game), lesson, start_of(game, id, n))
            results = [found.answer(move).result for move in way]
            assert results == ["on"] * (len(way) - 1) + ["right"], (step.where, way)
            for _ in found.follow():
                pass


def start_of(game: Game, id: str, step: int) -> Place:
    found = playing(game, id)
    for _ in model(found):
        if found.place.step == step:
            break
    return Place(step, (0,) * step)


@lessons
def test_every_other_move_gets_a_reaction_and_is_taken_back(game: Game, id: str) -> None:
    found = playing(game, id)
    for right in model(found):
        step, place = found.step, found.place
        n = len(place.played)
        expected = {way[n] for way in step.right if way[:n] == place.played}
        before = found.match.digest()
        legal = found.match.notations(found.seat)
        assert right in legal
        for move in legal:
            if move in expected:
                continue
            answer = found.answer(move)
            named = [one.say for one in step.wrong if any(move in matching(pattern, legal) for pattern in one.moves)]
            assert (answer.result, answer.said) == (("wrong", named[0]) if named else ("other", step.otherwise))
            assert answer.said
            found.take_back()
            assert (found.match.digest(), found.place) == (before, place)


@lessons
def test_a_place_brings_back_the_same_table(game: Game, id: str) -> None:
    found = playing(game, id)
    for _ in model(found):
        again = Playing(game, course(game), find(game, id), found.place)
        assert again.match.digest() == found.match.digest()
        assert (again.seat, again.model, again.log()) == (found.seat, found.model, found.log())


@lessons
def test_nothing_of_others_is_shown(game: Game, id: str) -> None:
    """What a learner sees is what the seat may know."""
    found = playing(game, id)
    for _ in model(found):
        assert found.scene() == spoken_to(game.table(found.match.view(found.seat), found.seat, found.match.name))


@pytest.mark.parametrize("game", TAUGHT[:1], ids=table_id)
def test_places_that_are_none(game: Game) -> None:
    lesson = course(game).lessons[0]
    for place in (Place(99), Place(-1), Place(0, (0,)), Place(1), Place(0, (), ("nonsense",))):
        with pytest.raises(BadInput):
            Playing(game, course(game), lesson, place)


def test_an_illegal_move_changes_nothing() -> None:
    game, id = ALL_LESSONS[-1]
    found = playing(game, id)
    for move in model(found):
        before = found.match.digest()
        with pytest.raises(Illegal):
            found.answer("no such move")
        assert found.match.digest() == before and found.model[0] == move
