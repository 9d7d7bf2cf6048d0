"""One match, for the adapters: who is asked, what is legal, what a seat sees, what it is worth in the end."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

import numpy as np
import numpy.typing as npt

from yokocho import catalog
from yokocho.core.game import Game, no_name, set_seed
from yokocho.core.position import seed_bytes
from yokocho.core.record import State, batch, data, only
from yokocho.core.scene import Piece
from yokocho.research.processor import words_of


def find(game: Game | str, players: int) -> tuple[Game, int]:
    """The game, and for how many: by default the fewest that can compete."""
    game = catalog.game(game) if isinstance(game, str) else game
    players = players or max(2, game.players[0])
    game.check_players(players)
    return game, players


class Table:
    """A match that is played without a record of it."""

    def __init__(self, game: Game | str, players: int = 0, options: Mapping[str, Any] | None = None) -> None:
        self.game, self.players = find(game, players)
        self.options = self.game.numbers(dict(options or {}), self.players)
        self.features = self.game.features_of(self.players)
        self.take_memory()

    def take_memory(self) -> None:
        """Room for the match, for a masked copy of it, and for what is legal."""
        memory, masked = batch(self.game.state, 1), batch(self.game.state, 1)
        self.s: State = only(memory)
        self.view: State = only(masked)
        self.words, self.masked_words = words_of(memory), words_of(masked)
        self.listed = np.zeros(self.game.most, np.int16)

    def __deepcopy__(self, _: Any) -> Table:
        """The same match, to be played on by itself."""
        made = copy(self)
        made.take_memory()
        made.words[:] = self.words
        return made

    def put(self, s: State) -> None:
        """Goes on from another state."""
        self.words[:] = np.frombuffer(data(s), np.uint64)

    def deal(self, seed: str) -> None:
        """A new match, which the seed determines."""
        self.words[:] = 0
        s = self.s
        set_seed(s, seed_bytes(seed))
        s.players = self.players
        s.options[:] = self.options
        self.game.kernels.deal(s, self.players, self.options)

    def actor(self) -> int:
        """The seat that decides next, -1 when the match is over."""
        return int(self.game.kernels.actor(self.s))

    def legal(self, p: int) -> npt.NDArray[np.int16]:
        """The legal actions of a seat; the array is reused."""
        return self.listed[: self.game.kernels.legal(self.s, p, self.listed)]

    def play(self, p: int, a: int) -> None:
        """Plays a legal action."""
        self.game.kernels.apply(self.s, p, a)

    def masked(self, p: int) -> State:
        """What a seat knows; the state is reused."""
        self.masked_words[:] = self.words
        self.game.kernels.mask(self.view, p)
        return self.view

    def observe(self, p: int) -> npt.NDArray[np.float32]:
        """What a seat sees as numbers; p = SPECTATOR: what everybody sees."""
        out = np.zeros(self.features, np.float32)
        self.game.kernels.observe(self.masked(p), p, out)
        return out

    def bounds(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """The least and the greatest value of each number of an observation."""
        parts = [part for part in self.game.observation if part.slice.stop <= self.features]
        low, high = ([np.full(part.size, bound, np.float32) for part, bound in zip(parts, bounds)] for bounds in (
            [part.low for part in parts], [part.high for part in parts]
        ))  # fmt: skip
        return np.concatenate(low), np.concatenate(high)

    def rewards(self) -> list[float]:
        """Of a match that is over: 1 for winning alone, down to -1 / (players - 1), 0 in sum; alone the points."""
        if self.players == 1:
            return [float(n) for n in self.game.scores(self.s)]
        places = self.game.ranks(self.s)
        worth = (self.players / places.count(1) - 1) / (self.players - 1)
        return [worth if place == 1 else -1 / (self.players - 1) for place in places]

    def text(self, p: int) -> str:
        """The table as a seat sees it, in lines."""
        view = self.game.view(self.s, p)
        scene = self.game.table(view, p, no_name)
        lines = [f"{scene.title}: {scene.question}"]
        lines += [f"{panel.name}: {panel.score} points" for panel in scene.panels]
        for zone in scene.zones:
            lying = " ".join(piece_text(piece) for piece in zone.pieces) or (
                str(zone.count) if zone.count >= 0 else "-"
            )
            owner = f" of {no_name(zone.owner)}" if zone.owner >= 0 else ""
            lines.append(f"{zone.title}{owner}: {lying}{f' ({zone.note})' if zone.note else ''}")
        return "\n".join(lines)


def piece_text(piece: Piece) -> str:
    return piece.face or "?"
