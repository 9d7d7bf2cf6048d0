"""What the coach says in a first match, from coach.toml: what a question asks and an event means when they come up for
the first time, how one stands after a round, and a question before a clear mistake.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache

from yokocho.core.game import Game
from yokocho.core.record import State
from yokocho.core.scene import Name, Panel, Piece, Scene
from yokocho.learn.reading import Faults, Table, has, stamp, text_of, toml
from yokocho.learn.selectors import Lit, lit

FILE = "coach.toml"
GROUPS = ("question", "event", "zone", "piece", "score")
STANDINGS = {  # what the line after a round may hold
    "leading": ("points", "why", "gap"),
    "level": ("points", "why"),
    "behind": ("points", "why", "gap", "leader"),
    "alone": ("points", "why"),
}
SOURCES = 2  # of points that a line names


@dataclass(frozen=True)
class Saying:
    say: str
    light: tuple[str, ...] = ()


@dataclass(frozen=True)
class Coach:
    sayings: dict[str, Saying] = field(default_factory=dict)  # by key: "question:action"
    kinds: tuple[tuple[str, tuple[str, ...]], ...] = ()  # of pieces: a word, and patterns of what is drawn or printed
    round: dict[str, str] = field(default_factory=dict)
    ask: str = ""

    def group(self, name: str) -> dict[str, str]:
        """All that is said of a group, by the word."""
        return {key.partition(":")[2]: one.say for key, one in self.sayings.items() if key.startswith(f"{name}:")}


@dataclass(frozen=True)
class Said:
    """Something to be said once."""

    key: str
    say: str
    lit: Lit


def coach(game: Game) -> Coach:
    """The coach of a game, who says nothing without a file; BadInput if it cannot be read."""
    return kept(game, stamp(game.folder / FILE))


@lru_cache(32)
def kept(game: Game, _stamp: int) -> Coach:
    faults = Faults()
    found = read(game, faults)
    faults.refuse()
    return found


def read(game: Game, faults: Faults) -> Coach:
    """The coach as far as the file can be read."""
    if not has(game, FILE):
        return Coach()
    file = toml(text_of(game, FILE), FILE, faults)
    sayings = {
        f"{group}:{word}": saying(table) for group in GROUPS for word, table in tables_of(file.table(group)).items()
    }
    kinds = file.table("kinds")
    patterns = tuple((word, kinds.texts(word)) for word in list(kinds.data))
    after, mistake = file.table("round"), file.table("mistake")
    lines = {name: text for name in STANDINGS if (text := after.text(name))}
    for name, text in lines.items():
        check_names(after, text, STANDINGS[name])
    ask = mistake.text("ask")
    check_names(mistake, ask, ("why", "better"))
    for table in (after, mistake, file):
        table.end()
    return Coach(sayings, patterns, lines, ask)


def tables_of(group: Table) -> dict[str, Table]:
    return {word: group.table(word) for word in list(group.data)}


def saying(table: Table) -> Saying:
    found = Saying(table.text("say", needed=True), table.texts("light"))
    table.end()
    return found


def check_names(table: Table, text: str, known: Sequence[str]) -> None:
    for name in re.findall(r"\{(\w*)\}", text):
        if name not in known:
            table.note(f"{{{name}}}: known are {', '.join(f'{{{word}}}' for word in known)}")


# --- words for things


def zone_word(id: str) -> str:
    """A zone's id without owner and number."""
    return re.sub(r"\W?\d+$", "", re.split(r"[:.]", id)[0])


def piece_word(found: Coach, piece: Piece) -> str:
    """What kind of piece it is."""
    looks = [piece.art, f"{piece.kind}/{piece.face}"]
    for word, patterns in found.kinds:
        if any(fnmatchcase(look, pattern) for look in looks if look for pattern in patterns):
            return word
    return piece.kind


def score_word(source: str) -> str:
    """A source of points, without what is added in brackets."""
    return "-".join(re.sub(r"\(.*?\)", "", source).lower().split())


def event_words(game: Game, s: State) -> list[str]:
    """What the last move did, in one word each."""
    words = game.words.events
    return [words[message] for message in s.events[: s.events_size, 0].tolist() if message in words]


# --- what is said


def first(found: Coach, scene: Scene, events: Sequence[str]) -> list[Said]:
    """What is to be said of events and of the question that follows them, each once in a match."""
    keys = [f"event:{word}" for word in events]
    if scene.seat in scene.asked and scene.kind:
        keys.append(f"question:{scene.kind}")
    said = [(key, found.sayings[key]) for key in dict.fromkeys(keys) if key in found.sayings]
    return [Said(key, one.say, lit(scene, one.light)) for key, one in said]


def round_of(heading: str) -> str:
    """What stays the same in the heading while a round goes on."""
    number = re.search(r"\d+", heading)
    return number[0] if number else heading


def is_new_round(before: str, after: str) -> bool:
    """Did a round end between these two headings?"""
    return bool(re.search(r"\d", before)) and round_of(before) != round_of(after)


def standing(found: Coach, panels: Sequence[Panel], p: int) -> str:
    """How seat p stands, and why."""
    mine = next(panel for panel in panels if panel.seat == p)
    others = [panel for panel in panels if panel.seat != p]
    best = max(others, key=lambda panel: panel.score, default=None)
    gap = mine.score - best.score if best else 0
    how = "alone" if best is None else "leading" if gap > 0 else "level" if gap == 0 else "behind"
    why = sources(mine) if best is None or gap >= 0 else differences(best, mine)
    facts = {"points": mine.score, "gap": abs(gap), "leader": best.name if best else "", "why": why}
    text = re.sub(r"\{(\w+)\}", lambda name: str(facts[name[1]]), found.round.get(how, ""))
    return tidy(text)


def sources(panel: Panel) -> str:
    """Where most of the points come from."""
    found = sorted(((n, source) for source, n in panel.sources if n > 0), key=lambda at: -at[0])
    return ", ".join(f"{plain(source)} {n}" for n, source in found[:SOURCES])


def differences(best: Panel, mine: Panel) -> str:
    """Where somebody has most more than I."""
    have = dict(mine.sources)
    found = sorted(((n - have.get(source, 0), source, n) for source, n in best.sources), key=lambda at: -at[0])
    return ", ".join(
        f"{plain(source)} {n} to your {have.get(source, 0)}" for more, source, n in found[:SOURCES] if more > 0
    )


def plain(source: str) -> str:
    return re.sub(r"\s*\(.*?\)", "", source)


def tidy(text: str) -> str:
    """A line in which a part may be empty: "You lead with 3: ." is said without the colon."""
    text = re.sub(r"\s+", " ", text)
    return re.sub(r"\s*[:,]\s*([.!?]|$)", r"\1", text).strip()


def question(found: Coach, game: Game, view: State, p: int, poor: int, better: int, name: Name) -> str:
    """What is asked before a clear mistake."""
    why = game.remark(view, p, poor, name).why
    label = game.words.label(view, p, better, name)
    facts = {"why": sentence(why), "better": label[:1].upper() + label[1:]}
    return tidy(re.sub(r"\{(\w+)\}", lambda word: facts[word[1]], found.ask))


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}" if text else ""
