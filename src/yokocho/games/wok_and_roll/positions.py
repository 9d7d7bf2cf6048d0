"""Wok and Roll's states as JSON in the rulebook's nouns, and back (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from yokocho.core.game import BadInput, Game
from yokocho.core.position import HeadReader, read_asked, write_asked, write_generator, write_head
from yokocho.core.record import NONE, State, copy
from yokocho.games.wok_and_roll import components as kit
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.components import ROWS as SHEET_ROWS
from yokocho.games.wok_and_roll.rules import clear_table, deal_tiles, lock_dice, note_sheet, roll_dice, why_over
from yokocho.games.wok_and_roll.sheet import active
from yokocho.games.wok_and_roll.words import QUESTIONS, STEPS, letters_of, servings_text

ROWS = QUESTIONS | STEPS
PHASES = ("market", "cook", "over")
FINISHED = (None, "structures", "solo", "guard")
SHEET_KEYS = ("crossed", "fridge", "hexes", "rects", *(("opened",) if kit.LOCKS else ()))
SEAT_KEYS = (*SHEET_KEYS, *(("tile",) if kit.TILES else ()), "dice", "tokens", "done", "before")
KEYS = (
    *("format", "game", "players", "options", "turn", "phase", "roll", "dice", "next_dice", "finished"),
    *("seats", "asked", "generator", "seed"),
)


def write_sheet(crossed: Any, opened: Any, fridge: Any, hexes: int, rects: int) -> dict[str, str]:
    sheet = {
        "crossed": servings_text(crossed.tolist()),
        "fridge": letters_of(fridge),
        "hexes": "".join(kit.LETTERS[f] for f in range(kit.INGREDIENTS) if hexes >> f & 1),
        "rects": " ".join(id for r, id in enumerate(kit.RECTANGLE_IDS) if rects >> r & 1),
    }
    return sheet | ({"opened": servings_text(opened.tolist())} if kit.LOCKS else {})


def write_seat(s: State, p: int) -> dict[str, Any]:
    cooking = s.phase == state.COOKING
    before = write_sheet(
        s.seen_crossed[p], s.seen_opened[p], s.seen_fridge[p], int(s.seen_hexes[p]), int(s.seen_rects[p])
    )
    return {
        **write_sheet(s.crossed[p], s.opened[p], s.fridge[p], int(s.hexes[p]), int(s.rects[p])),
        **({"tile": int(s.tile[p])} if kit.TILES else {}),
        "dice": letters_of(s.pool[p]),
        "tokens": letters_of(s.tokens[p]),
        "done": bool(s.done >> p & 1),
        "before": before if cooking else None,
    }


def write(s: State) -> dict[str, Any]:
    faces = "".join(kit.LETTERS[f] for f in s.dice.tolist())
    return {
        **write_head("wok_and_roll", state.OPTIONS, s),
        "turn": int(s.turn),
        "phase": PHASES[s.phase],
        "roll": int(s.rolls),
        "dice": {"white": faces[: kit.WHITE], "red": faces[kit.WHITE :]},
        "next_dice": "".join(kit.LETTERS[f] for f in s.next_dice.tolist()[: s.next_size]),
        "finished": FINISHED[s.finished],
        "seats": [write_seat(s, p) for p in range(s.players)],
        "asked": write_asked(s, ROWS),
        "generator": write_generator(s),
    }


class Kitchen(HeadReader):
    """Reads one position; every complaint names its place."""

    def letters(self, where: str, value: Any, allowed: str = kit.LETTERS, once: bool = False) -> list[int]:
        """Counts by letter."""
        text = self.text(where, value)
        for letter in text:
            if letter not in allowed:
                raise BadInput(f"{where}: {letter!r} is not one of {allowed}")
        if once and len(set(text)) != len(text):
            raise BadInput(f"{where}: each letter once, not {text!r}")
        if len(text) > 100:
            raise BadInput(f"{where}: {len(text)} letters are too many")
        return [text.count(letter) for letter in kit.LETTERS]

    def bits(self, where: str, value: Any, ids: Sequence[str]) -> list[int]:
        """The places in a list of ids of the words of a text."""
        found = []
        for word in self.text(where, value).split():
            if word not in ids:
                raise BadInput(f"{where}: there is no {word}")
            if ids.index(word) in found:
                raise BadInput(f"{where}: {word} is named twice")
            found.append(ids.index(word))
        return found

    def servings(self, where: str, value: Any, out: Any) -> None:
        for v in self.bits(where, value, kit.SERVING_IDS):
            out[kit.STRUCTURE[v]] = int(out[kit.STRUCTURE[v]]) | 1 << int(kit.PLACE[v])

    def sheet(self, where: str, table: dict[str, Any], s: State, p: int) -> None:
        """A sheet into the seat's place. What is left out stays as it is."""
        for key, place in (("crossed", s.crossed), ("opened", s.opened)):
            if key in table:
                place[p] = 0
                self.servings(f"{where}.{key}", table[key], place[p])
        if "fridge" in table:
            s.fridge[p] = self.letters(f"{where}.fridge", table["fridge"])
        if "hexes" in table:
            hexes = self.letters(f"{where}.hexes", table["hexes"], kit.LETTERS[: kit.INGREDIENTS], once=True)
            s.hexes[p] = sum(1 << f for f in range(kit.INGREDIENTS) if hexes[f])
        if "rects" in table:
            s.rects[p] = sum(1 << r for r in self.bits(f"{where}.rects", table["rects"], kit.RECTANGLE_IDS))

    def faces(self, where: str, value: Any, dice: int, allowed: str) -> list[int]:  # type: ignore[override]
        text = self.text(where, value)
        if len(text) != dice or any(c not in allowed for c in text):
            raise BadInput(f"{where}: {dice} letters of {allowed}, not {text!r}")
        return [kit.LETTERS.index(c) for c in text]


