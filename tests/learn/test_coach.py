"""What the coach says: words for things, what happens for the first time, how one stands, and clear mistakes."""

from __future__ import annotations

import re

import pytest

from tests.learn.support import SAMPLE
from tests.support import GAMES, table_id
from yokocho import catalog
from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.scene import Panel, Piece
from yokocho.learn import coach, coverage
from yokocho.learn.coach import Coach
from yokocho.learn.doubt import doubts
from yokocho.learn.voice import to_you


@pytest.mark.parametrize(
    ("id", "word"), [("dish:0.2", "dish"), ("structure.R", "structure"), ("mine-1", "mine"), ("more", "more")]
)
def test_words_for_zones(id: str, word: str) -> None:
    assert coach.zone_word(id) == word


def test_words_for_pieces_and_scores() -> None:
    kinds = Coach(kinds=(("favorite", ("guest-*",)), ("star", ("card/*[*]",))))
    assert coach.piece_word(kinds, Piece("a", "card", "+1-L", art="guest-owl")) == "favorite"
    assert coach.piece_word(kinds, Piece("b", "card", "5*")) == "star"
    assert coach.piece_word(kinds, Piece("c", "card", "")) == "card"
    assert coach.score_word("Blossoms (tie-break)") == "blossoms"


@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_every_message_has_a_word_of_its_own(game: Game) -> None:
    told = game.words.told
    messages = set(told) if hasattr(told, "keys") else set(range(len(told)))
    assert set(game.words.events) == messages
    assert len(set(game.words.events.values())) == len(messages)


def test_first_the_events_then_the_question_each_once() -> None:
    match = Match(SAMPLE, 2, None, "coach")
    match.play(0, "take 1")
    scene = match.scene(1)
    events = coach.events_of(SAMPLE, match.view(1), match.name)
    assert [event.word for event in events] == coach.event_words(SAMPLE, match.view(1)) == ["ate"]
    said = coach.first(coach.coach(SAMPLE), scene, events * 2)
    assert [one.key for one in said] == ["event:ate", "question:turn"]
    assert said[1].lit.zones == ["steamer", "cup:1"]
    assert [one.key for one in coach.first(coach.coach(SAMPLE), match.scene(0), events)] == ["event:ate"]


LINES = {
    "leading": "You lead with {points}: {why}.",
    "level": "Level: {why}.",
    "behind": "{leader} leads by {gap}: {why}.",
    "alone": "You have {points}: {why}.",
}


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        ((7, 4), (5, 2), "You lead with 7: Stars 4, Guests 3."),
        ((5, 5), (5, 2), "Level: Stars 5."),
        ((4, 1), (9, 6), "Kiko leads by 5: Stars 6 to your 1."),
        ((0, 0), (0, 0), "Level."),
        ((3, 3), None, "You have 3: Stars 3."),
    ],
)
def test_how_one_stands(mine: tuple[int, int], theirs: tuple[int, int] | None, said: str) -> None:
    def panel(seat: int, name: str, score: int, stars: int) -> Panel:
        return Panel(seat, name, score, [("Guests", score - stars), ("Stars (on cards)", stars)])

    panels = [panel(0, "You", *mine)] + ([panel(1, "Kiko", *theirs)] if theirs else [])
    assert coach.standing(LINES, panels, 0) == said


def panels_of(*scores: int) -> list[Panel]:
    return [Panel(p, ("You", "Kiko", "Bao")[p], score, [("Guests", score)]) for p, score in enumerate(scores)]


@pytest.mark.parametrize(
    ("before", "after", "number", "said", "cheers"),
    [
        ((0, 0, 0), (0, 0, 0), 3, "", False),  # nothing to tell
        ((0, 0, 0), (0, 3, 0), 3, "", False),
        ((0, 2, 0), (3, 2, 0), 2, "You lead with 3: Guests 3.", True),
        ((3, 2, 0), (4, 2, 0), 4, "", False),  # nothing has changed
        ((3, 2, 0), (4, 2, 0), 6, "You lead with 4: Guests 4.", True),
        ((5, 2, 0), (4, 2, 0), 6, "You lead with 4: Guests 4.", False),  # robbed
        ((4, 2, 0), (4, 4, 0), 2, "Level: Guests 4.", False),
        ((4, 2, 0), (4, 6, 0), 2, "Kiko leads by 2: Guests 6 to your 4.", False),
    ],
)
def test_how_one_stands_is_said_when_it_is_news(
    before: tuple[int, ...], after: tuple[int, ...], number: int, said: str, cheers: bool
) -> None:
    found = coach.so_far(Coach(round=LINES), panels_of(*before), panels_of(*after), 0, f"Umami, round {number}")
    assert found == coach.Standing(said, cheers)


@pytest.mark.parametrize(
    ("scores", "ranks", "said"),
    [
        ((7, 5, 3), (1, 2, 3), "You lead with 7: Guests 7."),
        ((5, 5, 3), (2, 1, 3), ""),  # lost on a tie
        ((4, 5, 3), (2, 1, 3), "Kiko leads by 1: Guests 5 to your 4."),
        ((5, 5, 3), (1, 1, 3), "Level: Guests 5."),
        ((5,), (1,), "You have 5: Guests 5."),
    ],
)
def test_a_last_word(scores: tuple[int, ...], ranks: tuple[int, ...], said: str) -> None:
    assert coach.last_word(Coach(end=LINES), panels_of(*scores), ranks, 0) == said


