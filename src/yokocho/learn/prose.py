"""Measures texts: words, sentences, how hard they are to read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from yokocho.learn.guide import unmarked, words_of

LONGEST = 24  # words of a sentence
GRADE = 6.5  # by Flesch and Kincaid, over a whole page or lesson
ENDS = re.compile(r"(?<=[.!?:;])[”’\")]*\s+")


def sentences(text: str) -> list[str]:
    """The sentences of a text; a line without a full stop is one too."""
    return [part for part in ENDS.split(unmarked(text)) if words_of(part)]


def syllables(word: str) -> int:
    """About how many there are in an English word."""
    word = word.lower()
    if word[0].isdigit():
        return 1
    groups = len(re.findall(r"[aeiouy]+", word))
    silent = (word.endswith("e") and not word.endswith(("le", "ee"))) or re.search(r"[^aeiouytd]ed$", word)
    return max(1, groups - bool(silent))


def grade(texts: Sequence[str]) -> float:
    """The school grade that can read it, by Flesch and Kincaid."""
    told = [part for text in texts for part in sentences(text)]
    words = [word for part in told for word in words_of(part)]
    if not words:
        return 0.0
    return 0.39 * len(words) / len(told) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59
