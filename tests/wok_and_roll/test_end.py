"""End of turn and game, scoring, places, solo (WR-29 to WR-35)."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import rule
from tests.wok_and_roll.support import (
    DISHES,
    HEXES,
    RECTS,
    SHEET,
    SIZE,
    active,
    asked,
    completed,
    cook,
    everybody_done,
    faces,
    kitchen,
    moves,
    new,
    of,
    play,
    points,
    scores,
    seen,
    servings,
    sheet,
    tray,
    x,
)
from yokocho.core.match import Illegal, Match
from yokocho.games.wok_and_roll import GAME

TWO = "S1.1-S1.4 S2.1-S2.4"  # two platters


def third(turn=4, players=2, seat=0, **more):
    """A seat that can complete its third structure now, M1, with M M or books."""
    sheets = [sheet() for _ in range(players)]
    sheets[seat] = sheet(f"{TWO} M1.2-M1.4")
    return kitchen(*sheets, white="MMRN", red="VS", turn=turn, **more)


# --- the end of a turn


@rule("WR-29")
@pytest.mark.parametrize("players", range(1, 6))
def test_a_turn_ends_when_all_have_finished(players):
    match = kitchen(players=players, turn=players, white="RNMV", red="SB", next_dice="BSVMNR")
    for p in reversed(range(players)):
        assert seen(match)["turn"] == players
        assert p in match.pending()
        play(match, p, "done")
    position = seen(match)
    assert (position["turn"], position["phase"], position["roll"]) == (players + 1, "market", 1)
    assert (faces(match), match.pending()) == ("BSVMNR", [1 % players])


@rule("WR-29", "WR-R26")
def test_nobody_is_done_unless_they_say_so():
    match = kitchen(sheet(), sheet(), white="RNMS", red="RB")
    assert moves(match, 1) == ["done"]  # nothing can be cooked
    assert match.pending() == [0, 1]
    play(match, 0, "cook R1.1")
    assert moves(match, 0) == ["done"]
    play(match, 0, "done")
    assert (match.pending(), seen(match)["phase"]) == ([1], "cook")
    play(match, 1, "done")
    assert seen(match)["phase"] == "market"


@rule("WR-29")
def test_who_is_done_is_done():
    match = kitchen(sheet(), sheet(), sheet(), white="MMVV", red="RB")
    play(match, 1, "cook M1.1", "done")
    assert match.pending() == [0, 2]
    for move in ("cook V1.1", "done", "skill R"):
        with pytest.raises(Illegal):
            play(match, 1, move)


# --- three completions


@rule("WR-30")
@pytest.mark.parametrize("name", list(SHEET))
def test_a_structure_is_completed_by_its_last_serving(name):
    """Told by E5, two points for each."""
    last = f"{name}.{SIZE[name]}"
    match = active("BBBBBB", crossed=f"{name}.1-{name}.{SIZE[name] - 1}", hexes=HEXES, rects="E5")
    before = of(match, 0, "crossed")
    assert scores(match)[0] == points(before, "E5") == points(before)
    play(match, 0, f"cook {last}")
    after = of(match, 0, "crossed")
    assert scores(match)[0] == points(after) + 2


@rule("WR-30", "WR-31", "WR-R11")
@pytest.mark.parametrize(
    ("earlier", "now", "over"),
    [
        ("", "M1.1", False),
        ("S1.1-S1.4", "M1.1", False),
        ("S1.1-S1.4 S2.1-S2.4", "M1.1", True),
        ("R1.1-R1.4 N1.1-N1.4", "M1.1", True),
        ("R2.1-R2.5 V1.1-V1.4", "M1.1", True),
        ("V1.1-V1.4 V2.1-V2.4", "M1.1", True),
        ("S1.1-S1.4 S2.1-S2.3 V1.1-V1.3 V2.1-V2.3 R1.1-R1.3 R2.1-R2.4 N1.1-N1.3 N2.1-N2.4 M2.1-M2.3", "M1.1", False),
        ("S1.1-S1.4 S2.1-S2.4", "R1.1", False),  # two before, none now
    ],
)
def test_the_game_is_over_with_three_in_any_combination(earlier, now, over):
    match = active("MMRRBB", crossed=f"{earlier} M1.2-M1.4")
    play(match, 0, f"cook {now}")
    everybody_done(match)
    assert match.over is over
    assert seen(match)["finished"] == ("structures" if over else None)
    assert seen(match)["phase"] == ("over" if over else "market")


@rule("WR-31")
def test_three_of_different_players_do_not_end_it():
    match = kitchen(sheet("S1.1-S1.4 M1.2-M1.4"), sheet("S2.1-S2.4"), sheet("V1.1-V1.4"), white="MMRN", red="VS")
    play(match, 0, "cook M1.1")
    everybody_done(match)
    assert not match.over


@rule("WR-31", "WR-32", "WR-R11")
def test_the_end_is_looked_at_when_all_are_done():
    """The third completion does not stop anybody, not even the one who made it; four count as well as three."""
    match = kitchen(sheet(f"{TWO} M1.2-M1.4 V1.2-V1.4"), sheet(), white="MMVV", red="RR")
    play(match, 0, "cook M1.1")
    assert match.pending() == [0, 1]
    assert "R1.1" in servings(match, 0) and "M1.1" in servings(match, 1)
    play(match, 0, "cook V1.1")
    assert len(completed(of(match, 0, "crossed").split())) == 4
    play(match, 0, "cook R1.1", "done")
    play(match, 1, "cook M1.1", "cook V1.1")
    assert not match.over
    play(match, 1, "done")
    assert match.over
    assert match.result()["scores"] == [points(x(f"{TWO} M1.1-M1.4 V1.1-V1.4 R1.1")), 2]


@rule("WR-31", "WR-32")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_anybody_can_end_it_in_any_turn(seat):
    for turn in (3, 4, 5):
        match = third(turn, 3, seat)
        play(match, seat, "cook M1.1")
        everybody_done(match)
        assert match.over
        assert seen(match)["turn"] == turn + 1  # no further turn is played


@rule("WR-32", "WR-29")
def test_after_the_end_nothing_can_be_done():
    match = third()
    play(match, 0, "cook M1.1")
    everybody_done(match)
    assert (match.pending(), asked(match), match.actor()) == ([], None, -1)
    for move in ("done", "lock", "cook M1.1"):
        with pytest.raises(Illegal, match="over"):
            play(match, 0, move)


@rule("WR-R12", "WR-32", "WR-R23")
@pytest.mark.parametrize(("turn", "more"), [(3, 2), (4, 1), (5, 0)])
def test_with_finish_round_the_round_is_played_to_its_end(turn, more):
    for option in (False, True):
        match = third(turn, 3, 0, options={"finish_round": option})
        play(match, 0, "cook M1.1")
        everybody_done(match)
        for _ in range(more if option else 0):
            assert not match.over and seen(match)["finished"] is None
            everybody_done(match)
        assert match.over and seen(match)["finished"] == "structures"


@rule("WR-R12", "WR-R23")
def test_the_last_turns_of_a_round_are_played_as_any_other():
    match = third(4, 2, 1, options={"finish_round": True}, next_dice="RRNNMM")
    play(match, 1, "cook M1.1", "done")
    play(match, 0, "done")
    assert (match.pending(), asked(match), faces(match)) == ([1], "market", "RRNNMM")
    play(match, 1, "lock", "cook R1.1", "done")
    play(match, 0, "cook N1.1", "done")
    assert match.over
    assert match.result()["scores"] == [1, points(x(f"{TWO} M1.1-M1.4 R1.1"))]


# --- the limits


@rule("WR-35", "WR-R10", "WR-R23")
@pytest.mark.parametrize("turns", [1, 2, 10])
def test_solo_ends_after_its_turns(turns):
    match = new(1, solo_turns=turns)
    for t in range(turns):
        assert not match.over
        assert (seen(match)["turn"], match.pending(), asked(match)) == (t, [0], "market")
        play(match, 0, "lock")
        assert len(of(match, 0, "dice")) == 6  # active in every turn
        play(match, 0, "done")
    assert match.over and seen(match)["finished"] == "solo"
    assert match.result()["ranks"] == [1]


@rule("WR-35", "WR-R10")
def test_solo_has_ten_turns():
    match = kitchen(players=1, turn=8, white="RNMV", red="SB")
    play(match, 0, "done")
    assert not match.over
    play(match, 0, "lock", "done")
    assert match.over and seen(match)["turn"] == 10


@rule("WR-35", "WR-R10", "WR-31")
def test_solo_may_end_earlier_with_three_structures():
    match = kitchen(sheet(f"{TWO} M1.2-M1.4"), players=1, turn=5, white="MMRN", red="VS")
    play(match, 0, "cook M1.1", "done")
    assert match.over and seen(match)["finished"] == "structures"
    assert match.result()["scores"] == [points(x(f"{TWO} M1.1-M1.4"))]


@rule("WR-35", "WR-R23")
def test_the_clock_of_solo_is_for_solo():
    match = new(2, solo_turns=1)
    for _ in range(4):
        everybody_done(match)
        assert not match.over


@rule("WR-R18", "WR-R23")
@pytest.mark.parametrize(("players", "turns"), [(1, 3), (2, 1), (2, 5), (3, 4), (5, 2)])
def test_the_guard(players, turns):
    match = new(players, max_turns=turns)
    for _ in range(turns):
        assert not match.over
        everybody_done(match)
    assert match.over and seen(match)["finished"] == "guard"
    assert match.result()["scores"] == [0] * players
    assert match.result()["ranks"] == list(range(players, 0, -1))


@rule("WR-R18")
def test_the_guard_is_two_hundred_turns():
    match = kitchen(sheet("R1.1"), sheet("R1.1 R1.2"), white="RNMV", red="SB", turn=198)
    everybody_done(match)
    assert not match.over
    everybody_done(match)
    assert match.over and seen(match)["turn"] == 200
    assert match.result() | {"ending": ""} == {"scores": [1, 3], "ranks": [2, 1], "ending": ""}  # normal scoring


@rule("WR-R23", "WR-R12")
@pytest.mark.parametrize("players", [1, 3])
def test_finish_round_does_not_delay_the_limits(players):
    options = {"finish_round": True} | ({"solo_turns": 4} if players == 1 else {"max_turns": 4})
    match = kitchen(players=players, turn=3, white="RNMV", red="SB", options=options)
    everybody_done(match)
    assert match.over and seen(match)["finished"] == ("solo" if players == 1 else "guard")


@rule("WR-R23", "WR-R12", "WR-R18")
def test_a_limit_cuts_a_round_short_that_was_to_be_finished():
    match = third(3, 3, 0, options={"finish_round": True, "max_turns": 5})
    play(match, 0, "cook M1.1")
    everybody_done(match)
    assert not match.over
    everybody_done(match)
    assert match.over and seen(match)["turn"] == 5


# --- scoring


def random_crossed(chance, most=2):
    """Servings that can be crossed off together, with at most so many structures completed."""
    while True:
        dense = chance.random()
        found = []
        for name, size in SIZE.items():
            if name in DISHES:
                found += [f"{name}.{i + 1}" for i in range(min(size, int(chance.random() * 1.6 * dense * (size + 1))))]
            else:
                found += [f"{name}.{i + 1}" for i in range(size) if chance.random() < dense]
        if len(completed(found)) <= most:
            return " ".join(found)


@rule("WR-33", "WR-R15", "WR-R17", "WR-17", "WR-20")
@settings(max_examples=150, deadline=None, database=None, derandomize=True)
@given(st.integers(0, 1 << 30), st.sets(st.sampled_from(RECTS)), st.sets(st.sampled_from(HEXES)))
def test_scores_are_those_of_the_slow_version(seed, rects, hexes):
    chance = random.Random(seed)
    crossed, outlined = random_crossed(chance), " ".join(sorted(rects))
    fridge = "".join(letter for letter in "RNMVSB" if chance.random() < 0.5)
    seats = [sheet(crossed, fridge, "".join(h for h in HEXES if h in hexes), outlined), sheet()]
    match = tray(players=2, turn=6, seats=seats)
    assert scores(match) == [points(crossed, outlined), 0]


@rule("WR-33")
@pytest.mark.parametrize("parts", [{"fridge": "RNMVSB"}, {"hexes": HEXES}, {"fridge": "B"}])
def test_what_is_left_over_scores_nothing(parts):
    assert scores(active("BBBBBB", crossed="M1.1", **parts))[0] == 1


@rule("WR-33", "WR-25")
@pytest.mark.parametrize(
    ("rect", "crossed", "worth"),
    [
        ("E1", "R1.1-R1.3 R2.1 N1.1 S1.1", 4),
        ("E2", "N1.1 N2.1-N2.4 R1.1 M1.1", 5),
        ("E3", "S1.1-S1.4 S2.2 V1.1", 5),
        ("E4", "M1.1-M1.3 M2.1 M2.3 M2.4 V1.4 V2.4 S1.1 S2.1", 3),
        ("E5", "R1.1-R1.4 V1.1-V1.4 S1.1-S1.3", 4),
    ],
)
def test_what_a_rectangle_counts(rect, crossed, worth):
    plain, outlined = (scores(active("RNMVSB", crossed=crossed, rects=r))[0] for r in ("", rect))
    assert outlined - plain == worth


@rule("WR-R15")
def test_a_rectangle_counts_what_was_cooked_before_and_after_it():
    match = active("BBBRRN", crossed="R1.1 R2.1")
    play(match, 0, "bonus E1")
    assert scores(match)[0] == 1 + 2 + 2
    cook(match, 0, "R1.2")
    assert scores(match)[0] == 1 + 2 + 2 + 3


@rule("WR-33")
def test_unfinished_structures_score_their_servings():
    for name in SHEET:
        crossed = x(f"{name}.1-{name}.{SIZE[name] - 1}")
        assert scores(active("RNMVSB", crossed=crossed))[0] == points(crossed) > 0


# --- places


def finished(*sheets):
    """The last turn of the guard, over at once."""
    match = kitchen(*sheets, white="RNMV", red="SB", turn=199)
    everybody_done(match)
    assert match.over
    return match


BY_POINTS = {0: "", 1: "R1.1", 2: "R2.1", 3: "R1.1 R1.2", 4: "R2.1 N2.1", 5: "R2.1 R2.2"}


@rule("WR-34", "WR-R20", "WR-R24")
@pytest.mark.parametrize(
    ("worth", "ranks"),
    [
        ((3, 1, 2), [1, 3, 2]),
        ((3, 3), [2, 1]),
        ((0, 0, 0, 0, 0), [5, 4, 3, 2, 1]),
        ((5, 2, 5, 2, 4), [2, 5, 1, 4, 3]),
        ((4, 4, 5), [3, 2, 1]),
        ((1, 5, 5, 5), [4, 3, 2, 1]),
    ],
)
def test_ties_go_to_the_highest_seat_at_every_place(worth, ranks):
    match = finished(*(sheet(BY_POINTS[n]) for n in worth))
    assert match.result()["scores"] == list(worth)
    assert match.result()["ranks"] == ranks


@rule("WR-34", "WR-R21")
@pytest.mark.parametrize("turn", [197, 198, 199])
def test_the_tie_is_broken_from_the_first_player_of_the_game_whoever_rolled_last(turn):
    match = kitchen(
        *[sheet("R1.1")] * 3, white="RNMV", red="SB", turn=turn % 100, options={"max_turns": turn % 100 + 1}
    )
    everybody_done(match)
    assert match.result()["ranks"] == [3, 2, 1]


@rule("WR-R20", "WR-R24", "WR-34", "WR-33")
@pytest.mark.parametrize("players", range(1, 6))
def test_places_of_random_games(players):
    for i in range(6):
        chance = random.Random(f"{players} {i}")
        match = new(players, str(i), max_turns=30)
        while not match.over:
            p = chance.choice(match.pending())
            play(match, p, chance.choice(moves(match, p)))
        result = match.result()
        seats = seen(match)["seats"]
        assert result["scores"] == [points(seat["crossed"], seat["rects"]) for seat in seats]
        best = sorted(range(players), key=lambda p: (result["scores"][p], p), reverse=True)
        assert [result["ranks"][p] for p in best] == list(range(1, players + 1))


@rule("WR-31", "WR-32", "WR-35", "WR-R18", "WR-R23")
def test_games_end_when_they_should_and_not_before():
    """Random matches, looked at after every turn."""
    ends = set()
    for i in range(24):
        chance = random.Random(f"ends {i}")
        players = 1 + i % 5
        options = {"finish_round": chance.random() < 0.5, "max_turns": chance.choice((9, 40, 200)), "solo_turns": 12}
        match = Match(GAME, players, options, f"ends {i}")
        while not match.over:
            turn = seen(match)["turn"]
            while not match.over and seen(match)["turn"] == turn:
                p = match.actor()
                offered = [move for move in moves(match, p) if move != "done"] or ["done"]
                play(match, p, chance.choice(offered))
            t = turn + 1
            three = any(len(completed(seat["crossed"].split())) >= 3 for seat in seen(match)["seats"])
            three = three and (not options["finish_round"] or t % players == 0)
            expected = three or t == options["max_turns"] or (players == 1 and t == options["solo_turns"])
            assert match.over is expected
            assert seen(match)["turn"] == t
        ends.add(seen(match)["finished"])
    assert ends == {"structures", "guard", "solo"}
