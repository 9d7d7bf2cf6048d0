"""What the coach says in a first match, from coach.toml: what a question asks and an event means when they come up for
the first time, how one stands after a round and at the end, and a question before a clear mistake.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
STANDINGS = {  # what a line after a round, or at the end, may hold
    "leading": ("points", "why", "gap"),
    "level": ("points", "why"),
    "behind": ("points", "why", "gap", "leader"),
    "alone": ("points", "why"),
}
SOURCES = 2  # of points that a line names
EVERY = 3  # rounds: so often is said how one stands while the place stays the same


@dataclass(frozen=True)
class Saying:
    say: str
    light: tuple[str, ...] = ()


@dataclass(frozen=True)
class Coach:
    sayings: dict[str, Saying] = field(default_factory=dict)  # by key: "question:action"
    kinds: tuple[tuple[str, tuple[str, ...]], ...] = ()  # of pieces: a word, and patterns of what is drawn or printed
    round: dict[str, str] = field(default_factory=dict)
    end: dict[str, str] = field(default_factory=dict)
    ask: str = ""

    def group(self, name: str) -> dict[str, str]:
        """All that is said of a group, by the word."""
        return {key.partition(":")[2]: one.say for key, one in self.sayings.items() if key.startswith(f"{name}:")}


@dataclass(frozen=True)
class Event:
    """Something that a move did."""

    word: str
    seat: int = -1  # of whom it is told
    told: str = ""


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
    lines, last = lines_of(file.table("round")), lines_of(file.table("end"))
    mistake = file.table("mistake")
    ask = mistake.text("ask")
    check_names(mistake, ask, ("why", "better"))
    mistake.end()
    file.end()
    return Coach(sayings, patterns, lines, last, ask)


def lines_of(table: Table) -> dict[str, str]:
    """What is said of how one stands, by how that is."""
    lines = {name: text for name in STANDINGS if (text := table.text(name))}
    for name, text in lines.items():
        check_names(table, text, STANDINGS[name])
    table.end()
    return lines


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


def events_of(game: Game, view: State, name: Name) -> list[Event]:
    """What the last move did, with the sentences of the log."""
    rows = view.events[: view.events_size, 0].tolist()
    lines = game.words.narrate(view, name)
    if len(lines) != len(rows):  # a game tells its moves in words of its own
        return [Event(word) for word in event_words(game, view)]
    names = {p: name(p) for p in range(int(view.players))}
    words = game.words.events
    return [Event(words[row], teller(names, line), line) for row, line in zip(rows, lines) if row in words]


def teller(names: Mapping[int, str], line: str) -> int:
    """The seat that a sentence begins with."""
    found = [p for p, name in names.items() if re.match(rf"{re.escape(name)}\b", line)]
    return max(found, key=lambda p: len(names[p]), default=-1)


# --- what is said


def first(found: Coach, scene: Scene, events: Sequence[Event]) -> list[Said]:
    """What is to be said of events and of the question that follows them, each once in a match."""
    fresh: dict[str, Event] = {}
    for event in events:
        fresh.setdefault(event.word, event)
    said = [at_event(found, scene, event) for event in fresh.values()]
    if scene.seat in scene.asked and scene.kind:
        said.append(at_question(found, scene))
    return [one for one in said if one]


def at_event(found: Coach, scene: Scene, event: Event) -> Said | None:
    """Of a rival's move, what it was; lit is only what belongs to that seat, or to nobody."""
    key = f"event:{event.word}"
    if key not in found.sayings:
        return None
    one = found.sayings[key]
    lead = event.told if event.seat not in (-1, scene.seat) else ""
    return Said(key, f"{sentence(lead)} {one.say}".strip(), owned(scene, light(scene, one), event.seat))


def at_question(found: Coach, scene: Scene) -> Said | None:
    """Where nothing can be chosen of what the words are about, they wait for another time."""
    key = f"question:{scene.kind}"
    if key not in found.sayings:
        return None
    one = found.sayings[key]
    lights = light(scene, one)
    idle = bool(one.light) and all(selector.startswith("choice:") for selector in one.light) and not lights
    return None if idle else Said(key, one.say, lights)


