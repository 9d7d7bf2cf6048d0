"""Mitsuhamama (Mitsuhama), by Kazuma Suzuki (Tarte Games, 2019)."""

from pathlib import Path

from yokocho.core.game import Game, Kernels
from yokocho.games.mitsuhamama.advice import FEATURES, advise, estimate, observe
from yokocho.games.mitsuhamama.checks import INVARIANTS, check
from yokocho.games.mitsuhamama.components import BOX, PLAYER_COUNTS
from yokocho.games.mitsuhamama.legal import legal
from yokocho.games.mitsuhamama.positions import read, write
from yokocho.games.mitsuhamama.rules import actor, apply, deal, ending, pending
from yokocho.games.mitsuhamama.scoring import rank, score
from yokocho.games.mitsuhamama.secrets import imagine, mask
from yokocho.games.mitsuhamama.state import ACTIONS, MOST, OPTIONS, STATE
from yokocho.games.mitsuhamama.table import table
from yokocho.games.mitsuhamama.words import ENDINGS, WORDS

GAME = Game(
    name="mitsuhamama",
    title="Mitsuhamama",
    credits="Design Kazuma Suzuki, art Sai Beppu; published by Tarte Games, 2019",
    summary="Auction the catch, fill your warehouses, and serve the restaurants before your rivals do.",
    players=PLAYER_COUNTS,
    minutes="30-40",
    version=1,
    folder=Path(__file__).parent,
    components=BOX.digest,
    state=STATE,
    actions=ACTIONS,
    most=MOST,
    features=FEATURES,
    options=OPTIONS,
    endings=ENDINGS,
    invariants=INVARIANTS,
    kernels=Kernels(
        deal=deal,
        pending=pending,
        actor=actor,
        legal=legal,
        apply=apply,
        score=score,
        rank=rank,
        mask=mask,
        imagine=imagine,
        observe=observe,
        advise=advise,
        estimate=estimate,
        ending=ending,
        check=check,
    ),
    words=WORDS,
    table=table,
    write=write,
    read=read,
    rule_prefix="MI",
)
