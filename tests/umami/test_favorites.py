"""The Favorites: table 2.3, matching, tastiness and scoring against slow versions written from the rules."""

from itertools import combinations_with_replacement, permutations, product
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import rule
from tests.umami.support import FACES, FAVORITES, final, holder, table, wins
from yokocho.games.umami import components
from yokocho.games.umami.components import CARDS, MATCHES, PROFILES

searched = settings(deadline=None, max_examples=60)

TABLE = """
GGY-H   12  6-12 18 11.1
GGY≠-L   7  7-11  9  7.7
GGR≠-H  14 10-14  9  7.7
GGR-L    9  9-15 18 11.1
YYG≠-H  14 10-14  9  7.7
YYG-L    9  9-15 18 11.1
YYR-H   21 15-21 18 11.1
YYR≠-L  16 16-20  9  7.7
RRG≠-H  20 16-20  9  7.7
RRG-L   15 15-21 18 11.1
RRY-H   24 18-24 18 11.1
RRY≠-L  19 19-23  9  7.7
GYR-H   18 12-18 27 23.1
GYR-L   12 12-18 27 23.1
+1-H    24  6-24  7  6.0
+1-L     6  6-24  7  6.0
+2-H    21  9-21  5  4.3
+2-L     9  9-21  5  4.3
"""
ROWS = [line.split() for line in TABLE.split("\n") if line]
MULTISETS = list(combinations_with_replacement(range(1, 10), 3))


# --- the rules once more, slowly


def color(number: int) -> str:
    return "G" if number <= 3 else "Y" if number <= 6 else "R"


def matches(favorite: str, numbers) -> bool:
    """UM-6 to UM-8: some order of the three shows what the card shows."""
    pattern = favorite[:-2]
    for a, b, c in permutations(numbers):
        if pattern in ("+1", "+2"):
            step = int(pattern[1])
            if (b, c) == (a + step, a + 2 * step):
                return True
        elif color(a) + color(b) + color(c) == pattern.replace("≠", "") and ("≠" not in pattern or a != b):
            return True
    return False


def tastier(favorite: str, challenger: list[str], champion: list[str]) -> bool:
    """UM-18, UM-19."""
    ours, theirs = (sum(int(card[0]) for card in cards) for cards in (challenger, champion))
    if ours != theirs:
        return ours > theirs if favorite.endswith("H") else ours < theirs
    return blossoms(challenger) > blossoms(champion)


def blossoms(cards: list[str]) -> int:
    return sum(card.endswith("b") for card in cards)


def ids(profile: str) -> list[str]:
    plain = [favorite.replace("≠", "") for favorite in FAVORITES]
    if profile == "all":
        return [favorite.replace("-", "≠-") if favorite[0] == favorite[1] else favorite for favorite in plain]
    return FAVORITES if profile == "half" else plain


# --- the component data


def test_there_are_nine_high_and_nine_low_favorites_with_one_star_each():
    assert len(CARDS) == 18
    assert sum(card.high for card in CARDS) == 9
    assert {card.stars for card in CARDS} == {1}


def test_there_are_three_copies_of_27_faces():
    assert components.COPIES == 3
    assert [components.face_name(face) for face in range(components.FACES)] == FACES
    assert components.INGREDIENTS == 81


@rule("UM-2", "UM-34")
def test_the_set_up_counts_are_those_of_the_table():
    assert {n: (s.favorites_deck, s.trigger) for n, s in components.SETUPS.items()} == {
        2: (7, 12),
        3: (9, 12),
        4: (10, 12),
        5: (11, 10),
    }


@pytest.mark.parametrize("profile", PROFILES)
def test_ids_follow_the_profile(profile):
    assert [card.id(profile) for card in CARDS] == ids(profile)


@rule("UM-6", "UM-7", "UM-8")
@pytest.mark.parametrize(("favorite", "best", "sums", "count", "percent"), ROWS)
def test_a_favorite_is_as_the_table_says(favorite, best, sums, count, percent):
    card = CARDS[FAVORITES.index(favorite)]
    matching = [numbers for numbers in MULTISETS if card.matches("half", numbers)]
    low, high = min(map(sum, matching)), max(map(sum, matching))
    assert f"{low}-{high}" == sums
    assert int(best) == (high if card.high else low)
    assert len(matching) == int(count)
    assert sum(sum(numbers) == int(best) for numbers in matching) == 1  # reached by one value multiset alone
    draws = 0
    for numbers in matching:
        ways = 1
        for number in set(numbers):
            ways *= comb(9, numbers.count(number))
        draws += ways
    assert f"{100 * draws / comb(81, 3):.1f}" == percent


@rule("UM-7")
@pytest.mark.parametrize("favorite", [row[0] for row in ROWS if row[0][0] == row[0][1]])
def test_with_the_other_sign_a_pair_has_the_other_range(favorite):
    card = CARDS[FAVORITES.index(favorite)]
    plain = [numbers for numbers in MULTISETS if card.matches("none", numbers)]
    unequal = [numbers for numbers in MULTISETS if card.matches("all", numbers)]
    assert (len(plain), len(unequal)) == (18, 9)
    assert min(map(sum, unequal)) == min(map(sum, plain)) + 1
    assert max(map(sum, unequal)) == max(map(sum, plain)) - 1


def test_a_dish_matches_none_two_or_four_favorites_and_27_value_sets_match_nothing():
    found = {numbers: sum(card.matches("none", numbers) for card in CARDS) for numbers in MULTISETS}
    assert set(found.values()) == {0, 2, 4}
    four = {"".join(map(str, numbers)) for numbers, n in found.items() if n == 4}
    assert four == set("234 345 567 678 135 246 357 468 579".split())
    nothing = [numbers for numbers, n in found.items() if n == 0]
    assert len(nothing) == 27
    assert all(color(a) == color(b) == color(c) for a, b, c in nothing)


