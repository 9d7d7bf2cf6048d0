"""How moves are written, and the earlier notation that is still read (docs/positions.md)."""

import pytest

from tests.yatta.support import alley, turn
from yokocho.core.match import Illegal
from yokocho.games.yatta import GAME

VERBS = {
    *("accept", "add", "choose", "cook", "do", "gain", "ignore", "insert", "lose", "offer", "place", "recycle"),
    *("refill", "send", "serve", "stop", "swap", "take", "use"),
}


def written(match, text):
    """What is read, written again."""
    view = match.view(0)
    return GAME.words.notation(view, 0, GAME.words.parse(view, 0, text))


def test_moves_begin_with_a_verb_and_are_different():
    view = alley().view(0)
    texts = [GAME.words.notation(view, 0, a) for a in range(GAME.actions)]
    assert {text.split()[0] for text in texts} == VERBS
    assert len(set(texts)) == GAME.actions


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("food R", "choose food R"),
        ("beverage Y", "take beverage Y"),
        ("taiyaki", "offer taiyaki"),
        ("R to 1", "send R to 1"),
        ("T to 0", "send T to 0"),
        ("T swap 1.2", "swap T with 1.2"),
        ("serve R taiyaki", "serve R with taiyaki"),
        ("serve RB taiyaki", "serve RB with taiyaki"),
        ("cell A1", "place A1"),
        ("cell B2 doggy_bag", "place B2 with doggy_bag"),
        ("review S", "gain S"),
        ("review SA", "gain SA"),
        ("menu G", "add food G"),
        ("double T", "choose figure T"),
        ("final 1", "serve with 1"),
        ("final 2", "serve with 2"),
        ("garbage", "use garbage"),
        ("urgent_call 1 2", "use urgent_call 1 2"),
    ],
)
def test_the_earlier_notation_is_read(old, new):
    match = alley()
    assert written(match, old) == written(match, new) == new


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("use urgent_call 3 1", "use urgent_call 1 3"),
        ("refill BR", "refill RB"),
        ("serve YG with taiyaki", "serve GY with taiyaki"),
        ("lose CS", "lose SC"),
        ("cook BR", "cook BR"),  # in the order of the queue
    ],
)
def test_the_order_of_letters_and_positions_is_free_where_it_means_nothing(text, new):
    assert written(alley(), text) == new


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("choose food T", "'T' is not a valid food: R B G Y"),
        ("take lantern", "'lantern' is not a valid token: doggy_bag urgent_call taiyaki garbage"),
        ("send R to 7", "'7' is not a valid player: 0 1 2 3"),
        ("swap T with 1.5", "'5' is not a valid position: 1 2 3 4"),
        ("serve with 3", "'3' is not a valid number of beverages: 1 2"),
        ("use urgent_call 1 9", "'9' is not a valid second position: 1 2 3 4"),
        ("refill RT", "'RT' is not one of R B G Y RR"),
        ("eat R", "'eat R' is not a move of YATTA!"),
    ],
)
def test_what_cannot_be_read_is_said(text, said):
    with pytest.raises(ValueError, match="is not") as error:
        written(alley(), text)
    assert str(error.value).startswith(said)


def test_a_match_is_played_in_the_earlier_notation():
    match = turn("customers_1 serve_1", dict(queue="R", dishes="R", fridge="R"), dict(queue="G"), next_figures="T")
    for move in ("do customers_1", "T swap 1.1", "cell A1", "review S"):
        match.play(0, move, 0)
    assert [move.notation for move in match.moves[1:]] == ["do customers_1", "swap T with 1.1", "place A1", "gain S"]
    with pytest.raises(Illegal):
        match.play(match.actor(), "T swap 1.1", 0)
