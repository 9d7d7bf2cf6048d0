"""Which choice a typed line means. Notations are shown and understood with spaces for underscores, too."""

from __future__ import annotations

from collections.abc import Sequence

from yokocho.core.match import Illegal, Match
from yokocho.core.scene import Choice, readable

SHORTEST = 3  # least letters of an abbreviation
LONG = 8  # so many choices in a row that differ only by a rising number are listed as one


def told(choices: Sequence[Choice]) -> list[tuple[str, str, str]]:
    """Number, label and notation of each choice; a long run such as `bid 4` to `bid 49` is one row."""
    rows: list[tuple[str, str, str]] = []
    i = 0
    while i < len(choices):
        last = i
        while last + 1 < len(choices) and follows(choices[last].notation, choices[last + 1].notation):
            last += 1
        first, end = choices[i], choices[last]
        if last - i >= LONG:
            notation = f"{readable(first.notation)} to {readable(end.notation)}"
            rows.append((f"{i + 1}-{last + 1}", f"{first.label} to {end.label}", notation))
        else:
            rows += [(str(n + 1), choices[n].label, readable(choices[n].notation)) for n in range(i, last + 1)]
        i = last + 1
    return rows


def follows(one: str, two: str) -> bool:
    """Is the second notation the first with the next number?"""
    word, _, n = one.rpartition(" ")
    return n.isdecimal() and two == f"{word} {int(n) + 1}"


def exact(choices: Sequence[Choice], text: str) -> Choice | None:
    """The choice with that notation."""
    for same in (str, readable, lambda text: readable(text).casefold()):
        found = [choice for choice in choices if same(choice.notation) == same(text)]
        if len(found) == 1:
            return found[0]
    return None


def chosen(match: Match, p: int, choices: Sequence[Choice], text: str) -> Choice:
    """The choice for a number, a notation or the beginning of one; Illegal, with the reason, if there is none."""
    text = " ".join(text.split())
    if text.isdecimal() and len(text) < 6 and 1 <= int(text) <= len(choices):
        return choices[int(text) - 1]
    found = exact(choices, text)
    if found:
        return found
    if text.isdecimal():
        raise Illegal(f"The choices are numbered 1 to {len(choices)}.")
    try:
        a = understood(match, p, text)
    except ValueError as error:
        return begun(choices, text, str(error))
    match.validate(p, a)
    return next(choice for choice in choices if choice.action == a)


def understood(match: Match, p: int, text: str) -> int:
    """The action of a notation, legal or not; case does not matter."""
    view, complaint = match.view(p), None
    for spelling in spellings(text):
        try:
            return match.game.words.parse(view, p, spelling)
        except ValueError as error:
            complaint = complaint or error
    assert complaint
    raise complaint


def spellings(text: str) -> list[str]:
    """As typed, in small letters, and with any one space for an underscore."""
    joined = [f"{text[:i]}_{text[i + 1 :]}" for i, letter in enumerate(text) if letter == " "]
    return list(dict.fromkeys([text, text.lower(), *joined, *map(str.lower, joined)]))


def begun(choices: Sequence[Choice], text: str, complaint: str) -> Choice:
    """The choice whose notation begins like that; Illegal unless there is exactly one."""
    begin = readable(text).casefold()
    found = [choice for choice in choices if readable(choice.notation).casefold().startswith(begin)]
    if len(found) == 1 and len(text) >= SHORTEST:
        return found[0]
    if found:
        raise Illegal(f"More than one move begins like that: {', '.join(readable(one.notation) for one in found[:6])}.")
    raise Illegal(f"{complaint}. Type a number, a move, or ? for help.")
