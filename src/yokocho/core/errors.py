"""Errors caused by input from outside."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class BadInput(ValueError):
    """Invalid input; the message is one sentence for the person who gave it."""

    details = ""  # more lines for the author of what failed, such as a traceback


class Lacking(BadInput):
    """The requested feature needs packages that are not installed."""

    def __init__(self, extra: str) -> None:
        super().__init__(f"this needs the {extra} extra: pip install 'yokocho[{extra}]'")


def no_bot(name: str, known: Iterable[str]) -> BadInput:
    """The complaint about a name that no bot has, with the nearest of those that there are. An entry such as
    ``search:ITERATIONS`` stands for all names that begin like it.
    """
    known = list(known)
    word, colon, rest = name.partition(":")
    heads = {one.partition(":")[0].casefold(): one for one in known if ":" in one or not colon}
    near = next((heads[head] for head in get_close_matches(word.casefold(), heads, n=1)), "")
    if not near:
        return BadInput(f"there is no bot {name!r}; there are {', '.join(known)}")
    meant = near.partition(":")[0] + colon + rest if colon else near
    return BadInput(f"there is no bot {name!r}; did you mean {meant!r}? There are {', '.join(known)}")
