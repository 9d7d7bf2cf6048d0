"""Everything that is sent to a viewer, made from what that viewer may know."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Collection, Sequence
from itertools import islice
from typing import Any

from yokocho.bots import characters
from yokocho.bots import seats as bots
from yokocho.core.game import BadInput, Game, Option
from yokocho.core.happenings import endings
from yokocho.core.match import Match
from yokocho.core.record import SPECTATOR, State, copy
from yokocho.core.scene import Name, Scene
from yokocho.learn.coach import FILE as COACH
from yokocho.learn.coach import Coach, Standing, coach, event_words, events_of, first, is_new_round, last_word, so_far
from yokocho.learn.guide import FILE as GUIDE
from yokocho.learn.lessons import course
from yokocho.learn.puzzles import FILE as PUZZLES
from yokocho.learn.reading import has
from yokocho.server.clocks import Pace
from yokocho.server.own import Roster
from yokocho.server.table import FINISHED, RUNNING, WAITING, Event, Table, bit, pace_of

LATELY = 30  # entries of the log that are sent with a state
MOVING = {"start", "move", "undo", "redo", "back_to", "end", "concede"}  # events that change the scene
TOLD_AS = {"back_to": "undo"}


def game(found: Game, roster: Roster) -> dict[str, Any]:
    return {
        "name": found.name,
        "title": found.title,
        "credits": found.credits,
        "summary": found.summary,
        "players": list(found.players),
        "minutes": found.minutes,
        "options": [option(one) for one in found.options],
        "levels": roster.names(found),
        "own": roster.own_names(found),
        "hammer": bool(found.hammer),
        "sample": found.sample,
        "teaching": offered(found),
    }


def offered(found: Game) -> dict[str, Any]:
    """What a game has for learners."""
    try:
        count = len(course(found).lessons)
    except BadInput:  # an author is at work on them
        count = 0
    return {"guide": has(found, GUIDE), "lessons": count, "coach": has(found, COACH), "puzzles": has(found, PUZZLES)}


def option(found: Option) -> dict[str, Any]:
    """A house rule for a form: a list to choose from, or a number with limits."""
    told = {
        "name": found.name,
        "default": found.default,
        "rule": found.rule,
        "words": found.words,
        "labels": {str(v).lower() if isinstance(v, bool) else str(v): label for v, label in found.labels.items()},
    }
    if found.is_number:
        return told | {"min": found.values[0], "max": found.values[-1], "unit": found.unit}
    return told | {"values": list(found.values), "seats": list(found.seats)}


def table(t: Table, person: str | None, online: Collection[int] = ()) -> dict[str, Any]:
    """The description of a table for a person: seats, settings, status."""
    mine = t.seats_of(person)
    over = t.status not in (WAITING, RUNNING)
    seed = bytes(t.row["seed"])
    return {
        "id": t.id,
        "game": t.game.name,
        "title": t.game.title,
        "players": t.players,
        "options": t.options,
        "status": t.status,
        "owner": bool(person) and t.row["owner"] == person,
        "mine": mine,
        "spectator": not mine,
        "public": bool(t.row["public"]),
        "hints": bool(t.row["hints"]),
        "chat": bool(t.row["chat"]),
        "coach": bool(t.row["coach"]),
        "rated": bool(t.row["rated"]),
        "order": t.row["seating"],
        "imported": bool(t.row["imported"]),
        "pace": pace(t.pace),
        "version": t.row["revision"],
        "seats": [
            {
                "seat": p,
                "kind": seat.kind,
                "name": seat.name,
                "mine": p in mine,
                "ready": seat.ready,
                "online": p in online,
                "bot": seat.bot,
                "caretaker": seat.caretaker,
                "conceded": seat.conceded,
            }
            for p, seat in enumerate(t.seats)
        ],
        "commitment": hashlib.sha256(seed).hexdigest() if seed else "",
        "seed": seed.hex() if over and seed else None,
        "result": t.result,
        "request": {"kind": t.request.kind, "by": t.request.by, "yes": sorted(t.request.yes)} if t.request else None,
        "notices": notices(t),
        "rematch": t.row["rematch"],
        "warming": t.game.interpreted and any(seat.bot in bots.LEVELS for seat in t.seats),
        "awaiting": t.game.pending(t.match.view(SPECTATOR)) if t.match and t.status == RUNNING else [],
        "created": t.row["created"],
        "started": t.row["started"],
        "finished": t.row["finished"],
    }


def notices(t: Table) -> list[str]:
    """Messages to the people at a table that are not about the match."""
    if t.status not in (WAITING, RUNNING):
        return []
    absent = [
        f"The bot {seat.bot} at seat {p + 1} is not in this house any more; a cook plays for it."
        for p, seat in enumerate(t.seats)
        if seat.absent
    ]
    return absent + [
        f"{'The bot' if t.seats[p].kind == 'bot' else 'The caretaker'} at seat {p + 1} cannot go on; it tries again "
        "when something happens at the table. You can take a move back or call the match off."
        for p in sorted(t.stuck)
    ]


def listed(row: dict[str, Any], seats: list[dict[str, Any]], title: str, person: str | None) -> dict[str, Any]:
    """An entry in a list of tables, made from the database alone."""
    mine = [seat["seat"] for seat in seats if person and seat["person"] == person]
    awaiting = [p for p in range(row["players"]) if row["awaiting"] >> p & 1] if row["status"] == RUNNING else []
    return {
        "id": row["id"],
        "game": row["game"],
        "title": title,
        "players": row["players"],
        "status": row["status"],
        "public": bool(row["public"]),
        "rated": bool(row["rated"]),
        "owner": bool(person) and row["owner"] == person,
        "mine": mine,
        "pace": pace(Pace(**pace_of(row["pace"]))),
        "seats": [
            {name: s[name] for name in ("seat", "kind", "name", "bot")}
            | {"mine": s["seat"] in mine, "ready": bool(s["ready"])}
            for s in seats
        ],
        "awaits_me": bool(set(awaiting) & set(mine)),
        "result": row["result"],
        "created": row["created"],
        "finished": row["finished"],
    }


def pace(found: Pace) -> dict[str, Any]:
    if found.kind == "live":
        return {"kind": "live", "bank": found.bank, "increment": found.increment}
    return {"kind": "days", "days": found.days} if found.kind == "days" else {"kind": "untimed"}


def clocks(t: Table, now: int) -> dict[str, Any]:
    times = t.clocks
    return {
        "pace": t.pace.kind,
        "seats": [
            {"left": max(0, times.left_at(p, now)) if t.pace.timed else None, "running": p in times.running}
            for p in range(t.players)
        ],
        "hammer": {"left": max(0, t.hammer[1] - now), "of": t.hammer[2]} if t.hammer else None,
        "at": now,
    }


def known(t: Table, viewer: int | None) -> Sequence[int]:
    """The moves that a viewer may know of; all of them for viewer None, once the match is over."""
    if viewer is not None:
        return t.heard[viewer]
    if t.status in (WAITING, RUNNING):
        raise BadInput("everything is open only once the match is over")
    return range(len(t.playing.moves))


def log(t: Table, viewer: int | None, since: int = 0) -> dict[str, Any]:
    """The log from an entry on, with who has conceded after how many moves that the viewer may know of."""
    return {"from": since, "entries": entries(t, viewer, since), "conceded": conceded(t, viewer)}


def conceded(t: Table, viewer: int | None) -> list[dict[str, int]]:
    moves = known(t, viewer)
    return [{"seat": p, "after": bisect_left(moves, n)} for p, n in sorted(t.conceded.items(), key=lambda at: at[1])]


def entries(t: Table, viewer: int | None, since: int = 0) -> list[dict[str, Any]]:
    """The log from an entry on, one entry for each move the viewer may know of."""
    return retold(t.playing, viewer, known(t, viewer)[since:])


def retold(match: Match, viewer: int | None, moves: Sequence[int]) -> list[dict[str, Any]]:
    """Log entries for these moves, made in one pass, since there may be thousands."""
    if not moves:
        return []
    first, wanted, game = moves[0], set(moves), match.game
    told: list[dict[str, Any]] = []
    before = match.start
    for i, s in enumerate(islice(match.states(first), moves[-1] - first + 2), first - 1):
        if i not in wanted and i + 1 not in wanted:
            continue
        seen = s if viewer is None else game.view(s, viewer)
        points = [game.panel(seen, p, match.name).score for p in range(match.players)]
        if i in wanted:
            near = endings(game, before, seen, SPECTATOR if viewer is None else viewer, match.name)
            told[-1]["lines"] = game.words.narrate(seen, match.name) + [one.words for one in near]
            told[-1]["events"] = event_words(game, seen)
            told[-1]["points"] = [after - before for after, before in zip(points, told[-1]["points"])]
        if i + 1 in wanted:
            told.append(begun(match, i + 1, s, seen, viewer) | {"points": points})
            before = copy(seen)  # everything is played on one record
    return told


def begun(match: Match, i: int, s: State, seen: State, viewer: int | None) -> dict[str, Any]:
    """What a log entry says of the moment before a move: who moves, in whose turn, and what is asked."""
    game, move = match.game, match.moves[i]
    secret = viewer is not None and viewer != move.seat and game.words.secret(s, move.seat, match.actions[i], viewer)
    return {
        "seat": move.seat,
        "notation": None if secret else move.notation,  # the viewer may only know that something was done
        "lines": [],
        "events": [],  # one word for each thing that happened
        "at": move.time * 1000,
        "turn": game.words.turn(seen),
        "heading": game.words.heading(seen),
        "kind": game.words.asks(seen),
    }


def scene(t: Table, viewer: int, seen: Any) -> Scene:
    """The scene for a viewer. Once the match is over or the seat has conceded, nothing is asked."""
    shown = t.game.table(seen, viewer, t.playing.name)
    if t.status != RUNNING:
        shown.choices, shown.asked = [], []
        if not shown.over:  # the rules would still ask somebody
            shown.finale = t.game.finale if t.result else None
            ending = t.result["ending"] if t.result else ""
            shown.question = f"The match is over: {ending}." if ending else "This match was called off."
    elif viewer != SPECTATOR and t.seats[viewer].conceded:
        shown.choices, shown.question = [], "You have conceded; a caretaker plays on."
    return shown


def freedom(t: Table, viewer: int) -> dict[str, Any]:
    """Whether a seat may undo and redo."""
    match = t.match
    if match is None or viewer == SPECTATOR or t.status != RUNNING:
        return {"undo": "The match is not running.", "redo": False}
    if t.seats[viewer].conceded:
        return {"undo": "You have conceded.", "redo": False}
    redo = not t.hammer and any(move.seat == viewer for move, _ in match.undone)
    return {"undo": t.why_no_undo(viewer), "redo": redo}


def state(t: Table, viewer: int, person: str | None, online: Collection[int], now: int) -> dict[str, Any]:
    """The full state for a client."""
    heard = len(t.heard[viewer])
    since = max(0, heard - LATELY)
    shown = scene(t, viewer, t.match.view(viewer)) if t.match else None
    return {
        "type": "state",
        "number": t.counts[viewer],
        "seat": viewer,
        "table": table(t, person, online),
        "scene": shown,
        "coach": coached(t, viewer, shown, moved=False),
        "log": log(t, viewer, since) if t.match else {"from": 0, "entries": [], "conceded": []},
        "chat": [line(said, t) for said in t.chat if not said.unheard & bit(viewer)],
        "remarks": bows(t),
        "clocks": clocks(t, now),
        **freedom(t, viewer),
    }


def coached(t: Table, viewer: int, shown: Scene | None, moved: bool) -> dict[str, Any] | None:
    """What the coach of a table says to a seat about its last move and its question; None without a coach. `moved`: a
    move was made just now.
    """
    if not t.row["coach"] or t.match is None or shown is None or viewer == SPECTATOR:
        return None
    try:
        found = coach(t.game)
    except BadInput:  # an author is at work on it
        return None
    if t.status != RUNNING:
        ranks = t.result["ranks"] if t.result and t.match.over else []
        last = last_word(found, shown.panels, ranks, viewer) if ranks else ""
        return {"first": [], "round": "", "cheer": False, "last": last}
    events = events_of(t.game, t.match.view(viewer), t.playing.name) if t.heard[viewer] else []
    stands = after_round(t, found, viewer, shown) if moved and t.heard[viewer] else Standing()
    return {"first": first(found, shown, events), "round": stands.text, "cheer": stands.cheer, "last": ""}


def after_round(t: Table, found: Coach, viewer: int, shown: Scene) -> Standing:
    """How a seat stands, if the last move has ended a round."""
    match, words = t.playing, t.game.words
    before = iter(match.at(i) for i in reversed(t.heard[viewer]))
    ended = words.heading(next(before))
    if not is_new_round(ended, shown.title):
        return Standing()
    begun = next((s for s in before if is_new_round(words.heading(s), ended)), match.start)
    view = t.game.view(begun, viewer)
    panels = [t.game.panel(view, p, match.name) for p in range(match.players)]
    return so_far(found, panels, shown.panels, viewer, shown.title)


def line(said: Event, t: Table) -> dict[str, Any]:
    return {
        "seat": said.seat,
        "name": said.body.get("name", ""),
        "text": said.body["text"],
        "room": said.body["room"],
        "at": said.at,
    }


def happened(t: Table, event: Event, viewer: int, now: int) -> dict[str, Any]:
    """An event for one viewer, with the new scene if it has changed."""
    told: dict[str, Any] = {
        "type": "event",
        "number": t.counts[viewer],
        "kind": TOLD_AS.get(event.kind, event.kind),
        "seat": event.seat,
        "at": event.at,
    }
    if event.kind == "chat":
        return told | line(event, t)
    if event.kind == "move" and not event.body.get("veiled", 0) & bit(viewer):
        told["move"] = event.body["move"]
    for word in ("what", "why", "yes", "status", "result"):
        if word in event.body:
            told[word] = event.body[word]
    if event.kind in MOVING and t.match:
        match = t.match
        shown = told["scene"] = scene(t, viewer, match.view(viewer))
        told["coach"] = coached(t, viewer, shown, moved=event.kind in ("move", "redo"))
        told["log"] = change(t, event, viewer)
        told["remarks"] = remarks(t, event, viewer, shown, told["log"]["entries"])
        if event.kind in ("move", "redo"):
            told["happened"] = match.happenings(viewer, t.heard[viewer][-1])
    return told | {"clocks": clocks(t, now)} | freedom(t, viewer)


def remarks(t: Table, event: Event, viewer: int, shown: Scene, entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What characters of the alley say to an event, as far as the viewer has seen it."""
    if event.kind != "move" or not entries or t.status != RUNNING or t.row["coach"]:
        return bows(t) if event.kind == "end" else []
    entry = entries[-1]
    key = f"{t.id} {len(t.heard[viewer])}"
    said = characters.remark(cast_of(t), entry["seat"], entry["points"], shown.asked, key)
    return [{"seat": said[0], "words": said[1]}] if said else []


