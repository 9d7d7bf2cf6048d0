"""Gymnasium: one seat of a match, the others played by bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from yokocho.bots import seats
from yokocho.core.game import BadInput, Game
from yokocho.core.record import copy
from yokocho.research.table import Table


class SeatEnv(gymnasium.Env[npt.NDArray[np.float32], np.int64]):
    """The agent has a seat, the same in each match or (None) each in turn. What is legal is in ``info["action_mask"]``
    and `action_masks`. An action that is not legal loses the match at once (reward -1), or with ``illegal="error"`` is
    an error.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        players: int = 0,
        bots: str | Sequence[str] = "random",
        seat: int | None = None,
        options: Mapping[str, Any] | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        """``bots``: one for all other seats, or one each, clockwise from the agent."""
        self.table = Table(game, players, options)
        others = self.table.players - 1
        self.bots = [bots] * others if isinstance(bots, str) else list(bots)
        if len(self.bots) != others:
            raise BadInput(f"name one bot, or {others} of them, not {len(self.bots)}")
        for name in self.bots:
            seats.check_name(name)
        if illegal not in ("lose", "error"):
            raise BadInput(f"illegal is lose or error, not {illegal!r}")
        self.seat, self.illegal, self.render_mode = seat, illegal, render_mode
        self.mine, self.matches = 0, 0
        low, high = self.table.bounds()
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = spaces.Discrete(self.table.game.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.matches = 0
        n = self.table.players
        self.mine = self.matches % n if self.seat is None else self.seat % n
        self.matches += 1
        number = str(self.np_random.integers(1 << 62))
        self.table.deal(number)
        game = self.table.game
        self.hired = {
            (self.mine + 1 + i) % n: seats.bot(name, game, f"{number} {i}") for i, name in enumerate(self.bots)
        }
        self.let_others_play()
        return self.seen(), self.info()

    def let_others_play(self) -> None:
        """Until the agent is asked, or the match is over."""
        while (p := self.table.actor()) not in (self.mine, -1):
            legal = self.table.legal(p)
            a = int(legal[0]) if len(legal) == 1 else self.hired[p](copy(self.table.game.view(self.table.s, p)), p)
            self.table.play(p, int(a))

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What is legal, as sb3-contrib asks for it."""
        mask = np.zeros(self.table.game.actions, np.bool_)
        if self.table.actor() == self.mine:
            mask[self.table.legal(self.mine)] = True
        return mask

    def seen(self) -> npt.NDArray[np.float32]:
        return self.table.observe(self.mine)

    def info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.mine}

    def step(self, action: Any) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        if int(action) not in self.table.legal(self.mine):
            if self.illegal == "error":
                raise BadInput(f"action {action} is not legal")
            return self.seen(), -1.0, True, False, self.info()
        self.table.play(self.mine, int(action))
        self.let_others_play()
        over = self.table.actor() < 0
        reward = self.table.rewards()[self.mine] if over else 0.0
        return self.seen(), reward, over, False, self.info()

    def render(self) -> str | None:
        """The table as the agent sees it, as text."""
        return self.table.text(self.mine) if self.render_mode == "ansi" else None
