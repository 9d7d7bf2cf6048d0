"""Wok and Roll (Simple Menu), by Daryl Chow (Origame, 2020)."""

from yokocho.core.game import Game, Kernels, Words
from yokocho.core.scene import Finale
from yokocho.games.wok_and_roll import state, words
from yokocho.games.wok_and_roll.advice import advise, estimate
from yokocho.games.wok_and_roll.checks import INVARIANTS, check
from yokocho.games.wok_and_roll.components import BOX, PLAYER_COUNTS
from yokocho.games.wok_and_roll.features import OBSERVATION, observe
from yokocho.games.wok_and_roll.hasty import rollout
from yokocho.games.wok_and_roll.legal import legal
from yokocho.games.wok_and_roll.notation import NOTATION
from yokocho.games.wok_and_roll.pieces import PIECES, piece
from yokocho.games.wok_and_roll.positions import read, write
from yokocho.games.wok_and_roll.refusals import why_not
from yokocho.games.wok_and_roll.remarks import remark
from yokocho.games.wok_and_roll.rules import actor, apply, deal, ending
from yokocho.games.wok_and_roll.scoring import rank, score
from yokocho.games.wok_and_roll.secrets import imagine, mask
from yokocho.games.wok_and_roll.table import meters, panel, zones

GAME = Game(
    title="Wok and Roll",
    credits="Design Daryl Chow, published by Origame, 2020",
    summary="Roll six dice for everybody, then cook side by side: fill your menu before the kitchen closes.",
    players=PLAYER_COUNTS,
    minutes="30-45",
    version=1,
    box=BOX,
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
        "The whole kitchen bows to {}.",
        "chili",
        {
            "rice": "rice",
            "noodle": "noodle",
            "meat": "meat",
            "vegetable": "vegetable",
            "seafood": "seafood",
            "bonuses": "platter",
        },
    ),
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
        turn=lambda s: int(s.turn % s.players),
        secret=words.secret,
    ),
    zones=zones,
    panel=panel,
    touches=NOTATION.touches,
    remark=remark,
    meters=meters,
    write=write,
    read=read,
)
