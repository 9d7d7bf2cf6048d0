"""The rules as a reference: chapters in order, every rule once, house rules in words."""

from __future__ import annotations

import pytest

from tests.support import GAMES, table_id
from yokocho.cli import main
from yokocho.core.game import Game
from yokocho.core.rulebook import SILENT, chapters

games = pytest.mark.parametrize("game", GAMES, ids=table_id)


@games
def test_chapters_hold_every_rule_in_its_order(game: Game) -> None:
    found = chapters(game)
    assert [part.number for chapter in found for part in chapter.parts if part.kind == "rule"] == list(game.rules)
    assert len({chapter.id for chapter in found}) == len(found) and all(chapter.id for chapter in found)
    assert all(chapter.parts for chapter in found)
    for chapter in found:
        rulings = [part.number for part in chapter.parts if "-R" in part.number and part.kind == "rule"]
        assert bool(rulings) == (chapter.kind == "rulings") == (chapter.title == SILENT)


@games
def test_nobody_reads_the_name_of_an_option(game: Game) -> None:
    found = chapters(game)
    said = [text for chapter in found for part in chapter.parts for text in (part.text, *part.items)]
    assert all(f"`{option.name}`" not in text for option in game.options for text in said)
    asked = [part for chapter in found if chapter.kind == "options" for part in chapter.parts if part.kind == "option"]
    assert [part.text for part in asked] == [option.words for option in game.options]
    assert all(part.items[0].endswith("(usual)") and len(part.items) > 1 for part in asked)
    rulings = {part.number: part.items for chapter in found for part in chapter.parts if part.kind == "rule"}
    assert all(option.words in rulings[option.rule] for option in game.options if option.rule in rulings)


def test_the_terminal_has_chapters(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "umami"]) == 0
    said = capsys.readouterr().out
    headings = ("The turn\n---", "UM-9  A turn", "Stealing\n---", SILENT, "House rules\n---")
    places = [said.index(words) for words in headings]
    assert places == sorted(places)
    assert "Must a matching Dish take its Favorite? UM-R1\n  Yes (usual)\n" in said
