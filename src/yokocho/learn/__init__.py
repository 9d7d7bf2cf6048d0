"""Teaches a game from the data in its folder: the guide, the lessons, and what the coach says. docs/teaching.md."""
