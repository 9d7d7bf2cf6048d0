"""What the people of the alley say."""

from __future__ import annotations

from yokocho.bots.characters import MOMENTS, bows, line, lines, remark
from yokocho.core.scene import CHARACTERS

NAMES = {1: "Kiko", 2: "Ponta"}


def test_everybody_has_words_for_every_moment() -> None:
    assert list(lines()) == list(CHARACTERS)
    for found in lines().values():
        assert set(found) == {"about", *MOMENTS} and all(found.values())


def test_what_is_said_fits_into_a_line_and_belongs_to_one() -> None:
    said = [words for found in lines().values() for moment in MOMENTS for words in found[moment]]
    assert len(said) == len(set(said)) and max(map(len, said)) <= 60


def test_who_takes_speaks_or_who_was_robbed() -> None:
    assert remark(NAMES, 1, [0, 2, -2], [2], "a") == (1, line("Kiko", "took", "a"))
    assert remark(NAMES, 0, [2, 0, -2], [1], "a") == (2, line("Ponta", "robbed", "a"))


def test_nobody_speaks_while_a_person_thinks() -> None:
    assert remark(NAMES, 1, [0, 2, -2], [0], "a") is None and remark(NAMES, 1, [0, 2, -2], [2, 0], "a") is None


def test_little_is_not_spoken_of_and_much_now_and_then() -> None:
    assert remark(NAMES, 1, [0, 2, 0], [], "a") is None
    spoken = [remark(NAMES, 1, [0, 5, 0], [], str(key)) for key in range(60)]
    assert 10 < sum(said is not None for said in spoken) < 35
    assert spoken == [remark(NAMES, 1, [0, 5, 0], [], str(key)) for key in range(60)]


def test_a_clock_and_strangers_say_nothing() -> None:
    assert remark({1: "mine 1"}, 1, [0, 2, -2], [], "a") is None and remark(NAMES, -2, [0, 0, 0], [], "a") is None


def test_all_bow_at_the_end() -> None:
    assert bows(NAMES, {2}, "a") == [(1, line("Kiko", "lost", "a")), (2, line("Ponta", "won", "a"))]
