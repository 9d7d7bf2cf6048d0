"""Everybody cooks at the same time: any order of arrival comes to the same, and each lane has its own undo (5.4)."""

import random

import pytest

from tests.rules import rule
from tests.wok_and_roll.support import (
    FACES,
    FULL,
    asked,
    everybody_done,
    kitchen,
    moves,
    new,
    of,
    play,
    scores,
    seen,
    sheet,
    told,
    tray,
)
from tests.wok_and_roll.test_end import random_crossed
from yokocho.core.match import Illegal, Match
from yokocho.core.record import SPECTATOR, data
from yokocho.games.wok_and_roll import GAME

OPEN = {"hidden_until_all_done": False}
FORMS = [{}, OPEN]


def random_kitchen(chance, **options):
    """A table in the middle of a game, all about to cook."""
    players = chance.randint(2, 5)
    seats = [
        sheet(
            random_crossed(chance, 2),
            "".join(letter for letter in FULL if chance.random() < 0.6),
            "".join(letter for letter in "RNMVS" if chance.random() < 0.3),
        )
        for _ in range(players)
    ]
    dice = "".join(chance.choice(FACES) for _ in range(6))
    turn = chance.randint(20, 60)
    return kitchen(*seats, white=dice[:4], red=dice[4:], turn=turn, options=options, seed=str(chance.random()))


def settled(match):
    """The state without what describes only the last move."""
    return data(GAME.settle(match.state))


def copy_of(match):
    return Match.from_position(GAME, seen(match))


def random_steps(match, p, chance):
    """What one seat does with the kitchen to itself."""
    match, steps = copy_of(match), []
    while p in match.pending():
        offered = moves(match, p)
        steps.append("done" if chance.random() < 0.15 else chance.choice(offered))
        if steps[-1] == "done":
            break
        play(match, p, steps[-1])
    return steps


def merged(lanes, chance):
    """One random order of arrival."""
    order = [p for p, steps in lanes.items() for _ in steps]
    chance.shuffle(order)
    feeds = {p: iter(steps) for p, steps in lanes.items()}
    return [(p, next(feeds[p])) for p in order]


# --- any order


@rule("WR-10", "WR-29", "WR-R13")
@pytest.mark.parametrize("seed", range(20))
def test_any_order_of_arrival_gives_the_same(seed):
    chance = random.Random(f"lanes {seed}")
    start = random_kitchen(chance, hidden_until_all_done=seed % 2 == 0, bonus_ingredient_persists=seed % 3 == 0)
    lanes = {p: random_steps(start, p, chance) for p in range(start.players)}
    ends, middles = set(), {}
    for _ in range(4):
        match = copy_of(start)
        progress = [0] * match.players
        for p, move in merged(lanes, chance):
            play(match, p, move)
            progress[p] += 1
            key = tuple(progress)
            assert middles.setdefault(key, settled(match)) == settled(match), "half-way too"
        ends.add(settled(match))
    assert len(ends) == 1
    assert seen(match)["turn"] == seen(start)["turn"] + 1


@rule("WR-10", "WR-27", "WR-R13")
@pytest.mark.parametrize("options", FORMS, ids=["hidden", "open"])
def test_what_others_do_changes_nothing_of_what_one_may_do(options):
    chance = random.Random("no influence")
    for _ in range(25):
        match = random_kitchen(chance, **options)
        p = chance.randrange(match.players)
        offered, own = moves(match, p), seen(match)["seats"][p]
        for _ in range(12):
            busy = [q for q in match.pending() if q != p]
            if not busy:
                break
            q = chance.choice(busy)
            play(match, q, chance.choice(moves(match, q)))
            assert moves(match, p) == offered
            assert seen(match)["seats"][p] == own


@rule("WR-29", "WR-R13")
@pytest.mark.parametrize("options", FORMS, ids=["hidden", "open"])
def test_every_seat_that_is_not_done_may_move_at_any_time(options):
    match = kitchen(*[sheet()] * 4, white="MMVV", red="RR", turn=5, options=options)
    assert match.pending() == [0, 1, 2, 3]
    play(match, 3, "cook M1.1")
    play(match, 0, "cook V1.1")
    play(match, 3, "cook V2.1", "done")
    play(match, 1, "done")
    play(match, 0, "cook M1.1")
    assert match.pending() == [0, 2]
    for p in (1, 3):
        assert moves(match, p) == []
        with pytest.raises(Illegal):
            play(match, p, "done")


