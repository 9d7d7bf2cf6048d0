"""Wok and Roll (Simple Menu), by Daryl Chow (Origame, 2020)."""

from yokocho.core.game import Game, Kernels
from yokocho.games.wok_and_roll import state
from yokocho.games.wok_and_roll.advice import FEATURES, advise, estimate, observe
from yokocho.games.wok_and_roll.checks import INVARIANTS, check
from yokocho.games.wok_and_roll.components import BOX, PLAYER_COUNTS
from yokocho.games.wok_and_roll.hasty import rollout
from yokocho.games.wok_and_roll.legal import legal
from yokocho.games.wok_and_roll.positions import read, write
from yokocho.games.wok_and_roll.rules import actor, apply, deal, ending
from yokocho.games.wok_and_roll.scoring import rank, score
from yokocho.games.wok_and_roll.secrets import imagine, mask
from yokocho.games.wok_and_roll.table import panel, touches, zones
from yokocho.games.wok_and_roll.words import ENDINGS, WORDS

GAME = Game(
    title="Wok and Roll",
    credits="Design Daryl Chow, published by Origame, 2020",
    summary="Roll six dice for everybody, then cook side by side: fill your menu before the kitchen closes.",
    players=PLAYER_COUNTS,
    minutes="30-45",
    version=1,
    box=BOX,
    state=state.STATE,
    actions=state.ACTIONS,
    most=state.MOST,
    features=FEATURES,
    options=state.OPTIONS,
    endings=ENDINGS,
    invariants=INVARIANTS,
    kernels=Kernels(
        deal=deal,
        actor=actor,
        legal=legal,
        apply=apply,
        score=score,
        rank=rank,
        mask=mask,
        imagine=imagine,
        observe=observe,
        advise=advise,
        rollout=rollout,
        estimate=estimate,
        ending=ending,
        check=check,
    ),
    words=WORDS,
    zones=zones,
    panel=panel,
    touches=touches,
    write=write,
    read=read,
)