def read(game: Game, data: dict[str, Any]) -> State:
    """A state from a position. What is left out is as at the start; what is impossible is refused."""
    t = Kitchen(game, data)
    s = t.cleared(KEYS, clear_table)
    s.rng[:] = t.generator
    s.turn = t.number("turn", 0, last_turn(t), 0)
    phase = t.choice("phase", PHASES, "market")
    s.finished = t.choice("finished", FINISHED, None)
    if (phase == state.OVER) != bool(s.finished):
        raise BadInput("finished: says why a game is over, and only then")
    if kit.TILES:
        deal_tiles(s)
    seats = t.listing("seats", data.get("seats", []), t.players)
    for p, seat in enumerate([*seats, *[{}] * (t.players - len(seats))]):
        t.known(f"seats[{p}]", seat, SEAT_KEYS)
        s.fridge[p] = kit.FIRST_FRIDGE
        t.sheet(f"seats[{p}]", seat, s, p)
        if "tile" in seat and type(seat["tile"]) is int and NONE <= seat["tile"] < kit.TILES:
            s.tile[p] = seat["tile"]
    read_dice(t, s)
    s.phase = phase
    if phase == state.MARKET and s.rolls == kit.ROLLS:
        raise BadInput(f"roll: after roll {kit.ROLLS} the dice are locked (WR-7)")
    if phase == state.COOKING:
        lock_dice(s)
    for p, seat in enumerate(seats):
        if phase == state.COOKING:
            read_lane(t, s, p, seat)
        else:
            idle(t, p, seat)
    s.agenda_size = 0
    s.agenda[:] = 0
    read_rows(t, s)
    for p in range(t.players):
        check_sheet(s, p)
    check_end(s)
    return s


def last_turn(t: Kitchen) -> int:
    """Turns that can be finished: then the game is over, whatever has happened (WR-35, WR-R18, WR-R23)."""
    guard = int(t.options[state.MAX_TURNS])
    return min(guard, int(t.options[state.SOLO_TURNS])) if t.players == 1 else guard


def rows_given(crossed: list[int]) -> list[int]:
    """What the full rows of a sheet have given, by letter (WR-18)."""
    given = [0] * kit.KINDS
    for members, letter in SHEET_ROWS:
        given[kit.LETTERS.index(letter)] += all(crossed[member.structure] >> member.place & 1 for member in members)
    return given


