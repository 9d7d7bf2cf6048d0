"""The tables of all games at every size of screen, drawn from positions of real matches.

python -m tests.web.layout shoot umami --out pictures [--players 3] [--size 390x844 1920x1080] [--kind place]
                                  [--at 20] [--count 3]
python -m tests.web.layout test [--game umami] [--players 3] [--size 390x844] [--report folder]
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, sync_playwright

from tests.web.positions import Position, after, chosen, plain
from tests.web.stage import Broken, Stage, site
from tests.web.support import launch
from yokocho import catalog
from yokocho.core.game import Game

SIZES = (
    *((1280, 800), (1440, 900), (1920, 1080), (2560, 1440)),
    *((820, 1180), (390, 844), (390, 664), (360, 640), (844, 390)),
)
LEAST = 60  # positions of a game
TWO = 2  # positions of each kind, so that something can have moved between them
SLIP = 1.0  # px by which a zone may move
EXAMPLES = 5
Size = tuple[int, int]


def size_of(text: str) -> Size:
    width, _, height = text.partition("x")
    return int(width), int(height)


def shown(size: Size) -> str:
    return f"{size[0]}x{size[1]}"


# --- measuring


@dataclass(frozen=True)
class Failure:
    position: Position
    size: Size
    kind: str
    what: str
    said: str

    def __str__(self) -> str:
        where = f"{self.position.game.name}, {self.position.players} players, {shown(self.size)}, {self.position.kind}"
        return f"{where} ({self.position.match}.{self.position.moves}): {self.kind}: {self.what} {self.said}".strip()


@dataclass
class Figures:
    """What was measured at one size."""

    used: list[float] = field(default_factory=list)
    text: tuple[float, str] = (float("inf"), "")
    target: tuple[float, str] = (float("inf"), "")

    def add(self, found: dict[str, Any], where: str) -> None:
        self.used.append(found["used"])
        if found["text"]:
            self.text = min(self.text, (found["text"]["size"], f"{where} {found['text']['what']}"))
        if found["target"]:
            self.target = min(self.target, (found["target"]["size"], f"{where} {found['target']['what']}"))

    def __str__(self) -> str:
        if not self.used:
            return "nothing drawn"
        used = f"used {min(self.used):4.0%} at least, {statistics.median(self.used):4.0%} mostly"
        return f"{used}; text {self.text[0]:g} px ({self.text[1]}); target {self.target[0]:g} px ({self.target[1]})"


@dataclass
class Report:
    drawings: int = 0
    figures: dict[Size, Figures] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)


def measured(browser: Browser, built: Path, sizes: Iterable[Size], drawn: Sequence[Position]) -> Report:
    """Draws every position at every size, one after the other while the same seat looks."""
    report = Report()
    states, unsaid = [], {}
    for position in drawn:
        said = position.message()
        states.append(plain(said, lenient=True))
        try:
            plain(said)
        except TypeError as problem:
            unsaid[position] = str(problem)
    for size in sizes:
        figures = report.figures.setdefault(size, Figures())
        stage = Stage(browser, built, *size)
        places: dict[tuple[Any, ...], tuple[list[float], Position]] = {}
        looking: tuple[Any, ...] = ()
        for position, state in zip(drawn, states):
            report.drawings += 1
            before, looking = looking, (position.game, position.players, position.viewer)

            def fail(kind: str, what: str, said: str = "", position: Position = position, size: Size = size) -> None:
                report.failures.append(Failure(position, size, kind, what, said))

            if position in unsaid:
                fail("the house cannot send it", unsaid[position])
            try:
                stage.draw(state, fresh=looking != before)
                found = stage.measure()
            except (Broken, Error) as problem:
                fail("error", str(problem))
                stage.close()
                stage, looking = Stage(browser, built, *size), ()
                continue
            for fault in dict.fromkeys(stage.faults):
                fail("error", fault)
            stage.faults.clear()
            figures.add(found, f"{position.game.name} {position.players} {position.kind}")
            for one in found["failures"]:
                fail(one["kind"], one["what"], one["said"])
            for zone, place in found["places"].items():
                key = (
                    position.game.name,
                    position.players,
                    position.kind,
                    position.asked,
                    *stays(zone, place, position),
                )
                box, first = places.setdefault(key, (place["box"], position))
                if any(abs(a - b) > SLIP for a, b in zip(box, place["box"])):
                    fail("moved", zone, f"{box} in {first.match}.{first.moves}, now {place['box']}")
        stage.close()
    return report


def stays(zone: str, place: dict[str, Any], position: Position) -> tuple[Any, ...]:
    """Zones with equal keys have to be in equal places: mine, whoever I am; a rival's, if we both sit there again."""
    if place["where"] == "mine":
        return ("mine", re.sub(rf":{position.viewer}(?!\d)", ":me", zone))
    return (zone,) if place["where"] in ("shared", "area") else (place["where"], position.viewer, zone)


def positions(game: Game, players: Iterable[int] | None = None, least: int = LEAST) -> list[Position]:
    """At least so many for all numbers of players together, as many of each kind."""
    for each in count(TWO):
        found = [position for n in game.players for position in chosen(game, n, each)]
        if len(found) >= least or each > least:
            found.sort(key=lambda one: (one.players, one.viewer, one.match, one.moves))
            return [position for position in found if not players or position.players in players]
    raise AssertionError


# --- telling


