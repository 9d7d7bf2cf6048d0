"""The action list: what follows from a declaration (core/actions.py)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from yokocho.core.actions import Actions, Code, Notation, Special, encode
from yokocho.core.scene import Piece, Zone

PUT_IT, TAKE_IT, END = range(3)  # questions
LETTERS = ("A", "B", "C")
do = Actions("the test")
PUT = do("put {dish}", dish=4, answers=PUT_IT, touches="dish:{seat}.{dish}")
TAKE = do(
    "take {card} from {victim}.{place}", card=LETTERS, victim=range(1, 3), place=5, touches="hand:{victim} / {card}"
)
PAIR = do("pair {one}{two}", also=("{one} with {two}",), one=LETTERS, two=LETTERS, touches="bag:{one:number}")
SOME = do("some {which}", which=("-", "A", "A B"), touches="bag:{which:each}")
FIRST = do("first", answers=(PUT_IT, END), touches="hand:1 # 0")
VERB, PART, STEP = do.tables()
NOTATION = Notation(do)
ZONES = {"hand:1": Zone("hand:1", "row", "Hand", pieces=[Piece("x", "card", "A"), Piece("y", "card", "A")])}


def test_actions_are_numbered_in_the_order_of_declaration() -> None:
    assert (PUT, TAKE, PAIR, SOME, FIRST) == (0, 4, 34, 43, 46)
    assert len(do) == 47


@pytest.mark.parametrize("a", range(len(do)))
def test_kernels_and_plain_code_agree(a: int) -> None:
    verb, numbers = do.verb[a].first, do.numbers[a]
    assert VERB[a] == verb
    assert PART[a].tolist() == [*numbers, 0, 0, 0][:3]
    assert do.of(verb, *numbers) == a
    assert encode(STEP, VERB[a], PART[a, 0], PART[a, 1], PART[a, 2]) == a
    assert NOTATION.read(None, 0, NOTATION.write(None, 0, a)) == a


@pytest.mark.parametrize(
    ("a", "text"),
    [(PUT + 3, "put 3"), (TAKE + 1, "take A from 1.1"), (TAKE + 29, "take C from 2.4"), (PAIR + 5, "pair BC")],
)
def test_an_action_is_written_by_its_template(a: int, text: str) -> None:
    assert NOTATION.write(None, 0, a) == text


def test_other_notations_are_read() -> None:
    assert NOTATION.read(None, 0, "B with  C") == PAIR + 5


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("put 4", "'4' is not a valid dish: 0 1 2 3"),
        ("take D from 1.0", "'D' is not a valid card: A B C"),
        ("take A from 0.0", "'0' is not a valid victim: 1 2"),
        ("eat A", "'eat A' is not a move of the test"),
        ("pair AD", "'pair AD' is not a move of the test"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, said: str) -> None:
    with pytest.raises(ValueError, match="is not") as error:
        NOTATION.read(None, 0, text)
    assert str(error.value) == said


def test_codes_may_depend_on_the_state() -> None:
    upper = Code(lambda s, i: s[i], lambda s, text: s.index(text))
    notation = Notation(do, codes={"card": upper})
    assert notation.write("XYZ", 0, TAKE) == "take X from 1.0"
    assert notation.read("XYZ", 0, "take Z from 1.0") == TAKE + 20


def test_actions_point_at_pieces_and_zones() -> None:
    assert NOTATION.touches(None, 2, PUT + 1, ZONES) == ["dish:2.1"]
    assert NOTATION.touches(None, 2, TAKE, ZONES) == ["x", "y"]
    assert NOTATION.touches(None, 2, PAIR + 5, ZONES) == ["bag:1"]
    assert NOTATION.touches(None, 2, SOME, ZONES) == []
    assert NOTATION.touches(None, 2, SOME + 2, ZONES) == ["bag:A", "bag:B"]
    assert NOTATION.touches(None, 2, FIRST, ZONES) == ["x"]
    for a, place in ((TAKE + 5, "hand:2 / A"), (FIRST, "hand:1 # 0")):  # there is no hand of seat 2; hand 1 is empty
        with pytest.raises(KeyError) as error:
            NOTATION.touches(None, 2, a, {"hand:1": Zone("hand:1", "row", "Hand")})
        assert error.value.args == (place,)


def test_actions_know_the_questions_that_they_answer() -> None:
    assert do.answers(PUT + 2) == (PUT_IT,)
    assert do.answers(FIRST) == (PUT_IT, END)
    assert do.answers(TAKE) == ()


def test_a_function_for_each_verb() -> None:
    said = dict.fromkeys([PUT, TAKE, PAIR, SOME], lambda s, p, name, *parts: f"{name} {p} {parts}")
    with pytest.raises(ValueError, match="nothing is said of first"):
        do.each(said)
    label = do.each({**said, FIRST: lambda s, p, name: "the first"})
    assert label(None, 1, TAKE + 6, "Ann") == "Ann 1 (0, 1, 1)"
    assert label(None, 1, FIRST, "Ann") == "the first"


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("take {kard}", {}, "'take {kard}' names {kard}; it may name {card}"),
        ("take", {}, "'take' does not say the part {card}"),
        ("take {card}", {"also": ("get",)}, "'get' does not say the part {card}"),
        ("take {card}", {"touches": "{zone} / {card}"}, "'{zone} / {card}' of 'take {card}' names {zone}; it may name"),
        (
            "take {card}",
            {"touches": ("a", "b # {}")},
            "'b # {}' of 'take {card}' names {}; it may name {card} and {seat}",
        ),
    ],
)
def test_a_name_that_is_not_known_is_refused(text: str, more: dict[str, Any], said: str) -> None:
    wrong = Actions("the test")
    verb = wrong(text, card=3, **more)
    with pytest.raises(ValueError, match=re.escape(f"the test: {said}")):
        Notation(wrong)
    special = Special(lambda s, p, card: "", lambda s, p, **words: 0)
    Notation(wrong, verbs={verb: special}, pieces={verb: lambda s, p, zones, card: []})


def test_a_verb_has_few_parts() -> None:
    with pytest.raises(ValueError, match="at most 3 parts"):
        Actions("a test")("{a} {b} {c} {d}", a=1, b=1, c=1, d=1)
