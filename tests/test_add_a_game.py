"""A game is one folder: the sample game is found, plays, keeps its rules, and docs/add-a-game.md tells the truth."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.rules import rule
from tests.support import ROOT, run, yokocho
from yokocho import catalog, cli
from yokocho.arena.simulate import simulate
from yokocho.bots import seats
from yokocho.core.coverage import coverage
from yokocho.core.defaults import left_out
from yokocho.core.game import BadInput, Game, Kernels, Words
from yokocho.core.match import Illegal, Match
from yokocho.core.record import AGENDA, EVENTS, SPECTATOR, UNKNOWN, State, copy, data
from yokocho.terminal import cards

GAME = catalog.game("last_dumpling")
EXAMPLE = ROOT / "examples" / "last_dumpling"
GUIDE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
SECOND = "## Simultaneous, hidden choices\n"
UMAMI = {"## A list of many actions\n": "state.py", "## An interruption\n": "rules.py"}


# --- one folder, found and played


def test_it_is_found_by_its_entry_point_alone() -> None:
    assert "last_dumpling" in entry_points(group="yokocho.games").names
    assert "last_dumpling" in catalog.names() and GAME in catalog.games()
    assert EXAMPLE in GAME.folder.parents
    ours = [path for path in (ROOT / "src").rglob("*.*") if path.suffix in (".py", ".toml", ".md")]
    assert ours and not any("last_dumpling" in path.read_text(encoding="utf-8") for path in ours)


def test_it_is_small() -> None:
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in EXAMPLE.rglob("*.py")) < 150


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_two_thousand_checked_matches(players: int, bot: str) -> None:
    outcome = simulate(GAME, players, 2000, [bot], checked=True, seed="dumplings")
    assert outcome.broken == []
    assert outcome.report()["endings"] == {"somebody took the last dumpling (LD-6)": 2000}
    assert 5 <= outcome.tallies[:, 0].mean() <= 20


@pytest.mark.parametrize("players", GAME.players)
def test_the_greedy_bot_beats_chance(players: int) -> None:
    outcome = simulate(GAME, players, 4000, ["greedy", *["random"] * (players - 1)], seed="dumplings")
    assert outcome.report()["bot_results"][0]["win_share"] > 1.1 / players


@pytest.mark.parametrize("players", GAME.players)
def test_a_whole_match_in_the_terminal(players: int, tmp_path: Path) -> None:
    kept = tmp_path / "match.json"
    table = ("--players", str(players), "--seed", "dumplings", "--plain", "--save", str(kept))
    played = yokocho("play", "last_dumpling", *table, stdin="take 1\n" * 40)
    assert played.returncode == 0, played.stderr
    assert "took the last dumpling" in played.stdout and "LD-6" in played.stdout
    match = Match.load(kept, catalog.game)
    assert match.over and match.players == players
    assert {move.notation for move in match.moves if move.seat == 0} == {"take 1"}
    checked = yokocho("verify", str(kept))
    assert checked.returncode == 0, checked.stderr


# --- the rules


def table(steamer: int | None = None, seats: str = "", turn: int = 0, seed: str = "0", **options: Any) -> Match:
    """A match from a small position; ``5:2 ?:0`` are a seat with an appetite of 5 and 2 eaten, and one yet to roll."""
    rows = [word.split(":") for word in (seats or "?:0 ?:0").split()]
    rest = 8 * len(rows) - sum(int(eaten) for _, eaten in rows)
    position: dict[str, Any] = {
        "players": len(rows),
        "options": options,
        "steamer": rest if steamer is None else steamer,
        "cat": 0 if steamer is None else rest - steamer,
        "seats": [{"appetite": int(die) if die != "?" else "?", "eaten": int(eaten)} for die, eaten in rows],
        "asked": [{"question": "turn", "seat": turn}],
        "seed": seed,
    }
    return Match.from_position(GAME, position)


@rule("LD-1")
@pytest.mark.parametrize("players", GAME.players)
def test_eight_dumplings_for_each_player(players: int) -> None:
    assert Match(GAME, players).state.steamer == 8 * players


@rule("LD-2")
def test_a_die_is_its_owners_secret() -> None:
    s = Match(GAME, 3, seed="cups").state
    assert all(4 <= s.appetite[p] <= 9 for p in range(3))
    for p in (SPECTATOR, 0, 1, 2):
        seen = GAME.view(s, p).appetite.tolist()
        assert seen[:3] == [int(s.appetite[q]) if q == p else UNKNOWN for q in range(3)]


@rule("LD-2")
def test_what_nobody_showed_you_changes_nothing_you_see() -> None:
    match = table(9, "6:3 4:2 9:1", turn=1)
    other = table(9, "6:3 8:2 5:1", turn=1, seed="another")
    for p in (0, SPECTATOR):
        one, two = (copy(m.state) for m in (match, other))
        if p == SPECTATOR:
            two.appetite[0] = 7
        one, two = GAME.view(one, p), GAME.view(two, p)
        assert data(one) == data(two)
        assert GAME.table(one, p, str) == GAME.table(two, p, str)


@rule("LD-2")
def test_every_roll_of_the_others_is_held_possible() -> None:
    view = GAME.view(Match(GAME, 2, seed="cups").state, 0)
    rolls = [int(GAME.imagined(view, 0, bytes([i]) * 32).appetite[1]) for i in range(1, 200)]
    assert set(rolls) == {4, 5, 6, 7, 8, 9}


@rule("LD-3")
def test_turns_pass_clockwise_from_seat_0() -> None:
    match = Match(GAME, 3, seed="turns")
    for p in (0, 1, 2, 0, 1):
        assert match.pending() == [p]
        match.play(p, "take 1")


@rule("LD-4")
def test_one_to_three_and_never_more_than_there_are() -> None:
    assert table().notations(0) == ["take 1", "take 2", "take 3"]
    match = table(2)
    assert match.notations(0) == ["take 1", "take 2"]
    with pytest.raises(Illegal, match=r"Only 2 left in the steamer. \(LD-4\)"):
        match.play(0, "take 3")
    with pytest.raises(Illegal, match="is not a move"):
        match.play(0, "pass")
    match.play(0, "take 1")
    assert match.state.steamer == 1 and match.state.eaten.tolist()[:2] == [1, 0]


def after(steamer: int, take: str) -> list[State]:
    """What 200 tables look like after the same move."""
    states = []
    for i in range(200):
        match = table(steamer, seed=str(i))
        match.play(0, take)
        states.append(match.state)
    return states


@rule("LD-5")
def test_taking_three_may_call_the_cat() -> None:
    left = [int(s.steamer) for s in after(9, "take 3")]
    assert set(left) == {5, 6} and 60 < left.count(5) < 140
    assert {int(s.steamer) for s in after(9, "take 2")} == {7}


@rule("LD-5")
def test_only_a_toss_is_news() -> None:
    match = table(9)
    match.play(0, "take 2")
    match.undo(0)
    match.play(0, "take 3")
    with pytest.raises(Illegal, match="came to light"):
        match.undo(0)


@rule("LD-R2")
def test_the_cat_leaves_the_last_dumpling() -> None:
    assert {int(s.steamer) for s in after(4, "take 3")} == {1}
    assert {int(s.steamer) for s in after(5, "take 3")} == {1, 2}


@rule("LD-6")
def test_whoever_takes_the_last_one_washes_the_dishes() -> None:
    match = table(1, "9:4 9:4")
    assert GAME.scores(match.state) == [4, 4]
    match.play(0, "take 1")
    assert match.result() == {"scores": [2, 4], "ranks": [2, 1], "ending": "somebody took the last dumpling (LD-6)"}


@rule("LD-R1")
@pytest.mark.parametrize("dishes", [0, 3, 9])
def test_the_dishes_cost_what_was_agreed(dishes: int) -> None:
    match = table(1, "9:4 9:4", dishes=dishes)
    match.play(0, "take 1")
    assert GAME.scores(match.state) == [5 - dishes, 4]


@rule("LD-7")
def test_beyond_your_appetite_each_dumpling_costs_a_point() -> None:
    assert [GAME.scores(table(2, f"5:{eaten} 9:0").state)[0] for eaten in range(4, 9)] == [4, 5, 4, 3, 2]


@rule("LD-7")
def test_at_the_end_the_cups_are_lifted() -> None:
    match = table(1, "5:7 4:6")
    assert GAME.scores(match.view(0)) == [3, 6]  # seat 1 may still be hungry for all seat 0 knows
    match.play(0, "take 1")
    assert match.view(0).appetite.tolist()[:2] == [5, 4]
    assert GAME.scores(match.view(SPECTATOR)) == GAME.scores(match.state) == [2 - 3, 2]
    with pytest.raises(Illegal, match="came to light"):
        match.undo(0)


@rule("LD-8")
def test_most_points_win_and_equals_share_the_place() -> None:
    match = table(2, "4:4 6:8 9:5 9:2")  # 4, 4, 5, 2 points
    assert GAME.ranks(match.state) == [2, 2, 1, 4]


# --- positions


def test_a_position_reads_as_it_was_written() -> None:
    position = GAME.write(table(9, "6:3 4:2 9:1", turn=1).state)
    assert position["seats"][1] == {"appetite": 4, "eaten": 2}
    assert position["steamer"] == 9 and position["last"] is None
    assert position["asked"] == [{"question": "turn", "seat": 1}]
    assert GAME.write(GAME.read(GAME, position)) == position


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"players": 5}, "players: a number from 2 to 4, not 5"),
        ({"soup": 1}, "soup: unknown"),
        ({"options": {"soup": 1}}, "no option 'soup'"),
        ({"seats": 3}, "seats: a list of at most 2"),
        ({"seats": [{}, {}, {}]}, "seats: a list of at most 2"),
        ({"seats": [{}, 3]}, r"seats\[1\]: an object"),
        ({"seats": [{}, {"hand": 3}]}, r"seats\[1\].hand: unknown"),
        ({"seats": [{}, {"eaten": "much"}]}, r"seats\[1\].eaten: a number from 0 to 32, not 'much'"),
        ({"seats": [{"eaten": 10}, {"eaten": 7}]}, "each dumpling is in the steamer, eaten, or the cat's"),
        ({"seats": [{"appetite": 3}]}, r"seats\[0\].appetite: one of 4, 5, 6, 7, 8, 9, not 3"),
        ({"steamer": 33}, "steamer: a number from 0 to 32, not 33"),
        ({"steamer": True}, "steamer: a number from 0 to 32, not True"),
        ({"steamer": None}, "steamer: a number from 0 to 32, not None"),
        ({"steamer": "?"}, "steamer: there is nothing to deal"),
        ({"steamer": 15}, "each dumpling is in the steamer, eaten, or the cat's"),
        ({"steamer": 0, "cat": 16}, "turns go on until the last one is taken"),
        ({"last": 1}, "turns go on until the last one is taken"),
        ({"last": 2}, "last: a number from 0 to 1 or null, not 2"),
        ({"asked": []}, "turns go on until the last one is taken"),
        ({"asked": [{"question": "turn", "seat": 0}] * 2}, "turns go on until the last one is taken"),
        ({"asked": [{"question": "turn", "seat": 2}]}, r"asked\[0\]: a question asks a seat from 0 to 1"),
        ({"asked": [{"question": "turn", "seats": 1}]}, r"asked\[0\]: a question asks a seat from 0 to 1"),
        ({"asked": [{"question": ["turn"], "seat": 1}]}, r"asked\[0\]: question is one of turn$"),
        ({"asked": [{"step": "turn"}]}, r"asked\[0\]: question is one of turn$"),
        ({"generator": "0"}, "generator: 64 hexadecimal digits"),
        ({"generator": "0" * 64}, "generator: 64 hexadecimal digits, not all of them 0"),
    ],
)
def test_an_impossible_position_is_refused(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        GAME.read(GAME, {"players": 2} | change)


# --- the guide


def chapter(heading: str) -> str:
    """What stands in the guide under a heading."""
    return GUIDE.partition(heading)[2].partition("\n## ")[0]


def blocks(language: str, text: str = GUIDE) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def test_the_guide_quotes_the_second_sample_word_for_word() -> None:
    code = (catalog.game("pass_the_tray").folder / "__init__.py").read_text(encoding="utf-8")
    quotes = blocks("python", chapter(SECOND))
    assert len(quotes) > 7
    for quote in quotes:
        assert f"\n{quote}" in code, quote


def test_the_guide_quotes_umami_word_for_word() -> None:
    folder = catalog.game("umami").folder
    for heading, name in UMAMI.items():
        code = (folder / name).read_text(encoding="utf-8").splitlines()
        quotes = blocks("python", chapter(heading))
        assert len(quotes) == 2
        for line in "".join(quotes).splitlines():
            assert line in code, line


def test_what_clients_draw_is_listed() -> None:
    """Colours and shapes are those that both clients have."""
    text = (ROOT / "docs/api-matches.md").read_text(encoding="utf-8")
    css = (ROOT / "web/src/styles/pieces.css").read_text(encoding="utf-8")
    for what, known in (("color", cards.COLORS), ("shape", cards.SHAPES)):
        drawn = set(re.findall(rf"^\[data-{what}='(\w+)'\]", css, re.M)) & set(known)
        (listed,) = re.findall(rf"^\| `Piece.{what}` \| (.*?) \|", text, re.M)
        assert sorted(listed.split(", ")) == sorted(drawn)


def test_the_guide_names_the_room_there_is() -> None:
    assert f"at most {EVENTS} events, and the agenda has {AGENDA} rows" in GUIDE


def test_the_guide_quotes_the_sample_word_for_word() -> None:
    code = (GAME.folder / "__init__.py").read_text(encoding="utf-8")
    elsewhere = [quote for heading in (SECOND, *UMAMI) for quote in blocks("python", chapter(heading))]
    quotes = [quote for quote in blocks("python") if quote not in elsewhere]
    for quote in quotes:
        assert f"\n{quote}" in code, quote
    quoted = {line for quote in quotes for line in quote.splitlines()}
    rest = re.sub(r"# fmt: off\n.*?# fmt: on\n", "", code, flags=re.S)  # imports
    missing = [line for line in rest.splitlines() if line not in quoted and not re.match(r'"""|from |import ', line)]
    assert missing == [], "the guide walks through all of it"
    files = [EXAMPLE / "pyproject.toml", GAME.folder / "components.toml", GAME.folder / "RULES.md"]
    data = [path.read_text(encoding="utf-8") for path in files]
    for quote in [*blocks("toml"), *blocks("markdown")]:
        assert any(quote in text for text in data), quote


