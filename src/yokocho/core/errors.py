"""What goes wrong because of the world outside."""

from __future__ import annotations


class BadInput(ValueError):
    """Something from outside makes no sense; the message is one sentence for the person who gave it."""


class Lacking(BadInput):
    """Something is wanted whose packages are not installed."""

    def __init__(self, extra: str) -> None:
        super().__init__(f"this needs the {extra} extra: pip install 'yokocho[{extra}]'")
