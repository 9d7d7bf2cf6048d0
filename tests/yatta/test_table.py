"""The table as it is drawn, and what is said in words: queues, free places, the reputation board, the log."""

import random

import pytest

from tests.rules import rule
from tests.yatta.support import START, TRACK, alley, final, moves, placing, play, token, turn
from yokocho.core.match import Match
from yokocho.core.scene import Piece, Scene, Zone, scene
from yokocho.games.yatta import GAME
from yokocho.games.yatta.components import CELL_ICONS, CELL_NAMES, FACES, REVIEW_CODES, REVIEW_NAMES, TOP_SPACE
from yokocho.games.yatta.words import face_words, signed


def look(match: Match, p: int = 0) -> Scene:
    return scene(GAME, match.view(p), p, lambda q: f"seat {q}")


def zone(match: Match, id: str) -> Zone:
    return next(zone for zone in look(match).zones if zone.id == id)


def ids(match: Match, id: str) -> list[str]:
    return [piece.id for piece in zone(match, id).pieces]


def faces(match: Match, id: str) -> list[str]:
    return [piece.face for piece in zone(match, id).pieces]


def piece(match: Match, id: str) -> Piece:
    return next(piece for zone in look(match).zones for piece in zone.pieces if piece.id == id)


def labels(match: Match) -> list[str]:
    return [choice.label for choice in look(match).choices]


# --- who keeps which id


def test_figures_keep_their_id_when_the_queue_moves_up():
    match = placing("R", queue="R B G B")
    before = ids(match, "queue:0")
    assert before == ["queue:0.R#1", "queue:0.B#1", "queue:0.G#1", "queue:0.B#2"]
    cell = next(move for move in sorted(moves(match)) if move.startswith("place"))
    play(match, 0, cell)
    while (found := ids(match, "queue:0"))[0] != "queue:0.B#1":
        play(match, match.actor(), match.notations(match.actor())[0])
    assert found == before[1:]


def test_dishes_keep_their_id_when_one_is_served():
    match = turn("serve_1 serve_2", dict(queue="R", dishes="G B", fridge="R"))
    assert ids(match, "dish:0")[:2] == ["dish:0.G#1", "dish:0.B#1"]
    play(match, 0, "do serve_1")
    while "dish:0.G#1" in ids(match, "dish:0"):
        play(match, match.actor(), match.notations(match.actor())[0])
    assert "dish:0.B#1" in ids(match, "dish:0")


@pytest.mark.parametrize("queue", ["", "R", "R R", "R R R", "B R B R", "T T G Y"])
def test_ids_are_different(queue):
    match = alley(dict(queue=queue, dishes="R R", fridge="RR", box="RB"))
    found = [piece.id for zone in look(match).zones for piece in zone.pieces]
    assert len(found) == len(set(found))


# --- places


def slots(match: Match, id: str) -> list[str]:
    """What lies in each place."""
    here = zone(match, id)
    found = ["-"] * here.slots
    for piece in here.pieces:
        found[piece.slot] = piece.face
    return found


def test_every_place_is_drawn_whatever_lies_there():
    match = alley(dict(queue="R B", dishes="G", fridge="Y", box="", menu="GY", tokens=token(taiyaki=2)))
    assert slots(match, "queue:0") == ["R", "B", "-", "-"]
    assert slots(match, "dish:0") == ["G", "-", "closed"]
    assert slots(match, "fridge:0") == ["Y", "-", "closed"]
    assert slots(match, "box:0") == ["-", "-", "-"]
    assert slots(match, "menu:0") == ["-", "-", "G", "Y"]
    assert slots(match, "held:0") == ["-", "-", "taiyaki", "-"]
    assert piece(match, "token:0.taiyaki#0").badges == ["2"]
    assert slots(match, "hand") == ["-", "-"]
    assert zone(match, "queue:0").note == "2 of 4"


