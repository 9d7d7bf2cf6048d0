"""Set-up: players, sheets, Fridges, who starts and who is active (WR-1 to WR-4), and where chance comes from (5.1)."""

import pytest

from tests.rules import rule
from tests.wok_and_roll.support import FACES, FULL, asked, everybody_done, faces, new, play, scores, seen, tray
from yokocho.core.game import BadInput

WORD = (1 << 64) - 1


@rule("WR-1")
def test_one_to_five_players():
    for players in range(1, 6):
        assert new(players).players == players
    for players in (0, 6):
        with pytest.raises(BadInput, match="1 to 5 players"):
            new(players)


@rule("WR-1", "WR-2")
@pytest.mark.parametrize("players", range(1, 6))
def test_all_sheets_are_equal_and_nothing_is_marked(players):
    match = new(players)
    keys = ("crossed", "fridge", "hexes", "rects")
    assert [[seat[key] for key in keys] for seat in seen(match)["seats"]] == [["", FULL, "", ""]] * players
    assert scores(match) == [0] * players


@rule("WR-2")
def test_a_fridge_holds_five_ingredients_and_a_book():
    fridge = seen(new())["seats"][0]["fridge"]
    assert (len(fridge), fridge.count("B"), sorted(set(fridge))) == (6, 1, sorted(FACES))


@rule("WR-3")
@pytest.mark.parametrize("players", range(1, 6))
def test_seat_0_always_starts(players):
    for i in range(20):
        match = new(players, seed=str(i))
        assert (match.pending(), asked(match), seen(match)["turn"]) == ([0], "market", 0)


@rule("WR-4", "WR-29")
@pytest.mark.parametrize("players", range(1, 6))
def test_the_active_player_of_turn_t_is_seat_t_modulo_n(players):
    match = new(players, solo_turns=13)
    for t in range(12):
        assert seen(match)["turn"] == t
        assert (match.pending(), asked(match)) == ([t % players], "market")
        everybody_done(match)


@rule("WR-5")
def test_six_dice_were_rolled_and_every_face_is_possible_on_each():
    rolls = [faces(new(seed=str(i))) for i in range(300)]
    assert {len(roll) for roll in rolls} == {6}
    for die in range(6):
        for face in FACES:
            assert 25 < sum(roll[die] == face for roll in rolls) < 80, (die, face)


class Stream:
    """xoshiro256**, once more (docs/positions.md)."""

    def __init__(self, generator: str) -> None:
        self.w = [int(generator[i : i + 16], 16) for i in range(0, 64, 16)]

    def below(self, n: int) -> int:
        w = self.w
        y = w[1] * 5 & WORD
        result = ((y << 7 | y >> 57) & WORD) * 9 & WORD
        t = w[1] << 17 & WORD
        w[2] ^= w[0]
        w[3] ^= w[1]
        w[1] ^= w[2]
        w[0] ^= w[3]
        w[2] ^= t
        w[3] = (w[3] << 45 | w[3] >> 19) & WORD
        return (result >> 32) * n >> 32


@rule("WR-5", "WR-6")
def test_the_dice_of_every_roll_come_in_ascending_order_from_one_stream():
    match = tray("RNMV", "SB", seed="a stream")
    stream = Stream(seen(match)["generator"])
    expected = list("RNMVSB")
    for named in ((0, 3, 4), (0, 1, 2, 3, 5)):
        ids = [i for i in named if is_highest(expected, i)]  # others would stand for higher ones (5.2)
        play(match, 0, "reroll " + " ".join(map(str, ids)))
        for i in ids:
            expected[i] = FACES[stream.below(6)]
        assert faces(match) == "".join(expected)
    everybody_done(match)
    assert faces(match) == "".join(FACES[stream.below(6)] for _ in range(6))


def is_highest(dice, i):
    """No die of the same colour and face has a higher number."""
    return dice[i] not in dice[i + 1 : 4 if i < 4 else 6]