def check_sheet(s: State, p: int) -> None:
    """A sheet that crosses, books and Fridge can have come to; while cooking, what was marked has been paid."""
    where, now, fridge = f"seats[{p}]", s.crossed[p].tolist(), s.fridge[p].tolist()
    was = s.seen_crossed[p].tolist() if s.phase == state.COOKING else now
    for crossed, place in ((now, "crossed"), (was, "before.crossed")):
        for structure, bits in zip(kit.SHEET, crossed):
            if structure.kind == kit.DISH and bits & (bits + 1):
                raise BadInput(f"{where}.{place}: {structure.id} is filled from the top (WR-14)")
    persists = bool(s.options[state.PERSISTS])
    for items, crossed, place in ((fridge, now, "fridge"), (s.seen_fridge[p].tolist(), was, "before.fridge")):
        most = [int(n) + persists * given for n, given in zip(kit.FIRST_FRIDGE, rows_given(crossed))]
        if any(n > limit for n, limit in zip(items, most)):
            raise BadInput(f"{where}.{place}: more than a Fridge can hold (WR-2, WR-R22)")
    if s.phase == state.COOKING:
        check_payment(s, p, [new - old for new, old in zip(rows_given(now), rows_given(was))])


def fresh(now: Any, was: Any) -> list[int]:
    """Servings marked since."""
    return [v for v in range(len(kit.SERVINGS)) if now[kit.STRUCTURE[v]] & ~was[kit.STRUCTURE[v]] & 1 << kit.PLACE[v]]


def check_payment(s: State, p: int, gained: list[int]) -> None:
    """What a seat has spent this turn, dice, row ingredients, fridge items and books, is what its new marks cost."""
    where = f"seats[{p}]"
    tokens, persists = s.tokens[p].tolist(), bool(s.options[state.PERSISTS])
    if any(n > most for n, most in zip(tokens, gained)) or (any(tokens) and persists):
        raise BadInput(f"{where}.tokens: no row has given them this turn (WR-18, WR-R22)")
    dice = s.dice.tolist()[: kit.DICE if p == active(s) else kit.WHITE]
    pool, fridge, seen = s.pool[p].tolist(), s.fridge[p].tolist(), s.seen_fridge[p].tolist()
    if any(n > was + persists * new for n, was, new in zip(fridge, seen, gained)):
        raise BadInput(f"{where}.fridge: more than before, and no row has given it this turn (WR-13, WR-R22)")
    spent = [dice.count(f) - pool[f] + seen[f] - fridge[f] + gained[f] - tokens[f] for f in range(kit.KINDS)]
    new = fresh(s.crossed[p], s.seen_crossed[p])
    books = sum(int(kit.LOCK[v]) for v in fresh(s.opened[p], s.seen_opened[p]))
    books += kit.SKILL_BOOKS * (int(s.hexes[p]) & ~int(s.seen_hexes[p])).bit_count()
    books += kit.BONUS_BOOKS * (int(s.rects[p]) & ~int(s.seen_rects[p])).bit_count()
    for f in range(kit.INGREDIENTS):
        by_books = sum(int(kit.COST[v, f]) for v in new) - spent[f]
        if by_books < 0 or (by_books and not s.hexes[p] >> f & 1):
            raise BadInput(f"{where}: its {kit.LETTERS[f]} do not pay for what it has marked since `before` (WR-12)")
        books += by_books
    if books != spent[kit.BOOK]:
        raise BadInput(f"{where}: its books do not pay for what it has marked since `before` (WR-23)")


def check_end(s: State) -> None:
    """A game that goes on has not ended yet, and one that is over has (WR-31, WR-R23)."""
    then = copy(s)
    if s.phase == state.COOKING:
        then.crossed[:] = s.seen_crossed
    if s.phase != state.OVER and why_over(then):
        raise BadInput(f"phase: the game would be over: {FINISHED[why_over(then)]}")
    if s.phase == state.OVER and (s.turn == 0 or why_over(s) != s.finished):
        raise BadInput(f"finished: {FINISHED[s.finished]} is not how this would have ended")


