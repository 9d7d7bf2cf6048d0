"""The table as it is drawn, and what is said in words: servings, skills, questions, the log."""

import pytest

from tests.wok_and_roll.support import active, everybody_done, kitchen, new, other, play, sheet, tray
from yokocho.core.match import Match
from yokocho.core.scene import Scene, scene
from yokocho.games.wok_and_roll import GAME
from yokocho.games.wok_and_roll.words import cost_words, ingredients


def look(match: Match, p: int = 0) -> Scene:
    return scene(GAME, match.view(p), p, lambda q: f"seat {q}")


def piece(match: Match, id: str, p: int = 0):
    return next(piece for zone in look(match, p).zones for piece in zone.pieces if piece.id == id)


def zone(match: Match, id: str, p: int = 0):
    return next(zone for zone in look(match, p).zones if zone.id == id)


def labels(match: Match, p: int = 0) -> list[str]:
    return [choice.label for choice in look(match, p).choices]


# --- the sheet


def test_a_crossed_off_serving_keeps_its_face():
    match = active("RRNNMM", crossed="R1.1")
    done, next_one = piece(match, "serving:0.R1.1"), piece(match, "serving:0.R1.2")
    assert (done.face, done.badges, done.shape) == ("RR 1", ["crossed"], "cross")
    assert (next_one.face, next_one.badges, next_one.shape) == ("RR 2", [], "")
    assert "crossed off" in done.tooltip


@pytest.mark.parametrize(
    ("crossed", "id", "note"),
    [
        ("", "R1", "0/4"),
        ("R1.1-R1.2", "R1", "2/4"),
        ("R1.1-R1.4", "R1", "4/4"),
        ("M1.1-M1.2", "M1", "full +3"),
        ("M1.1-M1.3", "M1", "1 more +3"),
        ("M1.1-M1.4", "M1", "full +3"),
    ],
)
def test_the_note_of_a_structure_is_short(crossed, id, note):
    assert zone(active("RRNNMM", crossed=crossed), f"structure:0.{id}").note == note


def test_a_row_says_what_it_gives_and_when_it_is_full():
    match = active("RRNNMM", crossed="M1.1 M1.2 M2.2")
    assert piece(match, "serving:0.M1.1").badges == ["crossed", "row R half"]
    assert piece(match, "serving:0.M2.2").badges == ["crossed", "row N full"]
    assert "a full row with Chicken 1 gives rice" in piece(match, "serving:0.M1.1").tooltip


def test_titles_do_not_repeat_whose_they_are():
    match = kitchen(sheet(), sheet(), white="RRNN", red="MM")
    assert not [zone.title for zone in look(match).zones if zone.owner >= 0 and "seat" in zone.title]


# --- skills


def test_rectangles_say_what_they_count_and_what_that_is_now():
    match = active("RRNNMM", crossed="R1.1 R1.2 R2.1 M1.2 M2.2", rects="E1")
    faces = {p.id: (p.face, p.badges) for p in zone(match, "rects:0").pieces}
    assert faces == {
        "rect:0.E1": ("1/R", ["outlined", "3"]),
        "rect:0.E2": ("1/N", ["0"]),
        "rect:0.E3": ("1/S", ["0"]),
        "rect:0.E4": ("1/row", ["1"]),
        "rect:0.E5": ("2/dish", ["0"]),
    }
    assert piece(match, "rect:0.E1").tooltip == "1 point for each serving of rice: 3 now, outlined"
    assert piece(match, "rect:0.E5").tooltip == "2 points for each complete dish or platter: 0 now, costs 3 books"
    assert "WR-25" in piece(match, "rect:0.E5").rules


def test_hexagons_say_what_a_book_becomes():
    match = active("RRNNMM", hexes="V")
    assert [p.face for p in zone(match, "hexes:0").pieces] == ["B=R", "B=N", "B=M", "B=V", "B=S"]
    assert [p.badges for p in zone(match, "hexes:0").pieces] == [[], [], [], ["outlined"], []]


# --- words


@pytest.mark.parametrize(
    ("letters", "words", "cost"),
    [
        ("R", "rice", "rice"),
        ("RRM", "2 rice, meat", "2 rice and meat"),
        ("RVM", "rice, vegetable, meat", "rice, vegetable and meat"),
        ("BBN", "2 books, noodle", "2 books and noodle"),
        ("B", "book", "book"),
    ],
)
def test_ingredients_in_words(letters, words, cost):
    assert (ingredients(letters), cost_words(letters)) == (words, cost)


def test_questions_have_no_codes():
    assert look(tray("RNMV", "SB")).question == "Pick dice to roll again, or keep them all. 2 rolls left. WR-6"
    assert look(other("MSBB"), 1).question == "You have meat, seafood, 2 books: cook, learn, or done? WR-11"


def test_dice_in_labels_and_in_the_log():
    match = tray("RRMV", "SB")
    assert "Roll rice, meat, red book again" in labels(match)
    assert "Roll 2 rice, red seafood, red book again" in labels(match)
    assert "Roll 2 red books again" in labels(tray("RRMV", "BB"))
    assert len(set(labels(match))) == len(labels(match))
    play(match, 0, "reroll 0")
    assert match.log(0)[-1].startswith("seat 0 rolls 1 die: ")


