"""PettingZoo: a match as an environment of agents who take turns (AEC), or who all act in each step (Parallel)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from yokocho.core.game import BadInput, Game
from yokocho.core.record import SPECTATOR
from yokocho.research.table import Table

METADATA: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}
Seen = dict[str, npt.NDArray[Any]]


def env(game: Game | str, players: int = 0, **settings: Any) -> Any:
    """`raw_env` in the wrappers that check each call, as PettingZoo advises."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(game, players, **settings)))


class Agents:
    """What both kinds have in common: seats by name, spaces, seeds, rendering."""

    metadata = METADATA
    waiting = 0  # actions besides those of the game

    def set_up(
        self, game: Game | str, players: int, options: Mapping[str, Any] | None, render_mode: str | None
    ) -> None:
        """Makes the table, the agents and their spaces."""
        self.table = Table(game, players, options)
        self.metadata = METADATA | {"name": f"yokocho_{self.table.game.name}"}
        self.possible_agents = [f"seat_{p}" for p in range(self.table.players)]
        self.agents = list(self.possible_agents)
        self.seats = {agent: p for p, agent in enumerate(self.possible_agents)}
        self.render_mode = render_mode
        self.chance = np.random.default_rng()
        low, high = self.table.bounds()
        width = self.table.game.actions + self.waiting
        seen = spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (width,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(width) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def deal(self, seed: int | None) -> None:
        """A new match; without a seed the next one after that of the last seed."""
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self.table.deal(str(self.chance.integers(1 << 62)))

    def render(self) -> str | None:
        """The table as everybody sees it, as text."""
        return self.table.text(SPECTATOR) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


class raw_env(Agents, AECEnv):  # type: ignore[misc]
    """Agents take turns: whoever is asked first. Observations have an `action_mask`."""

    metadata = METADATA

    def __init__(
        self,
        game: Game | str,
        players: int = 0,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        AECEnv.__init__(self)
        self.set_up(game, players, options, render_mode)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        self.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.actor = self.table.actor()
        self.agent_selection = self.possible_agents[self.actor]

    def observe(self, agent: str) -> Seen:
        p = self.seats[agent]
        mask = np.zeros(self.table.game.actions, np.int8)
        if p == self.actor:
            mask[self.table.legal(p)] = 1
        return {"observation": self.table.observe(p), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        a = int(action)
        if a not in self.table.legal(self.actor):
            raise BadInput(f"action {a} of {agent} is not legal")
        self.table.play(self.actor, a)
        self._cumulative_rewards[agent] = 0.0
        self.actor = self.table.actor()
        if self.actor >= 0:
            self.agent_selection = self.possible_agents[self.actor]
            return
        for p, reward in enumerate(self.table.rewards()):
            other = self.possible_agents[p]
            self.rewards[other] = reward
            self._cumulative_rewards[other] += reward
            self.terminations[other] = True
        self.agent_selection = self.agents[0]


class parallel_env(Agents, ParallelEnv):  # type: ignore[misc]
    """All agents act in each step. Who is not asked has one action, to wait: the last number. Those who are asked at
    the same time answer at the same time, in the order of the seats; an answer that an earlier one made impossible is
    not played, and its seat is asked again.
    """

    metadata = METADATA | {"is_parallelizable": True}
    waiting = 1

    def __init__(
        self,
        game: Game | str,
        players: int = 0,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.set_up(game, players, options, render_mode)

    @property
    def wait(self) -> int:
        """The action of whoever is not asked."""
        return self.table.game.actions

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, Any]]:
        self.deal(seed)
        self.agents = list(self.possible_agents)
        return self.seen(), {agent: {} for agent in self.agents}

    def seen(self) -> dict[str, Seen]:
        asked = self.table.game.pending(self.table.s)
        found: dict[str, Seen] = {}
        for agent, p in self.seats.items():
            mask = np.zeros(self.wait + 1, np.int8)
            mask[self.table.legal(p) if p in asked else self.wait] = 1
            found[agent] = {"observation": self.table.observe(p), "action_mask": mask}
        return found

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        table, agents = self.table, self.agents
        for p in table.game.pending(table.s):
            a = int(actions[self.possible_agents[p]])
            if a not in table.legal(p):
                raise BadInput(f"action {a} of {self.possible_agents[p]} is not legal")
        for p in table.game.pending(table.s):
            a = int(actions[self.possible_agents[p]])
            if p in table.game.pending(table.s) and a in table.legal(p):
                table.play(p, a)
        over = table.actor() < 0
        rewards = table.rewards() if over else [0.0] * table.players
        seen = self.seen()
        if over:
            self.agents = []
        return (
            seen,
            {agent: rewards[self.seats[agent]] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )
