"""Where things lie on the tables, measured in the browser. The whole matrix: make layout; here a sample of it, and what
once was wrong.
"""

from __future__ import annotations

from itertools import chain

import pytest

from tests.web.layout import SIZES, measured, shown
from tests.web.positions import after, chosen, kinds, missing, plain, played, story
from tests.web.stage import Stage
from yokocho import catalog

TABLES = [(catalog.game(name), players) for name in catalog.names() for players in catalog.game(name).players]
WIDE, PHONES = SIZES[:4], SIZES[5:]
EACH = 2  # positions of each kind to choose from
LEGIBLE = 10  # px: a piece
SIGN = 8  # px: one of several drawings in the face of a small piece
SAME = 1  # px
# Wok and Roll's strip for small phones is a map of how much is cooked; a tap opens the board.
READ_ON_RIVALS = ".rival .piece:not([data-face='']):not([data-shape='tall'] .rival [data-piece^='serving:'])"
SIGNS_ON_RIVALS = ".rival .part[data-part='letter']"
IN_THE_WAY = {"not drawn", "out of view", "cut target", "covered", "nothing to touch"}


@pytest.fixture(params=SIZES, ids=shown)
def size(request):
    return request.param


@pytest.fixture
def stage(browser, client, size):
    made = Stage(browser, client, *size)
    yield made
    made.close()


phones = pytest.mark.parametrize("size", PHONES, ids=shown)


def draw(stage, position):
    stage.draw(plain(position.message()))


def pieces_of(zone):
    return f".zone[data-zone='{zone}'] .piece:not(.ghost)"


def boxes(stage, selector):
    """Of whatever fits: left, top, width, height."""
    return stage.page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).map((e) => {
          const r = e.getBoundingClientRect();
          return [r.left, r.top, r.width, r.height];
        })""",
        selector,
    )


def differ(one, other):
    pairs = zip(chain.from_iterable(one), chain.from_iterable(other))
    return len(one) != len(other) or any(abs(a - b) > SAME for a, b in pairs)


def found(stage, *kinds):
    """Failures of these kinds, in words."""
    failures = stage.measure()["failures"]
    return [f"{one['kind']}: {one['what']} {one['said']}" for one in failures if one["kind"] in kinds]


def test_everything_fits(browser, client, size):
    """One position of every game with every number of seats, another kind of question at each size."""
    sample = []
    for n, (game, players) in enumerate(TABLES):
        positions = chosen(game, players, EACH)
        sample.append(positions[(7 * n + 5 * SIZES.index(size)) % len(positions)])
    report = measured(browser, client, [size], sample)
    assert not report.failures, "\n".join(map(str, report.failures))


@pytest.mark.parametrize("game", [catalog.game(name) for name in catalog.names()], ids=lambda game: game.name)
def test_every_question_is_among_the_positions(game):
    assert not missing(game)
    assert {position.kind for position in chosen(game, game.players[-1])} <= set(kinds(game))


def test_dishes_stay_where_they_are_while_there_is_more_to_cook_with(stage):
    game = catalog.game("wok_and_roll")
    first, pools = None, set()
    for position in story(game, 2, "cook", viewer=0)[:12]:
        draw(stage, position)
        pools.add(len(boxes(stage, pieces_of("pool:0"))))
        places = boxes(stage, ".mine .zone[data-zone^='structure:0']")
        first = first or places
        assert places and not differ(first, places), position.name
    assert len(pools) > 2


def test_the_market_of_umami_stays_where_it_is(stage, size):
    places = {}
    for position in chosen(catalog.game("umami"), 3, EACH):
        if position.kind == "action" or (size in WIDE and position.kind != "over"):
            draw(stage, position)
            first = places.setdefault(position.viewer < 0, {})  # onlookers have a canvas of their own
            for zone in ("favorites", "favorites-deck", "area", "deck", "trash"):
                place = boxes(stage, f".shared .zone[data-zone='{zone}']")
                if zone == "area" and boxes(stage, ".shared .zone[data-zone='more']"):
                    continue  # in the final round Favorites lie there
                assert place and not differ(first.setdefault(zone, place), place), f"{zone} at {position.name}"


def test_a_warehouse_is_as_high_for_any_number_of_seats(stage):
    game, heights = catalog.game("mitsuhamama"), {}
    for players in game.players:
        for position in story(game, players, "bid", viewer=0)[:6:2]:
            draw(stage, position)
            ((_, _, _, heights[position.name]),) = boxes(stage, ".mine .zone[data-zone='warehouse:0']")
    assert max(heights.values()) - min(heights.values()) <= SAME, heights


@phones
def test_every_bid_is_in_view(stage):
    game = catalog.game("mitsuhamama")
    for players in game.players:
        for position in story(game, players, "bid", viewer=0)[:6:2]:
            draw(stage, position)
            assert not found(stage, *IN_THE_WAY), position.name
            assert len(boxes(stage, ".ask :is(button, input):not(.rule-link)")) > 1, position.name


@phones
def test_dice_are_whole_when_one_cooks(stage, size):
    game = catalog.game("wok_and_roll")
    for players in game.players:
        position = story(game, players, "cook", viewer=0)[0]
        draw(stage, position)
        dice = boxes(stage, pieces_of("pool:0"))
        assert len(dice) == stage.page.locator(pieces_of("pool:0")).count() > 0, position.name
        for left, top, width, height in dice:
            assert left >= 0 and top >= 0 and left + width <= size[0] and top + height <= size[1], position.name
        cut = [one for one in found(stage, "cut piece") if "pool:0" in one]
        assert not cut + found(stage, *IN_THE_WAY), position.name


@pytest.mark.parametrize("game", ["umami", "mitsuhamama", "wok_and_roll", "yatta"])
def test_what_rivals_have_can_be_read(stage, size, game):
    for position in chosen(catalog.game(game), catalog.game(game).players[-1], EACH)[:EACH]:
        draw(stage, position)
        tiny = [box for box in boxes(stage, READ_ON_RIVALS) if min(box[2:]) < LEGIBLE]
        tiny += [box for box in boxes(stage, SIGNS_ON_RIVALS) if min(box[2:]) < SIGN]
        assert not tiny, f"{position.name}: {len(tiny)} pieces such as {tiny[0]}"
        rivals = len(boxes(stage, ".rival"))
        assert size in PHONES or rivals == position.players - 1, "boards of all rivals are in sight"
        assert len(boxes(stage, ".rival .enlarge")) == rivals, "boards of rivals open"
        assert not [one for one in found(stage, "small text") if f":{position.viewer}" not in one], position.name


@pytest.mark.parametrize("game", catalog.names())
def test_the_bar_of_a_replay_covers_nothing(stage, game):
    players = catalog.game(game).players[-1]
    stage.replay(after(catalog.game(game), players, 0, len(played(catalog.game(game), players, 0).asked) // 2))
    assert not found(stage, "zones overlap", "areas overlap", "zone under area", "covered", "bar overlaps")