def test_the_guide_names_commands_that_exist() -> None:
    lines = [line.partition("#")[0] for block in blocks("sh") for line in block.splitlines()]
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("yokocho ")]
    assert {command[0] for command in commands} >= {"play", "simulate", "rules", "replay", "verify"}
    for command in commands:
        cli.parser().parse_args(command)


def test_the_guide_links_to_files_that_exist() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", GUIDE):
        assert (ROOT / "docs" / target).exists(), target


def test_every_rule_has_code_and_a_test() -> None:
    assert [row["id"] for row in coverage(GAME) if not (row["code"] and row["tests"])] == []


# --- what the core does for a game that leaves it out


def test_an_observation_is_the_question_what_is_legal_and_the_points_a_seat_knows() -> None:
    game, s = GAME, table(2, "6:3 4:5 9:1").state
    told = {}
    for p in range(3):
        out = np.zeros(game.features, np.float32)
        game.kernels.observe(game.view(s, p), p, out)
        told[p] = {part.name: out[part.slice].tolist() for part in game.observation if part.name != "first argument"}
    assert [told[p]["legal actions"] for p in range(3)] == [[1, 1, 0], [0, 0, 0], [0, 0, 0]], "seat 0 is asked"
    assert told[1]["looking seat"] == [0, 1, 0, 0] and told[1]["number of seats"] == [0, 0, 1, 0]
    assert told[1]["asked seats"] == [0, 0, 1, 0], "seat 0 is the second after seat 1"
    assert [told[1][f"points of seat +{i}"] for i in range(4)] == [[3], [1], [3], [0]], "its own first"
    assert game.features_of(3) == game.features - 1