def test_no_zone_comes_or_goes():
    chance = random.Random(1)
    for players in (2, 3, 4):
        match = Match(GAME, players, None, f"zones {players}")
        found = set()
        while not match.over:
            for p in (-1, match.actor()):
                shown = look(match, p)
                found.add(tuple(sorted((zone.id, zone.slots) for zone in shown.zones)))
                for zone in shown.zones:
                    taken = [piece.slot for piece in zone.pieces]
                    assert len(set(taken)) == len(taken) and all(0 <= slot < zone.slots for slot in taken), zone
            match.play(match.actor(), chance.choice(match.notations(match.actor())), 0)
        assert len(found) == 1


def test_tiles_keep_their_ids_when_one_goes_in():
    def outside():
        return set(ids(match, "outside"))

    checked = 0
    for move in sorted(moves(alley(dict(menu="RB"), asked=[{"question": "insert", "seat": 0}]), "insert")):
        match = alley(dict(menu="RB", box="R"), asked=[{"question": "insert", "seat": 0}])
        before, grid = outside(), {*ids(match, "grid:R1"), *ids(match, "grid:R2")}
        play(match, 0, move)
        if pushed := ids(match, "fallen:C") + ids(match, "fallen:R"):  # the turn is not over
            checked += 1
            assert outside() < before and pushed[0] in grid
            assert {*ids(match, "grid:R1"), *ids(match, "grid:R2")} == (grid | before - outside()) - set(pushed)
    assert checked > 3


@rule("YA-31", "YA-33")
def test_the_pushed_tile_lies_at_the_end_of_its_line_until_the_turn_is_over():
    match = alley(dict(menu="RB"), asked=[{"question": "insert", "seat": 0}])
    before = slots(match, "outside")
    assert sorted(before) == before or len(before) == 4
    pushed, put = faces(match, "grid:R1")[2], before[0]
    match.play(0, f"insert {put} R1", 0)
    if zone(match, "fallen:R").pieces:  # the turn is not over
        assert slots(match, "fallen:R") == [pushed, "-"]
        assert slots(match, "fallen:C") == ["-", "-", "-"]
        left = slots(match, "outside")
        assert [face for face in left if face != "-"] == before[1:] and left.count("-") == 1


def test_a_full_queue_says_who_loses_patience():
    assert (zone(alley(dict(queue="R B G")), "queue:0").note, zone(alley(dict(queue="R B G")), "queue:0").tone) == (
        "3 of 4",
        "",
    )
    full = turn("recycle cook_1", dict(queue="R B G B", menu="RB", box="R"))
    assert (zone(full, "queue:0").note, zone(full, "queue:0").tone) == ("4 of 4, impatient", "costly")


def test_an_improvement_opens_a_place():
    shut, open = alley(), alley(dict(stove_improved=True, fridge_improved=True))
    assert (slots(shut, "dish:0")[-1], slots(shut, "fridge:0")[-1]) == ("closed", "closed")
    assert [zone(shut, id).pieces[-1].rules for id in ("dish:0", "fridge:0")] == [["YA-73"], ["YA-72"]]
    assert (slots(open, "dish:0")[-1], slots(open, "fridge:0")[-1]) == ("-", "-")


def test_titles_do_not_repeat_whose_they_are():
    assert not [zone.title for zone in look(alley()).zones if zone.owner >= 0 and "seat" in zone.title]


# --- reputation, reviews, influencer


def test_each_review_of_a_space_is_a_badge_with_words():
    match = alley()
    for i, name in enumerate(CELL_NAMES):
        if CELL_ICONS[i]:
            codes = [code for r, code in enumerate(REVIEW_CODES) if CELL_ICONS[i] >> r & 1]
            space = piece(match, f"cell:0.{name}")
            assert space.badges == codes
            assert all(f"({code})" in space.tooltip for code in codes)


@rule("YA-93", "YA-15")
def test_a_review_stands_on_the_column_that_it_is_worth():
    match = alley(dict(reviews=[2, 0, -1, 0]))
    assert [zone(match, f"reviews:0.{name}").note for name in REVIEW_NAMES] == [
        signed(TRACK[START + step]) for step in (2, 0, -1, 0)
    ]
    assert [zone(match, f"reviews:0.{name}").pieces[0].slot - START for name in REVIEW_NAMES] == [2, 0, -1, 0]
    assert faces(match, "scale") == [signed(vp) for vp in TRACK]
    assert all(zone(match, f"reviews:0.{name}").slots == len(TRACK) for name in REVIEW_NAMES)