def summary(failures: Sequence[Failure]) -> Iterator[str]:
    """By kind of failure how often, and its most frequent forms with an example each."""
    kinds = Counter(failure.kind for failure in failures)
    for kind, times in kinds.most_common():
        forms: dict[str, list[Failure]] = {}
        for failure in failures:
            if failure.kind == kind:
                forms.setdefault(re.sub(r"\d+", "#", failure.what), []).append(failure)
        yield f"{kind}: {times}"
        for form, alike in sorted(forms.items(), key=lambda item: -len(item[1]))[:EXAMPLES]:
            sizes = Counter(shown(failure.size) for failure in alike)
            seats = sorted({failure.position.players for failure in alike})
            asked = Counter(failure.position.kind for failure in alike)
            yield (
                f"  {len(alike):4} x {form}\n"
                f"         at {', '.join(f'{size} {n}' for size, n in sizes.most_common())}; seats {seats}; "
                f"{', '.join(f'{kind} {n}' for kind, n in asked.most_common(6))}\n"
                f"         e.g. {alike[len(alike) // 2]}"
            )
        if len(forms) > EXAMPLES:
            yield f"         and {len(forms) - EXAMPLES} other forms"


def told(report: Report) -> str:
    lines = [f"{report.drawings} drawings, {len(report.failures)} failures", ""]
    lines += [f"{shown(size):>10}  {figures}" for size, figures in report.figures.items()]
    return "\n".join([*lines, "", *summary(report.failures), ""])


# --- pictures


def wanted_positions(game: Game, wanted: argparse.Namespace) -> Iterator[Position]:
    for players in wanted.players or game.players:
        if wanted.at is not None:
            yield after(game, players, 0, wanted.at)
            continue
        for position in chosen(game, players, wanted.count):
            if not wanted.kind or position.kind in wanted.kind:
                yield position


def working(browser: Browser, state: dict[str, Any], committed: bool) -> Path:
    """A client that draws: that of the sources as they are, or while they are being changed the committed one."""
    try:
        built = site(committed)
        stage = Stage(browser, built, *SIZES[0])
        stage.draw(state)
        stage.close()
    except (Broken, Error) as problem:
        if committed:
            raise
        print(f"{problem}\nThe client is being changed: this is the committed one.", file=sys.stderr)
        return working(browser, state, committed=True)
    return built


def shoot(wanted: argparse.Namespace) -> int:
    (game,) = map(catalog.game, wanted.game)
    drawn = list(wanted_positions(game, wanted))
    states = [plain(position.message(), lenient=True) for position in drawn]
    wanted.out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        built = working(browser, states[0], wanted.committed)
        for size in wanted.size or SIZES:
            stage = Stage(browser, built, *size, sharp=True)
            counts: Counter[tuple[int, str]] = Counter()
            for position, state in zip(drawn, states):
                stage.draw(state)
                n = counts[position.players, position.kind]
                counts[position.players, position.kind] += 1
                name = f"{game.name}-{position.players}-{shown(size)}-{position.kind}-{n}.png"
                stage.page.screenshot(path=wanted.out / name, animations="disabled")
                print(f"{wanted.out / name}  match {position.match}, {position.moves} moves, seat {position.viewer}")
            for fault in dict.fromkeys(stage.faults):
                print(fault)
            stage.close()
        browser.close()
    return 0


# --- the whole matrix


def test(wanted: argparse.Namespace) -> int:
    failed = False
    with sync_playwright() as playwright:
        browser = launch(playwright)
        built = site(wanted.committed)
        for name in wanted.game or catalog.names():
            drawn = positions(catalog.game(name), wanted.players, wanted.least)
            report = measured(browser, built, wanted.size or SIZES, drawn)
            failed = failed or bool(report.failures)
            text = f"{name}: {len(drawn)} positions, {told(report)}"
            print(text, flush=True)
            if wanted.report:
                wanted.report.mkdir(parents=True, exist_ok=True)
                (wanted.report / f"{name}.txt").write_text(text, encoding="utf-8")
                every = "\n".join(map(str, report.failures))
                (wanted.report / f"{name}-all.txt").write_text(every, encoding="utf-8")
        browser.close()
    return int(failed)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.web.layout", description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(required=True)
    pictures = commands.add_parser("shoot", help="pictures of positions, without a house")
    pictures.add_argument("game", nargs=1, choices=catalog.names())
    pictures.add_argument("--kind", nargs="+", help="of question; or waits, watches, over")
    pictures.add_argument("--at", type=int, help="after so many moves of the first match, instead of chosen positions")
    pictures.add_argument("--count", type=int, default=1, help="positions of each kind and number of players")
    pictures.add_argument("--out", type=Path, required=True)
    pictures.set_defaults(run=shoot)
    matrix = commands.add_parser("test", help="measures all positions at all sizes; 1 if something fails")
    matrix.add_argument("--game", nargs="+", choices=catalog.names())
    matrix.add_argument("--least", type=int, default=LEAST, help="positions of each game")
    matrix.add_argument("--report", type=Path, help="a folder for the findings, a file for each game")
    matrix.set_defaults(run=test)
    for command in (pictures, matrix):
        command.add_argument("--players", type=int, nargs="+")
        command.add_argument("--size", type=size_of, nargs="+", help="such as 1920x1080; default: all nine")
        command.add_argument("--committed", action="store_true", help="the client as it was last committed")
    wanted = parser.parse_args(arguments)
    found: int = wanted.run(wanted)
    return found


if __name__ == "__main__":
    raise SystemExit(main())
