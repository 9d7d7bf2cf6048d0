"""What goes wrong because of the world outside."""

from __future__ import annotations


class BadInput(ValueError):
    """Something from outside makes no sense; the message is one sentence for the person who gave it."""