@rule("YA-88", "YA-89")
def test_majorities_are_told_where_they_lie():
    match = alley(dict(sink=[2, 1, 0, 0], board={"A1": "R"}), dict(sink=[1, 1, 0, 0]))
    assert [(dish.face, dish.note) for dish in zone(match, "sink:0").pieces] == [("R", "+2"), ("B", "")]
    assert zone(match, "sink:0").note == "majorities +2" and zone(match, "sink:1").note == ""
    assert zone(match, "board:0.1").note == "majorities +1"


@rule("YA-18", "YA-19")
def test_the_meter_counts_rounds():
    assert [(m.words, m.now, m.of) for m in look(alley(round=7)).meters] == [("round 7 of 12", 7, 12)]
    assert look(final()).meters[0].words == "the final serving turn"


def test_the_influencer_tells_how_far_it_can_go():
    marker = piece(alley(), "influencer:0.marker")
    assert marker.face == f"0/{TOP_SPACE}"
    assert marker.tooltip == f"space 0 of {TOP_SPACE}: 0 stars"


# --- the action board


def test_tiles_of_the_line_are_ticked_off():
    match = turn("recycle cook_1", dict(menu="RB", box="R"))

    def badges():
        return {p.face: p.badges for row in (1, 2) for p in zone(match, f"grid:R{row}").pieces if p.badges}

    assert badges() == {"recycle": ["activated"], "cook_1": ["activated"]}
    assert zone(match, "lines:C").note in (
        "to do: recycle a bottle, cook 1 dish",
        "to do: cook 1 dish, recycle a bottle",
    )
    play(match, 0, "do cook_1")
    assert badges() == {"recycle": ["activated"], "cook_1": ["activated", "done"]}


# --- words


@pytest.mark.parametrize(
    ("face", "words"),
    [
        ("customers_1", "draw 1 new customer"),
        ("cook_1", "cook 1 dish"),
        ("cook_2", "cook 2 dishes"),
        ("refill_2", "refill 2 beverages"),
        ("serve_1", "serve with 1 beverage"),
        ("recycle", "recycle a bottle"),
    ],
)
def test_tiles_in_words(face, words):
    assert face_words(FACES.index(face)) == words


def test_equal_beverages_are_counted():
    match = turn("refill_2 recycle", dict(fridge="", box=""))
    play(match, 0, "do refill_2")
    assert {"Take 2 green", "Take red and blue"} <= set(labels(match))


def test_nothing_is_told_in_codes():
    match = turn("recycle cook_1", dict(menu="RB", box="R"))
    play(match, 0, "do recycle")
    told = [*match.log(-1), *labels(match), look(match).question]
    told += [zone.note for zone in look(match).zones]
    assert not [text for text in told if "_" in text]
    assert "seat 0 chooses to recycle a bottle" in told
    assert any(text.startswith("seat 0 inserts into ") for text in told)


def test_inserting_in_words():
    match = alley(asked=[{"question": "insert", "seat": 0}])
    assert any(label.startswith("Into row 1: ") for label in labels(match))
    assert len(set(labels(match))) == len(labels(match))


# --- what an action is about


def test_any_action_can_be_asked_about():
    """Reasons are looked up through it, for illegal actions too: KeyError where a zone is missing, and no more."""
    drawing = turn("customers_1 cook_1", dict(menu="RB"))
    play(drawing, 0, "do customers_1")
    for match in (alley(), placing("R"), drawing):
        view, places = match.view(0), {zone.id: zone for zone in look(match).zones}
        known = {piece.id for zone in places.values() for piece in zone.pieces} | set(places)
        for a in range(GAME.actions):
            try:
                found = GAME.touches(view, 0, a, places)
            except LookupError:
                assert a not in GAME.legal(match.state, 0)
            else:
                assert set(found) <= known
