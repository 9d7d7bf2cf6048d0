"""What is said of a move before it is made, against what the move does; and how near a Dish is to a Favorite."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rules import rule
from tests.support import choice, steps, zones
from tests.umami.support import final, play, scores, table
from yokocho import catalog
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.record import SPECTATOR, State, copy
from yokocho.games.umami import state

GAME: Game = catalog.game("umami")
GAINS = [(players, seed) for players in GAME.players for seed in range(2)]


def note_of(match: Match, p: int, zone: str) -> tuple[str, str]:
    found = zones(match, p)[zone]
    return found.note, found.tone


def notes(match: Match, p: int) -> list[tuple[str, str]]:
    return [(piece.note, piece.tone) for piece in zones(match, p)["favorites"].pieces]


# --- tones, gains and costs


@rule("UM-16", "UM-18", "UM-42")
def test_completing_a_winning_dish_is_good_and_says_its_gain() -> None:
    match = table(hands=["1*", "1s"], dishes=["7* 8b / 5* 6s", ""], area="2s 9s 5b 4s", favorites="RRG-L")
    first = choice(match, 0, "play 1*")
    assert (first.tone, first.gain, first.cost) == ("good", 3, "")
    assert first.why == "Dish 1 would win red-red-green low with 16: +3."
    play(match, 0, "play 1*")
    put = choice(match, 0, "put 0")
    assert (put.tone, put.gain, put.why) == ("good", 3, first.why)
    before = scores(match)[0]
    play(match, 0, "put 0")
    assert scores(match)[0] - before == put.gain


@rule("UM-13")
def test_a_full_dish_costs_a_card() -> None:
    match = table(hands=["4s", "1s"], dishes=["9b 9s 8*", ""], area="2s 9s 5b 4s", favorites="RRG-L")
    play(match, 0, "play 4s")
    put = choice(match, 0, "put 0")
    assert (put.tone, put.cost, put.gain) == ("costly", "1 card", 0)
    assert put.why == "Dish 1 is full: one of its cards would go, or the 4 Steal itself."


@rule("UM-13", "UM-16")
def test_a_full_dish_that_wins_without_a_card_is_good_and_still_costs_it() -> None:
    match = table(hands=["1*", "1s"], dishes=["9b 9s 8*", ""], area="2s 9s 5b 4s", favorites="RRG-L")
    play(match, 0, "play 1*")
    put = choice(match, 0, "put 0")
    assert (put.tone, put.cost, put.gain) == ("good", "1 card", 3)
    assert put.why == "Without the 9 Blossom Dish 1 would win red-red-green low with 18: +3."
    play(match, 0, "put 0")
    gone = choice(match, 0, "discard 9b")
    assert (gone.tone, gone.gain) == ("good", 3)
    same = choice(match, 0, "discard 1*")
    assert (same.tone, same.why) == ("", "Dish 1 would stay as it was.")


@rule("UM-18", "UM-42")
def test_taking_a_favorite_from_somebody_says_so() -> None:
    match = table(hands=["1*", "1s"], dishes=["7* 8b", "9* 7b 1s = RRG-L"], area="2s 9s 5b 4s")
    play(match, 0, "play 1*")
    why = "Dish 1 would take red-red-green low from seat 1's Dish 1, with 16 against 17: +3."
    assert choice(match, 0, "put 0").why == why


@rule("UM-19")
def test_between_equal_sums_the_blossoms_are_named() -> None:
    match = table(hands=["1b", "1s"], dishes=["9s 7b", "8b 7* 2s = RRG-L"], area="2s 9s 5b 4s")
    play(match, 0, "play 1b")
    assert "with 17 against 17 and more Blossoms: +1." in choice(match, 0, "put 0").why


@rule("UM-22", "UM-42")
def test_a_claim_is_good_and_says_what_it_gains() -> None:
    match = table(hands=["8*", "1s"], dishes=["4* 6b", ""], area="2s 9s 5b 4s", favorites="YYR-H +2-L")
    play(match, 0, "play 8*", "put 0")
    claim = choice(match, 0, "claim 0 +2-L")
    assert (claim.tone, claim.gain, claim.why) == ("good", 3, "Dish 1 would win +2 low with 18: +3.")


@rule("UM-R2", "UM-R37")
def test_declining_is_final_and_moving_an_own_favorite_says_what_follows() -> None:
    match = table(hands=["6s", "1s"], dishes=["7* 8* 6* = RRY-H / 9b 8s", ""], area="2s 9s 5b 4s", favorites="+1-H")
    play(match, 0, "play 6s", "put 1")
    assert choice(match, 0, "decline").tone == "final"
    move = choice(match, 0, "claim 1 RRY-H")
    assert (move.tone, move.gain) == ("good", 1)
    assert move.why.startswith("Dish 2 would take red-red-yellow high from my own Dish 1, with 23 against 21, then")
    play(match, 0, "claim 1 RRY-H")
    assert scores(match)[0] == 5


@rule("UM-42")
def test_moving_an_own_favorite_at_a_loss_is_costly() -> None:
    match = table(hands=["6s", "1s"], dishes=["7* 8* 6* = RRY-H / 9b 8s", ""], area="2s 9s 5b 4s")
    play(match, 0, "play 6s", "put 1")
    move = choice(match, 0, "claim 1 RRY-H")
    assert (move.tone, move.gain, move.cost) == ("costly", -3, "3 points")


@rule("UM-26", "UM-27")
def test_a_steal_gives_up_its_card_and_says_what_it_could_take() -> None:
    dishes = ["5* 6b", "8* 9s"]
    match = table(hands=["4s 2s", "1b"], dishes=dishes, area="7b 2s 5s 1*", favorites="YYR-H")
    found = choice(match, 0, "steal 4s")
    assert (found.tone, found.gain, found.cost) == ("good", 3, "Steal card")
    assert found.why == "With the 8 Star of seat 1's Dish 1, Dish 1 would win yellow-yellow-red high with 19: +3."
    play(match, 0, "steal 4s")
    target = choice(match, 0, "take 8* from 1.0")
    assert (target.tone, target.gain) == ("good", 3)
    vain = table(hands=["4s 2s", "1b"], dishes=["", "8* 9s"], area="7b 2s 5s 1*", favorites="YYR-H")
    assert (choice(vain, 0, "steal 4s").tone, choice(vain, 0, "steal 4s").cost) == ("costly", "Steal card")


@rule("UM-27")
def test_what_a_theft_would_spoil_is_said() -> None:
    match = table(hands=["4s 2s", "1b"], dishes=["1s", "8* 9s"], area="7b 2s 5s 1*", favorites="RRG-L")
    play(match, 0, "steal 4s")
    target = choice(match, 0, "take 8* from 1.0")
    assert target.why == "seat 1 would lack more than 1, 2 or 3 for red-red-green low there."


@rule("UM-34", "UM-35")
def test_what_ends_regular_play_is_final_unless_it_is_good() -> None:
    dishes = ["1s 1b 9b / 1s 2b 9b / 2* 2b 9s / 5* / 8b", "4* 3s"]
    match = table(hands=["6s", "1s"], dishes=dishes, area="2s 9s 5b 4s")
    play(match, 0, "play 6s")
    put = choice(match, 0, "put 3")
    assert (put.tone, put.cost) == ("final", "last round")
    assert "12 Ingredients would lie in my Dishes" in put.why
    play(match, 0, "put 3")
    assert match.state.trigger == state.MANY_INGREDIENTS


@rule("UM-40", "UM-42")
def test_stopping_is_final_and_says_what_stays() -> None:
    match = final(hands=["1* 4b", "1s"], dishes=["7* 8b", ""], favorites="RRG-L")
    stop = choice(match, 0, "stop")
    assert stop.tone == "final"
    assert stop.why.endswith("2 cards in hand would score nothing. A card of my hand could still win +3.")


@rule("UM-40", "UM-42")
def test_in_the_final_round_a_card_that_can_win_nothing_is_wasted() -> None:
    match = final(hands=["1* 4b 5b", "1s"], dishes=["7* 8b", ""], favorites="RRG-L")
    assert choice(match, 0, "play 4b").tone == "wasteful"
    assert choice(match, 0, "play 1*").tone == "good"
    play(match, 0, "play 1*")
    assert choice(match, 0, "put new").tone == "wasteful"
    three = final(hands=["1* 7b 8s", "1s"], dishes=["", ""], favorites="RRG-L")
    assert choice(three, 0, "play 7b").tone == ""
    refilled = final(hands=["1* 4b", "1s"], favorites="RRG-L", options={"final_refill": "favorites"})
    assert choice(refilled, 0, "play 4b").tone == ""


@rule("UM-11", "UM-R29")
def test_in_regular_play_no_placement_is_wasteful() -> None:
    match = table(hands=["9s", "1s"], dishes=["9b 9* / 1s", ""], area="2s 9s 5b 4s", favorites="GGR-L")
    play(match, 0, "play 9s")
    assert {choice(match, 0, put).tone for put in match.notations(0)} == {""}
    assert choice(match, 0, "put 0").why == "No Favorite would be won with 9, 9, 9."
    assert choice(match, 0, "put 1").why == "It would then need 1, 2 or 3 for green-green-red low."


@rule("UM-29", "UM-R35")
def test_a_restock_says_what_it_wins_and_declining_it_is_final() -> None:
    match = table(
        hands=["4s", "1s"],
        dishes=["", "1b 7s / 5*"],
        area="1* 2s 9b 6b",
        favorites="GGR-L",
        options={"restock": "optional"},
    )
    play(match, 0, "steal 4s", "take 5* from 1.1", "put new")
    found = choice(match, 1, "restock 1*")
    assert (found.tone, found.gain) == ("good", 2)
    assert choice(match, 1, "decline").tone == "final"


# --- remarks against moves


def after(s: State, p: int, a: int) -> State:
    t = copy(s)
    GAME.kernels.apply(t, p, a)
    return t


def best_after(s: State, p: int, depth: int) -> int:
    """The most points a seat can have once what it is asked now is answered, so many questions deep."""
    kind = int(s.agenda[s.agenda_size - 1, 0]) if s.agenda_size else -1
    if not depth or p not in GAME.pending(s) or kind not in (state.PLACE, state.DISCARD, state.CLAIM, state.TAKE):
        return GAME.scores(s)[p]
    return max(best_after(after(s, p, a), p, depth - 1) for a in GAME.legal(s, p))


@rule("UM-42")
@pytest.mark.parametrize(("players", "seed"), GAINS)
def test_gains_are_what_the_moves_bring(players: int, seed: int) -> None:
    """Of every fourth question: the best answers to what follows bring the gain, and no more is won without one."""
    said = 0
    for n, match in enumerate(steps(GAME, players, seed)):
        if match.over or n % 4 == 3:
            continue
        (p,) = match.pending()
        view = match.view(p)
        s = copy(match.state)  # the end of a turn reveals nothing, and no phase begins
        s.favorites_deck_size = 0
        s.first = s.active
        before = GAME.scores(s)[p]
        for a in GAME.legal(view, p):
            remark = GAME.remark(view, p, a, match.name)
            assert remark.tone in ("", "good", "costly", "wasteful", "final")
            assert (remark.tone == "good") == (remark.gain > 0)
            if remark.gain or a % 3 == 0:
                said += remark.gain > 0
                assert remark.gain == best_after(after(s, p, a), p, 5) - before, GAME.words.label(s, p, a, str)
    assert said


@rule("UM-40", "UM-42")
@pytest.mark.parametrize("seed", range(6))
def test_what_is_called_wasteful_brings_nothing(seed: int) -> None:
    """All ways to go on with the final turn bring as much without the card as with it."""

    def most(s: State, p: int, depth: int) -> int:
        if not depth or p not in GAME.pending(s):
            return GAME.scores(s)[p]
        return max(most(after(s, p, a), p, depth - 1) for a in GAME.legal(s, p))

    for match in steps(GAME, 2, 40 + seed):
        if match.state.phase != state.FINAL or GAME.words.asks(match.state) != "final":
            continue
        (p,) = match.pending()
        view = match.view(p)
        for a in GAME.legal(view, p):
            if GAME.remark(view, p, a, match.name).tone == "wasteful":
                t = after(match.state, p, a)
                best = max(GAME.scores(u)[p] for u in (after(t, p, b) for b in GAME.legal(t, p)))
                assert best <= GAME.scores(match.state)[p]
                if match.state.hand_size[p] <= 2:
                    alone = most(match.state, p, 4)
                    assert most(t, p, 3) <= alone


def test_remarks_and_notes_come_from_what_a_seat_knows() -> None:
    """With other hands, secrets and decks behind the same view, the same is said (UM-1)."""
    for match in steps(GAME, 3, 11):
        if match.over:
            continue
        (p,) = match.pending()
        view = match.view(p)
        again = GAME.view(GAME.imagined(view, p, bytes([5]) * 32), p)
        for a in GAME.legal(view, p)[:8]:
            assert GAME.remark(view, p, a, match.name) == GAME.remark(again, p, a, match.name)


def test_trying_a_move_leaves_the_table_as_it_is() -> None:
    for match in steps(GAME, 2, 4):
        if match.over:
            continue
        (p,) = match.pending()
        view = match.view(p)
        before = view.tobytes()
        match.scene(p)
        for a in GAME.legal(view, p):
            GAME.remark(view, p, a, match.name)
        assert view.tobytes() == before


# --- nearness


@rule("UM-16", "UM-18")
def test_a_favorite_names_my_nearest_dish_and_what_it_needs() -> None:
    favorites = "RRG-L YYR-H +1-H GGY≠-L"
    match = table(hands=["1s 2s", "1b"], dishes=["7* 8b / 5* 6s / 4b", ""], area="9s 9b 9* 3b", favorites=favorites)
    by_face = {piece.face: piece for piece in zones(match, 0)["favorites"].pieces}
    assert (by_face["RRG-L"].note, by_face["RRG-L"].tone) == ("Dish 1: 1\u2060–\u20603", "good")
    assert by_face["YYR-H"].note == "Dish 2: 7\u2060–\u20609"
    assert by_face["+1-H"].note == "Dish 1: 6, 9"
    assert by_face["GGY≠-L"].note == "Dish 3 {mark-green}{mark-green}"
    assert "Dish 3 needs green and green" in by_face["GGY≠-L"].tooltip
    assert "Dish 1 needs 1, 2 or 3, which I can play now" in by_face["RRG-L"].tooltip
    assert {note for note, _ in notes(match, 1)} == {"no Dish yet"}
    assert {note for note, _ in notes(match, SPECTATOR)} == {""}


@rule("UM-16", "UM-13")
def test_a_dish_says_what_the_card_on_its_way_would_make_of_it() -> None:
    dishes = ["3* 6b 8* = GYR-H / 7* 8b / 5* 6s / 9b 9s 8*", ""]
    match = table(hands=["1*", "1s"], dishes=dishes, area="2s 9s 5b 4s", favorites="RRG-L")
    assert note_of(match, 0, "dish:0.0") == ("3 points", "")
    assert note_of(match, 0, "dish:0.1") == ("needs 1\u2060–\u20603", "")
    assert note_of(match, 0, "dish:0.2") == ("no guest", "")
    assert note_of(match, 0, "dish:0.3") == ("full", "")
    play(match, 0, "play 1*")
    assert note_of(match, 0, "dish:0.1") == ("wins: 16", "good")
    assert note_of(match, 0, "dish:0.2") == ("wins nothing", "")
    assert note_of(match, 0, "dish:0.3") == ("full: 1 goes", "costly")
    assert note_of(match, 0, "dish:0.4") == ("new: 11 of 12", "")
    assert notes(match, 0) == [("Dish 2 wins", "good")]
    assert note_of(match, 1, "dish:0.1") == ("needs 1\u2060–\u20603", "")


@rule("UM-18", "UM-36")
def test_a_set_dish_says_its_points_and_whether_it_can_be_lost() -> None:
    match = table(hands=["1*", "1s"], dishes=["9* 7b 1s = RRG-L", "7* 8b"], area="2s 9s 5b 4s")
    found = zones(match, 0)["dish:0.0"]
    assert (found.note, found.tone) == ("2 points, at risk", "costly")
    assert found.spoken.endswith("seat 1's Dish 1 needs 1 to take it")
    (banner,) = [piece for piece in found.pieces if piece.slot == 0]
    assert banner.note == "17{blossom}" and banner.tone == ""
    (taken,) = [piece for piece in zones(match, 1)["dish:0.0"].pieces if piece.slot == 0]
    assert "Dish 1 needs 1" in taken.tooltip
    best = table(hands=["1*", "1s"], dishes=["7* 7b 1s = RRG-L", "7* 8b"], area="2s 9s 5b 4s")
    assert zones(best, 0)["dish:0.0"].note == "2 points, best sum"
    locked = final(hands=["1*", "1s"], dishes=["9* 7b 1s = RRG-L down", "7* 8b"])
    assert zones(locked, 0)["dish:0.0"].note == "2 points, locked"


@rule("UM-33", "UM-34", "UM-40")
def test_meters_say_how_near_the_end_is() -> None:
    match = table(hands=["1*", "1s"], dishes=["9b 9s 8* / 7*", "4*"], area="2s 9s 5b 4s", favorites="RRG-L")
    cards, favorites = match.scene(0).meters
    assert (cards.words, cards.now, cards.of) == ("My Dishes: 4 of 12 cards", 4, 12)
    assert match.scene(1).meters[0].words == "Fullest Dishes: 4 of 12 cards"
    assert favorites.now == favorites.of - 1 - int(match.state.favorites_deck_size)
    last = final(hands=["1*", "1s"])
    assert last.scene(0).meters[0].words == "0 of 2 final turns done"
    play(last, 0, "stop")
    assert last.scene(0).meters[0].now == 1


@rule("UM-38")
def test_in_the_final_round_revealed_favorites_come_where_the_market_was() -> None:
    match = final(hands=["1*", "1s"], favorites="RRG-L YYR-H +1-H GGY≠-L GYR-H GYR-L")
    places = zones(match, 0)
    assert [len(places[id].pieces) for id in ("favorites", "more")] == [4, 2] and "area" not in places
    assert np.all([zone.slots >= len(zone.pieces) for zone in places.values() if zone.slots])