def test_parts_of_an_observation_follow_each_other() -> None:
    starts = [part.start for part in GAME.observation]
    assert starts[0] == 0 and [part.slice.stop for part in GAME.observation] == [*starts[1:], GAME.features]


def test_an_estimate_is_the_score_and_a_label_the_notation() -> None:
    match = table(9, "6:3 4:5 9:1")
    out = np.zeros(3)
    GAME.kernels.estimate(match.state, out)
    assert out.tolist() == GAME.scores(match.state) == [3, 3, 1]
    assert GAME.words.label(match.view(0), 0, 2, str) == "take 3"
    assert GAME.words.asks(match.state) == "turn"
    assert [panel.score for panel in match.scene(0).panels] == [3, 5, 1]
    assert match.scene(1).question == "Waiting for seat 0"
    assert match.scene(0).choices[1].pieces == ["dumpling#7", "dumpling#8"]


def test_defaults_are_kept_on_disk_like_other_kernels(tmp_path: Path) -> None:
    """In a process of its own, twice: the second finds what the first compiled."""
    code = "from yokocho import catalog; g = catalog.game('last_dumpling'); s = g.new(2, None, bytes(range(32)))"
    code += "; g.ranks(s); print(sum(g.kernels.rank.stats.cache_hits.values()))"
    told = [run("-c", code, YOKOCHO_CACHE=str(tmp_path), YOKOCHO_PLAIN="0").stdout.strip() for _ in range(2)]
    assert told == ["0", "1"]


