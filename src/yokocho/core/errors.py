"""Errors caused by input from outside."""

from __future__ import annotations


class BadInput(ValueError):
    """Invalid input; the message is one sentence for the person who gave it."""

    details = ""  # more lines for the author of what failed, such as a traceback


class Lacking(BadInput):
    """The requested feature needs packages that are not installed."""

    def __init__(self, extra: str) -> None:
        super().__init__(f"this needs the {extra} extra: pip install 'yokocho[{extra}]'")
