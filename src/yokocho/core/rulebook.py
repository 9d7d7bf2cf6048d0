"""The rules of a game as a reference: the chapters of RULES.md in their order, house rules in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from yokocho.core.game import Game, Option

RULINGS, OPTIONS = "Rulings", "Options"  # headings that every RULES.md gives the same meaning
SILENT = "Where the rulebook is silent"
HOUSE = "House rules"
NAMED = r"`\w+`"
TABLE_OF = r"A ruling that names an option[^.]*\."


@dataclass(frozen=True)
class Part:
    """A paragraph, a rule, a list, a table, or a house rule: its question, its answers with the usual one first."""

    kind: Literal["text", "rule", "list", "table", "option"]
    number: str = ""  # of a rule; of an option the ruling that it is about
    text: str = ""
    items: list[str] = field(default_factory=list)  # of a list; answers of an option; house rules about a ruling
    rows: list[list[str]] = field(default_factory=list)  # of a table, its head first


@dataclass(frozen=True)
class Chapter:
    id: str
    title: str
    kind: Literal["rules", "rulings", "options", "text"]
    parts: list[Part]


def chapters(game: Game) -> list[Chapter]:
    """The chapters of the rules, in the rulebook's order."""
    text = (game.folder / "RULES.md").read_text(encoding="utf-8")
    told = [chapter(game, *found.split("\n", 1)) for found in re.split(r"^## ", text, flags=re.M)[1:]]
    if game.options and all(found.kind != "options" for found in told):
        told.append(chapter(game, OPTIONS, ""))
    return told


def chapter(game: Game, title: str, body: str) -> Chapter:
    title = title.strip()
    blocks = [block.strip() for block in re.split(r"\n\s*\n", body) if block.strip()]
    parts = [part(game, block) for block in blocks]
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    if title == OPTIONS:
        told = [found for found in parts if found.kind == "text"][1:]  # the first says how the table is read
        return Chapter("house-rules", HOUSE, "options", [asked(option) for option in game.options] + told)
    if title == RULINGS:
        said = "House rules stand with the rulings that they change."
        parts = [replace(found, text=re.sub(TABLE_OF, said, found.text)) for found in parts]
        return Chapter("rulings", SILENT, "rulings", parts)
    return Chapter(slug, title, "rules" if any(found.kind == "rule" for found in parts) else "text", parts)


def part(game: Game, block: str) -> Part:
    if rule := re.match(rf"\*\*({game.rule_prefix}-R?\d+)\*\*\s+(.*)", block, re.S):
        about = [option.words for option in game.options if option.rule == rule[1]]
        return Part("rule", number=rule[1], text=in_words(game, " ".join(rule[2].split())), items=about)
    lines = block.split("\n")
    if block.startswith("|"):
        return Part("table", rows=[cells(line) for line in lines if not re.fullmatch(r"[|:\s-]+", line)])
    if re.match(r"(-|\d+\.) ", block):
        return Part("list", items=list(points(game, lines)))
    return Part("text", text=in_words(game, " ".join(block.split())))


def points(game: Game, lines: list[str]) -> Iterator[str]:
    told = ""
    for line in lines:
        if told and re.match(r"(-|\d+\.) ", line):
            yield in_words(game, told)
            told = ""
        told = f"{told} {re.sub(r'^(-|[0-9]+[.]) ', '', line).strip()}".strip()
    yield in_words(game, told)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def asked(option: Option) -> Part:
    """A house rule in words: the question, then the answers."""
    usual = option.label(option.default)
    if option.is_number:
        unit = f" {option.unit}" if option.unit else ""
        more = [f"{value}: {label}" for value, label in option.labels.items() if value != option.default]
        answers = [f"{usual if option.default in option.labels else f'{option.default}{unit}'} (usual)"]
        answers += [f"{option.values[0]} to {option.values[-1]}{unit}", *more]
    else:
        rest = [option.label(v) for v in option.values if v != option.default and v not in option.seats]
        answers = [f"{usual} (usual)", *rest, *(["A seat that you choose"] if option.seats else [])]
    return Part("option", number=option.rule, text=option.words, items=answers)


def in_words(game: Game, text: str) -> str:
    """A paragraph without the names of options and of their values: people read the question and its answers."""
    named = [option for option in game.options if f"`{option.name}`" in text]
    text = re.sub(rf"\s*\bOptions? {NAMED}((,| and) `\w+`)*\.(?=\s|$)", "", text)
    for option in named:
        question = f"“{option.words}”"
        for before, after in (("Option", "House rule"), ("option", "house rule")):
            text = re.sub(rf"\b{before} `{option.name}`", f"{after} {question}", text)
        text = text.replace(f"`{option.name}`", question)
        for value, label in option.labels.items():
            text = text.replace(f"`{str(value).lower() if isinstance(value, bool) else value}`", f"“{label}”")
    return text
