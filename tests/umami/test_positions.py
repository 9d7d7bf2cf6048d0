"""Positions: what is refused and where, what is dealt, and that writing and reading are inverse (docs/positions.md)."""

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.rules import rule
from tests.umami.support import (
    END_OF_TURN,
    FACES,
    FAVORITES,
    asked,
    hand,
    holder,
    lying,
    moves,
    pile,
    play,
    seen,
    table,
)
from yokocho.core.game import BadInput
from yokocho.core.match import Match
from yokocho.core.record import data
from yokocho.games.umami import GAME


def read(**position):
    return Match.from_position(GAME, {"players": 2} | position)


def seat(**parts):
    return {"seats": [{}, parts]}


TAKE = {"question": "take", "seat": 0}

# --- what is refused


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({"color": "red"}, "color: unknown; known are format, game, players"),
        ({"format": "yokocho-position/9"}, "format: "),
        ({"players": 1}, "players: a number from 2 to 5, not 1"),
        ({"players": 6}, "players: a number from 2 to 5, not 6"),
        ({"players": "2"}, "players: "),
        ({"players": None}, "players: "),
        ({"options": {"speed": 1}}, "umami has no option 'speed'"),
        ({"options": {"claims": "never"}}, "option claims: compulsory, optional, area, not 'never'"),
        ({"options": {"discard_new": "perhaps"}}, "option discard_new: true, false"),
        ({"options": {"round_cap": -3}}, "option round_cap"),
        ({"options": []}, "options: "),
        ({"round": 0}, "round: "),
        ({"phase": "dessert"}, "phase: one of regular, final, over, not 'dessert'"),
        ({"first_serving": 2}, "first_serving: a number from 0 to 1, not 2"),
        ({"active": -1}, "active: a number from 0 to 1, not -1"),
        ({"due": {"foot": True}}, "due.foot: unknown"),
        ({"due": {"hand": "yes"}}, "due.hand: true or false"),
        ({"trigger": "C"}, "trigger: one of None, A, B, cap, not 'C'"),
        ({"moving": "7* 8*"}, "moving: 2 cards, there is room for 1"),
        ({"moving": "7*"}, "moving: a card is on its way exactly while its place is asked"),
        ({"generator": "12"}, "generator: 64 hexadecimal digits"),
        ({"ingredients": {"sink": "7*"}}, "ingredients.sink: unknown"),
        ({"ingredients": {"area": "1* 2* 3* 4* 5*"}}, "ingredients.area: 5 cards, there is room for 4"),
        ({"ingredients": {"area": "0*"}}, "ingredients.area: '0[*]' is not an Ingredient"),
        ({"ingredients": {"area": "7x"}}, "ingredients.area: '7x' is not an Ingredient"),
        ({"ingredients": {"area": "10*"}}, "ingredients.area: '10[*]' is not an Ingredient"),
        ({"ingredients": {"trash": "?"}}, "ingredients.trash: '[?]' is not an Ingredient"),
        ({"ingredients": {"area": ["7*"]}}, "ingredients.area: text is needed here"),
        ({"ingredients": {"trash": "7* 7* 7* 7*"}}, "ingredients.trash: 7[*] appears 4 times in all, there are 3"),
        ({"ingredients": {"deck": "7* 8*"}}, "ingredients: .* cards are nowhere"),
        ({"ingredients": {"deck": "... 8*"}}, "ingredients.deck: '[.]{3}' is not an Ingredient"),
        ({"favorites": {"fridge": ""}}, "favorites.fridge: unknown"),
        ({"favorites": {"area": "RRR-L"}}, "favorites.area: 'RRR-L' is not a Favorite of the profile 'half'"),
        ({"favorites": {"area": "RRY-L"}}, "favorites.area: 'RRY-L' is not a Favorite"),
        ({"favorites": {"area": "RRG-L RRG-L"}}, "favorites.area: RRG-L appears twice"),
        ({"favorites": {"area": "RRG-L", "deck": "RRG-L"}}, "favorites.deck: RRG-L appears twice"),
        ({"favorites": {"box": "RRG-L"}}, "favorites: .* is nowhere; end the box with ..."),
        ({"seats": [{}, {}, {}]}, "seats: a list of at most 2"),
        ({"seats": [{}, 7]}, r"seats\[1\]: an object is needed"),
        (seat(hat="blue"), r"seats\[1\].hat: unknown"),
        (seat(hand="1* 2* 3* 4* 5*"), r"seats\[1\].hand: 5 cards, there is room for 4"),
        (seat(hand="joker"), r"seats\[1\].hand: 'joker' is not an Ingredient"),
        (seat(secret="RRR-L"), r"seats\[1\].secret: 'RRR-L' is not a Favorite"),
        (seat(secret=None), r"seats\[1\].secret: in regular play each seat has a secret Favorite"),
        ({"phase": "final"} | seat(secret="RRG-L"), r"seats\[1\].secret: .*UM-38"),
        ({"favorites": {"area": "RRG-L"}} | seat(secret="RRG-L"), "RRG-L appears twice"),
        (seat(dishes=["1*"] * 6), r"seats\[1\].dishes: a list of at most 5"),
        (seat(dishes="1*"), r"seats\[1\].dishes: a list"),
        (seat(dishes=[1]), r"seats\[1\].dishes\[0\]: text is needed here, not 1"),
        (seat(dishes=[None, "7* 7* 7* 7*"]), r"seats\[1\].dishes\[1\]: 7[*] appears 4 times in all, there are 3"),
        (seat(dishes=["7* 7*", "7* 7*"]), r"seats\[1\].dishes\[1\]: 7[*] appears 4 times"),
        (seat(dishes=["7* 8* 9* 1* 2*"]), r"seats\[1\].dishes\[0\]: 5 cards, there is room for 4"),
        (seat(dishes=["7* 8* 9* 1*"]), "four cards exactly while the discard from it is asked .UM-13"),
        (seat(dishes=["7* 8* 9* = RRG-L"]), r"seats\[1\].dishes\[0\]: 7[*] 8[*] 9[*] does not match RRG-L"),
        (seat(dishes=["7* 7b 4s = RRY≠-L"]), r"seats\[1\].dishes\[0\]: 7[*] 7b 4s does not match RRY≠-L"),
        (seat(dishes=["7* 1* = RRG-L"]), r"seats\[1\].dishes\[0\]: 7[*] 1[*] does not match RRG-L"),
        (seat(dishes=["= RRG-L"]), r"seats\[1\].dishes\[0\]: a Dish without cards"),
        (seat(dishes=["7* 8* 1* = RRG-L down"]), r"seats\[1\].dishes\[0\]: .*only from the Secret Favorite Phase on"),
        (seat(dishes=["7* 8* 1* = RRG-L up"]), r"seats\[1\].dishes\[0\]: after a Favorite only `down`"),
        (seat(dishes=["7* 8* 1* = RRG-L", "7* 8* 1* = RRG-L"]), r"seats\[1\].dishes\[1\]: RRG-L appears twice"),
        (seat(refused=["RRG-L"]), r"seats\[1\].refused: write SLOT FAVORITE, not 'RRG-L'"),
        (seat(refused=["5 RRG-L"]), r"seats\[1\].refused: write SLOT FAVORITE"),
        (seat(refused=["0 RRR-L"]), r"seats\[1\].refused: 'RRR-L' is not a Favorite"),
        (seat(refused="0 RRG-L"), r"seats\[1\].refused: a list"),
        ({"memory": {"felt": ""}}, "memory.felt: unknown"),
        ({"memory": {"held": "7x"}}, "memory.held: '7x' is not an Ingredient"),
        ({"memory": {"seats": [{"kept": "1* 1* 1* 2* 2*"}]}}, r"memory.seats\[0\].kept: a hand has 4 cards"),
        ({"memory": {"seats": [{"lost": ""}]}}, r"memory.seats\[0\].lost: unknown"),
        ({"asked": {}}, "asked: a list"),
        ({"asked": [3]}, r"asked\[0\]: an object is needed"),
        ({"asked": [{"question": "dance", "seat": 0}]}, r"asked\[0\]: question is one of action, take"),
        ({"asked": [{"question": "refill", "seat": 0}]}, r"asked\[0\]: question is one of"),
        ({"asked": [{"step": "action"}]}, r"asked\[0\]: question is one of"),
        ({"asked": [{"question": "action"}]}, r"asked\[0\]: a question asks a seat from 0 to 1, a step none"),
        ({"asked": [{"question": "action", "seat": 2}]}, r"asked\[0\]: a question asks a seat from 0 to 1"),
        ({"asked": [{"question": "action", "seat": 0}, {"step": "next", "seat": 0}]}, r"asked\[1\]: .* a step none"),
        ({"asked": [{"question": "action", "seat": 0, "c": 1}]}, r"asked\[0\].c: unknown"),
        ({"asked": [{"question": "action", "seat": 0, "a": "1"}]}, r"asked\[0\].a: a small number"),
        (
            {"due": dict.fromkeys(("hand", "area", "steal"), False), "asked": [TAKE, *END_OF_TURN]},
            "asked: seat 0 has no legal answer to 'take'",
        ),
        ({"asked": [{"question": "action", "seat": 0, "a": 1}, *END_OF_TURN]}, "action cannot have a = 1, b = 0"),
        ({"asked": [{"question": "action", "seat": 0, "alone": True}, *END_OF_TURN]}, "action is never alone"),
        ({"asked": [{"question": "action", "seat": 0, "aside": True}, *END_OF_TURN]}, "action is never aside"),
        ({"asked": [{"step": "claims", "alone": True}, *END_OF_TURN]}, "claims is never alone"),
        (
            {"due": {"hand": False}, "asked": [{"question": "action", "seat": 0}] * 2 + END_OF_TURN},
            "due: each action that is due is asked for",
        ),
        ({"asked": [{"step": "claims", "a": -1}, *END_OF_TURN]}, "claims cannot have a = -1, b = 0"),
        ({"asked": [{"step": "claims", "a": 2}, *END_OF_TURN]}, "claims cannot have a = 2, b = 0"),
        ({"asked": [{"question": "place", "seat": 0, "a": 2}, {"step": "claims"}, *END_OF_TURN]}, "place cannot have"),
        ({"asked": [{"question": "discard", "seat": 0, "a": 5}, {"step": "claims"}, *END_OF_TURN]}, "discard cannot"),
        ({"asked": [{"question": "discard", "seat": 0, "b": -1}, {"step": "claims"}, *END_OF_TURN]}, "discard cannot"),
        (
            {"asked": [{"question": "place", "seat": 0}, {"step": "claims"}, *END_OF_TURN]},
            "moving: a card is on its way exactly while its place is asked",
        ),
        (
            {"asked": [{"question": "discard", "seat": 0}, {"step": "claims"}, *END_OF_TURN]},
            "four cards exactly while the discard",
        ),
        ({"asked": [{"step": "next"}] * 13}, "asked: a list of at most 12"),
    ],
)
def test_what_is_impossible_is_refused_with_its_place(position, said):
    with pytest.raises(BadInput, match=said):
        read(**position)


