"""Chance: xoshiro256** on four words that live in the state.

The functions that end in the state's hands (``roll``, ``shuffle``) raise ``news``; the bare ones take any four words,
so that a bot has a generator of its own.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from yokocho.core.kernel import kernel

U = np.uint64
NOT_ZERO = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x2545F4914F6CDD1D], np.uint64)


def seed_words(seed: bytes) -> npt.NDArray[np.uint64]:
    """The generator that 32 bytes of seed stand for. Four zeros are none."""
    words = np.frombuffer(seed, ">u8").astype(np.uint64)
    return words if words.any() else NOT_ZERO.copy()


@kernel
def next_word(w):
    """The next 64 bits of xoshiro256** (Blackman and Vigna)."""
    x = w[1] * U(5)
    result = ((x << U(7)) | (x >> U(57))) * U(9)
    t = w[1] << U(17)
    w[2] ^= w[0]
    w[3] ^= w[1]
    w[1] ^= w[2]
    w[0] ^= w[3]
    w[2] ^= t
    w[3] = (w[3] << U(45)) | (w[3] >> U(19))
    return result


@kernel
def below(w, n):
    """A number from 0 to n - 1."""
    return int(((next_word(w) >> U(32)) * U(n)) >> U(32))


@kernel
def mix(x):
    """One step of splitmix64's output function: spreads the bits of a word."""
    x = (x ^ (x >> U(30))) * U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> U(27))) * U(0x94D049BB133111EB)
    return x ^ (x >> U(31))


@kernel
def spread(base, index, out):
    """Four words for item number ``index`` of a series that starts from four base words."""
    x = mix(U(index) + U(0x9E3779B97F4A7C15))
    for i in range(4):
        x += U(0x9E3779B97F4A7C15)
        out[i] = mix(base[i] ^ x)
    out[0] |= U(1)  # never all zero


@kernel
def roll(s, n):
    """Chance of the match: a number from 0 to n - 1."""
    s.news += 1
    return below(s.rng, n)


@kernel
def mingle(w, pile, size):
    """Shuffles the first ``size`` items of a pile (Fisher and Yates)."""
    for i in range(size - 1, 0, -1):
        j = below(w, i + 1)
        held = pile[i]
        pile[i] = pile[j]
        pile[j] = held


@kernel
def shuffle(s, pile, size):
    """Chance of the match: shuffles the first ``size`` items of a pile."""
    s.news += 1
    mingle(s.rng, pile, size)