def sample_with(**changes: Any) -> Game:
    """The sample with other words or kernels, and what follows from them made anew."""
    return replace(GAME, **(dict.fromkeys(("panel", "table", "write", "read"), left_out) | changes))


def test_words_that_are_left_out() -> None:
    game = sample_with(words=Words(notation=GAME.words.notation, questions={0: "turn"}, told=GAME.words.told))
    match = Match.from_position(game, GAME.write(table(2).state))
    assert match.scene(0).question == "Choose: turn."
    with pytest.raises(Illegal, match=r"'take 3' is not possible now: Choose: turn. \(LD-1\)"):
        match.play(0, "take 3")
    match.play(0, "take 2")
    assert match.log(1) == ["seat 0 eats 2", "seat 0 took the last dumpling and washes the dishes"]
    assert match.scene(0).question == "The game is over."


@pytest.mark.parametrize("sentence", ["{0:seat} eats {1:snack}", "{3}", "{name}", "{}", "{0!r}"])
def test_a_sentence_with_an_unknown_name_is_refused_at_once(sentence: str) -> None:
    with pytest.raises(ValueError, match=r"Last Dumpling: what is told, .* as \{0:seat\} or \{0:dish\}"):
        sample_with(words=replace(GAME.words, told=(sentence,), terms={"dish": ["soup"]}, narrate=left_out))


