"""What a person can type besides a move."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from yokocho.bots.search import promise
from yokocho.bots.seats import WARMING, hints
from yokocho.core.match import Illegal
from yokocho.core.scene import readable, undrawn
from yokocho.terminal.cards import RULE
from yokocho.terminal.choose import chosen

if TYPE_CHECKING:
    from yokocho.core.match import Match
    from yokocho.core.scene import Scene
    from yokocho.terminal.client import Client
    from yokocho.terminal.screen import Screen

FIRST_WORDS = 9  # words of each rule that the list of all rules shows
LOG_LINES = 30
HINTS = 3
NOW = "NOW"  # the rules of the question

Run = Callable[[Any, int, str], bool]  # (client or learner, seat, the rest of the line) -> has the position changed?


class Seated(Protocol):
    """Somebody who looks at a match: in a match of their own, or in a lesson."""

    @property
    def match(self) -> Match: ...
    @property
    def screen(self) -> Screen: ...
    def scene(self, p: int) -> Scene: ...


class Left(Exception):
    """The person has left the table."""


@dataclass(frozen=True)
class Command:
    usage: str
    words: str
    run: Run


def undo(client: Client, p: int, rest: str) -> bool:
    try:
        move = client.match.undo(p)
    except Illegal as error:
        client.screen.complain(f"That cannot be taken back: {error}")
        return False
    client.changed(p, f"Taken back: {readable(move.notation)}. Say redo to play it again.")
    return True


def redo(client: Client, p: int, rest: str) -> bool:
    try:
        client.match.redo(p)
    except Illegal as error:
        client.screen.complain(str(error))
        return False
    client.changed(p, "")
    return True


def rules(client: Seated, p: int, rest: str) -> bool:
    game, wanted = client.match.game, rest.strip().upper()
    known = game.rules
    if wanted == NOW:
        found = [(n, unmarked(known[n])) for n in RULE.findall(client.scene(p).question) if n in known]
        client.screen.listing(found or [("rules", "the question names none")])
        return False
    number = next((n for n in (wanted, f"{game.rule_prefix}-{wanted}") if n in known), None)
    if number:
        client.screen.listing([(number, unmarked(known[number]))])
    elif not wanted:
        client.screen.listing([(n, first_words(text)) for n, text in known.items()])
    else:
        found = [(n, first_words(text)) for n, text in known.items() if wanted.lower() in text.lower()]
        if found and not re.search(r"\d", wanted):
            client.screen.listing(found)
        else:
            client.screen.complain(f"{game.title} has no rule {rest.strip()}. Say rules for the list.")
    return False


def unmarked(text: str) -> str:
    """A rule without its Markdown."""
    return re.sub(r"(?<![\w`])\*([^*`]+)\*(?!\w)", r"\1", text).replace("`", "")


def first_words(text: str) -> str:
    words = unmarked(text).split()
    return " ".join(words[:FIRST_WORDS]) + (" ..." if len(words) > FIRST_WORDS else "")


def hint(client: Seated, p: int, rest: str) -> bool:
    """Shows the best moves by a short search, from the masked state."""
    match = client.match
    if match.game.interpreted:
        client.screen.complain(WARMING)
        return False
    choices = {choice.action: (i, choice) for i, choice in enumerate(client.scene(p).choices, 1)}
    rows = []
    for found in hints(match.game, match.view(p), p)[:HINTS]:
        i, choice = choices[found.action]
        worth = f"{promise(match.game, match.players, found.value)}, looked at {found.visits:,} times"
        said = f"{choice.label} ({readable(choice.notation)}): {worth if found.visits else 'the only sensible move'}"
        rows.append((str(i), f"{said}. {undrawn(choice.why)}".rstrip()))
    client.screen.say("What seems best, best first:")
    client.screen.listing(rows)
    return False


def log(client: Client, p: int, rest: str) -> bool:
    rest = rest.strip() or str(LOG_LINES)
    if rest.lower() != "all" and not (rest.isdecimal() and 0 < len(rest) < 6):
        client.screen.complain("Say log, log 50 or log all.")
        return False
    story = client.story(p, 0)
    lines = story if rest.lower() == "all" else story[-int(rest) :] if int(rest) else []
    if lines:
        client.screen.story(lines)
    else:
        client.screen.say("Nothing has happened yet.")
    return False


def save(client: Client, p: int, rest: str) -> bool:
    made = Path(f"{client.match.game.name}-{client.match.digest()[:8]}.json")
    path = Path(rest.strip()).expanduser() if rest.strip() else client.save or made
    trouble = client.saved(path)
    if trouble:
        client.screen.complain(trouble)
    else:
        client.save, client.trouble = path, ""
        client.screen.say(f"Saved in {path}, and again after every move from now on.")
    return False


def table(client: Seated, p: int, rest: str) -> bool:
    client.screen.table(client.scene(p))
    client.screen.question(client.scene(p))
    return False


def choices(client: Seated, p: int, rest: str) -> bool:
    client.screen.question(client.scene(p))
    return False


def seat(client: Seated, p: int, rest: str) -> bool:
    wanted = rest.strip()
    if not wanted.isdecimal() or len(wanted) > 3 or int(wanted) >= client.match.players:
        client.screen.complain(f"Say seat and a number from 0 to {client.match.players - 1}.")
    else:
        client.screen.seat(client.scene(p), int(wanted))
    return False


def look(client: Seated, p: int, rest: str) -> bool:
    wanted = rest.strip().casefold()
    rows: dict[str, str] = {}
    for zone in client.scene(p).zones:
        if wanted and zone.title.casefold() == wanted:
            what = [str(zone.count)] * (zone.count >= 0) + [readable(piece.face) or "hidden" for piece in zone.pieces]
            rows.setdefault(zone.title, told(" ".join(what + [undrawn(zone.spoken or zone.note)]).strip(), zone.rules))
        for piece in zone.pieces:
            if wanted and wanted in (piece.face.casefold(), readable(piece.face).casefold()):
                rows.setdefault(readable(piece.face), told(piece.tooltip or ", ".join(piece.badges), piece.rules))
    if rows:
        client.screen.listing(list(rows.items()))
    else:
        client.screen.complain("Say look and what is printed on a piece that lies open, or the title of a place.")
    return False


def told(text: str, rules: list[str]) -> str:
    return f"{text or 'nothing'} ({', '.join(rules)})" if rules else text or "nothing"


def why(client: Seated, p: int, rest: str) -> bool:
    if not rest.strip():
        client.screen.complain("Say why and a move, for instance: why " + readable(client.scene(p).choices[0].notation))
        return False
    try:
        choice = chosen(client.match, p, client.scene(p).choices, rest)
    except Illegal as error:
        client.screen.say(str(error))
    else:
        client.screen.say(f"That is legal: {choice.label}.")
    return False


def show_help(client: Seated, p: int, rest: str) -> bool:
    client.screen.say("Type the number of a choice, or its notation (the beginning is enough where it is unique), or:")
    client.screen.listing([(command.usage, command.words) for command in COMMANDS.values()])
    return False


def leave(client: Seated, p: int, rest: str) -> bool:
    raise Left


COMMANDS = {
    "undo": Command("undo", "take back your last decision", undo),
    "redo": Command("redo", "play again what was taken back", redo),
    "rules": Command(
        "rules [NUMBER]", "read a rule, find a word in them, list all, or those of the question (rules now)", rules
    ),
    "hint": Command("hint", "the three choices that seem best", hint),
    "why": Command("why MOVE", "why a move is not legal", why),
    "look": Command("look FACE", "what a piece or a place is", look),
    "seat": Command("seat NUMBER", "one seat's board in full", seat),
    "choices": Command("choices", "every choice, where the screen shows only some", choices),
    "table": Command("table", "draw the table again", table),
    "log": Command("log [N]", "what happened so far", log),
    "save": Command("save [FILE]", "keep the match in a file from now on", save),
    "help": Command("help", "this list", show_help),
    "quit": Command("quit", "leave the table", leave),
}
SHORT = {
    "u": "undo",
    "r": "rules",
    "rule": "rules",
    "h": "hint",
    "l": "log",
    "t": "table",
    "?": "help",
    "q": "quit",
    "exit": "quit",
}


def command(word: str) -> Command | None:
    word = word.casefold()
    return COMMANDS.get(SHORT.get(word, word))
