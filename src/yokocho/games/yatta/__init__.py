"""YATTA! (Yatai), by A. Bonfanti, T. R. Ceglia and R. Corti (Dawn Town Games, 2024)."""

from yokocho.core.game import Game, Kernels, Words
from yokocho.core.scene import Finale
from yokocho.games.yatta import state, words
from yokocho.games.yatta.advice import advise, estimate
from yokocho.games.yatta.checks import INVARIANTS, check
from yokocho.games.yatta.components import BOX, PLAYER_COUNTS
from yokocho.games.yatta.features import OBSERVATION, observe
from yokocho.games.yatta.legal import legal
from yokocho.games.yatta.notation import NOTATION
from yokocho.games.yatta.pieces import PIECES, piece
from yokocho.games.yatta.positions import read, write
from yokocho.games.yatta.refusals import why_not
from yokocho.games.yatta.remarks import remark
from yokocho.games.yatta.rules import actor, apply, deal, ending, pending
from yokocho.games.yatta.scoring import score, standing
from yokocho.games.yatta.secrets import imagine, mask
from yokocho.games.yatta.table import meters, panel, zones

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
    actions=len(state.ACTIONS),
    most=state.MOST,
    observation=OBSERVATION,
    options=state.OPTIONS,
    verbs=state.ACTIONS.by_verb(),
    pieces=PIECES,
    endings=words.ENDINGS,
    invariants=INVARIANTS,
    finale=Finale(
        "The whole street shouts YATTA! for {}.",
        "lantern",
        {
            "in play": "star",
            "dishes": "dish-red",
            "customers": "customer-blue",
            "reviews": "review-service",
            "tokens": "token-taiyaki",
            "figures": "customer-red",
            "fewer bottles": "bottle-green",
            "fewer dishes": "dish-blue",
        },
    ),
    kernels=Kernels(
        *(deal, legal, apply, score, mask, imagine),
        pending=pending,
        actor=actor,
        standing=standing,
        observe=observe,
        advise=advise,
        estimate=estimate,
        ending=ending,
        check=check,
        piece=piece,
    ),
    words=Words(
        NOTATION.write,
        parse=NOTATION.read,
        label=state.ACTIONS.each(words.LABELS),
        questions=words.QUESTIONS,
        question=words.question,
        why_not=why_not,
        steps=words.STEPS,
        told=words.TOLD,
        events=words.EVENTS,
        happens=words.HAPPENS,
        heading=words.heading,
        summary=words.summary,
    ),
    zones=zones,
    panel=panel,
    touches=NOTATION.touches,
    remark=remark,
    meters=meters,
    write=write,
    read=read,
)
