"""A guide in the terminal: chapters as text, figures as tables with what is to be seen on them."""

from __future__ import annotations

import re
from dataclasses import replace

from yokocho.core.game import Game
from yokocho.core.scene import Scene
from yokocho.learn.check import figure_scene
from yokocho.learn.guide import Block, Figure, guide, unmarked
from yokocho.learn.selectors import in_words, lit
from yokocho.learn.voice import spoken_to
from yokocho.terminal.screen import Screen

DRAWING = r"\{([a-z0-9-]+)\}"


def tell(game: Game, screen: Screen) -> None:
    """The whole guide."""
    found = guide(game)
    screen.head(found.title)
    screen.say(spoken(found.lead))
    screen.say(" · ".join(found.facts))
    for chapter in found.chapters:
        screen.head(chapter.title)
        for block in chapter.blocks:
            show(game, screen, block)


def show(game: Game, screen: Screen, block: Block) -> None:
    if block.figure:
        figure(game, screen, block.figure)
    elif block.kind == "table":
        screen.listing([(spoken(row[0]), " · ".join(map(spoken, row[1:]))) for row in block.rows])
    elif block.kind == "list":
        marks = [f"{i}." if block.ordered else "-" for i in range(1, len(block.items) + 1)]
        screen.listing([(mark, spoken(item)) for mark, item in zip(marks, block.items)])
    else:
        screen.say(spoken(block.text))


def figure(game: Game, screen: Screen, found: Figure) -> None:
    scene = spoken_to(figure_scene(game, found))
    screen.say(spoken(found.caption))
    screen.table(cropped(scene, lit(scene, found.crop).zones))
    rows = [
        (f"{i} {point.name}", f"{spoken(point.text)} ({in_words(scene, lit(scene, point.at))})".strip())
        for i, point in enumerate(found.points, 1)
    ]
    if rows:
        screen.listing(rows)


def cropped(scene: Scene, zones: list[str]) -> Scene:
    """Only these places of a table; all of it for none."""
    if not zones:
        return replace(scene, choices=[])
    kept = [zone for zone in scene.zones if zone.id in zones]
    owners = {zone.owner for zone in kept}
    panels = [panel for panel in scene.panels if panel.seat in owners]
    return replace(scene, zones=kept, panels=panels, choices=[])


def spoken(text: str) -> str:
    """A text without marks; where there are no words but drawings, their names."""
    said = unmarked(text)
    if not said:
        return ", ".join(name.replace("-", " ") for name in re.findall(DRAWING, text))
    return said if re.search(r"[a-z]", said, re.I) else unmarked(re.sub(DRAWING, r" \1 ", text))