@rule("UM-5", "UM-6", "UM-7", "UM-8", "UM-R23")
@pytest.mark.parametrize("profile", PROFILES)
def test_matching_agrees_with_the_rules_for_all_numbers(profile):
    names, table_of = ids(profile), MATCHES[PROFILES.index(profile)]
    for a, b, c in product(range(1, 10), repeat=3):
        expected = {name for name in names if matches(name, (a, b, c))}
        bits = int(table_of[a - 1, b - 1, c - 1])
        assert {name for f, name in enumerate(names) if bits >> f & 1} == expected


@rule("UM-7")
@pytest.mark.parametrize(
    ("profile", "plain", "sign"), [("half", True, False), ("all", False, False), ("none", True, True)]
)
def test_the_profile_decides_which_pairs_carry_the_sign(profile, plain, sign):
    names = ids(profile)
    assert wins("7* 7b 4s", names[FAVORITES.index("RRY-H")], profile) == plain
    assert wins("7* 7b 4s", names[FAVORITES.index("RRY≠-L")], profile) == sign
    assert wins("7* 8b 4s", names[FAVORITES.index("RRY≠-L")], profile)


def mirrored(favorite: str) -> str:
    """Greens for reds, high for low."""
    pattern = favorite[:-2].translate(str.maketrans("GR", "RG"))
    if pattern == "RYG":
        pattern = "GYR"
    return pattern + ("-L" if favorite.endswith("H") else "-H")


@pytest.mark.parametrize(("profile", "symmetric"), [("all", True), ("none", True), ("half", False)])
def test_with_all_or_no_signs_the_deck_is_its_own_mirror_image(profile, symmetric):
    names = ids(profile)
    if profile == "half":
        assert {mirrored(name) for name in names} != set(names)
        return
    for f, name in enumerate(names):
        g = names.index(mirrored(name))
        for numbers in MULTISETS:
            opposite = tuple(10 - number for number in numbers)
            assert CARDS[f].matches(profile, numbers) == CARDS[g].matches(profile, opposite) == matches(name, numbers)
    assert symmetric


# --- the engine against the slow version


DISHES = {
    favorite: [
        [f"{number}{icon}" for number, icon in zip(numbers, icons)]
        for numbers in MULTISETS
        if matches(favorite, numbers)
        for icons in product("*bs", repeat=3)
    ]
    for favorite in FAVORITES
}


def matching_dish(chance: Random, favorite: str, used: list[str]) -> list[str] | None:
    """Some Dish for a Favorite from cards that are not used up; None if there is none."""
    possible = [cards for cards in DISHES[favorite] if all((used + cards).count(card) <= 3 for card in cards)]
    if not possible:
        return None
    used.extend(cards := chance.choice(possible))
    return cards


@rule("UM-18", "UM-19")
@searched
@given(st.randoms(use_true_random=False), st.sampled_from(FAVORITES))
def test_tastiness_agrees_with_the_rules(chance, favorite):
    used: list[str] = []
    challenger, champion = (matching_dish(chance, favorite, used) for _ in range(2))
    match = table(dishes=[" ".join(challenger), f"{' '.join(champion)} = {favorite}"])
    assert holder(match, favorite) == ((0, 0) if tastier(favorite, challenger, champion) else (1, 0))


@rule("UM-24", "UM-R18", "UM-R19")
@searched
@given(
    st.randoms(use_true_random=False),
    st.sampled_from(FAVORITES),
    st.integers(2, 5),
    st.sampled_from(["active", "first"]),
)
def test_the_tastiest_dish_wins_a_favorite_and_ties_go_in_turn_order(chance, favorite, players, order):
    used: list[str] = []
    rows = [matching_dish(chance, favorite, used) if chance.random() < 0.8 else None for _ in range(players)]
    active, first = chance.randrange(players), chance.randrange(players)
    match = table(
        dishes=[" ".join(row or []) for row in rows],
        favorites=favorite,
        active=active,
        first=first,
        options={"claim_order": order},
    )
    best = None
    for i in range(players):
        p = ((active if order == "active" else first) + i) % players
        if rows[p] and (best is None or tastier(favorite, rows[p], rows[best])):
            best = p
    assert holder(match, favorite) == ("area" if best is None else (best, 0))


@rule("UM-42", "UM-43")
@searched
@given(st.randoms(use_true_random=False), st.integers(2, 5))
def test_scores_and_places_agree_with_the_rules(chance, players):
    deck, used = list(FAVORITES), []
    chance.shuffle(deck)
    rows, values = [], []
    for _ in range(players):
        row, points, flowers = [], 0, 0
        for _ in range(chance.randrange(6)):
            favorite = deck.pop() if deck and chance.random() < 0.7 else None
            cards = matching_dish(chance, favorite or "GYR-H", used)
            if cards is None:
                continue
            if favorite:
                row.append(f"{' '.join(cards)} = {favorite} down")
                points += 1 + sum(card.endswith("*") for card in cards)
                flowers += blossoms(cards)
            else:
                row.append(" ".join(cards))
        rows.append(" / ".join(row))
        values.append((points, flowers))
    match = final(phase="over", dishes=rows)
    assert match.result()["scores"] == [points for points, _ in values]
    assert match.result()["ranks"] == [1 + sum(other > mine for other in values) for mine in values]
