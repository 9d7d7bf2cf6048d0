"""The final serving turn, final scoring and the ranking (YA-84 to YA-98)."""

from itertools import product

import pytest

from tests.rules import rule
from tests.yatta.support import (
    CELLS,
    TRACK,
    WAITING,
    alley,
    asked,
    board,
    box,
    ended,
    final,
    finish,
    moves,
    of,
    play,
    put,
    queue,
    ranks,
    reviews,
    scores,
    sink,
    supply,
    token,
    turn,
    vp,
    when,
)

READY = dict(queue="R", dishes="R", fridge="R")
FOUR = "R G B Y"


def with_figures(text, **seat):
    return dict(board=dict(zip(CELLS, text))) | seat


# --- the final serving turn


@rule("YA-84", "YA-19", "YA-1")
def test_everybody_in_turn_order():
    match = alley(READY, WAITING, dict(queue="B", dishes="B", fridge="B"), phase="final", first=1, round=12)
    order = []
    while not match.over:
        order.append(asked(match))
        play(match, match.actor(), "stop")
    assert order == [("final", 1), ("final", 2), ("final", 0)]


@rule("YA-84")
def test_no_tile_is_inserted():
    match = final(READY)
    assert moves(match) == {"serve with 1", "stop"}


@rule("YA-85", "YA-22", "YA-29")
def test_it_begins_with_the_check():
    match = final(dict(queue=FOUR, fridge="R G", dishes="R"))
    assert asked(match) == ("check", 0)
    assert moves(match) == {"accept", "offer R", "offer G"}
    play(match, 0, "offer G")
    assert asked(match) == ("final", 0)
    assert (queue(match), box(match)) == (FOUR, "G")
    match = final(dict(queue=FOUR, dishes="R"))
    assert asked(match) == ("lose", 0)
    play(match, 0, "lose VC")
    assert (reviews(match), queue(match)) == ([0, 0, -1, -1], "R G B")
    assert asked(match) == ("final", 1)


@rule("YA-85", "YA-23", "YA-R24")
def test_the_figure_of_the_final_check_goes_back_too():
    match = final(dict(queue=FOUR, fridge="R", dishes="R"))
    before = supply(match, "bag")
    play(match, 0, "accept", "lose SS")
    assert supply(match, "bag") == [*before[:3], before[3] + 1, before[4]]
    assert moves(match) == {"serve with 1", "stop"}


@rule("YA-86")
def test_serve_after_serve():
    seat = dict(queue="R R R", dishes="R R R", fridge="R R R", fridge_improved=True, stove_improved=True)
    match = final(seat)
    for n in (1, 2, 3):
        play(match, 0, "serve with 1")
        put(match)
        assert len(board(match)) == n
    assert vp(match) == 9
    assert asked(match) == ("final", 1)


@rule("YA-86")
def test_one_may_stop_at_any_time():
    match = final(dict(queue="R R", dishes="R R", fridge="R R"))
    play(match, 0, "serve with 1")
    put(match)
    assert "stop" in moves(match)
    play(match, 0, "stop")
    assert (vp(match), queue(match)) == (3, "R")
    assert asked(match) == ("final", 1)


@rule("YA-86", "YA-55")
@pytest.mark.parametrize("missing", [dict(queue=""), dict(dishes=""), dict(fridge=""), dict(box="R B G")])
def test_without_what_a_serve_needs_there_is_no_question(missing):
    assert asked(final(READY | missing)) == ("final", 1)


@rule("YA-87", "YA-57", "YA-58", "YA-59", "YA-60", "YA-61")
def test_a_final_serve_is_a_serve():
    match = final(dict(queue="R G", dishes="R B", fridge="R", box="Y", board={"B4": "B"}))
    play(match, 0, "serve with 1")
    assert moves(match) == {"place A4", "place B3", "place C4"}
    play(match, 0, "place B3")
    assert (sink(match), box(match), board(match)) == ([1, 0, 0, 0], "R Y", {"B4": "B", "B3": "R"})
    assert vp(match) == 3 + 2  # and the fridge improvement
    assert of(match)["fridge_improved"] is True
    assert queue(match) == "G"


@rule("YA-87", "YA-R31", "YA-74", "YA-76")
def test_bonuses_in_final_serves():
    match = final(READY)
    play(match, 0, "serve with 1", "place D4", "choose figure T", "place C4", "gain AC")
    assert reviews(match) == [0, 1, 0, 1]
    assert board(match) == {"D4": "R", "C4": "T"}