@pytest.mark.parametrize("position", [None, [], "umami", 7])
def test_a_position_is_an_object(position):
    with pytest.raises(BadInput, match="a position is a JSON object"):
        Match.from_position(GAME, position)


@pytest.mark.parametrize(
    "position",
    [
        {"asked": [{"question": ["action"], "seat": 0}]},
        {"asked": [{"question": "action", "seats": 3}]},
        {"asked": [{"question": "action", "seats": [0, 0]}]},
        {"generator": "0" * 64},  # a generator that can only say 0
    ],
)
def test_nonsense_is_refused(position):
    with pytest.raises(BadInput):
        read(**position)


@pytest.mark.parametrize(
    "position",
    [
        {"moving": ""},
        {"moving": "..."},
        {"asked": [{"step": "next"}] * 12},  # each brings a whole turn: no room for all that
        {"memory": {"held": "1* " * 200}},  # there are three
    ],
)
def test_nonsense_never_crashes_the_reader(position):
    with pytest.raises(BadInput):
        read(**position)


@pytest.mark.parametrize(
    "position",
    [
        {"game": "mitsuhamama"},
        {"asked": []},  # nobody is asked, and yet it is not over
        {"asked": [{"step": "refill"}]},
        {"asked": [{"question": "action", "seats": [0, 1]}]},
        {"asked": [{"question": "action", "seat": 1}]},  # while seat 0 is active
        {"asked": [{"question": "final", "seat": 0}]},  # in regular play
        {"asked": [{"question": "action", "seat": 0}, *[{"step": "claims"}] * 11]},  # no room for what follows
        {"phase": "over"} | seat(dishes=["7* 8* 9* 1*"]),
        {"phase": "over", "moving": "7*"},
        seat(hand="4s ..."),
        seat(dishes=["4s ..."]),
        seat(dishes=["7* 8* 9* ="]),
        {"ingredients": {"area": "4s ..."}},
        {"favorites": {"area": "RRG-L ..."}},
    ],
)
def test_what_makes_no_sense_is_refused(position):
    with pytest.raises(BadInput):
        read(**position)


