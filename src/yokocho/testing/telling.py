"""Promises about what people read and see: notation, words, scenes, rules, house rules."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from yokocho.core.defaults import left_out
from yokocho.core.happenings import ACTS, MOMENTS, Happening, happenings
from yokocho.core.record import SPECTATOR, State
from yokocho.core.scene import Name
from yokocho.testing.naming import who
from yokocho.testing.promises import Moment, Sample, failure, promise

LONGEST_ANSWER = 36  # letters of a house rule's answer, to fit on a phone
TRIES = 6  # actions, legal or not, whose pieces are looked up at each moment


@promise("notation", "each legal action has a notation of its own, which is read back as that action")
def notation(sample: Sample) -> None:
    words = sample.game.words
    for moment in sample.moments(0.5):
        for p, view, actions in asked(moment):
            texts: dict[str, int] = {}
            for a in actions:
                text = words.notation(moment.s, p, a)
                if text in texts:
                    raise sample.broken(f"actions {texts[text]} and {a} of seat {p} are both written {text!r}")
                texts[text] = a
                if text != " ".join(text.split()) or not text:
                    raise sample.broken(f"action {a} of seat {p} is written {text!r}, with a space too many")
                seen = words.notation(view, p, a)
                if seen != text:
                    raise sample.broken(
                        f"action {a} of seat {p} is written {text!r}, but as that seat sees it {seen!r}"
                    )
                try:
                    read = words.parse(view, p, text)
                except ValueError as error:
                    raise sample.broken(f"parse refuses {text!r}, action {a} of seat {p}: {error}") from None
                if read != a:
                    raise sample.broken(f"parse reads {text!r}, action {a} of seat {p}, as action {read}")


def asked(moment: Moment) -> list[tuple[int, State, list[int]]]:
    """Each seat that is asked, with what it sees and its legal actions."""
    match = moment.match
    return [(p, match.view(p), match.legal(p)) for p in match.pending()]


@promise("words", "every question, action and event has words")
def words(sample: Sample) -> None:
    game = sample.game
    for moment in sample.moments(0.5):
        match, said = moment.match, game.words
        for p, view, actions in asked(moment):
            expect(sample, f"question for seat {p}", said.question, view, p, match.name)
            expect(sample, f"asks for seat {p}", said.asks, view)
            for a in actions:
                expect(sample, f"label of action {a} of seat {p}", said.label, view, p, a, match.name)
        for p in moment.viewers:
            view = match.view(p)
            events = view.events[: view.events_size].tolist()
            what = f"narrate for {who(p)} of the events {events}"
            if said.events and any(row[0] not in said.events for row in events):
                raise sample.broken(f"`Words.events` lacks a word for one of the messages of {events}")
            for sentence in expect(sample, what, said.narrate, view, match.name, empty=True):
                if not sentence or not isinstance(sentence, str):
                    raise sample.broken(f"{what} has an empty sentence")
            if p != SPECTATOR:
                expect(sample, f"summary of seat {p}", said.summary, view, p)
                if match.over:
                    expect(sample, f"question for seat {p} after the end", said.question, view, p, match.name)
            expect(sample, f"heading for {who(p)}", said.heading, view)


def expect(sample: Sample, what: str, say: Callable[..., Any], *arguments: Any, empty: bool = False) -> Any:
    """What a function of the game says; Broken if it fails or says nothing."""
    try:
        found = say(*arguments)
    except Exception as error:
        raise sample.broken(f"{what}: {failure(error)}") from error
    if not found and not empty:
        raise sample.broken(f"{what}: there are no words")
    return found


@promise("happenings", "what happened has a known name, and is about seats, zones and pieces that are there")
def what_happened(sample: Sample) -> None:
    for moment in sample.played(0.15):
        match, game = moment.match, sample.game
        p = SPECTATOR + len(match.moves) % (match.players + 1)
        before = game.view(match.start, p)
        there = ids_of(sample, before, p, match.name)
        for i, s in enumerate(match.states()):
            if i:
                view = game.view(s, p)
                now = ids_of(sample, view, p, match.name)
                try:
                    found = happenings(game, before, view, p, match.name)
                except Exception as error:
                    raise sample.broken(f"what move {i - 1} did for {who(p)}: {failure(error)}") from error
                for one in found:
                    check_happening(sample, one, there | now, match.players)
                before, there = view, now


def ids_of(sample: Sample, view: State, p: int, name: Name) -> set[str]:
    game = sample.game
    zones = game.table(view, p, name).zones if game.zones is left_out else game.zones(view, p, name)
    return {zone.id for zone in zones} | {piece.id for zone in zones for piece in zone.pieces}


def check_happening(sample: Sample, one: Happening, ids: set[str], players: int) -> None:
    if one.what not in ACTS and one.what not in MOMENTS:
        raise sample.broken(f"{one.what!r} is none of what can happen: {', '.join([*ACTS, *MOMENTS])}")
    if not -1 <= one.seat < players:
        raise sample.broken(f"{one.what!r} happens to seat {one.seat}")
    for id in [*one.pieces, *([one.zone] if one.zone else [])]:
        if id not in ids:
            raise sample.broken(f"{one.what!r} is about {id!r}, which was not there, and is not")


@promise("scene", "every seat sees a scene whose ids are unique, and choices are tied to pieces that are there")
def scene(sample: Sample) -> None:
    chance = sample.chance()
    for moment in sample.moments(0.15):
        match = moment.match
        for p in {match.actor(), SPECTATOR + len(match.moves) % (match.players + 1)}:
            view = match.view(p)
            if p in match.pending() and sample.game.zones is not left_out:
                check_places(sample, view, p, match.name, chance)
            made = sample.game.table(view, p, match.name)
            shown = json.loads(json.dumps(made.to_json()))
            zones = [zone["id"] for zone in shown["zones"]]
            pieces = [piece["id"] for zone in shown["zones"] for piece in zone["pieces"]]
            for kind, ids in (("zones", zones), ("pieces", pieces)):
                twice = sorted({id for id in ids if ids.count(id) > 1}) if len(set(ids)) < len(ids) else []
                if twice:
                    raise sample.broken(f"{who(p)} sees two {kind} with the id {twice[0]!r}")
            seats = [panel["seat"] for panel in shown["panels"]]
            if seats != list(range(match.players)):
                raise sample.broken(f"{who(p)} sees panels of the seats {seats}")
            if shown["asked"] != match.pending() or not shown["question"]:
                raise sample.broken(f"the scene of {who(p)} asks {shown['asked']}: {shown['question']!r}")
            offered = [choice["notation"] for choice in shown["choices"]]
            if offered != (match.notations(p) if p in match.pending() else []):
                raise sample.broken(f"the scene of {who(p)} offers {offered}, which are not its legal actions")
            known = {*zones, *pieces}
            for choice in shown["choices"]:
                for id in [*choice["pieces"], *([choice["zone"]] if choice["zone"] else [])]:
                    if id not in known:
                        raise sample.broken(f"{choice['notation']!r} of seat {p} touches {id!r}, which is not there")


def check_places(sample: Sample, view: State, p: int, name: Name, chance: random.Random) -> None:
    """`touches` finds the places of legal actions; others may be about a place that is not there."""
    game = sample.game
    places = {zone.id: zone for zone in game.zones(view, p, name)}
    legal = game.legal(view, p)
    for a in legal:
        try:
            game.touches(view, p, a, places)
        except KeyError as error:
            text = game.words.notation(view, p, a)
            raise sample.broken(f"{text!r} of seat {p} touches {error.args[0]!r}, which is not there") from None
        except IndexError as error:
            text = game.words.notation(view, p, a)
            raise sample.broken(f"{text!r} of seat {p} touches what is not there: {failure(error)}") from None
    for a in chance.sample(range(game.actions), min(TRIES, game.actions)):
        if a not in legal:
            with suppress(LookupError):
                game.touches(view, p, a, places)


@promise("rules", "every rule has words and a number of its own")
def rules(sample: Sample) -> None:
    game = sample.game
    if not game.rules:
        raise sample.broken(f"RULES.md has no rules that start like **{game.rule_prefix or 'LD'}-1**")
    text = (game.folder / "RULES.md").read_text(encoding="utf-8")
    for number, body in game.rules.items():
        if text.count(f"**{number}**") != 1:
            raise sample.broken(f"RULES.md has the number {number} more than once")
        if not body:
            raise sample.broken(f"RULES.md has no words for {number}")


@promise("options", "every house rule belongs to a rule, and its question and answers are in words")
def options(sample: Sample) -> None:
    game = sample.game
    for option in game.options:
        if option.rule not in game.rules:
            raise sample.broken(f"option {option.name}: there is no rule {option.rule}")
        if not option.words.endswith("?"):
            raise sample.broken(f"option {option.name}: {option.words!r} is not a question")
        for value in (*option.labels, *option.seats, option.default):
            if value not in option.values:
                raise sample.broken(f"option {option.name}: {value!r} is not one of its values")
        if option.is_number:
            if not option.unit.endswith("s"):
                raise sample.broken(f"option {option.name}: unit, {option.unit!r}, says in the plural what is counted")
            continue
        answers = [option.label(value) for value in option.values]
        for value, answer in zip(option.values, answers):
            if answers.count(answer) > 1:
                raise sample.broken(f"option {option.name}: two values have the label {answer!r}")
            if value in option.seats:
                continue
            if answer == str(value):
                raise sample.broken(f"option {option.name}: the value {value!r} has no label")
            if answer[0].islower() or len(answer) > LONGEST_ANSWER:
                wanted = f"begins with a capital letter and has at most {LONGEST_ANSWER} letters"
                raise sample.broken(f"option {option.name}: the label {answer!r} is none that {wanted}")
