"""The sample game with one thing wrong at a time; run as `YOKOCHO_PLAIN=1 python -m tests.broken`, it prints what is
found. As plain Python, since compiling so many games would take long.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import numpy as np

from last_dumpling import ATE, ENDED, GAME, TURN, apply, check, imagine, legal, mask, zones
from yokocho.core.actions import Actions, Notation
from yokocho.core.agenda import ask, drop, hush, step, tell, then
from yokocho.core.defaults import left_out
from yokocho.core.game import Game
from yokocho.core.happenings import happens
from yokocho.core.position import write_asked
from yokocho.core.record import EVENTS, SPECTATOR, UNKNOWN, State, copy
from yokocho.core.rng import below
from yokocho.core.scene import Piece, Zone
from yokocho.testing import PROMISES, Broken

MATCHES = 6
ELSEWHERE = random.Random(1)
WORDS = ("narrate", "parse", "label", "asks", "summary", "heading", "secret")


def sample(**changes: Any) -> Game:
    return replace(GAME, **(dict.fromkeys(("panel", "table"), left_out) | changes))


def with_kernels(**kernels: Any) -> Game:
    return sample(kernels=replace(GAME.kernels, **kernels))


def with_words(**words: Any) -> Game:
    return sample(words=replace(GAME.words, **(dict.fromkeys(WORDS, left_out) | words)))


# --- what is legal, and what it does


def twice(s: State, p: int, out: Any) -> int:
    n = legal(s, p, out)
    if n > 2:
        out[n - 1] = out[0]
    return n


def for_everybody(s: State, p: int, out: Any) -> int:
    out[0] = 0
    return int(s.steamer > 0)


def not_the_last_one(s: State, p: int, out: Any) -> int:
    return legal(s, p, out) if s.steamer > 1 else 0


def by_appetite(s: State, p: int, out: Any) -> int:
    hungry = any(s.appetite[q] > 6 for q in range(s.players))
    return legal(s, p, out) if hungry else min(1, legal(s, p, out))


def for_ever(s: State, p: int, a: int) -> None:
    hush(s)
    drop(s)
    then(s, (ask(TURN, (p + 1) % s.players),))


def from_nowhere(s: State, p: int, a: int) -> None:
    apply(s, p, a)
    s.eaten[p] += 1


def by_chance_from_elsewhere(s: State, p: int, a: int) -> None:
    apply(s, p, a)
    if s.steamer > 1 and ELSEWHERE.random() < 0.5:
        s.steamer -= 1
        s.cat += 1


def never_dropped(s: State, p: int, a: int) -> None:
    hush(s)
    s.steamer -= a + 1
    s.eaten[p] += a + 1
    then(s, (ask(TURN, (p + 1) % s.players),) * 5)


def dropped_twice(s: State, p: int, a: int) -> None:
    hush(s)
    drop(s)
    drop(s)


def talkative(s: State, p: int, a: int) -> None:
    apply(s, p, a)
    for _ in range(EVENTS):
        tell(s, ATE, p, a + 1)


def unseen_chance(s: State, p: int, a: int) -> None:
    before = s.news
    apply(s, p, a)
    if s.steamer > 0:
        s.news = before


def unseen_cups(s: State, p: int, a: int) -> None:
    hush(s)
    drop(s)
    s.steamer -= a + 1
    s.eaten[p] += a + 1
    if s.steamer > 0:
        then(s, (ask(TURN, (p + 1) % s.players),))
    else:
        s.last = p
        tell(s, ENDED, p)


def all_second(s: State, out: Any) -> None:
    out[:] = 2


# --- secrets

SEEN: dict[str, int] = {}  # the truth, behind the back of `mask`


def generator_forgotten(s: State, p: int) -> None:
    words = s.rng.copy()
    mask(s, p)
    s.rng[:] = words


def gallery_forgotten(s: State, p: int) -> None:
    if p == SPECTATOR:
        s.rng[:] = 0
    else:
        mask(s, p)


def seat_forgotten(s: State, p: int) -> None:
    die = s.appetite[1]
    mask(s, p)
    if p == 0:
        s.appetite[1] = die


def small_dice_forgotten(s: State, p: int) -> None:
    dice = s.appetite.copy()
    mask(s, p)
    for q in range(s.players):
        if dice[q] <= 6:
            s.appetite[q] = dice[q]


def different_twice(s: State, p: int) -> None:
    mask(s, p)
    s.cat += 1


def remembering(s: State, p: int) -> None:
    SEEN["die"] = int(s.appetite[(p + 1) % s.players])
    mask(s, p)


def all_dice(s: State, p: int) -> None:
    for q in range(s.players):
        s.appetite[q] = UNKNOWN
    imagine(s, p)


def one_eaten(s: State, p: int) -> None:
    imagine(s, p)
    s.appetite[s.players :] = 4


def no_nines(s: State, p: int) -> None:
    for q in range(s.players):
        if s.appetite[q] == UNKNOWN:
            s.appetite[q] = 4 + below(s.rng, 5)


def nothing_imagined(s: State, p: int) -> None:
    pass


def known_dice(before: State, s: State) -> int:
    return check(before, s) or int(any(s.appetite[p] == UNKNOWN for p in range(s.players)))


# --- features and advice

observe = GAME.kernels.observe


def peeking(s: State, p: int, out: Any) -> None:
    observe(s, p, out)
    out[1] = SEEN["die"] / 10


def too_many(s: State, p: int, out: Any) -> None:
    observe(s, p, out)
    out[-1] = 1


def adding(s: State, p: int, out: Any) -> None:
    SEEN["calls"] = SEEN.get("calls", 0) + 1
    observe(s, p, out)
    out[2] = SEEN["calls"] % 2


def infinite(s: State, p: int, out: Any) -> None:
    observe(s, p, out)
    out[3] = np.inf


def not_a_number(s: State, p: int, out: Any) -> None:
    observe(s, p, out)
    out[-5] = np.nan


def constant(s: State, p: int, out: Any) -> None:
    out[0] = 1


def hunger(s: State, p: int, out: Any) -> None:
    out[max(p, 0)] = 1
    out[4] = s.eaten[0] > 4


def changing(s: State, p: int, out: Any) -> None:
    observe(s, p, out)
    s.cat += 1


def no_opinion(s: State, p: int, actions: Any, n: int, out: Any) -> None:
    out[:n] = np.nan


def none_sensible(s: State, p: int, actions: Any, n: int) -> int:
    return 0


def all_zero(s: State, out: Any) -> None:
    out[:] = 0


def not_legal(s: State, p: int, actions: Any, n: int) -> int:
    actions[0] = 7
    return 1


# --- words and what is shown


def same_dumplings(s: State, p: int, name: Any) -> list[Zone]:
    return [*zones(s, p, name), Zone("bowl", "row", "Bowl", pieces=[Piece("die:1", "die", "")])]


def same_cups(s: State, p: int, name: Any) -> list[Zone]:
    return [*zones(s, p, name), Zone("cup:0", "row", "Cup")]


DO = Actions("the sample")
TAKE = DO("take {number}", number=range(1, 4), touches="steamer # {number:number}")
NOTATION = Notation(DO)


def few_dumplings(s: State, p: int, name: Any) -> list[Zone]:
    steamer, *cups = zones(s, p, name)
    return [replace(steamer, pieces=steamer.pieces[:2]), *cups]


def remembered(s: State, p: int) -> str:
    return f"the next seat has an appetite of {SEEN['die']}"


# --- positions


def waiting(s: State) -> State:
    s = copy(s)
    then(s, (step(2),))
    return s


def dice_lost(s: State) -> dict[str, Any]:
    return GAME.write(s) | {"seats": [{"eaten": int(s.eaten[p])} for p in range(s.players)]}


def unknown_not_said(s: State) -> dict[str, Any]:
    return json.loads(json.dumps(GAME.write(s)).replace('"?"', "null"))  # type: ignore[no-any-return]


def other_generator(game: Game, data: dict[str, Any]) -> State:
    return GAME.read(game, {key: value for key, value in data.items() if key != "generator"})


def dumpling_eaten(game: Game, data: dict[str, Any]) -> State:
    s = GAME.read(game, data)
    if s.steamer > 1 and "?" in json.dumps(data):
        s.steamer, s.cat = 1, s.cat + s.steamer - 1
    return s


OPTION = GAME.options[0]

# What is wrong -> the game, the promise that finds it, and part of what it says
VARIANTS: dict[str, tuple[Game, str, str]] = {
    "a move does not end the match": (
        with_kernels(apply=for_ever, check=lambda before, s: 0),
        "end",
        "the match is not over after 20000 random moves (2 players, seed '0 0')",
    ),
    "a move makes dumplings": (
        with_kernels(apply=from_nowhere),
        "end",
        "move 0, 'take 2' of seat 0, broke an invariant: \"each dumpling is in the steamer, eaten",
    ),
    "the agenda runs over": (
        with_kernels(apply=never_dropped, check=lambda before, s: 0),
        "end",
        "a move puts more than 12 rows on the agenda",
    ),
    "a row is dropped that is not there": (
        with_kernels(apply=dropped_twice),
        "end",
        "of seat 0, leaves -1 rows on the agenda of 12 (2 players",
    ),
    "a move tells too much": (
        with_kernels(apply=talkative),
        "end",
        "move 0, 'take 2' of seat 0, fills the 20 events of a move: what it tells beyond them is lost (2 players",
    ),
    "a question without a word": (
        sample(write=lambda s: write_asked(s, {})),
        "position",
        "no word for the question of kind 0: give it one in `Words.questions`",
    ),
    "a step without a word": (
        sample(write=lambda s: write_asked(waiting(s), {TURN: "turn"})),
        "position",
        "no word for the step of kind 2: give it one in `Words.steps`",
    ),
    "nobody wins": (with_kernels(rank=all_second), "end", "the places are [2, 2]: nobody has the first"),
    "nothing is legal": (
        with_kernels(legal=not_the_last_one),
        "end",
        "random moves seat 1 is asked and has no legal action",
    ),
    "no words for the ending": (
        with_kernels(ending=lambda s: 1),
        "end",
        "ending is 1, and `endings` has no words for it",
    ),
    "legal has duplicates": (
        with_kernels(legal=twice),
        "legal",
        "legal lists action 0 of seat 0 more than once: [0, 1, 0]",
    ),
    "legal for a seat that is not asked": (
        with_kernels(legal=for_everybody),
        "legal",
        "seat 1 is not asked and has 1 legal actions",
    ),
    "legal reads what is hidden": (
        with_kernels(legal=by_appetite),
        "legal",
        "seat 0 has the legal actions [0, 1, 2], but as it sees the table [0]",
    ),
    "actor is not asked": (
        with_kernels(actor=lambda s: 3),
        "legal",
        "actor is 3, but the seats that are asked are [0]",
    ),
    "no reason": (with_words(why_not=lambda s, p, a: ("", "LD-4")), "refuse", "why_not gives no reason for"),
    "no such rule": (
        with_words(why_not=lambda s, p, a: ("No.", "LD-99")),
        "refuse",
        "why_not names the rule 'LD-99' for",
    ),
    "chance that is not in the state": (
        with_kernels(apply=by_chance_from_elsewhere),
        "replay",
        "replayed, move ",
    ),
    "chance that is not in the state, undone": (
        with_kernels(apply=by_chance_from_elsewhere),
        "undo",
        "the state has field",
    ),
    "chance without news": (
        with_kernels(apply=unseen_chance),
        "news",
        "'take 3' of seat 1 uses the generator, but `news` stays 0 (after 3 moves, 2 players, seed",
    ),
    "a secret comes to light without news": (
        with_kernels(apply=unseen_cups),
        "news",
        "`news` stays 0 although 'take 2' shows seat 0 field `appetite[2]` as 5 here and 4 if",
    ),
    "mask forgets the generator": (
        with_kernels(mask=generator_forgotten),
        "mask",
        "mask leaves a spectator the field `rng`, the generator",
    ),
    "mask forgets the gallery": (
        with_kernels(mask=gallery_forgotten),
        "mask",
        "a spectator knows more than seat 0: field `appetite[1]` as 7 there and unknown here",
    ),
    "mask forgets a seat": (
        with_kernels(mask=seat_forgotten),
        "mask",
        "seat 0 sees `appetite[1]`, which a spectator does not; is that meant?",
    ),
    "mask changes a masked state": (
        with_kernels(mask=different_twice),
        "mask",
        "masked again for a spectator, field `cat` as 1 once and 2 twice",
    ),
    "mask forgets some values": (
        with_kernels(mask=small_dice_forgotten),
        "imagine",
        "a spectator sees field `appetite[1]` as unknown before and 4 after",
    ),
    "imagine changes what is known": (
        with_kernels(imagine=all_dice),
        "imagine",
        "seat 0 sees field `appetite[0]` as 5 before and 7 after (2 players, seed '0 0')",
    ),
    "imagine changes an unused seat": (
        with_kernels(imagine=one_eaten),
        "imagine",
        "a spectator sees fields `appetite[2]` as none before and 4 after; `appetite[3]`",
    ),
    "imagine breaks an invariant": (
        with_kernels(imagine=nothing_imagined, check=known_dice),
        "imagine",
        "what a spectator imagines cannot be: each dumpling is in the steamer",
    ),
    "imagine never rolls a nine": (with_kernels(imagine=no_nines), "reach", "as 9, which is the truth"),
    "words tell what is hidden": (
        sample(kernels=replace(GAME.kernels, mask=remembering), words=replace(GAME.words, summary=remembered)),
        "secrets",
        "seat 0 is told summary as 'the next seat has an appetite of 7' and 'the next seat",
    ),
    "a move is said to be secret and is not": (
        with_words(secret=lambda s, q, a, p: p != q),
        "heard",
        "after the secret move 4 of seat 0, a spectator is told the length of scene.zones[0].pieces as 7 and 8",
    ),
    "observe reads what is hidden": (
        with_kernels(mask=remembering, observe=peeking),
        "observe",
        "number 1 of a spectator is 0.5, and 0.",
    ),
    "observe writes about seats that nobody has": (
        with_kernels(observe=too_many),
        "observe",
        "observe of a spectator writes beyond the parts that 2 seats need",
    ),
    "observe depends on something else": (
        with_kernels(observe=adding),
        "observe",
        "number 2 of a spectator is 1.0, and 0.0 for an equal masked state",
    ),
    "observe is infinite": (
        with_kernels(observe=infinite),
        "observe",
        "number 3 of 'looking seat', as a spectator sees it, is inf, not 0.0 to 1.0",
    ),
    "observe is not a number": (
        with_kernels(observe=not_a_number),
        "observe",
        "number 2 of 'legal actions', as a spectator sees it, is nan, not 0.0 to 1.0",
    ),
    "observe sees nothing": (
        with_kernels(observe=constant),
        "observe",
        "all moments of all matches have the same observation",
    ),
    "observe tells too little": (
        with_kernels(observe=hunger),
        "observe",
        "equal observations, but other actions are legal: (0",
    ),
    "observe changes the state": (
        with_kernels(observe=changing),
        "observe",
        "observe changes the state: field `cat` as 0 before and 1 after",
    ),
    "two actions have one notation": (
        with_words(notation=lambda s, p, a: f"take {max(a, 1)}"),
        "notation",
        "actions 0 and 1 of seat 0 are both written 'take 1'",
    ),
    "notation with a space too many": (
        with_words(notation=lambda s, p, a: f"take  {a}"),
        "notation",
        "action 0 of seat 0 is written 'take  0', with a space too many",
    ),
    "notation that is refused": (
        with_words(parse=lambda s, p, text: int(text)),
        "notation",
        "parse refuses 'take 1', action 0 of seat 0: invalid literal",
    ),
    "notation is read as another": (
        with_words(parse=lambda s, p, text: 0),
        "notation",
        "parse reads 'take 2', action 1 of seat 0, as action 0",
    ),
    "notation tells what is hidden": (
        with_words(notation=lambda s, p, a: f"take {a + 1} of {s.appetite[(p + 1) % s.players]}"),
        "notation",
        "action 0 of seat 0 is written 'take 1 of 7', but as that seat sees it 'take 1 of -2'",
    ),
    "no words for an event": (
        with_words(told=GAME.words.told[:2]),
        "words",
        "narrate for a spectator of the events [[0, 1, 1, 0], [2, 1, 0, 0]]: narrate (defaults.py",
    ),
    "no words for a question": (
        with_words(question=lambda s, p, name: ""),
        "words",
        "question for seat 0: there are no words",
    ),
    "no words for an action": (
        with_words(label=lambda s, p, a, name: ("one", "two")[a]),
        "words",
        "label of action 2 of seat 0: <lambda> (broken.py",
    ),
    "what happened has no known name": (
        with_words(happens={ATE: happens("nibbled", "cup:{0}")}),
        "happenings",
        "'nibbled' is none of what can happen: moved",
    ),
    "what happened is about nothing that is there": (
        with_words(happens={ATE: happens("moved", "plate:{0}")}),
        "happenings",
        "'moved' is about 'plate:0', which was not there, and is not",
    ),
    "two pieces with one id": (sample(zones=same_dumplings), "scene", "seat 0 sees two pieces with the id 'die:1'"),
    "two zones with one id": (sample(zones=same_cups), "scene", "seat 0 sees two zones with the id 'cup:0'"),
    "a choice touches nothing that is there": (
        sample(touches=lambda s, p, a, zones: ["bun#0"]),
        "scene",
        "'take 1' of seat 0 touches 'bun#0', which is not there",
    ),
    "a choice touches a place that is empty": (
        sample(zones=few_dumplings, touches=NOTATION.touches),
        "scene",
        "'take 3' of seat 0 touches 'steamer # 2', which is not there (2 players",
    ),
    "a choice touches what fails": (
        sample(touches=lambda s, p, a, zones: [zones["steamer"].pieces[99].id]),
        "scene",
        "'take 1' of seat 0 touches what is not there: <lambda> (broken.py:",
    ),
    "a house rule without a question": (
        sample(options=(replace(OPTION, words="Dishes"),)),
        "options",
        "option dishes: 'Dishes' is not a question",
    ),
    "a house rule without a rule": (
        sample(options=(replace(OPTION, rule="LD-R9"),)),
        "options",
        "option dishes: there is no rule LD-R9",
    ),
    "a house rule without an answer": (
        sample(options=(replace(OPTION, values=(3, 5)),)),
        "options",
        "option dishes: the value 3 has no label",
    ),
    "rules without numbers": (sample(rule_prefix="XX"), "rules", "RULES.md has no rules that start like **XX-1**"),
    "a position loses a field": (
        sample(write=dice_lost),
        "position",
        "the position loses fields `appetite[0]` as 5 written and 6 read",
    ),
    "a position loses the generator": (
        sample(read=other_generator),
        "position",
        "the position loses field `rng` as one generator written and another read",
    ),
    "a hidden field is not said to be": (
        sample(write=unknown_not_said),
        "seen",
        "seat 0 sees everything, but that position is refused: seats[1].appetite",
    ),
    "a view is read as another table": (
        sample(read=dumpling_eaten),
        "seen",
        "read from what seat 0 sees, it has other legal actions: [0]",
    ),
    "a match goes on otherwise": (
        sample(read=other_generator),
        "resume",
        "gone on from move 5, field position.generator as",
    ),
    "a saved match is read otherwise": (
        with_words(parse=lambda s, p, text: 0),
        "saved",
        "the saved match is refused: the moves lead to another position than the one",
    ),
    "advise has no opinion": (
        with_kernels(advise=no_opinion, rollout=no_opinion),
        "advice",
        "advise of seat 0 says nan of action 0",
    ),
    "nothing is sensible": (
        with_kernels(sensible=none_sensible),
        "advice",
        "sensible leaves seat 0 [] of the legal actions [0, 1, 2]",
    ),
    "what is sensible is not legal": (
        with_kernels(sensible=not_legal),
        "advice",
        "sensible leaves seat 0 [7] of the legal actions [0, 1, 2]",
    ),
    "an estimate is wrong at the end": (
        with_kernels(estimate=all_zero),
        "advice",
        "at the end, estimate says [0.0, 0.0], but the scores are [1, 4]",
    ),
    "a bot plays what is not legal": (
        with_kernels(sensible=not_legal),
        "bots",
        "apprentice plays action 7 for seat 0; legal are [0, 1, 2]",
    ),
}


def found(game: Game, name: str) -> tuple[str, list[str]]:
    """What the promise of that name says of a game, and what it notes."""
    (promise,) = (promise for promise in PROMISES if promise.name == name)
    try:
        return "", promise(game, matches=MATCHES)
    except Broken as broken:
        return str(broken), []


if __name__ == "__main__":
    print(json.dumps({what: found(game, name) for what, (game, name, _) in VARIANTS.items()}))