def idle(t: Kitchen, p: int, seat: dict[str, Any]) -> None:
    """Nobody cooks at the market, nor when it is over."""
    for key in ("dice", "tokens", "done", "before"):
        if seat.get(key):
            raise BadInput(f"seats[{p}].{key}: nobody cooks now")


def read_dice(t: Kitchen, s: State) -> None:
    pins = t.text("next_dice", t.data.get("next_dice", ""))
    if len(pins) > state.PINS or any(letter not in kit.LETTERS for letter in pins):
        raise BadInput(f"next_dice: at most {state.PINS} letters of {kit.LETTERS}, not {pins!r}")
    s.next_dice[: len(pins)] = [kit.LETTERS.index(letter) for letter in pins]
    s.next_size = len(pins)
    rolls = t.number("roll", 1, kit.ROLLS, 1)
    if "dice" in t.data:
        dice = t.mapping("dice")
        t.known("dice", dice, ("white", "red"))
        s.dice[: kit.WHITE] = t.faces("dice.white", dice.get("white"), kit.WHITE, kit.WHITE_FACES)
        s.dice[kit.WHITE :] = t.faces("dice.red", dice.get("red", ""), kit.DICE - kit.WHITE, kit.RED_FACES)
    else:
        roll_dice(s, (1 << kit.DICE) - 1)
    s.rolls = rolls


def read_lane(t: Kitchen, s: State, p: int, seat: dict[str, Any]) -> None:
    """What a seat cooks with, and what the others know of its sheet."""
    where = f"seats[{p}]"
    there = s.pool[p].copy()
    if "dice" in seat:
        s.pool[p] = t.letters(f"{where}.dice", seat["dice"])
        if (s.pool[p] > there).any():
            raise BadInput(f"{where}.dice: {seat['dice']} are not among the dice it may use (WR-9)")
    s.tokens[p] = t.letters(f"{where}.tokens", seat.get("tokens", ""))
    if t.flag(f"{where}.done", seat.get("done"), False):
        s.done |= 1 << p
    before = seat.get("before")
    if before is not None:
        t.known(f"{where}.before", before, SHEET_KEYS)
        now = s.crossed[p].copy(), s.opened[p].copy(), s.fridge[p].copy(), int(s.hexes[p]), int(s.rects[p])
        t.sheet(f"{where}.before", before, s, p)
        note_sheet(s, p)
        s.crossed[p], s.opened[p], s.fridge[p], s.hexes[p], s.rects[p] = now
        if (s.seen_crossed[p] & ~s.crossed[p]).any() or s.seen_hexes[p] & ~s.hexes[p] or s.seen_rects[p] & ~s.rects[p]:
            raise BadInput(f"{where}.before: what was marked before is marked still (WR-16)")


def read_rows(t: Kitchen, s: State) -> None:
    """Who is asked follows from the phase; a list of it may only say the same."""
    asked = ((1 << int(s.players)) - 1) & ~int(s.done)
    if s.phase == state.COOKING and not asked:
        raise BadInput("seats: all are done, so the turn is over (WR-29)")
    rows = {
        state.MARKET: [{"question": "market", "seat": int(active(s))}],
        state.COOKING: [
            {"question": "cook", "seats": [p for p in range(s.players) if asked >> p & 1], "alone": True},
            {"step": "end"},
        ],
        state.OVER: [],
    }[int(s.phase)]
    given = dict(t.data)
    if "asked" in given:
        read_asked(t, s, ROWS, state.END, alone=("cook",))
        was, n = s.agenda.copy(), int(s.agenda_size)
        t.data = given | {"asked": rows}
        read_asked(t, s, ROWS, state.END, alone=("cook",))
        t.data = given
        if n != s.agenda_size or not np.array_equal(was, s.agenda):
            raise BadInput(f"asked: in this phase it is {rows}")
        return
    t.data = given | {"asked": rows}
    read_asked(t, s, ROWS, state.END, alone=("cook",))
    t.data = given