# --- what is left out


def test_with_nothing_named_it_is_a_deal():
    position = seen(read())
    assert [len(seat["hand"].split()) for seat in position["seats"]] == [4, 4]
    assert len(position["ingredients"]["area"].split()) == len(position["favorites"]["area"].split()) == 4
    assert len(position["ingredients"]["deck"].split()) == 69
    assert len(position["favorites"]["deck"].split()) == 3
    assert (position["round"], position["phase"], position["active"], position["trigger"]) == (1, "regular", 0, None)
    assert position["due"] == {"hand": True, "area": True, "steal": True}


@pytest.mark.parametrize(("players", "face_down"), [(2, 3), (3, 5), (4, 6), (5, 7)])
def test_the_favorites_deck_left_out_is_as_large_as_the_set_up_leaves_it(players, face_down):
    assert len(seen(read(players=players))["favorites"]["deck"].split()) == face_down


def test_every_card_is_there_once_whatever_is_left_out():
    match = read(
        ingredients={"area": "7* 7b 2* 2b", "deck": "1* 1b ...", "trash": "9s"},
        favorites={"area": "RRG-L", "deck": "+1-H"},
        **seat(hand="4s 5s 6s 9*", dishes=["5* 5b", "7* 8* 6* = RRY-H"], secret="+2-H"),
    )
    position = seen(match)
    cards = [*position["ingredients"].values(), *(seat["hand"] for seat in position["seats"])]
    cards += [text.split(" =")[0] for seat in position["seats"] for text in seat["dishes"] if text]
    assert Counter(" ".join(cards).split()) == Counter(FACES * 3)
    favorites = [*position["favorites"].values(), *(seat["secret"] for seat in position["seats"]), "RRY-H"]
    assert Counter(" ".join(favorites).split()) == Counter(FAVORITES)
    assert pile(match, "deck")[:2] == ["1*", "1b"]
    assert position["favorites"]["deck"] == "+1-H"


