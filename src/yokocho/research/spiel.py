"""OpenSpiel: `register` makes each game known there as ``yokocho_GAME``; its players and house rules are parameters.

Chance is sampled. A match begins with a chance node that has one outcome, the number of the deal that was drawn for it;
all later chance follows from the deal. An algorithm that plays on from copies of a state therefore sees the chance to
come; one for hidden information (`resample_from_infostate`, as OpenSpiel's information-set search) does not.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from yokocho import catalog
from yokocho.core.game import Game
from yokocho.core.record import SPECTATOR
from yokocho.research.table import Table

PREFIX = "yokocho_"
DEALS = 1 << 30
LONGEST = 100_000  # decisions; far more than any match needs
MOST_POINTS = 1000.0


def register() -> list[str]:
    """Makes all games of the catalog known to OpenSpiel; the names that are new there."""
    known = set(pyspiel.registered_names())
    added = []
    for game in catalog.games():
        if PREFIX + game.name not in known:
            pyspiel.register_game(game_type(game), maker(game))
            added.append(PREFIX + game.name)
    return added


def maker(game: Game) -> type[SpielGame]:
    """A class, which OpenSpiel may hold until after the interpreter has ended: that is fatal for a function."""
    return type(f"Spiel_{game.name}", (SpielGame,), {"game": game})


def game_type(game: Game) -> Any:
    seats: dict[str, Any] = {"players": max(2, game.players[0]), "seed": -1}
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if 1 in game.players else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=seats | {option.name: option.default for option in game.options},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours, for so many players, with such house rules. ``seed`` makes the series of deals repeatable."""

    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, params = self.game, params or {}
        self.seats = int(params.get("players", max(2, game.players[0])))
        self.table_options = {name: value for name, value in params.items() if name not in ("players", "seed")}
        self.features = Table(game, self.seats, self.table_options).features
        seed = int(params.get("seed", -1))
        self.chance = random.Random(None if seed < 0 else seed)
        alone = self.seats == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=DEALS,
            num_players=self.seats,
            min_utility=-MOST_POINTS if alone else -1.0 / (self.seats - 1),
            max_utility=MOST_POINTS if alone else 1.0,
            **({} if alone or 1 in game.players else {"utility_sum": 0.0}),
            max_game_length=LONGEST,
        )
        super().__init__(game_type(game), info, params)

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self.chance.randrange(DEALS))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self)


class Observer:
    """What a player sees, as numbers and as text."""

    def __init__(self, game: SpielGame) -> None:
        self.tensor: npt.NDArray[np.float32] = np.zeros(game.features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = 0.0 if state.deal is None else state.table.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.seen(player)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match between two decisions; before the deal a chance node. OpenSpiel clones it by copying its attributes."""

    def __init__(self, game: SpielGame, drawn: int) -> None:
        super().__init__(game)
        self.drawn = drawn
        self.deal: int | None = None
        self.table = Table(game.game, game.seats, game.table_options)

    def current_player(self) -> Any:
        if self.deal is None:
            return pyspiel.PlayerId.CHANCE
        p = self.table.actor()
        return p if p >= 0 else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        return self.deal is not None and self.table.actor() < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(self.drawn, 1.0)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(int(a) for a in self.table.legal(player))

    def _apply_action(self, action: int) -> None:
        if self.deal is None:
            self.deal = int(action)
            self.table.deal(f"deal {self.deal}")
        else:
            self.table.play(self.table.actor(), int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.table.game.words.notation(self.table.s, player, action)

    def returns(self) -> list[float]:
        return self.table.rewards() if self.is_terminal() else [0.0] * self.table.players

    def __str__(self) -> str:
        return "before the deal" if self.deal is None else self.table.text(SPECTATOR)

    def seen(self, player: int) -> str:
        """The table as a player sees it, and nothing else."""
        return "before the deal" if self.deal is None else self.table.text(player)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A copy in which all that the player does not know is drawn anew, the chance to come too."""
        made: SpielState = self.clone()
        words = [int(sampler() * (1 << 32)) for _ in range(8)]
        seed = b"".join(word.to_bytes(4, "big") for word in words)
        game = self.table.game
        made.table.put(game.imagined(game.view(self.table.s, player), player, seed))
        return made
