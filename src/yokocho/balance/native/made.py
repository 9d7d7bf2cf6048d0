"""The functions beside this, made for one game."""

from __future__ import annotations

from functools import cache

from yokocho.balance.native import playing, watching
from yokocho.core.game import Game
from yokocho.core.kernel import Kernel, specialise_all

NEEDED = (
    *("actor", "advise", "apply", "deal", "ending", "estimate", "legal", "mask", "offered", "piece", "rank", "score"),
    *("sensible", "taken"),
)
WATCHING = (  # in the order in which they call each other
    watching.note_estimates,
    watching.thin_out,
    watching.write_chances,
    watching.note_open,
    watching.note_taken,
    watching.note_choices,
    watching.note_offers,
    watching.note_gains,
    watching.add_choices,
    watching.lead_of,
    watching.follow_lead,
)
PLAYING = (
    playing.keep_allowed,
    playing.choose,
    playing.width_of,
    playing.share_out,
    playing.margin_of,
    playing.play_match,
    playing.play_some,
)


@cache
def player(game: Game, hasty: bool = False) -> Kernel:
    """`play_some` for a game: compiled when it is first called, and kept on disk like the rules themselves. In haste,
    greedy bots follow the advice for playouts.
    """
    kernels = {name: getattr(game.kernels, name) for name in NEEDED}
    name = game.name
    if hasty:
        name, kernels["advise"] = f"{name}_hasty", game.kernels.rollout
    watched = specialise_all(WATCHING, name, game.folder, **kernels)
    return specialise_all(PLAYING, name, game.folder, **kernels, **watched)["play_some"]
