"""How moves of YATTA! are written and read (docs/positions.md), and the pieces that they are about."""

from __future__ import annotations

from yokocho.core.actions import Notation, Special, faces, letter_sets
from yokocho.core.record import State
from yokocho.core.scene import Zone
from yokocho.games.yatta import components as kit
from yokocho.games.yatta import state


def write_call(s: State, p: int, i: int, j: int) -> str:
    return f"use urgent_call {kit.POSITIONS[i]} {kit.POSITIONS[j]}"


def read_call(s: State, p: int, first_position: str, second_position: str) -> int:
    """The two positions in any order."""
    first, second = state.ACTIONS.verb[state.USE_CALL].parts
    return state.ACTIONS.of(state.USE_CALL, *sorted((first.number(first_position), second.number(second_position))))


def drawn(s: State, p: int, zones: dict[str, Zone], f: int, q: int) -> list[str]:
    return [zones[f"queue:{q}"].id, *faces(zones, "hand", kit.CODES[f])]


def to_do(s: State, p: int, zones: dict[str, Zone], face: int) -> list[str]:
    """The tiles of the line with this action, but those that are done."""
    grid = [piece for row in range(kit.GRID_ROWS) for piece in zones[f"grid:R{row + 1}"].pieces]
    return [piece.id for piece in grid if piece.face == kit.FACES[face] and piece.badges == ["activated"]]


def cooked(s: State, p: int, zones: dict[str, Zone], c: int, d: int) -> list[str]:
    return [f"supply:dish.{kit.CODES[food]}" for food in sorted({c, d})]


NOTATION = Notation(
    state.ACTIONS,
    codes={"beverages": letter_sets(kit.BEVERAGE_CODES), "steps": letter_sets(kit.STEP_CODES)},
    verbs={state.USE_CALL: Special(write_call, read_call)},
    pieces={state.SEND_TO: drawn, state.DO: to_do, state.IGNORE: to_do, state.COOK_TWO: cooked},
)