@rule("WR-29")
def test_a_client_that_asks_one_by_one_goes_round_from_the_active_player():
    """5.4: bots run in seat order from the active player."""
    match = kitchen(*[sheet()] * 4, white="MMVV", red="RR", turn=6)
    order = []
    while asked(match) == "cook":
        order.append(match.actor())
        play(match, order[-1], "done")
    assert order == [2, 3, 0, 1]


# --- taking back


@rule("WR-R19")
@pytest.mark.parametrize("options", FORMS, ids=["hidden", "open"])
def test_a_seat_takes_back_its_own_last_step(options):
    match = kitchen(sheet(fridge="M"), sheet(), white="MMVV", red="RR", options=options)
    fresh = seen(match)
    play(match, 0, "cook M1.1")
    one = seen(match)
    play(match, 0, "cook R1.1")
    taken = match.undo(0)
    assert (taken.seat, taken.notation) == (0, "cook R1.1")
    assert seen(match) == one
    match.undo(0)
    assert seen(match) == fresh
    assert match.moves == []


@rule("WR-R19")
@pytest.mark.parametrize("options", FORMS, ids=["hidden", "open"])
def test_also_when_another_seat_has_moved_in_between(options):
    match = kitchen(sheet(), sheet(), sheet(), white="MMVV", red="RR", options=options)
    play(match, 0, "cook M1.1")
    play(match, 1, "cook V1.1")
    play(match, 2, "done")
    taken = match.undo(0)
    assert (taken.seat, taken.notation) == (0, "cook M1.1")
    assert [of(match, p, "crossed") for p in range(3)] == ["", "V1.1", ""]
    assert match.pending() == [0, 1]
    assert [(move.seat, move.notation) for move in match.moves] == [(1, "cook V1.1"), (2, "done")]
    play(match, 0, "cook M1.2")
    match.undo(1)
    assert [of(match, p, "crossed") for p in range(3)] == ["M1.2", "", ""]


@rule("WR-R19")
def test_what_a_step_brought_goes_with_it():
    match = kitchen(sheet("M1.1", "S"), sheet(), white="MMRS", red="BB")
    before = seen(match)
    for steps in (["cook M2.1", "cook R1.1"], ["cook S1.1 fridge S"], ["skill R", "cook M2.1"]):
        play(match, 0, *steps)
        play(match, 1, "cook M1.1")
        for _ in steps:
            match.undo(0)
        match.undo(1)
        assert seen(match) == before


@rule("WR-R19", "WR-R26")
@pytest.mark.parametrize("options", FORMS, ids=["hidden", "open"])
def test_done_cannot_be_taken_back(options):
    match = kitchen(sheet(), sheet(), white="MMVV", red="RR", options=options)
    play(match, 0, "cook M1.1", "done")
    now = seen(match)
    with pytest.raises(Illegal):
        match.undo(0)
    with pytest.raises(Illegal):
        match.undo()
    play(match, 1, "cook V1.1")
    with pytest.raises(Illegal):
        match.undo(0)  # nor the step before it
    match.undo(1)
    assert seen(match) == now


@rule("WR-R19")
def test_the_last_done_cannot_be_taken_back_nor_any_step_of_that_turn():
    match = kitchen(sheet(), sheet(), white="MMVV", red="RR")
    play(match, 0, "cook M1.1", "done")
    play(match, 1, "cook V1.1", "done")
    assert asked(match) == "market"
    for p in (None, 0, 1):
        with pytest.raises(Illegal):
            match.undo(p)


@rule("WR-R19")
@pytest.mark.parametrize("players", [1, 3])
def test_nor_the_done_that_ends_the_game(players):
    """No dice are rolled then, but all sheets have come to light."""
    match = kitchen(players=players, white="MMVV", red="RR", turn=4, options={"max_turns": 5})
    for p in range(players):
        play(match, p, "cook M1.1", "done")
    assert match.over
    for p in (None, 0, players - 1):
        with pytest.raises(Illegal):
            match.undo(p)


@rule("WR-R19")
def test_no_undo_across_a_roll():
    match = tray("RNMV", "SB", roll=1)
    play(match, 0, "reroll 0 1")
    with pytest.raises(Illegal, match="came to light"):
        match.undo(0)
    play(match, 0, "reroll 0 1 2")  # the third roll
    now = seen(match)
    with pytest.raises(Illegal):
        match.undo(0)
    play(match, 0, "done")
    with pytest.raises(Illegal):
        match.undo(0)
    assert seen(match)["dice"] == now["dice"]


