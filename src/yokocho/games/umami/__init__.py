"""Umami: The Forest Food Fest, by Don Eskridge (HeidelBÄR Games, 2025)."""

from yokocho.core.game import Game, Kernels, Words
from yokocho.core.scene import Finale
from yokocho.games.umami import state, words
from yokocho.games.umami.advice import advise, estimate
from yokocho.games.umami.checks import INVARIANTS, check
from yokocho.games.umami.components import BOX, PLAYER_COUNTS
from yokocho.games.umami.features import OBSERVATION, observe
from yokocho.games.umami.legal import legal
from yokocho.games.umami.notation import NOTATION
from yokocho.games.umami.pieces import PIECES, offered, piece, taken
from yokocho.games.umami.positions import read, write
from yokocho.games.umami.refusals import why_not
from yokocho.games.umami.remarks import remark
from yokocho.games.umami.rules import actor, apply, deal, ending, pending
from yokocho.games.umami.scoring import score, standing
from yokocho.games.umami.secrets import imagine, mask
from yokocho.games.umami.table import meters, panel, touches, zones

GAME = Game(
    title="Umami: The Forest Food Fest",
    credits="Design Don Eskridge, art Ikuko Nakai, development Roland Goslar; published by HeidelBÄR Games, 2025",
    summary="Cook Dishes of three Ingredients that match Favorites, and tastier ones than your rivals.",
    players=PLAYER_COUNTS,
    minutes="20-30",
    box=BOX,
    state=state.STATE,
    actions=len(state.ACTIONS),
    most=state.MOST,
    observation=OBSERVATION,
    scale=1.5,
    tuning={"rounds": 3, "split": 1, "sharpness": 1.5},
    options=state.OPTIONS,
    verbs=state.ACTIONS.by_verb(),
    pieces=PIECES,
    endings=words.ENDINGS,
    invariants=INVARIANTS,
    finale=Finale(
        "Tonight the whole forest eats with {}.",
        "blossom",
        {"Favorites": "guest-bear", "Stars": "star", "Blossoms": "blossom"},
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
        offered=offered,
        piece=piece,
        taken=taken,
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
    touches=touches,
    remark=remark,
    meters=meters,
    write=write,
    read=read,
)