def test_the_seed_decides_what_is_left_out():
    assert seen(read(seed="a")) == seen(read(seed="a"))
    assert seen(read(seed="a"))["ingredients"] != seen(read(seed="b"))["ingredients"]
    assert seen(read(seed="a"))["generator"] != seen(read(seed="b"))["generator"]
    assert seen(read()) == seen(read(seed="0"))


def test_the_rest_may_lie_in_the_trash():
    match = read(ingredients={"area": "7* 7b 2* 2b", "deck": "1*", "trash": "9s ..."})
    assert pile(match, "deck") == ["1*"]
    assert len(pile(match, "trash")) == 81 - 8 - 4 - 1


def test_the_top_card_of_a_deck_stands_first():
    match = table(
        hands=["1* 1b 2* 2b"],
        area="5* 6b 7s",
        deck="9* 9b ...",
        favorites="+1-H +2-H +1-L",
        favorites_deck="GYR-H GYR-L",
        due={"hand": True, "area": False, "steal": False},
    )
    play(match, 0, "play 1*", "put new")
    assert pile(match, "area")[-1] == "9*"
    assert "9b" in hand(match, 0)
    assert "GYR-H" in lying(match)


@rule("UM-16")
def test_without_asked_the_claims_now_possible_are_resolved_first():
    assert holder(read(favorites={"area": "RRG-L"}, **seat(dishes=["9* 7b 1s"])), "RRG-L") == (1, 0)
    match = read(favorites={"area": "YYR-H +2-L"}, **seat(dishes=["4* 6b 8*"]))
    assert asked(match) == ("claim", 1)
    play(match, 1, "claim 0 +2-L")
    assert asked(match) == ("action", 0)


@pytest.mark.parametrize(
    ("due", "left"),
    [
        ({"hand": False}, {"area"}),
        ({"area": False}, {"hand"}),
        ({}, {"hand", "area"}),
        ({"hand": False, "steal": False}, {"area"}),
    ],
)
def test_due_says_which_actions_are_open(due, left):
    hand = "4s 1* 1b 2*" if due.get("hand", True) else "4s 1* 1b"
    area = "7s 5* 5b 6*" if due.get("area", True) else "7s 5* 5b"
    match = table(hands=[hand, None], dishes=["", "9*"], area=area, due=due)
    sources = {"area" if move.endswith("area") else "hand" for move in moves(match)}
    assert sources == left
    assert any(move.startswith("steal") for move in moves(match)) == due.get("steal", True)