@rule("YA-R29", "YA-87")
def test_one_or_two_bottles():
    match = final(dict(queue="R", dishes="R", fridge="R R"))
    assert moves(match) == {"serve with 1", "serve with 2", "stop"}
    play(match, 0, "serve with 2")
    put(match)
    assert vp(match) == 4
    assert moves(final(dict(queue="R", dishes="R", fridge="R R", box="R B"))) == {"serve with 1", "stop"}


@rule("YA-R28", "YA-86")
def test_a_token_may_make_a_final_serve_possible():
    match = final(dict(READY, box="R B G", tokens=token(garbage=1)))
    assert moves(match) == {"stop", "use garbage"}
    play(match, 0, "use garbage")
    assert moves(match) == {"serve with 1", "stop"}
    match = final(dict(READY, dishes="", tokens=token(taiyaki=1)))
    assert moves(match) == {"serve with 1", "stop"}


@rule("YA-R39", "YA-84")
def test_each_player_checks_and_serves_before_the_next_one_checks():
    two = dict(queue="R R G G", dishes="R R", fridge="R R R", fridge_improved=True)
    match = alley(two, dict(queue="B B Y Y", fridge="B", dishes="B"), phase="final", round=12)
    order = [asked(match)]
    play(match, 0, "offer R")
    order.append(asked(match))
    play(match, 0, "serve with 1")
    put(match)
    order.append(asked(match))
    play(match, 0, "stop")
    order.append(asked(match))
    assert order == [("check", 0), ("final", 0), ("final", 0), ("check", 1)]
    assert when(match) == ("final", 12, 1)


@rule("YA-84", "YA-86")
def test_there_is_one_final_serving_turn():
    match = final(READY, READY)
    play(match, 0, "stop")
    play(match, 1, "stop")
    assert match.over
    assert match.result()["scores"] == scores(match)


# --- scoring


@rule("YA-88")
@pytest.mark.parametrize(
    ("sinks", "expected"),
    [
        ([[3, 0, 0, 0], [2, 0, 0, 0]], [3, 0]),
        ([[3, 0, 0, 0], [3, 0, 0, 0]], [0, 0]),
        ([[1, 2, 3, 0], [0, 3, 1, 4]], [4, 7]),
        ([[4, 0, 0, 0], [4, 0, 0, 0], [0, 0, 0, 0]], [0, 0, 0]),
        ([[2, 0, 1, 0], [2, 1, 0, 0], [3, 1, 0, 1]], [1, 0, 4]),
    ],
)
def test_most_dishes_of_a_colour(sinks, expected):
    assert scores(ended(*(dict(sink=row) for row in sinks))) == expected


@rule("YA-89", "YA-90")
@pytest.mark.parametrize(
    ("boards", "expected"),
    [
        (["RRR", "RR"], [3, 0]),
        (["RRR", "RRR"], [0, 0]),
        (["RBBG", "BGGYYY"], [1 + 2, 2 + 3]),
        (["TTT", ""], [0, 0]),
        (["RTT", "RR", "BBBB"], [0, 2, 4]),
        (["RR", "RR", "R"], [0, 0, 0]),
    ],
)
def test_most_customers_of_a_colour(boards, expected):
    assert scores(ended(*(with_figures(text) for text in boards))) == expected


@rule("YA-R37")
def test_nobody_wins_with_nothing():
    assert scores(ended({}, {}, {}, {})) == [0, 0, 0, 0]


@rule("YA-91", "YA-76")
def test_a_double_customer_counts():
    match = final(READY, {})
    play(match, 0, "serve with 1", "place D4", "choose figure G", "place C4", "gain C")
    finish(match)
    # 3 for the serve, 1 dish, 1 R and 1 G on the board, 1 review step
    assert scores(match)[0] == 3 + 1 + 1 + 1 + TRACK[4]


@rule("YA-92")
def test_what_was_not_served_is_worth_nothing():
    bare = ended(dict(vp=7))
    kept = ended(dict(vp=7, queue="R R R", dishes="R R", fridge="B B", box="Y"))
    assert scores(bare) == scores(kept) == [7, 0]


@rule("YA-93")
@pytest.mark.parametrize("review", range(4))
def test_every_review_counts(review):
    for step, worth in zip(range(-3, 5), [-3, -2, -1, 0, 1, 2, 5, 8]):
        steps = [0, 0, 0, 0]
        steps[review] = step
        assert scores(ended(dict(vp=20, reviews=steps))) == [20 + worth, 0]


@rule("YA-94", "YA-83")
def test_every_unused_token_counts():
    assert scores(ended(dict(tokens=[1, 2, 0, 3]))) == [6, 0]
    assert scores(ended({}, spent=[1, 2, 0, 3], tokens=[0, 0, 0, 0])) == [0, 0]


