"""Selectors: what a text speaks of, found in a scene, so that a client can light it up."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from yokocho.core.errors import BadInput
from yokocho.core.scene import Scene, readable

KINDS = ("zone", "piece", "face", "panel", "meter", "choice")


@dataclass
class Lit:
    """What is lit up in a scene."""

    pieces: list[str] = field(default_factory=list)
    zones: list[str] = field(default_factory=list)
    panels: list[int] = field(default_factory=list)
    meters: list[int] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.pieces or self.zones or self.panels or self.meters)

    def add(self, other: Lit) -> None:
        for name in ("pieces", "zones", "panels", "meters"):
            mine = getattr(self, name)
            mine += [item for item in getattr(other, name) if item not in mine]


def in_words(scene: Scene, found: Lit) -> str:
    """What is lit, said: places by their titles, pieces by what is printed on them."""
    titles = [zone.title for zone in scene.zones if zone.id in found.zones]
    lying = [piece for zone in scene.zones for piece in zone.pieces if piece.id in found.pieces]
    faces = [readable(piece.face) if piece.face else piece.tooltip or "a hidden piece" for piece in lying]
    names = [panel.name for panel in scene.panels if panel.seat in found.panels]
    return ", ".join(dict.fromkeys([*titles, *faces, *names, *(scene.meters[i].words for i in found.meters)]))


def matching(pattern: str, names: Collection[str]) -> list[str]:
    """The names that a pattern means: the one that is spelt like it, else those that fit it. Faces hold stars."""
    if pattern in names:
        return [pattern]
    return [name for name in names if fnmatchcase(name, pattern)]


def lit(scene: Scene, selectors: Sequence[str]) -> Lit:
    """All that these selectors mean in a scene; one that matches nothing lights nothing."""
    found = Lit()
    for selector in selectors:
        found.add(one(scene, selector))
    return found


def one(scene: Scene, selector: str) -> Lit:
    """What one selector means; BadInput if it is not one."""
    kind, colon, pattern = selector.partition(":")
    if not colon or not pattern or kind not in KINDS:
        raise BadInput(f"light: {selector!r} should begin with one of {', '.join(f'{kind}:' for kind in KINDS)}")
    match kind:
        case "zone":
            return Lit(zones=matching(pattern, [zone.id for zone in scene.zones]))
        case "piece":
            return Lit(pieces=matching(pattern, [piece.id for zone in scene.zones for piece in zone.pieces]))
        case "face":
            return Lit(pieces=list(faces(scene, pattern)))
        case "choice":
            return choices(scene, pattern)
    if not pattern.isdecimal():
        raise BadInput(f"light: {selector!r} needs a number")
    number = int(pattern)
    if kind == "panel":
        return Lit(panels=[panel.seat for panel in scene.panels if panel.seat == number])
    return Lit(meters=[number] if number < len(scene.meters) else [])


def faces(scene: Scene, pattern: str) -> Iterator[str]:
    where, _, face = pattern.partition("/")
    places = matching(where, [zone.id for zone in scene.zones])
    for zone in scene.zones:
        if zone.id in places:
            wanted = matching(face, [piece.face for piece in zone.pieces])
            yield from (piece.id for piece in zone.pieces if piece.face in wanted)


def choices(scene: Scene, pattern: str) -> Lit:
    wanted = matching(pattern, [choice.notation for choice in scene.choices])
    found = Lit()
    for choice in scene.choices:
        if choice.notation in wanted:
            found.add(Lit(pieces=list(choice.pieces), zones=[choice.zone] if choice.zone else []))
    return found