def test_of_rivals_it_is_said_what_they_did() -> None:
    """The sentence of the log leads, and only what is theirs is lit."""
    umami = catalog.game("umami")
    match = Match(umami, 3, None, "coach")
    found = Coach({"event:put-down": coach.Saying("A card lies in a Dish.", ("zone:dish:*", "zone:area"))})
    p = match.actor()
    match.play(p, match.notations(p)[0])
    match.play(p, match.notations(p)[0])
    events = coach.events_of(umami, match.view(p), match.name)
    mine, theirs = (coach.first(found, match.scene(seat), events)[0] for seat in (p, (p + 1) % 3))
    assert mine.say == "A card lies in a Dish."
    assert re.fullmatch(
        rf"{coach.sentence(match.name(p))[:-1]} puts .* on Dish 1[.] A card lies in a Dish[.]", theirs.say
    )
    assert theirs.lit.zones == [*(f"dish:{p}.{d}" for d in range(5)), "area"]


def test_who_is_spoken_to_is_seat_0_in_a_file() -> None:
    umami = catalog.game("umami")
    match = Match(umami, 3, None, "coach")
    p = match.actor()
    while p != 2:
        match.play(p, match.notations(p)[0])
        p = match.actor()
    (said,) = coach.first(coach.coach(umami), match.scene(2), [])
    assert said.lit.zones == ["hand:2", "area"]
    assert coach.seated("zone:dish:0.*", 2) == "zone:dish:2.*" and coach.seated("panel:2", 2) == "panel:0"
    assert coach.seated("meter:0", 2) == "meter:0" and coach.seated("zone:dish:*", 2) == "zone:dish:*"


def test_words_about_choices_wait_until_there_are_any() -> None:
    found = Coach({"question:turn": coach.Saying("Take some.", ("choice:take *",))})
    match = Match(SAMPLE, 2, None, "coach")
    scene = match.scene(0)
    assert [one.say for one in coach.first(found, scene, [])] == ["Take some."]
    scene.choices = []
    assert coach.first(found, scene, []) == []


def test_a_round_ends_where_its_number_changes() -> None:
    assert coach.is_new_round("Umami, round 1", "Umami, round 2")
    assert coach.is_new_round("Umami, round 7, the last one", "Umami, final round")
    assert not coach.is_new_round("Umami, round 7", "Umami, round 7, the last one")
    assert not coach.is_new_round("YATTA!, set-up", "YATTA!, round 1 of 5")


def test_a_clear_mistake_is_asked_about() -> None:
    """LD-6: with four left, whoever takes one or two can be left with the last."""
    data = {"players": 2, "steamer": 4, "seats": [{"appetite": 7, "eaten": 6}, {"appetite": 6, "eaten": 6}]}
    match = Match.from_position(SAMPLE, data | {"asked": [{"question": "turn", "seat": 0}]})
    found = doubts(SAMPLE, match.view(0), 0, match.name)
    best = match.validate(0, "take 3")
    assert found and best not in found
    assert set(found.values()) == {"Are you sure? Take 3 looks better."}


def test_where_nothing_is_at_stake_nothing_is_asked() -> None:
    match = Match(SAMPLE, 4, None, "calm")
    assert len(doubts(SAMPLE, match.view(0), 0, match.name)) < len(match.legal(0))
    silent = catalog.game("pass_the_tray")
    match = Match(silent, 5, None, "calm")
    assert all(text.startswith("Are you sure?") for text in doubts(silent, match.view(0), 0, match.name).values())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("You plays the 5 Star on You's Dish", "You play the 5 Star on your Dish"),
        ("You passes", "You pass"),
        ("You is the highest bidder at 3k", "You are the highest bidder at 3k"),
        ("You carries nothing", "You carry nothing"),
        ("You discards 2 and takes one", "You discard 2 and take one"),
        ("You fills a row and gains 1 rice", "You fill a row and gain 1 rice"),
        ("You takes a rice and stars", "You take a rice and stars"),
        ("Kiko takes the 5 Star from You's Dish 1", "Kiko takes the 5 Star from your Dish 1"),
        ("Kiko sells to You for 3k", "Kiko sells to you for 3k"),
        ("You's turn, round 2", "Your turn, round 2"),
        ("You loses the last figure", "You lose the last figure"),
        ("You goes down", "You go down"),
    ],
)
def test_sentences_about_you(line: str, said: str) -> None:
    assert to_you(line) == said


def test_coverage_names_where_each_thing_is_explained() -> None:
    rows = {row.key: row for row in coverage.coverage(SAMPLE, 30)}
    assert set(rows) == {
        *("event:ate", "event:ended", "event:snatched", "piece:die", "piece:token"),
        *("question:turn", "zone:cup", "zone:steamer"),
    }
    assert rows["event:snatched"].guide == ["Your turn"] and rows["event:snatched"].lessons == ["first-bite"]
    assert not any(row.empty for row in rows.values())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_nothing_that_occurs_is_left_unexplained(game: Game) -> None:
    """As `yokocho guide GAME --coverage` says of a thousand matches; here of fewer."""
    assert [row.key for row in coverage.coverage(game, 60) if row.empty] == []
