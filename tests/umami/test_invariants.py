"""Whole random matches under all kinds of house rules: what must hold after every move (section 5.4 of the rules)."""

import random
from collections import Counter

import pytest

from tests.rules import rule
from tests.umami.support import FACES, asked, seen
from tests.umami.test_favorites import ids, matches, tastier
from yokocho.core.match import Match
from yokocho.games.umami import GAME

VALUES = {option.name: option.values for option in GAME.options if option.name != "round_cap"}


class Look:
    """A position taken apart, with nothing but the rules in mind."""

    def __init__(self, match: Match) -> None:
        self.position = seen(match)
        self.options = self.position["options"]
        self.players = self.position["players"]
        self.dishes = {}  # (seat, slot): cards, Favorite or None, face down
        for p, seat in enumerate(self.position["seats"]):
            for d, text in enumerate(seat["dishes"]):
                if text:
                    cards, _, favorite = text.partition(" = ")
                    self.dishes[p, d] = cards.split(), favorite.removesuffix(" down") or None, favorite.endswith("down")
        self.held = {favorite: place for place, (_, favorite, _) in self.dishes.items() if favorite}
        self.area = self.position["favorites"]["area"].split()

    def ingredients(self) -> Counter[str]:
        cards = [*self.position["ingredients"].values(), self.position["moving"] or ""]
        cards += [seat["hand"] for seat in self.position["seats"]]
        return Counter(" ".join(cards).split() + [card for cards, _, _ in self.dishes.values() for card in cards])

    def favorites(self) -> Counter[str]:
        piles = [*self.position["favorites"].values(), *(seat["secret"] or "" for seat in self.position["seats"])]
        return Counter(" ".join(piles).split() + list(self.held))

    def count(self, p: int) -> int:
        return sum(len(cards) for (q, _), (cards, _, _) in self.dishes.items() if q == p)

    def open_claims(self):
        """(seat, slot, Favorite, compulsory) of all that could be won now, refused or not."""
        own, others = self.options["own_rehome"], self.options["claims"]
        for (p, d), (cards, has, _) in self.dishes.items():
            if has or len(cards) != 3:
                continue
            for favorite in [*self.area, *self.held]:
                if not matches(favorite, [int(card[0]) for card in cards]):
                    continue
                if favorite in self.area:
                    yield p, d, favorite, others != "optional"
                    continue
                champion, _, down = self.dishes[self.held[favorite]]
                if not down and tastier(favorite, cards, champion):
                    if self.held[favorite][0] != p:
                        yield p, d, favorite, others == "compulsory"
                    elif own != "forbidden":
                        yield p, d, favorite, own == "compulsory"


@rule("UM-12", "UM-17", "UM-18", "UM-23", "UM-31", "UM-34", "UM-R13", "UM-R14", "UM-R22")
@pytest.mark.parametrize("seed", range(16))
def test_whatever_is_played_the_table_stays_sound(seed):
    chance = random.Random(seed)
    options = {name: chance.choice(values) for name, values in VALUES.items()} if seed >= 6 else {}
    match = Match(GAME, 2 + seed % 4, options, f"sound {seed}")
    before = None
    limit = 10 if match.players == 5 else 12
    while True:
        now = Look(match)
        assert now.ingredients() == Counter(FACES * 3)
        assert now.favorites() == Counter(ids(now.options["ne_profile"]))
        question = asked(match)
        for cards, favorite, _ in now.dishes.values():
            assert 1 <= len(cards) <= (4 if question and question[0] == "discard" else 3)
            assert not favorite or (len(cards) == 3 and matches(favorite, [int(card[0]) for card in cards]))
        if question and question[0] != "claim":  # at rest nothing compulsory is open, and nothing that was not refused
            for p, d, favorite, compulsory in now.open_claims():
                assert not compulsory
                assert f"{d} {favorite}" in now.position["seats"][p]["refused"]
        if before:
            for favorite, place in before.held.items():
                old, _, down = before.dishes[place]
                if down or now.held.get(favorite) != place:
                    assert not down or now.held[favorite] == place
                    assert down or tastier(favorite, now.dishes[now.held[favorite]][0], old)
        if now.position["phase"] == "regular":
            for p in range(now.players):
                assert now.count(p) <= limit + 1 + (question == ("discard", p))
        if question and question[0] == "action" and all(now.position["due"][key] for key in ("hand", "area")):
            assert len(now.position["ingredients"]["area"].split()) == 4
            assert all(len(seat["hand"].split()) == 4 for seat in now.position["seats"])
            if now.options["fav_refill_loop"]:
                assert len(now.area) == 4 or not now.position["favorites"]["deck"]
        if not question:
            break
        legal = match.notations(question[1])
        assert legal
        assert len(legal) == len(set(legal))
        before = now
        match.play(question[1], chance.choice(legal), 0)
    points = []
    for p in range(now.players):
        set_dishes = [cards for (q, _), (cards, favorite, _) in now.dishes.items() if q == p and favorite]
        stars = sum(card.endswith("*") for cards in set_dishes for card in cards)
        points.append((len(set_dishes) + stars, sum(card.endswith("b") for cards in set_dishes for card in cards)))
    assert match.result()["scores"] == [stars for stars, _ in points]
    assert match.result()["ranks"] == [1 + sum(other > mine for other in points) for mine in points]
