"""Figures are right, and so are their intervals."""

from __future__ import annotations

import numpy as np
import pytest

from tests.balance.coins import COINS
from yokocho.balance.chances import chances, fit_stage
from yokocho.balance.estimators import Sums, bars, figures, quantiles, ratio, shares, t_quantile
from yokocho.balance.findings import Findings
from yokocho.balance.plan import Wish, plan
from yokocho.balance.running import Played, run
from yokocho.balance.series import Series, Table, play_block


@pytest.mark.parametrize(("freedom", "known"), [(4, 2.776), (10, 2.228), (49, 2.0096), (10_000, 1.960)])
def test_the_quantile_is_students(freedom: int, known: float) -> None:
    assert t_quantile(freedom) == pytest.approx(known, rel=0.01)


def test_intervals_hold_the_truth_in_95_of_100_cases() -> None:
    """A ratio of sums, the difference of two shares on the same deals, and a quantile."""
    chance, held = np.random.default_rng(1), np.zeros(3)
    cases = 400
    for _ in range(cases):
        lengths = chance.poisson(20, (50, 10)).astype(float)
        hits = chance.binomial(lengths.astype(int), 0.3).astype(float)
        luck = chance.normal(size=(50, 10))
        one, other = luck + chance.normal(size=(50, 10)) > 0, luck + chance.normal(size=(50, 10)) > 0.5
        sums: Sums = {"a": hits.sum(axis=1), "b": lengths.sum(axis=1)}
        sums |= {"c": one.sum(axis=1) * 1.0, "d": other.sum(axis=1) * 1.0, "n": np.full(50, 10.0)}
        found = figures(lambda s: np.stack([ratio(s["a"], s["b"]), ratio(s["c"] - s["d"], s["n"])], axis=-1), sums)
        found.append(quantiles(luck.reshape(-1), (0.9,))[0])
        for i, truth in enumerate((0.3, 0.5 - 0.36184, 1.28155)):
            held[i] += not found[i].differs_from(truth)
    assert (held / cases > 0.92).all() and (held / cases < 0.99).all(), held / cases


def test_what_never_happened_has_an_interval_too() -> None:
    never = shares("a", "n", {"a": np.zeros((50, 1)), "n": np.full((50, 1), 8.0)})[0]
    assert never.value == 0 and never.low == 0 and never.high is not None and 0 < never.high < 0.02
    assert figures(lambda s: ratio(s["a"], s["a"]), {"a": np.zeros(50)})[0] == (None, None, None)


def test_bars_are_shares_of_all() -> None:
    found = bars(np.array([3.0, 3.0, 4.0, 9.0]), 4)
    assert [label for label, _ in found] == ["2 to 3", "4 to 5", "6 to 7", "8 to 9"]
    assert [figure.value for _, figure in found] == [0.5, 0.25, 0.0, 0.25]


def test_chances_are_learned() -> None:
    chance = np.random.default_rng(2)
    truth = np.array([0.4, 0.3, 0.0, -0.3, 0.5])
    estimates, asked = chance.normal(0, 3, (4000, 3)), chance.integers(0, 3, 4000)
    strengths = 0.4 * estimates + truth[1:4] + 0.5 * (asked[:, None] == np.arange(3))
    won = np.array([chance.multinomial(1, p) for p in chances(strengths)], float)
    assert fit_stage(estimates, asked, won) == pytest.approx(truth, abs=0.12)


def test_a_game_whose_balance_is_known() -> None:
    table = Table(COINS, 2, "known")
    wish = Wish(6000, bot="random", ladder=("random", "greedy"), parts=("levels",))
    planned = plan(table, wish)
    played = Played(table, planned)
    assert run(table, planned, played)
    findings = Findings(table, planned, played)
    exhibits = {exhibit.id: exhibit for section in findings.sections() for exhibit in section.exhibits}
    for id in ("worth-0", "worth-1"):
        coin, stone = exhibits[id].rows
        assert coin.label.endswith("coin") and coin.figure.value == pytest.approx(0.2, abs=0.03)
        assert not coin.figure.differs_from(0.2) and not stone.figure.differs_from(-0.2)
        assert [f.value for f in coin.more] == pytest.approx([0.5, 0.6, 0.5, 0.5], abs=0.03)
    seats = exhibits["seats-won"].rows
    assert all(row.figure.value == pytest.approx(0.5, abs=0.03) for row in seats)
    assert exhibits["steps"].rows[0].figure.value == pytest.approx(0.6, abs=0.03)
    without = Series("without take coin", ("greedy", "greedy"), 6000, without=(0,))
    sums = [play_block(table, without, block) for block in range(50)]
    assert sum(block["won"][0] for block in sums) / 6000 == pytest.approx(0.3, abs=0.03)
    kinds = dict(zip(range(4), sum(block["kinds"] for block in sums)))
    assert kinds[0] == kinds[3] == 6000, "who may take only the stone is forced, the other one chooses"
