"""What a move did as data: that every game tells it, in order, and from questions, headings and meters."""

from __future__ import annotations

import pytest

from tests.support import GAMES, ROOT, random_match, table_id
from tests.umami.support import play, table
from yokocho import catalog
from yokocho.core.game import Game
from yokocho.core.happenings import Happening, nearer
from yokocho.core.match import Match
from yokocho.core.scene import Meter

TOLD = {
    "umami": "moved drawn taken claimed lost passed scored day turn near last over",
    "mitsuhamama": "rolled moved bid passed hammer paid served scored day turn near last over",
    "wok_and_roll": "rolled passed cooked marked drawn full scored day turn over",
    "yatta": "drawn moved pushed arrived left served cooked passed scored marked tipped day turn last over",
    "last_dumpling": "moved taken lost scored turn over",
    "pass_the_tray": "moved scored turn over",
}


def matches(game: Game) -> list[Match]:
    """Recorded matches of people's length, or a few random ones of a game that has none."""
    paths = sorted((ROOT / "tests" / "matches").glob(f"{game.name}-v{game.version}-[23]-players.json"))
    return [Match.load(path, catalog.game) for path in paths] or [random_match(game, 2, seed) for seed in range(8)]


@pytest.mark.parametrize("game", GAMES, ids=table_id)
def test_every_game_tells_what_happens(game: Game) -> None:
    told = {one.what for match in matches(game) for i in range(len(match.moves)) for one in match.happenings(0, i)}
    assert set(TOLD[game.name].split()) <= told


def test_what_happened_is_in_order_and_says_whose_it_is() -> None:
    """UM-27: the thief has the card, the victim a gap, and the restock is the victim's turn to speak."""
    match = table(hands=["4s", ""], dishes=["", "1b 7s / 5*"], area="1* 2s 9b 6b", favorites="GGR-L")
    play(match, 0, "steal 4s")
    assert match.happenings(1) == [Happening("moved", 0, "trash")]
    play(match, 0, "take 5* from 1")
    taken = [Happening("taken", 0, "moving", tone="good"), Happening("taken", 1, "dish:1.1", tone="costly")]
    assert match.happenings(0) == match.happenings(1) == taken
    play(match, 0, "put new")
    assert match.happenings(0) == [Happening("moved", 0, "dish:0.0")]
    assert match.happenings(1) == [Happening("moved", 0, "dish:0.0"), Happening("turn", 1)]
    play(match, 1, "restock 1*", "put 0")
    *_, claimed, scored = [one for one in match.happenings(0) if one.what in ("claimed", "scored")]
    assert (claimed.seat, claimed.zone, claimed.tone) == (1, "dish:1.0", "good")
    assert scored.seat == 1 and scored.points > 0
    assert scored.words in match.log(0) and "wins" in scored.words


def test_a_meter_tells_when_the_end_is_near() -> None:
    def meter(now: int, seat: int = 0) -> Meter:
        return Meter(f"{now} of 3", now, 3, "platter", seat)

    def told(before: list[Meter], after: list[Meter], counted: bool = False) -> list[tuple[str, int, str]]:
        return [(one.what, one.seat, one.words) for one in nearer(before, after, counted)]

    assert told([meter(0)], [meter(1)]) == []
    assert told([meter(1), meter(1, 1)], [meter(2), meter(1, 1)]) == [("near", 0, "2 of 3")]
    assert told([meter(2)], [meter(2)]) == []
    assert told([meter(2)], [meter(3)]) == told([meter(1)], [meter(3)]) == [("last", 0, "3 of 3")]
    assert told([meter(1)], [meter(2)], counted=True) == [], "rounds go by themselves"
    assert told([], [meter(3)]) == [], "a meter that was not there has not risen"