def test_a_word_list_names_what_is_told() -> None:
    """The 1 in what is told is the second word, "some"."""
    told = ("{0:seat} eats {1:many}", *GAME.words.told[1:])
    many = {"many": ["none", "some", "a lot"]}
    game = sample_with(words=replace(GAME.words, told=told, terms=many, narrate=left_out))
    match = Match.from_position(game, GAME.write(table(9).state))
    match.play(0, "take 1")
    assert match.log(1) == ["seat 0 eats some"]


def test_kernels_that_are_left_out() -> None:
    k = GAME.kernels
    game = sample_with(kernels=Kernels(k.deal, k.legal, k.apply, k.score, k.mask, k.imagine), invariants=())
    outcome = simulate(game, 3, 50, ["greedy"], checked=True, seed="plain")
    assert outcome.broken == [] and (outcome.ranks.min(axis=1) == 1).all()
    view = Match(game, 2, seed="view").view(0)
    assert seats.advice(game, view, 0) == [(0, 0.0), (1, 0.0), (2, 0.0)]
    assert game.kernels.ending(view) == game.kernels.check(view, view) == 0


def test_an_observation_of_ones_own_has_named_parts() -> None:
    with pytest.raises(ValueError, match="observation names the parts of what observe writes"):
        sample_with(observation=())


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"who": []}, "Last Dumpling: positions would not hold `last` of the state: name them in `fields`"),
        ({"table": {}, "seat": {}}, "positions would not hold `appetite` and `cat` and `eaten` and `steamer` of"),
        ({"who": ["last", "first"]}, "the state has no `first`, which `fields` names"),
        ({"who": ["last", "cat"]}, "`fields` names `cat` twice"),
    ],
)
def test_a_game_whose_positions_lose_a_field_is_refused_when_it_is_made(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        sample_with(fields=replace(GAME.fields, **change))
    own = sample_with(fields=replace(GAME.fields, **change), write=GAME.write, read=GAME.read)
    assert own.write is GAME.write, "a game with positions of its own is not held to `fields`"
