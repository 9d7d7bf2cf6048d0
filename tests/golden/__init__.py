"""Golden playthroughs: a change of the rules shows up here as a readable diff. `make golden` rewrites them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from yokocho import catalog
from yokocho.bots import seats
from yokocho.core.match import Match

FOLDER = Path(__file__).parent
VIEWS_EVERY = 12  # moves between two looks at every seat's own view


@dataclass(frozen=True)
class Playthrough:
    """One file: a game, a seed, bots, house rules."""

    game: str
    name: str
    players: int
    seed: str
    bots: str
    options: dict[str, object] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.game}-{self.name}.txt"

    def text(self) -> str:
        game = catalog.game(self.game)
        match = Match(game, self.players, self.options, self.seed)
        names = self.bots.split(",")
        bots = [seats.bot(names[p % len(names)], game, f"{self.seed} {p}") for p in range(self.players)]
        lines = [
            f"game: {self.game}  version: {game.version}  components: {game.components}",
            f"players: {self.players}  seed: {self.seed}  bots: {self.bots}",
            f"options: {self.options or 'default'}",
            "",
        ]
        while not match.over:
            n = len(match.moves)
            if n % VIEWS_EVERY == 0:
                lines += [f"     {p} sees: {game.words.summary(match.view(p), p)}" for p in range(self.players)]
            p = match.actor()
            legal = match.notations(p)
            match.play(p, bots[p](match.view(p), p), when=0)
            told = "; ".join(match.log(-1, n))
            lines.append(
                f"{n:4} seat {p} {game.words.asks(match.at(n))} of {len(legal)}: {match.moves[-1].notation}  |  {told}"
            )
        lines += [f"     {p} ends: {game.words.summary(match.view(p), p)}" for p in range(self.players)]
        result = match.result()
        assert result is not None
        lines += ["", f"scores {result['scores']}  places {result['ranks']}  because {result['ending']}"]
        lines += [f"digest {match.digest()}"]
        return "\n".join(lines) + "\n"


PLAYTHROUGHS = [
    Playthrough("mitsuhamama", "2-players", 2, "golden 2", "greedy"),
    Playthrough("mitsuhamama", "3-players", 3, "golden 3", "greedy"),
    Playthrough("mitsuhamama", "4-players", 4, "golden 4", "greedy"),
    Playthrough("mitsuhamama", "raise-or-pass", 3, "golden raise", "greedy", {"auction": "raise_or_pass"}),
    Playthrough("mitsuhamama", "live", 4, "golden live", "greedy", {"auction": "live"}),
    Playthrough(
        "mitsuhamama",
        "ends-by-guard",
        3,
        "golden guard",
        "random,greedy,greedy",
        {"max_days": 6, "payment_visibility": "parties", "renege": "rulebook", "allpass_min": 0},
    ),
    Playthrough("umami", "2-players", 2, "golden 2", "greedy"),
    Playthrough("umami", "3-players", 3, "golden 3", "greedy,random,greedy"),
    Playthrough("umami", "4-players", 4, "golden 4", "greedy"),
    Playthrough("umami", "5-players", 5, "golden 5", "greedy"),
    Playthrough("umami", "ends-by-favorites", 4, "golden A", "greedy"),
    Playthrough("umami", "ends-by-cap", 3, "golden cap", "random", {"round_cap": 3}),
    Playthrough(
        "umami",
        "house-rules",
        3,
        "golden house",
        "greedy",
        {
            "claims": "optional",
            "discard_new": False,
            "steal_new_dish": False,
            "final_refill": "all",
            "restock": "optional",
            "ne_profile": "all",
        },
    ),
    Playthrough("wok_and_roll", "1-player", 1, "golden 1", "greedy"),
    Playthrough("wok_and_roll", "2-players", 2, "golden 2", "greedy"),
    Playthrough("wok_and_roll", "3-players", 3, "golden 3", "greedy"),
    Playthrough("wok_and_roll", "5-players", 5, "golden 5", "greedy,random,greedy,random,greedy"),
    Playthrough("wok_and_roll", "ends-by-guard", 2, "golden guard", "random", {"max_turns": 4}),
    Playthrough(
        "wok_and_roll",
        "house-rules",
        3,
        "golden house",
        "greedy",
        {"bonus_ingredient_persists": True, "hidden_until_all_done": False, "finish_round": True},
    ),
    Playthrough("yatta", "2-players", 2, "golden 2", "greedy"),
    Playthrough("yatta", "3-players", 3, "golden 3", "greedy,random,greedy"),
    Playthrough("yatta", "4-players", 4, "golden 4", "greedy"),
    Playthrough(
        "yatta",
        "house-rules",
        3,
        "golden house",
        "greedy",
        {
            "actions_optional": True,
            "tourist_swap_to": "bag",
            "tourist_unplaceable": "give_any",
            "customers_draw": "one_by_one",
            "final_serve_beverages": "one",
            "doggy_bag_on_double": True,
            "first_player_rotates": True,
        },
    ),
]