def test_shorter_lists_of_dishes_are_filled_up_and_gaps_stay():
    match = read(seats=[{"dishes": [None, "7*"]}])
    assert seen(match)["seats"][0]["dishes"] == [None, "7*", None, None, None]
    assert seen(match)["seats"][1]["dishes"] == [None] * 5


def test_the_unequal_sign_may_be_written_with_ascii():
    assert lying(read(favorites={"area": "RRY!=-L GGY≠-L"})) == {"RRY≠-L", "GGY≠-L"}


def test_favorites_are_named_as_the_profile_names_them():
    match = read(options={"ne_profile": "all"}, favorites={"area": "RRY≠-H"})
    assert lying(match) == {"RRY≠-H"}
    match = read(options={"ne_profile": "none"}, **seat(dishes=["7* 7b 4s = RRY-L"]))
    assert holder(match, "RRY-L") == (1, 0)


@rule("UM-36")
def test_a_final_position_knows_which_favorites_are_face_down():
    match = read(phase="final", trigger="A", **seat(dishes=["7* 8* 1* = RRG-L down", "7* 8* 6* = RRY-H"]))
    assert seen(match)["seats"][1]["dishes"][:2] == ["1* 7* 8* = RRG-L down", "6* 7* 8* = RRY-H"]


def example_of_the_documentation():
    text = (Path(__file__).parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")
    position = json.loads(re.search(r"```json\n(.*?)```", text, re.S)[1])
    del position["generator"]
    return Match.from_position(GAME, position)


def test_the_example_of_the_documentation_can_be_read():
    match = example_of_the_documentation()
    assert asked(match) == ("action", 1)
    assert set(moves(match)) == {"play 1*", "play 2*", "play 3b", "play 3s", "steal 3s"}


@rule("UM-31")
def test_the_turn_of_the_example_ends_with_a_reveal():
    """`{"step": "reveal"}` without a number refills the Favorites area."""
    match = example_of_the_documentation()
    play(match, 1, "play 3b", "put new")
    assert lying(match) == {"YYR-H", "+1-L", "GYR-H"}


# --- writing and reading are inverse

VALUES = {option.name: option.values for option in GAME.options if option.name != "round_cap"}


def walk(seed: int):
    """A random match with random house rules, state by state."""
    chance = random.Random(seed)
    options = {name: chance.choice(values) for name, values in VALUES.items()} if seed % 3 else {}
    match = Match(GAME, 2 + seed % 4, options | {"round_cap": chance.choice([40, 3])}, str(seed))
    while not match.over:
        yield match
        p = match.actor()
        match.play(p, chance.choice(match.legal(p)), 0)
    yield match


@pytest.mark.parametrize("seed", range(8))
def test_reading_what_was_written_gives_the_same_bytes(seed):
    for match in walk(seed):
        position = json.loads(json.dumps(seen(match)))
        again = GAME.read(GAME, position)
        assert data(again) == data(GAME.settle(match.state))
        assert GAME.write(again) == position


@pytest.mark.parametrize("seed", range(4))
def test_a_match_goes_on_alike_from_a_position(seed):
    """Same moves from the middle, same end: nothing that matters is left out of a position."""
    states = list(walk(seed))
    match = states[-1]
    middle = len(match.moves) // 2
    other = Match.from_position(GAME, GAME.write(match.at(middle)))
    for move in match.moves[middle:]:
        assert sorted(other.notations(move.seat)) == sorted(
            GAME.words.notation(other.state, move.seat, a) for a in other.legal(move.seat)
        )
        other.play(move.seat, move.notation, 0)
    assert other.result() == match.result()
    assert seen(other) == seen(match)


def test_a_view_is_not_a_position_to_go_on_from():
    match = Match(GAME, 3, {}, "a")
    with pytest.raises(BadInput, match=r"seats\[0\].hand: '\?' is not an Ingredient"):
        Match.from_position(GAME, GAME.write(match.view(1)))


def test_a_full_deck_pins_what_will_happen():
    """The order of a written deck is the order in which it is drawn."""
    match = Match(GAME, 2, {}, "pin")
    deck = pile(match, "deck")
    card = hand(match, 0)[0]
    play(match, 0, f"play {card}", "put new", f"play {pile(match, 'area')[0]} from area", "put new")
    assert pile(match, "area")[-1] == deck[0]
    assert pile(match, "deck") == deck[2:]
