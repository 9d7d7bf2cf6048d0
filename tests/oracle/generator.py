"""The generator of docs/positions.md, in plain Python, for all oracles."""

from __future__ import annotations

from collections.abc import Iterable

MASK = (1 << 64) - 1


def rotated(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & MASK


class Generator:
    """xoshiro256**"""

    def __init__(self, words: Iterable[int]) -> None:
        self.words = list(words)

    def output(self) -> int:
        s0, s1, s2, s3 = self.words
        result = (rotated((s1 * 5) & MASK, 7) * 9) & MASK
        shifted = (s1 << 17) & MASK
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= shifted
        s3 = rotated(s3, 45)
        self.words = [s0, s1, s2, s3]
        return result

    def below(self, limit: int) -> int:
        return ((self.output() >> 32) * limit) >> 32

    def shuffled(self, ordered: list[str]) -> list[str]:
        """A pile, top card first, made from cards that are in order."""
        cards = list(ordered)
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards[::-1]