def light(scene: Scene, one: Saying) -> Lit:
    return lit(scene, [seated(selector, scene.seat) for selector in one.light])


def seated(selector: str, seat: int) -> str:
    """A file calls whoever is spoken to seat 0: the same for their real seat."""
    other = {"0": str(seat), str(seat): "0"} if seat > 0 else {}
    return re.sub(r"^(panel:|(?:zone|piece|face):[\w-]+:)(\d+)\b", lambda at: at[1] + other.get(at[2], at[2]), selector)


def owned(scene: Scene, found: Lit, seat: int) -> Lit:
    """Without what belongs to other seats, where it is told of one."""
    if seat < 0:
        return found
    zones = [zone for zone in scene.zones if zone.owner in (-1, seat)]
    here, lying = {zone.id for zone in zones}, {piece.id for zone in zones for piece in zone.pieces}
    mine = [zone for zone in found.zones if zone in here]
    return Lit([piece for piece in found.pieces if piece in lying], mine, found.panels, found.meters)


def round_of(heading: str) -> str:
    """What stays the same in the heading while a round goes on."""
    number = re.search(r"\d+", heading)
    return number[0] if number else heading


def is_new_round(before: str, after: str) -> bool:
    """Did a round end between these two headings?"""
    return bool(re.search(r"\d", before)) and round_of(before) != round_of(after)


@dataclass(frozen=True)
class Standing:
    text: str = ""
    cheer: bool = False  # it is good news


def so_far(found: Coach, before: Sequence[Panel], panels: Sequence[Panel], p: int, heading: str) -> Standing:
    """How seat p stands after a round, if the place has changed, or once in a few rounds; nothing while there is
    nothing to tell. `before`: a round ago.
    """
    number = round_of(heading)
    was, now = place(before, p), place(panels, p)
    if not points(panels, p) or (was == now and not (number.isdecimal() and int(number) % EVERY == 0)):
        return Standing()
    text = standing(found.round, panels, p)
    return Standing(text, bool(text) and now == (0, 0) and points(panels, p) >= points(before, p))


def points(panels: Sequence[Panel], p: int) -> int:
    return next(panel.score for panel in panels if panel.seat == p)


def place(panels: Sequence[Panel], p: int) -> tuple[int, int]:
    """How many are ahead of a seat, and how many level with it."""
    mine, others = points(panels, p), [panel.score for panel in panels if panel.seat != p]
    return sum(score > mine for score in others), sum(score == mine for score in others)


def standing(lines: Mapping[str, str], panels: Sequence[Panel], p: int, how: str = "") -> str:
    """How seat p stands, and why. `how`: decided by more than points."""
    mine = next(panel for panel in panels if panel.seat == p)
    others = [panel for panel in panels if panel.seat != p]
    best = max(others, key=lambda panel: panel.score, default=None)
    gap = mine.score - best.score if best else 0
    how = how or ("alone" if best is None else "leading" if gap > 0 else "level" if gap == 0 else "behind")
    why = sources(mine) if best is None or gap >= 0 else differences(best, mine)
    facts = {"points": mine.score, "gap": abs(gap), "leader": best.name if best else "", "why": why}
    text = re.sub(r"\{(\w+)\}", lambda name: str(facts[name[1]]), lines.get(how, ""))
    return tidy(text)


def last_word(found: Coach, panels: Sequence[Panel], ranks: Sequence[int], p: int) -> str:
    """What is said when the match is over."""
    first = [q for q, rank in enumerate(ranks) if rank == min(ranks)]
    how = "behind" if p not in first else "alone" if len(ranks) == 1 else "level" if len(first) > 1 else "leading"
    seen = [panel for panel in panels if panel.seat == p or how != "behind" or panel.seat in first]
    if how == "behind" and place(seen, p)[0] == 0:  # lost on a tie, which the result explains
        return ""
    return standing(found.end, seen, p, how)


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