def test_a_payment_is_told_before_the_points():
    match = other("RBNV", fridge="RB", hexes="R")
    cooked = [label for label in labels(match, 1) if "Fried Rice 1 " in label]
    assert cooked == [
        "Cook Fried Rice 1 (2 rice) with 1 book: 1 point",
        "Cook Fried Rice 1 (2 rice) with rice from the Fridge: 1 point",
    ]


def test_the_log_speaks_of_dishes():
    match = active("BBBRRN", crossed="")
    play(match, 0, "bonus E4", "cook R1.1")
    everybody_done(match)
    told = match.log(-1)
    assert "seat 0 has cooked Fried Rice 1" in told
    assert "seat 0 has outlined 1 point for each full row" in told


# --- what an action is about


def test_every_action_can_be_asked_about():
    """Reasons are looked up through it, for actions that are not legal too."""
    for match in (new(), active("RRNNMM")):
        places = {zone.id: zone for zone in look(match).zones}
        known = {piece.id for zone in places.values() for piece in zone.pieces}
        for a in range(GAME.actions):
            assert set(GAME.touches(match.view(0), 0, a, places)) <= known


# --- places


def places(match: Match, p: int) -> list[tuple[str, int]]:
    return [(zone.id, zone.slots) for zone in look(match, p).zones]


@pytest.mark.parametrize("players", range(1, 6))
def test_every_zone_has_its_places_whatever_is_asked(players):
    """The same zones with as many places in the market, while people cook and at the end; none is too full."""
    match, known = new(players, max_turns=3), {}
    for p in range(-1, players):
        known[p] = places(match, p)
    while not match.over:
        for p in range(-1, players):
            assert places(match, p) == known[p]
            for zone in look(match, p).zones:
                taken = [piece.slot for piece in zone.pieces]
                assert all(0 <= slot < zone.slots for slot in taken), zone.id
        match.play(match.actor(), match.legal(match.actor())[0], 0)
    assert places(match, 0) == known[0]


def test_dice_to_cook_with_lie_as_in_the_wok():
    """WR-9 WR-10: what is used leaves its place empty, and the wok says so."""
    match = active("MRMVMB")
    play(match, 0, "cook M1.1")
    assert [(piece.slot, piece.face, piece.badges) for piece in zone(match, "pool:0").pieces] == [
        (0, "M", []),
        (1, "R", []),
        (3, "V", []),
        (5, "B", ["red"]),
    ]
    assert [piece.badges[1:] for piece in zone(match, "tray").pieces] == [[], [], ["used"], [], ["used"], []]
    assert [piece.badges[1:] for piece in zone(match, "tray", 1).pieces] == [[]] * 4 + [["not yours"]] * 2
    assert [piece.badges[1:] for piece in zone(match, "tray", -1).pieces] == [[]] * 6
    assert [piece.slot for piece in zone(match, "pool:1", 1).pieces] == [0, 1, 2, 3]


def test_row_ingredients_lie_behind_the_dice():
    """WR-18 WR-19: M2.1 fills the row that gives rice."""
    match = other("MMRV", crossed="M1.1")
    play(match, 1, "cook M2.1")
    assert [(piece.slot, piece.face) for piece in zone(match, "pool:1", 1).pieces] == [(2, "R"), (3, "V"), (6, "R")]
    assert piece(match, "serving:1.M2.1", 1).badges == ["crossed", "row R full"]
    assert zone(match, "pool:0").note == "cooking"


def test_woks_hold_the_points_of_their_sections():
    """WR-33"""
    match = active("RRNNMM", crossed="R1.1-R1.4 M1.1-M1.4", rects="E1")
    woks = [zone for zone in look(match).zones if zone.id.startswith("wok:0.")]
    assert [(zone.title, zone.note) for zone in woks[:3]] == [("Rice", "11"), ("Noodle", "0"), ("Meat", "9")]
    assert woks[0].spoken == "11 points"


def test_what_is_kept_of_a_row_stacks_in_the_fridge():
    """WR-R22: two rice lie on one place."""
    match = other("MMRV", crossed="M1.1", fridge="R", options={"bonus_ingredient_persists": True})
    play(match, 1, "cook M2.1")
    assert [piece.slot for piece in zone(match, "fridge:1", 1).pieces] == [0, 0]


def test_how_near_the_end_is():
    """WR-31 WR-35"""
    match = active("RRNNMM", crossed="R1.1-R1.4 M1.1-M1.4")
    assert [(m.seat, m.now, m.of) for m in look(match).meters] == [(0, 2, 3), (1, 0, 3)]
    assert [(m.seat, m.now, m.of) for m in look(new(1)).meters] == [(0, 0, 3), (-1, 1, 10)]
    assert look(new(1)).meters[1].words == "turn 1 of 10"


@pytest.mark.parametrize("players", [1, 3])
def test_meters_are_plain_numbers(players):
    """Others cannot be sent."""
    assert {type(n) for m in look(new(players)).meters for n in (m.now, m.of, m.seat)} == {int}
