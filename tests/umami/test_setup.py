"""Set-up, seats and what each of them may know (UM-1 to UM-4, table 2.2)."""

import random
from collections import Counter

import pytest

from tests.rules import rule
from tests.umami.support import FACES, FAVORITES, asked, play, seen, table
from yokocho.core.game import BadInput
from yokocho.core.match import Match
from yokocho.core.record import SPECTATOR
from yokocho.games.umami import GAME

SETUP = {  # players: Favorites counted out, face down, in the box, Ingredients left in the deck
    2: (7, 3, 9, 69),
    3: (9, 5, 6, 65),
    4: (10, 6, 4, 61),
    5: (11, 7, 2, 57),
}
OPTIONS = {
    "claims": ["compulsory", "optional", "area"],
    "own_rehome": ["optional", "compulsory", "forbidden"],
    "discard_new": [True, False],
    "steal_new_dish": [True, False],
    "reshuffle": ["empty", "needed"],
    "fav_refill_loop": [True, False],
    "claim_order": ["active", "first"],
    "final_refill": ["none", "favorites", "all"],
    "round_cap": [40, 0, 1, 999],
    "restock": ["compulsory", "optional"],
    "ne_profile": ["half", "all", "none"],
}


def new(players: int, seed: str = "a") -> Match:
    return Match(GAME, players, {}, seed)


@rule("UM-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_gets_four_ingredients_and_one_secret_favorite(players):
    position = seen(new(players))
    assert len(position["seats"]) == players
    for seat in position["seats"]:
        assert len(seat["hand"].split()) == 4
        assert seat["secret"] in FAVORITES
        assert seat["dishes"] == [None] * 5


@rule("UM-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hands_and_secrets_are_known_to_their_owner_only(players):
    match = new(players)
    whole = seen(match)
    for viewer in range(players):
        view = GAME.write(match.view(viewer))
        assert view["seats"][viewer]["hand"] == whole["seats"][viewer]["hand"]
        assert view["seats"][viewer]["secret"] == whole["seats"][viewer]["secret"]
        for other in set(range(players)) - {viewer}:
            assert view["seats"][other]["hand"] == "? ? ? ?"
            assert view["seats"][other]["secret"] == "?"
    assert [seat["hand"] for seat in GAME.write(match.view(SPECTATOR))["seats"]] == ["? ? ? ?"] * players


@rule("UM-1", "UM-2")
def test_nobody_knows_the_decks_or_the_box():
    match = new(3)
    view = GAME.write(match.view(0))
    assert set(view["ingredients"]["deck"].split()) == {"?"}
    assert set(view["favorites"]["deck"].split()) == {"?"}
    assert view["favorites"]["box"] == "?"


@rule("UM-1")
def test_both_decks_are_shuffled_and_independent_of_each_other():
    first, second = seen(new(2, "a")), seen(new(2, "b"))
    assert first["ingredients"]["deck"] != second["ingredients"]["deck"]
    assert first["favorites"]["area"] != second["favorites"]["area"]
    deals = [seen(new(2, str(i))) for i in range(300)]
    first_cards = Counter(deal["ingredients"]["deck"].split()[0] for deal in deals)
    assert set(first_cards) == set(FACES)
    assert {deal["seats"][0]["secret"] for deal in deals} == set(FAVORITES)


@rule("UM-2", "UM-3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_piles_have_the_sizes_of_the_table(players):
    position = seen(new(players))
    counted_out, face_down, box, deck = SETUP[players]
    area = position["favorites"]["area"].split()
    assert len(area) == 4
    assert len(position["favorites"]["deck"].split()) == face_down == counted_out - 4
    assert len(position["favorites"]["box"].split()) == box
    assert len(position["ingredients"]["area"].split()) == 4
    assert len(position["ingredients"]["deck"].split()) == deck
    assert position["ingredients"]["trash"] == ""


@rule("UM-1", "UM-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_card_of_the_box_is_there_once(players):
    position = seen(new(players))
    ingredients = [*position["ingredients"].values(), *(seat["hand"] for seat in position["seats"])]
    assert Counter(" ".join(ingredients).split()) == Counter(FACES * 3)
    favorites = [*position["favorites"].values(), *(seat["secret"] for seat in position["seats"])]
    assert Counter(" ".join(favorites).split()) == Counter(FAVORITES)


@rule("UM-4")
def test_the_holder_of_first_serving_begins():
    match = new(4)
    assert seen(match)["first_serving"] == 0
    assert asked(match) == ("action", 0)
    assert asked(table(players=4, first=2)) == ("action", 2)


@rule("UM-4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_play_is_clockwise_and_first_serving_never_moves(players):
    match, chance = new(players), random.Random(players)
    turns = []
    while not match.over:
        position = seen(match)
        assert position["first_serving"] == 0
        turn = (position["phase"], position["round"], position["active"])
        if not turns or turns[-1] != turn:
            turns.append(turn)
        p = match.actor()
        match.play(p, chance.choice(match.legal(p)), 0)
    rounds = turns[-1][1]
    regular = [("regular", number, p) for number in range(1, rounds + 1) for p in range(players)]
    assert turns == regular + [("final", rounds, p) for p in range(players)]


@rule("UM-4")
def test_a_round_starts_with_first_serving_wherever_it_lies():
    match = table(
        players=3,
        first=2,
        active=1,
        hands=[None, "1* 1b 2* 2b", None],
        area="4* 4b 5* 5b",
        favorites="+1-H",
        favorites_deck="",
        round=3,
    )
    play(match, 1, "play 1*", "put new", "play 4* from area", "put new")
    assert asked(match) == ("action", 2)
    assert seen(match)["round"] == 4
    match = table(players=3, first=2, hands=[None, None, "1* 1b 2* 2b"], area="4* 4b 5* 5b", favorites="+1-H")
    play(match, 2, "play 1*", "put new", "play 4* from area", "put new")
    assert asked(match) == ("action", 0)
    assert seen(match)["round"] == 1


def test_the_options_are_those_of_the_rules_with_their_defaults():
    assert [option.name for option in GAME.options] == list(OPTIONS)
    assert GAME.options_of(new(2).state) == {name: values[0] for name, values in OPTIONS.items()}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in OPTIONS.items() for value in values])
def test_every_value_of_every_option_can_be_played(name, value):
    match, chance = Match(GAME, 3, {name: value}, f"{name} {value}"), random.Random(0)
    assert GAME.options_of(match.state)[name] == value
    while not match.over:
        p = match.actor()
        match.play(p, chance.choice(match.legal(p)), 0)
    assert sorted(match.result()["ranks"])[0] == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("claims", "never"),
        ("claims", None),
        ("discard_new", 1),
        ("discard_new", "maybe"),
        ("round_cap", -1),
        ("round_cap", 40.0),
        ("round_cap", True),
        ("ne_profile", "some"),
    ],
)
def test_other_values_are_refused_by_name(name, value):
    with pytest.raises(BadInput, match=f"option {name}"):
        Match(GAME, 3, {name: value}, "a")


@pytest.mark.parametrize("players", [0, 1, 6])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(BadInput, match="2 to 5 players"):
        new(players)


def test_an_unknown_option_is_refused():
    with pytest.raises(BadInput, match="'speed'"):
        Match(GAME, 2, {"speed": "fast"}, "a")
