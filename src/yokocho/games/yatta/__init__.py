"""YATTA! (Yatai), by A. Bonfanti, T. R. Ceglia and R. Corti (Dawn Town Games, 2024)."""

from yokocho.core.game import Game, Kernels
from yokocho.games.yatta import state
from yokocho.games.yatta.advice import advise, estimate
from yokocho.games.yatta.checks import INVARIANTS, check
from yokocho.games.yatta.components import BOX, PLAYER_COUNTS
from yokocho.games.yatta.features import FEATURES, observe
from yokocho.games.yatta.legal import legal
from yokocho.games.yatta.positions import read, write
from yokocho.games.yatta.rules import actor, apply, deal, ending, pending
from yokocho.games.yatta.scoring import rank, score
from yokocho.games.yatta.secrets import imagine, mask
from yokocho.games.yatta.table import panel, touches, zones
from yokocho.games.yatta.words import ENDINGS, WORDS

GAME = Game(
    title="YATTA!",
    credits="Design A. Bonfanti, T. R. Ceglia and R. Corti, art Studio Cornelius; published by Dawn Town Games, 2024",
    summary="Run a street food stall: shift the tiles, cook, fill the fridge, and serve whoever queues up.",
    players=PLAYER_COUNTS,
    minutes="30-80",
    version=1,
    box=BOX,
    rule_prefix="YA",
    state=state.STATE,
    actions=state.ACTIONS,
    most=state.MOST,
    features=FEATURES,
    options=state.OPTIONS,
    endings=ENDINGS,
    invariants=INVARIANTS,
    kernels=Kernels(
        *(deal, legal, apply, score, mask, imagine),
        pending=pending,
        actor=actor,
        rank=rank,
        observe=observe,
        advise=advise,
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
