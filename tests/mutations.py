"""Small changes to a JSON document that know no game: of words, numbers, lists and whole parts of another document.

Most of them move something rather than make it, since a position that keeps its cards is seldom refused out of hand.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

Document: TypeAlias = dict[str, Any]
Place: TypeAlias = tuple[Any, Any]  # a list or an object, and where in it
Path: TypeAlias = tuple[Any, ...]

LEFT_ALONE = ("format", "game", "generator", "seed")  # a change would always be refused, or never
JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, -2, 2, 3, 4, 5, 7, 12, 13, 99, 127, 128, 255, 32767, 32768, 2**31, 2**70, 1.0, 1.5),
    *("", " ", "?", "...", "0", "-1", "²", "٣", "=", "= down", "x" * 300, [], {}, [[]], [None], {"a": 1}, float("nan")),
)


def places(part: Any) -> Iterator[Place]:
    """Everything below the root."""
    items = list(part.items()) if isinstance(part, dict) else enumerate(part)
    for key, value in items:
        if key in LEFT_ALONE:
            continue
        yield part, key
        if isinstance(value, (dict, list)):
            yield from places(value)


def paths(part: Any, path: Path = ()) -> Iterator[Path]:
    for container, key in places(part):
        if container is part:
            yield (*path, key)
            if isinstance(part[key], (dict, list)):
                yield from paths(part[key], (*path, key))


def of_kind(document: Document, *kinds: type) -> list[Place]:
    return [(part, key) for part, key in places(document) if type(part[key]) in kinds]


def words(text: str, chance: random.Random) -> tuple[list[str], str]:
    """A text in pieces, and what stands between them: ``7* 2s`` in words, ``MMVR`` sometimes in letters."""
    by_letter = " " not in text and chance.random() < 0.6
    return (list(text), "") if by_letter else (text.split(), " ")


class Mutator:
    """Changes documents in place; ``others`` are documents of the same kind to take parts from."""

    def __init__(self, chance: random.Random, others: list[Document], options: list[tuple[str, list[Any]]]) -> None:
        self.chance, self.others, self.options = chance, others, options
        self.ways: list[tuple[int, Callable[[Document], None]]] = [
            (10, self.move_word),
            (6, self.swap_words),
            (4, self.change_word),
            (6, self.shift_number),
            (5, self.change_number),
            (4, self.flip),
            (5, self.swap_siblings),
            (6, self.splice),
            (4, self.rearrange),
            (2, self.forget),
            (3, self.change_option),
            (1, self.change_players),
            (1, self.spoil),
        ]

    def mutant(self, base: Document) -> Document:
        """A copy with one change, or a few."""
        changed = copy.deepcopy(base)
        weights = [weight for weight, _ in self.ways]
        for _ in range(self.chance.choice((1, 1, 1, 1, 2, 2, 3, 5))):
            [(_, way)] = self.chance.choices(self.ways, weights)
            way(changed)
        return changed

    def some(self, found: list[Place]) -> Place | None:
        return self.chance.choice(found) if found else None

    def move_word(self, document: Document) -> None:
        """A card from one pile to another."""
        texts = of_kind(document, str)
        full = [(part, key) for part, key in texts if part[key].strip()]
        source, target = self.some(full), self.some(texts)
        if source is None or target is None or (source[0] is target[0] and source[1] == target[1]):
            return
        pieces, between = words(source[0][source[1]], self.chance)
        others, gap = words(target[0][target[1]], self.chance)
        for _ in range(self.chance.choice((1, 1, 2, len(pieces)))):
            if pieces:
                word = pieces.pop(self.chance.choice((0, -1, self.chance.randrange(len(pieces)))))
                others.insert(self.chance.choice((0, len(others))), word)
        source[0][source[1]] = between.join(pieces)
        target[0][target[1]] = (gap if len(others) > 1 else between).join(others)

    def swap_words(self, document: Document) -> None:
        """Two cards change places."""
        full = [(part, key) for part, key in of_kind(document, str) if part[key].strip()]
        if not full:
            return
        (one, i), (two, j) = self.chance.choice(full), self.chance.choice(full)
        first, gap = words(one[i], self.chance)
        second, other_gap = words(two[j], self.chance)
        a, b = self.chance.randrange(len(first)), self.chance.randrange(len(second))
        if one is two and i == j:
            first[a], first[b % len(first)] = first[b % len(first)], first[a]
            one[i] = gap.join(first)
        else:
            first[a], second[b] = second[b], first[a]
            one[i], two[j] = gap.join(first), other_gap.join(second)

    def change_word(self, document: Document) -> None:
        texts = of_kind(document, str)
        if not texts:
            return
        part, key = self.chance.choice(texts)
        pieces, gap = words(part[key], self.chance)
        source, at = self.chance.choice(texts)
        other, _ = words(source[at], self.chance)
        i = self.chance.randrange(len(pieces) + 1)
        way = self.chance.randrange(3)
        if way == 0 and pieces:
            del pieces[i - 1]
        elif way == 1 and pieces:
            pieces[i - 1] = self.chance.choice(other or [""])
        else:
            pieces.insert(i, self.chance.choice(other or pieces or [""]))
        part[key] = gap.join(pieces)

    def shift_number(self, document: Document) -> None:
        """What one number loses another gains."""
        numbers = of_kind(document, int)
        if numbers:
            (one, i), (two, j) = self.chance.choice(numbers), self.chance.choice(numbers)
            by = self.chance.choice((1, 1, 2, one[i]))
            one[i] -= by
            two[j] += by

    def change_number(self, document: Document) -> None:
        numbers = of_kind(document, int)
        if numbers:
            (part, key), (other, at) = self.chance.choice(numbers), self.chance.choice(numbers)
            value = part[key]
            part[key] = self.chance.choice((value + 1, value - 1, 0, 1, -1, other[at], 2 * value, 12, 99, 30000))

    def flip(self, document: Document) -> None:
        """True and false, null and something."""
        found = self.some(of_kind(document, bool, type(None)))
        if found is None:
            return
        part, key = found
        if part[key] is None:
            part[key] = copy.deepcopy(self.elsewhere(key, document))
        else:
            part[key] = not part[key]

    def elsewhere(self, key: Any, document: Document) -> Any:
        """What stands under the same name somewhere else."""
        found = [part[k] for other in (document, *self.others) for part, k in places(other) if k == key]
        return self.chance.choice(found or [None])

    def swap_siblings(self, document: Document) -> None:
        """What two seats have, or two parts under different names, changes hands."""
        lists = [part[key] for part, key in of_kind(document, list) if len(part[key]) > 1]
        if not lists:
            return
        chosen = self.chance.choice(lists)
        i, j = self.chance.sample(range(len(chosen)), 2)
        if isinstance(chosen[i], dict) and isinstance(chosen[j], dict) and self.chance.random() < 0.8:
            names = sorted(chosen[i].keys() & chosen[j].keys())
            if names:
                name = self.chance.choice(names)
                chosen[i][name], chosen[j][name] = chosen[j][name], chosen[i][name]
        else:
            chosen[i], chosen[j] = chosen[j], chosen[i]

    def splice(self, document: Document) -> None:
        """A part of another document in the same place."""
        other = self.chance.choice(self.others)
        path = self.chance.choice(list(paths(other)))
        value, target = other, document
        try:
            for key in path[:-1]:
                value, target = value[key], target[key]
            target[path[-1]] = copy.deepcopy(value[path[-1]])
        except (LookupError, TypeError):
            return  # nothing like it here

    def rearrange(self, document: Document) -> None:
        """A row of a list is left out, said twice, or comes at another place."""
        lists = [part[key] for part, key in of_kind(document, list) if part[key]]
        if isinstance(document.get("asked"), list) and document["asked"] and self.chance.random() < 0.5:
            lists = [document["asked"]]
        if lists:
            chosen = self.chance.choice(lists)
            row = chosen[self.chance.randrange(len(chosen))]
            way = self.chance.randrange(3)
            if way != 1:
                chosen.remove(row)
            if way != 0:
                chosen.insert(self.chance.randrange(len(chosen) + 1), copy.deepcopy(row))

    def forget(self, document: Document) -> None:
        part, key = self.chance.choice(list(places(document)))
        del part[key]

    def change_option(self, document: Document) -> None:
        options = document.get("options")
        if self.options and isinstance(options, dict):
            name, values = self.chance.choice(self.options)
            options[name] = self.chance.choice(values)

    def change_players(self, document: Document) -> None:
        """One more or less, with or without the seat."""
        by = self.chance.choice((-1, 1))
        if not isinstance(document.get("players"), int):
            return
        document["players"] += by
        if self.chance.random() < 0.5:
            rows = [part[key] for part, key in of_kind(document, list)]
            for row in rows:
                if row and len(row) == document["players"] - by:
                    if by > 0:
                        row.append(copy.deepcopy(row[-1]))
                    else:
                        row.pop()

    def spoil(self, document: Document) -> None:
        part, key = self.chance.choice(list(places(document)))
        part[key] = copy.deepcopy(self.chance.choice(JUNK))


def differences(base: Any, changed: Any, path: Path = ()) -> Iterator[Path]:
    """Where two documents part ways."""
    if type(base) is type(changed) is dict:
        for key in base.keys() | changed.keys():
            if key not in base or key not in changed:
                yield (*path, key)
            else:
                yield from differences(base[key], changed[key], (*path, key))
    elif type(base) is type(changed) is list and len(base) == len(changed):
        for i, (a, b) in enumerate(zip(base, changed)):
            yield from differences(a, b, (*path, i))
    elif base != changed or type(base) is not type(changed):
        yield path


def restored(base: Document, changed: Document, path: Path) -> Document:
    """The changed document with one of its changes taken back."""
    again = copy.deepcopy(changed)
    value, target = base, again
    for key in path[:-1]:
        value, target = value[key], target[key]
    if isinstance(value, dict) and path[-1] not in value:
        del target[path[-1]]
    else:
        target[path[-1]] = copy.deepcopy(value[path[-1]])
    return again


def smallest(base: Document, changed: Document, fails: Callable[[Document], bool]) -> Document:
    """As few changes as still fail."""
    tried: set[Path] = set()
    while True:
        left = [path for path in sorted(differences(base, changed), key=repr) if path and path not in tried]
        if not left:
            return changed
        tried.add(left[0])
        simpler = restored(base, changed, left[0])
        if fails(simpler):
            changed = simpler
