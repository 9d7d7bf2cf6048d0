"""Mitsuhamama (Mitsuhama), by Kazuma Suzuki (Tarte Games, 2019)."""

from yokocho.core.game import Game, Kernels, Words
from yokocho.core.scene import Finale
from yokocho.games.mitsuhamama import state, words
from yokocho.games.mitsuhamama.advice import advise, estimate
from yokocho.games.mitsuhamama.checks import INVARIANTS, check
from yokocho.games.mitsuhamama.components import BOX, PLAYER_COUNTS
from yokocho.games.mitsuhamama.features import OBSERVATION, observe
from yokocho.games.mitsuhamama.hammer import HAMMER
from yokocho.games.mitsuhamama.legal import legal
from yokocho.games.mitsuhamama.notation import NOTATION
from yokocho.games.mitsuhamama.pieces import PIECES, piece
from yokocho.games.mitsuhamama.positions import read, write
from yokocho.games.mitsuhamama.refusals import why_not
from yokocho.games.mitsuhamama.remarks import combined, remark
from yokocho.games.mitsuhamama.rules import actor, apply, deal, ending, pending
from yokocho.games.mitsuhamama.scoring import score
from yokocho.games.mitsuhamama.secrets import imagine, mask
from yokocho.games.mitsuhamama.sensible import sensible
from yokocho.games.mitsuhamama.table import meters, panel, touches, zones

GAME = Game(
    title="Mitsuhamama",
    credits="Design Kazuma Suzuki, art Sai Beppu; published by Tarte Games, 2019",
    summary="Auction the catch, fill your warehouses, and serve the restaurants before your rivals do.",
    players=PLAYER_COUNTS,
    minutes="30-40",
    version=1,
    box=BOX,
    state=state.STATE,
    actions=len(state.ACTIONS),
    most=state.MOST,
    observation=OBSERVATION,
    scale=6.0,
    options=state.OPTIONS,
    verbs=state.ACTIONS.by_verb(),
    pieces=PIECES,
    hammer=HAMMER,
    endings=words.ENDINGS,
    invariants=INVARIANTS,
    finale=Finale(
        "Down in the harbour they drink to {}.",
        "bream",
        {"cards": "yen", "fish": "bream", "restaurants": "employee-blue"},
    ),
    kernels=Kernels(
        deal=deal,
        pending=pending,
        actor=actor,
        legal=legal,
        apply=apply,
        score=score,
        mask=mask,
        imagine=imagine,
        observe=observe,
        sensible=sensible,
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
        turn=lambda s: int(s.auctioneer),
        secret=words.secret,
    ),
    zones=zones,
    panel=panel,
    touches=touches,
    remark=remark,
    combined=combined,
    meters=meters,
    write=write,
    read=read,
)
