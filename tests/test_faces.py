"""Who sits at a table: bots have names of characters, everybody has a face."""

from __future__ import annotations

from pathlib import Path

from yokocho.bots.seats import STAFF, cast
from yokocho.core.scene import CHARACTERS, faces

DRAWINGS = Path(__file__).parent.parent / "web" / "src" / "drawings"


def test_three_cooks_are_three_people() -> None:
    named = cast({1: "cook", 2: "cook", 4: "cook"})
    assert len(set(named.values())) == 3 and set(named.values()) <= set(STAFF["cook"])
    assert named == cast({1: "cook", 2: "cook", 4: "cook"})


def test_a_bot_does_not_take_the_name_of_a_person() -> None:
    assert cast({1: "cook"}, ["Kiko"])[1] not in ("Kiko", "")


def test_more_bots_of_a_level_than_it_has_characters() -> None:
    assert len(set(cast(dict.fromkeys(range(6), "master")).values())) == 6


def test_other_bots_keep_their_own_names() -> None:
    assert cast({0: "search:800", 2: "exec:./mybot"}) == {0: "search:800 0", 2: "exec:./mybot 2"}


def test_no_two_at_a_table_have_the_same_face() -> None:
    table = ["Ann", "Kiko", "Bob", "Old Gama", "Anna", "Cid"]
    found = faces(table)
    assert len(set(found)) == 6 and (found[1], found[3]) == ("fox", "toad")
    assert found == faces(table)
    assert len(faces([f"guest {n}" for n in range(20)])) == 20


def test_every_character_has_a_drawing() -> None:
    assert all((DRAWINGS / f"face-{face}.svg").exists() for face in CHARACTERS.values())