@rule("WR-R19", "WR-8")
@pytest.mark.parametrize("step", ["cook M1.1", "done"])
def test_a_lock_stands_once_others_have_cooked(step):
    match = tray("MMVV", "RR")
    play(match, 0, "lock")
    play(match, 1, step)
    now = seen(match)
    with pytest.raises(Illegal):
        match.undo(0)
    assert seen(match) == now


@rule("WR-R19", "WR-8")
def test_a_lock_stands_when_the_steps_after_it_were_taken_back():
    match = tray("MMVV", "RR")
    play(match, 0, "lock", "cook M1.1")
    play(match, 1, "cook V1.1")
    match.undo(0)
    with pytest.raises(Illegal):
        match.undo(0)
    assert (asked(match), of(match, 1, "crossed")) == ("cook", "V1.1")


@rule("WR-R19")
def test_who_has_not_moved_has_nothing_to_take_back():
    match = kitchen(sheet(), sheet(), white="MMVV", red="RR")
    play(match, 0, "cook M1.1")
    with pytest.raises(Illegal):
        match.undo(1)
    match = new(2, "x")
    play(match, 0, "lock", "done")
    with pytest.raises(Illegal):
        match.undo(1)


@rule("WR-R19")
@pytest.mark.parametrize("options", FORMS, ids=["hidden", "open"])
def test_redo_is_the_inverse_of_undo(options):
    chance = random.Random("redo")
    undone = 0
    for _ in range(15):
        match = random_kitchen(chance, **options)
        turn = seen(match)["turn"]
        while not match.over and seen(match)["turn"] == turn:
            p = chance.choice(match.pending())
            play(match, p, chance.choice(moves(match, p)))
            q = chance.randrange(match.players)
            if not match.why_no_undo(q):
                before = settled(match)
                step = match.undo(q)
                assert settled(match) != before and step.seat == q
                assert match.redo() == step
                assert settled(match) == before
                undone += 1
    assert undone > 20


@rule("WR-R19")
def test_several_steps_of_several_seats_come_back_in_order():
    match = kitchen(sheet(), sheet(), white="MMVV", red="RR")
    play(match, 0, "cook M1.1", "cook V1.1")
    play(match, 1, "cook V2.1", "cook M2.1")
    whole = settled(match)
    for p in (0, 1, 0, 1):
        match.undo(p)
    assert match.moves == []
    for _ in range(4):
        match.redo()
    assert settled(match) == whole
    with pytest.raises(Illegal):
        match.redo()


@rule("WR-R19")
def test_a_match_with_steps_taken_back_can_be_saved_and_replayed():
    from yokocho import catalog

    match = kitchen(sheet(), sheet(), sheet(), white="MMVV", red="RR")
    for _ in range(9):  # past a snapshot of the match
        play(match, 0, "cook M1.1")
        play(match, 1, "cook V1.1")
        match.undo(0)
        play(match, 2, "cook M1.2")
        match.undo(1)
        match.undo(2)
    play(match, 0, "cook M1.1")
    play(match, 2, "cook V1.1", "done")
    play(match, 1, "cook M2.1")
    play(match, 0, "cook V1.1")
    match.undo(0)
    again = Match.from_json(match.to_json(), catalog.game)
    assert data(again.state) == data(match.state)
    assert data(again.at(2)) == data(match.at(2))
    everybody_done(match)
    assert scores(match) == [1, 1, 1]


@rule("WR-R19", "WR-R25")
def test_a_step_taken_back_is_not_told():
    match = kitchen(sheet(), sheet(), white="MMVV", red="RR")
    play(match, 0, "cook M1.1")
    play(match, 1, "cook V1.1")
    match.undo(0)
    assert not any("Pork 1" in line for p in (SPECTATOR, 0, 1) for line in match.log(p))
    assert any("Kangkong 1" in line for line in match.log(1))
    assert told(match, 0)["seats"][0]["crossed"] == ""


@rule("WR-R19", "WR-29")
def test_undoing_keeps_a_long_cooking_sound():
    """Many steps by many seats, taken back and played at random: the same as playing what is left of them."""
    chance = random.Random("long")
    for _ in range(4):
        start = random_kitchen(chance)
        match = copy_of(start)
        for _ in range(60):
            p = chance.choice(match.pending())
            steps = [move for move in moves(match, p) if move != "done"]
            if steps and chance.random() < 0.6:
                play(match, p, chance.choice(steps))
            elif not match.why_no_undo(p):
                match.undo(p)
        again = copy_of(start)
        for move in match.moves:
            play(again, move.seat, move.notation)
        assert settled(again) == settled(match)
