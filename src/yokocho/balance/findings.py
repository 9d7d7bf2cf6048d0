"""Figures from what was played, by section of the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from yokocho.balance.estimators import Figure, Sums, bars, figures, quantiles, ratio, shares
from yokocho.balance.exhibits import (
    BARS,
    CURVE,
    DIFFERENCE,
    DOTS,
    NUMBER,
    POINTS_OF_SHARE,
    SHARE,
    TABLE,
    Exhibit,
    Row,
    Section,
)
from yokocho.balance.native.playing import (
    CHANGES,
    DECISIONS,
    LEGAL,
    MARGIN,
    POINT_CHANGES,
    SETTLED,
    SHARED,
    WIDTHS,
)
from yokocho.balance.native.watching import POINTS
from yokocho.balance.plan import CHANGE, LEVEL, MAIN, RULE, STEP, WITHOUT
from yokocho.balance.running import Played
from yokocho.balance.series import Series, Table

SEEN = 100  # times that something has to be taken, and left, to be shown
LEAST = 1e-4  # share of wins that a rating tells from none
SURE = 1.645  # standard deviations: 95 % lie below
CLASSES = 24  # most bars of a distribution
KIND_WORDS = (
    "one legal action",
    "one sensible action",
    "several, all as good",
    "a real choice",
)
Floats: TypeAlias = npt.NDArray[np.float64]
Statistic: TypeAlias = Callable[[Sums], Floats]


def mean_of(index: int) -> Statistic:
    """The mean of a number that is tallied for each match."""
    return lambda sums: ratio(sums["tally"][..., index], sums["matches"][..., 0])


def best_score(sums: Sums) -> Floats:
    return ratio(sums["best score"][..., 0], sums["matches"][..., 0])


def mean_score(sums: Sums) -> Floats:
    return ratio(sums["points"].sum(axis=-1), sums["matches"][..., 0] * sums["points"].shape[-1])


def first_seat(sums: Sums) -> Floats:
    return ratio(sums["won by seat"][..., 0], sums["matches"][..., 0])


def seat_spread(sums: Sums) -> Floats:
    """The standard deviation of the shares that seats win."""
    return np.asarray(ratio(sums["won by seat"], sums["matches"][..., :1]).std(axis=-1))


def one(statistic: Statistic, blocks: Sums) -> Figure:
    return figures(statistic, {name: rows for name, rows in blocks.items() if name not in LONG})[0]


LONG = ("lengths", "scores", "samples", "shares", "choices")  # large, and not of use to most statistics


def name_of(series: Series) -> str:
    """Its name without its kind."""
    return series.name.partition(" ")[2]


def kind_of(series: Series) -> str:
    return series.name.partition(" ")[0]


class Findings:
    """The figures of a page, from the series of its plan that are complete."""

    def __init__(self, table: Table, plan: Sequence[Series], played: Played) -> None:
        self.table, self.plan, self.played = table, plan, played
        self.fair = 1 / table.players
        self.known = [(series, sums) for series in plan if (sums := played.sums(series)) is not None]
        self.main = next((sums for series, sums in self.known if kind_of(series) == MAIN), None)
        self.bot = plan[0].bots[0]

    def of(self, kind: str) -> list[tuple[Series, Sums]]:
        return [(series, sums) for series, sums in self.known if kind_of(series) == kind]

    def sections(self) -> list[Section]:
        """All that can be said so far."""
        found = []
        if self.main is not None:
            found += [self.seats(), self.results(self.main), self.lead(self.main), self.decisions(self.main)]
            found.append(self.worths(self.main))
        found += [self.without(), self.skill()]
        found += [self.effects(RULE, "rules", "House rules"), self.effects(CHANGE, "components", "Component data")]
        return [section for section in found if section.exhibits]

    def report(self) -> dict[str, Any]:
        """Everything as data; the keys are a public interface."""
        head = {key: value for key, value in self.played.head.items() if key != "series"}
        return head | {
            "bot": self.bot,
            "matches": {series.name: float(sums["matches"].sum()) for series, sums in self.known},
            "refused": {series.name: why for series in self.plan if (why := self.played.refused(series))},
            "sections": [section.data() for section in self.sections()],
        }

    def title(self) -> str:
        return f"The balance of {self.table.game.title}, {self.table.players} players"

    def words(self) -> list[str]:
        """What the page is about."""
        game, many = self.table.game, sum(float(sums["matches"].sum()) for _, sums in self.known)
        lacking = len(self.plan) - len(self.known) - sum(bool(self.played.refused(series)) for series in self.plan)
        said = [
            f"{many:,.0f} matches between bots, {self.bot} where nothing else is said, from the seed "
            f"{self.table.seed!r}; rules version {game.version}, components {game.components}.",
            "Behind each figure stands the interval that holds the true one in 95 of 100 cases. Of a hundred figures "
            "five miss theirs by chance alone: believe what is far outside, or what a second seed says too. A chart is "
            "red where an interval leaves out the dashed line.",
        ]
        return [*said, f"{lacking} series are not complete and are left out."] if lacking else said

    # --- one section each

    def seats(self) -> Section:
        rows, points = [], []
        for name, sums in [(name_of(series), sums) for series, sums in self.of(LEVEL)]:
            for p, won in enumerate(shares("won by seat", "matches", sums)):
                rows.append(Row(f"seat {p}", won, name))
        main = self.main or {}
        if not rows:
            rows = [Row(f"seat {p}", won, self.bot) for p, won in enumerate(shares("won by seat", "matches", main))]
        means = figures(lambda sums: ratio(sums["points by seat"], sums["matches"]), brief(main))
        points = [Row(f"seat {p}", mean) for p, mean in enumerate(means)]
        return Section(
            "seats", "Seats", "Seat 0 is the first of a new match. All levels play the same deals.",
            [
                Exhibit("seats-won", "Share won by seat, by level of play", "A shared win is split.", "share won", DOTS,
                        SHARE, rows, self.fair, "an equal share", "seat"),
                Exhibit("seats-points", f"Points by seat, {self.bot}", "", "mean points", DOTS, NUMBER, points,
                        label="seat"),
            ],
        )  # fmt: skip

    def results(self, main: Sums) -> Section:
        lengths, scores = main["lengths"].reshape(-1), main["scores"].reshape(-1)
        most = main["matches"].sum() * self.table.players
        assert len(scores) == most
        by_match = scores.reshape(-1, self.table.players).max(axis=1)
        tops = quantiles(by_match, (0.05, 0.5, 0.95))
        ends = shares("endings", "matches", main)
        return Section(
            "results", "Scores and length", "",
            [
                Exhibit("means", "In the mean", "", "figure", TABLE, NUMBER, [
                    Row("points of a player", one(mean_score, main)),
                    Row("points of the winner", one(best_score, main)),
                    Row("points by which the best beats the second", one(mean_of(MARGIN), main)),
                    Row("matches of 100 with a shared win", scaled(one(mean_of(SHARED), main), 100)),
                    Row("decisions of a match", one(mean_of(DECISIONS), main)),
                ], label="what"),
                Exhibit("spread", "From low to high", "Of 100 matches, 5 lie below the 5 %, 95 below the 95 %.",
                        "figure", TABLE, NUMBER, [
                    *(Row(f"points of the winner, {q} %", f) for q, f in zip((5, 50, 95), tops)),
                    *(Row(f"decisions, {q} %", f)
                      for q, f in zip((5, 50, 95), quantiles(lengths, (0.05, 0.5, 0.95)))),
                ], label="what"),
                Exhibit("scores", "Points of the winner", "How often the best score is so high.", "share of matches",
                        BARS, SHARE, rows_of(bars(by_match, CLASSES)), label="points"),
                Exhibit("lengths", "Decisions of a match", "All seats together, forced ones included.",
                        "share of matches", BARS, SHARE, rows_of(bars(lengths, CLASSES)), label="decisions"),
                Exhibit("endings", "Why it ends", "", "share of matches", DOTS, SHARE,
                        [Row(name, f) for name, f in zip(self.table.game.endings, ends) if f.value], label="reason"),
            ],
        )  # fmt: skip

    def lead(self, main: Sums) -> Section:
        curve = figures(lambda sums: ratio(sums["curves"], sums["matches"]), brief(main))
        rows = [
            Row(f"{100 * (2 * j + 1) // (2 * POINTS)} %", curve[i * POINTS + j], name)
            for i, name in enumerate(("by estimate", "by points"))
            for j in range(POINTS)
        ]
        return Section(
            "lead", "Lead",
            "The estimate is the game's own, of the final points, with all cards open; points are those on the table.",
            [
                Exhibit("leader", "How often the leader wins in the end",
                        "At each part of the match; where several lead, their mean.", "share won", CURVE, SHARE, rows,
                        self.fair, "an equal share", "of the match"),
                Exhibit("changes", "Changes of the lead", "", "figure", TABLE, NUMBER, [
                    Row("changes of the lead by estimate", one(mean_of(CHANGES), main)),
                    Row("changes of the lead by points", one(mean_of(POINT_CHANGES), main)),
                    Row("part of the match after which the winner leads to the end, by estimate, %",
                        scaled(one(mean_of(SETTLED), main), 100)),
                ], label="what"),
            ],
        )  # fmt: skip

    def decisions(self, main: Sums) -> Section:
        kinds = figures(lambda sums: ratio(sums["kinds"], sums["tally"][..., [DECISIONS]]), brief(main))
        widths = figures(lambda sums: ratio(sums["widths"], sums["tally"][..., [DECISIONS]]), brief(main))
        legal = one(lambda sums: ratio(sums["tally"][..., LEGAL], sums["tally"][..., DECISIONS]), main)
        names = ["1", "2", *(f"{2 ** (i - 1) + 1} to {2**i}" for i in range(2, WIDTHS - 1)), "more"]
        return Section(
            "decisions", "Decisions",
            "Sensible is what the game offers its bots, good what its advice says of an action.",
            [
                Exhibit("kinds", "What there is to decide", "", "share of decisions", DOTS, SHARE,
                        [Row(name, f) for name, f in zip(KIND_WORDS, kinds)], label="decision"),
                Exhibit("widths", "How many actions are legal",
                        f"In the mean {legal.value:.2f} ({legal.low:.2f} to {legal.high:.2f}).", "share of decisions",
                        BARS, SHARE, [Row(name, f) for name, f in zip(names, widths)], label="legal actions"),
            ],
        )  # fmt: skip

    def worths(self, main: Sums) -> Section:
        """What was taken against what was open and left."""
        found = []
        if "choices" in main and self.table.choices:
            rows = worth_rows(self.table.choices, main["choices"])
            start = 0
            groups = [("Kinds of actions", len(self.table.game.verbs), False)]
            groups += [(group.title, len(group.names), group.once) for group in self.table.game.pieces]
            for i, (title, many, once) in enumerate(groups):
                shown = sorted(
                    (row for row in rows[start : start + many] if row), key=lambda row: -(row.figure.value or 0)
                )
                start += many
                words = (
                    "Seats that had it by the end against seats that could hope for it and had it not."
                    if once
                    else "Decisions in which it was chosen against those in which something else was."
                )
                if shown:
                    found.append(
                        Exhibit(f"worth-{i}", title, words, "share won above expectation", DOTS, POINTS_OF_SHARE,
                                shown, 0.0, "no difference", "choice", WORTH_COLUMNS)
                    )  # fmt: skip
        return Section(
            "worth", "What things are worth",
            "By how much more those won who took it than those who left it, after the chance that each had before is "
            "taken off: so a card is not praised for being taken by whoever leads. It is no proof of a cause: "
            f"{self.bot} bots take what they believe in.",
            found,
        )  # fmt: skip

    def without(self) -> Section:
        rows = [Row(name_of(series), shares("won", "all", with_all(sums))[0]) for series, sums in self.of(WITHOUT)]
        rows.sort(key=lambda row: row.figure.value or 0.0)
        found = Exhibit(
            "without-won", "Share won by a bot that does without", f"Against {self.bot} bots that do everything, in "
            "every seat of the same deals. Where nothing else is legal it plays the action after all.", "share won",
            DOTS, SHARE, rows, self.fair, "an equal share", "without",
        )  # fmt: skip
        return Section("without", "Doing without", "What each kind of action is good for.", [found] if rows else [])

    def skill(self) -> Section:
        rows = []
        for series, sums in self.of(STEP):
            won = shares("won", "all", with_all(sums))[0]
            rows.append(Row(name_of(series), won, more=(self.rating(won), self.patience(won))))
        found = Exhibit(
            "steps", "Share won by one better player", "One of the better level among others of the lower, in every "
            "seat of the same deals.", "share won", DOTS, SHARE, rows, self.fair, "an equal share", "step",
            (("rating points", DIFFERENCE), ("matches until it leads for sure", NUMBER)),
        )  # fmt: skip
        words = (
            "How far a better player gets. A match is luck as far as the share is near an equal one. The last column: "
            "after how many matches the better one has won more than an equal share with a chance of 95 %."
        )
        return Section("skill", "Skill against luck", words, [found] if rows else [])

    def rating(self, won: Figure) -> Figure:
        """A share of wins as a difference of ratings: 400 for a factor of ten in the odds against each other."""
        others = self.table.players - 1

        def points(share: float) -> float:
            share = min(max(share, LEAST), 1 - LEAST)
            return float(400 * np.log10(share * others / (1 - share)))

        return mapped(won, points)

    def patience(self, won: Figure) -> Figure:
        """After how many matches who wins such a share has more than an equal one, with a chance of 95 %."""

        def matches(w: float) -> float:
            return float(max(1.0, SURE**2 * w * (1 - w) / (w - self.fair) ** 2)) if w > self.fair else float("inf")

        if won.low is None or won.low <= self.fair:
            return Figure(None, None, None)
        return mapped(won, matches)

    def effects(self, kind: str, id: str, title: str) -> Section:
        """What changes with a house rule or other component data, on the same deals."""
        usual = next((sums for series, sums in self.of(LEVEL) if name_of(series) == self.bot), None)
        if usual is None or not self.of(kind):
            return Section(id, title, "")
        statistics: list[tuple[str, str, Statistic, str, str]] = [
            ("length", "Length", mean_of(DECISIONS), "decisions more of a match", DIFFERENCE),
            ("winner", "Points of the winner", best_score, "points more", DIFFERENCE),
            ("first", "Share won by seat 0", first_seat, "share more", POINTS_OF_SHARE),
            ("uneven", "How unequal the seats are", seat_spread, "standard deviation of shares more", POINTS_OF_SHARE),
            ("lead", "Changes of the lead", mean_of(CHANGES), "changes more", DIFFERENCE),
            ("settled", "When it is settled", mean_of(SETTLED), "part of the match later", POINTS_OF_SHARE),
        ]
        exhibits = []
        for name, words, statistic, what, unit in statistics:
            rows = [
                Row(name_of(series), one(difference(statistic), paired(usual, sums))) for series, sums in self.of(kind)
            ]
            exhibits.append(Exhibit(f"{id}-{name}", words, "", what, DOTS, unit, rows, 0.0, "as usual", "changed"))
        said = [f"{name_of(s)}: {self.played.refused(s)}." for s in self.plan if self.played.refused(s)]
        return Section(
            id,
            title,
            f"Each against the usual game, on the same deals, all seats {self.bot}. " + " ".join(said),
            exhibits,
        )


# --- helpers

WORTH_COLUMNS = (
    ("taken when open", SHARE),
    ("won when taken", SHARE),
    ("won when open", SHARE),
    ("chance before it was taken", SHARE),
)


def worth_rows(names: Sequence[str], choices: Floats) -> list[Row | None]:
    """A row for each choice that was taken and left often enough."""
    total = choices.sum(axis=0).reshape(-1, 6)
    often = (total[:, 3] >= SEEN) & (total[:, 0] - total[:, 3] >= SEEN)

    def statistic(sums: Sums) -> Floats:
        cells = sums["choices"].reshape(*sums["choices"].shape[:-1], -1, 6)[..., often, :]
        open, won, chance, took, took_won, took_chance = np.moveaxis(cells, -1, 0)
        left = ratio(won - took_won - chance + took_chance, open - took)
        parts = (
            ratio(took_won - took_chance, took) - left,
            *(ratio(took, open), ratio(took_won, took), ratio(won, open), ratio(took_chance, took)),
        )
        return np.asarray(np.stack(parts, axis=-1).reshape(*cells.shape[:-2], -1))

    found = iter(np.array(figures(statistic, {"choices": choices}), dtype=object).reshape(-1, 5, 3))
    rows: list[Row | None] = []
    for name, shown in zip(names, often, strict=True):
        if shown:
            first, *more = (Figure(*cell) for cell in next(found))
            rows.append(Row(name, first, more=tuple(more)))
        else:
            rows.append(None)
    return rows


def brief(sums: Sums) -> Sums:
    return {name: rows for name, rows in sums.items() if name not in LONG}


def scaled(figure: Figure, factor: float) -> Figure:
    return mapped(figure, lambda value: factor * value)


def mapped(figure: Figure, function: Callable[[float], float]) -> Figure:
    """A monotonous function of a figure."""
    if figure.value is None:
        return figure
    if figure.low is None or figure.high is None:
        return Figure(function(figure.value), None, None)
    ends = sorted((function(figure.low), function(figure.high)))
    return Figure(function(figure.value), ends[0], ends[1])


def rows_of(found: Sequence[tuple[str, Figure]]) -> list[Row]:
    return [Row(label, figure) for label, figure in found]


def with_all(sums: Sums) -> Sums:
    """With the number of matches as that of all wins: each match has one."""
    return {"won": sums["won"], "all": sums["matches"][:, 0]}


def paired(usual: Sums, other: Sums) -> Sums:
    """Both series side by side, block by block."""
    return {f"usual {name}": rows for name, rows in brief(usual).items()} | {
        f"other {name}": rows for name, rows in brief(other).items()
    }


def difference(statistic: Statistic) -> Statistic:
    """The statistic of the other series less that of the usual one."""

    def of(which: str, sums: Sums) -> Sums:
        return {name.removeprefix(f"{which} "): rows for name, rows in sums.items() if name.startswith(f"{which} ")}

    return lambda sums: statistic(of("other", sums)) - statistic(of("usual", sums))