def bows(t: Table) -> list[dict[str, Any]]:
    """What they say at the end."""
    if t.status != FINISHED or not t.result:
        return []
    first = [p for p, rank in enumerate(t.result["ranks"]) if rank == 1]
    return [{"seat": p, "words": words} for p, words in characters.bows(cast_of(t), first, t.id)]


def cast_of(t: Table) -> dict[int, str]:
    """The bots among the seats, by name."""
    return {p: seat.name for p, seat in enumerate(t.seats) if seat.kind == "bot"}


def change(t: Table, event: Event, viewer: int) -> dict[str, Any]:
    """The change of the log: everything from an entry on is replaced."""
    heard = t.heard[viewer]
    if event.kind in ("move", "redo"):
        return log(t, viewer, len(heard) - 1)
    if event.kind in ("undo", "back_to"):
        return log(t, viewer, sum(i < event.body["index"] for i in heard))
    return log(t, viewer, len(heard))


def moment(t: Table, viewer: int | None, n: int | None, reached: int | None = None) -> dict[str, Any]:
    """The table after n of the moves that a viewer may know of, or after `reached` of all moves. Viewer None sees
    everything, once the match is over.
    """
    match, heard = t.playing, known(t, viewer)
    if n is None:
        n = len(heard) if reached is None else bisect_left(heard, reached)
    if not 0 <= n <= len(heard):
        raise BadInput(f"there are {len(heard)} moves, not {n}")
    now = len(match.moves) if n == len(heard) else heard[n - 1] + 1 if n else 0
    s = match.at(now)
    if viewer is not None:
        s = t.game.view(s, viewer)
    shown = t.game.table(s, SPECTATOR if viewer is None else viewer, match.name)
    shown.choices = []
    told: dict[str, Any] = {"mover": None, "notation": None, "lines": [], "at": None}
    if n:
        last = retold(match, viewer, heard[n - 1 : n])[0]
        told = {name: last[name] for name in ("notation", "lines", "at")} | {"mover": last["seat"]}
    told["conceded"] = [p for p, made in t.conceded.items() if made <= now]
    told |= {"reached": None if t.status in (WAITING, RUNNING) else now}  # before the end it would reveal hidden moves
    return {"seat": "open" if viewer is None else viewer, "move": n, "moves": len(heard), "scene": shown, **told}


def hints(game: Game, view: State, viewer: int, name: Name) -> list[dict[str, Any]]:
    """The result of a short search from a masked state, with what is to be said of each move."""
    return [
        {
            "action": found.action,
            "notation": game.words.notation(view, viewer, found.action),
            "label": game.words.label(view, viewer, found.action, name),
            "why": game.remark(view, viewer, found.action, name).why,
            "chance": round(float(found.value), 3),
            "visits": int(found.visits),
        }
        for found in bots.hints(game, view, viewer)[:5]
    ]
