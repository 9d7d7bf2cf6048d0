"""Random numbers: xoshiro256** on four words in the state.

The functions that take a state (``roll``, ``shuffle``) raise ``news``; the others take any four words, so that bots can
have their own generators.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from yokocho.core.kernel import kernel

U = np.uint64
NOT_ZERO = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x2545F4914F6CDD1D], np.uint64)


def seed_words(seed: bytes) -> npt.NDArray[np.uint64]:
    """The generator for 32 bytes of seed. All-zero words are not a valid generator state, so they are replaced."""
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
    """The output function of splitmix64: mixes the bits of a word."""
    x = (x ^ (x >> U(30))) * U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> U(27))) * U(0x94D049BB133111EB)
    return x ^ (x >> U(31))


@kernel
def spread(base, index, out):
    """The four words of generator number ``index`` in a series, derived from four base words."""
    x = mix(U(index) + U(0x9E3779B97F4A7C15))
    for i in range(4):
        x += U(0x9E3779B97F4A7C15)
        out[i] = mix(base[i] ^ x)
    out[0] |= U(1)  # never all zero


@kernel
def roll(s, n):
    """A number from 0 to n - 1 from the match's generator."""
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
    """Shuffles the first ``size`` items of a pile with the match's generator."""
    s.news += 1
    mingle(s.rng, pile, size)
