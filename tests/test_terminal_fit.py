"""Screens of the terminal fit 100 columns and 40 rows, grids are drawn as grids, and names are as people read them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from rich.console import Console

from tests.support import GAMES, TABLES, steps, table_id
from yokocho import catalog
from yokocho.core.game import Game
from yokocho.core.match import Illegal, Match
from yokocho.terminal.choose import chosen
from yokocho.terminal.client import Client
from yokocho.terminal.screen import Plain, Screen
from yokocho.terminal.story import Line

tables = pytest.mark.parametrize(("game", "players"), TABLES, ids=table_id)
games = pytest.mark.parametrize("game", GAMES, ids=table_id)

WIDTH, HEIGHT = 100, 40
STORY = [Line("guest", [f"does thing number {i} of this turn" for i in range(3)]) for _ in range(5)]


def screen(kind: type[Screen] = Screen, live: bool = True) -> Screen:
    console = Console(file=io.StringIO(), width=WIDTH, height=HEIGHT, markup=False, emoji=False, highlight=False)
    made = kind(console)
    made.live = live
    return made


def shown(screen: Screen) -> str:
    assert isinstance(screen.console.file, io.StringIO)
    return screen.console.file.getvalue()


def asked(game: Game, players: int, every: int) -> Iterator[Match]:
    """Positions of a random match in which somebody decides."""
    for i, match in enumerate(steps(game, players, 5)):
        if i % every == 0 and not match.over:
            yield match


@tables
def test_a_screen_fits_the_window(game: Game, players: int) -> None:
    for match in asked(game, players, 14):
        made = screen()
        made.scene(match.scene(match.actor()), STORY, ["A note."], True)
        text = shown(made)
        assert len(text.splitlines()) < HEIGHT, text  # and a line to type in
        assert "▸ " in text and re.search(r"^ *1(-\d+)? +\S", text, re.M), text


def test_a_large_window_shows_more() -> None:
    match = Match(catalog.game("wok_and_roll"), 2, None, "7")
    made = screen()
    made.scene(match.scene(0), [], [], True)
    small = shown(made)
    assert "more: say choices to see them all" in small and match.scene(0).choices[-1].label not in small
    made = screen()
    made.console.height = 300
    made.scene(match.scene(0), [], [], True)
    large = shown(made)
    assert "more: say choices" not in large and match.scene(0).choices[-1].label in large
    assert len(large) > 2 * len(small)


def test_all_choices_are_listed_when_asked_for() -> None:
    match = Match(catalog.game("wok_and_roll"), 2, None, "7")
    made = screen()
    client = Client(match, [0], {1: lambda view, p: 0}, screen=made)
    last = client.scene(0).choices[-1].label
    client.show(0, client.scene(0))
    assert last not in shown(made)
    assert not client.answer(0, client.scene(0).choices, "choices")
    assert last in shown(made)


def test_a_grid_has_its_arrows_and_its_rows_one_below_the_other() -> None:
    match = Match(catalog.game("yatta"), 2, None, "7")
    while match.scene(match.actor()).question[:6] != "Insert":
        match.play(match.actor(), match.legal(match.actor())[0])
    scene = match.scene(match.actor())
    made = screen()
    made.scene(scene, [], [], True)
    lines = shown(made).splitlines()
    faces = {zone.id: [piece.face.replace("_", " ") for piece in zone.pieces] for zone in scene.zones}
    top = next(i for i, line in enumerate(lines) if "↓ C1" in line)
    heads, first, second = lines[top : top + 3]
    assert [heads.index(f"↓ C{n}") for n in (1, 2, 3)] == sorted(heads.index(f"↓ C{n}") for n in (1, 2, 3))
    for row, line in (("R1", first), ("R2", second)):
        assert re.search(rf"{row}\D.*→ .*" + ".*".join(map(re.escape, faces[f"grid:{row}"])), line), line
    edges = [[at.start() for at in re.finditer("▐", line)][:3] for line in (first, second)]
    assert edges[0] == edges[1] and [heads.index(f"↓ C{n}") for n in (1, 2, 3)] == edges[0]
    outside = "\n".join(lines)
    outside = outside[outside.index("Tiles outside") :]
    assert len(faces["outside"]) == 4 and all(face in outside for face in faces["outside"])


@games
def test_no_raw_names(game: Game) -> None:
    """Over all positions of a match, on the screens and in all texts of the scene."""
    looked = 0
    for match in asked(game, game.players[-1], 1):
        looked += 1
        scene = match.scene(match.actor())
        texts = [scene.title, scene.question, *(choice.label for choice in scene.choices)]
        for zone in scene.zones:
            texts += [zone.title, zone.note, zone.spoken]
            texts += [text for piece in zone.pieces for text in (piece.tooltip, *piece.badges)]
        if looked % 8 == 1:
            for kind in (Screen, Plain):
                for live in (True, False):
                    made = screen(kind, live)
                    made.scene(scene, [], [], True)
                    texts.append(shown(made))
        assert not [text for text in texts if re.search(r"\w_\w", text)]
    assert looked > (5 if game.sample else 80)


@games
def test_plain_sentences_hold_no_codes_unless_asked_for(game: Game) -> None:
    for match in asked(game, game.players[0], 6):
        p = match.actor()
        made = screen(Plain, live=False)
        client = Client(match, [p], {}, screen=made)
        client.show(p, client.scene(p))
        client.answer(p, client.scene(p).choices, "no such move")
        told = shown(made)
        assert not re.search(rf"{game.rule_prefix}-R?\d", told) and not re.search(r"wants .*[A-Z]\d", told), told
        client.answer(p, client.scene(p).choices, "rules now")
        numbers = re.findall(rf"{game.rule_prefix}-R?\d+", client.scene(p).question)
        assert numbers and f"\n{numbers[0]}: " in shown(made)


def test_wishes_are_said_as_words() -> None:
    made = screen(Plain, live=False)
    made.scene(Match(catalog.game("mitsuhamama"), 2, None, "7").scene(0), [], [], True)
    wishes = re.findall(r"wants (.*?);", shown(made))
    assert len(wishes) == 5
    colors = r"\d+ (red|yellow|black|white)"
    kinds = rf"{colors}(, {colors})*|\d+ fish in any mix|\d+ and \d+ of two kinds"
    assert all(re.fullmatch(kinds, wish) for wish in wishes), wishes


def test_a_move_is_understood_as_it_is_shown() -> None:
    match = Match(catalog.game("yatta"), 2, None, "7")
    while match.scene(match.actor()).question[:6] != "Insert":
        match.play(match.actor(), match.legal(match.actor())[0])
    p = match.actor()
    choices = match.scene(p).choices
    named = next(choice for choice in choices if "_" in choice.notation)
    for typed in (named.notation, named.notation.replace("_", " "), named.notation.replace("_", " ").lower()):
        assert chosen(match, p, choices, typed) == named
    inside = next(piece.face for zone in match.scene(p).zones if zone.id == "grid:R1" for piece in zone.pieces)
    with pytest.raises(Illegal, match=r"YA-|outside"):
        chosen(match, p, choices, f"insert {inside.replace('_', ' ')} C1")