@rule("YA-95")
def test_all_together_and_less_than_nothing():
    seat = dict(vp=10, sink=[2, 0, 0, 0], reviews=[4, 0, -1, 0], tokens=token(garbage=1))
    assert scores(ended(with_figures("BB", **seat))) == [10 + 2 + 2 + 8 - 1 + 1, 0]
    assert scores(ended(dict(reviews=[-3, -3, -3, -3]))) == [-12, 0]
    assert ranks(ended(dict(reviews=[-3, -3, -3, -3]))) == [2, 1]


# --- the ranking


@rule("YA-96")
def test_the_highest_score_wins():
    assert ranks(ended(dict(vp=3), dict(vp=9), dict(vp=5), dict(vp=1))) == [3, 1, 2, 4]


def tied(*rows):
    """Seats with equal scores: (figures on the board, bottles in the box, dishes in the queue)."""
    colours = "RBGY"
    seats = []
    for p, (figures, bottles, dishes) in enumerate(rows):
        # customers of one colour for each seat; what the majority gives is taken off the VP
        text = colours[p] * figures
        seat = with_figures(text, vp=40 - figures)
        seats.append(seat | dict(box=" ".join(colours[p] * bottles), dishes=" ".join("B" * dishes)))
    match = ended(*seats)
    assert set(scores(match)) == {40}
    return ranks(match)


@rule("YA-97")
def test_first_the_figures():
    assert tied((3, 0, 0), (4, 2, 2)) == [2, 1]
    assert tied((3, 0, 0), (4, 2, 2), (5, 3, 0)) == [3, 2, 1]


@rule("YA-97", "YA-90")
def test_tourists_are_figures_here():
    assert ranks(ended(with_figures("TT", vp=5), with_figures("R", vp=4))) == [1, 2]
    assert ranks(ended(with_figures("T", vp=5), with_figures("RR", vp=3))) == [2, 1]


@rule("YA-97")
def test_then_the_bottles():
    assert tied((3, 1, 0), (3, 0, 2)) == [2, 1]
    assert tied((3, 2, 0), (3, 1, 2), (3, 0, 2)) == [3, 2, 1]


@rule("YA-97")
def test_then_the_dishes():
    assert tied((3, 1, 1), (3, 1, 0)) == [2, 1]
    assert tied((3, 1, 1), (3, 1, 2), (3, 1, 0)) == [2, 3, 1]


@rule("YA-97")
def test_bottles_in_the_fridge_mean_nothing():
    assert ranks(ended(dict(vp=5, fridge="R R"), dict(vp=5))) == [1, 1]
    assert ranks(ended(dict(vp=5, queue="R R"), dict(vp=5))) == [1, 1]


@rule("YA-97", "YA-98")
def test_every_place_is_ordered_not_only_the_first():
    assert tied((4, 0, 0), (3, 1, 0), (3, 0, 0), (2, 0, 0)) == [1, 3, 2, 4]
    assert tied((4, 0, 0), (3, 1, 1), (3, 1, 1), (2, 0, 0)) == [1, 2, 2, 4]


@rule("YA-98")
def test_who_is_still_tied_shares_the_place():
    assert tied((3, 1, 1), (3, 1, 1)) == [1, 1]
    assert tied((2, 0, 0), (3, 1, 1), (3, 1, 1)) == [3, 1, 1]
    assert tied((3, 1, 1), (3, 1, 1), (3, 1, 1), (3, 1, 1)) == [1, 1, 1, 1]


@rule("YA-96", "YA-97", "YA-98")
def test_places_against_a_sorted_list():
    rows = list(product((4, 5), (0, 1), (0, 1), (0, 1)))  # vp, tourists, bottles, dishes
    for pair in product(rows, rows):
        seats = [
            with_figures("T" * tourists, vp=points, box="R" * bottles, dishes="B" * dishes)
            for points, tourists, bottles, dishes in pair
        ]
        keys = [(points, tourists, -bottles, -dishes) for points, tourists, bottles, dishes in pair]
        assert ranks(ended(*seats)) == [1 + sum(other > key for other in keys) for key in keys]


@rule("YA-19", "YA-95")
def test_vp_of_the_last_round_count():
    match = turn("recycle cook_2", dict(box="R"), dict(queue="R"), active=1, round=12, first=0)
    assert when(match) == ("round", 12, 1)
    play(match, 1, "do cook_2", "cook RR")
    assert match.over  # nobody can serve
    assert scores(match) == [0, 0]
    match = turn("recycle cook_2", {}, dict(box="R"), active=1, round=12)
    play(match, 1, "do cook_2", "cook RR")
    assert match.over
    assert scores(match) == [0, 1]
    assert ranks(match) == [2, 1]
