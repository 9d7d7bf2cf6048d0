"""Yokocho: an alley of four food games.

What this module exports is public (docs/api.md): games, bots and scripts may rely on it. Everything else may change in
any version. A name is imported when it is first used, so that `yokocho --help` need not wait for the compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yokocho import catalog
    from yokocho.arena.engines import engine, play_series
    from yokocho.arena.ledger import Ledger
    from yokocho.arena.series import Spec, specify
    from yokocho.arena.simulate import Outcome, simulate
    from yokocho.arena.standings import standings
    from yokocho.bots.outside import Bot, Misbehaved, View
    from yokocho.bots.seats import advice, bot
    from yokocho.core.actions import Actions, Code, Notation, Special, encode, letter_sets
    from yokocho.core.agenda import (
        ask,
        ask_aside,
        ask_each,
        ask_several,
        asked_seats,
        drop,
        drop_row,
        excuse,
        first_asked,
        hush,
        is_alone,
        open_a,
        open_b,
        open_kind,
        open_seats,
        room,
        row_of,
        step,
        tell,
        then,
    )
    from yokocho.core.components import ComponentError, Components
    from yokocho.core.errors import BadInput, Lacking
    from yokocho.core.game import Game, Hammer, Kernels, Option, Pieces, Words
    from yokocho.core.happenings import Happening, happens
    from yokocho.core.kernel import kernel
    from yokocho.core.match import Illegal, Match, Move
    from yokocho.core.observing import Part, by_seat, observe_question, part_of, question_parts
    from yokocho.core.position import (
        HEAD,
        TAIL,
        Fields,
        HeadReader,
        read_asked,
        seed_bytes,
        write_asked,
        write_generator,
        write_head,
    )
    from yokocho.core.record import (
        BITS,
        CARD,
        CLOCK,
        COUNT,
        FLAG,
        NONE,
        NUMBER,
        SEAT,
        SPECTATOR,
        UNKNOWN,
        WORD,
        State,
        blank,
        copy,
        record,
    )
    from yokocho.core.rng import below, mingle, roll, shuffle
    from yokocho.core.scene import Choice, Finale, Name, Panel, Piece, Scene, Zone

__version__ = "0.1.0"

# fmt: off
__all__ = [
    "__version__",
    # matches
    "catalog", "Match", "Move", "Illegal", "BadInput", "Lacking", "Scene", "Panel", "Zone", "Piece", "Choice",
    "Happening", "Finale",
    "simulate", "Outcome", "Spec", "specify", "Ledger", "engine", "play_series", "standings",
    # bots
    "Bot", "View", "Misbehaved", "bot", "advice", "seed_bytes", "copy",
    # games: what a game consists of
    "Game", "Kernels", "Words", "Option", "Pieces", "Hammer", "Fields", "Components", "ComponentError", "Name",
    "happens",
    # games: the state
    "record", "SEAT", "CARD", "COUNT", "FLAG", "NUMBER", "BITS", "WORD", "NONE", "UNKNOWN", "SPECTATOR", "CLOCK",
    "State", "blank",
    # games: rules as code
    "kernel", "then", "ask", "ask_several", "ask_each", "ask_aside", "step", "room", "open_kind", "open_seats",
    "open_a", "open_b", "first_asked", "asked_seats", "row_of", "is_alone", "drop", "drop_row", "excuse", "tell",
    "hush", "roll", "shuffle", "below", "mingle",
    # games: the action list
    "Actions", "Notation", "Code", "Special", "letter_sets", "encode",
    # games: observations for learning
    "Part", "by_seat", "question_parts", "observe_question", "part_of",
    # games: positions with a form of their own
    "HeadReader", "HEAD", "TAIL", "read_asked", "write_head", "write_asked", "write_generator",
]
# fmt: on

HOMES = {  # where the names come from
    "yokocho.arena.engines": "engine play_series",
    "yokocho.arena.ledger": "Ledger",
    "yokocho.arena.series": "Spec specify",
    "yokocho.arena.simulate": "Outcome simulate",
    "yokocho.arena.standings": "standings",
    "yokocho.bots.outside": "Bot Misbehaved View",
    "yokocho.bots.seats": "advice bot",
    "yokocho.core.actions": "Actions Code Notation Special encode letter_sets",
    "yokocho.core.agenda": (
        "ask ask_aside ask_each ask_several asked_seats drop drop_row excuse first_asked hush is_alone open_a "
        "open_b open_kind open_seats room row_of step tell then"
    ),
    "yokocho.core.components": "ComponentError Components",
    "yokocho.core.errors": "BadInput Lacking",
    "yokocho.core.game": "Game Hammer Kernels Option Pieces Words",
    "yokocho.core.happenings": "Happening happens",
    "yokocho.core.kernel": "kernel",
    "yokocho.core.match": "Illegal Match Move",
    "yokocho.core.observing": "Part by_seat observe_question part_of question_parts",
    "yokocho.core.position": "Fields HEAD HeadReader TAIL read_asked seed_bytes write_asked write_generator write_head",
    "yokocho.core.record": "BITS CARD CLOCK COUNT FLAG NONE NUMBER SEAT SPECTATOR State UNKNOWN WORD blank copy record",
    "yokocho.core.rng": "below mingle roll shuffle",
    "yokocho.core.scene": "Choice Finale Name Panel Piece Scene Zone",
}

if not TYPE_CHECKING:  # else any name would be right

    def __getattr__(name: str) -> Any:
        if name == "catalog":
            return import_module("yokocho.catalog")
        for home, names in HOMES.items():
            if name in names.split():
                found = globals()[name] = getattr(import_module(home), name)
                return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
